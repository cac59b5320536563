"""A number known by an enclosure, rounded to decimals or doubles only where the enclosure decides the result.

Main definitions: `decimal_of(ball, digits, mode)`, `decimal_between(low, high, digits, mode)`, `nearest_double(low, high)`,
`log10_text(ball, digits, mode)`, `double_below(x)`, `double_above(x)`, `exact_ends(ball)`, `rounding_direction(mode, unsafe)`;
and two quick ones that decide most values at a tenth of the cost: `quick_decimal(ball, digits, mode)`, `quick_doubles(ball)`.
None means that numbers of the enclosure round differently: the caller then asks for a smaller one.
"""

from __future__ import annotations

import math

from flint import arb, ctx, fmpz

from dplemma.arb.precision import working_precision
from dplemma.base.sides import Side

MODES = ("nearest", "up", "down", "safe")
_MOST_BITS = 1 << 18
_EXACT_POWER = 50_000
_LARGEST, _SMALLEST = math.ldexp(2.0 - 2.0**-52, 1023), math.ldexp(1.0, -1074)


def rounding_direction(mode: str, unsafe: Side) -> str:
    """The rounding that a mode asks for of a number with this unsafe side: `safe` is the one that never lands there."""
    return unsafe.safe_rounding if mode == "safe" else mode


def decimal_of(ball: arb, digits: int, mode: str = "nearest") -> str | None:
    """The number in the ball to `digits` significant digits; `up` and `down` are towards +oo and -oo."""
    if ball.is_zero():
        return "0"
    return decimal_between(*exact_ends(ball), digits, mode) if ball.is_finite() else None


def decimal_between(low: arb, high: arb, digits: int, mode: str = "nearest") -> str | None:
    """The same for a number between two exact numbers: rounding is monotone, so both ends must round to one decimal."""
    if low.is_zero() and high.is_zero():
        return "0"
    if not (low > 0 or high < 0):
        return None
    first = _significant(low, digits, mode)
    if first is None or (high is not low and _significant(high, digits, mode) != first):
        return None
    return layout(first[0], digits, first[1])


def log10_text(ball: arb, digits: int, mode: str = "nearest") -> str | None:
    """log10 of a positive number known to `digits` relative digits: they are absolute digits of its large logarithm.

    It rises with the number, so it is rounded to the same side.
    """
    with working_precision(ball.bits() + 64):
        logarithm = ball.log() / arb(10).log()
    return decimal_of(logarithm, digits, mode) or decimal_of(rounded_end(logarithm, mode), digits, mode)


def rounded_end(ball: arb, mode: str) -> arb:
    """The exact number of a ball that is rounded where the ball leaves the rounding open."""
    low, high = exact_ends(ball)
    return {"up": high, "down": low}.get(mode, ball.mid())


_SPARE_DIGITS = 4
_MOST_QUICK_DIGITS = 1000  # Python's own integers are read and written beyond that, but slowly


def quick_decimal(ball: arb, digits: int, mode: str = "nearest") -> str | None:
    """The same from Arb's own text of up to four digits more, which is off by one unit of the last at most; None if open."""
    if digits > _MOST_QUICK_DIGITS:
        return None
    mantissa, _, power = ball.str(digits + _SPARE_DIGITS, radius=False).partition("e")
    sign = -1 if mantissa.startswith("-") else 1
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    text = (whole + fraction).lstrip("0")
    if len(text) <= digits or not text.isdecimal():
        return None  # fewer digits are certain, or it is no number
    spare, one = int(text[digits:]), 10 ** (len(text) - digits)
    if mode == "nearest":
        upwards, is_open = 2 * spare > one, abs(2 * spare - one) <= 4
    else:
        upwards, is_open = (mode == "up") == (sign > 0), not 2 <= spare <= one - 2
    if is_open:
        return None
    kept, exponent = int(text[:digits]) + upwards, len(whole) - 1 - (len(whole + fraction) - len(text)) + _whole(power)
    return layout(sign * (kept // 10), digits, exponent + 1) if kept == 10**digits else layout(sign * kept, digits, exponent)


def _whole(text: str) -> int:
    """An exponent as Arb writes it, however long: `int` reads 4300 digits."""
    return int(fmpz(text.removeprefix("+"))) if text else 0


def _significant(x: arb, digits: int, mode: str) -> tuple[int, int] | None:
    """Mantissa of `digits` digits and decimal exponent to which an exact number rounds; None if its product with 10^k is open."""
    exponent = _decimal_exponent(x)
    # 10^k costs log2 |k| bits of the precision.
    with working_precision(max(ctx.prec, x.bits(), int(3.33 * digits)) + abs(exponent).bit_length() + 40):
        mantissa = _rounded(x, digits - 1 - exponent, mode)
        if mantissa is not None and abs(mantissa) <= 10 ** (digits - 1):
            # x may lie just below 10^exponent, where the places are ten times finer
            finer = _rounded(x, digits - exponent, mode)
            if finer is None or abs(finer) < 10**digits:
                return None if finer is None else (finer, exponent - 1)
    if mantissa is None:
        return None
    return (mantissa // 10, exponent + 1) if abs(mantissa) >= 10**digits else (mantissa, exponent)


def _decimal_exponent(x: arb) -> int:
    """floor(log10 |x|) of an exact number, or one more."""
    size = x if x > 0 else x.neg(exact=True)
    binary = abs(int(x.man_exp()[1])) + x.bits()
    with working_precision(64 + binary.bit_length()):
        whole = (size.log() / arb(10).log()).upper().floor().unique_fmpz()
    assert whole is not None
    return int(whole)


def _rounded(x: arb, power: int, mode: str) -> int | None:
    """The integer to which x 10^power rounds for an exact x, ties to even; None if its enclosure leaves it open."""
    if abs(power) < _EXACT_POWER and abs(int(x.man_exp()[1])) < _EXACT_POWER:
        return _rounded_exactly(x, power, mode)
    scaled = x * arb(10) ** power
    rounded = {"up": _ceiling, "down": _floor}.get(mode, _nearest)
    first, last = rounded(scaled.lower()), rounded(scaled.upper())
    return first if first == last else None


def _rounded_exactly(x: arb, power: int, mode: str) -> int:
    """The same in integers, where a tie is seen to be one."""
    mantissa, exponent = (int(part) for part in x.man_exp())
    above = mantissa * 10 ** max(power, 0) << max(exponent, 0)
    below = 10 ** max(-power, 0) << max(-exponent, 0)
    if mode == "up":
        return -(-above // below)
    if mode == "down":
        return above // below
    whole, rest = divmod(2 * above + below, 2 * below)
    return whole - 1 if rest == 0 and whole % 2 else whole


def _floor(x: arb) -> int:
    return int(_exact_integer(x.floor(), x))


def _ceiling(x: arb) -> int:
    return -_floor(x.neg(exact=True))


def _exact_integer(value: arb, x: arb) -> fmpz:
    whole = value.unique_fmpz()
    if whole is None:
        mantissa, exponent = x.man_exp()
        return fmpz(int(mantissa) << int(exponent)) if exponent >= 0 else fmpz(int(mantissa) >> -int(exponent))
    return whole


def _nearest(x: arb) -> int:
    mantissa, exponent = (int(part) for part in x.man_exp())
    if exponent >= 0:
        return mantissa << exponent
    doubled = mantissa >> (-exponent - 1)  # floor(2 x)
    half_up = (doubled + 1) >> 1
    tie = doubled % 2 == 1 and mantissa == doubled << (-exponent - 1)
    return half_up - 1 if tie and half_up % 2 else half_up


def layout(mantissa: int, digits: int, exponent: int) -> str:
    """mantissa 10^(exponent - digits + 1) with all its digits: positional from 1e-5 to 1e21, else scientific.

    `fmpz` writes numbers of any length; Python's own limit is 4300 digits.
    """
    sign, text = ("-" if mantissa < 0 else ""), str(fmpz(abs(mantissa))).rjust(digits, "0")
    if -5 <= exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{text}"
    if 0 <= exponent < min(21, digits):
        whole, fraction = text[: exponent + 1], text[exponent + 1 :]
        return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"
    return f"{sign}{text[0]}{'.' + text[1:] if digits > 1 else ''}e{fmpz(exponent)}"


def nearest_double(low: arb, high: arb) -> float | None:
    """The correctly rounded double of a number between two exact ones, subnormal and overflowing results included."""
    first, last = _double(low, 0), _double(high, 0)
    # 0.0 == -0.0: an enclosure of zero does not tell the sign
    return first if first == last and (first != 0 or low >= 0 or high <= 0) else None


def quick_doubles(ball: arb) -> tuple[float, float, float] | None:
    """The doubles nearest to the number, below and above it, if it is seen to lie strictly between two doubles; None if not.

    In units of the last bit of the midpoint the number is known to `radius`; `dropped` is where the midpoint lies between two.
    """
    if not ball.is_finite() or ball.rel_accuracy_bits() < 53:
        return None
    mantissa, exponent = (int(part) for part in ball.mid().man_exp())
    size = abs(mantissa)
    top = exponent + size.bit_length()
    last = max(top - 53, -1074)
    shift = last - exponent
    if not -1075 <= top < 1024 or shift <= 2:
        return None
    radius = _units(ball.rad(), exponent)
    kept, dropped, unit = size >> shift, size & ((1 << shift) - 1), 1 << shift
    if not radius < dropped < unit - radius or abs(2 * dropped - unit) <= 2 * radius:
        return None
    below, above = math.ldexp(kept, last), math.ldexp(kept + 1, last)
    nearest = above if 2 * dropped > unit else below
    return (nearest, below, above) if mantissa > 0 else (-nearest, -above, -below)


def _units(radius: arb, exponent: int) -> int:
    """At least so many units 2^exponent."""
    mantissa, power = (int(part) for part in radius.man_exp())
    shift = power - exponent
    return mantissa << shift if shift >= 0 else (mantissa >> -shift) + 1


def double_below(x: arb) -> float:
    """The greatest double that is at most an exact number."""
    return _double(x, -1)


def double_above(x: arb) -> float:
    """The least double that is at least an exact number."""
    return _double(x, 1)


def exact_ends(ball: arb) -> tuple[arb, arb]:
    """Exact ends that enclose the ball and hardly more: `lower` and `upper` round outwards to the working precision."""
    if ball.is_exact():
        return ball, ball
    with working_precision(max(ball.bits(), min(ball.rel_accuracy_bits(), _MOST_BITS)) + 32):
        return ball.lower(), ball.upper()


def _double(x: arb, direction: int) -> float:
    """An exact number rounded to a double: down (-1), up (1) or to nearest even (0)."""
    if x.is_zero():
        return 0.0
    if not x.is_finite():
        return math.inf if x > 0 else -math.inf
    mantissa, exponent = (int(part) for part in x.man_exp())
    if mantissa < 0:
        return -_positive_double(-mantissa, exponent, -direction)
    return _positive_double(mantissa, exponent, direction)


def _positive_double(mantissa: int, exponent: int, direction: int) -> float:
    top = exponent + mantissa.bit_length()  # 2^(top-1) <= x < 2^top
    if top > 1024:
        return math.inf if direction >= 0 else _LARGEST
    if top < -1075:
        return _SMALLEST if direction > 0 else 0.0
    last = max(top - 53, -1074)  # exponent of the last place
    shift = last - exponent
    if shift <= 0:
        return math.ldexp(float(mantissa << -shift), last)
    kept, dropped = mantissa >> shift, mantissa & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    if dropped and (direction > 0 or (direction == 0 and (dropped > half or (dropped == half and kept & 1)))):
        kept += 1
    try:
        return math.ldexp(float(kept), last)
    except OverflowError:
        return math.inf if direction >= 0 else _LARGEST
