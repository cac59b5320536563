"""The language claims are written in: symbols, functions, regions, statements. Data only; imports no engine.

Names are resolved on first use, so that papers and quantities can be listed without importing SymPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

_HOME = {
    "interval": "NONNEGATIVE POSITIVE REAL UNIT Interval",
    "named": "let",
    "nodes": "ArgMax ArgMin Held Inf Root Sup",
    "region": "Region",
    "statements": "All Chain Either Exists ForAll Iff Implies Member Not Rel Statement",
    "judgements": "Algorithm Inference Limit Monotone Number Obligations asymptotic",
    "program": "Each Invoke Set Subroutine When",
    "claim": "Claim Extracted amended",
    "derivation": "Derivation Lemma PrintedProof PrintedStep Step",
    "rules": (
        "Algebra Antiderivative AtPoint Bound ByCases ByLemma Cited Decided Definition ExchangeDerivative "
        "Greatest Inside Integrand Linearity Logic RootOf SameDerivative SplitIntegral SplitOptimum Substitute Trusted "
        "TurningPoint Upwards"
    ),
    "mechanism": "Mechanism",
    "printed": "Printed dash",
    "measures": "Measure Simulation",
    "paper": "Paper",
    "quantity": "Form Quantity quantity",
    "trusted": "TRUSTED TrustedLemma",
    "unfolding": "expanded unfold",
}
_SYMPY = "Abs Derivative Integral Integer Max Min Piecewise Rational Sum Symbol binomial diff exp log oo pi sqrt"
_MODULE_OF = {name: f"dplemma.lang.{module}" for module, names in _HOME.items() for name in names.split()}
_MODULE_OF |= dict.fromkeys(_SYMPY.split(), "sympy")
_FUNCTIONS = "dplemma.lang.functions"

if TYPE_CHECKING:
    from dplemma.lang.words import *  # noqa: F403


def __getattr__(name: str) -> Any:
    """The object of this name: of the module listed above, or else one of the functions."""
    home = import_module(_MODULE_OF.get(name, _FUNCTIONS)) if not name.startswith("_") else None
    if home is None or (name not in _MODULE_OF and name not in home.__all__):
        raise AttributeError(f"dplemma.lang has no {name!r}")
    value = getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_MODULE_OF, *import_module(_FUNCTIONS).__all__])
