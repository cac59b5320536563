"""Generated from dpsgd.mu_clt_uniform in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'rational', 'sqrt'])

RATIONAL = set()


def plain():
    c1 = rational(2, 1)
    c2 = sqrt(c1)
    c5 = rational(1, 1)
    c8 = rational(-3, 4) * c2
    c9 = rational(1, 2)
    c12 = rational(3, 1)
    c14 = rational(1, 4) * c2
    def run(x_sigma, x_q, x_steps):
        v6 = c5 / x_sigma
        v20 = c2 * x_q * sqrt(x_steps * (exp(x_sigma ** (-2)) * (erfc(v6 * c8) * c9) + c12 * (erfc(v6 * c14) * c9) - c1))
        return v20
    return run
