"""Work in other processes, under limits of CPU time and memory that really end it: neither SymPy nor FLINT can be interrupted.

Main definitions: `limited(function, tasks, jobs, seconds)`, which yields each task with its result, and `Worker`, one process.
A process that reaches a limit is ended by the system, its task has the result `OUT`, and a fresh process goes on.
"""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

OUT = "ended by the limit"
MEMORY = 6 << 30  # bytes of address space
WALL = 30.0  # times the CPU limit: the net for a process that sleeps
_SPAWN = multiprocessing.get_context("spawn")


def limited(
    function: Callable[[Any], str], tasks: Iterable[Any], jobs: int = 2, seconds: int = 20
) -> Iterator[tuple[Any, str]]:  # fmt: skip
    """Each task with what `function(task)` returned; the order is that of finishing. Exceptions become `error: ...`."""
    waiting = iter(tasks)
    workers = [Worker(function, seconds) for _ in range(jobs)]
    try:
        busy = [worker for worker in workers if worker.take(waiting)]
        while busy:
            ready = wait([worker.pipe for worker in busy], timeout=1.0)
            for worker in busy:
                if worker.pipe in ready or worker.late():
                    yield worker.task, worker.result()
                    worker.take(waiting)
            busy = [worker for worker in busy if worker.working]
    finally:
        for worker in workers:
            worker.stop()


class Worker:
    """One process and the task it has; `ask` waits for the result of one."""

    def __init__(self, function: Callable[[Any], str], seconds: int) -> None:
        self.function, self.seconds = function, seconds
        self.working, self.task, self.since = False, None, 0.0
        self._start()

    def _start(self) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(theirs, self.function, self.seconds), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, task: Any) -> str:
        """The result of one task."""
        self.take(iter((task,)))
        self.pipe.poll(WALL * self.seconds)
        return self.result()

    def take(self, tasks: Iterator[Any]) -> bool:
        """Begin the next task, if there is one."""
        for task in tasks:
            self.working, self.task, self.since = True, task, monotonic()
            self.pipe.send(task)
            return True
        self.working = False
        return False

    def late(self) -> bool:
        return monotonic() - self.since > WALL * self.seconds

    def result(self) -> str:
        """What came through the pipe; `OUT` if the process has ended or sleeps, and then a fresh one takes its place."""
        try:
            if self.pipe.poll():
                return self.pipe.recv()
        except EOFError:
            pass
        self.stop()
        self._start()
        return OUT

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection, function: Callable[[Any], str], seconds: int) -> None:
    """The life of a process: a task, its limit, its result, until the pipe is closed."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        used = resource.getrusage(resource.RUSAGE_SELF)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 1, resource.RLIM_INFINITY))
        pipe.send(_answer(function, task))


def _answer(function: Callable[[Any], str], task: Any) -> str:
    try:
        return function(task)
    except Exception as error:
        return f"error: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
