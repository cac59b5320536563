"""Terms of the kernel as terms of Rocq's real numbers, and the conditions under which they mean something.

Main definitions: `term_text(term, values)`, `conditions(term) -> list[Prop]`, `NotExported`.

Rocq's functions are total: 1/0, ln(-1) and sqrt(-1) are numbers nobody knows anything about. So whatever is said of a term in an
exported file is said together with its conditions: denominators differ from 0, logarithms are of positive numbers, roots of
nonnegative ones, and a part of a Piecewise is asked for only where its branch is taken.

    x^n, x^-n      x ^ n, / x ^ n; x <> 0           x^(1/2), x^(3/2)   sqrt x, sqrt x ^ 3; 0 <= x
    x^y            Rpower x y; 0 < x                log x              ln x; 0 < x
    Phi, Q, erf    by an integral from 0            PhiInv p           the least upper bound of {z : Phi z <= p}; 0 < p < 1
    Max, Min, Abs  Rmax, Rmin, Rabs                 Piecewise          if Rle_dec a b then .. else ..
    Integral       RInt_gen, of what converges      Derivative         Derive, of what has one
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from dplemma.base.errors import DplemmaError
from dplemma.kernel.calculus import derivative, smooth
from dplemma.kernel.statement import Rel
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
    div,
    mul,
    neg,
    nodes,
    power,
    put,
    shown,
    sub,
)
from dplemma.rocq.logic import Arrow, Atom, Differentiable, Integrable, Prop, both, names_in

Values = Mapping[str, str]
LONGEST_SUM = 100
LONGEST_POWER = 400
"""A power of a higher degree is unfolded by Rocq into as many factors."""
_WORDS = (
    "as at by else end exists fix for forall fun if in let match mod return then using where with Prop Set Type",
    "E Gauss I INR IZR O PI Phi PhiInv Q R S claim exp holds ln phi pow refuted sqrt",
    "H N P Z z",  # of the tactics
)
_KEYWORDS = frozenset(word for words in _WORDS for word in words.split())
_DECISIONS = {"<=": "Rle_dec", "<": "Rlt_dec", ">=": "Rge_dec", ">": "Rgt_dec", "=": "Req_EM_T", "!=": "Req_EM_T"}


class NotExported(DplemmaError):
    """What cannot be said in a file for Rocq, in one line."""


def variable(name: str) -> str:
    """The name of a variable, out of the way of Rocq's own; the kernel calls bound ones @1, @2."""
    if name.startswith("@"):
        return f"z{name[1:]}_"
    return f"{name}_" if name in _KEYWORDS or name.endswith("_") or name.startswith(("u_", "fact_")) else name


def number(value: Fraction) -> str:
    above = str(value.numerator) if value >= 0 else f"- {-value.numerator}"
    return f"({above} / {value.denominator})" if value.denominator > 1 else above if value >= 0 else f"({above})"


def plain(term: Term) -> Term:
    """With what has a definition by other functions written out: Q, QInv, erf, hyperbolic functions, the Laplace law."""
    if not isinstance(term, tuple) or term[0] in ("var",):
        return term
    if term[0] == "Piecewise":
        return ("Piecewise", *((plain(v), c if c is True else (c[0], plain(c[1]), plain(c[2]))) for v, c in term[1:]))
    if term[0] == "Derivative" and term[3] == 1:
        return ("Derivative", plain(term[1]), term[2], 1)
    if term[0] == "Integral":
        return ("Integral", plain(term[1]), term[2], *map(plain, term[3:]))
    if term[0] == "Sum":
        return plain(_expanded(term))
    if term[0] not in _PLAIN and term[0] not in _OTHERS:
        raise NotExported(f"{term[0]} has no definition in Rocq here: {shown(term)}")
    parts = tuple(map(plain, term[1:]))
    return _OTHERS[term[0]](*parts) if term[0] in _OTHERS else (term[0], *parts)


def _expanded(term: Term) -> Term:
    """A sum of a given, small number of terms, binomial coefficients of numbers computed."""
    _, body, name, low, high = term
    if not all(isinstance(end, Fraction) and end.denominator == 1 for end in (low, high)) or high - low > LONGEST_SUM:
        raise NotExported(f"Sum has no given, small number of terms: {shown(term)}")
    return add(*(_counted(put(body, {name: Fraction(n)})) for n in range(int(low), int(high) + 1)))


def _counted(term: Term) -> Term:
    if not isinstance(term, tuple) or term[0] == "var":
        return term
    if term[0] == "Piecewise":
        return term
    parts = [_counted(part) for part in term[1:]]
    if term[0] == "binomial" and all(isinstance(part, Fraction) and part.denominator == 1 and part >= 0 for part in parts):
        return Fraction(comb(*map(int, parts)))
    return (term[0], *parts)


def _exp(x: Term) -> Term:
    return call("exp", x)


def _density(x: Term) -> Term:
    return div(_exp(mul(Fraction(-1, 2), power(x, TWO))), power(mul(TWO, "pi"), HALF))


def _one_degree(x: Term, degrees: Term) -> Term:
    """The root of what has a chi-square law with one degree of freedom: the absolute value of what has a normal one."""
    if degrees != ONE:
        raise NotExported(f"a chi-square law of more than one degree of freedom has no definition in Rocq here: {shown(degrees)}")
    return power(x, HALF)


def _shifted(root: Term, noncentrality: Term) -> tuple[Term, Term]:
    return sub(root, power(noncentrality, HALF)), add(root, power(noncentrality, HALF))


_PLAIN = ("Add", "Mul", "Pow", "Max", "Min", "Abs", "exp", "log", "Phi", "PhiInv")
_OTHERS = {
    "Q": lambda x: sub(ONE, call("Phi", x)),
    "QInv": lambda p: call("PhiInv", sub(ONE, p)),
    "phi": lambda x: _density(x),
    "erf": lambda x: sub(mul(Fraction(2), call("Phi", mul(power(Fraction(2), HALF), x))), ONE),
    "erfc": lambda x: mul(Fraction(2), call("Phi", mul(MINUS, power(Fraction(2), HALF), x))),
    "Mills": lambda x: div(sub(ONE, call("Phi", x)), _density(x)),
    "MarcumQHalf": lambda a, b: sub(TWO, add(call("Phi", sub(b, a)), call("Phi", add(b, a)))),
    "sinh": lambda x: mul(HALF, sub(_exp(x), _exp(neg(x)))),
    "cosh": lambda x: mul(HALF, add(_exp(x), _exp(neg(x)))),
    "tanh": lambda x: div(sub(_exp(x), _exp(neg(x))), add(_exp(x), _exp(neg(x)))),
    "Chi2CDF": lambda x, k: sub(mul(TWO, call("Phi", _one_degree(x, k))), ONE),
    "Chi2SF": lambda x, k: sub(TWO, mul(TWO, call("Phi", _one_degree(x, k)))),
    "Chi2PDF": lambda x, k: div(_density(_one_degree(x, k)), power(x, HALF)),
    "NCChi2SF": lambda x, k, lam: sub(TWO, add(*(call("Phi", end) for end in _shifted(_one_degree(x, k), lam)))),
    "NCChi2CDF": lambda x, k, lam: sub(add(*(call("Phi", end) for end in _shifted(_one_degree(x, k), lam))), ONE),
    "NCChi2PDF": lambda x, k, lam: div(add(*map(_density, _shifted(_one_degree(x, k), lam))), mul(TWO, power(x, HALF))),
    "LaplaceCDF": lambda x: (
        "Piecewise",
        (mul(HALF, _exp(x)), ("<=", x, ZERO)),
        (sub(ONE, mul(HALF, _exp(neg(x)))), True),
    ),
}


def slope(body: Term, name: str) -> Term:
    """The derivative of a plain term, as a plain term; only of what has no corner."""
    try:
        if not smooth(body, name):
            raise NotExported(f"a derivative of what has a corner: {shown(body)}")
        return plain(derivative(body, name))
    except Rejected as error:
        raise NotExported(f"no derivative: {error}") from None


# -- text -----------------------------------------------------------------------------------------------------------------


def term_text(term: Term, values: Values = {}) -> str:  # noqa: B006 (never changed)
    """A plain term, closed by parentheses where it needs them; `values` are texts put in for variables."""
    if isinstance(term, Fraction):
        return number(term)
    if isinstance(term, str):
        if term in ("oo", "-oo"):
            raise NotExported("an infinite value is no real number")
        return {"pi": "PI", "E": "(exp 1)"}[term]
    head, *parts = term
    if head == "var":
        return values.get(parts[0], variable(parts[0]))
    if head == "Piecewise":
        return _branches(parts, values)
    if head == "Pow":
        return _power_text(parts[0], parts[1], values)
    if head == "Derivative":
        body = term_text(parts[0], {name: text for name, text in values.items() if name != parts[1]})
        return f"(Derive (fun {variable(parts[1])} : R => {body}) {term_text(('var', parts[1]), values)})"
    if head == "Integral":
        body = term_text(parts[0], {name: text for name, text in values.items() if name != parts[1]})
        ends = " ".join(filter_text(end, values) for end in parts[2:])
        return f"(RInt_gen (fun {variable(parts[1])} : R => {body}) {ends})"
    texts = [term_text(part, values) for part in parts]
    if head in ("Add", "Mul"):
        return f"({(' + ' if head == 'Add' else ' * ').join(texts)})"
    if head in ("Max", "Min"):
        return _folded("Rmax" if head == "Max" else "Rmin", texts)
    name = {"exp": "exp", "log": "ln", "Abs": "Rabs", "Phi": "Phi", "PhiInv": "PhiInv"}[head]
    return f"({name} {texts[0]})"


def filter_text(end: Term, values: Values) -> str:
    """An end of an integral: a point, or an infinite one."""
    if end in ("oo", "-oo"):
        return f"(Rbar_locally {'p' if end == 'oo' else 'm'}_infty)"
    return f"(at_point {term_text(end, values)})"


def _folded(name: str, texts: list[str]) -> str:
    first, *rest = texts
    return first if not rest else f"({name} {first} {_folded(name, rest)})"


def _power_text(base: Term, exponent: Term, values: Values) -> str:
    inside = term_text(base, values)
    if not isinstance(exponent, Fraction) or exponent.denominator > 2:
        return f"(Rpower {inside} {term_text(exponent, values)})"
    times = abs(exponent.numerator)
    if times > LONGEST_POWER:
        raise NotExported(f"a power of degree {times}, more than {LONGEST_POWER}")
    inside = f"(sqrt {inside})" if exponent.denominator == 2 else inside
    inside = inside if times == 1 else f"({inside} ^ {times})"
    return f"(/ {inside})" if exponent < 0 else inside


def _branches(branches: list[Term], values: Values) -> str:
    """The first branch whose condition holds; where none does, 0, which its conditions exclude."""
    if not branches:
        return "0"
    (value, condition), *rest = branches
    here = term_text(value, values)
    if condition is True:
        return here
    rel, left, right = condition
    test, other = decision(rel, term_text(left, values), term_text(right, values)), _branches(rest, values)
    return f"(if {test} then {other} else {here})" if rel == "!=" else f"(if {test} then {here} else {other})"


def decision(rel: str, left: str, right: str) -> str:
    return f"{_DECISIONS[rel]} {left} {right}"


# -- where a term means something ------------------------------------------------------------------------------------------


def conditions(term: Term) -> list[Prop]:
    """What must hold for every part of a plain term to have a value, inner parts first."""
    if not isinstance(term, tuple) or term[0] == "var":
        return []
    if term[0] == "Piecewise":
        return _branch_conditions(list(term[1:]))
    if term[0] == "Derivative":
        return [*conditions(term[1]), Differentiable(term)]
    if term[0] == "Integral":
        return _integral_conditions(term)
    found = [each for part in term[1:] for each in conditions(part)]
    return list(dict.fromkeys([*found, *(Atom(rel) for rel in _own(term))]))


def _integral_conditions(term: Term) -> list[Prop]:
    """The ends exist, the body does, wherever it is, and the integral converges."""
    _, body, name, *ends = term
    inside = conditions(body)
    if any(name in names_in(need) for need in inside):
        raise NotExported(f"an integral over places where its body may not exist: {shown(body)}")
    return list(dict.fromkeys([*(need for end in ends for need in conditions(end)), *inside, Integrable(term)]))


def is_exact(term: Term) -> bool:
    """Do the conditions say no more than that the term exists? A real power of 0 exists and is excluded."""
    powers = [node for node in nodes(term) if isinstance(node, tuple) and node[0] == "Pow"]
    return all(_product_is_positive(base) or (isinstance(e, Fraction) and e.denominator <= 2) for _, base, e in powers)


def _product_is_positive(term: Term) -> bool:
    return all(map(_is_positive, term[1:])) if isinstance(term, tuple) and term[0] == "Mul" else _is_positive(term)


def _own(term: Term) -> list[Rel]:
    head = term[0]
    if head == "Pow":
        return _power_conditions(term[1], term[2])
    if head == "log":
        return [] if _is_positive(term[1]) else [Rel(term[1], ">", ZERO)]
    return [Rel(term[1], ">", ZERO), Rel(term[1], "<", ONE)] if head == "PhiInv" else []


def _power_conditions(base: Term, exponent: Term) -> list[Rel]:
    if _is_positive(base) or (isinstance(exponent, Fraction) and exponent.denominator == 1 and exponent >= 0):
        return []
    if not isinstance(exponent, Fraction) or exponent.denominator > 2:
        return [Rel(base, ">", ZERO)]
    if exponent.denominator == 1:
        return [Rel(base, "!=", ZERO)]
    return [Rel(base, ">" if exponent < 0 else ">=", ZERO)]


def _is_positive(term: Term) -> bool:
    """Positive as it is written: a positive number, an exponential."""
    return (isinstance(term, Fraction) and term > 0) or term in ("pi", "E") or (isinstance(term, tuple) and term[0] == "exp")


def _branch_conditions(branches: list[Term]) -> list[Prop]:
    if not branches:
        return [Atom(Rel(ONE, "<", ZERO))]  # no branch is taken: there is no value
    (value, condition), *rest = branches
    own = conditions(value)
    if condition is True:
        return own
    rel = Rel(condition[1], condition[0], condition[2])
    found: list[Prop] = [*conditions(rel.left), *conditions(rel.right)]
    found += [Arrow(Atom(rel), both(own))] if own else []
    other = _branch_conditions(rest)
    return [*found, *([Arrow(Atom(rel.opposite()), both(other))] if other else [])]
