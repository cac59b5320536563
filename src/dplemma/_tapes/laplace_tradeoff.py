"""Generated from laplace.tradeoff in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
g_exp = NAMES["g_exp"]
le = NAMES["le"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c5 = rational(1, 1)
    c10 = rational(1, 4)
    def run(x_fpr, x_eps0):
        v2 = -x_eps0
        v3 = exp(v2)
        v4 = c1 * v3
        def f9():
            v6 = g_exp(x_eps0)
            v7 = x_fpr * v6
            v8 = c5 - v7
            return v8
        def f14():
            v11 = -x_eps0
            v12 = g_exp(v11)
            v13 = c10 * v12 / x_fpr
            return v13
        def f19():
            v15 = c5 - x_fpr
            v16 = -x_eps0
            v17 = g_exp(v16)
            v18 = v15 * v17
            return v18
        v20 = piecewise([(le(x_fpr, v4), f9), (le(x_fpr, c1), f14), (True, f19)])
        return v20
    return run
