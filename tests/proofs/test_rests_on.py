"""The functions of the kernel that run for a verdict: all of them, also those whose values were known, each once."""

from __future__ import annotations

import ast
from fractions import Fraction

from dplemma.kernel.enclose import at_point
from dplemma.kernel.normal import equal
from dplemma.kernel.statement import Region
from dplemma.kernel.term import read_term
from dplemma.proofs.rests_on import KERNEL, Ran, functions_run, total_lines

X = ["var", "x"]


def value() -> object:
    return at_point(read_term(["Add", ["Mul", "2", X], "1"]), {"x": Fraction(3)}, 60)


def test_what_runs_is_listed_with_its_lines() -> None:
    answer, code = functions_run(value)
    assert answer == 7
    by_name = {(ran.module, ran.name): ran for ran in code}
    assert {("term", "read_term"), ("enclose", "at_point")} <= by_name.keys()
    assert not any(module == "normal" for module, _ in by_name)
    for ran in code:
        source = ast.parse((KERNEL / f"{ran.module}.py").read_text(encoding="utf-8"))
        spans = {
            (min([node.lineno, *(one.lineno for one in node.decorator_list)]), node.end_lineno)
            for node in ast.walk(source)
            if isinstance(node, ast.FunctionDef)
        }
        assert (ran.first, ran.last) in spans or ran.name.endswith("<lambda>")


def test_what_was_computed_before_counts_again() -> None:
    """`steps` keeps its values; a second check rests on it as much as the first."""
    value()
    assert ("enclose", "steps") in {(ran.module, ran.name) for ran in functions_run(value)[1]}


def test_another_question_rests_on_other_code() -> None:
    _, code = functions_run(lambda: equal(read_term(["Mul", X, X]), read_term(["Pow", X, "2"]), Region({})))
    assert "normal" in {ran.module for ran in code} and "tiling" not in {ran.module for ran in code}


def test_what_stands_inside_another_function_counts_once() -> None:
    _, code = functions_run(value)
    places = [(ran.module, line) for ran in code for line in range(ran.first, ran.last + 1)]
    assert len(places) == len(set(places)) == total_lines(code)


def test_lines_are_counted_from_the_first_to_the_last() -> None:
    assert total_lines([Ran("a", "f", 3, 3), Ran("a", "g", 5, 9)]) == 6
