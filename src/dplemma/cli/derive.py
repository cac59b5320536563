"""`dplemma derive ID`: a derivation, each of its steps decided now.

Main definition: `derive_command`. Exit codes: 0 all steps hold, 1 one fails, 2 bad input, 3 one is undecided.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

import dplemma.lang.derivation_files as derivations
from dplemma.base.errors import OutOfBudget, clipped
from dplemma.base.page import plural
from dplemma.cli.output import FINDING, output_file, print_json, printed_page
from dplemma.cli.parser import UsageError
from dplemma.report.derivation_named import checked_derivation
from dplemma.report.records import SCHEMA

if TYPE_CHECKING:
    from dplemma.decide.derivations.check import CheckedDerivation
    from dplemma.report.pages.derivation_page import Script

_CODES = {"holds": 0, "fails": FINDING, "undecided": OutOfBudget.exit_code}


def derive_command(arguments: Namespace) -> int:
    """Check one derivation and print it, or list all."""
    if arguments.name is not None and (arguments.list or arguments.graph is not None):
        raise UsageError(f"--{'list' if arguments.list else 'graph'} is of all derivations: leave out {clipped(arguments.name)}")
    if arguments.list:
        return _list(as_json=arguments.json)
    if arguments.graph is not None:
        return _graph(arguments.graph, as_json=arguments.json)
    if arguments.name is None:
        raise UsageError(f"which derivation? There are {', '.join(derivations.index()) or 'none'}. See: dplemma derive --list")
    if arguments.standalone and not arguments.latex:
        raise UsageError("--standalone is for --latex: write dplemma derive ID --latex --standalone")
    from dplemma.report.pages import derivation_page as pages

    checked = checked_derivation(arguments.name)
    if arguments.printed and checked.derivation.printed is None:
        raise UsageError(
            f"no printed proof stands beside {checked.derivation.id}. Those that have one: {', '.join(_beside()) or 'none'}"
        )
    script = pages.PLAIN if arguments.ascii or not _shows_unicode() else pages.UNICODE
    if arguments.printed:
        _print_beside(checked, script, as_json=arguments.json)
    elif arguments.json:
        print_json(pages.derivation_record(checked))
    elif arguments.latex or arguments.slides or arguments.html:
        print(_document(checked, arguments))
    else:
        with printed_page() as page:
            pages.derivation_page(page, checked, conditions=arguments.conditions, script=script)
    return _CODES[checked.status]


def _beside() -> list[str]:
    """The derivations beside which a printed proof stands."""
    return [entry.id for entry in derivations.index().values() if entry.printed]


def _print_beside(checked: CheckedDerivation, script: Script, *, as_json: bool) -> None:
    from dplemma.report.pages.printed_proof import printed_proof_page, printed_record

    if as_json:
        return print_json(printed_record(checked))
    with printed_page() as page:
        printed_proof_page(page, checked, script)


def _graph(target: str, *, as_json: bool) -> int:
    """The graph of uses on the terminal or in a file, whose ending says what it is."""
    from dplemma.report.pages import uses_graph

    index = derivations.index()
    writers = {".dot": uses_graph.uses_dot, ".svg": uses_graph.uses_svg}
    if target:
        file = output_file("--graph", target, tuple(writers))
        file.write_text(writers[file.suffix.lower()](index), encoding="utf-8")
        print(f"written to {file}", file=sys.stderr)
    if as_json:
        print_json(uses_graph.uses_record(index))
    elif not target:
        with printed_page() as page:
            uses_graph.uses_page(page, index)
    return 0


def _document(checked: CheckedDerivation, arguments: Namespace) -> str:
    """What is asked for, for paper, slides or a browser."""
    from dplemma.report.pages import derivation_html, derivation_latex

    if arguments.html:
        page = derivation_html.derivation_html_page(checked)
        return page if _shows_unicode() else page.encode("ascii", "xmlcharrefreplace").decode()
    if arguments.slides:
        return derivation_latex.derivation_slides(checked)
    return derivation_latex.derivation_document(checked) if arguments.standalone else derivation_latex.derivation_latex(checked)


def _shows_unicode() -> bool:
    """Whether standard output can show the letters of formulas."""
    try:
        "ε∫⟺⁻".encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _list(*, as_json: bool) -> int:
    entries = list(derivations.index().values())
    if as_json:
        rows = [
            {"id": entry.id, "title": entry.title, "proves": entry.proves, "about": entry.about, "uses": list(entry.uses),
             "printed": entry.printed or None}
            for entry in entries
        ]  # fmt: skip
        print_json({"schema": SCHEMA, "derivations": rows})
        return 0
    with printed_page() as page:
        for entry in entries:
            page.line(page.paint(entry.id, "bold"))
            page.wrapped(entry.title)
            if entry.proves:
                page.wrapped(f"proves {entry.proves}")
            if entry.about:
                page.wrapped(f"says in another form {entry.about}")
            if entry.uses:
                page.wrapped(f"uses {', '.join(entry.uses)}")
            if entry.printed:
                page.wrapped(f"* beside a printed proof: {entry.printed}")
        page.line(f"{plural(len(entries), 'derivation')}. Read one with: dplemma derive ID")
    return 0
