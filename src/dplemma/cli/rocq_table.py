"""`make rocq`: the certificates of a folder given to Rocq, its answers written to the table and to the page that shows it.

Main definitions: `main(folder)`, `page_text(rows)`.

Run as `python -m dplemma.cli.rocq_table FOLDER`; it goes on where it stopped. Exit code 1 if coqc refuses a file whose statement
it had accepted before, 2 if there is no coqc.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from dplemma.base.errors import DplemmaError
from dplemma.ledger.store import read as read_ledger
from dplemma.rocq.build import build
from dplemma.rocq.coqc import find_coqc
from dplemma.rocq.table import RocqRow, accepted, read_rows

INSTALL = "there is no coqc; on Debian: apt-get install coq libcoq-interval"


def main(folder: str) -> int:
    """Every certificate in the folder, then the summary."""
    if find_coqc() is None:
        raise DplemmaError(INSTALL)
    before = {row.id: row.statement for row in accepted(read_rows().values())}
    statements = {id_: record.digest for id_, record in read_ledger().items()}
    rows = build(Path(folder), statements, lambda row: print(line_of(row), flush=True))
    print("\n".join(summary(rows.values())))
    return int(any(before.get(id_) == row.statement for id_, row in rows.items() if row.outcome == "refused"))


def line_of(row: RocqRow) -> str:
    return f"{row.outcome:<12} {row.seconds:>6.1f} s  {row.id}" + (f"  ({row.reason})" if row.reason else "")


def summary(rows: Iterable[RocqRow]) -> list[str]:
    """How many, of what kind, in what time, and on which axioms."""
    rows = list(rows)
    counts, good = Counter(row.outcome for row in rows), accepted(rows)
    kinds = Counter(row.shows for row in good)
    uses = Counter(axiom for row in good for axiom in row.axioms)
    return [
        f"{counts['accepted']} files accepted by coqc ({kinds['refuted']} refutations, {kinds['holds']} that hold) "
        f"in {sum(row.seconds for row in good):.0f} s, {counts['refused']} refused, {counts['not exported']} not exported",
        *(f"  assumed by {count:>3}: {axiom}" for axiom, count in uses.most_common()),
    ]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ".rocq"))
    except DplemmaError as error:
        print(f"dplemma: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
