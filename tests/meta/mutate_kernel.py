"""Mutate the kernel's source and see which mutants its tests kill: `python tests/meta/mutate_kernel.py --record FILE`.

`--room arb`, `compile` or `formulas` does the same for another room and the tests in its folder; each room has a file of its own.

What stands in the file is not run again unless its function changed: a run that was ended goes on. `--survivors` runs those that
survived once more, against the tests as they are now. `--list` prints the survivors of the file and the counts by module.
Survivors that do not matter are listed with their reasons in `kernel_survivors.json`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from kernel_mutation.runner import Asked, Mutation, modules, recorded  # noqa: E402  (beside this file)

ORDER = (
    "check", "goals", "statement", "exists", "points", "program", "signs", "enclose", "bounds", "normal", "limits", "derivation",
    "certificate", "tiling", "steps", "solve", "calculus", "near", "germs", "integrals", "functions", "atoms", "definitions",
    "term", "boxes", "reductions", "convergence", "function_values", "ranges",
)  # fmt: skip


OPERATORS = ("drop", "never", "always", "strict", "turn", "answer", "shift", "swap", "arithmetic")
ROOMS = ("kernel", "arb", "compile", "formulas")


def order_of(room: str) -> tuple[str, ...]:
    """The modules of a room, what matters most first."""
    return ORDER if room == "kernel" else tuple(sorted(name.rpartition(".")[2] for name in modules(room)))


def summary(record: Path) -> str:
    """Counts by module, and the survivors."""
    found = recorded(record).values()
    lines = []
    for module in dict.fromkeys((*ORDER, *sorted(result["module"] for result in found))):
        counts = Counter(result["result"] for result in found if result["module"] == module)
        lines += [f"{module}: {sum(counts.values())} mutants, {dict(counts)}"] if counts else []
    open_ = [r for r in found if r["result"] not in ("killed", "killed by a limit")]
    told = [f"{r['module']}.{r['owner']}:{r['line']} [{r['operator']}] {r['result']}: {r['text']}" for r in open_]
    return "\n".join([*lines, "", *told])


def main() -> int:
    parser = argparse.ArgumentParser(description="mutants of a room, the kernel unless told otherwise, against its tests")
    parser.add_argument("--room", default="kernel", choices=ROOMS)
    parser.add_argument("--record", type=Path, required=True, help="file of results, one JSON line a mutant")
    parser.add_argument("--modules", nargs="*", metavar="MODULE", help="of the room; default: all")
    parser.add_argument("--operators", nargs="*", default=(), help=" ".join(OPERATORS))
    parser.add_argument("--survivors", action="store_true", help="only what survived before")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds of tests that a mutant has to survive")
    parser.add_argument("--every", type=int, default=1, help="of the tests that are numbered at random one in so many")
    parser.add_argument("--sample", type=int, default=1, help="of the mutants one in so many")
    parser.add_argument("--tests", nargs="*", default=[""], help="words of the files of tests that are run (all)")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    parser.add_argument("--list", action="store_true", help="run nothing: print what the file says")
    asked = parser.parse_args()
    if asked.list:
        print(summary(asked.record))
        return 0
    chosen = tuple(asked.modules or order_of(asked.room))
    if strange := set(chosen) - set(order_of(asked.room)):
        parser.error(f"{asked.room} has no module {', '.join(sorted(strange))}")
    operators = frozenset(asked.operators or (OPERATORS[:-1] if asked.room == "kernel" else OPERATORS))
    limits = (asked.seconds, asked.minutes, asked.every, asked.room, asked.sample)
    plan = Asked(asked.record, chosen, operators, asked.survivors, *limits)
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=no", "--tb=no", "--assert=plain"]
    files = [
        str(file) for file in sorted((HERE.parent / asked.room).glob("test_*.py")) if any(w in file.name for w in asked.tests)
    ]
    return int(pytest.main([*quiet, *files], plugins=[Mutation(plan)]))


if __name__ == "__main__":
    sys.exit(main())
