"""A coded form as FPCore, the language of Herbie and FPBench: what the code does, operation by operation.

Functions FPCore does not have are written out in those it has; the text says so in its `:dplemma-expanded` property.
Main definitions: `fpcore`, `EXPANDED`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from dplemma.doubles.algebras import Node, tree
from dplemma.doubles.functions import FUNCTIONS

EXPANDED: dict[str, Callable[..., str]] = {
    "ndtr": lambda x: f"(/ (erfc (/ (- {x}) (sqrt 2))) 2)",
    "norm_sf": lambda x: f"(/ (erfc (/ {x} (sqrt 2))) 2)",
    "norm_pdf": lambda x: f"(/ (exp (/ (- (* {x} {x})) 2)) (sqrt (* 2 PI)))",
    "log_ndtr": lambda x: f"(log (/ (erfc (/ (- {x}) (sqrt 2))) 2))",
    "erfcx": lambda x: f"(* (exp (* {x} {x})) (erfc {x}))",
    "expit": lambda x: f"(/ 1 (+ 1 (exp (- {x}))))",
    "logit": lambda p: f"(log (/ {p} (- 1 {p})))",
    "fsum": lambda *x: f"(+ {' '.join(x)})",
    "logaddexp": lambda x, y: f"(log (+ (exp {x}) (exp {y})))",
}
_CONSTANTS = {"pi": "PI", "e": "E"}


def fpcore(
    function: Callable[..., Any], names: tuple[str, ...], *, name: str = "", ranges: Mapping[str, tuple[str, str]] | None = None
) -> str:
    """The form as one FPCore expression; ranges become its precondition."""
    used: set[str] = set()
    body = _text(tree(function, names), used)
    lines = [f"(FPCore ({' '.join(names)})", f' :name "{name or function.__name__}"', " :precision binary64"]
    if ranges:
        bounds = " ".join(f"(<= {low} {variable} {high})" for variable, (low, high) in ranges.items())
        lines.append(f" :pre (and {bounds})" if len(ranges) > 1 else f" :pre {bounds}")
    if used:
        lines.append(f" :dplemma-expanded ({' '.join(sorted(used))})")
    return "\n".join([*lines, f" {body})"]) + "\n"


def _text(node: Node, used: set[str]) -> str:
    if node.name == "variable":
        return node.args[0]
    if node.name == "constant":
        return _CONSTANTS[node.args[0]]
    if node.name == "number":
        return _number(node.args[0])
    inside = [_text(arg, used) for arg in node.args]
    operator = FUNCTIONS[node.name].fpcore
    if operator:
        return f"({operator} {' '.join(inside)})"
    if node.name not in EXPANDED:
        from dplemma.doubles.carried import Unliftable

        raise Unliftable(f"FPCore has no {node.name}")
    used.add(node.name)
    return EXPANDED[node.name](*inside)


def _number(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"(/ {value.numerator} {value.denominator})"
