"""Printed algorithms: run as printed on exact inputs, in every order of what they shuffle, and judged by what they promise.

Main definitions: `decide_algorithm`, `Runner` (the `Machine` of one run), `orders(n, seed)`.

A run is refuting only if balls contradict the promise at its inputs and outputs, or if a state returns in an algorithm that
promises to end. A subroutine that breaks its contract is our own error and stops everything; a comparison that no ball decides
and a run beyond its step limit leave that run without a judgement.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from flint import arb, fmpq

from dplemma.arb.exact import dyadic_fraction
from dplemma.arb.precision import working_precision
from dplemma.base.errors import BadClaim, EngineDisagreement, OutOfBudget
from dplemma.compile.evaluate import Point, decimal, enclose
from dplemma.decide.points.refute import shown
from dplemma.ground.points import certified_points, seeded, witness
from dplemma.ground.truth import Truth, truth
from dplemma.lang.judgements import Algorithm
from dplemma.lang.region import Region
from dplemma.lang.statements import Statement
from dplemma.lang.subroutine import Subroutine
from dplemma.ledger.verdict import Counterexample, Verdict

INPUTS, MOST_RUNS = 24, 3_000
FEW_ITEMS, SEEDED_ORDERS = 6, 20
TRACE_HEAD, TRACE_TAIL = 40, 20


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


class _StateReturned(Exception):
    """The run is in a state it was in before."""


class _TooManySteps(Exception):
    """The run was stopped at its step limit."""


class Runner:
    """The machine of one run: the number of the run chooses the order of what is shuffled."""

    def __init__(self, algorithm: Algorithm, seed: str, number: int, results: dict[tuple[Any, ...], Any]) -> None:
        self.algorithm, self.seed, self.number = algorithm, seed, number
        self.trace: list[str] = []
        self.orders = 1
        self._results = results
        self._states: set[Hashable] = set()
        self._steps = 0

    def step(self, line: str, state: Hashable = None) -> None:
        self.trace.append(line)
        if state is not None:
            if state in self._states:
                raise _StateReturned
            self._states.add(state)
        self._count()

    def _count(self) -> None:
        self._steps += 1
        if self._steps > self.algorithm.steps:
            raise _TooManySteps

    def shuffle(self, items: Iterable[Any]) -> list[Any]:
        given = list(items)
        possible = orders(len(given), self.seed)
        self.orders = max(self.orders, len(possible))
        chosen = [given[k] for k in possible[self.number % len(possible)]]
        self.step(f"shuffled: {', '.join(map(_text, chosen))}")
        return chosen

    def call(self, name: str, *arguments: Any) -> Any:
        if name not in self.algorithm.uses:
            raise BadClaim(f"the algorithm calls {name}, which is not among the subroutines it uses")
        self._count()
        key = (name, *arguments)
        if any(isinstance(a, arb) for a in arguments):
            return _called(name, self.algorithm.uses[name], arguments)
        if key not in self._results:
            self._results[key] = _called(name, self.algorithm.uses[name], arguments)
        return self._results[key]

    def holds(self, statement: Statement, **values: Any) -> bool:
        self._count()
        decided = truth(statement, values).value
        if decided is None:
            raise OutOfBudget(f"whether {statement.text()} at {_listed(values)} could not be decided")
        return decided


def _called(name: str, subroutine: Subroutine, arguments: tuple[Any, ...]) -> Any:
    """The result of a subroutine whose contract is certified for this call."""
    if len(arguments) != len(subroutine.takes):
        raise BadClaim(f"subroutine {name} takes {', '.join(subroutine.takes)}, but {len(arguments)} values were given")
    given = dict(zip(subroutine.takes, arguments, strict=True))
    result = subroutine.compute(*arguments) if subroutine.compute else _rounded(subroutine, given)
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
    """What one run says: the promise broken, or left in doubt, or kept, or (nothing of these) not put to the test."""

    broken: Counterexample | None = None
    doubt: str = ""
    kept: bool = False


def decide_algorithm(statement: Algorithm, region: Region, seed: str) -> Verdict:
    """Refuted by an input whose run certifiably breaks the promise; confirmed when the runs that test it keep it."""
    inputs = certified_points(region, seed, INPUTS) or [witness(region, seed)] if region.names else [{}]
    results: dict[tuple[Any, ...], Any] = {}
    judged: list[_Judged] = []
    for point in inputs:
        number, count = 0, 1
        while number < count:
            runner = Runner(statement, seed, number, results)
            judged.append(_run(statement, point, runner))
            if (broken := judged[-1].broken) is not None:
                return Verdict(verdict="refuted", engine="execute", counterexample=broken, witness=shown(point))
            number, count = number + 1, max(count, runner.orders)
        if len(judged) >= MOST_RUNS:
            break
    kept = sum(run.kept for run in judged)
    doubts = [run.doubt for run in judged if run.doubt]
    if kept and not doubts:
        return Verdict(verdict="confirmed", engine="execute", points=kept, witness=shown(inputs[0]))
    remark = f"{kept} of {len(judged)} runs keep the promise, {len(doubts)} could not be judged"
    because = f": {doubts[0]}" if doubts else ""
    return Verdict(verdict="undecided", engine="execute", remark=remark + because, witness=shown(inputs[0]))


def _run(statement: Algorithm, point: Point, runner: Runner) -> _Judged:
    with_machine = "machine" in inspect.signature(statement.run).parameters
    try:
        outputs = statement.run(**point, **({"machine": runner} if with_machine else {}))
    except _StateReturned:
        if statement.ends:
            return _Judged(_refuting(statement, point, {}, runner, "the last state was met before: the algorithm never ends"))
        return _Judged(doubt=f"at {_listed(point)} the algorithm never ends")
    except _TooManySteps:
        return _Judged(doubt=f"at {_listed(point)} the algorithm was stopped after {statement.steps} steps")
    except OutOfBudget as error:
        return _Judged(doubt=str(error))
    missing = set(statement.outputs) - set(outputs)
    if missing:
        raise BadClaim(f"the algorithm returned no {', '.join(sorted(missing))}")
    result = truth(statement.promise, {**point, **outputs})
    if result.value is False:
        return _Judged(_refuting(statement, point, outputs, runner, _what_fails(statement, result), result))
    if not result.supports:
        return _Judged(doubt=f"the balls do not decide the promise at {_listed({**point, **outputs})}")
    return _Judged(kept=not result.vacuous)


def _what_fails(statement: Algorithm, judged: Truth) -> str:
    failing = judged.relation.text() if judged.relation is not None else ""
    whole = statement.promise.text()
    return f"{whole} fails" if failing in ("", whole) else f"{whole} fails: {failing} does not hold"


def _refuting(
    statement: Algorithm, point: Point, outputs: Mapping[str, Any], runner: Runner, note: str, judged: Truth | None = None
) -> Counterexample:
    values = [f"{name} = {_text(value)}" for name, value in point.items()]
    results = [f"{name} = {_text(outputs[name])}" for name in statement.outputs if name in outputs]
    sides = [decimal(side) for side in judged.sides] if judged is not None and judged.sides else [None, None]
    trace = (*values, *_shortened(runner.trace), *results)
    return Counterexample(kind="trace", point=shown(point), trace=trace, note=note, lhs=sides[0], rhs=sides[1])


def _shortened(trace: list[str]) -> list[str]:
    left_out = len(trace) - TRACE_HEAD - TRACE_TAIL
    if left_out <= 0:
        return trace
    return [*trace[:TRACE_HEAD], f"... {left_out} more steps ...", *trace[-TRACE_TAIL:]]


def _listed(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {_text(value)}" for name, value in values.items())


def _text(value: Any) -> str:
    return decimal(value) if isinstance(value, arb) else str(value)
