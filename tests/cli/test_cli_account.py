"""`dplemma dpsgd` and `dplemma account` from the arguments to the exit code."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dplemma.cli import main
from dplemma.peers.league import training_runs
from dplemma.values import accounting

RUN = ("--noise-multiplier", "1", "--sample-rate", "0.01", "--steps", "1000")


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(list(argv))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def data_of(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    code, out, err = told(capsys, *argv, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def written(folder: Path, text: str) -> str:
    path = folder / "run.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_eps_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(capsys, "dpsgd", *RUN, "--delta", "1e-5")
    assert data["inputs"] == {"noise_multiplier": "1", "sample_rate": "0.01", "steps": "1000"}
    assert (data["adjacency"], data["sampling"], data["direction"]) == ("add-remove", "Poisson", "remove")
    assert float(data["eps"]["lower"]) <= 1.8282366665165 <= float(data["eps"]["upper"])
    assert float(data["eps"]["upper"]) - float(data["eps"]["lower"]) < 2e-6
    assert float(data["mu"]["lower"]) < float(data["mu"]["upper"]) and data["mu"]["head"] == "1.829"
    assert [rate["fpr"] for rate in data["tpr"]] == ["0.001", "0.01", "0.1"]
    assert all(float(rate["fpr"]) < float(rate["lower"]) < float(rate["upper"]) for rate in data["tpr"])
    assert "proved from both sides" in data["statement"]
    assert data["method"] == "contour integral"


def test_gaussians_alone_have_a_mu_for_every_eps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """mu = sqrt(sum mu_i^2) exactly: sqrt(10) = 3.162277..., and 13 from 3, 4 and 12."""
    unsampled = ("dpsgd", "--noise-multiplier", "1", "--sample-rate", "1", "--steps", "10", "--delta", "1e-5")
    assert data_of(capsys, *unsampled)["mu"] == {"lower": "3.16227", "upper": "3.16228", "head": "inf"}
    _, out, _ = told(capsys, *unsampled)
    assert "mu in [3.16227, 3.16228] for every eps\n" in out and "3.16228-GDP for every eps. Accountant" in " ".join(out.split())
    text = "delta = 1e-5\n" + "".join(f'[[mechanism]]\nkind = "gaussian"\nmu = {mu}\n' for mu in (3, 4, 12))
    file = written(tmp_path, text)
    answer = data_of(capsys, "account", file)
    assert all(float(rate["lower"]) > 0.99999 and float(rate["upper"]) <= 1 for rate in answer["tpr"])
    assert answer["mu"] == {"lower": "13.0000", "upper": "13.0000", "head": "inf"}
    assert "  both directions are alike; closed form\n" in told(capsys, "account", file)[1]


@pytest.mark.parametrize(
    ("table", "mu"),
    [
        ('kind = "randomized_response"\nexp_eps0 = 3\ncount = 10', (3.4771, 3.4776)),
        ('kind = "laplace"\neps0 = 1', (1.03006, 1.03017)),
    ],
)
def test_where_the_profile_is_0_beyond_the_head_is_the_whole(
    table: str, mu: tuple[float, float], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The head 10.99 is beyond ten losses of log 3, where nothing is left; without the end of a Laplace loss it is a head."""
    whole = data_of(capsys, "account", written(tmp_path, f'delta = "1e-5"\n[[mechanism]]\n{table}\n'))["mu"]
    assert whole["head"] == "inf" and mu[0] <= float(whole["lower"]) < float(whole["upper"]) <= mu[1]
    head = data_of(capsys, "account", written(tmp_path, f'eps = "1/2"\n[[mechanism]]\n{table}\n'))["mu"]
    assert head["head"] == "0.5"


def test_a_missing_mu_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = told(capsys, "account", written(tmp_path, 'eps = 0\n[[mechanism]]\nkind = "laplace"\neps0 = 1\n'))
    assert code == 0 and "mu is not given: a head up to eps = 0 is none" in out
    monkeypatch.setattr(accounting, "head_mu", lambda *_: None)
    code, out, _ = told(capsys, "account", written(tmp_path, 'eps = 1\n[[mechanism]]\nkind = "gaussian"\nmu = 1\n'))
    assert code == 0 and "mu is not given: it is out of reach within the budget" in out


def test_delta_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(capsys, "dpsgd", *RUN, "--eps", "2")
    assert data["eps"] == "2"
    assert float(data["delta"]["lower"]) < 2.6655718e-6 < float(data["delta"]["upper"])


def test_a_narrower_answer_is_inside(capsys: pytest.CaptureFixture[str]) -> None:
    wide = data_of(capsys, "dpsgd", *RUN, "--delta", "1e-5", "--width", "1e-4")["eps"]
    narrow = data_of(capsys, "dpsgd", *RUN, "--delta", "1e-5", "--width", "1e-12")["eps"]
    assert float(wide["lower"]) < float(narrow["lower"]) < float(narrow["upper"]) < float(wide["upper"])
    assert float(narrow["upper"]) - float(narrow["lower"]) < 2e-12


def test_epochs_of_a_sample_rate_are_steps(capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(capsys, "dpsgd", "--noise-multiplier", "1", "--sample-rate", "1", "--epochs", "3.5", "--delta", "1e-5")
    assert data["inputs"]["steps"] == "4" and data["how"] == "steps = epochs / sample rate, rounded up = 4"


def test_sizes_and_epochs_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ("--dataset-size", "60000", "--batch-size", "256", "--epochs", "60")
    code, out, _ = told(capsys, "dpsgd", "--noise-multiplier", "1.1", *sizes, "--delta", "1e-5")
    assert code == 0
    assert "sample rate = batch/dataset = 256/60000" in out
    assert "rounded up = 14063" in out
    assert "eps in [2.3816895" in out
    assert "for a model card:" in out and "add-remove adjacency" in out
    assert "divided by the expected batch size" in out


def test_one_step_is_one_step(capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "dpsgd", "--noise-multiplier", "1", "--sample-rate", "1", "--steps", "1", "--delta", "1e-5")[1]
    assert "sample rate 1, 1 step\n" in out and "noise multiplier 1, 1 step." in " ".join(out.split())


def test_accumulated_batches_are_one_batch(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = ("--dataset-size", "60000", "--batch-size", "64", "--accumulation", "4", "--epochs", "60")
    data = data_of(capsys, "dpsgd", "--noise-multiplier", "1.1", *sizes, "--delta", "1e-5")
    assert data["inputs"]["sample_rate"] == "8/1875"
    assert data["inputs"]["steps"] == "14063"
    assert any("noise is added once" in warning for warning in data["warnings"])


def test_a_delta_that_permits_publishing_is_noted(capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(capsys, "dpsgd", *RUN, "--dataset-size", "1000", "--delta", "0.01")
    assert any("not below 1/1000" in warning for warning in data["warnings"])


@pytest.mark.parametrize(
    ("left_out", "rest", "safe_end"),
    [
        ("noise_multiplier", ("--sample-rate", "0.01", "--steps", "1000"), "upper"),
        ("sample_rate", ("--noise-multiplier", "1", "--steps", "1000"), "lower"),
        ("steps", ("--noise-multiplier", "1", "--sample-rate", "0.01"), "lower"),
    ],
)
def test_what_is_left_out_is_solved_for(
    left_out: str, rest: tuple[str, ...], safe_end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = data_of(capsys, "dpsgd", *rest, "--target-eps", "2", "--delta", "1e-5", "--width", "1e-4")
    solved = data["solved"]
    assert solved["parameter"] == left_out
    assert float(solved["lower"]) < float(solved["upper"])
    assert solved["safe"] == solved[safe_end] == data["inputs"][left_out]
    assert float(data["eps"]["upper"]) <= 2
    option = "--" + left_out.replace("_", "-")
    other = solved["lower" if safe_end == "upper" else "upper"]
    beyond = data_of(capsys, "dpsgd", *rest, option, other, "--delta", "1e-5", "--width", "1e-6")
    assert float(beyond["eps"]["lower"]) > 2


def test_noise_for_a_mu(capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(
        capsys, "dpsgd", "--sample-rate", "0.01", "--steps", "1000", "--target-mu", "0.5", "--delta", "1e-5", "--width", "1e-3"
    )
    assert 0.95 < float(data["solved"]["lower"]) < float(data["solved"]["safe"]) < 0.97
    assert float(data["mu"]["upper"]) <= 0.5


KEYS = {"inputs", "adjacency", "sampling", "delta", "eps", "direction", "mu", "tpr", "method", "seconds", "statement"}
"""What `dpsgd --json` and `account --json` both promise."""


@pytest.mark.parametrize(("asked", "found"), [(("--delta", "1e-5"), "eps"), (("--eps", "2"), "delta")])
def test_every_promised_key_is_there(asked: tuple[str, str], found: str, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(capsys, "dpsgd", *RUN, *asked, "--width", "1e-6", "--adjacency", "add-remove")
    assert set(data) >= KEYS
    assert set(data[found]) == {"lower", "upper"} and all(isinstance(end, str) for end in data[found].values())
    assert set(data["mu"]) == {"lower", "upper", "head"}
    assert all(set(rate) == {"fpr", "lower", "upper"} for rate in data["tpr"])


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("--sample-rate", "0.1", "--steps", "3", "--target-tpr", "0.1", "--delta", "1e-5"), "--fpr 0.01"),
        (("--sample-rate", "0.1", "--steps", "3", "--target-tpr", "0.1", "--fpr", "0.2", "--delta", "1e-5"), "must be above fpr"),
        (("--sample-rate", "0.1", "--steps", "3", "--target-tpr", "2", "--fpr", "0.2", "--delta", "1e-5"), "must be in (0, 1)"),
        (("--sample-rate", "0.1", "--steps", "3", "--target-mu", "2", "--target-eps", "2", "--delta", "1e-5"), "not both"),
        ((*RUN, "--delta", "1e-5", "--adjacency", "replace-one"), "no dominating pair"),
        ((*RUN, "--delta", "1e-5", "--sampling", "shuffle"), "shuffled batches"),
        ((*RUN, "--delta", "1e-5", "--sampling", "fixed-size"), "without replacement"),
        ((*RUN,), "--delta"),
        ((*RUN, "--delta", "1e-5", "--eps", "2"), "or --eps to get delta, not both. Try"),
        (("--noise-multiplier", "1", "--sample-rate", "0.5", "--steps", "1,000", "--delta", "1e-5"), "not grouped, and decimals"),
        (
            ("--noise-multiplier", "1", "--dataset-size", "60", "--batch-size", "70", "--epochs", "1", "--delta", "1e-5"),
            "got 70 of 60",
        ),
        (("--sigma", "1", "--sample-rate", "0.5", "--steps", "3"), "unknown option '--sigma'. Did you mean --noise-multiplier?"),
        (("--noise-multiplier", "1", "-q", "0.5", "--steps", "3"), "unknown option '-q'. Did you mean --sample-rate?"),
        ((*RUN, "--delta", "2"), "delta must be in"),
        ((*RUN, "--delta", "-1e-5"), "delta must be in (0, 1), got -1e-5"),
        (("--noise-multiplier", "-1", "--sample-rate", "0.1", "--steps", "3", "--delta", "1e-5"), "noise_multiplier must be > 0"),
        (("--noise-multiplier", "1", "--sample-rate", "1.5", "--steps", "3", "--delta", "1e-5"), "sample_rate must be in"),
        (("--noise-multiplier", "1", "--sample-rate", "0.5", "--steps", "3.5", "--delta", "1e-5"), "whole number"),
        (("--noise-multiplier", "1", "--epochs", "5", "--delta", "1e-5"), "give dataset_size with batch_size, or sample_rate"),
        ((*RUN, "--epochs", "5", "--delta", "1e-5"), "give steps, or epochs, not both"),
        (("--noise-multiplier", "1", "--epochs", "5", "--target-eps", "1", "--delta", "1e-5"), "Try --steps 1000"),
        (
            ("--noise-multiplier", "1", "--sample-rate", "0.01", "--epochs", "1e5000", "--delta", "1e-5"),
            "steps must be at most 1000000000, got 1e5002",
        ),
        (
            ("--noise-multiplier", "1", "--dataset-size", "60000", "--batch-size", "600", "--epochs", "1e300", "--delta", "1e-5"),
            "steps must be at most 1000000000, got 1e302",
        ),
        ((*RUN, "--delta", "1e-5", "--accumulation", "0"), "accumulation must be > 0, got 0. Try 4"),
        ((*RUN, "--delta", "1e-5", "--accumulation", "-3"), "accumulation must be > 0"),
        ((*RUN, "--delta", "1e-5", "--dataset-size", "60000.5"), "dataset_size must be a whole number, got 60000.5. Try 60000"),
        ((*RUN, "--delta", "1e-5", "--table", "run.txt"), "--table run.txt: the name must end in .csv"),
        ((*RUN, "--delta", "1e-5", "--plot", "run.pdf"), ".png or .svg"),
        ((*RUN, "--delta", "1e-5", "--table", "no/such/run.csv"), "there is no folder no/such"),
        ((*RUN, "--target-eps", "2", "--delta", "1e-5"), "leave out exactly one"),
        (("--noise-multiplier", "x", "--sample-rate", "0.5", "--steps", "3", "--delta", "1e-5"), "must be a number"),
    ],
)
def test_what_is_refused(argv: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, error = told(capsys, "dpsgd", *argv)
    assert code == 2
    assert message in error and error.count("\n") == 1  # said before anything is computed, not after
    assert error.count("\n") == 1


MIXED = """
delta = 1e-5
[[mechanism]]
kind = "subsampled_gaussian"
sigma = 1.0
q = "1/100"
count = 1000
[[mechanism]]
kind = "laplace"
eps0 = "0.1"
[[mechanism]]
kind = "randomized_response"
exp_eps0 = "3/2"
count = 2
"""


def test_a_file_of_mechanisms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of(capsys, "account", written(tmp_path, MIXED))
    assert 2.53 < float(data["eps"]["lower"]) < float(data["eps"]["upper"]) < 2.54
    assert data["inputs"]["mechanisms"][1] == {"kind": "laplace", "eps0": "0.1"}
    assert data["delta"] == "0.00001"


@pytest.mark.parametrize(
    ("table", "eps"),
    [
        ('kind = "gaussian"\nmu = "0.5"', (1.9930913, 1.9930915)),
        ('kind = "randomized_response"\neps0 = 0.2\ncount = 50', (6.307776, 6.307780)),
        ('kind = "discrete_laplace"\nscale = 5\ncount = 50', (6.307776, 6.307780)),
        ('kind = "laplace"\neps0 = 1', (0.9999799, 0.9999801)),
        ('kind = "approx"\neps = 1\ndelta = 0', (0.99998, 0.99999)),
        ('kind = "discrete_gaussian"\nsigma = 10', (0.335, 0.345)),
        ('kind = "points"\nfile = "points.csv"', (0.9, 1.0)),
    ],
)  # fmt: skip
def test_every_kind_has_an_eps(table: str, eps: tuple[float, float], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "points.csv").write_text("eps,delta\n0.5,0.2\n1,0\n", encoding="utf-8")
    data = data_of(capsys, "account", written(tmp_path, f'delta = "1e-5"\n[[mechanism]]\n{table}\n'))
    assert eps[0] < float(data["eps"]["lower"]) <= float(data["eps"]["upper"]) < eps[1]


@pytest.mark.parametrize(
    "text",
    ["# measured\n0.5,0.2\n1,0\n", "0.5, 0.2\n\n1, 0\n", "run,Delta,eps\na,0.2,0.5\nb,0,1\n", "eps,delta\n# two\n0.5,0.2\n1,0\n"],
)
def test_a_table_of_guarantees_has_remarks_or_no_header(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "points.csv").write_text(text, encoding="utf-8")
    data = data_of(capsys, "account", written(tmp_path, 'delta = "1e-5"\n[[mechanism]]\nkind = "points"\nfile = "points.csv"\n'))
    assert 0.9 < float(data["eps"]["lower"]) <= float(data["eps"]["upper"]) < 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('delta = 1e-5\n[[mechanism]]\nkind = "gausian"\nmu = 1', "gaussian"),
        ('delta = 1e-5\n[[mechanism]]\nkind = "gaussian"\nmu = 1\nsigma = 2', "gaussian has no sigma"),
        (
            'delta = 1e-5\n[[mechanism]]\nkind = "subsampled_gaussian"\nsigm = 1\nq = 0.1',
            "unknown key 'sigm'. Did you mean sigma",
        ),
        ('delta = 1e-5\n[[mechanism]]\nkind = "gaussian"', "mu is missing"),
        ('[[mechanism]]\nkind = "gaussian"\nmu = 1', "needs delta or eps"),
        ("delta = 1e-5", "has no [[mechanism]]"),
        ("delta = ", "run.toml"),
        (
            'delta = 1e-5\nadjacency = "replace-one"\n[[mechanism]]\nkind = "subsampled_gaussian"\nsigma = 1\nq = 0.1',
            "no dominating",
        ),
        ('delta = 1e-5\nsampling = "shuffle"\n[[mechanism]]\nkind = "subsampled_gaussian"\nsigma = 1\nq = 0.1', "shuffled"),
        ('delta = 1e-9\n[[mechanism]]\nkind = "approx"\neps = 1\ndelta = 1e-6', "infinite with probability"),
        ('delta = 1e-5\n[[mechanism]]\nkind = "gaussian"\nmu = 1\ncount = 0', "count must be"),
    ],
)
def test_what_a_file_may_not_say(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, error = told(capsys, "account", written(tmp_path, text))
    assert code == 2
    assert message in error


def test_randomised_response_is_spelled_either_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, 'delta = 1e-5\n[[mechanism]]\nkind = "randomised_response"\neps0 = 1\n')
    assert data_of(capsys, "account", file)["method"] == "expansion"


GAUSSIAN = '[[mechanism]]\nkind = "gaussian"\nmu = 1\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f'delta = 1e-5\n{GAUSSIAN}[[mechanism]]\nkind = "gausian"',
            "run.toml, mechanism 2: unknown kind 'gausian'. Did you mean",
        ),
        (f"delta = 1e-5\n{GAUSSIAN}sigm = 2", "run.toml, mechanism 1: unknown key 'sigm'. Did you mean sigma"),
        (
            'delta = 1e-5\n[[mechanism]]\nkind = "gaussian"\nsigma = 3',
            'mu = sensitivity/sigma is asked for, not sigma: write mu = "1/3" for sigma = 3 at sensitivity 1',
        ),
        ('delta = 1e-5\n[[mechanism]]\nkind = "laplace"\nscale = 4', 'write eps0 = "0.25" for scale = 4'),
        (f"delt = 1e-5\n{GAUSSIAN}", "run.toml: unknown key 'delt'. Did you mean delta"),
        (f'delta = 1e-5\nadjacency = "all"\n{GAUSSIAN}', "run.toml: adjacency 'all' is none of"),
        (f"delta = 2\n{GAUSSIAN}", "run.toml: delta must be in [0, 1), got 2"),
        (f"delta = 2026-01-02\n{GAUSSIAN}", "run.toml: delta must be a number, got the date or time 2026-01-02. Try delta ="),
        (
            'delta = 1e-5\n[[mechanism]]\nkind = "gaussian"\nmu = 10:00:00',
            "mechanism 1: mu must be a number, got the date or time 10:00",
        ),
        (
            'delta = 1e-5\n[[mechanism]]\nkind = "gaussian"\nmu = [1]',
            "mechanism 1: mu must be a number, got an array. Try mu = 1",
        ),
        (
            'delta = 1e-5\n[[mechanism]]\nkind = "randomized_response"\neps0 = 1\nexp_eps0 = 3',
            "mechanism 1: give eps0, or exp_eps0 = e^eps0, not both",
        ),
        ('delta = 1e-5\n[[mechanism]]\nkind = "points"\nfile = "."', "mechanism 1: cannot read .: Is a directory"),
        ('delta = 1e-5\n[[mechanism]]\nkind = "points"\nfile = "points.csv"', "mechanism 1: points.csv: eps must be a number"),
    ],
)
def test_a_complaint_about_a_file_says_where(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "points.csv").write_text("eps,delta\nx,0.1\n", encoding="utf-8")
    code, _, error = told(capsys, "account", written(tmp_path, text))
    assert code == 2 and error.count("\n") == 1
    assert message in error


def test_the_mark_that_excel_puts_first_is_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "points.csv").write_text("eps,delta\n1,0\n", encoding="utf-8-sig")
    file = tmp_path / "run.toml"
    file.write_text('eps = 2\n[[mechanism]]\nkind = "points"\nfile = "points.csv"\n', encoding="utf-8-sig")
    assert data_of(capsys, "account", str(file))["delta"] == {"lower": "0", "upper": "0"}


def test_replace_one_is_fine_without_sampling(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'delta = 1e-5\nadjacency = "replace-one"\n[[mechanism]]\nkind = "gaussian"\nmu = 1\n'
    assert data_of(capsys, "account", written(tmp_path, text))["adjacency"] == "replace-one"


def test_the_curves_of_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, picture = tmp_path / "run.csv", tmp_path / "run.svg"
    code, out, err = told(capsys, "dpsgd", *RUN, "--delta", "1e-5", "--table", str(table), "--plot", str(picture), "--json")
    assert code == 0 and json.loads(out)["eps"]
    assert err == f"54 rows written to {table}\ndrawn to {picture}\n"
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    for curve, falls in (("profile", True), ("roc", False)):
        chosen = [row for row in rows if row["curve"] == curve]
        assert len(chosen) > 20
        assert all(float(row["lower"]) <= float(row["upper"]) for row in chosen)
        pairs = list(pairwise(chosen))
        assert all(
            (float(a["upper"]) >= float(b["lower"])) if falls else (float(a["lower"]) <= float(b["upper"])) for a, b in pairs
        )
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (1.0, 2.0, "holds"), (None, 1.6, "holds"), (1.0, 1.4, "upper end below the truth"),
        (1.7, 2.0, "lower end above the truth"), (0.0, float("inf"), "no finite upper end"), (1.55, 1.56, "holds"),
    ],
)  # fmt: skip
def test_how_a_promise_stands(low: float | None, high: float, word: str) -> None:
    assert training_runs.stands(low, high, 1.5, 1.6) == word


def test_other_accountants_are_run_and_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Stand-ins in this interpreter: one that is too low, one that fails; a library that is not there says so."""
    low = training_runs.RunAccountant("too low", "opacus", "lower, upper = 0.0, sigma\n")
    wrong = training_runs.RunAccountant("broken", "opacus", "raise SystemExit(3)\n")
    absent = training_runs.RunAccountant("absent", "autodp", "")
    monkeypatch.setattr(training_runs, "ACCOUNTANTS", (low, wrong, absent))
    monkeypatch.setattr(training_runs, "_python", lambda name: sys.executable if name == "opacus" else None)
    data = data_of(capsys, "dpsgd", *RUN, "--delta", "1e-5", "--compare")
    assert [row["stands"] for row in data["compare"]] == ["upper end below the truth", "failed", "not installed"]


def sweep(folder: Path) -> list[str]:
    paths = []
    for mu in ("0.5", "1", "2"):
        path = folder / f"{mu}.toml"
        path.write_text(f'delta = "1e-5"\n[[mechanism]]\nkind = "gaussian"\nmu = "{mu}"\n', encoding="utf-8")
        paths.append(str(path))
    return paths


def test_a_sweep_over_processes_is_what_single_files_give(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sweep(tmp_path)
    together: Any = data_of(capsys, "account", *files, "--jobs", "2")
    assert [row["eps"] for row in together] == [data_of(capsys, "account", file)["eps"] for file in files]
    code, out, _ = told(capsys, "account", *files, "--jobs", "2")
    assert code == 0
    assert [line for line in out.splitlines() if line.endswith(".toml:")] == [f"{file}:" for file in files]
    assert out.count("eps in [") == 3


def test_a_bad_file_of_a_sweep_is_named_before_anything_is_computed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sweep(tmp_path)
    Path(files[2]).write_text('delta = "1e-5"\n[[mechanism]]\nkind = "gauss"\n', encoding="utf-8")
    code, out, err = told(capsys, "account", *files)
    assert (code, out) == (2, "") and "unknown kind 'gauss'" in err
    code, _, err = told(capsys, "account", *sweep(tmp_path), "--table", str(tmp_path / "run.csv"))
    assert code == 2 and "for one file" in err


def test_nothing_here_imports_sympy() -> None:
    """Seen in a process of its own: other tests have imported it into this one."""
    code = (
        "import sys; from dplemma.cli import main; "
        f"main({['dpsgd', *RUN, '--delta', '1e-5', '--json']!r}); assert not {{'sympy', 'mpmath', 'numpy'}} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "7"})
    assert done.stderr == ""
    assert '"upper": "1.82823671"' in done.stdout
