"""riskcal: operational risks (false negative rate, advantage) from GDP, pure DP, zCDP and privacy loss distributions.

Its curves of privacy loss distributions are those of a dominating pair, hence lower bounds of the trade-off function and upper
bounds of the advantage.
"""

from __future__ import annotations

from dplemma.peers.league.declare import Library, Peer, PeerCall

_analysis = Library("riskcal.analysis")
_pld = Library("dp_accounting.pld.privacy_loss_distribution")


def gaussian_tradeoff(fpr: float, mu: float) -> float:
    return _analysis.get_beta_from_gdp(mu, fpr)


def gaussian_tv(mu: float) -> float:
    return _analysis.get_advantage_from_gdp(mu)


def gaussian_tradeoff_pld(fpr: float, sigma: float) -> float:
    return _analysis.get_beta_from_pld(_pld.from_gaussian_mechanism(sigma), alpha=fpr)


def gaussian_tradeoff_zcdp(fpr: float, rho: float) -> float:
    return _analysis.get_beta_from_zcdp(rho, fpr)


def gaussian_roc_zcdp(fpr: float, rho: float) -> float:
    return 1 - gaussian_tradeoff_zcdp(fpr, rho)


def laplace_tradeoff_pld(fpr: float, scale: float) -> float:
    return _analysis.get_beta_from_pld(_pld.from_laplace_mechanism(scale), alpha=fpr)


def pure_tradeoff(fpr: float, eps0: float) -> float:
    return _analysis.get_beta_from_adp(eps0, 0.0, fpr)


_PAIR = "module docstring of _plrv: the curve of a dominating pair lies below that of the mechanism"
PEER = Peer(
    name="riskcal",
    distribution="riskcal",
    imports=("riskcal.analysis", "dp_accounting.pld.privacy_loss_distribution"),
    calls=(
        PeerCall("gaussian.tradeoff", gaussian_tradeoff, "get_beta_from_gdp", "exact", "docstring: analytical formula"),
        PeerCall("gaussian.tv", gaussian_tv, "get_advantage_from_gdp", "exact", "docstring: analytical formula"),
        PeerCall("gaussian.tradeoff", gaussian_tradeoff_pld, "get_beta_from_pld (Gaussian)", "lower", _PAIR,
                 {"sigma": "1/mu"}, seconds=30, points=({"fpr": "0.01", "mu": "1"}, {"fpr": "1e-6", "mu": "8"})),
        # The Gaussian mechanism is mu^2/2-zCDP: what holds of every such mechanism bounds it from below.
        PeerCall("gaussian.tradeoff", gaussian_tradeoff_zcdp, "get_beta_from_zcdp", "lower",
                 "docstring: optimal trade-off over Rényi orders for a rho-zCDP mechanism; tol = 1e-9", {"rho": "mu**2/2"},
                 atol=1e-9, points=({"fpr": "0.001", "mu": "0.1"}, {"fpr": "1e-10", "mu": "8"})),
        # The same as a true positive rate, where an error shows; below 1e-9 the subtraction from 1 would be to blame.
        PeerCall("gaussian.roc", gaussian_roc_zcdp, "1 - get_beta_from_zcdp", "upper",
                 "the same docstring; tol = 1e-9", {"rho": "mu**2/2"}, domain={"fpr": ("1e-9", "1")}, rtol=1e-6, atol=1e-9,
                 points=({"fpr": "0.001", "mu": "0.1"},)),
        PeerCall("laplace.tradeoff", laplace_tradeoff_pld, "get_beta_from_pld (Laplace)", "lower", _PAIR,
                 {"scale": "1/eps0"}, seconds=30),
        PeerCall("pure.tradeoff", pure_tradeoff, "get_beta_from_adp", "exact", "docstring: equation 5 of Dong et al."),
    ),
)  # fmt: skip
