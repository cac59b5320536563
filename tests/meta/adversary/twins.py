"""Twins: a number or a relation changed in a claim and, alike, in its proof; what the kernel accepts is held against points.

    python -m adversary.twins DIR --seed 1 --count 2000        in tests/meta, on certificates that `dplemma verify` wrote

A proof often proves its twin as well, and then the twin is true. A rule that overlooks something accepts twins that are false:
a normal form that took e^x for its own root was found so. Counts come out; every contradiction is printed, and exit code 1.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.kernel.certificate import read
from dplemma.kernel.check import check
from dplemma.kernel.points import check_refutation, must_lie_in, truth
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import Monotone, Region, conjuncts
from dplemma.kernel.term import Rejected

RATIONAL = re.compile(r"-?[0-9]{1,6}(/[0-9]{1,6})?$")
RELATIONS = ("<", "<=", ">", ">=", "=")
PLACES = ("0", "1", "1/2", "2", "-1", "1/100", "10", "99/100", "3")
POINTS = 14
MOST_BYTES = 12_000  # of a certificate whose twins are worth their time


@dataclass(frozen=True)
class Twin:
    claim: Any
    proof: Any
    change: str


def words(tree: Any) -> Iterator[str]:
    """The numbers and relations of a tree."""
    if isinstance(tree, (list, dict)):
        for part in tree.values() if isinstance(tree, dict) else tree:
            yield from words(part)
    elif isinstance(tree, str) and (RATIONAL.match(tree) or tree in RELATIONS):
        yield tree


def changed(tree: Any, old: str, new: str) -> Any:
    if isinstance(tree, list):
        return [changed(part, old, new) for part in tree]
    if isinstance(tree, dict):
        return {key: changed(part, old, new) for key, part in tree.items()}
    return new if tree == old else tree


def twin(claim: Any, proof: Any, rng: Random) -> Twin | None:
    """Another number or relation for one, in the claim and, two times out of three, in the proof; or a condition less."""
    conditions = claim["region"]["such_that"]
    if conditions and rng.random() < 0.25:
        left_out = rng.randrange(len(conditions))
        kept = [condition for n, condition in enumerate(conditions) if n != left_out]
        return Twin({**claim, "region": {**claim["region"], "such_that": kept}}, proof, f"condition {left_out} left out")
    found = list(words(claim))
    if not found:
        return None
    old = rng.choice(found)
    new = rng.choice([rel for rel in RELATIONS if rel != old]) if old in RELATIONS else _moved(Fraction(old), rng)
    alike = rng.random() < 2 / 3
    spoilt = changed(claim, old, new)
    return (
        None
        if spoilt == claim
        else Twin(spoilt, changed(proof, old, new) if alike else proof, f"{old} -> {new}" + (" alike" if alike else ""))
    )


def _moved(number: Fraction, rng: Random) -> str:
    return str(
        rng.choice(
            [number * Fraction(101, 100), number * Fraction(99, 100), number + 1, number - 1, -number, number * 2, number / 2]
        )
    )


def contradiction(claim: Any, rng: Random) -> dict[str, str] | None:
    """A point of the region, or two, at which the kernel's own balls say that the claim fails."""
    region, statement = read_region(claim["region"]), read_statement(claim["statement"])
    candidates = {
        name: [value for value in _values(interval, rng) if value in interval] for name, interval in region.intervals.items()
    }
    if not all(candidates.values()):
        return None
    for _ in range(POINTS):
        point = {name: rng.choice(values) for name, values in candidates.items()}
        if _inside(region, point) and any(_fails(part, region, point, candidates, rng) for part in conjuncts(statement)):
            return {name: str(value) for name, value in point.items()}
    return None


def _values(interval: Any, rng: Random) -> list[Fraction]:
    found = [*map(Fraction, PLACES), Fraction(rng.randint(-300, 900), 100)]
    found += [] if interval.lo is None else [interval.lo, interval.lo + Fraction(1, 100), interval.lo + Fraction(1, 10**6)]
    found += [] if interval.hi is None else [interval.hi, interval.hi - Fraction(1, 100)]
    if interval.lo is not None and interval.hi is not None:
        found.append(interval.lo + (interval.hi - interval.lo) * Fraction(rng.randint(1, 99), 100))
    return found


def _inside(region: Region, point: Any) -> bool:
    try:
        must_lie_in(region, point)
    except DplemmaError:
        return False
    return True


def _fails(part: Any, region: Region, point: Any, candidates: Any, rng: Random) -> bool:
    if not isinstance(part, Monotone):
        return truth(part, point) is False
    evidence = {"point": {name: str(value) for name, value in point.items()}, "second": str(rng.choice(candidates[part.name]))}
    try:
        check_refutation(part, region, evidence, _no_proof)
    except DplemmaError:
        return False
    return True


def _no_proof(*_: Any) -> None:
    raise Rejected("two points need no proof")


def judged(claim: Any, proof: Any, rng: Random) -> tuple[str, str]:
    """What became of one twin: rejected, accepted or contradicted, and in words what was changed and where it fails."""
    other = twin(claim, proof, rng)
    if other is None:
        return "nothing to change", ""
    try:
        check(other.claim, other.proof)
    except DplemmaError:
        return "rejected", other.change
    point = contradiction(other.claim, rng)
    return ("accepted", other.change) if point is None else ("contradicted", f"{other.change}, at {point}")


def main() -> int:
    parser = argparse.ArgumentParser(description="twins of certificates: claim and proof changed alike")
    parser.add_argument("folder", type=Path, help="certificates, as verify --certificates writes them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1000)
    chosen = parser.parse_args()
    files = sorted(file for file in chosen.folder.glob("*.json") if file.stat().st_size < MOST_BYTES)
    rng, counts = Random(chosen.seed), Counter[str]()
    while files and counts.total() < chosen.count:
        data = read(rng.choice(files))
        if data["verdict"] == "refuted":
            continue
        result, told = judged(data["claim"], data["proof"], rng)
        counts[result] += 1
        if result == "contradicted":
            print(f"{data['id']}: {told}", flush=True)
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 1 if counts["contradicted"] or not files else 0


if __name__ == "__main__":
    sys.exit(main())
