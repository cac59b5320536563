"""The pieces all terminal output is made of: colour, wrapping, and short phrases for verdicts and counterexamples.

Main definitions: `Page`, `verdict_phrase`, `failure_phrase`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from dplemma.base.page import Page
from dplemma.ledger.record import Record
from dplemma.ledger.verdict import Counterexample, Verdict

_ID_COLUMN = 64  # with the other columns a row then fits MAX_WIDTH
_ROW_WIDTH = _ID_COLUMN + 44
_LONGEST_VALUE = 24  # of an exact value or a decimal in a one-line phrase; `show` prints all digits
WORDS = {"not_formalised": "not formal"}


def verdict_word(verdict: str) -> str:
    return WORDS.get(verdict, verdict)


def table_row(page: Page, record: Record, *, seconds: bool) -> list[str]:
    """One table row: verdict, id, kind, engine and, after a run, seconds. A very long id pushes the rest right.

    A star marks a verdict that rests on trusted lemmas. On a narrow page the rest stands below the id.
    """
    star = "*" if record.assumes else ""
    word = page.paint(f"{verdict_word(record.verdict) + star:<10}", record.verdict)
    time = f" {record.seconds:>6.2f}s" if seconds else ""
    rest = f"{record.kind:<12} {record.engine:<10}{time}".rstrip()
    if page.width < _ROW_WIDTH:
        return [f"  {word} {record.id}", f"  {'':<10} {rest}".rstrip()]
    return [f"  {word} {record.id:<{_ID_COLUMN}} {rest}".rstrip()]


def verdict_phrase(record: Record | Verdict) -> str:
    """`certified by balls`, `proved, assuming neyman-pearson (by derivation)`, `confirmed (sampled)`, `measured: within 8 %`."""
    if record.verdict == "not_formalised":
        return "not formalised"
    if record.verdict == "undecided":
        return "undecided" + (f" (tried: {record.engine})" if record.engine else "")
    if record.verdict == "measured":
        return f"measured: {record.measured}"
    assuming = f", assuming {', '.join(record.assumes)}" if record.assumes else ""
    if record.engine == "confirm":
        return f"{record.verdict} (sampled){assuming}"
    if record.engine and (assuming or record.verdict == "refuted"):
        return f"{record.verdict}{assuming} (by {record.engine})"
    return record.verdict + (f" by {record.engine}" if record.engine else "") + assuming


def point_phrase(point: Mapping[str, object], *, short: bool = False) -> str:
    return ", ".join(f"{name} = {_shortened(value) if short else value}" for name, value in point.items())


def failure_phrase(counterexample: Counterexample | None) -> str:
    """A counterexample in one line: where, and what contradicts what."""
    if counterexample is None:
        return ""
    place = point_phrase(counterexample.point, short=True)
    lhs, rhs, note = counterexample.lhs, counterexample.rhs, counterexample.note
    if counterexample.kind == "equivalence" and lhs is not None and rhs is not None:
        fact = "; ".join(part for part in (note, failing_relation(lhs, rhs, short=True)) if part)
    else:
        fact = _sides_phrase(lhs, rhs) or note or _bulk_phrase(counterexample)
    if not place:
        return fact or counterexample.kind
    return f"at {place}: {fact}" if fact else f"at {place} ({counterexample.kind})"


def _bulk_phrase(counterexample: Counterexample) -> str:
    if counterexample.mechanism:
        return "by a finite mechanism: " + ", ".join(counterexample.mechanism)
    if counterexample.trace:
        return f"by a trace of {len(counterexample.trace)} steps"
    return ""


def _sides_phrase(lhs: str | None, rhs: str | None) -> str:
    if lhs is None and rhs is None:
        return ""
    if lhs is None:
        return f"right side {_shortened(rhs)}"
    if rhs is None:
        return f"left side {_shortened(lhs)}"
    relation = observed_relation(lhs, rhs)
    short_lhs, short_rhs = _shortened(lhs), _shortened(rhs)
    if relation and short_lhs != short_rhs:
        return f"left side {short_lhs} {relation} right side {short_rhs}"
    return f"left side {lhs}, right side {rhs}"


def failing_relation(lhs: str, rhs: str, *, short: bool = False) -> str:
    """The two numbers of an equivalence: its "sides" are the two conditions, the numbers belong to one of them."""
    left, right = (_shortened(lhs), _shortened(rhs)) if short else (lhs, rhs)
    return f"the failing relation: {left} {observed_relation(lhs, rhs) or 'against'} {right}"


def observed_relation(lhs: str, rhs: str) -> str:
    """`<` or `>` where two printed decimals show it, else nothing."""
    try:
        left, right = Decimal(lhs), Decimal(rhs)
        return "<" if left < right else ">" if left > right else ""
    except (InvalidOperation, TypeError):
        return ""


def _shortened(value: object) -> str:
    """A long value cut for a one-line phrase; the exponent of a decimal survives the cut."""
    text = str(value)
    if len(text) <= _LONGEST_VALUE:
        return text
    mantissa, mark, exponent = text.partition("e")
    tail = mark + exponent if len(exponent) <= 8 else ""
    return mantissa[: _LONGEST_VALUE - len(tail) - 3] + "..." + tail
