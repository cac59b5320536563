"""Inequalities put in a form that is easier to decide: exponents or arguments compared, side conditions solved as premises.

Main definitions: `easily(statement, region, decide, exist)`, `identical(rel)`. The rewritings are equivalences wherever the two
sides exist, which is shown apart: a e^u >= b e^v, a and b positive, is u + log(a/b) >= v; f(u) >= f(v), f strictly monotone, is
u >= v or u <= v; a positive factor may be left out; a variable x that occurs only in e^x is log w; and a relation on a region
with side conditions is an implication on the region without them.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, Expr, Mul, S, Symbol, exp, expand, fraction, log, pi, simplify, together

from dplemma.decide.derivations.coefficients import positive_by_coefficients
from dplemma.decide.symbolic import prove as symbolic
from dplemma.decide.symbolic.relations import excess, mapped
from dplemma.lang.facts import comparison, total_inverse
from dplemma.lang.functions import phi
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, Interval
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Implies, Rel, Statement
from dplemma.ledger.verdict import Verdict

_ORDERS = ("<", "<=", ">", ">=")


def easily(
    statement: Statement, region: Region, decide: Callable[[Statement, Region], Verdict], exist: Callable[[], bool]
) -> Verdict | None:
    """The verdict on an inequality by an easier one that is proved, or None. `exist` shows that both sides exist."""
    if not isinstance(statement, Rel) or statement.rel not in _ORDERS:
        return None
    if any(_says(condition, statement) for condition in region.such_that) and exist():
        return Verdict(verdict="proved", engine="symbolic", form="a side condition")
    difference, sign = excess(statement)
    if positive_by_coefficients(difference, sign == ">", region) and exist():
        return Verdict(verdict="proved", engine="symbolic", form="coefficients")
    shorter = without_positive_factors(statement, region)
    if shorter is not None and (verdict := easily(shorter, region, decide, exist)) is not None:
        return verdict
    simpler = in_exponents(statement, region) or in_arguments(statement, region)
    for easier, where in [*_easier(statement, simpler, region), *([] if shorter is None else [(shorter, region)])]:
        if symbolic.prove(easier, where, symbolic.Work()) and exist():
            verdict = decide(easier, where)
            if verdict.verdict == "proved":
                return verdict
    return None


def identical(rel: Rel) -> str:
    """How two rational functions are seen to be one: the numerator of their difference vanishes. Empty for anything else."""
    if not all(side.is_rational_function(*side.free_symbols) for side in rel.expressions()):
        return ""
    numerator, _ = fraction(together(rel.lhs - rel.rhs))
    return "one rational function" if expand(numerator) == 0 else ""


def proof_of_identity(rel: Rel, region: Region) -> str:
    """The form in which the symbolic engine proves an identity, existence of the two sides apart; empty if it does not."""
    work = symbolic.Work()
    return work.form if symbolic.prove(rel, region, work) else ""


def without_positive_factors(rel: Rel, region: Region) -> Rel | None:
    """A product compared with 0, without its positive factors: among them 1/d^2, which exists only if d is not 0."""
    if rel.rhs != 0 or not rel.lhs.is_Mul:
        return None
    renaming = region.assumed_symbols()
    kept = [factor for factor in rel.lhs.args if not _is_positive(factor.xreplace(renaming))]
    return Rel(Mul(*kept), rel.rel, S.Zero) if 0 < len(kept) < len(rel.lhs.args) else None


def _is_positive(factor: Expr) -> bool:
    inverse_square = factor.is_Pow and factor.exp.is_Integer and factor.exp.is_negative and factor.exp.is_even
    return bool(factor.is_positive or (inverse_square and factor.base.is_real))


def _easier(statement: Rel, simpler: Rel | None, region: Region) -> list[tuple[Statement, Region]]:
    bare = Region(**region.intervals)
    found: list[tuple[Statement, Region]] = []
    for rel in (simpler, statement):
        if rel is not None and region.such_that:
            found.append((Implies(All(*region.such_that), rel), bare))
    if simpler is not None:
        found.append((simpler, region))
    return found + [rational for item in found if (rational := without_exponentials(*item)) is not None]


def without_exponentials(statement: Statement, region: Region) -> tuple[Statement, Region] | None:
    """x = log w where x >= 0 (or x > 0) occurs in integer powers of e^x only: w runs through [1, oo) (or (1, oo))."""
    if region.such_that or not all(isinstance(part, (Rel, All, Implies)) for part in statement.walk()):
        return None
    expressions = [e for part in statement.walk() for e in part.expressions()]
    moves: dict[Expr, Expr] = {}
    intervals = dict(region.intervals)
    for name, interval in region.intervals.items():
        x = Symbol(name, real=True)
        powers = {node: (node.args[0] / x) for e in expressions for node in e.atoms(exp) if x in node.free_symbols}
        if not powers or not all(k.is_Integer for k in powers.values()) or interval not in (NONNEGATIVE, POSITIVE):
            continue
        if any(x in e.xreplace(dict.fromkeys(powers, S.One)).free_symbols for e in expressions):
            continue
        moves |= {node: x**k for node, k in powers.items()}
        intervals[name] = Interval(1, "oo", lo_open=interval == POSITIVE)
    return (mapped(statement, lambda e: e.xreplace(moves)), Region(**intervals)) if moves else None


def _says(condition: Statement, statement: Rel) -> bool:
    """The condition is the statement itself, with the terms on other sides perhaps."""
    if not isinstance(condition, Rel) or condition.rel not in _ORDERS:
        return False
    (known, sign), (wanted, asked) = excess(condition), excess(statement)
    return (sign == asked or sign == ">") and expand(known - wanted) == 0


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


def in_arguments(rel: Rel, region: Region) -> Rel | None:
    """c (f(u) - f(v)) >= 0, c a number, as u >= v or v >= u, for f strictly monotone; None for anything else."""
    difference = (rel.lhs - rel.rhs).xreplace(region.assumed_symbols())
    back = {new: old for old, new in region.assumed_symbols().items()}
    terms = [term.as_coeff_Mul() for term in Add.make_args(difference)]
    if len(terms) == 1 and (zero := _zero(terms[0][1])) is not None:
        terms.append((-terms[0][0], zero))
    if len(terms) != 2 or terms[0][0] != -terms[1][0]:
        return None
    (factor, first), (_, second) = terms
    compared = comparison(first, second)
    if compared is None:
        return None
    left, right = (side.xreplace(back) for side in compared[:2])
    upright = (factor.is_positive is True) == (compared[2] > 0)
    return Rel(left, rel.rel, right) if upright else Rel(right, rel.rel, left)


def _zero(node: Expr) -> Expr | None:
    """f(z) = 0 as it stands, for a function f of one argument that vanishes at z: where its inverse maps 0."""
    inverse = total_inverse(type(node)) if len(node.args) == 1 else None
    return None if inverse is None else type(node)(inverse(S.Zero), evaluate=False)


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
