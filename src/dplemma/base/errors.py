"""Every error a user can meet: one line that says what is wrong, where, and what would be right."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType

LONGEST_NAME = 60  # of what a user typed, in a message


class DplemmaError(Exception):
    """Base of all errors shown to users as one line; `exit_code` is what the command line returns."""

    exit_code = 2


class BadClaim(DplemmaError):
    """A claim, region or statement that cannot mean anything; raised when it is built, with the place that builds it."""

    def __init__(self, message: str, place: str | None = None) -> None:
        self.plain = message
        where = building_place() if place is None else place
        super().__init__(f"{where}: {message}" if where else message)


class EmptyRegion(DplemmaError):
    """No point could be certified inside a region, so nothing can be said on it."""


class UnknownName(DplemmaError):
    """A claim id, quantity or parameter nobody has heard of."""


class Unsupported(DplemmaError):
    """An expression an engine cannot evaluate; engines catch it and say so, they never guess."""


class EngineDisagreement(DplemmaError):
    """Arb and mpmath contradict each other: a defect of dplemma, never hidden."""

    exit_code = 1


class OutOfBudget(DplemmaError):
    """The stated budget of bits, evaluations or seconds was spent before an answer was certain."""

    exit_code = 3


def building_place() -> str:
    """File and line, outside the claim language itself, that is building a claim; shortened to the part in the package."""
    from pathlib import Path

    language = str(Path(__file__).parents[1] / "lang")
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if name not in (__file__, "<string>") and not name.startswith(language):
            parts = Path(name).parts
            inside = parts[len(parts) - parts[::-1].index("dplemma") :] if "dplemma" in parts else parts[-1:]
            return f"{'/'.join(inside)}:{frame.f_lineno}"
        frame = frame.f_back
    return ""


def unknown(kind: str, name: str, known: Iterable[str], hint: str = "") -> UnknownName:
    """`UnknownName` with the nearest known names, e.g. ``unknown("claim", "lema-1", ids)``."""
    near = nearest(name, list(known))
    suggestion = f" Did you mean {', '.join(near)}?" if near else (f" {hint}" if hint else "")
    return UnknownName(f"unknown {kind} {clipped(name)!r}.{suggestion}")


def nearest(name: str, known: list[str], most: int = 3) -> list[str]:
    """The names that have this one as a part, in the order given; else those spelled like it; else those that contain it."""
    import difflib  # only a mistake needs it, and values must start fast

    said = name.lower()
    meant = [other for other in known if said in other.lower().replace("/", ".").split(".")]
    spelled = difflib.get_close_matches(name, sorted(known), n=most, cutoff=0.5)
    return (meant or spelled or [other for other in sorted(known) if said and said in other.lower()])[:most]


def in_one_line(text: str) -> str:
    """A text of somebody else's without line breaks and signs that move a terminal's cursor."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def clipped(name: str, longest: int = LONGEST_NAME) -> str:
    """A name as a message repeats it: nobody reads a line of a thousand characters."""
    return name if len(name) <= longest else name[: longest - 3] + "..."
