"""Signs of forms on a region, decided exactly: nothing is said that does not hold at every point where the parts exist.

Main definitions: `Signs` (the set of signs a number may have), `Bounds` (a table of atoms with a region, premises and signs).

A form has the sign of the product of the factors of its fraction. A factor, a polynomial in atoms, is decided by:
- ranges: every atom lies in an interval; put a = lo + u, a = hi - u or a = (lo v + hi u)/(u + v) with u, v >= 0; if all
  coefficients then have one sign, so has the polynomial;
- balls: a constant whose ball does not contain 0;
- premises: a factor of a relation that is given;
- squares: c2 a^2 + c1 a + c0 > 0 if c2 > 0 and 4 c2 c0 > c1^2;
- equivalents: f(a) - f(b) has the sign of a - b for increasing f, a sum of logarithms that of their product minus 1;
- halving: of the interval of the only atom, a few times;
- slack: a premise a x + b >= 0 says x = (u - b)/a with u >= 0; put in, ranges may decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import Any, TypeAlias

from flint import arb, fmpq

from dplemma.arb import chi_square, normal
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.kernel.atoms import (
    GENERATORS,
    MAX_ATOMS,
    NAMES,
    RING,
    SLACKS,
    ZERO_POLY,
    Atom,
    Form,
    Poly,
    Table,
    Unknown,
    by_degree,
    degree,
    fraction,
    rational,
    times,
    to_power,
    used,
)
from dplemma.kernel.statement import Interval, Region

Signs: TypeAlias = frozenset[int]
Exponents: TypeAlias = tuple[tuple[int, int], ...]
ANY, PLUS, MINUS, NULL = frozenset((-1, 0, 1)), frozenset((1,)), frozenset((-1,)), frozenset((0,))
NOT_MINUS, NOT_PLUS, NOT_NULL = PLUS | NULL, MINUS | NULL, PLUS | MINUS
OF_RELATION: dict[str, Signs] = {">": PLUS, ">=": NOT_MINUS, "<": MINUS, "<=": NOT_PLUS, "=": NULL, "!=": NOT_NULL}
REAL, POSITIVE, NONNEGATIVE = Interval(), Interval(Fraction(0)), Interval(Fraction(0), lo_open=False)
_UNIT, _HALF = Interval(Fraction(0), Fraction(1)), Fraction(1, 2)
RANGES = {
    "exp": POSITIVE, "Phi": _UNIT, "LaplaceCDF": _UNIT, "Chi2Inv": POSITIVE, "NCChi2Inv": POSITIVE, "gamma": POSITIVE,
    "root": NONNEGATIVE, "Pow": NONNEGATIVE, "factorial": POSITIVE, "binomial": NONNEGATIVE, "Chi2PDF": POSITIVE,
    "NCChi2PDF": POSITIVE, "sign": Interval(Fraction(-1), Fraction(1), False, False),
    "Chi2CDF": Interval(Fraction(0), Fraction(1), lo_open=False), "NCChi2CDF": Interval(Fraction(0), Fraction(1), lo_open=False),
}  # fmt: skip
"""Where the values of an atom lie, if its arguments are such that it exists."""
CROSSES = {"exp": (0, 1), "Phi": (0, _HALF), "LaplaceCDF": (0, _HALF), "log": (1, 0), "PhiInv": (_HALF, 0), "root": (1, 1)}
"""Increasing functions f with f(a) = b: the value lies on the same side of b as the argument of a."""
PRECISIONS = (64, 256, 1024, 4096)
_DEPTH, _HALVINGS, _LARGEST, _TRIES, _HIGHEST = 3, 8, 6000, 40, 40


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
        self.premises: dict[str, Signs] = {}
        self.facts: list[tuple[Poly, Signs]] = []
        self._slacks: dict[int, Interval] = {}
        self._tries = 0
        self._constants: dict[int, bool] = {}
        self.intervals: dict[str, Interval] = dict(self.region.intervals)
        self._ranges: dict[int, Interval] = {}
        self._signs: dict[str, Signs] = {}
        self._asked: set[str] = set()
        self._depth = 0

    # -- forms and factors

    def signs(self, form: Form) -> Signs:
        """The signs the form may have where its parts exist."""
        content, factors = self.split(form)
        found = signs_of(content)
        for factor, count in factors:
            found = multiplied(found, to_the(self.factor_signs(factor), count))
        return found

    def factor_signs(self, poly: Poly) -> Signs:
        key = str(poly)
        if key in self._signs:
            return self._signs[key]
        if key in self._asked or self._depth > _DEPTH:
            return self.premises.get(key, ANY) & self._by_ranges(poly)
        self._asked.add(key)
        with self._deeper():
            found = self._decided(poly)
        self._asked.discard(key)
        if self._depth == 0 or len(found) == 1:
            self._signs[key] = found
        return found

    @contextmanager
    def _deeper(self) -> Iterator[None]:
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1

    def _decided(self, poly: Poly) -> Signs:
        found = self.premises.get(str(poly), ANY)
        rules = (self._by_ranges, self._by_balls, self._by_square, self._by_equivalents, self._by_halving, self._by_slack)
        for rule in rules:
            if len(found) == 1:
                break
            found = found & rule(poly) or found  # premises that exclude each other leave nothing to decide
        return found

    # -- ranges of atoms

    def range(self, atom: Atom) -> Interval:
        """An interval in which the atom lies wherever it exists."""
        if atom.index not in self._ranges:
            self._ranges[atom.index] = RANGES.get(atom.kind, REAL)
            self._ranges[atom.index] = self._narrowed(atom)
        return self._ranges[atom.index]

    def _narrowed(self, atom: Atom) -> Interval:
        if atom.kind == "var":
            return self.intervals.get(atom.arguments[0], REAL)
        known = RANGES.get(atom.kind, REAL)
        if not atom.free:
            return self._constant_range(atom) or known
        if atom.kind == "root" and self.signs(atom.arguments[0]) <= NOT_NULL:
            known = POSITIVE
        if atom.kind in CROSSES:
            at, value = CROSSES[atom.kind]
            return _cut(known, self.signs(atom.arguments[0] - at), Fraction(value))
        if atom.kind in ("Integral", "Sum", "Root", "ArgMin", "ArgMax", "Inf", "Sup"):
            return self.bound_range(atom)
        return known

    def bound_range(self, atom: Atom) -> Interval:
        """Of a node that binds a variable; said where such nodes are made."""
        return RANGES.get(atom.kind, REAL)

    def _constant_range(self, atom: Atom) -> Interval | None:
        with working_precision(PRECISIONS[0]):
            ball = self.ball(self.form(atom))
        if ball is None or not ball.is_finite():
            return None
        return Interval(_exact(ball.lower()), _exact(ball.upper()), False, False)

    # -- the rules

    def _by_ranges(self, poly: Poly, instead: dict[int, Interval] | None = None) -> Signs:
        """Constants stay in the coefficients, whose signs their balls decide."""
        indices = [n for n in used(poly) if not self._is_constant(n)]
        intervals = [(instead or {}).get(n) or self._interval_of(n) for n in indices]
        shifted = _shifted(poly, indices, intervals)
        if shifted is None:
            return ANY
        signs = ANY
        for coefficient in shifted.values():
            mine = signs_of(coefficient) if isinstance(coefficient, fmpq) else self._constant_signs(coefficient)
            if len(mine) != 1 or not mine & signs:
                return ANY
            signs = mine
        return _of_terms(shifted, intervals, signs)

    def _is_constant(self, index: int) -> bool:
        """Is the atom a constant with a ball?"""
        if index not in self._constants:
            self._constants[index] = index < len(self.atoms) and self._atom_ball(self.atoms[index]) is not None
        return self._constants[index]

    def _constant_signs(self, poly: Poly) -> Signs:
        """Of a polynomial in constants: 0 only if it is the zero polynomial."""
        if poly.is_constant():
            return NULL if poly.is_zero() else signs_of(poly.leading_coefficient())
        key = str(poly)
        if key not in self._signs:
            self._signs[key] = self._by_balls(poly)
        return self._signs[key]

    def _interval_of(self, index: int) -> Interval:
        return self.range(self.atoms[index]) if index < len(self.atoms) else self._slacks[index]

    def _by_balls(self, poly: Poly) -> Signs:
        if not all(map(self._is_constant, used(poly))):
            return ANY
        for bits in PRECISIONS:
            with working_precision(bits):
                ball = self.ball(Form(self, poly))
            if ball is None:
                return ANY
            if ball > 0 or ball < 0:
                return PLUS if ball > 0 else MINUS
        return ANY

    def _by_square(self, poly: Poly) -> Signs:
        """c2 a^2 + c1 a + c0 has the sign of c2 if 4 c2 c0 - c1^2 >= 0; not 0 if that is > 0."""
        for index in used(poly)[:6]:
            parts = by_degree(poly, index)
            if set(parts) - {0, 1, 2} or 2 not in parts or len(poly) > 40:
                continue
            low, middle = (parts.get(n, RING.constant(0)) for n in (0, 1))
            gap = self.signs(Form(self, 4 * times(parts[2], low) - times(middle, middle)))
            if gap <= NOT_MINUS and (outer := self.signs(Form(self, parts[2]))) in (PLUS, MINUS):
                return outer if gap == PLUS else outer | NULL
        return ANY

    def _by_halving(self, poly: Poly) -> Signs:
        """The only atom's interval cut in two again and again, until each piece is decided."""
        indices = used(poly)
        if len(indices) != 1:
            return ANY
        pieces, found = [(self._interval_of(indices[0]), 0)], frozenset()
        while pieces and found != ANY:
            piece, depth = pieces.pop()
            here = self._by_ranges(poly, {indices[0]: piece})
            if len(here) == 1 or depth == _HALVINGS or (cut := _halves(piece)) is None:
                found = found | here
            else:
                pieces += [(half, depth + 1) for half in cut]
        return found

    def _by_slack(self, poly: Poly) -> Signs:
        if self._depth > 1 or len(poly) > 40 or not self.facts:
            return ANY
        found = ANY
        for side in (PLUS, MINUS):
            self._tries = _TRIES
            found &= multiplied(self._above(poly if side == PLUS else -poly, self.facts, MAX_ATOMS), side)
        return found or ANY

    def _above(self, poly: Poly, facts: list[tuple[Poly, Signs]], slack: int) -> Signs:
        """PLUS or NOT_MINUS if premises show it, put in one after the other: bounds below of what makes the polynomial grow."""
        changes = []
        for index in used(poly) if slack < MAX_ATOMS + SLACKS else ():
            slope = self.plain_signs(poly.derivative(index))
            for fact, signs in facts:
                change = self._change(fact, signs, index, slope, slack) if self._tries else None
                if change is not None:
                    self._tries -= 1
                    if (found := self.plain_signs(change(poly))) <= NOT_MINUS:
                        return found
                    changes.append((index, change, signs))
        for index, change, signs in changes:
            self._slacks[slack] = _slack_range(signs)
            more = list(_as_facts(index, self._interval_of(index)))
            moved = [(change(fact), s) for fact, s in [*facts, *more]]
            found = self._above(change(poly), [(f, s) for f, s in moved if not f.is_zero() and len(f) < 40], slack + 1)
            if found <= NOT_MINUS or not self._tries:
                return found
        return ANY

    def _change(self, fact: Poly, signs: Signs, index: int, slope: Signs, slack: int) -> Callable[[Poly], Poly] | None:
        """If a x + b >= 0 bounds x on the side where a polynomial of this slope in x is least: p -> |a|^n p((u - b)/a), n its degree."""
        if degree(fact, index) != 1:
            return None
        factor = fact.derivative(index)
        side = self.plain_signs(factor)
        if side not in (PLUS, MINUS) or (signs != NULL and not slope & side):
            return None
        value = (0 if signs == NULL else GENERATORS[slack]) - fact.subs({NAMES[index]: 0})
        value, size = (value, factor) if side == PLUS else (-value, -factor)
        self._slacks[slack] = _slack_range(signs)

        def put_in(poly: Poly) -> Poly:
            powers = by_degree(poly, index)
            top = max(powers, default=0)
            pieces = (times(part, times(to_power(value, n), to_power(size, top - n))) for n, part in powers.items())
            return sum(pieces, ZERO_POLY) if top else poly

        return put_in

    def plain_signs(self, poly: Poly) -> Signs:
        """By ranges and premises alone."""
        if poly.is_zero():
            return NULL
        content, factors = self.factors(poly)
        found = signs_of(content)
        for factor, count in factors:
            found = multiplied(found, to_the(self.premises.get(str(factor), ANY) & self._by_ranges(factor), count))
        return found

    def _by_equivalents(self, poly: Poly) -> Signs:
        found = ANY
        for other, sign in self.equivalents(poly):
            found = found & multiplied(self.signs(other), frozenset((sign,))) or found
        return found

    def equivalents(self, poly: Poly) -> Iterator[tuple[Form, int]]:
        """Forms of the same sign, or of the opposite one, wherever both exist."""
        terms = [(tuple((n, int(e)) for n, e in enumerate(k) if e), c) for k, c in poly.to_dict().items()]
        if any(n >= len(self.atoms) for n in used(poly)):
            return
        yield from self._compared(terms)
        if any(self.atoms[n].kind == "log" for n in used(poly)):
            yield from self._as_product(poly)

    def _compared(self, terms: list[tuple[tuple[tuple[int, int], ...], fmpq]]) -> Iterator[tuple[Form, int]]:
        """c f(a) - c f(b) by a - b; c f(a) + c f(b) likewise for odd f or f(-a) = 1 - f(a); c e^a - d e^b by logarithms."""
        linear = [(self.atoms[k[0][0]], c) for k, c in terms if len(k) == 1 and k[0][1] == 1]
        constant = next((c for k, c in terms if not k), fmpq(0))
        if len(linear) == 2 and len(terms) == (3 if constant else 2):
            (first, c), (second, d) = linear
            alike = first.kind == second.kind and first.scale == second.scale and first.arguments[1:] == second.arguments[1:]
            if alike and first.kind in CROSSES:
                a, b = first.arguments[0], second.arguments[0]
                if c == -d and not constant:
                    yield a - b, int(c.p > 0) * 2 - 1
                if c == d and constant == -c and first.kind in ("Phi", "LaplaceCDF"):
                    yield a + b, int(c.p > 0) * 2 - 1
                if c == d and not constant and first.kind == "PhiInv":
                    yield a + b - 1, int(c.p > 0) * 2 - 1
        if len(terms) == 2 and terms[0][1] * terms[1][1] < 0:
            yield from self._quotient(*terms)

    def _quotient(self, first: Any, second: Any) -> Iterator[tuple[Form, int]]:
        """c e^a - d e^b for c, d of one sign has the sign of c (a - b + log(c/d))."""
        exponents = [(n, e) for n, e in first[0]] + [(n, -e) for n, e in second[0]]
        if all(self.atoms[n].kind == "exp" for n, _ in exponents):
            total = self.form_of(0)
            for n, e in exponents:
                total = total + self.atoms[n].arguments[0] * fmpq(e, self.atoms[n].scale)
            yield total + self.log_of_number(-first[1] / second[1]), 1 if first[1] > 0 else -1

    def _as_product(self, poly: Poly) -> Iterator[tuple[Form, int]]:
        """sum k_i log a_i + r has the sign of prod a_i^k_i e^r - 1, for integers k_i."""
        logs = [n for n in used(poly) if self.atoms[n].kind == "log"]
        rest, coefficients = poly, {}
        for n in logs:
            parts = by_degree(poly, n)
            if set(parts) - {0, 1} or not parts[1].is_constant():
                return
            coefficients[n] = parts[1].leading_coefficient()
            rest = rest - GENERATORS[n] * coefficients[n]
        common = lcm(*(int(c.q) for c in coefficients.values()))
        if max(abs(c * common) for c in coefficients.values()) > 12:
            return
        total = self.exp_of(Form(self, rest) * common)
        for n, c in coefficients.items():
            total = total * self.atoms[n].arguments[0] ** int((c * common).p)
        yield total - 1, 1

    # -- what the normaliser gives

    def log_of_number(self, number: fmpq) -> Form:
        raise Unknown(str(number))

    def exp_of(self, form: Form) -> Form:
        raise Unknown(form.text())

    # -- balls of constants

    def ball(self, form: Form) -> arb | None:
        """The value of a constant form at the working precision, if its atoms can be evaluated."""
        values: dict[int, arb] = {}
        for n in form.indices():
            value = self._atom_ball(self.atoms[n])
            if value is None:
                return None
            values[n] = value
        return _at(form.num, values) / _at(form.den, values)

    def _atom_ball(self, atom: Atom) -> arb | None:
        if atom.kind == "pi":
            return arb.pi()
        if atom.free or atom.kind not in _BALLS or not all(isinstance(a, Form) for a in atom.arguments):
            return None
        inside = [self.ball(argument) for argument in atom.arguments]
        if any(ball is None for ball in inside):
            return None
        try:
            return _BALLS[atom.kind](*inside, atom.scale)
        except (ArithmeticError, ValueError, DplemmaError):
            return None


_BALLS: dict[str, Any] = {
    "exp": lambda x, scale: (x / scale).exp(),
    "root": lambda x, scale: x.root(scale),
    "log": lambda x, _: x.log(),
    "Phi": lambda x, _: normal.norm_cdf(x),
    "PhiInv": lambda x, _: normal.norm_ppf(x),
    "gamma": lambda x, _: x.gamma() if x > 0 else arb.nan(),
    "Chi2CDF": lambda x, k, _: chi_square.chi2_cdf(x, k),
    "NCChi2CDF": lambda x, k, lam, _: chi_square.ncx2_cdf(x, k, lam),
    "Chi2Inv": lambda x, k, _: chi_square.chi2_ppf(x, k),
    "NCChi2Inv": lambda x, k, lam, _: chi_square.ncx2_ppf(x, k, lam),
}


def _at(poly: Poly, values: dict[int, arb]) -> arb:
    total = arb(0)
    for exponents, coefficient in poly.to_dict().items():
        term = arb(coefficient)
        for n, e in enumerate(exponents):
            term = term * values[n] ** int(e) if e else term
        total += term
    return total


def _exact(end: arb) -> Fraction:
    mantissa, exponent = end.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


# -- intervals and coefficients --------------------------------------------------------------------------------------------------


def _slack_range(signs: Signs) -> Interval:
    return POSITIVE if signs == PLUS else NONNEGATIVE


def _as_facts(index: int, interval: Interval) -> Iterator[tuple[Poly, Signs]]:
    """What an interval says of an atom: polynomials that are > 0 or >= 0."""
    if interval.lo is not None:
        yield GENERATORS[index] - rational(interval.lo), PLUS if interval.lo_open else NOT_MINUS
    if interval.hi is not None:
        yield rational(interval.hi) - GENERATORS[index], PLUS if interval.hi_open else NOT_MINUS


def _cut(known: Interval, signs: Signs, at: Fraction) -> Interval:
    """The part of an interval on one side of a number."""
    if signs <= NOT_MINUS and (known.lo is None or known.lo <= at):
        return Interval(at, known.hi, 0 not in signs, known.hi_open)
    if signs <= NOT_PLUS and (known.hi is None or known.hi >= at):
        return Interval(known.lo, at, known.lo_open, 0 not in signs)
    return known


def _halves(piece: Interval) -> tuple[Interval, Interval] | None:
    lo, hi = piece.lo, piece.hi
    if lo is None and hi is None:
        middle = Fraction(0)
    elif lo is None or hi is None:
        end = lo if lo is not None else hi
        assert end is not None
        middle = end + (abs(end) + 1) * (1 if lo is not None else -1)
    else:
        middle = (lo + hi) / 2
        if lo == hi:
            return None
    return Interval(lo, middle, piece.lo_open, False), Interval(middle, hi, False, piece.hi_open)


def _shifted(poly: Poly, indices: list[int], intervals: list[Interval]) -> dict[Exponents, Any] | None:
    """The polynomial in the u and v of some atoms, by exponents (of u, of v), the others in coefficients; None if too large."""
    tops = [degree(poly, n) for n in indices]
    if any(top > _HIGHEST and i.lo is not None and i.hi is not None for top, i in zip(tops, intervals, strict=True)):
        return None
    terms: dict[Exponents, Any] = {}
    plain = set(used(poly)) <= set(indices)
    for exponents, c in poly.to_dict().items():
        key = tuple((int(exponents[n]), 0) for n in indices)
        rest = c if plain else RING.from_dict({tuple(0 if n in indices else e for n, e in enumerate(exponents)): c})
        terms[key] = terms[key] + rest if key in terms else rest
    for place, (top, interval) in enumerate(zip(tops, intervals, strict=True)):
        expansions = {e: _expansion(e, top, interval) for e in {key[place][0] for key in terms}}
        moved: dict[Exponents, Any] = {}
        for exponents, c in terms.items():
            for pair, factor in expansions[exponents[place][0]]:
                key = (*exponents[:place], pair, *exponents[place + 1 :])
                moved[key] = moved[key] + c * factor if key in moved else c * factor
            if len(moved) > _LARGEST:
                return None
        terms = {key: c for key, c in moved.items() if c != 0}
    return terms


def _expansion(e: int, degree: int, interval: Interval) -> list[tuple[tuple[int, int], fmpq]]:
    """a^e, times (u + v)^degree on a bounded interval, as a sum of c u^i v^j."""
    lo, hi = (None if end is None else rational(end) for end in (interval.lo, interval.hi))
    if lo is None and hi is None:
        return [((e, 0), fmpq(1))]
    if lo is None or hi is None:
        end, sign = (lo, 1) if lo is not None else (hi, -1)
        assert end is not None
        return [((i, 0), comb(e, i) * end ** (e - i) * sign**i) for i in range(e + 1) if end or i == e]
    found = [fmpq(0)] * (degree + 1)
    for i in range(e + 1):
        inner = comb(e, i) * hi**i * lo ** (e - i)
        for j in range(degree - e + 1):
            found[i + j] += inner * comb(degree - e, j)
    return [((i, degree - i), c) for i, c in enumerate(found) if c]


def _of_terms(terms: dict[Exponents, Any], intervals: list[Interval], sign: Signs) -> Signs:
    """The sign of all coefficients, not 0 if at each end that belongs to the region some term is not 0."""
    if not terms:
        return NULL
    free = [interval.lo is None and interval.hi is None for interval in intervals]
    if any(e[0] % 2 for exponents in terms for e, whole in zip(exponents, free, strict=True) if whole):
        return ANY
    corners = [_corners(interval) for interval in intervals]
    several = 1
    for corner in corners:
        several *= len(corner)
    if several > 256:
        return sign | NULL
    for at in product(*corners):
        if not any(all((not e[0] or u) and (not e[1] or v) for e, (u, v) in zip(term, at, strict=True)) for term in terms):
            return sign | NULL
    return sign


def _corners(interval: Interval) -> list[tuple[bool, bool]]:
    """(is u > 0, is v > 0) at the least favourable points of an interval."""
    if interval.lo is None and interval.hi is None:
        return [(False, True)]
    if interval.lo is None or interval.hi is None:
        is_open = interval.lo_open if interval.lo is not None else interval.hi_open
        return [(is_open, True)]
    ends = ([] if interval.lo_open else [(False, True)]) + ([] if interval.hi_open else [(True, False)])
    return ends or [(True, True)]
