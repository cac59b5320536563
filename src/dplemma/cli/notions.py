"""The command `notions`: a finite mechanism from a file, in every notion of privacy. It imports neither SymPy nor mpmath."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dplemma.base.errors import clipped
from dplemma.base.page import Page
from dplemma.cli.output import print_json, printed_page
from dplemma.values.exact import BadInput
from dplemma.values.finite_notions import NotionLevel, read_finite_mechanism


def notions_command(arguments: Namespace) -> int:
    """Read, compute, print."""
    mechanism = read_finite_mechanism(Path(arguments.file))
    found = mechanism.notions(
        eps=_numbers(arguments.eps, "eps"), orders=_numbers(arguments.order, "order"), digits=arguments.digits
    )
    if arguments.json:
        print_json({"file": arguments.file, "mechanism": mechanism.to_json(), "notions": [row.to_json() for row in found]})
    else:
        with printed_page() as page:
            _notions_page(page, Path(arguments.file).name, len(mechanism.pairs), found)
    return 0


def _numbers(text: str, name: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise BadInput(f"--{name} is a list of numbers, got {clipped(text)!r}. Try --{name} 0.5,1")
    return parts


def _notions_page(page: Page, name: str, outputs: int, found: list[NotionLevel]) -> None:
    page.line(page.paint(f"{name}: {outputs} outputs on two databases P and Q, in every notion", "bold"))
    rows = [[row.name, row.forward, row.backward, row.level, f"{row.allowed} {row.by}".strip()] for row in found]
    page.table(["notion", "P to Q", "Q to P", "level", "at most, by"], rows, gap="   ")
