"""Roots, optima, integrals and derivatives whose values are known; false by a small number, undefined where they do not exist."""

from __future__ import annotations

from sympy import Abs, Derivative, Expr, Heaviside, Integer, Integral, Max, Piecewise, Rational, exp, expand, log, oo, sinh, sqrt

from dplemma.lang import ArgMax, ArgMin, Inf, Interval, Number, Phi, Printed, Rel, Root, Sup, phi

from .known import Dice, Known, a, case, family, partial, t, x, y


def valued(dice: Dice, node: Expr, value: Expr, why: str, **region: object) -> Known:
    """node = value, or an inequality that it implies; false with a value that is off by a little."""
    if dice.truth():
        rel, shift = dice.choice((("=", 0), ("<=", 0), (">=", 0), ("<", dice.tiny(1, 6)), (">", -dice.tiny(1, 6))))
        return case(True, why, Rel(node, rel, value + shift), **region)
    rel, shift = dice.choice((("=", dice.tiny()), ("<", 0), (">", 0), ("<=", -dice.tiny()), (">=", dice.tiny()), ("!=", 0)))
    return case(False, f"{why}, not a little more or less", Rel(node, rel, value + shift), **region)


@family
def roots(dice: Dice) -> Known:
    """The root of an increasing function that vanishes at a known point of the interval."""
    r = dice.rational(-2, 2)
    low, high = r - dice.positive(), r + dice.positive()
    f = dice.choice((x - r, exp(x) - exp(r), expand(x**3 - r**3 + x - r), Phi(x) - Phi(r), sinh(x - r)))
    if dice.random() < 0.25:
        away = dice.choice(((high, high + 2), (low - 2, low)))
        return partial("the only zero lies outside the interval", Rel(Root(f, (x, *away)), "<", 99))
    return valued(dice, Root(f, (x, low, high)), r, "the equation increases and vanishes there")


@family
def roots_with_parameters(dice: Dice) -> Known:
    """The root of f(x) = y for y in the range of f on the interval; undefined for some y if the region is wider by a little."""
    f, inverse, ends, inside = dice.choice((
        (x**2, sqrt(y), (0, 3), (Rational(1, 4), 4)),
        (exp(x), log(y), (-5, 5), (Rational(1, 2), 5)),
        (2 * x + 1, (y - 1) / 2, (0, 1), (Rational(3, 2), 2)),
        (x**3, y ** Rational(1, 3), (0, 2), (Rational(1, 8), 7)),
    ))  # fmt: skip
    node = Root(f - y, (x, *ends))
    if dice.random() < 0.3:
        top = f.subs(x, ends[1])
        beyond = Interval(inside[0], 200 if top.has(exp) else top + dice.tiny(1, 9))
        return partial("no root for the largest y", Rel(node, "<", 99), y=beyond)
    return valued(dice, node, inverse, "the inverse function", y=Interval(*inside))


@family
def several_roots(dice: Dice) -> Known:
    """`Root` speaks of the one root of a monotone function: an equation with two or three zeros has no such root."""
    r, d = dice.rational(-1, 1), dice.positive(2)
    f = dice.choice(((x - r) ** 2 - d**2, (x - r) * ((x - r) ** 2 - d**2)))
    rel = dice.choice((Rel(Root(expand(f), (x, r - 2 * d, r + 2 * d)), "<=", r + 2 * d),))
    return partial("more than one zero in the interval", rel)


@family
def optima(dice: Dice) -> Known:
    """Where a strictly convex function is least, and its least value."""
    r, c = dice.rational(-2, 2), dice.positive()
    low, high = r - dice.positive(), r + dice.positive()
    f, least = dice.choice((
        (expand(c * (x - r) ** 2 + 1), Integer(1)),
        (exp(x - r) - x, 1 - r),
        (exp(c * (x - r)) + exp(-c * (x - r)), Integer(2)),
        (sqrt(1 + (x - r) ** 2), Integer(1)),
    ))  # fmt: skip
    node, value = dice.choice((
        (ArgMin(f, (x, low, high)), r), (Inf(f, (x, low, high)), least),
        (ArgMax(-f, (x, low, high)), r), (Sup(-f, (x, low, high)), -least),
    ))  # fmt: skip
    return valued(dice, node, value, "the slope changes its sign there")


@family
def two_wells(dice: Dice) -> Known:
    """c (x^2 - 1)^2 + h x has two wells; the left one is deeper. Its optimum is near -1, not near 1."""
    c, h = dice.positive(3), Rational(dice.randint(1, 9), 10 ** dice.randint(2, 5))
    f = expand(c * (x**2 - 1) ** 2 + h * x)
    range_ = (x, -2, 2 + dice.randint(0, 2))
    truth = dice.truth()
    if dice.random() < 0.3 and h < c / 100:
        printed = "-1.0" if truth else "1.0"
        return case(truth, "the left well is deeper by about 2h", Number(ArgMin(f, range_), Printed(printed)))
    statement = dice.choice((
        Rel(ArgMin(f, range_), "<" if truth else ">", 0),
        Rel(Inf(f, range_), "<=" if truth else ">=", -h if truth else 0),
    ))  # fmt: skip
    return case(truth, "the left well is deeper by about 2h", statement)


@family
def no_optimum(dice: Dice) -> Known:
    """No least point where the least value is not taken, or is taken twice."""
    c = dice.positive()
    statement = dice.choice((
        Rel(ArgMin(exp(-c * x), (x, 0, oo)), ">=", 0),
        Rel(ArgMin(expand((x**2 - c**2) ** 2), (x, -2 * c, 2 * c)), "<=", 2 * c),
        Rel(Sup(c / x, (x, 0, 1)), ">", 0),
        Rel(Inf(log(x), (x, 0, 1)), "<", 1),
    ))  # fmt: skip
    return partial("not taken, or taken twice, or infinite", statement)


@family
def optimum_with_parameter(dice: Dice) -> Known:
    """sup of x y - c x^2 on [0, 1] is y^2/(4c) as long as y <= 2c; beyond it is y - c."""
    c, h, truth = dice.positive(), dice.tiny(1, 5), dice.truth()
    region = Interval(0, 2 * c + (0 if truth else h))
    statement = Rel(Sup(x * y - c * x**2, (x, 0, 1)), "=", y**2 / (4 * c))
    return case(truth, "the turning point y/(2c) lies in [0, 1] or not", statement, y=region)


@family
def integrals(dice: Dice) -> Known:
    """Integrals with a known antiderivative, some over half-lines."""
    c, k = dice.positive(), dice.randint(1, 4)
    low, width = dice.rational(-1, 1), dice.positive()
    high = low + width
    integrand, limits, value = dice.choice((
        (c * t**k, (low, high), c * (high ** (k + 1) - low ** (k + 1)) / (k + 1)),
        (exp(c * t), (low, high), (exp(c * high) - exp(c * low)) / c),
        (exp(-c * t), (0, oo), 1 / c),
        (phi(t), (low, high), Phi(high) - Phi(low)),
        (phi(t), (low, oo), 1 - Phi(low)),
        (t * exp(-c * t), (0, oo), c**-2),
        (t ** (-Rational(1, 2)), (0, c), 2 * sqrt(c)),
        (log(t), (0, 1), Integer(-1)),
        (1 / (1 + t) ** (k + 1), (0, oo), Rational(1, k)),
    ))  # fmt: skip
    return valued(dice, Integral(integrand, (t, *limits)), value, "the antiderivative is known")


@family
def integrals_with_parameter(dice: Dice) -> Known:
    """int_0^oo e^(-a t) = 1/a for a > 0, int_0^1 t^a = 1/(1 + a) for a > -1; undefined where they diverge."""
    c, h = dice.positive(), dice.tiny(1, 9)
    node, value, low = dice.choice((
        (Integral(exp(-a * t), (t, 0, oo)), 1 / a, Integer(0)),
        (Integral(t**a, (t, 0, 1)), 1 / (1 + a), Integer(-1)),
        (Integral(t ** (-a), (t, 1, oo)), 1 / (a - 1), Integer(1)),
    ))  # fmt: skip
    if dice.random() < 0.4:
        region = dice.choice((Interval(low, low + c), Interval(low - h, low + c)))
        statement = dice.choice((Rel(node, ">", 0), Rel(node, "<=", node + 1), Rel((a - low) * node, "=", 1)))
        return partial("divergent for the least a", statement, a=region)
    return valued(dice, node, value, "the antiderivative is known", a=Interval(low + c, low + c + 1))


@family
def divergent_integrals(dice: Dice) -> Known:
    """Over a pole, or too slow a tail: no value, whatever an antiderivative says at the ends."""
    r, c = dice.rational(-1, 1), dice.positive()
    low, high = r - c, r + c
    statement = dice.choice((
        Rel(Integral(1 / (t - r), (t, low, high)), "=", 0),
        Rel(Integral((t - r) ** -2, (t, low, high)), "=", -2 / c),
        Rel(Integral(c / t, (t, 1, oo)), ">", 0),
        Rel(Integral(1 / (t - low), (t, low, high)), ">", -c),
        Rel(Integral(c / t, (t, 0, 1)), "<=", Integral(2 * c / t, (t, 0, 1))),
        Rel(Integral(c / t, (t, 0, 1)), "<", Integral(c / t, (t, 0, 1)) + 1),
    ))  # fmt: skip
    return partial("the integral diverges", statement)


@family
def derivatives(dice: Dice) -> Known:
    """Derivatives of smooth functions, and of functions with a corner or a jump inside the region."""
    r, c = dice.rational(-2, 2), dice.nonzero()
    region = dice.around(r)
    if dice.random() < 0.5:
        f, slope = dice.choice((
            (exp(c * x), c * exp(c * x)), (expand(c * (x - r) ** 3), expand(3 * c * (x - r) ** 2)), (c * Phi(x), c * phi(x)),
            (log(1 + exp(x)), 1 / (1 + exp(-x))), (c * (x - r) * Abs(x - r), 2 * c * Abs(x - r)),
        ))  # fmt: skip
        return valued(dice, Derivative(f, x), slope, "the rules of differentiation", x=region)
    f = dice.choice((
        Abs(x - r), Max(x, r), Piecewise((x, x < r), (x - 1, True)), Piecewise((x, x < r), (2 * x - r, True)),
        exp(Abs(x - r)), Heaviside(x - r),
    ))  # fmt: skip
    return partial("no derivative at r", Rel(c * Derivative(f, x), "<=", 99 * abs(c)), x=region)
