"""The edges of inf-sup intervals: infinite ends, poles, domains left in part, huge operands, refused input."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction

import pytest
from flint import arb

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported

WORKING_BITS, REFERENCE_BITS = 53, 300
OO = arb.pos_inf()
ROUNDING = arb(2) ** -45

interval = RealInterval.from_fractions
point = RealInterval.from_fraction


@pytest.fixture(autouse=True)
def _working_bits():
    with working_precision(WORKING_BITS):
        yield


def ends(x: RealInterval) -> tuple[arb, arb]:
    return x.lo, x.hi


def digits(text: str) -> arb:
    with working_precision(REFERENCE_BITS):
        return arb(text)


LINE, NONNEGATIVE, FROM_TWO = interval(None, None), interval(0, None), interval(2, None)
HALF_LINE_CASES = {
    "0 * [0, oo]": (lambda: 0 * NONNEGATIVE, 0, 0),
    "0 * [-oo, 0]": (lambda: point(0) * interval(None, 0), 0, 0),
    "[-oo, oo] * 0": (lambda: LINE * 0, 0, 0),
    "[0, 1] * [1, oo]": (lambda: interval(0, 1) * interval(1, None), 0, OO),
    "[0, oo] * [-1, 0]": (lambda: NONNEGATIVE * interval(-1, 0), -OO, 0),
    "[2, oo] * [-oo, -3]": (lambda: FROM_TWO * interval(None, -3), -OO, -6),
    "[2, oo] / [2, oo]": (lambda: FROM_TWO / interval(2, None), 0, OO),
    "[-4, 2] / [2, oo]": (lambda: interval(-4, 2) / FROM_TWO, -2, 1),
    "[2, oo] - [2, oo]": (lambda: FROM_TWO - interval(2, None), -OO, OO),
    "1 / [2, oo]": (lambda: 1 / FROM_TWO, 0, Fraction(1, 2)),
    "1 / [0, 2]": (lambda: 1 / interval(0, 2), Fraction(1, 2), OO),
    "1 / [-2, 0]": (lambda: 1 / interval(-2, 0), -OO, Fraction(-1, 2)),
    "[-3, -1] / [0, 2]": (lambda: interval(-3, -1) / interval(0, 2), -OO, Fraction(-1, 2)),
    "[-3, 1] / [0, 2]": (lambda: interval(-3, 1) / interval(0, 2), -OO, OO),
    "0 / [0, 2]": (lambda: 0 / interval(0, 2), 0, 0),
    "1 / [-1, 2]": (lambda: 1 / interval(-1, 2), -OO, OO),
    "[-oo, oo] ** 2": (lambda: LINE**2, 0, OO),
    "[-3, 2] ** 2": (lambda: interval(-3, 2) ** 2, 0, 9),
    "[-3, 2] ** -2": (lambda: interval(-3, 2) ** -2, Fraction(1, 9), OO),
    "[-oo, -2] ** 3": (lambda: interval(None, -2) ** 3, -OO, -8),
    "[-oo, oo] ** 0": (lambda: LINE**0, 1, 1),
    "[0, 4] ** (1/2)": (lambda: interval(0, 4) ** Fraction(1, 2), 0, 2),
    "exp": (LINE.exp, 0, OO),
    "expm1": (LINE.expm1, -1, OO),
    "log": (NONNEGATIVE.log, -OO, OO),
    "rsqrt": (NONNEGATIVE.rsqrt, 0, OO),
    "sinh": (LINE.sinh, -OO, OO),
    "cosh": (LINE.cosh, 1, OO),
    "tanh": (LINE.tanh, -1, 1),
    "erf": (LINE.erf, -1, 1),
    "erf [0, oo]": (NONNEGATIVE.erf, 0, 1),
    "erfc": (LINE.erfc, 0, 2),
    "erfc [0, oo]": (NONNEGATIVE.erfc, 0, 1),
    "norm_cdf": (LINE.norm_cdf, 0, 1),
    "norm_cdf [0, oo]": (NONNEGATIVE.norm_cdf, Fraction(1, 2), 1),
    "norm_ppf": (interval(0, 1).norm_ppf, -OO, OO),
    "norm_ppf [1/2, 1]": (interval(Fraction(1, 2), 1).norm_ppf, 0, OO),
    "erfinv": (interval(-1, 1).erfinv, -OO, OO),
    "erfcinv": (interval(0, 2).erfcinv, -OO, OO),
}


@pytest.mark.parametrize("case", HALF_LINE_CASES)
def test_limits_at_infinite_ends_and_poles(case: str) -> None:
    compute, lo, hi = HALF_LINE_CASES[case]
    result = compute()
    lowest, highest = (e if e in (OO, -OO) else point(e) for e in (lo, hi))
    assert result.lo == lowest or lowest - ROUNDING < result.lo <= lowest.lo
    assert result.hi == highest or highest.hi <= result.hi < highest + ROUNDING


def test_exp_keeps_its_sign_where_a_ball_does_not() -> None:
    box = interval(-200, 0)
    assert box.exp().is_positive()
    assert not box.to_ball().exp() > 0


@pytest.mark.parametrize("size", [10**5, 10**8, 10**12, 10**18])
def test_deep_tails_of_erfc_keep_their_sign(size: int) -> None:
    far = point(size) + interval(0, 1) / 3
    with working_precision(REFERENCE_BITS):
        value = (arb(size) + arb(1) / 4).erfc()
    assert far.erfc().is_positive()
    assert far.erfc().contains(value)
    assert 2 - ROUNDING < (-far).erfc().lo < 2 and (-far).erfc().hi == 2
    assert (far * arb(2).sqrt() * -1).norm_cdf().is_positive()


def test_deep_tail_is_sharp_for_a_point() -> None:
    tail = point(10**9).erfc()
    assert tail.hi < tail.lo * (1 + arb(2) ** -40)


@pytest.mark.parametrize("name", ["exp", "expm1", "sinh", "tanh", "atan", "erf", "erfc", "norm_cdf"])
def test_operands_beyond_the_reach_of_arb_stay_sound(name: str) -> None:
    """exp(2**(2**200)) has no finite ball: the range of the function is what remains."""
    tower = arb((1, 2**200))
    function = operator.methodcaller(name)
    low, middle, high = (
        function(RealInterval(-tower, -tower)),
        function(interval(-1, 1)),
        function(RealInterval(tower, tower)),
    )
    whole = function(RealInterval(-tower, tower))
    assert whole.contains(low) and whole.contains(middle) and whole.contains(high)
    assert function(LINE).contains(whole)
    first, last = (high, low) if name == "erfc" else (low, high)
    assert first.hi <= middle.hi and middle.lo <= last.hi


PARTIAL = {
    "log": lambda: interval(-1, 2).log(),
    "log1p": lambda: interval(-2, 2).log1p(),
    "sqrt": lambda: interval(-1, 2).sqrt(),
    "rsqrt": lambda: interval(-1, 2).rsqrt(),
    "erfinv": lambda: interval(0, 2).erfinv(),
    "erfcinv": lambda: interval(-1, 1).erfcinv(),
    "norm_ppf": lambda: interval(Fraction(1, 2), 2).norm_ppf(),
    "1 / x": lambda: 1 / interval(-1, 2),
    "x ** -2": lambda: interval(-1, 2) ** -2,
    "x ** (1/3)": lambda: interval(-1, 2) ** Fraction(1, 3),
    "x ** y": lambda: interval(-1, 2) ** interval(0, 1),
}
AT_LIMIT = {
    "log": lambda: interval(0, 2).log(),
    "log1p": lambda: interval(-1, 2).log1p(),
    "rsqrt": lambda: interval(0, 2).rsqrt(),
    "erfinv": lambda: interval(0, 1).erfinv(),
    "erfcinv": lambda: interval(0, 1).erfcinv(),
    "norm_ppf": lambda: interval(Fraction(1, 2), 1).norm_ppf(),
    "1 / x": lambda: 1 / interval(0, 2),
    "x ** (-1/3)": lambda: interval(0, 2) ** Fraction(-1, 3),
}
LATER = {
    "add": lambda x: 1 + x, "sub": lambda x: 1 - x, "mul": lambda x: x * interval(1, 2), "rmul": lambda x: 2 * x,
    "div": lambda x: x / 2, "rdiv": lambda x: 1 / (x.exp() + 1), "neg": operator.neg, "abs": abs,
    "square": lambda x: x**2, "root": lambda x: abs(x) ** Fraction(1, 3), "exponent": lambda x: interval(2, 3) ** x,
    "max": lambda x: interval(0, 1).max(x), "min": lambda x: x.min(3), "union": lambda x: interval(0, 1).union(x),
    "exp": RealInterval.exp, "erfc": RealInterval.erfc, "norm_cdf": RealInterval.norm_cdf, "cosh": RealInterval.cosh,
    "tanh": RealInterval.tanh, "log": lambda x: (abs(x) + 1).log(), "split": lambda x: x.split()[0],
}  # fmt: skip


@pytest.mark.parametrize("source", PARTIAL)
def test_leaving_a_domain_is_partial(source: str) -> None:
    assert PARTIAL[source]().partial


@pytest.mark.parametrize("source", AT_LIMIT)
def test_an_edge_without_a_value_is_a_limit_and_not_partial(source: str) -> None:
    assert AT_LIMIT[source]().at_limit and not AT_LIMIT[source]().partial


@pytest.mark.parametrize("later", LATER)
def test_flags_survive_every_later_operation(later: str) -> None:
    assert LATER[later](PARTIAL["log"]()).partial
    assert LATER[later](AT_LIMIT["log"]()).at_limit
    clean = LATER[later](interval(1, 2))
    assert not clean.partial and not clean.at_limit


@pytest.mark.parametrize("edge", [interval(0, 4).sqrt, interval(0, 4).exp, NONNEGATIVE.sqrt, FROM_TWO.log, LINE.erfc])
def test_defined_edges_and_infinite_ends_raise_no_flag(edge: Callable[[], RealInterval]) -> None:
    assert not edge().partial and not edge().at_limit


@pytest.mark.parametrize(
    "compute",
    [
        lambda: 1 / point(0),
        lambda: point(0) ** -1,
        lambda: interval(-2, -1).log(),
        lambda: point(0).log(),
        lambda: interval(-2, -1).sqrt(),
        lambda: interval(2, 3).norm_ppf(),
        lambda: point(1).erfinv(),
        lambda: interval(-2, -1) ** Fraction(1, 3),
        lambda: RealInterval.from_ball(arb.nan()),
        lambda: interval(0, 1) + arb.nan(),
    ],
)
def test_no_point_in_the_domain_is_unsupported(compute: Callable[[], RealInterval]) -> None:
    with pytest.raises(Unsupported):
        compute()


@pytest.mark.parametrize("lo, hi", [(2, 1), (OO, OO), (-OO, -OO), (arb.nan(), 1), (0, arb.nan())])
def test_intervals_without_a_real_number_cannot_be_built(lo: arb, hi: arb) -> None:
    with pytest.raises(ValueError, match="no real number"):
        RealInterval(lo, hi)


def test_floats_are_refused() -> None:
    with pytest.raises(TypeError, match="exact"):
        RealInterval(0.1, 1)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="exact"):
        interval(0, 1) * 0.5  # pyright: ignore[reportOperatorIssue]


def test_ends_finer_than_the_working_precision_are_rounded_outwards_or_kept() -> None:
    with working_precision(REFERENCE_BITS):
        fine = interval(Fraction(1, 3), Fraction(1, 3))
    negated = -fine
    assert ends(-negated) == ends(fine)
    for coarse in (fine + 0, fine * 1, fine / 1, RealInterval(fine.lo, fine.hi)):
        assert coarse.contains(fine) and coarse.lo < fine.lo < fine.hi < coarse.hi


def test_rounding_is_outward_and_tight() -> None:
    third = point(Fraction(1, 3))
    assert third.contains(Fraction(1, 3)) and not third.contains(Fraction(333333, 10**6))
    assert 0 < third.width() <= arb(2) ** -WORKING_BITS
    assert interval(-2, 3).contains(interval(-2, 2)) and not interval(-2, 3).contains(interval(-2, 4))


def test_known_values_of_the_normal_distribution() -> None:
    """Phi(1) and its 97.5 % quantile, as tabulated."""
    assert interval(1, 1).norm_cdf().contains(digits("0.84134474606854294858523254563203"))
    quantile = point(Fraction(975, 1000)).norm_ppf()
    assert quantile.contains(digits("1.9599639845400542355245944305205"))
    assert quantile.width() < arb(2) ** -45


def test_signs() -> None:
    assert interval(1, 2).is_positive() and not interval(0, 2).is_positive() and interval(0, 2).is_nonnegative()
    assert interval(-2, -1).is_negative() and not interval(-2, 0).is_negative() and interval(-2, 0).is_nonpositive()
    assert interval(0, 1).is_finite() and not NONNEGATIVE.is_finite() and point(2).is_point()
    assert "-oo" in repr(LINE) and "partial" in repr(PARTIAL["log"]())
