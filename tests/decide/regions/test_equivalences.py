"""Equivalences on whole regions: true ones are shown to the kernel; twins with a moved constant or sign are refuted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from small_claims import small_claim, verdict_of
from sympy import Abs, Expr, S

from dplemma.decide.decide import decide_claim
from dplemma.decide.regions.balls import certify
from dplemma.formulas import gaussian
from dplemma.ground.truth import truth
from dplemma.kernel.check import check
from dplemma.kernel.term import Rejected
from dplemma.lang import All, Iff, Interval, Phi, PhiInv, Rational, Region, Rel, exp, log, oo, sqrt, variables
from dplemma.lang.nodes import Root
from dplemma.lang.statements import Statement
from dplemma.proofs.certificates import claim_tree
from dplemma.proofs.goals import obligations

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
def test_shown_and_checked_by_the_kernel(name: str) -> None:
    region, left, right, wrong = EQUIVALENCES[name]
    claim = small_claim(Iff(left, right), id="demo/equivalence", **region)
    found = decide_claim(claim)
    assert found.verdict in ("proved", "certified")
    assert check(claim_tree(claim), found.proof).verdict == found.verdict
    for twin in wrong:  # the same object shows none of the twins
        with pytest.raises(Rejected):
            check(claim_tree(small_claim(Iff(left, twin), **region)), found.proof)


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
