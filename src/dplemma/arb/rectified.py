"""The profile of mechanisms that are both mu-GDP and eps0-DP, on Arb balls.

With the Mills ratio M = Q/phi, log(Phi(mu - z)/Phi(-z)) = mu z - mu^2/2 + log(M(z - mu)/M(z)), which rises with z at the rate
1/M(z) - 1/M(z - mu). It exceeds mu z - mu^2/2, so the root of = eps0 is below eps0/mu + mu/2; it is above mu/2 exactly if
mu < pure.mu(eps0). Beyond the eps at which the tangent begins the profile is (e^eps0 - e^eps) Phi(-z) = Phi(mu - z) (1 - e^(eps
- eps0)). The curve and its tangent agree to first order where they meet, so their hull is as good as either there.
"""

from __future__ import annotations

from flint import arb, ctx

from dplemma.arb.normal import mills_ratio, norm_pdf, norm_sf
from dplemma.arb.precision import working_precision
from dplemma.arb.roots import bracketed_root

_SPARE_BITS = 32


def delta(eps: arb, mu: arb, eps0: arb) -> arb:
    """The greatest P(S) - e^eps Q(S) over all mu-GDP and eps0-DP pairs; eps >= 0."""
    if not (eps >= 0 and mu > 0 and eps0 > 0 and mu.is_finite() and eps0.is_finite()):
        return arb.nan()
    if eps >= eps0:
        return arb(0)
    with working_precision(ctx.prec + _lost_bits(mu, eps0)):
        value = _head_or_tangent(eps, mu, eps0)
    return value + 0


def _lost_bits(mu: arb, eps0: arb) -> int:
    """The place of the crossing costs the normal tail twice the bits of its size, a small mu as many in the differences."""
    size = max(_bits_above_one(eps0 / mu), _bits_above_one(mu))
    return 3 * size + 2 * _bits_above_one(1 / mu) + _bits_above_one(1 / eps0) + _SPARE_BITS


def _bits_above_one(size: arb) -> int:
    mantissa, exponent = size.abs_upper().man_exp()
    return max(0, int(exponent) + int(mantissa).bit_length())


def _head_or_tangent(eps: arb, mu: arb, eps0: arb) -> arb:
    below = -(eps - eps0).expm1()  # 1 - e^(eps - eps0)
    gap = _log_ratio(mu / 2, mu) - eps0
    pure = below / (1 + (-eps0).exp())
    if gap >= 0:
        return pure
    if not gap < 0:
        return arb(0).union(pure.upper())
    z = _crossing(mu, eps0)
    begins = mu * z - mu * mu / 2
    if eps <= begins:
        return gaussian_profile(eps, mu)
    tangent = norm_sf(z - mu) * below
    return tangent if eps >= begins else tangent.union(gaussian_profile(eps, mu))


def _log_ratio(z: arb, mu: arb) -> arb:
    """log(Phi(mu - z)/Phi(-z))."""
    return mu * z - mu * mu / 2 + (mills_ratio(z - mu) / mills_ratio(z)).log()


def _crossing(mu: arb, eps0: arb) -> arb:
    """The z at which e^eps0 Phi(-z) = Phi(mu - z)."""
    low, high = (mu / 2).mid() - 1, (eps0 / mu + mu / 2).mid() + 1
    return bracketed_root(
        lambda z: _log_ratio(z, mu) - eps0, lambda z: 1 / mills_ratio(z) - 1 / mills_ratio(z - mu), low.mid(), high.mid()
    )


def gaussian_profile(eps: arb, mu: arb) -> arb:
    """delta of the Gaussian mechanism: phi(a) (M(a) - M(b)), or Q(a) - phi(a) M(b) left of the middle."""
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    if a > 0:
        return norm_pdf(a) * (mills_ratio(a) - mills_ratio(b))
    return norm_sf(a) - norm_pdf(a) * mills_ratio(b)
