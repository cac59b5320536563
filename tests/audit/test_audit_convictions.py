"""Every broken implementation is convicted on the side it errs on; every right one is acquitted."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping

import pytest
from broken_implementations import BROKEN, RIGHT, Broken, off_near_a_corner, only_the_loss_tail, profile, through_renyi

from dplemma.audit.hunt_errors import AuditReport, hunt_errors
from dplemma.audit.judge import Judge
from dplemma.cli.audit import read_ranges, role_side
from dplemma.values.calls import bind
from dplemma.values.evaluator import evaluator
from dplemma.values.formula_text import parse_formula

DIRECTIONS = {"below": {"below"}, "above": {"above"}, "both": {"below", "above"}, "none": {"nan"}}


def looked_at(
    function: Callable[..., object],
    quantity: str,
    promise: str = "exact",
    ranges: Mapping[str, str] | None = None,
    arg: Mapping[str, str] | None = None,
    examples: int = 400,
    seed: int = 0,
) -> AuditReport:
    ready = evaluator(quantity)
    mapped = {name: parse_formula(text, ready.names) for name, text in (arg or {}).items()}
    judge = Judge(ready, bind(function, ready, mapped), promise, 1e-9, role_side(ready, None))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # SciPy's, where an implementation breaks down
        return hunt_errors(
            judge, read_ranges(ready, dict(ranges or {})), implementation=getattr(function, "__name__", "it"),
            examples=examples, seed=seed,
        )  # fmt: skip


def test_there_are_many_kinds() -> None:
    assert len(BROKEN) >= 30
    assert len({case.quantity for case in BROKEN}) >= 15
    assert {case.side for case in BROKEN} == set(DIRECTIONS)


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case.name)
def test_convicted_with_the_right_direction(case: Broken) -> None:
    report = looked_at(case.function, case.quantity, case.promise, case.ranges, case.arg)
    assert not report.passes, case.why
    failed = [judged for judged in report.seen if judged.failed]
    assert {judged.direction for judged in failed} == DIRECTIONS[case.side], case.why
    assert (report.unsafe > 0) is case.unsafe, case.why
    assert (report.worst_unsafe is not None) is case.unsafe
    assert report.worst is not None and report.worst.failed
    assert report.points <= 400


@pytest.mark.parametrize(("function", "quantity"), RIGHT, ids=lambda x: x if isinstance(x, str) else x.__name__)
def test_right_implementations_pass(function: Callable[..., float], quantity: str) -> None:
    report = looked_at(function, quantity)
    assert report.passes and report.unsafe == 0 and report.worst is not None
    assert report.worst.relative < 1e-9


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_log_space_profile_passes_a_longer_search(seed: int) -> None:
    report = looked_at(profile, "gaussian.delta", examples=1500, seed=seed)
    assert report.passes and report.points == 1500
    assert report.looked["corner"] == 4 and report.looked["hard"] > 0 and report.looked["refined"] > 400


@pytest.mark.parametrize("seed", range(5))
def test_an_error_in_a_small_box_is_found_whatever_the_seed(seed: int) -> None:
    """0.14 % of the range by ratio, away from all corners and ends."""
    report = looked_at(off_near_a_corner, "gaussian.delta", examples=1000, seed=seed)
    assert report.failed > 10 and report.worst is not None
    assert report.worst.relative == pytest.approx(1e-4, rel=1e-3)


def test_a_documented_bound_is_judged_as_a_bound() -> None:
    for function, quantity in ((only_the_loss_tail, "gaussian.delta"), (through_renyi, "gaussian.epsilon")):
        assert looked_at(function, quantity).failed > 0
        report = looked_at(function, quantity, "upper")
        assert report.passes and report.loose > 0 and report.unsafe == 0
        median, worst = report.looseness or (0.0, None)
        assert worst is not None and 0 < median < worst.relative
        assert looked_at(function, quantity, "lower").failed > 0


def from_summit(eps: float, mu: float) -> float:
    """Distance from (2.3, 1.3), which no corner, hard point or simple number meets."""
    return math.hypot(math.log(eps / 2.3), math.log(mu / 1.3))


def test_the_climb_finds_a_narrow_summit() -> None:
    def bumpy(eps, mu):
        return profile(eps, mu) * (1 - 1e-3 * math.exp(-30 * from_summit(eps, mu)))

    report = looked_at(bumpy, "gaussian.delta", examples=1000)
    before = max(judged.relative for judged in report.seen[: report.drawn])
    assert report.worst is not None and before < 5e-4 < 9e-4 < report.worst.relative
    assert float(report.worst.inputs["eps"]) == pytest.approx(2.3, rel=0.01)


def test_the_climb_finds_the_worst_unsafe_point_beside_larger_safe_errors() -> None:
    def mixed(eps, mu):
        safe = 0.5 if eps < 1 else 0.0
        return profile(eps, mu) * (1 + safe - 1e-3 * math.exp(-30 * from_summit(eps, mu)))

    report = looked_at(mixed, "gaussian.delta", examples=1000)
    before = max(judged.relative for judged in report.seen[: report.drawn] if judged.unsafe)
    assert report.worst is not None and report.worst.direction == "above"
    assert report.worst_unsafe is not None and before < 5e-4 < 9e-4 < report.worst_unsafe.relative


def test_the_climb_finds_where_a_loose_bound_breaks() -> None:
    """Above the truth everywhere but within 1 % of one point."""

    def dented(eps, mu):
        return profile(eps, mu) * (1 - 1e-3 + 0.1 * from_summit(eps, mu))

    report = looked_at(dented, "gaussian.delta", "upper", examples=1000)
    assert report.drawn_failed == 0 < report.failed == report.unsafe
    assert report.loose > 800
