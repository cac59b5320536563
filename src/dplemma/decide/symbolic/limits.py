"""Limits: SymPy's value, audited by balls along a sequence that approaches the point; else a certified tail bound.

Main definitions: `decide_limit(statement, region, seed)`, `by_sympy(statement, region, seed)`, `symbolic_limit(statement, rest)`.

A limit is proved when SymPy finds the claimed value and the audit sees the distance shrink; refuted when SymPy finds
another value, the audit supports that one, and balls certify that the two differ. Where SymPy does not settle it, a bound that
holds on a whole neighbourhood of the point does (`squeeze`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb
from sympy import (
    AccumBounds,
    Add,
    Expr,
    Pow,
    S,
    Symbol,
    erf,
    expand,
    expand_log,
    limit,
    preorder_traversal,
    simplify,
    sqrt,
)  # fmt: skip
from sympy.core.basic import Basic

from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.base.exact import fraction_of
from dplemma.base.limiter import TimeUp, work_limit
from dplemma.compile.evaluate import Point, compiled, decimal
from dplemma.decide import objects
from dplemma.decide.points.refute import shown
from dplemma.ground.defined import continuous_at, defined_on
from dplemma.ground.points import certified_points
from dplemma.ground.signs import definite, opened, shifted
from dplemma.ground.transforms import plain, quantile
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import Real, facts_of, known, total_inverse, written_in_erf
from dplemma.lang.functions import Mills, Phi, PhiInv, QInv
from dplemma.lang.judgements import Limit
from dplemma.lang.region import Region
from dplemma.ledger.verdict import Counterexample, Verdict

LIMIT_SECONDS = 240.0
AUDIT_POINTS = 8
_NEAR = arb(2) ** -8  # how close the last step must come to a finite limit
_STEPS = (2, 6, 12, 20, 30, 44, 60)  # the variable comes within 2^-k of the point, or reaches 2^k


def decide_limit(statement: Limit, region: Region, seed: str) -> Verdict:
    """Verdict on one limit at every point of the region of the remaining variables."""
    rest = _parameters(statement, region)
    proof = objects.by_tactics(statement, region)
    points = certified_points(rest, seed, AUDIT_POINTS) if rest.names else [{}]
    if not points:
        return Verdict(verdict="undecided", engine="limit", remark="no point of the region could be certified")
    inside = shown(points[0])
    if proof is not None:
        return Verdict(verdict="proved", engine="limit", form="limits of the parts", witness=inside, proof=proof)
    for point in points:
        found = objects.other_limit(statement, region, shown(point))
        if found is not None:
            note = f"the limit is {found[1]}, not {statement.value}"
            contrary = Counterexample(kind="limit", point=shown(point), lhs=found[1], rhs=str(statement.value), note=note)
            return Verdict(verdict="refuted", engine="limit", counterexample=contrary, witness=inside, proof=found[0])
    from dplemma.decide.symbolic.squeeze import exclude, squeeze  # its region prover asks this module for limits

    squeezed = squeeze(statement, statement.value, rest, seed)
    if squeezed is not None:
        return squeezed
    excluded = exclude(statement, rest, seed)
    if excluded is not None:
        return excluded
    if all(_approaches(statement, statement.value, point) for point in points):
        remark = "balls come ever closer to it"
        return Verdict(verdict="confirmed", engine="limit", points=len(points), witness=inside, remark=remark)
    return Verdict(verdict="undecided", engine="limit", witness=inside, remark="a certified tail bound would settle it")


def _parameters(statement: Limit, region: Region) -> Region:
    """The region of the variables that do not move."""
    name = statement.variable.name
    return region.without(name) if name in region.intervals else region


def by_sympy(statement: Limit, region: Region, seed: str) -> Verdict:
    """What SymPy's limit and its audit say; never `certified`."""
    rest = _parameters(statement, region)
    points = certified_points(rest, seed, AUDIT_POINTS) if rest.names else [{}]
    if not points:
        return Verdict(verdict="undecided", engine="limit", remark="no point of the region could be certified")
    try:
        with work_limit(LIMIT_SECONDS, "SymPy's limit"):
            value = symbolic_limit(statement, rest)
    except TimeUp:
        return Verdict(verdict="undecided", engine="limit", remark="SymPy's limit ran out of time")
    if value is None:
        return Verdict(verdict="undecided", engine="limit", remark="SymPy finds no limit; a certified tail bound would settle it")
    if not all(_approaches(statement, value, point) for point in points):
        return Verdict(verdict="undecided", engine="limit", remark=f"balls do not support SymPy's limit {value}")
    witness = shown(points[0])
    claimed = statement.value.xreplace(rest.assumed_symbols())
    if value == claimed or (value.is_finite is not False and _same(value, claimed, rest)):
        if _uniform(statement, value, rest):
            return Verdict(verdict="proved", engine="limit", form="SymPy limit, audited", witness=witness)
        remark = "SymPy's limit for generic parameters; no degenerate value was excluded by proof"
        return Verdict(verdict="confirmed", engine="limit", points=len(points), witness=witness, remark=remark)
    note = f"the limit is {value}, not {statement.value}"
    if value.is_infinite or claimed.is_infinite:
        found = Counterexample(kind="limit", point=witness, lhs=str(value), rhs=str(claimed), note=note)
        return Verdict(verdict="refuted", engine="limit", counterexample=found, witness=witness)
    for point in points:
        left, right = (compiled(_plain_symbols(e)).ball(point, 192) for e in (value, claimed))
        if left < right or left > right:
            found = Counterexample(kind="limit", point=shown(point), lhs=decimal(left), rhs=decimal(right), note=note)
            return Verdict(verdict="refuted", engine="limit", counterexample=found, witness=witness)
    return Verdict(verdict="undecided", engine="limit", remark=f"SymPy's limit {value} could not be compared with the claim")


def _uniform(statement: Limit, value: Expr, rest: Region) -> bool:
    """The limit does not change its form for special values of the parameters.

    True without parameters, where the expression is continuous, and where no coefficient that a parameter could make
    vanish stands in a sum with the moving variable. Only coefficients of the moving terms matter at infinity.
    """
    renaming = rest.assumed_symbols()
    expr = statement.expr.xreplace(renaming)
    moving = statement.variable
    if not expr.free_symbols - {moving}:
        return True
    if not statement.to.is_infinite and continuous_at(statement.expr, moving, statement.to, rest):
        return True
    for node in preorder_traversal(expr):
        if isinstance(node, Add) and moving in node.free_symbols:
            for term in node.args:
                constant, dependent = term.as_independent(moving, as_Add=False)
                if dependent == 1 and (statement.to.is_infinite or value.is_infinite):
                    continue
                if constant.free_symbols and not (definite(constant, True, rest) or definite(-constant, True, rest)):
                    return False
        demand = (isinstance(node, Pow) or _partial(node)) and moving not in node.free_symbols
        if demand and not defined_on((node.xreplace({v: k for k, v in renaming.items()}),), rest):
            return False
    return True


def _same(value: Expr, claimed: Expr, rest: Region) -> bool:
    """Equal as expressions; logarithms are expanded once bounded variables show both their distances."""
    if simplify(value - claimed) == 0:
        return True
    return simplify(expand_log(simplify(opened(value - claimed, rest)))) == 0


def symbolic_limit(statement: Limit, rest: Region) -> Expr | None:
    """SymPy's limit in terms of erf; None if it finds none."""
    sign = _sign_near(statement)
    moving = Symbol(statement.variable.name, real=True, **sign)
    expr = statement.expr.xreplace({**rest.assumed_symbols(), statement.variable: moving})
    opaque = _opaque()
    if expr.has(QInv, *opaque):
        if not statement.to.is_infinite and continuous_at(statement.expr, statement.variable, statement.to, rest):
            return expr.subs(moving, statement.to)
        if expr.has(*opaque):
            return None
    for form, variable, to in _forms(expr, moving, statement, rest):
        try:
            value = _termwise(_in_erf(form), variable, to, statement.side)
        except (NotImplementedError, ValueError, TypeError, AttributeError, RecursionError):
            continue
        if value.func.__name__ != "Limit" and value is not S.NaN and not value.has(variable, AccumBounds) and _clean(value):
            return _back(value, rest)
    return None


def _partial(node: Basic) -> bool:
    facts = facts_of(node)
    return facts is not None and not facts.total


def _opaque() -> tuple[Any, ...]:
    """Our functions of which SymPy knows no limits, only continuity gives one: it can write them neither by erf nor by a
    quantile, and they have no recorded values at the ends of the line."""
    return tuple(function for function in known() if issubclass(function, Real) and not _has_limits(function))


def _has_limits(function: Any) -> bool:
    through_erf = function in written_in_erf() or total_inverse(function) in written_in_erf()
    return through_erf or (len(known()[function].domain) == 1 and None not in known()[function].at_infinity)


def _in_erf(form: Expr) -> Expr:
    """In terms of erf with expanded arguments, where SymPy's limits err less often."""
    form = form.replace(Mills, known()[Mills].means).rewrite(written_in_erf(), erf)
    return form.xreplace({node: erf(expand(node.args[0])) for node in form.atoms(erf)})


def _termwise(expr: Expr, variable: Symbol, to: Expr, side: str) -> Expr:
    """Sum of the limits of the terms where all are finite, else SymPy's limit of the whole.

    SymPy 1.14 has limit 1 for 1/2 + erf(a + z)/2 at z = -oo, but the right limits for its two terms.
    """
    if isinstance(expr, Add):
        terms = [limit(term, variable, to, side) for term in expr.args]
        if all(term.is_finite and not term.has(variable) for term in terms):
            return Add(*terms)
    return limit(expr, variable, to, side)


def _clean(value: Expr) -> bool:
    """Finite, or plainly infinite: SymPy's oo times an expression of unknown sign says nothing."""
    return value in (S.Infinity, S.NegativeInfinity) or not value.has(S.Infinity, S.NegativeInfinity, S.ComplexInfinity)


def _forms(expr: Expr, moving: Symbol, statement: Limit, rest: Region) -> Iterator[tuple[Expr, Symbol, Expr]]:
    """The expression as it is, with quantiles of fixed variables solved, and with x = Phi(z) for a moving quantile."""
    if any(moving in node.free_symbols for node in expr.atoms(PhiInv)) and statement.to in (S.Zero, S.One):
        z = Symbol("|moving", real=True)
        yield expr.subs(moving, Phi(z)), z, S.NegativeInfinity if statement.to is S.Zero else S.Infinity
        return
    yield plain(expr, rest), moving, statement.to
    yield quantile(expr, rest), moving, statement.to
    yield shifted(plain(expr, rest), rest), moving, statement.to


def _sign_near(statement: Limit) -> dict[str, bool]:
    if statement.to is S.Infinity or (statement.to.is_nonnegative and statement.side == "+"):
        return {"positive": True}
    if statement.to is S.NegativeInfinity or (statement.to.is_nonpositive and statement.side == "-"):
        return {"negative": True}
    return {}


def _back(value: Expr, rest: Region) -> Expr:
    """Undo x = Phi(z): the limit in terms of the region's own variables."""
    own = {symbol.name: symbol for symbol in rest.assumed_symbols().values()}
    undo = {}
    for symbol in value.free_symbols:
        name, _, mark = symbol.name.partition("|")
        if mark == "z":
            undo[symbol] = PhiInv(own[name])
        elif mark == "shift":
            end = next(e for e in (rest.intervals[name].lo, rest.intervals[name].hi) if e is not None)
            undo[symbol] = abs(own[name] - rational_of(end))
    value = value.subs(undo)
    in_phi = simplify(value.xreplace({node: 2 * Phi(sqrt(2) * node.args[0]) - 1 for node in value.atoms(erf)}))
    # inside the region the argument of a quantile is in (0, 1), so Phi undoes it
    return in_phi.replace(_phi_of_quantile, lambda e: e.args[0].args[0])


def _phi_of_quantile(expr: Expr) -> bool:
    return isinstance(expr, Phi) and isinstance(expr.args[0], PhiInv)


def _plain_symbols(expr: Expr) -> Expr:
    return expr.xreplace({s: Symbol(s.name, real=True) for s in expr.free_symbols})


def _approaches(statement: Limit, value: Expr, point: Point) -> bool:
    """The certified distance to `value` shrinks along the sequence (or the size grows, for an infinite limit)."""
    try:
        tape = compiled(statement.expr)
    except Unsupported:
        return False
    target = None if value.is_infinite else compiled(_plain_symbols(value)).ball(point, 512)
    distances: list[arb] = []
    for k in _STEPS:
        try:
            here = tape.ball({**point, statement.variable.name: _step(statement, k)}, 512)
        except (OutOfBudget, Unsupported):
            return False
        if not here.is_finite() or (target is not None and here.rad() > _NEAR):  # too wide to tell anything
            continue
        if target is None:
            distances.append(1 / (here if value is S.Infinity else -here))
        else:
            distances.append(abs(here - target))
    if len(distances) < 2:
        return False
    if target is None:
        return bool(distances[-1] > 0) and all(later.upper() < earlier.lower() for earlier, later in pairwise(distances[-3:]))
    near = _NEAR * max(arb(1), abs(target).upper(), key=float)
    first, last = distances[0].upper(), distances[-1].upper()
    return bool(last < near and (last <= first or first < near))


def _step(statement: Limit, k: int) -> Fraction:
    if statement.to.is_infinite:
        return Fraction(2) ** (k // 2) * (1 if statement.to is S.Infinity else -1)
    # an irrational point is approached through a rational one far closer than the step
    to = fraction_of(statement.to) if statement.to.is_Rational else Fraction(str(statement.to.evalf(60)))
    return to + Fraction(1, 2**k) * (1 if statement.side == "+" else -1)
