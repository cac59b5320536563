"""Certified roots of strictly monotone functions: locate cheaply, then prove.

The root is located by a safeguarded Newton (or secant) iteration at low precision and proved in one of two ways:
    interval Newton    N(B) = m - f(m)/f'(B), m the midpoint of the ball B; N(B) inside the interior of B proves that B
                       holds exactly one root and that it lies in N(B). Repeating it squares the width.
    sign change        certified opposite signs of f at the two ends of an interval (intermediate value theorem),
                       used when there is no derivative or when it is too flat for Newton.
Floating-point guesses steer the search only; no enclosure depends on them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from flint import arb, ctx

from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

_LOCATE_BITS = 64
_LOCATED = arb(2) ** -24
"""A Newton step this small, relative to x, hands over to the interval Newton steps."""
_NOISE = arb(2) ** -50
"""Relative error expected of a root located at low precision."""
_LONGEST_EXPANSION = 32
_LONGEST_LOCATION = 120
_LONGEST_POLISH = 64

Function = Callable[[arb], arb]


def bracketed_root(
    f: Function, fprime: Function | None, lo: arb, hi: arb, *, seed: arb | None = None, max_steps: int = 2000
) -> arb:
    """The root of a strictly monotone f in [lo, hi], as a ball that provably contains it.

    f and fprime enclose the function and its derivative on balls, at the precision current when they are called.
    lo and hi are exact and may be infinite. With fprime, a good seed needs no evaluation at lo or hi.
    If f may be a fat ball (f depends on an inexact parameter), the result holds the root for every parameter value.

    Returns `arb.nan()` if f has the same certified sign at both ends: then there is no root between them.
    An infinite end counts only through the finite points searched on the way to it, so it never yields nan.
    Raises `OutOfBudget` after max_steps evaluations of f, or when the sign at an end stays unknown.
    """
    search = _Search(f=f, fprime=fprime, domain=(lo, hi), budget=max_steps)
    if seed is not None and fprime is not None and seed.is_finite():
        start = seed.mid()
        if lo <= start <= hi:
            found = search.prove(_Bracket(lo=lo, hi=hi, rising=bool(fprime(start) > 0)), start)
            if found is not None:
                return found
    bracket = search.bracket(lo, hi, seed)
    if bracket is None:
        return arb.nan()
    if bracket.lo == bracket.hi:
        return bracket.lo
    found = search.prove(bracket, bracket.split())
    return found if found is not None else search.bisect(bracket)


def polished_root(
    pair: Callable[[arb], tuple[arb, arb]], seed: arb, seed_bits: int, lost: int = 0, slope_on: Function | None = None
) -> arb | None:
    """The root near a seed that agrees with it to about `seed_bits` bits, proved by one interval Newton step.

    `pair(x)` encloses f(x) and f'(x), `slope_on(ball)` f' alone if that is cheaper. Newton's method on midpoints doubles
    the bits, each step at just the precision it needs (`lost` bits more than it keeps, because f cancels that many); then
    N(B) = m - f(m)/f'(B) inside the interior of the ball B proves existence and uniqueness in B.
    None if the seed was not good enough: nothing is claimed then.
    """
    wanted = ctx.prec
    x, bits = seed, seed_bits
    for _ in range(_LONGEST_POLISH):
        if 2 * bits >= wanted - 4:
            break
        precision = min(wanted, 2 * bits + 16) + lost
        with working_precision(precision):
            value, slope = pair(x)
            step = (value / slope).mid()
            x = (x - step).mid()
        agreed = _agreement(step, x)
        if agreed < 12:
            return None
        bits = min(2 * agreed - 4, precision - lost - 4)
    else:  # the midpoints of wide values need not settle
        return None
    with working_precision(wanted + lost + 8):
        value, slope = pair(x)
        # An x that is right to the last bit would have a ball narrower than the rounding of its image.
        ball = arb(x, (3 * (value / slope)).abs_upper() + abs(x) * arb(2) ** -(wanted + 2))
    with working_precision(min(wanted, bits + 32) + lost):
        slope = slope_on(ball) if slope_on is not None else pair(ball)[1]
    with working_precision(wanted + 8):
        image = x - value / slope
    return image if ball.contains_interior(image) else None


def _agreement(step: arb, x: arb) -> int:
    """Number of leading bits of exact x that a change by the exact `step` leaves alone; 0 if there is no saying."""
    if step.is_zero():
        return ctx.prec
    if not (x.is_finite() and step.is_finite()) or x.is_zero():
        return 0
    (m, e), (n, f) = x.man_exp(), step.man_exp()
    return int(e) + int(m).bit_length() - int(f) - int(n).bit_length()


def first_index(holds: Callable[[int], bool], start: int) -> int:
    """Least integer j >= start where a condition that stays true once true holds; it must hold somewhere."""
    if holds(start):
        return start
    step = 1
    while not holds(start + step):
        step *= 2
    low, high = start + step // 2, start + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def peak_window(
    falling: Callable[[int], bool], log_term: Callable[[int], float], *, drop: float, longest: int
) -> tuple[int, int] | None:
    """First and last j >= 0 around the largest of log-concave terms, beyond which they are below e^-drop times it.

    falling(j) says that term j + 1 is smaller than term j. None if the window is longer than `longest`.
    """
    peak = first_index(falling, 0)
    floor = log_term(peak) - drop
    last = first_index(lambda j: log_term(j) < floor, peak)
    first = max(0, peak - first_index(lambda j: j > peak or log_term(peak - j) < floor, 0))
    return (first, last) if last - first <= longest else None


@dataclass(kw_only=True)
class _Bracket:
    """An interval that holds the root, and whether f rises through it."""

    lo: arb
    hi: arb
    rising: bool

    def cut(self, x: arb, sign: int) -> None:
        """Shorten the bracket at x, where f has this certified sign."""
        if (sign > 0) == self.rising:
            self.hi = x
        else:
            self.lo = x

    def split(self) -> arb:
        """A point inside: the midpoint, or the geometric one where the ends are of different order."""
        lo, hi = self.lo, self.hi
        if lo.is_finite() != hi.is_finite():
            return (lo + abs(lo) + 1).mid() if lo.is_finite() else (hi - abs(hi) - 1).mid()
        if not lo.is_finite():
            return arb(0)
        with working_precision(_LOCATE_BITS):
            for near, far in ((lo, hi), (-hi, -lo)):
                if near >= 0 and far > 16 * near:
                    geometric = (far * near).sqrt() if near > 0 else (far * far if far < 0.25 else far / 16)
                    inner = geometric.mid() if near is lo else -geometric.mid()
                    if lo < inner < hi:
                        return inner
        # Bracket ends may agree to more bits than the working precision: their mean is formed without rounding.
        with working_precision(_exact_sum_bits(lo, hi)):
            return ((lo + hi) / 2).mid()


def _exact_sum_bits(a: arb, b: arb) -> int:
    exponents = [int(x.man_exp()[1]) for x in (a, b) if not x.is_zero()]
    return ctx.prec + max(a.bits(), b.bits()) + (max(exponents) - min(exponents) if exponents else 0) + 2


def _sign(value: arb) -> int:
    return 1 if value > 0 else -1 if value < 0 else 0


@dataclass(kw_only=True)
class _Search:
    """Counted evaluations of one function and the strategies built on them."""

    f: Function
    fprime: Function | None
    domain: tuple[arb, arb]
    budget: int
    spent: int = field(default=0)

    def value(self, x: arb, bits: int) -> arb:
        self.spent += 1
        if self.spent > self.budget:
            raise OutOfBudget(f"no certified root after {self.budget} evaluations; try more steps or a better seed")
        with working_precision(bits):
            return self.f(x)

    def sign(self, x: arb) -> int:
        """Certified sign of f at exact x, 0 if it is not certain at the working precision."""
        bits = ctx.prec
        if bits > _LOCATE_BITS:
            quick = _sign(self.value(x, _LOCATE_BITS))
            if quick:
                return quick
        return _sign(self.value(x, bits))

    def bracket(self, lo: arb, hi: arb, seed: arb | None) -> _Bracket | None:
        """Certified sign change between lo and hi; None if there is none, a point if f is exactly 0 at an end."""
        for end in (lo, hi):
            if end.is_finite() and self.value(end, ctx.prec).is_zero():
                return _Bracket(lo=end, hi=end, rising=True)
        at_lo = self.sign(lo) if lo.is_finite() else None
        at_hi = self.sign(hi) if hi.is_finite() else None
        for sign, end in ((at_lo, lo), (at_hi, hi)):
            if sign == 0:
                raise OutOfBudget(f"the sign at {end.str(10, radius=False)} is not certain at {ctx.prec} bits")
        if at_lo is not None and at_hi is not None:
            return None if at_lo == at_hi else _Bracket(lo=lo, hi=hi, rising=at_hi > 0)
        return self._expand(lo, hi, at_lo, at_hi, seed)

    def _expand(self, lo: arb, hi: arb, at_lo: int | None, at_hi: int | None, seed: arb | None) -> _Bracket:
        """Walk towards the infinite ends, from the finite end or both ways, until f changes its certified sign."""
        if at_lo is not None:
            start, known = lo, at_lo
        elif at_hi is not None:
            start, known = hi, at_hi
        else:
            start, known = self._signed_start(seed)
        # Only points with a certified sign may become ends of the bracket.
        left = right = start
        for step in range(_LONGEST_EXPANSION):
            reach = arb(4) ** (step if step < 8 else int(8 * 1.5 ** (step - 8)))
            if not hi.is_finite():
                outer = (start + reach).mid()
                sign = self.sign(outer)
                if sign == -known:
                    return _Bracket(lo=right, hi=outer, rising=sign > 0)
                right = outer if sign else right
            if not lo.is_finite():
                outer = (start - reach).mid()
                sign = self.sign(outer)
                if sign == -known:
                    return _Bracket(lo=outer, hi=left, rising=sign < 0)
                left = outer if sign else left
        raise OutOfBudget("no sign change found towards the infinite end; give finite ends or a seed")

    def _signed_start(self, seed: arb | None) -> tuple[arb, int]:
        """A point near the seed, or near 0, where the sign of f is certain."""
        start = seed.mid() if seed is not None and seed.is_finite() else arb(0)
        for point in (start, (start + 1).mid(), (2 * start + 3).mid()):
            sign = self.sign(point)
            if sign:
                return point, sign
        raise OutOfBudget(f"the sign near {start.str(10, radius=False)} is not certain at {ctx.prec} bits")

    def prove(self, bracket: _Bracket, start: arb) -> arb | None:
        """Locate the root from `start` and certify it; None if that did not work."""
        located, error = self._locate(bracket, start)
        if self.fprime is None:
            return self._prove_by_signs(bracket, located)
        return self._interval_newton(self.fprime, located, error)

    def _slope(self, x: arb, bits: int) -> arb:
        """A guess of f'(x), from fprime or a difference quotient."""
        if self.fprime is not None:
            with working_precision(bits):
                return self.fprime(x).mid()
        shift = (arb(1) if x.is_zero() else abs(x)) * arb(2) ** (-bits // 2)
        rise = self.value((x + shift).mid(), bits) - self.value((x - shift).mid(), bits)
        return (rise / (2 * shift)).mid()

    def _locate(self, bracket: _Bracket, x: arb) -> tuple[arb, arb]:
        """Newton on midpoints at low precision, kept inside the bracket; a point and a guess of its error."""
        bits = min(ctx.prec, _LOCATE_BITS)
        step = before = arb.pos_inf()
        for _ in range(_LONGEST_LOCATION):
            value = self.value(x, bits)
            sign = _sign(value)
            slope = self._slope(x, bits)
            if sign == 0 and value.is_finite():
                return x, abs(value / slope)
            if sign:
                bracket.cut(x, sign)
            following = (x - value.mid() / slope).mid()
            inside = following.is_finite() and bracket.lo < following < bracket.hi
            # Steps that stop shrinking mean a crawl along a steep or flat flank: halving the bracket is faster.
            if not inside or 2 * abs(following - x) > before:
                following = bracket.split()
            x, step, before = following, abs(following - x), step
            if step <= abs(x) * _LOCATED:
                break
        # The error left by a located Newton step is about the square of the step.
        return x, step * _LOCATED

    def _interval_newton(self, fprime: Function, x: arb, error: arb) -> arb | None:
        """Interval Newton with rising precision, from a located x; None if no ball could be certified."""
        full = ctx.prec
        bits = min(full, 2 * _LOCATE_BITS)
        ball = arb(x, (16 * error + abs(x) * _NOISE).abs_upper()) if error.is_finite() else arb(x, abs(x) * _NOISE)
        certified = False
        for _ in range(24):
            if not (self.domain[0] <= ball and ball <= self.domain[1]):
                return None
            middle = ball.mid()
            value = self.value(middle, bits)
            if value.is_zero():
                return middle
            with working_precision(bits // 2 + 16):
                slope = fprime(ball)
            with working_precision(full + 8):
                image = middle - value / slope
            limit = 4 * value.rad() / slope.abs_lower()
            if ball.contains_interior(image):
                done = not image.rad() > limit
                ball, certified = image, True
            elif certified:
                done = True
                ball = ball.intersection(image) if image.is_finite() else ball
            else:
                done = not image.is_finite()
                ball = arb(image.mid(), (8 * (image.rad() + abs(image.mid() - middle))).abs_upper()) if not done else ball
            if done and bits == full:
                return ball + 0 if certified else None
            bits = min(full, 2 * bits)
        return ball + 0 if certified else None

    def _prove_by_signs(self, bracket: _Bracket, x: arb) -> arb | None:
        """Sharpen a located x, then find a small interval around it with certified opposite signs at its ends."""
        full, bits = ctx.prec, min(ctx.prec, _LOCATE_BITS)
        while True:
            bits = min(full, 2 * bits)
            value, slope = self.value(x, bits), self._slope(x, bits)
            if value.is_zero():
                return x
            following = (x - value.mid() / slope).mid()
            if not (bracket.lo < following < bracket.hi):
                return None
            x = following
            if bits == full:
                break
        radius = (4 * value.rad() / slope).abs_upper() + (arb(1) if x.is_zero() else abs(x)) * arb(2) ** (3 - full)
        for _ in range(full):
            left, right = (x - radius).mid().max(bracket.lo), (x + radius).mid().min(bracket.hi)
            at_left, at_right = self.sign(left), self.sign(right)
            if at_left * at_right < 0:
                bracket.lo, bracket.hi = left, right
                return self.bisect(bracket)
            if left == bracket.lo and right == bracket.hi:
                return None
            radius *= 16
        return None

    def bisect(self, bracket: _Bracket) -> arb:
        """Certified bisection down to the working precision, or to where signs are no longer certain."""
        for _ in range(4 * ctx.prec):
            if bracket.lo.union(bracket.hi).rel_accuracy_bits() >= ctx.prec - 8:
                break
            middle = bracket.split()
            sign = self.sign(middle)
            if sign:
                bracket.cut(middle, sign)
                continue
            if self.value(middle, ctx.prec).is_zero():
                return middle
            # f cannot be told from 0 here: pull each end towards this point as far as its sign is certain.
            self._pull(bracket, middle)
            break
        return bracket.lo.union(bracket.hi)

    def _pull(self, bracket: _Bracket, middle: arb) -> None:
        for end_of in (lambda: bracket.lo, lambda: bracket.hi):
            blind = middle
            for _ in range(16):
                probe = ((end_of() + blind) / 2).mid()
                sign = self.sign(probe)
                if sign:
                    bracket.cut(probe, sign)
                else:
                    blind = probe
