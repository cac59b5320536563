"""Many requests, one after the other or several at a time, each ended by force when it takes too long.

Main definitions: `Worker(serve, seconds)`, `answers(serve, requests, ...)`, `processors`.
"""

from __future__ import annotations

import math
import os
import select
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

from dplemma.base.errors import DplemmaError
from dplemma.base.process import FORKS, LOOK_SECONDS, Child, OutOfTime, close_ends, late_line, own_ends, signal_name

_LENGTH_BYTES = 8

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class _Raised(NamedTuple):
    """An error on its way from a worker; made again without its constructor, which may look for the place that calls it."""

    kind: type[Exception]
    arguments: tuple[Any, ...]
    state: dict[str, Any]

    def error(self) -> Exception:
        error = self.kind.__new__(self.kind, *self.arguments)
        error.__dict__.update(self.state)
        return error


class Worker(Generic[Request, Answer]):
    """A fork that answers one request after the other by `serve`; a `DplemmaError` or `OSError` it raises is raised here.

    It is started at the first request, killed when an answer takes longer than the seconds, and started again for the next one.
    Without a limit, requests are answered here.
    """

    def __init__(self, serve: Callable[[Request], Answer], seconds: float | None) -> None:
        self._serve = serve
        self._seconds = seconds if FORKS else None
        self._child: Child | None = None
        self._down = self._up = -1
        self.deadline = 0.0
        self.on_wait: Callable[[float], None] | None = None  # told about every second for how long an answer is waited for

    def __enter__(self) -> Worker[Request, Answer]:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def ask(self, request: Request) -> Answer:
        """The answer; `OutOfTime` if there is none in time."""
        if self._seconds is None:
            return self._serve(request)
        self.send(request)
        return self.receive()

    def send(self, request: Request) -> None:
        """Hand over the request; its time is counted from here."""
        if self._child is None or self._child.status() is not None:
            self._start()
        self.deadline = math.inf if self._seconds is None else time.monotonic() + self._seconds
        with suppress(BrokenPipeError):  # it died: `receive` says so
            _write_message(self._down, request)

    def receive(self) -> Answer:
        try:
            self._wait()
            answer = _read_message(self._up, self.deadline)
        except TimeoutError:
            self._end()
            raise OutOfTime(late_line("it", self._seconds or 0.0)) from None
        except EOFError:
            code = self._end()
            raise OutOfTime(f"its process was ended by the system ({signal_name(code)}): out of memory?") from None
        if isinstance(answer, _Raised):
            raise answer.error()
        return answer

    def _wait(self) -> None:
        """Until there is an answer or time is up, tell now and then that it goes on."""
        started = now = time.monotonic()
        while self.on_wait is not None and now < self.deadline:
            if _readable([self._up], min(self.deadline, now + LOOK_SECONDS)):
                return
            now = time.monotonic()
            self.on_wait(now - started)

    def fileno(self) -> int:
        """Readable when there is an answer, or none any more."""
        return self._up

    def _start(self) -> None:
        self._end()
        requests, self._down = os.pipe()
        self._up, answers_ = os.pipe()
        own_ends.update((self._down, self._up))
        self._child = Child(lambda: self._live(requests, answers_))
        os.close(requests)
        os.close(answers_)

    def _live(self, requests: int, answers_: int) -> int:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and ends this process
        with suppress(EOFError):
            while True:
                _write_message(answers_, self._answer(_read_message(requests, math.inf)))
        return 0

    def _answer(self, request: Request) -> Answer | _Raised:
        try:
            return self._serve(request)
        except (DplemmaError, OSError) as error:
            return _Raised(type(error), _arguments(error), vars(error))

    def _end(self) -> int:
        if self._child is None:
            return 0
        code, self._child = self._child.end(), None
        close_ends(self._down, self._up)
        return code


def _arguments(error: Exception) -> tuple[Any, ...]:
    """What makes the error again: an `OSError` has its file outside `args`."""
    return (error.errno, error.strerror, error.filename) if isinstance(error, OSError) and error.filename else error.args


def _write_message(pipe: int, message: Any) -> None:
    import pickle

    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    rest = memoryview(len(data).to_bytes(_LENGTH_BYTES, "big") + data)
    while rest:
        rest = rest[os.write(pipe, rest) :]


def _read_message(pipe: int, deadline: float) -> Any:
    """The next message, and the only one there: every request waits for its answer. `TimeoutError` past the deadline."""
    import pickle

    data = bytearray()
    while len(data) < _LENGTH_BYTES or len(data) < _LENGTH_BYTES + int.from_bytes(data[:_LENGTH_BYTES], "big"):
        if deadline < math.inf and not _readable([pipe], deadline):
            raise TimeoutError
        more = os.read(pipe, 1 << 20)
        if not more:
            raise EOFError
        data += more
    return pickle.loads(memoryview(data)[_LENGTH_BYTES:])  # from our own fork


def answers(
    serve: Callable[[Request], Answer], requests: Sequence[Request], *, workers: int, seconds: float | None
) -> Iterator[tuple[Request, Answer | OutOfTime]]:
    """Every request with its answer, or why there is none, as they come; several at a time."""
    waiting = list(reversed(requests))
    crew = [Worker(serve, seconds) for _ in range(min(workers, len(waiting)))]
    busy: dict[Worker[Request, Answer], Request] = {}
    try:
        while waiting or busy:
            for worker in [one for one in crew if one not in busy][: len(waiting)]:
                busy[worker] = waiting.pop()
                worker.send(busy[worker])
            for worker in _ready(busy):
                yield busy.pop(worker), _received(worker)
    finally:
        for worker in crew:
            worker.__exit__()


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ready(busy: Any) -> list[Any]:
    """Those that have an answer or are past their deadline."""
    ready = _readable(list(busy), min(worker.deadline for worker in busy))
    return ready or [worker for worker in busy if worker.deadline <= time.monotonic()]


def _readable(pipes: list[Any], deadline: float) -> list[Any]:
    """Those with something to read; none if nothing comes before the deadline."""
    return select.select(pipes, [], [], None if deadline == math.inf else max(0.0, deadline - time.monotonic()))[0]


def _received(worker: Worker[Any, Answer]) -> Answer | OutOfTime:
    try:
        return worker.receive()
    except OutOfTime as late:
        return late
