"""Is an expression defined on a whole region? A symbolic proof counts only where both sides exist.

Partial functions are divisions, roots, logarithms, quantiles and the chi-square family. Each argument must be shown to stay
in the domain: by its sign on the region, by a side condition, or because it equals an argument already shown to. A function
that is not listed counts as nowhere shown to be defined. Inside an integral the bound variable runs over its own range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sympy import (
    Abs,
    Derivative,
    Expr,
    Function,
    Integral,
    Max,
    Min,
    Piecewise,
    Pow,
    S,
    Symbol,
    cosh,
    erf,
    erfc,
    exp,
    gamma,
    log,
    sinh,
    tanh,
)  # fmt: skip
from sympy.core.basic import Basic

from dplemma.engines.equal import by_erf
from dplemma.engines.integrate import closed_form
from dplemma.engines.signs import positive
from dplemma.engines.symbolic import quantile
from dplemma.lang import functions as fn
from dplemma.lang.interval import REAL, Interval
from dplemma.lang.mills import MillsDrop, MillsMoment
from dplemma.lang.nodes import ArgMax, ArgMin, Held, Inf, Root, Sup
from dplemma.lang.region import Region

_UNDECIDABLE = (Piecewise, Root, ArgMin, ArgMax, Sup, Inf)
_TOTAL = (Abs, Max, Min, exp, erf, erfc, sinh, cosh, tanh, fn.Phi, fn.Q, fn.phi, fn.Mills, fn.LaplaceCDF, MillsMoment, Held)
_DENSITIES = (fn.Chi2PDF, fn.NCChi2PDF)
_TAILS = (fn.Chi2CDF, fn.Chi2SF, fn.NCChi2CDF, fn.NCChi2SF)
_INVERSES = (fn.Chi2Inv, fn.Chi2SFInv, fn.NCChi2Inv, fn.NCChi2SFInv)


@dataclass(frozen=True)
class Demand:
    """What a partial function asks of its argument: to be positive, nonnegative, or (`either_sign`) not zero."""

    argument: Expr
    strict: bool = True
    either_sign: bool = False

    def met(self, region: Region) -> bool:
        candidates = [self.argument, -self.argument] if self.either_sign else [self.argument]
        candidates += [quantile(candidate, region) for candidate in candidates]
        candidates += [closed_form(candidate, region) for candidate in candidates if candidate.has(Integral)]
        return any(positive(candidate, self.strict, region) for candidate in dict.fromkeys(candidates))

    def at_least(self, other: Demand) -> bool:
        """Whether an argument that meets this demand meets the other one as well."""
        return (self.strict or not other.strict) and (not self.either_sign or other.either_sign)


def defined_on(expressions: Iterable[Expr], region: Region) -> bool:
    """True if every partial function inside is shown to be defined on the region."""
    renaming = region.assumed_symbols()
    settled: list[Demand] = []
    doubtful: list[Demand] = []
    for expr in expressions:
        renamed = expr.xreplace(renaming)
        if renamed.has(*_UNDECIDABLE):
            return False
        for demand, where in dict.fromkeys(demands(renamed, region)):
            (settled if demand.met(where.region) else doubtful).append(demand)
    return all(_equals_one_of(demand, settled, region) for demand in doubtful)


def _equals_one_of(demand: Demand, settled: list[Demand], region: Region) -> bool:
    value = closed_form(demand.argument, region)
    return any(other.at_least(demand) and by_erf(closed_form(other.argument, region), value) for other in settled)


@dataclass(frozen=True)
class _Where:
    """A region that can be a key: by its canonical text."""

    text: str
    region: Region

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Where) and other.text == self.text


def demands(expr: Basic, region: Region) -> Iterator[tuple[Demand, _Where]]:
    """Every demand of the partial functions in an expression, with the region it is made on."""
    if isinstance(expr, Derivative):  # carried out on its own, or its poles would cancel against the rest
        yield from demands(expr.doit(), region)
        return
    where = _Where(region.canonical(), region)
    for demand in _demand(expr):
        yield demand, where
    if isinstance(expr, Integral):
        for variable, *ends in expr.limits:
            for end in ends:
                yield from demands(end, region)
            inner = region.extended(**{variable.name: _range(ends)})
            symbol = next(s for s in inner.assumed_symbols().values() if s.name == variable.name)
            yield from demands(expr.function.xreplace({variable: symbol}), inner)
        return
    for part in expr.args:
        yield from demands(part, region)


def _range(ends: list[Expr]) -> Interval:
    """The range of a bound variable, open; all reals where an end is not a rational number."""
    if len(ends) != 2 or not all(end.is_Rational or end.is_infinite for end in ends):
        return REAL
    low, high = (None if e.is_infinite else Fraction(int(e.p), int(e.q)) for e in ends)
    if (low is not None and high is not None and low >= high) or ends[0] is S.Infinity or ends[1] is S.NegativeInfinity:
        return REAL
    return Interval.open("-oo" if low is None else low, "oo" if high is None else high)


def _demand(node: Basic) -> list[Demand]:
    if isinstance(node, Pow) and not node.base.is_positive:
        if not node.exp.is_integer:
            return [Demand(node.base, strict=not node.exp.is_positive)]
        return [] if node.exp.is_nonnegative else [Demand(node.base, either_sign=True)]
    if isinstance(node, (log, gamma)):
        return [Demand(node.args[0])]
    if isinstance(node, (fn.PhiInv, fn.QInv)):
        return [Demand(node.args[0]), Demand(1 - node.args[0])]
    if isinstance(node, (*_DENSITIES, *_TAILS)):
        x, k, *lam = node.args
        return [Demand(x, strict=isinstance(node, _DENSITIES)), Demand(k), *(Demand(v, strict=False) for v in lam)]
    if isinstance(node, _INVERSES):
        p, k, *lam = node.args
        return [Demand(p), Demand(1 - p), Demand(k), *(Demand(v, strict=False) for v in lam)]
    if isinstance(node, MillsDrop):
        return [Demand(node.args[2], strict=False)]
    if isinstance(node, fn.MarcumQHalf):
        return [Demand(node.args[1], strict=False)]
    if isinstance(node, Function) and not isinstance(node, _TOTAL):
        return [Demand(S.NegativeOne)]
    return []


def continuous_at(expr: Expr, variable: Symbol, to: Expr, region: Region) -> bool:
    """Every partial function is defined with the variable put equal to `to`, so the expression is continuous there."""
    renamed = expr.xreplace(region.assumed_symbols())
    if renamed.has(*_UNDECIDABLE) or renamed.xreplace({variable: to}).has(S.NaN, S.ComplexInfinity):
        return False
    asked = dict.fromkeys(demands(renamed, region))
    return all(replace(d, argument=d.argument.xreplace({variable: to})).met(where.region) for d, where in asked)
