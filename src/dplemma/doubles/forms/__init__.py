"""Coded forms, one module a family and library: what people write, and what they should write instead.

`NO_PLAIN_FORM` names the quantities without a form in the standard library, `NO_GOOD_FORM` those for which no form keeps its
digits on the whole ordinary range; each with the reason.
"""

_CHI_SQUARE = "the standard library has no chi-square distribution; the forms need SciPy"
_BY_LENGTHS = (
    "glrt.delta glrt.epsilon glrt.mixed_delta glrt.mixed_roc glrt.roc glrt.roc_reversed glrt.roc_symmetric glrt.subsampled_delta"
)
NO_PLAIN_FORM = dict.fromkeys(_BY_LENGTHS.split(), _CHI_SQUARE)
_SCIPY = "the accuracy is that of SciPy's noncentral chi-square distribution"
_VANISHES = "it crosses 0 in the ordinary range: near the crossing the terms cancel whatever their form"
NO_GOOD_FORM = {
    "detector.gaussian_exponent": _VANISHES,
    "detector.gaussian_fpr": "the tail magnifies the rounding of cut mu, up to 256 times where that is 16, barely past the limit",
    "detector.laplace_exponent": _VANISHES,
    "gaussian.mu_for_fbeta": "near the score of an adversary who always says yes the delta of its pair cancels",
    "gaussian.mu_for_tpr": "near tpr = fpr two quantiles cancel",
    "glrt.delta": "two tails of SciPy's distributions cancel; a likelihood ratio near 1 has lost its digits before",
    "glrt.epsilon": "the root of glrt.delta, with its errors",
    "glrt.mixed_delta": "a sum of two profiles, each with its cancellation",
    "glrt.mixed_roc": _SCIPY,
    "glrt.roc": _SCIPY,
    "glrt.roc_reversed": _SCIPY,
    "glrt.roc_symmetric": _SCIPY,
    "glrt.subsampled_delta": "glrt.delta at another eps, with its errors",
    "pure.composed_delta": "near eps = k eps0 delta vanishes and only the rounding of the largest loss is left",
    "rectified.delta": "in the head it is gaussian.delta, two terms that cancel; near eps0 it vanishes",
    "renyi.epsilon_improved": "it crosses 0 in the ordinary range: near the crossing three terms cancel whatever their form",
    "subsampled.gaussian_delta": "in the tail the profile magnifies the rounding of the shifted eps, up to 700 times at 1e-308",
    "subsampled.gaussian_renyi": "the exponential magnifies the rounding of exponents of several hundred, barely past the limit",
    "subsampled.laplace_delta": "where the shifted eps reaches eps0, delta vanishes and only the rounding of the shift is left",
    "two_gaussians.chernoff": "where the Gaussians are nearly the same it vanishes, and the logarithms cancel",
    "zcdp.delta": "the exponential magnifies the rounding of log delta, up to 700 times at 1e-308",
}
