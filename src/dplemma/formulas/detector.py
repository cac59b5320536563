"""The likelihood-ratio detector: a threshold on the output of the Laplace or Gaussian mechanism, how often it is right and wrong.

Outputs are counted from the answer without the record and in units of the sensitivity: the answer with the record is 1, and
`cut` is the threshold from which on the adversary says that the record is there. With S the chance that the noise, in units of
its scale, exceeds a number, the false positive rate is S(cut eps0) or S(cut mu), the true positive rate S((cut - 1) eps0) or
S((cut - 1) mu).

Precision is R/(R + kappa G), R and G the two rates, kappa = (2 - rho_p)(1 - rho_c)(1 - rho_t) - 1 the odds of absence to
presence: 1 without prior knowledge and correlations. Recall is the true positive rate.

Exponents. The mean of the log likelihood ratios of n outputs exceeds a threshold t without the record in a share e^(-n I(t)) of
all cases, to leading order, and falls short of it with the record in a share e^(-n I(-t)), I(-t) = I(t) - t (Cramér). For the
Laplace mechanism, with h = eps0/2 and v in place of the exponent 1/2 + v/eps0,
    I(t) = t/2 + h + sup over v of (v t/eps0 - K(v)),    K(v) = log(cosh v + h sinh(v)/v),
K being even and convex with slopes from -1 to 1. At t = 0 it is the Chernoff information h - log(1 + h).
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import POSITIVE, REAL, UNIT, Interval
from dplemma.lang.quantity import quantity

_CORRELATION = Interval.ropen(0, 1)
_NO_CORRELATION = {"corr_prior": 0, "corr_record": 0, "corr_time": 0}
_CERTAIN = "(2 - corr_prior)(1 - corr_record)(1 - corr_time) > 1; otherwise presence is certain beforehand"
_KAPPA = "kappa = (2 - corr_prior)(1 - corr_record)(1 - corr_time) - 1"
_FAR = 2**17
_BEYOND = "Arb's erfc has no digits left so far out; the Mills ratio needs no exponential there"


def _odds(corr_prior: Any, corr_record: Any, corr_time: Any) -> Any:
    """kappa, the odds of absence to presence."""
    return (2 - corr_prior) * (1 - corr_record) * (1 - corr_time) - 1


# -- Laplace ------------------------------------------------------------------------------------------------------------


@quantity(
    "detector.laplace_fpr", latex=r"P^{\mathrm{Lap}}_{\mathrm{FA}}(<cut>; <eps0>)",
    cut=REAL, eps0=POSITIVE, values=UNIT, role="neutral", example={"cut": "0.8", "eps0": "1"},
    formula="e^(-cut eps0)/2 for cut >= 0; 1 - e^(cut eps0)/2 below",
    note="cut = (threshold - answer without the record)/sensitivity",
)  # fmt: skip
def laplace_fpr(cut: Any, eps0: Any) -> Any:
    """False positive rate of the detector that says yes from this threshold on, for the Laplace mechanism."""
    return L.LaplaceCDF(-cut * eps0)


@quantity(
    "detector.laplace_tpr", latex=r"P^{\mathrm{Lap}}_{\mathrm{D}}(<cut>; <eps0>)",
    cut=REAL, eps0=POSITIVE, values=UNIT, role="guarantee", also=("detector.laplace_recall",),
    example={"cut": "0.8", "eps0": "1"}, formula="e^((1 - cut) eps0)/2 for cut >= 1; 1 - e^((cut - 1) eps0)/2 below",
    note="cut = (threshold - answer without the record)/sensitivity; also the recall",
)  # fmt: skip
def laplace_tpr(cut: Any, eps0: Any) -> Any:
    """True positive rate, or recall, of the detector with this threshold, for the Laplace mechanism."""
    return L.LaplaceCDF((1 - cut) * eps0)


@quantity(
    "detector.laplace_cut", latex=r"\theta^{\mathrm{Lap}}(<fpr>; <eps0>)",
    fpr=UNIT, eps0=POSITIVE, role="neutral", example={"fpr": "0.1", "eps0": "1"},
    formula="-log(2 x)/eps0 for x <= 1/2; log(2 (1 - x))/eps0 beyond, x = fpr",
    note="the threshold of the output is the answer without the record plus so many sensitivities",
)  # fmt: skip
def laplace_cut(fpr: Any, eps0: Any) -> Any:
    """Threshold at which the detector has this false positive rate, for the Laplace mechanism."""
    return L.Piecewise((-L.log(2 * fpr) / eps0, 2 * fpr <= 1), (L.log(2 * (1 - fpr)) / eps0, True))


@quantity(
    "detector.laplace_ratio", latex=r"\Lambda^{\mathrm{Lap}}(<fpr>; <eps0>)",
    fpr=UNIT, eps0=POSITIVE, role="neutral", example={"fpr": "0.25", "eps0": "1"},
    formula="e^eps0 for x <= e^-eps0/2; e^-eps0/(4 x^2) for x <= 1/2; e^-eps0 beyond, x = fpr",
    note="the slope of laplace.roc: what one more false alarm buys in detections",
)  # fmt: skip
def laplace_ratio(fpr: Any, eps0: Any) -> Any:
    """Likelihood ratio at the threshold with this false positive rate, for the Laplace mechanism."""
    return L.Piecewise(
        (L.exp(eps0), 2 * fpr <= L.exp(-eps0)),
        (L.exp(-eps0) / (4 * fpr**2), 2 * fpr <= 1),
        (L.exp(-eps0), True),
    )


@quantity(
    "detector.laplace_precision", latex=r"\mathrm{prec}^{\mathrm{Lap}}(<cut>; <eps0>, <corr_prior>, <corr_record>, <corr_time>)",
    cut=REAL, eps0=POSITIVE, corr_prior=_CORRELATION, corr_record=_CORRELATION, corr_time=_CORRELATION,
    values=UNIT, role="guarantee", defaults=_NO_CORRELATION,
    example={"cut": "0.8", "eps0": "1", "corr_prior": "0", "corr_record": "0", "corr_time": "0"},
    formula=f"R/(R + kappa G), R = detector.laplace_tpr, G = detector.laplace_fpr, {_KAPPA}",
    note="recall is detector.laplace_tpr; laplace.fbeta is the best F_beta over all thresholds",
    such_that=lambda cut, eps0, corr_prior, corr_record, corr_time: _odds(corr_prior, corr_record, corr_time) > 0,
    needs=_CERTAIN,
)  # fmt: skip
def laplace_precision(cut: Any, eps0: Any, corr_prior: Any, corr_record: Any, corr_time: Any) -> Any:
    """Precision of the detector with this threshold, prior knowledge and correlations, for the Laplace mechanism."""
    right = L.LaplaceCDF((1 - cut) * eps0)
    return right / (right + _odds(corr_prior, corr_record, corr_time) * L.LaplaceCDF(-cut * eps0))


@quantity(
    "detector.laplace_exponent", latex=r"I^{\mathrm{Lap}}_{<eps0>}(<threshold>)",
    threshold=REAL, eps0=POSITIVE, role="guarantee", example={"threshold": "0.1", "eps0": "1"},
    formula="t/2 + h + sup over v > 0 of (v |t|/eps0 - log(cosh v + h sinh(v)/v)), t = threshold, h = eps0/2",
    note="of false positives if threshold > -laplace.kl; of false negatives at -threshold, which is less by the threshold",
    such_that=lambda threshold, eps0: (threshold < eps0) & (threshold > -eps0),
    needs="-eps0 < threshold < eps0: no log likelihood ratio is larger than eps0",
    kernel="detector.laplace_exponent",
    because="the root of a slope that rises strictly, by interval Newton, the value by the mean value theorem",
)  # fmt: skip
def laplace_exponent(threshold: Any, eps0: Any) -> Any:
    """Exponent of the error of a test of many outputs of the Laplace mechanism by their mean log likelihood ratio."""
    w = L.Symbol("w_tilt", real=True)
    v = L.exp(w)  # the tilt has the sign of the threshold; the function that is taken off is even
    gain = v * L.Abs(threshold) / eps0 - L.log((L.exp(v) + L.exp(-v)) / 2 + eps0 * (L.exp(v) - L.exp(-v)) / (4 * v))
    peak = threshold / 2 + eps0 / 2 + gain.subs(w, L.ArgMax(gain, (w, -L.oo, L.oo)))
    return L.Piecewise((eps0 / 2 - L.log(1 + eps0 / 2), L.Abs(threshold) <= 0), (peak, True))


# -- Gaussian -----------------------------------------------------------------------------------------------------------


@quantity(
    "detector.gaussian_fpr", latex=r"P_{\mathrm{FA}}(<cut>; <mu>)",
    cut=REAL, mu=POSITIVE, values=UNIT, role="neutral", example={"cut": "0.8", "mu": "1"}, formula="Phi(-cut mu)",
    note="cut = (threshold - answer without the record)/sensitivity",
)  # fmt: skip
def gaussian_fpr(cut: Any, mu: Any) -> Any:
    """False positive rate of the detector that says yes from this threshold on, for the Gaussian mechanism."""
    return L.Phi(-cut * mu)


@gaussian_fpr.form("mills", when=lambda cut, mu: cut * mu > _FAR, because=_BEYOND)
def _gaussian_fpr_mills(cut: Any, mu: Any) -> Any:
    return L.phi(cut * mu) * L.Mills(cut * mu)


@quantity(
    "detector.gaussian_tpr", latex=r"P_{\mathrm{D}}(<cut>; <mu>)",
    cut=REAL, mu=POSITIVE, values=UNIT, role="guarantee", also=("detector.gaussian_recall",), example={"cut": "0.8", "mu": "1"},
    formula="Phi((1 - cut) mu)", note="cut = (threshold - answer without the record)/sensitivity; also the recall",
)  # fmt: skip
def gaussian_tpr(cut: Any, mu: Any) -> Any:
    """True positive rate, or recall, of the detector with this threshold, for the Gaussian mechanism."""
    return L.Phi((1 - cut) * mu)


@gaussian_tpr.form("mills", when=lambda cut, mu: (cut - 1) * mu > _FAR, because=_BEYOND)
def _gaussian_tpr_mills(cut: Any, mu: Any) -> Any:
    return L.phi((cut - 1) * mu) * L.Mills((cut - 1) * mu)


@quantity(
    "detector.gaussian_cut", latex=r"\theta(<fpr>; <mu>)",
    fpr=UNIT, mu=POSITIVE, role="neutral", example={"fpr": "0.1", "mu": "1"}, formula="-PhiInv(fpr)/mu",
    note="the threshold of the output is the answer without the record plus so many sensitivities",
)  # fmt: skip
def gaussian_cut(fpr: Any, mu: Any) -> Any:
    """Threshold at which the detector has this false positive rate, for the Gaussian mechanism."""
    return -L.PhiInv(fpr) / mu


@quantity(
    "detector.gaussian_ratio", latex=r"\Lambda(<fpr>; <mu>)",
    fpr=UNIT, mu=POSITIVE, role="neutral", example={"fpr": "0.25", "mu": "1"}, formula="e^(-mu PhiInv(fpr) - mu^2/2)",
    note="the slope of gaussian.roc: what one more false alarm buys in detections",
)  # fmt: skip
def gaussian_ratio(fpr: Any, mu: Any) -> Any:
    """Likelihood ratio at the threshold with this false positive rate, for the Gaussian mechanism."""
    return L.exp(-mu * L.PhiInv(fpr) - mu**2 / 2)


@quantity(
    "detector.gaussian_precision", latex=r"\mathrm{prec}(<cut>; <mu>, <corr_prior>, <corr_record>, <corr_time>)",
    cut=REAL, mu=POSITIVE, corr_prior=_CORRELATION, corr_record=_CORRELATION, corr_time=_CORRELATION,
    values=UNIT, role="guarantee", defaults=_NO_CORRELATION,
    example={"cut": "0.8", "mu": "1", "corr_prior": "0", "corr_record": "0", "corr_time": "0"},
    formula=f"R/(R + kappa G), R = detector.gaussian_tpr, G = detector.gaussian_fpr, {_KAPPA}",
    note="recall is detector.gaussian_tpr; gaussian.fbeta is the best F_beta over all thresholds, without correlations",
    such_that=lambda cut, mu, corr_prior, corr_record, corr_time: _odds(corr_prior, corr_record, corr_time) > 0,
    needs=_CERTAIN,
)  # fmt: skip
def gaussian_precision(cut: Any, mu: Any, corr_prior: Any, corr_record: Any, corr_time: Any) -> Any:
    """Precision of the detector with this threshold, prior knowledge and correlations, for the Gaussian mechanism."""
    right = L.Phi((1 - cut) * mu)
    return right / (right + _odds(corr_prior, corr_record, corr_time) * L.Phi(-cut * mu))


@gaussian_precision.form("mills", when=lambda cut, mu, corr_prior, corr_record, corr_time: cut * mu > _FAR, because=_BEYOND)
def _gaussian_precision_mills(cut: Any, mu: Any, corr_prior: Any, corr_record: Any, corr_time: Any) -> Any:
    # phi(cut mu)/phi((cut - 1) mu) is the reciprocal of the likelihood ratio at the threshold
    falling = L.exp((L.Rational(1, 2) - cut) * mu**2) * L.Mills(cut * mu) / L.Mills((cut - 1) * mu)
    return 1 / (1 + _odds(corr_prior, corr_record, corr_time) * falling)


@quantity(
    "detector.gaussian_exponent", latex=r"I_{<mu>}(<threshold>)",
    threshold=REAL, mu=POSITIVE, role="guarantee", example={"threshold": "0.1", "mu": "1"},
    formula="(threshold + mu^2/2)^2/(2 mu^2)",
    note="of false positives if threshold > -mu^2/2; of false negatives at -threshold, which is less by the threshold; at 0 it "
    "is gaussian.chernoff",
)  # fmt: skip
def gaussian_exponent(threshold: Any, mu: Any) -> Any:
    """Exponent of the error of a test of many outputs of the Gaussian mechanism by their mean log likelihood ratio."""
    return (threshold + mu**2 / 2) ** 2 / (2 * mu**2)
