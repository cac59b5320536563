"""The profile and the trade-off curve of a composition as certified tables: `CurveRow`, `curve_rows`, `write_curves`.

Between the rows nothing is lost to a reader who wants a bound: delta does not increase with eps, and the true positive rate does
not decrease with the false positive rate, so the upper end of the row before (after) is an upper bound in between.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flint import fmpq

from dplemma.account.accountant import Accountant
from dplemma.account.rates import true_positive_rate
from dplemma.base.files import replaced_file
from dplemma.values.accounting import Answer, outward, rounded_up
from dplemma.values.exact import plain_text

_DIGITS = 8
_WIDTH = 1e-5
_CELLS = 32
_FPRS = tuple(fmpq(m, 10**e) for e in (5, 4, 3, 2) for m in (1, 2, 5)) + tuple(fmpq(k, 10) for k in range(1, 10))


class CurveRow(NamedTuple):
    """A point of a curve: `profile` at an eps, or `roc` at a false positive rate."""

    curve: str
    at: str
    lower: str
    upper: str


def curve_rows(answer: Answer) -> Iterator[CurveRow]:
    """delta for eps from 0 to twice the eps of the answer, and the true positive rate for rates from 1e-5 to 0.9."""
    accountant = Accountant(answer.question.composition, _WIDTH)
    last = answer.question.eps if answer.question.eps is not None else rounded_up(answer.found.upper)
    for k in range(_CELLS + 1):
        eps = 2 * last * fmpq(k, _CELLS)
        found = accountant.delta(eps)
        yield CurveRow("profile", plain_text(eps), *outward(found.lower, found.upper, _DIGITS).values())
    for fpr in _FPRS:
        found = true_positive_rate(accountant, fpr)
        yield CurveRow("roc", plain_text(fpr), *outward(found.lower, found.upper, _DIGITS).values())


def write_curves(rows: list[CurveRow], path: Path) -> None:
    """The rows as CSV, all of them or no file."""
    with replaced_file(path) as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(CurveRow._fields)
        writer.writerows(rows)
