"""Throughput of the oracle: a double compared with the certified value / with mpmath at 50 digits, at the same points.

A check of the oracle is a ball that provably holds the value and a comparison that holds for the whole ball; a check of mpmath
is the textbook formula at 50 digits (a root from two right digits where the quantity is an inverse) and a comparison.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from mpmath import mp
from parts import Disagreement, Part, Target
from timing import Call, Race, fastest

from dplemma.audit.spans import spans
from dplemma.testing.checks import agrees, quick_truth
from dplemma.values.evaluator import evaluator

DIGITS, RTOL, POINTS, SEED = 50, 1e-9, 8, 1
Textbook = Callable[..., Any]


def _delta(eps: Any, mu: Any) -> Any:
    return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def _quantile(x: Any) -> Any:
    return mp.sqrt(2) * mp.erfinv(2 * x - 1)


TEXTBOOK: dict[str, Textbook] = {
    "gaussian.delta": _delta,
    "gaussian.roc": lambda fpr, mu: mp.ncdf(mu + _quantile(fpr)),
    "gaussian.tradeoff": lambda fpr, mu: mp.ncdf(-_quantile(fpr) - mu),
    "gaussian.auc": lambda mu: mp.ncdf(mu / mp.sqrt(2)),
    "gaussian.tv": lambda mu: mp.erf(mu / mp.sqrt(8)),
    "laplace.delta": lambda eps, eps0: max(mp.zero, -mp.expm1((eps - eps0) / 2)),
    "pure.mu": lambda eps0: -2 * _quantile(1 / (1 + mp.exp(eps0))),
}
INVERSES: dict[str, Callable[..., Callable[[Any], Any]]] = {
    "gaussian.epsilon": lambda delta, mu: lambda eps: mp.log(_delta(eps, mu) / delta),
    "gaussian.mu": lambda eps, delta: lambda mu: mp.log(_delta(eps, mu) / delta),
}
RANGES: dict[str, dict[str, Any]] = {
    "gaussian.delta": {"eps": (0.01, 5), "mu": (0.25, 8)},  # where 50 digits of the textbook formula are enough
    "gaussian.epsilon": {"mu": (0.25, 8)},
    "gaussian.mu": {"eps": (0.01, 5)},
}


def _points(name: str) -> list[tuple[float, ...]]:
    """Seeded, spaced by ratio over the ordinary range."""
    chance = random.Random(SEED)
    narrowed = spans(evaluator(name), "ordinary", RANGES.get(name, {}))
    return [
        tuple(math.exp(chance.uniform(math.log(span.low), math.log(span.high))) for span in narrowed.values())
        for _ in range(POINTS)
    ]


def _ours(name: str, points: list[tuple[float, ...]], given: list[float]) -> Callable[[], bool]:
    ready = evaluator(name)
    return lambda: all(agrees(quick_truth(ready, point), got, RTOL) for point, got in zip(points, given, strict=True))


def _theirs(name: str, points: list[tuple[float, ...]], given: list[float]) -> Callable[[], bool]:
    def value(point: tuple[float, ...], got: float) -> Any:
        exact = [mp.mpf(x) for x in point]
        if name in TEXTBOOK:
            return TEXTBOOK[name](*exact)
        start = float(f"{got:.2g}")
        return mp.findroot(INVERSES[name](*exact), (start, start * 1.01))

    def check() -> bool:
        with mp.workdps(DIGITS):
            return all(
                abs(got - (want := value(point, got))) <= RTOL * abs(want) for point, got in zip(points, given, strict=True)
            )

    return check


def checks() -> Part:
    rows, races = [], []
    for name in (*TEXTBOOK, *INVERSES):
        points = _points(name)
        given = [float(quick_truth(evaluator(name), point).mid()) for point in points]
        ours, theirs = _ours(name, points, given), _theirs(name, points, given)
        off = [got * (1 + 3 * RTOL) for got in given]
        if not (ours() and theirs()) or _ours(name, points, off)() or _theirs(name, points, off)():
            raise Disagreement(f"checks of {name}")
        races.append(Race(calls=(Call(function=ours, arguments=()), Call(function=theirs, arguments=())), context=nullcontext))
        rows.append({"quantity": name, "points": len(points)})
    for row, outcome in zip(rows, fastest(races, passes=2, rounds=12), strict=True):
        fast, slow = outcome.seconds
        row |= {"checks_per_second": row["points"] / fast, "mpmath_per_second": row["points"] / slow, "ratio": slow / fast,
                "control": outcome.control}  # fmt: skip
    ratios = sorted(row["ratio"] for row in rows)
    together = sum(1 / row["mpmath_per_second"] for row in rows) / sum(1 / row["checks_per_second"] for row in rows)
    targets = [
        Target(name="all points together, mpmath / oracle", relation=">=", bound=10.0, measured=together),
        Target(name="median ratio", relation=">=", bound=10.0, measured=ratios[len(ratios) // 2]),
    ]
    return Part(
        key="oracle_checks", title=f"Certified checks / mpmath at {DIGITS} digits, at the same points", rows=rows, targets=targets
    )
