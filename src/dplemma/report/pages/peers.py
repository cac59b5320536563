"""What `dplemma peers` prints: the league table, one block a quantity, and the list of adapters.

Main definitions: `league_page`, `list_page`, `league_markdown`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dplemma.audit.judge import Judged
from dplemma.base.page import Page, markdown_table
from dplemma.peers.league.declare import Peer
from dplemma.peers.league.run import LeagueEntry, PeerResult
from dplemma.report.pages.audit import point

HEAD = ("peer", "call", "adjacency", "promise", "", "worst", "bits", "median", "unsafe", "failures", "points", "a call")
EXPLAINED = (
    "adjacency: under which relation it was called; replacing a record doubles the sensitivity. any: it speaks of none.",
    "keeps, breaks: whether every number keeps the call's own promise (a bound may be loose); gaps: it does, but some fail.",
    "worst, bits: the largest relative error of a number returned, + above the truth, - below; a broken promise comes first.",
    "median, unsafe, failures, a call: of points drawn at random, log-uniform; unsafe: too much privacy promised by over 1 %.",
    "points: drawn + hunted. a call: processor time, median.",
)
_CALL_WIDTH = 28
ADJACENCY_WORDS = {"any": "any adjacency", "add/remove": "adding or removing a record", "replace": "replacing a record"}


def league_rows(results: Iterable[PeerResult]) -> dict[str, list[tuple[str, ...]]]:
    """The rows of the table by quantity, in the order of the names."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for result in results:
        for entry in result.entries:
            if entry.report.points:
                found.setdefault(entry.call.quantity, []).append(_row(entry))
    return dict(sorted(found.items()))


def _row(entry: LeagueEntry) -> tuple[str, ...]:
    worst = shown_worst(entry)
    return (
        entry.peer,
        entry.call.public,
        entry.call.adjacency,
        entry.call.promise,
        verdict(entry),
        "-" if worst is None else signed(worst),
        "-" if worst is None else f"{worst.bits:.0f}",
        f"{entry.median('relative'):.0e}" if entry.sample else "-",
        share(entry.unsafe_share()) if entry.sample else "-",
        failures(entry),
        f"{entry.sampled}+{entry.report.points - entry.sampled}",
        duration(entry.median("seconds")) if entry.sample else "-",
    )


def verdict(entry: LeagueEntry) -> str:
    """Whether the numbers keep the promise; a call that only refuses, raises or is too slow has broken none."""
    if entry.report.passes:
        return "keeps"
    answered = any(judged.failed and judged.direction != "nan" for judged in entry.report.seen)
    return "breaks" if answered else "gaps"


def shown_worst(entry: LeagueEntry) -> Judged | None:
    """The number furthest off on the forbidden side if the promise is broken there, else the one furthest off at all."""
    numbers = [judged for judged in entry.report.seen if judged.direction != "nan" and not judged.raised]
    return max(numbers, key=lambda judged: (judged.failed, judged.relative), default=None)


def signed(judged: Judged) -> str:
    sign = {"above": "+", "below": "-"}.get(judged.direction, "")
    return f"{sign}{judged.relative:.0e}" if judged.relative else "0"


def share(value: float) -> str:
    if not value:
        return "0"
    return f"{100 * value:.0f} %" if value >= 0.005 else "<1 %"


def failures(entry: LeagueEntry) -> str:
    """What came instead of numbers, by kind, as shares of the sample; seen only in the hunt: counted."""
    kinds: dict[str, Callable[[Judged], bool]] = {
        "NaN": lambda judged: judged.direction == "nan" and not judged.raised,
        "raised": lambda judged: bool(judged.raised) and judged.raised != "slow",
        "slow": lambda judged: judged.raised == "slow",
    }
    parts = []
    for kind, counts in kinds.items():
        sampled = sum(map(counts, entry.sample))
        hunted = sum(map(counts, entry.report.seen))
        if sampled:
            parts.append(f"{kind} {share(sampled / entry.sampled)}")
        elif hunted:
            parts.append(f"{kind} ({hunted})")
    return ", ".join(parts) or "0"


def duration(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{1e6 * seconds:.0f} us"
    return f"{1e3 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def league_page(page: Page, results: list[PeerResult], kind: str, ranges: str) -> None:
    page.line(page.paint(f"Public libraries against certified values, {kind} range", "bold"))
    page.wrapped(ranges)
    for quantity, lines in league_rows(results).items():
        page.heading(quantity)
        page.table(HEAD, [_clipped(line) for line in lines])
    _broken_promises(page, results)
    page.heading("How to read it")
    for line in EXPLAINED:
        page.wrapped(line)
    cut = [entry for result in results for entry in result.entries if entry.cut]
    if cut:
        page.wrapped(f"Stopped by the clock before all points were tried: {len(cut)} calls (a larger --limit gives them more).")


def _broken_promises(page: Page, results: list[PeerResult]) -> None:
    """Where each call that breaks its promise is first met, and what that means."""
    broken = [entry for result in results for entry in result.entries if entry.report.points and verdict(entry) == "breaks"]
    if broken:
        page.heading("Broken promises, at the mildest input found")
    for entry in broken:
        judged = entry.report.mildest or shown_worst(entry)
        if judged is not None:
            page.line(f"  {entry.peer} {entry.version}, {entry.call.public}, {ADJACENCY_WORDS[entry.call.adjacency]}")
            said = entry.report.meaning(judged)
            page.wrapped(
                f"{point(judged)}: {judged.got!r}, certified {judged.want!r}" + (f"; {said}" if said else ""), indent="    "
            )


def _clipped(line: tuple[str, ...]) -> tuple[str, ...]:
    return line[0], line[1][:_CALL_WIDTH], *line[2:]


def league_markdown(results: list[PeerResult]) -> str:
    """The table for a page of documentation."""
    head = ("quantity", *HEAD[:4], "promise kept", *HEAD[5:])
    found = [(quantity, line) for quantity, lines in league_rows(results).items() for line in lines]
    return markdown_table(head, [(f"`{quantity}`", line[0], f"`{line[1]}`", *line[2:]) for quantity, line in found]) + "\n"


def list_page(page: Page, peers: Mapping[str, Peer], states: Mapping[str, str]) -> None:
    """Every adapter: is it there, what is audited, and what each call promises."""
    for number, (name, peer) in enumerate(peers.items()):
        if number:
            page.line()
        page.wrapped(f"{page.paint(name, 'bold')}: {states[name]}" + (f" ({peer.note})" if peer.note else ""), first="")
        for call in peer.calls:
            shown = f"{call.public[:_CALL_WIDTH]:<{_CALL_WIDTH}}  {call.adjacency:<10}  {call.promise}"
            page.wrapped(shown, first=f"  {call.quantity:<26} ", indent=" " * 6)
