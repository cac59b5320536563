"""`dplemma oracle`: certified values over stdin and stdout, one JSON object a line.

Main definition: `oracle_command`. Every line gets one line, flushed at once, so a client may wait for each answer or send many
before it reads. A bad line is answered by an error and the next one is read. The end of the input ends it, with exit code 0.
What a few runs of a tape do not answer goes to a second process, which is ended where a request takes too long: passing every
line to it would halve the throughput.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from dplemma.base.process import OutOfTime, Worker
from dplemma.values.lines import LONGEST, answer, cheap_answer, refused


def oracle_command(arguments: Namespace) -> int:
    write, flush = sys.stdout.write, sys.stdout.flush
    options = {"digits": arguments.digits, "floats": arguments.floats}
    serve, at_once = partial(answer, **options), partial(cheap_answer, **options)
    with Worker(serve, arguments.max_seconds) as worker:
        for line in _lines():
            if not line.strip():
                continue
            write((at_once(line) or _in_time(worker, line)) + "\n")
            flush()
    return 0


def _in_time(worker: Worker[bytes, str], line: bytes) -> str:
    try:
        return worker.ask(line)
    except OutOfTime as late:
        return refused(line, late)


def _lines() -> Iterator[bytes]:
    """Lines as they come; bytes, because a client may send what is no text."""
    if sys.stdin is None:
        return
    source = getattr(sys.stdin, "buffer", None)
    yield from _bounded(source) if source is not None else (line.encode() for line in sys.stdin)


def _bounded(source: BinaryIO) -> Iterator[bytes]:
    """Lines of at most `LONGEST` bytes; of a longer one the first bytes, one too many, and the rest is passed over."""
    while line := source.readline(LONGEST + 1):
        yield line
        while len(line) > LONGEST and not line.endswith(b"\n"):
            line = source.readline(LONGEST + 1)
