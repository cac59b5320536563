"""A derivation by the name a reader has: its own, or that of the claim it belongs to.

Main definitions: `derivation_id`, `checked_derivation`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import dplemma.lang.derivation_files as derivations
from dplemma.base.errors import DplemmaError, unknown
from dplemma.ledger import store as ledger
from dplemma.report.pages.search import check_not_empty

if TYPE_CHECKING:
    from dplemma.decide.derivations.check import CheckedDerivation


def derivation_id(name: str) -> str:
    """The id of the derivation with this id, or of the one that belongs to the claim with this id, or to its better form."""
    check_not_empty(name)
    known = derivations.index()
    claimed = derivations.related()
    name = next((form for form in (name, f"{name}/sharpened", f"{name}/amended") if form in known or form in claimed), name)
    if name not in known and name not in claimed and name in ledger.read():
        raise DplemmaError(f"{name} has no derivation. See: dplemma derive --list, dplemma show {name}")
    if name not in known and name not in claimed:
        raise unknown("derivation", name, [*known, *claimed], hint="See: dplemma derive --list")
    return name if name in known else claimed[name]


def checked_derivation(name: str) -> CheckedDerivation:
    """The derivation of this id, or of this claim, with the verdict on each of its lines."""
    from dplemma.decide.derivations.check import check
    from dplemma.papers import load_claims

    derivation = derivations.load(derivation_id(name))
    claims = load_claims() if derivation.proves else {}
    if derivation.proves and derivation.proves not in claims:
        raise unknown("claim", derivation.proves, claims, hint=f"Named by {derivation.place}")
    return check(derivation, claims.get(derivation.proves))
