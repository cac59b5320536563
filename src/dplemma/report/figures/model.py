"""What a figure is: panels of curves over exact grids, marks at what is printed, areas and lines; all of it data.

Main definitions: `PaperFigure`, `Panel`, `Plotted`, `Draws`, `Mark`, `Area`, `Guide`, `Box`, `Pointer`, `even_grid`, `log_grid`.

Nothing here is a verdict: a mark or an area names a claim, and the ledger says when it is drawn whether the claim holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from flint import arb, fmpq

from dplemma.arb.exact import fmpq_of

Formula = Callable[[fmpq], arb]
"""A ball around a value at an exact parameter, at the working precision."""
Place = str | Formula
"""A coordinate: an exact number as text, or a formula that takes no notice of its parameter."""


@dataclass(frozen=True, kw_only=True)
class Plotted:
    """The points (x(t), y(t)) for t in `over`; x(t) = t unless it is given."""

    label: str
    y: Formula
    over: Sequence[fmpq]
    x: Formula | None = None
    kind: str = "line"  # or "points" (joined by a thin line), "steps" (constant up to the next point)
    look: int | None = None  # which of the looks; by default its place among the curves of the panel
    faint: bool = False  # a thin line: a comparison, not the subject


@dataclass(frozen=True, kw_only=True)
class Draws:
    """The empirical distribution function of seeded draws in [0, 1], with its band of Dvoretzky, Kiefer and Wolfowitz."""

    label: str
    draw: Callable[[Random], float]
    seed: str
    count: int = 1000
    confidence: Fraction = Fraction(99, 100)
    look: int = 0


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A point: of a claim, drawn by its verdict; without one, a certified value."""

    x: Place
    y: Place
    label: str = ""
    claim: str = ""
    shift: tuple[float, float] = (8, 6)  # of the label, in points


@dataclass(frozen=True, kw_only=True)
class Area:
    """What lies between two formulas; of a claim that is refuted, hatched."""

    low: Formula
    high: Formula
    over: Sequence[fmpq]
    label: str
    claim: str = ""
    look: int = 0


@dataclass(frozen=True, kw_only=True)
class Guide:
    """A thin straight line across the panel, at an x or at a y."""

    label: str
    x: Place | None = None
    y: Place | None = None


@dataclass(frozen=True, kw_only=True)
class Box:
    """A box of a diagram around its centre, with words in it; of a claim, with the sign of its verdict; `changed`: hatched."""

    text: str
    x: str
    y: str
    wide: str
    high: str
    claim: str = ""
    changed: bool = False

    @property
    def corners(self) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
        """Left below and right above."""
        x, y, half, rise = Fraction(self.x), Fraction(self.y), Fraction(self.wide) / 2, Fraction(self.high) / 2
        return (x - half, y - rise), (x + half, y + rise)


@dataclass(frozen=True, kw_only=True)
class Pointer:
    """From one place of a diagram to another, with words beside it."""

    tail: tuple[str, str]
    head: tuple[str, str]
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One pair of axes, whose names carry their units; or a diagram of boxes and arrows, which has none."""

    title: str = ""
    x_name: str = ""
    y_name: str = ""
    boxes: Sequence[Box] = ()
    arrows: Sequence[Pointer] = ()
    curves: Sequence[Plotted] = ()
    draws: Sequence[Draws] = ()
    marks: Sequence[Mark] = ()
    areas: Sequence[Area] = ()
    guides: Sequence[Guide] = ()
    x_range: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    x_log: bool = False
    y_log: bool = False
    square: bool = False  # rates against rates, with the diagonal
    legend: str = "best"


@dataclass(frozen=True, kw_only=True)
class PaperFigure:
    """A figure of a paper: what it shows, the claims about it, and what the paper leaves open (`chosen`)."""

    name: str
    where: str
    caption: str
    chosen: str = ""
    panels: Sequence[Panel] = ()
    claims: Sequence[str] = ()

    @property
    def paper(self) -> str:
        return self.name.partition("/")[0]

    @property
    def all_claims(self) -> list[str]:
        """The claims named for the figure, then those of marks, areas and boxes that are not among them."""
        drawn = [one.claim for panel in self.panels for one in (*panel.areas, *panel.marks, *panel.boxes) if one.claim]
        return list(dict.fromkeys([*self.claims, *drawn]))


def even_grid(low: str, high: str, count: int = 160) -> tuple[fmpq, ...]:
    """Evenly spaced exact points, both ends included."""
    first, last = fmpq_of(Fraction(low)), fmpq_of(Fraction(high))
    return tuple(first + (last - first) * fmpq(k, count) for k in range(count + 1))


def square_grid(low: str, high: str, count: int = 160) -> tuple[fmpq, ...]:
    """Exact points that lie closer together at both ends, where an ROC curve is steep or flat."""
    first, last = fmpq_of(Fraction(low)), fmpq_of(Fraction(high))
    bent = (fmpq(k, count) ** 2 * (3 - 2 * fmpq(k, count)) for k in range(count + 1))
    return tuple(first + (last - first) * part for part in bent)


def log_grid(low: float, high: float, count: int = 160) -> tuple[fmpq, ...]:
    """Points at even ratios, as the exact values of doubles."""
    return tuple(fmpq_of(low * (high / low) ** (k / count)) for k in range(count + 1))
