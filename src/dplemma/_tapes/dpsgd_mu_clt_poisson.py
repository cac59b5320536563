"""Generated from dpsgd.mu_clt_poisson in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    def run(x_sigma, x_q, x_steps):
        v1 = x_sigma ** -2
        v2 = exp(v1)
        v4 = v2 - c3
        v5 = x_steps * v4
        v6 = sqrt(v5)
        v7 = x_q * v6
        return v7
    return run
