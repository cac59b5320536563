"""Points of a range, and steps that keep what is worse."""

from __future__ import annotations

import math

import pytest

from dplemma.values.sampling import Stride, at_unit, climb


@pytest.mark.parametrize(("low", "high", "middle"), [(1e-6, 1e6, 1.0), (0.0, 8.0, 4.0), (-3.0, 1.0, -1.0), (2.0, 2.0, 2.0)])
def test_between_is_by_ratio_where_the_range_is_positive(low: float, high: float, middle: float) -> None:
    assert at_unit(low, high, 0.5) == pytest.approx(middle)
    for unit in (0.0, 0.1, 0.9, 1.0):
        assert low <= at_unit(low, high, unit) <= high


def seen_by(heights: list[float], stride: Stride, badness: float = 0.0) -> list[tuple[int, float]]:
    """Where each step of a climb starts, places being numbers of steps taken, and of what size it is."""
    steps, left = [], iter(heights)

    def moved(here: int, size: float) -> int:
        steps.append((here, size))
        return len(steps)

    climb(0, badness, lambda _: next(left), moved, len(heights), stride)
    return steps


def test_a_climb_keeps_what_is_worse_and_suits_its_steps() -> None:
    stride = Stride(1.0, grow=2.0, shrink=0.5, largest=3.0)
    assert seen_by([1.0, 2.0, 1.5, 2.0, 3.0], stride) == [(0, 1.0), (1, 2.0), (2, 3.0), (2, 1.5), (2, 0.75)]


def test_level_steps_are_taken_only_if_asked_for() -> None:
    assert seen_by([0.0, 0.0], Stride(1.0, grow=2.0, shrink=0.5)) == [(0, 1.0), (0, 0.5)]
    assert seen_by([0.0, 0.0], Stride(1.0, grow=2.0, shrink=0.5, level=True)) == [(0, 1.0), (1, 1.0)]


def test_steps_that_have_become_too_small_start_again() -> None:
    found = seen_by([-math.inf] * 5, Stride(1.0, grow=1.0, shrink=0.5, least=0.3))
    assert [size for _, size in found] == [1.0, 0.5, 0.25, 1.0, 0.5]
