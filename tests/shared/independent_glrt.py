"""Second opinion on the generalised likelihood ratio test: the norm r of a Gaussian vector in d dimensions, central or shifted.

The central law has density r^(d-1) e^(-r^2/2) / (2^(d/2-1) Gamma(d/2)) and the shifted law is the central one times the
likelihood ratio exp(-mu^2/2) 0F1(d/2; mu^2 r^2/4), which rises with r. Tails are integrals of these densities from the
threshold r: outwards as r + y, inwards as r e^-v, always on the side away from the peak (the other tail is the complement).
The suprema over thresholds in delta sit where the likelihood ratio is e^eps or e^-eps; delta is then the integral of a
positive function from that point.
"""

from __future__ import annotations

from fractions import Fraction

from independent_numeric import (
    INDEPENDENT,
    Real,
    decay_scale,
    half_line_integral,
    log_odds,
    positive_root,
    quantity,
    real,
)
from mpmath import mp, mpf

# Above it mpmath's asymptotic series is faster than the power series.
LARGE_ARGUMENT = 100_000


class Norms:
    """The two laws of the norm for one dimension and one shift."""

    def __init__(self, dimension: Fraction, mu: Fraction) -> None:
        self.dimension = int(dimension)
        self.mu = real(mu)
        self.half = mpf(self.dimension) / 2
        # Exponents are of the size of d and mu^2: that many digits they lose, and the trapezoidal rule must not see the noise.
        self.spare = 4 + len(str(self.dimension + int(self.mu**2)))
        with mp.workdps(mp.dps + self.spare):
            self.log_constant = (self.half - 1) * mp.log(2) + mp.loggamma(self.half)
            self.ratio_at_zero = mp.exp(-(self.mu**2) / 2)

    def central(self, r: mpf) -> mpf:
        return mp.exp((self.dimension - 1) * mp.log(r) - r * r / 2 - self.log_constant)

    def ratio(self, r: mpf) -> mpf:
        return bessel_series(self.dimension, (self.mu * r / 2) ** 2) * self.ratio_at_zero

    def log_ratio(self, r: mpf) -> mpf:
        return mp.log(bessel_series(self.dimension, (self.mu * r / 2) ** 2)) - self.mu**2 / 2

    def shifted(self, r: mpf) -> mpf:
        return self.central(r) * self.ratio(r)

    def central_tails(self, r: mpf) -> tuple[mpf, mpf]:
        """(lower, upper) tail of the central law."""
        with mp.workdps(mp.dps + self.spare):
            return _tails(self.central, r, mp.sqrt(self.dimension))

    def shifted_tails(self, r: mpf) -> tuple[mpf, mpf]:
        """(lower, upper) tail of the shifted law."""
        with mp.workdps(mp.dps + self.spare):
            return _tails(self.shifted, r, mp.sqrt(self.dimension + self.mu**2))

    def forward(self, eps: mpf) -> tuple[mpf, mpf]:
        """(delta, 1 - delta) of rejecting for large norms."""
        edge = self.edge(eps)
        if edge < mp.sqrt(self.dimension + self.mu**2) - 2:
            rest = self.shifted_tails(edge)[0] + mp.exp(eps) * self.central_tails(edge)[1]
            return 1 - rest, rest
        scale = _outward_scale(self.shifted, edge)
        level = mp.exp(eps)
        delta = half_line_integral(lambda y: self.central(edge + y) * (self.ratio(edge + y) - level), scale)
        return delta, 1 - delta

    def reverse(self, eps: mpf) -> tuple[mpf, mpf]:
        """(delta, 1 - delta) of rejecting for small norms; the ratio is never below exp(-mu^2/2)."""
        if eps >= self.mu**2 / 2:
            return mpf(0), mpf(1)
        edge = self.edge(-eps)
        if edge > mp.sqrt(self.dimension) + 2:
            rest = self.central_tails(edge)[1] + mp.exp(eps) * self.shifted_tails(edge)[0]
            return 1 - rest, rest
        scale, level = _inward_scale(self.central, edge), mp.exp(eps)

        def inwards(v: mpf) -> mpf:
            r = edge * mp.exp(-v)
            return r * self.central(r) * (1 - level * self.ratio(r))

        delta = half_line_integral(inwards, scale)
        return delta, 1 - delta

    def worst(self, eps: mpf) -> tuple[mpf, mpf]:
        """(delta, 1 - delta) of the better of the two tests."""
        # A ratio within mu of 1 takes its distance from e^eps with it: a small mu needs spare digits too.
        with mp.workdps(mp.dps + self.spare + max(0, int(-mp.log10(self.mu)) * 2)):
            return max(self.forward(eps), self.reverse(eps))

    def edge(self, log_level: mpf) -> mpf:
        """The norm with this log-likelihood ratio; half the digits do, since delta is stationary in the threshold."""
        with mp.workdps(mp.dps // 2 + 10):
            return positive_root(lambda r: self.log_ratio(r) - log_level)


def bessel_series(dimension: int, argument: mpf) -> mpf:
    """0F1(dimension/2; argument), an increasing Bessel function without its power, by its positive series in fixed point."""
    if argument > LARGE_ARGUMENT:
        return mp.hyp0f1(mpf(dimension) / 2, argument)
    bits = mp.prec + 20
    doubled = int(mp.ldexp(argument, bits + 1))
    total = term = 1 << bits
    k = 0
    while term:
        term = (term * doubled >> bits) // ((dimension + 2 * k) * (k + 1))
        total += term
        k += 1
    return mp.ldexp(mpf(total), -bits)


def _outward_scale(density: Real, r: mpf) -> mpf:
    return decay_scale(lambda y: density(r + y))


def _inward_scale(density: Real, r: mpf) -> mpf:
    return decay_scale(lambda v: density(r * mp.exp(-v)) * mp.exp(-v))


def _tails(density: Real, r: mpf, middle: mpf) -> tuple[mpf, mpf]:
    """(lower, upper) tail at r: the one away from the middle of the law is integrated, the other is its complement."""
    if r > middle:
        upper = half_line_integral(lambda y: density(r + y), _outward_scale(density, r))
        return 1 - upper, upper
    lower = r * half_line_integral(lambda v: density(r * mp.exp(-v)) * mp.exp(-v), _inward_scale(density, r))
    return lower, 1 - lower


def _odds_error(tails: tuple[mpf, mpf], target: mpf) -> mpf:
    return mp.log(tails[0]) - mp.log(tails[1]) - target


@quantity("glrt.roc")
def glrt_roc(fpr: Fraction, d: Fraction, mu: Fraction) -> mpf:
    if fpr in (0, 1):
        return real(fpr)
    norms, target = Norms(d, mu), -log_odds(fpr)
    threshold = positive_root(lambda r: _odds_error(norms.central_tails(r), target))
    return norms.shifted_tails(threshold)[1]


@quantity("glrt.roc_reversed")
def glrt_roc_reversed(fpr: Fraction, d: Fraction, mu: Fraction) -> mpf:
    if fpr in (0, 1):
        return real(fpr)
    norms, target = Norms(d, mu), log_odds(fpr)
    threshold = positive_root(lambda r: _odds_error(norms.shifted_tails(r), target))
    return norms.central_tails(threshold)[0]


@quantity("glrt.delta")
def glrt_delta(eps: Fraction, d: Fraction, mu: Fraction) -> mpf:
    return Norms(d, mu).worst(real(eps))[0]


@quantity("glrt.epsilon")
def glrt_epsilon(delta: Fraction, d: Fraction, mu: Fraction) -> mpf:
    norms, target = Norms(d, mu), log_odds(delta)
    if _odds_error(norms.worst(mpf(0)), target) <= 0:
        return mpf(0)
    return positive_root(lambda eps: -_odds_error(norms.worst(eps), target))


@quantity("glrt.roc_symmetric")
def glrt_roc_symmetric(fpr: Fraction, d: Fraction, mu: Fraction) -> mpf:
    """Between the points where the ratio of the densities is 1 on either curve the advantage is the greatest there is."""
    norms = Norms(d, mu)
    edge = norms.edge(mpf(0))
    if real(fpr) < norms.central_tails(edge)[1]:
        return glrt_roc(fpr, d, mu)
    if real(fpr) > norms.shifted_tails(edge)[0]:
        return glrt_roc_reversed(fpr, d, mu)
    return real(fpr) + norms.worst(mpf(0))[0]


@quantity("glrt.subsampled_delta")
def glrt_subsampled_delta(eps: Fraction, d: Fraction, mu: Fraction, q: Fraction) -> mpf:
    before = mp.log1p(mp.expm1(real(eps)) / real(q))
    return real(q) * Norms(d, mu).worst(before)[0]


@quantity("glrt.mixed_roc")
def glrt_mixed_roc(fpr: Fraction, d: Fraction, mu: Fraction, share: Fraction) -> mpf:
    return real(share) * glrt_roc_symmetric(fpr, d, mu) + real(1 - share) * INDEPENDENT["gaussian.roc"](fpr, mu)


@quantity("glrt.mixed_delta")
def glrt_mixed_delta(eps: Fraction, d: Fraction, mu: Fraction, share: Fraction) -> mpf:
    return real(share) * glrt_delta(eps, d, mu) + real(1 - share) * INDEPENDENT["gaussian.delta"](eps, mu)
