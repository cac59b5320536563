"""Normal forms as hints: the equations by which Rocq brings a term to the form that the kernel's normaliser finds.

Main definition: `Hints`, of one lemma: `reduced(term)` gives tactics after which the term can be replaced by its normal form, a
fraction of polynomials over atoms (variables, exponentials, logarithms, roots, values of Phi).

Nothing here is believed: each equation is an `assert` that Rocq proves from the functional equation of its function. exp and
powers are compared by their logarithms, logarithms are those of the factors, roots are compared by their squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from flint import fmpq, fmpz

from dplemma.kernel.atoms import Atom, Form, Poly, fraction
from dplemma.kernel.bounds import NOT_MINUS, NOT_PLUS, PLUS
from dplemma.kernel.normal import UNDECIDED, Normaliser
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import Term
from dplemma.rocq.terms import number, slope, term_text, variable

T = TypeVar("T")
_FACTORED_BITS = 100


class NoHint(Exception):
    """The normaliser has no form for a term, or the form cannot be written."""


def region_of(names: Iterable[str], relations: Iterable[Rel]) -> Region:
    """Bounds of single variables as intervals, the rest as premises."""
    intervals, given = {name: Interval() for name in names}, list[Rel]()
    for rel in relations:
        bounded = _narrowed(intervals, rel)
        given += [] if bounded else [rel]
    return Region(intervals, tuple(given))


def _narrowed(intervals: dict[str, Interval], rel: Rel) -> bool:
    left, end = rel.left, rel.right
    if not (isinstance(left, tuple) and left[0] == "var" and isinstance(end, Fraction) and rel.rel in ("<", "<=", ">", ">=")):
        return False
    old, is_open = intervals[left[1]], "=" not in rel.rel
    if ">" in rel.rel and old.lo is None:
        intervals[left[1]] = Interval(end, old.hi, is_open, old.hi_open)
    elif "<" in rel.rel and old.hi is None:
        intervals[left[1]] = Interval(old.lo, end, old.lo_open, is_open)
    else:
        return False
    return True


def function_nodes(term: Term) -> list[Term]:
    """The outermost parts of a term that rational arithmetic does not see through."""
    if not isinstance(term, tuple) or term[0] == "var":
        return []
    if term[0] in ("Add", "Mul"):
        return [node for part in term[1:] for node in function_nodes(part)]
    if term[0] == "Pow" and isinstance(term[2], Fraction) and term[2].denominator == 1:
        return function_nodes(term[1])
    return [term]


@dataclass
class Hints:
    """The equations of one lemma, in the order in which they are shown."""

    region: Region
    steps: list[str] = field(default_factory=list)
    _names: dict[Term, str] = field(default_factory=dict)
    _squares: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.table = Normaliser(self.region)

    def ask(self, question: Callable[[], T]) -> T:
        try:
            return self.table.ask(question)
        except UNDECIDED as error:
            raise NoHint(str(error)) from None

    def form(self, term: Term) -> Form:
        return self.ask(lambda: self.table.form_of_term(term))

    # -- text -------------------------------------------------------------------------------------------------------------

    def poly_text(self, poly: Poly) -> str:
        terms = [self._monomial(exponents, coefficient) for exponents, coefficient in poly.to_dict().items()]
        return f"({' + '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"

    def _monomial(self, exponents: Iterable[int], coefficient: fmpq) -> str:
        powers = [(self.atom_text(self.table.atoms[n]), int(e)) for n, e in enumerate(exponents) if e]
        texts = [text if e == 1 else f"({text} ^ {e})" for text, e in powers]
        value = fraction(coefficient)
        texts = texts if value == 1 and texts else [number(value), *texts]
        return texts[0] if len(texts) == 1 else f"({' * '.join(texts)})"

    def text(self, form: Form) -> str:
        above = self.poly_text(form.num)
        return above if form.den.is_one() else f"({above} * (/ {self.poly_text(form.den)}))"

    def atom_text(self, atom: Atom) -> str:
        if atom.kind == "var":
            return variable(atom.arguments[0])
        if atom.kind == "pi":
            return "PI"
        if atom.kind == "exp":
            return f"(exp {self.text(atom.arguments[0] * (1 / fmpq(atom.scale)))})"
        if atom.kind == "root" and atom.scale == 2:
            return f"(sqrt {self.text(atom.arguments[0])})"
        if atom.kind in ("log", "Phi", "PhiInv"):
            return f"({'ln' if atom.kind == 'log' else atom.kind} {self.text(atom.arguments[0])})"
        raise NoHint(f"no text for {atom.kind}")

    # -- equations ----------------------------------------------------------------------------------------------------------

    def rewriting(self, *terms: Term) -> str:
        """Steps that replace the function values of terms by their forms in the goal."""
        nodes = dict.fromkeys(node for term in terms for node in function_nodes(term))
        slopes = [slope(node[1], node[2]) for node in nodes if node[0] == "Derivative"]
        names = [name for node in nodes if (name := self._equation(node))]
        return "".join(f"rewrite ?{name}; " for name in names) + (self.rewriting(*slopes) if slopes else "")

    @property
    def fields(self) -> str:
        """The tactic for equal fractions, which knows the squares of the roots met so far."""
        known = " ".join(self._squares.values())
        return f"first [fields | (field [{known}]; conditions)]" if known else "fields"

    def named(self, says: str, proof: str) -> str:
        """The name of something that is shown first."""
        name = f"E{len(self.steps) + 1}"
        self.steps.append(f"assert ({name} : {says}) by ({proof})")
        return name

    def tried(self, says: str, proof: str) -> None:
        """What may help and need not be shown."""
        step = f"try (assert ({says}) by ({proof}))"
        self.steps += [] if step in self.steps else [step]

    @property
    def script(self) -> str:
        return "".join(f"{step}; " for step in self.steps)

    def _equation(self, node: Term) -> str:
        """The name of `node = its form`; none if they are the same to the letter."""
        if node not in self._names:
            if node[0] == "Derivative":
                says = f"{term_text(node)} = {term_text(slope(node[1], node[2]))}"
                self._names[node] = self.named(says, "apply is_derive_unique; derived")
                return self._names[node]
            form = self.form(node)
            before, after = term_text(node), self.text(form)
            self.know(form)
            self._names[node] = "" if before == after else self.named(f"{before} = {after}", self._proof(node, form))
        return self._names[node]

    def know(self, form: Form) -> None:
        """The squares of the roots in a form."""
        for index in form.indices():
            atom = self.table.atoms[index]
            inner = [a for a in atom.arguments if isinstance(a, Form)]
            for each in inner:
                self.know(each)
            text = self.atom_text(atom)
            if atom.kind == "root" and text not in self._squares:
                under = self.text(atom.arguments[0])
                self._squares[text] = self.named(f"{text} * {text} = {under}", "apply sqrt_sqrt; not_negative")

    def _proof(self, node: Term, form: Form) -> str:
        head, inside = node[0], node[1]
        if head == "exp":
            return f"{self._inner(inside)}{self._as_product(form)}by_logarithms ltac:({self.fields})"
        if head == "Pow":
            exponent = node[2]
            opening = self._inner(inside) + ("" if isinstance(exponent, Fraction) else self._inner(exponent))
            is_root = isinstance(exponent, Fraction) and exponent.denominator == 2
            tactic = f"{self._as_product(form)}by_logarithms ltac:({self.fields})"
            tactic = f"first [{tactic} | by_squares ltac:({self.fields})]" if is_root else tactic
            return f"{opening}{tactic}"
        if head == "log":
            return f"{self._inner(inside)}{self._as_product(self.form(inside))}logarithms; {self.fields}"
        if head == "Abs":
            return "first [rewrite Rabs_pos_eq by not_negative; fields | rewrite Rabs_turned by not_positive; fields]"
        if head in ("Max", "Min", "Piecewise"):
            return f"chosen_one; {self.rewriting(*_values(node))}{self.fields}"
        if head in ("Phi", "PhiInv"):
            return f"{self._inner(inside)}by_law ltac:({self.fields})"
        raise NoHint(f"no equation for {head}")

    def _inner(self, term: Term) -> str:
        """The argument replaced by its form."""
        before, after = term_text(term), self.text(self.form(term))
        if before == after:
            return ""
        return f"replace {before} with {after} by ({self.rewriting(term)}{self.fields}); "

    def _as_product(self, form: Form) -> str:
        """What is to be taken the logarithm of replaced by the product of its factors, each positive."""
        product = self.product_text(form)
        return "" if product == self.text(form) else f"replace {self.text(form)} with {product} by ({self.fields}); "

    def split(self, form: Form) -> tuple[fmpq, list[tuple[Poly, int]]]:
        return self.ask(lambda: self.table.split(form))

    def product_text(self, form: Form) -> str:
        content, factors = self.split(form)
        texts = []
        for factor, count in factors:
            side = self.side(factor)
            content *= side ** abs(count)
            texts.append(power_text(self.poly_text(factor * side), count))
        whole = fraction(content)
        numbers = [power_text(str(p), k) for p, k in _prime_powers(abs(whole))]
        parts = [*(["(- 1)"] if whole < 0 else []), *numbers, *texts] or ["1"]
        return parts[0] if len(parts) == 1 else f"({' * '.join(parts)})"

    def side(self, factor: Poly) -> int:
        """1, or -1 for a factor that the normaliser knows to be negative."""
        signs = self.ask(lambda: self.table.factor_signs(factor))
        return -1 if signs <= NOT_PLUS and not signs <= NOT_MINUS else 1

    def is_positive(self, factor: Poly) -> bool:
        return self.ask(lambda: self.table.factor_signs(factor)) <= PLUS


def _values(node: Term) -> list[Term]:
    return [value for value, _ in node[1:]] if node[0] == "Piecewise" else list(node[1:])


def power_text(text: str, count: int) -> str:
    inside = text if abs(count) == 1 else f"({text} ^ {abs(count)})"
    return inside if count > 0 else f"(/ {inside})"


def _prime_powers(value: Fraction) -> list[tuple[int, int]]:
    """As the normaliser takes the logarithm of a number apart: not what is too long to factor."""
    found = []
    for part, side in ((value.numerator, 1), (value.denominator, -1)):
        short = part.bit_length() <= _FACTORED_BITS
        found += [(int(p), side * int(k)) for p, k in fmpz(part).factor()] if short else [(part, side)]
    return found
