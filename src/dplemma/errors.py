"""Every error a user can meet: one line that says what is wrong, where, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class DplemmaError(Exception):
    """Base of all errors shown to users as one line; `exit_code` is what the command line returns."""

    exit_code = 2


class BadClaim(DplemmaError):
    """A claim, region or statement that cannot mean anything; raised when it is built."""


class EmptyRegion(DplemmaError):
    """No point could be certified inside a region, so nothing can be said on it."""


class UnknownName(DplemmaError):
    """A claim id, quantity or parameter nobody has heard of."""


class Unsupported(DplemmaError):
    """An expression an engine cannot evaluate; engines catch it and say so, they never guess."""


class EngineDisagreement(DplemmaError):
    """Arb and mpmath contradict each other: a defect of dplemma, never hidden."""

    exit_code = 1


class OutOfBudget(DplemmaError):
    """The stated budget of bits, evaluations or seconds was spent before an answer was certain."""

    exit_code = 3


def unknown(kind: str, name: str, known: Iterable[str], hint: str = "") -> UnknownName:
    """`UnknownName` with the nearest known names, e.g. ``unknown("claim", "lema-1", ids)``."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if not near:
        near = [n for n in names if name.lower() in n.lower()][:3]
    suggestion = f" Did you mean {', '.join(near)}?" if near else (f" {hint}" if hint else "")
    return UnknownName(f"unknown {kind} {name!r}.{suggestion}")
