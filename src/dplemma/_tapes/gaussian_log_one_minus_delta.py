"""Generated from gaussian.log_one_minus_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, log, log1p, mills_ratio, pi, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'log', 'log1p', 'mills_ratio', 'pi', 'rational', 'sqrt'])

RATIONAL = set()


def mills():
    c1 = rational(1, 2)
    c17 = c1 * log(rational(2, 1) * pi())
    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v10 = v3 - v2
        return log(mills_ratio(v2 - v3) + mills_ratio(v2 + v3)) - c1 * (v10 * v10) - c17
    return run


def complement_mills():
    c2 = rational(1, 2)
    c13 = c2 * sqrt(rational(2, 1)) / sqrt(pi())
    c14 = rational(-1, 2)
    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        return log1p(-(mills_ratio(v4) - mills_ratio(v3 + v1)) * (c13 * exp(c14 * (v4 * v4))))
    return run


def complement_far():
    c1 = rational(1, 2)
    c7 = sqrt(rational(2, 1))
    c10 = c1 * c7 / sqrt(pi())
    c11 = rational(-1, 2)
    c18 = c1 * c7
    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v12 = v3 - v2
        return log1p(mills_ratio(v2 + v3) * (c10 * exp(c11 * (v12 * v12))) - erfc(v12 * c18) * c1)
    return run


def far():
    c1 = rational(1, 2)
    c7 = sqrt(rational(2, 1))
    c10 = c1 * c7 / sqrt(pi())
    c11 = rational(-1, 2)
    c19 = c1 * c7
    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v12 = v3 - v2
        return log(mills_ratio(v2 + v3) * (c10 * exp(c11 * (v12 * v12))) + erfc((v2 - v3) * c19) * c1)
    return run


def complement():
    c2 = rational(1, 2)
    c8 = c2 * sqrt(rational(2, 1))
    def run(x_eps, x_mu):
        v3 = c2 * x_mu
        v4 = x_eps / x_mu
        return log1p(exp(x_eps) * (erfc((v3 + v4) * c8) * c2) - erfc((v4 - v3) * c8) * c2)
    return run


def plain():
    c2 = rational(1, 2)
    c8 = c2 * sqrt(rational(2, 1))
    def run(x_eps, x_mu):
        v3 = c2 * x_mu
        v4 = x_eps / x_mu
        return log(exp(x_eps) * (erfc((v3 + v4) * c8) * c2) + erfc((v3 - v4) * c8) * c2)
    return run
