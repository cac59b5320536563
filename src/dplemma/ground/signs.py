"""Is an expression positive, or nonnegative, on a region? SymPy's assumptions, asked of several equal forms."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import (
    Add,
    Dummy,
    Expr,
    Integral,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Rational,
    S,
    Symbol,
    exp,
    expand,
    factor,
    powsimp,
    simplify,
)
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.compile.evaluate import compiled
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import known, named
from dplemma.lang.functions import Phi, phi
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel

MAX_NODES = 3
MAX_NUMBER = 10**6  # exponentials of larger multiples are powers of a degree that factoring does not survive
MAX_OPERATIONS = 45  # beyond this size simplification takes its time and finds nothing


def definite(expr: Expr, strict: bool, region: Region) -> bool:
    """True if some form of `expr` is visibly positive (strict) or nonnegative on the region."""
    if expr.has(Piecewise):
        return False
    if expr.has(Integral, ExprWithLimits):
        return _visible(expr, strict)  # the forms below know nothing of bound variables
    if expr.count_ops() > MAX_OPERATIONS:
        return _visible(expr, strict)
    if expr.has(Max, Min):
        return any(definite(form, strict, region) for form in _weakened(expr)) or _at_corners(expr, strict, region)
    if _more_of_a_tail(expr, strict, region) or any(_visible(form, strict) for form in _forms(expr, region)):
        return True
    return _at_corners(expr, strict, region)


def positive(expr: Expr, strict: bool, region: Region) -> bool:
    """Like `definite`, with products and integrals taken apart and the region's side conditions used."""
    if isinstance(expr, Mul) and all(positive(factor_, strict, region) for factor_ in expr.args):
        return True
    if isinstance(expr, Pow) and expr.exp.is_real and positive(expr.base, True, region):
        return True
    if isinstance(expr, Integral):
        lower, upper = expr.limits[0][1:]
        ordered = lower is S.NegativeInfinity or upper is S.Infinity or definite(upper - lower, strict, region)
        return len(expr.limits) == 1 and ordered and definite(expr.function, strict, region)
    return definite(expr, strict, region) or any(definite(factor(expr / d), True, region) for d in _positive_conditions(region))


def settled(expr: Expr, region: Region) -> Expr:
    """Max and Min replaced by the argument that is visibly the greatest (least) one on the whole region."""
    for node in sorted(expr.atoms(Max, Min), key=str):
        sign = 1 if isinstance(node, Max) else -1
        for chosen in node.args:
            if all(definite(sign * (chosen - other), False, region) for other in node.args if other != chosen):
                expr = expr.xreplace({node: chosen})
                break
    return expr


def _positive_conditions(region: Region) -> Iterator[Expr]:
    """Expressions that side conditions of the region say are positive."""
    renaming = region.assumed_symbols()
    for condition in region.such_that:
        if isinstance(condition, Rel) and condition.rel in (">", "<"):
            big, small = (condition.lhs, condition.rhs) if condition.rel == ">" else (condition.rhs, condition.lhs)
            yield (big - small).xreplace(renaming)


def _visible(form: Expr, strict: bool) -> bool:
    """The sign SymPy sees, with the constant terms summed up by balls."""
    if form.is_positive or (not strict and form.is_nonnegative):
        return True
    constants = [term for term in Add.make_args(form) if term.is_number]
    rest = Add(*(term for term in Add.make_args(form) if not term.is_number))
    if len(constants) < 2 or not rest.is_nonnegative:
        return False
    return bool(compiled(Add(*constants)).ball({}, 192) > 0)


def _more_of_a_tail(expr: Expr, strict: bool, region: Region) -> bool:
    """c Phi(u) - c Phi(v) with c > 0 and u >= v visible."""
    merged = expr.replace(lambda e: isinstance(e, phi), lambda e: e.in_exp())
    terms = Add.make_args(powsimp(expand(merged)))
    tails = [[f for f in Mul.make_args(term) if isinstance(f, Phi)] for term in terms]
    if len(terms) != 2 or any(len(found) != 1 for found in tails):
        return False
    (first, u), (second, v) = ((term / found[0], found[0].args[0]) for term, found in zip(terms, tails, strict=True))
    if powsimp(expand(first + second)) != 0:
        return False
    return bool(first.is_positive and definite(u - v, strict, region)) or bool(
        second.is_positive and definite(v - u, strict, region)
    )


def _weakened(expr: Expr) -> Iterator[Expr]:
    """Max(a, b) written as a + s with s >= 0 free (Min as a - s), for each choice of a: this only enlarges the region."""
    nodes = sorted(expr.atoms(Max, Min), key=str)
    if len(nodes) > MAX_NODES:
        return
    slacks = [Dummy("|above", nonnegative=True) for _ in nodes]
    for bases in product(*(node.args for node in nodes)):
        moves = {n: b + s if isinstance(n, Max) else b - s for n, b, s in zip(nodes, bases, slacks, strict=True)}
        yield expr.xreplace(moves)


def _forms(expr: Expr, region: Region) -> Iterator[Expr]:
    """Equal forms, cheap ones first."""
    yield expr
    yield powsimp(expand(expr))
    yield _reflected(expr)
    yield powsimp(expand(expr.replace(lambda e: isinstance(e, phi), lambda e: e.in_exp())))
    moved = shifted(expr, region)
    yield expand(moved)
    yield expand(_exponentials_above_one(expr))
    yield expand(_exponentials_above_one(expand(expr)))  # e^(a + b) as e^a e^b
    if any(max(abs(n.p), n.q) > MAX_NUMBER for n in expr.atoms(Rational)):
        return
    stretched = without_upper_ends(expr, region)
    for form in dict.fromkeys((moved, stretched, expr)):
        yield simplify(form)
        yield factor(form)


def _reflected(expr: Expr) -> Expr:
    """1 - Phi(u) written as Phi(-u), and one minus any other tail as its complement."""
    complements = {function: named(facts.complement) for function, facts in known().items() if facts.complement}
    moves: dict[Expr, Expr] = {node: 1 - complements[type(node)](*node.args) for node in expr.atoms(*complements)}
    moves |= {node: 1 - Phi(-node.args[0]) for node in expr.atoms(Phi)}
    return expand(expr.xreplace(moves))


def shifted(expr: Expr, region: Region) -> Expr:
    """Variables measured from their finite lower end: x = lo + s, s >= 0 (or s = hi - x from the upper end)."""
    moves = {}
    for symbol in expr.free_symbols:
        interval = region.intervals.get(symbol.name)
        if interval is None:
            continue
        if interval.lo is not None and interval.lo != 0:
            sign = {"positive": True} if interval.lo_open else {"nonnegative": True}
            moves[symbol] = rational_of(interval.lo) + Symbol(f"{symbol.name}|shift", **sign)
        elif interval.lo is None and interval.hi is not None and interval.hi != 0:
            sign = {"positive": True} if interval.hi_open else {"nonnegative": True}
            moves[symbol] = rational_of(interval.hi) - Symbol(f"{symbol.name}|shift", **sign)
    return expr.subs(moves) if moves else expr


def _exponentials_above_one(expr: Expr) -> Expr:
    """e^u with u >= 0 written as 1 + s with s >= 0 free, which only enlarges the region."""
    moves = {}
    for node in sorted(expr.atoms(exp), key=str):
        if node.args[0].is_nonnegative:
            sign = {"positive": True} if node.args[0].is_positive else {"nonnegative": True}
            moves[node] = 1 + Dummy("|excess", **sign)
    return expr.xreplace(moves) if moves else expr


def without_upper_ends(expr: Expr, region: Region) -> Expr:
    """Variables of a bounded interval without its upper end, as (lo + hi u)/(1 + u): both distances become visible."""
    moves = {}
    for symbol in expr.free_symbols:
        interval = region.intervals.get(symbol.name)
        if interval is None or interval.lo is None or interval.hi is None or interval.integer or not interval.hi_open:
            continue
        u = Symbol(f"{symbol.name}|u", **({"positive": True} if interval.lo_open else {"nonnegative": True}))
        lo, hi = (rational_of(end) for end in (interval.lo, interval.hi))
        moves[symbol] = (lo + hi * u) / (1 + u)
    return expr.subs(moves) if moves else expr


def _at_corners(expr: Expr, strict: bool, region: Region) -> bool:
    """An expression affine in a bounded variable is nonnegative between its ends if it is at both."""
    if strict:
        return False
    for symbol in sorted(expr.free_symbols, key=lambda s: s.name):
        interval = region.intervals.get(symbol.name)
        if interval is None or interval.lo is None or interval.hi is None or interval.integer:
            continue
        if any(symbol in m.free_symbols for m in expr.atoms(Max, Min)) or not expr.is_polynomial(symbol):
            continue
        if expand(expr.diff(symbol, 2)) != 0:
            continue
        ends = (rational_of(e) for e in (interval.lo, interval.hi))
        if all(definite(expr.subs(symbol, end), strict, region) for end in ends):
            return True
    return False
