"""Derivatives of terms, as terms that are still good to evaluate: nothing is expanded.

Main definitions: `derivative(term, name)`, `smooth(term, name)`.

The chain rule over the partial derivatives of `PARTIAL`. `derivative` gives the derivative wherever its own parts exist and the
term is smooth, as `smooth` says: built from functions that are differentiable inside their domain. Of what has corners or jumps
(Abs, Max, Min, sign, Heaviside, Piecewise) it gives the slope on each side; a bound for it is a bound for the difference
quotients of what is continuous.

The root x of f(x, s) = 0 moves by -f_s/f_x, where f_x is not 0. An integral is differentiated in its ends alone.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dplemma.kernel.term import (
    BINDERS,
    HALF,
    MAX_TERM,
    MINUS,
    ONE,
    TWO,
    ZERO,
    Rejected,
    Term,
    add,
    bind,
    call,
    children,
    div,
    few,
    free,
    mul,
    neg,
    nodes,
    opened,
    power,
    put,
    sub,
    var,
)

CORNERS = ("Abs", "Max", "Min", "sign", "Heaviside", "Piecewise")
JUMPS = ("sign", "Heaviside", "Piecewise")
ONCE = ("LaplaceCDF",)
"""Functions with one continuous derivative only."""


def smooth(term: Term, name: str, times: int = 1) -> bool:
    """Is `derivative` the derivative (`times` times over) wherever its parts exist? No corner may depend on the variable."""
    if not isinstance(term, tuple) or name not in free(term):
        return True
    if term[0] == "Derivative":  # what has been differentiated is so many times less smooth
        return smooth(term[1], name, times + term[3])
    if term[0] in (CORNERS if times == 1 else CORNERS + ONCE):
        return False
    if term[0] == "Integral" and name in free(term[3]) | free(term[4]) and _jumps(term[1], times):
        return False
    if term[0] == "Root" and not smooth(term[1], term[2], times):  # it is as smooth as its equation, in the unknown, too
        return False
    return all(smooth(part, name, times) for part in children(term))


def _jumps(body: Term, times: int) -> bool:
    """May an integrand jump, so that the integral has a corner in its ends?"""
    rough = JUMPS if times == 1 else CORNERS + ONCE
    return any(isinstance(node, tuple) and node[0] in rough for node in nodes(body))


def derivative(term: Term, name: str) -> Term:
    """d term/d name, of no more parts than a term may have: each slope of a slope is larger by a factor."""
    found = _derivative(term, name)
    if not few(nodes(found)):
        raise Rejected(f"the slope in {name} has more than {MAX_TERM} parts")
    return found


def _derivative(term: Term, name: str) -> Term:
    if name not in free(term):
        return ZERO
    head = term[0]
    if head == "var":
        return ONE
    if head == "Add":
        return add(*(_derivative(part, name) for part in term[1:]))
    if head == "Mul":
        if len(term) ** 2 > MAX_TERM:
            raise Rejected(f"the slope in {name} of a product of {len(term) - 1} factors")
        return add(*(_product(term[1:], n, name) for n, part in enumerate(term[1:]) if name in free(part)))
    if head == "Pow":
        return _power(term[1], term[2], name)
    if head in _SPECIAL:
        return _SPECIAL[head](term, name)
    if head in PARTIAL:
        return _chained(term, name)
    raise Rejected(f"no derivative of {head} by {name}")


def _product(parts: tuple[Term, ...], at: int, name: str) -> Term:
    return mul(*parts[:at], _derivative(parts[at], name), *parts[at + 1 :])


def _power(base: Term, exponent: Term, name: str) -> Term:
    """d b^e = e b^(e-1) db + b^e log(b) de."""
    terms = []
    if name in free(base):
        less = exponent - 1 if isinstance(exponent, Fraction) else sub(exponent, ONE)
        terms.append(mul(exponent, power(base, less) if less != ZERO else ONE, _derivative(base, name)))
    if name in free(exponent):
        factor = ONE if base == "E" else call("log", base)
        terms.append(mul(("Pow", base, exponent), factor, _derivative(exponent, name)))
    return add(*terms)


def _chained(term: Term, name: str) -> Term:
    head, *arguments = term
    slopes = []
    for place, argument in enumerate(arguments):
        if name in free(argument):
            partial = PARTIAL[head][place] if place < len(PARTIAL[head]) else None
            if partial is None:
                raise Rejected(f"no derivative of {head} by its argument {place + 1}")
            slopes.append(mul(partial(*arguments), _derivative(argument, name)))
    return add(*slopes)


# -- partial derivatives ---------------------------------------------------------------------------------------------


def _phi(x: Term) -> Term:
    return call("phi", x)


def _next(degrees: Term, by: int) -> Term:
    return degrees + by if isinstance(degrees, Fraction) else add(degrees, Fraction(by))


def _shift(n: Term, by: int = 1) -> Term:
    return _next(n, by)


def _half_difference(first: Term, second: Term) -> Term:
    return mul(HALF, sub(first, second))


_SQRT_PI = power("pi", HALF)
Partial = Callable[..., Term] | None
PARTIAL: dict[str, tuple[Partial, ...]] = {
    "exp": (lambda x: call("exp", x),),
    "log": (lambda x: power(x, MINUS),),
    "phi": (lambda x: mul(MINUS, x, _phi(x)),),
    "Phi": (_phi,),
    "Q": (lambda x: neg(_phi(x)),),
    "PhiInv": (lambda p: power(_phi(call("PhiInv", p)), MINUS),),
    "QInv": (lambda p: neg(power(_phi(call("QInv", p)), MINUS)),),
    "Mills": (lambda x: sub(mul(x, call("Mills", x)), ONE),),
    "MillsMoment": (None, lambda n, x: neg(call("MillsMoment", _shift(n), x))),
    "MillsDrop": (
        None,
        lambda n, x, h: neg(call("MillsDrop", _shift(n), x, h)),
        lambda n, x, h: call("MillsMoment", _shift(n), add(x, h)),
    ),
    "MarcumQHalf": (
        lambda a, b: sub(_phi(sub(b, a)), _phi(add(b, a))),
        lambda a, b: neg(add(_phi(sub(b, a)), _phi(add(b, a)))),
    ),
    "erf": (lambda x: div(mul(TWO, call("exp", neg(power(x, TWO)))), _SQRT_PI),),
    "erfc": (lambda x: div(mul(-TWO, call("exp", neg(power(x, TWO)))), _SQRT_PI),),
    "erfinv": (lambda y: mul(HALF, _SQRT_PI, call("exp", power(call("erfinv", y), TWO))),),
    "sinh": (lambda x: call("cosh", x),),
    "cosh": (lambda x: call("sinh", x),),
    "tanh": (lambda x: sub(ONE, power(call("tanh", x), TWO)),),
    "LaplaceCDF": (lambda x: mul(HALF, call("exp", neg(call("Abs", x)))),),
    "Abs": (lambda x: call("sign", x),),
    "sign": (lambda _: ZERO,),
    "Heaviside": (lambda _x, _h: ZERO,),
    "Chi2PDF": (lambda x, k: mul(call("Chi2PDF", x, k), sub(div(sub(mul(HALF, k), ONE), x), HALF)),),
    "NCChi2PDF": (
        lambda x, k, lam: add(
            mul(call("NCChi2PDF", x, k, lam), sub(div(sub(mul(HALF, k), ONE), x), HALF)),
            mul(HALF, div(mul(lam, call("NCChi2PDF", x, _next(k, 2), lam)), x)),
        ),
        None,
        lambda x, k, lam: _half_difference(call("NCChi2PDF", x, _next(k, 2), lam), call("NCChi2PDF", x, k, lam)),
    ),
    "Chi2CDF": (lambda x, k: call("Chi2PDF", x, k),),
    "Chi2SF": (lambda x, k: neg(call("Chi2PDF", x, k)),),
    "NCChi2CDF": (
        lambda x, k, lam: call("NCChi2PDF", x, k, lam),
        None,
        lambda x, k, lam: neg(call("NCChi2PDF", x, _next(k, 2), lam)),
    ),
    "NCChi2SF": (
        lambda x, k, lam: neg(call("NCChi2PDF", x, k, lam)),
        None,
        lambda x, k, lam: call("NCChi2PDF", x, _next(k, 2), lam),
    ),
    "Chi2Inv": (lambda p, k: power(call("Chi2PDF", call("Chi2Inv", p, k), k), MINUS),),
    "Chi2SFInv": (lambda p, k: neg(power(call("Chi2PDF", call("Chi2SFInv", p, k), k), MINUS)),),
    "NCChi2Inv": (lambda p, k, lam: power(call("NCChi2PDF", call("NCChi2Inv", p, k, lam), k, lam), MINUS),),
    "NCChi2SFInv": (lambda p, k, lam: neg(power(call("NCChi2PDF", call("NCChi2SFInv", p, k, lam), k, lam), MINUS)),),
}
"""Partial derivatives by argument; None, or none listed, where there is no rule.

For the density f(x; k, lam): f_x = f ((k/2 - 1)/x - 1/2) + lam f(k + 2)/(2 x), by the series of f/f(lam = 0);
f_lam = (f(k + 2) - f)/2 and F_lam = -f(k + 2).
"""


# -- corners and binders ---------------------------------------------------------------------------------------------


def _extremum(term: Term, name: str) -> Term:
    """max(a, b)' = (a' + b' + sign(a - b)(a' - b'))/2; the other sign for min."""
    head, first, *rest = term
    second = (head, *rest) if len(rest) > 1 else rest[0]
    a, b = derivative(first, name), derivative(second, name)
    difference = sub(first, second) if head == "Max" else sub(second, first)
    return mul(HALF, add(a, b, mul(call("sign", difference), sub(a, b))))


def _pieces(term: Term, name: str) -> Term:
    return ("Piecewise", *((derivative(value, name), condition) for value, condition in term[1:]))


def _implicit(term: Term, name: str) -> Term:
    low, high = term[3:]
    if name in free(low) | free(high) and name not in free(term[1]):
        return ZERO
    bound, body = opened(term, free(term) | {name})  # a bound name inside a term that is put in would be captured
    by_name, by_bound = derivative(body, name), derivative(body, bound)
    return neg(div(put(by_name, {bound: term}), put(by_bound, {bound: term})))


def _ends(term: Term, name: str) -> Term:
    """d/ds int_a^b f(t) dt = f(b) b' - f(a) a' for f that does not depend on s."""
    _, body, bound, low, high = term
    if name in free(body):
        raise Rejected(f"the integrand depends on {name}")
    terms = [
        mul(sign, put(body, {bound: end}), derivative(end, name))
        for end, sign in ((high, ONE), (low, MINUS))
        if name in free(end)
    ]
    return add(*terms)


def _sum(term: Term, name: str) -> Term:
    """A finite sum term by term."""
    low, high = term[3:]
    bound, body = opened(term, free(term) | {name})
    if name in free(low) | free(high) or not (isinstance(low, Fraction) and isinstance(high, Fraction)):
        raise Rejected(f"a sum whose number of terms is not a number, by {name}")
    return bind("Sum", derivative(body, name), bound, low, high)


def _again(term: Term, name: str) -> Term:
    _, body, by, times = term
    for _ in range(times):
        body = derivative(body, by)
    return derivative(body, name)


_SPECIAL: dict[str, Callable[[Term, str], Term]] = {
    "Max": _extremum, "Min": _extremum, "Piecewise": _pieces, "Root": _implicit, "Integral": _ends, "Sum": _sum,
    "Derivative": _again,
}  # fmt: skip


# -- degrees of freedom -------------------------------------------------------------------------------------------------------


def with_free_degrees(term: Term, name: str) -> tuple[Term, Fraction | None]:
    """The term with the least number of degrees of its chi-square functions as a variable, others as that one plus a number."""
    numbers = [node[2] for node in nodes(term) if isinstance(node, tuple) and "Chi2" in node[0] and isinstance(node[2], Fraction)]
    return (_freed(term, name, min(numbers)), min(numbers)) if numbers else (term, None)


def _freed(term: Term, name: str, least: Fraction) -> Term:
    if not isinstance(term, tuple) or term[0] in ("var", "Piecewise", "Derivative", *BINDERS):
        return term
    parts = [_freed(part, name, least) for part in term[1:]]
    if "Chi2" in term[0] and isinstance(term[2], Fraction):
        parts[1] = add(var(name), term[2] - least)
    return (term[0], *parts)


# -- polynomials ----------------------------------------------------------------------------------------------------------------


def polynomial(term: Term, x: str, most: int) -> list[Term] | None:
    """Coefficients of 1, x, x^2, ... of a polynomial of degree at most `most`; None for anything else."""
    if x not in free(term):
        return [term]
    if term == var(x):
        return [ZERO, ONE] if most >= 1 else None
    if term[0] == "Add":
        parts = [polynomial(part, x, most) for part in term[1:]]
        if any(part is None for part in parts):
            return None
        size = max(len(part) for part in parts if part is not None)
        return [add(*(part[n] for part in parts if part is not None and n < len(part))) for n in range(size)]
    if term[0] == "Mul":
        factors = list(term[1:])
    elif term[0] == "Pow" and isinstance(term[2], Fraction) and term[2].denominator == 1 and 1 <= term[2] <= most:
        factors = [term[1]] * int(term[2])
    else:
        return None
    product: list[Term] = [ONE]
    for factor in factors:
        part = polynomial(factor, x, most)
        if part is None or len(product) + len(part) - 2 > most:
            return None
        product = _convolved(product, part)
    return product


def _convolved(first: list[Term], second: list[Term]) -> list[Term]:
    size = len(first) + len(second) - 1
    return [
        add(*(mul(first[i], second[n - i]) for i in range(n + 1) if i < len(first) and n - i < len(second))) for n in range(size)
    ]
