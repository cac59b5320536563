"""From the entries on, all that a program needs is kept, and nothing that it does not."""

from __future__ import annotations

import ast

from dplemma.proofs.checker.reachable import only_reachable

LONG = ", ".join(f"name_{n}" for n in range(30))
MODULES = {
    "start": """\
from __future__ import annotations

import json
from math import pi, tau

from small import tools
from small.again import shared
from small.middle import Middle, other


def entry(x):
    return tools.used(x) + shared + tau + Middle().go()


def _helper():
    return other() + pi + json.dumps(1)
""",
    "again": """\
from small.first import hidden, shared

VALUE = hidden
""",
    "first": """\
shared = 1
hidden = 2
\"\"\"What hidden is.\"\"\"
""",
    "tools": f"""\
from small.names import ({LONG})
from small.left_out import left_out


def used(x):
    return {LONG}


unused = left_out
TABLE = {{"a": unused}}
""",
    "names": f"{LONG} = range(30)\n",
    "middle": """\
from small.left_out import left_out


class Middle:
    go_on = left_out
    never = left_out

    def go(self):
        from small.late import late

        return late() or self.go_on()


def other():
    return 1
""",
    "late": """\
def late():
    return 0
""",
    "far": """\
def entry(x):
    return x
""",
    "left_out": "def left_out(*_):\n    raise SystemExit\n",
}


def reduced() -> dict[str, str]:
    return only_reachable(MODULES, "small", [("start", "entry")])


def names_of(source: str) -> set[str]:
    found: set[str] = set()
    for part in ast.parse(source).body:
        if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
            found.add(part.name)
        elif isinstance(part, ast.Assign):
            found |= {node.id for node in ast.walk(part.targets[0]) if isinstance(node, ast.Name)}
    return found


def test_what_an_entry_needs_is_kept_through_every_kind_of_import() -> None:
    short = reduced()
    assert names_of(short["start"]) == {"entry"} and names_of(short["tools"]) == {"used"}
    assert names_of(short["first"]) == {"shared"} and "shared" in short["again"] and "hidden" not in short["again"]
    assert names_of(short["late"]) == {"late"} and names_of(short["middle"]) == {"Middle"}


def test_a_name_means_what_its_module_says() -> None:
    assert "far" not in reduced()


def test_imports_shrink_and_are_wrapped() -> None:
    short = reduced()
    assert "json" not in short["start"] and "import tau\n" in short["start"] and "other" not in short["start"]
    assert "from small.names import (\n" in short["tools"] and short["tools"].count("name_29") == 2


def test_methods_that_were_cut_are_kept_where_something_asks_for_them() -> None:
    short = reduced()["middle"]
    assert "go_on = left_out" in short and "never" not in short


def test_a_text_below_a_name_goes_with_it() -> None:
    assert "What hidden is" not in reduced()["first"]


def test_tables_name_no_function_that_was_cut() -> None:
    modules = {"start": 'gone = left_out\nTABLE = {"a": gone, "b": len}\n\n\ndef left_out(*_):\n    raise SystemExit\n'}
    (short,) = only_reachable(modules, "small", [("start", "TABLE")]).values()
    assert '"a": left_out' in short and "gone" not in short
