"""The functions of the language, from the files of their topics, and `variables`, its symbols.

`normal` and `chi_square` define functions of the field, `mills` the moments of the Mills ratio; `elementary` has the records of
SymPy's own functions. What is known of a function stands on its class (`facts`).
"""

from __future__ import annotations

from typing import Any

from sympy import symbols

from dplemma.lang import elementary as _elementary  # noqa: F401  (declares SymPy's functions)
from dplemma.lang import mills as _mills  # noqa: F401
from dplemma.lang.chi_square import (
    Chi2CDF,
    Chi2Inv,
    Chi2PDF,
    Chi2SF,
    Chi2SFInv,
    NCChi2CDF,
    NCChi2Inv,
    NCChi2PDF,
    NCChi2SF,
    NCChi2SFInv,
)
from dplemma.lang.normal import LaplaceCDF, MarcumQHalf, Mills, Phi, PhiInv, Q, QInv, phi

__all__ = [
    "Chi2CDF", "Chi2Inv", "Chi2PDF", "Chi2SF", "Chi2SFInv", "LaplaceCDF", "MarcumQHalf", "Mills", "NCChi2CDF", "NCChi2Inv",
    "NCChi2PDF", "NCChi2SF", "NCChi2SFInv", "Phi", "PhiInv", "Q", "QInv", "phi", "variables",
]  # fmt: skip


def variables(names: str) -> Any:
    """Real symbols. Signs and ranges belong to the region of a claim, not to the symbol."""
    return symbols(names, real=True)
