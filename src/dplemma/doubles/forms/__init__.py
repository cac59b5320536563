"""Coded forms, one module a family and library: what people write, and what they should write instead.

`NO_PLAIN_FORM` names the quantities without a form in the standard library, `NO_GOOD_FORM` those for which no form keeps its
digits on the whole ordinary range; each with the reason.
"""

_CHI_SQUARE = "the standard library has no chi-square distribution; the forms need SciPy"
NO_PLAIN_FORM = {name: _CHI_SQUARE for name in ("glrt.delta", "glrt.epsilon", "glrt.roc", "glrt.roc_reversed")}
_SCIPY = "the accuracy is that of SciPy's noncentral chi-square distribution"
NO_GOOD_FORM = {
    "gaussian.mu_for_fbeta": "near the score of an adversary who always says yes the delta of its pair cancels",
    "gaussian.mu_for_tpr": "near tpr = fpr two quantiles cancel",
    "glrt.delta": "two tails of SciPy's distributions cancel; a likelihood ratio near 1 has lost its digits before",
    "glrt.epsilon": "the root of glrt.delta, with its errors",
    "glrt.roc": _SCIPY,
    "glrt.roc_reversed": _SCIPY,
    "pure.composed_delta": "near eps = k eps0 delta vanishes and only the rounding of the largest loss is left",
    "renyi.epsilon_improved": "it crosses 0 in the ordinary range: near the crossing three terms cancel whatever their form",
    "subsampled.gaussian_delta": "in the tail the profile magnifies the rounding of the shifted eps, up to 700 times at 1e-308",
    "subsampled.gaussian_renyi": "the exponential magnifies the rounding of exponents of several hundred, barely past the limit",
    "subsampled.laplace_delta": "where the shifted eps reaches eps0, delta vanishes and only the rounding of the shift is left",
    "zcdp.delta": "the exponential magnifies the rounding of log delta, up to 700 times at 1e-308",
}
