"""The search for a proof of an inequality on a whole region: which rule is tried when, within a budget of boxes.

Main definition: `search_proof(goal, seed, budget)`.

Cheap rules come first: a number, an identity, the branches of a Piecewise, the equation of a root. Then every form of the gap is
raced on a few boxes, and after the first one a tie to a side condition is looked for; then one variable at a time is removed,
where the gap is monotone in it on the whole region; then the region is cut at the places where a factored slope changes its
sign; then the forms that did best get the rest of the budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sympy import Dummy, Expr, Function, S, Symbol, log

from dplemma.base.errors import DplemmaError
from dplemma.compile.evaluate import compiled
from dplemma.decide.regions import rewrites
from dplemma.decide.regions.boxes import Search
from dplemma.decide.regions.budget import Attempt, Budget
from dplemma.decide.regions.enclosures import defined, values_of
from dplemma.decide.regions.equals import vanishing_slope
from dplemma.decide.regions.guides import (
    below_applies,
    contact_places,
    cut_places,
    direction,
    is_zero,
    point_through,
    whole_point,
)
from dplemma.decide.regions.links import linked, number_times
from dplemma.lang.functions import Phi, PhiInv, Q, phi
from dplemma.lang.nodes import Root
from dplemma.lang.region import Region
from dplemma.proofs.found import FoundProof
from dplemma.proofs.reductions import (
    MOVES,
    below_goals,
    case_goals,
    condition_gap,
    contrary_goal,
    cut_goals,
    face_goals,
    first_piecewise,
    first_root,
    inner_goal,
    moved_goal,
    through_goal,
    whole_goals,
    with_face,
)
from dplemma.proofs.rules import Goal, SignForm, may_jump

FINALISTS = 3
SHORT = 24  # operations
SLOPE_BOXES = 1500
BEYOND_BOXES = 1500
FINAL_BOXES = 2000  # kept for the last search
GOAL_COST = 50  # boxes; looking for forms takes about as long
RACE = 40  # boxes for each form before one is chosen
MAX_DEPTH = 5
MAX_CUTS = 3
MAX_INTEGERS = 64
NUMBER_BITS = 512


def search_proof(goal: Goal, seed: str, budget: Budget, depth: int = 0) -> Attempt:
    """A proof of the goal if one is found within the budget."""
    before = budget.meter[0]
    try:
        attempt = _prove(goal, seed, budget, depth)
    except (TypeError, ValueError, ZeroDivisionError, RecursionError):  # SymPy refuses to build or to compare something
        attempt = Attempt()
    return replace(attempt, tried=budget.meter[0] - before)


def _prove(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt:
    if budget.late or not budget.left:
        return Attempt(open_boxes=[goal.box], late=budget.late)
    if not goal.gap.free_symbols:
        number = _number(goal)
        return Attempt(number) if number is not None or not goal.region.such_that else _empty(goal, budget)
    if not goal.strict and is_zero(goal.gap):
        return Attempt(FoundProof.by_identity(goal))
    for rule in (_given, _whole, _cases, _root):
        attempt = rule(goal, seed, budget, depth)
        if attempt is not None:
            return attempt
    return _by_intervals(goal, seed, budget, depth)


def _by_intervals(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt:
    budget.meter[0] += GOAL_COST
    searches: list[tuple[SignForm, Search]] = []
    for form in rewrites.forms(goal, seed, budget.hint):
        search = Search(goal, [form])
        for entry in _entries(goal, form, seed, first=not searches):
            search = entry
            budget.run(search, RACE)
            if search.done:
                return Attempt(search.proof())
            if search.refuting is not None:
                return Attempt(refuting=search.refuting)
        if not searches and depth < MAX_DEPTH:
            for rule in (_by_conditions, _by_turning_points):
                attempt = rule(goal, seed, budget, depth)
                if attempt is not None:
                    return attempt
        searches += [(form, search)] if search.usable else []
        if budget.late or not budget.left:
            break
    if not searches:
        return Attempt()
    if depth < MAX_DEPTH:
        forms = [form for form, _ in searches]
        for rule in (_by_inner, _by_faces, _by_cuts, _by_logarithms, _by_reciprocals):
            attempt = rule(goal, forms, seed, budget.share(max(budget.left - FINAL_BOXES, budget.left // 2)), depth)
            if attempt is not None:
                return attempt
    if budget.late or not budget.left:  # the slopes below cost seconds, and nothing would be tried with them
        return Attempt(open_boxes=[goal.box], late=budget.late)
    final = Search(goal, [rewrites.with_more_slopes(form, goal.region, seed) for form in _finalists(searches)])
    while not final.done and final.refuting is None and budget.left and not budget.late and not final.stuck:
        budget.run(final, 400)
    if final.done:
        return Attempt(final.proof())
    return Attempt(None, final.refuting, final.open_boxes, final.share, late=budget.late)


def _entries(goal: Goal, form: SignForm, seed: str, first: bool) -> Iterator[Search]:
    """The form with its plain slopes; the first one, if it is short, with all its slopes as well."""
    yield Search(goal, [form])
    if first and form.gap.count_ops() <= SHORT:
        yield Search(goal, [rewrites.with_more_slopes(form, goal.region, seed)])


def _finalists(searches: list[tuple[SignForm, Search]]) -> list[SignForm]:
    """The forms that settled most, the best of each kind before the second best of any."""
    best = sorted(searches, key=lambda item: -item[1].share)
    kinds: dict[str, SignForm] = {}
    for form, _ in best:
        kinds.setdefault(form.rule, form)
    chosen = [*kinds.values(), *(form for form, _ in best if form not in kinds.values())]
    return chosen[:FINALISTS]


# -- one rule each ------------------------------------------------------------------------------------------------------------


def _number(goal: Goal) -> FoundProof | None:
    if not goal.strict and is_zero(goal.gap):
        return FoundProof.by_identity(goal)
    try:
        ball = compiled(goal.gap).ball({}, NUMBER_BITS)
    except DplemmaError:
        return None
    return FoundProof.by_ball(goal, NUMBER_BITS) if (ball > 0 if goal.strict else ball >= 0) else None


def _empty(goal: Goal, budget: Budget) -> Attempt:
    """A number of the wrong sign is no harm where the side conditions leave nothing."""
    search = Search(goal, [SignForm("difference", "equal", goal.gap)])
    budget.run(search, 400)
    return Attempt(search.proof() if search.done else None, None, search.open_boxes, search.share)


def _given(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt | None:
    """A positive multiple of what a side condition says."""
    return number_times(goal) if goal.region.such_that else None


def _by_conditions(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt | None:
    """What follows from a side condition, by a factor or an increasing function."""
    return linked(goal, seed, budget, depth, search_proof) if goal.region.such_that else None


def _whole(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt | None:
    """Integers one by one up to a bound, the reals beyond it; nothing if the interval has no lower end."""
    name = next((n for n, i in goal.region.intervals.items() if i.integer), None)
    if name is None:
        return None
    interval = goal.region.intervals[name]
    if interval.lo is None:
        return Attempt(open_boxes=[goal.box])
    size = None if interval.hi is None else int(interval.hi - interval.lo) + 1
    attempt = Attempt()
    proofs: list[FoundProof] = []
    few = size is not None and size <= MAX_INTEGERS
    for count in (0, MAX_INTEGERS) if few else (0, 4, 16, MAX_INTEGERS):
        count = count if size is None else min(count, size)
        first, beyond = whole_goals(goal, name, count)
        for part in first[len(proofs) :]:
            attempt = search_proof(part, f"{seed}/{len(proofs)}", budget.share(budget.left // 4), depth + 1)
            if attempt.proof is None:
                if attempt.refuting is not None and interval.lo is not None:
                    attempt.refuting = {**attempt.refuting, name: interval.lo + len(proofs)}
                return attempt
            proofs.append(attempt.proof)
        if beyond is None:
            return Attempt(FoundProof.by_integers(goal, name, proofs, None))
        attempt = search_proof(beyond, f"{seed}/beyond", budget.share(BEYOND_BOXES // 4 if few else BEYOND_BOXES), depth + 1)
        if attempt.proof is not None:
            return Attempt(FoundProof.by_integers(goal, name, proofs, attempt.proof))
        attempt.refuting = whole_point(goal, name, attempt.refuting, attempt.open_boxes)
        if attempt.refuting is not None:
            return attempt
    return attempt


def _cases(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt | None:
    node = first_piecewise(goal.gap)
    if node is None:
        return None
    branches = []
    for k, part in enumerate(case_goals(goal, node)):
        attempt = _never(part, f"{seed}/case{k}", budget, depth) or search_proof(part, f"{seed}/case{k}", budget, depth)
        if attempt.proof is None:
            return attempt
        branches.append(attempt.proof)
    return Attempt(FoundProof.by_cases(goal, node, branches))


def _never(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt | None:
    """A branch whose condition, the last one, fails on the whole box: by the contrary, since there is no point to look at."""
    last = len(goal.region.such_that) - 1
    known = condition_gap(goal.region.such_that[last]) if last >= 0 else None
    values = None if known is None else values_of(known[0], goal.region)
    turned = contrary_goal(goal, last) if values is not None and values.hi is not None and values.hi < 0 else None
    if turned is None:
        return None
    plain = Region(such_that=turned.region.such_that[:-1], **turned.region.intervals)  # that the goal fails need not be known
    attempt = search_proof(replace(turned, region=plain), f"{seed}/never", budget, depth + 1)
    return None if attempt.proof is None else Attempt(FoundProof.by_contrary(goal, last, attempt.proof))


def _root(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt | None:
    node = first_root(goal.gap)
    if node is None:
        return None
    last = Attempt(open_boxes=[goal.box])
    for rising in (True, False) if below_applies(goal, node) else ():
        proofs = []
        for k, part in enumerate(below_goals(goal, node, rising)):
            attempt = search_proof(part, f"{seed}/root{k}", budget if k == 3 else budget.share(2000), depth + 1)
            if attempt.proof is None:
                last = attempt if k == 3 else last
                break
            proofs.append(attempt.proof)
        if len(proofs) == 4:
            return Attempt(FoundProof.by_equation(goal, node, rising=rising, parts=proofs))
    for name in goal.region.names:
        if _solvable(node, name):
            attempt = search_proof(through_goal(goal, node, name), f"{seed}/through", budget, depth + 1)
            if attempt.proof is not None:
                return Attempt(FoundProof.by_root(goal, node, name, attempt.proof))
            return replace(attempt, refuting=point_through(goal, node, name, attempt.refuting))
    return replace(last, refuting=None)


def _solvable(node: Root, name: str) -> bool:
    """The equation is linear in the variable, with a number as factor; that it has a root is for the kernel to see."""
    symbol = Symbol(name, real=True)
    factor = node.function.diff(symbol)
    return bool(symbol in node.function.free_symbols and factor.is_number and not factor.is_zero)


def _by_inner(goal: Goal, forms: list[SignForm], seed: str, budget: Budget, depth: int) -> Attempt | None:
    """Several variables that enter through one expression only."""
    for form in forms:
        if form.rule != "equal" or len(goal.region.names) < 2:
            continue
        for inner in sorted({a for node in form.gap.atoms(Function) for a in node.args}, key=lambda e: (e.count_ops(), str(e))):
            place = Dummy("inner", real=True)
            if len(inner.free_symbols) < 2 or form.gap.xreplace({inner: place}).free_symbols != {place}:
                continue
            interval = values_of(inner, goal.region)
            if interval is not None:
                reduced = inner_goal(goal, form.gap, inner, interval)
                attempt = search_proof(reduced, f"{seed}/inner", budget, depth + 1)
                if attempt.proof is not None:
                    return Attempt(FoundProof.by_inner(goal, inner, interval, reduced, attempt.proof))
    return None


def _by_faces(goal: Goal, forms: list[SignForm], seed: str, budget: Budget, depth: int) -> Attempt | None:
    """Remove a variable in which the gap is monotone on the whole region."""
    attempts = (_face(goal, name, seed, budget, depth) for name in goal.region.names)
    return next((found for found in attempts if found is not None), None)


def _face(goal: Goal, name: str, seed: str, budget: Budget, depth: int) -> Attempt | None:
    low = None if goal.gap.has(*may_jump()) else direction(goal, name, seed)
    whole = None if low is None else defined([goal.gap], with_face(goal.region, name, low))
    if low is None or whole is None:
        return None
    interval = goal.region.intervals[name]
    is_open = interval.lo_open if low else interval.hi_open
    for strict_slope in (False, True) if goal.strict and is_open else (False,):
        slope_goal, face_goal = face_goals(goal, name, low, strict_slope)
        slope = search_proof(slope_goal, f"{seed}/d{name}", budget.share(SLOPE_BOXES), MAX_DEPTH - 1)
        if slope.proof is None:
            return None
        face = search_proof(face_goal, f"{seed}/{name}", budget.share(budget.left // 2), depth + 1)
        if face.refuting is not None and not is_open and goal.region.intervals.keys() - {name} <= face.refuting.keys():
            end = interval.lo if low else interval.hi
            assert end is not None
            return Attempt(refuting={**face.refuting, name: end})
        if face.proof is not None:
            found = {"defined": whole, "slope": slope.proof, "face": face.proof}
            return Attempt(FoundProof.by_face(goal, name, low=low, strict_slope=strict_slope, **found))
    return None


def _by_cuts(goal: Goal, forms: list[SignForm], seed: str, budget: Budget, depth: int) -> Attempt | None:
    """Cut where a factored slope or the factored gap changes its sign."""
    places = list(cut_places(goal, forms))[:MAX_CUTS]
    attempts = (_cut(goal, name, at, seed, budget, depth) for name, at in places)
    return next((found for found in attempts if found is not None), None)


def _cut(goal: Goal, name: str, at: Fraction, seed: str, budget: Budget, depth: int) -> Attempt | None:
    below, above = cut_goals(goal, name, at)
    first = search_proof(below, f"{seed}/below", budget.share(budget.left // 2), depth + 1)
    if first.proof is None:
        return first if first.refuting is not None else None
    second = search_proof(above, f"{seed}/above", budget, depth + 1)
    if second.proof is None:
        return second if second.refuting is not None else None
    return Attempt(FoundProof.by_cut(goal, name, at, first.proof, second.proof))


def _by_turning_points(goal: Goal, seed: str, budget: Budget, depth: int) -> Attempt | None:
    """A quantile of a variable, or its logarithm in a tail, as the variable; a variable measured from where the gap turns.

    Where the gap vanishes identically inside, a cut; where it does so on a face, the slope away from it.
    """
    for name, interval in goal.region.intervals.items():
        symbol = Symbol(name, real=True)
        if goal.gap.has(PhiInv(symbol), PhiInv(1 - symbol)):
            return _moved(goal, name, "Phi", S.Zero, seed, budget, depth)
        if any(node.has(log(symbol)) for node in goal.gap.atoms(Phi, Q, phi)):
            return _moved(goal, name, "exp", S.Zero, seed, budget, depth)
        centre = vanishing_slope(goal.gap, name) if interval.lo is None and interval.hi is None else None
        if centre is not None and centre != 0:
            return _moved(goal, name, "shift", centre, seed, budget, depth)
    for name, at in contact_places(goal) if depth < MAX_DEPTH - 1 else ():
        inside = at not in (goal.region.intervals[name].lo, goal.region.intervals[name].hi)
        found = _cut(goal, name, at, seed, budget, depth) if inside else _face(goal, name, seed, budget, depth)
        if found is not None:
            return found
    return None


def _by_logarithms(goal: Goal, forms: list[SignForm], seed: str, budget: Budget, depth: int) -> Attempt | None:
    """A logarithm of a variable as the variable."""
    names = (name for name in goal.region.names if goal.gap.has(log(Symbol(name, real=True))))
    return next((found for name in names if (found := _moved(goal, name, "exp", S.Zero, seed, budget, depth)) is not None), None)


def _by_reciprocals(goal: Goal, forms: list[SignForm], seed: str, budget: Budget, depth: int) -> Attempt | None:
    """A variable that goes to infinity as 1/t, so that what happens there happens at t = 0."""
    names = [name for name, interval in goal.region.intervals.items() if interval.hi is None]
    attempts = (_moved(goal, name, "inverse", S.Zero, seed, budget, depth) for name in names)
    return next((found for found in attempts if found is not None), None)


def _moved(goal: Goal, name: str, by: str, centre: Expr, seed: str, budget: Budget, depth: int) -> Attempt | None:
    if not MOVES[by].covers(goal.region.intervals[name]):
        return None
    attempt = search_proof(moved_goal(goal, name, by, centre), f"{seed}/{by}", budget, depth + 1)
    return None if attempt.proof is None else Attempt(FoundProof.by_move(goal, name, by, centre, attempt.proof))
