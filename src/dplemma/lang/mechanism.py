"""A finite mechanism on two neighbouring databases: output k has chance P[k] on one and Q[k] on the other.

Entries are expressions, so the chances may be variables of a region; counterexamples then show the mechanism in full.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Add, Expr, Max, Piecewise, S, exp, log

from dplemma.errors import BadClaim
from dplemma.lang.statements import expression


@dataclass(frozen=True, init=False)
class Mechanism:
    """Two distributions on the same finite set of outputs."""

    P: tuple[Expr, ...]
    Q: tuple[Expr, ...]

    def __init__(self, P: Sequence[Any], Q: Sequence[Any]) -> None:
        if len(P) != len(Q) or len(P) < 2:
            raise BadClaim("a mechanism needs the same two or more outputs on both databases")
        object.__setattr__(self, "P", tuple(expression(p) for p in P))
        object.__setattr__(self, "Q", tuple(expression(q) for q in Q))
        for name in ("P", "Q"):
            if Add(*getattr(self, name)).expand() != 1:
                raise BadClaim(f"the chances {name} of a mechanism must add up to 1")

    @classmethod
    def binary(cls, p: Any, q: Any) -> Mechanism:
        """Two outputs; the first has chance p on one database and q on the other."""
        return cls([p, 1 - expression(p)], [q, 1 - expression(q)])

    def reversed(self) -> Mechanism:
        return Mechanism(self.Q, self.P)

    def hockey_stick(self, eps: Any) -> Expr:
        """Greatest P(S) - e^eps Q(S) over events S: the least delta for this order of the databases."""
        return Add(*(Max(p - exp(eps) * q, S.Zero) for p, q in zip(self.P, self.Q, strict=True)))

    def loss_at_least(self, t: Any) -> Expr:
        """Chance under P that the privacy loss log(P/Q) is at least t."""
        return Add(*(Piecewise((p, p >= exp(t) * q), (S.Zero, True)) for p, q in zip(self.P, self.Q, strict=True)))

    def renyi(self, order: Any) -> Expr:
        """Rényi divergence of order != 1."""
        powers = Add(*(p**order * q ** (1 - order) for p, q in zip(self.P, self.Q, strict=True)))
        return log(powers) / (order - 1)

    def renyi_infinite(self) -> Expr:
        """Max-divergence: log of the greatest ratio."""
        return log(Max(*(p / q for p, q in zip(self.P, self.Q, strict=True))))

    def kl(self) -> Expr:
        return Add(*(p * log(p / q) for p, q in zip(self.P, self.Q, strict=True)))
