"""The folder of a small checker: `python FOLDER CERTIFICATE ...` accepts the certificates for which it was made.

Main definitions: `Checker`, `small_checker(files)`, `write_checker(checker, folder)`, `must_accept(folder, files)`, `code_lines`.

Nobody need believe how the folder was made: it is a program to be read, and it accepts a certificate or does not. It has the
rules, definitions and messages of the kernel that it needs, and stops where something is left out. Numerics (`dplemma.arb`) and
errors (`dplemma.base`) are imported.
"""

from __future__ import annotations

import ast
import io
import json
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dplemma.base.errors import DplemmaError
from dplemma.base.files import replaced_file
from dplemma.proofs.checker.cuts import with_cuts
from dplemma.proofs.checker.ran import Ran, finished, kernel_folder, what_runs
from dplemma.proofs.checker.reachable import only_reachable

ENTRIES = (("certificate", "check_certificate"), ("certificate", "read"), ("left_out", "left_out"))
_DATA = ("definitions.json", "trusted.json")
_LEFT_OUT = '''"""What was left out of the kernel: whoever comes there is stopped."""

from __future__ import annotations


class LeftOut(BaseException):
    """Not an `Exception`, so that nothing in the kernel catches it."""


def left_out(*_: object, **__: object) -> object:
    raise LeftOut
'''
_MAIN = '''"""python FOLDER CERTIFICATE ...: says of each file whether its proof shows its claim."""

import sys

from dplemma.base.errors import DplemmaError
from kernel.certificate import check_certificate, read
from kernel.left_out import LeftOut

if len(sys.argv) < 2:
    sys.exit("usage: python FOLDER CERTIFICATE ...")
rejected = 0
for file in sys.argv[1:]:
    try:
        print(f"{file}: {check_certificate(read(file)).verdict}")
    except LeftOut:
        rejected = 1
        print(f"{file}: rejected: it needs rules that this checker does not have")
    except DplemmaError as error:
        rejected = 1
        print(f"{file}: rejected: {error}")
sys.exit(rejected)
'''
_SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


@dataclass(frozen=True)
class Checker:
    """The files of a checker by name, without its folder."""

    files: dict[str, str]

    @property
    def lines(self) -> int:
        """Lines of code, all of ours but numerics and errors."""
        return sum(code_lines(text) for name, text in self.files.items() if name.endswith(".py"))

    @property
    def modules(self) -> int:
        return sum(name.endswith(".py") for name in self.files)


def small_checker(files: list[str], seconds: float | None = None) -> Checker:
    """The checker of some certificates, each of which the kernel must accept."""
    return checker_of(what_runs(files, seconds), files)


def checker_of(ran: Ran, files: list[str]) -> Checker:
    """What runs for some certificates, with the definitions that they name."""
    folder = kernel_folder()
    modules = {"left_out": _LEFT_OUT}
    for path in sorted(folder.glob("*.py")):
        source = with_cuts(path.read_text(encoding="utf-8"), ran.lines.get(path.stem, set()), ran.lambdas.get(path.stem, set()))
        modules[path.stem] = _with_the_word(source.replace("dplemma.kernel", "kernel"))
    small = only_reachable(modules, "kernel", ENTRIES)
    text = {f"kernel/{name}.py": source for name, source in small.items()}
    data = {f"kernel/{name}": _rows(folder / name, files) for name in _DATA if any(name in source for source in small.values())}
    return Checker({"__main__.py": _MAIN, "kernel/__init__.py": "", **text, **data})


def write_checker(checker: Checker, folder: Path) -> None:
    """Into a folder that is new, empty or a checker's."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "kernel" / "left_out.py").exists():
        raise DplemmaError(f"{folder}: holds other files; a checker wants a folder of its own")
    try:
        (folder / "kernel").mkdir(parents=True, exist_ok=True)
        for old in (folder / "kernel").glob("*.py"):
            old.unlink()
    except OSError as error:
        raise DplemmaError(f"{folder}: cannot be written: {error.strerror or error}") from None
    for name, text in checker.files.items():
        with replaced_file(folder / name) as stream:
            stream.write(text)


def must_accept(folder: Path, files: list[str], seconds: float | None = None) -> None:
    """Run the checker on its certificates."""
    done = finished([sys.executable, str(folder), *files], seconds)
    if done.returncode:
        raise DplemmaError(f"{folder}: does not accept what it was made for: {(done.stdout + done.stderr).strip()[-200:]}")


def _with_the_word(source: str) -> str:
    """`left_out` imported: a word that the kernel does not use, so that it means one thing."""
    future = "from __future__ import annotations\n"
    return source.replace(future, f"{future}\nfrom kernel.left_out import left_out\n", 1)


def _rows(path: Path, certificates: list[str]) -> str:
    """Of a table of names, the rows whose names occur in the certificates, or in such a row."""
    rows = {name: json.dumps(row) for name, row in json.loads(path.read_text(encoding="utf-8")).items()}
    texts, needed = [Path(file).read_text(encoding="utf-8") for file in certificates], dict[str, Any]()
    while texts:
        text = texts.pop()
        new = [name for name in rows if name not in needed and f'"{name}"' in text]
        needed.update((name, json.loads(rows[name])) for name in new)
        texts += [rows[name] for name in new]
    return json.dumps(needed, indent=1, sort_keys=True) + "\n"


def code_lines(text: str) -> int:
    """Lines with code on them: neither blank nor comment nor docstring."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _SKIPPED:
            found.update(range(token.start[0], token.end[0] + 1))
    return len(found - set(_docstring_lines(ast.parse(text))))


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)
