"""How much is computed, counted instead of timed: the same on every machine and under every load."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from dplemma.values import evaluator


@contextmanager
def evaluations() -> Iterator[list[int]]:
    """The precision, in bits, of every evaluation of a form of a quantity inside the block."""
    bits: list[int] = []
    at = evaluator._Way.at

    def counted(way: evaluator._Way, inputs: evaluator.Inputs, precision: int) -> evaluator.arb:
        bits.append(precision)
        return at(way, inputs, precision)

    with patch.object(evaluator._Way, "at", counted):
        yield bits
