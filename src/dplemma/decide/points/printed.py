"""Printed numbers: is the certified value one that fair rounding prints so, and by which rounding? If not, which slip does?"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dplemma.arb.exact import ball_of
from dplemma.arb.precision import working_precision
from dplemma.base.exact import fraction_of
from dplemma.compile.evaluate import decimal, enclose
from dplemma.lang.judgements import Number
from dplemma.lang.printed import Printed
from dplemma.ledger.verdict import Counterexample, Verdict

Scalar = Fraction | arb
DIGITS, BITS = 40, 256
_SAFE_SIDE = {"least": "up", "largest": "down"}


def decide_number(statement: Number) -> Verdict:
    """Certified with the rounding that reproduces the digits, or refuted with the value and the slip that would."""
    printed = statement.printed
    if statement.expr.is_Rational and printed.mode != "order":
        return _judged(fraction_of(statement.expr), str(statement.expr), printed, None)
    value = enclose(statement.expr, {}, DIGITS)
    with working_precision(BITS):
        shown = decimal(value)
        return _magnitude(value, shown, printed) if printed.mode == "order" else _judged(value, shown, printed, BITS)


def _magnitude(value: arb, shown: str, printed: Printed) -> Verdict:
    """Within half a decade."""
    if value <= 0:
        return _refuted(shown, printed, "the value is not positive", BITS)
    distance, half = abs((value / ball_of(printed.value)).log() / arb(10).log()), arb(1) / 2
    if distance <= half:
        return Verdict(verdict="certified", engine="printed", digits=DIGITS, bits=BITS)
    if distance > half:
        return _refuted(shown, printed, f"the value is {decimal(value, 12)}, printed as {printed}", BITS)
    return _undecided()


def _judged(value: Scalar, shown: str, printed: Printed, bits: int | None) -> Verdict:
    """A value against the roundings that are fair; a rational one (no bits) is exact."""
    if _fair(value, printed):
        return Verdict(
            verdict="certified", engine="printed", digits=DIGITS if bits else None, bits=bits, form=_rounding(value, printed),
            remark=_shortfall(value, printed),
        )  # fmt: skip
    if bits is None or _above(printed.low, value) or _above(value, printed.high):
        said = decimal(value, 12) if isinstance(value, arb) else shown
        return _refuted(shown, printed, f"the value is {said}, printed as {printed}; {_slip(value, printed)}", bits)
    return _undecided()


def _fair(value: Scalar, printed: Printed) -> bool:
    """Rounded to nearest, or a promise to its safe side, where the value at the far end would be printed otherwise."""
    if _between(value, printed.readings()["rounded"]):
        return True
    if printed.mode == "least":
        return _above(value, printed.low) and _above(printed.value, value)
    return printed.mode == "largest" and _above(value, printed.value) and _above(printed.high, value)


def _rounding(value: Scalar, printed: Printed) -> str:
    """The rounding that reproduces the digits of a promise; a plain number is rounded to nearest."""
    if printed.mode not in _SAFE_SIDE:
        return ""
    if _between(value, printed.readings()["rounded"]):
        return "rounded to nearest"
    side, unit = _SAFE_SIDE[printed.mode], printed.unit
    near = _above(value, printed.value - unit) and _above(printed.value + unit, value)
    return f"rounded {side}, to the safe side" if near else f"rounded {side} to the grid of {printed.grid}, to the safe side"


def _shortfall(value: Scalar, printed: Printed) -> str:
    """What a promise that was rounded to its unsafe side lacks."""
    first, second = (value, printed.value) if printed.mode == "least" else (printed.value, value)
    if printed.mode not in _SAFE_SIDE or not _above(first, second):
        return ""
    gap = ball_of(first) - ball_of(second)
    return f"rounded to the unsafe side: as a guarantee {printed} falls short by {decimal(gap, 3)}"


def _slip(value: Scalar, printed: Printed) -> str:
    fits = [name for name, ends in printed.readings().items() if _between(value, ends)]
    return f"read as {fits[0]} it comes out" if fits else "no usual reading reproduces it"


def _refuted(shown: str, printed: Printed, note: str, bits: int | None) -> Verdict:
    found = Counterexample(kind="relation", lhs=shown, rhs=str(printed), note=note)
    return Verdict(verdict="refuted", engine="printed", counterexample=found, digits=DIGITS if bits else None, bits=bits)


def _undecided() -> Verdict:
    return Verdict(verdict="undecided", engine="printed", remark="the value sits on the end of the printed interval")


def _between(value: Scalar, ends: tuple[Fraction, Fraction]) -> bool:
    """Exactly for a rational value; for a ball only if all of it is."""
    if isinstance(value, Fraction):
        return ends[0] <= value <= ends[1]
    return bool(value >= ball_of(ends[0]) and value <= ball_of(ends[1]))


def _above(first: Scalar, second: Scalar) -> bool:
    """Certainly greater."""
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first > second
    return bool(ball_of(first) > ball_of(second))
