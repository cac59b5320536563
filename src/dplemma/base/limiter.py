"""A safety net of clocks for work that can hang. It never decides anything: what it stops is noted, and the verdict says so.

Main definitions: `work_limit(seconds, what)`, `time_limit(seconds, what)`, `clock_stops()`, `remembered`.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

AGAIN_SECONDS = 1.0  # an exception raised inside a destructor or a callback of the garbage collector is lost: ring again
_LEAST_SECONDS = 1e-3
P = ParamSpec("P")
R = TypeVar("R")
_noted: ContextVar[list[str] | None] = ContextVar("stops noted so far", default=None)


class TimeUp(BaseException):  # not an Exception: SymPy catches those
    """The block did not finish in time."""


@contextmanager
def clock_stops() -> Iterator[list[str]]:
    """All that the clock stops inside the block, in words; whoever counts around it is told as well."""
    stops: list[str] = []
    token = _noted.set(stops)
    try:
        yield stops
    finally:
        _noted.reset(token)
        note_stops(stops)


def note_stops(stops: Iterable[str]) -> None:
    """Say what the clock stopped to whoever counts; the same words once."""
    noted = _noted.get()
    if noted is not None:
        noted.extend(stop for stop in stops if stop not in noted)


def time_limit(seconds: float, what: str = "a call") -> AbstractContextManager[None]:
    """Raise `TimeUp` in a block that takes longer by the clock on the wall, and note that `what` was stopped.

    No limit outside the main thread or without alarms. Limits may be nested: an inner block has no more time than is left.
    """
    return _limit(seconds, what, "ITIMER_REAL", "SIGALRM", time.monotonic)


def work_limit(seconds: float, what: str) -> AbstractContextManager[None]:
    """The same in seconds of this process at work: what others do on the machine stops nothing."""
    return _limit(seconds, what, "ITIMER_PROF", "SIGPROF", time.process_time)


@contextmanager
def _limit(seconds: float, what: str, timer: str, alarm: str, clock: Callable[[], float]) -> Iterator[None]:
    if not hasattr(signal, alarm) or threading.current_thread() is not threading.main_thread():
        yield
        return
    which, ringing = getattr(signal, timer), getattr(signal, alarm)
    rung, running = False, True

    def stop(*_: Any) -> None:
        nonlocal rung
        if running:  # else it rang on the way out
            rung = True
            raise TimeUp

    started = clock()
    saved = signal.signal(ringing, stop)
    outer, again = signal.getitimer(which)
    signal.setitimer(which, max(min(seconds, outer) if outer else seconds, _LEAST_SECONDS), AGAIN_SECONDS)
    try:
        if seconds <= 0:
            raise TimeUp
        yield
    except TimeUp:
        rung = True
        raise
    except SystemError:  # what FLINT's quadrature makes of an exception that is raised inside it
        if rung:
            raise TimeUp from None
        raise
    finally:
        running = False
        signal.setitimer(which, 0)
        signal.signal(ringing, saved)
        if outer:
            signal.setitimer(which, max(outer - (clock() - started), _LEAST_SECONDS), again)
        if rung:  # even if the exception was lost on its way
            note_stops([f"{what}, {seconds:g} s"])


class _Stopped(Exception):
    """Carries an answer past the memory."""


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Like `lru_cache`, but an answer on the way to which the clock stopped something is given once and not kept for others."""

    @lru_cache(maxsize=4096)
    def kept(*args: P.args, **kwargs: P.kwargs) -> R:
        with clock_stops() as stops:
            answer = function(*args, **kwargs)
        if stops:
            raise _Stopped(answer)
        return answer

    @wraps(function)
    def answered(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return kept(*args, **kwargs)
        except _Stopped as stopped:
            return stopped.args[0]

    return answered
