"""Certified roots: known roots are contained, accuracy is reached, and nothing is claimed without proof."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from exact_balls import ball
from flint import arb, ctx, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from meeting import meet

from dplemma.arb.precision import working_precision
from dplemma.arb.roots import _Bracket, bracketed_root, first_index, peak_window, polished_root
from dplemma.base.errors import OutOfBudget

INF = arb.pos_inf()


class Counted:
    def __init__(self, function) -> None:
        self.function, self.calls = function, 0

    def __call__(self, x: arb) -> arb:
        self.calls += 1
        return self.function(x)


targets = st.fractions(min_value=Fraction(1, 10**9), max_value=10**9, max_denominator=10**9)
precisions = st.sampled_from([53, 120, 400, 1500])


@given(targets, precisions, st.booleans(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_cubic_with_and_without_derivative(t: Fraction, bits: int, derivative: bool, falling: bool) -> None:
    sign = -1 if falling else 1
    with working_precision(bits):
        fprime = (lambda x: sign * (3 * x * x + 1)) if derivative else None
        root = bracketed_root(lambda x: sign * (x * x * x + x - ball(t)), fprime, arb(0), INF)
        assert root.rel_accuracy_bits() > bits - 14
    with working_precision(4 * bits):
        # An independent certificate: exact arithmetic at the two ends of the ball.
        low, high = root.lower(), root.upper()
        assert low**3 + low <= ball(t) <= high**3 + high


@given(st.fractions(min_value=-300, max_value=300), precisions, st.booleans())
@settings(max_examples=60, deadline=None)
def test_log_is_found_on_the_whole_line(u: Fraction, bits: int, derivative: bool) -> None:
    assume(u or derivative)  # a bracket around 0 is halved for ever; below
    with working_precision(bits):
        target = ball(u).exp()
        # without a derivative a root at 0 takes two evaluations for each bit
        root = bracketed_root(lambda x: x.exp() - target, arb.exp if derivative else None, -INF, INF, max_steps=2000 + 4 * bits)
        assert meet(root, ball(u))
        assert root.rel_one_accuracy_bits() > bits - 16


def test_without_a_derivative_a_root_at_nought_of_the_whole_line_is_refused() -> None:
    with working_precision(1500), pytest.raises(OutOfBudget, match="no certified root after 2000 evaluations"):
        bracketed_root(lambda x: x.exp() - 1, None, -INF, INF)


@pytest.mark.parametrize("exponent", [-3000, -40, 0, 40, 3000])
@pytest.mark.parametrize("derivative", [True, False])
def test_roots_of_very_different_size(derivative: bool, exponent: int) -> None:
    with working_precision(200):
        target = arb(10) ** exponent
        fprime = (lambda x: 1 / (2 * x.sqrt())) if derivative else None
        root = bracketed_root(lambda x: x.sqrt() - target, fprime, arb(0), INF)
        assert meet(root, target * target)
        assert root.rel_accuracy_bits() > 180


def test_good_seed_saves_evaluations() -> None:
    with working_precision(200):
        with_seed, without = Counted(lambda x: x * x - 2), Counted(lambda x: x * x - 2)
        a = bracketed_root(with_seed, lambda x: 2 * x, arb(0), arb(10**6), seed=arb(1.4142135))
        b = bracketed_root(without, lambda x: 2 * x, arb(0), arb(10**6))
        assert meet(a, arb(2).sqrt()) and meet(b, arb(2).sqrt())
        assert with_seed.calls <= 5 < without.calls


@pytest.mark.parametrize("seed", [arb(-100), arb(900), arb.nan(), INF, arb(5, 3)])
def test_bad_seed_does_no_harm(seed: arb) -> None:
    with working_precision(150):
        root = bracketed_root(lambda x: x.exp() - 1000, arb.exp, -INF, INF, seed=seed)
        assert meet(root, arb(1000).log()) and root.rel_accuracy_bits() > 140


@pytest.mark.parametrize("derivative", [True, False])
def test_flat_root_falls_back_to_bisection(derivative: bool) -> None:
    with working_precision(120):
        third = arb(fmpq(1, 3))
        fprime = (lambda x: 5 * (x - third) ** 4) if derivative else None
        root = bracketed_root(lambda x: (x - third) ** 5, fprime, arb(0), arb(10))
        assert root.contains(fmpq(1, 3)) and root.rel_accuracy_bits() > 90


@pytest.mark.parametrize("derivative", [True, False])
def test_inexact_function_gives_the_hull_of_its_roots(derivative: bool) -> None:
    with working_precision(150):
        fat = arb(2, 1e-5)
        root = bracketed_root(lambda x: x * x - fat, (lambda x: 2 * x) if derivative else None, arb(0), arb(10))
        for inside in (fat.lower(), fat.mid(), fat.upper()):
            assert root.contains(inside.sqrt().mid())
        assert root.rad() < 1e-4


def test_same_sign_at_both_ends_means_no_root() -> None:
    assert bracketed_root(lambda x: x + 5, lambda x: arb(1), arb(0), arb(10)).is_nan()
    assert bracketed_root(lambda x: -x - 5, None, arb(0), arb(10)).is_nan()
    # A seed that leads out of the bracket proves nothing about the bracket.
    assert bracketed_root(lambda x: x - 20, lambda x: arb(1), arb(0), arb(10), seed=arb(9)).is_nan()


def test_exact_root_at_an_end() -> None:
    assert bracketed_root(lambda x: x, lambda x: arb(1), arb(0), arb(10)) == 0
    assert bracketed_root(lambda x: x - 10, None, arb(0), arb(10)) == 10


def test_uncertain_sign_at_an_end_is_said() -> None:
    with pytest.raises(OutOfBudget, match="sign at 0 is not certain"):
        bracketed_root(lambda x: x.exp() - arb(2).sqrt() ** 2 + 1, None, arb(0), arb(10))


def test_budget_is_kept_and_said() -> None:
    f = Counted(lambda x: x.exp() - 1000)
    with pytest.raises(OutOfBudget, match="after 7 evaluations"):
        bracketed_root(f, None, -INF, INF, max_steps=7)
    assert f.calls == 7


def test_function_without_root_on_the_line_is_out_of_budget() -> None:
    with pytest.raises(OutOfBudget):
        bracketed_root(lambda x: x.exp() + 1, arb.exp, -INF, INF)


def test_precision_is_restored_even_on_error() -> None:
    before = ctx.prec

    def broken(x: arb) -> arb:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        bracketed_root(broken, None, arb(0), arb(1))
    assert ctx.prec == before


@given(st.integers(-50, 50), st.integers(0, 10**9))
def test_first_index(start: int, distance: int) -> None:
    assert first_index(lambda j: j >= start + distance, start) == start + distance


@pytest.mark.parametrize("seed_error", [0.0, 2.0**-90, 2.0**-50])
def test_a_seed_of_any_accuracy_is_proved_at_once(seed_error: float) -> None:
    """Also one that is right to the last bit, whose ball must not be narrower than the rounding of its image."""
    with working_precision(92):
        exact = arb(2).sqrt().mid()
        pair = Counted(lambda x: (x * x - 2, 2 * x))
        found = polished_root(pair, (exact + arb(seed_error)).mid(), 41)
        assert found is not None and found.rel_accuracy_bits() >= 80 and (found * found).contains(2)
        assert pair.calls == 3


# -- no ball without a root -------------------------------------------------------------------------------------------------

CUBIC = (lambda x: x * x * x + x - 2, lambda x: 3 * x * x + 1, arb(1))
GROWING = (lambda x: x.exp() - 3, arb.exp, arb(3).log())
FLAT = (lambda x: x.atan() - 1, lambda x: 1 / (1 + x * x), arb(1).tan())
SEEDS = [arb(m).mid() for m in (-50, -3, -1, 0, 0.5, 0.999, 1, 1.0001, 1.0986, 1.5574, 2, 5, 40)]


@pytest.mark.parametrize("function", [CUBIC, GROWING, FLAT])
@pytest.mark.parametrize("bits", [4, 12, 30, 60])
@pytest.mark.parametrize("wanted", [53, 64, 200])
def test_a_polished_root_is_the_root_or_none_whatever_the_seed_promises(function: Any, bits: int, wanted: int) -> None:
    f, slope, root = function
    with working_precision(wanted):
        for seed in SEEDS:
            for slope_on in (None, slope):
                found = polished_root(lambda x: (f(x), slope(x)), seed, bits, 8, slope_on)
                assert found is None or meet(found, root)


@pytest.mark.parametrize("radius", [1e-12, 1e-6, 1e-3, 0.1])
def test_a_polished_root_of_a_wide_function_holds_all_its_roots_or_is_none(radius: float) -> None:
    fat = arb(2, radius)
    with working_precision(160):
        for seed in SEEDS:
            found = polished_root(lambda x: (x * x - fat, 2 * x), seed, 30)
            assert found is None or abs(found.mid()) > 1.3
            sign = 1 if found is None or found.mid() > 0 else -1
            assert found is None or all(
                found.contains((sign * end.sqrt()).mid()) for end in (fat.lower(), fat.mid(), fat.upper())
            )


def test_midpoints_that_do_not_settle_are_given_up() -> None:
    """A step that always changes the fourteenth bit: there was no end of it."""
    pair = Counted(lambda x: (x * arb(2) ** -13 * (-1) ** pair.calls, arb(1)))
    with working_precision(200):
        assert polished_root(pair, arb(1), 20) is None
    assert pair.calls < 100


@pytest.mark.parametrize("function", [CUBIC, GROWING, FLAT])
@pytest.mark.parametrize("ends", [(-10, 10), (0.75, 30), (-30, 1.25), (1.2, 9), (-9, 0.9)])
@pytest.mark.parametrize("derivative", [True, False])
def test_a_bracketed_root_is_the_root_or_none_whatever_the_seed(
    function: Any, ends: tuple[float, float], derivative: bool
) -> None:
    f, slope, root = function
    lo, hi = arb(ends[0]), arb(ends[1])
    with working_precision(90):
        for seed in (None, *SEEDS):
            found = bracketed_root(f, slope if derivative else None, lo, hi, seed=seed)
            assert meet(found, root) and lo <= found <= hi if lo < root < hi else found.is_nan()


@pytest.mark.parametrize("falling", [False, True])
@pytest.mark.parametrize(("lo", "hi"), [(arb(0), INF), (-INF, arb(7)), (-INF, INF), (arb(0), arb(7))])
@pytest.mark.parametrize("derivative", [True, False])
def test_falling_and_rising_towards_infinite_ends(lo: arb, hi: arb, falling: bool, derivative: bool) -> None:
    sign = -1 if falling else 1
    with working_precision(80):
        found = bracketed_root(lambda x: sign * (x - 5), (lambda _: arb(sign)) if derivative else None, lo, hi)
        assert found.contains(5) and found.rad() < 1e-15


def test_a_bracket_is_cut_on_the_side_of_the_sign() -> None:
    for rising, sign, wanted in ((True, 1, (0, 4)), (True, -1, (4, 9)), (False, 1, (4, 9)), (False, -1, (0, 4))):
        bracket = _Bracket(lo=arb(0), hi=arb(9), rising=rising)
        bracket.cut(arb(4), sign)
        assert (bracket.lo, bracket.hi) == wanted


@pytest.mark.parametrize(
    "ends",
    [(0, 1), (-1, 0), (0, 1e-300), (1, 1e300), (-1e300, -1), (-1, 2), (3, INF), (-INF, 3), (-INF, -3), (-INF, INF), (1e9, INF)],
)
def test_a_bracket_is_split_strictly_inside(ends: tuple[Any, Any]) -> None:
    lo, hi = arb(ends[0]), arb(ends[1])
    middle = _Bracket(lo=lo, hi=hi, rising=True).split()
    assert middle.is_exact() and lo < middle < hi


def test_a_bracket_thinner_than_the_precision_is_split_strictly_inside() -> None:
    with working_precision(300):
        lo, hi = 1 + arb(2) ** -250, 1 + arb(2) ** -249
    with working_precision(53):
        assert lo < _Bracket(lo=lo, hi=hi, rising=True).split() < hi


@pytest.mark.parametrize("longest", [5, 50, 10**6])
@pytest.mark.parametrize("centre", [0.0, 3.0, 200.5])
def test_a_window_holds_all_terms_that_matter(centre: float, longest: int) -> None:
    def log_term(j: int) -> float:
        return -((j - centre) ** 2) / 50

    window = peak_window(lambda j: log_term(j + 1) < log_term(j), log_term, drop=8.0, longest=longest)
    first, last = (max(0, round(centre - 20)), round(centre + 20))
    if longest == 5:
        assert window is None
    else:
        assert window is not None and window[0] <= first and window[1] >= last and window[1] - window[0] <= last - first + 4
