"""Doubles in bulk against those of single values, at as many seeded points as asked for.

    python benchmarks/bulk_check.py --points 1000000 --seed 1 --jobs 2

A point is drawn from one of several kinds: eps and mu by ratio over and beyond the ordinary range, every size of delta down to
the subnormal numbers and zero, eps near mu^2/2, and the places where the routine on arrays changes its form. The single value
is rounded from a ball and knows nothing of that routine. Exit code 1 if one of the three doubles differs at one point.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

import numpy as np

from dplemma.base.sharing import answers_in_order
from dplemma.values.bulk import value_array
from dplemma.values.bulk_profile import profile_doubles
from dplemma.values.certified import value_at
from dplemma.values.evaluator import evaluator

SHARE = 10_000
NARROW_EDGE = 1 / 16


def points(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """eps and mu, one kind after the other."""
    draw = np.random.default_rng(seed)
    kind = np.arange(count) % 5
    mu = 10 ** draw.uniform(-8, 2, count)
    mu[kind == 4] = NARROW_EDGE * 2 ** draw.uniform(-0.01, 0.01, np.count_nonzero(kind == 4))
    a = draw.uniform(-9.5, 39.5, count)  # eps/mu - mu/2
    a[kind == 2] = draw.normal(0, 1e-6, np.count_nonzero(kind == 2))
    a[kind == 3] = draw.uniform(36.5, 38.8, np.count_nonzero(kind == 3))
    eps = np.where(kind == 0, 10 ** draw.uniform(-12, 3, count), np.maximum(0.0, mu * (a + mu / 2)))
    return eps, mu


def shares(count: int, seed: int) -> Iterator[tuple[int, int]]:
    """Counts and seeds of the parts of the sample: the same however many processes share them."""
    for number, start in enumerate(range(0, count, SHARE)):
        yield min(SHARE, count - start), seed * 1_000_000 + number


def compared(share: tuple[int, int]) -> Counter[str]:
    eps, mu = points(*share)
    found, ready = value_array("gaussian.delta", eps=eps, mu=mu), evaluator("gaussian.delta")
    seen = Counter(points=len(eps), open=int(np.count_nonzero(~profile_doubles(eps, mu).decided)))
    seen["subnormal or zero"] = int(np.count_nonzero(found.value < 2.0**-1022))
    for e, m, *doubles in zip(
        eps.tolist(), mu.tolist(), *(x.tolist() for x in (found.value, found.lower, found.upper)), strict=True
    ):
        single = value_at(ready, ready.read({"eps": e, "mu": m}), 20).doubles()
        if single != tuple(doubles):
            seen["different"] += 1
            print(f"eps={e.hex()} mu={m.hex()}: {single} one by one, {tuple(doubles)} in bulk", file=sys.stderr)
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int, default=20_000, help="default: 20000")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--jobs", type=int, default=1, help="processes; default: 1")
    arguments = parser.parse_args()
    start, total = time.perf_counter(), Counter(different=0)
    parts = list(shares(arguments.points, arguments.seed))
    for seen in answers_in_order(compared, parts, workers=arguments.jobs, seconds=None):
        if isinstance(seen, Exception):
            raise seen
        total += seen
    print(", ".join(f"{total[name]} {name}" for name in ("points", "subnormal or zero", "open", "different")), end="; ")
    print(f"seed {arguments.seed}; {time.perf_counter() - start:.0f} s")
    return 1 if total["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
