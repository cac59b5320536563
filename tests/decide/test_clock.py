"""A clock never decides: whatever it stops on the way, a verdict is the one remembered or is said to be out of time."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from small_claims import verdict_of
from sympy import Rational as R

from dplemma.cli import main
from dplemma.decide.regions import balls, equals, guides, links
from dplemma.decide.regions.budget import Budget
from dplemma.lang import Interval, Phi, Rel, exp, log, variables
from dplemma.ledger import store as ledger

x = variables("x")
NEEDS_REWRITING = "hypothesis_testing/table-1/beta-1/f-0.58"

USER_FILE = """
from dplemma.lang import Claim, Interval, Phi, Rational, Region, exp, log, variables

x = variables("x")
bounded = Claim(
    id="mine/bounded", where="here", kind="inequality", states="a bound that boxes show",
    lhs=Phi(exp(x) - 3 * x**2) * exp(-x * Phi(x)) + log(1 + x**3) * Phi(1 - 4 * x), rel="<", rhs=Rational(11, 10),
    on=Region(x=Interval(0, 1)),
)
"""


def rewriting_takes_at_most(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (equals, guides, links):
        monkeypatch.setattr(module, "SECONDS", seconds)
    monkeypatch.setattr(equals, "_rewritten", equals._rewritten.__wrapped__)  # what other tests had time for is not remembered


def test_a_certified_claim_whose_rewriting_is_stopped_is_out_of_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rewriting_takes_at_most(0.0, monkeypatch)
    before = ledger.path().read_bytes()
    assert main(["verify", NEEDS_REWRITING, "--jobs", "1", "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert ledger.read()[NEEDS_REWRITING].verdict == "certified"
    assert found["claims"][0]["verdict"] in ("undecided", "confirmed")
    assert found["ledger"] == {"agrees": False, "updated": False, "changes": [], "out_of_time": [NEEDS_REWRITING]}
    assert ledger.path().read_bytes() == before


def test_with_little_time_it_is_the_verdict_remembered_or_out_of_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rewriting_takes_at_most(0.01, monkeypatch)
    code = main(["verify", NEEDS_REWRITING, "--jobs", "1", "--json"])
    found = json.loads(capsys.readouterr().out)
    agrees = found["claims"][0]["verdict"] == "certified"
    assert (code, found["ledger"]["out_of_time"]) == ((0, []) if agrees else (3, [NEEDS_REWRITING]))
    assert found["ledger"]["changes"] == []


def test_what_was_stopped_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rewriting_takes_at_most(0.0, monkeypatch)
    assert main(["verify", NEEDS_REWRITING, "--jobs", "1"]) == 3
    printed = " ".join(capsys.readouterr().out.split())
    assert f"out of time, verdict not settled: {NEEDS_REWRITING} (the rewriting 'expanded', 0 s;" in printed
    assert "differs" not in printed


def test_a_search_over_boxes_that_is_stopped_is_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    bounded = Rel(Phi(exp(x) - 3 * x**2) * exp(-x * Phi(x)) + log(1 + x**3) * Phi(1 - 4 * x), "<", R(11, 10))
    unit = Interval(0, 1)
    assert (verdict_of(bounded, x=unit).verdict, verdict_of(bounded, x=unit).stopped) == ("certified", ())
    monkeypatch.setattr(balls, "certify", partial(balls.certify, budget=Budget(seconds=-1.0)))
    late = verdict_of(bounded, x=unit)
    assert late.out_of_time and late.stopped == ("the search over boxes, -1 s",)
    assert repr(late).endswith(", out of time>")


def test_a_user_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(USER_FILE, encoding="utf-8")
    assert main(["check", "--no-cache", str(file)]) == 0
    assert "Out of time" not in capsys.readouterr().out
    monkeypatch.setattr(balls, "certify", partial(balls.certify, budget=Budget(seconds=-1.0)))
    assert main(["check", "--no-cache", str(file)]) == 3
    assert "Out of time\n  the clock stopped the search over boxes, -1 s" in capsys.readouterr().out
