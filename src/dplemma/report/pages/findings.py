"""The refuted claims by paper, worst first: what is printed, what contradicts it, why, and what is right.

Worst is what hurts somebody who implements it most: the order of `HARM`, then a main result before a remark.
Main definitions: `findings`, `by_paper`, `findings_page`, `findings_markdown`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from dplemma.base.page import Page, plural
from dplemma.lang.paper import Paper
from dplemma.ledger.phrases import failure_phrase, verdict_phrase
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.report.pages.markdown_text import escaped, math_block
from dplemma.report.pages.show import HARM, class_phrase, counterexample_lines, harm_phrase, paper_line
from dplemma.report.pages.slips import slips_markdown

_WORST_FIRST = [*HARM, ""]
_TIERS = ("core", "prose", "detail")
_FOR_AUTHORS = (
    "**For authors.** If we misread you, open an issue with the form *This claim is misread* and name the claim and the reading "
    "that you mean. It is then encoded and decided by the same engines, and [readings](readings.md) says what changed."
)
_NOTHING = "none of these claims is refuted"


def findings(records: Records, ids: Collection[str]) -> list[Record]:
    """The papers' refuted claims among `ids`, worst first; a refuted amendment is told with its claim."""
    refuted = [records[key] for key in ids if records[key].verdict == "refuted" and not records[key].is_companion]
    return sorted(refuted, key=_hurt)


def _hurt(record: Record) -> tuple[int, int, str]:
    harm = _WORST_FIRST.index(record.harm) if record.harm in _WORST_FIRST else len(_WORST_FIRST)
    tier = _TIERS.index(record.tier) if record.tier in _TIERS else len(_TIERS)
    return harm, tier, record.id


def by_paper(found: list[Record]) -> dict[str, list[Record]]:
    """The findings of each paper in the order they have; the paper with most of the worst first."""
    groups: dict[str, list[Record]] = {}
    for record in found:
        groups.setdefault(record.paper, []).append(record)
    return dict(sorted(groups.items(), key=lambda item: ([-n for n in _harms(item[1])], item[0])))


def _harms(found: list[Record]) -> list[int]:
    """How many findings there are of each harm, worst first."""
    counts = Counter(record.harm for record in found)
    return [counts[harm] for harm in HARM]


def _count_phrase(found: list[Record]) -> str:
    counts = ", ".join(f"{count} {harm}" for harm, count in zip(HARM, _harms(found), strict=True) if count)
    return plural(len(found), "refuted claim") + (f": {counts}" if counts else "")


def findings_page(page: Page, found: list[Record], records: Records, papers: Mapping[str, Paper]) -> None:
    if not found:
        page.line(_NOTHING)
        return
    number = 0
    for key, mine in by_paper(found).items():
        page.line(page.paint(key, "bold"))
        page.wrapped(f"{paper_line(key, papers)}. {_count_phrase(mine)}")
        page.line()
        for record in mine:
            number += 1
            _finding(page, number, record, records)
    page.wrapped(f"{_count_phrase(found)}. Details: dplemma show ID", first="")


def _finding(page: Page, number: int, record: Record, records: Records) -> None:
    where = f"  ({record.where})" if record.where else ""
    page.wrapped(f"{number}. {page.paint(record.id, 'bold')}{where}", first="", indent="   ")
    entries = {
        "class": class_phrase(record),
        "harm": harm_phrase(record),
        "printed": record.states or record.text,
        "fails": failure_phrase(record.counterexample),
        "why": record.why,
        "right": _right_form(record, records),
    }
    for name, text in entries.items():
        if text:
            page.wrapped(" ".join(text.split()), first=f"   {name:<9}", indent=" " * 12)
    page.line()


def _right_form(record: Record, records: Records) -> str:
    summary = record.amendment
    if summary is None:
        return "no amendment yet"
    line = records.get(summary.id)
    if line is None:
        return f"{summary.id} ({summary.verdict or 'not decided yet'})"
    return f"{line.states or line.text} ({verdict_phrase(line)}: {line.id})"


def findings_markdown(found: list[Record], records: Records, papers: Mapping[str, Paper], slipped: Sequence[Record] = ()) -> str:
    """The same as a Markdown document, after an index of all findings; formulas as `math` blocks; then the slips."""
    parts = ["# Findings", _FOR_AUTHORS]
    if not found:
        return "\n\n".join([*parts, f"{_NOTHING.capitalize()}.", *slips_markdown(slipped, records)]) + "\n"
    meanings = [f"- {escaped(phrase)}" for harm, phrase in HARM.items() if any(record.harm == harm for record in found)]
    parts += [f"{_count_phrase(found)}. Worst first.", "\n".join(meanings), _index(found, records)]
    for key, mine in by_paper(found).items():
        parts += [f"## {key}", f"{escaped(paper_line(key, papers))}. {_count_phrase(mine)}."]
        for record in mine:
            parts += _finding_markdown(record, records)
    parts += slips_markdown(slipped, records)
    return "\n\n".join(part for part in parts if part) + "\n"


def _index(found: list[Record], records: Records) -> str:
    rows = ["| | claim | class | harm | right form |", "|---|---|---|---|---|"]
    for number, record in enumerate(found, start=1):
        summary = record.amendment
        line = records.get(summary.id) if summary else None
        right = line.verdict if line else "none yet"
        rows.append(f"| {number} | [`{record.id}`](#{_anchor(record.id)}) | {record.class_} | {record.harm} | {right} |")
    return "\n".join(rows)


def _anchor(heading: str) -> str:
    """What GitHub makes of a heading: letters, digits and hyphens."""
    return re.sub(r"[^\w-]", "", heading.lower())


def _finding_markdown(record: Record, records: Records) -> list[str]:
    parts = [f"### `{record.id}`", escaped(record.where)]
    parts += [f"**{title}.** {escaped(said)}" for title, said in _fault(record).items() if said]
    if record.states:
        parts.append("**Printed.** " + escaped(record.states))
    parts.append(math_block(record.statement))
    facts = "\n".join(f"- {escaped(line)}" for line in counterexample_lines(record))
    parts.append(f"**Counterexample.**\n\n{facts}")
    if record.why:
        parts.append(f"**Why.** {escaped(record.why)}")
    return [*parts, *_right_form_markdown(record, records), f"Reproduce: `dplemma verify {record.id}`"]


def _fault(record: Record) -> dict[str, str]:
    return {"Class": class_phrase(record), "Harm": harm_phrase(record)}


def _right_form_markdown(record: Record, records: Records) -> list[str]:
    summary = record.amendment
    if summary is None:
        return ["**Right form.** No amendment yet."]
    line = records.get(summary.id)
    verdict = verdict_phrase(line) if line else summary.verdict or "not decided yet"
    words = f" {escaped(line.states)}" if line and line.states else ""
    reading = f"Reading: {escaped(line.reading)}" if line and line.reading else ""
    return [f"**Right form.** `{summary.id}`, {escaped(verdict)}.{words}", math_block(summary.statement), reading]
