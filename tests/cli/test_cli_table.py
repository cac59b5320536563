"""`dplemma table` from the outside: what it prints, writes and returns."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cli_world import Terminal

import dplemma
from dplemma.base.errors import OutOfBudget
from dplemma.cli import main
from dplemma.cli.values import _with_progress
from dplemma.values.evaluator import Evaluator


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(["table", *argv])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_csv_goes_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "gaussian.delta", "eps=0:1:2", "sigma=2,1", "--digits", "25")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, err, len(rows)) == (0, "", 4)
    assert list(rows[0]) == ["sigma", "eps", "value", "float", "lower", "upper", "safe", "status", "note"]
    for row in rows:
        assert row["value"] == str(dplemma.value("gaussian.delta", eps=row["eps"], mu=1 / Fraction(row["sigma"]), digits=25))


def test_a_value_whose_exponent_has_thousands_of_digits(capsys: pytest.CaptureFixture[str]) -> None:
    """delta is about exp(-eps^2/(2 mu^2)): its exponent is -log10(e)/2 10^6000, of 6000 digits."""
    code, out, _ = run(capsys, "gaussian.delta", "eps=1", "mu=1e-3000,1", "--digits", "5")
    tiny, plain = csv.DictReader(io.StringIO(out))
    assert code == 0 and plain["value"] == "0.12694"
    assert tiny["value"].startswith("7.5852e-2171472409516259138") and len(tiny["value"]) == 6008
    assert str(dplemma.value("gaussian.delta", eps="1", mu="1e-3000", digits=5)) == tiny["value"]


def test_json_goes_to_stdout_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "gaussian.kl", "mu=1,3", "--json", "--digits", "3")
    assert code == 0
    assert [row["value"] for row in json.loads(out)["rows"]] == ["0.500", "4.50"]


def test_files_by_extension(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "kl.CSV"
    code, out, _ = run(capsys, "gaussian.kl", "mu=1:3:3", "--out", str(target))
    assert (code, out) == (0, f"3 rows written to {target}\n")
    assert target.read_text().splitlines()[3].startswith("3,4.5000")
    target = tmp_path / "kl.json"
    code, out, _ = run(capsys, "gaussian.kl", "mu=1:3:3", "--out", str(target), "--json")
    assert json.loads(out) == {"out": str(target), "rows": 3, "out_of_budget": 0}
    assert len(json.loads(target.read_text())["rows"]) == 3


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["gaussian.kl"], 2, "needs mu"),
        (["gaussian.kl", "mu"], 2, "expected name=value"),
        (["gaussian.kl", "mu="], 2, "must be a number"),
        (["gaussian.kl", "mu=1:2"], 2, "start:stop:count"),
        (["gaussian.kl", "mu=0:1:3"], 2, "mu must be > 0, got 0"),
        (["gaussian.kl", "mu=1", "mu=2"], 2, "given twice"),
        (["gaussian.roc", "fpr=0.5:1.5:3", "mu=1"], 2, "at fpr=1.5, mu=1"),
        (["gaussian.dleta", "eps=1", "mu=1"], 2, "gaussian.delta"),
        (["gaussian.kl", "mu=1", "--digits", "0"], 2, "whole number >= 1"),
        (["gaussian.kl", "mu=1", "--digits", "10001"], 3, "at most 10000"),
        (["gaussian.kl", "mu=1:2:1000001"], 3, "at most 1000000"),
        (["gaussian.delta", "eps=0:1:1001", "mu=1:2:1000"], 3, "1001000 rows"),
        (["gaussian.kl", "mu=1", "--out", "t.xls"], 2, "must end in .csv, .json, .npz, .h, .rs"),
        (["gaussian.kl", "mu=1", "--format", "jsno"], 2, "unknown format 'jsno'. Did you mean json?"),
        (["gaussian.kl", "mu=1", "--format", "c", "--out", "t.csv"], 2, "taken for csv, but --format is c. Try --out t.h"),
        (["gaussian.kl", "mu=1", "--format", "npz"], 2, "needs a file. Try --out table.npz"),
        (["gaussian.kl", "mu=1", "--format", "c", "--json"], 2, "leave one out"),
        (["gaussian.kl", "mu=1,1/3"], 2, "mu=1/3 is no decimal"),
        (["gaussian.kl", "mu=1/3:5:8"], 2, "--at-doubles"),
        (["gaussian.kl", "mu=1e400", "--format", "c"], 2, "mu=1e400 is beyond the largest double"),
        (["gaussian.kl", "mu=1e-400", "--at-doubles"], 2, "mu=1e-400 is nearer to 0 than to any other double"),
        (["gaussian.mu_for_auc", f"auc=0.{'9' * 30}", "--at-doubles"], 2, "at auc=1.0 (each the nearest double): auc must be"),
        (["pure.composed_delta", "k=1e30", "eps0=1", "eps=1", "--format", "rust"], 2, "k=1e30 is beyond the 64-bit integers"),
        (["gaussian.kl", "mu=", "--format", "c"], 2, "must be a number"),
        (["gaussian.kl", "mu=1:2:0", "--format", "c"], 2, "whole number >= 1"),
        (["gaussian.kl", "mu=1", "--out", "no/such/folder/t.csv"], 2, "there is no folder"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], argv: list[str], code: int, said: str) -> None:
    got, out, err = run(capsys, *argv)
    assert (got, out) == (code, "")
    assert err.startswith("dplemma: ") and said in err and err.count("\n") == 1


def test_rows_out_of_budget_end_with_exit_code_3(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enclose = Evaluator.enclose

    def give_up(self: Evaluator, inputs: Any, *rest: Any) -> Any:
        if inputs[0] == 2:
            raise OutOfBudget("too hard")
        return enclose(self, inputs, *rest)

    monkeypatch.setattr(Evaluator, "enclose", give_up)
    target = tmp_path / "t.csv"
    code, _, err = run(capsys, "gaussian.kl", "mu=1,2,3", "--out", str(target))
    rows = list(csv.DictReader(io.StringIO(target.read_text())))
    assert (code, err) == (3, "dplemma: 1 of 3 rows are out of budget: see the column note\n")
    assert [bool(row["value"]) for row in rows] == [True, False, True]
    assert rows[1]["note"] == "too hard"


def test_an_interrupt_leaves_no_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Evaluator, "enclose", interrupt)
    assert run(capsys, "gaussian.kl", "mu=1,2,3", "--out", str(tmp_path / "t.csv"))[0] == 130
    assert list(tmp_path.iterdir()) == []


def test_a_lack_of_memory_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(Evaluator, "enclose", greedy)
    code, _, err = run(capsys, "gaussian.kl", "mu=1,2,3")
    assert (code, err) == (3, "dplemma: out of memory\n")


def test_progress_is_for_terminals_and_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["1"], ["2"], ["3"]]
    quiet, terminal = io.StringIO(), Terminal()
    assert list(_with_progress(rows, 3, quiet)) == rows
    assert quiet.getvalue() == ""
    clock = iter(range(0, 100, 2))
    monkeypatch.setattr("dplemma.cli.values.monotonic", lambda: next(clock))
    assert list(_with_progress(rows, 3, terminal)) == rows
    assert "2 of 3 rows" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_neither_sympy_nor_mpmath_nor_numpy_is_imported() -> None:
    script = (
        "import sys; from dplemma.cli import main; main(['table', 'gaussian.delta', 'eps=1', 'mu=1']); "
        "sys.exit(bool({'sympy', 'mpmath', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=False).returncode == 0
