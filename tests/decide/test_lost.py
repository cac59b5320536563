"""What SymPy takes out of a root: no verdict is given where the tree may hold less than was written."""

from __future__ import annotations

from typing import Any

import pytest

from dplemma import Claim, Interval, Region
from dplemma.decide.decide import decide_claim
from dplemma.decide.forms import statements_of
from dplemma.decide.lost import what_is_lost
from dplemma.formulas import quantities
from dplemma.lang import (
    Abs,
    ForAll,
    Held,
    Implies,
    Integral,
    Limit,
    Max,
    Monotone,
    Phi,
    Piecewise,
    Rational,
    Rel,
    Root,
    Sum,
    exp,
    log,
    oo,
    sqrt,
    variables,
)  # fmt: skip
from dplemma.lang.statements import Statement

x, y, t = variables("x y t")
UNIT, BOTH, POINT = Interval(0, 1), Interval(-1, 1), Interval(0, 0)
LOST = (
    sqrt(x**2 * y), (Abs(x) * y) ** Rational(1, 3), sqrt(Max(x, 0) * y), (x**2 * y) ** Rational(3, 2),
    (-(x**2)) ** Rational(1, 4), x * sqrt(x**4 * y), sqrt(x) * sqrt(x**4 * y), sqrt((x**2 + y**2) * y), sqrt(x**2 * y) / y,
    sqrt(x**2 / y), sqrt(Abs(x) * y * (y - 1)), exp(-sqrt(x**2 * y)), Sum(sqrt(x**2 * y) ** t, (t, 1, 3)),
    Integral(sqrt(t**2 * y), (t, -1, x)), sqrt((t - 1) ** 2 * y).subs(t, x),
)  # fmt: skip
KEPT = (
    sqrt(4 * y), sqrt(exp(x) * y), sqrt(Phi(x) * y), x * sqrt(y), sqrt(x) * sqrt(y), sqrt(x**2 * y**2), sqrt(x**2 * (1 + y)),
    1 / sqrt(x**2 * y), sqrt((2 + x) ** 2 * y), Piecewise((sqrt(x**2 * y), y >= 0), (1, True)),
    Piecewise((1, y < 0), (sqrt(x**2 * y), True)), Integral(sqrt(x**2 * t), (t, 0, 1)), Integral(sqrt(x**2 * t), (t, 1, oo)),
    Root(t - sqrt(x**2 * t) - 1, (t, 1, 9)),
)  # fmt: skip


def _on(holds: Statement, **on: Any) -> Any:
    region = Region(**{"x": BOTH, "y": BOTH, **on})
    return decide_claim(Claim(id="test/lost", where="", kind="equivalence", states="", holds=holds, on=region))


@pytest.mark.parametrize("expr", LOST, ids=str)
def test_a_root_that_was_taken_apart_is_found(expr: Any) -> None:
    region = Region(x=BOTH, y=BOTH)
    assert "SymPy writes a root as" in what_is_lost(Rel(expr, "<=", 5), region)
    assert "SymPy writes a root as" in what_is_lost(Rel(y, "<=", 5), Region(such_that=Rel(expr, "<=", 5), x=BOTH, y=BOTH))


@pytest.mark.parametrize("expr", KEPT, ids=str)
def test_what_lost_nothing_is_let_through(expr: Any) -> None:
    assert what_is_lost(Rel(expr, "<=", 5), Region(x=BOTH, y=BOTH)) == ""


@pytest.mark.parametrize("expr", [sqrt(x**2 * y), x * sqrt(x**4 * y), sqrt(Max(x, 0) * y)], ids=str)
def test_a_region_without_such_points_is_enough(expr: Any) -> None:
    less = Rel(expr, "<=", 5)
    assert what_is_lost(less, Region(x=BOTH, y=UNIT)) == ""
    assert what_is_lost(less, Region(x=Interval.lopen(0, 1), y=BOTH)) == ""
    assert what_is_lost(less, Region(such_that=Rel(y, ">=", 0), x=BOTH, y=BOTH)) == ""
    assert what_is_lost(Implies(Rel(y, ">=", 0), less), Region(x=BOTH, y=BOTH)) == ""
    assert what_is_lost(Rel(y, ">=", 0), Region(such_that=less, x=BOTH, y=UNIT)) == ""
    assert what_is_lost(ForAll({"y": UNIT}, less), Region(x=BOTH)) == ""


def test_a_condition_does_not_vouch_for_itself() -> None:
    """That sqrt(y)*Abs(x) exists says that y >= 0, which is the very thing that is asked."""
    less = Rel(sqrt(x**2 * y), "<=", 1)
    assert what_is_lost(Rel(sqrt(y), ">=", 0), Region(such_that=less, x=BOTH, y=BOTH))
    assert what_is_lost(Implies(less, Rel(y, ">=", 0)), Region(x=BOTH, y=BOTH))
    assert what_is_lost(less, Region(such_that=[less, Rel(sqrt(y), ">=", 0)], x=BOTH, y=BOTH)) == ""


def test_an_integral_that_runs_backwards_says_nothing_of_the_order() -> None:
    assert what_is_lost(Rel(Integral(sqrt(x**2 * t), (t, 1, -1)), "<=", 5), Region(x=BOTH))


def test_a_limit_is_about_a_neighbourhood() -> None:
    region = Region(y=BOTH)
    assert what_is_lost(Limit(sqrt(y**2 * x), x, oo, oo), region) == ""
    assert what_is_lost(Limit(sqrt(y**2 * x), x, 0, 0, "+"), region) == ""
    assert what_is_lost(Limit(sqrt(y**2 * x), x, 0, 0, "-"), region)
    assert what_is_lost(Limit(sqrt(y**2 * x), x, -oo, 0), region)


def test_the_line_says_what_would_be_right() -> None:
    assert what_is_lost(Rel(sqrt(x**2 * y), "<=", 1), Region(x=BOTH, y=BOTH)) == (
        "SymPy writes a root as sqrt(y)*Abs(x), which has no value where Abs(x) = 0 and y < 0, while what was written may have "
        "one; say y >= 0 in the region, or put what is under the root into Held(...), or the root itself if the product is meant"
    )


def test_a_product_that_was_written_as_one_is_the_same_tree() -> None:
    """So it gets no verdict either, unless its root is held."""
    for factor in (1, x, exp(x), x**2 + 1):
        assert factor * sqrt(x**4 * y) == factor * x**2 * sqrt(y)
    assert sqrt(x**4 * y**3) == x**2 * sqrt(y**3) and (x**6 * y) ** Rational(1, 3) == x**2 * y ** Rational(1, 3)
    assert _on(Rel(x**2 * sqrt(y), "<=", 5)).verdict == "undecided"
    found = _on(Rel(x**2 * Held(sqrt(y)), "<=", 5), x=POINT)
    assert found.verdict == "refuted" and found.counterexample.kind == "undefined"
    assert _on(Rel(sqrt(Held(x**4 * y)), "<=", 5), x=POINT).verdict == "proved"


@pytest.mark.parametrize(
    ("holds", "such_that", "wanted"),
    [
        (Rel(sqrt(y), ">=", 0), Rel(sqrt(Held(x**2 * y)), "<=", 1), "refuted"),  # at (0, -1)
        (Rel(y, ">=", 0), Rel(sqrt(Held(x**2 * y)), "<=", 1), "refuted"),
        (Rel(x, ">", 0), Rel(exp(Held(log(x))), ">=", -1), "confirmed"),
        (Rel(x, ">=", 0), Rel(Held(sqrt(x)) ** 2, ">=", -1), "confirmed"),
        (Rel(x, "!=", 0), Rel(x * Held(1 / x), ">", 0), "confirmed"),
    ],
    ids=str,
)
def test_what_is_held_stays_as_it_was_written(holds: Statement, such_that: Statement, wanted: str) -> None:
    """Nothing is lost, and nothing won: exp(log(x)) exists for x > 0 only."""
    assert _on(holds, such_that=such_that).verdict == wanted
    assert _on(Rel(sqrt(Held(x**2 * y)), ">=", 0), x=POINT).verdict == "proved"


@pytest.mark.parametrize(
    ("holds", "on"),
    [
        (Rel(sqrt(y), ">=", 0), {"such_that": Rel(sqrt(x**2 * y), "<=", 1)}),  # no value at (0, -1), where the root is 0
        (Rel(y, ">=", 0), {"such_that": Rel(sqrt(x**2 * y), "=", 0), "x": POINT}),  # false at (0, -1)
        (Rel(sqrt(x**2 * y), ">=", 0), {"x": POINT}),  # true: 0 >= 0
        (Rel((-(x**2)) ** Rational(1, 4), "=", 0), {"x": POINT}),  # true: 0 = 0
        (Rel(sqrt(-(x**2)), "=", 0), {"x": POINT}),  # the same, where SymPy writes the imaginary unit
        (Rel(Piecewise((5, sqrt(x**2 * y) <= 0), (1, True)), "<=", 1), {"x": POINT, "y": Interval(-1, Rational(-1, 2))}),  # false
        (Monotone(Abs(y), y, "increasing"), {"such_that": Rel(sqrt(x**2 * y), "<=", 0)}),  # false at x = 0
    ],
    ids=str,
)  # fmt: skip
def test_no_verdict_is_given_on_less_than_was_written(holds: Statement, on: dict[str, Any]) -> None:
    assert _on(holds, **on).verdict == "undecided"


def test_the_definitions_of_quantities_lose_nothing() -> None:
    for quantity in quantities().values():
        symbols = [variables(name) for name in quantity.params]
        given = [] if quantity.such_that is None else list(statements_of(quantity.such_that(*symbols)))
        body = quantity.definition(*symbols)
        assert what_is_lost(Rel(body, "=", body), Region(such_that=given, **dict(quantity.params))) == "", quantity.name
