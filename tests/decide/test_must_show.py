"""Lemmas of differential privacy are certified on their full regions; whatever is false is refuted at a point, or left open."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from must_show import BETWEEN, LEMMAS, TOUCHING, WHOLE, WHOLE_BUT_FALSE, Claimed, fails_at, nice_points
from small_claims import verdict_of

from dplemma.compile.evaluate import compiled
from dplemma.decide.regions.budget import Budget
from dplemma.lang import Interval, Monotone
from dplemma.ledger.verdict import Counterexample, Verdict

SOLID = ("proved", "certified")
MUTANTS = [(name, mutant) for name, lemma in LEMMAS.items() for mutant in lemma.mutants]


def decided(item: Claimed) -> Verdict:
    return verdict_of(item.statement, id="demo/must-show", **item.region)


def exact_point(found: Counterexample) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in found.point.items()}


def assert_refuted_inside(item: Claimed) -> None:
    """Refuted, at a point of the region, and mpmath says the same of that point."""
    verdict = decided(item)
    assert verdict.verdict == "refuted", verdict.remark or verdict.form
    found = verdict.counterexample
    assert found is not None
    point = exact_point(found)
    assert all(point[name] in interval for name, interval in item.region.items())
    if isinstance(item.statement, Monotone):
        assert found.kind == "two-points"
        assert _wrong_way(item.statement, point)
    elif found.kind == "undefined":
        assert re.search(r"needs|division by", found.note)
    else:
        assert fails_at(item.statement, point)


def _wrong_way(statement: Monotone, pair: dict[str, Fraction]) -> bool:
    name = statement.variable.name
    later = pair.pop(f"{name}'")
    assert pair[name] < later
    first, second = (compiled(statement.expr).mp({**pair, name: value}, 60) for value in (pair[name], later))
    return bool(first > second if statement.direction == "increasing" else first < second)


@pytest.mark.parametrize("name", LEMMAS)
def test_certified_on_the_whole_region(name: str) -> None:
    verdict = decided(LEMMAS[name])
    assert verdict.verdict in SOLID, verdict.remark or verdict.verdict


@pytest.mark.parametrize(("name", "mutant"), MUTANTS)
def test_a_mutant_is_refuted(name: str, mutant: str) -> None:
    """The relation turned, the constant moved, the region widened: none of it is true, and a point shows it."""
    assert_refuted_inside(LEMMAS[name].mutants[mutant])


def test_every_lemma_has_mutants() -> None:
    assert all(lemma.mutants for lemma in LEMMAS.values())


@pytest.mark.parametrize("name", BETWEEN)
def test_false_between_the_nice_points(name: str) -> None:
    item = BETWEEN[name]
    assert not any(fails_at(item.statement, point) for point in nice_points(item.region))
    assert_refuted_inside(item)


@pytest.mark.parametrize("name", TOUCHING)
def test_equality_at_an_irrational_point_is_never_refuted(name: str) -> None:
    """Proved, or left open within the budget: the remark then says how much is proved and which boxes are left."""
    verdict = decided(TOUCHING[name])
    assert verdict.verdict in (*SOLID, "undecided")
    if verdict.verdict == "undecided":
        told = re.match(r"out of budget after (\d+) boxes: ([\d.]+) % of the region proved, (\d+) boxes open: ", verdict.remark)
        assert told, verdict.remark
        assert 0 < int(told[1]) <= Budget().boxes
        assert 0 < float(told[2]) < 100
        assert int(told[3]) > 0


@pytest.mark.parametrize("name", WHOLE)
def test_integers(name: str) -> None:
    """Certified for integers; for the reals of the same range only if it is true between the integers as well."""
    item, also_between = WHOLE[name]
    assert decided(item).verdict in SOLID
    dense = {n: Interval(i.lo, "oo" if i.hi is None else i.hi) if i.integer else i for n, i in item.region.items()}
    if also_between:
        assert decided(Claimed(item.statement, dense)).verdict in SOLID
    else:
        assert_refuted_inside(Claimed(item.statement, dense))


@pytest.mark.parametrize("name", WHOLE_BUT_FALSE)
def test_false_at_one_integer(name: str) -> None:
    assert_refuted_inside(WHOLE_BUT_FALSE[name])
