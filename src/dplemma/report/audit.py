"""What `dplemma audit` prints: a page for the terminal, and Markdown fit for a bug report upstream.

Main definitions: `audit_page`, `audit_markdown`.
"""

from __future__ import annotations

from dplemma.oracle.audit import MARGINS, AuditReport, Judged, plain
from dplemma.report.terminal import Page, plural

_PROMISE = {
    "exact": "the exact value",
    "upper": "an upper bound",
    "lower": "a lower bound",
    "estimate": "an estimate",
}
_SIDE = {"below": "below the truth", "above": "above the truth", "nan": "no number", "exact": "right"}
_WORST_SHOWN = 5


def audit_page(page: Page, report: AuditReport, ranges: str) -> None:
    verdict = page.paint("passes", "proved") if report.passes else page.paint("fails", "refuted")
    page.line(f"{page.paint(report.implementation, 'bold')} as {report.quantity}: {verdict}")
    page.wrapped(f"promises {_PROMISE[report.promise]}, to a relative {report.rtol:g}, for {ranges}")
    page.line()
    for line in _counts(report):
        page.line(f"  {line}")
    _table(page, "Worst", _worst(report))
    unsafe = [judged for judged in _unsafe(report) if judged not in _worst(report)]
    _table(page, "Worst on the unsafe side", unsafe)
    page.heading("Reproduce")
    page.wrapped(report.reproduce)


def _counts(report: AuditReport) -> list[str]:
    total = report.points
    lines = [f"{plural(total, 'point')}, {report.failed} failed ({_share(report.failed, total)})"]
    margins = ", ".join(f"{report.unsafe_by[margin]} by more than {margin}" for margin in MARGINS)
    lines.append(f"unsafe: {report.unsafe} ({_share(report.unsafe, total)}); {margins}")
    rest = {"loose": report.loose, "NaN": report.nan, "raised": report.raised, "too slow": report.slow}
    lines.append(", ".join(f"{name}: {count}" for name, count in rest.items()))
    if report.errors:
        lines.append("raised: " + ", ".join(f"{name} {count} times" for name, count in sorted(report.errors.items())))
    if report.out_of_reach:
        lines.append(f"{report.out_of_reach} more points have no certified value")
    lines.append(f"{1e6 * report.seconds / max(total, 1):.1f} microseconds a call")
    return lines


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.1f} %" if total else "-"


def _worst(report: AuditReport) -> list[Judged]:
    bad = [judged for judged in report.seen if judged.failed or judged.loose]
    return sorted(bad, key=lambda judged: (-judged.failed, -judged.relative))[:_WORST_SHOWN]


def _unsafe(report: AuditReport) -> list[Judged]:
    return sorted((judged for judged in report.seen if judged.unsafe), key=lambda judged: -judged.relative)[:_WORST_SHOWN]


def rows(found: list[Judged]) -> list[tuple[str, ...]]:
    """Inputs, got, want, relative error, bits, direction of each."""
    return [
        (
            ", ".join(f"{name}={plain(value)}" for name, value in judged.inputs.items()),
            judged.raised or repr(judged.got),
            repr(judged.want),
            f"{judged.relative:.2g}",
            f"{judged.bits:.1f}",
            _SIDE[judged.direction] + (", unsafe" if judged.unsafe else ""),
        )
        for judged in found
    ]


HEAD = ("inputs", "got", "certified", "relative", "bits", "side")


def table_lines(found: list[Judged]) -> list[str]:
    """An aligned table of the points."""
    lines = [HEAD, *rows(found)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(HEAD))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]


def _table(page: Page, title: str, found: list[Judged]) -> None:
    if not found:
        return
    page.heading(title)
    for line in table_lines(found):
        page.line(f"  {line}")


def audit_markdown(report: AuditReport, ranges: str, version: str) -> str:
    """A document that stands alone: what was called, on which range, what came out, how to see it again."""
    verdict = "passes" if report.passes else "fails"
    parts = [
        f"# `{report.implementation}` against certified values of `{report.quantity}`",
        f"It **{verdict}**: it promises {_PROMISE[report.promise]}, judged to a relative {report.rtol:g}, for {ranges}.",
        "\n".join(f"- {line}" for line in _counts(report)),
    ]
    for title, found in (("Worst points", _worst(report)), ("Worst points on the unsafe side", _unsafe(report))):
        if found:
            lines = [HEAD, ("---",) * len(HEAD), *rows(found)]
            parts += [f"## {title}", "\n".join("| " + " | ".join(line) + " |" for line in lines)]
    parts += [
        "## How the certified values are found",
        "Every value in the column `certified` is the double nearest to the exact value at exactly the inputs shown; it comes "
        "from ball arithmetic (Arb), which encloses the exact value rigorously. An error on the unsafe side promises more privacy "
        "than there is.",
        "## Reproduce",
        f"```sh\n{report.reproduce}\n```",
        f"dplemma {version}",
    ]
    return "\n\n".join(parts) + "\n"
