"""Generated from laplace.tradeoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, g_exp, le, piecewise, rational] = (NAMES[name] for name in ['exp', 'g_exp', 'le', 'piecewise', 'rational'])

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c5 = rational(1, 1)
    c10 = rational(1, 4)
    def run(x_fpr, x_eps0):
        def f9():
            return c5 - x_fpr * g_exp(x_eps0)
        def f14():
            return c10 * g_exp(-x_eps0) / x_fpr
        def f19():
            return (c5 - x_fpr) * g_exp(-x_eps0)
        return piecewise([(le(x_fpr, c1 * exp(-x_eps0)), f9), (le(x_fpr, c1), f14), (True, f19)])
    return run
