"""Inequalities on a region by factors: the gap of the two sides as a product, and the sign of each factor.

Main definition: `ordered(rel, hints)`, the proof of an inequality on the region of the hints.

The gap is brought to the product that the normaliser finds. A factor that is a difference of two positive terms has the sign of
the difference of their logarithms; a sum of logarithms that of the product inside, less 1. What is given is read the same way:
the sign of its one factor that is not known already is learnt. All of this is a hint: what it says is asserted, and Rocq proves
it, or refuses the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import lcm

from flint import fmpq

from dplemma.kernel.atoms import GENERATORS, RING, Form, Poly, fraction, used
from dplemma.kernel.statement import Rel
from dplemma.kernel.term import Term, sub
from dplemma.rocq.forms import Hints, NoHint, power_text
from dplemma.rocq.terms import number, term_text

DEEPEST, LARGEST_POWER = 3, 8
SAYS = {"zero": "{} = 0", "above": "0 < {}", "least": "0 <= {}"}


@dataclass(frozen=True)
class Product:
    """A number times powers of factors, those known to be negative turned."""

    content: fmpq
    factors: tuple[tuple[Poly, int], ...]


@dataclass(frozen=True)
class EqualInSign:
    """A form with the sign of another; `law` is a lemma that wants `opening` tactics before the sign."""

    form: Form
    law: str
    terms: str
    opening: str


@dataclass
class Signs:
    """What is known of the signs of polynomials, as steps of one proof."""

    hints: Hints
    zeros: list[Poly] = field(default_factory=list)

    def gap(self, rel: Rel) -> Term:
        """What is > 0, >= 0 or 0 where the relation holds."""
        return sub(rel.right, rel.left) if "<" in rel.rel else sub(rel.left, rel.right)

    def product(self, form: Form, positive: bool = False) -> Product:
        """As the normaliser knows the signs; where the whole is to be positive one of unknown sign is turned if need be."""
        content, factors = self.hints.split(form)
        found = []
        for factor, count in factors:
            side = self.hints.side(factor)
            content *= side ** abs(count)
            found.append((factor * side, count))
        for n, (factor, count) in enumerate(found):
            if positive and content < 0 and count % 2 and not self.hints.is_positive(factor):
                content, found[n] = -content, (factor * -1, count)
        return Product(content, tuple(found))

    def text(self, product: Product) -> str:
        powers = (power_text(self.hints.poly_text(factor), count) for factor, count in product.factors)
        return f"({' * '.join([number(fraction(product.content)), *powers])})"

    def learn(self, rel: Rel) -> None:
        """From what is given: the sign of the one factor that the others leave open."""
        term = self.gap(rel)
        form = self.hints.form(term)
        whole = self.product(form) if rel.rel != "!=" and not form.is_zero else Product(fmpq(0), ())
        for pair in whole.factors:
            if pair[1] == 1 and (len(pair[0]) > 1 or self._has_log(pair[0])):
                self._learn_factor(rel, term, whole, pair)

    def _learn_factor(self, rel: Rel, term: Term, whole: Product, pair: tuple[Poly, int]) -> None:
        """The sign of one factor, all others being positive."""
        rest = Product(abs(whole.content), tuple(other for other in whole.factors if other is not pair))
        poly = pair[0] * (-1 if whole.content < 0 else 1)
        kind = "zero" if rel.rel == "=" else "above" if rel.strict else "least"
        self.assert_signs(rest, strict=True)
        text = self.hints.poly_text(poly)
        proof = f"{self.hints.rewriting(term)}{self.hints.fields}"
        self.hints.tried(
            SAYS[kind].format(text), f"apply ({kind}_part {text} {self.text(rest)} {term_text(term)}); [signed | {proof} | lra]"
        )
        self.zeros += [poly] if kind == "zero" else []
        for other in self.equivalents(poly) if kind != "zero" else ():
            inside = self.product(other.form, positive=True)
            here = self.text(inside)
            self.hints.tried(
                SAYS[kind].format(here),
                f"apply (of_{other.law}_{kind} {text} {other.terms} {here}); [{other.opening} | assumption]",
            )
            self._learn_inside(inside, kind)

    def _learn_inside(self, whole: Product, kind: str) -> None:
        for pair in whole.factors if whole.content > 0 else ():
            if pair[1] == 1 and len(whole.factors) > 1 and (len(pair[0]) > 1 or self._has_log(pair[0])):
                rest = Product(whole.content, tuple(other for other in whole.factors if other is not pair))
                text = self.hints.poly_text(pair[0])
                self.hints.tried(
                    SAYS[kind].format(text),
                    f"apply ({kind}_part {text} {self.text(rest)} {self.text(whole)}); [signed | fields | assumption]",
                )

    def _has_log(self, poly: Poly) -> bool:
        return any(self.hints.table.atoms[n].kind == "log" for n in used(poly))

    def assert_signs(self, product: Product, strict: bool, depth: int = 0) -> None:
        for factor, count in product.factors:
            if (len(factor) > 1 or self._has_log(factor)) and (count % 2 or strict):
                self._assert_sign(factor, "above" if strict or count < 0 else "least", depth)

    def _assert_sign(self, poly: Poly, kind: str, depth: int) -> None:
        """By the plain tactics, or by the sign of an equivalent form."""
        text, options = self.hints.poly_text(poly), ["signed"]
        for other in self.equivalents(poly) if depth < DEEPEST else ():
            whole = self.product(other.form, positive=True)
            if whole.content > 0:
                self.assert_signs(whole, kind == "above", depth + 1)
                options.append(f"apply ({other.law}_{kind} {text} {other.terms} {self.text(whole)}); [{other.opening} | signed]")
        self.hints.tried(SAYS[kind].format(text), f"first [{' | '.join(f'solve [{each}]' for each in options)}]")

    # -- forms of the same sign -----------------------------------------------------------------------------------------------

    def equivalents(self, poly: Poly) -> list[EqualInSign]:
        try:
            return list(self._equivalents(poly))
        except NoHint:
            return []

    def _equivalents(self, poly: Poly) -> Iterator[EqualInSign]:
        table = self.hints.table
        kinds = {table.atoms[n].kind for n in used(poly)}
        terms = sorted(poly.to_dict().items(), key=lambda item: -item[1])
        if len(terms) == 2 and terms[0][1] > 0 > terms[1][1] and kinds & {"exp", "root"}:
            first, second = (Form(table, RING.from_dict({exponents: abs(c)})) for exponents, c in terms)
            form = self.hints.ask(lambda: table.log_of(first) - table.log_of(second))
            texts = " ".join(self.hints.product_text(each) for each in (first, second))
            yield EqualInSign(form, "logs", texts, f"ring | signed | signed | logarithms; {self.hints.fields}")
        if "log" in kinds:
            yield from self._as_product(poly)

    def _as_product(self, poly: Poly) -> Iterator[EqualInSign]:
        """sum k_i log a_i + r has the sign of prod a_i^k_i e^r - 1, for integers k_i."""
        table, rest, counts = self.hints.table, poly, {}
        for n in used(poly):
            if table.atoms[n].kind == "log":
                slope = poly.derivative(n)
                if not slope.is_constant():
                    return
                counts[n] = slope.leading_coefficient()
                rest = rest - GENERATORS[n] * counts[n]
        common = lcm(*(int(c.q) for c in counts.values()))
        if max(abs(c * common) for c in counts.values()) <= LARGEST_POWER:
            form = self.hints.ask(lambda: table.exp_of(Form(table, rest) * common))
            for n, c in counts.items():
                form = form * table.atoms[n].arguments[0] ** int((c * common).p)
            self.hints.know(form)
            opening = f"logarithms; {self.hints.fields} | lra | signed | {self.hints.fields}"
            yield EqualInSign(form - 1, "inside", f"{self.hints.product_text(form)} {common}", opening)


def ordered(rel: Rel, hints: Hints) -> str:
    """A tactic: what is given read as signs, then the product with its signs, then the relation."""
    signs, term = Signs(hints), sub(rel.left, rel.right)
    hints.form(term)
    for premise in hints.region.given:
        try:
            signs.learn(premise)
        except NoHint:
            continue
    return _equal(signs, rel, term) if rel.rel == "=" else _compared(signs, rel)


def _equal(signs: Signs, rel: Rel, term: Term) -> str:
    """By normal forms; where an equation is given, its factor divides the gap."""
    hints, form = signs.hints, signs.hints.form(term)
    rewriting = hints.rewriting(rel.left, rel.right)
    tactics = [f"{rewriting}{hints.fields}", f"by_logarithms ltac:({hints.fields})"]
    for zero in signs.zeros:
        quotient, left = divmod(form.num, zero)
        if left.is_zero():
            other = hints.text(Form(hints.table, quotient, form.den))
            tactics.append(
                f"apply (equal_by_factor _ _ {hints.poly_text(zero)} {other}); [assumption | {rewriting}{hints.fields}]"
            )
    return f"{hints.script}first [{' | '.join(f'solve [{each}]' for each in tactics)}]"


def _compared(signs: Signs, rel: Rel) -> str:
    hints, term = signs.hints, signs.gap(rel)
    form = hints.form(term)
    if form.is_zero:
        if rel.strict or rel.rel == "!=":
            raise NoHint("the two sides are equal")
        law = "Req_le" if "<" in rel.rel else "Req_ge"
        rewriting = hints.rewriting(rel.left, rel.right)
        return f"{hints.script}apply {law}; {rewriting}{hints.fields}"
    whole = signs.product(form, positive=True)
    if whole.content < 0 and rel.rel != "!=":
        raise NoHint("the sign of the product is not that of the gap")
    unequal = rel.rel == "!=" and any(signs.equivalents(factor) for factor, _ in whole.factors)
    signs.assert_signs(whole, rel.strict or unequal)
    rewriting = hints.rewriting(term)
    equation = hints.named(f"{term_text(term)} = {signs.text(whole)}", f"{rewriting}{hints.fields}")
    if rel.rel == "!=":
        return (
            f"{hints.script}intro Z; assert (P : {signs.text(whole)} <> 0) by unequal_product; "
            f"apply P; rewrite <- {equation}; lra"
        )
    says = SAYS["above" if rel.strict else "least"].format(signs.text(whole))
    return f"{hints.script}assert (P : {says}) by signed; rewrite <- {equation} in P; lra"
