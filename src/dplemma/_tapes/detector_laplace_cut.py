"""Generated from detector.laplace_cut in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[g_log, le, piecewise, rational] = (NAMES[name] for name in ['g_log', 'le', 'piecewise', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c2 = rational(2, 1)
    c7 = rational(1, 1)
    def run(x_fpr, x_eps0):
        def f6():
            return -g_log(c2 * x_fpr) / x_eps0
        def f12():
            return g_log(c2 * (c7 - x_fpr)) / x_eps0
        return piecewise([(le(x_fpr, c1), f6), (True, f12)])
    return run
