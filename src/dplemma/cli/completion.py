"""`dplemma completion SHELL`: what a shell needs to complete commands, options, quantities and claims.

Main definitions: `completion_command`, `script`, `completions`.

The script has everything in it, so that completing a word starts no Python; it is as old as the line that made it.
"""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Iterable
from typing import NamedTuple

from dplemma.cli.output import print_json

SHELLS = ("bash", "zsh", "fish")
_NAMED = {
    "value": "quantities", "table": "quantities", "cancel": "quantities", "gdp": "quantities", "show": "names",
    "verify": "claims", "list": "claims", "findings": "claims", "derive": "claims", "completion": "shells", "figure": "figures",
}  # fmt: skip
_AFTER = {"--as": "quantities"}


class Command(NamedTuple):
    """What a command does, its options with what they are for, and the kind of names it takes; nothing where it takes files."""

    about: str
    options: dict[str, str]
    named: str


def completions() -> tuple[dict[str, Command], dict[str, list[str]]]:
    """Every command, and the names of each kind."""
    from dplemma.cli.parser import COMMANDS, build
    from dplemma.formulas import every_quantity
    from dplemma.ledger import store
    from dplemma.report.figures import paper_figures

    _, parsers = build()
    commands = {
        name: Command(COMMANDS[name].help, dict(_options(parser)), _NAMED.get(name, "")) for name, parser in parsers.items()
    }
    claims, known = sorted(store.read()), list(every_quantity())
    return commands, {
        "claims": claims, "quantities": known, "names": [*known, *claims], "shells": list(SHELLS),
        "figures": list(paper_figures()),
    }  # fmt: skip


def _options(parser: argparse.ArgumentParser) -> Iterable[tuple[str, str]]:
    for action in parser._actions:
        yield from ((name, (action.help or "").split(";")[0]) for name in action.option_strings if name.startswith("--"))


def completion_command(arguments: Namespace) -> int:
    text = script(arguments.shell)
    if arguments.json:
        print_json({"shell": arguments.shell, "script": text})
    else:
        print(text, end="")
    return 0


def script(shell: str) -> str:
    commands, names = completions()
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](commands, names)


# -- bash -----------------------------------------------------------------------------------------------------------------


def _bash(commands: dict[str, Command], names: dict[str, list[str]]) -> str:
    lists = [f"    local {kind}={_quoted(' '.join(words))}" for kind, words in names.items()]
    cases = [f"        '1 {name}') words=\"{_bash_words(command)}\" ;;" for name, command in commands.items()]
    after = [f'    [[ $previous == {option} ]] && words="${kind}"' for option, kind in _AFTER.items()]
    return "\n".join([
        '# completion of dplemma for bash; put this into ~/.bashrc: eval "$(dplemma completion bash)"',
        "_dplemma() {",
        "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words",
        *lists,
        '    case "$((COMP_CWORD > 1)) ${COMP_WORDS[1]}" in',
        f"        0*) words={_quoted(' '.join([*commands, '--help', '--version']))} ;;",
        *cases,
        "    esac",
        *after,
        '    COMPREPLY=($(compgen -W "$words" -- "$word"))',
        '    [[ -z $words || $word != -* && ${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$word"))',
        "    return 0",
        "}",
        "complete -F _dplemma dplemma",
        "",
    ])  # fmt: skip


def _bash_words(command: Command) -> str:
    return " ".join([*command.options, *([f"${command.named}"] if command.named else [])])


# -- zsh ------------------------------------------------------------------------------------------------------------------


def _zsh(commands: dict[str, Command], names: dict[str, list[str]]) -> str:
    described = [f"        {_quoted(f'{name}:{_plain(command.about)}')}" for name, command in commands.items()]
    lists = [f"    local -a {kind}=({' '.join(map(_quoted, words))})" for kind, words in names.items()]
    cases = [f"        {name}) {_zsh_case(command)} ;;" for name, command in commands.items()]
    after = [f"    [[ $words[CURRENT-1] == {option} ]] && {{ compadd -a {kind}; return }}" for option, kind in _AFTER.items()]
    return "\n".join([
        "#compdef dplemma",
        "# completion of dplemma for zsh; put this into ~/.zshrc after compinit: source <(dplemma completion zsh)",
        "_dplemma() {",
        *lists,
        "    local -a commands=(", *described, "    )",
        "    if (( CURRENT == 2 )); then _describe command commands; return; fi",
        *after,
        "    case $words[2] in",
        *cases,
        "    esac",
        "}",
        '[[ $funcstack[1] == _dplemma ]] && _dplemma "$@" || compdef _dplemma dplemma',  # autoloaded, or sourced
        "",
    ])  # fmt: skip


def _zsh_case(command: Command) -> str:
    options = f"compadd -- {' '.join(command.options)}"
    return f"{options}; compadd -a {command.named}" if command.named else f"{options}; _files"


# -- fish -----------------------------------------------------------------------------------------------------------------


def _fish(commands: dict[str, Command], names: dict[str, list[str]]) -> str:
    lines = ["# completion of dplemma for fish; put this into config.fish: dplemma completion fish | source"]
    lines += [f"set -g __dplemma_{kind} {' '.join(map(_quoted, words))}" for kind, words in names.items()]
    first = "complete -c dplemma -n __fish_use_subcommand -f"
    lines += [f"{first} -a {name} -d {_quoted(_plain(command.about))}" for name, command in commands.items()]
    for name, command in commands.items():
        here = f"complete -c dplemma -n '__fish_seen_subcommand_from {name}'"
        if command.named:
            lines.append(f'{here} -f -a "$__dplemma_{command.named}"')
        for option, help_text in command.options.items():
            values = f' -x -a "$__dplemma_{_AFTER[option]}"' if option in _AFTER else ""
            lines.append(f"{here} -l {option.removeprefix('--')}{values} -d {_quoted(_plain(help_text))}")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return f"'{text}'"


def _plain(text: str) -> str:
    """Words without what a shell would take for a mark of its own."""
    return text.translate(str.maketrans({"'": "", "`": "", ":": ",", "\\": "", "%": ""}))
