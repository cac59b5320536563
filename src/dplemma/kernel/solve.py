"""Nodes that bind a variable, at a point: integrals, sums, roots, optima, bounds. Each value is shown to exist.

- `Root(f, (x, a, b))`: f is continuous and strictly monotone on (a, b), by the sign of its slope there, and changes its sign; or
  it has one sign up to a piece on which it is strictly monotone, and the other sign beyond it;
- `ArgMin(f, (x, a, b))`: from a to b the slope of f is first negative, then rises through zero, then positive (`ArgMax` of f is
  `ArgMin` of -f), so the optimum is the only one, and inside;
- `Sup`, `Inf`: f is continuous on [a, b], which is bounded; branch and bound;
- `Integral`: Arb's quadrature on a bounded range; beyond it each term of the integrand is B(t) D(t) with |B| bounded and
  D' / D <= -c < 0, so the tail is at most sup |B| D(L) / c. A finite answer shows convergence.

Main definition: `EVALUATE`. Every answer that cannot be certified is not a number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from flint import arb

from dplemma.arb.ball import NAMES as BALLS
from dplemma.arb.exact import dyadic_fraction
from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.kernel.calculus import derivative, polynomial, smooth
from dplemma.kernel.enclose import Walk, image
from dplemma.kernel.function_values import flagged
from dplemma.kernel.signs import sign, sign_of_slope
from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.term import (
    MAX_POWER_BITS,
    ONE,
    ZERO,
    Rejected,
    Term,
    add,
    call,
    div,
    free,
    mul,
    neg,
    nodes,
    opened,
    power,
    put,
    remembered,
    sub,
    var,
)

_NOTHING = arb.nan()
MOST_PIECES, PIECE_BITS = 600, 96
Outer = Mapping[str, arb]


def _ends(term: Term, outer: Outer) -> tuple[arb, arb]:
    """The ends of the range, infinite ones included."""
    special = {"oo": arb.pos_inf(), "-oo": arb.neg_inf()}
    low, high = (special[end] if end in special else Walk(outer).value(end) for end in term[3:])
    return low, high


def _along(body: Term, x: str, outer: Outer) -> Callable[[Any], Any]:
    def value(t: Any) -> Any:
        try:
            return Walk({**outer, x: t}).value(body)
        except Unsupported:
            if isinstance(t, arb):
                return _NOTHING
            raise

    return value


# -- roots and optima -----------------------------------------------------------------------------------------------------


def _root(term: Term, outer: Outer) -> arb:
    x, body = opened(term, outer)
    low, high = _ends(term, outer)
    if smooth(body, x) and pattern(body, x, outer, low, high) in ("<", ">"):
        return _inside(low, high, BALLS["root"](_along(body, x, outer), _along(derivative(body, x), x, outer), low, high))
    return _inside(low, high, _crossed(body, x, outer, low, high))


def _inside(low: arb, high: arb, found: arb) -> arb:
    """What was found, if it lies between the ends and not on them."""
    return found if low < found and found < high else _NOTHING


def _crossed(body: Term, x: str, outer: Outer, low: arb, high: arb) -> arb:
    """A function that need not be monotone: of one sign up to a piece on which it crosses zero, and of the other beyond it."""
    runs = _runs(body, x, tuple(_around(outer, x, low, high).intervals.items()))
    if "".join(sign_ for sign_, _ in runs) not in (">f<", ">f", "f<", "<r>", "<r", "r>"):
        return _NOTHING
    steep = next(piece for sign_, piece in runs if sign_ in "fr")
    return BALLS["root"](_along(body, x, outer), _along(derivative(body, x), x, outer), steep.lo, steep.hi)


def _without_jumps(body: Term, x: str) -> bool:
    """A function of x that is smooth but for corners."""
    corners = ("Abs", "Max", "Min", "Add", "Mul", "Sum")
    return all(smooth(node, x) or node[0] in corners for node in nodes(body) if isinstance(node, tuple))


def of_one_sign(body: Term, x: str, region: Region) -> bool:
    """Is the term positive, or negative, on the whole region: by its normal form, or on pieces of the range of x?"""
    if sign(body, region) in ("<", ">"):
        return True
    return [sign_ for sign_, _ in _runs(body, x, tuple(region.intervals.items()))] in (["<"], [">"])


@remembered(4096)
def _runs(body: Term, x: str, intervals: tuple[tuple[str, Interval], ...]) -> list[tuple[str, RealInterval]]:
    """The range of x in order as intervals on which a continuous term is positive or negative, falls ("f") or rises ("r").

    Cut until each piece has a sign of the term or of its slope; none if that takes too many, or if the term may jump or not
    exist. What falls from a negative value or rises to one is negative; likewise for positive ones."""
    if not _without_jumps(body, x) or not _exists_along(body, Region(dict(intervals))):
        return []
    box, slope = {name: _whole(i) for name, i in intervals}, derivative(body, x)
    todo, found = [box[x]], []
    while todo:
        piece = todo.pop()
        here = _sign_on(body, {**box, x: piece}) or {"<": "f", ">": "r", "": ""}[_sign_on(slope, {**box, x: piece})]
        if here:
            found.append((here, piece))
        elif len(found) + len(todo) > MOST_PIECES or piece.is_point():
            return []
        else:
            first, second = piece.split()
            todo += [second, first]
    runs = _joined(found)
    word = f"|{''.join(sign_ for sign_, _ in runs)}|"
    known = (_SIGNED.get(word[n : n + 2]) or _SIGNED.get(word[n + 1 : n + 3]) or word[n + 1] for n in range(len(runs)))
    return _joined([(sign_, piece) for sign_, (_, piece) in zip(known, runs, strict=True)])


_SIGNED = {"<f": "<", ">r": ">", "r<": "<", "f>": ">"}  # falling from below zero, or rising to below it, and so on


def _joined(pieces: list[tuple[str, RealInterval]]) -> list[tuple[str, RealInterval]]:
    """Neighbours of one sign as one interval."""
    groups = [(sign_, [piece for _, piece in run]) for sign_, run in groupby(pieces, key=lambda found: found[0])]
    return [(sign_, RealInterval(run[0].lo, run[-1].hi)) for sign_, run in groups]


def _least(term: Term, outer: Outer) -> arb:
    x, body = opened(term, outer)
    return _where_least(body if term[0] == "ArgMin" else neg(body), x, term, outer)


def _where_least(body: Term, x: str, term: Term, outer: Outer) -> arb:
    low, high = _ends(term, outer)
    if not smooth(body, x):
        return _NOTHING
    slope = derivative(body, x)
    if not smooth(slope, x) or pattern(body, x, outer, low, high) != "valley":
        return _NOTHING
    return _inside(low, high, BALLS["root"](_along(slope, x, outer), _along(derivative(slope, x), x, outer), low, high))


def pattern(body: Term, x: str, outer: Outer, low: arb, high: arb) -> str:
    """How a smooth function moves on (low, high): ">" slope positive, "<" negative, "valley" first "<", then rising, then ">"."""
    region = _around(outer, x, low, high)
    return _pattern(body, x, tuple(region.intervals.items()))


def _around(outer: Outer, x: str, low: arb, high: arb) -> Region:
    """A box that holds the values of the variables, with x between its ends, those included in the box beyond their rounding."""
    intervals = {}
    for name, value in outer.items():
        if not value.is_finite():
            raise Unsupported(f"{name} has no value")
        intervals[name] = Interval(_rational(value.lower()), _rational(value.upper()), False, False)
    lowest = _rational(low.lower()) if low.is_finite() else None
    intervals[x] = Interval(lowest, _rational(high.upper()) if high.is_finite() else None)
    return Region(intervals)


def _rational(end: arb) -> Fraction:
    """The number that an exact ball is, of so many bits only as numbers may have."""
    if abs(int(end.man_exp()[1])) > MAX_POWER_BITS:
        raise Unsupported("a number of too many bits")
    return dyadic_fraction(end)


@remembered(4096)
def _pattern(body: Term, x: str, intervals: tuple[tuple[str, Interval], ...]) -> str:
    region = Region(dict(intervals))
    if not _exists_along(body, region):
        return ""
    slope = derivative(body, x)
    known = sign_of_slope(body, x, region)
    if known in ("<", ">") and _exists_along(slope, region):  # a sign says nothing of where a slope is not
        return known
    return _by_pieces(slope, derivative(slope, x) if smooth(slope, x) else None, x, region)


def _exists_along(body: Term, region: Region) -> bool:
    """On the whole range: a slope alone does not see a pole, nor that a logarithm has no value."""
    from dplemma.kernel.exists import exists

    exact = {name: i.lo for name, i in region.intervals.items() if i.lo is not None and i.lo == i.hi}
    return exists(put(body, exact), Region({name: i for name, i in region.intervals.items() if name not in exact}))


def _by_pieces(slope: Term, bend: Term | None, x: str, region: Region) -> str:
    """Cut the range until on each piece the slope, or the bend, has a sign; then look at the order of the signs."""
    box = {n: _whole(i) for n, i in region.intervals.items()}
    always_bent = bend is not None and sign(bend, region) == ">" and _exists_along(slope, region)
    todo, found = [box[x]], []
    while todo:
        piece = todo.pop()
        here = _sign_on(slope, {**box, x: piece})
        if not here and (always_bent or (bend is not None and _sign_on(bend, {**box, x: piece}) == ">")):
            here = "v"
        if here:
            found.append(here)
        elif len(found) + len(todo) > MOST_PIECES or piece.is_point():
            return ""
        else:
            first, second = piece.split()
            todo += [second, first]
    word = "".join(sign_ for n, sign_ in enumerate(found) if n == 0 or found[n - 1] != sign_)
    return {"<": "<", ">": ">"}.get(word, "valley" if word in ("<v>", "v", "<v", "v>") else "")


def _whole(interval: Interval) -> RealInterval:
    return RealInterval.from_fractions(interval.lo, interval.hi, interval.lo_open, interval.hi_open)


def _sign_on(term: Term, box: Mapping[str, RealInterval]) -> str:
    value = image(term, box, PIECE_BITS)
    if value is None or flagged(value):
        return ""
    return ">" if value.is_positive() else "<" if value.is_negative() else ""


# -- bounds -----------------------------------------------------------------------------------------------------------


def _greatest(term: Term, outer: Outer) -> arb:
    """Of what may jump, the bound over the open range need not be that over the closed one."""
    from dplemma.kernel.exists import continuous

    x, body = opened(term, outer)
    low, high = _ends(term, outer)
    if not low < high or not continuous(body):
        return _NOTHING
    return BALLS["sup" if term[0] == "Sup" else "inf"](_along(body, x, outer), low, high)


# -- integrals ----------------------------------------------------------------------------------------------------------------


def _integral(term: Term, outer: Outer) -> arb:
    x, body = opened(term, outer)
    low_term, high_term = term[3:]
    if low_term == high_term and low_term in ("oo", "-oo"):
        return _NOTHING
    if low_term == "oo" or high_term == "-oo":
        return -_integral(("Integral", term[1], term[2], high_term, low_term), outer)
    x, body, low_term, high_term = straightened(x, body, low_term, high_term)
    low, high = (None if end in ("oo", "-oo") else Walk(outer).value(end) for end in (low_term, high_term))
    tails = [] if low is not None and high is not None else [_decay(part, x, outer) for part in summands(body)]
    return BALLS["integral"](_along(body, x, outer), low, high, tails)


def straightened(x: str, body: Term, low: Term, high: Term) -> tuple[str, Term, Term, Term]:
    """Where the quantile of the variable occurs, x = Phi(z) is put in: dx = phi(z) dz."""
    quantiles = {node for node in nodes(body) if isinstance(node, tuple) and node[0] in ("PhiInv", "QInv")}
    if not any(node[1] in (var(x), sub(ONE, var(x)), ("Add", ONE, ("Mul", Fraction(-1), var(x)))) for node in quantiles):
        return x, body, low, high
    z = x + "z"
    while z in free(body):
        z += "z"
    ends = ("-oo" if low == ZERO else call("PhiInv", low), "oo" if high == ONE else call("PhiInv", high))
    inner = _cancelled(put(body, {x: call("Phi", var(z))}), z)
    return z, mul(inner, call("phi", var(z))), *ends


def _cancelled(term: Term, z: str) -> Term:
    """PhiInv(Phi(z)) = z and PhiInv(1 - Phi(z)) = -z."""
    if not isinstance(term, tuple) or term[0] == "var":
        return term
    cdf = call("Phi", var(z))
    if term[0] in ("PhiInv", "QInv") and term[1] == cdf:
        return var(z) if term[0] == "PhiInv" else neg(var(z))
    if term[0] in ("PhiInv", "QInv") and term[1] in (sub(ONE, cdf), add(neg(cdf), ONE)):
        return neg(var(z)) if term[0] == "PhiInv" else var(z)
    if term[0] in ("Piecewise", "Derivative", "Integral", "Root", "ArgMin", "ArgMax", "Sup", "Inf", "Sum"):
        return term
    return (term[0], *(_cancelled(part, z) for part in term[1:]))


def summands(body: Term) -> list[Term]:
    """The terms of a sum, products of a sum with factors, and small powers of sums, multiplied out."""
    if _is_power_of_sum(body):
        return summands(("Mul", *[body[1]] * int(body[2])))
    if not isinstance(body, tuple) or body[0] not in ("Add", "Mul"):
        return [body]
    if body[0] == "Add":
        return [part for term in body[1:] for part in summands(term)]
    products: list[Term] = [ONE]
    for factor in body[1:]:
        parts = summands(factor)
        products = [mul(*_factors(product), *_factors(part)) for product in products for part in parts]
        if len(products) > 64:
            return [body]
    return products


def _is_power_of_sum(term: Term) -> bool:
    return (
        isinstance(term, tuple)
        and term[0] == "Pow"
        and isinstance(term[1], tuple)
        and term[1][0] == "Add"
        and term[2] in (2, 3, 4)
    )


def _factors(term: Term) -> tuple[Term, ...]:
    return term[1:] if isinstance(term, tuple) and term[0] == "Mul" else (term,)


def _decay(term: Term, x: str, outer: Outer) -> tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], Any]]:
    """A term of the integrand as a bounded factor, a positive decaying one and the logarithmic derivative of the latter."""
    bounded, falling, slopes = [], [], []
    for factor in _factors(term):
        slope = _log_slope(factor, x)
        (bounded if slope is None else falling).append(factor)
        slopes += [] if slope is None else [slope]
    return _along(mul(*bounded), x, outer), _along(mul(*falling), x, outer), _along(add(*slopes), x, outer)


def _log_slope(factor: Term, x: str) -> Term | None:
    """f'/f of an exponential, a density or a power of a term; None for anything else, for what does not move, and for what may
    jump: its slope does not see by how much."""
    from dplemma.kernel.exists import continuous

    if x not in free(factor) or not continuous(factor):
        return None
    if factor[0] == "exp":
        parts = polynomial(factor[1], x, 2)  # one occurrence of the variable, or intervals would cancel nothing
        if parts is None:
            return derivative(factor[1], x)
        return add(*parts[1:2], *(mul(Fraction(2), part, var(x)) for part in parts[2:]))
    if factor[0] == "phi":
        return neg(mul(factor[1], derivative(factor[1], x)))
    if factor[0] == "var":
        return power(factor, Fraction(-1))
    if factor[0] == "Pow" and x not in free(factor[2]):
        return mul(factor[2], div(derivative(factor[1], x), factor[1]))
    if factor[0] == "Pow" and x not in free(factor[1]):
        return mul(call("log", factor[1]), derivative(factor[2], x))
    return None


def _guarded(evaluate: Callable[[Term, Outer], arb]) -> Callable[[Term, Outer], arb]:
    def call_(term: Term, outer: Outer) -> arb:
        try:
            return evaluate(term, outer)
        except (OutOfBudget, Rejected, Unsupported):
            return _NOTHING

    return call_


EVALUATE: dict[str, Callable[[Term, Outer], arb]] = {
    name: _guarded(function) for name, function in {
        "Root": _root, "ArgMin": _least, "ArgMax": _least, "Sup": _greatest, "Inf": _greatest, "Integral": _integral,
    }.items()
}  # fmt: skip
