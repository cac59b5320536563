"""Propositions over relations between terms: what an exported theorem says, as data.

Main definitions: `Atom`, `IsWhole`, `Differentiable`, `Integrable`, `IsSlope`, `IsIntegral`, `Needed`, `And`, `Or`, `Negation`,
`Arrow`, `Equivalent`, `Every`, `Some`, `both`, `names_in`, `text_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dplemma.kernel.statement import Rel, names_of
from dplemma.kernel.term import Term, free

_AND, _OR = " /\\ ", " \\/ "


class Prop:
    """Base class of propositions."""


@dataclass(frozen=True)
class Atom(Prop):
    """A relation between two terms, as Rocq's total functions read it."""

    rel: Rel


@dataclass(frozen=True)
class IsWhole(Prop):
    """A variable is an integer."""

    name: str


@dataclass(frozen=True)
class Differentiable(Prop):
    """What a derivative is taken of has one: the derivative is this term."""

    derivative: Term


@dataclass(frozen=True)
class Integrable(Prop):
    """An integral, which is this term, converges."""

    integral: Term


@dataclass(frozen=True)
class IsIntegral(Prop):
    """An integral has a value."""

    integral: Term
    value: Term


@dataclass(frozen=True)
class IsSlope(Prop):
    """One term is the derivative of another by a variable."""

    body: Term
    name: str
    slope: Term


@dataclass(frozen=True)
class Needed(Prop):
    """What must hold for a side to exist."""

    part: Prop


@dataclass(frozen=True)
class And(Prop):
    """All parts; of no part: what is always true."""

    parts: tuple[Prop, ...]


@dataclass(frozen=True)
class Or(Prop):
    parts: tuple[Prop, ...]


@dataclass(frozen=True)
class Negation(Prop):
    part: Prop


@dataclass(frozen=True)
class Arrow(Prop):
    premise: Prop
    conclusion: Prop


@dataclass(frozen=True)
class Equivalent(Prop):
    left: Prop
    right: Prop


@dataclass(frozen=True)
class Every(Prop):
    """For all real values of the names that satisfy the premises."""

    names: tuple[str, ...]
    premises: tuple[Prop, ...]
    part: Prop


@dataclass(frozen=True)
class Some(Prop):
    """There are real values of the names that satisfy the premises and the part."""

    names: tuple[str, ...]
    premises: tuple[Prop, ...]
    part: Prop


def both(parts: Iterable[Prop]) -> Prop:
    """The conjunction, each part once."""
    found = tuple(dict.fromkeys(parts))
    return found[0] if len(found) == 1 else And(found)


def names_in(prop: Prop) -> frozenset[str]:
    """The variables a proposition is about."""
    match prop:
        case Atom(rel):
            return names_of(rel)
        case IsWhole(name):
            return frozenset((name,))
        case Needed(part) | Negation(part):
            return names_in(part)
        case And(parts) | Or(parts):
            return frozenset().union(*map(names_in, parts))
        case Arrow(left, right) | Equivalent(left, right):
            return names_in(left) | names_in(right)
        case Every(names, premises, part) | Some(names, premises, part):
            return names_in(part).union(*map(names_in, premises)) - set(names)
        case Differentiable(term) | Integrable(term):
            return free(term)
        case IsIntegral(integral, value):
            return free(integral) | free(value)
        case IsSlope(body, name, slope):
            return free(body) | free(slope) | {name}
    raise TypeError(f"no proposition: {prop!r}")


Bound = frozenset[str]


def text_of(
    prop: Prop, rel_text: Callable[[Rel, Bound], str], any_text: Callable[[Term, Bound], str], bound: Bound = frozenset()
) -> str:
    """The proposition in Rocq's words, in parentheses where it has parts; `bound` are the names that a quantifier binds."""

    def text(part: Prop, names: Iterable[str] = ()) -> str:
        return text_of(part, rel_text, any_text, bound.union(names))

    def term_text(term: Term) -> str:
        return any_text(term, bound)

    def name_text(name: str) -> str:
        return term_text(("var", name))

    def listed(names: tuple[str, ...]) -> str:
        return " ".join(any_text(("var", name), bound.union(names)) for name in names)

    match prop:
        case Atom(rel):
            return rel_text(rel, bound)
        case IsWhole(name):
            k = "k_" if name == "k" else "k"
            return f"(exists {k} : Z, {name_text(name)} = IZR {k})"
        case Needed(part):
            return text(part)
        case And(parts) if not parts:
            return "True"
        case And(parts):
            return f"({_AND.join(map(text, parts))})"
        case Or(parts):
            return f"({_OR.join(map(text, parts))})"
        case Negation(part):
            return f"(~ {text(part)})"
        case Arrow(premise, conclusion):
            return f"({text(premise)} -> {text(conclusion)})"
        case Equivalent(left, right):
            return f"({text(left)} <-> {text(right)})"
        case Every(names, premises, part):
            inside = [text(each, names) for each in (*premises, part)]
            return f"(forall {listed(names)} : R, {' -> '.join(inside)})"
        case Some(names, premises, part):
            inside = [text(each, names) for each in (*premises, part)]
            return f"(exists {listed(names)} : R, {_AND.join(inside)})"
        case Differentiable(derivative):
            return term_text(derivative).replace("(Derive ", "(ex_derive ", 1)
        case Integrable(integral):
            return term_text(integral).replace("(RInt_gen ", "(ex_RInt_gen ", 1)
        case IsIntegral(integral, value):
            return f"{term_text(integral).replace('(RInt_gen ', 'is_RInt_gen ', 1)[:-1]} {term_text(value)}"
        case IsSlope(body, name, slope):
            return f"is_derive (fun {name_text(name)} : R => {term_text(body)}) {name_text(name)} {term_text(slope)}"
    raise TypeError(f"no proposition: {prop!r}")
