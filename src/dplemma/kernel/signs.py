"""Signs of terms on a region.

Main definitions: `sign(term, region)`, `positive(term, region, strict)`.
"""

from __future__ import annotations

from dplemma.kernel.bounds import NOT_MINUS, OF_RELATION, PLUS
from dplemma.kernel.normal import by_cases, signs
from dplemma.kernel.statement import Region
from dplemma.kernel.term import Term

_NAMES = {found: rel for rel, found in OF_RELATION.items()}


def sign(term: Term, region: Region) -> str:
    """The strongest of ">", "<", "=", ">=", "<=", "!=" that holds between the term and 0 wherever its parts exist, or ""."""
    return _NAMES.get(signs(term, region), "")


def positive(term: Term, region: Region, strict: bool = True) -> bool:
    """Is the term > 0, or >= 0, at every point of the region where its parts exist? By cases, where it has corners."""
    wanted = PLUS if strict else NOT_MINUS
    return by_cases(lambda gap, part: signs(gap, part) <= wanted, term, region)
