"""What one derivation uses of others: full names, grounds before what rests on them, no circles, no other way in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dplemma.base.errors import BadClaim, DplemmaError
from dplemma.decide.derivations import chains
from dplemma.decide.derivations.check import check
from dplemma.lang import REAL, Derivation, Lemma, Region, Rel, derivation_files, variables
from dplemma.lang.derivation_uses import needed, shared_lemma, shared_names

GROUND = """
from dplemma.lang.words import *
a = variables("a")
ground = Derivation(
    id="ground", title="A square", on=Region(a=REAL),
    lemmas=(
        Lemma(name="opened", says="the square, opened", start=(a + 1) ** 2,
              steps=(Step("=", {opened}, Algebra(), "multiplied out"),)),
        Lemma(name="unused", says="nobody needs it", holds=Rel(a, "=", a)),
    ),
    start=(a + 1) ** 2, steps=(Step("=", {opened}, ByLemma("opened"), "the lemma"),),
)
"""
UPPER = """
from dplemma.lang.words import *
b = variables("b")
upper = Derivation(
    id="upper", title="The square of b", on=Region(b=REAL), uses=({uses}),
    start=b**2, steps=(Step("=", (b - 1) ** 2 + 2 * (b - 1) + 1, ByLemma("{name}", a=b - 1), "a = b - 1"),),
)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of derivations of its own."""
    monkeypatch.setattr(derivation_files, "folder", lambda: tmp_path)
    for kept in (derivation_files.index, derivation_files.load, chains.elsewhere):
        kept.cache_clear()
    yield tmp_path
    for kept in (derivation_files.index, derivation_files.load, chains.elsewhere):
        kept.cache_clear()


def write(folder: Path, opened: str = "a**2 + 2 * a + 1", uses: str = '"ground",', name: str = "ground") -> None:
    (folder / "ground.py").write_text(GROUND.format(opened=opened), encoding="utf-8")
    (folder / "upper.py").write_text(UPPER.format(uses=uses, name=name), encoding="utf-8")


@pytest.mark.parametrize("name", ["ground", "ground: opened"])
def test_a_result_and_a_lemma_are_used_by_their_full_names(folder: Path, name: str) -> None:
    write(folder, name=name)
    upper = derivation_files.load("upper")
    found = check(upper)
    assert found.status == "holds"
    assert needed(upper) == ("ground: opened", "ground")[: 2 if name == "ground" else 1]
    assert [chain.name for chain in found.used] == list(needed(upper))
    assert shared_names("ground") == ("ground: opened", "ground: unused", "ground")
    assert shared_lemma("ground").steps[0].rule.lemmas() == ("ground: opened",)


def test_a_ground_that_fails_fails_what_rests_on_it(folder: Path) -> None:
    write(folder, opened="a**2 + 2 * a + 2")
    found = check(derivation_files.load("upper"))
    failing = found.failing()
    assert found.status == "fails" and failing is not None
    assert failing[:2] == ("ground: opened", 1)
    assert found.verdict.verdict == "undecided"


def test_what_is_not_named_in_uses_is_not_known(folder: Path) -> None:
    write(folder, uses="")
    with pytest.raises(BadClaim, match="uses lemma 'ground', which is not among those before it"):
        derivation_files.load("upper")


@pytest.mark.parametrize(
    ("uses", "said"),
    [
        ('"grund",', "unknown derivation 'grund'. Did you mean ground?"),
        ('"upper",', "goes round in a circle: upper, upper"),
    ],
)
def test_a_name_that_is_not_there_or_a_circle_is_one_clear_error(folder: Path, uses: str, said: str) -> None:
    write(folder, uses=uses)
    with pytest.raises(DplemmaError) as error:
        derivation_files.load("upper")
    assert said in str(error.value)


def test_a_longer_circle_is_found(folder: Path) -> None:
    write(folder)
    text = (folder / "ground.py").read_text(encoding="utf-8").replace("on=Region(a=REAL),", 'on=Region(a=REAL), uses=("upper",),')
    (folder / "ground.py").write_text(text, encoding="utf-8")
    with pytest.raises(DplemmaError, match="goes round in a circle"):
        derivation_files.load("upper")


def test_a_colon_belongs_to_full_names() -> None:
    a = variables("a")
    with pytest.raises(BadClaim, match="a colon stands between"):
        Derivation(id="d", title="t", on=Region(a=REAL), lemmas=(Lemma(name="x: y", says="so", holds=Rel(a, "=", a)),))
