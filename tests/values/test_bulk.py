"""Doubles in bulk: what `value` gives at the same point, at every point; the bound of the array routine; what is refused."""

from __future__ import annotations

import importlib.util
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

import dplemma
from dplemma import value, value_array
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget, UnknownName
from dplemma.formulas import quantities
from dplemma.values import bulk, bulk_profile, bulk_rounding
from dplemma.values.bulk import doubles_if_quick
from dplemma.values.bulk_profile import profile_doubles, profile_pairs
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import BadInput

ROOT = Path(__file__).parents[2]
_spec = importlib.util.spec_from_file_location("bulk_check", ROOT / "benchmarks" / "bulk_check.py")
assert _spec is not None and _spec.loader is not None
bulk_check = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(bulk_check)

TINY, HUGE = math.ulp(0.0), sys.float_info.max
ENDS = [
    (0.0, TINY), (TINY, TINY), (0.0, 3 * TINY), (0.0, 1e-310), (1e-310, 1e-310), (0.0, 2.0**-1000), (0.0, 1.0), (0.0, HUGE),
    (HUGE, HUGE), (HUGE, TINY), (1e308, 1e-308), (1e308, 1e155), (2.0**199, 2.0**100), (700.0, 37.41657386773941),
    (1e-300, 1e-300), (1.0, 1 / 16), (1.0, math.nextafter(1 / 16, 1)), (0.0, 18.0), (0.0, 78.0), (1.0, 0.0258), (38.7, 1e-3),
    (0.25, 100.0), (900.0, 25.0),
]  # fmt: skip


def three(quantity: str, **inputs: Any) -> tuple[float, float, float]:
    single = value(quantity, digits=20, **inputs)
    return float(single), single.lower, single.upper


def at(found: Any, index: Any) -> tuple[float, float, float]:
    return found.value[index], found.lower[index], found.upper[index]


# -- the same doubles -------------------------------------------------------------------------------------------------------


def test_a_seeded_sample_is_the_same_in_bulk_and_one_by_one() -> None:
    """3,000 points of every kind; `benchmarks/bulk_check.py --points 1000000` is the same at more of them."""
    seen = bulk_check.compared((3_000, 7))
    assert seen["different"] == 0
    assert (seen["points"], seen["subnormal or zero"] > 300, seen["open"] < 60) == (3_000, True, True), seen


def test_the_sample_convicts_a_wrong_double(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def careless(x: Any) -> Any:
        right = bulk_rounding.rounded_pairs(x)
        return right._replace(nearest=np.where(right.decided, right.below, right.nearest))

    monkeypatch.setattr(bulk_profile, "rounded_pairs", careless)
    assert bulk_check.compared((200, 7))["different"] > 20
    assert "one by one" in capsys.readouterr().err


@pytest.mark.parametrize(("eps", "mu"), ENDS)
def test_at_the_ends_of_the_doubles(eps: float, mu: float) -> None:
    found = value_array("gaussian.delta", eps=[eps, 1.0], mu=[mu, 1.0])
    assert at(found, 0) == three("gaussian.delta", eps=eps, mu=mu)


@pytest.mark.parametrize("quantity", sorted(quantities()))
def test_every_quantity(quantity: str) -> None:
    example = dict(evaluator(quantity).quantity.example)
    found = value_array(quantity, **example)
    assert found.value.shape == ()
    assert at(found, ()) == three(quantity, **example)
    assert found.safe == value(quantity, digits=20, **example).safe


# -- the bound --------------------------------------------------------------------------------------------------------------


def errors(count: int, seed: int) -> tuple[Any, Any]:
    """Relative errors of the two words against balls, and the bounds that are promised."""
    eps, mu = bulk_check.points(count, seed)
    a = eps / mu - mu / 2
    inside = (a > -9) & (a < 38.7)
    eps, mu = eps[inside], mu[inside]
    pairs, ready, found = profile_pairs(eps, mu), evaluator("gaussian.delta"), []
    for e, m, high, low, exponent, _ in zip(eps.tolist(), mu.tolist(), *(x.tolist() for x in pairs), strict=True):
        true = ready.enclose((fmpq(*e.as_integer_ratio()), fmpq(*m.as_integer_ratio())), 120)[0]
        with working_precision(200):
            found.append(float(abs((arb(high) + arb(low)) * arb(2) ** exponent / true - 1).upper()))
    return np.array(found), pairs.error


def test_the_error_is_below_its_bound_and_the_bound_is_small() -> None:
    found, bound = errors(2_500, 11)
    assert len(found) > 1_500
    assert (found <= bound).all()
    assert bound.max() < 2.0**-58 and np.median(bound) < 2.0**-66


FAULTS = {
    "_LOG_STEP_TAIL": bulk_profile._LOG_STEP_TAIL * (1 + 2.0**-20),
    "_EXP_TAIL": tuple(x * (1 + 2.0**-36) for x in bulk_profile._EXP_TAIL),
    "_ASYMPTOTIC": bulk_profile._ASYMPTOTIC[-3:],
    "difference": lambda x, y: (x[0] - y[0], 0.0 * x[0]),
    "two_product": lambda x, y: (x * y, 0.0 * x),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_bound_convicts_a_fault(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_profile, name, FAULTS[name])
    found, bound = errors(600, 12)
    assert (found > bound).any()


def test_most_doubles_are_decided_by_arrays() -> None:
    draw = np.random.default_rng(5)
    eps, mu = 10 ** draw.uniform(-2, 1.3, 20_000), 10 ** draw.uniform(-1.3, 0.9, 20_000)
    assert np.count_nonzero(~profile_doubles(eps, mu).decided) < 20


def test_rounding_leaves_open_what_the_error_does_not_decide() -> None:
    """In units of the last place: a middle, a double, a power of two from below, and the same three told by a smaller error."""
    high = np.array([1.5, 1.5, 1.0])
    low = np.array([2.0**-53, 2.0**-70, -(2.0**-60)])
    wide, narrow = (
        bulk_rounding.rounded_pairs(bulk_rounding.Enclosed(high, low, np.zeros(3, dtype=np.int32), np.full(3, error)))
        for error in (2.0**-60, 2.0**-90)
    )
    assert wide.decided.tolist() == [False, False, False]
    assert narrow.decided.tolist() == [False, True, False]
    assert (narrow.nearest[1], narrow.below[1], narrow.above[1]) == (1.5, 1.5, math.nextafter(1.5, 2))


# -- inputs -----------------------------------------------------------------------------------------------------------------


def test_inputs_are_broadcast() -> None:
    found = value_array("gaussian.delta", eps=np.linspace(0, 4, 5)[:, None], mu=[0.5, 1.0, 2.0])
    assert found.value.shape == found.lower.shape == found.upper.shape == (5, 3)
    assert at(found, (3, 1)) == three("gaussian.delta", eps=3, mu=1)
    assert np.asarray(found)[3, 1] == found.value[3, 1]
    assert value_array("gaussian.delta", eps=[], mu=1.0).value.shape == (0,)


@pytest.mark.parametrize(
    "inputs",
    [
        {"eps": [1, 2], "mu": 1}, {"epsilon": ["1/3", "0.1"], "mu": "1"}, {"eps": [Fraction(1, 3), Fraction(1, 7)], "mu": 2},
        {"eps": [2**60 + 1, 2**61], "mu": 2.0**30}, {"eps": np.float32([0.1, 0.2]), "sigma": [3.0, 0.7]},
        {"eps": [1.0, 2.0], "noise_multiplier": 3},
    ],
)  # fmt: skip
def test_numbers_that_are_no_doubles_stay_exact(inputs: dict[str, Any]) -> None:
    found = value_array("gaussian.delta", **inputs)
    for index in range(2):
        point = {name: x[index] if isinstance(x, (list, np.ndarray)) else x for name, x in inputs.items()}
        assert at(found, index) == three("gaussian.delta", **point)


@pytest.mark.parametrize(
    ("inputs", "error", "said"),
    [
        ({"eps": [1.0, math.nan, -1.0], "mu": 1.0}, BadInput, r"^at index 1: eps must be finite, got nan$"),
        ({"eps": [1.0, math.inf], "mu": 1.0}, BadInput, "^at index 1: eps must be finite"),
        ({"eps": [[1.0], [2.0]], "mu": [1.0, 0.0]}, BadInput, r"^at index \(0, 1\): mu must be > 0, got 0"),
        ({"eps": -1.0, "mu": 1.0}, BadInput, "^eps must be >= 0, got -1"),
        ({"eps": [1.0, 2.0, 3.0], "mu": [1.0, 2.0]}, BadInput, r"do not fit together: eps \(3,\), mu \(2,\)"),
        ({"eps": [1.0]}, BadInput, "gaussian.delta needs mu"),
        ({"eps": [], "mu": 1.0, "epsilon": 2.0}, BadInput, "eps is given twice"),
        ({"eps": [1.0], "mu": 1.0, "nu": 1.0}, UnknownName, "unknown parameter 'nu'"),
        ({"eps": [True], "mu": 1.0}, BadInput, "^at index 0: eps must be a number"),
        ({"eps": [1j], "mu": 1.0}, BadInput, "^at index 0: eps must be a number"),
        ({"eps": ["0.1", "x"], "mu": 1.0}, BadInput, "^at index 1: eps must be a number such as 0.1, .*, got 'x'$"),
        ({"eps": [1.0], "mu": 1.0, "jobs": 0}, BadInput, "^jobs must be a whole number >= 1, got 0$"),
    ],
)
def test_bad_input_is_one_line_with_the_first_bad_index(inputs: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said) as caught:
        value_array("gaussian.delta", **inputs)
    assert "\n" not in str(caught.value)


def test_bad_input_is_found_before_anything_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "value_at", lambda *_: pytest.fail("computed a value"))
    with pytest.raises(BadInput, match=r"at index 2: d must be a whole number, got 1\.5"):
        value_array("glrt.roc", fpr=0.1, d=[1, 2, 1.5], mu=1)


def test_out_of_budget_names_the_point(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OutOfBudget("no value")

    monkeypatch.setattr(bulk, "value_at", fails)
    with pytest.raises(OutOfBudget, match=r"^at index 0: no value$"):
        value_array("gaussian.kl", mu=[1.0, 2.0])


def test_several_processes_find_the_same() -> None:
    delta = 10 ** np.random.default_rng(3).uniform(-9, -1, 600)
    alone, shared = (value_array("gaussian.epsilon", delta=delta, mu=1.0, jobs=jobs) for jobs in (1, 2))
    assert (alone.value == shared.value).all() and (alone.lower == shared.lower).all() and (alone.upper == shared.upper).all()
    with pytest.raises(BadInput, match="at index 300"):
        value_array("gaussian.epsilon", delta=np.where(np.arange(600) < 300, delta, 2.0), mu=1.0, jobs=2)


def test_quick_doubles_of_mixed_points() -> None:
    """The oracle's way in: what is outside the domain, at its end, or open, is left to others."""
    points = [(1.0, 1.0), (-1.0, 1.0), (math.nan, 1.0), (0.0, 1.0), (1.0, 2.0)]
    found = doubles_if_quick(evaluator("gaussian.delta"), points)
    assert [x is None for x in found] == [False, True, True, True, False]
    assert found[4] == three("gaussian.delta", eps=1, mu=2)
    assert doubles_if_quick(evaluator("gaussian.epsilon"), [(0.1, 1.0)]) == [None]


# -- NumPy is not needed for anything else ----------------------------------------------------------------------------------


def test_without_numpy_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(DplemmaError, match=r"^value_array needs NumPy: pip install 'dplemma\[plot\]'$"):
        value_array("gaussian.delta", eps=1.0, mu=1.0)


def test_values_import_neither_numpy_nor_sympy() -> None:
    code = "import sys, dplemma; dplemma.value_array; v = dplemma.value('gaussian.delta', eps=1, mu=1); str(v), float(v)\n"
    code += "print(sorted({'numpy', 'sympy', 'mpmath'} & set(sys.modules)))"
    source = str(Path(dplemma.__file__).parents[1])
    done = subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": source}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
