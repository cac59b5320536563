"""Orderings of privacy notions: false ones refuted by simple mechanisms, checked again here by plain sums; true ones never."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from small_claims import verdict_of
from sympy import Rational, sqrt

from dplemma.decide.points.finite import BUDGET, exhibit, explore, is_simple, search
from dplemma.lang import POSITIVE, UNIT, All, Exists, ForAll, Iff, Implies, Interval, Mechanism, Not, Region, Rel, exp, variables
from dplemma.ledger.verdict import Counterexample

eps, delta, c, p, q = variables("eps delta c p q")
R = Rational
Row = list[Any]
Check = Callable[[Row, Row, dict[str, Any]], bool]
Notion = Callable[[Row, Row], Any]


def pure(p: Row, q: Row) -> Any:
    return mpmath.log(max(max(a / b, b / a) for a, b in zip(p, q, strict=True)))


def hockey_stick(p: Row, q: Row, eps: Any) -> Any:
    one_way = [sum(max(a - mpmath.exp(eps) * b, 0) for a, b in zip(r, s, strict=True)) for r, s in ((p, q), (q, p))]
    return max(one_way)


def tv(p: Row, q: Row) -> Any:
    return sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


def kl(p: Row, q: Row) -> Any:
    return max(sum(a * mpmath.log(a / b) for a, b in zip(r, s, strict=True)) for r, s in ((p, q), (q, p)))


def renyi(p: Row, q: Row, order: int) -> Any:
    sums = [sum(a**order * b ** (1 - order) for a, b in zip(r, s, strict=True)) for r, s in ((p, q), (q, p))]
    return mpmath.log(max(sums)) / (order - 1)


REFUTED: dict[str, tuple[Callable[[Mechanism], Any], dict[str, Interval], Check]] = {
    "approximate is not pure": (
        lambda m: Implies(m.is_dp(eps, delta), m.is_pure_dp(eps)), {"eps": POSITIVE, "delta": UNIT},
        lambda p, q, at: hockey_stick(p, q, at["eps"]) <= at["delta"] and pure(p, q) > at["eps"],
    ),
    "approximate is not pure of any eps'": (
        lambda m: Implies(m.is_dp(eps, delta), m.is_pure_dp(c)), {"eps": POSITIVE, "delta": UNIT, "c": POSITIVE},
        lambda p, q, at: hockey_stick(p, q, at["eps"]) <= at["delta"] and pure(p, q) > at["c"],
    ),
    "kl is not pure": (
        lambda m: Implies(m.is_kl_dp(c), m.is_pure_dp(eps)), {"c": POSITIVE, "eps": POSITIVE},
        lambda p, q, at: kl(p, q) <= at["c"] and pure(p, q) > at["eps"],
    ),
    "total variation is not kl": (
        lambda m: Implies(m.is_tv(delta), m.is_kl_dp(delta)), {"delta": UNIT},
        lambda p, q, at: tv(p, q) <= at["delta"] and kl(p, q) > at["delta"],
    ),
    "total variation 1/10 is not kl 1/10": (
        lambda m: Implies(m.is_tv(R(1, 10)), m.is_kl_dp(R(1, 10))), {},
        lambda p, q, at: tv(p, q) <= mpmath.mpf(1) / 10 and kl(p, q) > mpmath.mpf(1) / 10,
    ),
    "renyi of order 2 is not of order 3": (
        lambda m: Implies(m.is_renyi_dp(2, c), m.is_renyi_dp(3, c)), {"c": POSITIVE},
        lambda p, q, at: renyi(p, q, 2) <= at["c"] and renyi(p, q, 3) > at["c"],
    ),
    "a bound a hundredth below the sharp one": (
        lambda m: Implies(m.is_pure_dp(eps), m.is_kl_dp(R(99, 100) * eps * (exp(eps) - 1) / (exp(eps) + 1))), {"eps": POSITIVE},
        lambda p, q, at: pure(p, q) <= at["eps"] and kl(p, q) > mpmath.mpf(99) / 100 * at["eps"] * mpmath.tanh(at["eps"] / 2),
    ),
    "Pinsker's inequality with a smaller constant": (
        lambda m: Implies(m.is_kl_dp(c), m.is_tv(R(98, 100) * sqrt(c / 2))), {"c": POSITIVE},
        lambda p, q, at: kl(p, q) <= at["c"] and tv(p, q) > mpmath.mpf(98) / 100 * mpmath.sqrt(at["c"] / 2),
    ),
}  # fmt: skip


def region_of(mechanism: Mechanism, **others: Interval) -> Region:
    return Region(such_that=mechanism.such_that, **mechanism.intervals, **others)


def numbers(found: Counterexample) -> tuple[Row, Row, dict[str, Any]]:
    assert found.mechanism is not None
    rows = [[Fraction(chance) for chance in found.mechanism[side]] for side in ("P", "Q")]
    assert all(sum(row) == 1 and min(row) > 0 for row in rows)
    first, second = ([mpmath.mpf(x.numerator) / x.denominator for x in row] for row in rows)
    at = {name: mpmath.mpf(Fraction(value).numerator) / Fraction(value).denominator for name, value in found.point.items()}
    return first, second, at


@pytest.mark.parametrize("outputs", [2, 3])
@pytest.mark.parametrize(("claim", "others", "check"), REFUTED.values(), ids=REFUTED)
def test_false_orderings_are_refuted_by_a_simple_mechanism(claim: Any, others: Any, check: Check, outputs: int) -> None:
    mechanism = Mechanism.generic(outputs)
    found = search(claim(mechanism), region_of(mechanism, **others), mechanism, "demo/ordering")
    assert found is not None and found.mechanism is not None
    assert is_simple(found)
    assert all(Fraction(x).denominator <= 100 for side in found.mechanism.values() for x in side)
    assert found.lhs is not None and found.rhs is not None
    with mpmath.mp.workdps(40):
        assert check(*numbers(found))


@pytest.mark.parametrize("outputs", [2, 4])
@pytest.mark.parametrize(("claim", "others", "check"), REFUTED.values(), ids=REFUTED)
def test_the_verdict_shows_the_mechanism(claim: Any, others: Any, check: Check, outputs: int) -> None:
    mechanism = Mechanism.generic(outputs)
    verdict = verdict_of(claim(mechanism), mechanism=mechanism, such_that=mechanism.such_that, **mechanism.intervals, **others)
    assert (verdict.verdict, verdict.engine) == ("refuted", "finite")
    assert verdict.counterexample is not None
    assert is_simple(verdict.counterexample)
    with mpmath.mp.workdps(40):
        assert check(*numbers(verdict.counterexample))


TRUE: dict[str, Callable[[Mechanism], Any]] = {
    "pure gives kl eps": lambda m: Implies(m.is_pure_dp(eps), m.is_kl_dp(eps)),
    "pure gives kl eps (e^eps - 1)": lambda m: Implies(m.is_pure_dp(eps), m.is_kl_dp(eps * (exp(eps) - 1))),
    "pure gives kl, sharp": lambda m: Implies(m.is_pure_dp(eps), m.is_kl_dp(eps * (exp(eps) - 1) / (exp(eps) + 1))),
    "Pinsker": lambda m: Implies(m.is_kl_dp(eps), m.is_tv(sqrt(eps / 2))),
    "renyi rises with its order": lambda m: Implies(m.is_renyi_dp(3, eps), m.is_renyi_dp(2, eps)),
}  # fmt: skip


@pytest.mark.parametrize("outputs", [2, 3])
@pytest.mark.parametrize("claim", TRUE.values(), ids=TRUE)
def test_true_orderings_are_not_refuted(claim: Any, outputs: int) -> None:
    mechanism = Mechanism.generic(outputs)
    outcome = explore(claim(mechanism), region_of(mechanism, eps=POSITIVE), mechanism, "demo/true", budget=1500)
    assert outcome.counterexample is None
    assert outcome.evaluations >= 1500


def test_the_budget_is_kept_and_the_search_repeats_itself() -> None:
    mechanism = Mechanism.generic(3)
    region = region_of(mechanism, delta=UNIT)
    statement = Implies(mechanism.is_tv(delta), mechanism.is_kl_dp(delta))
    first, second = (explore(statement, region, mechanism, "demo/same") for _ in range(2))
    assert first == second
    assert first.evaluations < BUDGET
    assert explore(statement, region, mechanism, "demo/same", budget=5).counterexample is None


def test_where_no_simple_mechanism_exists_skewed_ones_are_tried() -> None:
    mechanism = Mechanism.generic(2)
    statement = Implies(mechanism.is_dp(1, R(1, 10)), mechanism.is_pure_dp(3))
    found = search(statement, region_of(mechanism), mechanism, "demo/skewed")
    assert found is not None and not is_simple(found)
    with mpmath.mp.workdps(40):
        first, second, _ = numbers(found)
        assert hockey_stick(first, second, 1) <= mpmath.mpf(1) / 10
        assert pure(first, second) > 3


def test_q_is_drawn_towards_p_until_the_premise_holds() -> None:
    mechanism = Mechanism.generic(3)
    statement = Implies(mechanism.is_pure_dp(R(1, 10)), mechanism.is_tv(R(1, 25)))
    found = search(statement, region_of(mechanism), mechanism, "demo/drawn", budget=1000)
    assert found is not None
    with mpmath.mp.workdps(40):
        first, second, _ = numbers(found)
        assert pure(first, second) <= mpmath.mpf(1) / 10
        assert tv(first, second) > mpmath.mpf(1) / 25


def test_an_impossible_output_makes_kl_infinite() -> None:
    mechanism = Mechanism.generic(3, closed=True)
    found = search(Implies(mechanism.is_tv(R(1, 2)), mechanism.is_kl_dp(50)), region_of(mechanism), mechanism, "demo/closed")
    assert found is not None and found.mechanism is not None
    pairs = list(zip(*([Fraction(x) for x in found.mechanism[side]] for side in ("P", "Q")), strict=True))
    assert sum(abs(a - b) for a, b in pairs) / 2 <= Fraction(1, 2)
    assert any((a == 0) != (b == 0) for a, b in pairs)
    assert any(a == b == 0 for a, b in pairs), "two outputs are enough, so only two are used"


def test_chances_stay_inside_the_region() -> None:
    mechanism = Mechanism.generic(2)
    narrow = {"p_1": Interval("1/4", "1/3"), "q_1": Interval("1/4", "1/3")}
    statement = Implies(mechanism.is_tv(delta), mechanism.is_kl_dp(delta / 6))
    region = Region(delta=UNIT, **narrow)
    found = search(statement, region, mechanism, "demo/narrow")
    assert found is not None
    assert all(Fraction(found.point[name]) in interval for name, interval in narrow.items())


def test_any_mechanism_with_variables_is_searched() -> None:
    mechanism = Mechanism.binary(p, q)
    region = Region(p=UNIT, q=UNIT, eps=POSITIVE)
    forward = Rel(p, "<=", exp(eps) * q)
    found = search(Implies(forward, Rel(q, "<=", exp(eps) * p)), region, mechanism, "demo/binary")
    assert found is not None and found.mechanism is not None
    with mpmath.mp.workdps(40):
        first, second, at = numbers(found)
        assert first[0] <= mpmath.exp(at["eps"]) * second[0]
        assert second[0] > mpmath.exp(at["eps"]) * first[0]
    everywhere = ForAll({"eps": Interval(1, 2)}, Iff(forward, Rel(1 - q, "<=", exp(eps) * (1 - p))))
    assert search(everywhere, Region(p=UNIT, q=UNIT), mechanism, "demo/iff") is not None


def test_a_mechanism_that_separates_two_notions_is_exhibited() -> None:
    mechanism = Mechanism.generic(2)
    body = All(mechanism.is_kl_dp(R(1, 2)), Not(mechanism.is_pure_dp(1)))
    found = exhibit(body, region_of(mechanism), mechanism, "demo/exhibit")
    assert found is not None
    with mpmath.mp.workdps(40):
        first, second, _ = numbers(found)
        assert kl(first, second) <= mpmath.mpf(1) / 2
        assert pure(first, second) > 1
    verdict = verdict_of(Exists(dict(mechanism.intervals), body), mechanism=mechanism)
    assert (verdict.verdict, verdict.engine, verdict.form) == ("certified", "finite", "exhibited")
    assert verdict.remark.startswith("P = (")
    impossible = All(mechanism.is_pure_dp(R(1, 2)), Not(mechanism.is_kl_dp(R(1, 2))))
    assert exhibit(impossible, region_of(mechanism), mechanism, "demo/none", budget=500) is None
