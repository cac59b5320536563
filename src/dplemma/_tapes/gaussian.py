"""Generated from dplemma/formulas/gaussian.py by `make tapes`; do not edit."""

from dplemma.kernels.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
fraction = NAMES["fraction"]
log = NAMES["log"]
log1p = NAMES["log1p"]
mills_ratio = NAMES["mills_ratio"]
norm_ppf = NAMES["norm_ppf"]
pi = NAMES["pi"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = {
    "chernoff__plain",
    "kl__plain",
    "renyi__plain",
    "roc__at_one",
    "roc__at_zero",
    "tradeoff__at_one",
    "tradeoff__at_zero",
}


def auc__plain():
    c1 = rational(-1, 2)
    c2 = rational(1, 2)

    def run(x_mu):
        v3 = erfc(x_mu * c1) * c2
        return v3

    return run


def chernoff__plain():
    c1 = fraction(1, 8)

    def run(x_mu):
        v2 = x_mu * x_mu
        v3 = c1 * v2
        return v3

    return run


def delta__mills():
    c2 = rational(1, 2)
    c9 = rational(2, 1)
    c10 = sqrt(c9)
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c2 * c10 / c12
    c14 = rational(-1, 2)

    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v5 = mills_ratio(v4)
        v6 = v3 + v1
        v7 = mills_ratio(v6)
        v8 = v5 - v7
        v15 = v4 * v4
        v16 = c14 * v15
        v17 = exp(v16)
        v18 = c13 * v17
        v19 = v8 * v18
        return v19

    return run


def delta__far():
    c2 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c2 * c6
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c2 * c6 / c12
    c14 = rational(-1, 2)

    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v8 = erfc(v4 * c7) * c2
        v9 = v3 + v1
        v10 = mills_ratio(v9)
        v15 = v4 * v4
        v16 = c14 * v15
        v17 = exp(v16)
        v18 = c13 * v17
        v19 = v10 * v18
        v20 = v8 - v19
        return v20

    return run


def delta__plain():
    c2 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c2 * c6

    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v8 = erfc(v4 * c7) * c2
        v9 = exp(x_eps)
        v10 = v3 + v1
        v11 = erfc(v10 * c7) * c2
        v12 = v9 * v11
        v13 = v8 - v12
        return v13

    return run


def kl__plain():
    c1 = fraction(1, 2)

    def run(x_mu):
        v2 = x_mu * x_mu
        v3 = c1 * v2
        return v3

    return run


def log_delta__mills():
    c2 = rational(1, 2)
    c12 = rational(2, 1)
    c13 = pi()
    c14 = c12 * c13
    c15 = log(c14)
    c16 = c2 * c15

    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v5 = mills_ratio(v4)
        v6 = v3 + v1
        v7 = mills_ratio(v6)
        v8 = v5 - v7
        v9 = log(v8)
        v10 = v4 * v4
        v11 = c2 * v10
        v17 = v9 - v11 - c16
        return v17

    return run


def log_delta__complement_mills():
    c1 = rational(1, 2)
    c9 = rational(2, 1)
    c10 = sqrt(c9)
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c1 * c10 / c12
    c14 = rational(-1, 2)

    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 - v3
        v5 = mills_ratio(v4)
        v6 = v2 + v3
        v7 = mills_ratio(v6)
        v8 = v5 + v7
        v15 = v3 - v2
        v16 = v15 * v15
        v17 = c14 * v16
        v18 = exp(v17)
        v19 = c13 * v18
        v20 = -v8 * v19
        v21 = log1p(v20)
        return v21

    return run


def log_delta__complement_far():
    c1 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = pi()
    c9 = sqrt(c8)
    c10 = c1 * c7 / c9
    c11 = rational(-1, 2)
    c19 = c1 * c7

    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 + v3
        v5 = mills_ratio(v4)
        v12 = v3 - v2
        v13 = v12 * v12
        v14 = c11 * v13
        v15 = exp(v14)
        v16 = c10 * v15
        v17 = v5 * v16
        v18 = v2 - v3
        v20 = erfc(v18 * c19) * c1
        v21 = -(v17 + v20)
        v22 = log1p(v21)
        return v22

    return run


def log_delta__far():
    c2 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c2 * c6
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c2 * c6 / c12
    c14 = rational(-1, 2)

    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v8 = erfc(v4 * c7) * c2
        v9 = v3 + v1
        v10 = mills_ratio(v9)
        v15 = v4 * v4
        v16 = c14 * v15
        v17 = exp(v16)
        v18 = c13 * v17
        v19 = v10 * v18
        v20 = v8 - v19
        v21 = log(v20)
        return v21

    return run


def log_delta__complement():
    c2 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = c2 * c7

    def run(x_eps, x_mu):
        v1 = exp(x_eps)
        v3 = c2 * x_mu
        v4 = x_eps / x_mu
        v5 = v3 + v4
        v9 = erfc(v5 * c8) * c2
        v10 = v1 * v9
        v11 = v3 - v4
        v12 = erfc(v11 * c8) * c2
        v13 = -(v10 + v12)
        v14 = log1p(v13)
        return v14

    return run


def log_delta__plain():
    c2 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = c2 * c6

    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v8 = erfc(v4 * c7) * c2
        v9 = exp(x_eps)
        v10 = v3 + v1
        v11 = erfc(v10 * c7) * c2
        v12 = v9 * v11
        v13 = v8 - v12
        v14 = log(v13)
        return v14

    return run


def log_one_minus_delta__mills():
    c1 = rational(1, 2)
    c13 = rational(2, 1)
    c14 = pi()
    c15 = c13 * c14
    c16 = log(c15)
    c17 = c1 * c16

    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 - v3
        v5 = mills_ratio(v4)
        v6 = v2 + v3
        v7 = mills_ratio(v6)
        v8 = v5 + v7
        v9 = log(v8)
        v10 = v3 - v2
        v11 = v10 * v10
        v12 = c1 * v11
        v18 = v9 - v12 - c17
        return v18

    return run


def log_one_minus_delta__complement_mills():
    c2 = rational(1, 2)
    c9 = rational(2, 1)
    c10 = sqrt(c9)
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c2 * c10 / c12
    c14 = rational(-1, 2)

    def run(x_eps, x_mu):
        v1 = x_eps / x_mu
        v3 = c2 * x_mu
        v4 = v1 - v3
        v5 = mills_ratio(v4)
        v6 = v3 + v1
        v7 = mills_ratio(v6)
        v8 = v5 - v7
        v15 = v4 * v4
        v16 = c14 * v15
        v17 = exp(v16)
        v18 = c13 * v17
        v19 = -v8 * v18
        v20 = log1p(v19)
        return v20

    return run


def log_one_minus_delta__complement_far():
    c1 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = pi()
    c9 = sqrt(c8)
    c10 = c1 * c7 / c9
    c11 = rational(-1, 2)
    c18 = c1 * c7

    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 + v3
        v5 = mills_ratio(v4)
        v12 = v3 - v2
        v13 = v12 * v12
        v14 = c11 * v13
        v15 = exp(v14)
        v16 = c10 * v15
        v17 = v5 * v16
        v19 = erfc(v12 * c18) * c1
        v20 = v17 - v19
        v21 = log1p(v20)
        return v21

    return run


def log_one_minus_delta__far():
    c1 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = pi()
    c9 = sqrt(c8)
    c10 = c1 * c7 / c9
    c11 = rational(-1, 2)
    c19 = c1 * c7

    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 + v3
        v5 = mills_ratio(v4)
        v12 = v3 - v2
        v13 = v12 * v12
        v14 = c11 * v13
        v15 = exp(v14)
        v16 = c10 * v15
        v17 = v5 * v16
        v18 = v2 - v3
        v20 = erfc(v18 * c19) * c1
        v21 = v17 + v20
        v22 = log(v21)
        return v22

    return run


def log_one_minus_delta__complement():
    c2 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = c2 * c7

    def run(x_eps, x_mu):
        v1 = exp(x_eps)
        v3 = c2 * x_mu
        v4 = x_eps / x_mu
        v5 = v3 + v4
        v9 = erfc(v5 * c8) * c2
        v10 = v1 * v9
        v11 = v4 - v3
        v12 = erfc(v11 * c8) * c2
        v13 = v10 - v12
        v14 = log1p(v13)
        return v14

    return run


def log_one_minus_delta__plain():
    c2 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = c2 * c7

    def run(x_eps, x_mu):
        v1 = exp(x_eps)
        v3 = c2 * x_mu
        v4 = x_eps / x_mu
        v5 = v3 + v4
        v9 = erfc(v5 * c8) * c2
        v10 = v1 * v9
        v11 = v3 - v4
        v12 = erfc(v11 * c8) * c2
        v13 = v10 + v12
        v14 = log(v13)
        return v14

    return run


def mu_for_auc__plain():
    c1 = rational(2, 1)
    c2 = sqrt(c1)

    def run(x_auc):
        v3 = norm_ppf(x_auc)
        v4 = c2 * v3
        return v4

    return run


def mu_for_tv__plain():
    c1 = rational(2, 1)
    c2 = rational(1, 2)
    c3 = rational(1, 1)

    def run(x_tv):
        v4 = c3 + x_tv
        v5 = c2 * v4
        v6 = norm_ppf(v5)
        v7 = c1 * v6
        return v7

    return run


def one_minus_delta__mills():
    c1 = rational(1, 2)
    c9 = rational(2, 1)
    c10 = sqrt(c9)
    c11 = pi()
    c12 = sqrt(c11)
    c13 = c1 * c10 / c12
    c14 = rational(-1, 2)

    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 - v3
        v5 = mills_ratio(v4)
        v6 = v2 + v3
        v7 = mills_ratio(v6)
        v8 = v5 + v7
        v15 = v3 - v2
        v16 = v15 * v15
        v17 = c14 * v16
        v18 = exp(v17)
        v19 = c13 * v18
        v20 = v8 * v19
        return v20

    return run


def one_minus_delta__far():
    c1 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = pi()
    c9 = sqrt(c8)
    c10 = c1 * c7 / c9
    c11 = rational(-1, 2)
    c19 = c1 * c7

    def run(x_eps, x_mu):
        v2 = c1 * x_mu
        v3 = x_eps / x_mu
        v4 = v2 + v3
        v5 = mills_ratio(v4)
        v12 = v3 - v2
        v13 = v12 * v12
        v14 = c11 * v13
        v15 = exp(v14)
        v16 = c10 * v15
        v17 = v5 * v16
        v18 = v2 - v3
        v20 = erfc(v18 * c19) * c1
        v21 = v17 + v20
        return v21

    return run


def one_minus_delta__plain():
    c2 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = c2 * c7

    def run(x_eps, x_mu):
        v1 = exp(x_eps)
        v3 = c2 * x_mu
        v4 = x_eps / x_mu
        v5 = v3 + v4
        v9 = erfc(v5 * c8) * c2
        v10 = v1 * v9
        v11 = v3 - v4
        v12 = erfc(v11 * c8) * c2
        v13 = v10 + v12
        return v13

    return run


def renyi__plain():
    c1 = fraction(1, 2)

    def run(x_order, x_mu):
        v2 = x_mu * x_mu
        v3 = c1 * v2 * x_order
        return v3

    return run


def roc__at_zero():
    c1 = fraction(0, 1)

    def run(x_fpr, x_mu):
        return c1

    return run


def roc__at_one():
    c1 = fraction(1, 1)

    def run(x_fpr, x_mu):
        return c1

    return run


def roc__plain():
    c3 = rational(-1, 2)
    c4 = rational(2, 1)
    c5 = sqrt(c4)
    c6 = c3 * c5
    c7 = rational(1, 2)

    def run(x_fpr, x_mu):
        v1 = norm_ppf(x_fpr)
        v2 = x_mu + v1
        v8 = erfc(v2 * c6) * c7
        return v8

    return run


def tradeoff__at_zero():
    c1 = fraction(1, 1)

    def run(x_fpr, x_mu):
        return c1

    return run


def tradeoff__at_one():
    c1 = fraction(0, 1)

    def run(x_fpr, x_mu):
        return c1

    return run


def tradeoff__mills():
    c4 = rational(1, 2)
    c5 = rational(2, 1)
    c6 = sqrt(c5)
    c7 = pi()
    c8 = sqrt(c7)
    c9 = c4 * c6 / c8
    c10 = rational(-1, 2)

    def run(x_fpr, x_mu):
        v1 = norm_ppf(x_fpr)
        v2 = x_mu + v1
        v3 = mills_ratio(v2)
        v11 = v2 * v2
        v12 = c10 * v11
        v13 = exp(v12)
        v14 = c9 * v13
        v15 = v3 * v14
        return v15

    return run


def tradeoff__mirror():
    c3 = rational(1, 2)
    c4 = rational(2, 1)
    c5 = sqrt(c4)
    c6 = c3 * c5

    def run(x_fpr, x_mu):
        v1 = norm_ppf(x_fpr)
        v2 = x_mu + v1
        v7 = erfc(v2 * c6) * c3
        return v7

    return run


def tradeoff__plain():
    c1 = rational(1, 1)
    c5 = rational(1, 2)
    c6 = rational(2, 1)
    c7 = sqrt(c6)
    c8 = c5 * c7

    def run(x_fpr, x_mu):
        v2 = c1 - x_fpr
        v3 = norm_ppf(v2)
        v4 = x_mu - v3
        v9 = erfc(v4 * c8) * c5
        return v9

    return run


def tv__plain():
    c1 = rational(2, 1)
    c2 = rational(-1, 4)
    c3 = sqrt(c1)
    c4 = c2 * c3
    c5 = rational(1, 2)
    c8 = rational(1, 1)

    def run(x_mu):
        v6 = erfc(x_mu * c4) * c5
        v7 = c1 * v6
        v9 = v7 - c8
        return v9

    return run
