"""`dplemma verify`: exit codes, what is compared, what is written."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cli_world import AUC, ORDERING, REMARK, SLOPE, TABLE, TAIL, UPPER, World

from dplemma.base.errors import BadClaim, OutOfBudget
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import Verdict

WEAKER = Verdict(verdict="certified", engine="balls")
HIGHEST_WIDTH = 110
STOPPED = ("the rewriting 'simplified', 60 s",)


def verify(world: World, *argv: str) -> tuple[int, str, str]:
    return world.run("verify", "--jobs", "1", *argv)


def test_agreement(world: World) -> None:
    code, out, _ = verify(world)
    assert code == 0
    assert "ledger: agrees\n" in out
    assert all(len(line) <= HIGHEST_WIDTH for line in out.splitlines())


def test_the_table_groups_by_paper_in_registry_order(world: World) -> None:
    _, out, _ = verify(world)
    places = [out.index(text) for text in ("The sensitivity index (2021)", SLOPE, AUC, "A bridge to", UPPER, TABLE)]
    assert places == sorted(places)
    assert "at eps = 1, delta = 1/10: left side 2.4123" in out
    assert "> right side 2.2214414690791831" in out
    assert "would settle it" in out


def test_the_summary_counts_claims_and_companions_apart(world: World) -> None:
    _, out, _ = verify(world)
    rows = {line.split()[0]: line.split()[-8:] for line in out.splitlines() if line and not line.startswith(" ")}
    assert rows["core"] == ["2", "0", "1", "0", "2", "0", "0", "5"]
    assert rows["prose"] == ["0", "0", "0", "0", "0", "1", "1", "2"]
    assert rows["all"] == ["2", "0", "1", "0", "2", "1", "1", "7"]
    assert rows["amendments"] == ["0", "1", "0", "0", "0", "0", "0", "1"]
    assert rows["sharpenings"] == ["0", "1", "0", "0", "0", "0", "0", "1"]
    assert "not formalised: 1 of 7 (14.3%)\n  glrt: 1 of 3, more than one in ten" in out
    assert "refuted: 2, 1 of them with an amendment that is decided" in out
    assert f"without a decided amendment: {ORDERING}" in out


def test_a_changed_verdict_is_a_finding(world: World) -> None:
    before = world.ledger_file.read_bytes()
    world.verdicts[SLOPE] = WEAKER
    code, out, _ = verify(world)
    assert code == 1
    assert f"changed  {SLOPE}: verdict proved -> certified" in out
    assert f"changed  {SLOPE}: engine symbolic -> balls" in out
    assert "dplemma verify --update-ledger" in out
    assert world.ledger_file.read_bytes() == before


def test_update_accepts_and_then_agrees(world: World) -> None:
    world.verdicts[SLOPE] = WEAKER
    code, out, _ = verify(world, "--update-ledger")
    assert code == 0
    assert "ledger: updated (1 changed)" in out
    assert verify(world)[0] == 0
    assert ledger.read()[SLOPE].verdict == "certified"


def test_a_quiet_update_leaves_the_file_alone(world: World) -> None:
    before = world.ledger_file.read_bytes()
    world.verdicts[SLOPE] = world.verdicts[SLOPE].with_(seconds=77.0, bits=4096, versions={"sympy": "9"})
    assert verify(world, "--update-ledger")[0] == 0
    assert world.ledger_file.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "name", "text"),
    [("states", "states", "It rises, " * 20), ("reading", "reading", "Over all tests."), ("class_", "class", "proof")],
)
def test_a_reworded_claim_is_a_difference_until_the_ledger_has_its_words(world: World, field: str, name: str, text: str) -> None:
    world.claims[AUC] = replace(world.claims[AUC], **{field: text})
    code, out, _ = verify(world)
    assert code == 1
    assert "ledger: differs (1 changed)" in out and f"changed  {AUC}: {name} " in out
    assert len(out[out.index("changed  ") :]) < 400
    verify(world, "--update-ledger")
    assert getattr(ledger.read()[AUC], field) == text
    assert verify(world)[0] == 0


def test_new_details_are_refreshed_without_being_a_change(world: World) -> None:
    world.verdicts[AUC] = world.verdicts[AUC].with_(remark="another remark")
    code, out, _ = verify(world)
    assert code == 0
    assert "ledger: agrees; details of 1 line are older than the sources" in out
    _, out, _ = verify(world, "--update-ledger")
    assert "details of 1 line updated" in out
    assert ledger.read()[AUC].remark == "another remark"


def test_what_is_known_to_stay_open_gets_a_small_effort(world: World) -> None:
    verify(world)
    assert world.efforts == {key: "small" if key == TAIL else "usual" for key in world.claims}
    for option, effort in (("--effort", "large"), ("--update-ledger", "usual")):
        verify(world, option)
        assert set(world.efforts.values()) == {effort}
    world.claims[TAIL] = replace(world.claims[TAIL], formula="lim = 1")
    verify(world)
    assert world.efforts[TAIL] == "usual"


def test_a_small_effort_that_comes_to_the_same_leaves_the_ledger_alone(world: World) -> None:
    world.verdicts[TAIL] = world.verdicts[TAIL].with_(remark="out of budget after 600 boxes")
    code, out, _ = verify(world)
    assert code == 0 and out.endswith("\nledger: agrees\n")
    assert verify(world, "--effort")[1].endswith("details of 1 line are older than the sources\n")
    world.verdicts[TAIL] = Verdict(verdict="proved", engine="limit")
    assert f"changed  {TAIL}: verdict undecided -> proved" in verify(world)[1]


def test_the_first_ledger_is_all_additions(bare_world: World) -> None:
    code, out, _ = verify(bare_world)
    assert code == 1
    assert "ledger: differs (9 added)" in out
    assert not bare_world.ledger_file.exists()
    assert verify(bare_world, "--update-ledger")[0] == 0
    assert ledger.read() == bare_world.records()


def test_stale_ids_count_only_when_all_were_verified(world: World) -> None:
    del world.claims[TAIL]
    assert verify(world, "gdp_bridge/*")[0] == 0
    code, out, _ = verify(world)
    assert code == 1
    assert f"removed  {TAIL}: was undecided" in out
    verify(world, "gdp_bridge/*", "--update-ledger")
    assert TAIL in ledger.read()
    verify(world, "--update-ledger")
    assert TAIL not in ledger.read()


def test_a_glob_brings_companions_and_leaves_the_others(world: World) -> None:
    _, out, _ = verify(world, UPPER, "--json")
    assert [claim["id"] for claim in json.loads(out)["claims"]] == [UPPER, f"{UPPER}/amended"]
    _, out, _ = verify(world, "glrt/*", "--json", "gdp*row-2")
    assert [claim["id"] for claim in json.loads(out)["claims"]] == [TABLE, f"{TABLE}/sharpened", ORDERING, REMARK, TAIL]
    assert "more than one in ten" not in verify(world, REMARK)[1]


def test_the_winning_form_is_the_hint(world: World) -> None:
    verify(world)
    assert world.hints[SLOPE] == {"expand"}
    assert world.hints[AUC] == frozenset()


def test_out_of_time_is_not_a_changed_verdict(world: World) -> None:
    before = world.ledger_file.read_bytes()
    world.verdicts[SLOPE] = Verdict(verdict="undecided", engine="symbolic", stopped=STOPPED)
    code, out, _ = verify(world, "--update-ledger")
    assert code == 3
    assert f"out of time, verdict not settled: {SLOPE} (the rewriting 'simplified', 60 s)" in " ".join(out.split())
    assert "changed" not in out
    assert world.ledger_file.read_bytes() == before
    world.verdicts[AUC] = WEAKER
    assert verify(world)[0] == 1


def test_out_of_time_that_agrees_is_fine(world: World) -> None:
    world.verdicts[SLOPE] = world.verdicts[SLOPE].with_(stopped=STOPPED)
    assert verify(world)[0] == 0


def test_a_proof_by_another_engine_after_a_stop_by_the_clock_is_no_difference(world: World) -> None:
    other = world.verdicts[SLOPE].with_(engine="limit")
    world.verdicts[SLOPE] = other
    assert verify(world, SLOPE)[0] == 1
    world.verdicts[SLOPE] = other.with_(stopped=STOPPED)
    code, out, _ = verify(world, SLOPE, "--json")
    assert code == 3
    assert json.loads(out)["ledger"] == {"agrees": False, "updated": False, "changes": [], "out_of_time": [SLOPE]}


def test_what_is_settled_for_the_first_time_is_news_in_spite_of_the_clock(world: World) -> None:
    lines = [line for line in world.ledger_file.read_text().splitlines() if json.loads(line).get("id") != SLOPE]
    world.ledger_file.write_text("\n".join(lines) + "\n")
    world.verdicts[SLOPE] = world.verdicts[SLOPE].with_(stopped=STOPPED)
    code, out, _ = verify(world, SLOPE)
    assert code == 1 and f"added {SLOPE}" in " ".join(out.split())
    world.verdicts[SLOPE] = Verdict(verdict="undecided", engine="symbolic", stopped=STOPPED)
    assert verify(world, SLOPE)[0] == 3


def test_undecided_matters_only_when_strict(world: World) -> None:
    assert verify(world, TAIL)[0] == 0
    code, out, _ = verify(world, TAIL, "--strict")
    assert code == 3
    assert f"undecided: {TAIL}" in out
    assert verify(world, SLOPE, "--strict")[0] == 0


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BadClaim("the region\nis odd", ""), 1, "the region is odd"),
        (ZeroDivisionError("by zero"), 1, "ZeroDivisionError at cli_world.py:"),
        (OutOfBudget("100 boxes spent"), 3, "100 boxes spent"),
    ],
    ids=["claim", "defect", "budget"],
)
def test_a_claim_that_raises_is_named_and_the_rest_goes_on(world: World, error: Exception, code: int, said: str) -> None:
    world.raises[AUC] = error
    got, out, _ = verify(world)
    assert got == code
    told = " ".join(out.split())
    assert f"error: {AUC} (papers/sensitivity_index/topic.py:41): {said}" in told
    assert TAIL in out
    verify(world, "--update-ledger")
    assert ledger.read()[AUC].verdict == "proved"
    data = json.loads(verify(world, "--json")[1])
    assert [entry["id"] for entry in data["errors"]] == [AUC]
    assert data["ledger"]["agrees"] is False


def test_json_schema(world: World) -> None:
    code, out, err = verify(world, "--json")
    data = json.loads(out)
    assert (code, err, data["schema"]) == (0, "", 1)
    assert [claim["id"] for claim in data["claims"]] == list(world.claims)
    upper = data["claims"][2]
    promised = {
        "id", "paper", "tier", "where", "kind", "statement", "reading", "verdict", "engine", "assumes", "digits",
        "witness", "counterexample", "why", "class", "harm", "as_extracted", "amendment", "sharpened", "seconds",
    }  # fmt: skip
    assert promised <= set(upper)
    assert upper["counterexample"]["point"] == {"eps": "1", "delta": "1/10"}
    assert upper["amendment"] == {
        "id": f"{UPPER}/amended",
        "statement": r"d mu/d eps \leq sqrt(2*pi), for eps in [0, oo), delta in (0, 1)",
        "verdict": "certified",
        "counterexample": None,
    }
    assert data["claims"][0]["seconds"] == 0.123
    assert data["totals"]["by_verdict"]["refuted"] == 2
    assert data["ledger"] == {"agrees": True, "updated": False, "changes": [], "out_of_time": []}


@pytest.mark.parametrize(
    ("glob", "near"),
    [
        ("gdp_bridge", "'gdp_bridge/*'"),
        ("gdp_brige/theorem-4-2/uper", UPPER),
        ("gdp_brige/*", TABLE),
        ("zzz*", "glrt/*"),
    ],
)
def test_a_glob_that_matches_nothing_is_bad_input(world: World, glob: str, near: str) -> None:
    code, out, err = verify(world, SLOPE, glob)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert glob in err
    assert near in err


@pytest.mark.parametrize("globs", [[], ["a*"]])
def test_verifying_nothing_is_not_a_pass(world: World, globs: list[str]) -> None:
    world.claims.clear()
    code, out, err = verify(world, *globs)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_corrupt_ledger_is_one_line(world: World) -> None:
    first = world.ledger_file.read_text().splitlines()[0]
    world.ledger_file.write_text(f'{first}\n{{"id": \n')
    for command in ("verify", "list", "findings"):
        code, out, err = world.run(command)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "ledger.jsonl, line 2: not JSON" in err


def test_progress_has_about_ten_lines_and_spares_json(world: World) -> None:
    lines = verify(world)[2].splitlines()
    assert lines[-1] == "verified 9/9"
    assert len(lines) <= 10
    assert verify(world, "--json")[2] == ""


def test_an_interrupt_is_one_line(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(world, "decide", interrupted)
    vars(sys.modules["dplemma.decide.decide"])["decide_claim"] = interrupted
    before = world.ledger_file.read_bytes()
    assert verify(world, "--update-ledger") == (130, "", "dplemma: interrupted\n")
    assert world.ledger_file.read_bytes() == before


def test_an_unwritable_ledger_is_one_line(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DPLEMMA_LEDGER", str(tmp_path / "nowhere" / "ledger.jsonl"))
    code, _, err = verify(world, SLOPE, "--update-ledger", "--json")
    assert (code, err.count("\n")) == (2, 1)
    assert "nowhere" in err


def test_the_hint_to_accept_repeats_the_globs(world: World) -> None:
    world.verdicts[SLOPE] = Verdict(verdict="certified", engine="balls")
    _, out, _ = verify(world, "sensitivity_index/*", SLOPE)
    assert f"accept it with: dplemma verify 'sensitivity_index/*' {SLOPE} --update-ledger" in out


def test_a_ledger_that_cannot_be_written_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "scratch.tmp")

    before = world.ledger_file.read_bytes()
    monkeypatch.setattr("dplemma.ledger.store.os.replace", full)
    code, _, err = verify(world, "--update-ledger")
    history = world.ledger_file.with_name("history.jsonl")  # written first: a change is never lost between the two
    assert (code, err.splitlines()[-1]) == (2, f"dplemma: cannot write {history}: No space left on device")
    assert world.ledger_file.read_bytes() == before
