"""The least mu of quantities, functions and tables: enclosures against closed forms, tails, staircases, refusals."""

from __future__ import annotations

import math

import pytest
from flint import arb, fmpq

import dplemma
from dplemma.base.errors import OutOfBudget
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput
from dplemma.values.gdp import curves, measure_function, measure_guarantees, measure_quantity, takes_balls
from dplemma.values.guarantees import Guarantees


def ball_profile(eps: arb) -> arb:
    return (-eps * eps).exp() / 10


def float_profile(eps: float) -> float:
    return 0.1 * math.exp(-eps * eps)


@pytest.mark.parametrize("family", ["laplace", "pure"])
def test_a_pure_profile_is_measured_to_its_end(family: str) -> None:
    found = measure_quantity(f"{family}.delta", {"eps0": "2"}, digits=3)
    assert found.head.until == 2 and found.head.complete
    closed = dplemma.value(f"{family}.mu", eps0="2").ball
    assert found.whole is not None and found.whole[0] <= closed <= found.whole[1]
    assert "0 from eps = 2 on" in found.tail


def test_tails_below_a_gaussian_one() -> None:
    gaussian = measure_quantity("gaussian.delta", {"sigma": "2"}, until="1", digits=3)
    assert gaussian.whole is not None and gaussian.whole[0] <= arb("0.5") <= gaussian.whole[1] < 0.51
    sampled = measure_quantity("subsampled.gaussian_delta", {"sigma": "1", "q": "0.1"}, until="1", digits=2)
    assert sampled.whole is not None and sampled.whole[1] == 1 and sampled.ends[1] < 0.5
    unknown = measure_quantity("zcdp.delta", {"rho": "0.1"}, until="1", digits=2)
    assert unknown.whole is None and "nothing is known beyond" in unknown.tail
    told = measure_quantity("zcdp.delta", {"rho": "0.1"}, until="1", digits=2, tail_mu="3")
    assert told.whole is not None and told.whole[1] == 3


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: measure_quantity("subsampled.gaussian_delta", {"sigma": "1", "q": "0.1"}, until="0.1", tail_mu="0.01"),
            "needs mu >= mu_t = 1",
        ),
        (lambda: measure_quantity("gaussian.delta", {"mu": "1"}, until="3", tail_mu="0.5"), "needs mu >= mu_t = 1"),
        (
            lambda: measure_quantity("zcdp.delta", {"rho": "0.1"}, until="1", tail_mu="0.5"),
            "at eps = 1, where the tail begins, needs",
        ),
        (lambda: measure_function(ball_profile, until="2", tail_mu="0.5"), "at eps = 2, where the tail begins, needs mu >= 0.73"),
        (
            lambda: measure_function(float_profile, until="2", tail_mu="0.5"),
            "at eps = 2, where the tail begins, needs mu >= 0.73",
        ),
    ],
)
def test_a_false_word_about_the_tail_is_refused(call: object, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        call()  # type: ignore[operator]


def test_a_word_about_the_tail_is_told_apart_from_what_is_known() -> None:
    known = measure_quantity("subsampled.gaussian_delta", {"sigma": "1", "q": "0.1"}, until="1", digits=2, tail_mu="3")
    assert known.whole is not None and known.whole[1] == 1 and "you say" not in known.tail + known.limit.says
    told = measure_quantity("zcdp.delta", {"rho": "0.1"}, until="1", digits=2, tail_mu="3")
    assert told.tail.endswith("with mu = 3, you say") and "as you say" in told.limit.says
    small = measure_guarantees(Guarantees([("1", "1e-2")]), digits=2, tail_mu="0.1")
    assert small.whole is not None and small.whole[1] == small.ends[1]  # a mechanism may be better than its guarantees


def test_what_is_below_a_gaussian_profile_is_bounded_by_it() -> None:
    """G = 1 for every eps: steps alone would need a hundred thousand of them."""
    found = measure_quantity("gaussian.delta", {"mu": "1"})
    assert found.head.reached and found.head.steps == 1 and found.head.until == 10


def test_functions_of_balls_and_of_doubles_agree() -> None:
    assert takes_balls(ball_profile) and not takes_balls(float_profile)
    balls, doubles = (measure_function(f, until="3", digits=3) for f in (ball_profile, float_profile))
    assert balls.ends[0] <= doubles.ends[1] and doubles.ends[0] <= balls.ends[1]
    assert balls.remark == "" and "taken at their word" in doubles.remark
    grid = [dplemma.gdpt.mu_at(ball_profile, eps=fmpq(n, 50)) for n in range(150)]
    assert all(value.lower() <= balls.ends[1] for value in grid)
    assert max(float(value) for value in grid) >= float(balls.ends[0]) * 0.999


def test_increases_that_rounding_explains_are_none() -> None:
    """Digits lost by a cancellation: the doubles of this profile rise by parts of 1e-16 in places."""
    found = measure_function(lambda eps: (1 + 0.1 * math.exp(-eps * eps)) - 1, until="5", digits=2)
    assert found.head.reached


def test_composed_steps_are_measured_with_the_digits_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """One step of another profile, of which no more than 45 bits are within the budget."""
    ready, needs = evaluator("gaussian.delta"), []

    def enclose(inputs: object, need: int, start: int = 0) -> object:
        needs.append(need)
        if need > 45:
            raise OutOfBudget("gaussian.delta: 20 digits are beyond the budget")
        return Evaluator.enclose(ready, inputs, need, start)  # type: ignore[arg-type]

    monkeypatch.setattr(ready, "enclose", enclose)
    assert measure_quantity("gaussian.delta", {"mu": "1"}, until="2", digits=2).head.reached
    assert needs[0] > 45 and max(needs[1:]) <= 45


def test_doubles_are_asked_for_at_doubles_only() -> None:
    asked: list[float] = []

    def watched(eps: float) -> float:
        asked.append(eps)
        return max(0.0, 0.5 - eps)

    found = measure_function(watched, until="1/3", digits=2)
    assert all(type(eps) is float for eps in asked[1:]) and found.head.until == fmpq(*(1 / 3).as_integer_ratio())


def test_guarantees_bound_every_mechanism_that_has_them() -> None:
    """Tight guarantees of a Gaussian mechanism: its own mu is below the upper end; a dense table comes near to it."""
    table = [(f"{n}/8", str(dplemma.value("gaussian.delta", eps=f"{n}/8", mu="1").upper)) for n in range(33)]
    found = measure_guarantees(Guarantees(table), digits=3)
    assert found.head.until == 4 and found.whole is None
    assert found.ends[1] >= 1 and found.ends[1] < 1.05
    assert "every mechanism with these guarantees" in found.remark


def test_a_pure_guarantee_alone_is_the_whole() -> None:
    found = measure_guarantees(Guarantees([("1", "0")]), digits=3)
    closed = dplemma.value("pure.mu", eps0="1").ball
    assert found.whole is not None and found.whole[0] <= closed <= found.whole[1]
    assert [point.given for point in found.refined()] == [None, "0"] and found.refined()[1].implied == "0"


def test_where_the_profile_ends_is_where_it_is_known_to() -> None:
    nothing = measure_guarantees(Guarantees([("0", "0")]), digits=2)
    assert nothing.head.until == 10 and nothing.tail == "the profile is 0 from eps = 0 on"
    beyond = measure_quantity("laplace.delta", {"eps0": "1"}, until="3", digits=2)
    assert beyond.tail == "the profile is 0 from eps = 1 on" and "from eps = 1 on" in beyond.limit.says


def test_the_refined_profile() -> None:
    found = measure_guarantees(Guarantees([("0.5", "1e-2"), ("1", "1e-3"), ("1.5", "9e-4"), ("2", "1e-6")]), digits=2)
    rows = {point.eps: (point.given, point.implied) for point in found.refined()}
    assert rows["0.5"] == ("0.01", "0.01") and rows["2"] == ("1e-6", "1e-6")
    assert rows["0"][0] is None and 0.25 < float(rows["0"][1]) < 0.26
    assert rows["1.5"] == ("0.0009", "0.0006228368719")
    assert found.to_json(refine=True)["refined"][0]["implied"] == rows["0"][1]
    loose = measure_function(lambda eps: 0.5 if eps < 1 else 0.01, until="2", digits=2)
    assert float(loose.refined()[0].implied) < 0.5  # a step implies less before it


def test_staircases_enclose_the_transform() -> None:
    drawn = curves(measure_quantity("laplace.delta", {"eps0": "1"}, digits=2))
    for eps, value in zip(drawn.eps, drawn.transform, strict=True):
        step = min(int(eps * 16), 15)
        assert drawn.below[step] <= value <= drawn.above[step]
    assert len(drawn.stairs) == len(drawn.below) + 1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: measure_quantity("laplace.auc", {"eps0": "1"}), "not a privacy profile"),
        (lambda: measure_quantity("gaussian.log_delta", {"mu": "1"}), "not a privacy profile"),
        (lambda: measure_quantity("laplace.delta", {"eps0": "1"}, until="0"), "until must be > 0"),
        (lambda: measure_quantity("laplace.delta", {"eps0": "1"}, tail_mu="0"), "tail-mu must be > 0"),
        (lambda: measure_quantity("laplace.delta", {"eps0": "1"}, digits=13), "digits must be between"),
        (lambda: measure_quantity("laplace.delta", {"eps0": "1", "eps": "1"}), "eps is what varies"),
        (lambda: measure_function(lambda eps: -1.0), "never below 0"),
        (lambda: measure_function(lambda eps: 2.0), "profile at eps = 0 is 2: a delta is never above 1"),
        (lambda: measure_function(lambda eps: arb(2)), "the profile at eps = 0 is 2.00000: a delta is never above 1"),
        (
            lambda: measure_function(lambda eps: max(0.0, float(eps) - 1) / 10, until="2"),
            "increases from 0 at eps = 0 to 0.1000.* at eps = 2: a privacy profile never does",
        ),
        (lambda: measure_function(lambda eps: eps / 100, until="2"), "the profile increases from 0 at eps = 0 to 0.02000"),
        (lambda: measure_function(lambda eps: math.nan), "must be finite"),
        (lambda: measure_function(lambda eps: [1][int(eps) + 1], name="mine"), "mine at eps = 0 raised IndexError"),
    ],
)
def test_bad_input_is_one_line(call: object, said: str) -> None:
    with pytest.raises(BadInput, match=said) as caught:
        call()  # type: ignore[operator]
    assert "\n" not in str(caught.value)
