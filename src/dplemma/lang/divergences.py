"""How far two distributions on the same finite set are apart, as named expressions: `KL(P, Q)`, `C(P, Q)`, `TV(P, Q)`, ...

P and Q are rows of chances. A chance may be 0 only in a `closed` mechanism; there 0 log 0 = 0.
Main definitions: `Divergence` (the node), `divergence(name, P, Q, ...)` (makes one), `FORMULAS` (the definitions).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Add, Expr, Max, Piecewise, S, Symbol, exp, log, sympify
from sympy.core.symbol import Str

from dplemma.lang.functions import variables
from dplemma.lang.named import Named, Row, filled, without_capture
from dplemma.lang.nodes import ArgMax, Held

Pairs = Sequence[tuple[Any, Any]]
_EXPONENT, _PRIOR = variables("chernoff_exponent channel_prior")


# -- definitions ----------------------------------------------------------------------------------------------------------


def _unless_zero(closed: bool, chance: Expr, term: Expr) -> Expr:
    return Piecewise((S.Zero, chance <= 0), (term, True)) if closed else term


def _kept(value: Any) -> Any:
    """A 0 below a stroke or in a logarithm, which SymPy would make an infinity of: there is no value, and that decides."""
    return Held(value) if value == 0 else value


def _hockey_stick(pairs: Pairs, closed: bool, eps: Any) -> Expr:
    """Greatest P(S) - e^eps Q(S) over events S: the least delta for this order of the databases."""
    return Add(*(Max(p - exp(eps) * q, S.Zero) for p, q in pairs))


def _tv(pairs: Pairs, closed: bool) -> Expr:
    """Total variation: greatest P(S) - Q(S) over events S."""
    return Add(*(Abs(p - q) for p, q in pairs)) / 2


def _loss_at_least(pairs: Pairs, closed: bool, t: Any) -> Expr:
    """Chance under P that the privacy loss log(P/Q) is at least t."""
    return Add(*(Piecewise((p, p >= exp(t) * q), (S.Zero, True)) for p, q in pairs))


def _renyi(pairs: Pairs, closed: bool, order: Any) -> Expr:
    """Rényi divergence of order != 1."""
    powers = Add(*(_unless_zero(closed, p, p**order * _kept(q) ** (1 - order)) for p, q in pairs))
    return log(_kept(powers)) / (order - 1)


def _renyi_infinite(pairs: Pairs, closed: bool) -> Expr:
    """Max-divergence: log of the greatest ratio."""
    return log(Max(*(p / q for p, q in pairs)))


def _kl(pairs: Pairs, closed: bool) -> Expr:
    """Kullback-Leibler divergence."""
    return Add(*(_unless_zero(closed, p, p * log(p / _kept(q))) for p, q in pairs))


def _chernoff(pairs: Pairs, closed: bool, s: Any) -> Expr:
    """Chernoff divergence: -log of the sum of P^s Q^(1-s), for an exponent s in (0, 1)."""
    powers = Add(*(_unless_zero(closed, p, _unless_zero(closed, q, p**s * q ** (1 - s))) for p, q in pairs))
    return -log(_kept(powers))


def _chernoff_information(pairs: Pairs, closed: bool) -> Expr:
    """Greatest Chernoff divergence over all exponents in [0, 1]; P and Q must differ."""
    return _greatest(_chernoff(pairs, closed, _EXPONENT), _EXPONENT)


def _mutual_information(pairs: Pairs, closed: bool, weight: Any) -> Expr:
    """Nats the output tells of which database was used, the one of P having the given chance in (0, 1)."""
    mixed = [(p, q, weight * p + (1 - weight) * q) for p, q in pairs]
    return Add(
        *(weight * _unless_zero(closed, p, p * log(p / m)) for p, _, m in mixed),
        *((1 - weight) * _unless_zero(closed, q, q * log(q / m)) for _, q, m in mixed),
    )


def _capacity(pairs: Pairs, closed: bool) -> Expr:
    """Greatest mutual information over all priors; P and Q must differ."""
    return _greatest(_mutual_information(pairs, closed, _PRIOR), _PRIOR)


def _greatest(concave: Expr, variable: Symbol) -> Expr:
    """The greatest value on [0, 1] of a function that is strictly concave there and has its peak inside."""
    return concave.subs(variable, ArgMax(concave, (variable, 0, 1)))


@dataclass(frozen=True)
class Formula:
    """A definition from pairs of chances, the numbers of parameters after P and Q, and how it is printed."""

    build: Callable[..., Expr]
    parameters: int
    text: str
    latex: str


FORMULAS = {
    "hockey_stick": Formula(_hockey_stick, 1, "H(<0>; <P>, <Q>)", r"H_{<0>}(<P> \,\|\, <Q>)"),
    "tv": Formula(_tv, 0, "TV(<P>, <Q>)", r"\mathrm{TV}(<P>, <Q>)"),
    "loss_at_least": Formula(_loss_at_least, 1, "<P>(log(<P>/<Q>) >= <0>)", r"<P>\left(\log \frac{<P>}{<Q>} \geq <0>\right)"),
    "renyi": Formula(_renyi, 1, "D(<0>; <P>, <Q>)", r"D_{<0>}(<P> \,\|\, <Q>)"),
    "renyi_infinite": Formula(_renyi_infinite, 0, "D(oo; <P>, <Q>)", r"D_{\infty}(<P> \,\|\, <Q>)"),
    "kl": Formula(_kl, 0, "KL(<P>, <Q>)", r"D_{\mathrm{KL}}(<P> \,\|\, <Q>)"),
    "chernoff": Formula(_chernoff, 1, "C(<0>; <P>, <Q>)", r"C_{<0>}(<P>, <Q>)"),
    "chernoff_information": Formula(_chernoff_information, 0, "C(<P>, <Q>)", r"C(<P>, <Q>)"),
    "mutual_information": Formula(_mutual_information, 1, "I(<0>; <P>, <Q>)", r"I_{<0>}(<P>, <Q>)"),
    "capacity": Formula(_capacity, 0, "capacity(<P>, <Q>)", r"\operatorname{capacity}(<P>, <Q>)"),
}


# -- the node -------------------------------------------------------------------------------------------------------------


class Divergence(Named):
    """A divergence of two rows: its name, whether chances may be 0, the rows, its parameters."""

    @property
    def formula(self) -> Formula:
        return FORMULAS[str(self.args[0])]

    def definition(self) -> Expr:
        _, closed, first, second, *parameters = self.args
        size = len(first.args) - 1

        def define(*values: Any) -> Expr:
            pairs = list(zip(values[:size], values[size : 2 * size], strict=True))
            return self.formula.build(pairs, closed is S.true, *values[2 * size :])

        return without_capture(define, (*first.args[1:], *second.args[1:], *parameters))

    def _sympystr(self, printer: Any) -> str:
        return self._printed(self.formula.text, printer)

    def _latex(self, printer: Any) -> str:
        return self._printed(self.formula.latex, printer)

    def _printed(self, template: str, printer: Any) -> str:
        _, _, *parts = self.args
        names = ["P", "Q", *map(str, range(len(parts) - 2))]
        return filled(template, dict(zip(names, map(printer._print, parts), strict=True)))


def divergence(name: str, first: Row, second: Row, *parameters: Any, closed: bool = False) -> Divergence:
    return Divergence(Str(name), sympify(closed), first, second, *map(sympify, parameters))
