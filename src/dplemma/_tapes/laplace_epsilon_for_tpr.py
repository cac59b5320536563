"""Generated from laplace.epsilon_for_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[g_log, le, piecewise, rational] = (NAMES[name] for name in ['g_log', 'le', 'piecewise', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c5 = rational(4, 1)
    c6 = rational(1, 1)
    def run(x_tpr, x_fpr):
        def f4():
            return g_log(x_tpr / x_fpr)
        def f11():
            return -g_log(c5 * x_fpr * (c6 - x_tpr))
        def f16():
            return g_log((c6 - x_fpr) / (c6 - x_tpr))
        return piecewise([(le(x_tpr, c1), f4), (le(x_fpr, c1), f11), (True, f16)])
    return run
