"""Statements made of others: equivalences, implications, alternatives, negations, quantifiers, memberships, definitions.

False by a strict relation where a weak one is meant (they differ at one point), by a direction that fails, by a value that is
missing for some parameters, or by a small number.
"""

from __future__ import annotations

from sympy import Abs, Max, Rational, exp, log, sqrt

from dplemma.lang import All, Either, Exists, ForAll, Iff, Implies, Interval, Member, Not, Obligations, Phi, Rel

from .known import Dice, Known, case, family, n, x, y


@family
def equivalences(dice: Dice) -> Known:
    """u <= c iff f(u) <= f(c) for increasing f; a strict relation on one side differs at u = c only."""
    slope = dice.nonzero()
    c, centre = dice.rational(-2, 2), dice.rational(-2, 2)
    u = c + slope * (x - centre)
    left, right = dice.choice((
        (exp(u), exp(c)), (Phi(u), Phi(c)), (u**3, c**3), (log(1 + exp(u)), log(1 + exp(c))), (2 * u - 5, 2 * c - 5),
    ))  # fmt: skip
    truth, rel = dice.truth(), dice.choice(("<", "<=", ">", ">="))
    other = rel if truth else {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}[rel]
    why = "f increases" if truth else "they differ where u = c"
    return case(truth, why, Iff(Rel(u, rel, c), Rel(left, other, right)), x=dice.around(centre))


@family
def squares_and_signs(dice: Dice) -> Known:
    """x^2 <= m iff x <= sqrt m: for x >= 0; wrong for negative x, and wrong at sqrt m if one side is strict."""
    m = dice.choice((2, 3, 5, Rational(9, 4), Rational(1, 4), 7)) * dice.positive(2) ** 2
    root = sqrt(m)
    kind = dice.choice(("true", "negative", "strict", "implies"))
    if kind == "true":
        return case(True, "squares keep the order of x >= 0", Iff(Rel(x**2, "<=", m), Rel(x, "<=", root)), x=Interval(0, 9))
    if kind == "negative":
        return case(False, "fails at x = -9", Iff(Rel(x**2, "<=", m), Rel(x, "<=", root)), x=Interval(-9, 9))
    if kind == "strict":
        return case(False, "fails at x = sqrt m", Iff(Rel(x**2, "<=", m), Rel(x, "<", root)), x=Interval(0, 9))
    return case(False, "fails at x = sqrt m", Implies(Rel(x**2, "<=", m), Rel(x, "<", root)), x=Interval(0, 9))


@family
def implications(dice: Dice) -> Known:
    """x >= r implies f(x) >= f(r) for increasing f; not f(r) + h, nor with a weaker premise."""
    r, h = dice.rational(-2, 2), dice.tiny()
    f = dice.choice((exp, Phi, lambda v: v**3 + v, lambda v: 3 * v - 1))
    how = "true" if dice.truth() else dice.choice(("more", "premise"))
    conclusion = Rel(f(x), ">=", f(r) + (h if how == "more" else 0))
    premise = Rel(x, ">=", r - h if how == "premise" else r)
    return case(how == "true", "f increases", Implies(premise, conclusion), x=dice.around(r))


@family
def two_premises(dice: Dice) -> Known:
    """x <= y and y <= z imply x <= z; x y >= 0 does not imply that both are nonnegative."""
    c = dice.positive()
    if dice.truth():
        statement = Implies(All(Rel(x, "<=", y), Rel(y, "<=", c)), Rel(exp(x), "<=", exp(c)))
        return case(True, "order is transitive", statement, x=Interval(-1, c + 1), y=Interval(-1, c + 1))
    statement = Implies(Rel(x * y, ">=", 0), All(Rel(x, ">=", 0), Rel(y, ">=", -c)))
    return case(False, "both may be negative", statement, x=Interval(-1, 1), y=Interval(-2 * c, 1))


@family
def alternatives(dice: Dice) -> Known:
    """x <= r or x >= s: true for s <= r, false in between, also if that is one point."""
    r = dice.rational(-2, 2) if dice.random() < 0.5 else sqrt(dice.choice((2, 3)))
    truth = dice.truth()
    s = r if dice.random() < 0.5 else (r - dice.tiny() if truth else r + dice.tiny())
    first, second = ("<=", ">") if truth else ("<", ">")
    return case(truth, "the line is ordered", Either(Rel(x, first, r), Rel(x, second, s)), x=Interval(-4, 4))


@family
def negations(dice: Dice) -> Known:
    """Not (fails at every point): of what never holds true, of what holds somewhere false."""
    r, h = dice.rational(-2, 2), dice.tiny()
    if dice.truth():
        inner = dice.choice((
            Rel((x - r) ** 2, "<", 0), All(Rel(x, ">", r), Rel(x, "<=", r)), Rel(exp(x), "<=", 0),
            Iff(Rel(x, ">", r), Rel(x, "<=", r)), Either(Rel(Abs(x), "<", 0), Rel(Phi(x), ">=", 1)),
        ))  # fmt: skip
        return case(True, "it holds nowhere", Not(inner), x=dice.around(r))
    inner = dice.choice((
        Rel((x - r) ** 2, "<=", 0), All(Rel(x, ">=", r), Rel(x, "<=", r + h)), Iff(Rel(x, ">", r), Rel(x, ">=", r)),
        Either(Rel(x, "<", r - 9), Rel(Abs(x - r), "<=", h)), Implies(Rel(x, ">", r), Rel(x, ">", r + h)),
    ))  # fmt: skip
    return case(False, "it holds somewhere near r", Not(inner), x=dice.around(r))


@family
def existence(dice: Dice) -> Known:
    """A point with a property: exhibited, or excluded because a greatest value is known."""
    r, h = dice.rational(-2, 2), dice.tiny()
    over = dice.around(r)
    if dice.truth():
        inside = dice.choice((
            Rel((y - r) ** 2, "<=", 0), Rel(exp(y), "<=", exp(r) * (1 + y - r)), Rel(Abs(y - r), "<", h), Rel(y, "=", r),
            All(Rel(y, ">=", r), Rel(y, "<=", r)), Rel(y - r, "=", (y - r) ** 3),
        ))  # fmt: skip
        return case(True, "y = r", Exists({"y": over}, inside))
    inside = dice.choice((
        Rel((y - r) ** 2, "<=", -h), Rel(exp(y), "<=", exp(r) * (1 + y - r) - h), Rel(Phi(y), ">=", 1), Rel(1 / (y - r), "=", 0),
        All(Rel(y, ">", r), Rel(y, "<=", r)), Rel((y - r) ** 2, "<", 0),
    ))  # fmt: skip
    return case(False, "no y does", Exists({"y": over}, inside))


@family
def existence_with_parameters(dice: Dice) -> Known:
    """For every x a y of [0, 1] with f(y) = x: true if x stays in the range of f, false if it leaves it by a little."""
    truth, h = dice.truth(), dice.tiny(2, 9)
    f, low, high = dice.choice(((y, 0, 1), (y**2, 0, 1), (3 * y - 1, -1, 2), (y**3 + y, 0, 2), (1 - y**2, 0, 1)))
    ends = (low, high) if truth else dice.choice(((low - h, high), (low, high + h)))
    return case(
        truth, "f is continuous and takes its end values", Exists({"y": Interval(0, 1)}, Rel(f, "=", x)), x=Interval(*ends)
    )


@family
def whole_solutions(dice: Dice) -> Known:
    """An integer n with n^2 = m: for squares m only."""
    k, extra = dice.randint(1, 40), dice.randint(1, 2)
    truth = dice.truth()
    m = k**2 if truth else k**2 + extra  # the next square is at least 3 further
    over = Interval.integers(0, k + dice.randint(1, 20))
    return case(truth, "squares of integers", Exists({"n": over}, Rel(n**2, "=", m)))


@family
def universals(dice: Dice) -> Known:
    """For all y: (x - y)^2 >= 0, with equality on the diagonal; x <= y for all y above r, if x <= r."""
    r, h, truth = dice.rational(-2, 2), dice.tiny(), dice.truth()
    if dice.random() < 0.5:
        inside = Rel(x**2 + y**2, ">=" if truth or dice.random() < 0.5 else ">", 2 * x * y)
        if not truth and inside.rel == ">=":
            inside = Rel(inside.lhs, ">=", inside.rhs + h)
        return case(truth, "a square, with equality at y = x", ForAll({"y": Interval(-4, 4)}, inside), x=Interval(-2, 2))
    edge = r if truth else r + h
    statement = ForAll({"y": Interval.lopen(r, r + 3)}, Rel(x, "<=", y))
    return case(truth, "y comes as near to r as one likes", statement, x=Interval(r - 1, edge))


@family
def memberships(dice: Dice) -> Known:
    """(f(x), g(x)) in a product of intervals whose ends are the exact ranges, or a little less."""
    truth, h = dice.truth(), dice.tiny()
    high = dice.positive()
    cut = 0 if truth else h
    space = (Interval(0, high**2 - cut), Interval.open(0, 1))
    return case(truth, "the range of x^2 on [-high, high]", Member((x**2, Phi(x)), space), x=Interval(-high, high))


@family
def definitions(dice: Dice) -> Known:
    """A definition with its obligations: one of them may fail at one point."""
    r, truth = dice.rational(-2, 2), dice.truth()
    rel = ">=" if truth else ">"
    owed = {
        "defined": Rel((x - r) ** 2 + dice.positive(), ">", 0),
        "codomain": Rel((x - r) ** 2, rel, 0),
        "names": Rel(exp(x) * exp(-x + r), "=", exp(r)),
    }
    return case(truth, "a square vanishes at r", Obligations(**owed), x=dice.around(r))


@family
def greatest_of_two(dice: Dice) -> Known:
    """Max(u, v) <= c iff u <= c and v <= c; one strict relation differs where both are c."""
    c, r = dice.rational(-2, 2), dice.rational(-2, 2)
    u, v = c + dice.nonzero() * (x - r), c + dice.nonzero() * (y - r)
    truth = dice.truth()
    right = All(Rel(u, "<=", c), Rel(v, "<=" if truth else "<", c))
    return case(truth, "the definition of the greater", Iff(Rel(Max(u, v), "<=", c), right), x=dice.around(r), y=dice.around(r))
