"""The two measurements, each with its targets.

1. `against_hand`: generated tape / hand-written python-flint, at several precisions.
2. `against_mpmath`: SymPy's `lambdify` for mpmath / generated tape, at 50 digits.

Before anything is timed the contenders must agree; balls that are not sharp would agree with anything and are refused.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import mpmath
from contenders import CASES, Case
from flint import arb
from mpmath.libmp import dps_to_prec
from sympy import erf, erfinv, lambdify
from timing import Call, Race, fastest

from dplemma.arb.precision import working_precision
from dplemma.compile.evaluate import compiled
from dplemma.lang import variables

DIGITS = (15, 50, 200, 1000)
MPMATH_DIGITS = 50
GUARD_DIGITS = 5
"""Digits mpmath may lose to rounding before its value counts as another one."""


class Disagreement(Exception):
    """Two contenders computed different values, so their times cannot be compared."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """A bound on one summary of the ratios."""

    name: str
    relation: str
    bound: float
    measured: float

    @property
    def met(self) -> bool:
        return self.measured <= self.bound if self.relation == "<=" else self.measured >= self.bound


@dataclass(frozen=True, kw_only=True)
class Part:
    """A table of measurements: column names, one record a line, and the targets."""

    key: str
    title: str
    rows: list[dict[str, Any]]
    targets: list[Target]


def against_hand(*, passes: int = 4, rounds: int = 24) -> Part:
    """Generated tape against hand-written python-flint."""
    labels = [(case, digits) for case in CASES for digits in DIGITS]
    outcomes = fastest([_hand_race(case, digits) for case, digits in labels], passes=passes, rounds=rounds)
    rows = [
        {"formula": case.name, "digits": digits, "hand_us": hand * 1e6, "tape_us": tape * 1e6, "ratio": tape / hand,
         "control": outcome.control}
        for (case, digits), outcome in zip(labels, outcomes, strict=True)
        for hand, tape in (outcome.seconds,)
    ]  # fmt: skip
    ratios = [row["ratio"] for row in rows]
    targets = [
        Target(name="median ratio", relation="<=", bound=1.15, measured=statistics.median(ratios)),
        Target(name="worst ratio", relation="<=", bound=1.3, measured=max(ratios)),
    ]
    return Part(key="tape_over_hand", title="Generated tape / hand-written python-flint", rows=rows, targets=targets)


def against_mpmath(*, passes: int = 6, rounds: int = 30) -> Part:
    """SymPy's lambdify for mpmath, with and without common subexpressions, against the generated tape."""
    outcomes = fastest([_mpmath_race(case) for case in CASES], passes=passes, rounds=rounds)
    rows = [
        {"formula": case.name, "digits": MPMATH_DIGITS, "tape_us": tape * 1e6, "mpmath_us": plain * 1e6,
         "ratio_plain": plain / tape, "ratio_with_cse": shared / tape, "control": outcome.control}
        for case, outcome in zip(CASES, outcomes, strict=True)
        for tape, plain, shared in (outcome.seconds,)
    ]  # fmt: skip
    targets = [
        Target(name="least ratio, plain", relation=">=", bound=7.0, measured=min(row["ratio_plain"] for row in rows)),
        Target(name="least ratio, with cse", relation=">=", bound=6.0, measured=min(row["ratio_with_cse"] for row in rows)),
    ]
    return Part(key="mpmath_over_tape", title="mpmath lambdify / generated tape", rows=rows, targets=targets)


# -- the contenders, checked against each other -----------------------------------------------------------------------


def _hand_race(case: Case, digits: int) -> Race:
    bits = dps_to_prec(digits)
    with working_precision(bits):
        balls = case.balls()
        hand, tape = case.by_hand(), compiled(case.expression, case.names).at("ball", bits)
        values = [_sharp(case, function, balls, bits) for function in (hand, tape)]
        if not values[0].overlaps(values[1]):
            raise Disagreement(f"{case.name} at {digits} digits: by hand {values[0]}, tape {values[1]}")
    calls = tuple(Call(function=function, arguments=balls) for function in (hand, tape))
    return Race(calls=calls, context=partial(working_precision, bits))


def _mpmath_race(case: Case) -> Race:
    bits = dps_to_prec(MPMATH_DIGITS)
    rewritten = case.expression.rewrite(erf).rewrite(erfinv)
    symbols = [variables(name) for name in case.names]
    functions = [lambdify(symbols, rewritten, modules="mpmath", cse=cse) for cse in (False, True)]
    with _both_precisions(bits):
        balls = case.balls()
        numbers = tuple(mpmath.mpf(value.numerator) / value.denominator for value in case.values)
        tape = compiled(case.expression, case.names).at("ball", bits)
        _check_near(case, _sharp(case, tape, balls, bits), [function(*numbers) for function in functions])
    calls = (
        Call(function=tape, arguments=balls),
        *(Call(function=function, arguments=numbers) for function in functions),
    )
    return Race(calls=calls, context=partial(_both_precisions, bits))


@contextmanager
def _both_precisions(bits: int) -> Iterator[None]:
    with working_precision(bits), mpmath.workprec(bits):
        yield


def _sharp(case: Case, function: Callable[..., arb], balls: Sequence[arb], bits: int) -> arb:
    value = function(*balls)
    if not value.is_finite() or value.rel_accuracy_bits() < bits // 2:
        raise Disagreement(f"{case.name} at {bits} bits: {value} is too wide to compare")
    return value


def _check_near(case: Case, ball: arb, others: Sequence[Any]) -> None:
    tolerance = abs(ball) * arb(10) ** (GUARD_DIGITS - MPMATH_DIGITS)
    for other in others:
        if not abs(arb(other) - ball) <= tolerance:
            raise Disagreement(f"{case.name}: tape {ball}, mpmath {other}")
