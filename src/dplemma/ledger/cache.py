"""What earlier runs found, kept in a folder of the user's: one file a claim, by the digest of all that the verdict depends on.

Main definitions: `VerdictCache`, `CachedVerdict`, `cache_folder`, `BadCache`.

The folder is `$DPLEMMA_CACHE`, else `$XDG_CACHE_HOME/dplemma`, else `~/.cache/dplemma`; `DPLEMMA_CACHE=off` is none. In it is one
folder a state of the code, and in that one file a claim: a line with the SHA-256 of the rest, and the rest as JSON. A file is
written beside its place and moved there, so that a reader finds all of it or nothing, two runs may write the same one, and a run
that is killed has kept every verdict that had fallen. A folder that others may write to is not used.

Nothing here is believed: the digest finds accidents only, and whoever takes a verdict from here puts its proof to the kernel
(`dplemma.proofs.unchanged`). Importing this module does not import SymPy.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.ledger.verdict import Verdict

CACHE_VARIABLE = "DPLEMMA_CACHE"
OFF = "off"
SCHEMA = 1
GENERATIONS = 8
"""So many states of the code have a folder; that of the one which was used longest ago makes room."""


class BadCache(DplemmaError):
    """A cache, or one file of it, that cannot be used; the message says why."""


@dataclass(frozen=True)
class CachedVerdict:
    """A verdict with its proof object, how the claim is worded in the ledger, and the digest of the code that found it."""

    verdict: Verdict
    wording: Mapping[str, Any]
    found_by: str

    def to_json(self) -> dict[str, Any]:
        found = {"verdict": self.verdict.to_json(), "proof": self.verdict.proof}
        return {"schema": SCHEMA, **found, "wording": dict(self.wording), "found_by": self.found_by}

    @classmethod
    def from_json(cls, data: Any) -> CachedVerdict:
        if data["schema"] != SCHEMA:
            raise ValueError(f"schema {data['schema']}")
        return cls(Verdict.from_json(data["verdict"]).with_(proof=data["proof"]), data["wording"], data["found_by"])


def cache_folder() -> Path | None:
    """Where the cache is; None if it is switched off or there is no home to put it in."""
    chosen = os.environ.get(CACHE_VARIABLE, "")
    if chosen:
        return None if chosen == OFF else Path(chosen)
    try:
        root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:
        return None
    return Path(root) / "dplemma"


class VerdictCache:
    """The verdicts that this state of the code has found, `code` being its digest, and those of earlier states."""

    def __init__(self, folder: Path, code: str) -> None:
        self.folder, self.code = folder, code
        self._current = folder / code[:32]

    def opened(self) -> VerdictCache:
        """This cache with its folder made and the oldest states gone; `BadCache` if it cannot be used."""
        try:
            self._current.mkdir(parents=True, exist_ok=True)
            _must_be_ours(self.folder)
            os.utime(self._current)
            for old in self._others()[GENERATIONS - 1 :]:
                shutil.rmtree(old, ignore_errors=True)
        except OSError as error:
            raise BadCache(f"the cache {self.folder} is not used: {error.strerror or error}") from None
        return self

    def read(self, key: str) -> CachedVerdict | None:
        """What this state of the code found; None if nothing is kept, `BadCache` if it is damaged."""
        return _read(self._current / key)

    def earlier(self, key: str) -> Iterator[CachedVerdict]:
        """What other states of the code found, the latest first; what is damaged is left out."""
        for folder in self._others():
            with suppress(BadCache):
                found = _read(folder / key)
                if found is not None:
                    yield found

    def write(self, key: str, found: CachedVerdict) -> None:
        """Keep it, all of it or nothing; `BadCache` if that fails."""
        content = json.dumps(found.to_json(), separators=(",", ":")).encode()
        try:
            self._current.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("wb", dir=self._current, suffix=".part", delete=False) as part:
                part.write(_digest(content) + b"\n" + content)
            os.replace(part.name, self._current / key)
        except OSError as error:
            raise BadCache(f"the cache {self.folder} cannot be written: {error.strerror or error}") from None

    def _others(self) -> list[Path]:
        """The folders of other states of the code, the one used last first."""
        try:
            found = [entry for entry in self.folder.iterdir() if entry.is_dir() and entry != self._current]
            return sorted(found, key=lambda entry: entry.stat().st_mtime, reverse=True)
        except OSError:  # another run has just removed one
            return []


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def _read(path: Path) -> CachedVerdict | None:
    try:
        digest, _, content = path.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadCache(f"{path} cannot be read: {error.strerror or error}") from None
    try:
        if _digest(content) != digest:
            raise ValueError("it was changed after it was written")
        return CachedVerdict.from_json(json.loads(content))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadCache(f"{path} is damaged: {str(error)[:100]}") from None


def _must_be_ours(folder: Path) -> None:
    """A folder of somebody else's, or one that others write to, could say of a sampled claim what no engine found."""
    if not hasattr(os, "getuid"):
        return
    state = folder.stat()
    if state.st_uid != os.getuid() or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise BadCache(f"the cache {folder} is not used: it must belong to you and be writable by nobody else")
