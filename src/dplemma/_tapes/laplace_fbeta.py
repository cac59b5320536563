"""Generated from laplace.fbeta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, g_exp, g_sqrt, gt, piecewise, rational] = (NAMES[name] for name in ['exp', 'g_exp', 'g_sqrt', 'gt', 'piecewise', 'rational'])

RATIONAL = set()


def plain():
    c2 = rational(1, 1)
    c5 = rational(2, 1)
    c23 = rational(4, 1)
    def run(x_beta, x_eps0, x_corr_prior, x_corr_record, x_corr_time):
        def f20():
            v12 = x_beta * x_beta
            return (c2 + v12) / (v12 + (c2 - x_corr_record) * (c2 - x_corr_time) * (c5 - x_corr_prior))
        def f37():
            v21 = x_beta * x_beta
            v22 = c2 + v21
            v31 = c2 + c23 * v21 * g_exp(x_eps0) / ((c2 - x_corr_record) * (c2 - x_corr_time) * (c5 - x_corr_prior) - c2)
            v32 = g_sqrt(v31)
            return v22 * (v32 - c2) / (v21 + v22 * v32 - c2)
        v38 = piecewise([(gt(x_beta * x_beta, ((c2 - x_corr_record) * (c2 - x_corr_time) * (c5 - x_corr_prior) - c2) * (exp(x_eps0) - c2)), f20), (True, f37)])
        return v38
    return run
