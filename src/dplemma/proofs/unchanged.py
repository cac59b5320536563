"""Verdicts that need not be found again, because nothing they depend on has changed.

Main definitions: `claim_key(claim)`, `code_digest()`, `KeptVerdicts`, `Kept`, `open_cache`.

A verdict depends on the claim (`claim_key`: id, which seeds the searches, region, statement, mechanism, trusted lemmas, the
definitions of the quantities it names, its derivation) and on the code (`code_digest`: the sources of the rooms that take part, and
the versions of Python, SymPy, mpmath and FLINT). Only what directs a search without being evidence is left out: what won last time.

Why a kept verdict can be relied on:

- `proved`, `certified` and `refuted` are the kernel's word, **now**: the proof object that was kept is put to the kernel that runs,
  with the claim as it stands in the sources, each time. The search costs, the check does not: it is 2 % of deciding. So a file that
  is damaged, forged, or kept for another claim is worth as much as any other suggestion, and no digest has to be trusted.
- `confirmed` and `undecided` are no proofs and the kernel has no say in them. They are taken only if claim and code are the same to
  the letter, from a file whose digest is right, in a folder that nobody else writes to.
- After a change of the code, a settled verdict stands if the kernel accepts its proof and the ledger says the same:
  the change may have broken the search that found it, or improved it, but not the proof. Everything else is decided again, so
  a difference from the ledger always comes from the code that runs.
- What a clock stopped on the way is never kept, nor is a program, which does not travel.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from dplemma.base.errors import DplemmaError, Unsupported
from dplemma.kernel.check import check
from dplemma.lang.claim import Claim
from dplemma.lang.derivation_files import claimed, index
from dplemma.lang.functions import variables
from dplemma.lang.named import quantity_named
from dplemma.lang.statement_tree import mechanism_to_tree
from dplemma.lang.tree import Json, to_tree
from dplemma.lang.unfolding import portable
from dplemma.ledger.cache import BadCache, CachedVerdict, VerdictCache, cache_folder
from dplemma.ledger.record import Record
from dplemma.ledger.verdict import SETTLED, Verdict, versions
from dplemma.proofs.certificates import claim_tree

ROOMS = ("arb", "base", "compile", "decide", "ground", "kernel", "lang", "ledger", "proofs")
"""The rooms whose code takes part in a verdict. The definitions come in by the quantities that a claim names."""
_PACKAGE = Path(__file__).parents[1]
_DEFINITIONS = _PACKAGE / "kernel" / "definitions.json"


# -- what a verdict depends on ----------------------------------------------------------------------------------------------


def _text_digest(parts: Iterable[bytes]) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def _sources(rooms: Iterable[str]) -> Iterator[bytes]:
    files = sorted(file for room in rooms for file in (_PACKAGE / room).rglob("*") if file.suffix in (".py", ".json"))
    for file in files:
        if file != _DEFINITIONS:
            yield file.relative_to(_PACKAGE).as_posix().encode()
            yield file.read_bytes()


@cache
def code_digest() -> str:
    """Of the sources of all that takes part in a verdict, and of the versions of what they stand on."""
    stands_on = {**versions(), "python": list(sys.version_info[:2])}
    return _text_digest([json.dumps(stands_on, sort_keys=True).encode(), *_sources(ROOMS)])


@cache
def _formulas_digest() -> str:
    return _text_digest(_sources(("formulas",)))


def claim_key(claim: Claim) -> str | None:
    """The digest of the mathematics of a claim with all that it uses; None for one that does not travel."""
    tree = None if claim.not_formalised else claim_tree(claim)
    if tree is None:
        return None
    try:
        mechanism = None if claim.mechanism is None else mechanism_to_tree(portable(claim.mechanism))
    except Unsupported:
        return None
    meanings = {name: _meaning(name) for name in sorted(_quantities_in([tree, mechanism]))}
    whole = [claim.id, tree, mechanism, sorted(claim.assumes), meanings, _derivation(claim.id)]
    return _text_digest([json.dumps(whole, sort_keys=True).encode()])


def _quantities_in(tree: Json) -> set[str]:
    if isinstance(tree, dict):
        return _quantities_in(list(tree.values()))
    if not isinstance(tree, list):
        return set()
    own = {tree[1]} if len(tree) > 1 and tree[0] == "quantity" and isinstance(tree[1], str) else set()
    return own.union(*map(_quantities_in, tree))


@cache
def _meaning(name: str) -> Json:
    """What a quantity stands for, and its sign in print; None for one that was mistaken for a quantity."""
    try:
        quantity = quantity_named(name)
    except DplemmaError:
        return None
    return [list(quantity.params), to_tree(quantity.definition(*map(variables, quantity.params))), quantity.latex]


def _derivation(claim_id: str) -> Json:
    """The text of the derivation of a claim; it may name any quantity."""
    if claim_id not in claimed():
        return None
    return [index()[claimed()[claim_id]].file.read_text(encoding="utf-8"), _formulas_digest()]


# -- what is kept -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """A verdict from the cache with its line of the ledger; `by_this_code` if the code that runs would find it the same way."""

    verdict: Verdict
    record: Record
    by_this_code: bool


class KeptVerdicts:
    """The verdicts of earlier runs, as far as they may be taken; `trouble` has what could not be read or written, in words."""

    def __init__(self, cache: VerdictCache) -> None:
        self._cache = cache
        self.trouble: list[str] = []

    def recalled(self, claim: Claim, agrees: Callable[[Record], bool]) -> Kept | None:
        """The verdict that this code found on the claim; else what other code found, if it `agrees` with the ledger."""
        key = claim_key(claim)
        if key is None:
            return None
        return self._unchanged(key, claim) or self._earlier(key, claim, agrees)

    def keep(self, claim: Claim, verdict: Verdict, record: Record) -> None:
        """Keep what this code found, unless a clock had a hand in it."""
        key = claim_key(claim)
        if key is not None and not verdict.stopped:
            self._write(key, CachedVerdict(verdict, record.wording(), self._cache.code))

    def _unchanged(self, key: str, claim: Claim) -> Kept | None:
        try:
            found = self._cache.read(key)
            if found is None or not _stands(claim, found.verdict):
                return None
            return Kept(found.verdict, _read_record(claim, found), found.found_by == self._cache.code)
        except BadCache as error:
            self.trouble.append(f"{error}; the claim is decided again")
            return None

    def _earlier(self, key: str, claim: Claim, agrees: Callable[[Record], bool]) -> Kept | None:
        for found in self._cache.earlier(key):
            if found.verdict.verdict in SETTLED and _stands(claim, found.verdict):
                record = Record.of(claim, found.verdict)
                if not agrees(record):
                    return None
                self._write(key, replace(found, wording=record.wording()))
                return Kept(found.verdict, record, by_this_code=False)
        return None

    def _write(self, key: str, found: CachedVerdict) -> None:
        try:
            self._cache.write(key, found)
        except BadCache as error:
            self.trouble.append(str(error))


def _read_record(claim: Claim, found: CachedVerdict) -> Record:
    """The line of the ledger, every field of its type."""
    try:
        return Record.from_json(Record.of(claim, found.verdict, found.wording).to_json())
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadCache(f"what is kept of {claim.id} is damaged: {str(error)[:100]}") from None


def _stands(claim: Claim, verdict: Verdict) -> bool:
    """Whether the kernel gives the verdict on the claim for the proof that was kept; where it has no say, whether it may stand."""
    if verdict.verdict not in SETTLED:
        return verdict.verdict != "not_formalised"
    try:
        outcome = check(claim_tree(claim), verdict.proof)
    except (DplemmaError, RecursionError):
        return False
    return outcome.verdict == verdict.verdict and {*outcome.assumes, *claim.assumes} <= {*verdict.assumes}


def open_cache() -> KeptVerdicts | None:
    """The cache of the user, ready to be used; None if there is to be none, `BadCache` if it cannot be used."""
    folder = cache_folder()
    return None if folder is None else KeptVerdicts(VerdictCache(folder, code_digest()).opened())
