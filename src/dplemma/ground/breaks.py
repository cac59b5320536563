"""Places where a side of a statement may cease to exist: an argument reaches an end of its domain, a branch or the region ends.

Main definitions: `break_points(statement, region, count)`, `gaps_in(statement)`, `slope_breaks(slope)`,
`before_each_slope(slope)`.

Only rational places are found, on lines parallel to the axes through simple points: zeros of polynomials with rational
coefficients, and a place between each and the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, combinations, islice, pairwise

from sympy import (
    Abs,
    Derivative,
    Expr,
    Heaviside,
    Integral,
    Max,
    Min,
    Piecewise,
    Poly,
    PolynomialError,
    Pow,
    Sum,
    Symbol,
    preorder_traversal,
    sign,
)
from sympy.core.basic import Basic
from sympy.core.relational import Relational
from sympy.polys.polyerrors import CoercionFailed

from dplemma.base.errors import Unsupported
from dplemma.base.exact import fraction_of
from dplemma.ground.points import simple_points
from dplemma.lang.exact import rational_of, with_values
from dplemma.lang.facts import Facts, facts_of, rational_ends
from dplemma.lang.interval import Interval
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel, Statement

LINES, DEGREE = 2, 4


def break_points(statement: Statement, region: Region, count: int) -> Iterator[dict[str, Fraction]]:
    """At most `count` points of the intervals of the region; side conditions are not yet checked."""
    gaps = dict.fromkeys((*gaps_in(statement), *_borders(region)))
    found = (
        {**base, name: value}
        for base in islice(simple_points(region), LINES)
        for gap in gaps
        for name in sorted({symbol.name for symbol in gap.free_symbols} & set(region.names))
        for value in _values(gap, name, base, region.intervals[name])
    )
    seen: dict[tuple[Fraction, ...], dict[str, Fraction]] = {}
    for point in found:
        if len(seen) >= count:
            break
        seen.setdefault(tuple(point.values()), point)
    yield from seen.values()


def gaps_in(statement: Statement) -> Iterator[Expr]:
    """The gaps of all expressions of the statement."""
    return without_slopes(gap for part in statement.walk() for expr in part.expressions() for gap in gaps_of(expr))


def _borders(region: Region) -> Iterator[Expr]:
    """What is zero where a side condition that is not strict is about to fail."""
    conditions = (rel for rel in region.such_that if isinstance(rel, Rel) and rel.rel in ("<=", ">="))
    return without_slopes(rel.lhs - rel.rhs for rel in conditions)


def without_slopes(gaps: Iterable[Expr]) -> Iterator[Expr]:
    """Those into which values can be put: a number has no derivative by a number."""
    return (gap for gap in gaps if not gap.has(Derivative))


def gaps_of(expr: Expr) -> Iterator[Expr]:
    """What is zero where a part of the expression begins or ceases to exist."""
    walk = preorder_traversal(expr)
    for node in walk:
        if isinstance(node, (Integral, Sum, Root, ArgMin, ArgMax, Sup, Inf)):
            walk.skip()  # their variables are their own
        elif isinstance(node, Derivative):
            yield from slope_breaks(node)
            yield from (gap for part in preorder_traversal(node.expr) for gap in _ends(part))
        else:
            yield from _ends(node)


def _ends(node: Basic) -> Iterator[Expr]:
    """What is zero where the node itself begins or ceases to exist."""
    if isinstance(node, Pow) and (not node.exp.is_Integer or node.exp.is_negative):
        yield node.base
    elif isinstance(node, Piecewise):
        yield from _switches(node)
    elif (facts := facts_of(node)) is not None and facts.natural:
        yield from _domain_ends(node, facts)


def _domain_ends(node: Basic, facts: Facts) -> Iterator[Expr]:
    for argument, interval in zip(node.args, facts.domain, strict=True):
        yield from (argument - end for end in rational_ends(interval) if end is not None)


@lru_cache(maxsize=1024)
def before_each_slope(slope: Derivative) -> list[Expr]:
    """What is differentiated: the function, and each slope of it but the last."""
    return list(accumulate(slope.variables[:-1], lambda expr, variable: expr.diff(variable), initial=slope.expr))


def slope_breaks(slope: Derivative) -> Iterator[Expr]:
    """What is zero where the function under a derivative, or a slope that is differentiated again, may jump or have a corner, or
    where nobody knows how it goes on."""
    for node in (node for expr in before_each_slope(slope) for node in preorder_traversal(expr)):
        if isinstance(node, Piecewise):
            yield from _switches(node)
        elif isinstance(node, (Abs, Heaviside, sign)):
            yield node.args[0]
        elif isinstance(node, (Max, Min)):
            yield from (first - second for first, second in combinations(node.args, 2))
        elif (facts := facts_of(node)) is not None and not facts.natural and not facts.several:
            yield from (gap for gap in _domain_ends(node, facts) if gap.has(*slope.variables))


def _switches(node: Piecewise) -> Iterator[Expr]:
    return (test.lhs - test.rhs for _, test in node.args if isinstance(test, Relational))


def _values(gap: Expr, name: str, base: dict[str, Fraction], interval: Interval) -> list[Fraction]:
    """The zeros on the line through the base along a variable, and a place between each stop and the next."""
    zeros = sorted(_zeros(gap, name, base))
    if not zeros:
        return []
    low = zeros[0] - 1 if interval.lo is None else interval.lo
    high = zeros[-1] + 1 if interval.hi is None else interval.hi
    stops = sorted({low, high, *(zero for zero in zeros if low < zero < high)})
    between = [(first + second) / 2 for first, second in pairwise(stops)]
    return [value for value in (*zeros, *between) if value in interval]


def _zeros(gap: Expr, name: str, base: dict[str, Fraction]) -> list[Fraction]:
    others = {Symbol(n, real=True): rational_of(value) for n, value in base.items() if n != name}
    try:
        line = Poly(with_values(gap, others), Symbol(name, real=True), domain="QQ")
    except (CoercionFailed, PolynomialError, Unsupported):
        return []
    return [fraction_of(zero) for zero in line.ground_roots()] if 0 < line.degree() <= DEGREE else []
