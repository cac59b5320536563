"""Existence: a relation holds at a point only if every part of both sides exists there.

Main definition: `must_exist(term, region, tiles)`, which raises `Rejected` with the part that is not shown to exist.

Partial nodes make demands, each on the region, with the range of a bound variable and the branch of a Piecewise added:

    x^-n, 1/x                  x != 0;   x^(p/q): x >= 0, or x > 0 if negative;   x^y otherwise: x > 0
    log x                      x > 0;    PhiInv p: 0 < p < 1, and so on (`DOMAIN`)
    Piecewise                  some branch applies at each point; each value exists where its branch applies
    Root(f, (x, a, b))         f is smooth and strictly monotone on (a, b) and has both signs there, near the two ends
    ArgMin(f, (x, a, b))       f' is strictly increasing on (a, b) and has both signs there: f is strictly convex
    Inf, Sup                   f is continuous on [a, b], both numbers
    Integral(f, (x, a, b))     f is continuous on [a, b]; or near an infinite or singular end it is a sum of terms, each a bounded
                               factor times a polynomial times exp(q(x)), q a polynomial of degree 1 or 2 that falls to -oo there
    Derivative(f, x)           f is built of differentiable parts, all of whose demands hold strictly, hence in a neighbourhood

A demand is met by the sign of a normal form, by a relation that is given, or by intervals on the box of the region or on tiles
of it. Parts of given relations exist, because what is given holds.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dplemma.arb.intervals import RealInterval
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.convergence import falls
from dplemma.kernel.enclose import LONGEST_SUM, at_point, image
from dplemma.kernel.function_values import DOMAIN, flagged
from dplemma.kernel.limits import sign_near
from dplemma.kernel.signs import positive, sign, sign_of_slope
from dplemma.kernel.solve import straightened, summands
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import (
    BINDERS,
    Rejected,
    Term,
    children,
    free,
    in_exponents,
    nodes,
    opened,
    put,
    shown,
    sub,
    var,
)

Box = Mapping[str, tuple[Fraction | None, Fraction | None]]
BITS = 96
_BEYOND = Fraction(1, 1024)
_TOTAL = (
    "Add", "Mul", "Max", "Min", "exp", "erf", "erfc", "sinh", "cosh", "tanh", "Abs", "sign", "Heaviside", "phi", "Phi", "Q",
    "Mills",
    "LaplaceCDF", "var",
)  # fmt: skip


def must_exist(term: Term, region: Region, tiles: Sequence[Box] = ()) -> None:
    """Reject unless every part of the term exists at every point of the region."""
    if not free(term) <= set(region.names):
        raise Rejected(f"defined: {shown(term)} has a variable that the region does not have")
    _Search(region, tuple(tiles)).show(term, region, strict=False)


def exists(term: Term, region: Region) -> bool:
    try:
        must_exist(term, region)
    except Rejected:
        return False
    return True


def box_of(region: Region, box: Box | None = None, closed: Container[tuple[str, bool]] = ()) -> dict[str, RealInterval]:
    """The box of a region, or a box inside it, as intervals; an end is open where it is an open end of the region.

    Not the ends in `closed`: a variable and whether its low end is meant."""
    found = {}
    for name, interval in region.intervals.items():
        lo, hi = (interval.lo, interval.hi) if box is None else box[name]
        wide = lo is None or lo != hi
        lo_open = wide and interval.lo_open and lo == interval.lo and (name, True) not in closed
        hi_open = wide and interval.hi_open and hi == interval.hi and (name, False) not in closed
        found[name] = RealInterval.from_fractions(lo, hi, lo_open, hi_open)
    return found


@dataclass
class _Search:
    """What is shown to exist, by region; `top` is the region the tiles belong to."""

    top: Region
    tiles: tuple[Box, ...]
    settled: set[tuple[Term, int, bool]] = field(default_factory=set)
    regions: list[Region] = field(default_factory=list)
    summed: int = 0

    def show(self, term: Term, region: Region, strict: bool) -> None:
        if not isinstance(term, tuple) or term[0] == "var":
            if term in ("oo", "-oo"):
                raise Rejected("defined: infinity is not a number")
            return
        key = (term, self._number(region), strict)
        if key in self.settled or (not strict and self._is_given(term, region)):
            return
        if not strict and self._by_image(term, region):
            self.settled.add(key)
            return
        self._node(term, region, strict)
        self.settled.add(key)

    def _number(self, region: Region) -> int:
        if region not in self.regions:
            self.regions.append(region)
        return self.regions.index(region)

    def _is_given(self, term: Term, region: Region) -> bool:
        return any(term in parts_that_exist(side) for rel in region.given for side in (rel.left, rel.right))

    def _by_image(self, term: Term, region: Region) -> bool:
        """On the box of the region, or on its tiles: an image without flags."""
        if any(isinstance(node, tuple) and (node[0] in BINDERS or node[0] == "Derivative") for node in nodes(term)):
            if not free(term):
                return bool(at_point(term, {}, 128).is_finite())
            return False
        boxes = [box_of(region, tile) for tile in self.tiles] if self.tiles and region.intervals == self.top.intervals else []
        for some in ([box_of(region)], boxes):
            if some and all((value := image(term, box, BITS)) is not None and not flagged(value) for box in some):
                return True
        return False

    def _node(self, term: Term, region: Region, strict: bool) -> None:
        head = term[0]
        if head == "Piecewise":
            return self._branches(term, region, strict)
        if head == "Sum":
            return self._sum(term, region, strict)
        if head in BINDERS:
            return getattr(self, f"_{_KIND[head]}")(term, region)
        if head == "Derivative":
            return self._slope(term, region)
        for child in children(term):
            self.show(child, region, strict)
        if head == "Pow":
            self._power(term, region, strict)
        elif head in DOMAIN:
            for argument, interval in zip(term[1:], DOMAIN[head], strict=True):
                self._inside(argument, interval, region, strict, term)
        elif head not in _TOTAL:
            raise Rejected(f"defined: {shown(term)} is not known to exist anywhere")

    # -- partial functions ------------------------------------------------------------------------------------------------

    def _power(self, term: Term, region: Region, strict: bool) -> None:
        base, exponent = term[1:]
        if isinstance(exponent, Fraction) and exponent.denominator == 1:
            if exponent < 0:
                self._must(base, "!=", region, term)
        elif isinstance(exponent, Fraction) and exponent > 0 and not strict:
            self._must(base, ">=", region, term)
        else:
            self._must(base, ">", region, term)

    def _inside(self, argument: Term, interval: Interval, region: Region, strict: bool, term: Term) -> None:
        if interval.integer:
            if not (isinstance(argument, Fraction) and argument in interval) and not _is_integer(argument, region):
                raise Rejected(f"defined: {shown(term)} needs {shown(argument)} to be one of 0, 1, 2, ...")
            return
        for rel in interval.relations(argument):
            self._must(rel.gap, ">" if rel.strict or strict else ">=", region, term)

    def _must(self, gap: Term, kind: str, region: Region, term: Term) -> None:
        if not self._has(gap, kind, region):
            raise Rejected(f"defined: {shown(term)} needs {shown(gap)} {kind} 0")

    def _has(self, gap: Term, kind: str, region: Region) -> bool:
        enough = {">": (">",), ">=": (">", ">=", "="), "!=": (">", "<", "!=")}[kind]
        if sign(gap, region) in enough:
            return True
        boxes = (
            [box_of(region, tile) for tile in self.tiles]
            if self.tiles and region.intervals == self.top.intervals
            else [box_of(region)]
        )
        return all(_sign_of_image(gap, box) in enough for box in boxes)

    # -- branches ---------------------------------------------------------------------------------------------------------

    def _branches(self, term: Term, region: Region, strict: bool) -> None:
        failed: list[Rel] = []
        for value, condition in term[1:]:
            here = region.extended(*failed)
            if condition is True:
                return self.show(value, here, strict)
            rel = Rel(condition[1], condition[0], condition[2])
            for side in (rel.left, rel.right):
                self.show(side, here, strict)
            self.show(value, here.extended(rel), strict)
            failed.append(rel.opposite())
        last = failed[-1].opposite()
        before = region.extended(*failed[:-1])
        if last.rel in ("=", "!=") or not positive(last.gap, before, last.strict):
            raise Rejected(f"defined: {shown(term)} has no branch where all its conditions fail")

    # -- nodes that bind ----------------------------------------------------------------------------------------------------

    def _range(self, term: Term, region: Region, closed: bool) -> tuple[str, Term, Region]:
        """The body with its variable and the region on which it is asked for."""
        for end in term[3:]:
            if end not in ("oo", "-oo"):
                self.show(end, region, False)
        x, body = opened(term, region.names)
        low, high = term[3:]
        numbers = [end for end in (low, high) if isinstance(end, Fraction)]
        if low == "oo" or high == "-oo" or (len(numbers) == 2 and numbers[0] >= numbers[1]):
            raise Rejected(f"defined: the range of {shown(term)} is empty or turned around")
        if all(isinstance(end, Fraction) or end in ("oo", "-oo") for end in (low, high)):
            lo, hi = (None if end in ("oo", "-oo") else end for end in (low, high))
            return x, body, region.extended(**{x: Interval(lo, hi, not closed or lo is None, not closed or hi is None)})
        rel = ("<=", ">=") if closed else ("<", ">")
        bounds = [Rel(var(x), rel[1], low)] if low != "-oo" else []
        bounds += [Rel(var(x), rel[0], high)] if high != "oo" else []
        if len(bounds) == 2 and not self._has(sub(high, low), ">" if not closed else ">=", region):
            raise Rejected(f"defined: the range of {shown(term)} may be empty or turned around")
        return x, body, region.extended(*bounds, **{x: Interval()})

    def _root(self, term: Term, region: Region) -> None:
        """Strictly monotone and of both signs: one sign change, inside."""
        x, body, wide = self._range(term, region, closed=False)
        self.show(body, wide, True)
        self._crossing(body, x, term, region, wide)

    def _crossing(self, body: Term, x: str, term: Term, region: Region, wide: Region) -> None:
        moves = sign_of_slope(body, x, wide) if smooth(body, x) else ""
        if moves not in ("<", ">"):
            raise Rejected(f"defined: what {shown(term)} is about is not shown to be strictly monotone")
        first, last = ("<", ">") if moves == ">" else (">", "<")
        if sign_near(body, x, term[3], "+", region) != first or sign_near(body, x, term[4], "-", region) != last:
            raise Rejected(f"defined: what {shown(term)} is about is not shown to change its sign")

    def _stays(self, term: Term, name: str, region: Region) -> None:
        """Beyond the closed ends of a variable, too, strictly monotone: one zero, by the theorem on implicit functions."""
        if not free(term) <= set(region.names):
            raise Rejected(f"defined: {shown(term)} is not a root for each {name}")
        beyond = region.without(name).extended(**{name: _beyond(region.intervals[name])})
        x, body, wide = self._range(term, beyond, closed=False)
        self.show(body, wide, True)
        if not smooth(body, x) or sign_of_slope(body, x, wide) not in ("<", ">"):
            raise Rejected(f"defined: {shown(term)} may not exist on both sides of an end of {name}")

    def _optimum(self, term: Term, region: Region) -> None:
        """Strictly convex (ArgMin) or concave, with a slope of both signs."""
        x, body, wide = self._range(term, region, closed=False)
        self.show(body, wide, True)
        if not smooth(body, x):
            raise Rejected(f"defined: {shown(term)} of a function that may have corners")
        slope = derivative(body, x)
        self.show(slope, wide, True)
        self._crossing(slope, x, term, region, wide)
        if sign(derivative(slope, x), wide) != (">" if term[0] == "ArgMin" else "<"):
            raise Rejected(f"defined: {shown(term)} of a function that is not shown to be strictly convex or concave")

    def _bounds(self, term: Term, region: Region) -> None:
        if not all(isinstance(end, Fraction) for end in term[3:]):
            raise Rejected(f"defined: {shown(term)} on a range whose ends are not numbers")
        _, body, wide = self._range(term, region, closed=True)
        if not continuous(body):
            raise Rejected(f"defined: {shown(term)} of a function that may jump")
        self.show(body, wide, False)

    def _sum(self, term: Term, region: Region, strict: bool) -> None:
        low, high = term[3:]
        if not all(isinstance(end, Fraction) and end.denominator == 1 for end in (low, high)) or not -1 <= high - low <= 200:
            raise Rejected(f"defined: {shown(term)} is not a sum of a known number of terms")
        x, body = opened(term, region.names)
        for value in range(int(low), int(high) + 1):
            self.summed += 1
            if self.summed > LONGEST_SUM:
                raise Rejected(f"defined: {shown(term)} has too many terms")
            self.show(put(body, {x: Fraction(value)}), region, strict)

    def _integral(self, term: Term, region: Region) -> None:
        low, high = term[3:]
        if low == high:  # zero only beside a value of the integrand: over (x, 2 x) that of 1/t stays log 2 as x falls to 0
            x, body = opened(term, region.names)
            if in_exponents(body, {x}):
                raise Rejected(f"defined: {shown(term)} is over one point, and its exponents change there")
            self.show(low, region, False)
            return self.show(put(body, {x: low}), region, False)
        if low == "oo" or high == "-oo":
            return self._integral((*term[:3], high, low), region)
        if not continuous(term[1]):
            raise Rejected(f"defined: {shown(term)} of a function that may jump")
        try:
            _, body, wide = self._range(term, region, closed=True)
            if low != "-oo" and high != "oo":
                return self.show(body, wide, False)
        except Rejected:
            pass
        self._improper(term, region)

    def _improper(self, term: Term, region: Region) -> None:
        x, body, wide = self._range(term, region, closed=False)
        self.show(body, wide, False)
        z, inner, low, high = straightened(x, body, *term[3:])
        moved = {end for end, to in zip(term[3:], (low, high), strict=True) if to in ("oo", "-oo")}
        if not all(end in moved or self._closed_at(body, x, end, region) for end in term[3:]):
            raise Rejected(f"defined: {shown(term)} has a singular end")
        for part in summands(inner):
            for end, towards in ((low, -1), (high, 1)):
                if end in ("oo", "-oo") and not falls(part, z, towards, region):
                    raise Rejected(f"defined: {shown(term)} is not shown to converge")

    def _closed_at(self, body: Term, x: str, end: Term, region: Region) -> bool:
        """The integrand exists at a finite end, too, so it is bounded near it."""
        try:
            self.show(put(body, {x: end}), region, False)
        except Rejected:
            return False
        return not in_exponents(body, {x})

    def _slope(self, term: Term, region: Region) -> None:
        _, body, name, times = term
        interval = region.intervals.get(name)
        if interval is None or interval.integer:
            raise Rejected(f"defined: no derivative in {name}")
        parts = [node for node in nodes(body) if isinstance(node, tuple)]
        bound = [node for node in parts if node[0] in BINDERS and node[0] != "Sum"]
        if bound and (times > 1 or any(node[0] == "Derivative" for node in parts)):
            raise Rejected(f"defined: {shown(term)} is a second derivative of {shown(bound[0])}")
        for node in bound:
            if node[0] == "Root" and name in free(node):
                self._stays(node, name, region)
            for end in node[3:] if node[0] == "Integral" else ():
                if name in free(end):
                    self.show(end, region, True)
                    if any(isinstance(part, tuple) and part[0] in BINDERS for part in nodes(node[1])):
                        raise Rejected(f"defined: {shown(node[1])} may not exist on both sides of an end that moves")
        for _ in range(times):
            if not smooth(body, name):
                raise Rejected(f"defined: {shown(term)} of a function that may jump or have a corner")
            self.show(body, region, True)
            body = derivative(body, name)
        self.show(body, region, True)


def _beyond(interval: Interval) -> Interval:
    """Open, and around its closed ends."""
    lo = interval.lo if interval.lo is None or interval.lo_open else interval.lo - _BEYOND
    return Interval(lo, interval.hi if interval.hi is None or interval.hi_open else interval.hi + _BEYOND)


_KIND = {
    "Root": "root", "ArgMin": "optimum", "ArgMax": "optimum", "Inf": "bounds", "Sup": "bounds", "Integral": "integral",
}  # fmt: skip


def parts_that_exist(term: Term) -> Iterator[Term]:
    """The parts that exist wherever the term does: all but those of branches and under what binds."""
    yield term
    if isinstance(term, tuple) and term[0] not in ("Piecewise", "var") and term[0] not in BINDERS:
        for child in children(term):
            yield from parts_that_exist(child)


def carried_out(term: Term) -> Term:
    """The term with its derivatives carried out; the same wherever it has been shown to exist."""
    if not isinstance(term, tuple) or not any(isinstance(node, tuple) and node[0] == "Derivative" for node in nodes(term)):
        return term
    if term[0] == "Derivative":
        body = carried_out(term[1])
        for _ in range(term[3]):
            body = derivative(body, term[2])
        return body
    if term[0] in BINDERS or term[0] == "Piecewise":
        return term
    return (term[0], *(carried_out(part) for part in term[1:]))


def continuous(term: Term) -> bool:
    """No node in it may jump."""
    return not any(isinstance(node, tuple) and node[0] in ("sign", "Heaviside", "Piecewise") for node in nodes(term))


def _is_integer(term: Term, region: Region) -> bool:
    """Sums, products and differences of integers >= 0 of the region; only a bare variable here."""
    return (
        isinstance(term, tuple) and term[0] == "var" and term[1] in region.intervals and _within_whole(region.intervals[term[1]])
    )


def _within_whole(interval: Interval) -> bool:
    return interval.integer and interval.lo is not None and interval.lo >= 0


def _sign_of_image(gap: Term, box: Mapping[str, RealInterval]) -> str:
    value = image(gap, box, BITS)
    if value is None or flagged(value):
        return ""
    return ">" if value.is_positive() else "<" if value.is_negative() else ">=" if value.is_nonnegative() else ""
