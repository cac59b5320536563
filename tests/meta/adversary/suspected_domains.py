"""What does not exist everywhere: functions, derivatives, integrals, roots, optima. Main definition: `DOMAINS`."""

from __future__ import annotations

from sympy import Abs, Derivative, Heaviside, Integral, Max, Piecewise, Rational, exp, gamma, log, oo, sign, sqrt

from dplemma.lang import ArgMax, ArgMin, Inf, Interval, Phi, PhiInv, Rel, Root, Sup

from .by_hand import CLOSED, THIRD, TINY, UNIT, WELLS, WIDE, table
from .known import a, s, t, x, y

DOMAINS, true, false, undefined = table()
undefined("removable singularity", "0/0 at sqrt 2", lambda: Rel((x**4 - 4) / (x**2 - 2), "=", x**2 + 2), x=WIDE)
undefined("pole at an inner point", "no value at 1/3", lambda: Rel(1 / (x - THIRD), "!=", 0), x=UNIT)
undefined("square of a pole", "no value at 1/3", lambda: Rel((x - THIRD) ** -2, ">", 0), x=UNIT)
undefined("square of a pole at sqrt 2", "no value at sqrt 2", lambda: Rel((x**2 - 2) ** -2, ">", 0), x=WIDE)
undefined("x/(e^x - 1)", "0/0 at 0", lambda: Rel(x / (exp(x) - 1), "<=", 1), x=UNIT)
true("x/(e^x - 1)", "e^x > 1 + x", lambda: Rel(x / (exp(x) - 1), "<", 1), x=Interval.lopen(0, 1))
undefined("logarithm of a square", "log 0", lambda: Rel(x * log(x**2), "<=", 1), x=Interval(Rational(-1, 2), Rational(1, 2)))
undefined("root with an isolated point", "negative between 0 and 1", lambda: Rel(sqrt(x**2 * (x - 1)), ">=", 0), x=WIDE)
undefined("quantile at its ends", "PhiInv(0)", lambda: Rel(PhiInv(x) ** 2, ">=", 0), x=UNIT)
undefined("quantile undone at its ends", "PhiInv(0)", lambda: Rel(Phi(PhiInv(x)), "=", x), x=UNIT)
true("quantile undone", "inside (0, 1)", lambda: Rel(Phi(PhiInv(x)), "=", x), x=Interval.open(0, 1))
undefined("x log x at zero", "log 0", lambda: Rel(x * log(x), "<=", 0), x=UNIT)
undefined("logarithm of negatives", "log x does not exist for x < 0", lambda: Rel(log(x**2), "=", 2 * log(x)), x=Interval(-2, -1))
undefined(
    "product of roots of negatives",
    "sqrt x does not exist",
    lambda: Rel(sqrt(x * y), ">=", sqrt(x) * sqrt(y)),
    x=Interval(-2, -1),
    y=Interval(-2, -1),
)
undefined("both sides undefined", "log x does not exist for x < 0", lambda: Rel(log(x), "<=", log(x) + 1), x=CLOSED)
undefined("both sides diverge", "int 1/t diverges", lambda: Rel(Integral(1 / t, (t, 0, 1)), "<=", Integral(1 / t, (t, 0, 1)) + 1))
undefined(
    "two unequal sides diverge", "int 1/t diverges", lambda: Rel(Integral(1 / t, (t, 0, 1)), "<=", Integral(2 / t, (t, 0, 1)))
)
undefined(
    "both sides integrals of a divergent integral",
    "the inner one is 1/s",
    lambda: Rel(Integral(s**-2, (t, 0, s), (s, 0, 1)), "<=", Integral(s**-2, (t, 0, s), (s, 0, 1)) + a),
    a=UNIT,
)
true(
    "both sides integrals of an integral",
    "1/3",
    lambda: Rel(Integral(s, (t, 0, s), (s, 0, 1)), "<=", Integral(s, (t, 0, s), (s, 0, 1)) + a),
    a=UNIT,
)
undefined("both roots missing", "no root", lambda: Rel(Root(x - 2 - y, (x, 0, 1)), "<=", Root(x - 2 - y, (x, 0, 1)) + 1), y=UNIT)
undefined("nested logarithm", "log 0 at 1", lambda: Rel(log(log(x)), "<", 1), x=Interval(1, 2))
undefined("gamma at its pole", "no value at 0", lambda: Rel(gamma(x), ">", 0), x=UNIT)
undefined("zero to a negative power", "0^-1", lambda: Rel(x**y, ">=", 0), x=UNIT, y=CLOSED)
undefined("cube root of negatives", "x^(1/3) is no real power for x < 0", lambda: Rel(x ** Rational(1, 3), ">=", -2), x=CLOSED)
undefined("gap of one point", "nothing is said at 1", lambda: Rel(Piecewise((1, x < 1), (2, x > 1)), ">", 0), x=WIDE)
false("branch of one point", "-1 at 1/3", lambda: Rel(Piecewise((1, x < THIRD), (-1, x <= THIRD), (1, True)), ">", 0), x=UNIT)
false("Heaviside at its jump", "1/2 at 0", lambda: Rel(Heaviside(x) * (1 - Heaviside(x)), "=", 0), x=CLOSED)
false("sign at its jump", "0 at 0", lambda: Rel(sign(x) ** 2, "=", 1), x=CLOSED)
undefined("derivative of Heaviside", "no derivative at 0", lambda: Rel(Derivative(Heaviside(x), x), "=", 0), x=CLOSED)
undefined("derivative of a root", "no derivative at 0", lambda: Rel(Derivative(sqrt(x), x), ">", 0), x=UNIT)
undefined("square of a derivative at a corner", "no derivative at 0", lambda: Rel(Derivative(Abs(x), x) ** 2, "=", 1), x=CLOSED)
true("derivative of x |x|", "2 |x|, at 0 as well", lambda: Rel(Derivative(x * Abs(x), x), "=", 2 * Abs(x)), x=CLOSED)
undefined("derivative of a greater", "a corner where x = y", lambda: Rel(Derivative(Max(x, y), x), "<=", 1), x=UNIT, y=UNIT)


# -- integrals, roots, optima --------------------------------------------------------------------------------------------

undefined("principal value", "int 1/t over 0 diverges", lambda: Rel(Integral(1 / t, (t, -1, 1)), "=", 0))
undefined("integral over a pole", "int t^-2 over 0 diverges", lambda: Rel(Integral(t**-2, (t, -1, 1)), "=", -2))
undefined(
    "integral over a moving pole",
    "x is in the range",
    lambda: Rel(Integral((t - x) ** -2, (t, 0, 1)), "=", 1 / (x - 1) - 1 / x),
    x=Interval.open(0, 1),
)
undefined("rate zero", "int 1 diverges", lambda: Rel(Integral(exp(-a * t), (t, 0, oo)), ">", 0), a=UNIT)
undefined(
    "rate of either sign",
    "diverges for a <= 0",
    lambda: Rel(a * Integral(exp(-a * t), (t, 0, oo)), "=", 1),
    a=Interval.open(-TINY, 1),
)
true("rate positive", "1/a", lambda: Rel(Integral(exp(-a * t), (t, 0, oo)), "=", 1 / a), a=Interval.lopen(0, 1))
undefined("tail of 1/t", "diverges at a = 1", lambda: Rel(Integral(t**-a, (t, 1, oo)), ">", 0), a=Interval(1, 2))
true("root in the integrand", "2", lambda: Rel(Integral(1 / sqrt(t), (t, 0, 1)), "=", 2))
true("logarithm in the integrand", "-1", lambda: Rel(Integral(log(t), (t, 0, 1)), "=", -1))
undefined("two roots", "x^2 = 1/4 twice", lambda: Rel(Root(x**2 - Rational(1, 4), (x, -1, 1)), "<=", 1))
undefined("three roots", "0 and +-1/2", lambda: Rel(Root(x**3 - x / 4, (x, -1, 1)), "=", 0))
undefined("root of exp", "exp is never 0", lambda: Rel(Root(exp(x) - y, (x, -oo, oo)), "<", 2), y=Interval.ropen(0, 5))
true("root of exp", "log y", lambda: Rel(Root(exp(x) - y, (x, -oo, oo)), "=", log(y)), y=Interval.open(0, 5))
false(
    "root off by little",
    "the root is sqrt 2",
    lambda: Rel(Root(x**2 - 2, (x, 0, 2)), "=", Rational("1.41421356237309504880168872420969807856967187537694")),
)
false(
    "least point that is greatest",
    "the slope vanishes at the greatest value",
    lambda: Rel(ArgMin(-((x - 1) ** 2), (x, 0, 3)), "=", 1),
)
undefined("two least points", "+-1", lambda: Rel(ArgMin((x**2 - 1) ** 2, (x, -2, 2)), ">=", 0))
undefined("least point at infinity", "exp(-x) has no least value", lambda: Rel(ArgMin(exp(-x), (x, 0, oo)), ">=", 0))
false("greatest of two peaks", "-1.0123", lambda: Rel(ArgMax(-WELLS, (x, -2, 3)), ">", 0))
false("least value of two wells", "-0.1006", lambda: Rel(Inf(WELLS, (x, -2, 3)), ">=", Rational(99, 1000)))
true("least value of two wells", "-0.1006", lambda: Rel(Inf(WELLS, (x, -2, 3)), "<", Rational(-1, 10)))
undefined("no least upper bound", "1/x is unbounded", lambda: Rel(Sup(1 / x, (x, 0, 1)), ">", 1))
false(
    "optimum beyond the edge",
    "at y > 2 it is y - 1",
    lambda: Rel(Sup(x * y - x**2, (x, 0, 1)), "=", y**2 / 4),
    y=Interval(0, 2 + Rational(1, 10**6)),
)
true("optimum inside", "at y/2", lambda: Rel(Sup(x * y - x**2, (x, 0, 1)), "=", y**2 / 4), y=WIDE)
false("narrow peak", "2 at 1/3", lambda: Rel(Sup(exp(-(10**8) * (x - THIRD) ** 2), (x, 0, 1)), "<", Rational(99, 100)))
false(
    "narrow peak in an integral",
    "it is about 0.000177",
    lambda: Rel(Integral(exp(-(10**8) * (t - THIRD) ** 2), (t, 0, 1)), "<", Rational(1, 10**5)),
)
undefined(
    "three separate roots",
    "-1/2, 1/3 and 1/2",
    lambda: Rel(Root((2 * x - 1) * (2 * x + 1) * (3 * x - 1), (x, -1, 1)), "<=", 1),
)
undefined(
    "root of a parameter out of range", "log 200 > 5", lambda: Rel(Root(exp(x) - y, (x, -5, 5)), "<", 99), y=Interval(1, 200)
)
undefined(
    "integral of a divergent power on both sides",
    "int t^a diverges at a = -1",
    lambda: Rel(Integral(t**a, (t, 0, 1)), "<=", Integral(t**a, (t, 0, 1)) + 1),
    a=Interval(-1, 2),
)
undefined(
    "tiny gap between branches",
    "nothing is said between 1 and 1 + 1e-9",
    lambda: Rel(Piecewise((1 + x, x < 1), (2 + x, x > 1 + Rational(1, 10**9))), ">", 0),
    x=WIDE,
)
undefined("corner of a greatest", "no derivative at 1", lambda: Rel(Derivative(Max(x, 1), x), "<=", 99), x=WIDE)
