"""The detector tested as a detector: bits of error it predicts from condition numbers, against the bits that are lost.

The prediction is made from the operations of a form and their condition numbers alone, to first order; the truth is the
certified value of the quantity. A form is convicted at a point if its error exceeds `LIMIT_BITS`. Points at which a form cannot
be followed (a black box, a search that decides by rounding errors) are counted apart.
Main definitions: `Detection`, `Sighting`, `detect`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

from dplemma.base.errors import DplemmaError
from dplemma.doubles.carried import Unliftable
from dplemma.doubles.coded import CodedForm, coded_forms
from dplemma.doubles.diagnose import LIMIT_BITS
from dplemma.doubles.measure import Point, sample, truth_of
from dplemma.doubles.trace import Trace, trace
from dplemma.values.comparison import bits_of_error
from dplemma.values.evaluator import evaluator

POINTS = 25
OPERATIONS = 400  # more are not followed here
_TRIES = 3  # points without a trace after which a form is given up
_WIDER = 100
Predictor = Callable[[Trace], float]


@dataclass(frozen=True)
class Sighting:
    """One form at one point."""

    form: str
    point: Point
    predicted: float
    measured: float

    @property
    def missed(self) -> bool:
        return self.measured > LIMIT_BITS >= self.predicted

    @property
    def false_alarm(self) -> bool:
        return self.predicted > LIMIT_BITS >= self.measured


@dataclass(frozen=True)
class Detection:
    """All sightings, and the forms that could not be followed."""

    sightings: tuple[Sighting, ...]
    untraced: tuple[str, ...]

    def count(self, *, predicted: bool, measured: bool) -> int:
        return sum((s.predicted > LIMIT_BITS) == predicted and (s.measured > LIMIT_BITS) == measured for s in self.sightings)

    @property
    def precision(self) -> float:
        """Share of the convictions that are right."""
        right = self.count(predicted=True, measured=True)
        return right / (right + self.count(predicted=True, measured=False))

    @property
    def recall(self) -> float:
        """Share of the losses that are convicted."""
        right = self.count(predicted=True, measured=True)
        return right / (right + self.count(predicted=False, measured=True))

    @property
    def worst_misses(self) -> list[Sighting]:
        """Losses that were not predicted, the greatest gap first."""
        return sorted((s for s in self.sightings if s.missed), key=lambda s: s.predicted - s.measured)

    @property
    def worst_alarms(self) -> list[Sighting]:
        return sorted((s for s in self.sightings if s.false_alarm), key=lambda s: s.measured - s.predicted)

    def text(self) -> str:
        """The confusion table, precision and recall, and the worst of both errors."""
        rows = [
            f"{'':24}{'lost':>10}{'kept':>10}   (more or at most {LIMIT_BITS:g} bits of error)",
            *(
                f"{word:24}{self.count(predicted=lost, measured=True):>10}{self.count(predicted=lost, measured=False):>10}"
                for word, lost in (("predicted lost", True), ("predicted kept", False))
            ),
            f"precision {self.precision:.3f}, recall {self.recall:.3f}, {len(self.sightings)} points of "
            f"{len({s.form for s in self.sightings})} forms; judged by results only: {len(self.untraced)} forms",
        ]
        rows += [f"missed       {_row(s)}" for s in self.worst_misses[:5]]
        rows += [f"false alarm  {_row(s)}" for s in self.worst_alarms[:5]]
        return "\n".join(rows)


def _row(seen: Sighting) -> str:
    return f"{seen.form} at {', '.join(map(repr, seen.point))}: predicted {seen.predicted:.1f}, measured {seen.measured:.1f}"


def detect(
    forms: Iterable[CodedForm] | None = None, *, points: int = POINTS, seed: int = 0, predictor: Predictor | None = None
) -> Detection:
    """Predicted and measured bits of every form that can be followed, at seeded points: half in its range, half around."""
    sightings: list[Sighting] = []
    untraced: list[str] = []
    for form in coded_forms().values() if forms is None else forms:
        seen = list(_sightings(form, points, seed, predictor or (lambda found: found.predicted_bits)))
        sightings += seen
        if not seen:
            untraced.append(form.id)
    return Detection(tuple(sightings), tuple(untraced))


def _widened(form: CodedForm) -> dict[str, tuple[float, float]]:
    """Nearer to the ends of the domain, where more is lost; counts stay as they are."""
    wide = {}
    for name, (low, high) in form.on.items():
        interval = evaluator(form.quantity).quantity.params[name]
        if name not in form.whole_parameters and interval.lo is not None:
            end = float(interval.lo)
            low = end + (low - end) / _WIDER
            high = _WIDER * high if interval.hi is None else float(interval.hi) - (float(interval.hi) - high) / _WIDER
        wide[name] = (low, high)
    return wide


def _sightings(form: CodedForm, points: int, seed: int, predictor: Predictor) -> Iterable[Sighting]:
    truth = truth_of(form.code, form.quantity, tuple(form.on))
    chance, failed, seen = random.Random(f"{seed}/{form.id}"), 0, 0
    inside = sample(form.on, form.whole_parameters, chance, points // 2)
    beyond = sample(_widened(form), form.whole_parameters, chance, points - points // 2)
    for point in chain(inside, beyond):
        if failed >= _TRIES and not seen:
            return
        try:
            exact = truth(point)
            found = trace(form.code, point, OPERATIONS)
        except (Unliftable, DplemmaError):
            failed += 1
            continue
        seen += 1
        result = math.nan if found.raised else found.result
        yield Sighting(form.id, point, predictor(found), bits_of_error(result, exact))
