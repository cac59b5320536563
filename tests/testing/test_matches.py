"""`assert_matches` acquits what is right, convicts what is not, on the right side, and says where."""

from __future__ import annotations

import importlib
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from meeting import meet
from scipy.special import log_ndtr

from dplemma import value
from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.formulas import quantities
from dplemma.testing.checks import agrees, quick_truth
from dplemma.testing.lawbook import laws
from dplemma.testing.matches import assert_matches
from dplemma.testing.session import Session, started
from dplemma.testing.strategies import inputs
from dplemma.testing.tolerance import input_noise
from dplemma.values.evaluator import evaluator


@pytest.fixture(scope="module", autouse=True)
def own_session() -> Iterator[None]:
    """What these tests convict on purpose is not part of the summary of a run."""
    with started(Session()):
        yield


def log_space(eps: float, mu: float) -> float:
    """The profile as a careful author writes it with SciPy."""
    first, second = log_ndtr(mu / 2 - eps / mu), eps + log_ndtr(-mu / 2 - eps / mu)
    return float(-math.expm1(second - first) * math.exp(first)) if second < first else 0.0


def certified_delta(eps: float, mu: float) -> float:
    return float(value("gaussian.delta", eps=eps, mu=mu, digits=20))


def message(function: Callable[..., Any], quantity: str = "gaussian.delta", **options: Any) -> str:
    with pytest.raises(AssertionError) as caught:
        assert_matches(function, quantity, **{"examples": 60, **options})
    return str(caught.value)


def rows(text: str) -> list[list[str]]:
    table = text.split("\n\n")[1].splitlines()[1:]
    return [re.split(r"  +", line.strip()) for line in table]


# -- acquitted --------------------------------------------------------------------------------------------------------------


def test_a_careful_profile_passes() -> None:
    assert_matches(log_space, "gaussian.delta", rtol=1e-9)


def test_correct_rounding_passes_every_tolerance() -> None:
    for options in ({"ulps": 0.5}, {"condition": 1}, {"rtol": 2.0**-53}):
        assert_matches(certified_delta, "gaussian.delta", examples=40, within="domain", **options)


def test_directed_rounding_is_a_bound() -> None:
    upper = lambda eps, mu: value("gaussian.delta", eps=eps, mu=mu, digits=20).upper  # noqa: E731
    lower = lambda eps, mu: value("gaussian.delta", eps=eps, mu=mu, digits=20).lower  # noqa: E731
    assert_matches(upper, "gaussian.delta", side="never_below", examples=40, within="domain")
    assert_matches(upper, "gaussian.delta", side="never_below", ulps=1, examples=40)
    assert_matches(lower, "gaussian.delta", side="never_above", examples=40, within="domain")
    assert "below (unsafe)" in message(lower, side="never_below")
    assert "above" in message(upper, side="never_above")


def test_a_loose_bound_passes_unless_a_tolerance_is_given() -> None:
    loose = lambda eps, mu: 2 * certified_delta(eps, mu) + 1e-300  # noqa: E731
    assert_matches(loose, "gaussian.delta", side="never_below", examples=30)
    assert "never below the truth" in message(loose, side="never_below", rtol=0.5)


# -- convicted --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "direction"),
    [
        (lambda eps, mu: max(log_space(eps, mu), 1e-15), "above"),
        (lambda eps, mu: d if (d := log_space(eps, mu)) > 1e-12 else 0.0, "below (unsafe)"),
        (lambda eps, mu: log_space(eps, mu) * (1 + 1e-4 * (eps > 15 and mu > 6)), "above"),
        (lambda eps, mu: log_space(eps, mu) - 1e-11, "below (unsafe)"),
        (lambda mu, eps: log_space(mu, eps) if False else log_space(eps, mu) * 0.999, "below (unsafe)"),
        (lambda eps, mu: math.nan, "nan"),
        (lambda eps, mu: math.inf, "above"),
    ],
)  # fmt: skip
def test_the_wrong_are_convicted_on_the_right_side(function: Callable[..., Any], direction: str) -> None:
    assert {row[-1] for row in rows(message(function, examples=120))} == {direction}


def test_swapped_arguments_are_convicted() -> None:
    assert_matches(lambda mu, eps: log_space(eps, mu), "gaussian.delta", examples=30)  # by name: the order does not matter
    message(lambda a, b: log_space(b, a))


def test_the_table_has_every_column_and_lines_that_reproduce() -> None:
    def clamped(eps: float, mu: float) -> float:
        return max(log_space(eps, mu), 1e-10)

    text = message(clamped, rtol=1e-6)
    assert text.startswith("clamped is not gaussian.delta at ")
    assert re.split(r"  +", text.split("\n\n")[1].splitlines()[0].strip()) == [
        "eps", "mu", "got", "certified want", "relative", "bits", "direction",
    ]  # fmt: skip
    lines = text.partition("to reproduce:\n")[2].splitlines()
    assert len(lines) == len(rows(text)) >= 2
    for line in lines:
        with pytest.raises(AssertionError, match=r"clamped is not gaussian\.delta here"):
            eval(line.strip(), {"assert_matches": assert_matches, "clamped": clamped})
    assert len(rows(text)[0][0]) <= 4  # shrunk


def test_the_worst_points_are_shown() -> None:
    text = message(lambda mu: float(value("gaussian.auc", mu=mu, digits=20)) + 1e-3 * (mu > 3), "gaussian.auc", examples=100)
    relative = [float(row[3]) for row in rows(text)]
    assert max(relative) == pytest.approx(1e-3, rel=0.05)


def test_an_exception_is_a_failure_with_its_text() -> None:
    def picky(eps: float, mu: float) -> float:
        raise ValueError("mu is too\nsmall")

    assert "ValueError: mu is too small" in message(picky)
    with pytest.raises(AssertionError) as caught:
        assert_matches(picky, "gaussian.delta", at={"eps": 1.0, "mu": 1.0})
    assert isinstance(caught.value.__cause__, ValueError)


def test_the_same_seed_finds_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after a module was loaded whose numbers Hypothesis would like to try."""
    off = lambda eps, mu: log_space(eps, mu) * (1 + 1e-3 * (eps > 2))  # noqa: E731
    first = message(off, seed=5, examples=100)
    (tmp_path / "full_of_numbers.py").write_text(f"NUMBERS = {list(range(1000, 60000, 7))}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("full_of_numbers")
    assert message(off, seed=5, examples=100) == first
    assert message(off, seed=6, examples=100) != first


# -- inside another test ----------------------------------------------------------------------------------------------------


def test_inside_given_it_shrinks() -> None:
    @settings(max_examples=100, database=None)
    @given(inputs("gaussian.delta", "ordinary"))
    def run(x: dict[str, float]) -> None:
        assert_matches(lambda eps, mu: log_space(eps, mu) * (1 + (eps > 3)), "gaussian.delta", at=x)

    with pytest.raises(AssertionError) as caught:
        run()
    (row,) = rows(str(caught.value))
    assert float(row[0]) > 3
    assert len(row[0]) <= 4


def test_a_search_inside_given_is_refused_and_two_comparisons_are_fine() -> None:
    @settings(max_examples=5, database=None)
    @given(inputs("gaussian.auc", "ordinary"))
    def run(x: dict[str, float]) -> None:
        auc = lambda mu: float(value("gaussian.auc", mu=mu, digits=20))  # noqa: E731
        for _ in range(2):
            assert_matches(auc, "gaussian.auc", at=x)
        law = laws("gaussian", {"auc": auc})["auc-closed-form"]
        law(**x)
        for search in (law, lambda: assert_matches(auc, "gaussian.auc")):
            with pytest.raises(DplemmaError, match="inside @given give the point"):
                search()

    run()


def test_hypothesis_is_named_where_it_is_missing() -> None:
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "try:\n    from dplemma.testing import inputs\nexcept Exception as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "dplemma.testing needs Hypothesis: pip install 'dplemma[pytest]'"


def test_at_takes_aliases_and_texts() -> None:
    assert_matches(certified_delta, "gaussian.delta", at={"epsilon": "0.1", "psi": 2})
    with pytest.raises(AssertionError, match=r"at=\{'eps': 0\.1, 'mu': 2\.0\}"):
        assert_matches(lambda eps, mu: 0.5, "gaussian.delta", at={"epsilon": "0.1", "psi": 2})


def test_arguments_can_be_mapped() -> None:
    by_sigma = lambda epsilon, sigma: certified_delta(epsilon, 1 / sigma)  # noqa: E731
    assert_matches(by_sigma, "gaussian.delta", args={"sigma": "1/mu"}, examples=40, condition=4)
    assert_matches(lambda *args: certified_delta(*args), "gaussian.delta", examples=20)
    assert_matches(lambda **named: certified_delta(**named), "gaussian.delta", examples=20)
    assert_matches(lambda sigma, a: certified_delta(a, 1 / sigma), "gaussian.delta", args={"sigma": "1/psi"}, examples=20)
    with pytest.raises(DplemmaError, match=r'args=\{"sigma": "1/mu"\}'):
        assert_matches(lambda sigma: 1.0, "gaussian.delta")
    with pytest.raises(DplemmaError, match=r'args=\{"x": "\.\.\."\}: the function has no parameter'):
        assert_matches(certified_delta, "gaussian.delta", args={"x": "mu"})


def test_a_failure_says_how_the_function_was_called() -> None:
    def noise(epsilon: float, *, noise_multiplier: float, sensitivity: float = 2.0) -> float:
        return 1.01 * certified_delta(epsilon, sensitivity / noise_multiplier)

    text = message(noise, at={"eps": 1.0, "mu": 1.0})
    assert "\ncalled as noise(epsilon=eps, noise_multiplier=1/mu, sensitivity=1.0); to reproduce:\n" in text
    assert rows(text)[0][4].startswith("0.01")


def test_integers_are_passed_as_integers() -> None:
    def roc(fpr: float, d: int, mu: float) -> float:
        assert type(d) is int
        return float(value("glrt.roc", fpr=fpr, d=d, mu=mu, digits=20))

    assert_matches(roc, "glrt.roc", examples=20, ranges={"d": (1, 5)})


# -- tolerance --------------------------------------------------------------------------------------------------------------


def test_the_condition_is_what_a_unit_of_the_inputs_does() -> None:
    ready = evaluator("gaussian.delta")
    eps, mu = 20.0, 1.0
    here = float(value("gaussian.log_delta", eps=eps, mu=mu))
    slope = float(value("gaussian.log_delta", eps=math.nextafter(eps, 99), mu=mu, digits=60).mid) - here
    noise = float(input_noise(ready, ready.read({"eps": eps, "mu": mu}))) / certified_delta(eps, mu)
    assert noise > 1e-15  # many units in the last place
    assert slope <= 0 and abs(slope) <= noise + 1e-14
    off = certified_delta(eps, mu) * (1 + 3 * noise)
    assert_matches(lambda eps, mu: off, "gaussian.delta", at={"eps": eps, "mu": mu}, condition=4)
    message(lambda eps, mu: off, at={"eps": eps, "mu": mu}, condition=2)
    message(lambda eps, mu: off, at={"eps": eps, "mu": mu}, ulps=4)


def test_zero_and_subnormal_values() -> None:
    deep = {"eps": 20.0, "mu": 0.05}  # far below the smallest double
    for got in (0.0, 5e-324):
        assert_matches(lambda eps, mu, got=got: got, "gaussian.delta", at=deep)
    message(lambda eps, mu: 1e-323, at=deep)
    message(lambda eps, mu: 0.0, at=deep, side="never_below")
    assert_matches(lambda eps, eps0: 0.0, "pure.delta", at={"eps": 2.0, "eps0": 1.0}, side="never_below", rtol=0)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"rtol": 1e-9, "ulps": 2}, "give one tolerance"), ({"rtol": -1}, "rtol must be"), ({"ulps": math.nan}, "ulps must be"),
        ({"side": "left"}, "never_below"), ({"examples": 0}, "examples must be"), ({"at": 3}, "at takes the inputs by name"),
        ({"at": {"eps": 1.0}}, "needs mu"), ({"at": {"eps": 1.0, "mu": -1.0}}, "mu must be > 0"),
        ({"at": {"eps": "1e400", "mu": 1}}, "beyond the doubles"),
        ({"ranges": {"mu": (2, 1)}}, "low end"), ({"within": "x"}, "within must be"),
    ],
)  # fmt: skip
def test_bad_options_get_one_line(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(DplemmaError, match=expected) as caught:
        assert_matches(log_space, "gaussian.delta", **options)
    assert "\n" not in str(caught.value)


def test_what_is_no_function_or_quantity() -> None:
    with pytest.raises(DplemmaError, match="takes a function"):
        assert_matches(3, "gaussian.delta")  # type: ignore[arg-type]
    with pytest.raises(DplemmaError, match="Did you mean"):
        assert_matches(log_space, "gaussian.dleta")


def test_a_point_without_a_certified_value_is_said() -> None:
    place = {"order": 1e6, "sigma": 0.01, "q": 0.5}
    with pytest.raises(OutOfBudget):
        assert_matches(lambda order, sigma, q: 1.0, "subsampled.gaussian_renyi", at=place)


# -- checks and tallies -----------------------------------------------------------------------------------------------------


QUICK = [name for name in quantities() if evaluator(name)._quick is not None]


@pytest.mark.parametrize("name", QUICK)
def test_the_first_ball_holds_the_truth(name: str) -> None:
    ready = evaluator(name)

    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(inputs(name))
    def check(x: dict[str, float]) -> None:
        exact, _, _ = ready.enclose(ready.read(x), 200)
        near = quick_truth(ready, x.values())
        assert meet(near, exact)
        assert near.is_exact() or near.rel_accuracy_bits() >= 60
        wide = ready.ball(tuple(x.values()), 64)
        assert wide is None or not wide.is_finite() or meet(wide, exact)

    check()


def test_the_first_ball_is_refused_outside_the_domain() -> None:
    ready = evaluator("gaussian.delta")
    assert ready.ball((1.0, -1.0), 64) is None
    assert ready.ball((math.nan, 1.0), 64) is None
    assert ready.ball((math.inf, 1.0), 64) is None
    assert evaluator("glrt.roc").ball((0.1, 2, 1.0), 64) is None
    assert evaluator("laplace.fbeta").ball((1.0, 1.0, 0.0, 0.0, 0.0), 64) is None
    with pytest.raises(DplemmaError, match="mu must be > 0"):
        quick_truth(ready, (1.0, -1.0))


def test_agreement_is_certain() -> None:
    exact = quick_truth(evaluator("gaussian.auc"), (1.0,))
    got = float(exact.mid())
    assert agrees(exact, got * (1 + 0.9e-9), 1e-9)
    assert not agrees(exact, got * (1 + 1.1e-9), 1e-9)
    assert not agrees(exact, math.nan, 1e-9) and not agrees(exact, math.inf, 1e-9)


@settings(max_examples=60)
@given(inputs("gaussian.delta"))
def test_three_doubles_from_one_enclosure(x: dict[str, float]) -> None:
    one = value("gaussian.delta", digits=20, **x)
    assert one.doubles() == (float(one), one.lower, one.upper)


def test_a_session_counts() -> None:
    with started(Session(examples=30, seed=3)) as session:
        assert_matches(log_space, "gaussian.delta")
        assert_matches(log_space, "gaussian.delta", at={"eps": 1.0, "mu": 1.0})
        with pytest.raises(AssertionError):
            assert_matches(lambda mu: 1.0, "gaussian.auc")
    tally = session.matches["gaussian.delta log_space"]
    assert tally.points >= 31 and tally.failed == 0 and tally.worst < 1e-9 and tally.at
    assert session.matches["gaussian.auc <lambda>"].failed > 0
    other = Session()
    other.merge(session.to_json())
    other.merge(session.to_json())
    assert other.matches["gaussian.delta log_space"].points == 2 * tally.points
    assert other.matches["gaussian.delta log_space"].worst == tally.worst
