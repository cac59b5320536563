"""The mutants of a module: one place of one function, or of one table, changed.

Main definitions: `Mutant`, `mutants(module, source)`, `mutated(mutant, source)`.

    drop       a statement that only calls (a check); an operand of `and`/`or`; a `not`
    never      a condition made false: a guard is gone          always     a condition made true
    strict     < and <=, > and >= exchanged                      turn       the direction of a comparison, = and !=, in and not in
    answer     True for False, None for True; a computed bool made True or False
    shift      an integer one more, or one less                  swap       min and max, any and all
    arithmetic + and -, * and /, & and | exchanged, a minus left out
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

_STRICT = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_TURN = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
_SWAP = {"min": "max", "max": "min", "any": "all", "all": "any"}
Change = tuple[str, ast.AST]
Function = ast.FunctionDef


@dataclass(frozen=True)
class Mutant:
    """Where it is (module, owner: a function or a table, number of the node in it, number of the change) and what it is."""

    module: str
    owner: str
    node: int
    change: int
    operator: str
    line: int
    text: str
    digest: str

    @property
    def key(self) -> str:
        """The same as long as its owner reads the same."""
        return f"{self.module}:{self.owner}:{self.node}:{self.change}:{self.digest}"


def mutants(module: str, source: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its lines."""
    for owner, top in owners(ast.parse(source)).items():
        digest, types = hashlib.sha256(ast.unparse(top).encode()).hexdigest()[:12], _in_annotations(top)
        for number, node in enumerate(ast.walk(top)):
            for place, (operator, new) in enumerate(_changes(node, top) if node not in types else ()):
                text = f"{_line(node)}  =>  {_line(new)}"
                yield Mutant(module, owner, number, place, operator, _run_line(node, top), text, digest)


def _in_annotations(top: ast.AST) -> set[ast.AST]:
    """The nodes that say types: they do nothing."""
    said = [getattr(node, key, None) for node in ast.walk(top) for key in ("annotation", "returns")]
    return {inner for each in said if each is not None for inner in ast.walk(each)}


def mutated(mutant: Mutant, source: str) -> ast.Module:
    """The tree of the module with the mutant in it."""
    tree = ast.parse(source)
    top = owners(tree)[mutant.owner]
    node = list(ast.walk(top))[mutant.node]
    new = list(_changes(node, top))[mutant.change][1]
    ast.copy_location(new, node) if hasattr(node, "lineno") else None
    _Replaced(node, new).visit(top)
    ast.fix_missing_locations(top)
    return tree


def owners(tree: ast.Module) -> dict[str, ast.FunctionDef | ast.Assign | ast.AnnAssign]:
    """Functions by qualified name, those within functions left to them; tables by the name they are assigned to."""
    found: dict[str, ast.FunctionDef | ast.Assign | ast.AnnAssign] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{inner.name}": inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id] = node
    return found


class _Replaced(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def _run_line(node: ast.AST, top: ast.AST) -> int:
    """The line that is run where the node is: of a condition over several lines neither that of the `if` nor of its value."""
    found = node.test if isinstance(node, (ast.If, ast.IfExp)) else node
    return getattr(found, "lineno", getattr(top, "lineno", 0))


def _line(node: ast.AST) -> str:
    """What a node says, on one line, not much of it."""
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}: ..."
    if isinstance(node, ast.comprehension):
        return " ".join(f"if {ast.unparse(test)}" for test in node.ifs)
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 160 else f"{text[:157]}..."


def _changes(node: ast.AST, top: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "drop", ast.Pass()
    elif isinstance(node, (ast.If, ast.IfExp)):
        yield from _forced(node)
    elif isinstance(node, ast.comprehension):
        yield from _filters(node)
    elif isinstance(node, ast.BoolOp):
        yield from _operands(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "drop", node.operand
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield "arithmetic", node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC and not _is_type(node):
        yield "arithmetic", ast.BinOp(node.left, _ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.Return):
        yield from _answers(node, top)
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Name) and node.id in _SWAP and isinstance(node.ctx, ast.Load):
        yield "swap", ast.Name(_SWAP[node.id], ast.Load())


def _is_type(node: ast.BinOp) -> bool:
    """`int | None`, which is no arithmetic wherever it stands."""
    return any(isinstance(side, ast.Constant) and side.value is None for side in (node.left, node.right))


def _forced(node: ast.If | ast.IfExp) -> Iterator[Change]:
    for operator, value in (("never", False), ("always", True)):
        test = ast.Constant(value)
        yield (
            operator,
            (ast.If(test, node.body, node.orelse) if isinstance(node, ast.If) else ast.IfExp(test, node.body, node.orelse)),
        )


def _filters(node: ast.comprehension) -> Iterator[Change]:
    for n in range(len(node.ifs)):
        for operator, value in (("never", False), ("always", True)):
            tests = [ast.Constant(value) if k == n else test for k, test in enumerate(node.ifs)]
            yield operator, ast.comprehension(node.target, node.iter, tests, node.is_async)


def _operands(node: ast.BoolOp) -> Iterator[Change]:
    for n in range(len(node.values)):
        rest = [value for k, value in enumerate(node.values) if k != n]
        yield "drop", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _comparisons(node: ast.Compare) -> Iterator[Change]:
    for operator, table in (("strict", _STRICT), ("turn", _TURN)):
        for n, op in enumerate(node.ops):
            if type(op) in table:
                ops = [table[type(op)]() if k == n else other for k, other in enumerate(node.ops)]
                yield operator, ast.Compare(node.left, ops, node.comparators)


def _answers(node: ast.Return, top: ast.AST) -> Iterator[Change]:
    """A constant answer is a constant node, and changes there; what is computed is made certain."""
    promised = ast.unparse(top.returns) if isinstance(top, ast.FunctionDef) and top.returns else ""
    if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is not None):
        return
    if isinstance(node.value, ast.Constant):
        if "bool" in promised:
            yield "answer", ast.Return(ast.Constant(True))
    elif "bool" in promised.replace("tuple[bool", ""):
        yield from (("answer", ast.Return(ast.Constant(value))) for value in (True, False))
    elif promised.endswith("| None"):
        yield "answer", ast.Return(ast.Constant(None))


def _constants(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield "answer", ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield from (("shift", ast.Constant(node.value + step)) for step in (1, -1))
