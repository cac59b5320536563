"""Isolated audits with fake libraries: right, unsafe, hanging, dying, not importing; and the plain formulas, always."""

from __future__ import annotations

import json
import math
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dplemma.base.page import Page
from dplemma.cli import main
from dplemma.peers.league.declare import known_peers, load_peer
from dplemma.peers.league.environments import interpreter
from dplemma.peers.league.run import Plan, audit_peer, audit_peers, has_finding
from dplemma.report.pages.peers import league_page

PLAN = Plan(examples=40, limit=20, grace=2.0, import_seconds=20.0)
CONTRACT = {
    "quantity", "implementation", "promise", "points", "rtol", "pass", "failed", "unsafe", "loose", "nan", "raised", "slow",
    "unsafe_by", "worst", "worst_unsafe", "reproduce", "peer", "version", "range",
}  # fmt: skip


@pytest.fixture(autouse=True)
def no_environments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DPLEMMA_PEERS", str(tmp_path / "none"))


def test_a_right_library_is_acquitted(on_path: Path) -> None:
    result = audit_peer("right_adapter", PLAN, python=sys.executable)
    delta, tv = result.entries
    assert (result.broken, result.version) == ("", "1.5")
    assert delta.report.passes and tv.report.passes
    assert delta.sampled == 24 and delta.report.points > delta.sampled
    assert delta.unsafe_share() == delta.failure_share() == 0
    assert delta.median("relative") < 1e-14
    assert not has_finding([result])


def test_an_unsafe_library_is_convicted_with_the_direction(on_path: Path) -> None:
    result = audit_peer("unsafe_adapter", PLAN, python=sys.executable)
    delta, tv = result.entries
    assert not delta.report.passes and tv.report.passes
    assert delta.unsafe_share() > 0.5
    assert delta.report.worst_unsafe is not None and delta.report.worst_unsafe.direction == "below"
    assert has_finding([result])


def test_an_accountant_that_forgets_the_adjacency_is_found_out(on_path: Path) -> None:
    """Both accountants are right for add/remove; under replace-one the forgetful one says half the mu."""
    result = audit_peer("accountant_adapter", PLAN, python=sys.executable)
    kept = {(entry.call.public, entry.call.adjacency): entry.report.passes for entry in result.entries}
    assert kept == {
        ("careful", "add/remove"): True,
        ("careful", "replace"): True,
        ("forgetful", "add/remove"): True,
        ("forgetful", "replace"): False,
    }
    forgetful = result.entries[3]
    assert forgetful.unsafe_share() == 1 and forgetful.to_json()["adjacency"] == "replace"
    page = Page()
    league_page(page, [result], "ordinary", "mu from 0.05 to 8")
    words = " ".join(page.text().split())
    assert "accountant 1.5, forgetful, replacing a record mu=1: 0.19741265136584" in words
    assert "the true advantage of the best adversary is 0.383, returned 0.197: more privacy is promised than there is" in words


def test_the_reproduce_line_of_a_peer_reproduces(on_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its library is prepared and imported first, as in a worker, and not inside a call, whose time is limited."""
    entry = audit_peer("accountant_adapter", PLAN, python=sys.executable).entries[3]
    assert main([*shlex.split(entry.report.reproduce)[1:], "--json", "--report", str(on_path / "bug.md")]) == 1
    assert "Versions: right-library 1.5, " in (on_path / "bug.md").read_text()
    found = json.loads(capsys.readouterr().out)
    assert found["unsafe"] == found["points"] and found["mildest"]["inputs"] == {"mu": "1"}
    assert sys.modules["accountant_adapter"].prepared
    assert main(["audit", "unimportable_adapter:tv", "--as", "gaussian.tv"]) == 2
    assert "unimportable_adapter has no library here: ImportError: this library wants" in capsys.readouterr().err


def test_the_mildest_failure_comes_from_the_worker_and_is_not_counted(on_path: Path) -> None:
    delta = audit_peer("unsafe_adapter", PLAN, python=sys.executable).entries[0]
    found = delta.to_json()
    assert found["mildest"]["inputs"] == {"eps": "1", "mu": "1"} and "privacy is promised" in found["mildest"]["means"]
    assert delta.report.points == len(delta.report.seen) <= 41
    assert audit_peer("right_adapter", PLAN, python=sys.executable).entries[0].to_json()["mildest"] is None


def test_the_json_is_the_contract_of_audit_with_the_library(on_path: Path) -> None:
    found = audit_peer("unsafe_adapter", PLAN, python=sys.executable).entries[0].to_json()
    assert found.keys() >= CONTRACT
    assert (found["peer"], found["version"], found["range"]) == ("unsafe", "1.5", "ordinary")
    assert found["unsafe_by"].keys() == {"1e-9", "1e-6", "1e-2"}
    assert "dplemma audit unsafe_adapter:delta --as gaussian.delta" in found["reproduce"]
    assert "sigma=1/mu" in found["reproduce"]
    json.dumps(found, allow_nan=False)


def test_a_hanging_call_is_stopped_and_the_next_one_audited(on_path: Path) -> None:
    result = audit_peer("hanging_adapter", PLAN, python=sys.executable)
    delta, tv = result.entries
    assert (delta.report.slow, delta.report.points, delta.cut) == (1, 1, True)
    assert not delta.report.passes and tv.report.passes
    assert set(delta.report.seen[0].inputs) == {"eps", "mu"}  # where it hung is known


def test_a_dying_process_is_replaced_and_the_point_named(on_path: Path) -> None:
    result = audit_peer("crashing_adapter", PLAN, python=sys.executable)
    delta, tv = result.entries
    assert delta.report.raised == 1 and "process died" in delta.report.seen[0].raised
    assert tv.report.passes


def test_a_library_that_does_not_import_is_said_to_be_broken(on_path: Path) -> None:
    result = audit_peer("unimportable_adapter", PLAN, python=sys.executable)
    assert result.broken == "ImportError: this library wants another one" and not result.entries


def test_imports_that_never_end_are_stopped(on_path: Path) -> None:
    result = audit_peer("endless_adapter", Plan(examples=5, limit=5, import_seconds=1.5), python=sys.executable)
    assert result.broken == "its imports never end"


def test_exceptions_and_nan_are_counted_apart(on_path: Path) -> None:
    delta = audit_peer("raising_adapter", PLAN, python=sys.executable).entries[0]
    assert delta.report.raised > 0 and delta.report.nan > 0
    assert delta.report.raised + delta.report.nan == delta.report.points == delta.report.failed
    assert delta.failure_share() == 1 and delta.report.errors["ValueError"] == delta.report.raised
    assert delta.report.unsafe == 0  # no number promises nothing


def test_the_sample_does_not_depend_on_the_order_of_the_libraries(on_path: Path) -> None:
    one, two = audit_peers({"a": "right_adapter", "b": "unsafe_adapter"}, PLAN, jobs=2)
    alone = audit_peer("unsafe_adapter", PLAN, python=sys.executable)
    assert [judged.inputs for judged in two.entries[0].sample] == [judged.inputs for judged in alone.entries[0].sample]
    assert (one.name, two.name) == ("right", "unsafe")


def test_a_missing_library_is_missing(on_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dplemma.peers.league.environments.importable", lambda peer: False)
    assert audit_peer("right_adapter", PLAN).broken == "not installed"


def test_the_plain_formulas_are_always_there() -> None:
    assert interpreter(load_peer(known_peers()["plain_scipy"])) == sys.executable
    result = audit_peer(known_peers()["plain_scipy"], Plan(examples=20, limit=20), python=sys.executable)
    assert len(result.entries) == 10
    by_name = {entry.call.name: entry for entry in result.entries}
    assert by_name["gaussian_log_delta"].report.passes
    assert by_name["gaussian_sigma"].call.atol == 2e-12 and "--atol 2e-12" in by_name["gaussian_sigma"].report.reproduce
    assert by_name["gaussian_sigma_classical"].report.passes and by_name["gaussian_sigma_classical"].report.loose > 0


def test_the_hard_range_breaks_what_the_ordinary_one_does_not() -> None:
    result = audit_peer(known_peers()["plain_scipy"], Plan(range="hard", examples=60, limit=30), python=sys.executable)
    failed = {entry.call.name for entry in result.entries if not entry.report.passes}
    assert "gaussian_sigma" in failed
    assert "gaussian_sigma_classical" not in failed  # inside its documented domain the bound holds


def test_a_documented_absolute_tolerance_breaks_no_promise() -> None:
    from dplemma.peers.league.worker import WatchedJudge
    from dplemma.values.calls import bind
    from dplemma.values.evaluator import evaluator

    ready = evaluator("gaussian.tv")
    call = bind(lambda mu: math.erf(mu / math.sqrt(8)) - 1e-7, ready, {})
    said: list[dict[str, object]] = []
    point = {"mu": Fraction(1)}
    strict = WatchedJudge(ready, call, unsafe_side="below", say=said.append).at(point)
    lenient = WatchedJudge(ready, call, unsafe_side="below", say=said.append, atol=1e-6).at(point)
    assert (strict.failed, strict.unsafe) == (True, True)
    assert (lenient.failed, lenient.unsafe, lenient.loose) == (False, False, True)
    assert lenient.relative == strict.relative and len(said) == 2


def test_points_outside_the_documented_domain_are_not_judged() -> None:
    from dplemma.peers.league.worker import WatchedJudge
    from dplemma.values.calls import bind
    from dplemma.values.evaluator import evaluator
    from dplemma.values.exact import BadInput

    ready = evaluator("gaussian.tv")
    judge = WatchedJudge(ready, bind(lambda mu: mu, ready, {}), say=lambda line: None, within=lambda mu: mu < 1)
    with pytest.raises(BadInput, match="documented domain"):
        judge.at({"mu": Fraction(2)})
