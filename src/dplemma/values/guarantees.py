"""The best privacy profile that a set of (eps, delta) guarantees implies.

A mechanism that is (eps_i, delta_i)-DP for every i has a ROC curve below all lines E_i x + delta_i, E_i = e^eps_i, and, with the
databases exchanged, below all lines x/E_i + 1 - (1 - delta_i)/E_i; it is at most 1. The greatest concave curve below them is the
f-DP envelope, and its profile delta(E), E = e^eps, is by duality of linear programs the lower convex hull of the points
    (E_i, delta_i),   (1/E_i, 1 - (1 - delta_i)/E_i),   (0, 1),        constant beyond the last.
One guarantee gives Theorem 2.1 of gdp_bridge, delta_0 + (1 - delta_0)(e^eps_0 - e^eps)^+/(1 + e^eps_0). Every chord of these
points is a true bound, so a point that balls cannot tell from the hull may stay in it.

    Guarantees([("0.5", "1e-3"), ("1", "1e-6")]).profile(fmpq(1, 4))
Main definitions: `Guarantees`, `read_guarantees`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.values.exact import BadInput, exact_number, short_text
from dplemma.values.pairs_file import read_pairs

MOST_GUARANTEES, _HULL_BITS = 10_000, 256


class _Node(NamedTuple):
    """A point of the hull at e^eps; `mirrored` from the guarantee at -eps, and eps None stands for e^eps = 0."""

    eps: fmpq | None
    delta: fmpq
    mirrored: bool = False

    @property
    def place(self) -> arb:
        return arb(0) if self.eps is None else arb(self.eps).exp()

    @property
    def height(self) -> arb:
        return 1 - (1 - arb(self.delta)) * self.place if self.mirrored else arb(self.delta)


class Guarantees:
    """Guarantees by exact eps >= 0 and 0 <= delta < 1, in any order; those that others imply at once are left out."""

    def __init__(self, points: Iterable[tuple[Any, Any]]) -> None:
        self.given = tuple(_checked(eps, delta) for eps, delta in points)
        if not self.given:
            raise BadInput("there is no (eps, delta) guarantee. Try a line such as 1,1e-5")
        if len(self.given) > MOST_GUARANTEES:
            raise BadInput(f"{len(self.given)} guarantees; at most {MOST_GUARANTEES} are read")
        steps: list[tuple[fmpq, fmpq]] = []
        for eps, delta in sorted(self.given):
            if not steps or delta < steps[-1][1]:
                steps.append((eps, delta))
        self.steps = steps
        self.hull = _hull(steps)
        self._ends = [node.eps for node in self.hull if node.eps is not None]

    @property
    def last(self) -> tuple[fmpq, fmpq]:
        """The guarantee with the least delta."""
        return self.steps[-1]

    def staircase(self, eps: fmpq) -> fmpq | None:
        """The least delta of a guarantee at this eps or below; None before the first."""
        index = bisect_right([step[0] for step in self.steps], eps)
        return self.steps[index - 1][1] if index else None

    def exactly(self, eps: fmpq) -> fmpq | None:
        """The least delta that follows where it is one of those given; else it is irrational."""
        if eps >= self.last[0]:
            return self.last[1]
        return next((node.delta for node in self.hull if node.eps == eps and not node.mirrored), None)

    def profile(self, eps: fmpq) -> arb:
        """The least delta that follows from all of them, at the working precision."""
        if eps >= self.last[0]:
            return arb(self.last[1])
        index = bisect_right(self._ends, eps)
        left, right = self.hull[index], self.hull[index + 1]
        share = (arb(eps).exp() - left.place) / (right.place - left.place)
        return left.height + share * (right.height - left.height)


def read_guarantees(path: Path) -> Guarantees:
    """A table of two columns in CSV, with or without the header eps,delta; lines that begin with # are comments."""
    return Guarantees(read_pairs(path, ("eps,delta", "epsilon,delta"), _checked))


def _checked(eps: Any, delta: Any) -> tuple[fmpq, fmpq]:
    pair = exact_number(eps, "eps"), exact_number(delta, "delta")
    if pair[0] < 0:
        raise BadInput(f"eps must be >= 0, got {short_text(pair[0])}")
    if not 0 <= pair[1] < 1:
        raise BadInput(f"delta must be >= 0 and < 1, got {short_text(pair[1])}: the guarantee says nothing")
    return pair


def _hull(steps: list[tuple[fmpq, fmpq]]) -> list[_Node]:
    """The lower convex hull over e^eps; what balls cannot decide stays in."""
    mirrored = [_Node(-eps, delta, mirrored=True) for eps, delta in reversed(steps) if eps > 0]
    found: list[_Node] = []
    with working_precision(_HULL_BITS):
        for node in (_Node(None, fmpq(1)), *mirrored, *(_Node(eps, delta) for eps, delta in steps)):
            while len(found) > 1 and _above_chord(found[-2], found[-1], node):
                found.pop()
            found.append(node)
    return found


def _above_chord(left: _Node, middle: _Node, right: _Node) -> bool:
    """Certainly on or above the chord from left to right."""
    rise = (middle.height - left.height) * (right.place - left.place)
    return bool(rise >= (right.height - left.height) * (middle.place - left.place))
