"""What `dplemma audit` prints on the terminal.

Main definition: `audit_page`; the document for a bug report is `audit_markdown`, the words of both are in `audit_words`.
"""

from __future__ import annotations

from dplemma.audit.hunt_errors import AuditReport, Judged
from dplemma.base.page import Page
from dplemma.report.pages.audit_markdown import audit_markdown
from dplemma.report.pages.audit_words import (
    HEAD,
    PROMISE,
    count_lines,
    rows,
    table_lines,
    unsafe_points,
    verdict_sentence,
    worst_points,
)

__all__ = ["HEAD", "audit_markdown", "audit_page", "rows", "table_lines"]


def audit_page(page: Page, report: AuditReport, ranges: str) -> None:
    verdict = page.paint("passes", "proved") if report.passes else page.paint("fails", "refuted")
    page.line(f"{page.paint(report.implementation, 'bold')} as {report.quantity}: {verdict}")
    page.wrapped(verdict_sentence(report))
    page.line()
    called = f"called as {report.called}; " if report.called else ""
    page.wrapped(f"{called}promises {PROMISE[report.promise]}, judged to a relative {report.rtol:g}")
    page.wrapped(f"for {ranges}")
    for line in count_lines(report):
        page.wrapped(line, indent="    ", first="  ")
    worst = worst_points(report)
    _table(page, "Worst", worst)
    _table(page, "Worst on the unsafe side", [judged for judged in unsafe_points(report) if judged not in worst])
    page.heading("Reproduce")
    page.verbatim(report.reproduce)


def _table(page: Page, title: str, found: list[Judged]) -> None:
    if not found:
        return
    page.heading(title)
    for line in table_lines(found):
        page.line(f"  {line}")
