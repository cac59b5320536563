"""What `dplemma audit` prints on the terminal, and the words and tables that its document, `audit_markdown`, shares.

Main definitions: `audit_page`, `count_lines`, `verdict_sentence`, `plain_failures`, `worst_points`, `unsafe_points`.
"""

from __future__ import annotations

import math

from dplemma.audit.hunt_errors import MARGINS, AuditReport, input_text
from dplemma.audit.judge import PROMISED_SIDE, Judged
from dplemma.base.page import Page, plural
from dplemma.base.sides import Side
from dplemma.values.comparison import LEAST_NORMAL
from dplemma.values.evaluator import evaluator

PROMISE = {
    "exact": "the exact value",
    "upper": "an upper bound",
    "lower": "a lower bound",
    "estimate": "an estimate",
}
SIDE = {"below": "below the truth", "above": "above the truth", "nan": "no number", "exact": "right"}
HEAD = ("inputs", "got", "certified", "relative", "bits", "side")
WORST_SHOWN = 5
_KINDS = {
    "corner": ("corner", "corners"),
    "hard": ("recorded hard point", "recorded hard points"),
    "end": ("on an end", "on an end"),
    "spread": ("spread over it", "spread over it"),
    "refined": ("step from the worst", "steps from the worst"),
}
_LONGEST_MESSAGE = 70


def verdict_sentence(report: AuditReport) -> str:
    """What was found, in one sentence that claims no more than was looked at."""
    looked = f"Looked at {looked_phrase(report)}."
    if not report.passes:
        return looked
    wrong = "on the wrong side of its bound by more than" if report.promise in PROMISED_SIDE else "off by more than"
    forgiven = f" and by more than {report.atol:.2g}" if _within_atol(report) else ""
    return f"{looked} No call was {wrong} {report.rtol:g}{forgiven}: evidence, not proof."


def _within_atol(report: AuditReport) -> int:
    """Numbers that are off relatively but not absolutely; a bound is loose on its promised side as well."""
    return sum(judged.loose and judged.side != PROMISED_SIDE.get(report.promise) for judged in report.seen)


def tolerance_phrase(report: AuditReport) -> str:
    absolute = (
        f" or an absolute {report.atol:.2g}" if report.atol and (report.atol != LEAST_NORMAL or _within_atol(report)) else ""
    )
    return f"a relative {report.rtol:g}{absolute}"


def _unsafe_words(side: Side) -> str:
    return side.words if side is Side.NEITHER else f"{side.words}: it promises more privacy than there is"


def looked_phrase(report: AuditReport) -> str:
    parts = [plural(report.looked[kind], *words) for kind, words in _KINDS.items() if report.looked.get(kind)]
    return f"{plural(report.points, 'point')} of the range" + (f": {', '.join(parts)}" if parts else "")


def count_lines(report: AuditReport) -> list[str]:
    lines = [
        f"failed: {report.failed} of {report.points} calls{_drawn(report, report.failed, report.failed_share)}{_sides(report)}"
    ]
    if report.unsafe_side is not Side.NEITHER:
        margins = ", ".join(f"{report.unsafe_by[margin]} by more than {margin}" for margin in MARGINS)
        lines.append(f"unsafe: {report.unsafe}{_drawn(report, report.unsafe, report.unsafe_share)}; {margins}")
    lines.append(_unsafe_words(report.unsafe_side))
    lines += _worst_lines(report)
    lines += [f"{_did(name)} {_times(count)}{_message(report, name)}" for name, count in sorted(report.errors.items())]
    for name, count in (("NaN", report.nan), (f"more than {report.limit:g} s", report.slow)):
        if count:
            lines.append(f"{name}: {plural(count, 'call')}")
    if report.stopped:
        lines.append(f"the search ended early: {report.stopped}")
    if report.out_of_reach:
        lines.append(f"{plural(report.out_of_reach, 'more point')} without a certified value, not judged")
    lines.append(f"time in the function: {report.seconds:.2f} s")
    label = evaluator(report.quantity).quantity.label
    return lines + ([f"{report.quantity} is {label}"] if label else [])


def _sides(report: AuditReport) -> str:
    """Where nothing but the value itself is promised, on which side the failures lie."""
    if report.promise in PROMISED_SIDE or not report.failed_above + report.failed_below:
        return ""
    return f"; {report.failed_below} below the truth, {report.failed_above} above it"


def _worst_lines(report: AuditReport) -> list[str]:
    """The worst error seen, whatever the tolerance, and how loose a bound is."""
    lines = []
    loose = report.looseness
    if loose is not None:
        median, worst = loose
        how = f"by a relative {size(median)} in the median, at worst {size(worst.relative)} at {point(worst)}"
        lines.append(f"{_loose_word(report)}: {report.loose}, {how}")
    judged = report.worst
    if judged is not None and not judged.failed and not judged.loose:
        seen = f"{size(judged.relative)}, {SIDE[judged.direction]}, at {point(judged)}" if judged.relative else "none"
        lines.append(f"worst relative error seen: {seen}")
    return lines


def _loose_word(report: AuditReport) -> str:
    return "loose" if report.promise in PROMISED_SIDE else "off, but within the absolute tolerance"


def _did(name: str) -> str:
    return name if name.startswith("returned ") else f"raised {name}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _message(report: AuditReport, name: str) -> str:
    text = report.messages.get(name, "")
    return f", first: {text if len(text) <= _LONGEST_MESSAGE else text[: _LONGEST_MESSAGE - 3] + '...'}" if text else ""


def _drawn(report: AuditReport, count: int, share: float) -> str:
    """A share of the points that were not sought for being bad."""
    return f" ({100 * share:.1f} % of the {report.drawn} before the climb)" if count else ""


def size(relative: float) -> str:
    return f"{relative:.2g}"


def point(judged: Judged) -> str:
    return ", ".join(f"{name}={input_text(value)}" for name, value in judged.inputs.items())


def worst_points(report: AuditReport, most: int = WORST_SHOWN) -> list[Judged]:
    """The worst numbers, after one example of each way not to give a number."""
    bad = sorted((judged for judged in report.seen if judged.failed), key=lambda judged: -judged.weight)
    without = {judged.raised or "nan": judged for judged in reversed(bad) if judged.direction == "nan"}
    numbers = _different([judged for judged in bad if judged.direction != "nan"], most)
    return [*list(without.values())[:most], *numbers]


def unsafe_points(report: AuditReport, most: int = WORST_SHOWN) -> list[Judged]:
    return _different(sorted((j for j in report.seen if j.unsafe), key=lambda judged: -judged.weight), most)


def _different(found: list[Judged], most: int) -> list[Judged]:
    """The first few that are not next to one already there: a climb leaves many that look the same."""
    kept: list[Judged] = []
    for judged in found:
        if not any(_close(judged, other) for other in kept):
            kept.append(judged)
        if len(kept) == most:
            break
    return kept


def _close(one: Judged, other: Judged) -> bool:
    return all(math.isclose(one.inputs[name], other.inputs[name], rel_tol=0.1, abs_tol=1e-9) for name in one.inputs)


def point_rows(found: list[Judged]) -> list[tuple[str, ...]]:
    """Inputs, got, want, relative error, bits, direction of each."""
    return [
        (
            point(judged),
            judged.raised or repr(judged.got),
            repr(judged.want),
            size(judged.relative),
            f"{judged.bits:.1f}",
            SIDE[judged.direction] + (", unsafe" if judged.unsafe else ""),
        )
        for judged in found
    ]


def audit_page(page: Page, report: AuditReport, ranges: str) -> None:
    verdict = page.paint("passes", "proved") if report.passes else page.paint("fails", "refuted")
    page.line(f"{page.paint(report.implementation, 'bold')} as {report.quantity}: {verdict}")
    page.wrapped(verdict_sentence(report))
    page.line()
    called = f"called as {report.called}; " if report.called else ""
    page.wrapped(f"{called}promises {PROMISE[report.promise]}, judged to {tolerance_phrase(report)}")
    page.wrapped(f"for {ranges}")
    for line in count_lines(report):
        page.wrapped(line, indent="    ", first="  ")
    _plain_table(page, report)
    worst = worst_points(report)
    _table(page, "Worst", worst)
    _table(page, "Worst on the unsafe side", [judged for judged in unsafe_points(report) if judged not in worst])
    page.heading("Reproduce")
    page.verbatim(report.reproduce)


def plain_failures(report: AuditReport) -> dict[str, Judged]:
    """The failures in numbers that people type, by what they are; once where they are the same."""
    found = {"mildest": report.mildest, "worst": report.worst_typed}
    if report.mildest is not None and report.worst_typed is not None and report.mildest.inputs == report.worst_typed.inputs:
        return {"mildest and worst": report.mildest}
    return {name: judged for name, judged in found.items() if judged is not None}


def _plain_table(page: Page, report: AuditReport) -> None:
    found = plain_failures(report)
    if not found:
        return
    page.heading("In numbers that people type")
    rows = [(name, *row) for name, row in zip(found, point_rows(list(found.values())), strict=True)]
    page.table(("", *HEAD), rows)
    for name, judged in found.items():
        if said := report.meaning(judged):
            page.wrapped(f"{name}: {said}")


def _table(page: Page, title: str, found: list[Judged]) -> None:
    if not found:
        return
    page.heading(title)
    page.table(HEAD, point_rows(found))
