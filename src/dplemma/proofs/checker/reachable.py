"""What cannot be reached from the entries of a program is left out: functions, tables, methods that were cut, imports.

Main definition: `only_reachable(modules, package, entries)`.

A name in a module means what the module defines or imports under it. An attribute may mean any method of that name. In a table a
function that was cut is replaced by `left_out`.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator

from dplemma.proofs.checker.cuts import end_of

Name = tuple[str, str]
Span = tuple[tuple[int, int], tuple[int, int], str]
_WIDTH = 128
_IMPORTS = (ast.Import, ast.ImportFrom)


def only_reachable(modules: dict[str, str], package: str, entries: Iterable[Name]) -> dict[str, str]:
    """The modules of a package, each reduced to what the entries (module, name) lead to; those with nothing left are gone."""
    modules = {name: _tables_cut(source) for name, source in modules.items()}
    found = {name: _Module(name, source, package) for name, source in modules.items()}
    program = _Program(found)
    program.reach(entries)
    kept = {name: module.reduced(program) for name, module in found.items() if any(of == name for of, _ in program.reached)}
    return {name: _spaced(source) for name, source in kept.items()}


class _Module:
    """The statements of a module by the names they define, and what its imports mean."""

    def __init__(self, name: str, source: str, package: str) -> None:
        self.name, self._source, self._tree = name, source, ast.parse(source)
        self.defines = {known: part for part in self._tree.body for known in _defined(part)}
        self.imported: dict[str, Name] = {}
        for node in ast.walk(self._tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == package:
                of = (node.module or "").partition(".")[2]
                for alias in node.names:
                    self.imported[alias.asname or alias.name] = (of, alias.name) if of else (alias.name, "")

    def references(self, part: ast.AST) -> Iterator[Name]:
        """The names (module, name) that a statement needs; of attributes ("", name)."""
        for node in _walked(part):
            if isinstance(node, ast.Name):
                yield self._meaning(node.id)
            elif isinstance(node, ast.Attribute):
                of = self.imported.get(node.value.id, ("", "x")) if isinstance(node.value, ast.Name) else ("", "x")
                yield (of[0], node.attr) if not of[1] else ("", node.attr)
            elif isinstance(node, ast.ImportFrom):
                yield from (self._meaning(alias.asname or alias.name) for alias in node.names)

    def _meaning(self, name: str) -> Name:
        return (self.name, name) if name in self.defines else self.imported.get(name, (self.name, name))

    def reduced(self, program: _Program) -> str:
        parts = [part for part in self._tree.body if not (_defined(part) and not program.has(self.name, _defined(part)))]
        here = {name for part in parts if not isinstance(part, _IMPORTS) for name in _plain_names(part)}
        here |= {name for of, name in program.reached if of == self.name}
        spans = [span for part in self._tree.body for span in self._changes(part, part in parts, here, program)]
        return _edited(self._source, spans)

    def _changes(self, part: ast.stmt, kept: bool, here: set[str], program: _Program) -> Iterator[Span]:
        if isinstance(part, _IMPORTS):
            yield ((part.lineno, 0), end_of(part), _import_line(part, here))
        elif not kept:
            number = self._tree.body.index(part) + 1
            follows = self._tree.body[number] if number < len(self._tree.body) else None
            yield ((_first_line(part), 0), end_of(follows if follows is not None and _is_text(follows) else part), "")
        elif isinstance(part, ast.ClassDef):
            for line in part.body:
                names = _defined(line) if _is_cut(line) else set()
                if names and not any(name.startswith("__") or ("", name) in program.reached for name in names):
                    yield ((line.lineno, 0), end_of(line), "")


class _Program:
    def __init__(self, modules: dict[str, _Module]) -> None:
        self._modules = modules
        self.reached: set[Name] = set()

    def has(self, module: str, names: set[str]) -> bool:
        return any((module, name) in self.reached for name in names)

    def reach(self, entries: Iterable[Name]) -> None:
        waiting = list(entries)
        while waiting:
            name = waiting.pop()
            if name in self.reached:
                continue
            self.reached.add(name)
            module = self._modules.get(name[0])
            if module is not None and (part := module.defines.get(name[1])) is not None:
                waiting += module.references(part)
            elif module is not None and name[1] in module.imported:
                waiting.append(module.imported[name[1]])


def _walked(part: ast.AST) -> Iterator[ast.AST]:
    """All nodes; but what a class has as `name = left_out` is not yet asked for."""
    if not isinstance(part, ast.ClassDef):
        yield from ast.walk(part)
        return
    for inner in (*part.bases, *part.decorator_list, *(line for line in part.body if not _is_cut(line))):
        yield from ast.walk(inner)
    if any(map(_is_cut, part.body)):
        yield ast.Name("left_out")


def _plain_names(part: ast.AST) -> Iterator[str]:
    return (node.id for node in _walked(part) if isinstance(node, ast.Name))


def _defined(part: ast.stmt) -> set[str]:
    if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
        return {part.name}
    targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def _is_cut(part: ast.AST) -> bool:
    return isinstance(part, ast.Assign) and ast.unparse(part.value) in ("left_out", "property(left_out)")


def _is_text(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def _tables_cut(source: str) -> str:
    """In the values of tables, functions and methods that were cut by their one name `left_out`."""
    tree = ast.parse(source)
    cut = {name for part in tree.body if _is_cut(part) for name in _defined(part)}
    for part in tree.body:
        if isinstance(part, ast.ClassDef):
            cut |= {f"{part.name}.{name}" for line in part.body if _is_cut(line) for name in _defined(line)}
    values = [value for part in tree.body for node in ast.walk(part) if isinstance(node, ast.Dict) for value in node.values]
    spans = [
        ((node.lineno, node.col_offset), end_of(node), "left_out")
        for value in values
        for node in ast.walk(value)
        if isinstance(node, (ast.Name, ast.Attribute)) and ast.unparse(node) in cut
    ]
    return _edited(source, list(dict.fromkeys(spans)))


def _import_line(part: ast.Import | ast.ImportFrom, here: set[str]) -> str:
    """The import of what is needed, as many names a line as it takes."""
    future = isinstance(part, ast.ImportFrom) and part.module == "__future__"
    wanted = [alias for alias in part.names if future or (alias.asname or alias.name).partition(".")[0] in here]
    names = ", ".join(f"{alias.name} as {alias.asname}" if alias.asname else alias.name for alias in wanted)
    start = f"from {part.module} import " if isinstance(part, ast.ImportFrom) else "import "
    if not names or len(start + names) <= _WIDTH:
        return f"{start}{names}" if names else ""
    inner = textwrap.fill(f"{names},", _WIDTH, initial_indent="    ", subsequent_indent="    ")
    return f"{start}(\n{inner}\n)"


def _first_line(part: ast.stmt) -> int:
    return min([part.lineno, *(decorator.lineno for decorator in getattr(part, "decorator_list", ()))])


def _edited(source: str, spans: list[Span]) -> str:
    """The spans replaced, the last first; a line of which nothing is left, or a remark alone, is gone."""
    text = source.encode().split(b"\n")
    for (line, column), (last, end), new in sorted(spans, reverse=True):
        changed = text[line - 1][:column] + new.encode() + text[last - 1][end:]
        text[line - 1 : last] = changed.split(b"\n") if changed.partition(b"#")[0].strip() else []
    return b"\n".join(text).decode()


def _spaced(source: str) -> str:
    """Not more than two blank lines in a row, one before what is indented; no headings of parts, no words for formatters."""
    plain = re.sub(r"\n *# --[^\n]*(?=\n)| *# fmt: skip", "", source)
    return re.sub(r"\n{3,}(?= )", "\n\n", re.sub(r"\n{4,}", "\n\n\n", plain)).rstrip("\n") + "\n"
