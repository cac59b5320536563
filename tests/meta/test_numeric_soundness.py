"""The measured inclusion of the numerics: the recorded run is whole and without violations, a sample is run, the checks bite."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import soundness
from flint import arb, ctx
from soundness import RECORD, Subject, Tally, look, measured, recorded_soundness, subjects

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.lang.interval import POSITIVE

EVERY = {subject.name: subject for subject in subjects()}
QUICK = [name for name, subject in EVERY.items() if not subject.tape.costly and not name.startswith("function NC")]
LEAST_EVALUATIONS = 1_000_000


def test_the_recorded_run_is_long_whole_and_without_violations() -> None:
    found = recorded_soundness(RECORD)
    assert sum(line["evaluations"] for line in found) >= LEAST_EVALUATIONS
    assert [violation for line in found for violation in line["violations"]] == []
    assert {line["subject"] for line in found} == set(EVERY)


def test_every_property_was_measured() -> None:
    by = {name for line in recorded_soundness(RECORD) for name in line["by"]}
    assert by == {"forms", "inside", "mpmath", "point", "refine", "split"}


@pytest.mark.parametrize("name", QUICK)
def test_a_sample_of_fresh_points_has_no_violation(name: str) -> None:
    found = measured(EVERY[name], "sample", evaluations=40, seconds=1.0)
    assert found["violations"] == []
    assert found["evaluations"] > 0


def test_a_run_depends_on_its_seed_alone() -> None:
    one, same, other = (measured(EVERY["node product"], seed, evaluations=200, seconds=60.0) for seed in ("7", "7", "8"))
    assert one == same
    assert one["by"] != {} and other["seed"] == "8"


class Spoilt:
    """A tape one of whose carriers is wrong."""

    names, costly = ("x",), False

    def __init__(self, tape: soundness.Tape, carrier: str) -> None:
        self._tape, self._carrier = tape, carrier

    def at(self, carrier: str, precision: int = 53):
        run = self._tape.at(carrier, precision)
        if carrier != self._carrier:
            return run
        return lambda *numbers: run(*numbers) * self.factor(carrier, precision)

    def factor(self, carrier: str, precision: int):
        return (
            RealInterval.from_fraction(Fraction(11, 10)) if carrier == "interval" else (arb("1.1") if precision < 100 else arb(1))
        )

    def mp(self, point, digits: int):
        return self._tape.mp(point, digits) * (2 if self._carrier == "mpmath" else 1)


@pytest.mark.parametrize(
    ("carrier", "caught"), [("interval", {"inside", "point", "split"}), ("ball", {"refine", "mpmath"}), ("mpmath", {"mpmath"})]
)
def test_a_wrong_carrier_is_caught(carrier: str, caught: set[str]) -> None:
    root = EVERY["node root"]
    wrong, tally, rng = Subject("wrong", Spoilt(root.tape, carrier), (POSITIVE,)), Tally(), random.Random(1)
    for _ in range(30):
        look(wrong, rng, tally, with_mpmath=True)
    assert {violation.partition(":")[0] for violation in tally.violations} >= caught


# -- known traps of FLINT -----------------------------------------------------------------------------------------------


def test_erfc_of_a_wide_ball_is_taken_end_by_end() -> None:
    """A ball of erfc over a wide argument is no use, and may not be finite; an interval keeps sign and size."""
    wide = RealInterval.from_fractions(Fraction(-30), Fraction(30)).erfc()
    assert wide.is_positive() and wide.hi <= 2
    assert wide.lo < arb(2) ** -1000 and wide.lo > 0
    far = RealInterval.from_fractions(Fraction(100), None).erfc()
    assert far.is_positive() and far.hi < arb(10) ** -4000


def test_gamma_lower_with_a_large_parameter_is_contained() -> None:
    """P(a, z) with a >> z is far below 1: balls of FLINT's gamma_lower lose all digits there, and ours must still contain it."""
    tape = EVERY["function Chi2CDF"].tape
    for degrees in (200, 2000):
        coarse = tape.ball({"a0": Fraction(1), "a1": Fraction(degrees)}, 64)
        fine = tape.ball({"a0": Fraction(1), "a1": Fraction(degrees)}, 4000)
        assert not coarse.is_finite() or coarse.overlaps(fine)
        assert fine > 0 and fine < arb(10) ** -100


def test_a_comparison_that_is_not_decided_is_false_both_ways() -> None:
    """Balls that overlap are neither smaller nor larger: code that takes `not <` for `>=` would be wrong."""
    with working_precision(53):
        third = arb(1) / 3
        assert not third < third and not third > third and not third <= third and not third >= third


def test_precision_is_restored_after_an_error() -> None:
    before = ctx.prec
    with pytest.raises(ZeroDivisionError), working_precision(777):
        raise ZeroDivisionError
    assert ctx.prec == before
    for subject in (EVERY["node quotient"], EVERY["function PhiInv"]):
        measured(subject, "precision", evaluations=20, seconds=1.0)
        assert ctx.prec == before


def test_a_ball_that_is_not_finite_forces_nothing() -> None:
    nan, other = arb.nan(), arb.nan()
    assert not nan < 1 and not nan > 1
    assert (nan == other, nan != other) == (False, False)  # neither is certain
    assert arb.pos_inf() > 1
    assert not (arb.pos_inf() - arb.pos_inf()).is_finite()
