"""Inequalities by slopes of slopes: what is found is accepted by the kernel; what is false by a little is not found."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Expr, Rational, exp, log, pi, sqrt

from dplemma.decide.decide import unfold
from dplemma.decide.objects import by_tactics, in_kernel
from dplemma.decide.objects.slopes import accepted_goal, by_slopes
from dplemma.kernel.boxes import Goal
from dplemma.kernel.statement import Rel as KernelRel
from dplemma.lang.functions import Mills, Phi, Q, variables
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.judgements import Monotone
from dplemma.lang.nodes import Sup
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel, Statement
from dplemma.papers import load_claims

p, q, x, y, a, t, eps = variables("p q x y a t eps")
PLANE, LINE = Region(x=POSITIVE, y=POSITIVE), Region(x=NONNEGATIVE)
SMALL = Rational(1, 1000)


def goal_of(left: Expr, rel: str, right: Expr, region: Region) -> Goal:
    read = in_kernel(unfold(Rel(left, rel, right)), region)
    assert read is not None and isinstance(read[0], KernelRel)
    return Goal(read[0].gap, read[1], read[0].strict)


FOUND: dict[str, Any] = {
    "from an end": (exp(x), ">=", 1 + x, LINE),
    "twice from an end": (exp(x), ">=", 1 + x + x**2 / 2, LINE),
    "towards infinity": (Mills(x), "<=", 1 / x, Region(x=POSITIVE)),
    "along the diagonal": (x * log(x / y), ">=", x - y, PLANE),
    "contact inside": (log(x), "<=", x - 1, Region(x=POSITIVE)),
    "one inner term": (exp(a * x), ">=", exp(1) * a * x, Region(a=POSITIVE, x=POSITIVE)),
    "a conjugate": (Mills(x), ">=", (sqrt(x**2 + 4) - x) / 2, LINE),
    "over a hump": (Q(x), "<=", exp(-(x**2) / 2) / 2, LINE),
    "two humps": ((2 * Phi(x) - 1) ** 2, "<=", 1 - exp(-2 * x**2 / pi), LINE),
    "a term dropped": (Phi(eps / (2 * t) - t) - exp(eps) * Phi(-eps / (2 * t) - t), "<=", Rational(5, 4) * exp(-(t**2) / 2),
                       Region(t=POSITIVE, eps=Interval.lopen(0, 1))),
    "a strict one": (exp(x), ">", 1 + x, Region(x=POSITIVE)),
    "a hump below zero": (exp(-x) + 1, ">", x**2 / 10 - 2 * x, Region(x=Interval(None, 0))),
}  # fmt: skip
FALSE: dict[str, Any] = {
    "from an end": (exp(x), ">=", 1 + (1 + SMALL) * x, LINE),
    "twice from an end": (exp(x), ">=", 1 + x + (1 + SMALL) * x**2 / 2, LINE),
    "towards infinity": (Mills(x), "<=", (1 - SMALL) / x, Region(x=POSITIVE)),
    "along the diagonal": (x * log(x / y), ">=", (1 + SMALL) * (x - y), PLANE),
    "contact inside": (log(x), "<=", x - 1 - SMALL**3, Region(x=POSITIVE)),
    "one inner term": (exp(a * x), ">=", (exp(1) + SMALL**2) * a * x, Region(a=POSITIVE, x=POSITIVE)),
    "a conjugate": (Mills(x), ">=", (sqrt(x**2 + 4 + SMALL) - x) / 2, LINE),
    "over a hump": (Q(x), "<=", (1 - SMALL) * exp(-(x**2) / 2) / 2, LINE),
    "two humps": ((2 * Phi(x) - 1) ** 2, "<=", 1 - exp(-(2 - SMALL) * x**2 / pi), LINE),
    "a strict one at its end": (exp(x), ">", 1 + x, LINE),
    "the wrong side": (p * log(p / q) + (1 - p) * log((1 - p) / (1 - q)), ">=", (2 + SMALL) * (p - q) ** 2,
                       Region(p=UNIT, q=UNIT)),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_found_and_accepted(name: str) -> None:
    goal = goal_of(*FOUND[name])
    proof = by_slopes(goal)
    assert proof is not None and accepted_goal(goal, proof)


@pytest.mark.parametrize("name", FALSE)
def test_not_found(name: str) -> None:
    assert by_slopes(goal_of(*FALSE[name])) is None


@pytest.mark.parametrize("name", sorted(set(FOUND) & set(FALSE)))
def test_the_proof_of_a_true_one_does_not_show_the_false_one(name: str) -> None:
    proof = by_slopes(goal_of(*FOUND[name]))
    assert proof is not None and not accepted_goal(goal_of(*FALSE[name]), proof)


@pytest.mark.parametrize("name", ["pinsker", "renyi-randomised-response", "sampford", "x-mills-increasing", "log-small-powers"])
def test_folklore_has_an_object(name: str) -> None:
    claim = load_claims()[f"folklore/{name}"]
    assert by_tactics(unfold(claim.statement), claim.on) is not None


@pytest.mark.parametrize(
    "statement",
    [Rel(Sup(t * x, (t, 0, 1)), "<=", x), Monotone(Sup(t * x, (t, 0, 1)), x, "increasing")],
    ids=["inequality", "monotonicity"],
)
def test_what_has_no_derivative_is_left_open(statement: Statement) -> None:
    """The kernel has no slope of a least upper bound: other engines go on."""
    assert by_tactics(statement, Region(x=Interval(Rational(1, 2), 1))) is None
