"""Microsoft's prv_accountant: lower and upper bounds from discretised privacy loss random variables.

It returns a lower bound, an estimate and an upper bound; the bounds are what is promised, so the bounds are judged. The error
parameters are those its documentation calls typical: 0.1 in eps (here 0.01) and a thousandth of delta.
"""

from __future__ import annotations

from typing import Any

from dplemma.peers.league.declare import RUNS, Library, Peer, PeerCall

_prv = Library("prv_accountant")
_EPS_ERROR = 0.01


def _epsilon_bounds(mechanism: Any, delta: float, steps: int = 1) -> tuple[float, float, float]:
    accountant = _prv.PRVAccountant(mechanism, eps_error=_EPS_ERROR, delta_error=delta / 1000, max_self_compositions=steps)
    lower, estimate, upper = accountant.compute_epsilon(delta, steps)
    return lower, estimate, max(0.0, upper)  # it is not clamped: a negative eps stands for 0


def _delta_bounds(mechanism: Any, eps: float) -> tuple[float, float, float]:
    return _prv.PRVAccountant(mechanism, eps_error=_EPS_ERROR, delta_error=1e-9, max_self_compositions=1).compute_delta(eps, 1)


def gaussian_epsilon_upper(noise_multiplier: float, delta: float) -> float:
    return _epsilon_bounds(_prv.GaussianMechanism(noise_multiplier), delta)[2]


def gaussian_epsilon_lower(noise_multiplier: float, delta: float) -> float:
    return _epsilon_bounds(_prv.GaussianMechanism(noise_multiplier), delta)[0]


def gaussian_delta_upper(eps: float, noise_multiplier: float) -> float:
    return _delta_bounds(_prv.GaussianMechanism(noise_multiplier), eps)[2]


def gaussian_delta_lower(eps: float, noise_multiplier: float) -> float:
    return _delta_bounds(_prv.GaussianMechanism(noise_multiplier), eps)[0]


def laplace_epsilon_upper(delta: float, eps0: float) -> float:
    return _epsilon_bounds(_prv.LaplaceMechanism(eps0), delta)[2]


def laplace_epsilon_lower(delta: float, eps0: float) -> float:
    return _epsilon_bounds(_prv.LaplaceMechanism(eps0), delta)[0]


def laplace_renyi(order: float, eps0: float) -> float:
    return _prv.LaplaceMechanism(eps0).rdp(order)


def subsampled_gaussian_delta_upper(eps: float, sigma: float, q: float) -> float:
    return _delta_bounds(_prv.PoissonSubsampledGaussianMechanism(sampling_probability=q, noise_multiplier=sigma), eps)[2]


def _sampled_bounds(delta: float, sigma: float, q: float, steps: int) -> tuple[float, float, float]:
    mechanism = _prv.PoissonSubsampledGaussianMechanism(sampling_probability=q, noise_multiplier=sigma)
    return _epsilon_bounds(mechanism, delta, steps)


def sgd_epsilon_upper(delta: float, sigma: float, q: float, steps: int) -> float:
    return _sampled_bounds(delta, sigma, q, steps)[2]


def sgd_epsilon_lower(delta: float, sigma: float, q: float, steps: int) -> float:
    return _sampled_bounds(delta, sigma, q, steps)[0]


def composed_epsilon_upper(k: int, eps0: float, delta: float) -> float:
    return _epsilon_bounds(_prv.PureDPMechanism(eps0), delta, k)[2]


_NOISE = {"noise_multiplier": "1/mu"}
_BOUNDS = "docstring of PRVAccountant.compute_epsilon: lower bound, estimate, upper bound"
_DELTAS = "docstring of PRVAccountant.compute_delta: lower bound, estimate, upper bound"
PEER = Peer(
    name="prv_accountant",
    distribution="prv-accountant",
    imports=("prv_accountant", "scipy.stats"),
    calls=(
        PeerCall("gaussian.epsilon", gaussian_epsilon_upper, "PRVAccountant.compute_epsilon, upper", "upper", _BOUNDS, _NOISE),
        PeerCall("gaussian.epsilon", gaussian_epsilon_lower, "PRVAccountant.compute_epsilon, lower", "lower", _BOUNDS, _NOISE),
        PeerCall("gaussian.delta", gaussian_delta_upper, "PRVAccountant.compute_delta, upper", "upper", _DELTAS, _NOISE),
        PeerCall("gaussian.delta", gaussian_delta_lower, "PRVAccountant.compute_delta, lower", "lower", _DELTAS, _NOISE),
        PeerCall("laplace.epsilon", laplace_epsilon_upper, "the same for LaplaceMechanism, upper", "upper", _BOUNDS),
        PeerCall("laplace.epsilon", laplace_epsilon_lower, "the same for LaplaceMechanism, lower", "lower", _BOUNDS),
        PeerCall("laplace.renyi", laplace_renyi, "LaplaceMechanism.rdp", "exact", "docstring: the Rényi divergence"),
        PeerCall("subsampled.gaussian_delta", subsampled_gaussian_delta_upper, "PoissonSubsampledGaussianMechanism, upper",
                 "upper", _DELTAS, adjacency="add/remove"),
        PeerCall("composed.epsilon", sgd_epsilon_upper, "PoissonSubsampledGaussianMechanism composed, upper", "upper", _BOUNDS,
                 domain=RUNS, adjacency="add/remove", seconds=60),
        PeerCall("composed.epsilon", sgd_epsilon_lower, "PoissonSubsampledGaussianMechanism composed, lower", "lower", _BOUNDS,
                 domain=RUNS, adjacency="add/remove", seconds=60),
        PeerCall("pure.composed_epsilon", composed_epsilon_upper, "PureDPMechanism composed, upper", "upper", _BOUNDS,
                 points=({"k": "100", "eps0": "1", "delta": "1e-6"}, {"k": "10", "eps0": "8", "delta": "1e-5"})),
    ),
)  # fmt: skip
