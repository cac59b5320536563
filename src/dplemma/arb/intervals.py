"""Inf-sup intervals of reals with Arb end points, for statements on whole boxes, infinite ones included.

Main definition: `RealInterval`, the finite reals x with lo <= x <= hi, or with < at an end that is open, where lo and hi
are exact arbs and may be -oo or +oo. It has the method names of `flint.arb`, so one generated tape runs over balls and
over intervals. Its monotone functions are in `monotone`.

Main property (inclusion): if x lies in X, y in Y, and f(x, y) is defined, then f(x, y) lies in f(X, Y). Ends are
rounded outwards at the working precision. Monotone functions are taken end by end, hence signs survive where a
ball loses them: exp([-200, 0]) is positive.

Open ends (`lo_open`, `hi_open`) are part of the inclusion: no value equals an end that is open. So strict inequalities
hold up to ends that are not attained: with x in (0, oo), 1/x and x * exp(-x) are positive. An end that is not known to
be open counts as closed; closed says nothing.

Infinite ends are limits of finite points, never points themselves: they are always open. So 0 * oo = 0 in a product of
ends, and an interval such as [oo, oo], which holds no real number, cannot be built.

Where a function is not defined on all of its operand, the result says so, and so does everything computed from it:

* `partial`: a stretch of the operand, or an interior pole, lies outside the domain (log [-1, 2], 1 / [-1, 2]). The
  rest was used. Inclusion holds for the points where f is defined; nothing is said of the others.
* `at_limit`: a closed end of the operand is an edge of the domain where f has no finite value (log [0, 1], 1 / [0, 1]).
  The limit was used. A statement on a region that contains that edge, or was cut there, must look at it apart.
  An open end does not touch the edge: log (0, 1] is defined at each of its points.

An operand with no point in the domain (log [-2, -1], 1 / [0, 0]) raises `Unsupported`.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb, fmpq, fmpz

from dplemma.arb.ends import (
    AT_LIMIT,
    GAPS,
    HI_OPEN,
    LO_OPEN,
    OPEN,
    OUTSIDE,
    SWAPPED,
    larger,
    open_if_either,
    open_unless_either,
    smaller,
)
from dplemma.arb.exact import Scalar, ball_of, fmpq_of
from dplemma.arb.monotone import FROM_ONE, NONNEGATIVE, POSITIVE, REALS, MonotoneFunctions
from dplemma.base.errors import Unsupported

_ZERO, _HALF, _ONE, _TWO = arb(0), arb(0.5), arb(1), arb(2)
_POS_INF, _NEG_INF = arb.pos_inf(), arb.neg_inf()


class RealInterval(MonotoneFunctions):
    """The reals from `lo` to `hi`, rounded outwards to the working precision, without the ends that are open; immutable."""

    __slots__ = ()

    def __init__(self, lo: Scalar, hi: Scalar, lo_open: bool = False, hi_open: bool = False) -> None:
        self.lo = ball_of(lo).lower()
        self.hi = ball_of(hi).upper()
        self._flags = (LO_OPEN if lo_open else 0) | (HI_OPEN if hi_open else 0)
        ordered = self.lo < self.hi and lo != hi if self._flags else self.lo <= self.hi
        if not (ordered and self.lo < _POS_INF and self.hi > _NEG_INF):
            raise ValueError(f"no real number lies in {self.text()}")
        self._flags |= _infinite_ends(self.lo, self.hi)

    @classmethod
    def from_ball(cls, ball: arb) -> RealInterval:
        """All points of a ball; a ball of unknown content (nan) is `Unsupported`."""
        lo, hi = ball.lower(), ball.upper()
        if lo < _POS_INF and hi > _NEG_INF:
            return _make(lo, hi, 0 if ball.is_finite() else _infinite_ends(lo, hi))
        raise Unsupported(f"no real number is known to lie in {ball}")

    @classmethod
    def from_fraction(cls, value: Fraction | int) -> RealInterval:
        """The narrowest interval at the working precision that holds `value`."""
        return cls(value, value)

    @classmethod
    def from_fractions(
        cls, lo: Fraction | int | None, hi: Fraction | int | None, lo_open: bool = False, hi_open: bool = False
    ) -> RealInterval:
        """From `lo` to `hi`, where None means unbounded on that side."""
        return cls(_NEG_INF if lo is None else lo, _POS_INF if hi is None else hi, lo_open, hi_open)

    def lower(self) -> arb:
        return self.lo

    def upper(self) -> arb:
        return self.hi

    def is_positive(self) -> bool:
        return self.lo > _ZERO or (self.lo == _ZERO and self.lo_open)

    def is_negative(self) -> bool:
        return self.hi < _ZERO or (self.hi == _ZERO and self.hi_open)

    def is_nonnegative(self) -> bool:
        return self.lo >= _ZERO

    def is_nonpositive(self) -> bool:
        return self.hi <= _ZERO

    def is_finite(self) -> bool:
        return self.lo.is_finite() and self.hi.is_finite()

    def is_point(self) -> bool:
        return self.lo == self.hi

    def contains(self, value: RealInterval | Scalar) -> bool:
        """Is every point of `value` certainly inside?"""
        if isinstance(value, RealInterval):
            low, high = value.lo, value.hi
            outside = self._flags & ~value._flags
        else:
            low = high = ball_of(value)
            outside = self._flags
        above = self.lo < low or (self.lo <= low and not outside & LO_OPEN)
        return above and (high < self.hi or (high <= self.hi and not outside & HI_OPEN))

    def to_ball(self) -> arb:
        return self.lo.union(self.hi)

    def width(self) -> arb:
        """hi - lo, rounded up."""
        return (self.hi - self.lo).upper()

    def mid(self) -> arb:
        """A finite exact point inside: the middle, or for a half-line a point that moves off geometrically.

        Where the working precision has no point between the ends, it is one of them, open or not.
        """
        lo, hi = self.lo, self.hi
        if hi < _POS_INF and lo > _NEG_INF:
            middle = ((lo + hi) * _HALF).mid()
            return lo if middle < lo else hi if middle > hi else middle
        if hi < _POS_INF:
            return (-self).mid().neg(exact=True)
        if lo < _ZERO:
            return _ZERO
        return _ONE if lo < _ONE else (lo * _TWO).upper()

    def split(self) -> tuple[RealInterval, RealInterval]:
        """Two intervals that share `mid()`, closed there, and together are this one (with its open end if `mid()` is that)."""
        middle, gaps = self.mid(), self._flags & GAPS
        left = gaps if middle == self.lo else self._flags & ~HI_OPEN
        right = gaps if middle == self.hi else self._flags & ~LO_OPEN
        return _make(self.lo, middle, left), _make(middle, self.hi, right)

    def __repr__(self) -> str:
        notes = (" partial" if self.partial else "") + (" at_limit" if self.at_limit else "")
        return f"<RealInterval {self.text()}{notes}>"

    # Order: True only where it holds for all pairs of points, as for balls

    def __lt__(self, other: RealInterval | Scalar) -> bool:
        y = _interval(other)
        return self.hi < y.lo or (self.hi == y.lo and (self.hi_open or y.lo_open))

    def __le__(self, other: RealInterval | Scalar) -> bool:
        return self.hi <= _interval(other).lo

    def __gt__(self, other: RealInterval | Scalar) -> bool:
        return _interval(other) < self

    def __ge__(self, other: RealInterval | Scalar) -> bool:
        return self.lo >= _interval(other).hi

    def max(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        f, g = self._flags, y._flags
        lo, hi, flags = larger(self.lo, y.lo), larger(self.hi, y.hi), f | g
        if flags & OPEN:
            low, high = open_if_either(lo, self.lo, f, y.lo, g), open_unless_either(hi, self.hi, f, y.hi, g)
            flags = flags & GAPS | low & LO_OPEN | high & HI_OPEN
        return _make(lo, hi, flags)

    def min(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        f, g = self._flags, y._flags
        lo, hi, flags = smaller(self.lo, y.lo), smaller(self.hi, y.hi), f | g
        if flags & OPEN:
            low, high = open_unless_either(lo, self.lo, f, y.lo, g), open_if_either(hi, self.hi, f, y.hi, g)
            flags = flags & GAPS | low & LO_OPEN | high & HI_OPEN
        return _make(lo, hi, flags)

    def union(self, other: RealInterval | Scalar) -> RealInterval:
        """The narrowest interval that holds both."""
        y = _interval(other)
        f, g = self._flags, y._flags
        lo, hi, flags = smaller(self.lo, y.lo), larger(self.hi, y.hi), f | g
        if flags & OPEN:
            low, high = open_unless_either(lo, self.lo, f, y.lo, g), open_unless_either(hi, self.hi, f, y.hi, g)
            flags = flags & GAPS | low & LO_OPEN | high & HI_OPEN
        return _make(lo, hi, flags)

    # Arithmetic

    def __pos__(self) -> RealInterval:
        return self

    def __neg__(self) -> RealInterval:
        return _make(self.hi.neg(exact=True), self.lo.neg(exact=True), SWAPPED[self._flags])

    def __abs__(self) -> RealInterval:
        if self.lo >= _ZERO:
            return self
        negated = -self
        if self.hi <= _ZERO:
            return negated
        hi = larger(self.hi, negated.hi)
        high = open_unless_either(hi, self.hi, self._flags, negated.hi, negated._flags)
        return _make(_ZERO, hi, self._flags & GAPS | high & HI_OPEN)

    def __add__(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        return _make((self.lo + y.lo).lower(), (self.hi + y.hi).upper(), self._flags | y._flags)

    __radd__ = __add__

    def __sub__(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        return _make((self.lo - y.hi).lower(), (self.hi - y.lo).upper(), self._flags | SWAPPED[y._flags])

    def __rsub__(self, other: Scalar) -> RealInterval:
        return _interval(other) - self

    def __mul__(self, other: RealInterval | Scalar) -> RealInterval:
        if other is self:  # the same x twice: a square, and narrower than a product of strangers
            return self**2
        y = _interval(other)
        a, b, c, d = self.lo, self.hi, y.lo, y.hi
        f, g = self._flags, y._flags
        # each product of ends with the flags of the two, shifted to the place of the end it becomes
        if a >= _ZERO:
            low, low_flags = (a * c, f | g) if c >= _ZERO else (b * c, f >> 1 | g)
            high, high_flags = (b * d, f | g) if d >= _ZERO else (a * d, f << 1 | g)
        elif b <= _ZERO:
            low, low_flags = (a * d, f | g >> 1) if d >= _ZERO else (b * d, (f | g) >> 1)
            high, high_flags = (b * c, f | g << 1) if c >= _ZERO else (a * c, (f | g) << 1)
        elif c >= _ZERO:
            low, low_flags, high, high_flags = a * d, f | g >> 1, b * d, f | g
        elif d <= _ZERO:
            low, low_flags, high, high_flags = b * c, f >> 1 | g, a * c, (f | g) << 1
        else:
            return self._product_across_zero(y)
        # nan is 0 * oo here, and every finite product it stands for is 0
        lo, hi = _ZERO if low.is_nan() else low.lower(), _ZERO if high.is_nan() else high.upper()
        open_ends = low_flags & LO_OPEN | high_flags & HI_OPEN
        if open_ends and (at_zero := _ends_at_zero(lo, hi) & open_ends) and (self._holds_zero() or y._holds_zero()):
            open_ends ^= at_zero
        return _make(lo, hi, (f | g) & GAPS | open_ends)

    __rmul__ = __mul__

    def _product_across_zero(self, y: RealInterval) -> RealInterval:
        """The product if 0 is inside both: either of two products of ends may be the least, or the greatest."""
        a, b, c, d = self.lo, self.hi, y.lo, y.hi
        f, g = self._flags, y._flags
        ad, bc, ac, bd = (a * d).lower(), (b * c).lower(), (a * c).upper(), (b * d).upper()
        lo, hi, flags = smaller(ad, bc), larger(ac, bd), f | g
        if flags & OPEN:
            low = open_unless_either(lo, ad, f | g >> 1, bc, f >> 1 | g)
            high = open_unless_either(hi, ac, (f | g) << 1, bd, f | g)
            flags = flags & GAPS | low & LO_OPEN | high & HI_OPEN
        return _make(lo, hi, flags)

    def __truediv__(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        a, b, c, d = self.lo, self.hi, y.lo, y.hi
        f, g = self._flags, y._flags
        gaps = (f | g) & GAPS
        if c > _ZERO:
            low, low_flags = (a / c, f | g) if a < _ZERO else (a / d, f | g >> 1)
            high, high_flags = (b / d, f | g) if b < _ZERO else (b / c, f | g << 1)
        elif d <= _ZERO:
            if c < _ZERO:
                return -self / -y
            raise Unsupported("division by exactly zero")
        elif c < _ZERO:
            return _make(_NEG_INF, _POS_INF, gaps | OUTSIDE | OPEN)
        else:
            low, low_flags = (a / d, f | g >> 1) if a >= _ZERO else (_NEG_INF, LO_OPEN)
            high, high_flags = (b / d, f | g) if b <= _ZERO else (_POS_INF, HI_OPEN)
            gaps |= 0 if y.lo_open else AT_LIMIT
        lo, hi = low.lower(), high.upper()
        open_ends = low_flags & LO_OPEN | high_flags & HI_OPEN
        if open_ends and (at_zero := _ends_at_zero(lo, hi) & open_ends) and self._holds_zero():
            open_ends ^= at_zero
        return _make(lo, hi, gaps | open_ends)

    def __rtruediv__(self, other: Scalar) -> RealInterval:
        return _interval(other) / self

    def _holds_zero(self) -> bool:
        """Is 0 one of the points?"""
        return self.lo <= _ZERO <= self.hi and not self._flags & _ends_at_zero(self.lo, self.hi)

    def __pow__(self, exponent: RealInterval | Scalar) -> RealInterval:
        """Integer powers everywhere; other powers where the base is not negative."""
        if isinstance(exponent, int | fmpz):
            return self._integer_power(int(exponent))
        if isinstance(exponent, Fraction):
            exponent = fmpq_of(exponent)
        if isinstance(exponent, fmpq):
            return self._integer_power(int(exponent.p)) if exponent.q == 1 else self._root_power(exponent)
        y = _interval(exponent)
        if y.is_point() and y.lo.is_integer():
            return self._integer_power(int(y.lo.fmpz()))._marked(y._flags)
        return (y * self.log()).exp()

    def __rpow__(self, base: Scalar) -> RealInterval:
        return _interval(base) ** self

    def _integer_power(self, n: int) -> RealInterval:
        if n < 0:
            pole_inside = self.lo < _ZERO < self.hi
            return (_UNIT / self._integer_power(-n))._marked(OUTSIDE if pole_inside else 0)
        if n == 0:
            return _UNIT._marked(self._flags)
        if n % 2 == 0:
            x = abs(self)
            return self._span(x.lo**n, x.hi**n, NONNEGATIVE, x._flags)
        return self._through_origin(self.lo**n, self.hi**n, REALS)

    def _root_power(self, exponent: fmpq) -> RealInterval:
        if exponent > 0:
            lo, hi, flags = self._within("a fractional power", _ZERO, _POS_INF, edges=True)
            return self._span(lo**exponent, hi**exponent, NONNEGATIVE, flags)
        lo, hi, flags = self._within("a negative power", _ZERO, _POS_INF)
        return self._span(hi**exponent, lo**exponent, POSITIVE, SWAPPED[flags])

    def cosh(self) -> RealInterval:
        x = abs(self)
        return self._span(x.lo.cosh(), x.hi.cosh(), FROM_ONE, x._flags)

    def _marked(self, flags: int) -> RealInterval:
        """The same interval with the gaps of `flags` as well."""
        return _make(self.lo, self.hi, self._flags | flags & GAPS)


def _make(lo: arb, hi: arb, flags: int) -> RealInterval:
    """An interval from ends already known to be exact and in order."""
    made = RealInterval.__new__(RealInterval)
    made.lo = lo
    made.hi = hi
    made._flags = flags
    return made


def _infinite_ends(lo: arb, hi: arb) -> int:
    """The open bits that infinite ends carry."""
    return (0 if lo > _NEG_INF else LO_OPEN) | (0 if hi < _POS_INF else HI_OPEN)


def _ends_at_zero(lo: arb, hi: arb) -> int:
    """The open bits of ends that are 0."""
    return (LO_OPEN if lo.is_zero() else 0) | (HI_OPEN if hi.is_zero() else 0)


def _interval(value: RealInterval | Scalar) -> RealInterval:
    if isinstance(value, RealInterval):
        return value
    if isinstance(value, arb):
        return RealInterval.from_ball(value)
    return RealInterval(value, value)


_UNIT = RealInterval(1, 1)
