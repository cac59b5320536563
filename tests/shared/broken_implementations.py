"""Implementations as people write them, each wrong in one way, and the ones they come from, which are right.

`BROKEN` says for each which quantity it is meant to be, on which side of the truth its errors lie, whether that is unsafe, and
the reason, found with pencil and paper: nothing here looks at what the audit says. `RIGHT` has correct implementations.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scipy.optimize import brentq
from scipy.special import log_ndtr, ndtr, ndtri
from scipy.stats import chi2, ncx2


@dataclass(frozen=True)
class Broken:
    """`side`: below, above, both, or none where it gives no number; `unsafe`: whether some error promises too much privacy."""

    function: Callable[..., Any]
    quantity: str
    side: str
    unsafe: bool
    why: str
    promise: str = "exact"
    ranges: dict[str, str] = field(default_factory=dict)
    arg: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.function.__name__


BROKEN: list[Broken] = []
RIGHT: list[tuple[Callable[..., float], str]] = []


def broken(
    quantity: str, side: str, *, unsafe: bool, why: str, **more: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        BROKEN.append(Broken(function, quantity, side, unsafe, why, **more))
        return function

    return keep


def right(quantity: str) -> Callable[[Callable[..., float]], Callable[..., float]]:
    def keep(function: Callable[..., float]) -> Callable[..., float]:
        RIGHT.append((function, quantity))
        return function

    return keep


# -- right ----------------------------------------------------------------------------------------------------------------


@right("gaussian.delta")
def profile(eps, mu):
    """Both terms as logarithms; their difference by log1p."""
    first, second = log_ndtr(mu / 2 - eps / mu), eps + log_ndtr(-mu / 2 - eps / mu)
    return math.exp(first + math.log1p(-math.exp(second - first))) if second < first else 0.0


@right("gaussian.epsilon")
def epsilon(delta, mu):
    if delta >= profile(0.0, mu):
        return 0.0
    high = 1.0
    while profile(high, mu) > delta:
        high *= 2
    return brentq(lambda eps: math.log(max(profile(eps, mu), 1e-320) / delta), 0.0, high, xtol=1e-14, rtol=1e-14)


def largest_mu(eps, delta, xtol=1e-15):
    """(the bracket's ends of) the largest mu whose profile at eps is at most delta."""
    low, high = 1e-3, 64.0
    while high - low > xtol * high and low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if profile(eps, middle) <= delta else (low, middle)
    return low, high


@right("gaussian.mu")
def mu_for_pair(eps, delta):
    return largest_mu(eps, delta)[0]


@right("gaussian.sigma")
def sigma_for_pair(eps, delta):
    return 1 / largest_mu(eps, delta)[0]


@right("gaussian.auc")
def auc(mu):
    return ndtr(mu / math.sqrt(2))


@right("laplace.delta")
def laplace_profile(eps, eps0):
    return max(0.0, -math.expm1((eps - eps0) / 2))


@right("renyi.epsilon_standard")
def renyi_conversion(alpha, rdp, delta):
    return rdp - math.log(delta) / (alpha - 1)


@right("pure.mu")
def pure_mu(eps0):
    return -2 * ndtri(1 / (1 + math.exp(eps0)))


def composed_profile(k, eps0, eps):
    """Sum over the outcomes of k randomised responses whose loss exceeds eps, each term in logarithms."""
    log_sum = math.log1p(math.exp(-eps0))
    total = 0.0
    for i in range(k + 1):
        loss = (2 * i - k) * eps0
        if loss > eps:
            log_choose = math.lgamma(k + 1) - math.lgamma(i + 1) - math.lgamma(k - i + 1)
            total += math.exp(log_choose - (k - i) * eps0 - k * log_sum) * -math.expm1(eps - loss)
    return total


# -- the Gaussian profile -------------------------------------------------------------------------------------------------


@broken("gaussian.delta", "above", unsafe=False, why="a positive term is added instead of subtracted")
def added_tail(eps, mu):
    return math.exp(log_ndtr(mu / 2 - eps / mu)) + math.exp(eps + log_ndtr(-mu / 2 - eps / mu))


@broken("gaussian.delta", "below", unsafe=True, why="Phi grows, so the subtracted term with +mu/2 for -mu/2 is too large")
def wrong_sign_in_the_tail(eps, mu):
    return ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(mu / 2 - eps / mu)


@broken("gaussian.delta", "above", unsafe=False, why="whatever is smaller is raised to 1e-12")
def clamped_from_below(eps, mu):
    return max(profile(eps, mu), 1e-12)


@broken("gaussian.delta", "below", unsafe=True, why="small positive values are set to 0")
def small_is_zero(eps, mu):
    found = profile(eps, mu)
    return found if found > 1e-10 else 0.0


@broken("gaussian.delta", "below", unsafe=True, why="a factor below 1 in one corner")
def off_in_one_corner(eps, mu):
    return profile(eps, mu) * (1 - 1e-4 if eps > 15 and mu > 6 else 1)


@broken("gaussian.delta", "above", unsafe=False, why="a factor above 1 in a box next to a corner, whose corner is right")
def off_near_a_corner(eps, mu):
    return profile(eps, mu) * (1 + 1e-4 if 15 < eps < 19 and 6 < mu < 7.5 else 1)


@broken("gaussian.delta", "both", unsafe=True, why="delta(20, 0.05) = 0 but delta(0.05, 20) is nearly 1, and the reverse")
def swapped_arguments(eps, mu):
    return profile(mu, eps)


@broken("gaussian.delta", "both", unsafe=True, why="1 - Phi(-x) keeps an absolute error of 1e-16 in tails far below it")
def complement_in_the_tail(eps, mu):
    return (1 - ndtr(eps / mu - mu / 2)) - math.exp(eps) * (1 - ndtr(mu / 2 + eps / mu))


@broken("gaussian.delta", "none", unsafe=False, why="e^eps overflows from 709.8 on", ranges={"eps": "1:1000", "mu": "1:100"})
def overflows(eps, mu):
    tail = math.exp(eps) * ndtr(-mu / 2 - eps / mu)
    return profile(eps, mu) if tail >= 0 else math.nan


@broken("gaussian.delta", "above", unsafe=False, why="the subtracted term is missing: an upper bound, sold as exact")
def only_the_loss_tail(eps, mu):
    return math.exp(log_ndtr(mu / 2 - eps / mu))


@broken("gaussian.delta", "below", unsafe=True, promise="upper", why="losses are rounded down, so each counts for too little")
def losses_rounded_down(eps, mu):
    """The loss is normal with mean mu^2/2 and deviation mu; delta is the mean of (1 - e^(eps - loss)) over losses above eps."""
    width = mu / 10
    beyond = [ndtr((mu * mu / 2 - eps - k * width) / mu) for k in range(1, 302)]
    return sum((beyond[k - 1] - beyond[k]) * -math.expm1(-k * width) for k in range(1, 301))


@broken("gaussian.delta", "both", unsafe=True, why="seven digits are kept, rounded to nearest")
def single_precision(eps, mu):
    return struct.unpack("f", struct.pack("f", profile(eps, mu)))[0]


@broken("gaussian.delta", "below", unsafe=True, arg={"sigma": "1/mu"}, why="sigma is taken for sigma^2: for sigma < 1 more noise")
def variance_for_deviation(eps, sigma):
    return profile(eps, 1 / math.sqrt(sigma)) if sigma < 1 else profile(eps, 1 / sigma)


@broken("gaussian.log_delta", "below", unsafe=True, why="the logarithm of what has underflowed to 0")
def log_of_an_underflow(eps, mu):
    found = profile(eps, mu)
    return math.log(found) if found > 1e-300 else -math.inf


# -- epsilon and calibration ----------------------------------------------------------------------------------------------


@broken("gaussian.epsilon", "below", unsafe=True, why="bisection to an absolute 1e-3, lower end returned")
def absolute_tolerance(delta, mu):
    low, high = 0.0, 200.0
    while high - low > 1e-3:
        middle = (low + high) / 2
        low, high = (middle, high) if profile(middle, mu) > delta else (low, middle)
    return low


@broken("gaussian.epsilon", "below", unsafe=True, why="the root is sought up to 30 only; beyond it 30 is returned")
def missing_root(delta, mu):
    return min(epsilon(delta, mu), 30.0)


@broken("gaussian.epsilon", "above", unsafe=False, why="the conversion through Rényi divergences is only a bound")
def through_renyi(delta, mu):
    return mu * mu / 2 + mu * math.sqrt(-2 * math.log(delta))


@broken(
    "gaussian.epsilon", "below", unsafe=True, promise="upper",
    why="mu sqrt(2 log(1.25/delta)) is a bound while it is at most 1; it grows like mu, the truth like mu^2/2",
)  # fmt: skip
def classical_epsilon(delta, mu):
    return mu * math.sqrt(2 * math.log(1.25 / delta))


@broken(
    "gaussian.epsilon", "below", unsafe=True, why="where delta(0) <= delta it is 0", ranges={"delta": "0.1:0.9", "mu": "0.05:0.2"}
)
def negative_epsilon(delta, mu):
    return -1e-3 if delta >= profile(0.0, mu) else epsilon(delta, mu)


@broken(
    "gaussian.sigma", "below", unsafe=True, promise="upper",
    why="sqrt(2 log(1.25/delta))/eps falls like 1/eps, what is needed like 1/sqrt(2 eps): too small for large eps",
)  # fmt: skip
def classical_sigma(eps, delta):
    return math.sqrt(2 * math.log(1.25 / delta)) / eps


@broken("gaussian.sigma", "below", unsafe=True, why="rounded down to two places")
def sigma_rounded_down(eps, delta):
    return math.floor(100 * sigma_for_pair(eps, delta)) / 100


@broken("gaussian.sigma", "above", unsafe=False, why="rounded up to two places: more noise than needed")
def sigma_rounded_up(eps, delta):
    return math.ceil(100 * sigma_for_pair(eps, delta)) / 100


@broken("gaussian.mu", "above", unsafe=True, why="the upper end of a bracket: a mu whose profile exceeds delta")
def wrong_end_of_the_bracket(eps, delta):
    return largest_mu(eps, delta, xtol=1e-5)[1]


# -- tests, divergences ---------------------------------------------------------------------------------------------------


@broken("gaussian.auc", "below", unsafe=True, why="Phi(mu/2) for Phi(mu/sqrt(2)): the argument is too small")
def auc_with_half(mu):
    return ndtr(mu / 2)


@broken("gaussian.tv", "above", unsafe=False, why="the tangent at 0 of a concave function")
def tangent_of_the_advantage(mu):
    return mu / math.sqrt(2 * math.pi)


@broken("gaussian.tradeoff", "above", unsafe=True, why="+mu for -mu: a type II error too large, which is unsafe")
def tradeoff_the_wrong_way(fpr, mu):
    return ndtr(ndtri(1 - fpr) + mu)


@broken("gaussian.roc", "below", unsafe=True, why="the adversary's shift with the wrong sign")
def roc_the_wrong_way(fpr, mu):
    return ndtr(ndtri(fpr) - mu)


@broken("gaussian.renyi", "below", unsafe=True, why="the KL divergence for every order; they grow with the order, from 1.25 on")
def kl_for_every_order(order, mu):
    return mu * mu / 2


@broken("renyi.epsilon_standard", "below", unsafe=True, why="log(1/delta) is divided by order, not by order - 1")
def divided_by_the_order(order, rdp, delta):
    return rdp + math.log(1 / delta) / order


@broken("zcdp.delta", "above", unsafe=False, why="the improved conversion has one more factor, at most 1")
def plain_zcdp(rho, eps):
    return min(1.0, math.exp(-((eps - rho) ** 2) / (4 * rho))) if eps > rho else 1.0


# -- Laplace, pure DP, subsampling, dimensions ----------------------------------------------------------------------------


@broken("laplace.delta", "below", unsafe=True, why="without max(0, .) it is negative beyond eps0")
def laplace_without_maximum(eps, eps0):
    return -math.expm1((eps - eps0) / 2)


@broken("laplace.delta", "above", unsafe=False, why="1 - e^(eps - eps0) exceeds 1 - e^((eps - eps0)/2)")
def laplace_without_half(eps, eps0):
    return max(0.0, -math.expm1(eps - eps0))


@broken("laplace.tradeoff", "below", unsafe=False, why="the middle piece is missing: the lower curve of all eps0-DP mechanisms")
def laplace_without_middle(fpr, eps0):
    return max(0.0, 1 - math.exp(eps0) * fpr, math.exp(-eps0) * (1 - fpr))


@broken("pure.composed_delta", "below", unsafe=True, why="one mechanism less is composed")
def one_mechanism_less(k, eps0, eps):
    return composed_profile(k - 1, eps0, eps)


@broken("pure.composed_epsilon", "above", unsafe=False, why="basic composition: an upper bound, sold as exact")
def basic_composition(k, eps0, delta):
    return k * eps0


@broken("dpsgd.mu_clt_poisson", "below", unsafe=True, why="1/sigma^2 for e^(1/sigma^2) - 1, which is larger")
def clt_to_first_order(noise_multiplier, sample_rate, iterations):
    return sample_rate * math.sqrt(iterations) / noise_multiplier


@broken(
    "subsampled.gaussian_delta",
    "above",
    unsafe=False,
    why="q delta at eps, not at the amplified eps, where it is smaller",
)
def amplified_in_delta_only(eps, sigma, q):
    """Convexity of the profile in e^eps bounds both directions by it."""
    return q * profile(eps, 1 / sigma)


@broken("glrt.roc", "above", unsafe=False, why="dimension 1 for all: fewer dimensions hide a shift less")
def dimension_ignored(fpr, d, mu):
    return ncx2.sf(chi2.isf(fpr, 1), 1, mu * mu)
