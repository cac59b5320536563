"""One assertion of a paper, as printed, on a stated region.

A claim is flat and keyword-only: either `lhs`, `rel`, `rhs` or `holds`. It carries no verdict: engines compute that.
Combinations that cannot mean anything are rejected when built, with the place in the source named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sympy import NumberSymbol, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.relational import Relational

from dplemma.base.errors import BadClaim, building_place
from dplemma.lang.abbreviate import Written, abbreviated
from dplemma.lang.judgements import Algorithm, Inference, Limit, Monotone, Number, Obligations
from dplemma.lang.measures import Measure, Simulation
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.region import Region
from dplemma.lang.sizes import check_sizes
from dplemma.lang.statements import Exists, Member, Rel, Statement
from dplemma.lang.trusted import TRUSTED
from dplemma.lang.unfolding import expanded

KINDS = (
    "identity", "inequality", "equivalence", "limit", "asymptotic", "monotonicity", "number", "algorithm", "ordering",
    "proof-step", "definition",
)  # fmt: skip
TIERS = ("core", "prose", "detail")
HARMS = ("unsafe", "wrong", "condition", "proof", "wording")
CLASSES = ("false", "condition", "proof")
_MEASURES = (Measure, Simulation)  # words without a number may stand in a claim of any kind
# What a claim of this kind must contain somewhere in its statement.
_NEEDS: dict[str, tuple[type[Statement], ...]] = {
    "identity": (Rel, Member),
    "inequality": (Rel,),
    "limit": (Limit,),
    "asymptotic": (Limit, Rel),
    "monotonicity": (Monotone,),
    "number": (Number, Rel),
    "algorithm": (Algorithm, Rel),  # a rule or a grid is said by relations
    "definition": (Obligations,),
    "proof-step": (Rel, Member, Monotone, Limit, Inference, Exists),
}


@dataclass(frozen=True)
class Extracted:
    """The literal text of a claim that is read as its evident print; region, words and mechanism where they differ too."""

    holds: Statement
    on: Region | None = None
    states: str = ""
    why: str = ""
    mechanism: Mechanism | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Claim:
    """A claim of a paper.

    `states` is the paper's wording, `reading` how doubtful symbols are read, `why` one sentence on what is wrong with a
    printed form that fails, `harm` what it would do to somebody who implements it (see HARMS). `assumes` names trusted
    lemmas. `mechanism` is the finite mechanism whose numbers are the variables, shown in full when it refutes.
    `amend` is the right statement of a false claim, `sharpen` a better one of a true claim. `class_` says how a false claim fails
    (see CLASSES): it follows from the harm unless it is given. `as_extracted` is the literal text where the claim is the evident
    print: a statement, or `Extracted` where more than the statement differs; `reading` then says why.
    """

    id: str
    where: str
    kind: str
    states: str
    on: Region = Region()  # noqa: RUF009  (immutable)
    lhs: Any = None
    rel: str = ""
    rhs: Any = None
    holds: Statement | None = None
    tier: str = "core"
    reading: str = ""
    why: str = ""
    harm: str = ""
    class_: str = ""
    assumes: tuple[str, ...] = ()
    mechanism: Mechanism | None = None
    not_formalised: str = ""
    amend: Claim | None = None
    sharpen: Claim | None = None
    as_extracted: Any = None
    amends: str = ""
    place: str = ""

    def __post_init__(self) -> None:
        if not self.place:
            object.__setattr__(self, "place", building_place())
        for name in ("amend", "sharpen"):
            if isinstance(better := getattr(self, name), Unfinished):
                object.__setattr__(self, name, better.finished(self))
        try:
            self._check()
        except BadClaim as error:
            raise BadClaim(f"claim {self.id!r}: {error.plain}", self.place) from None

    def _check(self) -> None:
        if not self.id or any(c.isspace() for c in self.id) or "/" not in self.id:
            raise BadClaim("an id is paper/name, without spaces")
        for word, known, what in ((self.kind, KINDS, "kind"), (self.tier, TIERS, "tier")):
            if word not in known:
                raise BadClaim(f"unknown {what} {word!r}; use one of {', '.join(known)}")
        if not isinstance(self.on, Region):
            raise BadClaim(f"on={self.on!r} is not a Region; write on=Region(mu=Interval(0, 1))")
        if isinstance(self.assumes, str):
            raise BadClaim(f"assumes is a tuple of names; write assumes=({self.assumes!r},)")
        self._check_fault()
        for name in self.assumes:
            if name not in TRUSTED:
                raise BadClaim(f"assumes {name!r}, which is not a trusted lemma ({', '.join(TRUSTED)})")
        sides = [self.lhs is not None, bool(self.rel), self.rhs is not None]
        forms = sum((any(sides), self.holds is not None, bool(self.not_formalised)))
        if forms != 1 or (any(sides) and not all(sides)):
            raise BadClaim("say it once: lhs, rel and rhs, or holds, or not_formalised with a reason")
        if self.not_formalised:
            return
        if any(sides):
            object.__setattr__(self, "holds", Rel(self.lhs, self.rel, self.rhs))
        if not isinstance(self.holds, Statement):
            raise BadClaim(f"{self.holds!r} is not a statement; write {_as_statement(self.holds)}, not a SymPy relation")
        for statement in (self.holds, *self.on.such_that):
            _check_leaves(statement)
            _check_bound(expanded(statement), self.on.names)
        _check_names((self.holds, *self.on.such_that), self.on.names)
        missing = self.holds.free_names() - set(self.on.names)
        if missing:
            raise BadClaim(f"uses {', '.join(sorted(missing))}, which its region does not give")
        needs = _NEEDS.get(self.kind, ())
        if needs and not any(isinstance(s, (*needs, *_MEASURES)) for s in self.holds.walk()):
            raise BadClaim(f"kind {self.kind!r} needs a {' or '.join(n.__name__ for n in needs)} in its statement")
        if self.amend and self.sharpen:
            raise BadClaim("a false claim is amended, a true one sharpened; not both")
        for better in (self.amend, self.sharpen):
            if better and (better.amend or better.sharpen):
                raise BadClaim("amendments have one level")
        for suffix, better in (("amended", self.amend), ("sharpened", self.sharpen)):
            if better and better.id != f"{self.id}/{suffix}":
                raise BadClaim(f"its better form must have the id {self.id}/{suffix}, not {better.id}")
        object.__setattr__(self, "as_extracted", self._literal())

    def _check_fault(self) -> None:
        if self.harm and self.harm not in HARMS:
            raise BadClaim(f"unknown harm {self.harm!r}; use one of {', '.join(HARMS)}")
        if self.class_ and self.class_ not in CLASSES:
            raise BadClaim(f"unknown class {self.class_!r}; use one of {', '.join(CLASSES)}")
        if self.harm and not self.class_:
            object.__setattr__(self, "class_", self.harm if self.harm in CLASSES else "false")

    def _literal(self) -> Claim | None:
        """The literal text as a claim of its own: what is not said of it is as in this claim."""
        literal = self.as_extracted
        if literal is None or isinstance(literal, Claim):
            return literal
        if not self.reading:
            raise BadClaim("a claim that differs from the text as extracted says in `reading` how it is read, and why")
        given = literal if isinstance(literal, Extracted) else Extracted(literal)
        return Claim(
            id=f"{self.id}/as-extracted", where=self.where, kind=self.kind, tier=self.tier, place=self.place, amends=self.id,
            holds=given.holds, on=given.on or self.on, states=given.states or self.states, why=given.why,
            mechanism=given.mechanism or self.mechanism, assumes=self.assumes,
        )  # fmt: skip

    @property
    def statement(self) -> Statement:
        if self.holds is None:
            raise BadClaim(f"claim {self.id!r} is not formalised: {self.not_formalised}", self.place)
        return self.holds

    @property
    def paper(self) -> str:
        return self.id.split("/", 1)[0]

    def family(self) -> tuple[Claim, ...]:
        """The claim, its amendment or sharpening, and its literal text where that is another."""
        return (self, *(form for form in (self.amend, self.sharpen, self.as_extracted) if form))

    def latex(self) -> str:
        return "" if self.holds is None else self._written.latex()

    def text(self) -> str:
        return "" if self.holds is None else self._written.text()

    @cached_property
    def _written(self) -> Written:
        return abbreviated(self.statement, self.on)

    def expanded(self) -> Claim:
        """The claim with every name replaced by its definition, for the reader."""
        return expanded(self)

    def digest(self) -> str:
        """Hash of the mathematics: statement, region, trusted lemmas; as written, and with the definitions of its names."""
        told = self.not_formalised or f"{self._canonical()}#{expanded(self)._canonical()}"
        return hashlib.sha256(f"{told}#{','.join(sorted(self.assumes))}".encode()).hexdigest()[:16]

    def _canonical(self) -> str:
        finite = "" if self.mechanism is None else f"{self.mechanism.P}|{self.mechanism.Q}"
        return f"{self.statement.canonical()}@{self.on.canonical()}#{finite}"

    def symbols(self) -> list[str]:
        return sorted(self.on.names)

    def numbers(self) -> list[str]:
        if self.holds is None:
            return []
        printed = [s.printed.text for s in self.holds.walk() if isinstance(s, Number)]
        rationals = {str(n) for s in self.holds.walk() for e in s.expressions() for n in e.atoms() if n.is_Rational}
        return sorted({*printed, *rationals})

    def __repr__(self) -> str:
        said = self.text().replace("\n", "; ")
        return f"<Claim {self.id}: {said or 'not formalised'}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


def _as_statement(relation: Any) -> str:
    """What to write for a SymPy relation."""
    if isinstance(relation, Relational):
        sign = {"==": "="}.get(relation.rel_op, relation.rel_op)
        return f"holds=Rel({relation.lhs}, {sign!r}, {relation.rhs})"
    return "holds=Rel(lhs, '<=', rhs)" + (", or All(...) of several" if relation is not None else "")


def _check_bound(statement: Statement, names: tuple[str, ...]) -> None:
    """An integral or solver may not bind a name that means something else around it."""
    for part in statement.walk():
        for expr in part.expressions():
            bound = {s.name for node in expr.atoms(ExprWithLimits) for s in node.variables}
            clash = bound & ({s.name for s in expr.free_symbols} | set(names))
            if clash:
                raise BadClaim(f"binds {', '.join(sorted(clash))} inside an integral or solver, but it is a variable as well")


def _check_names(statements: tuple[Statement, ...], names: tuple[str, ...]) -> None:
    """A variable called like a number is told apart in print only if that number does not occur."""
    expressions = [expr for statement in statements for part in statement.walk() for expr in part.expressions()]
    numbers = {str(number) for expr in expressions for number in expr.atoms(NumberSymbol)}
    if clash := numbers & {*names, *(symbol.name for expr in expressions for symbol in expr.atoms(Symbol))}:
        raise BadClaim(
            f"{', '.join(sorted(clash))} is a number and a variable in it, printed alike; give the variable another name"
        )


def _check_leaves(statement: Statement) -> None:
    """Signs belong to the region: a symbol that carries its own would be believed wherever it appears. Numbers are computable."""
    for part in statement.walk():
        for expr in part.expressions():
            check_sizes(expr)
            for symbol in expr.atoms(Symbol):
                if symbol != Symbol(symbol.name, real=True):
                    raise BadClaim(f"symbol {symbol.name} was not made by variables('{symbol.name}'): signs belong to the region")


@dataclass(frozen=True)
class Unfinished:
    """An amendment or a sharpening that takes id, place and kind from the claim it is given to."""

    word: str
    fields: Mapping[str, Any]
    place: str
    original_id: str = ""

    def finished(self, claim: Claim) -> Claim:
        taken = {"where": claim.where, "kind": claim.kind, "amends": claim.id if self.word == "amended" else ""}
        return Claim(id=f"{self.original_id or claim.id}/{self.word}", place=self.place, **{**taken, **self.fields})


def amended(original_id: str = "", **fields: Any) -> Any:
    """The amendment of the claim whose `amend` it becomes: same constructor, `where` and `kind` are the claim's unless said.

    With the claim's id it may stand by itself.
    """
    if original_id and {"where", "kind"} <= fields.keys():
        return Claim(id=f"{original_id}/amended", amends=original_id, **fields)
    return Unfinished("amended", fields, building_place(), original_id)


def sharpened(**fields: Any) -> Any:
    """The better form of the claim whose `sharpen` it becomes; `where` and `kind` are the claim's unless said."""
    return Unfinished("sharpened", fields, building_place())
