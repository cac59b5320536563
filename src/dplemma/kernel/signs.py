"""Signs of terms on a region.

Main definitions: `sign(term, region)`, `positive(term, region, strict)`.
"""

from __future__ import annotations

from dplemma.kernel.bounds import ANY, NULL, OF_RELATION, PLUS, Signs
from dplemma.kernel.normal import UNDECIDED, normaliser
from dplemma.kernel.statement import Region
from dplemma.kernel.term import Term

_NAMES = {signs: rel for rel, signs in OF_RELATION.items()}


def signs(term: Term, region: Region) -> Signs:
    """The signs a term may have at the points of the region where its parts exist."""
    try:
        known = normaliser(region)
        return known.ask(lambda: known.signs(known.form_of_term(term)))
    except UNDECIDED:
        return ANY


def sign(term: Term, region: Region) -> str:
    """The strongest of ">", "<", "=", ">=", "<=", "!=" that holds between the term and 0 wherever its parts exist; "" if none is known."""
    return _NAMES.get(signs(term, region), "")


def positive(term: Term, region: Region, strict: bool = True) -> bool:
    """Is the term > 0, or >= 0, at every point of the region where its parts exist?"""
    return signs(term, region) <= (PLUS if strict else PLUS | NULL)
