"""How fast a characteristic function decays: rectangles under a density.

Main definitions: `Rectangles`, `layered`.

Lemma (truncation by rectangles). Let f >= 0 be a density on the line with total mass m and let rectangles of heights h_i on
intervals of width w_i satisfy sum_i h_i 1_i <= f pointwise. With the masses m_i = h_i w_i, for every real t,

    |int f(l) e^(itl) dl|  <=  int (f - sum_i h_i 1_i) + sum_i h_i |int_i e^(itl) dl|  =  m - sum_i m_i (1 - |sinc(t w_i/2)|).

Because |sinc| falls on [0, pi] and |sinc(x)| <= min(1/x, 0.2176) from pi on (|sin(pi + y)| <= y - y^3/6 + y^5/120 for y >= 0),
    sup over s >= t of |sinc(s w/2)|  <=  S(t w/2),    S(x) = max(sinc(x), 0.2176) up to pi, min(1/x, 0.2176) beyond,
so the bound with S in the place of |sinc| holds for every s >= t at once.
The rectangles come from a step function below f by cutting it into its layers: under a hill, the wide layers at the bottom
give the decay at small t and the narrow ones at the top add to it later.

Claims: folklore/truncation-by-rectangles, folklore/second-hump, folklore/later-humps.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from flint import arb

_SECOND_HUMP = arb("0.2176")


@dataclass(frozen=True)
class Rectangles:
    """Rectangles under a density of mass 1, as masses m_i (certified lower bounds) and half widths w_i/2 (exact)."""

    masses: Sequence[arb]
    half_widths: Sequence[arb]

    def bound(self, t: arb) -> arb:
        """An upper bound of |int f e^(isl) dl| for all s >= t > 0."""
        lost = arb(0)
        for mass, half in zip(self.masses, self.half_widths, strict=True):
            lost += mass * (1 - _largest_sinc(t * half))
        return (1 - lost).upper().max(arb(0)).min(arb(1))

    def steering(self) -> list[tuple[float, float]]:
        """The same numbers as doubles."""
        return [(float(mass), float(half)) for mass, half in zip(self.masses, self.half_widths, strict=True)]


def rough_bound(pairs: Sequence[tuple[float, float]], t: float) -> float:
    """The bound in doubles, for the choice of where to cut."""
    return max(1 - sum(mass * (1 - _rough_sinc(t * half)) for mass, half in pairs), 1e-300)


def _largest_sinc(x: arb) -> arb:
    """S(x) >= |sinc(s)| for all s >= x >= 0."""
    if x < 3:
        return (x.sin() / x).max(_SECOND_HUMP) if x > 0.01 else 1 - x * x / 6 + x**4 / 120
    return (1 / x).min(_SECOND_HUMP) if x > arb.pi() else _SECOND_HUMP


def _rough_sinc(x: float) -> float:
    if x < 0.01:
        return 1 - x * x / 6
    return max(math.sin(x) / x, 0.2176) if x < math.pi else min(1 / x, 0.2176)


def layered(edges: Sequence[arb], heights: Sequence[arb]) -> Rectangles:
    """The layers of a step function: exact heights on the cells between increasing edges, known as balls.

    Each cell that is taken off the stack is the lowest of its run; the layer between its height and the next lower one to
    either side reaches over the whole run, so the layers add up to the step function exactly. A width is rounded down: a
    rectangle that is narrower than its layer is still below it.
    """
    masses: list[arb] = []
    halves: list[arb] = []
    stack: list[tuple[arb, int]] = []
    nothing = arb(0)
    for j in range(len(heights) + 1):
        height, start = (heights[j] if j < len(heights) else nothing), j
        while stack and stack[-1][0] > height:
            top, start = stack.pop()
            below = height if not stack or stack[-1][0] <= height else stack[-1][0]
            half = ((edges[j] - edges[start]) / 2).lower()
            if half > 0 and top > below:
                masses.append(((top - below) * half * 2).lower())
                halves.append(half)
        if height > 0 and not (stack and stack[-1][0] == height):
            stack.append((height, start))
    return Rectangles(masses, halves)
