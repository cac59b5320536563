"""The files of the cache: found again as they were written, all of them or nothing, and never in the way."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dplemma.ledger.cache import GENERATIONS, BadCache, CachedVerdict, VerdictCache, _digest, cache_folder, seal_key
from dplemma.ledger.verdict import Counterexample, Verdict

KEY, OTHER, CODE, SEAL = "a" * 64, "e" * 64, "b" * 64, b"s" * 32
REFUTED = Verdict(
    verdict="refuted", engine="refuter", witness={"mu": "1"}, won=("x",), proof={"fails": {"point": {"mu": "1"}}},
    counterexample=Counterexample(kind="relation", point={"mu": "1"}, lhs="2", rhs="1"),
)  # fmt: skip
FOUND = CachedVerdict(REFUTED, {"text": "x < y"}, CODE)


@pytest.fixture
def cache(tmp_path: Path) -> VerdictCache:
    return VerdictCache(tmp_path / "cache", CODE, SEAL).opened()


def the_file(cache: VerdictCache) -> Path:
    (file,) = (path for path in cache.folder.rglob("*") if path.is_file())
    return file


def test_what_is_written_is_read_with_its_proof(cache: VerdictCache) -> None:
    assert cache.read(KEY) is None
    cache.write(KEY, FOUND)
    found = cache.read(KEY)
    assert found == FOUND and found.sealed
    assert found.verdict.proof == REFUTED.proof
    assert [path for path in cache.folder.rglob("*.part")] == []


DAMAGES = [lambda text: text[:-5], lambda text: text.replace(b"refuted", b"proved "), lambda text: b"\xff"]


@pytest.mark.parametrize("damage", DAMAGES, ids=["cut", "changed", "no text"])
def test_a_damaged_file_is_refused_with_its_name(cache: VerdictCache, damage: Callable[[bytes], bytes]) -> None:
    cache.write(KEY, FOUND)
    the_file(cache).write_bytes(damage(the_file(cache).read_bytes()))
    with pytest.raises(BadCache, match=rf"{KEY} is damaged: it was changed"):
        cache.read(KEY)
    cache.write(KEY, FOUND)
    assert cache.read(KEY) == FOUND


@pytest.mark.parametrize("data", ["[]", "{}", '{"schema": 99}', '{"schema": 1, "verdict": 3, "proof": 0}', "[" * 9999])
def test_other_content_with_a_right_digest_is_refused(cache: VerdictCache, data: str) -> None:
    cache.write(KEY, FOUND)
    the_file(cache).write_text(f"{_digest(data.encode())}\n{data}")
    with pytest.raises(BadCache, match="is damaged"):
        cache.read(KEY)


def test_other_code_has_another_folder_and_finds_what_was_there(cache: VerdictCache) -> None:
    cache.write(KEY, FOUND)
    later = VerdictCache(cache.folder, "c" * 64, SEAL).opened()
    assert later.read(KEY) is None
    assert list(later.earlier(KEY)) == [FOUND]
    assert list(cache.earlier(KEY)) == []


def test_the_states_used_longest_ago_make_room(cache: VerdictCache) -> None:
    for age in range(GENERATIONS + 3):
        folder = cache.folder / f"{age:032d}"
        folder.mkdir()
        os.utime(folder, (1_000_000 + age, 1_000_000 + age))
    cache.opened()
    left = sorted(path.name for path in cache.folder.iterdir())
    assert len(left) == GENERATIONS
    assert left[0] == f"{4:032d}" and left[-1] == CODE[:32]


def test_many_writers_of_one_file_leave_one_whole_file(cache: VerdictCache) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.write(KEY, FOUND), range(200)))
    assert cache.read(KEY) == FOUND
    assert the_file(cache).name == KEY


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadCache, match=r"the cache .*file/inside is not used: Not a directory"):
        VerdictCache(tmp_path / "file" / "inside", CODE, SEAL).opened()


def test_a_write_that_fails_is_said(cache: VerdictCache, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dplemma.ledger.cache.os.replace", full)
    with pytest.raises(BadCache, match="cannot be written: No space left on device"):
        cache.write(KEY, FOUND)


def test_a_seal_is_for_one_user_one_code_and_one_claim(cache: VerdictCache) -> None:
    cache.write(KEY, FOUND)
    others = VerdictCache(cache.folder, CODE, b"t" * 32).read(KEY)
    (earlier,) = VerdictCache(cache.folder, "c" * 64, SEAL).earlier(KEY)
    the_file(cache).rename(the_file(cache).with_name(OTHER))
    moved = cache.read(OTHER)
    assert others == earlier == moved == FOUND
    assert others is not None and moved is not None
    assert not others.sealed and not earlier.sealed and not moved.sealed


def test_a_change_by_hand_breaks_the_seal_even_with_the_right_digest(cache: VerdictCache) -> None:
    cache.write(KEY, FOUND)
    head, _, content = the_file(cache).read_bytes().partition(b"\n")
    forged = content.replace(b'"refuter"', b'"balls"')
    assert forged != content
    the_file(cache).write_bytes(_digest(forged).encode() + head[64:] + b"\n" + forged)
    found = cache.read(KEY)
    assert found is not None and found.verdict.engine == "balls" and not found.sealed


def test_the_key_of_the_seals_is_made_once_and_is_private(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    first = seal_key()
    file = tmp_path / "state" / "dplemma" / "seal"
    assert seal_key() == first == file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]
    file.chmod(0o644)
    assert seal_key() != first
    monkeypatch.setenv("XDG_STATE_HOME", str(file))
    assert seal_key() != seal_key()


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("DPLEMMA_CACHE")
    assert cache_folder() == tmp_path / ".cache" / "dplemma"
    monkeypatch.setenv("XDG_CACHE_HOME", "/elsewhere")
    assert cache_folder() == Path("/elsewhere/dplemma")
    monkeypatch.setenv("DPLEMMA_CACHE", "/mine")
    assert cache_folder() == Path("/mine")
    monkeypatch.setenv("DPLEMMA_CACHE", "off")
    assert cache_folder() is None
