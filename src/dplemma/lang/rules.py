"""The rules of a derivation: what leads from one expression to the next. Data only; each brings what its check needs.

Every rule is checked by its own kind of evidence, in `decide/derivations`: an antiderivative is differentiated, a root is put
back into its equation, a majorant is integrated. A rule acts on one integral (or root, or optimum) of an expression and leaves
everything around it alone; where there are several, `of` names the bound variable of the one that is meant.

Main definitions: `Algebra`, `Definition`, `Bound`, `Logic`, `Decided`, `ByLemma`, `ByCases`, `Trusted`, `Cited`; `Substitute`,
`Antiderivative`, `SplitIntegral`, `Linearity`, `ExchangeDerivative`, `SameDerivative`, `Integrand`; `RootOf`,
`TurningPoint`, `AtPoint`, `SplitOptimum`, `Inside`; `Upwards`, `Greatest`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from sympy import Expr, Symbol

from dplemma.base.errors import BadClaim
from dplemma.lang.statements import expression
from dplemma.lang.text import to_latex, to_text
from dplemma.lang.trusted import TRUSTED

__all__ = [
    "Algebra", "Antiderivative", "AtPoint", "Bound", "ByCases", "ByLemma", "Cited", "Decided", "Definition",
    "ExchangeDerivative", "Greatest", "Inside", "Integrand", "Linearity", "Logic", "RootOf", "Rule", "SameDerivative",
    "SplitIntegral", "SplitOptimum", "Substitute", "Trusted", "TurningPoint", "Upwards",
]  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """Base class; `says` is the rule in a few words, `shown` the expressions it carries, for reports."""

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if item.type == "Symbol" and not isinstance(value, Symbol):
                raise BadClaim(f"{type(self).__name__}: {item.name} is a variable, not {value!r}")
            if item.type == "Expr" or (item.type == "Expr | None" and value is not None):
                object.__setattr__(self, item.name, expression(value))

    def says(self) -> str:
        raise NotImplementedError

    def shown(self) -> str:
        """The rule with LaTeX inside, for a page that is typeset."""
        return self.says()

    def lemmas(self) -> tuple[str, ...]:
        """The names of the lemmas that the rule uses."""
        return ()

    def renamed(self, name: Callable[[str], str]) -> Rule:
        """The same rule, its lemmas called by other names."""
        return self

    def expressions(self) -> dict[str, Expr]:
        """The expressions the rule carries, by the name of their field."""
        found = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: value for name, value in found.items() if isinstance(value, Expr) and not isinstance(value, Symbol)}


def _pair(template: str, *parts: Any) -> tuple[str, str]:
    """A phrase with expressions in it, as text and as LaTeX."""
    return template.format(*map(to_text, parts)), template.format(*(f"${to_latex(part)}$" for part in parts))


class _Phrased(Rule):
    """A rule whose words have expressions in them."""

    def phrase(self) -> tuple[str, str]:
        raise NotImplementedError

    def says(self) -> str:
        return self.phrase()[0]

    def shown(self) -> str:
        return self.phrase()[1]


# -- without calculus -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Algebra(Rule):
    """The two sides have one normal form; integrals that have none are compared by their ends and integrands."""

    def says(self) -> str:
        return "algebra"


@dataclass(frozen=True)
class Definition(Rule):
    """A named function is written out (or put in again): densities as exponentials, Q and QInv through Phi and PhiInv."""

    def says(self) -> str:
        return "definition"


@dataclass(frozen=True)
class Bound(Rule):
    """An inequality between the two sides, decided at every point of the region."""

    def says(self) -> str:
        return "bound"


@dataclass(frozen=True)
class Logic(Rule):
    """A statement implies, or is equivalent to, the next one, at every point of the region."""

    def says(self) -> str:
        return "logic"


@dataclass(frozen=True)
class Decided(Rule):
    """A statement that the engines decide as it stands: the rule of a lemma without steps."""

    def says(self) -> str:
        return "decided"


@dataclass(frozen=True, init=False)
class ByLemma(_Phrased):
    """A lemma of this derivation, with its variables set to the expressions given by name.

    `ByLemma(...).times(c)` multiplies both sides of its relation by a positive expression.
    """

    name: str
    at: Mapping[str, Any] = field(default_factory=dict)
    factor: Expr | None = None

    def __init__(self, name: str, **at: Any) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "at", {key: expression(value) for key, value in at.items()})
        object.__setattr__(self, "factor", None)

    def times(self, factor: Any) -> ByLemma:
        scaled = ByLemma(self.name, **self.at)
        object.__setattr__(scaled, "factor", expression(factor))
        return scaled

    def lemmas(self) -> tuple[str, ...]:
        return (self.name,)

    def renamed(self, name: Callable[[str], str]) -> ByLemma:
        again = ByLemma(name(self.name), **self.at)
        return again if self.factor is None else again.times(self.factor)

    def phrase(self) -> tuple[str, str]:
        other = {key: value for key, value in self.at.items() if to_text(value) != key}  # g = g says nothing
        setting = ", ".join(f"{key} = {{}}" for key in other)
        words = f"lemma {self.name}" + (f" at {setting}" if setting else "") + (", times {}" if self.factor is not None else "")
        return _pair(words, *other.values(), *(() if self.factor is None else (self.factor,)))


@dataclass(frozen=True, init=False)
class _BySeveral(Rule):
    """Lemmas of this derivation that do it together."""

    names: tuple[str, ...]

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", names)

    def lemmas(self) -> tuple[str, ...]:
        return self.names

    def renamed(self, name: Callable[[str], str]) -> _BySeveral:
        return type(self)(*map(name, self.names))

    def says(self) -> str:
        return "lemmas " + " and ".join(self.names)


class ByCases(_BySeveral):
    """Two lemmas of this derivation, each on its side of a condition; together they leave no point out."""

    def __init__(self, *names: str) -> None:
        if len(names) != 2:
            raise BadClaim("ByCases names two lemmas")
        super().__init__(*names)


class Greatest(_BySeveral):
    """A greatest of several terms (Max) is below a bound, because lemmas of this derivation say so of each."""

    def says(self) -> str:
        return f"each part of the maximum: {super().says()}"


@dataclass(frozen=True, init=False)
class Upwards(_Phrased):
    """f(u, u') <= f(v, v') with u <= v and u' <= v' given: f rises in each of its variables, one goes up after the other."""

    pairs: tuple[tuple[Symbol, Symbol], ...]

    def __init__(self, *pairs: tuple[Symbol, Symbol]) -> None:
        if not pairs or not all(isinstance(name, Symbol) for pair in pairs for name in pair):
            raise BadClaim("Upwards takes pairs of variables, the lower one first")
        object.__setattr__(self, "pairs", pairs)

    def phrase(self) -> tuple[str, str]:
        return _pair("rising from " + ", ".join("{} to {}" for _ in self.pairs), *(name for pair in self.pairs for name in pair))


@dataclass(frozen=True, init=False)
class Trusted(_Phrased):
    """An instance of a trusted lemma, with its parameters set to the expressions given by name; it goes to `assumes`."""

    name: str
    at: Mapping[str, Any] = field(default_factory=dict)

    def __init__(self, name: str, **at: Any) -> None:
        if name not in TRUSTED:
            raise BadClaim(f"{name!r} is not a trusted lemma ({', '.join(TRUSTED)})")
        if TRUSTED[name].statement is None:
            raise BadClaim(
                f"trusted lemma {name!r} reads a claim about mechanisms as one about numbers; no step can be an instance of it"
            )
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "at", {key: expression(value) for key, value in at.items()})

    def phrase(self) -> tuple[str, str]:
        setting = ", ".join(f"{key} = {{}}" for key in self.at)
        return _pair(f"trusted lemma {self.name}" + (f" at {setting}" if setting else ""), *self.at.values())


@dataclass(frozen=True)
class Cited(Decided):
    """A statement that is an instance of a trusted lemma: the rule of a lemma `by` it."""

    lemma: Trusted

    def says(self) -> str:
        return self.lemma.says()

    def shown(self) -> str:
        return self.lemma.shown()


# -- integrals ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Substitute(_Phrased):
    """variable = value(new): monotone and differentiable, with the right ends; the integrand gets the factor d value/d new."""

    variable: Symbol
    new: Symbol
    value: Expr

    def phrase(self) -> tuple[str, str]:
        return _pair("substitute {} = {}", self.variable, self.value)


@dataclass(frozen=True)
class Antiderivative(_Phrased):
    """The integral is the difference of the end values of `function`, whose derivative is the integrand."""

    function: Expr
    of: Symbol

    def phrase(self) -> tuple[str, str]:
        return _pair("antiderivative {}", self.function)


@dataclass(frozen=True)
class SplitIntegral(_Phrased):
    """The integral over both sides of `at`; `left` and `right` are equal to the integrand there (by default it is kept)."""

    of: Symbol
    at: Expr
    left: Expr | None = None
    right: Expr | None = None

    def phrase(self) -> tuple[str, str]:
        return _pair("split at {} = {}", self.of, self.at)


@dataclass(frozen=True)
class Linearity(_Phrased):
    """The integral is a linear combination of integrals over the same range; `into` if more than the integral changes."""

    of: Symbol
    into: Expr | None = None

    def phrase(self) -> tuple[str, str]:
        return "linearity of the integral", "linearity of the integral"


@dataclass(frozen=True)
class ExchangeDerivative(_Phrased):
    """d/dp of an integral is the integral of d/dp (Leibniz): `majorant`, which is integrable, dominates it for all p at once."""

    parameter: Symbol
    majorant: Expr

    def phrase(self) -> tuple[str, str]:
        return _pair("d/d{} under the integral, dominated by {}", self.parameter, self.majorant)


@dataclass(frozen=True)
class SameDerivative(_Phrased):
    """Both sides have the derivative that the lemma `derivative` states, and the same value where `variable` is `at`.

    `value` names the lemma that gives the value of the left side there; without it the engines compare the two values.
    """

    variable: Symbol
    at: Expr
    derivative: str
    value: str = ""

    def lemmas(self) -> tuple[str, ...]:
        return (self.derivative, self.value) if self.value else (self.derivative,)

    def renamed(self, name: Callable[[str], str]) -> SameDerivative:
        return replace(self, derivative=name(self.derivative), value=name(self.value) if self.value else "")

    def phrase(self) -> tuple[str, str]:
        return _pair("same derivative in {} and same value at {} = {}", self.variable, self.variable, self.at)


# -- roots and optima -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RootOf(_Phrased):
    """`value` lies in the root's interval and satisfies its equation, which is strictly monotone there."""

    of: Symbol
    value: Expr

    def phrase(self) -> tuple[str, str]:
        return _pair("root {} = {}", self.of, self.value)


@dataclass(frozen=True)
class TurningPoint(_Phrased):
    """The optimum is at `at`: the slope in `of` has one sign below it and the other above. `slope` is an equal form of it."""

    of: Symbol
    at: Expr
    slope: Expr | None = None

    def phrase(self) -> tuple[str, str]:
        return _pair("turning point {} = {}", self.of, self.at)


@dataclass(frozen=True)
class AtPoint(_Phrased):
    """The value at one point of the range is at most the least upper bound (at least the greatest lower one)."""

    of: Symbol
    at: Expr

    def phrase(self) -> tuple[str, str]:
        return _pair("the value at {} = {}", self.of, self.at)


@dataclass(frozen=True)
class SplitOptimum(_Phrased):
    """The optimum over a range is the better of those over its parts below and above `at`."""

    of: Symbol
    at: Expr

    def phrase(self) -> tuple[str, str]:
        return _pair("split at {} = {}", self.of, self.at)


@dataclass(frozen=True)
class Inside(_Phrased):
    """A rule applied to the function under an optimum or a root, for every value of the bound variable `of`."""

    of: Symbol
    rule: Rule

    def lemmas(self) -> tuple[str, ...]:
        return self.rule.lemmas()

    def renamed(self, name: Callable[[str], str]) -> Inside:
        return replace(self, rule=self.rule.renamed(name))

    def phrase(self) -> tuple[str, str]:
        text, typeset = _pair("for every {}: ", self.of)
        return text + self.rule.says(), typeset + self.rule.shown()

    def expressions(self) -> dict[str, Expr]:
        return {}


class Integrand(Inside):
    """An integral is >= 0 because its integrand, for every `of` the difference of the two sides of a lemma, is so."""
