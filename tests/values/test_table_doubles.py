"""Tables that other programs read: no fraction, inputs that are exactly what was evaluated, and source code that compiles."""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
from fractions import Fraction
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from read_output import csv_rows

import dplemma
from dplemma.base.errors import OutOfBudget
from dplemma.cli import main
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput
from dplemma.values.table import FORMATS, Table, write_csv, write_json, write_table

NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")
"""What every strtod reads to its end."""
FIELDS = ("value", "lower", "upper", "safe")


def bits(x: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", x))[0]


# -- decimals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quantity", "grids"),
    [
        ("gaussian.delta", {"eps": "0.1:8:20", "mu": "0.5,1,2,3"}),
        ("gaussian.delta", {"eps": "0.1:8:7:log", "sigma": "3,0.7"}),
        ("gaussian.kl", {"mu": "2**-40,2**-300"}),
        ("glrt.roc", {"fpr": "0.01:0.5:4", "d": "1:100:4:log", "noise_multiplier": "3"}),
    ],
)
def test_inputs_of_a_csv_are_the_decimals_at_which_the_value_is_certified(quantity: str, grids: dict[str, str]) -> None:
    table = Table(evaluator(quantity), grids, 20)
    for row in csv_rows(table):
        inputs = {name: row[name] for name in table.inputs}
        assert all(NUMBER.fullmatch(text) for text in inputs.values())
        assert row["value"] == str(dplemma.value(quantity, digits=20, **inputs))


def test_a_typed_fraction_is_refused_by_csv_before_anything_is_written() -> None:
    table, stream = Table(evaluator("gaussian.kl"), {"mu": "1,1/3"}, 5), StringIO()
    with pytest.raises(BadInput, match=r"mu=1/3 is no decimal.*--at-doubles.*--format json"):
        write_csv(table, table.rows(), stream)
    assert stream.getvalue() == ""


def test_json_rounds_a_typed_fraction_and_keeps_it_in_a_field_of_its_own() -> None:
    table, stream = Table(evaluator("gaussian.kl"), {"mu": "1/3,1/4"}, 20), StringIO()
    write_json(table, table.rows(), stream)
    third, quarter = json.loads(stream.getvalue())["rows"]
    assert (third["mu"], third["exact"]) == ("0.33333333333333333", {"mu": "1/3"})
    assert third["value"] == str(dplemma.value("gaussian.kl", mu="1/3", digits=20))
    assert quarter["mu"] == "0.25" and "exact" not in quarter


# -- doubles ------------------------------------------------------------------------------------------------------------


def test_at_doubles_the_value_is_the_one_at_exactly_the_double_written() -> None:
    rows = csv_rows(Table(evaluator("gaussian.delta"), {"eps": "0.1:8:20", "mu": "1/3,0.7"}, 30, at_doubles=True))
    assert len(rows) == 40
    for row in rows:
        eps, mu = float.fromhex(row["eps_hex"]), float.fromhex(row["mu_hex"])
        assert (repr(eps), repr(mu)) == (row["eps"], row["mu"])
        v = dplemma.value("gaussian.delta", eps=Fraction(eps), mu=Fraction(mu), digits=30)
        assert row["value"] == str(v)
        for name, x in {"float": float(v), "lower": v.lower, "upper": v.upper, "safe": v.safe}.items():
            assert (row[name], row[f"{name}_hex"]) == (repr(x), x.hex())
    assert {row["mu"] for row in rows} == {repr(1 / 3), "0.7"}


def test_at_doubles_differs_from_the_decimals_where_it_should() -> None:
    """In the tail, the half unit by which 0.1 misses a tenth moves the result by many units."""
    grids = {"eps": "2", "mu": "0.1"}
    (decimal,), (double,) = (csv_rows(Table(evaluator("gaussian.delta"), grids, 20, at)) for at in (False, True))
    assert decimal["float"] != double["float"]


def test_mu_is_the_exact_quotient_of_the_doubles_that_stand_for_it() -> None:
    (row,) = csv_rows(Table(evaluator("gaussian.delta"), {"eps": "1", "sigma": "0.3", "sensitivity": "0.7"}, 30, at_doubles=True))
    exactly = Fraction(0.7) / Fraction(0.3)
    assert exactly != Fraction(0.7 / 0.3)
    assert row["value"] == str(dplemma.value("gaussian.delta", eps=1, mu=exactly, digits=30))
    assert "mu" not in row and row["sigma_hex"] == (0.3).hex()


def test_whole_parameters_stay_whole_at_doubles() -> None:
    rows = csv_rows(Table(evaluator("glrt.roc"), {"fpr": "0.1", "dimension": "1:5:3", "mu": "1"}, 10, at_doubles=True))
    assert [row["d"] for row in rows] == ["1", "3", "5"]
    assert "d_hex" not in rows[0]


# -- source code --------------------------------------------------------------------------------------------------------

CASES = {
    "profile": ("gaussian.delta", {"eps": "0.1:8:20", "mu": "1/3,1,2"}),
    "noise": ("gaussian.epsilon", {"delta": "1e-12:1e-2:6:log", "sigma": "0.3:3:4"}),
    "beyond": ("gaussian.kl", {"mu": "5e-324,1e-160,1,1e200"}),
    "whole": ("pure.composed_delta", {"k": "1,30", "eps0": "0.1,1", "eps": "0.3"}),
    "signs": ("gaussian.log_delta", {"eps": "0,1000", "mu": "0.1"}),
}


def expected(quantity: str, table: Table) -> list[list[int]]:
    """The bits of each row, whole numbers as they are, from `value` at the same doubles."""
    found = []
    for point in product(*(table.axis(name) for name in table.inputs)):
        given = {name: Fraction(int(x.p), int(x.q)) for name, x in zip(table.inputs, point, strict=True)}
        inputs = [int(x) if table.takes_whole(name) else bits(float(x)) for name, x in given.items()]
        v = dplemma.value(quantity, digits=20, **given)
        found.append([*inputs, *map(bits, (float(v), v.lower, v.upper, v.safe))])
    return found


def printed(program: str) -> list[list[int]]:
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    return [[int(word, 16) for word in line.split()] for line in done.stdout.splitlines()]


def compile_quietly(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


C_PROGRAM = """#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "{header}"
#include "{header}"

static void show(double x) {{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    printf("%" PRIx64 " ", bits);
}}

int main(void) {{
    if ({NAME}_COUNT != sizeof {name} / sizeof {name}[0])
        return 1;
    for (size_t i = 0; i < {NAME}_COUNT; i++) {{
        {shown}
        printf("\\n");
    }}
    return 0;
}}
"""


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler (gcc) here")
@pytest.mark.parametrize("case", CASES)
def test_the_header_compiles_and_holds_the_certified_doubles(case: str, tmp_path: Path) -> None:
    quantity, grids = CASES[case]
    table = Table(evaluator(quantity), grids, 20, at_doubles=True, out=f"{case} 1.h")
    write_table(table, tmp_path / f"{case}.h", table.rows(), FORMATS["c"])
    name = f"dplemma_{case}_1"
    shown = [f'printf("%llx ", {name}[i].{x});' if table.takes_whole(x) else f"show({name}[i].{x});" for x in table.inputs]
    shown += [f"show({name}[i].{x});" for x in FIELDS]
    source = C_PROGRAM.format(header=f"{case}.h", name=name, NAME=name.upper(), shown=" ".join(shown))
    (tmp_path / "main.c").write_text(source)
    compile_quietly("gcc", "-std=c99", "-Wall", "-Werror", "-pedantic", str(tmp_path / "main.c"), "-o", str(tmp_path / "main"))
    assert sorted(printed(str(tmp_path / "main"))) == sorted(expected(quantity, table))


@pytest.mark.skipif(shutil.which("rustc") is None, reason="no Rust compiler (rustc) here")
@pytest.mark.parametrize("case", CASES)
def test_the_rust_module_compiles_and_holds_the_certified_doubles(case: str, tmp_path: Path) -> None:
    quantity, grids = CASES[case]
    table = Table(evaluator(quantity), grids, 20, at_doubles=True, out=f"{case}.rs")
    write_table(table, tmp_path / f"{case}.rs", table.rows(), FORMATS["rust"])
    shown = [f"row.{x}" if table.takes_whole(x) else f"row.{x}.to_bits()" for x in (*table.inputs, *FIELDS)]
    line = f'println!("{" ".join("{:x}" for _ in shown)}", {", ".join(shown)});'
    source = f"mod {case};\nfn main() {{ for row in {case}::DPLEMMA_{case.upper()} {{ {line} }} }}\n"
    (tmp_path / "main.rs").write_text(source)
    compile_quietly("rustc", "-D", "warnings", "--edition", "2021", str(tmp_path / "main.rs"), "-o", str(tmp_path / "main"))
    assert sorted(printed(str(tmp_path / "main"))) == sorted(expected(quantity, table))


@pytest.fixture
def failing_at_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluator gives up at mu = 2."""
    enclose = Evaluator.enclose

    def give_up(self: Evaluator, inputs: Any, *rest: Any) -> Any:
        if inputs[-1] == 2:
            raise OutOfBudget("too */ hard,\nreally")
        return enclose(self, inputs, *rest)

    monkeypatch.setattr(Evaluator, "enclose", give_up)


@pytest.mark.usefixtures("failing_at_two")
@pytest.mark.parametrize(("language", "count"), [("c", "#define DPLEMMA_GAUSSIAN_KL_COUNT 2"), ("rust", "[Row; 2]")])
def test_a_row_without_a_value_is_left_out_and_named(language: str, count: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "gaussian.kl", "mu=1,2,3", "--format", language]) == 3
    out, err = capsys.readouterr()
    assert "left out: mu=2.0: too * / hard, really\n" in out and count in out
    assert err == "dplemma: 1 of 3 rows are out of budget: see the comment at the top\n"


@pytest.mark.usefixtures("failing_at_two")
@pytest.mark.parametrize("name", ["t.h", "t.rs"])
def test_source_without_rows_is_not_written(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "gaussian.kl", "mu=2", "--out", str(tmp_path / name)]) == 3
    assert "no row has a value" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "options"), [("a b.h", []), ("t.rs", []), ("t.json", ["--at-doubles"]), ("t.inc", ["--format", "c"])]
)
def test_the_line_that_reproduces_a_table_does(
    name: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shlex

    monkeypatch.chdir(tmp_path)
    assert main(["table", "gaussian.delta", "eps=1, 1/3", "sigma=3", "--digits", "7", *options, "--out", name]) == 0
    written = Path(name).read_text()
    line = json.loads(written)["reproduce"] if name.endswith("json") else re.search(r"reproduce +(dplemma table .*)", written)
    argv = shlex.split(line if isinstance(line, str) else line[1] if line else "")
    Path(name).unlink()
    assert main(argv[1:]) == 0
    assert Path(name).read_text() == written


def test_source_on_the_terminal_is_named_after_the_quantity(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "gaussian.delta", "eps=1/3", "mu=1", "--format", "c"]) == 0
    out = capsys.readouterr().out
    assert "#ifndef DPLEMMA_GAUSSIAN_DELTA_H" in out and "} dplemma_gaussian_delta[" in out
    assert (1 / 3).hex() in out
    assert all(word in out for word in ("role       guarantee", "digits     20", f"dplemma {dplemma.__version__}"))
