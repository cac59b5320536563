"""Opacus: its analysis functions and accountants, which need no PyTorch.

`import opacus` imports PyTorch; its accountants need it only for the name of a type. So an empty package named `opacus`, with the
folder of the installed distribution as its path, takes the place of the real one, and an empty `opacus.optimizers` with that one
name the place of the optimisers: `opacus.accountants` is then imported from the library's own files, unchanged. The distribution
is installed without what it depends on, plus NumPy and SciPy.
"""

from __future__ import annotations

import sys
from importlib.metadata import distribution
from types import ModuleType
from typing import Any

from dplemma.peers.league.declare import RUNS, Library, Peer, PeerCall

_gdp = Library("opacus.accountants.analysis.gdp")
_accountants = Library("opacus.accountants")
_utils = Library("opacus.accountants.utils")
_rdp = Library("opacus.accountants.analysis.rdp")


def without_torch() -> None:
    """Make `opacus.accountants` importable without running `opacus/__init__.py`."""
    if "opacus" in sys.modules:
        return
    package, optimisers = ModuleType("opacus"), ModuleType("opacus.optimizers")
    package.__path__ = [str(distribution("opacus").locate_file("opacus"))]
    optimisers.__dict__["DPOptimizer"] = object  # the type of an argument that no accountant of the audit uses
    sys.modules |= {"opacus": package, "opacus.optimizers": optimisers}


def gaussian_delta(eps: float, mu: float) -> float:
    return _gdp.delta_eps_mu(eps=eps, mu=mu)


def gaussian_epsilon(mu: float, delta: float) -> float:
    return _gdp.eps_from_mu(mu=mu, delta=delta)


def _one_step(accountant: Any, noise_multiplier: float, delta: float) -> float:
    accountant.step(noise_multiplier=noise_multiplier, sample_rate=1.0)
    return max(0.0, accountant.get_epsilon(delta))  # it is not clamped: a negative eps stands for 0


def gaussian_epsilon_rdp(noise_multiplier: float, delta: float) -> float:
    return _one_step(_accountants.RDPAccountant(), noise_multiplier, delta)


def gaussian_epsilon_prv(noise_multiplier: float, delta: float) -> float:
    return _one_step(_accountants.PRVAccountant(), noise_multiplier, delta)


def sgd_epsilon_prv(delta: float, sigma: float, q: float, steps: int) -> float:
    accountant = _accountants.PRVAccountant()
    accountant.history = [(sigma, q, steps)]
    return max(0.0, accountant.get_epsilon(delta))


def gaussian_sigma(eps: float, delta: float) -> float:
    return _utils.get_noise_multiplier(target_epsilon=eps, target_delta=delta, sample_rate=1.0, steps=1)


def renyi_epsilon_improved(order: float, rdp: float, delta: float) -> float:
    return _rdp.get_privacy_spent(orders=order, rdp=rdp, delta=delta)[0]


def subsampled_gaussian_renyi(order: float, sigma: float, q: float) -> float:
    return _rdp.compute_rdp(q=q, noise_multiplier=sigma, steps=1, orders=order)


def mu_clt_poisson(sigma: float, q: float, steps: int) -> float:
    return _gdp.compute_mu_poisson(steps=steps, noise_multiplier=sigma, sample_rate=q)


def mu_clt_uniform(sigma: float, q: float, steps: int) -> float:
    return _gdp.compute_mu_uniform(steps=steps, noise_multiplier=sigma, sample_rate=q)


_CLT = "module docstring: the central limit"
_NOISE = {"noise_multiplier": "1/mu"}
PEER = Peer(
    name="opacus",
    distribution="opacus",
    imports=("opacus.accountants", "opacus.accountants.utils", "opacus.accountants.analysis.gdp"),
    needs=("numpy", "scipy"),
    alone=True,
    prepare=without_torch,
    note="accountants only, imported without PyTorch",
    calls=(
        PeerCall("gaussian.delta", gaussian_delta, "gdp.delta_eps_mu", "exact",
                 "docstring: dual between mu-GDP and (eps, delta)-DP"),
        PeerCall("gaussian.epsilon", gaussian_epsilon, "gdp.eps_from_mu", "exact",
                 "docstring: epsilon from mu via the inverse dual; SciPy's root finder stops at 2e-12", atol=2e-12,
                 points=({"delta": "1e-5", "mu": "30"}, {"delta": "0.01", "mu": "0.01"})),
        PeerCall("gaussian.epsilon", gaussian_epsilon_rdp, "RDPAccountant.get_epsilon", "upper",
                 "a Rényi guarantee converted at the default orders: sufficient, not tight", _NOISE),
        PeerCall("gaussian.epsilon", gaussian_epsilon_prv, "PRVAccountant.get_epsilon", "upper",
                 "comment in the source: the upper bound is returned, as a guarantee", _NOISE),
        PeerCall("composed.epsilon", sgd_epsilon_prv, "PRVAccountant over a whole run", "upper",
                 "comment in the source: the upper bound is returned, as a guarantee", domain=RUNS, adjacency="add/remove",
                 seconds=60),
        PeerCall("gaussian.sigma", gaussian_sigma, "get_noise_multiplier (rdp)", "upper",
                 "docstring: noise level to ensure the budget, by the Rényi accountant", domain={"delta": ("0", "1/2")}),
        PeerCall("renyi.epsilon_improved", renyi_epsilon_improved, "rdp.get_privacy_spent", "exact",
                 "docstring: Theorem 21 of arXiv 1905.09982"),
        PeerCall("subsampled.gaussian_renyi", subsampled_gaussian_renyi, "rdp.compute_rdp", "upper",
                 "docstring: Rényi guarantees of the sampled Gaussian mechanism", adjacency="add/remove",
                 points=({"order": "50.5", "sigma": "20", "q": "0.5"}, {"order": "1.1", "sigma": "100", "q": "1e-5"})),
        # Both are documented as estimates of the guarantee; as formulas of the central limit they are exact.
        PeerCall("dpsgd.mu_clt_poisson", mu_clt_poisson, "gdp.compute_mu_poisson", "exact", _CLT),
        PeerCall("dpsgd.mu_clt_uniform", mu_clt_uniform, "gdp.compute_mu_uniform", "exact", _CLT),
    ),
)  # fmt: skip
