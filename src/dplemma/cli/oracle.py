"""`dplemma oracle`: certified values over stdin and stdout, one JSON object a line.

Main definition: `oracle_command`. Every line gets one line, in order, flushed before the next one is waited for, so a client may
wait for each answer or send many before it reads. A bad line is answered by an error and the next one is read. The end of the
input ends it, with exit code 0.
Lines that wait together are answered together, by arrays where these decide. What a few runs of a tape do not answer goes to
another process, or to several where many lines wait, which is ended where a request takes too long: passing every line to it
would halve the throughput. With `--unordered` no request waits for another: answers are written as they come, told apart by `id`,
and lines are read while others are computed, as long as no more than `MOST_WAITING` of them wait.
"""

from __future__ import annotations

import math
import os
import select
import sys
import time
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import UnsupportedOperation
from typing import BinaryIO

from dplemma.base.process import FORKS, OutOfTime
from dplemma.base.sharing import answers_in_order
from dplemma.base.workers import Worker, processors
from dplemma.values.lines import LONGEST, answer, cheap_answers, refused

_READ_BYTES = 1 << 16
_MANY = 16
"""So many costly requests that wait together are shared out: a process for each takes a millisecond to start."""
MOST_WAITING = 10_000
"""So many costly lines may wait; then no more are read until some are answered."""


def oracle_command(arguments: Namespace) -> int:
    options = {"digits": arguments.digits, "floats": arguments.floats}
    serve, jobs = partial(answer, **options), (arguments.jobs or processors()) if FORKS else 1
    pipe = _pipe() if arguments.unordered and FORKS else None
    if pipe is not None:
        _serve_unordered(pipe, [Worker(serve, arguments.max_seconds) for _ in range(jobs)], partial(cheap_answers, **options))
        return 0
    with Worker(serve, arguments.max_seconds) as worker:

        def costly(lines: Sequence[bytes]) -> Iterator[str]:
            if len(lines) < _MANY or jobs == 1:
                return (_in_time(worker.ask, line) for line in lines)
            found = answers_in_order(serve, lines, workers=jobs, seconds=arguments.max_seconds)
            return (refused(line, text) if isinstance(text, OutOfTime) else text for line, text in zip(lines, found, strict=True))

        for batch in _batches():
            lines = [line for line in batch if line.strip()]
            _print_in_order(cheap_answers(lines, **options), lines, costly)
    return 0


def _print_in_order(
    known: Sequence[str | None], lines: Sequence[bytes], costly: Callable[[Sequence[bytes]], Iterator[str]]
) -> None:
    """All answers in the order of the lines; what is known is not kept back while something costly is computed."""
    write, flush = sys.stdout.write, sys.stdout.flush
    later = costly([line for line, text in zip(lines, known, strict=True) if text is None])
    for text in known:
        if text is None:
            flush()
            write(next(later) + "\n")
            flush()
        else:
            write(text + "\n")
    flush()


def _serve_unordered(pipe: int, crew: Sequence[Worker[bytes, str]], cheap: Callable[..., list[str | None]]) -> None:
    """Answer lines as they come until the input ends and all are answered; cheap ones at once, the others by the crew."""
    lines, waiting, open_ = _Lines(), deque[bytes](), True
    busy: dict[Worker[bytes, str], bytes] = {}
    try:
        while open_ or waiting or busy:
            for worker in [one for one in crew if one not in busy][: len(waiting)]:
                busy[worker] = waiting.popleft()
                worker.send(busy[worker])
            listen = open_ and len(waiting) < MOST_WAITING
            readable = _readable_of([pipe] if listen else [], list(busy))
            if listen and pipe in readable:
                data = os.read(pipe, _READ_BYTES)
                open_ = bool(data)
                found = [line for line in (lines.more(data) if data else lines.rest()) if line.strip()]
                answered = cheap(found)
                _print_lines(text for text in answered if text is not None)
                waiting.extend(line for line, text in zip(found, answered, strict=True) if text is None)
            _print_lines([_in_time(lambda _, one=worker: one.receive(), busy.pop(worker)) for worker in _done(busy, readable)])
    finally:
        for worker in crew:
            worker.__exit__()


def _readable_of(pipes: Sequence[int], busy: Sequence[Worker[bytes, str]]) -> list[int | Worker[bytes, str]]:
    """What can be read; nothing if a deadline comes first."""
    deadline = min((worker.deadline for worker in busy), default=math.inf)
    left = None if deadline == math.inf else max(0.0, deadline - time.monotonic())
    return select.select([*pipes, *busy], [], [], left)[0]


def _done(busy: dict[Worker[bytes, str], bytes], readable: Sequence[object]) -> list[Worker[bytes, str]]:
    return [worker for worker in busy if worker in readable or worker.deadline <= time.monotonic()]


def _print_lines(texts: Iterable[str]) -> None:
    sys.stdout.write("".join(text + "\n" for text in texts))
    sys.stdout.flush()


def _pipe() -> int | None:
    """Where the lines come from, if it is a pipe or a file of the system."""
    source = getattr(sys.stdin, "buffer", None)
    try:
        return None if source is None else source.fileno()
    except (OSError, UnsupportedOperation):
        return None


def _in_time(ask: Callable[[bytes], str], line: bytes) -> str:
    try:
        return ask(line)
    except OutOfTime as late:
        return refused(line, late)


def _batches() -> Iterator[list[bytes]]:
    """Lines that wait together, as they come; bytes, because a client may send what is no text."""
    if sys.stdin is None:
        return
    source = getattr(sys.stdin, "buffer", None)
    if source is None:
        yield from ([line.encode()] for line in sys.stdin)
    elif (pipe := _pipe()) is None:
        yield from ([line] for line in _bounded(source))
    else:
        yield from _waiting(pipe)


def _waiting(pipe: int) -> Iterator[list[bytes]]:
    """What can be read at once, as lines."""
    lines = _Lines()
    while data := os.read(pipe, _READ_BYTES):
        if found := lines.more(data):
            yield found
    if last := lines.rest():
        yield last


class _Lines:
    """Bytes cut into lines; of one longer than `LONGEST` the first bytes, one too many: the rest is passed over."""

    def __init__(self) -> None:
        self._rest, self._passing = b"", False

    def more(self, data: bytes) -> list[bytes]:
        if self._passing:
            _, newline, data = data.partition(b"\n")
            self._passing = not newline
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > LONGEST:
            lines, self._rest, self._passing = [*lines, self._rest[: LONGEST + 1]], b"", True
        return lines

    def rest(self) -> list[bytes]:
        return [self._rest] if self._rest else []


def _bounded(source: BinaryIO) -> Iterator[bytes]:
    """Lines of at most `LONGEST` bytes; of a longer one the first bytes, one too many, and the rest is passed over."""
    while line := source.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = source.readline(LONGEST + 1)
