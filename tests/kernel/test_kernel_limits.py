"""Limits: each rule with a use that is right, and misuses that must be refused."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from kernel_trees import tree
from sympy import Expr, erf, gamma, sign, tanh

from dplemma.kernel.enclose import at_point
from dplemma.kernel.limits import Behaviour, check_limit, limit, refute_limit, sign_near
from dplemma.kernel.normal import equal
from dplemma.kernel.reading import read_interval
from dplemma.kernel.statement import Limit, Region, Rel
from dplemma.kernel.term import MINUS, ONE, RELATIONS, Rejected, Term, add, call, free, mul, power, read_term, shown, var
from dplemma.lang.tree import written
from dplemma.lang.words import (
    Abs,
    Integral,
    LaplaceCDF,
    Max,
    Mills,
    NCChi2SF,
    Phi,
    PhiInv,
    Piecewise,
    Q,
    Rational,
    cosh,
    exp,
    log,
    oo,
    phi,
    pi,
    sqrt,
    variables,
)

x, s, a, b, mu, eps, delta, t, lam = variables("x s a b mu eps delta t lam")


def term(expr: Any) -> Term:
    return read_term(written(expr)) if isinstance(expr, Expr) else read_term(str(expr))


def region(**intervals: str) -> Region:
    return Region({name: read_interval(text, name) for name, text in intervals.items()})


def found(expr: Any, to: Any, side: str = "", **intervals: str) -> Behaviour | None:
    way = side or {"oo": "-", "-oo": "+"}.get(str(to), "+")
    return limit(term(expr), "x", term(to), way, region(**intervals))


# -- right limits ---------------------------------------------------------------------------------------------------------

RIGHT: dict[str, tuple[Any, Any, str, Any, dict[str, str]]] = {
    "the end of Phi inside a function": (exp(Phi(x + 1) / 1000), -oo, "", 1, {}),
    "a dominant exponent": ((exp(a * x) + exp(b * x)) / exp(b * x), oo, "", 1, {"a": "(0, 1)", "b": "(1, 2)"}),
    "leading coefficients": ((a * x**2 + 1) / (3 * x**2 - x), oo, "", a / 3, {"a": "[-1, 1]"}),
    "a pole": (1 / x, 0, "-", -oo, {}),
    "a pole with a coefficient": (a / x**2, 0, "", -oo, {"a": "(-2, -1]"}),
    "exponential beats power": (x**7 * exp(-a * x), oo, "", 0, {"a": "(0, 1]"}),
    "power beats logarithm": (log(x) ** 3 / x**a, oo, "", 0, {"a": "(0, 1]"}),
    "a Gaussian tail against an exponential": (Phi(-x) * exp(a * x), oo, "", 0, {"a": "(0, 9)"}),
    "a Gaussian tail against its density": (x * Q(x) / phi(x), oo, "", 1, {}),
    "the logarithm of a Gaussian tail": (log(Q(mu * x)) / x**2, oo, "", -(mu**2) / 2, {"mu": "(0, oo)"}),
    "two tails that cancel": (x**2 * (Mills(x) - Mills(x + mu)), oo, "", mu, {"mu": "(0, oo)"}),
    "Taylor of the second order": ((1 / sqrt(1 + 2 * x) - 1 + x) / x**2, 0, "", Rational(3, 2), {}),
    "a derivative": ((Phi(a + x) - Phi(a)) / x, 0, "-", phi(a), {"a": "(-oo, oo)"}),
    "the number e": ((1 + a / x) ** x, oo, "", exp(a), {"a": "(0, 1)"}),
    "x^x": (x**x, 0, "", 1, {}),
    "a symbolic power": (x**a, 0, "", 0, {"a": "(0, 1)"}),
    "a logarithm at zero": (log(x), 0, "", -oo, {}),
    "a quantile at one": (PhiInv(x), 1, "-", oo, {}),
    "a quantile inside": (Phi(PhiInv(x) - mu), a, "+", Phi(PhiInv(a) - mu), {"a": "(0, 1)", "mu": "(0, 1)"}),
    "a quantile against a shift": (Phi(mu + PhiInv(x)), 0, "", 0, {"mu": "(0, oo)"}),
    "Mills at -oo": (Mills(x) * phi(x), -oo, "", 1, {}),
    "tanh": (tanh(x), -oo, "", -1, {}),
    "cosh": (cosh(x) * exp(-x), oo, "", Rational(1, 2), {}),
    "erf": (erf(x), oo, "", 1, {}),
    "Laplace": (LaplaceCDF(-a * x), oo, "", 0, {"a": "(0, 1)"}),
    "Laplace at its corner": (LaplaceCDF(x), 0, "-", Rational(1, 2), {}),
    "Abs by its side": (Abs(x) / x, 0, "-", -1, {}),
    "sign by its side": (sign(x - 1), 1, "-", -1, {}),
    "Max by its side": (Max(x, x**2) / x, 0, "", 1, {}),
    "a branch by its side": (Piecewise((2, x < 1), (3, True)), 1, "-", 2, {}),
    "a double exponential": (exp(-exp(x)), oo, "", 0, {}),
    "a chi-square law that loses its centre": (NCChi2SF(t, 3, x), 0, "", term(1), {"t": "(0, oo)"}),
    "gamma by continuity": (gamma(x), 1, "", 1, {}),
    "what does not move": (a + pi, 0, "", a + pi, {"a": "(0, 1)"}),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right_limits_are_found(name: str) -> None:
    expr, to, side, value, intervals = RIGHT[name]
    behaviour = found(expr, to, side, **intervals)
    assert behaviour is not None
    if name.startswith("a chi-square"):
        assert behaviour.value == ("Chi2SF", var("t"), Fraction(3))
    else:
        claimed = term(value)
        assert behaviour.value == claimed or equal(behaviour.value, claimed, region(**intervals))


# -- what must be refused -------------------------------------------------------------------------------------------------

OPEN: dict[str, tuple[Any, Any, str, dict[str, str]]] = {
    "an exponent that does not dominate in a corner": (
        (exp(a * x) + exp(b * x)) / exp(b * x),
        oo,
        "",
        {"a": "(0, 1)", "b": "(999999999/1000000000, 2)"},
    ),
    "a coefficient that may vanish": (a * x, oo, "", {"a": "[0, 1]"}),
    "a coefficient of undecided sign": (a * x, oo, "", {"a": "(-1, 1)"}),
    "a denominator that may vanish": (x / (a * x + 1), oo, "", {"a": "[0, 1]"}),
    "a power that may be flat": (x**a, 0, "", {"a": "[0, 1]"}),
    "oo - oo of undecided order": (exp(a * x) - exp(b * x), oo, "", {"a": "(0, 1)", "b": "(0, 1)"}),
    "a logarithm from the wrong side": (log(x), 0, "-", {}),
    "a root from the wrong side": (sqrt(x), 0, "-", {}),
    "a root that dips below zero": (sqrt(x**2 - x), 0, "+", {}),
    "a quantile from the wrong side": (PhiInv(x), 1, "+", {}),
    "a quantile beyond": (PhiInv(x), oo, "", {}),
    "a quantile at an end it may reach": (PhiInv(x * a), 1, "-", {"a": "(0, 1]"}),
    "a quotient that does not exist in a corner": (x / a, 0, "", {"a": "[0, 1]"}),
    "an undefined coefficient": (x * log(a), 0, "", {"a": "[0, 1]"}),
    "sign of a difference that is not decided": (sign(x - a), 0, "+", {"a": "[0, 1]"}),
    "a branch that is not decided": (Piecewise((2, x < a), (3, True)), 1, "-", {"a": "(0, 2)"}),
    "no branch": (Piecewise((2, x < 1)), 1, "+", {}),
    "infinity from beyond": (x, oo, "+", {}),
    "minus infinity from beyond": (x, -oo, "-", {}),
    "no side": (x, 0, "?", {}),
    "a function without a rule": (Integral(exp(-x * t**2), (t, 0, 1)), 0, "", {}),
    "a parameter without an interval": (b + x, 0, "", {}),
    "a point that moves": (x, x, "", {}),
    "a double exponential that grows": (exp(exp(x)) / x, oo, "", {}),
    "gamma at its pole": (gamma(x), 0, "+", {}),
    "degrees of freedom that leave the domain": (NCChi2SF(1, 3, x), 0, "-", {}),
}


@pytest.mark.parametrize("name", OPEN)
def test_what_is_not_shown_is_refused(name: str) -> None:
    expr, to, side, intervals = OPEN[name]
    assert found(expr, to, side, **intervals) is None


def test_a_part_that_does_not_exist_near_the_point_is_refused_though_it_is_multiplied_by_zero() -> None:
    undefined = call("log", var("x"))
    assert limit(mul(Fraction(0), undefined), "x", Fraction(0), "+", Region()) == Behaviour(Fraction(0), "=")
    assert limit(mul(Fraction(0), undefined), "x", Fraction(0), "-", Region()) is None


def test_huge_powers_and_growing_coefficients_are_refused_not_computed() -> None:
    tower = var("x")
    for _ in range(12):
        tower = power(add(tower, var("a"), ONE), Fraction(12))
    assert limit(tower, "x", Fraction(0), "+", region(a="(0, 1)")) is None
    assert limit(power(mul(Fraction(10**4000), var("x")), Fraction(40_000)), "x", "oo", "-", Region()) is None


def test_the_side_of_approach_is_known_or_said_to_be_unknown() -> None:
    assert found(1 + a * x, 0, "+", a="(0, 1)") == Behaviour(ONE, ">")
    assert found(1 + a * x, 0, "-", a="(0, 1)") == Behaviour(ONE, "<")
    assert found(1 + a * x, 0, "+", a="(-1, 1)") == Behaviour(ONE, "")
    assert found(erf(x), oo) == Behaviour(ONE, "<")
    assert found(x, oo) == Behaviour("oo")


@pytest.mark.parametrize("rel", RELATIONS)
def test_a_branch_applies_where_its_relation_holds_near_the_point(rel: str) -> None:
    """Of x - 1 from above, from below, of zero, and of a number that is not zero but of unknown sign."""
    holds = {"<": "-", "<=": "-0", "=": "0", ">=": "0+", ">": "+", "!=": "-+"}[rel]
    zero = add(var("x"), mul(MINUS, var("x")))
    for side in "+-":
        branches = ("Piecewise", (ONE, (rel, var("x"), ONE)), (MINUS, True))
        assert limit(branches, "x", ONE, side, Region()) == Behaviour(ONE if side in holds else MINUS, "=")
    branches = ("Piecewise", (ONE, (rel, zero, Fraction(0))), (MINUS, True))
    assert limit(branches, "x", ONE, "+", Region()) == Behaviour(ONE if "0" in holds else MINUS, "=")
    branches = ("Piecewise", (ONE, (rel, mul(var("a"), var("x")), Fraction(0))), (MINUS, True))
    nonzero = Region({"a": read_interval("[-1, 1]", "a")}, (Rel(var("a"), "!=", Fraction(0)),))
    known = {"=": Behaviour(MINUS, "="), "!=": Behaviour(ONE, "=")}.get(rel)
    assert limit(branches, "x", ONE, "+", nonzero) == known


# -- signs near a point ---------------------------------------------------------------------------------------------------

PROFILE = Phi(x / 2 - eps / x) - exp(eps) * Phi(-x / 2 - eps / x) - delta
NEAR: dict[str, tuple[Any, Any, str, dict[str, str], str]] = {
    "a profile at zero, in two cases of eps": (PROFILE, 0, "+", {"eps": "[0, oo)", "delta": "(0, 1)"}, "<"),
    "a profile at infinity": (PROFILE, oo, "-", {"eps": "[0, oo)", "delta": "(0, 1)"}, ">"),
    "a limit that may be zero": (PROFILE, 0, "+", {"eps": "[0, oo)", "delta": "[0, 1)"}, ""),
    "a limit of zero from above": (a * x**2, 0, "-", {"a": "(0, 1]"}, ">"),
    "cases that differ": (a * x - x**2, 0, "+", {"a": "[0, 1]"}, ""),
    "cases that agree": (a * x + x**2, 0, "+", {"a": "[0, 1]"}, ">"),
    "one case": (a * x + x**2, 0, "+", {"a": "[0, 0]"}, ">"),
    "cases of integers": (a * x + x**2, 0, "+", {"a": "the integers of [0, 3]"}, ">"),
    "a case that is not in the region": (a * ((1 - a) * x + x**2), 0, "+", {"a": "(0, 1]"}, ">"),
    "zero itself": (x - x * Abs(1 + a**2) / (1 + a**2), 0, "+", {"a": "[0, 1]"}, ""),
    "continuity": (a + x, 0, "+", {"a": "[1, 2]"}, ">"),
    "a case that does not exist: 0^0": (a**a + x, 0, "+", {"a": "[0, 1]"}, ""),
}


@pytest.mark.parametrize("name", NEAR)
def test_signs_near_a_point(name: str) -> None:
    expr, to, side, intervals, expected = NEAR[name]
    assert sign_near(term(expr), "x", term(to), side, region(**intervals)) == expected


# -- proofs ---------------------------------------------------------------------------------------------------------------


def claim(expr: Any, to: Any, value: Any, side: str = "") -> Limit:
    way = side or {"oo": "-", "-oo": "+"}.get(str(to), "+")
    return Limit(term(expr), "x", term(to), term(value), way)


def refuse(rel: Rel, region: Region, proof: dict[str, Any]) -> None:
    raise Rejected("not shown")


def accepts(*shown_relations: str) -> Any:
    """A checker of relations that believes those whose text is listed."""

    def show(rel: Rel, region: Region, proof: dict[str, Any]) -> None:
        if rel.text() not in shown_relations:
            raise Rejected(f"not shown: {rel.text()}")

    return show


def test_the_value_must_be_the_one_found() -> None:
    check_limit(claim(sqrt(a**2 + x), 0, a), region(a="(0, 1)"), {"rule": "limit"}, refuse)
    for value in (-a, 2 * a, oo, a + Rational(1, 10**9)):
        with pytest.raises(Rejected, match="found"):
            check_limit(claim(sqrt(a**2 + x), 0, value), region(a="(0, 1)"), {"rule": "limit"}, refuse)
    with pytest.raises(Rejected, match="not decided"):
        check_limit(claim(sqrt(a**2 + x), 0, a), region(a="(-1, 1)"), {"rule": "limit"}, refuse)


def test_cases_of_a_closed_end_must_all_have_the_value() -> None:
    """a exp(-a x) -> 0, for a = 0 too; exp(-a x) -> 0 for a > 0 only."""
    check_limit(claim(exp(-a * x) * a, oo, 0), region(a="[0, 1]"), {"rule": "limit"}, refuse)
    with pytest.raises(Rejected):
        check_limit(claim(exp(-a * x), oo, 0), region(a="[0, 1]"), {"rule": "limit"}, refuse)
    with pytest.raises(Rejected):  # 1 at both ends, 0 between them
        check_limit(claim(exp(-a * (1 - a) * x), oo, 1), region(a="[0, 1]"), {"rule": "limit"}, refuse)


def test_unknown_rules_moving_values_and_values_that_do_not_exist_are_refused() -> None:
    for proof in ({}, {"rule": "believe"}, [], {"rule": "tail"}):
        with pytest.raises(Rejected):
            check_limit(claim(1 / x, oo, 0), Region(), proof, refuse)  # pyright: ignore[reportArgumentType]
    with pytest.raises(Rejected, match="moves"):
        check_limit(claim(1 / x, oo, x), Region(), {"rule": "limit"}, refuse)
    nowhere = Limit(var("x"), "x", Fraction(0), mul(Fraction(0), call("log", MINUS)), "+")
    with pytest.raises(Rejected, match="defined"):
        check_limit(nowhere, Region(), {"rule": "limit"}, refuse)


TAIL = {"rule": "tail", "variable": "s", "way": written(1 / s), "interval": "(0, 1/8]", "bound": written(s)}


def tail(**changes: Any) -> dict[str, Any]:
    return {**TAIL, **changes}


def tried(statement: Limit, proof: dict[str, Any], where: Region | None = None) -> list[tuple[str, str]]:
    """The relations that a proof by a tail asks for."""
    asked: list[tuple[str, str]] = []

    def show(rel: Rel, region: Region, inner: dict[str, Any]) -> None:
        assert "s" in region.intervals and "x" not in region.intervals
        asked.append((rel.rel, shown(rel.right)))

    check_limit(statement, Region() if where is None else where, proof, show)
    return asked


def test_a_tail_asks_for_both_bounds_along_the_way() -> None:
    statement = claim(Phi(x), oo, 1)
    assert tried(statement, tail()) == [("<=", "(1 + s)"), (">=", "(1 + (-1*s))")]
    assert tried(claim(Phi(x), oo, 1), tail(way=written(s), interval="[8, oo)", bound=written(1 / s)))
    assert tried(claim(x**2, oo, oo), tail()) == [(">=", "(s^-1)")]
    assert tried(claim(-(x**2), oo, -oo), tail()) == [("<=", "(-1*(s^-1))")]
    assert tried(claim(x, a, a), tail(way=written(a + s)), region(a="(0, 1)"))
    with pytest.raises(Rejected, match="not shown"):
        check_limit(statement, Region(), tail(), refuse)
    with pytest.raises(Rejected, match="not shown"):
        check_limit(statement, Region(), tail(), accepts("Phi((s^-1)) <= (1 + s)"))


@pytest.mark.parametrize(
    "changes",
    [
        {"way": written(-1 / s)},
        {"way": written(s)},
        {"way": written(2 + s)},
        {"way": written(1 / s), "interval": "[1/9, 1/8)"},
        {"interval": "(0, 1)"},
        {"interval": "[0, 1]"},
        {"way": written(1 / (s - s**2 * 20))},
        {"way": written(Abs(1 / s))},
        {"bound": written(s + 1)},
        {"bound": written(1 / s)},
        {"bound": written(b * s)},
        {"variable": "x"},
        {"way": written(b / s)},
    ],
)
def test_a_way_or_bound_that_does_not_lead_there_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Rejected):
        tried(claim(Phi(x), oo, 1), tail(**changes))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"interval": "(0, 1)"}, "one open end"),
        ({"interval": "[0, 1]"}, "one open end"),
        ({"way": written(s), "interval": "the integers of [8, oo)", "bound": written(1 / s)}, "one open end"),
        ({"way": written(b / s)}, "one open end"),
        ({"way": tree("1/s + log(s - 1) - log(s - 1)")}, "defined"),
        ({"way": tree("1/s + (s - s)**(1/2)")}, "defined"),
        ({"way": written(8 - s)}, "found 8"),
    ],
)
def test_why_a_way_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        tried(claim(Phi(x), oo, 1), tail(**changes))


def test_a_way_from_the_other_side_and_a_bound_below_zero_are_refused() -> None:
    assert tried(claim(sign(x), 0, 1, "+"), tail(way=written(s)))
    with pytest.raises(Rejected, match="side"):
        tried(claim(sign(x), 0, 1, "+"), tail(way=written(-s)))
    with pytest.raises(Rejected, match="positive"):
        tried(claim(x**2, oo, oo), tail(bound=written(-s)))
    with pytest.raises(Rejected, match="new variable"):
        tried(claim(s + 1 / x, oo, s), tail(), region(s="(0, 1)"))


# -- refutations ----------------------------------------------------------------------------------------------------------


def refuted(statement: Limit, proof: Mapping[str, Any], show: Any = refuse, **point: int) -> bool:
    try:
        refute_limit(statement, {name: Fraction(value) for name, value in point.items()}, dict(proof), show)
    except Rejected:
        return False
    return True


def test_another_limit_refutes_and_the_same_does_not() -> None:
    by_limit = {"rule": "limit"}
    assert refuted(claim(exp(Phi(x + 1) / 1000), -oo, exp(Rational(1, 1000))), by_limit)
    assert not refuted(claim(exp(Phi(x + 1) / 1000), -oo, 1), by_limit)
    assert refuted(claim(a * x, oo, -oo), by_limit, a=1)
    assert not refuted(claim(a * x, oo, oo), by_limit, a=1)
    assert refuted(claim(a * x, oo, 1), by_limit, a=1) and refuted(claim(a / x, oo, oo), by_limit, a=1)
    assert not refuted(claim(a * x, oo, 1), by_limit) and not refuted(claim(log(x), 0, 1, "-"), by_limit)
    assert refuted(claim(x**3, 0, 1, "-"), by_limit) and not refuted(claim(x**a, 0, 1, "-"), by_limit, a=3)
    assert not refuted(Limit(power(var("x"), MINUS), "x", "oo", call("log", MINUS), "-"), by_limit)


def test_a_limit_is_refuted_at_a_point_that_gives_all_parameters() -> None:
    for statement in (claim(a / x, oo, 1), claim(1 / x, oo, x), claim(1 / x, x, 0)):
        with pytest.raises(Rejected, match="all parameters"):
            refute_limit(statement, {}, {"rule": "limit"}, refuse)


def test_a_bound_that_keeps_away_refutes() -> None:
    statement = claim(Phi(x), oo, 1)
    away = {**TAIL, "rule": "away", "rel": "<=", "bound": written(Rational(1, 2))}
    believed = accepts("Phi((s^-1)) <= 1/2")
    assert refuted(statement, away, believed)
    assert not refuted(statement, away)
    assert not refuted(statement, {**away, "rel": ">="}, accepts("Phi((s^-1)) >= 1/2"))
    assert not refuted(statement, {**away, "bound": written(Rational(1))}, accepts("Phi((s^-1)) <= 1"))
    assert not refuted(statement, {**away, "way": written(-1 / s)}, believed)
    assert refuted(claim(Phi(x), oo, oo), away, believed)


def test_a_limit_of_what_is_nowhere_defined_near_the_point_is_refuted() -> None:
    def nowhere(interval: str) -> dict[str, Any]:
        return {"rule": "nowhere", "interval": interval}

    assert refuted(claim(Q(sqrt(x)), -oo, 1), nowhere("(-oo, -1)"))
    assert refuted(claim(Phi(log(1 - x)), oo, 0), nowhere("(1, oo)")) and refuted(claim(PhiInv(x), 1, 0, "+"), nowhere("(1, 2)"))
    assert refuted(claim(x / a, 0, 0, "+"), nowhere("(0, 1)"), a=0)
    assert not refuted(claim(x / a, 0, 0, "+"), nowhere("(0, 1)"), a=1)
    assert not refuted(claim(Q(sqrt(x)), -oo, 1), nowhere("(-5, -1)"))  # away from the point
    assert not refuted(claim(Q(sqrt(x)), oo, 0), nowhere("(-oo, -1)"))  # at another end
    assert not refuted(claim(sqrt(x), 0, 0, "+"), nowhere("(-1, 0)"))  # from the other side
    assert not refuted(claim(sqrt(x), 0, 0, "-"), nowhere("(-1, 1)"))
    assert not refuted(claim(log(x), oo, oo), nowhere("(-5, oo)"))  # has no value on a part of it
    assert not refuted(claim(x**a, 0, 1, "+"), nowhere("(0, 1)"), a=0)
    assert not refuted(claim(Piecewise((log(-1 - x**2), x < 0), (1, True)), oo, 1), nowhere("(0, oo)"))  # not that branch
    assert not refuted(claim(sqrt(x), -oo, 0), nowhere("the integers of (-oo, -1)"))


# -- by chance ------------------------------------------------------------------------------------------------------------

ONE_ARGUMENT = ("exp", "log", "Phi", "Q", "PhiInv", "Mills", "phi", "erf", "tanh", "Abs", "sign", "LaplaceCDF")
POINTS = (("oo", "-"), ("-oo", "+"), (Fraction(0), "+"), (Fraction(0), "-"), (ONE, "-"))


def some_term(chance: random.Random, depth: int) -> Term:
    if depth == 0:
        return chance.choice([var("x"), var("x"), var("a"), Fraction(chance.randint(-2, 3)), Fraction(1, 2)])
    first, second = (some_term(chance, chance.randrange(depth)) for _ in range(2))
    kind = chance.randrange(10)
    if kind < 3:
        return ("Add", first, second)
    if kind < 6:
        return ("Mul", first, second)
    if kind < 8:
        return ("Pow", first, chance.choice([MINUS, Fraction(2), Fraction(1, 2), Fraction(-1, 2)]))
    return (chance.choice(ONE_ARGUMENT), first)


@pytest.mark.parametrize("seed", range(8))
def test_what_is_found_agrees_with_numbers_close_to_the_point(seed: int) -> None:
    """Signs at 10^-40 from the point for several values of the parameter, its ends included."""
    chance, checked = random.Random(seed), 0
    for _ in range(60):
        expr = some_term(chance, chance.randint(2, 4))
        to, side = chance.choice(POINTS)
        known = sign_near(expr, "x", to, side, region(a="[0, 2)"))
        for value in (Fraction(0), Fraction(1, 1000), ONE, Fraction(1999, 1000)) if known and "x" in free(expr) else ():
            number = close_to(expr, to, side, value)
            if number.is_finite() and not number.contains(0):
                checked += 1
                assert (number > 0) == (known == ">"), (shown(expr, 300), to, side, value)
    assert checked > 20


def close_to(expr: Term, to: Term, side: str, value: Fraction) -> arb:
    step = Fraction(1, 10**40) if side == "+" else Fraction(-1, 10**40)
    return at_point(expr, {"x": -1 / step if isinstance(to, str) else to + step, "a": value}, 1500)
