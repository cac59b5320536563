"""Verdicts that need not be found again, because nothing they depend on has changed.

Main definitions: `claim_key(claim)`, `code_digest()`, `KeptVerdicts`, `Kept`, `open_cache`.

A verdict depends on the claim (`claim_key`: id, which seeds the searches, region, statement, mechanism, trusted lemmas, the
definitions of the quantities it names, its derivation) and on the code (`code_digest`: the sources of the rooms that take part,
and the versions of Python, SymPy, mpmath and FLINT). Only what won last time is left out: it directs a search and is no evidence.

Why a kept verdict can be relied on. Let a *settled* verdict be `proved`, `certified` or `refuted`: the kernel's word.

- The kernel gives the same word for the same claim and the same proof. So a settled verdict is taken as it stands only if claim
  and code are the same to the letter **and** the file is sealed: written by this user, by this code, for this claim, after the
  kernel had accepted the proof. Who can make the seal can write to the code as well.
- Any other file is a suggestion: kept by other code, on another machine, moved to the place of another claim, or forged. Its
  proof is put to the kernel that runs, for the claim as the sources state it, and what it says besides must be what the ledger
  says. So nothing in the cache can bring about a verdict that the kernel would not give, and a change of the code can have broken
  the search that found a proof, but not the proof. What does not pass is decided again: a difference from the ledger always comes
  from the code that runs.
- In `confirmed`, `measured`, `undecided` and what running a program shows the kernel has no say: they are taken only from
  sealed files.
- What a clock stopped on the way is never kept, nor a claim about a user's program or function, which may depend on anything.

Putting all proofs to the kernel each time would cost 40 ms a claim, more than half of the whole run; loading a claim costs 8 ms.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any

from dplemma.base.errors import DplemmaError, Unsupported
from dplemma.base.sources import PACKAGE, source_parts, text_digest
from dplemma.kernel.check import check
from dplemma.lang.claim import Claim
from dplemma.lang.derivation_files import claimed, index
from dplemma.lang.facts import known
from dplemma.lang.functions import variables
from dplemma.lang.judgements import Algorithm
from dplemma.lang.measures import Measure, Simulation
from dplemma.lang.named import quantity_named
from dplemma.lang.statement_tree import mechanism_to_tree, region_to_tree, written_statement
from dplemma.lang.tree import Json, written
from dplemma.lang.unfolding import portable
from dplemma.ledger.cache import BadCache, CachedVerdict, VerdictCache, cache_folder, seal_key
from dplemma.ledger.record import Record
from dplemma.ledger.verdict import SETTLED, Verdict, versions
from dplemma.proofs.certificates import claim_tree
from dplemma.proofs.rules import parts_of

ROOMS = ("arb", "base", "compile", "decide", "ground", "kernel", "lang", "ledger", "proofs")
"""The rooms whose code takes part in a verdict. The definitions come in by the quantities that a claim names."""
_DEFINITIONS = PACKAGE / "kernel" / "definitions.json"


# -- what a verdict depends on ----------------------------------------------------------------------------------------------


@cache
def code_digest() -> str:
    """Of the sources of all that takes part in a verdict, and of the versions of what they stand on."""
    stands_on = {**versions(), "python": list(sys.version_info[:2])}
    return text_digest([json.dumps(stands_on, sort_keys=True).encode(), *source_parts(ROOMS, without=[_DEFINITIONS])])


@cache
def papers_digest() -> str:
    """Of all that is claimed and derived, and of the definitions: what another machine must have as well to decide by an id."""
    derivations = (file.read_bytes() for file in sorted({entry.file for entry in index().values()}))
    return text_digest([*source_parts(("formulas", "papers")), _DEFINITIONS.read_bytes(), *derivations])


@cache
def _formulas_digest() -> str:
    return text_digest([*source_parts(("formulas",)), _DEFINITIONS.read_bytes()])


@cache
def _kernel_definitions() -> dict[str, Json]:
    """What the kernel takes each name for: a file made from the formulas, which may be older than they are."""
    return json.loads(_DEFINITIONS.read_text(encoding="utf-8"))


def claim_key(claim: Claim) -> str | None:
    """The digest of the mathematics of a claim with all that it uses; None if that is a user's program or function."""
    if claim.not_formalised:
        return text_digest([claim.id.encode(), claim.not_formalised.encode()])
    parts = list(claim.statement.walk())
    routines = [one for part in parts if isinstance(part, Algorithm) for one in part.uses.values()]
    programs = [one.compute for one in routines if one.compute is not None]
    programs += [part.draw for part in parts if isinstance(part, Simulation)]
    if programs:
        return _program_key(claim, programs)
    try:
        tree = claim_tree(claim) or _measure_tree(claim)
        mechanism = None if claim.mechanism is None else mechanism_to_tree(portable(claim.mechanism))
    except Unsupported:
        return None
    meanings = {name: _meaning(name) for name in sorted(_quantities_in([tree, mechanism]))}
    computed = [[one.says, written(portable(one.value)), one.round, one.places] for one in routines]
    if _heads_in([tree, mechanism, computed]) & _functions_of_users():
        return None
    whole = [claim.id, tree, mechanism, sorted(claim.assumes), meanings, _derivation(claim.id), *computed]
    return text_digest([json.dumps(whole, sort_keys=True).encode()])


def _measure_tree(claim: Claim) -> Json:
    """A claim that is measured, or of several parts some of which are: the kernel has no say in it, but all of it is data."""
    plain = portable(claim)
    parts = parts_of(plain.statement) or (plain.statement,)
    told = [_measured(part) if isinstance(part, Measure) else written_statement(part) for part in parts]
    return {"region": region_to_tree(plain.on), type(plain.statement).__name__: told}


def _measured(part: Measure) -> Json:
    points = [sorted((name, str(value)) for name, value in point.items()) for point in part.at]
    return [*map(written, part.expressions()), part.of, part.how, part.percent, part.digits, points]


def _program_key(claim: Claim, programs: Iterable[Callable[..., Any]]) -> str | None:
    """What a paper's own code computes depends on the files of the paper; what a user's does may depend on anything."""
    modules = {getattr(program, "__module__", "") for program in programs}
    papers = {module.split(".")[2] for module in modules if module.startswith("dplemma.papers.")}
    if len(papers) != 1 or not all(module.startswith(("dplemma.papers.", "dplemma.arb.", "dplemma.lang.")) for module in modules):
        return None
    sources = source_parts(("_tapes", "account", "formulas", "values", *(f"papers/{paper}" for paper in papers)))
    return text_digest([claim.id.encode(), claim.digest().encode(), *sources])


def _functions_of_users() -> set[str]:
    """The functions that are declared outside of this package: what they mean may change while their names stay."""
    return {function.__name__ for function in known() if not function.__module__.startswith(("dplemma.", "sympy."))}


def _heads_in(tree: Json) -> set[str]:
    if isinstance(tree, dict):
        return _heads_in(list(tree.values()))
    if not isinstance(tree, list):
        return set()
    return {head for head in tree[:1] if isinstance(head, str)}.union(*map(_heads_in, tree))


def _quantities_in(tree: Json) -> set[str]:
    if isinstance(tree, dict):
        return _quantities_in(list(tree.values()))
    if not isinstance(tree, list):
        return set()
    own = {tree[1]} if len(tree) > 1 and tree[0] == "quantity" and isinstance(tree[1], str) else set()
    return own.union(*map(_quantities_in, tree))


@cache
def _meaning(name: str) -> Json:
    """What a quantity stands for, here and to the kernel, and its sign in print; None for what was mistaken for one."""
    try:
        quantity = quantity_named(name)
    except DplemmaError:
        return None
    here = written(quantity.definition(*map(variables, quantity.params)))
    return [list(quantity.params), here, _kernel_definitions().get(name), quantity.latex]


def _derivation(claim_id: str) -> Json:
    """The text of the derivation of a claim and of those it uses; they may name any quantity."""
    if claim_id not in claimed():
        return None
    return [*(index()[name].file.read_text(encoding="utf-8") for name in _with_used(claimed()[claim_id])), _formulas_digest()]


def _with_used(derivation_id: str) -> list[str]:
    """A derivation and all that it uses, however far around."""
    found, waiting = [], [derivation_id]
    while waiting:
        if (name := waiting.pop()) not in found and name in index():
            found.append(name)
            waiting += index()[name].uses
    return found


# -- what is kept -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """A verdict from the cache with its line of the ledger, and how it comes to stand: `unchanged` if the same code found it,
    `checked` if other code did and the kernel accepts it."""

    verdict: Verdict
    record: Record
    source: str


class KeptVerdicts:
    """The verdicts of earlier runs, as far as they may be taken; `trouble` has what could not be read or written, in words."""

    def __init__(self, cache: VerdictCache) -> None:
        self._cache = cache
        self.trouble: list[str] = []

    def recalled(self, claim: Claim, agrees: Callable[[Record], bool], effort: str = "usual") -> Kept | None:
        """The verdict that this code has accepted; else one that the kernel accepts now, if it `agrees` with the ledger.

        What is open after another effort than this one is decided again.
        """
        key = claim_key(claim)
        try:
            return None if key is None else self._recalled(key, claim, agrees, effort)
        except BadCache as error:
            self.trouble.append(f"{error}; the claim is decided again")
            return None

    def _recalled(self, key: str, claim: Claim, agrees: Callable[[Record], bool], effort: str) -> Kept | None:
        found = self._cache.read(key)
        if found is not None and found.sealed and (found.effort == effort or found.verdict.verdict in SETTLED):
            return Kept(found.verdict, _read_record(claim, found), self._source(found))
        return self._suggested(key, claim, agrees, chain([found] if found else (), self._cache.earlier(key)))

    def keep(self, claim: Claim, verdict: Verdict, record: Record, effort: str = "usual") -> None:
        """Keep what this code found, unless a clock had a hand in it."""
        key = claim_key(claim)
        if key is not None and not verdict.stopped:
            self._write(key, CachedVerdict(verdict, record.wording(), self._cache.code, effort))

    def _suggested(
        self, key: str, claim: Claim, agrees: Callable[[Record], bool], suggestions: Iterable[CachedVerdict]
    ) -> Kept | None:
        for found in suggestions:
            if accepted_by_kernel(claim, found.verdict):
                record = _read_record(claim, found, worded=False)
                if not agrees(record):
                    return None
                found = replace(found, wording=record.wording(), found_by=f"other than {self._cache.code}")
                self._write(key, found)
                return Kept(found.verdict, record, self._source(found))
        return None

    def _source(self, found: CachedVerdict) -> str:
        return "unchanged" if found.found_by == self._cache.code else "checked"

    def _write(self, key: str, found: CachedVerdict) -> None:
        try:
            self._cache.write(key, found)
        except BadCache as error:
            self.trouble.append(str(error))


def _read_record(claim: Claim, found: CachedVerdict, *, worded: bool = True) -> Record:
    """The line of the ledger, every field of its type; its wording taken from the file or made anew."""
    try:
        return Record.from_json(Record.of(claim, found.verdict, found.wording if worded else None).to_json())
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadCache(f"what is kept of {claim.id} is damaged: {str(error)[:100]}") from None


def accepted_by_kernel(claim: Claim, verdict: Verdict) -> bool:
    """Whether the kernel gives this settled verdict on the claim, for the proof in it and with the lemmas it says."""
    if verdict.verdict not in SETTLED:
        return False
    try:
        outcome = check(claim_tree(claim), verdict.proof)
    except (DplemmaError, RecursionError):
        return False
    return outcome.verdict == verdict.verdict and {*outcome.assumes, *claim.assumes} <= {*verdict.assumes}


def open_cache() -> KeptVerdicts | None:
    """The cache of the user, ready to be used; None if there is to be none, `BadCache` if it cannot be used."""
    folder = cache_folder()
    return None if folder is None else KeptVerdicts(VerdictCache(folder, code_digest(), seal_key()).opened())
