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
    c25 = rational(1187, 625)
    c26 = pi()
    c27 = sqrt(c26)
    c28 = c25 * c16 / c27
    c29 = rational(3, 1)
    c33 = rational(7, 1)
    c49 = rational(3, 2)
    c50 = rational(4, 1)
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
        v30 = c8 * v4 / x_d
        v31 = c29 + v30
        v32 = v13 * v31
        v34 = c33 + v30
        v35 = x_mu * v34 / v9
        v36 = v32 - v35
        v37 = -x_mu * v13 / v9
        v38 = exp(v37)
        v39 = v36 * v38
        v40 = v32 + v35
        v41 = x_mu * v13 / v9
        v42 = exp(v41)
        v43 = v40 * v42
        v44 = v39 + v43
        v45 = -(c15 + v11)
        v46 = exp(v45)
        v47 = c28 * v44 * v46
        v48 = v24 + v47
        v51 = c50 * v4 / x_d
        v52 = c8 + v51
        v53 = log(v52)
        v54 = exp(c49 * v53)
        v55 = v48 / (v9 * v54)
        return v55
    return run
