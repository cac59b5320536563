"""What stands beside a definition: defaults, what is said in words only, the order of the arguments of a kernel."""

from __future__ import annotations

import pytest

from dplemma.formulas import every_quantity, quantities

CORRELATED = {"detector.gaussian_precision", "detector.laplace_precision", "laplace.fbeta"}


@pytest.mark.parametrize("name", every_quantity())
def test_only_correlations_have_defaults_and_they_are_zero(name: str) -> None:
    wanted = {"corr_prior": 0, "corr_record": 0, "corr_time": 0} if name in CORRELATED else {}
    assert dict(every_quantity()[name].defaults) == wanted


@pytest.mark.parametrize("name", every_quantity())
def test_only_the_composed_quantities_have_no_expression(name: str) -> None:
    assert every_quantity()[name].in_words == (name not in quantities()) == name.startswith("composed.")
