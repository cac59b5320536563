"""Deciding a derivation: its lemmas in order, each line by steps that the kernel accepts, then the claim from what they show.

Main definitions: `check(derivation, claim)` and what it returns, `CheckedDerivation`; `derivation_object(derivation, claim)`.

A line holds if the kernel accepts every step that leads to it. The derivation is `proved` if every line of every chain does and,
where it names a claim, the claim follows from the chains. Before a rule is looked at, balls evaluate both sides at a few points:
a false line is refuted by numbers, whatever its rule says (optima, which are costly to evaluate, are left to their rules).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Derivative, Expr

from dplemma.base.errors import DplemmaError, Unsupported
from dplemma.base.limiter import clock_stops
from dplemma.decide.decide import Case, decide
from dplemma.decide.derivations.conclude import MAIN, Conclusion
from dplemma.decide.derivations.prove import prove
from dplemma.decide.derivations.translate import ONLY_EQUAL, RULES
from dplemma.decide.derivations.walk import Finder, Misapplied, Open, Walk, in_region, in_terms, tree_of
from dplemma.decide.objects.witness import point_in
from dplemma.decide.points.refute import judge, shown
from dplemma.ground.points import certified_points, witness
from dplemma.kernel import check as kernel
from dplemma.kernel.derivation import Theorem
from dplemma.kernel.exists import exists
from dplemma.kernel.statement import Statement as KernelStatement
from dplemma.kernel.term import Rejected, nodes, write_term
from dplemma.lang.claim import Claim
from dplemma.lang.derivation import Derivation, Lemma, Line, PrintedStep, Step
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.region import Region
from dplemma.lang.rules import Decided
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.statements import Iff, Implies, Rel, Statement
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Verdict, all_stops

Json = Any
SOLID = ("proved", "certified")
SOLVERS = (ArgMax, ArgMin, Inf, Root, Sup)
AUDIT_POINTS = 3


@dataclass(frozen=True)
class Condition:
    """A side condition in words, and what is found of it."""

    says: str
    verdict: Verdict

    @property
    def solid(self) -> bool:
        return self.verdict.verdict in SOLID


@dataclass(frozen=True)
class CheckedStep:
    """One line with its verdict; `failure` says why the rule does not lead to it."""

    number: int
    step: Step
    region: Region
    verdict: Verdict
    conditions: tuple[Condition, ...] = ()
    failure: str = ""

    @property
    def status(self) -> str:
        """`holds`, `fails` or `undecided`."""
        if self.failure or self.verdict.verdict == "refuted":
            return "fails"
        return "holds" if self.verdict.verdict in SOLID else "undecided"

    def why(self) -> str:
        """What is wrong, in one line."""
        if self.failure:
            return self.failure
        failed = next((condition for condition in self.conditions if not condition.solid), None)
        said = f"{failed.says}: " if failed is not None else ""
        found = self.verdict.counterexample
        if found is None:
            return f"{said}{self.verdict.verdict}" + (f" ({self.verdict.remark})" if self.verdict.remark else "")
        point = ", ".join(f"{name} = {value}" for name, value in found.point.items())
        sides = f"left side {found.lhs}, right side {found.rhs}" if found.lhs and found.rhs else found.note
        return f"{said}fails" + (f" at {point}" if point else "") + f": {sides}"


@dataclass(frozen=True)
class CheckedChain:
    """The main chain (without a name) or a lemma."""

    name: str
    says: str
    region: Region
    start: Line | None
    steps: tuple[CheckedStep, ...]

    @property
    def verdict(self) -> Verdict:
        failing = next((s for s in self.steps if s.status != "holds"), None)
        if failing is not None:
            return Verdict(verdict="undecided", engine="derivation", remark=f"line {failing.number}: {failing.why()}")
        return _solid([step.verdict for step in self.steps], f"{len(self.steps)} steps")


@dataclass(frozen=True)
class CheckedDerivation:
    """A derivation with the verdict on each of its lines; `ends` are the conditions that tie it to its claim."""

    derivation: Derivation
    claim: Claim | None
    chains: tuple[CheckedChain, ...]
    ends: tuple[Condition, ...] = ()
    end_failure: tuple[int, str] | None = None
    printed: tuple[tuple[PrintedStep, Verdict], ...] = field(default=())
    stopped: tuple[str, ...] = ()  # by the clock, on the way
    proof: Json = None  # the object for the kernel, if every line holds

    def failing(self) -> tuple[str, int, str] | None:
        """The first line that does not hold: its lemma ("" for the main chain), its number, and why. 0 is the first line.

        Lemmas come before the ends: a claim may be missed because a lemma is not what it should be.
        """
        for chain in self.chains:
            if not chain.name and self.end_failure is not None:
                break
            for step in chain.steps:
                if step.status != "holds":
                    return chain.name, step.number, step.why()
        return None if self.end_failure is None else ("", *self.end_failure)

    @property
    def status(self) -> str:
        """`holds`; `fails` if a line does not follow; `undecided` if the engines or the clock leave a condition open."""
        if self.failing() is None:
            return "holds"
        fails = self.end_failure is not None or any(s.status == "fails" for c in self.chains for s in c.steps)
        return "fails" if fails and not self.stopped else "undecided"

    @property
    def verdict(self) -> Verdict:
        failing = self.failing()
        if failing is not None:
            name, number, why = failing
            line = f"line {number}" + (f" of lemma {name}" if name else "")
            return Verdict(verdict="undecided", engine="derivation", remark=f"derivation {self.derivation.id}, {line}: {why}")
        count = sum(len(chain.steps) for chain in self.chains)
        found = [step.verdict for chain in self.chains for step in chain.steps] + [c.verdict for c in self.ends]
        verdict = _solid(found, f"derivation {self.derivation.id}, {count} steps")
        assumes = tuple(dict.fromkeys((*(self.claim.assumes if self.claim else ()), *verdict.assumes)))
        inside = shown(witness(self.derivation.on, self.derivation.id))
        return verdict.with_(assumes=assumes, witness=inside)

    def false_printed_step(self) -> tuple[int, PrintedStep, Verdict] | None:
        """The first step of the printed proof that is refuted."""
        numbered = ((n, step, verdict) for n, (step, verdict) in enumerate(self.printed, start=1))
        return next((item for item in numbered if item[2].verdict == "refuted"), None)


def _solid(verdicts: list[Verdict], form: str) -> Verdict:
    """Proved by derivation: all parts are proved or certified; what they assume is kept."""
    assumes = tuple(dict.fromkeys(name for verdict in verdicts for name in verdict.assumes))
    return Verdict(
        verdict="proved", engine="derivation", form=form, won=("derivation",), assumes=assumes,
        bits=max((v.bits for v in verdicts if v.bits), default=None), stopped=all_stops(verdicts),
    )  # fmt: skip


def check(derivation: Derivation, claim: Claim | None = None, *, all_lines: bool = True) -> CheckedDerivation:
    """Check every line, then the claim; without `all_lines` stop at the first line that does not hold.

    Names are unfolded for the check; the lines that come back are those that were written.
    """
    with clock_stops() as stops:
        found = _Check(unfold(derivation), claim, all_lines).run()
    written = {lemma.name: lemma for lemma in derivation.lemmas} | {"": derivation}
    chains = tuple(_as_written(chain, written[chain.name]) for chain in found.chains)
    steps = derivation.printed.steps if derivation.printed else ()
    printed = tuple((step, verdict) for step, (_, verdict) in zip(steps, found.printed, strict=False))
    return replace(found, derivation=derivation, claim=claim, chains=chains, printed=printed, stopped=tuple(stops))


def derivation_object(derivation: Derivation, claim: Claim) -> tuple[Json | None, Verdict]:
    """The object that shows the claim to the kernel, and the verdict; None and the reason if a line does not hold."""
    found = check(derivation, claim, all_lines=False)
    if found.proof is None or found.failing() is not None:
        return None, found.verdict
    tree = {"region": region_to_tree(claim.on), "statement": written_statement(claim.statement)}
    try:
        kernel.check(tree, found.proof)
    except Rejected as error:
        return None, Verdict(verdict="undecided", engine="derivation", remark=f"the kernel rejected: {error}")
    return found.proof, found.verdict


def _as_written(chain: CheckedChain, written: Derivation | Lemma) -> CheckedChain:
    steps = (replace(step, step=own) for step, own in zip(chain.steps, written.steps, strict=False))
    return chain if chain.start is None else replace(chain, start=written.start, steps=tuple(steps))


class _Check:
    """One derivation: what the kernel has accepted so far, and the object that will say so."""

    def __init__(self, derivation: Derivation, claim: Claim | None, all_lines: bool) -> None:
        self.derivation, self.claim, self.all_lines = derivation, claim, all_lines
        self.finder, self.trees = Finder(), list[Json]()
        self.written_lines: dict[str, list[int]] = {}

    def run(self) -> CheckedDerivation:
        derivation, chains = self.derivation, list[CheckedChain]()
        for lemma in derivation.lemmas:
            chains.append(self._lemma(lemma, derivation.region_of(lemma)))
            if not self.all_lines and chains[-1].verdict.verdict not in SOLID:
                return CheckedDerivation(derivation, self.claim, tuple(chains))
        if derivation.start is not None:
            steps = tuple(self._steps(derivation, MAIN, derivation.on))
            chains.append(CheckedChain("", derivation.title, derivation.on, derivation.start, steps))
        ends, failure, proof = self._ends(all(chain.verdict.verdict in SOLID for chain in chains))
        printed = _printed(derivation) if self.all_lines else ()
        return CheckedDerivation(derivation, self.claim, tuple(chains), ends, failure, printed, proof=proof)

    # -- lines ------------------------------------------------------------------------------------------------------------

    def _lemma(self, lemma: Lemma, region: Region) -> CheckedChain:
        if lemma.holds is None:
            return CheckedChain(lemma.name, lemma.says, region, lemma.start, tuple(self._steps(lemma, lemma.name, region)))
        line = Step("implies", lemma.holds, Decided(), lemma.says)
        checked = self._judged(1, line, region, lambda: self._held(lemma, region))
        return CheckedChain(lemma.name, lemma.says, region, None, (checked,))

    def _held(self, lemma: Lemma, region: Region) -> str:
        assert lemma.holds is not None
        statement, where = in_terms(lemma.holds), in_region(region)
        proof = prove(statement, where)
        if proof is None:
            raise Open(f"no proof of {lemma.holds.text()} was found")
        tree = {"name": lemma.name, "region": region_to_tree(region), "statement": written_statement(lemma.holds), "proof": proof}
        self.finder.theorems[lemma.name] = Theorem(where, (statement,))
        self.trees.append(tree)
        return f"decided: {lemma.holds.text()}"

    def _steps(self, chain: Derivation | Lemma, name: str, region: Region) -> Iterator[CheckedStep]:
        walk: Walk | None = None
        before, sound, places = chain.start, True, [0]
        for number, step in enumerate(chain.steps, start=1):

            def work(before: Line = before, step: Step = step, sound: bool = sound) -> str:
                nonlocal walk
                if walk is None or walk.line != in_terms(before):
                    walk = Walk(self.finder, in_terms(before), in_region(region), [] if walk is None else walk.links)
                done = len(walk.links)
                _by_rule(walk, before, step)
                places.append(len(walk.links))
                if step is chain.steps[-1] and sound:
                    self._keep(chain, name, region, walk, places)
                return "the kernel accepts: " + ", ".join(link[2].get("rule", "proof") for link in walk.links[done:])

            checked = self._judged(number, step, region, work, before)
            yield checked
            sound = sound and checked.status == "holds"
            if not sound and not self.all_lines:
                return
            before = step.expr

    def _keep(self, chain: Derivation | Lemma, name: str, region: Region, walk: Walk, places: list[int]) -> None:
        """The chain as a theorem; its last line exists, or whoever uses it shows that."""
        last = walk.line
        conditional = not isinstance(last, KernelStatement) and not exists(last, walk.region)
        if conditional and (chain is self.derivation or not any(_is_bound(node) for node in nodes(last))):
            raise Misapplied(f"the last line is not shown to exist on the whole region: {_text(chain.steps[-1].expr)}")
        start = in_terms(chain.start)
        lines, rels = (start, *(line for _, line, _ in walk.links)), tuple(rel for rel, _, _ in walk.links)
        self.finder.theorems[name] = Theorem(walk.region, lines, rels, conditional)
        self.written_lines[name] = places
        written = [chain.start, *(step.expr for step in chain.steps)]
        steps = [{"rel": rel, "line": _tree(line, written), **step} for rel, line, step in walk.links]
        tree = {"name": name, "region": region_to_tree(region), "start": tree_of(start, chain.start), "steps": steps}
        self.trees.append({**tree, "conditional": True} if conditional else tree)

    def _judged(self, number: int, step: Step, region: Region, work: Any, before: Line | None = None) -> CheckedStep:
        """Run the check of one line and say how it ended."""
        self.finder.conditions.clear()
        refuted = _contrary(before, step, region)
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

    # -- the claim ----------------------------------------------------------------------------------------------------------

    def _ends(self, sound: bool) -> tuple[tuple[Condition, ...], tuple[int, str] | None, Json]:
        """Whether the claim follows from the chains, and the object that says so."""
        if self.claim is None or not sound:
            return (), None, None
        statement, region = in_terms(self.claim.statement), in_region(self.claim.on)
        try:
            inner = Conclusion(self.finder, self.written_lines, self.derivation.on.names).proof(statement, region)
        except Rejected as error:
            return (), (len(self.derivation.steps), str(error)), None
        point = point_in(region)
        holds = {"rule": "derived", "lemmas": self.trees, "inner": inner}
        says = Condition(f"the derivation shows {self.claim.statement.text()}", Verdict(verdict="proved", engine="derivation"))
        return (says,), None, {"holds": holds, "witness": point}


def _is_bound(node: Any) -> bool:
    return isinstance(node, tuple) and node[0] in ("Integral", "Sup", "Inf")


def _text(line: Any) -> str:
    from dplemma.lang.text import to_text

    return line.text() if isinstance(line, Statement) else to_text(line)


def _tree(line: Any, written: list[Any]) -> Json:
    """A statement is written by the one it was read from."""
    if not isinstance(line, KernelStatement):
        return write_term(line)
    return tree_of(line, next(one for one in written if isinstance(one, Statement) and in_terms(one) == line))


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
    lines: list[Any] = [line for line in (before, step.expr) if isinstance(line, Expr)]
    if len(lines) < 2 or any(line.has(*SOLVERS) for line in lines):
        return None
    sides = [line.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit(integrals=False)) for line in lines]
    relation = Rel(sides[0], step.rel, sides[1])
    for point in certified_points(region, f"{relation.canonical()}@{region.canonical()}", AUDIT_POINTS):
        found = judge(relation, region, point, None)
        if found is not None:
            return Verdict(verdict="refuted", engine="refuter", counterexample=found)
    return None


def _printed(derivation: Derivation) -> tuple[tuple[PrintedStep, Verdict], ...]:
    """The printed proof, link by link, as the engines decide it."""
    if derivation.printed is None:
        return ()
    found = []
    before = derivation.printed.start
    for number, step in enumerate(derivation.printed.steps, start=1):
        if isinstance(before, Statement):
            link: Statement = Iff(before, step.expr) if step.rel == "iff" else Implies(before, step.expr)
        else:
            link = Rel(before, step.rel, step.expr)
        found.append((step, decide(link, Case(derivation.on, f"{derivation.id}/printed/{number}"))))
        before = step.expr
    return tuple(found)
