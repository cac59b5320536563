"""From one line to the next in steps of the kernel: each is written, completed with proofs of its conditions, checked at once.

Main definitions: `Walk`, `Finder`, `Misapplied`, `Open`, `chosen`.

Nothing here is believed: what is found is data that the kernel accepts, or the step is given up with the kernel's reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sympy import Derivative, Expr, Integral, preorder_traversal
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.decide.derivations.prove import prove
from dplemma.kernel.derivation import Derived
from dplemma.kernel.exists import parts_that_exist
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import Region, Rel, Statement
from dplemma.kernel.steps import matched_bodies
from dplemma.kernel.term import BINDERS, Rejected, Term, put, read_term, shown, swap, var
from dplemma.lang.region import Region as LangRegion
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.statements import Statement as LangStatement
from dplemma.lang.tree import written
from dplemma.proofs.terms import write_term

Json = Any


class Misapplied(Exception):
    """The rule does not lead from one line to the next; the message says what fails."""


class Open(Rejected):
    """A side condition for which no proof was found."""


def in_terms(line: Expr | LangStatement) -> Any:
    """A line as the kernel reads it."""
    return read_statement(written_statement(line)) if isinstance(line, LangStatement) else read_term(written(line))


def tree_of(line: Any, original: Any = None) -> Json:
    """A line of the object."""
    return {"statement": written_statement(original)} if isinstance(line, Statement) else write_term(line)


def in_region(region: LangRegion) -> Region:
    return read_region(region_to_tree(region))


def chosen(expr: Expr, variable: Any, kinds: type | tuple[type, ...] = Integral) -> Expr:
    """The one node of these kinds that binds the variable, outside every other such node."""
    found: list[Expr] = []
    walk = preorder_traversal(expr, keys=True)
    for node in walk:
        if isinstance(node, (Derivative, ExprWithLimits)):
            walk.skip()
            if isinstance(node, kinds) and node.limits[0][0] == variable and node not in found:
                found.append(node)
    if len(found) != 1:
        words = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise Misapplied(f"the line has {len(found)} nodes {words} over {variable}; the rule needs one")
    return found[0]


@dataclass
class Finder(Derived):
    """The kernel's checker, which looks for a proof of each side condition that has none yet."""

    conditions: list[str] = field(default_factory=list)

    def must(self, rel: Rel, region: Region, step: Json, key: str, where: str) -> None:
        if key not in step:
            found = prove(rel, region)
            if found is None:
                raise Open(f"{key}: {rel.text()} is not shown")
            step[key] = found
        super().must(rel, region, step, key, where)
        self.conditions.append(f"{key}: {rel.text()}")


@dataclass
class Walk:
    """The line reached so far on a region, and the steps that led there."""

    finder: Finder
    line: Any
    region: Region
    links: list[tuple[str, Any, Json]] = field(default_factory=list)

    def go(self, rel: str, line: Any, step: Json) -> None:
        """One step, if the kernel accepts it."""
        mark = len(self.finder.conditions)
        try:
            self.finder.step(self.line, rel, line, self.region, step, "step")
        except Rejected:
            del self.finder.conditions[mark:]
            raise
        self.links.append((rel, line, step))
        self.line = line

    def back(self, line: Any, links: int, conditions: int) -> None:
        """To a line that was reached before, as if the steps since then had not been tried."""
        self.line = line
        del self.links[links:], self.finder.conditions[conditions:]

    def replace(self, old: Term, new: Term, step: Json) -> None:
        """A step that acts on one part of the line."""
        if old == self.line:
            return self.go("=", new, step)
        hole = self.region.fresh(self.line, new, like="hole")
        context = swap(self.line, old, var(hole))
        if context == self.line:
            raise Misapplied(f"{shown(old)} does not stand in the line before")
        parts = {"context": write_term(context), "hole": hole, "old": write_term(old), "new": write_term(new)}
        self.go("=", put(context, {hole: new}), {**step, **parts})

    def reach(self, line: Term) -> None:
        """An equal line: by its normal form, with nodes that bind matched one to one where that is needed."""
        if self.line == line:
            return
        try:
            self.go("=", line, {"rule": "equal"})
        except Rejected as reason:
            pairs = list(self._matches(line))
            if not pairs:
                raise reason from None
            self.go("=", line, {"rule": "equal", "matched": pairs})

    def _matches(self, line: Term) -> Iterator[Json]:
        theirs = _binders(line)
        for old in _binders(self.line):
            for new in theirs:
                pair = {"old": write_term(old), "new": write_term(new)}
                if old == new or self._match(old, new, pair):
                    yield pair
                    break

    def _match(self, old: Term, new: Term, pair: Json) -> bool:
        try:
            matched_bodies(self.finder, old, new, self.region, pair, "match")
        except Rejected:
            return False
        return True


def _binders(term: Term) -> list[Term]:
    found = [node for node in parts_that_exist(term) if isinstance(node, tuple) and node[0] in BINDERS]
    return list(dict.fromkeys(found))
