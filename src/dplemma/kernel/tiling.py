"""Boxes: leaves that tile the region, on each of which intervals show the sign of the gap.

Main definition: `check_boxes(goal, proof, where)`.

A *form* is a term with the sign of the gap wherever all its `positive` terms are positive:
    equal      form = gap;                  quotient   gap = form * positive[0];
    log-ratio  gap = A - B and form = log A - log B, positive = (A, B);
    inverse    gap = k (f(u) - v), k = positive[0], and form = u - g(v), or both negated, for the increasing
               f, g = PhiInv, Phi and log, exp.
A *leaf* settles its box by one form:
    value      the image of the form on the box has the sign;
    face       the form is monotone in some variables, one after the other; its image on the face where it is least has the sign;
    mean       on that face the value at the middle plus slopes times distances has the sign (mean value theorem);
    contact    the form and its derivatives in a variable vanish on a face up to an order, and the next one has the sign on
               pieces that tile the box (Taylor's formula);
    outside    a relation that is given (one of `conditions`) fails on the whole box.
Slopes that are offered are used only after the normal form has shown them equal to the kernel's own derivative. That speaks of
the region, and a face may lie outside it; what does not jump is the slope there, too, as a limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.kernel.boxes import Box, Goal, read_box, tiles
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.enclose import image
from dplemma.kernel.exists import box_of, continuous
from dplemma.kernel.function_values import flagged
from dplemma.kernel.normal import equal
from dplemma.kernel.reading import read_relation
from dplemma.kernel.statement import Region, Rel
from dplemma.kernel.term import (
    Json,
    Rejected,
    Term,
    bad,
    call,
    free,
    mul,
    neg,
    put,
    read_term,
    shown,
    sub,
)

LEAST_BITS, MOST_BITS, MOST_LEAVES, MOST_ORDER = 32, 4096, 200_000, 6


# -- forms ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoxForm:
    """A term with the sign of the gap where `positive` are positive; its slopes and its contacts with faces."""

    term: Term
    positive: tuple[Term, ...]
    slopes: Mapping[str, tuple[Term, ...]]
    contacts: tuple[tuple[str, bool, tuple[Term, ...]], ...]


def _same(first: Term, second: Term, region: Region, where: str) -> None:
    if first != second and not equal(first, second, region):
        raise Rejected(f"{where}: {shown(first)} is not shown to equal {shown(second)}")


def _read_form(tree: Json, goal: Goal, where: str) -> BoxForm:
    if not isinstance(tree, dict):
        raise bad(where, "is not a form")
    term = read_term(tree.get("gap"), where)
    positive = tuple(read_term(part, where) for part in tree.get("positive", []))
    if not (free(term).union(*map(free, positive)) <= set(goal.region.names)):
        raise Rejected(f"{where}: a variable that the region does not have")
    _check_form(tree.get("rule"), term, positive, goal, where)
    plain = goal.region.box_only()  # moving along an edge may leave what is given
    slopes = {name: tuple(_read_slope(s, term, name, plain, where) for s in found) for name, found in tree.get("slopes", [])}
    contacts = tuple(_read_contact(part, term, goal, where) for part in tree.get("contacts", []))
    return BoxForm(term, positive, slopes, contacts)


def _check_form(rule: Json, term: Term, positive: tuple[Term, ...], goal: Goal, where: str) -> None:
    if rule == "equal" and not positive:
        _same(term, goal.gap, goal.region, where)
    elif rule == "quotient" and len(positive) == 1:
        _same(mul(term, positive[0]), goal.gap, goal.region, where)
    elif rule == "log-ratio" and len(positive) == 2:
        _same(sub(*positive), goal.gap, goal.region, where)
        _same(term, sub(call("log", positive[0]), call("log", positive[1])), goal.region, where)
    elif rule == "inverse" and len(positive) == 1:
        _check_inverse(term, positive[0], goal, where)
    else:
        raise Rejected(f"{where}: no form {str(rule)[:20]!r} with {len(positive)} positive terms")


def _check_inverse(term: Term, factor: Term, goal: Goal, where: str) -> None:
    """The form is u - g(v) or g(v) - u, so the gap must be k (f(u) - v) or k (v - f(u)), for one of the two pairs."""
    parts = term[1:] if isinstance(term, tuple) and term[0] == "Add" and len(term) == 3 else ()
    for u, minus in (parts, parts[::-1]) if parts else ():
        for sense, image_of in ((1, _opposite(minus)), (-1, minus)):
            inner = u if sense > 0 else _opposite(u)
            for outer, inverse in (("PhiInv", "Phi"), ("log", "exp")):
                if isinstance(image_of, tuple) and image_of[0] == inverse:
                    difference = sub(call(outer, inner), image_of[1])
                    if equal(mul(factor, difference if sense > 0 else neg(difference)), goal.gap, goal.region):
                        return
    raise Rejected(f"{where}: the gap is not k (f(u) - v) with a rising f whose inverse exists everywhere")


def _opposite(term: Term) -> Term:
    """-t, where t = -s as it is written: s."""
    return mul(*term[2:]) if isinstance(term, tuple) and term[:2] == ("Mul", Fraction(-1)) else neg(term)


def _read_slope(tree: Json, term: Term, name: str, region: Region, where: str) -> Term:
    if name not in region.intervals:
        raise Rejected(f"{where}: {str(name)[:20]} is no variable of the region")
    own = _derivative(term, name, where)
    if tree is None:
        return own
    offered = read_term(tree, where)
    if not continuous(offered):
        raise Rejected(f"{where}: {shown(offered)} may jump on a face, where nothing is compared")
    _same(offered, own, region, f"{where}, slope in {name}")
    return offered


def _derivative(term: Term, name: str, where: str) -> Term:
    if not smooth(term, name):
        raise Rejected(f"{where}: the slope in {name} of something that may jump or have a corner")
    return derivative(term, name)


def _read_contact(tree: Json, term: Term, goal: Goal, where: str) -> tuple[str, bool, tuple[Term, ...]]:
    """All derivatives but the last vanish on the face."""
    name, low, offered = tree["name"], tree["low"], tree["derivatives"]
    interval = goal.region.intervals.get(name)
    end = None if interval is None else interval.lo if low else interval.hi
    if end is None or interval is None or interval.integer:
        raise Rejected(f"{where}: the region has no such face")
    if not isinstance(offered, list) or not 1 <= len(offered) <= MOST_ORDER:
        raise Rejected(f"{where}: a contact of order {len(offered)}")
    plain, found = goal.region.box_only(), [term]
    for part in offered:
        found.append(_read_slope(part, found[-1], name, plain, where))
    for order, part in enumerate(found[:-1]):
        value = put(part, {name: end})
        if not equal(value, Fraction(0), plain.without(name)):
            raise Rejected(f"{where}: derivative {order} is not shown to vanish on the face")
    return name, bool(low), tuple(found)


def given_relation(tree: Json, region: Region, where: str) -> Rel:
    """A relation that is given on the region, as it stands or with an equal gap."""
    rel = read_relation(tree, where)
    for other in region.given:
        if rel == other:
            return other
        if {rel.rel, other.rel} & {"=", "!="} or rel.strict != other.strict:
            continue
        if equal(rel.gap, other.gap, region):
            return other
    raise Rejected(f"{where}: {rel.text()} is not given")


# -- leaves -----------------------------------------------------------------------------------------------------------------


def check_boxes(goal: Goal, proof: Json, where: str) -> int:
    """Every leaf shows the sign and the leaves tile the region; their number."""
    bits, leaves = proof.get("bits"), proof.get("leaves")
    if not isinstance(bits, int) or not LEAST_BITS <= bits <= MOST_BITS:
        raise Rejected(f"{where}: {LEAST_BITS} to {MOST_BITS} bits are allowed")
    if not isinstance(leaves, list) or not 1 <= len(leaves) <= MOST_LEAVES:
        raise Rejected(f"{where}: one to {MOST_LEAVES} boxes are allowed")
    boxes = [read_box(leaf.get("box"), f"{where}, box {n}") for n, leaf in enumerate(leaves)]
    if not tiles(goal.box, boxes):
        raise Rejected(f"{where}: the boxes do not tile the region")
    forms = [_read_form(form, goal, f"{where}, form {n}") for n, form in enumerate(proof.get("forms", []))]
    conditions = [given_relation(tree, goal.region, where) for tree in proof.get("conditions", [])]
    for n, (leaf, box) in enumerate(zip(leaves, boxes, strict=True)):
        with working_precision(bits):
            _Leaf(goal, forms, conditions, bits, leaf, box, f"{where}, box {n}").check()
    return len(leaves)


@dataclass(frozen=True)
class _Leaf:
    goal: Goal
    forms: Sequence[BoxForm]
    conditions: Sequence[Rel]
    bits: int
    leaf: Mapping[str, Any]
    box: Box
    where: str

    def check(self) -> None:
        by = self.leaf.get("by")
        ways = {"value": self._value, "face": self._face, "mean": self._mean, "contact": self._contact}
        if by == "outside":
            return self._outside()
        if by not in ways:
            raise self._no(f"no way {str(by)[:20]!r} to settle a box")
        form = self._entry(self.forms, self.leaf.get("form", 0), "form")
        for term in form.positive:
            if not self._image(term, self.box).is_positive():
                raise self._no("a factor of the form is not positive")
        return ways[by](form)

    def _value(self, form: BoxForm) -> None:
        self._settle(self._image(form.term, self.box))

    def _face(self, form: BoxForm) -> None:
        self._settle(self._image(form.term, self._least_face(form)))

    def _mean(self, form: BoxForm) -> None:
        """Value at the middle plus slopes on the box times distances from the middle."""
        face = self._least_face(form)
        wide = {name: ends for name, ends in face.items() if ends[0] is None or ends[0] != ends[1]}
        slopes = dict(self.leaf.get("slopes", []))
        if not wide.keys() <= slopes.keys():
            raise self._no("a variable without slope")
        middle: dict[str, Fraction] = {}
        for name, (lo, hi) in wide.items():
            if lo is None or hi is None:
                raise self._no("a variable without end")
            middle[name] = (lo + hi) / 2
        total = self._image(form.term, {**face, **{name: (value, value) for name, value in middle.items()}})
        for name, value in middle.items():
            lo, hi = wide[name]
            slope = self._image(self._slope(form, name, slopes[name]), face)
            total = total + slope * RealInterval.from_fractions(_finite(lo) - value, _finite(hi) - value)
        self._settle(total)

    def _least_face(self, form: BoxForm) -> Box:
        """The face on which the form is least, collapsing one variable after the other in which it is monotone."""
        face, closed = dict(self.box), set()
        for name, (low, index) in self.leaf.get("faces", []):
            value = self._image(self._slope(form, name, index), face)
            if not (value.is_nonnegative() if low else value.is_nonpositive()):
                raise self._no(f"the slope in {name} changes its sign")
            end = face[name][0 if low else 1]
            if end is None:
                raise self._no(f"{name} has no such end")
            face[name] = (end, end)
            closed.add((name, bool(low)))
        self._image(form.term, self.box, closed)  # continuous up to the face
        return face

    def _contact(self, form: BoxForm) -> None:
        """Taylor's formula from the face: the first derivative that does not vanish there decides."""
        name, low, derivatives = self._entry(form.contacts, self.leaf.get("contact", 0), "contact")
        interval = self.goal.region.intervals[name]
        if (self.box[name][0] != interval.lo) if low else (self.box[name][1] != interval.hi):
            raise self._no("does not touch the contact face")
        if self.goal.strict and not (interval.lo_open if low else interval.hi_open):
            raise self._no("touches a face of the region on which equality holds")
        *vanishing, last = derivatives
        for term in vanishing:
            self._image(term, self.box, {(name, low)})
        pieces = [read_box(piece, self.where) for piece in self.leaf.get("pieces", [])]
        if not tiles(self.box, pieces):
            raise self._no("the pieces do not tile the box")
        growing = low or len(vanishing) % 2 == 0
        images = [self._image(last, piece) for piece in pieces]
        if not all((value if growing else -value).is_positive() for value in images):
            raise self._no("the sign is not shown")

    def _outside(self) -> None:
        rel = self._entry(self.conditions, self.leaf.get("condition", 0), "condition")
        if rel.rel in ("=", "!="):
            difference = self._any_image(sub(rel.left, rel.right))
            fails = rel.rel == "=" and (difference.is_positive() or difference.is_negative())
        else:
            contrary = self._any_image(neg(rel.gap))
            fails = contrary.is_nonnegative() if rel.strict else contrary.is_positive()
        if not fails:
            raise self._no(f"{rel.text()} does not fail on all of it")

    def _settle(self, value: RealInterval) -> None:
        if not (value.is_positive() if self.goal.strict else value.is_nonnegative()):
            raise self._no("the sign is not shown")

    def _image(self, term: Term, box: Box, closed: Any = ()) -> RealInterval:
        """An image on which every part of the term exists."""
        value = image(term, box_of(self.goal.region, box, closed), self.bits)
        if value is None or flagged(value):
            raise self._no("reaches the edge of a domain" if value is not None else f"{shown(term)} cannot be evaluated")
        return value

    def _any_image(self, term: Term) -> RealInterval:
        """An image of the points at which the term exists: what is given holds at no others."""
        value = image(term, box_of(self.goal.region, self.box), self.bits)
        if value is None:
            raise self._no(f"{shown(term)} cannot be evaluated")
        return value

    def _slope(self, form: BoxForm, name: str, index: int) -> Term:
        return self._entry(form.slopes.get(name, ()), index, f"slope in {name}")

    def _entry(self, entries: Sequence[Any], index: Any, what: str) -> Any:
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(entries):
            raise self._no(f"there is no {what} number {index!r:.20}")
        return entries[index]

    def _no(self, reason: str) -> Rejected:
        return Rejected(f"{self.where}: {reason}")


def _finite(end: Fraction | None) -> Fraction:
    assert end is not None
    return end
