"""The mutator of the kernel: operators change what they say, a mutant is put in and seen, the list of survivors is not stale."""

from __future__ import annotations

import ast
import importlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import mutate_kernel
import pytest
from kernel_mutation.coverage_by_test import Tracer
from kernel_mutation.inside import install
from kernel_mutation.kept import NOT_RUN, WORDS, file_of, keep, kept, owned, seed
from kernel_mutation.operators import Mutant, mutants, mutated
from kernel_mutation.results import recorded, result_of
from kernel_mutation.runner import FOLDER, folder_of, modules

SOURCE = """
LEAST = {"one": 1}


def check(value, flag=True):
    if value < 0:
        raise ValueError
    audit(value)
    if flag and not value == 7:
        return max(value, LEAST["one"])
    return [v for v in (1, 2) if v > value]


def audit(value) -> bool:
    return value != 3


def computed(value: int | None):
    return -value + value / 4


def stepped(value, *, by=30):
    return value + by


def maker():
    def made(value):
        return value == 5

    return made


MADE = maker()
Ends = tuple[int | None, int | None]
"""
MADE = {
    "drop": ["audit(value)  =>  pass", "flag and (not value == 7)  =>  flag", "not value == 7  =>  value == 7"],
    "never": ["if value < 0: ...  =>  if False: ...", "if v > value  =>  if False"],
    "always": ["if value < 0: ...  =>  if True: ...", "if v > value  =>  if True"],
    "strict": ["value < 0  =>  value <= 0", "v > value  =>  v >= value"],
    "turn": ["value < 0  =>  value > 0", "value == 7  =>  value != 7"],
    "answer": ["True  =>  False", "return value != 3  =>  return True", "return value != 3  =>  return False"],
    "shift": ["7  =>  8", "7  =>  6", "1  =>  2"],
    "swap": ["max  =>  min"],
    "arithmetic": ["-value  =>  value", "-value + value / 4  =>  -value - value / 4", "value / 4  =>  value * 4"],
}


@pytest.mark.parametrize("operator", MADE)
def test_an_operator_makes_its_mutants(operator: str) -> None:
    made = [mutant.text for mutant in mutants("some", SOURCE) if mutant.operator == operator]
    assert set(made) >= set(MADE[operator])


def test_what_says_types_is_left_alone() -> None:
    assert not [mutant.text for mutant in mutants("some", SOURCE) if "int" in mutant.text]


def test_every_mutant_is_one_change() -> None:
    plain = ast.unparse(ast.parse(SOURCE))
    trees = [ast.unparse(mutated(mutant, SOURCE)) for mutant in mutants("some", SOURCE)]
    assert plain not in trees
    assert len(trees) > 30
    for text in trees:
        lines = Counter(plain.splitlines())
        lines.subtract(text.splitlines())
        assert sum(abs(count) for count in lines.values()) <= 2


def test_the_line_of_a_conditional_value_is_that_of_its_condition() -> None:
    """Its value is run only where the condition holds: tests of the other value would not be met."""
    source = "def some(a):\n    return (\n        1\n        if a\n        else 2\n    )\n"
    assert [mutant.line for mutant in mutants("some", source) if mutant.operator in ("never", "always")] == [4, 4]


def test_the_key_changes_with_the_function_alone() -> None:
    keys = {mutant.key for mutant in mutants("some", SOURCE)}
    moved = {mutant.key for mutant in mutants("some", SOURCE.replace("LEAST =", "\n\nLEAST ="))}
    changed = {mutant.key for mutant in mutants("some", SOURCE.replace("value == 7", "value == 9"))}
    assert moved == keys
    assert {key for key in keys - changed if ":check:" not in key} == set()


@pytest.fixture
def put_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module with a mutant in it: the one of this text."""
    (tmp_path / "throwaway_kernel.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "throwaway_kernel", raising=False)

    def put(text: str) -> Any:
        module = importlib.import_module("throwaway_kernel")
        wanted: list[Mutant] = [mutant for mutant in mutants("throwaway_kernel", SOURCE) if mutant.text == text]
        module.undo = install(wanted[0], SOURCE)
        return module

    return put


def test_a_mutant_of_a_function_is_put_in(put_in: Any) -> None:
    assert put_in("if value < 0: ...  =>  if False: ...").check(-5) == 1  # no guard stops it


def test_a_mutant_of_a_default_is_put_in(put_in: Any) -> None:
    assert put_in("True  =>  False").check(0) == [1, 2]


def test_a_mutant_of_a_default_that_is_given_by_name_is_put_in(put_in: Any) -> None:
    module = put_in("30  =>  31")
    assert module.stepped(1) == 32
    module.undo()
    assert module.stepped(1) == 31


def test_a_mutant_of_a_table_is_put_in(put_in: Any) -> None:
    assert put_in("1  =>  2").check(0) == 2


def test_a_mutant_of_what_a_function_made_is_put_in(put_in: Any) -> None:
    module = put_in("value == 5  =>  value != 5")
    assert not module.MADE(5)
    module.undo()
    assert module.MADE(5)


def _mutant_of(module: str, owner: str, text: str) -> tuple[Mutant, str]:
    source = (folder_of("formulas") / f"{module}.py").read_text(encoding="utf-8")
    found = [m for m in mutants(f"dplemma.formulas.{module}", source) if (m.owner, m.text) == (owner, text)]
    return found[0], source


def test_a_mutant_of_a_quantity_is_put_in_and_taken_out() -> None:
    import dplemma.lang as L
    from dplemma.formulas import gaussian

    eps, mu = L.variables("eps mu")
    before, domain, forms = gaussian.delta.definition(eps, mu), dict(gaussian.delta.params), list(gaussian.delta.forms)
    undo = install(*_mutant_of("gaussian", "delta", "mu / 2  =>  mu * 2"))
    assert gaussian.delta.definition(eps, mu) == L.Phi(2 * mu - eps / mu) - L.exp(eps) * L.Phi(-mu / 2 - eps / mu)
    assert gaussian.log_delta.definition(eps, mu) != L.log(before)
    undo()
    assert gaussian.delta.definition(eps, mu) == before
    assert (dict(gaussian.delta.params), gaussian.delta.forms) == (domain, forms)


def test_a_mutant_of_a_domain_that_quantities_share_is_put_in_and_taken_out() -> None:
    from dplemma.formulas import renyi

    undo = install(*_mutant_of("renyi", "_ORDER", "1  =>  0"))
    assert str(renyi.gaussian.params["order"]) == str(renyi.epsilon_improved.params["order"]) == "(0, oo)"
    undo()
    assert str(renyi.gaussian.params["order"]) == "(1, oo)"


def test_a_mutant_of_the_condition_of_a_form_is_put_in_and_taken_out() -> None:
    from dplemma.formulas import gaussian

    before = list(gaussian.delta.forms)
    undo = install(*_mutant_of("gaussian", "_delta_mills", "_a(eps, mu) > _FAR  =>  _a(eps, mu) < _FAR"))
    spoilt = {form.name: form for form in gaussian.delta.forms}
    assert [form.name for form in gaussian.delta.forms] == [form.name for form in before]
    assert spoilt["mills"].when is not None and spoilt["mills"].when(1, 1)
    undo()
    assert gaussian.delta.forms == before


@pytest.mark.parametrize("text", ["if value < 0: ...  =>  if False: ...", "True  =>  False", "1  =>  2"])
def test_a_mutant_is_taken_out_again(put_in: Any, text: str) -> None:
    module = put_in(text)
    module.undo()
    assert module.check(0) == 1
    with pytest.raises(ValueError):
        module.check(-5)


def test_lines_are_traced(put_in: Any) -> None:
    module = put_in("max  =>  min")
    tracer = Tracer(str(Path(module.__file__).parent))
    tracer.start()
    module.check(0)
    seen = tracer.stop()[module.__file__]
    assert {6, 8, 9, 10} <= seen
    assert not {7, 11} & seen


def test_every_room_that_is_mutated_has_its_modules_and_a_folder_of_tests() -> None:
    for room in ("kernel", "arb", "compile", "formulas"):
        assert {path.stem for path in folder_of(room).glob("*.py")} - {"__init__"} == {
            n.rpartition(".")[2] for n in modules(room)
        }
        assert list((Path(__file__).parents[1] / room).glob("test_*.py"))


def test_results_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text('{"key": "a", "result": "survived"}\n{"key": "a", "result": "killed"}\n{"key": "b", "res', encoding="utf-8")
    assert recorded(path) == {"a": {"key": "a", "result": "killed"}}


# -- what is kept -----------------------------------------------------------------------------------------------------------

KEPT_ROOM = "compile"
RUN = {0: "killed", 1: "survived", 3: "killed by a limit", 4: "not run by any test", 5: "not put in"}


def _some_results() -> dict[str, str]:
    """What became of the first mutants of a room, by their keys; the third was not run."""
    there = [mutant for _, _, mine in owned(KEPT_ROOM) for mutant in mine]
    return {there[n].key: result for n, result in RUN.items()}


def _record(path: Path, results: dict[str, str]) -> Path:
    path.write_text("".join(json.dumps({"key": key, "result": result}) + "\n" for key, result in results.items()))
    return path


def test_what_is_kept_of_a_record_comes_back(tmp_path: Path) -> None:
    results, file = _some_results(), tmp_path / "kept" / "room.txt"
    assert keep(KEPT_ROOM, _record(tmp_path / "first", results), file) == len(RUN)
    letters = "".join(kept(KEPT_ROOM, file).values())
    assert letters.startswith("ks-lnp") and letters.count(NOT_RUN) == len(letters) - len(RUN)
    assert seed(KEPT_ROOM, tmp_path / "second", file) == len(RUN)
    back = recorded(tmp_path / "second")
    assert {key: result["result"] for key, result in back.items()} == results
    there = {mutant.key: mutant for _, _, mine in owned(KEPT_ROOM) for mutant in mine}
    assert all((r["owner"], r["text"]) == (there[key].owner, there[key].text) for key, r in back.items())


def test_a_record_counts_more_than_what_is_kept_and_takes_nothing_away(tmp_path: Path) -> None:
    results, file = _some_results(), tmp_path / "room.txt"
    keep(KEPT_ROOM, _record(tmp_path / "first", results), file)
    survivor = next(key for key, result in results.items() if result == "survived")
    later = _record(tmp_path / "later", {survivor: "killed"})
    assert seed(KEPT_ROOM, later, file) == len(RUN) - 1
    assert recorded(later)[survivor]["result"] == "killed"
    assert keep(KEPT_ROOM, _record(tmp_path / "alone", {survivor: "killed"}), file) == len(RUN)
    assert "".join(kept(KEPT_ROOM, file).values()).startswith("kk-lnp")


def test_what_is_kept_of_a_function_that_changed_counts_for_nothing(tmp_path: Path) -> None:
    file = tmp_path / "room.txt"
    keep(KEPT_ROOM, _record(tmp_path / "first", _some_results()), file)
    name, told = next(iter(kept(KEPT_ROOM, file).items()))
    other = name[:-1] + ("0" if name[-1] != "0" else "1")
    file.write_text(f"{other} {told}\n", encoding="utf-8")
    assert seed(KEPT_ROOM, tmp_path / "second", file) == 0
    assert keep(KEPT_ROOM, tmp_path / "second", file) == 0
    assert kept(KEPT_ROOM, file) == {}


def _survivor(room: str, mutant: Mutant, reason: str) -> dict[str, str]:
    """As the lists have it; that of the kernel does not name its room."""
    module, place = mutant.module.rpartition(".")[2], {} if room == "kernel" else {"room": room}
    changed = {"owner": mutant.owner, "operator": mutant.operator, "change": mutant.text}
    return {**place, "module": module, **changed, "reason": reason}


@pytest.mark.parametrize("room", ["kernel", "arb"])
def test_the_list_of_survivors_is_written_from_a_record_and_keeps_its_reasons(room: str, tmp_path: Path) -> None:
    several = [(source, those) for _, source, those in owned(room) if len({mutant.text for mutant in those[:3]}) == 3]
    (source, mine), (_, others) = several[0], next(each for each in several if each[1][0].module != several[0][1][0].module)
    record, file = tmp_path / "record", tmp_path / "survivors.json"
    results = zip(mine, ("killed", "survived", "survived"), strict=False)
    record.write_text("".join(json.dumps(result_of(mutant, source, result)) + "\n" for mutant, result in results))
    before = [_survivor(room, mine[1], "same"), _survivor(room, others[0], "same")]
    (ours, all_ours), (theirs, all_theirs) = (_size(room, mutant) for mutant in (mine[0], others[0]))
    if room == "kernel":
        (tmp_path / "kernel_mutants.json").write_text(json.dumps({theirs: [all_theirs, 5, 4, 1]}))
        counts = {}
    else:
        counts = {"counts": {room: {theirs: {"mutants": all_theirs, "run": 5, "killed": 4}}}}
    file.write_text(json.dumps({"reasons": {"same": "It means the same."}, **counts, "survivors": before}))
    mutate_kernel.write_listed(mutate_kernel.listed(room, record, mutate_kernel.read_listed(file, room)), file)
    written = json.loads(file.read_text())
    assert sorted(map(str, written["survivors"])) == sorted(map(str, [*before, _survivor(room, mine[2], "unjudged")]))
    rows = json.loads((tmp_path / "kernel_mutants.json").read_text()) if room == "kernel" else written["counts"][room]
    assert {name: row[:3] if room == "kernel" else [*row.values()] for name, row in rows.items()} == {
        ours: [all_ours, 3, 1], theirs: [all_theirs, 5, 4]
    }  # fmt: skip


def test_changes_that_read_alike_keep_their_reasons_in_their_order(tmp_path: Path) -> None:
    mine, source = next(
        (alike, source)
        for _, source, those in owned("kernel")
        for text in {mutant.text for mutant in those if mutant.operator == "shift"}
        if len(alike := [mutant for mutant in those if (mutant.operator, mutant.text) == ("shift", text)]) == 3
    )
    record = tmp_path / "record"
    record.write_text("".join(json.dumps(result_of(mutant, source, "survived")) + "\n" for mutant in mine))
    before = [_survivor("kernel", mutant, reason) for mutant, reason in zip(mine, ("same", "less"), strict=False)]
    written = mutate_kernel.listed("kernel", record, {"reasons": {}, "survivors": before})
    assert [survivor["reason"] for survivor in written["survivors"]] == ["same", "less", "unjudged"]


def _size(room: str, mutant: Mutant) -> tuple[str, int]:
    """A module and how many mutants it has."""
    module = mutant.module.rpartition(".")[2]
    return module, sum(len(those) for name, _, those in owned(room) if name.split()[0] == module)


@pytest.mark.parametrize("room", ["kernel", "arb", "compile", "formulas"])
def test_the_files_that_are_kept_can_be_read_and_are_small(room: str) -> None:
    there = {name: len(mine) for name, _, mine in owned(room)}
    for name, told in kept(room).items():
        assert set(told) <= {*WORDS, NOT_RUN} and set(told) != {NOT_RUN}
        assert there.get(name, len(told)) == len(told)
    assert not file_of(room).exists() or file_of(room).stat().st_size < 150_000


@pytest.mark.parametrize("room", ["arb", "compile", "formulas"])
def test_what_is_kept_is_counted(room: str) -> None:
    """Those of functions that changed since are counted and no longer kept."""
    lines, kept_of = kept(room), Counter[str]()
    for name, _, _ in owned(room):
        kept_of[name.split()[0]] += sum(letter != NOT_RUN for letter in lines.get(name, ""))
    rows = NUMERIC["counts"][room]
    assert [module for module, count in kept_of.items() if count > (rows[module]["run"] if module in rows else 0)] == []


# -- what survived ----------------------------------------------------------------------------------------------------------

LISTED: dict[str, Any] = json.loads((Path(__file__).parent / "kernel_survivors.json").read_text(encoding="utf-8"))


def test_every_survivor_that_is_listed_is_a_mutant_with_a_reason() -> None:
    there = Counter(
        (path.stem, mutant.owner, mutant.operator, mutant.text)
        for path in FOLDER.glob("*.py")
        for mutant in mutants(path.stem, path.read_text(encoding="utf-8"))
    )
    listed = Counter((s["module"], s["owner"], s["operator"], s["change"]) for s in LISTED["survivors"])
    assert [survivor for survivor in listed if survivor not in there] == []
    assert {s["reason"] for s in LISTED["survivors"]} <= set(LISTED["reasons"])


def test_the_recorded_counts_are_those_of_a_run() -> None:
    """Mutants, run, killed, survived by module; what is listed survived."""
    counts = json.loads((Path(__file__).parent / "kernel_mutants.json").read_text(encoding="utf-8"))
    listed = Counter(survivor["module"] for survivor in LISTED["survivors"])
    assert set(listed) <= set(counts) <= {path.stem for path in FOLDER.glob("*.py")}
    for name, (all_, run, killed, survived) in counts.items():
        assert listed[name] <= survived == run - killed <= run <= all_


NUMERIC: dict[str, Any] = json.loads((Path(__file__).parent / "numeric_survivors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("room", ["arb", "compile", "formulas"])
def test_every_survivor_of_the_numerics_is_a_mutant_with_a_reason(room: str) -> None:
    there = {
        (path.stem, mutant.owner, mutant.operator, mutant.text)
        for path in folder_of(room).glob("*.py")
        for mutant in mutants(path.stem, path.read_text(encoding="utf-8"))
    }
    mine = [s for s in NUMERIC["survivors"] if s["room"] == room]
    assert [s for s in mine if (s["module"], s["owner"], s["operator"], s["change"]) not in there] == []
    assert {s["reason"] for s in mine} <= set(NUMERIC["reasons"])
    left = Counter(survivor["module"] for survivor in mine)
    assert left == Counter({module: row["run"] - row["killed"] for module, row in NUMERIC["counts"][room].items()})


def test_enough_mutants_of_the_numerics_were_run() -> None:
    assert sum(row["run"] for rows in NUMERIC["counts"].values() for row in rows.values()) >= 1_500
