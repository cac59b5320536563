"""What a rule's check stands on: side conditions decided by the engines, and equality of expressions that hold integrals.

Main definitions: `Ground`, `Condition`, `same`, `integrals`, `chosen`, `contrary`, `covers`.

An integral is compared with another by ends and integrand; what surrounds it is then compared with both replaced by one real
variable, so that an equality of the surroundings holds for whatever value the integral has. An integral may not vanish in
such a step: its convergence follows, from the last line of a chain back to the first, because each rule shows that the
integrals before it exist if those after it do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sympy import Derivative, Expr, Integral, Piecewise, Pow, S, Symbol, preorder_traversal
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.basic import Basic

from dplemma.base.errors import DplemmaError
from dplemma.base.limiter import remembered
from dplemma.decide.decide import Case, decide
from dplemma.decide.derivations.coefficients import positive_by_coefficients
from dplemma.decide.derivations.corners import smooth_forms
from dplemma.decide.derivations.orders import easily, identical, proof_of_identity
from dplemma.decide.derivations.ranges import Misapplied, contains, extended, free_name, straightened, within
from dplemma.decide.points.refute import judge
from dplemma.ground.defined import Demand, defined_on, demands
from dplemma.ground.points import certified_points
from dplemma.ground.signs import definite
from dplemma.ground.truth import truth
from dplemma.lang.derivation import Lemma
from dplemma.lang.facts import comparison
from dplemma.lang.interval import POSITIVE, REAL, Interval
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel, Statement
from dplemma.lang.text import to_text
from dplemma.ledger.verdict import Verdict, weakest

SOLVERS = (ArgMax, ArgMin, Inf, Root, Sup)
SOLID = ("proved", "certified")
AUDIT_POINTS = 3


class Unsettled(Exception):
    """A side condition was refuted or stayed open; its verdict is the last of the ground's conditions."""


@dataclass(frozen=True)
class Condition:
    """A side condition in words, and what the engines say of it."""

    says: str
    verdict: Verdict

    @property
    def solid(self) -> bool:
        return self.verdict.verdict in SOLID


@dataclass
class Ground:
    """The region of a step, the lemmas shown before it, and the conditions decided so far."""

    region: Region
    seed: str
    lemmas: Mapping[str, tuple[Lemma, Region, Verdict]] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    existing: set[Expr] = field(default_factory=set)  # both sides of a relation that is decided exist on the whole region

    def require(self, what: str, statement: Statement, region: Region | None = None) -> None:
        """Decide a side condition; anything but a proof ends the check of the step."""
        where = region or self.region
        try:
            verdict = _easily(_Question(statement, where))
            if verdict is None and (box := straightened(statement, where)) is not None:
                verdict = _decided(_Question(*box))
            if verdict is None or verdict.verdict not in SOLID:
                verdict = _decided(_Question(statement, where))
        except DplemmaError as error:
            raise Misapplied(f"{what}: {error}") from error
        self.conditions.append(Condition(f"{what}: {statement.text()}", verdict))
        if verdict.verdict not in SOLID:
            raise Unsettled
        if isinstance(statement, Rel) and region in (None, self.region):
            self.existing |= {statement.lhs, statement.rhs}

    def note(self, what: str, form: str = "as it stands") -> None:
        """A condition that is seen to hold without an engine."""
        self.conditions.append(Condition(what, Verdict(verdict="proved", engine="symbolic", form=form)))

    def require_defined(self, what: str, expr: Expr, region: Region | None = None) -> None:
        """The expression exists, and so is continuous, on the whole region: functions of the language jump nowhere else."""
        if not exists_on(expr, region or self.region):
            raise Misapplied(f"{what}: {to_text(expr)} is not shown to exist (and to be continuous) on the whole range")
        self.note(f"{what}: {to_text(expr)} is continuous there", "defined")

    def range_of(self, node: ExprWithLimits) -> tuple[Symbol, Expr, Expr, Region]:
        """Bound variable, ends, and the region with the variable between them; the ends are shown to be in their order."""
        variable, lower, upper = single(node)
        inner = within(self.region, variable, lower, upper)
        if not (lower.is_infinite or upper.is_infinite or (lower.is_Rational and upper.is_Rational)):
            self.require("the range is in its order", Rel(lower, "<=", upper))
        return variable, lower, upper, inner

    def equal(self, what: str, left: Expr, right: Expr, region: Region | None = None) -> None:
        """Equal at every point of the region; nothing to decide where both are the same expression.

        Values of one injective function are equal exactly if its arguments are, which is less to decide; a maximum is the
        argument that is the greatest there.
        """
        if same(left, right):
            self.note(f"{what}: {to_text(left)}")
            return
        for rough, smooth in ((left, right), (right, left)):
            for form, needed in smooth_forms(rough):
                if same(form, smooth):
                    for says, relation in needed:
                        self.require(says, relation, region)
                    return
        if left.is_Pow and left.exp == S.Half and not right.has(Pow(left.base, S.Half)):
            self.require(f"{what}: a root is not negative", Rel(right, ">=", S.Zero), region)
            self.equal(f"{what}, squared", left.base, right**2, region)
        elif (compared := comparison(left, right)) is not None:
            self.equal(f"{what}, inside {type(left).__name__}", *compared[:2], region)
        else:
            self.require(what, Rel(left, "=", right), region)

    def equal_around_integrals(self, expected: Expr, given: Expr, what: str = "what the rule gives") -> None:
        """`expected` and `given` are equal, with their integrals matched one to one."""
        if same(expected, given):
            self.note(f"{what}: the expression itself")
            return
        region = self.region
        for number, node in enumerate(_solvers(expected), start=1):  # one value each, whatever it is
            symbol = Symbol(free_name(f"V_{number}", region), real=True)
            matches = {other: symbol for other in _solvers(given) if same(node, other)}
            if not matches:
                raise Misapplied(f"{what}: {to_text(node)} does not stand in the next line")
            expected, given = expected.xreplace({node: symbol}), given.xreplace(matches)
            region = extended(region, **{symbol.name: REAL})
        if _solvers(given):
            raise Misapplied(f"{what}: {to_text(_solvers(given)[0])} does not stand in {to_text(expected)}")
        ours, theirs = integrals(expected), integrals(given)
        if len(ours) != len(theirs):
            raise Misapplied(f"{what} has {len(ours)} integrals, the next line {len(theirs)}: {to_text(expected)}")
        values: dict[Expr, Symbol] = {}
        ranges: dict[str, Interval] = {}
        for number, integral in enumerate(ours, start=1):
            match = self._matched(integral, theirs, what)
            theirs.remove(match)
            name = free_name(f"I_{number}", region)
            values[integral] = values[match] = Symbol(name, real=True)
            ranges[name] = POSITIVE if _visibly_positive(integral, self.region) else REAL
        left, right = expected.xreplace(values), given.xreplace(values)
        if values and same(left, right):
            return
        self.equal(what, left, right, extended(region, **ranges))

    def _matched(self, integral: Expr, others: list[Expr], what: str) -> Expr:
        """The integral among the others that equals this one; conditions are decided for the first that is not excluded."""
        for other in others:
            if same(integral, other):
                return other
        others = [other for other in others if isinstance(other, Integral)]
        if not isinstance(integral, Integral) or not others:
            raise Misapplied(f"{what}: no integral of the next line equals {to_text(integral)}")
        variable, *ends, inner = self.range_of(integral)
        for other in others:
            renamed = in_variable(other, variable, self.region)
            if len(others) > 1 and (not same_ends(integral, renamed) or self._excluded(integral, renamed, inner)):
                continue
            for mine, its, which in zip(ends, single(renamed)[1:], ("lower", "upper"), strict=True):
                if mine.is_infinite or its.is_infinite:
                    if mine != its:
                        raise Misapplied(f"{what}: the {which} end of the integral is {to_text(mine)}, not {to_text(its)}")
                else:
                    self.equal(f"{which} end", mine, its)
            self.equal("integrand", integral.function, renamed.function, inner)
            return other
        raise Misapplied(f"{what}: no integral of the next line equals {to_text(integral)}")

    def _excluded(self, first: Integral, second: Integral, inner: Region) -> bool:
        return contrary(Rel(first.function, "=", second.function), inner) is not None

    def verdict(self) -> Verdict:
        """The weakest of the conditions: what the step deserves."""
        if not self.conditions:
            return Verdict(verdict="proved", engine="symbolic", form="as it stands")
        return weakest(condition.verdict for condition in self.conditions)


class _Question:
    """A statement on a region; two of the same mathematics are one, so nothing is decided twice."""

    def __init__(self, statement: Statement, region: Region) -> None:
        self.statement, self.region = statement, region
        self.text = f"{statement.canonical()}@{region.canonical()}"

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and other.text == self.text


@remembered
def _decided(question: _Question) -> Verdict:
    statement, region = question.statement, question.region
    if isinstance(statement, Rel) and statement.rel == "=":
        form = identical(statement) or (
            "" if defined_on(statement.expressions(), region) else proof_of_identity(statement, region)
        )
        if form and all(exists_on(side, region) for side in statement.expressions()) and _supported(question):
            return Verdict(verdict="proved", engine="symbolic", form=form)
    easy = _easily(question)
    return decide(statement, Case(region, question.text)) if easy is None else easy


@remembered
def _easily(question: _Question) -> Verdict | None:
    statement, region = question.statement, question.region
    found = easily(
        statement, region,
        decide=lambda what, where: decide(what, Case(where, question.text)),
        exist=lambda: all(exists_on(side, region) for side in statement.expressions()),
    )  # fmt: skip
    return found if found is not None and _supported(question) else None


def _supported(question: _Question) -> bool:
    """A symbolic proof counts only if balls support it at a point and contradict it at none."""
    points = certified_points(question.region, f"{question.text}/audit", AUDIT_POINTS)
    results = [truth(question.statement, point) for point in points]
    return any(result.supports for result in results) and not any(result.value is False for result in results)


def exists_on(expr: Expr, region: Region) -> bool:
    """Every partial function inside is defined: by the signs that are visible, else by what the engines say of its argument."""
    if expr.has(Piecewise, Integral, *SOLVERS):
        return defined_on([expr], region)
    found = dict.fromkeys(demand for demand, _ in demands(expr.xreplace(region.assumed_symbols()), region))
    return all(_met(_Asked(demand, region)) for demand in found)


class _Asked:
    """A demand on a region; what is asked twice is answered once."""

    def __init__(self, demand: Demand, region: Region) -> None:
        self.demand, self.region = demand, region
        self.key = (demand, region.canonical())

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and other.key == self.key


@remembered
def _met(asked: _Asked) -> bool:
    demand, region = asked.demand, asked.region
    argument = demand.argument.xreplace({new: old for old, new in region.assumed_symbols().items()})
    if positive_by_coefficients(argument, demand.strict, region) or demand.met(region):
        return True
    wanted = [Rel(argument, ">" if demand.strict else ">=", S.Zero)]
    wanted += [Rel(argument, "<", S.Zero)] if demand.either_sign else []
    return any(_decided(_Question(relation, region)).verdict in SOLID for relation in wanted)


def contrary(statement: Rel, region: Region) -> Verdict | None:
    """A certified point at which the relation fails, looked for at a few points; None if there is none among them."""
    return _contrary(_Question(statement, region))


@remembered
def _contrary(question: _Question) -> Verdict | None:
    statement, region = question.statement, question.region
    assert isinstance(statement, Rel)
    carried_out = Rel(_without_derivatives(statement.lhs), statement.rel, _without_derivatives(statement.rhs))
    for point in certified_points(region, question.text, AUDIT_POINTS):
        found = judge(carried_out, region, point, None)
        if found is not None:
            return Verdict(verdict="refuted", engine="refuter", counterexample=found)
    return None


def _without_derivatives(expr: Expr) -> Expr:
    """Derivatives carried out, under integrals as well: for looking at numbers only, never for a proof."""
    return expr.replace(lambda e: isinstance(e, Derivative), lambda e: e.doit(integrals=False))


def same(left: Basic, right: Basic) -> bool:
    """One expression up to the names of its bound variables."""
    if left == right:
        return True
    return left.has(ExprWithLimits) and right.has(ExprWithLimits) and _nameless(left) == _nameless(right)


def _nameless(expr: Basic) -> Basic:
    """Bound variables numbered from the inside out, so that equal expressions become equal trees."""
    return expr.replace(lambda e: isinstance(e, ExprWithLimits) and len(e.limits) == 1, _numbered)


def _numbered(node: ExprWithLimits) -> ExprWithLimits:
    depth = sum(1 for _ in node.function.atoms(ExprWithLimits))
    limit = node.limits[0]
    symbol = Symbol(f"|bound{depth}", real=True)
    return node.func(node.function.xreplace({limit[0]: symbol}), (symbol, *limit[1:]))


def integrals(expr: Expr) -> list[Expr]:
    """The outermost integrals in the order in which they stand; a derivative or solver with one inside counts as a whole."""
    found: list[Expr] = []
    walk = preorder_traversal(expr, keys=True)
    for node in walk:
        if isinstance(node, Integral) or (isinstance(node, (Derivative, ExprWithLimits)) and node.has(Integral)):
            walk.skip()
            if node not in found:
                found.append(node)
    return found


def _solvers(expr: Expr) -> list[Expr]:
    """The outermost roots and optima without an integral inside."""
    found: list[Expr] = []
    walk = preorder_traversal(expr, keys=True)
    for node in walk:
        if isinstance(node, (Derivative, ExprWithLimits)):
            walk.skip()
            if isinstance(node, SOLVERS) and not node.has(Integral) and node not in found:
                found.append(node)
    return found


def single(node: ExprWithLimits) -> tuple[Symbol, Expr, Expr]:
    """Variable and ends of a node with one bound variable."""
    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        raise Misapplied(f"{to_text(node)} does not have one bound variable with two ends")
    variable, lower, upper = node.limits[0]
    return variable, lower, upper


def in_variable(node: ExprWithLimits, variable: Symbol, region: Region) -> ExprWithLimits:
    """The node with another bound variable."""
    own, lower, upper = single(node)
    if own == variable:
        return node
    if variable.name in region.names or variable in node.free_symbols or variable in node.function.atoms(Symbol):
        raise Misapplied(f"{variable} cannot be the bound variable of {to_text(node)}: it stands for something else there")
    return node.func(node.function.xreplace({own: variable}), (variable, lower, upper))


def same_ends(first: ExprWithLimits, second: ExprWithLimits) -> bool:
    return single(first)[1:] == single(second)[1:]


def chosen(expr: Expr, variable: Symbol, kinds: type | tuple[type, ...] = Integral) -> ExprWithLimits:
    """The one node of these kinds that binds the variable, outside every other such node."""
    words = " or ".join(k.__name__ for k in (kinds if isinstance(kinds, tuple) else (kinds,)))
    found: list[ExprWithLimits] = []
    walk = preorder_traversal(expr, keys=True)
    for node in walk:
        if isinstance(node, (Derivative, ExprWithLimits)):
            walk.skip()
            if isinstance(node, kinds) and node.limits[0][0] == variable and node not in found:
                found.append(node)
    if len(found) != 1:
        raise Misapplied(f"the line before has {len(found)} nodes {words} over {variable}; the rule needs one")
    return found[0]


def _visibly_positive(integral: Expr, region: Region) -> bool:
    """A positive integrand over a range in its order has a positive integral."""
    if not isinstance(integral, Integral):
        return False
    variable, lower, upper = single(integral)
    if not (lower is S.NegativeInfinity or upper is S.Infinity or (lower.is_Rational and upper.is_Rational and lower < upper)):
        return False
    inner = within(region, variable, lower, upper)
    by_name = {symbol.name: symbol for symbol in inner.assumed_symbols().values()}
    free = {s: by_name[s.name] for s in integral.function.free_symbols if s.name in by_name}
    return definite(integral.function.xreplace(free), True, inner)


def covers(outer: Region, inner: Region, ground: Ground, what: str) -> None:
    """Every point of the inner region lies in the outer one; side conditions of the outer one are decided on the inner."""
    for name, interval in outer.intervals.items():
        if name not in inner.intervals:
            raise Misapplied(f"{what}: {name} is no variable of the region {inner.text()}")
        if not contains(interval, inner.intervals[name]):
            raise Misapplied(f"{what}: {name} in {inner.intervals[name]} is not inside {interval}")
    known = {condition.canonical() for condition in inner.such_that}
    for condition in outer.such_that:
        if condition.canonical() not in known:
            ground.require(what, condition, inner)
