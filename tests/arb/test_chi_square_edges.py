"""Chi-square laws where something changes: both tails on both sides, wide balls, edges of the support, sizes out of reach.

The values come from mpmath: a Poisson mixture of its incomplete gamma functions, and the density with its Bessel function. The
sums inside are compared one by one with mpmath's hypergeometric and gamma functions.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import product

import mpmath
import pytest
from flint import arb
from meeting import agrees
from mpmath import mp, mpf

from dplemma.arb import chi_square as c
from dplemma.arb.precision import working_precision

INF = arb.pos_inf()
DIGITS = 20
TAILS = {"cdf": (c.ncx2_cdf, False), "sf": (c.ncx2_sf, True)}


@cache
@mp.workdps(60)
def tail(x: float, k: float, lam: float, *, upper: bool) -> mpf:
    """sum_j w_j Q(k/2 + j, x/2), or P: every term by mpmath's own algorithm."""
    rate, z, a = mpf(lam) / 2, mpf(x) / 2, mpf(k) / 2
    span = int(11 * math.sqrt(lam / 2 + 1) + 25) if lam else 1
    first = max(0, int(lam / 2) - span)
    ends = (z, mpmath.inf) if upper else (0, z)
    return mpmath.fsum(
        mpmath.exp(j * mpmath.log(rate) - rate - mpmath.loggamma(j + 1) if lam else 0)
        * mpmath.gammainc(a + j, *ends, regularized=True)
        for j in range(first, int(lam / 2) + span)
    )


@cache
@mp.workdps(40)
def density(x: float, k: float, lam: float) -> mpf:
    z, a = mpf(x) / 2, mpf(k) / 2
    bessel = mpmath.hyp0f1(a, mpf(lam) * mpf(x) / 4)
    return mpmath.exp(-z - mpf(lam) / 2) * z ** (a - 1) * bessel / mpmath.gamma(a) / 2


# -- exact points -----------------------------------------------------------------------------------------------------------

POINTS = [
    (0.0625, 0.25, 0.0), (9.0, 0.25, 0.5), (0.0625, 1.0, 6.0), (70.0, 1.0, 6.0), (1.0, 2.0, 0.0), (9.0, 2.0, 6.0),
    (9.0, 3.5, 0.5), (70.0, 3.5, 40.0), (1.0, 10.0, 40.0), (160.0, 10.0, 40.0), (30.0, 10.0, 20.5), (31.0, 10.0, 20.5),
    (150.0, 140.0, 0.0), (300.0, 5.0, 250.0), (200.0, 5.0, 250.0), (260.0, 129.0, 130.0),
]  # fmt: skip


@pytest.mark.parametrize("name", TAILS)
@pytest.mark.parametrize("point", POINTS)
def test_a_tail_is_the_mixture(point: tuple[float, ...], name: str) -> None:
    function, upper = TAILS[name]
    wanted = tail(*point, upper=upper)
    found = function(*map(arb, point))
    assert agrees(found, wanted, DIGITS) and found.rel_accuracy_bits() > 40


@pytest.mark.parametrize("point", POINTS)
def test_the_density_is_bessels(point: tuple[float, ...]) -> None:
    wanted = density(*point)
    found = c.ncx2_pdf(*map(arb, point))
    assert agrees(found, wanted, DIGITS) and found.rel_accuracy_bits() > 40


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("point", POINTS)
def test_a_sum_is_that_tail_also_where_the_other_is_smaller(point: tuple[float, ...], upper: bool) -> None:
    wanted = tail(*point, upper=upper)
    found = c._summed_tail(*(arb(t) / 2 for t in point), upper=upper)
    assert agrees(found, wanted, DIGITS) and found.rel_accuracy_bits() > 30


# -- wide balls -------------------------------------------------------------------------------------------------------------

WIDE = [
    ((9.0, 1.0), (3.5, 0.0), (6.0, 0.0)), ((9.0, 0.0), (3.5, 0.5), (6.0, 0.0)), ((9.0, 0.0), (3.5, 0.0), (6.0, 1.0)),
    ((30.0, 8.0), (10.0, 1.0), (0.0, 0.0)), ((30.0, 8.0), (10.0, 1.0), (20.0, 4.0)), ((0.5, 0.25), (1.0, 0.5), (40.0, 2.0)),
    ((6.0, 2.0), (1.0, 0.0), (0.5, 0.25)), ((8.0, 0.125), (10.0, 0.0), (0.0, 0.0)),
]  # fmt: skip


def _ends(pair: tuple[float, float]) -> tuple[float, float]:
    return pair[0] - pair[1], pair[0] + pair[1]


@pytest.mark.parametrize("name", TAILS)
@pytest.mark.parametrize("box", WIDE)
def test_a_wide_tail_holds_its_corners_and_little_more(box: tuple[tuple[float, float], ...], name: str) -> None:
    function, upper = TAILS[name]
    found = function(*(arb(*pair) for pair in box))
    corners = [tail(*corner, upper=upper) for corner in product(*map(_ends, box))]
    corners.append(tail(*(pair[0] for pair in box), upper=upper))
    assert all(agrees(found, value, DIGITS) for value in corners)
    assert 2 * float(found.rad()) < 1.001 * float(max(corners) - min(corners))


@pytest.mark.parametrize("box", [box for box in WIDE if box[1][1] == 0])
def test_a_wide_density_holds_that_of_its_points(box: tuple[tuple[float, float], ...]) -> None:
    (x, wide_x), (k, _), (lam, wide_lam) = box
    found = c.ncx2_pdf(arb(x, wide_x), arb(k), arb(lam, wide_lam))
    values = [density(x + wide_x * s / 8, k, lam + wide_lam * t / 8) for s, t in product(range(-8, 9, 2), repeat=2)]
    assert all(agrees(found, value, DIGITS) for value in values)
    assert float(found.abs_upper()) < 5 * float(max(values)) and float(found.lower()) > 0  # each factor by its own ends


@pytest.mark.parametrize("k", [arb(3.5, 0.125), arb(10, 1e-3)])
def test_the_density_of_an_inexact_shape_holds_that_of_its_points(k: arb) -> None:
    found = c.ncx2_pdf(arb(9), k, arb(6))
    assert all(agrees(found, density(9, float(shape), 6), DIGITS) for shape in (k.lower(), k.mid(), k.upper()))


@pytest.mark.parametrize(
    ("a", "b"), [(arb(2, 0.5), arb(3, 0.5)), (arb(-2, 0.5), arb(3)), (arb(2), arb(3, 1)), (arb(0, 2), arb(1, 0.75))]
)
def test_a_wide_marcum_function_holds_its_corners_and_little_more(a: arb, b: arb) -> None:
    """Q(b - |a|) + Q(b + |a|) with mpmath's tail; it rises in |a| and falls in b."""
    found = c.marcum_q_half(a, b)
    with mp.workdps(30):
        reach = mpf(float(max(abs(a.lower()), abs(a.upper()))))
        sizes = [mpf(0) if a.contains(0) else mpf(float(min(abs(a.lower()), abs(a.upper())))), reach]
        values = [
            mpmath.ncdf(s - t) + mpmath.ncdf(-s - t) for s, t in product(sizes, (mpf(float(b.lower())), mpf(float(b.upper()))))
        ]
    assert all(agrees(found, value, DIGITS) for value in values)
    assert 2 * float(found.rad()) < 1.001 * float(max(values) - min(values))


def test_the_marcum_function_far_out_and_without_an_end() -> None:
    far = c.marcum_q_half(arb(1), arb(2) ** 5000)
    assert far.contains(0) and far.abs_upper() < arb(10) ** -1000
    assert c.marcum_q_half(arb(1), INF) == 0
    for a, b in ((arb(0, INF), arb(1)), (arb(1), arb(1, INF)), (arb.nan(), arb(1)), (arb(1), arb.nan()), (arb(1), arb(0, 0.5))):
        found = c.marcum_q_half(a, b)
        assert not found.is_finite() or (found.contains(0.5) and found.contains(1))


# -- edges of the support ---------------------------------------------------------------------------------------------------


def test_the_density_at_nought() -> None:
    """z^(a-1) e^(-z-l) / (2 Gamma(a)) as z goes to 0: nothing, e^-l / 2 or everything."""
    with mp.workdps(30):
        assert agrees(c.ncx2_pdf(arb(0), arb(2), arb(3)), mpmath.exp(mpf(-3) / 2) / 2, DIGITS)
    assert c.ncx2_pdf(arb(0), arb(2.5), arb(3)) == 0 and c.ncx2_pdf(arb(0), arb(1.5), arb(3)) == INF
    assert c.ncx2_pdf(arb(0), arb(3, 0.5), arb(3)).contains(0)
    assert not c.ncx2_pdf(arb(0), arb(2, 0.5), arb(3)).is_finite()


@pytest.mark.parametrize("x", [arb(0, 1), arb(0.5, 1), arb(3, INF)])
def test_the_density_across_nought_or_without_an_end_is_bounded_from_two_degrees_on(x: arb) -> None:
    for k, lam in ((2.0, 0.5), (3.0, 2.0)):
        found = c.ncx2_pdf(x, arb(k), arb(lam))
        assert found.contains(0) and found.is_finite() and found.abs_upper() <= arb(0.500001)
        assert all(agrees(found, density(inner, k, lam), DIGITS) for inner in (1e-9, 0.5, 0.75))
    assert not c.ncx2_pdf(x, arb(1.5), arb(2)).is_finite() and not c.ncx2_pdf(x, arb(2, 0.25), arb(2)).is_finite()


@pytest.mark.parametrize("name", TAILS)
def test_tails_across_nought_and_without_an_end(name: str) -> None:
    function, upper = TAILS[name]
    below, above = (1, 0) if upper else (0, 1)
    at = tail(1.5, 3, 2, upper=upper)
    across = function(arb(0.5, 1), arb(3), arb(2))
    assert across.contains(below) and agrees(across, at, DIGITS) and 2 * float(across.rad()) < 1.001 * abs(float(at) - below)
    assert function(arb(0), arb(3), arb(2)) == below and function(-INF, arb(3), arb(2)) == below
    assert function(INF, arb(3), arb(2)) == above
    line = function(arb(1, INF), arb(3), arb(2))
    assert line.contains(0) and line.contains(1) and line.abs_upper() < 1.001


FUNCTIONS = [c.ncx2_cdf, c.ncx2_sf, c.ncx2_pdf, c.ncx2_ppf, c.ncx2_isf]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_an_infinite_shape_or_noncentrality_has_no_value(function) -> None:
    for k, lam in ((INF, arb(1)), (arb(3), INF), (arb(3, INF), arb(1)), (arb(3), arb(3, INF))):
        assert not function(arb(0.5), k, lam).is_finite()


@pytest.mark.parametrize("name", TAILS)
@pytest.mark.parametrize(("x", "k", "lam"), [(1, 400, 0), (0, 400, 0), (0, 0, 400), (400, 400, 400), (13, 14, 2), (14, 2, 14)])
def test_sizes_out_of_reach_give_an_enclosure_within_nought_and_one(name: str, x: int, k: int, lam: int) -> None:
    """Exponents of ten. The law is far to the right of x, or nobody knows."""
    found = TAILS[name][0](arb(10) ** x, arb(10) ** k, arb(10) ** lam)
    assert found.is_finite() and found.abs_upper() < 1.0001 and found.lower() > -0.0001
    if x < max(k, lam) - 1:
        assert found.contains(1 if name == "sf" else 0) or abs(found - (1 if name == "sf" else 0)) < 1e-9


# -- quantiles --------------------------------------------------------------------------------------------------------------

QUANTILES = [
    (0.3, 3.5, 6.0),
    (0.75, 3.5, 6.0),
    (2.0**-40, 10.0, 0.0),
    (1 - 2.0**-40, 10.0, 0.0),
    (0.5, 1.0, 40.0),
    (0.0625, 0.5, 0.5),
]


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("point", QUANTILES)
def test_a_quantile_is_where_the_mixture_has_the_probability(point: tuple[float, ...], upper: bool) -> None:
    p, k, lam = point
    found = (c.ncx2_isf if upper else c.ncx2_ppf)(*map(arb, point))
    assert found.rel_accuracy_bits() > 30 and found > 0
    low, high = (tail(_real(end), k, lam, upper=upper) for end in (found.lower(), found.upper()))
    assert (high <= p <= low) if upper else (low <= p <= high)


def _real(x: arb) -> mpf:
    mantissa, exponent = x.man_exp()
    return mpmath.ldexp(mpf(int(mantissa)), int(exponent))


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize(
    "box",
    [
        (arb(0.3, 0.1), arb(3), arb(2)),
        (arb(0.3), arb(3, 0.5), arb(2)),
        (arb(0.3), arb(3), arb(2, 0.5)),
        (arb(0.5, 0.25), arb(3, 0.5), arb(2, 0.5)),
    ],
)
def test_a_wide_quantile_holds_its_corners_and_little_more(box: tuple[arb, arb, arb], upper: bool) -> None:
    """It rises with k and lam, and falls with p where the upper tail is meant."""
    found = (c.ncx2_isf if upper else c.ncx2_ppf)(*box)
    p_low, p_high = (float(box[0].upper()), float(box[0].lower())) if upper else (float(box[0].lower()), float(box[0].upper()))
    k_low, k_high, lam_low, lam_high = (float(end) for ball in box[1:] for end in (ball.lower(), ball.upper()))
    ends = (
        tail(_real(found.lower()), k_low, lam_low, upper=upper),
        tail(_real(found.upper()), k_high, lam_high, upper=upper),
    )
    outside = [(end - p if upper else p - end) for end, p in zip(ends, (p_low, p_high), strict=True)]
    assert -1e-12 <= outside[0] < 1e-6 and -1e-6 < outside[1] <= 1e-12


def test_quantiles_of_nothing_and_of_all() -> None:
    for k, lam in ((arb(3), arb(2)), (arb(3, 0.5), arb(2)), (arb(3), arb(2, 1))):
        assert c.ncx2_ppf(arb(0), k, lam) == 0 and c.ncx2_isf(arb(1), k, lam) == 0
        assert c.ncx2_ppf(arb(1), k, lam) == INF and c.ncx2_isf(arb(0), k, lam) == INF
    assert c.ncx2_ppf(arb(0.25, 0.25), arb(3), arb(2)).contains(0)
    for p in (arb(-0.25), arb(1.25), arb(1, 0.5), arb(0, 0.5), arb.nan(), INF):
        assert not c.ncx2_ppf(p, arb(3), arb(2)).is_finite() and not c.ncx2_isf(p, arb(3), arb(2)).is_finite()


# -- the sums inside --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("z", [0.0625, 3.0, 50.0])
@pytest.mark.parametrize("b", [1.0, 0.5, 2.0, 7.5, 63.5, 64.0, 64.5, 80.0, 0.3125, 12.375])
def test_the_upper_gamma_function_is_mpmaths(b: float, z: float) -> None:
    with mp.workdps(40):
        assert agrees(c._upper_gamma(arb(b), arb(z)), mpmath.gammainc(mpf(b), mpf(z), mpmath.inf, regularized=True), DIGITS)
        wide = c._upper_gamma(arb(b, 0.03125), arb(z, 0.03125))
        for shape, place in product((b - 0.03125, b, b + 0.03125), (z - 0.03125, z, z + 0.03125)):
            assert agrees(wide, mpmath.gammainc(mpf(shape), mpf(place), mpmath.inf, regularized=True), DIGITS)
    assert c._upper_gamma(arb(b), arb(z)).rel_accuracy_bits() > 38


@pytest.mark.parametrize(("b", "z"), [(1.0, 0.25), (0.5, 30.0), (40.0, 30.0), (1.5, 60.0)])
def test_the_partial_exponential_series_is_mpmaths(b: float, z: float) -> None:
    with mp.workdps(40):
        assert agrees(c._partial_exponential(arb(b), arb(z)), mpmath.hyp1f1(1, mpf(b) + 1, mpf(z)), DIGITS)
        with working_precision(24):  # a coarse sum ends early, and its remainder counts
            assert agrees(c._partial_exponential(arb(b), arb(z)), mpmath.hyp1f1(1, mpf(b) + 1, mpf(z)), DIGITS)


@pytest.mark.parametrize("steps", [0, 1, 2, 5])
def test_a_downward_sequence_is_the_products(steps: int) -> None:
    found = c._downward(arb(7.5), arb(3), steps)
    wanted = [math.prod(7.5 - i for i in range(n)) / 3**n for n in range(steps + 1)]
    assert len(found) == steps + 1 and all(abs(x - y) < 1e-9 for x, y in zip(found, wanted, strict=True))


@pytest.mark.parametrize("j", [0, 1, 2, 9])
def test_a_poisson_weight(j: int) -> None:
    with mp.workdps(30):
        assert agrees(c._poisson(arb(2.5), j), mpmath.exp(mpf(-2.5)) * mpf(2.5) ** j / mpmath.factorial(j), DIGITS)


@pytest.mark.parametrize("y", [0.0, 0.125, 3.0, 400.0, 1e6])
@pytest.mark.parametrize("a", [0.5, 1.0, 4.25, 60.0])
def test_a_bessel_sum_is_mpmaths(a: float, y: float) -> None:
    """sum_j y^j / (j! Gamma(a + j)) = 0F1(a, y) / Gamma(a), in units of its n-th term."""
    found = c._bessel_sum(arb(y), arb(a))
    assert found is not None
    n, total = found
    with mp.workdps(40):
        unit = mpf(y) ** n / mpmath.factorial(n) / mpmath.gamma(mpf(a) + n)
        assert agrees(total, mpmath.hyp0f1(mpf(a), mpf(y)) / mpmath.gamma(mpf(a)) / unit, DIGITS)
    assert total.rel_accuracy_bits() > 40


def test_a_bessel_sum_out_of_reach_is_given_up() -> None:
    assert c._bessel_sum(arb(10) ** 400, arb(3)) is None
    assert c._bessel_sum(arb(10) ** 500, arb(3)) is None


def test_a_half_is_exact_at_any_precision() -> None:
    with working_precision(200):
        third = (arb(1) / 3).mid()
    with working_precision(20):
        half = c._half(third)
    with working_precision(400):
        assert half.is_exact() and half + half == third


WINDOWS = [(95, 105), (80, 104), (97, 140), (0, 101), (99, 400), (100, 100), (40, 60), (200, 240)]


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("x", [120.0, 207.0, 330.0])
def test_whatever_the_window_what_lies_outside_is_in_the_ball(
    x: float, window: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ends cut off terms that count; a window beside the largest term may know nothing, and says so."""
    wanted = {upper: tail(x, 7, 200, upper=upper) for upper in (False, True)}
    at = density(x, 7, 200)
    monkeypatch.setattr(c, "peak_window", lambda *_, **__: window)
    for upper in (False, True):
        found = c._summed_tail(arb(x) / 2, arb(3.5), arb(100), upper=upper)
        assert agrees(found, wanted[upper], DIGITS)
    found = c._density(arb(x), arb(7), arb(200))
    assert not found.is_finite() or agrees(found, at, DIGITS)


def test_a_window_around_the_largest_terms_gives_a_narrow_ball(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c, "peak_window", lambda *_, **__: (60, 140))
    for upper in (False, True):
        assert c._summed_tail(arb(103.5), arb(3.5), arb(100), upper=upper).rad() < 1e-3
    assert c._density(arb(207), arb(7), arb(200)).rad() < 1e-4


# -- parameters that are not exact ----------------------------------------------------------------------------------------------


def test_where_the_degrees_of_freedom_are_wide_the_mode_may_lie_inside() -> None:
    """For k in [1.8, 8] the mode k - 2 of the central law is inside [2, 18] for some k and for some not."""
    for lam in (0.0, 1.0):
        wide = c.ncx2_pdf(arb(10, 8), arb(4.9, 3.1), arb(lam))
        for x, k in product((2.5, 6.0, 17.0), (1.9, 4.0, 8.0)):
            assert not wide.is_finite() or agrees(wide, density(x, k, lam), DIGITS)


def test_the_density_at_zero_depends_on_which_side_of_two_the_degrees_of_freedom_are() -> None:
    """+oo for k < 2, 1/2 at k = 2, 0 for k > 2: a ball of k around 2 has none of them for all of its points."""
    assert c.chi2_pdf(arb(0), arb(2, 0.1)).is_nan()
    assert c.chi2_pdf(arb(0), arb(3, 0.5)).contains(0)


@pytest.mark.parametrize("x", [arb(1, 1), arb(0, 1), arb(0.5, 0.75)])
def test_next_to_zero_a_density_of_two_or_more_degrees_is_at_most_one_half(x: arb) -> None:
    for k in (2.0, 4.0):
        value = c.chi2_pdf(x, arb(k))
        assert value.contains(0) and value.upper() < 0.51 and agrees(value, density(0.25, k, 0.0), DIGITS)
    assert c.chi2_pdf(x, arb(1)).is_nan()


def test_a_tail_of_wide_balls_holds_the_tails_of_all_corners() -> None:
    for (function, upper), widths in product(TAILS.values(), product((0.0, 0.5), repeat=3)):
        x, k, lam = (arb(mid, mid * width) for mid, width in zip((9.0, 4.0, 6.0), widths, strict=True))
        value = function(x, k, lam)
        for corner in product(*((arb(b.lower()), arb(b.upper())) for b in (x, k, lam))):
            assert agrees(value, tail(*map(float, corner), upper=upper), DIGITS)


def test_a_marcum_function_of_wide_balls_holds_that_of_all_corners() -> None:
    for widths in product((0.0, 0.75), repeat=2):
        a, b = (arb(mid, width) for mid, width in zip((1.0, 2.0), widths, strict=True))
        value = c.marcum_q_half(a, b)
        for at, of in product((a.lower(), a.upper()), (b.lower(), b.upper())):
            assert agrees(value, tail(float(of) ** 2, 1.0, float(at) ** 2, upper=True), DIGITS)
        assert value.rad() < 0.51
