"""Second opinion on the Gaussian pair N(mu, 1) against N(0, 1), from integrals of the two densities.

With L(x) = mu x - mu^2/2 the log-likelihood ratio, x = t + y and z = t - mu at the point t where L(t) = eps,

    delta     = int (p - e^eps q)_+    = phi(z) int_0^inf exp(-z y - y^2/2) (1 - exp(-mu y)) dy,
    1 - delta = int min(p, e^eps q)    = phi(z) (mills(-z) + mills(z + mu)),   mills(z) = int_0^inf exp(-z y - y^2/2) dy,

two integrals of positive functions with the exponentially small factor in front, so both keep their relative precision in
the far tails. Inverses solve these integrals for the unknown; no error function is used except for the area under the ROC.
"""

from __future__ import annotations

from fractions import Fraction

from independent_numeric import (
    SPARE_DIGITS,
    digits_below,
    half_line_integral,
    interval_integral,
    line_integral,
    log_odds,
    log_of_part,
    maximum_between,
    one_minus_exp,
    positive_root,
    quantity,
    real,
)
from mpmath import mp, mpf


def normal_density(place: mpf) -> mpf:
    return mp.exp(-(place**2) / 2) / mp.sqrt(2 * mp.pi)


def mills(z: mpf) -> mpf:
    """Upper normal tail over the density, for z not far below 0."""
    return half_line_integral(lambda y: mp.exp(-y * (z + y / 2)), 1 / max(mpf(1), z))


def excess(z: mpf, mu: mpf) -> mpf:
    """int_0^inf exp(-z y - y^2/2) (1 - exp(-mu y)) dy, for z not far below 0."""
    scale = 1 / max(mpf(1), z)
    if mu * scale > 1:
        return mills(z) - mills(z + mu)
    gain = one_minus_exp(mu * scale)
    with mp.workdps(mp.dps + SPARE_DIGITS):
        return half_line_integral(lambda y: mp.exp(-y * (z + y / 2)) * gain(mu * y), scale)


def normal_tails(place: mpf) -> tuple[mpf, mpf]:
    """(lower, upper) tail of the standard normal law, each to full relative precision."""
    tail = normal_density(place) * mills(abs(place))
    return (tail, 1 - tail) if place < 0 else (1 - tail, tail)


def profile(eps: mpf, mu: mpf) -> tuple[mpf, mpf]:
    """(delta, 1 - delta), each to full relative precision."""
    z = eps / mu - mu / 2
    if z > -2:
        delta = normal_density(z) * excess(z, mu)
        return delta, 1 - delta
    rest = normal_density(z) * (mills(-z) + mills(z + mu))
    return 1 - rest, rest


def profile_log_odds(eps: mpf, mu: mpf) -> mpf:
    delta, rest = profile(eps, mu)
    return mp.log(delta) - mp.log(rest)


def upper_quantile(fpr: Fraction) -> mpf:
    """The t with upper normal tail fpr in (0, 1)."""
    if 2 * fpr == 1:
        return mpf(0)
    if 2 * fpr > 1:
        return -upper_quantile(1 - fpr)
    target = mp.log(real(fpr))
    return positive_root(lambda t: target - mp.log(normal_tails(t)[1]))


def log_affinity(order: mpf, mean0: mpf, sigma0: mpf, mean1: mpf, sigma1: mpf) -> mpf:
    """log int p^order q^(1 - order) for p = N(mean0, sigma0^2), q = N(mean1, sigma1^2), as an integral around its peak."""
    weight0, weight1 = order / sigma0**2, (1 - order) / sigma1**2
    peak = (weight0 * mean0 + weight1 * mean1) / (weight0 + weight1)
    width = 1 / mp.sqrt(weight0 + weight1)

    def exponent(place: mpf) -> mpf:
        return -(weight0 * (place - mean0) ** 2 + weight1 * (place - mean1) ** 2) / 2

    top = exponent(peak)
    mass = line_integral(lambda v: mp.exp(exponent(peak + width * v) - top))
    constant = -order * mp.log(sigma0) - (1 - order) * mp.log(sigma1) - mp.log(2 * mp.pi) / 2
    return top + mp.log(mass * width) + constant


@quantity("gaussian.delta")
def gaussian_delta(eps: Fraction, mu: Fraction) -> mpf:
    return profile(real(eps), real(mu))[0]


@quantity("gaussian.log_delta")
def gaussian_log_delta(eps: Fraction, mu: Fraction) -> mpf:
    delta, rest = profile(real(eps), real(mu))
    return log_of_part(delta, rest)


@quantity("gaussian.one_minus_delta")
def gaussian_one_minus_delta(eps: Fraction, mu: Fraction) -> mpf:
    return profile(real(eps), real(mu))[1]


@quantity("gaussian.log_one_minus_delta")
def gaussian_log_one_minus_delta(eps: Fraction, mu: Fraction) -> mpf:
    delta, rest = profile(real(eps), real(mu))
    return log_of_part(rest, delta)


@quantity("gaussian.epsilon")
def gaussian_epsilon(delta: Fraction, mu: Fraction) -> mpf:
    target, shift = log_odds(delta), real(mu)
    if target >= profile_log_odds(mpf(0), shift):
        return mpf(0)
    return positive_root(lambda eps: target - profile_log_odds(eps, shift))


def mu_of(eps: mpf, target_log_odds: mpf) -> mpf:
    """The mu whose profile at eps has these log-odds."""
    return positive_root(lambda mu: profile_log_odds(eps, mu) - target_log_odds)


@quantity("gaussian.mu")
def gaussian_mu(eps: Fraction, delta: Fraction) -> mpf:
    return mu_of(real(eps), log_odds(delta))


@quantity("gaussian.sigma")
def gaussian_sigma(eps: Fraction, delta: Fraction) -> mpf:
    return 1 / gaussian_mu(eps, delta)


@quantity("gaussian.roc")
def gaussian_roc(fpr: Fraction, mu: Fraction) -> mpf:
    if fpr in (0, 1):
        return real(fpr)
    return normal_tails(upper_quantile(fpr) - real(mu))[1]


@quantity("gaussian.tradeoff")
def gaussian_tradeoff(fpr: Fraction, mu: Fraction) -> mpf:
    if fpr in (0, 1):
        return real(1 - fpr)
    return normal_tails(upper_quantile(fpr) - real(mu))[0]


def wrong_order(mu: mpf) -> mpf:
    """P(X < Y) = 1 - AUC for X from N(mu, 1) and Y from N(0, 1), integrated around the peak of its integrand at mu/2."""
    return line_integral(lambda v: normal_density(v - mu / 2) * mp.erfc((v + mu / 2) / mp.sqrt(2)) / 2)


def half_plane(distance: mpf) -> mpf:
    """Mass of a half plane at this distance from the mean of a standard normal law in the plane, in polar coordinates.

    Along the ray at angle a from the normal the radial mass beyond the edge is exp(-distance^2 / (2 cos^2 a)); tan a = sinh u.
    The half plane Y > X lies at distance mu / sqrt(2).
    """
    decay = distance**2 / 2
    return line_integral(lambda u: mp.exp(-decay * mp.sinh(u) ** 2) / mp.cosh(u)) * mp.exp(-decay) / (2 * mp.pi)


@quantity("gaussian.auc")
def gaussian_auc(mu: Fraction) -> mpf:
    return 1 - wrong_order(real(mu))


@quantity("gaussian.mu_for_auc")
def gaussian_mu_for_auc(auc: Fraction) -> mpf:
    target = log_odds(auc)

    def error(mu: mpf) -> mpf:
        distance = mu / mp.sqrt(2)
        # The polar integrand spreads as the edge nears the mean; then the strip between them is taken from one half.
        wrong = half_plane(distance) if mu > 1 else mpf(1) / 2 - interval_integral(normal_density, distance)
        return mp.log(1 - wrong) - mp.log(wrong) - target

    return positive_root(error)


@quantity("gaussian.tv")
def gaussian_tv(mu: Fraction) -> mpf:
    return profile(mpf(0), real(mu))[0]


@quantity("gaussian.mu_for_tv")
def gaussian_mu_for_tv(tv: Fraction) -> mpf:
    return mu_of(mpf(0), log_odds(tv))


@quantity("gaussian.kl")
def gaussian_kl(mu: Fraction) -> mpf:
    shift = real(mu)
    return line_integral(lambda v: normal_density(v) * shift * (v + shift / 2))


@quantity("gaussian.renyi")
def gaussian_renyi(order: Fraction, mu: Fraction) -> mpf:
    if order == 1:
        return gaussian_kl(mu)
    return log_affinity(real(order), real(mu), mpf(1), mpf(0), mpf(1)) / real(order - 1)


@quantity("renyi.gaussian")
def renyi_gaussian(order: Fraction, mu0: Fraction, sigma0: Fraction, mu1: Fraction, sigma1: Fraction) -> mpf:
    return log_affinity(real(order), real(mu0), real(sigma0), real(mu1), real(sigma1)) / real(order - 1)


@quantity("gaussian.chernoff")
def gaussian_chernoff(mu: Fraction) -> mpf:
    shift = real(mu)
    return maximum_between(
        lambda a: -log_affinity(a, shift, mpf(1), mpf(0), mpf(1)), real(Fraction(1, 50)), real(Fraction(49, 50))
    )[1]


def best_fbeta(beta: Fraction, mu: Fraction) -> tuple[mpf, mpf]:
    """(sup F, fpr there) by Dinkelbach's iteration.

    F is the supremum iff max over fpr of (1+b^2) R - F (b^2 + R + fpr) is 0, and for a given F that maximum sits where the
    slope of the ROC, exp(mu t - mu^2/2) at the threshold t, is F / (1 + b^2 - F). The iteration rises quadratically.
    """
    if mp.dps > 30:
        with mp.workdps(mp.dps // 2):
            value = best_fbeta(beta, mu)[0]
    else:
        value = real((1 + beta**2) / (2 + beta**2))
    square, shift = real(beta**2), real(mu)
    for _ in range(200):
        threshold = shift / 2 + mp.log(value / (1 + square - value)) / shift
        fpr, hit = normal_tails(threshold)[1], normal_tails(threshold - shift)[1]
        before, value = value, (1 + square) * hit / (square + hit + fpr)
        if abs(value - before) <= digits_below(3) * value:
            break
    return value, fpr


@quantity("gaussian.fbeta")
def gaussian_fbeta(beta: Fraction, mu: Fraction) -> mpf:
    return best_fbeta(beta, mu)[0]


@quantity("gaussian.fbeta_fpr")
def gaussian_fbeta_fpr(beta: Fraction, mu: Fraction) -> mpf:
    return best_fbeta(beta, mu)[1]


@quantity("gaussian.mu_for_fbeta")
def gaussian_mu_for_fbeta(f: Fraction, beta: Fraction) -> mpf:
    """The root of Dinkelbach's maximum over the tests, which rises with mu: at f it is 0."""
    square, score = real(beta**2), real(f)
    slope = mp.log(score / (1 + square - score))

    def greatest(mu: mpf) -> mpf:
        threshold = mu / 2 + slope / mu
        fpr, hit = normal_tails(threshold)[1], normal_tails(threshold - mu)[1]
        return (1 + square - score) * hit - score * (square + fpr)

    return positive_root(greatest)


@quantity("gaussian.mu_for_tpr")
def gaussian_mu_for_tpr(tpr: Fraction, fpr: Fraction) -> mpf:
    threshold, target = upper_quantile(fpr), log_odds(tpr)

    def error(mu: mpf) -> mpf:
        miss, hit = normal_tails(threshold - mu)
        return mp.log(hit) - mp.log(miss) - target

    return positive_root(error)
