"""A derivation: a chain of expressions (or statements), each reached from the one before by a named rule. Data only.

    Derivation(
        id="auc", title="...", proves="sensitivity_index/lemma-3", on=Region(psi=POSITIVE),
        lemmas=(Lemma(name="at zero", ...), ...),
        start=Integral(...),
        steps=(
            Step("=", Integral(...), Substitute(x, t, Phi(t)), "the threshold becomes the variable"),
            ...
        ),
    )

A chain of expressions concludes "first relation last", with the weakest relation of its links; a chain of statements (links
`implies` and `iff`) concludes that the first implies the last, or that both are equivalent. A lemma is a chain of its own, or a
statement that the engines decide as it stands. A derivation carries no verdict: the engines compute that.

Main definitions: `Derivation`, `Lemma`, `Step`, `PrintedProof`, `PrintedStep`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sympy import Expr, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.base.errors import BadClaim, building_place
from dplemma.lang.named import unfolded
from dplemma.lang.region import Region
from dplemma.lang.rules import Cited, Decided, Rule, Trusted
from dplemma.lang.statements import RELATIONS, Iff, Implies, Rel, Statement, expression

__all__ = ["Derivation", "Lemma", "PrintedProof", "PrintedStep", "Step"]

LINKS = ("implies", "iff")
Line = Expr | Statement


def _line(value: Any) -> Line:
    return value if isinstance(value, Statement) else expression(value)


@dataclass(frozen=True)
class Step:
    """`rel expr` by `rule`, and one line of prose that says why.

    `of` is the part of the line before that is rewritten; what stands around it stays as it is. A step says so where its rule
    could do the work of the line before as well: then no line can be left out unnoticed.
    """

    rel: str
    expr: Any
    rule: Rule
    because: str
    of: Any = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "expr", _line(self.expr))
        object.__setattr__(self, "of", None if self.of is None else _line(self.of))
        if not isinstance(self.rule, Rule):
            raise BadClaim(f"{self.rule!r} is not a rule; write Algebra(), Substitute(...) ...")
        _check_link(self.rel, self.expr)
        _check_prose(self.because)


@dataclass(frozen=True)
class PrintedStep:
    """A step of a proof as printed: no rule, only what it says. With the relation `says` it is a statement by itself."""

    rel: str
    expr: Any
    says: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "expr", _line(self.expr))
        if self.rel != "says" or not isinstance(self.expr, Statement):
            _check_link(self.rel, self.expr)
        _check_prose(self.says)


@dataclass(frozen=True, kw_only=True)
class PrintedProof:
    """The proof that a paper prints, decided link by link beside the derivation; its first false step is named.

    `on` is by default the derivation's region; `claims` are the refuted claims that its false lines are.
    """

    where: str
    start: Any
    steps: tuple[PrintedStep, ...]
    on: Region | None = None
    claims: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", _line(self.start))
        object.__setattr__(self, "steps", tuple(self.steps))
        linked = tuple(step for step in self.steps if step.rel != "says")
        if linked or not self.steps:
            conclusion(self.start, linked)


@dataclass(frozen=True, kw_only=True)
class Lemma:
    """A result used by later steps: a chain, or `holds`, a statement for the engines, or `by` a trusted lemma.

    `on` is by default the derivation's.
    """

    name: str
    says: str
    on: Region | None = None
    start: Any = None
    steps: tuple[Step, ...] = ()
    holds: Statement | None = None
    by: Trusted | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))
        _check_prose(self.says)
        if self.by is not None and (self.holds is None or not isinstance(self.by, Trusted)):
            raise BadClaim(f"lemma {self.name!r}: only what holds as it stands is by a trusted lemma, Trusted(...)")
        if (self.holds is None) == (self.start is None) or (self.holds is not None and self.steps):
            raise BadClaim(f"lemma {self.name!r}: give start and steps, or holds")
        if self.holds is None:
            object.__setattr__(self, "start", _line(self.start))
        elif not isinstance(self.holds, Statement):
            raise BadClaim(f"lemma {self.name!r}: {self.holds!r} is not a statement; write Rel(lhs, '<=', rhs)")

    @property
    def conclusion(self) -> Statement:
        return self.holds if self.holds is not None else conclusion(self.start, self.steps)

    @property
    def decided(self) -> Decided:
        """The rule of a lemma without steps."""
        return Decided() if self.by is None else Cited(self.by)

    def rules(self) -> Iterable[Rule]:
        return (self.decided,) if self.holds is not None else (step.rule for step in self.steps)


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """A result from its definitions, step by step. `proves` is the id of the claim whose two sides its ends are,
    `about` that of one which says the same in another form and is decided on its own.

    Without `start` the derivation consists of its lemmas alone: they then have to say all that the claim says. `uses` are the
    ids of other derivations: a rule names the result of one by its id, a lemma of one by "id: lemma".
    """

    id: str
    title: str
    on: Region
    start: Any = None
    steps: tuple[Step, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    proves: str = ""
    about: str = ""
    uses: tuple[str, ...] = ()
    printed: PrintedProof | None = None
    place: str = ""

    def __post_init__(self) -> None:
        if not self.place:
            object.__setattr__(self, "place", building_place())
        object.__setattr__(self, "steps", tuple(self.steps))
        object.__setattr__(self, "lemmas", tuple(self.lemmas))
        object.__setattr__(self, "uses", tuple(self.uses))
        try:
            self._check()
        except BadClaim as error:
            raise BadClaim(f"derivation {self.id!r}: {error.plain}", self.place) from None

    def _check(self) -> None:
        if not self.id or any(c.isspace() for c in self.id):
            raise BadClaim("an id is a word without spaces")
        if self.start is None and (self.steps or not self.lemmas):
            raise BadClaim("give start and steps, or lemmas that say it all")
        if self.start is not None:
            object.__setattr__(self, "start", _line(self.start))
            conclusion(self.start, self.steps)
        known = self._used()
        for lemma in self.lemmas:
            if ": " in lemma.name:
                raise BadClaim(f"lemma {lemma.name!r}: a colon stands between the id of a derivation and its lemma")
            if lemma.name in known:
                raise BadClaim(f"two lemmas are called {lemma.name!r}")
            _check_used(lemma.rules(), known)
            _check_lines([lemma.conclusion, *lines(lemma)], lemma.on or self.on)
            known.add(lemma.name)
        _check_used((step.rule for step in self.steps), known)
        _check_lines(lines(self), self.on)
        if self.printed is not None:
            _check_lines([self.printed.start, *(step.expr for step in self.printed.steps)], self.printed.on or self.on)

    def _used(self) -> set[str]:
        """The names of all that the derivations which are used have shown."""
        if not self.uses:
            return set()
        from dplemma.lang.derivation_uses import shared_names  # it loads derivations, which are of this class

        return {name for other in self.uses for name in shared_names(other)}

    @property
    def conclusion(self) -> Statement | None:
        return None if self.start is None else conclusion(self.start, self.steps)

    def region_of(self, lemma: Lemma) -> Region:
        return self.on if lemma.on is None else lemma.on


def lines(chain: Derivation | Lemma) -> list[Line]:
    """The expressions or statements of a chain, from the first to the last."""
    return [] if chain.start is None else [chain.start, *(step.expr for step in chain.steps)]


def conclusion(start: Line, steps: tuple[Any, ...]) -> Statement:
    """What a chain shows of its first and last line."""
    if not steps:
        raise BadClaim("a chain needs at least one step")
    rels = [step.rel for step in steps]
    if isinstance(start, Statement):
        if not all(rel in LINKS for rel in rels):
            raise BadClaim("a chain of statements is linked by implies and iff")
        return Iff(start, steps[-1].expr) if set(rels) == {"iff"} else Implies(start, steps[-1].expr)
    return Rel(start, combined(rels), steps[-1].expr)


def combined(rels: list[str]) -> str:
    """The relation of the ends of a chain: `=`, or the one direction that occurs, strict if a link is."""
    kinds = set(rels) - {"="}
    if any(rel in LINKS or rel == "!=" for rel in kinds):
        raise BadClaim("a chain of expressions is linked by = and by inequalities of one direction")
    if not kinds:
        return "="
    if kinds <= {"<", "<="}:
        return "<" if "<" in kinds else "<="
    if kinds <= {">", ">="}:
        return ">" if ">" in kinds else ">="
    raise BadClaim("a chain that goes both up and down says nothing of its ends")


def _check_link(rel: str, line: Line) -> None:
    known = LINKS if isinstance(line, Statement) else RELATIONS
    if rel not in known:
        raise BadClaim(f"unknown link {rel!r}; use one of {' '.join(known)}")


def _check_prose(text: str) -> None:
    if not text.strip() or "\n" in text:
        raise BadClaim("every step has one line of prose that says why")


def _check_used(rules: Iterable[Rule], known: set[str]) -> None:
    for name in (name for rule in rules for name in rule.lemmas()):
        if name not in known:
            raise BadClaim(f"uses lemma {name!r}, which is not among those before it ({', '.join(sorted(known)) or 'none'})")


def _check_lines(found: Iterable[Line], region: Region) -> None:
    """Variables come from the region, carry no sign of their own, and are not bound inside as well."""
    for line in found:
        statement = line if isinstance(line, Statement) else Rel(line, "=", line)
        missing = statement.free_names() - set(region.names)
        if missing:
            raise BadClaim(f"uses {', '.join(sorted(missing))}, which the region {region.text()} does not give")
        for expr in (e for part in statement.walk() for e in part.expressions()):
            for symbol in expr.atoms(Symbol):
                if symbol != Symbol(symbol.name, real=True):
                    raise BadClaim(f"symbol {symbol.name} was not made by variables('{symbol.name}'): signs belong to the region")
            bound = {s.name for node in unfolded(expr).atoms(ExprWithLimits) for s in node.variables} & set(region.names)
            if bound:
                raise BadClaim(f"binds {', '.join(sorted(bound))}, which is a variable of the region as well")
