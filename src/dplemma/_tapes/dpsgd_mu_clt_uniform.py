"""Generated from dpsgd.mu_clt_uniform in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c1 = rational(2, 1)
    c2 = sqrt(c1)
    c5 = rational(1, 1)
    c7 = rational(-3, 4)
    c8 = c7 * c2
    c9 = rational(1, 2)
    c12 = rational(3, 1)
    c13 = rational(1, 4)
    c14 = c13 * c2
    def run(x_sigma, x_q, x_steps):
        v3 = x_sigma ** -2
        v4 = exp(v3)
        v6 = c5 / x_sigma
        v10 = erfc(v6 * c8) * c9
        v11 = v4 * v10
        v15 = erfc(v6 * c14) * c9
        v16 = c12 * v15
        v17 = v11 + v16 - c1
        v18 = x_steps * v17
        v19 = sqrt(v18)
        v20 = c2 * x_q * v19
        return v20
    return run
