"""Grids are exact, tables are what `value` says at their points, and files are complete or absent."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from read_output import csv_rows

import dplemma
from dplemma.base.errors import DplemmaError, OutOfBudget, UnknownName
from dplemma.values import table as tables
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput, decimal_text, plain_text
from dplemma.values.grid import MAX_ROWS, grid
from dplemma.values.table import FORMATS, Table, target, write_json, write_table


def fractions(points: list[fmpq]) -> list[Fraction]:
    return [Fraction(int(point.p), int(point.q)) for point in points]


# -- grids --------------------------------------------------------------------------------------------------------------


def test_lists_are_the_numbers_written_in_their_order() -> None:
    assert fractions(grid("3,1/3, 1e-5,2**-40", "eps")) == [3, Fraction(1, 3), Fraction(1, 10**5), Fraction(1, 2**40)]
    assert fractions(grid("0.1", "eps")) == [Fraction(1, 10)]


SPANS = [("0", "1", 4), ("0.1", "8", 20), ("-2", "2", 6), ("5", "1/3", 8), ("1e-300", "1e300", 4), ("1000000", "1000001", 8)]


@pytest.mark.parametrize(("start", "stop", "count"), [("0", "8", 9), ("0.1", "0.7", 11), ("-2", "2", 6), ("0", "1", 65537)])
def test_linear_grids_are_exact_where_short_decimals_write_them(start: str, stop: str, count: int) -> None:
    low, high = Fraction(start), Fraction(stop)
    expected = [low + (high - low) * i / (count - 1) for i in range(count)]
    assert fractions(grid(f"{start}:{stop}:{count}", "x")) == expected


@pytest.mark.parametrize(("start", "stop", "count"), SPANS)
def test_linear_grids_have_exact_ends_and_decimals_within_a_millionth_of_the_step(start: str, stop: str, count: int) -> None:
    points, low, high = grid(f"{start}:{stop}:{count}", "x"), Fraction(start), Fraction(stop)
    step = (high - low) / (count - 1)
    assert (fractions(points)[0], fractions(points)[-1], len(points)) == (low, high, count)
    for i, point in enumerate(points[1:-1], 1):
        text = decimal_text(point)
        assert text is not None and len(text) <= 17
        assert abs(Fraction(text) - low - i * step) < abs(step) / 10**6


@pytest.mark.parametrize(
    ("start", "stop", "count"), [("0.05", "8", 7), ("8", "1/7", 12), ("1e-300", "1e300", 25), ("0.1234567891", "0.9", 5)]
)
def test_log_grids_have_exact_ends_and_six_digits_between(start: str, stop: str, count: int) -> None:
    points = fractions(grid(f"{start}:{stop}:{count}:log", "x"))
    low, high = Fraction(start), Fraction(stop)
    assert (points[0], points[-1], len(points)) == (low, high, count)
    for i, point in enumerate(points[1:-1], 1):
        # the rounded point lies within half a unit of the sixth digit of low (high/low)^(i/n), compared as n-th powers
        exponent = math.floor(math.log10(point.numerator) - math.log10(point.denominator) + 1e-12)
        assert (point / Fraction(10) ** (exponent - 5)).denominator == 1
        half, n = Fraction(10) ** (exponent - 5) / 2, count - 1
        assert (point - half) ** n <= low ** (n - i) * high**i <= (point + half) ** n


def test_log_grids_of_powers_of_ten_are_powers_of_ten() -> None:
    assert fractions(grid("1e-12:1e-2:11:log", "delta")) == [Fraction(1, 10**k) for k in range(12, 1, -1)]


def test_a_dense_log_grid_takes_more_digits_instead_of_repeating_points() -> None:
    points = fractions(grid("1:1.0000001:6:log", "x"))
    assert len(points) == 6
    assert all(a < b for a, b in pairwise(points))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1:1000:4:log", [1, 10, 100, 1000]), ("1:5:100", [1, 2, 3, 4, 5]), ("1:10:3:log", [1, 3, 10]), ("10:1:4", [10, 7, 4, 1])],
)
def test_whole_parameters_get_distinct_whole_numbers(text: str, expected: list[int]) -> None:
    assert fractions(grid(text, "d", whole=True)) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "must be a number"),
        ("1,,2", "must be a number"),
        ("1:2", "start:stop:count"),
        ("1:2:3:4", "start:stop:count"),
        ("1:2:3:log:5", "start:stop:count"),
        ("1:2:0", "whole number >= 1"),
        ("1:2:-3", "whole number >= 1"),
        ("1:2:2.5", "whole number >= 1"),
        ("1:2:1", "one point"),
        ("2:2:3", "the same"),
        ("0:1:3:log", "must be > 0"),
        ("-1:1:3:log", "must be > 0"),
        ("1:nan:3", "finite"),
    ],
)
def test_bad_grids_say_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        grid(text, "eps")


@pytest.mark.parametrize("count", [str(MAX_ROWS + 1), "9" * 30])
def test_too_many_points_are_refused_before_they_are_made(count: str) -> None:
    with pytest.raises(OutOfBudget, match="at most 1000000"):
        grid(f"0:1:{count}", "eps")


# -- rows ---------------------------------------------------------------------------------------------------------------


def test_values_of_kl_are_half_the_square_of_mu() -> None:
    rows = csv_rows(Table(evaluator("gaussian.kl"), {"mu": "1:4:7"}, 12))
    assert [row["mu"] for row in rows] == ["1", "1.5", "2", "2.5", "3", "3.5", "4"]
    for row in rows:
        true = Fraction(row["mu"]) ** 2 / 2
        assert Fraction(row["value"]) == Fraction(row["lower"]) == Fraction(row["upper"]) == Fraction(row["float"]) == true
        assert (row["safe"], row["status"], row["note"]) == (row["upper"], "exact", "")


def test_directed_doubles_enclose_a_value_that_is_no_double() -> None:
    (row,) = csv_rows(Table(evaluator("gaussian.kl"), {"sigma": "3"}, 12))
    lower, upper = float(row["lower"]), float(row["upper"])
    assert Fraction(lower) < Fraction(1, 18) < Fraction(upper)
    assert upper == math.nextafter(lower, math.inf)
    assert float(row["float"]) == 1 / 18
    assert row["value"] == "0.0555555555556"


def test_rows_are_what_value_says_and_the_last_grid_varies_fastest() -> None:
    rows = csv_rows(Table(evaluator("gaussian.delta"), {"mu": "0.5,1", "eps": "0:2:3"}, 30))
    assert [(row["mu"], row["eps"]) for row in rows] == [(m, e) for m in ("0.5", "1") for e in ("0", "1", "2")]
    for row in rows:
        single = dplemma.value("gaussian.delta", eps=row["eps"], mu=row["mu"], digits=30)
        assert row["value"] == str(single)
        assert [float(row[name]) for name in ("float", "lower", "upper", "safe")] == [
            float(single), single.lower, single.upper, single.safe
        ]  # fmt: skip


def test_the_safe_side_follows_the_role() -> None:
    (row,) = csv_rows(Table(evaluator("gaussian.tradeoff"), {"fpr": "0.1", "mu": "1"}, 20))
    assert row["safe"] == row["lower"] != row["upper"]


@pytest.mark.parametrize(
    ("grids", "columns", "mu"),
    [
        ({"sigma": "4,3"}, ["sigma"], [Fraction(1, 4), Fraction(1, 3)]),
        ({"noise_multiplier": "2"}, ["noise_multiplier"], [Fraction(1, 2)]),
        ({"sigma": "4", "sensitivity": "1,2"}, ["sigma", "sensitivity"], [Fraction(1, 4), Fraction(1, 2)]),
        ({"sensitivity_index": "7"}, ["mu"], [Fraction(7)]),
    ],
)
def test_mu_may_be_given_by_the_noise_or_an_alias(grids: dict[str, str], columns: list[str], mu: list[Fraction]) -> None:
    """What stands for mu is written as it was given; mu itself, which may be 1/3, is not."""
    table = Table(evaluator("gaussian.kl"), grids, 10)
    rows = csv_rows(table)
    assert table.inputs == columns == list(rows[0])[: len(columns)]
    assert all(abs(Fraction(row["value"]) * 2 - x**2) < Fraction(1, 10**9) for row, x in zip(rows, mu, strict=True))


def test_whole_parameters_are_known_by_their_alias_too() -> None:
    rows = csv_rows(Table(evaluator("glrt.roc"), {"fpr": "0.1", "dimension": "1:5:9", "mu": "1"}, 10))
    assert [row["d"] for row in rows] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize(
    ("quantity", "grids", "error", "said"),
    [
        ("gaussian.roc", {"fpr": "0:2:3", "mu": "1,2"}, BadInput, "at fpr=2, mu=1: fpr must be >= 0 and <= 1, got 2"),
        ("glrt.roc", {"fpr": "0.1", "d": "2.5", "mu": "1"}, BadInput, "d=2.5.*whole number"),
        ("laplace.epsilon_for_fbeta", {"f": "0.9,0.1", "beta": "1"}, BadInput, "at f=0.1, beta=1"),
        ("gaussian.delta", {"eps": "1"}, BadInput, "needs mu"),
        ("gaussian.delta", {}, BadInput, "needs eps, mu"),
        ("gaussian.delta", {"eps": "1", "mue": "1"}, UnknownName, "mue"),
        ("gaussian.delta", {"eps": "1", "mu": "1", "sigma": "1"}, BadInput, "mu is given twice"),
        ("gaussian.kl", {"sigma": "0,1"}, BadInput, "sigma must be > 0"),
        ("gaussian.delta", {"eps": "0:1:10000", "mu": "1:2:10000"}, OutOfBudget, "100000000 rows; a table has at most 1000000"),
    ],
)
def test_bad_points_are_named_before_anything_is_computed(
    monkeypatch: pytest.MonkeyPatch, quantity: str, grids: dict[str, str], error: type[Exception], said: str
) -> None:
    monkeypatch.setattr(tables, "value_at", lambda *_: pytest.fail("computed a value"))
    with pytest.raises(error, match=said):
        Table(evaluator(quantity), grids, 10)


def test_digits_beyond_the_budget_are_an_error_and_no_table_of_notes() -> None:
    with pytest.raises(OutOfBudget, match="10000"):
        Table(evaluator("gaussian.kl"), {"mu": "1"}, 10_001)


@pytest.fixture
def failing_at_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluator gives up at mu = 2."""
    enclose = Evaluator.enclose

    def give_up(self: Evaluator, inputs: Any, *rest: Any) -> Any:
        if plain_text(inputs[-1]) == "2":
            raise OutOfBudget("too hard, really")
        return enclose(self, inputs, *rest)

    monkeypatch.setattr(Evaluator, "enclose", give_up)


@pytest.mark.usefixtures("failing_at_two")
def test_a_point_out_of_budget_leaves_a_note_and_the_rest() -> None:
    table = Table(evaluator("gaussian.kl"), {"mu": "1,2,3"}, 5)
    rows = csv_rows(table)
    assert [row["value"] for row in rows] == ["0.50000", "", "4.5000"]
    assert [row["note"] for row in rows] == ["", "too hard, really", ""]
    assert [row["float"] for row in rows] == ["0.5", "", "4.5"]
    assert table.missing == 1


# -- files --------------------------------------------------------------------------------------------------------------


def test_json_has_the_texts_of_the_csv(tmp_path: Path) -> None:
    table = Table(evaluator("gaussian.kl"), {"mu": "1e200,0.3"}, 10)
    write_table(table, tmp_path / "t.json", table.rows(), FORMATS["json"])
    read = json.loads((tmp_path / "t.json").read_text(), parse_constant=lambda text: pytest.fail(f"{text} is not JSON"))
    assert read["rows"] == csv_rows(table)
    assert read["rows"][0]["upper"] == "inf"
    assert (read["quantity"], read["digits"]) == ("gaussian.kl", 10)


def test_json_of_a_stream_equals_the_file(tmp_path: Path) -> None:
    table, stream = Table(evaluator("gaussian.kl"), {"mu": "1,2"}, 10), StringIO()
    write_json(table, table.rows(), stream)
    write_table(table, tmp_path / "t.json", table.rows(), FORMATS["json"])
    assert (tmp_path / "t.json").read_text() == stream.getvalue()


@pytest.mark.usefixtures("failing_at_two")
def test_npz_has_doubles_and_texts(tmp_path: Path) -> None:
    import numpy

    table = Table(evaluator("gaussian.kl"), {"mu": "1/3,2,1e200"}, 10)
    write_table(table, tmp_path / "t.npz", table.rows(), FORMATS["npz"])
    with numpy.load(tmp_path / "t.npz") as read:
        assert read["mu"].dtype == read["value"].dtype == numpy.float64
        assert list(read["mu"]) == [1 / 3, 2.0, 1e200]
        assert read["value"][0] == 1 / 18
        assert numpy.isnan(read["value"][1])
        assert read["upper"][2] == math.inf
        assert dict(zip(read["columns"], read["texts"][0], strict=True))["mu"] == "1/3"


def test_an_interrupt_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    table, file = Table(evaluator("gaussian.kl"), {"mu": "1,2,3"}, 10), tmp_path / "t.csv"
    file.write_text("old")

    def interrupted() -> Any:
        rows = table.rows()
        yield next(rows)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_table(table, file, interrupted(), FORMATS["csv"])
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
    write_table(table, file, table.rows(), FORMATS["csv"])
    assert len(file.read_text().splitlines()) == 4
    assert list(tmp_path.iterdir()) == [file]


def test_targets_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").write_text("")
    for name, said in [
        ("t.xlsx", "must end in .csv, .json, .npz, .h, .rs"),
        ("t", "must end in"),
        ("nowhere/t.csv", "there is no folder"),
        ("file/t.csv", "there is no folder"),
        ("folder.csv", "it is a folder"),
    ]:
        with pytest.raises(DplemmaError, match=said):
            target(str(tmp_path / name))


def test_npz_without_numpy_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(DplemmaError, match=r"pip install 'dplemma\[plot\]'"):
        target(str(tmp_path / "t.npz"))


def test_a_terminated_process_leaves_no_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "dplemma", "table", "gaussian.delta", "eps=0:8:300", "mu=0.1:3:300", "--out", "t.csv"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        for _ in range(600):
            if list(tmp_path.iterdir()) or process.poll() is not None:
                break
            time.sleep(0.05)
        assert [path.suffix for path in tmp_path.iterdir()] == [".tmp"]  # it has begun to write
        process.terminate()
        assert process.wait(timeout=30) == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []


# -- many rows --------------------------------------------------------------------------------------------------------------


def test_several_processes_write_the_same_rows_in_the_same_order() -> None:
    grids = {"eps": "0.1:8:35", "mu": "0.1:5:30"}
    alone, shared = (list(Table(evaluator("gaussian.delta"), grids, 20).rows(jobs)) for jobs in (1, 2))
    assert len(alone) == 1050
    assert alone == shared


def test_doubles_in_bulk_are_those_of_the_rows() -> None:
    for quantity, grids in [
        ("gaussian.delta", {"eps": "0:8:9", "mu": "0.01,1,40"}),
        ("glrt.roc", {"fpr": "0.1", "d": "1,3", "sigma": "2"}),
    ]:
        table = Table(evaluator(quantity), grids, 20, at_doubles=True)
        place = table.columns.index("value")
        rows, bulk = list(table.rows()), list(table.rows_of_doubles())
        assert {row[place] for row in bulk} == {""}
        assert [row[:place] + row[place + 1 :] for row in rows] == [row[:place] + row[place + 1 :] for row in bulk]


@pytest.mark.usefixtures("failing_at_two")
def test_a_row_out_of_budget_is_said_in_bulk_too() -> None:
    table = Table(evaluator("gaussian.kl"), {"mu": "1,2,3"}, 10, at_doubles=True)
    assert list(table.rows_of_doubles()) == list(table.rows())
    assert table.missing == 1


def test_a_long_npz_file_takes_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """2,000 rows with a text of 1,000 characters: as one array the texts would take 72 MB."""
    import tracemalloc

    import numpy

    monkeypatch.setattr("dplemma.values.table_npz._PIECE", 50)
    table = Table(evaluator("gaussian.delta"), {"eps": "0.1:8:2", "mu": "1"}, 20)
    first, second = table.rows()
    long = [*first[:-1], "x" * 1000]
    tracemalloc.start()
    write_table(table, tmp_path / "t.npz", (row for _ in range(1_000) for row in (long, second)), FORMATS["npz"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 15e6, peak
    with numpy.load(tmp_path / "t.npz") as read:
        assert read["texts"].shape == (2_000, len(table.columns))
        assert (list(read["texts"][1_000]), list(read["texts"][1_001])) == (long, second)
        assert list(read["columns"]) == table.columns
        assert set(read["eps"][1::2]) == {8.0}
