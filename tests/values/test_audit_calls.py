"""How another implementation is called: which argument is which, where the certified value is taken, what comes back."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from mpmath import mpf

from dplemma.audit.hunt_errors import input_text
from dplemma.lang.parameters import meaning_of
from dplemma.values.calls import Call, NotANumber, bind, number_from
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import BadInput
from dplemma.values.formula_text import parse_formula

DELTA = evaluator("gaussian.delta")


def called(function, ready=DELTA, **formulas: str) -> str:
    mapped = {name: parse_formula(text, ready.names, ready.quantity.aliases) for name, text in formulas.items()}
    return bind(function, ready, mapped).phrase("f")


def unsigned(mu: float, eps: float) -> float:
    return 0


unsigned.__signature__ = 3  # type: ignore[attr-defined]  # as of a function written in C, Python cannot tell its parameters


def test_names_aliases_order() -> None:
    assert called(lambda eps, mu: 0) == "f(eps=eps, mu=mu)"
    assert called(lambda psi, epsilon: 0) == "f(psi=mu, epsilon=eps)"
    assert called(lambda a, b: 0) == "f(eps, mu)"
    assert called(lambda a, b, c=1: 0) == "f(eps, mu)"
    assert called(lambda mu, a: 0) == "f(mu=mu, a=eps)"
    assert called(lambda *, mu, eps: 0) == "f(mu=mu, eps=eps)"
    assert called(lambda mu, eps, /: 0) == "f(mu, eps)"
    assert called(lambda *numbers: 0) == "f(eps, mu)"
    assert called(lambda **numbers: 0) == "f(eps=eps, mu=mu)"
    assert called(lambda *some, **others: 0) == "f(eps=eps, mu=mu)"
    assert called(lambda *some, mu=7, change=2: 0) == "f(eps, mu)"
    assert called(lambda x, mu: 0, evaluator("gaussian.roc")) == "f(mu=mu, x=fpr)"
    assert called(lambda x, fpr: 0, evaluator("gaussian.roc")) == "f(fpr=fpr, x=mu)"
    assert called(unsigned) == "f(eps, mu)"
    assert called(lambda a, b, tol=1e-9, *, steps=5: 0) == "f(eps, mu)"


def test_noise_is_one_over_mu() -> None:
    assert called(lambda epsilon, sigma: 0) == "f(epsilon=eps, sigma=1/mu)"
    assert called(lambda noise_multiplier, eps: 0) == "f(eps=eps, noise_multiplier=1/mu)"
    assert called(lambda eps, sigma, sensitivity: 0) == "f(eps=eps, sigma=1/mu, sensitivity=1.0)"
    assert called(lambda eps, sigma, sensitivity=1.0: 0) == "f(eps=eps, sigma=1/mu)"
    assert called(lambda eps, sigma, sensitivity=2.0: 0) == "f(eps=eps, sigma=1/mu, sensitivity=1.0)"
    assert called(lambda eps, sigma, sensitivity=2.0: 0, sigma="2/mu") == "f(sigma=2/mu, eps=eps)"


def test_epsilon_of_a_pure_mechanism() -> None:
    assert called(lambda epsilon: 0, evaluator("laplace.mu")) == "f(epsilon=eps0)"
    assert called(lambda eps, fpr: 0, evaluator("laplace.roc")) == "f(fpr=fpr, eps=eps0)"
    assert called(lambda eps, e: 0, evaluator("laplace.delta")) == "f(eps=eps, e=eps0)"


MEANS_SOMETHING_ELSE = {
    "gaussian.sigma": (lambda epsilon, sigma, sensitivity=1.0: 0, "sigma", "standard deviation of the noise at unit .*", "delta"),
    "gaussian.delta": (lambda a, delta: 0, "delta", "privacy parameter delta", "mu"),
    "gaussian.roc": (lambda eps, b: 0, "eps", "privacy parameter epsilon", "fpr"),
    "gaussian.auc": (lambda sensitivity: 0, "sensitivity", "most that one record moves the result", "mu"),
    "gaussian.epsilon": (lambda delta, alpha: 0, "alpha", "false positive rate, .* or order of the Rényi divergence", "mu"),
    "subsampled.gaussian_delta": (lambda eps, mu, q: 0, "mu", "sensitivity/sigma, .*", "sigma"),
    "laplace.delta": (lambda eps, epsilon: 0, "epsilon", "privacy parameter epsilon", "eps0"),
    "laplace.epsilon": (lambda delta, scale: 0, "scale", "scale of the noise", "eps0"),
    "gaussian.log_delta": (lambda eps, std: 0, "std", "standard deviation of the noise", "mu"),
    "pure.delta": (lambda delta, *others: 0, "delta", "privacy parameter delta", "eps"),
}


@pytest.mark.parametrize("quantity", MEANS_SOMETHING_ELSE)
def test_a_name_that_means_something_else_is_refused(quantity: str) -> None:
    function, own, meaning, wanted = MEANS_SOMETHING_ELSE[quantity]
    line = rf"^{own} of <lambda> means {meaning}, not {wanted}\. Pass it by --arg {own}=\.\.\.$"
    with pytest.raises(BadInput, match=line):
        called(function, evaluator(quantity))


def test_what_it_gets_may_be_said() -> None:
    function = MEANS_SOMETHING_ELSE["subsampled.gaussian_delta"][0]
    assert called(function, evaluator("subsampled.gaussian_delta"), mu="1/sigma") == "f(mu=1/sigma, eps=eps, q=q)"


@pytest.mark.parametrize(
    "name", ["eps", "epsilon", "delta", "sigma", "noise_multiplier", "sensitivity", "alpha", "gamma", "k", "q", "scale", "std"]
)
def test_names_of_the_formulary_mean_something(name: str) -> None:
    assert meaning_of(name)


@pytest.mark.parametrize("name", ["x", "y", "a", "b", "tolerance"])
def test_made_up_names_mean_nothing(name: str) -> None:
    """x is the level of a test where a quantity has one, and anything elsewhere."""
    assert meaning_of(name) == ""


def test_formulas_come_first() -> None:
    assert called(lambda eps, scale: 0, scale="2/psi") == "f(scale=2/psi, eps=eps)"
    assert called(lambda eps, mu, rho: 0, rho="mu**2/2", mu="mu") == "f(rho=mu**2/2, mu=mu, eps=eps)"
    assert called(lambda e, *, steps, **more: 0, steps="1", mu="mu") == "f(steps=1, mu=mu, e=eps)"


@pytest.mark.parametrize(
    ("function", "formulas", "message"),
    [
        (lambda eps: 0, {}, "gaussian.delta has eps, mu, the function takes eps. Say how"),
        (lambda eps, mu, q: 0, {}, "takes eps, mu, q"),
        (lambda *, a, b: 0, {}, "takes a, b"),
        (lambda: 0, {}, "takes nothing"),
        (lambda eps, mu: 0, {"x": "mu"}, "no parameter 'x'; it has eps, mu"),
        (lambda *some, tolerance: 0, {}, "takes tolerance"),
        (lambda mu, *some: 0, {}, "takes mu"),
        (unsigned, {"x": "mu"}, "no parameter 'x'; it has no named parameter"),
    ],
)
def test_what_does_not_fit_is_said(function, formulas, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        called(function, **formulas)


def test_the_certified_value_is_taken_where_the_doubles_passed_stand() -> None:
    """sigma = 1/mu is rounded, so mu is taken as 1/sigma: exactly, not to the nearest double."""
    passed: list[float] = []
    call = bind(lambda eps, sigma: passed.append(sigma) or 0.5, DELTA, {})
    settled = call.settled({"eps": Fraction(1), "mu": Fraction(3)})
    call(settled)
    assert Fraction(passed[0]) * settled["mu"] == 1 and settled["mu"] != 3
    assert call.settled(settled) == settled
    assert input_text(settled["mu"]) == f"1/{passed[0]!r}"
    again = {"eps": Fraction(1), "mu": Fraction(1) / Fraction(repr(passed[0]))}
    assert call.settled(again) == settled


@pytest.mark.parametrize("formula", ["2/mu", "mu/3", "3*mu", "1-mu", "sqrt(mu)", "mu**2/2", "(1+mu)/7", "1/(3*mu)", "eps*mu"])
def test_formulas_are_exact_at_the_settled_inputs(formula: str) -> None:
    passed: dict[str, float] = {}
    call = bind(lambda **given: passed.update(given) or 0.5, DELTA, {"x": parse_formula(formula, DELTA.names)})
    settled = call.settled({"eps": Fraction(0.7), "mu": Fraction(0.3)})
    call(settled)
    value = Fraction(passed["x"])
    eps, mu = settled["eps"], settled["mu"]
    exactly = {"2/mu": 2 / mu, "mu/3": mu / 3, "3*mu": 3 * mu, "1-mu": 1 - mu, "mu**2/2": mu**2 / 2, "(1+mu)/7": (1 + mu) / 7,
               "1/(3*mu)": 1 / (3 * mu), "eps*mu": eps * mu}  # fmt: skip
    assert value**2 == mu if formula == "sqrt(mu)" else value == exactly[formula]
    assert abs(mu - Fraction(0.3)) < Fraction(1, 10**7)


def test_integers_are_passed_as_integers() -> None:
    kinds: list[type] = []
    ready = evaluator("pure.composed_delta")
    call = bind(lambda k, eps0, eps: kinds.extend(map(type, (k, eps0, eps))) or 0.5, ready, {})
    call(call.settled({"k": Fraction(3), "eps0": Fraction(1), "eps": Fraction(2)}))
    assert kinds == [int, float, float]


def test_a_call_can_be_built_by_hand() -> None:
    assert Call(lambda x, y: x + y, ("eps",), {"y": "mu"}, frozenset())({"eps": Fraction(1), "mu": Fraction(2)}) == 3.0


# -- what comes back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        0.5,
        np.float64(0.5),
        np.float32(0.5),
        np.array(0.5),
        np.array([0.5]),
        np.array([[0.5]]),
        Fraction(1, 2),
        Decimal("0.5"),
        mpf("0.5"),
    ],
)
def test_numbers_of_all_kinds_are_understood(value) -> None:
    assert number_from(value) == 0.5


def test_integers_beyond_the_doubles_are_infinite() -> None:
    assert number_from(10**400) == math.inf and number_from(-(10**400)) == -math.inf and number_from(7) == 7.0


@pytest.mark.parametrize(
    ("value", "phrase"),
    [
        (None, "returned None"), ("0.5", "returned str"), (0.5 + 0j, "returned complex"), 
        (np.complex128(1), "returned complex128"),
        ((0.5, 1), "returned tuple"), ([0.5], "returned list"), (True, "returned bool"), ({}, "returned dict"),
        (np.array([1.0, 2.0]), "returned ndarray of 2 numbers"), (np.array([]), "returned ndarray of 0 numbers"),
    ],
)  # fmt: skip
def test_what_is_not_a_number_is_named(value, phrase: str) -> None:
    with pytest.raises(NotANumber, match=phrase):
        number_from(value)
