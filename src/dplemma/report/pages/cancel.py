"""What `dplemma cancel` prints: bits of error side by side, the guilty operation, and the cure.

Main definitions: `point_page`, `range_page`, `point_json`, `range_json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dplemma.base.exact import json_number
from dplemma.base.page import MAX_WIDTH, Page, plural
from dplemma.base.sides import Side
from dplemma.doubles.diagnose import LIMIT_BITS, Diagnosis, amplified_bits
from dplemma.doubles.measure import Ranges, side_that_is_unsafe
from dplemma.doubles.survey import PointReport, RangeReport, cure_for
from dplemma.doubles.trace import FLATTENED, OUT_OF_RANGE, Operation
from dplemma.report.records import SCHEMA
from dplemma.values.comparison import WORST_BITS

_DIGITS = 17
_PRIVACY = {
    True: "unsafe: promises more privacy than there is",
    False: "safe side",
}


def bits_phrase(bits: float) -> str:
    return "all bits" if bits >= 53 else f"{bits:.1f} bits"


def inputs_phrase(inputs: Mapping[str, float]) -> str:
    return ", ".join(f"{name} = {value!r}" for name, value in inputs.items())


def _ranges_phrase(ranges: Ranges) -> str:
    return ", ".join(f"{name} in [{low!r}, {high!r}]" for name, (low, high) in ranges.items())


# -- a point --------------------------------------------------------------------------------------------------------------


def point_page(page: Page, target: str, quantity: str, inputs: Mapping[str, float], reports: Sequence[PointReport]) -> None:
    page.line(page.paint(f"{target} at {inputs_phrase(inputs)}", "bold"))
    _called(page, reports)
    truth = reports[0].truth
    page.line(f"  {'certified value' if quantity else 'exact value'}  {truth.str(_DIGITS, radius=False)}")
    page.heading("In doubles")
    width = max(len(report.candidate.name) for report in reports)
    for report in reports:
        shown = report.raised or repr(report.got)
        side = "" if report.direction in ("exact", "nan") else f"  {report.direction} the truth{_side(report, quantity)}"
        mark = "wrong" if report.convicted else "good"
        colour = "refuted" if report.convicted else "proved"
        row = f"{shown:<24}  {page.paint(f'{mark:<5}', colour)}  loses {bits_phrase(report.bits)}{side}"
        lead = f"  {report.candidate.name:<{width}}  "
        if page.width == MAX_WIDTH:
            page.line(lead + row)
        else:
            page.line(lead)
            page.wrapped(" ".join(row.split()), indent="      ")
    worst = max(reports, key=lambda report: report.bits)
    _diagnosis(page, worst)
    _cure(page, worst, reports)


def _called(page: Page, reports: Sequence[PointReport | RangeReport]) -> None:
    for report in reports:
        if report.candidate.called:
            page.wrapped(f"called as {report.candidate.called}")


def _side(report: PointReport, quantity: str) -> str:
    if side_that_is_unsafe(quantity) is Side.NEITHER or report.side is Side.NEITHER:
        return ""
    return f" ({_PRIVACY[report.unsafe]})"


def _diagnosis(page: Page, report: PointReport) -> None:
    found = report.diagnosis
    page.heading(f"Diagnosis of {report.candidate.name}")
    if found is None:
        page.wrapped(f"judged by its result only: {report.untraced}")
        return
    if found.is_the_quantity is False:
        page.wrapped(
            f"the formula is not the quantity: in exact arithmetic it gives {found.trace.exact.str(_DIGITS, radius=False)}"
        )
    if found.range_error is not None:
        _operation(page, "out of range", found.range_error)
    else:
        for title, operation in (("cancellation", found.cancellation), ("conditioning", found.conditioning)):
            if operation is not None:
                _operation(page, title, operation)
    events = [op for op in found.trace.operations if op.event in FLATTENED]
    for operation in events[:3]:
        page.wrapped(f"{operation.event}: {operation.source} (line {operation.line})", indent=" " * 4, first="  ")
    if found.guilty is None and not events:
        page.wrapped("no operation amplifies an error by more than one bit")
    changed = _changed(found)
    if changed:
        page.wrapped(changed)


def _operation(page: Page, title: str, operation: Operation) -> None:
    page.wrapped(f"{title}: {operation.source}  (line {operation.line})", indent=" " * 4, first="  ")
    operands = ", ".join(repr(value) for value in operation.operands)
    if operation.event in OUT_OF_RANGE:
        fact = f"{operation.event}: {operation.name} of {operands} gives {operation.result!r}"
    elif operation.name in ("+", "-"):
        fact = f"operands {operands}: {operation.lost_bits:.1f} bits lost (largest operand over result)"
    else:
        fact = (
            f"argument {operands}: condition number {operation.condition:.3g}, an error of the argument grows by "
            f"{amplified_bits(operation):.1f} bits"
        )
    page.wrapped(fact, indent=" " * 4)


def _changed(found: Diagnosis) -> str:
    """The independent check: the same code in mpmath at rising precision."""
    values = dict(found.ladder)
    first, last = values[53], values[max(values)]
    if first == last:
        return f"mpmath agrees with itself at 53 and {max(values)} bits: {last}"
    return f"mpmath at 53 bits gives {first}, at {max(values)} bits {last}: digits that change were never there"


def _cure(page: Page, worst: PointReport | RangeReport, reports: Sequence[PointReport | RangeReport]) -> None:
    best = cure_for(reports)
    if best is None or best is worst or best.candidate.form is None:
        return
    here = best.bits if isinstance(best, PointReport) else best.measured.worst_bits
    page.heading("Cure")
    needs = f", needs {best.candidate.needs}" if best.candidate.needs else ""
    page.wrapped(f"{best.candidate.name} loses {bits_phrase(here)} here{needs}. When: {best.candidate.use}")
    page.line()
    for line in best.candidate.form.snippet.splitlines():
        page.line(f"    {line}")


# -- a range --------------------------------------------------------------------------------------------------------------


def range_page(page: Page, target: str, quantity: str, ranges: Ranges, reports: Sequence[RangeReport]) -> None:
    page.line(page.paint(f"{target} for {_ranges_phrase(ranges)}", "bold"))
    _called(page, reports)
    for report in reports:
        _range_report(page, report, quantity, ranges)
    worst = max(reports, key=lambda report: report.measured.worst_bits)
    _diagnosis(page, worst.worst)
    _cure(page, worst, reports)


def _range_report(page: Page, report: RangeReport, quantity: str, ranges: Ranges) -> None:
    seen = report.measured
    mark = page.paint("loses digits" if report.convicted else "good", "refuted" if report.convicted else "proved")
    page.line()
    page.line(f"  {page.paint(report.candidate.name, 'bold')}: {mark}")
    where = inputs_phrase(dict(zip(ranges, seen.worst, strict=True)))
    page.wrapped(f"worst {bits_phrase(seen.worst_bits)} at {where}", indent=" " * 4)
    page.wrapped(f"mean {seen.mean_bits:.1f} bits; {plural(seen.points, 'seeded point')}{_rest(seen, quantity)}", indent=" " * 4)
    if report.bound is not None:
        boxes = plural(report.bound.boxes, "box", "boxes")
        page.wrapped(
            f"certified: at most {report.bound.bits:.1f} bits at every point of the range ({boxes}), assuming "
            f"{report.bound.assumes}",
            indent=" " * 4,
        )
    if report.candidate.use:
        page.wrapped(f"use: {report.candidate.use}", indent=" " * 4)


def _rest(seen: Any, quantity: str) -> str:
    parts = []
    if quantity and seen.points:
        parts.append(f"{100 * seen.unsafe / seen.points:.0f} % err on the unsafe side")
    if seen.raised:
        parts.append(f"{seen.raised} raise or give NaN")
    if seen.out_of_reach:
        parts.append(f"{seen.out_of_reach} without a certified value")
    return "".join(f"; {part}" for part in parts)


# -- JSON -----------------------------------------------------------------------------------------------------------------


def point_json(target: str, quantity: str, inputs: Mapping[str, float], reports: Sequence[PointReport]) -> dict[str, Any]:
    return {
        "schema": SCHEMA, "target": target, "quantity": quantity or None, "inputs": dict(inputs), "limit_bits": LIMIT_BITS,
        "forms": [_point(report) for report in reports],
    }  # fmt: skip


def range_json(target: str, quantity: str, ranges: Ranges, reports: Sequence[RangeReport]) -> dict[str, Any]:
    return {
        "schema": SCHEMA, "target": target, "quantity": quantity or None, "limit_bits": LIMIT_BITS,
        "ranges": {name: list(ends) for name, ends in ranges.items()}, "forms": [_range(report, ranges) for report in reports],
    }  # fmt: skip


def _about(report: PointReport | RangeReport) -> dict[str, Any]:
    one = report.candidate
    snippet = one.form.snippet if one.form is not None else None
    return {
        "form": one.name, "called": one.called or None, "cure": one.cure, "use": one.use or None, "needs": one.needs or None,
        "snippet": snippet,
    }  # fmt: skip


def _point(report: PointReport) -> dict[str, Any]:
    return {
        **_about(report), "result": json_number(report.got), "raised": report.raised or None,
        "truth": report.truth.str(_DIGITS, radius=False), "error_bits": report.bits, "direction": report.direction,
        "unsafe": report.unsafe, "convicted": report.convicted,
        "diagnosis": None if report.diagnosis is None else _diagnosis_json(report.diagnosis), "untraced": report.untraced or None,
    }  # fmt: skip


def _diagnosis_json(found: Diagnosis) -> dict[str, Any]:
    return {
        "is_the_quantity": found.is_the_quantity, "predicted_bits": found.trace.predicted_bits,
        "guilty": _operation_json(found.guilty), "cancellation": _operation_json(found.cancellation),
        "conditioning": _operation_json(found.conditioning), "out_of_range": _operation_json(found.range_error),
        "operations": [_operation_json(operation) for operation in found.trace.operations],
        "mpmath": [{"bits": bits, "value": value} for bits, value in found.ladder],
    }  # fmt: skip


def _operation_json(operation: Operation | None) -> dict[str, Any] | None:
    if operation is None:
        return None
    return {
        "operation": operation.name, "line": operation.line, "source": operation.source,
        "operands": [json_number(value) for value in operation.operands], "result": json_number(operation.result),
        "exact": operation.exact.str(_DIGITS, radius=False), "lost_bits": json_number(operation.lost_bits),
        "condition": json_number(operation.condition), "error_bits": operation.bits_out, "event": operation.event or None,
    }  # fmt: skip


def _range(report: RangeReport, ranges: Ranges) -> dict[str, Any]:
    seen, bound = report.measured, report.bound
    return {
        **_about(report), "points": seen.points, "worst_bits": min(seen.worst_bits, WORST_BITS),
        "worst": dict(zip(ranges, seen.worst, strict=True)), "mean_bits": seen.mean_bits,
        "unsafe_share": seen.unsafe / seen.points, "raised_share": seen.raised / seen.points, "convicted": report.convicted,
        "bound": None if bound is None else {"bits": bound.bits, "boxes": bound.boxes, "assumes": bound.assumes},
        "at_worst": _point(report.worst),
    }  # fmt: skip
