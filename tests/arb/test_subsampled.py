"""Rényi divergence of the subsampled Gaussian, against exact fractions and mpmath quadrature.

With sigma = 1/sqrt(log b) for rational b, the moments of integer order are rational: those references have no rounding.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import mpmath
import pytest
from exact_balls import ball, real
from flint import arb, ctx
from hypothesis import example, given, settings
from hypothesis import strategies as st
from meeting import agrees, exact, meet
from mpmath import mp, mpf

from dplemma.arb import subsampled
from dplemma.arb.precision import working_precision
from dplemma.arb.subsampled import gaussian_renyi
from dplemma.base.errors import OutOfBudget

BITS = 180


@pytest.fixture(autouse=True)
def _precision():
    with working_precision(BITS), mp.workdps(90):
        yield


def sharp(value: arb, bits: int = 160) -> bool:
    return value.is_finite() and value.rel_accuracy_bits() >= bits


def rational_moment_excess(a: int, b: Fraction, q: Fraction) -> Fraction:
    """E[r^a] - 1 where e^(1/sigma^2) = b."""
    return sum((comb(a, j) * (1 - q) ** (a - j) * q**j * b ** (j * (j - 1) // 2) for j in range(a + 1)), Fraction(-1))


def renyi_from_excess(a: int, excess: Fraction) -> mpf:
    return mpmath.log1p(real(excess)) / (a - 1)


def quadrature(order: str, sigma: str, q: str, *, reverse: bool = False, reach: int = 17) -> mpf:
    """log E_Q[r^a]/(a-1), or log E_P[r^-a]/(a-1) = D_a(Q||P), by Gauss-Legendre quadrature piece by piece.

    What is integrated is r^a - 1 - a (r-1), which has the same mean minus 1 and no first-order part.
    """
    a, s, rate = real(order), real(sigma), real(q)
    power = 1 - a if reverse else a

    def integrand(z: mpf) -> mpf:
        y = rate * mpmath.expm1(z / s - 1 / (2 * s * s))
        return mpmath.npdf(z) * ((1 + y) ** power - 1 - power * y)

    far = 0 if reverse else int(a / s) + 1
    starts = [n for n in range(-reach, max(reach, far + reach)) if n < reach or n >= far - reach]
    pieces = 1 if s >= 1 else 4
    total = mpf(0)
    for start in starts:
        total += mpmath.quad(integrand, [start + mpf(i) / pieces for i in range(pieces + 1)], method="gauss-legendre")
    return mpmath.log1p(total) / (a - 1)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 24),
    st.fractions(min_value=Fraction(101, 100), max_value=30, max_denominator=100).filter(lambda b: b > 1),
    st.fractions(min_value=Fraction(1, 10**6), max_value=1, max_denominator=10**6),
)
@example(2, Fraction(10**9 + 1, 10**9), Fraction(1, 10**12))
@example(100, Fraction(101, 100), Fraction(1, 10**6))
@example(40, Fraction(10**6), Fraction(999, 1000))
def test_integer_order_against_exact_fractions(a: int, b: Fraction, q: Fraction) -> None:
    reference = renyi_from_excess(a, rational_moment_excess(a, b, q))
    sigma = 1 / ball(b).log().sqrt()
    value = gaussian_renyi(arb(a), sigma, ball(q))
    # e^(j^2/sigma^2) makes the width of sigma count; log b loses the digits b shares with 1.
    assert agrees(value, reference, 60)
    assert sharp(value, 120)


@pytest.mark.parametrize("q", [Fraction(1, 10**6), Fraction(1, 3), Fraction(99, 100)])
@pytest.mark.parametrize("b", [Fraction(1001, 1000), Fraction(5, 2), Fraction(50_000)])
@pytest.mark.parametrize("a", [2, 7, 33])
def test_the_trapezoidal_rule_against_exact_fractions(a: int, b: Fraction, q: Fraction) -> None:
    sigma = 1 / ball(b).log().sqrt()
    # A ball around the integer is not an integer order: the value comes from the quadrature at both ends.
    value = gaussian_renyi(arb(a, arb(2) ** -(BITS - 6)), sigma, ball(q))
    assert agrees(value, renyi_from_excess(a, rational_moment_excess(a, b, q)), 60)
    assert sharp(value, 150)


@pytest.mark.parametrize(
    ("order", "sigma", "q"),
    [
        ("1.001", "50", "1e-6"),
        ("1.001", "0.3", "0.01"),
        ("1.5", "1", "0.01"),
        ("2.5", "0.3", "1e-6"),
        ("7.25", "0.7", "0.999"),
        ("32.01", "1", "1e-6"),
        ("100.5", "5", "0.001"),
        ("255.9", "20", "0.1"),
    ],
)
def test_fractional_order_against_quadrature(order: str, sigma: str, q: str) -> None:
    value = gaussian_renyi(ball(order), ball(sigma), ball(q))
    with mp.workdps(50):
        assert agrees(value, quadrature(order, sigma, q, reach=15), 30)
    assert sharp(value)


@pytest.mark.parametrize("q", ["1e-6", "0.01", "0.5", "1"])
@pytest.mark.parametrize("sigma", ["0.3", "1", "50"])
@pytest.mark.parametrize("order", ["1.001", "17.5", "255.9", "256", "2000"])
def test_fifty_digits_over_the_whole_range(order: str, sigma: str, q: str) -> None:
    # The balls of sigma and q are as wide as the precision makes them, and a large order magnifies their width.
    with working_precision(BITS + 12):
        value = gaussian_renyi(ball(order), ball(sigma), ball(q))
    assert sharp(value, 167)
    # The Gaussian without subsampling bounds it from above, with equality at q = 1.
    whole = ball(order) / (2 * ball(sigma) ** 2)
    assert value > 0
    assert meet(value, whole) if q == "1" else value < whole


@pytest.mark.parametrize(("order", "sigma", "q"), [(5000, 30, "0.001"), (4097, 2, "0.3")])
def test_large_integer_orders_against_the_sum(order: int, sigma: int, q: str) -> None:
    rate = real(q)
    term, total = (1 - rate) ** order, mpf(0)
    for j in range(order + 1):
        total += term * mpmath.exp(mpf(j * (j - 1)) / (2 * sigma**2))
        term = term * (order - j) / (j + 1) * rate / (1 - rate)
    value = gaussian_renyi(arb(order), arb(sigma), ball(q))
    assert agrees(value, mpmath.log(total) / (order - 1), 70)
    assert sharp(value)


@pytest.mark.parametrize("q", ["0.001", "0.2", "0.9"])
@pytest.mark.parametrize("sigma", ["0.8", "3"])
@pytest.mark.parametrize("order", ["1.1", "3", "12.5"])
def test_the_direction_is_the_larger(order: str, sigma: str, q: str) -> None:
    value = gaussian_renyi(ball(order), ball(sigma), ball(q))
    with mp.workdps(25):
        reversed_direction = quadrature(order, sigma, q, reverse=True, reach=11)
    assert value > exact(reversed_direction)


@pytest.mark.parametrize("coarser", [{"widths": (2.0, 3.0)}, {"widths": (5.0, 0.0)}, {"widths": (0.0, 4.0)}, {"step": 3.0}])
@pytest.mark.parametrize(("b", "q"), [(Fraction(5, 2), Fraction(1, 3)), (Fraction(9), Fraction(1, 50))])
def test_what_a_coarse_rule_misses_is_enclosed(
    monkeypatch: pytest.MonkeyPatch, coarser: dict[str, Any], b: Fraction, q: Fraction
) -> None:
    plan = subsampled._plan
    monkeypatch.setattr(subsampled, "_plan", lambda *arguments: replace(plan(*arguments), **coarser))
    value = subsampled._by_trapezia(arb(4), (1 / ball(b).log().sqrt()).mid(), ball(q).mid())
    assert agrees(value, renyi_from_excess(4, rational_moment_excess(4, b, q)), 40)


def test_without_subsampling_the_gaussian_is_exact() -> None:
    assert gaussian_renyi(arb(3), arb(2), arb(1)) == 0.375
    assert gaussian_renyi(arb(2.5), arb(2), arb(1)) == 0.3125
    almost = gaussian_renyi(arb(2.5), arb(2), 1 - arb(2) ** -100)
    assert almost < 0.3125
    assert almost > 0.3125 - arb(2) ** -96


def test_outside_the_domain() -> None:
    two, half = arb(2), arb(0.5)
    for order, sigma, q in [
        (arb(1), two, half),
        (two, arb(0), half),
        (two, -two, half),
        (two, two, arb(0)),
        (two, two, arb(1.5)),
        (arb.nan(), two, half),
        (arb.pos_inf(), two, half),
        (two, arb.pos_inf(), half),
    ]:
        assert gaussian_renyi(order, sigma, q).is_nan()


@pytest.mark.parametrize("arguments", [(2.5, 1e-6, 0.5), (1e14 + 0.5, 1.0, 0.01), (2.5, 1e70, 0.5), (2.5, 1.0, 1e-90)])
def test_out_of_reach_says_so(arguments: tuple[float, float, float]) -> None:
    order, sigma, q = map(arb, arguments)
    with pytest.raises(OutOfBudget):
        gaussian_renyi(order, sigma, q)


@pytest.mark.parametrize("orders", [("3",), ("2.5",), ("2.5", "3.5")])
def test_wide_balls_hold_the_value_of_every_point(orders: tuple[str, ...]) -> None:
    value = gaussian_renyi(ball(orders[0]).union(ball(orders[-1])), arb(1, 0.125), arb(0.25, 0.125))
    assert value.is_finite()
    assert value.rad() < 1
    for a in orders:
        for sigma in ("0.875", "1", "1.125"):
            for q in ("0.125", "0.375"):
                with mp.workdps(20):
                    assert agrees(value, quadrature(a, sigma, q, reach=10), 15)


def test_precision_is_restored() -> None:
    gaussian_renyi(arb(2.5), arb(1), arb(0.25))
    gaussian_renyi(arb(5), arb(1), arb(0.25))
    assert ctx.prec == BITS
