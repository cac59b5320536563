"""The table of what Rocq accepted: resumable, tied to statement and text, shown where it still applies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_certificates import FALSE, REFUTATION

from dplemma.cli import main, rocq_table
from dplemma.ledger.store import read as read_ledger
from dplemma.rocq import build as building
from dplemma.rocq import table
from dplemma.rocq.coqc import Checked
from dplemma.rocq.table import BadTable, RocqRow, accepted, also_checked, read_rows, write_rows

ROW = RocqRow(id="a/b", statement="12", outcome="accepted", shows="refuted", file="34", seconds=1.5, axioms=("classic",))


KNOWN_AXIOMS = {
    "63-bit integers", "binary64 floats", "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "Classical_Prop.classic",
    "FunctionalExtensionality.functional_extensionality_dep",
}  # fmt: skip
"""Of the classical real numbers, and of the numbers of the processor with which coq-interval computes."""


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    rows = {"a/b": ROW, "a/a": replace(ROW, id="a/a", outcome="refused", reason="line 3: no")}
    write_rows(rows, tmp_path / "rows.jsonl")
    assert read_rows(tmp_path / "rows.jsonl") == rows
    assert [json.loads(line)["id"] for line in (tmp_path / "rows.jsonl").read_text().splitlines()] == ["a/a", "a/b"]


def test_there_need_not_be_a_table(tmp_path: Path) -> None:
    assert read_rows(tmp_path / "none.jsonl") == {}


@pytest.mark.parametrize("line", ["{", '{"id": "a"}', '{"id": "a", "axioms": [], "statement": "", "outcome": "", "more": 1}'])
def test_a_bad_line_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(line + "\n")
    with pytest.raises(BadTable, match=r"rows.jsonl, line 1: not a row"):
        read_rows(tmp_path / "rows.jsonl")


@pytest.mark.parametrize(
    ("row", "said", "counts"),
    [
        (ROW, ("12", "refuted"), True),
        (ROW, ("13", "refuted"), False),  # the statement has changed
        (ROW, ("12", "proved"), False),  # the verdict has changed
        (replace(ROW, outcome="refused"), ("12", "refuted"), False),
        (replace(ROW, shows="holds"), ("12", "certified"), True),
    ],
)
def test_a_changed_statement_loses_the_mark(
    row: RocqRow, said: tuple[str, str], counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "_committed", lambda: {"a/b": row})
    assert (also_checked("a/b", *said) is not None) == counts
    assert also_checked("a/c", *said) is None


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A Rocq that accepts refutations, and remembers what it was asked."""
    texts: list[str] = []

    def answer(text: str, max_seconds: int, folder: Path, name: str) -> Checked:
        texts.append(text)
        (folder / f"{name}.vo").touch()
        return Checked("Theorem refuted" in text, 1.0, "" if "Theorem refuted" in text else "line 9: no")

    monkeypatch.setattr(building, "checked", answer)
    monkeypatch.setattr(building, "assumptions", lambda folder, theorems: ("classic",))
    return texts


def folder_of(path: Path, **certificates: dict[str, Any]) -> Path:
    for name, data in certificates.items():
        (path / f"{name}.json").write_text(json.dumps({**data, "id": name}))
    return path


def test_a_build_goes_on_where_it_stopped(asked: list[str], tmp_path: Path) -> None:
    folder, rows, said = folder_of(tmp_path, one=REFUTATION, two=FALSE), tmp_path / "rows.jsonl", []
    found = building.build(folder, {"one": "1", "two": "2"}, said.append, rows)
    assert {id_: row.outcome for id_, row in found.items()} == {"one": "accepted", "two": "refused"}
    assert found["one"].axioms == ("classic",) and len(said) == len(asked) == 2
    assert building.build(folder, {"one": "1", "two": "2"}, said.append, rows) == found == read_rows(rows)
    assert len(asked) == 2
    changed = building.build(folder, {"one": "other", "two": "2"}, said.append, rows)
    assert changed["one"].statement == "other" and len(asked) == 3


def test_a_build_that_is_stopped_leaves_a_whole_table(asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: Any) -> Checked:
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "checked", stopped)
    folder, rows, statements = folder_of(tmp_path, one=REFUTATION, two=FALSE), tmp_path / "rows.jsonl", {"one": "1", "two": "2"}
    with pytest.raises(KeyboardInterrupt):
        building.build(folder, statements, lambda row: None, rows)
    assert {row.outcome for row in read_rows(rows).values()} == {table.WAITS} and len(read_rows(rows)) == 2
    assert rocq_table.rocq_summary(read_rows(rows).values())[0].endswith("0 refused, 0 not exported, 2 not asked yet")


def test_what_was_accepted_counts_until_the_new_file_is_read(
    asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, rows = folder_of(tmp_path, one=REFUTATION), tmp_path / "rows.jsonl"
    write_rows({"one": replace(ROW, id="one", statement="1", file="of an older text")}, rows)

    def stopped(*arguments: Any) -> Checked:
        assert read_rows(rows)["one"].accepted
        return Checked(False, 1.0, "line 9: no")

    monkeypatch.setattr(building, "checked", stopped)
    found = building.build(folder, {"one": "1"}, lambda row: None, rows)["one"]
    assert found.outcome == "refused" and found.axioms == () and found.file != "of an older text"


def test_a_claim_that_is_gone_leaves_the_table(asked: list[str], tmp_path: Path) -> None:
    folder, rows = folder_of(tmp_path, one=REFUTATION), tmp_path / "rows.jsonl"
    write_rows({"a/b": ROW}, rows)
    assert list(building.build(folder, {"one": "1"}, lambda row: None, rows)) == ["one"]


def test_what_cannot_be_exported_is_a_row_with_its_reason(asked: list[str], tmp_path: Path) -> None:
    wrong = {**REFUTATION, "proof": {"fails": {"point": {"x": "2"}}}}
    found = building.build(folder_of(tmp_path, one=wrong), {"one": "1"}, lambda row: None, tmp_path / "rows.jsonl")
    assert found["one"].outcome == "not exported" and "not seen to fail" in found["one"].reason and not asked


def test_without_coqc_the_build_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rocq_table, "find_coqc", lambda: None)
    with pytest.raises(Exception, match="apt-get install coq libcoq-interval"):
        rocq_table.main("nowhere")


def test_the_summary_counts_files_and_axioms() -> None:
    others = replace(ROW, id="c", shows="holds"), replace(ROW, id="d", outcome="refused", axioms=())
    lines = rocq_table.rocq_summary([ROW, *others])
    assert lines[0] == "2 files accepted by coqc (1 refutations, 1 that hold) in 3 s, 1 refused, 0 not exported"
    assert lines[1] == "  assumed by   2: classic"


def test_the_committed_table_is_about_claims_of_the_ledger() -> None:
    rows, ledger = read_rows(), read_ledger()
    good = accepted(rows.values())
    assert len(good) >= 250
    assert all(row.file and row.seconds > 0 for row in good)
    assert {name for row in good for name in row.axioms} <= KNOWN_AXIOMS
    still = [row for row in good if row.id in ledger and ledger[row.id].digest == row.statement]
    assert len(still) >= 250


def test_the_page_has_the_table_and_its_sums() -> None:
    page, rows = rocq_table.PAGE.read_text(encoding="utf-8"), read_rows().values()
    assert rocq_table.with_table(page, rows) == page
    assert "\n".join(rocq_table.rocq_summary(rows)) in page


def test_the_sums_of_a_page_are_renewed() -> None:
    page = rocq_table.with_table(f"a\n```text\n9 files accepted by coqc\n  assumed by 9: x\n```\nb\n{rocq_table.MARK}", [ROW])
    assert page.startswith(
        "a\n```text\n1 files accepted by coqc (1 refutations, 0 that hold) in 2 s, 0 refused, 0 not exported\n"
    )
    assert "x\n```" not in page and "classic\n```\nb\n" in page


def test_a_page_is_written_below_its_mark_only() -> None:
    rows = [ROW, replace(ROW, id="c", outcome="not exported", reason="a: b")]
    page = rocq_table.with_table(f"words\n{rocq_table.MARK}old", rows)
    assert page.startswith(f"words\n{rocq_table.MARK}\n| axioms | are |\n|---|---|\n| 1 | classic |\n") and "old" not in page
    assert "| a/b | refuted | 1.5 | 1 |" in page and "| a | 1 |" in page


def test_show_says_that_rocq_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    row = accepted(read_rows().values())[0]
    assert main(["show", row.id]) == 0
    assert "also checked by Rocq" in capsys.readouterr().out
    assert main(["show", row.id, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rocq"] == {"seconds": row.seconds, "axioms": list(row.axioms)}


def test_show_is_silent_where_rocq_has_not_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    row = next(row for row in read_rows().values() if not row.accepted)
    assert main(["show", row.id]) == 0
    assert "Rocq" not in capsys.readouterr().out
