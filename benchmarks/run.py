"""Measure how fast tapes, values, checks and proofs are, as ratios within one run: `make bench`, or with `--json` for machines.

`python benchmarks/run.py checks values` measures some parts only, `make bench PART="checks values"` too; `tapes`, `numbers` and
`proofs` are several parts that belong together. Every part says how long it took.

Times differ between machines and moments; ratios of contenders that took turns do not. A missed target is shown, not
punished: the exit code is 1 only if contenders disagree on a value.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict

import flint
from account_parts import account, growth
from mpmath.libmp import BACKEND
from oracle_parts import checks
from parts import Disagreement, Part, Target, against_hand, against_mpmath
from region_parts import boxes, kernel, regions
from value_parts import in_bulk, inverses, start_up, values
from verify_parts import verify

SCHEMA = 1
PARTS: dict[str, Callable[[], Part]] = {
    "hand": against_hand, "mpmath": against_mpmath, "values": values, "inverses": inverses, "start": start_up, "checks": checks,
    "bulk": in_bulk, "boxes": boxes, "regions": regions, "kernel": kernel, "verify": verify, "account": account,
    "growth": growth,
}  # fmt: skip

GROUPS = {
    "tapes": ("hand", "mpmath"), "numbers": ("values", "inverses", "start", "checks", "bulk"),
    "proofs": ("boxes", "regions", "kernel"), "verification": ("verify",), "accounting": ("account", "growth"),
}  # fmt: skip


def as_json(parts: list[Part], seconds: float) -> str:
    """Everything the tables show, unrounded."""
    body = {
        part.key: {"rows": part.rows, "targets": [{**asdict(target), "met": target.met} for target in part.targets]}
        for part in parts
    }
    return json.dumps({"schema": SCHEMA, **_versions(), **body, "seconds": seconds}, indent=2)


def as_text(part: Part) -> str:
    """Title, aligned columns, then a line for each target."""
    columns = list(part.rows[0])
    cells = [columns, *([_cell(row[column]) for column in columns] for row in part.rows)]
    widths = [max(len(line[index]) for line in cells) for index in range(len(columns))]
    lines = [
        "  ".join(cell.ljust(width) if index == 0 else cell.rjust(width) for index, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(line, widths, strict=True)) for line in cells)
    ]
    return "\n".join([part.title, "", *lines, "", *map(_verdict, part.targets)])


def _verdict(target: Target) -> str:
    mark = "PASS" if target.met else "MISS"
    return f"{mark}  {target.name} {target.measured:.2f} (target {target.relation} {target.bound})"


def _cell(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _versions() -> dict[str, str]:
    return {"python_flint": flint.__version__, "mpmath_integers": BACKEND, "python": sys.version.split()[0]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join([*PARTS, *GROUPS])}; default: all")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.parts if name not in PARTS and name not in GROUPS]
    if unknown:
        parser.error(f"unknown part {unknown[0]!r}; there are {', '.join([*PARTS, *GROUPS])}")
    start, parts = time.perf_counter(), []
    for name in [part for asked in arguments.parts or PARTS for part in GROUPS.get(asked, (asked,))]:
        begun = time.perf_counter()
        print(f"{name} ...", file=sys.stderr, end=" ", flush=True)
        try:
            parts.append(PARTS[name]())
            print(f"{time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)
        except Disagreement as problem:
            print(f"values disagree: {problem}", file=sys.stderr)
            return 1
        if not arguments.json:
            print(as_text(parts[-1]), end="\n\n", flush=True)
    seconds = time.perf_counter() - start
    footer = ", ".join(f"{name} {value}" for name, value in _versions().items())
    print(as_json(parts, seconds) if arguments.json else f"{footer}; {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
