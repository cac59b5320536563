"""delta at eps and eps at delta by measures on a lattice, refined until they are near enough: `LatticeMeasures`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from flint import arb, fmpq

from dplemma.account.by_contour import Ends, wanted
from dplemma.account.curves import FAR, Curve
from dplemma.account.doubles import within_doubles
from dplemma.account.lattice import (
    Lattice,
    LatticeMeasure,
    ProfileTable,
    Window,
    atoms_on,
    measure_above,
    measure_below,
    vertices_of,
)
from dplemma.account.mechanisms import Composition, DominatingPair, Laplace, common_unit
from dplemma.arb.ends import larger, smaller
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

_COARSEST, _FINEST = 512, 140_000
"""Lattice points of one step."""
_MOST_TOTAL = 3_000_000
_MASS_BITS = 128
_FEW_STEPS, _COARSE = 64, 2
"""Up to so many steps so many lattices are a matter of a second at most."""
_SECONDS_A_POINT, _BYTES_A_POINT, _WORTH_SAYING = 8e-5, 200, 2.0
"""What a lattice point takes, both measures with their tables: measured, and only said, from so many seconds on."""


class LatticeMeasures:
    """A measure above and one below, on ever finer lattices."""

    name, sharp = "lattice", False

    def __init__(self, composition: Composition, add: bool) -> None:
        self.steps, self.add = composition.steps, add
        self.say: Callable[[str], None] | None = None
        self.total = sum(count for _, count in self.steps)
        self._reset(FAR)

    def _reset(self, deviations: float) -> None:
        self.deviations = deviations
        self._made: list[tuple[ProfileTable, ProfileTable]] = []
        self._rest = self._lattices()

    def _look(self, deviations: float) -> None:
        """Lattices that reach so far, and not farther as long as none is made; bounded losses have the same ones always."""
        if not self._made or (deviations > self.deviations and self._spread(deviations) > self._spread(self.deviations)):
            self._reset(deviations)

    def delta(self, eps: arb, width: float) -> Ends:
        self._look(FAR)
        return self._refined(lambda table: table.delta(eps), lambda lower, upper: bool(upper - lower <= upper * width))

    def epsilon(self, delta: arb, width: float) -> Ends:
        if not delta > 0:
            return largest_losses(self.steps, self.add)
        self._look(_deviations_for(float(delta.log()) + math.log(width / self.total)))
        return self._refined(
            lambda table: table.level(delta), lambda lower, upper: float(upper - lower) <= wanted(float(upper), width)
        )

    def is_below(self, eps: arb, delta: arb) -> bool:
        """True if a coarse lattice, where that is cheap, shows that the profile at eps is below delta."""
        if self.total > _FEW_STEPS:
            return False
        try:
            with within_doubles():
                self._look(FAR)
                return any(above.delta(eps) < delta for (_, above), _ in zip(self._tables(), range(_COARSE), strict=False))
        except OutOfBudget:  # no lattice: nothing is shown
            return False

    def _announce(self, lattice: Lattice) -> None:
        """Say what a lattice takes before it is made, if that is seconds."""
        points = round(lattice.parts * self._spread(self.deviations) / float(arb(lattice.unit)))
        composed = points * min(self.total, 64)
        seconds, megabytes = _SECONDS_A_POINT * (points + composed / 8), 1e-6 * _BYTES_A_POINT * composed
        if self.say is not None and seconds >= _WORTH_SAYING:
            self.say(f"a lattice of {points} points a step follows: about {seconds:.0f} s and {megabytes:.0f} MB")

    def _refined(self, ask: Callable[[ProfileTable], arb], enough: Callable[[arb, arb], bool]) -> Ends:
        """The best ends over all lattices, up to the first one where they are near enough."""
        best: Ends | None = None
        for below, above in self._tables():
            lower, upper = larger(ask(below).lower(), arb(0)), ask(above).upper()
            if not upper.is_finite():
                continue
            best = (lower, upper) if best is None else (larger(lower, best[0]), smaller(upper, best[1]))
            if enough(*best):
                break
        if best is None:
            raise OutOfBudget("no lattice within the budget gives a bound")
        return best

    def _tables(self) -> Iterator[tuple[ProfileTable, ProfileTable]]:
        """The profiles below and above, coarse lattices first; each is made once."""
        yield from self._made
        for lattice in self._rest:
            self._announce(lattice)
            try:
                below, above = self._composed(lattice)
            except OutOfBudget:
                return
            with working_precision(lattice.bits + 48):
                whole = replace(lattice, offset=composed_offset(self.steps, self.add))
                self._made.append((ProfileTable(below, whole), ProfileTable(above, whole)))
            yield self._made[-1]

    def _lattices(self) -> Iterator[Lattice]:
        unit, owner, spread = *self._unit(), self._spread(self.deviations)
        mass_bits, before = _MASS_BITS + 2 * self.total.bit_length(), 0
        has_curve = any(mechanism.curve(self.add) is not None for mechanism, _ in self.steps)
        points = _COARSEST if has_curve else 1  # atoms may all be on the lattice of their units
        while _fits_budget(points, self.total):
            parts = max(1, round(points * float(arb(unit)) / spread))
            if parts != before:
                yield Lattice(unit, parts, mass_bits, owner)
            before, points = parts, points * 4

    def _unit(self) -> tuple[fmpq | arb, DominatingPair | None]:
        """A loss of which those that must be on the lattice are multiples: all rational units, else the first other one."""
        units = [(mechanism.unit(self.add), mechanism) for mechanism, _ in self.steps]
        common = common_unit([unit for unit, _ in units if isinstance(unit, fmpq)])
        if common is not None:
            return common, None
        found = next(((unit, mechanism) for unit, mechanism in units if unit is not None), None)
        return (fmpq(*self._spread(self.deviations).as_integer_ratio()), None) if found is None else found

    def _spread(self, deviations: float) -> float:
        curves = [mechanism.curve(self.add) for mechanism, _ in self.steps]
        spreads = [curve.spread(deviations) for curve in curves if curve is not None]
        units = [float(arb(unit)) for mechanism, _ in self.steps if (unit := mechanism.unit(self.add)) is not None]
        return max([*spreads, *units, 1e-9])

    def _composed(self, lattice: Lattice) -> tuple[LatticeMeasure, LatticeMeasure]:
        """The measure below and the one above."""
        with working_precision(lattice.bits + 48):
            pairs = [(one_step(mechanism, self.add, lattice, self.deviations), count) for mechanism, count in self.steps]
            smallest = max(1 << 40, int(2**lattice.bits * math.exp(-(self.deviations**2) / 2) / 1024))
            sides = []
            for side in (0, 1):
                powers = [pair[side].power(count, lattice.bits, smallest) for pair, count in pairs]
                result = powers[0]
                for power in powers[1:]:
                    result = result.times(power, lattice.bits).cut(smallest)
                sides.append(result)
            return sides[0], sides[1]


def largest_losses(steps: Sequence[tuple[DominatingPair, int]], add: bool) -> Ends:
    """eps at delta = 0, no loss being infinite: the sum of the largest ones that have mass; out of budget if one is unbounded."""
    lower = upper = arb(0)
    for mechanism, count in steps:
        least, most = _largest_loss_of(mechanism, add)
        lower, upper = lower + count * least, upper + count * most
    return larger(lower.lower(), arb(0)), larger(upper.upper(), arb(0))


def _largest_loss_of(mechanism: DominatingPair, add: bool) -> Ends:
    """The largest loss that certainly has mass, and the largest one that may have some."""
    curve, unit = mechanism.curve(add), mechanism.unit(add)
    if curve is not None:
        largest = curve.ends()[1]
        if largest is None:
            raise OutOfBudget("delta = 0 and losses without a bound: eps is infinite")
        return largest, largest
    atoms, left_out = mechanism.atoms()
    if not left_out.is_zero():
        raise OutOfBudget("delta = 0 and losses without a bound: eps is infinite")
    sure = max(multiple for multiple, mass in atoms if mass > 0)
    return arb(sure) * arb(unit or 1), arb(max(multiple for multiple, _ in atoms)) * arb(unit or 1)


def _fits_budget(points: int, steps: int) -> bool:
    return points <= _FINEST and points * min(steps, 64) <= _MOST_TOTAL


def _deviations_for(log_mass: float) -> float:
    """Where the tail of a Gaussian is a hundredth of a mass."""
    return math.sqrt(2 * max(math.log(100) - log_mass, 1.0))


def composed_offset(steps: Sequence[tuple[DominatingPair, int]], add: bool) -> arb:
    """The offset of the lattice of a composition: that of its steps, added up."""
    return sum((count * mechanism.offset(add) for mechanism, count in steps), arb(0))


def one_step(
    mechanism: DominatingPair, add: bool, lattice: Lattice, deviations: float = FAR
) -> tuple[LatticeMeasure, LatticeMeasure]:
    """The measures below and above the profile of the finite part of one step, on the lattice with the step's own offset."""
    curve, unit, lattice = (
        mechanism.curve(add),
        mechanism.unit(add),
        replace(lattice, offset=mechanism.offset(add)),
    )
    if curve is None:
        atoms, left_out = mechanism.atoms()
        assert unit is not None
        below = atoms_on(lattice, mechanism, unit, atoms, arb(0), above=False)
        return below, atoms_on(lattice, mechanism, unit, atoms, left_out, above=True)
    points = vertices_of(lattice, curve, _window(curve, lattice, mechanism, unit, deviations))
    return measure_below(lattice, points), measure_above(lattice, points)


def _window(curve: Curve, lattice: Lattice, mechanism: DominatingPair, unit: fmpq | arb | None, deviations: float) -> Window:
    """The part of the lattice that a curve needs. The unit of a curve with atoms is its largest loss."""
    low, high = curve.ends()
    spread = curve.spread(deviations)
    first, last = lattice.index_below(low if low is not None else arb(-spread)), lattice.index_above(arb(spread))
    top = None if unit is None else lattice.place(unit, fmpq(1), mechanism)
    if high is None or top is None or top.q != 1:
        end = last if high is None else lattice.index_above(high) if curve.top_mass().is_zero() else lattice.index_below(high)
        return Window(first, end)
    if isinstance(mechanism, Laplace):
        return Window(-int(top.p), int(top.p), begins_in_atom=True, ends_in_atom=True)
    return Window(first, int(top.p), ends_in_atom=True)
