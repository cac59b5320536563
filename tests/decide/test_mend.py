"""What mends a refuted inequality holds where it says, and fails where it says."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import Eq, Piecewise

from dplemma import Claim, Interval, Region, check
from dplemma.decide.mend import Mended, mend
from dplemma.formulas import gaussian
from dplemma.lang import All, Chain, ForAll, Implies, Rational, Rel, Statement, exp, log, oo, sqrt, variables
from dplemma.report.pages.check_page import mended_line

x, y, mu, n = variables("x y mu n")


def found(lhs: Any, rhs: Any, **on: Interval) -> list[Mended]:
    claim = Claim(id="mine/a", where="", kind="inequality", states="", lhs=lhs, rel="<=", rhs=rhs, on=Region(**on))
    return mend(claim, check(claim))


def only(items: list[Mended], kind: str) -> Mended:
    (item,) = (item for item in items if item.kind == kind)
    return item


def test_the_greatest_region_ends_where_it_begins_to_fail() -> None:
    item = only(found(x**2, x, x=Interval(0, oo)), "region")
    assert (item.where, item.printed, item.holds) == ("x", "[0, oo)", "[0, 1]")
    assert 1 < Fraction(item.fails) < Fraction("1.01")
    assert item.refuted_at == {"x": item.fails}


def test_whole_numbers_are_cut_between_two_of_them() -> None:
    item = only(found(2 * n, 7, n=Interval.integers(0, 100)), "region")
    assert item.holds == "the integers of [0, 3]"
    assert item.fails == "4"


def test_a_constant_that_is_attained_is_found_exactly() -> None:
    item = only(found(gaussian.kl(mu), 3 * gaussian.chernoff(mu), mu=Interval.open(0, oo)), "constant")
    assert (item.where, item.printed, item.holds) == ("mu**2", "3/8", "0.5")


def test_a_constant_is_rounded_to_the_side_that_holds() -> None:
    item, _ = found(exp(x), 1 + x, x=Interval(0, "1/2"))
    root = Fraction("1.1487212707")  # e^(1/2) - 1/2
    assert Fraction(item.fails) < root < Fraction(item.holds) < root + Fraction(1, 1000)


@pytest.mark.parametrize("rel", ["=", "!="])
def test_an_identity_is_not_mended(rel: str) -> None:
    claim = Claim(id="mine/a", where="", kind="identity", states="", lhs=x - x**2, rel=rel, rhs=x, on=Region(x=Interval(0, 1)))
    assert mend(claim, check(claim)) == []


def test_what_holds_is_not_mended() -> None:
    assert found(x, 2, x=Interval(0, 1)) == []


def test_only_the_part_that_fails_is_mended() -> None:
    both = All(Rel(x, "<=", 1), Rel(2 * x, "<=", 1))
    claim = Claim(id="mine/a", where="", kind="inequality", states="", holds=both, on=Region(x=Interval(0, 1)))
    assert [(item.kind, item.holds) for item in mend(claim, check(claim))] == [("region", "[0, 0.5]"), ("constant", "2")]


def test_where_it_fails_everywhere_nothing_is_said() -> None:
    assert [item for item in found(x + 2, x, x=Interval(0, 1)) if item.kind == "region"] == []


def test_a_side_condition_that_leaves_nothing_of_a_part_is_no_error() -> None:
    region = Region(x=Interval(0, 10), such_that=Rel(x, "<=", 5))
    claim = Claim(id="mine/a", where="", kind="inequality", states="", lhs=x, rel="<=", rhs=2, on=region)
    assert {(item.kind, item.holds) for item in mend(claim, check(claim))} == {("region", "[0, 2]"), ("constant", "5")}


def test_ends_beyond_all_doubles_are_no_error() -> None:
    assert all(item.where == "x" for item in found(x, 5, x=Interval(0, 10**400)))  # raised OverflowError once
    assert found(-x, -Rational(1, 10**350), x=Interval(0, 1))


def test_of_several_inequalities_each_is_mended_by_its_name() -> None:
    """x <= 1 and x >= 1/2: on [0, 1] the first holds and the claim does not."""
    both = All(Rel(x, "<=", 1), Rel(x, ">=", Rational(1, 2)))
    claim = Claim(id="mine/both", where="", kind="inequality", states="", holds=both, on=Region(x=Interval(0, 2)))
    lines = [mended_line(way) for way in mend(claim, check(claim))]
    assert lines and all(line.startswith(("x <= 1 holds ", "x >= 1/2 holds ")) for line in lines)


def lines(holds: Statement, **on: Interval) -> list[str]:
    claim = Claim(id="mine/a", where="", kind="inequality", states="", holds=holds, on=Region(**on))
    return [mended_line(way) for way in mend(claim, check(claim))]


@pytest.mark.parametrize(
    "statement", [All(Rel(x**2, "=", x), Rel(2 * x, "<=", 1)), Chain(x**2, "=", x, "<=", Rational(1, 2))], ids=["and", "chain"]
)
def test_an_inequality_beside_what_fails_too_is_mended_by_its_name(statement: Statement) -> None:
    """On [0, 1/2] x^2 = x fails, so that the claim does."""
    found_lines = lines(statement, x=Interval(0, 1))
    assert found_lines and all(line.startswith(("2*x <= 1 holds", "x <= 1/2 holds")) for line in found_lines)


def test_a_claim_without_variables_fails_nowhere_in_particular() -> None:
    (line,) = lines(Rel(log(2), "<=", Rational(69, 100)))
    assert line.endswith("; 0.6931 fails")


def test_of_several_under_a_premise_each_is_named_with_it() -> None:
    """x^2 >= 1/16 where x > 1/4, not everywhere."""
    quarter = Rational(1, 4)
    statement = Implies(Rel(x, ">", quarter), All(Rel(x, "<=", 1), Rel(x**2, ">=", quarter)))
    found_lines = lines(statement, x=Interval(0, 1))
    assert found_lines and all(line.startswith("x > 1/4 implies x**2 >= 1/4 holds ") for line in found_lines)


def test_a_range_is_named_of_the_part_that_has_it() -> None:
    y_range = {"y": Interval(0, 1)}
    found_lines = lines(ForAll(y_range, All(Rel(x, "<=", 1), Rel(x + y, "<=", 1))), x=Interval(0, 1))
    assert found_lines and all(line.startswith("for all y in [0, 1]: x + y <= 1 holds ") for line in found_lines)


def test_where_a_premise_has_no_value_nothing_holds() -> None:
    """On [0, 1/2] the conclusion holds; the premise does not exist at 0."""
    statement = Implies(Rel(log(x), ">", -5), Rel(2 * x, "<=", 1))
    assert lines(statement, x=Interval(0, 1)) == []
    assert lines(statement, x=Interval.lopen(0, 1))


def test_a_term_that_drops_out_must_exist() -> None:
    """With 1 in place of sqrt 2 nothing is left of the logarithms, which have no value at 0."""
    statement = Rel(1, "<=", 1 - log(x) + sqrt(2) * log(x))
    said = "it holds with 1 in place of the constant sqrt(2)"
    assert not any(line.startswith(said) for line in lines(statement, x=Interval(0, "1/2")))
    assert any(line.startswith(said) for line in lines(statement, x=Interval.lopen(0, "1/2")))


def test_a_contrary_point_that_is_no_fraction_is_no_error() -> None:
    """3 at log 2 alone, and 1 elsewhere: raised ValueError once."""
    peak = Piecewise((3, Eq(exp(x), 2)), (1, True))
    assert lines(Rel(peak, "<=", 2), x=Interval(0, 1)) == []
    assert lines(Rel((exp(x) - 2) ** -2, ">=", 0), x=Interval(0, 1)) == []
