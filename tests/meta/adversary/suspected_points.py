"""What fails at one point, at an edge, far away or in a late digit, and the logic around it. Main definition: `POINTS`."""

from __future__ import annotations

from sympy import Abs, E, Integral, Max, Min, Piecewise, Rational, exp, log, oo, pi, sign, sqrt, tanh

from dplemma.lang import (
    NONNEGATIVE,
    POSITIVE,
    REAL,
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Interval,
    Mills,
    Not,
    Number,
    Phi,
    Printed,
    Rel,
)

from .by_hand import BEYOND, CLOSED, THIRD, TINY, UNIT, WIDE, table
from .known import n, t, x, y

POINTS, true, false, undefined = table()
FINE, FINER, OPEN = Rational(1, 61), Rational(1, 59), Interval.open(0, 1)
for name, gap, on in (
    ("square at 7/5", (x - Rational(7, 5)) ** 2, {"x": WIDE}),
    ("square at sqrt 2", (x**2 - 2) ** 2, {"x": WIDE}),
    ("square at pi", (x - pi) ** 2, {"x": Interval(3, 4)}),
    ("square at log 2", (exp(x) - 2) ** 2, {"x": UNIT}),
    ("square at a quantile", (Phi(x) - Rational(3, 4)) ** 2, {"x": UNIT}),
    ("squares at two roots", (x**2 - 2) ** 2 + (y**2 - 3) ** 2, {"x": WIDE, "y": WIDE}),
    ("distance to 7/5", Abs(x - Rational(7, 5)), {"x": WIDE}),
):
    true(name, "a square or an absolute value", lambda gap=gap: Rel(gap, ">=", 0), **on)
    false(f"{name}, strictly", "it vanishes at a point", lambda gap=gap: Rel(gap, ">", 0), **on)
    false(f"{name}, never zero", "it vanishes at a point", lambda gap=gap: Rel(gap, "!=", 0), **on)
    false(
        f"{name}, shifted",
        "it is less than 1e-24 near a point",
        lambda gap=gap: Rel(gap, ">=", Rational(1, 10**24)),
        **on,
    )
false("open edge", "smaller x are positive too", lambda: Rel(x, ">", Rational(1, 10**50)), x=Interval.open(0, 1))
false("tiny interval at the edge", "negative up to 1e-20", lambda: Rel(x * (x - Rational(1, 10**20)), ">=", 0), x=UNIT)
false("closed edge", "0 at 0", lambda: Rel(sqrt(x), ">", 0), x=UNIT)
false("far tail of tanh", "tends to 1", lambda: Rel(tanh(x), "<=", 1 - Rational(1, 10**12)), x=NONNEGATIVE)
false("far tail of Phi", "tends to 1", lambda: Rel(Phi(x), "<=", 1 - Rational(1, 10**30)), x=REAL)
true("far tail of Phi", "below 1", lambda: Rel(Phi(x), "<", 1), x=REAL)
false("deep tail", "Q(1000) < 10^-200000", lambda: Rel(Phi(-x), ">", Rational(1, 10**1000)), x=Interval(0, 1000))
false(
    "far tail of Mills",
    "Mills = 1/x - 1/x^3 + 3/x^5 - ...",
    lambda: Rel(Mills(x), ">", 1 / x - (1 - TINY) / x**3),
    x=Interval(1, oo),
)
true("far tail of Mills", "the classical bound", lambda: Rel(Mills(x), ">", 1 / x - 1 / x**3), x=Interval(1, oo))
false("slow exponential", "exp(1e-9 x) outgrows 1 + x", lambda: Rel(exp(TINY * x), "<=", 1 + x), x=NONNEGATIVE)
false("contact moved", "fails near 0", lambda: Rel(exp(x), ">=", 1 + x + Rational(1, 10**12)), x=CLOSED)
false(
    "contact of second order moved",
    "fails for 0 < x < 3e-6",
    lambda: Rel(exp(x), ">=", 1 + x + x**2 * (Rational(1, 2) + Rational(1, 10**6))),
    x=UNIT,
)
false("integer in between", "2^3 < 3^2", lambda: Rel(2**n, ">=", n**2), n=Interval.integers(0, 99))
true("integers from 4 on", "2^n >= n^2", lambda: Rel(2**n, ">=", n**2), n=Interval.integers(4, 99))
true(
    "consecutive integers", "no integer lies between 7 and 8", lambda: Rel((n - 7) * (n - 8), ">=", 0), n=Interval.integers(0, oo)
)
false("side condition closed", "sqrt 2 is in the region", lambda: Rel(x, "<", sqrt(2)), x=WIDE, such_that=Rel(x**2, "<=", 2))
true("side condition open", "x^2 < 2", lambda: Rel(x, "<", sqrt(2)), x=WIDE, such_that=Rel(x**2, "<", 2))


# -- constants -----------------------------------------------------------------------------------------------------------

HEEGNER = 640320**3 + 744  # exp(pi sqrt 163) is less by 7.5e-13
_PELL = (99, 70)  # a^2 - 2 b^2 = 1, kept by each squaring of a + b sqrt 2
for _ in range(7):
    _PELL = (_PELL[0] ** 2 + 2 * _PELL[1] ** 2, 2 * _PELL[0] * _PELL[1])
A_, B_ = _PELL  # a > sqrt(2) b, by about 10^-290
true("Heegner number", "less by 7.5e-13", lambda: Rel(exp(pi * sqrt(163)), "<", HEEGNER))
false("Heegner number", "less by 7.5e-13", lambda: Rel(exp(pi * sqrt(163)), "=", HEEGNER))
false("Heegner number under a square", "less by 7.5e-13", lambda: Rel(x**2 + exp(pi * sqrt(163)), ">=", HEEGNER), x=UNIT)
true("Pell number", "a^2 = 2 b^2 + 1", lambda: Rel(sqrt(2) * B_, "<", A_))
false("Pell number", "a^2 = 2 b^2 + 1", lambda: Rel(sqrt(2) * B_, "=", A_))
false("Pell number under a square", "a^2 = 2 b^2 + 1", lambda: Rel(x**2 + sqrt(2) * B_, ">=", A_), x=UNIT)
true("greater Pell number", "a^2 = 2 b^2 + 1", lambda: Rel(Max(sqrt(2) * B_, A_), "=", A_))
false("greater Pell number", "a^2 = 2 b^2 + 1", lambda: Rel(Max(sqrt(2) * B_, A_), "=", sqrt(2) * B_))
true(
    "absolute value of a constant",
    "Mills(3000) < 1/3000",
    lambda: Rel(Abs(BEYOND - Rational(1, 3000)), "=", Rational(1, 3000) - BEYOND),
)
false(
    "absolute value of a constant",
    "Mills(3000) < 1/3000",
    lambda: Rel(Abs(BEYOND - Rational(1, 3000)), "=", BEYOND - Rational(1, 3000)),
)
true("branch by a constant", "Mills(3000) < 1/3000", lambda: Rel(Piecewise((1, Rational(1, 3000) < BEYOND), (2, True)), "=", 2))
true("sign of a small constant", "Mills(3000) < 1/3000", lambda: Rel(sign(BEYOND - Rational(1, 3000)), "=", -1))
true("root of a small constant", "Mills(3000) < 1/3000", lambda: Rel(sqrt(Rational(1, 3000) - BEYOND), ">", 0))
undefined("logarithm of a negative constant", "Mills(3000) < 1/3000", lambda: Rel(log(BEYOND - Rational(1, 3000)), "<", 0))
true("less of two constants", "tanh < 1", lambda: Rel(Min(tanh(200), 1), "<", 1))
false("less of two constants", "tanh < 1", lambda: Rel(Min(tanh(200), 1), "=", 1))
false("Phi of forty", "below 1", lambda: Rel(Phi(40), "=", 1))
false("Phi of forty under a square", "Phi(40) < 1, so it fails at 0", lambda: Rel(x**2 + Phi(40), ">=", 1), x=UNIT)
true("nested radical", "the square of 1 + sqrt 2", lambda: Rel(sqrt(3 + 2 * sqrt(2)), "=", 1 + sqrt(2)))
false("nested radical", "off by 1e-40", lambda: Rel(sqrt(3 + 2 * sqrt(2)), "=", 1 + sqrt(2) + Rational(1, 10**40)))
false(
    "equality off by 1e-60", "off by 1e-60", lambda: Rel(exp(x + y), "=", exp(x) * exp(y) + Rational(1, 10**60)), x=UNIT, y=UNIT
)
false("equality off by a small function", "off by 1e-50 x^2", lambda: Rel(Phi(-x), "=", 1 - Phi(x) + x**2 / 10**50), x=UNIT)
false("inequality off by a small function", "less by 1e-50 x^2", lambda: Rel(Phi(-x), ">=", 1 - Phi(x) + x**2 / 10**50), x=UNIT)
false(
    "printed digit", "exp(pi sqrt 163) is nearest to ...744", lambda: Number(exp(pi * sqrt(163)), Printed("262537412640768743"))
)
true("printed digit", "exp(pi sqrt 163) is nearest to ...744", lambda: Number(exp(pi * sqrt(163)), Printed("262537412640768744")))
false("printed half", "above 1/8 by exp(-200)", lambda: Number(Rational(1, 8) + exp(-200), Printed("0.12")))
undefined("printed divergent integral", "int 1/t diverges", lambda: Number(Integral(1 / t, (t, -1, 1)), Printed("0.0")))


# -- logic ---------------------------------------------------------------------------------------------------------------

false("strict for weak at sqrt 2", "x = sqrt 2", lambda: Iff(Rel(x**2, "<=", 2), Rel(x, "<", sqrt(2))), x=WIDE)
true("weak at sqrt 2", "x >= 0", lambda: Iff(Rel(x**2, "<=", 2), Rel(x, "<=", sqrt(2))), x=WIDE)
false("implication at sqrt 2", "x = sqrt 2", lambda: Implies(Rel(x**2, "<=", 2), Rel(x, "<", sqrt(2))), x=WIDE)
false("squares of negatives", "x = -2", lambda: Iff(Rel(x**2, "<=", 2), Rel(x, "<=", sqrt(2))), x=Interval(-2, 2))
false("either side of a point", "neither at 1/3", lambda: Either(Rel(x, "<", THIRD), Rel(x, ">", THIRD)), x=UNIT)
false("either side of sqrt 2", "neither at sqrt 2", lambda: Either(Rel(x, "<", sqrt(2)), Rel(x, ">", sqrt(2))), x=WIDE)
true("either side with the point", "the line is ordered", lambda: Either(Rel(x, "<=", sqrt(2)), Rel(x, ">", sqrt(2))), x=WIDE)
false("not both", "both at 1/2", lambda: Not(All(Rel(x, ">", 0), Rel(x, "<", 1))), x=Interval(-1, 2))
false("not equivalent", "equivalent wherever x is not 0", lambda: Not(Iff(Rel(x, ">", 0), Rel(x, ">=", 0))), x=CLOSED)
false(
    "greater of two, strictly",
    "x = 1, y = 0",
    lambda: Iff(Rel(Max(x, y), "<", 1), All(Rel(x, "<=", 1), Rel(y, "<", 1))),
    x=WIDE,
    y=WIDE,
)
true(
    "greater of two",
    "the definition",
    lambda: Iff(Rel(Max(x, y), "<=", 1), All(Rel(x, "<=", 1), Rel(y, "<=", 1))),
    x=WIDE,
    y=WIDE,
)
true("exists an irrational point", "sqrt(1/2)", lambda: Exists({"y": UNIT}, Rel(y**2, "=", Rational(1, 2))))
false("exists no such point", "y(1 - y) <= 1/4", lambda: Exists({"y": UNIT}, Rel(y * (1 - y), ">", Rational(1, 4))))
false("exists no such integer", "2 is no square", lambda: Exists({"n": Interval.integers(0, 9)}, Rel(n**2, "=", 2)))
false("exists no reciprocal", "1/y is never 0", lambda: Exists({"y": CLOSED}, Rel(1 / y, "=", 0)))
false("exists for part of the parameters", "x > 1 has none", lambda: Exists({"y": UNIT}, Rel(y, "=", x)), x=Interval(0, 1 + TINY))
false("exists a root for part", "x < 0 has none", lambda: Exists({"y": UNIT}, Rel(y**2, "=", x)), x=Interval(-TINY, 1))
true("exists for all parameters", "y = sqrt x", lambda: Exists({"y": UNIT}, Rel(y**2, "=", x)), x=UNIT)
false("for all, near the edge", "y < 1e-9", lambda: ForAll({"y": POSITIVE}, Rel(x, "<=", y)), x=Interval(-1, TINY))
true("for all", "x <= 0 < y", lambda: ForAll({"y": POSITIVE}, Rel(x, "<=", y)), x=Interval(-1, 0))

# -- exponents whose common part is fine: exp(x) is the power 3599 of exp(x/3599)

false("e among fine roots", "e > 2", lambda: Rel(E + exp(FINE) + exp(FINER), "<", 2 + exp(FINE) + exp(FINER)), x=UNIT)
true("e among fine roots", "e > 2", lambda: Rel(E + exp(FINE) + exp(FINER), ">", 2 + exp(FINE) + exp(FINER)), x=UNIT)
false(
    "exponentials among fine roots", "x > x/61", lambda: Rel(exp(x) + exp(FINER * x), "<", exp(FINE * x) + exp(FINER * x)), x=OPEN
)
true(
    "exponentials among fine roots", "x > x/61", lambda: Rel(exp(x) + exp(FINER * x), ">", exp(FINE * x) + exp(FINER * x)), x=OPEN
)
