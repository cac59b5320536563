"""`dplemma peers`: audit public libraries, each in a process of its own, and print the league table.

Main definition: `peers_command`. Exit codes: 0 every call keeps its promise, 1 one does not, 2 bad input, 3 nothing was audited.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace

from dplemma.base.errors import DplemmaError, OutOfBudget, unknown
from dplemma.cli.output import FINDING, StatusLine, print_json, printed_page
from dplemma.lang.parameters import PARAMETERS
from dplemma.peers.league.declare import HARD_RANGE, Peer, known_peers, load_peer
from dplemma.peers.league.environments import install_line, interpreter, pinned
from dplemma.peers.league.run import PeerResult, Plan, audit_peers, has_finding
from dplemma.report.pages.peers import league_markdown, league_page, list_page

_SHOWN_RANGES = ("eps", "mu", "delta")


class NotThere(DplemmaError):
    """The libraries asked for are not installed."""


def peers_command(arguments: Namespace) -> int:
    adapters = known_peers()
    for name in arguments.names:
        if name not in adapters:
            raise unknown("peer", name, adapters, hint=f"Known are {', '.join(adapters)}.")
    chosen = {name: adapters[name] for name in adapters if not arguments.names or name in arguments.names}
    declared = {name: load_peer(module) for name, module in chosen.items()}
    if arguments.list:
        return _list(arguments, declared)
    there = {name: module for name, module in chosen.items() if interpreter(declared[name]) is not None}
    if not there:
        raise NotThere(f"nothing to audit: {', '.join(chosen)} not installed. Try: {install_line(declared[next(iter(chosen))])}")
    for name in chosen:
        if name not in there:
            _say(f"{name} is missing. Install it with: {install_line(declared[name])}")
    plan = Plan(range=arguments.range, examples=arguments.examples, seed=arguments.seed, limit=arguments.max_seconds)
    jobs = min(len(there), os.cpu_count() or 1)
    with StatusLine(sys.stderr) as line:
        progress = (lambda text: line.show(text[:100])) if line.is_shown else _say  # a line that changes, or one a call
        results = _audited_on(arguments.cluster, there, plan) or audit_peers(there, plan, jobs=jobs, progress=progress)
    _report_broken(results, declared)
    _print(arguments, results)
    if not any(entry.report.points for result in results for entry in result.entries):
        raise OutOfBudget("no call could be audited")
    return FINDING if has_finding(results) else 0


def _audited_on(address: str | None, adapters: dict[str, str], plan: Plan) -> list[PeerResult]:
    """What the cluster at the address finds; nothing without an address."""
    if address is None:
        return []
    from dplemma.base.cluster import Cluster
    from dplemma.cli.cluster_tasks import audit_on_cluster, value_digest

    with Cluster(address, value_digest) as cluster:
        return audit_on_cluster(cluster, adapters, plan)


def _print(arguments: Namespace, results: list[PeerResult]) -> None:
    if arguments.json:
        found = [entry.to_json() for result in results for entry in result.entries if entry.report.points]
        print_json(found, in_ascii=True)
    elif arguments.markdown:
        print(league_markdown(results), end="")
    else:
        with printed_page() as page:
            league_page(page, results, arguments.range, _ranges_phrase(arguments.range))


def _ranges_phrase(kind: str) -> str:
    ends = {name: HARD_RANGE[name] if kind == "hard" else (PARAMETERS[name].low, PARAMETERS[name].high) for name in _SHOWN_RANGES}
    return (
        ", ".join(f"{name} from {low} to {high}" for name, (low, high) in ends.items()) + ", within each call's documented domain"
    )


def _report_broken(results: list[PeerResult], declared: dict[str, Peer]) -> None:
    for result in results:
        if result.broken:
            _say(f"{result.name} cannot be audited: {result.broken}. Try: {install_line(declared[result.name])}")
        for entry in result.entries:
            if entry.skipped:
                _say(f"{result.name}, {entry.call.public}: {entry.skipped}")


def _list(arguments: Namespace, declared: dict[str, Peer]) -> int:
    states = {}
    for name, peer in declared.items():
        states[name] = pinned(peer) if interpreter(peer) else f"missing, install it with: {install_line(peer)}"
    if arguments.json:
        found = [
            {
                "peer": name, "requirement": pinned(peer), "installed": interpreter(peer) is not None, "note": peer.note,
                "calls": [
                    {
                        "quantity": call.quantity, "call": call.public, "promise": call.promise, "because": call.because,
                        "arguments": dict(call.arguments), "domain": dict(call.domain), "adjacency": call.adjacency,
                        "rtol": call.rtol, "atol": call.atol, "target": call.target(),
                    }
                    for call in peer.calls
                ],
            }
            for name, peer in declared.items()
        ]  # fmt: skip
        print_json(found, in_ascii=True)
        return 0
    with printed_page() as page:
        list_page(page, declared, states)
    return 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
