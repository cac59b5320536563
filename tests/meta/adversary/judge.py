"""What the engines say of a settled claim, as one word; these functions run in the processes of `pool`.

Main definitions: `of_hole(name)`.
"""

from __future__ import annotations

from dplemma import check

from . import holes


def of_hole(name: str) -> str:
    """The verdict on a claim written by hand."""
    return check(holes.ALL[name]().claim("hole")).verdict
