"""Slopes of slopes, conditions that are equalities, and branches and sums over a bound variable. Main definition: `BRANCHES`."""

from __future__ import annotations

from sympy import Abs, Derivative, Eq, Heaviside, Integral, Ne, Piecewise, Rational, Sum, log, sqrt

from dplemma.lang import Interval, LaplaceCDF, Rel

from .by_hand import CLOSED, THIRD, UNIT, WIDE, table
from .known import n, t, x

BRANCHES, true, false, undefined = table()
LAPLACE = Derivative(Derivative(LaplaceCDF(x), x), x, evaluate=False)
ROOTED = Derivative(sqrt(x**2 + 2 * x + 1), x)
BELOW = Piecewise((t, t < THIRD))
STEP = Integral(Heaviside(t), (t, -2, x))

# -- slopes of slopes

undefined("slope of a slope at its corner", "e^-|x|/2 has no slope at 0", lambda: Rel(LAPLACE, "<=", 1), x=CLOSED)
undefined("slope of the integral of a step", "it jumps at 0", lambda: Rel(Derivative(STEP, x), ">=", 0), x=CLOSED)
undefined(
    "slope of the root of a square",
    "|x + 1| at -1",
    lambda: Rel(Derivative(sqrt(x**2 + 2 * x + 1), x), "<=", 1),
    x=Interval(-2, 0),
)
true("slope of the root of a square", "x + 1", lambda: Rel(Derivative(sqrt(x**2 + 2 * x + 1), x), "=", 1), x=UNIT)
true(
    "slope of the integral of an absolute value",
    "|x|",
    lambda: Rel(Derivative(Integral(Abs(t), (t, -2, x)), x), "=", Abs(x)),
    x=CLOSED,
)

# -- branches at single points

false("one point left out", "0 at 1/3", lambda: Rel(Piecewise((0, Eq(x, THIRD)), (1, True)), ">", 0), x=UNIT)
false(
    "one point below",
    "-1 at 3/4",
    lambda: Rel((x**2 - 2) ** 2 + Piecewise((-9, Eq(x, Rational(3, 4))), (0, True)), ">=", 0),
    x=WIDE,
)
true(
    "a pole that is a branch of its own",
    "25 or a square",
    lambda: Rel(Piecewise((1 / (x - THIRD), Ne(x, THIRD)), (5, True)) ** 2, ">", 0),
    x=UNIT,
)
undefined(
    "a pole beside the branch",
    "1/0 at 1/3",
    lambda: Rel(Piecewise((1 / (x - THIRD), Ne(x, THIRD / 2)), (5, True)) ** 2, ">", 0),
    x=UNIT,
)

# -- bound variables

undefined(
    "integral over a missing branch",
    "none beyond 1/2",
    lambda: Rel(Integral(Piecewise((t, t < Rational(1, 2))), (t, 0, 1)), "<=", 1),
)
undefined("sum that begins at a pole", "1/0", lambda: Rel(Sum(1 / n, (n, 0, 5)), "<=", 100))
undefined("sum of logarithms up to a pole", "log(1 - 1)", lambda: Rel(Sum(log(n - x), (n, 1, 3)), "<=", 5), x=UNIT)
true("sum of nothing", "from 1 to 0", lambda: Rel(Sum(n, (n, 1, 0)), "=", 0))
