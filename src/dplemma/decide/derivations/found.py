"""What is found of a derivation: a verdict on each line, and why a line does not hold.

Main definitions: `CheckedDerivation`, `CheckedChain`, `CheckedStep`, `Condition`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from dplemma.decide.points.refute import shown
from dplemma.ground.points import witness
from dplemma.kernel.derivation import Theorem
from dplemma.lang.claim import Claim
from dplemma.lang.derivation import Derivation, Line, PrintedStep, Step
from dplemma.lang.region import Region
from dplemma.ledger.verdict import Verdict, all_stops

Json = Any
SOLID = ("proved", "certified")


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
    used: tuple[CheckedChain, ...] = ()  # of other derivations
    proof: Json = None  # the object for the kernel, if every line holds
    theorems: Mapping[str, Theorem] = field(default_factory=dict, repr=False)  # what is shown, in its order

    def failing(self) -> tuple[str, int, str] | None:
        """The first line that does not hold: its lemma ("" for the main chain), its number, and why. 0 is the first line.

        Lemmas come before the ends: a claim may be missed because a lemma is not what it should be.
        """
        for chain in (*self.used, *self.chains):
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
        found = [step.verdict for chain in (*self.used, *self.chains) for step in chain.steps] + [c.verdict for c in self.ends]
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
