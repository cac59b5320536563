"""Generated from laplace.roc in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
g_exp = NAMES["g_exp"]
le = NAMES["le"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c8 = rational(1, 1)
    c9 = rational(1, 4)
    def run(x_fpr, x_eps0):
        v2 = -x_eps0
        v3 = exp(v2)
        v4 = c1 * v3
        def f7():
            v5 = g_exp(x_eps0)
            v6 = x_fpr * v5
            return v6
        def f14():
            v10 = -x_eps0
            v11 = g_exp(v10)
            v12 = c9 * v11 / x_fpr
            v13 = c8 - v12
            return v13
        def f20():
            v15 = c8 - x_fpr
            v16 = -x_eps0
            v17 = g_exp(v16)
            v18 = v15 * v17
            v19 = c8 - v18
            return v19
        v21 = piecewise([(le(x_fpr, v4), f7), (le(x_fpr, c1), f14), (True, f20)])
        return v21
    return run
