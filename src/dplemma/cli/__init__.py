"""The `dplemma` command: parse, call, print.

Main definitions: `main`.

Exit codes: 0 fine; 1 a finding (the ledger differs, a claim raised); 2 bad input or usage; 3 out of budget or time,
or `undecided` under `--strict`; 130 interrupted; 141 the reader of our output went away.
Bad input is one line on stderr, never a traceback.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr

from dplemma.base.errors import DplemmaError
from dplemma.cli.parser import parse_arguments

INTERRUPTED = 130
READER_GONE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if sys.stderr is None:  # closed by the caller: `print` would then write complaints to stdout, among the results
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stderr(nowhere):
            return _run(argv)
    return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    if sys.stdout is None:
        return _complain("standard output is closed: there is nowhere to print to", DplemmaError.exit_code)
    _never_fail_on_encoding()
    try:
        try:
            arguments = parse_arguments(list(sys.argv[1:] if argv is None else argv))
            code = arguments.run(arguments)
        finally:
            sys.stdout.flush()
        return code
    except DplemmaError as error:
        return _complain(str(error), error.exit_code)
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", DplemmaError.exit_code)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)


def _complain(message: str, code: int) -> int:
    print("dplemma: " + " ".join(message.split()), file=sys.stderr)
    return code


def _never_fail_on_encoding() -> None:
    """A terminal that cannot show a letter gets a replacement for it instead of an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _reader_gone() -> int:
    """Point stdout at nothing, or the interpreter complains when it flushes at exit."""
    try:
        descriptor = sys.stdout.fileno()
    except io.UnsupportedOperation:
        return READER_GONE
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return READER_GONE
