"""What `make docs` found out before: verdicts on forms, and pages that were right as they stand.

Main definitions: `Remembered`, `Current`, `sources_digest`.

The memory is `.docs-cache/` at the top, which git ignores. A form is known by a digest of its definition, its condition and every
source that decides: an engine that changes decides everything anew. A page is known by a digest of its text and of the
sources; one that reads neither ledger nor papers does not care about them.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import dplemma
from dplemma.decide.forms import check_form
from dplemma.lang.functions import variables
from dplemma.lang.quantity import Form, Quantity
from dplemma.lang.text import canonical
from dplemma.ledger.verdict import Verdict, versions

FOLDER = Path(__file__).resolve().parent.parent / ".docs-cache"
DECIDING = ("arb", "base", "compile", "decide", "ground", "kernel", "lang", "proofs")
"""The rooms whose code decides a form."""
LEDGER = ("papers", "ledger.jsonl", "history.jsonl")
"""What a page of numbers does not read."""


@cache
def sources_digest(names: tuple[str, ...]) -> str:
    """Of the files of these rooms, and of the libraries below them."""
    source = Path(dplemma.__file__).parent
    told = hashlib.sha256(json.dumps(versions(), sort_keys=True).encode())
    for file in sorted(file for name in names for file in _files(source / name)):
        told.update(file.relative_to(source).as_posix().encode() + file.read_bytes())
    return told.hexdigest()


def _files(place: Path) -> list[Path]:
    return (
        [place] if place.is_file() else [file for file in place.rglob("*") if file.suffix in (".py", ".json", ".jsonl", ".txt")]
    )


def page_digest(*, reads_ledger: bool) -> str:
    """Of everything that a page may show, the builders of the pages included."""
    source, here = Path(dplemma.__file__).parent, Path(__file__).parent
    names = tuple(sorted(place.name for place in source.iterdir() if reads_ledger or place.name not in LEDGER))
    builders = "".join(file.read_text(encoding="utf-8") for file in sorted(here.glob("*.py")))
    return sources_digest(names) + hashlib.sha256(builders.encode()).hexdigest()


class Current:
    """The pages that were right as they stand when they were last written, with these sources."""

    def __init__(self, file: Path = FOLDER / "pages.json") -> None:
        self._file = file
        self._known: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}

    def holds(self, page: Path, *, reads_ledger: bool) -> bool:
        return page.exists() and self._known.get(str(page)) == self._key(page, reads_ledger)

    def note(self, page: Path, *, reads_ledger: bool) -> None:
        self._known[str(page)] = self._key(page, reads_ledger)
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text(json.dumps(self._known, indent=1, sort_keys=True), encoding="utf-8")

    @staticmethod
    def _key(page: Path, reads_ledger: bool) -> str:
        return hashlib.sha256(page.read_bytes() + page_digest(reads_ledger=reads_ledger).encode()).hexdigest()


class Remembered:
    """`decide`, asked only for what is not remembered; the memory is written after each answer, so nothing is lost on the way."""

    def __init__(self, file: Path = FOLDER / "forms.json", decide: Any = check_form) -> None:
        self._file, self._decide = file, decide
        self._known: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}

    def __call__(self, quantity: Quantity, form: Form) -> Verdict:
        key = _form_digest(quantity, form)
        if key not in self._known:
            self._known[key] = self._decide(quantity, form).to_json()
            self._file.parent.mkdir(exist_ok=True)
            self._file.write_text(json.dumps(self._known, indent=1, sort_keys=True), encoding="utf-8")
        return Verdict.from_json(self._known[key])


def _form_digest(quantity: Quantity, form: Form) -> str:
    symbols = [variables(name) for name in quantity.params]
    domain = [f"{name} in {interval}" for name, interval in quantity.params.items()]
    parts = [quantity.name, form.name, form.kernel, str(dict(quantity.example)), *domain]
    parts += [canonical(quantity.definition(*symbols))]
    parts += [canonical(build(*symbols)) for build in (form.body, form.when, quantity.such_that) if build is not None]
    return hashlib.sha256("#".join([*parts, sources_digest(DECIDING)]).encode()).hexdigest()[:32]
