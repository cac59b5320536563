"""Intervals with exact ends: what they hold, what they say of the sign, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Float, Integer, Rational, nan, oo, pi, sqrt, zoo

from dplemma.base.errors import BadClaim
from dplemma.lang.interval import Interval, exact


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (3, Fraction(3)),
        (Fraction(1, 3), Fraction(1, 3)),
        ("0.1", Fraction(1, 10)),
        ("1e-5", Fraction(1, 10**5)),
        ("-2/6", Fraction(-1, 3)),
        (Rational(2, 7), Fraction(2, 7)),
        (Integer(4), Fraction(4)),
    ],
    ids=str,
)
def test_exact_reads_rationals_exactly(value: Any, want: Fraction) -> None:
    assert exact(value) == want


@pytest.mark.parametrize(
    "value",
    [0.5, True, Float("0.5"), "half", "1/0", "", "1e-999999999", "1E+0004001", "1e9_999_999_999", pi, sqrt(2), nan, zoo, None],
    ids=repr,
)
def test_what_is_not_an_exact_rational_is_refused_in_one_line(value: Any) -> None:
    with pytest.raises(BadClaim) as error:
        exact(value, "eps")
    assert "eps" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Interval(1, 0),
        lambda: Interval.open(1, 1),
        lambda: Interval.lopen(1, 1),
        lambda: Interval.ropen(1, 1),
        lambda: Interval(oo, 1),
        lambda: Interval(0, -oo),
        lambda: Interval.open(oo, oo),
        lambda: Interval("oo", 3),
        lambda: Interval.integers("1/3", "2/3"),
        lambda: Interval(0, 1, lo_open=True, hi_open=True, integer=True),
    ],
)
def test_empty_interval_is_refused(build: Any) -> None:
    with pytest.raises(BadClaim, match=r"interval from .* is empty$"):
        build()


@pytest.mark.parametrize("end", [0.5, Float("0.5"), pi, "x"])
def test_inexact_end_is_refused(end: Any) -> None:
    with pytest.raises(BadClaim, match="interval end"):
        Interval(0, end)


def test_single_points_and_infinite_ends() -> None:
    point = Interval(1, 1)
    assert Fraction(1) in point
    assert Fraction(2) not in point
    line = Interval(-oo, oo)
    assert (line.lo, line.hi, line.lo_open, line.hi_open) == (None, None, True, True)
    assert Fraction(-(10**30)) in line
    assert Interval(0, "oo") == Interval(0, oo)


@pytest.mark.parametrize(
    ("interval", "sign"),
    [
        (Interval(0, 1), "nonnegative"),
        (Interval.open(0, 1), "positive"),
        (Interval("0.1", 1), "positive"),
        (Interval(-2, 0), "nonpositive"),
        (Interval.ropen(-2, 0), "negative"),
        (Interval(-2, -1), "negative"),
        (Interval(-1, 1), ""),
        (Interval(-oo, oo), ""),
        (Interval.integers(1, oo), "positive"),
        (Interval(0, 5, lo_open=True, integer=True), "positive"),
    ],
    ids=str,
)
def test_sign(interval: Interval, sign: str) -> None:
    assert interval.sign == sign


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (Interval(0, 1), "[0, 1]"), (Interval.open(0, 1), "(0, 1)"), (Interval.lopen(0, 1), "(0, 1]"),
        (Interval.ropen(0, "1/2"), "[0, 1/2)"), (Interval(-oo, oo), "(-oo, oo)"), (Interval(0, oo), "[0, oo)"),
        (Interval.integers(1, 64), "the integers of [1, 64]"), (Interval.integers("1/2", "7/2"), "the integers of [1, 3]"),
    ],
    ids=str,
)  # fmt: skip
def test_text(interval: Interval, text: str) -> None:
    assert str(interval) == text


def test_different_intervals_have_different_texts() -> None:
    """The digest of a claim is made of these texts."""
    shown = [
        str(Interval(lo, hi, lo_open=a, hi_open=b, integer=whole))
        for lo, hi in ((0, 2), (0, 3), (-oo, 2), (0, oo))
        for a in (False, True)
        for b in (False, True)
        for whole in (False, True)
        if not (whole and (a or b)) and not (a and lo == -oo) and not (b and hi == oo)
    ]
    assert len(set(shown)) == len(shown)


FRACTIONS = st.fractions(min_value=-100, max_value=100, max_denominator=1000)


@given(FRACTIONS, FRACTIONS, FRACTIONS, st.booleans(), st.booleans(), st.booleans())
def test_membership_is_what_the_inequalities_say(
    first: Fraction, second: Fraction, value: Fraction, lo_open: bool, hi_open: bool, whole: bool
) -> None:
    lo, hi = sorted((first, second))
    inside = (lo < value or (lo == value and not lo_open)) and (value < hi or (value == hi and not hi_open))
    inside = inside and (not whole or value == int(value))
    try:
        interval = Interval(lo, hi, lo_open=lo_open, hi_open=hi_open, integer=whole)
    except BadClaim:
        assert not inside
        return
    assert (value in interval) == inside


@pytest.mark.parametrize(
    ("interval", "whole", "inside_it"),
    [
        (Interval.open(0, 1), Interval.open(0, 1), True),
        (Interval(0, 1), Interval.open(0, 1), False),
        (Interval(0, 1), Interval(-1, 2), True),
        (Interval(0, "oo"), Interval(-1, 2), False),
        (Interval("-oo", 0), Interval(-1, 2), False),
        (Interval("-oo", "oo"), Interval(None, None), True),
        (Interval.lopen(0, 1), Interval(0, 1), True),
        (Interval.integers(0, 3), Interval(0, 3), True),
        (Interval(0, 3), Interval.integers(0, 3), False),
    ],
    ids=str,
)
def test_covers(interval: Interval, whole: Interval, inside_it: bool) -> None:
    assert whole.covers(interval) is inside_it
