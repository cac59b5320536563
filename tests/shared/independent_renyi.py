"""Second opinion on conversions from Rényi privacy, on concentrated privacy and on the central limit of noisy descent.

The conversion of Rényi order a uses the constant c(a) = sup over u > 0 of (1 - exp(-u)) exp(-(a - 1) u), because
(1 - e^(eps - L))_+ <= c(a) e^((a - 1)(L - eps)) for every loss L; the supremum is searched here, and equals
(1 - 1/a)^a / (a - 1). Infima over the order are searched in log(a - 1).
"""

from __future__ import annotations

from fractions import Fraction

from independent_gaussian import normal_density, normal_tails
from independent_numeric import half_line_integral, line_integral, maximum_on_line, positive_root, quantity, real
from mpmath import mp, mpf


@quantity("renyi.epsilon_standard")
def epsilon_standard(order: Fraction, rdp: Fraction, delta: Fraction) -> mpf:
    return real(rdp) - mp.log(real(delta)) / real(order - 1)


@quantity("renyi.epsilon_improved")
def epsilon_improved(order: Fraction, rdp: Fraction, delta: Fraction) -> mpf:
    excess_order = real(order - 1)

    def log_bound(place: mpf) -> mpf:
        loss = mp.exp(place)
        share = mp.log1p(-mp.exp(-loss)) if loss > 1 else mp.log(-mp.expm1(-loss))
        return share - excess_order * loss

    log_constant = maximum_on_line(log_bound)[1]
    return real(rdp) + (log_constant - mp.log(real(delta))) / excess_order


def best_conversion(rho: Fraction, delta: Fraction) -> tuple[mpf, mpf]:
    """(order - 1, epsilon) at the infimum over the order a of the improved conversion of rdp = a rho."""
    rate, log_delta = real(rho), mp.log(real(delta))

    def negated(place: mpf) -> mpf:
        w = mp.exp(place)
        return (log_delta + mp.log1p(w)) / w - (1 + w) * rate - mp.log(w / (1 + w))

    place, value = maximum_on_line(negated)
    return mp.exp(place), -value


@quantity("renyi.epsilon_best")
def epsilon_best(mu: Fraction, delta: Fraction) -> mpf:
    return best_conversion(mu**2 / 2, delta)[1]


@quantity("renyi.order_best")
def order_best(mu: Fraction, delta: Fraction) -> mpf:
    with mp.workdps(2 * mp.dps):  # the place of an optimum is known to 2/3 of the digits of the search
        return 1 + best_conversion(mu**2 / 2, delta)[0]


@quantity("zcdp.epsilon")
def zcdp_epsilon(rho: Fraction, delta: Fraction) -> mpf:
    return best_conversion(rho, delta)[1]


@quantity("zcdp.delta")
def zcdp_delta(rho: Fraction, eps: Fraction) -> mpf:
    return mp.exp(log_least_delta(real(rho), real(eps)))


def log_least_delta(rate: mpf, level: mpf) -> mpf:
    """The least logarithm over the orders."""

    def negated(place: mpf) -> mpf:
        w = mp.exp(place)  # the order minus 1; every term carries a factor w, so nothing cancels for orders near 1
        return (1 + w) * mp.log1p(w) - w * ((1 + w) * rate - level + mp.log(w))

    return -maximum_on_line(negated)[1]


@quantity("zcdp.rho")
def zcdp_rho(eps: Fraction, delta: Fraction) -> mpf:
    target, level = mp.log(real(delta)), real(eps)
    return positive_root(lambda rate: log_least_delta(rate, level) - target)


@quantity("dpsgd.mu_clt_poisson")
def mu_clt_poisson(sigma: Fraction, q: Fraction, steps: Fraction) -> mpf:
    """q sqrt(steps chi2), chi2 = int (p/q - 1)^2 q: the integral of p^2/q around its peak, less 1."""
    mu = real(1 / sigma)
    top = mp.exp(mu**2)
    mass = line_integral(lambda v: normal_density(v + 2 * mu) * mp.exp(2 * mu * (v + 2 * mu) - mu**2) / top)
    return real(q) * mp.sqrt(real(steps) * (mass * top - 1))


@quantity("dpsgd.mu_clt_uniform")
def mu_clt_uniform(sigma: Fraction, q: Fraction, steps: Fraction) -> mpf:
    """q sqrt(2 steps chi2_+), chi2_+ = int (p/q - 1)_+^2 q over the half line x = mu/2 + y where p > q."""
    mu = real(1 / sigma)
    if mu > 3:
        # The peak is far from the edge: q (p/q - 1)^2 is p^2/q - 2 p + q, three normal tails of very different sizes.
        tails = [normal_tails(mu / 2 - k * mu)[1] for k in range(3)]
        part = mp.exp(mu**2) * tails[2] - 2 * tails[1] + tails[0]
    else:
        part = half_line_integral(lambda y: normal_density(mu / 2 + y) * mp.expm1(mu * y) ** 2, mpf(1))
    return real(q) * mp.sqrt(2 * real(steps) * part)
