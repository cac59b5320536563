"""What the commands print with: JSON, pages, and a line that changes. Imports wait until needed: `value` must start fast.

Main definitions: `print_json`, `printed_page`, `StatusLine`, `output_file`,
`certificate_folder`, `say_it_is_run`, `say_left_behind`, `FINDING`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self, TextIO

if TYPE_CHECKING:
    from pathlib import Path

    from dplemma.base.page import Page

FINDING = 1
"""The exit code where something was found: a difference, a refutation, a failed audit."""


def print_json(data: Any, *, in_ascii: bool = False) -> None:
    import json

    print(json.dumps(data, indent=2, ensure_ascii=in_ascii))


@contextmanager
def printed_page(widest: int = sys.maxsize) -> Iterator[Page]:
    """A page that fits standard output, printed at the end of the block."""
    from dplemma.base.page import Page

    page = Page.of(sys.stdout)
    page.width = min(page.width, widest)
    yield page
    sys.stdout.write(page.text())


def output_file(option: str, asked: str, endings: Sequence[str]) -> Path:
    """The file that an option names for writing; complaints come before the work."""
    from pathlib import Path

    from dplemma.base.errors import DplemmaError, clipped

    path, shown = Path(asked), clipped(asked)
    if path.is_dir():
        raise DplemmaError(f"{option} {shown}: it is a folder")
    if path.suffix.lower() not in endings:
        raise DplemmaError(f"{option} {shown}: the name must end in {' or '.join(endings)}")
    if not path.parent.is_dir():
        raise DplemmaError(f"{option} {shown}: there is no folder {clipped(str(path.parent))}")
    return path


def certificate_folder(text: str | None) -> Path | None:
    """The folder for certificates, made now: a claim must not be decided in vain."""
    if text is None:
        return None
    from pathlib import Path

    from dplemma.base.errors import DplemmaError, clipped

    folder = Path(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = "it is a file, not a folder" if folder.is_file() else error.strerror or error
        raise DplemmaError(f"cannot write certificates to {clipped(text)}: {why}") from None
    return folder


def say_it_is_run(what: str, *, how: str = "importing") -> None:
    """The code of a user is run because the user chose to; it is said before."""
    print(f"{how} {what}: it is your code", file=sys.stderr)


def say_left_behind(file: Path) -> None:
    """What a run that was killed left beside a file is removed when that is written; it is said before."""
    from dplemma.base.files import left_behind

    count = len(left_behind(file))
    if count:
        which = "a scratch file" if count == 1 else f"{count} scratch files"
        print(f"dplemma: {file}: a run that was killed left {which}, which goes now", file=sys.stderr)


class StatusLine:
    """A line on a terminal that is written over and over, and wiped at the end; nothing elsewhere."""

    def __init__(self, stream: TextIO, *, silent: bool = False) -> None:
        self.stream = stream
        self.is_shown = stream.isatty() and not silent

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.show("")

    def show(self, text: str) -> None:
        if self.is_shown:
            self.stream.write(f"\r\x1b[K{text}")
            self.stream.flush()
