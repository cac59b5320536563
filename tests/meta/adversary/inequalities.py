"""Inequalities: true by convexity, squares, means, series or known bounds; false by a small planted violation.

A violation is planted where it is hard to see: of size 1e-3 to 1e-12 at a point of contact (rational or irrational), at one
single point, at a closed edge, in a far tail, or at one integer.
"""

from __future__ import annotations

from sympy import Abs, Expr, Integer, Max, Min, Rational, cosh, exp, expand, factorial, log, oo, sinh, sqrt, tanh

from dplemma.lang import NONNEGATIVE, Chain, Interval, Mills, Phi, Rel

from .known import Dice, Known, case, family, n, x, y


def touching(dice: Dice, larger: Expr, smaller: Expr, what: str, **region: object) -> Known:
    """larger >= smaller with equality somewhere in the region: true as it stands, false if strict, moved or never equal."""
    how = "weak" if dice.truth() else dice.choice(("strict", "moved", "unequal"))
    if how == "weak":
        return case(True, f"{what}, with equality at a point", Rel(larger, ">=", smaller), **region)
    if how == "moved":
        return case(False, f"{what}, with equality at a point, then moved", Rel(larger, ">=", smaller + dice.tiny()), **region)
    return case(False, f"{what}, with equality at a point", Rel(larger, ">" if how == "strict" else "!=", smaller), **region)


@family
def tangent_of_exp(dice: Dice) -> Known:
    """e^u >= e^c (1 + u - c), because exp is convex; equality at u = c."""
    slope, shift, c = dice.nonzero(), dice.rational(-2, 2), dice.rational(-2, 2)
    u = slope * x + shift
    return touching(dice, exp(u), exp(c) * (1 + u - c), "exp lies above its tangent", x=dice.around((c - shift) / slope))


@family
def tangent_of_log(dice: Dice) -> Known:
    """log u <= log c + u/c - 1, because log is concave; equality at u = c."""
    c, slope = dice.positive(), dice.positive()
    centre = dice.rational(-3, 3)
    u = c + slope * (x - centre)  # at least c/4 on the region
    region = Interval(centre - 3 * c / (4 * slope), centre + dice.positive(9))
    return touching(dice, log(c) + u / c - 1, log(u), "log lies below its tangent", x=region)


@family
def tangent_at_a_surd(dice: Dice) -> Known:
    """e^(k x) >= e^(k s) (1 + k(x - s)), with equality at the irrational s only."""
    s, region = dice.surd()
    k = dice.nonzero(2)
    return touching(dice, exp(k * x), exp(k * s) * (1 + k * (x - s)), "exp lies above its tangent", x=region)


@family
def sum_of_squares(dice: Dice) -> Known:
    """A sum of squares of two linear forms, multiplied out; both vanish at one rational point."""
    at_x, at_y = dice.rational(-2, 2), dice.rational(-2, 2)
    forms = [dice.nonzero() * (x - at_x) + dice.rational(-3, 3) * (y - at_y), dice.nonzero() * (y - at_y)]
    total = expand(sum(form**2 for form in forms))
    return touching(dice, total, Integer(0), "a sum of squares", x=dice.around(at_x), y=dice.around(at_y))


@family
def square_at_a_surd(dice: Dice) -> Known:
    """A square that vanishes at one irrational point of the region."""
    m = dice.choice((2, 3, 5, 6, 7, 8))
    q = dice.positive(3) + Rational(1, 97)
    inner, region = dice.choice((
        (x**2 - m, Interval(0, 3)),
        (exp(x) - 1 - q, Interval(0, 2)),
        (x**3 - m, Interval(0, 2)),
        (Phi(x) - Rational(2, 3) - q / 30, Interval(0, 2)),
        (log(1 + x) - q / 4, Interval(0, 3)),
    ))  # fmt: skip
    return touching(dice, expand(dice.positive() * inner**2), Integer(0), "a square", x=region)


@family
def weighted_means(dice: Dice) -> Known:
    """w x + (1 - w) y >= x^w y^(1-w) for positive x, y; equality on the diagonal."""
    w = Rational(dice.randint(1, 11), 12)
    low, high = dice.positive(2), dice.positive(2)
    region = Interval(low, low + high)
    left, right = (w * x + (1 - w) * y), x**w * y ** (1 - w)
    scale = dice.positive()
    return touching(dice, scale * left, scale * right, "the arithmetic mean exceeds the geometric one", x=region, y=region)


@family
def series_remainder(dice: Dice) -> Known:
    """For x > 0 exp and cosh exceed their partial sums; a last coefficient too large by a factor 1 + h fails for small x."""
    order, h, scale = dice.randint(1, 4), dice.tiny(3, 9), dice.positive()
    u = scale * x
    function, terms = dice.choice((
        (exp(u), [u**k / factorial(k) for k in range(order + 1)]),
        (cosh(u), [u ** (2 * k) / factorial(2 * k) for k in range(order + 1)]),
        (sinh(u), [u ** (2 * k + 1) / factorial(2 * k + 1) for k in range(order + 1)]),
    ))  # fmt: skip
    truth = dice.truth()
    sum_ = sum(terms) if truth else sum(terms) + h * terms[-1]
    region = Interval.lopen(0, dice.positive(3))
    why = "all terms of the series are positive" if truth else "the last coefficient is too large, which shows for small x"
    return case(truth, why, Rel(function, ">", sum_), x=region)


@family
def alternating_remainder(dice: Dice) -> Known:
    """x - x^2/2 < log(1 + x) < x for x > 0; a coefficient moved by h fails for small x."""
    truth, h, scale = dice.truth(), dice.tiny(3, 9), dice.positive()
    u, moved = scale * x, 0 if truth else h
    relation = dice.choice((
        Rel(log(1 + u), ">", u - u**2 * (1 - moved) / 2),
        Rel(log(1 + u), "<", u * (1 - moved)),
        Rel(tanh(u), "<", u * (1 - moved)),
        Rel(exp(-u), ">", 1 - u * (1 - moved)),
    ))  # fmt: skip
    return case(truth, "the first omitted term decides for small x", relation, x=Interval.lopen(0, dice.positive(3)))


@family
def mills_bounds(dice: Dice) -> Known:
    """Classical bounds of the Mills ratio for x > 0; 1/x - c/x^3 with c < 1 fails beyond sqrt(3/(1 - c))."""
    truth, h = dice.truth(), dice.tiny(2, 6)
    u, start = dice.positive() * x, dice.rational(1, 4)
    if truth:
        relation = dice.choice((
            Rel(Mills(u), "<", 1 / u),
            Rel(Mills(u), ">", u / (1 + u**2)),
            Rel(Mills(u), ">", 1 / u - 1 / u**3),
            Rel(Mills(u), ">", (sqrt(u**2 + 4) - u) / 2),
            Rel(Mills(u), "<", 4 / (3 * u + sqrt(u**2 + 8))),
        ))  # fmt: skip
        return case(True, "a classical bound of the Mills ratio", relation, x=Interval(start, oo))
    relation = dice.choice((
        Rel(Mills(u), ">", 1 / u - (1 - h) / u**3),
        Rel(Mills(u), "<", (1 - h) / u),
        Rel(Mills(u), ">", (1 + h) * u / (1 + u**2)),
    ))  # fmt: skip
    return case(False, "Mills(u) = 1/u - 1/u^3 + O(u^-5)", relation, x=Interval(start, oo))


@family
def composed_with_monotone(dice: Dice) -> Known:
    """f(u) <= f(u + (x - r)^2) for increasing f, with equality at r."""
    r = dice.rational(-2, 2)
    u = dice.nonzero(2) * x + dice.rational(-1, 1)
    function = dice.choice((exp, Phi, tanh, sinh, lambda v: log(1 + exp(v)), lambda v: -Mills(v)))
    later = u + dice.positive() * (x - r) ** 2
    how = dice.truth()
    if how:
        return case(True, "an increasing function keeps the order", Rel(function(u), "<=", function(later)), x=dice.around(r))
    statement = dice.choice((Rel(function(u), "<", function(later)), Rel(function(u), "<=", function(later - dice.tiny()))))
    return case(False, "equal arguments at one point, or in the wrong order there", statement, x=dice.around(r))


@family
def closed_edge(dice: Dice) -> Known:
    """What is positive inside and zero at an end: true without that end, false with it."""
    low = dice.rational(-3, 3)
    width = dice.positive()
    d = x - low
    gap = dice.choice((d, sqrt(d), d**2 * exp(x), log(1 + d), exp(d) - 1, d * (width + 1 - d), tanh(d), Phi(d) - Rational(1, 2)))
    truth = dice.truth()
    region = Interval(low, low + width, lo_open=truth)
    return case(truth, "zero at the lower end and positive beyond", Rel(dice.positive() * gap, ">", 0), x=region)


@family
def near_the_open_edge(dice: Dice) -> Known:
    """x (x - h) >= 0 fails on (0, h) only."""
    low, h, truth = dice.rational(-2, 2), dice.tiny(), dice.truth()
    d = x - low
    start = low + h if truth else low
    factor = dice.choice((Integer(1), exp(x), 1 + x**2, Phi(x)))
    return case(truth, "negative between low and low + h only", Rel(factor * d * (d - h), ">=", 0), x=Interval(start, low + 1))


@family
def far_tail(dice: Dice) -> Known:
    """exp(h x) outgrows 1 + x, but not before x = 1/h; tanh, Phi and x/(1 + x) come as near to 1 as one likes."""
    truth, h = dice.truth(), dice.tiny(2)
    if dice.random() < 0.5:
        region = Interval(0, 1 / h) if truth else NONNEGATIVE
        return case(truth, "e^u <= 1 + 2u up to u = 1, and e^u > 1 + Ku for large u", Rel(exp(h * x), "<=", 1 + x), x=region)
    rising = dice.choice((tanh(x), Phi(x), x / (1 + x), 1 - exp(-x)))
    bound = Integer(1) if truth else 1 - h
    return case(truth, "it tends to 1 from below", Rel(dice.positive() * (rising - bound), "<", 0), x=NONNEGATIVE)


@family
def integers(dice: Dice) -> Known:
    """(n - k)(n - k - 1) >= 0 for integers, not for reals; (n - k)^2 >= h fails at the integer k only."""
    k = dice.randint(-50, 50)
    low, high = k - dice.randint(1, 40), k + dice.randint(2, 40)
    whole = Interval.integers(low, high)
    kind = dice.randint(0, 3)
    if kind == 0:
        return case(True, "no integer lies between k and k + 1", Rel((n - k) * (n - k - 1), ">=", 0), n=whole)
    if kind == 1:
        return case(False, "fails between k and k + 1", Rel((n - k) * (n - k - 1), ">=", 0), n=Interval(low, high))
    if kind == 2:
        return case(False, "fails at n = k", Rel((n - k) ** 2, ">=", dice.tiny()), n=whole)
    return case(True, "n is an integer and k + 1/2 is not", Rel((n - k - Rational(1, 2)) ** 2, ">=", Rational(1, 4)), n=whole)


@family
def chain(dice: Dice) -> Known:
    """1 + u <= e^u <= e^(u + (x - r)^2) <= e^(...) + (x - q)^2; one link may be strict or moved."""
    slope, shift, r = dice.nonzero(2), dice.rational(-1, 1), dice.rational(-1, 1)
    u = slope * x + shift
    items = [1 + u, "<=", exp(u), "<=", exp(u + (x - r) ** 2), "<=", exp(u + (x - r) ** 2) + (x - shift) ** 2]
    region = Interval(min(r, -shift / slope) - 1, max(r, -shift / slope) + 1)
    truth = dice.truth()
    if not truth and dice.random() < 0.5:
        items[0] = items[0] + dice.tiny()
    elif not truth:
        items[3] = "<"
    return case(truth, "tangent, monotonicity, a square; each with equality at a point of the region", Chain(*items), x=region)


@family
def lattice(dice: Dice) -> Known:
    """Max, Min and absolute values of two linear functions that cross inside the region."""
    r, gap = dice.rational(-2, 2), dice.nonzero()
    u = dice.rational(-3, 3) * x + dice.rational(-2, 2)
    v = u + gap * (x - r)
    larger, smaller, what = dice.choice((
        (Max(u, v), (u + v) / 2, "the greater exceeds the mean"),
        ((u + v) / 2, Min(u, v), "the mean exceeds the less"),
        (Abs(u - v), Integer(0), "an absolute value"),
        (Abs(u) + Abs(v - u), Abs(v), "the triangle inequality"),
        (Max(u, v), u, "one of the two"),
    ))  # fmt: skip
    return touching(dice, larger, smaller, what, x=dice.around(r))
