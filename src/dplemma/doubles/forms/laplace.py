"""The Laplace mechanism with the standard library alone."""

import math
from statistics import NormalDist

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.searching import bisect, doubled


def exp_beyond_line(x):
    """e^x - 1 - x, by its series where the three terms would cancel."""
    if abs(x) > 1:
        return math.expm1(x) - x
    total = 0.0
    for n in range(20, 1, -1):
        total = (total + 1) * x / n
    return total * x


def beyond_log1p(x):
    """x - log(1 + x), by the series of 2 artanh(x/(2 + x)) where the terms would cancel."""
    if abs(x) > 0.5:
        return x - math.log1p(x)
    z = x / (2 + x)
    total = 0.0
    for n in range(33, 1, -2):
        total = (total + 1 / n) * z * z
    return z * (x - 2 * total)


@coded("laplace.delta", "textbook", use="not near eps = eps0, where 1 - e^x cancels")
def delta_textbook(eps, eps0):
    return max(0.0, 1 - math.exp((eps - eps0) / 2))


@coded("laplace.delta", "expm1", cure=True, use="everywhere")
def delta_expm1(eps, eps0):
    return max(0.0, -math.expm1((eps - eps0) / 2))


@coded("laplace.epsilon", "textbook", use="not for small eps0 and delta: 1 - delta drops digits of delta")
def epsilon_textbook(delta, eps0):
    return max(0.0, eps0 + 2 * math.log(1 - delta))


@coded("laplace.epsilon", "log1p", cure=True, use="everywhere")
def epsilon_log1p(delta, eps0):
    return max(0.0, eps0 + 2 * math.log1p(-delta))


@coded("laplace.mu", "textbook", use="not for small eps0: the quantile near 1/2 of a rounded number")
def mu_textbook(eps0):
    return -2 * NormalDist().inv_cdf(math.exp(-eps0 / 2) / 2)


@coded("laplace.mu", "newton", cure=True, use="everywhere: one Newton step on erf(mu/sqrt(8)) = 1 - e^(-eps0/2) for small eps0")
def mu_newton(eps0):
    mu = -2 * NormalDist().inv_cdf(math.exp(-eps0 / 2) / 2)
    if eps0 > 1:
        return mu
    error = math.erf(mu / math.sqrt(8)) + math.expm1(-eps0 / 2)
    return mu - error * math.sqrt(2 * math.pi) * math.exp(mu * mu / 8)


@coded("laplace.roc", "textbook", use="everywhere")
def roc(fpr, eps0):
    if 2 * fpr <= math.exp(-eps0):
        return math.exp(eps0) * fpr
    if 2 * fpr <= 1:
        return 1 - math.exp(-eps0) / (4 * fpr)
    return 1 - math.exp(-eps0) * (1 - fpr)


@coded("laplace.tradeoff", "textbook", use="everywhere")
def tradeoff(fpr, eps0):
    if 2 * fpr <= math.exp(-eps0):
        return 1 - math.exp(eps0) * fpr
    if 2 * fpr <= 1:
        return math.exp(-eps0) / (4 * fpr)
    return math.exp(-eps0) * (1 - fpr)


@coded("laplace.auc", "textbook", use="everywhere")
def auc(eps0):
    return 1 - (0.5 + eps0 / 4) * math.exp(-eps0)


@coded("laplace.tv", "textbook", use="not for small eps0, where 1 - e^x cancels")
def tv_textbook(eps0):
    return 1 - math.exp(-eps0 / 2)


@coded("laplace.tv", "expm1", cure=True, use="everywhere")
def tv_expm1(eps0):
    return -math.expm1(-eps0 / 2)


@coded("laplace.kl", "textbook", use="not for small eps0: it is of the order of eps0^2")
def kl_textbook(eps0):
    return eps0 + math.exp(-eps0) - 1


@coded("laplace.kl", "expm1", cure=True, use="eps0 >= 0.05: eps0 still cancels against expm1")
def kl_expm1(eps0):
    return eps0 + math.expm1(-eps0)


@coded("laplace.kl", "series", cure=True, helpers=(exp_beyond_line,), use="everywhere")
def kl_series(eps0):
    return exp_beyond_line(-eps0)


@coded("laplace.chernoff", "textbook", use="not for small eps0: it is of the order of eps0^2")
def chernoff_textbook(eps0):
    return eps0 / 2 - math.log(1 + eps0 / 2)


@coded("laplace.chernoff", "series", cure=True, helpers=(beyond_log1p,), use="everywhere")
def chernoff_series(eps0):
    return beyond_log1p(eps0 / 2)


@coded(
    "laplace.renyi", "textbook", use="not for small eps0, nor for order eps0 > 700: the logarithm of a number near 1, or infinite"
)
def renyi_textbook(order, eps0):
    inside = order * math.exp((order - 1) * eps0) + (order - 1) * math.exp(-order * eps0)
    return math.log(inside / (2 * order - 1)) / (order - 1)


@coded("laplace.renyi", "log1p", cure=True, use="eps0 >= 0.05 and order eps0 < 700: the linear terms still cancel")
def renyi_log1p(order, eps0):
    beyond_one = order * math.expm1((order - 1) * eps0) + (order - 1) * math.expm1(-order * eps0)
    return math.log1p(beyond_one / (2 * order - 1)) / (order - 1)


@coded("laplace.renyi", "series", cure=True, helpers=(exp_beyond_line,), use="order eps0 < 700: only positive terms are added")
def renyi_series(order, eps0):
    beyond_one = order * exp_beyond_line((order - 1) * eps0) + (order - 1) * exp_beyond_line(-order * eps0)
    return math.log1p(beyond_one / (2 * order - 1)) / (order - 1)


@coded("laplace.fbeta", "textbook", use="everywhere with eps0 < 700")
def fbeta(beta, eps0, corr_prior, corr_record, corr_time):
    b = beta**2
    odds = (2 - corr_prior) * (1 - corr_record) * (1 - corr_time) - 1
    if odds * (math.exp(eps0) - 1) < b:
        return (1 + b) / (1 + b + odds)
    s = math.sqrt(1 + 4 * b * math.exp(eps0) / odds)
    return (1 + b) * (s - 1) / ((1 + b) * s - 1 + b)


@coded("laplace.epsilon_for_fbeta", "textbook", use="not for small beta: s^2 - 1 cancels")
def epsilon_for_fbeta_textbook(f, beta):
    b = beta**2
    s = (1 + b - f * (1 - b)) / ((1 + b) * (1 - f))
    return math.log((s**2 - 1) / (4 * b))


@coded("laplace.epsilon_for_fbeta", "factored", cure=True, use="everywhere: s - 1 is divided out")
def epsilon_for_fbeta_factored(f, beta):
    b = beta**2
    r = f / ((1 + b) * (1 - f))
    return math.log(r * (1 + b * r))


@coded("laplace.epsilon_for_auc", "bisection", helpers=(bisect, doubled), use="everywhere: a search on the logarithms")
def epsilon_for_auc(auc):
    def is_left(eps0):
        return math.log1p(eps0 / 2) - eps0 > math.log(2 * (1 - auc))

    return bisect(is_left, 0.0, doubled(is_left, 1.0))


@coded("laplace.epsilon_for_tv", "textbook", use="not for small tv: 1 - tv drops its last digits")
def epsilon_for_tv_textbook(tv):
    return -2 * math.log(1 - tv)


@coded("laplace.epsilon_for_tv", "log1p", cure=True, use="everywhere")
def epsilon_for_tv_log1p(tv):
    return -2 * math.log1p(-tv)


@coded("laplace.epsilon_for_tpr", "textbook", use="not for tpr near fpr: a logarithm next to 1")
def epsilon_for_tpr_textbook(tpr, fpr):
    if 2 * tpr <= 1:
        return math.log(tpr / fpr)
    if 2 * fpr <= 1:
        return -math.log(4 * fpr * (1 - tpr))
    return math.log((1 - fpr) / (1 - tpr))


@coded("laplace.epsilon_for_tpr", "log1p", cure=True, use="everywhere: the difference of the rates is exact where they are near")
def epsilon_for_tpr_log1p(tpr, fpr):
    if 2 * tpr <= 1:
        return math.log1p((tpr - fpr) / fpr)
    if 2 * fpr <= 1:
        if 4 * fpr * (1 - tpr) < 0.5:
            return -math.log(4 * fpr * (1 - tpr))
        return -math.log1p(2 * (fpr - tpr) + 4 * (0.5 - fpr) * (tpr - 0.5))
    return math.log1p((tpr - fpr) / (1 - tpr))
