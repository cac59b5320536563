"""Integrals in closed form: the Gaussian antiderivative first, SymPy's integrator for the rest.

For A > 0 the function exp(-A t^2 - B t - C) has the antiderivative
    sqrt(pi/A) exp(B^2/(4A) - C) Phi(sqrt(2A) (t + B/(2A))),
whatever the ends. A must be positive on the region, by its form or because it has the sign of a side condition.
"""

from __future__ import annotations

from functools import lru_cache

from sympy import (
    Add,
    Expr,
    Function,
    Integral,
    Poly,
    PolynomialError,
    Pow,
    S,
    Symbol,
    erf,
    erfc,
    exp,
    expand,
    factor,
    pi,
    powsimp,
    preorder_traversal,
    sqrt,
)  # fmt: skip
from sympy.core.basic import Basic

from dplemma.compile.tails import oriented
from dplemma.ground.signs import positive
from dplemma.lang.functions import Phi, Q, phi
from dplemma.lang.region import Region


class _RegionKey:
    """Regions hold mappings and are not hashable; the canonical text is."""

    def __init__(self, region: Region) -> None:
        self.region, self.text = region, region.canonical()

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _RegionKey) and other.text == self.text


def closed_form(expr: Expr, region: Region) -> Expr:
    """The expression with every integral carried out that can be; the others stay."""
    key = _RegionKey(region)
    return expr.replace(lambda e: isinstance(e, Integral), lambda e: _carried_out(e, key))


@lru_cache(maxsize=512)
def _carried_out(integral: Basic, key: _RegionKey) -> Expr:
    if len(integral.limits) != 1 or len(integral.limits[0]) != 3:
        return integral
    function, variable, lower, upper = oriented(integral)
    body = function.replace(lambda e: isinstance(e, phi), lambda e: e.in_exp())
    terms = Add.make_args(powsimp(expand(body, power_exp=False, log=False), deep=True, combine="exp"))
    gaussian = [_gaussian(term, variable, lower, upper, key.region) for term in terms]
    if all(value is not None for value in gaussian):
        return Add(*gaussian)
    if _may_be_undefined(body, variable):
        return integral  # SymPy integrates across poles
    value = Integral(Add(*terms), (variable, lower, upper)).doit()
    return integral if value.has(S.ImaginaryUnit, S.NaN, S.Infinity, S.NegativeInfinity, S.ComplexInfinity) else value


def _may_be_undefined(body: Expr, variable: Symbol) -> bool:
    """A power, logarithm or unknown function of the variable that need not exist everywhere."""
    for node in preorder_traversal(body):
        if variable in node.free_symbols:
            if isinstance(node, Pow) and not (node.exp.is_integer and node.exp.is_nonnegative):
                return True
            if isinstance(node, Function) and not isinstance(node, (exp, Phi, Q, phi, erf, erfc)):
                return True
    return False


def _gaussian(term: Expr, variable: Symbol, lower: Expr, upper: Expr, region: Region) -> Expr | None:
    """Integral of a constant times the exponential of a quadratic; None for anything else."""
    factors, constant = [], S.One
    for f in term.as_ordered_factors():
        if variable not in f.free_symbols:
            constant *= f
        elif isinstance(f, exp):
            factors.append(f.args[0])
        else:
            return None
    try:
        coefficients = Poly(expand(Add(*factors)), variable).all_coeffs()
    except PolynomialError:
        return None
    if len(coefficients) != 3:
        return None
    a, b, c = (-value for value in coefficients)
    a = factor(a)
    if not positive(a, True, region):
        return None
    scale = constant * sqrt(pi / a) / 2 * exp(expand(b**2 / (4 * a) - c))

    def below(end: Expr) -> Expr:
        return Phi(sqrt(2 * a) * end + b / sqrt(2 * a))

    if lower.is_infinite and upper.is_infinite:
        return 2 * scale
    if upper.is_infinite:
        return 2 * scale * Phi(-sqrt(2 * a) * lower - b / sqrt(2 * a))
    return 2 * scale * (below(upper) if lower.is_infinite else below(upper) - below(lower))
