"""How long a command may take, as `--help` says and the supervisor sees to: `LIMITS`, `limit_of`; `OTHERS` for all not in it."""

from __future__ import annotations

from typing import NamedTuple

MOST_SECONDS = 10**6
"""No limit is longer."""


class Limit(NamedTuple):
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


OTHERS = Limit(3600)
LIMITS = {
    "list": Limit(60),
    "show": Limit(60),
    "find": Limit(60),
    "findings": Limit(60),
    "value": Limit(300),
    "convert": Limit(300),
    "verify": Limit(1800, "each claim"),
    "check": Limit(1800, "the import and each claim"),
    "replay": Limit(1800, "each certificate"),
    "oracle": Limit(60, "each request", supervised=False),
    "peers": Limit(60, "each library", supervised=False),
}


def limit_of(command: str) -> Limit:
    return LIMITS.get(command, OTHERS)
