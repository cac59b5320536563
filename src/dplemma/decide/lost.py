"""Roots that SymPy has taken apart, so that less exists than was written.

For u >= 0 it writes (u b)^(p/q) as u^(p/q) b^(p/q) while an expression is built: sqrt(x**2*y) becomes Abs(x)*sqrt(y). Where u = 0
and b < 0 the first is 0 and the second has no value. The kernel is right about the tree that it is given; a region or a statement
with such a product may not be the one that was meant, unless b >= 0, or u is not 0, wherever it stands.

A factor that may have been taken out is a power of what SymPy knows to be nonnegative, or a power from the second on of anything:
u^2 may have met other powers of u. What stands in a product to the first power and has both signs was not taken out of a root.
A product that was written as one cannot be told from it: sqrt(x**4*y) is x**2*sqrt(y), one tree. `x**2*Held(sqrt(y))` says it.

Main definition: `what_is_lost(statement, region)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp
from sympy import Expr, Integral, Mul, Piecewise, Pow, Rational, S, Sum
from sympy.core.basic import Basic

from dplemma.base.errors import Unsupported
from dplemma.kernel.exists import exists
from dplemma.kernel.reading import read_region
from dplemma.kernel.signs import positive
from dplemma.kernel.statement import Interval as KernelInterval
from dplemma.kernel.statement import Region as KernelRegion
from dplemma.kernel.term import HALF, MINUS, Rejected, Term, free, power, read_term
from dplemma.lang.interval import Interval
from dplemma.lang.judgements import Algorithm, Limit
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import region_to_tree
from dplemma.lang.statements import Exists, ForAll, Implies, Rel, Statement
from dplemma.lang.text import to_text
from dplemma.lang.tree import written
from dplemma.lang.unfolding import portable

_BINDERS = (Integral, Sum, Root, ArgMin, ArgMax, Inf, Sup)
_SIGNS = {sp.Eq: "=", sp.Ne: "!=", sp.Lt: "<", sp.Le: "<=", sp.Gt: ">", sp.Ge: ">="}
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_NEAR = 2**10  # a limit is about values nearer than 1/1024, or further out than 1024
Place = tuple[Mul, Region]


def what_is_lost(statement: Statement, region: Region) -> str:
    """What may have been lost as the statement or the conditions of its region were built, in one line; "" if nothing was.

    A condition counts for the others only after its own products were looked at.
    """
    statement, region = portable((statement, region))
    conditions = sorted(region.such_that, key=lambda each: bool(list(_in_statement(each, region))))
    known = Region(**region.intervals)
    for condition in conditions:
        if reason := _first(_in_statement(condition, known)):
            return reason
        known = _given(known, condition)
    return _first(_in_statement(statement, known))


def _first(places: Iterable[Place]) -> str:
    return next((reason for product, region in places if (reason := _reason(product, region))), "")


# -- where products stand ---------------------------------------------------------------------------------------------------


def _in_statement(statement: Statement, region: Region) -> Iterator[Place]:
    """The products in a statement with a root and a factor that may have been taken out of it, each with its region."""
    if isinstance(statement, Implies):
        yield from _in_statement(statement.premise, region)
        yield from _in_statement(statement.conclusion, _given(region, statement.premise))
        return
    if isinstance(statement, (ForAll, Exists)):
        region = region.extended(**statement.over)
    if isinstance(statement, Limit):
        region = _near(statement, region)
    for expr in statement.expressions():
        yield from _in_expression(expr, region)
    for part in (*statement.parts(), *_contracts(statement)):
        yield from _in_statement(part, region)


def _contracts(statement: Statement) -> list[Statement]:
    return [routine.contract for routine in statement.uses.values()] if isinstance(statement, Algorithm) else []


def _in_expression(expr: Basic, region: Region) -> Iterator[Place]:
    if isinstance(expr, Mul) and any(_taken_out(expr, root) for root in _roots(expr)):
        yield expr, region
    if isinstance(expr, Piecewise):
        yield from _in_branches(expr, region)
    elif isinstance(expr, _BINDERS):
        yield from _under_limits(expr, region)
    else:
        for part in expr.args:
            yield from _in_expression(part, region)


def _in_branches(expr: Piecewise, region: Region) -> Iterator[Place]:
    """A branch counts where its condition holds and those before it fail."""
    for value, condition in expr.args:
        yield from _in_expression(condition, region)
        relation = _relation(condition)
        yield from _in_expression(value, region if relation is None else _given(region, relation))
        if relation is not None:
            region = _given(region, Rel(relation.lhs, _OPPOSITE[relation.rel], relation.rhs))


def _relation(condition: Basic) -> Rel | None:
    return Rel(condition.args[0], _SIGNS[type(condition)], condition.args[1]) if type(condition) in _SIGNS else None  # pyright: ignore


def _under_limits(expr: Expr, region: Region) -> Iterator[Place]:
    """The first of several limits is the innermost; its ends may use the variables of the others."""
    body, *limits = expr.args
    for limit in reversed(limits):
        variable, *ends = limit.args
        for end in ends:
            yield from _in_expression(end, region)
        before, region = region, region.extended(**{str(variable): Interval(None, None)})
        if len(ends) == 2 and variable not in ends[0].free_symbols | ends[1].free_symbols and _ordered(*ends, before):  # pyright: ignore
            low, high = ends
            region = region if low is S.NegativeInfinity else _given(region, Rel(variable, ">=", low))
            region = region if high is S.Infinity else _given(region, Rel(variable, "<=", high))
    yield from _in_expression(body, region)


def _ordered(low: Expr, high: Expr, region: Region) -> bool:
    """Is the one end certainly not above the other?"""
    if low is S.NegativeInfinity or high is S.Infinity:
        return low is not S.Infinity and high is not S.NegativeInfinity
    return low.is_finite is not False and high.is_finite is not False and _nonnegative(high - low, region)


def _near(statement: Limit, region: Region) -> Region:
    """The region with a neighbourhood of the point to which the variable tends."""
    name, to = statement.variable.name, statement.to
    if to.is_infinite:
        return region.extended(**{name: Interval(_NEAR, None) if to is S.Infinity else Interval(None, -_NEAR)})
    away = (statement.variable - to) * (1 if statement.side == "+" else -1)
    wide = region.extended(**{name: Interval(None, None)})
    return _given(_given(wide, Rel(away, ">", 0)), Rel(away, "<", Rational(1, _NEAR)))


def _given(region: Region, condition: Statement) -> Region:
    """The part on which a condition holds too; one about more than the variables of the region tells nothing."""
    if not condition.free_names() <= region.intervals.keys():
        return region
    return Region(such_that=(*region.such_that, condition), **region.intervals)


# -- one product ------------------------------------------------------------------------------------------------------------


def _roots(product: Mul) -> list[Pow]:
    """The factors b^(p/q) with q > 1 whose base is not known to be nonnegative."""
    found = [factor for factor in _factors(product) if isinstance(factor, Pow) and _is_broken(factor.exp)]
    return [root for root in found if root.base.is_extended_nonnegative is not True]


def _factors(product: Expr) -> Iterator[Expr]:
    """Those of the products that stand in it too: SymPy leaves some where they are."""
    for factor in Mul.make_args(product):
        yield from _factors(factor) if isinstance(factor, Mul) else (factor,)


def _is_broken(exponent: Basic) -> bool:
    return isinstance(exponent, Rational) and not exponent.is_Integer


def _taken_out(product: Mul, root: Pow) -> list[Expr]:
    """The other factors that may have stood under the root: bases of powers that may be 0."""
    found = []
    for factor in _factors(product):
        base, exponent = factor.as_base_exp()
        if factor is root or not isinstance(exponent, Rational) or exponent <= 0 or base.is_Rational:
            continue
        if exponent >= 2 or base.is_extended_nonnegative:
            found.append(base)
    return found


def _reason(product: Mul, region: Region) -> str:
    """Why the product may be less than what was written."""
    for root in _roots(product):
        lost = [base for base in _taken_out(product, root) if not _apart_from_zero(base, region)]
        if lost and not _nonnegative(root.base, region):
            return _words(product, root.base, lost[0])
    return ""


def _words(product: Mul, below: Expr, outside: Expr) -> str:
    inner, at = to_text(below), to_text(outside)
    where, say = (f"{at} = 0 and {inner} < 0", f"{inner} >= 0") if below.free_symbols else (f"{at} = 0", f"{at} != 0")
    return (
        f"SymPy writes a root as {to_text(product)}, which has no value where {where}, while what was written may have one; "
        f"say {say} in the region, or put what is under the root into Held(...), or the root itself if the product is meant"
    )


def _nonnegative(expr: Expr, region: Region) -> bool:
    """Is it >= 0 wherever it exists in the region? By signs, or by its image."""
    read = _read(expr, region)
    return read is not None and (positive(*read, strict=False) or exists(power(read[0], HALF), read[1]))


def _apart_from_zero(expr: Expr, region: Region) -> bool:
    read = _read(expr, region)
    return read is not None and exists(power(read[0], MINUS), read[1])


def _read(expr: Expr, region: Region) -> tuple[Term, KernelRegion] | None:
    """Both as the kernel reads them; a variable that the region does not have is any real number."""
    try:
        term, box = read_term(written(expr)), read_region(region_to_tree(region))
    except (Rejected, Unsupported):
        return None
    return term, box.extended(**{name: KernelInterval() for name in sorted(free(term) - box.intervals.keys())})
