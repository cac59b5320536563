"""The oracle as lines of JSON, for test-suites in any language.

    {"quantity": "gaussian.delta", "inputs": {"eps": 1, "mu": "0.1"}, "digits": 20, "id": 7}

is answered by the object of `value --json`, with the `id` if there was one, or by `{"error": ..., "code": ..., "id": ...}`, where
the code is the exit code of `value`: 2 bad input, 3 out of budget. A JSON number is the double it is read as, a text is exact
(`"0.1"` is 1/10) or a hexadecimal double (`"0x1.8p-3"`).
Main definitions: `answer`, `cheap_answer`, `cheap_answers`, `refused`.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dplemma.base.errors import DplemmaError, clipped, unknown
from dplemma.values.bulk import FLOAT_DIGITS, Doubles, doubles_if_quick
from dplemma.values.certified import value_at
from dplemma.values.evaluator import Evaluator, TakesLonger, cheap_only, evaluator
from dplemma.values.exact import BadInput

DIGITS = 20
_FEWEST_IN_BULK = 32
"""Fewer lines are answered one by one: arrays would not pay."""
_FIELDS = ("quantity", "inputs", "digits", "id")
LONGEST = 1 << 20
"""Bytes of a line; longer ones are not read."""
_HEXADECIMAL = re.compile(r"[+-]?0x([0-9a-f]*)\.?([0-9a-f]*)(?:p([+-]?[0-9]+))?", re.IGNORECASE)


def answer(line: bytes, *, digits: int = DIGITS, floats: bool = False) -> str:
    """The answer to one line, as one line; it never raises."""
    request: dict[str, Any] = {}
    try:
        request = _read(line)
        result = _value(request, digits, floats)
    except DplemmaError as error:
        result = _refusal(error)
    except Exception as error:  # one line must not end the others; code 1 says that the fault is ours
        result = {"error": f"a defect of dplemma: {type(error).__name__}: {' '.join(str(error).split())[:200]}", "code": 1}
    return _line(request, result)


def cheap_answer(line: bytes, *, digits: int = DIGITS, floats: bool = False) -> str | None:
    """The same for a line that is seen to cost little; None for any other, before anything costly begins."""
    try:
        with cheap_only():
            return answer(line, digits=digits, floats=floats)
    except TakesLonger:
        return None


def cheap_answers(lines: Sequence[bytes], *, digits: int = DIGITS, floats: bool = False) -> list[str | None]:
    """The same for lines that wait together; those that ask for doubles only go through arrays."""
    found = _in_bulk(lines) if floats and len(lines) >= _FEWEST_IN_BULK else {}
    return [found[i] if i in found else cheap_answer(line, digits=digits, floats=floats) for i, line in enumerate(lines)]


def _in_bulk(lines: Sequence[bytes]) -> dict[int, str]:
    """Answers by the number of their line, where arrays decide them."""
    points: dict[Evaluator, list[tuple[int, dict[str, Any], list[float]]]] = defaultdict(list)
    for number, line in enumerate(lines):
        try:
            request = _read(line)
            ready, point = _doubles_asked_for(request)
        except (DplemmaError, KeyError, TypeError, AttributeError):
            continue  # answered one by one, which says what is wrong
        if all(type(x) is float for x in point):
            points[ready].append((number, request, point))
    found = {}
    for ready, asked in points.items():
        for (number, request, _), doubles in zip(asked, doubles_if_quick(ready, [point for *_, point in asked]), strict=True):
            if doubles is not None:
                found[number] = _line(request, _floats(ready, doubles))
    return found


def _doubles_asked_for(request: Mapping[str, Any]) -> tuple[Evaluator, list[Any]]:
    """What is asked, and the inputs in its order, of a plain request; others raise."""
    ready, given = evaluator(request["quantity"]), request["inputs"]
    if not request.keys() <= {"quantity", "inputs", "id"} or given.keys() != set(ready.names):
        raise KeyError
    numbers = [_number(given[name], name) for name in ready.names]
    return ready, [float(x) if type(x) is int and abs(x) <= 2**53 else x for x in numbers]


def refused(line: bytes, error: DplemmaError) -> str:
    """The answer to a line that nobody could answer."""
    try:
        return _line(_read(line), _refusal(error))
    except BadInput as bad:
        return _line({}, _refusal(bad))


def _refusal(error: DplemmaError) -> dict[str, Any]:
    return {"error": " ".join(str(error).split()), "code": error.exit_code}


def _line(request: Mapping[str, Any], result: dict[str, Any]) -> str:
    return json.dumps({"id": request["id"], **result} if "id" in request else result)


def _read(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST:
        raise BadInput(f"a line of more than {LONGEST} bytes")
    try:
        request = json.loads(line.decode("utf-8-sig"), parse_constant=_refuse, parse_int=_integer, object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise BadInput("the line is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadInput('a request is an object, e.g. {"quantity": "gaussian.delta", "inputs": {"eps": 1, "mu": 1}}')
    try:
        json.dumps(request.get("id"), allow_nan=False)
    except ValueError:
        raise BadInput('"id" holds a number beyond the doubles, which no line of JSON can give back') from None
    return request


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("an object repeats a key")
    return dict(pairs)


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _integer(text: str) -> int | float:
    """JSON knows no integers: those beyond 2^53 are doubles like other numbers."""
    return int(text) if len(text) < 17 else float(text)


def _value(request: Mapping[str, Any], digits: int, floats: bool) -> dict[str, Any]:
    for name in request:
        if name not in _FIELDS:
            raise unknown("field", name, _FIELDS, hint=f"Known are {', '.join(_FIELDS)}.")
    name, given = request.get("quantity"), request.get("inputs")
    if not isinstance(name, str):
        raise BadInput('"quantity" must be a text such as "gaussian.delta"')
    ready = evaluator(name)
    if not isinstance(given, dict):
        raise BadInput(f'"inputs" must be an object such as {json.dumps(dict(ready.quantity.example))}')
    inputs = ready.read({key: _number(value, key) for key, value in given.items()})
    if floats and "digits" not in request:
        return _floats(ready, value_at(ready, inputs, FLOAT_DIGITS).doubles())
    return value_at(ready, inputs, request.get("digits", digits)).to_json()


def _floats(ready: Evaluator, doubles: Doubles) -> dict[str, Any]:
    nearest, below, above = (number.hex() for number in doubles)
    quantity = ready.quantity
    return {
        "quantity": quantity.name, "float": nearest, "lower": below, "upper": above, "status": quantity.status,
        "role": quantity.role,
    }  # fmt: skip


def _number(value: Any, name: str) -> Any:
    if isinstance(value, str) and value.lower().lstrip("+-").startswith("0x"):
        return _hexadecimal(value, name)
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        return value
    raise BadInput(f"{name} must be a number or a text, got {json.dumps(value)[:40]}")


def _hexadecimal(text: str, name: str) -> float:
    """The double that a text is, exactly: what would be rounded, to 0 or otherwise, is refused."""
    try:
        double = float.fromhex(text)
        if text == double.hex():
            return double
        whole, part, power = _HEXADECIMAL.findall(text)[0]
        mantissa = int(whole + part, 16)
        exact = not mantissa or (
            double and abs(Fraction(double)) / mantissa == Fraction(2) ** (int(power or "0") - 4 * len(part))
        )
    except (ValueError, OverflowError):
        raise BadInput(f"{name} must be a number such as 0.1, 1/3 or 0x1.8p-3, got {clipped(text)!r}") from None
    if not exact:
        raise BadInput(f"{name} must be a double if it is written in hexadecimal, and {clipped(text)!r} lies between two")
    return double
