"""Limits: true by composition, leading coefficients and known growth; false by a small error, or where parameters degenerate."""

from __future__ import annotations

from sympy import Abs, Expr, Integer, Max, Min, Piecewise, Rational, exp, log, oo, sqrt, tanh

from dplemma.lang import Interval, Limit, Mills, Phi, Q, asymptotic

from .known import Dice, Known, a, b, case, family, partial, x


def approached(dice: Dice, expr: Expr, to: Expr, value: Expr, why: str, side: str = "+", **region: object) -> Known:
    """The limit as it is, or a value that is off by a small factor (by a small number if it is 0)."""
    scale = dice.choice((Integer(1), dice.positive(), dice.tiny(2, 4)))
    expr, value = scale * expr, scale * value
    if dice.truth():
        return case(True, why, Limit(expr, x, to, value, side), **region)
    wrong = value * (1 + dice.tiny(2, 9)) if value != 0 else scale * dice.tiny(2, 9)
    return case(False, f"{why}; the value is another one", Limit(expr, x, to, wrong, side), **region)


@family
def at_infinity(dice: Dice) -> Known:
    """Limits at +oo and -oo of compositions of known functions."""
    c, k, d = dice.positive(), dice.randint(1, 3), dice.rational(-2, 2)
    expr, to, value, why = dice.choice((
        ((c * x**k - x ** (k - 1)) / (x**k + 1), oo, c, "leading coefficients"),
        (x**k * exp(-c * x), oo, Integer(0), "exp outgrows powers"),
        (log(x + 2) / x**c, oo, Integer(0), "powers outgrow log"),
        (x * Mills(x), oo, Integer(1), "Mills ~ 1/x"),
        (Phi(c * x + d), oo, Integer(1), "Phi rises to 1"),
        (Phi(c * x + d), -oo, Integer(0), "Phi falls to 0"),
        (exp(Phi(x + d)), -oo, Integer(1), "Phi falls to 0, exp is continuous"),
        (exp(Phi(x + d)), oo, exp(1), "Phi rises to 1, exp is continuous"),
        (log(2 + Phi(c * x)), -oo, log(2), "Phi falls to 0, log is continuous"),
        (sqrt(1 + Q(x + d)), oo, Integer(1), "Q falls to 0, the root is continuous"),
        ((1 + c / x) ** x, oo, exp(c), "the exponential limit"),
        (sqrt(x**2 + c * x) - x, oo, c / 2, "rationalised"),
        (log(1 + exp(c * x)) / x, oo, c, "log(1 + e^u) = u + o(1)"),
        (tanh(x + d), -oo, Integer(-1), "tanh falls to -1"),
        (exp(c * x) / (exp(c * x) + x), oo, Integer(1), "exp outgrows x"),
        (x**2 * (1 - x * Mills(x)), oo, Integer(1), "Mills = 1/x - 1/x^3 + ..."),
    ))  # fmt: skip
    return approached(dice, expr, to, value, why)


@family
def at_a_point(dice: Dice) -> Known:
    """Limits at a finite point: derivatives at it, and one-sided values."""
    c, r = dice.nonzero(), dice.rational(-2, 2)
    d = x - r
    expr, value, side, why = dice.choice((
        ((exp(c * d) - 1) / d, c, "+", "the derivative of exp"),
        (log(1 + c * d) / d, c, "-", "the derivative of log"),
        (tanh(c * d) / d, c, "+", "the derivative of tanh"),
        (Abs(d) / d, Integer(-1), "-", "the sign on the left"),
        (Abs(d) / d, Integer(1), "+", "the sign on the right"),
        (exp(1 / d), Integer(0), "-", "1/d falls to -oo"),
        (d * log(d), Integer(0), "+", "powers outgrow log"),
        (d ** abs(c), Integer(0), "+", "a positive power"),
        (exp(c * x), exp(c * r), "+", "continuity"),
        (Piecewise((x, x < r), (x + 1, True)), r, "-", "the branch on the left"),
        (Piecewise((x, x < r), (x + 1, True)), r + 1, "+", "the branch on the right"),
    ))  # fmt: skip
    return approached(dice, expr, r, value, why, side)


@family
def late_change(dice: Dice) -> Known:
    """A function that changes far out: its limit is that of the last branch."""
    far, c, e = 10 ** dice.randint(2, 12), dice.positive(), dice.tiny(1, 6)
    expr, right, wrong = dice.choice((
        (Piecewise((c, x < far), (c + e, True)), c + e, c),
        (Piecewise((exp(-x), x < far), (e + exp(-x), True)), e, Integer(0)),
        (Min(x, far) / x, Integer(0), Integer(1)),
        (Max(far / x, c), c, c + e),
        (Min(e, exp(x - far)), e, Integer(0)),
    ))  # fmt: skip
    truth = dice.truth()
    return case(truth, "only what happens far out counts", Limit(expr, x, oo, right if truth else wrong))


@family
def degenerate_parameter(dice: Dice) -> Known:
    """Limits that depend on the sign of a parameter or on the order of two, on regions that hold the exception or not."""
    truth, h, c = dice.truth(), dice.tiny(1, 9), dice.positive()
    positive = Interval.open(0, c) if truth else dice.choice((Interval(0, c), Interval.open(-h, c), Interval.ropen(0, c)))
    expr, value = dice.choice((
        (exp(-a * x), Integer(0)), (x ** (-a), Integer(0)), (Phi(a * x), Integer(1)), (tanh(a * x), Integer(1)),
        ((1 + a) ** (-x), Integer(0)), (1 / (1 + a * x), Integer(0)), (exp(-a * x) * (1 + x), Integer(0)),
        (Q(a * x) + exp(-a * x), Integer(0)), (a * x / (1 + a * x), Integer(1)),
    ))  # fmt: skip
    return case(truth, "the exponent or slope must be positive on the whole region", Limit(expr, x, oo, value), a=positive)


@family
def order_of_parameters(dice: Dice) -> Known:
    """(f_a + f_b)/f_b -> 1 if f_a is smaller than f_b: false where a >= b somewhere."""
    truth, h, c = dice.truth(), dice.tiny(1, 9), dice.positive()
    low = Interval.open(0, c) if truth else dice.choice((Interval(0, c), Interval.open(0, c + h)))
    high = Interval(c, c + 2)
    expr = dice.choice((
        (exp(a * x) + exp(b * x)) / exp(b * x),
        (x**a + x**b) / x**b,
        (x**a + 2 * x**b) / (2 * x**b),
        exp(b * x) / (exp(a * x) + exp(b * x)),
        ((1 + a) ** x + (1 + b) ** x) / (1 + b) ** x,
    ))  # fmt: skip
    return case(truth, "it needs a < b on the whole region", Limit(expr, x, oo, 1), a=low, b=high)


@family
def generic_quotient(dice: Dice) -> Known:
    """(a x^k + c)/(b x^k + 1) -> a/b, unless b can be 0."""
    k, c = dice.randint(1, 3), dice.positive()
    expr = (a * x**k + c) / (b * x**k + 1)
    coefficients = {"a": Interval(1, 2), "b": Interval(dice.positive(), 9)}
    if dice.truth():
        return case(True, "leading coefficients, b > 0", Limit(expr, x, oo, a / b), **coefficients)
    if dice.random() < 0.5:
        return partial("at b = 0 the value a/b does not exist", Limit(expr, x, oo, a / b), **coefficients | {"b": Interval(0, c)})
    return case(False, "the leading coefficients say a/b", Limit(expr, x, oo, a / b + dice.tiny(2, 9)), **coefficients)


@family
def undefined_near_the_point(dice: Dice) -> Known:
    """No limit where the function does not exist near the point, whatever its formula suggests."""
    c, r = dice.positive(), dice.rational(-2, 2)
    statement = dice.choice((
        Limit(exp(-x) * sqrt(c - x), x, oo, 0),
        Limit(exp(-x) * log(c - x), x, oo, 0),
        Limit(sqrt(x - r) * (1 + x), x, r, 0, "-"),
        Limit((x - r) * log(x - r), x, r, 0, "-"),
        Limit(Piecewise((exp(-x), x < c)), x, oo, 0),
        Limit(exp(x) * sqrt(x + c), x, -oo, 0),
        Limit((x - r) ** Rational(1, 3), x, r, 0, "-"),
    ))  # fmt: skip
    return partial("the function does not exist near the point", statement)


@family
def equivalents(dice: Dice) -> Known:
    """f ~ g: the ratio tends to 1; false with a factor 1 + h."""
    c = dice.positive()
    expr, leading, why = dice.choice((
        (sqrt(x**2 + c * x + 1), x, "the leading power"),
        (log(c + exp(x)), x, "log(c + e^x) = x + o(1)"),
        (exp(x) + x**3, exp(x), "exp outgrows powers"),
        (1 / x - Mills(x), x**-3, "the second term of the Mills ratio"),
        (log(x**2 + c), 2 * log(x), "log of the leading power"),
    ))  # fmt: skip
    truth = dice.truth()
    return case(truth, why, asymptotic(expr, leading if truth else leading * (1 + dice.tiny(2, 9)), x, oo))
