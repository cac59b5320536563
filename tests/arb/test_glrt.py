"""The GLRT adversary on balls, against mpmath: closed forms for d = 1, Poisson mixtures, Bessel ratios and quadrature."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import mpmath
import pytest
from exact_balls import ball, real
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st
from meeting import meet, near
from mpmath import mp, mpf

from dplemma.arb import glrt as g
from dplemma.arb import glrt_ratio
from dplemma.arb.glrt_ratio import Level
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

BITS = 200
DEGREES = (1, 2, 3, 10, 100, 1000)


def agrees(value: arb, reference: mpf, digits: int, bits: int) -> bool:
    """The ball meets the reference and is itself sharp."""
    return meet(value, near(reference, digits)) and value.rel_accuracy_bits() >= bits


def upper_tail(x: mpf) -> mpf:
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


def one_dimension(v: mpf, eps: mpf, mu: mpf, *, upper: bool) -> mpf:
    """Gain at T = v^2 for d = 1, where T is the square of a Gaussian variable."""
    beyond = upper_tail(v - mu) + upper_tail(v + mu)
    if upper:
        return beyond - mpmath.exp(eps) * 2 * upper_tail(v)
    within = upper_tail(mu - v) - upper_tail(mu + v)
    return mpmath.erf(v / mpmath.sqrt(2)) - mpmath.exp(eps) * within


def delta_in_one_dimension(eps: mpf, mu: mpf, *, upper: bool) -> mpf:
    level = mpmath.exp((eps if upper else -eps) + mu * mu / 2)
    return one_dimension(mpmath.acosh(level) / mu, eps, mu, upper=upper)


def crossing(f: Callable[[mpf], mpf], low: mpf, high: mpf) -> mpf:
    """The zero of a monotone function in [low, high]: bisection of log x, then secant steps."""
    rising = f(high) > 0
    assert (f(low) < 0) == rising
    for _ in range(40):
        middle = mpmath.sqrt(low * high)
        low, high = (low, middle) if (f(middle) > 0) == rising else (middle, high)
    return mpmath.findroot(f, (low, high), solver="secant")


def log_ratio(t: mpf, d: int, lam: mpf) -> mpf:
    """log of the ratio of densities through the Bessel function I."""
    order, root = mpf(d) / 2 - 1, mpmath.sqrt(lam * t)
    return mpmath.log(mpmath.besseli(order, root) * mpmath.gamma(order + 1)) - order * mpmath.log(root / 2) - lam / 2


def mixture_tails(t: mpf, d: int, lam: mpf) -> tuple[mpf, mpf]:
    """SF_nc and SF_c as Poisson mixtures of regularised gamma functions."""
    weight, total, rest, j = mpmath.exp(-lam / 2), mpf(0), mpf(1), 0
    while rest > mpf(10) ** (5 - mp.dps):
        total += weight * mpmath.gammainc(mpf(d) / 2 + j, t / 2, mpmath.inf, regularized=True)
        rest -= weight
        j += 1
        weight *= lam / 2 / j
    return total, mpmath.gammainc(mpf(d) / 2, t / 2, mpmath.inf, regularized=True)


def gain(t: mpf, eps: mpf, d: int, lam: mpf, *, upper: bool) -> mpf:
    noncentral, central = mixture_tails(t, d, lam)
    growth = mpmath.exp(eps)
    return noncentral - growth * central if upper else (1 - central) - growth * (1 - noncentral)


def best_place(value: mpf, d: int, lam: mpf) -> mpf:
    """The t where log LR takes a value."""
    return crossing(lambda t: log_ratio(t, d, lam) - value, mpf(d) / 50, 9 * (d + lam + 9 * abs(value)))


def best_gain(eps: mpf, d: int, lam: mpf, *, upper: bool) -> mpf:
    return gain(best_place(eps if upper else -eps, d, lam), eps, d, lam, upper=upper)


shifts = st.fractions(Fraction(1, 1000), 100, max_denominator=1000)


@given(st.sampled_from(DEGREES), shifts, st.fractions(Fraction(1, 1000), 5000, max_denominator=1000))
@settings(max_examples=60, deadline=None)
def test_log_likelihood_ratio_meets_bessel_functions(d: int, mu: Fraction, t: Fraction) -> None:
    lam = mu * mu
    with working_precision(BITS), mp.workdps(90):
        value, slope = g.log_likelihood_ratio_and_slope(ball(t), arb(d), ball(lam))
        reference = log_ratio(real(t), d, real(lam))
        # The value crosses 0: its error is measured against lam/2.
        assert meet(value + ball(lam) / 2, near(reference + real(lam) / 2, 55))
        assert value.rad() < (1 + ball(lam)) * arb(2) ** (12 - BITS)
        order, root = mpf(d) / 2 - 1, mpmath.sqrt(real(lam * t))
        ratio = mpmath.besseli(order + 1, root) / mpmath.besseli(order, root)
        assert agrees(slope, ratio * real(lam) / (2 * root), 60, BITS - 12)
        assert meet(g.log_likelihood_ratio(ball(t), arb(d), ball(lam)), value)


@pytest.mark.parametrize("d", [1, 2, 7, 300])
def test_log_likelihood_ratio_on_wide_balls_holds_inner_points(d: int) -> None:
    with working_precision(100):
        for t, lam in ((arb(5, 3), arb(2)), (arb(5, 3), arb(40, 30)), (arb(1, 0.999), arb(3, 1)), (arb(0, 0), arb(3, 1))):
            value, slope = g.log_likelihood_ratio_and_slope(t, arb(d), lam)
            assert value.is_finite() and slope.is_finite()
            for i in (-0.99, -0.3, 0.4, 0.99):
                for j in (-0.99, 0.1, 0.99):
                    inner = g.log_likelihood_ratio_and_slope(t.mid() + i * t.rad(), arb(d), lam.mid() + j * lam.rad())
                    assert value.contains(inner[0].mid()) and slope.contains(inner[1].mid())


@pytest.mark.parametrize("mu", ["1/1000", "1/10", "1", "5", "30", "100"])
@pytest.mark.parametrize("eps", ["0", "1/1000", "3/10", "1", "5", "20", "200"])
def test_profiles_in_one_dimension(mu: str, eps: str) -> None:
    ends = Fraction(eps) >= Fraction(mu) ** 2 / 2
    # The optimum v = eps/mu makes delta as small as e^(-v^2/2): that size costs bits of an inexact mu.
    v = Fraction(eps) / Fraction(mu)
    with working_precision(BITS), mp.workdps(400):
        args = ball(eps), arb(1), ball(mu)
        forward, reverse = g.delta_forward(*args), g.delta_reversed(*args)
        assert agrees(
            forward, delta_in_one_dimension(real(eps), real(mu), upper=True), 150, BITS - 16 - (int(v) ** 2).bit_length()
        )
        if ends:
            assert reverse.is_zero() and reverse.is_exact()
        else:
            assert agrees(reverse, delta_in_one_dimension(real(eps), real(mu), upper=False), 150, BITS - 30)
        assert meet(g.delta(*args), forward.max(reverse))


@pytest.mark.parametrize("mu", ["1/1000", "1", "9/2", "30"])
@pytest.mark.parametrize("fpr", ["1e-300", "1e-20", "1/100", "3/5", "0.9999999999"])
def test_roc_in_one_dimension(mu: str, fpr: str) -> None:
    with working_precision(BITS), mp.workdps(160):
        x, shift = real(fpr), real(mu)
        v = crossing(lambda s: mpmath.log(2 * upper_tail(s) / x), mpf(10) ** -12, mpf(200))
        forward = upper_tail(v - shift) + upper_tail(v + shift)
        assert agrees(g.roc(ball(fpr), arb(1), ball(mu)), forward, 100, BITS - 40)
        if fpr == "1e-300":
            # The CDF at w^2 is 2 phi(mu) w (1 + (mu^2 - 1) w^2/6 + ...), and w < 1e-100.
            w = x / mpmath.sqrt(2 / mpmath.pi) * mpmath.exp(shift**2 / 2)
        else:
            w = crossing(lambda s: mpmath.log((upper_tail(shift - s) - upper_tail(shift + s)) / x), mpf(10) ** -25, mpf(200))
        reverse = mpmath.erf(w / mpmath.sqrt(2))
        assert agrees(g.roc_reversed(ball(fpr), arb(1), ball(mu)), reverse, 100, BITS - 40)


@pytest.mark.parametrize(("d", "lam", "eps"), [(2, 9, 1), (3, 16, 2), (10, 4, 1), (10, 100, 7), (100, 100, 3), (1000, 25, 0)])
def test_profiles_meet_poisson_mixtures(d: int, lam: int, eps: int) -> None:
    with working_precision(BITS), mp.workdps(70):
        mu = arb(lam).sqrt()
        for upper, function in ((True, g.delta_forward), (False, g.delta_reversed)):
            reference = best_gain(mpf(eps), d, mpf(lam), upper=upper)
            assert agrees(function(arb(eps), arb(d), mu), reference, 50, BITS - 16)


def test_reference_values() -> None:
    with working_precision(60):
        assert abs(g.delta_forward(arb(1), arb(10), arb(2)) - arb("0.0791183971958")) < 1e-13
        assert abs(g.delta_reversed(arb(1), arb(10), arb(2)) - arb("0.0260137022419")) < 1e-13


@pytest.mark.parametrize(("d", "mu", "eps"), [(1, 2, Fraction(1, 2)), (4, 3, Fraction(1)), (10, 1, Fraction(1, 5))])
def test_profiles_meet_integrals_of_densities(d: int, mu: int, eps: Fraction) -> None:
    """delta is the integral of the positive part of a difference of densities, no optimum involved."""

    def density(v: mpf, lam: mpf) -> mpf:
        t = v * v
        central = t ** (mpf(d) / 2 - 1) * mpmath.exp(-t / 2) / (2 ** (mpf(d) / 2) * mpmath.gamma(mpf(d) / 2)) * 2 * v
        return central * mpmath.exp(-lam / 2) * mpmath.hyp0f1(mpf(d) / 2, lam * t / 4)

    with working_precision(100), mp.workdps(30):
        growth, lam = mpmath.exp(real(eps)), mpf(mu) ** 2
        for upper, function in ((True, g.delta_forward), (False, g.delta_reversed)):
            first, second = (lam, mpf(0)) if upper else (mpf(0), lam)
            difference = partial(lambda first, second, v: density(v, first) - growth * density(v, second), first, second)
            level = real(eps) if upper else -real(eps)
            cut = crossing(lambda v, level=level: mpmath.log(density(v, lam) / density(v, mpf(0))) - level, mpf("0.01"), mpf(9))
            ends = [cut, 4, 8, 20] if upper else [mpf(10) ** -30, cut / 2, cut]
            assert agrees(function(ball(eps), arb(d), arb(mu)), mpmath.quad(difference, ends), 18, 80)


@given(st.integers(1, 12), st.fractions(Fraction(1, 10), 6, max_denominator=10), st.fractions(0, 4, max_denominator=8))
@settings(max_examples=5, deadline=None)
def test_no_threshold_gains_more(d: int, mu: Fraction, eps: Fraction) -> None:
    with working_precision(80), mp.workdps(40):
        args = ball(eps), arb(d), ball(mu)
        bounds = {True: g.delta_forward(*args), False: g.delta_reversed(*args)}
        for t in (0.05, 1, 3, 8, 20, 60):
            for upper, bound in bounds.items():
                assert not near(gain(mpf(t), real(eps), d, real(mu) ** 2, upper=upper), 20) > bound


@pytest.mark.parametrize("mu", ["1/1000", "1/10", "1", "5", "30", "100"])
@pytest.mark.parametrize("delta", ["1e-300", "1e-20", "1/1000", "3/10", "0.9999999999"])
def test_epsilon_in_one_dimension(mu: str, delta: str) -> None:
    """Just below epsilon a profile exceeds delta, just above neither does."""
    with working_precision(BITS), mp.workdps(420):
        value = g.epsilon(ball(delta), arb(1), ball(mu))
        shift, target = real(mu), real(delta)

        def larger(eps: mpf) -> mpf:
            forward = delta_in_one_dimension(eps, shift, upper=True)
            return max(forward, delta_in_one_dimension(eps, shift, upper=False)) if 2 * eps < shift**2 else forward

        if value.is_zero():
            assert larger(mpf(0)) <= target
            return
        assert value.rel_accuracy_bits() > BITS - 40
        low, high = (mpf(int(end.man_exp()[0])) * mpf(2) ** int(end.man_exp()[1]) for end in (value.lower(), value.upper()))
        assert larger(low) >= target >= larger(high)


@pytest.mark.parametrize("d", DEGREES[1:])
@pytest.mark.parametrize("mu", ["1/1000", "3", "100"])
def test_epsilon_inverts_delta_at_hard_points(d: int, mu: str) -> None:
    """delta, checked above, has the right values at both ends of a narrow epsilon."""
    with working_precision(BITS):
        for delta in ("1e-300", "1e-100", "1e-10", "1/10", "0.9999999999"):
            value = g.epsilon(ball(delta), arb(d), ball(mu))
            if value.is_zero():
                assert g.delta(arb(0), arb(d), ball(mu)) <= ball(delta)
                continue
            assert value.rel_accuracy_bits() > BITS - 40
            width = abs(value) * arb(2) ** (48 - BITS)
            assert g.delta((value.lower() - width).lower(), arb(d), ball(mu)) > ball(delta)
            assert g.delta((value.upper() + width).upper(), arb(d), ball(mu)) < ball(delta)


@pytest.mark.parametrize("d", DEGREES)
def test_epsilon_near_its_zero(d: int) -> None:
    with working_precision(BITS):
        start = g.delta(arb(0), arb(d), arb(2))
        assert g.epsilon(start.upper(), arb(d), arb(2)).is_zero()
        assert g.epsilon(start, arb(d), arb(2)).contains(0)
        below = g.epsilon((start * (1 - arb(2) ** -100)).mid(), arb(d), arb(2))
        assert below > 0 and below < arb(2) ** -98 and below.rel_accuracy_bits() > BITS - 110


@pytest.mark.parametrize("bits", [30, 53, 500])
def test_precision_is_reached_and_results_agree(bits: int) -> None:
    cases = [(g.delta, arb(1.5)), (g.epsilon, arb(2) ** -20), (g.roc, arb(0.125)), (g.roc_reversed, arb(0.125))]
    for function, x in cases:
        with working_precision(700):
            reference = function(x, arb(7), arb(1.75))
        with working_precision(bits):
            value = function(x, arb(7), arb(1.75))
            assert meet(value, reference) and value.rel_accuracy_bits() > bits - 12


@pytest.mark.parametrize("function", [g.roc, g.roc_reversed, g.delta, g.delta_forward, g.delta_reversed, g.epsilon])
@pytest.mark.parametrize("d", [1, 6])
def test_wide_balls_hold_inner_points(function: Callable[[arb, arb, arb], arb], d: int) -> None:
    with working_precision(80):
        for x, mu in ((arb(0.25, 0.2), arb(1.5)), (arb(0.05), arb(2, 0.75)), (arb(0.3, 0.1), arb(0.9, 0.3))):
            value = function(x, arb(d), mu)
            assert value.is_finite()
            for i in (-0.99, -0.2, 0.99):
                for j in (-0.99, 0.3, 0.99):
                    point = (x.mid() + i * x.rad()).mid(), arb(d), (mu.mid() + j * mu.rad()).mid()
                    assert value.contains(function(*point).mid())


@pytest.mark.parametrize("d", DEGREES)
@pytest.mark.parametrize("mu", ["1/1000", "1", "100"])
def test_roc_is_consistent_with_the_tangent_lines_of_delta(d: int, mu: str) -> None:
    """roc lies below every line delta + e^eps x, and each extreme false-positive rate is sharp."""
    with working_precision(BITS):
        for fpr in ("1e-300", "1e-10", "1/3", "0.9999999999"):
            forward, reverse = (f(ball(fpr), arb(d), ball(mu)) for f in (g.roc, g.roc_reversed))
            assert min(forward.rel_accuracy_bits(), reverse.rel_accuracy_bits()) > BITS - 40
            for eps in (arb(0), arb(1)):
                assert not forward > g.delta_forward(eps, arb(d), ball(mu)) + eps.exp() * ball(fpr)
                assert not reverse > g.delta_reversed(eps, arb(d), ball(mu)) + eps.exp() * ball(fpr)


def test_ends_and_domain() -> None:
    one, two = arb(1), arb(2)
    for function in (g.roc, g.roc_reversed):
        assert function(arb(0), two, one).is_zero()
        assert function(one, two, one) == 1
        assert function(arb(-1), two, one).is_nan() and function(two, two, one).is_nan()
    # Exactly at lam/2 the reversed profile has ended, just before it has not.
    assert g.delta_reversed(arb(2), arb(3), two).is_zero()
    assert g.delta_reversed(arb(2) - arb(2) ** -40, arb(3), two) > 0
    for function in (g.delta, g.delta_forward, g.delta_reversed):
        assert function(arb(-1), two, one).is_nan()
    for function in (g.roc, g.roc_reversed, g.delta, g.delta_forward, g.delta_reversed, g.epsilon):
        x = arb(0.5)
        assert function(x, arb(0), one).is_nan() and function(x, arb(2.5), one).is_nan() and function(x, arb(2, 1), one).is_nan()
        assert function(x, two, arb(0)).is_nan() and function(x, two, -one).is_nan() and function(arb.nan(), two, one).is_nan()
    assert g.epsilon(arb(0), two, one).is_nan() and g.epsilon(one, two, one).is_nan()
    assert g.log_likelihood_ratio(arb(0), two, one) == -0.5
    assert g.log_likelihood_ratio(-one, two, one).is_nan() and g.log_likelihood_ratio(one, two, -one).is_nan()


def test_out_of_reach_is_said() -> None:
    for function in (g.delta, g.epsilon, g.roc_reversed):
        with pytest.raises(OutOfBudget):
            function(arb(0.5), arb(3), arb(10) ** 9)


def test_a_power_out_of_reach_is_given_up_before_its_quantile_is_found_to_many_digits() -> None:
    large = arb(10) ** 9
    with working_precision(20_000):
        assert g.roc(arb(0.1), large, large).rad() >= 0.25
    with working_precision(200):  # far beyond the same mark, but within reach
        assert g.roc(arb(0.1), arb(3), arb(10) ** 5).rel_accuracy_bits() > 180


@pytest.mark.parametrize("d", [1, 2, 10, 300])
@pytest.mark.parametrize("eps", [-1, 0, 3])
def test_coarse_steps_are_enclosed(d: int, eps: int) -> None:
    """The bounds that are negligible at full precision, where they are not: t known to a few digits only."""
    lam = arb(9)
    with working_precision(120), mp.workdps(40):
        exact = best_place(mpf(eps), d, mpf(9))
        for offset in (-0.3, 0.01, 0.2):
            t = (1 + arb(offset) / (d + 9)) * near(exact, 35).mid()
            value, slope = g.log_likelihood_ratio_and_slope(t.mid(), arb(d), lam)
            q = (eps - value) / (slope * t)
            assert t * (1 + q) < near(exact, 35) and near(exact, 35) < t * q.exp()
            laws, place = g._Laws(d=d, k=arb(d), lam=lam), Level(t=t.mid(), q=q, mean=slope * t)
            upper = eps >= 0
            growth = arb(abs(eps)).exp()
            here = g._gain(place.t, growth, laws, upper=upper)[0]
            best = near(gain(exact, mpf(abs(eps)), d, mpf(9), upper=upper), 25)
            allowed = g._shortfall(place, growth if upper else arb(1), laws)
            assert best > here and (here + allowed).contains(best.mid())
            # Second order: a bound of the first order would be about 1/q times larger.
            assert allowed.upper() < 10 * (best - here)


@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("d", [1, 3, 40])
def test_interval_newton_from_afar_encloses_the_root(d: int, upper: bool) -> None:
    laws = g._Laws(d=d, k=arb(d), lam=arb(16))
    eps = mpf(2)
    with working_precision(120), mp.workdps(40):
        exact = best_place(eps if upper else -eps, d, mpf(16))
        target = near(gain(exact, eps, d, mpf(16), upper=upper), 30)
        for offset in (-0.1, 0.002, 0.05):
            point = g._point(((1 + arb(offset) / (d + 16)) * near(exact, 35)).mid(), laws, upper=upper)
            image = g._proved_image(point, target, laws, upper=upper)
            assert image is not None and image.contains(2) and image.rad() < 0.1
            assert not point.eps.contains(2)


@pytest.mark.parametrize("mu", [1, 2, 10])
@pytest.mark.parametrize("target", ["1e-300", "1e-30", "1e-5", "1/20"])
def test_reversed_profile_is_inverted(mu: int, target: str) -> None:
    """The root of the reversed profile alone, which is the smaller one wherever both were compared."""
    with working_precision(BITS), mp.workdps(900):
        laws = g._Laws(d=1, k=arb(1), lam=arb(mu * mu))
        root = g._root(ball(target), laws, upper=False)
        assert root.rel_accuracy_bits() > BITS - 20
        with working_precision(8 * BITS):
            ends = [root.lower(), root.upper()]
        low, high = (mpf(int(end.man_exp()[0])) * mpf(2) ** int(end.man_exp()[1]) for end in ends)
        assert delta_in_one_dimension(low, mpf(mu), upper=False) >= real(target)
        assert 2 * high >= mu * mu or delta_in_one_dimension(high, mpf(mu), upper=False) <= real(target)


@pytest.mark.parametrize("d", [1, 10, 1000])
def test_inexact_mu_is_covered(d: int) -> None:
    """The ball holds the values for all mu in its ball, and the cancellation does not multiply its width."""
    with working_precision(100):
        mu = arb(1) / 1000
        value = g.delta_forward(arb(0), arb(d), mu)
        assert value.rel_accuracy_bits() > 90
    with working_precision(400):
        for end in (mu.lower(), mu.mid(), mu.upper()):
            assert value.contains(g.delta_forward(arb(0), arb(d), end))


@pytest.mark.parametrize(("d", "y"), [(1, 2), (3, 40), (10, 10**5), (1000, 10**6)])
@pytest.mark.parametrize("cut", [(0, 0.3), (0.3, 0), (0.4, 0.4)])
def test_terms_left_out_of_a_short_window_are_enclosed(
    d: int, y: int, cut: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = glrt_ratio._window

    def short(argument: arb, degrees: int) -> tuple[int, int]:
        first, last = whole(argument, degrees)
        return first + round(cut[0] * (last - first) * bool(first)), last - round(cut[1] * (last - first))

    monkeypatch.setattr(glrt_ratio, "_window", short)
    with working_precision(200), mp.workdps(80):
        value, mean = glrt_ratio.log_0f1(arb(y), d)
        shape = mpf(d) / 2
        base, raised = mpmath.hyp0f1(shape, y), mpmath.hyp0f1(shape + 1, y)
        assert meet(value, near(mpmath.log(base), 70))
        assert meet(mean, near(y * raised / base / shape, 70))


@pytest.mark.parametrize("d", [1, 10])
def test_a_search_that_steps_past_zero_does_not_end_there(d: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, jumps = g._newton_step, iter([arb(-3)])
    with working_precision(BITS):
        expected = g.epsilon(arb(0.125), arb(d), arb(2))
        monkeypatch.setattr(g, "_newton_step", lambda point, target, *, upper: next(jumps, whole(point, target, upper=upper)))
        assert expected > 0.1 and meet(g.epsilon(arb(0.125), arb(d), arb(2)), expected)
