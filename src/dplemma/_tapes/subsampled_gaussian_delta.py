"""Generated from subsampled.gaussian_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
g_erfc = NAMES["g_erfc"]
g_exp = NAMES["g_exp"]
g_log = NAMES["g_log"]
g_mills_ratio = NAMES["g_mills_ratio"]
log1p = NAMES["log1p"]
lt = NAMES["lt"]
maximum = NAMES["maximum"]
mills_ratio = NAMES["mills_ratio"]
pi = NAMES["pi"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def mills():
    c2 = rational(1, 1)
    c7 = rational(1, 2)
    c14 = rational(2, 1)
    c15 = sqrt(c14)
    c16 = pi()
    c17 = sqrt(c16)
    c18 = c7 * c15 / c17
    c19 = rational(-1, 2)
    c47 = rational(0, 1)
    def run(x_eps, x_sigma, x_q):
        v1 = exp(x_eps)
        v3 = v1 - c2
        v4 = v3 / x_q
        v5 = log1p(v4)
        v6 = x_sigma * v5
        v8 = c7 / x_sigma
        v9 = v6 - v8
        v10 = mills_ratio(v9)
        v11 = v8 + v6
        v12 = mills_ratio(v11)
        v13 = v10 - v12
        v20 = v9 * v9
        v21 = c19 * v20
        v22 = exp(v21)
        v23 = c18 * v22
        v24 = x_q * v13 * v23
        v25 = c2 - x_q
        v26 = v25 * v1
        def f46():
            v27 = c2 - x_q
            v28 = g_exp(x_eps)
            v29 = v27 * v28
            v30 = c2 - v29
            v31 = x_q / v30
            v32 = g_log(v31)
            v33 = x_eps + v32
            v34 = x_sigma * v33
            v35 = c7 / x_sigma
            v36 = v34 - v35
            v37 = g_mills_ratio(v36)
            v38 = v35 + v34
            v39 = g_mills_ratio(v38)
            v40 = v37 - v39
            v41 = v36 * v36
            v42 = c19 * v41
            v43 = g_exp(v42)
            v44 = c18 * v43
            v45 = v30 * v40 * v44
            return v45
        def f48():
            return c47
        v49 = piecewise([(lt(v26, c2), f46), (True, f48)])
        v50 = maximum(v24, v49)
        return v50
    return run


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
