"""Every word of the second opinion against mpmath by another route: a wrong one would agree with nothing, or with a mistake."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf
from sympy import Expr, Heaviside, Integral, exp, oo

from dplemma.compile import second_opinion as s
from dplemma.compile.evaluate import compiled
from dplemma.lang.functions import variables

x, t = variables("x t")
DIGITS = 40


@pytest.fixture(autouse=True)
def _digits():
    with mp.workdps(DIGITS):
        yield


def close(value: Any, want: Any, digits: int = 35) -> bool:
    return bool(mp.isfinite(value)) and bool(abs(value - want) <= abs(want) * mpf(10) ** -digits)


def moment(n: int, at: mpf) -> mpf:
    return mp.quad(lambda u: u**n * mp.exp(-at * u - u * u / 2), [0, 1, 3, 8, 20, mp.inf])


def density(u: mpf, k: mpf, lam: mpf) -> mpf:
    return mp.exp(-(u + lam) / 2) * (u / lam) ** (k / 4 - mpf(1) / 2) * mp.besseli(k / 2 - 1, mp.sqrt(lam * u)) / 2


A, B, K = mpf(7) / 3, mpf(2) / 5, mpf(5)
VALUES: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "mills_ratio": (lambda: s.mills_ratio(A), lambda: moment(0, A)),
    "mills_ratio left": (lambda: s.mills_ratio(-A), lambda: moment(0, -A)),
    "mills_moment 0": (lambda: s.mills_moment(0, B), lambda: moment(0, B)),
    "mills_moment 3": (lambda: s.mills_moment(3, A), lambda: moment(3, A)),
    "mills_drop": (lambda: s.mills_drop(2, B, A), lambda: moment(2, B) - moment(2, A + B)),
    "mills_drop by 0": (lambda: s.mills_drop(2, B, mpf(0)) + 1, lambda: mpf(1)),
    "laplace_cdf left": (lambda: s.laplace_cdf(-A), lambda: mp.quad(lambda u: mp.exp(-u) / 2, [A, 10, 40, mp.inf])),
    "laplace_cdf right": (lambda: s.laplace_cdf(A), lambda: mpf(1) / 2 + mp.quad(lambda u: mp.exp(-u) / 2, [0, A])),
    "chi2_pdf": (lambda: s.chi2_pdf(A, K), lambda: mp.diff(lambda u: mp.gammainc(K / 2, 0, u / 2, regularized=True), A)),
    "chi2_cdf": (lambda: s.chi2_cdf(A, K), lambda: 2 * mp.quad(lambda u: u * s.chi2_pdf(u * u, K), [0, mp.sqrt(A)])),
    "chi2_sf": (lambda: s.chi2_sf(A, K), lambda: 1 - 2 * mp.quad(lambda u: u * s.chi2_pdf(u * u, K), [0, mp.sqrt(A)])),
    "marcum_q_half": (
        lambda: s.marcum_q_half(B, A), lambda: 1 - mp.quad(lambda u: mp.npdf(u - B), [-A, 0, A]),
    ),
    "ncx2_pdf": (lambda: s.ncx2_pdf(A, K, B), lambda: density(A, K, B)),
    "ncx2_cdf": (lambda: s.ncx2_cdf(A, K, B), lambda: 2 * mp.quad(lambda u: u * density(u * u, K, B), [0, mp.sqrt(A)])),
    "ncx2_sf": (lambda: s.ncx2_sf(A, K, B), lambda: 1 - 2 * mp.quad(lambda u: u * density(u * u, K, B), [0, mp.sqrt(A)])),
    "chi2_ppf": (lambda: s.chi2_cdf(s.chi2_ppf(B, K), K), lambda: B),
    "chi2_isf": (lambda: s.chi2_sf(s.chi2_isf(B, K), K), lambda: B),
    "total": (lambda: s.total(lambda i: i * i + 1, mpf(2), mpf(5)), lambda: mpf(4 + 9 + 16 + 25 + 4)),
    "integral": (lambda: s.integral(mp.exp, -A, B, []), lambda: mp.exp(B) - mp.exp(-A)),
    "integral of a bend at 3": (lambda: s.integral(lambda u: abs(u - 3), mpf(-9), mpf(10), []), lambda: mpf(72) + mpf(49) / 2),
    "integral upwards": (lambda: s.integral(lambda u: mp.exp(-u), A, None, []), lambda: mp.exp(-A)),
    "integral downwards": (lambda: s.integral(lambda u: mp.exp(-u * u), None, mpf(0), []), lambda: mp.sqrt(mp.pi) / 2),
    "integral over all": (lambda: s.integral(lambda u: mp.exp(-u * u), None, None, []), lambda: mp.sqrt(mp.pi)),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_a_word_has_the_value_of_its_definition(name: str) -> None:
    said, wanted = VALUES[name]
    assert close(said(), wanted())


@pytest.mark.parametrize("p", ["0.3", "0.5001", "0.7", "1e-9", "1e-44", "1e-46", "1e-60", "1e-300"])
def test_the_quantile_has_its_digits_however_small_the_probability(p: str) -> None:
    with mp.workdps(30):
        found = s.norm_ppf(mpf(p))
    with mp.workdps(340):
        assert close(mp.ncdf(found) / mpf(p), mpf(1), 24)


def test_the_quantile_next_to_one_has_all_its_digits() -> None:
    with mp.workdps(60):
        p = 1 - mpf(10) ** -50
        found = s.norm_ppf(p)
    with mp.workdps(250):
        assert close(mp.erfc(found / mp.sqrt(2)) / 2, 1 - p, 50)


def test_the_quantile_next_to_one() -> None:
    with mp.workdps(120):
        p = 1 - mpf(10) ** -70
        found = s.norm_ppf(p)
        assert close(mp.erfc(found / mp.sqrt(2)) / 2, 1 - p, 40)


@pytest.mark.parametrize("p", ["0", "1", "-0.25", "1.25"])
def test_there_is_no_quantile_outside(p: str) -> None:
    assert mp.isnan(s.norm_ppf(mpf(p)))


@pytest.mark.parametrize("law", [s.chi2_cdf, s.chi2_sf, s.chi2_pdf, s.ncx2_cdf, s.ncx2_sf, s.ncx2_pdf])
@pytest.mark.parametrize("at", ["-1e-9", "-0.5", "-300"])
def test_no_chi_square_law_below_zero(law: Callable[..., Any], at: str) -> None:
    """mpmath's incomplete gamma function takes minutes there."""
    more = (mpf(2),) if law in (s.ncx2_cdf, s.ncx2_sf, s.ncx2_pdf) else ()
    assert mp.isnan(law(mpf(at), mpf(3), *more))


def test_no_drop_over_a_negative_distance_and_a_step_from_zero_on() -> None:
    assert mp.isnan(s.mills_drop(0, A, -B))
    assert (s.step(B), s.step(mpf(0)), s.step(-B)) == (1, 0, 0)


def _slope(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda u: mp.diff(f, u)


# the function, its ends, its root
ROOTS: dict[str, tuple[Callable[[Any], Any], Any, Any, Callable[[], Any]]] = {
    "between finite ends": (lambda u: u**3 - 2, mpf(0), mpf(5), lambda: mp.cbrt(2)),
    "falling": (lambda u: 2 - u**3, mpf(0), mpf(5), lambda: mp.cbrt(2)),
    "far up": (lambda u: u - 1000, mpf(0), mp.inf, lambda: mpf(1000)),
    "next to the lower end": (lambda u: u - mpf(1) / 1000, mpf(0), mp.inf, lambda: mpf(1) / 1000),
    "no value at the lower end": (lambda u: (mp.log(u) if u else -mp.inf) - 1, mpf(0), mp.inf, mp.e.__pos__),
    "nothing at the lower end": (lambda u: mp.log(u) - 1 if u else mp.nan, mpf(0), mp.inf, mp.e.__pos__),
    "below zero": (lambda u: u + mpf(1) / 2, -mp.inf, mpf(0), lambda: -mpf(1) / 2),
    "below a negative end": (lambda u: u + mpf(5) / 2, -mp.inf, mpf(-2), lambda: -mpf(5) / 2),
    "on the whole line": (lambda u: mp.exp(u) - 2, -mp.inf, mp.inf, lambda: mp.log(2)),
}


@pytest.mark.parametrize("name", ROOTS)
def test_a_root_is_found(name: str) -> None:
    f, lower, upper, wanted = ROOTS[name]
    assert close(s.root(f, _slope(f), lower, upper), wanted(), 30)


def test_a_root_beyond_the_end_is_none() -> None:
    assert mp.isnan(s.root(lambda u: u - 3, lambda _: mpf(1), mpf(0), mpf(2)))


def test_a_jump_over_zero_is_no_root() -> None:
    assert mp.isnan(s.root(lambda u: u - 1 if u < 0 else u + 1, lambda _: mpf(1), mpf(-5), mpf(5)))


def test_a_root_is_not_beyond_an_end_at_which_newton_steps() -> None:
    """The quantile is about 1e-400, closer to 0 than the bisection comes."""
    assert mp.isnan(s.chi2_ppf(mpf(1) / 10000, mpf(1) / 50))


@pytest.mark.parametrize(("lower", "upper"), [(mpf(0), mpf(1)), (mpf(0), mp.inf)])
def test_where_no_sign_changes_there_is_no_root(lower: mpf, upper: mpf) -> None:
    assert mp.isnan(s.root(lambda u: u * u + 1, lambda u: 2 * u, lower, upper))


POINTS: list[tuple[Expr, str, Callable[[mpf], Any]]] = [
    (Heaviside(x) + x, "2.5", lambda u: 1 + u),
    (Heaviside(x) + x, "-2.5", lambda u: u),
    (Integral(exp(-t), (t, x, oo)), "0.5", lambda u: mp.exp(-u)),
]


@pytest.mark.parametrize(("expr", "at", "wanted"), POINTS)
def test_a_tape_in_mpmath(expr: Expr, at: str, wanted: Callable[[mpf], Any]) -> None:
    assert close(compiled(expr).mp({"x": Fraction(at)}, DIGITS), wanted(mpf(at)), 30)
