"""Limits that really end what runs: a process that is killed.

Main definitions: `supervised(work, ...)`, `step(what)`, `Child`, `OutOfTime`; `workers` answer many requests in this way.

An alarm of Python is heard only between two byte codes, and FLINT keeps the interpreter's lock until a call returns: neither a
signal nor a thread ends it. So the work is done by a fork, which costs a millisecond, and the process that was started waits.
A fork does not outlive the process that waits, even if that is killed. Where the system has no forks there are no limits.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

from dplemma.base.errors import DplemmaError, OutOfBudget

FORKS = hasattr(os, "fork")
LOOK_SECONDS = 1.0  # someone else may hold our pipe open: look now and then whether the child has ended
_SECONDS_TO_LEAVE = 0.3, 3.0  # for a child that heard the signal too, and for one that is told
_NAP_SECONDS = 0.0005
_DONE = "\0"  # what a supervised process says last

own_ends: set[int] = set()  # ends of pipes that are for this process only, not for the next child
_steps: int | None = None  # where a supervised process says what it does


class OutOfTime(OutOfBudget):
    """Work that took longer than its limit, or more memory than there is, and was ended."""


class _Terminated(BaseException):
    """Somebody asks this process to end."""


class Child:
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
        own_ends.add(self._lifeline)

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
        if self._lifeline in own_ends:
            close_ends(self._lifeline)
        return self._status or 0


def _live(work: Callable[[], int], lifeline: int) -> NoReturn:
    """The life of a child: it never returns into the program of its parent."""
    code = 1
    try:
        for end in own_ends:
            os.close(end)
        own_ends.clear()
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


def close_ends(*ends: int) -> None:
    for end in ends:
        os.close(end)
        own_ends.discard(end)


# -- one piece of work ------------------------------------------------------------------------------------------------------


def supervised(work: Callable[[], int], *, seconds: float, what: str, slack: float = 0.0) -> int:
    """The exit code of `work`, done by a fork; `OutOfTime` once `what`, or a later step of it, takes longer than the seconds.

    The slack is added to them where the work ends late parts of itself by `Worker` and must be let to.
    """
    if not FORKS:
        return work()
    steps, said = os.pipe()
    child = Child(lambda: _with_steps(work, said))
    os.close(said)
    try:
        with _termination():
            late, done = _watch(child, steps, seconds + slack, what)
        if late:
            _left(child, signal.SIGTERM)  # so that what is half-written is removed, if it hears
            raise OutOfTime(late_line(late, seconds))
        return _ended_as(child, what, done)
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
            os.write(_steps, (" ".join(what.split())[:200] + "\n").encode(errors="replace"))


def _with_steps(work: Callable[[], int], said: int) -> int:
    global _steps
    _steps = said
    try:
        return work()
    finally:
        step(_DONE)


def late_line(what: str, seconds: float) -> str:
    return f"{what} took longer than {seconds:g} s and was ended; --max-seconds S gives it more"


def _watch(child: Child, steps: int, seconds: float, what: str) -> tuple[str, bool]:
    """The step that takes too long, "" when the child has ended; and whether it came to its end."""
    deadline, done = time.monotonic() + seconds, False
    while (left := deadline - time.monotonic()) > 0:
        if select.select([steps], [], [], min(left, LOOK_SECONDS))[0]:
            news = os.read(steps, 1 << 16).decode(errors="replace").splitlines()
            if not news:  # it closed the pipe, as a rule by ending
                return what if child.status(left) is None else "", done
            done = done or _DONE in news
            what, deadline = next((line for line in reversed(news) if line != _DONE), what), time.monotonic() + seconds
        elif child.status() is not None:
            return "", done
    return what, done


def _ended_as(child: Child, what: str, done: bool) -> int:
    code = child.end()
    if code < 0:
        raise OutOfTime(f"{what} was ended by the system ({signal_name(code)}): out of memory?")
    if not done:
        raise DplemmaError(f"{what} was ended in the middle, with exit code {code}, by code that it ran")
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


def _left(child: Child, signum: int) -> int:
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


def signal_name(code: int) -> str:
    with suppress(ValueError):
        return signal.Signals(-code).name
    return f"exit code {code}"
