"""Ends, branches of powers, improper integrals, one-sided limits, contact points and integers. Main definition: `EDGES`."""

from __future__ import annotations

from sympy import Abs, Integral, Max, Piecewise, Rational, erf, exp, gamma, log, oo, pi, sinh, sqrt, tanh

from dplemma.formulas import gaussian
from dplemma.lang import (
    REAL,
    ArgMin,
    Exists,
    Iff,
    Implies,
    Inf,
    Interval,
    LaplaceCDF,
    Limit,
    Mills,
    Monotone,
    Number,
    Phi,
    PhiInv,
    Printed,
    Rel,
    Root,
    Sup,
    let,
)

from .by_hand import CLOSED, UNIT, WIDE, table
from .known import a, b, n, t, x, y

EDGES, true, false, undefined = table()
HALF, THIRD, ONE_TWO, OPEN = Rational(1, 2), Rational(1, 3), Interval(1, 2), Interval.open(0, 1)
TINY = Rational(1, 10**12)

# -- powers and logarithms beyond their branch

undefined(
    "power of a product",
    "of negatives",
    lambda: Rel((x * y) ** THIRD, "=", x**THIRD * y**THIRD),
    x=Interval(-2, -1),
    y=Interval(-2, -1),
)
true("power of a product", "of positives", lambda: Rel((x * y) ** THIRD, "=", x**THIRD * y**THIRD), x=ONE_TWO, y=ONE_TWO)
false("root of a square", "x = -1", lambda: Rel(sqrt(x**2), "=", x), x=CLOSED)
true(
    "root of a square of a difference", "|x - y|", lambda: Rel(sqrt(x**2 - 2 * x * y + y**2), "=", Abs(x - y)), x=CLOSED, y=CLOSED
)
false("root of a square of a difference", "y > x", lambda: Rel(sqrt(x**2 - 2 * x * y + y**2), "=", x - y), x=CLOSED, y=CLOSED)
undefined("logarithm of a power", "x < 0", lambda: Rel(log(x**2), "=", 2 * log(x)), x=Interval(-2, -1))
true("logarithm of a power of either sign", "2 log |x|", lambda: Rel(log(x**2), "=", 2 * log(-x)), x=Interval(-2, -1))
undefined("nothing to the power of nothing", "0^y, y = 0", lambda: Rel(x**y, "<=", 1), x=UNIT, y=UNIT)
true("power of what is positive", "0 < x <= 1", lambda: Rel(x**y, "<=", 1), x=Interval.lopen(0, 1), y=UNIT)
false("power of what is positive, strictly", "y = 0", lambda: Rel(x**y, "<", 1), x=Interval.lopen(0, 1), y=UNIT)
undefined("exponent that is no integer", "(-1)^(1/2)", lambda: Rel(x ** (2 * y), ">=", 0), x=CLOSED, y=WIDE)
false("exponents added below one", "x < 1", lambda: Rel(x ** (a + b), ">=", x**a), x=Interval(HALF, 2), a=UNIT, b=UNIT)
true("exponents added above one", "x >= 1", lambda: Rel(x ** (a + b), ">=", x**a), x=ONE_TWO, a=UNIT, b=UNIT)
undefined("tower at zero", "0^0 in it", lambda: Rel((x**x) ** x, "<=", 1), x=UNIT)
true("inverse of an exponential", "log e^x", lambda: Rel(log(exp(x) * exp(y)), "=", x + y), x=REAL, y=REAL)
false("inverse of a square", "x < 0", lambda: Rel(exp(log(x**2) / 2), "=", x), x=Interval(-2, -1))

# -- quantiles and distribution functions at their ends

undefined("quantile at one", "PhiInv(1)", lambda: Rel(PhiInv(x), ">=", -9), x=Interval(HALF, 1))
undefined("quantile of a distribution beyond", "Phi + 1/2 > 1", lambda: Rel(PhiInv(Phi(x) + HALF), ">=", x), x=CLOSED)
true("quantile turned", "1 - p", lambda: Rel(PhiInv(1 - x), "=", -PhiInv(x)), x=OPEN)
false("quantile turned wrongly", "x = 1/4", lambda: Rel(PhiInv(1 - x), "=", PhiInv(x)), x=OPEN)
true("Phi below its tangent at 0", "concave beyond", lambda: Rel(Phi(x), "<=", HALF + x / sqrt(2 * pi)), x=Interval(0, 3))
false("Phi below a flatter line", "x = 1/10", lambda: Rel(Phi(x), "<=", HALF + Rational(39, 100) * x), x=Interval(0, 1))
false("Phi reaches one", "never", lambda: Exists({"y": REAL}, Rel(Phi(y), "=", 1)))
false("far tail against a power", "x = 40", lambda: Rel(Phi(-x), ">=", exp(-x * x)), x=Interval(HALF, 40))
true("far tail against a square", "Mills", lambda: Rel(Phi(-x), ">=", exp(-x * x) / 9), x=Interval(1, 40))
true("Mills below its first term", "1/x", lambda: Rel(Mills(x), "<", 1 / x), x=Interval(1, oo))
false("Mills below a smaller one", "x large", lambda: Rel(Mills(x), "<", (1 - TINY) / x), x=Interval(1, oo))
true("Laplace at its corner", "continuous", lambda: Rel(LaplaceCDF(x) + LaplaceCDF(-x), "=", 1), x=CLOSED)
false("Laplace above an exponential", "x > 0", lambda: Rel(LaplaceCDF(x), ">=", exp(x) / 2), x=CLOSED)
true("erf against tanh, small", "2/sqrt pi > 1", lambda: Rel(erf(x), ">=", tanh(x)), x=UNIT)
false("erf against a steeper tanh", "x = 1/100", lambda: Rel(erf(x), ">=", tanh(Rational(12, 10) * x)), x=UNIT)

# -- integrals: improper, conditional, turned

undefined("tail that does not fall", "rate 0 at a = 0", lambda: Rel(Integral(exp(-a * t), (t, 0, oo)), ">=", 0), a=UNIT)
true("tail with a rate", "1/a", lambda: Rel(Integral(exp(-a * t), (t, 0, oo)), "=", 1 / a), a=ONE_TWO)
false("tail with a rate, off", "1/a", lambda: Rel(Integral(exp(-a * t), (t, 0, oo)), "<", 1), a=ONE_TWO)
undefined("singular end", "1/t", lambda: Rel(Integral(1 / t, (t, 0, x)), ">=", -5), x=ONE_TWO)
undefined("singular inside", "1/t^2", lambda: Rel(Integral(1 / t**2, (t, -1, x)), "<=", 0), x=ONE_TWO)
undefined("quantile integrated over too much", "p > 1", lambda: Rel(Integral(PhiInv(t), (t, 0, x)), "<=", 9), x=ONE_TWO)
true("Gaussian moment", "third is 0", lambda: Rel(Integral(t**3 * exp(-a * t**2), (t, -oo, oo)), "=", 0), a=ONE_TWO)
false(
    "Gaussian moment, fourth",
    "3 sqrt(pi)/(4 a^(5/2))",
    lambda: Rel(Integral(t**4 * exp(-a * t**2), (t, -oo, oo)), "=", sqrt(pi) / a ** Rational(5, 2)),
    a=ONE_TWO,
)
undefined("Gaussian of either sign", "a = 0", lambda: Rel(Integral(exp(-a * t**2), (t, -oo, oo)), "=", sqrt(pi / a)), a=CLOSED)
true("turned ends", "minus", lambda: Rel(Integral(t**2, (t, 1, 0)), "=", -THIRD))
false("turned ends of what is positive", "negative", lambda: Rel(Integral(exp(t), (t, 1, 0)), ">", 0))

# -- limits: sides, parameters, rates

false("one-sided limit for both", "-1 from below", lambda: Limit(Abs(x) / x, x, 0, 1, "-"))
true("one-sided limit", "1 from above", lambda: Limit(Abs(x) / x, x, 0, 1, "+"))
false("limit at a parameter zero", "1 at a = 0", lambda: Limit((1 - exp(-a * x)), x, oo, 1), a=UNIT)
true("limit at a parameter", "a > 0", lambda: Limit((1 - exp(-a * x)), x, oo, 1), a=Interval.lopen(0, 1))
false("growth of equal powers", "1 at a = 2", lambda: Limit(x**a / x**2, x, oo, 0), a=ONE_TWO)
true("growth of lesser powers", "a < 2", lambda: Limit(x**a / x**2, x, oo, 0), a=Interval.ropen(1, 2))
undefined("limit along nothing", "sqrt(-x)", lambda: Limit(sqrt(-x), x, 0, 0, "+"))
false("limit of a product of zero and oo", "1", lambda: Limit(x * (exp(1 / x) - 1), x, oo, 0))
true("limit of a product of zero and oo", "1", lambda: Limit(x * (exp(1 / x) - 1), x, oo, 1))
false("limit off by a small number", "1 + 1e-12", lambda: Limit(tanh(x) + TINY, x, oo, 1))
false("limit of a jump", "0 from above", lambda: Limit(Piecewise((1, x <= 0), (0, True)), x, 0, 1, "+"))
true("limit of a jump", "1 from below", lambda: Limit(Piecewise((1, x <= 0), (0, True)), x, 0, 1, "-"))
false("hyperbolic against exponential", "1/2", lambda: Limit(sinh(x) / exp(x), x, oo, 1))
false("greater in the limit", "b > a", lambda: Limit(Max(a * x, b * x) / x, x, oo, a), a=UNIT, b=UNIT)

# -- contact, monotone, solver nodes

true("contact of third order", "x - x^3/6", lambda: Rel(sinh(x), ">=", x + x**3 / 6), x=Interval(0, 3))
false("contact of third order, too much", "1/5 > 1/6 near 0", lambda: Rel(sinh(x), ">=", x + x**3 / 5), x=Interval(0, 3))
false("contact, strictly", "x = 0", lambda: Rel(exp(x), ">", 1 + x), x=CLOSED)
true("contact, weakly", "convex", lambda: Rel(exp(x), ">=", 1 + x), x=CLOSED)
false(
    "increasing with a flat point",
    "strict slope fails, function not",
    lambda: Monotone(x**3 - TINY * x, x, "increasing"),
    x=CLOSED,
)
true("increasing through a flat point", "x^3", lambda: Monotone(x**3, x, "increasing"), x=CLOSED)
false(
    "increasing on integers, not between", "n (n - 3)", lambda: Monotone(n * (n - 3), n, "increasing"), n=Interval.integers(0, 9)
)
true("increasing on integers from 2", "n (n - 3)", lambda: Monotone(n * (n - 3), n, "increasing"), n=Interval.integers(2, 9))
undefined("root at the end of its bracket", "t = x = 0", lambda: Rel(Root(t - x, (t, 0, 1)), ">=", 0), x=UNIT)
true("root inside its bracket", "t = x", lambda: Rel(Root(t - x, (t, 0, 1)), "=", x), x=Interval(THIRD, HALF))
undefined("touching zero", "no change of sign", lambda: Rel(Root((t - x) ** 2, (t, 0, 1)), "=", x), x=Interval(THIRD, HALF))
undefined("least place at the end", "t = 0", lambda: Rel(ArgMin((t + x) ** 2, (t, 0, 1)), "<=", 1), x=UNIT)
false("greatest value claimed too small", "at t = 1", lambda: Rel(Sup(t**2 * x, (t, -1, 1)), "<=", x - TINY), x=ONE_TWO)
true("least value inside", "-x^2/4", lambda: Rel(Inf(t**2 - x * t, (t, 0, 2)), ">=", -(x**2) / 4), x=ONE_TWO)
false("delta above its bound", "mu = 2", lambda: Rel(gaussian.delta(0, x), "<=", x / 3), x=UNIT)
true("delta below its slope", "concave", lambda: Rel(gaussian.delta(0, x), "<=", x / sqrt(2 * pi)), x=Interval.lopen(0, 2))
true("abbreviation like a variable", "k is x^2", lambda: Rel(let("k", x**2), ">=", 2 * x - 1), x=REAL)
false("abbreviation like a variable", "x = 1", lambda: Rel(let("k", x**2), ">", 2 * x - 1), x=REAL)
undefined("gamma beyond its domain", "x = 0", lambda: Rel(gamma(x), ">", HALF), x=UNIT)
false("printed with its last digit off", "pi", lambda: Number(pi, Printed("3.1417")))
true("printed at half a unit", "1/8 is 0.12 or 0.13", lambda: Number(Rational(1, 8), Printed("0.13")))
false("implication at its edge", "x = 1", lambda: Implies(Rel(x**2, "<=", 1), Rel(x, "<", 1)), x=WIDE)
false("equivalence of squares", "y < 0", lambda: Iff(Rel(x**2, "<=", y**2), Rel(x, "<=", y)), x=UNIT, y=CLOSED)
true("equivalence of squares", "both >= 0", lambda: Iff(Rel(x**2, "<=", y**2), Rel(x, "<=", y)), x=UNIT, y=UNIT)
