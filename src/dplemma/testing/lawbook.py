"""Laws: what is proved or certified about quantities, as properties of anybody's functions.

    @pytest.mark.parametrize("law", laws("gaussian", {"delta": my_delta, "epsilon": my_epsilon, "auc": my_auc}))
    def test_laws(law):
        law()

Main definitions: `laws`, `Law`, `LawOf`, `Laws`.

A law states a relation between functions of a family at variables of a range: that one rises, inverts another, is bounded by it.
It cites the claims it follows from, and it exists only as long as the ledger has each of them proved or certified. It needs no
oracle for the functions it is about: a library is held against itself. Functions of other families that occur in it are yours if
you give them by their full name (`"gaussian.epsilon"`), else certified values.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from textwrap import shorten
from typing import Any

from hypothesis import currently_in_test_context, reject
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from dplemma.audit.hunt import hunt
from dplemma.audit.spans import Span
from dplemma.base.errors import DplemmaError, OutOfBudget, unknown
from dplemma.formulas import find
from dplemma.lang.parameters import PARAMETERS
from dplemma.ledger import store as ledger
from dplemma.testing.matches import bound_call
from dplemma.testing.session import current
from dplemma.testing.strategies import numbers
from dplemma.values.calls import Call, name_of
from dplemma.values.evaluator import evaluator
from dplemma.values.exact import BadInput

ESTABLISHED = ("proved", "certified")
RTOL = 1e-9
_WHOLE = ("d", "k", "steps")
_BITS = 64
Relation = tuple[float, str, float]


class NotEstablished(DplemmaError):
    """A law cites a claim that is not proved or certified, so it is no law."""


@dataclass(frozen=True, kw_only=True)
class Law:
    """One relation between the functions `needs` of its family.

    `holds(F, ...)` calls them as `F.delta(eps, mu)`, and `F.certified("gaussian.epsilon", delta, mu)` for other families. Its
    other parameters are the variables: named as parameters of quantities, with `_2` behind a second one, and drawn from the
    ordinary range unless `on` says "low:high". It gives relations (left, "<=" or "=", right), each to be satisfied up to
    `rtol` of the larger side, or None where it says nothing.
    """

    name: str
    family: str
    needs: tuple[str, ...]
    says: str
    claims: tuple[str, ...]
    holds: Callable[..., Relation | list[Relation] | None]
    on: Mapping[str, str] = field(default_factory=dict)
    rtol: float = RTOL
    over: tuple[str, ...] = ()  # the variables, where `holds` takes some by `**`

    @property
    def variables(self) -> tuple[str, ...]:
        named = [p.name for p in inspect.signature(self.holds).parameters.values() if p.default is p.empty]
        return self.over or tuple(named)[1:]

    def span(self, name: str) -> Span:
        stem = name.removesuffix("_2").removesuffix("_3")
        text = self.on.get(name) or self.on.get(stem) or f"{PARAMETERS[stem].low}:{PARAMETERS[stem].high}"
        low, high = (Fraction(end) for end in text.split(":"))
        return Span(float(low), float(high), stem in _WHOLE)

    def verdicts(self, records: ledger.Records) -> dict[str, str]:
        """The verdict of each claim; `NotEstablished` if one is not a proof."""
        found = {claim: records[claim].verdict if claim in records else "not in the ledger" for claim in self.claims}
        for claim, verdict in found.items():
            if verdict not in ESTABLISHED:
                raise NotEstablished(f"the law {self.family}/{self.name} cites {claim}, which is {verdict}: it is no law")
        if not found:
            raise NotEstablished(f"the law {self.family}/{self.name} cites no claim")
        return found


class Functions:
    """The functions of a law: its own by attribute, others by full name."""

    def __init__(self, own: Mapping[str, Callable[..., float]], others: Mapping[str, Callable[..., float]]) -> None:
        self.__dict__.update(own)
        self._others = others

    def __getattr__(self, name: str) -> Callable[..., float]:
        raise LookupError(f"the law does not say that it needs {name}")

    def certified(self, quantity: str, *values: float) -> float:
        """The user's function if there is one, else the certified value."""
        function = self._others.get(quantity) or certified_function(quantity)
        return function(*values)


class _Broken(Exception):
    def __init__(self, point: Mapping[str, Any], text: str) -> None:
        super().__init__(text)
        self.point, self.text = dict(point), text


@dataclass(frozen=True)
class LawOf:
    """A law of given functions: call it to search for an input that breaks it, or with variables to look at one."""

    law: Law
    functions: Functions
    verdicts: Mapping[str, str]
    states: Mapping[str, str]
    rtol: float
    examples: int | None = None
    seed: int | None = None
    called: tuple[str, ...] = ()  # how each function of the law is called, as Python writes it

    @property
    def name(self) -> str:
        return self.law.name

    @property
    def claims(self) -> tuple[str, ...]:
        return self.law.claims

    @property
    def __name__(self) -> str:  # what pytest calls the parameter
        return self.law.name

    def __repr__(self) -> str:
        return f"<law {self.law.family}/{self.law.name}: {self.law.says}>"

    def __call__(self, **point: Any) -> None:
        __tracebackhide__ = True
        broken = self._look(point) if point else self._search()
        current().law(held=broken is None)
        if broken is not None:
            raise AssertionError(self._failure(broken)) from broken.__cause__

    def _look(self, point: Mapping[str, Any]) -> _Broken | None:
        missing = [name for name in self.law.variables if name not in point]
        extra = [name for name in point if name not in self.law.variables]
        if missing or extra:
            raise BadInput(f"the law {self.law.family}/{self.name} is about {', '.join(self.law.variables) or 'no variables'}")
        try:
            self._holds(point)
        except _Broken as broken:
            return broken
        return None

    def _search(self) -> _Broken | None:
        if not self.law.variables:
            return self._look({})
        if currently_in_test_context():
            raise BadInput(f"inside @given give the point: law({', '.join(f'{name}=...' for name in self.law.variables)})")
        drawn = st.fixed_dictionaries({name: numbers(self.law.span(name), name) for name in self.law.variables})
        count = current().examples if self.examples is None else self.examples
        start = current().seed if self.seed is None else self.seed
        said = [0]

        def attempt(point: Mapping[str, Any]) -> None:
            said[0] += self._holds({name: point[name] for name in self.law.variables})

        broken = hunt(attempt, drawn, count, start, _Broken)
        if broken is None and not said[0]:
            raise OutOfBudget(f"the law {self.law.family}/{self.name} was tried at no point: it would pass for anything")
        return broken

    def _holds(self, point: Mapping[str, Any]) -> bool:
        """True if the relations hold, `_Broken` if one does not."""
        values = {name: float(value) if name not in _WHOLE else int(value) for name, value in point.items()}
        try:
            relations = self.law.holds(self.functions, **values)
        except HypothesisException:
            raise
        except OutOfBudget:
            if not currently_in_test_context():
                raise
            reject()
        except Exception as error:
            raise _Broken(point, f"{type(error).__name__}: {' '.join(str(error).split())[:120]}") from error
        if relations is None:
            if not currently_in_test_context():
                raise BadInput(f"the law {self.law.family}/{self.name} says nothing there")
            reject()
        for left, relation, right in relations if isinstance(relations, list) else [relations]:
            slack = self.rtol * max(abs(left), abs(right))
            held = left <= right + slack if relation == "<=" else left == right or abs(left - right) <= slack
            if not held or math.isnan(left) or math.isnan(right):
                raise _Broken(point, f"{left!r} {relation} {right!r} is false")
        return True

    def _failure(self, broken: _Broken) -> str:
        place = ", ".join(f"{name}={value!r}" for name, value in broken.point.items())
        mine = ", ".join(f'"{name}": ...' for name in self.law.needs)
        cited = [f"  {claim} ({verdict}): {shorten(self.states[claim], 72)}" for claim, verdict in self.verdicts.items()]
        return "\n".join(
            [
                f"the law {self.law.family}/{self.name} is broken" + (f" at {place}" if place else "") + ":",
                f"  {self.law.says}",
                f"  {broken.text} (rtol={self.rtol:g})",
                *([f"called as {', '.join(self.called)}"] if self.called else []),
                "it follows from:",
                *cited,
                "to reproduce:",
                f'  laws("{self.law.family}", {{{mine}}})["{self.name}"]({place})',
            ]
        )


class Laws(list[LawOf]):
    """Laws in order, also found by name."""

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        for law in self:
            if law.name == key:
                return law
        raise unknown("law", key, [law.name for law in self])


def laws(
    family: str,
    functions: Mapping[str, Callable[..., Any]],
    /,
    *,
    rtol: float | None = None,
    examples: int | None = None,
    seed: int | None = None,
) -> Laws:
    """The laws of a family that speak of the given functions and of no others.

    `functions` maps names of quantities of the family to yours; they are called by name where the signature has the names of the
    quantity's parameters, made-up names in order. `rtol` replaces the slack of every law.
    """
    from dplemma.testing.law_table import LAWS

    families = sorted({law.family for law in LAWS})
    if family not in families:
        raise unknown("family", str(family), families, hint=f"Known are {', '.join(families)}.")
    mine = _bound(family, functions)
    records = ledger.read()
    found = Laws()
    for law in LAWS:
        if law.family == family and all(f"{family}.{name}" in mine for name in law.needs):
            used = Functions({name: mine[f"{family}.{name}"] for name in law.needs}, mine)
            verdicts = law.verdicts(records)
            states = {claim: records[claim].states for claim in law.claims}
            called = tuple(mine[f"{family}.{name}"].phrase for name in law.needs)
            found.append(LawOf(law, used, verdicts, states, law.rtol if rtol is None else rtol, examples, seed, called))
    if not found:
        needed = ", ".join(sorted({name for law in LAWS if law.family == family for name in law.needs}))
        raise BadInput(f"no law of {family} speaks of {', '.join(functions) or 'nothing'} alone; there are laws of {needed}")
    return found


@dataclass(frozen=True)
class _InOrder:
    """A function called with the parameters of its quantity in their order."""

    names: tuple[str, ...]
    call: Call

    def __call__(self, *values: float) -> float:
        return self.call({name: Fraction(value) for name, value in zip(self.names, values, strict=True)})

    @property
    def phrase(self) -> str:
        return self.call.phrase(name_of(self.call.function))


def _bound(family: str, functions: Mapping[str, Callable[..., Any]]) -> dict[str, _InOrder]:
    """The functions by full name, each called in the order of the quantity's parameters."""
    if not isinstance(functions, Mapping):
        raise BadInput(f'laws takes functions by name, e.g. laws("{family}", {{"delta": my_delta}})')
    found: dict[str, _InOrder] = {}
    for name, function in functions.items():
        quantity = find(name if "." in name else f"{family}.{name}")
        if not callable(function):
            raise BadInput(f"{name} must be a function, got {function!r}")
        ready = evaluator(quantity.name)
        found[quantity.name] = _InOrder(ready.names, bound_call(function, ready))
    return found


@cache
def certified_function(quantity: str) -> Callable[..., float]:
    """The quantity as a function of doubles in the order of its parameters, to a relative 2^-64 before rounding."""
    ready = evaluator(quantity)

    @lru_cache(maxsize=4096)
    def compute(*values: float) -> float:
        ball, _, _ = ready.enclose(ready.read(dict(zip(ready.names, values, strict=True))), _BITS)
        return float(ball.mid())

    return compute
