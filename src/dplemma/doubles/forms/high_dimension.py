"""The length test in high dimension with the standard library alone."""

import math
from statistics import NormalDist

from dplemma.doubles.coded import coded
from dplemma.doubles.forms.gaussian import normal_cdf


@coded("high_dimension.mu", "textbook", use="everywhere")
def mu(d, mu):
    return mu**2 / math.sqrt(2 * d)


@coded("high_dimension.roc", "textbook", helpers=(normal_cdf,), use="everywhere")
def roc(fpr, d, mu):
    return normal_cdf((NormalDist().inv_cdf(fpr) + mu**2 / math.sqrt(2 * d)) / math.sqrt(1 + 2 * mu**2 / d))


@coded("high_dimension.distance", "textbook", helpers=(normal_cdf,), use="everywhere")
def distance(d, mu):
    m = mu / math.sqrt(d)
    c = math.sqrt(1 + m**2)
    even, odd = c * (2 * m**2 + 3), m * (2 * m**2 + 7)
    inside = normal_cdf(c - m) - normal_cdf(-c - m)
    density = math.exp(-0.5 - m**2) / math.sqrt(2 * math.pi)
    outside = (even + odd) * math.exp(c * m) + (even - odd) * math.exp(-c * m)
    third = 8 * (1 + 3 * m**2) * (1 - 2 * inside) + 8 * density * outside
    return 1187 * third / (2500 * (2 + 4 * m**2) * math.sqrt(2 + 4 * m**2) * math.sqrt(d))
