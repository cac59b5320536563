"""What a run of `dplemma mutate` found: the score by kind and by engine, the room that claims have, what survived.

Main definitions: `mutation_json`, `mutation_page`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dplemma.base.page import Page, plural
from dplemma.mutants.make import KINDS
from dplemma.mutants.result import SURVIVING, MutantResult, outcome_counts, share_refuted
from dplemma.report.records import SCHEMA

_COLUMNS = ("refuted", "slack", "survived", "late", "error", "accepted")
_MOST_LISTED = 40  # printed; `--json` lists all


def mutation_json(results: Sequence[MutantResult], *, asked: int, damaged: Sequence[int]) -> dict[str, Any]:
    """All of it; `asked` is how many pairs of a claim and a kind there are, and `damaged` the lines that could not be read."""
    made = _made(results)
    return {
        "schema": SCHEMA,
        "asked": asked,
        "done": len(results),
        "mutants": len(made),
        "totals": _counts(made),
        "refuted_of_those_not_true": share_refuted(outcome_counts(made)),
        "by_kind": {kind: _counts(found) for kind, found in _grouped(made, lambda r: r.kind, KINDS).items()},
        "by_engine": {engine: _counts(found) for engine, found in _grouped(made, lambda r: r.engine).items()},
        "slack": [result.to_json() for result in made if result.outcome == "slack"],
        "survivors": [result.to_json() for result in made if result.outcome in SURVIVING],
        "accepted": [result.to_json() for result in made if result.outcome == "accepted"],
        "damaged_lines": list(damaged),
    }


def mutation_page(page: Page, results: Sequence[MutantResult], *, asked: int, slack: bool) -> None:
    made = _made(results)
    _score_table(page, "kind", _grouped(made, lambda r: r.kind, KINDS))
    page.line()
    _score_table(page, "engine", _grouped(made, lambda r: r.engine))
    page.line()
    _listed(page, "proved or certified although false", [r for r in made if r.outcome == "accepted"])
    if slack:
        _listed(page, "true: the claim has room to spare", [r for r in made if r.outcome == "slack"])
    _listed(page, "survived: neither refuted nor proved", [r for r in made if r.outcome in SURVIVING])
    page.wrapped(mutation_line(results, asked=asked), indent="")


def mutation_line(results: Sequence[MutantResult], *, asked: int) -> str:
    """The whole run in one sentence or two."""
    counts, made = outcome_counts(results), _made(results)
    share = share_refuted(counts)
    told = f"{plural(len(made), 'mutant')}: {counts['refuted']} refuted, {counts['slack']} true (slack), "
    told += f"{sum(counts[name] for name in SURVIVING)} survived, {counts['accepted']} accepted although false"
    told += "" if share is None else f"; of those not proved true {100 * share:.1f} % are refuted"
    left = asked - len(results)
    return f"{told}. {plural(left, 'place')} not looked at yet." if left else f"{told}."


def _made(results: Sequence[MutantResult]) -> list[MutantResult]:
    """Without the places where a kind finds nothing to change."""
    return [result for result in results if result.outcome != "none"]


def _grouped(
    results: Sequence[MutantResult], name: Callable[[MutantResult], str], order: Sequence[str] = ()
) -> dict[str, list[MutantResult]]:
    names = order or sorted({name(result) for result in results})
    groups = {key: [result for result in results if name(result) == key] for key in names}
    return {key: found for key, found in groups.items() if found}


def _counts(results: Sequence[MutantResult]) -> dict[str, int]:
    counts = outcome_counts(results)
    return {name: counts[name] for name in _COLUMNS}


def _score_table(page: Page, what: str, groups: dict[str, list[MutantResult]]) -> None:
    rows = []
    for name, found in groups.items():
        share = share_refuted(outcome_counts(found))
        shown = "-" if share is None else f"{100 * share:.1f} %"
        rows.append([name, str(len(found)), *map(str, _counts(found).values()), shown])
    page.table([what, "mutants", *_COLUMNS, "refuted of those not true"], rows)


def _listed(page: Page, title: str, results: Sequence[MutantResult]) -> None:
    if not results:
        return
    page.line(f"{title} ({len(results)}):")
    for result in results[:_MOST_LISTED]:
        page.line(f"  {page.paint(result.id, 'bold')}  {result.outcome}")
        page.wrapped(result.statement, indent=" " * 6)
        page.wrapped(result.why, indent=" " * 6)
    if len(results) > _MOST_LISTED:
        page.line(f"  and {len(results) - _MOST_LISTED} more: --json lists all")
    page.line()
