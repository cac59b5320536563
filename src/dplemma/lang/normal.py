"""The standard normal law and Laplace's as SymPy functions.

Main definitions:
- `phi`, `Phi`, `PhiInv`, `Q`, `QInv`: standard normal density, CDF, quantile, survival function and its inverse;
- `Mills(x)`: the Mills ratio Q(x)/phi(x), of moderate size where both are beyond any floating point;
- `MarcumQHalf(a, b)`: the Marcum Q function of order 1/2, Q(b - a) + Q(b + a);
- `LaplaceCDF`: CDF of the Laplace distribution of scale 1.

An inverse cancels only where that is true for every admissible argument: PhiInv(Phi(z)) = z for real z, but
Phi(PhiInv(p)) = p only for a number p in (0, 1), never for a bare symbol, because outside (0, 1) the left side does not exist.
"""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Min, Piecewise, Rational, S, erf, erfc, erfinv, exp, log, pi, sqrt
from sympy.core.function import ArgumentIndexError

from dplemma.lang.facts import Facts, Real, named
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL, UNIT, Interval

__all__ = ["LaplaceCDF", "MarcumQHalf", "Mills", "Phi", "PhiInv", "Q", "QInv", "phi"]


def _inside_unit(p: Expr) -> bool:
    return bool(p.is_number and p.is_comparable and (p > 0) == True and (p < 1) == True)  # noqa: E712


def _density(x: Expr) -> Expr:
    return exp(-(x**2) / 2) / sqrt(2 * pi)


class phi(Real):
    """Standard normal density exp(-x^2/2)/sqrt(2 pi)."""

    facts = Facts(
        domain=(REAL,), values=Interval.open(0, "2/5"), at_infinity=(S.Zero, S.Zero), means=_density, latex=r"\varphi",
        double="norm_pdf",
    )  # fmt: skip

    @classmethod
    def eval(cls, x: Expr) -> Expr | None:
        if x in (S.Infinity, S.NegativeInfinity):
            return S.Zero
        if x.could_extract_minus_sign():
            return cls(-x)
        return None

    def fdiff(self, argindex: int = 1) -> Expr:
        return -self.args[0] * phi(self.args[0])

    def in_exp(self) -> Expr:
        """Like rewrite(exp), which would turn powers in the argument into exponentials of logarithms as well."""
        return _density(self.args[0])

    def _eval_rewrite_as_exp(self, x: Expr, **_: Any) -> Expr:
        return _density(x)

    _eval_rewrite_as_erf = _eval_rewrite_as_exp
    _eval_rewrite_as_erfc = _eval_rewrite_as_exp


class _NormalTail(Real):
    """Phi or Q: the chance of one side of a threshold."""

    @classmethod
    def eval(cls, x: Expr) -> Expr | None:
        if x.is_zero:
            return Rational(1, 2)
        if x in (S.NegativeInfinity, S.Infinity):
            return cls.facts.at_infinity[x is S.Infinity]
        if isinstance(x, named(cls.facts.inverse)) and _inside_unit(x.args[0]):
            return x.args[0]
        return None

    @classmethod
    def _sign(cls) -> Expr:
        return S.One if cls.facts.moves == "+" else S.NegativeOne

    def fdiff(self, argindex: int = 1) -> Expr:
        return self._sign() * phi(self.args[0])

    def _eval_rewrite_as_erf(self, x: Expr, **_: Any) -> Expr:
        return (1 + self._sign() * erf(x / sqrt(2))) / 2

    def _eval_rewrite_as_erfc(self, x: Expr, **_: Any) -> Expr:
        return erfc(-self._sign() * x / sqrt(2)) / 2


class Phi(_NormalTail):
    """Standard normal CDF."""

    facts = Facts(
        domain=(REAL,), values=UNIT, moves="+", inverse="PhiInv", complement="Q", at_infinity=(S.Zero, S.One), latex=r"\Phi",
        double="ndtr",
    )  # fmt: skip


class Q(_NormalTail):
    """Standard normal survival function, Q(x) = 1 - Phi(x) = Phi(-x)."""

    facts = Facts(
        domain=(REAL,), values=UNIT, moves="-", inverse="QInv", complement="Phi", at_infinity=(S.One, S.Zero),
        means=lambda x: 1 - Phi(x), double="norm_sf",
    )  # fmt: skip

    def _eval_rewrite_as_Phi(self, x: Expr, **_: Any) -> Expr:
        return Phi(-x)


class Mills(Real):
    """Mills ratio Q(x)/phi(x) of the standard normal law."""

    facts = Facts(
        domain=(REAL,), values=POSITIVE, moves="-", at_infinity=(S.Infinity, S.Zero), means=lambda x: Q(x) / phi(x),
        tape="mills_ratio",
    )  # fmt: skip

    def fdiff(self, argindex: int = 1) -> Expr:
        return self.args[0] * self - 1

    def _eval_evalf(self, prec: int) -> Expr | None:
        """With guard bits: a rounded argument moves exp(x^2/2) by x^2 times as much, and SymPy believes what it is told."""
        size = abs(self.args[0].evalf(5))
        if not size.is_number or not size.is_comparable:
            return None
        guard = 30 + 2 * max(0, int(log(size + 1, 2).evalf(5)) + 1)
        return self.rewrite(erfc)._evalf(prec + guard)

    def _eval_rewrite_as_erf(self, x: Expr, **_: Any) -> Expr:
        return Q(x).rewrite(erf) * exp(x**2 / 2) * sqrt(2 * pi)

    def _eval_rewrite_as_erfc(self, x: Expr, **_: Any) -> Expr:
        return Q(x).rewrite(erfc) * exp(x**2 / 2) * sqrt(2 * pi)


class PhiInv(Real):
    """Standard normal quantile function on (0, 1)."""

    facts = Facts(
        domain=(UNIT,), values=REAL, moves="+", natural=True, inverse="Phi", latex=r"\Phi^{-1}", tape="norm_ppf", double="ndtri",
    )  # fmt: skip

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


class QInv(Real):
    """Inverse of Q on (0, 1): QInv(p) = PhiInv(1 - p) = -PhiInv(p)."""

    facts = Facts(
        domain=(UNIT,), values=REAL, moves="-", natural=True, inverse="Q", means=lambda p: -PhiInv(p), latex="Q^{-1}",
        double="norm_isf",
    )  # fmt: skip

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


class LaplaceCDF(Real):
    """CDF of the Laplace distribution with location 0 and scale 1."""

    facts = Facts(domain=(REAL,), values=UNIT, moves="+", shape="once", at_infinity=(S.Zero, S.One), tape="laplace_cdf")

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


class MarcumQHalf(Real):
    """Marcum Q function of order 1/2: the chance that |Z + a| > b for Z standard normal, b >= 0."""

    facts = Facts(domain=(REAL, NONNEGATIVE), values=Interval.lopen(0, 1), moves=".-", tape="marcum_q_half")

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

    def _eval_rewrite_as_erf(self, a: Expr, b: Expr, **_: Any) -> Expr:
        return Q(b - a).rewrite(erf) + Q(b + a).rewrite(erf)

    def _eval_rewrite_as_erfc(self, a: Expr, b: Expr, **_: Any) -> Expr:
        return Q(b - a).rewrite(erfc) + Q(b + a).rewrite(erfc)
