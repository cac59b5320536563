"""Inputs are inside the domain and the range, reach the places where code breaks, and shrink to simple numbers."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from dplemma.audit.contact_points import CONTACTS
from dplemma.audit.spans import double_at_least, double_at_most, spans
from dplemma.base.errors import DplemmaError
from dplemma.formulas import quantities
from dplemma.lang.interval import Interval
from dplemma.testing.strategies import corners, hard_inputs, inputs
from dplemma.values.evaluator import evaluator

quick = settings(max_examples=12, database=None, suppress_health_check=list(HealthCheck))

reach = settings(quick, derandomize=True, phases=(Phase.generate,))


@pytest.mark.parametrize("name", quantities())
def test_inputs_are_in_the_domain(name: str) -> None:
    ready = evaluator(name)

    @settings(quick, max_examples=20)
    @given(inputs(name))
    def check(point: dict[str, Any]) -> None:
        ready.read(point)  # BadInput if not
        assert tuple(point) == ready.names
        for parameter, interval in ready.quantity.params.items():
            assert type(point[parameter]) is (int if interval.integer else float)

    check()


@pytest.mark.parametrize(
    ("ranges", "low", "high"),
    [
        ({"mu": (0.5, 2)}, 0.5, 2.0), ({"mu": "[0.5, 2]"}, 0.5, 2.0), ({"mu": "1/2:2"}, 0.5, 2.0),
        ({"psi": (0.5, "2")}, 0.5, 2.0), ({"sigma": "1/2:2"}, 0.5, 2.0),
        ({"noise_multiplier": "[1/2, 4)"}, math.nextafter(0.25, 1), 2.0),
        ({"mu": Interval(Fraction(1, 2), 2)}, 0.5, 2.0), ({"mu": 1.5}, 1.5, 1.5), ({"mu": "1.5"}, 1.5, 1.5),
        ({"mu": "(0.5, 2)"}, math.nextafter(0.5, 1), math.nextafter(2, 0)), ({"mu": "(0, 1]"}, 5e-324, 1.0),
    ],
)  # fmt: skip
def test_a_range_can_be_said_in_many_ways(ranges: dict[str, Any], low: float, high: float) -> None:
    span = spans(evaluator("gaussian.delta"), "domain", ranges)["mu"]
    assert (span.low, span.high) == (low, high)

    @quick
    @given(inputs("gaussian.delta", **ranges))
    def check(point: dict[str, float]) -> None:
        assert low <= point["mu"] <= high

    check()


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ({"mu": (2, 1)}, "the low end is above the high end"), ({"mu": (1, 2, 3)}, "a range is a pair"),
        ({"mu": (0, 1)}, "leaves the domain"), ({"mu": "-1:1"}, "leaves the domain"), ({"nu": (1, 2)}, "unknown parameter 'nu'"),
        ({"mu": "some"}, "is not a range"), ({"mu": 1, "psi": 1}, "given twice"), ({"mu": float("nan")}, "finite"),
        ({"mu": 1, "sigma": 1}, "mu is given twice .once as sigma"), ({"sigma": (0, 1)}, "sigma must be > 0, got 0"),
    ],
)  # fmt: skip
def test_a_bad_range_gets_one_line(ranges: dict[str, Any], message: str) -> None:
    with pytest.raises(DplemmaError, match=message) as caught:
        inputs("gaussian.delta", **ranges)
    assert "\n" not in str(caught.value)


def test_other_mistakes_get_one_line() -> None:
    with pytest.raises(DplemmaError, match="Did you mean"):
        inputs("gaussian.dleta")
    with pytest.raises(DplemmaError, match="domain, ordinary"):
        inputs("gaussian.delta", "everywhere")
    with pytest.raises(DplemmaError, match="there is no integer in it"):
        inputs("glrt.roc", d="1.2:1.8")


@pytest.mark.parametrize(
    "wanted",
    [
        lambda x: 0 < x["mu"] < 2.0**-1022,  # subnormal
        lambda x: x["eps"] == 0,
        lambda x: x["eps"] == 20 and x["mu"] == 0.05,  # a corner of the ordinary range is a hard point
        lambda x: x["eps"] == x["mu"] ** 2 / 2 and x["mu"] not in (1.0, 2.0, 4.0),  # contact
        lambda x: x["mu"] > 1e3,
        lambda x: 0.3 < x["mu"] < 0.4 and len(repr(x["mu"])) > 12,  # no round number
    ],
)  # fmt: skip
def test_places_that_are_reached(wanted: Any) -> None:
    find(inputs("gaussian.delta"), wanted, settings=settings(reach, max_examples=3000))


def test_rates_come_near_one_and_integers_grow() -> None:
    some = settings(reach, max_examples=2000)
    assert 0 < 1 - find(inputs("gaussian.roc"), lambda x: 0 < 1 - x["fpr"] < 1e-9, settings=some)["fpr"] < 1e-9
    assert find(inputs("glrt.roc"), lambda x: x["d"] > 100, settings=some)["d"] > 100
    with pytest.raises(NoSuchExample):
        find(inputs("gaussian.roc", fpr=(0.1, 0.2)), lambda x: x["fpr"] > 0.2, settings=settings(some, max_examples=100))


@pytest.mark.parametrize("threshold", [0.3, 3, 17.5])
def test_failures_shrink_to_few_digits(threshold: float) -> None:
    found = find(inputs("gaussian.delta", "ordinary"), lambda x: x["eps"] > threshold, settings=settings(quick, max_examples=500))
    assert len(repr(found["eps"])) <= 4
    assert found["mu"] == 1.0


def test_hard_points_and_corners_are_in_range() -> None:
    ready = evaluator("gaussian.delta")
    narrowed = spans(ready, "ordinary", {})
    assert {"eps": 20.0, "mu": 0.05} in hard_inputs(ready, narrowed)
    assert all(x["eps"] <= 20 and x["mu"] <= 8 for x in hard_inputs(ready, narrowed))
    assert spans(ready, "ordinary", {"eps": ("0.1", "0.3")})["eps"].high == 0.3  # not the double below 3/10
    assert corners(ready, narrowed) == [{"eps": e, "mu": m} for e in (0.01, 20.0) for m in (0.05, 8.0)]


def test_contacts_name_parameters_that_exist() -> None:
    for name, contacts in CONTACTS.items():
        ready = evaluator(name)
        example = {key: float(Fraction(text)) for key, text in ready.quantity.example.items()}
        for parameter, place in contacts:
            assert parameter in ready.names
            assert math.isfinite(place({**example, "k": int(example.get("k", 1))}))


@given(st.fractions(min_value=-10, max_value=10))
def test_doubles_beside_a_number(number: Fraction) -> None:
    above, below = double_at_least(number), double_at_most(number)
    assert below <= number <= above
    assert above == below or math.nextafter(below, math.inf) == above
    assert double_at_least(number, above=True) > number > double_at_most(number, below=True)


def test_sympy_stays_out() -> None:
    code = (
        "import sys; from dplemma.testing import assert_matches, inputs, laws; inputs('gaussian.delta');"
        "laws('gaussian', {'auc': lambda mu: mu})[0]; sys.exit('sympy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
