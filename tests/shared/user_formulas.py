"""Formulas as users write them: with `math`, with names imported from it, with NumPy, with helpers and closures."""

import math
from math import exp, sqrt

import numpy as np


def complement(p):
    return 1 - (1 - p)


def log_of_sum(x):
    return math.log(1 + x)


def log_of_sum_well(x):
    return math.log1p(x)


def quadratic_root(b, c):
    """The smaller root of x^2 - 2 b x + c."""
    return b - sqrt(b * b - c)


def quadratic_root_well(b, c):
    return c / (b + sqrt(b * b - c))


def rump(a, b):
    return 333.75 * b**6 + a**2 * (11 * a**2 * b**2 - b**6 - 121 * b**4 - 2) + 5.5 * b**8 + a / (2 * b)


def hypotenuse(x, y):
    return sqrt(x * x + y * y)


def kl(mu):
    return mu * mu / 2


def phi_of(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def profile(eps, mu):
    a = mu / 2 - eps / mu
    return phi_of(a) - math.exp(eps) * phi_of(-mu / 2 - eps / mu)


def with_numpy(x):
    return np.where(x > 1, np.expm1(x), np.exp(x) - 1)


def with_local_import(x):
    from math import log1p

    return log1p(x) / max(x, 1e-300)


def make_scaled(factor):
    def scaled(x):
        return factor * exp(x)

    return scaled


scaled = make_scaled(3)


def branching(x):
    if x < 0.5:
        return -math.log1p(-x)
    return -math.log(1 - x)


def to_integer(x):
    return int(x) + 1


def unknown_function(x):
    return math.nextafter(x, 2.0)
