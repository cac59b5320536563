"""Monotonicity: slopes known by construction; false by a dip, a jump, a flat piece, a gap in the region, a vanishing factor."""

from __future__ import annotations

from sympy import Abs, Max, Min, Piecewise, Rational, cosh, exp, expand, integrate, log, oo, sinh, sqrt, tanh

from dplemma.lang import Interval, Mills, Monotone, Not, Phi, Rel

from .known import Dice, Known, case, family, n, partial, x, y


@family
def antiderivative_of_a_square(dice: Dice) -> Known:
    """An antiderivative of a square increases strictly; with a small number taken off the slope it dips."""
    r, m = dice.rational(-2, 2), dice.choice((2, 3, 5, 7))
    square, region = dice.choice(
        (((x - r) ** 2, dice.around(r)), ((x**2 - m) ** 2, Interval(0, 3)), ((x - r) ** 4, dice.around(r)))
    )
    truth = dice.truth()
    slope = expand(dice.positive() * square - (0 if truth else dice.tiny()))
    why = "the slope is a square that vanishes at one point" if truth else "the slope is negative near one point"
    sign = dice.choice((1, -1))
    return case(truth, why, Monotone(sign * integrate(slope, x), x, "increasing" if sign > 0 else "decreasing"), x=region)


@family
def monotone_composition(dice: Dice) -> Known:
    """Increasing functions of increasing functions; the wrong direction is false."""
    c, d = dice.positive(), dice.rational(-2, 2)
    inner = dice.choice((c * x + d, x**3 + c * x, sinh(c * x), exp(c * x) + d))
    expr, way = dice.choice((
        (exp(inner), "increasing"), (Phi(inner), "increasing"), (tanh(inner), "increasing"), (log(1 + exp(inner)), "increasing"),
        (Mills(inner), "decreasing"), (1 / (1 + exp(inner)), "decreasing"), (-inner, "decreasing"), (Phi(-inner), "decreasing"),
    ))  # fmt: skip
    truth = dice.truth()
    other = {"increasing": "decreasing", "decreasing": "increasing"}[way]
    statement = Monotone(expr, x, way if truth else other, strict=dice.random() < 0.7)
    region = Interval(dice.rational(-2, 0), dice.rational(0, 1) + 1)
    if not truth and dice.random() < 0.3:
        return case(False, "the contrary of a composition of monotone functions", Not(Monotone(expr, x, way)), x=region)
    return case(truth, "a composition of monotone functions", statement, x=region)


@family
def jumps(dice: Dice) -> Known:
    """Increasing branches: true over a jump up, false over a jump down, however small."""
    r, h = dice.rational(-2, 2), dice.tiny(2, 12)
    truth = dice.truth()
    step = (h if truth else -h) * dice.randint(1, 9)
    branch = dice.choice((x, exp(x), x**3 + x, Phi(x)))
    expr = Piecewise((branch, x < r), (branch + step, True))
    return case(truth, "increasing branches, and a step at r", Monotone(expr, x, "increasing"), x=dice.around(r))


@family
def flat_pieces(dice: Dice) -> Known:
    """Max(x, r) increases weakly, not strictly, if r is inside the region."""
    r, strict = dice.rational(-2, 2), dice.random() < 0.6
    branch = dice.choice((x, 2 * x - r, r + x - r))
    expr = dice.choice((Max(branch, r), Min(branch, r), Abs(x - r) + x, exp(Max(x, r))))
    return case(not strict, "constant on one side of r", Monotone(expr, x, "increasing", strict=strict), x=dice.around(r))


@family
def gap_in_the_region(dice: Dice) -> Known:
    """-1/x increases on each side of 0, not across; on one side it is fine."""
    c, scale = dice.positive(), dice.positive()
    hole = Rel(x**2, ">", Rational(c) ** 2 / 4)
    expr = dice.choice((-scale / x, -scale / x**3, x - 9 * c**2 / x))
    if dice.truth():
        return case(True, "the slope is positive right of 0", Monotone(expr, x, "increasing"), x=Interval(c / 2, c))
    if dice.random() < 0.3:
        return partial("no value at 0", Monotone(expr, x, "increasing"), x=Interval(-c, c))
    return case(
        False, "greater left of the pole than right of it", Monotone(expr, x, "increasing"), x=Interval(-c, c), such_that=hole
    )


@family
def side_conditions(dice: Dice) -> Known:
    """x (2r - x) increases up to r: true if the side condition keeps x below, false if it lets x beyond by a little."""
    r = dice.positive()
    truth = dice.truth()
    edge = r if truth else r + dice.tiny(2, 9)
    statement = Monotone(expand(x * (2 * r - x)), x, "increasing")
    return case(truth, "the slope changes its sign at r", statement, x=Interval(0, 4 * r), such_that=Rel(x**3, "<", edge**3))


@family
def vanishing_factor(dice: Dice) -> Known:
    """y f(x) increases strictly in x for y > 0, is constant at y = 0 and falls for y < 0."""
    truth = dice.truth()
    f = dice.choice((x, exp(x), x**3, Phi(x), sqrt(1 + x)))
    factor = dice.choice((y, y**2, exp(y) - 1, log(1 + y)))
    region = Interval.lopen(0, 1) if truth else Interval(0, 1)
    return case(truth, "the factor vanishes at y = 0 only", Monotone(factor * f, x, "increasing"), x=Interval(0, 2), y=region)


@family
def on_the_integers(dice: Dice) -> Known:
    """(n - k - 1/2 + s)^2 from n = k on: increasing strictly for s > 0, equal at k and k + 1 for s = 0, falling for s < 0."""
    k, s = dice.randint(-9, 9), dice.choice((-1, 0, 1)) * dice.tiny(1, 9)
    strict = dice.random() < 0.7
    expr = expand((n - k - Rational(1, 2) + s) ** 2)
    truth = bool(s > 0 or (s == 0 and not strict))
    whole = Interval.integers(k, k + dice.randint(2, 30))
    return case(truth, "the first two values decide", Monotone(expr, n, "increasing", strict=strict), n=whole)


@family
def turning_points(dice: Dice) -> Known:
    """x e^(-c x) rises up to 1/c, cosh falls up to 0: true up to the turning point, false a little beyond."""
    c, h, truth = dice.positive(), dice.tiny(2, 9), dice.truth()
    beyond = 0 if truth else h
    if dice.random() < 0.5:
        region = Interval(0, 1 / c + beyond)
        return case(truth, "rises up to 1/c", Monotone(x * exp(-c * x), x, "increasing"), x=region)
    region = Interval(-1, beyond)
    return case(truth, "falls up to 0", Monotone(cosh(c * x), x, "decreasing"), x=region)


@family
def half_lines(dice: Dice) -> Known:
    """x + e^(-x) has the slope 1 - e^(-x): it rises from 0 on, not before; with (1 + h) e^(-x) it falls just after 0."""
    scale, start = dice.positive(9), dice.rational(-3, 3)
    d = x - start
    how = "true" if dice.truth() else dice.choice(("edge", "left"))
    expr = scale * (d + (1 + (dice.tiny(2, 9) if how == "edge" else 0)) * exp(-d))
    region = Interval(start - (dice.tiny(2, 9) if how == "left" else 0), dice.choice((oo, start + 5)))
    return case(how == "true", "the slope vanishes at the edge", Monotone(expr, x, "increasing"), x=region)
