"""Generated from detector.laplace_cut in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

g_log = NAMES["g_log"]
le = NAMES["le"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c1 = rational(1, 2)
    c2 = rational(2, 1)
    c7 = rational(1, 1)
    def run(x_fpr, x_eps0):
        def f6():
            v3 = c2 * x_fpr
            v4 = g_log(v3)
            v5 = -v4 / x_eps0
            return v5
        def f12():
            v8 = c7 - x_fpr
            v9 = c2 * v8
            v10 = g_log(v9)
            v11 = v10 / x_eps0
            return v11
        v13 = piecewise([(le(x_fpr, c1), f6), (True, f12)])
        return v13
    return run
