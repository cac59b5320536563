"""Equivalences on whole regions: true ones are certified and replayed; twins with a moved constant or sign are refuted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from dplemma.kernel.equal import Rejected
from dplemma.kernel.goal import check_goal
from hand_proofs import UNITS, boxes, exp_rises, leaf, replayed
from small_claims import small_claim, verdict_of
from sympy import Abs, Expr, S, Symbol

from dplemma.decide.decide import versions
from dplemma.decide.regions.balls import certify
from dplemma.formulas import gaussian
from dplemma.ground.truth import truth
from dplemma.lang import All, Iff, Interval, Phi, PhiInv, Rational, Region, Rel, exp, log, oo, sqrt, variables
from dplemma.lang.nodes import Root
from dplemma.lang.statements import Statement
from dplemma.proofs.certificates import certificate
from dplemma.proofs.goals import obligations
from dplemma.proofs.rules import Contrary, Given, Goal, Proof, Rising

x, y, a, c, p, t, z = variables("x y a c p t z")
mu, psi, rho, eps, delta, fpr = variables("mu psi rho eps delta fpr")
REAL, POSITIVE, NONNEGATIVE, INSIDE = Interval("-oo", "oo"), Interval.open(0, oo), Interval(0, oo), Interval.open(0, 1)
MORE = Rational("1.01")
CUBIC = Root(z**3 + z - c, (z, 0, oo))


def order(left: Expr, right: Expr, *, strict: bool = False) -> Rel:
    return Rel(left, "<" if strict else "<=", right)


PROFILE = order(gaussian.delta.definition(eps, psi), gaussian.delta.definition(eps, mu))
ROC = order(gaussian.roc.definition(fpr, mu), t)
LOGISTIC = order(1 / (1 + exp(x)), a)
TWO_SIDED = All(order(exp(x), y), order(exp(-x), y))

# name: region, left side, right side, wrong right sides
EQUIVALENCES: dict[str, tuple[dict[str, Any], Statement, Statement, list[Statement]]] = {
    "quantile": (
        {"x": REAL, "p": INSIDE}, order(Phi(x), p), order(x, PhiInv(p)),
        [order(MORE * x, PhiInv(p)), order(x, PhiInv(p), strict=True)],
    ),
    "exponential factor": (
        {"x": REAL, "y": REAL, "a": REAL}, order(exp(-a) * x, y), order(x, exp(a) * y),
        [order(x, MORE * exp(a) * y), order(x, exp(a) * y, strict=True)],
    ),
    "points of a ROC curve": (
        {"fpr": INSIDE, "mu": POSITIVE, "t": INSIDE}, ROC, order(mu, PhiInv(t) - PhiInv(fpr)),
        [order(MORE * mu, PhiInv(t) - PhiInv(fpr))],
    ),
    "logarithm": (
        {"x": POSITIVE, "y": REAL}, order(log(x), y), order(x, exp(y)),
        [order(x, MORE * exp(y)), order(x, exp(y), strict=True)],
    ),
    "absolute value": (
        {"x": REAL}, order(x**2, S(4)), order(Abs(x), S(2)), [order(Abs(x), 2 * MORE), order(Abs(x), S(2), strict=True)],
    ),
    "zCDP of a Gaussian mechanism": (
        {"mu": NONNEGATIVE, "rho": NONNEGATIVE}, order(mu**2 / 2, rho), order(mu, sqrt(2 * rho)),
        [order(MORE * mu, sqrt(2 * rho)), order(mu, sqrt(2 * rho), strict=True)],
    ),
    "logistic function": (
        {"x": REAL, "a": INSIDE}, LOGISTIC, order(log(1 / a - 1), x),
        [order(log(1 / a - 1), MORE * x), order(log(1 / a - 1), x, strict=True)],
    ),
    "profiles of two Gaussian mechanisms": (
        {"eps": NONNEGATIVE, "psi": POSITIVE, "mu": POSITIVE}, PROFILE, order(psi, mu),
        [order(MORE * psi, mu), order(psi, mu, strict=True)],
    ),
    "a root": ({"x": POSITIVE, "c": POSITIVE}, order(x**3 + x, c), order(x, CUBIC), [order(x, MORE * CUBIC)]),
    "a conjunction": (
        {"x": REAL, "y": POSITIVE}, TWO_SIDED, All(order(x, log(y)), order(-x, log(y))),
        [order(x, log(y)), All(order(x, log(y)), order(-x, log(y), strict=True))],
    ),
}  # fmt: skip
TWINS = [(name, place) for name, (*_, wrong) in EQUIVALENCES.items() for place in range(len(wrong))]


@pytest.mark.parametrize("name", EQUIVALENCES)
def test_certified_and_replayed(name: str, tmp_path: Path) -> None:
    region, left, right, _ = EQUIVALENCES[name]
    claim = small_claim(Iff(left, right), id="demo/equivalence", **region)
    found = certify(claim.statement, claim.on, claim.id).verdict
    assert found is not None and found.verdict == "certified"
    data = certificate(claim, found.with_(versions=versions()))
    assert data is not None
    report = replayed(data, tmp_path)
    if name == "a root":  # that it exists rests on limits, which no checker of certificates decides
        assert report.status == "not checked" and "rests on limits" in report.reason
    else:
        assert (report.status, report.reason) == ("agrees", "")
    assert report.leaves >= 1


@pytest.mark.parametrize(("name", "place"), TWINS)
def test_a_twin_is_refuted(name: str, place: int) -> None:
    region, left, _, wrong = EQUIVALENCES[name]
    found = verdict_of(Iff(left, wrong[place]), **region)
    assert found.verdict == "refuted"
    assert found.counterexample is not None


@pytest.mark.parametrize("name", ["quantile", "exponential factor", "absolute value", "a conjunction"])
def test_a_twin_is_never_certified(name: str) -> None:
    """By the search for proofs alone, without the search for counterexamples."""
    region, left, _, wrong = EQUIVALENCES[name]
    assert all(certify(Iff(left, twin), Region(**region), "test").verdict is None for twin in wrong)


def test_what_is_owed() -> None:
    """The premise is the side without a root; it holds in one obligation and fails in the other."""
    region = Region(x=POSITIVE, c=POSITIVE)
    owed = obligations(Iff(order(x, CUBIC), order(x**3 + x, c)), region)
    assert owed is not None
    assert [relation.rel for relation, _ in owed] == ["<=", ">"]
    assert [where.such_that[-1] for _, where in owed] == [order(x**3 + x, c), Rel(x**3 + x, ">", c)]
    assert obligations(Iff(order(CUBIC, x), order(x, CUBIC)), region) is None
    assert obligations(Iff(Rel(x, "=", c), Rel(x**3, "=", c**3)), region) is None


def test_equal_variables_make_equal_sides() -> None:
    point = {"eps": Fraction(1), "psi": Fraction(2), "mu": Fraction(2)}
    assert truth(PROFILE, point).value is True
    assert truth(replace(PROFILE, rel="<"), point).value is False


# -- the rules on their own ---------------------------------------------------------------------------------------------

ORDERED = Region(**UNITS, such_that=Rel(x, "<=", y))
RISES = exp_rises(x, y)
FALLS = boxes(-exp(-t), leaf("value", "-1", t=(0, 1)))
SLOPE_OF_POLE = boxes(t**-2, leaf("value", "1/4", t=(-2, 2)))
CORNER = boxes(S.One, leaf("value", "1", t=(0, 1)))
APART = Region(x=Interval(-2, -1), y=Interval(1, 2), such_that=Rel(x, "<=", y))
WIDER = Region(x=Interval(0, 2), y=Interval(0, 2), such_that=Rel(x, "<=", y))
HIDDEN = Root(z**2 + 1 + x, (z, 0, oo))
UNFIT: dict[str, tuple[Goal, Proof, str]] = {
    "no such condition": (Goal(exp(y) - exp(x), ORDERED, False), replace(RISES, condition=1), "no such side condition"),
    "strict from not strict": (Goal(exp(y) - exp(x), ORDERED, True), RISES, "does not say so much"),
    "the wrong order": (Goal(exp(x) - exp(y), ORDERED, False), replace(RISES, low=y, high=x), "differ at"),
    "turned round": (Goal(exp(x) - exp(y), ORDERED, False), replace(RISES, low=y, high=x, times=-S.One), "positive number"),
    "another function": (Goal(exp(y) - exp(x), ORDERED, False), replace(RISES, function=2 * exp(t)), "differ at"),
    "a falling function": (
        Goal(exp(-y) - exp(-x), ORDERED, False), replace(RISES, function=exp(-t), slope=FALLS), "sign is not shown"),
    "too narrow": (Goal(exp(y) - exp(x), WIDER, False), RISES, "to stay in"),
    "a pole between": (
        Goal(1 / x - 1 / y, APART, False),
        replace(RISES, function=-1 / t, interval=Interval(-2, 2), slope=SLOPE_OF_POLE), "not shown to exist between"),
    "a corner": (Goal(Abs(y) - Abs(x), ORDERED, False), replace(RISES, function=Abs(t), slope=CORNER), "corner"),
    "a stranger": (
        Goal(exp(y) - exp(x), ORDERED, False), replace(RISES, function=exp(t) + Symbol("u", real=True)), "does not have"),
    "a factor of the wrong sign": (
        Goal((x - 1) * (y - x), ORDERED, False), 
        Given(0, x - 1, boxes(x - 1, leaf("value", "-1", x=(0, 1), y=(0, 1)))), "sign is not shown"),
    "a factor that vanishes": (
        Goal(a * (y - x), Region(**UNITS, a=Interval(0, 1), such_that=Rel(x, "<", y)), True),
        Given(0, a, boxes(a, leaf("value", "0", a=(0, 1)))), "sign is not shown"),
    "a factor without value": (
        Goal((y - x) / a, Region(**UNITS, a=Interval(0, 1), such_that=Rel(x, "<=", y)), False),
        Given(0, 1 / a, boxes(1 / a, leaf("value", "1", a=(0, 1)))), "not shown to exist"),
    "another factor": (
        Goal(a * (y - x), Region(**UNITS, a=Interval(1, 2), such_that=Rel(x, "<=", y)), False),
        Given(0, a**2, boxes(a**2, leaf("value", "1", a=(1, 2)))), "differ at"),
    "contrary of nothing": (Goal(y - x, Region(**UNITS), False), Contrary(0, RISES), "no such side condition"),
    "contrary of an equation": (
        Goal(y - x, Region(**UNITS, such_that=Rel(x, "=", y)), False), Contrary(0, RISES), "does not say so much"),
    "contrary of a root": (Goal(y - HIDDEN, ORDERED, False), Contrary(0, RISES), "root that is not shown"),
    "contrary, not strict": (
        Goal(y - x, Region(**UNITS, such_that=Rel(exp(x), "<=", exp(y))), True), Contrary(0, exp_rises(y, x)),
        "does not say so much"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNFIT)
def test_rules_that_do_not_fit(name: str) -> None:
    goal, proof, reason = UNFIT[name]
    with pytest.raises(Rejected, match=reason):
        check_goal(goal, proof)


def test_the_rule_fits() -> None:
    """So that the rejections above are about what was changed."""
    assert isinstance(RISES, Rising)
    check_goal(Goal(exp(y) - exp(x), ORDERED, False), RISES)
    check_goal(Goal(exp(y) - exp(x), Region(**UNITS, such_that=Rel(x, "<", y)), True), RISES)
