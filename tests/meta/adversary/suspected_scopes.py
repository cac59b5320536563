"""Bound variables, premises, quantifiers, kinks and jumps under solver nodes. Main definition: `SCOPES`."""

from __future__ import annotations

from sympy import Abs, Derivative, Heaviside, Integral, Max, Min, Piecewise, Rational, Sum, exp, log, oo, sign, sqrt

from dplemma.lang import (
    REAL,
    ArgMax,
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
    Phi,
    PhiInv,
    Rel,
    Root,
    Sup,
)

from .by_hand import CLOSED, UNIT, WIDE, table
from .known import a, b, n, p, s, t, x, y, z

SCOPES, true, false, undefined = table()
HALF, ONE_TWO, OPEN = Rational(1, 2), Interval(1, 2), Interval.open(0, 1)
KINK = sqrt(t**2 - t + Rational(1, 4))  # |t - 1/2|, which SymPy does not see
VALLEYS = t**2 - 3 * KINK  # least at -3/2; another valley at 3/2
BLUNT = Piecewise((5, t <= 0), (0, True))

# -- one variable bound inside the range of another

INNER = Integral(exp(-s), (s, 0, 1))
true(
    "integral as a factor of a double one",
    "1/8 of it",
    lambda: Rel(Integral(INNER * x * y**3, (x, 0, 1), (y, 0, 1)), "=", INNER / 8),
)
false(
    "integral as a factor, one variable for two",
    "1/8, not 1/5",
    lambda: Rel(Integral(INNER * x * y**3, (x, 0, 1), (y, 0, 1)), "=", INNER / 5),
)
true("double integral in its order", "1/3 and 1/2", lambda: Rel(Integral(a * x * y**2, (x, 0, 1), (y, 0, 1)), "=", a / 6), a=UNIT)
false(
    "double integral with variables swapped",
    "1/6, not 1/4",
    lambda: Rel(Integral(a * x * y**2, (x, 0, 1), (y, 0, 1)), "=", a / 4),
    a=OPEN,
)
true("range up to the outer variable", "int of y^2/2", lambda: Rel(Integral(x, (x, 0, y), (y, 0, 1)), "=", Rational(1, 6)))
false("range up to the outer variable", "1/6", lambda: Rel(Integral(x, (x, 0, y), (y, 0, 1)), "=", HALF))
true("root inside a root", "x^(1/9)", lambda: Rel(Root(t**3 - Root(s**3 - x, (s, 0, 2)), (t, 0, 2)) ** 9, "=", x), x=ONE_TWO)
false(
    "root inside a root",
    "x^(1/9)",
    lambda: Rel(Root(t**3 - Root(s**3 - x, (s, 0, 2)), (t, 0, 2)) ** 6, "=", x),
    x=Interval(Rational(3, 2), 2),
)
true(
    "root in the range of an integral",
    "r = x",
    lambda: Rel(Integral(t, (t, 0, Root(s - x, (s, 0, 2)))), "=", x**2 / 2),
    x=ONE_TWO,
)
undefined("sum turned around", "from 5 to 1", lambda: Rel(Sum(x, (x, 5, 1)), "=", -9))

# -- kinks and jumps that no slope sees

false("least place of two valleys with a kink", "-3/2", lambda: Rel(ArgMin(VALLEYS, (t, -2, 10)), ">", 0))
false("least place of two valleys, far range", "-3/2", lambda: Rel(ArgMin(VALLEYS, (t, -Rational(7, 4), 100)), ">", 1))
undefined("greatest place of a kink turned over", "two peaks", lambda: Rel(ArgMax(-VALLEYS, (t, -2, 10)), ">", 1))
true("least place beside a kink", "1/2 + 3/2", lambda: Rel(ArgMin((t - 2) ** 2, (t, 0, 5)), "=", 2))
undefined("least place of an even valley", "-1 and 1", lambda: Rel(ArgMin((t**2 - 1) ** 2, (t, -2, 2)), "<=", 2))
undefined("least place at a cusp", "no slope at 0", lambda: Rel(ArgMin((t**2) ** Rational(1, 4), (t, -1, 2)), ">", 1))
false("greatest of what is 5 at one end", "0 inside", lambda: Rel(Sup(BLUNT, (t, 0, 1)), "<", -1))
false("greatest of what jumps inside", "5", lambda: Rel(Sup(Piecewise((5, t <= HALF), (0, True)), (t, 0, 1)), "<=", 1))
false("sign of what does not exist", "sqrt(x - 1) for x < 1", lambda: Rel(sign(2 + sqrt(x - 1)), "<", 0), x=WIDE)
undefined("sign of a root that is not there", "sqrt(x - 1) for x < 1", lambda: Rel(sign(2 + sqrt(x - 1)), ">=", 0), x=WIDE)
undefined("sign of a logarithm at zero", "log 0", lambda: Rel(sign(2 + exp(log(x))), ">", 0), x=UNIT)
true("sign of a root that is there", "2 + sqrt(x)", lambda: Rel(sign(2 + sqrt(x)), "=", 1), x=WIDE)
undefined("step of what does not exist", "sqrt(x - 1)", lambda: Rel(Heaviside(2 + sqrt(x - 1), HALF), ">", 0), x=WIDE)
undefined("greater of what does not exist", "log 0", lambda: Rel(Max(2, log(x)), "=", 2), x=UNIT)
undefined("nothing times what does not exist", "PhiInv(0)", lambda: Rel((x - x**2) * PhiInv(x), "<=", 1), x=UNIT)
undefined(
    "power zero of what does not exist", "log x for x < 0", lambda: Rel(abs(sqrt(x)) ** (y - y + 1), ">=", 0), x=CLOSED, y=UNIT
)

# -- derivatives at ends and of nodes

R_END = Root(t - HALF + (a - 1) / t, (t, 0, 1))
undefined(
    "slope of a root at the end of its life",
    "two roots for a > 1",
    lambda: Rel(Derivative(R_END, a), "<", 0),
    a=Interval(Rational(3, 4), 1),
)
undefined("slope of a root at a point", "for a > 1 there is none", lambda: Rel(Derivative(R_END, a), "<=", 0), a=Interval(1, 1))
true("slope of an integral by its end", "e^-x", lambda: Rel(Derivative(Integral(exp(-t), (t, 0, x)), x), "=", exp(-x)), x=ONE_TWO)
false(
    "slope of a product with an integral",
    "J + x e^-x",
    lambda: Rel(Derivative(x * Integral(exp(-t), (t, 0, x)), x), "=", Integral(exp(-t), (t, 0, x))),
    x=ONE_TWO,
)
true(
    "slope of a product with an integral",
    "J + x e^-x",
    lambda: Rel(Derivative(x * Integral(exp(-t), (t, 0, x)), x), "=", Integral(exp(-t), (t, 0, x)) + x * exp(-x)),
    x=ONE_TWO,
)
undefined("slope of a root function at zero", "sqrt x", lambda: Rel(Derivative(x ** Rational(3, 2), x), ">=", 0), x=UNIT)
true("slope of a power inside", "3/2 sqrt x", lambda: Rel(Derivative(x ** Rational(3, 2), x), ">", 0), x=OPEN)
undefined("second slope of x |x|", "corner of 2 |x|", lambda: Rel(Derivative(x * Abs(x), (x, 2)), "<=", 2), x=CLOSED)
undefined("slope of a greater at a contact", "0 and 1 at 1", lambda: Rel(Derivative(Max(1, x), x), ">=", 0), x=WIDE)
undefined(
    "slope of a branch that agrees in value",
    "0 and 1",
    lambda: Rel(Derivative(Piecewise((x, x < 1), (1, True)), x), ">=", 0),
    x=WIDE,
)
true(
    "slope of a constant branch",
    "no x in the condition",
    lambda: Rel(Derivative(Piecewise((x, a < 1), (2 * x, True)), x), ">=", 1),
    x=WIDE,
    a=WIDE,
)

# -- premises, equivalences, quantifiers

undefined("premise without value", "log of -1", lambda: Implies(Rel(log(y - 2), ">", 0), Rel(y, "<", 2)), y=UNIT)
undefined(
    "premise of a missing branch",
    "no branch for x >= 1",
    lambda: Implies(Rel(Piecewise((x, x < 1)), ">", 5), Rel(x, ">", 9)),
    x=WIDE,
)
true("premise that holds nowhere near", "x > 1 gives x^2 > 1", lambda: Implies(Rel(x, ">", 1), Rel(x**2, ">", 1)), x=WIDE)
false("premise left out of its case", "x = 1/2", lambda: Rel(x**2, ">", x), x=WIDE)
false("both ways, one fails at 0", "x = 0", lambda: Iff(Rel(x, ">=", 0), Rel(x**3, ">", 0)), x=CLOSED)
true("both ways by an odd power", "x^3", lambda: Iff(Rel(x, ">", 0), Rel(x**3, ">", 0)), x=CLOSED)
false("both ways by an even power", "x = -1", lambda: Iff(Rel(x, ">", HALF), Rel(x**2, ">", HALF**2)), x=CLOSED)
false("both ways by a factor that vanishes", "y = 0", lambda: Iff(Rel(x, ">=", 0), Rel(x * y, ">=", 0)), x=CLOSED, y=UNIT)
true("both ways by a positive factor", "y > 0", lambda: Iff(Rel(x, ">=", 0), Rel(x * y, ">=", 0)), x=CLOSED, y=ONE_TWO)
false("negation of what is undefined", "log x", lambda: Not(Rel(log(x), ">", -1)), x=Interval.open(0, 2))
undefined("negation where nothing exists", "log of -1", lambda: Not(Rel(log(x - 2), ">", 5)), x=UNIT)
undefined("either, one side without value", "log x", lambda: Either(Rel(log(x), ">", 1), Rel(log(x), "<=", 1)), x=CLOSED)
true("either, all covered", "order", lambda: Either(Rel(x, ">", y), Rel(x, "<=", y)), x=CLOSED, y=CLOSED)
false("either, a point left out", "x = y", lambda: Either(Rel(x, ">", y), Rel(x, "<", y)), x=CLOSED, y=CLOSED)
false("exists with the variable outside", "y = x + 1 > 1", lambda: Exists({"y": UNIT}, Rel(y, "=", x + 1)), x=UNIT)
true("exists with a name of its own", "x = 0", lambda: Exists({"z": UNIT}, Rel(z, "=", x**2)), x=CLOSED)
false("for all then exists, turned", "no greatest", lambda: Exists({"y": REAL}, ForAll({"x": REAL}, Rel(y, ">=", x))))
true("for all then exists", "y = x + 1", lambda: ForAll({"x": REAL}, Exists({"y": REAL}, Rel(y, ">", x))))
false("exists inside a condition", "x = 2", lambda: Exists({"y": UNIT}, Rel(y**2, "=", x)), x=WIDE)
false("exists a root of a negative", "x < 0", lambda: Exists({"y": REAL}, Rel(y**2, "=", x)), x=CLOSED)
true("exists a cube root", "x >= 0", lambda: Exists({"y": Interval(0, 2)}, Rel(y**3, "=", x)), x=UNIT)
false("not increasing, on a part where it is", "x (4 - x) up to 2", lambda: Not(Monotone(x * (4 - x), x, "increasing")), x=UNIT)
true("not increasing on the whole", "falls beyond 2", lambda: Not(Monotone(x * (4 - x), x, "increasing")), x=Interval(0, 10))
false("no limit, for rates that have one", "a > 0", lambda: Not(Limit(exp(a * x), x, oo, oo)), a=ONE_TWO)
true("no limit for one of the rates", "a = -1", lambda: Not(Limit(exp(a * x), x, oo, oo)), a=CLOSED)
false("monotone on a condition's part, claimed on all", "x > 1/2", lambda: Monotone((x - HALF) ** 2, x, "increasing"), x=UNIT)
true(
    "monotone where a condition says so",
    "x >= 1/2",
    lambda: Monotone((x - HALF) ** 2, x, "increasing"),
    x=UNIT,
    such_that=Rel(x, ">=", HALF),
)
false(
    "monotone where a condition says otherwise",
    "x <= 1/2",
    lambda: Monotone((x - HALF) ** 2, x, "increasing"),
    x=UNIT,
    such_that=Rel(x, "<=", HALF),
)

# -- thin regions and names

true("a point", "x = 1/3", lambda: Rel(3 * x, "=", 1), x=Interval(Rational(1, 3), Rational(1, 3)))
false("a point, off", "x = 1/3", lambda: Rel(3 * x, "=", 2), x=Interval(Rational(1, 3), Rational(1, 3)))
true("a circle", "x^2 + y^2 = 1", lambda: Rel(x * y, "<=", HALF), x=CLOSED, y=CLOSED, such_that=Rel(x**2 + y**2, "=", 1))
false(
    "a circle, too small a bound",
    "at 45 degrees",
    lambda: Rel(x * y, "<=", Rational(49, 100)),
    x=CLOSED,
    y=CLOSED,
    such_that=Rel(x**2 + y**2, "=", 1),
)
true("a curve by a transcendental condition", "x = 0", lambda: Rel(x, "<=", 0), x=CLOSED, such_that=Rel(exp(x), "<=", 1))
false("a curve by a transcendental condition", "x < 0", lambda: Rel(x, ">=", 0), x=CLOSED, such_that=Rel(exp(x), "<=", 1))
false("strict at the contact of a condition", "x = 0", lambda: Rel(x, "<", 0), x=CLOSED, such_that=Rel(exp(x), "<=", 1))
true("integers only", "n (n - 1)", lambda: Rel(n * (n - 1), ">=", 0), n=Interval.integers(-5, 5))
false("integers only, reals meant", "x = 1/2", lambda: Rel(x * (x - 1), ">=", 0), x=UNIT)
false("last integer", "n = 5", lambda: Rel(n, "<", 5), n=Interval.integers(0, 5))
true("last integer below an open end", "n <= 4", lambda: Rel(n, "<=", 4), n=Interval.integers(0, Rational(9, 2)))
true("parameter of the name of a constant", "p", lambda: Rel(p * exp(-p), "<=", exp(-1)), p=UNIT)
false("parameter of the name of a constant", "p = 1", lambda: Rel(p * exp(-p), "<", exp(-1)), p=UNIT)
true("Phi of a bound variable", "1/2 by symmetry", lambda: Rel(Integral(Phi(t) - HALF, (t, -b, b)), "=", 0), b=ONE_TWO)
false("less of two, turned", "Min", lambda: Rel(Min(x, y), ">=", Max(x, y) - HALF), x=UNIT, y=UNIT)
