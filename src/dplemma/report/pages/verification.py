"""What a run of `dplemma verify` found: its table, its summary, its JSON and its exit code.

Main definitions: `Verification`, `Failure`, `assess`.

A claim on the way to whose verdict the wall clock stopped something may look weaker than it is, or be proved by another engine.
Where it then differs from the ledger, it is listed as out of time with what was stopped, never as a changed verdict, and the
ledger keeps its old line.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dplemma.base.codec import JsonRecord
from dplemma.base.errors import clipped
from dplemma.base.page import Page, plural
from dplemma.lang.paper import Paper
from dplemma.ledger import store as ledger
from dplemma.ledger.phrases import failure_phrase, table_row, verdict_word
from dplemma.ledger.record import Record
from dplemma.ledger.store import Change, Records
from dplemma.ledger.verdict import SETTLED, VERDICTS, Counterexample
from dplemma.report.records import NOT_FORMALISED_LIMIT, SCHEMA, totals

_MOST_CHANGES = 60  # printed; `--json` lists all
_MOST_IDS = 5
SOURCES = ("decided", "unchanged", "checked")
_SUMMARY_WIDTH = 12 + 11 * len(VERDICTS) + 7


@dataclass(frozen=True, kw_only=True)
class Failure(JsonRecord):
    """A claim that raised instead of getting a verdict."""

    id: str
    place: str
    error: str
    out_of_budget: bool = field(default=False, metadata={"json": False})


@dataclass(frozen=True, kw_only=True)
class Verification:
    """The verdicts of a run beside what the ledger remembers."""

    records: Records
    failures: tuple[Failure, ...]
    changes: tuple[Change, ...]
    late: Mapping[str, tuple[str, ...]]  # different from the ledger, and what the clock stopped on the way
    merged: Records  # the ledger if this run is accepted
    whole: bool  # all claims were verified
    refreshed: int  # lines that agree, but tell details (place, remark ...) the ledger does not have
    accepted: bool
    papers: Mapping[str, Paper] = field(default_factory=dict)
    rejected: Mapping[str, str] = field(default_factory=dict)  # proofs of a search that the kernel did not accept, and why
    sources: Mapping[str, int] = field(default_factory=dict)  # how many were decided, unchanged, or only checked by the kernel

    def exit_code(self, *, strict: bool = False) -> int:
        if (self.changes and not self.accepted) or any(not failure.out_of_budget for failure in self.failures):
            return 1
        undecided = any(record.verdict == "undecided" for record in self.records.values())
        return 3 if self.late or self.failures or (strict and undecided) else 0

    def to_json(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "claims": [record.to_json() for record in self.records.values()],
            "totals": totals(self.records.values(), self.papers),
            "errors": [failure.to_json() for failure in self.failures],
            "ledger": {
                "agrees": not self.changes and not self.late and not self.failures,
                "updated": self.accepted,
                "changes": [change.to_json() for change in self.changes],
                "out_of_time": list(self.late),
            },
            "kernel": {"rejected": dict(self.rejected)},
            "cache": {name: self.sources.get(name, 0) for name in SOURCES},
        }


def assess(
    records: Records,
    *,
    failures: Collection[Failure],
    stopped: Mapping[str, tuple[str, ...]],
    rejected: Mapping[str, str],
    old: Records,
    registry: Collection[str] | None,
    accept: bool,
    papers: Mapping[str, Paper] | None = None,
    sources: Mapping[str, int] | None = None,
) -> Verification:
    """Compare a run with the old ledger; `registry` holds all ids if all were verified, see `ledger.compare`."""
    linked = ledger.link(records, fallback=old)
    late = {key: stops for key, stops in stopped.items() if key in linked and _differs_by_the_clock(old.get(key), linked[key])}
    settled = {key: record for key, record in linked.items() if key not in late}
    changes = ledger.compare(old, settled, registry=registry)
    merged = ledger.merge(old, settled, registry=registry)
    moved = {change.id for change in changes}
    return Verification(
        records=linked,
        failures=tuple(failures),
        changes=tuple(changes),
        late=late,
        merged=merged,
        whole=registry is not None,
        refreshed=sum(merged[key] != old[key] for key in merged if key in old and key not in moved),
        accepted=accept,
        papers=papers or {},
        rejected=rejected,
        sources=sources or {},
    )


def _differs_by_the_clock(old: Record | None, new: Record) -> bool:
    """Whether the clock may be why a verdict is another one; a statement that is settled for the first time is news."""
    if old is None or old.digest != new.digest:
        return new.verdict not in SETTLED
    return bool(ledger.differences(old, new, ledger.FOUND))


def verification_page(
    page: Page, run: Verification, papers: Mapping[str, Paper], *, strict: bool, globs: Sequence[str] = ()
) -> None:
    claims_table(page, list(run.records.values()), papers, seconds=True)
    for failure in run.failures:
        page.line()
        page.wrapped(f"{failure.id} ({failure.place}): {failure.error}", first=page.paint("error", "error") + ": ")
    if run.records:
        page.line()
        summary_table(page, run.records)
    _shares(page, totals(run.records.values(), papers), whole=run.whole)
    if strict:
        _listed(page, "undecided", [key for key, record in run.records.items() if record.verdict == "undecided"])
    _listed(page, "out of time, verdict not settled", [f"{key} ({'; '.join(stops)})" for key, stops in run.late.items()])
    _listed(
        page,
        f"the kernel rejected {len(run.rejected)} of the searches' proofs",
        [f"{k} ({why})" for k, why in run.rejected.items()],
    )
    _source_lines(page, run.sources)
    _ledger_lines(page, run, globs)


def _source_lines(page: Page, sources: Mapping[str, int]) -> None:
    """How much was not decided in this run, where it was not all."""
    decided, unchanged, checked = (sources.get(name, 0) for name in SOURCES)
    if unchanged or checked:
        page.line(f"decided: {decided}; unchanged, not decided again: {unchanged + checked}")
    if checked:
        again = "to search again: dplemma verify --no-cache"
        page.wrapped(f"{checked} of them were found by other code, the kernel accepts their proofs; {again}", first="  ")


def claims_table(page: Page, records: list[Record], papers: Mapping[str, Paper], *, seconds: bool) -> None:
    """One row per claim under a heading per paper; after a run also what refutes, or would settle, a claim."""
    for number, key in enumerate(dict.fromkeys(record.paper for record in records)):
        if number:
            page.line()
        title = f"  {papers[key].title} ({papers[key].year})" if key in papers else ""
        page.wrapped(page.paint(key, "bold") + title, first="")
        for record in records:
            if record.paper != key:
                continue
            page.lines += table_row(page, record, seconds=seconds)
            if record.verdict == "measured":
                page.wrapped(record.measured, indent=" " * 13)
            elif seconds and record.counterexample:
                page.wrapped(failure_phrase(record.counterexample), indent=" " * 13)
            elif seconds and record.verdict == "undecided" and record.remark:
                page.wrapped(record.remark, indent=" " * 13)
    if any(record.assumes for record in records):
        page.line()
        page.wrapped("* assuming facts from the literature; dplemma show ID says which", first="")


def summary_table(page: Page, records: Records) -> None:
    """Counts by verdict, one line per tier; amendments, sharpenings and literal texts of slips apart."""
    counts = totals(records.values())
    lines = {**counts["by_tier"], "all claims": counts["by_verdict"]}
    lines |= {name: counts[name] for name in ("amendments", "sharpenings", "slips") if any(counts[name].values())}
    if page.width < _SUMMARY_WIDTH:
        for name, by_verdict in lines.items():
            said = ", ".join(f"{count} {verdict_word(verdict)}" for verdict, count in by_verdict.items() if count)
            page.wrapped(f"{name or 'no tier'}: {said or 'none'}; {sum(by_verdict.values())} in all", first="")
        return
    cells = " ".join(page.paint(f"{verdict_word(verdict):>10}", verdict) for verdict in VERDICTS)
    page.line(f"{'':<12} {cells} {'total':>6}")
    for name, by_verdict in lines.items():
        numbers = " ".join(f"{by_verdict[verdict]:>10}" for verdict in VERDICTS)
        page.line(f"{name or 'no tier':<12} {numbers} {sum(by_verdict.values()):>6}")


def _shares(page: Page, counts: Mapping[str, Any], *, whole: bool) -> None:
    if not counts["claims"]:
        return
    page.line()
    for tier, share in counts["coverage"].items() if whole else ():
        page.line(
            f"{tier}: {share['decided']} of {share['items']} statements decided ({share['decided_percent']} %), "
            f"{share['settled']} settled ({share['settled_percent']} %)"
        )
    informal = counts["by_verdict"]["not_formalised"]
    page.line(f"not formalised: {informal} of {counts['claims']} ({informal / counts['claims']:.1%})")
    for paper, share in counts["not_formalised_by_paper"].items():
        if whole and share["not_formalised"] > NOT_FORMALISED_LIMIT * share["claims"]:
            page.line(f"  {paper}: {share['not_formalised']} of {share['claims']}, more than one in ten")
    refuted = counts["by_verdict"]["refuted"]
    if refuted:
        decided = counts["refuted_with_decided_amendment"]
        page.line(f"refuted: {refuted}, {decided} of them with an amendment that is decided")
        _listed(page, "without a decided amendment", counts["refuted_without"], indent="  ")


def _listed(page: Page, title: str, ids: Collection[str], indent: str = "") -> None:
    if ids:
        shown = list(ids)[:_MOST_IDS]
        more = f" and {len(ids) - len(shown)} more" if len(ids) > len(shown) else ""
        page.wrapped(f"{title}: {', '.join(shown)}{more}", first=indent, indent=f"{indent}  ")


def _ledger_lines(page: Page, run: Verification, globs: Sequence[str]) -> None:
    counts = {kind: len({c.id for c in run.changes if c.kind == kind}) for kind in ("added", "changed", "removed")}
    said = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    if not run.changes:
        if run.records and not run.late and not run.failures:
            page.line("ledger: agrees" + _refreshed(run))
        else:
            settled = len(run.records) - len(run.late)
            page.line(f"ledger: agrees on the {plural(settled, 'claim')} that got a settled verdict")
        return
    page.line((f"ledger: updated ({said})" if run.accepted else f"ledger: differs ({said})") + _refreshed(run))
    for change in run.changes[:_MOST_CHANGES]:
        page.wrapped(change_phrase(change), first="  ", indent="      ")
    if len(run.changes) > _MOST_CHANGES:
        page.line(f"  and {len(run.changes) - _MOST_CHANGES} more; --json lists them all")
    if not run.accepted:
        page.line("If this is right, accept it with: " + shlex.join(["dplemma", "verify", *globs, "--update-ledger"]))


def _refreshed(run: Verification) -> str:
    if not run.refreshed:
        return ""
    lines = plural(run.refreshed, "line")
    return f"; details of {lines} updated" if run.accepted else f"; details of {lines} are older than the sources"


def change_phrase(change: Change) -> str:
    """`id: verdict proved -> refuted`, old before new."""
    if change.kind == "added":
        return f"added    {change.id}: {verdict_word(change.new)}"
    if change.kind == "removed":
        return f"removed  {change.id}: was {verdict_word(change.old)}"
    name = "statement" if change.field == "digest" else change.field
    return f"changed  {change.id}: {name} {_value(change.field, change.old)} -> {_value(change.field, change.new)}"


def _value(field: str, value: Any) -> str:
    if isinstance(value, Counterexample):
        return f"[{failure_phrase(value)}]"
    if isinstance(value, tuple):
        return "[" + ", ".join(value) + "]"
    text = str(value or "none")
    return text[:16] if field == "digest" else text if field in ledger.FOUND else clipped(text)
