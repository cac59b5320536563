"""Integrals prepared for rigorous quadrature: substitution, and decay of the integrand at infinite ends.

A term of the integrand is written B(t) D(t): B is bounded on the tail (checked by interval evaluation), D > 0 is a product
of exponentials and powers whose logarithmic derivative l(t) is known in closed form. If l <= -c < 0 on [L, oo) then
    |integral over [L, oo)| <= sup |B| * D(L) / c,
and likewise on the left. Everything on the right is evaluated with intervals, so the bound is certified.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Expr, Integral, Mul, Pow, S, Symbol, collect, exp, expand, log

from dplemma.lang.functions import Phi, PhiInv, QInv, phi


@dataclass(frozen=True)
class DecayTerm:
    """One term of an integrand: bounded factor, positive decaying factor, logarithmic derivative of the latter."""

    bounded: Expr
    decay: Expr
    log_derivative: Expr


def straightened(integral: Integral) -> tuple[Expr, Symbol, Expr, Expr]:
    """Integrand, variable and ends; where the quantile of the variable appears, t = Phi(z) is substituted."""
    body, variable, lower, upper = oriented(integral)
    quantiles = body.atoms(PhiInv, QInv)
    if not any(q.args[0] == variable or q.args[0] == 1 - variable for q in quantiles):
        return body, variable, lower, upper
    z = Symbol(f"{variable.name}|z", real=True)
    rebuilt = body.subs(variable, Phi(z)) * phi(z)
    return oriented(Integral(rebuilt, (z, PhiInv(lower), PhiInv(upper))))


def oriented(integral: Integral) -> tuple[Expr, Symbol, Expr, Expr]:
    """Integrand, variable and ends with infinite ends in their natural order; an empty range integrates 0."""
    body, (variable, lower, upper) = integral.function, integral.limits[0]
    if lower == upper:
        return S.Zero, variable, S.Zero, S.One
    if lower is S.Infinity or upper is S.NegativeInfinity:
        return -body, variable, upper, lower
    return body, variable, lower, upper


def decay_terms(body: Expr, variable: Symbol) -> list[DecayTerm]:
    """The terms of an integrand over an infinite range."""
    body = body.replace(lambda e: isinstance(e, phi), lambda e: e.in_exp())
    return [_split(term, variable) for term in Add.make_args(expand(body, power_exp=False, log=False))]


def _split(term: Expr, variable: Symbol) -> DecayTerm:
    bounded, decay, slope = S.One, S.One, S.Zero
    for factor in Mul.make_args(term):
        derivative = _log_derivative(factor, variable)
        if derivative is None:
            bounded *= factor
        else:
            decay *= factor
            slope += derivative
    return DecayTerm(bounded, decay, slope)


def _log_derivative(factor: Expr, variable: Symbol) -> Expr | None:
    """Logarithmic derivative of an exponential or a power of the variable; None for anything else."""
    if variable not in factor.free_symbols:
        return None
    if isinstance(factor, exp):
        # one occurrence of the variable, or intervals would cancel nothing
        return collect(expand(factor.args[0].diff(variable)), variable)
    if isinstance(factor, Pow) and variable not in factor.exp.free_symbols and isinstance(factor.base, Add):
        shifted = _shifted_exponential(factor.base, variable)
        if shifted is not None:
            return factor.exp * shifted
    if isinstance(factor, Pow) and variable not in factor.exp.free_symbols and factor.base.is_polynomial(variable):
        return factor.exp * factor.base.diff(variable) / factor.base
    if factor.is_polynomial(variable):
        return factor.diff(variable) / factor
    if isinstance(factor, Pow) and variable not in factor.base.free_symbols:
        return log(factor.base) * factor.exp.diff(variable)
    return None


def _shifted_exponential(base: Add, variable: Symbol) -> Expr | None:
    """Logarithmic derivative r'/(1 + (A/B) e^-r) of A + B e^r(t), written so that neither end gives oo/oo; None otherwise."""
    moving = [term for term in base.args if variable in term.free_symbols]
    powers = [factor for factor in Mul.make_args(moving[0]) if variable in factor.free_symbols] if len(moving) == 1 else []
    if len(powers) != 1 or not isinstance(powers[0], exp):
        return None
    exponent = powers[0].args[0]
    ratio = (base - moving[0]) / (moving[0] / powers[0])
    return exponent.diff(variable) / (1 + ratio * exp(-exponent))
