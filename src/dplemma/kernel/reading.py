"""Statements and regions read from the JSON trees of certificates.

Main definitions: `read_statement`, `read_pointwise`, `read_relation`, `read_region`, `read_interval`, `read_intervals`.

A chain is the conjunction of its links, membership in a product of intervals that of its inequalities, a definition the
conjunction of what it owes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

from dplemma.kernel.statement import (
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Inference,
    Interval,
    Limit,
    Monotone,
    Not,
    Printed,
    Region,
    Rel,
    Statement,
    pointwise,
    with_premises,
)  # fmt: skip
from dplemma.kernel.term import RELATIONS, Json, bad, read_name, read_rational, read_term

_INTERVAL = re.compile(r"(the integers of )?([\[(])(-?[0-9/]+|-oo), (-?[0-9/]+|oo)([\])])")


def read_interval(text: Json, at: str) -> Interval:
    match = _INTERVAL.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise bad(at, f"{str(text)[:40]!r} is not an interval")
    integers, left, low, high, right = match.groups()
    lo = None if low == "-oo" else read_rational(low, at)
    hi = None if high == "oo" else read_rational(high, at)
    lo_open, hi_open = left == "(" or lo is None, right == ")" or hi is None
    if integers:
        lo = lo if lo is None else Fraction(math.floor(lo) + 1 if lo_open else math.ceil(lo))
        hi = hi if hi is None else Fraction(math.ceil(hi) - 1 if hi_open else math.floor(hi))
        lo_open, hi_open = lo is None, hi is None
    if lo is not None and hi is not None and (lo > hi or (lo == hi and (lo_open or hi_open))):
        raise bad(at, f"{text} is empty")
    return Interval(lo, hi, lo_open, hi_open, bool(integers))


def read_intervals(tree: Json, at: str) -> tuple[tuple[str, Interval], ...]:
    if not isinstance(tree, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in tree):
        raise bad(at, "intervals are pairs [name, interval]")
    found = tuple((read_name(name, at), read_interval(interval, at)) for name, interval in tree)
    if len(dict(found)) < len(found):
        raise bad(at, "a variable has two intervals")
    return found


def read_region(tree: Json, at: str = "region") -> Region:
    """The region of a claim."""
    if not isinstance(tree, dict) or not {"intervals", "such_that"} <= tree.keys():
        raise bad(at, "is not a region")
    return with_premises(Region(dict(read_intervals(tree["intervals"], at))), _several(tree["such_that"], at, read_pointwise))


def _several(tree: Json, at: str, read: Callable[[Json, str], Statement]) -> tuple[Statement, ...]:
    if not isinstance(tree, list):
        raise bad(at, "is not a list of statements")
    return tuple(read(part, f"{at}[{n}]") for n, part in enumerate(tree))


def _some(tree: Json, at: str, read: Callable[[Json, str], Statement]) -> tuple[Statement, ...]:
    if tree == []:
        raise bad(at, "no statement at all says nothing")
    return _several(tree, at, read)


def _rel(left: Json, rel: Json, right: Json, at: str) -> Rel:
    if rel not in RELATIONS:
        raise bad(at, f"no relation {str(rel)[:20]!r}")
    return Rel(read_term(left, f"{at}.left"), rel, read_term(right, f"{at}.right"))


def _chain(links: Json, at: str) -> Statement:
    if not isinstance(links, list) or len(links) < 3 or len(links) % 2 == 0:
        raise bad(at, "a chain is term, relation, term, ...")
    return All(tuple(_rel(links[n], links[n + 1], links[n + 2], f"{at}[{n}]") for n in range(0, len(links) - 2, 2)))


def _member(values: Json, space: Json, at: str) -> Statement:
    """A point of another dimension is in no product of intervals."""
    if not isinstance(values, list) or not isinstance(space, list) or not values:
        raise bad(at, "values and intervals, at least one")
    if len(values) != len(space):
        return Rel(Fraction(1), "<", Fraction(0))
    pairs = [(read_term(value, at), read_interval(interval, at)) for value, interval in zip(values, space, strict=True)]
    if any(interval.integer for _, interval in pairs):
        raise bad(at, "that a value is an integer cannot be shown")
    return All(tuple(rel for term, interval in pairs for rel in interval.relations(term) or [Rel(term, "=", term)]))


def _monotone(term: Json, name: Json, direction: Json, strict: Json, at: str) -> Statement:
    if direction not in ("increasing", "decreasing") or not isinstance(strict, bool):
        raise bad(at, "increasing or decreasing, strictly or not")
    return Monotone(read_term(term, at), read_name(name, at), direction == "increasing", strict)


def _limit(term: Json, name: Json, to: Json, value: Json, side: Json, at: str) -> Statement:
    if side not in ("+", "-"):
        raise bad(at, "a limit from + or -")
    return Limit(read_term(term, at), read_name(name, at), read_term(to, at), read_term(value, at), side)


def _printed(term: Json, printed: Json, at: str) -> Statement:
    if (
        not isinstance(printed, list)
        or len(printed) not in (2, 3)
        or not all(isinstance(p, str) and len(p) <= 100 for p in printed)
    ):
        raise bad(at, "a printed number is [text, mode] or [text, mode, grid]")
    return Printed(read_term(term, at), *printed)


def _owed(named: Json, at: str) -> Statement:
    if not isinstance(named, list) or not named or not all(isinstance(p, list) and len(p) == 2 for p in named):
        raise bad(at, "obligations are pairs [name, statement]")
    return All(tuple(read_statement(part, f"{at}.{str(name)[:20]}") for name, part in named))


def _program(routines: Json, lines: Json, promise: Json, at: str) -> Statement:
    from dplemma.kernel.program import read_program  # it runs programs by the truth of statements

    return read_program(routines, lines, promise, at)


def _not(tree: Json, at: str) -> Statement:
    part = read_statement(tree, at)
    return Not(part if isinstance(part, (Monotone, Limit)) else _at_points(part, at))


_READERS: dict[str, tuple[int, Callable[..., Statement]]] = {
    "Rel": (3, _rel), "Chain": (1, _chain), "Member": (2, _member), "Monotone": (4, _monotone), "Limit": (5, _limit),
    "Inference": (3, lambda ps, part, model, at: Inference(_some(ps, at, read_statement), read_statement(part, at))),
    "Number": (2, _printed), "Obligations": (1, _owed), "Algorithm": (3, _program),
    "All": (1, lambda parts, at: All(_some(parts, at, read_statement))), "Not": (1, _not),
    "Either": (1, lambda parts, at: Either(_some(parts, at, read_pointwise))),
    "Implies": (2, lambda p, c, at: Implies(read_pointwise(p, f"{at}.premise"), read_pointwise(c, f"{at}.conclusion"))),
    "Iff": (2, lambda a, b, at: Iff(read_pointwise(a, f"{at}.left"), read_pointwise(b, f"{at}.right"))),
    "ForAll": (2, lambda over, part, at: ForAll(read_intervals(over, at), read_pointwise(part, at))),
    "Exists": (2, lambda over, part, at: Exists(read_intervals(over, at), read_pointwise(part, at))),
}  # fmt: skip


def read_statement(tree: Json, at: str = "statement") -> Statement:
    """The statement a tree stands for."""
    if not isinstance(tree, list) or not tree or not isinstance(tree[0], str) or tree[0] not in _READERS:
        raise bad(at, f"is not a statement of a known kind ({', '.join(_READERS)})")
    count, reader = _READERS[tree[0]]
    if len(tree) != count + 1:
        raise bad(at, f"{tree[0]} has {count} parts")
    return reader(*tree[1:], at=at)


def read_pointwise(tree: Json, at: str) -> Statement:
    """A statement that is true or false at each point."""
    return _at_points(read_statement(tree, at), at)


def _at_points(statement: Statement, at: str) -> Statement:
    if not pointwise(statement):
        raise bad(at, f"what holds at each point is wanted here, not a statement of the kind {type(statement).__name__}")
    return statement


def read_relation(tree: Json, at: str) -> Rel:
    """A relation, and nothing else."""
    statement = read_statement(tree, at)
    if not isinstance(statement, Rel):
        raise bad(at, "is not a relation")
    return statement
