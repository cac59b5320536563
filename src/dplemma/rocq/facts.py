"""Relations between numbers, each a lemma with its proof: what interval arithmetic shows, or exact arithmetic.

Main definition: `NumberFacts`, whose `fact(rel, truth)` gives the name of a lemma that says the relation, or its negation.

The sides have no variables once the point is put in. A lemma is proved in three steps:

1. what depends on a comparison (Max, Min, Abs, Piecewise) is replaced by the part that is taken; the comparison is a lemma too;
2. each outermost value of Phi or PhiInv is replaced by an unknown between two rational numbers, by a lemma of its own: one
   integral a lemma, enclosed by `integral`, as sharply as the comparison needs;
3. `interval` compares, at a precision at which balls have shown the sign; what is equal is shown by `lra` or `field`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb

from dplemma.arb.exact import dyadic_fraction
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.kernel.enclose import at_point, image
from dplemma.kernel.points import exists_at, truth
from dplemma.kernel.statement import Rel
from dplemma.kernel.term import HALF, MINUS, ZERO, Term, call, mul, nodes, power, put, shown, sub, swap, var
from dplemma.rocq.integrals import carried_out, closed_form
from dplemma.rocq.logic import Atom, IsIntegral, IsSlope, Prop, text_of
from dplemma.rocq.terms import NotExported, conditions, decision, number, slope, term_text, variable

WIDTHS = (10, 20, 30, 40, 52)
"""Bits to which an integral is enclosed, the first that is enough: 100 bits cost minutes."""
PRECISIONS = (64, 128, 256, 512)
_PROOF_OF = {  # (relation, does it hold) -> lemma that leaves an inequality, for a gap of the sign
    ("<", True): "", ("<=", True): "", (">", True): "", (">=", True): "",
    ("<=", False): "apply Rlt_not_le; ", ("<", False): "apply Rle_not_lt; ", (">=", False): "apply Rlt_not_ge; ",
    (">", False): "apply Rle_not_gt; ",
}  # fmt: skip
_LEFT = {  # the relation that is left to be shown
    **{(rel, True): rel for rel in ("<", "<=", ">", ">=")},
    ("<=", False): "<", ("<", False): "<=", (">=", False): "<", (">", False): "<=",
}  # fmt: skip
_DIFFERENCE = {
    rel: f"{first}apply Rminus_gt_0_lt; "
    for rel, first in {"<": "", ">": "apply Rlt_gt; ", "<=": "apply Rlt_le; ", ">=": "apply Rgt_ge; apply Rlt_gt; "}.items()
}
_UNEQUAL = {"<": "apply Rlt_not_eq; ", ">": "apply Rgt_not_eq; "}
_WRITTEN = {"!=": "<>"}


def relation_text(rel: Rel, values: Mapping[str, str]) -> str:
    left, right = (term_text(side, values) for side in (rel.left, rel.right))
    return f"{left} {_WRITTEN.get(rel.rel, rel.rel)} {right}"


def prop_text(prop: Prop, values: Mapping[str, str]) -> str:
    """A proposition in Rocq's words, with texts put in for variables."""

    def free_values(bound: frozenset[str]) -> dict[str, str]:
        return {name: text for name, text in values.items() if name not in bound}

    return text_of(
        prop, lambda rel, bound: relation_text(rel, free_values(bound)), lambda term, bound: term_text(term, free_values(bound))
    )


@dataclass
class NumberFacts:
    """Lemmas about numbers, in the order in which they rest on each other; `point` gives the values of the variables."""

    point: Mapping[str, Term] = field(default_factory=dict)
    lemmas: list[str] = field(default_factory=list)
    known: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, str]:
        return {name: term_text(value) for name, value in self.point.items()}

    def value(self, rel: Rel) -> bool | None:
        """Whether the relation holds at the point; None if that is open, or if a side does not exist."""
        rel = Rel(carried_out(rel.left), rel.rel, carried_out(rel.right))
        if not all(exists_at(side, self.point) for side in (rel.left, rel.right)):
            return None
        return truth(rel, self.point)

    def fact(self, rel: Rel, is_true: bool) -> str:
        """The name of a lemma that says the relation at the point, or that it fails."""
        says = relation_text(rel, self.values)
        return self.lemma("fact", says if is_true else f"~ ({says})", lambda: self._proof(rel, is_true))

    def lemma(self, kind: str, says: str, proof: str | Callable[[], str]) -> str:
        if (kind, says) not in self.known:
            tactics = proof if isinstance(proof, str) else proof()
            self.known[kind, says] = name = f"{kind}_{len(self.lemmas) + 1}"
            self.lemmas.append(f"Lemma {name} : {says}.\nProof. {tactics} Qed.")
        return self.known[kind, says]

    # -- proofs -----------------------------------------------------------------------------------------------------------

    def _proof(self, rel: Rel, is_true: bool) -> str:
        steps: list[str] = []
        left, right = (self._chosen(side, steps) for side in (rel.left, rel.right))
        return " ".join([*(f"{step}." for step in steps), self._compared(Rel(left, rel.rel, right), is_true)])

    def _compared(self, rel: Rel, is_true: bool) -> str:
        """The relation between terms in which nothing is chosen any more."""
        order = next((sign for sign in "<>" if truth(Rel(rel.left, sign, rel.right), self.point) is True), "=")
        if order == "=":
            return _TIES[rel.rel, is_true].replace("exactly", _exactly(rel))
        first = _UNEQUAL[order] if rel.rel in ("=", "!=") else _PROOF_OF[rel.rel, is_true]
        if outermost(rel.left) and outermost(rel.right):  # `interval` wants unknowns on one side only
            first += _DIFFERENCE[order if rel.rel in ("=", "!=") else _LEFT[rel.rel, is_true]]
        enclosed, precision = self._separated(rel)
        if any(one[1] != other[1] and one[1] in other[1] for one in enclosed for other in enclosed):
            enclosed.sort(key=lambda pair: -len(pair[1]))  # what is inside another value is still to be seen there
        opening = "".join(f"generalize {name}; generalize {text}; intros ? [? ?]; " for name, text in enclosed)
        return f"{opening}{first}interval with (i_prec {precision})."

    def _separated(self, rel: Rel) -> tuple[list[tuple[str, str]], int]:
        """Lemmas that enclose the values of Phi and PhiInv in the sides, and a precision at which their order shows."""
        atoms = list(dict.fromkeys(atom for side in (rel.left, rel.right) for atom in outermost(side)))
        gap = put(sub(rel.left, rel.right), self.point)
        if not atoms:
            return [], next((bits for bits in PRECISIONS if _signed(at_point(gap, {}, bits // 2))), PRECISIONS[-1])
        for n, atom in enumerate(atoms):
            gap = swap(gap, put(atom, self.point), var(f"u_{n}"))
        for width in WIDTHS:
            boxes = {f"u_{n}": RealInterval.from_fractions(*self._ends(atom, width)) for n, atom in enumerate(atoms)}
            value = image(gap, boxes, 256)
            if value is not None and (value.is_positive() or value.is_negative()):
                return [(self._enclosed(atom, width), self._text(atom)) for atom in atoms], max(64, 2 * width)
        raise NotExported(f"an integral would be needed to more than {WIDTHS[-1]} bits: {shown(gap)}")

    def _text(self, term: Term) -> str:
        return term_text(term, self.values)

    # -- what depends on a comparison -------------------------------------------------------------------------------------

    def _chosen(self, term: Term, steps: list[str]) -> Term:
        """The term with the part that is taken, and the steps by which Rocq takes it."""
        if not isinstance(term, tuple) or term[0] == "var":
            return term
        if term[0] == "Piecewise":
            return self._branch(list(term[1:]), steps)
        if term[0] == "Derivative":
            self._step(steps, f"rewrite (is_derive_unique _ _ _ {self.derivative(term)})")
            return self._chosen(slope(term[1], term[2]), steps)
        if term[0] == "Integral":
            term = (*term[:3], *(self._chosen(end, steps) for end in term[3:]))
            self._step(steps, f"rewrite (integral_value _ _ _ _ {self.integral(term)})")
            return self._chosen(closed_form(term).value, steps)
        parts = [self._chosen(part, steps) for part in term[1:]]
        if term[0] in ("Max", "Min"):
            return self._extreme(term[0], parts, steps)
        return self._absolute(parts[0], steps) if term[0] == "Abs" else (term[0], *parts)

    def _decided(self, rel: Rel) -> bool:
        found = self.value(rel)
        if found is None:
            raise NotExported(f"a comparison is open at the point: {rel.text()[:80]}")
        return found

    def _step(self, steps: list[str], text: str) -> None:
        if text not in steps:
            steps.append(text)

    def _extreme(self, head: str, parts: list[Term], steps: list[str]) -> Term:
        first, *rest = parts
        if not rest:
            return first
        second = self._extreme(head, rest, steps)
        rel = Rel(second, "<=", first) if head == "Max" else Rel(first, "<=", second)
        is_first = self._decided(rel)
        rel = rel if is_first else Rel(rel.right, "<=", rel.left)
        law = f"R{head.lower()}_{'left' if is_first else 'right'}"
        self._step(steps, f"rewrite ({law} {self._text(first)} {self._text(second)} {self.fact(rel, True)})")
        return first if is_first else second

    def _absolute(self, inside: Term, steps: list[str]) -> Term:
        up = self._decided(Rel(inside, ">=", ZERO))
        rel = Rel(ZERO, "<=", inside) if up else Rel(inside, "<=", ZERO)
        law = "Rabs_pos_eq" if up else "Rabs_turned"
        self._step(steps, f"rewrite ({law} {self._text(inside)} {self.fact(rel, True)})")
        return inside if up else ("Mul", MINUS, inside)

    def _branch(self, branches: list[Term], steps: list[str]) -> Term:
        if not branches:
            raise NotExported("a Piecewise has no branch at the point")
        (value, condition), *rest = branches
        if condition is True:
            return self._chosen(value, steps)
        left, right = (self._chosen(side, steps) for side in condition[1:])
        rel = Rel(left, condition[0], right)
        is_taken = self._decided(rel)
        self._step(steps, self._destruct(rel, is_taken))
        return self._chosen(value, steps) if is_taken else self._branch(rest, steps)

    def _destruct(self, rel: Rel, is_taken: bool) -> str:
        """The test of a branch has one outcome; what `!=` tests is equality."""
        rel, is_yes = (Rel(rel.left, "=", rel.right), not is_taken) if rel.rel == "!=" else (rel, is_taken)
        name, test = self.fact(rel, is_yes), decision(rel.rel, self._text(rel.left), self._text(rel.right))
        if is_yes:
            return f"destruct ({test}) as [_ | N]; [ | exfalso; exact (N {name})]"
        return f"destruct ({test}) as [N | _]; [exfalso; exact ({name} N) | ]"

    # -- derivatives --------------------------------------------------------------------------------------------------------

    def derivative(self, term: Term) -> str:
        """A proof of what a derivative is at the point: a lemma for all places where the body exists, and that it does there."""
        _, body, name, _ = term
        others = {other: text for other, text in self.values.items() if other != name}
        x, needs = variable(name), conditions(body)
        if not all(isinstance(need, Atom) for need in needs):
            raise NotExported("a derivative of what has branches")
        premises = "".join(f"{prop_text(need, others)} -> " for need in needs)
        here = prop_text(IsSlope(body, name, slope(body, name)), others)
        says = f"forall {x} : R, {premises}{here}"
        lemma = self.lemma("derived", says, "intros; derived.")
        shown_here = [self.fact(need.rel, True) for need in needs if isinstance(need, Atom)]
        return f"({' '.join([lemma, self.values[name], *shown_here])})"

    def integral(self, term: Term) -> str:
        """A lemma that says what an integral is at the point, by its closed form."""
        closed = closed_form(term)
        says = prop_text(IsIntegral(term, closed.value), self.values)
        return self.lemma("integrated", says, f"{closed.proof(self.values, 'first [lra | interval]')}.")

    # -- Phi and PhiInv -----------------------------------------------------------------------------------------------------

    def _ends(self, atom: Term, width: int) -> tuple[Fraction, Fraction]:
        """Rational numbers around a value, 2^-width or less from it."""
        with working_precision(4 * width + 128):
            ball = at_point(put(atom, self.point), {}, 4 * width + 128)
            if not ball.is_finite():
                raise NotExported(f"a value is not known sharply enough: {shown(atom)}")
            low, high = dyadic_fraction(ball.lower()), dyadic_fraction(ball.upper())
        unit = Fraction(1, 2 ** (width + 1))
        return math.floor(low / unit - HALF) * unit, math.ceil(high / unit + HALF) * unit

    def _enclosed(self, atom: Term, width: int) -> str:
        low, high = self._ends(atom, width)
        says = f"{number(low)} <= {self._text(atom)} <= {number(high)}"
        return self.lemma("enclosed", says, lambda: self._enclosure(atom, low, high, width))

    def _enclosure(self, atom: Term, low: Fraction, high: Fraction, width: int) -> str:
        if atom[0] == "PhiInv":
            above, below = Rel(call("Phi", low), "<=", atom[1]), Rel(atom[1], "<", call("Phi", high))
            return f"exact (PhiInv_enclosed _ _ _ {self.fact(above, True)} {self.fact(below, True)})."
        name = self._gauss(atom[1], width + 2)
        text = f"Gauss {self._text(atom[1])}"
        is_nested = any(isinstance(node, tuple) and node[0] == "Phi" for node in nodes(atom[1]))
        opening = f"change {self._text(atom)} with (1 / 2 + {text} / sqrt (2 * PI))" if is_nested else "unfold Phi"
        return (
            f"{opening}; generalize {name}; generalize ({text}); intros ? [? ?]; "
            f"split; interval with (i_prec {max(64, 2 * width)})."
        )

    def _gauss(self, at: Term, width: int) -> str:
        """A lemma lo <= int_0^x exp(-t^2/2) dt <= hi; where x has unknowns in it, by its values at rational ends of x."""
        integral = mul(power(mul(Fraction(2), "pi"), HALF), sub(call("Phi", at), HALF))
        low, high = self._ends(integral, width)
        says = f"{number(low)} <= Gauss {self._text(at)} <= {number(high)}"
        tactic = f"unfold Gauss; integral with (i_prec {max(60, 2 * width)}, i_relwidth {width + 6}, i_fuel 1000)."
        exact = rational(put(at, self.point))
        if exact == 0:
            tactic = "rewrite Gauss_0; lra."
        if exact is not None:
            tactic = f"replace {self._text(at)} with {number(exact)} by (first [lra | field; lra]); {tactic}"
        if exact is not None:
            return self.lemma("gauss", says, tactic)
        first, last = self._ends(at, width + 4)
        parts = [self.fact(rel, True) for rel in (Rel(first, "<=", at), Rel(at, "<=", last))]
        parts.append(self._half(f"{number(low)} <= Gauss {number(first)}"))
        parts.append(self._half(f"Gauss {number(last)} <= {number(high)}"))
        return self.lemma("gauss", says, f"exact (Gauss_between _ _ _ _ _ {' '.join(parts)}).")

    def _half(self, says: str) -> str:
        return self.lemma("gauss", says, "unfold Gauss; integral with (i_prec 120, i_relwidth 60, i_fuel 1000).")


_TIES = {
    ("=", True): "exactly.", ("<=", True): "apply Req_le; exactly.", (">=", True): "apply Req_ge; exactly.",
    ("<", False): "apply Rle_not_lt; apply Req_le; exactly.", (">", False): "apply Rle_not_gt; apply Req_le; exactly.",
    ("!=", False): "intro N; apply N; exactly.",
}  # fmt: skip


def _exactly(rel: Rel) -> str:
    """The tactic for an equation, with e^(log x) = x where it occurs."""
    exponents = [
        node[1] for side in (rel.left, rel.right) for node in nodes(side) if isinstance(node, tuple) and node[0] == "exp"
    ]
    inverse = any(isinstance(node, tuple) and node[0] == "log" for exponent in exponents for node in nodes(exponent))
    return "first [exactly | (rewrite ?exp_ln by lra; exactly)]" if inverse else "exactly"


def _signed(value: arb) -> bool:
    return bool(value > 0 or value < 0)


def rational(term: Term) -> Fraction | None:
    """The value of a term of rational arithmetic; None for others."""
    if isinstance(term, Fraction):
        return term
    parts = [rational(part) for part in term[1:]] if isinstance(term, tuple) and term[0] in ("Add", "Mul", "Pow") else [None]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if term[0] == "Pow":
        base, exponent = known
        small = exponent.denominator == 1 and abs(exponent) <= 64 and (base or exponent > 0)
        return base**exponent.numerator if small else None
    return sum(known, ZERO) if term[0] == "Add" else math.prod(known, start=Fraction(1))


def outermost(term: Term) -> list[Term]:
    """The values of Phi and PhiInv in a term that are in no other one."""
    if not isinstance(term, tuple) or term[0] == "var":
        return []
    if term[0] in ("Phi", "PhiInv"):
        return [term]
    return [atom for part in term[1:] for atom in outermost(part)]
