"""Claims that were decided wrongly once, each with its true counterpart. Main definition: `REPORTED`."""

from __future__ import annotations

from sympy import Abs, Derivative, Integral, Max, Piecewise, Rational, exp, oo

from dplemma.lang import ArgMin, Iff, Interval, Limit, Monotone, Not, Number, Phi, Printed, Rel, Root
from dplemma.lang.statements import Statement

from .by_hand import BEYOND, CLOSED, TINY, UNIT, WELLS, WIDE, table
from .known import a, b, t, x, y, z

REPORTED, true, false, undefined = table()
true("limit of Phi inside", "Phi falls to 0", lambda: Limit(exp(Phi(z + 1) / 1000), z, -oo, 1))
false(
    "limit of Phi inside",
    "it tends to 1, not to exp(1/1000)",
    lambda: Limit(exp(Phi(z + 1) / 1000), z, -oo, exp(Rational(1, 1000))),
)


def _sum_over_larger() -> Statement:
    return Limit((exp(a * x) + exp(b * x)) / exp(b * x), x, oo, 1)


true("generic parameters", "a < 1 < b", _sum_over_larger, a=Interval.open(0, 1), b=Interval.open(1, 2))
false(
    "generic parameters",
    "b <= a in a corner of the region",
    _sum_over_larger,
    a=Interval.open(0, 1),
    b=Interval.open(1 - TINY, 2),
)

_DISC = {"x": Interval(0, 10), "such_that": Rel(x**2, "<", 2)}
true(
    "second point of monotonicity",
    "the slope 3 - 2x is positive up to sqrt 2",
    lambda: Monotone(3 * x - x**2, x, "increasing"),
    **_DISC,
)
false("second point of monotonicity", "its contrary is true", lambda: Not(Monotone(3 * x - x**2, x, "increasing")), **_DISC)

false(
    "sign of a constant",
    "Mills(3000) < 1/3000, so it fails where x^2 < 3000^-3",
    lambda: Rel(x**2 + BEYOND, ">", Rational(1, 3000)),
    x=Interval.open(0, 3),
)
true(
    "sign of a constant",
    "Mills(u) > 1/u - 1/u^3",
    lambda: Rel(x**2 + BEYOND + Rational(1, 3000**3), ">", Rational(1, 3000)),
    x=Interval.open(0, 3),
)
true("greater of two constants", "Mills(u) < 1/u", lambda: Rel(Max(BEYOND, Rational(1, 3000)), "=", Rational(1, 3000)))
false("greater of two constants", "Mills(u) < 1/u", lambda: Rel(Max(BEYOND, Rational(1, 3000)), "=", BEYOND))

undefined("root that does not exist", "2 + y is outside (0, 1)", lambda: Rel(Root(x - 2 - y, (x, 0, 1)), "<=", 5), y=UNIT)
true("root that exists", "the root is 1/4 + y/4", lambda: Rel(Root(4 * x - 1 - y, (x, 0, 1)), "<=", Rational(1, 2)), y=UNIT)
undefined(
    "Piecewise without a last branch",
    "nothing is said for x >= 2",
    lambda: Rel(Piecewise((1 + x, x < 2)), ">", 0),
    x=Interval(0, 3),
)
true(
    "Piecewise with a last branch",
    "both branches are positive",
    lambda: Rel(Piecewise((1 + x, x < 2), (5 - x, True)), ">", 0),
    x=Interval(0, 3),
)


def _power_on_unit() -> Statement:
    whole = Integral(t**a, (t, 0, 1))
    return Iff(Rel(whole, "<=", 1), Rel(2 * whole, "<=", 2))


undefined("divergent integral", "int t^a diverges for a <= -1", _power_on_unit, a=Interval.open(-3, 3))
true("convergent integral", "both say the same of a finite number", _power_on_unit, a=UNIT)
_JUMP = Piecewise((x, x < 1), (x - 5, True))
undefined("derivative at a jump", "no derivative at 1", lambda: Rel(Derivative(_JUMP, x), "<=", 1), x=WIDE)
undefined("derivative at a corner", "no derivative at 0", lambda: Rel(Derivative(Abs(x), x), "<=", 1), x=CLOSED)
true("derivative", "it is 2x", lambda: Rel(Derivative(x**2, x), "<=", 2), x=CLOSED)
false("local optimum", "the least value is at -1.0123", lambda: Rel(ArgMin(WELLS, (x, -2, 3)), ">", Rational(98, 100)))
false("printed local optimum", "the least value is at -1.0123", lambda: Number(ArgMin(WELLS, (x, -2, 3)), Printed("0.99")))
true("printed global optimum", "the least value is at -1.0123", lambda: Number(ArgMin(WELLS, (x, -2, 3)), Printed("-1.01")))
true("global optimum", "the least value is at -1.0123", lambda: Rel(ArgMin(WELLS, (x, -2, 3)), "<", -1))
