"""The value a function tends to at an end of a range: by continuity, by composing limits that are known, else by the engines.

Main definition: `end_value(ground, function, variable, end, lower)`.

Composition: a polynomial with a leading coefficient of known sign is infinite at infinity; a function has the values there
that its record says; sums, products and powers of finite limits are those of the limits; a polynomial times a factor that
decays like the exponential of a polynomial vanishes. All of it is exact, for every value of the parameters.
"""

from __future__ import annotations

from sympy import Add, Expr, Mul, Poly, PolynomialError, Pow, S, Symbol, exp

from dplemma.decide.derivations.ground import Ground
from dplemma.decide.derivations.ranges import Misapplied
from dplemma.decide.symbolic.limits import symbolic_limit
from dplemma.ground.defined import continuous_at, defined_on
from dplemma.ground.signs import positive
from dplemma.lang.facts import facts_of
from dplemma.lang.functions import phi
from dplemma.lang.judgements import Limit
from dplemma.lang.region import Region
from dplemma.lang.text import to_text


def end_value(ground: Ground, function: Expr, variable: Symbol, end: Expr, *, lower: bool) -> Expr:
    """The limit of the function at the lower or upper end of its range; it must be finite."""
    side = "+" if lower else "-"
    arrow = f"{to_text(function)} as {variable} -> {to_text(end)}"
    if variable not in function.free_symbols:
        return function
    if end.is_infinite:
        value = limit_at_infinity(function, variable, end, ground.region)
        if value is not None and value.is_infinite:
            raise Misapplied(f"{arrow} grows beyond every bound")
        if value is not None:
            ground.note(f"end value: {arrow} tends to {to_text(value)}", "composed limits")
            return value
    elif continuous_at(function, variable, end, ground.region):
        ground.note(f"end value: {to_text(function)} is continuous at {variable} = {to_text(end)}", "continuous")
        return function.subs(variable, end)
    if not (end.is_infinite or end.is_Rational):
        raise Misapplied(f"end value: {to_text(function)} is not shown to be continuous at {variable} = {to_text(end)}")
    found = symbolic_limit(Limit(function, variable, end, S.Zero, side), ground.region)
    if found is None or found.is_infinite:
        raise Misapplied(f"end value: no finite limit was found of {arrow}")
    value = found.xreplace({symbol: Symbol(symbol.name, real=True) for symbol in found.free_symbols})
    ground.require("end value", Limit(function, variable, end, value, side))
    return value


def limit_at_infinity(expr: Expr, variable: Symbol, end: Expr, region: Region) -> Expr | None:
    """The limit at an infinite end, finite or not, by composition; None where the rules do not settle it."""
    if variable not in expr.free_symbols:
        return expr
    growth = _polynomial_growth(expr, variable, end, region)
    if growth is not None:
        return growth
    if isinstance(expr, Add):
        return _sum([limit_at_infinity(term, variable, end, region) for term in expr.args])
    if isinstance(expr, Mul):
        return _product(expr, variable, end, region)
    if isinstance(expr, Pow) and variable not in expr.exp.free_symbols:
        return _power(limit_at_infinity(expr.base, variable, end, region), expr.exp, region)
    facts = facts_of(expr)
    if facts is not None and facts.shape != "jump" and facts.at_infinity != (None, None) and len(expr.args) == 1:
        inside = limit_at_infinity(expr.args[0], variable, end, region)
        if inside is None:
            return None
        if inside.is_infinite:
            return facts.at_infinity[0 if inside is S.NegativeInfinity else 1]
        return expr.func(inside) if facts.total or defined_on((expr.func(inside, evaluate=False),), region) else None
    return None


def _positive(expr: Expr, region: Region) -> bool:
    return positive(expr.xreplace(region.assumed_symbols()), True, region)


def _coefficients(expr: Expr, variable: Symbol) -> list[Expr] | None:
    """Coefficients from the highest power down, of a polynomial of degree one or more."""
    try:
        poly = Poly(expr, variable)
    except PolynomialError:
        return None
    if any(variable in c.free_symbols for c in poly.all_coeffs()) or poly.degree() < 1:
        return None
    return poly.all_coeffs()


def _polynomial_growth(expr: Expr, variable: Symbol, end: Expr, region: Region) -> Expr | None:
    """Plus or minus infinity for a polynomial whose leading coefficient has one sign on the whole region."""
    coefficients = _coefficients(expr, variable)
    if coefficients is None:
        return None
    flips = end is S.NegativeInfinity and len(coefficients) % 2 == 0  # odd degree
    if _positive(coefficients[0], region):
        return S.NegativeInfinity if flips else S.Infinity
    if _positive(-coefficients[0], region):
        return S.Infinity if flips else S.NegativeInfinity
    return None


def _sum(terms: list[Expr | None]) -> Expr | None:
    known = [term for term in terms if term is not None]
    if len(known) < len(terms):
        return None
    infinite = {term for term in known if term.is_infinite}
    if not infinite:
        return Add(*known)
    return infinite.pop() if len(infinite) == 1 else None


def _product(expr: Mul, variable: Symbol, end: Expr, region: Region) -> Expr | None:
    if _decays(expr, variable, end, region):
        return S.Zero
    parts = [limit_at_infinity(factor, variable, end, region) for factor in expr.args]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    finite = [part for part in known if not part.is_infinite]
    if len(finite) == len(known):
        return Mul(*known)
    sign = S.One
    for part in known:
        positive_part, negative_part = (part is S.Infinity, part is S.NegativeInfinity)
        if positive_part or (not negative_part and _positive(part, region)):
            continue
        if not negative_part and not _positive(-part, region):
            return None
        sign = -sign
    return S.Infinity if sign == 1 else S.NegativeInfinity


def _decays(expr: Mul, variable: Symbol, end: Expr, region: Region) -> bool:
    """Polynomials and bounded functions, times phi or exp of a polynomial that goes to minus infinity."""
    exponent, rest = S.Zero, []
    for factor in expr.args:
        if isinstance(factor, phi):
            exponent -= factor.args[0] ** 2 / 2
        elif isinstance(factor, exp):
            exponent += factor.args[0]
        else:
            rest.append(factor)
    if exponent == 0 or _polynomial_growth(exponent.expand(), variable, end, region) is not S.NegativeInfinity:
        return False
    return all(_tame(factor, variable, end, region) for factor in rest)


def _tame(factor: Expr, variable: Symbol, end: Expr, region: Region) -> bool:
    """At most polynomial growth at the end."""
    if variable not in factor.free_symbols or _coefficients(factor, variable) is not None:
        return True
    if isinstance(factor, Pow) and factor.exp.is_Integer and factor.exp.is_positive:
        return _tame(factor.base, variable, end, region)
    value = limit_at_infinity(factor, variable, end, region)
    return value is not None and not value.is_infinite


def _power(base: Expr | None, exponent: Expr, region: Region) -> Expr | None:
    if base is None:
        return None
    if exponent.is_Integer and exponent.is_positive:
        if base.is_infinite:
            return S.NegativeInfinity if base is S.NegativeInfinity and exponent % 2 == 1 else S.Infinity
        return base**exponent
    if base.is_infinite:
        negative = exponent.is_Rational and exponent.is_negative
        return S.Zero if negative and (base is S.Infinity or exponent.is_Integer) else None
    return base**exponent if _positive(base, region) and exponent.is_real else None
