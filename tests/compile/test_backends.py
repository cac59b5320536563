"""The words of each carrier: branches and their ends, erfc far out, what is refused in the complex plane or on intervals."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from flint import acb, arb, arb_series
from meeting import meet
from mpmath import mp, mpf
from sympy import Ge, Gt, Le, Lt, Piecewise, erfc

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported
from dplemma.compile.backends import CARRIERS, namespace
from dplemma.compile.evaluate import compiled
from dplemma.lang.functions import Chi2CDF, Chi2SF, MarcumQHalf, variables

x, k = variables("x k")
RELATIONS = {"<": Lt, "<=": Le, ">": Gt, ">=": Ge}


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("at", ["1/2", "1", "3/2"])
def test_every_carrier_takes_the_branch_of_the_condition(relation: str, at: str) -> None:
    """The branches differ, so that the wrong one is seen, at the end too."""
    expr, place = Piecewise((x + 10, RELATIONS[relation](x, 1)), (x + 20, True)), Fraction(at)
    holds = {"<": place < 1, "<=": place <= 1, ">": place > 1, ">=": place >= 1}[relation]
    wanted, tape = place + (10 if holds else 20), compiled(expr)
    assert tape.mp({"x": place}, 30) == mpf(wanted.numerator) / wanted.denominator
    assert tape.at("binary64")(float(place)) == float(wanted)
    assert tape.ball({"x": place}, 64) == arb(wanted.numerator) / wanted.denominator
    on_interval = tape.at("interval", 64)(RealInterval.from_fraction(place))
    assert on_interval.contains(wanted) and on_interval.is_point()


@pytest.mark.parametrize("carrier", ["mpmath", "binary64"])
def test_without_a_branch_there_is_no_value(carrier: str) -> None:
    with pytest.raises(Unsupported, match="without a final branch"):
        namespace(carrier)["piecewise"]([(False, lambda: 1)])


def test_infinities_have_their_sign() -> None:
    for carrier in ("ball", "series"):
        assert namespace(carrier)["infinity"](1) == arb.pos_inf() and namespace(carrier)["infinity"](-1) == arb.neg_inf()
    assert namespace("mpmath")["infinity"](-1) == -mp.inf and namespace("binary64")["infinity"](-1) == -math.inf
    assert namespace("mpmath")["infinity"](1) == mp.inf and namespace("binary64")["infinity"](1) == math.inf
    with pytest.raises(Unsupported, match="infinite constant"):
        namespace("interval")["infinity"](1)


@pytest.mark.parametrize("place", [-3.0, 0.5, 20.0, 1e5, 1e9])
def test_erfc_has_digits_however_far_out(place: float) -> None:
    found = compiled(erfc(x)).at("ball", 64)(arb(place) + arb(0, 2.0**-40))
    with working_precision(256):
        wanted = arb(place).erfc()
    assert found.is_finite() and found.overlaps(wanted)
    assert found.rel_accuracy_bits() > 2 or place > 1e3
    assert place < 1 or found.abs_upper() < arb(10) ** -(int(place) ** 2 // 3)


def test_erfc_where_the_ball_is_wide_is_that_of_its_ends() -> None:
    found = namespace("ball")["erfc"](arb(30, 1))
    assert meet(found, arb(29).erfc()) and meet(found, arb(31).erfc()) and found < 1e-300


@pytest.mark.parametrize(("function", "points"), [(Chi2CDF(x, k), (2, 3)), (Chi2SF(x, k), (2, 3)), (MarcumQHalf(x, k), (1, 2))])
def test_laws_run_on_balls_and_intervals_and_not_in_the_plane(function: Any, points: tuple[int, int]) -> None:
    tape = compiled(function, ("x", "k"))
    at = dict(zip(("x", "k"), map(Fraction, points), strict=True))
    word = next(word for word in ("chi2_cdf", "chi2_sf", "marcum_q_half") if word in tape.source)
    ball, generic = tape.ball(at, 64), namespace("ball")[f"g_{word}"]
    assert meet(generic(*map(arb, points)), ball)
    with pytest.raises(Unsupported, match="in the complex plane"):
        generic(acb(points[0]), acb(points[1]))
    with pytest.raises(Unsupported, match="in the complex plane"):
        generic(acb(points[0]), arb(points[1]))


def test_doubles_of_the_mills_ratio_and_of_laplaces_law() -> None:
    words = namespace("binary64")
    for place in (-1.5, 0.0, 0.7, 4.0):
        ball = namespace("ball")["mills_ratio"](arb(place))
        assert math.isclose(words["mills_ratio"](place), float(ball.mid()), rel_tol=1e-12)
        assert math.isclose(words["laplace_cdf"](place), float(namespace("ball")["laplace_cdf"](arb(place)).mid()), rel_tol=1e-15)


def test_a_power_series_of_the_quantile() -> None:
    words = namespace("series")
    assert meet(words["norm_ppf"](arb(0.25)), namespace("ball")["norm_ppf"](arb(0.25)))
    series = words["norm_ppf"](arb_series([0.25, 1], 3))
    y = namespace("ball")["norm_ppf"](arb(0.25))
    slope = (y * y / 2).exp() * (2 * arb.pi()).sqrt()
    assert meet(series[0], y) and meet(series[1], slope) and meet(series[2], slope * slope * y / 2)
    for word, wanted in (("sinh", arb(0.5).cosh()), ("cosh", arb(0.5).sinh()), ("tanh", arb(0.5).cosh() ** -2)):
        assert meet(words[word](arb_series([0.5, 1], 3))[1], wanted)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_every_word_is_there_or_refused(carrier: str) -> None:
    words = namespace(carrier)
    assert {"exp", "log", "sqrt", "erfc", "root", "integral", "chi2_cdf", "g_exp", "g_chi2_cdf"} <= set(words)
    if carrier in ("interval", "series", "binary64"):
        with pytest.raises(Unsupported, match="chi2_cdf is not available"):
            words["chi2_cdf"](1, 2)
