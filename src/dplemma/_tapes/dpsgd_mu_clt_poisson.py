"""Generated from dpsgd.mu_clt_poisson in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, rational, sqrt] = (NAMES[name] for name in ['exp', 'rational', 'sqrt'])

RATIONAL = set()


def plain():
    c3 = rational(1, 1)
    def run(x_sigma, x_q, x_steps):
        return x_q * sqrt(x_steps * (exp(x_sigma ** (-2)) - c3))
    return run
