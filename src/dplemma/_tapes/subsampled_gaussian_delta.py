"""Generated from subsampled.gaussian_delta in dplemma/formulas by `make tapes`; do not edit."""

from dplemma.arb.ball import NAMES

[erfc, exp, g_erfc, g_exp, g_log, g_mills_ratio, log1p, lt, maximum, mills_ratio, pi, piecewise, rational, sqrt] = (NAMES[name] for name in ['erfc', 'exp', 'g_erfc', 'g_exp', 'g_log', 'g_mills_ratio', 'log1p', 'lt', 'maximum', 'mills_ratio', 'pi', 'piecewise', 'rational', 'sqrt'])

RATIONAL = set()


def mills():
    c2 = rational(1, 1)
    c7 = rational(1, 2)
    c18 = c7 * sqrt(rational(2, 1)) / sqrt(pi())
    c19 = rational(-1, 2)
    c47 = rational(0, 1)
    def run(x_eps, x_sigma, x_q):
        v1 = exp(x_eps)
        v6 = x_sigma * log1p((v1 - c2) / x_q)
        v8 = c7 / x_sigma
        v9 = v6 - v8
        def f46():
            v30 = c2 - (c2 - x_q) * g_exp(x_eps)
            v34 = x_sigma * (x_eps + g_log(x_q / v30))
            v35 = c7 / x_sigma
            v36 = v34 - v35
            return v30 * (g_mills_ratio(v36) - g_mills_ratio(v35 + v34)) * (c18 * g_exp(c19 * (v36 * v36)))
        def f48():
            return c47
        v50 = maximum(x_q * (mills_ratio(v9) - mills_ratio(v8 + v6)) * (c18 * exp(c19 * (v9 * v9))), piecewise([(lt((c2 - x_q) * v1, c2), f46), (True, f48)]))
        return v50
    return run


def plain():
    c2 = rational(1, 1)
    c7 = rational(1, 2)
    c12 = c7 * sqrt(rational(2, 1))
    c39 = rational(0, 1)
    def run(x_eps, x_sigma, x_q):
        v1 = exp(x_eps)
        v4 = (v1 - c2) / x_q
        v6 = x_sigma * log1p(v4)
        v8 = c7 / x_sigma
        def f38():
            v23 = g_exp(x_eps)
            v25 = c2 - (c2 - x_q) * v23
            v29 = x_sigma * (x_eps + g_log(x_q / v25))
            v30 = c7 / x_sigma
            return v25 * (g_erfc((v29 - v30) * c12) * c7 - x_q * v23 * (g_erfc((v30 + v29) * c12) * c7) / v25)
        def f40():
            return c39
        v42 = maximum(x_q * (erfc((v6 - v8) * c12) * c7 - (c2 + v4) * (erfc((v8 + v6) * c12) * c7)), piecewise([(lt((c2 - x_q) * v1, c2), f38), (True, f40)]))
        return v42
    return run
