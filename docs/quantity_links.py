"""Which quantities belong together: inverses, complements, logarithms and special cases.

Main definitions: `LINKS`, `related_lines`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Link(NamedTuple):
    """`left` stands to `right` as `words` say, and `right` to `left` as `back` says."""

    left: str
    words: str
    right: str
    back: str


def _inverse(left: str, right: str, where: str = "") -> Link:
    return Link(left, f"inverse of{where}", right, f"has the inverse{where}")


def _complement(left: str, right: str) -> Link:
    return Link(left, "1 minus", right, "1 minus")


def _logarithm(left: str, right: str) -> Link:
    return Link(left, "logarithm of", right, "has the logarithm")


def _case(left: str, right: str, at: str) -> Link:
    return Link(left, f"case {at} of", right, f"at {at} it is")


LINKS = [
    _inverse("gaussian.epsilon", "gaussian.delta"),
    _inverse("gaussian.mu", "gaussian.delta"),
    Link("gaussian.sigma", "reciprocal of", "gaussian.mu", "has the reciprocal"),
    _logarithm("gaussian.log_delta", "gaussian.delta"),
    _complement("gaussian.one_minus_delta", "gaussian.delta"),
    _logarithm("gaussian.log_one_minus_delta", "gaussian.one_minus_delta"),
    _complement("gaussian.tradeoff", "gaussian.roc"),
    _case("gaussian.tv", "gaussian.delta", "eps = 0"),
    _inverse("gaussian.mu_for_tv", "gaussian.tv"),
    _inverse("gaussian.mu_for_auc", "gaussian.auc"),
    _inverse("gaussian.mu_for_tpr", "gaussian.roc"),
    _inverse("gaussian.mu_for_fbeta", "gaussian.fbeta"),
    _case("gaussian.kl", "gaussian.renyi", "order = 1"),
    Link("gaussian.fbeta_fpr", "where the best test lies for", "gaussian.fbeta", "attained at the false positive rate"),
    Link("gaussian.renyi", "case of equal variances of", "renyi.gaussian", "for equal variances it is"),
    _inverse("laplace.epsilon", "laplace.delta"),
    _complement("laplace.tradeoff", "laplace.roc"),
    _case("laplace.tv", "laplace.delta", "eps = 0"),
    _inverse("laplace.epsilon_for_fbeta", "laplace.fbeta", " without correlations"),
    _inverse("laplace.epsilon_for_auc", "laplace.auc"),
    _inverse("laplace.epsilon_for_tv", "laplace.tv"),
    _inverse("laplace.epsilon_for_tpr", "laplace.roc"),
    Link("laplace.mu", "the supremum over eps, at laplace.delta, of", "gaussian.mu", "greatest for the Laplace mechanism"),
    _inverse("pure.epsilon", "pure.delta"),
    _complement("pure.tradeoff", "pure.roc"),
    _inverse("pure.composed_epsilon", "pure.composed_delta"),
    _case("pure.delta", "pure.composed_delta", "k = 1"),
    _case("pure.epsilon", "pure.composed_epsilon", "k = 1"),
    Link("renyi.epsilon_improved", "smaller bound than", "renyi.epsilon_standard", "improved by"),
    Link("renyi.order_best", "the order behind", "renyi.epsilon_best", "attained at the order"),
    Link("renyi.epsilon_best", "upper bound on", "gaussian.epsilon", "bounded through Rényi DP by"),
    Link("renyi.epsilon_best", "least over all orders of", "renyi.epsilon_improved", "least for the Gaussian mechanism"),
    _case("gaussian.delta", "subsampled.gaussian_delta", "q = 1"),
    _case("gaussian.renyi", "subsampled.gaussian_renyi", "q = 1"),
    _case("laplace.delta", "subsampled.laplace_delta", "q = 1"),
    _inverse("zcdp.epsilon", "zcdp.delta"),
    _inverse("zcdp.rho", "zcdp.delta"),
    Link("zcdp.epsilon", "least over all orders, with rdp = order rho, of", "renyi.epsilon_improved", "least for zCDP"),
    _inverse("glrt.epsilon", "glrt.delta"),
    Link("glrt.roc_symmetric", "envelope, with its mirror image, of", "glrt.roc", "has with its mirror image the envelope"),
    _case("glrt.delta", "glrt.subsampled_delta", "q = 1"),
    Link("high_dimension.roc", "as if the lengths were normal", "glrt.roc", "in high dimension it tends to"),
    Link("high_dimension.mu", "limit of high dimension of the least mu of", "glrt.delta", "in high dimension it is that of mu ="),
    _inverse("detector.laplace_cut", "detector.laplace_fpr"),
    _inverse("detector.gaussian_cut", "detector.gaussian_fpr"),
    Link("detector.laplace_ratio", "slope of", "laplace.roc", "has the slope"),
    Link("detector.gaussian_ratio", "slope of", "gaussian.roc", "has the slope"),
    _case("laplace.chernoff", "detector.laplace_exponent", "threshold = 0"),
    _case("gaussian.chernoff", "detector.gaussian_exponent", "threshold = 0"),
    Link("two_gaussians.kl", "limit, as the order tends to 1, of", "renyi.gaussian", "as the order tends to 1 it tends to"),
    Link("two_gaussians.chernoff_exponent", "the exponent behind", "two_gaussians.chernoff", "attained at the exponent"),
    Link("gaussian.chernoff", "case of equal variances of", "two_gaussians.chernoff", "for equal variances it is"),
    Link("rectified.roc", "the smaller of pure.roc and", "gaussian.roc", "for an eps0-DP mechanism at most"),
    Link("rectified.delta", "for a mechanism that is eps0-DP too, at most", "gaussian.delta", "if it is eps0-DP too, at most"),
    Link("distortion.rate", "lower bound on", "distortion.information", "is at least"),
    Link("dpsgd.mu_clt_poisson", "other sampling than", "dpsgd.mu_clt_uniform", "other sampling than"),
    Link("dpsgd.mu_clt_poisson", "limit of many steps of", "subsampled.gaussian_delta", "in the limit of many steps"),
]  # fmt: skip


def related_lines(name: str, link: Callable[[str], str]) -> str:
    """The relations of one quantity as one line of Markdown; empty if it has none."""
    found = [f"{item.words} {link(item.right)}" for item in LINKS if item.left == name]
    found += [f"{item.back} {link(item.left)}" for item in LINKS if item.right == name]
    return f"Related: {'; '.join(found)}." if found else ""
