"""Germs: sums of rates with a remainder, as one variable tends to a point, for every value of the others in a region.

Main definitions: `Rate`, `Germ`, `Germs(region, order)` with their arithmetic.

There is one variable s -> 0 from above; l = log(1/s). A germ is a sum of coefficients (terms in the other variables, which exist
on the region) times rates, in falling order, and a remainder that is o(rate), or none:

    exp(sum of c s^-d l^q over keys (d, q) > (0, 0)) l^a          a rate; s^p has the one key (0, 1) with c = -p

Two rates are compared by the sign of the first coefficient in which their exponents differ, keys in falling order: exponentials
beat powers, powers beat logarithms. A sign must be decided on the whole region; nothing is generic.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import islice

from flint import arb

from dplemma.kernel import signs
from dplemma.kernel.enclose import at_point
from dplemma.kernel.statement import Region
from dplemma.kernel.term import MAX_POWER_BITS, MINUS, ONE, ZERO, Rejected, Term, add, call, free, mul, nodes, power, shown

INFINITE = ("oo", "-oo")
MOST_TERMS, MOST_FACTORS, MOST_NODES, BITS = 10, 12, 4000, 128
_LOG = (ZERO, ONE)


class TooShort(Rejected):
    """All known terms of an expansion cancel, or its remainder is too large; a longer one may tell."""


# -- coefficients, rates, germs -----------------------------------------------------------------------------------------


def plus(a: Term, b: Term) -> Term:
    """The sum of two coefficients, flat, its numbers added."""
    numbers, others = _sorted_out("Add", a, b)
    return add(sum(numbers, ZERO), *others)


def times(a: Term, b: Term) -> Term:
    """The product of two coefficients, flat; both exist, so 0 times one is 0."""
    numbers, others = _sorted_out("Mul", a, b)
    number = math.prod(numbers, start=ONE)
    return mul(number, *others) if number else ZERO


def _sorted_out(head: str, a: Term, b: Term) -> tuple[list[Fraction], list[Term]]:
    parts = [part for each in (a, b) for part in (each[1:] if isinstance(each, tuple) and each[0] == head else (each,))]
    return [part for part in parts if isinstance(part, Fraction)], [part for part in parts if not isinstance(part, Fraction)]


def raised(c: Term, exponent: Fraction) -> Term:
    """A power of a coefficient; a number of too many bits is refused."""
    if not isinstance(c, Fraction) or exponent.denominator != 1:
        return ONE if c == ONE else power(c, exponent)
    if abs(exponent) * max(abs(c.numerator), c.denominator).bit_length() > MAX_POWER_BITS:
        raise Rejected(f"limit: a number of more than {MAX_POWER_BITS} bits")
    return c**exponent


@dataclass(frozen=True)
class Rate:
    """exp(sum of c s^-d l^q) l^logs: the keys (d, q) with their c, in falling order."""

    exponent: tuple[tuple[tuple[Fraction, Fraction], Term], ...] = ()
    logs: Fraction = ZERO

    def times(self, other: Rate) -> Rate:
        keys = dict(self.exponent)
        for key, c in other.exponent:
            keys[key] = plus(keys.get(key, ZERO), c)
        return Rate(tuple((key, keys[key]) for key in sorted(keys, reverse=True) if keys[key] != ZERO), self.logs + other.logs)

    def to_the(self, exponent: Fraction) -> Rate:
        return Rate(tuple((key, times(exponent, c)) for key, c in self.exponent if exponent), self.logs * exponent)

    def key(self) -> tuple[Fraction, Fraction]:
        """(d, q) of s^-d l^q."""
        powers = dict(self.exponent)
        d = powers.pop(_LOG, ZERO)
        if powers or not isinstance(d, Fraction):
            raise Rejected("limit: an exponential of what grows faster than any power, or with a power that is not a number")
        return d, self.logs


UNIT = Rate()


@dataclass(frozen=True)
class Germ:
    """Coefficients times falling rates, and a remainder o(rest), no larger than they; without `rest` it is exact."""

    terms: tuple[tuple[Rate, Term], ...] = ()
    rest: Rate | None = None

    @property
    def top(self) -> Rate | None:
        """The whole is O(this); None for zero."""
        return self.terms[0][0] if self.terms else self.rest

    def scaled(self, c: Term, rate: Rate = UNIT) -> Germ:
        """Its product with c times a rate."""
        terms = tuple((r.times(rate), times(c, each)) for r, each in self.terms)
        return Germ(terms, None if self.rest is None else self.rest.times(rate))

    def after_first(self) -> Germ:
        """d where the germ is its first term times 1 + d."""
        rate, c = self.terms[0]
        return Germ(self.terms[1:], self.rest).scaled(raised(c, MINUS), rate.to_the(MINUS))


SMALL = Germ((), UNIT)


def constant(c: Term) -> Germ:
    return Germ(((UNIT, c),)) if c != ZERO else Germ()


def s_to_the(exponent: Fraction, logs: Fraction = ZERO) -> Rate:
    return Rate(((_LOG, -exponent),) if exponent else (), logs)


class Germs:
    """Germs on one region, with Taylor polynomials of one order."""

    def __init__(self, region: Region, order: int) -> None:
        self.region, self.order = region, order
        self._signs: dict[Term, str] = {}

    # -- order ------------------------------------------------------------------------------------------------------------

    def sign(self, c: Term) -> str:
        """The sign of a coefficient on the region: of a number by a ball, else, and where that holds 0, by its normal form."""
        if c not in self._signs:
            ball = at_point(c, {}, BITS) if not free(c) else arb(0)
            self._signs[c] = ">" if ball > 0 else "<" if ball < 0 else signs.sign(c, self.region)
        return self._signs[c]

    def decided(self, c: Term, ways: tuple[str, ...] = ("<", ">", "=")) -> str:
        if self.sign(c) not in ways:
            raise Rejected(f"limit: the sign of {shown(c)} is not decided")
        return self.sign(c)

    def compare(self, first: Rate, second: Rate) -> int:
        """1 where first/second -> oo, -1 where it -> 0, 0 where they are the same."""
        ratio = first.times(second.to_the(MINUS))
        for _, c in ratio.exponent:
            if (known := self.decided(c)) != "=":
                return 1 if known == ">" else -1
        return (ratio.logs > 0) - (ratio.logs < 0)

    def stripped(self, germ: Germ) -> tuple[str, Germ]:
        """Its sign for all small s (">", "<", "!=" or "=": it is zero), and the germ without leading terms that vanish."""
        for n, (_, c) in enumerate(germ.terms):
            if (known := self.decided(c, ("<", ">", "!=", "="))) != "=":
                return known, Germ(germ.terms[n:], germ.rest)
        if germ.rest is None:
            return "=", Germ()
        raise TooShort("limit: what is left of an expansion is not known")

    def end(self, germ: Germ) -> Term:
        """Its limit: "oo", "-oo" or a term."""
        for rate, c in germ.terms:
            if self.compare(rate, UNIT) <= 0:
                break
            if (known := self.decided(c)) != "=":
                return "oo" if known == ">" else "-oo"
        return self.split(germ)[1]

    def split(self, germ: Germ) -> tuple[list[tuple[Rate, Term]], Term, Germ]:
        """What is beyond all bounds, the coefficient of 1, and what tends to zero."""
        if germ.rest is not None and self.compare(germ.rest, UNIT) > 0:
            raise TooShort("limit: the remainder of an expansion may not tend to zero")
        sizes = [self.compare(rate, UNIT) for rate, _ in germ.terms]
        large, level, small = ([term for term, size in zip(germ.terms, sizes, strict=True) if size == at] for at in (1, 0, -1))
        return large, level[0][1] if level else ZERO, Germ(tuple(small), germ.rest)

    # -- arithmetic ---------------------------------------------------------------------------------------------------------

    def gathered(self, terms: Iterable[tuple[Rate, Term]], *rests: Rate | None) -> Germ:
        """The sum of terms in any order and of remainders: the largest swallows what is smaller."""
        rest = max((each for each in rests if each is not None), key=cmp_to_key(self.compare), default=None)
        found: list[tuple[Rate, Term]] = []
        for rate, c in sorted(terms, key=cmp_to_key(lambda a, b: self.compare(b[0], a[0]))):
            if rest is not None and self.compare(rate, rest) < 0:
                break
            same = bool(found) and self.compare(found[-1][0], rate) == 0
            found.append((rate, plus(found.pop()[1], c) if same else c))
        found = [(rate, c) for rate, c in found if c != ZERO]
        if any(next(islice(nodes(c), MOST_NODES, None), None) is not None for _, c in found):
            raise Rejected("limit: the coefficients of an expansion grow too long")
        cut = found[MOST_TERMS - 1][0] if len(found) > MOST_TERMS else rest
        return Germ(tuple(found[:MOST_TERMS]), cut)

    def sum(self, *germs: Germ) -> Germ:
        return self.gathered((term for germ in germs for term in germ.terms), *(germ.rest for germ in germs))

    def product(self, first: Germ, second: Germ) -> Germ:
        """o(r) O(t) = o(r t)."""
        if first.top is None or second.top is None:
            return Germ()
        terms = [(r.times(q), times(c, d)) for r, c in first.terms for q, d in second.terms]
        rests = [a.rest.times(b.top) for a, b in ((first, second), (second, first)) if a.rest is not None and b.top is not None]
        return self.gathered(terms, *rests)

    def minus(self, germ: Germ) -> Germ:
        """1 - g."""
        return self.sum(constant(ONE), germ.scaled(MINUS))

    def series(self, coefficients: Sequence[Term], small: Germ) -> Germ:
        """a_0 + a_1 d + ... + a_K d^K + o(d^K) with d -> 0."""
        if small.top is None:
            return constant(coefficients[0])
        total, grown = constant(coefficients[0]), constant(ONE)
        for a in coefficients[1:]:
            grown = self.product(grown, small)
            total = self.sum(total, grown.scaled(a))
        return self.gathered(total.terms, total.rest, small.top.to_the(Fraction(len(coefficients) - 1)))

    def power(self, germ: Germ, exponent: Fraction) -> Germ:
        """(c r (1 + d))^a = c^a r^a (1 + a d + ...), where c > 0, or c is not zero and a an integer."""
        whole = exponent.denominator == 1
        if whole and 0 <= exponent <= MOST_FACTORS:
            total = constant(ONE)
            for _ in range(int(exponent)):
                total = self.product(total, germ)
            return total
        known, germ = self.stripped(germ)
        if known == "=" and exponent > 0:
            return Germ()
        if known not in ((">", "<", "!=") if whole else (">",)):
            raise Rejected(
                f"limit: a power {exponent} of what is not shown to be {'nonzero' if whole else 'positive'} near the point"
            )
        rate, c = germ.terms[0]
        binomials = [ONE]
        for k in range(self.order):
            binomials.append(binomials[-1] * (exponent - k) / (k + 1))
        return self.series(binomials, germ.after_first()).scaled(raised(c, exponent), rate.to_the(exponent))

    # -- exponentials and logarithms ----------------------------------------------------------------------------------------

    def exp(self, germ: Germ) -> Germ:
        """What diverges becomes a rate, the limit of the rest a factor; o(1) if the exponent tends to -oo in another way."""
        try:
            large, level, small = self.split(germ)
            rate = Rate(tuple((each.key(), c) for each, c in large))
        except Rejected:
            if self.end(germ) == "-oo":
                return SMALL
            raise
        factorials = [Fraction(1, math.factorial(k)) for k in range(self.order + 1)]
        return self.series(factorials, small).scaled(ONE if level == ZERO else call("exp", level), rate)

    def log(self, germ: Germ) -> Germ:
        """log(c r (1 + d)) = log c + log r + d - d^2/2 + ..., where c > 0; log l is o(l^(1/64))."""
        known, germ = self.stripped(germ)
        if known != ">":
            raise Rejected("limit: a logarithm of what is not shown to be positive near the point")
        rate, c = germ.terms[0]
        of_rate = self.gathered(
            ((s_to_the(-d, q), each) for (d, q), each in rate.exponent), Rate((), Fraction(1, 64)) if rate.logs else None
        )
        alternating = [ZERO, *(Fraction((-1) ** (k + 1), k) for k in range(1, self.order + 1))]
        level = ZERO if c == ONE else call("log", c)
        return self.sum(constant(level), of_rate, self.series(alternating, germ.after_first()))
