"""A double held against the truth: on which side it lies, and how far off it is. Audits, cancellation and tests all compare here.

Main definitions: `Comparison`, `compared(got, exact)`, `bits_of_error`.

The wanted value is the correctly rounded double; where that is zero or subnormal one subnormal spacing counts as nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self

from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.base.sides import Side
from dplemma.values.rounding import exact_ends, nearest_double

WORST_BITS = 64.0  # a result that has nothing to do with the truth
LEAST_NORMAL, SPACING = 2.0**-1022, 2.0**-1074
_NEARBY_BITS = 90


@dataclass(frozen=True)
class Comparison:
    """What was got, the double that is right, the error relative to the exact value, bits of error, and the side of the truth."""

    got: float
    want: float
    relative: float
    bits: float
    side: Side  # `NEITHER` for the right double, and for no number

    @property
    def direction(self) -> str:
        """The side in words: "exact", "below", "above", "nan"."""
        if math.isnan(self.got):
            return "nan"
        return "exact" if self.side is Side.NEITHER else str(self.side)

    @classmethod
    def nearby(cls, got: float, near: arb, **more: Any) -> Self:
        """From few bits of the truth, for a finite double that is known to agree with it; `more` are fields of a subclass."""
        want = float(near.mid())
        if got == want:
            return cls(got, want, 0.0, 0.0, Side.NEITHER, **more)
        with working_precision(_NEARBY_BITS):
            gap = arb(got) - near
            relative = float(abs(gap / near).mid())
        return cls(got, want, relative, math.log2(1 + float(abs(gap).mid()) / math.ulp(want)), _side_of(gap), **more)

    def is_on(self, side: Side | None) -> bool:
        """An error to this side; there is none to `NEITHER`."""
        return self.side is not Side.NEITHER and self.side == side


def compared(got: float, exact: arb) -> Comparison:
    """A double beside a number that is known by an enclosure, which must be much narrower than doubles are apart."""
    want = _wanted(exact)
    bits = _bits(got, want, exact)
    if math.isnan(got):
        return Comparison(got, want, math.inf, bits, Side.NEITHER)
    if got == want or (abs(want) < LEAST_NORMAL and abs(got - want) <= SPACING):
        return Comparison(got, want, 0.0, bits, Side.NEITHER)
    if math.isinf(got) or math.isinf(want):
        return Comparison(got, want, math.inf, bits, Side.ABOVE if got > want else Side.BELOW)
    gap = arb(got) - exact
    return Comparison(got, want, math.inf if exact == 0 else float(abs(gap / exact).mid()), bits, _side_of(gap))


def bits_of_error(computed: float, exact: arb) -> float:
    """log2(1 + distance in units of the last place) between a double and the correctly rounded value; at most 64."""
    return _bits(computed, _wanted(exact), exact)


def _wanted(exact: arb) -> float:
    """The correctly rounded double; where the enclosure leaves two, that of its midpoint."""
    want = nearest_double(*exact_ends(exact))
    return float(exact.mid()) if want is None else want


def _bits(got: float, want: float, exact: arb) -> float:
    if math.isnan(got) or math.isinf(got) != math.isinf(want):
        return WORST_BITS
    if got == want:
        return 0.0
    distance = float(abs(exact - arb(got)).upper()) / math.ulp(want)
    return min(WORST_BITS, math.log2(1 + distance))


def _side_of(gap: arb) -> Side:
    return Side.ABOVE if gap.mid() > 0 else Side.BELOW
