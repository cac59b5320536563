"""Constants whose sign needs many digits, or that are equal in disguise; printed numbers off by one in the last digit."""

from __future__ import annotations

from fractions import Fraction

import mpmath
from sympy import Expr, Integer, Max, Min, Rational, exp, log, pi, sqrt, tanh

from dplemma.lang import Interval, Mills, Number, Phi, Printed, Rel

from .known import Dice, Known, case, family, x

_PELL = {2: (3, 2), 3: (2, 1), 5: (9, 4), 6: (5, 2), 7: (8, 3), 10: (19, 6), 13: (649, 180)}  # a^2 - d b^2 = 1


def ordered(dice: Dice, smaller: Expr, larger: Expr, why: str) -> Known:
    """smaller < larger, and what contradicts it, also hidden under a square that vanishes or in a Max."""
    truth = dice.truth()
    scale = dice.positive(9)
    smaller, larger = scale * smaller, scale * larger
    if truth:
        statement = dice.choice((
            Rel(smaller, "<", larger), Rel(larger - smaller, ">", 0), Rel(smaller, "!=", larger), Rel(larger, ">=", smaller),
            Rel(Max(smaller, larger), "=", larger), Rel(Min(smaller, larger), "=", smaller), Rel(smaller, "<", larger + x**2),
        ))  # fmt: skip
    else:
        statement = dice.choice((
            Rel(smaller, ">", larger), Rel(smaller, "=", larger), Rel(larger - smaller, "<=", 0), Rel(smaller, ">=", larger),
            Rel(Max(smaller, larger), "=", smaller), Rel(x**2 + smaller, ">=", larger), Rel(x**2 + smaller, ">", larger),
        ))  # fmt: skip
    return case(truth, why, statement, **({"x": Interval(0, 1)} if statement.free_names() else {}))


@family
def pell(dice: Dice) -> Known:
    """a^2 = d b^2 + 1, so a exceeds b sqrt d by about 1/(2a): as little as one likes."""
    d = dice.choice(sorted(_PELL))
    first = last = _PELL[d]
    for _ in range(dice.randint(1, 120)):
        last = (first[0] * last[0] + d * first[1] * last[1], first[0] * last[1] + first[1] * last[0])
    return ordered(dice, last[1] * sqrt(d), Integer(last[0]), "a^2 = d b^2 + 1")


@family
def mills_far_out(dice: Dice) -> Known:
    """1/u - 1/u^3 < Mills(u) < 1/u - 1/u^3 + 3/u^5."""
    u = Rational(dice.randint(20, 10 ** dice.randint(2, 5)))
    smaller, larger = dice.choice((
        (Mills(u), 1 / u), (1 / u - u**-3, Mills(u)), (Mills(u), 1 / u - u**-3 + 3 * u**-5),
    ))  # fmt: skip
    return ordered(dice, smaller, larger, "the asymptotic series of the Mills ratio alternates around it")


@family
def near_one(dice: Dice) -> Known:
    """tanh, Phi and 1 - e^-u are below 1, by less than any number of digits one likes."""
    u = dice.randint(10, 60)
    return ordered(dice, dice.choice((tanh(u), Phi(u), 1 - exp(-u), 1 - exp(-exp(Rational(u, 10))))), Integer(1), "below 1")


@family
def near_integers(dice: Dice) -> Known:
    """exp(pi sqrt d) is nearly an integer for d = 43, 67, 163, always a little less than its neighbour."""
    d, side = dice.choice(((43, 960), (67, 5280), (163, 640320)))
    return ordered(dice, exp(pi * sqrt(d)), Integer(side**3 + 744), "a Heegner number")


@family
def digits_of_constants(dice: Dice) -> Known:
    """A constant and its decimal expansion cut after n digits: the truncation is smaller."""
    value, number = dice.choice(_CONSTANTS)
    digits = dice.randint(5, 60)
    with mpmath.workdps(digits + 40):
        cut = int(mpmath.floor(number() * mpmath.mpf(10) ** digits))
    if dice.random() < 0.5:
        return ordered(dice, Rational(cut, 10**digits), value, "the decimal expansion goes on")
    return ordered(dice, value, Rational(cut + 1, 10**digits), "the decimal expansion goes on")


_CONSTANTS = (
    (pi, lambda: mpmath.pi), (exp(1), lambda: mpmath.e), (sqrt(2), lambda: mpmath.sqrt(2)), (log(2), lambda: mpmath.log(2)),
    (exp(pi), lambda: mpmath.exp(mpmath.pi)), (log(log(30)), lambda: mpmath.log(mpmath.log(30))),
    (Phi(1), lambda: mpmath.ncdf(1)), (sqrt(2) + sqrt(3), lambda: mpmath.sqrt(2) + mpmath.sqrt(3)),
    (exp(-Integer(20)) * 10**9, lambda: mpmath.exp(-20) * 10**9), (pi**2 / 6, lambda: mpmath.pi**2 / 6),
)  # fmt: skip


@family
def equal_radicals(dice: Dice) -> Known:
    """sqrt(a + b + 2 sqrt(a b)) = sqrt a + sqrt b; false if one is moved by 10^-k."""
    u, v = dice.randint(2, 60), dice.randint(2, 60)
    truth = dice.truth()
    moved = 0 if truth else Rational(1, 10 ** dice.randint(3, 60))
    return case(truth, "square both sides", Rel(sqrt(u + v + 2 * sqrt(u * v)), "=", sqrt(u) + sqrt(v) + moved))


@family
def equal_logarithms(dice: Dice) -> Known:
    """log of a product of integers, with one factor or with another."""
    u, v = dice.randint(2, 999), dice.randint(2, 999)
    truth = dice.truth()
    product = u * v if truth else u * v + dice.choice((-1, 1))
    left, right = log(u) + log(v), log(product)
    return case(truth, "log of a product", Rel(left, "=", right))


@family
def printed_numbers(dice: Dice) -> Known:
    """A constant rounded to n digits, or with the last digit off by one or two."""
    value, number = dice.choice(_CONSTANTS)
    digits, factor = dice.randint(2, 25), dice.positive(9, 40)
    with mpmath.workdps(digits + 40):
        scaled = number() * int(factor.p) / int(factor.q) * mpmath.mpf(10) ** digits
        nearest = int(mpmath.nint(scaled))
        doubtful = abs(abs(scaled - mpmath.floor(scaled)) - mpmath.mpf(1) / 2) < mpmath.mpf(10) ** -20
    truth = dice.truth()
    shown = nearest if truth else nearest + dice.choice((-2, -1, 1, 2))
    if doubtful:
        return printed_numbers(dice)
    return case(
        truth, "computed to 40 digits more", Number(value * factor, Printed(_decimal(Fraction(shown, 10**digits), digits)))
    )


def _decimal(value: Fraction, digits: int) -> str:
    whole = str(abs(value.numerator * 10**digits // value.denominator)).rjust(digits + 1, "0")
    return f"{'-' if value < 0 else ''}{whole[:-digits]}.{whole[-digits:]}"
