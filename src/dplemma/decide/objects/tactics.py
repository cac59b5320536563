"""Tactics: objects that the kernel's own normal forms and signs complete, tried one after the other.

Main definition: `attempt(statement, region, point)`: an object that the kernel accepts for the statement, or None.

Nothing here is believed: each object is given to the kernel at once, and counts only if it is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from dplemma.decide.objects.slopes import by_slopes, sampled
from dplemma.kernel.boxes import Goal
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.check import Statements, substituted
from dplemma.kernel.exists import carried_out, exists
from dplemma.kernel.points import read_point
from dplemma.kernel.signs import sign
from dplemma.kernel.statement import (
    All,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Limit,
    Monotone,
    Not,
    Printed,
    Region,
    Rel,
    Statement,
    variables_of,
    with_premises,
)  # fmt: skip
from dplemma.kernel.term import BINDERS, ONE, ZERO, Rejected, Term, div, free, neg, nodes, sub
from dplemma.proofs.terms import write_term

Json = Any
Point = Callable[[Region], dict[str, str] | None]
MOST_CASES, MOST_LOGS = 3, 3
SIGN: Json = {"rule": "sign"}


def accepted(statement: Statement, region: Region, proof: Json) -> bool:
    """Whether the kernel accepts the object for a statement on a region."""
    try:
        Statements().statement(statement, region, proof, "attempt")
    except Rejected:
        return False
    return True


def attempt(statement: Statement, region: Region, point: Point, depth: int = MOST_CASES) -> Json | None:
    """An accepted object, or None."""
    if isinstance(statement, All):
        parts = [attempt(part, region, point) for part in statement.parts]
        return None if None in parts else {"rule": "all", "parts": parts}
    if isinstance(statement, Implies):
        return _given(statement, region, point)
    if isinstance(statement, ForAll):
        inner = attempt(statement.part, region.extended(**dict(statement.over)), point)
        return None if inner is None else {"rule": "forall", "inner": inner}
    if depth < MOST_CASES and isinstance(statement, Rel) and _contradicted(statement, region):
        return None
    direct = next((proof for proof in _direct(statement, region, point) if accepted(statement, region, proof)), None)
    found = direct if direct is not None or not depth else _by_cases(statement, region, point, depth)
    return found if found is not None or depth < MOST_CASES else _by_slopes(statement, region)


def _contradicted(statement: Rel, region: Region) -> bool:
    """A sampled point tells that what was supposed on the way does not hold; integrals and optima are too dear to be sampled."""
    sides = (side for rel in (statement, *region.given) for side in (rel.left, rel.right))
    if statement.rel == "!=" or any(isinstance(node, tuple) and node[0] in BINDERS for side in sides for node in nodes(side)):
        return False
    return any(value < 0 or (statement.rel == "=" and value > 0) for value in sampled(statement.gap, region))


def _given(statement: Implies, region: Region, point: Point) -> Json | None:
    narrow = with_premises(region, [statement.premise])
    inside = point(narrow)
    inner = None if inside is None else attempt(statement.conclusion, narrow, point)
    proof = {"rule": "given", "witness": inside, "inner": inner}
    return proof if inner is not None and accepted(statement, region, proof) else None


def _direct(statement: Statement, region: Region, point: Point) -> Iterator[Json]:
    if isinstance(statement, Rel):
        yield from _relation(statement, region, point)
    elif isinstance(statement, Iff):
        yield from _equivalence(statement, region, point)
    elif isinstance(statement, Monotone):
        yield from _monotone(statement, region)
    elif isinstance(statement, Limit):
        yield {"rule": "limit"}
    elif isinstance(statement, Printed):
        yield {"rule": "printed"}
    elif isinstance(statement, Not) and isinstance(statement.part, Rel):
        inner = attempt(statement.part.opposite(), region, point)
        yield from [] if inner is None else [{"rule": "not", "inner": inner}]
    elif isinstance(statement, Either):
        yield from _either(statement, region, point)
    elif isinstance(statement, Exists):
        yield from _exhibit(statement, region, point)


def _relation(statement: Rel, region: Region, point: Point) -> Iterator[Json]:
    yield {"rule": "relation"}
    if statement.rel in ("=", "!="):
        yield from _roots_of_integrals(statement)
        yield from _logs_that_exist(statement, region, point)
        return
    if not statement.strict:
        yield {"rule": "relation", "proof": {"rule": "zero"}}
    if not free(statement.gap):
        yield {"rule": "relation", "proof": {"rule": "number", "bits": 512}}
    for name, interval in region.intervals.items():
        if name not in free(statement.gap) or interval.integer or not smooth(statement.gap, name):
            continue
        for low, end, is_open in ((True, interval.lo, interval.lo_open), (False, interval.hi, interval.hi_open)):
            if end is not None:
                face = {"rule": "face", "name": name, "low": low, "strict_slope": statement.strict and is_open, "slope": SIGN}
                yield {"rule": "relation", "proof": {**face, "face": SIGN}}
                yield from (
                    [{"rule": "relation", "proof": {**face, "face": {"rule": "zero"}}}] if is_open or not statement.strict else []
                )


def _roots_of_integrals(statement: Rel) -> Iterator[Json]:
    """What stands under a root is nonnegative because it is an integral of what is nonnegative."""
    powers = [n for side in (statement.left, statement.right) for n in nodes(side) if isinstance(n, tuple) and n[0] == "Pow"]
    bases = {n[1]: None for n in powers if isinstance(n[2], Fraction) and n[2].denominator > 1 and isinstance(n[1], tuple)}
    for integral in (base for base in bases if base[0] == "Integral"):
        for base in bases:
            if base != integral:
                by_integrand = {"rule": "as", "gap": write_term(integral), "inner": {"rule": "integrand", "inner": SIGN}}
                relation = ["Rel", write_term(base), ">=", "0"]
                yield {"rule": "have", "relation": relation, "proof": by_integrand, "inner": {"rule": "relation"}}


def _logs_that_exist(statement: Rel, region: Region, point: Point) -> Iterator[Json]:
    """What stands under a logarithm is positive by a proof of its own, where its normal form alone does not say so."""
    logs = [n for side in (statement.left, statement.right) for n in nodes(side) if isinstance(n, tuple) and n[0] == "log"]
    open_signs = [inside for inside in dict.fromkeys(n[1] for n in logs) if free(inside) and sign(inside, region) != ">"]
    proof: Json = {"rule": "relation"}
    for inside in open_signs[:MOST_LOGS] if free(statement.gap) <= set(region.names) else ():
        found = attempt(Rel(inside, ">", ZERO), region, point)
        if found is None or found["rule"] != "relation":
            return
        relation = ["Rel", write_term(inside), ">", "0"]
        proof = {"rule": "have", "relation": relation, "proof": found.get("proof", SIGN), "inner": proof}
    if open_signs:
        yield proof


def _equivalence(statement: Iff, region: Region, point: Point) -> Iterator[Json]:
    left, right = statement.left, statement.right
    if isinstance(left, Rel) and isinstance(right, Rel):
        for factor in (div(right.gap, left.gap), ONE):
            yield {"rule": "factor", "factor": write_term(factor)}
        if left.rel not in ("=", "!=") and right.rel not in ("=", "!="):
            for first, second, turned in ((left, right, False), (right, left, True)):
                parts = [
                    attempt(shown, region.extended(given), point, 1)
                    for given, shown in ((first, second), (first.opposite(), second.opposite()))
                ]
                if None not in parts:
                    yield {"rule": "contrary", "turned": turned, "holds": parts[0], "fails": parts[1]}
    forward = attempt(right, with_premises(region, [left]), point, 1)
    backward = None if forward is None else attempt(left, with_premises(region, [right]), point, 1)
    if backward is not None:
        yield {"rule": "iff", "forward": forward, "backward": backward}


def _monotone(statement: Monotone, region: Region) -> Iterator[Json]:
    yield {"rule": "slope"}
    step = region.fresh(statement.term, like="step")
    yield {"rule": "ordered", "variable": step, "inner": SIGN}
    interval = region.intervals.get(statement.name)
    if interval is not None and ZERO in interval.inside():
        yield {"rule": "pieces", "at": "0", "below": {"rule": "slope"}, "above": {"rule": "slope"}}


def _either(statement: Either, region: Region, point: Point) -> Iterator[Json]:
    *others, last = statement.parts
    if all(isinstance(part, Rel) for part in others):
        narrow = region.extended(*(part.opposite() for part in others if isinstance(part, Rel)))
        inner = attempt(last, narrow, point)
        yield from [] if inner is None else [{"rule": "either", "inner": inner}]


def _exhibit(statement: Exists, region: Region, point: Point) -> Iterator[Json]:
    box = Region(dict(statement.over))
    found = point(with_premises(box, [statement.part])) if variables_of(statement.part) <= set(box.names) else None
    if found is not None:
        values = {name: found[name] for name, _ in statement.over}
        yield {"rule": "exhibit", "values": values, "inner": {"rule": "truth"}}
        inner = attempt(substituted(statement.part, read_point(values)), region, point)
        yield from [] if inner is None else [{"rule": "exhibit", "values": values, "inner": inner}]


def _by_slopes(statement: Statement, region: Region) -> Json | None:
    """An inequality, or the sign of a slope, by slopes of slopes; None where the kernel has no derivative."""
    try:
        return _shown_by_slopes(statement, region)
    except Rejected:
        return None


def _shown_by_slopes(statement: Statement, region: Region) -> Json | None:
    if isinstance(statement, Rel) and statement.rel not in ("=", "!="):
        carried = Rel(carried_out(statement.left), statement.rel, carried_out(statement.right))
        shown = by_slopes(Goal(carried.gap, region, carried.strict))
        proof = None if shown is None else {"rule": "relation", "proof": shown}
    elif isinstance(statement, Monotone) and smooth(statement.term, statement.name):
        slope = derivative(statement.term, statement.name)
        between = region.without(statement.name).extended(**{statement.name: region.intervals[statement.name].inside()})
        shown = by_slopes(Goal(slope if statement.increasing else neg(slope), between, statement.strict))
        proof = None if shown is None else {"rule": "slope", "slope": shown}
    else:
        return None
    return proof if proof is not None and accepted(statement, region, proof) else None


# -- cases ------------------------------------------------------------------------------------------------------------------


def _by_cases(statement: Statement, region: Region, point: Point, depth: int) -> Json | None:
    """By the sign of what stands in an absolute value, a maximum, a condition, if it exists; both cases must be accepted.

    Of an equality one distinction only: the kernel's normal form makes those it needs by itself.
    """
    if isinstance(statement, Rel) and statement.rel == "=":
        depth = 1
    for rel in _distinctions(statement, region):
        if not (exists(rel.left, region) and exists(rel.right, region)):
            continue
        parts = []
        for given in (rel, rel.opposite()):
            inner = attempt(statement, region.extended(given), point, depth - 1)
            if inner is None:
                break
            parts.append(inner)
        if len(parts) == 2:
            tree = ["Rel", write_term(rel.left), rel.rel, write_term(rel.right)]
            return {"rule": "case", "relation": tree, "yes": parts[0], "no": parts[1]}
    return None


def _terms(statement: Statement) -> Iterator[Term]:
    if isinstance(statement, Rel):
        yield from (statement.left, statement.right)
    elif isinstance(statement, (All, Either)):
        for part in statement.parts:
            yield from _terms(part)
    elif isinstance(statement, Iff):
        yield from (*_terms(statement.left), *_terms(statement.right))


def _distinctions(statement: Statement, region: Region) -> list[Rel]:
    found: dict[Rel, None] = {}
    known = {rel.gap for rel in region.given}
    for term in _terms(statement):
        for node in nodes(term):
            if isinstance(node, tuple) and free(node) <= set(region.names):
                for rel in _distinction(node):
                    if free(rel.gap) and rel.gap not in known and neg(rel.gap) not in known:
                        found[rel] = None
    return list(found)[:4]


def _distinction(node: Term) -> Iterator[Rel]:
    if node[0] in ("Abs", "sign", "Heaviside", "LaplaceCDF"):
        yield Rel(node[1], ">=", ZERO)
    if node[0] in ("Max", "Min") and len(node) == 3:
        yield Rel(node[1], ">=", node[2])
    if node[0] in ("Max", "Min") and len(node) > 3:
        yield from (Rel(node[1], ">=", other) for other in node[2:])
    if node[0] == "Piecewise":
        yield from (Rel(c[1], c[0], c[2]) for _, c in node[1:] if c is not True)


__all__ = ["Fraction", "accepted", "attempt", "sub"]
