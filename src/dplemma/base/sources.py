"""The digest of our own sources: what tells one state of the code from another.

Main definitions: `text_digest(parts)`, `source_parts(rooms)`, `PACKAGE`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def text_digest(parts: Iterable[bytes]) -> str:
    """SHA-256 of the parts, each with its length."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def source_parts(rooms: Iterable[str], without: Collection[Path] = ()) -> Iterator[bytes]:
    """The name and the content of every file of code or data in some rooms of the package."""
    files = sorted(file for room in rooms for file in (PACKAGE / room).rglob("*") if file.suffix in (".py", ".json"))
    for file in files:
        if file not in without:
            yield file.relative_to(PACKAGE).as_posix().encode()
            yield file.read_bytes()
