"""Least upper bounds by branch and bound."""

from __future__ import annotations

from typing import Any

import pytest
from flint import arb, fmpq

from dplemma.arb.optimise import supremum
from dplemma.arb.precision import working_precision


@pytest.mark.parametrize("numerator", range(100, 3000, 157))
@pytest.mark.parametrize("boxes", [3, 40])
def test_bounds_that_are_one_double_are_told_apart(numerator: int, boxes: int) -> None:
    """1 + 2^-60 (a t - t^3) has its greatest value 1 + 2^-60 (2a/3) sqrt(a/3) at sqrt(a/3)."""
    with working_precision(128):
        a, small = arb(fmpq(numerator, 1000)), arb(2) ** -60

        def value(t: Any) -> Any:
            return (t * a - t**3) * small + 1

        assert supremum(value, arb(0), arb(1), boxes).contains(1 + small * (2 * a / 3) * (a / 3).sqrt())
