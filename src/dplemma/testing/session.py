"""What a test run has asked of the oracle: how many examples, from which seed, and what came of it.

Main definitions: `Session`, `current()`, `started(session)`.

Light on purpose: the pytest plug-in imports this module at start-up, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

EXAMPLES, SEED = 200, 0


@dataclass
class CallTally:
    """All points at which one function was compared with one quantity."""

    points: int = 0
    failed: int = 0
    worst: float = 0.0  # relative error
    bits: float = 0.0
    at: str = ""

    def add(self, other: CallTally) -> None:
        if other.worst > self.worst or not self.points:
            self.worst, self.bits, self.at = other.worst, other.bits, other.at
        self.points += other.points
        self.failed += other.failed


@dataclass
class Session:
    """Defaults of `assert_matches` and of laws, and what they found; `to_json` and `merge` carry it between processes."""

    examples: int = EXAMPLES
    seed: int = SEED
    matches: dict[str, CallTally] = field(default_factory=dict)  # "quantity function" -> tally
    laws: dict[str, int] = field(default_factory=lambda: {"held": 0, "failed": 0})

    def matched(self, quantity: str, function: str, tally: CallTally) -> None:
        self.matches.setdefault(f"{quantity} {function}", CallTally()).add(tally)

    def law(self, *, held: bool) -> None:
        self.laws["held" if held else "failed"] += 1

    def to_json(self) -> dict[str, Any]:
        return {"matches": {key: asdict(tally) for key, tally in self.matches.items()}, "laws": dict(self.laws)}

    def merge(self, data: Mapping[str, Any]) -> None:
        for key, tally in data["matches"].items():
            self.matches.setdefault(key, CallTally()).add(CallTally(**tally))
        for key, count in data["laws"].items():
            self.laws[key] += count

    @property
    def used(self) -> bool:
        return bool(self.matches) or any(self.laws.values())


_sessions = [Session()]


def current() -> Session:
    return _sessions[-1]


def start(session: Session) -> None:
    _sessions.append(session)


def stop(session: Session) -> None:
    if session in _sessions[1:]:
        _sessions.remove(session)


@contextmanager
def started(session: Session) -> Iterator[Session]:
    """A session of its own inside the block."""
    start(session)
    try:
        yield session
    finally:
        stop(session)
