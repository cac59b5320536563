"""Claims as the atlas shows them: the line of the ledger, what it says in words, and what it is connected with.

Main definitions: `claim_entries`, `engine_words`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from dplemma.atlas.addresses import claim_address
from dplemma.lang.derivation_files import index, related
from dplemma.lang.trusted import TRUSTED
from dplemma.ledger.history import read_history
from dplemma.ledger.phrases import failure_phrase, verdict_phrase
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.report.pages.latex import formula_lines
from dplemma.report.pages.show import class_phrase, counterexample_lines, evidence_lines, harm_phrase

ENGINES = {
    "symbolic": "The kernel accepted a proof without boxes: normal forms, signs and named rewriting steps, for the whole region.",
    "balls": "The kernel accepted a proof with boxes: ball arithmetic decides every point of the region, ends and contact points "
    "included.",
    "derivation": "The kernel accepted a derivation step by step, side conditions included.",
    "limit": "The kernel accepted rules of limits and order, or a certified bound of the tail.",
    "printed": "The printed number was compared with the certified value: the digits shown, the rounding, the safe side.",
    "refuter": "A certified contrary fact: a point at which ball arithmetic contradicts the statement.",
    "finite": "An exact finite mechanism, in rational numbers; logarithms by ball arithmetic.",
    "execute": "The algorithm was executed as printed, in exact numbers.",
    "confirm": "Arb and mpmath agree at many points. Evidence, not a proof.",
    "measure": "Words without a number got the number that makes them precise.",
    "simulation": "A seeded simulation, with its band.",
}
"""What each engine does, in words for a reader who has not met it."""


def engine_words(engine: str) -> str:
    return ENGINES.get(engine, "")


def claim_entries(records: Records, chosen: Collection[str], used_by: Mapping[str, list[dict[str, str]]]) -> dict[str, Any]:
    """One entry a chosen claim, by id; `used_by` has what rests on it."""
    steps = _history()
    return {key: _entry(records[key], records, used_by.get(key, []), steps.get(key, [])) for key in chosen}


def _entry(record: Record, records: Records, used_by: list[dict[str, str]], steps: list[dict[str, str]]) -> dict[str, Any]:
    return {
        **record.to_json(),
        "address": claim_address(record.id),
        "display": "\n".join(formula_lines(record.statement)) if record.statement else "",
        "verdict_words": verdict_phrase(record),
        "engine_words": engine_words(record.engine),
        "class_words": class_phrase(record),
        "harm_words": harm_phrase(record),
        "evidence": evidence_lines(record),
        "contrary": counterexample_lines(record),
        "fails": failure_phrase(record.counterexample),
        "trusted": [name for name in record.assumes if name in TRUSTED],
        "of": _original(record),
        "parts": [key for key, line in records.items() if key.startswith(f"{record.id}/") and not line.is_companion],
        "derivation": related().get(record.id, ""),
        "used_by": used_by,
        "history": steps,
        "picture": None,
        "certificate": "",
    }


def _original(record: Record) -> str:
    """The claim that an amendment, a sharpening or a literal text belongs to."""
    return record.amends or (record.id.rpartition("/")[0] if record.is_companion else "")


def _history() -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for step in read_history():
        told = {"version": step.version, "before": step.before, "after": step.after, "why": step.why}
        found.setdefault(step.id, []).append(told)
    return found


def uses_of_claims(records: Records, laws: Collection[Mapping[str, Any]]) -> dict[str, list[dict[str, str]]]:
    """What rests on each claim: laws of the test-suite, derivations."""
    found: dict[str, list[dict[str, str]]] = {}
    for law in laws:
        for cited in law["claims"]:
            found.setdefault(cited, []).append({"type": "law", "id": law["name"], "says": law["says"]})
    for entry in index().values():
        for cited in filter(None, (entry.proves, entry.about)):
            found.setdefault(cited, []).append({"type": "derivation", "id": entry.id, "says": entry.title})
    return {key: uses for key, uses in found.items() if key in records}
