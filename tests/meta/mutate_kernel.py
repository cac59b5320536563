"""Mutate the kernel's source and see which mutants its tests kill: `python tests/meta/mutate_kernel.py --record FILE`.

`--room arb`, `compile` or `formulas` does the same for another room and the tests in its folder; each room has a file of its own.

What stands in the file is not run again unless its function changed: a run that was ended goes on. `--survivors` runs those that
survived once more, against the tests as they are now. `--list` prints the survivors of the file and the counts by module.
Survivors that do not matter are listed with their reasons in `kernel_survivors.json`, those of the other rooms with the counts in
`numeric_survivors.json`: `--into FILE` writes both there, and keeps the reasons of those that were listed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from kernel_mutation.operators import mutants  # noqa: E402  (beside this file)
from kernel_mutation.runner import Asked, Mutation, folder_of, modules, recorded  # noqa: E402

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


_PLACE = ("room", "module", "owner", "operator", "change")


def listed(room: str, record: Path, before: dict[str, Any]) -> dict[str, Any]:
    """A file of survivors with those of a room as the record has them, of the sources as they are; reasons stay."""
    reasons = {tuple(s[key] for key in _PLACE): s["reason"] for s in before["survivors"]}
    found, counts, survivors = recorded(record), {}, [s for s in before["survivors"] if s["room"] != room]
    for path in sorted(folder_of(room).glob("*.py")):
        there = list(mutants(f"dplemma.{room}.{path.stem}", path.read_text(encoding="utf-8")))
        run = [found[mutant.key] for mutant in there if mutant.key in found]
        left = [result for result in run if not result["result"].startswith("killed")]
        if run:
            counts[path.stem] = {"mutants": len(there), "run": len(run), "killed": len(run) - len(left)}
        for result in left:
            place = dict(zip(_PLACE, (room, result["module"], result["owner"], result["operator"], result["text"]), strict=True))
            survivors.append({**place, "reason": reasons.get(tuple(place.values()), "unjudged")})
    return {"reasons": before["reasons"], "counts": {**before["counts"], room: counts}, "survivors": survivors}


def write_listed(found: dict[str, Any], path: Path) -> None:
    """One line a survivor, so that a difference can be read."""
    head = json.dumps({key: found[key] for key in ("reasons", "counts")}, indent=1)[:-2]
    lines = ",\n".join(f"  {json.dumps(survivor)}" for survivor in found["survivors"])
    path.write_text(f'{head},\n "survivors": [\n{lines}\n ]\n}}\n', encoding="utf-8")


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
    parser.add_argument("--into", type=Path, help="run nothing: write counts and survivors of the room into this file")
    asked = parser.parse_args()
    if asked.into:
        write_listed(listed(asked.room, asked.record, json.loads(asked.into.read_text(encoding="utf-8"))), asked.into)
        return 0
    if asked.list:
        print(summary(asked.record))
        return 0
    chosen = tuple(asked.modules or order_of(asked.room))
    if strange := set(chosen) - set(order_of(asked.room)):
        parser.error(f"{asked.room} has no module {', '.join(sorted(strange))}")
    operators = frozenset(asked.operators or (OPERATORS[:-1] if asked.room == "kernel" else OPERATORS))
    limits = (asked.seconds, asked.minutes, asked.every, asked.room, asked.sample)
    plan = Asked(asked.record, chosen, operators, asked.survivors, *limits)
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=no", "--tb=short", "--assert=plain"]
    files = [
        str(file) for file in sorted((HERE.parent / asked.room).glob("test_*.py")) if any(w in file.name for w in asked.tests)
    ]
    return int(pytest.main([*quiet, *files], plugins=[Mutation(plan)]))


if __name__ == "__main__":
    sys.exit(main())
