"""Where doubles steer a method, parameters beyond their range put the method out of reach: nothing is proved, nothing is wrong.

Main definitions: `within_doubles`, `MOST_POINTS`.

Doubles never enter an enclosure. If one overflows, or a logarithm of one that is 0 is asked for, there is no place to put a line
of integration or a lattice, which is what being out of budget means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from dplemma.base.errors import OutOfBudget

MOST_POINTS = 2_000_000
"""Points of a rule beyond which a method is out of budget."""


_OUT_OF_RANGE = re.compile(
    r"math domain error|expected (a|argument) .*|cannot convert float NaN .*|(float )?division by zero|0\.0 cannot be raised .*"
)
"""What Python says of a function of a double outside its domain; any other ValueError or division is a mistake in the program."""


@contextmanager
def within_doubles() -> Iterator[None]:
    """Arithmetic of doubles that leaves their range inside means that the method does not reach."""
    try:
        yield
    except (OverflowError, ZeroDivisionError, ValueError) as error:
        if not isinstance(error, OverflowError) and _OUT_OF_RANGE.fullmatch(str(error)) is None:
            raise
        raise OutOfBudget(f"the parameters are beyond the range of doubles, by which this is steered ({error})") from error


def counted(points: float, most: int = MOST_POINTS) -> int:
    """A number of points that is within budget, as an integer."""
    if not points <= most:
        raise OutOfBudget(
            f"{points:.1e} points of integration would be needed, at most {most} are taken: a parameter is too extreme"
        )
    return int(points)
