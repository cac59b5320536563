"""Derivations as data: what a chain concludes, and what is rejected when it is built."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Integral, Symbol

from dplemma.base.errors import BadClaim
from dplemma.lang import Algebra, Bound, ByLemma, Derivation, Lemma, Logic, Region, Rel, Step, Substitute, Trusted, variables
from dplemma.lang.interval import POSITIVE, REAL

a, b, x = variables("a b x")
ON = Region(a=REAL)


def step(rel: str, expr: Any = a, rule: Any = None) -> Step:
    return Step(rel, expr, rule or Algebra(), "because")


def chain(*rels: str) -> Derivation:
    return Derivation(id="d", title="t", on=ON, start=a, steps=tuple(step(rel) for rel in rels))


@pytest.mark.parametrize(
    ("rels", "text"),
    [(("=", "="), "a = a"), (("=", "<=", "="), "a <= a"), (("<=", "<"), "a < a"), ((">", ">="), "a > a")],
)
def test_the_conclusion_is_the_weakest_link(rels: tuple[str, ...], text: str) -> None:
    conclusion = chain(*rels).conclusion
    assert conclusion is not None
    assert conclusion.text() == text


def test_a_chain_of_statements_concludes_an_implication_or_an_equivalence() -> None:
    first, second = Rel(a, ">", 1), Rel(a, ">", 0)
    there = Derivation(id="d", title="t", on=ON, start=first, steps=(step("implies", second, Logic()),))
    both = Derivation(id="d", title="t", on=ON, start=first, steps=(step("iff", first, Logic()),))
    assert [d.conclusion.text() for d in (there, both) if d.conclusion] == ["a > 1 implies a > 0", "a > 1 iff a > 1"]


def lemma(**fields: Any) -> Lemma:
    return Lemma(**{"name": "it", "says": "so", "holds": Rel(a, "=", a), **fields})


WRONG = {
    "up and down": (lambda: chain("<=", ">="), "both up and down"),
    "not equal": (lambda: chain("!="), "inequalities of one direction"),
    "no steps": (lambda: Derivation(id="d", title="t", on=ON, start=a), "at least one step"),
    "nothing": (lambda: Derivation(id="d", title="t", on=ON), "give start and steps"),
    "spaces": (lambda: Derivation(id="a b", title="t", on=ON, start=a, steps=(step("="),)), "without spaces"),
    "no prose": (lambda: Step("=", a, Algebra(), " "), "one line of prose"),
    "two lines of prose": (lambda: Step("=", a, Algebra(), "one\ntwo"), "one line of prose"),
    "no rule": (lambda: Step("=", a, "algebra", "so"), "is not a rule"),  # type: ignore[arg-type]
    "no link": (lambda: Step("==", a, Algebra(), "so"), "unknown link '=='"),
    "a link of statements": (lambda: Step("implies", a, Algebra(), "so"), "unknown link 'implies'"),
    "mixed": (lambda: Derivation(id="d", title="t", on=ON, start=Rel(a, ">", 1), steps=(step("="),)), "linked by implies"),
    "float": (lambda: Step("=", 0.5, Algebra(), "so"), "float 0.5"),
    "not given": (lambda: Derivation(id="d", title="t", on=ON, start=b, steps=(step("="),)), "does not give"),
    "own sign": (
        lambda: Derivation(id="d", title="t", on=ON, start=Symbol("a", positive=True), steps=(step("="),)), "signs belong",
    ),
    "bound twice": (
        lambda: Derivation(id="d", title="t", on=Region(x=REAL, a=REAL), start=Integral(x, (x, 0, 1)), steps=(step("="),)),
        "binds x",
    ),
    "unknown lemma": (
        lambda: Derivation(id="d", title="t", on=ON, start=a, steps=(step("=", a, ByLemma("that")),), lemmas=(lemma(),)),
        "uses lemma 'that', which is not among those before it (it)",
    ),
    "two lemmas": (lambda: Derivation(id="d", title="t", on=ON, lemmas=(lemma(), lemma())), "two lemmas are called 'it'"),
    "lemma twice": (lambda: lemma(start=a, steps=(step("="),)), "start and steps, or holds"),
    "no statement": (lambda: lemma(holds=a > 1), "is not a statement"),
    "not trusted": (lambda: Trusted("my word"), "not a trusted lemma"),
    "no variable": (lambda: Substitute(a + 1, x, x), "is a variable"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize(("build", "said"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_mean_anything_is_rejected_when_built(build: Any, said: str) -> None:
    with pytest.raises(BadClaim) as caught:
        build()
    assert said in str(caught.value)
    assert "test_derivation.py" in str(caught.value)


def test_rules_say_what_they_do() -> None:
    assert Substitute(x, a, a**2).says() == "substitute x = a**2"
    assert Substitute(x, a, a**2).shown() == "substitute $x$ = $a^{2}$"
    assert ByLemma("it", a=2).says() == "lemma it at a = 2"
    assert Bound().says() == "bound"


def test_a_lemma_has_the_derivations_region_unless_it_names_its_own() -> None:
    own = lemma(name="own", on=Region(a=POSITIVE))
    derivation = Derivation(id="d", title="t", on=ON, lemmas=(lemma(), own))
    assert [derivation.region_of(one).text() for one in derivation.lemmas] == ["a in (-oo, oo)", "a in (0, oo)"]
