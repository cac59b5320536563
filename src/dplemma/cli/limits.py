"""How long a command may take, as `--help` says and the supervisor sees to: `LIMITS`, `limit_of`; `OTHERS` for all not in it."""

from __future__ import annotations

from typing import NamedTuple

MOST_SECONDS = 10**6
"""No limit is longer."""


class TimeLimit(NamedTuple):
    """Seconds that a command may take as a whole, or each part of it in a process of its own."""

    seconds: int
    each: str = ""
    supervised: bool = True  # by a process that only waits; else the command sees to the limits itself

    @property
    def slack(self) -> float:
        """Seconds more for the supervisor, where the command ends a part that is late and goes on to the next one."""
        return 10.0 if self.each else 0.0

    @property
    def help(self) -> str:
        what = f"that {self.each} may take" if self.each else "it may take"
        return f"seconds {what}, at most {MOST_SECONDS}; then it is ended, exit code 3; default: {self.seconds}"


OTHERS = TimeLimit(3600)
LIMITS = {
    "list": TimeLimit(60),
    "show": TimeLimit(60),
    "find": TimeLimit(60),
    "findings": TimeLimit(60),
    "completion": TimeLimit(60),
    "value": TimeLimit(300),
    "convert": TimeLimit(300),
    "gdp": TimeLimit(300),
    "notions": TimeLimit(300),
    "verify": TimeLimit(1800, "each claim"),
    "mutate": TimeLimit(1800, "each mutant"),
    "check": TimeLimit(1800, "the import and each claim"),
    "replay": TimeLimit(1800, "each certificate"),
    "atlas": TimeLimit(MOST_SECONDS),  # a server is ended by its user
    "oracle": TimeLimit(60, "each request", supervised=False),
    "peers": TimeLimit(60, "each library", supervised=False),
}


def limit_of(command: str) -> TimeLimit:
    return LIMITS.get(command, OTHERS)
