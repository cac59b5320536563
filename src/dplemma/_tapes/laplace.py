"""Generated from dplemma/formulas/laplace.py by `make tapes`; do not edit."""

from dplemma.kernels.ball import NAMES

exp = NAMES["exp"]
fraction = NAMES["fraction"]
g_exp = NAMES["g_exp"]
g_sqrt = NAMES["g_sqrt"]
gt = NAMES["gt"]
le = NAMES["le"]
log = NAMES["log"]
log1p = NAMES["log1p"]
maximum = NAMES["maximum"]
norm_ppf = NAMES["norm_ppf"]
piecewise = NAMES["piecewise"]
rational = NAMES["rational"]

RATIONAL = {"delta__zero"}


def auc__plain():
    c1 = rational(1, 1)
    c2 = rational(1, 2)
    c3 = rational(1, 4)

    def run(x_eps0):
        v4 = c3 * x_eps0
        v5 = c2 + v4
        v6 = -x_eps0
        v7 = exp(v6)
        v8 = v5 * v7
        v9 = c1 - v8
        return v9

    return run


def delta__zero():
    c1 = fraction(0, 1)

    def run(x_eps, x_eps0):
        return c1

    return run


def delta__plain():
    c1 = rational(0, 1)
    c2 = rational(1, 1)
    c3 = rational(1, 2)

    def run(x_eps, x_eps0):
        v4 = x_eps - x_eps0
        v5 = c3 * v4
        v6 = exp(v5)
        v7 = c2 - v6
        v8 = maximum(c1, v7)
        return v8

    return run


def epsilon__plain():
    c1 = rational(0, 1)
    c2 = rational(2, 1)

    def run(x_delta, x_eps0):
        v3 = -x_delta
        v4 = log1p(v3)
        v5 = c2 * v4
        v6 = x_eps0 + v5
        v7 = maximum(c1, v6)
        return v7

    return run


def epsilon_for_fbeta__plain():
    c1 = rational(1, 4)
    c2 = rational(1, 1)

    def run(x_f, x_beta):
        v3 = x_beta * x_beta
        v4 = c2 - v3
        v5 = x_f * v4
        v6 = c2 + v3 - v5
        v7 = v6 * v6
        v8 = c2 - x_f
        v9 = v8 * v8
        v10 = c2 + v3
        v11 = v10 * v10
        v12 = v7 / (v9 * v11)
        v13 = v12 - c2
        v14 = c1 * v13 / v3
        v15 = log(v14)
        return v15

    return run


def fbeta__plain():
    c2 = rational(1, 1)
    c5 = rational(2, 1)
    c23 = rational(4, 1)

    def run(x_beta, x_eps, x_corr_prior, x_corr_record, x_corr_time):
        v1 = x_beta * x_beta
        v3 = c2 - x_corr_record
        v4 = c2 - x_corr_time
        v6 = c5 - x_corr_prior
        v7 = v3 * v4 * v6
        v8 = v7 - c2
        v9 = exp(x_eps)
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
            v24 = g_exp(x_eps)
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


def kl__plain():
    c3 = rational(1, 1)

    def run(x_eps0):
        v1 = -x_eps0
        v2 = exp(v1)
        v4 = x_eps0 + v2 - c3
        return v4

    return run


def mu__plain():
    c1 = rational(-2, 1)
    c2 = rational(1, 2)
    c3 = rational(-1, 2)

    def run(x_eps0):
        v4 = c3 * x_eps0
        v5 = exp(v4)
        v6 = c2 * v5
        v7 = norm_ppf(v6)
        v8 = c1 * v7
        return v8

    return run


def renyi__plain():
    c1 = rational(1, 1)
    c10 = rational(2, 1)

    def run(x_order, x_eps0):
        v2 = x_order - c1
        v3 = x_eps0 * v2
        v4 = exp(v3)
        v5 = x_order * v4
        v6 = -x_eps0 * x_order
        v7 = exp(v6)
        v8 = v2 * v7
        v9 = v5 + v8
        v11 = c10 * x_order
        v12 = v11 - c1
        v13 = v9 / v12
        v14 = log(v13)
        v15 = v14 / v2
        return v15

    return run


def roc__plain():
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


def tradeoff__plain():
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


def tv__plain():
    c1 = rational(1, 1)
    c2 = rational(-1, 2)

    def run(x_eps0):
        v3 = c2 * x_eps0
        v4 = exp(v3)
        v5 = c1 - v4
        return v5

    return run
