"""Exact numbers as SymPy writes them; the way back is `base.exact.fraction_of`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sympy import Expr, Rational, Symbol

from dplemma.base.errors import Unsupported


def rational_of(value: Fraction | int) -> Rational:
    return Rational(value.numerator, value.denominator)


def with_values(expr: Expr, values: Mapping[Symbol, Expr]) -> Expr:
    """The expression with values put in; `Unsupported` where a condition or a maximum then compares what is not real."""
    try:
        return expr.xreplace(values)
    except (TypeError, ValueError) as error:
        raise Unsupported(f"with these values SymPy compares nothing: {error}") from None
