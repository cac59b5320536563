"""Run the adversary: `python -m adversary.run --seed 1 --count 1000 [--jobs 2] [--seconds 20]`, in the folder tests/meta.

Prints the table of families and verdicts, in Markdown, and every claim that was decided wrongly with its place. Exit code 1 if
there is one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable

from .generator import known
from .judge import of_generated
from .known import FAMILIES, TRUTHS
from .pool import OUT, limited

COLUMNS = ("proved", "certified", "confirmed", "undecided", "refuted", OUT, "error")
Place = tuple[int, int]


def outcomes(places: Iterable[Place], jobs: int, seconds: int) -> dict[Place, str]:
    """The verdict on each claim, in the order of the places."""
    return dict(sorted(limited(of_generated, places, jobs, seconds)))


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
    asked = parser.parse_args()
    places = [(asked.seed, number) for number in range(asked.first, asked.first + asked.count)]
    found = outcomes(places, asked.jobs, asked.seconds)
    mistakes = wrong(found)
    print(table(found))
    print(f"\n{len(found)} claims of seed {asked.seed}, {len(mistakes)} decided wrongly", *mistakes, sep="\n")
    print(*sorted({f"error, number {place[1]}: {word}" for place, word in found.items() if word.startswith("error")}), sep="\n")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
