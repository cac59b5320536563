"""Terms read back from the kernel's normal forms, and the ways to write one without factors of known sign.

Main definition: `simpler(gap, region)`: pairs (factor, core) with gap = factor core and factor > 0 on the region.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, TypeAlias, TypeVar

from dplemma.kernel.atoms import GENERATORS, NAMES, Atom, Form, Poly, by_degree, degree, fraction, monomial, used
from dplemma.kernel.normal import UNDECIDED, Normaliser
from dplemma.kernel.ranges import MINUS, NOT_MINUS, NOT_PLUS, PLUS
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import ONE, Term, add, call, div, mul, neg, power, put, var

MOST_TERMS, MOST_EXPONENTIALS = 60, 6
ISOLATED = ("log", "Phi", "PhiInv")


T = TypeVar("T")
Question = Callable[[Normaliser, Term, Region], Iterator[T]]
_Intervals: TypeAlias = tuple[tuple[str, Interval], ...]


class _NotWritten(Exception):
    """An atom that has no term of its own here."""


def _asked_once(question: Question[T]) -> Callable[[Term, Region], tuple[T, ...] | None]:
    """What is found for a gap on a region, None without a normal form; as if by a table of its own."""

    @lru_cache(maxsize=2048)
    def found(gap: Term, intervals: _Intervals, given: tuple[Rel, ...]) -> tuple[T, ...] | None:
        try:
            known = _prepared(intervals, given)
            with _left_as_it_was(known):
                return known.ask(lambda: tuple(question(known, gap, known.region)))
        except (*UNDECIDED, _NotWritten):
            return None

    @wraps(question)
    def answered(gap: Term, region: Region) -> tuple[T, ...] | None:
        return found(gap, tuple(region.intervals.items()), region.given)

    return answered


@lru_cache(maxsize=64)
def _prepared(intervals: _Intervals, given: tuple[Rel, ...]) -> Normaliser:
    """A table that has read the premises of a region, and nothing else: that costs more than most questions."""
    known = Normaliser(Region(dict(intervals), given))
    known.ask(lambda: None)
    return known


@contextmanager
def _left_as_it_was(known: Normaliser) -> Iterator[None]:
    """What a question adds to the table is taken out of it afterwards."""
    before = {name: copy(value) if isinstance(value, (dict, list, set)) else value for name, value in vars(known).items()}
    try:
        yield
    finally:
        vars(known).clear()
        vars(known).update(before)


def simpler(gap: Term, region: Region) -> tuple[tuple[Term, Term], ...]:
    """The gap without its factors of known sign, then divided by what makes the slope simpler; as it is without a normal form."""
    found = _quotients(gap, region)
    return ((ONE, gap),) if found is None else found


@_asked_once
def _quotients(known: Normaliser, gap: Term, region: Region) -> Iterator[tuple[Term, Term]]:
    factor, core = _stripped(known, known.form_of_term(gap))
    for divisor in _divisors(known, core):
        rest, below = _term_of_form(known, Form(known, core, divisor)), _term_of_poly(known, divisor)
        signs = known.signs(Form(known, divisor))
        if signs == PLUS:
            yield mul(factor, below), rest
        elif signs == MINUS:
            yield mul(factor, neg(below)), neg(rest)


def _stripped(known: Normaliser, form: Form) -> tuple[Term, Poly]:
    """The factors of decided sign as a positive term, and the polynomial of all others."""
    content, factors = known.split(form)
    positive, core, turned = abs(fraction(content)), known.form_of(1).num, content < 0
    kept: list[Term] = [positive]
    for poly, count in factors:
        signs = known.signs(Form(known, poly))
        if signs in (PLUS, MINUS):
            kept.append(power(_term_of_poly(known, poly if signs == PLUS else -poly), Fraction(count)))
            turned ^= signs == MINUS and count % 2 == 1
        elif count > 0:
            core = core * poly**count
        else:
            raise _NotWritten
    return mul(*kept), -core if turned else core


def _divisors(known: Normaliser, core: Poly) -> Iterator[Poly]:
    one = known.form_of(1).num
    if len(core) > MOST_TERMS:
        raise _NotWritten
    isolated = [n for n in used(core) if known.atoms[n].kind in ISOLATED]
    for n in isolated:
        factor = by_degree(core, n)[degree(core, n)]
        if not any(known.atoms[m].kind in ISOLATED for m in used(factor)) and not factor.is_constant():
            yield factor
    yield one
    if isolated:
        return
    exponentials = [n for n in used(core) if known.atoms[n].kind == "exp"]
    found: dict[str, Poly] = {}
    for exponents in core.to_dict():
        divisor = one
        for n in exponentials:
            divisor = divisor * GENERATORS[n] ** int(exponents[n])
        if not divisor.is_one():
            found[str(divisor)] = divisor
    yield from list(found.values())[:MOST_EXPONENTIALS]


@dataclass(frozen=True)
class Surplus:
    """A nonnegative term: of known sign, or factor outer(inner) for a function of one variable on [0, oo)."""

    term: Term
    factor: Term = ONE
    inner: Term = ONE
    name: str = ""
    outer: Term | None = None


def smaller_gaps(gap: Term, region: Region) -> tuple[tuple[Term, Surplus], ...]:
    """Pairs (rest, slack) with gap = rest + slack: a positive multiple of Phi is dropped, a negative one majorised.

    Phi(u) <= exp(-u^2/2)/2 for u <= 0.
    """
    return _smaller(gap, region) or ()


@_asked_once
def _smaller(known: Normaliser, gap: Term, region: Region) -> Iterator[tuple[Term, Surplus]]:
    form = known.form_of_term(gap)
    for n in used(form.num):
        if known.atoms[n].kind != "Phi" or degree(form.num, n) != 1:
            continue
        rest, factor = (Form(known, part, form.den) for part in (form.num.subs({NAMES[n]: 0}), by_degree(form.num, n)[1]))
        u = known.atoms[n].arguments[0]
        signs = known.signs(factor)
        if signs <= NOT_MINUS:
            yield _term_of_form(known, rest), Surplus(_term_of_form(known, factor * known.form(known.atoms[n])))
        elif signs <= NOT_PLUS and known.signs(u) <= NOT_PLUS:
            name = region.fresh(gap, like="w")
            down, above, w = _term_of_form(known, -u), _term_of_form(known, -factor), var(name)
            half = div(call("exp", mul(Fraction(-1, 2), power(w, Fraction(2)))), Fraction(2))
            outer = add(half, neg(call("Phi", neg(w))))
            majorised = add(_term_of_form(known, rest), neg(mul(above, put(half, {name: down}))))
            yield majorised, Surplus(mul(above, put(outer, {name: down})), above, down, name, outer)


def in_one_term(gap: Term, region: Region) -> tuple[tuple[Term, Term, str, Term], ...]:
    """(factor, inner, name, outer): gap = factor outer(inner), factor > 0, for the inner term of an exponential."""
    return _inner_terms(gap, region) or ()


@_asked_once
def _inner_terms(known: Normaliser, gap: Term, region: Region) -> Iterator[tuple[Term, Term, str, Term]]:
    factor, core = _stripped(known, known.form_of_term(gap))
    for n in used(core):
        atom = known.atoms[n]
        if atom.kind == "exp" and len(atom.arguments[0].free) > 1 and _single(atom.arguments[0]):
            name = region.fresh(gap, like="u")
            for base in by_degree(core, n).values():
                outer = _outer(known, core, atom, base, name) if len(base) == 1 else None
                if outer is not None and known.signs(Form(known, base)) == PLUS:
                    yield mul(factor, _term_of_poly(known, base)), _term_of_form(known, atom.arguments[0]), name, outer


def _single(form: Form) -> bool:
    return len(form.num) == 1 and len(form.den) == 1


def _outer(known: Normaliser, core: Poly, atom: Atom, base: Poly, name: str) -> Term | None:
    """G with core = base G(u) for u the argument of the exponential: every coefficient is a power of u times the base."""
    u = atom.arguments[0]
    terms: list[Term] = []
    for top, part in by_degree(core, atom.index).items():
        for exponents, c in part.to_dict().items():
            ratio = Form(known, monomial(exponents) * c, base)
            count = next((k for k in range(-3, 4) if not (ratio / u**k).free), None)
            if count is None:
                return None
            number = _term_of_form(known, ratio / u**count)
            exponential = [call("exp", mul(Fraction(top) / _scale(atom), var(name)))] if top else []
            terms.append(mul(number, *([power(var(name), Fraction(count))] if count else []), *exponential))
    return add(*terms)


# -- terms --------------------------------------------------------------------------------------------------------------------


def _term_of_form(known: Normaliser, form: Form) -> Term:
    """A sum of quotients where the denominator is one monomial, so that slopes stay short."""
    if len(form.den) == 1 and not form.den.is_one():
        (below, _), *_ = form.den.to_dict().items()
        return add(
            *(_monomial(known, [a - b for a, b in zip(above, below, strict=True)], c) for above, c in form.num.to_dict().items())
        )
    above = _term_of_poly(known, form.num)
    return above if form.den.is_one() else div(above, _term_of_poly(known, form.den))


def _term_of_poly(known: Normaliser, poly: Poly) -> Term:
    return add(*(_monomial(known, exponents, c) for exponents, c in poly.to_dict().items()))


def _monomial(known: Normaliser, exponents: Any, coefficient: Any) -> Term:
    """Exponentials are one exponential of a sum."""
    parts: list[Term] = [fraction(coefficient)]
    exponent: list[Term] = []
    for n, e in enumerate(exponents):
        if e and known.atoms[n].kind == "exp":
            atom = known.atoms[n]
            exponent.append(mul(Fraction(int(e)) / _scale(atom), _term_of_form(known, atom.arguments[0])))
        elif e:
            parts.append(power(_term_of_atom(known, known.atoms[n]), Fraction(int(e))))
    return mul(*parts, *([call("exp", add(*exponent))] if exponent else []))


def _term_of_atom(known: Normaliser, atom: Atom) -> Term:
    if atom.kind == "var":
        return var(atom.arguments[0])
    if atom.kind == "pi":
        return "pi"
    if atom.kind == "root":
        return power(_term_of_form(known, atom.arguments[0]), 1 / _scale(atom))
    if atom.kind in ("log", "Phi", "PhiInv"):
        return call(atom.kind, _term_of_form(known, atom.arguments[0]))
    raise _NotWritten


def _scale(atom: Atom) -> Fraction:
    return fraction(atom.scale) if hasattr(atom.scale, "p") else Fraction(atom.scale)
