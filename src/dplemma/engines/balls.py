"""Inequalities on whole regions, by branch and bound over inf-sup intervals.

Main definition: `certify(statement, region, seed)`, a `certified` verdict or None; it never refutes.

The claim a >= b (or a > b) on a region is g >= 0 (g > 0) for the gap g = a - b or an equal form of it. Inclusion, the property
of `RealInterval`, says that every value of g at a point of a box where g is defined lies in the interval g(box). So with both
sides, g and its gradient shown to be defined on the whole region beforehand, a box is settled
    by its value       if the lower end of g(box) is positive,
    by a face          if g is monotone in a variable on the box (sign of an enclosed derivative) and positive on the face where
                       it is least; the face of an open end counts if g is evaluated there without touching an edge of a domain,
                       because g is then continuous up to it,
    by a contact face  if g and its first k - 1 derivatives in a variable vanish identically on a face of the region (shown
                       symbolically) and the k-th has the sign on the box that makes g grow away from the face (Taylor), and the
                       face is not in the region or equality is allowed.
Anything else is halved in the variable that moves g most. Infinite ends are ends of intervals like any others. Side conditions
only drop boxes on which one certainly fails. Out of boxes is no verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sympy import DiracDelta, Expr, Heaviside, Piecewise, Rational, S, expand, powsimp, sign, simplify

from dplemma.engines.defined import defined_on
from dplemma.engines.equal import by_erf
from dplemma.engines.evaluate import Tape, compiled
from dplemma.engines.limiter import TimeUp, time_limit
from dplemma.engines.points import certified_points, witness
from dplemma.engines.refute import shown
from dplemma.errors import DplemmaError
from dplemma.kernels.intervals import RealInterval
from dplemma.kernels.precision import working_precision
from dplemma.lang.functions import variables
from dplemma.lang.region import Region
from dplemma.lang.statements import All, Chain, Rel, Statement
from dplemma.verdict import Verdict

MAX_BOXES = 2500
BITS = 64
MAX_ORDER, MAX_PIECES = 4, 64
AUDIT_POINTS = 4
_MAY_JUMP = (Piecewise, Heaviside, sign, DiracDelta)
_SECONDS_TO_SIMPLIFY = 4.0
_WIDE = 16

Ends = tuple[Fraction | None, Fraction | None]
Box = dict[str, Ends]


def certify(statement: Statement, region: Region, seed: str) -> Verdict | None:
    """`certified` if every relation of the statement is settled on every box; None otherwise."""
    relations = _relations(statement)
    if relations is None or any(interval.integer for interval in region.intervals.values()):
        return None
    boxes, forms = 0, []
    for relation in relations:
        proof = _prove(relation, region, seed)
        if proof is None:
            return None
        boxes += proof.boxes
        forms.append(proof.form)
    form = f"{', '.join(dict.fromkeys(forms))}; {boxes} {'box' if boxes == 1 else 'boxes'}"
    return Verdict(verdict="certified", engine="balls", form=form, bits=BITS, witness=shown(witness(region, seed)))


def _relations(statement: Statement) -> list[Rel] | None:
    """The inequalities a statement consists of; None if there is anything else in it."""
    if isinstance(statement, Rel):
        return [statement] if statement.rel in ("<", "<=", ">", ">=") else None
    if isinstance(statement, (All, Chain)):
        parts = [_relations(part) for part in statement.parts()]
        return [rel for part in parts if part is not None for rel in part] if parts and None not in parts else None
    return None


@dataclass(frozen=True)
class _Proof:
    form: str
    boxes: int


def _prove(relation: Rel, region: Region, seed: str) -> _Proof | None:
    strict = "=" not in relation.rel
    gap = relation.lhs - relation.rhs if ">" in relation.rel else relation.rhs - relation.lhs
    everywhere = Region(**region.intervals)
    if not gap.free_symbols or not defined_on([relation.lhs, relation.rhs], region):
        return None
    for name, form in _forms(gap):
        try:
            if form is not gap and not _same_values(form, gap, region, seed):
                continue
            search = _Search.of(form, region, everywhere, strict)
            if search is not None and search.run():
                return _Proof(name, search.boxes)
        except DplemmaError:  # something the interval carrier does not know
            continue
    return None


def _forms(gap: Expr) -> Iterator[tuple[str, Expr]]:
    """Equal expressions of the gap, from cheap to dear: the raw difference is often the worst for intervals."""
    yield "difference", gap
    seen = {gap}
    for name, rewrite in (("expanded difference", lambda e: powsimp(expand(e))), ("simplified difference", simplify)):
        try:
            with time_limit(_SECONDS_TO_SIMPLIFY):
                form = rewrite(gap)
        except TimeUp:
            continue
        if form not in seen and form.free_symbols:
            seen.add(form)
            yield name, form


def _same_values(form: Expr, gap: Expr, region: Region, seed: str) -> bool:
    """SymPy's rewriting is believed only after balls of both forms overlap at points of the region."""
    names = region.names
    for point in certified_points(region, f"{seed}/form", AUDIT_POINTS):
        first, second = (compiled(expr, names).ball(point, 4 * BITS) for expr in (form, gap))
        if not first.overlaps(second):
            return False
    return True


@dataclass
class _Search:
    """One form of the gap over one region."""

    region: Region
    strict: bool
    value: Tape
    slopes: dict[str, Tape]
    contacts: list[_Contact]
    conditions: list[tuple[Tape, bool]] = field(default_factory=list)
    boxes: int = 0

    @classmethod
    def of(cls, gap: Expr, region: Region, everywhere: Region, strict: bool) -> _Search | None:
        if not defined_on([gap], region):
            return None
        names = region.names
        slopes = {}
        # Moving along an edge of a box must not leave the domain, whatever the side conditions say, nor jump.
        if not gap.has(*_MAY_JUMP) and defined_on([gap], everywhere):
            for name in names:
                slope = gap.diff(variables(name))
                if not slope.has(*_MAY_JUMP) and defined_on([slope], everywhere):
                    slopes[name] = compiled(slope, names)
        contacts = [
            contact for name in slopes for low in (True, False) if (contact := _contact(gap, name, everywhere, low)) is not None
        ]
        return cls(region, strict, compiled(gap, names), slopes, contacts, _conditions(region))

    def run(self) -> bool:
        """True if every box is settled within the budget."""
        open_boxes: list[Box] = [{name: (i.lo, i.hi) for name, i in self.region.intervals.items()}]
        with working_precision(BITS):
            while open_boxes:
                box = open_boxes.pop()
                self.boxes += 1
                if self.boxes > MAX_BOXES:
                    return False
                if self._excluded(box):
                    continue
                halves = self._settle(box)
                if halves is None:
                    return False
                open_boxes.extend(halves)
        return True

    def _settle(self, box: Box) -> Sequence[Box] | None:
        """Nothing if the box is settled, else its halves; None if it cannot be halved any more."""
        image = _image(self.value, box)
        if image is not None and self._good(image):
            return ()
        slopes = {name: _image(tape, box) for name, tape in self.slopes.items()}
        if self._by_contact(box) or self._by_face(box, slopes):
            return ()
        return _halved(box, slopes)

    def _good(self, image: RealInterval) -> bool:
        return image.is_positive() if self.strict else image.is_nonnegative()

    def _by_face(self, box: Box, slopes: dict[str, RealInterval | None]) -> bool:
        """Collapse every variable in which the gap is monotone to the end where it is least."""
        face, collapsed = dict(box), False
        for name, slope in slopes.items():
            lo, hi = box[name]
            end = None if slope is None else lo if slope.is_nonnegative() else hi if slope.is_nonpositive() else None
            if end is not None and lo != hi:
                face[name], collapsed = (end, end), True
        image = _image(self.value, face) if collapsed else None
        return image is not None and not _flagged(image) and self._good(image)

    def _by_contact(self, box: Box) -> bool:
        for contact in self.contacts:
            interval, (lo, hi) = self.region.intervals[contact.name], box[contact.name]
            touches = lo == interval.lo if contact.low else hi == interval.hi
            allowed = not self.strict or (interval.lo_open if contact.low else interval.hi_open)
            if touches and allowed and contact.grows_on(box):
                return True
        return False

    def _excluded(self, box: Box) -> bool:
        """A side condition fails at every point of the box."""
        for tape, strict in self.conditions:
            image = _image(tape, box)
            if image is not None and not image.partial and (image.is_nonpositive() if strict else image.is_negative()):
                return True
        return False


def _conditions(region: Region) -> list[tuple[Tape, bool]]:
    """Side conditions that are inequalities, as gaps that must be positive (strict) or nonnegative."""
    found = []
    for condition in region.such_that:
        if isinstance(condition, Rel) and condition.rel in ("<", "<=", ">", ">="):
            gap = condition.lhs - condition.rhs if ">" in condition.rel else condition.rhs - condition.lhs
            found.append((compiled(gap, region.names), "=" not in condition.rel))
    return found


@dataclass(frozen=True)
class _Contact:
    """A face on which the gap vanishes to this order: the gap and its vanishing derivatives, and the first that does not."""

    name: str
    low: bool
    vanishing: tuple[Tape, ...]
    derivative: Tape

    def grows_on(self, box: Box) -> bool:
        """(x - lo)^k g^(k)(xi)/k! > 0 above a lower face, (x - hi)^k g^(k)(xi)/k! > 0 below an upper one, piece by piece."""
        # Taylor's formula starts at the face, so everything must be continuous up to it.
        if any(_flagged(_image(tape, box)) for tape in self.vanishing):
            return False
        positive = self.low or len(self.vanishing) % 2 == 0
        pieces = [box]
        for _ in range(MAX_PIECES):
            if not pieces:
                return True
            piece = pieces.pop()
            image = _image(self.derivative, piece)
            if image is None or _flagged(image):
                return False
            if not (image.is_positive() if positive else image.is_negative()):
                halves = _halved(piece, {})
                if halves is None:
                    return False
                pieces.extend(halves)
        return False


def _contact(gap: Expr, name: str, everywhere: Region, low: bool) -> _Contact | None:
    """The contact at a finite end of a variable; None if the gap does not vanish there or to too high an order."""
    interval, symbol = everywhere.intervals[name], variables(name)
    end = interval.lo if low else interval.hi
    if end is None:
        return None
    derivative, place = gap, Rational(end.numerator, end.denominator)
    vanishing: list[Tape] = []
    while len(vanishing) <= MAX_ORDER:
        value: Any = derivative.subs(symbol, place)
        tape = compiled(derivative, everywhere.names)
        if value != 0 and (value.is_finite is False or not by_erf(value, S.Zero)):
            return _Contact(name, low, tuple(vanishing), tape) if vanishing else None
        vanishing.append(tape)
        derivative = derivative.diff(symbol)
        if derivative.has(*_MAY_JUMP) or not defined_on([derivative], everywhere):
            return None
    return None


def _image(tape: Tape, box: Box) -> RealInterval | None:
    """Enclosure on the box; None where nothing is known."""
    try:
        return tape.at("interval", BITS)(*(RealInterval.from_fractions(*box[name]) for name in tape.names))
    except (DplemmaError, ValueError, ZeroDivisionError):
        return None


def _flagged(image: RealInterval | None) -> bool:
    """Nothing is known, or an edge of a domain was touched: no continuity up to the ends of the box."""
    return image is None or image.partial or image.at_limit


def _halved(box: Box, slopes: dict[str, RealInterval | None]) -> list[Box] | None:
    """Two halves along the variable in which the gap may move most; unbounded ones first."""
    name = max(box, key=lambda n: _reach(box[n], slopes.get(n)))
    lo, hi = box[name]
    middle = _middle(lo, hi)
    if middle is None:
        return None
    return [{**box, name: (lo, middle)}, {**box, name: (middle, hi)}]


def _reach(ends: Ends, slope: RealInterval | None) -> float:
    lo, hi = ends
    if lo == hi:
        return -1.0
    if lo is None or hi is None:
        return float("inf")
    width = float(hi - lo)
    if slope is None or not slope.is_finite():
        return width
    return width * max(1e-9, abs(float(slope.lo)), abs(float(slope.hi)))


def _middle(lo: Fraction | None, hi: Fraction | None) -> Fraction | None:
    """A dyadic point inside; further out on an unbounded side, nearer to zero where the ends are of different order."""
    if lo is None and hi is None:
        return Fraction(0)
    if hi is None:
        return lo * 2 if lo is not None and lo >= 1 else Fraction(1) if lo is not None and lo >= 0 else Fraction(0)
    if lo is None:
        return hi * 2 if hi <= -1 else Fraction(-1) if hi <= 0 else Fraction(0)
    if lo >= 0 and hi > _WIDE * max(lo, Fraction(1, 2**40)):
        return hi / 8
    if hi <= 0 and lo < _WIDE * min(hi, Fraction(-1, 2**40)):
        return lo / 8
    return (lo + hi) / 2 if hi - lo > Fraction(1, 2**48) * max(abs(lo), abs(hi), Fraction(1, 2**40)) else None
