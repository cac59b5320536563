"""Open ends of inf-sup intervals: no value may equal an end that is flagged open, and ends that are not attained are.

Sums, products, quotients and order are compared with all pairs of sample points of all intervals with ends among
-oo, -2, ..., 2, oo: an end is attained by a pair of closed ends, of an end and a zero, or not at all.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from exact_balls import ball
from flint import arb, fmpq
from hypothesis import assume, given
from hypothesis import strategies as st

from dplemma.arb import normal
from dplemma.arb.ball import BRANCHES, NAMES
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported
from dplemma.compile.backends import namespace

WORKING_BITS, REFERENCE_BITS = 53, 600
FAR, NEAR = Fraction(1000), Fraction(1, 8)
OO = arb.pos_inf()
ANY_FLAGS = list(product((False, True), repeat=2))

interval = RealInterval.from_fractions
point = RealInterval.from_fraction


@pytest.fixture(autouse=True)
def _working_bits():
    with working_precision(WORKING_BITS):
        yield


class Ends(NamedTuple):
    """An interval before it is built."""

    lo: Fraction | None
    hi: Fraction | None
    lo_open: bool
    hi_open: bool

    def built(self) -> RealInterval:
        return interval(*self)

    def holds(self, x: Fraction) -> bool:
        above = self.lo is None or self.lo < x or (self.lo == x and not self.lo_open)
        return above and (self.hi is None or x < self.hi or (x == self.hi and not self.hi_open))

    def samples(self) -> list[Fraction]:
        """Points at and next to the ends, far out, in the middle, and 0, as far as they belong to the interval."""
        lo, hi = -FAR if self.lo is None else self.lo, FAR if self.hi is None else self.hi
        return [x for x in dict.fromkeys((lo, lo + NEAR, (lo + hi) / 2, hi - NEAR, hi, Fraction(0))) if self.holds(x)]


def exact(end: arb) -> Fraction | None:
    """A finite end as a fraction; None if it is infinite."""
    if not end.is_finite():
        return None
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def text(x: RealInterval) -> str:
    return repr(x).removeprefix("<RealInterval ").removesuffix(">")


def assert_strictly_inside(result: RealInterval, value: arb) -> None:
    """`value` is a ball so narrow that it is certainly apart from an end it does not equal."""
    assert not value < result.lo and not value > result.hi, f"{value} lies outside {result!r}"
    assert not result.lo_open or value > result.lo, f"{value} is the open lower end of {result!r}"
    assert not result.hi_open or value < result.hi, f"{value} is the open upper end of {result!r}"
    assert result.lo_open or result.lo > -OO
    assert result.hi_open or result.hi < OO


# -- all small intervals ------------------------------------------------------------------------------------------------

GRID = [None, *map(Fraction, range(-2, 3)), None]
SMALL = [
    Ends(GRID[i], GRID[j], *flags)
    for i, j in product(range(6), range(1, 7))
    for flags in ANY_FLAGS
    if i < j or (i == j and flags == (False, False))
    if (GRID[i] is not None or flags[0]) and (GRID[j] is not None or flags[1])
]
OPERATIONS: dict[str, tuple[Callable, Callable]] = {
    "x + y": (operator.add, operator.add), "x - y": (operator.sub, operator.sub), "x * y": (operator.mul, operator.mul),
    "x / y": (operator.truediv, operator.truediv), "max": (RealInterval.max, max), "min": (RealInterval.min, min),
}  # fmt: skip


def assert_open_exactly_where_not_attained(result: RealInterval, values: list[Fraction]) -> None:
    lo, hi = exact(result.lo), exact(result.hi)
    assert (lo is None or lo <= min(values)) and (hi is None or max(values) <= hi), result
    assert result.lo_open == (lo not in values), f"{result!r}, least value {min(values)}"
    assert result.hi_open == (hi not in values), f"{result!r}, greatest value {max(values)}"


@pytest.mark.parametrize("name", OPERATIONS)
def test_ends_of_binary_operations_are_open_exactly_where_not_attained(name: str) -> None:
    on_intervals, on_points = OPERATIONS[name]
    for first, second in product(SMALL, repeat=2):
        ys = [y for y in second.samples() if name != "x / y" or y != 0]
        if ys:
            values = [on_points(x, y) for x, y in product(first.samples(), ys)]
            assert_open_exactly_where_not_attained(on_intervals(first.built(), second.built()), values)


def test_ends_of_unions_are_open_exactly_where_not_attained() -> None:
    for first, second in product(SMALL, repeat=2):
        assert_open_exactly_where_not_attained(first.built().union(second.built()), first.samples() + second.samples())


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, -1, -2, -3])
def test_ends_of_powers_are_open_exactly_where_not_attained(n: int) -> None:
    for ends in SMALL:
        values = [x**n for x in ends.samples() if n >= 0 or x != 0]
        if values:
            assert_open_exactly_where_not_attained(ends.built() ** n, values)


@pytest.mark.parametrize(
    "function",
    [abs, operator.neg, lambda x: x * x, lambda x: x + x, lambda x: 3 - x],
    ids=["abs", "-x", "x * x", "x + x", "3 - x"],
)
def test_ends_of_unary_operations_are_open_exactly_where_not_attained(function: Callable[[Any], Any]) -> None:
    for ends in SMALL:
        assert_open_exactly_where_not_attained(function(ends.built()), [function(x) for x in ends.samples()])


def test_order_and_contents_agree_with_the_points() -> None:
    for first, second in product(SMALL, repeat=2):
        x, y, pairs = first.built(), second.built(), list(product(first.samples(), second.samples()))
        assert (x < y) == (y > x) == all(p < q for p, q in pairs), (x, y)
        assert (x <= y) == (y >= x) == all(p <= q for p, q in pairs), (x, y)
        assert x.contains(y) == all(first.holds(q) for q in second.samples()), (x, y)


def test_signs_and_points_agree_with_the_points() -> None:
    for ends in SMALL:
        x, samples = ends.built(), ends.samples()
        assert x.is_positive() == all(p > 0 for p in samples) and x.is_negative() == all(p < 0 for p in samples)
        assert x.is_nonnegative() == all(p >= 0 for p in samples) and x.is_nonpositive() == all(p <= 0 for p in samples)
        assert x.is_point() == (len(samples) == 1)
        assert all(x.contains(p) == ends.holds(p) for p in map(Fraction, range(-3, 4)))


def test_branches_use_open_ends() -> None:
    positive, zero = interval(0, 1, True), point(0)
    assert BRANCHES["gt"](positive, zero) is True and BRANCHES["le"](positive, zero) is False
    assert BRANCHES["gt"](interval(0, 1), zero) is None and BRANCHES["ge"](interval(0, 1), zero) is True
    taken = BRANCHES["piecewise"]([(BRANCHES["lt"](zero, positive), lambda: point(2)), (True, lambda: point(3))])
    assert taken.is_point() and taken.contains(2)


# -- functions at random points -----------------------------------------------------------------------------------------


REALS = st.just(Fraction(0)) | st.integers(-32, 32).map(lambda n: Fraction(n, 2)) | st.fractions(-16, 16, max_denominator=97)
NONNEGATIVE, UNIT = REALS.map(abs), st.fractions(0, 1, max_denominator=64) | st.just(Fraction(1, 2))
POSITIVES, INSIDE_UNIT = NONNEGATIVE.map(lambda x: x or Fraction(1)), UNIT.filter(lambda x: 0 < x < 1)


@st.composite
def drawn(draw: st.DrawFn, points: st.SearchStrategy[Fraction] = REALS) -> tuple[Ends, Fraction]:
    """One of the points, and an interval around it with any ends: at it and closed, apart from it, at 0, infinite."""
    inside = draw(points)
    gaps = st.sampled_from([Fraction(0), Fraction(1, 64), 1 - inside % 1, abs(inside), Fraction(3), None])
    below, above = draw(gaps), draw(gaps)
    lo, hi = None if below is None else inside - below, None if above is None else inside + above
    return Ends(lo, hi, below != 0 and draw(st.booleans()), above != 0 and draw(st.booleans())), inside


class Unary(NamedTuple):
    name: str
    on_interval: Callable[[RealInterval], RealInterval]
    on_ball: Callable[[arb], arb]
    points: st.SearchStrategy[Fraction] = REALS


def method(name: str, points: st.SearchStrategy[Fraction] = REALS) -> Unary:
    return Unary(name, operator.methodcaller(name), operator.methodcaller(name), points)


def power(exponent: Fraction, points: st.SearchStrategy[Fraction]) -> Unary:
    return Unary(f"x ** {exponent}", lambda x: x**exponent, lambda x: x ** fmpq(*exponent.as_integer_ratio()), points)


UNARY = [
    *(method(name) for name in ("exp", "expm1", "sinh", "cosh", "tanh", "atan", "erf", "erfc")),
    method("log", POSITIVES), method("log1p", NONNEGATIVE), method("sqrt", NONNEGATIVE), method("rsqrt", POSITIVES),
    method("erfinv", INSIDE_UNIT), method("erfcinv", INSIDE_UNIT | INSIDE_UNIT.map(lambda x: x + 1)),
    Unary("norm_cdf", RealInterval.norm_cdf, normal.norm_cdf), Unary("mills_ratio", RealInterval.mills_ratio, normal.mills_ratio),
    Unary("norm_ppf", RealInterval.norm_ppf, normal.norm_ppf, INSIDE_UNIT),
    Unary("laplace_cdf", RealInterval.laplace_cdf, NAMES["laplace_cdf"]),
    power(Fraction(1, 3), NONNEGATIVE), power(Fraction(5, 2), NONNEGATIVE), power(Fraction(-2, 3), POSITIVES),
    Unary("2 ** x", lambda x: 2**x, lambda x: arb(2) ** x),
    Unary("x ** y", lambda x: x ** interval(1, 3, True, True), lambda x: x**2, POSITIVES),
    Unary("x exp(-x)", lambda x: x * (-x).exp(), lambda x: x * (-x).exp()),
    Unary("1 / (1 + exp(x))", lambda x: 1 / (1 + x.exp()), lambda x: 1 / (1 + x.exp())),
]  # fmt: skip


INCREASING = (
    "exp", "expm1", "sinh", "cosh", "tanh", "atan", "erf", "log", "log1p", "sqrt", "erfinv", "norm_cdf", "norm_ppf",
    "laplace_cdf",
)  # fmt: skip
DECREASING = ("rsqrt", "erfc", "erfcinv", "mills_ratio")


@pytest.mark.parametrize("name", INCREASING + DECREASING)
@pytest.mark.parametrize("flags", ANY_FLAGS)
def test_monotone_functions_carry_open_ends_over(name: str, flags: tuple[bool, bool]) -> None:
    image = operator.methodcaller(name)(interval(Fraction(1, 4), Fraction(1, 2), *flags))
    assert (image.lo_open, image.hi_open) == (flags if name in INCREASING else flags[::-1])


@pytest.mark.parametrize("exponent", [Fraction(1, 3), Fraction(-1, 3)])
@pytest.mark.parametrize("flags", ANY_FLAGS)
def test_fractional_powers_carry_open_ends_over(exponent: Fraction, flags: tuple[bool, bool]) -> None:
    image = interval(1, 8, *flags) ** exponent
    assert (image.lo_open, image.hi_open) == (flags if exponent > 0 else flags[::-1])


@pytest.mark.parametrize("function", UNARY, ids=lambda f: f.name)
@given(data=st.data())
def test_no_value_is_an_open_end(function: Unary, data: st.DataObject) -> None:
    ends, inside = data.draw(drawn(function.points))
    with working_precision(REFERENCE_BITS):
        value = function.on_ball(ball(inside))
    assert_strictly_inside(function.on_interval(ends.built()), value)


@pytest.mark.parametrize("name", OPERATIONS)
@given(x=drawn(), y=drawn())
def test_no_pair_of_points_gives_an_open_end(name: str, x: tuple[Ends, Fraction], y: tuple[Ends, Fraction]) -> None:
    on_intervals, on_points = OPERATIONS[name]
    assume(name != "x / y" or y[1] != 0)
    with working_precision(REFERENCE_BITS):
        value = ball(on_points(x[1], y[1]))
    assert_strictly_inside(on_intervals(x[0].built(), y[0].built()), value)


@given(drawn=drawn())
def test_halves_are_closed_where_they_meet_and_hold_every_point(drawn: tuple[Ends, Fraction]) -> None:
    ends, inside = drawn
    box = ends.built()
    left, right = box.split()
    assert not left.hi_open and not right.lo_open and left.contains(right.lo)
    assert any(not half < inside and not half > inside for half in (left, right))
    if box.lo < box.mid() < box.hi:
        assert (left.lo_open, right.hi_open) == (box.lo_open, box.hi_open)


def test_halves_of_an_open_interval_without_a_middle_hold_a_point() -> None:
    step = Fraction(1, 2**52)
    for half in interval(1, 1 + step, True, True).split():
        assert half.lo < half.hi or not (half.lo_open or half.hi_open)


# -- known ends ---------------------------------------------------------------------------------------------------------

POSITIVE, LINE = interval(0, None, True), interval(None, None)
KNOWN = {
    "1 / x": (lambda: 1 / POSITIVE, "(0, oo)"),
    "1 / [1, oo)": (lambda: 1 / interval(1, None), "(0, 1.00000000000000]"),
    "exp(-x)": (lambda: (-POSITIVE).exp(), "(0, 1.00000000000000)"),
    "exp(-x) on [0, oo)": (lambda: (-interval(0, None)).exp(), "(0, 1.00000000000000]"),
    "x * y": (lambda: POSITIVE * interval(0, None, True), "(0, oo)"),
    "log1p": (POSITIVE.log1p, "(0, oo)"),
    "Phi(-x)": (lambda: (-POSITIVE).norm_cdf(), "(0, 0.500000000000000)"),
    "Phi": (LINE.norm_cdf, "(0, 1.00000000000000)"),
    "erfc": (LINE.erfc, "(0, 2.00000000000000)"),
    "erf": (LINE.erf, "(-1.00000000000000, 1.00000000000000)"),
    "erf of x > 0": (POSITIVE.erf, "(0, 1.00000000000000)"),
    "tanh": (LINE.tanh, "(-1.00000000000000, 1.00000000000000)"),
    "tanh of [0, oo)": (interval(0, None).tanh, "[0, 1.00000000000000)"),
    "expm1": (LINE.expm1, "(-1.00000000000000, oo)"),
    "LaplaceCDF": (LINE.laplace_cdf, "(0, 1.00000000000000)"),
    "Mills on the line": (LINE.mills_ratio, "(0, oo)"),
    "PhiInv": (interval(0, 1, True, True).norm_ppf, "(-oo, oo)"),
    "cosh": (LINE.cosh, "[1.00000000000000, oo)"),
    "cosh of x > 0": (POSITIVE.cosh, "(1.00000000000000, oo)"),
    "sqrt": (interval(0, 4).sqrt, "[0, 2.00000000000000]"),
    "sqrt of (0, 4)": (interval(0, 4, True, True).sqrt, "(0, 2.00000000000000)"),
    "sqrt of (-1, 4)": (interval(-1, 4, True, True).sqrt, "[0, 2.00000000000000) partial"),
    "rsqrt": (POSITIVE.rsqrt, "(0, oo)"),
    "x ** (1/2)": (lambda: POSITIVE ** Fraction(1, 2), "(0, oo)"),
    "x ** (-1/2)": (lambda: interval(4, None) ** Fraction(-1, 2), "(0, 0.500000000000000]"),
    "log of (0, 1]": (interval(0, 1, True).log, "(-oo, 0]"),
    "log of [0, 1]": (interval(0, 1).log, "(-oo, 0] at_limit"),
    "1 / [0, 1]": (lambda: 1 / interval(0, 1), "[1.00000000000000, oo) at_limit"),
    "1 / (0, 1]": (lambda: 1 / interval(0, 1, True), "[1.00000000000000, oo)"),
    "1 / [-1, 0)": (lambda: 1 / interval(-1, 0, False, True), "(-oo, -1.00000000000000]"),
    "(0, 1] ** -2": (lambda: interval(0, 1, True) ** -2, "[1.00000000000000, oo)"),
    "[0, 1] * [1, oo)": (lambda: interval(0, 1) * interval(1, None), "[0, oo)"),
    "(0, 1] * [1, oo)": (lambda: interval(0, 1, True) * interval(1, None), "(0, oo)"),
    "[0, 1] * [-1, 0)": (lambda: interval(0, 1) * interval(-1, 0, False, True), "[-1.00000000000000, 0]"),
    "(0, 1] * [-1, 0)": (lambda: interval(0, 1, True) * interval(-1, 0, False, True), "[-1.00000000000000, 0)"),
    "0 * (0, oo)": (lambda: 0 * POSITIVE, "[0, 0]"),
    "(0, 1] - (0, 1]": (lambda: interval(0, 1, True) - interval(0, 1, True), "(-1.00000000000000, 1.00000000000000)"),
    "x * x on [-1, 1]": (lambda: (lambda x: x * x)(interval(-1, 1)), "[0, 1.00000000000000]"),
    "x * x on (-1, 1]": (lambda: (lambda x: x * x)(interval(-1, 1, True)), "[0, 1.00000000000000]"),
    "x * x on (-1, 1)": (lambda: (lambda x: x * x)(interval(-1, 1, True, True)), "[0, 1.00000000000000)"),
    "(-1, 1) ** 0": (lambda: interval(-1, 1, True, True) ** 0, "[1.00000000000000, 1.00000000000000]"),
    "step of (0, 1]": (interval(0, 1, True).step, "[1.00000000000000, 1.00000000000000]"),
    "step of [0, 1]": (interval(0, 1).step, "[0, 1.00000000000000]"),
    "step of [-1, 0)": (interval(-1, 0, False, True).step, "[0, 0]"),
    "step of [-1, 0]": (interval(-1, 0).step, "[0, 1.00000000000000]"),
    "step of log": (lambda: interval(-1, Fraction(1, 2)).log().step(), "[0, 0] partial"),
}  # fmt: skip


@pytest.mark.parametrize("case", KNOWN)
def test_known_ends(case: str) -> None:
    compute, written = KNOWN[case]
    assert text(compute()) == written


def test_values_that_round_to_the_edge_of_a_range_stay_off_it() -> None:
    far = interval(-2000, 2000)
    assert far.laplace_cdf() > 0 and far.laplace_cdf() < 1 and far.laplace_cdf().hi == 1
    assert far.tanh() < 1 and far.tanh() > -1 and far.erf() < 1 and far.erfc() < 2 and far.norm_cdf() < 1
    tower = arb((1, 2**200))
    huge = RealInterval(-tower, tower)
    for result in (huge.exp(), huge.erfc(), huge.norm_cdf(), huge.mills_ratio(), huge.laplace_cdf()):
        assert result.is_positive() and (result.hi < OO or result.hi_open)
    assert huge.atan() < LINE.atan().hi and LINE.atan().contains(huge.atan())


@pytest.mark.parametrize(
    "compute",
    [
        interval(-1, 0, False, True).sqrt, interval(-1, 0, False, True).log, interval(1, 2, True).erfinv,
        lambda: interval(-1, 0, False, True) ** Fraction(1, 3), lambda: POSITIVE / 0,
    ],
)  # fmt: skip
def test_an_open_end_at_the_domain_is_no_point_of_it(compute: Callable[[], RealInterval]) -> None:
    with pytest.raises(Unsupported):
        compute()


@pytest.mark.parametrize("name", ["log", "rsqrt", "norm_ppf", "erfcinv"])
def test_only_a_closed_end_touches_the_edge_of_a_domain(name: str) -> None:
    function, half = operator.methodcaller(name), Fraction(1, 2)
    assert function(interval(0, half)).at_limit and not function(interval(0, half, True)).at_limit
    assert function(interval(-1, half, True)).partial
    assert function(interval(0, 1)).at_limit and not function(interval(0, 1, True, True)).at_limit
    assert interval(0, 1, True, False).norm_ppf().at_limit and interval(0, 1, False, True).norm_ppf().at_limit


@pytest.mark.parametrize("value", [1, Fraction(1, 3)])
@pytest.mark.parametrize("flags", ANY_FLAGS[1:])
def test_an_open_interval_from_a_point_to_itself_is_refused(value: Fraction, flags: tuple[bool, bool]) -> None:
    with pytest.raises(ValueError, match=r"no real number lies in [\[(][0-9.]+, [0-9.]+[\])]"):
        interval(value, value, *flags)


def test_infinite_ends_are_open_and_no_points() -> None:
    for line in (LINE, RealInterval(-OO, OO), RealInterval.from_ball(arb(0, OO))):
        assert line.lo_open and line.hi_open and not line.contains(OO) and not line.contains(-OO)
        assert text(line) == "(-oo, oo)"


def test_tapes_know_the_step_and_the_laplace_distribution() -> None:
    names = namespace("interval")
    assert text(names["step"](POSITIVE)) == text(names["g_step"](POSITIVE)) == "[1.00000000000000, 1.00000000000000]"
    assert names["laplace_cdf"](interval(-1, 1)).contains(names["laplace_cdf"](point(0)))
    for name in ("binomial", "total"):
        with pytest.raises(Unsupported):
            names[name](point(3), point(1))
