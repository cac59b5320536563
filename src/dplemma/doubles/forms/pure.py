"""eps0-DP in the worst case and its composition, with the standard library alone."""

import math
from statistics import NormalDist

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.searching import bisect


@coded("pure.delta", "textbook", use="not near eps = eps0, where the exponentials cancel, nor for eps0 > 709")
def delta_textbook(eps, eps0):
    return max(0.0, (math.exp(eps0) - math.exp(eps)) / (1 + math.exp(eps0)))


@coded("pure.delta", "expm1", cure=True, use="everywhere")
def delta_expm1(eps, eps0):
    return max(0.0, -math.expm1(min(0.0, eps - eps0)) / (1 + math.exp(-eps0)))


@coded("pure.epsilon", "textbook", use="not for small eps0: the logarithm of a number near 1")
def epsilon_textbook(delta, eps0):
    return math.log(max(1.0, math.exp(eps0) - delta * (1 + math.exp(eps0))))


@coded("pure.epsilon", "log1p", cure=True, use="everywhere")
def epsilon_log1p(delta, eps0):
    if delta >= math.tanh(eps0 / 2):
        return 0.0
    return eps0 + math.log1p(-delta * (1 + math.exp(-eps0)))


@coded("pure.mu", "textbook", use="not for small eps0: the quantile near 1/2 of a rounded number")
def mu_textbook(eps0):
    return -2 * NormalDist().inv_cdf(1 / (1 + math.exp(eps0)))


@coded("pure.mu", "newton", cure=True, use="everywhere: one Newton step on erf(mu/sqrt(8)) = tanh(eps0/2) for small eps0")
def mu_newton(eps0):
    mu = -2 * NormalDist().inv_cdf(1 / (1 + math.exp(eps0)))
    if eps0 > 1:
        return mu
    error = math.erf(mu / math.sqrt(8)) - math.tanh(eps0 / 2)
    return mu - error * math.sqrt(2 * math.pi) * math.exp(mu * mu / 8)


@coded("pure.roc", "textbook", use="everywhere")
def roc(fpr, eps0):
    return min(math.exp(eps0) * fpr, 1 - math.exp(-eps0) * (1 - fpr))


@coded("pure.tradeoff", "textbook", use="everywhere")
def tradeoff(fpr, eps0):
    return max(1 - math.exp(eps0) * fpr, math.exp(-eps0) * (1 - fpr))


@coded("pure.composed_delta", "textbook", use="only for k eps0 < 700, and not near eps = k eps0")
def composed_delta_textbook(k, eps0, eps):
    total = 0.0
    for i in range(int(k) + 1):
        total += math.comb(int(k), i) * max(0.0, math.exp(i * eps0) - math.exp(eps + (k - i) * eps0))
    return total / (1 + math.exp(eps0)) ** k


@coded(
    "pure.composed_delta", "log-domain",
    use="no overflow, but lgamma and k eps0 are large numbers whose rounding errors the exponential magnifies",
)  # fmt: skip
def composed_delta_log_domain(k, eps0, eps):
    total = 0.0
    for i in range(int(k) + 1):
        loss = (2 * i - k) * eps0
        if loss > eps:
            log_count = math.lgamma(k + 1) - math.lgamma(i + 1) - math.lgamma(k - i + 1)
            log_weight = log_count + i * eps0 - k * math.log(1 + math.exp(eps0))
            total += math.exp(log_weight) - math.exp(log_weight + eps - loss)
    return total


@coded(
    "pure.composed_delta", "powers", cure=True,
    use="k up to 200: probabilities instead of exponentials, exact binomials, expm1; about log2(k) bits go to the powers",
)  # fmt: skip
def composed_delta_powers(k, eps0, eps):
    yes, no = 1 / (1 + math.exp(-eps0)), 1 / (1 + math.exp(eps0))
    terms = []
    for i in range(int(k) + 1):
        loss = (2 * i - k) * eps0
        if loss > eps:
            terms.append(-math.comb(int(k), i) * yes**i * no ** (k - i) * math.expm1(eps - loss))
    return math.fsum(terms)


@coded(
    "pure.composed_epsilon", "textbook", helpers=(composed_delta_textbook, bisect),
    use="only for k eps0 < 350, and delta far above the rounding error of the sum",
)  # fmt: skip
def composed_epsilon_textbook(k, eps0, delta):
    return bisect(lambda eps: composed_delta_textbook(k, eps0, eps) > delta, 0.0, k * eps0)


@coded(
    "pure.composed_epsilon", "powers", cure=True, helpers=(composed_delta_powers, bisect),
    use="k up to 200: the same search on a sum of positive terms",
)  # fmt: skip
def composed_epsilon_powers(k, eps0, delta):
    if composed_delta_powers(k, eps0, 0.0) <= delta:
        return 0.0
    return bisect(lambda eps: composed_delta_powers(k, eps0, eps) > delta, 0.0, k * eps0)
