"""The document of an audit, fit for a bug report upstream: it stands alone and can be followed without dplemma.

Main definitions: `audit_markdown`, `title`, `snippet`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from dplemma.arb.exact import fmpq_of
from dplemma.audit.hunt_errors import AuditReport
from dplemma.audit.judge import Judged
from dplemma.audit.spans import Ends, ordinary
from dplemma.base.page import markdown_table
from dplemma.report.pages.audit import (
    HEAD,
    PROMISE,
    count_lines,
    plain_failures,
    point,
    point_rows,
    size,
    tolerance_phrase,
    unsafe_points,
    verdict_sentence,
    worst_points,
)
from dplemma.values.calls import Call
from dplemma.values.evaluator import certified, evaluator
from dplemma.values.exact import plain_text
from dplemma.values.rounding import decimal_of

_DIGITS = 17
_PERCENT = 0.001  # from here on an error is told in per cent


def audit_markdown(
    report: AuditReport,
    ranges: str,
    version: str,
    *,
    call: Call | None = None,
    versions: Mapping[str, str] | None = None,
    picture: str = "",
) -> str:
    """What was called, on which range, what came out, how to see it again; `picture` is the path of one."""
    used = ", ".join(f"{name} {number}" for name, number in (versions or {"dplemma": version}).items())
    verdict = "passes" if report.passes else "fails"
    called = f"Called as `{report.called}`. " if report.called else ""
    quantity = evaluator(report.quantity).quantity
    worst = worst_points(report)
    unsafe = [judged for judged in unsafe_points(report) if judged not in worst]
    parts = [
        f"# {title(report)}",
        *_in_short(report),
        *([f"![relative error over the range]({picture})"] if picture else []),
        f"It **{verdict}**. {verdict_sentence(report)}",
        f"{called}It promises {PROMISE[report.promise]}, judged to {tolerance_phrase(report)}, for {ranges}.",
        f"`{report.quantity}`: {quantity.summary} It is {quantity.formula}.",
        f"Versions: {used}.",
        "\n".join(f"- {line}" for line in count_lines(report)),
    ]
    for heading, found in (("Worst points", worst), ("Worst points on the unsafe side", unsafe)):
        if found:
            parts += [f"## {heading}", _table(report.quantity, found)]
    plain = [*plain_failures(report).values()]
    parts += _by_hand(report, _once([*plain, *_telling(worst, unsafe_points(report))]), call)
    parts += [
        "## How the certified values are found",
        "Every certified value is that of the exact formula at exactly the doubles shown as inputs, to 17 digits and as the "
        "nearest double in hexadecimal; it comes from ball arithmetic (Arb), which encloses the exact value rigorously. Errors "
        "are relative to it. An error on the unsafe side promises more privacy than there is.",
        "## The whole audit again",
        f"```sh\n{report.reproduce}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def title(report: AuditReport) -> str:
    """The line of a bug tracker: what is wrong, by how much at worst, and the mildest input at which it is."""
    worst, mildest = report.worst_typed or report.worst, report.mildest or report.worst
    if worst is None or mildest is None or not worst.failed:
        return f"`{report.implementation}` against certified values of `{report.quantity}`"
    worst = mildest if worst.direction == "nan" else worst
    alone = worst.inputs == mildest.inputs
    how = f" at {point(worst)}" if alone else f"; mildest input: {point(mildest)}"
    return f"`{report.implementation}` as {report.quantity} {_wrong(worst, up_to='' if alone else 'up to ')}{how}"


def _wrong(judged: Judged, up_to: str) -> str:
    """The error in words."""
    if judged.direction == "nan":
        return {"": "is NaN", "slow": "does not return"}.get(judged.raised) or f"raises {judged.raised}"
    word = {"below": "too small", "above": "too large"}[judged.direction]
    amount = (
        f"{float(f'{100 * judged.relative:.2g}'):g} %"
        if _PERCENT <= judged.relative < 1
        else f"a relative {size(judged.relative)}"
    )
    if judged.direction == "above" and 1 <= judged.relative < math.inf:
        amount = f"{1 + judged.relative:.2g} times"
        word = "the certified value"
    return f"is {up_to}{amount} {word}" + (" (unsafe)" if judged.unsafe else "")


def _in_short(report: AuditReport) -> list[str]:
    """The mildest failure beside the worst, and what each means for privacy."""
    found = plain_failures(report)
    if not found:
        return []
    usual = ordinary(evaluator(report.quantity))
    labels = [name if _is_within(judged, usual) else f"{name}, outside the ordinary range" for name, judged in found.items()]
    said = [f"- {name}, {point(judged)}: {text}." for name, judged in found.items() if (text := report.meaning(judged))]
    return [_table(report.quantity, list(found.values()), labels), *(["\n".join(said)] if said else [])]


def _is_within(judged: Judged, usual: Mapping[str, Ends]) -> bool:
    """Whether an input lies in the ordinary range, both taken as doubles: a mu = 1/20 for a noise of 20 is its end 0.05."""
    return all(float(low) <= float(judged.inputs[name]) <= float(high) for name, (low, high) in usual.items())


def _table(quantity: str, found: list[Judged], labels: list[str] | None = None) -> str:
    head = (*HEAD[:2], "certified, 17 digits", "nearest double", *HEAD[3:])
    lines = []
    for judged, row in zip(found, point_rows(found), strict=True):
        digits = decimal_of(certified(evaluator(quantity), judged.inputs), _DIGITS) or repr(judged.want)
        lines.append((row[0], f"`{row[1]}`", digits, f"`{judged.want.hex()}`", *row[3:]))
    if labels is None:
        return markdown_table(head, lines)
    return markdown_table(("", *head), [(label, *line) for label, line in zip(labels, lines, strict=True)])


def _telling(worst: list[Judged], unsafe: list[Judged]) -> list[Judged]:
    """The worst unsafe number, the worst number, and a call that gave none, each once."""
    first = [
        *unsafe[:1],
        *[judged for judged in worst if judged.direction != "nan"][:1],
        *[judged for judged in worst if judged.direction == "nan"][:1],
    ]
    return _once(first)


def _once(found: list[Judged]) -> list[Judged]:
    """Each input once."""
    return list({tuple(judged.inputs.items()): judged for judged in reversed(found)}.values())[::-1]


def _by_hand(report: AuditReport, found: list[Judged], call: Call | None) -> list[str]:
    if not found:
        return []
    parts = ["## See it in plain Python"] if call is not None else []
    if call is not None:
        parts.append(f"```python\n{snippet(report.implementation, call, found)}```")
    inputs = " ".join(f"{name}={_exactly(value)}" for name, value in found[0].inputs.items())
    parts += [
        f"The certified value at the first of these, {point(found[0])}, from the exact decimals of its doubles:",
        f"```sh\ndplemma value {report.quantity} {inputs} --digits {_DIGITS}\n```",
    ]
    return parts


def _exactly(value: Fraction) -> str:
    return plain_text(fmpq_of(value))


def snippet(target: str, call: Call, found: list[Judged]) -> str:
    """Python that calls the function at the points and prints the certified doubles beside."""
    place, _, path = target.rpartition(":")
    module = place.removesuffix(".py").replace("\\", "/").rpartition("/")[2] if place.endswith(".py") else place
    lines = [f"from {module} import {path.partition('.')[0]}", ""]
    for judged in found:
        ordered, named = call.arguments(judged.inputs)
        shown = ", ".join([*map(repr, ordered), *(f"{name}={value!r}" for name, value in named.items())])
        lines.append(f'print({path}({shown}), "certified:", float.fromhex("{judged.want.hex()}"))')
    return "\n".join(lines) + "\n"
