"""What is written and shown, as data: the rows of a table, the entries of a card."""

from __future__ import annotations

import csv
from io import StringIO

from dplemma.values.convert import CardEntry, Conversion
from dplemma.values.table import Table, write_csv


def csv_rows(table: Table) -> list[dict[str, str]]:
    stream = StringIO()
    write_csv(table, table.rows(), stream)
    return list(csv.DictReader(StringIO(stream.getvalue())))


def entries(conversion: Conversion) -> list[CardEntry]:
    return [entry for notion in conversion.notions for entry in notion.entries]
