"""Numbers that are small to write and huge to compute, such as 10^(10^10): refused before anything evaluates them.

Main definitions: `too_large(kind, arguments)`, `check_sizes(expr)`, `MAX_POWER_BITS`, `MAX_DIGITS`, `MAX_FACTORIAL`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Add, Expr, Mul, Pow, Rational, binomial, factorial, gamma

from dplemma.base.errors import BadClaim

MAX_POWER_BITS = 1_000_000
"""Of an exact power of numbers once it is multiplied out; and no exponent that is a number is larger."""
MAX_DIGITS = 4000
"""Of an exact number, numerator or denominator: more are not written in a tree."""
MAX_FACTORIAL = 100_000
"""Of a number under a factorial."""
_FACTORIALS = (factorial, binomial, gamma)


def check_sizes(expr: Expr) -> None:
    """`BadClaim` if a part of the expression is too large to compute."""
    if any(max(abs(number.p), number.q) >= 10**MAX_DIGITS for number in expr.atoms(Rational)):
        raise BadClaim(f"a number has at most {MAX_DIGITS} digits")
    for node in expr.atoms(Pow, *_FACTORIALS):
        if complaint := too_large(type(node), node.args):
            raise BadClaim(complaint)


def too_large(kind: type[Any], arguments: Sequence[Expr]) -> str:
    """What is wrong with a node of this kind and these arguments; empty if it can be computed."""
    if kind is Pow:
        base, exponent = arguments
        times = _largest(exponent) or 0
        if times > MAX_POWER_BITS or times * (_bits(base) or 0) > MAX_POWER_BITS:
            return f"a power of numbers has at most {MAX_POWER_BITS} bits, and an exponent is at most as large"
    elif kind in _FACTORIALS and any((_largest(argument) or 0) > MAX_FACTORIAL for argument in arguments):
        return f"{kind.__name__} takes numbers of at most {MAX_FACTORIAL}"
    return ""


def _largest(expr: Expr) -> int | None:
    """A bound of the absolute value of an exact number, beyond all that is allowed if it is not small; None for the rest."""
    if isinstance(expr, Rational):
        return -(-abs(expr.p) // expr.q)
    bits = _bits(expr)
    return None if bits is None else 1 << min(bits, MAX_POWER_BITS.bit_length())


def _bits(expr: Expr) -> int | None:
    """A bound of the bits of numerator and denominator together of an exact number, however it is written; None for the rest."""
    if isinstance(expr, Rational):
        return expr.p.bit_length() + expr.q.bit_length()
    if isinstance(expr, (Add, Mul)):
        parts = [_bits(part) for part in expr.args]
        return None if None in parts else sum(part or 0 for part in parts) + len(parts)
    if isinstance(expr, Pow):
        base, times = _bits(expr.args[0]), _largest(expr.args[1])
        return None if base is None or times is None else base * times
    return None
