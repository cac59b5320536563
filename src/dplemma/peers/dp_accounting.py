"""Google's dp-accounting: closed forms, Rényi accountant, privacy loss distributions.

`pessimistic_estimate=True` (its default) is documented as an upper estimate of the hockey-stick divergence, so what comes from
such a distribution is judged as an upper bound; with False, as a lower one. Defaults of the library are left as they are.

What takes a neighbouring relation is called under add/remove and under replace-one. `GaussianDpEvent` and `LaplaceDpEvent` define
the noise multiplier by the norm of one record, so replacing one doubles the sensitivity. Two-sided noise on integers with
sensitivity 1 (`DLap`) and two buckets of randomised response have the two losses eps0 and -eps0: their profile is `pure.delta`.
A truncated sample is one of everything, without truncation, where the batch may be as large as the dataset. No certified value is
known here for truncated batches, discrete Gaussian noise, sampling without replacement, subsampling under replace-one, trees
and mixtures; exponential mechanisms and (eps, delta) guarantees with delta > 0 have no event or no quantity.
"""

from __future__ import annotations

import math
from typing import Any

from dplemma.peers.league.declare import RUNS, Library, Peer, PeerCall, under_adjacencies

_losses = Library("dp_accounting.pld.privacy_loss_mechanism")
_gaussian = Library("dp_accounting.gaussian_mechanism")
_accountant = Library("dp_accounting.pld.accountant")
_common = Library("dp_accounting.pld.common")
_pld = Library("dp_accounting.pld.privacy_loss_distribution")
_events = Library("dp_accounting")
_dp_event = Library("dp_accounting.dp_event")
_rdp = Library("dp_accounting.rdp")
_rdp_accountant = Library("dp_accounting.rdp.rdp_privacy_accountant")
_pld_accountant = Library("dp_accounting.pld.pld_privacy_accountant")


def _by_renyi(event: Any, relation: str = "ADD_OR_REMOVE_ONE", **more: Any) -> Any:
    return _rdp.RdpAccountant(neighboring_relation=_events.NeighboringRelation[relation], **more).compose(event)


def _by_losses(event: Any, relation: str = "ADD_OR_REMOVE_ONE") -> Any:
    return _pld_accountant.PLDAccountant(_events.NeighboringRelation[relation]).compose(event)


def _replaced(sigma: float) -> Any:
    return _pld.from_gaussian_mechanism(sigma, neighboring_relation=_events.NeighboringRelation.REPLACE_ONE)


def gaussian_delta(eps: float, sigma: float) -> float:
    return _losses.GaussianPrivacyLoss(sigma).get_delta_for_epsilon(eps)


def gaussian_delta_replace(eps: float, sigma: float) -> float:
    return _losses.GaussianPrivacyLoss(sigma, adjacency_type=_losses.AdjacencyType.REPLACE).get_delta_for_epsilon(eps)


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


def gaussian_epsilon_pld_replace(sigma: float, delta: float) -> float:
    return _replaced(sigma).get_epsilon_for_delta(delta)


def gaussian_delta_pld_replace(eps: float, sigma: float) -> float:
    return _replaced(sigma).get_delta_for_epsilon(eps)


def gaussian_epsilon_rdp(noise_multiplier: float, delta: float) -> float:
    return _by_renyi(_events.GaussianDpEvent(noise_multiplier)).get_epsilon(delta)


def gaussian_epsilon_rdp_replace(noise_multiplier: float, delta: float) -> float:
    return _by_renyi(_events.GaussianDpEvent(noise_multiplier), "REPLACE_ONE").get_epsilon(delta)


def gaussian_delta_rdp(noise_multiplier: float, eps: float) -> float:
    return _by_renyi(_events.GaussianDpEvent(noise_multiplier)).get_delta(eps)


def gaussian_delta_rdp_replace(noise_multiplier: float, eps: float) -> float:
    return _by_renyi(_events.GaussianDpEvent(noise_multiplier), "REPLACE_ONE").get_delta(eps)


def renyi_epsilon_improved(order: float, rdp: float, delta: float) -> float:
    return _rdp_accountant.compute_epsilon([order], [rdp], delta)[0]


def laplace_delta(eps: float, scale: float) -> float:
    return _losses.LaplacePrivacyLoss(scale).get_delta_for_epsilon(eps)


def laplace_epsilon_pld(scale: float, delta: float) -> float:
    return _pld.from_laplace_mechanism(scale).get_epsilon_for_delta(delta)


def laplace_renyi(order: float, noise_multiplier: float) -> float:
    return _by_renyi(_events.LaplaceDpEvent(noise_multiplier), orders=[order]).rdp[0]


def laplace_renyi_replace(order: float, noise_multiplier: float) -> float:
    return _by_renyi(_events.LaplaceDpEvent(noise_multiplier), "REPLACE_ONE", orders=[order]).rdp[0]


def randomised_response_epsilon_rdp(noise: float, delta: float) -> float:
    return _by_renyi(_events.RandomizedResponseDpEvent(noise, 2), "REPLACE_ONE").get_epsilon(delta)


def randomised_response_epsilon(noise: float, delta: float) -> float:
    return _by_losses(_events.RandomizedResponseDpEvent(noise, 2), "REPLACE_ONE").get_epsilon(delta)


def discrete_laplace_delta(eps: float, eps0: float) -> float:
    return _losses.DiscreteLaplacePrivacyLoss(eps0).get_delta_for_epsilon(eps)


def discrete_laplace_delta_pld(eps: float, eps0: float) -> float:
    return _by_losses(_dp_event.DiscreteLaplaceDpEvent(eps0, 1)).get_delta(eps)


def guarantee_delta(eps: float, eps0: float) -> float:
    return _pld.from_privacy_parameters(_common.DifferentialPrivacyParameters(eps0, 0)).get_delta_for_epsilon(eps)


def guarantee_composed_epsilon(k: int, eps0: float, delta: float) -> float:
    one = _pld.from_privacy_parameters(_common.DifferentialPrivacyParameters(eps0, 0))
    return one.self_compose(k).get_epsilon_for_delta(delta)


def zcdp_epsilon(rho: float, delta: float) -> float:
    return _by_renyi(_events.ZCDpEvent(rho)).get_epsilon(delta)


def zcdp_delta(rho: float, eps: float) -> float:
    return _by_renyi(_events.ZCDpEvent(rho)).get_delta(eps)


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


def truncated_gaussian_delta(eps: float, sigma: float, q: float) -> float:
    return _by_losses(_events.TruncatedSubsampledGaussianDpEvent(_RECORDS, q, _RECORDS, sigma)).get_delta(eps)


def truncated_gaussian_delta_replace(eps: float, sigma: float) -> float:
    event = _events.TruncatedSubsampledGaussianDpEvent(_RECORDS, 1.0, _RECORDS, sigma)
    return _by_losses(event, "REPLACE_ONE").get_delta(eps)


def subsampled_gaussian_renyi(order: float, sigma: float, q: float) -> float:
    event = _events.PoissonSampledDpEvent(q, _events.GaussianDpEvent(sigma))
    return _by_renyi(event, orders=[order]).rdp[0]


def _sampled_run(sigma: float, q: float, steps: int) -> Any:
    return _events.SelfComposedDpEvent(_events.PoissonSampledDpEvent(q, _events.GaussianDpEvent(sigma)), steps)


def sgd_epsilon_pld(delta: float, sigma: float, q: float, steps: int) -> float:
    return _by_losses(_sampled_run(sigma, q, steps)).get_epsilon(delta)


def sgd_epsilon_rdp(delta: float, sigma: float, q: float, steps: int) -> float:
    return _by_renyi(_sampled_run(sigma, q, steps)).get_epsilon(delta)


def composed_epsilon(k: int, eps0: float, delta: float) -> float:
    found = _accountant.advanced_composition(_common.DifferentialPrivacyParameters(eps0, 0), k, delta)
    return math.nan if found is None else found


def _is_plain_conversion(order: float, rdp: float, delta: float) -> bool:
    """Where `compute_epsilon` uses the improved conversion alone: it is not clamped at 0, nor beaten by its bound through KL."""
    improved = rdp + math.log1p(-1 / order) - math.log(delta * order) / (order - 1)
    return order > 1.01 and improved > 0 and delta**2 + math.expm1(-rdp) <= 0


def _is_by_orders(rho: float, delta: float) -> bool:
    """Where `compute_epsilon` uses no bound but the conversion by orders: its bound through KL gives 0 for a tiny rho."""
    return delta**2 + math.expm1(-_LEAST_ORDER * rho) <= 0


def _is_better_than_kl(rho: float, eps: float) -> bool:
    """Where `compute_delta` uses the conversion by orders: at one of its orders it is below the bound through KL at the least."""
    by_orders = min((a - 1) * (rho * a - eps + math.log1p(-1 / a)) - math.log(a) for a in _SOME_ORDERS)
    return by_orders <= 0.5 * math.log(-math.expm1(-_LEAST_ORDER * rho))


_MU = {"sigma": "1/mu"}
_RECORDS, _LEAST_ORDER, _SOME_ORDERS = 100, 1.1, (1.1, 1.5, 2, 3, 5, 8, 16, 32, 63, 128, 256, 512, 1024)
_LOSS = "docstring of get_delta_for_epsilon: the hockey-stick divergence of the mechanism, no discretisation"
_FLIP = {"noise": "2/(1 + exp(eps0))"}
_PAIR = "docstring of from_privacy_parameters: a pessimistic estimate for every mechanism with the guarantee"
_PLD = "docstring of from_gaussian_mechanism: pessimistic_estimate=True gives an upper estimate of the divergence"
_RDP = "a Rényi guarantee converted at the default orders: sufficient, not tight"
_REPLACE_POINTS = {"replace": ({"delta": "1e-5", "mu": "2"},)}
PEER = Peer(
    name="dp_accounting",
    distribution="dp-accounting",
    imports=("dp_accounting", "dp_accounting.rdp", "dp_accounting.pld.accountant", "dp_accounting.gaussian_mechanism"),
    calls=(
        *under_adjacencies("gaussian.delta", {"add/remove": gaussian_delta, "replace": gaussian_delta_replace},
                           "GaussianPrivacyLoss.get_delta_for_epsilon", "exact", _LOSS, noise="sigma"),
        PeerCall("gaussian.epsilon", gaussian_epsilon, "get_epsilon_gaussian", "exact",
                 "docstring: the analytic epsilon of Balle and Wang, search tolerance 1e-12", _MU, atol=1e-12),
        PeerCall("gaussian.sigma", gaussian_sigma, "get_sigma_gaussian", "exact",
                 "docstring: the optimal noise of Balle and Wang, search tolerance 1e-12", atol=1e-12),
        PeerCall("gaussian.sigma", gaussian_sigma_smallest, "get_smallest_gaussian_noise", "upper",
                 "inverse_monotone_function: within 1e-7 above the smallest deviation that satisfies the guarantee"),
        *under_adjacencies("gaussian.epsilon", {"add/remove": gaussian_epsilon_pld, "replace": gaussian_epsilon_pld_replace},
                           "from_gaussian_mechanism.get_epsilon_for_delta", "upper", _PLD, noise="sigma", seconds=30,
                           points=_REPLACE_POINTS),
        PeerCall("gaussian.epsilon", gaussian_epsilon_pld_optimistic, "the same, optimistic", "lower",
                 "docstring of from_gaussian_mechanism: not pessimistic, so a lower estimate", _MU, seconds=30,
                 adjacency="add/remove"),
        *under_adjacencies("gaussian.delta", {"add/remove": gaussian_delta_pld, "replace": gaussian_delta_pld_replace},
                           "from_gaussian_mechanism.get_delta_for_epsilon", "upper", _PLD, noise="sigma", seconds=30),
        *under_adjacencies("gaussian.epsilon", {"add/remove": gaussian_epsilon_rdp, "replace": gaussian_epsilon_rdp_replace},
                           "RdpAccountant.get_epsilon", "upper", _RDP, noise="noise_multiplier", points=_REPLACE_POINTS),
        *under_adjacencies("gaussian.delta", {"add/remove": gaussian_delta_rdp, "replace": gaussian_delta_rdp_replace},
                           "RdpAccountant.get_delta", "upper", _RDP, noise="noise_multiplier"),
        PeerCall("renyi.epsilon_improved", renyi_epsilon_improved, "rdp.compute_epsilon", "exact",
                 "comment in the source: Proposition 12 of arXiv 2004.00010; clamped at 0, another bound where delta is large",
                 within=_is_plain_conversion),
        PeerCall("laplace.delta", laplace_delta, "LaplacePrivacyLoss.get_delta_for_epsilon", "exact", _LOSS, {"scale": "1/eps0"}),
        PeerCall("laplace.epsilon", laplace_epsilon_pld, "from_laplace_mechanism.get_epsilon_for_delta", "upper", _PLD,
                 {"scale": "1/eps0"}, seconds=30),
        *under_adjacencies("laplace.renyi", {"add/remove": laplace_renyi, "replace": laplace_renyi_replace},
                           "RdpAccountant.rdp of LaplaceDpEvent", "exact",
                           "docstring of _laplace_rdp: tight for the Laplace mechanism", noise="noise_multiplier",
                           privacy="eps0", points={"replace": ({"order": "2", "eps0": "2"},)}),
        PeerCall("pure.epsilon", randomised_response_epsilon_rdp, "RdpAccountant of RandomizedResponseDpEvent", "upper", _RDP,
                 _FLIP, adjacency="replace"),
        PeerCall("pure.epsilon", randomised_response_epsilon, "PLDAccountant of RandomizedResponseDpEvent", "upper", _PLD,
                 _FLIP, adjacency="replace", atol=1e-15),  # p = 2/(1 + e^eps0) is rounded: eps0 is known to 2e-16
        PeerCall("pure.delta", discrete_laplace_delta, "DiscreteLaplacePrivacyLoss.get_delta_for_epsilon", "exact", _LOSS,
                 adjacency="add/remove"),
        PeerCall("pure.delta", discrete_laplace_delta_pld, "PLDAccountant of DiscreteLaplaceDpEvent", "upper", _PLD,
                 adjacency="add/remove"),
        PeerCall("pure.delta", guarantee_delta, "from_privacy_parameters.get_delta_for_epsilon", "upper", _PAIR),
        PeerCall("pure.composed_epsilon", guarantee_composed_epsilon, "from_privacy_parameters.self_compose", "upper", _PAIR,
                 seconds=30),
        PeerCall("zcdp.epsilon", zcdp_epsilon, "RdpAccountant.get_epsilon of ZCDpEvent", "upper", _RDP, within=_is_by_orders),
        PeerCall("zcdp.delta", zcdp_delta, "RdpAccountant.get_delta of ZCDpEvent", "upper", _RDP, within=_is_better_than_kl),
        PeerCall("subsampled.gaussian_delta", subsampled_gaussian_delta, "GaussianPrivacyLoss(sampling_prob)", "exact", _LOSS,
                 adjacency="add/remove"),
        PeerCall("subsampled.laplace_delta", subsampled_laplace_delta, "LaplacePrivacyLoss(sampling_prob)", "exact", _LOSS,
                 {"scale": "1/eps0"}, adjacency="add/remove"),
        PeerCall("subsampled.gaussian_delta", subsampled_gaussian_delta_pld, "from_gaussian_mechanism(sampling_prob)", "upper",
                 _PLD, adjacency="add/remove", seconds=30),
        PeerCall("subsampled.gaussian_delta", truncated_gaussian_delta, "PLDAccountant of TruncatedSubsampledGaussianDpEvent",
                 "upper", _PLD, adjacency="add/remove", seconds=30),
        *under_adjacencies("gaussian.delta", {"replace": truncated_gaussian_delta_replace},
                           "PLDAccountant of TruncatedSubsampledGaussianDpEvent", "upper", _PLD, noise="sigma", seconds=30),
        PeerCall("subsampled.gaussian_renyi", subsampled_gaussian_renyi, "RdpAccountant.rdp of PoissonSampledDpEvent", "upper",
                 "a Rényi guarantee; at fractional orders the terms of the series are added without their signs",
                 adjacency="add/remove"),
        PeerCall("composed.epsilon", sgd_epsilon_pld, "PLDAccountant of a Poisson-sampled Gaussian run", "upper", _PLD,
                 domain=RUNS, adjacency="add/remove", seconds=30,
                 points=({"delta": "1e-12", "sigma": "4", "q": "0.01", "steps": "40000"},)),
        PeerCall("composed.epsilon", sgd_epsilon_rdp, "RdpAccountant of a Poisson-sampled Gaussian run", "upper", _RDP,
                 domain=RUNS, adjacency="add/remove", seconds=30),
        PeerCall("pure.composed_epsilon", composed_epsilon, "advanced_composition", "upper",
                 "docstring: an epsilon for which the composition is still private, from a grid of k/2 values",
                 points=({"k": "100", "eps0": "0.01", "delta": "1e-20"}, {"k": "90", "eps0": "8", "delta": "1e-5"})),
    ),
)  # fmt: skip
