"""A named function with its definition, domain, role and the forms it is evaluated by, readable without SymPy.

    @quantity("gaussian.delta", eps=NONNEGATIVE, mu=POSITIVE, role="guarantee", ...)
    def delta(eps, mu):
        '''Privacy profile. ...'''
        return L.Phi(mu / 2 - eps / mu) - L.exp(eps) * L.Phi(-mu / 2 - eps / mu)

    @delta.form("mills", when=lambda eps, mu: eps / mu - mu / 2 > 64, because="...")
    def _delta_mills(eps, mu):
        ...

The bodies build SymPy expressions and run only when called. A form is another expression for the same number, used where
`when` holds, or a kernel (a function of balls in `dplemma.arb`); the checker shows each equal to the definition.
Main definitions: `Quantity`, `Form`, `quantity`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dplemma.base.errors import BadClaim
from dplemma.base.sides import ROLES, Side
from dplemma.lang.interval import Interval
from dplemma.lang.parameters import PARAMETERS

STATUSES = {
    "exact": "exact",
    "bound": "a bound, not the exact value",
    "asymptotic": "asymptotic: neither an upper nor a lower bound",
    "restricted-adversary": "a restricted adversary: not a DP guarantee",
}
PLAIN = "plain"


@dataclass(frozen=True, kw_only=True)
class Form:
    """One way to evaluate a quantity, equal to its definition wherever `when` holds (everywhere if it is None).

    `when` is a condition on the parameters: of exact numbers it gives a truth value, of symbols a SymPy relation.
    Either `body` builds the expression or `kernel` names a function of balls, "module.function" of `dplemma.arb`, or, written
    "account.module.function", one of exact numbers of `dplemma.account`.
    """

    name: str
    because: str
    when: Callable[..., Any] | None = None
    body: Callable[..., Any] | None = None
    kernel: str = ""


_LONGEST_LATEX = 400


@dataclass(frozen=True, kw_only=True, repr=False)
class Quantity:
    """A function of exact parameters. Called with expressions it stays a name, `gaussian.mu(eps, delta)`, that knows its
    definition; `definition` writes it out. `latex` is its sign, with `<eps>` where the parameter eps stands.

    One that is `in_words` has no expression in the language, only an algorithm: it has values, and no claim can be made of it.
    """

    name: str
    params: Mapping[str, Interval]
    role: str
    formula: str
    define: Callable[..., Any]
    latex: str = ""
    status: str = "exact"
    example: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    such_that: Callable[..., Any] | None = None
    needs: str = ""
    values: Interval | None = None
    also: tuple[str, ...] = ()
    defaults: Mapping[str, int] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    forms: list[Form] = field(default_factory=list)
    in_words: bool = False

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise BadClaim(f"quantity {self.name}: role {self.role!r} is none of {', '.join(ROLES)}")
        if self.status not in STATUSES:
            raise BadClaim(f"quantity {self.name}: status {self.status!r} is none of {', '.join(STATUSES)}")
        if tuple(inspect.signature(self.define).parameters) != tuple(self.params):
            raise BadClaim(f"quantity {self.name}: its parameters and its domain name different variables")
        if tuple(self.defaults) != tuple(self.params)[len(self.params) - len(self.defaults) :]:
            raise BadClaim(f"quantity {self.name}: only its last parameters may have defaults, in their order")

    def __call__(self, *args: Any) -> Any:
        if self.in_words:
            raise BadClaim(f"{self.name} is computed by an algorithm and has no expression: no claim can be made of it")
        args = (*args, *tuple(self.defaults.values())[len(args) - len(self.params) :]) if self._may_end_at(len(args)) else args
        if len(args) != len(self.params):
            raise BadClaim(f"{self.name} takes {', '.join(self.params)}; got {len(args)} values")
        from dplemma.lang.statements import expression

        return self._applied(*(expression(a) for a in args))

    def _may_end_at(self, count: int) -> bool:
        """So many parameters, and the rest has defaults."""
        return len(self.params) - len(self.defaults) <= count < len(self.params)

    @cached_property
    def _applied(self) -> Any:
        from dplemma.lang.named import applied_class

        return applied_class(self)

    def definition(self, *args: Any) -> Any:
        """The SymPy expression it stands for, without any name in it."""
        from dplemma.lang.named import unfolded

        return unfolded(self(*args))

    def __repr__(self) -> str:
        return f"<Quantity {self.name}({', '.join(self.params)}): {self.summary}>"

    def _repr_latex_(self) -> str:
        return f"${self.formula_latex()}$"

    def formula_latex(self) -> str:
        """Its sign and what it stands for; the formula in words where the definition is too long to be read."""
        from dplemma.base.page import latex_words
        from dplemma.lang.functions import variables
        from dplemma.lang.text import to_latex

        if self.in_words:
            return rf"{self._sign_in_words()} = \text{{{latex_words(self.formula)}}}"
        symbols = [variables(name) for name in self.params]
        sign, meaning = to_latex(self(*symbols)), to_latex(self.definition(*symbols))
        return f"{sign} = " + (meaning if len(meaning) <= _LONGEST_LATEX else rf"\text{{{latex_words(self.formula)}}}")

    def _sign_in_words(self) -> str:
        """The sign with its parameters, without SymPy."""
        from dplemma.lang.latex_names import latex_name

        return re.sub(r"<(\w+)>", lambda place: latex_name(place[1]), self.latex)

    def form(self, name: str, *, because: str, when: Callable[..., Any] | None = None) -> Callable[..., Callable[..., Any]]:
        """Decorator: the function builds an expression equal to the definition where `when` holds."""

        def wrap(body: Callable[..., Any]) -> Callable[..., Any]:
            self.forms.append(Form(name=name, because=because, when=when, body=body))
            return body

        return wrap

    def body(self, name: str) -> Callable[..., Any]:
        """What builds the expression of the form of this name."""
        return next(form.body for form in self.forms if form.name == name and form.body is not None)

    @property
    def family(self) -> str:
        return self.name.partition(".")[0]

    @property
    def ways(self) -> list[Form]:
        """The forms in the order they are tried: those with a condition, then the kernel or the plain definition."""
        special = [form for form in self.forms if form.when is not None]
        general = [form for form in self.forms if form.when is None]
        return [*special, *(general or [Form(name=PLAIN, because="the definition as it stands", body=self.define)])]

    @property
    def aliases(self) -> dict[str, str]:
        """Other names of its parameters, each with the canonical one; `renamed` are the names of this quantity alone."""
        return {
            alias: name
            for name in self.params
            for alias in (PARAMETERS[name].aliases if name in PARAMETERS else ())
            if alias not in self.params
        } | dict(self.renamed)

    @property
    def summary(self) -> str:
        return (self.define.__doc__ or "").strip().split("\n")[0]

    @property
    def label(self) -> str:
        """What a value must be labelled with wherever it appears; empty for an exact one."""
        return "" if self.status == "exact" else STATUSES[self.status]

    @property
    def unsafe_side(self) -> Side:
        """The side of the truth on which a value promises more privacy than there is."""
        return ROLES[self.role]

    @property
    def unsafe(self) -> str:
        return self.unsafe_side.words


def quantity(
    name: str,
    *,
    role: str,
    formula: str,
    latex: str = "",
    status: str = "exact",
    example: Mapping[str, str] | None = None,
    note: str = "",
    such_that: Callable[..., Any] | None = None,
    needs: str = "",
    values: Interval | None = None,
    also: tuple[str, ...] = (),
    defaults: Mapping[str, int] | None = None,
    renamed: Mapping[str, str] | None = None,
    kernel: str = "",
    because: str = "",
    in_words: bool = False,
    **params: Interval,
) -> Callable[[Callable[..., Any]], Quantity]:
    """Decorator that makes a `Quantity` of the function that builds its definition.

    `kernel` (with `because`, the method) names the function of balls that evaluates it on its whole domain; `such_that` is
    a condition on the parameters beyond their intervals and `needs` says it in words; `values` is an interval that holds
    every value that is not an exact end of it, so that a number next to 1 is rounded as one below 1; `also` has other names,
    `renamed` other names of its parameters, and `defaults` the values of last parameters that need not be given; `in_words` says
    that the kernel alone defines it.
    """

    def wrap(define: Callable[..., Any]) -> Quantity:
        forms = [Form(name=kernel.rpartition(".")[2], because=because, kernel=kernel)] if kernel else []
        return Quantity(
            name=name, params=params, role=role, formula=formula, define=define, latex=latex, status=status,
            example=example or {}, note=note, such_that=such_that, needs=needs, values=values, also=also, forms=forms,
            defaults=defaults or {}, renamed=renamed or {}, in_words=in_words,
        )  # fmt: skip

    return wrap


_COMMONEST_FIRST = ("gaussian", "laplace", "pure", "renyi", "zcdp", "subsampled", "composed", "dpsgd")


def by_use(names: Iterable[str]) -> list[str]:
    """Names of quantities, those of the mechanisms that people ask for most first."""
    place = {family: number for number, family in enumerate(_COMMONEST_FIRST)}
    return sorted(names, key=lambda name: (place.get(name.partition(".")[0], len(place)), name))
