"""The commands that compute numbers: value, convert, table. They import neither SymPy nor mpmath."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from dplemma.base.errors import OutOfBudget, clipped
from dplemma.base.workers import processors
from dplemma.cli.output import StatusLine, print_json, printed_page, say_left_behind
from dplemma.lang.parameters import PARAMETERS
from dplemma.values.certified import evaluator, value_at
from dplemma.values.exact import BadInput

if TYPE_CHECKING:
    from dplemma.values.table import Table


def assignments(inputs: Sequence[str]) -> dict[str, str]:
    """The texts of `name=value` arguments by name."""
    found: dict[str, str] = {}
    for item in inputs:
        name, equals, text = item.partition("=")
        if not equals or not name:
            raise BadInput(f"expected name=value, got {clipped(item)!r}. Try {item if item in PARAMETERS else 'eps'}=1")
        if name in found:
            raise BadInput(f"{name[:60]} is given twice")
        found[name] = text
    return found


def is_function(target: str) -> bool:
    """Whether a function is meant, and not a quantity: FILE.py:FUNCTION, FILE.py with the function forgotten, MODULE:FUNCTION."""
    return ":" in target or target.endswith(".py")


def value_command(arguments: Namespace) -> int:
    ready = evaluator(arguments.quantity)
    result = value_at(ready, ready.read(assignments(arguments.inputs)), arguments.digits)
    if arguments.json:
        print_json(result.to_json(arguments.round), in_ascii=True)
        return 0
    print(result.shown(arguments.round))
    if ready.quantity.label:
        print(f"({ready.quantity.label})")
    return 0


def table_command(arguments: Namespace) -> int:
    import sys
    from pathlib import PurePath

    from dplemma.values.table import Table, target

    chosen, file = target(arguments.out, _asked_format(arguments))
    at_doubles, name = arguments.at_doubles or chosen.source, PurePath(arguments.out or "").name
    wanted = Table(evaluator(arguments.quantity), assignments(arguments.inputs), arguments.digits, at_doubles, name)
    with _rows_of(wanted, assignments(arguments.inputs), arguments, chosen.source) as found:
        rows = _with_progress(found, wanted.rows_asked, sys.stderr)
        _write_rows(arguments, wanted, chosen, file, rows)
    if wanted.missing:
        where = "the comment at the top" if chosen.source else "the column note"
        raise OutOfBudget(f"{wanted.missing} of {wanted.rows_asked} rows are out of budget: see {where}")
    return 0


@contextmanager
def _rows_of(wanted: Table, grids: dict[str, str], arguments: Namespace, doubles: bool) -> Iterator[Iterable[list[str]]]:
    """The rows of a table, computed by the processors of this machine or by the cluster at the address."""
    if arguments.cluster is None:
        jobs = arguments.jobs or processors()
        yield wanted.rows_of_doubles(jobs) if doubles else wanted.rows(jobs)
        return
    from dplemma.base.cluster import Cluster
    from dplemma.cli.cluster_tasks import table_rows, value_digest

    with Cluster(arguments.cluster, value_digest) as cluster:
        yield table_rows(cluster, wanted, grids)


def _write_rows(arguments: Namespace, wanted: Table, chosen: Any, file: Any, rows: Iterator[list[str]]) -> None:
    import sys

    from dplemma.values.table import write_table

    if file is None:
        chosen.write(wanted, rows, sys.stdout)
    else:
        say_left_behind(file)
        write_table(wanted, file, rows, chosen)
        written = wanted.rows_asked - (wanted.missing if chosen.source else 0)
        if arguments.json:
            import json

            print(json.dumps({"out": arguments.out, "rows": written, "out_of_budget": wanted.missing}))
        else:
            print(f"{written} {'row' if written == 1 else 'rows'} written to {arguments.out}")


def _asked_format(arguments: Namespace) -> str | None:
    """`--format`; or JSON where `--json` asks for it and no file takes the table."""
    if arguments.out is not None or not arguments.json:
        return arguments.format
    if arguments.format not in (None, "json"):
        raise BadInput(
            f"--json and --format {arguments.format[:60]} both say how to print the table: leave one out, or give --out"
        )
    return "json"


def _with_progress(rows: Iterable[list[str]], total: int, stream: TextIO) -> Iterator[list[str]]:
    """The rows unchanged; a terminal that waits for more than a second sees how many are done."""
    shown = monotonic()
    with StatusLine(stream) as line:
        for done, row in enumerate(rows):
            if line.is_shown and monotonic() - shown > 1:
                line.show(f"{done} of {total} rows")
                shown = monotonic()
            yield row


def convert_command(arguments: Namespace) -> int:
    """Print the card; exit code 3 if a number of it was out of reach."""
    from dplemma.values.convert import convert_inputs

    conversion = convert_inputs(assignments(arguments.inputs), arguments.digits, arguments.round, arguments.adjacency)
    if arguments.json:
        print_json(conversion.to_json())
    else:
        from dplemma.values.card import CARD_WIDTH, card_page

        with printed_page(CARD_WIDTH) as page:
            card_page(page, conversion)
    return 0 if conversion.complete else OutOfBudget.exit_code
