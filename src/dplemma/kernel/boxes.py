"""Boxes of a proof, evaluated again: they tile the region, every form has the sign of the gap, every leaf shows its sign.

Main definitions: `check_boxes(goal, proof, tally, where)`, `tiles(box, parts)`, `image_on(expr, region, box, bits)`, `flagged`.

An end of a leaf is open where it is an open end of the region; cuts inside are closed. An image without flags says that the
expression is defined, hence continuous if nothing in it may jump, at every point of the box, closed ends included.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Dummy, Expr, S, Symbol, expand, log

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.compile.evaluate import compiled
from dplemma.kernel.equal import Rejected, Tally, differentiable, identical, same
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import inverse_pairs
from dplemma.lang.region import Region
from dplemma.lang.statements import Rel
from dplemma.proofs.certificates import end_from_text
from dplemma.proofs.rules import OPPOSITE, Box, Boxes, Contact, Ends, Goal, Leaf, SignForm

LEAST_BITS, MOST_BITS = 32, 4096
MAX_ORDER = 6
_POSITIVES = {"equal": (0,), "quotient": (1,), "log-ratio": (2,), "inverse": (0, 1)}


# -- boxes --------------------------------------------------------------------------------------------------------------


def tiles(box: Box, parts: Sequence[Box]) -> bool:
    """The parts fill the box without gap or overlap, and can be had from it by straight cuts."""
    todo = [(box, list(parts))]
    while todo:
        whole, inside = todo.pop()
        if len(inside) == 1:
            if inside[0] != whole:
                return False
            continue
        slabs = None if not inside else next((found for name in whole if len(found := _slabs(whole, inside, name)) > 1), None)
        if slabs is None:
            return False
        todo += slabs
    return True


def _slabs(whole: Box, inside: list[Box], name: str) -> list[tuple[Box, list[Box]]]:
    """The box cut at every value of one variable at which no part is cut, with the parts between the cuts."""
    ordered = sorted(inside, key=lambda part: _low(part[name]))
    groups: list[list[Box]] = []
    reach = None
    for part in ordered:
        if reach is None or _low(part[name]) >= reach:
            groups.append([])
        groups[-1].append(part)
        reach = _high(part[name]) if reach is None else max(reach, _high(part[name]))
    starts = [whole[name][0], *(group[0][name][0] for group in groups[1:])]
    stops = [*starts[1:], whole[name][1]]
    return [({**whole, name: (lo, hi)}, group) for lo, hi, group in zip(starts, stops, groups, strict=True)]


def _low(ends: Ends) -> tuple[int, Fraction]:
    return (-1, Fraction(0)) if ends[0] is None else (0, ends[0])


def _high(ends: Ends) -> tuple[int, Fraction]:
    return (1, Fraction(0)) if ends[1] is None else (0, ends[1])


def image_on(expr: Expr, region: Region, box: Box, bits: int, closed: Collection[tuple[str, bool]] = ()) -> RealInterval:
    """Enclosure of the expression on a box of the region; `closed` names ends (variable, low) that count as closed."""
    with working_precision(bits):
        value = compiled(expr, region.names).at("interval", bits)(*(_ends(n, region, box[n], closed) for n in region.names))
        return value if isinstance(value, RealInterval) else RealInterval.from_ball(arb(value))


def _ends(name: str, region: Region, ends: Ends, closed: Collection[tuple[str, bool]]) -> RealInterval:
    (lo, hi), interval = ends, region.intervals[name]
    wide = lo is None or lo != hi
    lo_open = wide and interval.lo_open and lo == interval.lo and (name, True) not in closed
    hi_open = wide and interval.hi_open and hi == interval.hi and (name, False) not in closed
    return RealInterval.from_fractions(lo, hi, lo_open, hi_open)


def flagged(image: RealInterval) -> bool:
    return image.partial or image.at_limit


# -- forms --------------------------------------------------------------------------------------------------------------


def check_form(form: SignForm, goal: Goal, tally: Tally, where: str) -> None:
    """The form has the sign of the gap, and its slopes and contacts are what they say."""
    if len(form.positive) not in _POSITIVES.get(form.rule, ()):
        raise Rejected(f"{where}: no rule {form.rule[:20]!r} with {len(form.positive)} positive expressions")
    if form.rule == "inverse":
        _check_inverse(form, goal, tally, where)
    elif form.rule == "log-ratio":
        above, below = form.positive
        same(above - below, goal.gap, goal.region, tally, f"{where}, log-ratio")
        same(form.gap, log(above) - log(below), goal.region, tally, f"{where}, log-ratio")
    else:
        same(form.gap * form.positive[0] if form.positive else form.gap, goal.gap, goal.region, tally, f"{where}, {form.rule}")
    for name, slopes in form.slopes.items():
        for slope in slopes:
            _check_derivative(slope, form.gap, name, goal, tally, f"{where}, slope in {name}")
    for contact in form.contacts:
        _check_contact(contact, form, goal, tally, f"{where}, contact in {contact.name}")


def _check_inverse(form: SignForm, goal: Goal, tally: Tally, where: str) -> None:
    """gap = k (f(u) - v), k > 0, and form = u - g(v), or both negated, for some f(u) in which the gap is affine."""
    reasons = []
    for outer, inner in inverse_pairs():
        for node in sorted(goal.gap.atoms(outer), key=str):
            parts = affine_in(goal.gap, node)
            if parts is None:
                continue
            factor, rest = parts
            rising = _sign_of_factor(factor, form)
            if rising == 0:
                continue
            expected = rising * (node.args[0] - inner(-rest / factor))
            try:
                return same(form.gap, expected, goal.region, tally, f"{where}, inverse")
            except Rejected as reason:
                reasons.append(reason)
    raise reasons[0] if reasons else Rejected(f"{where}: the gap is not k (f(u) - v) with a rising f whose inverse is total")


def _sign_of_factor(factor: Expr, form: SignForm) -> int:
    """1 or -1 where the sign is certain: a number, or the expression the form lists as positive; 0 otherwise."""
    if factor.free_symbols or form.positive:
        listed = form.positive[0] if form.positive else S.Zero
        return 1 if factor == listed else -1 if factor == -listed else 0
    value = compiled(factor).ball({}, 128)
    return 1 if value > 0 else -1 if value < 0 else 0


def affine_in(gap: Expr, node: Expr) -> tuple[Expr, Expr] | None:
    """(a, b) with gap = a node + b, neither of which contains the node; None if it is not so."""
    place = Dummy("place", real=True)
    moved = gap.xreplace({node: place})
    factor, rest = moved.diff(place), moved.xreplace({place: S.Zero})
    if factor.has(place) or factor.is_zero is not False or expand(moved - factor * place - rest) != 0:
        return None
    return factor, rest


def _check_derivative(claimed: Expr, expr: Expr, name: str, goal: Goal, tally: Tally, where: str) -> None:
    """On the whole box: moving along an edge may leave the side conditions."""
    if name not in goal.region.names:
        raise Rejected(f"{where}: {name} is no variable of the region")
    derivative = expr.diff(Symbol(name, real=True))
    if not (differentiable(expr, name) and differentiable(derivative, name) and differentiable(claimed, name)):
        raise Rejected(f"{where}: the derivative of something that may jump")
    same(claimed, derivative, Region(**goal.region.intervals), tally, where)


def _check_contact(contact: Contact, form: SignForm, goal: Goal, tally: Tally, where: str) -> None:
    interval = goal.region.intervals.get(contact.name)
    end = None if interval is None else interval.lo if contact.low else interval.hi
    if end is None:
        raise Rejected(f"{where}: the region has no such face")
    if not 2 <= len(contact.derivatives) <= MAX_ORDER + 1:
        raise Rejected(f"{where}: a contact of order {len(contact.derivatives) - 1}")
    first, *others = contact.derivatives
    same(first, form.gap, Region(**goal.region.intervals), tally, where)
    for order, derivative in enumerate(others, 1):
        _check_derivative(derivative, contact.derivatives[order - 1], contact.name, goal, tally, f"{where}, derivative {order}")
    for order, derivative in enumerate(contact.derivatives[:-1]):
        value = derivative.subs(Symbol(contact.name, real=True), rational_of(end))
        if not identical(value, S.Zero):
            raise Rejected(f"{where}: derivative {order} is not shown to vanish on the face")


# -- leaves -------------------------------------------------------------------------------------------------------------


def check_boxes(goal: Goal, proof: Boxes, tally: Tally, where: str) -> None:
    """Every leaf shows the sign, and the leaves tile the region."""
    if not LEAST_BITS <= proof.bits <= MOST_BITS:
        raise Rejected(f"{where}: {proof.bits} bits; {LEAST_BITS} to {MOST_BITS} are allowed")
    if any(leaf.box.keys() != goal.box.keys() for leaf in proof.leaves):
        raise Rejected(f"{where}: a box is not in the variables {', '.join(goal.region.names)}")
    if not tiles(goal.box, [leaf.box for leaf in proof.leaves]):
        raise Rejected(f"{where}: the boxes do not tile the region")
    for place, form in enumerate(proof.forms):
        check_form(form, goal, tally, f"{where}, form {place}")
    for place, leaf in enumerate(proof.leaves):
        _Leaf(goal, proof, leaf, f"{where}, box {place}").check()
        tally.leaves += 1


@dataclass(frozen=True)
class _Leaf:
    goal: Goal
    proof: Boxes
    leaf: Leaf
    where: str

    def check(self) -> None:
        ways = {"value": self._value, "face": self._face, "mean": self._mean, "contact": self._contact}
        with working_precision(self.proof.bits):
            if self.leaf.by == "outside":
                return self._outside()
            if self.leaf.by not in ways:
                raise self._no(f"no way {self.leaf.by[:20]!r} to settle a box")
            form = self._entry(self.proof.forms, self.leaf.form, "form")
            for expr in form.positive:
                if not self._clean(expr, self.leaf.box).is_positive():
                    raise self._no("a factor of the form is not positive")
            ways[self.leaf.by](form)

    def _value(self, form: SignForm) -> None:
        self._settle(self._clean(form.gap, self.leaf.box))

    def _face(self, form: SignForm) -> None:
        self._settle(self._clean(form.gap, self._least_face(form)))

    def _mean(self, form: SignForm) -> None:
        """Value at the middle plus slopes on the box times distances from the middle."""
        face = self._least_face(form)
        wide = {name: ends for name, ends in face.items() if ends[0] is None or ends[0] != ends[1]}
        if not wide.keys() <= self.leaf.slopes.keys() or any(None in ends for ends in wide.values()):
            raise self._no("a variable without slope, or without end")
        middle = {name: (lo + hi) / 2 for name, (lo, hi) in wide.items() if lo is not None and hi is not None}
        total = self._clean(form.gap, {**face, **{name: (value, value) for name, value in middle.items()}})
        for name, (lo, hi) in wide.items():
            slope = self._clean(self._slope(form, name, self.leaf.slopes[name]), face)
            assert lo is not None and hi is not None
            total = total + slope * RealInterval.from_fractions(lo - middle[name], hi - middle[name])
        self._settle(total)

    def _least_face(self, form: SignForm) -> Box:
        """The face on which the form is least, collapsing one variable after the other in which it is monotone."""
        face, closed = dict(self.leaf.box), set()
        for name, (low, index) in self.leaf.faces.items():
            image = self._clean(self._slope(form, name, index), face)
            if not (image.is_nonnegative() if low else image.is_nonpositive()):
                raise self._no(f"the slope in {name} changes its sign")
            end = face[name][0 if low else 1]
            if end is None:
                raise self._no(f"{name} has no such end")
            face[name] = (end, end)
            closed.add((name, low))
        self._clean(form.gap, self.leaf.box, closed)  # continuous up to the face
        return face

    def _contact(self, form: SignForm) -> None:
        """Taylor's formula from the face: the first derivative that does not vanish there decides."""
        leaf, contact = self.leaf, self._entry(form.contacts, self.leaf.contact, "contact")
        interval = self.goal.region.intervals[contact.name]
        lo, hi = leaf.box[contact.name]
        if (lo != interval.lo) if contact.low else (hi != interval.hi):
            raise self._no("does not touch the contact face")
        if self.goal.strict and not (interval.lo_open if contact.low else interval.hi_open):
            raise self._no("touches a face of the region on which equality holds")
        *vanishing, last = contact.derivatives
        for derivative in vanishing:
            self._clean(derivative, leaf.box, {(contact.name, contact.low)})
        if any(piece.keys() != leaf.box.keys() for piece in leaf.pieces) or not tiles(leaf.box, leaf.pieces):
            raise self._no("the pieces do not tile the box")
        growing = contact.low or len(vanishing) % 2 == 0
        images = [self._clean(last, piece) for piece in leaf.pieces]
        self._settle_all((image if growing else -image for image in images), strict=True)

    def _outside(self) -> None:
        condition = self._entry(self.goal.region.such_that, self.leaf.condition, "side condition")
        if not isinstance(condition, Rel) or condition.rel not in OPPOSITE:
            raise self._no("its side condition is not an inequality")
        gap = condition.rhs - condition.lhs if ">" in condition.rel else condition.lhs - condition.rhs
        image = self._image(gap, self.leaf.box)
        if image.partial or not (image.is_positive() if "=" in condition.rel else image.is_nonnegative()):
            raise self._no(f"{condition.text()[:60]} does not fail on all of it")
        self._compare(image.lo)

    def _settle(self, image: RealInterval) -> None:
        self._settle_all([image], self.goal.strict)

    def _settle_all(self, images: Iterable[RealInterval], strict: bool) -> None:
        found = list(images)
        if not all(image.is_positive() if strict else image.is_nonnegative() for image in found):
            raise self._no("the sign is not shown")
        self._compare(min(image.lo for image in found))

    def _compare(self, least: arb) -> None:
        """The bound in the file is what this claim gives: a little below at most, above only by rounding.

        A contact and a box outside may go without one: the claim itself is in their derivatives and conditions.
        """
        if not self.leaf.bound and self.leaf.by in ("contact", "outside"):
            return
        if not self.leaf.bound:
            raise self._no("has no bound")
        bound = end_from_text(self.leaf.bound, f"{self.where}: bound")
        size = max(arb(1), abs(bound))
        if not (bound - least <= size * arb(2) ** (8 - self.proof.bits) and least - bound <= size * arb(2) ** -20):
            raise self._no("the bound is not what this claim gives")

    def _clean(self, expr: Expr, box: Box, closed: Collection[tuple[str, bool]] = ()) -> RealInterval:
        image = self._image(expr, box, closed)
        if flagged(image):
            raise self._no("reaches the edge of a domain")
        return image

    def _image(self, expr: Expr, box: Box, closed: Collection[tuple[str, bool]] = ()) -> RealInterval:
        try:
            return image_on(expr, self.goal.region, box, self.proof.bits, closed)
        except (DplemmaError, ValueError, ZeroDivisionError) as error:
            raise self._no(f"cannot be evaluated ({error})") from None

    def _slope(self, form: SignForm, name: str, index: int) -> Expr:
        return self._entry(form.slopes.get(name, ()), index, f"slope in {name}")

    def _entry(self, entries: Sequence[Any], index: int, what: str) -> Any:
        if not 0 <= index < len(entries):
            raise self._no(f"there is no {what} number {index}")
        return entries[index]

    def _no(self, reason: str) -> Rejected:
        return Rejected(f"{self.where}: {reason}")
