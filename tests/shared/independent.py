"""Second opinion on every quantity: the same numbers by other routes, over mpmath alone.

Each function goes back to the definition (densities integrated, suprema searched, inverses bracketed) where the library
evaluates a closed form or a certified series, and shares no code with it. Its values carry no proof: `second_opinion` only
reports how far two working precisions agree, which shows up rounding and quadrature errors but not a wrong definition.
"""

from __future__ import annotations

from fractions import Fraction

import independent_detector
import independent_gaussian
import independent_glrt
import independent_high_dimension
import independent_information
import independent_laplace
import independent_pure
import independent_renyi
import independent_subsampled
from independent_numeric import INDEPENDENT, NoAnswer
from mpmath import mp, mpf

__all__ = ["INDEPENDENT", "NoAnswer", "second_opinion"]

# Importing a module enters its quantities into INDEPENDENT.
SOURCES = (
    independent_detector,
    independent_gaussian,
    independent_glrt,
    independent_high_dimension,
    independent_information,
    independent_laplace,
    independent_pure,
    independent_renyi,
    independent_subsampled,
)

FIRST_GUARD_DIGITS = 20
ROUNDS = 7


def second_opinion(name: str, *inputs: Fraction, digits: int) -> tuple[mpf, mpf]:
    """(value, error estimate) of a quantity at exact inputs, agreed to `digits` relative digits by two precisions in a row.

    The working precision is digits + 20, then the guard doubles each round. After 7 rounds (digits + 1280) without agreement
    NoAnswer is raised. A round that finds no answer itself counts as one that disagrees.
    """
    previous: mpf | None = None
    last_failure = "the values of successive rounds differ"
    for exponent in range(ROUNDS):
        guard = FIRST_GUARD_DIGITS << exponent
        with mp.workdps(digits + guard):
            try:
                value = INDEPENDENT[name](*inputs)
            except NoAnswer as failure:
                previous, last_failure = None, str(failure)
                continue
            if previous is not None:
                error = abs(value - previous)
                if error <= abs(value) * mpf(10) ** -digits:
                    return value, error
            previous = value
    point = ", ".join(str(value) for value in inputs)
    raise NoAnswer(
        f"{name}({point}): no agreement to {digits} digits in {ROUNDS} rounds, last at {digits + guard}: {last_failure}"
    )
