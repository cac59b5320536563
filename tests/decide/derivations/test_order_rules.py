"""The rules of order: a maximum by its parts, what rises in several variables, integrals of what has a sign, trusted lemmas."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Integral, Max, exp, log, oo, sqrt

from dplemma.base.errors import BadClaim
from dplemma.decide.derivations.check import CheckedDerivation, check
from dplemma.formulas import gaussian
from dplemma.lang import (
    NONNEGATIVE,
    POSITIVE,
    REAL,
    UNIT,
    ByLemma,
    Derivation,
    Greatest,
    Integrand,
    Lemma,
    Limit,
    NCChi2CDF,
    Phi,
    Region,
    Rel,
    Step,
    Trusted,
    Upwards,
    phi,
    variables,
)
from dplemma.lang.region import Region as Where
from dplemma.lang.rules import Rule

a, b, d, x, y, z, eps, delta, delta_2, lam, u = variables("a b d x y z eps delta delta_2 lam u")


def one_step(start: Any, rel: str, end: Any, rule: Rule, on: Where, lemmas: tuple[Lemma, ...] = ()) -> CheckedDerivation:
    return check(Derivation(id="test", title="a test", on=on, start=start, steps=(Step(rel, end, rule, "so"),), lemmas=lemmas))


def lemma(name: str, holds: Any, on: Where | None = None, **more: Any) -> Lemma:
    return Lemma(name=name, says="so", holds=holds, on=on, **more)


# -- a maximum by its parts -------------------------------------------------------------------------------------------------

PARTS = (lemma("first", Rel(a, "<=", a + b)), lemma("second", Rel(b, "<=", a + b)))
QUADRANT = Region(a=NONNEGATIVE, b=NONNEGATIVE)


def test_a_maximum_is_below_what_all_its_parts_are_below() -> None:
    assert one_step(Max(a, b), "<=", a + b, Greatest("first", "second"), QUADRANT, PARTS).status == "holds"
    assert one_step(a + b, ">=", Max(a, b), Greatest("first", "second"), QUADRANT, PARTS).status == "holds"


@pytest.mark.parametrize(
    ("start", "rel", "end", "names", "said"),
    [
        (Max(a, b), "<=", a + b, ("first", "first"), "no lemma says that b is at most"),
        (Max(a, 2 * b), "<=", a + 2 * b, ("first", "second"), "no lemma says"),
        (Max(a, b, 1), "<=", a + b + 1, ("first", "second"), "no maximum with a part for each lemma"),
        (a + b, "<=", 2 * a + 2 * b, ("first", "second"), "no maximum with a part for each lemma"),
        (Max(a, b), ">=", a + b, ("first", "second"), "fails at"),
    ],
)
def test_a_part_that_no_lemma_bounds_is_noticed(start: Any, rel: str, end: Any, names: tuple[str, ...], said: str) -> None:
    found = one_step(start, rel, end, Greatest(*names), QUADRANT, PARTS)
    assert found.status == "fails"
    assert said in str(found.failing())


# -- what rises ---------------------------------------------------------------------------------------------------------------

STEPS = Region(x=NONNEGATIVE, eps=NONNEGATIVE, delta=UNIT, delta_2=UNIT, such_that=[Rel(x, "<=", eps), Rel(delta, "<=", delta_2)])


def test_a_root_that_rises_in_both_its_variables() -> None:
    rule = Upwards((x, eps), (delta, delta_2))
    assert one_step(gaussian.mu(x, delta), "<=", gaussian.mu(eps, delta_2), rule, STEPS).status == "holds"


@pytest.mark.parametrize(
    ("start", "end", "rule", "on"),
    [
        (gaussian.mu(x, delta), gaussian.mu(eps, delta_2), Upwards((x, eps)), STEPS),  # delta moves as well
        (gaussian.mu(x, delta), gaussian.mu(eps, delta_2), Upwards((eps, x), (delta, delta_2)), STEPS),  # the wrong way
        (-exp(x), -exp(eps), Upwards((x, eps)), STEPS),  # it falls
        (exp(x), exp(eps), Upwards((x, eps)), Region(x=REAL, eps=REAL)),  # no order is given
        (exp(a), exp(b), Upwards((a, b)), Region(a=REAL, b=POSITIVE, such_that=Rel(a, "<=", b))),  # b may not be all that a may
    ],
)
def test_what_does_not_rise_or_is_not_ordered_shows_nothing(start: Any, end: Any, rule: Rule, on: Where) -> None:
    assert one_step(start, "<=", end, rule, on).status != "holds"


# -- integrals --------------------------------------------------------------------------------------------------------------

SQUARE = lemma("square", Rel(2 * z, "<=", 1 + z**2), Region(z=REAL))


def test_the_integral_of_what_is_not_negative() -> None:
    start = Integral(1 + z**2 - 2 * z, (z, 0, a))
    assert one_step(start, ">=", 0, Integrand(z, ByLemma("square", z=z)), Region(a=POSITIVE), (SQUARE,)).status == "holds"


@pytest.mark.parametrize(
    ("start", "rel", "end", "rule", "on"),
    [
        (Integral(1 + z**2 - 3 * z, (z, 0, a)), ">=", 0, Integrand(z, ByLemma("square", z=z)), Region(a=POSITIVE)),
        (Integral(1 + z**2 - 2 * z, (z, 0, a)), ">", 0, Integrand(z, ByLemma("square", z=z)), Region(a=POSITIVE)),
        (Integral(1 + z**2 - 2 * z, (z, 0, a)), ">=", 1, Integrand(z, ByLemma("square", z=z)), Region(a=POSITIVE)),
        (Integral(1 + z**2 - 2 * z, (z, a, 0)), ">=", 0, Integrand(z, ByLemma("square", z=z)), Region(a=POSITIVE)),
        (Integral(1 + z**2 - 2 * z, (z, 0, oo)), ">=", 0, Integrand(z, ByLemma("square", z=z)), Region(a=POSITIVE)),
    ],
)
def test_an_integral_that_may_be_negative_or_not_exist_is_not_shown(
    start: Any, rel: str, end: Any, rule: Rule, on: Where
) -> None:
    assert one_step(start, rel, end, rule, on, (SQUARE,)).status != "holds"


def test_a_lemma_holds_between_the_ends_only_where_it_was_shown() -> None:
    """2 z <= 1 + z^2 for z > 1 says nothing of an integral from 0."""
    narrow = lemma("square", Rel(2 * z, "<=", 1 + z**2), Region(z=POSITIVE, such_that=Rel(z, ">", 1)))
    rule = Integrand(z, ByLemma("square", z=z))
    assert one_step(Integral(1 + z**2 - 2 * z, (z, 0, 2)), ">=", 0, rule, Region(), (narrow,)).status != "holds"
    assert one_step(Integral(1 + z**2 - 2 * z, (z, 1, 2)), ">=", 0, rule, Region(), (narrow,)).status == "holds"


# -- trusted lemmas -------------------------------------------------------------------------------------------------------------

TAILS = Limit(NCChi2CDF(d + lam + u * sqrt(2 * d + 4 * lam), d, lam), d, oo, Phi(u))
CITED = Trusted("chi-square-central-limit", lam=lam, x=u)
LAW = Region(u=REAL, lam=NONNEGATIVE)


def stated(holds: Any, by: Trusted) -> CheckedDerivation:
    return check(Derivation(id="test", title="a test", on=LAW, lemmas=(lemma("law", holds, by=by),)))


def test_a_lemma_by_a_trusted_one_is_an_instance_of_it_and_says_so() -> None:
    found = stated(TAILS, CITED)
    assert found.status == "holds"
    assert found.verdict.assumes == ("chi-square-central-limit",)
    assert "trusted lemma chi-square-central-limit" in found.chains[0].steps[0].step.rule.says()


@pytest.mark.parametrize(
    ("holds", "by"),
    [
        (Limit(TAILS.expr, d, oo, Phi(2 * u)), CITED),
        (TAILS, Trusted("chi-square-central-limit", lam=lam, x=-u)),
        (TAILS, Trusted("chi-square-central-limit", lam=lam - 1, x=u)),
        (Rel(phi(u), ">", 0), CITED),
    ],
)
def test_what_the_trusted_lemma_does_not_say_is_not_by_it(holds: Any, by: Trusted) -> None:
    assert stated(holds, by).status != "holds"


def test_only_what_is_stated_as_it_stands_is_by_a_trusted_lemma() -> None:
    steps = (Step("=", log(exp(a)), ByLemma("x"), "so"),)
    with pytest.raises(BadClaim, match="only what holds as it stands"):
        Lemma(name="chain", says="so", start=a, steps=steps, by=CITED)
