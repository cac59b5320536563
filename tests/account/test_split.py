"""Few steps and rare hits: the parts of a sampled step, their bounds, and the integral of the jumps against exact cases."""

from __future__ import annotations

import math

import mpmath
import pytest
from flint import acb, arb, fmpq
from meeting import meet

from dplemma.account.accountant import composed_delta_of, composed_epsilon_of
from dplemma.account.by_contour import contour_delta, contour_epsilon
from dplemma.account.by_lattice import LatticeMeasures
from dplemma.account.gauss_cells import Cell, cell_error, cell_nodes
from dplemma.account.losses import Decay
from dplemma.account.mechanisms import Composition, Gaussian, RandomizedResponse, SubsampledGaussian
from dplemma.account.profiles import OneStepForm
from dplemma.account.split import Cuts, SplitStep
from dplemma.account.split_contour import LayeredContour, bounds_of, layer_mass
from dplemma.account.split_lines import SplitLines
from dplemma.account.subsampled import SubsampledGaussianLoss
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

STEPS = [("0.3", "0.01", 1.5), ("1", "1e-5", 20.0), ("2", "0.5", 3.0)]


def split_step(sigma: str, q: str, *, low: float = 2.0) -> SplitStep:
    width = float(sigma) / 8
    return SplitStep(arb(sigma), arb(q), Cuts(high=9.0, low=low, width=width, end=9 + 12 * width))


def test_the_rule_of_a_cell_is_as_near_as_it_says() -> None:
    """The integral of e^(20iu) over a cell; on the ellipse it is at most e^(20 height)."""
    with working_precision(120):
        cell = Cell(-0.5, 1.25, 2.0)
        found = sum((weight * acb(0, 20 * node).exp() for node, weight in cell_nodes(cell)), acb(0))
        truth = (acb(0, 25).exp() - acb(0, -10).exp()) / acb(0, 20)
        error = cell_error(cell, (20 * cell.height).exp())
        assert abs(found - truth) <= error < arb("1e-19")


@pytest.mark.parametrize(("sigma", "q", "c"), STEPS)
def test_without_cuts_the_moments_are_those_of_the_step(sigma: str, q: str, c: float) -> None:
    """Cells and the trapezoidal rule, each with its own proof, have a number in common everywhere on a line."""
    with working_precision(100):
        far = SplitStep(arb(sigma), arb(q), Cuts(high=40.0, low=-math.inf, width=float(sigma) / 8, end=42.0))
        plain = SubsampledGaussianLoss(arb(sigma), arb(q))
        assert meet(far.log_moment(arb(c)), plain.log_moment(arb(c)))
        kept, bulk = far.lines(arb(c), arb("0.5"), 20)
        assert bulk == []
        for ours, theirs in zip(kept, plain.line(arb(c), arb("0.5"), 20), strict=True):
            assert meet(ours, theirs) and ours.rad() < arb("1e-24")


@pytest.mark.parametrize(("sigma", "q", "c"), STEPS)
def test_what_is_kept_and_what_is_left_out_make_up_the_law(sigma: str, q: str, c: float) -> None:
    """K(1) is the P-mass that is kept: with the bound of the rest it is at least 1, and that bound is no waste."""
    with working_precision(100):
        step = split_step(sigma, q)
        kept = step.log_moment(arb(1)).exp()
        assert kept < 1 and not kept + step.left_out() < 1
        assert step.left_out() < (1 - kept) * arb("1.001") + arb("1e-25")
        assert 0 < step.bulk_mass(arb(c)) < step.log_moment(arb(c)).exp()


@pytest.mark.parametrize(("sigma", "q", "c"), STEPS)
def test_bounds_of_the_decay_hold(sigma: str, q: str, c: float) -> None:
    """The moments of bulk and jumps, and those of an undivided step, are below their bounds wherever they were computed."""
    with working_precision(100):
        step, whole = split_step(sigma, q), split_step(sigma, q, low=-math.inf)
        bounds, undivided = bounds_of(step, arb(c)), bounds_of(whole, arb(c))
        kept, bulk = step.lines(arb(c), arb(5), 41)
        for n in (1, 2, 4, 8, 16, 40):
            t = arb(5 * n)
            assert not abs(bulk[n]) > bounds.alpha(t)
            assert not abs(kept[n] - bulk[n]) > bounds.beta(t)
            assert not abs(kept[n]) > undivided.beta(t)
            assert bounds.beta(t) <= 1 and undivided.beta(t) < 1


def test_moving_the_path_shows_decay_where_rectangles_do_not() -> None:
    """sigma 20: the loss is nearly Gaussian, and one factor is below 1e-9 where 400 rectangles say 1e-3."""
    with working_precision(100):
        step = SplitStep(arb(20), arb("0.1"), Cuts(high=11.0, low=-math.inf, width=0.5, end=18.0))
        kept = step.log_moment(arb(50)).exp()
        moved: Decay = step.shifted(arb(50), step.cuts.kept, kept)
        assert (
            moved.bound(arb(3000))
            < arb("1e-9")
            < arb("1e-4")
            < step.rectangles(arb(50), step.cuts.kept, kept, 400).bound(arb(3000))
        )


@pytest.mark.parametrize(("sigma", "q", "eps"), [("0.3", "0.01", "3")])
def test_one_step_is_the_closed_form(sigma: str, q: str, eps: str) -> None:
    with working_precision(232):
        form = OneStepForm(arb(sigma), arb(q), add=False)
        lower, upper = form.delta(arb(eps), 1e-9)
        lines = SplitLines([(SubsampledGaussianLoss(arb(sigma), arb(q)), 1)])
        (low, high), _ = contour_delta(lines, arb(eps), 1e-6)
        assert low <= upper and lower <= high
        assert high - low < high * 1e-6


def test_one_step_has_the_eps_of_the_closed_form() -> None:
    with working_precision(232):
        sigma, q, delta = arb("0.3"), arb("0.01"), arb("1e-5")
        lower, upper = OneStepForm(sigma, q, add=False).epsilon(delta, 1e-9)
        low, high = contour_epsilon(SplitLines([(SubsampledGaussianLoss(sigma, q), 1)]), delta, 1e-6)
        assert low <= upper and lower <= high
        assert high - low < high * 1e-6


def test_layers_of_jumps_are_the_closed_form() -> None:
    """Losses from 1e-3 to 5: a line for each size, and together they are one step, also at other eps than they were made for."""
    with working_precision(160):
        sigma, q = arb("0.5"), arb("1e-5")
        form = OneStepForm(sigma, q, add=False)
        _, contour = contour_delta(SplitLines([(SubsampledGaussianLoss(sigma, q), 1)]), arb("0.05"), 1e-8)
        assert isinstance(contour, LayeredContour) and len(contour.layers) > 2
        for eps in ("0.04", "0.05", "0.06"):
            lower, upper = form.delta(arb(eps), 1e-12)
            value = contour.delta(arb(eps))
            assert not value > upper and not value < lower
            assert value.rad() < value.mid() * 1e-6


def test_the_mass_of_a_layer_is_no_waste() -> None:
    """The P-mass of the jumps of one step is K(1) - A(1), and the bound is near it."""
    with working_precision(100):
        step = split_step("1", "0.01")
        jumps = step.log_moment(arb(1)).exp() - step.bulk_mass(arb(1))
        assert jumps < layer_mass([(step, 1)]) < jumps * 1.01
        assert layer_mass([(step, 10**6)]) == 1


def two_steps(sigma: float, q: str, eps: mpmath.mpf) -> mpmath.mpf:
    """delta of two steps by mpmath: the integral over the first output of P-density times the closed form of the second."""
    s, rate = mpmath.mpf(sigma), mpmath.mpf(q)

    def one(y: mpmath.mpf) -> mpmath.mpf:
        hits = (mpmath.exp(y) - 1 + rate) / rate
        if hits <= 0:
            return 1 - mpmath.exp(y)
        x = s * mpmath.log(hits) + 1 / (2 * s)
        tail = mpmath.erfc(x / mpmath.sqrt(2)) / 2
        return (1 - rate) * tail + rate * mpmath.erfc((x - 1 / s) / mpmath.sqrt(2)) / 2 - mpmath.exp(y) * tail

    def density(u: mpmath.mpf) -> mpmath.mpf:
        ratio = 1 - rate + rate * mpmath.exp(u / s - 1 / (2 * s * s))
        return mpmath.npdf(u) * ratio * one(eps - mpmath.log(ratio))

    edge = s * mpmath.log((mpmath.exp(eps) / (1 - rate) - 1 + rate) / rate) + 1 / (2 * s)
    places = sorted([mpmath.mpf(k) for k in range(-12, 16)] + [edge + mpmath.mpf(k) / 8 for k in range(-8, 9)])
    return mpmath.quad(density, places)


@pytest.mark.parametrize(("sigma", "q", "delta"), [(1, "0.001", "1e-6")])
def test_two_steps_hold_an_integral_by_another_program(sigma: float, q: str, delta: str) -> None:
    found = composed_epsilon_of(
        Composition(((SubsampledGaussian(fmpq(*float(sigma).as_integer_ratio()), _exact(q)), 2),)), _exact(delta)
    )
    assert found.upper - found.lower <= found.upper * 1e-6
    with mpmath.workdps(30):
        low, high = (two_steps(sigma, q, mpmath.mpf(end.str(30, radius=False))) for end in (found.lower, found.upper))
        assert high < mpmath.mpf(delta) < low


def _exact(text: str) -> fmpq:
    from dplemma.values.exact import exact_number

    return exact_number(text, "number")


RARE = [
    # noise, rate, steps, delta: hits so rare, or steps so few, that the plain contour integral is out of budget
    ("0.3", "0.01", 20, "1e-5"),
    ("1", "0.00001", 1000, "1e-9"),
    ("0.5", "0.00001", 10, "1e-6"),
]


@pytest.mark.parametrize(("sigma", "q", "steps", "delta"), RARE)
def test_rare_hits_are_narrow_and_agree_with_the_lattice(sigma: str, q: str, steps: int, delta: str) -> None:
    """The lattice is another engine with other lemmas; coarse ones are wide, and still hold the truth."""
    composition = Composition(((SubsampledGaussian(_exact(sigma), _exact(q)), steps),))
    found = composed_epsilon_of(composition, _exact(delta))
    assert found.method == "contour integral of the jumps"
    assert found.upper - found.lower <= found.upper * 1e-6
    with working_precision(232):
        lattices = LatticeMeasures(composition, False)
        lattices._look(12.0 + len(delta))
        for (below, above), _ in zip(lattices._tables(), range(2), strict=False):
            assert below.level(arb(delta)).lower() <= found.upper
            assert found.lower <= above.level(arb(delta)).upper()


def test_delta_at_eps_of_rare_hits() -> None:
    """At the ends of eps the profile is on either side of delta."""
    composition = Composition(((SubsampledGaussian(_exact("0.3"), _exact("0.01")), 20),))
    low, high = (composed_delta_of(composition, _exact(eps), 1e-5) for eps in ("17.29093", "17.29094"))
    assert high.upper < arb("1e-5") < low.lower
    assert low.upper - low.lower < low.upper * 1e-5


def test_a_gaussian_beside_rare_hits_costs_more_than_either() -> None:
    rare = (SubsampledGaussian(_exact("0.3"), _exact("0.01")), 10)
    alone = composed_epsilon_of(Composition((rare,)), _exact("1e-5"))
    both = composed_epsilon_of(Composition((rare, (Gaussian(fmpq(1, 100)), 1))), _exact("1e-5"))
    assert alone.upper < both.lower < both.upper < alone.lower + arb("0.2")


def test_a_bulk_below_all_outputs_that_count_is_none() -> None:
    """One sampled step among three large lies: its profile at each loss of the lies, weighted, is 0.911751094660079..."""
    steps = ((SubsampledGaussian(fmpq(3), fmpq(1, 100)), 1), (RandomizedResponse(fmpq(193, 100)), 3))
    found = composed_delta_of(Composition(steps), fmpq(0), 1e-3)
    assert found.lower <= arb("0.911751094660080") and found.upper >= arb("0.911751094660078")
    assert found.upper - found.lower < 1e-2
    nothing = SplitStep(arb(3), arb("0.01"), Cuts(high=-40.0, low=-math.inf, width=0.1, end=-39.0))
    with pytest.raises(OutOfBudget):
        nothing.steer(1.0)
