"""What the search of `regions` finds: proofs of one inequality on a whole region, in the words of the kernel.

Main definition: `FoundProof`, with a constructor for each rule.

A rule reduces a goal to evaluations on boxes and to goals of which it takes proofs; `proofs.reductions` has those goals. The
objects name terms, not places in a tree: the kernel builds its own gaps and compares by normal forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from sympy import Dummy, Expr, Piecewise, S

from dplemma.lang.facts import inverse_pairs
from dplemma.lang.interval import Interval
from dplemma.lang.named import unfolded
from dplemma.lang.nodes import Root
from dplemma.lang.statements import Rel
from dplemma.lang.tree import Json, written
from dplemma.proofs.reductions import condition_gap, fresh_name
from dplemma.proofs.rules import Box, Goal, Leaf, SignForm

Defined = tuple[Box, ...]
"""A tiling of a region by boxes on which something is defined; nothing where the kernel sees that without."""
SIGN: Json = {"rule": "sign"}


@dataclass(frozen=True)
class FoundProof:
    """The object of a proof in the variables of its goal, the number of its boxes, and the words for the way it was found."""

    tree: Json
    boxes: int
    words: tuple[str, ...]

    @classmethod
    def _of(cls, goal: Goal, inner: Json, word: str = "", parts: Sequence[Self] = ()) -> Self:
        tree = {"rule": "only", "names": list(goal.region.names), "gap": written(goal.gap), "inner": inner}
        words = (*([word] if word else []), *(word for part in parts for word in part.words))
        return cls(tree, sum(part.boxes for part in parts), words)

    @classmethod
    def by_leaves(cls, goal: Goal, bits: int, forms: Sequence[SignForm], leaves: Sequence[Leaf]) -> Self:
        """Leaves tile the region, and on each one a form of the gap is shown to have the sign (see `Leaf`)."""
        conditions = [c for c in goal.region.such_that if isinstance(c, Rel)]
        places = {number: conditions.index(c) for number, c in enumerate(goal.region.such_that) if isinstance(c, Rel)}
        working = [leaf for leaf in leaves if leaf.by != "outside"]
        inner = {
            "rule": "boxes", "bits": bits, "forms": [_form_tree(form, goal) for form in forms],
            "conditions": [relation_tree(c) for c in conditions] if len(working) < len(leaves) else [],
            "leaves": [_leaf_tree(leaf, places) for leaf in leaves],
        }  # fmt: skip
        return cls(cls._of(goal, inner).tree, len(leaves), tuple(dict.fromkeys(forms[leaf.form].name for leaf in working)))

    @classmethod
    def by_face(cls, goal: Goal, name: str, *, low: bool, strict_slope: bool, defined: Defined, slope: Self, face: Self) -> Self:
        """The gap is monotone in a variable on the whole region, and the goal holds on the face where it is least.

        The slope (increasing away from the face) is >= 0; the gap is `defined` on the box of the region, face included.
        """
        inner = {
            "rule": "face", "name": name, "low": low, "strict_slope": strict_slope, **tiles(defined), "slope": slope.tree,
            "face": face.tree,
        }  # fmt: skip
        return cls._of(goal, inner, f"monotone in {name}", (slope, face))

    @classmethod
    def by_cut(cls, goal: Goal, name: str, at: Fraction, below: Self, above: Self) -> Self:
        """The goal holds on both sides of a value of one variable."""
        inner = {"rule": "cut", "name": name, "at": str(at), "below": below.tree, "above": above.tree}
        return cls._of(goal, inner, f"cut at {name} = {at}", (below, above))

    @classmethod
    def by_cases(cls, goal: Goal, node: Piecewise, branches: Sequence[Self]) -> Self:
        """The goal holds with each branch of a Piecewise, on the part of the region where its condition holds.

        One distinction after the other, in the order of the branches."""
        found = branches[-1].tree
        for (_, condition), own in reversed(list(zip(node.args[:-1], branches[:-1], strict=True))):
            relation = relation_tree(Rel(condition.lhs, condition.rel_op, condition.rhs))
            found = {"rule": "case", "relation": relation, "yes": own.tree, "no": found}
        return cls._of(goal, found, "by cases", branches)

    @classmethod
    def by_equation(cls, goal: Goal, node: Root, *, rising: bool, parts: Sequence[Self]) -> Self:
        """gap = c (R - root) with c > 0: the root of F, increasing from F(a) < 0, is at most R if a <= R and F(R) >= 0.

        F is the equation if it is `rising`, else its negative; the parts are those of `below_goals`."""
        place = Dummy("root", real=True)
        scale = -goal.gap.xreplace({node: place}).diff(place)
        bound = goal.gap.xreplace({node: S.Zero}) / scale
        increasing, _, reaches, crosses = parts
        inner = {
            "rule": "below", "root": written(node), "variable": node.bound[0].name, "factor": written(scale),
            "bound": written(bound), "falling": not rising, "slope": increasing.tree, "reaches": reaches.tree,
            "crosses": crosses.tree,
        }  # fmt: skip
        return cls._of(goal, inner, "sign of the equation at the bound", parts)

    @classmethod
    def by_root(cls, goal: Goal, node: Root, name: str, inner: Self) -> Self:
        """`name` enters the equation of a root linearly: name = h(root). The root becomes a variable, name becomes h of it."""
        tree = {"rule": "through", "name": name, "root": written(node), "variable": node.bound[0].name, "inner": inner.tree}
        return cls._of(goal, tree, f"{name} through its root", (inner,))

    @classmethod
    def by_move(cls, goal: Goal, name: str, by: str, centre: Expr, inner: Self) -> Self:
        """`name` is written as Phi(t), exp(t), 1/t or centre + t, which reaches every value of its interval."""
        variable = fresh_name(goal.region)
        tree = {
            "rule": "moved", "name": name, "by": by, "centre": written(centre), "variable": variable, "inner": inner.tree,
        }  # fmt: skip
        how = {"shift": f"{centre} + t", "inverse": "1/t"}.get(by, f"{by}(t)")
        return cls._of(goal, tree, f"{name} = {how}", (inner,))

    @classmethod
    def by_condition(cls, goal: Goal, condition: int, times: Expr, positive: Self | None = None) -> Self:
        """The gap is `times` the gap of a side condition: a positive number, or `positive` shows its sign."""
        known = condition_gap(goal.region.such_that[condition])
        assert known is not None
        own = SIGN if positive is None else positive.tree
        inner = {
            "rule": "product",
            "factors": [{"term": written(times), "proof": own}, {"term": written(known[0]), "proof": SIGN}],
        }
        if positive is None:
            return cls._of(goal, inner, "a side condition")
        return cls._of(goal, inner, f"a side condition times {times}", (positive,))

    @classmethod
    def by_order(
        cls, goal: Goal, low: Expr, high: Expr, *, function: Expr, interval: Interval, defined: Defined, slope: Self
    ) -> Self:
        """gap = E(high) - E(low) with an increasing function E, and a side condition says low <= high.

        `function` is E in the variable t (`fresh_name` of the region), `interval` holds all values of low and high, `slope`
        shows that E' has the sign between its ends; E is `defined` on the region with t in the interval.
        """
        inner = {
            "rule": "rising", "variable": fresh_name(goal.region), "low": written(low), "high": written(high),
            "function": written(function), "interval": str(interval), **tiles(defined), "order": SIGN, "slope": slope.tree,
        }  # fmt: skip
        return cls._of(goal, inner, f"{function} increases", (slope,))

    @classmethod
    def by_contrary(cls, goal: Goal, condition: int, inner: Self) -> Self:
        """The gap and a side condition change places: where the goal fails, so does the condition."""
        relation = goal.region.such_that[condition]
        assert isinstance(relation, Rel)
        tree = {"rule": "contrary", "relation": relation_tree(relation), "inner": inner.tree}
        return cls._of(goal, tree, "by the contrary", (inner,))

    @classmethod
    def by_inner(cls, goal: Goal, inner: Expr, interval: Interval, reduced: Goal, outer: Self) -> Self:
        """The gap depends on one inner expression alone: the goal, `reduced` to t for it, holds for all values it may have."""
        tree = {
            "rule": "inner", "variable": "t", "inner": written(inner), "gap": written(reduced.gap), "interval": str(interval),
            "outer": outer.tree,
        }  # fmt: skip
        return cls._of(goal, tree, f"in the one variable {inner}", (outer,))

    @classmethod
    def by_integers(cls, goal: Goal, name: str, first: Sequence[Self], beyond: Self | None) -> Self:
        """One proof for each of the first integers, one for all reals beyond them (None: there are none)."""
        tree: dict[str, Json] = {"rule": "whole", "name": name, "first": [part.tree for part in first]}
        if beyond is not None:
            tree["beyond"] = beyond.tree
        return cls._of(goal, tree, f"integers {name}", (*first, *([] if beyond is None else [beyond])))

    @classmethod
    def by_identity(cls, goal: Goal) -> Self:
        """The gap vanishes identically, and equality is allowed."""
        return cls._of(goal, {"rule": "zero"})

    @classmethod
    def by_ball(cls, goal: Goal, bits: int) -> Self:
        """The gap has no variables; its ball at so many bits has the sign."""
        return cls._of(goal, {"rule": "as", "gap": written(goal.gap), "inner": {"rule": "number", "bits": bits}})


@dataclass(frozen=True)
class Proved:
    """One inequality of a statement with its proof; all its expressions are `defined`."""

    defined: Defined
    proof: FoundProof


def relation_tree(rel: Rel) -> Json:
    return ["Rel", written(unfolded(rel.lhs)), rel.rel, written(unfolded(rel.rhs))]


def tiles(defined: Defined) -> dict[str, Json]:
    return {"tiles": [_box_tree(box) for box in defined]} if defined else {}


def _box_tree(box: Box) -> Json:
    return [[name, [None if end is None else str(end) for end in ends]] for name, ends in box.items()]


def _form_tree(form: SignForm, goal: Goal) -> Json:
    positive = form.positive or ((_factor(goal),) if form.rule == "inverse" else ())
    return {
        "rule": form.rule, "gap": written(form.gap), "positive": [written(term) for term in positive],
        "slopes": [[name, [written(slope) for slope in slopes]] for name, slopes in form.slopes.items()],
        "contacts": [
            {"name": c.name, "low": c.low, "derivatives": [written(d) for d in c.derivatives[1:]]} for c in form.contacts
        ],
    }  # fmt: skip


def _factor(goal: Goal) -> Any:
    """k of gap = k (f(u) - v), up to its sign, where it is a number: the slope of the gap by the slope of f(u)."""
    for outer, _ in inverse_pairs():
        for node in goal.gap.atoms(outer):
            place = Dummy("place", real=True)
            factor = goal.gap.xreplace({node: place}).diff(place)
            if factor.is_number and factor != 0:
                return abs(factor)
    return S.One


def _leaf_tree(leaf: Leaf, places: dict[int, int]) -> Json:
    found: dict[str, Json] = {"box": _box_tree(leaf.box), "by": leaf.by}
    if leaf.by == "outside":
        return {**found, "condition": places[leaf.condition]}
    found["form"] = leaf.form
    if leaf.by in ("face", "mean"):
        found["faces"] = [[name, [low, index]] for name, (low, index) in leaf.faces.items()]
        found["slopes"] = [[name, index] for name, index in leaf.slopes.items()]
    if leaf.by == "contact":
        found |= {"contact": leaf.contact, "pieces": [_box_tree(piece) for piece in leaf.pieces]}
    return found
