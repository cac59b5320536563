"""Limits and monotonicity that a careless engine gets wrong. Main definition: `LIMITS`."""

from __future__ import annotations

from sympy import Abs, Heaviside, Max, Min, Piecewise, Rational, exp, log, oo, sqrt

from dplemma.lang import Interval, Limit, Mills, Monotone, Phi, PhiInv, Rel, Root

from .by_hand import CLOSED, THOUSANDTH, TINY, UNIT, WIDE, table
from .known import a, b, n, x, y, z

LIMITS, true, false, undefined = table()
false("x Mills(x)", "it tends to 1", lambda: Limit(x * Mills(x), x, oo, 1 + THOUSANDTH))
true("x Mills(x)", "1/x - 1/x^3 < Mills < 1/x", lambda: Limit(x * Mills(x), x, oo, 1))
false("second term of Mills", "it tends to 1", lambda: Limit(x**3 * (1 / x - Mills(x)), x, oo, 1 + THOUSANDTH))
false("power with the sign of its exponent open", "x^a grows for a > 0", lambda: Limit(x**a, x, oo, 0), a=Interval.open(-1, TINY))
true("power of negative exponent", "a < 0", lambda: Limit(x**a, x, oo, 0), a=Interval.open(-1, 0))
false("power at exponent zero", "1 at a = 0", lambda: Limit(x**a, x, oo, 0), a=Interval(-1, 0))
false("exponential at rate zero", "1 at a = 0", lambda: Limit(exp(-a * x), x, oo, 0), a=UNIT)
false("base one", "1^x = 1", lambda: Limit(a**x, x, oo, 0), a=Interval.lopen(0, 1))
true("base below one", "a < 1", lambda: Limit(a**x, x, oo, 0), a=Interval.open(0, 1))
false("Phi at slope zero", "1/2 at a = 0", lambda: Limit(Phi(a * z), z, oo, 1), a=UNIT)
false("Phi at a slope of either sign", "0 for a < 0", lambda: Limit(Phi(a * z), z, oo, 1), a=Interval.open(-TINY, 1))
false("equal powers", "2 at a = b = 1", lambda: Limit((x**a + x**b) / x**b, x, oo, 1), a=UNIT, b=Interval(1, 2))
undefined("quotient of slopes", "b = 0 is in the region", lambda: Limit((a * x + 1) / (b * x + 1), x, oo, a / b), a=UNIT, b=UNIT)
undefined("quotient at slope zero", "a = 0 is in the region", lambda: Limit((exp(a * x) - 1) / (a * x), x, 0, 1), a=CLOSED)
true("slope at zero", "the derivative of exp(a x)", lambda: Limit((exp(a * x) - 1) / x, x, 0, a), a=CLOSED)
false("late branch", "it is 1 from 10^9 on", lambda: Limit(Piecewise((exp(-x), x < 10**9), (1 + exp(-x), True)), x, oo, 0))
true(
    "late branch", "it is 1 + exp(-x) from 10^9 on", lambda: Limit(Piecewise((exp(-x), x < 10**9), (1 + exp(-x), True)), x, oo, 1)
)
false("late least", "Min(x, 10^12)/x tends to 0", lambda: Limit(Min(x, 10**12) / x, x, oo, 1))
true("late least", "Min(x, 10^12)/x tends to 0", lambda: Limit(Min(x, 10**12) / x, x, oo, 0))
undefined("root from the wrong side", "sqrt(x) does not exist left of 0", lambda: Limit(sqrt(x), x, 0, 0, "-"))
undefined("logarithm from the wrong side", "log(x) does not exist left of 0", lambda: Limit(x * log(x), x, 0, 0, "-"))
undefined("root beyond its domain", "sqrt(1 - x) does not exist for large x", lambda: Limit(exp(-x) * sqrt(1 - x), x, oo, 0))
undefined("logarithm beyond its domain", "log(1 - x) does not exist for large x", lambda: Limit(exp(-x) * log(1 - x), x, oo, 0))
undefined("quantile beyond its domain", "1 + 1/x > 1", lambda: Limit(PhiInv(1 + 1 / x) / x, x, oo, 0))
undefined("Piecewise beyond its branches", "nothing is said for x >= 5", lambda: Limit(Piecewise((exp(-x), x < 5)), x, oo, 0))
false("left limit of 1/x", "exp(1/x) grows from the right", lambda: Limit(exp(1 / x), x, 0, 0, "+"))
true("left limit of 1/x", "1/x -> -oo from the left", lambda: Limit(exp(1 / x), x, 0, 0, "-"))
false("difference of roots", "1/2", lambda: Limit(sqrt(x**2 + x) - x, x, oo, Rational(501, 1000)))
false("difference of roots at -oo", "-1/2", lambda: Limit(sqrt(x**2 + x) + x, x, -oo, Rational(1, 2)))
false("sign at zero", "|x|/x is -1 on the left", lambda: Limit(Abs(x) / x, x, 0, 1, "-"))
false("erf with a shift, small", "tends to 0", lambda: Limit(log(1 + Phi(z + 1) / 500), z, -oo, log(1 + Rational(1, 500))))
false("root of Phi", "tends to 0", lambda: Limit(sqrt(Phi(z + 1)) / 300, z, -oo, Rational(1, 300)))
false("limit within the tolerance", "tends to 1/1000", lambda: Limit(Phi(x) / 1000, x, oo, Rational(1001, 1000**2)))
false("small quotient", "tends to 1/1000", lambda: Limit((x + 1) / (1000 * x + a), x, oo, Rational(1, 1001)), a=UNIT)


# -- monotonicity --------------------------------------------------------------------------------------------------------

false(
    "hole in the region",
    "1/x is -1 at -1 and 1 at 1",
    lambda: Monotone(1 / x, x, "decreasing"),
    x=CLOSED,
    such_that=Rel(x**2, ">", Rational(1, 4)),
)
false(
    "hole in the region, weakly",
    "1/x is -1 at -1 and 1 at 1",
    lambda: Monotone(1 / x, x, "decreasing", strict=False),
    x=CLOSED,
    such_that=Rel(x, "!=", 0),
)
undefined("pole", "1/x has no value at 0", lambda: Monotone(1 / x, x, "decreasing"), x=CLOSED)
false(
    "tiny dip",
    "the slope 3x^2 - 3e-13 is negative near 0",
    lambda: Monotone(x**3 - Rational(3, 10**13) * x, x, "increasing"),
    x=CLOSED,
)
true("inflection", "a cube", lambda: Monotone(x**3, x, "increasing"), x=CLOSED)
false(
    "dip at an irrational point",
    "slope (x^2 - 2)^2 - 1e-12",
    lambda: Monotone(x**5 / 5 - 4 * x**3 / 3 + 4 * x - x / 10**12, x, "increasing"),
    x=WIDE,
)
false("flat piece", "constant up to 1/2", lambda: Monotone(Max(x, Rational(1, 2)), x, "increasing"), x=UNIT)
true(
    "flat piece, weakly",
    "the greater of two increasing functions",
    lambda: Monotone(Max(x, Rational(1, 2)), x, "increasing", strict=False),
    x=UNIT,
)
false("factor zero", "constant at y = 0", lambda: Monotone(x * y, x, "increasing"), x=UNIT, y=UNIT)
true("factor positive", "y > 0", lambda: Monotone(x * y, x, "increasing"), x=UNIT, y=Interval.lopen(0, 1))
false(
    "two equal integers",
    "(n - 1/2)^2 is 1/4 at 0 and 1",
    lambda: Monotone((n - Rational(1, 2)) ** 2, n, "increasing"),
    n=Interval.integers(0, 9),
)
true(
    "increasing on the integers",
    "n(2n - 1)/2 at 0, 1, 2, ...",
    lambda: Monotone(n**2 - n / 2, n, "increasing"),
    n=Interval.integers(0, 9),
)
false("jump down", "1 falls to 0 at 1", lambda: Monotone(Piecewise((x, x < 1), (x - 1, True)), x, "increasing"), x=WIDE)
true(
    "jump up",
    "increasing on both sides and over the jump",
    lambda: Monotone(Piecewise((x, x < 1), (x + 1, True)), x, "increasing"),
    x=WIDE,
)
false("corner near the edge", "decreasing up to 1e-9", lambda: Monotone(Abs(x - TINY), x, "increasing"), x=UNIT)
undefined(
    "monotone root that leaves its interval",
    "no root for y > 1",
    lambda: Monotone(Root(x - y, (x, 0, 1)), y, "increasing"),
    y=Interval.open(0, 2),
)
undefined(
    "monotone with a gap",
    "nothing is said between 1 and 2",
    lambda: Monotone(Piecewise((x, x < 1), (x, x > 2)), x, "increasing"),
    x=Interval(0, 3),
)
false("step of Heaviside", "it steps down at 1", lambda: Monotone(x - 2 * Heaviside(x - 1), x, "increasing"), x=WIDE)
false(
    "powers of two bases",
    "2 at a = b = 1",
    lambda: Limit(((1 + a) ** x + (1 + b) ** x) / (1 + b) ** x, x, oo, 1),
    a=Interval.lopen(0, 1),
    b=Interval(1, 2),
)
true(
    "side condition on a cube",
    "the slope 2 - 2x is positive up to 1",
    lambda: Monotone(x * (2 - x), x, "increasing"),
    x=Interval(0, 4),
    such_that=Rel(x**3, "<", 1),
)
