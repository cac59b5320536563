"""The functions of the field as SymPy functions.

Main definitions:
- `phi`, `Phi`, `PhiInv`, `Q`, `QInv`: standard normal density, CDF, quantile, survival function and its inverse;
- `Mills(x)`: the Mills ratio Q(x)/phi(x), of moderate size where both are beyond any floating point;
- `Chi2CDF`, `Chi2SF`, `Chi2Inv`, `Chi2SFInv` and the non-central `NCChi2...` family (argument, degrees, non-centrality);
- `MarcumQHalf(a, b)`: the Marcum Q function of order 1/2, Q(b - a) + Q(b + a);
- `LaplaceCDF`: CDF of the Laplace distribution of scale 1.

Each knows its derivative, special values, sign, and `rewrite(erf)` where there is one. An inverse cancels only where
that is true for every admissible argument: PhiInv(Phi(z)) = z for real z, but Phi(PhiInv(p)) = p only for a number p
in (0, 1), never for a bare symbol, because outside (0, 1) the left side does not exist.
"""

from __future__ import annotations

from typing import Any

from sympy import (
    Abs,
    Expr,
    Function,
    Integer,
    Min,
    Piecewise,
    Rational,
    S,
    erf,
    erfc,
    erfinv,
    exp,
    gamma,
    log,
    pi,
    sqrt,
    symbols,
)  # fmt: skip
from sympy.core.function import ArgumentIndexError

__all__ = [
    "Chi2CDF", "Chi2Inv", "Chi2PDF", "Chi2SF", "Chi2SFInv", "LaplaceCDF", "MarcumQHalf", "Mills", "NCChi2CDF", "NCChi2Inv",
    "NCChi2PDF", "NCChi2SF", "NCChi2SFInv", "Phi", "PhiInv", "Q", "QInv", "phi", "variables",
]  # fmt: skip


def variables(names: str) -> Any:
    """Real symbols. Signs and ranges belong to the region of a claim, not to the symbol."""
    return symbols(names, real=True)


def _inside_unit(p: Expr) -> bool:
    return bool(p.is_number and p.is_comparable and (p > 0) == True and (p < 1) == True)  # noqa: E712


class _Real(Function):
    """A real-valued function of real arguments."""

    def _eval_evalf(self, prec: int) -> Expr | None:
        """Numbers, so that SymPy can order constants; through forms that lose nothing in the tails."""
        other = self.rewrite(erfc)
        return other._evalf(prec) if other != self else None

    def _eval_is_extended_real(self) -> bool | None:
        return True if all(a.is_extended_real for a in self.args) else None


class _Probability(_Real):
    """A function with values in (0, 1) at finite real arguments."""

    def _eval_is_positive(self) -> bool | None:
        return True if all(a.is_real for a in self.args) else None

    def _eval_is_finite(self) -> bool | None:
        return True if all(a.is_extended_real for a in self.args) else None


class phi(_Real):
    """Standard normal density exp(-x^2/2)/sqrt(2 pi)."""

    @classmethod
    def eval(cls, x: Expr) -> Expr | None:
        if x in (S.Infinity, S.NegativeInfinity):
            return S.Zero
        if x.could_extract_minus_sign():
            return cls(-x)
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        return -self.args[0] * phi(self.args[0])

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_real else None

    def in_exp(self) -> Expr:
        """Like rewrite(exp), which would turn powers in the argument into exponentials of logarithms as well."""
        return exp(-(self.args[0] ** 2) / 2) / sqrt(2 * pi)

    def _eval_rewrite_as_exp(self, x: Expr, **_: Any) -> Expr:
        return exp(-(x**2) / 2) / sqrt(2 * pi)

    _eval_rewrite_as_erf = _eval_rewrite_as_exp
    _eval_rewrite_as_erfc = _eval_rewrite_as_exp


class _NormalTail(_Probability):
    """Phi or Q: the chance of one side of a threshold."""

    at_infinity: Expr
    density_sign: Expr

    @classmethod
    def eval(cls, x: Expr) -> Expr | None:
        if x.is_zero:
            return Rational(1, 2)
        if x is S.Infinity:
            return cls.at_infinity
        if x is S.NegativeInfinity:
            return 1 - cls.at_infinity
        inverse = PhiInv if cls is Phi else QInv
        if isinstance(x, inverse) and _inside_unit(x.args[0]):
            return x.args[0]
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        return self.density_sign * phi(self.args[0])

    def _eval_rewrite_as_erf(self, x: Expr, **_: Any) -> Expr:
        return (1 + self.density_sign * erf(x / sqrt(2))) / 2

    def _eval_rewrite_as_erfc(self, x: Expr, **_: Any) -> Expr:
        return erfc(-self.density_sign * x / sqrt(2)) / 2


class Phi(_NormalTail):
    """Standard normal CDF."""

    at_infinity, density_sign = S.One, S.One


class Q(_NormalTail):
    """Standard normal survival function, Q(x) = 1 - Phi(x) = Phi(-x)."""

    at_infinity, density_sign = S.Zero, S.NegativeOne

    def _eval_rewrite_as_Phi(self, x: Expr, **_: Any) -> Expr:
        return Phi(-x)


class Mills(_Real):
    """Mills ratio Q(x)/phi(x) of the standard normal law."""

    def fdiff(self, argindex: int = 1) -> Expr:
        return self.args[0] * self - 1

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_real else None

    def _eval_rewrite_as_erf(self, x: Expr, **_: Any) -> Expr:
        return Q(x).rewrite(erf) * exp(x**2 / 2) * sqrt(2 * pi)

    def _eval_rewrite_as_erfc(self, x: Expr, **_: Any) -> Expr:
        return Q(x).rewrite(erfc) * exp(x**2 / 2) * sqrt(2 * pi)


class PhiInv(_Real):
    """Standard normal quantile function on (0, 1)."""

    @classmethod
    def eval(cls, p: Expr) -> Expr | None:
        if p == Rational(1, 2):
            return S.Zero
        if p is S.Zero:
            return S.NegativeInfinity
        if p is S.One:
            return S.Infinity
        if isinstance(p, Phi) and p.args[0].is_extended_real:
            return p.args[0]
        if isinstance(p, Q) and p.args[0].is_extended_real:
            return -p.args[0]
        complement = 1 - p
        if isinstance(complement, (Phi, Q)) and complement.args[0].is_extended_real:
            return -cls(complement)
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        return 1 / phi(self)

    def _eval_rewrite_as_erfinv(self, p: Expr, **_: Any) -> Expr:
        return sqrt(2) * erfinv(2 * p - 1)

    def _eval_evalf(self, prec: int) -> Expr | None:
        """With guard bits for p near 0 or 1, where 2p - 1 alone would lose them."""
        p = self.args[0]
        if not _inside_unit(p):
            return None
        guard = 20 + max(0, int(-log(Min(p, 1 - p), 2).evalf(8)))
        return self.rewrite(erfinv)._evalf(prec + 2 * guard)


class QInv(_Real):
    """Inverse of Q on (0, 1): QInv(p) = PhiInv(1 - p) = -PhiInv(p)."""

    @classmethod
    def eval(cls, p: Expr) -> Expr | None:
        value = PhiInv.eval(p)
        return None if value is None else -value

    def fdiff(self, argindex: int = 1) -> Expr:
        return -1 / phi(self)

    def _eval_rewrite_as_PhiInv(self, p: Expr, **_: Any) -> Expr:
        return -PhiInv(p)

    def _eval_evalf(self, prec: int) -> Expr | None:
        return (-PhiInv(self.args[0]))._evalf(prec)


class LaplaceCDF(_Probability):
    """CDF of the Laplace distribution with location 0 and scale 1."""

    @classmethod
    def eval(cls, x: Expr) -> Expr | None:
        if x.is_zero:
            return Rational(1, 2)
        if x is S.Infinity:
            return S.One
        if x is S.NegativeInfinity:
            return S.Zero
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        return exp(-Abs(self.args[0])) / 2

    def _eval_rewrite_as_Piecewise(self, x: Expr, **_: Any) -> Expr:
        return Piecewise((exp(x) / 2, x < 0), (1 - exp(-x) / 2, True))


class MarcumQHalf(_Real):
    """Marcum Q function of order 1/2: the chance that |Z + a| > b for Z standard normal, b >= 0."""

    @classmethod
    def eval(cls, a: Expr, b: Expr) -> Expr | None:
        if b.is_zero:
            return S.One
        if b is S.Infinity:
            return S.Zero
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        a, b = self.args
        if argindex == 1:
            return phi(b - a) - phi(b + a)
        if argindex == 2:
            return -phi(b - a) - phi(b + a)
        raise ArgumentIndexError(self, argindex)

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[0].is_real and self.args[1].is_nonnegative else None

    def _eval_rewrite_as_erf(self, a: Expr, b: Expr, **_: Any) -> Expr:
        return Q(b - a).rewrite(erf) + Q(b + a).rewrite(erf)

    def _eval_rewrite_as_erfc(self, a: Expr, b: Expr, **_: Any) -> Expr:
        return Q(b - a).rewrite(erfc) + Q(b + a).rewrite(erfc)


class Chi2PDF(_Real):
    """Density of the chi-square distribution with k degrees of freedom at x > 0."""

    def fdiff(self, argindex: int = 1) -> Expr:
        x, k = self.args
        if argindex == 1:
            return self * ((k / 2 - 1) / x - Rational(1, 2))
        raise ArgumentIndexError(self, argindex)

    def _eval_is_positive(self) -> bool | None:
        return True if all(a.is_positive for a in self.args) else None

    def _eval_rewrite_as_exp(self, x: Expr, k: Expr, **_: Any) -> Expr:
        return x ** (k / 2 - 1) * exp(-x / 2) / (2 ** (k / 2) * gamma(k / 2))


class NCChi2PDF(_Real):
    """Density of the non-central chi-square distribution with k degrees and non-centrality lam at x > 0."""

    def fdiff(self, argindex: int = 1) -> Expr:
        x, k, lam = self.args
        if argindex == 1:  # the density for k is half the difference of the CDFs for k - 2 and k
            return (NCChi2PDF(x, k - 2, lam) - self) / 2
        if argindex == 3:
            return (NCChi2PDF(x, k + 2, lam) - self) / 2
        raise ArgumentIndexError(self, argindex)

    def _eval_is_positive(self) -> bool | None:
        x, k, lam = self.args
        return True if x.is_positive and k.is_positive and lam.is_nonnegative else None


class _ChiSquareTail(_Real):
    """CDF (sign +1) or survival function (sign -1) of a chi-square distribution."""

    sign = Integer(1)
    at_zero: Expr = S.Zero
    at_infinity: Expr = S.One
    central: type[_ChiSquareTail] | None = None  # the function at non-centrality 0

    @classmethod
    def eval(cls, x: Expr, k: Expr, lam: Expr | None = None) -> Expr | None:
        if x.is_zero:
            return cls.at_zero
        if x is S.Infinity:
            return cls.at_infinity
        if cls.central is not None and lam is not None and lam.is_zero:
            return cls.central(x, k)
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        x, k, *rest = self.args
        lam = rest[0] if rest else S.Zero
        if argindex == 1:
            return self.sign * (NCChi2PDF(x, k, lam) if rest else Chi2PDF(x, k))
        if argindex == 3:  # d/dlam F(x; k, lam) = -f(x; k + 2, lam)
            return -self.sign * NCChi2PDF(x, k + 2, lam)
        raise ArgumentIndexError(self, argindex)

    def _eval_is_positive(self) -> bool | None:
        return True if all(a.is_positive and a.is_finite for a in self.args) else None


class Chi2CDF(_ChiSquareTail):
    """CDF of the chi-square distribution: Chi2CDF(x, k)."""


class Chi2SF(_ChiSquareTail):
    """Survival function of the chi-square distribution: Chi2SF(x, k) = 1 - Chi2CDF(x, k)."""

    sign, at_zero, at_infinity = Integer(-1), S.One, S.Zero


class NCChi2CDF(_ChiSquareTail):
    """CDF of the non-central chi-square distribution: NCChi2CDF(x, k, lam)."""

    central = Chi2CDF


class NCChi2SF(_ChiSquareTail):
    """Survival function of the non-central chi-square distribution: NCChi2SF(x, k, lam)."""

    sign, at_zero, at_infinity = Integer(-1), S.One, S.Zero
    central = Chi2SF


class _ChiSquareInverse(_Real):
    """Inverse in the first argument of `forward`."""

    forward: type[_ChiSquareTail]

    @classmethod
    def eval(cls, p: Expr, *parameters: Expr) -> Expr | None:
        if p == cls.forward.at_zero:
            return S.Zero
        if p == cls.forward.at_infinity:
            return S.Infinity
        if isinstance(p, cls.forward) and p.args[1:] == parameters and p.args[0].is_nonnegative:
            return p.args[0]
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        if argindex != 1:
            raise ArgumentIndexError(self, argindex)
        return 1 / self.forward(self, *self.args[1:]).fdiff(1)

    def _eval_is_nonnegative(self) -> bool | None:
        return True if all(a.is_real for a in self.args) else None


class Chi2Inv(_ChiSquareInverse):
    """Quantile function of the chi-square distribution."""

    forward = Chi2CDF


class Chi2SFInv(_ChiSquareInverse):
    """Inverse survival function of the chi-square distribution."""

    forward = Chi2SF


class NCChi2Inv(_ChiSquareInverse):
    """Quantile function of the non-central chi-square distribution."""

    forward = NCChi2CDF


class NCChi2SFInv(_ChiSquareInverse):
    """Inverse survival function of the non-central chi-square distribution."""

    forward = NCChi2SF
