"""Chi-square laws on balls, against mpmath's incomplete gamma function and quadrature of the Bessel density."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from exact_balls import ball, real
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from meeting import agrees, meet
from mpmath import mp, mpf

from dplemma.arb import chi_square as c
from dplemma.arb.normal import norm_sf
from dplemma.arb.precision import working_precision

BITS = 180


def bessel_density(x: mpf, k: mpf, lam: mpf) -> mpf:
    root = mpmath.sqrt(lam * x)
    return mpmath.exp(-(x + lam) / 2) * (x / lam) ** (k / 4 - mpf(1) / 2) * mpmath.besseli(k / 2 - 1, root) / 2


def quadrature(lo: mpf, hi: mpf, k: mpf, lam: mpf, pieces: int) -> mpf:
    """Integral of the density over [lo, hi] in v = sqrt(x), where it is smooth down to 0 for integer k."""
    ends = [mpmath.sqrt(lo) + (mpmath.sqrt(hi) - mpmath.sqrt(lo)) * i / pieces for i in range(pieces + 1)]
    ends[0] = max(ends[0], mpf(10) ** -60)
    # mpmath stops at an absolute tolerance, so the integrand is scaled to be of order one.
    scale = max(bessel_density(end * end, k, lam) for end in ends[1:])
    return scale * mpmath.quad(lambda v: 2 * v * bessel_density(v * v, k, lam) / scale, ends)


positive = st.builds(lambda m, e: Fraction(m, 1000) * Fraction(10) ** e, st.integers(1, 999), st.integers(-6, 4))
shapes = st.one_of(st.integers(1, 1000).map(Fraction), st.fractions(Fraction(1, 50), 60, max_denominator=50))


@given(positive, shapes)
@settings(max_examples=80, deadline=None)
def test_central_law_meets_incomplete_gamma(x: Fraction, k: Fraction) -> None:
    with working_precision(BITS), mp.workdps(90):
        a, z = real(k) / 2, real(x) / 2
        # Positive series of 1F1, and its complement at digits enough for the cancellation.
        series = mpmath.exp(a * mpmath.log(z) - z - mpmath.loggamma(a + 1)) * mpmath.hyp1f1(1, a + 1, z, maxterms=10**6)
        cdf, sf = c.chi2_cdf(ball(x), ball(k)), c.chi2_sf(ball(x), ball(k))
        assert agrees(cdf, series, 60)
        assert agrees(sf, mpmath.gammainc(a, z, mpmath.inf, regularized=True), 50)
        assert (cdf + sf).contains(1)
        assert min(cdf.rel_accuracy_bits(), sf.rel_accuracy_bits()) > BITS - 24
        density = z ** (a - 1) * mpmath.exp(-z) / mpmath.gamma(a) / 2
        assert agrees(c.chi2_pdf(ball(x), ball(k)), density, 60)


@given(st.integers(1, 12), st.fractions(Fraction(1, 20), 40, max_denominator=20), st.fractions(Fraction(1, 20), 60))
@settings(max_examples=15, deadline=None)
def test_noncentral_law_meets_quadrature(k: int, lam: Fraction, x: Fraction) -> None:
    with working_precision(100), mp.workdps(30):
        args = ball(x), arb(k), ball(lam)
        cdf = quadrature(mpf(0), real(x), mpf(k), real(lam), 4)
        assert agrees(c.ncx2_cdf(*args), cdf, 20)
        assert agrees(c.ncx2_pdf(*args), bessel_density(real(x), mpf(k), real(lam)), 25)
        assert (c.ncx2_cdf(*args) + c.ncx2_sf(*args)).contains(1)


@given(positive, shapes, positive)
@settings(max_examples=60, deadline=None)
def test_complement_density_and_accuracy_over_the_domain(x: Fraction, k: Fraction, lam: Fraction) -> None:
    with working_precision(BITS):
        exact = ball(x).mid(), ball(k).mid(), ball(lam).mid()
        cdf, sf, pdf = c.ncx2_cdf(*exact), c.ncx2_sf(*exact), c.ncx2_pdf(*exact)
        assert (cdf + sf).contains(1)
        assert min(cdf.rel_accuracy_bits(), sf.rel_accuracy_bits(), pdf.rel_accuracy_bits()) > BITS - 10
        # The derivative in lam: d CDF/d lam = -pdf with k + 2, hence F_{k+2} = F_k - 2 f_{k+2}.
        x0, k0, lam0 = exact
        difference = cdf - 2 * c.ncx2_pdf(x0, k0 + 2, lam0)
        assert meet(difference, c.ncx2_cdf(x0, k0 + 2, lam0))
        # Inexact rationals contain the exact case's neighbours and cost few bits.
        inexact = c.ncx2_sf(ball(x), ball(k), ball(lam))
        assert meet(inexact, sf) and inexact.rel_accuracy_bits() > BITS - 40


@given(st.fractions(0, 90, max_denominator=100), st.fractions(0, 90, max_denominator=100))
@settings(max_examples=60, deadline=None)
def test_one_degree_of_freedom_is_two_normal_tails(a: Fraction, b: Fraction) -> None:
    with working_precision(BITS):
        marcum = c.marcum_q_half(ball(a), ball(b))
        assert meet(marcum, c.ncx2_sf(ball(b * b), arb(1), ball(a * a)))
        assert meet(marcum, norm_sf(ball(b - a)) + norm_sf(ball(b + a)))


@pytest.mark.parametrize(("k", "lam"), [(2, 0), (10, 0), (100, 0), (1000, 0)])
def test_even_degrees_are_finite_poisson_sums(k: int, lam: int) -> None:
    with working_precision(200), mp.workdps(80):
        for x in (k / 8, k * 0.9, k * 1.1, k * 20):
            z = mpf(x) / 2
            poisson = mpmath.exp(-z) * mpmath.fsum(z**i / mpmath.factorial(i) for i in range(k // 2))
            assert agrees(c.ncx2_sf(arb(x), arb(k), arb(lam)), poisson, 58)


def test_deep_tails_meet_quadrature() -> None:
    with working_precision(BITS), mp.workdps(40):
        k, lam = arb(10), arb(10) ** 4
        cdf, sf = c.ncx2_cdf(arb(1), k, lam), c.ncx2_sf(arb(40000), k, lam)
        assert agrees(cdf, mpf("1.954e-2140"), 3) and agrees(sf, mpf("3.041e-2173"), 4)
        assert min(cdf.rel_accuracy_bits(), sf.rel_accuracy_bits()) > BITS - 8
        assert agrees(cdf, quadrature(mpf(0), mpf(1), mpf(10), mpf(10) ** 4, 3), 30)
        # Beyond 40500 the tail is smaller by a factor below e^-120.
        assert agrees(sf, quadrature(mpf(40000), mpf(40500), mpf(10), mpf(10) ** 4, 6), 30)


@pytest.mark.parametrize(("k", "lam", "x"), [(1, 10**4, 9900), (1000, 10**4, 11000), (1000, 1000, 2600), (77, 3, 20)])
def test_large_parameters_meet_a_poisson_mixture(k: int, lam: int, x: int) -> None:
    with working_precision(100), mp.workdps(40):
        rate, z, a = mpf(lam) / 2, mpf(x) / 2, mpf(k) / 2
        first, last = max(0, int(rate - 16 * mpmath.sqrt(rate) - 60)), int(rate + 16 * mpmath.sqrt(rate) + 60)
        # mpmath gives the first Q by its own algorithm; Q(a+1) = Q(a) + z^a e^-z/Gamma(a+1) gives the others.
        upper = mpmath.gammainc(a + first, z, mpmath.inf, regularized=True)
        total = mpf(0)
        for j in range(first, last):
            total += mpmath.exp(j * mpmath.log(rate) - rate - mpmath.loggamma(j + 1)) * upper
            upper += mpmath.exp((a + j) * mpmath.log(z) - z - mpmath.loggamma(a + j + 1))
        assert agrees(c.ncx2_sf(arb(x), arb(k), arb(lam)), total, 25)


probabilities = st.builds(lambda m, e: Fraction(m, 1000) / 10**e, st.integers(1, 999), st.sampled_from([0, 0, 0, 8, 200]))


@given(probabilities, shapes, st.one_of(st.just(Fraction(0)), positive), st.booleans())
@settings(max_examples=40, deadline=None)
def test_quantiles_invert_both_tails(p: Fraction, k: Fraction, lam: Fraction, upper: bool) -> None:
    inverse, tail = (c.ncx2_isf, c.ncx2_sf) if upper else (c.ncx2_ppf, c.ncx2_cdf)
    with working_precision(120):
        exact = ball(p).mid(), ball(k).mid(), ball(lam).mid()
        x = inverse(*exact)
        assert x.rel_accuracy_bits() > 80
    with working_precision(240):
        # The two ends of the ball bracket the quantile, by values at twice the precision.
        at_ends = tail(x.lower(), *exact[1:]) - exact[0], tail(x.upper(), *exact[1:]) - exact[0]
        assert (at_ends[0] >= 0 and at_ends[1] <= 0) if upper else (at_ends[0] <= 0 and at_ends[1] >= 0)


@given(positive, shapes, positive)
@settings(max_examples=25, deadline=None)
def test_round_trip(x: Fraction, k: Fraction, lam: Fraction) -> None:
    with working_precision(150):
        point = ball(x), ball(k), ball(lam)
        small = min(c.ncx2_cdf(*point), c.ncx2_sf(*point), key=lambda tail: float(tail.mid()))
        upper = meet(small, c.ncx2_sf(*point))
        back = (c.ncx2_isf if upper else c.ncx2_ppf)(small, ball(k), ball(lam))
        assert back.contains(point[0].mid()) and back.rel_accuracy_bits() > 70


@given(
    st.tuples(positive, shapes, st.fractions(0, 200)),
    st.tuples(*[st.fractions(Fraction(1, 10**6), Fraction(9, 10))] * 3),
    st.tuples(*[st.fractions(-1, 1)] * 3),
)
@settings(max_examples=50, deadline=None)
def test_wide_balls_contain_inner_values(middles, radii, places) -> None:
    wide = [arb(ball(m), (ball(m) * ball(r)).upper()) for m, r in zip(middles, radii, strict=True)]
    places = [m + m * r * t for m, r, t in zip(middles, radii, places, strict=True)]
    with working_precision(400):
        inner = [ball(place) for place in places]
        sf, quantile = c.ncx2_sf(*inner), c.ncx2_ppf(arb(0.35), *inner[1:])
        at_middle = c.ncx2_pdf(inner[0], ball(middles[1]), inner[2])
    for enclosure, value in ((c.ncx2_sf(*wide), sf), (c.ncx2_cdf(*wide), 1 - sf)):
        assert meet(enclosure, value) and enclosure.abs_upper() < 1.001
    assert meet(c.ncx2_pdf(wide[0], ball(middles[1]).mid(), wide[2]), at_middle)
    assert meet(c.ncx2_ppf(arb(0.3, 0.1), *wide[1:]), quantile)


def test_wide_balls_are_sharp() -> None:
    wide = c.ncx2_sf(arb(20, 1), arb(5), arb(10))
    ends = c.ncx2_sf(arb(19), arb(5), arb(10)) - c.ncx2_sf(arb(21), arb(5), arb(10))
    assert 2 * wide.rad() < ends * 1.0001
    marcum = c.marcum_q_half(arb(2, 0.5), arb(3, 0.5))
    assert marcum.contains(c.marcum_q_half(arb(2.5), arb(2.5)).mid()) and marcum.rad() < 0.4


def test_edges_of_the_support() -> None:
    k, lam, inf = arb(3), arb(2), arb.pos_inf()
    assert (c.ncx2_cdf(arb(0), k, lam), c.ncx2_cdf(arb(-1), k, lam), c.ncx2_sf(arb(-1), k, lam)) == (0, 0, 1)
    assert (c.ncx2_cdf(inf, k, lam), c.ncx2_sf(inf, k, lam), c.ncx2_pdf(inf, k, lam)) == (1, 0, 0)
    assert (c.ncx2_ppf(arb(0), k, lam), c.ncx2_isf(arb(1), k, lam)) == (0, 0)
    assert c.ncx2_ppf(arb(1), k, lam) == inf and c.ncx2_isf(arb(0), k, lam) == inf
    assert (c.ncx2_pdf(arb(-1), k, lam), c.ncx2_pdf(arb(0), k, lam)) == (0, 0)
    assert c.chi2_pdf(arb(0), arb(2)) == 0.5 and c.chi2_pdf(arb(0), arb(1)) == inf
    straddling = c.ncx2_cdf(arb(0, 1), k, lam)
    assert straddling.contains(0) and straddling.contains(c.ncx2_cdf(arb(0.5), k, lam).mid()) and straddling < 0.2


@pytest.mark.parametrize("function", [c.ncx2_cdf, c.ncx2_sf, c.ncx2_pdf, c.ncx2_ppf, c.ncx2_isf])
@pytest.mark.parametrize(
    ("first", "k", "lam"),
    [(arb(0.5), arb(0), arb(1)), (arb(0.5), arb(-2), arb(1)), (arb(0.5), arb(2), arb(-1)), (arb.nan(), arb(2), arb(1)),
     (arb(0.5), arb(1, 2), arb(1)), (arb(0.5), arb.nan(), arb(1)), (arb(0.5), arb(2), arb.pos_inf())],
)  # fmt: skip
def test_outside_the_domain_is_not_finite(function, first: arb, k: arb, lam: arb) -> None:
    before = ctx.prec
    assert not function(first, k, lam).is_finite()
    assert ctx.prec == before


@pytest.mark.parametrize("p", [arb(-0.1), arb(1.5), arb(0, 0.5)])
def test_quantile_of_no_probability_is_not_finite(p: arb) -> None:
    assert not c.chi2_ppf(p, arb(3)).is_finite()
    assert not c.chi2_isf(p, arb(3)).is_finite()


def test_the_marcum_function_is_even_in_its_first_argument_and_refuses_a_negative_second_one() -> None:
    assert meet(c.marcum_q_half(arb(-1), arb(1)), norm_sf(arb(2)) + norm_sf(arb(0)))
    assert c.marcum_q_half(arb(0, 1), arb(1)).contains(c.marcum_q_half(arb(-1), arb(1)).mid())
    assert not c.marcum_q_half(arb(1), arb(-1)).is_finite()


@pytest.mark.parametrize(("x", "k", "lam"), [("1e-1000", 3, "2"), ("1", 3, "1e-1000"), ("1e8", 3, "2"), ("5e5", 10, "5e5")])
def test_sizes_beyond_doubles_and_long_sums(x: str, k: int, lam: str) -> None:
    with working_precision(120):
        cdf, sf = c.ncx2_cdf(arb(x).mid(), arb(k), arb(lam).mid()), c.ncx2_sf(arb(x).mid(), arb(k), arb(lam).mid())
        assert (cdf + sf).contains(1) and min(cdf.rel_accuracy_bits(), sf.rel_accuracy_bits()) > 110


def test_out_of_reach_is_bounded_not_guessed() -> None:
    far = c.ncx2_sf(arb(10) ** 400, arb(3), arb(2))
    assert far.contains(0) and far < arb(10) ** -(10**6)
    assert c.ncx2_cdf(arb(10) ** 400, arb(3), arb(2)).contains(1)
    huge = c.ncx2_cdf(arb(10) ** 30, arb(3), arb(10) ** 30)
    assert huge.contains(0) and huge.contains(1) and huge.is_finite()


@pytest.mark.parametrize("x", [3, 12, 30, 70])
def test_a_window_chosen_too_short_only_widens_the_ball(monkeypatch: pytest.MonkeyPatch, x: int) -> None:
    point = arb(x), arb(4), arb(20)
    functions = (c.ncx2_cdf, c.ncx2_sf, c.ncx2_pdf)
    with working_precision(200):
        truth = [function(*point) for function in functions]
    widest = c.peak_window

    def too_short(falling, log_term, *, drop: float, longest: int) -> tuple[int, int] | None:
        return widest(falling, log_term, drop=drop / 4, longest=longest)

    monkeypatch.setattr(c, "peak_window", too_short)
    for function, value in zip(functions, truth, strict=True):
        enclosure = function(*point)
        assert enclosure.contains(value)
        assert 5 < enclosure.rel_accuracy_bits() < 45 or enclosure > 0.5


@pytest.mark.parametrize("radius", [0.125, 1, 3])
def test_wide_density_holds_its_mode(radius: float) -> None:
    # The density of k = 10 peaks at x = 8.
    enclosure = c.chi2_pdf(arb(8, radius), arb(10))
    ends = c.chi2_pdf(arb(8 - radius), arb(10)), c.chi2_pdf(arb(8 + radius), arb(10))
    for value in (c.chi2_pdf(arb(8), arb(10)), *ends):
        assert meet(enclosure, value)
    assert 2 * enclosure.rad() < 1.001 * (c.chi2_pdf(arb(8), arb(10)) - ends[0].min(ends[1]))


def test_a_density_far_beyond_any_window_is_unknown_and_no_error() -> None:
    huge = arb(10) ** 400
    assert c.ncx2_pdf(huge, arb(1), huge).is_nan()
