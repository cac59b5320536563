"""The profile in double precision against certified values: at most 3 bits of error, and a harness that convicts worse code."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import chain, pairwise

import certified_profile as harness
import pytest
from certified_profile import Routine, Worst, along, boundaries, contact, corners, log_uniform, powers_of_two

from dplemma.doubles import mills_double, profile
from dplemma.doubles.profile import delta, log_delta, one_minus_delta

PROMISE = 3.0
SMALLEST = math.ulp(0.0)

POINTS = {
    "log-uniform": lambda: log_uniform(40_000, seed=1),
    "every size of delta": lambda: along(36_000, 2, -9.0, 37.7),
    "wide": lambda: along(6_000, 3, -9.0, 37.7, (1.5, 40.0)),
    "where the budget is largest": lambda: along(6_000, 9, -1.0, 3.0, (1.8, 2.0)),
    "eps near mu^2/2": lambda: contact(14_000, seed=4),
    "eps far below mu": lambda: log_uniform(3_000, 5, (1e-12, 1e-9)),
    "near 1e-300": lambda: along(6_000, 6, 36.5, 37.7),
    "near 1": lambda: along(2_000, 7, -9.0, -5.0),
    "powers of two": powers_of_two,
    "corners and edges": corners,
    "where the code branches": lambda: boundaries(14_000, seed=8),
}


def test_at_most_three_bits() -> None:
    """Over 100,000 points of eps in [1e-12, 700], mu in [1e-8, 100] at which delta is a normal double."""
    found = {name: Worst(delta, harness.delta, points()) for name, points in POINTS.items()}
    assert all(worst.bits <= PROMISE for worst in found.values()), found
    assert sum(worst.count for worst in found.values()) >= 100_000, found


@pytest.mark.parametrize(("routine", "form"), [(log_delta, harness.log_delta), (one_minus_delta, harness.one_minus_delta)])
def test_the_logarithm_and_the_complement_are_as_good(routine: Routine, form: Callable) -> None:
    points = chain(
        log_uniform(4_000, 11), along(4_000, 12, -38.0, 37.7), contact(2_000, 13), powers_of_two(), boundaries(4_000, 14)
    )
    worst = Worst(routine, form, points)
    assert worst.bits <= PROMISE and worst.count > 12_000, worst


def test_the_logarithm_where_delta_underflows() -> None:
    draw = random.Random(15)
    points = [(10 ** draw.uniform(-3, 2.8), 10 ** draw.uniform(-8, -1)) for _ in range(2_000)]
    worst = Worst(log_delta, harness.log_delta, [p for p in points if p[0] / p[1] > 40])
    assert worst.bits <= 1.0 and worst.count > 1_000, worst


def test_subnormal_values_are_within_one_spacing() -> None:
    seen = 0
    for eps, mu in along(3_000, 16, 37.0, 38.0):
        value = harness.certified(harness.delta, eps, mu)
        if not value >= harness.NORMAL:
            seen += 1
            assert abs(float(value) - delta(eps, mu)) <= SMALLEST, (eps, mu)
    assert seen > 500


# -- the harness can convict ----------------------------------------------------------------------------------------------


def naive(eps: float, mu: float) -> float:
    """The definition in plain doubles."""
    return (math.erfc((eps / mu - mu / 2) / math.sqrt(2)) - math.exp(eps) * math.erfc((eps / mu + mu / 2) / math.sqrt(2))) / 2


def plain_mills(eps: float, mu: float) -> float:
    """phi(a)(M(a) - M(b)) with perfect Mills ratios but a, b and their difference in plain doubles."""
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    if a < 0:
        return 1 - math.exp(-a * a / 2) / math.sqrt(2 * math.pi) * (
            mills_double.mills((-a, 0.0))[0] + mills_double.mills((b, 0.0))[0]
        )
    return math.exp(-a * a / 2) / math.sqrt(2 * math.pi) * (mills_double.mills((a, 0.0))[0] - mills_double.mills((b, 0.0))[0])


def hard_points() -> list[harness.Point]:
    return [*along(1_500, 21, -9.0, 37.7), *contact(1_500, 22), *log_uniform(1_500, 23)]


@pytest.mark.parametrize("routine", [naive, plain_mills])
def test_plain_formulas_are_convicted(routine: Routine) -> None:
    assert Worst(routine, harness.delta, hard_points()).bits > 20


def _drop_low_words(x: tuple[float, float], y: tuple[float, float]) -> tuple[float, float]:
    return x[0] - y[0], 0.0


FAULTS = {
    "a in plain double": (profile, "difference", _drop_low_words),
    "a squared in plain double": (profile, "two_product", lambda x, y: (x * y, 0.0)),
    "eps/mu in plain double": (profile, "quotient", lambda x, y: (x / y, 0.0)),
    "a wrong row of the table": (
        mills_double,
        "_SECOND_ROWS",
        tuple((h * (1 + 2**-48), *r) for h, *r in mills_double._SECOND_ROWS),
    ),
    "a series cut short": (mills_double, "_PAIRS", mills_double._PAIRS[-8:]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_in_the_routine_are_convicted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    points = hard_points()
    assert Worst(delta, harness.delta, points).bits <= PROMISE
    monkeypatch.setattr(*FAULTS[name])
    assert Worst(delta, harness.delta, points).bits > PROMISE


def test_one_double_more_is_seen() -> None:
    value = harness.certified(harness.delta, 1.0, 1.0)
    right = float(value)
    assert harness.bits_of_error(right, value) == 0
    assert harness.bits_of_error(right + 7 * math.ulp(right), value) == 3.0
    assert harness.bits_of_error(right - 8 * math.ulp(right), value) > 3.0
    assert {harness.bits_of_error(wrong, value) for wrong in (math.nan, math.inf, 0.0, -right)} == {harness.LOST}


# -- shape and ends -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mu", [1e-8, 1e-4, 0.1, 1.0, 1.9, 2.1, 5.0, 20.0])
def test_delta_falls_in_eps(mu: float) -> None:
    values = [delta(mu * (k / 20) ** 2 * 1.7, mu) for k in range(1, 100)]
    for before, after in pairwise(values):
        assert before > after or before == after == 1.0 or before == after == 0.0


@pytest.mark.parametrize("eps", [0.0, 1e-12, 1e-6, 0.1, 1.0, 8.0, 100.0, 650.0])
def test_delta_rises_in_mu(eps: float) -> None:
    values = [delta(eps, 1e-8 * 1.2**k) for k in range(127)]
    for before, after in pairwise(values):
        assert before < after or before == after == 0.0 or before == after == 1.0


@pytest.mark.parametrize("mu", [5e-324, 1e-310, 1e-200, 1e-8, 0.3, 1.0, 2.0, 7.0])
def test_eps_zero_is_total_variation(mu: float) -> None:
    """delta(0) = erf(mu/sqrt 8), also at subnormal mu, where it is the nearest subnormal."""
    assert delta(0.0, mu) == pytest.approx(math.erf(mu / math.sqrt(8)), rel=1e-15, abs=SMALLEST)
    assert one_minus_delta(0.0, mu) == pytest.approx(math.erfc(mu / math.sqrt(8)), rel=1e-15)


INFINITY, NAN = math.inf, math.nan


@pytest.mark.parametrize(
    ("eps", "mu", "value", "logarithm", "complement"),
    [
        (INFINITY, 1.0, 0.0, -INFINITY, 1.0),
        (1.0, INFINITY, 1.0, 0.0, 0.0),
        (0.0, INFINITY, 1.0, 0.0, 0.0),
        (0.0, 1e308, 1.0, 0.0, 0.0),
        (1e308, 1e-308, 0.0, -INFINITY, 1.0),
        (1.0, 1e-160, 0.0, -INFINITY, 1.0),
        (1e308, 1e155, 1.0, 0.0, 0.0),
        (1e308, 1e150, 0.0, -INFINITY, 1.0),
    ],
)
def test_far_ends(eps: float, mu: float, value: float, logarithm: float, complement: float) -> None:
    assert (delta(eps, mu), log_delta(eps, mu), one_minus_delta(eps, mu)) == (value, logarithm, complement)


@pytest.mark.parametrize(
    ("eps", "mu"), [(1.0, 1e-20), (1e-3, 1e-34), (1.0, 1e-100), (1e10, 1e-100), (700.0, 1.0), (5e-324, 5e-324), (0.0, 1e-310)]
)  # fmt: skip
def test_the_logarithm_at_any_size(eps: float, mu: float) -> None:
    assert harness.bits_of_error(log_delta(eps, mu), harness.certified(harness.log_delta, eps, mu)) <= 1.0


@pytest.mark.parametrize(("eps", "mu"), [(0.0, 70.0), (300.0, 60.0), (700.0, 74.0), (700.0, 80.0), (1e4, 190.0)])
def test_the_complement_down_to_the_smallest_doubles(eps: float, mu: float) -> None:
    assert delta(eps, mu) == 1.0
    assert harness.bits_of_error(one_minus_delta(eps, mu), harness.certified(harness.one_minus_delta, eps, mu)) <= PROMISE


@pytest.mark.parametrize("arguments", [(NAN, 1.0), (1.0, NAN), (NAN, NAN), (INFINITY, INFINITY)])
def test_no_value_is_not_a_number(arguments: tuple[float, float]) -> None:
    assert all(math.isnan(routine(*arguments)) for routine in (delta, log_delta, one_minus_delta))


@pytest.mark.parametrize(
    ("arguments", "message"), [((-1.0, 1.0), "eps must be >= 0"), ((1.0, 0.0), "mu must be > 0"), ((1.0, -2), "mu must")]
)
def test_bad_input_is_one_clear_line(arguments: tuple[float, float], message: str) -> None:
    for routine in (delta, log_delta, one_minus_delta):
        with pytest.raises(ValueError, match=message) as caught:
            routine(*arguments)
        assert "\n" not in str(caught.value)


def test_large_parameters_far_outside_the_promise() -> None:
    """eps = mu^2/2 up to the largest double: delta = 1/2 - phi(0) M(mu), although eps/mu and mu/2 agree in every digit."""
    for exponent in (20, 100, 500):
        mu = 2.0**exponent
        assert delta(mu * mu / 2, mu) == pytest.approx(0.5 - 1 / (mu * math.sqrt(2 * math.pi)), rel=1e-9)
