"""Mutate the kernel's source and see which mutants its tests kill: `python tests/meta/mutate_kernel.py --record FILE`.

`--room arb`, `compile` or `formulas` does the same for another room and the tests in its folder; each room has a file of its own.

What stands in the file is not run again unless its function changed: a run that was ended goes on. What was run before is kept in
`mutants_run/ROOM.txt`, a letter a mutant: a run begins with what stands there, unless `--afresh`, and `--keep` writes there what
the file says. `--survivors` runs those that survived once more, against the tests as they are now. `--list` prints the survivors
of the file and the counts by module.

Survivors that do not matter are listed with their reasons in `kernel_survivors.json`, those of the other rooms with the counts in
`numeric_survivors.json`: `--into FILE` writes both there, and keeps the reasons of those that were listed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from kernel_mutation.kept import keep, seed  # noqa: E402  (beside this file)
from kernel_mutation.operators import mutants  # noqa: E402
from kernel_mutation.results import recorded  # noqa: E402
from kernel_mutation.runner import Asked, Mutation, folder_of, modules  # noqa: E402

ORDER = (
    "check", "goals", "statement", "reading", "exists", "points", "program", "signs", "enclose", "bounds", "normal", "limits",
    "derivation", "certificate", "tiling", "steps", "solve", "calculus", "near", "germs", "integrals", "functions", "atoms",
    "definitions", "term", "boxes", "reductions", "convergence", "function_values", "ranges",
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
    """A file of survivors with those of a room as the record has them, of the sources as they are; reasons stay.

    A module of which the record says nothing keeps the counts and the survivors that it had.
    """
    mine = [survivor for survivor in before["survivors"] if survivor.get("room", room) == room]
    reasons: dict[tuple[str, ...], list[str]] = defaultdict(list)  # several changes of a function may read alike: in their order
    for survivor in mine:
        reasons[tuple(survivor.get(key, room) for key in _PLACE)].append(survivor["reason"])
    found, counts, survivors = recorded(record), {}, [survivor for survivor in before["survivors"] if survivor not in mine]
    for path in sorted(folder_of(room).glob("*.py")):
        there = [*mutants(f"dplemma.{room}.{path.stem}", path.read_text(encoding="utf-8"))]
        run = [found[mutant.key] for mutant in there if mutant.key in found]
        left = [result for result in run if not result["result"].startswith("killed")]
        if run:
            counts[path.stem] = {"mutants": len(there), "run": len(run), "killed": len(run) - len(left)}
        elif path.stem in (old := before.get("counts", {}).get(room, {})):
            counts[path.stem] = {**old[path.stem], "mutants": len(there)}
            survivors += [survivor for survivor in mine if survivor["module"] == path.stem]
        for result in left:
            place = dict(zip(_PLACE, (room, result["module"], result["owner"], result["operator"], result["text"]), strict=True))
            left_for_it = reasons[tuple(place.values())]
            survivors.append({**place, "reason": left_for_it.pop(0) if left_for_it else "unjudged"})
    return {"reasons": before["reasons"], "counts": {**before.get("counts", {}), room: counts}, "survivors": survivors}


def read_listed(path: Path, room: str) -> dict[str, Any]:
    """A file of survivors, for the kernel with the counts that stand in the file beside it."""
    found, counts = json.loads(path.read_text(encoding="utf-8")), path.with_name("kernel_mutants.json")
    if room == "kernel" and counts.exists():
        rows = json.loads(counts.read_text(encoding="utf-8"))
        found["counts"] = {room: {name: dict(zip(("mutants", "run", "killed"), row, strict=False)) for name, row in rows.items()}}
    return found


def write_listed(found: dict[str, Any], path: Path) -> None:
    """One line a survivor, so that a difference can be read. The kernel, alone in its file, has its counts in one beside it."""
    kernel = found["counts"].get("kernel")
    if kernel is not None:
        rows = {name: [*row.values(), row["run"] - row["killed"]] for name, row in kernel.items()}
        told = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
        path.with_name("kernel_mutants.json").write_text(f"{{\n{told}\n}}\n", encoding="utf-8")
    left_out = ("room",) if kernel is not None else ()
    survivors = [{key: value for key, value in each.items() if key not in left_out} for each in found["survivors"]]
    head = json.dumps({key: found[key] for key in (("reasons",) if kernel is not None else ("reasons", "counts"))}, indent=1)[:-2]
    lines = ",\n".join(f"  {json.dumps(survivor)}" for survivor in survivors)
    path.write_text(f'{head},\n "survivors": [\n{lines}\n ]\n}}\n', encoding="utf-8")


def parser() -> argparse.ArgumentParser:
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
    parser.add_argument("--afresh", action="store_true", help="do not begin with what is kept in mutants_run")
    parser.add_argument("--list", action="store_true", help="run nothing: print what the file says")
    parser.add_argument("--keep", action="store_true", help="run nothing: write what the file says into mutants_run")
    parser.add_argument("--into", type=Path, help="run nothing: write counts and survivors of the room into this file")
    return parser


def told(asked: argparse.Namespace) -> bool:
    """Whether something was printed or written of what there is, and nothing is to be run."""
    if asked.keep:
        print(f"{keep(asked.room, asked.record)} results are kept")
    if asked.into:
        write_listed(listed(asked.room, asked.record, read_listed(asked.into, asked.room)), asked.into)
    if asked.list:
        print(summary(asked.record))
    return bool(asked.keep or asked.into or asked.list)


def main() -> int:
    asked = parser().parse_args()
    chosen = tuple(asked.modules or order_of(asked.room))
    if strange := set(chosen) - set(order_of(asked.room)):
        parser().error(f"{asked.room} has no module {', '.join(sorted(strange))}")
    if not asked.afresh:
        print(f"{seed(asked.room, asked.record)} results were kept and not in the file", flush=True)
    if told(asked):
        return 0
    operators = frozenset(asked.operators or OPERATORS)
    limits = (asked.seconds, asked.minutes, asked.every, asked.room, asked.sample)
    plan = Asked(asked.record, chosen, operators, asked.survivors, *limits)
    quiet = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=no", "--tb=short", "--assert=plain"]
    files = [
        str(file) for file in sorted((HERE.parent / asked.room).glob("test_*.py")) if any(w in file.name for w in asked.tests)
    ]
    return int(pytest.main([*quiet, *files], plugins=[Mutation(plan)]))


if __name__ == "__main__":
    sys.exit(main())
