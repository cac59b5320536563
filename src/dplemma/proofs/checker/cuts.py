"""A module with what did not run cut out of it: the same program, but that it stops where it was cut.

Main definition: `with_cuts(source, lines, lambdas)`.

In place of statements that were not reached stands `left_out()`, which raises what nothing catches; a function or a lambda that
was not called becomes `left_out`. Statements that raise stay as they are. So what the shorter module does, the module does; it
only ends sooner.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

Place = tuple[int, int]
_WITH_HEAD = (ast.If, ast.While, ast.For, ast.With)


def with_cuts(source: str, lines: set[int], lambdas: set[Place]) -> str:
    """The source without what is on other lines than these; lambdas are told by places inside their bodies."""
    return _Cutter(source, lines, lambdas).result()


class _Cutter:
    def __init__(self, source: str, lines: set[int], lambdas: set[Place]) -> None:
        self._text = source.encode().split(b"\n")  # the columns of a syntax tree count bytes
        self._lines = lines
        self._edits: list[tuple[Place, Place, str]] = []
        self._cut = "left_out()"
        tree = ast.parse(source)
        for statement in tree.body:
            self._inside(statement)
        for node in ast.walk(tree):
            if isinstance(node, ast.Lambda) and not any(_holds(node.body, place) for place in lambdas):
                self._edits.append(((node.lineno, node.col_offset), end_of(node), "left_out"))

    def result(self) -> str:
        """The edits carried out, the last first; one inside another goes with it."""
        text, reached = list(self._text), (0, 0)
        outer = []
        for first, last, new in sorted(self._edits):
            if first >= reached:
                outer.append((first, last, new))
                reached = last
        for (line, column), (last, end), new in reversed(outer):
            text[line - 1 : last] = (text[line - 1][:column] + new.encode() + text[last - 1][end:]).split(b"\n")
        return b"\n".join(text).decode()

    def _ran(self, statement: ast.stmt) -> bool:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)) or _is_text(statement):
            return True
        if isinstance(statement, ast.Try):
            return self._ran(statement.body[0])
        first = statement.lineno
        last = max(statement.body[0].lineno - 1, first) if isinstance(statement, _WITH_HEAD) else end_of(statement)[0]
        return any(line in self._lines for line in range(first, last + 1))

    def _block(self, statements: Sequence[ast.stmt]) -> None:
        """What follows the last statement that ran is one cut; a statement that raises may stand before it."""
        for number, statement in enumerate(statements):
            if self._ran(statement):
                self._inside(statement)
                continue
            rest = statements[number + 1 :] if isinstance(statement, ast.Raise) else statements[number:]
            if rest:
                self._replace(rest[0], rest[-1], self._cut)
            return

    def _inside(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.ClassDef):
            for part in statement.body:
                self._inside(part)
        elif isinstance(statement, ast.FunctionDef):
            self._function(statement)
        else:
            for name in ("body", "orelse", "finalbody"):
                self._block(getattr(statement, name, ()))
            for handler in getattr(statement, "handlers", ()):
                self._block(handler.body)

    def _function(self, function: ast.FunctionDef) -> None:
        body = [statement for statement in function.body if not _is_text(statement)]
        if not body or self._ran(body[0]) or all(isinstance(statement, ast.Raise) for statement in body):
            outside, self._cut = self._cut, "yield left_out()" if _yields(function) else "left_out()"
            self._block(function.body)
            self._cut = outside
            return
        read = any(isinstance(d, ast.Name) and d.id == "property" for d in function.decorator_list)
        self._replace(function, function, f"{function.name} = {'property(left_out)' if read else 'left_out'}")

    def _replace(self, first: ast.stmt, last: ast.stmt, new: str) -> None:
        """From the beginning of one statement to the end of another; what followed `elif` follows `else`."""
        line = min([first.lineno, *(decorator.lineno for decorator in getattr(first, "decorator_list", ()))])
        text = self._text[line - 1]
        column = len(text) - len(text.lstrip())
        if text.lstrip().startswith(b"elif "):
            new = f"else:\n{' ' * (column + 4)}{new}"
        end = end_of(last)[0]  # a remark beside a statement goes with it
        self._edits.append(((line, column), (end, len(self._text[end - 1])), new))


def end_of(node: ast.stmt | ast.expr) -> Place:
    return node.end_lineno or node.lineno, node.end_col_offset or 0


def _holds(body: ast.expr, place: Place) -> bool:
    return (body.lineno, body.col_offset) <= place < end_of(body)


def _yields(function: ast.FunctionDef) -> bool:
    """A generator stays one, whatever is left of it."""
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        todo += [] if isinstance(node, (ast.FunctionDef, ast.Lambda)) else ast.iter_child_nodes(node)
    return False


def _is_text(statement: ast.stmt) -> bool:
    """A docstring, or a name for a type alone."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
