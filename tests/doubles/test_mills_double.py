"""The Mills ratio in two words and its drop, against certified values, and the table against its generator."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

from flint import arb

import dplemma
from dplemma.arb.mills import mills_drop
from dplemma.arb.normal import mills_ratio
from dplemma.arb.precision import working_precision
from dplemma.doubles.build_mills_table import FILE, source
from dplemma.doubles.mills_double import drop_rate, mills

EDGES = [edge + k * 2.0**-50 for j in range(33) for edge in (j / 8, j / 8 + 1 / 16) for k in (-1, 0, 1)]


def error(pair: tuple[float, float], true: arb) -> float:
    """Relative, in units of 2^-53."""
    return float(abs((arb(pair[0]) + arb(pair[1])) / true - 1) * arb(2) ** 53)


def test_the_table_is_what_its_generator_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == source(), "run: make tapes"


def test_mills_ratio_to_a_quarter_of_u() -> None:
    draw = Random(1)
    places = [draw.uniform(0, 6) for _ in range(3000)] + [10 ** draw.uniform(-9, 9) for _ in range(1000)]
    with working_precision(200):
        for x in [*places, *(edge for edge in EDGES if edge >= 0)]:
            low = x * 2.0**-53 * draw.uniform(-0.5, 0.5)
            assert error(mills((x, low)), mills_ratio(arb(x) + arb(low))) <= 0.25, x


def test_drop_rate_within_its_budget() -> None:
    """4.4 u below 4, 1.3 u above: every h up to max(1, c/4), the largest included."""
    draw = Random(2)
    places = [draw.uniform(0, 8) for _ in range(1500)] + [10 ** draw.uniform(-9, 3) for _ in range(500)]
    with working_precision(200):
        for c in [*places, *(edge for edge in EDGES if edge >= 0)]:
            most = max(1.0, c / 4)
            h = draw.choice((most, most * draw.random(), most * 10 ** draw.uniform(-12, 0)))
            low = c * 2.0**-53 * draw.uniform(-0.5, 0.5)
            middle = arb(c) + arb(low)
            true = mills_drop(0, middle - h, 2 * arb(h)) / (2 * arb(h))
            assert isinstance(true, arb)
            assert error(drop_rate((c, low), h), true) <= (4.4 if c < 4 else 1.3), (c, h)


def test_the_routine_needs_only_the_standard_library() -> None:
    code = "import sys; from dplemma.doubles.profile import delta; delta(1.0, 1.0)\n"
    code += "print(sorted({'flint', 'sympy', 'mpmath', 'numpy', 'scipy'} & set(sys.modules)))"
    environment = {**os.environ, "PYTHONPATH": str(Path(dplemma.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
