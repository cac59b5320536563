"""What an adapter declares: a library, and its calls as quantities.

    PEER = Peer(
        name="mylib", distribution="my-lib", imports=("mylib",),
        calls=(
            PeerCall("gaussian.delta", gaussian_delta, arguments={"sigma": "1/mu"}, promise="exact", public="mylib.delta",
                     because="docstring of mylib.delta: the exact profile"),
        ),
    )

A call is judged by its own promise on its own documented domain, never by more. What a library offers under several adjacencies
is called under each, by `under_adjacencies`: replacing a record moves a sum by twice its norm, so the truth is another one.
Main definitions: `Peer`, `PeerCall`, `under_adjacencies`, `Library`, `load_peer`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import Any

from dplemma.audit.judge import PROMISES
from dplemma.audit.spans import Ends, ordinary
from dplemma.base.errors import DplemmaError
from dplemma.values.evaluator import Evaluator

SENSITIVITY = {"any": 1, "add/remove": 1, "replace": 2}
"""How far a change of one record moves a sum of vectors of norm at most 1; `any`: the call speaks of no records."""
ADJACENCIES = tuple(SENSITIVITY)
RANGES = ("ordinary", "hard")
HARD_RANGE = {
    "eps": ("1e-6", "500"), "delta": ("1e-100", "0.5"), "mu": ("1e-4", "50"), "eps0": ("1e-4", "50"),
    "order": ("1.001", "1000"), "fpr": ("1e-100", "0.999999999"), "rdp": ("1e-9", "500"), "rho": ("1e-9", "500"),
    "sigma": ("0.05", "1e4"), "q": ("1e-8", "1"), "steps": ("1", "10000000"), "k": ("1", "1000"),
    "auc": ("0.500001", "0.999999999"), "tv": ("1e-9", "0.999999999"),
}  # fmt: skip
"""Where implementations that are fine in ordinary use break: tiny and huge parameters, far tails."""


RUNS = {"sigma": ("0.6", "10"), "q": ("1e-3", "0.2"), "steps": ("50", "50000")}
"""Training runs of the usual size: the certified truth takes a tenth of a second, and accountants have been tuned for them."""


class Library(ModuleType):
    """A module of a library, imported when something of it is first asked for: an adapter can be read without the library."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self.__name__), name)


@dataclass(frozen=True)
class PeerCall:
    """One public call as a quantity.

    `function` lives in the adapter and takes doubles; `arguments` says how (a formula of the quantity's parameters for each
    argument that is not a parameter itself). `promise` is what the library's documentation promises of the number, `because`
    where it does so, `domain` the documented limits as (low, high), `within` a documented condition on several inputs,
    `rtol` the relative tolerance and `atol` the absolute one where the documentation states it: an error within `atol` breaks no
    promise and is not unsafe. `points`, inputs as texts, are where it was found wrong once: they are always looked at.
    """

    quantity: str
    function: Callable[..., float]
    public: str
    promise: str
    because: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    domain: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    within: Callable[..., bool] | None = None
    adjacency: str = "any"
    rtol: float = 1e-9
    atol: float = 0.0
    points: tuple[Mapping[str, str], ...] = ()
    seconds: float = 2.0  # a call slower than this is counted as slow and stopped

    def __post_init__(self) -> None:
        if self.promise not in PROMISES:
            raise DplemmaError(f"{self.public}: promise {self.promise!r} is none of {', '.join(PROMISES)}")
        if self.adjacency not in ADJACENCIES:
            raise DplemmaError(f"{self.public}: adjacency {self.adjacency!r} is none of {', '.join(ADJACENCIES)}")

    @property
    def name(self) -> str:
        return self.function.__name__

    def target(self) -> str:
        """What `dplemma audit` is pointed at to see one call again."""
        return f"{self.function.__module__}:{self.function.__name__}"

    def ranges(self, ready: Evaluator, kind: str) -> dict[str, Ends] | None:
        """The range of every parameter within the documented domain; None where they do not meet."""
        found = {}
        for name, (low, high) in ordinary(ready).items():
            if kind == "hard" and name in HARD_RANGE:
                low, high = (Fraction(end) for end in HARD_RANGE[name])
            if name in self.domain:
                least, most = (Fraction(end) for end in self.domain[name])
                low, high = max(low, least), min(high, most)
            if low > high:
                return None
            found[name] = (low, high)
        return found


def under_adjacencies(
    quantity: str,
    functions: Mapping[str, Callable[..., float]],
    public: str,
    promise: str,
    because: str,
    *,
    noise: str,
    privacy: str = "mu",
    points: Mapping[str, tuple[Mapping[str, str], ...]] | None = None,
    **more: Any,
) -> tuple[PeerCall, ...]:
    """The same public call for each adjacency it offers.

    `noise` is the argument that is a multiple of a record's norm, so the quantity's `privacy` is sensitivity/noise and the
    argument SENSITIVITY/privacy. `points` are those of one adjacency.
    """
    return tuple(
        PeerCall(
            quantity, function, public, promise, because, {noise: f"{SENSITIVITY[adjacency]}/{privacy}"}, adjacency=adjacency,
            points=(points or {}).get(adjacency, ()), **more,
        )
        for adjacency, function in functions.items()
    )  # fmt: skip


@dataclass(frozen=True)
class Peer:
    """A library: how it is installed and imported, and its calls.

    `alone` installs the distribution without what it depends on, and `needs` instead. `prepare` runs before the imports.
    """

    name: str
    distribution: str
    imports: tuple[str, ...]
    calls: tuple[PeerCall, ...]
    needs: tuple[str, ...] = ()
    alone: bool = False
    prepare: Callable[[], Any] | None = None
    note: str = ""

    def __post_init__(self) -> None:
        seen = [call.name for call in self.calls]
        if len(set(seen)) < len(seen):
            raise DplemmaError(f"peer {self.name}: two calls have the same function")


def load_peer(module: str) -> Peer:
    """The declaration in an adapter module; needs no library."""
    return importlib.import_module(module).PEER


def known_peers() -> dict[str, str]:
    """Names of the adapters that come with dplemma, each with its module."""
    from dplemma import peers

    return {name: f"dplemma.peers.{name}" for name in peers.names()}
