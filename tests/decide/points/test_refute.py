"""The search for contrary facts: every way to refute, and no refutation of what is true."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from small_claims import verdict_of
from sympy import Abs, Max, Min, Piecewise, Rational, log, oo, prod, sqrt

from dplemma.decide import pointwise
from dplemma.decide.points.refute import judge
from dplemma.lang import (
    Algorithm,
    Chain,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Inference,
    Interval,
    Limit,
    Mechanism,
    Member,
    Monotone,
    Not,
    Number,
    Obligations,
    Phi,
    PhiInv,
    Printed,
    Region,
    Rel,
    Set,
    exp,
    variables,
)
from dplemma.lang.nodes import Root
from dplemma.lang.statements import Statement
from dplemma.ledger.verdict import Counterexample, Verdict

x, y, p, q, eps = variables("x y p q eps")
UNIT, OPEN, POSITIVE, LINE = Interval(0, 1), Interval.open(0, 1), Interval.open(0, oo), Interval(-oo, oo)
R = Rational

REFUTED: dict[str, tuple[Statement, dict[str, Any], str]] = {
    "relation": (Rel(x**2, ">=", x), {"x": POSITIVE}, "relation"),
    "chain": (Chain(0, "<=", x, "<=", R(1, 2)), {"x": UNIT}, "relation"),
    "implication": (Implies(Rel(x, ">", y), Rel(x**2, ">", y**2)), {"x": LINE, "y": LINE}, "relation"),
    "either": (Either(Rel(x, "<", R(1, 3)), Rel(x, ">", R(2, 3))), {"x": UNIT}, "relation"),
    "undefined by division": (Rel(1 / (x - 1), ">=", -5), {"x": Interval(1, 2)}, "undefined"),
    "undefined by logarithm": (Rel(log(x), "<=", x), {"x": Interval(0, 5)}, "undefined"),
    "undefined by root": (Rel(sqrt(x - 1), ">=", 0), {"x": UNIT}, "undefined"),
    "undefined by quantile": (Rel(PhiInv(x), "=", PhiInv(x)), {"x": UNIT}, "undefined"),
    "undefined at a fraction": (Rel((x - R(4, 9)) ** -2, ">", 0), {"x": LINE}, "undefined"),
    "undefined beyond a branch": (Rel(Piecewise((1 + x, x < 2)), ">", 0), {"x": Interval(0, 3)}, "undefined"),
    "undefined between branches": (Rel(Piecewise((1, x < R(17, 7)), (2, x > R(17, 7))), ">", 0), {"x": LINE}, "undefined"),
    "undefined by a little": (Rel(sqrt(2 - x**2 - y**2), ">=", 0), {"x": Interval(-1, 1 + R(1, 10**9)), "y": UNIT}, "undefined"),
    "undefined where it is compared": (Iff(Rel(log(x), "<=", 1), Rel(2 * log(x), "<=", 2)), {"x": Interval(0, 5)}, "undefined"),
    "no root": (Rel(Root(x - 2 - y, (x, 0, 1)), "<=", 5), {"y": UNIT}, "undefined"),
    "several roots": (Rel(Root(x**3 + 3 * x**2 - x - 3, (x, -5, 3)), "<=", 3 + y), {"y": UNIT}, "undefined"),
    "undefined conclusion": (Implies(Rel(x, ">", 0), Rel(log(-x), "<", 1)), {"x": LINE}, "undefined"),
    "two points": (Monotone(x**2, x, "increasing"), {"x": LINE}, "two-points"),
    "two points, flat": (Monotone(Max(x, 1), x, "increasing"), {"x": Interval(0, 2)}, "two-points"),
    "limit": (Limit(Phi(x), x, oo, R(1, 2)), {}, "limit"),
    "limit, infinite": (Limit(exp(x), x, oo, 1), {}, "limit"),
    "limit, side": (Limit(1 / x, x, 0, -oo), {}, "limit"),
    "equivalence": (Iff(Rel(x, "<", 1), Rel(x**2, "<", 1)), {"x": LINE}, "equivalence"),
    "inference": (Inference((Rel(x, ">=", 0),), Rel(x, "<", R(1, 2)), "unit"), {"x": UNIT}, "inference"),
    "contrary, no such value": (Exists({"x": UNIT}, Rel(x**2, "<", 0)), {}, "contrary"),
    "contrary, of a region": (Not(Monotone(exp(x), x, "increasing")), {"x": UNIT}, "contrary"),
    "shape": (Member((x, y), (UNIT,)), {"x": UNIT, "y": UNIT}, "shape"),
    "member": (Member((x, x + 1), (UNIT, UNIT)), {"x": OPEN}, "relation"),
    "for all": (ForAll({"y": UNIT}, Rel(y, "<=", x)), {"x": OPEN}, "relation"),
    "number": (Number(Phi(1), Printed("0.85")), {}, "relation"),
    "trace": (Algorithm(Set(y, x * x), Rel(y, ">=", x)), {"x": UNIT}, "trace"),
}


@pytest.mark.parametrize(("statement", "region", "kind"), [pytest.param(*c, id=n) for n, c in REFUTED.items()])
def test_every_way_to_refute(statement: Statement, region: dict[str, Any], kind: str) -> None:
    verdict = verdict_of(statement, **region)
    assert verdict.verdict == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.kind == kind
    assert "\n" not in verdict.counterexample.note


def test_equal_sides_contradict_a_strict_relation() -> None:
    equal = Rel(Phi(x) + Phi(-x), "<", 1)
    verdict = verdict_of(equal, x=LINE)
    assert verdict.verdict == "refuted"
    for rel in ("<", "!=", ">"):
        verdict = verdict_of(Rel((sqrt(2) + sqrt(3)) ** 2 + exp(x), rel, 5 + 2 * sqrt(6) + exp(x)), x=Interval(1, 2))
        assert verdict.counterexample is not None
        assert verdict.counterexample.kind == "contrary"


def test_a_failed_obligation_is_named() -> None:
    verdict = verdict_of(Obligations(defined=Rel(x, ">=", 0), is_small=Rel(x, "<", R(1, 2))), x=UNIT)
    assert verdict.counterexample is not None
    assert verdict.counterexample.note.startswith("obligation 'is small' fails: ")


def test_a_finite_mechanism_is_shown_in_full() -> None:
    verdict = verdict_of(Rel(p, "<=", exp(eps) * q), p=OPEN, q=OPEN, eps=UNIT, mechanism=Mechanism.binary(p, q))
    found = verdict.counterexample
    assert found is not None and found.mechanism is not None
    assert (verdict.engine, found.kind) == ("finite", "mechanism")
    assert sum(map(R, found.mechanism["P"])) == 1
    assert sum(map(R, found.mechanism["Q"])) == 1
    assert found.mechanism["P"][0] == found.point["p"]


def test_a_counterexample_satisfies_the_side_conditions() -> None:
    verdict = verdict_of(Rel(x, "<", y), x=UNIT, y=UNIT, such_that=Rel(x + y, ">", R(3, 2)))
    assert verdict.counterexample is not None
    at_x, at_y = (R(verdict.counterexample.point[n]) for n in "xy")
    assert at_x + at_y > R(3, 2)
    assert at_x >= at_y


def test_the_decimals_shown_contradict_each_other() -> None:
    found = verdict_of(Rel(exp(x), "<=", 1 + x), x=Interval(1, 2)).counterexample
    assert found is not None and found.lhs is not None and found.rhs is not None
    at = R(found.point["x"])
    assert float(found.lhs) > float(found.rhs)
    assert abs(float(found.lhs) - float(exp(at))) < 1e-14
    assert abs(float(found.rhs) - float(1 + at)) < 1e-14


# True statements with a branch, or a side, that does not exist where it is not looked at.
TRUE = {
    "branch not taken": (
        Iff(Rel(sqrt(3 + 2 * sqrt(2)) + Piecewise((0, x <= 1), (1 / (x - 1), True)), ">=", 1 + sqrt(2)), Rel(x, ">=", 0)),
        {"x": Interval(0, 2)},
    ),
    "branch not taken, weakly": (Rel(Piecewise((0, x <= 0), (x * log(x), True)), ">=", -1), {"x": UNIT}),
    "premise false where the conclusion is undefined": (Implies(Rel(x, ">", 0), Rel(log(x), "<", x)), {"x": Interval(-1, 5)}),
    "touching": (Rel(x**2, ">=", 2 * x - 1), {"x": LINE}),
    "hidden equality": (Rel(sqrt(3 + 2 * sqrt(2)) * x, "<=", (1 + sqrt(2)) * x), {"x": UNIT}),
    "integers": (Rel((x - R(1, 2)) ** 2, ">=", R(1, 4)), {"x": Interval.integers(-9, 9)}),
    "iff": (Iff(Rel(exp(x), ">", 1), Rel(x, ">", 0)), {"x": LINE}),
}


@pytest.mark.parametrize(("statement", "region"), [pytest.param(*c, id=n) for n, c in TRUE.items()])
def test_what_is_true_is_not_refuted(statement: Statement, region: dict[str, Any]) -> None:
    verdict = verdict_of(statement, **region)
    assert verdict.verdict != "refuted", verdict.counterexample


# False, but true (or equal) at every simple point: integers, halves, quarters, tenths, thirds and closed ends.
KNOTS = [R(n, 4) for n in range(0, 5)] + [R(1, 10), R(9, 10), R(1, 3), R(1, 100), R(99, 100), R(1, 1000), R(999, 1000)]
WAVE = prod(x - knot for knot in KNOTS)
SLY: dict[str, tuple[Statement, dict[str, Any]]] = {
    "wave above": (Rel(x + WAVE, "<=", x), {"x": UNIT}),
    "wave below": (Rel(exp(x) + WAVE, ">=", exp(x)), {"x": UNIT}),
    "wave equal": (Rel(x + WAVE, "=", x), {"x": UNIT}),
    "wave in the exponent": (Rel(exp(10**6 * WAVE), "=", 1), {"x": UNIT}),
    "dip of width 1/10": (Rel((x - R(3, 7)) ** 2, ">=", R(1, 400)), {"x": UNIT}),
    "dip of width 1/100": (Rel((x - R(3, 7)) ** 2, ">=", R(1, 40000)), {"x": UNIT}),
    "dip of width 1/1000": (Rel((x - R(3, 7)) ** 2 + 1, ">=", 1 + R(1, 4 * 10**6)), {"x": UNIT}),
    "cubic between integers": (Rel(x * (x - 1) * (x - 2) * (x - 3) * (x - 5) * (x - 10), "=", 0), {"x": Interval(0, 10)}),
    "integers only": (Rel(x**2, ">=", x), {"x": Interval(0, 20)}),
    "distance to a line": (Rel((x - y) ** 2 * (x + y - 1) ** 2, ">", R(1, 10**9)), {"x": OPEN, "y": Interval.open(1, 2)}),
    "bump": (Rel(Max(Abs(x - R(3, 7)), R(1, 20)), "=", Abs(x - R(3, 7))), {"x": UNIT}),
    "two bumps": (Rel(Min(Abs(x - R(3, 7)), Abs(x - R(5, 7))), ">=", R(1, 200)), {"x": UNIT}),
}  # fmt: skip


@pytest.mark.parametrize(("statement", "region"), [pytest.param(*c, id=n) for n, c in SLY.items()])
def test_false_but_true_at_simple_points(statement: Statement, region: dict[str, Any]) -> None:
    assert verdict_of(statement, **region).verdict == "refuted"


@pytest.mark.parametrize("number", range(8))
def test_a_point_the_first_search_misses_refutes_and_is_no_error(number: int) -> None:
    """The region where it fails has one part in fifty; whichever search meets it, the claim is refuted or stays open."""
    bump = Rel(Max(Abs(x - R(1, 7)), R(1, 100)), "=", Abs(x - R(1, 7)))
    assert verdict_of(bump, x=UNIT, id=f"demo/bump-{number}").verdict in ("refuted", "confirmed")


def test_a_bound_variable_hides_a_variable_of_the_region() -> None:
    hidden = ForAll({"x": Interval(0, 2)}, Rel(x, "<=", 1))
    assert verdict_of(hidden, x=UNIT, such_that=Rel(x, "<", R(1, 2))).verdict not in ("proved", "certified")


# -- the kernel's word -----------------------------------------------------------------------------------------------------


def at(value: int) -> Counterexample:
    return Counterexample(kind="relation", point={"x": str(value)}, note="")


def found_at(monkeypatch: pytest.MonkeyPatch, *values: int) -> Verdict:
    """The verdict on x < 5 on [0, 100], if the search says that it fails at these places."""
    monkeypatch.setattr(pointwise, "contrary_points", lambda *_: map(at, values))
    return verdict_of(Rel(x, "<", 5), x=Interval(0, 100))


def test_a_point_that_the_kernel_does_not_confirm_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = found_at(monkeypatch, 1, 2, 7, 8)
    assert verdict.verdict == "refuted"
    assert verdict.counterexample is not None and verdict.counterexample.point == {"x": "7"}


def test_the_kernel_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    places = iter([*[1] * pointwise.TRIED_POINTS, 7])
    monkeypatch.setattr(pointwise, "contrary_points", lambda *_: map(at, places))
    assert verdict_of(Rel(x, "<", 5), x=Interval(0, 100)).verdict == "undecided"
    assert list(places) == [7]


def test_a_point_that_cannot_be_shown_is_none() -> None:
    huge = Fraction(10) ** 5000  # str() refuses so many digits
    region = Region(x=POSITIVE)
    assert judge(Rel(x, "<", 5), region, {"x": huge}, None) is None
    assert judge(Rel(x, "<", 5), region, {"x": 1 / huge + 6}, None) is None
    assert judge(Rel(x, "<", 5), region, {"x": Fraction(6)}, None) is not None


def test_both_points_of_a_pair_meet_the_side_conditions() -> None:
    """6 x - x^2 rises up to 3; the second point, too, must be one with x^3 < 27."""
    hill = Monotone(6 * x - x**2, x, "increasing")
    assert verdict_of(hill, x=Interval(0, 12), such_that=Rel(x**3, "<", 27)).verdict == "proved"
    assert verdict_of(hill, x=Interval(0, 12), such_that=Rel(x**3, "<", 28)).verdict not in ("proved", "certified")
