"""Inverses of the Gaussian kernel put back into the profile: certified sign changes by balls written here, without its code.

A ball that holds the root of a strictly monotone function is one at whose ends the function has opposite signs (or that lies
inside the widened ends used here). The profile and the F_beta condition are evaluated from Arb's incomplete gamma function and
Kummer's U, which the kernel does not use in this way.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from exact_balls import ball
from flint import arb
from hypothesis import example, given, settings
from hypothesis import strategies as st
from meeting import meet

from dplemma.arb import gaussian
from dplemma.arb.precision import working_precision
from dplemma.values.certified import needed_bits
from dplemma.values.evaluator import evaluator

BITS, CHECKING_BITS = 128, 1200
LEAST_BITS = 40
"""Accuracy that is asked of every inverse, so that a sign change at its ends says something."""

magnitudes = st.builds(lambda m, e: Fraction(m, 1000) * Fraction(10) ** e, st.integers(1000, 9999), st.integers(-12, 3))
ordinary = st.integers(1, 8000).map(lambda n: Fraction(n, 1000))
positives = st.one_of(ordinary, magnitudes)
small = st.builds(lambda m, e: m * Fraction(10) ** -e, st.integers(1, 9), st.integers(2, 60))
rates = st.one_of(st.integers(1, 999).map(lambda n: Fraction(n, 1000)), small, small.map(lambda x: 1 - x))


def tail(x: arb) -> arb:
    """Upper normal tail through the incomplete gamma function Gamma(1/2, x^2/2)."""
    upper = (x * x / 2).gamma_upper(arb(1) / 2, regularized=1) / 2
    return upper if x > 0 else 1 - upper


def profile(eps: arb, mu: arb) -> arb:
    return tail(eps / mu - mu / 2) - eps.exp() * tail(eps / mu + mu / 2)


def mills(x: arb) -> arb:
    """U(1/2, 1/2, x^2/2)/sqrt(2) for x > 0."""
    half = arb(1) / 2
    return (x * x / 2).hypgeom_u(half, half) / arb(2).sqrt()


def log_profile(eps: arb, mu: arb) -> arb:
    """Deep in the tail, where the profile itself has no digits."""
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    return (mills(a) - mills(b)).log() - a * a / 2 - (2 * arb.pi()).log() / 2


def solved(inverse: Callable[..., arb], *inputs: Callable[[], arb]) -> arb:
    """The kernel's ball at the first precision that gives it enough digits: it may ask for more, as its callers know."""
    for bits in (BITS, 2 * BITS, 4 * BITS, 8 * BITS):
        with working_precision(bits):
            found = inverse(*(make() for make in inputs))
        if found.is_zero() or (found.is_finite() and found.rel_accuracy_bits() >= LEAST_BITS):
            return found
    raise AssertionError(f"no digits with {bits} bits: {found}")


def ends(found: arb) -> tuple[arb, arb]:
    """Just outside the ball: wider by 2^-30 of its radius, or of the last bit of an exact one."""
    with working_precision(CHECKING_BITS):
        radius = found.rad() * (1 + arb(2) ** -30) + abs(found.mid()) * arb(2) ** -900
        return (found.mid() - radius).mid(), (found.mid() + radius).mid()


def changes_sign(function: Callable[[arb], arb], found: arb, rising: bool) -> bool:
    low, high = ends(found)
    with working_precision(CHECKING_BITS):
        below, above = function(low), function(high)
        assert not below.contains(0) and not above.contains(0), (below, above)
        return bool(below < 0 < above if rising else above < 0 < below)


def excess_in(delta: Fraction) -> Callable[[arb, arb], arb]:
    return lambda eps, mu: profile(eps, mu) - ball(delta)


# -- eps and mu ---------------------------------------------------------------------------------------------------------


@given(rates, positives)
@settings(max_examples=150, deadline=None)
@example(Fraction(1, 10**300), Fraction(1))
@example(Fraction(1, 10**300), Fraction(100))
@example(Fraction(999, 1000), Fraction(10))
@example(1 - Fraction(1, 10**30), Fraction(40))
@example(Fraction(38292492254802620727, 10**20), Fraction(1))
@example(Fraction(1, 10**9), Fraction(1000))
def test_epsilon(delta: Fraction, mu: Fraction) -> None:
    found = solved(gaussian.epsilon, lambda: ball(delta), lambda: ball(mu))
    excess = excess_in(delta)
    with working_precision(CHECKING_BITS):
        at_zero = excess(arb(0), ball(mu))
        assert not at_zero.contains(0)
    if at_zero < 0:  # delta lies above the whole profile
        assert found.is_zero()
    else:
        assert found > 0
        assert changes_sign(lambda eps: excess(eps, ball(mu)), found, rising=False)


@given(st.one_of(st.just(Fraction(0)), positives), rates)
@settings(max_examples=150, deadline=None)
@example(Fraction(10), Fraction(1, 10**300))
@example(Fraction(100), Fraction(1, 10**30))
@example(Fraction(1, 10**12), Fraction(1, 10**12))
@example(Fraction(5000), 1 - Fraction(1, 10**40))
def test_mu_and_sigma(eps: Fraction, delta: Fraction) -> None:
    found = solved(gaussian.mu, lambda: ball(eps), lambda: ball(delta))
    noise = solved(gaussian.sigma, lambda: ball(eps), lambda: ball(delta))
    excess = excess_in(delta)
    assert changes_sign(lambda mu: excess(ball(eps), mu), found, rising=True)
    assert changes_sign(lambda sigma: excess(ball(eps), 1 / sigma), noise, rising=False)


DEEP = [
    ("1e-3000", "1e-6"), ("1e-3000", "1"), ("1e-100000", "0.001"), ("1e-100000", "20"), ("1e-1000000", "1e-30"),
    ("1e-20000000", "1e-9"),
]  # fmt: skip


@pytest.mark.parametrize(("delta", "mu"), DEEP)
def test_epsilon_in_the_deep_tail(delta: str, mu: str) -> None:
    exponent = int(delta.partition("e")[2])
    found = solved(gaussian.epsilon, lambda: arb(10) ** exponent, lambda: ball(mu))

    def excess(eps: arb) -> arb:
        return log_profile(eps, ball(mu)) - exponent * arb(10).log()

    assert changes_sign(excess, found, rising=False)


@pytest.mark.parametrize(("delta", "eps"), DEEP)
def test_mu_in_the_deep_tail(delta: str, eps: str) -> None:
    exponent = int(delta.partition("e")[2])
    found = solved(gaussian.mu, lambda: ball(eps), lambda: arb(10) ** exponent)

    def excess(mu: arb) -> arb:
        return log_profile(ball(eps), mu) - exponent * arb(10).log()

    assert changes_sign(excess, found, rising=True)


@pytest.mark.parametrize(("delta", "mu"), [("0", "1"), ("1", "1"), ("-0.1", "1"), ("1.5", "1"), ("0.1", "0"), ("0.1", "-1")])
def test_outside_the_domain_there_is_no_number(delta: str, mu: str) -> None:
    with working_precision(BITS):
        assert not gaussian.epsilon(ball(delta), ball(mu)).is_finite()
        if Fraction(mu) == 1:
            assert not gaussian.mu(arb(1), ball(delta)).is_finite()
        else:
            assert not gaussian.fbeta_threshold(arb(1), ball(mu)).is_finite()
    with working_precision(BITS):
        assert not gaussian.mu(arb(-1), ball("0.5")).is_finite()
        assert not gaussian.fbeta_threshold(arb(0), arb(1)).is_finite()


def test_more_bits_give_a_smaller_ball_inside_the_larger() -> None:
    found = []
    for bits in (64, 256, 1024, 4096):
        with working_precision(bits):
            found.append(gaussian.epsilon(ball("1e-5"), arb(1)))
            assert found[-1].rel_accuracy_bits() >= bits - 24
    with working_precision(5000):
        assert all(meet(wide, narrow) and narrow.rad() < wide.rad() for wide, narrow in pairwise(found))


# -- F_beta -------------------------------------------------------------------------------------------------------------


def gain(beta: Fraction, mu: Fraction) -> Callable[[arb], arb]:
    """The sign of dF/dz, negated: with x = Q(z), R = Q(z - mu), F = (1 + b) R/(b + R + x) falls beyond the best threshold.

    dF/dz has the sign of -phi(z - mu)(b + x) + R phi(z), that is of R - e^(mu z - mu^2/2)(b + x).
    """
    shift, b = ball(mu), ball(beta) ** 2

    def falling(z: arb) -> arb:
        power = tail(z - shift)
        return (shift * z - shift * shift / 2).exp() * (b + tail(z)) / power - 1

    return falling


@given(
    st.one_of(ordinary, st.integers(-4, 4).map(lambda e: Fraction(10) ** e)),
    st.integers(10, 30_000).map(lambda n: Fraction(n, 1000)),
)
@settings(max_examples=120, deadline=None)
@example(Fraction(1), Fraction(1, 100))
@example(Fraction(1, 10**6), Fraction(38))
@example(Fraction(10**6), Fraction(8))
@example(Fraction(1, 10**15), Fraction(1))
def test_fbeta_threshold(beta: Fraction, mu: Fraction) -> None:
    found = solved(gaussian.fbeta_threshold, lambda: ball(beta), lambda: ball(mu))
    with working_precision(CHECKING_BITS):
        falling = gain(beta, mu)
    assert changes_sign(falling, found, rising=True)


@given(ordinary, st.integers(1000, 12_000).map(lambda n: Fraction(n, 1000)))
@settings(max_examples=40, deadline=None)
def test_fbeta_is_attained_at_the_threshold_and_nowhere_exceeded(beta: Fraction, mu: Fraction) -> None:
    inverses = (gaussian.fbeta, gaussian.fbeta_fpr, gaussian.fbeta_threshold)
    best, fpr, z = (solved(inverse, lambda: ball(beta), lambda: ball(mu)) for inverse in inverses)

    def score(place: arb) -> arb:
        b, power = ball(beta) ** 2, tail(place - ball(mu))
        return (1 + b) * power / (b + power + tail(place))

    with working_precision(CHECKING_BITS):
        middle = z.mid()
        assert abs(tail(middle) / fpr - 1) < arb(2) ** -LEAST_BITS
        assert abs(score(middle) / best - 1) < arb(2) ** -LEAST_BITS
        for step in ("-3", "-0.5", "-0.001", "0.001", "0.5", "3"):
            assert score(middle + ball(step)) < score(middle)


# -- the checks themselves ------------------------------------------------------------------------------------------------


def test_a_shifted_root_is_noticed() -> None:
    with working_precision(BITS):
        found = gaussian.epsilon(ball("1e-5"), arb(1))
        excess = excess_in(Fraction(1, 10**5))
    for shift in (arb(10) ** -24, -(arb(10) ** -24)):
        with working_precision(CHECKING_BITS):
            wrong = found * (1 + shift)
        assert not changes_sign(lambda eps: excess(eps, arb(1)), wrong, rising=False)


def test_the_two_ways_to_the_profile_agree() -> None:
    with working_precision(CHECKING_BITS):
        for eps, mu in (("1", "1"), ("20", "2"), ("3", "0.1")):
            assert (log_profile(ball(eps), ball(mu)).exp() / profile(ball(eps), ball(mu)) - 1).contains(0)


@pytest.mark.parametrize("name", ["gaussian.epsilon", "gaussian.mu"])
def test_fewer_digits_never_cost_more_evaluations(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From 20 to 30 digits: a Newton step that is left out must not have to be made up for by doing all again."""
    calls: list[int] = []
    plain = gaussian._tails

    def counted(eps: arb, mu: arb) -> tuple[arb, arb]:
        calls.append(1)
        return plain(eps, mu)

    monkeypatch.setattr(gaussian, "_tails", counted)
    ready, spent = evaluator(name), []
    for digits in range(20, 31):
        calls.clear()
        for k in range(1, 21):
            given_ = {"delta": f"1e-{1 + k % 10}", "mu" if "mu" in ready.names else "eps": f"{k}/7"}
            ready.enclose(ready.read(given_), needed_bits(digits))
        spent.append(len(calls))
    assert max(spent) <= 1.1 * spent[-1], spent
