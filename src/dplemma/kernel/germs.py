"""Germs: how a term behaves as one variable tends to a point, for every value of the others in a region.

Main definitions: `Rate`, `Germ`, `Near(name, to, side, region, order).of(term)`.

The variable is to + s, to - s, 1/s or -1/s with s -> 0 from above; l = log(1/s). A germ is a finite sum of coefficients (terms in the
other variables) times rates, in falling order, and a remainder that is o(rate), or none:

    exp(sum of c s^-d l^q over keys (d, q) > (0, 0)) l^a          a rate; s^p has the one key (0, 1) with c = -p

Two rates are compared by the sign of the first coefficient in which their exponents differ, keys in falling order: exponentials beat
powers, powers beat logarithms. A sign must be decided on the whole region; nothing is generic. That a germ is found shows that every
part of the term exists for all small s, and where a function is applied, the theorem is Taylor's with the remainder o(d^K), or
the asymptotic series of Mills' ratio, whose error is at most its first omitted term.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from dplemma.kernel import signs
from dplemma.kernel.calculus import derivative
from dplemma.kernel.statement import Region
from dplemma.kernel.term import HALF, MINUS, ONE, TWO, ZERO, Rejected, Term, add, call, free, mul, neg, power, put, shown, sub, var

MOST_TERMS, MOST_FACTORS = 10, 12
_LOG = (ZERO, ONE)
_WHERE = {"<": ("<",), ">": (">",), "<=": ("<", "="), ">=": (">", "="), "=": ("=",), "!=": ("<", ">", "!=")}


class TooShort(Rejected):
    """All known terms of an expansion cancel; a longer one may tell."""


@dataclass(frozen=True)
class Rate:
    """exp(sum of c s^-d l^q) l^logs."""

    exponent: tuple[tuple[tuple[Fraction, Fraction], Term], ...] = ()
    logs: Fraction = ZERO

    def times(self, other: Rate) -> Rate:
        keys = dict(self.exponent)
        for key, c in other.exponent:
            keys[key] = plus(keys.get(key, ZERO), c)
        return Rate(tuple((key, keys[key]) for key in sorted(keys, reverse=True) if keys[key] != ZERO), self.logs + other.logs)

    def to_the(self, exponent: Fraction) -> Rate:
        kept = self.exponent if exponent else ()
        return Rate(tuple((key, times(exponent, c)) for key, c in kept), self.logs * exponent)


UNIT = Rate()


@dataclass(frozen=True)
class Germ:
    """Coefficients times falling rates, and a remainder o(rest); without `rest` it is exact."""

    terms: tuple[tuple[Rate, Term], ...] = ()
    rest: Rate | None = None

    @property
    def top(self) -> Rate | None:
        """The whole is O(this); None for zero."""
        return self.terms[0][0] if self.terms else self.rest

    def scaled(self, rate: Rate, c: Term) -> Germ:
        """Its product with c times a rate, c not zero."""
        terms = tuple((r.times(rate), times(c, each)) for r, each in self.terms)
        return Germ(terms, None if self.rest is None else self.rest.times(rate))

    def after_first(self) -> Germ:
        """What g / (its first term) differs from 1 by."""
        rate, c = self.terms[0]
        return Germ(self.terms[1:], self.rest).scaled(rate.to_the(MINUS), raised(c, MINUS))


SMALL = Germ((), UNIT)


def plus(a: Term, b: Term) -> Term:
    return a + b if isinstance(a, Fraction) and isinstance(b, Fraction) else add(a, b)


def times(a: Term, b: Term) -> Term:
    """The product of two coefficients; both exist, so 0 times one is 0."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a * b
    return ZERO if ZERO in (a, b) else mul(a, b)


def raised(c: Term, exponent: Fraction) -> Term:
    return c**exponent if isinstance(c, Fraction) and abs(exponent) == 1 else ONE if c == ONE else power(c, exponent)


def constant(c: Term) -> Germ:
    return Germ(((UNIT, c),)) if c != ZERO else Germ()


def s_to_the(exponent: Fraction) -> Rate:
    return Rate(((_LOG, -exponent),)) if exponent else UNIT


class Near:
    """Germs at one point, on one region, with Taylor polynomials of one order."""

    def __init__(self, name: str, to: Term, side: str, region: Region, order: int) -> None:
        self.name, self.region, self.order = name, region.without(name), order
        self._signs: dict[Term, str] = {}
        self._germs: dict[Term, Germ] = {}
        self.variable = self._variable(to, side)

    def _variable(self, to: Term, side: str) -> Germ:
        if side != {"oo": "-", "-oo": "+"}.get(to if isinstance(to, str) else "", side) or side not in ("+", "-"):
            raise Rejected(f"limit: {shown(to)} cannot be approached from {side}")
        away = ONE if side == "+" else MINUS
        if to in ("oo", "-oo"):
            return Germ(((s_to_the(MINUS), -away),))
        return self.sum(self._parameter(to), Germ(((s_to_the(ONE), away),)))

    def of(self, term: Term) -> Germ:
        """The germ of a term; `Rejected` where none can be given."""
        if term not in self._germs:
            self._germs[term] = self._find(term)
        return self._germs[term]

    def _find(self, term: Term) -> Germ:
        if self.name not in free(term):
            return self._parameter(term)
        if term == var(self.name):
            return self.variable
        if term[0] not in _RULES:
            raise Rejected(f"limit: no rule for {shown(term)}")
        return _RULES[term[0]](self, term)

    def _parameter(self, term: Term) -> Germ:
        from dplemma.kernel.exists import must_exist

        if self.name in free(term):
            raise Rejected(f"limit: the point {shown(term)} moves with {self.name}")
        must_exist(term, self.region)
        return constant(term)

    # -- order ------------------------------------------------------------------------------------------------------------

    def sign(self, c: Term) -> str:
        if isinstance(c, Fraction):
            return ">" if c > 0 else "<" if c < 0 else "="
        if c not in self._signs:
            self._signs[c] = signs.sign(c, self.region)
        return self._signs[c]

    def compare(self, first: Rate, second: Rate) -> int:
        """1 where first/second -> oo, -1 where it -> 0, 0 where they are the same."""
        ratio = first.times(second.to_the(MINUS))
        for _, c in ratio.exponent:
            known = self.sign(c)
            if known in ("<", ">"):
                return 1 if known == ">" else -1
            if known != "=":
                raise Rejected(f"limit: the sign of {shown(c)} is not decided")
        return (ratio.logs > 0) - (ratio.logs < 0)

    def stripped(self, germ: Germ) -> tuple[str, Germ]:
        """Its sign for all small s (">", "<", "!=" or "=": it is zero), and the germ without leading terms that vanish."""
        for n, (_, c) in enumerate(germ.terms):
            known = self.sign(c)
            if known in ("<", ">", "!="):
                return known, Germ(germ.terms[n:], germ.rest)
            if known != "=":
                raise Rejected(f"limit: the sign of {shown(c)} is not decided")
        if germ.rest is None:
            return "=", Germ()
        raise TooShort("limit: what is left of an expansion is not known")

    def end(self, germ: Germ) -> Term:
        """Its limit: "oo", "-oo" or a term."""
        for rate, c in germ.terms:
            size = self.compare(rate, UNIT)
            known = "=" if size <= 0 else self.sign(c)
            if known in ("<", ">"):
                return "oo" if known == ">" else "-oo"
            if known != "=":
                raise Rejected(f"limit: the sign of {shown(c)} is not decided")
            if size <= 0:
                self._no_larger_rest(germ)
                return c if size == 0 else ZERO
        self._no_larger_rest(germ)
        return ZERO

    def _no_larger_rest(self, germ: Germ) -> None:
        if germ.rest is not None and self.compare(germ.rest, UNIT) > 0:
            raise TooShort("limit: the remainder of an expansion may not tend to zero")

    def small(self, germ: Germ) -> Germ:
        """A germ with a finite limit, less that limit."""
        self._no_larger_rest(germ)
        return Germ(tuple((rate, c) for rate, c in germ.terms if self.compare(rate, UNIT) < 0), germ.rest)

    # -- arithmetic ---------------------------------------------------------------------------------------------------------

    def gathered(self, terms: Iterable[tuple[Rate, Term]], *rests: Rate | None) -> Germ:
        """The sum of terms in any order with several remainders: the largest remainder swallows what is smaller."""
        known = sorted((rest for rest in rests if rest is not None), key=cmp_to_key(self.compare))
        rest, found = known[-1] if known else None, []
        for rate, c in sorted(terms, key=cmp_to_key(lambda a, b: self.compare(b[0], a[0]))):
            if rest is not None and self.compare(rate, rest) < 0:
                break
            if found and self.compare(found[-1][0], rate) == 0:
                found[-1] = (rate, plus(found[-1][1], c))
            else:
                found.append((rate, c))
        found = [(rate, c) for rate, c in found if c != ZERO]
        cut = len(found) > MOST_TERMS
        return Germ(tuple(found[:MOST_TERMS]), found[MOST_TERMS - 1][0] if cut else rest)

    def sum(self, *germs: Germ) -> Germ:
        return self.gathered((term for germ in germs for term in germ.terms), *(germ.rest for germ in germs))

    def product(self, first: Germ, second: Germ) -> Germ:
        """o(r) O(t) = o(r t)."""
        if first.top is None or second.top is None:
            return Germ()
        terms = [(r.times(q), times(c, d)) for r, c in first.terms for q, d in second.terms]
        rests = [a.rest.times(b.top) for a, b in ((first, second), (second, first)) if a.rest is not None and b.top is not None]
        return self.gathered(terms, *rests)

    def series(self, coefficients: Sequence[Term], small: Germ) -> Germ:
        """a_0 + a_1 d + ... + a_K d^K + o(d^K) with d -> 0."""
        if small.top is None:
            return constant(coefficients[0])
        total, grown = constant(coefficients[0]), constant(ONE)
        for a in coefficients[1:]:
            grown = self.product(grown, small)
            total = self.sum(total, self.product(constant(a), grown))
        return self.gathered(total.terms, total.rest, small.top.to_the(Fraction(len(coefficients) - 1)))

    def power(self, germ: Germ, exponent: Fraction) -> Germ:
        """(c r (1 + d))^a = c^a r^a (1 + a d + ...), where c > 0, or c is not zero and a an integer."""
        whole = exponent.denominator == 1
        if whole and 0 <= exponent <= MOST_FACTORS:
            return self._repeated(germ, int(exponent))
        known, germ = self.stripped(germ)
        if known == "=" and exponent > 0:
            return Germ()
        if known != ">" and not (whole and known in ("<", "!=")):
            raise Rejected(f"limit: a power {exponent} of what is not shown to be {'nonzero' if whole else 'positive'} near the point")
        rate, c = germ.terms[0]
        binomials = [ONE]
        for k in range(self.order):
            binomials.append(binomials[-1] * (exponent - k) / (k + 1))
        return self.series(binomials, germ.after_first()).scaled(rate.to_the(exponent), raised(c, exponent))

    def _repeated(self, germ: Germ, count: int) -> Germ:
        total = constant(ONE)
        for _ in range(count):
            total = self.product(total, germ)
        return total

    # -- exponentials and logarithms ------------------------------------------------------------------------------------------

    def exp(self, germ: Germ) -> Germ:
        """What diverges becomes a rate, the limit of the rest a coefficient; o(1) where the exponent tends to -oo at another rate."""
        try:
            return self._exp(germ)
        except Rejected:
            if self.end(germ) == "-oo":
                return SMALL
            raise

    def _exp(self, germ: Germ) -> Germ:
        small = self.small(germ)
        large = [(rate, c) for rate, c in germ.terms if self.compare(rate, UNIT) > 0]
        level = add(*(c for rate, c in germ.terms[len(large) :] if self.compare(rate, UNIT) == 0))
        rate = Rate(tuple((_key(each), c) for each, c in large))
        factorials = [Fraction(1, math.factorial(k)) for k in range(self.order + 1)]
        return self.series(factorials, small).scaled(rate, ONE if level == ZERO else call("exp", level))

    def log(self, germ: Germ) -> Germ:
        """log(c r (1 + d)) = log c + log r + d - d^2/2 + ..., where c > 0; log l is o(l^(1/64))."""
        known, germ = self.stripped(germ)
        if known != ">":
            raise Rejected("limit: a logarithm of what is not shown to be positive near the point")
        rate, c = germ.terms[0]
        grown = Germ(
            tuple((Rate(s_to_the(-d).exponent, q), each) for (d, q), each in rate.exponent),
            Rate((), Fraction(1, 64)) if rate.logs else None,
        )
        alternating = [ZERO, *(Fraction((-1) ** (k + 1), k) for k in range(1, self.order + 1))]
        level = ZERO if c == ONE else call("log", c)
        return self.sum(constant(level), grown, self.series(alternating, germ.after_first()))

    # -- functions --------------------------------------------------------------------------------------------------------------

    def taylor(self, head: str, germ: Germ, at: Term) -> Germ:
        """f(c) + f'(c) d + ..., f analytic near the limit c of its argument."""
        term, coefficients = call(head, var("u")), []
        for k in range(self.order + 1):
            coefficients.append(times(Fraction(1, math.factorial(k)), put(term, {"u": at})))
            term = derivative(term, "u") if k < self.order else term
        return self.series(coefficients, self.small(germ))

    def mills(self, germ: Germ) -> Germ:
        """1/u - 1/u^3 + 3/u^5 - ... for u -> oo; Mills(u) = 1/phi(u) - Mills(-u) for u -> -oo."""
        to = self.end(germ)
        if to == "oo":
            inverse = self.power(germ, MINUS)
            odd = [Fraction((-1) ** k * math.prod(range(1, 2 * k, 2))) for k in range(self.order + 1)]
            return self.product(inverse, self.series(odd, self.product(inverse, inverse)))
        if to == "-oo":
            return self.sum(self.power(self.density(germ), MINUS), self.mills(germ.scaled(UNIT, MINUS)).scaled(UNIT, MINUS))
        return self.taylor("Mills", germ, to)

    def density(self, germ: Germ) -> Germ:
        root = power(mul(TWO, "pi"), -HALF)
        return self.exp(self.product(germ, germ).scaled(UNIT, -HALF)).scaled(UNIT, root)

    def cdf(self, germ: Germ) -> Germ:
        """Phi(u) = phi(u) Mills(-u) for u -> -oo, and 1 - Phi(-u)."""
        to = self.end(germ)
        if to == "oo":
            return self.sum(constant(ONE), self.cdf(germ.scaled(UNIT, MINUS)).scaled(UNIT, MINUS))
        if to != "-oo":
            return self.taylor("Phi", germ, to)
        density = self.density(germ)
        return SMALL if density == SMALL else self.product(density, self.mills(germ.scaled(UNIT, MINUS)))

    def quantile(self, germ: Germ) -> Germ:
        """Inside (0, 1) by Taylor; PhiInv(p) ~ -sqrt(2 log(1/p)) for p -> 0 from above; PhiInv(p) = -PhiInv(1 - p)."""
        to = self.end(germ)
        if to in ("oo", "-oo"):
            raise Rejected("limit: a quantile of what tends to infinity")
        if self.sign(to) == ">" and self.sign(sub(ONE, to)) == ">":
            return self.taylor("PhiInv", germ, to)
        if self.sign(to) == "=":
            root = self.power(self.log(germ).scaled(UNIT, Fraction(-2)), HALF)
            return Germ(root.terms[:1], root.terms[0][0]).scaled(UNIT, MINUS)
        if self.sign(sub(ONE, to)) == "=":
            return self.quantile(self.sum(constant(ONE), germ.scaled(UNIT, MINUS))).scaled(UNIT, MINUS)
        raise Rejected("limit: a quantile of what is not shown to lie between 0 and 1 near the point")

    def laplace(self, term: Term) -> Germ:
        """exp(u)/2 below 0, 1 - exp(-u)/2 above, continuous."""
        germ = self.of(term[1])
        to = self.end(germ)
        known = {"oo": ">", "-oo": "<"}.get(to) if isinstance(to, str) else self.sign(to)
        if known == "<":
            return self.exp(germ).scaled(UNIT, HALF)
        if known == ">":
            return self.sum(constant(ONE), self.exp(germ.scaled(UNIT, MINUS)).scaled(UNIT, -HALF))
        return self.continuous(term)

    def continuous(self, term: Term) -> Germ:
        """f(limits of its arguments) + o(1), if that exists and the arguments lie in the domain of f, which is continuous there."""
        from dplemma.kernel.exists import DOMAIN, must_exist

        germs = [self.of(part) for part in term[1:]]
        for germ, part, interval in zip(germs, term[1:], DOMAIN.get(term[0], ()), strict=False):
            if interval.integer and self.name in free(part):
                raise Rejected(f"limit: {shown(term)} exists at integers only")
            gaps = [] if interval.lo is None else [(self.sum(germ, constant(-interval.lo)), interval.lo_open)]
            gaps += [] if interval.hi is None else [(self.sum(constant(interval.hi), germ.scaled(UNIT, MINUS)), interval.hi_open)]
            for gap, is_open in gaps:
                if self.stripped(gap)[0] not in ((">",) if is_open else (">", "=")):
                    raise Rejected(f"limit: {shown(term)} is not shown to exist near the point")
        value = _central(call(term[0], *map(self.end, germs)))
        must_exist(value, self.region)
        return Germ(((UNIT, value),), UNIT)

    # -- choices ----------------------------------------------------------------------------------------------------------------

    def largest(self, terms: Sequence[Term]) -> Germ:
        """Max by the signs of differences, or by continuity."""
        best = terms[0]
        for other in terms[1:]:
            try:
                known = self.stripped(self.of(sub(best, other)))[0]
            except Rejected:
                known = ""
            if known in ("", "!="):
                return self.continuous(call("Max", *terms))
            best = other if known == "<" else best
        return self.of(best)

    def chosen(self, term: Term) -> Germ:
        """The branch of a Piecewise that applies for all small s."""
        for value, condition in term[1:]:
            if condition is True:
                return self.of(value)
            known = self.stripped(self.of(sub(condition[1], condition[2])))[0]
            if known in _WHERE[condition[0]]:
                return self.of(value)
            if known == "!=" and condition[0] != "=":
                break
        raise Rejected(f"limit: no branch of {shown(term)} is shown to apply near the point")

    def direction(self, term: Term, at_zero: Term) -> Germ:
        known = self.stripped(self.of(term))[0]
        if known == "!=":
            raise Rejected(f"limit: the sign of {shown(term)} is not decided")
        return constant({">": ONE, "<": MINUS, "=": at_zero}[known])


def _key(rate: Rate) -> tuple[Fraction, Fraction]:
    """(d, q) of a rate that is s^-d l^q."""
    if not rate.exponent:
        return (ZERO, rate.logs)
    ((key, d),) = rate.exponent if len(rate.exponent) == 1 else (((ZERO, ZERO), ZERO),)
    if key != _LOG or not isinstance(d, Fraction):
        raise Rejected("limit: an exponential of what grows faster than any power, or at a power that is not a number")
    return (d, rate.logs)


def _central(term: Term) -> Term:
    """A chi-square law without a centre is the central one."""
    return call(term[0][2:], *term[1:3]) if term[0].startswith("NCChi2") and term[3] == ZERO else term


def _reduced(rewrite: Callable[[Term], Term]) -> Callable[[Near, Term], Germ]:
    """A function that is total, or has the same domain, by another."""
    return lambda near, term: near.of(rewrite(term[1]))


def _several(combine: Callable[[Near, Germ, Germ], Germ]) -> Callable[[Near, Term], Germ]:
    def rule(near: Near, term: Term) -> Germ:
        total = near.of(term[1])
        for part in term[2:]:
            total = combine(near, total, near.of(part))
        return total

    return rule


def _power(near: Near, term: Term) -> Germ:
    base, exponent = term[1:]
    if isinstance(exponent, Fraction):
        return near.power(near.of(base), exponent)
    return near.exp(near.of(exponent) if base == "E" else near.product(near.of(exponent), near.log(near.of(base))))


_ROOT_TWO = power(TWO, HALF)
_RULES: dict[str, Callable[[Near, Term], Germ]] = {
    "Add": _several(Near.sum), "Mul": _several(Near.product), "Pow": _power, "Piecewise": Near.chosen, "LaplaceCDF": Near.laplace,
    "Max": lambda near, term: near.largest(term[1:]),
    "Min": lambda near, term: near.largest([neg(part) for part in term[1:]]).scaled(UNIT, MINUS),
    "Abs": lambda near, term: near.largest([term[1], neg(term[1])]),
    "sign": lambda near, term: near.direction(term[1], ZERO),
    "exp": lambda near, term: near.exp(near.of(term[1])), "log": lambda near, term: near.log(near.of(term[1])),
    "phi": lambda near, term: near.density(near.of(term[1])), "Phi": lambda near, term: near.cdf(near.of(term[1])),
    "Mills": lambda near, term: near.mills(near.of(term[1])), "PhiInv": lambda near, term: near.quantile(near.of(term[1])),
    "Q": _reduced(lambda x: call("Phi", neg(x))), "QInv": _reduced(lambda p: neg(call("PhiInv", p))),
    "erf": _reduced(lambda x: sub(mul(TWO, call("Phi", mul(_ROOT_TWO, x))), ONE)),
    "erfc": _reduced(lambda x: mul(TWO, call("Phi", neg(mul(_ROOT_TWO, x))))),
    "erfinv": _reduced(lambda y: mul(power(TWO, -HALF), call("PhiInv", mul(HALF, add(ONE, y))))),
    "sinh": _reduced(lambda x: mul(HALF, sub(call("exp", x), call("exp", neg(x))))),
    "cosh": _reduced(lambda x: mul(HALF, add(call("exp", x), call("exp", neg(x))))),
    "tanh": _reduced(lambda x: sub(ONE, mul(TWO, power(add(call("exp", mul(TWO, x)), ONE), MINUS)))),
    **dict.fromkeys(("gamma", "MarcumQHalf", "MillsMoment", "MillsDrop"), Near.continuous),
    **dict.fromkeys((f"{law}{kind}" for law in ("Chi2", "NCChi2") for kind in ("PDF", "CDF", "SF", "Inv", "SFInv")), Near.continuous),
}  # fmt: skip
