"""Second opinion on Poisson subsampling: P = (1 - q) B + q A against Q = B, from integrals of the densities.

With L = log(A/B) and w = (e^eps - 1 + q)/q, P - e^eps Q = B q (e^L - w), positive where L > log w. With
v = (e^-eps - 1 + q)/q, Q - e^eps P = B e^eps q (v - e^L), positive where L < log v and nowhere if v <= 0. Both are integrated
from the edge, where the integrand is 0, into their half line. The Rényi divergence is the integral of B (1 - q + q e^L)^order
by the trapezoidal rule on the pieces of the line where the integrand matters; its logarithm bends down by at most 1 in
standard units, so no peak is narrower than a unit normal density and a coarse scan sees all of them.
"""

from __future__ import annotations

import math
from fractions import Fraction

from independent_gaussian import excess, mills, normal_density, normal_tails
from independent_laplace import shifted_excess
from independent_numeric import halved_until_stable, negligible_exponent, quantity, real
from mpmath import mp, mpf


def edges(eps: Fraction, q: Fraction) -> tuple[mpf, mpf, mpf | None, mpf]:
    """(log w, q w, log v or None if v <= 0, e^eps q v)."""
    level, share = real(eps), real(q)
    if q == 1:
        return level, mp.exp(level), -level, mpf(1)
    upper = mp.expm1(level) + share
    lower = mp.expm1(-level) + share
    return mp.log(upper / share), upper, (mp.log(lower / share) if lower > 0 else None), mp.exp(level) * lower


@quantity("subsampled.gaussian_delta")
def subsampled_gaussian_delta(eps: Fraction, sigma: Fraction, q: Fraction) -> mpf:
    mu = real(1 / sigma)
    log_upper, weight_upper, log_lower, weight_lower = edges(eps, q)
    start = log_upper / mu + mu / 2
    # Beyond the edge in standard units: phi(start + y) (e^(mu y) - 1).
    if start - mu > -2:
        above = normal_density(start) * excess(start - mu, mu)
    else:
        # e^L B is the density of A, so this is P(A beyond the edge) / w - P(B beyond the edge).
        above = normal_tails(start - mu)[1] / mp.exp(log_upper) - normal_tails(start)[1]
    forward = weight_upper * above
    if log_lower is None:
        return forward
    start = -(log_lower / mu + mu / 2)  # mirrored: phi(start + y) (1 - e^(-mu y))
    if start > -2:
        below = normal_density(start) * excess(start, mu)
    else:
        below = 1 - normal_density(start) * (mills(-start) + mills(start + mu))
    return max(forward, weight_lower * below)


@quantity("subsampled.laplace_delta")
def subsampled_laplace_delta(eps: Fraction, eps0: Fraction, q: Fraction) -> mpf:
    log_upper, _, log_lower, weight_lower = edges(eps, q)
    width = real(eps0 - eps) if q == 1 else real(eps0) - log_upper
    forward = real(q) * shifted_excess(width)
    if log_lower is None:
        return forward
    width = real(eps0 - eps) if q == 1 else real(eps0) + log_lower
    return max(forward, weight_lower * shifted_excess(width))


def _pieces(order: float, mu: float, q: Fraction, drop: float) -> list[tuple[float, float]]:
    """Intervals outside which the integrand is below exp(-drop) times its maximum."""
    log_rest = math.log((1 - q).numerator) - math.log((1 - q).denominator) if q < 1 else -math.inf
    log_share = math.log(q.numerator) - math.log(q.denominator)

    def exponent(x: float) -> float:
        shifted = log_share + mu * x - mu * mu / 2
        high, low = max(shifted, log_rest), min(shifted, log_rest)
        return order * (high + math.log1p(math.exp(low - high))) - x * x / 2

    reach = math.sqrt(2 * drop) + 2
    last = order * mu
    places = {-reach + (last + 2 * reach) * k / 1000 for k in range(1001)}
    centres = [0.0, last]
    if q < 1:
        centres.append(min(max((log_rest - log_share) / mu + mu / 2, 0.0), last))
    for centre in centres:
        places |= {centre + reach * k / 40 for k in range(-40, 41)}
    grid = sorted(places)
    values = [exponent(x) for x in grid]
    floor = max(values) - drop
    pieces: list[tuple[float, float]] = []
    for left, right, at_left, at_right in zip(grid, grid[1:], values, values[1:], strict=False):
        if max(at_left, at_right) < floor:
            continue
        if pieces and pieces[-1][1] == left:
            pieces[-1] = (pieces[-1][0], right)
        else:
            pieces.append((left, right))
    return pieces


@quantity("subsampled.gaussian_renyi")
def subsampled_gaussian_renyi(order: Fraction, sigma: Fraction, q: Fraction) -> mpf:
    power, mu, share, rest = real(order), real(1 / sigma), real(q), real(1 - q)
    pieces = _pieces(float(order), float(1 / sigma), q, float(negligible_exponent()))

    def integrand(x: mpf) -> mpf:
        return mp.exp(power * mp.log(rest + share * mp.exp(mu * (x - mu / 2))) - x * x / 2)

    def sum_of_grid(offset: mpf, step: mpf) -> mpf:
        total = mpf(0)
        for left, right in pieces:
            first, last = mp.ceil((left - offset) / step), mp.floor((right - offset) / step)
            total += mp.fsum(integrand(offset + step * k) for k in range(int(first), int(last) + 1))
        return total

    moment = halved_until_stable(sum_of_grid, mpf(1) / 2) / mp.sqrt(2 * mp.pi)
    return mp.log(moment) / real(order - 1)
