"""What ends a run, or keeps it from writing, costs what it had in hand and nothing else: nothing wrong is told, nothing is lost.

A run is killed by SIGKILL at moments that a seed chooses among its own steps (how much it has written), not by the clock; a disk
is full where the system refuses to let a file grow. The next run must give the bytes of one that nobody disturbed.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dplemma.base.errors import DplemmaError
from dplemma.base.files import left_behind, replaced_file
from dplemma.cli import main
from dplemma.ledger import history
from dplemma.ledger import store as ledger

NUMBERS = "gdp_bridge/section-5-2/mu-1-??1"
TABLE = ("table", "gaussian.delta", "eps=0:3:40", "mu=0.1,0.5,1,2", "--digits", "60", "--jobs", "1")
ACCOUNT = """\
delta = "1e-5"

[[mechanism]]
kind = "gaussian"
mu = "0.5"
count = 2
"""
SAFETY_NET = 1200
SEEDS = [pytest.param(1, marks=pytest.mark.sample), *(pytest.param(n, marks=pytest.mark.bulk) for n in range(2, 8))]
NO_SUCH_PROCESS = 2**22 + 1  # beyond what the system gives


@pytest.fixture
def world(tmp_path: Path) -> dict[str, str]:
    """An environment of its own: cache, state and ledger in a scratch folder."""
    (tmp_path / "ledger.jsonl").write_bytes(ledger.path().read_bytes())
    own = {"DPLEMMA_CACHE": "cache", "XDG_STATE_HOME": "state", "DPLEMMA_LEDGER": "ledger.jsonl"}
    return {**os.environ, **{name: str(tmp_path / folder) for name, folder in own.items()}}


def started(world: dict[str, str], *argv: str, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "dplemma", *argv]
    folder = Path(world["DPLEMMA_LEDGER"]).parent
    return subprocess.Popen(
        command, cwd=folder, env=world, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=before,
        start_new_session=True,
    )  # fmt: skip


def run(world: dict[str, str], *argv: str, before: Callable[[], None] | None = None) -> tuple[int, str, str]:
    process = started(world, *argv, before=before)
    out, err = process.communicate(timeout=SAFETY_NET)
    return process.returncode, out, err


def killed_once(world: dict[str, str], is_time: Callable[[], bool], *argv: str) -> bool:
    """Start a command and kill it, with all its processes, as soon as it is time; whether that was before it had ended."""
    process = started(world, *argv)
    deadline = time.monotonic() + SAFETY_NET
    while process.poll() is None and not is_time() and time.monotonic() < deadline:
        time.sleep(0.002)
    ended = process.poll() is not None
    if not ended:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return not ended


def size_under(folder: Path, pattern: str) -> int:
    """Bytes in the files of a folder, while others come and go."""
    total = 0
    for path in folder.rglob(pattern):
        try:
            total += path.stat().st_size
        except OSError:
            continue
    return total


# -- killed -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_verify_killed_at_any_moment_loses_nothing_that_had_fallen(world: dict[str, str], tmp_path: Path, seed: int) -> None:
    wanted = random.Random(seed).randint(1, 2)
    cache = tmp_path / "cache"

    def kept() -> int:
        return sum(path.is_file() and not path.name.endswith(".part") for path in cache.rglob("*"))

    killed_once(world, lambda: kept() >= wanted, "verify", NUMBERS, "--jobs", "2")
    before = kept()
    code, out, err = run(world, "verify", NUMBERS, "--jobs", "2", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["ledger"]["agrees"]
    assert found["cache"]["unchanged"] == before >= wanted
    assert found["cache"]["decided"] == len(found["claims"]) - before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_killed_at_any_moment_is_not_there_or_whole(world: dict[str, str], tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)
    file = tmp_path / "table.csv"
    file.write_text("an older table\n", encoding="utf-8")
    wanted = source.choice([0, 1, source.randint(1, 20_000)])
    killed = killed_once(world, lambda: size_under(tmp_path, ".table.csv.*.tmp") >= wanted, *TABLE, "--out", str(file))
    content = file.read_text(encoding="utf-8")
    assert content == "an older table\n" or content.count("\n") == 161
    left = list(tmp_path.glob(".table.csv.*.tmp"))
    code, _, err = run(world, *TABLE, "--out", str(file))
    assert code == 0
    assert ("a run that was killed left a scratch file, which goes now" in err) == bool(left)
    assert list(tmp_path.glob(".table.csv.*")) == []
    assert file.read_text(encoding="utf-8") == run(world, *TABLE)[1]
    assert killed or not left


@pytest.mark.parametrize("seed", SEEDS)
def test_an_account_killed_at_any_moment_leaves_the_older_file_or_the_whole_one(
    world: dict[str, str], tmp_path: Path, seed: int
) -> None:
    """Killed at the start, at a moment by the seed, or as soon as it writes; the next run says what was left, and ends alike."""
    (tmp_path / "run.toml").write_text(ACCOUNT, encoding="utf-8")
    file, whole = tmp_path / "curves.csv", tmp_path / "undisturbed.csv"
    argv = ("account", "run.toml", "--json", "--table")
    code, said, _ = run(world, *argv, str(whole))
    assert code == 0 and json.loads(said)["eps"]
    file.write_text("an older table\n", encoding="utf-8")
    looks = iter(range(random.Random(seed).randrange(1000)))
    killed = killed_once(
        world, lambda: next(looks, None) is None or size_under(tmp_path, ".curves.csv.*.tmp") > 0, *argv, str(file)
    )
    assert file.read_text(encoding="utf-8") in ("an older table\n", whole.read_text(encoding="utf-8"))
    left = list(tmp_path.glob(".curves.csv.*.tmp"))
    assert killed or not left
    code, out, err = run(world, *argv, str(file))
    assert (code, json.loads(out)["eps"]) == (0, json.loads(said)["eps"])
    assert ("a run that was killed left a scratch file, which goes now" in err) == bool(left)
    assert not list(tmp_path.glob(".curves.csv.*"))
    assert file.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_what_a_killed_account_left_is_said_and_removed(world: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(ACCOUNT, encoding="utf-8")
    file = tmp_path / "curves.csv"
    file.write_text("an older table\n", encoding="utf-8")
    scratch = file.with_name(f".{file.name}.{NO_SUCH_PROCESS}.tmp")
    scratch.write_text("curve,at,low", encoding="utf-8")  # what a killed run leaves
    code, out, err = run(world, "account", "run.toml", "--table", str(file), "--json")
    assert code == 0 and json.loads(out)["eps"]
    assert "a run that was killed left a scratch file, which goes now" in err
    assert not scratch.exists()
    rows = file.read_text(encoding="utf-8").splitlines()
    assert len(rows) > 10 and len({row.count(",") for row in rows}) == 1


def test_mutants_killed_at_any_moment_are_not_lost(world: dict[str, str], tmp_path: Path) -> None:
    record = tmp_path / "mutants.jsonl"
    argv = ("mutate", "sensitivity_index/lemma-2", "--kinds", "flip", "sign", "double", "drop", "swap", "--jobs", "2")
    killed_once(world, lambda: size_under(tmp_path, "mutants.jsonl") > 300, *argv, "--record", str(record))
    lines = record.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    assert whole
    code, out, _ = run(world, *argv, "--record", str(record), "--json")
    found = json.loads(out)
    assert (code, found["done"], found["totals"]["accepted"]) == (0, 5, 0)
    assert record.read_bytes().startswith(b"".join(whole))
    assert len(record.read_bytes().splitlines()) == 5 + (len(lines) - len(whole))


# -- a full disk, a disk that is only read ----------------------------------------------------------------------------------


def small_disk() -> None:
    """No file may grow beyond 2 kB: a write fails as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))


def test_a_table_on_a_full_disk_is_one_line_and_no_file(world: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    code, out, err = run(world, *TABLE, "--out", str(file), before=small_disk)
    assert (code, out) == (2, "")
    assert err == f"dplemma: cannot write {file}: File too large\n"
    assert not file.exists() and list(tmp_path.glob(".table*")) == []


def test_a_full_disk_leaves_the_ledger_and_its_history_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = ledger.path().read_bytes()
    (tmp_path / "ledger.jsonl").write_bytes(before)
    (tmp_path / "history.jsonl").write_bytes(b"")
    monkeypatch.setenv("DPLEMMA_LEDGER", str(tmp_path / "ledger.jsonl"))
    records = ledger.read()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DplemmaError, match="No space left"):
        ledger.write(records)
    with pytest.raises(DplemmaError, match=r"cannot write .*history.jsonl: No space left on device"):
        history.write_history([history.VerdictChange(version="9.9.9", id="a/b", before="proved", after="refuted")])
    assert (tmp_path / "ledger.jsonl").read_bytes() == before
    assert (tmp_path / "history.jsonl").read_bytes() == b""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["history.jsonl", "ledger.jsonl"]


def test_verify_on_a_full_disk_decides_all_and_says_that_it_kept_nothing(world: dict[str, str], tmp_path: Path) -> None:
    def tiny_disk() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    code, out, err = run(world, "verify", NUMBERS, "--jobs", "1", "--json", before=tiny_disk)
    found = json.loads(out)
    assert code == 0 and found["ledger"]["agrees"]
    assert err.startswith(f"dplemma: the cache {tmp_path / 'cache'} cannot be written: File too large")
    assert err.count("\n") == 1
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()] == []


def test_mutants_on_a_full_disk_end_in_one_line_and_keep_what_was_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "mutants.jsonl"
    argv = ["mutate", "sensitivity_index/lemma-2", "--kinds", "flip", "sign", "double", "--jobs", "1", "--record", str(record)]
    saved, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, saved[1]))
    try:
        assert main(argv) == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, saved)
        signal.signal(signal.SIGXFSZ, handler)
    assert f"dplemma: {record} cannot be written: " in capsys.readouterr().err
    assert main([*argv, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["done"], found["totals"]["refuted"], found["damaged_lines"]) == (3, 3, [2])


@pytest.mark.parametrize(
    "content", [b"\xff\n", b"[]\n", b'{"version": 1}\n', b'{"version": "0.1.0", "id": "a", "before": 1, "after": "b"}\n']
)
def test_a_damaged_history_is_one_line(
    tmp_path: Path, content: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ledger.jsonl").write_bytes(ledger.path().read_bytes())
    (tmp_path / "history.jsonl").write_bytes(content)
    monkeypatch.setenv("DPLEMMA_LEDGER", str(tmp_path / "ledger.jsonl"))
    assert main(["list", "--changed-since", "0.1.0"]) == 2
    assert capsys.readouterr().err == f"dplemma: {tmp_path / 'history.jsonl'}, line 1: no change of a verdict\n"


# -- files that are replaced ------------------------------------------------------------------------------------------------


def test_what_the_dead_left_is_removed_and_what_the_living_write_is_not(tmp_path: Path) -> None:
    file = tmp_path / "a[1].csv"
    dead, living, other = (tmp_path / f".a[1].csv.{name}.tmp" for name in (NO_SUCH_PROCESS, os.getppid(), "notes"))
    for path in (dead, living, other):
        path.write_text("half", encoding="utf-8")
    assert left_behind(file) == [dead]
    with replaced_file(file) as stream:
        stream.write("whole")
    assert file.read_text(encoding="utf-8") == "whole"
    assert [path.exists() for path in (dead, living, other)] == [False, True, True]


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    """As root a device was replaced by a file: /dev/null, /dev/stdout."""
    pipe = tmp_path / "table.csv"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert main(["table", "gaussian.auc", "mu=1", "--out", str(pipe)]) == 0
        assert os.read(reader, 1 << 16).startswith(b"mu,value,")
    finally:
        os.close(reader)
    assert pipe.is_fifo()


# -- two runs at once -------------------------------------------------------------------------------------------------------


@pytest.mark.bulk
def test_two_runs_share_a_record_of_mutants(world: dict[str, str], tmp_path: Path) -> None:
    record = tmp_path / "mutants.jsonl"
    argv = ("mutate", "sensitivity_index/lemma-2", "--kinds", "flip", "sign", "double", "--record", str(record), "--json")
    runs = [started(world, *argv, "--jobs", "1") for _ in range(2)]
    told = [json.loads(process.communicate(timeout=SAFETY_NET)[0]) for process in runs]
    assert [found["totals"] for found in told] == [told[0]["totals"]] * 2
    assert told[0]["done"] == 3
    assert run(world, *argv, "--list")[0] == 0
    assert all(json.loads(line) for line in record.read_text(encoding="utf-8").splitlines())


# -- a clock that jumps -----------------------------------------------------------------------------------------------------


def test_a_clock_that_jumps_changes_no_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clock on the wall goes back and forth by years while claims are decided, kept and found again."""
    monkeypatch.setenv("DPLEMMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    jumps, real = random.Random(3), time.time
    monkeypatch.setattr(time, "time", lambda: real() + jumps.choice((-1, 1)) * jumps.randint(0, 10**9))
    answers = []
    for moment in (10**9, 0, 4 * 10**9):
        assert main(["verify", NUMBERS, "--jobs", "1", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        answers.append([{**claim, "seconds": 0} for claim in found["claims"]])
        for path in (tmp_path / "cache").rglob("*"):
            os.utime(path, (moment, moment))
    assert answers[0] == answers[1] == answers[2]
    assert found["cache"]["unchanged"] == len(found["claims"])
