"""What a printed algorithm is given when it runs: subroutines with their contracts, orders, certified comparisons.

Main definitions: `Subroutine` (data), `Machine` (what an engine provides; see `Algorithm`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from dplemma.base.errors import BadClaim
from dplemma.lang.statements import Statement, checked, expression

__all__ = ["Machine", "Subroutine"]


class Machine(Protocol):
    """What runs a printed algorithm: hands it orders, subroutines and certified comparisons, and writes down its steps."""

    def step(self, line: str, state: Hashable = None) -> None:
        """Write a line of the trace; a state that returns proves that the algorithm never ends (see `Algorithm`)."""
        ...

    def shuffle(self, items: Iterable[Any]) -> list[Any]:
        """The items in the order of this run; every order is run if they are few."""
        ...

    def call(self, name: str, *arguments: Any) -> Any:
        """The result of a subroutine, its contract checked."""
        ...

    def holds(self, statement: Statement, **values: Any) -> bool:
        """Whether a printed condition holds at exact values (or balls): certified, or the run ends without a judgement."""
        ...


@dataclass(frozen=True, kw_only=True)
class Subroutine:
    """What an algorithm takes for granted: a function of `takes` with a `result` that meets the contract at every call.

    Either `value`, an expression in `takes` that the engine encloses and returns as an exact rational: not below it (`round`
    "up"), not above it ("down") or on either side ("nearest"), within 10^-`places`; or `compute`, a function of the values.
    The `contract` is a statement about `takes` and `result`. A call that breaks it is an error of ours, not of the algorithm.
    """

    says: str
    takes: tuple[str, ...]
    contract: Statement
    value: Any = None
    round: str = "nearest"
    places: int = 30
    compute: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        checked((self.contract,))
        if (self.value is None) == (self.compute is None):
            raise BadClaim(f"subroutine {self.says!r} needs a value or a function that computes it, and not both")
        if self.round not in ("up", "down", "nearest"):
            raise BadClaim(f"a subroutine rounds up, down or nearest, not {self.round!r}")
        if self.value is not None:
            object.__setattr__(self, "value", expression(self.value))
        used = set(self.contract.free_names()) | {str(s) for s in getattr(self.value, "free_symbols", ())}
        unknown = used - {*self.takes, "result"}
        if unknown:
            raise BadClaim(f"subroutine {self.says!r} speaks of {', '.join(sorted(unknown))}, which it does not take")

    def canonical(self) -> str:
        return f"{','.join(self.takes)}:{self.contract.canonical()}"
