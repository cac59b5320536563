"""How loose a constant is: the best constant of a true inequality, between one that is certified and one that is refuted.

Main definitions: `sharpen(claim, verdict)`, `Sharpened`; `LinearConstant` and `tight_points` serve `mend` too.

A constant K is the number before one term K*rest of a side. At every point the inequality is linear in it, so the constants for
which it holds form an interval that contains K. One constant at a time becomes s*K for rational s: at a point, s*K*rest = target
gives the s beyond which the inequality fails there. The tightest such point is searched for and judged with balls; then s just
inside of it is certified on the whole region, or, where that does not succeed, further inside.
Where rest is positive at some points and negative at others, K is bounded from both sides, and both are looked at:
direction -1 asks how small s can be, 1 how large.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import chain, count, islice, product
from typing import Literal

from sympy import Add, Expr, S

from dplemma.arb.exact import dyadic_fraction
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.base.exact import fraction_of
from dplemma.compile.evaluate import Point, compiled, decimal, enclose
from dplemma.decide import objects
from dplemma.decide.decide import Case, decide
from dplemma.decide.points.refute import COSTLY_SHARE, costly, judge, shown
from dplemma.decide.regions import balls
from dplemma.decide.regions.budget import Budget
from dplemma.ground.points import extreme_points, inside, scattered_points, simple_points
from dplemma.lang.claim import Claim
from dplemma.lang.exact import rational_of
from dplemma.lang.interval import Interval
from dplemma.lang.region import Region
from dplemma.lang.statements import All, ForAll, Implies, Rel, Statement
from dplemma.lang.text import to_text
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Counterexample, Hint, Verdict
from dplemma.proofs.goals import given

BOXES, SECONDS = 3000, 60.0  # for one decision; the seconds are a safety net, and a stop by it is noted
DECISIONS = 12  # for one constant
NARROW = Fraction(1, 1000)  # relative width of a bracket that is good enough; a constant sharp to this is called sharp
BEYOND = TINY = Fraction(1, 10**6)  # how far beyond the tightest point a constant is refuted; the size from which it is relative
FIRST_STEP, LATER_STEP = Fraction(1, 5000), 8
POINTS, STARTS, CLIMB_STEPS, FIRST_RATIO, LAST_RATIO = 64, 3, 120, 16.0, 1 + 1e-5
GAIN = 1e-8  # relative; a smaller gain is not worth a less simple point
NEAR, FAR, FAR_RATIO = Fraction(1, 10**12), Fraction(10**12), 10**30
BITS, MIN_BITS = 192, 40  # of a point's reach
DIGITS, PRINTED_DIGITS, WORKING_DIGITS = 6, 8, 40
MAX_SIMPLE_DENOMINATOR, MAX_DOUBLINGS, SHOWN_CHARACTERS = 60, 40, 60


Measured = list[tuple[float, dict[str, Fraction]]]


@dataclass(frozen=True)
class Sharpened:
    """The constant `printed` before `where`; the best one is in [best_low, best_high]; `note` says what fails at `refuted_at`."""

    where: str
    printed: str
    best_low: str
    best_high: str
    sharp: bool
    refuted_at: dict[str, str] | None
    note: str


def sharpen(claim: Claim, verdict: Verdict) -> list[Sharpened]:
    """The best constants of every inequality the claim consists of; none unless it is proved or certified."""
    if verdict.verdict not in ("proved", "certified"):
        return []
    claim = unfold(claim)
    relations = list(stated_inequalities(claim.statement, claim.on))
    found: list[Sharpened] = []
    for number, (relation, region) in enumerate(relations, 1):
        link = f" (inequality {number})" if len(relations) > 1 else ""
        for constant in linear_constants(relation, region, link):
            found += _sharpened(constant, f"{claim.id}/sharpen/{number}", frozenset(verdict.won))
    return found


def stated_inequalities(statement: Statement, region: Region) -> Iterator[tuple[Rel, Region]]:
    """The inequalities the statement consists of, each with the region on which it is said to hold."""
    if isinstance(statement, All):
        for part in statement.parts():
            yield from stated_inequalities(part, region)
    elif isinstance(statement, ForAll):
        yield from stated_inequalities(statement.statement, region.extended(**statement.over))
    elif isinstance(statement, Implies):
        yield from stated_inequalities(statement.conclusion, given(region, statement.premise))
    elif isinstance(statement, Rel) and statement.rel not in ("=", "!="):
        yield statement, region


# -- the constants of an inequality -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LinearConstant:
    """The inequality s*number*rest + others `rel` other_side, read from the side that has the constant; it holds for s = 1."""

    number: Expr
    rest: Expr
    others: Expr
    other_side: Expr
    rel: str
    region: Region
    where: str

    def times(self, factor: Fraction) -> Rel:
        scaled = rational_of(factor) * self.number * self.rest
        return Rel(scaled + self.others, self.rel, self.other_side)

    def reach(self, point: Point, direction: int) -> float | None:
        """direction * s for the s beyond which it fails at the point, None if there is none; the less, the tighter the point."""
        try:
            term = compiled(self.number * self.rest).ball(point, BITS)
            target = compiled(self.other_side - self.others).ball(point, BITS)
        except (OutOfBudget, Unsupported):
            return None
        bounds_below = bool(term > 0) == (self.rel in (">", ">="))
        if not (term > 0 or term < 0) or bounds_below != (direction < 0) or not inside(self.region, dict(point)):
            return None
        ratio = target / term
        return direction * float(ratio.mid()) if ratio.rel_accuracy_bits() > MIN_BITS and abs(ratio) < FAR_RATIO else None

    def reaches(self, points: Iterable[dict[str, Fraction]], direction: int) -> Measured:
        return [(reach, point) for point in points if (reach := self.reach(point, direction)) is not None]


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def linear_constants(relation: Rel, region: Region, link: str) -> list[LinearConstant]:
    """Those of the right side; those of the left side if the right one is 0. A lone term against 0 has a sign and no size."""
    on_right = relation.rhs != 0
    side, other_side = (relation.rhs, relation.lhs) if on_right else (relation.lhs, relation.rhs)
    terms = Add.make_args(side)
    if other_side == 0 and len(terms) == 1:
        return []
    rel = _MIRRORED[relation.rel] if on_right else relation.rel
    found: list[LinearConstant] = []
    for term in terms:
        number, rest = term.as_independent(*term.free_symbols, as_Add=False) if term.free_symbols else (term, S.One)
        if number == 0 or not (number.is_finite and number.is_real):
            continue
        where = _short(to_text(rest)) if rest != 1 else "the right side" if len(terms) == 1 else "the constant term"
        others = Add(*(t for t in terms if t is not term))
        found.append(LinearConstant(number, rest, others, other_side, rel, region, where + link))
    return found


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[: SHOWN_CHARACTERS - 3]}..."


# -- the tightest point -------------------------------------------------------------------------------------------------------


def tight_points(constant: LinearConstant, direction: int, seed: str) -> Measured:
    """Points that bound s in this direction, each with its reach, short ones first; the tightest are among them."""
    region = constant.region
    share = COSTLY_SHARE if costly(constant.times(Fraction(1))) else 1
    scattered = scattered_points(region, seed) if region.names else ()
    endless = (simple_points(region), corner_points(region), extreme_points(region), scattered)
    measured = constant.reaches(chain(*(islice(points, POINTS // share) for points in endless)), direction)
    starts = sorted(measured, key=lambda item: item[0])[:STARTS]
    climbed = (_climb(point, constant, direction, CLIMB_STEPS // share) for _, point in starts)
    return sorted(measured + constant.reaches(climbed, direction), key=lambda item: len("".join(map(str, item[1].values()))))


def corner_points(region: Region) -> Iterator[dict[str, Fraction]]:
    """Points with every coordinate at or near an end of its interval."""
    return (dict(zip(region.names, values, strict=True)) for values in product(*map(_near_ends, region.intervals.values())))


def _near_ends(interval: Interval) -> list[Fraction]:
    lo, hi = interval.lo, interval.hi
    small = Fraction(1, 1000) * (min(hi - lo, 1) if lo is not None and hi is not None else 1)
    low = [lo, lo + small] if lo is not None else [Fraction(-1000)]
    high = [hi, hi - small] if hi is not None else [Fraction(1000)]
    return [value for value in dict.fromkeys((*low, *high)) if value in interval]


def _climb(start: dict[str, Fraction], constant: LinearConstant, direction: int, steps: int) -> dict[str, Fraction]:
    """Coordinate search for the least reach, by ever smaller factors of the distance to an end."""
    point, best, ratio = start, constant.reach(start, direction), FIRST_RATIO
    for _ in range(steps):
        if best is None or ratio < LAST_RATIO or not point:
            break
        trials = [{**point, n: v} for n in point for v in _moves(constant.region.intervals[n], point[n], ratio)]
        least, trial = min(constant.reaches(trials, direction), key=lambda item: item[0], default=(best, point))
        if best - least > GAIN * abs(best):
            point, best = trial, least
        else:
            ratio = ratio**0.5
    return point


def _moves(interval: Interval, value: Fraction, ratio: float) -> list[Fraction]:
    """Values nearer to an end, or further from it, by the ratio."""
    ends = [end for end in (interval.lo, interval.hi) if end is not None] or [Fraction(0)]
    moved = [end + way for end in ends for way in _ways(value - end, ratio)]
    if interval.integer:
        moved = [Fraction(round(v)) for v in moved]
    return [v for v in dict.fromkeys(moved) if v != value and v in interval]


def _ways(distance: Fraction, ratio: float) -> list[Fraction]:
    if distance == 0:
        step = Fraction(f"{(ratio - 1) / ratio:.3g}")
        return [step, -step]
    lengths = (float(distance) * ratio, float(distance) / ratio)
    return [Fraction(f"{length:.6g}") for length in lengths if NEAR < abs(length) < FAR]


# -- the bracket --------------------------------------------------------------------------------------------------------------


@dataclass
class _Bracket:
    """s = `certified` holds on the whole region, s = `refuted` fails at `point`, s = `undecided` between them is not settled."""

    constant: LinearConstant
    direction: int  # -1: how small s can be, 1: how large
    seed: str
    hint: Hint
    points: Measured  # that bound s, short ones first
    point: dict[str, Fraction] = field(default_factory=dict)
    refuted: Fraction = Fraction(0)
    certified: Fraction = Fraction(1)
    undecided: Fraction | None = None
    sharp: Counterexample | None = None
    tried: set[Fraction] = field(default_factory=set)

    @property
    def slightly(self) -> Fraction:
        return 1 + self.direction * NARROW

    def is_near(self, other: Fraction) -> bool:
        """What is certified is as good as this."""
        return abs(self.certified - other) <= NARROW * max(abs(self.certified), abs(other), TINY)

    def settle(self) -> None:
        """Look whether s = 0.999 (or 1.001) fails already; if not, narrow the bracket."""
        tight = (point for reach, point in self.points if reach < self.direction * self.slightly)
        self.sharp = next((found for point in tight if (found := self._judged(self.slightly, point))), None)
        if self.sharp is None:
            least = min(reach for reach, _ in self.points)
            self.point = next(point for reach, point in self.points if reach <= least + GAIN * abs(least))
            self._refute_beyond()
            self._narrow()

    def _judged(self, factor: Fraction, point: Point) -> Counterexample | None:
        return judge(self.constant.times(factor), self.constant.region, point, None)

    def _refute_beyond(self) -> None:
        """Move `refuted` to just beyond what the point allows."""
        ((reach, _),) = self.constant.reaches([self.point], self.direction)
        limit = Fraction(self.direction * reach)
        distance = BEYOND * max(abs(limit), TINY)
        for doublings in range(MAX_DOUBLINGS):
            self.refuted = _plain(limit + self.direction * distance * 2**doublings, distance / 2)
            if self._judged(self.refuted, self.point):
                return
        raise OutOfBudget(f"no constant before {self.constant.where} could be refuted at {shown(self.point)}")

    def _narrow(self) -> None:
        whole = Budget(seconds=DECISIONS * SECONDS)
        for _ in range(DECISIONS):
            if whole.late or self.sharp or self.is_near(self.refuted if self.undecided is None else self.undecided):
                return
            factor = self._next()
            self.tried.add(factor)
            holds = _decided(self.constant.times(factor), self.constant.region, self.seed, self.hint)
            if holds is True:
                self.certified = factor
            elif holds is None:
                self.undecided = factor
            else:
                self._found(factor, holds)

    def _found(self, factor: Fraction, contrary: Counterexample) -> None:
        """A point that the search for the tightest one had missed."""
        self.point = {name: Fraction(contrary.point[name]) for name in self.constant.region.names}
        self.refuted, self.undecided = factor, None
        if self.constant.reach(self.point, self.direction) is not None:
            self.point = _climb(self.point, self.constant, self.direction, CLIMB_STEPS)
            self._refute_beyond()
        self.sharp = self._judged(self.slightly, self.point)

    def _next(self) -> Fraction:
        """A simple value next to the refuted one; a small step inwards; ever larger ones; half-way once they would go too far."""
        simple = self._simple()
        if simple is not None and simple not in self.tried:
            return simple
        if self.undecided is None:
            outer, step = self.refuted, FIRST_STEP * max(abs(self.refuted), TINY)
        else:
            outer, step = self.undecided, LATER_STEP * abs(self.undecided - self.refuted)
        stepped, middle = self.refuted - self.direction * step, (outer + self.certified) / 2
        factor = max(stepped, middle) if self.direction > 0 else min(stepped, middle)
        return _plain(factor, abs(factor - outer) / 4)

    def _simple(self) -> Fraction | None:
        """A constant (a factor, if the constant is irrational) of small denominator that may be the best one."""
        number = _fraction(self.constant.number) or Fraction(1)
        factor = (self.refuted * number).limit_denominator(MAX_SIMPLE_DENOMINATOR) / number
        close = abs(factor - self.refuted) <= 3 * BEYOND * max(abs(self.refuted), TINY)
        return factor if close and (factor - self.refuted) * (self.certified - factor) > 0 and self.undecided is None else None


def _plain(value: Fraction, tolerance: Fraction) -> Fraction:
    """A fraction of small denominator near the value: provers take powers to it."""
    return next(near for k in count(1) if abs((near := value.limit_denominator(10**k)) - value) <= tolerance)


def _fraction(number: Expr) -> Fraction | None:
    return fraction_of(number) if number.is_Rational else None


def _decided(statement: Rel, region: Region, seed: str, hint: Hint) -> Literal[True] | Counterexample | None:
    """True if it is certified or proved on the whole region; a counterexample; or None."""
    if objects.by_tactics(statement, region) is not None:
        return True
    outcome = balls.certify(statement, region, seed, hint, Budget(boxes=BOXES, seconds=SECONDS))
    if outcome.verdict is not None and objects.by_boxes(statement, region, outcome.proved)[0] is not None:
        return True
    if outcome.refuting is not None and outcome.refuting.keys() == set(region.names):
        return judge(statement, region, outcome.refuting, None)
    if outcome.out_of_budget or outcome.refuting is not None:
        return None
    verdict = decide(statement, Case(region, seed))
    return True if verdict.verdict in ("proved", "certified") else verdict.counterexample


# -- what is said of it -------------------------------------------------------------------------------------------------------


def _sharpened(constant: LinearConstant, seed: str, hint: Hint) -> list[Sharpened]:
    """One entry; two, one for each direction, if the constant is bounded from both sides and not sharp in both."""
    brackets: list[_Bracket] = []
    for direction in (-1, 1):
        if points := tight_points(constant, direction, seed):
            brackets.append(_Bracket(constant, direction, seed, hint, points))
            brackets[-1].settle()
    contrary = [(bracket, bracket.sharp) for bracket in brackets if bracket.sharp is not None]
    if len(contrary) == 2:
        (first, one), (second, other) = contrary
        at = ", ".join(f"{name} = {value}" for name, value in one.point.items())
        return [_entry(second, f"{_fails(first)} at {at}, {_fails(second)}", dict(other.point))]
    return [_described(bracket, both=len(brackets) == 2) for bracket in brackets]


def _fails(bracket: _Bracket) -> str:
    return f"{directed(bracket.slightly, ROUND_FLOOR)} times it fails"


def _described(bracket: _Bracket, *, both: bool) -> Sharpened:
    constant = bracket.constant
    upwards = (bracket.direction > 0) == bool(constant.number.is_positive)
    if both:
        bracket = replace(bracket, constant=replace(constant, where=f"{constant.where}, {'upwards' if upwards else 'downwards'}"))
    if bracket.sharp is not None:
        return _entry(bracket, _fails(bracket), dict(bracket.sharp.point))
    low, high = _ends(bracket)
    open_part = "" if bracket.is_near(bracket.refuted) else "what lies between is undecided; "
    return _entry(bracket, f"{open_part}{high if upwards else low} fails", shown(bracket.point))


def _entry(bracket: _Bracket, note: str, refuted_at: dict[str, str]) -> Sharpened:
    constant, sharp = bracket.constant, bracket.sharp is not None
    return Sharpened(constant.where, printed_constant(constant.number), *_ends(bracket), sharp, refuted_at, note)


def _ends(bracket: _Bracket) -> tuple[str, str]:
    """The two ends of the bracket as constants, rounded outwards; from the printed constant to 0.999 of it if it is sharp."""
    refuted = bracket.slightly if bracket.sharp is not None else bracket.refuted
    ends = [_enclosed(bracket.constant.number, factor) for factor in (refuted, bracket.certified)]
    (lowest, _), (_, highest) = sorted(ends)
    return directed(lowest, ROUND_FLOOR), directed(highest, ROUND_CEILING)


def _enclosed(number: Expr, factor: Fraction) -> tuple[Fraction, Fraction]:
    if (exact := _fraction(number)) is not None:
        return exact * factor, exact * factor
    ball = enclose(number * rational_of(factor), {}, WORKING_DIGITS)
    return dyadic_fraction(ball.lower()), dyadic_fraction(ball.upper())


def directed(value: Fraction, rounding: str, digits: int = DIGITS) -> str:
    """So many significant digits, rounded to the side."""
    context = Context(prec=digits, rounding=rounding)
    return format(context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context), "f")


def printed_constant(number: Expr) -> str:
    """`1/2`; an irrational number as the shorter of its own text and that of the root of its square, with its decimals."""
    if number.is_Rational:
        return str(number)
    text = min(to_text(number), f"{'-' if number.is_negative else ''}sqrt({to_text(number**2)})", key=len)
    return f"{text} = {decimal(enclose(number, {}, WORKING_DIGITS), PRINTED_DIGITS)}"
