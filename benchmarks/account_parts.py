"""What the accountant costs: processor time and relative width on known runs, beside other accountants, and how it grows.

10. `account`: every setting at the default width; where dp-accounting and prv_accountant are installed (`make peers`), the
    width of their interval on the same setting, its processor time (start of Python and imports included) and whether it
    holds the truth.
11. `growth`: exponents of time and memory, fitted over sizes: seconds of the contour integral in the number of steps and in the
    digits, seconds and memory of the lattice in its points.
"""

from __future__ import annotations

import math
import os
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flint import arb, fmpq
from parts import Part, Target

from dplemma.account.accountant import Accountant
from dplemma.account.by_lattice import composed_offset, one_step
from dplemma.account.lattice import Lattice, ProfileTable
from dplemma.account.mechanisms import Composition, SubsampledGaussian
from dplemma.arb.precision import working_precision
from dplemma.peers.league.training_runs import compared_accountants
from dplemma.values.rounding import double_above, double_below

SETTINGS = [
    # name, noise, rate, steps, delta, whether it is an ordinary run
    ("Abadi 2016, 100 epochs", fmpq(4), fmpq(1, 100), 10000, fmpq(1, 10**5), True),
    ("TF tutorial", fmpq(11, 10), fmpq(256, 60000), 14063, fmpq(1, 10**5), True),
    ("Opacus CIFAR-10", fmpq(3, 2), fmpq(1, 25), 2250, fmpq(1, 10**5), True),
    ("Opacus IMDB", fmpq(14, 25), fmpq(64, 25000), 3910, fmpq(1, 10**5), True),
    ("JAX ImageNet", fmpq(5, 2), fmpq(16384, 1281167), 71589, fmpq(8, 10**7), True),
    ("prv issue 36", fmpq(4, 5), fmpq(1, 8), 1000, fmpq(1, 10**6), True),
    ("Opacus issue 643", fmpq(3), fmpq(1, 5), 50, fmpq(1, 48000), True),
    ("prv issue 17", fmpq(4), fmpq(33, 10**5), 10000, fmpq(11, 10**19), False),
    ("Abadi 2016, 1e-12", fmpq(4), fmpq(1, 100), 40000, fmpq(1, 10**12), False),
    ("a million steps", fmpq(1), fmpq(1, 10**4), 10**6, fmpq(1, 10**5), False),
    ("ten steps", fmpq(1), fmpq(1, 100), 10, fmpq(1, 10**5), False),
    ("two steps", fmpq(1), fmpq(1, 100), 2, fmpq(1, 10**5), False),
]
_OTHERS = {"dp-accounting PLD": "pld", "prv_accountant": "prv"}


def account() -> Part:
    rows: list[dict[str, Any]] = []
    widths: list[float] = []
    ordinary: list[float] = []
    for name, sigma, q, steps, delta, is_ordinary in SETTINGS:
        start = time.process_time()
        found = Accountant(Composition(((SubsampledGaussian(sigma, q), steps),))).epsilon(delta)
        seconds = time.process_time() - start
        lower, upper = double_below(found.lower), double_above(found.upper)
        width = (upper - lower) / upper
        row: dict[str, Any] = {"setting": name, "eps": f"{lower:.9g}", "width": f"{width:.1e}", "seconds": seconds}
        setting = int(sigma.p) / int(sigma.q), int(q.p) / int(q.q), steps, int(delta.p) / int(delta.q)
        for other in compared_accountants(setting, lower, upper):
            row |= _beside(other, upper)
        rows.append(row)
        widths.append(width)
        ordinary += [seconds] if is_ordinary else []
    targets = [
        Target(name="seconds of an ordinary run", relation="<=", bound=2.0, measured=max(ordinary)),
        Target(name="relative width", relation="<=", bound=1e-6, measured=max(widths)),
    ]
    return Part(key="account", title="The certified accountant", rows=rows, targets=targets)


def _beside(other: dict[str, Any], upper: float) -> dict[str, str]:
    """The columns of another accountant."""
    short = _OTHERS.get(other["accountant"])
    if short is None:
        return {}
    low, high = other["lower"], other["upper"]
    width = "-" if low is None or high is None or not math.isfinite(high) else f"{(high - low) / upper:.1e}"
    seconds = "-" if other["seconds"] is None else f"{other['seconds']:.1f}"
    return {f"{short}_width": width, f"{short}_s": seconds, short: other["stands"]}


# -- growth ----------------------------------------------------------------------------------------------------------------


def growth() -> Part:
    steps = _fitted("contour, steps", [10**k for k in (3, 4, 5, 6)], lambda n: _run(n, 1e-6))
    digits = _fitted("contour, digits", [6, 12, 24, 36], lambda n: _run(1000, 10.0**-n))
    points = _fitted("lattice, points", [2**k for k in (11, 12, 13, 14)], _on_lattice)
    targets = [
        Target(name="exponent of seconds in steps", relation="<=", bound=0.5, measured=steps["seconds^"]),
        Target(name="exponent of seconds in digits", relation="<=", bound=3.0, measured=digits["seconds^"]),
        Target(name="exponent of seconds in points", relation="<=", bound=1.4, measured=points["seconds^"]),
        Target(name="exponent of memory in points", relation="<=", bound=1.2, measured=points["memory^"]),
    ]
    return Part(key="growth", title="How the accountant grows", rows=[steps, digits, points], targets=targets)


def _run(steps: int, width: float) -> None:
    """q sqrt(steps) = 1/3, so that eps stays about the same."""
    q = fmpq(1, round(3 * math.sqrt(steps)))
    Accountant(Composition(((SubsampledGaussian(fmpq(1), q), steps),)), width).epsilon(fmpq(1, 10**5))


def _on_lattice(points: int) -> None:
    lattice, step = Lattice(fmpq(8), points, 136), SubsampledGaussian(fmpq(1), fmpq(1, 100))
    with working_precision(184):
        whole = replace(lattice, offset=composed_offset([(step, 8)], False))
        for measure in one_step(step, False, lattice):
            ProfileTable(measure.power(8, 136, 1 << 40), whole).level(arb("1e-5"))


def _fitted(name: str, sizes: Sequence[int], work: Callable[[int], None]) -> dict[str, Any]:
    """Seconds and megabytes at each size, each in a process of its own, and the slopes of their logarithms."""
    found = [_measured(work, size) for size in sizes]
    seconds, memory = ([row[k] for row in found] for k in (0, 1))
    return {
        "what": name, "sizes": " ".join(map(str, sizes)), "seconds": " ".join(f"{s:.2f}" for s in seconds),
        "MB": " ".join(f"{m:.1f}" for m in memory), "seconds^": _slope(sizes, seconds), "memory^": _slope(sizes, memory),
    }  # fmt: skip


def _measured(work: Callable[[int], None], size: int) -> tuple[float, float]:
    """Processor seconds, and megabytes beyond those of this process, of a fork that does the work."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        work(size)
        after, seconds = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time() - start
        os.write(write, f"{seconds} {(after - before) / 1024}".encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    with os.fdopen(read) as stream:
        seconds, megabytes = map(float, stream.read().split())
    return seconds, max(megabytes, 0.1)


def _slope(sizes: Sequence[int], values: Sequence[float]) -> float:
    """The least-squares exponent."""
    xs, ys = [math.log(size) for size in sizes], [math.log(value) for value in values]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)
