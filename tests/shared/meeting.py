"""Do two balls have a number in common? `arb.overlaps` says yes of every ball that is not a number, so here both are finite.

Main definitions: `meet(first, second)`, `near(reference, digits)`, `agrees(value, reference, digits)`.
"""

from __future__ import annotations

from flint import arb
from mpmath import mpf

from dplemma.arb.precision import working_precision


def meet(first: arb, second: arb) -> bool:
    """Both are finite and have a number in common."""
    return first.is_finite() and second.is_finite() and first.overlaps(second)


def exact(x: mpf) -> arb:
    """A number of mpmath, without rounding."""
    sign, man, exponent, _ = x._mpf_
    with working_precision(4096):
        return arb(-int(man) if sign else int(man)) * arb(2) ** int(exponent)


def near(reference: mpf, digits: int) -> arb:
    """The reference with a relative error of 10^-digits."""
    with working_precision(4096):
        middle = exact(reference)
        return arb(middle, (abs(middle) * arb(10) ** -digits).upper())


def agrees(value: arb, reference: mpf, digits: int) -> bool:
    """The ball meets the reference widened by mpmath's own error."""
    with working_precision(4096):
        return meet(value, near(reference, digits))
