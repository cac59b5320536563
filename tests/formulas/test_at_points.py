"""Definitions at points where nothing is 0 or 1, on every branch, against mpmath by another route; domains as they are meant."""

from __future__ import annotations

from fractions import Fraction

import pytest
from generic_points import POINTS
from independent import second_opinion
from meeting import agrees

from dplemma.compile.evaluate import enclose
from dplemma.formulas import every_quantity, quantities
from dplemma.lang import variables
from dplemma.lang.quantity import Form
from dplemma.lang.statements import expression

DIGITS = 18


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


# -- forms ----------------------------------------------------------------------------------------------------------------

FORMS = [(quantity.name, form.name) for quantity in quantities().values() for form in quantity.forms if form.body is not None]
HERE_ONLY = {  # a point at which the form holds, where it does not hold everywhere
    "distortion.rate": "0.49 0.7", "gaussian.roc": None, "gaussian.tradeoff": None,
    "laplace.delta": "1.9 1.7", "pure.delta": "1.9 1.7",
    "pure.epsilon": "0 1.7", "pure.composed_delta": "5 0.7 3.6", "pure.composed_epsilon": "5 0.7 0",
    "renyi.gaussian": "3.5 0.3 1.6 1.7 1.6", "subsampled.laplace_delta": "1.9 1.7 0.4",
    "two_gaussians.chernoff": "0.3 1.6 1.7 1.6",
    "two_gaussians.chernoff_exponent": "0.3 1.6 1.7 1.6", "two_gaussians.kl": "0.3 1.6 1.7 1.6",
}  # fmt: skip
ENDS_OF_CURVES = {"at-zero": "0 1.3", "at-one": "1 1.3"}


def _form(name: str, form: str) -> Form:
    """As it is now: a test of the tests may have put another in its place."""
    return next(each for each in quantities()[name].forms if each.name == form)


def _point_of_form(name: str, form: str) -> dict[str, Fraction]:
    text = ENDS_OF_CURVES.get(form) or HERE_ONLY.get(name) or POINTS[name][0]
    return dict(zip(quantities()[name].params, map(Fraction, text.split()), strict=True))


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_a_form_has_the_value_of_the_quantity(name: str, form: str) -> None:
    """Where it is used, or where it can be evaluated as well as the definition."""
    at, chosen, quantity = _point_of_form(name, form), _form(name, form), quantities()[name]
    assert chosen.body is not None
    ball = enclose(expression(chosen.body(*(variables(p) for p in quantity.params))), at, DIGITS)
    want, _ = second_opinion(name, *at.values(), digits=DIGITS)
    assert ball.is_exact() or ball.rel_accuracy_bits() > 3 * DIGITS
    assert agrees(ball, want, DIGITS)


@pytest.mark.parametrize(("name", "form"), [key for key in FORMS if key[0] in HERE_ONLY and key[1] not in ("mills", "mirror")])
def test_a_form_that_holds_in_places_is_used_there_alone(name: str, form: str) -> None:
    """At its point, and not at the points of the definition."""
    when = _form(name, form).when
    assert when is not None and when(*_point_of_form(name, form).values())
    elsewhere = [tuple(map(Fraction, point.split())) for point in POINTS[name]]
    assert not all(when(*point) for point in elsewhere)
    want = second_opinion(name, *_point_of_form(name, form).values(), digits=DIGITS)[0]
    assert all(not when(*point) or second_opinion(name, *point, digits=DIGITS)[0] == want for point in elsewhere)


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
