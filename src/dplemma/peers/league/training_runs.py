"""Other accountants on the same training run, each in its own environment, against the certified interval.

Main definitions: `RunAccountant`, `compared_accountants`.

An accountant is a few lines of its library's public interface that print the ends it promises, as JSON; null for an end that
it does not give. `seconds` is the processor time of its process, imports included. A promise holds unless an end is certainly
on the wrong side of the truth.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import Any

from dplemma.peers.league.declare import known_peers, load_peer
from dplemma.peers.league.environments import interpreter

_SECONDS = 300


@dataclass(frozen=True)
class RunAccountant:
    """What is run in the environment of a library; it finds sigma, q, steps and delta and sets lower and upper."""

    name: str
    peer: str
    code: str


ACCOUNTANTS = (
    RunAccountant(
        "dp-accounting PLD", "dp_accounting",
        "from dp_accounting.pld import privacy_loss_distribution as d\n"
        "def eps(pessimistic):\n"
        "    p = d.from_gaussian_mechanism(sigma, value_discretization_interval=1e-4, sampling_prob=q,\n"
        "                                  pessimistic_estimate=pessimistic)\n"
        "    return p.self_compose(steps).get_epsilon_for_delta(delta)\n"
        "lower, upper = eps(False), eps(True)\n",
    ),
    RunAccountant(
        "prv_accountant", "prv_accountant",
        "from prv_accountant import PRVAccountant, PoissonSubsampledGaussianMechanism as M\n"
        "a = PRVAccountant(M(sampling_probability=q, noise_multiplier=sigma), eps_error=0.01, delta_error=delta / 1000,\n"
        "                  max_self_compositions=steps)\n"
        "lower, _, upper = a.compute_epsilon(delta, steps)\n",
    ),
    RunAccountant(
        "Opacus RDP", "opacus",
        # its package imports torch, its analysis does not: an empty package with its path takes the place, as for the audit
        "import importlib.metadata, types\n"
        "package = types.ModuleType('opacus')\n"
        "package.__path__ = [str(importlib.metadata.distribution('opacus').locate_file('opacus'))]\n"
        "accountants = types.ModuleType('opacus.accountants')\n"
        "accountants.__path__ = [package.__path__[0] + '/accountants']\n"
        "sys.modules |= {'opacus': package, 'opacus.accountants': accountants}\n"
        "from opacus.accountants.analysis import rdp\n"
        "orders = [1 + x / 10 for x in range(1, 100)] + list(range(12, 64))\n"
        "r = rdp.compute_rdp(q=q, noise_multiplier=sigma, steps=steps, orders=orders)\n"
        "lower, upper = None, rdp.get_privacy_spent(orders=orders, rdp=r, delta=delta)[0]\n",
    ),
)  # fmt: skip
_FRAME = (
    "import json, sys, time\nsigma, q, steps, delta = json.loads(sys.argv[1])\n{code}"
    "print('\\n' + json.dumps([lower, upper, time.process_time()]))\n"
)


def compared_accountants(setting: tuple[float, float, int, float], lower: float, upper: float) -> list[dict[str, Any]]:
    """Each accountant's ends, and how they stand to the certified interval."""
    return [_compared(accountant, setting, lower, upper) for accountant in ACCOUNTANTS]


def _compared(accountant: RunAccountant, setting: tuple[float, float, int, float], lower: float, upper: float) -> dict[str, Any]:
    python = _python(accountant.peer)
    if python is None:
        return {"accountant": accountant.name, "stands": "not installed", "lower": None, "upper": None, "seconds": None}
    ends = _ends(python, accountant, setting)
    if ends is None:
        return {"accountant": accountant.name, "stands": "failed", "lower": None, "upper": None, "seconds": None}
    low, high, seconds = ends
    word = stands(low, high, lower, upper)
    return {"accountant": accountant.name, "stands": word, "lower": low, "upper": high, "seconds": seconds}


def stands(low: float | None, high: float | None, lower: float, upper: float) -> str:
    """Where promised ends stand to the certified ones: an upper end below the truth is the unsafe one."""
    if high is not None and not high < float("inf"):
        return "no finite upper end"
    if high is not None and high < lower:
        return "upper end below the truth"
    if low is not None and low > upper:
        return "lower end above the truth"
    return "holds"


def _python(name: str) -> str | None:
    return interpreter(load_peer(known_peers()[name]))


def _ends(
    python: str, accountant: RunAccountant, setting: tuple[float, float, int, float]
) -> tuple[float | None, float | None, float] | None:
    """What it prints last, or None if it fails: the ends and its seconds."""
    command = [python, "-c", _FRAME.format(code=accountant.code), json.dumps(setting)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=True)
        low, high, seconds = json.loads(done.stdout.strip().splitlines()[-1])
    except (subprocess.SubprocessError, ValueError, IndexError):
        return None
    return low, high, seconds
