"""gdpnum: numerical GDP parameters and trade-off curves from privacy loss distributions of dp-accounting."""

from __future__ import annotations

from typing import Any

from dplemma.peers.league.declare import Library, Peer, PeerCall

_gdpnum = Library("gdpnum")
_pld = Library("dp_accounting.pld.privacy_loss_distribution")
_common = Library("dp_accounting.pld.common")


def _accountant(noise_multiplier: float) -> Any:
    accountant = _gdpnum.CTDAccountant()
    accountant.step(noise_multiplier=noise_multiplier, sample_rate=1.0)
    return accountant


def gaussian_epsilon(noise_multiplier: float, delta: float) -> float:
    return _accountant(noise_multiplier).get_epsilon(delta=delta)


def gaussian_tradeoff(noise_multiplier: float, fpr: float) -> float:
    return _accountant(noise_multiplier).get_beta(alpha=fpr)


def gaussian_tv(noise_multiplier: float) -> float:
    return _accountant(noise_multiplier).get_advantage()


def laplace_mu(scale: float) -> float:
    return _gdpnum.PLDConverter(_pld.from_laplace_mechanism(scale)).get_mu()


def pure_mu(eps0: float) -> float:
    return _gdpnum.PLDConverter(_pld.from_privacy_parameters(_common.DifferentialPrivacyParameters(eps0, 0))).get_mu()


_NOISE = {"noise_multiplier": "1/mu"}
_PAIR = "module docstring of converter: the curve of a dominating pair lies below that of the mechanism"
_MU = "class docstring of PLDConverter: a pessimistic mu, whose curve lies below that of the pair"
PEER = Peer(
    name="gdpnum",
    distribution="gdpnum",
    imports=("gdpnum", "dp_accounting.pld.privacy_loss_distribution"),
    calls=(
        PeerCall("gaussian.epsilon", gaussian_epsilon, "CTDAccountant.get_epsilon", "upper",
                 "connect-the-dots distributions of dp-accounting, pessimistic by default", _NOISE, seconds=30),
        PeerCall("gaussian.tradeoff", gaussian_tradeoff, "CTDAccountant.get_beta", "lower", _PAIR, _NOISE, seconds=30,
                 points=({"fpr": "0.01", "mu": "1"},)),
        PeerCall("gaussian.tv", gaussian_tv, "CTDAccountant.get_advantage", "upper", _PAIR, _NOISE, seconds=30,
                 points=({"mu": "1"},)),
        PeerCall("laplace.mu", laplace_mu, "PLDConverter.get_mu (Laplace)", "upper", _MU, {"scale": "1/eps0"}),
        PeerCall("pure.mu", pure_mu, "PLDConverter.get_mu (pure DP)", "upper", _MU),
    ),
)  # fmt: skip
