"""Branch and bound over inf-sup intervals: leaves that tile a region, on each of which a form of the gap has the sign.

Main definition: `Search`.

Inclusion, the property of `RealInterval`, says that every value of a form at a point of a box lies in its enclosure; an enclosure
without flags says moreover that the form is defined and continuous on the whole box. A box is settled
    by its value       if the enclosure has the sign;
    by a face          if the form is monotone in a variable on the box (sign of an enclosed derivative), one variable after the
                       other, and has the sign on the face where it is least;
    by a mean value    on that face: value in the middle plus enclosed slopes times distances;
    by contact         if form and derivatives vanish on a face of the region and the next one has the sign (Taylor);
    as outside         if a side condition fails on all of it.
Anything else is halved in the variable that moves the form most. Infinite ends are ends of intervals like any others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.compile.evaluate import Tape, compiled
from dplemma.decide.regions.enclosures import BITS, conditions_of, excluded, flagged, halved, image_of, middle_point
from dplemma.lang.region import Region
from dplemma.proofs.found import FoundProof
from dplemma.proofs.rules import Box, Contact, Goal, Leaf, SignForm

MAX_PIECES = 64
_SETTLED_IN = 400  # boxes after which it is known which forms are of use
_LOOK_FOR_A_POINT = 400  # boxes on which the middle is tried as a counterexample


Slopes = dict[str, tuple[int, RealInterval]]
"""The number and the enclosure of a slope, by variable."""


@dataclass
class _Way:
    """One expression of a slope; those that have shown a sign are asked first."""

    number: int
    tape: Tape
    wins: int = 0


@dataclass
class _Ready:
    """A form compiled for intervals."""

    form: SignForm
    value: Tape
    positive: list[Tape]
    slopes: dict[str, list[_Way]]
    derivatives: list[list[Tape]]
    wins: int = 0

    @classmethod
    def of(cls, form: SignForm, names: tuple[str, ...]) -> _Ready | None:
        """None if the interval carrier does not know something in it."""
        try:
            ready = cls(
                form, compiled(form.gap, names), [compiled(e, names) for e in form.positive],
                {n: [_Way(j, compiled(e, names)) for j, e in enumerate(ways)] for n, ways in form.slopes.items()},
                [[compiled(d, names) for d in contact.derivatives] for contact in form.contacts],
            )  # fmt: skip
        except DplemmaError:
            return None
        return ready


@dataclass
class Search:
    """The open and the settled boxes of one goal; `run` may be called again with a larger budget."""

    goal: Goal
    forms: Sequence[SignForm]
    leaves: list[Leaf] = field(default_factory=list)
    tried: int = 0
    share: Fraction = Fraction(0)  # of the region that is settled, where each halving counts half
    refuting: dict[str, Fraction] | None = None
    stuck: list[Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.region: Region = self.goal.region
        names = self.region.names
        self._forms = [(k, ready) for k, form in enumerate(self.forms) if (ready := _Ready.of(form, names)) is not None]
        self._conditions = conditions_of(self.region)
        self._open: deque[tuple[Box, Fraction]] = deque([(self.goal.box, Fraction(1))])

    @property
    def usable(self) -> bool:
        """Some form is made of functions that intervals know."""
        return bool(self._forms)

    @property
    def done(self) -> bool:
        return not self._open and not self.stuck and self.refuting is None

    @property
    def open_boxes(self) -> list[Box]:
        return [*self.stuck, *(box for box, _ in self._open)]

    def proof(self) -> FoundProof:
        """The leaves with the forms, slopes and contacts that they use."""
        return FoundProof.by_leaves(self.goal, BITS, *_trimmed(self.forms, self.leaves))

    def run(self, budget: int) -> int:
        """Settle boxes until none is open, a middle contradicts the goal, or the budget is used; the number tried."""
        used = 0
        if self.tried >= _SETTLED_IN:
            self._drop_losers()
        with working_precision(BITS):
            while self._open and used < budget and self.refuting is None and self._forms:
                box, weight = self._open.popleft()
                used += 1
                self.tried += 1
                leaf, slopes = self._settled(box)
                if leaf is not None:
                    self.leaves.append(leaf)
                    self.share += weight
                    continue
                if self.refuting is not None or (self.tried <= _LOOK_FOR_A_POINT and self._contradicted(box)):
                    self.stuck.append(box)
                    break
                halves = halved(box, slopes)
                if halves is None:
                    self.stuck.append(box)
                else:
                    self._open.extend((half, weight / 2) for half in halves)
        return used

    def _settled(self, box: Box) -> tuple[Leaf | None, Mapping[str, RealInterval | None]]:
        """The leaf, or None with enclosures of the slopes of the leading form."""
        outside = self._outside(box)
        if outside is not None:
            return outside, {}
        usable = [(k, ready) for k, ready in self._forms if self._sign_holds(ready, box)]
        for k, ready in usable:
            image = image_of(ready.value, box, self.region)
            if image is not None and self._good(image):
                return self._won(ready, Leaf(box, "value", k)), {}
        steepness: Mapping[str, RealInterval | None] = {}
        for k, ready in usable or self._forms[:1]:
            leaf = self._by_contact(k, ready, box)
            if leaf is None:
                leaf, slopes = self._by_face(k, ready, box)
                steepness = steepness or slopes
            if leaf is not None and usable:
                return self._won(ready, leaf), {}
        return None, steepness

    def _won(self, ready: _Ready, leaf: Leaf) -> Leaf:
        """Forms that settle boxes are asked first."""
        ready.wins += 1
        self._forms.sort(key=lambda item: -item[1].wins)
        return leaf

    def _drop_losers(self) -> None:
        """Forms and slopes that have settled nothing so far are not asked any more; one of each is kept."""
        self._forms = [item for k, item in enumerate(self._forms) if k == 0 or item[1].wins]
        for _, ready in self._forms:
            for name, ways in ready.slopes.items():
                ready.slopes[name] = [way for k, way in enumerate(ways) if k == 0 or 8 * way.wins > ways[0].wins]

    def _sign_holds(self, ready: _Ready, box: Box) -> bool:
        images = (image_of(tape, box, self.region) for tape in ready.positive)
        return all(image is not None and not flagged(image) and image.is_positive() for image in images)

    def _good(self, image: RealInterval | None) -> bool:
        if image is None or flagged(image):
            return False
        return image.is_positive() if self.goal.strict else image.is_nonnegative()

    def _by_face(self, k: int, ready: _Ready, box: Box) -> tuple[Leaf | None, Mapping[str, RealInterval | None]]:
        """Collapse every variable in which the form is monotone to the end where it is least, then the mean-value form."""
        face, faces = dict(box), {}
        best: Slopes = {}
        open_names = [n for n in box if box[n][0] != box[n][1] and n in ready.slopes]
        progress = True
        while progress and open_names:
            progress = False
            for name in list(open_names):
                found = self._slope(ready, name, face)
                if found is None:
                    best.pop(name, None)
                    continue
                j, slope = found
                best[name] = found
                lo, hi = face[name]
                low = slope.is_nonnegative()
                end = lo if low else hi if slope.is_nonpositive() else None
                if end is not None:
                    face[name], faces[name] = (end, end), (low, j)
                    open_names.remove(name)
                    best.pop(name)
                    progress = True
        slopes = {name: slope for name, (_, slope) in best.items()}
        ends = {name: low for name, (low, _) in faces.items()}
        if faces and not flagged(image_of(ready.value, box, self.region, ends)):
            image = image_of(ready.value, face, self.region, ends)
            if image is not None and self._good(image):
                return Leaf(box, "face", k, faces=faces), slopes
            if image is not None and image.is_negative():
                self._try(middle_point(face))
        elif faces:
            return None, slopes
        return self._by_mean_value(k, ready, box, face, faces, best), slopes

    def _slope(self, ready: _Ready, name: str, box: Box) -> tuple[int, RealInterval] | None:
        """The first enclosure of the slope with a sign, else the narrowest."""
        best: tuple[_Way, RealInterval] | None = None
        for way in ready.slopes[name]:
            slope = image_of(way.tape, box, self.region)
            if slope is None or flagged(slope):
                continue
            if best is None or slope.width() < best[1].width():
                best = way, slope
            if slope.is_nonnegative() or slope.is_nonpositive():
                best = way, slope
                break
        if best is None:
            return None
        best[0].wins += 1
        ready.slopes[name].sort(key=lambda w: -w.wins)
        return best[0].number, best[1]

    def _by_mean_value(
        self, k: int, ready: _Ready, box: Box, face: Box, faces: dict[str, tuple[bool, int]], best: Slopes
    ) -> Leaf | None:
        """The value in the middle of the face plus enclosed slopes times distances."""
        wide = {name: (lo, hi) for name, (lo, hi) in face.items() if lo != hi and lo is not None and hi is not None}
        unbounded = any(lo != hi and name not in wide for name, (lo, hi) in face.items())
        if not wide or unbounded or not all(name in best and best[name][1].is_finite() for name in wide):
            return None
        centre = {name: ((lo + hi) / 2, (lo + hi) / 2) for name, (lo, hi) in wide.items()}
        total = image_of(ready.value, {**face, **centre}, self.region)
        if total is None or flagged(total) or flagged(image_of(ready.value, face, self.region, dict.fromkeys(face))):
            return None
        for name, (lo, hi) in wide.items():
            half = (hi - lo) / 2
            total = total + best[name][1] * RealInterval.from_fractions(-half, half)
        if not self._good(total):
            return None
        return Leaf(box, "mean", k, faces=faces, slopes={n: best[n][0] for n in wide})

    def _by_contact(self, k: int, ready: _Ready, box: Box) -> Leaf | None:
        for number, (contact, tapes) in enumerate(zip(ready.form.contacts, ready.derivatives, strict=True)):
            interval, (lo, hi) = self.region.intervals[contact.name], box[contact.name]
            touches = lo == interval.lo if contact.low else hi == interval.hi
            allowed = not self.goal.strict or (interval.lo_open if contact.low else interval.hi_open)
            if touches and allowed and lo != hi:
                pieces = self._pieces(contact, tapes, box)
                if pieces:
                    return Leaf(box, "contact", k, contact=number, pieces=pieces)
        return None

    def _pieces(self, contact: Contact, tapes: list[Tape], box: Box) -> tuple[Box, ...]:
        """Pieces of the box on each of which the last derivative has the sign that makes the form grow away from the face."""
        face = {contact.name: contact.low}
        if any(flagged(image_of(tape, box, self.region, face)) for tape in tapes[:-1]):
            return ()
        positive = contact.low or (len(tapes) - 1) % 2 == 0
        pieces, settled = [box], []
        for _ in range(MAX_PIECES):
            if not pieces:
                return tuple(settled)
            piece = pieces.pop()
            image = image_of(tapes[-1], piece, self.region, face)
            if image is None or flagged(image):
                return ()
            if image.is_positive() if positive else image.is_negative():
                settled.append(piece)
                continue
            if image.is_negative() if positive else image.is_positive():
                return ()
            halves = halved(piece, {})
            if halves is None:
                return ()
            pieces.extend(halves)
        return ()

    def _outside(self, box: Box) -> Leaf | None:
        number = excluded(self._conditions, box, self.region)
        return None if number is None else Leaf(box, "outside", condition=number)

    def _contradicted(self, box: Box) -> bool:
        """The goal fails at the middle of the box, as far as this precision tells; whoever asked must certify it."""
        return self._try(middle_point(box))

    def _try(self, point: dict[str, Fraction]) -> bool:
        if any(value not in self.region.intervals[name] for name, value in point.items()):
            return False
        thin: Box = {name: (value, value) for name, value in point.items()}
        for _, ready in self._forms[:1]:
            image = image_of(ready.value, thin, self.region)
            if (
                ready.form.rule == "equal"
                and image is not None
                and not flagged(image)
                and image.is_negative()
                and self._outside(thin) is None
            ):
                self.refuting = point
                return True
        return False


def _trimmed(all_forms: Sequence[SignForm], all_leaves: Sequence[Leaf]) -> tuple[list[SignForm], list[Leaf]]:
    """The same without forms, slopes and contacts that no leaf uses."""
    working = [leaf for leaf in all_leaves if leaf.by != "outside"]
    kept = list(dict.fromkeys(leaf.form for leaf in working)) or [0]
    forms, slopes_of, contacts_of = [], {}, {}
    for k in kept:
        form, mine = all_forms[k], [leaf for leaf in working if leaf.form == k]
        used = dict.fromkeys(
            pair for leaf in mine for pair in [*((n, j) for n, (_, j) in leaf.faces.items()), *leaf.slopes.items()]
        )
        slopes_of[k] = {pair: sum(n == pair[0] for n, _ in list(used)[: list(used).index(pair)]) for pair in used}
        contacts_of[k] = {c: at for at, c in enumerate(dict.fromkeys(leaf.contact for leaf in mine if leaf.by == "contact"))}
        slopes = {name: tuple(form.slopes[n][j] for n, j in used if n == name) for name in dict.fromkeys(n for n, _ in used)}
        forms.append(replace(form, slopes=slopes, contacts=tuple(form.contacts[c] for c in contacts_of[k])))
    leaves = []
    for leaf in all_leaves:
        if leaf.by == "outside":
            leaves.append(leaf)
            continue
        slopes, contacts = slopes_of[leaf.form], contacts_of[leaf.form]
        faces = {n: (low, slopes[n, j]) for n, (low, j) in leaf.faces.items()}
        steps = {n: slopes[n, j] for n, j in leaf.slopes.items()}
        at = contacts[leaf.contact] if leaf.by == "contact" else 0
        leaves.append(replace(leaf, form=kept.index(leaf.form), faces=faces, slopes=steps, contact=at))
    return forms, leaves
