"""Limits by the order of two parameters, digits lost far out, ends, ties, chances of 0. Main definition: `ORDERS`."""

from __future__ import annotations

from sympy import (
    Abs,
    Derivative,
    Heaviside,
    Integral,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    cosh,
    exp,
    gamma,
    log,
    oo,
    pi,
    sqrt,
    tanh,
)

from dplemma.formulas import gaussian
from dplemma.lang import (
    All,
    Chi2SF,
    Either,
    Exists,
    ForAll,
    Held,
    Iff,
    Implies,
    Inf,
    Interval,
    Limit,
    Mechanism,
    Mills,
    Monotone,
    Number,
    Phi,
    PhiInv,
    Printed,
    Q,
    QInv,
    Rel,
    Root,
    Sup,
)

from .by_hand import CLOSED, UNIT, WIDE, table
from .known import a, b, n, s, t, x, y

ORDERS, true, false, undefined = table()
HALF, THIRD, ONE_TWO, OPEN, MU = Rational(1, 2), Rational(1, 3), Interval(1, 2), Interval.open(0, 1), Interval(1, oo)
TINY, TINIER = Rational(1, 10**12), Rational(1, 10**40)
CHANCES = Mechanism([0, 1], [HALF, HALF], closed=True)

# -- limits

SHARE = exp(a * x) / (exp(a * x) + exp(b * x))
CASES = Piecewise((0, a < b), (1, a > b), (HALF, True))
true("share of the greater rate", "1/2 at a tie", lambda: Limit(SHARE, x, oo, CASES), a=CLOSED, b=CLOSED)
false("share of the greater rate", "a tie", lambda: Limit(SHARE, x, oo, Piecewise((0, a < b), (1, True))), a=CLOSED, b=CLOSED)
STEP = Piecewise((0, x < b), (1, True))
true("step from above its place", "a >= b", lambda: Limit(STEP, x, a, 1, "+"), a=ONE_TWO, b=UNIT)
false("step from below its place", "a = b = 1", lambda: Limit(STEP, x, a, 1, "-"), a=ONE_TWO, b=UNIT)
true("zero over what is apart", "a < b", lambda: Limit(Abs(x - a) / (x - b), x, a, 0), a=UNIT, b=Interval.lopen(1, 2))
false("zero over what meets it", "a = b", lambda: Limit(Abs(x - a) / (x - b), x, a, 0), a=UNIT, b=ONE_TWO)
true("tail that is moved", "e^(-a x)", lambda: Limit(Q(x + a) / Q(x), x, oo, 0), a=Interval.lopen(0, 1))
false("tail that is moved by nothing", "a = 0", lambda: Limit(Q(x + a) / Q(x), x, oo, 0), a=UNIT)
true("roots whose difference stays", "rationalised", lambda: Limit(sqrt(x**2 + a * x) - x, x, oo, a / 2), a=CLOSED)
false("roots at the other end", "the sign", lambda: Limit(sqrt(x**2 + a * x) + x, x, -oo, a / 2), a=CLOSED)
undefined("limit of a power of a negative", "(-1/2)^x", lambda: Limit((-HALF) ** x, x, oo, 0))

# -- monotone, with ties

true(
    "tie of two integers",
    "weakly",
    lambda: Monotone((n - 2 - HALF) ** 2, n, "increasing", strict=False),
    n=Interval.integers(2, 9),
)
false("tie of two integers", "2 and 3", lambda: Monotone((n - 2 - HALF) ** 2, n, "increasing"), n=Interval.integers(2, 9))
SHIFTED = Rational(1, 10**6)
true("distance on one side", "x - y", lambda: Monotone(Abs(x - y), x, "increasing"), x=UNIT, y=UNIT, such_that=Rel(x, ">=", y))
false(
    "distance beyond one side",
    "it falls below y",
    lambda: Monotone(Abs(x - y), x, "increasing"),
    x=UNIT,
    y=UNIT,
    such_that=Rel(x, ">=", y - SHIFTED),
)
false("base one among the bases", "1^y", lambda: Monotone(x**y, y, "increasing"), x=ONE_TWO, y=UNIT)

# -- constants far out

SIX_TERMS = 1 - Rational(1, 10**6) + 3 * Rational(1, 10**12) - 15 * Rational(1, 10**18)
true("four terms of Mills", "they alternate", lambda: Rel(1000 * Mills(1000), ">", SIX_TERMS))
false("four terms of Mills", "they alternate", lambda: Rel(1000 * Mills(1000), "<=", SIX_TERMS))
true("tail undone", "its inverse", lambda: Rel(QInv(Q(10**4)), "=", 10**4))
false("tail undone", "its inverse", lambda: Rel(QInv(Q(10**4)), ">", 10**4))
true("logarithm of a far tail", "phi(u)/u", lambda: Rel(log(Q(1000)), "<", -HALF * 10**6 - log(1000 * sqrt(2 * pi))))
false("logarithm of a far tail", "phi(u)/u", lambda: Rel(log(Q(1000)), ">=", -HALF * 10**6 - log(1000 * sqrt(2 * pi))))
true("far quantile", "-67.65", lambda: Rel(PhiInv(Rational(1, 10**1000)), "<", -67))
false("far quantile", "-67.65", lambda: Rel(PhiInv(Rational(1, 10**1000)), "<", -68))
undefined("quantile of both tails together", "Phi(x) + Phi(-x) = 1", lambda: Rel(PhiInv(Phi(x) + Phi(-x)), ">", 0), x=CLOSED)

# -- roots, integrals, slopes and optima at their ends

undefined("root that is touched", "twice", lambda: Rel(Root((t - 1) ** 2, (t, 0, 3)), "=", 1))
undefined("root at a jump", "no zero", lambda: Rel(Root(Piecewise((-1, t < THIRD), (1, True)), (t, 0, 1)), "=", THIRD))
undefined("principal value at infinity", "t/(1 + t^2)", lambda: Rel(Integral(t / (1 + t**2), (t, -oo, oo)), "=", 0))
undefined("logarithm that diverges", "log log t", lambda: Rel(Integral(1 / (t * log(t)), (t, 2, oo)), ">", 0))
undefined("rates in the wrong order", "b >= a", lambda: Rel(Integral(exp(b * t - a * t), (t, 0, oo)), ">", 0), a=ONE_TWO, b=UNIT)
true(
    "rates in their order",
    "b < a",
    lambda: Rel(Integral(exp(b * t - a * t), (t, 0, oo)), "=", 1 / (a - b)),
    a=ONE_TWO,
    b=Interval.ropen(0, 1),
)
undefined("integral from x to 2 x", "1/t at x = 0", lambda: Rel(Integral(1 / t, (t, x, 2 * x)), "=", log(2)), x=CLOSED)
undefined("slope at the end of a power", "sqrt(x) on one side", lambda: Rel(Derivative(x ** (1 + HALF), x), ">=", 0), x=UNIT)
undefined("slope of the less of two", "x = y = 1", lambda: Rel(Derivative(Min(x, y), x), ">=", 0), x=UNIT, y=ONE_TWO)
undefined("slope of a step times x", "|x| + x", lambda: Rel(Derivative(x * Heaviside(x), x), ">=", 0), x=CLOSED)
true(
    "optimum at an end or inside",
    "at x/2, or at 0",
    lambda: Rel(Sup(x * t - t**2, (t, 0, 9)), "<=", Max(x, 0) ** 2 / 4),
    x=CLOSED,
)
false("optimum inside, they say", "0 at x = -1", lambda: Rel(Sup(x * t - t**2, (t, 0, 9)), "=", x**2 / 4), x=CLOSED)
undefined("range that turns around", "x < 0", lambda: Rel(Inf(t, (t, 0, x)), "<=", 1), x=CLOSED)

# -- values at single points, powers, sums

false("step with a value of its own", "0 at 0", lambda: Rel(Heaviside(x, 0), ">=", Rational(1, 4)), x=UNIT)
false("step with a value beyond 1", "5 at 0", lambda: Rel(Heaviside(x, 5), "<=", 1), x=CLOSED)
true("step and its mirror", "1 at 0 as well", lambda: Rel(Heaviside(x, 1) + Heaviside(-x, 0), "=", 1), x=UNIT)
undefined("absolute value of a root", "sqrt(-1)", lambda: Rel(Abs(sqrt(x)), ">=", 0), x=CLOSED)
undefined("power of a negative, both ways", "(-1)^(1/2)", lambda: Rel((-1) ** (2 * Held(x)), "=", (-1) ** (2 * Held(x))), x=UNIT)
undefined("logarithm of what is held", "log 0", lambda: Rel(log(Held(0)), "<=", 0))
undefined("sum from beyond its end", "n = -3", lambda: Rel(Sum(t, (t, 1, n)), "=", n * (n + 1) / 2), n=Interval.integers(-3, 9))
undefined("gamma at the integers from 0", "its pole", lambda: Rel(gamma(n), ">", 0), n=Interval.integers(0, 4))
true("chi-square of four degrees", "two terms", lambda: Rel(Chi2SF(x, 4), "=", (1 + x / 2) * exp(-x / 2)), x=Interval(0, 9))
false(
    "chi-square of four degrees",
    "two terms",
    lambda: Rel(Chi2SF(x, 4), "=", (1 + x / 2 + TINY * x) * exp(-x / 2)),
    x=Interval(0, 9),
)

# -- statements

true("middle for all", "1/4", lambda: ForAll({"s": UNIT}, Exists({"y": UNIT}, Rel((y - s) ** 2, "<=", 0))))
false(
    "one for all in half the distance",
    "1/4",
    lambda: Exists({"y": UNIT}, ForAll({"s": UNIT}, Rel((y - s) ** 2, "<=", Rational(1, 5)))),
)
undefined("premise without a value at an end", "log 0", lambda: Implies(Rel(log(x), "<", 0), Rel(x, "<", 1)), x=UNIT)
undefined(
    "premise and conclusion without a value", "sqrt(-1)", lambda: Implies(Rel(sqrt(x), "<", 1), Rel(sqrt(x), "<", 2)), x=CLOSED
)
undefined("equivalence of a statement with itself", "log 0", lambda: Iff(Rel(log(x), "<", 0), Rel(log(x), "<", 0)), x=CLOSED)
undefined("choice that the other part saves", "log 0", lambda: Either(Rel(x, ">=", 0), Rel(log(x), "<", 0)), x=CLOSED)
false("order by squares", "negatives", lambda: Implies(Rel(x**2, "<", y**2), Rel(x, "<", y)), x=CLOSED, y=CLOSED)
true("order by squares", "not negative", lambda: Implies(Rel(x**2, "<", y**2), Rel(x, "<", y)), x=UNIT, y=UNIT)
false("order by the greater one", "x = y", lambda: Implies(Rel(Max(x, y), "<=", x), Rel(y, "<", x)), x=UNIT, y=UNIT)
true("greatest product on a disc", "1/2", lambda: Rel(x * y, "<=", HALF), x=UNIT, y=UNIT, such_that=Rel(x**2 + y**2, "<=", 1))
false("product on a disc", "1/sqrt 2 twice", lambda: Rel(x * y, "<", HALF), x=UNIT, y=UNIT, such_that=Rel(x**2 + y**2, "<=", 1))

# -- violations that are small

ROOT = sqrt(2)
false("tangent at sqrt 2, strictly", "contact", lambda: Rel(exp(x), ">", exp(ROOT) * (1 + x - ROOT)), x=WIDE)
false("tangent of Phi, too flat", "near 0", lambda: Rel(Phi(x) - HALF, "<=", x * (1 - TINY) / sqrt(2 * pi)), x=UNIT)
true("tangent of Phi, too steep", "concave", lambda: Rel(Phi(x) - HALF, "<=", x * (1 + TINY) / sqrt(2 * pi)), x=UNIT)
true("bound of Birnbaum", "for x > 0", lambda: Rel(Mills(x), ">=", 2 / (x + sqrt(x**2 + 4))), x=MU)
false("bound of Birnbaum turned", "x = 1", lambda: Rel(Mills(x), "<=", 2 / (x + sqrt(x**2 + 4))), x=MU)
true("series of tanh", "two terms", lambda: Rel(tanh(x), ">=", x - x**3 / 3), x=Interval(0, oo))
false("series of tanh", "less than two", lambda: Rel(tanh(x), ">=", x - x**3 * (1 - SHIFTED) / 3), x=Interval(0, oo))
false("cosh by a square", "small x", lambda: Rel(cosh(x), "<=", exp(x**2 * (1 - SHIFTED) / 2)), x=Interval(0, oo))
false(
    "squares that nearly agree",
    "7 and 5",
    lambda: Rel((n**2 - 2 * s**2) ** 2, ">", 1),
    n=Interval.integers(1, 100),
    s=Interval.integers(1, 100),
)
false(
    "delta below its value at 0", "at 0", lambda: Rel(gaussian.delta(x, y), "<", 2 * Phi(y / 2) - 1), x=Interval(0, 9), y=ONE_TWO
)

# -- printed numbers, chances of 0

true("printed minus zero", "0.04", lambda: Number(Rational(1, 25), Printed("-0.0")))
false("printed minus zero", "0.06", lambda: Number(Rational(3, 50), Printed("-0.0")))
true(
    "least value on a grid",
    "above 4.72",
    lambda: Number(Rational(472, 100) + TINY, Printed("4.76", promise="least", grid="0.04")),
)
false("least value on a grid", "4.72 itself", lambda: Number(Rational(472, 100), Printed("4.76", promise="least", grid="0.04")))
false("largest value at its end", "5.29 itself", lambda: Number(Rational(529, 100), Printed("5.28", promise="largest")))
true("order at half a decade", "sqrt 10", lambda: Number(sqrt(10) * (1 - TINY) * TINIER, Printed.order("1e-40")))
false("order at half a decade", "sqrt 10", lambda: Number(sqrt(10) * (1 + TINY) * TINIER, Printed.order("1e-40")))
true("divergence of a chance of 0", "log 2", lambda: Rel(CHANCES.kl(), "=", log(2)))
false("divergence of a chance of 0", "log 2", lambda: Rel(CHANCES.kl(), "<", log(2)))
undefined("divergence by a chance of 0", "infinite", lambda: Rel(CHANCES.reversed().kl(), ">", 0))
false("privacy with a chance of 0", "one order", lambda: All(CHANCES.is_tv(HALF), CHANCES.is_kl_dp(x)), x=ONE_TWO)
