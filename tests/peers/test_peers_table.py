"""The league table: rows, shares, verdicts, and what is said of failures."""

from __future__ import annotations

import math
from fractions import Fraction

from dplemma.audit.hunt_errors import AuditReport
from dplemma.audit.judge import Judged
from dplemma.base.page import Page
from dplemma.base.sides import Side
from dplemma.peers.league.declare import Peer, PeerCall
from dplemma.peers.league.run import LeagueEntry, PeerResult
from dplemma.report.pages.peers import duration, failures, league_markdown, league_page, list_page, share, shown_worst, verdict


def gaussian_tv(mu: float) -> float:
    return mu


def judged(relative: float, direction: str, *, failed: bool = False, unsafe: bool = False, raised: str = "") -> Judged:
    got = math.nan if direction == "nan" else 1 + relative
    side = Side(direction) if direction in ("below", "above") else Side.NEITHER
    return Judged(
        got, 1.0, relative, 10.0, side, inputs={"mu": Fraction(1)}, failed=failed, unsafe=unsafe, loose=False, raised=raised,
        seconds=2e-4,
    )  # fmt: skip


def entry(*found: Judged, hunted: tuple[Judged, ...] = (), promise: str = "upper") -> LeagueEntry:
    call = PeerCall("gaussian.tv", gaussian_tv, "lib.tv", promise, "docstring")
    made = LeagueEntry("lib", "1.0", "ordinary", call, AuditReport("gaussian.tv", "lib.tv", promise, 1e-9))
    for one in (*found, *hunted):
        made.report.add(one)
    made.sample.extend(found)
    return made


RIGHT = judged(0.0, "exact")
LOOSE = judged(5.0, "above")
UNSAFE = judged(0.4, "below", failed=True, unsafe=True)
SLOW = judged(math.inf, "nan", failed=True, raised="slow")
RAISED = judged(math.inf, "nan", failed=True, raised="ValueError")


def test_a_broken_promise_is_the_worst_even_if_a_loose_number_is_further_off() -> None:
    found = entry(RIGHT, LOOSE, UNSAFE)
    assert shown_worst(found) is not None and shown_worst(found).relative == 0.4
    assert verdict(found) == "breaks"


def test_a_loose_bound_keeps_its_promise() -> None:
    assert verdict(entry(RIGHT, LOOSE)) == "keeps"


def test_a_call_that_only_refuses_breaks_nothing() -> None:
    assert verdict(entry(RIGHT, RAISED, SLOW)) == "gaps"


def test_shares_are_of_the_sample_and_not_of_the_hunt() -> None:
    found = entry(RIGHT, RIGHT, RIGHT, UNSAFE, hunted=(UNSAFE,) * 6)
    assert found.unsafe_share() == 0.25
    assert found.report.unsafe == 7


def test_failures_by_kind() -> None:
    assert failures(entry(RIGHT)) == "0"
    assert failures(entry(RIGHT, RAISED, RAISED, SLOW)) == "raised 50 %, slow 25 %"
    assert failures(entry(RIGHT, hunted=(RAISED,))) == "raised (1)"


def test_numbers_are_short() -> None:
    assert [share(x) for x in (0, 0.001, 0.25, 1)] == ["0", "<1 %", "25 %", "100 %"]
    assert [duration(x) for x in (2e-6, 0.0123, 3.21)] == ["2 us", "12 ms", "3.2 s"]


def test_the_page_has_a_block_for_each_quantity_and_says_how_to_read_it() -> None:
    cut = entry(RIGHT, UNSAFE)
    cut.cut = True
    page = Page()
    league_page(page, [PeerResult("lib", "1.0", [cut])], "ordinary", "mu from 0.05 to 8")
    text = page.text()
    assert "gaussian.tv\n" in text
    line, broken = [line for line in text.splitlines() if "lib.tv" in line]
    assert broken.strip() == "lib 1.0, lib.tv, any adjacency" and "mu=1: 1.4, certified 1.0" in text
    assert line.split() == [
        "lib",
        "lib.tv",
        "any",
        "upper",
        "breaks",
        "-4e-01",
        "10",
        "2e-01",
        "50",
        "%",
        "0",
        "2+0",
        "200",
        "us",
    ]
    assert "How to read it" in text and "Stopped by the clock" in text
    assert max(map(len, text.splitlines())) <= 130


def test_the_markdown_table_has_the_same_rows() -> None:
    text = league_markdown([PeerResult("lib", "1.0", [entry(RIGHT, UNSAFE)])])
    head, rule, row = text.splitlines()
    assert head.count("|") == rule.count("|") == row.count("|") == 14
    assert "`gaussian.tv`" in row and "breaks" in row


def test_an_entry_without_points_is_left_out() -> None:
    assert league_markdown([PeerResult("lib", "1.0", [entry()])]).count("\n") == 2


def test_the_list_says_what_is_missing() -> None:
    call = PeerCall("gaussian.tv", gaussian_tv, "lib.tv", "upper", "docstring")
    page = Page()
    list_page(page, {"lib": Peer("lib", "lib", (), (call,), note="a remark")}, {"lib": "missing, install it with: make peers"})
    assert "lib: missing, install it with: make peers (a remark)" in page.text()
    assert "gaussian.tv" in page.text()
