"""All words of the language at once, for the files that read like a paper: `from dplemma.lang.words import *`.

SymPy's words that claims use, the functions of the field, regions, statements, judgements, claims, derivations and their rules.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import (
    Abs,
    Derivative,
    Integer,
    Integral,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    binomial,
    cosh,
    diff,
    exp,
    log,
    oo,
    pi,
    sqrt,
)  # fmt: skip

from dplemma.lang import derivation, functions, judgements, measures, nodes, printed, program, rules, statements
from dplemma.lang.claim import Claim, Extracted, amended, sharpened
from dplemma.lang.derivation import *  # noqa: F403
from dplemma.lang.functions import *  # noqa: F403
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL, UNIT, Interval
from dplemma.lang.judgements import *  # noqa: F403
from dplemma.lang.measures import *  # noqa: F403
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.named import let
from dplemma.lang.nodes import *  # noqa: F403
from dplemma.lang.paper import Paper
from dplemma.lang.printed import *  # noqa: F403
from dplemma.lang.program import *  # noqa: F403
from dplemma.lang.quantity import Form, Quantity, quantity
from dplemma.lang.region import Region
from dplemma.lang.rules import *  # noqa: F403
from dplemma.lang.statements import *  # noqa: F403
from dplemma.lang.trusted import TRUSTED, TrustedLemma
from dplemma.lang.unfolding import expanded, unfold

__all__ = [
    "NONNEGATIVE", "POSITIVE", "REAL", "TRUSTED", "UNIT", "Abs", "Any", "Claim", "Derivative", "Extracted", "Form", "Fraction",
    "Integer", "Integral", "Interval", "Max", "Mechanism", "Min", "Paper", "Piecewise", "Quantity", "Rational", "Region", "Sum",
    "Symbol", "TrustedLemma", "amended", "binomial", "cosh", "diff", "exp", "expanded", "let", "log", "oo", "pi", "quantity",
    "sharpened", "sqrt", "unfold",
]  # fmt: skip
__all__ += derivation.__all__
__all__ += functions.__all__
__all__ += judgements.__all__
__all__ += measures.__all__
__all__ += nodes.__all__
__all__ += printed.__all__
__all__ += rules.__all__
__all__ += statements.__all__
__all__ += program.__all__
