"""Generated from subsampled.laplace_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[exp, fraction, g_exp, g_maximum, g_sqrt, lt, maximum, piecewise, rational, sqrt] = (NAMES[name] for name in ['exp', 'fraction', 'g_exp', 'g_maximum', 'g_sqrt', 'lt', 'maximum', 'piecewise', 'rational', 'sqrt'])

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
        def f31():
            v20 = c2 - (c2 - x_q) * g_exp(x_eps)
            return v20 * g_maximum(c1, c2 - g_sqrt(x_q / v20) * g_exp(c23 * (x_eps - x_eps0)))
        def f32():
            return c1
        v34 = maximum(x_q * maximum(c1, c2 - sqrt(c2 + (v3 - c2) / x_q) * exp(c8 * x_eps0)), piecewise([(lt((c2 - x_q) * v3, c2), f31), (True, f32)]))
        return v34
    return run
