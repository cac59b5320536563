"""Propositions over relations between terms: what an exported theorem says, as data.

Main definitions: `Atom`, `IsWhole`, `Needed`, `And`, `Or`, `Negation`, `Arrow`, `Equivalent`, `Every`, `both`, `text_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dplemma.kernel.statement import Rel

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


def both(parts: Iterable[Prop]) -> Prop:
    """The conjunction, each part once."""
    found = tuple(dict.fromkeys(parts))
    return found[0] if len(found) == 1 else And(found)


def text_of(prop: Prop, rel_text: Callable[[Rel], str], name_text: Callable[[str], str]) -> str:
    """The proposition in Rocq's words, in parentheses where it has parts."""

    def text(part: Prop) -> str:
        return text_of(part, rel_text, name_text)

    match prop:
        case Atom(rel):
            return rel_text(rel)
        case IsWhole(name):
            bound = "k_" if name == "k" else "k"
            return f"(exists {bound} : Z, {name_text(name)} = IZR {bound})"
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
            bound = " ".join(map(name_text, names))
            return f"(forall {bound} : R, {' -> '.join([*map(text, premises), text(part)])})"
    raise TypeError(f"no proposition: {prop!r}")
