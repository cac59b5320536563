"""Rényi divergence of the Poisson-subsampled Gaussian on Arb balls, in the larger direction.

With Q = N(0, s^2), P = (1-q) Q + q N(1, s^2), L = dN(1, s^2)/dQ and r = dP/dQ = (1-q) + q L (Mironov, Talwar and Zhang, 2019:
D_a(P||Q) >= D_a(Q||P)),
    gaussian_renyi(a, s, q) = log M/(a-1),    M = E_Q[r^a].
In units of s, L = e^(z/s - 1/(2 s^2)) with z standard normal.

Integer order. M - 1 = sum_{j=2..a} C(a,j) (1-q)^(a-j) q^j m_j with m_j = e^(j(j-1)/(2 s^2)) - 1. Let h_j = e^(j/s^2) - 1. Then
    h_{j+1} = h_j e^(1/s^2) + h_1,    m_{j+1} = m_j (1 + h_j) + h_j,
and Horner's scheme from j = 2 up to a: only positive terms are added, so no digit is lost however near M is to 1.

Any order. M is the integral of f(z) = phi(z) r(z)^a, taken by the trapezoidal rule of step h over all z = n h.
f is analytic for |Im z| < pi s, since there r is never 0 or negative. On the line Im z = d, |L| is what it is on the real
axis, so |r(x+id)| <= r(x) and |f(x+id)| <= e^(d^2/2) f(x): the integral of |f| along the line is at most e^(d^2/2) M. Hence
(Trefethen and Weideman, 2014, Theorem 5.1) for 0 < d < pi s the infinite sum T satisfies
    |T - M| <= M 2 e^(d^2/2)/(e^(2 pi d/h) - 1).
By convexity r^a <= 2^(a-1) ((1-q)^a + q^a L^a), and phi(z) L^a = e^(a(a-1)/(2 s^2)) phi(z - a/s). So f is at most the sum of two
normal densities, of weights w_0 = 2^(a-1) (1-q)^a about 0 and w_1 = 2^(a-1) q^a e^(a(a-1)/(2 s^2)) about a/s. The points of
the grid at distance >= W from the centre contribute at most w (1+h) e^(-W^2/2) of each, because
    2 h phi(W) + 2 (1 - Phi(W)) <= (h + 1) e^(-W^2/2),    h sum_n phi(nh + c) <= 1 + h,
so it is enough to sum near the centres, and a centre of negligible weight is left out altogether (W = 0).
Floating point chooses h, d, W and the bits M - 1 loses to M; the bounds are computed in balls.

Balls. The divergence increases in a (as every Rényi divergence) and in q (M is convex in q with slope 0 at q = 0), and
decreases in s (more noise is post-processing). Integer orders are summed on the balls; elsewhere, and where that is poor,
the value is the hull of the values at the two exact corners.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from flint import arb, ctx

from dplemma.arb.normal import SHARP_BITS
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

_LONGEST_SUM = 4096
"""Integer orders up to this are summed by the binomial theorem; the trapezoidal rule is faster beyond."""
_MOST_POINTS = 200_000
"""Points of quadrature at up to 256 bits; fewer beyond, in proportion."""
_MOST_BITS = 20_000
_RANGE = 1e-60, 1e60
"""Range of order - 1, sigma and q in which the floating-point choices are made."""
_LOG_2 = math.log(2)


def gaussian_renyi(order: arb, sigma: arb, q: arb) -> arb:
    """D_order(P||Q) for Q = N(0, sigma^2), P = (1-q) Q + q N(1, sigma^2); order > 1, sigma > 0, 0 < q <= 1."""
    if not (order > 1 and sigma > 0 and q > 0 and q <= 1 and order.is_finite() and sigma.is_finite()):
        return arb.nan()
    if q == 1:
        return order / (2 * sigma * sigma)
    exact = order.is_exact() and sigma.is_exact() and q.is_exact()
    if order.is_exact() and order.is_integer() and order <= _LONGEST_SUM:
        value = _by_binomials(order, sigma, q)
        if exact or value.rel_accuracy_bits() >= SHARP_BITS:
            return value
    if exact:
        return _by_trapezia(order, sigma, q)
    # Rounding may move the lower end of the order to 1, where the least value is not known but positive.
    low = gaussian_renyi(order.lower(), sigma.upper(), q.lower()) if order.lower() > 1 else arb(0)
    return low.union(gaussian_renyi(order.upper(), sigma.lower(), q.upper().min(arb(1))))


def _by_binomials(order: arb, sigma: arb, q: arb) -> arb:
    """The sum over the binomial law, for integer order."""
    a = int(float(order))
    with working_precision(ctx.prec + 2 * a.bit_length() + 12):
        inverse = 1 / (sigma * sigma)
        step, first = inverse.exp(), inverse.expm1()
        odds = (1 - q) / q
        growth = moment = total = first
        for j in range(2, a):
            growth = growth * step + first
            moment = moment + growth + moment * growth
            total = moment + total * odds * (j + 1) / (a - j)
        value = (total * q**a).log1p() / (a - 1)
    return value + 0


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """Floating-point choices for the trapezoidal rule: `bits` to work with, step, strip and the two half-widths."""

    bits: int
    step: float
    strip: float
    widths: tuple[float, float]


def _plan(order: arb, sigma: arb, q: arb) -> _Plan:
    a, s, rate = float(order), float(sigma), float(q)
    low, high = _RANGE
    if not (low < float(order - 1) < high and low < s < high and low < rate):
        raise OutOfBudget(f"the subsampled Gaussian with order - 1, sigma or q outside {_RANGE} is out of reach")
    inverse = 1 / s / s
    right = a * math.log(rate) + a * (a - 1) * inverse / 2
    log_moment = max(0.0, right)
    # Near M = 1: log M >= (a-1) KL(P||Q) >= 2 (a-1) TV(P, Q)^2 by Pinsker; elsewhere M >= E[(q L)^a].
    log_excess = math.log(2 * float(order - 1)) + 2 * math.log(rate * math.erf(1 / (s * math.sqrt(8))))
    nats = ctx.prec * _LOG_2 + (max(0.0, -log_excess) if right < 1 else 0.0) + 12
    strip = min(math.pi * s * (1 - 1e-9), math.sqrt(2 * nats))
    weights = (a - 1) * _LOG_2 + a * float((1 - q).log()), (a - 1) * _LOG_2 + right
    spare = [max(0.0, weight - log_moment + nats) for weight in weights]
    size = a * a * inverse + a * (inverse + abs(math.log(rate)) + 1) + nats
    return _Plan(
        bits=int(nats / _LOG_2) + math.frexp(size)[1] + 32,
        step=2 * math.pi * strip / (nats + strip * strip / 2),
        strip=strip,
        widths=(math.sqrt(2 * spare[0]), math.sqrt(2 * spare[1])),
    )


def _by_trapezia(order: arb, sigma: arb, q: arb) -> arb:
    """The trapezoidal rule at exact arguments."""
    plan = _plan(order, sigma, q)
    if plan.bits > _MOST_BITS:
        raise OutOfBudget(f"the subsampled Gaussian is too near no divergence: it needs {plan.bits} bits")
    with working_precision(plan.bits):
        h, d = arb(plan.step), arb(plan.strip)
        if not d < arb.pi() * sigma:
            return arb.nan()
        inverse = 1 / sigma
        doubling = arb(2) ** (order - 1)
        weights = doubling * (1 - q) ** order, doubling * (order * (q.log() + (order - 1) * inverse * inverse / 2)).exp()
        omitted, ranges = arb(0), list[range]()
        for centre, weight, width in zip((arb(0), order * inverse), weights, plan.widths, strict=True):
            omitted += weight * (1 + h) * (-(arb(width) ** 2) / 2).exp()
            if width > 0:
                ranges.append(_grid(centre, arb(width), h))
        total = sum((_grid_sum(points, order, inverse, q, h) for points in _disjoint(ranges)), arb(0))
        total = total * h / (2 * arb.pi()).sqrt() + arb(0).union(omitted.upper())
        relative = 2 * (d * d / 2).exp() / (2 * arb.pi() * d / h).expm1()
        value = (total / (1 + arb(0, relative.upper()))).log() / (order - 1)
    # The divergence is not negative, and not above that of the Gaussian without subsampling.
    return value + 0 if value.is_finite() else arb(0).union(order / (2 * sigma * sigma))


def _grid(centre: arb, width: arb, h: arb) -> range:
    """Indices n with |n h - centre| < width, and perhaps a few more."""
    lowest = ((centre - width) / h).lower().floor().unique_fmpz()
    highest = ((centre + width) / h).upper().ceil().unique_fmpz()
    most = _MOST_POINTS * 256 // max(256, ctx.prec)
    if lowest is None or highest is None or highest - lowest > most:
        raise OutOfBudget(f"the subsampled Gaussian needs more than {most} points of quadrature")
    return range(int(lowest), int(highest) + 1)


def _disjoint(ranges: list[range]) -> list[range]:
    """At most two ranges in rising order, joined if they meet."""
    if len(ranges) == 2 and ranges[1].start <= ranges[0].stop:
        return [range(min(ranges[0].start, ranges[1].start), max(ranges[0].stop, ranges[1].stop))]
    return ranges


def _grid_sum(points: range, order: arb, inverse: arb, q: arb, h: arb) -> arb:
    """sum over n of e^(-z^2/2) r(z)^order at z = n h."""
    half_square = h * h / 2
    stay, ratio = 1 - q, (h * inverse).exp()
    scaled = q * ((h * points.start - inverse / 2) * inverse).exp()
    total = arb(0)
    for n in points:
        total += (order * (stay + scaled).log() - half_square * (n * n)).exp()
        scaled *= ratio
    return total
