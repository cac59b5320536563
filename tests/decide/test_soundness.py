"""Statements that once fooled an engine: each is false, undefined somewhere, or true, and must never get the wrong verdict."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Derivative, Integral, Max, exp, gamma, log, oo, pi, sqrt
from sympy import Rational as R

from dplemma.base.errors import BadClaim
from dplemma.decide.decide import decide_claim
from dplemma.lang.claim import Claim
from dplemma.lang.functions import Chi2Inv, Chi2PDF, MarcumQHalf, PhiInv, phi, variables
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL
from dplemma.lang.interval import Interval as I
from dplemma.lang.judgements import Limit, Monotone, Number
from dplemma.lang.nodes import ArgMin, Root, Sup
from dplemma.lang.printed import Printed
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Exists, ForAll, Implies, Member, Rel, Statement

x, y, a, b, t, p, k, t_z, x_later, slack = variables("x y a b t p k t_z x_later slack")
TINY = R(1, 10**9)
BELOW_ZERO = I.open(-TINY, 1)
SETTLED = ("proved", "certified")
EXACT = ("proved", "certified", "confirmed")


def verdict(holds: Statement, such_that: Any = (), **on: I) -> str:
    region = Region(such_that=such_that, **on)
    return decide_claim(Claim(id="demo/s", where="-", kind="ordering", states="-", on=region, holds=holds)).verdict


bowl = (x - R(1, 7)) ** 2 + (y - R(1, 11)) ** 2
stretch = Integral(1 + t**2, (t, x, 1))

NOT_TRUE: dict[str, tuple[Statement, dict[str, Any]]] = {
    "reversed infinite ends": (Rel(Integral(exp(-(t**2)), (t, oo, -oo)), "=", sqrt(pi)), {}),
    "reversed infinite ends, number": (Number(Integral(phi(t), (t, oo, -oo)), Printed("1.0")), {}),
    "reversed quantile ends": (Number(Integral(PhiInv(t) ** 2, (t, 1, 0)), Printed("1.0")), {}),
    "kink inside an integral": (
        Exists({"x": I(0, 1)}, Rel(Integral(t * Abs(t - R(1, 3)), (t, 0, 1)) + x, ">", R("1.19"))), {},
    ),
    "variable called like the later one": (
        Monotone(-((x - x_later) ** 2), x, "increasing"), {"x": I(0, 1), "x_later": I.open(1 - TINY, 2)},
    ),
    "variable called like a slack": (
        Implies(All(Rel(x, ">", y), Rel(slack, ">", 0)), Rel(x, ">", y + R(1, 10**12))),
        {"x": REAL, "y": REAL, "slack": I(R(1, 2), 2)},
    ),
    "limit at a degenerate parameter": (Limit(x / (a + x), x, 0, 0), {"a": NONNEGATIVE}),
    "limit with a vanishing leading term": (Limit((a * x**2 + x + 1) / (a * x**2 + 1), x, oo, 1), {"a": REAL}),
    "limit with a shifted leading term": (Limit((a - 1) * x / ((a - 1) * x + 1), x, oo, 1), {"a": I(0, 5)}),
    "limit with a vanishing exponential": (Limit(a * exp(x) / (a * exp(x) + 1), x, oo, 1), {"a": I(0, 1)}),
    "limit into a forbidden root": (Limit(sqrt(a - x), x, 0, sqrt(a)), {"a": I(0, 1)}),
    "limit of a forbidden logarithm": (Limit(x * log(a - x), x, 0, 0), {"a": BELOW_ZERO}),
    "integral across a pole": (Rel(x * Integral(t**-2, (t, x, 1)), "=", 1 - x), {"x": I(-1, 1)}),
    "integral across a moving pole": (
        Rel(x * (x - 1) * Integral((t - x) ** -2, (t, 0, 1)), "=", 1), {"x": I.open(R(1, 10), 20)},
    ),
    "quantile of no probability": (Rel(Chi2Inv(p, k), ">=", 0), {"p": I.open(0, 2), "k": I.integers(1, 5)}),
    "gamma at its pole": (Rel(gamma(x + 1), "=", x * gamma(x)), {"x": I(R(-1, 2), R(1, 2))}),
    "density of a negative number": (Rel(Chi2PDF(x, k) + 1, ">", Chi2PDF(x, k)), {"x": I(-1, 20), "k": I.open(0, 5)}),
    "Marcum Q below zero": (Rel(MarcumQHalf(a, b) + 1, ">", MarcumQHalf(a, b)), {"a": I(0, 1), "b": I(-1, 1)}),
    "derivative at a vertical tangent": (Rel(Derivative(sqrt(x), x) * sqrt(x), "=", R(1, 2)), {"x": I(0, 1)}),
    "logarithm settled by a root": (Rel(sqrt(bowl) + log(bowl), "<", sqrt(bowl) + log(bowl) + 1), {"x": REAL, "y": REAL}),
    "logarithm of a reversed integral": (
        Rel(x + log(stretch), "<", x + 1 + log(stretch)), {"x": I.open(0, 1 + 7 * TINY)},
    ),
    "quantifier that widens its sibling's region": (
        ForAll({"y": I(0, 1)}, All(ForAll({"x": POSITIVE}, Rel(x, ">", 0)), Rel(log(x) + y + 2, ">", log(x) + 1))),
        {"x": BELOW_ZERO},
    ),
    "halves among the integers": (Member((x / 2,), (I.integers(0, 5),)), {"x": I(0, 10)}),
    "a logarithm that is nowhere real": (Exists({"x": REAL}, Member((log(-(x**2) - 1),), (REAL,))), {}),
    "gamma among the reals": (Member((gamma(x),), (REAL,)), {"x": I(R(-1, 2), 1)}),
    "a pole taken for a root": (Number(Root(1 / (t - R(1, 3)), (t, 0, 1)), Printed("0.333")), {}),
    "a maximum taken for a minimum": (Number(ArgMin(-(t**2), (t, -1, 1)), Printed("0.0")), {}),
    "supremum of a partial function": (Number(Sup(log(t - R(1, 3)), (t, 0, 1)), Printed("-0.41")), {}),
    "kink in a case split": (Rel(Integral(Max(t, 0), (t, -1, 1)), "<=", R(1, 4)), {}),
}  # fmt: skip

TRUE: dict[str, tuple[Statement, dict[str, Any]]] = {
    "kink inside an integral": (Number(Integral(t * Abs(t - R(1, 3)), (t, 0, 1)), Printed("0.179")), {}),
    "reversed infinite ends": (Rel(Integral(exp(-(t**2)), (t, oo, -oo)), "<", sqrt(pi)), {}),
    "variable called like a substituted one": (Rel(Integral(PhiInv(t) * t_z, (t, 0, 1)), "=", 0), {"t_z": I(0, 1)}),
    "integers as a side condition": (
        Rel(x * (x - 1), ">=", 0), {"x": I(0, 5), "such_that": Member((x,), (I.integers(0, 5),))},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("holds", "about"), NOT_TRUE.values(), ids=NOT_TRUE.keys())
def test_what_is_not_true_is_not_proved(holds: Statement, about: dict[str, Any]) -> None:
    assert verdict(holds, **about) not in SETTLED


@pytest.mark.parametrize(("holds", "about"), TRUE.values(), ids=TRUE.keys())
def test_what_is_true_is_not_refuted(holds: Statement, about: dict[str, Any]) -> None:
    assert verdict(holds, **about) != "refuted"


@pytest.mark.parametrize(
    "holds",
    [
        Rel(exp(x) + Integral(x * exp(x), (x, 0, 1)), "=", exp(x) + 1),
        Rel(log(x) + Integral(x**2, (x, 0, 1)), "<", log(x) + Integral(x, (x, 0, 1))),
    ],
)
def test_a_bound_variable_may_not_hide_another(holds: Statement) -> None:
    with pytest.raises(BadClaim, match="binds x inside an integral or solver"):
        verdict(holds, x=I(0, 1))
