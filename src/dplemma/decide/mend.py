"""What a refuted inequality would have to say: the greatest part of its region, or the best constant, for which it holds.

Main definitions: `mend(claim, verdict)`, `Mended`.

The region is cut in one variable at a time, x >= t or x <= t: beyond the last point that fails, t is moved towards it while what
is left is decided on the whole. A constant K before a term is replaced by a short decimal c: at every point the inequality is
linear in c, so the tightest point bounds c from one side, and the first c beyond it that holds on the whole region is taken.
What is printed as holding is decided by the same engines as a claim; what fails beyond it fails at a point that is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN
from fractions import Fraction
from itertools import chain, islice, product
from math import isqrt
from typing import Literal

from sympy import Expr, S

from dplemma.base.errors import BadClaim, EmptyRegion, OutOfBudget, Unsupported
from dplemma.compile.evaluate import enclose
from dplemma.decide import objects
from dplemma.decide.constants import (
    LinearConstant,
    corner_points,
    directed,
    linear_constants,
    printed_constant,
    tight_points,
)  # fmt: skip
from dplemma.decide.points.refute import COSTLY_SHARE, contrary_points, costly, judge
from dplemma.decide.regions import balls
from dplemma.decide.regions.budget import Budget
from dplemma.ground.points import extreme_points, scattered_points, simple_points
from dplemma.kernel.exists import exists
from dplemma.kernel.reading import read_region
from dplemma.kernel.term import Rejected, read_term
from dplemma.lang.claim import Claim
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statement_tree import region_to_tree
from dplemma.lang.statements import All, Exists, ForAll, Implies, Rel, Statement
from dplemma.lang.tree import written
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Counterexample, Hint, Verdict
from dplemma.proofs.goals import given

POINTS = 64  # of each kind that are looked at for failures
OUTWARD, NARROWINGS = 4, 12  # trials that look for a part that holds; those that enlarge it
CLOSE = Fraction(1, 500)  # relative distance between what holds and what fails that is good enough
BOXES, EACH_SECONDS = 600, 2.0  # of one decision
SECONDS = 20.0  # for all regions, and for all constants, of an inequality: what is found by then is said
DIGITS = (4, 3, 2, 1)  # of a constant that is tried, the closest first
SIMPLE_DENOMINATOR, SIMPLE_WITHIN, LONGEST_DECIMAL = 60, Fraction(1, 10**5), 10


@dataclass(frozen=True)
class Mended:
    """A way to make a false inequality true: with `holds` for `printed` in `where` it holds, with `fails` it does not.

    `of` is the inequality in words where the claim has several: of the others nothing is said."""

    kind: str  # region or constant
    where: str
    printed: str
    holds: str
    fails: str
    refuted_at: dict[str, str]
    of: str = "it"


def mend(claim: Claim, verdict: Verdict) -> list[Mended]:
    """Ways to mend a claim of one failing inequality that is refuted at a point; none of anything else."""
    if verdict.verdict != "refuted" or claim.holds is None:
        return []
    claim, hint = unfold(claim), frozenset(verdict.won)
    found: list[Mended] = []
    for number, part in enumerate(_stated(claim.statement, claim.on), 1):
        relation, region, seed = part.relation, part.region, f"{claim.id}/mend/{number}"
        failing = _failures(relation, region, seed, verdict.counterexample)
        if failing:
            ways = _regions(_Cutter(part, seed, hint, Budget(seconds=SECONDS)), failing)
            if part.premises_exist(region.intervals):
                ways += _constants_that_hold(relation, region, seed, hint, Budget(seconds=SECONDS))
            found += ways if _is_one(claim.statement) else [replace(way, of=part.says.text()) for way in ways]
    return found


@dataclass(frozen=True)
class _Part:
    """An inequality of a claim, its region with the premises above it, and these with the region on which each is asked for."""

    relation: Rel
    region: Region
    says: Statement
    premises: tuple[tuple[Statement, Region], ...] = ()

    def premises_exist(self, intervals: Mapping[str, Interval]) -> bool:
        """Has every premise a value wherever it is asked for? Where one has none, the implication fails."""
        wide = (
            (premise, Region(such_that=on.such_that, **{name: intervals[name] for name in on.names}))
            for premise, on in self.premises
        )
        return all(_premise_exists(premise, on) for premise, on in wide)


def _stated(statement: Statement, region: Region) -> Iterator[_Part]:
    """The inequalities the statement consists of; `says` is what is claimed of one, its premises and its range included."""
    if isinstance(statement, All):
        for inner in statement.parts():
            yield from _stated(inner, region)
    elif isinstance(statement, ForAll):
        for part in _stated(statement.statement, region.extended(**statement.over)):
            over = {name: interval for name, interval in statement.over.items() if name in part.says.free_names()}
            yield replace(part, says=ForAll(over, part.says) if over else part.says)
    elif isinstance(statement, Implies):
        for part in _stated(statement.conclusion, given(region, statement.premise)):
            premises = ((statement.premise, region), *part.premises)
            yield replace(part, says=Implies(statement.premise, part.says), premises=premises)
    elif isinstance(statement, Rel) and statement.rel not in ("=", "!="):
        yield _Part(statement, region, statement)


def _is_one(statement: Statement) -> bool:
    """Whether one inequality, its premises and its range are all that is stated."""
    if isinstance(statement, All):
        return len(statement.parts()) == 1 and _is_one(statement.parts()[0])
    if isinstance(statement, (ForAll, Implies)):
        return _is_one(statement.parts()[-1])
    return isinstance(statement, Rel)


def _premise_exists(premise: Statement, region: Region) -> bool:
    """Part by part, as it is read: a later one is asked for only where the earlier ones hold."""
    parts = premise.parts() if isinstance(premise, All) else (premise,)
    for number, part in enumerate(parts):
        known = given(region, *parts[:number])
        if not all(_exists(expr, known) for inner in part.walk() for expr in inner.expressions()):
            return False
    return not any(isinstance(inner, (Exists, ForAll)) for inner in premise.walk())


def _exists(expr: Expr, region: Region) -> bool:
    """Is it shown to have a value everywhere on the region?"""
    try:
        return exists(read_term(written(expr)), read_region(region_to_tree(region)))
    except (Rejected, Unsupported):
        return False


def _failures(relation: Rel, region: Region, seed: str, known: Counterexample | None) -> list[dict[str, Fraction]]:
    """Points of the region at which the inequality is certified to fail."""
    share = COSTLY_SHARE if costly(relation) else 1
    scattered = scattered_points(region, seed) if region.names else ()
    kinds = (simple_points(region), corner_points(region), extreme_points(region), scattered)
    points = chain(_known(known, region), *(islice(points, POINTS // share) for points in kinds))
    return [point for point in points if judge(relation, region, point, None) is not None]


def _known(known: Counterexample | None, region: Region) -> Iterator[dict[str, Fraction]]:
    point = None if known is None else known.fractions
    if point is not None and set(region.names) <= set(point):
        yield {name: point[name] for name in region.names}


def _settled(relation: Rel, region: Region, seed: str, hint: Hint) -> Literal[True] | Counterexample | None:
    """A counterexample; True if the kernel accepts a proof on the whole region; or None. A cheap part of what decides a claim."""
    if (contrary := next(contrary_points(relation, region, seed), None)) is not None:
        return contrary
    outcome = balls.certify(relation, region, seed, hint, Budget(boxes=BOXES, seconds=EACH_SECONDS))
    if outcome.verdict is not None:
        return True if objects.by_boxes(relation, region, outcome.proved)[0] is not None else None
    if outcome.refuting is not None and outcome.refuting.keys() == set(region.names):
        return judge(relation, region, outcome.refuting, None)
    return True if objects.by_tactics(relation, region) is not None else None


# -- the region ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Cutter:
    """An inequality whose region is cut in one variable."""

    part: _Part
    seed: str
    hint: Hint
    budget: Budget

    @property
    def region(self) -> Region:
        return self.part.region

    def cut(self, name: str, at: Fraction, upwards: bool) -> Region | None:
        """The region with the variable at least (upwards) or at most so large; None if nothing is left."""
        old = self.region.intervals[name]
        try:
            new = replace(old, lo=at, lo_open=False) if upwards else replace(old, hi=at, hi_open=False)
        except BadClaim:
            return None
        return Region(such_that=self.region.such_that, **{**self.region.intervals, name: new})

    def fails(self, name: str, at: Fraction, upwards: bool) -> dict[str, Fraction] | bool | None:
        """False if it holds on the rest; a point of the rest where it fails; None if that is not decided."""
        rest = self.cut(name, at, upwards)
        if rest is None:
            return None
        try:
            decided = _settled(self.part.relation, rest, self.seed, self.hint)
        except (OutOfBudget, Unsupported, EmptyRegion):  # side conditions may leave nothing of the rest
            return None
        if decided is None or decided is True:
            return False if decided is True and self.part.premises_exist(rest.intervals) else None
        return {key: Fraction(decided.point[key]) for key in self.region.names}


def _regions(cutter: _Cutter, failing: list[dict[str, Fraction]]) -> list[Mended]:
    found: list[Mended] = []
    for name, interval in cutter.region.intervals.items():
        for upwards in (True, False):
            worst = (max if upwards else min)(failing, key=lambda point: point[name])
            end = interval.hi if upwards else interval.lo
            if worst[name] != end and (mended := _greatest_part(cutter, name, worst, upwards)) is not None:
                found.append(mended)
    return found


def _greatest_part(cutter: _Cutter, name: str, worst: dict[str, Fraction], upwards: bool) -> Mended | None:
    """Between a cut that leaves what holds and one that leaves a failing point, until they are close."""
    interval = cutter.region.intervals[name]
    holds: Fraction | None = None
    for step in range(OUTWARD):
        at = _outward(interval, worst[name], upwards, step)
        answer = None if cutter.budget.late else cutter.fails(name, at, upwards)
        if answer is False:
            holds = at
            break
        worst = answer if isinstance(answer, dict) else worst
    for _ in range(NARROWINGS):
        if holds is None or cutter.budget.late or _is_close(holds, worst[name]):
            break
        at = _between(holds, worst[name], whole=interval.integer)
        answer = None if at in (holds, worst[name]) else cutter.fails(name, at, upwards)
        if answer is None:
            break
        if answer is False:
            holds = at
        elif isinstance(answer, dict):
            worst = answer
    rest = None if holds is None else cutter.cut(name, holds, upwards)
    if rest is None:
        return None
    at = {key: _text(value) for key, value in worst.items()}
    return Mended("region", name, str(interval), _in_decimals(rest.intervals[name]), at[name], at)


def _in_decimals(interval: Interval) -> str:
    """`[1.235, oo)` for `[247/200, oo)`."""
    return re.sub(r"-?\d+/\d+", lambda match: _text(Fraction(match[0])), str(interval))


def _outward(interval: Interval, failing: Fraction, upwards: bool, step: int) -> Fraction:
    """Cuts ever nearer to the end, which may be infinite; whole numbers where the variable is one."""
    end = interval.hi if upwards else interval.lo
    if end is None:
        way = (abs(failing) + 1) * 4**step
        at = failing + way if upwards else failing - way
    else:
        at = end + (failing - end) / 4 ** (step + 1)
    return Fraction(round(at)) if interval.integer else _short(at)


def _between(holds: Fraction, failing: Fraction, *, whole: bool) -> Fraction:
    """The middle by ratio where both have one sign and are far apart, else the middle."""
    middle = (holds + failing) / 2
    if holds * failing > 0 and not Fraction(1, 4) < holds / failing < 4:
        middle = _root_of(holds * failing) * (1 if holds > 0 else -1)
    if whole:
        return Fraction(round(middle))
    trials = (_short(middle, digits) for digits in range(3, 9))
    return next((short for short in trials if (short - holds) * (short - failing) < 0), middle)


def _is_close(holds: Fraction, failing: Fraction) -> bool:
    return abs(holds - failing) <= CLOSE * max(abs(holds), abs(failing))


def _root_of(square: Fraction) -> Fraction:
    """A root to ten digits or more, also of what no double holds."""
    scale = 1 << 40
    return Fraction(isqrt(square.numerator * square.denominator * scale**2), square.denominator * scale)


def _short(value: Fraction, digits: int = 3) -> Fraction:
    return Fraction(directed(value, ROUND_HALF_EVEN, digits))


# -- a constant ---------------------------------------------------------------------------------------------------------------


def _constants_that_hold(relation: Rel, region: Region, seed: str, hint: Hint, budget: Budget) -> list[Mended]:
    found = [_best(constant, seed, hint, budget) for constant in linear_constants(relation, region, "")]
    return [mended for mended in found if mended is not None]


def _best(constant: LinearConstant, seed: str, hint: Hint, budget: Budget) -> Mended | None:
    """The first short decimal beyond the tightest point that holds on the whole region."""
    free = replace(constant, number=S.One)  # then a factor is the constant itself
    for direction in (-1, 1):
        points = tight_points(free, direction, seed)
        least, point = min(points, key=lambda item: item[0], default=(None, {}))
        if least is None or not _is_beyond(constant.number, direction * least, direction):
            continue
        for wanted in _candidates(Fraction(direction * least), direction):
            if budget.late:
                return None
            if not _is_lost(free, wanted) and _settled(free.times(wanted), free.region, seed, hint) is True:
                return _mended(constant, free, wanted, (direction, Fraction(direction * least), point))
    return None


def _is_lost(free: LinearConstant, wanted: Fraction) -> bool:
    """Whether the term drops out with this constant while it does not exist everywhere: 0 log x has no value at 0."""
    side = free.times(wanted).lhs
    return not side.has(free.rest) and not _exists(free.rest, free.region)


def _is_beyond(number: Expr, limit: float, direction: int) -> bool:
    """The printed constant violates the bound: it is smaller than what is needed, or larger than what is allowed."""
    return direction * float(enclose(number, {}, 20).mid()) > direction * limit


def _candidates(limit: Fraction, direction: int) -> Iterator[Fraction]:
    """A simple fraction if the bound is one; else decimals on the side that may hold, the closest first."""
    simple = limit.limit_denominator(SIMPLE_DENOMINATOR)
    if abs(simple - limit) <= SIMPLE_WITHIN * abs(limit):
        yield simple
    for digits in DIGITS:
        yield Fraction(directed(limit, ROUND_CEILING if direction < 0 else ROUND_FLOOR, digits))


def _mended(
    constant: LinearConstant, free: LinearConstant, wanted: Fraction, bound: tuple[int, Fraction, dict[str, Fraction]]
) -> Mended | None:
    """What holds, and the nearest short decimal on the other side of the bound that fails at the tightest point."""
    direction, limit, point = bound
    for digits, start in product(DIGITS, (limit, limit * (1 + direction * CLOSE))):
        beyond = Fraction(directed(start, ROUND_FLOOR if direction < 0 else ROUND_CEILING, digits))
        if beyond != wanted and judge(free.times(beyond), free.region, point, None) is not None:
            at = {key: _text(value) for key, value in point.items()}
            return Mended("constant", constant.where, printed_constant(constant.number), _text(wanted), _text(beyond), at)
    return None


def _text(value: Fraction) -> str:
    """A decimal where it is a short one, else the fraction as it is."""
    decimal = directed(value, ROUND_FLOOR, LONGEST_DECIMAL)
    return decimal if Fraction(decimal) == value and len(decimal) <= LONGEST_DECIMAL + 2 else str(value)
