"""Generated from detector.laplace_ratio in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, g_exp, le, piecewise, rational] = (NAMES[name] for name in ['exp', 'g_exp', 'le', 'piecewise', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c7 = rational(1, 4)
    def run(x_fpr, x_eps0):
        def f6():
            return g_exp(x_eps0)
        def f12():
            return c7 * g_exp(-x_eps0) / (x_fpr * x_fpr)
        def f15():
            return g_exp(-x_eps0)
        return piecewise([(le(x_fpr, c1 * exp(-x_eps0)), f6), (le(x_fpr, c1), f12), (True, f15)])
    return run
