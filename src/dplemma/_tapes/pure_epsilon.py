"""Generated from pure.epsilon in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, log, maximum, rational] = (NAMES[name] for name in ['exp', 'log', 'maximum', 'rational'])

RATIONAL = {'pure'}


def pure():
    def run(x_delta, x_eps0):
        return x_eps0
    return run


def plain():
    c1 = rational(1, 1)
    def run(x_delta, x_eps0):
        v2 = exp(x_eps0)
        return log(maximum(c1, v2 - x_delta * (c1 + v2)))
    return run
