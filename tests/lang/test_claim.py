"""Claims: impossible ones are refused in one line that names the place; the digest hashes the mathematics and only that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sympy import Float, Mul, Rational, Symbol, oo, pi

from dplemma.base.errors import BadClaim
from dplemma.lang import (
    REAL,
    All,
    Chain,
    Claim,
    Exists,
    Extracted,
    ForAll,
    Iff,
    Implies,
    Interval,
    Limit,
    Max,
    Measure,
    Monotone,
    Not,
    Number,
    Obligations,
    Phi,
    Printed,
    Region,
    Rel,
    amended,
    exp,
    variables,
)
from dplemma.papers import registry

x, y = variables("x y")
UNIT = Interval(0, 1)
HERE = Path(__file__).name


def claim(**changes: Any) -> Claim:
    fields: dict[str, Any] = {
        "id": "demo/one", "where": "Lemma 1", "kind": "inequality", "states": "x is at most 1", "lhs": x, "rel": "<=", "rhs": 1,
        "on": Region(x=UNIT),
    }  # fmt: skip
    return Claim(**{**fields, **changes})


def holding(statement: Any, **changes: Any) -> Claim:
    return claim(lhs=None, rel="", rhs=None, holds=statement, **changes)


def better(suffix: str = "amended", **changes: Any) -> Claim:
    return claim(id=f"demo/one/{suffix}", **changes)


IMPOSSIBLE: dict[str, tuple[Any, str]] = {
    "python float": (lambda: claim(rhs=0.5), r"float 0\.5"),
    "complex": (lambda: claim(rhs=1j), "float"),
    "sympy float": (lambda: claim(rhs=Float("0.5")), r"float 0\.5"),
    "nested float": (lambda: claim(lhs=Phi(x + Float("0.25") * exp(x))), r"float 0\.25"),
    "float from python arithmetic": (lambda: claim(lhs=x * 0.1), r"float 0\.1"),
    "text": (lambda: claim(rhs="1/2"), "text '1/2'"),
    "not an expression": (lambda: claim(rhs=x < 1), "is not an expression"),
    "id without paper": (lambda: claim(id="one"), "an id is paper/name"),
    "id with spaces": (lambda: claim(id="demo/one two"), "an id is paper/name"),
    "empty id": (lambda: claim(id=""), "an id is paper/name"),
    "unknown kind": (lambda: claim(kind="guess"), "unknown kind 'guess'; use one of identity"),
    "unknown tier": (lambda: claim(tier="side"), "unknown tier 'side'; use one of core, prose, detail"),
    "unknown harm": (lambda: claim(harm="bad"), "unknown harm 'bad'; use one of unsafe"),
    "unknown class": (lambda: claim(class_="bad"), "unknown class 'bad'; use one of false, condition, proof"),
    "another text without a reading": (lambda: claim(as_extracted=Rel(x, "<=", 2)), "says in `reading` how it is read"),
    "a literal text that is no statement": (lambda: claim(as_extracted=x < 2, reading="r"), "is not a statement"),
    "unknown relation": (lambda: claim(rel="=="), "unknown relation '=='"),
    "unknown trusted lemma": (lambda: claim(assumes=("folklore",)), "'folklore', which is not a trusted lemma"),
    "two forms": (lambda: claim(holds=Rel(x, "<", 1)), "say it once"),
    "sides and a reason": (lambda: claim(not_formalised="a remark"), "say it once"),
    "no form": (lambda: claim(lhs=None, rel="", rhs=None), "say it once"),
    "no right side": (lambda: claim(rhs=None), "say it once"),
    "no relation": (lambda: claim(rel=""), "say it once"),
    "not a statement": (lambda: holding(x < 1), "is not a statement"),
    "missing variable": (lambda: claim(rhs=y), "uses y, which its region does not give"),
    "missing variable of a part": (lambda: holding(Implies(Rel(x, "<", 1), Rel(y, "<", 1))), "uses y"),
    "kind without its statement": (lambda: claim(kind="limit"), "kind 'limit' needs a Limit"),
    "monotonicity without Monotone": (lambda: claim(kind="monotonicity"), "needs a Monotone"),
    "definition without obligations": (lambda: claim(kind="definition"), "needs a Obligations"),
    "amended and sharpened": (lambda: claim(amend=better(), sharpen=better("sharpened")), "not both"),
    "amendment of another id": (lambda: claim(amend=claim(id="demo/two/amended")), "must have the id demo/one/amended"),
    "sharpening named amended": (lambda: claim(sharpen=better()), "must have the id demo/one/sharpened"),
    "two levels": (lambda: claim(amend=better(amend=better("amended/amended"))), "amendments have one level"),
    "two levels, sharpened": (lambda: claim(amend=better(sharpen=better("amended/sharpened"))), "one level"),
    "symbol with a sign of its own": (
        lambda: claim(lhs=Symbol("x", positive=True)), "x",
    ),
    "number of many digits": (lambda: claim(rhs=Rational(1, 10**4000)), "at most 4000 digits"),
    "number of many digits inside": (lambda: claim(lhs=exp(x / 10**5000)), "at most 4000 digits"),
    "symbol that is whole by itself": (lambda: claim(lhs=Symbol("x", integer=True)), "x"),
}  # fmt: skip


@pytest.mark.parametrize(("build", "says"), [pytest.param(*case, id=name) for name, case in IMPOSSIBLE.items()])
def test_impossible_claim_is_refused_in_one_line_that_names_the_place(build: Any, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        build()
    message = str(error.value)
    assert "\n" not in message
    assert message.startswith(f"{HERE}:")
    assert "claim " in message


NESTED: dict[str, Any] = {
    "relation": lambda: holding(Rel(x, "<", 0.5)),
    "chain": lambda: holding(Chain(0, "<=", x, "<=", 0.5)),
    "implication of a SymPy relation": lambda: holding(Implies(Rel(x, "<", 1), x < 2)),
    "equivalence of a SymPy relation": lambda: holding(Iff(x < 1, Rel(x, "<", 1))),
    "negation of a SymPy relation": lambda: holding(Not(x < 1)),
    "quantified SymPy relation": lambda: holding(ForAll({"y": UNIT}, y < x)),
    "monotone float": lambda: holding(Monotone(x * 0.5, x, "increasing"), kind="monotonicity"),
    "limit float": lambda: holding(Limit(y, y, 0, 0.5), kind="limit"),
    "number as a float": lambda: holding(Number(Phi(1), 0.84), kind="number"),
    "region without interval": lambda: claim(on=Region(x=0)),
    "empty interval": lambda: claim(on=Region(x=Interval(1, 0))),
    "side condition": lambda: claim(on=Region(x=UNIT, such_that=Rel(y, "<", x))),
    "hint outside": lambda: claim(on=Region(x=UNIT, points=[{"x": 2}])),
    "number called like a variable": lambda: claim(lhs=pi, rel="<=", rhs=3, on=Region(x=UNIT, pi=Interval(0, 3))),
    "number called like a bound variable": lambda: holding(ForAll({"E": UNIT}, Rel(variables("E"), "<", exp(1)))),
    "number in a condition called like a variable": lambda: claim(on=Region(x=UNIT, E=UNIT, such_that=Rel(x, "<", exp(1)))),
    "side condition as SymPy relation": lambda: claim(on=Region(x=UNIT, such_that=[x < 1])),
}


@pytest.mark.parametrize("build", NESTED.values(), ids=NESTED.keys())
def test_impossible_part_of_a_claim_is_refused_in_one_line(build: Any) -> None:
    with pytest.raises(BadClaim) as error:
        build()
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("build", NESTED.values(), ids=NESTED.keys())
def test_impossible_part_of_a_claim_names_the_place(build: Any) -> None:
    with pytest.raises(BadClaim) as error:
        build()
    assert HERE in str(error.value)


def test_not_formalised_needs_no_region_and_has_no_statement() -> None:
    remark = claim(lhs=None, rel="", rhs=None, on=Region(), not_formalised="a citation")
    assert (remark.text(), remark.latex(), remark.numbers()) == ("", "", [])
    with pytest.raises(BadClaim, match="is not formalised: a citation"):
        _ = remark.statement


def test_place_is_the_line_that_builds_the_claim() -> None:
    assert claim().place.startswith(f"{HERE}:")
    assert (
        amended("demo/one", where="w", kind="inequality", states="s", lhs=x, rel="<", rhs=2, on=Region(x=UNIT)).place
        != claim().place
    )


def test_amendment_belongs_to_its_claim() -> None:
    right = amended("demo/one", where="w", kind="inequality", states="s", lhs=x, rel="<", rhs=2, on=Region(x=UNIT))
    whole = claim(amend=right)
    assert right.amends == "demo/one"
    assert [c.id for c in whole.family()] == ["demo/one", "demo/one/amended"]
    assert list(registry([whole])) == ["demo/one", "demo/one/amended"]


def test_the_literal_text_is_a_claim_of_its_own() -> None:
    slip = claim(as_extracted=Rel(x, ">=", 1), reading="The sign was lost.")
    literal = slip.as_extracted
    assert list(registry([slip])) == ["demo/one", "demo/one/as-extracted"]
    assert (literal.on, literal.kind, literal.states, literal.amends) == (slip.on, slip.kind, slip.states, "demo/one")
    assert literal.text().startswith("x >= 1")
    wider = claim(as_extracted=Extracted(Rel(x, ">=", 1), on=Region(x=REAL), states="x is 1 or more"), reading="r").as_extracted
    assert (wider.on, wider.states) == (Region(x=REAL), "x is 1 or more")


@pytest.mark.parametrize(
    ("harm", "given", "shown"),
    [("unsafe", "", "false"), ("wording", "", "false"), ("condition", "", "condition"), ("proof", "", "proof"),
     ("unsafe", "condition", "condition"), ("", "", "")],
)  # fmt: skip
def test_the_class_follows_from_the_harm_unless_it_is_given(harm: str, given: str, shown: str) -> None:
    assert claim(harm=harm, class_=given).class_ == shown


def test_what_is_measured_may_stand_in_a_claim_of_any_kind() -> None:
    measured = holding(Measure(x, of="a number"), kind="monotonicity")
    assert measured.statement.text().startswith("the greatest x")


def test_two_claims_with_one_id_are_refused_naming_both_places() -> None:
    first = claim()
    second = claim()
    assert first.place.startswith(HERE)
    with pytest.raises(BadClaim, match="two claims have the id 'demo/one'") as error:
        registry([first, second])
    assert str(error.value).count(f"{HERE}:") == 2
    assert "\n" not in str(error.value)
    with pytest.raises(BadClaim, match="demo/one/amended"):
        registry([claim(amend=better()), better()])


def test_digest_does_not_depend_on_the_order_of_arguments() -> None:
    one = claim(lhs=x + Phi(x) * exp(x), on=Region(x=UNIT, y=UNIT))
    other = claim(lhs=Mul(exp(x), Phi(x), evaluate=False) + x, on=Region(y=UNIT, x=UNIT), id="demo/two", states="t", why="w")
    assert one.digest() == other.digest()
    assert (
        claim(lhs=Max(x, y, 0), on=Region(x=UNIT, y=UNIT)).digest() == claim(lhs=Max(0, y, x), on=Region(y=UNIT, x=UNIT)).digest()
    )
    lemmas = ("hockey-stick", "one-event")
    assert claim(assumes=lemmas).digest() == claim(assumes=lemmas[::-1]).digest()


def test_digest_changes_with_every_change_of_the_mathematics() -> None:
    both = Region(x=UNIT, y=UNIT)
    less, more = Rel(x, "<", 1), Rel(y, "<", 1)
    claims = [
        claim(),
        claim(rel="<"),
        claim(rel=">="),
        claim(rhs=2),
        claim(rhs=Rational(1, 2)),
        claim(lhs=1, rhs=x),
        claim(lhs=x**2),
        claim(on=Region(x=Interval.open(0, 1))),
        claim(on=Region(x=Interval.integers(0, 1))),
        claim(on=Region(x=Interval(0, 2))),
        claim(on=both),
        claim(on=Region(x=UNIT, such_that=less)),
        claim(on=Region(x=UNIT, such_that=Rel(x, "<=", 1))),
        claim(assumes=("one-event",)),
        claim(assumes=("one-event", "hockey-stick")),
        holding(All(less, more), on=both),
        holding(Implies(less, more), on=both),
        holding(Implies(more, less), on=both),
        holding(Iff(less, more), on=both),
        holding(Not(All(less, more)), on=both),
        holding(ForAll({"y": UNIT}, Rel(x, "<", y))),
        holding(ForAll({"y": Interval(0, 2)}, Rel(x, "<", y))),
        holding(Exists({"y": UNIT}, Rel(x, "<", y))),
        holding(Monotone(x**2, x, "increasing"), kind="monotonicity"),
        holding(Monotone(x**2, x, "decreasing"), kind="monotonicity"),
        holding(Monotone(x**2, x, "increasing", strict=False), kind="monotonicity"),
        holding(Monotone(x**2 * y, x, "increasing"), kind="monotonicity", on=both),
        holding(Monotone(x**2 * y, y, "increasing"), kind="monotonicity", on=both),
        holding(Limit(1 / y, y, 0, oo), kind="limit"),
        holding(Limit(1 / y, y, 0, oo, "-"), kind="limit"),
        holding(Limit(1 / y, y, oo, 0), kind="limit"),
        holding(Number(Phi(1), Printed("0.84")), kind="number"),
        holding(Number(Phi(1), Printed("0.840")), kind="number"),
        holding(Number(Phi(1), Printed.order("0.84")), kind="number"),
        holding(Obligations(first=less), kind="definition"),
        holding(Obligations(second=less), kind="definition"),
    ]
    digests = [c.digest() for c in claims]
    assert len(set(digests)) == len(digests)


def test_digest_tells_an_implication_from_its_rearrangement() -> None:
    first, second, third = Rel(x, "<", 1), Rel(x, "<", 2), Rel(x, "<", 3)
    one = holding(Implies(All(first, second), third))
    other = holding(Implies(first, All(second, third)))
    assert one.digest() != other.digest()


def test_words_do_not_enter_the_digest() -> None:
    assert claim(states="other", reading="r", why="w", where="p. 3", tier="prose", harm="wording").digest() == claim().digest()


def test_text_says_where_it_holds() -> None:
    assert claim().text() == "x <= 1, for x in [0, 1]"
    assert claim()._repr_latex_() == r"$x \leq 1 \qquad x \in [0, 1]$"
    assert holding(Number(Phi(1), Printed("0.84")), kind="number", on=Region()).numbers() == ["0.84", "1"]
    assert claim(on=Region(y=UNIT, x=UNIT)).symbols() == ["x", "y"]
    assert claim().paper == "demo"
