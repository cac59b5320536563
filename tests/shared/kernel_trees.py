"""Trees, regions and claims of the kernel written as text, for its tests.

`tree("exp(x) - 1")`, `relation("x**2 > 1")`, `region(x="[0, 1]", given=["x > 1/2"])`, `checked(...)`. Fractions are exact: 1/3
is one. `holds`, `derived` and `lemma` make the objects around a proof.
"""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

import pytest

from dplemma.kernel.boxes import Goal
from dplemma.kernel.check import Outcome, check
from dplemma.kernel.goals import Checker
from dplemma.kernel.reading import read_interval, read_region, read_relation
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import CONSTANTS, Json, Rejected, Term, read_term

_RELATIONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "=", ast.NotEq: "!="}
SIGN: Json = {"rule": "sign"}
RELATION: Json = {"rule": "relation"}


def tree(text: Any) -> Json:
    """The JSON tree of a formula in Python's notation."""
    return _tree(ast.parse(str(text), mode="eval").body)


def _tree(node: Any) -> Any:
    number = _number(node)
    if number is not None:
        return str(number)
    if isinstance(node, ast.Name):
        return node.id if node.id in CONSTANTS else ["var", node.id]
    if isinstance(node, ast.UnaryOp):
        inner = _tree(node.operand)
        return "-oo" if inner == "oo" else ["Mul", "-1", inner]
    if isinstance(node, ast.BinOp):
        return _operation(node)
    if isinstance(node, ast.Compare):
        return [_RELATIONS[type(node.ops[0])], _tree(node.left), _tree(node.comparators[0])]
    if isinstance(node, ast.Call):
        assert isinstance(node.func, ast.Name)
        return [node.func.id, *map(_tree, node.args)]
    if isinstance(node, ast.Tuple):
        first, *rest = node.elts
        if isinstance(first, ast.Name) and len(rest) in (1, 2) and first.id not in CONSTANTS and not _is_branch(rest[-1]):
            return [first.id, *map(_tree, rest)]
        return [_tree(first), *map(_tree, rest)]
    return node.value  # True or False


def _is_branch(node: Any) -> bool:
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and isinstance(node.value, bool))


def _number(node: Any) -> Fraction | None:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return Fraction(node.value)
    if isinstance(node, ast.UnaryOp):
        inner = _number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        above, below = _number(node.left), _number(node.right)
        return None if above is None or not below else above / below
    return None


def _operation(node: ast.BinOp) -> Json:
    left, right = _tree(node.left), _tree(node.right)
    if isinstance(node.op, ast.Add):
        return ["Add", left, right]
    if isinstance(node.op, ast.Sub):
        return ["Add", left, str(-Fraction(right)) if isinstance(right, str) else ["Mul", "-1", right]]
    if isinstance(node.op, ast.Mult):
        return ["Mul", left, right]
    return ["Pow", left, right] if isinstance(node.op, ast.Pow) else ["Mul", left, ["Pow", right, "-1"]]


def term(text: Any) -> Term:
    return read_term(tree(text))


def relation(text: str) -> Json:
    """The tree of a relation; `=` is written `==`."""
    rel, left, right = tree(text)
    return ["Rel", left, rel, right]


def rel(text: str) -> Rel:
    return read_relation(relation(text), "test")


def region_tree(given: Any = (), **intervals: str) -> Json:
    conditions = [relation(part) if isinstance(part, str) else part for part in given]
    return {"intervals": [[name, text] for name, text in intervals.items()], "such_that": conditions}


def region(given: Any = (), **intervals: str) -> Region:
    return read_region(region_tree(given, **intervals))


def interval(text: str) -> Interval:
    return read_interval(text, "test")


def goal(text: str, *, strict: bool = False, given: Any = (), **intervals: str) -> Goal:
    return Goal(term(text), region(given, **intervals), strict)


def shows(goal: Goal, proof: Json) -> Checker:
    """The checker after it has accepted the proof of a goal."""
    checker = Checker()
    checker.goal(goal, proof, "test")
    return checker


def refuses(goal: Goal, proof: Json, reason: str = "") -> None:
    with pytest.raises(Rejected, match=reason or None) as caught:
        shows(goal, proof)
    assert "\n" not in str(caught.value)


def checked(statement: Json, proof: Json, given: Any = (), **intervals: str) -> Outcome:
    """What the kernel says of a proof object, given as a whole, for a statement on a region."""
    return check({"region": region_tree(given, **intervals), "statement": statement}, proof)


def rejected(statement: Json, proof: Json, reason: str = "", given: Any = (), **intervals: str) -> None:
    with pytest.raises(Rejected, match=reason or None) as caught:
        checked(statement, proof, given, **intervals)
    assert "\n" not in str(caught.value)


def holds(rule: Json = RELATION, **witness: Any) -> Json:
    """The proof object of a claim by a rule, with the point at which its premises hold."""
    return {"holds": rule, "witness": {name: str(value) for name, value in witness.items()}}


def derived(*lemmas: Json, inner: Json) -> Json:
    return {"rule": "derived", "lemmas": list(lemmas), "inner": inner}


def lemma(statement: Json, proof: Json, given: Any = (), **intervals: str) -> Json:
    return {"name": "it", "region": region_tree(given, **intervals), "statement": statement, "proof": proof}


def box(**ends: tuple[Any, Any]) -> Json:
    return [[name, [None if end is None else str(Fraction(end)) for end in pair]] for name, pair in ends.items()]


def leaf(by: str, box: Json, **more: Any) -> Json:
    return {"by": by, "box": box, **more}


def boxes(gap: str, *leaves: Json, rule: str = "equal", positive: Any = (), bits: int = 64, **more: Any) -> Json:
    """One form and its leaves; `slopes`, `contacts` belong to the form, `conditions` to the proof."""
    conditions = [relation(part) for part in more.pop("conditions", [])]
    form = {"rule": rule, "gap": tree(gap), "positive": [tree(part) for part in positive], **more}
    return {"rule": "boxes", "bits": bits, "forms": [form], "leaves": list(leaves), "conditions": conditions}


def contact(name: str, *derivatives: str, low: bool = True) -> Json:
    return {"name": name, "low": low, "derivatives": [tree(part) for part in derivatives]}
