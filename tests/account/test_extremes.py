"""Parameters at the ends of what can be written: an interval that holds or one line that says why not, never a traceback."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from flint import arb, fmpq

from dplemma.account.atoms import AtomLoss
from dplemma.account.doubles import MOST_POINTS, counted, within_doubles
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget
from dplemma.cli import main

OUT_OF_REACH = [
    ('delta = "1e-5"', 'kind = "subsampled_gaussian"\nsigma = "1e-300"\nq = "1e-300"', 3),
    ('eps = "0"', 'kind = "subsampled_gaussian"\nsigma = "1e-300"\nq = "0.5"', 1),
    ('delta = "1e-300"', 'kind = "subsampled_gaussian"\nsigma = "1e20"\nq = "1e-300"', 3),
    ('eps = "1e6"', 'kind = "gaussian"\nmu = "1e300"', 1),
    ('delta = "1e-300"', 'kind = "gaussian"\nmu = "1e300"', 10**9),
    ('eps = "0"', 'kind = "subsampled_laplace"\neps0 = "1e300"\nq = "0.5"', 1),
    ('eps = "0"', 'kind = "discrete_gaussian"\nsigma = "1e-300"', 1),
    ('delta = "1e-300"', 'kind = "discrete_gaussian"\nsigma = "1e300"', 3),
    ('delta = "1e-5"', 'kind = "discrete_gaussian"\nsigma = "1e10"', 1),  # once 2.8e11 atoms, one by one
    ('delta = "1e-300"', 'kind = "randomized_response"\neps0 = "1e300"', 10**9),
    ('delta = "1e-5"', 'kind = "discrete_laplace"\nscale = "1e-300"', 1),
]


def assert_one_complaint(code: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Out of budget, no answer, and one line besides those that announce a lattice."""
    captured = capsys.readouterr()
    assert (code, captured.out) == (3, "")
    lines = captured.err.splitlines()
    assert all(line.startswith("dplemma: ") for line in lines)
    assert len([line for line in lines if " points a step follows: " not in line]) == 1


@pytest.mark.parametrize(("asked", "table", "count"), OUT_OF_REACH)
def test_a_file_beyond_the_doubles_is_one_line(
    asked: str, table: str, count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.toml"
    path.write_text(f"{asked}\n[[mechanism]]\n{table}\ncount = {count}\n", encoding="utf-8")
    assert_one_complaint(main(["account", str(path)]), capsys)


@pytest.mark.parametrize(
    "argv",
    [
        ("dpsgd", "--noise-multiplier", "1e-300", "--sample-rate", "1e-300", "--steps", "1000000000", "--delta", "0.999"),
        ("dpsgd", "--noise-multiplier", "1e-300", "--sample-rate", "1e-12", "--steps", "1", "--delta", "0.999"),
        ("dpsgd", "--noise-multiplier", "1e-300", "--sample-rate", "1", "--steps", "1", "--eps", "1e6"),
        ("dpsgd", "--noise-multiplier", "1e-300", "--steps", "5", "--target-mu", "1e-300", "--delta", "1e-5"),
        ("value", "composed.epsilon", "delta=1e-300", "sigma=1e-300", "q=0.999999999999999999999", "steps=7"),
        ("value", "composed.delta", "eps=1e6", "sigma=1e-300", "q=1e-12", "steps=1000000000"),
    ],
)
def test_a_run_beyond_the_doubles_is_one_line(argv: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert_one_complaint(main(list(argv)), capsys)


@pytest.mark.parametrize("kind", ["laplace", "randomized_response"])
def test_beyond_the_largest_loss_there_is_nothing(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.toml"
    path.write_text(f'eps = "1e6"\n[[mechanism]]\nkind = "{kind}"\neps0 = "1e-300"\ncount = 3\n', encoding="utf-8")
    assert main(["account", str(path)]) == 0
    assert "delta in [0, 0] at eps = 1000000" in capsys.readouterr().out


@pytest.mark.parametrize(
    "steer",
    [lambda x: (x * 1e300) ** 2, lambda x: math.log(x - 1), lambda x: math.sqrt(-x), lambda x: x / (x - 1),
     lambda x: int(x * math.nan), lambda x: math.log1p(-x), lambda x: (x - 1) ** -1.0, lambda x: math.exp(1000 * x)],
)  # fmt: skip
def test_doubles_beyond_their_range_put_a_method_out_of_budget(steer: Callable[[float], float]) -> None:
    with pytest.raises(OutOfBudget, match="beyond the range of doubles"), within_doubles():
        steer(1.0)


@pytest.mark.parametrize(
    ("mistake", "kind"),
    [
        (lambda: list(zip([1], [1, 2], strict=True)), ValueError),
        (lambda: [1].index(2), ValueError),
        (lambda: arb("no number"), ValueError),
        (lambda: fmpq(1) / fmpq(0), ZeroDivisionError),
        (lambda: max([]), ValueError),
    ],
)
def test_a_mistake_in_the_program_is_not_hidden(mistake: Callable[[], object], kind: type[Exception]) -> None:
    with pytest.raises(kind), within_doubles():
        mistake()


def test_a_rule_with_too_many_points_is_out_of_budget() -> None:
    assert counted(float(MOST_POINTS)) == MOST_POINTS
    for points in (MOST_POINTS + 1.0, float("inf"), float("nan")):
        with pytest.raises(OutOfBudget, match="points"):
            counted(points)


def test_values_that_are_one_double_are_told_apart() -> None:
    """1 and 1 + 2^-80 are the same double; delta is 0 only from the larger one on, wherever it stands."""
    with working_precision(128):
        low, high = arb(1), 1 + arb(2) ** -80
        assert float(low) == float(high)
        for values in ((low, high), (high, low)):
            assert AtomLoss(tuple((value, arb("0.25")) for value in values)).largest == high
