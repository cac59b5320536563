"""The symmetric ROC curve of the length test, its profile after subsampling, and mixtures of adversaries, on Arb balls.

Where the likelihood ratio is 1, at the length t, the curve R has the point (x, y) = (SF_c(t), SF_nc(t)) and the slope 1, and
R', its mirror image, the point (1 - y, 1 - x). The symmetric curve is R up to x, the chord of slope 1 up to 1 - y, and R'
beyond. The parts agree to first order where they meet: t is needed to half the working precision, and where fpr cannot be told
from an end of the chord the hull of both parts is the answer.
"""

from __future__ import annotations

from functools import reduce

from flint import arb, ctx

from dplemma.arb.chi_square import chi2_sf, ncx2_cdf
from dplemma.arb.glrt import delta, roc, roc_reversed
from dplemma.arb.glrt_ratio import degrees_of_freedom, level
from dplemma.arb.normal import norm_isf, norm_sf
from dplemma.arb.rectified import gaussian_profile

_SPARE_BITS = 16


def roc_symmetric(fpr: arb, d: arb, mu: arb) -> arb:
    """The concave envelope of `roc` and `roc_reversed` at fpr in [0, 1]."""
    degrees = degrees_of_freedom(d)
    if degrees is None or not (mu > 0 and mu.is_finite()):
        return arb.nan()
    place = level(arb(0), degrees, mu * mu, lambda _: ctx.prec / 2 + _SPARE_BITS)
    lengths = (place.t * (1 + place.q)).union(place.t * place.q.exp())
    left, right = chi2_sf(lengths, arb(degrees)), ncx2_cdf(lengths, arb(degrees), mu * mu)
    parts = []
    if not fpr > left:
        parts.append(roc(fpr, d, mu))
    if not (fpr < left or fpr > right):
        parts.append(fpr + delta(arb(0), d, mu))
    if not fpr < right:
        parts.append(roc_reversed(fpr, d, mu))
    return reduce(arb.union, parts)


def subsampled_delta(eps: arb, d: arb, mu: arb, q: arb) -> arb:
    """q delta(log(1 + (e^eps - 1)/q), d, mu) for 0 < q <= 1."""
    if not (q > 0 and q <= 1 and eps >= 0):
        return arb.nan()
    return q * delta((eps.expm1() / q).log1p(), d, mu)


def mixed_roc(fpr: arb, d: arb, mu: arb, share: arb) -> arb:
    """share roc_symmetric + (1 - share) Q(QInv(fpr) - mu), for 0 < fpr < 1 and 0 <= share <= 1."""
    if not (fpr > 0 and fpr < 1 and share >= 0 and share <= 1):
        return arb.nan()
    informed = norm_sf(norm_isf(fpr) - mu)
    return informed if share.is_zero() else share * roc_symmetric(fpr, d, mu) + (1 - share) * informed


def mixed_delta(eps: arb, d: arb, mu: arb, share: arb) -> arb:
    """share delta(eps, d, mu) + (1 - share) times the Gaussian profile."""
    if not (eps >= 0 and mu > 0 and share >= 0 and share <= 1):
        return arb.nan()
    informed = gaussian_profile(eps, mu)
    return informed if share.is_zero() else share * delta(eps, d, mu) + (1 - share) * informed
