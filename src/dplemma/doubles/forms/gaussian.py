"""The Gaussian mechanism with the standard library alone: everything that is a formula."""

import math
from statistics import NormalDist

from dplemma.doubles.coded import coded


def normal_cdf(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


@coded(
    "gaussian.delta", "textbook", helpers=(normal_cdf,),
    use="only where delta is not small: both terms agree in more and more digits as it shrinks",
)  # fmt: skip
def delta_textbook(eps, mu):
    return normal_cdf(mu / 2 - eps / mu) - math.exp(eps) * normal_cdf(-mu / 2 - eps / mu)


@coded(
    "gaussian.log_delta", "textbook", helpers=(normal_cdf,),
    use="never: it inherits the cancellation of delta and has no logarithm once delta underflows",
)  # fmt: skip
def log_delta_textbook(eps, mu):
    return math.log(normal_cdf(mu / 2 - eps / mu) - math.exp(eps) * normal_cdf(-mu / 2 - eps / mu))


@coded(
    "gaussian.one_minus_delta", "textbook", helpers=(normal_cdf,),
    use="only where delta is not near 1: the subtraction from 1 keeps no digits of a small complement",
)  # fmt: skip
def one_minus_delta_textbook(eps, mu):
    return 1 - (normal_cdf(mu / 2 - eps / mu) - math.exp(eps) * normal_cdf(-mu / 2 - eps / mu))


@coded(
    "gaussian.one_minus_delta", "complement", helpers=(normal_cdf,), cure=True,
    use="everywhere with eps < 709: a sum of two positive terms",
)  # fmt: skip
def one_minus_delta_complement(eps, mu):
    return normal_cdf(eps / mu - mu / 2) + math.exp(eps) * normal_cdf(-mu / 2 - eps / mu)


@coded(
    "gaussian.log_one_minus_delta", "textbook", helpers=(normal_cdf,),
    use="only where delta is not small: the logarithm of a number that was rounded to nearly 1",
)  # fmt: skip
def log_one_minus_delta_textbook(eps, mu):
    return math.log(normal_cdf(eps / mu - mu / 2) + math.exp(eps) * normal_cdf(-mu / 2 - eps / mu))


@coded("gaussian.roc", "textbook", helpers=(normal_cdf,), use="everywhere")
def roc_textbook(fpr, mu):
    return normal_cdf(mu + NormalDist().inv_cdf(fpr))


@coded(
    "gaussian.tradeoff", "textbook", helpers=(normal_cdf,),
    use="not for small fpr: 1 - fpr is rounded, and its quantile with it",
)  # fmt: skip
def tradeoff_textbook(fpr, mu):
    return normal_cdf(NormalDist().inv_cdf(1 - fpr) - mu)


@coded("gaussian.tradeoff", "mirror", helpers=(normal_cdf,), cure=True, use="everywhere: the quantile of fpr itself, mirrored")
def tradeoff_mirror(fpr, mu):
    return normal_cdf(-NormalDist().inv_cdf(fpr) - mu)


@coded("gaussian.auc", "erfc", use="everywhere")
def auc(mu):
    return 0.5 * math.erfc(-mu / 2)


@coded("gaussian.tv", "textbook", helpers=(normal_cdf,), use="not for small mu: 2 Phi(mu/2) - 1 cancels")
def tv_textbook(mu):
    return 2 * normal_cdf(mu / 2) - 1


@coded("gaussian.tv", "erf", use="everywhere", cure=True)
def tv_erf(mu):
    return math.erf(mu / math.sqrt(8))


@coded("gaussian.renyi", "textbook", use="everywhere")
def renyi(order, mu):
    return order * mu**2 / 2


@coded("gaussian.kl", "textbook", use="everywhere")
def kl(mu):
    return mu**2 / 2


@coded("gaussian.chernoff", "textbook", use="everywhere")
def chernoff(mu):
    return mu**2 / 8


@coded("gaussian.mu_for_auc", "textbook", use="everywhere")
def mu_for_auc(auc):
    return math.sqrt(2) * NormalDist().inv_cdf(auc)


@coded("gaussian.mu_for_tv", "textbook", use="not for small tv: (1 + tv)/2 drops its last digits")
def mu_for_tv_textbook(tv):
    return 2 * NormalDist().inv_cdf((1 + tv) / 2)


@coded("gaussian.mu_for_tv", "newton", use="everywhere: one Newton step on erf(mu/sqrt(8)) = tv restores the digits", cure=True)
def mu_for_tv_newton(tv):
    mu = 2 * NormalDist().inv_cdf((1 + tv) / 2)
    return mu - (math.erf(mu / math.sqrt(8)) - tv) * math.sqrt(2 * math.pi) * math.exp(mu * mu / 8)


@coded("gaussian.mu_for_tpr", "textbook", use="tpr not near fpr: two quantiles are subtracted")
def mu_for_tpr(tpr, fpr):
    return NormalDist().inv_cdf(tpr) - NormalDist().inv_cdf(fpr)
