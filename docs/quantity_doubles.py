"""The section "In doubles" of a quantity's page: what each coded form loses, who is guilty, and what to copy.

Numbers come from `doubles/measured.json`, which `make precision` writes; the guilty operation is found again at the recorded
worst point, from exact values, so it does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.doubles.coded import CodedForm, forms_of
from dplemma.doubles.diagnose import LIMIT_BITS, diagnose
from dplemma.doubles.measured import measured

Table = Callable[[tuple[str, ...], list[tuple[str, ...]]], str]


def doubles_section(quantity: str, table: Table, wrapped: Callable[[str], str], fenced: Callable[..., str]) -> str:
    """Nothing for a quantity without a coded form."""
    numbers = measured()
    forms = [form for form in forms_of(quantity) if form.id in numbers]
    if not forms:
        return ""
    forms.sort(key=lambda form: (form.cure, numbers[form.id]["worst_bits"]))
    rows = [_row(form, numbers[form.id]) for form in forms]
    head = ("form", "worst error", "where", "on", "errs on the unsafe side", "equal to the definition", "when to use")
    parts = ["**In doubles**", table(head, rows)]
    textbook = next((form for form in forms if not form.cure), None)
    if textbook is not None and numbers[textbook.id]["worst_bits"] > LIMIT_BITS:
        parts.append(wrapped(_guilt(textbook, numbers[textbook.id])))
    best = min((form for form in forms if form.cure), key=lambda form: numbers[form.id]["worst_bits"], default=None)
    if best is not None:
        parts.append(fenced(best.snippet, "python"))
    return "\n\n".join(part for part in parts if part)


def _row(form: CodedForm, seen: dict[str, Any]) -> tuple[str, ...]:
    bound = seen.get("bound")
    certified = f"; certified: at most {bound['bits']:.1f}" if bound else ""
    raised = f"; {100 * seen['raised_share']:.0f} % raise or give NaN" if seen["raised_share"] else ""
    name = f"`{form.name}`" + (f" ({form.needs})" if form.needs else "")
    worst = "all bits" if seen["worst_bits"] >= 53 else f"{seen['worst_bits']:.1f} bits"
    return (
        name,
        f"{worst}{certified}{raised}",
        ", ".join(f"{key}={float(value):.4g}" for key, value in seen["worst"].items()),
        ", ".join(f"{key} {float(low):g} to {float(high):g}" for key, (low, high) in seen["on"].items()),
        f"{100 * seen['unsafe_share']:.0f} %",
        seen["equal"]["verdict"],
        form.use,
    )


def _guilt(form: CodedForm, seen: dict[str, Any]) -> str:
    try:
        found = diagnose(form.code, {key: float(value) for key, value in seen["worst"].items()}, form.quantity, form.name)
    except DplemmaError:
        return ""
    guilty = found.guilty
    if guilty is None:
        return ""
    at = ", ".join(f"{key} = {float(value):.4g}" for key, value in seen["worst"].items())
    if guilty is found.range_error:
        fact = f"{guilty.event} in"
    elif guilty is found.cancellation:
        fact = f"cancellation of {guilty.lost_bits:.1f} bits in"
    else:
        fact = f"an argument with condition number {guilty.condition:.2g} in"
    return f"Guilty in `{form.name}` at {at}: {fact} `{guilty.source}`."
