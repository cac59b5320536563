"""Certified tables: a quantity over the product of exact grids, as CSV, JSON or NPZ, or as source code in C or Rust.

Columns: the inputs (as given: `sigma`, `sensitivity` or `noise_multiplier` stand in place of `mu`), then
    value                        the certified digits
    float, lower, upper          the nearest double, the greatest one not above the value and the least one not below it
    safe                         the one of them that the role of the quantity demands
    status                       exact, bound, asymptotic or restricted-adversary
    note                         why there is no value, where the budget did not suffice; else empty
Doubles are written as the shortest decimals that read back as the same double; beyond the doubles they are inf.

An input is written as the exact decimal at which the value is certified. A number typed as a fraction that is no decimal (1/3) is
refused by CSV; in JSON it is rounded to 17 digits, with the fraction in the field `exact` of its row; the texts of NPZ keep it.
At doubles, each input is first rounded to the nearest double (whole-number parameters stay as they are), the value is certified
at exactly that double, and a column `..._hex` follows every column of doubles; C and Rust have nothing but these doubles.

A JSON table has the texts of the CSV. An NPZ file has a float64 array for each input and `value`, `lower`, `upper` (nan where
there is no value), and the texts as the string array `texts` of rows by `columns`.

The grid written last varies fastest. All points are checked against the domain before the first one is computed.
Main definitions: `Table`, `write_table`, `target`, `FORMATS`.
"""

from __future__ import annotations

import csv
import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import IO, Any, NamedTuple

from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget, clipped, unknown
from dplemma.base.files import replaced_file
from dplemma.base.process import FORKS, OutOfTime
from dplemma.base.sharing import answers_in_order
from dplemma.values.bulk import needed_numpy, value_array
from dplemma.values.certified import Value, needed_bits, value_at
from dplemma.values.evaluator import Evaluator
from dplemma.values.exact import BadInput, decimal_text, double, exact_number, plain_text, short_text
from dplemma.values.grid import MAX_ROWS, grid, on_doubles
from dplemma.values.rounding import decimal_of
from dplemma.values.table_npz import write_npz
from dplemma.values.table_source import write_c, write_rust

DOUBLES = ("float", "lower", "upper", "safe")
RESULTS = ("value", *DOUBLES, "status")
ROUNDED_DIGITS = 17
_SHARE = 256
"""Rows that a process is given at a time."""
Row = list[str]


class Table:
    """A quantity over grids given by name or alias; rows are computed as they are asked for. `out` is the name of its file."""

    def __init__(self, ready: Evaluator, grids: Mapping[str, str], digits: int, at_doubles: bool = False, out: str = "") -> None:
        needed_bits(digits)
        self.ready, self.digits, self.at_doubles, self.out, self.missing = ready, digits, at_doubles, out, 0
        self._texts: dict[tuple[str, fmpq], Row] = {}
        self._grids = {name: "".join(text.split()) for name, text in grids.items()}
        self._axes = {name: self._read(name, text) for name, text in grids.items()}
        self.rows_asked = prod(map(len, self._axes.values()))
        if self.rows_asked > MAX_ROWS:
            raise OutOfBudget(f"the grids make {self.rows_asked} rows; a table has at most {MAX_ROWS}")
        self._check()
        self._given = {self._canonical(name): name for name in grids}

    @property
    def inputs(self) -> list[str]:
        """What was given, by canonical names: what stands for `mu` first, then the order of the quantity."""
        own = [name for name in self.ready.names if name in self._given]
        return [*(name for name in self._given if name not in own), *own]

    @property
    def columns(self) -> list[str]:
        inputs = [column for name in self.inputs for column in self._with_hex(name, not self.takes_whole(name))]
        results = [column for name in RESULTS for column in self._with_hex(name, name in DOUBLES)]
        return [*inputs, *results, "note"]

    @property
    def command(self) -> str:
        """What makes this table again; blanks in a grid mean nothing."""
        grids = [f"{name}={text}" for name, text in self._grids.items()]
        options = ["--digits", str(self.digits), *(["--at-doubles"] if self.at_doubles else [])]
        options += ["--out", shlex.quote(self.out)] if self.out else []
        return " ".join(["dplemma table", self.ready.quantity.name, *grids, *options])

    def takes_whole(self, name: str) -> bool:
        interval = self.ready.quantity.params.get(self._canonical(name))
        return interval is not None and interval.integer

    def _canonical(self, name: str) -> str:
        return name if name in self.ready.names else self.ready.quantity.aliases.get(name, name)

    def _with_hex(self, name: str, is_double: bool) -> list[str]:
        return [name, f"{name}_hex"] if is_double and self.at_doubles else [name]

    def axis(self, name: str) -> list[fmpq]:
        """The points of one of the `inputs`."""
        return self._axes[self._given[name]]

    def _read(self, name: str, text: str) -> list[fmpq]:
        whole = self.takes_whole(name)
        points = grid(text, name, whole)
        return on_doubles(points, name) if self.at_doubles and not whole else points

    def _point(self, number: int) -> dict[str, fmpq]:
        """The inputs of a row as they were given, counted from 0."""
        found = {}
        for name, points in reversed(self._axes.items()):
            number, place = divmod(number, len(points))
            found[name] = points[place]
        return {name: found[name] for name in self._axes}

    def _check(self) -> None:
        """`BadInput` at the first point outside the domain; of a box, the ends of its axes tell whether there is one."""
        if self.ready.quantity.such_that is None and not any(map(self.ready.stands_for_mu, self._axes)):
            first = self._point(0)
            try:
                self.ready.read(first)
                for name, points in self._axes.items():
                    for x in points:
                        self.ready.read({**first, name: x})
                return
            except BadInput:  # somewhere: the first point is named
                pass
        for number in range(self.rows_asked):
            self._check_point(self._point(number))

    def _check_point(self, point: Mapping[str, fmpq]) -> None:
        try:
            self.ready.read(point)
        except BadInput as error:
            if len(point) < 2 and not self.at_doubles:
                raise
            shown = ", ".join(f"{name}={self._input_texts(name, x)[0][:40]}" for name, x in point.items())
            doubles = " (each the nearest double)" if self.at_doubles else ""
            raise BadInput(f"at {shown}{doubles}: {error}") from None

    def refuse_fractions(self) -> None:
        """`BadInput` that names an input which no decimal writes exactly."""
        for name, points in self._axes.items():
            for point in points:
                if decimal_text(point) is None:
                    raise BadInput(
                        f"{name}={short_text(point)} is no decimal, so CSV cannot hold it. Try --at-doubles (rounds it to a "
                        "double) or --format json (keeps it)"
                    )

    def rows(self, jobs: int = 1) -> Iterator[Row]:
        """The texts of each row in the order of `columns`, by so many processes; counts those out of budget in `missing`."""
        self.missing = 0
        for row in (
            self._shared(jobs) if jobs > 1 and FORKS and self.rows_asked > self._share else self._served(range(self.rows_asked))
        ):
            self.missing += bool(row[-1])
            yield row

    @property
    def _share(self) -> int:
        return 1 if self.ready.integrates else _SHARE

    def _shared(self, jobs: int) -> Iterator[Row]:
        """The same rows in the same order, some hundred at a time from each process, or one by one."""
        shares = [range(start, min(start + self._share, self.rows_asked)) for start in range(0, self.rows_asked, self._share)]
        for found in answers_in_order(lambda share: list(self._served(share)), shares, workers=jobs, seconds=None):
            if isinstance(found, OutOfTime):  # the system ended its process
                raise found
            yield from found

    def _served(self, numbers: Iterable[int]) -> Iterator[Row]:
        empty = ["" for name in RESULTS[:-1] for _ in self._with_hex(name, name in DOUBLES)]
        for number in numbers:
            point = self._point(number)
            try:
                results = [*result_texts(value_at(self.ready, self.ready.read(point), self.digits), self.at_doubles), ""]
            except OutOfBudget as error:
                results = [*empty, self.ready.quantity.status, str(error)]
            yield self._texts_at(point) + results

    def rows_of_doubles(self, jobs: int = 1) -> Iterator[Row]:
        """The rows of a table at doubles for readers who want no digits: computed in bulk, the column `value` left empty.

        Where NumPy is not there, or a row is out of budget, all is as in `rows`.
        """
        found = self._in_bulk(jobs) if self.at_doubles and find_spec("numpy") else None
        if found is None:
            yield from self.rows(jobs)
            return
        status = self.ready.quantity.status
        for number, doubles in enumerate(zip(*(column.tolist() for column in found), strict=True)):
            results = [text for x in doubles for text in _double_texts(x, True)]
            yield [*self._texts_at(self._point(number)), "", *results, status, ""]

    def _in_bulk(self, jobs: int) -> tuple[Any, ...] | None:
        """The columns of doubles; None where a row is out of budget."""
        numpy, inputs = needed_numpy("it needs"), {}
        for place, (name, points) in enumerate(self._axes.items()):
            numbers = [int(x.p) if self.takes_whole(name) else double(x) for x in points]
            inputs[name] = numpy.array(numbers).reshape([-1 if i == place else 1 for i in range(len(self._axes))])
        try:
            found = value_array(self.ready.quantity.name, jobs=jobs, **inputs)
        except OutOfBudget:
            return None
        return tuple(column.reshape(-1) for column in (found.value, found.lower, found.upper, found.safe))

    def _texts_at(self, point: Mapping[str, fmpq]) -> Row:
        return [text for name in self.inputs for text in self._input_texts(name, point[self._given[name]])]

    def _input_texts(self, name: str, x: fmpq) -> Row:
        found = self._texts.get((name, x))
        if found is None:
            found = self._texts[name, x] = self._written(name, x)
        return found

    def _written(self, name: str, x: fmpq) -> Row:
        if self.at_doubles and not self.takes_whole(name):
            return _double_texts(double(x), True)
        return [decimal_text(x) or plain_text(x)]


def result_texts(value: Value, in_hex: bool = False) -> Row:
    """The texts of the columns `RESULTS`, the doubles in hexadecimal too if asked for."""
    doubles = value.doubles()
    texts = [text for x in (*doubles, value.safe_of(*doubles)) for text in _double_texts(x, in_hex)]
    return [str(value), *texts, value.status]


def _double_texts(x: float, in_hex: bool) -> Row:
    return [repr(x), x.hex()] if in_hex else [repr(x)]


def _rounded(x: fmpq) -> str:
    """A fraction to 17 significant digits: no tie, because it is no decimal."""
    with working_precision(256):
        text = decimal_of(arb(x), ROUNDED_DIGITS)
    assert text is not None
    return text


# -- writers ------------------------------------------------------------------------------------------------------------


def write_csv(table: Table, rows: Iterable[Row], stream: IO[str]) -> None:
    table.refuse_fractions()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(rows)


def write_json(table: Table, rows: Iterable[Row], stream: IO[str]) -> None:
    """One object: what the table is of, and under `rows` one object for each row, each on a line of its own."""
    quantity = table.ready.quantity
    head = {"quantity": quantity.name, "role": quantity.role, "digits": table.digits, "columns": table.columns,
            "reproduce": f"{table.command} --format json"}  # fmt: skip
    stream.write(json.dumps(head)[:-1] + ', "rows": [')
    for number, row in enumerate(rows):
        stream.write(",\n  " if number else "\n  ")
        stream.write(json.dumps(_json_row(table, dict(zip(table.columns, row, strict=True)))))
    stream.write("\n]}\n")


def _json_row(table: Table, texts: dict[str, str]) -> dict[str, Any]:
    """Fractions rounded, and exact in a field of their own: who reads a number must not read the 1 of 1/3."""
    fractions = {name: texts[name] for name in table.inputs if "/" in texts[name]}
    rounded = {name: _rounded(exact_number(text, name)) for name, text in fractions.items()}
    return texts | rounded | ({"exact": fractions} if fractions else {})


class Format(NamedTuple):
    """How a table is written: extension of its files, writer, bytes or text, and whether all its inputs are doubles."""

    suffix: str
    write: Callable[[Table, Iterable[Row], Any], None]
    binary: bool = False
    source: bool = False


FORMATS = {
    "csv": Format(".csv", write_csv),
    "json": Format(".json", write_json),
    "npz": Format(".npz", write_npz, binary=True),
    "c": Format(".h", write_c, source=True),
    "rust": Format(".rs", write_rust, source=True),
}


def target(out: str | None, asked: str | None = None) -> tuple[Format, Path | None]:
    """The format, by name or else by the extension of the file; and the file, or one line that says why it cannot be written."""
    if asked is not None and asked not in FORMATS:
        raise unknown("format", asked, FORMATS, hint=f"Known are {', '.join(FORMATS)}.")
    chosen = FORMATS[asked or "csv"] if out is None else _format_of(out, asked)
    if out is None and chosen.binary:
        raise BadInput(f"--format {asked} needs a file. Try --out table{chosen.suffix}")
    if chosen.binary:
        needed_numpy("NPZ files need")
    return chosen, None if out is None else _writable(out)


def _format_of(out: str, asked: str | None) -> Format:
    by_name = {known.suffix: name for name, known in FORMATS.items()}
    meant = by_name.get(Path(out).suffix.lower(), asked)
    if meant is None:
        raise BadInput(f"cannot tell the format of {clipped(out)!r}: the name must end in {', '.join(by_name)}. Or give --format")
    if asked is not None and asked != meant:
        raise BadInput(
            f"{out} would be taken for {meant}, but --format is {asked}. Try --out {Path(out).stem}{FORMATS[asked].suffix}"
        )
    return FORMATS[meant]


def _writable(name: str) -> Path:
    file = Path(name)
    if file.is_dir():
        raise DplemmaError(f"cannot write {name}: it is a folder")
    if not file.parent.is_dir():
        raise DplemmaError(f"cannot write {name}: there is no folder {file.parent}")
    return file.resolve() if file.is_file() or not file.exists() else file


def write_table(table: Table, file: Path, rows: Iterable[Row], chosen: Format) -> None:
    """Write a complete file or none: an existing one stays as it is until the last row is there."""
    with replaced_file(file, binary=chosen.binary) as stream:
        chosen.write(table, rows, stream)
