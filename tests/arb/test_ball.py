"""The names a tape calls: comparisons with three answers, branches, roots and sums, on balls, complex balls, intervals."""

from __future__ import annotations

from typing import Any

import pytest
from flint import acb, arb
from meeting import meet

from dplemma.arb import ball
from dplemma.arb.ball import NAMES, all_names
from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import OutOfBudget, Unsupported

LOW, HIGH, ACROSS, SAME = arb(1, 0.25), arb(2, 0.25), arb(1.75, 0.5), arb(1)
ANSWERS = [  # a, b, <, <=, >, >=
    (LOW, HIGH, True, True, False, False), (HIGH, LOW, False, False, True, True), (LOW, ACROSS, None, None, None, None),
    (SAME, arb(1), False, True, False, True), (arb(1), arb(2), True, True, False, False),
    (arb(2), arb(1), False, False, True, True),
    (RealInterval(0, 1), RealInterval(2, 3), True, True, False, False),
    (RealInterval(0, 2), RealInterval(1, 3), None, None, None, None),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "lt", "le", "gt", "ge"), ANSWERS)
def test_a_comparison_is_certain_or_open(a: Any, b: Any, lt: Any, le: Any, gt: Any, ge: Any) -> None:
    assert (NAMES["lt"](a, b), NAMES["le"](a, b), NAMES["gt"](a, b), NAMES["ge"](a, b)) == (lt, le, gt, ge)


def nowhere(value: Any) -> bool:
    return isinstance(value, acb) and not value.is_finite()


def test_on_complex_balls_what_is_open_has_no_value() -> None:
    wide = acb(arb(1, 0.5), arb(3))
    assert NAMES["lt"](wide, arb(2)) is True and NAMES["lt"](arb(2), wide) is False
    for word in ("lt", "le", "gt", "ge"):
        assert nowhere(NAMES[word](wide, arb(1))) and nowhere(NAMES[word](arb(1), wide))


def _never() -> Any:
    raise AssertionError("this branch does not apply")


def test_a_piecewise_takes_the_branch_that_applies_or_the_hull_of_those_that_may() -> None:
    pieces = NAMES["piecewise"]
    assert pieces([(False, _never), (True, lambda: arb(2)), (True, _never)]) == 2
    hull = pieces([(None, lambda: arb(1)), (True, lambda: arb(3)), (True, _never)])
    assert hull.contains(1) and hull.contains(3) and hull.rad() < 1.01
    three = pieces([(None, lambda: arb(1)), (None, lambda: arb(7)), (True, lambda: arb(3))])
    assert three.contains(1) and three.contains(3) and three.contains(7)
    assert nowhere(pieces([(None, lambda: arb(1)), (True, lambda: acb(3))]))
    assert nowhere(pieces([(None, lambda: acb(1)), (True, lambda: arb(3))]))
    assert nowhere(pieces([(ball._NOWHERE, _never), (True, _never)]))
    assert pieces([(False, _never), (True, lambda: acb(3))]) == acb(3)
    for nothing in ([], [(False, _never)], [(None, lambda: arb(1))]):
        with pytest.raises(Unsupported, match="without a final branch"):
            pieces(nothing)


NO_NUMBERS = [arb.nan(), arb(-1).log(), arb(1) / arb(0, 1), arb(0, arb.pos_inf())]


@pytest.mark.parametrize("nothing", NO_NUMBERS)
def test_where_a_condition_has_no_value_neither_has_the_piecewise(nothing: arb) -> None:
    """log(-1) < 0 is neither true nor false: no branch applies, though every branch is a number."""
    for word in ("lt", "le", "gt", "ge"):
        for sides in ((nothing, arb(0)), (arb(0), nothing)):
            value = NAMES["piecewise"]([(NAMES[word](*sides), lambda: arb(1)), (True, lambda: arb(2))])
            assert isinstance(value, arb) and not value.is_finite()
    assert not NAMES["step"](nothing).is_finite()


def test_an_exact_infinity_is_a_limit_that_can_be_compared() -> None:
    assert NAMES["lt"](arb(1), arb.pos_inf()) is True and NAMES["ge"](arb.neg_inf(), arb(1)) is False
    assert NAMES["step"](arb.pos_inf()) == 1 and NAMES["step"](arb.neg_inf()) == 0


def test_a_condition_that_does_not_exist_on_all_of_an_interval_is_refused() -> None:
    """log(x) < 0 on [-1, 1/2] holds wherever it exists, which it does not on [-1, 0]; on [0, 1/2] the edge is missing."""
    partial, at_limit = RealInterval(-1, arb(0.5)).log(), RealInterval(0, arb(0.5)).log()
    for word in ("lt", "le", "gt", "ge"):
        for flagged in (partial, at_limit):
            for sides in ((flagged, RealInterval(0, 0)), (RealInterval(0, 0), flagged), (flagged, arb(0))):
                with pytest.raises(Unsupported, match="does not exist everywhere"):
                    NAMES[word](*sides)
    assert NAMES["lt"](RealInterval(0, arb(0.5), lo_open=True).log(), RealInterval(0, 0)) is True


@pytest.mark.parametrize("name", ["step", "g_step", "laplace_cdf", "g_laplace_cdf", "g_absolute"])
def test_on_intervals_a_function_keeps_the_marks_of_what_does_not_exist(name: str) -> None:
    for operand in (RealInterval(-1, 3).log(), RealInterval(-1, 3).sqrt() - 1, RealInterval(0, 3).log().max(-2)):
        value = NAMES[name](operand)
        assert isinstance(value, RealInterval) and (value.partial, value.at_limit) == (operand.partial, operand.at_limit)


RIGHT, LEFT, MIDDLE = acb(arb(2, 0.5), 1), acb(arb(-2, 0.5), 1), acb(arb(0, 0.5), 1)


def test_what_has_a_corner_is_analytic_on_one_side_or_has_no_value() -> None:
    for name in ("absolute", "g_absolute"):
        assert NAMES[name](RIGHT) is RIGHT and (NAMES[name](LEFT) + LEFT).contains(0) and nowhere(NAMES[name](MIDDLE))
        assert NAMES[name](arb(-3)) == 3
    step = NAMES["step"]
    assert (step(RIGHT), step(LEFT)) == (1, 0) and nowhere(step(MIDDLE))
    assert (step(arb(0.5)), step(arb(-0.5))) == (1, 0)
    assert all(step(arb(0, 1)).contains(end) and step(arb(0)).contains(end) for end in (0, 1))
    law = NAMES["laplace_cdf"]
    assert (
        meet(law(RIGHT).real, 1 - (-RIGHT).exp().real / 2) and meet(law(LEFT).real, LEFT.exp().real / 2) and nowhere(law(MIDDLE))
    )


def test_the_greater_and_the_smaller_of_any_two_numbers() -> None:
    most, least = NAMES["g_maximum"], NAMES["g_minimum"]
    assert most(RIGHT, arb(1)) is RIGHT and most(arb(1), RIGHT) is RIGHT and most(LEFT, arb(1)) == 1
    assert least(RIGHT, arb(1)) == 1 and least(LEFT, arb(1)) is LEFT
    assert nowhere(most(MIDDLE, arb(0))) and nowhere(least(arb(0), MIDDLE))
    for first, second in ((RealInterval(0, 2), RealInterval(1, 3)), (RealInterval(0, 2), arb(1)), (arb(1), RealInterval(0, 2))):
        low, high = (RealInterval.from_ball(x) if isinstance(x, arb) else x for x in (first, second))
        assert (most(first, second).lo, most(first, second).hi) == (
            max(low.lo, high.lo, key=float),
            max(low.hi, high.hi, key=float),
        )
        assert (least(first, second).lo, least(first, second).hi) == (
            min(low.lo, high.lo, key=float), min(low.hi, high.hi, key=float)
        )  # fmt: skip
    assert (most(arb(1), arb(2)), least(arb(1), arb(2))) == (2, 1)


@pytest.mark.parametrize("x", [-3.0, -0.25, 0.0, 0.25, 3.0])
def test_laplaces_law_on_balls(x: float) -> None:
    at = arb(x)
    wanted = at.exp() / 2 if x < 0 else 1 - (-at).exp() / 2
    assert meet(NAMES["laplace_cdf"](at), wanted)
    wide = NAMES["laplace_cdf"](arb(x, 0.5))
    assert all(meet(wide, NAMES["laplace_cdf"](end)) for end in (arb(x) - 0.5, at, arb(x) + 0.5)) and wide.rad() < 0.3
    assert not NAMES["laplace_cdf"](arb(0, arb.pos_inf())).is_finite()


@pytest.mark.parametrize("name", ["sqrt", "log", "log1p"])
def test_a_function_with_a_cut_has_a_complex_value_only_off_it(name: str) -> None:
    function, shift = NAMES[f"g_{name}"], 1 if name == "log1p" else 0
    value = function(acb(2, 1) - shift)
    assert value.is_finite()
    assert meet((value * value if name == "sqrt" else value.exp()).imag, arb(1))
    assert not function(acb(arb(-2), arb(0, 0.5)) - shift).is_finite()
    assert meet(function(arb(4) - shift), arb(2) if name == "sqrt" else arb(4).log())


@pytest.mark.parametrize("name", ["g_norm_ppf", "g_mills_ratio", "g_chi2_cdf", "g_norm_isf"])
def test_what_is_not_known_in_the_plane_is_refused_there(name: str) -> None:
    with pytest.raises(Unsupported, match="in the complex plane"):
        all_names()[name](*[acb(0.5, 1)] * (2 if "chi2" in name else 1))
    assert all_names()[name](*[arb(0.25)] * (2 if "chi2" in name else 1)).is_finite()


def test_the_generic_quantile_takes_intervals_too() -> None:
    found = NAMES["g_norm_ppf"](RealInterval(arb(0.25), arb(0.5)))
    assert isinstance(found, RealInterval) and found.contains(NAMES["norm_ppf"](arb(0.375)))


# -- roots and optima -------------------------------------------------------------------------------------------------------

INF = arb.pos_inf()


@pytest.mark.parametrize(
    ("value", "slope", "ends", "wanted"),
    [
        (lambda t: t * t - 2, lambda t: 2 * t, (arb(0), arb(5)), arb(2).sqrt()),
        (arb.log, lambda t: 1 / t, (arb(0), INF), arb(1)),
        (lambda t: (-t).log(), lambda t: 1 / t, (-INF, arb(0)), arb(-1)),
        (lambda t: t.log() - (1 - t).log() - 1, lambda t: 1 / t + 1 / (1 - t), (arb(0), arb(1)), 1 / (1 + arb(-1).exp())),
    ],
)  # fmt: skip
def test_a_root_is_found_though_the_ends_have_no_value(value: Any, slope: Any, ends: tuple[arb, arb], wanted: arb) -> None:
    found = NAMES["root"](value, slope, *ends)
    assert meet(found, wanted) and found.rel_accuracy_bits() > 40


def _with_a_jump(below: int, above: int) -> Any:
    """t + `below` for t < 0, t + `above` from 0 on: a tape's branches."""
    return lambda t: NAMES["piecewise"]([(NAMES["lt"](t, arb(0)), lambda: t + below), (True, lambda: t + above)])


def test_a_change_of_sign_across_a_jump_is_no_root() -> None:
    jump, slope = _with_a_jump(-1, 1), lambda _: arb(1)
    assert NAMES["root"](jump, slope, arb(-5), arb(5)).is_nan()
    assert NAMES["root"](_with_a_jump(-2, -1), slope, arb(-5), arb(5)) == 1  # a root beside the jump
    steep = NAMES["root"](lambda t: arb(10) ** 60 * (t - 3), lambda _: arb(10) ** 60, arb(-5), arb(5))
    assert meet(steep, arb(3))


def test_a_change_of_sign_across_a_pole_is_no_root() -> None:
    found = NAMES["root"](lambda t: 1 / (t - arb(1) / 3), lambda t: -1 / (t - arb(1) / 3) ** 2, arb(0), arb(1))
    assert not found.is_finite()


def test_without_a_root_there_is_none() -> None:
    assert not NAMES["root"](lambda t: t * t + 1, lambda t: 2 * t, arb(0), arb(1)).is_finite()


def test_an_optimum_is_of_the_kind_that_is_asked_for() -> None:
    bowl, hill = (lambda t: 2 * (t - 1), lambda _: arb(2)), (lambda t: 2 * (1 - t), lambda _: arb(-2))
    for word, right, wrong in (("argmin", bowl, hill), ("argmax", hill, bowl)):
        assert meet(NAMES[word](*right, arb(0), arb(3)), arb(1))
        assert not NAMES[word](*wrong, arb(0), arb(3)).is_finite()
        assert not NAMES[word](*right, arb(2), arb(3)).is_finite()
        flat = lambda t: (t - 1) ** 3  # noqa: E731
        assert not NAMES[word](flat, lambda t: 3 * (t - 1) ** 2, arb(0), arb(3)).is_finite()


# -- sums, binomials, constants ----------------------------------------------------------------------------------------------


def test_a_sum_runs_over_the_integers_between_its_ends() -> None:
    assert NAMES["total"](lambda i: i * i, arb(2), arb(5)) == 54
    assert NAMES["total"](lambda i: i, arb(3), arb(3)) == 3
    assert NAMES["total"](lambda i: i, arb(3), arb(2)) == 0
    assert NAMES["total"](lambda i: i, arb(2, 0.25), arb(4)) == 9
    for ends in ((arb(0.5), arb(3)), (arb(0), arb(2.5)), (arb(0), arb(2, 1)), (arb.nan(), arb(1)), (arb(0), INF)):
        assert not NAMES["total"](lambda i: i, *ends).is_finite()
    with pytest.raises(OutOfBudget, match="more than 100000 terms"):
        NAMES["total"](lambda i: i, arb(0), arb(100_001))


@pytest.mark.parametrize(("n", "k", "wanted"), [(5, 2, 10), (5, 0, 1), (0, 0, 1), (5, 5, 1), (5, 6, 0), (40, 20, 137846528820)])
def test_binomials(n: int, k: int, wanted: int) -> None:
    assert NAMES["binomial"](arb(n), arb(k)) == wanted


@pytest.mark.parametrize(
    ("n", "k"), [(arb(-1), arb(0)), (arb(3), arb(-1)), (arb(2.5), arb(1)), (arb(3), arb(1.5)), (arb(3, 1), arb(1))]
)
def test_no_binomial_of_what_is_no_count(n: arb, k: arb) -> None:
    assert not NAMES["binomial"](n, k).is_finite()


def test_constants_and_suprema() -> None:
    assert NAMES["infinity"](1) == INF and NAMES["infinity"](-1) == -INF
    assert (NAMES["rational"](1, 3) * 3).contains(1) and NAMES["rational"](1, 4) == 0.25
    assert all_names()["inf"](lambda t: t * t + 1, arb(-1), arb(2)).contains(1)
    assert all_names()["sup"](lambda t: t * t + 1, arb(-1), arb(2)).contains(5)
    with pytest.raises(KeyError):
        NAMES["nothing of this name"]


# -- where something is touched exactly ----------------------------------------------------------------------------------------


def test_what_touches_is_not_decided() -> None:
    """[1, 2] is not above 1 at each of its points, though nowhere below."""
    touching, one = RealInterval(1, 2), RealInterval(1, 1)
    assert (NAMES["le"](touching, one), NAMES["ge"](one, touching)) == (None, None)
    assert (NAMES["lt"](touching, one), NAMES["ge"](touching, one)) == (False, True)
    assert (NAMES["le"](one, touching), NAMES["lt"](one, touching)) == (True, None)


def test_on_the_line_where_branches_meet_there_is_no_analytic_value() -> None:
    line = acb(0, 1)
    for name in ("absolute", "step", "laplace_cdf"):
        assert nowhere(NAMES[name](line))
    for name in ("g_maximum", "g_minimum"):
        assert nowhere(NAMES[name](acb(1, 1), arb(1))) and nowhere(NAMES[name](arb(1), acb(1, 1)))


def test_real_balls_across_a_corner_have_values() -> None:
    across = NAMES["absolute"](arb(0, 1))
    assert isinstance(across, arb) and across.is_finite() and across.contains(0) and across.contains(1)
    for x in (arb(0), arb(0, 1), arb(0.5, 0.75)):
        step = NAMES["step"](x)
        assert isinstance(step, arb) and step.is_finite() and step.contains(0) and step.contains(1) and step.rad() < 0.51


def test_the_greater_of_intervals_keeps_their_marks() -> None:
    partial = RealInterval(-1, 4).sqrt()
    for name, other in (("g_maximum", arb(1)), ("g_minimum", arb(1)), ("g_maximum", RealInterval(0, 1))):
        assert NAMES[name](partial, other).partial and NAMES[name](other, partial).partial
    assert NAMES["g_maximum"](RealInterval(2, 3, True, True), arb(1)).lo_open


def test_one_complex_argument_among_real_ones_is_refused() -> None:
    for arguments in ((acb(0.5, 1), arb(3)), (arb(0.5), acb(3, 1))):
        with pytest.raises(Unsupported, match="in the complex plane"):
            all_names()["g_chi2_cdf"](*arguments)


@pytest.mark.parametrize("sign", [1, -1])
def test_where_the_second_derivative_vanishes_no_optimum_is_certain(sign: int) -> None:
    word = "argmin" if sign > 0 else "argmax"
    assert not NAMES[word](lambda t: sign * (t - 1), lambda _: arb(0), arb(0), arb(3)).is_finite()


def test_a_long_sum_across_nought_is_refused() -> None:
    with pytest.raises(OutOfBudget, match="more than 100000 terms"):
        NAMES["total"](lambda i: i, arb(-60_000), arb(60_000))


def test_names_made_afresh_mean_what_they_say() -> None:
    """The tables are made when the module is loaded; here once more."""
    light, heavy = ball._light(), ball._heavy()
    hill = (lambda t: 2 * (1 - t), lambda _: arb(-2), arb(0), arb(3))
    assert light["argmax"](*hill).contains(1) and not light["argmin"](*hill).is_finite()
    assert light["g_minimum"](arb(1), arb(2)) == 1 and light["g_maximum"](arb(1), arb(2)) == 2
    assert light["minimum"](arb(1), arb(2)) == 1 and light["maximum"](arb(1), arb(2)) == 2
    least, most = heavy["inf"](lambda t: t * t + 1, arb(-1), arb(2)), heavy["sup"](lambda t: t * t + 1, arb(-1), arb(2))
    assert least.contains(1) and least < 2 and most.contains(5) and most > 4


def test_what_is_not_known_on_intervals_is_refused_there() -> None:
    names, box = all_names(), RealInterval(1, 2)
    for name in ("g_gamma", "g_norm_cdf", "g_norm_sf", "g_norm_pdf", "g_log_norm_cdf", "g_norm_isf"):
        with pytest.raises(Unsupported, match="not enclosed on intervals"):
            names[name](box)
    for operands in ((box, arb(1)), (arb(1), box)):
        for name in ("g_chi2_cdf", "g_chi2_sf", "g_chi2_pdf", "g_chi2_ppf", "g_marcum_q_half"):
            with pytest.raises(Unsupported, match="not enclosed on intervals"):
                names[name](*operands)


def test_the_mills_ratio_and_its_moments_are_enclosed_on_intervals() -> None:
    names, box = all_names(), RealInterval(1, 2)
    assert names["g_mills_ratio"](box).contains(names["mills_ratio"](arb(1.5)))
    assert names["g_mills_moment"](1, box).contains(names["mills_moment"](1, arb(1.5)))
    assert names["g_mills_drop"](1, box, arb(1)).contains(names["mills_drop"](1, arb(1.5), arb(1)))
