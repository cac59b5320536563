"""How much a search may try, and what it came to.

Main definitions: `Budget`, `Attempt`, `EFFORTS`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from fractions import Fraction

from dplemma.base.limiter import note_stops
from dplemma.decide.regions.boxes import Search
from dplemma.ledger.verdict import Hint
from dplemma.proofs.found import FoundProof
from dplemma.proofs.rules import Box

EFFORTS = {"small": Fraction(1, 10), "usual": Fraction(1), "large": Fraction(5)}
"""How many times the usual number of boxes a search may try: few where it is known to stay open, many where that is asked for."""


@dataclass
class Budget:
    """Boxes that a whole search may try, counted by one meter, and a safety net of seconds at work that only ever ends it early.

    A share of a budget counts on the same meter and ends sooner.
    """

    boxes: int = 6000
    seconds: float = 300.0
    started: float = field(default_factory=time.process_time)
    hint: Hint = frozenset()
    meter: list[int] = field(default_factory=lambda: [0])

    @property
    def left(self) -> int:
        return max(0, self.boxes - self.meter[0])

    @property
    def late(self) -> bool:
        """Out of time, which is noted."""
        is_late = time.process_time() - self.started > self.seconds
        note_stops([f"the search over boxes, {self.seconds:g} s"] if is_late else [])
        return is_late

    def times(self, factor: Fraction) -> Budget:
        """So many times the boxes, and the seconds of the safety net as well where that is more."""
        return replace(self, boxes=int(self.boxes * factor), seconds=self.seconds * float(max(factor, 1)))

    def share(self, boxes: int) -> Budget:
        return replace(self, boxes=min(self.boxes, self.meter[0] + boxes))

    def run(self, search: Search, most: int) -> None:
        """Let a search try so many boxes, as far as the budget goes."""
        self.meter[0] += search.run(min(most, self.left))


@dataclass
class Attempt:
    """What a search came to: a proof, or a point that contradicts the goal, or what is left open."""

    proof: FoundProof | None = None
    refuting: dict[str, Fraction] | None = None
    open_boxes: list[Box] = field(default_factory=list)
    share: Fraction = Fraction(0)
    tried: int = 0
    late: bool = False
