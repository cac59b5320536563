"""The Laplace mechanism with eps0 = sensitivity/scale, and the membership adversary against it.

ROC: R(x) = e^eps0 x up to x = e^-eps0/2, then 1 - e^-eps0/(4x) up to x = 1/2, then 1 - e^-eps0 (1 - x).
Adjacency enters only through the sensitivity.

The least mu for which it is mu-GDP is the supremum over eps of gaussian.mu(eps, laplace.delta(eps, eps0)), which is attained
at eps = 0. In terms of the ROC, mu(x) = PhiInv(R(x)) - PhiInv(x). Since Phi is log-concave, u(y) = PhiInv(e^y) is convex. On
the middle piece x = c e^s, 1 - R = c e^-s with c = e^(-eps0/2)/2 and mu = -u(log c - s) - u(log c + s) is greatest at s = 0;
on the first piece mu = u(y + eps0) - u(y) increases with y = log x, and the last mirrors the first.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.quantity import quantity

_RATE, _DELTA, _CORRELATION = Interval(0, 1), Interval.ropen(0, 1), Interval.ropen(0, 1)


@quantity(
    "laplace.delta", latex=r"\delta^{\mathrm{Lap}}_{<eps0>}(<eps>)",
    eps=NONNEGATIVE, eps0=POSITIVE, values=UNIT, role="guarantee", example={"eps": "0.5", "eps0": "1"},
    formula="max(0, 1 - e^((eps - eps0)/2))",
)  # fmt: skip
def delta(eps: Any, eps0: Any) -> Any:
    """Privacy profile: the least delta for which the mechanism is (eps, delta)-DP."""
    return L.Max(0, 1 - L.exp((eps - eps0) / 2))


delta.form("zero", when=lambda eps, eps0: eps >= eps0, because="exactly 0 from eps0 on")(lambda eps, eps0: L.Integer(0))


@quantity(
    "laplace.epsilon", latex=r"\varepsilon^{\mathrm{Lap}}_{<eps0>}(<delta>)",
    delta=_DELTA, eps0=POSITIVE, role="guarantee", example={"delta": "1e-5", "eps0": "1"},
    formula="max(0, eps0 + 2 log(1 - delta))",
)  # fmt: skip
def epsilon(delta: Any, eps0: Any) -> Any:
    """Least eps >= 0 for which the mechanism is (eps, delta)-DP."""
    return L.Max(0, eps0 + 2 * L.log(1 - delta))


@quantity(
    "laplace.mu", latex=r"\mu^{\mathrm{Lap}}(<eps0>)",
    eps0=POSITIVE, role="guarantee", example={"eps0": "1"}, formula="-2 PhiInv(e^(-eps0/2)/2)",
    note="the supremum over eps >= 0 of gaussian.mu(eps, laplace.delta(eps, eps0)), attained at eps = 0",
)  # fmt: skip
def mu(eps0: Any) -> Any:
    """Least mu for which the mechanism is mu-GDP."""
    return -2 * L.PhiInv(L.exp(-eps0 / 2) / 2)


@quantity(
    "laplace.roc", latex=r"R^{\mathrm{Lap}}_{<eps0>}(<fpr>)",
    fpr=_RATE, eps0=POSITIVE, values=UNIT, role="guarantee", example={"fpr": "0.1", "eps0": "1"},
    formula="e^eps0 x for x <= e^-eps0/2; 1 - e^-eps0/(4 x) for x <= 1/2; 1 - e^-eps0 (1 - x) beyond, x = fpr",
)  # fmt: skip
def roc(fpr: Any, eps0: Any) -> Any:
    """Greatest true positive rate of a test with this false positive rate."""
    return L.Piecewise(
        (L.exp(eps0) * fpr, 2 * fpr <= L.exp(-eps0)),
        (1 - L.exp(-eps0) / (4 * fpr), 2 * fpr <= 1),
        (1 - L.exp(-eps0) * (1 - fpr), True),
    )


@quantity(
    "laplace.tradeoff", latex=r"T^{\mathrm{Lap}}_{<eps0>}(<fpr>)",
    fpr=_RATE, eps0=POSITIVE, values=UNIT, role="tradeoff", example={"fpr": "0.1", "eps0": "1"},
    formula="1 - e^eps0 x for x <= e^-eps0/2; e^-eps0/(4 x) for x <= 1/2; e^-eps0 (1 - x) beyond, x = fpr",
)  # fmt: skip
def tradeoff(fpr: Any, eps0: Any) -> Any:
    """Trade-off function: least type II error of a test of level fpr."""
    return L.Piecewise(
        (1 - L.exp(eps0) * fpr, 2 * fpr <= L.exp(-eps0)),
        (L.exp(-eps0) / (4 * fpr), 2 * fpr <= 1),
        (L.exp(-eps0) * (1 - fpr), True),
    )


@quantity(
    "laplace.auc", latex=r"\mathrm{AUC}^{\mathrm{Lap}}(<eps0>)",
    eps0=POSITIVE, values=UNIT, role="guarantee", example={"eps0": "1"}, formula="1 - (1/2 + eps0/4) e^-eps0",
)  # fmt: skip
def auc(eps0: Any) -> Any:
    """Area under the ROC curve."""
    return 1 - (L.Rational(1, 2) + eps0 / 4) * L.exp(-eps0)


@quantity(
    "laplace.tv", latex=r"\mathrm{TV}^{\mathrm{Lap}}(<eps0>)",
    eps0=POSITIVE, values=UNIT, role="guarantee", also=("laplace.advantage",), example={"eps0": "1"},
    formula="1 - e^(-eps0/2)",
)  # fmt: skip
def tv(eps0: Any) -> Any:
    """Total variation distance, the advantage of the best adversary; equals laplace.delta(0, eps0)."""
    return 1 - L.exp(-eps0 / 2)


@quantity(
    "laplace.kl", latex=r"D^{\mathrm{Lap}}_{\mathrm{KL}}(<eps0>)",
    eps0=POSITIVE, role="guarantee", example={"eps0": "1"}, formula="eps0 + e^-eps0 - 1",
)  # fmt: skip
def kl(eps0: Any) -> Any:
    """Kullback-Leibler divergence between the outputs on neighbours."""
    return eps0 + L.exp(-eps0) - 1


@quantity(
    "laplace.chernoff", latex=r"C^{\mathrm{Lap}}(<eps0>)",
    eps0=POSITIVE, role="guarantee", example={"eps0": "1"}, formula="eps0/2 - log(1 + eps0/2)",
    note="the pair is symmetric, so the greatest exponent of the Chernoff divergence is at 1/2",
)  # fmt: skip
def chernoff(eps0: Any) -> Any:
    """Chernoff information between the outputs on neighbours: the divergence at the exponent 1/2."""
    return eps0 / 2 - L.log(1 + eps0 / 2)


@quantity(
    "laplace.renyi", latex=r"D^{\mathrm{Lap}}_{<order>}(<eps0>)",
    order=Interval.open(1, "oo"), eps0=POSITIVE, role="guarantee", example={"order": "2", "eps0": "1"},
    formula="log(order/(2 order - 1) e^((order - 1) eps0) + (order - 1)/(2 order - 1) e^(-order eps0))/(order - 1)",
)  # fmt: skip
def renyi(order: Any, eps0: Any) -> Any:
    """Rényi divergence of this order between the outputs on neighbours."""
    inside = order * L.exp((order - 1) * eps0) + (order - 1) * L.exp(-order * eps0)
    return L.log(inside / (2 * order - 1)) / (order - 1)


def _odds(corr_prior: Any, corr_record: Any, corr_time: Any) -> Any:
    """kappa, the prior odds of absence against presence: P_2/P_1 with P_1 = 1/((2 - rho_p)(1 - rho_c)(1 - rho_t))."""
    return (2 - corr_prior) * (1 - corr_record) * (1 - corr_time) - 1


@quantity(
    "laplace.fbeta", latex=r"F^{*}_{<beta>}(<eps0>; <corr_prior>, <corr_record>, <corr_time>)",
    beta=POSITIVE, eps0=POSITIVE, corr_prior=_CORRELATION, corr_record=_CORRELATION, corr_time=_CORRELATION,
    values=UNIT, role="guarantee", example={"beta": "1", "eps0": "2", "corr_prior": "0", "corr_record": "0", "corr_time": "0"},
    defaults={"corr_prior": 0, "corr_record": 0, "corr_time": 0}, renamed={"eps": "eps0", "epsilon": "eps0"},
    formula="(1 + b)/(1 + b + kappa) for e^eps0 < 1 + b/kappa; (1 + b)(s - 1)/((1 + b) s - 1 + b) beyond, b = beta^2, "
    "s = sqrt(1 + 4 b e^eps0/kappa), kappa = (2 - corr_prior)(1 - corr_record)(1 - corr_time) - 1",
    note="the greatest (1 + b) R/(b + R + kappa fpr) over all tests; without correlation kappa = 1, prior 1/2",
    such_that=lambda beta, eps0, corr_prior, corr_record, corr_time: _odds(corr_prior, corr_record, corr_time) > 0,
    needs="(2 - corr_prior)(1 - corr_record)(1 - corr_time) > 1; otherwise presence is certain beforehand",
)  # fmt: skip
def fbeta(beta: Any, eps0: Any, corr_prior: Any, corr_record: Any, corr_time: Any) -> Any:
    """Greatest F_beta score of a membership adversary with prior knowledge and correlations."""
    b, odds = beta**2, _odds(corr_prior, corr_record, corr_time)
    s = L.sqrt(1 + 4 * b * L.exp(eps0) / odds)
    return L.Piecewise(
        ((1 + b) / (1 + b + odds), odds * (L.exp(eps0) - 1) < b),
        ((1 + b) * (s - 1) / ((1 + b) * s - 1 + b), True),
    )


@quantity(
    "laplace.epsilon_for_fbeta", latex=r"\varepsilon_{F_{<beta>}}(<f>)",
    f=UNIT, beta=POSITIVE, role="calibration-upper", example={"f": "0.76", "beta": "1"},
    formula="log((s^2 - 1)/(4 b)), s = (1 + b - f (1 - b))/((1 + b)(1 - f)), b = beta^2",
    note="no prior knowledge and no correlations; the score of every eps <= log(1 + b) is (1 + b)/(2 + b)",
    such_that=lambda f, beta: f * (2 + beta**2) >= 1 + beta**2,
    needs="f >= (1 + beta^2)/(2 + beta^2), the score of an adversary who always says yes: no eps gives less",
)  # fmt: skip
def epsilon_for_fbeta(f: Any, beta: Any) -> Any:
    """Largest eps for which no membership adversary exceeds this F_beta score."""
    b = beta**2
    s = (1 + b - f * (1 - b)) / ((1 + b) * (1 - f))
    return L.log((s**2 - 1) / (4 * b))


@quantity(
    "laplace.epsilon_for_auc", latex=r"\varepsilon_{\mathrm{AUC}}(<auc>)",
    auc=Interval.open("1/2", 1), role="calibration-upper", example={"auc": "0.75"},
    formula="the root x of laplace.auc(x) = auc, -2 - W(-4 e^-2 (1 - auc)) on the lower branch of Lambert's function",
    kernel="laplace.epsilon_for_auc",
    because="(2 + x) e^-x = 4 (1 - auc) is y e^y = -4 e^-2 (1 - auc) for y = -2 - x < -1, the branch W_-1 of Arb",
)  # fmt: skip
def epsilon_for_auc(auc: Any) -> Any:
    """Largest eps0 whose area under the ROC curve does not exceed this one."""
    x = L.Symbol("x_eps", real=True)
    return L.Root(1 - (L.Rational(1, 2) + x / 4) * L.exp(-x) - auc, (x, 0, L.oo))


@quantity(
    "laplace.epsilon_for_tv", latex=r"\varepsilon_{\mathrm{TV}}(<tv>)",
    tv=UNIT, role="calibration-upper", example={"tv": "0.1"}, formula="-2 log(1 - tv)",
)  # fmt: skip
def epsilon_for_tv(tv: Any) -> Any:
    """Largest eps0 whose total variation distance (advantage) does not exceed this one."""
    return -2 * L.log(1 - tv)


@quantity(
    "laplace.epsilon_for_tpr", latex=r"\varepsilon_{\mathrm{TPR}}(<tpr>, <fpr>)",
    tpr=UNIT, fpr=UNIT, role="calibration-upper", example={"tpr": "0.1", "fpr": "0.01"},
    formula="log(y/x) for y <= 1/2; -log(4 x (1 - y)) for x <= 1/2 < y; log((1 - x)/(1 - y)) beyond, x = fpr, y = tpr",
    such_that=lambda tpr, fpr: tpr > fpr, needs="tpr > fpr: guessing already reaches tpr = fpr",
)  # fmt: skip
def epsilon_for_tpr(tpr: Any, fpr: Any) -> Any:
    """Largest eps0 for which no test with this false positive rate has a greater true positive rate than tpr."""
    return L.Piecewise(
        (L.log(tpr / fpr), 2 * tpr <= 1),
        (-L.log(4 * fpr * (1 - tpr)), 2 * fpr <= 1),
        (L.log((1 - fpr) / (1 - tpr)), True),
    )
