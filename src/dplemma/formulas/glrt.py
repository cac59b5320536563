"""The adversary who does not know the direction of the difference and tests the length of the output (GLRT).

The statistic is chi-square with d degrees of freedom on one neighbour and noncentral chi-square with noncentrality mu^2 on
the other. These are values of one restricted adversary, not DP guarantees: a better informed adversary does better.

The likelihood ratio e^(-lam/2) 0F1(d/2; lam t/4) increases with the statistic t, so each ROC is concave and
    forward:  sup_t SF_nc(t) - e^eps SF_c(t), at log ratio(t) = eps,
    reversed: sup_t CDF_c(t) - e^eps CDF_nc(t), at log ratio(t) = -eps, and 0 if eps >= lam/2.
The two ROCs are mirror images, (x, y) and (1 - y, 1 - x); both have slope 1 where the ratio is 1, on one line y = x + TV.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.formulas import gaussian
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.quantity import quantity

_RATE, _DIMENSION = Interval(0, 1), Interval.integers(1, "oo")
_LABEL = "a restricted adversary, not a DP guarantee"
_MIXED = f"{_LABEL}; each of the two adversaries takes the best test that is open to him"


@quantity(
    "glrt.roc", latex=r"R^{\mathrm{GLRT}}_{<d>, <mu>}(<fpr>)",
    fpr=_RATE, d=_DIMENSION, mu=POSITIVE, values=UNIT, role="guarantee", status="restricted-adversary",
    example={"fpr": "0.1", "d": "10", "mu": "1"}, formula="SF of chi2(d, mu^2) where SF of chi2(d) is fpr", note=_LABEL,
    kernel="glrt.roc", because="positive recurrences for both tails, quantile by interval Newton",
)  # fmt: skip
def roc(fpr: Any, d: Any, mu: Any) -> Any:
    """True positive rate of the length test that decides for the shifted output."""
    return L.NCChi2SF(L.Chi2SFInv(fpr, d), d, mu**2)


@quantity(
    "glrt.roc_reversed", latex=r"R^{\mathrm{GLRT}, -}_{<d>, <mu>}(<fpr>)",
    fpr=_RATE, d=_DIMENSION, mu=POSITIVE, values=UNIT, role="guarantee", status="restricted-adversary",
    example={"fpr": "0.1", "d": "10", "mu": "1"}, formula="CDF of chi2(d) where CDF of chi2(d, mu^2) is fpr", note=_LABEL,
    kernel="glrt.roc_reversed", because="positive recurrences for both tails, quantile by interval Newton",
)  # fmt: skip
def roc_reversed(fpr: Any, d: Any, mu: Any) -> Any:
    """True positive rate of the length test that decides for the unshifted output."""
    return L.Chi2CDF(L.NCChi2Inv(fpr, d, mu**2), d)


@quantity(
    "glrt.roc_symmetric", latex=r"R^{\mathrm{GLRT}, s}_{<d>, <mu>}(<fpr>)",
    fpr=_RATE, d=_DIMENSION, mu=POSITIVE, values=UNIT, role="guarantee", status="restricted-adversary",
    example={"fpr": "0.4", "d": "10", "mu": "1"},
    formula="glrt.roc(x) for x <= SF_c(t); x + SF_nc(t) - SF_c(t) for x <= CDF_nc(t); glrt.roc_reversed(x) beyond, x = fpr, t "
    "the length at which the likelihood ratio is 1",
    note=f"{_LABEL}; the concave envelope of both curves, a chord of slope 1 between them",
    kernel="glrt_curves.roc_symmetric", because="the length at which the ratio is 1, by interval Newton, says which part it is",
)  # fmt: skip
def roc_symmetric(fpr: Any, d: Any, mu: Any) -> Any:
    """True positive rate of the length test in its better direction: the symmetric curve of which both are a part."""
    t = _level(L.Integer(0), d, mu)
    level, power = L.Chi2SF(t, d), L.NCChi2SF(t, d, mu**2)
    return L.Piecewise(
        (roc(fpr, d, mu), fpr <= level),
        (fpr + power - level, fpr <= L.NCChi2CDF(t, d, mu**2)),
        (roc_reversed(fpr, d, mu), True),
    )


@quantity(
    "glrt.subsampled_delta", latex=r"\delta^{\mathrm{GLRT}}_{<d>, <mu>, <q>}(<eps>)",
    eps=NONNEGATIVE, d=_DIMENSION, mu=POSITIVE, q=Interval.lopen(0, 1), values=UNIT, role="guarantee",
    status="restricted-adversary", example={"eps": "0.5", "d": "10", "mu": "2", "q": "0.2"},
    formula="q glrt.delta(log(1 + (e^eps - 1)/q), d, mu)",
    note=f"{_LABEL}; Poisson sampling, add/remove adjacency; for N outputs of one query mu is sqrt(N) times that of one",
    kernel="glrt_curves.subsampled_delta", because="as glrt.delta, which it is at another eps",
)  # fmt: skip
def subsampled_delta(eps: Any, d: Any, mu: Any, q: Any) -> Any:
    """Profile of the length test after Poisson subsampling, by the rule for (eps, delta)."""
    return q * profile(L.log(1 + (L.exp(eps) - 1) / q), d, mu)


def _level(log_ratio: Any, d: Any, mu: Any) -> Any:
    """The length t at which the logarithm of the likelihood ratio has this value."""
    t = L.Symbol("t_length", real=True)
    return L.Root(L.log(L.NCChi2PDF(t, d, mu**2) / L.Chi2PDF(t, d)) - log_ratio, (t, 0, L.oo))


def _forward(eps: Any, d: Any, mu: Any) -> Any:
    t = _level(eps, d, mu)
    return L.NCChi2SF(t, d, mu**2) - L.exp(eps) * L.Chi2SF(t, d)


def _reversed(eps: Any, d: Any, mu: Any) -> Any:
    t = _level(-eps, d, mu)
    return L.Chi2CDF(t, d) - L.exp(eps) * L.NCChi2CDF(t, d, mu**2)


@quantity(
    "glrt.delta", latex=r"\delta^{\mathrm{GLRT}}_{<d>, <mu>}(<eps>)",
    eps=NONNEGATIVE, d=_DIMENSION, mu=POSITIVE, values=UNIT, role="guarantee", status="restricted-adversary",
    example={"eps": "1", "d": "10", "mu": "2"},
    formula="max(sup_t SF_nc(t) - e^eps SF_c(t), sup_t CDF_c(t) - e^eps CDF_nc(t), 0)", note=_LABEL, kernel="glrt.delta",
    because="the likelihood ratio as a positive series, its level by interval Newton, positive recurrences for the tails",
)  # fmt: skip
def delta(eps: Any, d: Any, mu: Any) -> Any:
    """Profile of the length test: the larger of both directions."""
    return L.Max(_forward(eps, d, mu), L.Piecewise((_reversed(eps, d, mu), 2 * eps < mu**2), (L.Integer(0), True)))


@quantity(
    "glrt.epsilon", latex=r"\varepsilon^{\mathrm{GLRT}}_{<d>, <mu>}(<delta>)",
    delta=UNIT, d=_DIMENSION, mu=POSITIVE, role="guarantee", status="restricted-adversary",
    example={"delta": "1e-5", "d": "10", "mu": "2"},
    formula="the root x of glrt.delta(x, d, mu) = delta; 0 once delta >= glrt.delta(0, d, mu)", note=_LABEL,
    kernel="glrt.epsilon", because="Newton on the logarithm of each direction, proved by interval Newton or a sign change",
)  # fmt: skip
def epsilon(delta: Any, d: Any, mu: Any) -> Any:
    """Least eps >= 0 at which the length test has at most this delta."""
    x = L.Symbol("x_eps", real=True)
    root = L.Root(profile(x, d, mu) - delta, (x, 0, L.oo))
    # at eps = 0 both directions are the total variation distance
    return L.Piecewise((L.Integer(0), delta >= _forward(L.Integer(0), d, mu)), (root, True))


profile = delta


@quantity(
    "glrt.mixed_roc", latex=r"R^{\mathrm{mix}}_{<d>, <mu>, <share>}(<fpr>)",
    fpr=UNIT, d=_DIMENSION, mu=POSITIVE, share=_RATE, values=UNIT, role="guarantee", status="restricted-adversary",
    example={"fpr": "0.1", "d": "10", "mu": "1", "share": "0.9"},
    formula="share glrt.roc_symmetric(fpr, d, mu) + (1 - share) gaussian.roc(fpr, mu)", note=_MIXED,
    kernel="glrt_curves.mixed_roc", because="as glrt.roc_symmetric and gaussian.roc, a sum of positive terms",
)  # fmt: skip
def mixed_roc(fpr: Any, d: Any, mu: Any, share: Any) -> Any:
    """True positive rate of an adversary who, with this chance, does not know the direction, and otherwise knows everything."""
    return share * roc_symmetric(fpr, d, mu) + (1 - share) * gaussian.roc(fpr, mu)


@quantity(
    "glrt.mixed_delta", latex=r"\delta^{\mathrm{mix}}_{<d>, <mu>, <share>}(<eps>)",
    eps=NONNEGATIVE, d=_DIMENSION, mu=POSITIVE, share=_RATE, values=UNIT, role="guarantee", status="restricted-adversary",
    example={"eps": "1", "d": "10", "mu": "2", "share": "0.9"},
    formula="share glrt.delta(eps, d, mu) + (1 - share) gaussian.delta(eps, mu)", note=_MIXED,
    kernel="glrt_curves.mixed_delta", because="as glrt.delta and gaussian.delta, a sum of positive terms",
)  # fmt: skip
def mixed_delta(eps: Any, d: Any, mu: Any, share: Any) -> Any:
    """Profile of an adversary who, with this chance, does not know the direction, and otherwise knows everything."""
    return share * profile(eps, d, mu) + (1 - share) * gaussian.delta(eps, mu)
