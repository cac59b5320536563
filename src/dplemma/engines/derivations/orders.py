"""Inequalities put in a form that is easier to decide: exponents compared, side conditions solved as premises.

Main definition: `settle(statement, region, decide)`. Both rewritings are equivalences wherever the two sides exist, which is
shown apart: a e^u >= b e^v, a and b positive, is u + log(a/b) >= v; and a relation on a region with side conditions is an
implication on the region without them.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, Expr, Mul, S, exp, log, pi, simplify

from dplemma.engines import symbolic
from dplemma.engines.defined import defined_on
from dplemma.lang.functions import phi
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Implies, Rel, Statement
from dplemma.verdict import Verdict

_ORDERS = ("<", "<=", ">", ">=")


def settle(statement: Statement, region: Region, decide: Callable[[Statement, Region], Verdict]) -> Verdict:
    """The verdict on the statement, by an easier one where there is one and it is proved."""
    if isinstance(statement, Rel) and statement.rel in _ORDERS:
        simpler = in_exponents(statement, region)
        for easier, where in _easier(statement, simpler, region):
            if symbolic.prove(easier, where, symbolic.Work()) and defined_on(statement.expressions(), region):
                verdict = decide(easier, where)
                if verdict.verdict == "proved":
                    return verdict
    return decide(statement, region)


def _easier(statement: Rel, simpler: Rel | None, region: Region) -> list[tuple[Statement, Region]]:
    bare = Region(**region.intervals)
    found: list[tuple[Statement, Region]] = []
    for rel in (simpler, statement):
        if rel is not None and region.such_that:
            found.append((Implies(All(*region.such_that), rel), bare))
    if simpler is not None:
        found.append((simpler, region))
    return found


def in_exponents(rel: Rel, region: Region) -> Rel | None:
    """a e^u - b e^v >= 0 as u - v + log(a/b) >= 0; None unless the difference has these two terms."""
    terms = Add.make_args(rel.lhs - rel.rhs)
    if len(terms) != 2:
        return None
    renaming = region.assumed_symbols()
    back = {new: old for old, new in renaming.items()}
    for plus, minus in (terms, terms[::-1]):
        first, second = plus.xreplace(renaming), -minus.xreplace(renaming)
        if first.is_positive and second.is_positive and any(term.has(exp, phi) for term in (first, second)):
            (u, a), (v, b) = _exponent(first), _exponent(second)
            ratio = simplify(a / b)
            shift = S.Zero if ratio == 1 else log(ratio)
            return Rel((u + shift).xreplace(back), rel.rel, v.xreplace(back))
    return None


def _exponent(term: Expr) -> tuple[Expr, Expr]:
    """A product as e^u times the rest: u and the rest."""
    exponent, rest = S.Zero, S.One
    for factor in Mul.make_args(term):
        if isinstance(factor, exp):
            exponent += factor.args[0]
        elif isinstance(factor, phi):
            exponent -= factor.args[0] ** 2 / 2
            rest /= (2 * pi) ** S.Half
        else:
            rest *= factor
    return exponent, rest
