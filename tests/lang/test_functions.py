"""The functions of the field against independent definitions: mpmath's erfc, incomplete gamma and quadrature."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import pytest
from mpmath import mp
from sympy import Expr, Rational, Symbol, erf, exp, oo

from dplemma.compile.evaluate import compiled
from dplemma.lang.functions import (
    Chi2CDF,
    Chi2Inv,
    Chi2PDF,
    Chi2SF,
    Chi2SFInv,
    LaplaceCDF,
    MarcumQHalf,
    NCChi2CDF,
    NCChi2Inv,
    NCChi2PDF,
    NCChi2SF,
    NCChi2SFInv,
    Phi,
    PhiInv,
    Q,
    QInv,
    phi,
    variables,
)
from dplemma.lang.interval import exact

x, p, a, b, k, lam, z = variables("x p a b k lam z")


def density(t: Any) -> Any:
    return mp.exp(-t * t / 2) / mp.sqrt(2 * mp.pi)


def normal_cdf(t: Any) -> Any:
    return mp.erfc(-t / mp.sqrt(2)) / 2


def quantile(chance: Any) -> Any:
    return mp.findroot(lambda t: normal_cdf(t) - chance, mp.mpf(0))


def chi2_cdf(t: Any, degrees: Any) -> Any:
    return mp.gammainc(degrees / 2, 0, t / 2, regularized=True)


def chi2_pdf(t: Any, degrees: Any) -> Any:
    half = degrees / 2
    return mp.power(t / 2, half - 1) * mp.exp(-t / 2) / (2 * mp.gamma(half))


def ncx2_pdf(t: Any, degrees: Any, shift: Any) -> Any:
    """By the Bessel function, not by the Poisson mixture the kernel adds up."""
    order = degrees / 2 - 1
    scale = mp.exp(-(t + shift) / 2) * mp.power(t / shift, order / 2) / 2
    return scale * mp.besseli(order, mp.sqrt(shift * t))


def ncx2_cdf(t: Any, degrees: Any, shift: Any) -> Any:
    return mp.quad(lambda s: ncx2_pdf(s, degrees, shift), [0, t / 4, t / 2, t])


def marcum(alpha: Any, beta: Any) -> Any:
    """The chance that |Z + alpha| > beta, by quadrature of the density of Z."""
    return mp.quad(density, [-mp.inf, -8, -beta - alpha]) + mp.quad(density, [beta - alpha, 8, mp.inf])


def laplace_cdf(t: Any) -> Any:
    return mp.quad(lambda s: mp.exp(-abs(s)) / 2, [-mp.inf, min(t, 0), t])


def inverse(cdf: Callable[..., Any], guess: float) -> Callable[..., Any]:
    return lambda chance, *rest: mp.findroot(lambda t: cdf(t, *rest) - chance, guess)


# expression, names in order, independent definition, point
CASES: list[tuple[Expr, str, Callable[..., Any], str]] = [
    (phi(x), "x", density, "7/5"),
    (Phi(x), "x", normal_cdf, "-13/10"),
    (Q(x), "x", lambda t: normal_cdf(-t), "9/10"),
    (PhiInv(p), "p", quantile, "1/5"),
    (QInv(p), "p", lambda c: -quantile(c), "3/10"),
    (LaplaceCDF(x), "x", laplace_cdf, "-3/4"),
    (LaplaceCDF(x), "x", laplace_cdf, "5/4"),
    (MarcumQHalf(a, b), "a b", marcum, "1/2 3/2"),
    (Chi2PDF(x, k), "x k", chi2_pdf, "7/3 5/2"),
    (Chi2CDF(x, k), "x k", chi2_cdf, "7/3 3"),
    (Chi2SF(x, k), "x k", lambda t, d: mp.gammainc(d / 2, t / 2, mp.inf, regularized=True), "7/3 3"),
    (NCChi2PDF(x, k, lam), "x k lam", ncx2_pdf, "5/2 4 3/2"),
    (NCChi2CDF(x, k, lam), "x k lam", ncx2_cdf, "5/2 4 3/2"),
    (NCChi2SF(x, k, lam), "x k lam", lambda *s: 1 - ncx2_cdf(*s), "5/2 4 3/2"),
    (Chi2Inv(p, k), "p k", inverse(chi2_cdf, 2.0), "2/5 3"),
    (Chi2SFInv(p, k), "p k", lambda c, d: inverse(chi2_cdf, 2.0)(1 - c, d), "2/5 3"),
    (NCChi2Inv(p, k, lam), "p k lam", inverse(ncx2_cdf, 4.0), "2/5 4 3/2"),
    (NCChi2SFInv(p, k, lam), "p k lam", lambda c, *r: inverse(ncx2_cdf, 4.0)(1 - c, *r), "2/5 4 3/2"),
]
NAMED = [pytest.param(*case, id=f"{type(case[0]).__name__}({case[3]})") for case in CASES]
# The degrees of freedom are a parameter nobody differentiates in: there is no closed form.
SMOOTH = {"x", "p", "a", "b", "lam"}
INVERSES = (Chi2Inv, Chi2SFInv, NCChi2Inv, NCChi2SFInv)


def at(expr: Expr, names: str, point: str) -> mpmath.mpf:
    values = {name: exact(text) for name, text in zip(names.split(), point.split(), strict=True)}
    ball = compiled(expr, tuple(names.split())).ball(values, 128)
    assert ball.rel_accuracy_bits() > 60
    return mp.mpf(ball.str(30, radius=False))


def numbers(point: str) -> list[mpmath.mpf]:
    fractions = [exact(text) for text in point.split()]
    return [mp.mpf(f.numerator) / f.denominator for f in fractions]


@pytest.mark.parametrize(("expr", "names", "definition", "point"), NAMED)
def test_value_is_the_independent_definition(expr: Expr, names: str, definition: Callable[..., Any], point: str) -> None:
    with mp.workdps(30):
        want = definition(*numbers(point))
        assert abs(at(expr, names, point) - want) <= abs(want) * mp.mpf(10) ** -18


@pytest.mark.parametrize(("expr", "names", "definition", "point"), NAMED)
def test_derivative_is_the_numerical_derivative(expr: Expr, names: str, definition: Callable[..., Any], point: str) -> None:
    with mp.workdps(18 if isinstance(expr, INVERSES) else 30):
        values = numbers(point)
        for index, name in enumerate(names.split()):
            if name not in SMOOTH or (isinstance(expr, INVERSES) and name == "lam"):
                continue
            order = [0] * len(values)
            order[index] = 1
            want = mp.diff(definition, tuple(values), tuple(order))
            got = at(expr.diff(variables(name)), names, point)
            assert abs(got - want) <= abs(want) * mp.mpf(10) ** -8, name


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (Phi(0), Rational(1, 2)), (Phi(oo), 1), (Phi(-oo), 0), (Q(0), Rational(1, 2)), (Q(oo), 0), (Q(-oo), 1),
        (phi(oo), 0), (phi(-oo), 0), (phi(-x), phi(x)), (PhiInv(Rational(1, 2)), 0), (PhiInv(0), -oo), (PhiInv(1), oo),
        (QInv(Rational(1, 2)), 0), (QInv(0), oo), (QInv(1), -oo), (LaplaceCDF(0), Rational(1, 2)), (LaplaceCDF(oo), 1),
        (LaplaceCDF(-oo), 0), (MarcumQHalf(a, 0), 1), (MarcumQHalf(a, oo), 0), (Chi2CDF(0, k), 0), (Chi2CDF(oo, k), 1),
        (Chi2SF(0, k), 1), (Chi2SF(oo, k), 0), (NCChi2CDF(0, k, lam), 0), (NCChi2CDF(oo, k, lam), 1),
        (NCChi2SF(0, k, lam), 1), (NCChi2SF(oo, k, lam), 0), (Chi2Inv(0, k), 0), (Chi2Inv(1, k), oo), (Chi2SFInv(1, k), 0),
        (Chi2SFInv(0, k), oo), (NCChi2Inv(0, k, lam), 0), (NCChi2SFInv(1, k, lam), 0),
        (NCChi2CDF(x, k, 0), Chi2CDF(x, k)), (NCChi2SF(x, k, 0), Chi2SF(x, k)), (NCChi2SF(0, k, 0), 1),
    ],
    ids=str,
)  # fmt: skip
def test_special_values(got: Expr, want: Expr) -> None:
    assert got == want


def test_inverse_cancels_where_it_is_true_for_every_argument() -> None:
    assert PhiInv(Phi(z)) == z
    assert PhiInv(Q(z)) == -z
    assert PhiInv(1 - Phi(z)) == -z
    assert QInv(Q(z)) == z
    assert QInv(Phi(z)) == -z
    assert Phi(PhiInv(Rational(1, 3))) == Rational(1, 3)
    assert Q(QInv(Rational(1, 3))) == Rational(1, 3)
    positive = Symbol("s", nonnegative=True)
    assert Chi2Inv(Chi2CDF(positive, k), k) == positive
    assert NCChi2SFInv(NCChi2SF(positive, k, lam), k, lam) == positive


@pytest.mark.parametrize("chance", [p, Symbol("u", positive=True), Rational(3, 2), Rational(-1, 3), 1 + exp(-5)], ids=str)
def test_quantile_is_not_cancelled_where_it_need_not_exist(chance: Expr) -> None:
    assert Phi(PhiInv(chance)) != chance
    assert Phi(PhiInv(chance)).has(PhiInv)
    assert Q(QInv(chance)).has(QInv)


def test_chi_square_inverse_is_not_cancelled_for_other_parameters_or_unknown_sign() -> None:
    positive = Symbol("s", nonnegative=True)
    assert Chi2Inv(Chi2CDF(x, k), k).has(Chi2CDF)
    assert Chi2Inv(Chi2CDF(positive, k), k + 1).has(Chi2CDF)
    assert Chi2Inv(Chi2SF(positive, k), k).has(Chi2SF)
    assert NCChi2Inv(NCChi2CDF(positive, k, lam), k, lam + 1).has(NCChi2CDF)


def test_signs_known_and_unknown() -> None:
    positive, other = Symbol("s", positive=True), Symbol("w")
    for f in (phi, Phi, Q, LaplaceCDF):
        assert f(x).is_positive is True
        assert f(other).is_positive is None
    assert PhiInv(p).is_positive is None
    assert QInv(p).is_positive is None
    assert MarcumQHalf(a, positive).is_positive is True
    assert MarcumQHalf(a, b).is_positive is None
    for f in (Chi2PDF, Chi2CDF, Chi2SF):
        assert f(positive, Symbol("d", positive=True)).is_positive is True
        assert f(x, k).is_positive is None
    for f in (NCChi2PDF, NCChi2CDF, NCChi2SF):
        assert f(positive, Symbol("d", positive=True), Symbol("n", positive=True)).is_positive is True
        assert f(x, k, lam).is_positive is None


@pytest.mark.parametrize("function", [phi, Phi, Q], ids=lambda f: f.__name__)
def test_rewriting_as_erf_keeps_the_value(function: Any) -> None:
    rewritten = function(x).rewrite(erf)
    assert not rewritten.has(function)
    for value in (-3, -1, 0, 2):
        want = {phi: density, Phi: normal_cdf, Q: lambda t: normal_cdf(-t)}[function](mp.mpf(value))
        assert abs(mp.mpf(str(rewritten.subs(x, value).evalf(30))) - want) < mp.mpf(10) ** -14


def test_marcum_rewritten_as_erf_and_q_as_phi() -> None:
    rewritten = MarcumQHalf(Rational(1, 2), Rational(3, 2)).rewrite(erf)
    assert not rewritten.has(MarcumQHalf)
    assert abs(mp.mpf(str(rewritten.evalf(20))) - marcum(mp.mpf(1) / 2, mp.mpf(3) / 2)) < mp.mpf(10) ** -14
    assert Q(x).rewrite(Phi) == Phi(-x)
    assert QInv(p).rewrite(PhiInv) == -PhiInv(p)


@pytest.mark.parametrize(
    ("expr", "want"),
    [
        (phi(2), lambda: density(mp.mpf(2))),
        (Phi(-9), lambda: normal_cdf(mp.mpf(-9))),
        (Q(3), lambda: normal_cdf(mp.mpf(-3))),
        (PhiInv(Rational(1, 10)), lambda: quantile(mp.mpf(1) / 10)),
        (QInv(Rational(1, 10)), lambda: -quantile(mp.mpf(1) / 10)),
        (MarcumQHalf(1, 2), lambda: marcum(mp.mpf(1), mp.mpf(2))),
        (Phi(PhiInv(Rational(1, 10)) + 1), lambda: normal_cdf(quantile(mp.mpf(1) / 10) + 1)),
    ],
    ids=lambda value: "" if callable(value) else str(value),
)
def test_evalf(expr: Expr, want: Callable[[], Any]) -> None:
    with mp.workdps(40):
        expected = want()
        assert abs(mp.mpf(str(expr.evalf(30))) - expected) < abs(expected) * mp.mpf(10) ** -25


def test_constants_can_be_ordered() -> None:
    assert (Phi(1) > Phi(Rational(1, 2))) == True  # noqa: E712  (a SymPy truth value)
    assert (PhiInv(Rational(1, 10)) < -1) == True  # noqa: E712


@pytest.mark.parametrize(("nearer", "farther"), [(6, 7), (9, 10), (39, 40)])
def test_constants_deep_in_the_tail_are_not_ordered_the_wrong_way(nearer: int, farther: int) -> None:
    assert (Phi(-nearer) - Phi(-farther)).is_positive is not False
    assert (Phi(-farther) - Phi(-nearer)).is_nonnegative is not True
    assert (Q(nearer) - Q(farther)).is_positive is not False


def test_variables_are_real_and_carry_no_sign() -> None:
    first, second = variables("first second")
    assert first.is_real is True
    assert second.is_positive is None
