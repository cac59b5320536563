"""Public libraries as the atlas shows them: which calls were audited, what each promises, and what was found.

Main definitions: `library_entries`, `audited_calls`.

What is audited comes from the adapters; the numbers are those of the last run, whose tables stand in docs/peers.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from dplemma.atlas.addresses import library_address
from dplemma.atlas.sources import docs_page
from dplemma.peers.league.declare import Peer, known_peers, load_peer

_PAGE = "peers.md"
_RANGES = {"Ordinary range": "ordinary", "Hard range": "hard"}
_COLUMNS = (
    "quantity", "library", "call", "adjacency", "promise", "kept", "worst", "bits", "median", "unsafe", "failures", "points",
    "time",
)  # fmt: skip
_RANK = ("keeps", "gaps", "breaks")  # the best first


@cache
def audited_calls() -> tuple[Mapping[str, str], ...]:
    """Every row of the league tables: a call, on a range, with what was found."""
    return tuple(
        {**dict(zip(_COLUMNS, cells, strict=True)), "range": name}
        for title, name in _RANGES.items()
        for cells in _table_rows(_section(title))
    )


def _section(title: str, level: str = "###") -> str:
    """The text below a heading, up to the next one."""
    found = re.search(rf"^{level} {re.escape(title)}\n(.*?)(?=^##|\Z)", docs_page(_PAGE), re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def _table_rows(text: str) -> Iterator[list[str]]:
    """The cells of the rows of a Markdown table, after its head and its rule."""
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    for line in lines:
        yield [cell.strip().strip("`") for cell in line.strip().strip("|").split(" | ")]


def library_entries() -> dict[str, Any]:
    """One entry a library, by the name of its adapter."""
    installs = {cells[0]: cells[1:] for cells in _table_rows(_section("What was run", "##"))}
    loaded = {name: load_peer(module) for name, module in known_peers().items()}
    return {name: _entry(peer, installs) for name, peer in loaded.items()}


def _entry(peer: Peer, installs: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    calls = [dict(call) for call in audited_calls() if call["library"] == peer.name]
    version, note = (*installs.get(peer.distribution, ()), "", "")[:2]
    return {
        "name": peer.name,
        "address": library_address(peer.name),
        "distribution": peer.distribution,
        "version": _pinned().get(peer.distribution) or version,
        "installs": note,
        "note": peer.note,
        "promises": [_promise(call) for call in peer.calls],
        "calls": calls,
        "badge": _badge(calls),
        "findings": [finding for finding in _findings() if peer.distribution.lower() in finding["libraries"]],
    }


def _promise(call: Any) -> dict[str, str]:
    return {
        "quantity": call.quantity, "call": call.public, "adjacency": call.adjacency, "promise": call.promise,
        "because": call.because,
    }  # fmt: skip


def _badge(calls: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """How many calls keep their promise in the ordinary range, and the worst of what the others do."""
    ordinary = [call for call in calls if call["range"] == "ordinary"]
    kept = sum(call["kept"] == "keeps" for call in ordinary)
    worst = max((call["kept"] for call in ordinary), key=_RANK.index, default="")
    return {"kept": kept, "of": len(ordinary), "worst": worst}


@cache
def _pinned() -> dict[str, str]:
    """The versions for which the findings were written."""
    text = files("dplemma.peers").joinpath("peers.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)$", text, re.MULTILINE))


@cache
def _findings() -> tuple[dict[str, Any], ...]:
    """The numbered findings of the page: title, libraries it is about, text as Markdown."""
    found = re.findall(r"^### (\d+)\. ([^:\n]+): ([^\n]+)\n(.*?)(?=^##)", docs_page(_PAGE), re.MULTILINE | re.DOTALL)
    return tuple(
        {
            "number": number, "title": title, "libraries": [name.lower() for name in re.split(r" and |, ", libraries)],
            "text": text.strip(), "unsafe": "*Unsafe" in text,
        }
        for number, libraries, title, text in found
    )  # fmt: skip
