"""Intervals with exact ends, readable without SymPy.

`Interval(0, 1)` is closed, `Interval.open(0, 1)` open, `Interval.integers(1, 64)` holds integers only;
an infinite end (`oo`, or None) is always open. Ends are integers, fractions or decimal strings, never floats.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.base.errors import BadClaim
from dplemma.base.exact import fraction_of

LARGEST_EXPONENT = 4000
"""Of ten, in a number that is written as text: it is multiplied out."""
_EXPONENT = re.compile(r"[eE][+-]?0*([\d_]+)\s*$")


def exact(value: Any, what: str = "value") -> Fraction:
    """The exact rational a number, fraction or decimal text stands for; floats are refused."""
    if isinstance(value, (bool, float)):
        raise BadClaim(f"{what} {value!r} is a float; write Rational(1, 10), Fraction(1, 10) or '0.1'")
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, str):
        if (power := _EXPONENT.search(value)) and (len(power[1]) > 9 or int(power[1]) > LARGEST_EXPONENT):
            raise BadClaim(f"{what} {value[:40]!r} is beyond 10^{LARGEST_EXPONENT}")
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            raise BadClaim(f"{what} {value!r} is not a number; write 0.1, 1/10 or 1e-5") from None
    if getattr(value, "is_Rational", False):
        return fraction_of(value)
    raise BadClaim(f"{what} {value!r} is not a rational number; put irrational bounds into such_that")


def _end(value: Any) -> Fraction | None:
    """A finite end, or None for an infinite one (its side is known from the place)."""
    if value is None or str(value) in ("oo", "-oo", "inf", "-inf"):
        return None
    return exact(value, "interval end")


def _sign_of_infinity(value: Any) -> int:
    return {"oo": 1, "inf": 1, "-oo": -1, "-inf": -1}.get(str(value), 0)


def _latex_number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"


@dataclass(frozen=True, init=False, repr=False)
class Interval:
    """A non-empty interval of reals or integers; `lo` or `hi` is None where it is unbounded."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool
    hi_open: bool
    integer: bool

    def __init__(self, lo: Any, hi: Any, *, lo_open: bool = False, hi_open: bool = False, integer: bool = False) -> None:
        if _sign_of_infinity(lo) > 0 or _sign_of_infinity(hi) < 0:
            raise BadClaim(f"interval from {lo} to {hi} is empty")
        low, high = _end(lo), _end(hi)
        if integer:
            low = None if low is None else Fraction(math.floor(low) + 1 if lo_open else math.ceil(low))
            high = None if high is None else Fraction(math.ceil(high) - 1 if hi_open else math.floor(high))
            lo_open = hi_open = False
        if low is not None and high is not None and (low > high or (low == high and (lo_open or hi_open))):
            raise BadClaim(f"interval from {lo} to {hi} is empty")
        for name, value in (
            ("lo", low), ("hi", high), ("lo_open", lo_open or low is None), ("hi_open", hi_open or high is None),
            ("integer", integer),
        ):  # fmt: skip
            object.__setattr__(self, name, value)

    @classmethod
    def open(cls, lo: Any, hi: Any) -> Interval:
        return cls(lo, hi, lo_open=True, hi_open=True)

    @classmethod
    def lopen(cls, lo: Any, hi: Any) -> Interval:
        return cls(lo, hi, lo_open=True)

    @classmethod
    def ropen(cls, lo: Any, hi: Any) -> Interval:
        return cls(lo, hi, hi_open=True)

    @classmethod
    def integers(cls, lo: Any, hi: Any) -> Interval:
        return cls(lo, hi, integer=True)

    def __contains__(self, value: Fraction) -> bool:
        if self.integer and value.denominator != 1:
            return False
        above = self.lo is None or value > self.lo or (value == self.lo and not self.lo_open)
        below = self.hi is None or value < self.hi or (value == self.hi and not self.hi_open)
        return above and below

    def covers(self, other: Interval) -> bool:
        """Every value of the other is one of this interval."""
        low = self.lo is None or (other.lo is not None and (other.lo, other.lo_open) >= (self.lo, self.lo_open))
        high = self.hi is None or (other.hi is not None and (-other.hi, other.hi_open) >= (-self.hi, self.hi_open))
        return low and high and (other.integer or not self.integer)

    @property
    def sign(self) -> str:
        """What the interval says of the sign: positive, nonnegative, negative, nonpositive or nothing."""
        if self.lo is not None and self.lo >= 0:
            return "positive" if self.lo > 0 or self.lo_open else "nonnegative"
        if self.hi is not None and self.hi <= 0:
            return "negative" if self.hi < 0 or self.hi_open else "nonpositive"
        return ""

    def latex(self) -> str:
        """Membership in LaTeX, the element sign included."""
        low = r"-\infty" if self.lo is None else _latex_number(self.lo)
        high = r"\infty" if self.hi is None else _latex_number(self.hi)
        text = f"{'(' if self.lo_open else '['}{low}, {high}{')' if self.hi_open else ']'}"
        return rf"\in \mathbb{{Z}} \cap {text}" if self.integer else rf"\in {text}"

    def __repr__(self) -> str:
        return f"<Interval {self}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex().removeprefix(chr(92) + 'in ')}$"

    def __str__(self) -> str:
        low = "-oo" if self.lo is None else str(self.lo)
        high = "oo" if self.hi is None else str(self.hi)
        text = f"{'(' if self.lo_open else '['}{low}, {high}{')' if self.hi_open else ']'}"
        return f"the integers of {text}" if self.integer else text


REAL = Interval("-oo", "oo")
POSITIVE = Interval.open(0, "oo")
NONNEGATIVE = Interval(0, "oo")
UNIT = Interval.open(0, 1)
