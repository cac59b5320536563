"""What pages show is run again: commands, files of claims, Python that prints.

Main definitions: `renewed(text)`, `printed_by(command)`, `fenced`.

Blocks are taken in order. A block that begins `# mine.py` (or a .csv, a .toml) is that file, `# mine.py, lines 9-10` replaces
lines of it; each `$ dplemma ...` line of a console block is run beside them; a Python block that a text block follows prints
that text. Times differ from run to run: an output that differs in nothing else stays as it is, and so does an excerpt (with a
line `...`) all of whose lines are printed.
"""

from __future__ import annotations

import io
import os
import re
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from dplemma.cli import main as dplemma
from dplemma.testing.session import Session, started

FILE = re.compile(r"# (\w+\.(?:py|csv|toml))(?:, lines (\d+)-(\d+))?\n")
_BLOCK = re.compile(r"```(console|python|text|toml)\n(.*?)```", re.DOTALL)
_PRINTING = re.compile(r"```python\n((?:(?!```).)*)```\n\n```text\n((?:(?!```).)*)```", re.DOTALL)
_TIME = re.compile(r"\b\d+(?:\.\d+)? s\b")
os.environ["DPLEMMA_CACHE"] = "off"  # a page shows what a first run prints


def fenced(text: str, language: str = "text") -> str:
    return f"```{language}\n{text.rstrip()}\n```"


def timeless(printed: str) -> str:
    """Without the times, which no two runs share."""
    return _TIME.sub("N s", printed)


def printed_by(command: str) -> str:
    """What a `dplemma ...` command prints, and its complaint; run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        dplemma(shlex.split(command)[1:])
    complaints = [line for line in err.getvalue().splitlines() if line.startswith("dplemma: ")]
    return "\n".join([*out.getvalue().rstrip("\n").splitlines(), *complaints])


def printed_by_python(source: str) -> str:
    captured = io.StringIO()
    with redirect_stdout(captured), started(Session()):
        exec(compile(source, "<example>", "exec"), {"__name__": "example"})
    return captured.getvalue().rstrip("\n")


def write_block(block: str, folder: Path) -> None:
    """A block that is a file, or lines of one, as that file."""
    if (named := FILE.match(block)) is None:
        return
    file, first, last = folder / named[1], named[2], named[3]
    if first is None:
        file.write_text(block, encoding="utf-8")
        return
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[int(first) - 1 : int(last)] = block.splitlines(keepends=True)[1:]
    file.write_text("".join(lines), encoding="utf-8")


def renewed(text: str) -> str:
    """A hand-written page with the outputs of its examples computed again."""
    with TemporaryDirectory() as folder, chdir(folder):
        text = _BLOCK.sub(lambda match: _renewed_block(match, Path(folder)), text)
    return _PRINTING.sub(_renewed_print, text)


def _renewed_block(match: re.Match[str], folder: Path) -> str:
    if match[1] != "console":
        write_block(match[2], folder)
        return match[0]
    return _kept(match[0], fenced(_session(match[2]), "console"))


def _renewed_print(match: re.Match[str]) -> str:
    return _kept(match[0], f"{fenced(match[1], 'python')}\n\n{fenced(printed_by_python(match[1]))}")


def _kept(old: str, new: str) -> str:
    """The old block if what is printed now is the same, or if it is an excerpt of it."""
    before, after = timeless(old).splitlines(), timeless(new).splitlines()
    excerpt = "..." in before and set(before) - {"..."} <= set(after)
    return old if before == after or excerpt else new


def _session(block: str) -> str:
    commands = [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]
    return "\n".join(f"$ {command}\n{printed_by(command)}" for command in commands)
