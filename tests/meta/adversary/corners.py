"""Mixed slopes of what has one slope only, branches at single points, and branches and sums over a bound variable."""

from __future__ import annotations

from sympy import Abs, Derivative, Eq, Expr, Integral, Ne, Piecewise, Rational, Sum, exp, log

from dplemma.lang import Interval, LaplaceCDF, Phi, Rel, phi

from .known import Dice, Known, case, family, n, partial, t, x, y


def beside(dice: Dice, r: Rational) -> Interval:
    """A closed interval above a number, at a small distance from it."""
    low = r + dice.tiny(1, 6)
    return Interval(low, low + dice.positive())


@family
def mixed_slopes(dice: Dice) -> Known:
    """d/dx d/dy f(x + y - r): on one side of the corner of the first slope it is known, across the corner there is none."""
    r, c = dice.rational(-2, 2), dice.positive()
    z = x + y - r
    body, second = dice.choice((
        (c * LaplaceCDF(z), -c * exp(-z) / 2),
        (Integral(c * Abs(t), (t, -9, z)), c),
        (c * Phi(z), -c * z * phi(z)),
        (Integral(exp(c * t), (t, -9, z)), c * exp(c * z)),
    ))  # fmt: skip
    slope = Derivative(body, y, x)
    if body.has(LaplaceCDF, Abs) and dice.random() < 0.5:
        return partial("the first slope has a corner at x = r", Rel(slope, "<=", c + 1), x=dice.around(r), y=Interval(0, 0))
    truth = dice.truth()
    statement = Rel(slope, dice.choice(("=", "<=")), second - (0 if truth else dice.tiny()))
    return case(truth, "known on this side of the corner", statement, x=beside(dice, r), y=Interval(0, 1))


def single(dice: Dice, f: Expr, r: Rational, value: Expr) -> Expr:
    """f with another value at r."""
    return dice.choice((Piecewise((value, Eq(x, r)), (f, True)), Piecewise((f, Ne(x, r)), (value, True))))


@family
def single_points(dice: Dice) -> Known:
    """A bound that one point alone may break, or that is asked for at a pole beside the point that is left out."""
    r, m = dice.rational(-2, 2), dice.positive()
    f = dice.choice((m + (x - r) ** 2, m * exp((x - r) ** 2), m + Abs(x - r)))
    if dice.random() < 0.3:
        beside_ = r + dice.tiny(1, 6)
        f = 1 / (x - beside_) ** 2
        return partial("the pole is not the point that is left out", Rel(single(dice, f, r, 1), ">", 0), x=dice.around(r))
    truth = dice.truth()
    value = m + (1 if truth else -1) * dice.tiny()
    return case(truth, "m or more but for one value", Rel(single(dice, f, r, value), ">=", m), x=dice.around(r))


@family
def bound_branches(dice: Dice) -> Known:
    """Integrals and sums over branches in the variable that is bound."""
    r, c = dice.rational(0, 1) / 2 + Rational(1, 4), dice.positive()
    if dice.random() < 0.3:
        node = dice.choice((
            Integral(Piecewise((c * t, t < r)), (t, 0, 1)), Sum(c / (n - 2), (n, 0, 5)), Sum(log(n - c), (n, 0, 4)),
            Integral(c / (t - r), (t, 0, 1)),
        ))  # fmt: skip
        return partial("no value at a place of the range", Rel(node, "<=", 99))
    node, value = dice.choice((
        (Integral(Piecewise((c * t, t < r), (c * r, True)), (t, 0, 1)), c * (r - r**2 / 2)),
        (Integral(c * Abs(t - r), (t, 0, 1)), c * (r**2 + (1 - r) ** 2) / 2),
        (Sum(Piecewise((c, n < 2), (1, True)), (n, 0, 5)), 2 * c + 4),
    ))  # fmt: skip
    truth = dice.truth()
    return case(truth, "by its pieces", Rel(node, "<=", value + (1 if truth else -1) * dice.tiny(3, 6)))
