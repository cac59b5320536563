"""Claims that are undefined at a part of the region, or at one point of it; true ones on a region that leaves it out."""

from __future__ import annotations

from sympy import Abs, Expr, Piecewise, Rational, exp, expand, gamma, log, sqrt

from dplemma.lang import All, Chain, Either, Iff, Implies, Interval, Phi, PhiInv, Rel, Statement

from .known import Dice, Known, case, family, p, partial, x, y


def harmless(dice: Dice, expr: Expr) -> Statement:
    """A statement that is true of every real number, and so looks true whether or not expr exists."""
    return dice.choice((
        Rel(expr**2, ">=", 0), Rel(expr, "<=", expr + 1), Rel(exp(expr), ">", 0), Rel(Phi(expr), ">", 0), Rel(expr, "=", expr),
        Chain(expr - 1, "<", expr, "<=", expr), Rel(expr - x, "!=", expr - x + 1),
        Iff(Rel(expr, "<=", 1), Rel(2 * expr, "<=", 2)), Implies(Rel(x, ">=", x - 1), Rel(expr, "<", expr + 1)),
        All(Rel(x, "<=", x + 1), Rel(expr, ">=", expr - 2)), Either(Rel(expr, "<=", 0), Rel(expr, ">", 0)),
    ))  # fmt: skip


@family
def poles(dice: Dice) -> Known:
    """1/(x - r), and quotients that cancel, have no value at r."""
    r = dice.rational(-2, 2)
    m = dice.choice((2, 3, 5))
    expr, at, region = dice.choice((
        (1 / (x - r), r, dice.around(r)),
        (expand((x - r) * (x + 9)) / (x - r), r, dice.around(r)),
        ((exp(x - r) - 1) / (x - r), r, dice.around(r)),
        ((x**4 - m**2) / (x**2 - m), sqrt(m), Interval(0, 3)),
        ((x - r) ** -2, r, dice.around(r)),
    ))  # fmt: skip
    if dice.truth():
        beyond = Interval.open(r, r + 2) if at == r else Interval(-1, 1)
        return case(True, "the pole is left out", harmless(dice, expr), x=beyond)
    return partial("no value at the pole", harmless(dice, expr), x=region)


@family
def logarithms_and_roots(dice: Dice) -> Known:
    """Arguments that reach zero or become negative, by a lot or by a little."""
    r, h = dice.rational(-2, 2), dice.tiny(1, 12)
    d = x - r
    function, closed = dice.choice(
        ((log, False), (sqrt, True), (lambda v: v ** Rational(1, 3), True), (lambda v: log(1 + v), None))
    )
    expr = function(dice.positive() * d) + dice.choice((0, x, exp(x)))
    if dice.truth():
        return case(True, "the argument is positive", harmless(dice, expr), x=Interval.lopen(r, r + 2))
    reach = Rational(50) if closed is None else dice.choice((h, Rational(1))) if closed else dice.choice((0, h, Rational(1)))
    return partial("the argument leaves the domain", harmless(dice, expr), x=Interval(r - reach, r + 2))


@family
def quantile_arguments(dice: Dice) -> Known:
    """PhiInv wants an argument inside (0, 1)."""
    h = dice.tiny(1, 12)
    expr = dice.choice((PhiInv(p), PhiInv(1 - p), PhiInv(p) * p, Phi(PhiInv(p) + 1)))
    rel = dice.choice((Rel(expr, "<", expr + 1), Rel(expr**2, ">=", 0), Rel(Abs(expr), ">=", 0)))
    if dice.truth():
        return case(True, "the argument is inside (0, 1)", rel, p=Interval.open(0, 1))
    region = dice.choice(
        (Interval(0, 1), Interval.ropen(0, 1), Interval.lopen(0, 1), Interval.open(0, 1 + h), Interval.open(-h, 1))
    )
    return partial("the quantile of 0, of 1 or beyond", rel, p=region)


@family
def missing_branches(dice: Dice) -> Known:
    """A Piecewise that says nothing on an interval, or at one point."""
    r, h = dice.rational(-2, 2), dice.tiny(1, 12)
    one, two = dice.choice(((1 + x**2, exp(x)), (exp(x), 2 + x**2), (Phi(x), 1 + Phi(x))))
    if dice.truth():
        expr = dice.choice((Piecewise((one, x < r), (two, True)), Piecewise((one, x < r), (two, x >= r))))
        return case(True, "every branch is positive, and none is missing", Rel(expr, ">", 0), x=dice.around(r))
    expr = dice.choice((
        Piecewise((one, x < r)), Piecewise((one, x < r), (two, x > r)), Piecewise((one, x < r), (two, x > r + h)),
        Piecewise((one, x <= r - h), (two, x >= r)),
    ))  # fmt: skip
    return partial("no branch is given at r or near it", Rel(expr, ">", 0), x=dice.around(r))


@family
def wrong_branch_at_a_point(dice: Dice) -> Known:
    """A branch that is negative at one single point."""
    r = dice.rational(-2, 2)
    expr = Piecewise((1, x < r), (-1, x <= r), (1, True))
    truth = dice.truth()
    region = Interval.lopen(r, r + 2) if truth else dice.around(r)
    return case(truth, "-1 at r only", Rel(expr * dice.positive(), ">", 0), x=region)


@family
def two_variables(dice: Dice) -> Known:
    """Domains cut by a curve: log(x - y), sqrt(1 - x^2 - y^2), 1/(x - y), x^y at 0."""
    h = dice.tiny(1, 12)
    if dice.truth():
        expr, ends = dice.choice((
            (log(x - y), (Interval(1, 2), Interval(-1, 0))), (sqrt(2 - x**2 - y**2), (Interval(-1, 1), Interval(-1, 1))),
            (1 / (x - y), (Interval(1, 2), Interval(-1, 0))), (x**y, (Interval.lopen(0, 1), Interval(-1, 1))),
        ))  # fmt: skip
        return case(True, "inside the domain", harmless(dice, expr), x=ends[0], y=ends[1])
    expr, ends = dice.choice((
        (log(x - y), (Interval(0, 2), Interval(-1, 0))), (sqrt(2 - x**2 - y**2), (Interval(-1, 1 + h), Interval(-1, 1))),
        (1 / (x - y), (Interval(0, 2), Interval(-1, h))), (x**y, (Interval(0, 1), Interval(-1, 1))),
        (gamma(x + y), (Interval(0, 1), Interval(0, 1))),
    ))  # fmt: skip
    return partial("undefined on a part or at a corner", harmless(dice, expr), x=ends[0], y=ends[1])
