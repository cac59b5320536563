"""The rules of a proof, checked one by one: side conditions here, sub-goals from `regions.proof`, boxes in `replay_boxes`.

Main definitions: `check_goal(goal, proof, tally, where)`, which raises `Rejected`, and `exists_on(expr, region, boxes)`.

A goal speaks of the points of its region at which the gap has a value. That both sides of a claim have one everywhere is shown
apart, except for roots: the rule that removes a root (Through, Below) shows that it exists. A rule that leaves the region (to a
face, to the slope between two points) shows that the gap exists there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sympy import Dummy, Expr, S, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.relational import Relational

from dplemma.base.errors import DplemmaError
from dplemma.base.limiter import TimeUp, work_limit
from dplemma.compile.evaluate import compiled
from dplemma.ground.defined import defined_on
from dplemma.ground.signs import positive
from dplemma.kernel.boxes import LEAST_BITS, MOST_BITS, affine_in, check_boxes, flagged, image_on, tiles
from dplemma.kernel.equal import Rejected, Tally, differentiable, identical, same
from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel
from dplemma.proofs.reductions import (
    MOVES,
    below_goals,
    bound_interval,
    case_goals,
    condition_gap,
    contrary_goal,
    cut_goals,
    face_goals,
    factor_goal,
    first_piecewise,
    first_root,
    fresh_name,
    inner_goal,
    is_multiple,
    moved_goal,
    narrowed,
    rising_goal,
    through_goal,
    whole_goals,
    with_face,
    within,
    without,
)
from dplemma.proofs.rules import (
    OPPOSITE,
    Below,
    Box,
    Boxes,
    Cases,
    Contrary,
    Cut,
    Face,
    Given,
    Goal,
    Inner,
    Moved,
    NumberSign,
    Proof,
    Rising,
    Through,
    Whole,
    Zero,
    may_bend,
    may_jump,
)

_SECONDS = 60.0
_BITS = 128


def check_goal(goal: Goal, proof: Proof, tally: Tally | None = None, where: str = "goal") -> None:
    """Accept the proof, or raise `Rejected` with one line that says where it fails."""
    if goal.gap.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity) and not goal.gap.atoms(ExprWithLimits):
        raise Rejected(f"{where}: the gap has no value")
    clash = _bound_names(goal.gap) & set(goal.region.names)
    if clash:
        raise Rejected(f"{where}: {min(clash)} is a variable, and bound by an integral or solver as well")
    if isinstance(proof, (Boxes, Inner, Zero)) and goal.gap.has(Root):
        raise Rejected(f"{where}: the root in the gap is not shown to exist")
    if type(proof) not in _CHECKS:
        raise Rejected(f"{where}: no rule {proof.head()}")
    _CHECKS[type(proof)](goal, proof, Tally() if tally is None else tally, f"{where} > {proof.head()}")


def _bound_names(expr: Expr) -> set[str]:
    return {s.name for node in expr.atoms(ExprWithLimits) for s in node.variables}


def exists_on(expr: Expr, region: Region, boxes: Sequence[Box] = ()) -> bool:
    """The expression has a value on the whole region: by SymPy's assumptions, or by its images on boxes that tile the region."""
    try:
        with work_limit(_SECONDS, "whether a part exists"):
            if defined_on([expr], region):
                return True
    except TimeUp:
        pass
    whole: Box = {name: (i.lo, i.hi) for name, i in region.intervals.items()}
    parts = list(boxes) or [whole]
    if any(part.keys() != whole.keys() for part in parts) or not tiles(whole, parts):
        return False
    asked = [expr, *(side for condition in expr.atoms(Relational) for side in condition.args)]
    return all(_fails_on(region, part) or all(_has_image(e, region, part) for e in asked) for part in parts)


def _has_image(expr: Expr, region: Region, box: Box) -> bool:
    try:
        return not flagged(image_on(expr, region, box, _BITS))
    except (DplemmaError, ValueError, ZeroDivisionError):
        return False


def _fails_on(region: Region, box: Box) -> bool:
    """A side condition certainly fails at every point of the box."""
    for condition in region.such_that:
        if not isinstance(condition, Rel) or condition.rel not in OPPOSITE:
            continue
        gap = condition.rhs - condition.lhs if ">" in condition.rel else condition.lhs - condition.rhs
        try:
            image = image_on(gap, region, box, _BITS)
        except (DplemmaError, ValueError, ZeroDivisionError):
            continue
        if not image.partial and (image.is_positive() if "=" in condition.rel else image.is_nonnegative()):
            return True
    return False


def _parts(goals: Sequence[Goal], proofs: Sequence[Proof], tally: Tally, where: str, names: Sequence[str]) -> None:
    if len(goals) != len(proofs):
        raise Rejected(f"{where}: {len(proofs)} proofs for {len(goals)} goals")
    for goal, proof, name in zip(goals, proofs, names, strict=True):
        check_goal(goal, proof, tally, f"{where} {name}")


def _interval(goal: Goal, name: str, where: str) -> Interval:
    if name not in goal.region.intervals:
        raise Rejected(f"{where}: {name} is no variable of the region")
    return goal.region.intervals[name]


def _check_face(goal: Goal, proof: Face, tally: Tally, where: str) -> None:
    interval = _interval(goal, proof.name, where)
    if (interval.lo if proof.low else interval.hi) is None:
        raise Rejected(f"{where}: {proof.name} has no such end")
    if interval.integer:
        raise Rejected(f"{where}: {proof.name} is an integer; a slope at integers says nothing of what lies between")
    if goal.strict and proof.strict_slope and not (interval.lo_open if proof.low else interval.hi_open):
        raise Rejected(f"{where}: the face is in the region, so it needs a strict goal of its own")
    if not differentiable(goal.gap, proof.name):
        raise Rejected(f"{where}: the gap may jump in {proof.name}")
    closed = with_face(goal.region, proof.name, proof.low).intervals
    kept = Region(such_that=without(goal.region, proof.name).such_that, **closed)
    if not exists_on(goal.gap, kept, proof.defined if isinstance(proof.defined, tuple) else ()):
        raise Rejected(f"{where}: the gap is not shown to exist up to the face")
    goals = face_goals(goal, proof.name, proof.low, proof.strict_slope)
    _parts(goals, proof.parts(), tally, where, ("slope", "face"))


def _check_cut(goal: Goal, proof: Cut, tally: Tally, where: str) -> None:
    interval = _interval(goal, proof.name, where)
    if not (interval.lo is None or interval.lo < proof.at) or not (interval.hi is None or proof.at < interval.hi):
        raise Rejected(f"{where}: {proof.at} is not inside {interval}")
    _parts(cut_goals(goal, proof.name, proof.at), proof.parts(), tally, where, ("below", "above"))


def _check_cases(goal: Goal, proof: Cases, tally: Tally, where: str) -> None:
    node = first_piecewise(goal.gap)
    if node is None:
        raise Rejected(f"{where}: there is nothing to distinguish")
    for _, condition in node.args:
        if condition is not S.true and not (isinstance(condition, Relational) and condition.rel_op in OPPOSITE):
            raise Rejected(f"{where}: the condition {str(condition)[:40]} is not an inequality")
    goals = case_goals(goal, node)
    if any(not value.atoms(Root) <= part.gap.atoms(Root) for (value, _), part in zip(node.args, goals, strict=True)):
        raise Rejected(f"{where}: a root that is not shown to exist cancels")
    _parts(goals, proof.branches, tally, where, [f"branch {place}" for place in range(len(goals))])


def _root(goal: Goal, where: str) -> Root:
    """The root a rule is about: its variable is bound once, and it depends on variables of the region only."""
    node = first_root(goal.gap)
    if node is None:
        raise Rejected(f"{where}: there is no root")
    variable, lower, upper = node.bound
    if not all(end.is_Rational or end.is_infinite for end in (lower, upper)):
        raise Rejected(f"{where}: the root lies between ends that are not numbers")
    if variable.name in _bound_names(node.function):
        raise Rejected(f"{where}: {variable} is bound twice")
    if not {s.name for s in node.free_symbols} <= set(goal.region.names):
        raise Rejected(f"{where}: the root depends on a variable that is bound elsewhere")
    return node


def _check_below(goal: Goal, proof: Below, tally: Tally, where: str) -> None:
    node = _root(goal, where)
    parts = affine_in(goal.gap, node)
    if parts is None or parts[0].free_symbols or not compiled(parts[0]).ball({}, _BITS) < 0:
        raise Rejected(f"{where}: the gap is not c (R - root) with a number c > 0")
    if not node.bound[1].is_Rational:
        raise Rejected(f"{where}: the root has no lower end")
    variable, _, upper = node.bound
    wide = goal.region.extended(**{variable.name: bound_interval(node)})
    closed = narrowed(wide, variable.name, with_face(wide, variable.name, True).intervals[variable.name])
    if not differentiable(node.function, variable.name) or not exists_on(node.function, closed):
        raise Rejected(f"{where}: the equation is not shown to be continuous")
    if not upper.is_infinite and not _has_sign(upper + parts[1] / parts[0], True, goal):
        raise Rejected(f"{where}: the bound is not shown to lie below {upper}, so the root might not exist")
    goals = below_goals(goal, node, proof.rising)
    _parts(goals, proof.parts(), tally, where, ("increasing", "starts", "reaches", "crosses"))


def _check_through(goal: Goal, proof: Through, tally: Tally, where: str) -> None:
    _interval(goal, proof.name, where)
    node = _root(goal, where)
    symbol = next((s for s in node.function.free_symbols if s.name == proof.name), None)
    parts = None if symbol is None else affine_in(node.function, symbol)
    if parts is None or parts[0].free_symbols or node.function.has(*may_jump()):
        raise Rejected(f"{where}: the equation of the root is not linear in {proof.name}")
    if node.bound[0].name in _bound_names(goal.gap.xreplace({node: S.Zero})):
        raise Rejected(f"{where}: {node.bound[0]} is bound twice")
    tally.unchecked.append(f"that the root exists for every {proof.name}: it rests on limits that a search found")
    inner = through_goal(goal, node, proof.name)
    _must_keep_roots([inner], len(goal.gap.atoms(Root)) - 1, where)
    _parts([inner], proof.parts(), tally, where, ("inner",))


def _must_keep_roots(goals: Sequence[Goal], count: int, where: str) -> None:
    if any(len(goal.gap.atoms(Root)) < count for goal in goals):
        raise Rejected(f"{where}: a root that is not shown to exist cancels")


def _check_moved(goal: Goal, proof: Moved, tally: Tally, where: str) -> None:
    interval = _interval(goal, proof.name, where)
    if proof.by not in MOVES or interval.integer or not within(interval, MOVES[proof.by]):
        raise Rejected(f"{where}: {proof.name} does not take all its values as {proof.by} of a real number")
    others = {name for name in goal.region.names if name != proof.name}
    if not {s.name for s in proof.centre.free_symbols} <= others or not exists_on(proof.centre, without(goal.region, proof.name)):
        raise Rejected(f"{where}: the centre is not an expression of the other variables")
    inner = moved_goal(goal, proof.name, proof.by, proof.centre)
    _must_keep_roots([inner], len(goal.gap.atoms(Root)), where)
    _parts([inner], proof.parts(), tally, where, ("inner",))


def _known(goal: Goal, condition: int, where: str, strict: bool) -> Expr:
    """What a side condition says is positive, or nonnegative if that is enough."""
    if not 0 <= condition < len(goal.region.such_that):
        raise Rejected(f"{where}: there is no such side condition")
    known = condition_gap(goal.region.such_that[condition])
    if known is None or (strict and not known[1]):
        raise Rejected(f"{where}: the side condition does not say so much")
    return known[0]


def _check_given(goal: Goal, proof: Given, tally: Tally, where: str) -> None:
    known = _known(goal, proof.condition, where, goal.strict)
    if proof.positive is not None:
        return _check_factor(goal, known, proof, tally, where)
    if proof.times.free_symbols or not compiled(proof.times).ball({}, _BITS) > 0:
        raise Rejected(f"{where}: the factor is not a positive number")
    same(proof.times * known, goal.gap, goal.region, tally, where)
    try:
        with work_limit(_SECONDS, "whether the gap is a multiple of a condition"):
            multiple = is_multiple(goal.gap, proof.times, known)
    except TimeUp:
        multiple = False
    if not multiple:
        raise Rejected(f"{where}: the gap is not shown to be that multiple of the side condition")


def _check_factor(goal: Goal, known: Expr, proof: Given, tally: Tally, where: str) -> None:
    """gap = f * known wherever known has its sign, with an f that exists there and has its sign as well."""
    if (goal.gap + known + proof.times).has(ExprWithLimits) or not exists_on(proof.times, goal.region):
        raise Rejected(f"{where}: the factor is not shown to exist")
    same(proof.times * known, goal.gap, goal.region, tally, where)
    _parts([factor_goal(goal, proof.times)], proof.parts(), tally, where, ("factor",))


def _check_rising(goal: Goal, proof: Rising, tally: Tally, where: str) -> None:
    """E is continuous on an interval that holds both places and increases inside it, so it keeps their order."""
    known = _known(goal, proof.condition, where, goal.strict)
    t, mine = Symbol(fresh_name(goal.region), real=True), {Symbol(n, real=True) for n in goal.region.names}
    if not proof.low.free_symbols | proof.high.free_symbols <= mine or not proof.function.free_symbols <= mine | {t}:
        raise Rejected(f"{where}: a variable that the region does not have")
    if proof.function.has(*may_jump(), *may_bend()) or (goal.gap + known).has(ExprWithLimits):
        raise Rejected(f"{where}: the function may jump, or have a corner")
    if proof.times.free_symbols or not compiled(proof.times).ball({}, _BITS) > 0:
        raise Rejected(f"{where}: the factor is not a positive number")
    same(proof.times * (proof.high - proof.low), known, goal.region, tally, f"{where}, order")
    for place in (proof.low, proof.high):
        if not exists_on(place, goal.region) or not _lies_in(place, goal, proof.interval):
            raise Rejected(f"{where}: {str(place)[:40]} is not shown to stay in {proof.interval}")
    difference = proof.function.xreplace({t: proof.high}) - proof.function.xreplace({t: proof.low})
    same(difference, goal.gap, goal.region, tally, f"{where}, difference")
    wide = Region(such_that=goal.region.such_that, **goal.region.intervals, **{t.name: proof.interval})
    if proof.interval.integer or not exists_on(proof.function, wide, proof.defined if isinstance(proof.defined, tuple) else ()):
        raise Rejected(f"{where}: the function is not shown to exist between the two places")
    goals = [rising_goal(goal, proof.condition, proof.function, proof.interval)]
    _parts(goals, proof.parts(), tally, where, ("slope",))


def _check_contrary(goal: Goal, proof: Contrary, tally: Tally, where: str) -> None:
    known = _known(goal, proof.condition, where, strict=False)
    if (goal.gap + known).has(Root):
        raise Rejected(f"{where}: a root that is not shown to exist would become a side condition")
    turned = contrary_goal(goal, proof.condition)
    _parts([] if turned is None else [turned], proof.parts(), tally, where, ("inner",))


def _check_inner(goal: Goal, proof: Inner, tally: Tally, where: str) -> None:
    same(proof.gap, goal.gap, goal.region, tally, where)
    place = Dummy("place", real=True)
    if proof.gap.atoms(ExprWithLimits) or not proof.gap.xreplace({proof.inner: place}).free_symbols <= {place}:
        raise Rejected(f"{where}: the gap is not a function of {str(proof.inner)[:40]} alone")
    if not exists_on(proof.gap, goal.region) or not exists_on(proof.inner, goal.region):
        raise Rejected(f"{where}: {str(proof.inner)[:40]}, or the gap in terms of it, is not shown to exist")
    if proof.interval.integer or not _lies_in(proof.inner, goal, proof.interval):
        raise Rejected(f"{where}: {str(proof.inner)[:40]} is not shown to stay in {proof.interval}")
    _parts([inner_goal(goal, proof.gap, proof.inner, proof.interval)], proof.parts(), tally, where, ("outer",))


def _lies_in(inner: Expr, goal: Goal, interval: Interval) -> bool:
    """Each finite end bounds the values: by one image on the box of the region, or by SymPy's assumptions."""
    bounds = [] if interval.lo is None else [(inner - rational_of(interval.lo), interval.lo_open)]
    bounds += [] if interval.hi is None else [(rational_of(interval.hi) - inner, interval.hi_open)]
    return all(_has_sign(gap, strict, goal) for gap, strict in bounds)


def _has_sign(gap: Expr, strict: bool, goal: Goal) -> bool:
    try:
        image = image_on(gap, goal.region, goal.box, _BITS)
        if not flagged(image) and (image.is_positive() if strict else image.is_nonnegative()):
            return True
    except (DplemmaError, ValueError, ZeroDivisionError):
        pass
    try:
        with work_limit(_SECONDS, "a sign by SymPy's assumptions"):
            return positive(gap.xreplace(goal.region.assumed_symbols()), strict, goal.region)
    except TimeUp:
        return False


def _check_whole(goal: Goal, proof: Whole, tally: Tally, where: str) -> None:
    interval = _interval(goal, proof.name, where)
    if not interval.integer or interval.lo is None:
        raise Rejected(f"{where}: {proof.name} does not run over integers from a first one on")
    first, beyond = whole_goals(goal, proof.name, len(proof.first))
    goals = first if beyond is None else [*first, beyond]
    _must_keep_roots(goals, len(goal.gap.atoms(Root)), where)
    _parts(goals, proof.parts(), tally, where, [f"part {place}" for place in range(len(goals))])


def _check_zero(goal: Goal, proof: Zero, tally: Tally, where: str) -> None:
    if goal.strict:
        raise Rejected(f"{where}: zero is not positive")
    if not identical(goal.gap, S.Zero):
        raise Rejected(f"{where}: the gap is not shown to vanish")


def _check_number(goal: Goal, proof: NumberSign, tally: Tally, where: str) -> None:
    if not LEAST_BITS <= proof.bits <= MOST_BITS:
        raise Rejected(f"{where}: {proof.bits} bits; {LEAST_BITS} to {MOST_BITS} are allowed")
    if goal.gap.free_symbols:
        raise Rejected(f"{where}: the gap is not a number")
    value = compiled(goal.gap).ball({}, proof.bits)
    if not (value.is_finite() and (value > 0 if goal.strict else value >= 0)):
        raise Rejected(f"{where}: the sign is not shown")
    tally.leaves += 1


_CHECKS: dict[type[Proof], Callable[[Goal, Any, Tally, str], None]] = {
    Boxes: check_boxes, Face: _check_face, Cut: _check_cut, Cases: _check_cases, Below: _check_below,
    Through: _check_through, Moved: _check_moved, Given: _check_given, Rising: _check_rising,
    Contrary: _check_contrary, Inner: _check_inner, Whole: _check_whole,
    Zero: _check_zero, NumberSign: _check_number,
}  # fmt: skip
