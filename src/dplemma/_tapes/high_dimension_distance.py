"""Generated from high_dimension.distance in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, log, pi, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'log', 'pi', 'rational', 'sqrt'])

RATIONAL = set()


def plain():
    c1 = rational(1187, 2500)
    c2 = rational(8, 1)
    c3 = rational(24, 1)
    c7 = rational(1, 1)
    c8 = rational(2, 1)
    c15 = rational(1, 2)
    c16 = sqrt(c8)
    c17 = c15 * c16
    c28 = rational(1187, 625) * c16 / sqrt(pi())
    c29 = rational(3, 1)
    c33 = rational(7, 1)
    c49 = rational(3, 2)
    c50 = rational(4, 1)
    def run(x_d, x_mu):
        v4 = x_mu * x_mu
        v9 = sqrt(x_d)
        v10 = x_mu / v9
        v11 = v4 / x_d
        v13 = sqrt(c7 + v11)
        v24 = c1 * (c2 + c3 * v4 / x_d) * (c7 + c8 * (erfc((v10 + v13) * c17) * c15) - c8 * (erfc((v10 - v13) * c17) * c15))
        v30 = c8 * v4 / x_d
        v32 = v13 * (c29 + v30)
        v35 = x_mu * (c33 + v30) / v9
        v48 = v24 + c28 * ((v32 - v35) * exp(-x_mu * v13 / v9) + (v32 + v35) * exp(x_mu * v13 / v9)) * exp(-(c15 + v11))
        return v48 / (v9 * exp(c49 * log(c8 + c50 * v4 / x_d)))
    return run
