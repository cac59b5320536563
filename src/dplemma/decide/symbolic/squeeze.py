"""Limits by a certified bound: |f(x) - L| <= C h(x) on a neighbourhood of the point, where h is known to tend to 0.

Main definitions: `squeeze(statement, value, region, seed)`, `exclude(statement, region, seed)`.

The moving variable is written along a way x = x(s, parameters) that runs through a neighbourhood of the point as s tends to 0 or
to infinity. Balls at sample points suggest which bound may hold; `balls.certify` then shows it for every s and every parameter.
A bound that keeps f away from L for one choice of the parameters refutes the limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from math import ceil, floor, inf
from typing import Any

from flint import arb
from sympy import Expr, Mul, Rational, S, Symbol, exp, log, sqrt

from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.base.limiter import note_stops
from dplemma.compile.evaluate import compiled
from dplemma.decide import objects
from dplemma.decide.points.refute import shown
from dplemma.decide.regions import balls
from dplemma.decide.regions.budget import Budget
from dplemma.ground.points import certified_points, extreme_points, is_inside, simple_points, simple_values
from dplemma.lang.exact import rational_of, with_values
from dplemma.lang.interval import Interval
from dplemma.lang.judgements import Limit
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel
from dplemma.lang.text import to_text
from dplemma.lang.tree import written
from dplemma.ledger.verdict import Counterexample, Verdict

BOXES = 1800  # for each inequality
SECONDS = 60.0  # a safety net; the boxes end most searches within twenty
ATTEMPTS, RATES = 3, 2  # bounds tried in all, and with the same way and the same factor
POINTS, FEW_POINTS = 8, 3
MAX_SHAPES = 12
REMOTE, REMOTE_POWER = Fraction(10**9), 300
MAX_REACH = 2**20  # values up to here may stay bounded
BITS, STEEP_BITS = 1024, 8192
GROWTH = 3.0  # binary digits by which the sampled bound may grow towards the ends before it counts as unbounded
_NEAR, _FAR, _VERY_FAR = (0, 1, 3, 8, 20, 60), (0, 1, 3, 8, 20), (0, 1, 2, 3, 8)
_CORE = 4  # the first samples of s; the others only show whether the bound stays
_STARTS = (3, 10)  # neighbourhoods: distance 2^-k, or from 2^k on


@dataclass(frozen=True)
class _Way:
    """x = x(s, parameters): runs through a neighbourhood of the point, towards it as s leaves its interval at the open end."""

    x: Expr
    s: Symbol
    start: Fraction
    to_zero: bool
    powers: tuple[int, ...]  # s is sampled at start * 2^k, or start / 2^k
    steep: bool = False  # exponential: the distance falls by thousands of binary digits

    @property
    def interval(self) -> Interval:
        return Interval.lopen(0, self.start) if self.to_zero else Interval(self.start, "oo")

    @property
    def rates(self) -> tuple[Expr, ...]:
        """Functions of s that tend to 0 along the way."""
        s = self.s
        if self.steep:
            return (1 / s, exp(-s / 2))
        return (s, sqrt(s), s**2) if self.to_zero else (1 / s, exp(-s), 1 / sqrt(s), 1 / s**2)

    @property
    def bits(self) -> int:
        return STEEP_BITS if self.steep else BITS

    def values(self) -> list[Fraction]:
        return [self.start / 2**k if self.to_zero else self.start * 2**k for k in self.powers]

    @property
    def remote(self) -> Fraction:
        """A value of s so near to its end that even a small power of it shows."""
        return self.start / 2**REMOTE_POWER if self.to_zero else self.start * 2**REMOTE_POWER

    def along(self, expr: Expr, moving: Symbol) -> Expr:
        """f as a function of s > 0; conditions that this settles are gone."""
        positive = Symbol(self.s.name, positive=True)
        there = with_values(with_values(expr, {moving: self.x}), {self.s: positive})
        return there.xreplace({positive: self.s})

    def text(self, moving: Symbol) -> str:
        where = f"0 < {self.s} <= {self.start}" if self.to_zero else f"{self.s} >= {self.start}"
        return f"for {where}" if self.x == moving else f"with {moving} = {to_text(self.x)}, {where}"


@dataclass(frozen=True)
class _Bound:
    """C times a rate; `bits` is the binary logarithm of what C must be at least."""

    way: _Way
    shape: Expr
    bits: float

    @property
    def expr(self) -> Expr:
        return _power_of_two(ceil(max(self.bits, -1.0) + 1)) * self.shape


@dataclass
class _Case:
    """The limit of `expr`, the statement's own with or without its parameters, on their region; and the time spent on it."""

    expr: Expr
    statement: Limit
    value: Expr
    region: Region
    seed: str
    started: float = field(default_factory=time.process_time)

    @property
    def late(self) -> bool:
        """Out of time, which is noted."""
        is_late = time.process_time() - self.started > SECONDS
        note_stops([f"the search for a tail bound, {SECONDS:g} s"] if is_late else [])
        return is_late

    def certify(self, relations: list[Rel], way: _Way) -> Verdict | None:
        """All the inequalities along the whole way; None if one was not shown."""
        region = self.region.extended(**{way.s.name: way.interval})
        proofs, boxes = [], 0
        for relation in relations:
            proof = objects.by_tactics(relation, region)
            if proof is None:
                outcome = balls.certify(
                    relation, region, f"{self.seed}/squeeze", budget=Budget(boxes=BOXES, seconds=SECONDS, started=self.started)
                )
                proof, _ = (None, "") if outcome.verdict is None else objects.by_boxes(relation, region, outcome.proved)
                boxes += sum(proved.proof.boxes for proved in outcome.proved)
            if proof is None:
                return None
            proofs.append(proof)
        words = f"{boxes} {'box' if boxes == 1 else 'boxes'}"
        return Verdict(verdict="certified", engine="limit", bits=balls.BITS, remark=words, proof=tuple(proofs))


def squeeze(statement: Limit, value: Expr, region: Region, seed: str) -> Verdict | None:
    """`certified` if a bound that tends to 0 holds near the point for all parameters."""
    case = _Case(statement.expr, statement, value, region, seed)
    try:
        bounds = _promising(case)
    except DplemmaError:  # something balls cannot evaluate
        return None
    for bound in bounds[:ATTEMPTS]:
        found = None if case.late else case.certify(_relations(case, bound), bound.way)
        if found is not None:
            words = f"squeezed: {_text(case, bound)} ({found.remark})"
            proof = {"rule": "tail", "bound": written(bound.expr), **_way_object(bound.way), **_sides(case, found.proof)}
            read = objects.in_kernel(statement, region)
            if read is not None and objects.accepted(*read, proof):
                return found.with_(form=words, witness=_witness(case), remark="", proof=proof)
    return None


def _way_object(way: _Way) -> dict[str, Any]:
    return {"variable": way.s.name, "way": written(way.x), "interval": str(way.interval)}


def _sides(case: _Case, proofs: tuple[Any, ...]) -> dict[str, Any]:
    """The objects of `_relations`, by the names the kernel has for them."""
    names = ("lower",) if case.value is S.Infinity else ("upper",) if case.value is S.NegativeInfinity else ("upper", "lower")
    return dict(zip(names, proofs, strict=True))


def exclude(statement: Limit, region: Region, seed: str) -> Verdict | None:
    """`refuted` if for one choice of the parameters f stays away from the claimed limit near the point."""
    for point in _simple_parameters(region):
        fixed = {Symbol(name, real=True): rational_of(v) for name, v in point.items()}
        expr, value = with_values(statement.expr, fixed), with_values(statement.value, fixed)
        there = replace(statement, to=statement.to.xreplace(fixed))
        case = _Case(expr, there, value, Region(), f"{seed}/exclude")
        try:
            apart = [(way, relation) for way in _ways(there, Region(), S.One) if (relation := _apart(case, way)) is not None]
        except DplemmaError:  # something balls cannot evaluate
            continue
        for way, relation in apart:
            found = case.certify([relation], way)
            if found is not None:
                where = way.text(statement.variable)
                note = f"{relation.text()} {where}, so the limit is not {to_text(value)} ({found.remark})"
                contrary = Counterexample(kind="limit", point=shown(point), note=note)
                proof = {"point": shown(point), "rule": "away", "rel": relation.rel, "bound": written(relation.rhs)}
                proof |= {**_way_object(way), "inner": found.proof[0]}
                return found.with_(verdict="refuted", counterexample=contrary, witness=shown(point), remark="", proof=proof)
    return None


# -- ways to the point --------------------------------------------------------------------------------------------------------


def _ways(statement: Limit, region: Region, scale: Expr) -> Iterator[_Way]:
    """Plain ways (distance = scale s, or size = scale s) and, where logarithms occur, exponential ones."""
    moving, to = statement.variable, statement.to
    sign = S.One if (to is S.Infinity or (to.is_finite and statement.side == "+")) else S.NegativeOne
    plain = moving if scale == 1 and sign == 1 and to in (S.Zero, S.Infinity) else _fresh("t", region)
    for k in _STARTS:
        if to.is_infinite:
            yield _Way(sign * scale * plain, plain, Fraction(2**k), False, _FAR)
        else:
            yield _Way(to + sign * scale * plain, plain, Fraction(1, 2**k), True, _NEAR)
    if statement.expr.has(log):
        s = _fresh("s", region)
        steep = sign * scale * exp(s) if to.is_infinite else to + sign * scale * exp(-s)
        yield _Way(steep, s, Fraction(8), False, _VERY_FAR, steep=True)


def _fresh(name: str, region: Region) -> Symbol:
    while name in region.names:
        name += "_"
    return Symbol(name, real=True)


def _shapes(case: _Case) -> list[Expr]:
    """Simple positive functions of the parameters, the plainest first."""
    used = sorted(case.statement.expr.free_symbols - {case.statement.variable}, key=str)
    choices = [_positive(symbol, case.region.intervals[symbol.name]) for symbol in used]
    products = {Mul(*choice) for choice in product(*choices)}
    return sorted(products, key=lambda e: (e.count_ops(), str(e)))[:MAX_SHAPES]


def _positive(symbol: Symbol, interval: Interval) -> tuple[Expr, ...]:
    size = symbol if interval.sign in ("positive", "nonnegative") else -symbol
    if interval.sign in ("positive", "negative"):
        return (S.One, size, 1 / size, 1 + size, 1 / (1 + size), 1 + 1 / size)
    if interval.sign:
        return (S.One, 1 + size, 1 / (1 + size))
    return (S.One, 1 + symbol**2, 1 / (1 + symbol**2))


# -- what samples suggest -----------------------------------------------------------------------------------------------------


def _promising(case: _Case) -> list[_Bound]:
    """Bounds that all samples support, the plainest first."""
    found: dict[tuple[Expr, Expr], dict[Expr, _Bound]] = {}
    costly = compiled(case.expr).costly
    points = _parameters(case.region, case.seed)[: FEW_POINTS if costly else None]
    shapes = [S.One] if costly else _shapes(case)
    for scale in shapes:
        for way in _ways(case.statement, case.region, scale):
            sizes = _sizes(case, way, points)
            if sizes is None:
                continue
            for rate, factor in product(way.rates, shapes):
                bits = _constant(sizes, factor * rate, way, points)
                if bits is not None:
                    found.setdefault((way.x, factor), {}).setdefault(rate, _Bound(way, factor * rate, bits))
    plainest = sorted(found, key=lambda key: key[0].count_ops() + key[1].count_ops())
    return [bound for key in plainest for bound in list(found[key].values())[:RATES]]


def _parameters(region: Region, seed: str) -> list[dict[str, Fraction]]:
    """Ordinary points first, then points near the ends of the intervals."""
    if not region.names:
        return [{}]
    ordinary = certified_points(region, seed, POINTS)
    return ordinary + [point for point in (*extreme_points(region), *_remote(region)) if is_inside(region, point)]


def _simple_parameters(region: Region) -> list[dict[str, Fraction]]:
    """A few points of simple values, closed ends included."""
    return list(islice((point for point in simple_points(region) if is_inside(region, point)), POINTS)) if region.names else [{}]


def _remote(region: Region) -> Iterator[dict[str, Fraction]]:
    """Points with one coordinate further out than any neighbourhood reaches, where its interval is unbounded."""
    base = {name: simple_values(interval)[0] for name, interval in region.intervals.items()}
    for name, interval in region.intervals.items():
        if interval.hi is None:
            yield {**base, name: REMOTE}
        if interval.lo is None:
            yield {**base, name: -REMOTE}


def _sizes(case: _Case, way: _Way, points: list[dict[str, Fraction]]) -> list[list[float]] | None:
    """Binary logarithms of |f - L| (of 1/f, for an infinite limit) along the way; None if they do not exist everywhere."""
    along = way.along(case.expr, case.statement.variable)
    tape = compiled(along if case.value.is_infinite else along - case.value)
    rows = []
    for point in points:
        row = []
        for value in way.values():
            ball = tape.ball({**point, way.s.name: value}, way.bits)
            if case.value.is_infinite:
                ball = 1 / ball if case.value is S.Infinity else -1 / ball
                if not ball > 0:
                    return None
            if not ball.is_finite():
                return None
            row.append(_bits(ball))
        rows.append(row)
    return rows


def _constant(sizes: list[list[float]], shape: Expr, way: _Way, points: list[dict[str, Fraction]]) -> float | None:
    """Binary logarithm of the least constant the samples allow; None if it grows towards the ends."""
    tape = compiled(shape)
    core, all_ = -inf, -inf
    for number, (point, row) in enumerate(zip(points, sizes, strict=True)):
        for place, (size, value) in enumerate(zip(row, way.values(), strict=True)):
            ratio = size - _bits(tape.ball({**point, way.s.name: value}, way.bits))
            all_ = max(all_, ratio)
            if number < POINTS and place < _CORE:
                core = max(core, ratio)
    return all_ if all_ <= core + GROWTH else None


def _bits(ball: arb) -> float:
    """Binary logarithm of the size of a ball, rounded; minus infinity for zero."""
    upper = abs(ball).upper()
    if upper.is_zero():
        return -inf
    with working_precision(64):
        return float(upper.log() / arb(2).log())


# -- the inequalities ---------------------------------------------------------------------------------------------------------


def _relations(case: _Case, bound: _Bound) -> list[Rel]:
    along = bound.way.along(case.expr, case.statement.variable)
    if case.value is S.Infinity:
        return [Rel(along, ">=", 1 / bound.expr)]
    if case.value is S.NegativeInfinity:
        return [Rel(along, "<=", -1 / bound.expr)]
    return [Rel(along, "<=", case.value + bound.expr), Rel(along, ">=", case.value - bound.expr)]


def _apart(case: _Case, way: _Way) -> Rel | None:
    """An inequality that keeps f away from the claimed limit, if the samples along the way support one."""
    along = way.along(case.expr, case.statement.variable)
    tape = compiled(along if case.value.is_infinite else along - case.value)
    seen = [tape.ball({way.s.name: value}, way.bits) for value in (*way.values(), way.remote)]
    if not all(ball.is_finite() for ball in seen):
        return None
    if case.value.is_infinite:
        upward = case.value is S.Infinity
        reach = max(ball.upper() if upward else (-ball).upper() for ball in seen)
        if reach > MAX_REACH:
            return None
        level = _power_of_two(ceil(max(_bits(reach), -1.0) + 1)) if reach > 0 else S.Zero
        return Rel(along, "<=", level) if upward else Rel(along, ">=", -level)
    above = all(ball > 0 for ball in seen)
    if not above and not all(ball < 0 for ball in seen):
        return None
    distances = [_bits(abs(ball).lower()) for ball in seen]
    least = min(distances)
    if least < distances[0] - GROWTH:
        return None
    gap = _power_of_two(floor(least) - 1)
    return Rel(along, ">=", case.value + gap) if above else Rel(along, "<=", case.value - gap)


def _power_of_two(k: int) -> Rational:
    return Rational(2**k) if k >= 0 else Rational(1, 2**-k)


# -- words --------------------------------------------------------------------------------------------------------------------


def _text(case: _Case, bound: _Bound) -> str:
    way = bound.way.text(case.statement.variable)
    if case.value.is_infinite:
        return f"{'f' if case.value is S.Infinity else '-f'} >= {to_text(1 / bound.expr)} {way}"
    distance = "|f|" if case.value == 0 else f"|f - {_bracketed(to_text(case.value))}|"
    return f"{distance} <= {to_text(bound.expr)} {way}"


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text or text.startswith("-") else text


def _witness(case: _Case) -> dict[str, str]:
    return shown(certified_points(case.region, case.seed, 1)[0]) if case.region.names else {}
