"""Error rates of the best attack: the true positive rate at a false positive rate, enclosed from both sides.

Main definitions: `true_positive_rate`, `convex_minimum`.

For one direction with profile delta(y), y real, the greatest true positive rate of a test of level fpr is, by the lemma of
Neyman and Pearson, the minimum over u = e^y > 0 of g(u) = delta(log u) + fpr u; g is convex. Any value of g bounds it from
above. From below: on a cell between two points a convex function is above the lines through the two neighbouring pairs of
points, extended into the cell, and outside all points above the outermost ones. Where doubles do not find the minimum, for a
rate next to 1, another bound holds at every v > 0: as delta does not increase, g(u) >= delta(log v) for u <= v and g(u) >= fpr v
for u >= v.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from flint import arb, fmpq

from dplemma.account.accountant import Accountant, Enclosure
from dplemma.arb.ends import larger, smaller
from dplemma.arb.precision import working_precision

Point = tuple[arb, arb, arb]
"""u, and a lower and an upper bound of g(u)."""


def true_positive_rate(accountant: Accountant, fpr: fmpq) -> Enclosure:
    """The greatest true positive rate of a test with this false positive rate, the larger of both directions."""
    best = None
    for direction in accountant.directions:
        found = _one_rate(accountant, direction, fpr)
        best = found if best is None else best.larger(found)
    assert best is not None
    return best


def _one_rate(accountant: Accountant, direction: str, fpr: fmpq) -> Enclosure:
    accurate = accountant.sharpest(direction)

    def objective(y: float) -> Point:
        with working_precision(accountant.bits):
            found, level = accountant.one_delta(direction, arb(y), accurate), arb(y).exp()
            moved = arb(fpr) * level
            return level, (found.lower + moved).lower(), (found.upper + moved).upper()

    place, scale = _located_minimum(lambda y: float(objective(y)[2]))
    gap = scale / 512
    points = [objective(place + gap * j) for j in (-3, -1, 1, 3)]
    with working_precision(accountant.bits):
        lower, upper = convex_minimum(points)
        if not lower > fpr:
            lower = larger(lower, _rate_next_to_one(accountant, direction, fpr, accurate))
    method = accountant.one_delta(direction, arb(max(place, 0.0)), accurate).method
    return Enclosure(larger(lower, arb(fpr).lower()), smaller(upper, arb(1)), method, direction)


def _rate_next_to_one(accountant: Accountant, direction: str, fpr: fmpq, width: float) -> arb:
    """The lower bound min(delta(log v), fpr v) at a v next to 1/fpr."""
    y = -arb(fpr).log().mid()
    return smaller(accountant.one_delta(direction, y, width).lower, (arb(fpr) * y.exp()).lower())


def _located_minimum(objective: Callable[[float], float]) -> tuple[float, float]:
    """About where a function that falls and then rises is least, and how far it takes it to rise by a fiftieth."""
    middle, stride = 0.0, 0.25
    here = objective(middle)
    if objective(middle + stride) > here:
        stride = -stride
    while True:
        following = objective(middle + stride)
        if following >= here:
            break
        middle, here, stride = middle + stride, following, stride * 1.5
    low, high = sorted((middle - stride, middle + stride))
    ratio = (math.sqrt(5) - 1) / 2
    a, b = high - ratio * (high - low), low + ratio * (high - low)
    at_a, at_b = objective(a), objective(b)
    while high - low > 1e-4 * (abs(high) + 0.01):
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - ratio * (high - low)
            at_a = objective(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + ratio * (high - low)
            at_b = objective(b)
    place = (low + high) / 2
    least, scale = objective(place), 1e-3
    while scale < 8 and objective(place + scale) < 1.02 * least:
        scale *= 2
    return place, scale


def convex_minimum(points: Sequence[Point]) -> tuple[arb, arb]:
    """Bounds of the infimum over u > 0 of a convex function, from enclosures at increasing points.

    If the outermost pairs do not fall and rise with certainty, the infimum may lie outside and the lower bound is 0, which
    stands for nothing known of a function that is nowhere negative.
    """
    upper = points[0][2]
    for _, _, high in points[1:]:
        upper = smaller(upper, high)
    if not (points[0][1] > points[1][2] and points[-1][1] > points[-2][2]):
        return arb(0), upper
    lower = smaller(points[0][1], points[-1][1])
    for i in range(len(points) - 1):
        lower = smaller(lower, _least_on_cell(points, i))
    return lower, upper


def _least_on_cell(points: Sequence[Point], i: int) -> arb:
    """A lower bound on [u_i, u_(i+1)]: where the extended lines cross, or the lower end of the one there is."""
    left, right = points[i], points[i + 1]
    fall = _slope(points[i - 1], left, steep=False) if i > 0 else None
    rise = _slope(right, points[i + 2], steep=True) if i + 2 < len(points) else None
    gap = right[0] - left[0]
    ends = []
    if fall is not None:
        ends.append(left[1].min(left[1] + fall * gap).lower())
    if rise is not None:
        ends.append(right[1].min(right[1] - rise * gap).lower())
    if fall is not None and rise is not None and fall < 0 and rise > 0:
        # At every u the larger line bounds from below; left of the crossing that is the falling one, so that the value at
        # the crossing, or at the end of the cell nearest to it, is at least the smaller of both anywhere.
        at = ((left[1] - right[1] + rise * gap) / (rise - fall)).mid().max(arb(0)).min(gap.lower())
        ends.append((left[1] + fall * at).min(right[1] - rise * (gap - at)).lower())
    best = ends[0]
    for end in ends[1:]:
        best = larger(best, end)
    return best


def _slope(first: Point, second: Point, *, steep: bool) -> arb:
    """A bound of the slope of the line through two points: from above if steep, else from below."""
    rise = second[2] - first[1] if steep else second[1] - first[2]
    slope = rise / (second[0] - first[0])
    return slope.upper() if steep else slope.lower()
