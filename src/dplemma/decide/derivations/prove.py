"""Proofs of the side conditions of a derivation: the tactics, and inequalities taken apart.

Main definitions: `prove(statement, region)`, `prove_goal(gap, strict, region)`. What they give, the kernel has accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import exp, log

from dplemma.decide.objects.tactics import attempt
from dplemma.decide.objects.witness import point_in
from dplemma.kernel.boxes import Goal
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.check import Statements
from dplemma.kernel.reading import read_interval
from dplemma.kernel.statement import All, Iff, Interval, Region, Rel, Statement, with_premises
from dplemma.kernel.term import (
    MINUS,
    ONE,
    ZERO,
    Rejected,
    Term,
    add,
    call,
    free,
    mul,
    neg,
    nodes,
    power,
    put,
    sub,
    swap,
    var,
)  # fmt: skip
from dplemma.lang.facts import known
from dplemma.lang.functions import Mills, Phi, PhiInv
from dplemma.proofs.terms import write_term

Json = Any
SIGN: Json = {"rule": "sign"}
DEPTH = 4
MONOTONE = {function.__name__: known()[function] for function in (log, exp, Phi, PhiInv, Mills)}


def prove(statement: Statement, region: Region) -> Json | None:
    """A proof of a statement on a region that the kernel accepts, or None."""
    ways = (_through_given, _in_parts, _plainly, _inequality)
    found = next((proof for way in ways if (proof := way(statement, region)) is not None), None)
    return attempt(statement, region, point_in) if found is None else found


def _plainly(statement: Statement, region: Region) -> Json | None:
    return attempt(statement, region, point_in, 0)


def _through_given(statement: Statement, region: Region) -> Json | None:
    """x >= a because x >= Max(a, b) is given, or x >= Max(a, b) because x >= a and x >= b are."""
    if not isinstance(statement, Rel) or statement.rel != ">=":
        return None
    given = {rel.right: _given(rel) for rel in region.given if (rel.left, rel.rel) == (statement.left, statement.rel)}
    goal: Json = None
    right, tree = statement.right, {"rule": "greatest", "other": write_term(statement.left)}
    for greatest in (term for term in given if _is_greatest(term) and right in term[1:]):
        goal = {**tree, "greatest": write_term(greatest), "above": given[greatest]}
    if _is_greatest(right) and all(part in given for part in right[1:]):
        goal = {**tree, "greatest": write_term(right), "parts": [given[part] for part in right[1:]]}
    return _checked(statement, region, {"rule": "relation", "proof": goal}) if goal else None


def _is_greatest(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "Max"


def _given(rel: Rel) -> Json:
    return {"rule": "given", "relation": ["Rel", write_term(rel.left), rel.rel, write_term(rel.right)]}


def _in_parts(statement: Statement, region: Region) -> Json | None:
    """Each part of a conjunction, each side of an equivalence where the other holds."""
    if isinstance(statement, All):
        parts = [prove(part, region) for part in statement.parts]
        return None if None in parts else {"rule": "all", "parts": parts}
    if not isinstance(statement, Iff):
        return None
    if not any(isinstance(side, All) for side in (statement.left, statement.right)):
        return None
    forward = prove(statement.right, with_premises(region, [statement.left]))
    backward = None if forward is None else prove(statement.left, with_premises(region, [statement.right]))
    return None if backward is None else _checked(statement, region, {"rule": "iff", "forward": forward, "backward": backward})


def _inequality(statement: Statement, region: Region) -> Json | None:
    if not isinstance(statement, Rel) or statement.rel in ("=", "!="):
        return None
    if not all(smooth(statement.gap, name) for name in region.names):
        return None
    goal = prove_goal(statement.gap, statement.strict, region)
    return None if goal is None else _checked(statement, region, {"rule": "relation", "proof": goal})


def _checked(statement: Statement, region: Region, proof: Json) -> Json | None:
    return proof if _accepted(lambda: Statements().statement(statement, region, proof, "found")) else None


def _accepted(work: Any) -> bool:
    try:
        work()
    except Rejected:
        return False
    return True


def prove_goal(gap: Term, strict: bool, region: Region, depth: int = DEPTH) -> Json | None:
    """A proof that a term is > 0, or >= 0, wherever it exists on the region."""
    goal = Goal(gap, region, strict)
    for proof in _candidates(gap, strict, region, depth) if depth else ():
        if _accepted(lambda proof=proof: Statements().goal(goal, proof, "found")):
            return proof
    return None


def _candidates(gap: Term, strict: bool, region: Region, depth: int) -> Iterator[Json]:
    yield SIGN
    if isinstance(gap, tuple) and gap[0] != "Mul":
        yield from _of_one_term(gap, strict, region, depth)
        yield from _towards_an_end(gap, strict, region, depth)
    for factors in (*_common_factor(gap), *_densities(gap)):
        parts = [(factor, prove_goal(factor, strict, region, depth - 1)) for factor in factors]
        if all(proof is not None for _, proof in parts):
            yield {"rule": "product", "factors": [{"term": write_term(factor), "proof": proof} for factor, proof in parts]}
    yield from _comparisons(gap, strict, region, depth)


def _of_one_term(gap: Term, strict: bool, region: Region, depth: int) -> Iterator[Json]:
    """Where one inner term is all that the gap depends on."""
    new = region.fresh(gap, like="inner")
    for inner in {node[1] for node in nodes(gap) if isinstance(node, tuple) and len(node) == 2 and node[0] not in ("var", "Abs")}:
        outer = swap(gap, inner, var(new))
        if isinstance(inner, tuple) and inner[0] != "var" and free(outer) == {new}:
            tree = {
                "rule": "inner",
                "variable": new,
                "inner": write_term(inner),
                "gap": write_term(outer),
                "interval": "(-oo, oo)",
            }
            found = prove_goal(outer, strict, Region({new: Interval()}), depth - 1)
            yield from [] if found is None else [{**tree, "outer": found}]


def _common_factor(gap: Term) -> Iterator[tuple[Term, ...]]:
    """a - a b = a (1 - b), signs and numbers taken as they are."""
    terms = [_factors(term) for term in (gap[1:] if isinstance(gap, tuple) and gap[0] == "Add" else ())]
    for factor in terms[0] if len(terms) > 1 else ():
        if isinstance(factor, tuple) and all(factor in others for others in terms[1:]):
            rests = [mul(*_without(others, factor)) for others in terms]
            yield factor, add(*rests)
    if isinstance(gap, tuple) and gap[0] == "Mul" and len(gap) > 2:
        yield tuple(gap[1:])
        if gap[1] == MINUS and isinstance(gap[2], tuple) and gap[2][0] in ("Add", "Mul"):
            inner = _factors(mul(*gap[2:]))
            sums = [n for n, factor in enumerate(inner) if isinstance(factor, tuple) and factor[0] == "Add"]
            for n in sums:
                turned = add(*(neg(part) for part in inner[n][1:]))
                yield (*inner[:n], turned, *inner[n + 1 :])


def _factors(term: Term) -> list[Term]:
    parts = term[1:] if isinstance(term, tuple) and term[0] == "Mul" else (term,)
    return [f for part in parts for f in (_factors(part) if isinstance(part, tuple) and part[0] == "Mul" else [part])]


def _without(factors: list[Term], factor: Term) -> list[Term]:
    place = factors.index(factor)
    return factors[:place] + factors[place + 1 :]


def _densities(gap: Term) -> Iterator[tuple[Term, ...]]:
    """a + b Mills(u) = (a phi(u) + b Q(u))/phi(u)."""
    hole = "mills_hole"
    for node in {node for node in nodes(gap) if isinstance(node, tuple) and node[0] == "Mills"}:
        context = swap(gap, node, var(hole))
        slope = derivative(context, hole)
        if hole not in free(slope):
            phi = call("phi", node[1])
            yield power(phi, MINUS), add(mul(put(context, {hole: ZERO}), phi), mul(slope, call("Q", node[1])))


def _towards_an_end(gap: Term, strict: bool, region: Region, depth: int) -> Iterator[Json]:
    for name in sorted(free(gap)):
        for high in (True, False):
            try:
                slope = derivative(gap, name)
            except Rejected:
                continue
            between = region.without(name).extended(**{name: region.intervals[name].inside()})
            found = SIGN if depth < 2 else prove_goal(neg(slope) if high else slope, strict, between, 1)
            if found is not None:
                yield {"rule": "end", "name": name, "high": high, "strict_slope": strict, "slope": found}


def _comparisons(gap: Term, strict: bool, region: Region, depth: int) -> Iterator[Json]:
    """f(high) - f(low) for a monotone f."""
    for head, facts in MONOTONE.items():
        arguments = _difference(gap, head)
        if arguments is None:
            continue
        rises, interval = facts.moves == "+", str(facts.domain[0])
        high, low = arguments if rises else arguments[::-1]
        new = region.fresh(gap, like="place")
        function = mul(*([] if rises else [MINUS]), call(head, var(new)))
        order = prove_goal(sub(high, low), strict, region, depth - 1)
        slope = prove_goal(derivative(function, new), strict, _between(region, new, interval), depth - 1)
        if order is not None and slope is not None:
            yield {
                "rule": "rising", "variable": new, "low": write_term(low), "high": write_term(high), "interval": interval,
                "function": write_term(function), "order": order, "slope": slope,
            }  # fmt: skip


def _between(region: Region, name: str, interval: str) -> Region:
    return region.extended(**{name: read_interval(interval, "interval").inside()})


def _difference(gap: Term, head: str) -> tuple[Term, Term] | None:
    """u and v of f(u) - f(v), f(1) = 0 for a logarithm."""
    if not isinstance(gap, tuple):
        return None
    plus, minus = [], []
    for term in gap[1:] if gap[0] == "Add" else (gap,):
        factors = _factors(term)
        sign = MINUS in factors
        (minus if sign else plus).append(mul(*(f for f in factors if f != MINUS)))
    plus, minus = (side or ([ZERO] if head == "log" else []) for side in (plus, minus))
    if len(plus) != 1 or len(minus) != 1:
        return None
    found = [_argument(term, head) for term in (plus[0], minus[0])]
    return None if None in found else (found[0], found[1])


def _argument(term: Term, head: str) -> Term | None:
    if isinstance(term, tuple) and term[0] == head:
        return term[1]
    return ONE if head == "log" and term == ZERO else None
