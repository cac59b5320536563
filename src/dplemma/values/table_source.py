"""Certified tables as source code: a C header and a Rust module, for test-suites that have no Python.

Both hold nothing but doubles (and whole numbers): each row is an input as a program passes it, the correctly rounded double of
the value certified at exactly that input, the directed doubles around it and the safe one. A row that has no value is left out,
and a comment says which one and why. They are named after the file, else after the quantity.

    C       hexadecimal literals (C99, C++17), which no compiler rounds
    Rust    shortest decimals, which every compiler reads as the same double; Rust has no hexadecimal ones, and
            `f64::from_bits` in a constant needs Rust 1.83

Main definitions: `write_c`, `write_rust`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import IO, TYPE_CHECKING

from dplemma.base.errors import OutOfBudget
from dplemma.base.version import VERSION
from dplemma.values.exact import BadInput, exact_number, short_text

if TYPE_CHECKING:
    from dplemma.values.table import Row, Table

_RESULTS = {"value": "float", "lower": "lower", "upper": "upper", "safe": "safe"}
"""Fields of a row and the columns they are taken from."""
_LARGEST_WHOLE = 2**63 - 1


class _Rows:
    """A table at doubles, complete: its rows as texts by column, and a line for each that is left out."""

    def __init__(self, table: Table, rows: Iterable[Row]) -> None:
        self.whole = {name: table.takes_whole(name) for name in table.inputs}
        _refuse_large_integers(table)
        self.kept: list[dict[str, str]] = []
        self.left_out: list[str] = []
        for row in rows:
            texts = dict(zip(table.columns, row, strict=True))
            if texts["note"]:
                point = ", ".join(f"{name}={texts[name]}" for name in table.inputs)
                self.left_out.append(f"left out: {point}: {texts['note']}")
            else:
                self.kept.append(texts)
        if not self.kept:
            raise OutOfBudget(f"no row has a value, so there is nothing to write; {self.left_out[0]}")

    def lines(self, whole: Callable[[int], str], double: Callable[[float], str]) -> Iterator[list[str]]:
        """The literals of each row, inputs first."""
        for texts in self.kept:
            inputs = [
                whole(int(exact_number(texts[name], name).p)) if is_whole else double(float(texts[name]))
                for name, is_whole in self.whole.items()
            ]
            yield [*inputs, *(double(float(texts[column])) for column in _RESULTS.values())]

    def fields(self, whole: str, double: str) -> list[tuple[str, str]]:
        """Names and types of the fields."""
        types = [(name, whole if is_whole else double) for name, is_whole in self.whole.items()]
        return [*types, *((name, double) for name in _RESULTS)]


def _refuse_large_integers(table: Table) -> None:
    for name in table.inputs:
        for point in table.axis(name) if table.takes_whole(name) else ():
            if abs(point) > _LARGEST_WHOLE:
                raise BadInput(f"{name}={short_text(point)} is beyond the 64-bit integers of C and Rust. Try --format csv")


def _about(table: Table, rows: _Rows, language: str, literals: str) -> list[str]:
    """What the comment at the top says."""
    quantity = table.ready.quantity
    lines = [
        f"{quantity.name}: certified values at doubles, by dplemma {VERSION}",
        f"formula    {quantity.formula}",
        f"role       {quantity.role}",
        f"status     {quantity.status}{f' ({quantity.label})' if quantity.label else ''}",
        f"digits     {table.digits}",
        f"reproduce  {table.command} --format {language}",
        "",
        "The inputs are exactly these doubles. `value` is the double nearest to the exact value there, `lower` the greatest one",
        "not above it, `upper` the least one not below it, `safe` the one that does not promise too much.",
        literals,
        *rows.left_out,
    ]
    return [re.sub(r"\s", " ", line).replace("*/", "* /") for line in lines]


def _name(table: Table) -> str:
    """An identifier of both languages, from the name of the file or of the quantity."""
    stem = PurePath(table.out).stem if table.out else table.ready.quantity.name
    return f"dplemma_{re.sub(r'[^A-Za-z0-9]+', '_', stem).strip('_').removeprefix('dplemma_') or 'table'}"


def write_c(table: Table, rows: Iterable[Row], stream: IO[str]) -> None:
    """A header: an array of anonymous structures and a macro for their number."""
    complete, name = _Rows(table, rows), _name(table)
    about = _about(table, complete, "c", "Hexadecimal literals need C99 or C++17.")
    fields = "".join(f"    {kind} {field};\n" for field, kind in complete.fields("long long", "double"))
    body = "".join(f"    {{{', '.join(literals)}}},\n" for literals in complete.lines("{}LL".format, _c_double))
    infinite = "#include <math.h> /* INFINITY: beyond the largest double */\n\n" if "INFINITY" in body else ""
    stream.write("/*\n" + "".join(f" * {line}".rstrip() + "\n" for line in about) + " */\n")
    stream.write(f"#ifndef {name.upper()}_H\n#define {name.upper()}_H\n\n{infinite}")
    stream.write(f"#define {name.upper()}_COUNT {len(complete.kept)}\n\n")
    stream.write(f"static const struct {{\n{fields}}} {name}[{name.upper()}_COUNT] = {{\n{body}}};\n\n#endif\n")


def _c_double(x: float) -> str:
    return x.hex().replace("inf", "INFINITY")


def write_rust(table: Table, rows: Iterable[Row], stream: IO[str]) -> None:
    """A module: a structure and a constant array of it."""
    complete, name = _Rows(table, rows), _name(table)
    about = _about(table, complete, "rust", "The literals are the shortest decimals that read back as the same double.")
    fields = complete.fields("i64", "f64")
    stream.write("".join(f"// {line}".rstrip() + "\n" for line in about))
    stream.write("\n#[allow(dead_code)]\n#[derive(Clone, Copy, Debug)]\npub struct Row {\n")
    stream.write("".join(f"    pub {field}: {kind},\n" for field, kind in fields))
    stream.write(f"}}\n\n#[allow(dead_code)]\npub const {name.upper()}: [Row; {len(complete.kept)}] = [\n")
    for literals in complete.lines(str, _rust_double):
        stream.write(f"    Row {{ {', '.join(f'{field}: {x}' for (field, _), x in zip(fields, literals, strict=True))} }},\n")
    stream.write("];\n")


def _rust_double(x: float) -> str:
    return repr(x).replace("inf", "f64::INFINITY")
