"""The commands that compute numbers: value, convert, table. They import neither SymPy nor mpmath."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from time import monotonic
from typing import TextIO, TypeVar

from dplemma.errors import OutOfBudget
from dplemma.oracle.exact import BadInput
from dplemma.oracle.values import evaluator, value_at

Number = TypeVar("Number", float, Fraction)


def assignments(inputs: Sequence[str]) -> dict[str, str]:
    """The texts of `name=value` arguments by name."""
    found: dict[str, str] = {}
    for item in inputs:
        name, equals, text = item.partition("=")
        if not equals or not name:
            shown = item if len(item) <= 60 else f"{item[:57]}..."
            raise BadInput(f"expected name=value, got {shown!r}. Try eps=1")
        if name in found:
            raise BadInput(f"{name[:60]} is given twice")
        found[name] = text
    return found


def span(name: str, text: str, number: Callable[[str, str], Number]) -> tuple[Number, Number]:
    """The ends of `--range name=low:high`, each read by `number`."""
    low, colon, high = text.partition(":")
    if not colon:
        raise BadInput(f"--range {name[:60]}={text[:60]}: expected low:high, e.g. --range {name[:60]}=0.01:20")
    ends = number(name, low), number(name, high)
    if ends[0] > ends[1]:
        raise BadInput(f"--range {name[:60]}={text[:60]}: the low end is above the high end")
    return ends


def value(arguments: Namespace) -> int:
    ready = evaluator(arguments.quantity)
    result = value_at(ready, ready.read(assignments(arguments.inputs)), arguments.digits)
    if arguments.json:
        import json

        print(json.dumps(result.to_json(arguments.round), indent=2))
        return 0
    print(result.text(arguments.round))
    if ready.quantity.label:
        print(f"({ready.quantity.label})")
    return 0


def table(arguments: Namespace) -> int:
    import sys

    from dplemma.oracle.table import Table, check_target, write_csv, write_json, write_table

    file = check_target(arguments.out) if arguments.out is not None else None
    wanted = Table(evaluator(arguments.quantity), assignments(arguments.inputs), arguments.digits)
    rows = _with_progress(wanted.rows(), wanted.rows_asked, sys.stderr)
    if file is None:
        (write_json if arguments.json else write_csv)(wanted, rows, sys.stdout)
    else:
        write_table(wanted, file, rows)
        if arguments.json:
            import json

            print(json.dumps({"out": arguments.out, "rows": wanted.rows_asked, "out_of_budget": wanted.missing}))
        else:
            print(f"{wanted.rows_asked} {'row' if wanted.rows_asked == 1 else 'rows'} written to {arguments.out}")
    if wanted.missing:
        raise OutOfBudget(f"{wanted.missing} of {wanted.rows_asked} rows are out of budget: see the column note")
    return 0


def _with_progress(rows: Iterable[list[str]], total: int, stream: TextIO) -> Iterator[list[str]]:
    """The rows unchanged; a terminal that waits for more than a second sees how many are done."""
    if not stream.isatty():
        yield from rows
        return
    shown = monotonic()
    try:
        for done, row in enumerate(rows):
            if monotonic() - shown > 1:
                stream.write(f"\r\x1b[K{done} of {total} rows")
                stream.flush()
                shown = monotonic()
            yield row
    finally:
        stream.write("\r\x1b[K")
        stream.flush()


def convert(arguments: Namespace) -> int:
    """Print the card; exit code 3 if a number of it was out of reach."""
    from dplemma.oracle.convert import convert_inputs

    conversion = convert_inputs(assignments(arguments.inputs), arguments.digits, arguments.round)
    if arguments.json:
        import json

        print(json.dumps(conversion.to_json(), indent=2, ensure_ascii=False))
    else:
        import sys

        from dplemma.report.card import CARD_WIDTH, card_page
        from dplemma.report.terminal import Page

        page = Page.of(sys.stdout)
        page.width = min(page.width, CARD_WIDTH)
        card_page(page, conversion)
        print(page.text(), end="")
    return 0 if conversion.complete else OutOfBudget.exit_code
