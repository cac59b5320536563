"""The whole suite, part by part: `make test-all [PART=3]`, and `make durations`, which writes down what each test costs.

A part that passed is remembered, together with its durations, in `.test-all/<state>/`. The state is what the files of the
project contain: after a kill the next run goes on with the parts that are left, after an edit it begins again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tiers import DEAR, PARTS, RECORDED, ROOT, VERDICT

MEMORY = ROOT / ".test-all"
GENERATED = {"__pycache__", "build", "dist"}
SAME = 1.5  # times; a smaller change of a duration is the weather


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run the whole suite part by part; what passed is not run again.")
    parser.add_argument("part", nargs="?", type=int, choices=range(1, PARTS + 1), help=f"this part only, 1 to {PARTS}")
    parser.add_argument("--durations", action="store_true", help="then write tests/durations.json")
    chosen = parser.parse_args(arguments)
    memory = MEMORY / state(ROOT)
    memory.mkdir(parents=True, exist_ok=True)
    numbers = [chosen.part] if chosen.part else left(memory)
    failed = [number for number in numbers if not run(memory, number)]
    print(summary(memory, failed))
    if chosen.durations and not left(memory):
        write(updated(json.loads(RECORDED.read_text(encoding="utf-8")), measured(memory)))
    return 1 if failed else 0


def passed(memory: Path, number: int) -> Path:
    return memory / f"part-{number}-of-{PARTS}.json"


def left(memory: Path) -> list[int]:
    return [number for number in range(1, PARTS + 1) if not passed(memory, number).exists()]


def summary(memory: Path, failed: list[int]) -> str:
    if failed:
        return f"test-all: failed in part {', '.join(map(str, failed))}; again: make test-all PART={failed[0]}"
    if waiting := left(memory):
        return f"test-all: left are parts {', '.join(map(str, waiting))}; make test-all"
    return f"test-all: all {PARTS} parts passed"


def run(memory: Path, number: int) -> bool:
    """One part in a process of its own; only a part that passed leaves its file."""
    print(f"test-all: part {number} of {PARTS}", flush=True)
    passed(memory, number).unlink(missing_ok=True)
    unfinished = memory / f"unfinished-{number}.json"
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", f"--part={number}/{PARTS}"]
    if subprocess.run([*command, f"--record-durations={unfinished}"], cwd=ROOT).returncode != 0:
        return False
    os.replace(unfinished, passed(memory, number))
    return True


def state(root: Path) -> str:
    """A short name for the contents of all files but the generated ones."""
    total = sha256()
    for file in sorted(files(root)):
        total.update(f"{file.relative_to(root)}\0".encode() + sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


def files(folder: Path) -> Iterator[Path]:
    for entry in folder.iterdir():
        if entry.name in GENERATED or entry.name.startswith(".") or entry.suffix in {".pyc", ".egg-info"}:
            continue
        yield from files(entry) if entry.is_dir() else [entry]


# -- durations ------------------------------------------------------------------------------------------------------------


def measured(memory: Path) -> dict[str, float]:
    """CPU seconds of every test of every part; the verdicts of claims have theirs in the ledger."""
    parts = [json.loads(passed(memory, number).read_text(encoding="utf-8")) for number in range(1, PARTS + 1)]
    verdict = VERDICT.partition("[")[0]
    return {test: seconds for found in parts for test, seconds in found.items() if not test.startswith(verdict)}


def updated(old: dict[str, float], new: dict[str, float]) -> dict[str, float]:
    """The new durations of the dear tests; the old one stays where it is about the same: a quiet run, a quiet diff."""
    return {test: steady(old.get(test, seconds), seconds) for test, seconds in new.items() if round(seconds, 1) >= DEAR}


def steady(old: float, new: float) -> float:
    return old if old / SAME <= new <= old * SAME else new


def write(seconds: dict[str, float]) -> None:
    rounded = {test: round(seconds[test], 1) for test in sorted(seconds)}
    RECORDED.write_text(json.dumps(rounded, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"durations: {len(rounded)} dear tests, {sum(rounded.values()):.0f} s together")


if __name__ == "__main__":
    sys.exit(main())
