"""Best orders of the conversions from Rényi DP and zCDP, against sign changes of the derivative and convexity, by bisection here.

With the order t = 1 + s, rho t the Rényi divergence at t:
    eps(t)       = rho t + log(s/t) - log(delta t)/s,          of the sign of its derivative:  rho s^2 + log(delta t),
    log delta(t) = s (rho t - eps) - log t + s log(s/t),       derivative:                     (2t - 1) rho - eps + log(s/t).
Each of these increases in t, so an order is right if the sign changes at the ends of its ball, and the least value differs from
that at a point of a bracket of the minimum by at most the length of the bracket times the steepest slope in it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from exact_balls import ball
from flint import arb
from hypothesis import example, given, settings
from hypothesis import strategies as st
from meeting import meet

from dplemma.arb import conversions
from dplemma.arb.precision import working_precision

BITS, CHECKING_BITS, BISECTIONS = 128, 700, 420
LEAST_BITS = 40

positives = st.one_of(
    st.integers(1, 9000).map(lambda n: Fraction(n, 1000)),
    st.builds(lambda m, e: Fraction(m, 10) * Fraction(10) ** e, st.integers(10, 99), st.integers(-12, 5)),
)
small = st.builds(lambda m, e: m * Fraction(10) ** -e, st.integers(1, 9), st.integers(2, 30))
deltas = st.one_of(st.integers(1, 999).map(lambda n: Fraction(n, 1000)), small, small.map(lambda x: 1 - x))

Function = Callable[[arb], arb]


def solved(kernel: Callable[..., arb], *inputs: Fraction) -> arb:
    """The kernel's ball at the first precision that gives it enough digits."""
    for bits in (BITS, 2 * BITS, 4 * BITS):
        with working_precision(bits):
            found = kernel(*map(ball, inputs))
        if found.is_finite() and found.rel_accuracy_bits() >= LEAST_BITS:
            return found
    raise AssertionError(f"no digits with {bits} bits: {found}")


def epsilon_slope(rho: Fraction, delta: Fraction) -> Function:
    return lambda s: ball(rho) * s * s + (ball(delta) * (1 + s)).log()


def delta_slope(rho: Fraction, eps: Fraction) -> Function:
    return lambda s: (2 * s + 1) * ball(rho) - ball(eps) + (s / (1 + s)).log()


def epsilon_at(rho: Fraction, delta: Fraction) -> Function:
    return lambda s: ball(rho) * (1 + s) + (s / (1 + s)).log() - (ball(delta) * (1 + s)).log() / s


def log_delta_at(rho: Fraction, eps: Fraction) -> Function:
    return lambda s: s * (ball(rho) * (1 + s) - ball(eps)) - (1 + s).log() + s * (s / (1 + s)).log()


def bracketed(slope: Function) -> tuple[arb, arb]:
    """Exact s on both sides of the sign change, a factor 1 + 2^-400 or so apart."""
    low, high = arb(1) / 2, arb(2)
    while not slope(low) < 0:
        low = (low * low).mid()
    while not slope(high) > 0:
        high = (high * high).mid()
    for _ in range(BISECTIONS):
        middle = (low * high).sqrt().mid()
        if slope(middle) < 0:
            low = middle
        elif slope(middle) > 0:
            high = middle
        else:
            break
    return low, high


def least(value: Function, slope: Function, per_s: Function) -> arb:
    """The least value of a function whose derivative is slope(s) per_s(s): slope rises through 0 and per_s hardly changes.

    In the bracket the derivative is at most as steep as at its ends, up to the factor 2 that the change of per_s may bring.
    """
    low, high = bracketed(slope)
    steepest = abs(slope(low) * per_s(low)) + abs(slope(high) * per_s(high))
    reach = 2 * steepest * (high - low)
    best = value(low)
    return best - arb(0, 1) * reach


@given(positives, deltas)
@settings(max_examples=120, deadline=None)
@example(Fraction(1), Fraction(1, 10**300))
@example(Fraction(1, 10**30), Fraction(1, 10**15))
@example(Fraction(10**6), 1 - Fraction(1, 10**30))
@example(Fraction(1, 10**30), 1 - Fraction(1, 10**30))
def test_best_order(mu: Fraction, delta: Fraction) -> None:
    found = solved(conversions.gaussian_best_order, mu, delta)
    slope = epsilon_slope(mu**2 / 2, delta)
    with working_precision(CHECKING_BITS):
        radius = found.rad() + abs(found.mid()) * arb(2) ** -600
        low, high = found.mid() - radius - 1, found.mid() + radius - 1
        # an order next to 1 is known absolutely: its ball may reach beyond 1
        assert not low > 0 or slope(low) < 0
        assert slope(high) > 0


@given(positives, deltas)
@settings(max_examples=120, deadline=None)
@example(Fraction(1, 2), Fraction(1, 10**300))
@example(Fraction(1, 10**30), Fraction(1, 10**15))
@example(Fraction(10**9), 1 - Fraction(1, 10**30))
@example(Fraction(1, 10**30), 1 - Fraction(1, 10**30))
def test_least_epsilon(rho: Fraction, delta: Fraction) -> None:
    found = solved(conversions.zcdp_epsilon, rho, delta)
    value, slope = epsilon_at(rho, delta), epsilon_slope(rho, delta)
    with working_precision(CHECKING_BITS):
        wanted = least(value, slope, lambda s: 1 / (s * s))
        assert wanted.rel_accuracy_bits() > 2 * LEAST_BITS
        assert meet(found, wanted)
        for s in ("1e-6", "0.01", "0.5", "1", "3", "50", "1e6"):
            assert not value(ball(s)) < wanted


@given(positives, st.one_of(st.just(Fraction(0)), positives))
@settings(max_examples=120, deadline=None)
@example(Fraction(1, 2), Fraction(1, 2))
@example(Fraction(1, 10**30), Fraction(1))
@example(Fraction(10**6), Fraction(10**6))
@example(Fraction(1, 10**9), Fraction(10**6))
@example(Fraction(100), Fraction(0))
def test_least_delta(rho: Fraction, eps: Fraction) -> None:
    found = solved(conversions.zcdp_delta, rho, eps)
    value, slope = log_delta_at(rho, eps), delta_slope(rho, eps)
    with working_precision(CHECKING_BITS):
        wanted = least(value, slope, lambda s: arb(1))
        assert meet(found, wanted.exp())
        for s in ("1e-6", "0.01", "0.5", "1", "3", "50", "1e6"):
            assert not value(ball(s)) < wanted


@given(positives, deltas)
@settings(max_examples=40, deadline=None)
def test_the_gaussian_conversion_is_that_of_rho_half_mu_squared(mu: Fraction, delta: Fraction) -> None:
    with working_precision(CHECKING_BITS):
        wanted = least(epsilon_at(mu**2 / 2, delta), epsilon_slope(mu**2 / 2, delta), lambda s: 1 / (s * s))
    assert meet(solved(conversions.gaussian_epsilon, mu, delta), wanted)


@given(positives, deltas)
@settings(max_examples=40, deadline=None)
def test_delta_and_epsilon_invert_each_other(rho: Fraction, delta: Fraction) -> None:
    """Least delta at the least eps of delta is delta again, where that eps is not negative."""
    found = solved(conversions.zcdp_epsilon, rho, delta)
    if found > 0:
        with working_precision(4 * BITS):
            back = conversions.zcdp_delta(ball(rho), found)
            assert not back.is_finite() or meet(back, ball(delta))


@pytest.mark.parametrize(("rho", "delta"), [("0", "0.5"), ("-1", "0.5"), ("1", "0"), ("1", "1"), ("1", "2"), ("1", "-0.5")])
def test_outside_the_domain_there_is_no_number(rho: str, delta: str) -> None:
    with working_precision(BITS):
        assert not conversions.zcdp_epsilon(ball(rho), ball(delta)).is_finite()
        if Fraction(rho) <= 0:
            assert not conversions.zcdp_delta(ball(rho), arb(1)).is_finite()
        else:
            assert not conversions.gaussian_best_order(ball(rho), ball(delta)).is_finite()
        assert not conversions.zcdp_delta(arb(1), arb(-1)).is_finite()


@pytest.mark.parametrize("bits", [64, 256, 2048])
def test_accuracy_follows_the_precision(bits: int) -> None:
    with working_precision(bits):
        for found in (
            conversions.zcdp_epsilon(ball("0.5"), ball("1e-5")),
            conversions.zcdp_delta(ball("0.5"), arb(4)),
            conversions.gaussian_best_order(arb(1), ball("1e-5")),
        ):
            assert found.rel_accuracy_bits() >= bits - 24


def test_a_shifted_value_is_noticed() -> None:
    rho, delta = Fraction(1, 2), Fraction(1, 10**5)
    found = solved(conversions.zcdp_epsilon, rho, delta)
    with working_precision(CHECKING_BITS):
        wanted = least(epsilon_at(rho, delta), epsilon_slope(rho, delta), lambda s: 1 / (s * s))
        assert meet(found, wanted)
        assert not (found * (1 + arb(10) ** -24)).overlaps(wanted)
        assert not (found * (1 - arb(10) ** -24)).overlaps(wanted)
