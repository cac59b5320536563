"""Whether what a derivation shows is what its claim says: the two ends of a chain, or one of its links, part by part.

Main definition: `ends(derivation, claim)`.

A claim about a root, in which a parameter enters the root's equation linearly, is first written with the root as a variable and
the parameter as the function of it that the equation says (`through_root`): d mu/d eps at a fixed delta is then a quotient of
slopes of delta(eps, mu).
"""

from __future__ import annotations

from sympy import Derivative, Expr, Symbol

from dplemma.decide.decide import Case, decide
from dplemma.decide.derivations import basic
from dplemma.decide.derivations.ground import Condition, Ground, Unsettled, covers
from dplemma.decide.derivations.ground import integrals as integrals_of
from dplemma.decide.derivations.ranges import Misapplied
from dplemma.decide.regions.existence import reaches_all_values
from dplemma.lang.claim import Claim
from dplemma.lang.derivation import Derivation, Lemma, combined, lines
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.lang.statements import Iff, Implies, Rel, Statement
from dplemma.lang.text import to_text
from dplemma.proofs.reductions import first_root, through_goal
from dplemma.proofs.rules import OPPOSITE, Goal, parts_of


def ends(derivation: Derivation, claim: Claim) -> tuple[tuple[Condition, ...], tuple[int, str] | None]:
    """Whether what the derivation shows is what the claim says, part by part."""
    ground = Ground(claim.on, f"{derivation.id}/ends")
    last = len(derivation.steps)
    statement = claim.statement
    for part in parts_of(statement) or (statement,):
        try:
            if isinstance(part, Rel) and part.rel in basic.IMPLIED["="] and basic.same(part.lhs, part.rhs):
                ground.require_defined("the claim's two sides are one expression", part.lhs)
                continue
            if isinstance(part, Rel) and part.rel in OPPOSITE and (goal := through_root(part, claim.on, derivation)) is not None:
                _shows_goal(derivation, part, goal, ground)
                continue
            region = _concluded(derivation, part, ground)
            covers(region, claim.on, ground, f"the region of {claim.id}")
        except _End as error:
            return tuple(ground.conditions), (error.line, str(error))
        except Misapplied as error:
            return tuple(ground.conditions), (last, str(error))
        except Unsettled:
            open_one = ground.conditions[-1]
            return tuple(ground.conditions), (last, f"{open_one.says} is {open_one.verdict.verdict}")
    return tuple(ground.conditions), None


class _End(Exception):
    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


def _concluded(derivation: Derivation, part: Statement, ground: Ground) -> Region:
    """The region on which the derivation shows this part of the claim."""
    chains: list[Derivation | Lemma] = [derivation, *derivation.lemmas]
    regions = [derivation.on, *(derivation.region_of(lemma) for lemma in derivation.lemmas)]
    for chain, region in zip(chains, regions, strict=True):
        if isinstance(part, Rel) and _has_link(chain, part):
            ground.note(f"the derivation shows {part.text()}")
            return region
        if chain.conclusion is not None and chain.conclusion.canonical() == part.canonical():
            ground.note(f"the derivation shows {part.text()}")
            return region
    if isinstance(part, Implies):  # what holds without the premise holds with it
        try:
            return _concluded(derivation, part.conclusion, ground)
        except _End:
            pass
    found = derivation.conclusion
    if isinstance(found, (Iff, Implies)) and type(found) is type(part):
        for line, mine, its in zip((0, len(derivation.steps)), found.parts(), part.parts(), strict=True):
            if mine.canonical() != its.canonical():
                raise _End(line, f"{mine.text()} is not the claim's {its.text()}")
    if not isinstance(part, Rel) or not isinstance(found, Rel) or part.rel not in basic.IMPLIED[found.rel]:
        raise _End(len(derivation.steps), f"the claim says {part.text()}, which no chain of the derivation concludes")
    for line, mine, its in ((0, found.lhs, part.lhs), (len(derivation.steps), found.rhs, part.rhs)):
        _same_side(ground, mine, its, line)
    return derivation.on


def _has_link(chain: Derivation | Lemma, part: Rel) -> bool:
    """Two lines of the chain, in this order (or, for an equality, in either), are the two sides of the relation."""
    found = [line for line in lines(chain) if isinstance(line, Expr)]
    rels = [step.rel for step in chain.steps]
    for i in range(len(found)):
        for j in range(i + 1, len(found)):
            rel = combined(rels[i:j])
            if part.rel in basic.IMPLIED[rel] and basic.same(found[i], part.lhs) and basic.same(found[j], part.rhs):
                return True
            if rel == part.rel == "=" and basic.same(found[j], part.lhs) and basic.same(found[i], part.rhs):
                return True
    return False


def _same_side(ground: Ground, mine: Expr, its: Expr, line: int) -> None:
    """The line is the claim's side, as it stands or by a symbolic proof."""
    if basic.same(mine, its):
        return
    what = f"line {line} is the claim's side"
    if integrals_of(mine) or integrals_of(its):
        before = len(ground.conditions)
        try:
            ground.equal_around_integrals(mine, its, what)
        except (Misapplied, Unsettled):
            del ground.conditions[before:]
            raise _End(line, f"{to_text(mine)} is not the claim's {to_text(its)}") from None
        return
    verdict = decide(Rel(mine, "=", its), Case(ground.region, ground.seed))
    if verdict.verdict != "proved":
        raise _End(line, f"{to_text(mine)} is not the claim's {to_text(its)}")
    ground.conditions.append(Condition(f"{what}: {to_text(its)}", verdict))


def through_root(part: Rel, region: Region, derivation: Derivation) -> Goal | None:
    """What must be shown instead of a relation with a root, in the derivation's variables; None where there is no such form."""
    goal = Goal.of(Rel(_carried_out(part.lhs), part.rel, _carried_out(part.rhs)), region)
    node = first_root(goal.gap)
    names = [name for name in goal.region.names if node and reaches_all_values(goal, node, name, f"{derivation.id}/ends")]
    if node is None or not names:
        return None
    through = through_goal(goal, node, names[0])
    x = node.bound[0]
    own = [name for name in derivation.on.names if name not in through.region.names]
    if len(own) != 1 or through.gap.has(Root):
        return None
    intervals = {own[0] if name == x.name else name: interval for name, interval in through.region.intervals.items()}
    return Goal(through.gap.xreplace({x: Symbol(own[0], real=True)}), Region(**intervals), goal.strict)


def _shows_goal(derivation: Derivation, part: Rel, goal: Goal, ground: Ground) -> None:
    """A chain of the derivation ends in the goal, which the part of the claim became, on a region that holds the goal's."""
    for chain in (derivation, *derivation.lemmas):
        found = chain.conclusion
        if not isinstance(found, Rel) or found.rel not in OPPOSITE:
            continue
        mine = Goal.of(Rel(_carried_out(found.lhs), found.rel, _carried_out(found.rhs)), goal.region)
        verdict = decide(Rel(mine.gap, "=", goal.gap), Case(goal.region, ground.seed))
        if verdict.verdict == "proved" and (mine.strict or not goal.strict):
            region = derivation.on if isinstance(chain, Derivation) else derivation.region_of(chain)
            covers(region, goal.region, ground, "the claim with its root as a variable")
            ground.conditions.append(Condition(f"the claim with its root as a variable: {goal.text()}", verdict))
            return
    last = derivation.conclusion
    line = 0 if isinstance(last, Rel) and basic.same(last.rhs, part.rhs) else len(derivation.steps)
    raise _End(line, f"the claim says, with its root as a variable, {goal.text()}, which no chain concludes")


def _carried_out(expr: Expr) -> Expr:
    return expr.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit())
