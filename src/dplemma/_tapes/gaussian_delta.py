"""Generated from gaussian.delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, mills_ratio, pi, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'mills_ratio', 'pi', 'rational', 'sqrt'])

RATIONAL = set()


def mills():
    c2 = rational(1, 2)
    c13 = c2 * sqrt(rational(2, 1)) / sqrt(pi())
    c14 = rational(-1, 2)
    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        return (mills_ratio(v4) - mills_ratio(v3 + v1)) * (c13 * exp(c14 * (v4 * v4)))
    return run


def far():
    c2 = rational(1, 2)
    c6 = sqrt(rational(2, 1))
    c7 = c2 * c6
    c13 = c2 * c6 / sqrt(pi())
    c14 = rational(-1, 2)
    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        return erfc(v4 * c7) * c2 - mills_ratio(v3 + v1) * (c13 * exp(c14 * (v4 * v4)))
    return run


def plain():
    c2 = rational(1, 2)
    c7 = c2 * sqrt(rational(2, 1))
    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        return erfc((v1 - v3) * c7) * c2 - exp(x_eps) * (erfc((v3 + v1) * c7) * c2)
    return run
