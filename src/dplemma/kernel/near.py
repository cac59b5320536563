"""How a term behaves near a point: its germ, by the rules of each function.

Main definition: `Near(name, to, side, region, order).of(term)`.

The variable is to + s, to - s, 1/s or -1/s with s -> 0 from above. Functions are expanded by Taylor's theorem with the remainder
o(d^K), Mills' ratio at oo by its asymptotic series, whose error is at most the first omitted term. A germ that is found shows
that every part of the term exists for all small s.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from dplemma.kernel.calculus import derivative
from dplemma.kernel.germs import INFINITE, UNIT, Germ, Germs, constant, s_to_the, times
from dplemma.kernel.statement import Region
from dplemma.kernel.term import (
    HALF,
    MINUS,
    ONE,
    TWO,
    ZERO,
    Rejected,
    Term,
    add,
    call,
    free,
    mul,
    neg,
    power,
    put,
    shown,
    sub,
    var,
)

_WHERE = {"<": ("<",), ">": (">",), "<=": ("<", "="), ">=": (">", "="), "=": ("=",), "!=": ("<", ">", "!=")}


class Near(Germs):
    """The germs of terms at one point, for every value of the other variables in a region."""

    def __init__(self, name: str, to: Term, side: str, region: Region, order: int) -> None:
        super().__init__(region.without(name), order)
        self.name = name
        self._germs: dict[Term, Germ] = {}
        if side not in ("+", "-") or (to == "oo" and side == "+") or (to == "-oo" and side == "-"):
            raise Rejected(f"limit: {shown(to)} cannot be approached from {side}")
        away = ONE if side == "+" else MINUS
        self.variable = (
            Germ(((s_to_the(MINUS), -away),)) if to in INFINITE else self.sum(self._parameter(to), Germ(((s_to_the(ONE), away),)))
        )

    def of(self, term: Term) -> Germ:
        """The germ of a term; `Rejected` where none can be given."""
        if term not in self._germs:
            self._germs[term] = self._find(term)
        return self._germs[term]

    def _find(self, term: Term) -> Germ:
        if self.name not in free(term):
            return self._parameter(term)
        if term[0] not in _RULES:
            raise Rejected(f"limit: no rule for {shown(term)}")
        return _RULES[term[0]](self, term)

    def _parameter(self, term: Term) -> Germ:
        from dplemma.kernel.exists import must_exist

        must_exist(term, self.region)
        return constant(term)

    # -- functions ----------------------------------------------------------------------------------------------------------

    def taylor(self, head: str, germ: Germ) -> Germ:
        """f(c) + f'(c) d + ..., f analytic at the limit c of its argument."""
        _, at, small = self.split(germ)
        term, coefficients = call(head, var("u")), []
        for k in range(self.order + 1):
            coefficients.append(times(Fraction(1, math.factorial(k)), put(term, {"u": at})))
            term = derivative(term, "u") if k < self.order else term
        return self.series(coefficients, small)

    def mills(self, germ: Germ) -> Germ:
        """1/u - 1/u^3 + 3/u^5 - ... for u -> oo; Mills(u) = 1/phi(u) - Mills(-u) for u -> -oo."""
        to = self.end(germ)
        if to == "-oo":
            return self.sum(self.power(self.density(germ), MINUS), self.mills(germ.scaled(MINUS)).scaled(MINUS))
        if to != "oo":
            return self.taylor("Mills", germ)
        inverse = self.power(germ, MINUS)
        odd = [Fraction((-1) ** k * math.prod(range(1, 2 * k, 2))) for k in range(self.order + 1)]
        return self.product(inverse, self.series(odd, self.product(inverse, inverse)))

    def density(self, germ: Germ) -> Germ:
        """phi(u) = exp(-u^2/2)/sqrt(2 pi)."""
        return self.exp(self.product(germ, germ).scaled(-HALF)).scaled(power(mul(TWO, "pi"), -HALF))

    def cdf(self, germ: Germ) -> Germ:
        """Phi(u) = phi(u) Mills(-u) for u -> -oo, and 1 - Phi(-u) for u -> oo."""
        to = self.end(germ)
        if to not in INFINITE:
            return self.taylor("Phi", germ)
        return (
            self.minus(self.cdf(germ.scaled(MINUS)))
            if to == "oo"
            else self.product(self.density(germ), self.mills(germ.scaled(MINUS)))
        )

    def quantile(self, germ: Germ) -> Germ:
        """Inside (0, 1) by Taylor; PhiInv(p) ~ -sqrt(2 log(1/p)) for p -> 0 from above; PhiInv(p) = -PhiInv(1 - p)."""
        to = self.end(germ)
        low, high = ("", "") if to in INFINITE else (self.sign(to), self.sign(sub(ONE, to)))
        if (low, high) == (">", ">"):
            return self.taylor("PhiInv", germ)
        if high == "=":
            return self.quantile(self.minus(germ)).scaled(MINUS)
        if low != "=":
            raise Rejected("limit: a quantile of what is not shown to lie between 0 and 1 near the point")
        root = self.power(self.log(germ).scaled(Fraction(-2)), HALF)
        return Germ(root.terms[:1], root.top).scaled(MINUS)

    def laplace(self, term: Term) -> Germ:
        """exp(u)/2 below 0, 1 - exp(-u)/2 above; at 0 by continuity."""
        germ = self.of(term[1])
        to = self.end(germ)
        known = {"oo": ">", "-oo": "<"}[to] if to in INFINITE else self.sign(to)
        if known == ">":
            return self.minus(self.exp(germ.scaled(MINUS)).scaled(HALF))
        return self.exp(germ).scaled(HALF) if known == "<" else self.continuous(term)

    def continuous(self, term: Term) -> Germ:
        """f(c_1, ...) + o(1) with the limits c_i of its arguments, of f continuous on its domain.

        c_i lies inside where the domain is open; where it is closed, the argument does not leave it near the point."""
        from dplemma.kernel.exists import must_exist
        from dplemma.kernel.function_values import DOMAIN

        for part, interval in zip(term[1:], DOMAIN.get(term[0], ()), strict=False):
            if interval.integer and self.name in free(part):
                raise Rejected(f"limit: {shown(term)} exists at integers only")
            for rel in interval.relations(part) if self.name in free(part) else ():
                gap = self.of(rel.gap)
                if not (self.sign(self.end(gap)) == ">" if rel.strict else self.stripped(gap)[0] in (">", "=")):
                    raise Rejected(f"limit: {shown(term)} is not shown to exist near the point")
        value = call(term[0], *(self.end(self.of(part)) for part in term[1:]))
        if value[0].startswith("NCChi2") and value[3] == ZERO:
            value = call(value[0][2:], *value[1:3])
        must_exist(value, self.region)
        return Germ(((UNIT, value),), UNIT)

    def largest(self, terms: Sequence[Term]) -> Germ:
        """Max by the signs of differences near the point, or by continuity."""
        best = terms[0]
        for other in terms[1:]:
            try:
                known = self.stripped(self.of(sub(best, other)))[0]
            except Rejected:
                known = "!="
            if known == "!=":
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


# -- heads --------------------------------------------------------------------------------------------------------------


def _power(near: Near, term: Term) -> Germ:
    """b^a = exp(a log b) where a is not a rational number."""
    base, exponent = term[1:]
    if isinstance(exponent, Fraction):
        return near.power(near.of(base), exponent)
    return near.exp(near.of(exponent) if base == "E" else near.product(near.of(exponent), near.log(near.of(base))))


def _product(near: Near, term: Term) -> Germ:
    total = constant(ONE)
    for part in term[1:]:
        total = near.product(total, near.of(part))
    return total


def _of(function: Callable[[Near, Germ], Germ]) -> Callable[[Near, Term], Germ]:
    return lambda near, term: function(near, near.of(term[1]))


def _by(rewrite: Callable[[Term], Term]) -> Callable[[Near, Term], Germ]:
    """A function by another one, with the same domain."""
    return lambda near, term: near.of(rewrite(term[1]))


def _exp(x: Term) -> Term:
    return call("exp", x)


_ROOT_TWO = power(TWO, HALF)
_RULES: dict[str, Callable[[Near, Term], Germ]] = {
    "var": lambda near, term: near.variable, "Add": lambda near, term: near.sum(*map(near.of, term[1:])), "Mul": _product,
    "Pow": _power, "exp": _of(Near.exp), "log": _of(Near.log), "phi": _of(Near.density), "Phi": _of(Near.cdf),
    "Mills": _of(Near.mills), "PhiInv": _of(Near.quantile), "LaplaceCDF": Near.laplace, "Piecewise": Near.chosen,
    "Max": lambda near, term: near.largest(term[1:]),
    "Min": lambda near, term: near.largest([neg(part) for part in term[1:]]).scaled(MINUS),
    "Abs": lambda near, term: near.largest([term[1], neg(term[1])]),
    "sign": _by(lambda x: ("Piecewise", (ONE, (">", x, ZERO)), (MINUS, ("<", x, ZERO)), (ZERO, True))),
    "Q": _by(lambda x: call("Phi", neg(x))), "QInv": _by(lambda p: neg(call("PhiInv", p))),
    "erf": _by(lambda x: sub(mul(TWO, call("Phi", mul(_ROOT_TWO, x))), ONE)),
    "erfc": _by(lambda x: mul(TWO, call("Phi", neg(mul(_ROOT_TWO, x))))),
    "erfinv": _by(lambda y: mul(power(TWO, -HALF), call("PhiInv", mul(HALF, add(ONE, y))))),
    "sinh": _by(lambda x: mul(HALF, sub(_exp(x), _exp(neg(x))))), "cosh": _by(lambda x: mul(HALF, add(_exp(x), _exp(neg(x))))),
    "tanh": _by(lambda x: sub(ONE, mul(TWO, power(add(_exp(mul(TWO, x)), ONE), MINUS)))),
    **dict.fromkeys(("gamma", "MarcumQHalf", "MillsMoment", "MillsDrop"), Near.continuous),
    **dict.fromkeys((f"{n}Chi2{kind}" for n in ("", "NC") for kind in ("PDF", "CDF", "SF", "Inv", "SFInv")), Near.continuous),
}  # fmt: skip
