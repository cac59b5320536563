"""A wall-clock safety net for work that can hang. It never decides anything; it only reports that time ran out."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

AGAIN_SECONDS = 1.0  # an exception raised inside a destructor or a callback of the garbage collector is lost: ring again
_LEAST_SECONDS = 1e-3


class TimeUp(BaseException):  # not an Exception: SymPy catches those
    """The block did not finish in time."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeUp` in a block that takes longer; no limit outside the main thread or without SIGALRM. Limits may be nested."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: Any) -> None:
        raise TimeUp

    started = time.monotonic()
    saved = signal.signal(signal.SIGALRM, stop)
    outer, again = signal.getitimer(signal.ITIMER_REAL)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, outer) if outer else seconds, AGAIN_SECONDS)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        except TimeUp:  # it rang on the way out
            signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, saved)
        if outer:
            signal.setitimer(signal.ITIMER_REAL, max(outer - (time.monotonic() - started), _LEAST_SECONDS), again)
