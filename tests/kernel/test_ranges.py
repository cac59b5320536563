"""Intervals of atoms: a polynomial in the distance from an end has the values of the one in the atom, up to a positive factor."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq

from dplemma.kernel.atoms import GENERATORS, NAMES, RING
from dplemma.kernel.ranges import ANY, MINUS, NOT_MINUS, NOT_PLUS, NULL, PLUS, as_facts, corners_of, cut, grouped, shifted
from dplemma.kernel.statement import Interval

a, b = GENERATORS[:2]
FIVE, TWO, ONE, ZERO, LESS = Fraction(5), Fraction(2), Fraction(1), Fraction(0), Fraction(-3)
POLYNOMIALS = [a, a - 2, a**2 - 3 * a + 1, 4 * a**3 - 7 * a * b + b**2, RING.constant(3), b - 1]


def at(poly, first: fmpq, second: fmpq) -> fmpq:
    return poly.subs({NAMES[0]: first, NAMES[1]: second}).leading_coefficient()


@pytest.mark.parametrize(
    ("interval", "atom"),
    [
        (Interval(), lambda u: u),
        (Interval(ZERO), lambda u: u),
        (Interval(ZERO, lo_open=False), lambda u: u),
        (Interval(FIVE), lambda u: 5 + u),
        (Interval(LESS), lambda u: -3 + u),
        (Interval(None, FIVE), lambda u: 5 - u),
        (Interval(None, ZERO), lambda u: -u),
        (Interval(None, LESS, True, False), lambda u: -3 - u),
        (Interval(TWO, FIVE), lambda u: (2 + 5 * u) / (1 + u)),
        (Interval(LESS, ZERO, False, False), lambda u: (-3 + 0 * u) / (1 + u)),
    ],
)
def test_a_shifted_polynomial_has_the_signs_of_the_polynomial(interval: Interval, atom) -> None:
    """At u the atom is where its interval says; what is between them is a positive factor, 1 but for a bounded interval."""
    for poly in POLYNOMIALS:
        for u, other in product((fmpq(0), fmpq(1, 3), fmpq(2), fmpq(17)), (fmpq(-2), fmpq(3, 7))):
            old, new = at(poly, atom(u), other), at(shifted(poly, 0, interval), u, other)
            factor = (1 + u) ** max(int(poly.degrees()[0]), 0) if None not in (interval.lo, interval.hi) else 1
            assert new == old * factor


@pytest.mark.parametrize(
    ("interval", "kept"),
    [
        (Interval(), [range(1)]),
        (Interval(ZERO), [range(4)]),
        (Interval(ZERO, lo_open=False), [range(1)]),
        (Interval(None, ZERO), [range(4)]),
        (Interval(None, ZERO, True, False), [range(1)]),
        (Interval(ZERO, ONE), [range(4)]),
        (Interval(ZERO, ONE, False, True), [range(1)]),
        (Interval(ZERO, ONE, True, False), [range(3, 4)]),
        (Interval(ZERO, ONE, False, False), [range(1), range(3, 4)]),
    ],
)
def test_the_powers_that_last_at_an_end_that_belongs_to_the_interval(interval: Interval, kept: list[range]) -> None:
    assert corners_of(interval, 3) == kept


@pytest.mark.parametrize(
    ("interval", "facts"),
    [
        (Interval(), []),
        (Interval(TWO), [(a - 2, PLUS)]),
        (Interval(TWO, lo_open=False), [(a - 2, NOT_MINUS)]),
        (Interval(None, FIVE), [(5 - a, PLUS)]),
        (Interval(TWO, FIVE, True, False), [(a - 2, PLUS), (5 - a, NOT_MINUS)]),
    ],
)
def test_an_interval_as_facts(interval: Interval, facts: list) -> None:
    assert list(as_facts(0, interval)) == facts


@pytest.mark.parametrize(
    ("signs", "at", "expected"),
    [
        (PLUS, ONE, Interval(ONE, TWO, True, False)),
        (NOT_MINUS, ONE, Interval(ONE, TWO, False, False)),
        (MINUS, ONE, Interval(ZERO, ONE, False, True)),
        (NOT_PLUS, ONE, Interval(ZERO, ONE, False, False)),
        (ANY, ONE, Interval(ZERO, TWO, False, False)),
        (PLUS | MINUS, ONE, Interval(ZERO, TWO, False, False)),
        (PLUS, ZERO, Interval(ZERO, TWO, True, False)),
        (MINUS, TWO, Interval(ZERO, TWO, False, True)),
        (PLUS, LESS, Interval(ZERO, TWO, False, False)),
        (MINUS, FIVE, Interval(ZERO, TWO, False, False)),
        (NULL, ONE, Interval(ONE, TWO, False, False)),
    ],
)
def test_a_number_cuts_an_interval(signs: frozenset[int], at: Fraction, expected: Interval) -> None:
    assert cut(Interval(ZERO, TWO, False, False), signs, at) == expected


def test_a_number_cuts_the_line() -> None:
    assert cut(Interval(), PLUS, ONE) == Interval(ONE)
    assert cut(Interval(), NOT_PLUS, ONE) == Interval(None, ONE, True, False)


def test_terms_are_grouped_by_the_powers_of_some_atoms() -> None:
    poly = 2 * a**2 * b + 3 * a**2 - b
    assert grouped(poly, [0]) == {(2,): 2 * b + 3, (0,): -b}
    assert grouped(poly, [0, 1]) == {(2, 1): RING.constant(2), (2, 0): RING.constant(3), (0, 1): RING.constant(-1)}
    assert grouped(poly, []) == {(): poly}
