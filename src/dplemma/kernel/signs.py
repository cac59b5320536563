"""Signs of terms on a region.

Main definitions: `sign(term, region)`, `positive(term, region, strict)`, `sign_of_slope(term, name, region)`, `outside_domain`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dplemma.kernel.bounds import NOT_MINUS, OF_RELATION, PLUS
from dplemma.kernel.calculus import derivative, with_free_degrees
from dplemma.kernel.function_values import DOMAIN
from dplemma.kernel.normal import by_cases, signs
from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.term import Term

_NATURAL = ("log", "PhiInv", "QInv", "erfinv")  # outside their domain, which is open, there is no real value
_NAMES = {found: rel for rel, found in OF_RELATION.items()}


def sign(term: Term, region: Region) -> str:
    """The strongest of ">", "<", "=", ">=", "<=", "!=" that holds between the term and 0 wherever its parts exist, or ""."""
    return _NAMES.get(signs(term, region), "")


def sign_of_slope(term: Term, name: str, region: Region) -> str:
    """The sign of the slope in a variable: as it is, or shown for any number of degrees of freedom."""
    known = sign(derivative(term, name), region)
    general, degrees = with_free_degrees(term, new := region.fresh(term, like="degrees"))
    if known in ("<", ">") or degrees is None:
        return known
    return sign(derivative(general, name), region.extended(**{new: Interval(degrees, degrees, False, False)}))


def positive(term: Term, region: Region, strict: bool) -> bool:
    """Is the term > 0, or >= 0, at every point of the region where its parts exist? By cases, where it has corners."""
    wanted = PLUS if strict else NOT_MINUS
    return by_cases(lambda gap, part: signs(gap, part) <= wanted, term, region)


def outside_domain(part: tuple[Term, ...], sign_of: Callable[[Term], str]) -> bool:
    """By signs: a reciprocal of zero, a root of what is negative, a function of what certainly lies outside its domain."""
    head = part[0]
    if head == "Pow" and isinstance(part[2], Fraction):
        here, exponent = sign_of(part[1]), part[2]
        return (here == "<" and exponent.denominator != 1) or (here == "=" and exponent < 0)
    if head not in _NATURAL:
        return False
    gaps = [rel.gap for a, i in zip(part[1:], DOMAIN[head], strict=True) for rel in i.relations(a)]
    return any(sign_of(gap) in ("<", "=", "<=") for gap in gaps)
