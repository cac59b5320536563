"""Nodes that bind a variable: integrals by the Gaussian and exponential closed forms, everything else as atoms.

Main definitions: `Binders`.

With E(t) = -A t^2 + B t + C and J_k = int t^k e^E dt between two ends, by parts

    A > 0:          2 A J_k = B J_(k-1) + (k - 1) J_(k-2) - [t^(k-1) e^E],
                    J_0 = sqrt(pi/A) e^(C + B^2/(4A)) [Phi(sqrt(2A) (t - B/(2A)))]
    A = 0, B != 0:  B J_k = [t^k e^E] - k J_(k-1)
    A = B = 0:      (k + 1) J_k = e^C [t^(k+1)]

At an infinite end the brackets are 0 (Phi 0 or 1), if A > 0 or if B has the sign that makes e^E vanish there; the signs must be decided
on the region. Linear combinations of such integrals are integrated term by term, since each of them converges; what is left is one
integral, never split, with the factors that do not depend on t outside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq

from dplemma.kernel.atoms import GENERATORS, RING, Atom, Form, Poly, by_degree, fraction, monomial, used
from dplemma.kernel.bounds import ANY, MINUS, NONNEGATIVE, NOT_MINUS, NOT_NULL, PLUS, POSITIVE, REAL, Signs
from dplemma.kernel.functions import Functions
from dplemma.kernel.statement import Interval

End: TypeAlias = "Form | str"  # a form, "oo" or "-oo"
_LARGEST_POWER = 12


class Binders(Functions):
    """Integrals, sums, roots and optima."""

    def learn(self, form: Form, signs: Signs) -> None:
        """Take it as given that the form has one of these signs."""
        raise NotImplementedError

    def bound_variable(self, head: str, name: str, low: End, high: End) -> Form:
        """A variable between the ends, one and the same for equal ends; nothing is known of it if their order is open."""
        known = f"{head} {name} [{_text(low)}, {_text(high)}]"
        if found := self.find("var", known):
            return self.form(found)
        variable = self.form(self.get("var", known, free=frozenset((known,))))
        if self.width(low, high) <= NOT_MINUS:
            closed = head not in ("Integral", "Root")
            self.intervals[known] = Interval(
                _number(low), _number(high), not (closed and low != "-oo"), not (closed and high != "oo")
            )
            if isinstance(low, Form) and low.number is None:
                self.learn(variable - low, NOT_MINUS if closed else PLUS)
            if isinstance(high, Form) and high.number is None:
                self.learn(high - variable, NOT_MINUS if closed else PLUS)
        return variable

    def width(self, low: End, high: End) -> Signs:
        """The signs of high - low."""
        if isinstance(low, Form) and isinstance(high, Form):
            return self.signs(high - low) if not low.same(high) else frozenset((0,))
        return PLUS if low != "oo" and high != "-oo" else ANY

    def bound_atom(self, head: str, variable: Form, body: Form, low: End, high: End) -> Form:
        """An atom for a node that no rule takes apart: it depends on all but the bound variable."""
        ends = frozenset().union(*(end.free for end in (low, high) if isinstance(end, Form)))
        return self.form(self.get(head, body, variable, low, high, free=(body.free - variable.free) | ends))

    def bound_range(self, atom: Atom) -> Interval:
        body, _, low, high = atom.arguments
        if atom.kind in ("Root", "ArgMin", "ArgMax"):  # what exists lies inside, where a sign changes
            return Interval(_number(low), _number(high))
        if self.width(low, high) != PLUS or not self.signs(body) <= NOT_MINUS:
            return REAL
        return POSITIVE if atom.kind in ("Integral", "Sum") and self.signs(body) == PLUS else NONNEGATIVE

    # -- integrals

    def integral(self, variable: Form, body: Form, low: End, high: End) -> Form:
        """Term by term where there is a closed form; the rest in one atom."""
        if isinstance(low, Form) and isinstance(high, Form) and low.same(high):
            return self.form_of(0)
        (name,) = variable.free
        outside, inside = self._apart(body, name)
        total, rest = self.form_of(0), self.form_of(0)
        below = self._exponents(inside.den, name)
        groups = {None: inside.num} if below is None else self._groups(inside.num, name)
        for kind, coefficient in groups.items():
            closed = None
            if kind is not None and below is not None:
                closed = self._closed(kind[0], self._exponent(dict(kind[1]), below), variable, low, high)
            if closed is None:
                shape = RING.constant(1) if kind is None else _shape(variable, kind)
                rest = rest + Form(self, coefficient * shape, inside.den)
            else:
                total = total + closed * self._free_of(coefficient, inside.den, below)
        if not rest.is_zero:
            more, rest = self._apart(rest, name)
            total = total + more * self.bound_atom("Integral", variable, rest, low, high)
        return outside * total

    def _apart(self, form: Form, name: str) -> tuple[Form, Form]:
        """The factors that do not depend on a variable, with the content, and those that do."""
        content, factors = self.split(form)
        outside, inside = self.form_of(content), self.form_of(1)
        for factor, count in factors:
            part = Form(self, factor) ** count
            outside, inside = (outside, inside * part) if name in part.free else (outside * part, inside)
        return outside, inside

    def _depends(self, index: int, name: str) -> bool:
        return name in self.atoms[index].free

    def _exponents(self, den: Poly, name: str) -> dict[int, int] | None:
        """A denominator that is, as to the variable, a product of exponentials: their powers."""
        if not any(self._depends(n, name) for n in used(den)):
            return {}
        if len(den) > 1 or any(self._depends(n, name) and self.atoms[n].kind != "exp" for n in used(den)):
            return None
        return {n: int(den.degrees()[n]) for n in used(den) if self._depends(n, name)}

    def _groups(self, num: Poly, name: str) -> dict[Any, Poly]:
        """The numerator by what depends on the variable: (power of it, powers of exponentials) or None for anything else."""
        groups: dict[Any, Poly] = {}
        for exponents, c in num.to_dict().items():
            inner = {n: int(e) for n, e in enumerate(exponents) if e and self._depends(n, name)}
            outer = RING.from_dict({tuple(0 if n in inner else e for n, e in enumerate(exponents)): c})
            plain = [n for n in inner if self.atoms[n].kind == "var"]
            key = None
            if all(self.atoms[n].kind in ("var", "exp") for n in inner):
                key = (sum(inner[n] for n in plain), tuple(sorted((n, e) for n, e in inner.items() if n not in plain)))
            piece = outer if key is not None else RING.from_dict({exponents: c})
            groups[key] = groups.get(key, RING.constant(0)) + piece
        return groups

    def _exponent(self, above: Mapping[int, int], below: Mapping[int, int]) -> Form:
        total = self.form_of(0)
        for n in {*above, *below}:
            count = above.get(n, 0) - below.get(n, 0)
            total = total + self.atoms[n].arguments[0] * fmpq(count, self.atoms[n].scale)
        return total

    def _free_of(self, coefficient: Poly, den: Poly, below: Mapping[int, int] | None) -> Form:
        exponents = [0] * len(GENERATORS)
        for n, count in (below or {}).items():
            exponents[n] = count
        return Form(self, coefficient, den / monomial(exponents))

    def _closed(self, power: int, exponent: Form, variable: Form, low: End, high: End) -> Form | None:
        """The integral of t^power e^exponent, if the exponent is a polynomial of degree two at most and all signs are decided."""
        index, (name,) = used(variable.num)[0], variable.free
        parts = by_degree(exponent.num, index)
        outer = [*parts.values(), exponent.den]
        if set(parts) - {0, 1, 2} or power > _LARGEST_POWER or any(self._depends(n, name) for poly in outer for n in used(poly)):
            return None
        c, b, a = (Form(self, parts.get(n, RING.constant(0)), exponent.den) for n in range(3))
        finite = isinstance(low, Form) and isinstance(high, Form)
        if a.is_zero:
            if b.is_zero and not finite:
                return None
            if not self.signs(b) <= NOT_NULL and not b.is_zero:
                return None
            if (high == "oo" and self.signs(b) != MINUS) or (low == "-oo" and self.signs(b) != PLUS):
                return None
        elif self.signs(a) != MINUS:
            return None
        if low in ("oo",) or high in ("-oo",):
            return None
        return self._moment(power, -a, b, c, low, high)

    def _moment(self, power: int, a: Form, b: Form, c: Form, low: End, high: End) -> Form:
        """J_power by the recurrences above."""

        def bracket(k: int) -> Form:
            return between(lambda t: t**k * self.exp_of(t * b - t * t * a + c), 0, 0)

        def between(value: Callable[[Form], Form], at_low: int, at_high: int) -> Form:
            upper = value(high) if isinstance(high, Form) else self.form_of(at_high)
            return upper - (value(low) if isinstance(low, Form) else self.form_of(at_low))

        if a.is_zero and b.is_zero:
            return self.exp_of(c) * between(lambda t: t ** (power + 1), 0, 0) / (power + 1)
        if a.is_zero:
            here = bracket(0) / b
            for k in range(1, power + 1):
                here = (bracket(k) - here * k) / b
            return here
        middle, steep = b / (a * 2), self.sqrt_of(a * 2)
        before = self.form_of(0)
        here = (
            between(lambda t: self.cdf(steep * (t - middle)), 0, 1) * self.sqrt_of(self.pi / a) * self.exp_of(c + middle * b / 2)
        )
        for k in range(1, power + 1):
            before, here = here, (b * here + before * (k - 1) - bracket(k - 1)) / (a * 2)
        return here


def _shape(variable: Form, kind: tuple[int, tuple[tuple[int, int], ...]]) -> Poly:
    result = variable.num ** kind[0]
    for n, e in kind[1]:
        result = result * GENERATORS[n] ** e
    return result


def _text(end: End) -> str:
    return end if isinstance(end, str) else end.text()


def _number(end: End) -> Fraction | None:
    number = None if isinstance(end, str) else end.number
    return None if number is None else fraction(number)
