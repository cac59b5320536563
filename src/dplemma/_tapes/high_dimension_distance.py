"""Generated from high_dimension.distance in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

erfc = NAMES["erfc"]
exp = NAMES["exp"]
log = NAMES["log"]
pi = NAMES["pi"]
rational = NAMES["rational"]
sqrt = NAMES["sqrt"]

RATIONAL = set()


def plain():
    c1 = rational(1187, 2500)
    c2 = rational(8, 1)
    c3 = rational(24, 1)
    c7 = rational(1, 1)
    c8 = rational(2, 1)
    c15 = rational(1, 2)
    c16 = sqrt(c8)
    c17 = c15 * c16
    c25 = rational(2374, 625)
    c26 = rational(3, 1)
    c30 = rational(7, 1)
    c34 = pi()
    c35 = sqrt(c34)
    c36 = c15 * c16 / c35
    c37 = rational(-1, 2)
    c51 = rational(3, 2)
    c52 = rational(4, 1)
    def run(x_d, x_mu):
        v4 = x_mu * x_mu
        v5 = c3 * v4 / x_d
        v6 = c2 + v5
        v9 = sqrt(x_d)
        v10 = x_mu / v9
        v11 = v4 / x_d
        v12 = c7 + v11
        v13 = sqrt(v12)
        v14 = v10 + v13
        v18 = erfc(v14 * c17) * c15
        v19 = c8 * v18
        v20 = v10 - v13
        v21 = erfc(v20 * c17) * c15
        v22 = c8 * v21
        v23 = c7 + v19 - v22
        v24 = c1 * v6 * v23
        v27 = c8 * v4 / x_d
        v28 = c26 + v27
        v29 = v13 * v28
        v31 = c30 + v27
        v32 = x_mu * v31 / v9
        v33 = v29 - v32
        v38 = v14 * v14
        v39 = c37 * v38
        v40 = exp(v39)
        v41 = c36 * v40
        v42 = c25 * v33 * v41
        v43 = v29 + v32
        v44 = v13 - v10
        v45 = v44 * v44
        v46 = c37 * v45
        v47 = exp(v46)
        v48 = c36 * v47
        v49 = c25 * v43 * v48
        v50 = v24 + v42 + v49
        v53 = c52 * v4 / x_d
        v54 = c8 + v53
        v55 = log(v54)
        v56 = exp(c51 * v55)
        v57 = v50 / (v9 * v56)
        return v57
    return run
