"""The accountant over the range that it promises: one line a setting, with its width, processor seconds and method.

    python benchmarks/account_sweep.py --out sweep.csv            # goes on where it was stopped
    python benchmarks/account_sweep.py --out sweep.csv --summary  # what misses its goal

Noise 0.3 to 20, rate 1e-5 to 1, 1 to 10^6 steps, delta 1e-5 to 1e-18: the settings of the published page, few steps, rare hits,
long runs with rare hits, small delta, large eps, and points of a low-discrepancy sequence over the whole box. A setting reaches
its goal if the relative width (absolute below 1e-3) is at most that asked for, within 2 s for ordinary runs and 30 s for few
steps, long runs with rare hits, large eps and small delta. Every setting runs in a process of its own, whose processor time
is limited.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dplemma.account.accountant import Accountant
from dplemma.account.by_contour import wanted
from dplemma.account.mechanisms import Composition, SubsampledGaussian
from dplemma.base.errors import DplemmaError
from dplemma.values.exact import exact_number
from dplemma.values.rounding import double_above, double_below

FIELDS: tuple[str, ...] = ("class", "sigma", "q", "steps", "delta", "lower", "upper", "width", "seconds", "method", "verdict")
_LIMIT = 240
"""Processor seconds after which a setting is stopped."""
_QUICK, _PATIENT = 2.0, 30.0


class Setting(NamedTuple):
    kind: str
    sigma: str
    q: str
    steps: str
    delta: str


_ROWS = """
4 .01 10000 1e-5|4 .01 40000 1e-5|1.3 256/60000 3516 1e-5|1.1 256/60000 14063 1e-5|.7 256/60000 10547 1e-5|1.5 .04 2250 1e-5
.56 64/25000 3910 1e-5|10 .08192 875 1e-5|21.1 .32768 250 1e-5|2.5 16384/1281167 71589 8e-7|9.4 .328 2000 1e-5
4 .16384 605 1e-5|3 .2 50 1/48000|1 .01 100 1e-5|1 .08 100 1e-5"""
_HARD_ROWS = """
.571507 .0038011 792 1e-5|.8 .125 1000 1e-6|1 .2 500 1e-5|4 .00033 10000 1.1e-18"""
_KNOWN = """
.5 1e-5 50 1e-6|1 1e-5 10 1e-18|.3 .01 20 1e-5|1 1e-5 1000 1e-9|1 1e-3 2 1e-6|.3 1e-5 1000000 1e-6|1 .001 50 1e-6
4 .01 40000 1e-12|1 .01 10 1e-5|1 .01 2 1e-5|.3 .5 100 1e-6|.3 1 1000 1e-5|.3 .9 50 1e-10|.4 .3 1000 1e-8|.5 .5 200 1e-12
20 .9 1000000 1e-5|10 1 1000000 1e-8|20 .001 1000000 1e-18"""


def _listed(kind: str, text: str) -> Iterator[Setting]:
    for line in text.split("\n"):
        for row in filter(None, line.split("|")):
            yield Setting(kind, *row.split())


def _few() -> Iterator[Setting]:
    for k, steps in enumerate((2, 3, 5, 10, 20, 50)):
        for j, (sigma, q) in enumerate(
            (("0.3", "1e-4"), ("0.5", "1e-5"), ("0.8", "0.001"), ("1", "0.01"), ("2", "0.1"), ("5", "0.5"))
        ):
            yield Setting("few steps", sigma, q, str(steps), ("1e-6", "1e-18", "1e-10", "1e-8")[(k + j) % 4])
    for sigma, q, delta in (("0.3", "0.5", "1e-5"), ("1", "1e-3", "1e-18"), ("20", "0.9", "1e-5"), ("2", "1", "1e-9")):
        yield Setting("few steps", sigma, q, "1", delta)


def _long() -> Iterator[Setting]:
    for sigma, q, delta in (
        ("0.3", "1e-5", "1e-5"), ("0.5", "1e-5", "1e-10"), ("0.5", "1e-4", "1e-6"), ("1", "1e-4", "1e-18"), ("1", "1e-5", "1e-8"),
        ("2", "1e-4", "1e-12"), ("5", "1e-4", "1e-5"), ("0.7", "3e-5", "1e-15"), ("0.4", "1e-4", "1e-5"), ("20", "1e-4", "1e-10"),
    ):  # fmt: skip
        yield Setting("long", sigma, q, "1000000", delta)


def _spread(count: int) -> Iterator[Setting]:
    """Points of the sequence k (1/g, 1/g^2, 1/g^3, 1/g^4) mod 1, g^5 = g + 1: evenly over the logarithms of the box."""
    g = 1.1673039782614187
    for k in range(1, count + 1):
        a, b, c, d = ((0.5 + k / g**j) % 1 for j in (1, 2, 3, 4))
        sigma, q = 0.3 * (20 / 0.3) ** a, 1e-5 ** (1 - b)
        steps, delta = round(10 ** (6 * c)), 1e-5 * 1e-13**d
        yield Setting("box", f"{sigma:.3g}", f"{q:.3g}", str(steps), f"{delta:.2g}")


def settings(box: int) -> list[Setting]:
    return [
        *_listed("rows", _ROWS),
        *_listed("hard rows", _HARD_ROWS),
        *_listed("known", _KNOWN),
        *_few(),
        *_long(),
        *_spread(box),
    ]


def _limit_for(setting: Setting) -> float:
    ordinary = setting.kind == "rows" or (
        setting.kind == "box" and int(setting.steps) > 50 and float(setting.q) >= 1e-3 and float(setting.delta) >= 1e-8
    )
    return _QUICK if ordinary else _PATIENT


def measured(setting: Setting, width: float) -> dict[str, str]:
    """The line of one setting."""
    sigma, q, delta = (exact_number(getattr(setting, name), name) for name in ("sigma", "q", "delta"))
    start = time.process_time()
    composition = Composition(((SubsampledGaussian(sigma, q), int(setting.steps)),))
    row = dict(zip(FIELDS, setting, strict=False))
    try:
        found = Accountant(composition, width).epsilon(delta)
    except DplemmaError as error:
        return {**row, "seconds": f"{time.process_time() - start:.2f}", "verdict": f"none: {error}"}
    seconds = time.process_time() - start
    lower, upper = double_below(found.lower), double_above(found.upper)
    gap = float((found.upper - found.lower).upper())
    missed = [
        *(["wide"] if not gap <= wanted(upper, width) else []),
        *(["slow"] if seconds > _limit_for(setting) else []),
    ]
    return {
        **row, "lower": repr(lower), "upper": repr(upper), "width": f"{gap / max(upper, 1e-3):.1e}", "seconds": f"{seconds:.2f}",
        "method": found.method, "verdict": " ".join(missed) or "ok",
    }  # fmt: skip


def _apart(setting: Setting, width: float, out: Path) -> None:
    """One setting in a process of its own, which appends its line."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (_LIMIT, _LIMIT + 5))
        _append(out, measured(setting, width))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status != 0:
        _append(out, {**dict(zip(FIELDS, setting, strict=False)), "seconds": str(_LIMIT), "verdict": f"stopped: {status}"})


def _append(out: Path, row: dict[str, str]) -> None:
    with out.open("a", newline="") as stream:
        csv.DictWriter(stream, FIELDS, restval="").writerow(row)


def _done(out: Path) -> list[dict[str, str]]:
    if not out.exists():
        return []
    with out.open(newline="") as stream:
        return list(csv.DictReader(stream, FIELDS))


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--box", type=int, default=70, help="how many points of the whole box")
    options.add_argument("--width", type=float, default=1e-6)
    options.add_argument("--summary", action="store_true", help="compute nothing: print what misses its goal")
    asked = options.parse_args()
    if not asked.summary:
        known = {tuple(row[name] for name in FIELDS[:5]) for row in _done(asked.out)}
        for setting in settings(asked.box):
            if tuple(setting) not in known:
                _apart(setting, asked.width, asked.out)
    rows = _done(asked.out)
    missed = [row for row in rows if row["verdict"] != "ok"]
    for row in missed:
        print("  ".join(row[name] for name in FIELDS))
    print(f"{len(rows)} settings, {len(missed)} miss their goal")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
