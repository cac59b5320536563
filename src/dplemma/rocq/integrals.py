r"""Integrals with a closed form: sums of constants times e^E, where E has degree two at most in the variable.

Main definitions: `closed_form(integral) -> Closed`, with its value, what it needs, and the proof; `carried_out(term)`,
`integrals_out(term)`. The lemmas are in `integral_lemmas`.

    a > 0:   int e^(-a t^2 + b t + c) dt = sqrt(pi / a) e^(c + b^2 / (4 a)) [Phi(sqrt(2 a) (t - b / (2 a)))]
    b != 0:  int e^(b t + c) dt = [e^(b t + c)] / b

An integral is Coquelicot's `RInt_gen`, between points or infinite ends. That it converges is part of what is shown. The closed
form is a suggestion: Rocq proves it from those lemmas, whose antiderivatives have their limits at the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from dplemma.kernel.calculus import derivative
from dplemma.kernel.statement import Rel
from dplemma.kernel.term import HALF, MINUS, ONE, TWO, ZERO, Rejected, Term, add, free, mul, put, shown
from dplemma.rocq.logic import Atom, Prop
from dplemma.rocq.terms import NotExported, conditions, filter_text, slope, term_text, variable

_MOST_SUMMANDS, _LARGEST_POWER = 8, 4
_INFINITE = ("oo", "-oo")


@dataclass(frozen=True)
class Summand:
    """outside e^(-a t^2 + b t + c), which is the product of the outside and of e to the exponents."""

    outside: Term
    exponents: tuple[Term, ...]
    a: Term
    b: Term
    c: Term


@dataclass(frozen=True)
class Closed:
    """The value of an integral, as a term; the signs it needs; the tactics that show it, `sign` closing the goals of signs."""

    value: Term
    needs: tuple[Prop, ...]
    proof: Callable[[Mapping[str, str], str], str]


def closed_form(integral: Term) -> Closed:
    """Of an integral whose body is a sum of constants times exponentials of degree two at most."""
    _, body, name, low, high = integral
    summands = [_summand(outside, exponents, name) for outside, exponents in _summands(body, name)]
    if not all(each.exponents for each in summands):
        raise NotExported(f"an integral without a closed form here: {shown(integral)}")
    needs = dict.fromkeys(need for each in summands for need in _needs(each, low, high))
    values = [("Mul", each.outside, _part(each, low, high)) for each in summands]
    return Closed(_nested(values), tuple(needs), lambda texts, sign: _proof(integral, summands, texts, sign))


def integrals_out(term: Term) -> Term:
    """With integrals replaced by their closed forms."""
    if not isinstance(term, tuple) or term[0] in ("var", "Piecewise", "Derivative"):
        return term
    return closed_form(term).value if term[0] == "Integral" else (term[0], *map(integrals_out, term[1:]))


def carried_out(term: Term) -> Term:
    """With derivatives and integrals replaced by what they are."""
    if not isinstance(term, tuple) or term[0] in ("var", "Piecewise"):
        return term
    if term[0] == "Derivative":
        return slope(term[1], term[2])
    return closed_form(term).value if term[0] == "Integral" else (term[0], *map(carried_out, term[1:]))


def _nested(parts: list[Term]) -> Term:
    first, *rest = parts
    return ("Add", first, _nested(rest)) if rest else first


# -- the shape of the integrand ---------------------------------------------------------------------------------------------


def _summands(term: Term, name: str) -> list[tuple[list[Term], list[Term]]]:
    """(factors without the variable, exponents with it) of each summand of the expanded term."""
    if name not in free(term):
        return [([term], [])]
    if term[0] == "exp":
        return [([], [term[1]])]
    if term[0] == "Add":
        return [each for part in term[1:] for each in _summands(part, name)]
    factors: list[Term] | None = None
    if term[0] == "Mul":
        factors = list(term[1:])
    elif term[0] == "Pow" and isinstance(term[2], Fraction) and term[2].denominator == 1 and 0 < term[2] <= _LARGEST_POWER:
        factors = [term[1]] * int(term[2])
    if factors is None:
        raise NotExported(f"an integral without a closed form here: {shown(term)}")
    choices = [_summands(factor, name) for factor in factors]
    found = [([f for part in chosen for f in part[0]], [e for part in chosen for e in part[1]]) for chosen in product(*choices)]
    if len(found) > _MOST_SUMMANDS:
        raise NotExported(f"an integral of a sum that is too long: {shown(term)}")
    return found


def _degree(term: Term, name: str) -> int:
    """The degree of a polynomial in the variable, more than 2 for what is none."""
    if name not in free(term):
        return 0
    head, *parts = term
    if head == "var":
        return 1
    if head in ("Add", "Mul"):
        degrees = [_degree(part, name) for part in parts]
        return max(degrees) if head == "Add" else sum(degrees)
    if head == "Pow" and isinstance(parts[1], Fraction) and parts[1].denominator == 1 and parts[1] > 0:
        return int(parts[1]) * _degree(parts[0], name)
    return 9


def _summand(outside: list[Term], exponents: list[Term], name: str) -> Summand:
    total: Term = ("Add", *exponents) if len(exponents) > 1 else exponents[0] if exponents else ZERO
    degree = _degree(total, name)
    if degree > 2:
        raise NotExported(f"an integral without a closed form here: exp({shown(total)})")
    first = _derivative(total, name)
    a = _tidy(mul(Fraction(-1, 2), _derivative(first, name))) if degree == 2 else ZERO
    b, c = _tidy(put(first, {name: ZERO})), _tidy(put(total, {name: ZERO}))
    kept: Term = ("Mul", *outside) if len(outside) > 1 else outside[0] if outside else ONE
    return Summand(kept, tuple(exponents), a, b, c)


def _tidy(term: Term) -> Term:
    """Sums in sums and products in products written as one, numbers multiplied."""
    if not isinstance(term, tuple) or term[0] not in ("Add", "Mul", "Pow"):
        return term
    head, *parts = term
    inside = [_tidy(part) for part in parts]
    if head == "Pow":
        return (head, *inside)
    flat = [each for part in inside for each in (part[1:] if isinstance(part, tuple) and part[0] == head else (part,))]
    return add(*flat) if head == "Add" else mul(prod([p for p in flat if isinstance(p, Fraction)], start=ONE), *_others(flat))


def _others(parts: list[Term]) -> list[Term]:
    return [part for part in parts if not isinstance(part, Fraction)]


def _derivative(term: Term, name: str) -> Term:
    try:
        return derivative(term, name)
    except Rejected as error:
        raise NotExported(f"no derivative: {error}") from None


# -- values, as the lemmas have them ------------------------------------------------------------------------------------------


def _is_bell(part: Summand) -> bool:
    return part.a != ZERO


def _needs(part: Summand, low: Term, high: Term) -> list[Prop]:
    if _is_bell(part):
        return [*conditions(part.a), *conditions(part.b), Atom(Rel(part.a, ">", ZERO))]
    signs = [sign for end, sign in ((low, ">"), (high, "<")) if end in _INFINITE] or ["!="]
    return [*conditions(part.b), *(Atom(Rel(part.b, sign, ZERO)) for sign in signs)]


def _part(part: Summand, low: Term, high: Term) -> Term:
    a, b, c = part.a, part.b, part.c
    bracket = ("Add", _at(part, high), ("Mul", MINUS, _at(part, low)))
    if not _is_bell(part):
        return ("Mul", ("Pow", b, MINUS), bracket)
    root = ("Pow", ("Mul", "pi", ("Pow", a, MINUS)), HALF)
    height = ("exp", ("Add", c, ("Mul", b, b, ("Pow", ("Mul", Fraction(4), a), MINUS))))
    return ("Mul", root, height, bracket)


def _at(part: Summand, end: Term) -> Term:
    """The antiderivative at an end, or its limit there."""
    if end in _INFINITE:
        return ONE if end == "oo" and _is_bell(part) else ZERO
    a, b, c = part.a, part.b, part.c
    if not _is_bell(part):
        return ("exp", ("Add", ("Mul", b, end), c))
    middle = ("Mul", b, ("Pow", ("Mul", TWO, a), MINUS))
    return ("Phi", ("Mul", ("Pow", ("Mul", TWO, a), HALF), ("Add", end, ("Mul", MINUS, middle))))


# -- proofs -------------------------------------------------------------------------------------------------------------------


def _proof(integral: Term, summands: list[Summand], texts: Mapping[str, str], sign: str) -> str:
    """For the goal `is_RInt_gen body low high value`."""
    _, _, name, low, high = integral
    texts = {other: text for other, text in texts.items() if other != name}
    ends = " ".join(filter_text(end, texts) for end in (low, high))
    functions = [f"(fun {variable(name)} : R => {_outside(each, texts)} * {_curve(each, name, texts)})" for each in summands]
    sums = [" + ".join(f"({each} {variable(name)})" for each in functions[n:]) for n in range(len(functions))]
    tactics = [_one(each, name, low, high, texts, sign) for each in summands]
    equal = f"intro {variable(name)}; {''.join(_merged(each, name, texts) for each in summands)}ring"
    return _joined(functions, tactics, ends, equal, variable(name), first=True) if len(sums) > 1 else f"{tactics[0]} | {equal}]"


def _joined(functions: list[str], tactics: list[str], ends: str, equal: str, x: str, first: bool) -> str:
    if len(functions) == 1:
        return f"{tactics[0]} | intro; reflexivity]"
    rest = " + ".join(f"({each} {x})" for each in functions[1:])
    other = functions[1] if len(functions) == 2 else f"(fun {x} : R => {rest})"
    here = equal if first else "intro; reflexivity"
    inner = _joined(functions[1:], tactics[1:], ends, equal, x, first=False)
    return f"apply (sum_integral _ {functions[0]} {other} {ends}); [{tactics[0]} | intro; reflexivity] | {inner} | {here}]"


def _outside(part: Summand, texts: Mapping[str, str]) -> str:
    return term_text(part.outside, texts)


def _curve(part: Summand, name: str, texts: Mapping[str, str]) -> str:
    x, (a, b, c) = variable(name), (term_text(each, texts) for each in (part.a, part.b, part.c))
    return f"exp (- {a} * ({x} * {x}) + {b} * {x} + {c})" if _is_bell(part) else f"exp ({b} * {x} + {c})"


def _one(part: Summand, name: str, low: Term, high: Term, texts: Mapping[str, str], sign: str) -> str:
    """`apply ...; [the integral of the curve` without the end, which says that the function is the constant times the curve."""
    x, (a, b, c) = variable(name), (term_text(each, texts) for each in (part.a, part.b, part.c))
    ends = " ".join(filter_text(end, texts) for end in (low, high))
    curve = f"(fun {x} : R => {_curve(part, name, texts)})"
    if _is_bell(part):
        limits = (_bell_limit(end, a, b, texts, sign) for end in (low, high))
        inner = f"apply (bell_integral {a} {b} {c} {ends}); [{sign} | {' | '.join(limits)}]"
    else:
        limits = (_exp_limit(end, curve, texts, sign) for end in (low, high))
        inner = f"apply (exp_integral {b} {c} {ends}); [{sign} | {' | '.join(limits)}]"
    return f"apply (whole_integral _ {curve} {_outside(part, texts)} {ends}); [{inner}"


def _bell_limit(end: Term, a: str, b: str, texts: Mapping[str, str], sign: str) -> str:
    if end in _INFINITE:
        return f"apply {'bell_up' if end == 'oo' else 'bell_down'}; {sign}"
    return f"exact (limit_at_point (bell {a} {b}) {term_text(end, texts)})"


def _exp_limit(end: Term, curve: str, texts: Mapping[str, str], sign: str) -> str:
    if end in _INFINITE:
        return f"apply {'exp_up' if end == 'oo' else 'exp_down'}; {sign}"
    return f"exact (limit_at_point {curve} {term_text(end, texts)})"


def _merged(part: Summand, name: str, texts: Mapping[str, str]) -> str:
    """The one exponential of a summand taken apart into those of the integrand."""
    curve = _curve(part, name, texts)
    own = " * ".join(f"exp {term_text(each, texts)}" for each in part.exponents)
    return f"replace ({curve}) with ({own}) by (rewrite <- ?exp_plus; apply f_equal; exponents); "
