"""Measures on a lattice of losses: one above and one below a profile, and their exact compositions.

Main definitions: `Lattice`, `LatticeMeasure`, `measure_above`, `measure_below`, `atoms_on`.

A measure has nonnegative masses p_k at the losses hk and p_oo at infinity; its profile is
    g(u) = p_oo + sum_k p_k (1 - u/u_k)_+,    u = e^y, u_k = e^(hk).

Lemma (composition is monotone). For measures p, r the product has the profile sum_j r_j g_p(u/u_j) + r_oo g_p(0): a sum of values
of g_p with nonnegative weights. So if g_p <= g_p' everywhere, the same holds for the products, and step by step for all
compositions, whether the masses add up to 1 or not. Raising masses, or moving them to larger losses, raises g; lowering
them, or moving them to smaller losses, lowers it.

Lemma (above). The polygon through (0, 1), (u_a, f(u_a)), ..., (u_b, f(u_b)) and constant from there is above the convex,
nonincreasing f with f(0) <= 1. With its slopes s_k on (u_k, u_(k+1)) it is the
profile of p_k = u_k (s_k - s_(k-1)), p_oo = f(u_b).

Lemma (below). On a cell the chord of f is above f by at most c = (s - s')(s'' - s) (u_(k+1) - u_k)/(s'' - s'), s' and s'' the
slopes of f at its ends: f is above both tangents, and they cross there. So with g_k = f(u_k) - max of the c of both cells
every chord of g is below f. At an end of the losses with an atom f itself is kept, and its neighbour is pushed below the
tangent there. Where these chords have increasing slopes they form a convex polygon. To its left the line with the slope of f
there, up to where it crosses 1 - u <= f, and to its right the last chord extended down to 0, if its slope is at most that of f,
are below f too. The masses at both crossings are moved down to the lattice.

Masses are integers times 2^-B, rounded up above and down below; products are exact and rounded once.

Claims: folklore/product-profile, folklore/raised-masses, folklore/kink-is-a-mass, folklore/chord-overshoot,
folklore/shifted-envelope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb, fmpq, fmpz, fmpz_poly

from dplemma.account.curves import Curve, Tails
from dplemma.base.errors import OutOfBudget

MOST_POINTS = 1_500_000


NO_OFFSET = arb(0)


@dataclass(frozen=True)
class Lattice:
    """Losses offset + hk, h = unit/parts, and the bits B of the masses.

    `owner` is the mechanism whose own unit this is, where that is not rational. The offset is that of one step, or of all: a
    product of measures with the offsets o and o' has o + o', and no mass is moved for it.
    """

    unit: fmpq | arb
    parts: int
    bits: int
    owner: object = None
    offset: arb = NO_OFFSET

    @property
    def width(self) -> arb:
        return arb(self.unit / self.parts)

    def loss(self, k: int) -> arb:
        return arb(self.unit * fmpq(k, self.parts)) + self.offset

    def index_below(self, loss: arb) -> int:
        """The largest index whose loss is certainly at most this one."""
        whole = ((loss - self.offset) / self.width).lower().floor().unique_fmpz()
        if whole is None:
            raise OutOfBudget("a loss is too large for the lattice")
        return int(whole)

    def index_above(self, loss: arb) -> int:
        whole = ((loss - self.offset) / self.width).upper().ceil().unique_fmpz()
        if whole is None:
            raise OutOfBudget("a loss is too large for the lattice")
        return int(whole)

    def place(self, unit: fmpq | arb, multiple: fmpq, owner: object) -> fmpq | None:
        """The exact place k of the loss multiple * unit of a mechanism, a rational number; None if it is not known exactly."""
        if isinstance(unit, fmpq) and isinstance(self.unit, fmpq):
            return multiple * unit * self.parts / self.unit
        return multiple * self.parts if owner is self.owner else None

    def floor(self, mass: arb) -> int:
        scaled = (mass * (arb(2) ** self.bits)).lower().floor().unique_fmpz()
        return max(0, int(scaled)) if scaled is not None else 0

    def ceiling(self, mass: arb) -> int:
        scaled = (mass * (arb(2) ** self.bits)).upper().ceil().unique_fmpz()
        if scaled is None:
            raise OutOfBudget("a mass has no upper bound")
        return max(0, int(scaled))


@dataclass(frozen=True)
class LatticeMeasure:
    """Masses of the losses from index `first` on, the infinite one, and to which side they were rounded."""

    first: int
    masses: fmpz_poly
    infinite: int
    above: bool

    def times(self, other: LatticeMeasure, bits: int) -> LatticeMeasure:
        """The product, rounded to its side."""
        total = _shifted(self.masses * other.masses, bits, self.above)
        mass, others = self._total(), other._total()
        infinite = self.infinite * others + other.infinite * (mass - self.infinite)
        return LatticeMeasure(self.first + other.first, total, _shifted_integer(infinite, bits, self.above), self.above)

    def _total(self) -> int:
        return int(self.masses(fmpz(1))) + self.infinite

    def cut(self, smallest: int) -> LatticeMeasure:
        """Tails of at most this mass: small losses moved to the first index kept (above) or dropped (below); large ones
        to infinity (above) or to the last index kept (below)."""
        masses = self.masses.coeffs()
        if not masses:
            return self
        low, high, start, end = 0, 0, 0, len(masses)
        while start < end - 1 and low + int(masses[start]) <= smallest:
            low += int(masses[start])
            start += 1
        while end - 1 > start and high + int(masses[end - 1]) <= smallest:
            high += int(masses[end - 1])
            end -= 1
        kept = masses[start:end]
        if self.above:
            kept[0] += low
            return LatticeMeasure(self.first + start, fmpz_poly(kept), self.infinite + high, True)
        kept[-1] += high
        return LatticeMeasure(self.first + start, fmpz_poly(kept), self.infinite, False)

    def power(self, count: int, bits: int, smallest: int) -> LatticeMeasure:
        """The composition of `count` copies by repeated squaring."""
        result, square = None, self
        while True:
            if count & 1:
                result = square if result is None else result.times(square, bits).cut(smallest)
            count >>= 1
            if not count:
                assert result is not None
                return result
            square = square.times(square, bits).cut(smallest)
            if square.masses.length() > MOST_POINTS:
                raise OutOfBudget(f"the lattice has more than {MOST_POINTS} points")


def _shifted(masses: fmpz_poly, bits: int, up: bool) -> fmpz_poly:
    unit = fmpz(1) << bits
    return -((-masses) // unit) if up else masses // unit


def _shifted_integer(value: int, bits: int, up: bool) -> int:
    return -(-value >> bits) if up else value >> bits


def atoms_on(
    lattice: Lattice, mechanism: object, unit: fmpq | arb, atoms: Sequence[tuple[fmpq, arb]], infinite: arb, above: bool
) -> LatticeMeasure:
    """Multiples of a unit with their P-masses, moved up to the lattice (above) or down to it (below)."""
    rounded = lattice.ceiling if above else lattice.floor
    found: dict[int, int] = {}
    for multiple, mass in atoms:
        place = lattice.place(unit, multiple, mechanism)
        if place is None:
            loss = arb(multiple) * arb(unit)
            k = lattice.index_above(loss) if above else lattice.index_below(loss)
        else:
            k = int(place.ceil() if above else place.floor())
        found[k] = found.get(k, 0) + rounded(mass)
    first, last = min(found), max(found)
    return LatticeMeasure(first, fmpz_poly([found.get(k, 0) for k in range(first, last + 1)]), rounded(infinite), above)


@dataclass(frozen=True)
class _Vertices:
    """A profile at consecutive lattice points: u_k, f(u_k), and its slopes to the left and to the right."""

    first: int
    u: list[arb]
    f: list[arb]
    left: list[arb]
    right: list[arb]
    begins_in_atom: bool
    ends_in_atom: bool


@dataclass(frozen=True)
class Window:
    """The indices of the lattice that are used, and whether an atom is exactly at the first and at the last one."""

    first: int
    last: int
    begins_in_atom: bool = False
    ends_in_atom: bool = False


def vertices_of(lattice: Lattice, curve: Curve, window: Window) -> _Vertices:
    """The profile of a curve on a window of the lattice."""
    if window.last - window.first > MOST_POINTS:
        raise OutOfBudget(f"the lattice has more than {MOST_POINTS} points")
    losses = [lattice.loss(k) for k in range(window.first, window.last + 1)]
    tails = [curve.tails(loss) for loss in (losses[:-1] if window.ends_in_atom else losses)]
    if window.ends_in_atom:
        tails.append(Tails(arb(0), arb(0), curve.top_mass()))
    u = [loss.exp() for loss in losses]
    f = [tail.p - at * tail.q for at, tail in zip(u, tails, strict=True)]
    left, right = [-tail.q_closed for tail in tails], [-tail.q for tail in tails]
    return _Vertices(window.first, u, f, left, right, window.begins_in_atom, window.ends_in_atom)


def _chords(u: Sequence[arb], f: Sequence[arb]) -> list[arb]:
    return [(f[k + 1] - f[k]) / (u[k + 1] - u[k]) for k in range(len(u) - 1)]


def measure_above(lattice: Lattice, points: _Vertices) -> LatticeMeasure:
    """The polygon through the points as a measure, rounded up."""
    slopes = [(points.f[0] - 1) / points.u[0], *_chords(points.u, points.f), arb(0)]
    masses = [lattice.ceiling(at * (slopes[k + 1] - slopes[k])) for k, at in enumerate(points.u)]
    return LatticeMeasure(points.first, fmpz_poly(masses), lattice.ceiling(points.f[-1]), True)


def measure_below(lattice: Lattice, points: _Vertices) -> LatticeMeasure:
    """A convex polygon below the profile as a measure, rounded down; none through a single point."""
    if len(points.u) == 1:
        return LatticeMeasure(points.first, fmpz_poly([0]), 0, False)
    g = _lowered(points)
    slopes = _chords(points.u, g)
    start, end = _convex_run(slopes)
    start = _start(points, g, slopes, start, end)
    in_atom = points.ends_in_atom and end == len(slopes)
    while end > start and not in_atom and not _may_fall(slopes[end - 1], points.right[end], g[end]):
        end -= 1
    if end <= start:
        return LatticeMeasure(points.first, fmpz_poly([0]), 0, False)
    before = points.left[start].upper()
    masses = {
        points.first + k: lattice.floor(points.u[k] * (slopes[k] - (slopes[k - 1] if k > start else before)))
        for k in range(start, end)
    }
    # the last chord, of slope -s, reaches 0 at u_end + g_end/s: a mass s u there
    at = points.u[end] - g[end] / slopes[end - 1]
    index = points.first + end if in_atom else lattice.index_below(at.log())
    masses[index] = masses.get(index, 0) + lattice.floor(-slopes[end - 1] * at)
    if g[start] > 1 - points.u[start]:
        _add_first(lattice, masses, 1 - g[start] + before * points.u[start], 1 + before)
    first, last = min(masses), max(masses)
    return LatticeMeasure(first, fmpz_poly([masses.get(k, 0) for k in range(first, last + 1)]), 0, False)


def _start(points: _Vertices, g: list[arb], slopes: Sequence[arb], start: int, end: int) -> int:
    """The first vertex from which the line to the left may go on; one above 1 - u, if there is any, or else mass is lost."""
    fits = [k for k in range(start, end) if slopes[k] >= points.left[k].upper()]
    joined = (k for k in fits if g[k] > 1 - points.u[k] or (points.begins_in_atom and k == 0))
    return next(joined, fits[0] if fits else end)


def _add_first(lattice: Lattice, masses: dict[int, int], rest: arb, under_q: arb) -> None:
    """The mass that is left for the crossing of the line to the left with 1 - u, at u = rest/under_q, moved down."""
    if rest > 0 and under_q > 0:
        index = lattice.index_below((rest / under_q).log())
        masses[index] = masses.get(index, 0) + lattice.floor(rest)


def _may_fall(slope: arb, right: arb, value: arb) -> bool:
    """True if the last chord may be extended down to 0."""
    return bool(value > 0 and slope < 0 and slope <= right)


def _lowered(points: _Vertices) -> list[arb]:
    """g_k: the profile less the larger overshoot of both cells; kept where the losses end in an atom."""
    u, f = points.u, points.f
    chords, last = _chords(u, f), len(u) - 1
    over = [_overshoot(chords[k], points.right[k], points.left[k + 1], u[k + 1] - u[k]) for k in range(last)]
    g = [(f[k] - (over[k - 1] if k else over[0]).max(over[min(k, last - 1)])).lower() for k in range(last + 1)]
    if points.ends_in_atom:
        g[-1] = arb(0)
        g[-2] = g[-2].min((f[-1] - points.left[-1] * (u[-1] - u[-2])).lower())
    if points.begins_in_atom:
        g[0] = f[0].lower()
        g[1] = g[1].min((f[0] + points.right[0] * (u[1] - u[0])).lower())
    return g


def _overshoot(chord: arb, right: arb, left: arb, gap: arb) -> arb:
    """An upper bound of how far a chord is above the larger of the tangents at its ends."""
    spread = left - right
    if not spread > 0:
        # nearly straight: the overshoot is at most gap times a quarter of the spread
        return (gap * spread.abs_upper() / 4).upper().max(arb(0))
    return ((chord - right) * (left - chord) * gap / spread).upper().max(arb(0)).min((gap * spread / 4).upper())


def _convex_run(slopes: Sequence[arb]) -> tuple[int, int]:
    """The longest run of chords whose slopes certainly increase, as start and end."""
    best, start = (0, 0), 0
    for k in range(1, len(slopes) + 1):
        if k == len(slopes) or not slopes[k] >= slopes[k - 1]:
            best = max(best, (start, k), key=lambda run: run[1] - run[0])
            start = k
    return best


class ProfileTable:
    """The profile of a measure, from sums over all losses above each index: with A_k = p_oo + sum_{j >= k} p_j and
    B_k = sum_{j >= k} p_j e^(-l_j) it is A_k - e^y B_k for l_(k-1) <= y <= l_k."""

    def __init__(self, measure: LatticeMeasure, lattice: Lattice) -> None:
        self.lattice, self.first, self.infinite = lattice, measure.first, measure.infinite
        masses, step = measure.masses.coeffs(), lattice.width.exp()
        self.last = self.first + len(masses) - 1
        power, total, weighted = (-lattice.loss(self.last)).exp(), measure.infinite, arb(0)
        self.totals, self.weighted = [total], [weighted]
        for mass in reversed(masses):
            total, weighted = total + int(mass), weighted + mass * power
            self.totals.append(total)
            self.weighted.append(weighted)
            power *= step

    def _sums(self, k: int) -> tuple[int, arb]:
        """A_k and B_k."""
        place = min(max(self.last - k + 1, 0), len(self.totals) - 1)
        return self.totals[place], self.weighted[place]

    def delta(self, eps: arb) -> arb:
        """The profile at eps: at a lattice point the cells on both sides agree, so a ball across one is in either."""
        total, weighted = self._sums(self.lattice.index_below(eps) + 1)
        return (total - eps.exp() * weighted) / arb(2) ** self.lattice.bits

    def level(self, delta: arb) -> arb:
        """The eps >= 0 at which the profile is delta, 0 if it is below delta there, infinite if it never comes so low."""
        goal = delta * arb(2) ** self.lattice.bits
        if not arb(self.infinite) <= goal:
            return arb.pos_inf()
        if self.delta(arb(0)) <= delta:
            return arb(0)
        low = self.lattice.index_below(arb(0))
        high = max(self.last, low + 1)
        while high - low > 1:  # the profile is certainly at most delta at the index `high`, and not certainly at `low`
            middle = (low + high) // 2
            total, weighted = self._sums(middle + 1)
            low, high = (low, middle) if total - self.lattice.loss(middle).exp() * weighted <= goal else (middle, high)
        total, weighted = self._sums(high)
        root, below = ((total - goal) / weighted).log(), self.lattice.loss(low)
        # where it is open whether the profile is already above delta at the lattice point, the root may be that point
        return root if total - below.exp() * weighted > goal else root.union(below).max(arb(0))
