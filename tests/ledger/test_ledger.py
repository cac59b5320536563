"""The ledger: reading is strict, writing is whole or not at all, and comparing sees exactly the compared fields."""

from __future__ import annotations

import json
import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import dplemma
from dplemma.ledger import store as ledger
from dplemma.ledger.record import Companion, Record
from dplemma.ledger.store import BadLedger, Change
from dplemma.ledger.verdict import Counterexample

CONTRARY = Counterexample(kind="relation", point={"eps": "1"}, lhs="2", rhs="1")


def line(identifier: str, **fields: Any) -> Record:
    return Record(**{"id": identifier, "verdict": "proved", "engine": "symbolic", "digest": "d0", **fields})


def by_id(*lines: Record) -> dict[str, Record]:
    return {record.id: record for record in lines}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ledger.jsonl"


def test_round_trip_is_sorted_and_readable(file: Path) -> None:
    records = by_id(line("b/2", states="ψ ≤ 1"), line("a/1", verdict="refuted", counterexample=CONTRARY))
    ledger.write(records, file)
    assert ledger.read(file) == records
    content = file.read_text(encoding="utf-8")
    assert [json.loads(row)["id"] for row in content.splitlines()] == ["a/1", "b/2"]
    assert "ψ ≤ 1" in content
    assert list(json.loads(content.splitlines()[0])) == sorted(field.name.removesuffix("_") for field in fields(Record))


def test_a_line_separator_inside_text_is_not_a_line_end(file: Path) -> None:
    records = by_id(line("a/1", states="one\u2028two"))
    ledger.write(records, file)
    assert ledger.read(file) == records


def text(without: str = "", **changes: Any) -> str:
    """The JSON of a good line with some keys changed or added and one left out."""
    data = line("a/2").to_json() | changes
    data.pop(without, None)
    return json.dumps(data)


def refuted(**counterexample: Any) -> str:
    return text(verdict="refuted", counterexample=counterexample)


SUMMARY = Companion(id="a/1/amended", statement="x", verdict="undecided")
BAD_LINES = {
    "half a line": ('{"id": "a/2", "verd', "not JSON"),
    "no object": ("[1, 2]", "must be a JSON object"),
    "no id": (text(without="id"), "'id' is missing"),
    "no verdict": (text(without="verdict"), "'verdict' is missing"),
    "no remark": (text(without="remark"), "'remark' is missing"),
    "unknown key": (text(colour="red"), "'colour' is unknown"),
    "unknown verdict": (text(verdict="true"), "unknown verdict 'true'"),
    "wrong type": (text(assumes=3), "'assumes' cannot be 3"),
    "wrong item": (text(symbols=["x", 3]), """'symbols' cannot be ["x", 3]"""),
    "wrong entry": (text(witness={"x": 3}), """'witness' cannot be {"x": 3}"""),
    "true is no number": (text(bits=True), "'bits' cannot be true"),
    "null is no text": (text(why=None), "'why' cannot be null"),
    "twice": (text(id="a/1"), "occurs twice"),
    "refuted alone": (text(verdict="refuted"), "refuted needs a counterexample"),
    "not refuted": (text(counterexample=CONTRARY.to_json()), "refuted needs a counterexample"),
    "bad kind": (refuted(kind="hunch"), "'hunch'"),
    "no kind": (refuted(), "'counterexample': the field 'kind' is missing"),
    "bad point": (refuted(kind="limit", point=1), "'counterexample': the field 'point' cannot be 1"),
    "text as counterexample": (text(verdict="refuted", counterexample="no"), "'counterexample' cannot be \"no\""),
    "empty amendment": (text(amendment={}), "'amendment': the field 'counterexample' is missing"),
    "amendment of a number": (text(amendment=SUMMARY.to_json() | {"id": 1}), "'amendment': the field 'id' cannot be 1"),
    "deep": ("[" * 100_000, "recursion"),
    "not UTF-8": ("\udcff", "not JSON"),
}


@pytest.mark.parametrize(("bad", "problem"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_line_is_named(file: Path, bad: str, problem: str) -> None:
    good = text(id="a/1") + "\n\n"
    file.write_text(good + bad + "\n", encoding="utf-8", errors="surrogateescape")
    with pytest.raises(BadLedger) as caught:
        ledger.read(file)
    message = str(caught.value)
    assert f"{file}, line 3: " in message
    assert problem in message
    assert "\n" not in message


def test_a_missing_ledger_says_how_to_get_one(file: Path) -> None:
    with pytest.raises(BadLedger, match="--update-ledger"):
        ledger.read(file)


def test_the_environment_may_name_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DPLEMMA_LEDGER", str(file))
    assert ledger.path() == file
    monkeypatch.delenv("DPLEMMA_LEDGER")
    assert ledger.path() == Path(dplemma.__file__).with_name("ledger.jsonl")


@pytest.mark.parametrize("stop", ["encode", "replace"])
def test_a_write_that_stops_half_way_leaves_the_old_ledger(file: Path, monkeypatch: pytest.MonkeyPatch, stop: str) -> None:
    ledger.write(by_id(line("a/1")), file)
    before = file.read_bytes()
    after = by_id(line("a/1", verdict="certified"), line("z/9", states=object() if stop == "encode" else ""))
    if stop == "replace":
        monkeypatch.setattr(os, "replace", _killed)
    with pytest.raises((TypeError, KeyboardInterrupt)):
        ledger.write(after, file)
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


NEW_VALUES = {
    "verdict": "certified",
    "measured": "within 9 %",
    "engine": "balls",
    "assumes": ("neyman-pearson",),
    "counterexample": replace(CONTRARY, lhs="3"),
    "digest": "d1",
    **dict.fromkeys(ledger.WORDS, "other words"),
}


@pytest.mark.parametrize("name", ledger.COMPARED)
def test_every_compared_field_is_a_change_old_to_new(name: str) -> None:
    refuted = {"verdict": "refuted", "counterexample": CONTRARY}
    special = {"counterexample": refuted, "measured": {"verdict": "measured", "measured": "within 8 %"}}
    old = line("a/1", **special.get(name, {}))
    new = replace(old, **{name: NEW_VALUES[name]})
    field = name.removesuffix("_")
    change = Change(kind="changed", id="a/1", field=field, old=getattr(old, name), new=NEW_VALUES[name])
    assert ledger.compare(by_id(old), by_id(new)) == [change]
    assert json.loads(json.dumps(change.to_json()))["new"] == new.to_json()[field]


@pytest.mark.parametrize("name", sorted({field.name for field in fields(Record)} - set(ledger.COMPARED) - {"id"}))
def test_no_other_field_is_a_change(name: str) -> None:
    assert ledger.compare(by_id(line("a/1")), by_id(line("a/1", **{name: "something else"}))) == []


def test_added_and_removed() -> None:
    old, new = by_id(line("a/1"), line("a/3")), by_id(line("a/3"), line("a/2", verdict="confirmed"))
    added = Change(kind="added", id="a/2", field="verdict", new="confirmed")
    removed = Change(kind="removed", id="a/1", field="verdict", old="proved")
    assert ledger.compare(old, new) == [added]
    assert ledger.compare(old, new, registry={"a/2", "a/3"}) == [removed, added]


def test_a_claim_that_got_no_verdict_is_not_stale() -> None:
    old = by_id(line("a/1"), line("a/2"))
    assert ledger.compare(old, by_id(line("a/1")), registry={"a/1", "a/2"}) == []
    assert set(ledger.merge(old, by_id(line("a/1")), registry={"a/1", "a/2"})) == {"a/1", "a/2"}


def test_merge_replaces_only_what_was_verified() -> None:
    old = by_id(line("a/1"), line("a/2"), line("a/3"))
    merged = ledger.merge(old, by_id(line("a/2", verdict="confirmed")))
    assert {key: record.verdict for key, record in merged.items()} == {
        "a/1": "proved",
        "a/2": "confirmed",
        "a/3": "proved",
    }
    assert set(ledger.merge(old, by_id(line("a/2")), registry={"a/2", "a/3"})) == {"a/2", "a/3"}


def test_merge_keeps_machine_dependent_fields_where_nothing_moved() -> None:
    old = by_id(line("a/1", seconds=1.0, bits=64, versions={"flint": "1"}, reading="old"), line("a/2", seconds=1.0))
    new = by_id(
        line("a/1", seconds=9.0, bits=99, versions={"flint": "2"}, reading="new"),
        line("a/2", seconds=9.0, engine="balls"),
    )
    assert ledger.tells_the_same(old["a/1"], new["a/1"])
    merged = ledger.merge(old, new)
    assert merged["a/1"] == replace(old["a/1"], reading="new")
    assert merged["a/2"].seconds == 9.0


def test_a_new_verdict_of_an_amendment_reaches_the_line_of_its_claim() -> None:
    claim = line("a/1", verdict="refuted", counterexample=CONTRARY, amendment=SUMMARY)
    old = by_id(claim, line("a/1/amended", verdict="undecided"))
    merged = ledger.merge(old, by_id(line("a/1/amended", verdict="certified")))
    assert merged["a/1"].amendment == replace(SUMMARY, verdict="certified")


@pytest.mark.parametrize(
    ("record", "wanted"),
    [
        (line("a/1"), False),
        (line("a/1/amended", amends="a/1"), True),
        (line("a/1/sharpened"), True),
        (line("a/amended-table"), False),
    ],
    ids=lambda value: value.id if isinstance(value, Record) else "",
)
def test_companions_are_told_apart(record: Record, wanted: bool) -> None:
    assert record.is_companion is wanted


class TestCommittedLedger:
    """The ledger beside the package, as it is committed."""

    def test_it_is_written_the_way_write_writes_it(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("DPLEMMA_LEDGER", raising=False)
        again = tmp_path / "again.jsonl"
        ledger.write(ledger.read(), again)
        assert again.read_bytes() == ledger.path().read_bytes()

    def test_companions_and_their_claims_agree(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("DPLEMMA_LEDGER", raising=False)
        records = ledger.read()
        assert len(records) > 0
        for record in records.values():
            for companion in filter(None, (record.amendment, record.sharpened)):
                assert companion.verdict == records[companion.id].verdict, record.id
