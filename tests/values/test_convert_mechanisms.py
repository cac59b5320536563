"""Cards of every mechanism, of compositions, groups and targets, against `value` and against independent sums."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import mpmath as mp
import pytest
from flint import fmpq
from read_output import entries

import dplemma
from dplemma.base.errors import DplemmaError, OutOfBudget, UnknownName
from dplemma.values.convert import Conversion, convert, convert_inputs
from dplemma.values.exact import BadInput
from dplemma.values.loss_law import LossLaw, refined
from dplemma.values.read_mechanism import ADJACENCIES, MECHANISM_NAMES, summands


def number(conversion: Conversion, quantity: str, **at: str) -> mp.mpf:
    found = [e for e in entries(conversion) if e.quantity == quantity and all(e.inputs[k] == v for k, v in at.items())]
    assert found, (quantity, at)
    return mp.mpf(found[0].value or "nan")


def status(conversion: Conversion, quantity: str) -> str:
    return next(entry.status for entry in entries(conversion) if entry.quantity == quantity)


# -- each mechanism ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"eps0": "1"}, "laplace"),
        ({"scale": "2", "sensitivity": "3"}, "laplace"),
        ({"mechanism": "laplace", "eps0": "1/7"}, "laplace"),
        ({"rho": "1/2"}, "zcdp"),
        ({"mechanism": "randomised_response", "eps0": "2"}, "randomised_response"),
        ({"mechanism": "gaussian", "rho": "2"}, "gaussian"),
    ],
    ids=str,
)
def test_numbers_are_those_of_value(given: dict[str, str], kind: str) -> None:
    rates = {} if kind == "zcdp" else {"fpr": "0.001,1/3"}
    conversion = convert(**given, **rates, delta="1e-3,1/7", digits=17)
    assert conversion.kind == conversion.to_json()["kind"] == kind
    quantities = [entry for entry in entries(conversion) if "." in entry.quantity]
    assert quantities
    for entry in quantities:
        assert entry.value == str(dplemma.value(entry.quantity, digits=17, **entry.inputs)) or entry.value == "0", entry


def test_laplace_has_its_numbers_in_every_notion() -> None:
    conversion = convert(scale="2", sensitivity="3")
    assert {entry.quantity for entry in entries(conversion)} == {
        "laplace.mu", "eps0", "laplace.delta", "laplace.epsilon", "rho", "laplace.renyi", "laplace.auc", "laplace.tv",
        "laplace.roc", "laplace.tradeoff", "laplace.fbeta", "laplace.kl", "laplace.chernoff",
    }  # fmt: skip
    assert conversion.mechanism == {"eps0": "1.5", "scale": "2", "sensitivity": "3"}
    assert "One Laplace mechanism in every notion" in str(conversion)
    assert not any("separately" in text for text in conversion.not_determined)
    assert any("separately" in text for text in convert(eps0="1").not_determined)
    assert convert(eps0="1").assumed == {"mechanism": "laplace"}


def test_a_zcdp_card_says_what_zcdp_leaves_open() -> None:
    conversion = convert(rho="0.125", order="3")
    assert number(conversion, "renyi") == mp.mpf("0.375")
    assert {entry.status for entry in entries(conversion) if entry.quantity != "rho"} == {"bound"}
    assert any("ROC curve" in text for text in conversion.not_determined)
    assert convert(mechanism="gaussian", rho="0.125").mechanism["mu"] == "0.5"


@pytest.mark.parametrize(
    ("given", "back"),
    [
        ({"auc": "0.75"}, ("gaussian.auc", {}, "0.75")),
        ({"advantage": "0.1"}, ("gaussian.tv", {}, "0.1")),
        ({"tpr": "0.2", "fpr": "0.01"}, ("gaussian.roc", {"fpr": "0.01"}, "0.2")),
        ({"mechanism": "laplace", "auc": "0.75"}, ("laplace.auc", {}, "0.75")),
        ({"mechanism": "laplace", "tv": "0.3"}, ("laplace.tv", {}, "0.3")),
        ({"mechanism": "laplace", "tpr": "0.2", "fpr": "0.01"}, ("laplace.roc", {"fpr": "0.01"}, "0.2")),
    ],
    ids=str,
)
def test_a_target_is_reached(given: dict[str, str], back: tuple[str, dict[str, str], str]) -> None:
    """The card has the target itself, and the parameter of the card, put into `value`, gives it back."""
    conversion = convert(**given, digits=20)
    quantity, at, target = back
    assert number(conversion, quantity, **at) == mp.mpf(target)
    parameter = "mu" if quantity.startswith("gaussian") else "eps0"
    value = dplemma.value(quantity, **at, **{parameter: conversion.mechanism[parameter]}, digits=20)
    assert abs(mp.mpf(str(value)) / mp.mpf(target) - 1) < mp.mpf(10) ** -17
    assert "only if the mechanism is" in conversion.not_determined[0]


def test_the_budget_of_a_target_is_rounded_to_the_safe_side() -> None:
    safe, fine = (convert(mechanism="laplace", auc="0.75", digits=digits, rounding="safe") for digits in (4, 30))
    assert Fraction(safe.mechanism["eps0"] or 0) < Fraction(fine.mechanism["eps0"] or 0)
    assert safe.mechanism_rounded["eps0"] == "down"


# -- compositions and groups -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "square"),
    [
        ({"mu": "1+2+2"}, 9),
        ({"mu": "1", "k": "4"}, 4),
        ({"mu": "1", "k": "2"}, 2),
        ({"mu": "1+1/2", "k": "3", "group": "2"}, Fraction(15)),
        ({"sigma": "1+2", "sensitivity": "1"}, Fraction(5, 4)),
        ({"noise_multiplier": "2", "group": "4"}, 4),
    ],
    ids=str,
)
def test_gaussians_compose_by_squares(given: dict[str, str], square: Fraction) -> None:
    conversion = convert(**given, fpr="0.1", eps="1", digits=20)
    with mp.workdps(40):
        mu = mp.sqrt(mp.mpf(Fraction(square).numerator) / Fraction(square).denominator)
        assert abs(number(conversion, "mu") / mu - 1) < mp.mpf(10) ** -18
        want = mp.ncdf(mu / 2 - 1 / mu) - mp.e * mp.ncdf(-mu / 2 - 1 / mu)
        assert abs(number(conversion, "gaussian.delta", eps="1") / want - 1) < mp.mpf(10) ** -18
    assert not any("number of compositions" in text for text in conversion.not_determined) or "group" in given


def test_a_composed_pair_is_not_the_pair_of_the_composition() -> None:
    single, ten = convert(eps="1", delta="1e-5"), convert(eps="1", delta="1e-5", k="10")
    ratio = mp.mpf(ten.mechanism["mu"] or 0) / mp.mpf(single.mechanism["mu"] or 1)
    assert abs(ratio - mp.sqrt(10)) < 1e-8
    assert number(ten, "gaussian.delta", eps="1") > 1e-3


def brute(parts: list[str], eps: Any) -> Any:
    """delta(eps) as a sum over all outputs of independent randomised responses."""
    total = mp.mpf(0)
    for signs in itertools.product((1, -1), repeat=len(parts)):
        p = q = mp.mpf(1)
        for sign, text in zip(signs, parts, strict=True):
            odds = mp.exp(mp.mpf(text))
            p *= (odds if sign > 0 else 1) / (1 + odds)
            q *= (1 if sign > 0 else odds) / (1 + odds)
        total += max(mp.mpf(0), p - mp.exp(eps) * q)
    return total


@pytest.mark.parametrize("parts", [["0.5"], ["0.1", "0.2", "0.3"], ["1", "1", "0.25", "0.25"], ["0.7"] * 5])
def test_pure_mechanisms_compose_optimally(parts: list[str]) -> None:
    at = {"eps": "0,0.4,1", "delta": "0.01", "fpr": "0.05,0.6"}
    conversion = convert(mechanism="pure", eps0="+".join(parts), **at, digits=20)
    with mp.workdps(30):
        for eps in ("0", "0.4", "1"):
            want = brute(parts, mp.mpf(eps))
            assert abs(number(conversion, "delta", eps=eps) - want) < mp.mpf(10) ** -18
        assert number(conversion, "tv") == number(conversion, "delta", eps="0")
        spent = number(conversion, "epsilon", delta="0.01")
        assert abs(brute(parts, spent) - mp.mpf("0.01")) < mp.mpf(10) ** -18
        for fpr in ("0.05", "0.6"):
            losses = {mp.fsum(s * mp.mpf(x) for s, x in zip(signs, parts, strict=True)) for signs in
                      itertools.product((1, -1), repeat=len(parts))}  # fmt: skip
            tangents = min(mp.exp(eps) * mp.mpf(fpr) + brute(parts, eps) for eps in losses)
            roc = number(conversion, "roc", fpr=fpr)
            assert abs(roc - tangents) < mp.mpf(10) ** -18
            assert abs(roc + number(conversion, "tradeoff", fpr=fpr) - 1) < mp.mpf(10) ** -18
    assert number(conversion, "eps0") == mp.fsum(map(mp.mpf, parts))
    assert status(conversion, "delta") == "exact"


def test_equal_pure_mechanisms_are_the_quantities() -> None:
    conversion = convert(mechanism="pure", eps="0.2", k="50", delta="1e-5", digits=15)
    assert str(dplemma.value("pure.composed_epsilon", k=50, eps0="0.2", delta="1e-5", digits=15)) in str(conversion)
    assert number(conversion, "delta", eps="4") == mp.mpf(
        str(dplemma.value("pure.composed_delta", k=50, eps0="0.2", eps="4", digits=15))
    )


def test_auc_of_composed_responses_is_the_area() -> None:
    law = LossLaw([(fmpq(1, 2), 2), (fmpq(1, 3), 1)])
    steps = 2000
    area = sum(float(refined(lambda x=x: law.roc(fmpq(x, steps)), 40)) for x in range(1, steps)) / steps + 1 / (2 * steps)
    assert abs(area - float(refined(law.auc, 40))) < 1e-5


def test_a_group_of_responses_answers_one_by_one_and_of_pure_mechanisms_does_not() -> None:
    response = convert(mechanism="rr", eps0="0.5", group="3", eps="1")
    assert number(response, "delta") == number(convert(mechanism="rr", eps0="0.5", k="3", eps="1"), "delta")
    pure = convert(mechanism="pure", eps0="0.5", group="3", eps="1")
    assert number(pure, "delta") == mp.mpf(str(dplemma.value("pure.delta", eps="1", eps0="1.5", digits=10)))
    assert number(response, "delta") < number(pure, "delta")


@pytest.mark.parametrize("beta", ["1/2", "1", "3"])
def test_the_score_and_the_chernoff_information_of_composed_responses(beta: str) -> None:
    """Deterministic tests of seven answers and mixtures of neighbours, and a search over exponents, by mpmath alone."""
    conversion = convert(mechanism="rr", eps0="0.7", k="7", beta=beta, digits=15)
    chance = 1 / (1 + mp.exp(mp.mpf("-0.7")))
    hits = [mp.binomial(7, yes) * chance**yes * (1 - chance) ** (7 - yes) for yes in range(8)]
    weight = mp.mpf(Fraction(beta).numerator) ** 2 / Fraction(beta).denominator ** 2
    ends = [(sum(hits[least:], mp.mpf(0)), sum(hits[: 8 - least], mp.mpf(0))) for least in range(9)]
    mixed = [
        (mix * a + (1 - mix) * c, mix * b + (1 - mix) * d)
        for (a, b), (c, d) in itertools.pairwise(ends)
        for mix in (mp.mpf(step) / 8 for step in range(9))
    ]
    best = max((1 + weight) * tpr / (weight + tpr + fpr) for tpr, fpr in mixed)
    assert abs(number(conversion, "fbeta") - best) < 1e-13
    affinities = [sum(p**s * q ** (1 - s) for p, q in zip(hits, reversed(hits), strict=True)) for s in mp.linspace(0, 1, 101)]
    assert abs(number(conversion, "chernoff") + mp.log(min(affinities))) < 1e-13


def test_composed_laplace_has_exact_divergences_and_bounds() -> None:
    conversion = convert(eps0="1", k="5", order="2", digits=15)
    single = convert(eps0="1", order="2", digits=15)
    assert abs(number(conversion, "renyi") - 5 * number(single, "laplace.renyi")) < 1e-13
    assert abs(number(conversion, "kl") - 5 * number(single, "laplace.kl")) < 1e-13
    assert abs(number(conversion, "chernoff") - 5 * number(single, "laplace.chernoff")) < 1e-13
    assert {status(conversion, name) for name in ("delta", "epsilon", "roc", "tv", "auc", "mu", "rho", "fbeta")} == {"bound"}
    assert {status(conversion, name) for name in ("renyi", "kl", "chernoff")} == {"exact"}
    assert any("no closed form" in text for text in conversion.not_determined)


@pytest.mark.parametrize(
    ("given", "rho"),
    [
        ({"rho": "0.1+0.4", "k": "3"}, "1.5"),
        ({"rho": "0.1", "group": "3"}, "0.9"),
        ({"mu": "1", "rho": "0.5"}, "1"),
        ({"mu": "1+1", "eps0": "2", "k": "2"}, "6"),
        ({"sigma": "1", "scale": "1", "sensitivity": "1"}, "1"),
    ],
    ids=str,
)
def test_rho_adds(given: dict[str, str], rho: str) -> None:
    conversion = convert(**given)
    assert (conversion.kind, conversion.mechanism) == ("zcdp", {"rho": rho})


# -- adjacency ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{"sigma": "4"}, {"sigma": "8", "sensitivity": "2"}, {"noise_multiplier": "4"}], ids=str)
def test_replacing_a_record_doubles_the_sensitivity(given: dict[str, str]) -> None:
    plain, added, replaced = (convert(**given, adjacency=name) for name in (None, *ADJACENCIES))
    assert [card.mechanism["mu"] for card in (plain, added, replaced)] == ["0.25", "0.25", "0.5"]
    assert [card.to_json()["adjacency"] for card in (plain, added, replaced)] == [None, "add-remove", "replace-one"]
    assert [any("adjacency" in text for text in card.not_determined) for card in (plain, added, replaced)] == [True, False, False]
    assert "counts twice" in str(replaced) and "counts twice" not in str(added)
    assert number(replaced, "mu") == number(convert(mu="0.5"), "mu")


def test_laplace_noise_and_adjacency() -> None:
    conversion = convert(scale="4", sensitivity="1", adjacency="replace-one")
    assert conversion.mechanism == {"eps0": "0.5", "scale": "4", "sensitivity": "2"}


@pytest.mark.parametrize("given", [{"mu": "1"}, {"eps0": "1"}, {"eps": "1", "delta": "1e-5"}, {"rho": "1"}], ids=str)
def test_a_parameter_is_taken_as_given_for_the_adjacency(given: dict[str, str]) -> None:
    plain, replaced = convert(**given), convert(**given, adjacency="replace-one")
    assert [e.value for e in entries(plain)] == [e.value for e in entries(replaced)]
    assert "taken as given for it" in " ".join(str(replaced).split())


# -- bad input ---------------------------------------------------------------------------------------------------------

BAD = [
    ({"mechanism": "lap", "eps0": "1"}, UnknownName, "Did you mean laplace"),
    ({"mechanism": "laplace"}, BadInput, "needs a parameter"),
    ({"mechanism": "laplace", "mu": "1"}, BadInput, "mu does not fix a laplace mechanism"),
    ({"mechanism": "randomised_response", "scale": "1"}, BadInput, "scale does not fix"),
    ({"mechanism": "gaussian", "mu": "1", "rho": "1"}, BadInput, "given twice"),
    ({"mu": "1", "auc": "0.7"}, BadInput, "given twice"),
    ({"auc": "0.7", "tv": "0.1"}, BadInput, "given twice"),
    ({"eps0": "1", "epsilon0": "1"}, BadInput, "given twice"),
    ({"eps0": "1", "scale": "1"}, BadInput, "given twice"),
    ({"auc": "0.5"}, BadInput, "> 1/2"),
    ({"auc": "0.6+0.7"}, BadInput, "single"),
    ({"tpr": "0.1"}, BadInput, "fpr=0.01"),
    ({"tpr": "0.1", "fpr": "0.01,0.1"}, BadInput, "one false positive rate"),
    ({"tpr": "0.01", "fpr": "0.1"}, BadInput, "tpr > fpr"),
    ({"eps0": "0"}, BadInput, "> 0"),
    ({"rho": "-1"}, BadInput, "> 0"),
    ({"scale": "0"}, BadInput, "> 0"),
    ({"eps0": "1", "d": "3"}, BadInput, "depends on d"),
    ({"rho": "1", "fpr": "0.1"}, BadInput, "depends on fpr"),
    ({"eps0": "1", "order": "1"}, BadInput, "> 1"),
    ({"mu": "1", "k": "0"}, BadInput, "whole number"),
    ({"mu": "1", "k": "1.5"}, BadInput, "whole number"),
    ({"mu": "1", "group": "-2"}, BadInput, "whole number"),
    ({"k": "3"}, BadInput, "no mechanism"),
    ({"mechanism": "laplace", "auc": "0.7", "k": "2"}, BadInput, "known eps0"),
    ({"sigma": "1+2", "sensitivity": "1+2+3"}, BadInput, "as many, or one for all"),
    ({"mu": "1+x"}, BadInput, "number"),
    ({"mu": "+".join(["1"] * 101)}, BadInput, "at most 100"),
    ({"eps0": "1", "k": "1000000"}, OutOfBudget, "losses"),
]  # fmt: skip


@pytest.mark.parametrize(("inputs", "error", "said"), BAD, ids=[str(case[0])[:50] for case in BAD])
def test_bad_input_is_one_line(inputs: dict[str, Any], error: type[DplemmaError], said: str) -> None:
    with pytest.raises(error, match=said) as caught:
        convert_inputs(inputs, 10)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_an_unknown_adjacency() -> None:
    with pytest.raises(UnknownName, match="Did you mean replace-one"):
        convert(mu=1, adjacency="replace")


def test_a_sign_in_an_exponent_is_no_sum() -> None:
    assert summands("1e+2", "mu") == [100]
    assert summands("1e+2+1E-1+1/3", "mu") == [100, fmpq(1, 10), fmpq(1, 3)]
    assert summands("+2", "mu") == [2]


def test_a_card_of_any_kind_serialises_and_fits_its_page() -> None:
    for given in ({"eps0": "1"}, {"mechanism": "pure", "eps": "0.1", "k": "20"}, {"rho": "1"}, {"tpr": "0.1", "fpr": "0.01"}):
        conversion = convert(**given, rounding="safe")
        assert json.loads(json.dumps(conversion.to_json()))["round"] == "safe"
        assert max(map(len, str(conversion).splitlines())) <= 100
        assert conversion.title in conversion._repr_markdown_().replace("\\", "")


def test_random_inputs_give_a_card_or_one_line() -> None:
    rng = random.Random(7)
    names = [*MECHANISM_NAMES, "eps", "delta", "fpr", "order", "beta", "d"]
    texts = ["1", "0.5", "1e-5", "2,3", "", "0", "-1", "1/3", "1+2", "1+1/2+1e+1", "x", "0.7", " 2 ", "+", "1++2"]
    kinds = ["gaussian", "laplace", "rr", "pure", "zcdp", "randomised-response", "other", 3]
    cards = 0
    for _ in range(400):
        inputs: dict[str, Any] = {rng.choice(names): rng.choice(texts) for _ in range(rng.randint(0, 3))}
        if rng.random() < 0.4:
            inputs["mechanism"] = rng.choice(kinds)
        try:
            convert_inputs(inputs, rng.choice([1, 3, 10]), "safe", rng.choice([None, *ADJACENCIES]))
            cards += 1
        except DplemmaError as error:
            assert "\n" not in str(error)
    assert cards >= 20


def test_no_heavy_import_on_the_way() -> None:
    heavy = "{'sympy', 'mpmath', 'numpy', 'scipy'}"
    code = (
        "import sys, dplemma; from dplemma.cli import main; str(dplemma.convert(eps0='1', k=3)); "
        f"main(['gdp', 'laplace.delta', 'eps0=1']); print({heavy} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "set()"
