"""Is an expression defined on a whole region? A symbolic proof counts only where both sides exist.

Partial functions are divisions, roots, and the functions whose record has a domain other than the line. Each argument must be
shown to stay in the domain: by its sign on the region, by a side condition, or because it equals an argument already shown to. A
function without a record, or one that jumps, counts as nowhere shown to be defined: what is defined here is continuous.
Inside an integral the bound variable runs over its own range.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sympy import Derivative, Expr, Function, Integral, Piecewise, Pow, S
from sympy.core.basic import Basic

from dplemma.base.exact import fraction_of
from dplemma.ground.equal import by_erf
from dplemma.ground.integrate import closed_form
from dplemma.ground.signs import positive
from dplemma.ground.transforms import quantile
from dplemma.lang.facts import facts_of, rational_ends
from dplemma.lang.interval import REAL, Interval
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.region import Region

_UNDECIDABLE = (Piecewise, Root, ArgMin, ArgMax, Sup, Inf)


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


_NEVER = Demand(S.NegativeOne)


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
    low, high = (None if e.is_infinite else fraction_of(e) for e in ends)
    if (low is not None and high is not None and low >= high) or ends[0] is S.Infinity or ends[1] is S.NegativeInfinity:
        return REAL
    return Interval.open(low, high)


def _demand(node: Basic) -> list[Demand]:
    if isinstance(node, Pow) and not node.base.is_positive:
        if not node.exp.is_integer:
            return [Demand(node.base, strict=not node.exp.is_positive)]
        return [] if node.exp.is_nonnegative else [Demand(node.base, either_sign=True)]
    if not isinstance(node, Function):
        return []
    facts = facts_of(node)
    if facts is None or facts.shape == "jump" or len(node.args) != len(facts.domain):
        return [_NEVER]
    return [demand for argument, interval in zip(node.args, facts.domain, strict=True) for demand in _inside(argument, interval)]


def _inside(argument: Expr, interval: Interval) -> Iterator[Demand]:
    """The argument is in the interval; a whole number must be one as it stands."""
    if interval.integer and not argument.is_Integer:
        yield _NEVER
    low, high = rational_ends(interval)
    if low is not None:
        yield Demand(argument - low, strict=interval.lo_open)
    if high is not None:
        yield Demand(high - argument, strict=interval.hi_open)
