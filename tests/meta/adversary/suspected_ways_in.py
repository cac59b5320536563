"""What SymPy rewrites as a claim is built, binders of every kind, and whole statements from the region to the printed number.

Main definition: `WAYS_IN`.
"""

from __future__ import annotations

from sympy import (
    Abs,
    Derivative,
    Eq,
    Heaviside,
    Integral,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    binomial,
    cosh,
    erf,
    erfc,
    exp,
    factorial,
    gamma,
    log,
    oo,
    pi,
    sign,
    sinh,
    sqrt,
    tanh,
)  # fmt: skip

from dplemma.formulas import gaussian, laplace
from dplemma.lang import (
    REAL,
    All,
    ArgMax,
    ArgMin,
    Chain,
    Chi2CDF,
    Chi2SF,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Inf,
    Inference,
    Interval,
    LaplaceCDF,
    Limit,
    Member,
    Monotone,
    Not,
    Number,
    Obligations,
    Phi,
    PhiInv,
    Printed,
    Q,
    Rel,
    Root,
    Sup,
    let,
    phi,
)

from .by_hand import CLOSED, UNIT, WIDE, table
from .known import a, b, n, p, s, t, x, y

WAYS_IN, true, false, undefined = table()
HALF, THIRD, ONE_TWO, OPEN, POSITIVE = Rational(1, 2), Rational(1, 3), Interval(1, 2), Interval.open(0, 1), Interval.open(0, oo)
TINY, TINIER = Rational(1, 10**12), Rational(1, 10**30)
LEFT = Interval(-2, -1)

# -- what SymPy writes otherwise: roots of powers, absolute values, signs

false("fourth root of a fourth power", "|x|", lambda: Rel((x**4) ** Rational(1, 4), "=", x), x=CLOSED)
true("fourth root of a fourth power", "|x|", lambda: Rel((x**4) ** Rational(1, 4), "=", Abs(x)), x=CLOSED)
undefined("third root of a third power", "x < 0", lambda: Rel((x**3) ** THIRD, "=", x), x=CLOSED)
false("power of a square", "x = -1, y = 1/2", lambda: Rel((x**2) ** y, "=", -x * Abs(x) ** (2 * y - 1)), x=ONE_TWO, y=ONE_TWO)
true("power of a square", "|x|^(2 y)", lambda: Rel((x**2) ** y, "=", Abs(x) ** (2 * y)), x=LEFT, y=UNIT)
false("sign at nothing", "sign(0) = 0", lambda: Rel(Abs(sign(x)), "=", 1), x=CLOSED)
true("sign and its absolute value", "x", lambda: Rel(sign(x) * Abs(x), "=", x), x=CLOSED)
undefined("absolute value over itself", "0/0", lambda: Rel(Abs(x) / x, "=", sign(x)), x=CLOSED)
true("root of a negative square", "x = 0 alone", lambda: Rel(sqrt(-(x**2) + 1 - 1 + 2 * x**2), "=", Abs(x)), x=CLOSED)
false("nested absolute values", "x = -1", lambda: Rel(Abs(Abs(x) + x), "=", 2 * Abs(x)), x=CLOSED)
true("nested absolute values", "2 max(x, 0)", lambda: Rel(Abs(Abs(x) + x), "=", 2 * Max(x, 0)), x=CLOSED)
false("greatest of a variable and its square", "x < 1", lambda: Rel(Max(x, x**2), "=", x**2), x=WIDE)
false("least of greatest", "x = 2", lambda: Rel(Min(Max(x, y), x), "=", y), x=WIDE, y=UNIT)
true("least of greatest", "x", lambda: Rel(Min(Max(x, y), x), "=", x), x=WIDE, y=UNIT)
false("step at its jump", "1/2 at 0", lambda: Rel(Heaviside(x), "=", Piecewise((1, x >= 0), (0, True))), x=CLOSED)
true("step with its jump", "1 at 0", lambda: Rel(Heaviside(x, 1), "=", Piecewise((1, x >= 0), (0, True))), x=CLOSED)
true("step at a half", "1/2 at 0", lambda: Rel(Heaviside(0), "=", HALF))
false("step from the wrong side", "at 0", lambda: Rel(Heaviside(x, 0), "=", Heaviside(x, 1)), x=CLOSED)
undefined("logarithm of nothing", "log 0", lambda: Rel(x * log(x), "<=", 0), x=UNIT)
true("logarithm of nothing, kept out", "x log x <= 0", lambda: Rel(x * log(x), "<=", 0), x=Interval.lopen(0, 1))
undefined("logarithm beneath a logarithm", "log x <= 0", lambda: Rel(log(log(x)), "<", 9), x=ONE_TWO)
undefined("both sides nowhere", "log of a negative", lambda: Rel(log(x), "=", log(x)), x=LEFT)
undefined("quantile of more than one", "p > 1", lambda: Rel(PhiInv(x), "=", PhiInv(x)), x=WIDE)
undefined("factorial between integers", "x = 1/2", lambda: Rel(factorial(x), ">=", 0), x=UNIT)
true("factorial of integers", "n! >= 1", lambda: Rel(factorial(n), ">=", 1), n=Interval.integers(0, 9))
false("factorial of integers, tight", "3! = 6", lambda: Rel(factorial(n), "<=", n**2), n=Interval.integers(1, 4))
true("sum of binomials", "2^5", lambda: Rel(Sum(binomial(5, n), (n, 0, 5)), "=", 32))
false("sum of binomials, one left out", "31", lambda: Rel(Sum(binomial(5, n), (n, 0, 4)), "=", 32))
true("irrational numbers that agree to thirty digits", "they differ", lambda: Rel(sqrt(2), "<", sqrt(2 + TINIER)))
false("irrational numbers that agree to thirty digits", "they differ", lambda: Rel(sqrt(2), ">=", sqrt(2 + TINIER)))
true("nested root", "sqrt(3 + 2 sqrt 2) = 1 + sqrt 2", lambda: Rel(sqrt(3 + 2 * sqrt(2)), "=", 1 + sqrt(2)))
false("nested root, nearly", "2 sqrt 2 moved", lambda: Rel(sqrt(3 + 2 * sqrt(2) + TINIER), "=", 1 + sqrt(2)))
false("larger than all", "oo is no number", lambda: Exists({"y": REAL}, Rel(exp(-y * y), "=", 0)))

# -- conditions of branches

undefined("branch that nobody has", "x = 0", lambda: Rel(Piecewise((1, x < 0), (2, x > 0)), ">=", 1), x=CLOSED)
true("branches in their order", "the first", lambda: Rel(Piecewise((1, x <= 0), (2, x >= 0), (3, True)), "<=", 2), x=CLOSED)
false("branches in their order", "2 at x = 1", lambda: Rel(Piecewise((1, x <= 0), (2, x >= 0), (3, True)), "<=", 1), x=CLOSED)
true("singular branch that is not met", "x = 0", lambda: Rel(x * Piecewise((1, Eq(x, 0)), (1 / x, True)), "<=", 1), x=CLOSED)
false("one point by a branch", "x = 0", lambda: Rel(Piecewise((1, Eq(x, 0)), (0, True)), "=", 0), x=CLOSED)
false("one irrational point by a branch", "x = sqrt 2", lambda: Rel(Piecewise((1, Eq(x**2, 2)), (0, True)), "=", 0), x=WIDE)
undefined("branch by a condition without a value", "log 0", lambda: Rel(Piecewise((1, log(x) < 0), (2, True)), ">=", 1), x=UNIT)
false("integral over a jump", "1/2", lambda: Rel(Integral(Piecewise((0, t < HALF), (1, True)), (t, 0, 1)), "=", 1))
true("integral over a jump", "1/2", lambda: Rel(Integral(Piecewise((0, t < HALF), (1, True)), (t, 0, 1)), "=", HALF))
true(
    "integral of a branch times another",
    "x^2/2 at x <= 1/2",
    lambda: Rel(Integral(Piecewise((t, t < HALF), (1, True)) * Piecewise((1, t < 2), (0, True)), (t, 0, x)), "=", x**2 / 2),
    x=Interval(0, HALF),
)
false(
    "integral of a branch times another",
    "beyond the jump",
    lambda: Rel(Integral(Piecewise((t, t < HALF), (1, True)) * Piecewise((1, t < 2), (0, True)), (t, 0, x)), "=", x**2 / 2),
    x=Interval(HALF, 1),
)
undefined(
    "integral over a branch that nobody has",
    "t > 1/2",
    lambda: Rel(Integral(Piecewise((t, t < HALF)), (t, 0, x)), ">=", 0),
    x=Interval(1, 2),
)

# -- binders: names, order, ends

true("iterated integral", "first limit innermost", lambda: Rel(Integral(t, (t, 0, s), (s, 0, 1)), "=", Rational(1, 6)))
false("iterated integral, the other order", "1/6", lambda: Rel(Integral(s, (t, 0, s), (s, 0, 1)), "=", Rational(1, 6)))
true(
    "integral in an integral of the same name",
    "1/3",
    lambda: Rel(Integral(t * Integral(t, (t, 0, 1)), (t, 0, 1)), "=", Rational(1, 4)),
)
false("integral in an integral of the same name", "1/4", lambda: Rel(Integral(t * Integral(t, (t, 0, 1)), (t, 0, 1)), "=", THIRD))
false("empty sum", "0", lambda: Rel(Sum(n, (n, 1, 0)), "=", 1))
true("empty sum", "0", lambda: Rel(Sum(n, (n, 1, 0)), "=", 0))
false(
    "sum to a variable, off by one",
    "n (n + 1)/2",
    lambda: Rel(Sum(t, (t, 1, n)), "=", n * (n - 1) / 2),
    n=Interval.integers(1, 6),
)
undefined("sum to half a number", "x = 1/2", lambda: Rel(Sum(t, (t, 1, x)), ">=", 0), x=ONE_TWO)
undefined("harmonic series", "diverges", lambda: Rel(Sum(1 / n, (n, 1, oo)), ">", 1))
true("geometric series", "2", lambda: Rel(Sum(HALF**n, (n, 0, oo)), "=", 2))
false("geometric series, short", "2", lambda: Rel(Sum(HALF**n, (n, 0, oo)), "<", 2))
true("derivative at a point of an integral", "x^2", lambda: Rel(Derivative(Integral(t**2, (t, 0, x)), x), "=", x**2), x=CLOSED)
false("derivative at a point of an integral", "x^2", lambda: Rel(Derivative(Integral(t**2, (t, 0, x)), x), "=", 2 * x), x=CLOSED)
undefined("derivative at a corner, squared", "x = 0", lambda: Rel(Derivative(Abs(x), x) ** 2, "=", 1), x=CLOSED)
undefined("derivative at a contact of branches", "max", lambda: Rel(Derivative(Max(x, x**2), x), ">=", 0), x=WIDE)
undefined("derivative of a root at its end", "sqrt at 0", lambda: Rel(Derivative(sqrt(x), x), ">", 0), x=UNIT)
true("derivative, twice", "12 x^2", lambda: Rel(Derivative(x**4, (x, 2)), "=", 12 * x**2), x=CLOSED)
false("derivatives in two variables", "y", lambda: Rel(Derivative(x * y**2, x, y), "=", y), x=UNIT, y=ONE_TWO)
true("abbreviation bound by an integral", "1/3", lambda: Rel(Integral(let("k", t**2), (t, 0, 1)), "=", THIRD))
true("two abbreviations of one name", "x + 2 x", lambda: Rel(let("k", x) + let("k", 2 * x), "=", 3 * x), x=CLOSED)
false("two abbreviations of one name", "3 x", lambda: Rel(let("k", x) + let("k", 2 * x), "=", 2 * x), x=CLOSED)
false("abbreviation named like a variable", "k stands for y", lambda: Rel(let("x", y), "<=", x), x=UNIT, y=UNIT)
true("quantified name of the region", "its own range", lambda: All(Rel(x, "<=", 1), ForAll({"x": WIDE}, Rel(x, "<=", 2))), x=UNIT)
false("quantified name of the region", "2 > 1", lambda: All(Rel(x, "<=", 1), ForAll({"x": WIDE}, Rel(x, "<=", 1))), x=UNIT)
false("some value, then all", "order", lambda: Exists({"y": UNIT}, ForAll({"s": UNIT}, Rel(y + s, "=", 1))))
true("all values, then some", "1 - s", lambda: ForAll({"s": UNIT}, Exists({"y": UNIT}, Rel(y + s, "=", 1))))
undefined("root of what has two", "two signs", lambda: Rel(Root(t**2 - HALF, (t, -1, 1)), ">", 0))
undefined("root of what has none", "e^t > 0", lambda: Rel(Root(exp(t), (t, -9, 9)), "<", 99))
true("root of a square", "1/sqrt 2", lambda: Rel(Root(t**2 - HALF, (t, 0, 1)), "=", 1 / sqrt(2)))
false("root at an irrational point", "1/sqrt 2", lambda: Rel(Root(t**2 - HALF, (t, 0, 1)), "<=", 1 / sqrt(2) - TINY))
true("least place", "x/2", lambda: Rel(ArgMin(t**2 - x * t, (t, 0, 2)), "=", x / 2), x=ONE_TWO)
false("least place", "x/2", lambda: Rel(ArgMin(t**2 - x * t, (t, 0, 2)), "=", x / 2 + TINY), x=ONE_TWO)
undefined("greatest place of a flat function", "everywhere", lambda: Rel(ArgMax(0 * t + Max(t, 0), (t, -2, -1)), "<", 0))
true("greatest of the least", "0", lambda: Rel(Sup(Inf((t - s) ** 2, (t, 0, 1)), (s, 0, 1)), "<=", 0))
false("least of the greatest", "1/4 at s = 1/2", lambda: Rel(Inf(Sup((t - s) ** 2, (t, 0, 1)), (s, 0, 1)), "<=", 0))
undefined("greatest value that is not finite", "1/t", lambda: Rel(Sup(1 / t, (t, 0, 1)), ">", 1))

# -- regions

true("side condition at an irrational edge", "x < sqrt 2", lambda: Rel(x**2, "<", 2), x=WIDE, such_that=Rel(x, "<", sqrt(2)))
false(
    "side condition at an irrational edge, closed",
    "x = sqrt 2",
    lambda: Rel(x**2, "<", 2),
    x=WIDE,
    such_that=Rel(x, "<=", sqrt(2)),
)
false("side condition of a single point", "x = sqrt 2", lambda: Rel(x, "<", 1), x=WIDE, such_that=Rel(x**2, "=", 2))
true("side condition of a single point", "x = sqrt 2", lambda: Rel(x, "=", sqrt(2)), x=WIDE, such_that=Rel(x**2, "=", 2))
undefined("side condition that holds nowhere", "x^2 < 0", lambda: Rel(x, "<=", 1), x=UNIT, such_that=Rel(x**2, "<", 0))
undefined("side condition that exists nowhere", "log(-1)", lambda: Rel(x, "<=", 1), x=UNIT, such_that=Rel(log(x - 2), "<", 0))
false(
    "side condition as an alternative",
    "x = 1",
    lambda: Rel(x, "<", HALF),
    x=UNIT,
    such_that=Either(Rel(x, "<", THIRD), Rel(x, "=", 1)),
)
true(
    "side condition as an alternative",
    "x <= 1",
    lambda: Rel(x, "<=", 1),
    x=WIDE,
    such_that=Either(Rel(x, "<", THIRD), Rel(x, "=", 1)),
)
false("side condition denied", "x = 1", lambda: Rel(x, "<", HALF), x=UNIT, such_that=Not(Rel(x, "<", THIRD)))
true("side condition denied", "x >= 1/3", lambda: Rel(x, ">=", THIRD), x=UNIT, such_that=Not(Rel(x, "<", THIRD)))
false(
    "side condition that some value meets", "x = 1", lambda: Rel(x, "<", 1), x=WIDE, such_that=Exists({"y": UNIT}, Rel(x, "=", y))
)
false("integers only, between them", "n = 2", lambda: Rel((n - 1) * (n - 2), ">", 0), n=Interval.integers(0, 4))
true("integers only, between them", "n (n - 1) >= 0", lambda: Rel(n * (n - 1), ">=", 0), n=Interval.integers(-4, 4))
false("all numbers, not integers only", "x = 1/2", lambda: Rel(x * (x - 1), ">=", 0), x=Interval(-4, 4))
false("region of a point", "x = 1/3", lambda: Rel(3 * x, "<", 1), x=Interval(THIRD, THIRD))
true("region of a point", "x = 1/3", lambda: Rel(3 * x, "=", 1), x=Interval(THIRD, THIRD))
false("far tail of a region", "x > 10^6", lambda: Rel(x, "<", 10**6), x=POSITIVE)
false("violation far out", "e^-x < 10^-300 at x > 691", lambda: Rel(exp(-x), ">=", Rational(1, 10**300)), x=Interval(0, 700))
true("violation just not met", "e^-690 > 10^-300", lambda: Rel(exp(-x), ">=", Rational(1, 10**300)), x=Interval(0, 690))

# -- statements

false("chain with one weak link", "x = 0", lambda: Chain(x**3, "<=", x**2, "<", x), x=UNIT)
true("chain", "inside", lambda: Chain(x**3, "<", x**2, "<", x), x=OPEN)
false("alternative with a gap of one point", "x = 0", lambda: Either(Rel(x, "<", 0), Rel(x, ">", 0)), x=CLOSED)
true("alternative without a gap", "x = 0 twice", lambda: Either(Rel(x, "<=", 0), Rel(x, ">=", 0)), x=CLOSED)
undefined("alternative without a value", "log x, x = 0", lambda: Either(Rel(log(x), "<", 1), Rel(x, "<=", 0)), x=UNIT)
false("denial of what holds at a point", "x = 0", lambda: Not(Rel(x**2, "<=", 0)), x=CLOSED)
true("denial of what holds nowhere", "x^2 + 1 > 0", lambda: Not(Rel(x**2 + 1, "<=", 0)), x=CLOSED)
false("implication whose premise holds at a point", "x = 0", lambda: Implies(Rel(x**2, "<=", 0), Rel(x, ">", 0)), x=CLOSED)
false("equivalence, but for a point", "x = 0", lambda: Iff(Rel(x**2, ">", 0), Rel(x, ">=", 0)), x=UNIT)
true("equivalence", "x^3 keeps the sign", lambda: Iff(Rel(x**3, ">", 0), Rel(x, ">", 0)), x=CLOSED)
false("some value, at an open end", "y < 1", lambda: Exists({"y": OPEN}, Rel(y**2, ">=", 1)))
true("some value, at a closed end", "y = 1", lambda: Exists({"y": UNIT}, Rel(y**2, ">=", 1)))
true("some irrational value", "sqrt 2", lambda: Exists({"y": WIDE}, Rel(y**2, "=", 2)))
false("some integer value", "sqrt 2", lambda: Exists({"y": Interval.integers(0, 9)}, Rel(y**2, "=", 2)))
false("member of an open interval", "x = 1", lambda: Member((x**2,), (Interval.ropen(0, 1),)), x=CLOSED)
true("member of a product", "both", lambda: Member((x**2, -x), (UNIT, CLOSED)), x=CLOSED)
false("member of a product of another dimension", "2 and 1", lambda: Member((x, x), (UNIT,)), x=UNIT)
false("member of the integers", "x = 1/2", lambda: Member((x,), (Interval.integers(0, 1),)), x=UNIT)
false("strictly increasing with a plateau", "0 on the left", lambda: Monotone(Max(x, 0), x, "increasing"), x=CLOSED)
true("weakly increasing with a plateau", "max", lambda: Monotone(Max(x, 0), x, "increasing", strict=False), x=CLOSED)
undefined("decreasing on two branches", "1/x jumps up", lambda: Monotone(1 / x, x, "decreasing"), x=CLOSED)
false("decreasing with a jump", "jump up", lambda: Monotone(Piecewise((-x, x < 0), (9 - x, True)), x, "decreasing"), x=CLOSED)
true("limit of a quantity at its end", "1", lambda: Limit(gaussian.auc(x), x, oo, 1))
false("limit of a quantity at its end", "1", lambda: Limit(gaussian.auc(x), x, oo, 1 - TINIER))
false("limit from below and above", "-1", lambda: Limit(sign(x), x, 0, 1, side="-"))
false("limit of the value at the point", "0 near 0", lambda: Limit(Piecewise((1, Eq(x, 0)), (0, True)), x, 0, 1))
true("limit of the values near the point", "0", lambda: Limit(Piecewise((1, Eq(x, 0)), (0, True)), x, 0, 0))
false("limit that is not reached for all", "a = 0", lambda: Limit(exp(-a * x), x, oo, 0), a=UNIT)
true("printed, half a unit below", "0.125", lambda: Number(Rational(1, 8), Printed("0.12")))
false("printed, more than half a unit below", "0.12500...1", lambda: Number(Rational(1, 8) + TINIER, Printed("0.12")))
true("printed as an order", "10^-43.4", lambda: Number(Rational(4, 10**44), Printed.order("1e-43")))
false("printed as an order", "10^-43.6", lambda: Number(Rational(2, 10**44), Printed.order("1e-43")))
false("printed in exponent", "unit is 10^3", lambda: Number(Rational(6501), Printed("6e3")))
true("printed in exponent", "unit is 10^3", lambda: Number(Rational(6499), Printed("6e3")))
false("printed negative", "-0.124", lambda: Number(-Rational(124, 1000), Printed("-0.13", promise="least")))
true("printed negative", "-0.125 up", lambda: Number(-Rational(126, 1000), Printed("-0.12", promise="least")))
undefined("printed value of nothing", "log(-1)", lambda: Number(log(Phi(0) - 1), Printed("0")))
false(
    "definition with one debt unpaid",
    "x = 0",
    lambda: Obligations(codomain=Member((x,), (UNIT,)), positive=Rel(x, ">", 0)),
    x=UNIT,
)
true("definition", "both", lambda: Obligations(codomain=Member((x,), (UNIT,)), positive=Rel(x, ">=", 0)), x=UNIT)
false(
    "inference with a model against it",
    "x = 1/2",
    lambda: Inference((Rel(x, "<", 1),), Rel(x, "<", 0), "a number"),
    x=Interval(HALF, HALF),
)

# -- quantities and distributions, in their domains and beyond

true(
    "delta of either sign of eps",
    "1 - e^eps + e^eps delta(-eps)",
    lambda: Rel(gaussian.delta(-x, y), "=", 1 - exp(-x) + exp(-x) * gaussian.delta(x, y)),
    x=UNIT,
    y=ONE_TWO,
)
false("delta of either sign of eps", "sign", lambda: Rel(gaussian.delta(-x, y), "=", gaussian.delta(x, y)), x=UNIT, y=ONE_TWO)
undefined("delta without noise", "mu = 0", lambda: Rel(gaussian.delta(1, x), ">=", 0), x=UNIT)
undefined("trade-off at its end", "alpha = 0", lambda: Rel(gaussian.tradeoff(x, 1), "<=", 1), x=UNIT)
true("trade-off inside", "below 1 - alpha", lambda: Rel(gaussian.tradeoff(x, 1), "<", 1 - x), x=OPEN)
false(
    "trade-off inside, off in the last place",
    "alpha + beta < 1",
    lambda: Rel(gaussian.tradeoff(HALF, x), ">=", HALF - TINY),
    x=Interval.lopen(0, 1),
)
false("delta of Laplace beyond", "0 at eps >= eps0", lambda: Rel(laplace.delta(x, 1), ">", 0), x=WIDE)
true("delta of Laplace", "at least 0", lambda: Rel(laplace.delta(x, 1), ">=", 0), x=WIDE)
false("distribution function of Laplace", "left of 0", lambda: Rel(LaplaceCDF(x), "=", 1 - exp(-x) / 2), x=CLOSED)
true("distribution function of Laplace", "right of 0", lambda: Rel(LaplaceCDF(x), "=", 1 - exp(-x) / 2), x=UNIT)
true("chi-square of two degrees", "exponential", lambda: Rel(Chi2SF(x, 2), "=", exp(-x / 2)), x=Interval(0, 9))
false("chi-square of two degrees", "exponential", lambda: Rel(Chi2CDF(x, 2), "=", exp(-x / 2)), x=Interval(0, 9))
undefined("chi-square of no degree", "k = 0", lambda: Rel(Chi2CDF(1, x), "<=", 1), x=UNIT)
true("normal tail", "1 - Phi", lambda: Rel(Q(x), "=", 1 - Phi(x)), x=REAL)
false("normal density beyond its peak", "x = 0", lambda: Rel(phi(x), "<", 1 / sqrt(2 * pi)), x=CLOSED)
true("complementary error function", "2 Q", lambda: Rel(erfc(x), "=", 2 * Q(sqrt(2) * x)), x=REAL)
false("error function near one", "never", lambda: Rel(erf(x), "<", 1 - Rational(1, 10**40)), x=Interval(0, 10))
true("error function near one", "erfc(9) > 10^-40", lambda: Rel(erf(x), "<", 1 - Rational(1, 10**40)), x=Interval(0, 9))
false("hyperbolic functions", "cosh > sinh", lambda: Exists({"y": REAL}, Rel(cosh(y), "=", sinh(y))))
true("hyperbolic functions", "1", lambda: Rel(cosh(x) ** 2 - sinh(x) ** 2, "=", 1), x=REAL)
false("tangent line of tanh", "x < 0", lambda: Rel(tanh(x), "<=", x), x=CLOSED)
true("gamma at its least", "0.8856...", lambda: Rel(gamma(x), ">", Rational(88, 100)), x=ONE_TWO)
false("gamma at its least", "0.8856...", lambda: Rel(gamma(x), ">", Rational(8857, 10000)), x=ONE_TWO)
false("equal to twelve digits", "1e-12", lambda: Rel(exp(x) + TINY * x, "=", exp(x)), x=UNIT)
false("convex, but for a dent", "p = 1/2", lambda: Rel(p**2 + (1 - p) ** 2, ">", HALF), p=UNIT)
true("convex", "p = 1/2", lambda: Rel(p**2 + (1 - p) ** 2, ">=", HALF), p=UNIT)
false(
    "sum of squares at one irrational point",
    "x = sqrt 2, y = sqrt 3",
    lambda: Rel((x**2 - 2) ** 2 + (y**2 - 3) ** 2, ">", 0),
    x=WIDE,
    y=WIDE,
)
true("sum of squares", "never negative", lambda: Rel((x**2 - 2) ** 2 + (y**2 - 3) ** 2, ">=", 0), x=WIDE, y=WIDE)
false("order of two parameters", "b > a", lambda: Rel(a * x, ">=", b * x), a=UNIT, b=UNIT, x=OPEN)

# -- branches in ends, integrals under slopes, and terms that drop out

BRANCHES = Piecewise((y + 1, log(x) <= 1), (3, True))
undefined("a condition without a value on both sides", "log 0", lambda: Rel(BRANCHES, "<=", sqrt(x) + BRANCHES), x=UNIT, y=UNIT)
true("a condition with a value on both sides", "sqrt x >= 0", lambda: Rel(BRANCHES, "<=", sqrt(x) + BRANCHES), x=OPEN, y=UNIT)
undefined("an argument without a value on both sides", "log 0", lambda: Rel(Abs(log(x)) ** 2, "=", log(x) ** 2), x=UNIT)
true("a root below an irrational end", "x/2", lambda: Rel(Root(t - x / 2, (t, -1, sqrt(2))), "=", x / 2), x=UNIT)
false("a root below an irrational end", "x/2", lambda: Rel(Root(t - x / 2, (t, -1, pi)), "<", HALF), x=UNIT)
true("a root below an end that moves", "x/2", lambda: Rel(Root(t - x / 2, (t, -1, x + 1)), "=", x / 2), x=UNIT)
undefined("a root at an end that moves", "at x itself", lambda: Rel(Root(t - x, (t, x, x + 1)), "=", x), x=UNIT)
undefined("a least place that is everywhere", "0 t at x = 0", lambda: Rel(ArgMin(x * t, (t, 0, 1)), "=", 0), x=UNIT)
undefined(
    "slopes in the order they are written",
    "|y| has none at 0",
    lambda: Rel(Derivative(Abs(y) + x, y, x), "=", 0),
    x=CLOSED,
    y=CLOSED,
)
false(
    "integral up to a branch in its end",
    "it falls beyond 1",
    lambda: Monotone(Integral(1 - t, (t, 0, Piecewise((x, x < 2), (2, True)))), x, "increasing"),
    x=WIDE,
)
