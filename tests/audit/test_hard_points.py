"""Certified values at hard points, against mpmath in the log domain, sums of positive terms and exact arithmetic written here."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from double_checks import check_doubles
from mpmath import mp, mpf
from work import evaluations

import dplemma
from dplemma.audit.hard_points import HARD_POINTS
from dplemma.formulas import quantities

DELTA = "gaussian.delta"


def real(text: str) -> mpf:
    """The exact number at the working precision; `mpf` alone would round a fraction twice."""
    x = Fraction(text)
    return mpf(x.numerator) / x.denominator


def agrees(text: str, value: mpf, digits: int) -> bool:
    """The text is the value to within one unit of its last digit."""
    return bool(abs(mpf(text) - value) <= abs(value) * mpf(10) ** (1 - digits))


# -- the Gaussian profile, in the log domain ---------------------------------------------------------------------------


def mills(x: mpf) -> mpf:
    """Upper normal tail over the density: the alternating asymptotic series where it is accurate, else mpmath's erfc."""
    if x * x < 8 * mp.dps:
        return mp.sqrt(mp.pi / 2) * mp.erfc(x / mp.sqrt(2)) * mp.exp(x * x / 2)
    total, term, k, negligible = mpf(0), 1 / x, 0, mpf(10) ** (-mp.dps - 5) / x
    while abs(term) > negligible:  # the error is below the first term left out
        total, k = total + term, k + 1
        term *= -(2 * k - 1) / (x * x)
    return total


def log_delta(eps: mpf, mu: mpf) -> mpf:
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    return mp.log(mills(a) - mills(b)) - a * a / 2 - mp.log(2 * mp.pi) / 2


@pytest.mark.parametrize(
    ("eps", "mu"),
    [("700", "0.01"), ("1e-30", "1e-15"), ("1e-12", "1e-8"), ("700", "1e-8"), ("1", "1"), ("0", "1e-20"), ("38.65", "1")],
)
def test_gaussian_delta(eps: str, mu: str) -> None:
    text = str(dplemma.value(DELTA, eps=eps, mu=mu, digits=50))
    with mp.workdps(200):
        assert agrees(text, mp.exp(log_delta(real(eps), real(mu))), 50)


@pytest.mark.parametrize(
    ("eps", "mu", "working"),  # a^2 has up to 1200 digits before the point, and M(a) - M(b) loses up to 900
    [
        ("1000", "1e-6", 200), ("1", "1e-50", 500), ("1e300", "1e-300", 3500), ("700", "0.01", 200), ("1e-300", "1e-300", 1500),
        ("1", "1e-200", 1500),
    ],
)  # fmt: skip
def test_gaussian_log_delta(eps: str, mu: str, working: int) -> None:
    text = str(dplemma.value("gaussian.log_delta", eps=eps, mu=mu, digits=50))
    with mp.workdps(working):
        assert agrees(text, log_delta(real(eps), real(mu)), 50)


@pytest.mark.parametrize(
    ("delta", "mu"), [("1e-300", "1"), ("1e-300", "0.001"), ("1e-300", "1000"), ("0.999", "10"), ("0.999", "100"), ("1e-5", "1")]
)
def test_gaussian_epsilon_changes_the_sign(delta: str, mu: str) -> None:
    """delta falls strictly in eps: it is above the target one unit before the root and below it one unit after."""
    v = dplemma.value("gaussian.epsilon", delta=delta, mu=mu, digits=40)
    with mp.workdps(150):
        target, m = real(delta), real(mu)

        def profile(eps: mpf) -> mpf:
            tail = mp.erfc((eps / m - m / 2) / mp.sqrt(2)) / 2
            return tail - mp.exp(eps) * mp.erfc((eps / m + m / 2) / mp.sqrt(2)) / 2

        unit = mpf(str(v)) * mpf(10) ** -39
        assert profile(mpf(str(v)) - unit) > target > profile(mpf(str(v)) + unit)


def test_gaussian_epsilon_is_exactly_zero_from_the_total_variation_on() -> None:
    v = dplemma.value("gaussian.epsilon", delta="0.999", mu="1")
    assert (str(v), v.to_json()["radius"], float(v), v.lower, v.upper, v.safe) == ("0", "0", 0.0, 0.0, 0.0, 0.0)


def test_known_inverses() -> None:
    """Values from an independent program (C FLINT), printed long before this one."""
    assert str(dplemma.value("gaussian.epsilon", delta="1e-5", mu=1)).startswith(
        "4.377178095681224627650116293242010913153438516972"
    )
    assert str(dplemma.value("gaussian.mu", eps=1, delta="1e-5")).startswith(
        "0.2680511232112942179030355723700137361886096579097"
    )


# -- the length test: sums of positive terms ----------------------------------------------------------------------------


def root(function: Callable[[mpf], mpf], first: mpf, second: mpf) -> mpf:
    """Secant steps between two starting points until they no longer matter."""
    at_first, at_second = function(first), function(second)
    for _ in range(60):
        third = second - at_second * (second - first) / (at_second - at_first)
        if abs(third - second) <= abs(third) * mpf(10) ** (8 - mp.dps):
            return third
        first, at_first, second, at_second = second, at_second, third, function(third)
    raise AssertionError("no root found")


class Lengths:
    """Chi-square laws with d degrees of freedom, central and with noncentrality mu^2, as Poisson mixtures of gamma tails."""

    def __init__(self, d: int, mu: str) -> None:
        self.half, self.noncentrality = mpf(d) / 2, real(mu) ** 2

    def _terms(self, t: mpf) -> tuple[list[mpf], list[mpf]]:
        """g_i = z^(a+i) e^-z/Gamma(a+i+1) with z = t/2, a = d/2, and the Poisson weights of the mixture."""
        z, rate = t / 2, self.noncentrality / 2
        count = int(z + rate + 60 + 15 * mp.sqrt(z + rate))
        g = [mp.exp(self.half * mp.log(z) - z - mp.loggamma(self.half + 1))]
        for i in range(1, count + 250):
            g.append(g[-1] * z / (self.half + i))
        weights = [mp.exp(-rate)]
        for j in range(1, count):
            weights.append(weights[-1] * rate / j)
        return g, weights

    def cdf(self, t: mpf) -> tuple[mpf, mpf]:
        """(central, noncentral): P(a+j) is the sum of g_i over i >= j."""
        g, weights = self._terms(t)
        lower, mixed = mp.fsum(g[len(weights) :]), mpf(0)
        for j in range(len(weights) - 1, -1, -1):
            lower += g[j]
            mixed += weights[j] * lower
        return lower, mixed

    def sf(self, t: mpf) -> tuple[mpf, mpf]:
        """(central, noncentral): Q(a+j) is Q(a) and the sum of g_i over i < j."""
        g, weights = self._terms(t)
        central = upper = mp.gammainc(self.half, t / 2, mp.inf, regularized=True)
        mixed = mpf(0)
        for weight, term in zip(weights, g, strict=False):
            mixed += weight * upper
            upper += term
        return central, mixed

    def log_ratio(self, t: mpf) -> mpf:
        """Logarithm of the likelihood ratio, by its positive series."""
        total, term, k = mpf(1), mpf(1), 0
        while term > total * mpf(10) ** (-mp.dps - 3):
            term *= self.noncentrality * t / 4 / ((self.half + k) * (k + 1))
            total, k = total + term, k + 1
        return mp.log(total) - self.noncentrality / 2

    def where(self, log_ratio: mpf) -> mpf:
        """The length with this likelihood ratio to 20 digits; delta is stationary there."""
        with mp.workdps(25):
            high = mpf(1) / 1024
            while self.log_ratio(high) < log_ratio:
                high *= 2
            return root(lambda t: self.log_ratio(t) - log_ratio, high / 2, high)

    def delta(self, eps: mpf) -> mpf:
        central, shifted = self.sf(self.where(eps))
        forward = shifted - mp.exp(eps) * central
        if 2 * eps >= self.noncentrality:
            return forward
        central, shifted = self.cdf(self.where(-eps))
        return max(forward, central - mp.exp(eps) * shifted)


LENGTHS = [(1, "1"), (2, "0.1"), (10, "5"), (100, "10"), (1000, "100"), (1, "30"), (1000, "0.5")]
LEVELS = ["3", "0.1", "9", "20", "4200", "400", "0.01"]
"""An eps for each of them at which delta is neither 0 nor 1 to the printed digits."""


@pytest.mark.parametrize("fpr", ["1e-9", "0.3"])
@pytest.mark.parametrize(("d", "mu"), LENGTHS)
def test_glrt_roc(d: int, mu: str, fpr: str) -> None:
    v = dplemma.value("glrt.roc", fpr=fpr, d=d, mu=mu, digits=25)
    with mp.workdps(45):
        laws, level = Lengths(d, mu), real(fpr)

        def error(t: mpf) -> mpf:
            return mp.log(mp.gammainc(laws.half, t / 2, mp.inf, regularized=True) / level)

        reach = mp.sqrt(-2 * mp.log(level))
        t = root(error, mpf(d), d + reach * (mp.sqrt(2 * d) + reach))
        assert abs(error(t)) < 1e-32
        assert agrees(str(v), laws.sf(t)[1], 25)


@pytest.mark.parametrize(("d", "mu"), LENGTHS)
def test_glrt_roc_reversed(d: int, mu: str) -> None:
    """The threshold of the printed rate, put back: the noncentral CDF passes fpr between the neighbours of the rate."""
    v = dplemma.value("glrt.roc_reversed", fpr="0.01", d=d, mu=mu, digits=25)
    with mp.workdps(45):
        laws, mean = Lengths(d, mu), d + real(mu) ** 2
        spread = mp.sqrt(2 * (d + 2 * real(mu) ** 2))

        def error(log_t: mpf) -> mpf:
            return mp.log(laws.cdf(mp.exp(log_t))[1] / mpf("0.01"))

        lowest = mpf(10) ** (-mpf(4) / d)  # the CDF begins like t^(d/2)
        log_t = root(error, mp.log(max(mean - 3 * spread, lowest)), mp.log(max(mean - 2 * spread, 2 * lowest)))
        assert abs(error(log_t)) < 1e-30
        assert agrees(str(v), laws.cdf(mp.exp(log_t))[0], 25)


@pytest.mark.parametrize(("d", "mu", "eps"), [(*law, eps) for law, eps in zip(LENGTHS, LEVELS, strict=True)])
def test_glrt_delta(d: int, mu: str, eps: str) -> None:
    v = dplemma.value("glrt.delta", eps=eps, d=d, mu=mu, digits=20)
    assert 0 < float(v) < 1
    with mp.workdps(40):
        assert agrees(str(v), Lengths(d, mu).delta(real(eps)), 20)


@pytest.mark.parametrize(("d", "mu"), LENGTHS)
def test_glrt_epsilon_changes_the_sign(d: int, mu: str) -> None:
    v = dplemma.value("glrt.epsilon", delta="1e-9", d=d, mu=mu, digits=15)
    with mp.workdps(40):
        laws, found = Lengths(d, mu), mpf(str(v))
        unit = found * mpf(10) ** -14
        assert laws.delta(found - unit) > mpf("1e-9") > laws.delta(found + unit)


# -- composition of pure DP ---------------------------------------------------------------------------------------------


def composed_delta(k: int, eps0: mpf, eps: mpf) -> mpf:
    """Outcome by outcome: C(k, i) (e^(i eps0) - e^(eps + (k - i) eps0))_+/(1 + e^eps0)^k."""
    total, choose = mpf(0), mpf(1)
    for i in range(k, -1, -1):  # from the largest loss down
        gap = eps - (2 * i - k) * eps0
        if gap >= 0:
            break
        total -= choose * mp.exp(i * eps0) * mp.expm1(gap)
        choose = choose * i / (k - i + 1)
    return total / (1 + mp.exp(eps0)) ** k


def test_pure_composition_of_fifty() -> None:
    assert str(dplemma.value("pure.composed_epsilon", k=50, eps0="0.2", delta="1e-5")).startswith("6.3077782795641319")


@pytest.mark.parametrize(
    ("k", "eps0", "delta"),
    [(50, "0.2", "1e-5"), (10_000, "0.01", "1e-5"), (10_000, "0.1", "1e-300"), (10_000, "0.001", "0.01"), (1, "3", "0.1")],
)
def test_pure_composition_changes_the_sign(k: int, eps0: str, delta: str) -> None:
    v = dplemma.value("pure.composed_epsilon", k=k, eps0=eps0, delta=delta, digits=30)
    with mp.workdps(80):
        unit = mpf(str(v)) * mpf(10) ** -29
        assert composed_delta(k, real(eps0), mpf(str(v)) - unit) > real(delta)
        assert composed_delta(k, real(eps0), mpf(str(v)) + unit) < real(delta)


# -- every hard point -----------------------------------------------------------------------------------------------------


SHOWN = {"quantity", "inputs", "digits", "value", "radius", "float", "lower", "upper", "status", "role"}


@pytest.mark.parametrize("name", HARD_POINTS)
def test_hard_points_have_values_digits_and_doubles(name: str) -> None:
    for point in HARD_POINTS[name]:
        inputs = dict(zip(quantities()[name].params, point, strict=True))
        with evaluations() as bits:
            v = dplemma.value(name, digits=60, **inputs)
            shown = v.to_json()
        assert 1 <= len(bits) <= 8 and max(bits) <= 4096, point
        assert set(shown) == SHOWN
        assert shown["value"] == str(v)
        assert float.fromhex(shown["float"]) == float(v)
        assert (float.fromhex(shown["lower"]), float.fromhex(shown["upper"])) == (v.lower, v.upper)
        assert (shown["radius"] == "0") == (v.ball.is_exact() and _is_written_exactly(v)), point
        check_doubles(v, str(v))


def _is_written_exactly(v: Any) -> bool:
    mantissa, exponent = (int(part) for part in v.ball.man_exp())
    if abs(exponent) > 20_000 or abs(int(str(v).partition("e")[2] or 0)) > 4000:
        return False
    return Fraction(mantissa) * Fraction(2) ** exponent == Fraction(str(v))
