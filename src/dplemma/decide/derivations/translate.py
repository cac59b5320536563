"""Each rule of a derivation as steps of the kernel.

Main definition: `RULES`, by the class of the rule: each walks from the line before to the step's line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sympy import Derivative, Expr, Integral, Mul, S, preorder_traversal

from dplemma.decide.derivations.inequalities import greatest, integrand, rising
from dplemma.decide.derivations.prove import prove, prove_goal
from dplemma.decide.derivations.walk import Misapplied, Open, Walk, chosen, in_terms
from dplemma.kernel.calculus import derivative
from dplemma.kernel.normal import equal
from dplemma.kernel.statement import Iff, Implies, Rel, Statement, with_premises
from dplemma.kernel.steps import end_value
from dplemma.kernel.term import (
    ONE,
    Rejected,
    Term,
    bind,
    free,
    mul,
    nodes,
    put,
    read_term,
    shown,
    sub,
    swap,
    var,
)
from dplemma.lang import rules as lang
from dplemma.lang.derivation import Step
from dplemma.lang.nodes import Inf, Root, Sup
from dplemma.proofs.terms import write_term

Json = Any
CONTEXTS = ("Add", "Mul", "Pow", "Max", "Min")


# -- without calculus -----------------------------------------------------------------------------------------------------


def algebra(walk: Walk, rule: Any, before: Any, step: Step) -> None:
    walk.reach(in_terms(step.expr))


def proved(walk: Walk, rule: Any, before: Any, step: Step) -> None:
    """The link as a statement for the kernel, by the tactics."""
    after = in_terms(step.expr)
    link = statement_of(walk.line, step.rel, after)
    proof = prove(link, walk.region)
    if proof is None:
        raise Open(f"no proof of {link.text() if isinstance(link, Rel) else 'the link'} was found")
    walk.go(step.rel, after, {"rule": "proof", "proof": proof})


def statement_of(before: Any, rel: str, after: Any) -> Statement:
    if isinstance(before, Statement):
        return Iff(before, after) if rel == "iff" else Implies(before, after)
    return Rel(before, rel, after)


def reference(rule: Any) -> Json:
    """A lemma, or a trusted one, with its values."""
    kind = "trusted" if isinstance(rule, lang.Trusted) else "lemma"
    return {kind: rule.name, "values": {name: write_term(in_terms(value)) for name, value in rule.at.items()}}


def by_lemma(walk: Walk, rule: Any, before: Any, step: Step) -> None:
    """An equality replaces a part of the line; an inequality is multiplied by what it stands in."""
    tree = reference(rule)
    found = walk.finder.instance(tree, walk.region, "lemma", conditional=True)
    if not isinstance(found, Rel):
        raise Misapplied("the lemma is no relation")
    after = in_terms(step.expr)
    if isinstance(walk.line, Statement):
        return _statement_by_lemma(walk, step, after, found, tree)
    if step.rel == "=":
        return _rewritten(walk, after, found, tree)
    goal = {"rule": "lemma", **tree}
    wanted = Rel(walk.line, step.rel, after)
    factor = next((f for f in _multiples(walk.line, rule) if equal(mul(f, found.gap), wanted.gap, walk.region)), None)
    if factor is None:
        raise Misapplied(f"the link is no multiple of {found.text()}")
    if factor != ONE:
        strict = step.rel in ("<", ">")
        positive = prove_goal(factor, strict, walk.region)
        if positive is None:
            raise Open(f"{shown(factor)} {'>' if strict else '>='} 0 is not shown")
        part = {"term": write_term(factor), "proof": positive}
        goal = {"rule": "product", "factors": [part, {"term": write_term(found.gap), "proof": goal}]}
    walk.go(step.rel, after, {"rule": "proof", "proof": {"rule": "relation", "proof": goal}})


def _multiples(line: Term, rule: Any) -> list[Term]:
    """By what a lemma may have been multiplied: as the rule says, or by a factor that stands in the line."""
    if getattr(rule, "factor", None) is not None:
        return [in_terms(rule.factor)]
    products = [node for node in nodes(line) if isinstance(node, tuple) and node[0] == "Mul"]
    return [ONE, *dict.fromkeys(part for node in products for part in node[1:])]


def _rewritten(walk: Walk, after: Term, found: Rel, tree: Json) -> None:
    """One side of the lemma, wherever it stands in the line, by the other; else a part of the line that equals it. What stands
    in several places is tried in each."""
    ways = ((found.left, found.right, {}), (found.right, found.left, {"turned": True}))
    reasons: list[Exception] = []
    for part, written_so, old, new, turned in _places(walk, ways):
        start = walk.line, len(walk.links), len(walk.finder.conditions)
        try:
            walk.reach(swap(walk.line, part, written_so))
            walk.replace(old, new, {"rule": "lemma", **tree, **turned})
            return walk.reach(after)
        except (Rejected, Misapplied) as reason:
            reasons.append(reason)
            walk.back(*start)
    raise reasons[0] if reasons else Misapplied(f"neither side of {found.text()} stands in the line before")


def _places(walk: Walk, ways: Sequence[tuple[Term, Term, Json]]) -> Iterator[tuple[Term, Term, Term, Term, Json]]:
    """Where a side of the lemma stands as it is written, then the parts of the line that can be written with it."""
    parts = list(dict.fromkeys(nodes(walk.line)))
    for old, new, turned in ways:
        if old in parts:
            yield old, old, old, new, turned
    for old, new, turned in ways:
        for part in parts if old not in parts else ():
            if (other := _containing(part, old, walk.region)) is not None:
                yield part, other, old, new, turned


def _containing(part: Term, old: Term, region: Any) -> Term | None:
    """A part of the line, written so that the side of the lemma stands in it."""
    if not isinstance(part, tuple) or not isinstance(old, tuple) or not free(part) <= set(region.names):
        return None
    if part[0] == old[0] == "Mul" and all(factor in part[1:] for factor in old[1:]):
        return mul(old, *(factor for factor in part[1:] if factor not in old[1:]))
    return old if (part[0] == old[0] or part[0] in CONTEXTS) and equal(part, old, region) else None


def _statement_by_lemma(walk: Walk, step: Step, after: Any, found: Rel, tree: Json) -> None:
    """The conclusion as a sum of the premise and the lemma; else the tactics."""
    link = statement_of(walk.line, step.rel, after)
    summed = _premise_and_lemma(walk, link, found, tree) if isinstance(link, Implies) else None
    for find in (lambda: summed, lambda: prove(link, walk.region)):
        try:
            return walk.go(step.rel, after, {"rule": "proof", "proof": find() or {}})
        except Rejected:
            continue
    raise Open("no proof of the link was found")


def _premise_and_lemma(walk: Walk, link: Implies, found: Rel, tree: Json) -> Json | None:
    from dplemma.decide.objects.witness import point_in

    premise, conclusion = link.premise, link.conclusion
    inside = point_in(with_premises(walk.region, [premise]))
    if not isinstance(premise, Rel) or not isinstance(conclusion, Rel) or inside is None:
        return None
    parts = [
        {"term": write_term(premise.gap), "proof": {"rule": "sign"}},
        {"term": write_term(found.gap), "proof": {"rule": "lemma", **tree}},
    ]
    return {"rule": "given", "witness": inside, "inner": {"rule": "relation", "proof": {"rule": "sum", "factors": parts}}}


def by_cases(walk: Walk, rule: lang.ByCases, before: Any, step: Step) -> None:
    """Where the condition of the first lemma holds, and where it fails."""
    first, second = ({"rule": "lemma", "lemma": name} for name in rule.names)
    theorem = walk.finder.theorems.get(rule.names[0])
    if theorem is None or len(theorem.region.given) != 1:
        raise Misapplied("the first lemma has no condition that tells the cases apart")
    rel = theorem.region.given[0]
    after = in_terms(step.expr)
    case = ["Rel", write_term(rel.left), rel.rel, write_term(rel.right)]
    parts = []
    for tree, given in ((first, rel), (second, rel.opposite())):
        found = walk.finder.instance(tree, walk.region.extended(given), "case")
        parts.append(_implied(walk, Rel(walk.line, step.rel, after), found, tree, given))
    walk.go(step.rel, after, {"rule": "proof", "proof": {"rule": "case", "relation": case, "yes": parts[0], "no": parts[1]}})


def _implied(walk: Walk, wanted: Rel, found: Any, tree: Json, given: Rel) -> Json:
    """A maximum is at least its part, and that is what the lemma bounds."""
    rest = sub(wanted.gap, found.gap)
    above = prove(Rel(rest, ">=", read_term("0")), walk.region.extended(given))
    if above is None:
        raise Open(f"{shown(rest)} >= 0 is not shown")
    return {"rule": "relation", "proof": _summed(rest, above, found, tree)}


def _summed(rest: Term, above: Json, found: Rel, tree: Json) -> Json:
    """rest >= 0 and the lemma; a case in the proof of the first becomes one of the goal."""
    if above["rule"] == "case":
        return {**above, **{key: _summed(rest, above[key], found, tree) for key in ("yes", "no")}}
    first = {"term": write_term(found.gap), "proof": tree}
    return {"rule": "sum", "factors": [first, {"term": write_term(rest), "proof": above.get("proof", {"rule": "sign"})}]}


# -- integrals ------------------------------------------------------------------------------------------------------------


def substitute(walk: Walk, rule: lang.Substitute, before: Expr, step: Step) -> None:
    old, new = in_terms(chosen(before, rule.variable)), in_terms(chosen(step.expr, rule.new))  # pyright: ignore[reportArgumentType]
    tree = {"rule": "substitution", "variable": rule.new.name, "value": write_term(in_terms(rule.value))}
    reasons = []
    for falling in (False, True):
        try:
            walk.replace(old, new, {**tree, "falling": falling, "old range": {}})
            return walk.reach(in_terms(step.expr))
        except Rejected as reason:
            reasons.append(reason)
    raise reasons[0]


def antiderivative(walk: Walk, rule: lang.Antiderivative, before: Expr, step: Step) -> None:
    old, name, function = in_terms(chosen(before, rule.of)), rule.of.name, in_terms(rule.function)
    low = end_value(function, name, old[3], "+", walk.region, "antiderivative")
    high = end_value(function, name, old[4], "-", walk.region, "antiderivative")
    tree = {"rule": "antiderivative", "variable": name, "function": write_term(function)}
    walk.replace(old, sub(high, low), tree)
    walk.reach(in_terms(step.expr))


def split_integral(walk: Walk, rule: lang.SplitIntegral, before: Expr, step: Step) -> None:
    node = chosen(before, rule.of)
    old, at, name = in_terms(node), in_terms(rule.at), rule.of.name
    pieces = [in_terms(node.function if part is None else part) for part in (rule.left, rule.right)]
    parts = [bind("Integral", piece, name, *ends) for piece, ends in zip(pieces, ((old[3], at), (at, old[4])), strict=True)]
    kept = [part for part, piece in zip(parts, pieces, strict=True) if piece != 0]
    left, right = map(write_term, pieces)
    tree = {"rule": "split", "variable": name, "at": write_term(at), "left": left, "right": right}
    new = ("Add", *kept) if len(kept) > 1 else kept[0] if kept else read_term("0")
    after = in_terms(step.expr)
    if not {part[3:] for part in kept} <= {
        part[3:] for part in nodes(after) if isinstance(part, tuple) and part[0] == "Integral"
    }:
        raise Misapplied(f"the integrals of this line are not those below and above {shown(at)}")
    walk.replace(old, new, {**tree, "left range": {}, "right range": {}})
    walk.reach(after)


def linearity(walk: Walk, rule: lang.Linearity, before: Expr, step: Step) -> None:
    node = chosen(before, rule.of)
    into = rule.into if rule.into is not None else step.expr
    parts = [_one_integral(term, node) for term in S(into).as_ordered_terms()]
    pairs = [(in_terms(factor), in_terms(piece)) for factor, piece in parts]
    old, name = in_terms(node), rule.of.name
    integrals = [mul(factor, bind("Integral", piece, name, *old[3:])) for factor, piece in pairs]
    new = ("Add", *integrals) if len(integrals) > 1 else integrals[0]
    walk.replace(old, new, {"rule": "linearity", "variable": name, "parts": [[write_term(c), write_term(f)] for c, f in pairs]})
    walk.reach(in_terms(step.expr))


def _one_integral(term: Expr, node: Expr) -> tuple[Expr, Expr]:
    """A factor and the integrand, in the variable of the node, of a multiple of one integral over its range."""
    inner = [factor for factor in Mul.make_args(term) if isinstance(factor, Integral)]
    if len(inner) != 1 or inner[0].limits[0][1:] != node.limits[0][1:]:
        raise Misapplied(f"{term} is no constant times one integral over the same range")
    return term / inner[0], inner[0].function.subs(inner[0].limits[0][0], node.limits[0][0])


def exchange(walk: Walk, rule: lang.ExchangeDerivative, before: Expr, step: Step) -> None:
    nodes_ = [node for node in preorder_traversal(before) if isinstance(node, Derivative) and isinstance(node.expr, Integral)]
    if len(nodes_) != 1:
        raise Misapplied("the line before has no derivative of one integral")
    old, variable = nodes_[0], nodes_[0].expr.limits[0][0]
    body = derivative(in_terms(old.expr.function), rule.parameter.name)
    new = bind("Integral", body, variable.name, *in_terms(old.expr)[3:])
    tree = {"rule": "leibniz", "variable": variable.name, "majorant": write_term(in_terms(rule.majorant))}
    walk.replace(in_terms(old), new, tree)
    walk.reach(in_terms(step.expr))


def same_derivative(walk: Walk, rule: lang.SameDerivative, before: Expr, step: Step) -> None:
    at, after = in_terms(rule.at), in_terms(step.expr)
    region = walk.region.without(rule.variable.name)
    there = Rel(put(walk.line, {rule.variable.name: at}), "=", put(after, {rule.variable.name: at}))
    value = {"rule": "lemma", "lemma": rule.value} if rule.value else prove(there, region)
    if value is None:
        raise Open(f"{there.text()} is not shown")
    tree = {"rule": "same derivative", "variable": rule.variable.name, "lemma": rule.derivative}
    walk.go("=", after, {**tree, "at": write_term(at), "value": value})


# -- roots and optima -------------------------------------------------------------------------------------------------------


def root_of(walk: Walk, rule: lang.RootOf, before: Expr, step: Step) -> None:
    old, tree = in_terms(chosen(before, rule.of, Root)), {"rule": "root", "variable": rule.of.name}
    reasons = []
    for falling in (False, True):
        try:
            walk.replace(old, in_terms(rule.value), {**tree, "falling": falling})
            return walk.reach(in_terms(step.expr))
        except Rejected as reason:
            reasons.append(reason)
    raise reasons[0]


def turning_point(walk: Walk, rule: lang.TurningPoint, before: Expr, step: Step) -> None:
    old, name, at = in_terms(chosen(before, rule.of, (Sup, Inf))), rule.of.name, in_terms(rule.at)
    body = put(old[1], {old[2]: var(name)})
    value = put(body, {name: at})
    if at in ("oo", "-oo"):
        value = end_value(body, name, at, "-" if at == "oo" else "+", walk.region, "turning")
    slope = {} if rule.slope is None else {"slope": write_term(in_terms(rule.slope))}
    tree = {"rule": "turning", "variable": name, "at": write_term(at), **slope, "below range": {}, "above range": {}}
    walk.replace(old, value, tree)
    walk.reach(in_terms(step.expr))


def at_point(walk: Walk, rule: lang.AtPoint, before: Expr, step: Step) -> None:
    node = in_terms(chosen(step.expr, rule.of, (Sup, Inf)))  # pyright: ignore[reportArgumentType]
    at = in_terms(rule.at)
    walk.reach(put(node[1], {node[2]: at}))
    walk.go(step.rel, in_terms(step.expr), {"rule": "at", "variable": rule.of.name, "at": write_term(at)})


def split_optimum(walk: Walk, rule: lang.SplitOptimum, before: Expr, step: Step) -> None:
    old, at = in_terms(chosen(before, rule.of, (Sup, Inf))), in_terms(rule.at)
    new = ("Max" if old[0] == "Sup" else "Min", (*old[:4], at), (*old[:3], at, old[4]))
    tree = {"rule": "split bound", "variable": rule.of.name, "at": write_term(at)}
    used = _instances(walk, put(old[1], {old[2]: at}))[:1]
    walk.replace(old, new, {**tree, "using": [{"lemma": name, "values": values} for name, values in used]})
    walk.reach(in_terms(step.expr))


def _instances(walk: Walk, node: Term) -> list[tuple[str, Json]]:
    """Lemmas whose first line is the node, with the values that make it so."""
    found = []
    for name, theorem in walk.finder.theorems.items():
        values = unified(theorem.lines[0], node, set(theorem.region.names))
        if values is None or set(values) != free(theorem.lines[0]):
            continue
        tree = {name_: write_term(value) for name_, value in values.items()}
        try:
            walk.finder.instance({"lemma": name, "values": tree}, walk.region, "using")
        except Rejected:
            continue
        found.append((name, tree))
    return found


def unified(pattern: Term, term: Term, names: set[str]) -> dict[str, Term] | None:
    """Values for the names that make the one term the other; None if there are none."""
    values: dict[str, Term] = {}

    def match(one: Any, other: Any) -> bool:
        if isinstance(one, tuple) and len(one) == 2 and one[0] == "var" and one[1] in names:
            return values.setdefault(one[1], other) == other
        if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
            return all(map(match, one, other))
        return one == other

    return values if match(pattern, term) else None


def inside(walk: Walk, rule: lang.Inside, before: Expr, step: Step) -> None:
    """The steps that the rule needs for the function under the bound, each for every value of the bound variable."""
    node = chosen(before, rule.of, (Sup, Inf))
    goals = [n for n in preorder_traversal(step.expr) if isinstance(n, type(node)) and n.limits[0][1:] == node.limits[0][1:]]
    if len(goals) != 1:
        raise Misapplied(f"the next line has {len(goals)} bounds over the range of {rule.of}; the rule needs one")
    name, old = rule.of.name, in_terms(node)
    body, wide = walk.finder.range(old, name, walk.region, {}, "inside")
    inner = Walk(walk.finder, body, wide)
    aim = goals[0].function.subs(goals[0].limits[0][0], rule.of)
    RULES[type(rule.rule)](inner, rule.rule, node.function, Step("=", aim, rule.rule, step.because))
    for _, line, own in inner.links:
        new = bind(old[0], line, name, *old[3:])
        walk.replace(old, new, {"rule": "inside", "variable": name, "inner": own})
        old = new
    walk.reach(in_terms(step.expr))


RULES: dict[type, Callable[[Walk, Any, Any, Step], None]] = {
    lang.Algebra: algebra, lang.Definition: algebra, lang.Bound: proved, lang.Logic: proved, lang.Decided: proved,
    lang.ByLemma: by_lemma, lang.Trusted: by_lemma, lang.ByCases: by_cases, lang.Substitute: substitute,
    lang.Antiderivative: antiderivative, lang.SplitIntegral: split_integral, lang.Linearity: linearity,
    lang.ExchangeDerivative: exchange, lang.SameDerivative: same_derivative, lang.RootOf: root_of,
    lang.TurningPoint: turning_point, lang.AtPoint: at_point, lang.SplitOptimum: split_optimum, lang.Inside: inside,
    lang.Greatest: greatest, lang.Upwards: rising, lang.Integrand: integrand,
}  # fmt: skip
ONLY_EQUAL = frozenset(RULES.values()) - {proved, by_lemma, by_cases, at_point, greatest, rising, integrand}
"""Rules that show an equality."""
