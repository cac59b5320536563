"""Printed algorithms: programs as data, run on exact numbers, and a run that breaks what a program promises.

Main definitions: `read_program`, `run(program, inputs, answers)`, `refute_program`.

A program is a list of lines over named rational numbers:

    ["Set", name, term]                            name <- the term at the values so far, a rational number
    ["Call", name, routine, [term, ...]]           name <- what a subroutine returns for these values
    ["When", statement, [line, ...], [line, ...]]  the first lines where the statement holds, the others where it fails
    ["Each", name, first, last, open, [line, ...]] the lines for each integer from first to last, in turn or in an open order

A subroutine is known by its contract alone: a statement about what it takes and its `result`, which it keeps; for equal values it
returns equal results. The program promises a statement about its inputs and what it has set at its end: for every input in the
region, every subroutine that keeps its contract and every order that is left open. So one run refutes it: inputs in the
region, results that certainly meet the contracts, orders, every condition on the way decided, a promise that certainly fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from dplemma.kernel.points import must_lie_in, read_point, truth
from dplemma.kernel.reading import read_pointwise
from dplemma.kernel.statement import Not, Program, Region, Routine, Statement, variables_of
from dplemma.kernel.term import Json, Rejected, Term, bad, free, put, read_name, read_rational, read_term, remembered, shown

MOST_LINES, MOST_BITS, MOST_DEPTH = 10_000, 100_000, 20
Line = tuple[Any, ...]


class Answers(Protocol):
    """What a program leaves open: results of its subroutines, which must meet their contracts, and the orders of its loops."""

    def result(self, routine: str, values: tuple[Fraction, ...]) -> Fraction: ...

    def order(self, count: int) -> Sequence[int]: ...


# -- reading ------------------------------------------------------------------------------------------------------------


def read_program(routines: Json, lines: Json, promise: Json, at: str) -> Program:
    """The program that three trees stand for; its inputs are the names that it uses and does not set."""
    known = dict(_read_routine(tree, at) for tree in _list(routines, at))
    if len(known) < len(routines):
        raise bad(at, "a subroutine has two contracts")
    body, promised = _read_lines(lines, f"{at}.lines", 0), read_pointwise(promise, f"{at}.promise")
    for line in _all_lines(body):
        if line[0] == "Call" and (line[2] not in known or len(line[3]) != len(known[line[2]].takes)):
            raise bad(at, f"the call of {str(line[2])[:40]!r} is not one of a subroutine with as many values")
    names = {line[1] for line in _all_lines(body) if line[0] != "When"}
    used = variables_of(promised).union(*(_used(line) for line in _all_lines(body)))
    return Program(body, tuple(known.items()), promised, frozenset(used - names), frozenset(names))


def _read_routine(tree: Json, at: str) -> tuple[str, Routine]:
    name, takes, contract = _list(tree, at, 3)
    if not isinstance(name, str) or not 0 < len(name) <= 64:
        raise bad(at, "a subroutine has a name")
    names = tuple(read_name(n, at) for n in _list(takes, at))
    if len({*names, "result"}) <= len(names):
        raise bad(at, "a subroutine takes values of different names, none of them its result")
    return name, Routine(names, read_pointwise(contract, f"{at}.contract"))


def _read_lines(tree: Json, at: str, depth: int) -> tuple[Line, ...]:
    if depth > MOST_DEPTH:
        raise bad(at, f"lines nested deeper than {MOST_DEPTH}")
    return tuple(_read_line(line, f"{at}[{n}]", depth) for n, line in enumerate(_list(tree, at)))


def _read_line(tree: Json, at: str, depth: int) -> Line:
    head, *rest = _list(tree, at)
    if head == "Set" and len(rest) == 2:
        return "Set", read_name(rest[0], at), read_term(rest[1], at)
    if head == "Call" and len(rest) == 3 and isinstance(rest[1], str):
        return "Call", read_name(rest[0], at), rest[1], tuple(read_term(value, at) for value in _list(rest[2], at))
    if head == "When" and len(rest) == 3:
        return "When", read_pointwise(rest[0], at), *(_read_lines(part, at, depth + 1) for part in rest[1:])
    if head == "Each" and len(rest) == 5 and isinstance(rest[3], bool):
        first, last = (read_term(end, at) for end in rest[1:3])
        return "Each", read_name(rest[0], at), first, last, rest[3], _read_lines(rest[4], at, depth + 1)
    raise bad(at, "is not a line of a known kind (Set, Call, When, Each)")


def _list(tree: Json, at: str, count: int | None = None) -> list[Json]:
    if not isinstance(tree, list) or (count is not None and len(tree) != count):
        raise bad(at, "is not a list" + (f" of {count}" if count else ""))
    return tree


def _all_lines(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        yield line
        for inner in {"When": line[2:], "Each": line[5:]}.get(str(line[0]), ()):
            yield from _all_lines(inner)


def _used(line: Line) -> frozenset[str]:
    """The names whose values a line asks for itself."""
    if line[0] == "When":
        return variables_of(line[1])
    return frozenset().union(*map(free, {"Set": line[2:], "Call": line[-1], "Each": line[2:4]}[str(line[0])]))


# -- running ------------------------------------------------------------------------------------------------------------


def run(program: Program, inputs: Mapping[str, Fraction], answers: Answers) -> list[tuple[str, Fraction]]:
    """All that a program sets, in order; `Rejected` if a condition is open, a number not rational, or it is too long."""
    if program.sets & inputs.keys():
        raise Rejected("program: it sets one of its inputs")
    return _Run(program, dict(inputs), answers).all()


@dataclass
class _Run:
    program: Program
    values: dict[str, Fraction]
    answers: Answers

    def all(self) -> list[tuple[str, Fraction]]:
        self.done = 0
        self.known: dict[tuple[str, tuple[Fraction, ...]], Fraction] = {}
        self.trace: list[tuple[str, Fraction]] = []
        self._lines(self.program.lines)
        return self.trace

    def _lines(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self.done += 1
            if self.done > MOST_LINES:
                raise Rejected(f"program: more than {MOST_LINES} lines are run")
            getattr(self, f"_{str(line[0]).lower()}")(*line[1:])

    def _set(self, name: str, term: Term) -> None:
        self._keep(name, self._number(term))

    def _call(self, name: str, routine: str, terms: tuple[Term, ...]) -> None:
        values = tuple(map(self._number, terms))
        if (routine, values) not in self.known:
            self.known[routine, values] = self.answers.result(routine, values)
        self._keep(name, self.known[routine, values])

    def _when(self, condition: Statement, then: tuple[Line, ...], otherwise: tuple[Line, ...]) -> None:
        held = _holds(condition, self.values)
        if not held and not _holds(Not(condition), self.values):
            raise Rejected("program: whether a condition holds could not be decided")
        self._lines(then if held else otherwise)

    def _each(self, name: str, first: Term, last: Term, is_open: bool, lines: tuple[Line, ...]) -> None:
        low, high = self._number(first), self._number(last)
        if low.denominator != 1 or high.denominator != 1 or high - low > MOST_LINES:
            raise Rejected("program: a loop runs from an integer to an integer, not too far")
        count = max(0, int(high - low) + 1)
        order = list(self.answers.order(count)) if is_open else list(range(count))
        if sorted(order) != list(range(count)):
            raise Rejected("program: a loop takes each of its integers once")
        for place in order:
            self._keep(name, low + place)
            self._lines(lines)

    def _keep(self, name: str, value: Fraction) -> None:
        self.values[name] = value
        self.trace.append((name, value))

    def _number(self, term: Term) -> Fraction:
        """The rational number that a term is at the values so far."""
        return _rational(put(term, {name: value for name, value in self.values.items() if name in free(term)}))


def _holds(statement: Statement, values: Mapping[str, Fraction]) -> bool:
    """Is the statement certain at these values?"""
    return _certain(statement, frozenset((name, values[name]) for name in variables_of(statement) & values.keys()))


@remembered(4096)
def _certain(statement: Statement, values: frozenset[tuple[str, Fraction]]) -> bool:
    return truth(statement, dict(values)) is True


def _rational(term: Term) -> Fraction:
    """Sums, products, integral powers and greatest or least of rational numbers."""
    if isinstance(term, Fraction):
        return term
    head = term[0] if isinstance(term, tuple) else ""
    if head not in ("Add", "Mul", "Pow", "Max", "Min"):
        raise Rejected(f"program: {shown(term)} is not a rational number")
    parts = [_rational(part) for part in term[1:]]
    if head in ("Max", "Min"):
        return max(parts) if head == "Max" else min(parts)
    if head == "Pow" and (parts[1].denominator != 1 or abs(parts[1]) > 64 or (parts[1] < 0 and not parts[0])):
        raise Rejected(f"program: {shown(term)} is no integral power of a number")
    size = sum(part.numerator.bit_length() + part.denominator.bit_length() for part in parts)
    if size * (64 if head == "Pow" else 1) > MOST_BITS:
        raise Rejected("program: a number is too long")
    found = parts[0] ** int(parts[1]) if head == "Pow" else parts[0]
    for part in parts[1:] if head != "Pow" else ():
        found = found + part if head == "Add" else found * part
    return found


# -- refuting -----------------------------------------------------------------------------------------------------------


class _Given:
    """Results, held against their contracts, and orders, as evidence lists them in the order in which the run asks for them."""

    def __init__(self, program: Program, evidence: Mapping[str, Json]) -> None:
        self.routines = dict(program.routines)
        self.results = iter([read_rational(text, "result") for text in _list(evidence.get("results", []), "results")])
        self.orders = iter(_list(evidence.get("orders", []), "orders"))

    def result(self, routine: str, values: tuple[Fraction, ...]) -> Fraction:
        found = next(self.results, None)
        if found is None:
            raise Rejected(f"program: no result is given for a call of {routine}")
        takes, contract = self.routines[routine].takes, self.routines[routine].contract
        if not _holds(contract, {**dict(zip(takes, values, strict=True)), "result": found}):
            raise Rejected(f"program: that {str(found)[:40]} meets the contract of {routine} is not certain")
        return found

    def order(self, count: int) -> Sequence[int]:
        found = _list(next(self.orders, None), "order")
        if not all(type(place) is int for place in found):
            raise Rejected("program: an order is a list of integers")
        return found


def refute_program(program: Program, region: Region, evidence: Json) -> None:
    """Reject unless the run that the evidence tells breaks the promise."""
    if not isinstance(evidence, dict):
        raise bad("refutation", "is not an object")
    point = read_point(evidence.get("point", {}))
    if not all(isinstance(value, Fraction) for value in point.values()) or point.keys() != set(region.names):
        raise Rejected("program: a rational number for each input, and for nothing else")
    must_lie_in(region, point)
    end = {**point, **dict(run(program, point, _Given(program, evidence)))}
    if truth(program.promise, end) is not False:
        raise Rejected("program: the promise is not certain to fail at the end of this run")
