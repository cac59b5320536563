"""The options of pytest that choose among the tests and record what they cost: `--rotation`, `--part`, `--record-durations`.

The rules are in `tiers.py`, their use in `tests/README.md`. Without these options pytest runs what it is asked for.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import tiers

LONG = 10.0  # seconds: such tests come first

_SECONDS = pytest.StashKey[dict[str, float]]()
_WORKER_OUTPUT = "seconds"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers", "which tests run")
    last = tiers.CLASSES - 1
    group.addoption("--rotation", metavar="N", help=f"leave out the dear tests but those of class N, 0 to {last}, or `commit`")
    group.addoption("--part", metavar="K/N", help="the K-th of N parts of everything")
    group.addoption("--record-durations", metavar="FILE", help="write the CPU seconds of each test as JSON")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_SECONDS] = {}
    rotation, part = config.getoption("--rotation"), config.getoption("--part")
    if rotation == "commit":  # settled here, once: the workers of xdist are told the number
        config.option.rotation = str(tiers.turn(tiers.present()))
    elif rotation and not (rotation.isdecimal() and int(rotation) < tiers.CLASSES):
        raise pytest.UsageError(f"--rotation must be commit or 0 to {tiers.CLASSES - 1}, got {rotation!r}")
    if part and not ((found := re.fullmatch(r"(\d+)/(\d+)", part)) and 1 <= int(found[1]) <= int(found[2])):
        raise pytest.UsageError(f"--part must be K/N with 1 <= K <= N, got {part!r}")


# -- the choice -----------------------------------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is made while tests are found stays to the end: the garbage collector need not go through it, then or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_report_header(config: pytest.Config) -> list[str]:
    rotation, part, lines = config.getoption("--rotation"), config.getoption("--part"), []
    if rotation:
        mine = sum(turn == int(rotation) for turn in tiers.dear().values())
        lines += [
            f"rotation: the fast tests and {mine} of {len(tiers.dear())} dear ones (from {tiers.DEAR} s on), class {rotation} "
            f"of 0 to {tiers.CLASSES - 1}, at {tiers.present()[:12]}",
            f"to repeat: make test ROTATION={rotation}, or pytest --rotation={rotation}; everything: make test-all",
        ]
    return [*lines, f"part {part} of everything"] if part else lines


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Left out is what is not chosen; what takes long comes first, so that no worker waits for another at the end."""
    if not (config.getoption("--rotation") or config.getoption("--part")):
        return
    chosen, collected = set(_chosen(config, items)), list(items)
    items[:] = [item for item in collected if item.nodeid in chosen]
    items.sort(key=lambda item: min(-tiers.costs().get(item.nodeid, 0.0), -LONG))
    if left := [item for item in collected if item.nodeid not in chosen]:
        config.hook.pytest_deselected(items=left)


def _chosen(config: pytest.Config, items: list[pytest.Item]) -> list[str]:
    rotation, part = config.getoption("--rotation"), config.getoption("--part")
    tests = [item.nodeid for item in items]
    if rotation:
        markers = {item.nodeid: {marker.name for marker in item.iter_markers()} for item in items}
        tests = [test for test in tests if tiers.runs(test, markers[test], int(rotation))]
    return tiers.part(tests, *map(int, part.split("/"))) if part and tests else tests


# -- the durations --------------------------------------------------------------------------------------------------------


def _cpu() -> float:
    """CPU seconds of this process and of its children, those it keeps too: what another's load hardly changes."""
    return sum(os.times()[:4]) + sum(_used_so_far(child.pid) for child in multiprocessing.active_children())


def _used_so_far(process: int | None) -> float:
    """CPU seconds of a process that is not waited for yet, such as a fixture keeps for many tests; 0 where no file says it."""
    try:
        numbers = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, numbers[11:15])) / os.sysconf("SC_CLK_TCK")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    begin = _cpu()
    try:
        return (yield)
    finally:
        apart = any(item.iter_markers("bulk")) or any(item.iter_markers("sample"))
        item.config.stash[_SECONDS][tiers.APART * apart + item.nodeid] = round(_cpu() - begin, 2)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of xdist sends what it has to the controller."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[_WORKER_OUTPUT] = session.config.stash[_SECONDS]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[_SECONDS].update(getattr(node, "workeroutput", {}).get(_WORKER_OUTPUT, {}))


def pytest_terminal_summary(config: pytest.Config) -> None:
    if file := config.getoption("--record-durations"):
        Path(file).write_text(json.dumps(config.stash[_SECONDS]), encoding="utf-8")
