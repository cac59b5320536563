"""Generated from laplace.fbeta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
g_exp = NAMES["g_exp"]
g_sqrt = NAMES["g_sqrt"]
gt = NAMES["gt"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]

RATIONAL = set()


def plain():
    c2 = rational(1, 1)
    c5 = rational(2, 1)
    c23 = rational(4, 1)
    def run(x_beta, x_eps0, x_corr_prior, x_corr_record, x_corr_time):
        v1 = x_beta * x_beta
        v3 = c2 - x_corr_record
        v4 = c2 - x_corr_time
        v6 = c5 - x_corr_prior
        v7 = v3 * v4 * v6
        v8 = v7 - c2
        v9 = exp(x_eps0)
        v10 = v9 - c2
        v11 = v8 * v10
        def f20():
            v12 = x_beta * x_beta
            v13 = c2 + v12
            v14 = c2 - x_corr_record
            v15 = c2 - x_corr_time
            v16 = c5 - x_corr_prior
            v17 = v14 * v15 * v16
            v18 = v12 + v17
            v19 = v13 / v18
            return v19
        def f37():
            v21 = x_beta * x_beta
            v22 = c2 + v21
            v24 = g_exp(x_eps0)
            v25 = c2 - x_corr_record
            v26 = c2 - x_corr_time
            v27 = c5 - x_corr_prior
            v28 = v25 * v26 * v27
            v29 = v28 - c2
            v30 = c23 * v21 * v24 / v29
            v31 = c2 + v30
            v32 = g_sqrt(v31)
            v33 = v32 - c2
            v34 = v22 * v32
            v35 = v21 + v34 - c2
            v36 = v22 * v33 / v35
            return v36
        v38 = piecewise([(gt(v1, v11), f20), (True, f37)])
        return v38
    return run
