"""Statements, regions and mechanisms as JSON trees, which the kernel reads; expressions inside them as in `tree`.

A statement is [class, field, ...] with the fields in the order of one table. An interval is its own text, such as "[0, oo)" or
"the integers of [1, 64]". Whatever has an order keeps it in lists, so the keys of an object may be sorted. Of the subroutines of
an algorithm the contracts are written; what computes them does not travel.

Main definitions: `written_statement`, `region_to_tree`, `mechanism_to_tree`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from dplemma.base.errors import Unsupported
from dplemma.lang.interval import Interval
from dplemma.lang.judgements import Algorithm, Inference, Limit, Monotone, Number, Obligations
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.printed import Printed
from dplemma.lang.program import Each, Invoke, Line, Set, When, lines_of
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Chain, Either, Exists, ForAll, Iff, Implies, Member, Not, Rel, Statement
from dplemma.lang.tree import Json, written, written_name, written_rational

__all__ = ["mechanism_to_tree", "region_to_tree", "written_statement"]

_Write: TypeAlias = Callable[[Any], Json]


def _each(write: _Write) -> _Write:
    return lambda values: [write(value) for value in values]


def _named(write: _Write) -> _Write:
    """A mapping as pairs [name, value]."""
    return lambda named: [[name, write(value)] for name, value in named.items()]


def _write_interval(interval: Interval) -> str:
    for end in (interval.lo, interval.hi):
        if end is not None:
            written_rational(end)
    return str(interval)


def _write_printed(printed: Printed) -> Json:
    return [printed.text, printed.mode, *filter(None, (printed.grid,))]


def _write_links(links: tuple[Rel, ...]) -> Json:
    return [written(links[0].lhs), *(part for link in links for part in (link.rel, written(link.rhs)))]


def written_statement(statement: Statement) -> Json:
    """The tree of a statement; `Unsupported` if it has none."""
    if isinstance(statement, Algorithm):
        routines = [[name, list(one.takes), written_statement(one.contract)] for name, one in sorted(statement.uses.items())]
        return ["Algorithm", routines, _written_lines(lines_of(statement.lines)), written_statement(statement.promise)]
    if type(statement) not in _FIELDS:
        raise Unsupported(f"{type(statement).__name__} cannot be written as a tree")
    return [type(statement).__name__, *_written_fields(statement, _FIELDS[type(statement)]).values()]


def _written_fields(of: Any, fields: Mapping[str, _Write]) -> dict[str, Json]:
    return {name: write(getattr(of, name)) for name, write in fields.items()}


_BOX = _named(_write_interval)
_STATEMENTS = _each(written_statement)
_FIELDS: dict[type[Statement], dict[str, _Write]] = {
    Rel: {"lhs": written, "rel": str, "rhs": written},
    Chain: {"links": _write_links},
    All: {"statements": _STATEMENTS},
    Either: {"statements": _STATEMENTS},
    Not: {"statement": written_statement},
    Implies: {"premise": written_statement, "conclusion": written_statement},
    Iff: {"left": written_statement, "right": written_statement},
    ForAll: {"over": _BOX, "statement": written_statement},
    Exists: {"over": _BOX, "statement": written_statement},
    Member: {"values": _each(written), "space": _each(_write_interval)},
    Monotone: {"expr": written, "variable": written_name, "direction": str, "strict": bool},
    Limit: {"expr": written, "variable": written_name, "to": written, "value": written, "side": str},
    Number: {"expr": written, "printed": _write_printed},
    Inference: {"premises": _STATEMENTS, "conclusion": written_statement, "model": str},
    Obligations: {"named": _named(written_statement)},
}


def _written_lines(lines: Iterable[Line]) -> Json:
    return [_written_line(line) for line in lines]


def _written_line(line: Line) -> Json:
    """A line of a program, as the kernel reads it."""
    if isinstance(line, Set):
        return ["Set", written_name(line.name), written(line.value)]
    if isinstance(line, Invoke):
        return ["Call", written_name(line.name), line.routine, [written(value) for value in line.arguments]]
    blocks = [_written_lines(block) for block in line.blocks()]
    if isinstance(line, Each):
        return ["Each", written_name(line.name), written(line.first), written(line.last), line.shuffled, *blocks]
    if isinstance(line, When):
        return ["When", written_statement(line.condition), *blocks]
    raise Unsupported(f"{type(line).__name__} cannot be written as a tree")


def region_to_tree(region: Region) -> Json:
    points = [[written_rational(point[name]) for name in region.names] for point in region.points]
    return {"intervals": _BOX(region.intervals), "such_that": _STATEMENTS(region.such_that), "points": points}


def mechanism_to_tree(mechanism: Mechanism) -> Json:
    chances = _each(written)
    fields = {"P": chances, "Q": chances, "closed": bool, "intervals": _BOX, "such_that": _STATEMENTS}
    return _written_fields(mechanism, fields)
