"""The lines of a derivation, each by steps that the kernel accepts.

Main definitions: `Chains` (what the kernel has accepted so far, and the object that says so), `elsewhere(name)` (a lemma of
another derivation).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Derivative, Expr

from dplemma.base.errors import DplemmaError, Unsupported
from dplemma.decide.derivations.found import CheckedChain, CheckedStep, Condition
from dplemma.decide.derivations.parts import only_there
from dplemma.decide.derivations.prove import prove
from dplemma.decide.derivations.translate import ONLY_EQUAL, RULES, reference
from dplemma.decide.derivations.walk import Finder, Misapplied, Open, Walk, in_region, in_terms, tree_of
from dplemma.decide.lost import what_is_lost
from dplemma.decide.points.refute import judge
from dplemma.ground.points import certified_points
from dplemma.kernel.derivation import Theorem
from dplemma.kernel.exists import exists
from dplemma.kernel.statement import Statement as KernelStatement
from dplemma.kernel.term import nodes
from dplemma.lang.derivation import Derivation, Lemma, Line, Step, lines
from dplemma.lang.derivation_uses import grounds, shared_lemma
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.statements import Rel, Statement
from dplemma.lang.text import to_text
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Verdict
from dplemma.proofs.terms import write_term

Json = Any
SOLVERS = (ArgMax, ArgMin, Inf, Root, Sup)
AUDIT_POINTS = 3


class Chains:
    """What the kernel has accepted so far, and the object that will say so."""

    def __init__(self, all_lines: bool) -> None:
        self.all_lines = all_lines
        self.finder, self.trees = Finder(), list[Json]()
        self.written_lines: dict[str, list[int]] = {}

    def use(self, names: tuple[str, ...]) -> tuple[CheckedChain, ...]:
        """What is used of other derivations, shown here as well: the object for the kernel holds all that it needs."""
        found = [elsewhere(name) for name in names]
        for other in found:
            self.finder.theorems.update(other.theorems)
            self.trees += other.trees
        return tuple(other.chain for other in found)

    def lemma(self, lemma: Lemma, region: Region) -> CheckedChain:
        if lemma.holds is None:
            return CheckedChain(lemma.name, lemma.says, region, lemma.start, tuple(self.steps(lemma, lemma.name, region)))
        line = Step("implies", lemma.holds, lemma.decided, lemma.says)
        checked = self._judged(1, line, region, lambda: self._held(unfold(lemma), region))
        return CheckedChain(lemma.name, lemma.says, region, None, (checked,))

    def _held(self, lemma: Lemma, region: Region) -> str:
        assert lemma.holds is not None
        statement, where = in_terms(lemma.holds), in_region(region)
        proof = prove(statement, where) if lemma.by is None else {"rule": "lemma", **reference(lemma.by)}
        if proof is None:
            raise Open(f"no proof of {lemma.holds.text()} was found")
        if lemma.by is not None:
            self.finder.statement(statement, where, proof, "trusted")
        tree = {"name": lemma.name, "region": region_to_tree(region), "statement": written_statement(lemma.holds), "proof": proof}
        self.finder.theorems[lemma.name] = Theorem(where, (statement,))
        self.trees.append(tree)
        return f"decided: {lemma.holds.text()}"

    def steps(self, written: Derivation | Lemma, name: str, region: Region) -> Iterator[CheckedStep]:
        chain = unfold(written)
        walk: Walk | None = None
        before, sound, places = chain.start, True, [0]
        for number, (step, shown) in enumerate(zip(chain.steps, written.steps, strict=True), start=1):

            def work(before: Line = before, step: Step = step, number: int = number, sound: bool = sound) -> str:
                nonlocal walk
                _must_rewrite(lines(written)[number - 1], written.steps[number - 1])
                if walk is None or walk.line != in_terms(before):
                    walk = Walk(self.finder, in_terms(before), in_region(region), [] if walk is None else walk.links)
                done = len(walk.links)
                _by_rule(walk, before, step)
                places.append(len(walk.links))
                if step is chain.steps[-1] and sound:
                    self._keep(chain, name, region, walk, places)
                return "the kernel accepts: " + ", ".join(link[2].get("rule", "proof") for link in walk.links[done:])

            checked = self._judged(number, shown, region, work, before)
            sound = sound and checked.status == "holds"
            yield checked
            if not sound and not self.all_lines:
                return
            before = step.expr

    def _keep(self, chain: Derivation | Lemma, name: str, region: Region, walk: Walk, places: list[int]) -> None:
        """The chain as a theorem; its last line exists, or whoever uses it shows that."""
        last = walk.line
        conditional = not isinstance(last, KernelStatement) and not exists(last, walk.region)
        if conditional and (isinstance(chain, Derivation) or not any(_is_bound(node) for node in nodes(last))):
            raise Misapplied(f"the last line is not shown to exist on the whole region: {_text(chain.steps[-1].expr)}")
        start = in_terms(chain.start)
        all_lines, rels = (start, *(line for _, line, _ in walk.links)), tuple(rel for rel, _, _ in walk.links)
        self.finder.theorems[name] = Theorem(walk.region, all_lines, rels, conditional)
        self.written_lines[name] = places
        steps = [{"rel": rel, "line": _tree(line, lines(chain)), **step} for rel, line, step in walk.links]
        tree = {"name": name, "region": region_to_tree(region), "start": tree_of(start, chain.start), "steps": steps}
        self.trees.append({**tree, "conditional": True} if conditional else tree)

    def _judged(self, number: int, step: Step, region: Region, work: Any, before: Line | None = None) -> CheckedStep:
        """Run the check of one line and say how it ended."""
        self.finder.conditions.clear()
        if lost := _lost(step.expr if before is None else before, region) or _lost(step.expr, region):
            return CheckedStep(number, step, region, Verdict(verdict="undecided", engine="derivation", remark=lost))
        refuted = _contrary(before, unfold(step), region)
        if refuted is not None:
            return CheckedStep(number, step, region, refuted)
        self.finder.assumes.clear()
        failure = ""
        try:
            said = [work()]
        except (Open, Unsupported) as error:
            reason = Verdict(verdict="undecided", engine="derivation", remark=str(error))
            return CheckedStep(number, step, region, reason)
        except (Misapplied, DplemmaError) as error:
            failure, said = str(error), []
        accepted = Verdict(verdict="proved", engine="derivation", assumes=tuple(sorted(self.finder.assumes)))
        conditions = tuple(Condition(says, accepted) for says in (*said, *self.finder.conditions))
        verdict = Verdict(verdict="undecided", engine="derivation", remark=failure) if failure else accepted
        return CheckedStep(number, step, region, verdict, conditions, failure)


@dataclass(frozen=True)
class Elsewhere:
    """A lemma of another derivation, checked: its verdicts, and the theorem and its object if it holds."""

    chain: CheckedChain
    theorems: dict[str, Theorem]
    trees: tuple[Json, ...]


@cache
def elsewhere(name: str) -> Elsewhere:
    """A lemma of another derivation, resting on those that it uses; each is checked once."""
    lemma, own = shared_lemma(name), Chains(all_lines=True)
    assert lemma.on is not None
    for ground in grounds(name):
        own.finder.theorems.update(elsewhere(ground).theorems)
    chain = own.lemma(lemma, unfold(lemma.on))
    shown = {name: own.finder.theorems[name]} if name in own.finder.theorems else {}
    return Elsewhere(chain, shown, tuple(own.trees))


def _is_bound(node: Any) -> bool:
    return isinstance(node, tuple) and node[0] in ("Integral", "Sup", "Inf")


def _text(line: Any) -> str:
    return line.text() if isinstance(line, Statement) else to_text(line)


def _tree(line: Any, written: list[Any]) -> Json:
    """A statement is written by the one it was read from."""
    if not isinstance(line, KernelStatement):
        return write_term(line)
    return tree_of(line, next(one for one in written if isinstance(one, Statement) and in_terms(one) == line))


def _lost(line: Line, region: Region) -> str:
    """What of a line or of its region may not be what was written."""
    return what_is_lost(line if isinstance(line, Statement) else Rel(line, "=", line), region)


def _must_rewrite(before: Line, step: Step) -> None:
    """What a step says that it rewrites stands in the line before, and nothing else of that line changes."""
    if step.of is not None and not only_there(before, step.of, step.expr):
        raise Misapplied(f"the line before is not this one with another form of {_text(step.of)} in it")


def _by_rule(walk: Walk, before: Line, step: Step) -> None:
    known = RULES.get(type(step.rule))
    if known is None:
        raise Misapplied(f"no steps of the kernel are known for the rule {step.rule.says()}")
    if not isinstance(step.expr, Statement) and step.rel != "=" and known in ONLY_EQUAL:
        raise Misapplied("this rule shows an equality")
    known(walk, step.rule, before, step)
    if walk.line != in_terms(step.expr):
        raise Misapplied("the rule does not lead to this line")


def _contrary(before: Line | None, step: Step, region: Region) -> Verdict | None:
    """A certified point at which the relation of two lines fails, looked for at a few; None if there is none among them."""
    relation = step.expr if before is None else None
    if isinstance(before, Expr) and isinstance(step.expr, Expr):
        relation = Rel(_differentiated(before), step.rel, _differentiated(step.expr))
    if not isinstance(relation, Rel) or any(side.has(*SOLVERS) for side in (relation.lhs, relation.rhs)):
        return None
    for point in certified_points(region, f"{relation.canonical()}@{region.canonical()}", AUDIT_POINTS):
        found = judge(relation, region, point, None)
        if found is not None:
            return Verdict(verdict="refuted", engine="refuter", counterexample=found)
    return None


def _differentiated(line: Expr) -> Expr:
    return line.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit(integrals=False))
