"""Bounds at exact ends: erfc far out against mpmath, Laplace's law, open bits by their meaning, edges of domains."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import pytest
from flint import arb
from meeting import exact
from mpmath import mp

from dplemma.arb import ends
from dplemma.arb.by_ends import by_ends
from dplemma.arb.ends import HI_OPEN, LO_OPEN
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported
from dplemma.lang.interval import Interval

INF = arb.pos_inf()
# around 2^14, where the way to the bounds changes, and beyond 2^26, where x^2 fills the mantissa
PLACES = [
    "0",
    "1/3",
    "1",
    "5",
    "100",
    "16383",
    "16384",
    "32769/2",
    "16385",
    "20000",
    "65536",
    "1048577/3",
    "67108865",
    "3221225473/3",
]


def at(place: str, negative: bool) -> tuple[arb, mpmath.mpf]:
    """An exact number near a fraction, and the same for mpmath."""
    fraction = Fraction(place)
    x = (arb(fraction.numerator) / fraction.denominator).mid()
    x = x.neg(exact=True) if negative else x
    mantissa, exponent = x.man_exp()
    return x, mpmath.ldexp(mpmath.mpf(int(mantissa)), int(exponent))


@pytest.mark.parametrize("bits", [30, 53, 120])
@pytest.mark.parametrize("negative", [False, True])
@pytest.mark.parametrize("place", PLACES)
def test_erfc_lies_between_its_bounds_and_they_are_near(place: str, negative: bool, bits: int) -> None:
    with working_precision(bits), mp.workdps(60):
        x, same = at(place, negative)
        below, above = ends.erfc_below(x), ends.erfc_above(x)
        value = mpmath.erfc(same)
    with working_precision(4000):
        wanted = exact(value)
        error = abs(wanted) * arb(10) ** -50
        assert 0 < below <= wanted + error and wanted - error <= above <= 2
        # x^2 is rounded to `bits` bits before the exponential
        allowed = arb(2) ** -40 + 4 * x * x * arb(2) ** -bits + 1 / (1 + x * x) if not negative else arb(2) ** (4 - bits)
        assert above / below < allowed.exp()


def test_erfc_at_infinite_ends() -> None:
    assert ends.erfc_below(INF) == 0 and ends.erfc_above(INF) >= 0 and ends.erfc_above(INF) < 1e-9
    assert ends.erfc_above(-INF) == 2 and 1.999999 < ends.erfc_below(-INF) <= 2


@pytest.mark.parametrize("x", [-700.0, -2.0, -0.25, 0.0, 0.25, 2.0, 700.0])
def test_laplaces_law_at_a_point(x: float) -> None:
    with mp.workdps(40):
        wanted = mpmath.exp(x) / 2 if x < 0 else 1 - mpmath.exp(-x) / 2
    with working_precision(200):
        assert abs(ends.laplace_cdf(arb(x)) - exact(wanted)) < arb(10) ** -35
    assert ends.laplace_cdf(-INF) == 0 and ends.laplace_cdf(INF) == 1


def test_the_smaller_and_the_larger_are_not_rounded() -> None:
    with working_precision(200):
        x, y = (arb(1) / 3).mid(), (arb(2) / 3).mid()
    with working_precision(20):
        assert ends.smaller(x, y) is x and ends.smaller(y, x) is x and ends.larger(x, y) is y and ends.larger(y, x) is y


FLAGS = (0, LO_OPEN, HI_OPEN, LO_OPEN | HI_OPEN)


@pytest.mark.parametrize(("f", "g"), list(product(FLAGS, repeat=2)))
def test_open_bits_of_an_end_that_one_or_both_make(f: int, g: int) -> None:
    """Of a union an end is attained if either attains it; where all that reach it must be there, it is open if one is."""
    one, two = arb(1), arb(2)
    assert ends.open_unless_either(one, one, f, two, g) == f and ends.open_unless_either(one, two, f, one, g) == g
    assert ends.open_unless_either(one, one, f, one, g) == f & g
    assert ends.open_if_either(one, one, f, two, g) == f and ends.open_if_either(one, two, f, one, g) == g
    assert ends.open_if_either(one, one, f, one, g) == f | g


def test_ends_are_written_as_they_are() -> None:
    assert [ends.text_of(x) for x in (arb(2), arb(-3), arb(0), INF, -INF, arb.nan())] == [
        "2.00000000000000",
        "-3.00000000000000",
        "0",
        "oo",
        "-oo",
        "nan",
    ]


@pytest.mark.parametrize(("lo", "hi", "lo_open", "hi_open", "wanted"), [
    (1, 2, False, False, (1, 1)), (0, 2, True, False, (1, 1)), (0, 2, False, False, (0, 1)), (-2, 0, False, True, (0, 0)),
    (-2, -1, False, False, (0, 0)), (-2, 0, False, False, (0, 1)), (-1, 1, True, True, (0, 1)),
])  # fmt: skip
def test_a_step_is_certain_off_zero(lo: int, hi: int, lo_open: bool, hi_open: bool, wanted: tuple[int, int]) -> None:
    found = RealInterval(lo, hi, lo_open, hi_open).step()
    assert (found.lo, found.hi) == wanted and not found.lo_open and not found.hi_open


def test_what_keeps_signs_keeps_them_where_arb_gives_up() -> None:
    far = arb(2) ** 100_000
    for name in ("sinh", "tanh", "erf", "expm1", "atan"):
        above, below = getattr(RealInterval(far, 2 * far), name)(), getattr(RealInterval(-2 * far, -far), name)()
        assert above.lo >= 0 and below.hi <= 0
    tiny = arb(2) ** -80
    assert RealInterval(arb(-1), -tiny).exp().hi <= 1 and RealInterval(arb(-1), arb(0)).exp().hi == 1


EDGES = {"log": (0, None), "log1p": (-1, None), "rsqrt": (0, None), "erfinv": (-1, 1), "erfcinv": (0, 2), "norm_ppf": (0, 1)}


@pytest.mark.parametrize("name", EDGES)
def test_an_edge_without_a_value_is_marked_unless_the_end_is_open(name: str) -> None:
    low, high = EDGES[name]
    inner = low + Fraction(1, 2)
    at_low = getattr(RealInterval(low, inner), name)()
    assert at_low.at_limit and not at_low.partial and not at_low.is_finite()
    assert not getattr(RealInterval(low, inner, True), name)().at_limit
    cut = getattr(RealInterval(low - 1, inner), name)()
    assert cut.partial and not cut.at_limit
    if high is not None:
        assert (
            getattr(RealInterval(inner, high), name)().at_limit
            and not getattr(RealInterval(inner, high, False, True), name)().at_limit
        )
        assert getattr(RealInterval(inner, high + 1), name)().partial
    for outside in ((low - 2, low - 1, False), (low, low, False), (low - 1, low, False)):
        with pytest.raises(Unsupported, match="undefined on all of"):
            getattr(RealInterval(*outside), name)()


def test_a_square_root_has_a_value_at_its_edge() -> None:
    found = RealInterval(0, 4).sqrt()
    assert (found.lo, found.hi) == (0, 2) and not found.at_limit and not found.lo_open
    assert RealInterval(0, 0).sqrt().hi == 0 and RealInterval(-1, 0).sqrt().partial
    with pytest.raises(Unsupported):
        RealInterval(-1, 0, False, True).sqrt()


def test_a_closed_domain_has_values_at_both_edges_and_none_beyond() -> None:
    square = by_ends("square", lambda x: x * x, (Interval(0, 1),), Interval(0, 1), "+")
    assert (square(RealInterval(1, 1)).lo, square(RealInterval(1, 1)).hi) == (1, 1) and not square(RealInterval(1, 1)).partial
    assert (square(RealInterval(0, 0)).lo, square(RealInterval(0, 0)).hi) == (0, 0)
    assert square(RealInterval(1, 2)).partial and square(RealInterval(1, 2)).lo == 1
    for beyond in (RealInterval(1, 2, True), RealInterval(-1, 0, False, True), RealInterval(2, 3), RealInterval(-2, -1)):
        with pytest.raises(Unsupported, match="undefined on all of"):
            square(beyond)
