"""The remainder of a geometric majorant holds for every ratio of the ball."""

from __future__ import annotations

from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from dplemma.arb.series import float_log, geometric_rest


@given(st.floats(-3, 0.99), st.floats(0, 3), st.floats(0, 1))
def test_every_ratio_of_the_ball_is_covered(middle: float, radius: float, share: float) -> None:
    ball = arb(middle, radius)
    ratio = max(0.0, middle + (2 * share - 1) * radius)
    rest = geometric_rest(arb(2), ball)
    if ratio < 0.999:
        assert rest.upper() >= 2 * ratio / (1 - ratio) * (1 - 1e-12)
    assert rest.contains(0)


def test_a_ratio_that_may_reach_one_gives_everything() -> None:
    assert not geometric_rest(arb(1), arb(0.9, 0.2)).is_finite()
    assert geometric_rest(arb(1), arb(0)).is_zero()


def test_float_log() -> None:
    assert abs(float_log(arb(10)) - 2.302585092994046) < 1e-15
