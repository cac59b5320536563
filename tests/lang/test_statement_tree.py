"""Statements, regions and mechanisms as JSON trees: what a tree says is what was written, for every claim of the papers."""

from __future__ import annotations

import json
from typing import Any

import pytest
import read_back
from sympy import Integer, Symbol, exp, oo

from dplemma.base.errors import Unsupported
from dplemma.kernel.reading import read_statement as read_by_kernel
from dplemma.lang import (
    Algorithm,
    All,
    Chain,
    Claim,
    Each,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Inference,
    Interval,
    Invoke,
    Limit,
    Measure,
    Mechanism,
    Member,
    Monotone,
    Not,
    Number,
    Obligations,
    Phi,
    Printed,
    Region,
    Rel,
    Set,
    Simulation,
    Statement,
    Subroutine,
    When,
    judgements,
    statements,
    variables,
)
from dplemma.lang.statement_tree import mechanism_to_tree, region_to_tree, written_statement
from dplemma.papers import load_claims

x, y = variables("x y")
BELOW = Rel(x, "<", Phi(y))
BOX = {"x": Interval.ropen(0, 1), "y": Interval.integers(1, oo)}


STAYS = (Algorithm, Measure, Simulation)  # runs here, and does not travel


def stays_here(claim: Claim) -> bool:
    return claim.holds is not None and any(isinstance(part, STAYS) for part in claim.holds.walk())


def stored(tree: Any) -> Any:
    """What a file gives back that sorts the keys of its objects."""
    return json.loads(json.dumps(tree, sort_keys=True))


FORMALISED = [claim for claim in load_claims().values() if claim.holds is not None]


@pytest.mark.parametrize("claim", [c for c in FORMALISED if not stays_here(c)], ids=lambda claim: claim.id)
def test_every_claim_of_the_papers_comes_back(claim: Claim) -> None:
    again, on = (
        read_back.statement(stored(written_statement(claim.statement))),
        read_back.region(stored(region_to_tree(claim.on))),
    )
    assert (again, on) == (claim.statement, claim.on)
    assert (again.canonical(), again.text()) == (claim.statement.canonical(), claim.statement.text())
    assert (on.points, on.names) == (claim.on.points, claim.on.names)
    if claim.mechanism is not None:
        assert read_back.mechanism(stored(mechanism_to_tree(claim.mechanism))) == claim.mechanism


ROUTINE = Subroutine(says="twice", takes=("x",), value=2 * x, contract=Rel(variables("result"), ">=", x))
LINES = (Invoke(y, "twice", x), Each(y, 0, x, When(BELOW, Set(y, x)), shuffled=True))
ALGORITHM = Algorithm(LINES, Rel(y, "=", x), {"twice": ROUTINE})


def test_an_algorithm_is_written_for_the_kernel() -> None:
    """What computes its subroutines does not travel."""
    tree = written_statement(ALGORITHM)
    X, Y, below = ["var", "x"], ["var", "y"], written_statement(BELOW)
    loop = ["Each", "y", "0", X, True, [["When", below, [["Set", "y", X]], []]]]
    contract = ["Rel", ["var", "result"], ">=", X]
    assert tree == ["Algorithm", [["twice", ["x"], contract]], [["Call", "y", "twice", [X]], loop], ["Rel", Y, "=", X]]
    assert read_by_kernel(tree).inputs == {"x"}


STATEMENTS: list[Statement] = [
    Rel(2 * (x + 1), "!=", oo),
    All(BELOW, Rel(x, ">", 0)),
    All(BELOW),
    Chain(0, "<", x, "<=", y, "=", 1),
    Either(BELOW, Not(BELOW)),
    Implies(BELOW, Iff(BELOW, Rel(x, "=", y))),
    ForAll(BOX, BELOW),
    Exists({"y": Interval("-oo", "1/3")}, BELOW),
    Member((x, y), (Interval.lopen(0, 1), Interval.integers("-oo", 3))),
    Member((x, y), (Interval(0, 1),)),
    Monotone(Phi(x), x, "increasing"),
    Monotone(exp(-x), x, "decreasing", strict=False),
    Limit(1 / x, x, 0, -oo, "-"),
    Limit(1 / x, x, oo, 0),
    Number(Phi(Integer(1)), Printed("0.84")),
    Number(Phi(Integer(-14)), Printed.order("1e-43")),
    Number(Phi(Integer(1)), Printed("0.85", promise="least")),
    Number(Phi(Integer(1)), Printed("0.84", promise="largest", grid="0.04")),
    Inference((BELOW, Rel(x, ">", 0)), Rel(y, ">", 0), "two normal laws"),
    Obligations(zeta=BELOW, alpha=Rel(x, ">", 0), at=BELOW, cls=BELOW),
]


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: type(statement).__name__)
def test_every_kind_of_statement_comes_back(statement: Statement) -> None:
    again = read_back.statement(stored(written_statement(statement)))
    assert again == statement
    assert type(again) is type(statement)
    assert (again.canonical(), again.latex()) == (statement.canonical(), statement.latex())


def test_the_table_has_every_class_of_statement() -> None:
    named = [getattr(module, name) for module in (statements, judgements) for name in module.__all__]
    classes = {cls for cls in named if isinstance(cls, type) and issubclass(cls, Statement)}
    assert {type(part) for statement in STATEMENTS for part in statement.walk()} == classes - {Statement, *STAYS}


def test_region_and_mechanism_come_back() -> None:
    region = Region(such_that=[BELOW], points=[{"y": 3, "x": "1/7", "at": 0}], at=Interval("-1/2", 0), **BOX)
    again = read_back.region(stored(region_to_tree(region)))
    assert (again, again.points, again.names) == (region, region.points, region.names)
    for mechanism in (Mechanism.binary(x, y), Mechanism.generic(3, closed=True)):
        found = read_back.mechanism(stored(mechanism_to_tree(mechanism)))
        assert found == mechanism
        assert (found.intervals, found.such_that) == (mechanism.intervals, mechanism.such_that)


def test_a_variable_with_assumptions_of_its_own_does_not_travel() -> None:
    positive = Symbol("x", positive=True)
    for statement in (Rel(positive, ">", 0), Monotone(exp(positive), positive, "increasing")):
        with pytest.raises(Unsupported, match=r"was not made by variables\('x'\)"):
            written_statement(statement)
