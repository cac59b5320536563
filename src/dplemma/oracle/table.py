"""Certified tables: a quantity over the product of exact grids, as CSV, JSON or NPZ.

Columns: the inputs (exact texts; `sigma`, `sensitivity` or `noise_multiplier` in front of the `mu` they stand for), then
    value                        the certified digits
    float, lower, upper          the nearest double, the greatest one not above the value and the least one not below it
    safe                         the one of them that the role of the quantity demands
    status                       exact, bound, asymptotic or restricted-adversary
    note                         why there is no value, where the budget did not suffice; else empty
Doubles are written as the shortest decimals that read back as the same double; beyond the doubles they are inf. A JSON table
has the same texts. An NPZ file has a float64 array for each input and `value`, `lower`, `upper` (nan where there is no value),
and the texts of the CSV as the string array `texts` of rows by `columns`.

The grid written last varies fastest. All points are checked against the domain before the first one is computed.
Main definitions: `Table`, `write_table`, `FORMATS`.
"""

from __future__ import annotations

import csv
import json
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from itertools import product
from math import inf, prod
from pathlib import Path
from typing import IO, Any

from flint import fmpq

from dplemma.errors import DplemmaError, OutOfBudget
from dplemma.oracle.evaluator import Evaluator
from dplemma.oracle.exact import BadInput, exact, plain_text
from dplemma.oracle.grid import MAX_ROWS, grid
from dplemma.oracle.values import Value, needed_bits, value_at

RESULTS = ("value", "float", "lower", "upper", "safe", "status")
Row = list[str]


class Table:
    """A quantity over grids given by name or alias; rows are computed as they are asked for."""

    def __init__(self, ready: Evaluator, grids: Mapping[str, str], digits: int) -> None:
        needed_bits(digits)
        self.ready, self.digits, self.missing = ready, digits, 0
        self._axes = {name: grid(text, name, self._takes_whole(name)) for name, text in grids.items()}
        self.rows_asked = prod(map(len, self._axes.values()))
        if self.rows_asked > MAX_ROWS:
            raise OutOfBudget(f"the grids make {self.rows_asked} rows; a table has at most {MAX_ROWS}")
        known = {*ready.names, *ready.quantity.aliases}
        self._in_place_of_mu = [name for name in grids if name not in known]
        self._check()

    @property
    def inputs(self) -> list[str]:
        return [*self._in_place_of_mu, *self.ready.names]

    @property
    def columns(self) -> list[str]:
        return [*self.inputs, *RESULTS, "note"]

    def _takes_whole(self, name: str) -> bool:
        interval = self.ready.quantity.params.get(self.ready.quantity.aliases.get(name, name))
        return interval is not None and interval.integer

    def _points(self) -> Iterator[dict[str, fmpq]]:
        for values in product(*self._axes.values()):
            yield dict(zip(self._axes, values, strict=True))

    def _check(self) -> None:
        for point in self._points():
            try:
                self.ready.read(point)
            except BadInput as error:
                if len(point) < 2:
                    raise
                shown = ", ".join(f"{name}={plain_text(x)[:40]}" for name, x in point.items())
                raise BadInput(f"at {shown}: {error}") from None

    def rows(self) -> Iterator[Row]:
        """The texts of each row in the order of `columns`; counts those out of budget in `missing`."""
        self.missing = 0
        status = self.ready.quantity.status
        for point in self._points():
            inputs = self.ready.read(point)
            texts = [*(plain_text(point[name]) for name in self._in_place_of_mu), *map(plain_text, inputs)]
            try:
                results = [*result_texts(value_at(self.ready, inputs, self.digits)), ""]
            except OutOfBudget as error:
                self.missing += 1
                results = ["", "", "", "", "", status, str(error)]
            yield texts + results


def result_texts(value: Value) -> Row:
    """The texts of the columns `RESULTS`."""
    return [str(value), repr(float(value)), repr(value.lower), repr(value.upper), repr(value.safe), value.status]


# -- writers ------------------------------------------------------------------------------------------------------------


def write_csv(table: Table, rows: Iterable[Row], stream: IO[str]) -> None:
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(rows)


def write_json(table: Table, rows: Iterable[Row], stream: IO[str]) -> None:
    """One object: what the table is of, and under `rows` one object for each row, each on a line of its own."""
    quantity = table.ready.quantity
    head = {"quantity": quantity.name, "role": quantity.role, "digits": table.digits, "columns": table.columns}
    stream.write(json.dumps(head)[:-1] + ', "rows": [')
    for number, row in enumerate(rows):
        stream.write(",\n  " if number else "\n  ")
        stream.write(json.dumps(dict(zip(table.columns, row, strict=True))))
    stream.write("\n]}\n")


def write_npz(table: Table, rows: Iterable[Row], stream: IO[bytes]) -> None:
    numpy = _numpy()
    texts = list(rows)
    arrays: dict[str, Any] = {}
    for number, name in enumerate(table.columns):
        column = [row[number] for row in texts]
        if name in table.inputs:
            arrays[name] = numpy.array([_nearest(text) for text in column], dtype=numpy.float64)
        elif name in ("float", "lower", "upper"):
            doubles = [float(text or "nan") for text in column]
            arrays["value" if name == "float" else name] = numpy.array(doubles, dtype=numpy.float64)
    numpy.savez_compressed(stream, **arrays, texts=numpy.array(texts), columns=numpy.array(table.columns))


def _nearest(text: str) -> float:
    """The double nearest to an exact input; division of whole numbers is correctly rounded."""
    number = exact(text, "input")
    try:
        return int(number.p) / int(number.q)
    except OverflowError:
        return inf if number > 0 else -inf


def _numpy() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        raise DplemmaError("NPZ files need NumPy: pip install 'dplemma[plot]'") from None


Writer = Callable[[Table, Iterable[Row], Any], None]
FORMATS: dict[str, Writer] = {".csv": write_csv, ".json": write_json, ".npz": write_npz}


def check_target(name: str) -> Path:
    """The file to write, or one line that says why it cannot be: extension, folder, missing NumPy."""
    file = Path(name)
    if file.suffix.lower() not in FORMATS:
        raise DplemmaError(f"cannot tell the format of {name!r}: the name must end in {', '.join(FORMATS)}")
    if file.suffix.lower() == ".npz":
        _numpy()
    if file.is_dir():
        raise DplemmaError(f"cannot write {name}: it is a folder")
    if not file.parent.is_dir():
        raise DplemmaError(f"cannot write {name}: there is no folder {file.parent}")
    return file.resolve()


def write_table(table: Table, file: Path, rows: Iterable[Row]) -> None:
    """Write a complete file or none: an existing one stays as it is until the last row is there."""
    suffix = file.suffix.lower()
    with _replacing(file, binary=suffix == ".npz") as stream:
        FORMATS[suffix](table, rows, stream)


@contextmanager
def _replacing(file: Path, binary: bool) -> Iterator[IO[Any]]:
    """A scratch file beside the target that takes its place if the block ends well and vanishes otherwise."""
    scratch = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        with _ending_on_sigterm(), scratch.open("wb") if binary else scratch.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(scratch, file)
    except OSError as error:
        raise DplemmaError(f"cannot write {file}: {error.strerror or error}") from None
    finally:
        scratch.unlink(missing_ok=True)


@contextmanager
def _ending_on_sigterm() -> Iterator[None]:
    """A terminated process cleans up as an interrupted one does; only the main thread may set the handler."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(*_: Any) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    saved = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, saved)
