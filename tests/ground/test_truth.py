"""Truth at one exact point: certified true, certified false, agreeing, or unknown; unknown is never taken for true."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Rational, log, sin, sqrt

from dplemma.base.errors import Unsupported
from dplemma.ground.truth import truth
from dplemma.lang import (
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Interval,
    Limit,
    Member,
    Monotone,
    Not,
    Phi,
    Rel,
    exp,
    variables,
)
from dplemma.lang.statements import Statement

x, y = variables("x y")
HERE = {"x": Fraction(1, 3)}
TRUE, FALSE = Rel(x, "<", 1), Rel(x, ">", 1)
# sqrt(3 + 2 sqrt 2) = 1 + sqrt 2, which no ball can force
HIDDEN, SAME = sqrt(3 + 2 * sqrt(2)) + x, 1 + sqrt(2) + x
AGREE, AGREE_LE, AGREE_LT, AGREE_NE = (Rel(HIDDEN, rel, SAME) for rel in ("=", "<=", "<", "!="))
UNKNOWN = Rel(log(x - 1), "<", 0)


@pytest.mark.parametrize(
    ("statement", "value", "supports"),
    [
        (TRUE, True, True),
        (FALSE, False, False),
        (AGREE, None, True),
        (AGREE_LE, None, True),
        (AGREE_LT, None, False),
        (AGREE_NE, None, False),
        (UNKNOWN, None, False),
        (Rel(x, "=", Rational(1, 3)), True, True),
        (Rel(x, "<=", x), True, True),
        (Rel(x, "<", x), False, False),
        (Rel(log(x - 1), "=", log(x - 1)), None, False),
        (Rel(0, "=", 0), True, True),
        (Rel(exp(x), "=", exp(x) + Rational(1, 10**30)), False, False),
        (Rel(exp(x), "=", exp(x) + Rational(1, 10**60)), None, True),
        (Rel(sin(x), "<", 2), None, False),
        (All(TRUE, AGREE), None, True),
        (All(TRUE, AGREE_LT), None, False),
        (All(FALSE, UNKNOWN), False, False),
        (All(UNKNOWN, FALSE), False, False),
        (All(TRUE, TRUE), True, True),
        (Either(FALSE, TRUE), True, True),
        (Either(FALSE, FALSE), False, False),
        (Either(FALSE, UNKNOWN), None, False),
        (Either(UNKNOWN, TRUE), True, True),
        (Not(TRUE), False, False),
        (Not(FALSE), True, True),
        (Not(AGREE), None, False),
        (Not(Not(TRUE)), True, True),
        (Implies(TRUE, FALSE), False, False),
        (Implies(TRUE, TRUE), True, True),
        (Implies(FALSE, FALSE), True, True),
        (Implies(UNKNOWN, FALSE), None, False),
        (Implies(AGREE, FALSE), None, False),
        (Implies(UNKNOWN, TRUE), True, True),
        (Implies(TRUE, AGREE), None, True),
        (Implies(TRUE, UNKNOWN), None, False),
        (Iff(TRUE, TRUE), True, True),
        (Iff(FALSE, FALSE), True, True),
        (Iff(TRUE, FALSE), False, False),
        (Iff(TRUE, UNKNOWN), None, False),
        (Iff(AGREE, FALSE), None, False),
        (Member((x,), (Interval(0, 1),)), True, True),
        (Member((x,), (Interval(1, 2),)), False, False),
        (Member((x, x), (Interval(0, 1),)), False, False),
        (Member((x,), (Interval(-1, "oo"),)), True, True),
        (ForAll({"y": Interval(0, 1)}, Rel(y, ">=", 0)), None, True),
        (ForAll({"y": Interval(0, 1)}, Rel(y, "<", x)), False, False),
        (Exists({"y": Interval(0, 1)}, Rel(y, ">", x)), True, True),
        (Exists({"y": Interval(0, 1)}, Rel(y, ">", 2)), None, False),
    ],
    ids=lambda s: s.text() if isinstance(s, Statement) else str(s),
)
def test_three_values(statement: Statement, value: bool | None, supports: bool) -> None:
    result = truth(statement, HERE)
    assert result.value is value
    assert result.supports is supports


def test_vacuous_implications_are_marked() -> None:
    assert truth(Implies(FALSE, FALSE), HERE).vacuous
    assert not truth(Implies(TRUE, TRUE), HERE).vacuous
    assert truth(Implies(TRUE, Implies(FALSE, TRUE)), HERE).vacuous


def test_the_sides_that_decided_are_kept() -> None:
    result = truth(Rel(Phi(x), ">", 1), HERE)
    assert result.sides is not None
    assert result.relation == Rel(Phi(x), ">", 1)
    assert all(side.is_finite() for side in result.sides)
    assert result.sides[0] < result.sides[1]


def test_the_choice_that_breaks_a_for_all_is_kept() -> None:
    result = truth(ForAll({"y": Interval(0, 1)}, Rel(y, "<", x)), HERE)
    assert dict(result.bindings)["y"] >= Fraction(1, 3)


@pytest.mark.parametrize("statement", [Monotone(x, x, "increasing"), Limit(x, x, 0, 0)])
def test_statements_about_a_region_have_no_truth_at_a_point(statement: Statement) -> None:
    with pytest.raises(Unsupported, match="has no truth value at a point"):
        truth(statement, HERE)


def test_a_shape_mismatch_is_explained() -> None:
    assert truth(Member((x, x), (Interval(0, 1),)), HERE).note == "the value has 2 component(s), the space 1"
