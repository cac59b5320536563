"""Certified values at hard points, against mpmath in the log domain, sums of positive terms and exact arithmetic written here."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy
import pytest
from mpmath import mp, mpf

import dplemma
from dplemma.errors import DplemmaError, OutOfBudget, UnknownName
from dplemma.formulas import quantities
from dplemma.kernels.precision import working_precision
from dplemma.oracle.exact import BadInput
from dplemma.oracle.hard_points import HARD_POINTS
from dplemma.oracle.values import MAX_DIGITS

DELTA = "gaussian.delta"
ONE_BELOW, SMALLEST, LARGEST = math.nextafter(1, 0), math.ulp(0.0), math.nextafter(math.inf, 0)


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


def below(x: Fraction) -> float:
    """The greatest double that is at most x: Python divides integers with correct rounding."""
    try:
        nearest = x.numerator / x.denominator
    except OverflowError:
        return LARGEST if x > 0 else -math.inf
    return nearest if Fraction(nearest) <= x else math.nextafter(nearest, -math.inf)


def check_doubles(v: Any, text: str) -> None:
    """Doubles of a value whose text has more digits than can matter, unless it lies on a double."""
    low, near, high = v.lower, float(v), v.upper
    assert low <= near <= high
    assert low == high or math.nextafter(low, math.inf) == high
    exponent = int(text.partition("e")[2] or 0)
    if abs(exponent) > 4000:
        ends = (0.0, SMALLEST) if exponent < 0 else (LARGEST, math.inf)
        assert (low, high) == (ends if not text.startswith("-") else (-ends[1], -ends[0]))
        return
    x = Fraction(text)
    if text == "0":
        assert low == near == high == 0.0
    elif abs(exponent) < 300 and x == Fraction(float(x)):
        assert near == float(x) and float(x) in (low, high)
    else:
        assert (low, high) == (below(x), -below(-x))
        assert near in (low, high) and (math.isinf(near) or near == x.numerator / x.denominator)


SHOWN = {"quantity", "inputs", "digits", "value", "radius", "float", "lower", "upper", "status", "role"}


@pytest.mark.parametrize("name", HARD_POINTS)
def test_hard_points_have_values_digits_and_doubles(name: str) -> None:
    for point in HARD_POINTS[name]:
        inputs = dict(zip(quantities()[name].params, point, strict=True))
        begin = time.process_time()
        v = dplemma.value(name, digits=60, **inputs)
        shown = v.to_json()
        assert time.process_time() - begin < 2, point
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


# -- digits ---------------------------------------------------------------------------------------------------------------


@lru_cache
def longest(name: str) -> str:
    return str(dplemma.value(name, digits=1000, **quantities()[name].example))


@pytest.mark.parametrize("name", quantities())
@pytest.mark.parametrize("digits", [1, 20, 50, 300])
def test_fewer_digits_are_the_rounding_of_more(name: str, digits: int) -> None:
    text = str(dplemma.value(name, digits=digits, **quantities()[name].example))
    assert Decimal(text) == Context(prec=digits).create_decimal(longest(name))
    assert text == "0" or len(text.partition("e")[0].replace(".", "").lstrip("-0")) == digits


@pytest.mark.parametrize("mode", ["nearest", "up", "down"])
def test_directed_digits_and_their_radius(mode: str) -> None:
    """The JSON radius bounds the distance of the digits beside it."""
    for digits in (5, 17, 40):
        v = dplemma.value(DELTA, eps=1, mu=1, digits=digits)
        true, shown = Fraction(longest(DELTA)), v.to_json(mode)
        printed = Fraction(shown["value"])
        unit = Fraction(1, 10**digits)  # 0.1269...
        assert {"up": printed > true, "down": printed < true, "nearest": abs(printed - true) <= unit / 2}[mode]
        assert abs(printed - true) < unit
        assert abs(printed - true) <= Fraction(shown["radius"]) + Fraction(1, 10**999)


@pytest.mark.parametrize("digits", [0, -1, True, 1.5, "20", None])
def test_digits_must_be_a_whole_number(digits: Any) -> None:
    with pytest.raises(BadInput, match="digits"):
        dplemma.value(DELTA, eps=1, mu=1, digits=digits)


def test_too_many_digits_are_out_of_budget() -> None:
    with pytest.raises(OutOfBudget, match=str(MAX_DIGITS)):
        dplemma.value(DELTA, eps=1, mu=1, digits=MAX_DIGITS + 1)
    assert len(str(dplemma.value(DELTA, eps=1, mu=1, digits=MAX_DIGITS))) == MAX_DIGITS + 2


def test_an_unknown_rounding() -> None:
    with pytest.raises(BadInput, match="nearest, up, down, safe"):
        dplemma.value(DELTA, eps=1, mu=1).text("sideways")


# -- doubles --------------------------------------------------------------------------------------------------------------

SAFE = {"guarantee": "upper", "calibration-lower": "upper", "tradeoff": "lower", "calibration-upper": "lower"}


@pytest.mark.parametrize("name", quantities())
def test_the_safe_side_is_the_one_the_role_demands(name: str) -> None:
    v = dplemma.value(name, **quantities()[name].example)
    assert v.safe == (getattr(v, SAFE[v.role]) if v.role in SAFE else float(v))
    sides = {"upper": "up", "lower": "down"}
    assert v.text("safe") == v.text(sides[SAFE[v.role]] if v.role in SAFE else "nearest")


def test_roles_of_well_known_quantities() -> None:
    """Too small a delta and too large a trade-off function promise too much; so do too little noise and too large a mu."""
    expected = {
        DELTA: "guarantee", "gaussian.epsilon": "guarantee", "gaussian.auc": "guarantee", "gaussian.tradeoff": "tradeoff",
        "gaussian.sigma": "calibration-lower", "gaussian.mu": "calibration-upper", "laplace.mu": "guarantee",
        "pure.mu": "guarantee", "laplace.epsilon_for_fbeta": "calibration-upper", "laplace.tradeoff": "tradeoff",
        "pure.tradeoff": "tradeoff",
    }  # fmt: skip
    assert {name: quantities()[name].role for name in expected} == expected


def test_a_subnormal_result() -> None:
    v = dplemma.value(DELTA, eps="38.65", mu=1, digits=60)
    assert 0 < float(v) < 1e-318
    check_doubles(v, str(v))
    assert v.lower < v.upper


@pytest.mark.parametrize(("eps", "mu"), [("40", "1"), ("1000", "1e-6")])
def test_an_underflowing_result(eps: str, mu: str) -> None:
    v = dplemma.value(DELTA, eps=eps, mu=mu)
    assert (float(v), v.lower, v.upper, v.safe) == (0.0, 0.0, SMALLEST, SMALLEST)


def test_an_overflowing_result() -> None:
    v = dplemma.value("dpsgd.mu_clt_poisson", sigma="0.01", q="0.5", steps=10, digits=30)
    assert (float(v), v.lower, v.upper, v.safe) == (math.inf, LARGEST, math.inf, math.inf)
    with mp.workdps(60):
        assert agrees(str(v), mpf("0.5") * mp.sqrt(10 * mp.expm1(10_000)), 30)


def test_a_result_next_to_one() -> None:
    v = dplemma.value("gaussian.auc", mu="1e4")
    assert (float(v), v.lower, v.upper) == (1.0, ONE_BELOW, 1.0)
    assert v.text("down") == "0." + "9" * 50
    assert Fraction(str(v)) == Fraction(v.text("up")) == 1
    assert v.to_json()["radius"] != "0"


def test_an_exact_zero_is_printed_as_such() -> None:
    v = dplemma.value("pure.delta", eps=2, eps0=1)
    assert (str(v), float(v), v.lower, v.upper) == ("0", 0.0, 0.0, 0.0)
    assert math.copysign(1, float(v)) == 1
    assert v.to_json()["value"] == v.to_json()["radius"] == "0"


def test_an_exact_number_has_radius_zero_only_if_it_is_written_in_full() -> None:
    for digits, mode, text, radius in (
        (3, "nearest", "0.125", "0"),
        (2, "nearest", "0.12", "5/1000"),
        (1, "up", "0.2", "75/1000"),
    ):
        shown = dplemma.value("gaussian.kl", mu="0.5", digits=digits).to_json(mode)
        assert shown["value"] == text
        assert Fraction(radius) <= Fraction(shown["radius"]) <= Fraction(radius) * Fraction(11, 10)


# -- the object -----------------------------------------------------------------------------------------------------------


def test_the_ball_holds_the_value_and_its_parts_are_consistent() -> None:
    v = dplemma.value(DELTA, eps=1, mu=1, digits=50)
    with working_precision(4000):
        true = Fraction(longest(DELTA))
        mantissa, exponent = (int(part) for part in v.mid.man_exp())
        middle = Fraction(mantissa) * Fraction(2) ** exponent
        mantissa, exponent = (int(part) for part in v.rad.man_exp())
        radius = Fraction(mantissa) * Fraction(2) ** exponent
    assert abs(middle - true) <= radius + Fraction(1, 10**999)
    assert radius < true / 10**49


def test_json_follows_the_contract() -> None:
    v = dplemma.value("glrt.roc", fpr="0.1", dimension=3, psi="1/3", digits=12)
    shown = json.loads(json.dumps(v.to_json()))
    assert list(shown) == ["quantity", "inputs", "digits", "value", "radius", "float", "lower", "upper", "status", "role"]
    assert shown["inputs"] == {"fpr": "0.1", "d": "3", "mu": "1/3"}
    assert (shown["quantity"], shown["digits"], shown["status"], shown["role"]) == (
        "glrt.roc",
        12,
        "restricted-adversary",
        "guarantee",
    )
    assert all(shown[side].startswith("0x") for side in ("float", "lower", "upper"))


def test_repr_and_latex() -> None:
    v = dplemma.value(DELTA, eps=1, mu=1, digits=10)
    assert repr(v) == "<gaussian.delta(eps=1, mu=1) = 0.1269367375>"
    assert v._repr_latex_() == "$0.1269367375$"
    tiny = dplemma.value(DELTA, eps=700, mu="0.01", digits=3)
    assert tiny._repr_latex_() == r"$1.78 \cdot 10^{-1064021341}$"
    assert str(tiny) == "1.78e-1064021341"


def test_status_and_form() -> None:
    assert dplemma.value("renyi.epsilon_best", mu=1, delta="1e-5").status == "bound"
    assert dplemma.value("dpsgd.mu_clt_uniform", sigma=1, q=1, steps=1).status == "asymptotic"
    assert dplemma.value(DELTA, eps=1000, mu="1e-6").form == "mills"


# -- inputs ---------------------------------------------------------------------------------------------------------------


def test_floats_are_the_dyadics_they_hold() -> None:
    decimal, dyadic = dplemma.value(DELTA, eps="0.1", mu=1), dplemma.value(DELTA, eps=0.1, mu=1)
    assert str(decimal) != str(dyadic)
    assert Fraction(dyadic.inputs["eps"]) == Fraction(0.1)
    assert decimal.inputs == {"eps": "0.1", "mu": "1"}
    assert str(dplemma.value(DELTA, eps=0.5, mu=1)) == str(dplemma.value(DELTA, eps="0.5", mu=1))


def test_every_exact_type_gives_the_same_value() -> None:
    from sympy import Rational

    expected = str(dplemma.value(DELTA, eps="0.25", mu="3"))
    for quarter in (Fraction(1, 4), Decimal("0.25"), 0.25, Rational(1, 4), "1/4", "2**-2", "0.25e0", " 25e-2 "):
        assert str(dplemma.value(DELTA, eps=quarter, mu=3)) == expected


def test_numpy_floats() -> None:
    assert str(dplemma.value(DELTA, eps=numpy.float64(0.1), mu=1)) == str(dplemma.value(DELTA, eps=0.1, mu=1))


@pytest.mark.parametrize("value", [True, None, 1j, [1], "", "x", math.nan, math.inf, b"1", Decimal("nan")], ids=repr)
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(BadInput, match="mu"):
        dplemma.value(DELTA, eps=1, mu=value)


@pytest.mark.parametrize(
    ("inputs", "same_as"),
    [
        ({"epsilon": 1, "psi": 2}, {"eps": 1, "mu": 2}),
        ({"eps": 1, "sigma": "0.5"}, {"eps": 1, "mu": 2}),
        ({"eps": 1, "sigma": 2, "sensitivity": 3}, {"eps": 1, "mu": "1.5"}),
        ({"eps": 1, "noise_multiplier": 4}, {"eps": 1, "mu": "0.25"}),
        ({"eps": 1, "sensitivity_index": 4}, {"eps": 1, "mu": 4}),
    ],
)
def test_other_names_of_parameters(inputs: dict[str, Any], same_as: dict[str, Any]) -> None:
    v, same = dplemma.value(DELTA, **inputs), dplemma.value(DELTA, **same_as)
    assert str(v) == str(same)
    assert v.inputs == same.inputs


def test_alpha_is_an_order_or_a_rate() -> None:
    assert dplemma.value("gaussian.renyi", alpha=2, mu=1).inputs == {"order": "2", "mu": "1"}
    assert dplemma.value("gaussian.roc", alpha="0.1", mu=1).inputs == {"fpr": "0.1", "mu": "1"}


@pytest.mark.parametrize(
    "inputs",
    [
        {"eps": 1, "epsilon": 1, "mu": 1},
        {"eps": 1, "mu": 1, "psi": 1},
        {"eps": 1, "mu": 1, "sigma": 1},
        {"eps": 1, "mu": 1, "noise_multiplier": 1},
        {"eps": 1, "psi": 1, "sensitivity": 1, "sigma": 1},
    ],
    ids=lambda inputs: "+".join(inputs),
)
def test_given_twice(inputs: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="given twice"):
        dplemma.value(DELTA, **inputs)


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"eps": 1}, "needs mu"),
        ({}, "needs eps, mu"),
        ({"eps": 1, "sensitivity": 1}, "sensitivity needs sigma"),
        ({"eps": 1, "sigma": 1, "noise_multiplier": 1}, "give it alone"),
        ({"eps": 1, "sigma": 0}, "sigma must be > 0, got 0"),
        ({"eps": 1, "noise_multiplier": -1}, "noise_multiplier must be > 0, got -1"),
        ({"eps": 1, "sigma": 1, "sensitivity": 0}, "mu must be > 0, got 0"),
        ({"eps": 1, "mu": -1}, "mu must be > 0, got -1"),
        ({"eps": "-1e-9", "mu": 1}, "eps must be >= 0"),
        ({"eps": 1, "nu": 1}, "mu"),
    ],
    ids=lambda part: "+".join(part) if isinstance(part, dict) else "",
)
def test_what_does_not_fit_is_said_in_one_line(inputs: dict[str, Any], said: str) -> None:
    with pytest.raises(DplemmaError) as refusal:
        dplemma.value(DELTA, **inputs)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", quantities())
def test_just_outside_each_closed_or_open_end(name: str) -> None:
    quantity = quantities()[name]
    for parameter, interval in quantity.params.items():
        for end, open_, sign in ((interval.lo, interval.lo_open, -1), (interval.hi, interval.hi_open, 1)):
            if end is None:
                continue
            outside = end + sign * (Fraction(1) if interval.integer else Fraction(0 if open_ else 1, 10**40))
            with pytest.raises(BadInput, match=f"^{parameter} must be"):
                dplemma.value(name, **{**quantity.example, parameter: outside})


def test_a_count_must_be_whole() -> None:
    with pytest.raises(BadInput, match="whole number"):
        dplemma.value("pure.composed_delta", k="2.5", eps0=1, eps=1)


def test_conditions_beyond_intervals() -> None:
    with pytest.raises(BadInput, match="needs order sigma1"):
        dplemma.value("renyi.gaussian", order=2, mu0=0, sigma0=2, mu1=0, sigma1=1)
    with pytest.raises(BadInput, match="needs f >="):
        dplemma.value("laplace.epsilon_for_fbeta", f="0.5", beta=1)


def test_an_unknown_quantity_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"gaussian\.delta"):
        dplemma.value("gausian.delta", eps=1, mu=1)
