"""Generated from laplace.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, g_exp, le, piecewise, rational] = (NAMES[name] for name in ['exp', 'g_exp', 'le', 'piecewise', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c8 = rational(1, 1)
    c9 = rational(1, 4)
    def run(x_fpr, x_eps0):
        def f7():
            return x_fpr * g_exp(x_eps0)
        def f14():
            return c8 - c9 * g_exp(-x_eps0) / x_fpr
        def f20():
            return c8 - (c8 - x_fpr) * g_exp(-x_eps0)
        return piecewise([(le(x_fpr, c1 * exp(-x_eps0)), f7), (le(x_fpr, c1), f14), (True, f20)])
    return run
