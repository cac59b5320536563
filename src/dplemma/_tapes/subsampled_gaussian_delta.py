"""Generated from subsampled.gaussian_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.kernels.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
g_erfc = NAMES["g_erfc"]
g_exp = NAMES["g_exp"]
g_log = NAMES["g_log"]
log1p = NAMES["log1p"]
lt = NAMES["lt"]
maximum = NAMES["maximum"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c2 = rational(1, 1)
    c7 = rational(1, 2)
    c10 = rational(2, 1)
    c11 = sqrt(c10)
    c12 = c7 * c11
    c39 = rational(0, 1)
    def run(x_eps, x_sigma, x_q):
        v1 = exp(x_eps)
        v3 = v1 - c2
        v4 = v3 / x_q
        v5 = log1p(v4)
        v6 = x_sigma * v5
        v8 = c7 / x_sigma
        v9 = v6 - v8
        v13 = erfc(v9 * c12) * c7
        v14 = c2 + v4
        v15 = v8 + v6
        v16 = erfc(v15 * c12) * c7
        v17 = v14 * v16
        v18 = v13 - v17
        v19 = x_q * v18
        v20 = c2 - x_q
        v21 = v20 * v1
        def f38():
            v22 = c2 - x_q
            v23 = g_exp(x_eps)
            v24 = v22 * v23
            v25 = c2 - v24
            v26 = x_q / v25
            v27 = g_log(v26)
            v28 = x_eps + v27
            v29 = x_sigma * v28
            v30 = c7 / x_sigma
            v31 = v29 - v30
            v32 = g_erfc(v31 * c12) * c7
            v33 = v30 + v29
            v34 = g_erfc(v33 * c12) * c7
            v35 = x_q * v23 * v34 / v25
            v36 = v32 - v35
            v37 = v25 * v36
            return v37
        def f40():
            return c39
        v41 = piecewise([(lt(v21, c2), f38), (True, f40)])
        v42 = maximum(v19, v41)
        return v42
    return run
