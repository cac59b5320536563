"""The accountant against exact numbers, at as many seeded points as asked for: lower <= truth <= upper, everywhere.

    python benchmarks/account_check.py --points 100000 --seed 1

- `lattice`: compositions of randomised response with e^eps0 = 2 on lattices that its losses miss; the truth is a fraction.
- `contour`: Gaussian steps on one line of integration, read at many eps; the truth is the closed form.
- `one step`: the measures of a sampled Gaussian step in both directions; the truth is its closed form.
- `jumps`: a sampled Gaussian step on the lines of the layers of its jumps, read at many eps; the truth is its closed form.
- `two engines`: compositions of sampled Gaussian steps by lines of integration and on lattices; one point in 2000, and each time
  the intervals of eps must have a number in common.

Exit code 1 if one point is on the wrong side.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from flint import arb, fmpq

from dplemma.account.by_contour import PlainLines, contour_delta, contour_epsilon
from dplemma.account.by_lattice import LatticeMeasures, composed_offset, one_step
from dplemma.account.doubles import within_doubles
from dplemma.account.lattice import Lattice, ProfileTable
from dplemma.account.losses import GaussianLoss
from dplemma.account.mechanisms import Composition, RandomizedResponse, SubsampledGaussian
from dplemma.account.profiles import OneStepForm
from dplemma.account.split_lines import SplitLines
from dplemma.account.subsampled import SubsampledGaussianLoss
from dplemma.arb import gaussian
from dplemma.arb.ends import larger, smaller
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

BITS = 160
PARTS, COUNTS = (7, 13, 29, 101), (1, 2, 5, 50)
Judged = Iterator[bool]
"""For each point whether it is between its ends."""


def response_delta(count: int, level: fmpq) -> fmpq:
    """sum over i of C(count, i) (2^i - level 2^(count - i))_+ / 3^count."""
    total = fmpq(0)
    for i in range(count + 1):
        term = fmpq(2**i) - level * 2 ** (count - i)
        total += math.comb(count, i) * term if term > 0 else 0
    return total / 3**count


def on_lattices(points: int, chance: random.Random) -> Judged:
    cases = [(parts, count) for parts in PARTS for count in COUNTS]
    for parts, count in cases:
        lattice = Lattice(fmpq(1), parts, 100)
        below, above = (
            ProfileTable(measure.power(count, 100, 1 << 20), lattice)
            for measure in one_step(RandomizedResponse(ratio=fmpq(2)), False, lattice)
        )
        for _ in range(-(-points // len(cases))):
            eps = chance.uniform(-1, min(count, 20) * math.log(2) + 0.5)
            level = fmpq(*math.exp(eps).as_integer_ratio())
            truth, place = arb(response_delta(count, level)), arb(level).log()
            yield not below.delta(place) > truth and not above.delta(place) < truth


def on_contours(points: int, chance: random.Random) -> Judged:
    lines = [(fmpq(1, 10), 100, 1.0), (fmpq(1), 4, 3.0), (fmpq(1, 100), 10000, 0.5), (fmpq(2), 1, 4.0)]
    for mu, count, middle in lines:
        _, contour = contour_delta(PlainLines([(GaussianLoss(arb(mu)), count)]), arb(middle), 1e-12)
        for _ in range(-(-points // len(lines))):
            eps = arb(middle + chance.uniform(-0.3, 0.3))
            value = contour.delta(eps)
            truth = gaussian.log_delta(eps, arb(mu) * arb(count).sqrt()).exp()
            yield value.overlaps(truth) and bool(value.rad() < value.mid())


def on_one_step(points: int, chance: random.Random) -> Judged:
    cases = [(fmpq(1), fmpq(1, 10)), (fmpq(1, 2), fmpq(1, 100)), (fmpq(3), fmpq(1, 2))]
    for sigma, q in cases:
        for add in (False, True):
            lattice, form, step = Lattice(fmpq(1), 97, 128), OneStepForm(arb(sigma), arb(q), add), SubsampledGaussian(sigma, q)
            whole = replace(lattice, offset=composed_offset([(step, 1)], add))
            below, above = (ProfileTable(measure, whole) for measure in one_step(step, add, lattice))
            largest = float(-(1 - arb(q)).log()) if add else 5.0
            for _ in range(-(-points // (2 * len(cases)))):
                eps = arb(chance.uniform(0, largest))
                lower, upper = form.delta(eps, 1e-9)
                yield not below.delta(eps) > upper and not above.delta(eps) < lower


def on_layers(points: int, chance: random.Random) -> Judged:
    cases = [("0.5", "1e-5", 0.05), ("1", "0.001", 0.02), ("0.3", "0.01", 2.0), ("2", "0.1", 0.3)]
    for sigma, q, middle in cases:
        form = OneStepForm(arb(sigma), arb(q), False)
        lines = SplitLines([(SubsampledGaussianLoss(arb(sigma), arb(q)), 1)])
        _, contour = contour_delta(lines, arb(middle), 1e-9)
        for _ in range(-(-points // len(cases))):
            eps = arb(middle * chance.uniform(0.7, 1.3))
            lower, upper = form.delta(eps, 1e-9)
            value = contour.delta(eps)
            yield not value > upper and not value < lower and bool(value.rad() < value.mid())


def on_two_engines(points: int, chance: random.Random) -> Judged:
    for _ in range(-(-points // 2000)):
        sigma, q, count = (
            fmpq(chance.randint(3, 40), 10),
            fmpq(1, round(10 ** chance.uniform(0.3, 5))),
            chance.choice((2, 5, 10, 30, 100)),
        )
        delta, composition = arb(10) ** -chance.randint(5, 12), Composition(((SubsampledGaussian(sigma, q), count),))
        lattices, found = LatticeMeasures(composition, False), None
        parts = composition.losses(False) or []
        for lines in (PlainLines(parts), SplitLines(parts)):
            try:
                with within_doubles():
                    low, high = contour_epsilon(lines, delta, 1e-6)
            except OutOfBudget:
                continue
            found = (low, high) if found is None else (larger(low, found[0]), smaller(high, found[1]))
        if found is None:
            continue
        lattices._look(12.0)
        for (below, above), _ in zip(lattices._tables(), range(2), strict=False):
            yield not found[0] > found[1] and not below.level(delta) > found[1] and not above.level(delta) < found[0]


KINDS: dict[str, tuple[Callable[[int, random.Random], Judged], float]] = {
    "lattice": (on_lattices, 0.5), "contour": (on_contours, 0.1), "one step": (on_one_step, 0.3), "jumps": (on_layers, 0.1),
    "two engines": (on_two_engines, 1.0),
}  # fmt: skip


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--points", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    wrong = 0
    for name, (kind, share) in KINDS.items():
        start, chance = time.process_time(), random.Random(f"{name} {asked.seed}")
        with working_precision(BITS):
            judged = list(kind(round(asked.points * share), chance))
        wrong += judged.count(False)
        print(
            f"{name}: {len(judged)} points, {judged.count(False)} on the wrong side, {time.process_time() - start:.0f} s",
            flush=True,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
