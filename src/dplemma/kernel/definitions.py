"""Names replaced by their definitions, which are data: `definitions.json` has the parameters and the term of each quantity.

Main definition: `meaning(head, parts, at)` of ["quantity", name, argument, ...], ["let", name, latex, value] and
["divergence", name, closed, ["P", chance, ...], ["Q", chance, ...], parameter, ...]. In a closed row 0 log 0 = 0.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from dplemma.kernel.term import (
    HALF,
    MINUS,
    ONE,
    ZERO,
    Json,
    Term,
    add,
    bad,
    bind,
    call,
    div,
    mul,
    neg,
    power,
    put,
    read_name,
    read_term,
    sub,
    var,
)  # fmt: skip

Pairs = list[tuple[Term, Term]]


@cache
def _definitions() -> dict[str, Any]:
    return json.loads((files("dplemma.kernel") / "definitions.json").read_text(encoding="utf-8"))


def meaning(head: str, parts: list[Json], at: str) -> Term:
    """What a name stands for, its arguments put in."""
    if head == "let" and len(parts) == 3:
        return read_term(parts[2], at)
    if head == "quantity" and parts:
        return _quantity(parts[0], [read_term(part, f"{at}[{n}]") for n, part in enumerate(parts[1:], 2)], at)
    if head == "divergence" and len(parts) >= 4:
        return _divergence(*parts[:4], parameters=[read_term(part, at) for part in parts[4:]], at=at)
    raise bad(at, f"no name of the kind {head!r}")


def _quantity(name: Json, arguments: list[Term], at: str) -> Term:
    known = _definitions().get(name) if isinstance(name, str) else None
    if known is None or len(known["parameters"]) != len(arguments):
        raise bad(at, f"no quantity {str(name)[:40]!r} with {len(arguments)} arguments")
    return put(read_term(known["term"], name), dict(zip(known["parameters"], arguments, strict=True)))


def _divergence(name: Json, closed: Json, first: Json, second: Json, parameters: list[Term], at: str) -> Term:
    if not all(isinstance(row, list) and len(row) >= 2 for row in (first, second)) or len(first) != len(second):
        raise bad(at, "two rows of as many chances")
    if not isinstance(closed, bool) or not isinstance(name, str) or len(parameters) != _PARAMETERS.get(name):
        raise bad(at, f"no divergence {str(name)[:30]!r} with {len(parameters)} parameters")
    rows = [[read_term(chance, at) for chance in row[1:]] for row in (first, second) if read_name(row[0], at)]
    return _FORMULAS[name](list(zip(*rows, strict=True)), closed, *parameters)


def _unless_zero(closed: bool, chance: Term, term: Term) -> Term:
    return ("Piecewise", (ZERO, ("<=", chance, ZERO)), (term, True)) if closed else term


def _log(term: Term) -> Term:
    return call("log", term)


def _hockey_stick(pairs: Pairs, closed: bool, eps: Term) -> Term:
    return add(*(call("Max", sub(p, mul(call("exp", eps), q)), ZERO) for p, q in pairs))


def _tv(pairs: Pairs, closed: bool) -> Term:
    return mul(HALF, add(*(call("Abs", sub(p, q)) for p, q in pairs)))


def _loss_at_least(pairs: Pairs, closed: bool, t: Term) -> Term:
    return add(*(("Piecewise", (p, (">=", p, mul(call("exp", t), q))), (ZERO, True)) for p, q in pairs))


def _renyi(pairs: Pairs, closed: bool, order: Term) -> Term:
    powers = (_unless_zero(closed, p, mul(power(p, order), power(q, sub(ONE, order)))) for p, q in pairs)
    return div(_log(add(*powers)), sub(order, ONE))


def _kl(pairs: Pairs, closed: bool) -> Term:
    return add(*(_unless_zero(closed, p, mul(p, _log(div(p, q)))) for p, q in pairs))


def _renyi_infinite(pairs: Pairs, closed: bool) -> Term:
    return _log(call("Max", *(div(p, q) for p, q in pairs)))


def _chernoff(pairs: Pairs, closed: bool, s: Term) -> Term:
    def both(p: Term, q: Term) -> Term:
        return _unless_zero(closed, p, _unless_zero(closed, q, mul(power(p, s), power(q, sub(ONE, s)))))

    return neg(_log(add(*(both(p, q) for p, q in pairs))))


def _mutual_information(pairs: Pairs, closed: bool, weight: Term) -> Term:
    mixed = [(p, q, add(mul(weight, p), mul(sub(ONE, weight), q))) for p, q in pairs]
    first = (mul(weight, _unless_zero(closed, p, mul(p, _log(div(p, m))))) for p, _, m in mixed)
    return add(*first, *(mul(sub(ONE, weight), _unless_zero(closed, q, mul(q, _log(div(q, m))))) for _, q, m in mixed))


def _greatest(of: Callable[[Term], Term]) -> Term:
    """The greatest value on [0, 1] of a function with its peak inside, at its peak."""
    return of(bind("ArgMax", of(var("@place")), "@place", ZERO, ONE))


_FORMULAS: dict[str, Callable[..., Term]] = {
    "hockey_stick": _hockey_stick, "tv": _tv, "loss_at_least": _loss_at_least, "renyi": _renyi, "kl": _kl, "chernoff": _chernoff,
    "renyi_infinite": _renyi_infinite, "mutual_information": _mutual_information,
    "chernoff_information": lambda pairs, closed: _greatest(lambda s: _chernoff(pairs, closed, s)),
    "capacity": lambda pairs, closed: _greatest(lambda weight: _mutual_information(pairs, closed, weight)),
}  # fmt: skip
_PARAMETERS = {
    "hockey_stick": 1, "tv": 0, "loss_at_least": 1, "renyi": 1, "kl": 0, "chernoff": 1, "renyi_infinite": 0,
    "mutual_information": 1,
    "chernoff_information": 0, "capacity": 0,
}  # fmt: skip
__all__ = ["MINUS", "Fraction", "meaning"]
