"""Once more what was shown by a proof that rested on nothing: each false, each refused, each beside a true one that is shown."""

from __future__ import annotations

from typing import Any

import pytest
from kernel_trees import box, boxes, checked, derived, holds, leaf, lemma, rejected, relation, tree

from dplemma.kernel.term import Json

# -- powers whose exponent meets an integer ---------------------------------------------------------------------------------


def outside(given: str, **ends: tuple[Any, Any]) -> Json:
    """By one box, on which what is given is said to fail."""
    return {
        "rule": "relation",
        "proof": boxes("x", leaf("outside", box(**ends), condition=0), conditions=[given]),
    }


def test_a_power_of_a_negative_number_exists_where_the_exponent_is_an_integer() -> None:
    """x^a <= -1/2 was believed to fail everywhere, as x^a = e^(a log x) > 0; so x > 0 for x < -1, where x^1 <= -1/2."""
    given, ranges = ["x**a <= -1/2"], {"x": "[-2, 2]", "a": "[1, 3]"}
    nowhere = outside(given[0], x=(-2, 2), a=(1, 3))
    first = {"rule": "lemma", "lemma": "it", "values": {"a": "1"}}
    used = derived(lemma(relation("x > 0"), nowhere, given, **ranges), inner=first)
    rejected(relation("x > 0"), holds(used, x=-1), "cannot be evaluated", x="[-2, -1]")
    rejected(relation("x > 0"), holds(nowhere, x=-1, a=1), "cannot be evaluated", given, **ranges)
    assert checked(relation("x > 0"), {"fails": {"point": {"x": "-1", "a": "1"}}}, given, **ranges).verdict == "refuted"


def test_a_power_of_zero_exists_where_the_exponent_is_a_number() -> None:
    """x^a <= 0 was believed to fail for all x >= 0; it holds for x = 0, a = 1."""
    given, ranges = ["x**a <= 0"], {"x": "[0, 1]", "a": "[1, 3]"}
    rejected(relation("x > 0"), holds(outside(given[0], x=(0, 1), a=(1, 3)), x=0, a=1), "cannot be evaluated", given, **ranges)


def test_the_powers_in_a_sum_exist_for_negative_numbers_too() -> None:
    """1 + x + x^2 < 1, its powers in a sum, was believed to fail wherever it exists; it holds for -1 < x < 0."""
    less = ["Rel", ["Sum", tree("x**k"), ["k", "0", "2"]], "<", "1"]
    nowhere = {**leaf("outside", box(x=(-1, 1))), "condition": 0}
    proof = {"rule": "relation", "proof": {**boxes("x", nowhere), "conditions": [less]}}
    used = derived(lemma(relation("x > 0"), proof, [less], x="[-1, 1]"), inner={"rule": "lemma", "lemma": "it"})
    rejected(relation("x > 0"), holds(used, x="-1/4"), "cannot be evaluated", x="[-1/2, -1/4]")
    assert checked(less, holds({"rule": "relation"}, x="-1/4"), x="[-1/2, -1/4]").verdict == "proved"


@pytest.mark.parametrize("low", ["(0", "[1/2"])
def test_what_is_given_of_powers_of_positive_numbers_fails_as_it_did(low: str) -> None:
    """x^a < 2 fails for x, a >= 2, so what is given leaves x < 2 of the range up to 4."""
    given, start = ["x**a < 2"], {"(0": "0", "[1/2": "1/2"}[low]
    parts = [leaf("value", box(x=(start, 2), a=(2, 3))), leaf("outside", box(x=(2, 4), a=(2, 3)), condition=0)]
    proof = {"rule": "relation", "proof": boxes("2 - x", *parts, conditions=given)}
    assert checked(relation("x <= 2"), holds(proof, x=1, a=2), given, x=f"{low}, 4]", a="[2, 3]").verdict == "certified"
