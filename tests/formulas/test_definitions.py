"""Definitions at points where nothing is 0 or 1, on every branch, against mpmath by another route; domains as they are meant."""

from __future__ import annotations

from fractions import Fraction

import pytest
from independent import second_opinion
from meeting import agrees

from dplemma.compile.evaluate import enclose
from dplemma.formulas import every_quantity, quantities
from dplemma.lang import variables

DIGITS = 18

POINTS = {
    "detector.gaussian_cut": ["0.07 1.3"],
    "detector.gaussian_exponent": ["0.3 1.7", "-0.4 0.6"],
    "detector.gaussian_fpr": ["-0.7 1.7"],
    "detector.gaussian_precision": ["0.3 1.7 0.2 0.1 0.15"],
    "detector.gaussian_ratio": ["0.07 1.7"],
    "detector.gaussian_tpr": ["-0.7 1.7"],
    "detector.laplace_cut": ["0.07 1.3", "0.8 1.3"],
    "detector.laplace_exponent": ["0.3 1.7", "-0.4 0.7"],
    "detector.laplace_fpr": ["-0.7 1.7", "0.6 1.7"],
    "detector.laplace_precision": ["-0.7 1.7 0.2 0.1 0.15", "0.3 1.7 0.2 0.1 0.15", "1.6 1.7 0.2 0.1 0.15"],
    "detector.laplace_ratio": ["0.05 1.7", "0.3 1.7", "0.8 1.7"],
    "detector.laplace_tpr": ["0.3 1.7", "1.6 1.7"],
    "distortion.information": ["2.3 0.7"],
    "distortion.least_reach": ["2.3 0.7"],
    "distortion.most_variance": ["2.3 0.7"],
    "distortion.rate": ["2.3 0.7"],
    "dpsgd.mu_clt_poisson": ["1.7 0.3 7"],
    "dpsgd.mu_clt_uniform": ["1.7 0.3 7"],
    "gaussian.auc": ["1.7"],
    "gaussian.chernoff": ["1.7"],
    "gaussian.delta": ["0.7 1.3"],
    "gaussian.epsilon": ["0.03 1.7", "0.7 1.7"],
    "gaussian.fbeta": ["1.7 1.3"],
    "gaussian.fbeta_fpr": ["1.7 1.3"],
    "gaussian.kl": ["1.7"],
    "gaussian.log_delta": ["0.7 1.3"],
    "gaussian.log_one_minus_delta": ["0.7 1.3"],
    "gaussian.mu": ["0.7 0.03"],
    "gaussian.mu_for_auc": ["0.83"],
    "gaussian.mu_for_fbeta": ["0.83 1.3", "0.83 0.5"],
    "gaussian.mu_for_tpr": ["0.7 0.03"],
    "gaussian.mu_for_tv": ["0.3"],
    "gaussian.one_minus_delta": ["0.7 1.3"],
    "gaussian.renyi": ["3.5 1.7"],
    "gaussian.roc": ["0.07 1.3"],
    "gaussian.sigma": ["0.7 0.03"],
    "gaussian.tradeoff": ["0.07 1.3", "0.7 1.3"],
    "gaussian.tv": ["1.7"],
    "glrt.delta": ["0.3 3 1.3"],
    "glrt.epsilon": ["0.03 3 1.7", "0.7 3 1.7"],
    "glrt.mixed_delta": ["0.3 3 1.3 0.3"],
    "glrt.mixed_roc": ["0.3 3 1.3 0.3"],
    "glrt.roc": ["0.07 3 1.3"],
    "glrt.roc_reversed": ["0.07 3 1.3"],
    "glrt.roc_symmetric": ["0.1 3 1.7", "0.5 3 1.7", "0.9 3 1.7"],
    "glrt.subsampled_delta": ["0.2 3 1.7 0.4"],
    "high_dimension.distance": ["3 1.7"],
    "high_dimension.mu": ["3 1.7"],
    "high_dimension.roc": ["0.07 3 1.7"],
    "laplace.auc": ["1.7"],
    "laplace.chernoff": ["1.7"],
    "laplace.delta": ["0.7 1.7", "1.9 1.7"],
    "laplace.epsilon": ["0.03 1.7", "0.7 1.7"],
    "laplace.epsilon_for_auc": ["0.83"],
    "laplace.epsilon_for_fbeta": ["0.83 1.3"],
    "laplace.epsilon_for_tpr": ["0.3 0.07", "0.7 0.07", "0.9 0.6"],
    "laplace.epsilon_for_tv": ["0.3"],
    "laplace.fbeta": ["0.7 1.7 0.2 0.1 0.15", "1.3 0.3 0.2 0.1 0.15"],
    "laplace.kl": ["1.7"],
    "laplace.mu": ["1.7"],
    "laplace.renyi": ["3.5 1.7"],
    "laplace.roc": ["0.05 1.7", "0.3 1.7", "0.8 1.7"],
    "laplace.tradeoff": ["0.05 1.7", "0.3 1.7", "0.8 1.7"],
    "laplace.tv": ["1.7"],
    "pure.composed_delta": ["5 0.7 1.3"],
    "pure.composed_epsilon": ["5 0.7 0.03", "5 0.7 0.9", "5 0.7 0"],
    "pure.delta": ["0.7 1.7", "1.9 1.7"],
    "pure.epsilon": ["0.03 1.7", "0.9 1.7"],
    "pure.mu": ["1.7"],
    "pure.roc": ["0.07 1.7", "0.7 1.7"],
    "pure.tradeoff": ["0.07 1.7", "0.7 1.7"],
    "rectified.delta": ["1.5 1.3 1.7", "0.3 1.3 3", "0.7 2.7 1.7", "1.9 1.3 1.7"],
    "rectified.roc": ["0.01 1.3 1.7", "0.3 1.3 2.7"],
    "rectified.scale": ["2.3 0.7"],
    "renyi.epsilon_best": ["1.7 0.03"],
    "renyi.epsilon_improved": ["3.5 1.7 0.03"],
    "renyi.epsilon_standard": ["3.5 1.7 0.03"],
    "renyi.gaussian": ["3.5 0.3 1.3 1.7 1.6"],
    "renyi.order_best": ["1.7 0.03"],
    "subsampled.gaussian_delta": ["0.3 1.7 0.4"],
    "subsampled.gaussian_renyi": ["3.5 1.7 0.3"],
    "subsampled.laplace_delta": ["0.3 1.7 0.4", "1.6 1.7 0.4"],
    "two_gaussians.chernoff": ["0.3 1.3 1.7 1.6"],
    "two_gaussians.chernoff_exponent": ["0.3 1.3 1.7 1.6"],
    "two_gaussians.kl": ["0.3 1.3 1.7 1.6"],
    "zcdp.delta": ["0.3 1.7"],
    "zcdp.epsilon": ["0.3 0.03"],
    "zcdp.rho": ["0.7 0.03"],
}  # fmt: skip


def test_every_definition_has_a_point() -> None:
    assert set(POINTS) == set(quantities())


@pytest.mark.parametrize(("name", "point"), [(name, point) for name, points in POINTS.items() for point in points])
def test_the_definition_away_from_zeros_and_ones(name: str, point: str) -> None:
    quantity = quantities()[name]
    at = dict(zip(quantity.params, map(Fraction, point.split()), strict=True))
    ball = enclose(quantity(*(variables(p) for p in quantity.params)), at, DIGITS)
    want, _ = second_opinion(name, *at.values(), digits=DIGITS)
    assert ball.rel_accuracy_bits() > 3 * DIGITS or ball == 0
    assert agrees(ball, want, DIGITS)


# -- domains --------------------------------------------------------------------------------------------------------------

WHOLE, POSITIVE, NOT_NEGATIVE, COUNT = "(-oo, oo)", "(0, oo)", "[0, oo)", "the integers of [1, oo)"
OPEN_UNIT, RATE, SHARE, LEFT_OPEN = "(0, 1)", "[0, 1]", "[0, 1)", "(0, 1]"
USUAL = {
    "eps": NOT_NEGATIVE, "eps0": POSITIVE, "mu": POSITIVE, "sigma": POSITIVE, "q": LEFT_OPEN, "steps": COUNT, "k": COUNT,
    "d": COUNT, "delta": OPEN_UNIT, "fpr": OPEN_UNIT, "tpr": OPEN_UNIT, "f": OPEN_UNIT, "tv": OPEN_UNIT, "auc": "(1/2, 1)",
    "beta": POSITIVE, "order": "(1, oo)", "rdp": NOT_NEGATIVE, "rho": POSITIVE, "cut": WHOLE, "threshold": WHOLE,
    "sigma0": POSITIVE, "sigma1": POSITIVE, "variance": POSITIVE, "sigma_a": POSITIVE, "reach": POSITIVE, "width": POSITIVE,
    "mu0": WHOLE, "mu1": WHOLE, "share": RATE, "corr_prior": SHARE, "corr_record": SHARE, "corr_time": SHARE,
}  # fmt: skip
# closed where the value at the end is exact: a curve at 0 and 1, delta = 0 of a mechanism that is eps-DP
UNUSUAL = {
    **{(f"{family}.{curve}", "fpr"): RATE for family in ("gaussian", "laplace", "pure") for curve in ("roc", "tradeoff")},
    **{(f"glrt.{curve}", "fpr"): RATE for curve in ("roc", "roc_reversed", "roc_symmetric")},
    **{(name, "delta"): SHARE for name in ("laplace.epsilon", "pure.epsilon", "pure.composed_epsilon")},
    ("gaussian.renyi", "order"): POSITIVE, ("high_dimension.distance", "mu"): NOT_NEGATIVE,
}  # fmt: skip


@pytest.mark.parametrize("name", every_quantity())
def test_the_domain_is_where_the_quantity_is_meant(name: str) -> None:
    params = every_quantity()[name].params
    assert {p: str(domain) for p, domain in params.items()} == {p: UNUSUAL.get((name, p), USUAL[p]) for p in params}


CONDITIONS = {
    "detector.gaussian_precision": ("0.8 1 0.3 0.2 0.2", "0.8 1 0.5 0.2 0.2", "0.8 1 0 0.5 0", "0.8 1 0 0 0.5"),
    "detector.laplace_exponent": ("0.99 1", "1 1", "-1 1", "1.3 1.2"),
    "detector.laplace_precision": ("0.8 1 0.3 0.2 0.2", "0.8 1 0.5 0.2 0.2", "0.8 1 0 0.5 0", "0.8 1 0 0 0.5"),
    "distortion.most_variance": ("2 1.41", "2 1.42", "4 2", "0.5 0.9"),
    "gaussian.mu_for_fbeta": ("0.61 0.7", "2/3 1", "0.75 1.5", "0.6 0.8"),
    "gaussian.mu_for_tpr": ("0.3 0.29", "0.3 0.3", "0.3 0.31", "0.7 0.9"),
    "laplace.epsilon_for_fbeta": ("2/3 1", "0.666 1", "0.75 1.5", "0.49 0.1"),
    "laplace.epsilon_for_tpr": ("0.3 0.29", "0.3 0.3", "0.3 0.31", "0.7 0.9"),
    "laplace.fbeta": ("1 2 0.3 0.2 0.2", "1 2 0.5 0.2 0.2", "1 2 0 0.5 0", "1 2 0 0 0.5"),
    "renyi.gaussian": ("3 0 1.2 1 1", "3 0 1.3 1 1", "2 0 3 1 2", "1.5 0 1.8 1 1"),
    "two_gaussians.chernoff": ("1 2 1 2.1", "1 2 1 2", "0 1 0 1", "-3 0.5 -3 0.5"),
    "two_gaussians.chernoff_exponent": ("1 2 1.1 2", "1 2 1 2", "0 1 0 1", "-3 0.5 -3 0.5"),
}


def test_every_condition_is_tried() -> None:
    assert set(CONDITIONS) == {name for name, quantity in every_quantity().items() if quantity.such_that is not None}


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_holds_at_the_first_of_these_points_alone(name: str) -> None:
    condition = every_quantity()[name].such_that
    assert condition is not None
    assert [bool(condition(*map(Fraction, point.split()))) for point in CONDITIONS[name]] == [True, False, False, False]


ENDS = {
    "(-oo, 0)": {"gaussian.log_delta", "gaussian.log_one_minus_delta"},
    OPEN_UNIT: {
        "composed.delta", "detector.gaussian_fpr", "detector.gaussian_precision", "detector.gaussian_tpr", "detector.laplace_fpr",
        "detector.laplace_precision", "detector.laplace_tpr", "gaussian.auc", "gaussian.delta", "gaussian.fbeta",
        "gaussian.fbeta_fpr", "gaussian.one_minus_delta", "gaussian.roc", "gaussian.tradeoff", "gaussian.tv", "glrt.delta",
        "glrt.mixed_delta", "glrt.mixed_roc", "glrt.roc", "glrt.roc_reversed", "glrt.roc_symmetric", "glrt.subsampled_delta",
        "high_dimension.roc", "laplace.auc", "laplace.delta", "laplace.fbeta", "laplace.roc", "laplace.tradeoff", "laplace.tv",
        "pure.composed_delta", "pure.delta", "pure.roc", "pure.tradeoff", "rectified.delta", "rectified.roc",
        "subsampled.gaussian_delta", "subsampled.laplace_delta", "zcdp.delta",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", every_quantity())
def test_values_are_rounded_within_the_interval_that_holds_them(name: str) -> None:
    """A number next to 1 is shown as one below 1 only of a quantity that stays below; no other has such an interval."""
    values = every_quantity()[name].values
    assert [ends for ends, names in ENDS.items() if name in names] == ([] if values is None else [str(values)])
