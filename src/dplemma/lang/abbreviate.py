"""What a statement looks like on a page: abbreviations, each with a line that says what it stands for.

Abbreviations of a paper (`let`) and rows of chances are printed by their names; a statement that is still longer than three
lines gets abbreviations for its largest repeated parts, or for large ones. Printing only: no engine sees them.
Main definition: `Written`, by `abbreviated(statement, region)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Max, Min, Pow, Symbol, default_sort_key, preorder_traversal
from sympy.core.symbol import Str

from dplemma.lang.judgements import Algorithm
from dplemma.lang.named import Let, Row
from dplemma.lang.region import Region
from dplemma.lang.statements import Statement
from dplemma.lang.text import latex_name, to_latex, to_text
from dplemma.lang.unfolding import mapped

LONGEST = 320  # characters: three lines of a page
_LETTERS = "cghrsuvwabefjkmnxyz"
_SHORTEST, _LARGE, _LINE, _MOST = 16, 48, 80, 12  # characters of a part worth a name, of a large one, of a good line; names

Both = tuple[Statement, Region]


@dataclass(frozen=True)
class Written:
    """A statement on its region with labels in it, and what the labels stand for in the order of their lines."""

    both: Both
    labels: dict[Let, Expr]
    rows: tuple[Row, ...]

    def text(self) -> str:
        statement, region = self.both
        head = f"{statement.text()}, for {region.text()}" if region.text() else statement.text()
        return "\n".join([head, *(f"where {line}" for line in self._lines(to_text))])

    def latex(self) -> str:
        statement, region = self.both
        printed = statement.promise if isinstance(statement, Algorithm) else statement  # of a program only what it promises
        met = _met(Written((printed, region), self.labels, ()))
        kept = Written(self.both, {label: value for label, value in self.labels.items() if label in met}, self.rows)
        where = (rf"\text{{where }} {line}" for line in kept._lines(to_latex))
        return r" \qquad ".join(part for part in (*(item.latex() for item in self.both), *where) if part)

    def _lines(self, shown: Callable[[Any], str]) -> Iterator[str]:
        if self.rows:
            yield ", ".join(f"{row.name} = ({', '.join(map(shown, row.chances))})" for row in self.rows)
        yield from (f"{shown(label)} = {shown(value)}" for label, value in self.labels.items())

    def expressions(self) -> list[Expr]:
        statement, region = self.both
        leaves = (leaf.shown for part in (statement, *region.such_that) for leaf in part.walk())
        return [*(expr for leaf in leaves for expr in leaf.expressions()), *self.labels.values()]

    def nodes(self, *kinds: type[Basic]) -> list[Any]:
        """The nodes of these kinds, each once, in the order of their first appearance."""
        found = (node for expr in self.expressions() for node in _as_printed(expr) if isinstance(node, kinds))
        return list(dict.fromkeys(found))

    def replaced(self, parts: dict[Any, Any]) -> Written:
        """With parts replaced everywhere."""
        both = mapped(self.both, lambda expr: expr.xreplace(parts), remember=False)
        return Written(both, {label: value.xreplace(parts) for label, value in self.labels.items()}, self.rows)

    def with_label(self, part: Expr, name: str, latex: str, value: Expr) -> Written:
        """With a label for a part, which stands for the value."""
        label = _label(name, latex)
        again = self.replaced({part: label})
        return Written(again.both, {label: value, **again.labels}, again.rows)

    def free_name(self, wished: Iterator[str]) -> str:
        taken = {str(node) for node in self.nodes(Symbol)} | {label.name for label in self.labels} | set(self.both[1].names)
        taken |= {row.name for row in self.rows}
        return next(name for name in wished if name not in taken)


def _label(name: str, latex: str) -> Let:
    return Let(Str(name), Str(latex), Symbol(name, real=True))


def abbreviated(statement: Statement, region: Region) -> Written:
    """The statement with the abbreviations it has, and with more of them while it is longer than three lines."""
    shown = own = _with_own(Written((statement, region), {}, ()))
    while len(shown.text()) > LONGEST and len(shown.labels) < _MOST and (part := _worth_a_name(shown)) is not None:
        name = shown.free_name(_numbered(_LETTERS))
        shown = shown.with_label(part, name, latex_name(name), part)
    return _in_order(shown, set(shown.labels) - set(own.labels))


def _in_order(shown: Written, made: set[Let]) -> Written:
    """Labels in the order in which a reader meets them; those made here are lettered in that order."""
    seen = _met(shown)
    letters = sorted((label.name for label in made), key=lambda name: (len(name), _LETTERS.index(name[0])))
    own = (label for label in seen if label in made)
    renamed = {old: _label(new, latex_name(new)) for old, new in zip(own, letters, strict=True)}
    again = shown.replaced(renamed)
    return Written(again.both, {renamed.get(label, label): again.labels[label] for label in seen}, again.rows)


def _met(shown: Written) -> list[Let]:
    """The labels of the statement, then those of their values, and so on."""
    seen = Written(shown.both, {}, ()).nodes(Let)
    for label in seen:  # grows as it goes
        inner = (node for node in _as_printed(shown.labels[label]) if isinstance(node, Let))
        seen += [node for node in dict.fromkeys(inner) if node not in seen]
    return seen


def _as_printed(expr: Basic) -> Iterator[Basic]:
    """A node and all inside it; the arguments of a maximum, which SymPy keeps as a set, in an order of their own."""
    yield expr
    for part in sorted(expr.args, key=default_sort_key) if isinstance(expr, (Max, Min)) else expr.args:
        yield from _as_printed(part)


def _with_own(shown: Written) -> Written:
    """Abbreviations as labels; two of one name, or one with the name of a variable, are told apart by a number."""
    for row in shown.nodes(Row):
        name = shown.free_name(_numbered([row.name]))
        named = Row(Str(name), *row.chances)
        shown = shown.replaced({row: named})
        shown = Written(shown.both, shown.labels, (*shown.rows, named))
    for node in shown.nodes(Let):
        name = shown.free_name(_numbered([node.name]))
        shown = shown.with_label(node, name, str(node.args[1]) if name == node.name else latex_name(name), node.definition())
    return shown


def _numbered(names: Any) -> Iterator[str]:
    """c, g, h, ..., c_2, g_2, h_2, ..."""
    yield from names
    yield from (f"{name}_{number}" for number in range(2, 100) for name in names)


def _worth_a_name(shown: Written) -> Expr | None:
    """The part whose name saves most: a repeated one, else a large one; never one with a variable bound around it."""
    found: Counter[Expr] = Counter()
    sides = shown.expressions()
    for expr in sides:
        free = expr.free_symbols
        found.update(node for node in preorder_traversal(expr) if _is_part(node) and node.free_symbols <= free)
    sizes = {part: len(to_text(part)) for part in found}
    saved = {part: (times - 1) * (sizes[part] - 1) for part, times in found.items() if times > 1 and sizes[part] >= _SHORTEST}
    if not saved:
        inside = {node for expr in Written(shown.both, {}, ()).expressions() for node in preorder_traversal(expr)} - {*sides}
        saved = {part: -abs(size - _LINE) for part, size in sizes.items() if size >= _LARGE and part in inside}
    return max(saved, key=lambda part: (saved[part], to_text(part)), default=None)


def _is_part(node: Basic) -> bool:
    """Something to name, rather than its reciprocal or a multiple of it."""
    if not isinstance(node, Expr) or not node.args or isinstance(node, Let):
        return False
    return not (isinstance(node, Pow) and node.exp == -1) and node.as_coeff_Mul()[0] == 1
