"""Everything that the pages of the atlas show, as one JSON object; its schema is in docs/atlas.md.

Main definitions: `atlas_data`, `SCHEMA_NUMBER`. The pages are made from this object alone, so that other tools may be, too.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib.util import find_spec
from typing import Any

from dplemma.atlas.claim_entries import claim_entries, uses_of_claims
from dplemma.atlas.derivation_entries import derivation_entries
from dplemma.atlas.glossary import glossary_entries, notation_entries
from dplemma.atlas.library_entries import audited_calls, library_entries
from dplemma.atlas.paper_entries import paper_entries
from dplemma.atlas.quantity_entries import quantity_entries
from dplemma.atlas.sources import docs_page
from dplemma.base.codec import json_value
from dplemma.base.version import VERSION
from dplemma.lang.trusted import TRUSTED
from dplemma.ledger.store import Records
from dplemma.ledger.verdict import DECIDED
from dplemma.papers import papers
from dplemma.report.pages.findings import findings
from dplemma.report.pages.slips import slips
from dplemma.report.records import totals
from dplemma.values.certified import MAX_DIGITS

SCHEMA_NUMBER = 1


def atlas_data(records: Records, chosen: Collection[str]) -> dict[str, Any]:
    """The atlas of the chosen claims of a ledger, with all quantities, derivations and libraries; pictures are added later."""
    laws, libraries = _laws(), library_entries()
    claims = claim_entries(records, chosen, uses_of_claims(records, laws))
    return {
        "schema": SCHEMA_NUMBER,
        "version": VERSION,
        "headline": _headline(records, chosen, libraries),
        "totals": totals([records[key] for key in chosen], papers()),
        "papers": paper_entries(records, chosen),
        "claims": claims,
        "findings": [record.id for record in findings(records, chosen)],
        "slips": [record.id for record in slips(records, chosen)],
        "quantities": quantity_entries({key: records[key] for key in chosen}, laws, audited_calls()),
        "derivations": derivation_entries(),
        "libraries": libraries,
        "lemmas": {name: {"name": name, "says": one.says, "cites": one.cites} for name, one in TRUSTED.items()},
        "glossary": glossary_entries(),
        "notation": notation_entries(),
        "trust": _trust(),
        "moved": moved_addresses(),
    }


def _headline(records: Records, chosen: Collection[str], libraries: dict[str, Any]) -> dict[str, int]:
    """The four numbers that matter: decided, refuted with repairs, digits served, libraries audited."""
    claims = [records[key] for key in chosen if not records[key].is_companion]
    refuted = [record for record in claims if record.verdict == "refuted"]
    return {
        "claims": len(claims),
        "decided": sum(record.verdict in DECIDED for record in claims),
        "refuted": len(refuted),
        "repaired": sum(record.amendment is not None and record.amendment.is_decided for record in refuted),
        "digits": MAX_DIGITS,
        "libraries": sum(bool(library["installs"]) for library in libraries.values()),
    }


def _laws() -> list[dict[str, Any]]:
    """The laws of the test-suite; none where Hypothesis, which they need, is not installed."""
    if find_spec("hypothesis") is None:
        return []
    from dplemma.testing.law_table import LAWS

    keys = ("name", "family", "needs", "says", "claims")
    return [{key: json_value(getattr(law, key)) for key in keys} for law in LAWS]


def _trust() -> str:
    """What was tried to get a false verdict, as Markdown, without its title."""
    return docs_page("trust.md").partition("\n")[2].strip()


def moved_addresses() -> dict[str, str]:
    """Old names and what they are called now: an address that was given once leads somewhere."""
    from dplemma.formulas import quantities

    return {old: quantity.name for quantity in quantities().values() for old in quantity.also if "." in old}
