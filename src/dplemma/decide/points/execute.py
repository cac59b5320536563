"""Printed algorithms: programs run on exact inputs, in every order of what they shuffle, and judged by what they promise.

Main definitions: `decide_algorithm`, `orders(n, seed)`.

The kernel's own interpreter runs a program; the search answers what the program leaves open: orders, and results of subroutines
that meet their contracts. A run is refuting only if balls contradict the promise at its inputs and outputs, and the kernel
accepts it from the answers alone. A subroutine that breaks its contract is our own error and stops everything; a condition
that no ball decides and a run that is too long leave that run without a judgement.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Any

from flint import arb, fmpq

from dplemma.arb.exact import dyadic_fraction
from dplemma.arb.precision import working_precision
from dplemma.base.errors import EngineDisagreement, OutOfBudget
from dplemma.compile.evaluate import Point, decimal, enclose
from dplemma.decide.points.refute import shown
from dplemma.ground.points import certified_points, seeded, witness
from dplemma.ground.truth import Truth, truth
from dplemma.kernel.program import refute_program, run
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import Program
from dplemma.kernel.term import Rejected
from dplemma.lang.judgements import Algorithm
from dplemma.lang.program import Subroutine
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.ledger.verdict import Counterexample, Verdict

INPUTS, MOST_RUNS = 24, 3_000
FEW_ITEMS, SEEDED_ORDERS = 6, 20
TRACE_HEAD, TRACE_TAIL = 40, 20
LONG_NUMBER = 40

Results = dict[tuple[str, tuple[Fraction, ...]], Fraction]


def orders(n: int, seed: str) -> list[tuple[int, ...]]:
    """Orders of n items, the given one first: all of them for six items or fewer, else twenty that depend on the seed only."""
    if n <= FEW_ITEMS:
        return list(permutations(range(n)))
    rng = seeded(f"{seed}/orders/{n}")
    found = [tuple(range(n))]
    while len(found) < SEEDED_ORDERS:
        order = tuple(rng.sample(range(n), n))
        if order not in found:
            found.append(order)
    return found


@dataclass
class _Answers:
    """What one run leaves open, and what it was told: the number of the run chooses the order of what is shuffled."""

    uses: Mapping[str, Subroutine]
    seed: str
    number: int
    computed: Results
    orders_in_all: int = 1
    told_results: list[str] = field(default_factory=list)
    told_orders: list[list[int]] = field(default_factory=list)

    def order(self, count: int) -> Sequence[int]:
        possible = orders(count, self.seed)
        self.orders_in_all = max(self.orders_in_all, len(possible))
        self.told_orders.append(list(possible[self.number % len(possible)]))
        return self.told_orders[-1]

    def result(self, routine: str, values: tuple[Fraction, ...]) -> Fraction:
        if (routine, values) not in self.computed:
            self.computed[routine, values] = _computed(routine, self.uses[routine], values)
        self.told_results.append(str(self.computed[routine, values]))
        return self.computed[routine, values]


def _computed(name: str, subroutine: Subroutine, values: tuple[Fraction, ...]) -> Fraction:
    """The result of a subroutine whose contract is certified for this call."""
    given = dict(zip(subroutine.takes, values, strict=True))
    result = subroutine.compute(*values) if subroutine.compute else _rounded(subroutine, given)
    judged = truth(subroutine.contract, {**given, "result": result})
    call = f"{name} at {_listed(given)} gives {_text(result)}"
    if judged.value is False:
        raise EngineDisagreement(f"{call}, against its contract: {subroutine.contract.text()}")
    if not judged.supports:
        raise OutOfBudget(f"{call}; whether that meets its contract could not be decided")
    return result


def _rounded(subroutine: Subroutine, given: Point) -> Fraction:
    """The value of a subroutine as a rational of so many decimal places, on the side it rounds to."""
    unit = Fraction(1, 10 ** (subroutine.places + 1))
    digits = subroutine.places + 10
    ball = enclose(subroutine.value, given, digits)
    while abs(ball).upper() * arb(10) ** -digits > arb(fmpq(1, 4 * unit.denominator)):
        digits += subroutine.places
        ball = enclose(subroutine.value, given, digits)
    with working_precision(4 * digits + 64):  # the ends of the ball, not of a rounded one
        low, high = (dyadic_fraction(end) / unit for end in (ball.lower(), ball.upper()))
    return unit * {"up": math.ceil(high), "down": math.floor(low), "nearest": round((low + high) / 2)}[subroutine.round]


@dataclass(frozen=True)
class _Judged:
    """What one run says: the promise broken (with evidence for the kernel), or left in doubt, or kept, or not put to the test."""

    broken: Counterexample | None = None
    evidence: Mapping[str, Any] | None = None
    doubt: str = ""
    kept: bool = False


def decide_algorithm(statement: Algorithm, region: Region, seed: str) -> Verdict:
    """Refuted by an input whose run certifiably breaks the promise; confirmed when the runs that test it keep it."""
    program = read_statement(written_statement(statement))
    assert isinstance(program, Program)
    inputs = certified_points(region, seed, INPUTS) or [witness(region, seed)] if region.names else [{}]
    computed: Results = {}
    judged: list[_Judged] = []
    for point in inputs:
        number, count = 0, 1
        while number < count:
            answers = _Answers(statement.uses, seed, number, computed)
            judged.append(_run(statement, program, point, answers))
            found = judged[-1]
            if found.broken is not None and (proof := _accepted(program, region, found.evidence)) is not None:
                return Verdict(
                    verdict="refuted", engine="execute", counterexample=found.broken, witness=shown(point), proof=proof
                )
            number, count = number + 1, max(count, answers.orders_in_all)
        if len(judged) >= MOST_RUNS:
            break
    kept = sum(run.kept for run in judged)
    doubts = ["the kernel rejects a run that breaks it" if run.broken else run.doubt for run in judged if run.broken or run.doubt]
    if kept and not doubts:
        return Verdict(verdict="confirmed", engine="execute", points=kept, witness=shown(inputs[0]))
    remark = f"{kept} of {len(judged)} runs keep the promise, {len(doubts)} could not be judged"
    because = f": {doubts[0]}" if doubts else ""
    return Verdict(verdict="undecided", engine="execute", remark=remark + because, witness=shown(inputs[0]))


def _accepted(program: Program, region: Region, evidence: Any) -> Any:
    """The evidence of a run that breaks the promise, if the kernel accepts it."""
    try:
        refute_program(program, read_region(region_to_tree(region)), evidence)
    except Rejected:
        return None
    return evidence


def _run(statement: Algorithm, program: Program, point: Point, answers: _Answers) -> _Judged:
    try:
        trace = run(program, {name: Fraction(value) for name, value in point.items()}, answers)
    except (OutOfBudget, Rejected) as error:
        return _Judged(doubt=f"at {_listed(point)}: {error}")
    end = {**point, **dict(trace)}
    try:
        judged = truth(statement.promise, end)
    except KeyError as unset:  # in a branch that was not taken
        return _Judged(doubt=f"at {_listed(point)}: the program ends without setting {unset.args[0]}")
    if judged.value is False:
        evidence = {"point": shown(point), "results": answers.told_results, "orders": answers.told_orders}
        return _Judged(_refuting(statement, point, trace, judged), evidence)
    if not judged.supports:
        return _Judged(doubt=f"the balls do not decide the promise at {_listed(end)}")
    return _Judged(kept=not judged.vacuous)


def _refuting(statement: Algorithm, point: Point, trace: list[tuple[str, Fraction]], judged: Truth) -> Counterexample:
    inputs = [f"{name} = {_text(value)}" for name, value in point.items()]
    steps = [f"{name} <- {_text(value)}" for name, value in trace]
    end = dict(trace)
    outputs = [f"{name} = {_text(end[name])}" for name in statement.outputs if name in end]
    sides = [decimal(side) for side in judged.sides] if judged.sides else [None, None]
    return Counterexample(
        kind="trace", point=shown(point), trace=(*inputs, *_shortened(steps), *outputs), note=_what_fails(statement, judged),
        lhs=sides[0], rhs=sides[1],
    )  # fmt: skip


def _what_fails(statement: Algorithm, judged: Truth) -> str:
    failing = judged.relation.text() if judged.relation is not None else ""
    whole = statement.promise.text()
    return f"{whole} fails" if failing in ("", whole) else f"{whole} fails: {failing} does not hold"


def _shortened(trace: list[str]) -> list[str]:
    left_out = len(trace) - TRACE_HEAD - TRACE_TAIL
    if left_out <= 0:
        return trace
    return [*trace[:TRACE_HEAD], f"... {left_out} more steps ...", *trace[-TRACE_TAIL:]]


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {_text(value)}" for name, value in values.items())


def _text(value: Fraction | int) -> str:
    """The exact number, or its first digits if it is long."""
    exact = str(value)
    return exact if len(exact) <= LONG_NUMBER else f"{decimal(arb(fmpq(value.numerator, value.denominator)))} (rounded)"
