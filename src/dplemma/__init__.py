"""dplemma: a machine-checked formulary of differential privacy.

    from dplemma import Claim, Interval, Region, check
    dplemma.value("gaussian.delta", eps="1", mu="1", digits=50)
    dplemma.show("sensitivity_index/lemma-1")

Names are loaded on first use; `import dplemma` imports neither SymPy nor any engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dplemma.base.version import VERSION

__version__ = VERSION
__all__ = [
    "Claim", "Conversion", "Interval", "Paper", "Printed", "Quantity", "Region", "Value", "Verdict", "check", "claim", "convert",
    "gdpt", "show", "value", "value_array",
]  # fmt: skip

_HOME = {
    "Claim": "dplemma.lang", "Conversion": "dplemma.values.convert", "Interval": "dplemma.lang", "Paper": "dplemma.lang",
    "Printed": "dplemma.lang", "Quantity": "dplemma.lang", "Region": "dplemma.lang", "Value": "dplemma.values.certified",
    "Verdict": "dplemma.ledger.verdict", "convert": "dplemma.values.convert", "show": "dplemma.report.pages.markdown",
    "value": "dplemma.values.certified", "value_array": "dplemma.values.bulk",
}  # fmt: skip

if TYPE_CHECKING:
    from dplemma.lang import Claim, Interval, Paper, Printed, Quantity, Region
    from dplemma.ledger.verdict import Verdict
    from dplemma.report.pages.markdown import show
    from dplemma.values import gdpt
    from dplemma.values.bulk import value_array
    from dplemma.values.certified import Value, value
    from dplemma.values.convert import Conversion, convert


def check(claim: Claim) -> Verdict:
    """Decide one claim with the engines that decide the papers."""
    from dplemma.base.errors import BadClaim
    from dplemma.decide.decide import decide_claim
    from dplemma.lang.claim import Claim as ClaimType

    if not isinstance(claim, ClaimType):
        raise BadClaim(f"check() takes a Claim, got {claim!r}")
    return decide_claim(claim)


def claim(identifier: str) -> Claim:
    """A claim of the papers by its id, to be looked at, changed or decided again; `show` tells what is known of it."""
    from dplemma.base.errors import unknown
    from dplemma.papers import load_claims

    known = load_claims()
    if identifier not in known:
        raise unknown("claim", identifier, known, hint="See: dplemma list")
    return known[identifier]


def __getattr__(name: str) -> Any:
    if name == "gdpt":
        return import_module("dplemma.values.gdpt")
    if name in _HOME:
        found = globals()[name] = getattr(import_module(_HOME[name]), name)
        return found
    raise AttributeError(f"dplemma has no {name!r}")
