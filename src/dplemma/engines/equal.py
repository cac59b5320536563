"""How two expressions are shown equal, from cheap to dear. Each answers True only for a proof."""

from __future__ import annotations

from sympy import Expr, S, cancel, erf, exp, expand, factor, powsimp, simplify

from dplemma.lang.functions import Chi2CDF, Chi2SF, Mills, NCChi2CDF, NCChi2SF, Phi, Q, phi
from dplemma.lang.mills import MillsDrop, MillsMoment

_NORMAL = [MillsDrop, MillsMoment, Mills, Phi, Q, phi, Chi2CDF, Chi2SF, NCChi2CDF, NCChi2SF]


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


def by_cancelling(lhs: Expr, rhs: Expr) -> bool:
    """With the exponents as reduced fractions, so that equal exponentials are seen to be equal."""
    difference = (lhs - rhs).rewrite(_NORMAL, erf)
    reduced = difference.replace(lambda e: isinstance(e, exp), lambda e: exp(factor(cancel(e.args[0]))))
    return reduced != difference and simplify(reduced) == S.Zero


def by_simplifying(lhs: Expr, rhs: Expr) -> bool:
    return simplify((lhs - rhs).rewrite(_NORMAL, erf)) == S.Zero
