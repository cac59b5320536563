"""The contour integral against closed forms: every enclosure holds the exact value, and both ends are near it."""

from __future__ import annotations

import mpmath
import pytest
from flint import acb, arb, fmpq
from meeting import meet

from dplemma.account.by_contour import PlainLines, contour_delta, contour_epsilon
from dplemma.account.losses import GaussianLoss
from dplemma.account.rectangles import layered
from dplemma.account.subsampled import SubsampledGaussianLoss
from dplemma.arb import gaussian
from dplemma.arb.precision import working_precision


def between(ends: tuple[arb, arb], truth: arb, width: float) -> bool:
    """The ends enclose the truth, and are no further apart than the width."""
    lower, upper = ends
    return bool(lower <= truth and truth <= upper and upper - lower <= abs(upper) * width * 1.01)


@pytest.mark.parametrize(("mu", "count"), [("0.1", 100), ("1", 1), ("2", 3), ("0.01", 10000)])
@pytest.mark.parametrize("eps", ["0", "0.5", "3"])
def test_gaussians_on_the_contour_are_gaussian(mu: str, count: int, eps: str) -> None:
    with working_precision(200):
        parts = [(GaussianLoss(arb(mu)), count)]
        truth = gaussian.log_delta(arb(eps), arb(mu) * arb(count).sqrt()).exp()
        assert between(contour_delta(PlainLines(parts), arb(eps), 1e-8)[0], truth, 1e-8)


@pytest.mark.parametrize(("mu", "count"), [("0.1", 100), ("1", 1), ("2", 3)])
@pytest.mark.parametrize("delta", ["1e-3", "1e-5", "1e-12", "1e-18"])
def test_eps_of_gaussians(mu: str, count: int, delta: str) -> None:
    with working_precision(200):
        truth = gaussian.epsilon(arb(delta), arb(mu) * arb(count).sqrt())
        assert between(contour_epsilon(PlainLines([(GaussianLoss(arb(mu)), count)]), arb(delta), 1e-7), truth, 1e-7)


def test_a_delta_that_is_met_at_once_has_eps_zero() -> None:
    with working_precision(200):
        assert contour_epsilon(PlainLines([(GaussianLoss(arb("0.1")), 4)]), arb("0.5"), 1e-6) == (0, 0)


@pytest.mark.parametrize(("sigma", "q"), [("1", "0.01"), ("0.5", "0.2"), ("4", "0.5")])
def test_integer_moments_are_binomial_sums(sigma: str, q: str) -> None:
    """E_Q[r^a] = sum_j C(a, j) (1-q)^(a-j) q^j e^(j(j-1)/(2 sigma^2))."""
    with working_precision(120):
        s, rate, loss = arb(sigma), arb(q), SubsampledGaussianLoss(arb(sigma), arb(q))
        for order in (2, 3, 7):
            truth = sum(
                (arb.bin_uiui(order, j) * (1 - rate) ** (order - j) * rate**j * (j * (j - 1) / (2 * s * s)).exp()
                 for j in range(order + 1)), arb(0),
            )  # fmt: skip
            found = loss.log_moment(arb(order)).exp()
            assert meet(found, truth)
            assert found.rel_accuracy_bits() > 100


@pytest.mark.parametrize("add", [False, True])
def test_moments_off_the_axis_agree_with_quadrature(add: bool) -> None:
    sigma, q, c, step = 0.8, 0.1, 3.5, 2.25
    with working_precision(90):
        loss = SubsampledGaussianLoss(arb(sigma), arb(fmpq(1, 10)), add)
        values, scale = loss.line(arb(c), arb(step), 4), loss.log_moment(arb(c)).exp()

    def integrand(z: complex):  # type: ignore[no-untyped-def]
        return lambda u: mpmath.npdf(u) * (1 - q + q * mpmath.exp(u / sigma - 0.5 / sigma**2)) ** (1 - z if add else z)

    for n, value in enumerate(values):
        truth = mpmath.quad(integrand(mpmath.mpc(c, n * step)), [-12, -4, 0, 2, 4, 6, 8, 12, 20])
        found = value * scale
        assert abs(complex(truth) - complex(found)) < 1e-11 * float(scale)


@pytest.mark.parametrize("add", [False, True])
def test_the_decay_bounds_what_the_moments_do(add: bool) -> None:
    with working_precision(80):
        loss = SubsampledGaussianLoss(arb(1), arb("0.05"), add)
        c, step = arb(4), arb("0.7")
        decay, values = loss.decay(c, 300), loss.line(c, step, 40)
        for n, value in enumerate(values[1:], 1):
            assert not value.abs_lower() > decay.bound(n * step)
        assert decay.bound(39 * step) < 0.9


def test_layers_add_up_to_the_step_function() -> None:
    """Heights 1, 3, 2 on cells of widths 1, 1, 2: layers of masses 4, 3 and 1."""
    found = layered([arb(0), arb(1), arb(2), arb(4)], [arb(1), arb(3), arb(2)])
    assert sorted((float(m), float(2 * h)) for m, h in zip(found.masses, found.half_widths, strict=True)) == [
        (1.0, 1.0), (3.0, 3.0), (4.0, 4.0),
    ]  # fmt: skip


def test_rectangles_bound_a_known_transform() -> None:
    """A uniform density on [0, 2] in two layers: |sinc(t)| is below the bound, also at all larger t."""
    with working_precision(64):
        found = layered([arb(0), arb(2)], [arb("0.5")])
        for t in (0.1, 1.0, 2.0, 4.0, 4.5, 9.0):
            bound = found.bound(arb(t))
            assert all(abs(acb(0, 1) * 0 + (arb(s).sin() / arb(s))) <= bound for s in (t, t * 1.1, t * 1.5, t + 4.5))
