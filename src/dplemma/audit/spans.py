"""Ranges of doubles or integers inside the domain of a quantity, from what a user writes; readable without Hypothesis.

Main definitions: `spans(ready, within, ranges)` for tests, `read_ranges(ready, given)` for `--range name=low:high`, `ordinary`.

In tests a range is a number (that point alone), a pair `(low, high)`, or a text: `"[0.01, 20]"`, `"(0, 1)"` with open ends,
`"0.01:20"`. Numbers in texts are exact, floats are the doubles they are.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.audit.hard_points import HARD_POINTS
from dplemma.base.errors import DplemmaError
from dplemma.base.exact import fraction_of
from dplemma.lang.interval import Interval
from dplemma.lang.parameters import PARAMETERS
from dplemma.values.evaluator import Evaluator
from dplemma.values.exact import BadInput, exact_number, plain_text

Ends = tuple[Fraction, Fraction]
_Read = tuple[Fraction, Fraction, bool, bool]  # low, high, and whether each is open
WITHIN = ("domain", "ordinary")
_MOST_WHOLE = 10**6
_NOISE = ("sigma", "noise_multiplier")


@dataclass(frozen=True)
class Span:
    """The doubles, or the integers, from `low` to `high`; both belong to it."""

    low: float
    high: float
    whole: bool = False

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high and (not self.whole or float(value).is_integer())


def ordinary(ready: Evaluator) -> dict[str, Ends]:
    """Where people use the quantity."""
    return {name: (Fraction(PARAMETERS[name].low), Fraction(PARAMETERS[name].high)) for name in ready.names}


def read_ranges(ready: Evaluator, given: Mapping[str, str]) -> dict[str, Ends]:
    """The ordinary range of every parameter, or what `--range name=low:high` asks for; both ends inside the domain."""
    asked = _by_parameter(ready, given, lambda text, name: (*option_ends(name, text), False, False))
    found = {**ordinary(ready), **{name: (low, high) for name, (low, high, _, _) in asked.items()}}
    for name, interval in ready.quantity.params.items():
        for end in found[name]:
            if end not in interval:
                example = {other: str(found[other][0]) for other in ready.names}
                ready.read({**example, **ready.quantity.example, name: str(end)})  # says what is wrong with this end
    return found


def option_ends(name: str, text: str) -> Ends:
    """The ends of `--range name=low:high`."""
    if ":" not in text:
        raise BadInput(f"--range {name[:60]}={text[:60]}: expected low:high, e.g. --range {name[:60]}=0.01:20")
    low, high = (typed_number(name, end) for end in text.split(":", 1))
    return _ordered(low, high, False, False, name, text)[:2]


def typed_number(name: str, text: str) -> Fraction:
    """What was typed, exactly; it must be within the doubles."""
    value = _fraction(text, name)
    if abs(value) > sys.float_info.max:
        raise BadInput(f"{name}={text[:60]} is beyond the doubles")
    return value


def spans(ready: Evaluator, within: str, ranges: Mapping[str, Any]) -> dict[str, Span]:
    """The span of every parameter: the domain or the ordinary range, narrowed by what is given for it."""
    if within not in WITHIN:
        raise BadInput(f"within must be one of {', '.join(WITHIN)}, got {within!r}")
    given = _by_parameter(ready, ranges, _read)
    return {name: _span(ready, name, domain, within, given) for name, domain in ready.quantity.params.items()}


def _by_parameter(ready: Evaluator, given: Mapping[str, Any], read: Callable[[Any, str], _Read]) -> dict[str, _Read]:
    """What is given for each parameter, by its name or an alias; a range of the noise is one of mu."""
    found: dict[str, _Read] = {}
    for name, what in given.items():
        noise = name in _NOISE and ready.stands_for_mu(name)
        canonical = "mu" if noise else ready.canonical(name)
        if canonical in found:
            raise BadInput(f"{canonical} is given twice (once as {name})")
        found[canonical] = _reciprocal(name, read(what, name)) if noise else read(what, name)
    return found


def _reciprocal(name: str, given: _Read) -> _Read:
    low, high, low_open, high_open = given
    if low <= 0:
        raise BadInput(f"{name} must be > 0, got {_text(low)}. Try {name}=0.5:10")
    return 1 / high, 1 / low, high_open, low_open


def _span(ready: Evaluator, name: str, domain: Interval, within: str, given: Mapping[str, _Read]) -> Span:
    if name in given:
        low, high, low_open, high_open = given[name]
        shown = f"{'(' if low_open else '['}{_text(low)}, {_text(high)}{')' if high_open else ']'}"
        if not (_inside(low, low_open, domain) and _inside(high, high_open, domain)):
            raise BadInput(f"{name} in {shown} leaves the domain of {ready.quantity.name}: {name} is in {domain}")
    else:
        low, high, low_open, high_open = domain.lo, domain.hi, domain.lo_open, domain.hi_open
        if within == "ordinary":
            (low, high), low_open, high_open = ordinary(ready)[name], False, False
        reach = _reach(ready, name)
        low = Fraction(-reach) if low is None else low
        high = Fraction(reach) if high is None else high
        shown = str(domain)
    found = Span(
        _near(low) if not low_open and _fits(low, domain) else double_at_least(low, low_open),
        _near(high) if not high_open and _fits(high, domain) else double_at_most(high, high_open),
        domain.integer,
    )
    if domain.integer:
        found = Span(math.ceil(found.low), math.floor(found.high), True)
    if found.low > found.high:
        raise BadInput(f"{name} in {shown}: there is no {'integer' if domain.integer else 'double'} in it")
    return found


def _inside(end: Fraction, is_open: bool, domain: Interval) -> bool:
    """An open end may lie on an open end of the domain."""
    if is_open and end in (domain.lo, domain.hi):
        return True
    if domain.integer:
        return (domain.lo is None or end >= domain.lo) and (domain.hi is None or end <= domain.hi)
    return end in domain


def _fits(end: Fraction, domain: Interval) -> bool:
    """A closed end is the double nearest to it, 0.01 for 1/100, where that is in the domain."""
    return Fraction(_near(end)) in domain


def _reach(ready: Evaluator, name: str) -> float:
    """How far an unbounded parameter is drawn: as far as the recorded hard points go, where values are known to be quick."""
    index = ready.names.index(name)
    recorded = [abs(Fraction(point[index])) for point in HARD_POINTS.get(ready.quantity.name, [])]
    ordinary = [abs(Fraction(end)) for end in PARAMETERS[name][2:4]] if name in PARAMETERS else [Fraction(1)]
    furthest = max([*recorded, *ordinary])
    return float(min(furthest, _MOST_WHOLE if ready.quantity.params[name].integer else Fraction(sys.float_info.max)))


def _read(given: Any, name: str) -> _Read:
    if isinstance(given, Interval):
        if given.lo is None or given.hi is None:
            raise BadInput(f"{name}={given}: both ends of a range must be finite")
        return given.lo, given.hi, given.lo_open, given.hi_open
    if isinstance(given, str):
        return _from_text(given, name)
    if isinstance(given, (tuple, list)):
        if len(given) != 2:
            raise BadInput(f"{name}={given!r}: a range is a pair (low, high), e.g. {name}=(0.01, 20)")
        low, high = (_fraction(end, name) for end in given)
        return _ordered(low, high, False, False, name, given)
    point = _fraction(given, name)
    return point, point, False, False


def _from_text(text: str, name: str) -> _Read:
    body = text.strip()
    if body[:1] in ("[", "(") and body[-1:] in ("]", ")") and body.count(",") == 1:
        low, high = body[1:-1].split(",")
        return _ordered(_fraction(low, name), _fraction(high, name), body[0] == "(", body[-1] == ")", name, text)
    if body.count(":") == 1:
        low, high = body.split(":")
        return _ordered(_fraction(low, name), _fraction(high, name), False, False, name, text)
    try:
        point = _fraction(body, name)
    except DplemmaError:
        raise BadInput(f"{name}={text[:60]!r} is not a range; write '[0.01, 20]', '0.01:20' or one number") from None
    return point, point, False, False


def _ordered(low: Fraction, high: Fraction, low_open: bool, high_open: bool, name: str, given: Any) -> _Read:
    if low > high:
        raise BadInput(f"{name[:60]}={str(given)[:60]}: the low end is above the high end")
    return low, high, low_open, high_open


def _fraction(value: Any, name: str) -> Fraction:
    number = exact_number(value.strip() if isinstance(value, str) else value, name)
    return fraction_of(number)


def _text(number: Fraction) -> str:
    return plain_text(exact_number(number, "end"))


def double_at_least(number: Fraction, above: bool = False) -> float:
    """The least double that is at least a number, or above it."""
    near = _near(number)
    return math.nextafter(near, math.inf) if Fraction(near) < number or (above and Fraction(near) == number) else near


def double_at_most(number: Fraction, below: bool = False) -> float:
    """The greatest double that is at most a number, or below it."""
    near = _near(number)
    return math.nextafter(near, -math.inf) if Fraction(near) > number or (below and Fraction(near) == number) else near


def _near(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.copysign(sys.float_info.max, number)
