"""Second opinion on pure differential privacy, from the outcomes of randomised response.

One answer is truthful with probability e^eps0 / (1 + e^eps0). Tests between the two laws are mixtures of the tests that name
a set of outcomes, so the ROC is the polygon through (0, 0), (1, e^eps0) / (1 + e^eps0) and (1, 1). Of k answers only the
number of truthful ones matters: the k-fold law is built from counts and the profile summed outcome by outcome.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from independent_numeric import positive_root, quantity, real
from independent_symmetric import best_gaussian_mu
from mpmath import mp, mpf


def truthful(eps0: mpf) -> tuple[mpf, mpf]:
    """(probability of the truth, probability of a lie)."""
    lie = mp.exp(-eps0) / (1 + mp.exp(-eps0))
    return 1 / (1 + mp.exp(-eps0)), lie


def response_excess(eps0: mpf, width: mpf) -> mpf:
    """sum over the two outcomes of (p - e^eps q)_+ where width = eps0 - eps and eps >= 0: only the truth counts."""
    return truthful(eps0)[0] * -mp.expm1(-width) if width > 0 else mpf(0)


@quantity("pure.delta")
def pure_delta(eps: Fraction, eps0: Fraction) -> mpf:
    return response_excess(real(eps0), real(eps0 - eps))


@quantity("pure.epsilon")
def pure_epsilon(delta: Fraction, eps0: Fraction) -> mpf:
    level, target = real(eps0), real(delta)
    if delta == 0:
        return level
    if target >= response_excess(level, level):
        return mpf(0)
    return level - positive_root(lambda width: mp.log(response_excess(level, width)) - mp.log(target))


@quantity("pure.mu")
def pure_mu(eps0: Fraction) -> mpf:
    return best_gaussian_mu(_profile_log_odds, eps0)


def _profile_log_odds(eps0: Fraction, eps: mpf) -> mpf:
    truth, lie = truthful(real(eps0))
    shared = lie + mp.exp(eps) * lie  # min(p, e^eps q) at the lie and at the truth
    return mp.log(truth * -mp.expm1(eps - real(eps0))) - mp.log(shared)


@quantity("pure.roc")
def pure_roc(fpr: Fraction, eps0: Fraction) -> mpf:
    truth, lie = truthful(real(eps0))
    if real(fpr) <= lie:
        return real(fpr) * truth / lie
    return 1 - real(1 - fpr) * lie / truth


@quantity("pure.tradeoff")
def pure_tradeoff(fpr: Fraction, eps0: Fraction) -> mpf:
    truth, lie = truthful(real(eps0))
    if real(fpr) <= lie:
        return 1 - real(fpr) * truth / lie
    return real(1 - fpr) * lie / truth


def composed_parts(k: int, eps0: mpf, width: mpf) -> tuple[mpf, mpf]:
    """(delta, 1 - delta) of k answers at eps = k eps0 - width, summed over the number of lies."""
    truth, lie = truthful(eps0)
    delta, rest = mpf(0), mpf(0)
    for lies in range(k + 1):
        mass = comb(k, lies) * truth ** (k - lies) * lie**lies
        margin = width - 2 * lies * eps0  # the loss less eps
        if margin > 0:
            delta -= mass * mp.expm1(-margin)
            rest += mass * mp.exp(-margin)
        else:
            rest += mass
    return delta, rest


@quantity("pure.composed_delta")
def pure_composed_delta(k: Fraction, eps0: Fraction, eps: Fraction) -> mpf:
    width = k * eps0 - eps
    if width <= 0:
        return mpf(0)
    return composed_parts(int(k), real(eps0), real(width))[0]


@quantity("pure.composed_epsilon")
def pure_composed_epsilon(k: Fraction, eps0: Fraction, delta: Fraction) -> mpf:
    level, whole = real(eps0), real(k * eps0)
    if delta == 0:
        return whole

    def error(width: mpf) -> mpf:
        found, rest = composed_parts(int(k), level, width)
        return mp.log(found) - mp.log(rest) - mp.log(real(delta)) + mp.log(real(1 - delta))

    return whole - positive_root(error) if error(whole) > 0 else mpf(0)
