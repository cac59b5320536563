"""Files that are written whole or not at all, whatever ends the run, and read up to a size, whatever they are.

Main definitions: `replaced_file(file)`, `left_behind(file)`, `bounded_bytes(file, most)`, `TooLarge`.

A file is written beside its place, under a name that says which process does it, flushed to the disk, and moved there in one
step. A process that is killed leaves that scratch file; the next one that writes the same file removes it.
"""

from __future__ import annotations

import errno
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import IO, Any

from dplemma.base.errors import DplemmaError


class TooLarge(DplemmaError):
    """A file with more bytes than are read of its kind."""


def bounded_bytes(file: Path, most: int) -> bytes:
    """The content; `TooLarge` if there is more, whatever size the system states: a device has none."""
    try:
        stream = file.open("rb")
    except ValueError as error:  # a zero byte, or half of a pair of code units
        raise OSError(errno.EINVAL, f"no file has such a name ({error})") from None
    with stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise TooLarge(f"{file.name}: larger than {most} bytes, and no more are read")
    return content


@contextmanager
def replaced_file(file: Path, *, binary: bool = False) -> Iterator[IO[Any]]:
    """A scratch file beside the target that takes its place if the block ends well and vanishes otherwise.

    What is no file, such as /dev/stdout or a pipe, is written to: nothing may take its place.
    """
    scratch = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        if file.exists() and not file.is_file() and not file.is_dir():
            with file.open("wb") if binary else file.open("w", encoding="utf-8", errors="replace", newline="\n") as stream:
                yield stream
            return
        for left in left_behind(file):
            left.unlink(missing_ok=True)
        with (
            _ending_on_sigterm(),
            scratch.open("wb") if binary else scratch.open("w", encoding="utf-8", errors="replace", newline="\n") as stream,
        ):
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(scratch, file)
    except OSError as error:
        raise DplemmaError(f"cannot write {file}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            scratch.unlink(missing_ok=True)


def left_behind(file: Path) -> list[Path]:
    """The scratch files of processes that are no more."""
    found = file.parent.glob(f".{escape(file.name)}.*.tmp")
    return sorted(path for path in found if _is_of_the_dead(path.name.removesuffix(".tmp").rpartition(".")[2]))


def _is_of_the_dead(process: str) -> bool:
    if not process.isascii() or not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):  # somebody else's, or no number of a process
        return False
    return _waits_for_its_burial(process)


def _waits_for_its_burial(process: str) -> bool:
    """A zombie: it has ended, and nobody has asked how. Known where the system has /proc."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False


@contextmanager
def _ending_on_sigterm() -> Iterator[None]:
    """A terminated process cleans up as an interrupted one does; only the main thread may set the handler."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(*_: Any) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    saved = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, saved)
