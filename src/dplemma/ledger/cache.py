"""What earlier runs found, kept in a folder of the user's: one file a claim, by the digest of all that the verdict depends on.

Main definitions: `VerdictCache`, `CachedVerdict`, `cache_folder`, `seal_key`, `read_sealed`, `write_sealed`, `BadCache`.

The folder is `$DPLEMMA_CACHE`, else `$XDG_CACHE_HOME/dplemma`, else `~/.cache/dplemma`; `DPLEMMA_CACHE=off` is none. In it is one
folder a state of the code, and in that one file a claim: a line with a digest and a seal, and the rest as JSON. A file is
written beside its place and moved there, so that a reader finds all of it or nothing, two runs may write the same one, and a run
that is killed has kept every verdict that had fallen.

The digest finds accidents. The seal is made with a key that is kept elsewhere (`$XDG_STATE_HOME/dplemma/seal`, else
`~/.local/state/dplemma/seal`, readable by the user alone), and says: written by this user, with this code, for this claim. A file
without it (from another machine, by another user, moved, forged) is a suggestion, which is put to the kernel
(`dplemma.proofs.unchanged`). Importing this module does not import SymPy.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.ledger.verdict import Verdict

CACHE_VARIABLE = "DPLEMMA_CACHE"
OFF = "off"
SCHEMA = 1
GENERATIONS = 8
"""So many states of the code have a folder; that of the one which was used longest ago makes room."""
_KEY_BYTES = 32


class BadCache(DplemmaError):
    """A cache, or one file of it, that cannot be used; the message says why."""


@dataclass(frozen=True)
class CachedVerdict:
    """A verdict with its proof object, how the claim is worded in the ledger, the code that found it, and with what effort.

    `sealed`, in what is read, says that this user and this code have accepted it for this claim before.
    """

    verdict: Verdict
    wording: Mapping[str, Any]
    found_by: str
    effort: str = "usual"
    sealed: bool = field(default=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        found = {"verdict": self.verdict.to_json(), "proof": self.verdict.proof}
        return {"schema": SCHEMA, **found, "wording": dict(self.wording), "found_by": self.found_by, "effort": self.effort}

    @classmethod
    def from_json(cls, data: Any) -> CachedVerdict:
        if data["schema"] != SCHEMA:
            raise ValueError(f"schema {data['schema']}")
        verdict = Verdict.from_json(data["verdict"]).with_(proof=data["proof"])
        return cls(verdict, data["wording"], data["found_by"], data["effort"])


def cache_folder() -> Path | None:
    """Where the cache is; None if it is switched off or there is no home to put it in."""
    chosen = os.environ.get(CACHE_VARIABLE, "")
    if chosen:
        return None if chosen == OFF else Path(chosen)
    return _under_home("XDG_CACHE_HOME", ".cache")


def _under_home(variable: str, default: str) -> Path | None:
    try:
        return Path(os.environ.get(variable) or Path.home() / default) / "dplemma"
    except RuntimeError:
        return None


def seal_key() -> bytes:
    """The key of the user's seals, made when first asked for; one of this run alone where it cannot be kept or others read it."""
    folder, fresh = _under_home("XDG_STATE_HOME", ".local/state"), secrets.token_bytes(_KEY_BYTES)
    if folder is None:
        return fresh
    path = folder / "seal"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _placed(path, fresh, replace_old=False)
        found = path.read_bytes()
        private = not path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    except OSError:
        return fresh
    return found if private and len(found) == _KEY_BYTES else fresh


def _placed(path: Path, content: bytes, *, replace_old: bool) -> None:
    """Write a file that only its owner reads, all of it or nothing; one that is there already stays unless it is replaced."""
    end, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with open(end, "wb") as stream:
            stream.write(content)
        if replace_old:
            os.replace(part, path)
        else:
            with suppress(FileExistsError):
                os.link(part, path)
    finally:
        with suppress(OSError):  # it was moved to its place; it is still there where the disk was full
            os.unlink(part)


class VerdictCache:
    """The verdicts that this state of the code has accepted, `code` being its digest, and those of earlier states."""

    def __init__(self, folder: Path, code: str, seal: bytes) -> None:
        self.folder, self.code = folder, code
        self._seal_key = seal
        self._current = folder / code[:32]

    def opened(self) -> VerdictCache:
        """This cache with its folder made and the oldest states gone; `BadCache` if it cannot be used."""
        try:
            self._current.mkdir(parents=True, exist_ok=True)
            os.utime(self._current)
            for old in self._others()[GENERATIONS - 1 :]:
                shutil.rmtree(old, ignore_errors=True)
        except OSError as error:
            raise BadCache(f"the cache {self.folder} is not used: {error.strerror or error}") from None
        return self

    def read(self, key: str) -> CachedVerdict | None:
        """What is kept under the key for this state of the code; None if nothing is, `BadCache` if it is damaged."""
        return self._read(self._current / key)

    def earlier(self, key: str) -> Iterator[CachedVerdict]:
        """What other states of the code found, the latest first; what is damaged is left out."""
        for folder in self._others():
            with suppress(BadCache):
                found = self._read(folder / key)
                if found is not None:
                    yield found

    def write(self, key: str, found: CachedVerdict) -> None:
        """Keep and seal it, all of it or nothing; `BadCache` if that fails."""
        content = json.dumps(found.to_json(), separators=(",", ":")).encode()
        try:
            write_sealed(self._current / key, content, self.code, self._seal_key)
        except OSError as error:
            raise BadCache(f"the cache {self.folder} cannot be written: {error.strerror or error}") from None

    def _others(self) -> list[Path]:
        """The folders of other states of the code, the one used last first."""
        try:
            found = [entry for entry in self.folder.iterdir() if entry.is_dir() and entry != self._current]
            return sorted(found, key=lambda entry: entry.stat().st_mtime, reverse=True)
        except OSError:  # another run has just removed one
            return []

    def _read(self, path: Path) -> CachedVerdict | None:
        found = read_sealed(path, self.code, self._seal_key)
        if found is None:
            return None
        try:
            return replace(CachedVerdict.from_json(json.loads(found[0])), sealed=found[1])
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BadCache(f"{path} is damaged: {str(error)[:100]}") from None


def read_sealed(path: Path, code: str, key: bytes) -> tuple[bytes, bool] | None:
    """What is in a file, and whether it has the seal of this key for this code; None without one, `BadCache` if it is damaged."""
    try:
        head, _, content = path.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadCache(f"{path} cannot be read: {error.strerror or error}") from None
    digest, _, seal = head.decode("ascii", "replace").partition(" ")
    if digest != _digest(content):
        raise BadCache(f"{path} is damaged: it was changed after it was written")
    return content, hmac.compare_digest(seal.encode(), _seal(path, content, code, key).encode())


def write_sealed(path: Path, content: bytes, code: str, key: bytes) -> None:
    """Write and seal it, all of it or nothing."""
    head = f"{_digest(content)} {_seal(path, content, code, key)}\n".encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    _placed(path, head + content, replace_old=True)


def _seal(path: Path, content: bytes, code: str, key: bytes) -> str:
    """What only this user can write, for this code and this place."""
    message = f"{code} {path.parent.name} {path.name} ".encode() + content
    return hmac.new(key, message, hashlib.sha256).hexdigest()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
