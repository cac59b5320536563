"""Generated from laplace.epsilon_for_fbeta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[log, rational] = (NAMES[name] for name in ['log', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 4)
    c2 = rational(1, 1)
    def run(x_f, x_beta):
        v3 = x_beta * x_beta
        v6 = c2 + v3 - x_f * (c2 - v3)
        v8 = c2 - x_f
        v10 = c2 + v3
        return log(c1 * (v6 * v6 / (v8 * v8 * (v10 * v10)) - c2) / v3)
    return run
