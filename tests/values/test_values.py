"""Values as objects: digits, doubles, rounding, JSON, inputs and their other names, and what is refused."""

from __future__ import annotations

import json
import math
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy
import pytest
from double_checks import LARGEST, SMALLEST, check_doubles
from mpmath import mp, mpf

import dplemma
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget, UnknownName
from dplemma.formulas import quantities
from dplemma.values.certified import MAX_DIGITS
from dplemma.values.exact import BadInput

DELTA = "gaussian.delta"
ONE_BELOW = math.nextafter(1, 0)


def agrees(text: str, value: mpf, digits: int) -> bool:
    """The text is the value to within one unit of its last digit."""
    return bool(abs(mpf(text) - value) <= abs(value) * mpf(10) ** (1 - digits))


# -- digits ---------------------------------------------------------------------------------------------------------------


@lru_cache
def longest(name: str) -> str:
    return str(dplemma.value(name, digits=1000, **quantities()[name].example))


@pytest.mark.parametrize("name", quantities())
@pytest.mark.parametrize("digits", [1, 20, 50, 300])
def test_fewer_digits_are_the_rounding_of_more(name: str, digits: int) -> None:
    text = str(dplemma.value(name, digits=digits, **quantities()[name].example))
    assert Decimal(text) == Context(prec=digits).create_decimal(longest(name))
    assert text == "0" or len(text.partition("e")[0].replace(".", "").lstrip("-0")) == digits


@pytest.mark.parametrize("mode", ["nearest", "up", "down"])
def test_directed_digits_and_their_radius(mode: str) -> None:
    """The JSON radius bounds the distance of the digits beside it."""
    for digits in (5, 17, 40):
        v = dplemma.value(DELTA, eps=1, mu=1, digits=digits)
        true, shown = Fraction(longest(DELTA)), v.to_json(mode)
        printed = Fraction(shown["value"])
        unit = Fraction(1, 10**digits)  # 0.1269...
        assert {"up": printed > true, "down": printed < true, "nearest": abs(printed - true) <= unit / 2}[mode]
        assert abs(printed - true) < unit
        assert abs(printed - true) <= Fraction(shown["radius"]) + Fraction(1, 10**999)


@pytest.mark.parametrize("digits", [0, -1, True, 1.5, "20", None])
def test_digits_must_be_a_whole_number(digits: Any) -> None:
    with pytest.raises(BadInput, match="digits"):
        dplemma.value(DELTA, eps=1, mu=1, digits=digits)


def test_too_many_digits_are_out_of_budget() -> None:
    with pytest.raises(OutOfBudget, match=str(MAX_DIGITS)):
        dplemma.value(DELTA, eps=1, mu=1, digits=MAX_DIGITS + 1)
    assert len(str(dplemma.value(DELTA, eps=1, mu=1, digits=MAX_DIGITS))) == MAX_DIGITS + 2


def test_what_no_ball_encloses_is_not_said_to_be_near_zero() -> None:
    """A ball that is not a number contains 0, and everything else."""
    with pytest.raises(OutOfBudget, match="beyond the budget"):
        dplemma.value("gaussian.log_delta", eps="1e5000", mu="1e-5000")


def test_an_unknown_rounding() -> None:
    with pytest.raises(BadInput, match="nearest, up, down, safe"):
        dplemma.value(DELTA, eps=1, mu=1).text("sideways")


# -- doubles --------------------------------------------------------------------------------------------------------------

SAFE = {"guarantee": "upper", "calibration-lower": "upper", "tradeoff": "lower", "calibration-upper": "lower"}


@pytest.mark.parametrize("name", quantities())
def test_the_safe_side_is_the_one_the_role_demands(name: str) -> None:
    v = dplemma.value(name, **quantities()[name].example)
    assert v.safe == (getattr(v, SAFE[v.role]) if v.role in SAFE else float(v))
    sides = {"upper": "up", "lower": "down"}
    assert v.text("safe") == v.text(sides[SAFE[v.role]] if v.role in SAFE else "nearest")


def test_roles_of_well_known_quantities() -> None:
    """Too small a delta and too large a trade-off function promise too much; so do too little noise and too large a mu."""
    expected = {
        DELTA: "guarantee", "gaussian.epsilon": "guarantee", "gaussian.auc": "guarantee", "gaussian.tradeoff": "tradeoff",
        "gaussian.sigma": "calibration-lower", "gaussian.mu": "calibration-upper", "laplace.mu": "guarantee",
        "pure.mu": "guarantee", "laplace.epsilon_for_fbeta": "calibration-upper", "laplace.tradeoff": "tradeoff",
        "pure.tradeoff": "tradeoff",
    }  # fmt: skip
    assert {name: quantities()[name].role for name in expected} == expected


def test_a_subnormal_result() -> None:
    v = dplemma.value(DELTA, eps="38.65", mu=1, digits=60)
    assert 0 < float(v) < 1e-318
    check_doubles(v, str(v))
    assert v.lower < v.upper


@pytest.mark.parametrize(("eps", "mu"), [("40", "1"), ("1000", "1e-6")])
def test_an_underflowing_result(eps: str, mu: str) -> None:
    v = dplemma.value(DELTA, eps=eps, mu=mu)
    assert (float(v), v.lower, v.upper, v.safe) == (0.0, 0.0, SMALLEST, SMALLEST)


def test_an_overflowing_result() -> None:
    v = dplemma.value("dpsgd.mu_clt_poisson", sigma="0.01", q="0.5", steps=10, digits=30)
    assert (float(v), v.lower, v.upper, v.safe) == (math.inf, LARGEST, math.inf, math.inf)
    with mp.workdps(60):
        assert agrees(str(v), mpf("0.5") * mp.sqrt(10 * mp.expm1(10_000)), 30)


def test_a_result_next_to_one() -> None:
    v = dplemma.value("gaussian.auc", mu="1e4")
    assert (float(v), v.lower, v.upper) == (1.0, ONE_BELOW, 1.0)
    assert v.text("down") == "0." + "9" * 50
    assert Fraction(str(v)) == Fraction(v.text("up")) == 1
    assert v.to_json()["radius"] != "0"


def test_an_exact_zero_is_printed_as_such() -> None:
    v = dplemma.value("pure.delta", eps=2, eps0=1)
    assert (str(v), float(v), v.lower, v.upper) == ("0", 0.0, 0.0, 0.0)
    assert math.copysign(1, float(v)) == 1
    assert v.to_json()["value"] == v.to_json()["radius"] == "0"


def test_an_exact_number_has_radius_zero_only_if_it_is_written_in_full() -> None:
    for digits, mode, text, radius in (
        (3, "nearest", "0.125", "0"),
        (2, "nearest", "0.12", "5/1000"),
        (1, "up", "0.2", "75/1000"),
    ):
        shown = dplemma.value("gaussian.kl", mu="0.5", digits=digits).to_json(mode)
        assert shown["value"] == text
        assert Fraction(radius) <= Fraction(shown["radius"]) <= Fraction(radius) * Fraction(11, 10)


# -- the object -----------------------------------------------------------------------------------------------------------


def test_the_ball_holds_the_value_and_its_parts_are_consistent() -> None:
    v = dplemma.value(DELTA, eps=1, mu=1, digits=50)
    with working_precision(4000):
        true = Fraction(longest(DELTA))
        mantissa, exponent = (int(part) for part in v.mid.man_exp())
        middle = Fraction(mantissa) * Fraction(2) ** exponent
        mantissa, exponent = (int(part) for part in v.rad.man_exp())
        radius = Fraction(mantissa) * Fraction(2) ** exponent
    assert abs(middle - true) <= radius + Fraction(1, 10**999)
    assert radius < true / 10**49


def test_json_follows_the_contract() -> None:
    v = dplemma.value("glrt.roc", fpr="0.1", dimension=3, psi="1/3", digits=12)
    shown = json.loads(json.dumps(v.to_json()))
    assert list(shown) == ["quantity", "inputs", "digits", "value", "radius", "float", "lower", "upper", "status", "role"]
    assert shown["inputs"] == {"fpr": "0.1", "d": "3", "mu": "1/3"}
    assert (shown["quantity"], shown["digits"], shown["status"], shown["role"]) == (
        "glrt.roc",
        12,
        "restricted-adversary",
        "guarantee",
    )
    assert all(shown[side].startswith("0x") for side in ("float", "lower", "upper"))


def test_repr_and_latex() -> None:
    v = dplemma.value(DELTA, eps=1, mu=1, digits=10)
    assert repr(v) == "<gaussian.delta(eps=1, mu=1) = 0.1269367375>"
    assert v._repr_latex_() == "$0.1269367375$"
    tiny = dplemma.value(DELTA, eps=700, mu="0.01", digits=3)
    assert tiny._repr_latex_() == r"$1.78 \cdot 10^{-1064021341}$"
    assert str(tiny) == "1.78e-1064021341"


def test_an_exponent_of_thousands_of_digits_is_shown_by_its_logarithm() -> None:
    """delta(1; mu) for mu = 1/(3 10^3000): e^(-1/(2 mu^2)) but for a factor, of which the decimal has the whole exponent."""
    v = dplemma.value(DELTA, eps=1, mu="1/3e3000", digits=12)
    logarithm = "-1.95432516856e6000"
    assert v.shown() == f"10^({logarithm})" == f"10^({-4.5 / math.log(10):.11f}e6000)"
    assert repr(v) == f"<gaussian.delta(eps=1, mu=about 3.333333333e-3001) = 10^({logarithm})>"
    assert v._repr_latex_() == r"$10^{-1.95432516856 \cdot 10^{6000}}$"
    down, up = (v.shown(mode).removeprefix("10^(-").removesuffix("e6000)") for mode in ("down", "up"))
    assert Decimal(down) - Decimal(up) == Decimal("1e-11") and v.shown("safe") == v.shown("up")
    assert len(str(v)) > 6000 and v.inputs["mu"] == "1/3" + 3000 * "0" and v.to_json()["value"] == str(v)
    with pytest.raises(BadInput, match="rounding 'off' is none of"):
        v.shown("off")


def test_status_and_form() -> None:
    assert dplemma.value("renyi.epsilon_best", mu=1, delta="1e-5").status == "bound"
    assert dplemma.value("dpsgd.mu_clt_uniform", sigma=1, q=1, steps=1).status == "asymptotic"
    assert dplemma.value(DELTA, eps=1000, mu="1e-6").form == "mills"


# -- inputs ---------------------------------------------------------------------------------------------------------------


def test_floats_are_the_dyadics_they_hold() -> None:
    decimal, dyadic = dplemma.value(DELTA, eps="0.1", mu=1), dplemma.value(DELTA, eps=0.1, mu=1)
    assert str(decimal) != str(dyadic)
    assert Fraction(dyadic.inputs["eps"]) == Fraction(0.1)
    assert decimal.inputs == {"eps": "0.1", "mu": "1"}
    assert str(dplemma.value(DELTA, eps=0.5, mu=1)) == str(dplemma.value(DELTA, eps="0.5", mu=1))


def test_every_exact_type_gives_the_same_value() -> None:
    from sympy import Rational

    expected = str(dplemma.value(DELTA, eps="0.25", mu="3"))
    for quarter in (Fraction(1, 4), Decimal("0.25"), 0.25, Rational(1, 4), "1/4", "2**-2", "0.25e0", " 25e-2 "):
        assert str(dplemma.value(DELTA, eps=quarter, mu=3)) == expected


def test_numpy_floats() -> None:
    assert str(dplemma.value(DELTA, eps=numpy.float64(0.1), mu=1)) == str(dplemma.value(DELTA, eps=0.1, mu=1))


@pytest.mark.parametrize("value", [True, None, 1j, [1], "", "x", math.nan, math.inf, b"1", Decimal("nan")], ids=repr)
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(BadInput, match="mu"):
        dplemma.value(DELTA, eps=1, mu=value)


@pytest.mark.parametrize(
    ("inputs", "same_as"),
    [
        ({"epsilon": 1, "psi": 2}, {"eps": 1, "mu": 2}),
        ({"eps": 1, "sigma": "0.5"}, {"eps": 1, "mu": 2}),
        ({"eps": 1, "sigma": 2, "sensitivity": 3}, {"eps": 1, "mu": "1.5"}),
        ({"eps": 1, "noise_multiplier": 4}, {"eps": 1, "mu": "0.25"}),
        ({"eps": 1, "sensitivity_index": 4}, {"eps": 1, "mu": 4}),
    ],
)
def test_other_names_of_parameters(inputs: dict[str, Any], same_as: dict[str, Any]) -> None:
    v, same = dplemma.value(DELTA, **inputs), dplemma.value(DELTA, **same_as)
    assert str(v) == str(same)
    assert v.inputs == same.inputs


def test_alpha_is_an_order_or_a_rate() -> None:
    assert dplemma.value("gaussian.renyi", alpha=2, mu=1).inputs == {"order": "2", "mu": "1"}
    assert dplemma.value("gaussian.roc", alpha="0.1", mu=1).inputs == {"fpr": "0.1", "mu": "1"}


@pytest.mark.parametrize(
    "inputs",
    [
        {"eps": 1, "epsilon": 1, "mu": 1},
        {"eps": 1, "mu": 1, "psi": 1},
        {"eps": 1, "mu": 1, "sigma": 1},
        {"eps": 1, "mu": 1, "noise_multiplier": 1},
        {"eps": 1, "psi": 1, "sensitivity": 1, "sigma": 1},
    ],
    ids=lambda inputs: "+".join(inputs),
)
def test_given_twice(inputs: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="given twice"):
        dplemma.value(DELTA, **inputs)


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"eps": 1}, "needs mu"),
        ({}, "needs eps, mu"),
        ({"eps": 1, "sensitivity": 1}, "sensitivity needs sigma"),
        ({"eps": 1, "sigma": 1, "noise_multiplier": 1}, "give it alone"),
        ({"eps": 1, "sigma": 0}, "sigma must be > 0, got 0"),
        ({"eps": 1, "noise_multiplier": -1}, "noise_multiplier must be > 0, got -1"),
        ({"eps": 1, "sigma": 1, "sensitivity": 0}, "sensitivity must be > 0, got 0"),
        ({"eps": 1, "mu": -1}, "mu must be > 0, got -1"),
        ({"eps": "-1e-9", "mu": 1}, "eps must be >= 0"),
        ({"eps": 1, "nu": 1}, "mu"),
    ],
    ids=lambda part: "+".join(part) if isinstance(part, dict) else "",
)
def test_what_does_not_fit_is_said_in_one_line(inputs: dict[str, Any], said: str) -> None:
    with pytest.raises(DplemmaError) as refusal:
        dplemma.value(DELTA, **inputs)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("name", quantities())
def test_just_outside_each_closed_or_open_end(name: str) -> None:
    quantity = quantities()[name]
    for parameter, interval in quantity.params.items():
        for end, open_, sign in ((interval.lo, interval.lo_open, -1), (interval.hi, interval.hi_open, 1)):
            if end is None:
                continue
            outside = end + sign * (Fraction(1) if interval.integer else Fraction(0 if open_ else 1, 10**40))
            with pytest.raises(BadInput, match=f"^{parameter} must be"):
                dplemma.value(name, **{**quantity.example, parameter: outside})


def test_a_count_must_be_whole() -> None:
    with pytest.raises(BadInput, match="whole number"):
        dplemma.value("pure.composed_delta", k="2.5", eps0=1, eps=1)


def test_conditions_beyond_intervals() -> None:
    with pytest.raises(BadInput, match="needs order sigma1"):
        dplemma.value("renyi.gaussian", order=2, mu0=0, sigma0=2, mu1=0, sigma1=1)
    with pytest.raises(BadInput, match="needs f >="):
        dplemma.value("laplace.epsilon_for_fbeta", f="0.5", beta=1)


def test_an_unknown_quantity_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"gaussian\.delta"):
        dplemma.value("gausian.delta", eps=1, mu=1)


@pytest.mark.parametrize("name", quantities())
def test_every_closed_end_of_a_domain_has_a_value(name: str) -> None:
    """A domain that reaches too far would promise values that do not exist."""
    quantity = quantities()[name]
    for parameter, interval in quantity.params.items():
        for end, is_open in ((interval.lo, interval.lo_open), (interval.hi, interval.hi_open)):
            if end is not None and not is_open:
                assert dplemma.value(name, **{**quantity.example, parameter: end}).ball.is_finite(), (parameter, end)


def test_correlations_need_not_be_given_and_eps_is_another_name() -> None:
    full = {"corr_prior": 0, "corr_record": 0, "corr_time": 0}
    wanted = dplemma.value("laplace.fbeta", beta=1, eps0=2, **full).to_json()
    assert list(wanted["inputs"]) == ["beta", "eps0", *full]
    for given in ({"eps": 2}, {"epsilon": 2}, {"eps0": 2}, {"eps": 2, "corr_time": 0}):
        assert dplemma.value("laplace.fbeta", beta=1, **given).to_json() == wanted
    assert float(dplemma.value("laplace.fbeta", beta=1, eps0=2, corr_prior="0.4")) > float(wanted["value"])
    with pytest.raises(BadInput, match="eps0 is given twice"):
        dplemma.value("laplace.fbeta", beta=1, eps=2, eps0=2)


@pytest.mark.parametrize(
    ("budget", "inputs", "spent", "at"),
    [
        ("gaussian.mu_for_tpr", {"tpr": "0.05", "fpr": "0.001"}, ("gaussian.roc", "mu"), {"fpr": "0.001"}),
        ("gaussian.mu_for_fbeta", {"f": "0.7", "beta": "1"}, ("gaussian.fbeta", "mu"), {"beta": "1"}),
        ("laplace.epsilon_for_auc", {"auc": "0.6"}, ("laplace.auc", "eps0"), {}),
        ("laplace.epsilon_for_tv", {"tv": "0.1"}, ("laplace.tv", "eps0"), {}),
        ("laplace.epsilon_for_tpr", {"tpr": "0.05", "fpr": "0.001"}, ("laplace.roc", "eps0"), {"fpr": "0.001"}),
        ("zcdp.rho", {"eps": "1", "delta": "1e-5"}, ("zcdp.delta", "rho"), {"eps": "1"}),
    ],
)
def test_a_safe_budget_is_kept_and_the_next_double_breaks_it(
    budget: str, inputs: dict[str, str], spent: tuple[str, str], at: dict[str, str]
) -> None:
    quantity, parameter = spent
    safe = dplemma.value(budget, **inputs).safe
    target = Fraction(next(text for name, text in inputs.items() if name not in at))
    kept, broken = (dplemma.value(quantity, **at, **{parameter: x}, digits=40) for x in (safe, math.nextafter(safe, math.inf)))
    assert Fraction(str(kept)) <= target < Fraction(str(broken))
