"""The reference tables: complete, unchanged, reproducible, and right by a second opinion."""

from __future__ import annotations

import csv
import importlib.util
import math
import random
import re
from collections import Counter
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from independent import second_opinion
from mpmath import mp, mpf

from dplemma.audit.hard_points import HARD_POINTS
from dplemma.formulas import quantities
from dplemma.lang.parameters import PARAMETERS
from dplemma.values.evaluator import evaluator

FOLDER = Path(__file__).resolve().parents[2] / "reference"
RESULTS = ["value", "float", "lower", "upper", "safe", "status", "kind"]
SLOW = ("glrt.",)
"""Families whose hard rows take tenths of a second each: the sample has few of them."""


def _load_builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference_build", FOLDER / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


builder = _load_builder()
ROWS: list[tuple[str, list[str]]] = list(builder.stored_rows())


FAR = 4000
"""Beyond 10^+-4000 a value is compared by its exponent alone."""


def double(text: str) -> Fraction:
    """A written double as an exact number; an infinite one is beyond all values that are compared with it."""
    number = float(text)
    return Fraction(number) if math.isfinite(number) else Fraction(10) ** (2 * FAR) * (1 if number > 0 else -1)


def exponent(value: str) -> int:
    return int(value.partition("e")[2] or 0)


def digits(value: str) -> int:
    return len(value.partition("e")[0].lstrip("-0.").replace(".", ""))


def test_checksums_match() -> None:
    assert builder.changed_files() == []


def test_a_changed_file_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in (*FOLDER.glob("*.csv"), FOLDER / "SHA256SUMS"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(builder, "FOLDER", tmp_path)
    monkeypatch.setattr(builder, "SUMS", tmp_path / "SHA256SUMS")
    assert builder.changed_files() == []
    changed = tmp_path / "gaussian.kl.csv"
    changed.write_bytes(changed.read_bytes().replace(b"1", b"2", 1))
    (tmp_path / "gaussian.tv.csv").unlink()
    assert builder.changed_files() == ["gaussian.kl.csv", "gaussian.tv.csv"]


def test_every_quantity_has_a_table_and_there_are_enough_rows() -> None:
    counts = Counter(name for name, _ in ROWS)
    assert set(counts) == set(quantities())
    assert len(ROWS) >= 2000
    assert min(counts.values()) >= 30


@pytest.mark.parametrize("name", quantities())
def test_schema(name: str) -> None:
    text = (FOLDER / f"{name}.csv").read_bytes().decode("ascii")
    assert not set(text) & set('"\r ')
    header, *rows = csv.reader(text.splitlines())
    inputs = list(quantities()[name].params)
    assert header == [*inputs, *RESULTS]
    assert len({tuple(row[: len(inputs)]) for row in rows}) == len(rows)
    for row in rows:
        assert all(re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", text) for text in row[: len(inputs)]), "strtod reads 2/3 as 2"
        value, nearest, lower, upper, safe = row[len(inputs) : len(inputs) + 5]
        assert double(lower) <= double(nearest) <= double(upper)
        assert safe in (lower, upper, nearest)
        if exponent(value) < -FAR:
            assert {float(lower), float(upper)} == {0.0, -5e-324 if value.startswith("-") else 5e-324}
        else:
            # forty digits are rounded: they may leave the doubles that enclose the exact value by half a unit
            slack = abs(Fraction(value)) / 10**39
            assert double(lower) - slack <= Fraction(value) <= double(upper) + slack
        assert digits(value) == 40 or value == "0"
        assert row[-1] in ("ordinary", "hard")


def test_ordinary_points_lie_in_the_ordinary_ranges_and_hard_ones_are_listed() -> None:
    for name, row in ROWS:
        inputs = row[: len(quantities()[name].params)]
        if row[-1] == "ordinary":
            for parameter, text in zip(quantities()[name].params, inputs, strict=True):
                known = PARAMETERS[parameter]
                assert Fraction(known.low) <= Fraction(text) <= Fraction(known.high), (name, parameter, text)
    hard = Counter(name for name, row in ROWS if row[-1] == "hard")
    assert all(hard[name] >= 5 for name in quantities())


@pytest.mark.parametrize("name", quantities())
def test_hard_points_are_distinct_and_inside_the_domain(name: str) -> None:
    ready, points = evaluator(name), HARD_POINTS[name]
    read = [ready.read(dict(zip(ready.names, point, strict=True))) for point in points]
    assert len(set(read)) == len(read)


def test_hard_points_name_every_quantity_and_no_other() -> None:
    assert set(HARD_POINTS) == set(quantities())


def test_a_sample_is_recomputed_to_the_same_texts() -> None:
    quick = [(name, row) for name, row in ROWS if not name.startswith(SLOW) or row[-1] == "ordinary"]
    assert builder.differing_rows(random.Random(2024).sample(quick, 150)) == []


def test_a_wrong_digit_is_noticed() -> None:
    name, row = next((name, row) for name, row in ROWS if name == "gaussian.delta")
    wrong = list(row)
    wrong[2] = row[2][:-1] + str((int(row[2][-1]) + 1) % 10)
    assert builder.differing_rows([(name, row)]) == []
    assert len(builder.differing_rows([(name, wrong)])) == 1


@pytest.mark.parametrize("name", ["gaussian.kl", "laplace.epsilon_for_fbeta", "pure.composed_epsilon"])
def test_a_table_is_built_to_the_same_bytes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builder, "FOLDER", tmp_path)
    report = builder.build(name)
    line = builder.write(name, report.rows)
    assert report.left_out == []
    assert (tmp_path / f"{name}.csv").read_bytes() == (FOLDER / f"{name}.csv").read_bytes()
    assert line in (FOLDER / "SHA256SUMS").read_text()


SECOND_OPINIONS = (
    "dpsgd.mu_clt_poisson", "gaussian.auc", "gaussian.delta", "gaussian.log_delta", "gaussian.roc", "gaussian.tv",
    "laplace.auc", "laplace.delta", "laplace.roc", "pure.delta", "pure.epsilon", "pure.roc", "renyi.epsilon_improved",
)  # fmt: skip


@pytest.mark.parametrize("name", SECOND_OPINIONS)
def test_a_second_opinion_agrees(name: str) -> None:
    inputs = len(quantities()[name].params)
    rows = [row for quantity, row in ROWS if quantity == name and row[-1] == "ordinary"]
    for row in random.Random(7).sample(rows, 4):
        value, _ = second_opinion(name, *map(Fraction, row[:inputs]), digits=42)
        with mp.workdps(60):
            assert abs(value - mpf(row[inputs])) <= abs(value) * mpf(10) ** -39, row
