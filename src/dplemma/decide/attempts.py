"""The searches for a proof of one statement, and what they are told.

Main definitions: `Case`, `Attempts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import Derivative, Expr

from dplemma.decide import objects
from dplemma.decide.regions import balls
from dplemma.lang.judgements import Monotone
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.region import Region
from dplemma.lang.statements import Statement
from dplemma.lang.unfolding import mapped, unfold
from dplemma.ledger.verdict import Hint, Verdict


@dataclass(frozen=True)
class Case:
    """What an engine needs besides the statement: the region, a seed, the rungs that won last time, a mechanism, the effort."""

    region: Region
    seed: str
    hint: Hint = frozenset()
    mechanism: Mechanism | None = None
    effort: str = "usual"

    def __post_init__(self) -> None:
        object.__setattr__(self, "region", unfold(self.region))
        object.__setattr__(self, "mechanism", unfold(self.mechanism))


class Attempts:
    """The searches for a proof, each made once, so that what won last time can be asked before a contrary point is looked for.

    A proof that the kernel accepts leaves none to be found. `form` says how tactics prove, `audit` whether balls support it.
    """

    def __init__(self, statement: Statement, case: Case, form: str, audit: Callable[[], bool]) -> None:
        self._statement, self._case, self._form, self._audit = statement, case, form, audit
        self.rejected = ""

    def as_before(self, inside: Mapping[str, str]) -> Verdict | None:
        """By what is in the hint, in the usual order."""
        found = self.by_tactics(inside) if "tactics" in self._case.hint else None
        return self.by_boxes() if found is None and self._case.hint - {"tactics", "derivation"} else found

    def by_tactics(self, inside: Mapping[str, str]) -> Verdict | None:
        """What tactics find; the kernel says `certified` if boxes are among it."""
        if self._tactics is None:
            return None
        boxed = _has_boxes(self._tactics)
        engine, form = ("balls", f"{self._form}, boxes where a gap turns") if boxed else ("symbolic", self._form)
        return Verdict(verdict="proved", engine=engine, form=form, won=("tactics",), witness=inside, proof=self._tactics)

    def by_boxes(self) -> Verdict | None:
        """What boxes show on the whole region."""
        if self.region.verdict is None or self._boxes is None:
            return None
        return self.region.verdict.with_(proof=self._boxes)

    @cached_property
    def _tactics(self) -> Any:
        proof = objects.by_tactics(self._statement, self._case.region)
        return proof if proof is not None and self._audit() else None

    @cached_property
    def region(self) -> balls.BallsOutcome:
        """How far boxes come, and what they leave open."""
        case, statement = self._case, self._statement
        searched = statement if isinstance(statement, Monotone) else mapped(statement, _differentiated, remember=True)
        return balls.certify(searched, case.region, case.seed, case.hint, effort=case.effort)

    @cached_property
    def _boxes(self) -> Any:
        proof, self.rejected = objects.by_boxes(self._statement, self._case.region, self.region.proved)
        return proof


def _has_boxes(proof: Any) -> bool:
    if isinstance(proof, dict):
        return proof.get("rule") in ("boxes", "number") or any(map(_has_boxes, proof.values()))
    return isinstance(proof, list) and any(map(_has_boxes, proof))


def _differentiated(expr: Expr) -> Expr:
    """With derivatives carried out, before a search replaces what stands inside them."""
    return expr.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit()) if expr.has(Derivative) else expr
