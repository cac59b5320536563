"""Generated from detector.laplace_ratio in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
g_exp = NAMES["g_exp"]
le = NAMES["le"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c7 = rational(1, 4)
    def run(x_fpr, x_eps0):
        v2 = -x_eps0
        v3 = exp(v2)
        v4 = c1 * v3
        def f6():
            v5 = g_exp(x_eps0)
            return v5
        def f12():
            v8 = -x_eps0
            v9 = g_exp(v8)
            v10 = x_fpr * x_fpr
            v11 = c7 * v9 / v10
            return v11
        def f15():
            v13 = -x_eps0
            v14 = g_exp(v13)
            return v14
        v16 = piecewise([(le(x_fpr, v4), f6), (le(x_fpr, c1), f12), (True, f15)])
        return v16
    return run
