"""The command line's grammar. Errors are `UsageError`, one line each, with the nearest known name."""

from __future__ import annotations

import argparse
import re
from importlib import metadata
from typing import NoReturn

from dplemma.cli import commands
from dplemma.errors import DplemmaError
from dplemma.report.search import unknown_name
from dplemma.report.terminal import LONGEST_NAME, clipped
from dplemma.verdict import VERDICTS

_COLLECTED = ("globs", "words")  # positionals that may also stand after options
_LONG_QUOTED = re.compile(rf"'([^']{{{LONGEST_NAME + 1},}})'")


class UsageError(DplemmaError):
    """Arguments that do not fit the command."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        short = _LONG_QUOTED.sub(lambda match: repr(clipped(match[1])), message.removeprefix("argument "))
        raise UsageError(f"{short}. See: {self.prog} --help")


def parse(argv: list[str]) -> argparse.Namespace:
    """Arguments with `run`, the function of the command."""
    parser, subparsers = build()
    if not argv:
        raise UsageError(f"no command given; one of {', '.join(subparsers)}. See: dplemma --help")
    if not argv[0].startswith("-") and argv[0] not in subparsers:
        raise unknown_name("command", argv[0], subparsers, hint=f"Known are {', '.join(subparsers)}.")
    arguments, extra = parser.parse_known_args(argv)
    collected = next((getattr(arguments, name) for name in _COLLECTED if hasattr(arguments, name)), None)
    for item in extra:
        if item.startswith("-") or collected is None:
            raise _unexpected(item, argv[0], subparsers)
        collected.append(item)
    return arguments


def _unexpected(item: str, command: str, subparsers: dict[str, _Parser]) -> DplemmaError:
    if not item.startswith("-") or command not in subparsers:
        return UsageError(f"unexpected argument {clipped(item)!r}. See: dplemma {command} --help")
    options = [name for action in subparsers[command]._actions for name in action.option_strings]
    return unknown_name("option", item.partition("=")[0], options, hint=f"See: dplemma {command} --help")


def build() -> tuple[argparse.ArgumentParser, dict[str, _Parser]]:
    """The parser and its commands by name."""
    parser = _Parser(
        prog="dplemma",
        description="A machine-checked formulary of differential privacy.",
        epilog="examples:\n  dplemma list\n  dplemma find tangent intercept\n  dplemma findings\n  dplemma verify --jobs 2\n\n"
        "exit codes: 0 fine, 1 a finding, 2 bad input or usage, 3 out of budget or time",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"dplemma {version()}")
    group = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    added: dict[str, _Parser] = {}

    def command(name: str, run: object, help: str, example: str) -> _Parser:
        sub = group.add_parser(
            name,
            help=help,
            description=help[0].upper() + help[1:] + ".",
            epilog=example,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        sub.set_defaults(run=run)
        sub.add_argument("--json", action="store_true", help="print JSON instead of text")
        added[name] = sub
        return sub

    verify = command("verify", commands.verify, "decide claims and compare with the ledger", _VERIFY_EXAMPLE)
    verify.add_argument("globs", nargs="*", metavar="GLOB", help="ids to verify, '*' crosses '/'; default: all claims")
    verify.add_argument("--jobs", type=_jobs, metavar="N", help="processes; default: one per processor")
    verify.add_argument("--update-ledger", action="store_true", help="accept the verdicts: write them to the ledger")
    verify.add_argument("--strict", action="store_true", help="exit 3 if a claim is undecided")

    listing = command("list", commands.list_, "claims with their ledger verdicts, or the quantities", _LIST_EXAMPLE)
    listing.add_argument("globs", nargs="*", metavar="GLOB", help="ids to list, '*' crosses '/'; default: all")
    listing.add_argument("--quantities", action="store_true", help="list the quantities instead")
    listing.add_argument("--verdict", choices=VERDICTS, metavar="V", help=f"only this verdict: {', '.join(VERDICTS)}")

    show = command("show", commands.show, "one claim or quantity in full", _SHOW_EXAMPLE)
    show.add_argument("name", metavar="ID-or-QUANTITY", help="a claim id or a quantity such as gaussian.delta")
    show.add_argument("--latex", action="store_true", help="statements as LaTeX")
    show.add_argument("--bibtex", action="store_true", help="the paper's BibTeX entry only")

    find = command("find", commands.find, "claims and quantities by word, symbol or printed number", _FIND_EXAMPLE)
    find.add_argument("words", nargs="+", metavar="TEXT-or-NUMBER", help="all words must match; numbers match by value")

    finding = command("findings", commands.findings, "the refuted claims, worst first", _FINDINGS_EXAMPLE)
    finding.add_argument("globs", nargs="*", metavar="GLOB", help="only these ids, '*' crosses '/'")
    finding.add_argument("--markdown", action="store_true", help="print a Markdown document")
    return parser, added


def version() -> str:
    try:
        return metadata.version("dplemma")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _jobs(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number >= 1, got {text!r}")
    return int(text)


_VERIFY_EXAMPLE = """examples:
  dplemma verify                                   all claims
  dplemma verify 'sensitivity_index/*' --jobs 2    one paper
  dplemma verify 'sensitivity_index/lemma-*'       its lemmas
  dplemma verify sensitivity_index/lemma-1         one claim with its amendment
  dplemma verify --update-ledger                   accept what changed

exit codes: 0 agrees with the ledger, 1 differs or a claim raised, 2 bad input,
            3 out of budget or time, or undecided under --strict"""
_LIST_EXAMPLE = """examples:
  dplemma list 'sensitivity_index/*'
  dplemma list --verdict refuted
  dplemma list --quantities"""
_SHOW_EXAMPLE = """examples:
  dplemma show sensitivity_index/lemma-1
  dplemma show sensitivity_index/lemma-1 --bibtex
  dplemma show gaussian.delta"""
_FIND_EXAMPLE = """examples:
  dplemma find tangent intercept
  dplemma find 3.393
  dplemma find 1e-5          (also finds 0.00001 and 10^-5)
  dplemma find 2109.10528    (the claims of a paper, by arXiv number or DOI)

finding nothing is not an error: exit code 0 and an empty list of hits"""
_FINDINGS_EXAMPLE = """examples:
  dplemma findings
  dplemma findings 'sensitivity_index/corollary-*'
  dplemma findings --markdown > findings.md"""
