"""Derivations as the atlas shows them: every chain with its lines, rules and reasons.

Main definition: `derivation_entries`. The steps are data and nothing is decided here: the verdict is that of the claim it proves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dplemma.atlas.addresses import derivation_address
from dplemma.lang.derivation import Derivation, Lemma, Step
from dplemma.lang.derivation_files import index, load
from dplemma.lang.region import Region
from dplemma.lang.rules import Decided
from dplemma.lang.statements import Statement
from dplemma.lang.text import to_latex, to_text


def derivation_entries() -> dict[str, Any]:
    return {key: _entry(load(key)) for key in index()}


def _entry(derivation: Derivation) -> dict[str, Any]:
    return {
        "id": derivation.id,
        "address": derivation_address(derivation.id),
        "title": derivation.title,
        "proves": derivation.proves,
        "about": derivation.about,
        "lemmas": [_lemma(lemma, derivation.region_of(lemma)) for lemma in derivation.lemmas],
        "main": None if derivation.start is None else _chain("", "", derivation.on, derivation.start, derivation.steps),
        "printed": derivation.printed.where if derivation.printed else "",
    }


def _lemma(lemma: Lemma, region: Region) -> dict[str, Any]:
    start = lemma.holds if lemma.holds is not None else lemma.start
    return _chain(lemma.name, lemma.says, region, start, lemma.steps)


def _chain(name: str, says: str, region: Region, start: Any, steps: Sequence[Step]) -> dict[str, Any]:
    return {
        "name": name,
        "says": says,
        "on": {"text": region.text(), "latex": region.latex() if region.names else ""},
        "start": _line(start),
        "steps": [_step(step) for step in steps],
    }


def _step(step: Step) -> dict[str, Any]:
    link = "" if isinstance(step.rule, Decided) else step.rel
    return {"rel": link, **_line(step.expr), "rule": step.rule.says(), "because": step.because}


def _line(line: Any) -> dict[str, str]:
    if isinstance(line, Statement):
        return {"text": line.text(), "latex": line.latex()}
    return {"text": to_text(line), "latex": to_latex(line)}
