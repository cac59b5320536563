"""Tables of pairs of exact numbers that users write, in CSV: guarantees (eps, delta), chances (P, Q).

Main definition: `read_pairs(path, headers, read, names=...)`.
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


def read_pairs(path: Path, headers: Sequence[str], read: Callable[[str, str], _Pair], *, names: bool = False) -> list[_Pair]:
    """The pairs of every row, read by a function that raises `BadInput`; a column of `names` may stand before them. The first row
    may be one of the headers, such as "eps,delta", and # begins a comment; the mark that Excel puts first is skipped."""
    try:
        text = StringIO(bounded_bytes(path, MOST_BYTES).decode("utf-8-sig"), newline="")
        rows = [(number, row) for number, row in enumerate(csv.reader(text), start=1) if row and not row[0].startswith("#")]
    except OSError as error:
        raise BadInput(f"{clipped(str(path))} cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{clipped(str(path))} is no table in CSV: {error}") from None
    ends, most = (slice(-2, None), 3) if names else (slice(2), 2)
    with_header = bool(rows) and ",".join(cell.strip().lower() for cell in rows[0][1][ends]) in map(str.lower, headers)
    first = 0 if with_header or not rows else rows[0][0]
    pairs = []
    for number, row in rows[1:] if with_header else rows:
        if len(row) < 2 or any(cell.strip() for cell in row[most:]):
            wanted = f"{headers[0]}, or a name before them" if names else headers[0]
            raise BadInput(f"{path.name}, line {number}: expected {wanted}, got {clipped(','.join(row))!r}")
        try:
            pairs.append(read(*row[ends]))
        except BadInput as error:
            meant = f". If this is a header, write {headers[0]}" if number == first else ""
            raise BadInput(f"{path.name}, line {number}: {error}{meant}") from None
    return pairs
