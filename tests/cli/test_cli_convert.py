"""`dplemma convert` from the arguments to the exit code."""

from __future__ import annotations

import json

import pytest

from dplemma.cli import main


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(["convert", *argv])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_card_of_unit_mu(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "mu=1")
    assert (code, err) == (0, "")
    for heading in ("GDP", "(eps, delta)-DP", "zCDP", "Rényi DP", "Hypothesis testing", "F_beta", "Divergences"):
        assert f"\n{heading}\n" in out
    assert "\n  1     0.1269367375\n" in out  # Phi(-1/2) - e Phi(-3/2)
    assert "\n  0.00001   4.377178096\n" in out
    assert "bound, not exact" in out
    assert "length test" not in out
    assert max(map(len, out.splitlines())) <= 100


def test_options_may_stand_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "--digits", "4", "sigma=2", "eps=0.5,1")
    second = run(capsys, "sigma=2", "--digits", "4", "eps=0.5,1")
    assert first == second
    assert first[0] == 0


def test_json_is_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "eps=1", "delta=1e-5", "d=10", "--json", "--digits", "15")
    data = json.loads(out)
    assert (code, err, data["digits"]) == (0, "", 15)
    assert data["mechanism"]["mu"] == "0.268051123211294"  # 0.26805112321129421790...
    restricted = [e for n in data["notions"] for e in n["entries"] if e["quantity"].startswith("glrt.")]
    assert restricted
    for entry in restricted:
        assert entry["status"] == "restricted-adversary"
        assert entry["label"] == "a restricted adversary: not a DP guarantee"


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        ([], 2, "no mechanism is given"),
        (["mu=1", "sigma=2"], 2, "twice"),
        (["mu=1", "mu=2"], 2, "twice"),
        (["eps=1"], 2, "eps alone"),
        (["mu=1,2"], 2, "single value"),
        (["mu=0"], 2, "must be > 0"),
        (["mu=abc"], 2, "must be a number"),
        (["mu=1", "eps=1,,2"], 2, "empty entry"),
        (["mu=1", "ordr=2"], 2, "Did you mean order"),
        (["mu"], 2, "name=value"),
        (["digits=3"], 2, "unknown parameter"),
        (["mu=1", "--digits", "0"], 2, "whole number"),
        (["mu=1", "--digits", "20000"], 3, "at most 10000"),
        (["mu=1", "eps=" + ",".join(map(str, range(1, 1002)))], 3, "1000"),
        (["mu=1e99999"], 3, "out of reach"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_what_is_wrong_is_one_line(argv: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    got, out, err = run(capsys, *argv)
    assert (got, out, err.count("\n")) == (code, "", 1)
    assert said in err


def test_an_incomplete_card_is_printed_with_exit_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "mu=1e4000", "--digits", "3")
    assert code == 3
    assert "\nOut of reach\n" in out
    assert "area under the ROC curve      1.00\n" in out


def test_other_mechanisms_and_the_adjacency(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "scale=2", "--adjacency", "replace-one", "eps=0.5", "--json")
    data = json.loads(out)
    assert (code, err, data["kind"], data["adjacency"]) == (0, "", "laplace", "replace-one")
    assert data["mechanism"] == {"eps0": "1", "scale": "2", "sensitivity": "2"}
    delta = [e["value"] for n in data["notions"] for e in n["entries"] if e["quantity"] == "laplace.delta"]
    assert delta == ["0.2211992169"]  # 1 - e^(-1/4)
    code, _, err = run(capsys, "mu=1", "--adjacency", "replace")
    assert (
        code == 2 and "--adjacency: must be one of add-remove, replace-one, got 'replace'. Did you mean replace-one? See" in err
    )


def test_a_composition_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "mechanism=randomised_response", "eps0=0.1+0.2", "k=2")
    assert code == 0 and out.startswith("One composition of 4 randomised responses in every notion\n")
