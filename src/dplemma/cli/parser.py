"""The command line's grammar. Errors are `UsageError`, one line each, with the nearest known name.

Only the command that is asked for gets its options built and its module imported: `value` must start fast.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from dplemma.base.errors import DplemmaError, clipped, nearest, unknown
from dplemma.base.version import VERSION
from dplemma.cli import examples, options
from dplemma.cli.help_text import FittedHelp
from dplemma.cli.limits import TimeLimit, limit_of
from dplemma.lang.parameters import meaning_of

_COLLECTED = ("globs", "words", "inputs", "names")  # positionals that may also stand after options
_LONG_QUOTED = r"'([^']{61,})'"  # what a user typed is cut to 60 letters in a message


class UsageError(DplemmaError):
    """Arguments that do not fit the command."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._negative_number_matcher = re.compile(r"-\.?\d")  # -1e-5 is a value that is wrong, not an unknown option

    def error(self, message: str) -> NoReturn:
        short = re.sub(_LONG_QUOTED, lambda match: repr(clipped(match[1])), message.removeprefix("argument "))
        raise UsageError(f"{short}{'' if short.endswith('?') else '.'} See: {self.prog} --help")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """One of the words there are; the nearest is named for a word that is none of them."""
        if action.choices is not None and value not in action.choices:
            near = nearest(str(value), [str(choice) for choice in action.choices], most=1)
            hint = f". Did you mean {near[0]}?" if near else ""
            choices = ", ".join(str(choice) for choice in action.choices)
            raise argparse.ArgumentError(action, f"must be one of {choices}, got {str(value)!r}{hint}")


class _Command(NamedTuple):
    """The module of dplemma.cli that has it, as `<name>_command`, and what it does; `<name>_options` are in `options`."""

    module: str
    help: str


def parse_arguments(argv: list[str]) -> argparse.Namespace:
    """Arguments with `run`, the function of the command."""
    if not argv:
        raise UsageError(f"no command given; one of {', '.join(COMMANDS)}. See: dplemma --help")
    if not argv[0].startswith("-") and argv[0] not in COMMANDS:
        raise unknown("command", argv[0], COMMANDS, hint=f"Known are {', '.join(COMMANDS)}. See: dplemma --help")
    parser, subparsers = build(argv[0])
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
    known: list[str] = [name for action in subparsers[command]._actions for name in action.option_strings]
    name = item.partition("=")[0]
    meant = f"--{options.OTHER_WORDS.get(name.lstrip('-').replace('_', '-'), '')}"
    if meant in known:
        return UsageError(f"unknown option {clipped(name)!r}. Did you mean {meant}?")
    parameter = name.lstrip("-").replace("-", "_")
    if meaning_of(parameter) and any(action.dest == "inputs" for action in subparsers[command]._actions):
        return UsageError(f"unknown option {clipped(name)!r}: a parameter has no dashes, {parameter}=1")
    return unknown("option", name, known, hint=f"See: dplemma {command} --help")


def build(chosen: str | None = None) -> tuple[argparse.ArgumentParser, dict[str, _Parser]]:
    """The parser and its commands by name; only the chosen one has its options, or all if none is chosen."""
    parser = _Parser(
        prog="dplemma",
        description="A machine-checked formulary of differential privacy.",
        epilog="examples:\n  dplemma value gaussian.delta eps=1 mu=1 --digits 50\n  dplemma convert mu=1\n"
        "  dplemma find tangent intercept\n  dplemma findings\n  dplemma verify --jobs 2\n\n"
        "exit codes: 0 fine, 1 a finding, 2 bad input or usage, 3 out of budget or time",
        formatter_class=FittedHelp,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"dplemma {VERSION}")
    group = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, prog="dplemma")
    added: dict[str, _Parser] = {}
    for name, command in COMMANDS.items():
        sub = group.add_parser(
            name,
            help=command.help,
            description=command.help[0].upper() + command.help[1:] + ".",
            epilog=getattr(examples, name.upper()),
            formatter_class=FittedHelp,
            allow_abbrev=False,
        )
        sub.add_argument("--json", action="store_true", help="print JSON instead of text")
        if chosen in (None, name):
            sub.set_defaults(run=_late(command.module, name), command=name)
            getattr(options, f"{name}_options")(sub)
            _time_option(sub, limit_of(name))
        added[name] = sub
    return parser, added


def _time_option(sub: argparse.ArgumentParser, limit: TimeLimit) -> None:
    sub.add_argument(
        "--max-seconds", type=options.seconds, default=float(limit.seconds), metavar="S", action=options.OneSpelling,
        help=limit.help,
    )  # fmt: skip


def _late(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    return lambda arguments: getattr(import_module(f"dplemma.cli.{module}"), f"{name}_command")(arguments)


COMMANDS = {
    "verify": _Command("commands", "decide claims and compare with the ledger"),
    "list": _Command("commands", "claims with their ledger verdicts, or the quantities"),
    "show": _Command("commands", "one claim or quantity in full"),
    "find": _Command("commands", "claims and quantities by word, symbol or printed number"),
    "findings": _Command("commands", "the refuted claims, worst first"),
    "value": _Command("values", "certified value of a quantity"),
    "convert": _Command("values", "one mechanism in every notion"),
    "gdp": _Command("gdp", "least mu of a privacy profile: quantity, function or table of guarantees"),
    "notions": _Command("notions", "a finite mechanism in every notion of privacy, and what each implies"),
    "table": _Command("values", "certified table of a quantity over a grid"),
    "check": _Command("check", "decide the claims of your own file"),
    "derive": _Command("derive", "a result step by step, each step with its verdict"),
    "figure": _Command("figure", "a figure of a paper redrawn from certified values, with its claims marked"),
    "cancel": _Command("cancel", "bits that binary64 loses, where, and the cure"),
    "audit": _Command("audit", "test another implementation against certified values"),
    "dpsgd": _Command("account", "what a training run costs, proved from both sides"),
    "account": _Command("account", "what a composition of mechanisms costs, proved from both sides"),
    "oracle": _Command("oracle", "certified values as JSON lines, for other languages"),
    "peers": _Command("peers", "audit public libraries and print the league table"),
    "replay": _Command("replay", "check certificates again, box by box"),
    "atlas": _Command("atlas", "the static site: look things up in a browser"),
    "mutate": _Command("mutate", "spoil the claims that hold and see that each mutant is refuted"),
    "completion": _Command("completion", "a script that completes commands, options and names"),
}
