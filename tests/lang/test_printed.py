"""Numbers as printed: the interval each way of printing claims."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplemma.base.errors import BadClaim
from dplemma.lang import ForAll, Rel, variables
from dplemma.lang.interval import UNIT
from dplemma.lang.printed import Printed, dash

F = Fraction
x = variables("x")


@pytest.mark.parametrize(
    ("text", "unit", "rounded", "truncated", "raised"),
    [
        ("5.28", F(1, 100), ("5.275", "5.285"), ("5.28", "5.29"), ("5.27", "5.28")),
        ("0.7", F(1, 10), ("0.65", "0.75"), ("0.7", "0.8"), ("0.6", "0.7")),
        ("0.70", F(1, 100), ("0.695", "0.705"), ("0.70", "0.71"), ("0.69", "0.70")),
        ("12", F(1), ("11.5", "12.5"), ("12", "13"), ("11", "12")),
        ("1e-5", F(1, 10**5), ("0.000005", "0.000015"), ("1e-5", "2e-5"), ("0", "1e-5")),
        ("1.0e3", F(100), ("950", "1050"), ("1000", "1100"), ("900", "1000")),
        ("-1.5", F(1, 10), ("-1.55", "-1.45"), ("-1.6", "-1.5"), ("-1.5", "-1.4")),
        ("0", F(1), ("-0.5", "0.5"), ("0", "1"), ("-1", "0")),
    ],
)
def test_readings(text: str, unit: Fraction, rounded: Any, truncated: Any, raised: Any) -> None:
    printed = Printed(text)
    assert printed.unit == unit
    want = {"rounded": rounded, "truncated": truncated, "rounded up": raised}
    assert printed.readings() == {name: (F(low), F(high)) for name, (low, high) in want.items()}
    assert next(iter(printed.readings())) == "rounded"  # what is claimed comes first


def test_modes() -> None:
    assert Printed.about("0.7") == Printed("0.7")
    assert Printed.order("1e-43").mode == "order"
    assert Printed("5.28", promise="least").mode == "least"
    assert [str(p) for p in (Printed("5.28"), Printed.order("1e-43"))] == ["5.28", "~1e-43"]


@pytest.mark.parametrize(
    ("printed", "low", "high"),
    [
        (Printed("3", decimals=2), "2.995", "3.005"),
        (Printed("3.1", decimals=2), "3.095", "3.105"),
        (Printed("0.82", promise="largest"), "0.815", "0.83"),
        (Printed("0.82", promise="least"), "0.81", "0.825"),
        (Printed("4.76", promise="least", grid="0.04"), "4.72", "4.765"),
        (Printed("4.76", promise="largest", grid="0.04"), "4.755", "4.80"),
    ],
    ids=str,
)
def test_what_fair_rounding_prints_so(printed: Printed, low: str, high: str) -> None:
    assert (printed.low, printed.high) == (F(low), F(high))


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Printed("3.141", decimals=2), "more digits than a table of 2"),
        (lambda: Printed("1e-5", decimals=2), "more digits than a table of 2"),
        (lambda: Printed("3", promise="middle"), "least, largest"),
        (lambda: Printed("3", "order", promise="least"), "least, largest"),
        (lambda: Printed("4.76", grid="0.04"), "only a promise"),
        (lambda: Printed("4.75", promise="least", grid="0.04"), "not on the grid"),
        (lambda: Printed("4.76", promise="least", grid="-0.04"), "not on the grid"),
        (lambda: dash({"x": UNIT}, Rel(x, "=", 1)), "what would be admissible"),
    ],
)
def test_what_cannot_be_meant_is_refused(build: Callable[[], Any], said: str) -> None:
    with pytest.raises(BadClaim, match=said):
        build()


def test_a_dash_says_that_no_value_is_admissible() -> None:
    assert dash({"x": UNIT}, Rel(x, "<=", F(1, 2))) == ForAll({"x": UNIT}, Rel(x, ">", F(1, 2)))


@pytest.mark.parametrize(
    "text", ["", "about 5", "NaN", "Infinity", "-inf", "1/2", "5,28", "0x1", "1_234", " 3", "\u0663", "5.2.8"]
)
def test_text_that_is_no_decimal_is_refused(text: str) -> None:
    with pytest.raises(BadClaim, match="is not a decimal"):
        Printed(text)


@pytest.mark.parametrize("text", ["3e-99999999", "3e99999999", "0e-4001", "1e4001"])
def test_a_power_of_ten_that_is_too_large_is_refused_at_once(text: str) -> None:
    for build in (Printed, Printed.order):
        with pytest.raises(BadClaim, match=r"beyond 10\^4000"):
            build(text)


@pytest.mark.parametrize("value", [5.28, 5, F(1, 2), None])
def test_a_printed_number_is_text(value: Any) -> None:
    with pytest.raises(BadClaim, match="text as it stands"):
        Printed(value)


def test_unknown_mode_is_refused() -> None:
    with pytest.raises(BadClaim, match="rounded, least, largest, order"):
        Printed("5.28", "roughly")


@pytest.mark.parametrize("text", ["0", "-1e-5"])
def test_an_order_of_magnitude_is_positive(text: str) -> None:
    """Zero and negative numbers have no power of ten."""
    with pytest.raises(BadClaim):
        Printed.order(text)


@given(st.integers(-(10**6), 10**6), st.integers(0, 6))
def test_rounding_a_value_lands_in_the_reading(digits: int, places: int) -> None:
    printed = Printed(f"{Decimal(digits).scaleb(-places):f}")
    low, high = printed.readings()["rounded"]
    assert high - low == printed.unit == F(1, 10**places)
    assert low + high == 2 * printed.value
