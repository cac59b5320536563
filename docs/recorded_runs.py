"""Recorded runs, Rocq's answers with their page and the mutants, without the rows about what no claim says any more.

Main definitions: `statements_of_the_ledger`, `rocq_rows`, `mutant_rows`, `rocq_page`.

A row belongs to a statement, by its digest. Where the ledger has no claim of that id, or the claim reads otherwise, nobody reads
the row again: it goes, and the next run makes a new one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from trust_figures import MUTANTS

from dplemma.cli.rocq_table import PAGE, with_table
from dplemma.ledger import store as ledger
from dplemma.rocq.table import TABLE, read_rows


def statements_of_the_ledger() -> dict[str, str]:
    """The digest of what each claim says, by id."""
    return {identifier: record.digest for identifier, record in ledger.read().items()}


def _still_said(text: str, id_field: str, digest_field: str, statements: Mapping[str, str]) -> str:
    rows = ((line, json.loads(line)) for line in text.splitlines(keepends=True))
    return "".join(line for line, row in rows if statements.get(row[id_field]) == row[digest_field])


def rocq_rows() -> str:
    return _still_said(TABLE.read_text(encoding="utf-8"), "id", "statement", statements_of_the_ledger())


def mutant_rows() -> str:
    return _still_said(MUTANTS.read_text(encoding="utf-8"), "claim", "digest", statements_of_the_ledger())


def rocq_page() -> str:
    """The page with its table and its sums, of the rows that are left."""
    statements = statements_of_the_ledger()
    rows = [row for row in read_rows().values() if statements.get(row.id) == row.statement]
    return with_table(PAGE.read_text(encoding="utf-8"), rows)
