"""Generated from renyi.epsilon_standard in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[log, rational] = (NAMES[name] for name in ['log', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_order, x_rdp, x_delta):
        return x_rdp + log(c1 / x_delta) / (x_order - c1)
    return run
