"""Generated from subsampled.laplace_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

exp = NAMES["exp"]
fraction = NAMES["fraction"]
g_exp = NAMES["g_exp"]
g_maximum = NAMES["g_maximum"]
g_sqrt = NAMES["g_sqrt"]
lt = NAMES["lt"]
maximum = NAMES["maximum"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = {'zero'}


def zero():
    c1 = fraction(0, 1)
    def run(x_eps, x_eps0, x_q):
        return c1
    return run


def plain():
    c1 = rational(0, 1)
    c2 = rational(1, 1)
    c8 = rational(-1, 2)
    c23 = rational(1, 2)
    def run(x_eps, x_eps0, x_q):
        v3 = exp(x_eps)
        v4 = v3 - c2
        v5 = v4 / x_q
        v6 = c2 + v5
        v7 = sqrt(v6)
        v9 = c8 * x_eps0
        v10 = exp(v9)
        v11 = v7 * v10
        v12 = c2 - v11
        v13 = maximum(c1, v12)
        v14 = x_q * v13
        v15 = c2 - x_q
        v16 = v15 * v3
        def f31():
            v17 = c2 - x_q
            v18 = g_exp(x_eps)
            v19 = v17 * v18
            v20 = c2 - v19
            v21 = x_q / v20
            v22 = g_sqrt(v21)
            v24 = x_eps - x_eps0
            v25 = c23 * v24
            v26 = g_exp(v25)
            v27 = v22 * v26
            v28 = c2 - v27
            v29 = g_maximum(c1, v28)
            v30 = v20 * v29
            return v30
        def f32():
            return c1
        v33 = piecewise([(lt(v16, c2), f31), (True, f32)])
        v34 = maximum(v14, v33)
        return v34
    return run
