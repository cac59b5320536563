"""Coded forms judged side by side: at a point, or over a range.

Main definitions: `Candidate`, `reports_at`, `over_range`, `PointReport`, `RangeReport`, `cure_for`.

A form that can be lifted is diagnosed operation by operation; any other is judged by its results. Over a range the error is
bounded for every point where running error analysis succeeds, and searched by seeded points in any case.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb

from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.doubles.bound import Bounded, bits_bound
from dplemma.doubles.carried import Unliftable
from dplemma.doubles.coded import CodedForm, forms_of
from dplemma.doubles.diagnose import LIMIT_BITS, Diagnosis, diagnose
from dplemma.doubles.measure import Measured, Ranges, measure, side_that_is_unsafe, truth_of
from dplemma.doubles.target import BadTarget, UserFunction
from dplemma.values.comparison import Comparison, compared
from dplemma.values.evaluator import evaluator

_USEFUL_BITS = 20.0  # a bound above it says less than the points
_BOXES = 200


@dataclass(frozen=True)
class Candidate:
    """Something that computes a number in doubles."""

    name: str
    call: Callable[..., Any]
    cure: bool = False
    use: str = ""
    form: CodedForm | None = None
    called: str = ""  # a function of the user's: the call as Python writes it

    @property
    def needs(self) -> str:
        return "" if self.form is None else self.form.needs


def candidates(quantity: str) -> list[Candidate]:
    """The coded forms of a quantity, textbook forms first."""
    found = [Candidate(form.name, form.code, form.cure, form.use, form) for form in forms_of(quantity)]
    return sorted(found, key=lambda candidate: candidate.cure)


def of_user(function: UserFunction) -> Candidate:
    return Candidate(function.name, function.call, called=function.called)


@dataclass(frozen=True, kw_only=True)
class PointReport(Comparison):
    """One candidate at one point, as plain Python runs it; `untraced` says why there is no diagnosis."""

    candidate: Candidate
    raised: str
    truth: arb
    unsafe: bool
    diagnosis: Diagnosis | None
    untraced: str

    @property
    def convicted(self) -> bool:
        return self.bits > LIMIT_BITS or (self.diagnosis is not None and self.diagnosis.is_the_quantity is False)


def reports_at(found: Iterable[Candidate], inputs: Mapping[str, float], quantity: str) -> list[PointReport]:
    return [_at_point(candidate, inputs, quantity) for candidate in found]


def _at_point(candidate: Candidate, inputs: Mapping[str, float], quantity: str) -> PointReport:
    result, raised = called(candidate.call, tuple(inputs.values()))
    try:
        diagnosis = diagnose(candidate.call, inputs, quantity, candidate.name)
        untraced = ""
    except (Unliftable, OutOfBudget) as error:
        if not quantity:
            raise
        diagnosis, untraced = None, str(error)
    truth = (
        diagnosis.truth if diagnosis is not None else truth_of(candidate.call, quantity, tuple(inputs))(tuple(inputs.values()))
    )
    found = compared(result, truth)
    return PointReport(
        **vars(found), candidate=candidate, raised=raised, truth=truth, unsafe=found.is_on(side_that_is_unsafe(quantity)),
        diagnosis=diagnosis, untraced=untraced,
    )  # fmt: skip


def called(function: Callable[..., Any], point: tuple[float, ...]) -> tuple[float, str]:
    """What plain Python gives, and what it raises."""
    try:
        value = function(*point)
    except (ArithmeticError, ValueError) as error:
        return math.nan, type(error).__name__
    except DplemmaError:
        raise
    except Exception as error:
        raise BadTarget(f"{function.__name__} raised {type(error).__name__}: {' '.join(str(error).split())}") from None
    try:
        return float(value), ""
    except (TypeError, ValueError):
        raise BadTarget(f"{function.__name__} returned {type(value).__name__}, not a number") from None


@dataclass(frozen=True)
class RangeReport:
    """One candidate over a range: a bound for every point if there is one, and what the search saw."""

    candidate: Candidate
    measured: Measured
    bound: Bounded | None
    worst: PointReport

    @property
    def convicted(self) -> bool:
        return self.measured.worst_bits > LIMIT_BITS or self.worst.convicted


def over_range(
    found: Iterable[Candidate], ranges: Ranges, quantity: str, *, points: int = 400, seed: int = 0
) -> list[RangeReport]:
    return [_over_range(candidate, ranges, quantity, points, seed) for candidate in found]


def _over_range(candidate: Candidate, ranges: Ranges, quantity: str, points: int, seed: int) -> RangeReport:
    names = tuple(ranges)
    called(candidate.call, tuple(low for low, _ in ranges.values()))  # a function that is no function of floats says so here
    truth = truth_of(candidate.call, quantity, names)
    whole = whole_parameters(quantity) | (candidate.form.whole if candidate.form is not None else frozenset())
    seen = measure(candidate.call, ranges, truth, points=points, seed=seed, unsafe=side_that_is_unsafe(quantity), whole=whole)
    if not seen.points:
        raise OutOfBudget(f"no point of the range has a certified value ({seen.out_of_reach} tried)")
    worst = _at_point(candidate, dict(zip(names, seen.worst, strict=True)), quantity)
    return RangeReport(candidate, seen, useful_bound(candidate.call, ranges, whole), worst)


def useful_bound(function: Callable[..., Any], ranges: Ranges, whole: frozenset[str], boxes: int = _BOXES) -> Bounded | None:
    """A bound for every point of the range, where the code can be followed and the bound is worth having."""
    if whole & set(ranges):
        return None
    try:
        bound = bits_bound(function, ranges, good=LIMIT_BITS / 2, boxes=boxes)
    except Unliftable:
        return None
    return bound if bound.bits <= _USEFUL_BITS else None


def whole_parameters(quantity: str) -> frozenset[str]:
    """Parameters that take whole numbers only."""
    return evaluator(quantity).whole if quantity else frozenset()


def cure_for(reports: Iterable[PointReport | RangeReport]) -> PointReport | RangeReport | None:
    """The best of the registered cures, if it is better than the worst candidate."""
    cures = [report for report in reports if report.candidate.cure]
    return min(cures, key=_bits, default=None)


def _bits(report: PointReport | RangeReport) -> float:
    return report.bits if isinstance(report, PointReport) else report.measured.worst_bits
