"""Integrals of analytic functions over an interval by Gauss-Legendre rules on cells, with a proved error.

Main definitions: `Cell`, `RULE`, `cell_error`, `cell_nodes`.

Lemma (one cell). Let f be analytic on the ellipse with foci -1, 1 and semi-axes (rho + 1/rho)/2, (rho - 1/rho)/2, rho > 1, and
|f| <= M there. Its Chebyshev series sum a_k T_k has |a_k| <= 2 M rho^-k. The rule with n nodes integrates T_k exactly for
k < 2n; for the others |int T_k| <= 2 and |rule| <= 2, because the weights are positive with sum 2 and |T_k| <= 1. So
    |int f - rule| <= sum_{k >= 2n} 2 M rho^-k 4 = 8 M rho^-2n/(1 - 1/rho).
On a cell of half width H the error is H times that, with M on the ellipse around the cell.

Claims: folklore/chebyshev-integral, folklore/alias-series.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from flint import arb, ctx

RULE = 48
"""Nodes of the rule on each cell."""


class Cell(NamedTuple):
    """The ends of a cell and rho of the ellipse on which the integrand is bounded, as doubles that are taken as exact."""

    left: float
    right: float
    rho: float

    @property
    def middle(self) -> arb:
        return (arb(self.left) + arb(self.right)) / 2

    @property
    def half(self) -> arb:
        return (arb(self.right) - arb(self.left)) / 2

    @property
    def reach(self) -> arb:
        """The real semi-axis of the ellipse."""
        rho = arb(self.rho)
        return self.half * (rho + 1 / rho) / 2

    @property
    def height(self) -> arb:
        """The imaginary semi-axis."""
        rho = arb(self.rho)
        return self.half * (rho - 1 / rho) / 2


def cell_error(cell: Cell, bound: arb) -> arb:
    """The error on a cell whose integrand has this bound on the ellipse."""
    rho = arb(cell.rho)
    return 8 * cell.half * bound * rho ** (-2 * RULE) / (1 - 1 / rho)


@lru_cache(maxsize=8)
def _rule(bits: int) -> list[tuple[arb, arb]]:
    return [arb.legendre_p_root(RULE, k, weight=True) for k in range(RULE)]


def cell_nodes(cell: Cell) -> Iterator[tuple[arb, arb]]:
    """The nodes of a cell with their weights."""
    middle, half = cell.middle, cell.half
    for node, weight in _rule(ctx.prec):
        yield middle + half * node, half * weight
