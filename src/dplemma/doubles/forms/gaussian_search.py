"""The Gaussian mechanism with the standard library alone: inverses and optima, searched."""

import math

from dplemma.doubles import profile
from dplemma.doubles.coded import coded
from dplemma.doubles.forms.gaussian import delta_textbook, normal_cdf
from dplemma.doubles.forms.searching import bisect, doubled, golden_section

_PLAIN = (normal_cdf, delta_textbook, bisect)


@coded(
    "gaussian.epsilon", "textbook", helpers=(*_PLAIN, doubled),
    use="only for delta far above the rounding error of the profile: it searches a root of noise below that",
)  # fmt: skip
def epsilon_textbook(delta, mu):
    def is_left(eps):
        return delta_textbook(eps, mu) > delta

    return bisect(is_left, 0.0, doubled(is_left, 1.0))


@coded(
    "gaussian.epsilon", "double-double", helpers=(bisect, doubled), cure=True,
    use="everywhere: the same search on a profile without cancellation (pip install dplemma)",
)  # fmt: skip
def epsilon_double_double(delta, mu):
    def is_left(eps):
        return profile.delta(eps, mu) > delta

    return bisect(is_left, 0.0, doubled(is_left, 1.0))


@coded(
    "gaussian.mu", "textbook", helpers=_PLAIN,
    use="only for delta far above the rounding error of the profile, and eps < 709",
)  # fmt: skip
def mu_textbook(eps, delta):
    return bisect(lambda mu: delta_textbook(eps, mu) < delta, 0.0, 64.0)


@coded(
    "gaussian.mu", "double-double", helpers=(bisect, doubled), cure=True,
    use="everywhere: the same search on a profile without cancellation (pip install dplemma)",
)  # fmt: skip
def mu_double_double(eps, delta):
    def is_left(mu):
        return profile.delta(eps, mu) < delta

    return bisect(is_left, 0.0, doubled(is_left, 1.0))


@coded(
    "gaussian.sigma", "textbook", helpers=_PLAIN,
    use="only for delta far above the rounding error of the profile, and eps < 709",
)  # fmt: skip
def sigma_textbook(eps, delta):
    return bisect(lambda sigma: delta_textbook(eps, 1 / sigma) > delta, 1 / 64, 1e6)


@coded(
    "gaussian.sigma", "double-double", helpers=(bisect, doubled), cure=True,
    use="everywhere: the same search on a profile without cancellation (pip install dplemma)",
)  # fmt: skip
def sigma_double_double(eps, delta):
    def is_left(mu):
        return profile.delta(eps, mu) < delta

    return 1 / bisect(is_left, 0.0, doubled(is_left, 1.0))


def f_score(z, beta, mu):
    power, level = normal_cdf(mu - z), normal_cdf(-z)
    return (1 + beta**2) * power / (beta**2 + power + level)


@coded(
    "gaussian.fbeta", "textbook", helpers=(normal_cdf, f_score, golden_section),
    use="everywhere: a maximum forgives an inexact threshold",
)  # fmt: skip
def fbeta_textbook(beta, mu):
    z = golden_section(lambda z: -f_score(z, beta, mu), -40.0, 40.0)
    return f_score(z, beta, mu)


@coded(
    "gaussian.fbeta_fpr", "textbook", helpers=(normal_cdf, f_score, golden_section),
    use="never: values near a maximum agree in all digits while the threshold is known to half of them",
)  # fmt: skip
def fbeta_fpr_textbook(beta, mu):
    return normal_cdf(-golden_section(lambda z: -f_score(z, beta, mu), -40.0, 40.0))


@coded(
    "gaussian.fbeta_fpr", "stationary", helpers=(normal_cdf, bisect), cure=True,
    use="everywhere: the root of the derivative, likelihood ratio (beta^2 + fpr) = power",
)  # fmt: skip
def fbeta_fpr_stationary(beta, mu):
    def is_left(z):
        return mu * z - mu * mu / 2 + math.log((beta**2 + normal_cdf(-z)) / normal_cdf(mu - z)) < 0

    return normal_cdf(-bisect(is_left, -30.0, 30.0))


@coded(
    "gaussian.mu_for_fbeta", "pair", helpers=(bisect, doubled),
    use="f not near (1 + beta^2)/(2 + beta^2): gaussian.mu at the pair that the score stands for (pip install dplemma)",
)  # fmt: skip
def mu_for_fbeta(f, beta):
    b = beta**2
    rest = 1 + b - f
    eps, delta = (math.log(f / rest), b * f / rest) if f >= rest else (math.log(rest / f), 2 + b - (1 + b) / f)

    def is_left(mu):
        return profile.delta(eps, mu) < delta

    return bisect(is_left, 0.0, doubled(is_left, 1.0))
