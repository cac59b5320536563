"""Tables of pairs of exact numbers that users write, in CSV: guarantees (eps, delta), chances (P, Q).

Main definition: `read_pairs(path, headers, ends, read)`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import TypeVar

from dplemma.base.errors import clipped
from dplemma.base.files import bounded_bytes
from dplemma.values.exact import BadInput

_Pair = TypeVar("_Pair")
MOST_BYTES = 1 << 24
"""Of a file that a user writes; a larger one is none."""


def read_pairs(path: Path, headers: Sequence[str], ends: slice, read: Callable[[str, str], _Pair]) -> list[_Pair]:
    """The pairs in two columns (`ends`) of every row, read by a function that raises `BadInput`; the first row may be one of the
    headers, such as "eps,delta", and # begins a comment."""
    try:
        text = StringIO(bounded_bytes(path, MOST_BYTES).decode("utf-8"), newline="")
        rows = [(number, row) for number, row in enumerate(csv.reader(text), start=1) if row and not row[0].startswith("#")]
    except OSError as error:
        raise BadInput(f"{clipped(str(path))} cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{clipped(str(path))} is no table in CSV: {error}") from None
    if rows and ",".join(cell.strip().lower() for cell in rows[0][1][ends]) in map(str.lower, headers):
        rows = rows[1:]
    pairs = []
    for number, row in rows:
        if len(row) < 2:
            raise BadInput(f"{path.name}, line {number}: expected {headers[0]}, got {clipped(','.join(row))!r}")
        try:
            pairs.append(read(*row[ends]))
        except BadInput as error:
            raise BadInput(f"{path.name}, line {number}: {error}") from None
    return pairs
