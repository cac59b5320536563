"""`dplemma oracle`: certified values over stdin and stdout, one JSON object a line.

Main definition: `oracle_command`. Every line gets one line, flushed at once, so a client may wait for each answer or send many
before it reads. A bad line is answered by an error and the next one is read. The end of the input ends it, with exit code 0.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable

from dplemma.values.lines import answer


def oracle_command(arguments: Namespace) -> int:
    write, flush = sys.stdout.write, sys.stdout.flush
    for line in _lines():
        if not line.strip():
            continue
        write(answer(line, digits=arguments.digits, floats=arguments.floats) + "\n")
        flush()
    return 0


def _lines() -> Iterable[bytes]:
    """Lines as they come; bytes, because a client may send what is no text."""
    if sys.stdin is None:
        return ()
    source = getattr(sys.stdin, "buffer", None)
    return source if source is not None else (line.encode() for line in sys.stdin)
