"""The Gaussian mechanism with SciPy."""

import math

from scipy.optimize import brentq
from scipy.special import erfcx, erfinv, log_ndtr, ndtr, ndtri

from dplemma.doubles.coded import coded


@coded("gaussian.delta", "ndtr", use="only where delta is not small: the textbook form in SciPy's words")
def delta_ndtr(eps, mu):
    return ndtr(mu / 2 - eps / mu) - math.exp(eps) * ndtr(-mu / 2 - eps / mu)


@coded(
    "gaussian.delta", "log-ndtr",
    use="only against overflow at eps > 709: eps cancels against logarithms of its own size",
)  # fmt: skip
def delta_log_ndtr(eps, mu):
    first, second = log_ndtr(mu / 2 - eps / mu), eps + log_ndtr(-mu / 2 - eps / mu)
    return -math.exp(first) * math.expm1(second - first)


@coded(
    "gaussian.delta", "erfcx", cure=True,
    use="mu >= 0.05 and eps/mu - mu/2 > -30: the exponential is taken out, the Mills ratios differ",
)  # fmt: skip
def delta_erfcx(eps, mu):
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    return 0.5 * math.exp(-a * a / 2) * (erfcx(a / math.sqrt(2)) - erfcx(b / math.sqrt(2)))


@coded("gaussian.log_delta", "log-ndtr", use="delta neither small nor near 1: eps cancels against logarithms of its own size")
def log_delta_log_ndtr(eps, mu):
    first, second = log_ndtr(mu / 2 - eps / mu), eps + log_ndtr(-mu / 2 - eps / mu)
    return first + math.log(-math.expm1(second - first))


@coded("gaussian.one_minus_delta", "ndtr", cure=True, use="eps < 709: a sum of two positive terms")
def one_minus_delta_ndtr(eps, mu):
    return ndtr(eps / mu - mu / 2) + math.exp(eps) * ndtr(-mu / 2 - eps / mu)


@coded(
    "gaussian.log_delta", "erfcx", cure=True, helpers=(one_minus_delta_ndtr,),
    use="mu >= 0.05, however small delta is: Mills ratios in the tail, log1p of the complement where delta is near 1",
)  # fmt: skip
def log_delta_erfcx(eps, mu):
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    if a < -1:
        return math.log1p(-one_minus_delta_ndtr(eps, mu))
    return math.log((erfcx(a / math.sqrt(2)) - erfcx(b / math.sqrt(2))) / 2) - a * a / 2


@coded(
    "gaussian.log_one_minus_delta", "erfcx", cure=True, helpers=(delta_erfcx, one_minus_delta_ndtr),
    use="mu >= 0.05: by delta where delta is small, by its complement where it is not",
)  # fmt: skip
def log_one_minus_delta_erfcx(eps, mu):
    if eps / mu - mu / 2 > 0:
        return math.log1p(-delta_erfcx(eps, mu))
    return math.log(one_minus_delta_ndtr(eps, mu))


@coded(
    "gaussian.epsilon", "brentq", helpers=(delta_ndtr,),
    use="only for delta far above the rounding error of the profile",
)  # fmt: skip
def epsilon_brentq(delta, mu):
    return brentq(lambda eps: delta_ndtr(eps, mu) - delta, 0, 700, xtol=1e-15)


@coded(
    "gaussian.epsilon", "log-brentq", helpers=(one_minus_delta_ndtr, log_delta_erfcx),
    use="small delta and mu >= 0.05: the root of log delta; no better than the textbook form where eps is near 0",
)  # fmt: skip
def epsilon_log_brentq(delta, mu):
    return brentq(lambda eps: log_delta_erfcx(eps, mu) - math.log(delta), 0, 700, xtol=1e-15, rtol=1e-15)


@coded(
    "gaussian.mu", "log-brentq", cure=True, helpers=(one_minus_delta_ndtr, log_delta_erfcx),
    use="mu >= 0.05: the root of log delta",
)  # fmt: skip
def mu_log_brentq(eps, delta):
    return brentq(lambda mu: log_delta_erfcx(eps, mu) - math.log(delta), 1e-4, 30, xtol=1e-15, rtol=1e-15)


@coded(
    "gaussian.sigma", "log-brentq", cure=True, helpers=(one_minus_delta_ndtr, log_delta_erfcx),
    use="sigma <= 20: the root of log delta",
)  # fmt: skip
def sigma_log_brentq(eps, delta):
    return 1 / brentq(lambda mu: log_delta_erfcx(eps, mu) - math.log(delta), 1e-4, 30, xtol=1e-15, rtol=1e-15)


@coded("gaussian.roc", "ndtr", use="everywhere")
def roc_ndtr(fpr, mu):
    return ndtr(mu + ndtri(fpr))


@coded("gaussian.tradeoff", "ndtr", cure=True, use="everywhere: the quantile of fpr itself, mirrored")
def tradeoff_ndtr(fpr, mu):
    return ndtr(-ndtri(fpr) - mu)


@coded("gaussian.auc", "ndtr", use="everywhere")
def auc_ndtr(mu):
    return ndtr(mu / math.sqrt(2))


@coded("gaussian.mu_for_auc", "ndtri", use="everywhere")
def mu_for_auc_ndtri(auc):
    return math.sqrt(2) * ndtri(auc)


@coded("gaussian.mu_for_tv", "erfinv", cure=True, use="everywhere: no 1 + tv to be rounded")
def mu_for_tv_erfinv(tv):
    return math.sqrt(8) * erfinv(tv)
