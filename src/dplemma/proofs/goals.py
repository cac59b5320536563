"""From a statement to inequalities on regions: what has to be shown of every point.

Main definitions: `obligations(statement, region)`, `sides(statement, region)`.

A conjunction is shown part by part; an implication on the part of the region where its premise holds; an equivalence as two
implications; a disjunction by showing its last part where the others fail; a monotone function by the sign of its derivative
between the ends of the interval; two values of one expression at ordered arguments by the slopes of their difference (`along`).
"""

from __future__ import annotations

from sympy import Expr, Max, Min, S, Symbol, expand
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.lang.facts import of_shape
from dplemma.lang.interval import Interval
from dplemma.lang.judgements import Monotone
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Either, ForAll, Iff, Implies, Member, Rel, Statement
from dplemma.proofs.reductions import bound_interval, first_piecewise, first_root, fresh_name, narrowed
from dplemma.proofs.rules import OPPOSITE, may_jump

Obligation = tuple[Rel, Region]


def obligations(statement: Statement, region: Region) -> list[Obligation] | None:
    """Inequalities on regions that together give the statement; None if it is not of this kind."""
    if isinstance(statement, Rel):
        return [(part, region) for part in each_side(statement)] if statement.rel in OPPOSITE else None
    if isinstance(statement, Member):
        if len(statement.values) != len(statement.space) or any(i.integer for i in statement.space):
            return None
        return [(rel, region) for rel in statement.relations()]
    if isinstance(statement, All):
        return _together([obligations(part, region) for part in statement.parts()])
    if isinstance(statement, ForAll):
        return obligations(statement.statement, region.extended(**statement.over))
    if isinstance(statement, Implies):
        return along(statement, region) or obligations(statement.conclusion, given(region, statement.premise))
    if isinstance(statement, Iff):
        return _both_ways(statement, region)
    if isinstance(statement, Either):
        *others, last = statement.statements
        if not all(isinstance(part, Rel) and part.rel in OPPOSITE for part in others):
            return None
        failing = [Rel(part.lhs, OPPOSITE[part.rel], part.rhs) for part in others if isinstance(part, Rel)]
        return obligations(last, given(region, *failing))
    if isinstance(statement, Monotone) and not statement.expr.has(*may_jump(), *of_shape("corner")):
        slope = _slope(statement, region)
        return [slope] if _roots(statement.expr) <= _roots(*slope[0].expressions()) else None
    return None


def _roots(*expressions: Expr) -> set[Root]:
    """A root that drops out of a slope would never be shown to exist."""
    return {root for expr in expressions for root in expr.atoms(Root)}


def _both_ways(statement: Iff, region: Region) -> list[Obligation] | None:
    """The second relation where the first one holds, and its contrary where it fails; conjunctions each from the other.

    The shorter relation is the premise, or the one without a root: a root must be in what is shown, wherever the premise holds
    and wherever it fails.
    """
    left, right = statement.parts()
    if isinstance(left, Rel) and isinstance(right, Rel):
        first, second = iff_premise(left, right)
        if first.rel not in OPPOSITE or second.rel not in OPPOSITE or _length(first)[0]:
            return None
        fails, contrary = (Rel(part.lhs, OPPOSITE[part.rel], part.rhs) for part in (first, second))
        return [(second, given(region, first)), (contrary, given(region, fails))]
    if not _of_relations(left) or not _of_relations(right):
        return None
    return _together([obligations(right, given(region, left)), obligations(left, given(region, right))])


def iff_premise(left: Rel, right: Rel) -> tuple[Rel, Rel]:
    """The relation that serves as premise first."""
    first, second = sorted((left, right), key=_length)
    return first, second


def _length(relation: Rel) -> tuple[bool, int]:
    sides = relation.expressions()
    return any(side.has(Root) for side in sides), sum(int(side.count_ops()) for side in sides)


def _of_relations(statement: Statement) -> bool:
    """Inequalities, or a conjunction of them, in which no root must be shown to exist."""
    parts = statement.parts() if isinstance(statement, All) else (statement,)
    return all(isinstance(part, Rel) and part.rel in OPPOSITE and not _length(part)[0] for part in parts)


def along(statement: Implies, region: Region) -> list[Obligation] | None:
    """u <= v and u' <= v' imply h(u, u', v, v') >= 0, where h = 0 on the diagonal u = v, u' = v' and h rises in v and in v'.

    From the diagonal one variable after the other goes from u to v; the way stays in the region because v may be all that u
    may be and no other condition speaks of v. A root of h that does not contain v must be one that does, taken at v = u.
    """
    conclusion = statement.conclusion
    premises = statement.premise.parts() if isinstance(statement.premise, All) else (statement.premise,)
    if not isinstance(conclusion, Rel) or conclusion.rel not in ("<=", ">="):
        return None
    pairs: dict[Symbol, Symbol] = {}
    for premise in premises:
        if not isinstance(premise, Rel) or premise.rel not in ("<=", ">="):
            return None
        low, high = (premise.lhs, premise.rhs) if premise.rel == "<=" else (premise.rhs, premise.lhs)
        if not (isinstance(low, Symbol) and isinstance(high, Symbol)) or high in pairs:
            return None
        pairs[high] = low
    if set(pairs) & set(pairs.values()) or any(c.free_names() & {s.name for s in pairs} for c in region.such_that):
        return None
    ways = [(region.intervals[low.name], region.intervals[high.name]) for high, low in pairs.items()]
    if any(start.integer or way.integer or not way.covers(start) for start, way in ways):
        return None
    gap = conclusion.rhs - conclusion.lhs if conclusion.rel == "<=" else conclusion.lhs - conclusion.rhs
    roots = conclusion.lhs.atoms(Root) | conclusion.rhs.atoms(Root)
    moving = {root for root in roots if root.free_symbols & set(pairs)}
    if gap.has(*may_jump(), *of_shape("corner")) or expand(gap.xreplace(pairs)) != 0:
        return None
    if roots != gap.atoms(Root) or not roots - moving <= {root.xreplace(pairs) for root in moving}:
        return None
    if any(not isinstance(node, Root) for node in gap.atoms(ExprWithLimits)):  # no derivative under another sign
        return None
    slopes = [gap.diff(high) for high in pairs]
    if not moving <= _roots(*slopes):
        return None
    return [(Rel(slope, ">=", S.Zero), given(region, *premises)) for slope in slopes]


def each_side(relation: Rel) -> list[Rel]:
    """c Max(a, b) <= d is c a <= d and c b <= d; d <= c Min(a, b) likewise (c > 0)."""
    smaller, larger = (relation.lhs, relation.rhs) if "<" in relation.rel else (relation.rhs, relation.lhs)
    rel = "<" + relation.rel[1:]
    times, node = smaller.as_coeff_Mul()
    if isinstance(node, Max) and times > 0:
        return [part for arg in node.args for part in each_side(Rel(times * arg, rel, larger))]
    times, node = larger.as_coeff_Mul()
    if isinstance(node, Min) and times > 0:
        return [part for arg in node.args for part in each_side(Rel(smaller, rel, times * arg))]
    return [relation]


def sides(statement: Statement, region: Region) -> list[tuple[Expr, Region]]:
    """Every expression that must exist, with the region on which it must; without branches and roots.

    That a root exists is left to the rule that gets rid of it.
    """
    if isinstance(statement, ForAll):
        return sides(statement.statement, region.extended(**statement.over))
    if isinstance(statement, Implies):
        return sides(statement.premise, region) + sides(statement.conclusion, given(region, statement.premise))
    if isinstance(statement, Monotone):
        return _plain(statement.expr, _between(statement, region))
    here = [item for expr in statement.expressions() for item in _plain(expr, region)]
    return here + [item for part in statement.parts() for item in sides(part, region)]


def _plain(expr: Expr, region: Region) -> list[tuple[Expr, Region]]:
    """The branches of a Piecewise where they count, the equation of a root for all values of its variable."""
    node = first_piecewise(expr)
    if node is not None:
        found, failed = [], []
        for value, condition in node.args:
            where = given(region, *failed)
            if condition != True:  # noqa: E712
                rel = Rel(condition.lhs, condition.rel_op, condition.rhs)
                found += _plain(rel.lhs, where) + _plain(rel.rhs, where)
                failed.append(Rel(rel.lhs, OPPOSITE[rel.rel], rel.rhs))
                where = given(where, rel)
            found += _plain(expr.xreplace({node: value}), where)
        return found
    root = first_root(expr)
    if root is not None:
        name = Symbol(fresh_name(region, root.bound[0].name), real=True)
        wide = region.extended(**{name.name: bound_interval(root)})
        return _plain(root.function.xreplace({root.bound[0]: name}), wide) + _plain(expr.xreplace({root: name}), wide)
    return [(expr, region)]


def given(region: Region, *premises: Statement) -> Region:
    """The part of the region on which the premises hold; a conjunction becomes one condition for each part."""
    conditions: list[Statement] = []
    for premise in premises:
        conditions += premise.parts() if isinstance(premise, All) else [premise]
    return Region(such_that=(*region.such_that, *conditions), **region.intervals)


def _together(parts: list[list[Obligation] | None]) -> list[Obligation] | None:
    found = []
    for part in parts:
        if part is None:
            return None
        found += part
    return found


def _between(statement: Monotone, region: Region) -> Region:
    """Side conditions on the variable itself are dropped: they may leave holes between two of its values."""
    kept = tuple(c for c in region.such_that if statement.variable.name not in c.free_names())
    return Region(such_that=kept, **region.intervals)


def _slope(statement: Monotone, region: Region) -> Obligation:
    """The sign of the derivative between the ends of the interval."""
    name = statement.variable.name
    inner = Interval.open(region.intervals[name].lo, region.intervals[name].hi)
    slope = statement.expr.diff(statement.variable)
    rel = (">" if statement.direction == "increasing" else "<") + ("" if statement.strict else "=")
    return Rel(slope, rel, S.Zero), narrowed(_between(statement, region), name, inner)
