"""How a claim is written by hand: its name, why its truth is known, its statement, its region.

Main definition: `table()`. A claim is built when it is asked for, because SymPy already decides some of
its constants as it is built.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sympy import Rational

from dplemma.lang import Interval, Mills, Region
from dplemma.lang.statements import Statement

from .known import TRUTHS, Known, x

Build = Callable[[], Known]
Enter = Callable[..., None]

UNIT, CLOSED, WIDE = Interval(0, 1), Interval(-1, 1), Interval(0, 2)
THIRD, TINY, THOUSANDTH = Rational(1, 3), Rational(1, 10**9), Rational(1, 1000)
BEYOND = Mills(3000)  # 1/3000 - 3000^-3 + ...: seven digits agree with 1/3000
WELLS = (x**2 - 1) ** 2 + x / 10  # least at -1.0123, with a shallower well at 0.9873


def table() -> tuple[dict[str, Build], Enter, Enter, Enter]:
    """An empty table of claims by name, and the functions that enter a true, a false and an undefined one."""
    found: dict[str, Build] = {}

    def enter(truth: str, name: str, why: str, build: Callable[[], Statement], **on: Any) -> None:
        key = f"{name}: {truth.split()[0]}"
        if key in found:
            raise ValueError(f"two claims are called {key!r}")
        found[key] = lambda: Known(truth, why, build(), Region(**on))

    return found, *(partial(enter, truth) for truth in TRUTHS)
