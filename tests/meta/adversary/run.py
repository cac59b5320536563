"""Run the adversary: `python -m adversary.run --seed 1 --count 1000 [--jobs 2] [--seconds 20]`, in the folder tests/meta.

Prints the table of families and verdicts, in Markdown, and every claim that was decided wrongly with its place. Exit code 1 if
there is one. With `--record FILE` each verdict is written to a line of the file as it is found, and what stands there is not
decided again: a run that was ended goes on, and several seeds share a file; the table is then that of the whole file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .generator import known
from .judge import of_generated
from .known import FAMILIES, TRUTHS
from .pool import OUT, limited

COLUMNS = ("proved", "certified", "confirmed", "undecided", "refuted", OUT, "error")
Place = tuple[Any, ...]  # seed and number, perhaps the family


def outcomes(places: Iterable[Place], jobs: int, seconds: int) -> dict[Place, str]:
    """The verdict on each claim, in the order of the places."""
    return dict(sorted(limited(of_generated, places, jobs, seconds)))


def recorded(record: Path) -> dict[Place, str]:
    """The verdicts that stand in a file of lines `[seed, number, verdict]`; a last line cut short is left out."""
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True) if record.exists() else []
    return {(seed, number): verdict for seed, number, verdict in (json.loads(line) for line in lines if line.endswith("\n"))}


def continued(places: Iterable[Place], jobs: int, seconds: int, record: Path) -> dict[Place, str]:
    """The verdicts of a file, after those on the places that it does not have were added to it."""
    known_before = recorded(record)
    with record.open("w", encoding="utf-8") as file:
        for place, verdict in known_before.items():
            file.write(_line(place, verdict))
        for place, verdict in limited(of_generated, [place for place in places if place not in known_before], jobs, seconds):
            file.write(_line(place, verdict))
            file.flush()
    return dict(sorted(recorded(record).items()))


def _line(place: Place, verdict: str) -> str:
    return json.dumps([*place, verdict]) + "\n"


def wrong(found: dict[Place, str]) -> list[str]:
    """The claims that were decided wrongly, in words."""
    lines = []
    for place, verdict in found.items():
        claim = known(*place)
        if claim.contradicted_by(verdict):
            said = f"{claim.statement.text()} on {claim.region.text()}"
            lines.append(
                f"seed {place[0]}, number {place[1]}, {claim.family}: {claim.truth} ({claim.why}), but {verdict}: {said}"
            )
    return lines


def table(found: dict[Place, str]) -> str:
    """How often each verdict was given, by family and by truth."""
    counts = Counter[tuple[str, str]]()
    for place, verdict in found.items():
        claim = known(*place)
        for row in (claim.family, f"**{claim.truth}**"):
            counts[row, verdict.split(":")[0]] += 1
    rows = [*sorted(FAMILIES), *(f"**{truth}**" for truth in TRUTHS)]
    lines = [f"| family | {' | '.join(COLUMNS)} |", f"|---|{'---|' * len(COLUMNS)}"]
    return "\n".join(
        [*lines, *(f"| {row} | {' | '.join(str(counts[row, column] or '') for column in COLUMNS)} |" for row in rows)]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="decide claims whose truth is settled, and count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first claim")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=20, help="CPU seconds for a claim")
    parser.add_argument("--record", type=Path, help="file of the verdicts: what stands there is not decided again")
    asked = parser.parse_args()
    places = [(asked.seed, number) for number in range(asked.first, asked.first + asked.count)]
    limits = (asked.jobs, asked.seconds)
    found = continued(places, *limits, asked.record) if asked.record else outcomes(places, *limits)
    mistakes = wrong(found)
    print(table(found))
    seeds = ", ".join(str(seed) for seed in sorted({place[0] for place in found}))
    print(f"\n{len(found)} claims of seed {seeds}, {len(mistakes)} decided wrongly", *mistakes, sep="\n")
    print(
        *(f"error, seed {seed}, number {n}: {word}" for (seed, n, *_), word in found.items() if word.startswith("error")),
        sep="\n",
    )
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
