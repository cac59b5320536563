"""Reading and writing exact numbers, against Python's own Fraction, Decimal and integer arithmetic."""

from __future__ import annotations

import tracemalloc
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest
from flint import fmpq, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.values.exact import BadInput, exact_number, plain_text, short_text, shortened

rationals = st.builds(Fraction, st.integers(), st.integers(min_value=1))
decimals = st.from_regex(
    r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?", fullmatch=True, alphabet="0123456789.eE+-"
)
SIGNS = st.sampled_from(["", "+", "-"])


def fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def number(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


# -- texts ------------------------------------------------------------------------------------------------------------


@given(decimals)
def test_a_decimal_is_what_fraction_reads(text: str) -> None:
    assert fraction(exact_number(text, "x")) == Fraction(text)


@given(decimals, decimals, st.sampled_from(["/", " / ", "/ "]))
def test_a_fraction_of_decimals(above: str, below: str, slash: str) -> None:
    if Fraction(below) == 0:
        with pytest.raises(BadInput, match="divides by zero"):
            exact_number(above + slash + below, "x")
    else:
        assert fraction(exact_number(above + slash + below, "x")) == Fraction(above) / Fraction(below)


@given(st.integers(-1000, 1000), st.integers(-300, 300), st.booleans())
def test_a_power_of_integers(base: int, exponent: int, brackets: bool) -> None:
    text = f"{base}**({exponent})" if brackets else f"{base}**{exponent}"
    if base == 0 and exponent < 0:
        with pytest.raises(BadInput, match="divides by zero"):
            exact_number(text, "x")
    else:
        # as in Python, a sign in front belongs to the result: -2**2 is -4
        assert fraction(exact_number(text, "x")) == (-1 if base < 0 else 1) * Fraction(abs(base)) ** exponent


def test_blanks_around_a_number_are_ignored() -> None:
    assert exact_number("  0.1\t", "x") == fmpq(1, 10)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", ".", "e5", "-", "+-1", "1.2.3", "1,5", "0x10", "1_000", "1e", "1e5.5", "1//2", "1/2/3", "/2", "1/", "2**", "**2",
        "2**0.5", "0.5**2", "2**3**4", "(1)", "pi", "1j", "½", "١", "１", "1e١", "²", "−1", "1 2", "1\n2", "True", "None",
        "1e-5x", "__import__('os')", "2**(3", "2**3)", "\x00", "1\x00",
    ],
)  # fmt: skip
def test_what_is_no_number_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadInput, match="eps"):
        exact_number(text, "eps")


@pytest.mark.parametrize("text", ["nan", "NaN", "-nan", "inf", "-Infinity", "+oo", "1/inf", "nan/2"])
def test_a_number_must_be_finite(text: str) -> None:
    with pytest.raises(BadInput, match="finite"):
        exact_number(text, "eps")


@pytest.mark.parametrize(
    "text",
    [
        "1e5001", "1e-5001", "1e99999999999", "1e-" + "9" * 400, "1" * 5001, "0." + "1" * 5000, "2**99999999", "2**-" + "9" * 400,
        "10**6100", "9e5000/1e-5000", "1e-5000/9e5000", "2**-16610",
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_absurd_sizes_are_out_of_budget_before_they_are_written_out(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(OutOfBudget):
            exact_number(text, "x")
        assert tracemalloc.get_traced_memory()[1] < 10_000, "the number was written out"
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("text", ["1e5000", "1e-5000", "2**16000", "2**-16000", "0." + "1" * 4000, "-7e-4999"])
def test_large_but_reasonable_numbers_are_read(text: str) -> None:
    base, power, exponent = text.partition("**")
    expected = Fraction(int(base)) ** int(exponent) if power else Fraction(Decimal(text))
    assert fraction(exact_number(text, "x")) == expected


@given(st.text(max_size=40))
@settings(max_examples=300)
def test_any_text_is_a_number_or_one_clear_line(text: str) -> None:
    try:
        found = exact_number(text, "eps")
    except DplemmaError as error:
        assert "eps" in str(error) and len(str(error)) < 200
    else:
        assert isinstance(found, fmpq)


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(BadInput) as refusal:
        exact_number("z" * 4000, "eps")
    assert len(str(refusal.value)) < 200


# -- Python numbers ---------------------------------------------------------------------------------------------------


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_the_dyadic_it_holds(x: float) -> None:
    assert fraction(exact_number(x, "x")) == Fraction(x)


def test_the_float_one_tenth_is_not_one_tenth() -> None:
    assert exact_number(0.1, "x") != exact_number("0.1", "x") == fmpq(1, 10)
    assert exact_number(0.5, "x") == exact_number("0.5", "x")


@given(rationals)
def test_exact_types_agree(x: Fraction) -> None:
    assert fraction(exact_number(x, "x")) == x
    assert fraction(exact_number(number(x), "x")) == x
    assert fraction(exact_number(x.numerator, "x")) == x.numerator
    assert fraction(exact_number(fmpz(x.numerator), "x")) == x.numerator


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=Decimal("-1e400"), max_value=Decimal("1e400")))
def test_a_decimal_object(x: Decimal) -> None:
    if abs(x.adjusted()) < 4000:
        assert fraction(exact_number(x, "x")) == Fraction(x)


def test_a_sympy_rational() -> None:
    from sympy import Integer, Rational

    assert exact_number(Rational(-22, 7), "x") == fmpq(-22, 7)
    assert exact_number(Integer(5), "x") == 5


def test_numpy_numbers() -> None:
    assert fraction(exact_number(numpy.float64(0.1), "x")) == Fraction(0.1)
    assert fraction(exact_number(numpy.float32(0.1), "x")) == Fraction(float(numpy.float32(0.1)))
    assert exact_number(numpy.int64(-3), "x") == -3
    assert exact_number(numpy.uint8(3), "x") == 3


@pytest.mark.parametrize(
    "value",
    [True, False, None, 1j, complex(1), [1], (1,), {1}, {"a": 1}, b"1", object(), float("nan"), float("inf"), float("-inf"),
     Decimal("nan"), Decimal("Infinity"), int],
    ids=lambda value: type(value).__name__ if type(value) is object else repr(value),
)  # fmt: skip
def test_what_is_no_real_number_is_refused(value: object) -> None:
    with pytest.raises(BadInput, match="eps"):
        exact_number(value, "eps")


def test_irrational_sympy_numbers_are_refused() -> None:
    from sympy import Float, oo, pi, sqrt

    for value in (pi, sqrt(2), oo, Float("nan")):
        with pytest.raises(BadInput):
            exact_number(value, "x")


@pytest.mark.parametrize(
    "value", [10**11000, Fraction(1, 10**11000), Decimal("1e11000"), 2**33300], ids=["int", "Fraction", "Decimal", "2"]
)
def test_absurd_python_numbers_are_out_of_budget(value: object) -> None:
    with pytest.raises(OutOfBudget):
        exact_number(value, "x")


# -- writing ----------------------------------------------------------------------------------------------------------


@given(rationals)
def test_a_written_number_reads_back_the_same(x: Fraction) -> None:
    assert fraction(exact_number(plain_text(number(x)), "x")) == x


@given(SIGNS, st.integers(0, 10**30), st.integers(-400, 400))
def test_a_written_decimal_reads_back_the_same(sign: str, mantissa: int, exponent: int) -> None:
    text = f"{sign}{mantissa}e{exponent}"
    written = plain_text(exact_number(text, "x"))
    assert "/" not in written
    assert Fraction(written) == Fraction(text)
    assert len(written) <= len(text) + 26  # plain notation up to 24 places, else an exponent


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_written_float_reads_back_the_same(x: float) -> None:
    assert fraction(exact_number(plain_text(exact_number(x, "x")), "x")) == Fraction(x)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0", "0"), ("-0.0", "0"), ("007", "7"), ("1e-5", "0.00001"), ("0.10", "0.1"), ("2/6", "1/3"), ("-1/7", "-1/7"),
        ("1e300", "1e300"), ("1.25e-300", "1.25e-300"), ("1/8", "0.125"), ("2**-2", "0.25"), ("3/1.5", "2"), ("-2.50", "-2.5"),
    ],
)  # fmt: skip
def test_plain_texts(text: str, written: str) -> None:
    assert plain_text(exact_number(text, "x")) == written


def test_numbers_of_the_greatest_length_are_written() -> None:
    """Python refuses to print integers of more than 4300 digits; these have more."""
    long = "1" + "0" * 4500 + "7"
    assert plain_text(exact_number(f"1/{long}", "x")) == f"1/{long}"
    assert plain_text(exact_number(f"-{long}", "x")) == f"-1.{long[1:]}e4501"


@given(rationals, st.integers(-3000, 3000))
def test_a_short_text_is_exact_or_tells_the_size(value: Fraction, power: int) -> None:
    exact = number(value) * fmpq(10) ** power
    text = short_text(exact)
    assert len(text) <= 40
    if text == plain_text(exact):
        return
    if text.startswith("about "):
        assert abs(fraction(exact_number(text[6:], "x")) / fraction(exact) - 1) < Fraction(1, 10**9)
    else:
        begin, _, end = text.partition("...")
        assert plain_text(exact).startswith(begin) and plain_text(exact).endswith(end)


def test_a_long_text_that_divides_by_zero_is_cut() -> None:
    assert shortened("1" * 30 + "/" + "0" * 30) == "1" * 18 + "..." + "0" * 18
