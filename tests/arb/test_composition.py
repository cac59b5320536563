"""k-fold composition of eps0-DP mechanisms, against exact fractions and mpmath sums.

With eps0 = log b and eps = log c for rational b and c, delta is rational: the references below have no rounding at all.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import comb

import mpmath
import pytest
from exact_balls import ball
from flint import arb, ctx
from hypothesis import example, given, settings
from hypothesis import strategies as st
from meeting import agrees, exact
from mpmath import mp, mpf

from dplemma.arb import composition
from dplemma.arb.composition import composed_delta, composed_epsilon
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

BITS = 180


@pytest.fixture(autouse=True)
def _precision():
    with working_precision(BITS), mp.workdps(90):
        yield


def log_ball(x: Fraction | int) -> arb:
    return ball(x).log()


def sharp(value: arb, bits: int = 150) -> bool:
    return value.is_finite() and value.rel_accuracy_bits() >= bits


def contains(value: arb, reference: Fraction) -> bool:
    # The working precision would round the fraction, and the rounded ball need not fit.
    with working_precision(8192):
        return (value * reference.denominator).contains(arb(reference.numerator))


def rational_delta(k: int, b: Fraction, c: Fraction) -> Fraction:
    """The definition, at e^eps0 = b and e^eps = c."""
    excess = sum((comb(k, i) * max(Fraction(0), b**i - c * b ** (k - i)) for i in range(k + 1)), Fraction(0))
    return excess / (1 + b) ** k


def rational_exp_epsilon(k: int, b: Fraction, delta: Fraction) -> Fraction:
    """e^eps by going through every segment between two powers of b, from the left."""
    if rational_delta(k, b, Fraction(1)) <= delta:
        return Fraction(1)
    ends = [Fraction(1), *(b**n for n in range(1, k + 1) if (n - k) % 2 == 0)]
    for left, right in pairwise(ends):
        at_left, at_right = rational_delta(k, b, left), rational_delta(k, b, right)
        if at_left >= delta >= at_right:
            return left + (right - left) * (at_left - delta) / (at_left - at_right)
    raise AssertionError


def sum_delta(k: int, eps0: mpf, eps: mpf) -> mpf:
    """The definition in mpmath, term by term from the top, weights by recurrence from t_k."""
    u, term, total = mpmath.exp(-eps0), (1 + mpmath.exp(-eps0)) ** -k, mpf(0)
    for i in range(k, 0, -1):
        loss = (2 * i - k) * eps0
        if loss <= eps:
            break
        total -= term * mpmath.expm1(eps - loss)
        term = term * u * i / (k - i + 1)
    return total


bases = st.fractions(min_value=Fraction(101, 100), max_value=8, max_denominator=100).filter(lambda b: b > 1)


@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_delta_is_the_hockey_stick_of_all_outcomes(k: int) -> None:
    b, c = Fraction(5, 3), Fraction(6, 5)
    keep, flip = b / (1 + b), 1 / (1 + b)
    delta = Fraction(0)
    for answers in product((0, 1), repeat=k):
        p = q = Fraction(1)
        for answer in answers:
            p, q = p * (keep if answer else flip), q * (flip if answer else keep)
        delta += max(Fraction(0), p - c * q)
    value = composed_delta(arb(k), log_ball(b), log_ball(c))
    assert contains(value, delta)
    assert sharp(value)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 60), bases, st.fractions(min_value=0, max_value=1, max_denominator=50))
@example(49, Fraction(101, 100), Fraction(0))
@example(50, Fraction(7), Fraction(49, 50))
def test_delta_against_exact_fractions(k: int, b: Fraction, part: Fraction) -> None:
    c = 1 + part * (b**k - 1) * Fraction(99, 100)
    value = composed_delta(arb(k), log_ball(b), log_ball(c))
    assert contains(value, rational_delta(k, b, c))
    assert sharp(value, 120)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), bases, st.fractions(min_value=Fraction(1, 10**6), max_value=Fraction(9, 10), max_denominator=10**6))
@example(1, Fraction(3), Fraction(1, 10**40))
@example(40, Fraction(101, 100), Fraction(1, 10**6))
def test_epsilon_against_exact_fractions(k: int, b: Fraction, delta: Fraction) -> None:
    value = composed_epsilon(arb(k), log_ball(b), ball(delta))
    root = rational_exp_epsilon(k, b, delta)
    reference = mpmath.log(mpf(root.numerator) / root.denominator)
    assert agrees(value, reference, 75)
    assert value.is_zero() if root == 1 else value.rad() < 1e-40


@pytest.mark.parametrize("k", [2, 3, 8, 9, 50, 51])
def test_both_are_right_at_the_kinks(k: int) -> None:
    b = Fraction(6, 5)
    for n in range(k % 2, k, max(1, k // 8) * 2):
        delta = rational_delta(k, b, b**n)
        value = composed_delta(arb(k), log_ball(b), log_ball(b) * n)
        assert contains(value, delta)
        assert sharp(value)
        eps = composed_epsilon(arb(k), log_ball(b), ball(delta))
        assert agrees(eps, n * mpmath.log(mpf(6) / 5), 75)
        assert eps.rad() < 1e-40
    start = composed_epsilon(arb(k), log_ball(b), ball(rational_delta(k, b, Fraction(1))))
    assert start.contains(0)
    assert start.rad() < 1e-40


def test_epsilon_references() -> None:
    k, eps0 = arb(50), ball(Fraction(1, 5))
    references = {5: "6.307778279564131978", 6: "6.883935619352990422057943640967", 9: "8.347232695519044646"}
    for exponent, digits in references.items():
        value = composed_epsilon(k, eps0, ball(Fraction(1, 10**exponent)))
        assert value.str(60, radius=False).startswith(digits)
        assert sharp(value, 170)


@pytest.mark.parametrize("bits", [53, 180, 400])
@pytest.mark.parametrize(
    ("k", "eps0", "eps"),
    [
        (2000, Fraction(1, 2), Fraction(0)),
        (2000, Fraction(1, 50), Fraction(1)),
        (2001, Fraction(1, 10**9), Fraction(0)),
        (2001, Fraction(1, 10), Fraction(13)),
        (3000, Fraction(3), Fraction(8100)),
        (10_000, Fraction(1, 100), Fraction(1)),
        (10_000, Fraction(1, 100), Fraction(20)),
    ],
)
def test_delta_of_many(k: int, eps0: Fraction, eps: Fraction, bits: int) -> None:
    reference = sum_delta(k, mpf(eps0.numerator) / eps0.denominator, mpf(eps.numerator) / eps.denominator)
    with working_precision(bits):
        value = composed_delta(arb(k), ball(eps0), ball(eps))
        assert agrees(value, reference, 75)
        assert sharp(value, bits - 30)


@pytest.mark.parametrize(
    ("k", "eps0", "eps"),
    [(2000, "0.5", "401.3"), (2001, "0.02", "0.01"), (10_000, "0.01", "4.37"), (10_000, "1", "4995.7"), (10_000, "0.01", "99.5")],
)
def test_epsilon_of_many_undoes_delta(k: int, eps0: str, eps: str) -> None:
    delta = sum_delta(k, mpf(eps0), mpf(eps))
    value = composed_epsilon(arb(k), ball(Fraction(eps0)), exact(delta))
    assert agrees(value, mpf(eps), 70)
    assert sharp(value, 150)


@pytest.mark.parametrize("k", [100_000, 1_000_000])
def test_deep_tails_keep_relative_accuracy(k: int) -> None:
    eps0, tenth = mpf("0.001"), mpf("0.0001")
    eps = k * eps0 - 5 * eps0 - tenth
    top = (1 + mpmath.exp(-eps0)) ** -k
    terms = [comb(k, i) * mpmath.exp(-i * eps0) * -mpmath.expm1(eps - (k - 2 * i) * eps0) for i in range(3)]
    with working_precision(BITS + 40):
        value = composed_delta(arb(k), ball(Fraction(1, 1000)), ball(Fraction(k, 1000) - Fraction(51, 10000)))
        assert agrees(value, top * sum(terms), 70)
        assert sharp(value)
        assert value < arb(10) ** (-30_000 if k == 100_000 else -300_000)
        back = composed_epsilon(arb(k), ball(Fraction(1, 1000)), value)
        assert agrees(back, eps, 70)
        assert sharp(back)


@pytest.mark.parametrize("drop", [1.0, 4.0, 12.0])
@pytest.mark.parametrize(
    ("k", "eps0", "eps"),
    # At k = 30 the largest weights are the last: all that is left out lies below.
    [(1000, "0.05", "0"), (1000, "0.05", "3.3"), (1000, "0.3", "1"), (1000, "0.3", "90.1"), (30, "4", "0"), (30, "6", "33")],
)
def test_what_a_short_window_leaves_out_is_enclosed(
    monkeypatch: pytest.MonkeyPatch, drop: float, k: int, eps0: str, eps: str
) -> None:
    reference = sum_delta(k, mpf(eps0), mpf(eps))
    monkeypatch.setattr(composition, "_drop", lambda _k: drop)
    value = composed_delta(arb(k), ball(Fraction(eps0)), ball(Fraction(eps)))
    assert agrees(value, reference, 75)
    if drop > 4:
        assert value.rel_accuracy_bits() > 4
    if k == 1000:
        root = composed_epsilon(arb(k), ball(Fraction(eps0)), exact(reference))
        assert agrees(root, mpf(eps), 75)


@pytest.mark.parametrize("k", [8, 9])
def test_an_open_segment_gives_the_hull_of_both(k: int) -> None:
    b = Fraction(6, 5)
    for n in range(k % 2 + 2, k, 2):
        delta, nudge = rational_delta(k, b, b**n), Fraction(1, 2**30)
        value = composed_epsilon(arb(k), log_ball(b), ball(delta - nudge).union(ball(delta + nudge)))
        for inner in (delta - nudge, delta, delta + nudge):
            root = rational_exp_epsilon(k, b, inner)
            assert agrees(value, mpmath.log(mpf(root.numerator) / root.denominator), 75)


def test_exact_values() -> None:
    k, eps0 = arb(50), ball(Fraction(1, 5))
    assert composed_delta(k, eps0, arb(11)).is_zero()
    assert composed_delta(k, arb(0.25), arb(12.5)).is_zero()
    assert composed_delta(k, eps0, arb(10)).contains(0)
    assert composed_epsilon(k, eps0, ball(Fraction(9, 10))).is_zero()
    assert composed_epsilon(k, arb(0.25), arb(0)) == 12.5


def test_outside_the_domain() -> None:
    k, half = arb(5), arb(0.5)
    assert composed_delta(arb(5.5), half, half).is_nan()
    assert composed_delta(arb(0), half, half).is_nan()
    assert composed_delta(k, arb(0), half).is_nan()
    assert composed_delta(k, half, -half).is_nan()
    assert composed_delta(k, half, arb.nan()).is_nan()
    assert composed_epsilon(k, half, arb(1)).is_nan()
    assert composed_epsilon(k, half, -half).is_nan()
    assert composed_epsilon(k, arb.pos_inf(), half).is_nan()


@pytest.mark.parametrize("arguments", [(10**12, 1e-6), (10**13, 0.5), (7, 1e-250), (7, 1e250)])
def test_out_of_reach_says_so(arguments: tuple[int, float]) -> None:
    k, eps0 = arguments
    with pytest.raises(OutOfBudget):
        composed_delta(arb(k), arb(eps0), arb(eps0))
    with pytest.raises(OutOfBudget):
        composed_epsilon(arb(k), arb(eps0), arb(1e-9))


def test_wide_balls_hold_the_value_of_every_point() -> None:
    eps0, eps, delta = arb(0.25, 0.0625), arb(1, 0.25), arb(0.125, 0.0625)
    for k in (1, 4, 33):
        deltas, epsilons = composed_delta(arb(k), eps0, eps), composed_epsilon(arb(k), eps0, delta)
        points = [mpf(3) / 16, mpf(1) / 4, mpf(5) / 16]
        for inner, middle, target in product(points, (mpf("0.75"), mpf(1), mpf("1.25")), (mpf(1) / 16, mpf(3) / 16)):
            assert agrees(deltas, sum_delta(k, inner, middle), 75)
            root = composed_epsilon(arb(k), exact(inner), exact(target))
            assert epsilons.contains(root)
        assert deltas.is_finite()
        assert deltas.rad() < 0.5
        assert epsilons.rad() < 4


def test_precision_is_restored() -> None:
    composed_delta(arb(100), arb(0.5), arb(1))
    composed_epsilon(arb(100), arb(0.5), arb(0.25))
    assert ctx.prec == BITS
