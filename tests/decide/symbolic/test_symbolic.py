"""Symbolic proofs: what is proved, and above all what must not be."""

from __future__ import annotations

from typing import Any

import pytest
from small_claims import verdict_of
from sympy import Abs, Derivative, Integral, Max, Min, Piecewise, Rational, Symbol, log, oo, pi, sqrt

from dplemma.decide import objects
from dplemma.lang import (
    All,
    Chain,
    Chi2CDF,
    Chi2SF,
    Chi2SFInv,
    ForAll,
    Held,
    Iff,
    Implies,
    Interval,
    Limit,
    Member,
    Monotone,
    NCChi2SF,
    Not,
    Phi,
    PhiInv,
    Q,
    Region,
    Rel,
    exp,
    phi,
    variables,
)
from dplemma.lang.statements import Statement

x, y, t, p, a, n = variables("x y t p a n")
UNIT, OPEN, POSITIVE, LINE = Interval(0, 1), Interval.open(0, 1), Interval.open(0, oo), Interval(-oo, oo)
R = Rational

PROVED: dict[str, tuple[Statement, dict[str, Any]]] = {
    "identity by expanding": (Rel((x + y) ** 2, "=", x**2 + 2 * x * y + y**2), {"x": LINE, "y": LINE}),
    "reflection": (Rel(Phi(x) + Phi(-x), "=", 1), {"x": LINE}),
    "ratio of exponentials": (Rel(exp(x) * exp(-y), "=", exp(x - y)), {"x": LINE, "y": LINE}),
    "derivative": (Rel(Derivative(Phi(x), x), "=", phi(x)), {"x": LINE}),
    "quantile": (
        Rel(Derivative(Phi(y + PhiInv(x)), x), "=", exp(-(y**2) / 2 - y * PhiInv(x))), {"x": OPEN, "y": POSITIVE},
    ),
    "quantile on one side only": (Rel(Phi(PhiInv(x)), "=", x), {"x": OPEN}),
    "gaussian integral": (Rel(Integral(phi(t - x), (t, -oo, 0)), "=", Phi(-x)), {"x": LINE}),
    "quantile of one side in both": (Rel(Q(-PhiInv(x)), "=", x), {"x": OPEN}),
    "gaussian integral of mixed variance": (
        Rel(Integral(exp(-(x * t**2) / y - (1 - x) * t**2), (t, -oo, oo)), "=", sqrt(pi * y / (x + y - x * y))),
        {"x": OPEN, "y": POSITIVE},
    ),
    "equivalence in exponents": (
        Iff(Rel(exp(-((x - y) ** 2)) / exp(-(x**2)), ">", a), Rel(x, ">", log(a) / (2 * y) + y / 2)),
        {"x": LINE, "y": POSITIVE, "a": POSITIVE},
    ),
    "chi-square, one degree": (
        Rel(Integral(phi(t - y), (t, x, oo)) + Integral(phi(t - y), (t, -oo, -x)), "=", NCChi2SF(x**2, 1, y**2)),
        {"x": POSITIVE, "y": POSITIVE},
    ),
    "chi-square, three degrees": (
        Rel(Integral(phi(t) * exp((t**2 - x**2) / 2), (t, -x, x)), "=", 2 * Phi(x) - 1 - Chi2CDF(x**2, 3)), {"x": POSITIVE},
    ),
    "held parts": (Rel(Chi2SFInv(Held(Chi2SF(x, n)), n), "=", x), {"x": POSITIVE, "n": Interval.integers(1, oo)}),
    "equal exponents": (
        Rel(Integral(phi(t / x) * phi(a - t), (t, -oo, oo)), "=", x * phi(a / sqrt(1 + x**2)) / sqrt(1 + x**2)),
        {"x": POSITIVE, "a": LINE},
    ),
    "order": (Rel(Phi(x), "<", Phi(x + y)), {"x": LINE, "y": POSITIVE}),
    "touching order": (Rel(x**2, ">=", 2 * x - 1), {"x": LINE}),
    "largest": (Rel(Max(x, y), ">=", x), {"x": LINE, "y": LINE}),
    "cases": (Rel(Max(x, y) + Min(x, y), "=", x + y), {"x": LINE, "y": LINE}),
    "absolute values": (Chain(-y, "<=", Abs(x) - Abs(x - y), "<=", y), {"x": LINE, "y": POSITIVE}),
    "product of exponentials": (Rel(exp(Abs(x)) * exp(-Abs(x - y)), "<=", exp(y)), {"x": LINE, "y": POSITIVE}),
    "logarithm of a condition": (
        Iff(Rel(exp(2 * x - y), ">=", t), Rel(x, ">=", log(t) / 2 + y / 2)), {"x": LINE, "y": LINE, "t": POSITIVE},
    ),
    "chain": (Chain(0, "<", Phi(x), "<", 1), {"x": LINE}),
    "conjunction": (All(Rel(x, ">=", 0), Rel(x + 1, ">", 0)), {"x": UNIT}),
    "implication": (Implies(Rel(x, "<=", y), Rel(x + 1, "<=", y + 1)), {"x": LINE, "y": LINE}),
    "equivalence": (Iff(Rel(Phi(x), "<=", Phi(y)), Rel(x, "<=", y)), {"x": LINE, "y": LINE}),
    "monotone": (Monotone(Phi(x / sqrt(2)), x, "increasing"), {"x": LINE}),
    "for all": (ForAll({"y": POSITIVE}, Rel(x + y, ">", x)), {"x": LINE}),
    "member": (Member((Phi(x),), (OPEN,)), {"x": LINE}),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "region"), [pytest.param(*c, id=n) for n, c in PROVED.items()])
def test_proved(statement: Statement, region: dict[str, Any]) -> None:
    verdict = verdict_of(statement, **region)
    assert (verdict.verdict, verdict.engine) == ("proved", "symbolic")
    assert verdict.form
    assert verdict.witness


TINY = R(1, 10**5)
# Each is false somewhere, most of them only where no search looks. None may pass as a fact.
FALSE: dict[str, tuple[Statement, dict[str, Any]]] = {
    "chi-square of the wrong degrees": (Rel(2 * Q(x), "=", Chi2SF(x**2, 3)), {"x": POSITIVE}),
    "chi-square, shifted once": (Rel(Q(x - y), "=", NCChi2SF(x**2, 1, y**2)), {"x": POSITIVE, "y": POSITIVE}),
    "constants deep in the tail": (Rel(x + Phi(-40), ">=", x + Phi(-39)), {"x": OPEN}),
    "constants in the tail": (Rel(x + Q(12), ">", Q(11) + x), {"x": OPEN}),
    "strict where it touches": (Rel((x - R(1, 7)) ** 2, ">", 0), {"x": UNIT}),
    "strict where it touches, irrational": (Rel((x**2 - R(1, 2)) ** 2, ">", 0), {"x": UNIT}),
    "strict at a closed end": (Rel(x * exp(x), ">", 0), {"x": UNIT}),
    "different at one point": (Rel((x - R(1, 7)) ** 2, "!=", 0), {"x": UNIT}),
    "removable hole": (Rel((x**2 - R(1, 49)) / (x - R(1, 7)), "=", x + R(1, 7)), {"x": UNIT}),
    "pole": (Rel(1 / (x - R(1, 7)) - 1 / (x + R(6, 7)), "=", 1 / ((x - R(1, 7)) * (x + R(6, 7)))), {"x": UNIT}),
    "pole, positive": (Rel(1 / (x - R(1, 7)) ** 2, ">", 0), {"x": UNIT}),
    "logarithms near the edge": (Rel(log(x - TINY), "<=", log(x)), {"x": POSITIVE}),
    "logarithm near the edge": (Rel(log(x - TINY), "<", exp(x)), {"x": POSITIVE}),
    "quantile beyond one": (Rel(PhiInv(p), "<", PhiInv(p + R(1, 10**7))), {"p": OPEN}),
    "condition of an undefined side": (Iff(Rel(log(x - TINY), "<=", 0), Rel(x - TINY, "<=", 1)), {"x": POSITIVE}),
    "condition in exponents of an undefined side": (
        Iff(Rel(exp(x), ">", y - TINY), Rel(x, ">", log(y - TINY))), {"x": LINE, "y": POSITIVE},
    ),
    "condition cancelled": (Iff(Rel((x**2 - R(1, 49)) / (x - R(1, 7)), ">", 1), Rel(x + R(1, 7), ">", 1)), {"x": POSITIVE}),
    "condition with a double zero": (Iff(Rel(x * (x - R(1, 7)) ** 2, ">", 0), Rel(x, ">", 0)), {"x": POSITIVE}),
    "monotone but for a jump": (
        Monotone(Piecewise((x, x < R(1, 7)), (x - R(1, 10**6), True)), x, "increasing"), {"x": Interval(0, 2)},
    ),
    "monotone beyond its domain": (Monotone(log(x - TINY), x, "increasing"), {"x": POSITIVE}),
    "limit for all but one parameter": (Limit(x**2 / (a - R(1, 7)), x, 0, 0), {"a": UNIT}),
    "limit that depends on a sign": (Limit(exp(-a * x), x, oo, 0), {"a": Interval(-1, 1)}),
    "divergent integral": (Rel(Integral(exp(-(x - TINY) * t), (t, 0, oo)), "=", 1 / (x - TINY)), {"x": POSITIVE}),
    "root of a square": (Rel(sqrt((x - TINY) ** 2), "=", x - TINY), {"x": POSITIVE}),
    "logarithm of a square": (Rel(log((x - TINY) ** 2), "=", 2 * log(x - TINY)), {"x": POSITIVE}),
    "largest of a smallest": (
        Rel(Max(y, Min(x, x + (x - R(1, 7)) ** 2 - R(1, 10**9))), ">=", x), {"x": OPEN, "y": Interval(-2, -1)},
    ),
    "negation, pointwise": (Not(All(Rel(x, ">", R(1, 2)), Rel(x, "<", 1))), {"x": Interval(0, 3)}),
    "negation of an alternative": (Not(Implies(Rel(x, ">", 1), Rel(x, ">", 2))), {"x": Interval(0, 3)}),
    "double negation": (Not(Not(Rel(x, "<", 1))), {"x": Interval(0, 3)}),
    "integer step taken for a real one": (Rel((n - R(3, 2)) ** 2, ">=", R(1, 2)), {"n": Interval.integers(-9, 9)}),
    "reversed": (Rel(Phi(x), ">", Phi(x + y)), {"x": LINE, "y": POSITIVE}),
    "premise too weak": (Implies(Rel(x, "<=", y), Rel(x**2, "<=", y**2)), {"x": LINE, "y": LINE}),
    "absolute value": (Rel(Abs(x - R(1, 7)), ">", R(1, 10**9)), {"x": UNIT}),
    "absolute values that touch": (Rel(Abs(x) - Abs(x - y), "<", y), {"x": LINE, "y": POSITIVE}),
    "absolute value of one case": (Rel(Abs(x - R(1, 10**7)), "=", x - R(1, 10**7)), {"x": POSITIVE}),
    "logarithm of no condition": (Iff(Rel(exp(x), ">=", y), Rel(x, ">=", log(y + TINY))), {"x": LINE, "y": POSITIVE}),
}  # fmt: skip
STRONG = ("proved", "certified")


@pytest.mark.parametrize(("statement", "region"), [pytest.param(*c, id=n) for n, c in FALSE.items()])
def test_nothing_false_is_proved_or_certified(statement: Statement, region: dict[str, Any]) -> None:
    assert verdict_of(statement, **region).verdict not in STRONG


def test_a_symbol_with_a_sign_of_its_own_proves_nothing_the_region_does_not() -> None:
    """Signs belong to the region. Whether such a symbol is refused or stripped, its sign must not enter a proof."""
    own = Symbol("x", positive=True)
    region = Region(x=Interval.open(R(-1, 10**9), 1))
    assert objects.by_tactics(Rel(own, ">", 0), region) is None


def test_slacks_of_nested_largest_and_smallest_are_kept_apart() -> None:
    """Max(x, Min(y, t)) >= y fails at x = t = 0, y = 1."""
    region = Region(x=LINE, y=LINE, t=LINE)
    assert objects.by_tactics(Rel(Max(x, Min(y, t)), ">=", y), region) is None
    assert objects.by_tactics(Rel(Max(x, Min(y, t)), ">=", x), region) is not None


def test_an_audit_that_balls_cannot_make_is_no_audit() -> None:
    """SymPy finds -2 for the divergent integral of 1/t^2 over (-1, 1) or nothing; balls have no value: never proved."""
    assert verdict_of(Rel(Integral(1 / t**2, (t, -1, 1)) + x, "=", x - 2), x=UNIT).verdict not in STRONG


def test_side_conditions_in_the_variable_stop_a_proof_by_derivative() -> None:
    """On x != 0 the function -1/x has a positive derivative and is not increasing."""
    verdict = verdict_of(Monotone(-1 / x, x, "increasing"), x=LINE, such_that=Rel(x, "!=", 0))
    assert verdict.verdict == "refuted"


def test_a_proof_in_time_is_not_marked() -> None:
    assert not verdict_of(Rel(Phi(x) + Phi(-x), "=", 1), x=LINE).out_of_time
