"""Linear implications, slopes from a zero, differences along ordered arguments: what they prove, and what they must not."""

from __future__ import annotations

import pytest

from dplemma.decide import objects
from dplemma.decide.regions.balls import certify
from dplemma.formulas import gaussian
from dplemma.lang import NONNEGATIVE, POSITIVE, UNIT, All, Implies, Interval, Phi, Region, Rel, exp, log, variables
from dplemma.proofs.goals import obligations

p, q, s, t, x, y, mu, eps, delta = variables("p q s t x y mu eps delta")
ABOVE = Interval(1, "oo")
BOX = Region(p=Interval(0, 1), q=Interval(0, 1), s=ABOVE, t=ABOVE)


def proved(statement, region) -> bool:
    return objects.by_tactics(statement, region) is not None


def corner(slope, bound):
    """p - t q on the polygon p <= s q, 1 - q <= s (1 - p), whose corner is q = 1/(1 + s)."""
    premise = All(Rel(s, ">", t), Rel(p, "<=", s * q), Rel(1 - q, "<=", s * (1 - p)))
    return Implies(premise, Rel(p - slope * q, "<=", bound))


def test_a_combination_of_premises_is_found() -> None:
    assert proved(corner(t, (s - t) / (1 + s)), BOX)


@pytest.mark.parametrize("bound", [(s - t) / (2 + s), (s - t) / (1 + s) - x, 0 * s])
def test_no_combination_proves_a_smaller_bound(bound) -> None:
    assert not proved(corner(t, bound), Region(**BOX.intervals, x=POSITIVE))


def test_both_premises_are_needed() -> None:
    one = Implies(All(Rel(s, ">", t), Rel(p, "<=", s * q)), Rel(p - t * q, "<=", (s - t) / (1 + s)))
    assert not proved(one, BOX)


def test_a_difference_that_rises_from_zero_is_nonnegative() -> None:
    chord = Phi(mu / 2) - exp(eps) * Phi(-mu / 2)
    region = Region(eps=NONNEGATIVE, mu=POSITIVE)
    assert proved(Rel(chord, "<=", gaussian.delta.definition(eps, mu)), region)
    assert not proved(Rel(chord, ">=", gaussian.delta.definition(eps, mu)), region)
    assert proved(Rel(chord, "<=", gaussian.delta.definition(eps, mu)), Region(eps=Interval(-1, 1), mu=POSITIVE))
    assert not proved(Rel(chord + mu**9, "<=", gaussian.delta.definition(eps, mu)), Region(eps=Interval(-1, 1), mu=POSITIVE))


def along(rel, region=None):
    premise = All(Rel(x, "<=", y))
    return Implies(premise, rel), region or Region(x=NONNEGATIVE, y=NONNEGATIVE)


def certified(statement, region) -> bool:
    return objects.by_boxes(statement, region, certify(statement, region, "test").proved)[0] is not None


def test_ordered_arguments_give_ordered_values() -> None:
    assert certified(*along(Rel(log(1 + x), "<=", log(1 + y))))
    assert certified(*along(Rel(log(1 + y), "<=", log(1 + x) + (y - x))))


@pytest.mark.parametrize(
    "rel", [Rel(log(1 + y), "<=", log(1 + x)), Rel(log(1 + y), "<=", log(1 + x) + (y - x) / 2), Rel(y, "<=", 2 * x)]
)
def test_false_orders_are_not_certified(rel) -> None:
    assert not certified(*along(rel))


@pytest.mark.parametrize(
    "region",
    [
        Region(x=NONNEGATIVE, y=Interval(1, "oo")),
        Region(x=NONNEGATIVE, y=NONNEGATIVE, such_that=Rel((y - 1) ** 2, ">", 1)),
        Region(x=NONNEGATIVE, y=Interval.integers(0, "oo")),
    ],
)
def test_the_way_between_the_arguments_must_stay_in_the_region(region) -> None:
    statement, _ = along(Rel(x**2, "<=", y**2))
    assert all(relation.rhs != 0 for relation, _ in obligations(statement, region))


def test_the_transform_is_ordered() -> None:
    statement = Implies(Rel(x, "<=", y), Rel(gaussian.mu.definition(x, delta), "<=", gaussian.mu.definition(y, delta)))
    assert certified(statement, Region(x=NONNEGATIVE, y=NONNEGATIVE, delta=UNIT))
