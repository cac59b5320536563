"""Equalities: functional equations at random arguments; false by a term that is small, or that vanishes where one would look."""

from __future__ import annotations

from sympy import Abs, Expr, Max, Min, Rational, cosh, erf, exp, expand, log, pi, sinh, sqrt, tanh

from dplemma.lang import REAL, UNIT, Interval, Mills, Phi, PhiInv, Q, Rel, phi

from .known import Dice, Known, case, family, p, x, y


def planted(dice: Dice) -> Expr:
    """A function of x that is small, or zero at the points that one would try first, but not zero everywhere."""
    h = Rational(1, 10 ** dice.randint(3, 40))
    guessed = [Rational(k, 4) for k in range(-8, 9)]
    product = h
    for point in guessed:
        product *= x - point
    return dice.choice((h, h * (x - dice.rational(-2, 2)) ** 2, h * exp(-(x**2)), product, h * Max(0, x - dice.rational(-1, 0))))


def compared(dice: Dice, left: Expr, right: Expr, why: str, **region: object) -> Known:
    """left = right as it stands, with a planted term, or with a factor 1 + h."""
    scale = dice.nonzero(5)
    left, right = scale * left, scale * right
    if dice.truth():
        return case(True, why, Rel(left, dice.choice(("=", "=", "<=", ">=")), right), **region)
    if "x" in region and dice.random() < 0.6:
        return case(False, f"{why}, but for a planted term", Rel(left, "=", right + planted(dice)), **region)
    return case(False, f"{why}, but for a factor", Rel(left, "=", right * (1 + dice.tiny(3, 30))), **region)


@family
def functional_equations(dice: Dice) -> Known:
    """Equations of exp, Phi and the hyperbolic functions that hold on the whole line."""
    u = dice.nonzero(2) * x + dice.rational(-1, 1)
    v = dice.positive() * u + dice.rational(-1, 1)  # u + v is not constant
    left, right, why = dice.choice((
        (exp(u + v), exp(u) * exp(v), "exp of a sum"),
        (Phi(-u), 1 - Phi(u), "Phi is symmetric"),
        (Q(u), Phi(-u), "the upper tail"),
        (phi(u), exp(-(u**2) / 2) / sqrt(2 * pi), "the density"),
        (Mills(u) * phi(u), Q(u), "the Mills ratio"),
        (cosh(u) ** 2, 1 + sinh(u) ** 2, "hyperbolic Pythagoras"),
        (tanh(u), (exp(2 * u) - 1) / (exp(2 * u) + 1), "tanh by exp"),
        (log(1 + exp(u)), u + log(1 + exp(-u)), "e^u factored out"),
        (erf(u), 2 * Phi(u * sqrt(2)) - 1, "erf by Phi"),
        (sqrt(u**2), Abs(u), "the root of a square"),
        (Max(u, v), (u + v + Abs(u - v)) / 2, "the greater"),
        (Max(u, v) + Min(u, v), u + v, "the greater and the less"),
        ((u + v) ** 3, u**3 + 3 * u**2 * v + 3 * u * v**2 + v**3, "the binomial formula"),
        (1 / (1 + exp(u)), 1 - 1 / (1 + exp(-u)), "the logistic function"),
    ))  # fmt: skip
    region = dice.choice((REAL, Interval(-3, 3), Interval(dice.rational(-4, 0) - 1, dice.rational(0, 4) + 1)))
    return compared(dice, left, right, why, x=region)


@family
def laws_of_logarithms(dice: Dice) -> Known:
    """log of products, quotients, powers; roots of products: for positive arguments."""
    c, k = dice.positive(), dice.rational(-3, 3)
    left, right, why = dice.choice((
        (log(c * x * y), log(c) + log(x) + log(y), "log of a product"),
        (log(x / y), log(x) - log(y), "log of a quotient"),
        (log(x**k * y), k * log(x) + log(y), "log of a power"),
        (sqrt(x) * sqrt(y), sqrt(x * y), "root of a product"),
        (x**k * y**k, (x * y) ** k, "power of a product"),
        (exp(log(x) * y), x**y, "a power"),
    ))  # fmt: skip
    return compared(dice, left, right, why, x=Interval.lopen(0, dice.positive(9)), y=Interval.lopen(0, dice.positive(9)))


@family
def quantiles(dice: Dice) -> Known:
    """PhiInv is odd around 1/2 and the inverse of Phi, on (0, 1)."""
    c = dice.nonzero(3)
    left, right, why = dice.choice((
        (PhiInv(1 - p), -PhiInv(p), "the quantile is odd around 1/2"),
        (Phi(PhiInv(p)), p, "Phi undoes its inverse"),
        (Phi(-PhiInv(p)), 1 - p, "Phi is symmetric"),
        (Phi(c * PhiInv(p)), 1 - Phi(-c * PhiInv(p)), "Phi is symmetric"),
        (phi(PhiInv(p)), phi(PhiInv(1 - p)), "phi is even"),
    ))  # fmt: skip
    return compared(dice, left, right, why, p=dice.choice((UNIT, Interval("1/100", "99/100"))))


@family
def polynomials(dice: Dice) -> Known:
    """A product of three linear factors, multiplied out."""
    factors = [dice.nonzero() * x + dice.nonzero() * y + dice.rational(-3, 3) for _ in range(3)]
    product = factors[0] * factors[1] * factors[2]
    return compared(dice, product, expand(product), "multiplied out", x=REAL, y=REAL)


@family
def rational_functions(dice: Dice) -> Known:
    """Partial fractions with poles left of the region."""
    p1, p2 = dice.positive(), dice.positive() + 5
    left = 1 / ((x + p1) * (x + p2))
    right = (1 / (x + p1) - 1 / (x + p2)) / (p2 - p1)
    return compared(dice, left, right, "partial fractions", x=Interval(0, dice.positive(9)))


@family
def roots_with_a_sign(dice: Dice) -> Known:
    """sqrt((x - r)^2) is x - r right of r and r - x left of it."""
    r, scale = dice.rational(-2, 2), dice.nonzero()
    side = dice.choice((-1, 1))
    truth = dice.truth()
    reach = 0 if truth else dice.tiny(3, 9)
    region = Interval(r - reach, r + 2) if side > 0 else Interval(r - 2, r + reach)
    left, right = scale * sqrt(expand((x - r) ** 2)), scale * side * (x - r)
    return case(truth, "the root of a square is the absolute value", Rel(left, "=", right), x=region)
