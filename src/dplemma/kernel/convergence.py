"""Convergence of integrals at an infinite end.

Main definition: `falls(term, x, towards, region)`.
"""

from __future__ import annotations

from fractions import Fraction

from dplemma.kernel.calculus import polynomial
from dplemma.kernel.signs import sign
from dplemma.kernel.statement import Region
from dplemma.kernel.term import ZERO, Term, add, free, mul

_BOUNDED = (
    "erf",
    "erfc",
    "tanh",
    "sign",
    "Heaviside",
    "phi",
    "Phi",
    "Q",
    "LaplaceCDF",
    "Chi2CDF",
    "Chi2SF",
    "NCChi2CDF",
    "NCChi2SF",
)


def falls(term: Term, x: str, towards: int, region: Region) -> bool:
    """A bounded factor times a polynomial times exp(q(x)) with q -> -oo: its integral up to that end exists."""
    exponent: list[Term] = [ZERO, ZERO, ZERO]
    for factor in term[1:] if isinstance(term, tuple) and term[0] == "Mul" else (term,):
        if x not in free(factor):
            continue
        inner = _exponent(factor)
        coefficients = None if inner is None else polynomial(inner, x, 2)
        if coefficients is not None:
            exponent = [add(a, b) for a, b in zip(exponent, [*coefficients, ZERO, ZERO][:3], strict=True)]
        elif polynomial(factor, x, 8) is None and not _bounded(factor, x):
            return False
    square, rate = exponent[2], exponent[1]
    if sign(square, region) == "<":
        return True
    return sign(square, region) == "=" and sign(rate, region) == ("<" if towards > 0 else ">")


def _exponent(factor: Term) -> Term | None:
    """Of a power of exp or phi that depends on the variable."""
    if factor[0] == "exp":
        return factor[1]
    if factor[0] == "phi":
        return mul(Fraction(-1, 2), ("Pow", factor[1], Fraction(2)))
    if factor[0] == "Pow" and isinstance(factor[2], Fraction):
        inner = _exponent(factor[1])
        return None if inner is None else mul(factor[2], inner)
    return None


def _bounded(factor: Term, x: str) -> bool:
    """By its head, a product or sum of such, or what does not depend on the variable."""
    if x not in free(factor) or factor[0] in _BOUNDED:
        return True
    if factor[0] in ("Add", "Mul", "Max", "Min", "Abs"):
        return all(_bounded(part, x) for part in factor[1:])
    return factor[0] == "Pow" and isinstance(factor[2], Fraction) and factor[2] > 0 and _bounded(factor[1], x)
