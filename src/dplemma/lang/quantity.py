"""A named function with its definition, domain and role, readable without SymPy.

    @quantity("gaussian.auc", mu=Interval.open(0, oo), role="guarantee", ...)
    def auc(mu):
        '''Area under the ROC curve. ...'''
        return L.Phi(mu / L.sqrt(2))

The body builds a SymPy expression and runs only when the quantity is called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dplemma.errors import BadClaim
from dplemma.lang.interval import Interval

ROLES = {
    "guarantee": "too small is unsafe",
    "tradeoff": "too large is unsafe",
    "calibration-lower": "too small is unsafe",
    "calibration-upper": "too large is unsafe",
    "neutral": "neither side is unsafe by itself",
}
STATUSES = ("exact", "bound", "asymptotic", "restricted-adversary")


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """A function of exact parameters; calling it with expressions gives its SymPy definition."""

    name: str
    params: Mapping[str, Interval]
    role: str
    formula: str
    define: Callable[..., Any]
    status: str = "exact"
    aliases: Mapping[str, str] = field(default_factory=dict)
    example: Mapping[str, str] = field(default_factory=dict)
    note: str = ""

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise BadClaim(f"quantity {self.name}: role {self.role!r} is none of {', '.join(ROLES)}")
        if self.status not in STATUSES:
            raise BadClaim(f"quantity {self.name}: status {self.status!r} is none of {', '.join(STATUSES)}")
        if tuple(inspect.signature(self.define).parameters) != tuple(self.params):
            raise BadClaim(f"quantity {self.name}: its parameters and its domain name different variables")

    def __call__(self, *args: Any) -> Any:
        if len(args) != len(self.params):
            raise BadClaim(f"{self.name} takes {', '.join(self.params)}; got {len(args)} values")
        from dplemma.lang.statements import expression

        return self.define(*(expression(a) for a in args))

    @property
    def summary(self) -> str:
        return (self.define.__doc__ or "").strip().split("\n")[0]

    @property
    def unsafe(self) -> str:
        return ROLES[self.role]


def quantity(
    name: str,
    *,
    role: str,
    formula: str,
    status: str = "exact",
    aliases: Mapping[str, str] | None = None,
    example: Mapping[str, str] | None = None,
    note: str = "",
    **params: Interval,
) -> Callable[[Callable[..., Any]], Quantity]:
    """Decorator that makes a `Quantity` of the function that builds its definition."""

    def wrap(define: Callable[..., Any]) -> Quantity:
        return Quantity(
            name=name, params=params, role=role, formula=formula, define=define, status=status, aliases=aliases or {},
            example=example or {}, note=note,
        )  # fmt: skip

    return wrap
