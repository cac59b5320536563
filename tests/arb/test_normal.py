"""Normal law on balls, against mpmath's quadrature and series at more digits."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from exact_balls import ball
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from meeting import agrees, meet
from mpmath import mp, mpf

from dplemma.arb import normal
from dplemma.arb.normal import log_norm_cdf, mills_ratio, norm_cdf, norm_isf, norm_pdf, norm_ppf, norm_sf
from dplemma.arb.precision import working_precision

BITS = 160
DIGITS = 90
MONOTONE = [norm_cdf, norm_sf, mills_ratio, log_norm_cdf]


def reference_sf(x: Fraction) -> mpf:
    """Quadrature of the density beyond x; the integrand is scaled by its value at x."""
    t = mpf(x.numerator) / x.denominator
    reach = min(mpf(15), 100 / t) if t > 0 else 15 - t
    pieces = [reach * i / 8 for i in range(9)]
    scaled = mpmath.quad(lambda u: mpmath.exp(-u * t - u * u / 2), pieces)
    return mpmath.exp(-t * t / 2) * scaled / mpmath.sqrt(2 * mpmath.pi)


rationals = st.fractions(min_value=-40, max_value=40, max_denominator=10**6)
probabilities = st.builds(lambda m, e: Fraction(m, 10**4) / 10**e, st.integers(1, 10**4 - 1), st.integers(0, 300))


@given(rationals)
@settings(max_examples=60, deadline=None)
def test_tails_meet_mpmath(x: Fraction) -> None:
    with working_precision(BITS), mp.workdps(DIGITS):
        t = mpf(x.numerator) / x.denominator
        upper = mpmath.gammainc(mpf(1) / 2, t * t / 2, regularized=True) / 2
        sf = upper if x > 0 else 1 - upper
        for value, reference in ((norm_sf(ball(x)), sf), (norm_cdf(-ball(x)), sf)):
            assert agrees(value, reference, 60)
            assert value.rel_accuracy_bits() > BITS - 20
        assert agrees(norm_pdf(ball(x)), mpmath.npdf(t), 60)


@given(rationals)
@settings(max_examples=40, deadline=None)
def test_mills_and_log_meet_mpmath(x: Fraction) -> None:
    with working_precision(BITS), mp.workdps(DIGITS):
        t = mpf(x.numerator) / x.denominator
        sf = mpmath.erfc(t / mpmath.sqrt(2)) / 2
        mills = mills_ratio(ball(x))
        assert agrees(mills, sf / mpmath.npdf(t), 60)
        assert mills.rel_accuracy_bits() > BITS - 20
        log_cdf = log_norm_cdf(-ball(x))
        reference = mpmath.log(sf) if x > 0 else mpmath.log1p(-mpmath.erfc(-t / mpmath.sqrt(2)) / 2)
        assert agrees(log_cdf, reference, 60)
        assert log_cdf.rel_accuracy_bits() > BITS - 20


@pytest.mark.parametrize("x", [Fraction(-3), Fraction(1, 3), Fraction(5), Fraction(20), Fraction(77, 2)])
def test_tail_meets_quadrature(x: Fraction) -> None:
    with working_precision(BITS), mp.workdps(50):
        assert agrees(norm_sf(ball(x)), reference_sf(x), digits=35)


@given(probabilities)
@settings(max_examples=60, deadline=None)
def test_quantile_inverts_mpmaths_tail(p: Fraction) -> None:
    with working_precision(BITS), mp.workdps(DIGITS):
        x = norm_isf(ball(p))
        assert (norm_ppf(ball(p)) + x).contains(0)
        ends = [mpmath.mpf(int(man)) * mpmath.mpf(2) ** int(e) for man, e in (x.lower().man_exp(), x.upper().man_exp())]
        low, high = (mpmath.erfc(end / mpmath.sqrt(2)) / 2 for end in ends)
        target, slack = mpf(p.numerator) / p.denominator, mpf(10) ** -80
        assert high * (1 - slack) <= target <= low * (1 + slack)
        assert x.is_zero() or x.rel_one_accuracy_bits() > BITS - 24


@given(rationals, st.fractions(min_value=Fraction(1, 10**12), max_value=5), st.fractions(min_value=-1, max_value=1))
@settings(max_examples=100, deadline=None)
def test_wide_balls_contain_inner_values_and_keep_signs(middle: Fraction, radius: Fraction, place: Fraction) -> None:
    wide = arb(ball(middle), ball(radius).upper())
    for function in [*MONOTONE, norm_pdf]:
        enclosure = function(wide)
        with working_precision(400):
            assert meet(enclosure, function(ball(middle + radius * place)))
        if wide.contains(0):
            continue
        ends = function(wide.lower()), function(wide.upper())
        # Sharp: no wider than the values at the ends demand, up to rounding.
        spread = abs(ends[0] - ends[1]).upper()
        assert 2 * enclosure.rad() <= spread * 1.01 + enclosure.abs_upper() * 2**-18


@pytest.mark.parametrize("magnitude", [10**4, 10**5, 10**9, 10**40, 10**300])
def test_extreme_tails_keep_digits(magnitude: int) -> None:
    with working_precision(120), mp.workdps(60 + 2 * len(str(magnitude))):
        x, t = arb(magnitude), mpf(magnitude)
        # Asymptotic series of x M(x), here accurate to more than 40 digits.
        series = mpmath.fsum((-1) ** n * mpmath.fac2(2 * n - 1) / t ** (2 * n) for n in range(10))
        log_sf = -t * t / 2 - mpmath.log(2 * mpmath.pi) / 2 - mpmath.log(t) + mpmath.log(series)
        assert agrees(mills_ratio(x), series / t, digits=40)
        assert agrees(log_norm_cdf(-x), log_sf, digits=40)
        assert mills_ratio(x).rel_accuracy_bits() > 100
        assert log_norm_cdf(-x).rel_accuracy_bits() > 100
        # log Phi of the tail itself, since 10^-(10^17) has no place in a double.
        tail = norm_sf(x)
        assert tail.rel_accuracy_bits() >= 20
        assert agrees(tail.log(), log_sf, digits=40)


def test_beyond_every_exponent_the_tail_is_bounded() -> None:
    x = arb(2) ** 10**5
    tail = norm_sf(x)
    assert tail.contains(0) and tail < arb(2) ** -(10**9)
    assert norm_cdf(x).contains(1)


@pytest.mark.parametrize("bits", [300, 5000])
def test_quantile_near_one_and_near_one_half_loses_nothing(bits: int) -> None:
    with working_precision(6000):
        tiny = arb(2) ** -bits
        near_one, near_half = 1 - tiny, arb(0.5) + tiny
    with working_precision(100):
        assert (norm_ppf(near_one) + norm_ppf(tiny)).contains(0)
        assert norm_ppf(near_one).rel_accuracy_bits() > 90
        slope = (2 * arb.pi()).sqrt()
        assert (norm_ppf(near_half) / (tiny * slope) - 1).contains(0)
        assert norm_ppf(near_half).rel_accuracy_bits() > 90


def test_ends_of_the_line_and_of_the_unit_interval() -> None:
    inf, minus_inf = arb.pos_inf(), arb.neg_inf()
    assert (norm_cdf(inf), norm_cdf(minus_inf), norm_sf(inf), norm_sf(minus_inf)) == (1, 0, 0, 1)
    assert (norm_pdf(inf), norm_pdf(minus_inf), mills_ratio(inf), log_norm_cdf(inf)) == (0, 0, 0, 0)
    assert mills_ratio(minus_inf) == inf and log_norm_cdf(minus_inf) == minus_inf
    assert norm_ppf(arb(0)) == minus_inf and norm_ppf(arb(1)) == inf
    assert norm_isf(arb(0)) == inf and norm_isf(arb(1)) == minus_inf
    assert norm_ppf(arb(0.5)) == 0


def test_whole_line_gives_the_whole_range() -> None:
    everything = arb(0, float("inf"))
    assert norm_cdf(everything).contains(0) and norm_cdf(everything).contains(1) and norm_cdf(everything).is_finite()
    assert norm_pdf(everything).contains(0) and norm_pdf(everything).contains(norm_pdf(arb(0)).mid())


@pytest.mark.parametrize("p", [arb(-1), arb(2), arb(0, 0.25), arb(1, 0.25), arb.nan()])
def test_quantile_outside_its_domain_is_not_finite(p: arb) -> None:
    assert not norm_ppf(p).is_finite()
    assert not norm_isf(p).is_finite()


@pytest.mark.parametrize("function", [*MONOTONE, norm_pdf])
def test_nan_stays_nan_and_precision_is_restored(function) -> None:
    before = ctx.prec
    assert function(arb.nan()).is_nan()
    function(arb(10) ** 9)
    assert ctx.prec == before


def test_wide_probability_gives_the_hull_of_quantiles() -> None:
    wide = norm_ppf(arb(0.5, 0.25))
    assert wide.contains(0) and abs(wide.upper() - norm_ppf(arb(0.75))) < 1e-6
    touching_zero = norm_ppf(arb(2) ** -20 + arb(0, 2**-20))
    assert not touching_zero.is_finite()


# -- exact arguments, which wide balls are cut to --------------------------------------------------------------------------


def _of(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator


def _tail_beyond(t: mpf) -> mpf:
    return mpmath.erfc(t / mpmath.sqrt(2)) / 2


@pytest.mark.parametrize("x", ["-40000", "-9", "-2", "-1", "-1/2", "0", "1/2", "1", "3/2", "2", "30", "32767", "32768", "40001"])
def test_exact_arguments_meet_mpmath(x: str) -> None:
    at = Fraction(x)
    with working_precision(BITS), mp.workdps(80):
        t, exactly = _of(at), ball(at)
        sf = _tail_beyond(t)
        assert agrees(normal._exact_sf(exactly), sf, 60)
        assert agrees(normal._exact_pdf(exactly), mpmath.npdf(t), 60)
        assert agrees(normal._exact_mills(exactly), sf / mpmath.npdf(t), 60)
        # log(1 - x) by its series where x is below what mpmath's log1p is asked for
        assert agrees(normal._exact_log_cdf(-exactly), mpmath.log(sf) if t > -30 else -_tail_beyond(-t), 60)
        for function in (normal._exact_sf, normal._exact_pdf, normal._exact_mills):
            assert function(exactly).rel_accuracy_bits() > BITS - 20


@pytest.mark.parametrize("p", ["1/1048576", "1/16", "1/4", "3/8", "1/2", "5/8", "3/4", "15/16", "1048575/1048576"])
def test_exact_probabilities_meet_mpmath(p: str) -> None:
    with working_precision(BITS), mp.workdps(80):
        found, wanted = normal._exact_isf(ball(Fraction(p))), mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * _of(Fraction(p)))
        assert agrees(found, wanted, 45) and (found.is_zero() or found.rel_accuracy_bits() > BITS - 10)


def test_the_quantile_at_the_ends_and_beyond() -> None:
    assert normal._exact_isf(arb(0)) == arb.pos_inf() and normal._exact_isf(arb(1)) == arb.neg_inf()
    assert norm_isf(arb(0)) == arb.pos_inf() and norm_ppf(arb(0)) == arb.neg_inf()
    for p in (arb(-1), arb(2), arb(0.1, 0.2), arb(0.9, 0.2), arb(0.5, 3), arb.pos_inf(), arb.neg_inf(), arb.nan()):
        assert not norm_isf(p).is_finite()


@pytest.mark.parametrize("p", [arb(0.25, 0.2), arb(0.5, 0.4), arb(0.75, 0.2), arb(0.001, 0.0009)])
def test_the_quantile_of_a_wide_ball_holds_that_of_its_points(p: arb) -> None:
    found = norm_isf(p)
    assert found.is_finite()
    for inside in (p.lower(), p.mid(), p.upper()):
        assert meet(found, norm_isf(inside))
    assert 2 * found.rad() < 1.001 * (norm_isf(p.lower()) - norm_isf(p.upper()))


@pytest.mark.parametrize("exponent", [4095, 4096, 4097, 9000])
def test_beyond_the_largest_exponent_a_tail_is_bounded_and_not_lost(exponent: int) -> None:
    x = arb(2) ** exponent
    for function in (normal._exact_sf, normal._exact_pdf):
        found = function(x)
        assert found.is_finite() and found.upper() > 0 and found.abs_upper() < arb(10) ** -1000
        with working_precision(20_000):  # above the value itself: log Q(x) and log phi(x) exceed -x^2/2 - 2 log x - 2
            assert found.upper().log() > -x * x / 2 - 2 * x.log() - 2
    assert normal._exact_sf(-x).contains(1) and normal._exact_sf(-x) > 0.5
    assert meet(normal._exact_mills(x) * x, arb(1, 1e-12))


@pytest.mark.parametrize("x", [arb.pos_inf(), arb.neg_inf(), arb(0, arb.pos_inf()), arb.nan()])
def test_balls_that_are_not_finite(x: arb) -> None:
    assert norm_cdf(x).is_nan() == norm_sf(x).is_nan() == norm_pdf(x).is_nan() == x.is_nan()
    if x.is_nan():
        return
    ends = [0.0, 1.0] if not x.is_exact() else [float(x == arb.pos_inf())]
    assert all(norm_cdf(x).contains(end) and norm_sf(x).contains(1 - end) for end in ends)
    assert norm_pdf(x).contains(0) and (x.is_exact() or norm_pdf(x).contains(norm_pdf(arb(0)).mid()))
