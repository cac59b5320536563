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
from argparse import Namespace
from codecs import register_error
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr

from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.base.process import supervised
from dplemma.cli.limits import limit_of
from dplemma.cli.parser import parse_arguments

INTERRUPTED = 130
LONGEST_WORD = 300  # of a complaint
READER_GONE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: that of the command line under its limit, or the given one in this process."""
    if sys.stderr is None:  # closed by the caller: `print` would then write complaints to stdout, among the results
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stderr(nowhere):
            return _run(argv)
    return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    if sys.stdout is None:
        return _complain("standard output is closed: there is nowhere to print to", DplemmaError.exit_code)
    _never_fail_on_encoding()
    return _told(lambda: _limited(parse_arguments(sys.argv[1:])) if argv is None else _here(parse_arguments(list(argv))))


def _limited(arguments: Namespace) -> int:
    """The command in a process that is ended when its time is up; that process says itself what goes wrong in it."""
    if not limit_of(arguments.command).supervised:
        return arguments.run(arguments)
    return supervised(
        lambda: _told(lambda: arguments.run(arguments)),
        seconds=arguments.max_seconds,
        slack=limit_of(arguments.command).slack,
        what=f"the command {arguments.command}",
    )


def _here(arguments: Namespace) -> int:
    """The command in this process, which nobody ends."""
    if limit_of(arguments.command).supervised:
        arguments.max_seconds = None
    return arguments.run(arguments)


def _told(command: Callable[[], int]) -> int:
    """The exit code of a command; what goes wrong is one line."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except DplemmaError as error:
        return _complain(str(error), error.exit_code)
    except MemoryError:
        return _complain("out of memory", OutOfBudget.exit_code)
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}", DplemmaError.exit_code)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)


def _complain(message: str, code: int) -> int:
    """One line, in which a name of thousands of letters is not repeated."""
    words = (word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD // 2]}...{word[-20:]}" for word in message.split())
    print("dplemma: " + " ".join(words), file=sys.stderr)
    return code


def _never_fail_on_encoding() -> None:
    """A terminal that cannot show a letter gets it in plain letters instead of an error."""
    register_error("plain", lambda error: (_in_plain_letters(error), getattr(error, "end", 0)))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _in_plain_letters(error: UnicodeError) -> str:
    from dplemma.base.page import plain_letters

    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain_letters(error.object[error.start : error.end])


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
