"""The Mills ratio's moments: positive, monotone, and closed under differentiation.

    MillsMoment(n, x)  = int_0^oo t^n exp(-x t - t^2/2) dt            n = 0 is the Mills ratio, n = 1 is 1 - x M(x)
    MillsDrop(n, x, h) = MillsMoment(n, x) - MillsMoment(n, x + h)
                       = int_0^oo t^n (1 - exp(-h t)) exp(-x t - t^2/2) dt,  h >= 0

Both fall in x, the drop rises in h, and d/dx MillsMoment(n, x) = -MillsMoment(n + 1, x), all seen under the integral sign. The
profile of the Gaussian mechanism is phi(a) MillsDrop(0, a, mu) with a = eps/mu - mu/2. Integrating by parts,
I_1 = 1 - x I_0 and I_(n+1) = n I_(n-1) - x I_n.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, S, erf, erfc
from sympy.core.function import ArgumentIndexError

from dplemma.lang.facts import WHOLE, Facts, Real
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL
from dplemma.lang.normal import Mills

__all__ = ["MillsDrop", "MillsMoment"]


class _Moment(Real):
    def _eval_rewrite_as_erf(self, *args: Expr, **_: Any) -> Expr:
        return self.in_mills().rewrite(Mills, erf)

    def _eval_rewrite_as_erfc(self, *args: Expr, **_: Any) -> Expr:
        return self.in_mills().rewrite(Mills, erfc)

    def in_mills(self) -> Expr:
        raise NotImplementedError


class MillsMoment(_Moment):
    """int_0^oo t^n exp(-x t - t^2/2) dt."""

    facts = Facts(
        domain=(WHOLE, REAL), values=POSITIVE, moves=".-", indexed=True, tape="mills_moment", numerics="dplemma.arb.mills",
    )  # fmt: skip

    def fdiff(self, argindex: int = 2) -> Expr:
        if argindex != 2:
            raise ArgumentIndexError(self, argindex)
        n, x = self.args
        return -MillsMoment(n + 1, x)

    def in_mills(self) -> Expr:
        """By the recurrence, as a polynomial in x and the Mills ratio."""
        n, x = self.args
        before, here = S.One, Mills(x)  # the boundary term of the first step stands for 0 I_(-1)
        for k in range(int(n)):
            before, here = here, (1 if k == 0 else k * before) - x * here
        return here


class MillsDrop(_Moment):
    """MillsMoment(n, x) - MillsMoment(n, x + h) for h >= 0."""

    facts = Facts(
        domain=(WHOLE, REAL, NONNEGATIVE), values=NONNEGATIVE, moves="..+", indexed=True, tape="mills_drop",
        numerics="dplemma.arb.mills",
    )  # fmt: skip

    def fdiff(self, argindex: int = 2) -> Expr:
        n, x, h = self.args
        if argindex == 2:
            return -MillsDrop(n + 1, x, h)
        if argindex == 3:
            return MillsMoment(n + 1, x + h)
        raise ArgumentIndexError(self, argindex)

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[1].is_real and self.args[2].is_positive else None

    def in_mills(self) -> Expr:
        n, x, h = self.args
        return MillsMoment(n, x).in_mills() - MillsMoment(n, x + h).in_mills()
