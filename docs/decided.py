"""Verdicts on the forms of quantities, remembered: a form that did not change is not decided again.

Main definitions: `Remembered`, `engine_digest`.

The memory is `.docs-cache/forms.json` at the top, which git ignores. Its key is a digest of the definition, the form with its
condition, and every source that decides: an engine that changes decides everything anew.
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

FILE = Path(__file__).resolve().parent.parent / ".docs-cache" / "forms.json"
ROOMS = ("arb", "base", "compile", "decide", "ground", "kernel", "lang", "proofs")
"""The rooms whose code decides a form."""


@cache
def engine_digest() -> str:
    """Of the sources of the rooms that decide, and of the libraries below them."""
    source = Path(dplemma.__file__).parent
    files = sorted(file for room in ROOMS for file in (source / room).rglob("*.py"))
    told = hashlib.sha256(json.dumps(versions(), sort_keys=True).encode())
    for file in files:
        told.update(file.relative_to(source).as_posix().encode() + file.read_bytes())
    return told.hexdigest()


class Remembered:
    """`decide`, asked only for what is not remembered; the memory is written after each answer, so nothing is lost on the way."""

    def __init__(self, file: Path = FILE, decide: Any = check_form) -> None:
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
    return hashlib.sha256("#".join([*parts, engine_digest()]).encode()).hexdigest()[:32]
