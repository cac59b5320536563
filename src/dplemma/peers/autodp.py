"""autodp: closed forms and calibrations, Rényi curves, f-DP, generic conversions."""

from __future__ import annotations

from dplemma.peers.league.declare import Library, Peer, PeerCall

_dp_bank = Library("autodp.dp_bank")
_calibrator = Library("autodp.privacy_calibrator")
_fdp_bank = Library("autodp.fdp_bank")
_rdp_bank = Library("autodp.rdp_bank")
_converter = Library("autodp.converter")


def gaussian_log_delta(eps: float, sigma: float) -> float:
    return _dp_bank.get_logdelta_ana_gaussian(sigma, eps)


def gaussian_epsilon(sigma: float, delta: float) -> float:
    return _dp_bank.get_eps_ana_gaussian(sigma, delta)


def gaussian_epsilon_rdp(sigma: float, delta: float) -> float:
    return _dp_bank.get_eps_gaussian(sigma, delta)


def gaussian_sigma(eps: float, delta: float) -> float:
    return _calibrator.ana_gaussian_mech(eps, delta)["sigma"]


def gaussian_sigma_classical(eps: float, delta: float) -> float:
    return _calibrator.classical_gaussian_mech(eps, delta)["sigma"]


def gaussian_tradeoff(fpr: float, sigma: float) -> float:
    return _fdp_bank.fDP_gaussian({"sigma": sigma}, fpr)


def pure_tradeoff(fpr: float, eps0: float) -> float:
    return _fdp_bank.fDP_pure_DP({"eps": eps0}, fpr)


def pure_epsilon(p: float, delta: float) -> float:
    return _dp_bank.get_eps_randresp_optimal(p, delta)


def laplace_renyi(order: float, b: float) -> float:
    return _rdp_bank.RDP_laplace({"b": b}, order)


def laplace_epsilon_rdp(b: float, delta: float) -> float:
    return _dp_bank.get_eps_laplace(b, delta)


def zcdp_epsilon(rho: float, delta: float) -> float:
    return _converter.rdp_to_approxdp(lambda order: rho * order)(delta)


def zcdp_delta(rho: float, eps: float) -> float:
    return _converter.rdp_to_delta(lambda order: rho * order)(eps)


_MU = {"sigma": "1/mu"}
PEER = Peer(
    name="autodp",
    distribution="autodp",
    imports=("autodp.dp_bank", "autodp.rdp_bank", "autodp.fdp_bank", "autodp.converter", "autodp.privacy_calibrator"),
    calls=(
        PeerCall("gaussian.log_delta", gaussian_log_delta, "get_logdelta_ana_gaussian", "exact",
                 "docstring: delta of the analytical Gaussian mechanism", _MU),
        PeerCall("gaussian.epsilon", gaussian_epsilon, "get_eps_ana_gaussian", "exact",
                 "docstring: the Gaussian mechanism using the analytical form; SciPy's root finder stops at 2e-12", _MU,
                 atol=2e-12),
        PeerCall("gaussian.epsilon", gaussian_epsilon_rdp, "get_eps_gaussian", "upper",
                 "docstring of get_eps_rdp: eps by the generic Rényi accountant, sufficient, not tight", _MU),
        PeerCall("gaussian.sigma", gaussian_sigma, "ana_gaussian_mech", "exact",
                 "docstring: the deviation needed to achieve (eps, delta)-DP; its search tolerance tol = 1e-12 is not said to be "
                 "one of delta", points=({"eps": "20", "delta": "3.569809986700448e-10"}, {"eps": "0.1", "delta": "1e-15"})),
        PeerCall("gaussian.sigma", gaussian_sigma_classical, "classical_gaussian_mech", "upper",
                 "docstring: required noise level for 0 < eps < 1, dominated by others", domain={"eps": ("0", "1")}),
        PeerCall("gaussian.tradeoff", gaussian_tradeoff, "fDP_gaussian", "exact",
                 "docstring: the false negative rate supported by the Gaussian mechanism", _MU,
                 points=({"fpr": "1e-17", "mu": "10"},)),
        PeerCall("pure.tradeoff", pure_tradeoff, "fDP_pure_DP", "exact",
                 "docstring: the false negative rate supported by any pure-DP mechanism", points=({"fpr": "0.1", "eps0": "1"},)),
        # p = e^eps0/(1 + e^eps0): beyond eps0 = 8 the rounding of p itself moves the result.
        PeerCall("pure.epsilon", pure_epsilon, "get_eps_randresp_optimal", "exact",
                 "name and source: the optimal eps of randomised response", {"p": "1/(1 + exp(-eps0))"},
                 domain={"eps0": ("0", "8")}),
        PeerCall("laplace.renyi", laplace_renyi, "RDP_laplace", "exact", "docstring: the Rényi divergence", {"b": "1/eps0"}),
        PeerCall("laplace.epsilon", laplace_epsilon_rdp, "get_eps_laplace", "upper",
                 "docstring of get_eps_rdp: eps by the generic Rényi accountant, sufficient, not tight", {"b": "1/eps0"}),
        PeerCall("zcdp.epsilon", zcdp_epsilon, "converter.rdp_to_approxdp", "upper",
                 "comment: Theorem 21 of arXiv 1905.09982; any order it ends at is sufficient"),
        PeerCall("zcdp.delta", zcdp_delta, "converter.rdp_to_delta", "upper",
                 "comment: the conversion of Canonne et al.; any order it ends at is sufficient"),
    ),
)  # fmt: skip
