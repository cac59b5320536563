"""Second opinion on the likelihood-ratio detector: tails integrated, thresholds bracketed, exponents searched over the tilt."""

from __future__ import annotations

from fractions import Fraction

from independent_gaussian import log_affinity, normal_tails, upper_quantile
from independent_laplace import tail_of_centre, threshold_of
from independent_numeric import interval_integral, maximum_on_line, quantity, real
from mpmath import mp, mpf


def bayes(hit: mpf, alarm: mpf, *correlations: Fraction) -> mpf:
    """The chance of presence after an alarm, from the chances of presence and absence before it."""
    prior, record, time = correlations
    present = 1 / ((2 - prior) * (1 - record) * (1 - time))
    return real(present) * hit / (real(present) * hit + real(1 - present) * alarm)


@quantity("detector.laplace_fpr")
def laplace_fpr(cut: Fraction, eps0: Fraction) -> mpf:
    return tail_of_centre(real(cut * eps0))[0]


@quantity("detector.laplace_tpr")
def laplace_tpr(cut: Fraction, eps0: Fraction) -> mpf:
    return tail_of_centre(real((cut - 1) * eps0))[0]


@quantity("detector.laplace_cut")
def laplace_cut(fpr: Fraction, eps0: Fraction) -> mpf:
    return threshold_of(fpr) / real(eps0)


@quantity("detector.laplace_ratio")
def laplace_ratio(fpr: Fraction, eps0: Fraction) -> mpf:
    """The two densities at the threshold."""
    place, level = threshold_of(fpr), real(eps0)
    return mp.exp(abs(place) - abs(place - level))


@quantity("detector.laplace_precision")
def laplace_precision(cut: Fraction, eps0: Fraction, *correlations: Fraction) -> mpf:
    return bayes(laplace_tpr(cut, eps0), laplace_fpr(cut, eps0), *correlations)


@quantity("detector.laplace_exponent")
def laplace_exponent(threshold: Fraction, eps0: Fraction) -> mpf:
    """The greatest s t - log E[ratio^s] over s, the mean over the lower law: both flat parts and the one between the centres."""
    level = real(eps0)

    def log_mean(s: mpf) -> mpf:
        between = interval_integral(lambda x: mp.exp(s * (2 * x - level) - x), level)
        return mp.log((mp.exp(-s * level) + between + mp.exp((s - 1) * level)) / 2)

    # in units of 1/eps0, so that the place is of the order of 1 for a small eps0 too
    return maximum_on_line(lambda place: place / level * real(threshold) - log_mean(place / level))[1]


@quantity("detector.gaussian_fpr")
def gaussian_fpr(cut: Fraction, mu: Fraction) -> mpf:
    return normal_tails(real(cut * mu))[1]


@quantity("detector.gaussian_tpr")
def gaussian_tpr(cut: Fraction, mu: Fraction) -> mpf:
    return normal_tails(real((cut - 1) * mu))[1]


@quantity("detector.gaussian_cut")
def gaussian_cut(fpr: Fraction, mu: Fraction) -> mpf:
    return upper_quantile(fpr) / real(mu)


@quantity("detector.gaussian_ratio")
def gaussian_ratio(fpr: Fraction, mu: Fraction) -> mpf:
    """The two densities at the threshold."""
    place, shift = upper_quantile(fpr), real(mu)
    return mp.exp((place**2 - (place - shift) ** 2) / 2)


@quantity("detector.gaussian_precision")
def gaussian_precision(cut: Fraction, mu: Fraction, *correlations: Fraction) -> mpf:
    return bayes(gaussian_tpr(cut, mu), gaussian_fpr(cut, mu), *correlations)


@quantity("detector.gaussian_exponent")
def gaussian_exponent(threshold: Fraction, mu: Fraction) -> mpf:
    shift = real(mu)

    def gain(place: mpf) -> mpf:
        return place / shift * real(threshold) - log_affinity(place / shift, shift, mpf(1), mpf(0), mpf(1))

    return maximum_on_line(gain)[1]
