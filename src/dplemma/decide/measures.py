"""How much is "almost": the greatest or least value of an expression, certified, and seeded draws against a distribution.

Main definitions: `decide_measure`, `decide_simulation`.

A search looks for the extreme value; the bound, rounded outward, is then put to the engines and the kernel like any claim.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from heapq import heappop, heappush

from flint import arb
from sympy import Rational

from dplemma.arb.exact import ball_of, dyadic_fraction
from dplemma.arb.precision import working_precision
from dplemma.base.errors import BadClaim, DplemmaError, OutOfBudget, Unsupported
from dplemma.compile.evaluate import Point, enclose
from dplemma.ground.points import certified_points, from_unit, is_inside, seeded
from dplemma.lang.claim import Claim
from dplemma.lang.exact import rational_of
from dplemma.lang.measures import Measure, Simulation
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Rel, Statement
from dplemma.ledger.verdict import Verdict

POINTS = 120  # looked at for the extreme value, before the neighbourhood of the best ones
_ROUNDS = 40  # of looking nearer and nearer to the best point
_TRIES = 4  # bounds put to the engines, each a unit of the last digit, then ten, then a hundred wider
_DIGITS = 12


def decide_measure(statement: Measure, region: Region, seed: str) -> Verdict:
    """The extreme value, rounded outward; the remark says where it is reached, or that no bound was certified."""
    values = _values(statement, region, seed)
    if not values:
        return Verdict(
            verdict="undecided", engine="measure", remark="the expression could be evaluated at no point of the region"
        )
    upward = statement.how != "at least"
    best = (max if upward else min)(values, key=lambda pair: pair[0])
    for bound in _bounds(best[0], statement.digits, upward):
        shown = _bounded(statement, region, bound, seed)
        if shown is not None:
            return Verdict(
                verdict="measured", engine="measure", measured=f"{statement.how} {_number(bound, statement.percent)}",
                form=f"{statement.of}; the bound is {shown.verdict} by {shown.engine}{' at these points' * bool(statement.at)}",
                assumes=shown.assumes, points=len(values),
                remark=f"{_reached(best, statement)} is reached",
            )  # fmt: skip
    bound = next(bound for bound in _bounds(best[0], statement.digits, upward) if _is_beyond(bound, best[0], upward))
    return Verdict(
        verdict="measured", engine="measure", points=len(values), form=statement.of,
        measured=f"{statement.how} {_number(bound, statement.percent)} at {len(values)} points",
        remark=f"{_reached(best, statement)} is reached; no bound for the whole region was certified",
    )  # fmt: skip


def _bounded(statement: Measure, region: Region, bound: Decimal, seed: str) -> Verdict | None:
    """The verdict on the bound as a claim of its own, where it is proved or certified."""
    from dplemma.decide.decide import decide_claim  # which puts measures to this module

    parts = _claimed(statement, rational_of(Fraction(bound)))
    if statement.at:
        holds: Statement = All(*(_placed(part, point) for point in statement.at for part in parts))
        region = Region()
    else:
        holds = All(*parts) if len(parts) > 1 else parts[0]
    claim = Claim(id=f"{seed}/measured", where="", kind="inequality", states=statement.of, holds=holds, on=region)
    try:
        verdict = decide_claim(claim)
    except (OutOfBudget, Unsupported):
        return None
    return verdict if verdict.verdict in ("proved", "certified") else None


def _claimed(statement: Measure, end: Rational) -> list[Rel]:
    """What the bound says; relative to a base both sides are multiplied by it: it may be 0 elsewhere, and is no divisor.

    A negative base would turn the relation round, so it is claimed that there is none.
    """
    rel, base, within = (">=" if statement.how == "at least" else "<="), statement.relative_to, statement.how == "within"
    if base is None:
        return [Rel(statement.expr, rel, end), *([Rel(statement.expr, ">=", -end)] if within else [])]
    below = [Rel(statement.expr, ">=", (1 - end) * base)] if within else []
    return [Rel(base, ">=", 0), Rel(statement.expr, rel, (1 + end) * base), *below]


def _placed(rel: Rel, point: Point) -> Rel:
    sides = (side.subs({s: rational_of(point[s.name]) for s in side.free_symbols}) for side in (rel.lhs, rel.rhs))  # pyright: ignore
    return Rel(next(sides), rel.rel, next(sides))


def _values(statement: Measure, region: Region, seed: str) -> list[tuple[arb, dict[str, Fraction]]]:
    """Values of the expression at points of the region, the last ones near the extreme."""
    if statement.at:
        missing = {name for point in statement.at for name in region.names if name not in point}
        if missing:
            raise BadClaim(f"a point of the measure has no value for {', '.join(sorted(missing))}")
        return list(_evaluated(statement, iter(statement.at)))
    found = list(_evaluated(statement, iter(certified_points(region, seed, POINTS))))
    if len(region.names) == 1:
        found += _evaluated(statement, _even(region, POINTS))
    return found + list(_nearer(statement, region, found, seed))


def _even(region: Region, count: int) -> Iterator[dict[str, Fraction]]:
    """Points of a region in one variable, evenly spread."""
    (name,) = region.names
    points = ({name: from_unit(region.intervals[name], (n + 0.5) / count)} for n in range(count))
    return (point for point in points if is_inside(region, point))


def _nearer(statement: Measure, region: Region, found: list, seed: str) -> Iterator[tuple[arb, dict[str, Fraction]]]:
    """Steps from the best point, shorter and shorter."""
    if not found or not region.names:
        return
    sign = -1 if statement.how == "at least" else 1
    best, rng = max(found, key=lambda pair: sign * pair[0]), seeded(f"{seed}/nearer")
    step = Fraction(1, 4)
    for _ in range(_ROUNDS):
        near = {n: v + step * (abs(v) + Fraction(1, 100)) * Fraction(rng.randint(-8, 8), 8) for n, v in best[1].items()}
        if all(value in region.intervals[name] for name, value in near.items()) and is_inside(region, near):
            for pair in _evaluated(statement, iter((near,))):
                yield pair
                best = max(best, pair, key=lambda pair: sign * pair[0])
        step *= Fraction(7, 8)


def _evaluated(statement: Measure, points: Iterable[Point]) -> Iterator[tuple[arb, dict[str, Fraction]]]:
    for point in points:
        try:
            yield _measured_at(statement, point), dict(point)
        except DplemmaError:
            continue


def _measured_at(statement: Measure, point: Point) -> arb:
    value, within = enclose(statement.expr, point, _DIGITS), statement.how == "within"
    if statement.relative_to is None:
        return abs(value) if within else value
    with working_precision(128):
        excess = value / enclose(statement.relative_to, point, _DIGITS) - 1
        if not excess.is_finite():
            raise Unsupported("the base of the measure is 0 there")
        return abs(excess) if within else excess


def _bounds(best: arb, digits: int, upward: bool) -> Iterator[Decimal]:
    """Bounds of so many digits beyond the best value, each wider than the one before."""
    way = Context(prec=digits, rounding=ROUND_CEILING if upward else ROUND_FLOOR)
    end = (best.upper() if upward else best.lower()).str(_DIGITS, radius=False)
    first = way.create_decimal(end)
    unit = Decimal(1).scaleb(first.adjusted() - digits + 1)
    return (first + (unit if upward else -unit) * (10**n // 10) for n in range(_TRIES))


def _is_beyond(bound: Decimal, best: arb, upward: bool) -> bool:
    """The first bound is that of the nearest decimal, which may fall short of the value by what it leaves out."""
    exact = dyadic_fraction(best.upper() if upward else best.lower())
    return Fraction(bound) >= exact if upward else Fraction(bound) <= exact


def _number(bound: Decimal, percent: bool) -> str:
    plain = (bound * 100 if percent else bound).normalize()
    text = f"{plain:f}" if -6 < plain.adjusted() < 9 else str(plain).lower()
    return f"{text} %" if percent else text


def _reached(best: tuple[arb, dict[str, Fraction]], statement: Measure) -> str:
    value = Decimal(best[0].mid().str(_DIGITS, radius=False))
    shown = _number(Context(prec=statement.digits + 2).create_decimal(value), statement.percent)
    place = ", ".join(f"{name} = {float(v):.6g}" for name, v in best[1].items())
    return f"{shown} at {place}" if place else shown


# -- draws ------------------------------------------------------------------------------------------------------------------


def decide_simulation(statement: Simulation, seed: str) -> Verdict:
    """The distance of the empirical distribution function from the one given, certified for these draws, and the band."""
    rng = seeded(f"{seed}/draws")
    draws = sorted(Fraction(statement.draw(rng)) for _ in range(statement.samples))
    with working_precision(128):
        distance = _distance(statement, draws)
        band = ((2 / (1 - ball_of(statement.confidence))).log() / (2 * statement.samples)).sqrt()
        where = "inside" if distance <= band else "outside"
    far, width = (_number(next(_bounds(value, 2, True)), True) for value in (distance, band))
    level = _number(Decimal(statement.confidence.numerator) / Decimal(statement.confidence.denominator), True)
    return Verdict(
        verdict="measured", engine="simulation", points=statement.samples, form=f"seeded draws of {statement.of}",
        measured=f"within {far} in {statement.samples} draws, {where} the band of {width} at {level}",
        remark=f"Dvoretzky-Kiefer-Wolfowitz: with {level} confidence what is drawn from is within the band of the draws",
    )  # fmt: skip


def _distance(statement: Simulation, draws: list[Fraction]) -> arb:
    """The largest distance of the steps of the draws from the distribution function F: at a draw, before and after its step.

    F rises, so for the draws between x_i and x_j the distance is at most max(F(x_j) - (i + 1)/n, j/n - F(x_i)): the section that
    may reach furthest is halved until no section may reach further than what has been found.
    """
    count, known = len(draws), _Heights(statement, draws)
    largest = known.reach(0).max(known.reach(count - 1))
    sections = [(known.most(0, count - 1), 0, count - 1)]
    while sections:
        most, low, high = heappop(sections)
        middle = (low + high) // 2
        if middle == low or -most <= largest:
            continue
        largest = largest.max(known.reach(middle))
        for part in ((low, middle), (middle, high)):
            heappush(sections, (known.most(*part), *part))
    return largest


@dataclass
class _Heights:
    """Values of a distribution function at sorted draws, and the distances that follow from them."""

    statement: Simulation
    draws: list[Fraction]
    seen: dict[int, arb] = field(default_factory=dict)

    def at(self, place: int) -> arb:
        if place not in self.seen:
            self.seen[place] = enclose(self.statement.cdf, {self.statement.variable.name: self.draws[place]}, _DIGITS)
        return self.seen[place]

    def reach(self, place: int) -> arb:
        """The distance at a draw."""
        before, after = (abs(self.at(place) - self._step(step)) for step in (place, place + 1))
        return before.max(after)

    def most(self, low: int, high: int) -> arb:
        """What the distance at the draws between the two cannot exceed, with the sign turned, so that the largest comes first."""
        if self.at(low) > self.at(high):
            raise BadClaim(f"a distribution function does not fall, as {self.statement.cdf} does")
        return -(self.at(high) - self._step(low + 1)).max(self._step(high) - self.at(low)).upper()

    def _step(self, place: int) -> arb:
        return ball_of(Fraction(place, len(self.draws)))
