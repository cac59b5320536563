"""Monotone functions on inf-sup intervals with open or closed ends, taken end by end.

Main definition: `MonotoneFunctions`, the two ends, their flags, and every function that needs no more than them.

A strictly monotone f carries an open end to an open end: if x > a, then f(x) > f(a) for an increasing f, and rounding
outwards keeps it so. An infinite end is open, hence so is the limit of f there: exp(x) > 0 and tanh(x) < 1 for all x.
Where a value is cut to the range of f, the end is open as well if f attains it nowhere (`Range`).
"""

from __future__ import annotations

from functools import cache
from typing import Self

from flint import arb, ctx

from dplemma.arb.ends import (
    AT_LIMIT,
    GAPS,
    HI_OPEN,
    LO_OPEN,
    OPEN,
    OUTSIDE,
    SWAPPED,
    erfc_above,
    erfc_below,
    laplace_cdf,
    text_of,
)
from dplemma.arb.normal import mills_ratio
from dplemma.base.errors import Unsupported

_ZERO, _HALF, _ONE, _TWO = arb(0), arb(0.5), arb(1), arb(2)
_MINUS_ONE, _POS_INF, _NEG_INF = arb(-1), arb.pos_inf(), arb.neg_inf()


Range = tuple[arb, arb, int]
"""The infimum and the supremum of the values a function can take, and the open bits of those it does not attain."""

REALS: Range = (_NEG_INF, _POS_INF, OPEN)
POSITIVE: Range = (_ZERO, _POS_INF, OPEN)
NONNEGATIVE: Range = (_ZERO, _POS_INF, HI_OPEN)
FROM_ONE: Range = (_ONE, _POS_INF, HI_OPEN)
_ABOVE_MINUS_ONE: Range = (_MINUS_ONE, _POS_INF, OPEN)
_UNIT_BALL: Range = (_MINUS_ONE, _ONE, OPEN)
_ZERO_TO_ONE: Range = (_ZERO, _ONE, OPEN)
_ZERO_TO_TWO: Range = (_ZERO, _TWO, OPEN)
_EXP_OF_NONPOSITIVE: Range = (_ZERO, _ONE, LO_OPEN)


class MonotoneFunctions:
    """The ends `lo` and `hi` of an interval and its flags; an infinite end always carries its open bit."""

    __slots__ = ("_flags", "hi", "lo")

    lo: arb
    hi: arb
    _flags: int

    @property
    def partial(self) -> bool:
        """Somewhere on the way an operand reached outside a domain."""
        return bool(self._flags & OUTSIDE)

    @property
    def at_limit(self) -> bool:
        """Somewhere on the way a limit stood in for a value at the edge of a domain."""
        return bool(self._flags & AT_LIMIT)

    @property
    def lo_open(self) -> bool:
        """Every value is greater than `lo`."""
        return bool(self._flags & LO_OPEN)

    @property
    def hi_open(self) -> bool:
        """Every value is less than `hi`."""
        return bool(self._flags & HI_OPEN)

    def exp(self) -> Self:
        return self._span(self.lo.exp(), self.hi.exp(), _EXP_OF_NONPOSITIVE if self.hi <= _ZERO else POSITIVE, self._flags)

    def expm1(self) -> Self:
        return self._through_origin(self.lo.expm1(), self.hi.expm1(), _ABOVE_MINUS_ONE)

    def log(self) -> Self:
        lo, hi, flags = self._within("log", _ZERO, _POS_INF)
        return self._span(lo.log(), hi.log(), REALS, flags)

    def log1p(self) -> Self:
        lo, hi, flags = self._within("log1p", _MINUS_ONE, _POS_INF)
        return self._span(lo.log1p(), hi.log1p(), REALS, flags)

    def sqrt(self) -> Self:
        lo, hi, flags = self._within("sqrt", _ZERO, _POS_INF, edges=True)
        return self._span(lo.sqrt(), hi.sqrt(), NONNEGATIVE, flags)

    def rsqrt(self) -> Self:
        lo, hi, flags = self._within("rsqrt", _ZERO, _POS_INF)
        return self._span(hi.rsqrt(), lo.rsqrt(), POSITIVE, SWAPPED[flags])

    def sinh(self) -> Self:
        return self._through_origin(self.lo.sinh(), self.hi.sinh(), REALS)

    def tanh(self) -> Self:
        return self._through_origin(self.lo.tanh(), self.hi.tanh(), _UNIT_BALL)

    def atan(self) -> Self:
        return self._through_origin(self.lo.atan(), self.hi.atan(), _values_of_atan(ctx.prec))

    def step(self) -> Self:
        """Heaviside's step, the slope of max(0, x): 0 or 1, and all between where the sign is not certain."""
        positive = self.lo > _ZERO or (self.lo == _ZERO and self.lo_open)
        negative = self.hi < _ZERO or (self.hi == _ZERO and self.hi_open)
        return self._like(_ONE if positive else _ZERO, _ZERO if negative else _ONE, self._flags & GAPS)

    # The normal distribution and Laplace's

    def erf(self) -> Self:
        return self._through_origin(self.lo.erf(), self.hi.erf(), _UNIT_BALL)

    def erfc(self) -> Self:
        return self._span(erfc_below(self.hi), erfc_above(self.lo), _ZERO_TO_TWO, SWAPPED[self._flags])

    def erfinv(self) -> Self:
        lo, hi, flags = self._within("erfinv", _MINUS_ONE, _ONE)
        return self._span(lo.erfinv(), hi.erfinv(), REALS, flags)

    def erfcinv(self) -> Self:
        lo, hi, flags = self._within("erfcinv", _ZERO, _TWO)
        return self._span(hi.erfcinv(), lo.erfcinv(), REALS, SWAPPED[flags])

    def norm_cdf(self) -> Self:
        """Phi(x) = erfc(-x/sqrt 2)/2."""
        factor = _minus_sqrt_half(ctx.prec)
        low = erfc_below((self.lo * factor).upper())
        high = erfc_above((self.hi * factor).lower())
        return self._span(low * _HALF, high * _HALF, _ZERO_TO_ONE, self._flags)

    def mills_ratio(self) -> Self:
        """(1 - Phi(x))/phi(x), decreasing."""
        return self._span(mills_ratio(self.hi), mills_ratio(self.lo), POSITIVE, SWAPPED[self._flags])

    def norm_ppf(self) -> Self:
        """The inverse of Phi, -sqrt 2 erfcinv(2 p)."""
        lo, hi, flags = self._within("norm_ppf", _ZERO, _ONE)
        factor = _minus_sqrt_half(ctx.prec) * _TWO
        low, high = (lo * _TWO).erfcinv() * factor, (hi * _TWO).erfcinv() * factor
        return self._span(low, high, REALS, flags)

    def laplace_cdf(self) -> Self:
        return self._span(laplace_cdf(self.lo), laplace_cdf(self.hi), _ZERO_TO_ONE, self._flags)

    # How ends become an interval

    def _like(self, lo: arb, hi: arb, flags: int) -> Self:
        """An interval from ends already known to be exact and in order."""
        made = object.__new__(type(self))
        made.lo = lo
        made.hi = hi
        made._flags = flags
        return made

    def _span(self, low: arb, high: arb, values: Range, flags: int) -> Self:
        """From ball `low` to ball `high`, cut to the function's range, which also replaces nan (an end Arb cannot do)."""
        infimum, supremum, unattained = values
        lo, hi = low.lower(), high.upper()
        if not lo > infimum:
            lo = infimum
            flags |= unattained & LO_OPEN
        if not hi < supremum:
            hi = supremum
            flags |= unattained & HI_OPEN
        return self._like(lo, hi, flags)

    def _through_origin(self, low: arb, high: arb, values: Range) -> Self:
        """An increasing f with f(0) = 0 keeps the sign of its operand, even where Arb gives up on huge ones."""
        infimum, supremum, unattained = values
        if self.lo >= _ZERO:
            infimum, unattained = _ZERO, unattained & HI_OPEN
        if self.hi <= _ZERO:
            supremum, unattained = _ZERO, unattained & LO_OPEN
        return self._span(low, high, (infimum, supremum, unattained), self._flags)

    def _within(self, name: str, low: arb, high: arb, *, edges: bool = False) -> tuple[arb, arb, int]:
        """Ends and flags cut to a function's domain from `low` to `high`; `edges` are points of it, or else limits."""
        lo, hi, flags = self.lo, self.hi, self._flags
        if lo > low and hi < high:
            return lo, hi, flags
        if hi < low or lo > high or (hi == low and (self.hi_open or not edges)) or (lo == high and (self.lo_open or not edges)):
            raise Unsupported(f"{name} is undefined on all of {self.text()}")
        touched = (lo == low and not self.lo_open) or (hi == high and not self.hi_open)
        if touched and not edges:
            flags |= AT_LIMIT
        if lo < low:
            lo, flags = low, flags & ~LO_OPEN | OUTSIDE
        if hi > high:
            hi, flags = high, flags & ~HI_OPEN | OUTSIDE
        if not edges:
            flags |= (LO_OPEN if lo == low else 0) | (HI_OPEN if hi == high else 0)
        return lo, hi, flags

    def text(self) -> str:
        """The interval as it is written, with round brackets at open ends."""
        return f"{'(' if self.lo_open else '['}{text_of(self.lo)}, {text_of(self.hi)}{')' if self.hi_open else ']'}"


@cache
def _minus_sqrt_half(bits: int) -> arb:
    """-1/sqrt 2 at the working precision `bits`, which must be the current one."""
    return -_HALF.sqrt()


@cache
def _values_of_atan(bits: int) -> Range:
    """From -pi/2 to pi/2, rounded outwards at the working precision `bits`, which must be the current one."""
    half_pi = (arb.pi() * _HALF).upper()
    return half_pi.neg(exact=True), half_pi, OPEN
