"""The Gaussian mechanism with mu = psi = sensitivity / sigma.

Adjacency enters only through the sensitivity, so all of these hold for add/remove and for replace.

With a = eps/mu - mu/2, b = eps/mu + mu/2 and the Mills ratio M = Q/phi, e^eps phi(b) = phi(a), hence
delta = phi(a)(M(a) - M(b)) and 1 - delta = phi(a)(M(-a) + M(b)): forms without e^eps, right however deep the tail.
The profile falls in eps (derivative -e^eps Q(b)) and rises in mu (derivative phi(a)), so its inverses are unique.
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, UNIT, Interval
from dplemma.lang.quantity import quantity

_RATE, _NEGATIVE = Interval(0, 1), Interval.open("-oo", 0)
_FAR = 2**17
_ONE_FAR = "e^eps Phi(-b) = phi(a) M(b) where b alone is too far out for Arb's erfc"
_BEYOND = "Arb's erfc has no digits left so far out; the Mills ratio needs no exponential there"


@quantity(
    "gaussian.delta", latex=r"\delta_{<mu>}(<eps>)",
    eps=NONNEGATIVE, mu=POSITIVE, values=UNIT, role="guarantee", example={"eps": "1", "mu": "1"},
    formula="Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu)",
)  # fmt: skip
def delta(eps: Any, mu: Any) -> Any:
    """Privacy profile: the least delta for which the mechanism is (eps, delta)-DP."""
    return L.Phi(mu / 2 - eps / mu) - L.exp(eps) * L.Phi(-mu / 2 - eps / mu)


def _a(eps: Any, mu: Any) -> Any:
    return eps / mu - mu / 2


def _b(eps: Any, mu: Any) -> Any:
    return eps / mu + mu / 2


def _log_phi(x: Any) -> Any:
    return -(x**2) / 2 - L.log(2 * L.pi) / 2


@delta.form("mills", when=lambda eps, mu: _a(eps, mu) > _FAR, because=_BEYOND)
def _delta_mills(eps: Any, mu: Any) -> Any:
    return L.phi(_a(eps, mu)) * (L.Mills(_a(eps, mu)) - L.Mills(_b(eps, mu)))


@delta.form("far", when=lambda eps, mu: _b(eps, mu) > _FAR, because=_ONE_FAR)
def _delta_far(eps: Any, mu: Any) -> Any:
    return L.Phi(-_a(eps, mu)) - L.phi(_a(eps, mu)) * L.Mills(_b(eps, mu))


@quantity(
    "gaussian.log_delta", latex=r"\log \delta_{<mu>}(<eps>)",
    eps=NONNEGATIVE, mu=POSITIVE, values=_NEGATIVE, role="guarantee", example={"eps": "10", "mu": "0.1"},
    formula="log(Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu))",
)  # fmt: skip
def log_delta(eps: Any, mu: Any) -> Any:
    """Natural logarithm of the privacy profile, for tails far below the smallest double."""
    return L.log(delta(eps, mu))


@log_delta.form("mills", when=lambda eps, mu: _a(eps, mu) > _FAR, because=_BEYOND)
def _log_delta_mills(eps: Any, mu: Any) -> Any:
    return L.log(L.Mills(_a(eps, mu)) - L.Mills(_b(eps, mu))) + _log_phi(_a(eps, mu))


@log_delta.form("complement-mills", when=lambda eps, mu: _a(eps, mu) < -_FAR, because=_BEYOND)
def _log_delta_complement_mills(eps: Any, mu: Any) -> Any:
    return L.log(1 - _one_minus_delta_mills(eps, mu))


@log_delta.form("complement-far", when=lambda eps, mu: (_b(eps, mu) > _FAR) & (_a(eps, mu) < -4), because=_ONE_FAR)
def _log_delta_complement_far(eps: Any, mu: Any) -> Any:
    return L.log(1 - _one_minus_delta_far(eps, mu))


@log_delta.form("far", when=lambda eps, mu: _b(eps, mu) > _FAR, because=_ONE_FAR)
def _log_delta_far(eps: Any, mu: Any) -> Any:
    return L.log(_delta_far(eps, mu))


@log_delta.form("complement", when=lambda eps, mu: _a(eps, mu) < -4, because="delta is near 1: log(1 - x) of its complement")
def _log_delta_complement(eps: Any, mu: Any) -> Any:
    return L.log(1 - one_minus_delta(eps, mu))


@quantity(
    "gaussian.one_minus_delta", latex=r"\bar{\delta}_{<mu>}(<eps>)",
    eps=NONNEGATIVE, mu=POSITIVE, values=UNIT, role="tradeoff", example={"eps": "1", "mu": "40"},
    formula="Phi(eps/mu - mu/2) + e^eps Phi(-mu/2 - eps/mu)",
)  # fmt: skip
def one_minus_delta(eps: Any, mu: Any) -> Any:
    """1 - delta without cancellation, for mechanisms with next to no privacy."""
    return L.Phi(eps / mu - mu / 2) + L.exp(eps) * L.Phi(-mu / 2 - eps / mu)


@one_minus_delta.form("mills", when=lambda eps, mu: _a(eps, mu) < -_FAR, because=_BEYOND)
def _one_minus_delta_mills(eps: Any, mu: Any) -> Any:
    return L.phi(_a(eps, mu)) * (L.Mills(-_a(eps, mu)) + L.Mills(_b(eps, mu)))


@one_minus_delta.form("far", when=lambda eps, mu: _b(eps, mu) > _FAR, because=_ONE_FAR)
def _one_minus_delta_far(eps: Any, mu: Any) -> Any:
    return L.Phi(_a(eps, mu)) + L.phi(_a(eps, mu)) * L.Mills(_b(eps, mu))


@quantity(
    "gaussian.log_one_minus_delta", latex=r"\log \bar{\delta}_{<mu>}(<eps>)",
    eps=NONNEGATIVE, mu=POSITIVE, values=_NEGATIVE, role="tradeoff",
    example={"eps": "1", "mu": "100"},
    formula="log(Phi(eps/mu - mu/2) + e^eps Phi(-mu/2 - eps/mu))",
)  # fmt: skip
def log_one_minus_delta(eps: Any, mu: Any) -> Any:
    """Natural logarithm of 1 - delta."""
    return L.log(one_minus_delta(eps, mu))


@log_one_minus_delta.form("mills", when=lambda eps, mu: _a(eps, mu) < -_FAR, because=_BEYOND)
def _log_one_minus_delta_mills(eps: Any, mu: Any) -> Any:
    return L.log(L.Mills(-_a(eps, mu)) + L.Mills(_b(eps, mu))) + _log_phi(_a(eps, mu))


@log_one_minus_delta.form("complement-mills", when=lambda eps, mu: _a(eps, mu) > _FAR, because=_BEYOND)
def _log_one_minus_delta_complement_mills(eps: Any, mu: Any) -> Any:
    return L.log(1 - _delta_mills(eps, mu))


@log_one_minus_delta.form("complement-far", when=lambda eps, mu: (_b(eps, mu) > _FAR) & (_a(eps, mu) > 2), because=_ONE_FAR)
def _log_one_minus_delta_complement_far(eps: Any, mu: Any) -> Any:
    return L.log(1 - _delta_far(eps, mu))


@log_one_minus_delta.form("far", when=lambda eps, mu: _b(eps, mu) > _FAR, because=_ONE_FAR)
def _log_one_minus_delta_far(eps: Any, mu: Any) -> Any:
    return L.log(_one_minus_delta_far(eps, mu))


@log_one_minus_delta.form("complement", when=lambda eps, mu: _a(eps, mu) > 2, because="log(1 - delta) of a small delta")
def _log_one_minus_delta_complement(eps: Any, mu: Any) -> Any:
    return L.log(1 - delta(eps, mu))


@quantity(
    "gaussian.epsilon", latex=r"\varepsilon_{<mu>}(<delta>)",
    delta=UNIT, mu=POSITIVE, role="guarantee", example={"delta": "1e-5", "mu": "1"},
    formula="the root x of gaussian.delta(x, mu) = delta; 0 once delta >= gaussian.delta(0, mu)",
    kernel="gaussian.epsilon",
    because="interval Newton on the profile (on its logarithm where eps/mu - mu/2 > 256), from a seed in double precision",
)  # fmt: skip
def epsilon(delta: Any, mu: Any) -> Any:
    """Least eps >= 0 for which the mechanism is (eps, delta)-DP; the profile is strictly decreasing in eps."""
    x = L.Symbol("x_eps", real=True)
    root = L.Root(profile(x, mu) - delta, (x, 0, L.oo))
    return L.Piecewise((L.Integer(0), delta >= 2 * L.Phi(mu / 2) - 1), (root, True))


profile = delta


@quantity(
    "gaussian.mu", latex=r"\mu_G(<eps>, <delta>)",
    eps=NONNEGATIVE, delta=UNIT, role="calibration-upper", example={"eps": "1", "delta": "1e-5"},
    formula="the root x > 0 of gaussian.delta(eps, x) = delta",
    note="the GDP transform (GDPT) of one pair: the largest mu whose profile at eps does not exceed delta",
    kernel="gaussian.mu",
    because="interval Newton on the profile (on its logarithm where eps/mu - mu/2 > 256), from a seed in double precision",
)  # fmt: skip
def mu(eps: Any, delta: Any) -> Any:
    """Largest mu allowed by (eps, delta)-DP; the profile is strictly increasing in mu."""
    x = L.Symbol("x_mu", real=True)
    return L.Root(profile(eps, x) - delta, (x, 0, L.oo))


largest_mu = mu


@quantity(
    "gaussian.sigma", latex=r"\sigma_G(<eps>, <delta>)",
    eps=NONNEGATIVE, delta=UNIT, role="calibration-lower", example={"eps": "1", "delta": "1e-5"},
    formula="1/gaussian.mu(eps, delta)", note="unit sensitivity; multiply by the sensitivity", kernel="gaussian.sigma",
    because="the reciprocal of gaussian.mu",
)  # fmt: skip
def sigma(eps: Any, delta: Any) -> Any:
    """Least standard deviation of the noise that gives (eps, delta)-DP at unit sensitivity."""
    return 1 / largest_mu(eps, delta)


@quantity(
    "gaussian.roc", latex=r"R_{<mu>}(<fpr>)",
    fpr=_RATE, mu=POSITIVE, values=UNIT, role="guarantee", example={"fpr": "0.1", "mu": "1"},
    formula="Phi(mu + PhiInv(fpr))",
)  # fmt: skip
def roc(fpr: Any, mu: Any) -> Any:
    """Greatest true positive rate of a test with this false positive rate."""
    return L.Phi(mu + L.PhiInv(fpr))


@quantity(
    "gaussian.tradeoff", latex=r"G_{<mu>}(<fpr>)",
    fpr=_RATE, mu=POSITIVE, values=UNIT, role="tradeoff", example={"fpr": "0.1", "mu": "1"},
    formula="Phi(PhiInv(1 - fpr) - mu)",
)  # fmt: skip
def tradeoff(fpr: Any, mu: Any) -> Any:
    """Trade-off function G_mu: least type II error of a test of level fpr."""
    return L.Phi(L.PhiInv(1 - fpr) - mu)


def _ends(quantity: Any, at_zero: int, at_one: int) -> None:
    """The exact values at fpr = 0 and 1, where the quantile is infinite."""
    because = "the quantile is infinite there, the value exact"
    quantity.form("at-zero", when=lambda fpr, mu: fpr <= 0, because=because)(lambda fpr, mu: L.Integer(at_zero))
    quantity.form("at-one", when=lambda fpr, mu: fpr >= 1, because=because)(lambda fpr, mu: L.Integer(at_one))


_ends(roc, 0, 1)
_ends(tradeoff, 1, 0)


@tradeoff.form("mills", when=lambda fpr, mu: mu > _FAR, because=_BEYOND)
def _tradeoff_mills(fpr: Any, mu: Any) -> Any:
    x = mu + L.PhiInv(fpr)
    return L.phi(x) * L.Mills(x)


@tradeoff.form("mirror", when=lambda fpr, mu: 2 * fpr < 1, because="PhiInv(1 - x) = -PhiInv(x), without rounding 1 - x")
def _tradeoff_mirror(fpr: Any, mu: Any) -> Any:
    return L.Phi(-L.PhiInv(fpr) - mu)


@quantity(
    "gaussian.auc", latex=r"\mathrm{AUC}(<mu>)",
    mu=POSITIVE, values=UNIT, role="guarantee", example={"mu": "1"}, formula="Phi(mu/sqrt(2))",
)  # fmt: skip
def auc(mu: Any) -> Any:
    """Area under the ROC curve."""
    return L.Phi(mu / L.sqrt(2))


@quantity(
    "gaussian.tv", latex=r"\mathrm{TV}(<mu>)",
    mu=POSITIVE, values=UNIT, role="guarantee", also=("gaussian.advantage",), example={"mu": "1"},
    formula="2 Phi(mu/2) - 1",
)  # fmt: skip
def tv(mu: Any) -> Any:
    """Total variation distance, the advantage of the best adversary; equals gaussian.delta(0, mu)."""
    return 2 * L.Phi(mu / 2) - 1


@quantity(
    "gaussian.renyi", latex=r"D_{<order>}(<mu>)",
    order=POSITIVE, mu=POSITIVE, role="guarantee", example={"order": "2", "mu": "1"},
    formula="order mu^2 / 2",
)  # fmt: skip
def renyi(order: Any, mu: Any) -> Any:
    """Rényi divergence of this order between the outputs on neighbours (order 1: Kullback-Leibler)."""
    return order * mu**2 / 2


@quantity(
    "gaussian.kl", latex=r"D_{\mathrm{KL}}(<mu>)",
    mu=POSITIVE, role="guarantee", example={"mu": "1"}, formula="mu^2 / 2",
)  # fmt: skip
def kl(mu: Any) -> Any:
    """Kullback-Leibler divergence between the outputs on neighbours."""
    return mu**2 / 2


@quantity(
    "gaussian.chernoff", latex=r"C(<mu>)",
    mu=POSITIVE, role="guarantee", example={"mu": "1"}, formula="mu^2 / 8",
)  # fmt: skip
def chernoff(mu: Any) -> Any:
    """Chernoff information between the outputs on neighbours: the divergence at the exponent 1/2."""
    return mu**2 / 8


def _f_score(z: Any, beta: Any, mu: Any) -> Any:
    """F_beta of the test {output > z}: (1 + beta^2) R/(beta^2 + R + x) with x = Q(z), R = Q(z - mu)."""
    power, level = L.Phi(mu - z), L.Phi(-z)
    return (1 + beta**2) * power / (beta**2 + power + level)


_BEST_TEST = "the stationary threshold by interval Newton; F_beta is quasi-concave in fpr because the ROC is concave"


@quantity(
    "gaussian.fbeta", latex=r"F^{*}_{<beta>}(<mu>)",
    beta=POSITIVE, mu=POSITIVE, values=UNIT, role="guarantee", example={"beta": "1", "mu": "1"},
    formula="max over fpr of (1 + beta^2) R/(beta^2 + R + fpr), R = gaussian.roc(fpr, mu)",
    note="membership prior 1/2", kernel="gaussian.fbeta", because=_BEST_TEST,
)  # fmt: skip
def fbeta(beta: Any, mu: Any) -> Any:
    """Greatest F_beta score of a membership adversary."""
    z = L.Symbol("z_test", real=True)
    score = _f_score(z, beta, mu)
    return score.subs(z, L.ArgMax(score, (z, -L.oo, L.oo)))


@quantity(
    "gaussian.fbeta_fpr", latex=r"\mathrm{FPR}^{*}_{<beta>}(<mu>)",
    beta=POSITIVE, mu=POSITIVE, values=UNIT, role="neutral", example={"beta": "1", "mu": "1"},
    formula="the fpr at which gaussian.fbeta(beta, mu) is attained", kernel="gaussian.fbeta_fpr", because=_BEST_TEST,
)  # fmt: skip
def fbeta_fpr(beta: Any, mu: Any) -> Any:
    """False positive rate of the adversary with the greatest F_beta score."""
    z = L.Symbol("z_test", real=True)
    return L.Phi(-L.ArgMax(_f_score(z, beta, mu), (z, -L.oo, L.oo)))


@quantity(
    "gaussian.mu_for_auc", latex=r"\mu_{\mathrm{AUC}}(<auc>)",
    auc=Interval.open("1/2", 1), role="calibration-upper", example={"auc": "0.75"},
    formula="sqrt(2) PhiInv(auc)",
)  # fmt: skip
def mu_for_auc(auc: Any) -> Any:
    """Largest mu whose area under the ROC curve does not exceed this one."""
    return L.sqrt(2) * L.PhiInv(auc)


@quantity(
    "gaussian.mu_for_tv", latex=r"\mu_{\mathrm{TV}}(<tv>)",
    tv=UNIT, role="calibration-upper", example={"tv": "0.1"}, formula="2 PhiInv((1 + tv)/2)",
)  # fmt: skip
def mu_for_tv(tv: Any) -> Any:
    """Largest mu whose total variation distance (advantage) does not exceed this one."""
    return 2 * L.PhiInv((1 + tv) / 2)


@quantity(
    "gaussian.mu_for_tpr", latex=r"\mu_{\mathrm{TPR}}(<tpr>, <fpr>)",
    tpr=UNIT, fpr=UNIT, role="calibration-upper", example={"tpr": "0.1", "fpr": "0.01"}, formula="PhiInv(tpr) - PhiInv(fpr)",
    such_that=lambda tpr, fpr: tpr > fpr, needs="tpr > fpr: guessing already reaches tpr = fpr",
)  # fmt: skip
def mu_for_tpr(tpr: Any, fpr: Any) -> Any:
    """Largest mu for which no test with this false positive rate has a greater true positive rate than tpr."""
    return L.PhiInv(tpr) - L.PhiInv(fpr)


@quantity(
    "gaussian.mu_for_fbeta", latex=r"\mu_{F_{<beta>}}(<f>)",
    f=UNIT, beta=POSITIVE, role="calibration-upper", example={"f": "0.76", "beta": "1"},
    formula="gaussian.mu(log(f/(1 + b - f)), b f/(1 + b - f)) for 2 f >= 1 + b, b = beta^2; "
    "gaussian.mu(log((1 + b - f)/f), 2 + b - (1 + b)/f) below",
    note="F_beta <= f for every test iff (1 + b - f) R - f x <= b f at every point (x, R) of the ROC curve: the profile at "
    "eps = log(f/(1 + b - f)) is at most b f/(1 + b - f); below 0 it is 1 - e^eps + e^eps times the profile at -eps",
    such_that=lambda f, beta: f * (2 + beta**2) > 1 + beta**2,
    needs="f > (1 + beta^2)/(2 + beta^2), the score of an adversary who always says yes: no mu gives less",
    kernel="gaussian.mu_for_fbeta", because="the kernel of gaussian.mu at the pair that the score stands for",
)  # fmt: skip
def mu_for_fbeta(f: Any, beta: Any) -> Any:
    """Largest mu for which no membership adversary exceeds this F_beta score."""
    b = beta**2
    rest = 1 + b - f
    return L.Piecewise(
        (largest_mu(L.log(f / rest), b * f / rest), 2 * f >= 1 + b),
        (largest_mu(L.log(rest / f), 2 + b - (1 + b) / f), True),
    )
