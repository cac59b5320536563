"""Terms: the kernel's own expressions, plain data, read from the JSON trees of certificates.

A term is a `Fraction`, one of the constants "pi", "E", "oo", "-oo", or a tuple:

    ("var", name)                        a variable
    (head, term, ...)                    Add, Mul, Max, Min of two or more terms; Pow of two; a function of `ARITY`
    (head, body, name, low, high)        Integral, Sum, Root, ArgMin, ArgMax, Inf, Sup: `name` is bound in the body
    ("Derivative", body, name, times)    the value at the variable itself
    ("Piecewise", (value, condition), ...)   the first branch whose condition holds; a condition is (rel, left, right) or True

Main definitions: `read_term`, `free`, `put` (substitution), `bind`, `opened`, short constructors; `remembered`, `forget`.

What is bound is called "@1", "@2", ... counted from the inside out, so two terms that differ in the names of bound variables only
are the same data, and no substitution can capture a variable. Reading computes nothing; depth, size, digits and exponents are
bounded before anything is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice, repeat
from math import prod
from typing import Any, TypeAlias, TypeVar

from dplemma.base.errors import DplemmaError

Term: TypeAlias = Any
Json: TypeAlias = Any
T = TypeVar("T")

MAX_DEPTH, MAX_NODES, MAX_TERM, MAX_BOUND, MAX_POWER_BITS = 150, 5_000_000, 20_000, 3, 100_000
LONGEST_FOLDED = 2_000
CONSTANTS = ("pi", "E", "oo", "-oo")
SEVERAL = ("Add", "Mul", "Max", "Min")
BINDERS = ("Integral", "Sum", "Root", "ArgMin", "ArgMax", "Inf", "Sup")
RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
ARITY = {
    **dict.fromkeys(("exp", "log", "erf", "erfc", "erfinv", "sinh", "cosh", "tanh", "gamma", "Abs", "sign", "factorial"), 1),
    **dict.fromkeys(("phi", "Phi", "Q", "PhiInv", "QInv", "Mills", "LaplaceCDF"), 1),
    **dict.fromkeys(("MarcumQHalf", "MillsMoment", "binomial", "Heaviside", "Chi2PDF", "Chi2CDF", "Chi2SF", "Chi2Inv"), 2),
    **dict.fromkeys(("Chi2SFInv", "Pow"), 2),
    **dict.fromkeys(("MillsDrop", "NCChi2PDF", "NCChi2CDF", "NCChi2SF", "NCChi2Inv", "NCChi2SFInv"), 3),
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_RATIONAL = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")


class Rejected(DplemmaError):
    """What is not a proof, or not of this statement; the one line says where and why."""

    exit_code = 1


_REMEMBERED: list[Any] = []


def remembered(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """What a function has found is kept, of so many questions, until `forget`."""

    def keep(function: Callable[..., T]) -> Callable[..., T]:
        kept = lru_cache(maxsize=most)(function)
        _REMEMBERED.append(kept)
        return kept

    return keep


def forget() -> None:
    """What was found so far is found again: what a proof shows does not depend on what was asked before it."""
    for kept in _REMEMBERED:
        kept.cache_clear()


# -- constructors -------------------------------------------------------------------------------------------------------

ZERO, ONE, TWO, HALF, MINUS = Fraction(0), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(-1)


def var(name: str) -> Term:
    return ("var", name)


def add(*terms: Term) -> Term:
    """A sum of any number of terms."""
    kept = [term for term in terms if term != ZERO]
    return ("Add", *kept) if len(kept) > 1 else kept[0] if kept else ZERO


def mul(*terms: Term) -> Term:
    """A product of any number of terms; 0 times something stays, since it may not exist."""
    kept = [term for term in terms if term != ONE]
    return ("Mul", *kept) if len(kept) > 1 else kept[0] if kept else ONE


def neg(term: Term) -> Term:
    return -term if isinstance(term, Fraction) else mul(MINUS, term)


def sub(first: Term, second: Term) -> Term:
    return add(first, neg(second))


def power(base: Term, exponent: Term) -> Term:
    return base if exponent == ONE else ("Pow", base, exponent)


def div(above: Term, below: Term) -> Term:
    return mul(above, power(below, MINUS))


def call(head: str, *terms: Term) -> Term:
    return (head, *terms)


# -- structure ----------------------------------------------------------------------------------------------------------


def children(term: Term) -> Iterator[Term]:
    """The terms directly inside, those of conditions included."""
    if not isinstance(term, tuple) or term[0] == "var":
        return
    if term[0] == "Piecewise":
        for value, condition in term[1:]:
            yield value
            yield from () if condition is True else condition[1:]
    elif term[0] == "Derivative":
        yield term[1]
    elif term[0] in BINDERS:
        yield from (term[1], term[3], term[4])
    else:
        yield from term[1:]


def nodes(term: Term) -> Iterator[Term]:
    """The term and all terms inside it."""
    yield term
    for child in children(term):
        yield from nodes(child)


@lru_cache(maxsize=65536)
def free(term: Term) -> frozenset[str]:
    """Names of the variables it depends on; those it binds are not among them."""
    if not isinstance(term, tuple):
        return frozenset()
    if term[0] == "var":
        return frozenset((term[1],))
    found: frozenset[str] = frozenset().union(*map(free, children(term)))
    if term[0] in BINDERS:
        return (free(term[1]) - {term[2]}) | free(term[3]) | free(term[4])
    return found | {term[2]} if term[0] == "Derivative" else found


def in_exponents(term: Term, names: Any) -> bool:
    """Does one of the variables occur in an exponent? A number put in may add values: a^b exists for a > 0, a^2 for all a."""
    powers = (node for node in nodes(term) if isinstance(node, tuple) and node[0] == "Pow")
    return any(not free(node[2]).isdisjoint(names) for node in powers)


@lru_cache(maxsize=65536)
def _depth_of_binding(term: Term) -> int:
    inside = max(map(_depth_of_binding, children(term)), default=0)
    return inside + 1 if isinstance(term, tuple) and term[0] in BINDERS else inside


def bind(head: str, body: Term, name: str, low: Term, high: Term) -> Term:
    """A node that binds a variable of its body."""
    new = f"@{_depth_of_binding(body) + 1}"
    if name != new and new in free(body):
        raise Rejected(f"{head} would bind a variable that is bound outside it")
    return (head, body if name == new else _put(body, {name: var(new)}), new, low, high)


def opened(term: Term, avoid: Any = ()) -> tuple[str, Term]:
    """(x, body) of a node that binds: with a variable x that neither the term nor `avoid` knows."""
    taken, number = set(avoid) | free(term[1]), 1
    while f"x{number}" in taken:
        number += 1
    return f"x{number}", _put(term[1], {term[2]: var(f"x{number}")})


def put(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with variables replaced by terms, all at once. The variable of a derivative must stay one that is not replaced."""
    found = _put(term, values) if values else term
    if any(isinstance(value, tuple) and value[0] != "var" for value in values.values()) and not few(nodes(found)):
        raise Rejected(f"a term of more than {MAX_TERM} parts when others are put into it")
    return found


def _put(term: Term, values: Mapping[str, Term]) -> Term:
    if not isinstance(term, tuple) or not free(term) & values.keys():
        return term
    if term[0] == "var":
        return values[term[1]]
    if term[0] == "Piecewise":
        return (
            "Piecewise",
            *((_put(v, values), c if c is True else (c[0], *(_put(s, values) for s in c[1:]))) for v, c in term[1:]),
        )
    if term[0] == "Derivative":
        moved = free(term[1]) & values.keys()
        if term[2] in values or any(term[2] in free(values[name]) for name in moved):
            raise Rejected(f"a value for {term[2]}, or one that moves with it, is put into a derivative by it")
        return ("Derivative", _put(term[1], values), *term[2:])
    if term[0] in BINDERS:
        return _put_inside(term, values)
    return _folded(term[0], tuple(_put(part, values) for part in term[1:]))


def _put_inside(term: Term, values: Mapping[str, Term]) -> Term:
    """Into a node that binds: a value that binds more, or knows its variable, is put in while that has a name of its own."""
    head, body, name, low, high = term
    ends = _put(low, values), _put(high, values)
    inner = {n: v for n, v in values.items() if n != name and n in free(body)}
    known = free(body).union(*map(free, inner.values()))
    if name not in frozenset().union(*map(free, inner.values())) and not any(map(_depth_of_binding, inner.values())):
        return (head, _put(body, inner), name, *ends)
    own = next(f"#{n}" for n in range(len(known) + 1) if f"#{n}" not in known)
    return bind(head, _put(body, {**inner, name: var(own)}), own, *ends)


def _folded(head: str, parts: tuple[Term, ...]) -> Term:
    """Arithmetic of rational numbers carried out while it is short; 0 + x and 1 x are x."""
    if head not in ("Add", "Mul", "Pow") or not any(isinstance(part, Fraction) for part in parts):
        return (head, *parts)
    if head == "Pow":
        base, exponent = parts
        short = exponent in (ONE, TWO) and isinstance(base, Fraction) and base.numerator.bit_length() < LONGEST_FOLDED
        return base**exponent.numerator if short else (head, *parts)
    numbers = [part for part in parts if isinstance(part, Fraction)]
    if len(numbers) < len(parts):
        return add(*parts) if head == "Add" else mul(*parts)
    if sum(n.numerator.bit_length() + n.denominator.bit_length() for n in numbers) > LONGEST_FOLDED:
        return (head, *parts)
    return sum(numbers, ZERO) if head == "Add" else prod(numbers, start=ONE)


def swap(term: Term, old: Term, new: Term) -> Term:
    """The term with each occurrence of one term (without bound variables) replaced by another; not under a derivative, which
    would not see how the one moves."""
    if term == old:
        return new
    if not isinstance(term, tuple) or term[0] == "var":
        return term
    if term[0] == "Piecewise":
        return (
            "Piecewise",
            *((swap(v, old, new), c if c is True else (c[0], *(swap(s, old, new) for s in c[1:]))) for v, c in term[1:]),
        )
    if term[0] == "Derivative":
        if swap(term[1], old, new) != term[1]:
            raise Rejected(f"{shown(old)} is replaced under a derivative")
        return term
    if term[0] in BINDERS:
        head, body, name, low, high = term
        return bind(head, swap(body, old, new), name, swap(low, old, new), swap(high, old, new))
    return (term[0], *(swap(part, old, new) for part in term[1:]))


# -- reading --------------------------------------------------------------------------------------------------


def bad(at: str, what: str) -> Rejected:
    return Rejected(f"{at}: {what}")


def check_size(tree: Json, at: str = "file") -> None:
    """Refuse a tree too deep or too large to walk; every reader relies on it."""
    layer, depth, count = [tree], 0, 0
    while layer:
        depth, count = depth + 1, count + len(layer)
        if depth > MAX_DEPTH or count > MAX_NODES:
            raise bad(at, f"nested deeper than {MAX_DEPTH} or larger than {MAX_NODES} nodes")
        layer = [
            c for node in layer for c in (node.values() if isinstance(node, dict) else node if isinstance(node, list) else ())
        ]


def read_rational(text: Json, at: str) -> Fraction:
    """An integer or a fraction in lowest terms."""
    if not isinstance(text, str) or not _RATIONAL.fullmatch(text):
        raise bad(at, f"{str(text)[:40]!r} is not an exact number")
    above, _, below = text.partition("/")
    if below and not int(below):
        raise bad(at, "a fraction over zero")
    return Fraction(int(above), int(below or 1))


def read_name(name: Json, at: str) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise bad(at, f"{str(name)[:40]!r} is not the name of a variable")
    return name


def read_term(tree: Json, at: str = "term") -> Term:
    """The term a tree stands for; names are replaced by their definitions, which count towards its size."""
    if not few(_parts(tree)):
        raise bad(at, f"a term of more than {MAX_TERM} parts")
    term = _read(tree, at)
    if not few(nodes(term)) or _depth_of_binding(term) > MAX_BOUND:
        raise bad(at, f"a term of more than {MAX_TERM} parts, or of more than {MAX_BOUND} variables bound one inside the other")
    return term


def few(parts: Iterator[Any]) -> bool:
    """No more than a term may have?"""
    return next(islice(parts, MAX_TERM, None), None) is None


def _parts(tree: Json) -> Iterator[Json]:
    """The nodes of a tree, long numbers counted by their length."""
    todo = [tree]
    while todo:
        part = todo.pop()
        todo += part if isinstance(part, list) else ()
        yield from repeat(True, 1 + len(part) // 8 if isinstance(part, str) else 1)


def _read(tree: Json, at: str) -> Term:
    if isinstance(tree, str):
        return tree if tree in CONSTANTS else read_rational(tree, at)
    if not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
        raise bad(at, "is not a term")
    head, *parts = tree
    if head == "var" and len(parts) == 1:
        return var(read_name(parts[0], at))
    if head == "Held" and len(parts) == 1:
        return _read(parts[0], at)
    if head in ("quantity", "let", "divergence"):
        from dplemma.kernel.definitions import meaning

        return meaning(head, parts, at)
    if head in BINDERS and len(parts) >= 2:
        return _read_bound(head, parts, at)
    if head == "Derivative" and len(parts) >= 2:
        return _read_derivative(parts, at)
    if head == "Piecewise" and parts:
        return ("Piecewise", *(_read_branch(part, f"{at}[{n}]") for n, part in enumerate(parts, 1)))
    if (head in SEVERAL and len(parts) >= 2) or ARITY.get(head) == len(parts):
        return _bounded((head, *(_read(part, f"{at}[{n}]") for n, part in enumerate(parts, 1))), at)
    raise bad(at, f"no head {head[:40]!r} with {len(parts)} arguments")


def _bounded(term: Term, at: str) -> Term:
    """Numbers whose power would have more than a hundred thousand bits are refused before anything is computed."""
    if term[0] in ("Pow", "exp", "gamma", "factorial", "binomial") and isinstance(term[-1], Fraction):
        base = term[1] if term[0] == "Pow" and isinstance(term[1], Fraction) else TWO
        size = max(abs(base.numerator), base.denominator).bit_length()
        if abs(term[-1]) * size > MAX_POWER_BITS:
            raise bad(at, f"a number of more than {MAX_POWER_BITS} bits")
    return term


def _read_bound(head: str, parts: list[Json], at: str) -> Term:
    """Of several limits the first is the innermost."""
    term = _read(parts[0], f"{at}[1]")
    for limit in parts[1:]:
        if not isinstance(limit, list) or len(limit) != 3:
            raise bad(at, "a limit is [name, low, high]")
        term = bind(head, term, read_name(limit[0], at), _read(limit[1], at), _read(limit[2], at))
    return term


def _read_derivative(parts: list[Json], at: str) -> Term:
    term = _read(parts[0], f"{at}[1]")
    for limit in parts[1:]:
        if not isinstance(limit, list) or len(limit) != 2 or limit[1] not in ("1", "2", "3", "4", "5", "6"):
            raise bad(at, "a derivative is taken [name, times], 1 to 6 times")
        term = ("Derivative", term, read_name(limit[0], at), int(limit[1]))
    return term


def _read_branch(tree: Json, at: str) -> Term:
    if not isinstance(tree, list) or len(tree) != 2:
        raise bad(at, "is not a branch [value, condition]")
    return _read(tree[0], at), read_condition(tree[1], at)


def read_condition(tree: Json, at: str) -> Any:
    if tree is True:
        return True
    if tree is False:
        return ("<", ONE, ZERO)
    if not isinstance(tree, list) or len(tree) != 3 or tree[0] not in RELATIONS:
        raise bad(at, "a condition is true or [relation, left, right]")
    return (tree[0], _read(tree[1], at), _read(tree[2], at))


def shown(term: Term, width: int = 60) -> str:
    """A short text for messages."""
    text = _text(term)
    return text if len(text) <= width else text[: width - 3] + "..."


def _text(term: Term) -> str:
    if not isinstance(term, tuple):
        return str(term)
    if term[0] == "var":
        return term[1]
    if term[0] in ("Add", "Mul", "Pow"):
        return "(" + {"Add": " + ", "Mul": "*", "Pow": "^"}[term[0]].join(map(_text, term[1:])) + ")"
    return f"{term[0]}({', '.join(map(_text, children(term)))})"
