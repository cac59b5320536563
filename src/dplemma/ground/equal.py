"""Whether SymPy sees that two expressions are equal: a suggestion for searches, never a verdict."""

from __future__ import annotations

from sympy import Expr, S, erf, exp, expand, pi, powsimp, sqrt

from dplemma.lang.facts import written_in_erf
from dplemma.lang.functions import Chi2CDF, Chi2SF, NCChi2CDF, NCChi2SF, Q

_TAILS = (Chi2CDF, Chi2SF, NCChi2CDF, NCChi2SF)


def elementary(tail: Expr) -> Expr:
    """A chi-square tail of one or three degrees of freedom by normal tails; any other as it is.

    With one degree the statistic is (Z + m)^2, m^2 the non-centrality; at three the survival function is larger by twice the
    density of three degrees, (e^(-(s - m)^2/2) - e^(-(s + m)^2/2))/(m sqrt(2 pi)) with s^2 the argument.
    """
    x, k, lam = (*tail.args, S.Zero)[:3]
    if k not in (1, 3) or (k == 3 and lam.is_zero is None):
        return tail
    s, m = sqrt(x), sqrt(lam)
    above = Q(s - m) + Q(s + m)
    if k == 3:
        twice = 2 * s * exp(-x / 2) if lam.is_zero else (exp(-((s - m) ** 2) / 2) - exp(-((s + m) ** 2) / 2)) / m
        above += twice / sqrt(2 * pi)
    return above if isinstance(tail, (Chi2SF, NCChi2SF)) else 1 - above


def _in_erf(expr: Expr) -> Expr:
    return expr.replace(lambda e: isinstance(e, _TAILS), elementary).rewrite(written_in_erf(), erf)


def by_erf(lhs: Expr, rhs: Expr) -> bool:
    """Everything in terms of the odd function erf, where reflections cancel by themselves."""
    difference = _in_erf(lhs - rhs)
    difference = difference.replace(lambda e: isinstance(e, erf), lambda e: erf(expand(e.args[0])))
    difference = difference.replace(lambda e: isinstance(e, exp), lambda e: exp(expand(e.args[0])))
    return powsimp(expand(difference)) == 0
