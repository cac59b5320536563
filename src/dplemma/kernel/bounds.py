"""Signs of forms on a region, decided exactly: nothing is said that does not hold at every point where the parts exist.

Main definitions: `Signs` (the set of signs a number may have), `Bounds` (a table of atoms with a region, premises and signs).

A form has the sign of the product of the factors of its fraction. A factor, a polynomial in atoms, is decided by
- premises: it is a factor of a relation that is given;
- ranges: every atom lies in an interval; put a = lo + u, a = hi - u or a = (lo + hi u)/(1 + u), u >= 0; if all coefficients then
  have one sign, so has the polynomial. Polynomials in constants are coefficients, their signs come from balls;
- squares: c2 a^2 + c1 a + c0 > 0 if c2 > 0 and 4 c2 c0 > c1^2;
- conjugates: a - b s, with a, b >= 0 and s^2 = c, has the sign of a^2 - b^2 c;
- equivalents: f(a) - f(b) has the sign of a - b for increasing f, a sum of logarithms that of their product minus 1;
- slack: a premise a x + b >= 0 with a > 0 says x = (u - b)/a with u >= 0; put in, ranges may decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, TypeAlias

from flint import arb, fmpq

from dplemma.arb import chi_square, normal
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.kernel.atoms import (
    GENERATORS,
    MAX_ATOMS,
    NAMES,
    SLACKS,
    ZERO_POLY,
    Atom,
    Form,
    Poly,
    Table,
    Unknown,
    by_degree,
    times,
    used,
)
from dplemma.kernel.ranges import (
    ANY,
    MINUS,
    NOT_MINUS,
    NOT_NULL,
    NOT_PLUS,
    NULL,
    PLUS,
    Signs,
    as_facts,
    corners_of,
    cut,
    grouped,
    put_in,
    shifted,
)  # fmt: skip
from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.term import BINDERS

Facts: TypeAlias = list[tuple[Poly, Signs]]
OF_RELATION: dict[str, Signs] = {">": PLUS, ">=": NOT_MINUS, "<": MINUS, "<=": NOT_PLUS, "=": NULL, "!=": NOT_NULL}
REAL, POSITIVE, NONNEGATIVE = Interval(), Interval(Fraction(0)), Interval(Fraction(0), lo_open=False)
_UNIT, _HALF = Interval(Fraction(0), Fraction(1)), Fraction(1, 2)
RANGES = {
    "exp": POSITIVE, "Phi": _UNIT, "LaplaceCDF": _UNIT, "NCChi2Inv": POSITIVE, "NCChi2PDF": POSITIVE, "gamma": POSITIVE,
    "root": NONNEGATIVE, "factorial": POSITIVE, "binomial": NONNEGATIVE,
    "NCChi2CDF": Interval(Fraction(0), Fraction(1), lo_open=False), "sign": Interval(Fraction(-1), Fraction(1), False, False),
}  # fmt: skip
"""Where the values of an atom lie, if its arguments are such that it exists."""
CROSSES = {
    "exp": (0, 1),
    "Phi": (0, _HALF),
    "LaplaceCDF": (0, _HALF),
    "log": (1, 0),
    "PhiInv": (_HALF, 0),
    "root": (1, 1),
    "NCChi2CDF": (0, 0),
}
"""Increasing functions f with f(a) = b: the value lies on the same side of b as the argument of a."""
BALLS: dict[str, Callable[..., arb]] = {
    "pi": lambda _: arb.pi(),
    "exp": lambda scale, x: (x / scale).exp(),
    "root": lambda scale, x: x.root(scale),
    "log": lambda _, x: x.log(),
    "Phi": lambda _, x: normal.norm_cdf(x),
    "PhiInv": lambda _, x: normal.norm_ppf(x),
    "gamma": lambda _, x: x.gamma() if x > 0 else arb.nan(),
    "NCChi2CDF": lambda _, *xs: chi_square.ncx2_cdf(*xs),
    "NCChi2Inv": lambda _, *xs: chi_square.ncx2_ppf(*xs),
}
PRECISIONS = (64, 256, 1024, 4096)
_DEPTH, _LONGEST, _LARGEST, _TRIES, _LARGEST_POWER = 3, 40, 4000, 400, 12


def signs_of(number: Any) -> Signs:
    return PLUS if number > 0 else MINUS if number < 0 else NULL


def multiplied(first: Signs, second: Signs) -> Signs:
    return frozenset(a * b for a in first for b in second)


def to_the(signs: Signs, exponent: int) -> Signs:
    """Of a power; what is raised to a negative power is not 0."""
    return frozenset(s ** abs(exponent) for s in signs if s or exponent > 0)


class Bounds(Table):
    """A table of atoms that knows a region."""

    def __init__(self, region: Region) -> None:
        self.region = region
        super().__init__()

    def clear(self) -> None:
        super().clear()
        self.intervals: dict[str, Interval] = dict(self.region.intervals)
        self.premises: dict[str, Signs] = {}
        self.facts: Facts = []
        self._slacks: dict[int, Interval] = {}
        self._constants: dict[int, bool] = {}
        self._asked: set[str] = set()
        self._depth = self._stripped = self._tries = 0
        self.forget()

    def forget(self) -> None:
        """Drop what was found before more was known."""
        self._ranges: dict[int, Interval] = {}
        self._signs: dict[str, Signs] = {}

    # -- forms and factors

    def signs(self, form: Form) -> Signs:
        """The signs the form may have where its parts exist."""
        content, factors = self.split(form)
        found = signs_of(content)
        for factor, count in factors:
            found = multiplied(found, to_the(self.factor_signs(factor), count))
        return found or ANY  # a form that exists nowhere has no sign

    def factor_signs(self, poly: Poly) -> Signs:
        """Of an irreducible polynomial; a question that comes back to itself is answered by ranges alone."""
        key = str(poly)
        if key in self._signs:
            return self._signs[key]
        if key in self._asked or self._depth > _DEPTH:
            return self.plain_signs(poly)
        self._asked.add(key)
        self._depth += 1
        try:
            found = self.plain_signs(poly)
            for rule in (self._by_square, self._by_conjugate, self._by_equivalents, self._by_slack):
                if len(found) > 1:
                    found = found & rule(poly) or found  # premises that exclude each other leave nothing to decide
        finally:
            self._depth -= 1
            self._asked.discard(key)
        if self._depth == 0 or len(found) == 1:
            self._signs[key] = found
        return found

    def plain_signs(self, poly: Poly) -> Signs:
        """By premises and ranges alone."""
        content, factors = self.factors(poly) if not poly.is_zero() else (fmpq(0), [])
        found = signs_of(content)
        for factor, count in factors:
            known, ranged = self.premises.get(str(factor), ANY), self._by_ranges(factor)
            found = multiplied(found, to_the(known & ranged or known, count))
        return found

    def nonzero(self, poly: Poly) -> bool:
        return self.plain_signs(poly) <= NOT_NULL

    # -- ranges

    def range(self, index: int) -> Interval:
        """An interval in which an atom lies wherever it exists."""
        if index >= MAX_ATOMS:
            return self._slacks[index]
        if index not in self._ranges:
            self._ranges[index] = RANGES.get(self.atoms[index].kind, REAL)
            self._ranges[index] = self._narrowed(self.atoms[index])
        return self._ranges[index]

    def _narrowed(self, atom: Atom) -> Interval:
        known = RANGES.get(atom.kind, REAL)
        if atom.kind == "var":
            return self.intervals.get(atom.arguments[0], REAL)
        if atom.kind == "root" and self.signs(atom.arguments[0]) <= NOT_NULL:
            known = POSITIVE
        if atom.kind in CROSSES:
            at, value = CROSSES[atom.kind]
            return cut(known, self.signs(atom.arguments[0] - at), Fraction(value))
        return self.bound_range(atom) if atom.kind in BINDERS else known

    def bound_range(self, atom: Atom) -> Interval:
        """Of a node that binds a variable; said where such nodes are made."""
        return RANGES.get(atom.kind, REAL)

    def _by_ranges(self, poly: Poly) -> Signs:
        """By the coefficients of the powers of the u; 0 only where at a corner of the region each term has an atom that is 0."""
        degrees = {n: int(power) for n, power in enumerate(poly.degrees()) if power > 0}
        inside = list(degrees)
        moving = [n for n in inside if not self._is_constant(n)]
        tops, intervals = [degrees[n] for n in moving], [self.range(n) for n in moving]
        if (
            len(poly) * prod(top + 1 for top, i in zip(tops, intervals, strict=True) if i not in (REAL, POSITIVE, NONNEGATIVE))
            > _LARGEST
        ):
            return ANY
        for n, interval in zip(moving, intervals, strict=True):
            poly = shifted(poly, n, interval)
        self.spend(len(poly))
        if moving == inside and len({c > 0 for c in poly.coeffs()}) > 1:
            return ANY
        terms = grouped(poly, moving)
        signs = [self._constant_signs(c) for c in terms.values()] or [NULL]
        odd = any(e % 2 for term in terms for e, i in zip(term, intervals, strict=True) if i.lo is None and i.hi is None)
        if odd or len(set(signs)) > 1 or len(signs[0]) > 1:
            return ANY
        corners = [corners_of(interval, top) for interval, top in zip(intervals, tops, strict=True)]
        if prod(map(len, corners)) > 256:
            return signs[0] | NULL
        lasting = all(
            any(all(e in kept for e, kept in zip(term, corner, strict=True)) for term in terms) for corner in product(*corners)
        )
        return signs[0] if lasting else signs[0] | NULL

    # -- constants

    def _is_constant(self, index: int) -> bool:
        """Is the atom a constant with a ball?"""
        if index not in self._constants:
            self._constants[index] = index < len(self.atoms) and self._atom_ball(self.atoms[index]) is not None
        return self._constants[index]

    def _constant_signs(self, poly: Poly) -> Signs:
        """Of a polynomial in constants, by balls; 0 only if it is the zero polynomial."""
        if poly.is_constant():
            return NULL if poly.is_zero() else signs_of(poly.leading_coefficient())
        key = str(poly)
        for bits in PRECISIONS if key not in self._signs else ():
            with working_precision(bits):
                ball = self.ball(Form(self, poly))
            if ball is None or ball > 0 or ball < 0:
                self._signs[key] = ANY if ball is None else PLUS if ball > 0 else MINUS
                break
        return self._signs.setdefault(key, ANY)

    def ball(self, form: Form) -> arb | None:
        """The value of a constant form at the working precision, if its atoms can be evaluated."""
        values = {n: self._atom_ball(self.atoms[n]) for n in form.indices()}
        if None in values.values():
            return None
        above, below = (
            sum((self._term_ball(values, k, c) for k, c in p.to_dict().items()), arb(0)) for p in (form.num, form.den)
        )
        return above / below

    @staticmethod
    def _term_ball(values: dict[int, Any], exponents: Any, coefficient: Any) -> arb:
        return prod((arb(value) ** int(exponents[n]) for n, value in values.items() if exponents[n]), start=arb(coefficient))

    def _atom_ball(self, atom: Atom) -> arb | None:
        if atom.free or atom.kind not in BALLS:
            return None
        inside = [self.ball(argument) for argument in atom.arguments]
        try:
            return None if None in inside else BALLS[atom.kind](atom.scale, *inside)
        except (ArithmeticError, ValueError, DplemmaError):
            return None

    # -- squares and equivalents

    def _by_square(self, poly: Poly) -> Signs:
        """c2 a^2 + c1 a + c0 has the sign of c2 if 4 c2 c0 - c1^2 >= 0; not 0 if that is > 0."""
        for index in used(poly)[:6] if len(poly) < _LONGEST else ():
            parts = by_degree(poly, index)
            if max(parts) == 2:
                low, middle = (parts.get(n, ZERO_POLY) for n in (0, 1))
                gap = self.signs(Form(self, 4 * times(parts[2], low) - times(middle, middle)))
                if gap <= NOT_MINUS and (outer := self.signs(Form(self, parts[2]))) in (PLUS, MINUS):
                    return outer if gap == PLUS else outer | NULL
        return ANY

    def _by_conjugate(self, poly: Poly) -> Signs:
        """a + b s for s = sqrt(c), a and b of opposite signs: times a - b s, which has the sign of a or is 0 as a and b s are."""
        for atom in self.roots_in(poly) if len(poly) < _LONGEST else ():
            parts = by_degree(poly, atom.index)
            if atom.scale != 2 or set(parts) != {0, 1}:
                continue
            outer, inner = (self.signs(Form(self, parts[n])) for n in (0, 1))
            for side in (PLUS, MINUS):
                if multiplied(outer, side) <= NOT_MINUS and multiplied(inner, side) <= NOT_PLUS:
                    squares = Form(self, times(parts[0], parts[0])) - Form(self, times(parts[1], parts[1])) * atom.arguments[0]
                    return multiplied(self.signs(squares), side)
        return ANY

    def _by_equivalents(self, poly: Poly) -> Signs:
        found = ANY
        for other, side in self.equivalents(poly):
            self._stripped += 1
            try:
                found = found & multiplied(self.signs(other), side) or found
            finally:
                self._stripped -= 1
        return found

    def equivalents(self, poly: Poly) -> Iterator[tuple[Form, Signs]]:
        """Forms with the sign to multiply theirs by."""
        terms = [([(self.atoms[n], int(e)) for n, e in enumerate(k) if e], c) for k, c in poly.to_dict().items()]
        kinds = {atom.kind for term, _ in terms for atom, _ in term}
        if len(terms) == 2 and terms[0][1] * terms[1][1] < 0:
            (first, c), (second, d) = terms
            if kinds == {"exp"}:  # c e^a - d e^b by c (a - b + log(c/d))
                exponents = [(atom, e) for atom, e in first] + [(atom, -e) for atom, e in second]
                total = sum((atom.arguments[0] * e / atom.scale for atom, e in exponents), self.log_of_number(-c / d))
                yield total, signs_of(c)
            elif (
                len(kinds) == 1 and kinds <= CROSSES.keys() and c == -d and [e for _, e in first] == [e for _, e in second] == [1]
            ):
                (a, *parameters), (b, *others) = first[0][0].arguments, second[0][0].arguments
                if first[0][0].scale == second[0][0].scale and all(p.same(q) for p, q in zip(parameters, others, strict=True)):
                    yield a - b, signs_of(c)  # c f(a) - c f(b)
        if "log" in kinds:
            yield from self._as_product(poly)

    def _as_product(self, poly: Poly) -> Iterator[tuple[Form, Signs]]:
        """sum k_i log a_i + r has the sign of prod a_i^k_i e^r - 1, for integers k_i."""
        rest, counts = poly, {}
        for n in used(poly):
            if self.atoms[n].kind == "log":
                slope = poly.derivative(n)
                if not slope.is_constant():
                    return
                counts[n] = slope.leading_coefficient()
                rest = rest - GENERATORS[n] * counts[n]
        common = lcm(*(int(c.q) for c in counts.values()))
        if max(abs(c * common) for c in counts.values()) <= _LARGEST_POWER:
            powers = (self.atoms[n].arguments[0] ** int((c * common).p) for n, c in counts.items())
            yield prod(powers, start=self.exp_of(Form(self, rest) * common)) - 1, PLUS

    def log_of_number(self, number: fmpq) -> Form:
        raise Unknown(str(number))

    def exp_of(self, exponent: Form) -> Form:
        raise Unknown(exponent.text())

    # -- slack

    def _by_slack(self, poly: Poly) -> Signs:
        found = ANY
        for side in (PLUS, MINUS) if self._depth <= self._stripped + 1 and len(poly) < _LONGEST and self.facts else ():
            self._tries = _TRIES
            facts = [(fact, signs) for fact, signs in self.facts if self._bound_in(fact) <= self._bound_in(poly)]
            found &= multiplied(self._above(poly if side == PLUS else -poly, facts, MAX_ATOMS), side)
        return found or ANY

    def _bound_in(self, poly: Poly) -> set[str]:
        """The bound variables of a polynomial: what is known of one says nothing where there is none."""
        return {name for n in used(poly) for name in self.atoms[n].free if not name.isidentifier()}

    def _above(self, poly: Poly, facts: Facts, slack: int) -> Signs:
        """PLUS or NOT_MINUS if premises show it, put in one after the other: bounds below of what makes the polynomial grow."""
        changes = []
        degrees = [fact.degrees() for fact, _ in facts]
        for index in used(poly) if slack < MAX_ATOMS + SLACKS else ():
            slope = self.plain_signs(poly.derivative(index))
            for (fact, signs), powers in zip(facts, degrees, strict=True):
                linear = powers[index] == 1 and self._tries
                change = self._change(fact, signs, index, slope, slack) if linear else None
                if change is not None:
                    new = change(poly)
                    self._tries = max(0, self._tries - 3 - len(new))
                    if (found := self.plain_signs(new)) <= NOT_MINUS:
                        return found
                    changes.append((index, change, signs))
        for index, change, signs in changes:
            self._slacks[slack] = POSITIVE if signs == PLUS else NONNEGATIVE
            moved = [(change(fact), s) for fact, s in [*facts, *as_facts(index, self.range(index))]]
            self._tries = max(0, self._tries - len(moved))
            found = self._above(change(poly), [(f, s) for f, s in moved if not f.is_zero() and len(f) < _LONGEST], slack + 1)
            if found <= NOT_MINUS or not self._tries:
                return found
        return ANY

    def _change(self, fact: Poly, signs: Signs, index: int, slope: Signs, slack: int) -> Callable[[Poly], Poly] | None:
        """If a x + b >= 0 bounds x on the side where a polynomial in x is least: p -> |a|^n p((u - b)/a), n its degree."""
        side = self.plain_signs(fact.derivative(index))
        if side not in (PLUS, MINUS) or (signs != NULL and not slope & side):
            return None
        turn = 1 if side == PLUS else -1
        value = ((0 if signs == NULL else GENERATORS[slack]) - fact.subs({NAMES[index]: 0})) * turn
        self._slacks[slack] = POSITIVE if signs == PLUS else NONNEGATIVE
        return lambda poly: put_in(poly, index, value, fact.derivative(index) * turn)
