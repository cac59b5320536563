"""Forms: fractions of exact polynomials over atoms, the values of the kernel's normaliser.

Main definitions: `Atom`, `Form` (numerator/denominator, gcd cancelled, denominator monic), `Table` (the atoms of one run),
`Budget`, `Restart`, `Unknown`.

An atom is a variable, pi, or a function of forms that no rule takes apart; it stands for a real number at each point. Atoms are
the generators of a polynomial ring over the rationals, subject to one kind of relation: s^q = b for the atom s = b^(1/q), q =
its `scale`. Write R for the ring modulo these relations.

Why two equal forms have equal values: a term is built from atoms by +, * and division by what is not 0 at the point, since its
parts exist; so it is N/D in R with D not 0 there, and N D' = N' D in R is an identity of numbers. Dividing N and D by a common
factor keeps D as a factor of what is not 0. A denominator is freed of square roots by conjugates only if the product is known
not to vanish.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from fractions import Fraction
from math import factorial
from typing import Any, TypeAlias

from flint import Ordering, fmpq, fmpq_mpoly_ctx

Poly: TypeAlias = Any  # fmpq_mpoly
Number: TypeAlias = "int | Fraction | fmpq"
Factors: TypeAlias = "tuple[fmpq, list[tuple[Poly, int]]]"

MAX_ATOMS, SLACKS = 60, 4
MAX_EXPONENT = 64
MAX_TERMS, MAX_DEGREE, MAX_TOTAL, MAX_PRODUCT, MAX_BITS, _BY_TAYLOR = 1500, 600, 2500, 100_000, 30_000, 12
MAX_EFFORT = 40_000
NAMES = tuple(f"g{n}" for n in range(MAX_ATOMS + SLACKS))
RING = fmpq_mpoly_ctx.get(NAMES, Ordering.degrevlex)
GENERATORS = RING.gens()
ZERO_POLY, ONE_POLY = RING.constant(0), RING.constant(1)
_FACTORED: dict[str, Factors] = {}
_MOST_FACTORED = 20_000


class Budget(Exception):
    """A form outgrew its bounds: nothing is decided."""


class Restart(Exception):
    """An atom needs a finer scale: the run starts again with it."""


class Unknown(Exception):
    """A term that is no real number, or a rule that does not apply."""


# -- polynomials ------------------------------------------------------------------------------------------------------------


def rational(number: Number) -> fmpq:
    return fmpq(number.numerator, number.denominator) if isinstance(number, Fraction) else fmpq(number)


def fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def used(poly: Poly) -> list[int]:
    """Indices of the generators that occur."""
    return [n for n, power in enumerate(poly.degrees()) if power > 0]


def degree(poly: Poly, index: int) -> int:
    """In one generator; 0 for the zero polynomial."""
    return max(int(poly.degrees()[index]), 0)


def times(first: Poly, second: Poly) -> Poly:
    """The product, its size bounded before it is taken."""
    if len(first) * len(second) > MAX_PRODUCT:
        raise Budget("too many terms")
    if first.total_degree() + second.total_degree() > MAX_TOTAL:
        raise Budget("degree too high")
    return first * second


def bounded(poly: Poly) -> Poly:
    """The polynomial, if it is of a size that later steps can bear."""
    if len(poly) > MAX_TERMS:
        raise Budget("too many terms")
    if any(max(c.p.bit_length(), c.q.bit_length()) > MAX_BITS for c in poly.coeffs()):
        raise Budget("coefficients too long")
    return poly


def to_power(poly: Poly, exponent: int) -> Poly:
    if exponent > MAX_DEGREE:
        raise Budget("degree too high")
    result, square = ONE_POLY, poly
    while exponent:
        if exponent & 1:
            result = times(result, square)
        exponent >>= 1
        if exponent:
            square = bounded(times(square, square))
    return result


def by_degree(poly: Poly, index: int) -> dict[int, Poly]:
    """The coefficients of the powers of one generator."""
    top = degree(poly, index)
    if top <= _BY_TAYLOR:
        return _by_taylor(poly, index, top)
    parts: dict[int, dict[Any, fmpq]] = {}
    for exponents, coefficient in poly.to_dict().items():
        rest = tuple(0 if n == index else e for n, e in enumerate(exponents))
        parts.setdefault(int(exponents[index]), {})[rest] = coefficient
    return {degree: RING.from_dict(part) for degree, part in parts.items()}


def _by_taylor(poly: Poly, index: int, top: int) -> dict[int, Poly]:
    """The highest power first: what is left of the polynomial, differentiated so often, is its coefficient times a factorial."""
    parts, generator = [], GENERATORS[index]
    for power in range(top, -1, -1):
        part = poly
        for _ in range(power):
            part = part.derivative(index)
        if not part.is_zero():
            part = part / factorial(power) if power > 1 else part
            poly = poly - part * generator**power if power else poly
            parts.append((power, part))
    return dict(reversed(parts))


def factored(poly: Poly, text: str) -> Factors:
    """Content and irreducible factors of a polynomial with this text, found once, in the ring of the generators that occur."""
    if text not in _FACTORED:
        if len(_FACTORED) >= _MOST_FACTORED:
            _FACTORED.clear()
        small = fmpq_mpoly_ctx.get(tuple(NAMES[n] for n in used(poly)) or NAMES[:1], Ordering.degrevlex)
        content, factors = poly.project_to_context(small).factor()
        _FACTORED[text] = content, [(factor.project_to_context(RING), int(count)) for factor, count in factors]
    return _FACTORED[text]


def monomial(exponents: Any) -> Poly:
    return RING.from_dict({tuple(exponents): fmpq(1)})


# -- atoms and forms ----------------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Atom:
    """One generator. `scale`: an exp atom is exp(argument/scale), a root argument^(1/scale) with an integer."""

    kind: str
    arguments: tuple[Any, ...]
    index: int
    text: str
    free: frozenset[str] = field(default_factory=frozenset)
    scale: Any = 1


class Form:
    """A fraction of polynomials of a table; operators as of numbers."""

    __slots__ = ("den", "num", "table")

    def __init__(self, table: Table, num: Poly, den: Poly = ONE_POLY) -> None:
        self.table = table
        self.num, self.den = table.lowest(num, den)

    def __add__(self, other: Form | Number) -> Form:
        other = self.table.form_of(other)
        if self.den == other.den:
            return Form(self.table, self.num + other.num, self.den)
        common = self.den.gcd(other.den)
        left, right = self.den / common, other.den / common
        return Form(self.table, times(self.num, right) + times(other.num, left), times(self.den, right))

    def __mul__(self, other: Form | Number) -> Form:
        other = self.table.form_of(other)
        return Form(self.table, times(self.num, other.num), times(self.den, other.den))

    def __neg__(self) -> Form:
        return self * -1

    def __sub__(self, other: Form | Number) -> Form:
        return self + self.table.form_of(other) * -1

    def __rsub__(self, other: Number) -> Form:
        return self * -1 + other

    def __truediv__(self, other: Form | Number) -> Form:
        other = self.table.form_of(other)
        return Form(self.table, times(self.num, other.den), times(self.den, other.num))

    def __rtruediv__(self, other: Number) -> Form:
        return self.table.form_of(other) / self

    def __pow__(self, exponent: int) -> Form:
        if exponent < 0:
            return (1 / self) ** -exponent
        if (number := self.number) is not None:
            if max(abs(number.p).bit_length(), number.q.bit_length()) * exponent > MAX_BITS:
                raise Budget("a number too long")
            return self.table.form_of(number**exponent)
        return Form(self.table, to_power(self.num, exponent), to_power(self.den, exponent))

    __radd__, __rmul__ = __add__, __mul__

    @property
    def is_zero(self) -> bool:
        return self.num.is_zero()

    @property
    def number(self) -> fmpq | None:
        """The rational number it is, if it is one."""
        if self.den.is_constant() and self.num.is_constant():
            return self.num.leading_coefficient() / self.den.leading_coefficient() if not self.is_zero else fmpq(0)
        return None

    @property
    def atom(self) -> Atom | None:
        """The atom it is, if it is one."""
        if len(self.num) != 1 or not self.den.is_one() or self.num.total_degree() != 1 or self.num.leading_coefficient() != 1:
            return None
        return self.table.atoms[used(self.num)[0]]

    def same(self, other: Form) -> bool:
        """Equal; where no root is below, lowest terms are unique, since R is a free module over the polynomials without roots."""
        if self.num == other.num and self.den == other.den:
            return True
        return bool(self.table.roots_in(self.den) or self.table.roots_in(other.den)) and (self - other).is_zero

    def indices(self) -> list[int]:
        return sorted({*used(self.num), *used(self.den)})

    @property
    def free(self) -> frozenset[str]:
        return frozenset().union(*(self.table.atoms[n].free for n in self.indices()))

    def text(self) -> str:
        return f"{self.table.text(self.num)} / {self.table.text(self.den)}"


class Table:
    """The atoms of one run. `wanted` outlives restarts: the scales found to be needed, by the text of the atom."""

    def __init__(self) -> None:
        self.wanted: dict[str, Any] = {}
        self.clear()

    def clear(self) -> None:
        self.effort = 0
        self.atoms: list[Atom] = []
        self._roots: list[Atom] = []
        self._factors: dict[str, Factors] = {}

    def spend(self, amount: int) -> None:
        """Count work, in terms of polynomials touched; a question ends when it is used up."""
        self.effort += amount
        if self.effort > MAX_EFFORT:
            raise Budget("too much work")

    def form_of(self, value: Form | Number) -> Form:
        return value if isinstance(value, Form) else Form(self, RING.constant(rational(value)))

    def text(self, poly: Poly) -> str:
        """A text that does not depend on the numbers of the atoms."""
        return " + ".join(
            sorted(
                f"{c} " + " ".join(sorted(f"{self.atoms[n].text}^{e}" for n, e in enumerate(exponents) if e))
                for exponents, c in poly.to_dict().items()
            )
        )

    # -- atoms

    def find(self, kind: str, *arguments: Any) -> Atom | None:
        """The atom of this kind with these arguments; forms are compared as forms."""
        for atom in self.atoms:
            if atom.kind == kind and len(atom.arguments) == len(arguments):
                pairs = zip(atom.arguments, arguments, strict=True)
                if all(a.same(b) if isinstance(a, Form) and isinstance(b, Form) else a == b for a, b in pairs):
                    return atom
        return None

    def get(self, kind: str, *arguments: Any, free: frozenset[str] | None = None) -> Atom:
        """The atom, made if it is new; it depends on what its arguments depend on."""
        return self.find(kind, *arguments) or self.new(kind, *arguments, free=free)

    def new(self, kind: str, *arguments: Any, free: frozenset[str] | None = None, scale: Any = 1) -> Atom:
        if len(self.atoms) >= MAX_ATOMS:
            raise Budget("too many atoms")
        if free is None:
            free = frozenset().union(*(a.free for a in arguments if isinstance(a, Form)))
        atom = Atom(kind, arguments, len(self.atoms), self.label(kind, *arguments), free, scale)
        self.atoms.append(atom)
        self._roots += [atom] if kind == "root" else []
        return atom

    def label(self, kind: str, *arguments: Any) -> str:
        """The text of an atom, short however deep it is; a digest is marked, since a variable may be called like one."""
        inside = "; ".join(a.text() if isinstance(a, Form) else str(a) for a in arguments)
        return f"{kind}({inside if len(inside) < 40 else '#' + hashlib.blake2b(inside.encode(), digest_size=16).hexdigest()})"

    def scaled(self, kind: str, argument: Form, exponent: fmpq) -> Form:
        """exp(c argument), or argument^c, as a power of one atom: exponents of one argument are multiples of 1/scale."""
        if kind == "exp" and max(abs(exponent.p), exponent.q) > MAX_EXPONENT:
            # an atom of its own: nothing is said of how it depends on others of the same argument
            return self.scaled(kind, argument * abs(exponent), fmpq(1 if exponent > 0 else -1))
        atom = self.find(kind, argument)
        if atom is None:
            first = 1 / abs(exponent) if kind == "exp" else int(exponent.q)
            atom = self.new(kind, argument, scale=self.wanted.get(self.label(kind, argument), first))
        power = exponent * atom.scale
        if power.q != 1:
            self.wanted[atom.text] = int(power.q) * atom.scale
            raise Restart
        if abs(power.p) > MAX_DEGREE:
            raise Budget("degree too high")
        form, count = Form(self, GENERATORS[atom.index]), int(power.p)
        return form**count

    def form(self, atom: Atom) -> Form:
        return Form(self, GENERATORS[atom.index])

    # -- lowest terms

    def roots_in(self, poly: Poly) -> list[Atom]:
        """The roots that occur, the last made first."""
        if not self._roots:
            return []
        degrees = poly.degrees()
        return [atom for atom in reversed(self._roots) if degrees[atom.index] > 0]

    def reduced(self, poly: Poly) -> Poly:
        """Powers s^q of roots replaced by what they are."""
        for atom in self.roots_in(poly):
            parts = by_degree(poly, atom.index)
            if max(parts, default=0) >= atom.scale:
                base, root = atom.arguments[0].num, GENERATORS[atom.index]
                pieces = (
                    times(times(part, to_power(base, degree // atom.scale)), root ** (degree % atom.scale))
                    for degree, part in parts.items()
                )
                return self.reduced(sum(pieces, ZERO_POLY))
        return poly

    def _freed(self, num: Poly, den: Poly) -> tuple[Poly, Poly]:
        """The fraction with no root below: multiplied by a root that divides, or by a conjugate; unchanged if some remain."""
        top, bottom = num, den
        for _ in range(16):
            if not (roots := self.roots_in(bottom)):
                return top, bottom
            root, parts = GENERATORS[roots[0].index], by_degree(bottom, roots[0].index)
            if 0 not in parts:
                factor = root ** (roots[0].scale - min(parts))
            elif roots[0].scale == 2:
                factor = parts[0] - times(parts[1], root)
            else:
                break
            try:
                top, bottom = self.reduced(times(top, factor)), self.reduced(times(bottom, factor))
            except Budget:
                break
            if bottom.is_zero() or not self.nonzero(bottom):
                break
        return num, den

    def nonzero(self, poly: Poly) -> bool:
        """Is a polynomial known not to vanish at any point?"""
        raise NotImplementedError

    def lowest(self, num: Poly, den: Poly) -> tuple[Poly, Poly]:
        """Reduced, freed, gcd cancelled, denominator monic."""
        num, den = bounded(self.reduced(num)), bounded(self.reduced(den))
        self.spend(len(num) + len(den))
        if den.is_zero():
            raise Unknown("a division by 0")
        if num.is_zero():
            return ZERO_POLY, ONE_POLY
        if not den.is_constant():
            num, den = self._freed(num, den)
            common = num.gcd(den)
            if not common.is_one():
                num, den = num / common, den / common
        leading = den.leading_coefficient()
        return (num, den) if leading == 1 else (num / leading, den / leading)

    def factors(self, poly: Poly) -> Factors:
        """Content and irreducible factors, each primitive with a positive leading coefficient."""
        key = str(poly)
        if key not in self._factors:
            if len(poly) > 400 or len(poly) * poly.total_degree() > 60_000:
                raise Budget("too large to factor")
            self.spend(10 * len(poly))
            self._factors[key] = factored(poly, key)
        return self._factors[key]

    def split(self, form: Form) -> Factors:
        """Content and factors of a fraction: those of the denominator with negative multiplicity."""
        above, below = self.factors(form.num), self.factors(form.den)
        return above[0] / below[0], [*above[1], *((f, -k) for f, k in below[1])]
