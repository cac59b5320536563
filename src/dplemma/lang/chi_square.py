"""The chi-square laws as SymPy functions of (argument, degrees) and, if not central, of (argument, degrees, non-centrality).

Main definitions: `Chi2PDF`, `Chi2CDF`, `Chi2SF`, `Chi2Inv`, `Chi2SFInv` and the non-central `NCChi2...` family.

At x = 0 the CDF is 0 whatever the parameters, so it is strictly monotone in none of them; the quantiles are.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, S, exp, gamma
from sympy.core.function import ArgumentIndexError

from dplemma.lang.facts import Facts, Real, named
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval

__all__ = [
    "Chi2CDF", "Chi2Inv", "Chi2PDF", "Chi2SF", "Chi2SFInv", "NCChi2CDF", "NCChi2Inv", "NCChi2PDF", "NCChi2SF", "NCChi2SFInv",
]  # fmt: skip

_CENTRAL = (POSITIVE,)
_SHIFTED = (POSITIVE, NONNEGATIVE)


class Chi2PDF(Real):
    """Density of the chi-square distribution with k degrees of freedom at x > 0."""

    facts = Facts(domain=(POSITIVE, *_CENTRAL), values=POSITIVE, moves="..", tape="chi2_pdf")

    def fdiff(self, argindex: int = 1) -> Expr:
        x, k = self.args
        if argindex == 1:
            return self * ((k / 2 - 1) / x - Rational(1, 2))
        raise ArgumentIndexError(self, argindex)

    def _eval_rewrite_as_exp(self, x: Expr, k: Expr, **_: Any) -> Expr:
        return x ** (k / 2 - 1) * exp(-x / 2) / (2 ** (k / 2) * gamma(k / 2))


class NCChi2PDF(Real):
    """Density of the non-central chi-square distribution with k degrees and non-centrality lam at x > 0."""

    facts = Facts(domain=(POSITIVE, *_SHIFTED), values=POSITIVE, moves="...", tape="ncx2_pdf")

    def fdiff(self, argindex: int = 1) -> Expr:
        x, k, lam = self.args
        if argindex == 1:  # the density for k is half the difference of the CDFs for k - 2 and k
            return (NCChi2PDF(x, k - 2, lam) - self) / 2
        if argindex == 3:
            return (NCChi2PDF(x, k + 2, lam) - self) / 2
        raise ArgumentIndexError(self, argindex)


class _ChiSquareTail(Real):
    """CDF or survival function of a chi-square distribution."""

    central: str = ""  # the function at non-centrality 0

    @classmethod
    def eval(cls, x: Expr, k: Expr, lam: Expr | None = None) -> Expr | None:
        if x.is_zero:
            return 1 - cls.facts.at_infinity[1]
        if x is S.Infinity:
            return cls.facts.at_infinity[1]
        if cls.central and lam is not None and lam.is_zero:
            return named(cls.central)(x, k)
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        x, k, *rest = self.args
        lam = rest[0] if rest else S.Zero
        sign = S.One if self.facts.moves[0] == "+" else S.NegativeOne
        if argindex == 1:
            return sign * (NCChi2PDF(x, k, lam) if rest else Chi2PDF(x, k))
        if argindex == 3:  # d/dlam F(x; k, lam) = -f(x; k + 2, lam)
            return -sign * NCChi2PDF(x, k + 2, lam)
        raise ArgumentIndexError(self, argindex)

    def _eval_is_positive(self) -> bool | None:
        return True if all(a.is_positive and a.is_finite for a in self.args) else None


class Chi2CDF(_ChiSquareTail):
    """CDF of the chi-square distribution: Chi2CDF(x, k)."""

    facts = Facts(
        domain=(NONNEGATIVE, *_CENTRAL), values=Interval.ropen(0, 1), moves="+.", inverse="Chi2Inv", complement="Chi2SF",
        at_infinity=(None, S.One), tape="chi2_cdf",
    )  # fmt: skip


class Chi2SF(_ChiSquareTail):
    """Survival function of the chi-square distribution: Chi2SF(x, k) = 1 - Chi2CDF(x, k)."""

    facts = Facts(
        domain=(NONNEGATIVE, *_CENTRAL), values=Interval.lopen(0, 1), moves="-.", inverse="Chi2SFInv", complement="Chi2CDF",
        at_infinity=(None, S.Zero), tape="chi2_sf",
    )  # fmt: skip


class NCChi2CDF(_ChiSquareTail):
    """CDF of the non-central chi-square distribution: NCChi2CDF(x, k, lam)."""

    facts = Facts(
        domain=(NONNEGATIVE, *_SHIFTED), values=Interval.ropen(0, 1), moves="+..", inverse="NCChi2Inv", complement="NCChi2SF",
        at_infinity=(None, S.One), tape="ncx2_cdf",
    )  # fmt: skip
    central = "Chi2CDF"


class NCChi2SF(_ChiSquareTail):
    """Survival function of the non-central chi-square distribution: NCChi2SF(x, k, lam)."""

    facts = Facts(
        domain=(NONNEGATIVE, *_SHIFTED), values=Interval.lopen(0, 1), moves="-..", inverse="NCChi2SFInv", complement="NCChi2CDF",
        at_infinity=(None, S.Zero), tape="ncx2_sf",
    )  # fmt: skip
    central = "Chi2SF"


class _ChiSquareInverse(Real):
    """Inverse of a tail in its first argument."""

    @classmethod
    def eval(cls, p: Expr, *parameters: Expr) -> Expr | None:
        forward = named(cls.facts.inverse)
        if p == 1 - forward.facts.at_infinity[1]:
            return S.Zero
        if p == forward.facts.at_infinity[1]:
            return S.Infinity
        if isinstance(p, forward) and p.args[1:] == parameters and p.args[0].is_nonnegative:
            return p.args[0]
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        if argindex != 1:
            raise ArgumentIndexError(self, argindex)
        return 1 / named(self.facts.inverse)(self, *self.args[1:]).fdiff(1)

    def _eval_is_nonnegative(self) -> bool | None:
        return True if all(a.is_real for a in self.args) else None


class Chi2Inv(_ChiSquareInverse):
    """Quantile function of the chi-square distribution."""

    facts = Facts(domain=(UNIT, *_CENTRAL), values=POSITIVE, moves="++", inverse="Chi2CDF", tape="chi2_ppf")


class Chi2SFInv(_ChiSquareInverse):
    """Inverse survival function of the chi-square distribution."""

    facts = Facts(domain=(UNIT, *_CENTRAL), values=POSITIVE, moves="-+", inverse="Chi2SF", tape="chi2_isf")


class NCChi2Inv(_ChiSquareInverse):
    """Quantile function of the non-central chi-square distribution."""

    facts = Facts(domain=(UNIT, *_SHIFTED), values=POSITIVE, moves="+++", inverse="NCChi2CDF", tape="ncx2_ppf")


class NCChi2SFInv(_ChiSquareInverse):
    """Inverse survival function of the non-central chi-square distribution."""

    facts = Facts(domain=(UNIT, *_SHIFTED), values=POSITIVE, moves="-++", inverse="NCChi2SF", tape="ncx2_isf")
