"""Generated from renyi.epsilon_improved in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[log, rational] = (NAMES[name] for name in ['log', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 1)
    def run(x_order, x_rdp, x_delta):
        v2 = x_order - c1
        return x_rdp + log(v2 / x_order) - log(x_delta * x_order) / v2
    return run
