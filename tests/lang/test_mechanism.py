"""Finite mechanisms: generic ones, their divergences against direct sums, and the notions of privacy as statements."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import mpmath
import pytest
from sympy import Rational, symbols

from dplemma import Claim, check
from dplemma.base.errors import BadClaim
from dplemma.compile.evaluate import enclose
from dplemma.ground.truth import truth
from dplemma.lang import Interval, Mechanism, Region, Rel, Statement, exp, log, variables

Row = tuple[Fraction, ...]
P: Row = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
Q: Row = (Fraction(1, 5), Fraction(2, 5), Fraction(2, 5))
eps = variables("eps")
GENERIC, CLOSED = Mechanism.generic(3), Mechanism.generic(3, closed=True)


def point(p: Row, q: Row) -> dict[str, Fraction]:
    return {f"{letter}_{k}": chance for letter, row in (("p", p), ("q", q)) for k, chance in enumerate(row[:-1], start=1)}


def close(expr: Any, wanted: Any, at: dict[str, Fraction]) -> bool:
    with mpmath.mp.workdps(30):
        return abs(mpmath.mpf(enclose(expr, at, 25).str(25, radius=False)) - wanted) < mpmath.mpf(10) ** -20


def direct_renyi(order: int, p: Row, q: Row) -> Any:
    return mpmath.log(mpmath.fsum(mpmath.mpf(a.numerator) / a.denominator * (_mp(a) / _mp(b)) ** (order - 1)
                                  for a, b in zip(p, q, strict=True) if a)) / (order - 1)  # fmt: skip


def direct_kl(p: Row, q: Row) -> Any:
    return mpmath.fsum(_mp(a) * mpmath.log(_mp(a) / _mp(b)) for a, b in zip(p, q, strict=True) if a)


def direct_chernoff(p: Row, q: Row, s: Any) -> Any:
    return -mpmath.log(mpmath.fsum(_mp(a) ** s * _mp(b) ** (1 - s) for a, b in zip(p, q, strict=True)))


def direct_information(p: Row, q: Row, w: Any) -> Any:
    def entropy(row: Any) -> Any:
        return -mpmath.fsum(x * mpmath.log(x) for x in row if x)

    first, second = ([_mp(a) for a in row] for row in (p, q))
    mixed = [w * a + (1 - w) * b for a, b in zip(first, second, strict=True)]
    return entropy(mixed) - w * entropy(first) - (1 - w) * entropy(second)


def _mp(value: Fraction) -> Any:
    return mpmath.mpf(value.numerator) / value.denominator


def greatest(function: Any) -> Any:
    """Golden-section search for the peak of a concave function on [0, 1]."""
    low, high, ratio = mpmath.mpf(0), mpmath.mpf(1), (mpmath.sqrt(5) - 1) / 2
    for _ in range(200):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (left, high) if function(left) < function(right) else (low, right)
    return function((low + high) / 2)


def test_a_generic_mechanism_brings_its_region() -> None:
    assert GENERIC.names == ("p_1", "p_2", "q_1", "q_2")
    region = Region(eps=Interval(0, 1), such_that=GENERIC.such_that, **GENERIC.intervals)
    assert (
        region.text() == "eps in [0, 1], p_1 in (0, 1), p_2 in (0, 1), q_1 in (0, 1), q_2 in (0, 1), p_1 + p_2 < 1, q_1 + q_2 < 1"
    )
    assert Mechanism.generic(2).such_that == ()
    closed = Region(such_that=CLOSED.such_that, **CLOSED.intervals)
    assert closed.text() == "p_1 in [0, 1], p_2 in [0, 1], q_1 in [0, 1], q_2 in [0, 1], p_1 + p_2 <= 1, q_1 + q_2 <= 1"
    assert GENERIC.reversed().intervals == GENERIC.intervals
    assert GENERIC.reversed().P == GENERIC.Q


@pytest.mark.parametrize("mechanism", [GENERIC, CLOSED], ids=["open", "closed"])
def test_divergences_are_the_direct_sums(mechanism: Mechanism) -> None:
    at = point(P, Q)
    half = Rational(1, 2)
    with mpmath.mp.workdps(30):
        assert close(mechanism.kl(), direct_kl(P, Q), at)
        assert close(mechanism.reversed().kl(), direct_kl(Q, P), at)
        assert close(mechanism.renyi(3), direct_renyi(3, P, Q), at)
        assert close(mechanism.chernoff(half), direct_chernoff(P, Q, mpmath.mpf(1) / 2), at)
        assert close(mechanism.mutual_information(Rational(1, 4)), direct_information(P, Q, mpmath.mpf(1) / 4), at)
        events = [event for size in range(4) for event in combinations(range(3), size)]
        gaps = [sum((P[k] - Q[k] for k in event), Fraction(0)) for event in events]
        assert close(mechanism.tv(), _mp(max(gaps)), at)
        costs = [sum((_mp(P[k]) - mpmath.e * _mp(Q[k]) for k in event), mpmath.mpf(0)) for event in events]
        assert close(mechanism.hockey_stick(1), max(costs), at) or max(costs) == 0


def test_the_greatest_chernoff_divergence_and_the_capacity() -> None:
    at = point(P, Q)
    with mpmath.mp.workdps(60):
        assert close(GENERIC.chernoff_information(), greatest(lambda s: direct_chernoff(P, Q, s)), at)
        assert close(GENERIC.capacity(), greatest(lambda w: direct_information(P, Q, w)), at)


NOTIONS: dict[str, tuple[Any, Any]] = {
    "pure": (lambda m, c: m.is_pure_dp(log(c)), max(a / b for r, s in ((P, Q), (Q, P)) for a, b in zip(r, s, strict=True))),
    "approximate": (lambda m, c: m.is_dp(0, c), Fraction(3, 10)),
    "total variation": (lambda m, c: m.is_tv(c), Fraction(3, 10)),
    "kl": (lambda m, c: m.is_kl_dp(c), max(direct_kl(P, Q), direct_kl(Q, P))),
    "renyi": (lambda m, c: m.is_renyi_dp(2, c), max(direct_renyi(2, P, Q), direct_renyi(2, Q, P))),
    "chernoff": (lambda m, c: m.is_chernoff_dp(c), greatest(lambda s: direct_chernoff(P, Q, s))),
    "chernoff, exponent": (lambda m, c: m.is_chernoff_dp(c, Rational(1, 3)),
                           max(direct_chernoff(P, Q, mpmath.mpf(s) / 3) for s in (1, 2))),
    "mutual information": (lambda m, c: m.is_mi_dp(c), greatest(lambda w: direct_information(P, Q, w))),
}  # fmt: skip


@pytest.mark.parametrize(("notion", "tight"), NOTIONS.values(), ids=NOTIONS)
@pytest.mark.parametrize(("p", "q"), [(P, Q), (Q, P)], ids=["", "reversed"])
def test_a_notion_holds_just_above_its_least_value_and_not_below(notion: Any, tight: Any, p: Row, q: Row) -> None:
    for factor, holds in ((Fraction(1001, 1000), True), (Fraction(999, 1000), False)):
        value = Rational(str(mpmath.nstr(mpmath.mpf(_mp(tight) if isinstance(tight, Fraction) else tight), 12))) * Rational(
            factor
        )
        assert truth(notion(GENERIC, value), point(p, q)).value is holds


def test_gaussian_privacy_is_the_worst_event() -> None:
    def quantile(chance: Fraction) -> Any:
        return mpmath.sqrt(2) * mpmath.erfinv(2 * _mp(chance) - 1)

    events = [event for size in (1, 2) for event in combinations(range(3), size)]
    worst = max(quantile(sum((P[k] for k in e), Fraction(0))) - quantile(sum((Q[k] for k in e), Fraction(0))) for e in events)
    for factor, holds in ((Rational(1001, 1000), True), (Rational(999, 1000), False)):
        bound = Rational(mpmath.nstr(worst, 12)) * factor
        assert truth(GENERIC.is_gdp(bound), point(P, Q)).value is holds
        assert truth(GENERIC.is_gdp(bound), point(Q, P)).value is holds


def test_zcdp_is_refuted_by_one_order_and_never_certified_by_search() -> None:
    assert truth(GENERIC.is_zcdp(Rational(1, 100)), point(P, Q)).value is False
    assert truth(GENERIC.is_zcdp(100), point(P, Q)).value is None


@pytest.mark.parametrize("notion", [lambda m: m.is_kl_dp(100), lambda m: m.is_renyi_dp(2, 100)], ids=["kl", "renyi"])
def test_chances_of_zero(notion: Any) -> None:
    never_either = point((Fraction(0), Fraction(1, 2), Fraction(1, 2)), (Fraction(0), Fraction(1, 3), Fraction(2, 3)))
    never_on_one = point((Fraction(0), Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)))
    assert truth(notion(CLOSED), never_either).value is True
    assert truth(notion(CLOSED), never_on_one).value is False
    assert truth(notion(CLOSED.reversed()), never_on_one).value is False
    assert truth(CLOSED.is_pure_dp(100), never_on_one).value is False
    assert truth(CLOSED.is_dp(1, Rational(1, 3)), never_on_one).value is not False


DISJOINT, HALF = Mechanism([0, 1], [1, 0], closed=True), Mechanism([0, 1], [Rational(1, 2)] * 2, closed=True)


@pytest.mark.parametrize(
    ("notion", "verdict"),
    [
        (HALF.is_kl_dp(100), "refuted"),
        (HALF.is_renyi_dp(2, 100), "refuted"),
        (Rel(HALF.kl(), "=", log(2)), "proved"),
        (Rel(HALF.reversed().kl(), ">", 0), "refuted"),
        (Rel(HALF.reversed().renyi(2), ">", 0), "undecided"),
        (Rel(DISJOINT.renyi(Rational(1, 2)), ">", 0), "undecided"),
        (Rel(DISJOINT.chernoff(Rational(1, 2)), ">", 0), "refuted"),
        (Rel(DISJOINT.mutual_information(Rational(1, 2)), "=", log(2)), "proved"),
    ],
)
def test_a_chance_that_is_written_as_zero_is_one(notion: Statement, verdict: str) -> None:
    """SymPy makes an infinity of 1/0 and of log(0), and no statement can hold one."""
    assert check(Claim(id="zero/chance", where="", kind="inequality", states="", holds=notion)).verdict == verdict


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Mechanism([-1, 2], [1, 0], closed=True), "must not be negative"),
        (lambda: Mechanism.generic(1), "2 to 9 outputs"),
        (lambda: Mechanism.generic(2).is_renyi_dp(1, eps), "order > 1"),
        (lambda: CLOSED.is_gdp(1), r"chances in \(0, 1\)"),
        (lambda: CLOSED.is_mi_dp(1), r"chances in \(0, 1\)"),
        (lambda: GENERIC.is_dp(0.5, 1), r"float 0\.5"),
        (lambda: GENERIC.is_kl_dp(symbols("c") < 1), "is not an expression"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_refused_in_one_line(build: Any, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        build()
    assert "\n" not in str(error.value)


def test_an_expression_may_stand_for_the_parameter() -> None:
    assert "exp(exp(eps))" in GENERIC.is_pure_dp(exp(eps)).text()
