"""What summing positive series with certified remainders needs: the rest of a geometric majorant, and a guess of a logarithm."""

from __future__ import annotations

import math

from flint import arb

from dplemma.arb.precision import working_precision


def geometric_rest(term: arb, ratio: arb) -> arb:
    """[0, term r/(1-r)]: a sum of later terms >= 0 whose ratios do not exceed r; everything if r < 1 is not certain."""
    if not ratio < 1:
        return arb(0, math.inf)
    ratio = ratio.upper().max(arb(0))  # ratios are not negative, though a wide ball of one may reach below 0
    return arb(0).union((term * ratio / (1 - ratio)).abs_upper())


def float_log(x: arb) -> float:
    """log of the midpoint in double precision, for choosing windows only."""
    with working_precision(53):
        return float(x.mid().log())
