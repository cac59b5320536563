"""The refuted claims, worst first: what is printed, what contradicts it, why, and what is right.

Main definitions: `findings`, `findings_page`, `findings_markdown`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from dplemma.ledger import Record, Records, is_companion
from dplemma.report.shapes import PaperShape
from dplemma.report.show import HARM, counterexample_lines, harm_phrase, source_line
from dplemma.report.terminal import Page, failure_phrase, plural, verdict_phrase

_WORST_FIRST = [*HARM, ""]
_NOTHING = "none of these claims is refuted"


def findings(records: Records, ids: Collection[str]) -> list[Record]:
    """The papers' refuted claims among `ids` by harm, then id; a refuted amendment is told with its claim."""
    refuted = [records[key] for key in ids if records[key]["verdict"] == "refuted" and not is_companion(records[key])]
    return sorted(refuted, key=lambda record: (_harm_rank(record), record["id"]))


def _harm_rank(record: Record) -> int:
    return _WORST_FIRST.index(record["harm"]) if record["harm"] in _WORST_FIRST else len(_WORST_FIRST)


def findings_page(page: Page, found: list[Record], records: Records, papers: Mapping[str, PaperShape]) -> None:
    if not found:
        page.line(_NOTHING)
        return
    for number, record in enumerate(found, start=1):
        page.line(f"{number}. {page.paint(record['id'], 'bold')}")
        page.wrapped(source_line(record, papers), indent="   ")
        entries = {
            "harm": harm_phrase(record),
            "printed": record["states"] or record["text"],
            "fails": failure_phrase(record["counterexample"]),
            "why": record["why"],
            "right": _right_form(record, records),
        }
        for name, text in entries.items():
            if text:
                page.wrapped(" ".join(text.split()), first=f"   {name:<9}", indent=" " * 12)
        page.line()
    page.line(f"{plural(len(found), 'refuted claim')}. Details: dplemma show ID")


def _right_form(record: Record, records: Records) -> str:
    summary = record["amendment"]
    if summary is None:
        return "no amendment yet"
    line = records.get(summary["id"])
    if line is None:
        return f"{summary['id']} ({summary.get('verdict') or 'not decided yet'})"
    return f"{line['states'] or line['text']} ({verdict_phrase(line)}: {line['id']})"


def findings_markdown(found: list[Record], records: Records, papers: Mapping[str, PaperShape]) -> str:
    """The same as a Markdown document; formulas as `math` blocks."""
    parts = ["# Findings", f"{plural(len(found), 'refuted claim')}, worst first." if found else f"{_NOTHING.capitalize()}."]
    for record in found:
        parts += [f"## `{record['id']}`", escaped(source_line(record, papers))]
        if record["harm"]:
            parts.append(f"**Harm.** {escaped(harm_phrase(record))}")
        if record["states"]:
            parts.append("**Printed.** " + escaped(record["states"]))
        parts.append(_math(record["statement"]))
        facts = "\n".join(f"- {escaped(line)}" for line in counterexample_lines(record))
        parts.append(f"**Counterexample.**\n\n{facts}")
        if record["why"]:
            parts.append(f"**Why.** {escaped(record['why'])}")
        parts += _right_form_markdown(record, records)
        parts.append(f"Reproduce: `dplemma verify {record['id']}`")
    return "\n\n".join(part for part in parts if part) + "\n"


def _right_form_markdown(record: Record, records: Records) -> list[str]:
    summary = record["amendment"]
    if summary is None:
        return ["**Right form.** No amendment yet."]
    line = records.get(summary["id"])
    verdict = verdict_phrase(line) if line else summary.get("verdict") or "not decided yet"
    words = f" {escaped(line['states'])}" if line and line["states"] else ""
    return [f"**Right form.** `{summary['id']}`, {escaped(verdict)}.{words}", _math(summary.get("statement", ""))]


def _math(latex: str) -> str:
    return f"```math\n{latex}\n```" if latex else ""


def escaped(text: str) -> str:
    """Text as Markdown shows it literally, on one line."""
    return re.sub(r"([\\`*_\[\]<>|#$~])", r"\\\1", " ".join(text.split()))
