"""The ROC curves of the length test, by its threshold: R, R' and their concave envelope R_s; and draws of it.

Main definitions: `LengthTest`, `detects_shift`, `detects_origin`.

With squared length t, central and noncentral chi-square laws: R has the points (P0(T > t), P1(T > t)), R' the points
(P1(T <= t), P0(T <= t)), its mirror image. R_s is R where its slope exceeds 1, R' where it is below 1, and a chord between; the
slope is 1 where the densities agree. The threshold there is a double: the chord may be off by the square of its rounding error.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from flint import arb, fmpq

from dplemma.arb.chi_square import ncx2_cdf, ncx2_pdf, ncx2_sf
from dplemma.arb.exact import fmpq_of
from dplemma.arb.precision import working_precision
from dplemma.report.figures.model import Plotted, even_grid

_HALVINGS = 52


@dataclass(frozen=True)
class LengthTest:
    """The test in d dimensions with the noncentrality N Delta^2/sigma^2; curves run over thresholds of the length."""

    d: int
    noncentrality: Fraction

    @property
    def mean(self) -> float:
        return self.d + float(self.noncentrality)

    @cached_property
    def lengths(self) -> tuple[fmpq, ...]:
        """Thresholds from next to no length to next to none above."""
        spread = math.sqrt(2 * self.d + 4 * float(self.noncentrality))
        low = max(0.0, self.d - 4.5 * spread)
        return even_grid(
            str(Fraction(math.sqrt(low)).limit_denominator(100)), str(math.ceil(math.sqrt(self.mean + 7 * spread))), 120
        )

    def above(self, length: fmpq, *, shifted: bool) -> arb:
        return ncx2_sf(arb(length**2), arb(self.d), self._shift(shifted))

    def below(self, length: fmpq, *, shifted: bool) -> arb:
        return ncx2_cdf(arb(length**2), arb(self.d), self._shift(shifted))

    def _shift(self, shifted: bool) -> arb:
        return arb(fmpq_of(self.noncentrality)) if shifted else arb(0)

    def forward(self, label: str, look: int) -> Plotted:
        """R: a long output is taken for a shifted one."""
        return Plotted(
            label=label, look=look, over=self.lengths,
            x=lambda s: self.above(s, shifted=False), y=lambda s: self.above(s, shifted=True),
        )  # fmt: skip

    def backward(self, label: str, look: int) -> Plotted:
        """R': a short output is taken for one without shift."""
        return Plotted(
            label=label, look=look, over=self.lengths,
            x=lambda s: self.below(s, shifted=True), y=lambda s: self.below(s, shifted=False),
        )  # fmt: skip

    @cached_property
    def balance(self) -> fmpq:
        """The length at which both densities agree, as a double."""
        low, high = 1e-3, math.sqrt(self.mean) + 2
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if self._favours_shift(middle) else (middle, high)
        return fmpq_of(high)

    def _favours_shift(self, length: float) -> bool:
        with working_precision(96):
            t = arb(fmpq_of(length)) ** 2
            return bool(ncx2_pdf(t, arb(self.d), self._shift(True)) > ncx2_pdf(t, arb(self.d), arb(0)))

    def envelope(self, label: str, look: int) -> Plotted:
        """R_s: parameters below 0 are on R, above 0 on R', |parameter| beyond the balance; the chord joins them at 0."""
        reach = self.lengths[-1] - self.balance
        over = (*(-reach * fmpq(60 - k, 60) for k in range(60)), *(reach * fmpq(k, 60) for k in range(61)))

        def x(s: fmpq) -> arb:
            return self.above(self.balance - s, shifted=False) if s < 0 else self.below(self.balance + s, shifted=True)

        def y(s: fmpq) -> arb:
            return self.above(self.balance - s, shifted=True) if s < 0 else self.below(self.balance + s, shifted=False)

        start = (-reach * fmpq(1, 10**9),)  # the other end of the chord
        return Plotted(label=label, look=look, x=x, y=y, over=tuple(sorted((*over, *start))))

    # -- draws --------------------------------------------------------------------------------------------------------------

    def detects_shift(self, random: Random) -> float:
        """p-value of a large length, where the output is shifted."""
        with working_precision(64):
            return float(self.above(self._drawn(random, shifted=True), shifted=False))

    def detects_origin(self, random: Random) -> float:
        """p-value of a small length under the shifted law, where the output is not shifted."""
        with working_precision(64):
            return float(self.below(self._drawn(random, shifted=False), shifted=True))

    def _drawn(self, random: Random, *, shifted: bool) -> fmpq:
        """The length of a standard normal vector whose first coordinate is shifted by the root of the noncentrality."""
        first = random.gauss(math.sqrt(self.noncentrality) if shifted else 0.0, 1.0)
        return fmpq_of(math.sqrt(math.fsum([first**2, *(random.gauss(0.0, 1.0) ** 2 for _ in range(self.d - 1))])))
