"""Is an expression defined on a whole region? A symbolic proof counts only where both sides exist.

Partial functions are divisions, roots, logarithms and quantiles. Each argument must be shown to stay in the domain, by its
sign on the region, by a side condition, or because it equals an argument already shown to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sympy import Expr, Integral, Piecewise, Pow, Symbol, log, preorder_traversal
from sympy.core.basic import Basic

from dplemma.engines.equal import by_erf
from dplemma.engines.integrate import closed_form
from dplemma.engines.signs import positive
from dplemma.engines.symbolic import quantile
from dplemma.lang.functions import PhiInv, QInv
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.region import Region

_SOLVERS = (Root, ArgMin, ArgMax, Sup, Inf)


@dataclass(frozen=True)
class Demand:
    """What a partial function asks of its argument: to be positive, nonnegative, or (`either_sign`) not zero."""

    argument: Expr
    strict: bool = True
    either_sign: bool = False

    def met(self, region: Region) -> bool:
        candidates = [self.argument, -self.argument] if self.either_sign else [self.argument]
        candidates += [quantile(candidate, region) for candidate in candidates]
        return any(positive(candidate, self.strict, region) for candidate in dict.fromkeys(candidates))


def defined_on(expressions: Iterable[Expr], region: Region, besides: tuple[Symbol, ...] = ()) -> bool:
    """True if every partial function inside is shown to be defined on the region, those of the variables `besides` apart."""
    renaming = region.assumed_symbols()
    settled: list[Expr] = []
    doubtful: list[Expr] = []
    for expr in expressions:
        renamed = expr.xreplace(renaming)
        if renamed.has(Piecewise, *_SOLVERS):
            return False
        for demand in dict.fromkeys(_demands(renamed, {s.name for s in besides})):
            (settled if demand.met(region) else doubtful).append(demand.argument)
    return all(_equals_one_of(argument, settled, region) for argument in doubtful)


def _equals_one_of(argument: Expr, settled: list[Expr], region: Region) -> bool:
    value = closed_form(argument, region)
    return any(by_erf(closed_form(other, region), value) for other in settled)


def _demands(expr: Expr, besides: set[str]) -> Iterator[Demand]:
    """Every demand of the partial functions in an expression, bound variables of integrals apart."""
    bound = {s.name for node in expr.atoms(Integral) for s in node.variables} | besides
    for node in preorder_traversal(expr):
        for demand in _demand(node):
            if not {s.name for s in demand.argument.free_symbols} & bound:
                yield demand


def _demand(node: Basic) -> list[Demand]:
    if isinstance(node, Pow) and not node.base.is_positive:
        if not node.exp.is_integer:
            return [Demand(node.base, strict=not node.exp.is_positive)]
        if not node.exp.is_nonnegative:
            return [Demand(node.base, either_sign=True)]
    if isinstance(node, log):
        return [Demand(node.args[0])]
    if isinstance(node, (PhiInv, QInv)):
        return [Demand(node.args[0]), Demand(1 - node.args[0])]
    return []
