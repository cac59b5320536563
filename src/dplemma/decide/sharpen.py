"""How loose a constant is: the best constant of a true inequality, between one that is certified and one that is refuted.

Main definitions: `sharpen(claim, verdict)`, `Sharpened`; the constants and their tightest points are found by `constants`.

A constant K is the number before one term K*rest of a side. At every point the inequality is linear in it, so the constants for
which it holds form an interval that contains K. One constant at a time becomes s*K for rational s. The tightest point is judged
with balls; then s just inside of it is certified on the whole region, or, where that does not succeed, further inside.
Where rest is positive at some points and negative at others, K is bounded from both sides, and both are looked at:
direction -1 asks how small s can be, 1 how large.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from fractions import Fraction
from itertools import count
from typing import Literal

from sympy import Expr

from dplemma.arb.exact import dyadic_fraction
from dplemma.base.errors import OutOfBudget
from dplemma.base.exact import fraction_of
from dplemma.compile.evaluate import Point, enclose
from dplemma.decide import objects
from dplemma.decide.constants import (
    CLIMB_STEPS,
    GAIN,
    WORKING_DIGITS,
    LinearConstant,
    Measured,
    climbed,
    directed,
    linear_constants,
    printed_constant,
    stated_inequalities,
    tight_points,
)  # fmt: skip
from dplemma.decide.decide import Case, decide
from dplemma.decide.points.refute import judge, shown
from dplemma.decide.regions import balls
from dplemma.decide.regions.budget import Budget
from dplemma.lang.claim import Claim
from dplemma.lang.exact import rational_of
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel
from dplemma.lang.unfolding import unfold
from dplemma.ledger.verdict import Counterexample, Hint, Verdict

BOXES, SECONDS = 3000, 60.0  # for one decision; the seconds are a safety net, and a stop by it is noted
DECISIONS = 12  # for one constant
NARROW = Fraction(1, 1000)  # relative width of a bracket that is good enough; a constant sharp to this is called sharp
BEYOND = TINY = Fraction(1, 10**6)  # how far beyond the tightest point a constant is refuted; the size from which it is relative
FIRST_STEP, LATER_STEP = Fraction(1, 5000), 8
MAX_SIMPLE_DENOMINATOR, MAX_DOUBLINGS = 60, 40


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
            self.point = climbed(self.point, self.constant, self.direction, CLIMB_STEPS)
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
    if verdict.verdict in ("proved", "certified"):
        return True
    contrary = verdict.counterexample
    return None if contrary is None or contrary.fractions is None else contrary


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
