"""Certified tables as NPZ files, written in pieces: a table of any length takes little memory.

The width of the string array is that of its longest text, which is known when the last row is there: rows wait in a scratch file.
Main definition: `write_npz`.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile

from dplemma.values.bulk import needed_numpy
from dplemma.values.exact import double, exact_number

if TYPE_CHECKING:
    from dplemma.values.table import Row, Table

_PIECE = 4096
_RESULTS = {"float": "value", "lower": "lower", "upper": "upper"}
"""Columns and the names of their arrays."""


def write_npz(table: Table, rows: Iterable[Row], stream: IO[bytes]) -> None:
    numpy = needed_numpy("NPZ files need")
    doubles = {name: array("d") for name in table.columns if name in table.inputs or name in _RESULTS}
    with TemporaryFile("w+", encoding="utf-8") as scratch, ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        width = _spooled(table, rows, doubles, scratch)
        for name, column in doubles.items():
            _member(numpy, archive, _RESULTS.get(name, name), (len(column),), numpy.dtype("f8"), [numpy.frombuffer(column)])
        count, texts = len(doubles["float"]), numpy.dtype(f"U{width}")
        _member(numpy, archive, "texts", (count, len(table.columns)), texts, _pieces(numpy, scratch, texts))
        columns = numpy.array(table.columns)
        _member(numpy, archive, "columns", columns.shape, columns.dtype, [columns])


def _spooled(table: Table, rows: Iterable[Row], doubles: dict[str, array[float]], scratch: IO[str]) -> int:
    """Rows written to the scratch file, their doubles kept; the length of the longest text."""
    places = {name: table.columns.index(name) for name in doubles}
    width = 1
    for row in rows:
        for name, place in places.items():
            text = row[place]
            doubles[name].append(float(text or "nan") if name in _RESULTS else double(exact_number(text, name)))
        width = max(width, *map(len, row))
        scratch.write(json.dumps(row) + "\n")
    scratch.seek(0)
    return width


def _pieces(numpy: Any, scratch: IO[str], dtype: Any) -> Iterator[Any]:
    while lines := list(islice(scratch, _PIECE)):
        yield numpy.array([json.loads(line) for line in lines], dtype=dtype)


def _member(numpy: Any, archive: ZipFile, name: str, shape: tuple[int, ...], dtype: Any, pieces: Iterable[Any]) -> None:
    """One array of the archive, row after row."""
    with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
        header = {"descr": numpy.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
        numpy.lib.format.write_array_header_1_0(member, header)
        for piece in pieces:
            member.write(piece.tobytes())
