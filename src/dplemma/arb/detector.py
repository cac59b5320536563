"""Exponent of the errors of the Laplace detector, on Arb balls.

With h = eps0/2 and y = |threshold|/eps0 < 1 it is threshold/2 + h + G, G = sup over v >= 0 of g(v) = v y - K(v),
    K(v) = v + log A(v),    A(v) = (1 + E)/2 + h (1 - E)/(2v),    E = e^(-2v)
    A'(v) = -E - h B/(2v^2),    B = 1 - E - 2vE,    K' = 1 + A'/A,    K'' = A''/A - (A'/A)^2,
    A''(v) = 2E + h (B - 2v^2 E)/v^3.
K' rises strictly from 0 at 0 to 1, so g has one peak V, the root of y - K' (0 for y = 0, where K is log(1 + h)). With an exact
m near it the value lies in g(m) + g'(V)(V - m) by the mean value theorem. Near 0 the differences lose three times the bits by
which v is small, and v is then of the order of y; the value loses twice the bits by which eps0 is small. They are added in
advance.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, ctx

from dplemma.arb.precision import working_precision
from dplemma.arb.roots import bracketed_root

_SPARE_BITS = 32


def laplace_exponent(threshold: arb, eps0: arb) -> arb:
    """sup over s of (s threshold - log E[ratio^s]), E over the outputs without the record; |threshold| < eps0."""
    if not (eps0 > 0 and abs(threshold) < eps0 and (threshold.is_zero() or abs(threshold) > 0)):
        return arb.nan()
    lost = 3 * _smallness(threshold / eps0) + 2 * _smallness(eps0) + 2 * _smallness(1 - abs(threshold) / eps0)
    with working_precision(ctx.prec + lost + _SPARE_BITS):
        tilt = _Tilt(half=eps0 / 2, slope=abs(threshold) / eps0)
        value = threshold / 2 + eps0 / 2 + (-tilt.half.log1p() if threshold.is_zero() else tilt.greatest())
    return value + 0


def _smallness(size: arb) -> int:
    """Bits by which a number is smaller than 1; 0 if it is not, or if that is not known."""
    least = size.abs_lower()
    if not least > 0:
        return 0
    mantissa, exponent = least.man_exp()
    return max(0, -int(exponent) - int(mantissa).bit_length())


@dataclass(frozen=True, kw_only=True)
class _Tilt:
    """g(v) = v slope - K(v)."""

    half: arb
    slope: arb

    def _parts(self, v: arb) -> tuple[arb, arb, arb]:
        """A, A' and A''."""
        falling = (-2 * v).exp()
        bent = 1 - falling - 2 * v * falling
        level = (1 + falling) / 2 + self.half * (1 - falling) / (2 * v)
        first = -falling - self.half * bent / (2 * v * v)
        second = 2 * falling + self.half * (bent - 2 * v * v * falling) / (v * v * v)
        return level, first, second

    def gain(self, v: arb) -> arb:
        return v * (self.slope - 1) - self._parts(v)[0].log()

    def rise(self, v: arb) -> arb:
        """g'."""
        level, first, _ = self._parts(v)
        return self.slope - 1 - first / level

    def bend(self, v: arb) -> arb:
        """g''."""
        level, first, second = self._parts(v)
        return (first / level) ** 2 - second / level

    def greatest(self) -> arb:
        peak = bracketed_root(self.rise, self.bend, self._low(), arb.pos_inf())
        middle = peak.mid()
        return self.gain(middle) + self.rise(peak) * (peak - middle)

    def _low(self) -> arb:
        """A point left of the peak: K'' <= 1 everywhere, the variance of a number between -1 and 1, so the root is >= slope."""
        return (self.slope.lower() / 2).mid()
