"""What a tape says: no name of another scope, no factor lost, no domain widened; and what has no value says so."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from meeting import meet
from mpmath import mp, mpf
from sympy import Add, Eq, Expr, Float, Integral, Max, Mul, Piecewise, Pow, Rational, S, Sum, Symbol, exp, log, oo, pi, sqrt

from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.compile.evaluate import Tape, compiled, decimal, enclose
from dplemma.lang.functions import Phi, Q, phi, variables
from dplemma.lang.mills import MillsDrop, MillsMoment
from dplemma.lang.nodes import ArgMin, Inf, Root, Sup

x, y, z, t, u = variables("x y z t u")
AT = {"x": Fraction(3, 2), "y": Fraction(7, 5), "z": Fraction(5, 3)}
X, Y, Z = (arb(value.numerator) / value.denominator for value in AT.values())


def value(expr: Any, **at: Fraction) -> arb:
    return compiled(S(expr), ("x", "y", "z")).ball({**AT, **at}, 64)


VALUES: dict[str, tuple[Expr, arb]] = {
    "two factors below": (x / (y * z), X / (Y * Z)),
    "three factors below": (2 / (x * y * z), 2 / (X * Y * Z)),
    "a minus above, two below": (-x / (y * z), -(X / (Y * Z))),
    "nothing above": (1 / (y * z), 1 / (Y * Z)),
    "a minus and nothing above": (-1 / (y * z), -1 / (Y * Z)),
    "a number above": (Rational(3, 7) / y, arb(3) / 7 / Y),
    "only minus signs": (-x - y - z, -X - Y - Z),
    "minus and plus": (x - y - z + 5, X - Y - Z + 5),
    "a number less": (x - 5, X - 5),
    "coefficients alike": (3 * x - 3 * y + 3, 3 * (X - Y + 1)),
    "coefficients unlike": (3 * x - 2 * y + 3, 3 * X - 2 * Y + 3),
    "fractions alike": (x / 7 - y / 7, (X - Y) / 7),
    "powers": (x**2 + y**-1 + z**-3 + x**5, X * X + 1 / Y + Z ** -3 + X**5),
    "roots": (sqrt(x) + 1 / sqrt(y) + z ** Rational(2, 3), X.sqrt() + 1 / Y.sqrt() + Z ** (arb(2) / 3)),
    "a power of variables": (x**y, X**Y),
    "an exponential below": (exp(-x) / (y * exp(z)), (-X - Z).exp() / Y),
    "logarithms": (log(1 + x) + log(x + y) + log(Max(1, x)) + log(x), (1 + X).log() + (X + Y).log() + 2 * X.log()),
    "tails": (Phi(2 * x - 2 * y) + Q(-3 * x), ((Y - X) * 2 / arb(2).sqrt()).erfc() / 2 + (-3 * X / arb(2).sqrt()).erfc() / 2),
    "a density": (phi(3 * x), (-9 * X * X / 2).exp() / (2 * arb.pi()).sqrt()),
    "constants": (pi * exp(1) * x + sqrt(2), arb.pi() * arb(1).exp() * X + arb(2).sqrt()),
    "a sum": (Sum(t**2 * x, (t, 1, 4)), 30 * X),
    "the same variable bound twice": (Sum(t**2 * Sum(t**2, (t, 0, t)), (t, 1, 3)), arb(147)),
    "a bound variable of a name that is free too": (Sum(t * x, (t, 1, 3)) + Sum(t * x**2, (t, 1, 3)), 6 * X + 6 * X * X),
    "two integrals of one variable": (Integral(t * x, (t, 0, 1)) * Integral(t * x, (t, 0, 2)), X * X),
    "a branch with the parts of another": (
        Piecewise((exp(x) + y, x > 2), (exp(x) - y, True)) + exp(x), 2 * X.exp() - Y,
    ),
    "a supremum": (Sup(x * t, (t, 0, 1)), X),
    "an infimum": (Inf(x * t + 1, (t, 0, 1)), arb(1)),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_a_tape_has_the_value_of_its_expression(name: str) -> None:
    expr, wanted = VALUES[name]
    assert meet(value(expr), wanted)


def test_a_bound_variable_is_not_a_free_one_of_its_name() -> None:
    same = Symbol("x", positive=True)
    assert meet(value(Sum(same * y, (same, 1, 3)) + x), 6 * Y + X)
    assert meet(value(Sum(same**2 * x, (same, 1, 3))), 14 * X)
    assert meet(Tape(Symbol("x", positive=True) + 1, ("x",)).ball(AT, 64), X + 1)


@pytest.mark.parametrize("index", range(4))
def test_moments_of_the_mills_ratio_have_a_whole_index(index: int) -> None:
    wanted = Integral(t**index * exp(-x * t - t**2 / 2), (t, 0, oo))
    assert meet(value(MillsMoment(index, x)), value(wanted))
    assert meet(value(MillsDrop(index, x, y)), value(wanted) - value(wanted.subs(x, x + y)))


# -- what has no value ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expr", "at"),
    [
        (Mul(x, Pow(x, -1), 2, evaluate=False), Fraction(0)),
        (Mul(x, Pow(x, -1), evaluate=False), Fraction(0)),
        (Add(2 * log(x), -2 * log(x), evaluate=False), Fraction(-1)),
        (Add(log(x), -log(x), evaluate=False), Fraction(-1)),
        (1 / x, Fraction(0)), (log(x), Fraction(0)), (sqrt(x), Fraction(-1)), (x**-3, Fraction(0)), (1 / sqrt(x), Fraction(0)),
    ],
)  # fmt: skip
def test_nothing_cancels_that_has_no_value(expr: Expr, at: Fraction) -> None:
    assert not value(expr, x=at).is_finite()


REFUSED: list[Any] = [
    lambda: Sum(t * u, (t, 1, 2), (u, 1, 2)), lambda: Integral(x * t, t),
    lambda: Integral(t * u, (t, 0, 1), (u, 0, 1)), lambda: Integral(Root(u - t, (u, 0, 2)), (t, 0, 1)),
    lambda: Integral(Sup(u * t, (u, 0, 2)), (t, 0, 1)), lambda: Integral(ArgMin((u - t) ** 2, (u, -1, 2)), (t, 0, 1)),
    lambda: Piecewise((1, Eq(x, 1)), (2, True)), lambda: Float("0.5") + x, lambda: x + Float("0.5") * y,
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_cannot_be_evaluated_is_refused(number: int) -> None:
    with pytest.raises(Unsupported):
        compiled(REFUSED[number](), ("x", "y", "z"))


def test_a_root_beside_an_integral_is_no_root_under_it() -> None:
    assert meet(value(Integral(t * Root(u - x, (u, 0, 2)), (t, 0, 1))), X / 2)


def test_a_branch_that_never_applies_is_left_out() -> None:
    never = Piecewise((1, S.false), (x, True), evaluate=False)
    assert meet(value(never), X)


# -- precision --------------------------------------------------------------------------------------------------------------


def test_constants_have_the_digits_of_the_carrier() -> None:
    run = compiled(pi * x).at("mpmath", 60)
    with mp.workdps(60):
        assert abs(run(mpf(1)) - mp.pi) < mpf(10) ** -58
    assert compiled(pi * x).ball({"x": Fraction(1)}, 300).rel_accuracy_bits() > 290


def test_what_calls_a_solver_is_costly() -> None:
    assert compiled(Integral(exp(t), (t, 0, x))).costly and compiled(Root(t - x, (t, 0, 9))).costly
    assert not compiled(exp(x) + log(y)).costly


@pytest.mark.parametrize("expr", [oo, -oo, S.Infinity])
def test_infinity_is_no_enclosure(expr: Expr) -> None:
    with pytest.raises(OutOfBudget):
        enclose(S(expr), {}, 10)


@pytest.mark.parametrize("digits", [1, 5, 17, 40, 100])
@pytest.mark.parametrize("expr", [exp(x) - exp(x + Rational(1, 10**20)), log(x) * pi, x / 3, Phi(-20 * x)])
def test_an_enclosure_has_the_digits_that_were_asked_for(expr: Expr, digits: int) -> None:
    ball = enclose(expr, {"x": Fraction(3, 2)}, digits)
    assert ball.rel_accuracy_bits() >= digits * 3.3219


def test_exact_values_need_no_digits() -> None:
    assert enclose(x - Rational(3, 2), {"x": Fraction(3, 2)}, 50) == 0
    assert enclose(x * 2, {"x": Fraction(3, 2)}, 50) == 3


def test_decimals_of_a_ball_are_certain() -> None:
    assert decimal(arb.nan()) == "undefined" and decimal(arb.pos_inf()) == "undefined"
    assert decimal(arb(0)) == "0" and decimal(arb(0.25)).startswith("0.25")
    assert decimal(arb(0, 0.25)).startswith("0 +/- 0.2")
    assert decimal(arb(2, 1e-5), 20) in ("2.000", "2.0000") and decimal(arb(1) / 3, 5) == "0.33333"
