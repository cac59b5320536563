"""Signs of rational functions, read off their coefficients.

Main definition: `positive_by_coefficients(expr, strict, region)`.

Each variable is measured from a bound that the region gives it: x = a + s above a, x = b - s below b, x = (a + b s)/(1 + s)
between a and b, with s >= 0. A bound may be a polynomial in other variables. Bounds that are not used are forgotten, which only
enlarges the region. If then all coefficients are positive, so is the function.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Dummy, Expr, Poly, Symbol, fraction, together
from sympy.polys.polyerrors import PolynomialError

from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel

_UPWARD = (">", ">=")
_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
MAX_TERMS = 400


@dataclass(frozen=True)
class _Bound:
    """An end of the range of a variable, and whether it is left out."""

    value: Expr
    strict: bool


_Ranges = dict[Symbol, tuple[_Bound | None, _Bound | None]]


def positive_by_coefficients(expr: Expr, strict: bool, region: Region) -> bool:
    """Whether a rational function is visibly positive (or nonnegative) on the region."""
    if not expr.is_rational_function(*expr.free_symbols):
        return False
    return _shown(expr, strict, _ranges(region), frozenset())


def _shown(expr: Expr, strict: bool, ranges: _Ranges, strictly: frozenset[Symbol]) -> bool:
    variable = _next(expr, ranges)
    if variable is None:
        numerator, denominator = fraction(together(expr))
        return _positive(denominator, True, strictly) and _positive(numerator, strict, strictly)
    low, high = ranges[variable]
    rest = {other: pair for other, pair in ranges.items() if other != variable}
    new = Dummy(f"{variable.name}|s", real=True)
    positive = {new} if all(bound is None or bound.strict for bound in (low, high)) else set()
    if not _shown(expr.subs(variable, _measured(low, high, new)), strict, rest, strictly | positive):
        return False
    if low is None or high is None or high.strict or not strict:
        return True
    return _shown(expr.subs(variable, high.value), strict, rest, strictly)  # for x = b, s would have to be infinite


def _measured(low: _Bound | None, high: _Bound | None, new: Symbol) -> Expr:
    if low is not None and high is not None:
        return (low.value + high.value * new) / (1 + new)
    if low is not None:
        return low.value + new
    assert high is not None  # a variable without bounds has no range
    return high.value - new


def _ranges(region: Region) -> _Ranges:
    """Two bounds for each variable, one of which may be missing; side conditions before the ends of the interval."""
    found: _Ranges = {}
    for name, interval in region.intervals.items():
        variable = Symbol(name, real=True)
        low, high = _end(interval, low=True), _end(interval, low=False)
        for condition in region.such_that:
            if isinstance(condition, Rel) and condition.rel in _MIRROR:
                lhs, rel, rhs = condition.lhs, condition.rel, condition.rhs
                if not isinstance(lhs, Symbol):
                    lhs, rel, rhs = rhs, _MIRROR[rel], lhs
                if lhs == variable and rhs.is_polynomial() and variable not in rhs.free_symbols:
                    bound = _Bound(rhs, rel in ("<", ">"))
                    low, high = (bound, high) if rel in _UPWARD else (low, bound)
        if low is not None or high is not None:
            found[variable] = (low, high)
    return found


def _end(interval: Interval, *, low: bool) -> _Bound | None:
    end, is_open = (interval.lo, interval.lo_open) if low else (interval.hi, interval.hi_open)
    return None if end is None else _Bound(rational_of(end), is_open)


def _next(expr: Expr, ranges: _Ranges) -> Symbol | None:
    """A variable of the expression that stands in no bound of the others that are still to be replaced."""
    waiting = sorted((v for v in ranges if v in expr.free_symbols), key=lambda v: v.name)
    for variable in waiting:
        others = (bound for other in waiting if other != variable for bound in ranges[other] if bound is not None)
        if not any(variable in bound.value.free_symbols for bound in others):
            return variable
    return None


def _positive(expr: Expr, strict: bool, strictly: frozenset[Symbol]) -> bool:
    """A polynomial in nonnegative variables with nonnegative coefficients; strict if a term has only positive variables."""
    variables = sorted(expr.free_symbols, key=str)
    if not variables:
        return bool(expr > 0 if strict else expr >= 0)
    if any(not isinstance(v, Dummy) for v in variables):
        return False  # a variable without a bound
    try:
        poly = Poly(expr, *variables)
    except PolynomialError:
        return False
    terms = poly.terms()
    if len(terms) > MAX_TERMS or not all(c.is_Rational and c > 0 for _, c in terms):
        return poly.is_zero and not strict
    return not strict or any(all(k == 0 or v in strictly for v, k in zip(variables, powers, strict=True)) for powers, _ in terms)
