"""Propositions on a region: each relation with variables is a lemma of its own, under what is given of its variables.

Main definition: `Leaves`, whose `proved(prop)` gives the tactics for a goal that holds wherever what is given holds.

A relation without variables is a fact about numbers (`facts`). An equality is shown by `ring` or `field`, an inequality by `lra`,
`nra`, the signs of factors and terms, or `interval`; the tactics are in `library`. Which of them is enough Rocq finds out, and a
relation that none of them shows is one that the file is refused for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from dplemma.kernel.calculus import smooth
from dplemma.kernel.statement import Rel, names_of
from dplemma.kernel.term import MINUS, ZERO, Term, free, mul, nodes, put, var
from dplemma.rocq.at_points import conjunction, shown, value
from dplemma.rocq.facts import NumberFacts, prop_text
from dplemma.rocq.forms import Hints, NoHint, region_of
from dplemma.rocq.integrals import closed_form, integrals_out
from dplemma.rocq.logic import (
    And,
    Arrow,
    Atom,
    Differentiable,
    Equivalent,
    Every,
    Integrable,
    IsIntegral,
    IsSlope,
    IsWhole,
    Needed,
    Negation,
    Or,
    Prop,
    Some,
    names_in,
)
from dplemma.rocq.order import ordered
from dplemma.rocq.statements import second_name
from dplemma.rocq.terms import NotExported, conditions, filter_text, slope, term_text, variable


@dataclass(frozen=True)
class Given:
    """The variables in sight, and what is known of them."""

    names: tuple[str, ...] = ()
    props: tuple[Prop, ...] = ()

    def and_(self, prop: Prop) -> Given:
        return Given(self.names, (*self.props, *_flat(prop)))

    def about(self, names: frozenset[str]) -> Given:
        """Only what is connected with these variables, by a chain of premises."""
        known, before = names, frozenset[str]()
        while known != before:
            before = known
            known = known.union(*(names_in(prop) for prop in self.props if names_in(prop) & known))
        props = tuple(dict.fromkeys(prop for prop in self.props if names_in(prop) & known))
        return Given(tuple(name for name in self.names if name in known), props)


def _flat(prop: Prop) -> tuple[Prop, ...]:
    match prop:
        case Needed(part):
            return _flat(part)
        case And(parts):
            return tuple(each for part in parts for each in _flat(part))
    return (prop,)


@dataclass
class Leaves:
    """Tactics for propositions, and the lemmas they use, which stand among those about numbers."""

    facts: NumberFacts = field(default_factory=NumberFacts)
    exhibits: list[Mapping[str, Term]] = field(default_factory=list)

    def proved(self, prop: Prop, given: Given = Given()) -> str:  # noqa: B008 (frozen)
        """A tactic that closes the goal, variables and premises being in the context."""
        match prop:
            case Needed(part):
                return self.proved(part, given)
            case And(parts) if parts:
                first, *rest = (self.proved(part, given) for part in parts)
                return conjunction(first, rest)
            case Every(names, premises, part):
                inner = Given((*given.names, *names), given.props)
                for premise in premises:
                    inner = inner.and_(premise)
                more = f"do {len(premises)} intro" if isinstance(part, (Arrow, Every)) else "intros"
                return f"intros {' '.join(map(variable, names))}; {more}; broken; {self.proved(part, inner)}"
            case Arrow(premise, conclusion):
                return f"intro; broken; {self.proved(conclusion, given.and_(premise))}"
            case Equivalent(left, right):
                forward, backward = self.proved(right, given.and_(left)), self.proved(left, given.and_(right))
                return f"split; intro; broken; [{forward} | {backward}]"
            case Atom(rel) if names_of(rel):
                return self._leaf(rel, given)
            case Differentiable(term):
                tactic = f"intros; exists {term_text(slope(term[1], term[2]))}; derived."
                needed, given = self._with_conditions([term], given)
                return needed + self._applied("differentiable", prop, given, tactic)
            case Integrable(term):
                return f"eexists; {self._closed(term, given)}"
            case Some(names, premises, part) if self.exhibits:
                return self._exhibited(prop, names, premises, part)
            case Negation(Atom(rel)) if names_of(rel):
                return f"{_CONTRARY[rel.rel]}; {self._leaf(rel.opposite(), given)}"
            case And() | Atom() | Or() | Negation() if _closed(prop) and value(prop, self.facts) is True:
                return shown(prop, self.facts)
            case IsWhole():
                return "assumption"
        raise NotExported(f"a part of the kind {type(prop).__name__} is not shown on a region")

    def _leaf(self, rel: Rel, given: Given) -> str:
        if integrals := _integrals(rel, given):
            return self._integrated(rel, given, integrals)
        if (rising := self._rising(rel, given)) is not None:
            return rising
        slopes = [
            node for side in (rel.left, rel.right) for node in nodes(side) if isinstance(node, tuple) and node[0] == "Derivative"
        ]
        needed, given = self._with_conditions(slopes, given)
        return needed + self._applied("leaf", Atom(rel), given, f"intros. {_hinted(rel, given.about(names_of(rel)))}")

    def _integrated(self, rel: Rel, given: Given, integrals: list[Term]) -> str:
        """By the closed forms of the integrals, in the relation and in what is given."""
        steps = []
        for term in integrals:
            n, value = len(self.facts.lemmas), closed_form(term).value
            says, proof = f"{term_text(term)} = {term_text(value)}", f"apply ({_value_law(term)}); {self._closed(term, given)}"
            steps.append(f"assert (I{n} : {says}) by ({proof}); try rewrite I{n} in *; clear I{n}; ")
        there = tuple(Atom(_without_integrals(p.rel)) if isinstance(p, Atom) else p for p in given.props)
        return "".join(steps) + self._leaf(_without_integrals(rel), Given(given.names, there))

    def _closed(self, term: Term, given: Given) -> str:
        """A lemma that an integral has the value of its closed form, and its use; what is given by integrals is left out."""
        if not free(term):
            return f"exact {self.facts.integral(term)}"
        closed = closed_form(term)
        simple = Given(given.names, tuple(p for p in given.props if not (isinstance(p, Atom) and _integrals(p.rel, Given()))))
        needed, simple = self._asserted(closed.needs, simple)
        tactic = f"intros; {closed.proof({}, 'first [assumption | lra | solve [signed]]')}."
        return needed + self._applied("integrated", IsIntegral(term, closed.value), simple, tactic)

    def _with_conditions(self, slopes: list[Term], given: Given) -> tuple[str, Given]:
        """What the bodies of derivatives need in order to exist, shown before it is used."""
        return self._asserted((need for term in slopes for need in conditions(term[1])), given)

    def _asserted(self, needs: Iterable[Prop], given: Given) -> tuple[str, Given]:
        steps = []
        for need in dict.fromkeys(needs):
            steps.append(
                f"assert {prop_text(And((need, And(()))), {})} by (split; [{self.proved(need, given)} | exact I]); broken; "
            )
            given = given.and_(need)
        return "".join(steps), given

    def _rising(self, rel: Rel, given: Given) -> str | None:
        """A term at two places of one variable, which are ordered: by the sign of its slope between them."""
        pairs = [(p.rel.left[1], p.rel.right[1]) for p in given.props if isinstance(p, Atom) and _orders(p.rel)]
        found = next((pair for pair in pairs if put(rel.left, {pair[0]: var(pair[1])}) == rel.right), None)
        if found is None or not smooth(rel.left, found[0]):
            return None
        (name, second), falls = found, ">" in rel.rel
        body = mul(MINUS, rel.left) if falls else rel.left
        here, needs = slope(body, name), conditions(body)
        region = Given(tuple(n for n in given.names if n != second), tuple(p for p in given.props if second not in names_in(p)))
        inside = Given(region.names, tuple(_opened(p, name) for p in region.props))
        exists = " | ".join(self._exists_there(need, region, name) for need in needs)
        derived = self._named(
            "derived", IsSlope(body, name, here), Given(region.names, (*region.props, *needs)), "intros; derived."
        )
        sign = Rel(here, ">" if rel.strict else ">=", ZERO)
        steep = self._named("leaf", Atom(sign), inside)
        x, y, law = variable(name), variable(second), "rises" if rel.strict else "climbs"
        function, slopes = (f"(fun {x} : R => {term_text(each)})" for each in (body, here))
        given_there = f"first [assumption | lra{' | ' + exists if exists else ''}]"
        proof = (
            f"apply ({law} {function} {slopes} {x} {y}); [assumption | intros z Z; {self._at(derived, name, given_there)} "
            f"| intros z Z; {_AS_POSITIVE[rel.strict]}; {self._at(steep, name)}]"
        )
        if not falls:
            return proof
        goal = f"{term_text(body)} {'<' if rel.strict else '<='} {term_text(put(body, {name: var(second)}))}"
        return f"enough ({goal}) by lra; {proof}"

    def _exists_there(self, need: Prop, region: Given, name: str) -> str:
        """What a term needs in order to exist, at z in place of the variable."""
        if isinstance(need, Atom) and not names_of(need.rel):
            return f"exact {self.facts.fact(need.rel, True)}"
        return self._at(self._named("leaf", need, region), name)

    def _named(self, kind: str, prop: Prop, given: Given, tactic: str = "") -> tuple[str, tuple[str, ...]]:
        near = given.about(names_in(prop))
        if isinstance(prop, Atom) and not tactic:
            tactic = f"intros. {_hinted(prop.rel, near)}"
        return self.facts.lemma(kind, prop_text(Every(near.names, near.props, prop), {}), tactic), near.names

    @staticmethod
    def _at(lemma: tuple[str, tuple[str, ...]], name: str, given: str = "first [assumption | lra]") -> str:
        """A lemma used at z in place of the variable."""
        values = ("z" if each == name else variable(each) for each in lemma[1])
        return f"apply ({' '.join([lemma[0], *values])}); {given}"

    def _exhibited(self, prop: Prop, names: tuple[str, ...], premises: tuple[Prop, ...], part: Prop) -> str:
        """The values that the certificate exhibits."""
        point = self.exhibits.pop(0)
        facts = NumberFacts(point, self.facts.lemmas, self.facts.known)
        if not set(names) <= point.keys() or value(prop, facts) is not True:
            raise NotExported("what is to exist is not seen to be so at the values of the certificate")
        values = "; ".join(f"exists {facts.values[name]}" for name in names)
        return f"{values}; clear; {shown(And((*premises, part)), facts)}"

    def _applied(self, kind: str, prop: Prop, given: Given, tactic: str) -> str:
        """A lemma for what is connected with a proposition, and its use where the variables and premises are in the context."""
        name, names = self._named(kind, prop, given, tactic)
        return f"apply ({' '.join([name, *map(variable, names)])}); assumption"


def _integrals(rel: Rel, given: Given) -> list[Term]:
    """The integrals in a relation and in what is given."""
    relations = [rel, *(prop.rel for prop in given.props if isinstance(prop, Atom))]
    terms = [node for each in relations for side in (each.left, each.right) for node in nodes(side)]
    return list(dict.fromkeys(node for node in terms if isinstance(node, tuple) and node[0] == "Integral"))


def _value_law(term: Term) -> str:
    return f"integral_value _ {' '.join(filter_text(end, {}) for end in term[3:])}"


def _without_integrals(rel: Rel) -> Rel:
    left, right = (integrals_out(side) for side in (rel.left, rel.right))
    return Rel(left, rel.rel, right)


_AS_POSITIVE = {True: "apply Rgt_lt", False: "apply Rge_le"}


def _orders(rel: Rel) -> bool:
    sides = (rel.left, rel.right)
    return (
        rel.rel == "<" and all(isinstance(s, tuple) and s[0] == "var" for s in sides) and rel.right[1] == second_name(rel.left[1])
    )


def _opened(prop: Prop, name: str) -> Prop:
    """A bound of a variable without its end: it lies between two others."""
    match prop:
        case Atom(Rel(("var", bounded), "<=" | ">=" as rel, Fraction() as end)) if bounded == name:
            return Atom(Rel(("var", name), rel[0], end))
    return prop


_CONTRARY = {
    "<=": "apply Rlt_not_le; apply Rgt_lt", "<": "apply Rle_not_lt; apply Rge_le", ">=": "apply Rlt_not_ge",
    ">": "apply Rle_not_gt", "=": "idtac",
}  # fmt: skip


def _closed(prop: Prop) -> bool:
    match prop:
        case Atom(rel):
            return not names_of(rel)
        case And(parts) | Or(parts):
            return all(map(_closed, parts))
        case Negation(part) | Needed(part):
            return _closed(part)
    return False


def _hinted(rel: Rel, given: Given) -> str:
    """What is quick; the proof by normal forms, where the normaliser has them; the plain tactics."""
    relations = [prop.rel for prop in given.props if isinstance(prop, Atom)]
    try:
        hinted = ordered(rel, Hints(region_of(given.names, relations)))
    except NoHint:
        return f"{_tactic(rel)}."
    quick = "fields" if rel.rel == "=" else "quickly"
    return f"first [solve [{quick}] | solve [{hinted}] | {_tactic(rel)}]."


def _tactic(rel: Rel) -> str:
    if rel.rel == "=":
        return "identity"
    if rel.rel == "!=":
        return "differs"
    bisected = ", ".join(f"i_bisect {variable(name)}" for name in sorted(names_of(rel)))
    return f"settled ltac:(interval with ({bisected}))"
