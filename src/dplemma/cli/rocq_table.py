"""`make rocq`: the certificates of a folder given to Rocq, its answers written to the table and to the page that shows it.

Main definitions: `main(folder)`, `rocq_summary(rows)`, `with_table(page, rows)`.

Run as `python -m dplemma.cli.rocq_table FOLDER`; it goes on where it stopped. Exit code 1 if coqc refuses a file whose statement
it had accepted before, 2 if there is no coqc.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from dplemma.base.errors import DplemmaError
from dplemma.ledger.store import read as read_ledger
from dplemma.rocq.build import build
from dplemma.rocq.coqc import find_coqc
from dplemma.rocq.table import WAITS, RocqRow, accepted, read_rows

PAGE = Path(__file__).parents[3] / "docs" / "rocq.md"
MARK = "<!-- table: written by make rocq -->\n"
_SUMS = re.compile(r"(?<=```text\n)\d+ files accepted by coqc.*?(?=\n```)", re.DOTALL)
INSTALL = "there is no coqc; on Debian: apt-get install coq libcoq-interval"


def main(folder: str) -> int:
    """Every certificate in the folder, then the summary."""
    if find_coqc() is None:
        raise DplemmaError(INSTALL)
    before = {row.id: row.statement for row in accepted(read_rows().values())}
    statements = {id_: record.digest for id_, record in read_ledger().items()}
    rows = build(Path(folder), statements, lambda row: print(line_of(row), flush=True))
    print("\n".join(rocq_summary(rows.values())))
    if PAGE.exists():
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), rows.values()), encoding="utf-8")
    return int(any(before.get(id_) == row.statement for id_, row in rows.items() if row.outcome == "refused"))


def with_table(page: str, rows: Iterable[RocqRow]) -> str:
    """The page with its sums, the accepted files below its mark, and with how many are refused or not exported, and why."""
    rows = sorted(rows, key=lambda row: row.id)
    page = _SUMS.sub("\n".join(rocq_summary(rows)), page, count=1)
    kinds = list(dict.fromkeys(row.axioms for row in accepted(rows) if row.axioms))
    head = ["| axioms | are |", "|---|---|", *(f"| {n} | {', '.join(axioms)} |" for n, axioms in enumerate(kinds, 1))]
    table = ["| id | what is shown | seconds | axioms |", "|---|---|---|---|"]
    number = {axioms: str(n) for n, axioms in enumerate(kinds, 1)}
    table += [f"| {row.id} | {row.shows} | {row.seconds:.1f} | {number.get(row.axioms, 'not asked')} |" for row in accepted(rows)]
    reasons = Counter(_reason(row) for row in rows if not row.accepted).most_common()
    rest = ["| not among them, because | certificates |", "|---|---|", *(f"| {reason} | {count} |" for reason, count in reasons)]
    return page.partition(MARK)[0] + MARK + "\n" + "\n".join([*head, "", *table, "", *rest, ""])


def _reason(row: RocqRow) -> str:
    """Without what differs from one claim to the next."""
    return "coqc refuses the file" if row.outcome == "refused" else row.reason.partition(":")[0]


def line_of(row: RocqRow) -> str:
    return f"{row.outcome:<12} {row.seconds:>6.1f} s  {row.id}" + (f"  ({row.reason})" if row.reason else "")


def rocq_summary(rows: Iterable[RocqRow]) -> list[str]:
    """How many, of what kind, in what time, and on which axioms."""
    rows = list(rows)
    counts, good = Counter(row.outcome for row in rows), accepted(rows)
    kinds = Counter(row.shows for row in good)
    uses = Counter(axiom for row in good for axiom in row.axioms)
    return [
        f"{counts['accepted']} files accepted by coqc ({kinds['refuted']} refutations, {kinds['holds']} that hold) "
        f"in {sum(row.seconds for row in good):.0f} s, {counts['refused']} refused, {counts['not exported']} not exported"
        + (f", {counts[WAITS]} {WAITS}" if counts[WAITS] else ""),
        *(f"  assumed by {count:>3}: {axiom}" for axiom, count in uses.most_common()),
    ]


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ".rocq"))
    except DplemmaError as error:
        print(f"dplemma: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
