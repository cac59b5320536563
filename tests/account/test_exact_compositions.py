"""Compositions of few outcomes, enumerated in exact fractions: every way encloses them, or is them."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from flint import arb, fmpq

from dplemma.account.accountant import Accountant
from dplemma.account.by_lattice import LatticeMeasures
from dplemma.account.mechanisms import Composition, RandomizedResponse
from dplemma.arb.precision import working_precision

Law = list[tuple[Fraction, Fraction]]
"""The chances of each output under P and under Q."""


def response(ratio: Fraction) -> Law:
    p = ratio / (1 + ratio)
    return [(p, 1 - p), (1 - p, p)]


def enumerated(laws: list[Law], level: Fraction) -> Fraction:
    """sum over all outputs of (P - level Q)_+."""
    total = Fraction(0)
    for outputs in product(*laws):
        p, q = (math.prod(chances[k] for chances in outputs) for k in (0, 1))
        total += max(Fraction(0), p - level * q)
    return total


def fmpq_of(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


MIXTURES = {
    "equal": (Fraction(2),) * 6,
    "commensurable": (Fraction(2), Fraction(4), Fraction(8)),
    "apart": (Fraction(2), Fraction(3), Fraction(3), Fraction(5, 2)),
    "close": (Fraction(2), Fraction(2001, 1000), Fraction(1999, 1000)),
    "weak and strong": (Fraction(101, 100), Fraction(50), Fraction(101, 100), Fraction(11, 10)),
}
LEVELS = [Fraction(1), Fraction(9, 8), Fraction(2), Fraction(7, 2), Fraction(31, 4), Fraction(60)]


def composition_of(ratios: tuple[Fraction, ...]) -> Composition:
    return Composition(tuple((RandomizedResponse(ratio=fmpq_of(ratio)), 1) for ratio in ratios))


def truths(ratios: tuple[Fraction, ...]) -> Iterator[tuple[arb, arb]]:
    for level in LEVELS:
        yield arb(fmpq_of(level)).log(), arb(fmpq_of(enumerated([response(ratio) for ratio in ratios], level)))


@pytest.mark.parametrize("name", MIXTURES)
def test_the_expansion_is_the_enumeration(name: str) -> None:
    accountant = Accountant(composition_of(MIXTURES[name]))
    with working_precision(250):
        for eps, truth in truths(MIXTURES[name]):
            found = accountant.delta(eps)
            assert not found.lower > truth and not found.upper < truth
            assert found.upper - found.lower < arb("1e-40")
            assert found.method == "expansion"


@pytest.mark.parametrize("name", MIXTURES)
def test_the_lattice_is_around_the_enumeration(name: str) -> None:
    """Only one of several losses that are not commensurable can be on the lattice: the others are moved, each to its side."""
    measures = LatticeMeasures(composition_of(MIXTURES[name]), False)
    with working_precision(250):
        below, above = next(measures._tables())
        for eps, truth in truths(MIXTURES[name]):
            assert not below.delta(eps) > truth
            assert not above.delta(eps) < truth


def test_eps_of_the_enumeration_is_found_back() -> None:
    ratios = MIXTURES["apart"]
    accountant = Accountant(composition_of(ratios), 1e-12)
    delta = enumerated([response(ratio) for ratio in ratios], Fraction(7, 2))
    found = accountant.epsilon(fmpq_of(delta))
    with working_precision(250):
        truth = arb(fmpq(7, 2)).log()
        assert not found.lower > truth and not found.upper < truth
        assert found.upper - found.lower < 1e-11


def checked(points: int) -> str:
    script = Path(__file__).parents[2] / "benchmarks" / "account_check.py"
    done = subprocess.run([sys.executable, str(script), "--points", str(points)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.sample
def test_a_thousand_points_are_on_the_right_side() -> None:
    assert checked(1000).count(" 0 on the wrong side") == 5


@pytest.mark.bulk
def test_a_hundred_thousand_points_are_on_the_right_side() -> None:
    assert checked(100_000).count(" 0 on the wrong side") == 5


def test_a_wrong_profile_would_be_noticed() -> None:
    """The enumeration itself: two fair lies of ratio 3 have delta(0) = 1/2, and (3/4)^2 - level/16 beyond 3."""
    laws = [response(Fraction(3)), response(Fraction(3))]
    assert enumerated(laws, Fraction(1)) == Fraction(1, 2)
    assert enumerated(laws, Fraction(4)) == Fraction(9, 16) - Fraction(4, 16)
