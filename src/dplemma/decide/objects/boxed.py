"""Proofs by boxes as objects of the kernel.

Main definition: `goal_object(goal, proof)`, the object for one inequality whose proof the search of `regions` found.

The object names terms, not places in a tree: the kernel builds its own gaps and compares by normal forms.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sympy import Dummy, S, Symbol

from dplemma.lang.exact import rational_of
from dplemma.lang.named import unfolded
from dplemma.lang.statements import Rel
from dplemma.lang.tree import Json, written
from dplemma.proofs.reductions import (
    below_goals,
    case_goals,
    condition_gap,
    contrary_goal,
    cut_goals,
    face_goals,
    factor_goal,
    first_piecewise,
    first_root,
    fresh_name,
    inner_goal,
    moved_goal,
    rising_goal,
    through_goal,
    whole_goals,
)
from dplemma.proofs.rules import (
    Below,
    Box,
    Boxes,
    Cases,
    Contrary,
    Cut,
    Face,
    Given,
    Goal,
    Inner,
    Leaf,
    Moved,
    NumberSign,
    Proof,
    Rising,
    SignForm,
    Through,
    Whole,
    Zero,
)

SIGN: Json = {"rule": "sign"}


def goal_object(goal: Goal, proof: Proof) -> Json:
    """The object of a proof, in the variables of the goal."""
    inner = _WRITERS[type(proof)](goal, proof)
    return {"rule": "only", "names": list(goal.region.names), "gap": written(goal.gap), "inner": inner}


def relation_tree(rel: Rel) -> Json:
    return ["Rel", written(unfolded(rel.lhs)), rel.rel, written(unfolded(rel.rhs))]


def box_tree(box: Box) -> Json:
    return [[name, [None if end is None else str(end) for end in ends]] for name, ends in box.items()]


def _tiles(defined: Any) -> Json:
    return {} if isinstance(defined, str) else {"tiles": [box_tree(box) for box in defined]}


# -- boxes ------------------------------------------------------------------------------------------------------------------


def _boxes(goal: Goal, proof: Boxes) -> Json:
    conditions = [c for c in goal.region.such_that if isinstance(c, Rel)]
    places = {number: conditions.index(c) for number, c in enumerate(goal.region.such_that) if isinstance(c, Rel)}
    used = any(leaf.by == "outside" for leaf in proof.leaves)
    return {
        "rule": "boxes", "bits": proof.bits, "forms": [_form(form, goal) for form in proof.forms],
        "conditions": [relation_tree(c) for c in conditions] if used else [],
        "leaves": [_leaf(leaf, places) for leaf in proof.leaves],
    }  # fmt: skip


def _form(form: SignForm, goal: Goal) -> Json:
    positive = form.positive or ((_factor(form, goal),) if form.rule == "inverse" else ())
    return {
        "rule": form.rule, "gap": written(form.gap), "positive": [written(term) for term in positive],
        "slopes": [[name, [written(slope) for slope in slopes]] for name, slopes in form.slopes.items()],
        "contacts": [
            {"name": c.name, "low": c.low, "derivatives": [written(d) for d in c.derivatives[1:]]} for c in form.contacts
        ],
    }  # fmt: skip


def _factor(form: SignForm, goal: Goal) -> Any:
    """k of gap = k (f(u) - v), up to its sign, where it is a number: the slope of the gap by the slope of f(u)."""
    from dplemma.lang.facts import inverse_pairs

    for outer, _ in inverse_pairs():
        for node in goal.gap.atoms(outer):
            place = Dummy("place", real=True)
            factor = goal.gap.xreplace({node: place}).diff(place)
            if factor.is_number and factor != 0:
                return abs(factor)
    return S.One


def _leaf(leaf: Leaf, places: dict[int, int]) -> Json:
    found: dict[str, Json] = {"box": box_tree(leaf.box), "by": leaf.by}
    if leaf.by == "outside":
        return {**found, "condition": places[leaf.condition]}
    found["form"] = leaf.form
    if leaf.by in ("face", "mean"):
        found["faces"] = [[name, [low, index]] for name, (low, index) in leaf.faces.items()]
        found["slopes"] = [[name, index] for name, index in leaf.slopes.items()]
    if leaf.by == "contact":
        found |= {"contact": leaf.contact, "pieces": [box_tree(piece) for piece in leaf.pieces]}
    return found


# -- rules that lead to other goals -------------------------------------------------------------------------------------------


def _face(goal: Goal, proof: Face) -> Json:
    slope, face = face_goals(goal, proof.name, proof.low, proof.strict_slope)
    return {
        "rule": "face", "name": proof.name, "low": proof.low, "strict_slope": proof.strict_slope, **_tiles(proof.defined),
        "slope": goal_object(slope, proof.slope), "face": goal_object(face, proof.face),
    }  # fmt: skip


def _cut(goal: Goal, proof: Cut) -> Json:
    below, above = cut_goals(goal, proof.name, proof.at)
    return {
        "rule": "cut", "name": proof.name, "at": str(proof.at),
        "below": goal_object(below, proof.below), "above": goal_object(above, proof.above),
    }  # fmt: skip


def _cases(goal: Goal, proof: Cases) -> Json:
    """One distinction after the other, in the order of the branches."""
    node = first_piecewise(goal.gap)
    assert node is not None
    objects = [goal_object(part, own) for part, own in zip(case_goals(goal, node), proof.branches, strict=True)]
    found = objects[-1]
    for (_, condition), own in reversed(list(zip(node.args[:-1], objects[:-1], strict=True))):
        relation = relation_tree(Rel(condition.lhs, condition.rel_op, condition.rhs))
        found = {"rule": "case", "relation": relation, "yes": own, "no": found}
    return found


def _below(goal: Goal, proof: Below) -> Json:
    node = first_root(goal.gap)
    assert node is not None
    place = Dummy("root", real=True)
    scale = -goal.gap.xreplace({node: place}).diff(place)
    bound = goal.gap.xreplace({node: S.Zero}) / scale
    increasing, _, reaches, crosses = below_goals(goal, node, proof.rising)
    return {
        "rule": "below", "root": written(node), "variable": node.bound[0].name, "factor": written(scale), "bound": written(bound),
        "falling": not proof.rising, "slope": goal_object(increasing, proof.increasing),
        "reaches": goal_object(reaches, proof.reaches), "crosses": goal_object(crosses, proof.crosses),
    }  # fmt: skip


def _through(goal: Goal, proof: Through) -> Json:
    node = first_root(goal.gap)
    assert node is not None
    inner = goal_object(through_goal(goal, node, proof.name), proof.inner)
    return {"rule": "through", "name": proof.name, "root": written(node), "variable": node.bound[0].name, "inner": inner}


def _moved(goal: Goal, proof: Moved) -> Json:
    inner = goal_object(moved_goal(goal, proof.name, proof.by, proof.centre), proof.inner)
    name = fresh_name(goal.region)
    return {
        "rule": "moved",
        "name": proof.name,
        "by": proof.by,
        "centre": written(proof.centre),
        "variable": name,
        "inner": inner,
    }


def _given(goal: Goal, proof: Given) -> Json:
    known = condition_gap(goal.region.such_that[proof.condition])
    assert known is not None
    own = SIGN if proof.positive is None else goal_object(factor_goal(goal, proof.times), proof.positive)
    factors = [{"term": written(proof.times), "proof": own}, {"term": written(known[0]), "proof": SIGN}]
    return {"rule": "product", "factors": factors}


def _rising(goal: Goal, proof: Rising) -> Json:
    slope = rising_goal(goal, proof.condition, proof.function, proof.interval)
    return {
        "rule": "rising", "variable": fresh_name(goal.region), "low": written(proof.low), "high": written(proof.high),
        "function": written(proof.function), "interval": str(proof.interval), **_tiles(proof.defined), "order": SIGN,
        "slope": goal_object(slope, proof.slope),
    }  # fmt: skip


def _contrary(goal: Goal, proof: Contrary) -> Json:
    turned, relation = contrary_goal(goal, proof.condition), goal.region.such_that[proof.condition]
    assert turned is not None and isinstance(relation, Rel)
    return {"rule": "contrary", "relation": relation_tree(relation), "inner": goal_object(turned, proof.inner)}


def _inner(goal: Goal, proof: Inner) -> Json:
    outer = inner_goal(goal, proof.gap, proof.inner, proof.interval)
    return {
        "rule": "inner", "variable": "t", "inner": written(proof.inner), "gap": written(outer.gap),
        "interval": str(proof.interval), "outer": goal_object(outer, proof.outer),
    }  # fmt: skip


def _whole(goal: Goal, proof: Whole) -> Json:
    first, beyond = whole_goals(goal, proof.name, len(proof.first))
    found: dict[str, Json] = {"rule": "whole", "name": proof.name}
    found["first"] = [goal_object(part, own) for part, own in zip(first, proof.first, strict=True)]
    if beyond is not None and proof.beyond is not None:
        found["beyond"] = goal_object(beyond, proof.beyond)
    return found


_WRITERS: dict[type[Proof], Callable[[Goal, Any], Json]] = {
    Boxes: _boxes, Face: _face, Cut: _cut, Cases: _cases, Below: _below, Through: _through, Moved: _moved, Given: _given,
    Rising: _rising, Contrary: _contrary, Inner: _inner, Whole: _whole, Zero: lambda goal, proof: {"rule": "zero"},
    NumberSign: lambda goal, proof: {"rule": "as", "gap": written(goal.gap), "inner": {"rule": "number", "bits": proof.bits}},
}  # fmt: skip
__all__ = ["Symbol", "goal_object", "partial", "rational_of", "relation_tree"]
