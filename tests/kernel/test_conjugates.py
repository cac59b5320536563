"""Signs of a + b sqrt(c): decided by a^2 - b^2 c where a and b have opposite signs, and nowhere else."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from ball_values import evaluated, points

from dplemma.kernel.bounds import OF_RELATION
from dplemma.kernel.signs import sign
from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.term import HALF, ONE, TWO, ZERO, Term, add, mul, neg, power, sub, var

x = var("x")
CLOSED = Region({"x": Interval(ZERO, lo_open=False)})
LINE = Region({"x": Interval()})


def number(n: int) -> Term:
    return Fraction(n)


def root(term: Term) -> Term:
    return power(term, HALF)


square = power(x, TWO)
birnbaum = sub(mul(add(square, ONE), root(add(square, number(4)))), add(power(x, Fraction(3)), mul(number(3), x)))
DECIDED = {
    "greater by a number": (birnbaum, CLOSED, ">"),
    "the same, turned": (neg(birnbaum), CLOSED, "<"),
    "contact at 0": (sub(root(add(square, mul(TWO, x))), x), CLOSED, ">="),
    "never equal": (sub(root(add(square, ONE)), x), CLOSED, ">"),
    "changes its sign": (sub(root(add(x, ONE)), x), CLOSED, ""),
    "factors of one sign": (add(root(add(square, ONE)), x), CLOSED, ">"),
    "a factor without sign": (sub(root(add(square, ONE)), mul(TWO, x)), LINE, ""),
    "a cube root is no square root": (sub(power(add(square, ONE), Fraction(1, 3)), x), CLOSED, ""),
}


@pytest.mark.parametrize("name", DECIDED)
def test_sign(name: str) -> None:
    term, region, known = DECIDED[name]
    assert sign(term, region) == known


def test_what_is_said_agrees_with_values() -> None:
    """Random a, b, c: where a sign is said, every sampled value has it."""
    rng, said = random.Random("conjugates"), 0
    for _ in range(120):
        a, b, c = (add(*(mul(number(rng.randint(low, 4)), power(x, number(n))) for n in (1, 2)), number(rng.randint(low, 4)))
                   for low in (-2, -4, 0))  # fmt: skip
        term = add(a, mul(b, root(add(c, ONE))))
        known = sign(term, CLOSED)
        said += bool(known)
        for point in points(CLOSED, rng, 12):
            value = evaluated(term, point)
            signs = {1} if value > 0 else {-1} if value < 0 else {-1, 0, 1}
            assert not known or signs & OF_RELATION[known]
    assert said > 20
