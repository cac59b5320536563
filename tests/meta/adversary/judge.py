"""What the engines say of a settled claim, as one word; these functions run in the processes of `pool`.

Main definitions: `of_hole(name)`, `of_generated((seed, number))`, `of_derivation((seed, number))`.
"""

from __future__ import annotations

from dplemma import check
from dplemma.decide.derivations.check import check as check_derivation

from . import generator, holes
from .derivations import derived


def of_hole(name: str) -> str:
    """The verdict on a claim written by hand."""
    return check(holes.ALL[name]().claim("hole")).verdict


def of_generated(place: tuple[int, int]) -> str:
    """The verdict on the claim of a seed and a number."""
    return check(generator.known(*place).claim(f"{place[0]}-{place[1]}")).verdict


def of_derivation(place: tuple[int, int]) -> str:
    """The verdict on the derivation of a seed and a number."""
    return check_derivation(derived(*place).derivation).verdict.verdict
