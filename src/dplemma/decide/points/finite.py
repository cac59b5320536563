"""Orderings between notions of privacy refuted by a finite mechanism: exact search over rational chances, simplest first.

Main definitions: `search(statement, region, mechanism, seed)`, `explore` (the same with the number of evaluations spent),
`exhibit` (a mechanism that satisfies a statement), `is_simple`.

Chances are taken from grids of growing denominator, exhaustively where a grid is small, else by seeded draws. Outputs are first
listed by falling ratio P/Q, since a notion of privacy does not care for their names. The other variables of the region take
simple values, and values next to the boundary of the premise, found by bisection: there an implication is tightest. Where the
premise has no such variable, Q is moved towards P until the premise holds.
A point counts only if balls certify the premise and contradict the conclusion; finding nothing proves nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, pairwise, product
from random import Random

from dplemma.decide.points.refute import judge
from dplemma.ground.points import between, is_inside, seeded, simple_points, simple_values
from dplemma.ground.truth import truth
from dplemma.lang.interval import Interval
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.region import Region
from dplemma.lang.statements import All, ForAll, Iff, Implies, Not, Statement
from dplemma.ledger.verdict import Counterexample

BUDGET = 10_000  # evaluations of the statement or of its premise
DENOMINATORS = (*range(2, 13), 16, 20, 50, 100, 1_000, 1_000_000)
SIMPLE = 100  # from this denominator on, grids that are too large are thinned to chances of 1, 2 or 5 times a power of ten
LARGEST_GRID, DRAWN, SKEWED = 10_000, 400, 1_200  # mechanisms of one denominator
SIMPLE_SETTINGS, TIGHT_SETTINGS = 6, 3
FAR, BISECTIONS = Fraction(1, 10_000), 10
SMALL_DENOMINATOR, SEGMENT = 10, 10

_Chances = dict[str, Fraction]
_RowPair = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class FiniteOutcome:
    """What a search found, and how many evaluations it took."""

    counterexample: Counterexample | None
    evaluations: int


def search(statement: Statement, region: Region, mechanism: Mechanism, seed: str, budget: int = BUDGET) -> Counterexample | None:
    """A finite mechanism that certifiably breaks the statement, or None if none was found within the budget."""
    return explore(statement, region, mechanism, seed, budget).counterexample


def explore(statement: Statement, region: Region, mechanism: Mechanism, seed: str, budget: int = BUDGET) -> FiniteOutcome:
    """The same, with the number of evaluations spent."""
    if isinstance(statement, ForAll):
        return explore(statement.statement, region.extended(**statement.over), mechanism, seed, budget)
    return _Search(statement, region, mechanism, seed, budget).run()


def exhibit(statement: Statement, region: Region, mechanism: Mechanism, seed: str, budget: int = BUDGET) -> Counterexample | None:
    """A mechanism that certifiably satisfies the statement: it breaks "the first parts imply that the last one fails"."""
    if isinstance(statement, All) and len(statement.statements) > 1:
        *first, last = statement.statements
        return search(Implies(All(*first), Not(last)), region, mechanism, seed, budget)
    return search(Not(statement), region, mechanism, seed, budget)


def is_simple(found: Counterexample) -> bool:
    """True unless it shows a mechanism with a denominator beyond 100."""
    rows = (found.mechanism or {}).values()
    return all(Fraction(chance).denominator <= SIMPLE for row in rows for chance in row)


class _Search:
    def __init__(self, statement: Statement, region: Region, mechanism: Mechanism, seed: str, budget: int) -> None:
        self.statement, self.region, self.mechanism, self.budget = statement, region, mechanism, budget
        self.rng = seeded(f"{seed}/finite")
        self.spent = 0
        self.settings_names = [name for name in region.names if name not in mechanism.names]
        settings = Region(**{name: region.intervals[name] for name in self.settings_names})
        self.settings = list(islice(simple_points(settings), SIMPLE_SETTINGS)) if self.settings_names else [{}]
        self.premises = _premises(statement)
        known = [name for premise in self.premises for name in premise.free_names()]
        self.tightened = [name for name in self.settings_names if name in known]
        self.moved = bool(mechanism.intervals and self.premises and not self.tightened and len(mechanism.P) > 2)

    def run(self) -> FiniteOutcome:
        for by_falling_ratio in (True, False):
            for denominator in DENOMINATORS:
                for chances in self._chances(denominator, by_falling_ratio):
                    if (found := self._judge_all(chances, denominator)) is not None:
                        return FiniteOutcome(found, self.spent)
                    if self.spent >= self.budget:
                        return FiniteOutcome(None, self.spent)
        return FiniteOutcome(None, self.spent)

    def _judge_all(self, chances: _Chances, denominator: int) -> Counterexample | None:
        for point in self._points(chances, denominator):
            self.spent += 1
            found = judge(self.statement, self.region, point, self.mechanism)
            if found is not None and found.kind == "mechanism":
                return found
        return None

    def _points(self, chances: _Chances, denominator: int) -> Iterator[_Chances]:
        yield from ({**chances, **setting} for setting in self.settings)
        for premise, name in product(self.premises, self.tightened):
            for setting in self._settings_besides(name):
                yield from self._tight(premise, {**chances, **setting}, name)
        if self.moved and denominator <= SMALL_DENOMINATOR:
            for premise, setting in product(self.premises, self.settings[:TIGHT_SETTINGS]):
                yield from self._drawn_together(premise, {**chances, **setting})

    def _settings_besides(self, name: str) -> list[_Chances]:
        """Simple values of the variables besides the one that is tightened."""
        distinct = {tuple(v for n, v in setting.items() if n != name): setting for setting in reversed(self.settings)}
        return list(reversed(distinct.values()))[:TIGHT_SETTINGS]

    def _holds(self, premise: Statement, point: _Chances) -> bool | None:
        self.spent += 1
        return truth(premise, point).value if is_inside(self.region, point) else None

    def _tight(self, premise: Statement, point: _Chances, name: str) -> Iterator[_Chances]:
        """Points at which the premise holds, ever closer to where it fails as one variable changes."""
        points = [{**point, name: value} for value in _ladder(self.region.intervals[name])]
        low, high = 0, len(points) - 1
        at_low, at_high = (self._holds(premise, points[k]) for k in (low, high))
        if {at_low, at_high} != {True, False}:
            return
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._holds(premise, points[middle]) is at_low else (low, middle)
        here, there = (low, high) if at_low else (high, low)
        yield points[here]
        yield from self._bisected(premise, points[here], points[there])

    def _bisected(self, premise: Statement, here: _Chances, there: _Chances) -> Iterator[_Chances]:
        for _ in range(BISECTIONS):
            middle = between(self.region, here, there)
            holds = self._holds(premise, middle)
            if holds is None or middle in (here, there):
                return
            if holds:
                here = middle
                yield middle
            else:
                there = middle

    def _drawn_together(self, premise: Statement, point: _Chances) -> Iterator[_Chances]:
        """Where the premise fails: the least shift of Q towards P, in tenths, at which it holds."""
        if self._holds(premise, point) is not False:
            return
        apart, together = SEGMENT, 0
        while apart - together > 1:
            middle = (apart + together) // 2
            holds = self._holds(premise, self._nearer(point, middle))
            apart, together = (apart, middle) if holds else (middle, together)
        if together:
            yield self._nearer(point, together)

    def _nearer(self, point: _Chances, tenths: int) -> _Chances:
        moved = {q: point[p] + Fraction(tenths, SEGMENT) * (point[q] - point[p]) for p, q in self._rows()}
        return {**point, **moved}

    def _rows(self) -> list[tuple[str, str]]:
        """The names of the free chances of P and of Q, output by output."""
        return [(str(p), str(q)) for p, q in zip(self.mechanism.P[:-1], self.mechanism.Q[:-1], strict=True)]

    # -- grids ------------------------------------------------------------------------------------------------------------

    def _chances(self, denominator: int, by_falling_ratio: bool) -> Iterator[_Chances]:
        generic = bool(self.mechanism.intervals)
        found = self._generic(denominator, by_falling_ratio) if generic else self._grid(denominator) if by_falling_ratio else ()
        for chances in found:
            if all(value in self.region.intervals[name] for name, value in chances.items()):
                yield chances

    def _grid(self, denominator: int) -> Iterator[_Chances]:
        """Every variable of a mechanism that is not generic on the multiples of 1/denominator."""
        names = [name for name in self.region.names if name in self.mechanism.names]
        steps, count = range(denominator + 1), (denominator + 1) ** len(names)
        drawn = (tuple(self.rng.choices(steps, k=len(names))) for _ in range(DRAWN))
        for numerators in product(steps, repeat=len(names)) if count <= LARGEST_GRID else drawn:
            if count > LARGEST_GRID or _is_new(numerators, denominator):
                yield {name: Fraction(k, denominator) for name, k in zip(names, numerators, strict=True)}

    def _generic(self, denominator: int, by_falling_ratio: bool) -> Iterator[_Chances]:
        """Both rows of a generic mechanism; those that use fewer outputs first."""
        names = [name for pair in self._rows() for name in pair]
        for p, q in sorted(self._row_pairs(denominator, by_falling_ratio), key=_outputs_in_use):
            numerators = (k for pair in zip(p, q, strict=True) for k in pair)
            yield {name: Fraction(k, denominator) for name, k in zip(names, numerators, strict=False)}

    def _row_pairs(self, denominator: int, by_falling_ratio: bool) -> Iterator[_RowPair]:
        outputs, closed = len(self.mechanism.P), self.mechanism.closed
        if _number_of_compositions(denominator, outputs, closed) ** 2 <= LARGEST_GRID:
            pairs = product(list(_compositions(denominator, outputs, closed)), repeat=2)
            return ((p, q) for p, q in pairs if _is_new(p + q, denominator) and p != q and _falling(p, q) == by_falling_ratio)
        if denominator >= SIMPLE:
            pairs = [_skewed_pair(self.rng, denominator, outputs) for _ in range(SKEWED)]
        else:
            pairs = [_drawn_pair(self.rng, denominator, outputs, closed) for _ in range(DRAWN)]
        return (_sorted_pair(pair) if by_falling_ratio else pair for pair in pairs)


def _premises(statement: Statement) -> tuple[Statement, ...]:
    if isinstance(statement, Implies):
        return (statement.premise,)
    return statement.parts() if isinstance(statement, Iff) else ()


def _number_of_compositions(total: int, parts: int, closed: bool) -> int:
    return math.comb((total + parts if closed else total) - 1, parts - 1)


def _compositions(total: int, parts: int, closed: bool) -> Iterator[tuple[int, ...]]:
    """All ways to write a whole number as an ordered sum; of positive parts, or of parts that may be 0."""
    widened = total + parts if closed else total
    for cuts in combinations(range(1, widened), parts - 1):
        yield _between_cuts(cuts, widened, closed)


def _drawn_pair(rng: Random, total: int, parts: int, closed: bool) -> _RowPair:
    widened = total + parts if closed else total
    p, q = (_between_cuts(sorted(rng.sample(range(1, widened), parts - 1)), widened, closed) for _ in "PQ")
    return p, q


def _skewed_pair(rng: Random, total: int, parts: int) -> _RowPair:
    """Two rows with one large part at the same place, the others 1, 2 or 5 times a power of ten and about half of them shared."""
    series = [digit * 10**power for power in range(len(str(total)) - 1) for digit in (1, 2, 5)]
    place = rng.randrange(parts)
    while True:
        small_p = rng.choices(series, k=parts - 1)
        small_q = [k if rng.random() < 0.5 else rng.choice(series) for k in small_p]
        if max(sum(small_p), sum(small_q)) < total:
            p, q = ((*small[:place], total - sum(small), *small[place:]) for small in (small_p, small_q))
            return p, q


def _sorted_pair(pair: _RowPair) -> _RowPair:
    """The same mechanism, its outputs listed by falling ratio (an output that Q never gives comes first)."""
    outputs = sorted(zip(*pair, strict=True), key=lambda k: -math.inf if k[1] == 0 else -Fraction(k[0], k[1]))
    return tuple(a for a, _ in outputs), tuple(b for _, b in outputs)


def _ladder(interval: Interval) -> list[Fraction]:
    """Rising values of an interval, from near one end to near or far towards the other."""
    low = [] if interval.lo is None else [interval.lo + FAR]
    high = [] if interval.hi is None else [interval.hi - FAR]
    return sorted({v for v in (*low, *simple_values(interval), *high, 1 / FAR) if v in interval})


def _between_cuts(cuts: tuple[int, ...] | list[int], total: int, closed: bool) -> tuple[int, ...]:
    ends = (0, *cuts, total)
    return tuple(high - low - closed for low, high in pairwise(ends))


def _is_new(numerators: tuple[int, ...], denominator: int) -> bool:
    """False if the same chances were met at a smaller denominator."""
    reduced = denominator // math.gcd(denominator, *numerators)
    return reduced == denominator or reduced not in DENOMINATORS


def _falling(p: tuple[int, ...], q: tuple[int, ...]) -> bool:
    pairs = list(zip(p, q, strict=True))
    return all(a * d >= c * b for (a, b), (c, d) in pairwise(pairs))


def _outputs_in_use(pair: _RowPair) -> int:
    return sum(1 for p, q in zip(*pair, strict=True) if p or q)
