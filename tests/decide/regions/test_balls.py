"""Whole regions by interval branch and bound: true lemmas are certified, contact and infinite ends included; false ones never."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from must_show import fails_at

from dplemma import Claim, check
from dplemma.arb.intervals import RealInterval
from dplemma.arb.normal import mills_ratio
from dplemma.decide.regions.balls import certify
from dplemma.decide.regions.budget import Budget
from dplemma.formulas import gaussian
from dplemma.lang import (
    Implies,
    Interval,
    Max,
    Mills,
    Monotone,
    Phi,
    Piecewise,
    Q,
    Rational,
    Region,
    Rel,
    Root,
    exp,
    log,
    oo,
    phi,
    pi,
    sqrt,
    variables,
)  # fmt: skip
from dplemma.lang.statements import All, Chain

x, y, mu, eps, t = variables("x y mu eps t")
POSITIVE, REAL = Interval.open(0, oo), Interval("-oo", "oo")


def verdict(statement: Any, **region: Any) -> str | None:
    found = certify(statement, Region(**region), "test").verdict
    return None if found is None else found.verdict


TRUE = {
    "touches at a closed end": (Rel(Q(x) / phi(x), "<=", sqrt(pi / 2)), {"x": Interval(0, 8)}),
    "monotone kernel, unbounded": (Rel(Mills(x), "<=", sqrt(pi / 2)), {"x": Interval(0, oo)}),
    "triple contact": (Rel(Phi(sqrt(pi / 2) * x / 2), ">=", 1 / (1 + exp(-x))), {"x": Interval(0, 8)}),
    "contact inside, found by halving": (Rel(exp(x), ">=", 1 + x), {"x": REAL}),
    "strict, double contact at an open end": (Rel(exp(x), ">", 1 + x), {"x": POSITIVE}),
    "strict, contact at an open end other than 0": (Rel(log(x), "<", x - 1), {"x": Interval.open(1, oo)}),
    "odd contact at an upper end": (Rel((1 - x) ** 3, ">", 0), {"x": Interval.ropen(0, 1)}),
    "even contact at an upper end": (Rel((1 - x) ** 2, ">", 0), {"x": Interval.ropen(0, 1)}),
    "edge of the domain in an open end": (Rel(x * log(x), ">=", -1), {"x": Interval.lopen(0, 1)}),
    "slope at an open end": (Rel(gaussian.tv.definition(mu), "<", mu / 2), {"mu": POSITIVE}),
    "two variables": (Rel(gaussian.delta.definition(eps, mu), ">", 0), {"eps": Interval(0, 3), "mu": Interval(1, 3)}),
    "narrow but true": (Rel((x - Rational(1, 3)) ** 2 + Rational(1, 10**9), ">", 0), {"x": Interval(0, 1)}),
    "chain": (Chain(0, "<=", x**2, "<=", x), {"x": Interval(0, 1)}),
    "all": (All(Rel(x, ">", -1), Rel(x + y, "<=", 3)), {"x": Interval(0, 1), "y": Interval(0, 2)}),
    "kink": (Rel(Max(x, 1 - x), ">=", Rational("0.49")), {"x": Interval(0, 1)}),
    "side condition": (Rel(x, ">", Rational(1, 3)), {"x": Interval(0, 1), "such_that": Rel(x, ">", Rational(1, 2))}),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_lemmas_are_certified(name: str) -> None:
    statement, region = TRUE[name]
    assert verdict(statement, **region) == "certified"


THIRD = Rational(1, 3)
UP_TO_5 = Interval(0, 5)


def root_at(value: Any) -> Any:
    """The value itself, as a root in [0, 1]: beyond 1 there is none."""
    return Root(t - value, (t, 0, 1))


FALSE = {
    "fails between nice points": (Rel((x - THIRD) ** 2, ">=", Rational(1, 10**9)), {"x": Interval(0, 1)}),
    "equality inside a strict claim": (Rel((x - THIRD) ** 2, ">", 0), {"x": Interval(0, 1)}),
    "equality at a closed end": (Rel(x**2, ">", 0), {"x": Interval(0, 1)}),
    "equality at a closed upper end": (Rel((1 - x) ** 3, ">", 0), {"x": Interval(0, 1)}),
    "beyond an odd contact": (Rel((1 - x) ** 3, ">=", 0), {"x": Interval(0, 2)}),
    "sharp constant moved": (Rel(Mills(x), "<=", Rational("1.25")), {"x": Interval(0, oo)}),
    "sharp slope moved": (Rel(gaussian.tv.definition(mu), "<", Rational("0.39") * mu), {"mu": POSITIVE}),
    "pole inside": (Rel(1 / (x - 1) ** 2, ">", 0), {"x": Interval(0, 3)}),
    "undefined at a closed end": (Rel(x * log(x), ">=", -1), {"x": Interval(0, 1)}),
    "infinite at a closed end": (Rel(1 / x**2, ">", 0), {"x": Interval(0, 1)}),
    "logarithm beyond its domain": (Rel(log(x) ** 2, ">=", 0), {"x": Interval(-1, 1)}),
    "only at infinity": (Rel(1 / x, ">=", Rational(1, 10**12)), {"x": Interval(1, oo)}),
    "far out": (Rel(x, "<=", 10**9), {"x": Interval(0, oo)}),
    "side condition too weak": (Rel(x, ">", THIRD), {"x": Interval(0, 1), "such_that": Rel(x, ">", Rational(1, 4))}),
    "a wiggle": (Rel(x**2 * (x - THIRD) ** 2 * (x - 1) ** 2, ">", 0), {"x": Interval.open(0, 1)}),
    "a jump at an open end": (Rel(Piecewise((-1, x > 0), (5, True)), ">", 0), {"x": Interval.lopen(0, 1)}),
    "a jump inside": (Rel(Piecewise((1, x < THIRD), (-1, True)), ">", 0), {"x": Interval(0, 1)}),
    "a root that starts steeply": (Rel(-sqrt(x), ">=", 0), {"x": Interval(0, 1)}),
    "one corner": (Rel(x + y, "<", 2), {"x": Interval(0, 1), "y": Interval(0, 1)}),
    "ordered roots that do not exist": (
        Implies(Rel(x, "<=", y), Rel(root_at(x), "<=", root_at(y))),
        {"x": UP_TO_5, "y": UP_TO_5},
    ),
    "a rising root that does not exist": (Monotone(root_at(x), x, "increasing"), {"x": UP_TO_5}),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_or_undefined_claims_are_not_certified(name: str) -> None:
    statement, region = FALSE[name]
    assert verdict(statement, **region) is None


fractions = st.fractions(min_value=-3, max_value=3, max_denominator=12)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.sampled_from([1, 2]), fractions, fractions, fractions, fractions, st.booleans(), st.booleans(), st.booleans())
def test_a_parabola_is_certified_only_where_it_is_positive(
    a: int, root: Fraction, rise: Fraction, one: Fraction, other: Fraction, strict: bool, low_open: bool, high_open: bool
) -> None:
    """a (x - root)^2 + rise against its exact minimum; what is certified must be true."""
    low, high = min(one, other), max(one, other)
    if low == high:
        return
    region = {"x": Interval(low, high, lo_open=low_open, hi_open=high_open)}
    gap = a * (x - Rational(root.numerator, root.denominator)) ** 2 + Rational(rise.numerator, rise.denominator)
    if verdict(Rel(gap, ">" if strict else ">=", 0), **region) == "certified":
        place = min(max(root, low), high)
        attained = not ((place == low and low_open) or (place == high and high_open))
        least = a * (place - root) ** 2 + rise
        assert least > 0 or (least == 0 and (not strict or not attained))


@pytest.mark.parametrize("name", FALSE)
def test_a_refuting_point_is_one(name: str) -> None:
    """Where the search names a point instead, it lies in the region and mpmath contradicts the claim there."""
    statement, region = FALSE[name]
    point = certify(statement, Region(**region), "test").refuting
    if point is not None:
        assert all(point[n] in interval for n, interval in region.items() if n != "such_that")
        assert "such_that" not in region or not fails_at(region["such_that"], point)
        assert fails_at(statement, point)


def test_points_are_found() -> None:
    """So that the test above is about something."""
    found = [name for name, (statement, region) in FALSE.items() if certify(statement, Region(**region), "test").refuting]
    assert {"fails between nice points", "sharp constant moved", "a jump inside", "one corner"} & set(found)


def test_equality_along_a_curve() -> None:
    assert verdict(Rel(x**2 + y**2, ">=", 2 * x * y), x=Interval(0, 1), y=Interval(0, 1)) == "certified"


def test_out_of_boxes_is_no_verdict() -> None:
    """True, with equality at an irrational point: no halving can settle it; the outcome says what is left open."""
    shifted = x - sqrt(2) / 4
    outcome = certify(Rel(exp(shifted), ">=", 1 + shifted), Region(x=Interval(0, 1)), "test", budget=Budget(boxes=500))
    assert outcome.verdict is None
    assert outcome.refuting is None
    assert outcome.out_of_budget
    assert 0 < outcome.tried <= 500
    assert Fraction(9, 10) < outcome.share < 1
    assert any((lo or 0) ** 2 * 8 <= 1 <= (hi or 0) ** 2 * 8 for lo, hi in (box["x"] for box in outcome.open_boxes))
    assert f"after {outcome.tried} boxes" in outcome.remark()
    assert f"{len(outcome.open_boxes)} boxes open" in outcome.remark()


def test_integers() -> None:
    assert verdict(Rel(x, ">", 0), x=Interval.integers(1, 5)) == "certified"
    assert verdict(Rel((x - Rational(1, 2)) ** 2, ">=", Rational(1, 4)), x=Interval.integers(0, 5)) == "certified"
    assert verdict(Rel((x - 2) ** 2, ">", 0), x=Interval.integers(0, 5)) is None


def test_equalities_are_left_alone() -> None:
    outcome = certify(Rel(x, "=", x), Region(x=Interval(0, 1)), "test")
    assert (outcome.verdict, outcome.refuting, outcome.tried) == (None, None, 0)


def test_through_the_whole_house() -> None:
    """A lemma the symbolic engine cannot do comes back certified by balls, with the number of boxes."""
    lemma = Claim(
        id="mine/logistic", where="notes", kind="inequality", states="Phi dominates the logistic function.",
        lhs=Phi(sqrt(pi / 2) * x / 2), rel=">=", rhs=1 / (1 + exp(-x)), on=Region(x=Interval(0, 8)),
    )  # fmt: skip
    found = check(lemma)
    assert (found.verdict, found.engine) == ("certified", "balls")
    assert "boxes" in found.form
    tighter = Claim(
        id="mine/logistic-1", where="notes", kind="inequality", states="The same with a constant one per cent smaller.",
        lhs=Phi(Rational("0.99") * sqrt(pi / 2) * x / 2), rel=">=", rhs=1 / (1 + exp(-x)), on=Region(x=Interval(0, 8)),
    )  # fmt: skip
    assert check(tighter).verdict == "refuted"


@given(st.floats(-30, 1e6), st.floats(0, 50), st.floats(0, 1))
def test_mills_ratio_of_an_interval(low: float, width: float, share: float) -> None:
    inside = low + share * width
    image = RealInterval(Fraction(low), Fraction(low + width)).mills_ratio()
    assert image.lo <= mills_ratio(arb(inside)).upper()
    assert image.hi >= mills_ratio(arb(inside)).lower()
