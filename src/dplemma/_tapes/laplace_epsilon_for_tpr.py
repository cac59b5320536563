"""Generated from laplace.epsilon_for_tpr in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

g_log = NAMES["g_log"]
le = NAMES["le"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c5 = rational(4, 1)
    c6 = rational(1, 1)
    def run(x_tpr, x_fpr):
        def f4():
            v2 = x_tpr / x_fpr
            v3 = g_log(v2)
            return v3
        def f11():
            v7 = c6 - x_tpr
            v8 = c5 * x_fpr * v7
            v9 = g_log(v8)
            v10 = -v9
            return v10
        def f16():
            v12 = c6 - x_fpr
            v13 = c6 - x_tpr
            v14 = v12 / v13
            v15 = g_log(v14)
            return v15
        v17 = piecewise([(le(x_tpr, c1), f4), (le(x_fpr, c1), f11), (True, f16)])
        return v17
    return run
