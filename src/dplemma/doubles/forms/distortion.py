"""The privacy-distortion bounds with the standard library alone."""

import math

from dplemma.doubles.coded import coded


@coded("distortion.information", "textbook", use="not for a large sigma_a: 1 + x drops the last digits of a small x")
def information_textbook(variance, sigma_a):
    return math.log(1 + variance / sigma_a**2) / 2


@coded("distortion.information", "log1p", cure=True, use="everywhere")
def information_log1p(variance, sigma_a):
    return math.log1p(variance / sigma_a**2) / 2


@coded(
    "distortion.rate", "textbook", use="everywhere; next to variance = reach^2 the logarithm shows the rounding of the quotient"
)
def rate(variance, reach):
    return math.log(variance / reach**2) / 2


@coded("distortion.least_reach", "textbook", use="everywhere")
def least_reach(variance, sigma_a):
    return math.sqrt(variance * sigma_a**2 / (variance + sigma_a**2))


@coded("distortion.most_variance", "textbook", use="everywhere; next to variance = reach^2 the difference shows the rounding")
def most_variance(variance, reach):
    return variance / (variance / reach**2 - 1)
