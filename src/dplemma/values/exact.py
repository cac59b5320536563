"""Exact numbers from what a user writes; nothing is evaluated.

A text is a decimal (`0.1` is 1/10, `1e-5`), a fraction of decimals (`1/3`) or a power of integers (`2**-40`). Python numbers
are what they are: an int, a Fraction, a Decimal, a SymPy Rational, and a float is the dyadic it holds (0.1 is not 1/10).
Main definitions: `exact_number(value, name)`, `plain_text`, `short_text`, `decimal_text`, `double`.
"""

from __future__ import annotations

import math
import operator
import re
from functools import lru_cache
from typing import Any

from flint import arb, fmpq, fmpz

from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget

LARGEST_EXPONENT = 5000
"""Exponents beyond this are refused, and so are longer texts; numerators and denominators may be twice as long."""

_MOST_BITS = int(2 * LARGEST_EXPONENT * 3.3219281) + 1  # of both sides of a fraction: 1/3 of 10^-5000 is still one

_DECIMAL = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?", re.ASCII)
_RATIO = re.compile(r"(-?\d+)/(\d+)", re.ASCII)
_SIZE_DIGITS = 10
_POWER = re.compile(r"([+-]?\d+)\*\*(?:([+-]?\d+)|\(([+-]?\d+)\))", re.ASCII)


class BadInput(DplemmaError):
    """An input that is not a number, or not one the quantity takes."""


def exact_number(value: Any, name: str) -> fmpq:
    """The rational number a value stands for."""
    if isinstance(value, str):
        return _parsed(value, name)
    if isinstance(value, bool):
        raise BadInput(f"{name} must be a number, got {value}")
    if isinstance(value, int):
        return _checked(fmpq(value), name)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise BadInput(f"{name} must be finite, got {value}")
        return fmpq(*value.as_integer_ratio())
    if isinstance(value, fmpq):
        return _checked(value, name)
    if isinstance(value, fmpz):
        return _checked(fmpq(value), name)
    return _from_ratio(value, name)


def _from_ratio(value: Any, name: str) -> fmpq:
    """Fraction, Decimal, NumPy and SymPy rationals, by their own exact ratio."""
    if getattr(getattr(value, "dtype", None), "kind", "") == "b":  # old versions of NumPy take its truth for an integer
        raise BadInput(f"{name} must be a number, got {value}")
    try:
        return _checked(fmpq(operator.index(value)), name)  # NumPy's integers
    except TypeError:
        pass
    pair = getattr(value, "as_integer_ratio", None)
    if pair is not None:
        try:
            p, q = pair()
        except (ValueError, OverflowError, TypeError):
            raise BadInput(f"{name} must be finite, got {value}") from None
        return _checked(fmpq(int(p), int(q)), name)
    if getattr(value, "is_Rational", False):
        return _checked(fmpq(int(value.p), int(value.q)), name)
    raise BadInput(f"{name} must be a number or a text such as 0.1, 1/3 or 1e-5, got {value!r}")


@lru_cache(maxsize=4096)
def _parsed(text: str, name: str) -> fmpq:
    stripped = text.strip()
    if len(stripped) > LARGEST_EXPONENT:
        raise OutOfBudget(f"{name} has {len(stripped)} characters; at most {LARGEST_EXPONENT} are read")
    power = _POWER.fullmatch(stripped)
    if power:
        return _power(power[1], power[2] or power[3], name)
    above, slash, below = stripped.partition("/")
    p = _decimal(above.strip(), text, name)
    if not slash:
        return _checked(p, name)
    q = _decimal(below.strip(), text, name)
    if q == 0:
        raise BadInput(f"{name}={shortened(text)} divides by zero")
    return _checked(p / q, name)


def _decimal(part: str, text: str, name: str) -> fmpq:
    match = _DECIMAL.fullmatch(part)
    if match is None or not (match[2] or match[3]):
        if part.lower().lstrip("+-") in ("nan", "inf", "infinity", "oo"):
            raise BadInput(f"{name} must be a finite number, got {shortened(text)}")
        raise BadInput(f"{name} must be a number such as 0.1, 1/3, 1e-5 or 2**-40, got {shortened(text)!r}{_hinted(text)}")
    sign, whole, fraction, exponent = match[1], match[2], match[3] or "", match[4] or "0"
    if len(exponent) > 6 or abs(int(exponent)) > LARGEST_EXPONENT:
        raise OutOfBudget(f"{name}={shortened(text)}: exponents beyond {LARGEST_EXPONENT} are out of reach")
    shift = int(exponent) - len(fraction)
    mantissa = fmpz((whole + fraction) or "0") * (-1 if sign == "-" else 1)
    value = fmpq(mantissa * fmpz(10) ** shift) if shift >= 0 else fmpq(mantissa, fmpz(10) ** -shift)
    return value


def _hinted(text: str) -> str:
    from dplemma.values.hints import number_hint

    hint = number_hint(text)
    return f": {hint}" if hint else ""


def _power(base_text: str, exponent_text: str, name: str) -> fmpq:
    """a**b of integers; a sign in front belongs to the result, as in Python: -2**2 is -4."""
    base, sign = int(fmpz(base_text.lstrip("+-"))), -1 if base_text.startswith("-") else 1
    if len(exponent_text) > 8 or abs(int(exponent_text)) * math.log10(max(1, base)) > LARGEST_EXPONENT:
        raise OutOfBudget(f"{name}={shortened(base_text)}**{shortened(exponent_text)} is beyond 10^{LARGEST_EXPONENT}")
    exponent = int(exponent_text)
    if base == 0 and exponent < 0:
        raise BadInput(f"{name}={base_text}**{exponent_text} divides by zero")
    return fmpq(sign * base**exponent) if exponent >= 0 else fmpq(sign) / fmpq(base**-exponent)


def _checked(value: fmpq, name: str) -> fmpq:
    if max(value.p.bit_length(), value.q.bit_length()) > _MOST_BITS:
        raise OutOfBudget(f"{name} has a numerator or denominator beyond 10^{2 * LARGEST_EXPONENT}")
    return value


def shortened(text: str, longest: int = 40) -> str:
    """A number for a reader: of a long fraction about its size, of another long text both ends."""
    kept = longest // 2 - 2
    if len(text) <= longest:
        return text
    if (ratio := _RATIO.fullmatch(text)) and len(text) <= 4 * LARGEST_EXPONENT and (below := fmpz(ratio[2])) != 0:
        with working_precision(64):
            return f"about {arb(fmpq(fmpz(ratio[1]), below)).str(_SIZE_DIGITS, radius=False)}"
    return f"{text[:kept]}...{text[-kept:]}"


def short_text(value: fmpq) -> str:
    """The number for a reader: its exact text where that is short."""
    return shortened(plain_text(value))


def plain_text(value: fmpq) -> str:
    """The number as the shorter of its exact texts: an integer, a decimal or a fraction."""
    decimal = decimal_text(value)
    if decimal is not None and (len(decimal) <= 80 or value.q == 1):
        return decimal
    fraction = f"{value.p}/{value.q}"
    return fraction if decimal is None or len(decimal) > len(fraction) else decimal


def decimal_text(value: fmpq) -> str | None:
    """The number as an exact decimal, however long; None for one that is no decimal, such as 1/3."""
    p, q = int(value.p), int(value.q)
    twos, rest = _split(q, 2)
    fives, rest = _split(rest, 5)
    places = max(twos, fives)
    return _scientific(p * 10**places // q, places) if rest == 1 else None


def double(value: fmpq) -> float:
    """The nearest double, infinite beyond the largest; division of whole numbers is correctly rounded."""
    try:
        return int(value.p) / int(value.q)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _split(n: int, factor: int) -> tuple[int, int]:
    count = 0
    while n % factor == 0:
        n, count = n // factor, count + 1
    return count, n


def _scientific(mantissa: int, places: int) -> str:
    """mantissa / 10^places, plain where that is short, else with an exponent."""
    digits, sign = str(fmpz(abs(mantissa))), "-" if mantissa < 0 else ""
    point = len(digits) - places
    if -4 <= point <= 16 and places <= 80:
        digits = digits.rjust(places + 1, "0")
        whole, fraction = digits[: len(digits) - places], digits[len(digits) - places :]
        return sign + (f"{whole}.{fraction}" if fraction else whole)
    body = digits.rstrip("0") or "0"
    return f"{sign}{body[0]}{'.' + body[1:] if len(body) > 1 else ''}e{point - 1}"
