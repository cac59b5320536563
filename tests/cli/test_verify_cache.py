"""`verify` and `check` do not decide again what is unchanged, say so, and do well without a cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dplemma.cli import main
from dplemma.decide import decide as engines
from dplemma.ledger.cache import _digest

NUMBERS = "gdp_bridge/section-5-2/mu-1-??1"
CLAIMS = """\
from dplemma import Claim, Interval, Region
from dplemma.lang import exp, oo, variables

x = variables("x")


def line(name, slope):
    return Claim(id=f"mine/{name}", where="", kind="inequality", states="", lhs=slope * x, rel="<=", rhs=exp(x) - 1,
                 on=Region(x=Interval(0, 1)))


first, second = line("first", 1), line("second", 2)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DPLEMMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "cache"


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims that the engines are asked to decide, in this process."""
    asked: list[str] = []
    decide = engines.decide_claim
    monkeypatch.setattr(engines, "decide_claim", lambda claim, *hint: asked.append(claim.id) or decide(claim, *hint))
    return asked


def verify(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["verify", "--jobs", "1", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_the_second_time_nothing_is_decided_and_all_is_the_same(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.loads(verify(capsys, NUMBERS, "--json")[1])
    asked = list(decided)
    second = json.loads(verify(capsys, NUMBERS, "--json")[1])
    assert decided == asked == [claim["id"] for claim in first["claims"]] != []
    assert second["claims"] == first["claims"]
    assert first["cache"] == {"decided": len(asked), "unchanged": 0, "checked": 0}
    assert second["cache"] == {"decided": 0, "unchanged": len(asked), "checked": 0}
    assert len(files(folder)) == len(asked)


def test_the_page_says_what_was_not_decided_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "not decided again" not in verify(capsys, NUMBERS)[1]
    code, out, _ = verify(capsys, NUMBERS)
    assert code == 0
    assert f"\ndecided: 0; unchanged, not decided again: {len(files(folder))}\nledger: agrees" in out


def test_no_cache_decides_all_and_keeps_it(folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    verify(capsys, NUMBERS, "--no-cache")
    once = len(decided)
    verify(capsys, NUMBERS, "--no-cache")
    assert len(decided) == 2 * once > 0
    verify(capsys, NUMBERS)
    assert len(decided) == 2 * once


def test_switched_off_it_leaves_no_trace(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DPLEMMA_CACHE", "off")
    assert verify(capsys, NUMBERS)[0] == verify(capsys, NUMBERS)[0] == 0
    assert len(decided) == 2 * len(set(decided))
    assert list(folder.parent.iterdir()) == []


def test_damaged_files_are_one_line_and_decided_again(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    verify(capsys, NUMBERS)
    once = len(decided)
    for file in files(folder):
        file.write_bytes(file.read_bytes()[:-1])
    code, _, err = verify(capsys, NUMBERS, "--json")
    assert (code, err.count("\n"), len(decided)) == (0, 1, 2 * once)
    assert err.startswith(f"dplemma: {folder}") and "is damaged: it was changed after it was written" in err
    assert err.endswith(f"(and {once - 1} more like it)\n")
    assert json.loads(verify(capsys, NUMBERS, "--json")[1])["cache"]["decided"] == 0


def test_a_folder_that_cannot_be_used_is_one_line(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_text("a file")
    code, _, err = verify(capsys, NUMBERS, "--json")
    assert code == 0 and decided
    assert err == f"dplemma: the cache {folder} is not used: File exists\n" or "Not a directory" in err


def test_a_read_only_cache_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("dplemma.ledger.cache.os.replace", refused)
    code, _, err = verify(capsys, NUMBERS, "--json")
    assert code == 0
    assert err.startswith(f"dplemma: the cache {folder} cannot be written: Read-only file system")
    assert err.count("\n") == 1


def test_a_run_that_is_ended_has_kept_what_had_fallen(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = engines.decide_claim

    def interrupted(claim: Any, *hint: Any) -> Any:
        if decided:
            raise KeyboardInterrupt
        return decide(claim, *hint)

    monkeypatch.setattr(engines, "decide_claim", interrupted)
    assert verify(capsys, NUMBERS)[0] == 130
    assert len(files(folder)) == len(decided) == 1
    monkeypatch.setattr(engines, "decide_claim", decide)
    assert verify(capsys, NUMBERS)[0] == 0
    assert len(decided) == len(set(decided)) > 1


def test_certificates_are_written_from_the_cache(folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    def written(name: str) -> dict[str, bytes]:
        verify(capsys, NUMBERS, "--certificates", str(folder.parent / name))
        return {path.name: path.read_bytes() for path in (folder.parent / name).iterdir()}

    first = written("first")
    once = len(decided)
    assert written("second") == first != {}
    assert len(decided) == once


def test_other_code_asks_the_kernel_but_writes_no_ledger_from_it(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from dplemma.ledger import store

    monkeypatch.setenv("DPLEMMA_LEDGER", str(tmp_path / "ledger.jsonl"))
    verify(capsys, NUMBERS, "--update-ledger")
    once = len(decided)
    monkeypatch.setattr("dplemma.proofs.unchanged.code_digest", lambda: "f" * 64)
    out = verify(capsys, NUMBERS)[1]
    assert len(decided) == once
    assert f"unchanged, not decided again: {once}\n  {once} of them were found by other code" in out
    before = store.read()
    assert "ledger: agrees" in verify(capsys, NUMBERS, "--update-ledger")[1]
    assert len(decided) == 2 * once
    assert store.read() == before
    assert verify(capsys, NUMBERS, "--json")[1].count('"unchanged": 0') == 0


def test_what_differs_from_the_ledger_is_searched_for_by_this_code(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    verify(capsys, NUMBERS)
    once = len(decided)
    monkeypatch.setenv("DPLEMMA_LEDGER", str(tmp_path / "empty.jsonl"))
    monkeypatch.setattr("dplemma.proofs.unchanged.code_digest", lambda: "f" * 64)
    verify(capsys, NUMBERS)
    assert len(decided) == 2 * once


def test_a_forged_remark_beside_a_good_proof_is_not_told(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The kernel accepts the proof, the verdict is that of the ledger: but the file is not ours, and says more."""
    verify(capsys, NUMBERS)
    once = len(decided)
    for file in files(folder):
        content = file.read_text().partition("\n")[2]
        forged = json.dumps({**json.loads(content), "verdict": {**json.loads(content)["verdict"], "remark": "forged"}})
        file.write_text(f"{_digest(forged.encode())} {'0' * 64}\n{forged}")
    code, out, _ = verify(capsys, NUMBERS, "--json")
    assert (code, len(decided)) == (0, 2 * once)
    assert "forged" not in out and not any("forged" in file.read_text() for file in files(folder))


def test_an_edit_of_one_claim_decides_that_claim_alone(
    folder: Path, decided: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    mine = folder.parent / "mine.py"
    for text, asked in (
        (CLAIMS, ["mine/first", "mine/second"]),
        (CLAIMS, []),
        (CLAIMS.replace('"second", 2', '"second", 3'), ["mine/second"]),
        (CLAIMS, []),
    ):
        mine.write_text(text)
        decided.clear()
        assert main(["check", str(mine)]) == 1
        assert decided == asked
        out = capsys.readouterr().out
        assert out.count("unchanged since an earlier run") == 2 - len(asked)
    assert main(["check", str(mine), "--no-cache", "--json"]) == 1
    assert len(decided) == 2
    assert "unchanged" not in json.loads(capsys.readouterr().out)["claims"][0]
    main(["check", str(mine), "--json"])
    assert json.loads(capsys.readouterr().out)["claims"][0]["unchanged"] is True


def test_two_runs_at_once_do_not_harm_each_other(folder: Path) -> None:
    mine = folder.parent / "mine.py"
    mine.write_text(CLAIMS)
    command = [sys.executable, "-m", "dplemma", "check", str(mine), "--json"]
    runs = [subprocess.Popen(command, env=dict(os.environ), stdout=-1, stderr=-1, text=True) for _ in range(3)]
    told = [run.communicate() for run in runs]
    assert [run.returncode for run in runs] == [1, 1, 1]
    claims = [[{**claim, "unchanged": 0, "seconds": 0} for claim in json.loads(out)["claims"]] for out, _ in told]
    assert claims[0] == claims[1] == claims[2]
    assert all(err == "running mine.py: it is your code\n" for _, err in told)
    assert len(files(folder)) == 2


# -- where no file has changed ----------------------------------------------------------------------------------------------


@pytest.fixture
def two_claims(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All claims there are: two, with an empty ledger; the file of the last run."""
    from dplemma import papers

    chosen = [papers.load_claims()[f"gdp_bridge/section-5-2/mu-1-{mean}"] for mean in ("691", "771")]
    monkeypatch.setattr(papers, "load_claims", lambda: papers.registry(chosen))
    monkeypatch.setenv("DPLEMMA_LEDGER", str(folder.parent / "ledger.jsonl"))
    return folder / "last-run"


def no_claims() -> Any:
    raise AssertionError("the claims were built")


def test_where_no_file_has_changed_no_claim_is_built(
    two_claims: Path, decided: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = json.loads(verify(capsys, "--json")[1])
    assert len(decided) == 2 and two_claims.is_file()
    monkeypatch.setattr("dplemma.papers.load_claims", no_claims)
    second = json.loads(verify(capsys, "--json")[1])
    assert second["claims"] == first["claims"] and second["totals"] == first["totals"] and second["ledger"] == first["ledger"]
    assert second["cache"] == {"decided": 0, "unchanged": 2, "checked": 0}
    assert verify(capsys, "--update-ledger")[0] == 0
    (one,) = json.loads(verify(capsys, "*-771", "--json")[1])["claims"]
    assert one == first["claims"][1]


@pytest.mark.parametrize("arguments", [["--no-cache"], ["--certificates", "proofs"]], ids=lambda given: given[0])
def test_what_asks_for_more_builds_the_claims(
    two_claims: Path, arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(two_claims.parent.parent)
    verify(capsys)
    monkeypatch.setattr("dplemma.papers.load_claims", no_claims)
    with pytest.raises(AssertionError, match="were built"):
        verify(capsys, *arguments)


@pytest.mark.parametrize("spoilt", ["other sources", "forged", "damaged"])
def test_the_last_run_is_believed_only_with_its_seal(
    two_claims: Path, spoilt: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    verify(capsys)
    head, _, content = two_claims.read_bytes().partition(b"\n")
    if spoilt == "other sources":
        monkeypatch.setattr("dplemma.ledger.last_run.whole_digest", lambda: "f" * 64)
    elif spoilt == "forged":
        forged = content.replace(b'"remark":""', b'"remark":"forged"')
        assert forged != content
        two_claims.write_bytes(_digest(forged).encode() + head[64:] + b"\n" + forged)
    else:
        two_claims.write_bytes(head + b"\n" + content[:-9])
    monkeypatch.setattr("dplemma.papers.load_claims", no_claims)
    with pytest.raises(AssertionError, match="were built"):
        verify(capsys)


def test_a_part_of_the_claims_is_not_the_last_run(two_claims: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verify(capsys, "*-771")
    assert not two_claims.exists()


def test_the_last_run_counts_every_source() -> None:
    from dplemma.base.sources import source_parts

    names = [part.decode() for part in list(source_parts(("",)))[::2]]
    assert {"papers/folklore/__init__.py", "kernel/definitions.json", "cli/runner.py", "__init__.py"} <= set(names)
