"""Rules without calculus: algebra, definitions, bounds, logic, lemmas, trusted lemmas.

Each check has the form `check(ground, rule, before, step)`: it decides the side conditions through the ground, and raises
`Misapplied` where the rule does not lead from the line before to the step's line.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import Add, Derivative, Expr, Max, Min, Mul, S, Symbol, cancel, exp
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.decide.derivations.ground import AUDIT_POINTS, Condition, Ground, covers, integrals, same
from dplemma.decide.derivations.ranges import Misapplied, contains, extended
from dplemma.decide.symbolic.relations import mapped
from dplemma.ground.points import certified_points
from dplemma.ground.truth import truth
from dplemma.lang.derivation import Step
from dplemma.lang.facts import known
from dplemma.lang.interval import POSITIVE, REAL
from dplemma.lang.region import Region
from dplemma.lang.rules import Algebra, Bound, ByCases, ByLemma, Decided, Definition, Logic, Trusted
from dplemma.lang.statements import All, Iff, Implies, Member, Rel, Statement
from dplemma.lang.text import to_text
from dplemma.ledger.verdict import Verdict

MIRROR = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
BEYOND = {"<": (">=",), "<=": (">=", ">"), ">": ("<=",), ">=": ("<=", "<")}
IMPLIED = {"=": ("=", "<=", ">="), "<": ("<", "<=", "!="), ">": (">", ">=", "!="), "<=": ("<=",), ">=": (">=",), "!=": ("!=",)}


def only_equality(step: Step) -> Expr:
    """The next expression; most rules show equalities only."""
    if step.rel != "=" or isinstance(step.expr, Statement):
        raise Misapplied(f"the rule shows an equality, not {step.rel!r}")
    return step.expr


def algebra(ground: Ground, rule: Algebra, before: Expr, step: Step) -> None:
    after = only_equality(step)
    for symbol, value in rule.letting.items():
        if symbol in before.atoms(Symbol) | after.atoms(Symbol):
            raise Misapplied(f"{symbol} already stands for something")
        ground.require(f"{symbol} is positive", Rel(value, ">", S.Zero))
        ground = replace(ground, region=extended(ground.region, **{symbol.name: POSITIVE}))  # conditions are shared
        named = [_named(line, value, symbol) for line in (before, after)]
        if not all(symbol in line.free_symbols for line in named):
            raise Misapplied(f"{to_text(value)} does not stand on both sides")
        before, after = named
    ground.equal_around_integrals(before, after, "the two sides")


def _named(expr: Expr, value: Expr, symbol: Symbol) -> Expr:
    """The expression with a symbol for the value, also where it stands with a rational factor."""
    found = {node: factor * symbol for node in expr.atoms(type(value)) if (factor := cancel(node / value)).is_Rational}
    return expr.xreplace(found)


def definition(ground: Ground, rule: Definition, before: Expr, step: Step) -> None:
    """Equal once all named functions are written out, else decided equal."""
    after = only_equality(step)
    left, right = unfolded(before), unfolded(after)
    if same(left, right):
        ground.note(f"both sides written out: {to_text(left)}")
    else:
        ground.equal_around_integrals(before, after, "the two sides")


def unfolded(expr: Expr) -> Expr:
    """Every function as what it means: densities as exponentials, Q, QInv and the Mills ratio through Phi and PhiInv."""
    meanings = {function: facts.means for function, facts in known().items() if facts.means is not None}
    while expr.has(*meanings):
        for function, means in meanings.items():
            expr = expr.replace(function, means)
    return expr.replace(exp, lambda u: exp(u.expand()))


def bound(ground: Ground, rule: Bound, before: Expr, step: Step) -> None:
    """The relation itself; integrals that stand on both sides are one real variable each."""
    if isinstance(step.expr, Statement):
        raise Misapplied("a bound compares two expressions")
    common = {node for node in integrals(before) if any(same(node, other) for other in integrals(step.expr))}
    if len(common) < len(integrals(before)):
        raise Misapplied("a bound may not make an integral vanish: use BoundIntegrand, or evaluate it")
    values = {node: Symbol(f"I_{i}", real=True) for i, node in enumerate(sorted(common, key=to_text), start=1)}
    values |= {other: values[node] for node in common for other in integrals(step.expr) if same(node, other)}
    region = extended(ground.region, **{symbol.name: REAL for symbol in values.values()}) if values else ground.region
    ground.require("bound", Rel(before.xreplace(values), step.rel, step.expr.xreplace(values)), region)


def logic(ground: Ground, rule: Logic, before: Statement, step: Step) -> None:
    if not isinstance(before, Statement) or not isinstance(step.expr, Statement):
        raise Misapplied("logic leads from a statement to a statement")
    ground.require("logic", _linked(before, step))


def _linked(before: Statement, step: Step) -> Statement:
    return Iff(before, step.expr) if step.rel == "iff" else Implies(before, step.expr)


def decided(ground: Ground, rule: Decided, before: Expr | Statement, step: Step) -> None:
    """The whole link put to the engines, whatever it is."""
    if isinstance(before, Statement):
        ground.require("decided", _linked(before, step))
    elif integrals(before) or integrals(step.expr):
        raise Misapplied("the engines are not asked for integrals as they stand: a rule has to treat them")
    else:
        ground.require("decided", Rel(before, step.rel, step.expr))


def by_lemma(ground: Ground, rule: ByLemma, before: Expr | Statement, step: Step) -> None:
    """Replace one side of the lemma by the other; or it is the step itself; or the step follows from it."""
    shown = instance(ground, rule)
    if rule.factor is not None:
        if not isinstance(shown, Rel):
            raise Misapplied("only a relation can be multiplied by a factor")
        ground.require("the factor is positive", Rel(rule.factor, ">", S.Zero))
        shown = Rel(shown.lhs * rule.factor, shown.rel, shown.rhs * rule.factor)
    if isinstance(before, Statement):
        if isinstance(shown, Rel) and _put_into_statement(ground, shown, before, step):
            return
        if step.rel == "iff":
            ground.require("with the lemma", Implies(shown, Iff(before, step.expr)))
        else:
            ground.require("with the lemma", Implies(All(before, shown), step.expr))
        return
    if isinstance(shown, Rel) and step.rel in IMPLIED[shown.rel] and same(shown.lhs, before) and same(shown.rhs, step.expr):
        ground.note(f"the lemma itself: {shown.text()}")
        return
    if isinstance(shown, Rel) and shown.rel == "=" and step.rel == "=":
        for left, right in ((shown.lhs, shown.rhs), (shown.rhs, shown.lhs)):
            replaced = _replaced(before, left, right)
            if replaced != before and (right is shown.rhs or not integrals(left)):
                _keeps_arguments(replaced, step.expr)
                ground.equal_around_integrals(replaced, step.expr, "with the lemma put in")
                return
    if isinstance(shown, Rel) and shown.rel in BEYOND:
        _put_into_expression(ground, shown, before, step)
        return
    if any(integrals(e) for part in (shown, Rel(before, "=", step.expr)) for p in part.walk() for e in p.expressions()):
        raise Misapplied(f"the lemma says {shown.text()}, which does not stand in {to_text(before)}")
    ground.require("with the lemma", Implies(shown, Rel(before, step.rel, step.expr)))


def _put_into_statement(ground: Ground, shown: Rel, before: Statement, step: Step) -> bool:
    """The statement with one side of the lemma for the other is the next one; with an inequality it must imply it."""
    for old, new, rel in ((shown.lhs, shown.rhs, shown.rel), (shown.rhs, shown.lhs, MIRROR[shown.rel])):
        replaced = mapped(before, lambda e, old=old, new=new: _replaced(e, old, new))
        if replaced.canonical() == before.canonical():
            continue
        if rel != "=":
            if step.rel == "iff":
                raise Misapplied("an inequality leads to what follows from it, not back")
            first, second, region = _two_numbers(ground)
            one, other = (mapped(before, lambda e, old=old, n=n: _replaced(e, old, n)) for n in (first, second))
            ground.require("for any two numbers", Implies(All(one, Rel(first, rel, second)), other), region)
            if step.expr.canonical() != replaced.canonical():
                raise Misapplied(f"with the lemma put in: {replaced.text()}, not {step.expr.text()}")
        _follows(ground, replaced, step)
        return True
    return False


def _put_into_expression(ground: Ground, shown: Rel, before: Expr, step: Step) -> None:
    """One side of an inequality replaced by the other, where the expression grows (or falls) with what stands there."""
    for old, new, rel in ((shown.lhs, shown.rhs, shown.rel), (shown.rhs, shown.lhs, MIRROR[shown.rel])):
        first, second, region = _two_numbers(ground)
        one, other = _replaced(before, old, first), _replaced(before, old, second)
        if one != before:
            ground.equal_around_integrals(_replaced(before, old, new), step.expr, "with the lemma put in")
            ground.require("for any two numbers", Implies(Rel(first, rel, second), Rel(one, step.rel, other)), region)
            return
    raise Misapplied(f"the lemma says {shown.text()}, which does not stand in {to_text(before)}")


def _keeps_arguments(replaced: Expr, after: Expr) -> None:
    """A lemma put in changes no other argument of a maximum: to leave out one that is never the greatest is another step."""
    if not all(any(same(node, other) for other in after.atoms(Max, Min)) for node in replaced.atoms(Max, Min)):
        raise Misapplied(f"with the lemma put in: {to_text(replaced)}, and nothing else may change in the maximum")


def _two_numbers(ground: Ground) -> tuple[Symbol, Symbol, Region]:
    first, second = (Symbol(f"L_{number}", real=True) for number in (1, 2))
    return first, second, extended(ground.region, **{symbol.name: REAL for symbol in (first, second)})


def by_cases(ground: Ground, rule: ByCases, before: Expr | Statement, step: Step) -> None:
    """Each lemma leads to the next line on its part of the region; one of the two conditions that tell the parts holds."""
    if isinstance(before, Statement) or isinstance(step.expr, Statement):
        raise Misapplied("cases lead from expression to expression")
    known = {condition.canonical() for condition in ground.region.such_that}
    conditions = []
    for name in rule.names:
        lemma, region, verdict = ground.lemmas[name]
        shown = lemma.conclusion
        if verdict.verdict not in ("proved", "certified"):
            raise Misapplied(f"lemma {name!r} is not shown")
        if not isinstance(shown, Rel) or step.rel not in IMPLIED[shown.rel] or not same(shown.rhs, step.expr):
            raise Misapplied(f"lemma {name!r} says {shown.text()}, which does not lead to {to_text(step.expr)}")
        own = [condition for condition in region.such_that if condition.canonical() not in known]
        if len(own) != 1 or not isinstance(own[0], Rel):
            raise Misapplied(f"lemma {name!r} does not have one condition more than the step")
        conditions.append(own[0])
        part = Region(such_that=[*ground.region.such_that, own[0]], **ground.region.intervals)
        covers(region, part, ground, f"lemma {name}")
        ground.conditions.append(Condition(f"lemma {name}", verdict))
        ground.equal(f"where {own[0].text()}", before, shown.lhs, part)
    first, second = conditions
    if second.canonical() not in {Rel(first.lhs, rel, first.rhs).canonical() for rel in BEYOND.get(first.rel, ())}:
        raise Misapplied(f"{first.text()} and {second.text()} are not shown to leave no point out")
    ground.note(f"{first.text()}, or {second.text()}")


def _follows(ground: Ground, before: Statement, step: Step) -> None:
    """The next statement is this one (a relation may be turned round), or the engines decide that it follows."""
    same_lines = (before.canonical(), _turned(before).canonical())
    if step.expr.canonical() in same_lines:
        ground.note(f"with the lemma put in: {before.text()}")
    else:
        ground.require("with the lemma put in", _linked(before, step))


def _turned(statement: Statement) -> Statement:
    return Rel(statement.rhs, MIRROR[statement.rel], statement.lhs) if isinstance(statement, Rel) else statement


def instance(ground: Ground, rule: ByLemma) -> Statement:
    """The lemma's conclusion at the given values, which must lie in its region."""
    lemma, region, verdict = ground.lemmas[rule.name]
    if verdict.verdict not in ("proved", "certified"):
        raise Misapplied(f"lemma {rule.name!r} is not shown")
    unknown = set(rule.at) - set(region.names)
    if unknown:
        raise Misapplied(f"lemma {rule.name!r} has no variable {', '.join(sorted(unknown))}")
    ground.conditions.append(Condition(f"lemma {rule.name}", verdict))
    values = {Symbol(name, real=True): rule.at.get(name, Symbol(name, real=True)) for name in region.names}
    for symbol, value in values.items():
        interval = region.intervals[symbol.name]
        known = ground.region.intervals.get(value.name) if isinstance(value, Symbol) else None
        if known is not None and contains(interval, known):
            continue
        outside = {s.name for s in value.free_symbols} - set(ground.region.names)
        if outside:
            raise Misapplied(f"lemma {rule.name!r} needs a value of {symbol}: {', '.join(sorted(outside))} is not given here")
        if interval != REAL:
            ground.require(f"lemma {rule.name} applies", Member((value,), (interval,)))
        else:
            ground.require_defined(f"lemma {rule.name} applies", value)
    moves = {symbol: value for symbol, value in values.items() if symbol != value}
    known_conditions = {condition.canonical() for condition in ground.region.such_that}
    for condition in region.such_that:
        moved = _instantiated(condition, moves)
        if moved.canonical() not in known_conditions:
            ground.require(f"lemma {rule.name} applies", moved)
    return _instantiated(lemma.conclusion, moves)


def _instantiated(statement: Statement, moves: dict[Symbol, Expr]) -> Statement:
    if moves and not all(isinstance(part, (Rel, All, Implies)) for part in statement.walk()):
        raise Misapplied(f"values cannot be put into {statement.text()}")
    return mapped(statement, lambda e: _moved(e, moves)) if moves else statement


def _moved(expr: Expr, moves: dict[Symbol, Expr]) -> Expr:
    bound_here = {s for node in expr.atoms(ExprWithLimits) for s in node.variables}
    captured = bound_here & {s for value in moves.values() for s in value.free_symbols}
    if captured:
        raise Misapplied(f"{', '.join(map(str, captured))} is bound in the lemma: give it another name there")
    return expr.subs(moves, simultaneous=True) if moves else expr


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    """Every occurrence outside integrals, solvers and derivatives replaced; also a part of a sum or of a product."""
    if same(expr, old):
        return new
    if isinstance(expr, (Add, Mul)) and isinstance(old, type(expr)) and set(old.args) < set(expr.args):
        rest = expr.func(*(arg for arg in expr.args if arg not in old.args))
        return expr.func(new, _replaced(rest, old, new))
    if not expr.args or isinstance(expr, (ExprWithLimits, Derivative)):
        return expr
    parts = tuple(_replaced(arg, old, new) for arg in expr.args)
    return expr if parts == expr.args else expr.func(*parts)


def trusted(ground: Ground, rule: Trusted, before: Expr | Statement, step: Step) -> None:
    """Assumed, after an audit: balls must support the link at a point and contradict it at none."""
    link = _linked(before, step) if isinstance(before, Statement) else Rel(before, step.rel, step.expr)
    points = certified_points(ground.region, f"{ground.seed}/trusted", 2 * AUDIT_POINTS)
    results = [truth(link, point) for point in points]
    if any(result.value is False for result in results) or not any(r.supports and not r.vacuous for r in results):
        raise Misapplied(f"no point supports {link.text()}: a trusted lemma is assumed only where numbers agree with it")
    assumed = Verdict(verdict="proved", engine="derivation", form="trusted lemma", assumes=(rule.name,))
    ground.conditions.append(Condition(f"trusted lemma {rule.name}", assumed))


CHECKS = {
    Algebra: algebra, Definition: definition, Bound: bound, Logic: logic, Decided: decided, ByLemma: by_lemma,
    ByCases: by_cases, Trusted: trusted,
}  # fmt: skip
