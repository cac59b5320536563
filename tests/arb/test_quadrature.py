"""Integrals over balls: the value lies inside, tails are bounded from above, and an end that has no value gives none."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import acb, arb, ctx
from meeting import meet
from sympy import Expr, Heaviside, Integral, Piecewise, exp, log, oo

from dplemma.arb import quadrature
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.arb.quadrature import Tail, integral
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.lang.functions import variables
from dplemma.lang.nodes import ArgMin, Root, Sup

x, t, u = variables("x t u")


@pytest.fixture(autouse=True)
def _precision():
    with working_precision(120):
        yield


@pytest.mark.parametrize(
    "ends", [(arb.nan(), arb(1)), (arb(0), arb.nan()), (arb.nan(), None), (None, arb.nan()), (arb.pos_inf(), None)]
)
def test_an_end_without_a_value_gives_none(ends: tuple[arb | None, arb | None]) -> None:
    assert not integral(lambda _: arb(1), *ends, tails=[]).is_finite()


def test_the_same_on_a_tape() -> None:
    tape = compiled(Integral(exp(-t), (t, log(x), oo)))
    assert not tape.ball({"x": Fraction(-1)}, 64).is_finite()
    assert meet(tape.ball({"x": Fraction(2)}, 64), arb(1) / 2)


def one(_: Any) -> arb:
    return arb(1)


def bell(u: Any) -> Any:
    return (u * u * -1).exp()


BELL: list[Tail] = [(one, bell, lambda u: u * -2)]
UP: list[Tail] = [(one, lambda u: (-u).exp(), lambda _: arb(-1))]
DOWN: list[Tail] = [(one, lambda u: u.exp(), lambda _: arb(1))]
SLOW: list[Tail] = [(one, lambda u: (u * u * arb(-0.0001)).exp(), lambda u: u * arb(-0.0002))]

# integrand, ends, tails, value
RANGES: dict[str, tuple[Callable[[Any], Any], arb | None, arb | None, list[Tail], Callable[[], arb]]] = {
    "finite": (lambda u: u.exp(), arb(-1), arb(2), [], lambda: arb(2).exp() - arb(-1).exp()),
    "backwards": (lambda u: u.exp(), arb(2), arb(-1), [], lambda: arb(-1).exp() - arb(2).exp()),
    "up": (lambda u: (-u).exp(), arb(0.5), None, UP, lambda: arb(-0.5).exp()),
    "up from far left": (lambda u: (-u).exp(), arb(-20), None, UP, lambda: arb(20).exp()),
    "up from far right": (lambda u: (-u).exp(), arb(300), None, UP, lambda: arb(-300).exp()),
    "down": (lambda u: u.exp(), None, arb(0.5), DOWN, lambda: arb(0.5).exp()),
    "down from far left": (lambda u: u.exp(), None, arb(-300), DOWN, lambda: arb(-300).exp()),
    "down from far right": (lambda u: u.exp(), None, arb(20), DOWN, lambda: arb(20).exp()),
    "both": (bell, None, None, BELL, lambda: arb.pi().sqrt()),
    "both, wide": (lambda u: (u * u * arb(-0.0001)).exp(), None, None, SLOW, lambda: (arb.pi() / arb(0.0001)).sqrt()),
}


@pytest.mark.parametrize("name", RANGES)
def test_the_value_is_inside(name: str) -> None:
    body, lower, upper, tails, wanted = RANGES[name]
    found = integral(body, lower, upper, tails)
    assert found.rad() < (abs(found.mid()) + 1) * arb(2) ** -90
    assert meet(found, wanted())


# -- tails ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("cut", [0.5, 1, 3, 10])
def test_a_bound_of_a_tail_is_above_it_and_not_far(cut: float, sign: int) -> None:
    """Of the bell: e^(-L^2)/(2L), and the tail is sqrt(pi)/2 erfc(L)."""
    bound = quadrature._tail_bound(BELL, arb(cut), sign)
    tail = arb.pi().sqrt() / 2 * arb(cut).erfc()
    assert bound is not None and bound > tail
    assert abs(bound * 2 * cut * (arb(cut) * cut).exp() - 1) < arb(2) ** -100


def test_the_bounds_of_all_terms_are_added_with_their_bounded_factors() -> None:
    tails: list[Tail] = [(lambda _: arb(-3), *UP[0][1:]), (lambda u: 1 / u, *UP[0][1:])]
    bound = quadrature._tail_bound(tails, arb(2), 1)
    wanted = (3 + arb(0.5)) * arb(-2).exp()
    assert bound is not None and bound >= wanted and bound - wanted < arb(2) ** -100


REFUSED: dict[str, Tail] = {
    "it grows": (one, lambda u: u.exp(), lambda _: arb(1)),
    "it stays": (one, lambda u: u * 0 + 1, lambda _: arb(0)),
    "its slope tends to 0": (one, lambda u: 1 / u, lambda u: -1 / u),
    "its factor is not bounded": (lambda u: u, *UP[0][1:]),
    "its factor has a pole": (lambda u: 1 / (u - 5), *UP[0][1:]),
    "its factor has a pole at the cut": (lambda u: 1 / (u - 2), *UP[0][1:]),
    "its factor is not defined everywhere": (lambda u: (u - 5).sqrt() / u, *UP[0][1:]),
    "its factor is bounded and not defined everywhere": (lambda u: (u - 5).sqrt().tanh(), *UP[0][1:]),
    "its factor is bounded and has no value at the cut": (lambda u: (-1 / (u - 2)).exp(), *UP[0][1:]),
    "its slope is negative and not defined everywhere": (one, UP[0][1], lambda u: -2 - (u - 5).sqrt().tanh()),
    "its slope is negative and has no value at the cut": (one, UP[0][1], lambda u: -2 - (-1 / (u - 2)).exp()),
    "its slope has a pole": (one, UP[0][1], lambda u: -2 - 1 / (u - 5)),
    "its slope has a pole at the cut": (one, UP[0][1], lambda u: -2 - 1 / (u - 2)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_where_no_decay_is_certain_there_is_no_bound(name: str) -> None:
    assert quadrature._tail_bound([REFUSED[name]], arb(2), 1) is None
    assert quadrature._tail_bound([UP[0], REFUSED[name]], arb(2), 1) is None


def test_on_the_left_the_slope_must_be_positive() -> None:
    assert quadrature._tail_bound(DOWN, arb(2), -1) is not None
    assert quadrature._tail_bound(UP, arb(2), -1) is None
    assert quadrature._tail_bound(DOWN, arb(2), 1) is None


@pytest.mark.parametrize(("tails", "sign"), [(BELL, 1), (BELL, -1), (UP, 1), (DOWN, -1), (SLOW, 1)])
def test_what_is_cut_off_is_negligible(tails: list[Tail], sign: int) -> None:
    negligible = arb(2) ** -80
    cut, bound = quadrature._cut(tails, arb(1.5), sign, negligible)
    assert cut >= 1.5 and cut.is_exact() and bound < negligible
    assert meet(bound, quadrature._tail_bound(tails, cut, sign) or arb.nan())
    shorter = quadrature._tail_bound(tails, (cut * arb(0.6)).mid(), sign)
    assert cut == 1.5 or shorter is None or not shorter < negligible


def test_without_decay_there_is_no_cut() -> None:
    with pytest.raises(OutOfBudget, match="no decay"):
        integral(lambda u: u, arb(0), None, [REFUSED["it grows"]])


def test_the_error_of_both_tails_is_in_the_ball(monkeypatch: pytest.MonkeyPatch) -> None:
    """With cuts far too early the tails are nearly all there is, and the value still lies inside."""
    monkeypatch.setattr(quadrature, "_cut", lambda tails, start, sign, _: (start, quadrature._tail_bound(tails, start, sign)))
    half = arb.pi().sqrt() / 2
    for lower, upper, wanted in ((None, None, 2 * half), (arb(0), None, half), (None, arb(0), half)):
        found = integral(bell, lower, upper, BELL)
        assert meet(found, wanted) and found.rad() > 0.05
    far = integral(bell, None, arb(-2), BELL)
    assert meet(far, half * arb(2).erfc()) and far.rad() > arb(10) ** -6


def test_a_tail_begins_beyond_the_other_end(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = []

    def watched(tails: Any, start: arb, sign: int, negligible: arb) -> tuple[arb, arb]:
        starts.append((float(start), sign, negligible == arb(2) ** (-ctx.prec - 4)))
        return arb(start.upper()), arb(0)

    monkeypatch.setattr(quadrature, "_cut", watched)
    for lower, upper in ((arb(7), None), (arb(-7), None), (None, arb(7)), (None, arb(-7)), (None, None)):
        integral(one, lower, upper, BELL)
    assert starts == [(8, 1, True), (1, 1, True), (1, -1, True), (8, -1, True), (1, 1, True), (1, -1, True)]


def test_what_an_integrand_refuses_is_told_once() -> None:
    calls = []

    def refuses(u: Any) -> Any:
        calls.append(u)
        raise Unsupported("not here")

    with pytest.raises(Unsupported, match="not here"):
        integral(refuses, arb(0), arb(1), [])
    assert len(calls) == 1


def test_an_integrand_is_called_with_complex_balls_inside_and_intervals_outside() -> None:
    inside, outside = set(), set()

    def body(u: Any) -> Any:
        inside.add(type(u))
        return (-u).exp()

    def bounded(u: Any) -> arb:
        outside.add(type(u))
        return arb(1)

    integral(body, arb(0), None, [(bounded, *UP[0][1:])])
    assert (inside, outside) == ({acb}, {RealInterval})


# -- jumps ------------------------------------------------------------------------------------------------------------------

STEP = Piecewise((1, t < x), (2, True))


@pytest.mark.parametrize("jump", [STEP, Piecewise((1, t <= x), (2, t > x)), Heaviside(t - x), 1 + Heaviside(x - t)])
def test_an_integral_across_a_jump_has_no_value(jump: Expr) -> None:
    """The hull of constant branches is no value of an analytic function: 2 came out where 8/5 is right."""
    assert not compiled(Integral(jump, (t, 0, 1))).ball({"x": Fraction(2, 5)}, 64).is_finite()


@pytest.mark.parametrize(("place", "value"), [(Fraction(-1), 2), (Fraction(2), 1)])
def test_an_integral_on_one_side_of_a_jump_has_one(place: Fraction, value: int) -> None:
    ball = compiled(Integral(STEP, (t, 0, 1))).ball({"x": place}, 64)
    assert meet(ball, arb(value))


def test_a_condition_on_a_parameter_is_no_jump() -> None:
    ball = compiled(Integral(Piecewise((t, x < 1), (2, True)), (t, 0, 1))).ball({"x": Fraction(2, 5)}, 64)
    assert meet(ball, arb(1) / 2)


@pytest.mark.parametrize("inner", [Root(u - t, (u, 0, 2)), Sup(u * t, (u, 0, 2)), ArgMin((u - t) ** 2, (u, -1, 2))])
def test_a_root_or_an_optimum_under_an_integral_is_refused(inner: Expr) -> None:
    with pytest.raises(Unsupported, match="root or an optimum"):
        compiled(Integral(inner, (t, 0, 1)))


@pytest.mark.parametrize("inner", [Integral(u * t, (u, 0, 1)), Integral(1 / u, (u, t, 2 * t))])
def test_an_integral_under_a_supremum_is_refused(inner: Expr) -> None:
    with pytest.raises(Unsupported, match="integral under a supremum"):
        compiled(Sup(inner, (t, 0, 1)))


def test_an_integral_that_does_not_move_with_the_supremum_has_a_value() -> None:
    assert meet(compiled(Sup(t * Integral(u * x, (u, 0, 1)), (t, 0, 1))).ball({"x": Fraction(4)}, 64), arb(2))


def test_a_root_that_does_not_move_is_a_factor() -> None:
    ball = compiled(Integral(t * Root(u - x, (u, 0, 2)), (t, 0, 1))).ball({"x": Fraction(1, 2)}, 64)
    assert meet(ball, arb(1) / 4)
