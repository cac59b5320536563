"""The mildest failure and the worst, in numbers that people type, and what they mean for privacy."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from mpmath import mp, mpf, ncdf

from dplemma.audit.consequence import MEANINGS, consequence, short_number
from dplemma.audit.hunt_errors import AuditReport, hunt_errors, input_text
from dplemma.audit.judge import Judge, Judged
from dplemma.audit.plain_points import find_plain_failures
from dplemma.base.sides import Side
from dplemma.cli.audit import read_ranges
from dplemma.values.calls import bind
from dplemma.values.evaluator import certified, evaluator


def plainly(function, quantity: str, examples: int = 200, **given: str) -> AuditReport:
    ready = evaluator(quantity)
    judge = Judge(ready, bind(function, ready, {}), unsafe_side=ready.quantity.unsafe_side)
    ranges = read_ranges(ready, given)
    report = hunt_errors(judge, ranges, implementation="mine:it", examples=examples)
    find_plain_failures(judge, ranges, report)
    return report


def texts(judged: Judged | None) -> dict[str, str]:
    assert judged is not None
    return {name: input_text(value) for name, value in judged.inputs.items()}


def auc(mu: float) -> float:
    return 0.5 * math.erfc(-mu / 2)


# -- where people meet it -------------------------------------------------------------------------------------------------


def test_what_always_fails_fails_at_the_example_of_the_quantity() -> None:
    report = plainly(lambda mu: 0.9 * auc(mu), "gaussian.auc")
    assert texts(report.mildest) == {"mu": "1"}
    assert report.points == 200 and len(report.seen) == 200  # the calls made to find it are not counted


def test_the_mildest_failure_is_near_the_border_and_short() -> None:
    report = plainly(lambda mu: auc(mu) * (0.9 if mu > 3.3 else 1.0), "gaussian.auc")
    (text,) = texts(report.mildest).values()
    assert 3.3 < float(text) <= 4 and len(text) <= 3


def test_a_function_of_the_noise_gets_short_noise() -> None:
    report = plainly(lambda sigma: auc(1 / sigma) * (0.9 if sigma < 0.47 else 1.0), "gaussian.auc")
    assert texts(report.mildest) == {"mu": "1/0.4"}


def test_a_whole_parameter_stays_whole() -> None:
    report = plainly(lambda k, eps0, eps: 0.5, "pure.composed_delta", examples=60)
    assert report.mildest is not None and report.mildest.inputs["k"] == 50


def test_unsafe_failures_come_before_milder_safe_ones() -> None:
    report = plainly(lambda mu: auc(mu) * (0.9 if mu > 3.3 else 1.2), "gaussian.auc")
    assert report.mildest is not None and report.mildest.unsafe and report.mildest.inputs["mu"] > 3
    assert report.worst_typed is not None and report.worst_typed.unsafe


def test_a_short_input_stands_for_the_worst_if_it_has_much_of_its_error() -> None:
    report = plainly(lambda mu: auc(mu) * (1 - 0.1 * math.exp(-abs(mu - 2.03))), "gaussian.auc")
    assert report.worst is not None and report.worst_typed is not None
    assert texts(report.worst_typed) == {"mu": "2"}
    assert report.worst_typed.weight >= 0.5 * report.worst.weight


def test_a_needle_is_shown_as_it_is() -> None:
    """Only one double in a thousand is off: no short input has the error, so the long one stays."""
    report = plainly(lambda mu: auc(mu) * (0.5 if float(mu).hex().endswith("7p+0") else 1.0), "gaussian.auc", examples=600)
    assert report.failed > 0 and report.worst_typed is report.worst_unsafe


def test_what_passes_has_neither() -> None:
    report = plainly(auc, "gaussian.auc")
    assert (report.mildest, report.worst_typed) == (None, None)
    assert report.to_json()["mildest"] is None


def test_inputs_outside_the_ordinary_range_come_last() -> None:
    report = plainly(lambda mu: 0.9 * auc(mu) if mu < 0.06 or mu > 9 else auc(mu), "gaussian.auc", mu="0.05:100", examples=400)
    assert report.mildest is not None and report.mildest.inputs["mu"] < 0.06


def test_a_function_that_hangs_is_not_called_for_long() -> None:
    calls = []

    def hangs(mu: float) -> float:
        calls.append(mu)
        while True:
            pass

    ready = evaluator("gaussian.auc")
    judge = Judge(ready, bind(hangs, ready, {}), limit=0.01)
    report = hunt_errors(judge, read_ranges(ready, {}), implementation="mine:it", examples=50)
    before = len(calls)
    find_plain_failures(judge, read_ranges(ready, {}), report)
    assert len(calls) - before <= 2 and report.mildest is not None and report.mildest.raised == "slow"


# -- what it means --------------------------------------------------------------------------------------------------------


def judged_at(quantity: str, got: float, **inputs: str) -> Judged:
    ready = evaluator(quantity)
    exact = {name: Fraction(text) for name, text in inputs.items()}
    judge = Judge(ready, bind(abs, evaluator("gaussian.auc"), {}), unsafe_side=ready.quantity.unsafe_side)
    return judge.judged(exact, got, certified(ready, exact))


def said(quantity: str, got: float, **inputs: str) -> str:
    return consequence(quantity, judged_at(quantity, got, **inputs), evaluator(quantity).quantity.unsafe_side)


def test_too_little_noise_by_mpmath() -> None:
    with mp.workdps(40):
        eps, mu = mpf(20), 1 / mpf(0.344379847983439)
        delta = ncdf(mu / 2 - eps / mu) - mp.exp(eps) * ncdf(-mu / 2 - eps / mu)
    text = said("gaussian.sigma", 0.344379847983439, eps="20", delta="3.57e-10")
    assert text == "this sigma gives delta = 9.19e-9, asked 3.57e-10: more privacy is promised than there is"
    assert f"{float(delta):.2e}" == "9.19e-09"


@pytest.mark.parametrize(
    ("quantity", "got", "inputs", "text"),
    [
        ("gaussian.epsilon", 4.7285, {"delta": "1e-5", "mu": "2"}, "at this eps the true delta is 0.0428, asked 1e-5"),
        ("gaussian.delta", 0.1, {"eps": "1", "mu": "1"}, "at this delta the true eps is 1.16, asked 1"),
        ("gaussian.mu_for_auc", 2.0, {"auc": "0.75"}, "this mu gives auc = 0.921, asked 0.75"),
        ("laplace.epsilon_for_fbeta", 3.0, {"f": "0.76", "beta": "1"},
         "this eps allows an F_beta score of 0.889, asked at most 0.76"),
        ("gaussian.tradeoff", 0.99, {"fpr": "0.1", "mu": "1"}, "the true false negative rate is 0.611, returned 0.99"),
        ("gaussian.renyi", 0.5, {"order": "2", "mu": "1"}, "the true gaussian.renyi is 1, returned 0.5"),
    ],
)  # fmt: skip
def test_every_role_has_its_sentence(quantity: str, got: float, inputs: dict[str, str], text: str) -> None:
    assert said(quantity, got, **inputs) == f"{text}: more privacy is promised than there is"


def test_the_safe_side_is_said_and_a_neutral_quantity_has_none() -> None:
    assert said("gaussian.epsilon", 20.0, delta="1e-5", mu="2").endswith(": an error on the safe side")
    assert said("renyi.order_best", 2.0, mu="1", delta="1e-5").count(":") == 0


def test_a_number_outside_the_domain_of_the_inverse_is_set_beside_the_truth() -> None:
    text = said("gaussian.epsilon", -1.0, delta="1e-5", mu="2")
    assert text == "the true gaussian.epsilon is 10, returned -1: more privacy is promised than there is"
    assert said("gaussian.sigma", 0.0, eps="1", delta="1e-5").startswith("the true gaussian.sigma is 3.73, returned 0")


def test_what_is_right_or_no_number_means_nothing() -> None:
    assert said("gaussian.epsilon", math.nan, delta="1e-5", mu="2") == ""
    assert consequence("gaussian.auc", judged_at("gaussian.auc", auc(1.0), mu="1"), Side.BELOW) == ""


def test_small_errors_are_told_in_enough_digits() -> None:
    exact = float(certified(evaluator("gaussian.sigma"), {"eps": Fraction(1), "delta": Fraction(1, 10**5)}).mid())
    text = said("gaussian.sigma", exact * (1 - 1e-8), eps="1", delta="1e-5")
    assert text.startswith("this sigma gives delta = 1.0000002e-5, asked 1e-5")


@pytest.mark.parametrize("quantity", MEANINGS)
def test_an_inverse_undoes_its_quantity(quantity: str) -> None:
    """At the certified value itself the inverse gives back what was asked for."""
    meaning, ready = MEANINGS[quantity], evaluator(quantity)
    inputs = {name: Fraction(text) for name, text in ready.quantity.example.items()}
    inverse = evaluator(meaning.inverse)
    assert meaning.asked in inputs and set(meaning.inputs) <= set(inverse.names)
    got = float(certified(ready, inputs).mid()) * (1 + 3e-9)
    text = consequence(quantity, judged_at(quantity, got, **ready.quantity.example), ready.quantity.unsafe_side)
    numbers = [
        float(word.strip(",:"))
        for word in text.split()
        if word.strip(",:").replace("-", "").replace(".", "").replace("e", "").isdigit()
    ]
    assert numbers[-1] == float(inputs[meaning.asked]) and numbers[0] == pytest.approx(numbers[-1], rel=1e-3)


@pytest.mark.parametrize(
    ("text", "short"),
    [("1.00e-09", "1e-9"), ("0.500", "0.5"), ("123", "123"), ("1.20e+20", "1.2e20"), ("0", "0"), ("-1.50e-7", "-1.5e-7")],
)  # fmt: skip
def test_numbers_are_written_without_needless_zeros(text: str, short: str) -> None:
    assert short_number(text) == short
