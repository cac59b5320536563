"""Deciding a derivation: its lemmas in order, each step by its rule, then whether its ends are what the claim says.

Main definitions: `check(derivation, claim)` and what it returns, `CheckedDerivation`.

A step holds if every side condition is proved or certified. The derivation is `proved` if every step of every chain holds and,
where it names a claim, its ends are the claim's two sides on a region that covers the claim's. Before a rule is looked at, balls
evaluate both sides at a few points: a false line is refuted by numbers, whatever its rule says (optima, which are costly to
evaluate, are left to their rules).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Expr
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.base.errors import DplemmaError
from dplemma.base.limiter import clock_stops
from dplemma.decide.decide import Case, decide
from dplemma.decide.derivations import basic, integrals, leibniz, optima, tie
from dplemma.decide.derivations.ground import SOLID, SOLVERS, Condition, Ground, Unsettled, contrary, covers, exists_on
from dplemma.decide.derivations.ground import integrals as integrals_of
from dplemma.decide.derivations.ranges import Misapplied
from dplemma.decide.points.refute import shown
from dplemma.ground.points import witness
from dplemma.lang.claim import Claim
from dplemma.lang.derivation import Derivation, Lemma, Line, PrintedStep, Step
from dplemma.lang.region import Region
from dplemma.lang.rules import ByLemma, Decided, Inside
from dplemma.lang.statements import Iff, Implies, Rel, Statement
from dplemma.lang.text import to_text
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Verdict, all_stops

RULES: dict[type, Callable[..., None]] = basic.CHECKS | integrals.CHECKS | leibniz.CHECKS | optima.CHECKS
RULES[Inside] = optima.inside(RULES)


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
    """Check the ends against the claim, then every line; without `all_lines` stop at the first that does not hold.

    Names are unfolded for the check; the lines that come back are those that were written.
    """
    with clock_stops() as stops:
        found = _check(unfold(derivation), unfold(claim), all_lines)
    written = {lemma.name: lemma for lemma in derivation.lemmas} | {"": derivation}
    chains = tuple(_as_written(chain, written[chain.name]) for chain in found.chains)
    steps = derivation.printed.steps if derivation.printed else ()
    printed = tuple((step, verdict) for step, (_, verdict) in zip(steps, found.printed, strict=False))
    return replace(found, derivation=derivation, claim=claim, chains=chains, printed=printed, stopped=tuple(stops))


def _as_written(chain: CheckedChain, written: Derivation | Lemma) -> CheckedChain:
    steps = (replace(step, step=own) for step, own in zip(chain.steps, written.steps, strict=False))
    return chain if chain.start is None else replace(chain, start=written.start, steps=tuple(steps))


def _check(derivation: Derivation, claim: Claim | None, all_lines: bool) -> CheckedDerivation:
    ends, end_failure = tie.ends(derivation, claim) if claim is not None else ((), None)
    chains: list[CheckedChain] = []
    known: dict[str, tuple[Lemma, Region, Verdict]] = {}
    for lemma in derivation.lemmas:
        region = derivation.region_of(lemma)
        chain = _lemma(derivation, lemma, region, known, all_lines)
        chains.append(chain)
        known[lemma.name] = (lemma, region, chain.verdict)
        if not all_lines and chain.verdict.verdict not in SOLID:
            return CheckedDerivation(derivation, claim, tuple(chains), ends, end_failure)
    if end_failure is not None and not all_lines:
        return CheckedDerivation(derivation, claim, tuple(chains), ends, end_failure)
    if derivation.start is not None:
        steps = tuple(_steps(derivation.id, derivation, derivation.on, known, all_lines))
        chains.append(CheckedChain("", derivation.title, derivation.on, derivation.start, steps))
    printed = _printed(derivation) if all_lines else ()
    return CheckedDerivation(derivation, claim, tuple(chains), ends, end_failure, printed)


def _lemma(derivation: Derivation, lemma: Lemma, region: Region, known: dict[str, Any], all_lines: bool) -> CheckedChain:
    seed = f"{derivation.id}/{lemma.name}"
    if lemma.holds is None:
        return CheckedChain(lemma.name, lemma.says, region, lemma.start, tuple(_steps(seed, lemma, region, known, all_lines)))
    ground = Ground(region, seed, known)
    line = Step("implies", lemma.holds, Decided(), lemma.says)
    checked = _judged(1, line, ground, lambda: ground.require("decided", lemma.holds))  # pyright: ignore[reportArgumentType]
    return CheckedChain(lemma.name, lemma.says, region, None, (checked,))


def _steps(
    seed: str, chain: Derivation | Lemma, region: Region, known: dict[str, Any], all_lines: bool
) -> Iterator[CheckedStep]:  # fmt: skip
    before = chain.start
    for number, step in enumerate(chain.steps, start=1):
        ground = Ground(step.on or region, f"{seed}/{number}", known)

        def work(before: Line = before, step: Step = step, ground: Ground = ground, last: bool = step is chain.steps[-1]) -> None:
            if step.on is not None:
                covers(step.on, region, ground, "the step's own region")
            _by_rule(ground, before, step)
            if last and not isinstance(step.expr, Statement):
                _exists(ground, step.expr, is_lemma=isinstance(chain, Lemma))

        checked = _judged(number, step, ground, work, before)
        yield checked
        if checked.status != "holds" and not all_lines:
            return
        before = step.expr


def _judged(
    number: int, step: Step, ground: Ground, work: Callable[[], None], before: Line | None = None
) -> CheckedStep:  # fmt: skip
    """Run the check of one line and say how it ended."""
    failure = ""
    try:
        both: list[Any] = [line for line in (before, step.expr) if isinstance(line, Expr)]
        if isinstance(before, Expr) and len(both) == 2 and not any(line.has(*SOLVERS) for line in both):
            refuted = contrary(Rel(before, step.rel, step.expr), ground.region)
            if refuted is not None:
                return CheckedStep(number, step, ground.region, refuted)
        work()
    except Misapplied as error:
        failure = str(error)
    except Unsettled:
        pass
    except DplemmaError as error:
        failure = str(error)
    verdict = ground.verdict()
    if failure and verdict.verdict in SOLID:
        verdict = Verdict(verdict="undecided", engine="derivation", remark=failure)
    return CheckedStep(number, step, ground.region, verdict, tuple(ground.conditions), failure)


def _by_rule(ground: Ground, before: Line, step: Step) -> None:
    if isinstance(before, Statement) and not isinstance(step.rule, (basic.Logic, ByLemma, Decided, basic.Trusted)):
        raise Misapplied("this rule leads from expression to expression")
    if not isinstance(before, Statement) and not isinstance(step.expr, Statement):
        nodes = before.atoms(ExprWithLimits) | step.expr.atoms(ExprWithLimits)
        bound = {s.name for node in nodes for s in node.variables}
        for name, expr in step.rule.expressions().items():
            unknown = {s.name for s in expr.free_symbols} - bound - set(ground.region.names)
            if unknown:
                raise Misapplied(f"{name} of the rule uses {', '.join(sorted(unknown))}, which nothing here gives")
    RULES[type(step.rule)](ground, step.rule, before, step)


def _exists(ground: Ground, expr: Expr, *, is_lemma: bool) -> None:
    """The last line exists on the whole region, and with it, rule by rule, every line before it."""
    if integrals_of(expr) or expr.has(*SOLVERS):
        if not is_lemma:
            raise Misapplied("the last line still has an integral or an optimum, whose existence is not shown")
        return
    if expr not in ground.existing and not exists_on(expr, ground.region):
        raise Misapplied(f"{to_text(expr)} is not shown to exist on the whole region")


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
