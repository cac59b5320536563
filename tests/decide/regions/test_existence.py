"""Where an expression is shown to exist, by the kernel or by boxes, and where it is not: a proof counts only where both sides do.

The second half draws regions and expressions: whatever `defined` accepts has a finite value at points all over the region.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Derivative,
    Expr,
    Function,
    Heaviside,
    Integral,
    Piecewise,
    S,
    Symbol,
    binomial,
    cosh,
    erf,
    erfinv,
    exp,
    factorial,
    floor,
    gamma,
    log,
    oo,
    sign,
    sin,
    sqrt,
    tanh,
)  # fmt: skip

from dplemma.compile.evaluate import compiled
from dplemma.decide.regions.enclosures import defined
from dplemma.ground.domain import undefined_part
from dplemma.lang import (
    NONNEGATIVE,
    POSITIVE,
    REAL,
    UNIT,
    Abs,
    ArgMin,
    Chi2CDF,
    Chi2Inv,
    Chi2PDF,
    Chi2SF,
    Held,
    Interval,
    LaplaceCDF,
    MarcumQHalf,
    Max,
    Mills,
    NCChi2PDF,
    NCChi2SF,
    NCChi2SFInv,
    Phi,
    PhiInv,
    Q,
    QInv,
    Region,
    Rel,
    Root,
    phi,
    variables,
)
from dplemma.lang.mills import MillsDrop, MillsMoment

x, y, p, k, t, n = variables("x y p k t n")


def words(value: Any) -> str:
    return str(value) if isinstance(value, Expr) else value.canonical()


LINE, UP, FROM_0, CHANCE = Region(x=REAL), Region(x=POSITIVE), Region(x=NONNEGATIVE), Region(p=UNIT)
LAWS = Region(x=NONNEGATIVE, y=NONNEGATIVE, k=POSITIVE, p=UNIT)

SHOWN: list[tuple[Expr, Region]] = [
    (Phi(x) + Q(x) + phi(x) + Mills(x) + LaplaceCDF(x) + exp(x) + erf(x) + cosh(x) + tanh(x) + Abs(x), LINE),
    (Max(x, x**2) + Held(x), LINE), (MillsMoment(2, x), LINE), (1 / (1 + x**2), LINE), (x**3, LINE), (1 / x, UP),
    (sqrt(x), FROM_0), (x ** S.Half / (1 + x), FROM_0), (1 / sqrt(x), UP), (x**y, Region(x=POSITIVE, y=REAL)),
    (log(x), UP), (log(1 + x), FROM_0), (gamma(x), UP), (PhiInv(p) + QInv(p), CHANCE), (PhiInv(1 - p / 2), CHANCE),
    (PhiInv(Phi(x) / 2), LINE), (erfinv(p), CHANCE), (log(x - 1), Region(x=Interval.open(1, oo))),
    (Chi2CDF(x, k) + Chi2SF(x, k), LAWS), (NCChi2SF(x, k, y), LAWS), (Chi2Inv(p, k), LAWS), (NCChi2SFInv(p, k, y), LAWS),
    (Chi2PDF(x, k), Region(x=POSITIVE, k=POSITIVE)), (NCChi2PDF(x, k, y), Region(x=POSITIVE, k=POSITIVE, y=NONNEGATIVE)),
    (MarcumQHalf(x, y), Region(x=REAL, y=NONNEGATIVE)), (MillsDrop(0, x, y), Region(x=REAL, y=NONNEGATIVE)),
    (log(x - y), Region(x=REAL, y=REAL, such_that=(Rel(x, ">", y),))), (binomial(5, 2, evaluate=False), LINE),
    (Integral(1 / t, (t, 1, 2)), LINE), (Derivative(log(x), x), UP),
    (MillsMoment(n, x, evaluate=False), Region(x=REAL, n=Interval.integers(0, 5))), (ArgMin(t**2, (t, -1, 1)), LINE),
    # what jumps exists
    (sign(x), LINE), (Heaviside(x), LINE), (Piecewise((x, x > 0), (0, True)), LINE),
    (binomial(x, 2), Region(x=Interval.integers(2, 5))),
]  # fmt: skip
NOT_SHOWN: list[tuple[Expr, Region]] = [
    (1 / x, FROM_0), (1 / x, LINE), (sqrt(x), LINE), (1 / sqrt(x), FROM_0), (x**y, Region(x=REAL, y=REAL)),
    (log(x), FROM_0), (log(x), LINE), (gamma(x), FROM_0), (gamma(x), LINE), (PhiInv(p), Region(p=Interval(0, 1))),
    (PhiInv(p), Region(p=Interval.ropen(0, 1))), (QInv(p), Region(p=Interval.lopen(0, 1))), (PhiInv(2 * p), CHANCE),
    (erfinv(p), Region(p=Interval(0, 1))), (Chi2CDF(x, k), Region(x=REAL, k=POSITIVE)),
    (Chi2CDF(x, k), Region(x=UNIT, k=NONNEGATIVE)),
    (Chi2PDF(x, k), LAWS), (NCChi2PDF(x, k, y), LAWS), (NCChi2SF(x, k, y), Region(x=UNIT, k=UNIT, y=REAL)),
    (Chi2Inv(p, k), Region(p=Interval(0, 1), k=POSITIVE)), (Chi2Inv(p, k), Region(p=UNIT, k=NONNEGATIVE)),
    (MarcumQHalf(x, y), Region(x=REAL, y=REAL)), (MillsDrop(0, x, y), Region(x=REAL, y=REAL)),
    (log(x - y), Region(x=REAL, y=REAL)),
    (log(x - y), Region(x=REAL, y=REAL, such_that=(Rel(x, ">=", y),))),
    (Integral(log(t), (t, -1, 1)), LINE), (Integral(1 / (t - x), (t, 0, 1)), UP), (Integral(t, (t, 0, log(x))), LINE),
    (Derivative(log(x), x), LINE),
    # without a record
    (sin(x), LINE), (floor(x), LINE), (Function("f")(x), LINE), (factorial(x), FROM_0), (Root(t - x, (t, 0, 1)), LINE),
]  # fmt: skip


@pytest.mark.parametrize(("expr", "region"), SHOWN, ids=words)
def test_shown_to_be_defined(expr: Expr, region: Region) -> None:
    assert defined([expr], region) is not None


@pytest.mark.parametrize(("expr", "region"), NOT_SHOWN, ids=words)
def test_not_shown_to_be_defined(expr: Expr, region: Region) -> None:
    assert defined([expr], region) is None
    assert defined([S.One, 1 + 2 * expr], region) is None, "not inside anything either"


@pytest.mark.parametrize(
    ("expr", "at", "says"),
    [
        (log(x), "0", "log(x) needs x > 0"), (log(x), "-1", "log(x) needs x > 0"), (log(x), "1/1000", ""),
        (PhiInv(x), "1", "PhiInv(x) needs x in (0, 1)"),
        (QInv(2 * x), "3/4", "QInv(2*x) needs 2*x in (0, 1)"), (PhiInv(x), "1/2", ""),
        (1 / x, "0", "division by x = 0"), (sqrt(x), "-1", "sqrt(x) needs x >= 0"), (sqrt(x), "0", ""),
        # beyond the domain of these there may be a value, only none that an engine knows
        (gamma(x), "-1/2", ""), (Chi2CDF(x, 2), "-1", ""), (MarcumQHalf(1, x), "-1", ""), (Chi2Inv(x, 2), "0", ""),
    ],
    ids=str,
)  # fmt: skip
def test_undefined_is_said_only_where_it_is_certain(expr: Expr, at: str, says: str) -> None:
    assert undefined_part(expr, {"x": Fraction(at)}) == says


# -- drawn expressions --------------------------------------------------------------------------------------------------------

INTERVALS = [REAL, POSITIVE, NONNEGATIVE, UNIT, Interval(0, 1), Interval.open(-1, 1), Interval(1, 3), Interval.open(1, oo)]
PLACES = [Fraction(f) for f in ("-40", "-2", "-1", "-999/1000", "-1/3", "0", "1/1000", "1/2", "999/1000", "1", "2", "3", "40")]
UNARY = (log, sqrt, PhiInv, QInv, Phi, Mills, gamma, exp, erf, lambda u: 1 / u, lambda u: 1 - u, lambda u: u**2, lambda u: -u)


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    unary = st.tuples(st.sampled_from(UNARY), inner).map(lambda pair: pair[0](pair[1]))
    binary = st.tuples(inner, inner).flatmap(lambda pair: st.sampled_from([pair[0] + pair[1], pair[0] * pair[1]]))
    return st.one_of(unary, binary)


EXPRESSIONS = st.recursive(st.sampled_from([x, x, 1 + x, 2 * x, S.Half]), _larger, max_leaves=3)


@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS, st.sampled_from(INTERVALS))
def test_what_is_shown_to_be_defined_is_never_seen_to_be_undefined(expr: Any, interval: Interval) -> None:
    if expr.has(S.NaN, S.ComplexInfinity, oo, -oo) or Symbol("x", real=True) not in expr.free_symbols or expr.count_ops() > 12:
        return
    if defined([expr], Region(x=interval)) is not None:
        for place in PLACES:
            if place in interval:
                assert undefined_part(expr, {"x": place}) == ""
                assert not compiled(expr).ball({"x": place}, 128).is_nan(), (expr, interval, place)
