"""The functions of the language, from the files of their topics, and `variables`, its symbols.

`normal` and `chi_square` define functions of the field, `mills` the moments of the Mills ratio; `elementary` has the records of
SymPy's own functions. What is known of a function stands on its class (`facts`).
"""

from __future__ import annotations

from typing import Any

from sympy import symbols

from dplemma.lang import chi_square, elementary, mills, normal  # noqa: F401  (all that declare functions)
from dplemma.lang.chi_square import *  # noqa: F403
from dplemma.lang.normal import *  # noqa: F403

__all__ = ["variables"]
__all__ += chi_square.__all__
__all__ += normal.__all__


def variables(names: str) -> Any:
    """Real symbols. Signs and ranges belong to the region of a claim, not to the symbol."""
    return symbols(names, real=True)
