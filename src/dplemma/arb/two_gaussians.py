"""Chernoff information of two Gaussians with different variances, on Arb balls.

With w = sigma1^2/sigma0^2 - 1, D = (mu0 - mu1)^2/sigma0^2 and u = 1 + a w the divergence at the exponent a is
    f(a) = D a (1 - a)/(2u) + log(u)/2 - a log(1 + w)/2,
    f'(a) = D (1 - 2a - a^2 w)/(2u^2) + w/(2u) - log(1 + w)/2,        f''(a) = -D (1 + w)/u^3 - w^2/(2u^2) < 0.
f' falls strictly on [0, 1] and changes its sign there: the peak is its root A. With an exact m near it the value lies in
f(m) + f'(A)(A - m) by the mean value theorem; f'(A) is as small as A is narrow. f is of the order of w^2 + D where both are
small, while its terms are of the order of w: as many bits are added in advance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx

from dplemma.arb.precision import working_precision
from dplemma.arb.roots import bracketed_root

_SPARE_BITS = 32


@dataclass(frozen=True, kw_only=True)
class _Pair:
    """The two numbers on which the divergence depends."""

    gap: arb
    distance: arb

    def divergence(self, a: arb) -> arb:
        u = 1 + a * self.gap
        return self.distance * a * (1 - a) / (2 * u) + u.log() / 2 - a * self.gap.log1p() / 2

    def slope(self, a: arb) -> arb:
        u = 1 + a * self.gap
        return self.distance * (1 - 2 * a - a * a * self.gap) / (2 * u * u) + self.gap / (2 * u) - self.gap.log1p() / 2

    def bend(self, a: arb) -> arb:
        u = 1 + a * self.gap
        return -self.distance * (1 + self.gap) / (u * u * u) - self.gap * self.gap / (2 * u * u)

    def peak(self) -> arb:
        """The exponent of the greatest divergence."""
        return bracketed_root(self.slope, self.bend, arb(0), arb(1))


def _lost_bits(*sizes: arb) -> int:
    """Bits by which the largest of these numbers is smaller than 1; none if that is not known."""
    known = [size for size in sizes if size.abs_lower() > 0]
    return max(0, min((-_exponent(size) for size in known), default=0))


def _exponent(size: arb) -> int:
    mantissa, exponent = size.abs_lower().man_exp()
    return int(exponent) + int(mantissa).bit_length()


def _at_peak(answer: Callable[[_Pair], arb], mu0: arb, sigma0: arb, mu1: arb, sigma1: arb) -> arb:
    """The answer for the pair, with the bits added that its small numbers lose."""
    if not (sigma0 > 0 and sigma1 > 0):
        return arb.nan()
    gap, distance = ((sigma1 - sigma0) * (sigma1 + sigma0)) / sigma0**2, ((mu0 - mu1) / sigma0) ** 2
    lost = 2 * _lost_bits(gap) + _lost_bits(distance)
    with working_precision(ctx.prec + lost + _SPARE_BITS):
        gap, distance = ((sigma1 - sigma0) * (sigma1 + sigma0)) / sigma0**2, ((mu0 - mu1) / sigma0) ** 2
        value = answer(_Pair(gap=gap, distance=distance))
    return value + 0


def chernoff_exponent(mu0: arb, sigma0: arb, mu1: arb, sigma1: arb) -> arb:
    """The exponent a on N(mu0, sigma0^2) at which the Chernoff divergence is greatest."""
    return _at_peak(lambda pair: pair.peak(), mu0, sigma0, mu1, sigma1)


def chernoff(mu0: arb, sigma0: arb, mu1: arb, sigma1: arb) -> arb:
    """The greatest Chernoff divergence."""

    def greatest(pair: _Pair) -> arb:
        peak = pair.peak()
        middle = peak.mid()
        return pair.divergence(middle) + pair.slope(peak) * (peak - middle)

    return _at_peak(greatest, mu0, sigma0, mu1, sigma1)
