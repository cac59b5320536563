"""Ways to the profile of one direction of a composition: each gives delta at eps and eps at delta as certified ends.

Main definitions: `Way`, `ways_to`.

A way raises `OutOfBudget` where it does not reach; the next one is then asked. The last one always answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from flint import arb

from dplemma.account.atoms import AtomLoss, Atoms, LaplaceLoss, all_atoms, atoms_delta
from dplemma.account.by_contour import Ends, Lines, PlainLines, contour_delta, contour_epsilon, ends_on, wanted
from dplemma.account.by_lattice import LatticeMeasures
from dplemma.account.contour import Parts, Profile, log_factor
from dplemma.account.doubles import within_doubles
from dplemma.account.mechanisms import Composition, Gaussian, SubsampledGaussian
from dplemma.account.saddle import saddle_for_delta, saddle_for_eps
from dplemma.account.split_lines import SplitLines
from dplemma.account.subsampled import SubsampledGaussianLoss
from dplemma.arb import gaussian
from dplemma.arb.ends import larger, smaller
from dplemma.base.errors import OutOfBudget

_FEW_TILTS = tuple(1 + 2.0**k for k in range(-3, 9))


class Way(Protocol):
    """A method, by name, with what it finds; `sharp` if every width is a matter of patience."""

    name: str
    sharp: bool

    def delta(self, eps: arb, width: float) -> Ends: ...

    def epsilon(self, delta: arb, width: float) -> Ends: ...


def ways_to(composition: Composition, direction: str) -> Iterator[Way]:
    """The ways that suit a simplified composition, the best first."""
    add = direction == "add"
    kinds = {type(mechanism) for mechanism, _ in composition.steps}
    if kinds == {Gaussian}:
        yield GaussianForm([(mechanism, count) for mechanism, count in composition.steps if isinstance(mechanism, Gaussian)])
    if len(composition.steps) == 1 and composition.steps[0][1] == 1 and kinds == {SubsampledGaussian}:
        mechanism = composition.steps[0][0]
        assert isinstance(mechanism, SubsampledGaussian)
        yield OneStepForm(arb(mechanism.sigma), arb(mechanism.q), add)
    parts = composition.losses(add)
    atoms = [(loss, count) for loss, count in parts or () if isinstance(loss, AtomLoss)]
    if parts is not None and len(atoms) == len(parts):
        yield Expansion(atoms)
    if parts is not None and not all(isinstance(loss, AtomLoss | LaplaceLoss) for loss, _ in parts):
        yield ContourIntegral(parts, PlainLines(parts))
        if not add and any(isinstance(loss, SubsampledGaussianLoss) for loss, _ in parts):
            yield ContourIntegral(parts, SplitLines(parts), name="contour integral of the jumps")
    yield LatticeMeasures(composition, add)
    if parts is not None:
        yield ChernoffBound(parts)


def ends_of(value: arb) -> Ends:
    """The ends of an enclosure of a number >= 0."""
    if not value.is_finite():
        raise OutOfBudget("the closed form has no value here")
    return larger(value.lower(), arb(0)), larger(value.upper(), arb(0))


def largest_loss(parts: Parts) -> arb | None:
    """The sum of the bounds of the losses, from which on delta is 0; None if one of them has none."""
    total = arb(0)
    for loss, count in parts:
        if loss.largest is None:
            return None
        total += count * loss.largest
    return total


class GaussianForm:
    """Gaussians alone: one Gaussian with mu^2 = sum mu_i^2."""

    name, sharp = "closed form", True

    def __init__(self, steps: Sequence[tuple[Gaussian, int]]) -> None:
        self.mu = sum((count * arb(mechanism.mu) ** 2 for mechanism, count in steps), arb(0)).sqrt()

    def delta(self, eps: arb, width: float) -> Ends:
        return ends_of(gaussian.log_delta(eps, self.mu).exp())

    def epsilon(self, delta: arb, width: float) -> Ends:
        return (arb(0), arb(0)) if delta >= 1 else ends_of(gaussian.epsilon(delta, self.mu))


class OneStepForm:
    """One Poisson-subsampled Gaussian step, D(x) = gaussian.delta(x, 1/sigma).

    Remove: q D(log(1 + (e^eps - 1)/q)). Add: w D(eps + log(q/w)) with w = 1 - e^eps (1 - q), and 0 where w <= 0.
    """

    name, sharp = "closed form", True

    def __init__(self, sigma: arb, q: arb, add: bool) -> None:
        self.mu, self.q, self.add = 1 / sigma, q, add

    def delta(self, eps: arb, width: float) -> Ends:
        if not self.add:
            return ends_of(self.q * self._base((eps.expm1() / self.q).log1p()))
        weight = 1 - eps.exp() * (1 - self.q)
        if weight <= 0:
            return arb(0), arb(0)
        if not weight > 0:
            raise OutOfBudget("eps cannot be told from the largest loss")
        return ends_of(weight * self._base(eps + (self.q / weight).log()))

    def _base(self, eps: arb) -> arb:
        return gaussian.log_delta(eps, self.mu).exp()

    def epsilon(self, delta: arb, width: float) -> Ends:
        if self.add:
            return bisected(lambda eps: self.delta(eps, width), delta, -(1 - self.q).log(), width)
        scaled = delta / self.q
        if scaled >= 1:
            return arb(0), arb(0)
        return ends_of((self.q * gaussian.epsilon(scaled, self.mu).expm1()).log1p())


class Expansion:
    """Atoms alone: a finite sum; delta is exactly 0 from the largest loss on."""

    name, sharp = "expansion", True

    def __init__(self, parts: Sequence[tuple[AtomLoss, int]]) -> None:
        self.parts = parts
        self.largest = sum((count * part.largest for part, count in parts), arb(0))
        self._atoms: Atoms | None = None

    def delta(self, eps: arb, width: float) -> Ends:
        if self._atoms is None:
            self._atoms = all_atoms(self.parts)
        return (arb(0), arb(0)) if eps >= self.largest else ends_of(atoms_delta(self._atoms, eps))

    def epsilon(self, delta: arb, width: float) -> Ends:
        if delta.is_zero():
            return ends_of(self.largest)
        return bisected(lambda eps: self.delta(eps, width), delta, self.largest, width)


class ContourIntegral:
    """The certified contour integral."""

    sharp = True

    def __init__(self, parts: Parts, lines: Lines, name: str = "contour integral") -> None:
        self.parts, self.lines, self.name = parts, lines, name
        self._contours: list[Profile] = []

    def delta(self, eps: arb, width: float) -> Ends:
        """By a contour that was made for another eps, if that is good enough; later ones are made better than is asked for."""
        largest = largest_loss(self.parts)
        if largest is not None and eps >= largest:
            return arb(0), arb(0)
        for contour in self._contours:
            ends = ends_on(contour, eps, width)
            if ends is not None:
                return ends
        ends, contour = contour_delta(self.lines, eps, width / 1000 if self._contours else width)
        self._contours.insert(0, contour)
        return ends

    def epsilon(self, delta: arb, width: float) -> Ends:
        if not delta > 0:
            raise OutOfBudget("delta = 0 has no contour")
        return contour_epsilon(self.lines, delta, width)


class ChernoffBound:
    """delta(y) <= C(c) M(c) e^((1-c) y) for every c > 1, C(c) = (c-1)^(c-1)/c^c; from below only that nothing is negative."""

    name, sharp = "Chernoff bound", False

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def _log_bound(self, c: float) -> arb:
        return sum((count * loss.log_moment(arb(c)) for loss, count in self.parts), arb(0)) + log_factor(c)

    def is_below(self, eps: arb, delta: arb) -> bool:
        """True if the bound at one of a few c, or at the saddle, shows that the profile at eps is below delta."""
        try:
            with within_doubles():
                if any(self._bound(c, eps) < delta for c in _FEW_TILTS):
                    return True
                return bool(self._bound(saddle_for_eps(self.parts, float(eps)).c, eps) < delta)
        except OutOfBudget:  # no saddle: nothing is shown
            return False

    def _bound(self, c: float, eps: arb) -> arb:
        return (self._log_bound(c) - (arb(c) - 1) * eps).exp()

    def delta(self, eps: arb, width: float) -> Ends:
        largest = largest_loss(self.parts)
        if largest is not None and eps >= largest:
            return arb(0), arb(0)
        c = saddle_for_eps(self.parts, float(eps)).c
        return arb(0), smaller(self._bound(c, eps).upper(), arb(1))

    def epsilon(self, delta: arb, width: float) -> Ends:
        if not delta > 0:
            largest = largest_loss(self.parts)
            if largest is None:
                raise OutOfBudget("delta = 0 and losses without a bound: eps is infinite")
            return arb(0), largest.upper()
        c = saddle_for_delta(self.parts, float(delta.log())).c
        return arb(0), larger(((self._log_bound(c) - delta.log()) / (arb(c) - 1)).upper(), arb(0))


def bisected(profile: Callable[[arb], Ends], delta: arb, high: arb, width: float) -> Ends:
    """Ends of the least eps >= 0 with profile(eps) <= delta, for a profile that does not increase and is 0 from `high` on.

    Halving; where a value cannot be told from delta, each end comes as near to that point as its side is certain.
    """
    if profile(arb(0))[1] <= delta:
        return arb(0), arb(0)
    low, high = arb(0), high.upper()
    while (high - low) > wanted(float(high), width) / 4:
        middle = ((low + high) / 2).mid()
        side = _side(profile(middle), delta)
        if side == 0:
            return _pulled(profile, delta, low, middle), _pulled(profile, delta, high, middle)
        low, high = (middle, high) if side > 0 else (low, middle)
    return low, high


def _side(ends: Ends, delta: arb) -> int:
    """1 where the profile is certainly >= delta, -1 where it is certainly <= delta, else 0."""
    return -1 if ends[1] <= delta else 1 if ends[0] >= delta else 0


def _pulled(profile: Callable[[arb], Ends], delta: arb, end: arb, blind: arb) -> arb:
    """An end of certain side moved towards a point that is too near the root."""
    for _ in range(64):
        middle = ((end + blind) / 2).mid()
        if _side(profile(middle), delta):
            end = middle
        else:
            blind = middle
    return end
