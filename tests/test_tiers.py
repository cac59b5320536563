"""The choice of tests is sound: what is fast or unknown always runs, what is dear comes round, and the parts are everything."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tiers
import whole_suite

TURNS = range(tiers.CLASSES)
SECONDS = st.dictionaries(st.text(max_size=5), st.floats(0.001, 500), max_size=60)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Forty dear tests, one just below the line and one on it."""
    seconds = {f"test_{number}": 2.0 + number for number in range(40)} | {"below": 0.9 * tiers.DEAR, "on": tiers.DEAR}
    monkeypatch.setattr(tiers, "recorded", lambda: seconds)
    for derived in ("costs", "dear"):
        monkeypatch.setattr(tiers, derived, getattr(tiers, derived).__wrapped__)
    return seconds


# -- the rotation ---------------------------------------------------------------------------------------------------------


def test_every_dear_test_runs_in_one_turn_and_everything_else_in_all(known: dict[str, float]) -> None:
    for test in [*known, "nobody has measured this one"]:
        times = sum(tiers.runs(test, (), turn) for turn in TURNS)
        assert times == (1 if known.get(test, 0) >= tiers.DEAR else tiers.CLASSES), test


def test_samples_always_run_and_bulk_never_does(known: dict[str, float]) -> None:
    assert all(tiers.runs(test, {"sample"}, turn) for test in known for turn in TURNS)
    assert all(tiers.runs("test_1", {"bulk", "sample"}, turn) for turn in TURNS)
    assert not any(tiers.runs(test, {"bulk"}, turn) for test in [*known, "new"] for turn in TURNS)


def test_what_takes_no_turns_fills_no_class_and_has_its_cost(known: dict[str, float]) -> None:
    before = tiers.dear()
    known[f"{tiers.APART}for minutes"] = 300.0
    assert tiers.dear() == before
    assert tiers.costs()["for minutes"] == 300.0


@given(SECONDS)
def test_no_class_is_dearer_than_another_by_more_than_its_last_test(seconds: dict[str, float]) -> None:
    dealt = tiers.deal(seconds)
    assert dealt.keys() == seconds.keys()
    hands = [[seconds[test] for test in seconds if dealt[test] == turn] for turn in TURNS]
    cheapest = min(map(sum, hands))
    assert all(sum(hand) - min(hand) <= cheapest + 1e-9 for hand in hands if hand)


def test_every_rotation_is_expected_to_fit_into_six_minutes_on_two_cores() -> None:
    """By the record, not by a clock. If this fails, make dear tests cheaper, or move `DEAR` down."""
    loads = Counter[int]()
    for test, turn in tiers.dear().items():
        loads[turn] += tiers.costs()[test]
    assert len(loads) == tiers.CLASSES
    assert tiers.FAST + max(loads.values()) < 2 * 6 * 60


@given(SECONDS)
def test_the_order_in_which_tests_are_found_does_not_matter(seconds: dict[str, float]) -> None:
    assert tiers.deal(dict(reversed(seconds.items()))) == tiers.deal(seconds)


def test_the_classes_do_not_depend_on_the_hash_seed() -> None:
    code = "import json, tiers; print(json.dumps([tiers.dear(), tiers.turn('a commit')], sort_keys=True))"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*filter(None, sys.path), str(Path(tiers.__file__).parent)])}
    printed = {
        subprocess.run(
            [sys.executable, "-c", code], env={**environment, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_the_turn_follows_the_commit_and_all_turns_come() -> None:
    assert {tiers.turn(f"commit {number}") for number in range(400)} == set(TURNS)
    assert tiers.turn("a commit") == tiers.turn("a commit")
    assert re.fullmatch(r"[0-9a-f]{40,64}|\d+\.\d+\.\d+\S*", tiers.present())


def test_without_git_the_version_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tiers, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert tiers.present() == tiers.__version__
    monkeypatch.setenv("PATH", "")
    assert tiers.present() == tiers.__version__


# -- the record -----------------------------------------------------------------------------------------------------------


def test_the_record_is_sorted_rounded_and_leaves_claims_to_the_ledger() -> None:
    recorded = json.loads(tiers.RECORDED.read_text(encoding="utf-8"))
    assert list(recorded) == sorted(recorded)
    assert all(seconds == round(seconds, 1) >= tiers.DEAR for seconds in recorded.values())
    assert not any(test.startswith(tiers.VERDICT.partition("[")[0]) for test in recorded)
    assert len({test.removeprefix(tiers.APART) for test in recorded}) == len(recorded)


def test_what_is_recorded_is_about_tests_that_exist() -> None:
    """Their files, classes and functions; what they are called with is left to `make durations`."""
    recorded = json.loads(tiers.RECORDED.read_text(encoding="utf-8"))
    named = {test.removeprefix(tiers.APART).partition("[")[0] for test in recorded}
    there = {file: _tests_of(tiers.ROOT / file) for file in {name.partition("::")[0] for name in named}}
    assert {name for name in named if name.partition("::")[2] not in there[name.partition("::")[0]]} == set()


def _tests_of(file: Path) -> set[str]:
    """The tests of a file by function, or by class and function; none of a file that is gone."""
    if not file.is_file():
        return set()
    top = ast.parse(file.read_text(encoding="utf-8")).body
    groups = [("", top), *((f"{node.name}::", node.body) for node in top if isinstance(node, ast.ClassDef))]
    return {f"{group}{node.name}" for group, body in groups for node in body if isinstance(node, ast.FunctionDef)}


def test_claims_cost_what_the_ledger_says() -> None:
    from dplemma.ledger import store as ledger

    for key, line in ledger.read().items():
        assert tiers.costs()[tiers.VERDICT.format(key)] == line.seconds
    name = re.split(r"::|\[", tiers.VERDICT)
    assert f"def {name[1]}(" in (tiers.ROOT / name[0]).read_text(encoding="utf-8")


def test_a_new_measurement_keeps_what_is_about_the_same_and_drops_what_is_gone() -> None:
    old = {"same": 2.0, "slower": 2.0, "gone": 9.0, "cheap now": 3.0}
    new = {"same": 2.4, "slower": 6.0, "cheap now": 0.1, "new": 1.234, "just dear": 0.46}
    assert whole_suite.updated(old, new) == {"same": 2.0, "slower": 6.0, "new": 1.234, "just dear": 0.46}


# -- the parts ------------------------------------------------------------------------------------------------------------


@given(SECONDS, st.integers(1, 9))
def test_the_parts_are_everything_once_and_in_order(seconds: dict[str, float], number: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiers, "costs", lambda: seconds)
        tests = [*seconds, "unknown"]
        found = [tiers.part(tests, k, number) for k in range(1, number + 1)]
        dearest, total = max([*seconds.values(), tiers.UNKNOWN]), sum(seconds.values()) + tiers.UNKNOWN * len(tests)
        assert [test for one in found for test in one] == tests
        assert all(sum(seconds.get(test, 0) for test in one) <= total / number + dearest + 0.1 for one in found)


def test_the_state_is_the_contents_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    file = tmp_path / "a" / "b.py"
    file.write_text("1", encoding="utf-8")
    first = whole_suite.state(tmp_path)
    for ignored in (".test-all", "__pycache__", "dist"):
        (tmp_path / ignored).mkdir()
        (tmp_path / ignored / "c.py").write_text("2", encoding="utf-8")
    assert whole_suite.state(tmp_path) == first
    file.write_text("2", encoding="utf-8")
    assert whole_suite.state(tmp_path) != first
    file.write_text("1", encoding="utf-8")
    assert whole_suite.state(tmp_path) == first
    (tmp_path / "new.py").touch()
    assert whole_suite.state(tmp_path) != first


class Suite:
    """Stands for pytest: writes down which parts were run, and fails where it is told to."""

    def __init__(self, failing: set[int]) -> None:
        self.failing, self.ran = failing, list[int]()

    def __call__(self, command: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
        number = int(next(word for word in command if word.startswith("--part=")).partition("=")[2].partition("/")[0])
        self.ran.append(number)
        file = next(word for word in command if word.startswith("--record-durations=")).partition("=")[2]
        Path(file).write_text(json.dumps({f"test_{number}": float(number)}), encoding="utf-8")
        return subprocess.CompletedProcess(command, number in self.failing)


def test_what_passed_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    suite, everything = Suite({2}), list(range(1, whole_suite.PARTS + 1))
    monkeypatch.setattr(whole_suite, "MEMORY", tmp_path)
    monkeypatch.setattr(whole_suite, "state", lambda root: "now")
    monkeypatch.setattr(whole_suite, "RECORDED", tmp_path / "durations.json")
    whole_suite.RECORDED.write_text("{}", encoding="utf-8")
    monkeypatch.setattr(whole_suite.subprocess, "run", suite)
    assert whole_suite.main(["--durations"]) == 1 and suite.ran == everything
    assert "failed in part 2; again: make test-all PART=2" in capsys.readouterr().out
    assert whole_suite.RECORDED.read_text(encoding="utf-8") == "{}"
    suite.failing.clear()
    assert whole_suite.main(["3"]) == 0 and suite.ran == [*everything, 3]
    assert "left are parts 2; make test-all" in capsys.readouterr().out
    assert whole_suite.main([]) == 0 and suite.ran == [*everything, 3, 2]
    assert f"all {whole_suite.PARTS} parts passed" in capsys.readouterr().out
    assert whole_suite.main(["--durations"]) == 0 and suite.ran == [*everything, 3, 2]
    assert json.loads(whole_suite.RECORDED.read_text(encoding="utf-8"))["test_5"] == 5.0
    suite.failing.add(4)
    assert whole_suite.main(["4"]) == 1 and whole_suite.left(tmp_path / "now") == [4]
    monkeypatch.setattr(whole_suite, "state", lambda root: "after an edit")
    assert whole_suite.main(["1"]) == 0 and suite.ran[-1] == 1
    with pytest.raises(SystemExit):
        whole_suite.main([str(whole_suite.PARTS + 1)])


# -- the options ----------------------------------------------------------------------------------------------------------

SUITE = """
import pytest

@pytest.mark.parametrize("number", range(70))
def test_it(number):
    pass

@pytest.mark.bulk
def test_long():
    pass

@pytest.mark.sample
def test_short():
    pass
"""
COSTS = "import tiers\ntiers.recorded = lambda: {f'test_suite.py::test_it[{n}]': 2.0 + n for n in range(60)}\n"


SESSIONS = "import sys, pytest; [pytest.main(['-rp', *options.split()]) for options in sys.argv[1:]]"


@pytest.fixture
def ran(tmp_path: Path):
    """The tests that each run passes, and what it prints, in a suite of 60 dear, 10 fast, one bulk and one sample."""
    (tmp_path / "test_suite.py").write_text(SUITE, encoding="utf-8")
    (tmp_path / "costs.py").write_text(COSTS, encoding="utf-8")
    ini = "[pytest]\nmarkers =\n    bulk\n    sample\naddopts = -p no:cacheprovider -p xdist.plugin -p costs -p tier_options\n"
    (tmp_path / "pytest.ini").write_text(ini, encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), str(Path(tiers.__file__).parent), *filter(None, sys.path)])

    def run(*options: str) -> list[tuple[set[str], str]]:
        command = [sys.executable, "-c", SESSIONS, *options]
        environment = {**os.environ, "PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        printed = re.split(r"=+ test session starts =+|(?=ERROR: )", done.stdout)[1:]
        assert len(printed) == len(options), done.stdout
        return [(set(re.findall(r"^PASSED test_suite.py::(\S+)", text, flags=re.MULTILINE)), text) for text in printed]

    return run


def test_all_rotations_are_everything_but_bulk(ran) -> None:
    found = [tests for tests, _ in ran(*(f"--rotation={turn}" for turn in TURNS))]
    always = {f"test_it[{number}]" for number in range(60, 70)} | {"test_short"}
    assert set.union(*found) == always | {f"test_it[{number}]" for number in range(60)}
    assert set.intersection(*found) == always
    assert [len(one) - len(always) for one in found] == [3] * tiers.CLASSES


def test_the_workers_agree_and_the_header_says_how_to_repeat_it(ran) -> None:
    (alone, printed), (together, also_printed) = ran("--rotation=commit", "--rotation=commit -n 2")
    assert alone == together and len(alone) == 14
    turn = tiers.turn(tiers.present())
    for text in (printed, also_printed):
        assert f"rotation: the fast tests and 3 of 60 dear ones (from {tiers.DEAR} s on), class {turn} of 0 to 19" in text
        assert f"to repeat: make test ROTATION={turn}, or pytest --rotation={turn}" in text


def test_parts_and_durations(ran, tmp_path: Path) -> None:
    file = tmp_path / "durations.json"
    found = [tests for tests, _ in ran("--part=1/3", "--part=2/3", f"--part=3/3 -n 2 --record-durations={file}")]
    assert sum(map(len, found)) == len(set.union(*found)) == 72
    recorded = json.loads(file.read_text(encoding="utf-8"))
    assert {test.partition("::")[2] for test in recorded} == found[2]
    assert all(seconds >= 0 for seconds in recorded.values())


WRONG = {
    "--rotation=20": "--rotation must be commit or 0 to 19, got '20'",
    "--rotation=x": "--rotation must be commit or 0 to 19, got 'x'",
    "--part=0/3": "--part must be K/N with 1 <= K <= N, got '0/3'",
    "--part=4/3": "--part must be K/N with 1 <= K <= N, got '4/3'",
    "--part=3": "--part must be K/N with 1 <= K <= N, got '3'",
}


def test_a_wrong_option_gets_one_line(ran) -> None:
    for said, (_, printed) in zip(WRONG.values(), ran(*WRONG), strict=True):
        assert printed.strip() == f"ERROR: {said}"
