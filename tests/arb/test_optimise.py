"""Least upper bounds by branch and bound: the supremum lies inside, whatever the boxes allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flint import arb, fmpq
from sympy import Expr, binomial, gamma

from dplemma.arb.optimise import supremum
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.lang import Inf, Root, Sup, variables


@pytest.mark.parametrize("numerator", range(100, 3000, 157))
@pytest.mark.parametrize("boxes", [3, 40])
def test_bounds_that_are_one_double_are_told_apart(numerator: int, boxes: int) -> None:
    """1 + 2^-60 (a t - t^3) has its greatest value 1 + 2^-60 (2a/3) sqrt(a/3) at sqrt(a/3)."""
    with working_precision(128):
        a, small = arb(fmpq(numerator, 1000)), arb(2) ** -60

        def value(t: Any) -> Any:
            return (t * a - t**3) * small + 1

        assert supremum(value, arb(0), arb(1), boxes).contains(1 + small * (2 * a / 3) * (a / 3).sqrt())


PEAKS: dict[str, tuple[Callable[[Any], Any], float, float, Any]] = {
    "inside": (lambda t: t * (arb(1) - t), 0, 1, 0.25),
    "at the lower end": (lambda t: (-t).exp(), 0, 3, 1),
    "at the upper end": (lambda t: t * t * t, -2, 2, 8),
    "below zero": (lambda t: -(t * t) - 3, -1, 2, -3),
    "a constant": (lambda _: arb(5), 0, 1, 5),
    "of a point": (lambda t: t * t, 3, 3, 9),
}


@pytest.mark.parametrize("name", PEAKS)
@pytest.mark.parametrize("boxes", [0, 1, 2, 7, 400])
def test_the_supremum_is_inside(name: str, boxes: int) -> None:
    f, lower, upper, wanted = PEAKS[name]
    with working_precision(40):
        found = supremum(f, arb(lower), arb(upper), boxes)
        assert found.is_finite() and found.contains(arb(wanted))
        assert boxes < 400 or found.rad() < 1e-3


def test_ends_that_are_balls_count_as_their_hull_above_and_as_what_is_certain_below() -> None:
    """Of t on [0, 1 +- 1/4] the supremum may be anything from 3/4 to 5/4."""
    found = supremum(lambda t: t, arb(0), arb(1, 0.25), 200)
    assert found.contains(arb(0.75)) and found.contains(arb(1.25)) and found.rad() < 0.26
    falling = supremum(lambda t: -t, arb(0, 0.25), arb(1), 200)
    assert falling.contains(arb(-0.25)) and falling.contains(arb(0.25)) and falling.rad() < 0.26


@pytest.mark.parametrize("ends", [(arb.neg_inf(), arb(1)), (arb(0), arb.pos_inf()), (arb.nan(), arb(1))])
def test_an_unbounded_range_is_refused(ends: tuple[arb, arb]) -> None:
    with pytest.raises(OutOfBudget, match="bounded interval"):
        supremum(lambda t: t, *ends)


@pytest.mark.parametrize("f", [lambda t: (t - arb(0.5)).sqrt(), lambda t: (-t).exp() * t.log()])
def test_a_function_that_is_not_defined_everywhere_is_refused(f: Callable[[Any], Any]) -> None:
    with pytest.raises(Unsupported, match="not defined on the whole interval"):
        supremum(lambda t: f(t) if not isinstance(t, arb) else arb(0), arb(0), arb(1))


X, T = variables("x t")


def test_turned_ends_are_refused_in_one_line() -> None:
    with pytest.raises(Unsupported, match="ends are turned"):
        supremum(lambda t: t, arb(1), arb(0))


@pytest.mark.parametrize("inner", [Inf((T - X) ** 2, (T, 0, 1)), Root(T**3 + T - X, (T, -9, 9)), gamma(X + 1), binomial(5, X)])
def test_what_knows_balls_only_is_refused_in_one_line(inner: Expr) -> None:
    with pytest.raises(Unsupported, match=r"(evaluated|enclosed) on intervals"):
        compiled(Sup(inner, (X, 0, 1))).ball({}, 64)


def test_a_supremum_of_what_has_no_value_is_out_of_budget() -> None:
    """A function that does not depend on its argument, and is no number."""
    with pytest.raises(OutOfBudget, match="without a finite value"):
        supremum(lambda _: arb("nan"), arb(0), arb(1))
