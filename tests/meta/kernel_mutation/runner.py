"""Runs the tests of a room, the kernel above all, against mutants of it, each in a forked child, and writes a line for each.

Main definition: `Mutation`, a plug-in of pytest that takes the place of its loop over tests.

A mutant is met by the tests that run its line: those that killed a mutant of the same function first, then those of a file
named like the module, then the quick ones. The first failure ends it. A child has limits of CPU time and memory; reaching one
kills the mutant as well.

Most of the time of a mutant goes into its process, so a child meets a row of them, one after the other. A test that failed is
run once more when the mutant is out: if it fails then, too, something was left behind, and the mutant gets a child of its own,
as does one that reaches a limit.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

import dplemma.kernel

from .coverage_by_test import Tracer
from .inside import CannotInstall, forget, function_of, install
from .operators import Mutant, mutants
from .results import recorded, result_of

FOLDER = Path(dplemma.kernel.__file__).parent
MEMORY = 5 << 30  # bytes of address space
ROW = 40  # mutants that a child meets
SLOWER = 20.0  # times what a test takes unspoilt, and a second: then it hangs
_NOT_MET = ("test_independence", "test_ledger_algebra", "test_tapes")  # the tapes are made from the formulas
_KILLED, _SURVIVED, _HANGS, _NOT_PUT = 10, 11, 12, 13


@dataclass(frozen=True)
class Asked:
    """What of the mutants is run: modules in their order, operators (all if empty), seconds of tests for each, a stop."""

    record: Path
    modules: tuple[str, ...]
    operators: frozenset[str]
    survivors: bool  # only those that survived before
    seconds: float
    minutes: float  # after the tests were traced
    every: int = 1
    room: str = "kernel"
    sample: int = 1  # of the mutants one in so many, by their keys


@dataclass
class Mutation:
    """The plug-in."""

    asked: Asked
    items: list[pytest.Item] = field(default_factory=list)
    seconds: dict[int, float] = field(default_factory=dict)
    tests_of: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    killers: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """An example that fails is enough, it need not be a small one; how fast they are made on a busy machine is no failure."""
        from hypothesis import HealthCheck, Phase, settings  # not before pytest has seen it

        phases, checks = [Phase.explicit, Phase.generate], list(HealthCheck)
        settings.register_profile("mutants", settings.get_profile("steady"), phases=phases, suppress_health_check=checks)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = [item for item in session.items if self._is_met(item)]
        names = modules(self.asked.room)
        sources = {name: Path(str(importlib.import_module(name).__file__)).read_text(encoding="utf-8") for name in names}
        self._trace()
        self._all(sources)
        return True

    def _is_met(self, item: pytest.Item) -> bool:
        """Not those that read the files or the whole ledger; of those that are numbered at random one in `every`."""
        number = item.nodeid.rpartition("[")[2].rstrip("]")
        left_out = number.isdecimal() and int(number) % self.asked.every
        return not left_out and not any(f"/{word}.py" in item.nodeid for word in _NOT_MET)

    # -- once -----------------------------------------------------------------------------------------------------------------

    def _trace(self) -> None:
        """Every test once, with an eye on the lines of the room; those that were traced before as they are now, not again."""
        path, folder = self.asked.record.with_suffix(".lines"), folder_of(self.asked.room)
        before, tracer = recorded(path), Tracer(str(folder))
        with path.open("a", encoding="utf-8") as file:
            for n, item in enumerate(self.items):
                key = f"{item.nodeid} {_digest(item.path, *folder.glob('*.py'))}"
                if (found := before.get(key)) is None:
                    found = {"key": key, **self._traced(n, tracer)}
                    file.write(json.dumps(found) + "\n")
                    file.flush()
                self.seconds[n] = found["seconds"]
                for stem, numbers in found["lines"].items():
                    for number in numbers:
                        self.tests_of.setdefault((stem, number), []).append(n)
        print(f"{len(self.items)} tests take {sum(self.seconds.values()):.0f} s traced", flush=True)

    def _traced(self, n: int, tracer: Tracer) -> dict[str, Any]:
        forget(self.asked.room)
        began = time.process_time()
        tracer.start()
        reports = runtestprotocol(self.items[n], nextitem=None, log=False)  # the next one may have been traced before
        lines = {Path(file).stem: sorted(numbers) for file, numbers in tracer.stop().items()}
        if failed := [report for report in reports if report.failed]:
            raise pytest.UsageError(f"{self.items[n].nodeid} fails without any mutant: {failed[0].longreprtext[-1000:]}")
        return {"seconds": round(time.process_time() - began, 4), "lines": lines}

    # -- each mutant ------------------------------------------------------------------------------------------------------------

    def _all(self, sources: dict[str, str]) -> None:
        before, until = recorded(self.asked.record), time.time() + 60 * self.asked.minutes
        wanted = list(self._wanted(sources, before))
        gc.freeze()  # a child shares what is not collected
        with self.asked.record.open("a", encoding="utf-8") as file:
            while wanted and time.time() < until:
                results = self._row(wanted[:ROW], sources)
                if len(results) < len(wanted[:ROW]):
                    alone = wanted[len(results)]
                    results.append(self._one(alone, sources[alone.module]))
                for result in results:
                    file.write(json.dumps(result) + "\n")
                file.flush()
                wanted = wanted[len(results) :]
        print("stopped by the clock" if wanted else "done", flush=True)

    def _row(self, row: list[Mutant], sources: dict[str, str]) -> list[dict[str, Any]]:
        """What became of the first of them, up to one that needs a child of its own."""
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            self._child(lambda: self._meet_row(row, sources, write))
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            told = [json.loads(line) for line in pipe.read().splitlines(keepends=True) if line.endswith(b"\n")]
        os.waitpid(child, 0)
        results = []
        for mutant, (result, killer, ran, tests) in zip(row, told, strict=False):
            results.append(self._result(mutant, sources[mutant.module], result, killer, ran, tests))
        return results

    def _meet_row(self, row: list[Mutant], sources: dict[str, str], pipe: int) -> int:
        for mutant in row:
            chosen, null = self._chosen(mutant), os.open(os.devnull, os.O_WRONLY)
            told: tuple[str, int | None, int] = ("not run by any test", None, 0)
            if chosen:
                try:
                    undo = install(mutant, sources[mutant.module])
                except CannotInstall:
                    told = ("not put in", None, 0)
                else:
                    killer = self._meet(chosen, null)
                    undo()
                    if killer is not None and self._meet([killer], null) is not None:
                        return _HANGS
                    told = ("survived", None, len(chosen)) if killer is None else ("killed", killer, chosen.index(killer) + 1)
                    self._remember(mutant, killer)
            os.close(null)
            os.write(pipe, json.dumps([*told, len(chosen)]).encode() + b"\n")
        return _SURVIVED

    def _wanted(self, sources: dict[str, str], before: dict[str, dict[str, Any]]) -> Iterator[Mutant]:
        for short in self.asked.modules:
            name = f"dplemma.{self.asked.room}.{short}"
            for mutant in mutants(name, sources[name]):
                if self.asked.operators and mutant.operator not in self.asked.operators:
                    continue
                if int(hashlib.sha256(mutant.key.encode()).hexdigest()[:8], 16) % self.asked.sample:
                    continue
                old = before.get(mutant.key)
                if old is None if not self.asked.survivors else old is not None and not old["result"].startswith("killed"):
                    yield mutant

    def _one(self, mutant: Mutant, source: str) -> dict[str, Any]:
        chosen = self._chosen(mutant)
        told = self._forked(mutant, source, chosen) if chosen else ("not run by any test", None, 0)
        return self._result(mutant, source, *told, len(chosen))

    def _remember(self, mutant: Mutant, killer: int | None) -> None:
        if killer is not None:
            mine = self.killers[mutant.module + mutant.owner]
            mine[:] = [killer, *(n for n in mine if n != killer)][:12]

    def _result(self, mutant: Mutant, source: str, result: str, killer: int | None, ran: int, tests: int) -> dict[str, Any]:
        self._remember(mutant, killer)
        return result_of(mutant, source, result, self.items[killer].nodeid if killer is not None else "", tests, ran)

    def _chosen(self, mutant: Mutant) -> list[int]:
        """The tests that run the line, or for a table any line of its module, within the seconds that a mutant has."""
        stem = mutant.module.rpartition(".")[2]
        covering = self.tests_of.get((stem, mutant.line), [])
        if self.asked.room == "formulas":  # a domain is no line that a test runs
            covering = sorted({*covering, *self._of_quantity(mutant)})
        if not covering and "." not in mutant.owner and not callable(getattr(sys.modules[mutant.module], mutant.owner, None)):
            covering = sorted({n for (file, _), tests in self.tests_of.items() if file == stem for n in tests})
        if not covering:  # a default, or what runs when the module is loaded
            covering = self._of_owner(mutant)
        first = [n for n in self.killers[mutant.module + mutant.owner] if n in set(covering)]
        rest = sorted(set(covering) - set(first), key=lambda n: (stem not in self.items[n].path.stem, self.seconds[n]))
        chosen, spent = [], 0.0
        for n in (*first, *rest):
            spent += self.seconds[n]
            if spent > self.asked.seconds and chosen:
                break
            chosen.append(n)
        return chosen

    def _of_owner(self, mutant: Mutant) -> list[int]:
        """The tests that run any line of the function."""
        try:
            code = function_of(sys.modules[mutant.module], mutant.owner).__code__
        except CannotInstall:
            return []
        stem, lines = mutant.module.rpartition(".")[2], {line for _, _, line in code.co_lines() if line}
        return sorted({n for line in lines for n in self.tests_of.get((stem, line), [])})

    def _of_quantity(self, mutant: Mutant) -> list[int]:
        """The tests that are named after the quantity that a function defines, and those that run its definition."""
        found = getattr(sys.modules[mutant.module], mutant.owner, None)
        stem, body = mutant.module.rpartition(".")[2], getattr(getattr(found, "define", found), "__code__", None)
        name = getattr(found, "name", None) or (f"{stem}." if body is None else None)  # a table is of the whole family
        lines = {line for _, _, line in body.co_lines() if line} if body is not None else set()
        running = {n for line in lines for n in self.tests_of.get((stem, line), [])}
        return [n for n, item in enumerate(self.items) if n in running or (name and f"[{name}" in item.nodeid)]

    def _forked(self, mutant: Mutant, source: str, chosen: list[int]) -> tuple[str, int | None, int]:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            os.close(read)
            self._child(lambda: self._meet_alone(mutant, source, chosen, write))
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            begun = pipe.read()
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        last = chosen[len(begun) - 1] if begun else None
        if code == _SURVIVED:
            return "survived", None, len(begun)
        if code == _NOT_PUT:
            return "not put in", None, 0
        return ("killed" if code == _KILLED else "killed by a limit"), last, len(begun)

    def _child(self, work: Callable[[], int]) -> None:
        """Never returns."""
        code = _HANGS
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.signal(signal.SIGVTALRM, lambda *_: os._exit(_HANGS))
            gc.unfreeze()
            code = work()
        except CannotInstall:
            code = _NOT_PUT
        finally:
            os._exit(code)

    def _meet_alone(self, mutant: Mutant, source: str, chosen: list[int], pipe: int) -> int:
        install(mutant, source)
        return _SURVIVED if self._meet(chosen, pipe) is None else _KILLED

    def _meet(self, chosen: list[int], pipe: int) -> int | None:
        """The first test that fails. A byte is written for each that begins."""
        for n, after in zip(chosen, [*chosen[1:], None], strict=True):
            os.write(pipe, b".")
            limit = 1.0 + SLOWER * self.seconds[n]
            signal.setitimer(signal.ITIMER_VIRTUAL, limit)
            used = int(time.process_time())
            resource.setrlimit(resource.RLIMIT_CPU, (used + int(limit) + 2, resource.RLIM_INFINITY))
            reports = runtestprotocol(self.items[n], nextitem=None if after is None else self.items[after], log=False)
            if any(report.failed for report in reports):
                self.items[n].session._setupstate.teardown_exact(None)
                return n
        return None


@functools.cache
def _digest(*files: Path) -> str:
    """Of what stands in some files."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in sorted(files))).hexdigest()[:12]


def folder_of(room: str) -> Path:
    return FOLDER.parent / room


def modules(room: str = "kernel") -> list[str]:
    return [f"dplemma.{room}.{info.name}" for info in pkgutil.iter_modules([str(folder_of(room))])]
