"""Second opinion on the Laplace pair with scale 1/eps0 and centres 0 and 1, from integrals of its densities.

In the unit s = eps0 (1 - x) to the left of the upper centre, p = e^-s / 2 and the loss is eps0 - 2 s, down to -eps0 at the
lower centre; beyond either centre the loss is constant. Thresholding x is an optimal test at every level.
"""

from __future__ import annotations

from fractions import Fraction

from independent_numeric import (
    SPARE_DIGITS,
    half_line_integral,
    interval_integral,
    log_odds,
    maximum_between,
    negligible_exponent,
    one_minus_exp,
    positive_root,
    quantity,
    real,
    root,
)
from independent_symmetric import best_gaussian_mu
from mpmath import mp, mpf


def shifted_excess(width: mpf) -> mpf:
    """int p (1 - e^(eps - L))_+ where width = eps0 - eps: beyond the upper centre, then left of it while the loss exceeds eps."""
    if width <= 0:
        return mpf(0)
    gain = one_minus_exp(width)
    with mp.workdps(mp.dps + SPARE_DIGITS):
        reach = min(width / 2, negligible_exponent())
        return gain(width) / 2 + interval_integral(lambda s: mp.exp(-s) * gain(width - 2 * s) / 2, reach)


@quantity("laplace.delta")
def laplace_delta(eps: Fraction, eps0: Fraction) -> mpf:
    return shifted_excess(real(eps0 - eps))


@quantity("laplace.epsilon")
def laplace_epsilon(delta: Fraction, eps0: Fraction) -> mpf:
    level, target = real(eps0), real(delta)
    if delta == 0:
        return level
    if target >= shifted_excess(level):
        return mpf(0)
    return level - positive_root(lambda width: mp.log(shifted_excess(width)) - mp.log(target))


@quantity("laplace.mu")
def laplace_mu(eps0: Fraction) -> mpf:
    return best_gaussian_mu(_profile_log_odds, eps0)


def _profile_log_odds(eps0: Fraction, eps: mpf) -> mpf:
    delta = shifted_excess(real(eps0) - eps)
    return mp.log(delta) - mp.log(1 - delta if delta < 0.9 else shared_mass(real(eps0), eps))


def shared_mass(level: mpf, eps: mpf) -> mpf:
    """int min(p, e^eps q) for 0 <= eps < eps0: p left of the edge of loss eps, e^eps q right of it."""
    edge = (level - eps) / 2  # in s
    right = interval_integral(lambda y: mp.exp(-y) / 2, min(edge, negligible_exponent())) * mp.exp(-edge)
    return mp.exp(-edge) / 2 + right + mp.exp(eps - level) / 2


def tail_of_centre(distance: mpf) -> tuple[mpf, mpf]:
    """(mass beyond, mass not beyond) a point at this distance right of the centre, in units of the scale."""
    tail = mp.exp(-abs(distance)) * half_line_integral(lambda s: mp.exp(-s) / 2, mpf(1))
    return (tail, 1 - tail) if distance >= 0 else (1 - tail, tail)


def roc_parts(fpr: Fraction, eps0: Fraction) -> tuple[mpf, mpf]:
    """(ROC, 1 - ROC): the threshold is found by bracketing the upper tail of the lower law, then the other law is integrated."""
    if fpr in (0, 1):
        return real(fpr), real(1 - fpr)
    return tail_of_centre(threshold_of(fpr) - real(eps0))


def threshold_of(fpr: Fraction) -> mpf:
    """Where the upper tail of the lower law is fpr, in units of the scale from its centre."""
    small = min(fpr, 1 - fpr)
    if 2 * small == 1:
        distance = mpf(0)
    else:
        target = mp.log(real(small))
        distance = positive_root(lambda s: target - mp.log(tail_of_centre(s)[0]))
    return distance if fpr == small else -distance


@quantity("laplace.roc")
def laplace_roc(fpr: Fraction, eps0: Fraction) -> mpf:
    return roc_parts(fpr, eps0)[0]


@quantity("laplace.tradeoff")
def laplace_tradeoff(fpr: Fraction, eps0: Fraction) -> mpf:
    return roc_parts(fpr, eps0)[1]


@quantity("laplace.auc")
def laplace_auc(eps0: Fraction) -> mpf:
    return 1 - wrong_order(real(eps0))


def wrong_order(level: mpf) -> mpf:
    """P(X < Y), integrated over X left of the lower centre, between the centres and right of the upper one."""
    left = half_line_integral(lambda y: mp.exp(-y - level) / 2 * (1 - mp.exp(-y) / 2), mpf(1))
    between = interval_integral(lambda s: mp.exp(-s) / 2 * mp.exp(s - level) / 2, level)
    right = half_line_integral(lambda y: mp.exp(-y) / 2 * mp.exp(-y - level) / 2, mpf(1))
    return left + between + right


@quantity("laplace.tv")
def laplace_tv(eps0: Fraction) -> mpf:
    return shifted_excess(real(eps0))


@quantity("laplace.kl")
def laplace_kl(eps0: Fraction) -> mpf:
    """int p (L + e^-L - 1), whose integrand is nowhere negative and whose added part integrates to 0."""
    level = real(eps0)

    def share(loss: mpf) -> mpf:
        return loss + mp.expm1(-loss)

    outside = (share(level) + mp.exp(-level) * share(-level)) / 2
    # Between the centres e^-s e^-L grows like e^(s - eps0): two integrals, each taken from the end where it lives.
    reach = min(level, negligible_exponent())
    from_upper = interval_integral(lambda s: mp.exp(-s) / 2 * (level - 2 * s - 1), reach)
    from_lower = interval_integral(lambda s: mp.exp(-s) / 2, reach)
    return outside + from_upper + from_lower


@quantity("laplace.renyi")
def laplace_renyi(order: Fraction, eps0: Fraction) -> mpf:
    """log int p e^((order - 1) L) / (order - 1), with the largest factor e^((order - 1) eps0) taken out."""
    level, power = real(eps0), real(order - 1)
    rate = 2 * power + 1
    reach = min(level, negligible_exponent() / rate)
    between = interval_integral(lambda s: mp.exp(-rate * s) / 2, reach)
    outside = (1 + mp.exp(-rate * level)) / 2
    return level + mp.log(outside + between) / power


def fbeta_over_roc(square: mpf, level: mpf, kappa: mpf) -> mpf:
    """sup over fpr of (1 + b^2) R / (b^2 + R + kappa fpr).

    The ROC is straight beyond the centres: there the ratio is monotone, rising from fpr = 0. So the supremum is at fpr = 1 or
    for a threshold between the centres, at the fraction t of the way from the lower one.
    """

    def ratio(fpr: mpf, hit: mpf) -> mpf:
        return (1 + square) * hit / (square + hit + kappa * fpr)

    def between(t: mpf) -> mpf:
        return ratio(mp.exp(-level * t) / 2, 1 - mp.exp(-level * (1 - t)) / 2)

    return max(ratio(mpf(1), mpf(1)), maximum_between(between, mpf(0), mpf(1))[1])


@quantity("laplace.fbeta")
def laplace_fbeta(beta: Fraction, eps0: Fraction, corr_prior: Fraction, corr_record: Fraction, corr_time: Fraction) -> mpf:
    kappa = (2 - corr_prior) * (1 - corr_record) * (1 - corr_time) - 1
    return fbeta_over_roc(real(beta**2), real(eps0), real(kappa))


@quantity("laplace.epsilon_for_fbeta")
def laplace_epsilon_for_fbeta(f: Fraction, beta: Fraction) -> mpf:
    square, floor = real(beta**2), (1 + beta**2) / (2 + beta**2)

    def gain_at_half(eps: mpf) -> mpf:
        """F at fpr = 1/2 less F at fpr = 1, the floor: it turns positive where the supremum leaves fpr = 1."""
        hit = 1 - mp.exp(-eps) / 2
        return (1 + square) * hit / (square + hit + mpf(1) / 2) - real(floor)

    leaves_floor = positive_root(gain_at_half)
    if f == floor:
        return leaves_floor
    target = real(f)
    highest = leaves_floor + 1
    while fbeta_over_roc(square, highest, mpf(1)) < target:
        highest *= 2
    return root(lambda eps: fbeta_over_roc(square, eps, mpf(1)) - target, leaves_floor, highest)


@quantity("laplace.epsilon_for_auc")
def laplace_epsilon_for_auc(auc: Fraction) -> mpf:
    target = mp.log(real(1 - auc))
    return positive_root(lambda level: target - mp.log(wrong_order(level)))


@quantity("laplace.epsilon_for_tv")
def laplace_epsilon_for_tv(tv: Fraction) -> mpf:
    target = log_odds(tv)
    return positive_root(lambda level: mp.log(shifted_excess(level)) - mp.log(shared_mass(level, mpf(0))) - target)


@quantity("laplace.epsilon_for_tpr")
def laplace_epsilon_for_tpr(tpr: Fraction, fpr: Fraction) -> mpf:
    """The distance of the centres at which the tail beyond the threshold of the level fpr is tpr."""
    threshold, target = threshold_of(fpr), log_odds(tpr)

    def error(level: mpf) -> mpf:
        hit, miss = tail_of_centre(threshold - level)
        return mp.log(hit) - mp.log(miss) - target

    return positive_root(error)


@quantity("laplace.chernoff")
def laplace_chernoff(eps0: Fraction) -> mpf:
    """The greatest -log int p^a q^(1-a) over a: beyond either centre, and between them in s from the lower one."""
    level = real(eps0)

    def divergence(a: mpf) -> mpf:
        between = interval_integral(lambda s: mp.exp(-a * (level - s) - (1 - a) * s), level)
        return -mp.log((mp.exp(-a * level) + mp.exp((a - 1) * level) + between) / 2)

    return maximum_between(divergence, real(Fraction(1, 50)), real(Fraction(49, 50)))[1]
