"""Statements, regions and claims as JSON trees: every claim of the papers comes back, and spoilt trees are refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational, Symbol, exp, oo

from dplemma.base.errors import BadClaim, Unsupported
from dplemma.kernel.statement import read_statement as read_by_kernel
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
from dplemma.lang.statement_tree import (
    claim_from_tree,
    claim_to_tree,
    mechanism_from_tree,
    mechanism_to_tree,
    region_from_tree,
    region_to_tree,
    statement_from_tree,
    statement_to_tree,
    written_statement,
)
from dplemma.lang.tree import MAX_DEPTH, MAX_DIGITS, parse
from dplemma.papers import load_claims

x, y, z = variables("x y z")
BELOW = Rel(x, "<", Phi(y))
BOX = {"x": Interval.ropen(0, 1), "y": Interval.integers(1, oo)}


STAYS = (Algorithm, Measure, Simulation)  # runs here, and does not travel


def stays_here(claim: Claim) -> bool:
    return claim.holds is not None and any(isinstance(part, STAYS) for part in claim.holds.walk())


def stored(tree: Any) -> Any:
    """What a file gives back that sorts the keys of its objects."""
    return parse(json.dumps(tree, sort_keys=True))


FORMALISED = [claim for claim in load_claims().values() if claim.holds is not None]


@pytest.mark.parametrize("claim", [c for c in FORMALISED if not stays_here(c)], ids=lambda claim: claim.id)
def test_every_claim_of_the_papers_comes_back(claim: Claim) -> None:
    again = claim_from_tree(stored(claim_to_tree(claim)))
    assert again.digest() == claim.digest()
    assert (again.statement, again.on, again.mechanism) == (claim.statement, claim.on, claim.mechanism)
    assert (again.on.points, again.on.names) == (claim.on.points, claim.on.names)
    assert (again.id, again.where, again.kind, again.states, again.assumes) == (
        claim.id, claim.where, claim.kind, claim.states, claim.assumes,
    )  # fmt: skip
    assert again.text() == claim.text()


ROUTINE = Subroutine(says="twice", takes=("x",), value=2 * x, contract=Rel(variables("result"), ">=", x))
LINES = (Invoke(y, "twice", x), Each(y, 0, x, When(BELOW, Set(y, x)), shuffled=True))
ALGORITHM = Algorithm(LINES, Rel(y, "=", x), {"twice": ROUTINE})


def test_an_algorithm_is_written_for_the_kernel_and_not_read_back() -> None:
    """What computes its subroutines does not travel."""
    tree = written_statement(ALGORITHM)
    X, Y, below = ["var", "x"], ["var", "y"], written_statement(BELOW)
    loop = ["Each", "y", "0", X, True, [["When", below, [["Set", "y", X]], []]]]
    contract = ["Rel", ["var", "result"], ">=", X]
    assert tree == ["Algorithm", [["twice", ["x"], contract]], [["Call", "y", "twice", [X]], loop], ["Rel", Y, "=", X]]
    assert read_by_kernel(tree).inputs == {"x"}
    claim = Claim(id="a/b", where="", kind="algorithm", states="", holds=ALGORITHM, on=Region(x=Interval(0, 1)))
    for write, value in ((statement_to_tree, ALGORITHM), (statement_to_tree, Not(ALGORITHM)), (claim_to_tree, claim)):
        with pytest.raises(BadClaim, match="unknown statement 'Algorithm'"):
            write(value)


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
    again = statement_from_tree(stored(statement_to_tree(statement)))
    assert again == statement
    assert type(again) is type(statement)
    assert (again.canonical(), again.latex()) == (statement.canonical(), statement.latex())


def test_the_table_has_every_class_of_statement() -> None:
    named = [getattr(module, name) for module in (statements, judgements) for name in module.__all__]
    classes = {cls for cls in named if isinstance(cls, type) and issubclass(cls, Statement)}
    assert {type(part) for statement in STATEMENTS for part in statement.walk()} == classes - {Statement, *STAYS}


def test_region_and_mechanism_come_back() -> None:
    region = Region(such_that=[BELOW], points=[{"y": 3, "x": "1/7", "at": 0}], at=Interval("-1/2", 0), **BOX)
    again = region_from_tree(stored(region_to_tree(region)))
    assert (again, again.points, again.names) == (region, region.points, region.names)
    for mechanism in (Mechanism.binary(x, y), Mechanism.generic(3, closed=True)):
        found = mechanism_from_tree(stored(mechanism_to_tree(mechanism)))
        assert found == mechanism
        assert (found.intervals, found.such_that) == (mechanism.intervals, mechanism.such_that)


CLAIM = Claim(
    id="paper/lemma-1",
    where="Lemma 1",
    kind="inequality",
    states="x < Phi(y) and all z below 1.",
    on=Region(such_that=Rel(x, "<=", y), points=[{"x": 0, "y": 1}], **BOX),
    holds=All(BELOW, ForAll({"z": Interval(0, 1)}, Rel(z, "<=", 1))),
    mechanism=Mechanism.binary(x, Rational(1, 2)),
)
TREE = claim_to_tree(CLAIM)
REL = ["Rel", ["var", "x"], "<", "1"]


def spoilt(path: str, value: Any) -> Any:
    """The tree of a sound claim with the entry at a dotted path replaced; `...` takes it away."""
    tree = copy.deepcopy(TREE)
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    place = tree
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return tree


def deep(levels: int) -> Any:
    tree: Any = REL
    for _ in range(levels):
        tree = ["Not", tree]
    return tree


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        (None, r"claim: None is not an object with id, where"),
        ([], r"claim: \[\] is not an object"),
        (spoilt("where", ...), r"claim: lacks where"),
        (spoilt("verdict", "proved"), r"claim: unknown key 'verdict'"),
        (spoilt("amend", None), r"claim: unknown key 'amend'"),
        (spoilt("id", 3), r"claim\.id: 3 is not a text"),
        (spoilt("id", "no slash"), r"an id is paper/name"),
        (spoilt("kind", "poem"), r"unknown kind 'poem'"),
        (spoilt("kind", "limit"), r"needs a Limit"),
        (spoilt("assumes", "gdp"), r"claim\.assumes: 'gdp' is not a list"),
        (spoilt("assumes", [1]), r"claim\.assumes\[0\]: 1 is not a text"),
        (spoilt("assumes", ["all of it"]), r"not a trusted lemma"),
        (spoilt("statement", "x < 1"), r"claim\.statement: 'x < 1' is not a node"),
        (spoilt("statement", ["Algorithm", "y = x", "os.system", [], REL]), r"unknown statement 'Algorithm'"),
        (spoilt("statement", ["exec", REL]), r"unknown statement 'exec'"),
        (spoilt("statement", ["Statement"]), r"unknown statement 'Statement'"),
        (spoilt("statement", ["Rel", "1", "<"]), r"has 3 entries instead of 4"),
        (spoilt("statement", ["Rel", "1", "in", "2"]), r"claim\.statement: unknown relation 'in'"),
        (spoilt("statement", ["Rel", "1", ["<"], "2"]), r"claim\.statement\.rel: .* is not a text"),
        (spoilt("statement", ["Rel", "nan", "<", "2"]), r"claim\.statement\.lhs: 'nan' is not an exact number"),
        (spoilt("statement", ["Rel", ["var", "w"], "<", "2"]), r"uses w, which its region does not give"),
        (spoilt("statement", ["Rel", ["Integral", "1", ["x", "0", "1"]], "<", "2"]), r"binds x inside an integral"),
        (spoilt("statement", ["All", []]), r"says nothing"),
        (spoilt("statement", ["All", REL]), r"claim\.statement\.statements\[0\]: 'Rel' is not a node"),
        (spoilt("statement", ["Either", [REL]]), r"needs two statements"),
        (spoilt("statement", ["Chain", ["1", "<"]]), r"a chain is expression, relation"),
        (spoilt("statement", ["Chain", ["1", "<", True]]), r"links\[2\]: True is not a node"),
        (spoilt("statement", ["ForAll", [], REL]), r"needs an Interval for each variable"),
        (spoilt("statement", ["ForAll", {"x": "[0, 1]"}, REL]), r"statement\.over: .* is not a list"),
        (spoilt("statement", ["ForAll", [["w", "[0, 1]"]], REL]), r"which its statement does not use"),
        (spoilt("statement", ["ForAll", [["x", "[0, 1]"], ["x", "[0, 1]"]], REL]), r"gives x twice"),
        (spoilt("statement", ["Monotone", ["var", "x"], "x", "up", True]), r"direction is increasing or decreasing"),
        (spoilt("statement", ["Monotone", ["var", "x"], "x", "increasing", "yes"]), r"strict: 'yes' is neither true nor false"),
        (spoilt("statement", ["Monotone", ["var", "x"], "w", "increasing", True]), r"does not depend on w"),
        (spoilt("statement", ["Limit", ["var", "x"], "x", "0", "0", "left"]), r"taken from \+ or -"),
        (spoilt("statement", ["Number", "1", ["1", "guessed"]]), r"a printed number is one of"),
        (spoilt("statement", ["Number", "1", ["nan", "rounded"]]), r"is not a decimal"),
        (spoilt("statement", ["Number", "1", ["1e-999999999", "rounded"]]), r"the exponent of 1e-999999999 is beyond"),
        (spoilt("statement", ["Number", "1", ["9" * 101, "rounded"]]), r"a printed number of 101 characters"),
        (spoilt("statement", ["Number", ["var", "x"], ["1", "rounded"]]), r"cannot depend on x"),
        (spoilt("statement", ["Obligations", []]), r"owes at least one obligation"),
        (spoilt("statement", ["Obligations", [["self", REL]]]), r"'self' is not a variable name"),
        (spoilt("statement", deep(MAX_DEPTH)), r"claim: nested deeper than"),
        (spoilt("mechanism", "none"), r"claim\.mechanism: 'none' is not an object"),
        (spoilt("mechanism.P", ["1"]), r"claim\.mechanism: a mechanism needs the same two or more outputs"),
        (spoilt("mechanism.P", ["1", "1"]), r"must add up to 1"),
        (spoilt("mechanism.closed", "no"), r"claim\.mechanism\.closed: 'no' is neither true nor false"),
        (spoilt("region", None), r"claim\.region: None is not an object"),
        (spoilt("region.points", ...), r"claim\.region: lacks points"),
        (spoilt("region.box", []), r"claim\.region: unknown key 'box'"),
        (spoilt("region.intervals", ["x"]), r"intervals\[0\]: 'x' is not a list"),
        (spoilt("region.intervals.0.0", "points"), r"'points' is not a variable name"),
        (spoilt("region.intervals.0.1", ["0", "1"]), r"intervals\[0\]\[1\]: .* is not a text"),
        (spoilt("region.intervals.0.1", "[0, 1"), r"is not an interval such as"),
        (spoilt("region.intervals.0.1", "[0.5, 1]"), r"is not an interval such as"),
        (spoilt("region.intervals.0.1", "[0, oo]"), r"\[0, oo\] is the interval \[0, oo\); write it so"),
        (spoilt("region.intervals.0.1", "[1, 0]"), r"interval from 1 to 0 is empty"),
        (spoilt("region.intervals.0.1", "[0, 1/0]"), r"divides by zero"),
        (spoilt("region.intervals.0.1", f"[0, {'9' * (MAX_DIGITS + 1)}]"), r"more than 4000 digits"),
        (spoilt("region.such_that", [["var", "x"]]), r"such_that\[0\]: unknown statement 'var'"),
        (spoilt("region.such_that", [["Rel", ["var", "w"], "<", "1"]]), r"side condition uses w"),
        (spoilt("region.points", [["0"]]), r"points\[0\]: has 1 entries instead of 2"),
        (spoilt("region.points", [["0", "1e9"]]), r"points\[0\]: '1e9' is not an exact number"),
        (spoilt("region.points", [["2", "1"]]), r"lies outside the interval of x"),
    ],
)  # fmt: skip
def test_spoilt_claims_are_refused_in_one_line(tree: Any, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        claim_from_tree(tree)
    assert "\n" not in str(error.value)


def test_a_variable_with_assumptions_of_its_own_does_not_travel() -> None:
    positive = Symbol("x", positive=True)
    for statement in (Rel(positive, ">", 0), Monotone(exp(positive), positive, "increasing")):
        with pytest.raises(Unsupported, match=r"was not made by variables\('x'\)"):
            statement_to_tree(statement)


def test_a_claim_that_is_not_formalised_has_no_tree() -> None:
    with pytest.raises(BadClaim, match="is not formalised: a remark"):
        claim_to_tree(Claim(id="a/b", where="", kind="identity", states="", not_formalised="a remark"))


def places(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [path, *(place for step, child in steps for place in places(child, (*path, step)))]


JUNK = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from(["", "1", "-oo", "x", "Rel", "exp", "[0, 1]", "nan"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(["x", "P", "id"]), inner, max_size=2)),
    max_leaves=5,
)


@given(st.sampled_from(places(TREE)[1:]), JUNK)
def test_junk_anywhere_is_refused_or_read_exactly(place: tuple[Any, ...], junk: Any) -> None:
    """Whatever stands in a tree, reading ends in a claim that is written as it was read, or in one line."""
    tree = copy.deepcopy(TREE)
    inner = tree
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = junk
    try:
        claim = claim_from_tree(tree)
    except BadClaim as error:
        assert "\n" not in str(error)
    else:
        assert claim_to_tree(claim) == tree
