"""Central-limit parameters of noisy gradient descent with the standard library alone."""

import math

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.gaussian import normal_cdf


@coded("dpsgd.mu_clt_poisson", "textbook", use="not for large sigma: e^(1/sigma^2) - 1 cancels")
def poisson_textbook(sigma, q, steps):
    return q * math.sqrt(steps * (math.exp(1 / sigma**2) - 1))


@coded("dpsgd.mu_clt_poisson", "expm1", cure=True, use="everywhere with sigma > 0.04")
def poisson_expm1(sigma, q, steps):
    return q * math.sqrt(steps * math.expm1(1 / sigma**2))


@coded("dpsgd.mu_clt_uniform", "textbook", helpers=(normal_cdf,), use="not for large sigma: four terms of order 1 cancel")
def uniform_textbook(sigma, q, steps):
    inside = math.exp(1 / sigma**2) * normal_cdf(1.5 / sigma) + 3 * normal_cdf(-0.5 / sigma) - 2
    return q * math.sqrt(2 * steps * inside)


@coded(
    "dpsgd.mu_clt_uniform", "expm1-erf", cure=True, helpers=(normal_cdf,),
    use="sigma up to 1000: the constants are gone, two odd functions of 1/sigma still cancel",
)  # fmt: skip
def uniform_expm1_erf(sigma, q, steps):
    odd = math.erf(1.5 / (sigma * math.sqrt(2))) - 3 * math.erf(0.5 / (sigma * math.sqrt(2)))
    inside = math.expm1(1 / sigma**2) * normal_cdf(1.5 / sigma) + odd / 2
    return q * math.sqrt(2 * steps * inside)
