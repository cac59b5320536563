"""`dplemma oracle`: certified values over stdin and stdout, one JSON object a line.

Main definition: `oracle_command`. Every line gets one line, in order, flushed before the next one is waited for, so a client may
wait for each answer or send many before it reads. A bad line is answered by an error and the next one is read. The end of the
input ends it, with exit code 0.
Lines that wait together are answered together, by arrays where these decide. What a few runs of a tape do not answer goes to
another process, or to several where many lines wait, which is ended where a request takes too long: passing every line to it
would halve the throughput.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import UnsupportedOperation
from typing import BinaryIO

from dplemma.base.process import FORKS, OutOfTime, Worker, processors
from dplemma.base.sharing import answers_in_order
from dplemma.values.lines import LONGEST, answer, cheap_answers, refused

_READ_BYTES = 1 << 16
_MANY = 16
"""So many costly requests that wait together are shared out: a process for each takes a millisecond to start."""


def oracle_command(arguments: Namespace) -> int:
    options = {"digits": arguments.digits, "floats": arguments.floats}
    serve, jobs = partial(answer, **options), (arguments.jobs or processors()) if FORKS else 1
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
        return
    try:
        pipe = source.fileno()
    except (OSError, UnsupportedOperation):
        yield from ([line] for line in _bounded(source))
        return
    yield from _waiting(pipe)


def _waiting(pipe: int) -> Iterator[list[bytes]]:
    """What can be read at once, as lines; of one longer than `LONGEST` the first bytes, one too many: the rest is passed over."""
    rest, passing = b"", False
    while data := os.read(pipe, _READ_BYTES):
        if passing:
            _, newline, data = data.partition(b"\n")
            passing = not newline
        *lines, rest = (rest + data).split(b"\n")
        if len(rest) > LONGEST:
            lines, rest, passing = [*lines, rest[: LONGEST + 1]], b"", True
        if lines:
            yield lines
    if rest:
        yield [rest]


def _bounded(source: BinaryIO) -> Iterator[bytes]:
    """Lines of at most `LONGEST` bytes; of a longer one the first bytes, one too many, and the rest is passed over."""
    while line := source.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = source.readline(LONGEST + 1)
