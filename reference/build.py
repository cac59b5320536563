"""Reference tables of every quantity, for programs in any language.

    python reference/build.py            write every table and SHA256SUMS, and print a summary
    python reference/build.py --check N  recompute N rows of the tables and compare them text by text

Ordinary points fill the ordinary range of each parameter evenly (a Halton sequence: van der Corput coordinates in the bases
2, 3, 5, 7, 11, rounded to three significant digits); hard points are those of `dplemma.audit.hard_points`. Nothing here is
random and nothing depends on floating point, so the files are the same on every machine.

Every input is a decimal: the 2/3 of a hard point becomes the next decimal of thirty digits above it, with the value there.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import random
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.audit.hard_points import HARD_POINTS
from dplemma.base.errors import OutOfBudget
from dplemma.formulas import quantities
from dplemma.lang.interval import Interval
from dplemma.lang.parameters import PARAMETERS
from dplemma.values.certified import value_at
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput, decimal_text, exact_number, plain_text
from dplemma.values.rounding import decimal_of
from dplemma.values.table import RESULTS, result_texts

FOLDER = Path(__file__).resolve().parent
SUMS = FOLDER / "SHA256SUMS"
DIGITS = 40
ORDINARY = 36
MORE_ORDINARY = {
    "gaussian.delta": 120, "gaussian.epsilon": 120, "gaussian.mu": 80, "gaussian.sigma": 80, "gaussian.log_delta": 80,
    "gaussian.roc": 60, "gaussian.tradeoff": 60, "glrt.delta": 60, "glrt.epsilon": 60, "laplace.delta": 60,
    "pure.composed_delta": 60, "pure.composed_epsilon": 60, "subsampled.gaussian_delta": 80, "subsampled.gaussian_renyi": 80,
    "zcdp.delta": 60, "zcdp.epsilon": 60,
}  # fmt: skip
SLOW_SECONDS = 2.0
_BASES = (2, 3, 5, 7, 11)
_SIGNIFICANT, _FRACTION_DIGITS = 3, 30


# -- points -------------------------------------------------------------------------------------------------------------


def ordinary_points(ready: Evaluator, count: int) -> list[tuple[str, ...]]:
    """The first `count` distinct points of the sequence that lie in the domain."""
    found: dict[tuple[str, ...], None] = {}
    index = 0
    while len(found) < count and index < 50 * count:
        index += 1
        point = tuple(
            _coordinate(name, interval, _van_der_corput(index, base))
            for (name, interval), base in zip(ready.quantity.params.items(), _BASES, strict=False)
        )
        try:
            ready.read(dict(zip(ready.names, point, strict=True)))
        except BadInput:
            continue
        found[point] = None
    return list(found)


def _van_der_corput(index: int, base: int) -> Fraction:
    """The digits of the index in this base, mirrored at the point."""
    result, scale = Fraction(0), Fraction(1)
    while index:
        scale /= base
        index, digit = divmod(index, base)
        result += digit * scale
    return result


def _coordinate(name: str, interval: Interval, share: Fraction) -> str:
    """The decimal at this share of the parameter's ordinary range."""
    parameter = PARAMETERS[name]
    low, high = exact_number(parameter.low, name), exact_number(parameter.high, name)
    part = fmpq(share.numerator, share.denominator)
    with working_precision(128):
        place = arb(low) * (arb(high) / arb(low)) ** arb(part) if parameter.log else arb(low + part * (high - low))
        if interval.integer:
            return str((place + arb(0.5)).floor().unique_fmpz())
        text = decimal_of(place, _SIGNIFICANT) or decimal_of(place.upper(), _SIGNIFICANT) or "0"
    return plain_text(exact_number(text, name))


# -- rows ---------------------------------------------------------------------------------------------------------------


class Report(NamedTuple):
    """Rows of a table as texts in the order of its columns, and the points it could not compute or that took too long."""

    rows: list[list[str]]
    left_out: list[str]


def columns(ready: Evaluator) -> list[str]:
    return [*ready.names, *RESULTS, "kind"]


def on_decimal(number: fmpq) -> str:
    """A decimal as it is; a fraction rounded up, so that a least value stays in the domain: few programs read 2/3."""
    text = decimal_text(number)
    if text is None:
        with working_precision(256):
            text = decimal_of(arb(number), _FRACTION_DIGITS, "up")
    assert text is not None
    return text


def compute(ready: Evaluator, point: list[str] | tuple[str, ...], kind: str) -> list[str]:
    texts = [on_decimal(exact_number(text, "input")) for text in point]
    inputs = ready.read(dict(zip(ready.names, texts, strict=True)))
    return [*texts, *result_texts(value_at(ready, inputs, DIGITS)), kind]


def build(name: str) -> Report:
    """One quantity: its ordinary points, then its hard ones that are not among them."""
    ready, report, seen = evaluator(name), Report([], []), set()
    wanted = [(point, "ordinary") for point in ordinary_points(ready, MORE_ORDINARY.get(name, ORDINARY))]
    wanted += [(point, "hard") for point in HARD_POINTS[name]]
    for point, kind in wanted:
        start = time.perf_counter()
        try:
            row = compute(ready, point, kind)
        except OutOfBudget as error:
            report.left_out.append(f"{name} at {', '.join(point)}: {error}")
            continue
        if (spent := time.perf_counter() - start) > SLOW_SECONDS:
            report.left_out.append(f"{name} at {', '.join(point)} took {spent:.1f} s (kept)")
        key = tuple(row[: len(ready.names)])
        if key not in seen:
            seen.add(key)
            report.rows.append(row)
    return report


def write(name: str, rows: list[list[str]]) -> str:
    """Write one table and return its line for SHA256SUMS."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns(evaluator(name)))
    writer.writerows(rows)
    data = text.getvalue().encode("ascii")
    (FOLDER / f"{name}.csv").write_bytes(data)
    return f"{hashlib.sha256(data).hexdigest()}  {name}.csv\n"


def build_all() -> int:
    sums, total, hard, left_out, start = "", 0, 0, [], time.perf_counter()
    for name in quantities():
        report = build(name)
        sums += write(name, report.rows)
        difficult = sum(row[-1] == "hard" for row in report.rows)
        total, hard = total + len(report.rows), hard + difficult
        left_out += report.left_out
        print(f"{name:32} {len(report.rows) - difficult:4} ordinary {difficult:4} hard")
    SUMS.write_text(sums, encoding="ascii", newline="\n")
    print(f"{len(quantities())} tables, {total} values, {hard} of them hard, in {time.perf_counter() - start:.0f} s")
    for line in left_out:
        print(f"  {line}", file=sys.stderr)
    return 3 if left_out else 0


# -- check --------------------------------------------------------------------------------------------------------------


def stored_rows() -> Iterator[tuple[str, list[str]]]:
    """Every row of the tables, with the quantity it belongs to."""
    for file in sorted(FOLDER.glob("*.csv")):
        with file.open(encoding="ascii", newline="") as stream:
            for row in list(csv.reader(stream))[1:]:
                yield file.stem, row


def changed_files() -> list[str]:
    """Tables that do not have the sum in SHA256SUMS, and tables only one of the two knows."""
    lines = (line.partition("  ") for line in SUMS.read_text(encoding="ascii").splitlines())
    listed = {name: digest for digest, _, name in lines}
    present = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in FOLDER.glob("*.csv")}
    return sorted(name for name in {*listed, *present} if listed.get(name) != present.get(name))


def differing_rows(sample: list[tuple[str, list[str]]]) -> list[str]:
    """The rows of the sample whose recomputation is not the same text by text."""
    found = []
    for name, row in sample:
        ready = evaluator(name)
        again = compute(ready, row[: len(ready.names)], row[-1])
        if again != row:
            found.append(f"{name}: stored {','.join(row)}, computed {','.join(again)}")
    return found


def check(count: int) -> int:
    rows = list(stored_rows())
    problems = [f"{name} does not match SHA256SUMS" for name in changed_files()]
    problems += differing_rows(random.Random(count).sample(rows, min(count, len(rows))))
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{min(count, len(rows))} of {len(rows)} rows recomputed, {len(problems)} problems")
    return 1 if problems else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Build or check the reference tables.")
    parser.add_argument("--check", type=int, metavar="N", help="recompute a sample of N rows instead of building")
    arguments = parser.parse_args()
    return build_all() if arguments.check is None else check(arguments.check)


if __name__ == "__main__":
    raise SystemExit(main())
