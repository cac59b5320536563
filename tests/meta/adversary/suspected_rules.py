"""Conjugate roots, promises, branches, solver nodes, quantifiers, degenerate parameters. Main definition: `RULES`."""

from __future__ import annotations

from sympy import Abs, Integral, Max, Min, Piecewise, Rational, exp, log, oo, pi, sqrt

from dplemma.formulas import gaussian
from dplemma.lang import (
    NONNEGATIVE,
    REAL,
    ArgMin,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Interval,
    Limit,
    Monotone,
    Not,
    Number,
    Phi,
    PhiInv,
    Printed,
    Rel,
    Root,
    Sup,
)

from .by_hand import CLOSED, THIRD, UNIT, WIDE, table
from .known import a, b, n, t, x, y

RULES, true, false, undefined = table()
HALF, QUARTER, NEGATIVE = Rational(1, 2), Rational(1, 4), Interval(-2, -1)
SPLIT = Piecewise((x, x < 1), (x - 5, True))

# -- conjugates: a + b sqrt(c)

true("root above its tangent's parabola", "1 + x/2 - x^2/8", lambda: Rel(sqrt(1 + x), ">=", 1 + x / 2 - x**2 / 8), x=NONNEGATIVE)
false("root above a flatter parabola", "1/8 > 1/9: small x", lambda: Rel(sqrt(1 + x), ">=", 1 + x / 2 - x**2 / 9), x=NONNEGATIVE)
true("root over a line of either sign", "sqrt(x^2 + 1) > |x|", lambda: Rel(sqrt(x**2 + 1), ">", x), x=REAL)
false("root over itself", "0 for x >= 0", lambda: Rel(sqrt(x**2), ">", x), x=REAL)
false(
    "root hardly over a line",
    "at 1 by 5e-41",
    lambda: Rel(sqrt(x**2 + Rational(1, 10**40)), ">", x + Rational(1, 10**21)),
    x=UNIT,
)
true("both parts vanish", "x (1 - sqrt y)", lambda: Rel(x - x * sqrt(y), ">=", 0), x=UNIT, y=UNIT)
false("both parts vanish, strictly", "x = 0, or y = 1", lambda: Rel(x - x * sqrt(y), ">", 0), x=UNIT, y=Interval.ropen(0, 1))
undefined("square without its root", "no root for x < 1", lambda: Rel(sqrt(x - 1), "<=", x), x=WIDE)
false("squares of another sign", "x = -2", lambda: Rel(x, ">", sqrt(y)), x=Interval(-2, 2), y=UNIT, such_that=Rel(x**2, ">", y))
true("squares in order", "x >= 0", lambda: Rel(x, ">", sqrt(y)), x=WIDE, y=UNIT, such_that=Rel(x**2, ">", y))
false("cube root for a root", "x = 1/8: 1/4 - 1/2", lambda: Rel(x ** Rational(2, 3), ">=", x**THIRD), x=UNIT)
true("difference of roots", "it is 2/(sqrt(x+2)+sqrt x)", lambda: Rel(sqrt(x + 2) - sqrt(x), ">", 1 / sqrt(x + 2)), x=NONNEGATIVE)
false("difference of roots at 0", "equal at 0", lambda: Rel(sqrt(x + 2) - sqrt(x), "<", sqrt(2)), x=NONNEGATIVE)

# -- printed promises

true("promise rounded up", "0.701 is at most 0.71", lambda: Number(Rational(701, 1000), Printed("0.71", promise="least")))
false("promise rounded up by a unit", "0.70 is 0.70", lambda: Number(Rational(7, 10), Printed("0.71", promise="least")))
false("largest rounded up", "0.701 is no 0.71", lambda: Number(Rational(701, 1000), Printed("0.71", promise="largest")))
false("least rounded down", "0.706 is no 0.70", lambda: Number(Rational(706, 1000), Printed("0.70", promise="least")))
true(
    "negative least rounded up",
    "-0.709 is at most -0.70",
    lambda: Number(-Rational(709, 1000), Printed("-0.70", promise="least")),
)
false(
    "promise above by exp(-300)",
    "more than 0.705",
    lambda: Number(Rational(705, 1000) + exp(-300), Printed("0.70", promise="least")),
)
true(
    "promise below by exp(-300)",
    "less than 0.705",
    lambda: Number(Rational(705, 1000) - exp(-300), Printed("0.70", promise="least")),
)

# -- branches, roots, optima

true("branch that saves a quotient", "1/x only for x > 0", lambda: Rel(Piecewise((1 / x, x > 0), (0, True)), ">=", 0), x=CLOSED)
undefined("branch without its edge", "none at 0", lambda: Rel(Piecewise((x, x > 0), (-x, x < 0)), ">=", 0), x=CLOSED)
true("logarithm in its branch", "log x <= 0", lambda: Rel(Piecewise((log(x), x > 0), (0, True)), "<=", 0), x=CLOSED)
undefined("logarithm at the edge of its branch", "log 0", lambda: Rel(Piecewise((log(x), x >= 0), (0, True)), "<=", 0), x=CLOSED)
undefined("root without a zero", "x > 1", lambda: Rel(Root(t**3 - x, (t, 0, 1)), "<=", 1), x=WIDE)
true("cube root as a root", "t^3 = x", lambda: Rel(Root(t**3 - x, (t, 0, 2)) ** 3, "=", x), x=Interval(1, 2))
undefined("two zeros", "1/4 and 3/4", lambda: Rel(Root((t - QUARTER) * (t - 3 * QUARTER), (t, 0, 1)), ">=", 0))
false("greatest at an end that is not reached", "tends to 1", lambda: Rel(Sup(t * x, (t, 0, 1)), "<", x), x=Interval(HALF, 1))
true("greatest of a product", "at t = 1", lambda: Rel(Sup(t * x, (t, 0, 1)), "<=", x), x=Interval(HALF, 1))
undefined("least place of a line", "a line has none inside", lambda: Rel(ArgMin(t * x, (t, 0, 1)), "<=", 1), x=Interval(1, 2))
undefined("pole under an integral", "1/t at 0", lambda: Rel(Integral(1 / t, (t, -x, 2 * x)), "=", log(2)), x=Interval(1, 2))

# -- monotone, with conditions and branches

false(
    "reciprocal beyond its pole",
    "-1 at -1, 1 at 1",
    lambda: Monotone(1 / x, x, "decreasing"),
    x=CLOSED,
    such_that=Rel(x**2, ">=", QUARTER),
)
false(
    "square on two sides",
    "1 at -1, 1/4 at 1/2",
    lambda: Monotone(x**2, x, "increasing"),
    x=CLOSED,
    such_that=Rel(x**2, ">=", QUARTER),
)
false("jump downwards", "x = 1", lambda: Monotone(SPLIT, x, "increasing"), x=WIDE)
false("slope zero at a parameter", "a = 0", lambda: Monotone(a * x, x, "increasing"), a=UNIT, x=UNIT)
true("slope zero at a parameter, weakly", "a >= 0", lambda: Monotone(a * x, x, "increasing", strict=False), a=UNIT, x=UNIT)
false(
    "equal at two integers", "n = 2, 3", lambda: Monotone((n - Rational(5, 2)) ** 2, n, "increasing"), n=Interval.integers(2, oo)
)
true(
    "equal at two integers, weakly",
    "n = 2, 3 and rising from there",
    lambda: Monotone((n - Rational(5, 2)) ** 2, n, "increasing", strict=False),
    n=Interval.integers(2, oo),
)
false(
    "falls between a condition's parts",
    "1/x beyond 0",
    lambda: Monotone(Phi(1 / x), x, "decreasing"),
    x=CLOSED,
    such_that=Rel(Abs(x), ">", HALF),
)

# -- limits at degenerate parameters

false(
    "quotient at equal slopes",
    "0 at a = b",
    lambda: Limit(x * (a - b) / (x * (a - b) + 1), x, oo, 1),
    a=UNIT,
    b=UNIT,
    such_that=Rel(a, ">=", b),
)
false("ratio at zero", "0 at a = 0", lambda: Limit(a / (a + x), x, 0, 1), a=UNIT)
false("Phi at a point of no slope", "1/2 at a = 0", lambda: Limit(Phi(a / x), x, 0, 1), a=UNIT)
true("Phi at a slope", "a > 0", lambda: Limit(Phi(a / x), x, 0, 1), a=Interval.lopen(0, 1))
false("power zero at zero", "1 at a = 0", lambda: Limit(x**a, x, 0, 0), a=UNIT)
false("greater of two rates", "b at a < b", lambda: Limit(log(exp(a * x) + exp(b * x)) / x, x, oo, a), a=UNIT, b=UNIT)
true(
    "greater of two rates",
    "the greater one",
    lambda: Limit(log(exp(a * x) + exp(b * x)) / x, x, oo, a),
    a=WIDE,
    b=UNIT,
    such_that=Rel(a, ">", b),
)
false("quantile at the edge", "oo", lambda: Limit(PhiInv(1 - x), x, 0, 10**6))
false("branch at its parameter", "a = 1", lambda: Limit(Min(a, 1 - x), x, 0, a), a=Interval(0, 1 + Rational(1, 10**9)))
true("delta at small mu", "delta(0, mu) = 2 Phi(mu/2) - 1", lambda: Limit(gaussian.delta(0, x) / x, x, 0, 1 / sqrt(2 * pi)))
false("delta at small mu", "off by 1e-9", lambda: Limit(gaussian.delta(0, x) / x, x, 0, 1 / sqrt(2 * pi) + Rational(1, 10**9)))
false("delta at small mu and eps", "0 for eps > 0", lambda: Limit(gaussian.delta(y, x) / x, x, 0, 1 / sqrt(2 * pi)), y=UNIT)

# -- quantifiers and integers

false("root that is no integer", "sqrt 2", lambda: Exists({"n": Interval.integers(0, 9)}, Rel(n**2, "=", 2)))
false("half an integer", "5/2", lambda: Exists({"n": Interval.integers(0, 9)}, Rel(2 * n, "=", 5)))
false("one for all", "y depends on x", lambda: Exists({"y": UNIT}, ForAll({"x": UNIT}, Rel(x, "=", y))))
false("open end above a closed one", "x = 1", lambda: Exists({"y": Interval.open(0, 1)}, Rel(y, ">=", x)), x=UNIT)
true(
    "open end above an open one",
    "y = (x + 1)/2",
    lambda: Exists({"y": Interval.open(0, 1)}, Rel(y, ">=", x)),
    x=Interval.ropen(0, 1),
)
false("nothing between", "x = y = 1/2", lambda: ForAll({"y": UNIT}, Either(Rel(x, "<", y), Rel(x, ">", y))), x=UNIT)
true("odd squares", "|2n - 1| >= 1", lambda: Rel((2 * n - 1) ** 2, ">=", 1), n=Interval.integers(-oo, oo))
false("odd squares, strictly", "n = 0", lambda: Rel((2 * n - 1) ** 2, ">", 1), n=Interval.integers(-oo, oo))
false("not for a point", "holds at 0", lambda: Not(Rel(x**2, "<=", 0)), x=CLOSED)
false("premise at one point", "x = 0", lambda: Implies(Rel(x**2, "<=", 0), Rel(x, ">", 0)), x=CLOSED)
undefined("equivalent where one side is not", "log 0", lambda: Iff(Rel(log(x), "<=", 0), Rel(x, "<=", 1)), x=UNIT)
undefined("premise that is nowhere", "log of -1", lambda: Implies(Rel(log(x), ">", 0), Rel(x, ">", 1)), x=Interval(-1, 2))
false(
    "edge of an open side condition",
    "x = 1/2, y = 1",
    lambda: Rel(Max(x, y) - Min(x, y), "<", HALF),
    x=UNIT,
    y=UNIT,
    such_that=Rel(Abs(x - y), "<=", HALF),
)
true(
    "open side condition",
    "|x - y|",
    lambda: Rel(Max(x, y) - Min(x, y), "<", HALF),
    x=UNIT,
    y=UNIT,
    such_that=Rel(Abs(x - y), "<", HALF),
)
false(
    "contact at a quantile, crossed",
    "1e-30 beyond",
    lambda: Rel((Phi(x) - THIRD) ** 2 * (Phi(x) - THIRD + Rational(1, 10**30)), ">=", 0),
    x=CLOSED,
)

# -- constants that SymPy leaves alone, ends of integrals and optima

false("least on a grid", "1.0 is on the grid", lambda: Number(1, Printed("1.5", promise="least", grid="0.5")))
true("least on a grid", "1.01 goes up to 1.5", lambda: Number(Rational(101, 100), Printed("1.5", promise="least", grid="0.5")))
false("order of magnitude", "10^-44.3", lambda: Number(exp(-102), Printed.order("1e-43")))
true("order of magnitude", "10^-43.4", lambda: Number(exp(-100), Printed.order("1e-43")))
undefined("logarithm of a product", "of negative numbers", lambda: Rel(log(x * y), "=", log(x) + log(y)), x=NEGATIVE, y=NEGATIVE)
false("ends turned around", "negative for x < 1", lambda: Rel(Integral(t, (t, 1, x)), ">=", 0), x=UNIT)
false("greatest beyond the end", "x > 2", lambda: Rel(Sup(x * t - t**2, (t, 0, 1)), "=", x**2 / 4), x=Interval(0, 3))
true("limit at an irrational point", "x + sqrt 2", lambda: Limit((x**2 - 2) / (x - sqrt(2)), x, sqrt(2), 2 * sqrt(2)))
false(
    "limit at an irrational point", "off by 1e-7", lambda: Limit((x**2 - 2) / (x - sqrt(2)), x, sqrt(2), Rational(2828427, 10**6))
)
false(
    "limit of a branch by a parameter", "0 at a = 0", lambda: Limit(Piecewise((1, a > 0), (0, True)) + exp(-x), x, oo, 1), a=UNIT
)
false("product of negatives", "both negative", lambda: Iff(Rel(x * y, ">", 0), Rel(Min(x, y), ">", 0)), x=CLOSED, y=CLOSED)
