"""Printed numbers: is the certified value inside the interval the printing claims? If not, which slip reproduces it?"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dplemma.arb.exact import ball_of
from dplemma.arb.precision import working_precision
from dplemma.base.exact import fraction_of
from dplemma.compile.evaluate import decimal, enclose
from dplemma.lang.judgements import Number
from dplemma.ledger.verdict import Counterexample, Verdict

DIGITS, BITS = 40, 256


def decide_number(statement: Number) -> Verdict:
    """Certified, or refuted with the value and the reading that would reproduce the printed digits."""
    printed = statement.printed
    if printed.mode == "dash":
        return Verdict(verdict="undecided", engine="printed", remark="a dash claims that no value exists: state it as a relation")
    if statement.expr.is_Rational and printed.mode == "rounded":
        return _exact(fraction_of(statement.expr), statement)
    value = enclose(statement.expr, {}, DIGITS)
    if printed.mode == "order" and value <= 0:
        found = Counterexample(kind="relation", lhs=decimal(value), rhs=str(printed), note="the value is not positive")
        return Verdict(verdict="refuted", engine="printed", counterexample=found, digits=DIGITS, bits=BITS)
    with working_precision(BITS):
        if printed.mode == "order":
            exponent = arb(value).log() / arb(10).log()
            intended = (ball_of(printed.value).log() / arb(10).log()).mid()
            low, high = (intended - arb(1) / 2, intended + arb(1) / 2)
            inside = bool(exponent >= low and exponent <= high)
            outside = bool(exponent < low or exponent > high)
            reproducing = ""
        else:
            readings = printed.readings()
            low, high = (ball_of(end) for end in readings["rounded"])
            inside = bool(value >= low and value <= high)
            outside = bool(value < low or value > high)
            fits = [name for name, ends in readings.items() if _between(value, ends)]
            reproducing = f"; read as {fits[0]} it comes out" if fits and not inside else "; no usual reading reproduces it"
    if inside:
        return Verdict(verdict="certified", engine="printed", digits=DIGITS, bits=BITS)
    if outside:
        note = f"the value is {decimal(value, 12)}, printed as {printed}{reproducing}"
        found = Counterexample(kind="relation", lhs=decimal(value), rhs=str(printed), note=note)
        return Verdict(verdict="refuted", engine="printed", counterexample=found, digits=DIGITS, bits=BITS)
    return Verdict(verdict="undecided", engine="printed", remark="the value sits on the end of the printed interval")


def _exact(value: Fraction, statement: Number) -> Verdict:
    """A rational value is compared exactly, ends included."""
    fits = [name for name, (low, high) in statement.printed.readings().items() if low <= value <= high]
    if "rounded" in fits:
        return Verdict(verdict="certified", engine="printed")
    reproducing = f"read as {fits[0]} it comes out" if fits else "no usual reading reproduces it"
    note = f"the value is {value}, printed as {statement.printed}; {reproducing}"
    found = Counterexample(kind="relation", lhs=str(value), rhs=str(statement.printed), note=note)
    return Verdict(verdict="refuted", engine="printed", counterexample=found)


def _between(value: arb, ends: tuple[Fraction, Fraction]) -> bool:
    low, high = (ball_of(end) for end in ends)
    return bool(value >= low and value <= high)
