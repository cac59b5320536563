"""Limits that really end what runs: a process that is killed.

Main definitions: `supervised(work, ...)`, `step(what)`, `Worker`, `answers`, `processors`, `OutOfTime`.

An alarm of Python is heard only between two byte codes, and FLINT keeps the interpreter's lock until a call returns: neither a
signal nor a thread ends it. So the work is done by a fork, which costs a millisecond, and the process that was started waits.
A fork does not outlive the process that waits, even if that is killed. Where the system has no forks there are no limits.
"""

from __future__ import annotations

import math
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from dplemma.base.errors import DplemmaError, OutOfBudget

FORKS = hasattr(os, "fork")
_LOOK_SECONDS = 1.0  # someone else may hold our pipe open: look now and then whether the child has ended
_SECONDS_TO_LEAVE = 0.3, 3.0  # for a child that heard the signal too, and for one that is told
_NAP_SECONDS = 0.0005
_LENGTH_BYTES = 8

Request = TypeVar("Request")
Answer = TypeVar("Answer")
_ours: set[int] = set()  # ends of pipes that are for this process only, not for the next child
_steps: int | None = None  # where a supervised process says what it does


class OutOfTime(OutOfBudget):
    """Work that took longer than its limit, or more memory than there is, and was ended."""


class _Terminated(BaseException):
    """Somebody asks this process to end."""


class _Child:
    """A fork that does `work` and ends, at the latest when this process does."""

    def __init__(self, work: Callable[[], int]) -> None:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        lifeline, self._lifeline = os.pipe()
        self._status: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._lifeline)
            _live(work, lifeline)
        os.close(lifeline)
        _ours.add(self._lifeline)

    def status(self, seconds: float = 0.0) -> int | None:
        """Its exit code, or minus the signal that ended it; None if it goes on after the seconds."""
        deadline = time.monotonic() + seconds
        while self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= deadline:
                break
            else:
                time.sleep(_NAP_SECONDS)
        return self._status

    def send(self, signum: int) -> None:
        if self._status is None:
            os.kill(self.pid, signum)

    def end(self) -> int:
        """Kill it if it goes on; how it ended."""
        if self.status() is None:
            self.send(signal.SIGKILL)
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        if self._lifeline in _ours:
            _close(self._lifeline)
        return self._status or 0


def _live(work: Callable[[], int], lifeline: int) -> NoReturn:
    """The life of a child: it never returns into the program of its parent."""
    code = 1
    try:
        for end in _ours:
            os.close(end)
        _ours.clear()
        _die_with(lifeline)
        code = work()
    except SystemExit as leave:
        code = leave.code if isinstance(leave.code, int) else 1
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    finally:
        with suppress(Exception):
            sys.stdout.flush()
        os._exit(code)


def _die_with(lifeline: int) -> None:
    """The kernel ends this process by SIGIO as soon as nobody holds the other end of the pipe any more."""
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:  # it was closed before that
        os._exit(1)


def _close(*ends: int) -> None:
    for end in ends:
        os.close(end)
        _ours.discard(end)


# -- one piece of work ------------------------------------------------------------------------------------------------------


def supervised(work: Callable[[], int], *, seconds: float, what: str, slack: float = 0.0) -> int:
    """The exit code of `work`, done by a fork; `OutOfTime` once `what`, or a later step of it, takes longer than the seconds.

    The slack is added to them where the work ends late parts of itself by `Worker` and must be let to.
    """
    if not FORKS:
        return work()
    steps, said = os.pipe()
    child = _Child(lambda: _with_steps(work, said))
    os.close(said)
    try:
        with _termination():
            late = _watch(child, steps, seconds + slack, what)
        if late:
            _left(child, signal.SIGTERM)  # so that what is half-written is removed, if it hears
            raise OutOfTime(late_line(late, seconds))
        return _ended_as(child, what)
    except KeyboardInterrupt:
        if _left(child, signal.SIGINT) < 0:
            raise
        return child.end()
    except _Terminated:
        return _ended_like(_left(child, signal.SIGTERM))
    finally:
        child.end()
        os.close(steps)


def step(what: str) -> None:
    """Tell the supervisor, if there is one, what begins now: its time is counted from here."""
    if _steps is not None:
        with suppress(OSError):
            os.write(_steps, (" ".join(what.split())[:200] + "\n").encode())


def _with_steps(work: Callable[[], int], said: int) -> int:
    global _steps
    _steps = said
    return work()


def late_line(what: str, seconds: float) -> str:
    return f"{what} took longer than {seconds:g} s and was ended; --max-seconds S gives it more"


def _watch(child: _Child, steps: int, seconds: float, what: str) -> str:
    """Empty when the child has ended; else the step that takes too long."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if select.select([steps], [], [], min(left, _LOOK_SECONDS))[0]:
            news = os.read(steps, 1 << 16).decode(errors="replace").splitlines()
            if not news:  # it closed the pipe, as a rule by ending
                return what if child.status(left) is None else ""
            what, deadline = news[-1], time.monotonic() + seconds
        elif child.status() is not None:
            return ""
    return what


def _ended_as(child: _Child, what: str) -> int:
    code = child.end()
    if code < 0:
        raise OutOfTime(f"{what} was ended by the system ({_signal_name(code)}): out of memory?")
    return code


@contextmanager
def _termination() -> Iterator[None]:
    """SIGTERM raises `_Terminated`, unless it is ignored or handled already."""

    def stop(*_: Any) -> NoReturn:
        raise _Terminated

    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _left(child: _Child, signum: int) -> int:
    """How a child ended that was asked to: by itself (a terminal interrupts both), when told, or killed."""
    by_itself, when_told = _SECONDS_TO_LEAVE
    if child.status(by_itself if signum == signal.SIGINT else 0.0) is None:
        child.send(signum)
        child.status(when_told)
    return child.end()


def _ended_like(code: int) -> int:
    """End by SIGTERM where the child did."""
    if code < 0:
        os.kill(os.getpid(), signal.SIGTERM)
    return code


def _signal_name(code: int) -> str:
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"exit code {code}"


# -- many requests ----------------------------------------------------------------------------------------------------------


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
        self._child: _Child | None = None
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
            raise OutOfTime(f"its process was ended by the system ({_signal_name(code)}): out of memory?") from None
        if isinstance(answer, _Raised):
            raise answer.error()
        return answer

    def _wait(self) -> None:
        """Until there is an answer or time is up, tell now and then that it goes on."""
        started = now = time.monotonic()
        while self.on_wait is not None and now < self.deadline:
            if _readable([self._up], min(self.deadline, now + _LOOK_SECONDS)):
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
        _ours.update((self._down, self._up))
        self._child = _Child(lambda: self._live(requests, answers_))
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
        _close(self._down, self._up)
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
