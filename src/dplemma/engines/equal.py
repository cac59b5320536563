"""How two expressions are shown equal, from cheap to dear. Each answers True only for a proof."""

from __future__ import annotations

from sympy import Expr, S, erf, exp, expand, powsimp, simplify

from dplemma.lang.functions import Mills, Phi, Q, phi
from dplemma.lang.mills import MillsDrop, MillsMoment

_NORMAL = [MillsDrop, MillsMoment, Mills, Phi, Q, phi]


def by_expanding(lhs: Expr, rhs: Expr) -> bool:
    return powsimp(expand(lhs - rhs)) == 0


def by_erf(lhs: Expr, rhs: Expr) -> bool:
    """Everything in terms of the odd function erf, where reflections cancel by themselves."""
    difference = (lhs - rhs).rewrite(_NORMAL, erf)
    difference = difference.replace(lambda e: isinstance(e, erf), lambda e: erf(expand(e.args[0])))
    difference = difference.replace(lambda e: isinstance(e, exp), lambda e: exp(expand(e.args[0])))
    return powsimp(expand(difference)) == 0


def by_ratio(lhs: Expr, rhs: Expr) -> bool:
    if rhs.is_zero is not False:
        return False
    return simplify(lhs / rhs) == 1


def by_simplifying(lhs: Expr, rhs: Expr) -> bool:
    return simplify((lhs - rhs).rewrite(_NORMAL, erf)) == S.Zero
