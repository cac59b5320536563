"""OpenDP: the privacy maps of the Gaussian mechanism and of the conversion from zCDP, which are proved upper bounds.

A rho-zCDP measurement of the user (feature honest-but-curious) carries rho unchanged into the conversion.
"""

from __future__ import annotations

from typing import Any

from dplemma.peers.league.declare import Library, Peer, PeerCall

_dp = Library("opendp.prelude")


def enable() -> None:
    _dp.enable_features("contrib", "honest-but-curious")


def _zcdp_profile(rho: float) -> Any:
    space = _dp.atom_domain(T=float), _dp.absolute_distance(T=float)
    measure = _dp.zero_concentrated_divergence()
    measurement = _dp.m.make_user_measurement(*space, measure, lambda value: value, lambda distance: rho, TO=float)
    return _dp.c.make_zCDP_to_approxDP(measurement).map(1.0)


def _gaussian_profile(scale: float) -> Any:
    space = _dp.atom_domain(T=float, nan=False), _dp.absolute_distance(T=float)
    return _dp.c.make_zCDP_to_approxDP(_dp.m.make_gaussian(*space, scale=scale)).map(1.0)


def zcdp_epsilon(rho: float, delta: float) -> float:
    return _zcdp_profile(rho).epsilon(delta)


def zcdp_delta(rho: float, eps: float) -> float:
    return _zcdp_profile(rho).delta(eps)


def gaussian_epsilon(scale: float, delta: float) -> float:
    return _gaussian_profile(scale).epsilon(delta)


def gaussian_delta(scale: float, eps: float) -> float:
    return _gaussian_profile(scale).delta(eps)


_MAP = "documentation of measurements: a privacy map never understates the distance"
PEER = Peer(
    name="opendp",
    distribution="opendp",
    imports=("opendp.prelude",),
    prepare=enable,
    calls=(
        PeerCall("zcdp.epsilon", zcdp_epsilon, "make_zCDP_to_approxDP, epsilon", "upper", _MAP),
        PeerCall("zcdp.delta", zcdp_delta, "make_zCDP_to_approxDP, delta", "upper", _MAP),
        PeerCall("gaussian.epsilon", gaussian_epsilon, "make_gaussian, epsilon", "upper", _MAP, {"scale": "1/mu"}),
        PeerCall("gaussian.delta", gaussian_delta, "make_gaussian, delta", "upper", _MAP, {"scale": "1/mu"}),
    ),
)  # fmt: skip
