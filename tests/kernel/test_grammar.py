"""What may stand inside what: what speaks of all points of a region together is no part of what holds at each point.

At one point neither "x rises" nor its denial is true or false. Where such a part was read inside a condition, a choice or a
quantifier, what holds on a part of the region, for one value, or where nothing is compared was taken for what holds on the whole.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kernel_trees import RELATION, checked, derived, region_tree, rejected, relation, tree

from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import pointwise
from dplemma.kernel.term import Json, Rejected

A, B = relation("x > 0"), relation("x > 2")
RISES: Json = ["Monotone", tree("x"), "x", "increasing", True]
TENDS: Json = ["Limit", tree("x"), "x", "oo", "oo", "-"]
WHOLES: dict[str, Json] = {"monotone": RISES, "limit": TENDS, "denial": ["Not", RISES], "a part": ["All", [A, RISES]]}
EACH: Json = ["ForAll", [["y", "[0, 1]"]], relation("x*y >= 0")]
SOME: Json = ["Exists", [["y", "[0, 1]"]], EACH]
INSIDE: dict[str, Callable[[Json], Json]] = {
    "premise": lambda part: ["Implies", part, A],
    "conclusion": lambda part: ["Implies", A, part],
    "left side": lambda part: ["Iff", part, A],
    "right side": lambda part: ["Iff", A, part],
    "choice": lambda part: ["Either", [A, part]],
    "choice, first": lambda part: ["Either", [part, A]],
    "for each": lambda part: ["ForAll", [["y", "[0, 1]"]], part],
    "for some": lambda part: ["Exists", [["y", "[0, 1]"]], part],
    "for each, for some": lambda part: ["ForAll", [["z", "[0, 1]"]], ["Exists", [["y", "[0, 1]"]], part]],
    "denied twice": lambda part: ["Not", ["Not", part]],
    "denied with others": lambda part: ["Not", ["All", [A, part]]],
    "in a condition of a denial": lambda part: ["Not", ["Implies", A, part]],
}


@pytest.mark.parametrize("whole", WHOLES.values(), ids=WHOLES)
@pytest.mark.parametrize("inside", INSIDE.values(), ids=INSIDE)
def test_what_is_said_of_all_points_is_no_part_of_what_holds_at_each(whole: Json, inside: Json) -> None:
    with pytest.raises(Rejected, match="at each point is wanted"):
        read_statement(inside(whole))


@pytest.mark.parametrize("other", [["Number", "1", ["1", "rounded"]], ["Inference", [A], B, ""], ["Algorithm", [], [], A]])
@pytest.mark.parametrize("inside", INSIDE.values(), ids=INSIDE)
def test_what_is_said_of_numbers_or_runs_is_none_either(other: Json, inside: Json) -> None:
    with pytest.raises(Rejected, match="at each point is wanted"):
        read_statement(inside(other))


@pytest.mark.parametrize("whole", [RISES, TENDS, ["All", [RISES]], ["Not", RISES]], ids=str)
def test_a_region_is_given_by_what_holds_at_each_point(whole: Json) -> None:
    with pytest.raises(Rejected, match="what holds at each point is wanted"):
        read_region({"intervals": [["x", "[0, 1]"]], "such_that": [whole]})


@pytest.mark.parametrize("whole", [RISES, TENDS])
def test_it_stands_alone_in_a_conjunction_denied_or_in_an_inference(whole: Json) -> None:
    for statement in (whole, ["All", [A, whole]], ["All", [["All", [whole]]]], ["Not", whole], ["Inference", [whole], whole, ""]):
        assert not pointwise(read_statement(statement))


def test_what_is_made_of_relations_holds_at_each_point_or_does_not() -> None:
    for statement in (EACH, SOME, ["Not", ["Implies", ["Either", [A, SOME]], ["Iff", A, ["All", [B, ["Not", EACH]]]]]]):
        assert pointwise(read_statement(statement))


def test_a_program_promises_and_asks_what_holds_at_each_point() -> None:
    empty: Json = {"fails": {"point": {}}}
    rejected(["Algorithm", [], [], RISES], empty, "what holds at each point is wanted")
    rejected(["Algorithm", [], [["When", RISES, [], []]], A], empty, "what holds at each point is wanted")
    routine = ["f", ["x"], RISES]
    rejected(["Algorithm", [routine], [["Set", "z", "1"]], relation("z > 0")], empty, "what holds at each point is wanted")


def test_what_is_claimed_of_all_points_is_not_shown_of_two_parts() -> None:
    """x^2 rises on the right and, turned around, -x^2 on the left; neither is monotone on the whole."""
    split = {"rule": "case", "relation": relation("y >= 0"), "yes": {"rule": "slope"}, "no": {"rule": "slope"}}
    proof = {"holds": split, "witness": {"x": "1", "y": "1"}}
    rejected(RISES, proof, "not shown of two parts", x="[0, 2]", y="[-1, 1]")
    rejected(["Not", RISES], proof, "not shown of two parts", x="[0, 2]", y="[-1, 1]")
    rejected(["All", [RISES]], proof, "not shown of two parts", x="[0, 2]", y="[-1, 1]")
    some = {"rule": "exhibit", "values": {"z": "0"}, "inner": {"rule": "relation", "proof": {"rule": "sign"}}}
    exists: Json = ["Exists", [["z", "[0, 1]"]], relation("x + z >= 0")]
    by_parts = {"rule": "case", "relation": relation("y >= 0"), "yes": some, "no": some}
    shown = checked(exists, {"holds": by_parts, "witness": {"x": "1", "y": "1"}}, x="[0, 2]", y="[-1, 1]")
    assert shown.verdict == "proved"


@pytest.mark.parametrize(
    ("whole", "wide", "narrow", "evidence"),
    [
        (["Monotone", tree("x**2"), "x", "increasing", True], "[-1, 1]", "[0, 1]", {"point": {"x": "-1"}, "second": "0"}),
        (["Limit", tree("x + z"), "z", "0", "0", "+"], "[0, 1]", "[0, 0]", {"point": {"x": "1"}, "rule": "limit"}),
    ],
)
def test_no_line_of_a_chain_is_said_of_all_points(whole: Json, wide: str, narrow: str, evidence: Json) -> None:
    """x^2 does not rise on [-1, 1], and x + z does not tend to 0 with z for each x of [0, 1]. As lines that follow from x <= 5
    both were conclusions of a lemma, and so said of [0, 1] and of x = 0, where they are wrong."""
    denied: Json = ["Not", whole]
    step = {
        "rel": "implies",
        "line": {"statement": denied},
        "proof": {"rule": "given", "witness": {"x": "0"}, "inner": {"rule": "refuted", "evidence": evidence}},
    }
    chain = {"name": "it", "region": region_tree(x=wide), "start": {"statement": relation("x <= 5")}, "steps": [step]}
    proof = derived(chain, inner={"rule": "lemma", "lemma": "it", "premise": RELATION})
    rejected(denied, {"holds": proof, "witness": {"x": "0"}}, "what holds at each point is wanted", x=narrow)
    turned = {**chain, "start": {"statement": denied}, "steps": [{**step, "line": {"statement": relation("x <= 5")}}]}
    rejected(denied, {"holds": {**proof, "lemmas": [turned]}, "witness": {"x": "0"}}, "at each point is wanted", x=narrow)
