"""Second opinion on two Gaussians, on the privacy-distortion bounds and on rectified mechanisms: integrals and searches."""

from __future__ import annotations

from fractions import Fraction

from independent_gaussian import log_affinity, normal_density
from independent_numeric import INDEPENDENT, line_integral, maximum_between, positive_root, quantity, real, root
from mpmath import mp, mpf


def normal_mean(value) -> mpf:
    """The mean of a function of a standard normal number."""
    return line_integral(lambda v: normal_density(v) * value(v))


@quantity("two_gaussians.kl")
def two_gaussians_kl(mu0: Fraction, sigma0: Fraction, mu1: Fraction, sigma1: Fraction) -> mpf:
    if (mu0, sigma0) == (mu1, sigma1):
        return mpf(0)
    shift, spread = real((mu0 - mu1) / sigma1), real(sigma0 / sigma1)
    narrower = mp.log(spread)
    return normal_mean(lambda v: ((shift + spread * v) ** 2 - v**2) / 2 - narrower)


def best_exponent(mu0: Fraction, sigma0: Fraction, mu1: Fraction, sigma1: Fraction) -> tuple[mpf, mpf]:
    """(exponent, Chernoff divergence) at the peak."""
    laws = [real(x) for x in (mu0, sigma0, mu1, sigma1)]
    edge = real(Fraction(1, 10**6))
    return maximum_between(lambda a: -log_affinity(a, *laws), edge, 1 - edge)


@quantity("two_gaussians.chernoff")
def two_gaussians_chernoff(mu0: Fraction, sigma0: Fraction, mu1: Fraction, sigma1: Fraction) -> mpf:
    return best_exponent(mu0, sigma0, mu1, sigma1)[1]


@quantity("two_gaussians.chernoff_exponent")
def two_gaussians_chernoff_exponent(mu0: Fraction, sigma0: Fraction, mu1: Fraction, sigma1: Fraction) -> mpf:
    with mp.workdps(2 * mp.dps):  # the place of an optimum is known to 2/3 of the digits of the search
        return best_exponent(mu0, sigma0, mu1, sigma1)[0]


@quantity("distortion.information")
def distortion_information(variance: Fraction, sigma_a: Fraction) -> mpf:
    """The mean over the sum before the attack of the divergence of what comes after from what comes after on the whole."""
    attack = sigma_a**2
    ratio, share = mp.log(real((variance + attack) / attack)), real(variance / (variance + attack))
    return normal_mean(lambda v: (ratio + share * (v**2 - 1)) / 2)


def normal_entropy(variance: Fraction) -> mpf:
    """The mean of minus the logarithm of the density."""
    return normal_mean(lambda v: (v**2 + mp.log(2 * mp.pi * real(variance))) / 2)


@quantity("distortion.rate")
def distortion_rate(variance: Fraction, reach: Fraction) -> mpf:
    return mpf(0) if variance == reach**2 else normal_entropy(variance) - normal_entropy(reach**2)


@quantity("distortion.least_reach")
def distortion_least_reach(variance: Fraction, sigma_a: Fraction) -> mpf:
    left = mp.log1p(real(variance / sigma_a**2))
    return positive_root(lambda s: left - mp.log(real(variance) / s**2))


@quantity("distortion.most_variance")
def distortion_most_variance(variance: Fraction, reach: Fraction) -> mpf:
    right = mp.log1p(real((variance - reach**2) / reach**2))
    return positive_root(lambda attack: right - mp.log1p(real(variance) / attack))


@quantity("rectified.scale")
def rectified_scale(width: Fraction, eps0: Fraction) -> mpf:
    """The scale at which the greatest log ratio of two Laplace densities, centres that far apart, is eps0."""
    return positive_root(lambda scale: real(eps0) - real(width) / scale)


@quantity("rectified.roc")
def rectified_roc(fpr: Fraction, mu: Fraction, eps0: Fraction) -> mpf:
    return min(INDEPENDENT["gaussian.roc"](fpr, mu), INDEPENDENT["pure.roc"](fpr, eps0))


def upper_tail(place: mpf) -> mpf:
    """Of the standard normal law, by mpmath's error function: the search below calls it hundreds of times."""
    return mp.erfc(place / mp.sqrt(2)) / 2


@quantity("rectified.delta")
def rectified_delta(eps: Fraction, mu: Fraction, eps0: Fraction) -> mpf:
    """The greatest true positive rate less e^eps times the false one, over the thresholds of the Gaussian part and its end."""
    if eps >= eps0:
        return mpf(0)
    shift, level, factor = real(mu), real(eps0), mp.exp(real(eps))

    def log_ratio(z: mpf) -> mpf:
        return mp.log(upper_tail(z - shift)) - mp.log(upper_tail(z))

    if log_ratio(shift / 2) >= level:
        return INDEPENDENT["pure.delta"](eps, eps0)
    crossing = root(lambda z: log_ratio(z) - level, shift / 2, level / shift + shift / 2 + 1)

    def gain(z: mpf) -> mpf:
        return upper_tail(z - shift) - factor * upper_tail(z)

    return maximum_between(gain, shift / 2, crossing)[1]
