"""Points where evaluating a quantity in floating point goes wrong or is hard: for reference tables, tests and audits.

`HARD_POINTS` maps each quantity to tuples of exact texts in the order of its parameters, all inside the domain: deep tails,
tiny and huge parameters, end points of the domain, kinks and the two sides of them, many dimensions and compositions, and the
places where one form hands over to the next.
"""

from __future__ import annotations

from itertools import chain, product

Point = tuple[str, ...]


def _cross(*axes: str) -> list[Point]:
    """All combinations of the numbers on each axis, which are separated by blanks."""
    return list(product(*(axis.split() for axis in axes)))


def _at(*points: str) -> list[Point]:
    """Single points, the numbers of each separated by blanks."""
    return [tuple(point.split()) for point in points]


def _all(*parts: list[Point]) -> list[Point]:
    """The parts in order, each point once."""
    return list(dict.fromkeys(chain.from_iterable(parts)))


_NEAR_ONE = "0.999999999999 0.999999999999999999999999999999"
_INNER_RATES = f"1e-300 1e-30 1e-9 0.5 {_NEAR_ONE}"
_RATES = f"0 {_INNER_RATES} 1"
_TV_OF_1 = "0.38292492254802620727 0.38292492254802620728"
"""Two decimals around 2 Phi(1/2) - 1, the delta at which gaussian.epsilon(delta, 1) becomes 0."""

_GAUSSIAN_PROFILE = _all(
    # cancellation of both terms, overflow of e^eps, and tails below the smallest double
    _at("700 0.01", "1e-30 1e-15", "1e-12 1e-8", "700 1e-8", "709.7 1", "710 1", "745 1", "1000 1000", "1e6 2000", "1e6 100"),
    # eps = mu^2/2, and both sides of places where the Mills ratio or the complement takes over
    _at("0.5 1", "5e-17 1e-8", "5000 100", "64.5 1", "64.500000001 1", "8.5 1", "8.500000001 1", "4 4", "6 12", "16 100"),
    _at("2.5 1", "131072.5 1", "131072.500001 1"),
    _cross("0 1e-300 1e-30 1e-9 1e-3", "1e-300 1e-30 1e-9 1e-3 1 8 76 100 1e4"),
    _cross("1 20", "1e-9 1e-3 0.05 37.5 76 1e4"),
)
_GAUSSIAN_PAIRS = _all(
    _cross("0 1e-300 1e-30 1e-9 0.01 1 20 700 1e6", f"1e-300 1e-30 1e-15 1e-5 0.5 0.999 {_NEAR_ONE}"),
    _at("1 1e-1000", "1e-300 1e-1000", "1e100 1e-5", "1e100 0.5"),
)
_GLRT_TESTS = _all(
    _cross(f"0 1e-300 1e-9 0.01 0.5 {_NEAR_ONE} 1", "1 10 1000", "0.01 1 30"),
    _at("0.01 1000 100", "0.5 1 1e-6", "0.5 2 1e-9", "1e-9 1000 1e-3", "1e-12 3 100", "1e-6 999 20", "0.999 500 50"),
)
_SCORES = _all(_cross("1e-6 0.01 0.5 1 2 100 1e6", "1e-6 0.01 1 8 38 100"), _at("1 1e-15", "1e-15 1", "1e15 1", "0.25 1000"))
_LAPLACE_EPS0 = "1e-300 1e-30 1e-9 0.5 20 745 1000"
_KINKED_RATES = _all(
    _cross(_RATES, "1e-30 1e-9 1 20 1000"),
    # e^-1/2 and 1/(1 + e), the kinks at eps0 = 1, from both sides
    _cross("0.18393972058572116079 0.18393972058572116080 0.26894142136999512074 0.26894142136999512075", "1"),
    _at("0.499999999999 1", "0.500000000001 1"),
)
_KINKED_PROFILE = _all(
    _cross("0 1e-300 1e-9 0.5 1 20 999.999999", "1e-30 1e-9 1 20 1000"),
    _at("0.999999999999 1", "1.000000000001 1", "0.99999999999999999999999999999999999999 1", "1e-30 2e-30", "1 745", "700 710"),
)
_KINKED_DELTAS = _cross(f"0 1e-300 1e-30 1e-9 0.5 {_NEAR_ONE}", "1e-30 1e-9 1 20 1000")
_CONVERSIONS = _cross("1.0000000001 1.01 2 1e3 1e9", "0 1e-30 1 1e9", f"1e-300 1e-5 0.5 {_NEAR_ONE}")
_CLT = _all(_cross("0.05 0.5 1 100 1e6 1e15", "1e-12 0.01 1", "1 1000 1000000000"), _at("0.03 1 1", "1e30 1e-30 1"))

_BETTER_THAN_GUESSING = _at(
    "0.1 1e-300", "0.1 1e-9", "0.999999999999 0.001", "0.01 0.00999999999999", "0.9 0.899999999999999999", "0.99 0.6",
    "1e-9 1e-12", "0.999999999999999999999999999999 0.999999999999",
)  # fmt: skip

_CUTS = "-1000 -1 -1e-30 0 1e-9 0.5 0.999999999999 1 1.000000000001 2 1000"
_CUT_RATES = _cross(f"1e-300 1e-30 1e-9 0.5 0.499999999999999999999999999999 {_NEAR_ONE}", "1e-30 1e-9 1 20 1000")
_CORRELATED_CUTS = _all(
    _cross("-1 0 0.5 1 2 100", "1e-9 1 20", "0", "0", "0"),
    _cross("0.5", "1", "0 0.999999999999", "0 1e-13", "0 1e-13"),
    _at("0.5 2 0.999999 0 0", "2 2 0 0.499999999 0", "1 2 0 0 0.499999999", "0.5 5 0.4 0.15 0.15"),
)
_SUMS = _cross("1e-30 1e-9 1 1e9 1e30", "1e-30 1e-9 1 1e9")
_TWO_GAUSSIANS = _all(
    _cross("0", "1", "1e-30 1 1e9", "1e-9 0.999999999999 1 1.000000000001 1e9"),
    _at("0 1 0 1.000000000001", "0 1 0 2", "5 1e-30 -5 1e-30", "1e9 1 -1e9 1.5", "0 3 0 1e-9", "1 1 1 1.0000000000000000000001"),
)

HARD_POINTS: dict[str, list[Point]] = {
    "detector.gaussian_cut": _CUT_RATES,
    "detector.gaussian_exponent": _all(
        _cross("-1e9 -1 -1e-30 0 1e-9 1 1e9", "1e-9 1 1e3"),
        # -mu^2/2, where it is 0, and beside it
        _at("-0.5 1", "-0.499999999999 1", "-0.500000000001 1", "-5e-19 1e-9"),
    ),
    "detector.gaussian_fpr": _cross(_CUTS, "1e-30 1 20 1000"),
    "detector.gaussian_precision": _CORRELATED_CUTS,
    "detector.gaussian_ratio": _CUT_RATES,
    "detector.gaussian_tpr": _cross(_CUTS, "1e-30 1 20 1000"),
    "detector.laplace_cut": _CUT_RATES,
    "detector.laplace_exponent": _all(
        _at("0 1e-9", "0 1", "0 20", "1e-30 1", "-1e-30 1", "0.999999 1", "-0.999999 1", "19.9 20", "-19.9 20", "1e-10 1e-9"),
        # -laplace.kl(1) = -1/e, where it vanishes, from both sides
        _at("-0.36787944117144 1", "-0.36787944117145 1", "-100 1000", "1 1000"),
    ),
    "detector.laplace_fpr": _cross(_CUTS, "1e-30 1 20 1000"),
    "detector.laplace_precision": _CORRELATED_CUTS,
    "detector.laplace_ratio": _all(
        _CUT_RATES, _cross("0.18393972058572116079 0.18393972058572116080", "1"), _at("0.500000000001 1")
    ),
    "detector.laplace_tpr": _cross(_CUTS, "1e-30 1 20 1000"),
    "distortion.information": _SUMS,
    "distortion.least_reach": _SUMS,
    "distortion.most_variance": _at("1 0.5", "1 0.999999999999", "1e30 1", "1 1e-30", "1e-30 1e-16", "4 1.999999999999999999999"),
    "distortion.rate": _all(_SUMS, _at("4 2", "4 1.999999999999", "4 2.000000000001", "9 3")),
    "dpsgd.mu_clt_poisson": _CLT,
    "dpsgd.mu_clt_uniform": _CLT,
    "gaussian.auc": _at("1e-300", "1e-30", "1e-9", "1e-3", "5", "12", "38", "54", "100", "1e4"),
    "gaussian.chernoff": _at("1e-300", "1e-162", "1e-30", "1e-9", "1/3", "12", "1e9", "1e100", "1e155", "1e300"),
    "gaussian.delta": _GAUSSIAN_PROFILE,
    "gaussian.epsilon": _all(
        _cross(f"1e-300 1e-30 1e-15 1e-5 0.5 0.999 {_NEAR_ONE}", "1e-300 1e-9 1e-3 0.05 1 8 40 1000 1e6"),
        _cross(_TV_OF_1, "1"),
        _at("1e-1000 1", "1e-1000 1e-6", "3.98e-10 1e-9", "3.99e-10 1e-9"),
    ),
    "gaussian.fbeta": _SCORES,
    "gaussian.fbeta_fpr": _SCORES,
    "gaussian.kl": _at("1e-300", "1e-162", "1e-30", "1e-9", "1/3", "12", "1e9", "1e100", "1e155", "1e300"),
    "gaussian.log_delta": _all(
        _at("1000 1e-6", "1 1e-50", "1e300 1e-300", "1e300 1", "1e-300 1e300", "0 262144", "0 262145"), _GAUSSIAN_PROFILE
    ),
    "gaussian.log_one_minus_delta": _all(
        _at("1e6 2000", "1 1e50", "1e300 1e300", "1e-300 1e300", "0 262144", "0 262145"), _GAUSSIAN_PROFILE
    ),
    "gaussian.mu": _GAUSSIAN_PAIRS,
    "gaussian.mu_for_auc": _at(
        "0.500000000000000000000000000001", "0.500000000001", "0.501", "0.999", *_NEAR_ONE.split(), f"{10**300 - 1}/{10**300}"
    ),
    "gaussian.mu_for_fbeta": _all(
        # from above the least score (1 + beta^2)/(2 + beta^2); 2 f = 1 + beta^2 is where the sign of the loss changes
        _at("0.666666666666666666666666666667 1", "0.67 1", "0.68 0.6", "0.625 0.5", "0.68000000000000000001 0.6", "0.9999 50"),
        _cross("0.99 0.999999999999 0.999999999999999999999999999999", "1e-6 0.01 1 5"),
    ),
    "gaussian.mu_for_tpr": _all(_BETTER_THAN_GUESSING, _at("0.5 0.499999999999999999999999999999")),
    "gaussian.mu_for_tv": _at("1e-300", "1e-30", "1e-9", "1e-3", "0.999", *_NEAR_ONE.split(), f"{10**300 - 1}/{10**300}"),
    "gaussian.one_minus_delta": _GAUSSIAN_PROFILE,
    "gaussian.renyi": _cross("1e-300 1e-9 1 1.000000000001 1e9 1e300", "1e-300 1e-9 1 1e9"),
    "gaussian.roc": _all(_cross(_RATES, "1e-30 1e-9 0.01 1 8 38 100"), _at("1e-300 37", "1e-1000 60", "1e-1000 70")),
    "gaussian.sigma": _GAUSSIAN_PAIRS,
    "gaussian.tradeoff": _all(_cross(_RATES, "1e-30 1e-9 0.01 1 8 38 100"), _at("1e-300 37", "1e-1000 60", "1e-1000 70")),
    "gaussian.tv": _at("1e-300", "1e-30", "1e-9", "1e-3", "10", "17", "76", "77", "100", "1e4"),
    "glrt.delta": _all(
        _cross("0 1e-9 1 20", "1 10 1000", "0.01 1 30"),
        _at("0.5 10 1", "0.499999999 10 1", "1 1000 100", "1000 1 100", "1e-6 2 1e-3", "5000 3 100", "700 100 50", "2 999 10"),
    ),
    "glrt.epsilon": _all(
        _cross("1e-300 1e-9 1e-5 0.5 0.999", "1 10 1000", "0.01 1 30"),
        _at("1e-5 1000 100", "1e-5 1 100", "1e-12 2 1e-3", "0.999999999 100 50", "1e-5 999 10"),
    ),
    "glrt.roc": _GLRT_TESTS,
    "glrt.roc_reversed": _GLRT_TESTS,
    "glrt.mixed_delta": _all(_cross("0 1e-9 1", "1 10 300", "0.01 1 30", "0 0.5 1"), _at("1 10 2 1e-30", "5 3 1 0.999999999999")),
    "glrt.mixed_roc": _cross(f"1e-300 1e-9 0.3 {_NEAR_ONE}", "1 10 300", "0.01 1 30", "0 0.5 1"),
    "glrt.roc_symmetric": _all(
        _cross(f"0 1e-300 1e-9 0.01 0.3 0.5 {_NEAR_ONE} 1", "1 10 1000", "0.01 1 30"), _at("0.3173 1 1e-3", "0.69 1 1e-3")
    ),
    "glrt.subsampled_delta": _all(
        _cross("0 1e-9 1 5", "1 10 1000", "0.01 1 30", "0.2 1"), _at("0.5 10 1 1e-3", "1e-6 2 1e-3 0.5", "2 999 10 0.01")
    ),
    "high_dimension.distance": _all(_cross("1 2 300 1000000", "0 1e-30 1 100"), _at("1 1000", "1000000000 1")),
    "high_dimension.mu": _cross("1 3 300 1000000", "1e-30 1 100 1e9"),
    "high_dimension.roc": _all(_cross(_INNER_RATES, "1 300 1000000", "1e-9 1 30"), _at("1e-300 300 100", "0.5 1 1000")),
    "laplace.auc": _cross(_LAPLACE_EPS0),
    "laplace.chernoff": _cross(_LAPLACE_EPS0),
    "laplace.delta": _KINKED_PROFILE,
    "laplace.epsilon": _all(
        _KINKED_DELTAS,
        # 1 - e^(-1/2), where it becomes 0
        _cross("0.39346934028736657639 0.39346934028736657640", "1"),
    ),
    "laplace.epsilon_for_auc": _at(
        "0.500000000000000000000000000001", "0.500000000001", "0.501", "0.999", *_NEAR_ONE.split(), f"{10**300 - 1}/{10**300}"
    ),
    "laplace.epsilon_for_tpr": _all(
        _BETTER_THAN_GUESSING, _at("0.5 0.25", "0.500000000000000000000000000001 0.5", "0.75 0.5", "0.75 0.500000000001")
    ),
    "laplace.epsilon_for_tv": _at("1e-300", "1e-30", "1e-9", "1e-3", "0.999", *_NEAR_ONE.split(), f"{10**300 - 1}/{10**300}"),
    "laplace.epsilon_for_fbeta": _all(
        # from the least score (1 + beta^2)/(2 + beta^2) on
        _at("2/3 1", "0.666666666666666666666666666667 1", "5/9 0.5", "5/6 2", "10001/10002 100"),
        _cross("0.99 0.999999999999 0.999999999999999999999999999999", "1e-6 0.01 1 5"),
    ),
    "laplace.fbeta": _all(
        _cross("1e-6 0.5 1 100", "1e-30 1e-9 1 20 1000", "0", "0", "0"),
        # log 2, the kink at beta = 1 without correlations, from both sides
        _at("1 0.69314718055994530941 0 0 0", "1 0.69314718055994530942 0 0 0"),
        _cross("1", "1 20", "0 0.999999999999", "0 1e-13", "0 1e-13"),
        _at("1 2 0.999999 0 0", "1 2 0 0.499999999 0", "1 2 0 0 0.499999999", "2 5 0.4 0.15 0.15"),
    ),
    "laplace.kl": _cross(_LAPLACE_EPS0),
    "laplace.mu": _cross(_LAPLACE_EPS0),
    "laplace.renyi": _cross("1.000000000001 1.01 2 1e3 1e9", "1e-30 1e-9 1 20 1000"),
    "laplace.roc": _KINKED_RATES,
    "laplace.tradeoff": _KINKED_RATES,
    "laplace.tv": _cross(_LAPLACE_EPS0),
    "pure.composed_delta": _all(
        _cross("1 2 50 1000", "1e-6 0.01 1 8", "0 1e-9 1 20"),
        # eps on a loss (2i - k) eps0, beside one, and just below the last
        _at("50 0.2 2", "50 0.2 2.000000000001", "50 0.2 1.999999999999", "50 0.2 9.999999999999", "3 1 1", "3 1 3"),
        _at("10000 0.01 0", "10000 0.01 5", "10000 0.1 100", "10000 1e-3 0.5", "9999 0.02 9", "10000 0.01 99.99"),
    ),
    "pure.composed_epsilon": _all(
        _at("50 0.2 1e-5", "10000 0.01 1e-5", "10000 0.01 1e-300", "10000 0.1 1e-9", "10000 1e-3 1e-5", "9999 0.02 0.5"),
        _cross("1 2 50 1000", "1e-6 0.01 1 8", "0 1e-300 1e-9 0.5 0.999999999999"),
    ),
    "pure.delta": _KINKED_PROFILE,
    "pure.epsilon": _all(
        _KINKED_DELTAS,
        # (e - 1)/(e + 1), where it becomes 0
        _cross("0.46211715726000975850 0.46211715726000975851", "1"),
    ),
    "pure.mu": _cross(_LAPLACE_EPS0),
    "pure.roc": _KINKED_RATES,
    "pure.tradeoff": _KINKED_RATES,
    "rectified.delta": _all(
        _cross("0 1e-9 0.5 1.5 1.999999999999 2", "0.1 1 1.9 10", "1e-3 2"),
        # pure.mu(2), where being 2-DP says it all, and the eps at which the tangent begins for mu = 1, from both sides
        _at("0.5 2.2 2", "0.5 2.4 2", "0.8 1 2", "0.9 1 2", "1 1 2", "5 0.1 20", "19 1 20", "1e-6 1e-3 1e-3"),
    ),
    "rectified.roc": _all(_cross(_INNER_RATES, "0.01 1 8", "1e-9 1 20"), _at("1e-6 1 2", "0.05 1 2", "0.999999 1 2")),
    "rectified.scale": _cross("1e-300 1e-9 1 1e300", "1e-300 1e-9 0.3 1000"),
    "renyi.epsilon_best": _cross("1e-30 1e-9 0.01 1 8 100 1e6", f"1e-300 1e-15 1e-5 0.5 {_NEAR_ONE}"),
    "renyi.epsilon_improved": _CONVERSIONS,
    "renyi.epsilon_standard": _CONVERSIONS,
    "renyi.gaussian": _all(
        _cross("1.000000000001 2 64", "0", "1", "0 1e-30 1 1e9", "1 1.000000000001 1e9"),
        # order sigma1^2 + (1 - order) sigma0^2 near 0
        _at("2 0 1 0 0.707106781186547524401", "2 0 1 1 0.7071067811866", "64 1 1 -1 0.99216", "1e9 0 1 1 1"),
        _at("2 1e9 1 -1e9 1", "1.5 0 1e-9 0 1e9", "2 0 1e-30 1e-30 1e-30"),
    ),
    "renyi.order_best": _cross("1e-30 1e-9 0.01 1 8 100 1e6", f"1e-300 1e-15 1e-5 0.5 {_NEAR_ONE}"),
    "subsampled.gaussian_delta": _all(
        _cross("0 1e-9 1 20", "0.05 0.3 1 20", "1e-9 0.01 1"),
        _at("700 0.05 0.5", "1e-12 1 1e-12", "0.693147180559945309417 1 0.5", "0.69 1 0.5", "1e-6 1000 1e-3", "5 0.5 0.999999"),
    ),
    "subsampled.gaussian_renyi": _all(
        _cross("1.01 1.5 2 32 256", "0.5 1 20", "1e-9 0.01 1"),
        _at("1.000001 1 0.01", "2.5 0.3 0.5", "64.5 2 0.1", "1000 5 0.001", "255.5 1 0.01", "2 0.1 1e-6", "1.25 100 0.999999"),
    ),
    "subsampled.laplace_delta": _all(
        _cross("0 1e-9 0.5 1 5", "1e-6 1 20 1000", "1e-9 0.01 1"),
        # log(1 + q (e^eps0 - 1)), where it becomes 0: q = 0.1, eps0 = 1, from both sides
        _cross("0.15856260 0.15856265 0.159", "1", "0.1"),
    ),
    "two_gaussians.chernoff": [point for point in _TWO_GAUSSIANS if point[0] != point[2] or point[1] != point[3]],
    "two_gaussians.chernoff_exponent": [point for point in _TWO_GAUSSIANS if point[0] != point[2] or point[1] != point[3]],
    "two_gaussians.kl": _TWO_GAUSSIANS,
    "zcdp.delta": _all(_cross("1e-12 1e-4 0.5 100", "0 1e-9 0.5 4 1000"), _at("0.5 0.5", "1e-30 1", "1e6 1e6", "1e-9 1e6")),
    "zcdp.rho": _all(
        _cross("0 1e-9 1 20 1e6", f"1e-300 1e-30 1e-5 0.5 {_NEAR_ONE}"), _at("100 1e-1000", "1e-30 1e-30", "0.7 0.5")
    ),
    "zcdp.epsilon": _cross("1e-30 1e-12 1e-4 0.5 100 1e9", f"1e-300 1e-15 1e-5 0.5 {_NEAR_ONE}"),
}
