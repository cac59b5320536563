"""Relations rewritten without changing their truth: monotone functions stripped, premises solved, cases split."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sympy import Abs, Add, Dummy, Expr, Max, Min, Mul, Piecewise, S, Symbol, exp, expand, log, powsimp, simplify
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.relational import Relational

from dplemma.ground.equal import by_erf, by_expanding, by_simplifying
from dplemma.ground.signs import MAX_NODES, MAX_OPERATIONS, definite
from dplemma.lang.facts import comparison
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Chain, Implies, Member, Rel, Statement

_MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def assumed(statement: Statement, renaming: dict[Symbol, Symbol]) -> Statement:
    """The statement with each variable replaced by its symbol with assumptions."""
    return mapped(statement, lambda e: e.xreplace(renaming))


def mapped(statement: Statement, change: Callable[[Expr], Expr]) -> Statement:
    """Apply a function to every expression of a conjunction, implication or relation."""
    if isinstance(statement, Rel):
        return Rel(change(statement.lhs), statement.rel, change(statement.rhs))
    if isinstance(statement, Member) and statement.relations() and not any(i.integer for i in statement.space):
        return All(*(mapped(r, change) for r in statement.relations()))
    if isinstance(statement, (All, Chain)):
        return All(*(mapped(s, change) for s in statement.statements))
    if isinstance(statement, Implies):
        return Implies(mapped(statement.premise, change), mapped(statement.conclusion, change))
    return statement


def conditions(statement: Statement) -> list[Rel] | None:
    """A conjunction as a list of stripped relations; None if it is anything else."""
    if isinstance(statement, Rel):
        return list(stripped(statement))
    if isinstance(statement, All):
        found: list[Rel] = []
        for part in statement.statements:
            inner = conditions(part)
            if inner is None:
                return None
            found += inner
        return found
    return None


def stripped(rel: Rel) -> Iterator[Rel]:
    """Equivalent relations, jointly: Phi(u) <= Phi(v) is u <= v; log(u) <= v is u <= e^v; Max(a, b) <= c is both."""
    left, right = _merged(rel.lhs), _merged(rel.rhs)
    compared = comparison(left, right)
    if compared is not None:
        u, v, direction = compared
        yield from stripped(Rel(u, rel.rel if direction > 0 else _MIRROR[rel.rel], v))
        return
    if isinstance(left, log):
        yield from stripped(Rel(left.args[0], rel.rel, exp(right)))
        return
    if isinstance(right, (log, Max, Min)) and not isinstance(left, (Max, Min)):
        yield from stripped(Rel(right, _MIRROR[rel.rel], left))
        return
    if (isinstance(left, Max) and rel.rel in ("<", "<=")) or (isinstance(left, Min) and rel.rel in (">", ">=")):
        for part in left.args:
            yield from stripped(Rel(part, rel.rel, right))
        return
    yield rel


def _merged(side: Expr) -> Expr:
    """A product of exponentials as one."""
    if isinstance(side, Mul) and all(isinstance(factor, exp) for factor in side.args):
        return exp(Add(*(factor.args[0] for factor in side.args)))
    return side


def excess(rel: Rel) -> tuple[Expr, str]:
    """The relation as d >= 0, d > 0, d = 0 or d != 0."""
    if rel.rel in ("<", "<="):
        return rel.rhs - rel.lhs, ">" if rel.rel == "<" else ">="
    return rel.lhs - rel.rhs, rel.rel


def same_condition(first: Rel, second: Rel, region: Region) -> bool:
    """The two relations hold at the same points, as they stand or with the logarithm of both sides taken."""
    return any(_same_excess(a, b, region) for a in _with_logarithms(first) for b in _with_logarithms(second))


def _with_logarithms(rel: Rel) -> Iterator[Rel]:
    """The relation itself; one between positive numbers of which one is an exponential also between the logarithms."""
    yield rel
    left, right = (powsimp(side, combine="exp") for side in (rel.lhs, rel.rhs))
    if (isinstance(left, exp) or isinstance(right, exp)) and left.is_positive and right.is_positive:
        yield Rel(log(left), rel.rel, log(right))


def _same_excess(first: Rel, second: Rel, region: Region) -> bool:
    """The two relations have the same sign, and a positive ratio of their differences."""
    (d1, s1), (d2, s2) = excess(first), excess(second)
    if s1 != s2:
        return False
    if by_expanding(d1, d2) or by_erf(d1, d2) or by_simplifying(d1, d2):
        return True
    ratio = simplify(d1 / d2)
    return definite(ratio, True, region) or (s1 in ("=", "!=") and definite(-ratio, True, region))


def dominated(rel: Rel) -> list[Rel]:
    """Relations any one of which suffices: left <= c Max(a, b, ...) follows from left <= c a."""
    left, sign, right = (rel.lhs, rel.rel, rel.rhs) if rel.rel in ("<", "<=") else (rel.rhs, _MIRROR[rel.rel], rel.lhs)
    for bound, other in ((right, Max), (left, Min)):
        factor, node = bound.as_coeff_Mul()
        if isinstance(node, other) and factor.is_positive:
            return [Rel(left, sign, factor * a) if bound is right else Rel(factor * a, sign, right) for a in node.args]
    return []


def eliminations(premises: list[Rel], conclusion: Statement) -> Iterator[Statement]:
    """Versions of the conclusion with each premise solved for a variable it is linear in.

    d(v) >= 0 with d = c v + r, c of known sign, becomes v = (s - r)/c with s >= 0. What was known of v besides is
    forgotten, which only enlarges the region; so variables of any sign come first.
    """
    if not premises:
        yield conclusion
        return
    head, *rest = premises
    d, sign = excess(head)
    d = expand(d)
    assumption = {">=": {"nonnegative": True}, ">": {"positive": True}}.get(sign)
    for symbol in sorted(d.free_symbols, key=lambda s: (s != head.lhs, s != head.rhs, _signed(s), s.name)):
        slope = d.diff(symbol)
        if symbol in slope.free_symbols or slope.is_zero is not False or sign == "!=":
            continue
        slack = S.Zero if assumption is None else Dummy("|slack", **assumption)
        solution = (slack - d.subs(symbol, 0)) / slope
        replaced = [Rel(r.lhs.subs(symbol, solution), r.rel, r.rhs.subs(symbol, solution)) for r in rest]
        yield from eliminations(replaced, mapped(conclusion, lambda e, s=symbol, v=solution: e.subs(s, v)))
    yield from eliminations(rest, conclusion)  # the premise may not be needed


def _signed(symbol: Symbol) -> bool:
    return bool(symbol.is_nonnegative or symbol.is_nonpositive)


def split_cases(rel: Rel) -> list[Implies]:
    """The relation under each condition of its first Max, Min, Piecewise or |u| = Max(u, -u); empty if none or too many."""
    both = rel.lhs - rel.rhs
    nodes = sorted(both.atoms(Abs, Max, Min, Piecewise), key=str)
    if not nodes or len(nodes) > MAX_NODES or both.count_ops() > MAX_OPERATIONS or both.has(ExprWithLimits):
        return []
    node = nodes[0]
    if isinstance(node, Abs):
        return [
            Implies(Rel(inside, ">=", S.Zero), mapped(rel, lambda e, n=node, v=inside: e.xreplace({n: v})))
            for inside in (node.args[0], -node.args[0])
        ]
    if isinstance(node, Piecewise):
        return _piecewise_cases(rel, node)
    cases = []
    for chosen in node.args:
        others = [o for o in node.args if o != chosen]
        order = ">=" if isinstance(node, Max) else "<="
        premise = All(*(Rel(chosen, order, other) for other in others))
        cases.append(Implies(premise, mapped(rel, lambda e, n=node, c=chosen: e.xreplace({n: c}))))
    return cases


def _piecewise_cases(rel: Rel, node: Piecewise) -> list[Implies]:
    cases, earlier = [], []
    for value, condition in node.args:
        here = [] if condition == True else [condition]  # noqa: E712
        if any(not isinstance(c, Relational) or c.rel_op not in _MIRROR for c in here):
            return []
        premise = [Rel(c.lhs, c.rel_op, c.rhs) for c in here] + earlier
        conclusion = mapped(rel, lambda e, n=node, v=value: e.xreplace({n: v}))
        cases.append(Implies(All(*premise), conclusion) if premise else Implies(Rel(S.Zero, "=", S.Zero), conclusion))
        opposite = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
        earlier += [Rel(c.lhs, opposite[c.rel_op], c.rhs) for c in here if c.rel_op in opposite]
    return cases
