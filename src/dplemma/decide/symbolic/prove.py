"""Symbolic proofs: a ladder of forms, each with a time limit, tried until one settles the statement on the whole region.

Main definition: `prove(statement, region, hint)`. A proof names the rung that worked; that rung is tried first next time.

Soundness: every variable becomes a symbol that carries only what its interval says; a substitution (x = Phi(z) for x in
(0, 1); v = bound + slack for a premise) is a bijection or enlarges the region, so what is proved on the image holds on
the region. No `force=True`, no `conds='none'`. The caller audits each proof with balls at points of the region.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from sympy import (
    DiracDelta,
    Expr,
    Integral,
    Max,
    Min,
    Piecewise,
    S,
    Symbol,
    Tuple,
    floor,
)  # fmt: skip
from sympy.concrete.expr_with_limits import ExprWithLimits

from dplemma.base.limiter import TimeUp, work_limit
from dplemma.decide.symbolic.linear import weighings
from dplemma.decide.symbolic.relations import (
    assumed,
    conditions,
    dominated,
    eliminations,
    mapped,
    same_condition,
    split_cases,
    stripped,
)
from dplemma.ground import signs
from dplemma.ground.equal import by_cancelling, by_erf, by_expanding, by_ratio, by_simplifying
from dplemma.ground.transforms import Transform, _quantile_variables, integrate, plain, quantile, quantile_integrate
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import of_shape
from dplemma.lang.judgements import Monotone
from dplemma.lang.region import Region
from dplemma.lang.statements import All, ForAll, Iff, Implies, Member, Rel, Statement
from dplemma.ledger.verdict import Hint

RUNG_SECONDS = 120.0
INTEGRAL_SECONDS = 240.0
MAX_ELIMINATIONS = 6


@dataclass
class Work:
    """What a proof attempt remembers: the winning rung, the rungs to try first, those tried."""

    hint: Hint = frozenset()
    form: str = ""
    rungs_tried: list[str] = field(default_factory=list)
    rungs_won: dict[str, None] = field(default_factory=dict)

    @property
    def won(self) -> tuple[str, ...]:
        return tuple(self.rungs_won)


def prove(statement: Statement, region: Region, work: Work) -> bool:
    """True if a rung proves the statement on the whole region; `work.form` then names it."""
    if isinstance(statement, ForAll):
        return prove(statement.statement, region.extended(**statement.over), work)
    if isinstance(statement, Member):
        if len(statement.values) != len(statement.space):
            return False
        whole = [
            v.xreplace(region.assumed_symbols()).is_integer
            for v, i in zip(statement.values, statement.space, strict=True)
            if i.integer
        ]
        return all(whole) and _each(statement.relations(), region, work)
    if isinstance(statement, All):
        return _each(statement.statements, region, work)
    # by name: a symbol may not bring assumptions of its own into a proof
    by_name = {symbol.name: symbol for symbol in region.assumed_symbols().values()}
    free = {s for part in statement.walk() for e in part.expressions() for s in e.free_symbols}
    renaming = {s: by_name[s.name] for s in free if s.name in by_name}
    if isinstance(statement, Monotone):
        return _monotone(statement, region, renaming, work)
    if isinstance(statement, Iff):
        return _iff(statement, region, renaming, work)
    if isinstance(statement, Implies):
        return _implies(statement, region, renaming, work)
    if isinstance(statement, Rel):
        lhs, rhs = (side.xreplace(renaming) for side in (statement.lhs, statement.rhs))
        return _relation(Rel(lhs, statement.rel, rhs), region, work)
    return False


def _each(statements: Iterable[Statement], region: Region, work: Work) -> bool:
    forms = []
    for part in statements:
        if not prove(part, region, work):
            return False
        forms.append(work.form)
    work.form = "; ".join(dict.fromkeys(f for f in forms if f))
    return True


# -- rungs -------------------------------------------------------------------------------------------------------------


def _climb(rungs: Iterable[tuple[str, Callable[[], bool]]], work: Work) -> bool:
    """Try rungs, those named in the hint first; a rung that runs out of time or breaks SymPy settles nothing."""
    ordered = sorted(rungs, key=lambda rung: rung[0] not in work.hint)
    for name, rung in ordered:
        work.rungs_tried.append(name)
        try:
            with work_limit(INTEGRAL_SECONDS if "integrate" in name else RUNG_SECONDS, f"the proof {name!r}"):
                if rung():
                    work.form = name
                    work.rungs_won[name] = None
                    return True
        except TimeUp:
            continue
        except (ArithmeticError, AttributeError, NotImplementedError, RecursionError, TypeError, ValueError):
            continue  # SymPy's own failures: this rung cannot say anything
    return False


def _relation(rel: Rel, region: Region, work: Work) -> bool:
    if rel.lhs.has(Max, Min) or rel.rhs.has(Max, Min):
        rel = Rel(signs.settled(rel.lhs, region), rel.rel, signs.settled(rel.rhs, region))
    if rel.rel == "=":
        return _climb(_identity_rungs(rel.lhs, rel.rhs, region), work) or _by_cases(rel, region, work)
    if rel.rel == "!=":
        return _relation(Rel(rel.lhs, "<", rel.rhs), region, work) or _relation(Rel(rel.lhs, ">", rel.rhs), region, work)
    return _climb(_order_rungs(rel, region), work) or _by_cases(rel, region, work)


def _identity_rungs(lhs: Expr, rhs: Expr, region: Region) -> Iterator[tuple[str, Callable[[], bool]]]:
    sides = (lhs, rhs)
    for transform in (plain, quantile, integrate, quantile_integrate):
        if transform is not plain and not _applies(transform, sides, region):
            continue
        for finish in (by_expanding, by_erf, by_ratio, by_cancelling, by_simplifying):

            def rung(transform: Transform = transform, finish: Callable[[Expr, Expr], bool] = finish) -> bool:
                left, right = _together(transform, sides, region)
                return not left.has(Integral, Piecewise) and not right.has(Integral, Piecewise) and finish(left, right)

            yield f"{transform.__name__}/{finish.__name__}".replace("plain/", "").replace("_", " "), rung


def _order_rungs(rel: Rel, region: Region) -> Iterator[tuple[str, Callable[[], bool]]]:
    def slack(transform: Transform) -> Callable[[], bool]:
        def rung() -> bool:
            for item in stripped(rel):
                left, right = _together(transform, (item.lhs, item.rhs), region)
                if left.has(Integral) or right.has(Integral) or not _sign_of(Rel(left, item.rel, right), region):
                    return False
            return True

        return rung

    yield "sign", slack(plain)
    if dominated(rel):
        yield "dominated sign", lambda: any(_sign_of(item, region) for item in dominated(rel))
    if rel.rel in ("<=", ">="):
        yield "rising from zero", lambda: _rises_from_zero(rel, region)
    if _applies(quantile, (rel.lhs, rel.rhs), region):
        yield "quantile sign", slack(quantile)
    if _applies(integrate, (rel.lhs, rel.rhs), region):
        yield "integrate sign", slack(integrate)


def _sign_of(rel: Rel, region: Region) -> bool:
    difference = rel.rhs - rel.lhs if rel.rel in ("<", "<=") else rel.lhs - rel.rhs
    return signs.definite(difference, rel.rel in ("<", ">"), region)


def _rises_from_zero(rel: Rel, region: Region) -> bool:
    """The difference vanishes at the closed lower end of a variable and its slope in this variable is nowhere negative."""
    difference = plain(rel.rhs - rel.lhs if rel.rel == "<=" else rel.lhs - rel.rhs, region)
    if difference.has(Piecewise, *of_shape("corner", "jump"), DiracDelta, floor, ExprWithLimits):
        return False
    for symbol in sorted(difference.free_symbols, key=lambda s: s.name):
        interval = region.intervals.get(symbol.name)
        if interval is None or interval.lo is None or interval.lo_open or interval.integer:
            continue
        if any(symbol.name in c.free_names() for c in region.such_that):
            continue  # the way from the end may leave the region
        start = difference.subs(symbol, rational_of(interval.lo))
        if by_erf(start, S.Zero) and signs.definite(difference.diff(symbol), False, region):
            return True
    return False


def _by_cases(rel: Rel, region: Region, work: Work) -> bool:
    """Max, Min, Piecewise and absolute values: prove each case from its own condition."""
    plainer = list(stripped(rel))
    if len(plainer) == 1 and plainer[0] != rel:
        return _by_cases(plainer[0], region, work)
    cases = split_cases(rel)
    if not cases:
        return False
    renaming = {s: s for e in (rel.lhs, rel.rhs) for s in e.free_symbols}
    if not all(_implies(case, region, renaming, work) for case in cases):
        return False
    work.form = f"{len(cases)} cases"
    return True


def _implies(statement: Implies, region: Region, renaming: dict[Symbol, Symbol], work: Work) -> bool:
    """Prove the conclusion after solving each premise for one variable: v = bound + slack, slack of the premise's sign."""
    premise, conclusion = (assumed(s, renaming) for s in (statement.premise, statement.conclusion))
    try:
        with work_limit(INTEGRAL_SECONDS, "the integrals of an implication"):
            premise, conclusion = (mapped(s, lambda e: integrate(e, region)) for s in (premise, conclusion))
    except TimeUp:
        pass  # the integrals stay
    premises = conditions(mapped(premise, lambda e: signs.settled(e, region)))
    if premises is None:
        return prove(conclusion, region, work)
    routes = {"premises weighed": weighings, "premise solved": eliminations}
    for name in sorted(routes, key=lambda name: name not in work.hint):
        for reduced in islice(routes[name](premises, conclusion), MAX_ELIMINATIONS):
            if _prove_assumed(reduced, region, work):
                work.form = f"{name}; {work.form}"
                work.rungs_won[name] = None
                return True
    return False


def _prove_assumed(statement: Statement, region: Region, work: Work) -> bool:
    """Prove a statement whose symbols already carry their assumptions."""
    if isinstance(statement, All):
        return all(_prove_assumed(s, region, work) for s in statement.statements)
    if isinstance(statement, Implies):
        identity = {s: s for part in statement.walk() for e in part.expressions() for s in e.free_symbols}
        return _implies(statement, region, identity, work)
    return isinstance(statement, Rel) and _relation(statement, region, work)


def _iff(statement: Iff, region: Region, renaming: dict[Symbol, Symbol], work: Work) -> bool:
    left, right = (conditions(assumed(s, renaming)) for s in (statement.left, statement.right))
    if left is None or right is None:
        return False

    def match() -> bool:
        def evaluated(items: list[Rel]) -> list[Rel]:
            return [Rel(integrate(r.lhs, region), r.rel, integrate(r.rhs, region)) for r in items]

        first, second = evaluated(left), evaluated(right)
        covered = all(any(same_condition(a, b, region) for b in second) for a in first)
        return covered and all(any(same_condition(a, b, region) for a in first) for b in second)

    return _climb([("integrate/same condition", match)], work)


def _monotone(statement: Monotone, region: Region, renaming: dict[Symbol, Symbol], work: Work) -> bool:
    name = statement.variable.name
    if any(name in c.free_names() for c in region.such_that):
        return False  # the section in this variable may have gaps: a derivative alone proves nothing
    if statement.expr.has(Piecewise, *of_shape("corner", "jump")):
        return False  # nor across a jump or a kink

    def slope(transform: Transform) -> Callable[[], bool]:
        def rung() -> bool:
            derivative = statement.expr.diff(statement.variable).xreplace(renaming)
            signed = derivative if statement.direction == "increasing" else -derivative
            return signs.definite(transform(signed, region), statement.strict, region)

        return rung

    rungs = [("derivative sign", slope(plain)), ("quantile derivative sign", slope(quantile))]
    return _climb(rungs, work)


# -- transforms of one side ----------------------------------------------------------------------------------------------


def _together(transform: Transform, sides: tuple[Expr, Expr], region: Region) -> tuple[Expr, Expr]:
    """Both sides at once: a substitution that one of them calls for is made in the other as well."""
    left, right = transform(Tuple(*sides), region).args
    return left, right


def _applies(transform: Transform, sides: tuple[Expr, ...], region: Region) -> bool:
    has_quantile = any(_quantile_variables(side, region) for side in sides)
    has_integral = any(side.has(Integral) for side in sides)
    if transform is quantile:
        return has_quantile
    return has_integral and (has_quantile or transform is integrate)
