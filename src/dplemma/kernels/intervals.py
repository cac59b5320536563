"""Inf-sup intervals of reals with Arb end points, for statements on whole boxes, infinite ones included.

Main definition: `RealInterval`, the finite reals x with lo <= x <= hi, where lo and hi are exact arbs and may be
-oo or +oo. It has the method names of `flint.arb`, so one generated tape runs over balls and over intervals.

Main property (inclusion): if x lies in X, y in Y, and f(x, y) is defined, then f(x, y) lies in f(X, Y). Ends are
rounded outwards at the working precision. Monotone functions are taken end by end, hence signs survive where a
ball loses them: exp([-200, 0]) is positive.

Infinite ends are limits of finite points, never points themselves. So 0 * oo = 0 in a product of ends, and an
interval such as [oo, oo], which holds no real number, cannot be built.

Where a function is not defined on all of its operand, the result says so, and so does everything computed from it:

* `partial`: a stretch of the operand, or an interior pole, lies outside the domain (log [-1, 2], 1 / [-1, 2]). The
  rest was used. Inclusion holds for the points where f is defined; nothing is said of the others.
* `at_limit`: an end of the operand is an edge of the domain where f has no finite value (log [0, 1], 1 / [0, 1]).
  The limit was used. A statement on a region that contains that edge, or was cut there, must look at it apart.

An operand with no point in the domain (log [-2, -1], 1 / [0, 0]) raises `Unsupported`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from flint import arb, ctx, fmpq, fmpz

from dplemma.errors import Unsupported
from dplemma.kernels.ends import Scalar, ball_of, erfc_above, erfc_below, larger, smaller, text_of
from dplemma.kernels.normal import mills_ratio

_ZERO, _HALF, _ONE, _TWO = arb(0), arb(0.5), arb(1), arb(2)
_MINUS_ONE, _POS_INF, _NEG_INF = arb(-1), arb.pos_inf(), arb.neg_inf()

_AT_LIMIT, _OUTSIDE = 1, 2


class RealInterval:
    """The reals from `lo` to `hi`, rounded outwards to the working precision; immutable."""

    __slots__ = ("_gaps", "hi", "lo")

    def __init__(self, lo: Scalar, hi: Scalar) -> None:
        self.lo = ball_of(lo).lower()
        self.hi = ball_of(hi).upper()
        self._gaps = 0
        if not (self.lo <= self.hi and self.lo < _POS_INF and self.hi > _NEG_INF):
            raise ValueError(f"no real number lies in [{text_of(self.lo)}, {text_of(self.hi)}]")

    @classmethod
    def from_ball(cls, ball: arb) -> RealInterval:
        """All points of a ball; a ball of unknown content (nan) is `Unsupported`."""
        lo, hi = ball.lower(), ball.upper()
        if lo < _POS_INF and hi > _NEG_INF:
            return _make(lo, hi, 0)
        raise Unsupported(f"no real number is known to lie in {ball}")

    @classmethod
    def from_fraction(cls, value: Fraction | int) -> RealInterval:
        """The narrowest interval at the working precision that holds `value`."""
        return cls(value, value)

    @classmethod
    def from_fractions(cls, lo: Fraction | int | None, hi: Fraction | int | None) -> RealInterval:
        """From `lo` to `hi`, where None means unbounded on that side."""
        return cls(_NEG_INF if lo is None else lo, _POS_INF if hi is None else hi)

    @property
    def partial(self) -> bool:
        """Somewhere on the way an operand reached outside a domain."""
        return self._gaps >= _OUTSIDE

    @property
    def at_limit(self) -> bool:
        """Somewhere on the way a limit stood in for a value at the edge of a domain."""
        return bool(self._gaps & _AT_LIMIT)

    def lower(self) -> arb:
        return self.lo

    def upper(self) -> arb:
        return self.hi

    def is_positive(self) -> bool:
        return self.lo > _ZERO

    def is_negative(self) -> bool:
        return self.hi < _ZERO

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
            return self.lo <= value.lo and value.hi <= self.hi
        ball = ball_of(value)
        return self.lo <= ball and ball <= self.hi

    def to_ball(self) -> arb:
        return self.lo.union(self.hi)

    def width(self) -> arb:
        """hi - lo, rounded up."""
        return (self.hi - self.lo).upper()

    def mid(self) -> arb:
        """A finite exact point inside: the middle, or for a half-line a point that moves off geometrically."""
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
        """Two intervals that share `mid()` and together are this one."""
        middle = self.mid()
        return _make(self.lo, middle, self._gaps), _make(middle, self.hi, self._gaps)

    def __repr__(self) -> str:
        notes = (" partial" if self.partial else "") + (" at_limit" if self.at_limit else "")
        return f"<RealInterval [{text_of(self.lo)}, {text_of(self.hi)}]{notes}>"

    # Order: True only where it holds for all pairs of points, as for balls

    def __lt__(self, other: RealInterval | Scalar) -> bool:
        return self.hi < _interval(other).lo

    def __le__(self, other: RealInterval | Scalar) -> bool:
        return self.hi <= _interval(other).lo

    def __gt__(self, other: RealInterval | Scalar) -> bool:
        return self.lo > _interval(other).hi

    def __ge__(self, other: RealInterval | Scalar) -> bool:
        return self.lo >= _interval(other).hi

    def max(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        return _make(larger(self.lo, y.lo), larger(self.hi, y.hi), self._gaps | y._gaps)

    def min(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        return _make(smaller(self.lo, y.lo), smaller(self.hi, y.hi), self._gaps | y._gaps)

    def union(self, other: RealInterval | Scalar) -> RealInterval:
        """The narrowest interval that holds both."""
        y = _interval(other)
        return _make(smaller(self.lo, y.lo), larger(self.hi, y.hi), self._gaps | y._gaps)

    # Arithmetic

    def __pos__(self) -> RealInterval:
        return self

    def __neg__(self) -> RealInterval:
        return _make(self.hi.neg(exact=True), self.lo.neg(exact=True), self._gaps)

    def __abs__(self) -> RealInterval:
        if self.lo >= _ZERO:
            return self
        negated = -self
        if self.hi <= _ZERO:
            return negated
        return _make(_ZERO, larger(self.hi, negated.hi), self._gaps)

    def __add__(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        return _make((self.lo + y.lo).lower(), (self.hi + y.hi).upper(), self._gaps | y._gaps)

    __radd__ = __add__

    def __sub__(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        return _make((self.lo - y.hi).lower(), (self.hi - y.lo).upper(), self._gaps | y._gaps)

    def __rsub__(self, other: Scalar) -> RealInterval:
        return _interval(other) - self

    def __mul__(self, other: RealInterval | Scalar) -> RealInterval:
        if other is self:  # the same x twice: a square, and narrower than a product of strangers
            return self**2
        y = _interval(other)
        a, b, c, d = self.lo, self.hi, y.lo, y.hi
        gaps = self._gaps | y._gaps
        if a >= _ZERO:
            low = (a if c >= _ZERO else b) * c
            high = (b if d >= _ZERO else a) * d
        elif b <= _ZERO:
            low = (a if d >= _ZERO else b) * d
            high = (b if c >= _ZERO else a) * c
        elif c >= _ZERO:
            low, high = a * d, b * d
        elif d <= _ZERO:
            low, high = b * c, a * c
        else:
            ad, bc, ac, bd = (a * d).lower(), (b * c).lower(), (a * c).upper(), (b * d).upper()
            return _make(smaller(ad, bc), larger(ac, bd), gaps)
        # nan is 0 * oo here, and every finite product it stands for is 0
        return _make(_ZERO if low.is_nan() else low.lower(), _ZERO if high.is_nan() else high.upper(), gaps)

    __rmul__ = __mul__

    def __truediv__(self, other: RealInterval | Scalar) -> RealInterval:
        y = _interval(other)
        a, b, c, d = self.lo, self.hi, y.lo, y.hi
        gaps = self._gaps | y._gaps
        if c > _ZERO:
            low = a / (c if a < _ZERO else d)
            high = b / (d if b < _ZERO else c)
            return _make(low.lower(), high.upper(), gaps)
        if d <= _ZERO and c < _ZERO:
            return -self / -y
        if d <= _ZERO:
            raise Unsupported("division by exactly zero")
        if c < _ZERO:
            return _make(_NEG_INF, _POS_INF, gaps | _OUTSIDE)
        return _make(
            (a / d).lower() if a >= _ZERO else _NEG_INF,
            (b / d).upper() if b <= _ZERO else _POS_INF,
            gaps | _AT_LIMIT,
        )

    def __rtruediv__(self, other: Scalar) -> RealInterval:
        return _interval(other) / self

    def __pow__(self, exponent: RealInterval | Scalar) -> RealInterval:
        """Integer powers everywhere; other powers where the base is not negative."""
        if isinstance(exponent, int | fmpz):
            return self._integer_power(int(exponent))
        if isinstance(exponent, Fraction):
            exponent = fmpq(exponent.numerator, exponent.denominator)
        if isinstance(exponent, fmpq):
            return self._integer_power(int(exponent.p)) if exponent.q == 1 else self._root_power(exponent)
        y = _interval(exponent)
        if y.is_point() and y.lo.is_integer():
            return self._integer_power(int(y.lo.fmpz()))._marked(y._gaps)
        return (y * self.log()).exp()

    def __rpow__(self, base: Scalar) -> RealInterval:
        return _interval(base) ** self

    def _integer_power(self, n: int) -> RealInterval:
        if n < 0:
            pole_inside = self.lo < _ZERO < self.hi
            return (_UNIT / self._integer_power(-n))._marked(_OUTSIDE if pole_inside else 0)
        if n % 2 == 0:
            x = abs(self)
            return _span(x.lo**n, x.hi**n, _ZERO, _POS_INF, self._gaps)
        return self._through_origin(self.lo**n, self.hi**n, _NEG_INF, _POS_INF)

    def _root_power(self, exponent: fmpq) -> RealInterval:
        if exponent > 0:
            lo, hi, gaps = self._within("a fractional power", _ZERO, _POS_INF, edges=True)
            return _span(lo**exponent, hi**exponent, _ZERO, _POS_INF, gaps)
        lo, hi, gaps = self._within("a negative power", _ZERO, _POS_INF)
        return _span(hi**exponent, lo**exponent, _ZERO, _POS_INF, gaps)

    # Elementary functions, all monotone (cosh after abs)

    def exp(self) -> RealInterval:
        ceiling = _ONE if self.hi <= _ZERO else _POS_INF
        return _span(self.lo.exp(), self.hi.exp(), _ZERO, ceiling, self._gaps)

    def expm1(self) -> RealInterval:
        return self._through_origin(self.lo.expm1(), self.hi.expm1(), _MINUS_ONE, _POS_INF)

    def log(self) -> RealInterval:
        lo, hi, gaps = self._within("log", _ZERO, _POS_INF)
        return _span(lo.log(), hi.log(), _NEG_INF, _POS_INF, gaps)

    def log1p(self) -> RealInterval:
        lo, hi, gaps = self._within("log1p", _MINUS_ONE, _POS_INF)
        return _span(lo.log1p(), hi.log1p(), _NEG_INF, _POS_INF, gaps)

    def sqrt(self) -> RealInterval:
        lo, hi, gaps = self._within("sqrt", _ZERO, _POS_INF, edges=True)
        return _span(lo.sqrt(), hi.sqrt(), _ZERO, _POS_INF, gaps)

    def rsqrt(self) -> RealInterval:
        lo, hi, gaps = self._within("rsqrt", _ZERO, _POS_INF)
        return _span(hi.rsqrt(), lo.rsqrt(), _ZERO, _POS_INF, gaps)

    def sinh(self) -> RealInterval:
        return self._through_origin(self.lo.sinh(), self.hi.sinh(), _NEG_INF, _POS_INF)

    def cosh(self) -> RealInterval:
        x = abs(self)
        return _span(x.lo.cosh(), x.hi.cosh(), _ONE, _POS_INF, self._gaps)

    def tanh(self) -> RealInterval:
        return self._through_origin(self.lo.tanh(), self.hi.tanh(), _MINUS_ONE, _ONE)

    def atan(self) -> RealInterval:
        return self._through_origin(self.lo.atan(), self.hi.atan(), _NEG_INF, _POS_INF)

    # The normal distribution

    def erf(self) -> RealInterval:
        return self._through_origin(self.lo.erf(), self.hi.erf(), _MINUS_ONE, _ONE)

    def erfc(self) -> RealInterval:
        return _make(erfc_below(self.hi), erfc_above(self.lo), self._gaps)

    def erfinv(self) -> RealInterval:
        lo, hi, gaps = self._within("erfinv", _MINUS_ONE, _ONE)
        return _span(lo.erfinv(), hi.erfinv(), _NEG_INF, _POS_INF, gaps)

    def erfcinv(self) -> RealInterval:
        lo, hi, gaps = self._within("erfcinv", _ZERO, _TWO)
        return _span(hi.erfcinv(), lo.erfcinv(), _NEG_INF, _POS_INF, gaps)

    def norm_cdf(self) -> RealInterval:
        """Phi(x) = erfc(-x/sqrt 2)/2."""
        factor = _minus_sqrt_half(ctx.prec)
        low = erfc_below((self.lo * factor).upper())
        high = erfc_above((self.hi * factor).lower())
        return _make((low * _HALF).lower(), (high * _HALF).upper(), self._gaps)

    def mills_ratio(self) -> RealInterval:
        """(1 - Phi(x))/phi(x), decreasing."""
        return _make(mills_ratio(self.hi).lower(), mills_ratio(self.lo).upper(), self._gaps)

    def norm_ppf(self) -> RealInterval:
        """The inverse of Phi, -sqrt 2 erfcinv(2 p)."""
        lo, hi, gaps = self._within("norm_ppf", _ZERO, _ONE)
        factor = _minus_sqrt_half(ctx.prec) * _TWO
        low, high = (lo * _TWO).erfcinv() * factor, (hi * _TWO).erfcinv() * factor
        return _span(low, high, _NEG_INF, _POS_INF, gaps)

    def _marked(self, gaps: int) -> RealInterval:
        return _make(self.lo, self.hi, self._gaps | gaps)

    def _within(self, name: str, low: arb, high: arb, *, edges: bool = False) -> tuple[arb, arb, int]:
        """The ends cut to a function's domain from `low` to `high`, which has finite values at its `edges` or not."""
        lo, hi, gaps = self.lo, self.hi, self._gaps
        if lo > low and hi < high:
            return lo, hi, gaps
        if hi < low or lo > high or (not edges and (hi == low or lo == high)):
            raise Unsupported(f"{name} is undefined on all of [{text_of(lo)}, {text_of(hi)}]")
        if lo < low or hi > high:
            gaps |= _OUTSIDE
        if not edges and (lo == low or (hi == high and high < _POS_INF)):
            gaps |= _AT_LIMIT
        return (low if lo < low else lo), (high if hi > high else hi), gaps

    def _through_origin(self, low: arb, high: arb, infimum: arb, supremum: arb) -> RealInterval:
        """An increasing f with f(0) = 0 keeps the sign of its operand, even where Arb gives up on huge ones."""
        floor = _ZERO if self.lo >= _ZERO else infimum
        ceiling = _ZERO if self.hi <= _ZERO else supremum
        return _span(low, high, floor, ceiling, self._gaps)


def _make(lo: arb, hi: arb, gaps: int) -> RealInterval:
    """An interval from ends already known to be exact and in order."""
    made = RealInterval.__new__(RealInterval)
    made.lo = lo
    made.hi = hi
    made._gaps = gaps
    return made


def _span(low: arb, high: arb, infimum: arb, supremum: arb, gaps: int) -> RealInterval:
    """From ball `low` to ball `high`, cut to the function's range, which also replaces nan (an end Arb cannot do)."""
    lo, hi = low.lower(), high.upper()
    return _make(lo if lo >= infimum else infimum, hi if hi <= supremum else supremum, gaps)


def _interval(value: RealInterval | Scalar) -> RealInterval:
    if isinstance(value, RealInterval):
        return value
    if isinstance(value, arb):
        return RealInterval.from_ball(value)
    return RealInterval(value, value)


@cache
def _minus_sqrt_half(bits: int) -> arb:
    """-1/sqrt 2 at the working precision `bits`, which must be the current one."""
    return -_HALF.sqrt()


_UNIT = RealInterval(1, 1)
