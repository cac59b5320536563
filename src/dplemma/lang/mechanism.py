"""A finite mechanism on two neighbouring databases: output k has chance P[k] on one and Q[k] on the other.

Entries are expressions, so the chances may be variables of a region; counterexamples then show the mechanism in full.
Main definitions: `Mechanism`, its divergences (`kl`, `renyi`, `tv`, `chernoff`, `mutual_information`, ...), and the notions of
privacy as statements about it (`is_pure_dp`, `is_dp`, `is_renyi_dp`, `is_zcdp`, `is_kl_dp`, `is_tv`, `is_chernoff_dp`,
`is_mi_dp`, `is_gdp`), each for both orders of the databases.

    m = Mechanism.generic(3)
    Region(eps=POSITIVE, such_that=m.such_that, **m.intervals)
    Implies(m.is_pure_dp(eps), m.is_kl_dp(eps))

A chance may be 0 only in a `closed` mechanism. There 0 log 0 = 0, and an output that one database never gives and the other
does makes KL and Rényi divergences of order > 1 infinite: the notion then fails, whatever its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from sympy import Add, Expr, exp
from sympy.core.symbol import Str

from dplemma.base.errors import BadClaim
from dplemma.lang.divergences import divergence
from dplemma.lang.functions import PhiInv, variables
from dplemma.lang.interval import UNIT, Interval
from dplemma.lang.named import Row
from dplemma.lang.statements import All, ForAll, Implies, Rel, Statement, expression

_ORDER = variables("zcdp_order")


@dataclass(frozen=True, init=False)
class Mechanism:
    """Two distributions on the same finite set of outputs; `intervals` and `such_that` say where its variables live."""

    P: tuple[Expr, ...]
    Q: tuple[Expr, ...]
    closed: bool
    labels: tuple[str, str] = field(compare=False)
    intervals: Mapping[str, Interval] = field(compare=False)
    such_that: tuple[Statement, ...] = field(compare=False)

    def __init__(
        self,
        P: Sequence[Any],
        Q: Sequence[Any],
        *,
        closed: bool = False,
        labels: tuple[str, str] = ("P", "Q"),
        intervals: Mapping[str, Interval] | None = None,
        such_that: Sequence[Statement] = (),
    ) -> None:
        if len(P) != len(Q) or len(P) < 2:
            raise BadClaim("a mechanism needs the same two or more outputs on both databases")
        object.__setattr__(self, "P", tuple(expression(p) for p in P))
        object.__setattr__(self, "Q", tuple(expression(q) for q in Q))
        object.__setattr__(self, "closed", closed)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "intervals", dict(intervals or {}))
        object.__setattr__(self, "such_that", tuple(such_that))
        for name in ("P", "Q"):
            if Add(*getattr(self, name)).expand() != 1:
                raise BadClaim(f"the chances {name} of a mechanism must add up to 1")
            if any(chance.is_negative for chance in getattr(self, name)):
                raise BadClaim(f"the chances {name} of a mechanism must not be negative")

    @classmethod
    def binary(cls, p: Any, q: Any) -> Mechanism:
        """Two outputs; the first has chance p on one database and q on the other."""
        return cls([p, 1 - expression(p)], [q, 1 - expression(q)])

    @classmethod
    def generic(cls, outputs: int, *, closed: bool = False) -> Mechanism:
        """Any mechanism on so many outputs: chances p_1, p_2, ... and q_1, q_2, ..., the last one of each row being the rest."""
        if not isinstance(outputs, int) or not 2 <= outputs <= 9:
            raise BadClaim(f"a generic mechanism has 2 to 9 outputs, not {outputs!r}")
        rows = [[variables(f"{letter}_{k}") for k in range(1, outputs)] for letter in "pq"]
        interval = Interval(0, 1) if closed else UNIT
        return cls(
            *([*row, 1 - Add(*row)] for row in rows),
            closed=closed,
            intervals={chance.name: interval for row in rows for chance in row},
            such_that=[Rel(Add(*row), "<=" if closed else "<", 1) for row in rows if outputs > 2],
        )

    def reversed(self) -> Mechanism:
        return replace(self, P=self.Q, Q=self.P, labels=self.labels[::-1])

    @property
    def names(self) -> tuple[str, ...]:
        """The variables its chances depend on."""
        return tuple(sorted({str(s) for chance in (*self.P, *self.Q) for s in chance.free_symbols}))

    def _pairs(self) -> list[tuple[Expr, Expr]]:
        return list(zip(self.P, self.Q, strict=True))

    # -- divergences ------------------------------------------------------------------------------------------------------

    def hockey_stick(self, eps: Any) -> Expr:
        """Greatest P(S) - e^eps Q(S) over events S: the least delta for this order of the databases."""
        return self._named("hockey_stick", eps)

    def tv(self) -> Expr:
        """Total variation: greatest P(S) - Q(S) over events S."""
        return self._named("tv")

    def loss_at_least(self, t: Any) -> Expr:
        """Chance under P that the privacy loss log(P/Q) is at least t."""
        return self._named("loss_at_least", t)

    def renyi(self, order: Any) -> Expr:
        """Rényi divergence of order != 1."""
        return self._named("renyi", order)

    def renyi_infinite(self) -> Expr:
        """Max-divergence: log of the greatest ratio."""
        return self._named("renyi_infinite")

    def kl(self) -> Expr:
        return self._named("kl")

    def chernoff(self, exponent: Any) -> Expr:
        """Chernoff divergence: -log of the sum of P^s Q^(1-s), for an exponent s in (0, 1)."""
        return self._named("chernoff", exponent)

    def chernoff_information(self) -> Expr:
        """Greatest Chernoff divergence over all exponents in [0, 1]; P and Q must differ."""
        self._must_be_open("Chernoff information")
        return self._named("chernoff_information")

    def mutual_information(self, prior: Any) -> Expr:
        """Nats the output tells of which database was used, the one of P having the given chance in (0, 1)."""
        return self._named("mutual_information", prior)

    def capacity(self) -> Expr:
        """Greatest mutual information over all priors; P and Q must differ."""
        self._must_be_open("the capacity")
        return self._named("capacity")

    def _named(self, name: str, *parameters: Any) -> Expr:
        rows = (Row(Str(label), *row) for label, row in zip(self.labels, (self.P, self.Q), strict=True))
        return divergence(name, *rows, *map(expression, parameters), closed=self.closed)

    # -- notions of privacy -----------------------------------------------------------------------------------------------

    def is_pure_dp(self, eps: Any) -> Statement:
        """eps-DP: no output is more than e^eps times as likely on one database as on the other."""
        grown = exp(expression(eps))
        return All(*(Rel(a, "<=", grown * b) for p, q in self._pairs() for a, b in ((p, q), (q, p))))

    def is_dp(self, eps: Any, delta: Any) -> Statement:
        """(eps, delta)-DP."""
        return All(*(Rel(m.hockey_stick(expression(eps)), "<=", delta) for m in (self, self.reversed())))

    def is_renyi_dp(self, order: Any, value: Any) -> Statement:
        """(order, value)-Rényi DP, order > 1."""
        if expression(order).is_number and not expression(order) > 1:
            raise BadClaim(f"Rényi differential privacy needs an order > 1, not {order}")
        return self._both_orders(lambda m: Rel(m.renyi(expression(order)), "<=", value))

    def is_zcdp(self, rho: Any) -> Statement:
        """rho-zCDP: Rényi divergence at most rho times the order, for all orders > 1.

        One order refutes it; no search certifies it, so as a premise it never counts as fulfilled at a point.
        """
        bound = expression(rho) * _ORDER
        orders = {_ORDER.name: Interval.open(1, "oo")}
        return self._both_orders(lambda m: ForAll(orders, Rel(m.renyi(_ORDER), "<=", bound)))

    def is_kl_dp(self, value: Any) -> Statement:
        """Kullback-Leibler divergence at most the value."""
        return self._both_orders(lambda m: Rel(m.kl(), "<=", value))

    def is_tv(self, value: Any) -> Statement:
        """Total variation at most the value, which is (0, value)-DP."""
        return Rel(self.tv(), "<=", value)

    def is_chernoff_dp(self, value: Any, exponent: Any = None) -> Statement:
        """Chernoff divergence of the exponent, or without one Chernoff information, at most the value."""
        if exponent is None:
            return Rel(self.chernoff_information(), "<=", value)
        return All(*(Rel(m.chernoff(exponent), "<=", value) for m in (self, self.reversed())))

    def is_mi_dp(self, value: Any) -> Statement:
        """At most so many nats about the database, whatever its prior."""
        return Rel(self.capacity(), "<=", value)

    def is_gdp(self, mu: Any) -> Statement:
        """mu-GDP: no event tells the databases apart better than one draw tells N(0, 1) from N(mu, 1).

        Events are enough: the trade-off function is linear between them, the Gaussian one convex. Complements swap the order.
        """
        self._must_be_open("Gaussian differential privacy")
        outputs = range(len(self.P))
        events = [event for size in outputs[1:] for event in combinations(outputs, size)]
        chances = ((Add(*(row[k] for k in event)) for row in (self.P, self.Q)) for event in events)
        return All(*(Rel(PhiInv(p) - PhiInv(q), "<=", mu) for p, q in chances))

    def _both_orders(self, notion: Any) -> Statement:
        """A divergence bounded for both orders; where chances may be 0, no output may be impossible on one database only."""
        return All(*self._same_support(), *(notion(m) for m in (self, self.reversed())))

    def _same_support(self) -> list[Statement]:
        if not self.closed:
            return []
        return [Implies(Rel(a, ">", 0), Rel(b, ">", 0)) for p, q in self._pairs() for a, b in ((p, q), (q, p))]

    def _must_be_open(self, what: str) -> None:
        if self.closed:
            raise BadClaim(f"{what} needs chances in (0, 1): use a mechanism that is not closed")
