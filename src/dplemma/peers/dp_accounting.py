"""Google's dp-accounting: closed forms, Rényi accountant, privacy loss distributions.

`pessimistic_estimate=True` (its default) is documented as an upper estimate of the hockey-stick divergence, so what comes from
such a distribution is judged as an upper bound; with False, as a lower one. Defaults of the library are left as they are.
"""

from __future__ import annotations

import math
from typing import Any

from dplemma.peers.league.declare import Library, Peer, PeerCall

_losses = Library("dp_accounting.pld.privacy_loss_mechanism")
_gaussian = Library("dp_accounting.gaussian_mechanism")
_accountant = Library("dp_accounting.pld.accountant")
_common = Library("dp_accounting.pld.common")
_pld = Library("dp_accounting.pld.privacy_loss_distribution")
_events = Library("dp_accounting")
_rdp = Library("dp_accounting.rdp")
_rdp_accountant = Library("dp_accounting.rdp.rdp_privacy_accountant")


def gaussian_delta(eps: float, sigma: float) -> float:
    return _losses.GaussianPrivacyLoss(sigma).get_delta_for_epsilon(eps)


def gaussian_epsilon(sigma: float, delta: float) -> float:
    return _gaussian.get_epsilon_gaussian(sigma, delta)


def gaussian_sigma(eps: float, delta: float) -> float:
    return _gaussian.get_sigma_gaussian(eps, delta)


def gaussian_sigma_smallest(eps: float, delta: float) -> float:
    return _accountant.get_smallest_gaussian_noise(_common.DifferentialPrivacyParameters(eps, delta))


def gaussian_epsilon_pld(sigma: float, delta: float) -> float:
    return _pld.from_gaussian_mechanism(sigma).get_epsilon_for_delta(delta)


def gaussian_epsilon_pld_optimistic(sigma: float, delta: float) -> float:
    pld = _pld.from_gaussian_mechanism(sigma, pessimistic_estimate=False, use_connect_dots=False)
    return pld.get_epsilon_for_delta(delta)


def gaussian_delta_pld(eps: float, sigma: float) -> float:
    return _pld.from_gaussian_mechanism(sigma).get_delta_for_epsilon(eps)


def gaussian_epsilon_rdp(noise_multiplier: float, delta: float) -> float:
    return _rdp.RdpAccountant().compose(_events.GaussianDpEvent(noise_multiplier)).get_epsilon(delta)


def gaussian_delta_rdp(noise_multiplier: float, eps: float) -> float:
    return _rdp.RdpAccountant().compose(_events.GaussianDpEvent(noise_multiplier)).get_delta(eps)


def renyi_epsilon_improved(order: float, rdp: float, delta: float) -> float:
    return _rdp_accountant.compute_epsilon([order], [rdp], delta)[0]


def laplace_delta(eps: float, scale: float) -> float:
    return _losses.LaplacePrivacyLoss(scale).get_delta_for_epsilon(eps)


def laplace_epsilon_pld(scale: float, delta: float) -> float:
    return _pld.from_laplace_mechanism(scale).get_epsilon_for_delta(delta)


def laplace_renyi(order: float, noise_multiplier: float) -> float:
    return _rdp.RdpAccountant(orders=[order]).compose(_events.LaplaceDpEvent(noise_multiplier)).rdp[0]


def _worse_direction(loss: Any, noise: float, q: float, eps: float) -> float:
    directions = (_losses.AdjacencyType.ADD, _losses.AdjacencyType.REMOVE)
    losses = (loss(noise, sampling_prob=q, adjacency_type=direction) for direction in directions)
    return max(one.get_delta_for_epsilon(eps) for one in losses)


def subsampled_gaussian_delta(eps: float, sigma: float, q: float) -> float:
    return _worse_direction(_losses.GaussianPrivacyLoss, sigma, q, eps)


def subsampled_laplace_delta(eps: float, scale: float, q: float) -> float:
    return _worse_direction(_losses.LaplacePrivacyLoss, scale, q, eps)


def subsampled_gaussian_delta_pld(eps: float, sigma: float, q: float) -> float:
    return _pld.from_gaussian_mechanism(sigma, sampling_prob=q).get_delta_for_epsilon(eps)


def subsampled_gaussian_renyi(order: float, sigma: float, q: float) -> float:
    event = _events.PoissonSampledDpEvent(q, _events.GaussianDpEvent(sigma))
    return _rdp.RdpAccountant(orders=[order]).compose(event).rdp[0]


def composed_epsilon(k: int, eps0: float, delta: float) -> float:
    found = _accountant.advanced_composition(_common.DifferentialPrivacyParameters(eps0, 0), k, delta)
    return math.nan if found is None else found


def _is_plain_conversion(order: float, rdp: float, delta: float) -> bool:
    """Where `compute_epsilon` uses the improved conversion alone: it is not clamped at 0, nor beaten by its bound through KL."""
    improved = rdp + math.log1p(-1 / order) - math.log(delta * order) / (order - 1)
    return order > 1.01 and improved > 0 and delta**2 + math.expm1(-rdp) <= 0


_MU = {"sigma": "1/mu"}
_LOSS = "docstring of get_delta_for_epsilon: the hockey-stick divergence of the mechanism, no discretisation"
_PLD = "docstring of from_gaussian_mechanism: pessimistic_estimate=True gives an upper estimate of the divergence"
_RDP = "a Rényi guarantee converted at the default orders: sufficient, not tight"
PEER = Peer(
    name="dp_accounting",
    distribution="dp-accounting",
    imports=("dp_accounting", "dp_accounting.rdp", "dp_accounting.pld.accountant", "dp_accounting.gaussian_mechanism"),
    calls=(
        PeerCall("gaussian.delta", gaussian_delta, "GaussianPrivacyLoss.get_delta_for_epsilon", "exact", _LOSS, _MU),
        PeerCall("gaussian.epsilon", gaussian_epsilon, "get_epsilon_gaussian", "exact",
                 "docstring: the analytic epsilon of Balle and Wang, search tolerance 1e-12", _MU, atol=1e-12),
        PeerCall("gaussian.sigma", gaussian_sigma, "get_sigma_gaussian", "exact",
                 "docstring: the optimal noise of Balle and Wang, search tolerance 1e-12", atol=1e-12),
        PeerCall("gaussian.sigma", gaussian_sigma_smallest, "get_smallest_gaussian_noise", "upper",
                 "inverse_monotone_function: within 1e-7 above the smallest deviation that satisfies the guarantee"),
        PeerCall("gaussian.epsilon", gaussian_epsilon_pld, "from_gaussian_mechanism.get_epsilon_for_delta", "upper",
                 _PLD, _MU, seconds=30),
        PeerCall("gaussian.epsilon", gaussian_epsilon_pld_optimistic, "the same, optimistic", "lower",
                 "docstring of from_gaussian_mechanism: not pessimistic, so a lower estimate", _MU, seconds=30),
        PeerCall("gaussian.delta", gaussian_delta_pld, "from_gaussian_mechanism.get_delta_for_epsilon", "upper",
                 _PLD, _MU, seconds=30),
        PeerCall("gaussian.epsilon", gaussian_epsilon_rdp, "RdpAccountant.get_epsilon", "upper", _RDP,
                 {"noise_multiplier": "1/mu"}),
        PeerCall("gaussian.delta", gaussian_delta_rdp, "RdpAccountant.get_delta", "upper", _RDP,
                 {"noise_multiplier": "1/mu"}),
        PeerCall("renyi.epsilon_improved", renyi_epsilon_improved, "rdp.compute_epsilon", "exact",
                 "comment in the source: Proposition 12 of arXiv 2004.00010; clamped at 0, another bound where delta is large",
                 within=_is_plain_conversion),
        PeerCall("laplace.delta", laplace_delta, "LaplacePrivacyLoss.get_delta_for_epsilon", "exact", _LOSS, {"scale": "1/eps0"}),
        PeerCall("laplace.epsilon", laplace_epsilon_pld, "from_laplace_mechanism.get_epsilon_for_delta", "upper", _PLD,
                 {"scale": "1/eps0"}, seconds=30),
        PeerCall("laplace.renyi", laplace_renyi, "RdpAccountant.rdp of LaplaceDpEvent", "exact",
                 "docstring of _laplace_rdp: tight for the Laplace mechanism", {"noise_multiplier": "1/eps0"}),
        PeerCall("subsampled.gaussian_delta", subsampled_gaussian_delta, "GaussianPrivacyLoss(sampling_prob)", "exact", _LOSS,
                 adjacency="add/remove"),
        PeerCall("subsampled.laplace_delta", subsampled_laplace_delta, "LaplacePrivacyLoss(sampling_prob)", "exact", _LOSS,
                 {"scale": "1/eps0"}, adjacency="add/remove"),
        PeerCall("subsampled.gaussian_delta", subsampled_gaussian_delta_pld, "from_gaussian_mechanism(sampling_prob)", "upper",
                 _PLD, adjacency="add/remove", seconds=30),
        PeerCall("subsampled.gaussian_renyi", subsampled_gaussian_renyi, "RdpAccountant.rdp of PoissonSampledDpEvent", "upper",
                 "a Rényi guarantee; at fractional orders the terms of the series are added without their signs",
                 adjacency="add/remove"),
        PeerCall("pure.composed_epsilon", composed_epsilon, "advanced_composition", "upper",
                 "docstring: an epsilon for which the composition is still private, from a grid of k/2 values",
                 points=({"k": "100", "eps0": "0.01", "delta": "1e-20"}, {"k": "90", "eps0": "8", "delta": "1e-5"})),
    ),
)  # fmt: skip
