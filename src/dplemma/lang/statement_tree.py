"""Statements, regions, mechanisms and claims as JSON trees; expressions inside them as in `tree`.

A statement is [class, field, ...] with the fields in the order of one table, which serves both directions. An interval is
its own text, such as "[0, oo)" or "the integers of [1, 64]". Whatever has an order keeps it in lists, so the keys of an
object may be sorted. An algorithm is written for the kernel and not read back: what computes its subroutines does not travel.

Main definitions: `statement_to_tree`, `statement_from_tree`, `region_to_tree`, `region_from_tree`,
`mechanism_to_tree`, `mechanism_from_tree`, `claim_to_tree`, `claim_from_tree`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from reprlib import repr as shortened
from typing import Any

from sympy import Symbol

from dplemma.base.errors import BadClaim, Unsupported
from dplemma.lang.claim import Claim
from dplemma.lang.interval import Interval
from dplemma.lang.judgements import Algorithm, Inference, Limit, Monotone, Number, Obligations
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.printed import Printed
from dplemma.lang.program import Each, Invoke, Line, Set, When, lines_of
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Chain, Either, Exists, ForAll, Iff, Implies, Member, Not, Rel, Statement
from dplemma.lang.tree import (
    Json,
    bad,
    check_size,
    opened,
    read_expression,
    read_name,
    read_rational,
    sequence,
    written,
    written_name,
    written_rational,
)

__all__ = [
    "claim_from_tree", "claim_to_tree", "mechanism_from_tree", "mechanism_to_tree", "region_from_tree", "region_to_tree",
    "statement_from_tree", "statement_to_tree",
]  # fmt: skip

_INTERVAL = re.compile(r"(the integers of )?([\[(])(-?[0-9/]+|-oo), (-?[0-9/]+|oo)([\])])")
_MAX_EXPONENT = 10_000
_MAX_PRINTED = 100


# -- one field ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Field:
    """How the value of a field is written, and read from a tree at a place."""

    write: Callable[[Any], Json]
    read: Callable[[Json, str], Any]


def _each(field: _Field) -> _Field:
    def read(tree: Json, at: str) -> tuple[Any, ...]:
        return tuple(field.read(part, f"{at}[{place}]") for place, part in enumerate(sequence(tree, at)))

    return _Field(lambda values: [field.write(value) for value in values], read)


def _named(field: _Field) -> _Field:
    """A mapping as pairs [name, value], each name once."""

    def read(tree: Json, at: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for place, pair in enumerate(sequence(tree, at)):
            name, value = sequence(pair, f"{at}[{place}]", 2)
            if read_name(name, f"{at}[{place}][0]") in found:
                raise bad(at, f"gives {name} twice")
            found[name] = field.read(value, f"{at}[{place}][1]")
        return found

    return _Field(lambda named: [[name, field.write(value)] for name, value in named.items()], read)


def _read_text(tree: Json, at: str) -> str:
    if not isinstance(tree, str):
        raise bad(at, f"{shortened(tree)} is not a text")
    return tree


def _read_flag(tree: Json, at: str) -> bool:
    if not isinstance(tree, bool):
        raise bad(at, f"{shortened(tree)} is neither true nor false")
    return tree


def _read_variable(tree: Json, at: str) -> Symbol:
    return Symbol(read_name(tree, at), real=True)


def _write_interval(interval: Interval) -> str:
    for end in (interval.lo, interval.hi):
        if end is not None:
            written_rational(end)
    return str(interval)


def _read_interval(tree: Json, at: str) -> Interval:
    match = _INTERVAL.fullmatch(_read_text(tree, at))
    if match is None:
        raise bad(at, f'{shortened(tree)} is not an interval such as "[0, oo)" or "the integers of [1, 64]"')
    integers, left, low, high, right = match.groups()
    ends = (end if end.endswith("oo") else read_rational(end, at) for end in (low, high))
    interval = _built(at, Interval, *ends, lo_open=left == "(", hi_open=right == ")", integer=bool(integers))
    if str(interval) != tree:
        raise bad(at, f"{tree} is the interval {interval}; write it so")
    return interval


def _read_printed(tree: Json, at: str) -> Printed:
    parts = sequence(tree, at)
    if len(parts) not in (2, 3):
        raise bad(at, "a printed number is [text, mode] or [text, mode, grid]")
    text, mode, grid = (*(_read_text(part, at) for part in parts), "")[:3]
    if len(text) > _MAX_PRINTED:
        raise bad(at, f"a printed number of {len(text)} characters")
    if len(grid) > _MAX_PRINTED:
        raise bad(at, f"a grid of {len(grid)} characters")
    printed = _built(at, Printed, text, mode, grid=grid)
    if abs(Decimal(text).adjusted()) > _MAX_EXPONENT:
        raise bad(at, f"the exponent of {text} is beyond {_MAX_EXPONENT}")
    return printed


def _write_links(links: tuple[Rel, ...]) -> Json:
    return [written(links[0].lhs), *(part for link in links for part in (link.rel, written(link.rhs)))]


def _read_links(tree: Json, at: str) -> list[Any]:
    readers = (read_expression, _read_text)
    return [readers[place % 2](part, f"{at}[{place}]") for place, part in enumerate(sequence(tree, at))]


_TEXT = _Field(str, _read_text)
_FLAG = _Field(bool, _read_flag)
_EXPRESSION = _Field(written, read_expression)
_VARIABLE = _Field(written_name, _read_variable)
_INTERVAL_FIELD = _Field(_write_interval, _read_interval)
_BOX = _named(_INTERVAL_FIELD)
_PRINTED = _Field(lambda printed: [printed.text, printed.mode, *filter(None, (printed.grid,))], _read_printed)
_LINKS = _Field(_write_links, _read_links)
_STATEMENT = _Field(lambda statement: written_statement(statement), lambda tree, at: _read_statement(tree, at))


# -- statements ---------------------------------------------------------------------------------------------------------

_FIELDS: dict[type[Statement], dict[str, _Field]] = {
    Rel: {"lhs": _EXPRESSION, "rel": _TEXT, "rhs": _EXPRESSION},
    Chain: {"links": _LINKS},
    All: {"statements": _each(_STATEMENT)},
    Either: {"statements": _each(_STATEMENT)},
    Not: {"statement": _STATEMENT},
    Implies: {"premise": _STATEMENT, "conclusion": _STATEMENT},
    Iff: {"left": _STATEMENT, "right": _STATEMENT},
    ForAll: {"over": _BOX, "statement": _STATEMENT},
    Exists: {"over": _BOX, "statement": _STATEMENT},
    Member: {"values": _each(_EXPRESSION), "space": _each(_INTERVAL_FIELD)},
    Monotone: {"expr": _EXPRESSION, "variable": _VARIABLE, "direction": _TEXT, "strict": _FLAG},
    Limit: {"expr": _EXPRESSION, "variable": _VARIABLE, "to": _EXPRESSION, "value": _EXPRESSION, "side": _TEXT},
    Number: {"expr": _EXPRESSION, "printed": _PRINTED},
    Inference: {"premises": _each(_STATEMENT), "conclusion": _STATEMENT, "model": _TEXT},
    Obligations: {"named": _named(_STATEMENT)},
}
_CLASS = {cls.__name__: cls for cls in _FIELDS}
_LISTED = (Chain, All, Either)


def statement_to_tree(statement: Statement) -> Json:
    """The tree of a statement; `Unsupported` if it could not be read back exactly."""
    tree = written_statement(statement)
    if statement_from_tree(tree) != statement:
        raise Unsupported(f"{type(statement).__name__} cannot be read back as it stands")
    return tree


def statement_from_tree(tree: Json, at: str = "statement") -> Statement:
    """The statement a tree stands for; `BadClaim` with the place in the tree if it stands for none."""
    check_size(tree, at)
    return _read_statement(tree, at)


def written_statement(statement: Statement) -> Json:
    if isinstance(statement, Algorithm):
        routines = [[name, list(one.takes), written_statement(one.contract)] for name, one in sorted(statement.uses.items())]
        return [
            "Algorithm",
            routines,
            [_written_line(line) for line in lines_of(statement.lines)],
            written_statement(statement.promise),
        ]
    if type(statement) not in _FIELDS:
        raise Unsupported(f"{type(statement).__name__} cannot be written as a tree")
    fields = _FIELDS[type(statement)].items()
    return [type(statement).__name__, *(field.write(getattr(statement, name)) for name, field in fields)]


def _written_line(line: Line) -> Json:
    """A line of a program, as the kernel reads it."""
    if isinstance(line, Set):
        return ["Set", written_name(line.name), written(line.value)]
    if isinstance(line, Invoke):
        return ["Call", written_name(line.name), line.routine, [written(value) for value in line.arguments]]
    blocks = [[_written_line(inner) for inner in block] for block in line.blocks()]
    if isinstance(line, Each):
        return ["Each", written_name(line.name), written(line.first), written(line.last), line.shuffled, *blocks]
    if isinstance(line, When):
        return ["When", written_statement(line.condition), *blocks]
    raise Unsupported(f"{type(line).__name__} cannot be written as a tree")


def _read_statement(tree: Json, at: str) -> Statement:
    head, parts = opened(tree, at)
    if head not in _CLASS:
        raise bad(at, f"unknown statement {shortened(head)}; use one of {', '.join(_CLASS)}")
    cls = _CLASS[head]
    fields = _FIELDS[cls]
    entries = zip(fields.items(), sequence(parts, at, len(fields), after=1), strict=True)
    values = [field.read(part, f"{at}.{name}") for (name, field), part in entries]
    if cls in _LISTED:
        return _built(at, cls, *values[0])
    return _built(at, cls, **values[0]) if cls is Obligations else _built(at, cls, *values)


def _built(at: str, cls: Callable[..., Any], /, *values: Any, **named: Any) -> Any:
    """What the class makes of the values; its own objections get the place in the tree."""
    try:
        return cls(*values, **named)
    except BadClaim as error:
        raise bad(at, error.plain) from None


# -- regions, mechanisms, claims ----------------------------------------------------------------------------------------

_CONDITIONS = _each(_STATEMENT)
_CHANCES = _each(_EXPRESSION)
_MECHANISM = {"P": _CHANCES, "Q": _CHANCES, "closed": _FLAG, "intervals": _BOX, "such_that": _CONDITIONS}


def region_to_tree(region: Region) -> Json:
    points = [[written_rational(point[name]) for name in region.names] for point in region.points]
    return {"intervals": _BOX.write(region.intervals), "such_that": _CONDITIONS.write(region.such_that), "points": points}


def region_from_tree(tree: Json, at: str = "region") -> Region:
    check_size(tree, at)
    body = _entries(tree, at, ("intervals", "such_that", "points"))
    intervals = _BOX.read(body["intervals"], f"{at}.intervals")
    conditions = _CONDITIONS.read(body["such_that"], f"{at}.such_that")
    points = []
    for place, values in enumerate(sequence(body["points"], f"{at}.points")):
        here = f"{at}.points[{place}]"
        exact = (read_rational(value, here) for value in sequence(values, here, len(intervals)))
        points.append(dict(zip(intervals, exact, strict=True)))
    return _built(at, Region, such_that=conditions, points=points, **intervals)


def mechanism_to_tree(mechanism: Mechanism) -> Json:
    return {name: field.write(getattr(mechanism, name)) for name, field in _MECHANISM.items()}


def mechanism_from_tree(tree: Json, at: str = "mechanism") -> Mechanism:
    check_size(tree, at)
    body = _entries(tree, at, tuple(_MECHANISM))
    return _built(at, Mechanism, **{name: field.read(body[name], f"{at}.{name}") for name, field in _MECHANISM.items()})


def claim_to_tree(claim: Claim) -> Json:
    """The mathematics of a claim and its wording, without amendment and reading; `digest` survives."""
    tree = {
        "id": claim.id,
        "where": claim.where,
        "kind": claim.kind,
        "states": claim.states,
        "region": region_to_tree(claim.on),
        "statement": written_statement(claim.statement),
        "assumes": list(claim.assumes),
        "mechanism": None if claim.mechanism is None else mechanism_to_tree(claim.mechanism),
    }
    again = claim_from_tree(tree)
    if (again.statement, again.on, again.mechanism) != (claim.statement, claim.on, claim.mechanism):
        raise Unsupported(f"claim {claim.id} cannot be read back as it stands")
    return tree


def claim_from_tree(tree: Json, at: str = "claim") -> Claim:
    """The claim a tree stands for; `BadClaim` with the place in the tree if it stands for none."""
    check_size(tree, at)
    words = ("id", "where", "kind", "states")
    body = _entries(tree, at, (*words, "region", "statement", "assumes", "mechanism"))
    mechanism = body["mechanism"]
    return _built(
        at,
        Claim,
        **{word: _read_text(body[word], f"{at}.{word}") for word in words},
        on=region_from_tree(body["region"], f"{at}.region"),
        holds=_read_statement(body["statement"], f"{at}.statement"),
        assumes=_each(_TEXT).read(body["assumes"], f"{at}.assumes"),
        mechanism=None if mechanism is None else mechanism_from_tree(mechanism, f"{at}.mechanism"),
        place=at,
    )


def _entries(tree: Json, at: str, keys: tuple[str, ...]) -> Mapping[str, Json]:
    """An object with exactly these keys."""
    if not isinstance(tree, dict):
        raise bad(at, f"{shortened(tree)} is not an object with {', '.join(keys)}")
    for key in (*keys, *tree):
        if key not in tree:
            raise bad(at, f"lacks {key}")
        if key not in keys:
            raise bad(at, f"unknown key {shortened(key)}; it has {', '.join(keys)}")
    return tree
