"""What counts as unchanged, and that nothing in the cache is believed that the kernel does not accept."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_claims import small_claim

from dplemma.decide.decide import decide_claim
from dplemma.formulas import gaussian
from dplemma.lang import REAL, All, Interval, Invoke, Measure, Set, Simulation, Subroutine, exp, facts, let, oo, variables
from dplemma.lang.claim import Claim
from dplemma.lang.derivation_files import claimed
from dplemma.lang.judgements import Algorithm
from dplemma.lang.statements import Rel
from dplemma.ledger.cache import VerdictCache, _digest
from dplemma.ledger.record import Record
from dplemma.papers import load_claims
from dplemma.proofs import unchanged
from dplemma.proofs.unchanged import KeptVerdicts, claim_key

x, mu = variables("x mu")
POSITIVE = Interval.open(0, oo)
TRUE = small_claim(Rel(1 + x, "<=", exp(x)), x=Interval(0, 1))
FALSE = small_claim(Rel(1 + x, ">=", exp(x)), x=Interval(0, 1))


def always(record: Record) -> bool:
    return True


def never(record: Record) -> bool:
    return False


class Desk:
    """A cache, the code that uses it, and what was found on a claim."""

    def __init__(self, folder: Path, code: str = "1" * 64, seal: bytes = b"s" * 32) -> None:
        self.folder = folder
        self.kept = KeptVerdicts(VerdictCache(folder, code, seal).opened())

    def keep(self, claim: Claim) -> Record:
        verdict = decide_claim(claim)
        record = Record.of(claim, verdict)
        self.kept.keep(claim, verdict, record)
        return record

    def forge(self, change: Callable[[dict[str, Any]], object]) -> None:
        """Change the file as somebody would who knows how the digest is made."""
        (file,) = (path for path in self.folder.rglob("*") if path.is_file())
        head, _, content = file.read_text().partition("\n")
        data = json.loads(content)
        change(data)
        forged = json.dumps(data)
        file.write_text(f"{_digest(forged.encode())}{head[64:]}\n{forged}")

    def move(self, to: str) -> None:
        """Let the file be that of another key."""
        (file,) = (path for path in self.folder.rglob("*") if path.is_file())
        file.rename(file.with_name(to))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "cache")


# -- the key --------------------------------------------------------------------------------------------------------------


def key(**changes: Any) -> str | None:
    return claim_key(replace(TRUE, **changes))


def test_the_key_is_the_mathematics_and_not_the_wording() -> None:
    assert key() == key(states="Other words.", where="elsewhere", place="mine.py:7", why="because", reading="so")
    assert len(key() or "") == 64


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "demo/other"},
        {"on": small_claim(Rel(x, "<=", 3), x=Interval(0, 2)).on},
        {"holds": Rel(1 + x, "<", exp(x))},
        {"holds": Rel(let("c", 1 + x), "<=", exp(x))},
        {"assumes": ("neyman-pearson",)},
    ],
    ids=["id", "region", "relation", "abbreviation", "lemmas"],
)
def test_whatever_a_verdict_depends_on_changes_the_key(changes: dict[str, Any]) -> None:
    assert key() != key(**changes)


def test_the_points_of_a_region_direct_the_search_and_count(desk: Desk) -> None:
    pointed = small_claim(Rel(1 + x, "<=", exp(x)), x=Interval(0, 1), points=[{"x": 1}])
    assert claim_key(pointed) != claim_key(TRUE)


def test_a_definition_counts_for_the_claims_that_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    auc = small_claim(Rel(gaussian.auc(mu), "<", 1), mu=POSITIVE)
    before = claim_key(auc), claim_key(TRUE)
    monkeypatch.setattr(unchanged, "_meaning", lambda name: f"another {name}")
    assert claim_key(TRUE) == before[1]
    assert claim_key(auc) != before[0]


def test_a_definition_counts_as_the_kernel_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The kernel's file is made after the formulas: a verdict by the older one must not outlive it."""
    auc = small_claim(Rel(gaussian.auc(mu), "<", 1), mu=POSITIVE)
    derived = load_claims()[next(iter(claimed()))]
    before = claim_key(auc), claim_key(derived), claim_key(TRUE)
    older = unchanged._DEFINITIONS.read_text(encoding="utf-8").replace('"1/2"', '"1/3"')
    monkeypatch.setattr(unchanged, "_DEFINITIONS", tmp_path / "definitions.json")
    (tmp_path / "definitions.json").write_text(older, encoding="utf-8")
    for kept in (unchanged._kernel_definitions, unchanged._meaning, unchanged._formulas_digest):
        kept.cache_clear()
    try:
        assert claim_key(auc) != before[0] and claim_key(derived) != before[1] and claim_key(TRUE) == before[2]
    finally:
        for kept in (unchanged._kernel_definitions, unchanged._meaning, unchanged._formulas_digest):
            kept.cache_clear()


def test_a_derivation_counts_for_its_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    derived = load_claims()[next(iter(claimed()))]
    before = claim_key(derived), claim_key(TRUE)
    monkeypatch.setattr(unchanged, "_formulas_digest", lambda: "other")
    assert claim_key(TRUE) == before[1]
    assert claim_key(derived) != before[0]


def test_every_claim_has_a_key_of_its_own() -> None:
    """Remarks, measures, simulations and programs of the papers among them."""
    keys = [claim_key(claim) for claim in load_claims().values()]
    assert len(set(keys)) == len(keys) > 200
    assert None not in keys


@pytest.mark.parametrize(
    "changes",
    [{"of": "another"}, {"how": "at most"}, {"percent": True}, {"digits": 3}, {"at": ({"x": 1},)}, {"relative_to": 1 + x}],
    ids=["words", "way", "percent", "digits", "points", "base"],
)
def test_a_measure_is_kept_with_all_that_it_says(changes: dict[str, Any]) -> None:
    plain = Measure(exp(x) - 1, of="the excess")
    told = claim_key(small_claim(plain, x=Interval(0, 1)))
    assert told is not None
    assert told != claim_key(small_claim(replace(plain, **changes), x=Interval(0, 1)))
    assert told != claim_key(small_claim(plain, x=Interval(0, 2)))
    assert told != claim_key(small_claim(All(plain, Rel(x, "<=", 1)), x=Interval(0, 1)))


def test_draws_of_a_paper_are_kept_and_those_of_a_user_are_not() -> None:
    (drawn,) = (c for n, c in load_claims().items() if n == "glrt/fig-8/empirical-match")
    assert claim_key(drawn) is not None
    mine = Simulation(lambda random: random.random(), x, x, of="a uniform number")
    assert claim_key(small_claim(mine)) is None


def test_a_program_of_a_paper_counts_with_its_files_and_one_of_a_user_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    program = load_claims()["gdp_bridge/algorithm-1/enclosure"]
    before = claim_key(program), claim_key(TRUE)
    monkeypatch.setattr(unchanged, "source_parts", lambda rooms: [str(rooms).encode()])
    assert claim_key(program) != before[0] and claim_key(TRUE) == before[1]
    y, result = variables("y result")
    given = Subroutine(says="same", takes=("x",), contract=Rel(result, "=", x), compute=lambda x: x)
    mine = Algorithm(Invoke(y, "same", x), promise=Rel(x, "<=", y), uses={"same": given})
    assert claim_key(small_claim(mine, x=Interval(0, 1))) is None


def test_a_function_of_a_user_may_mean_another_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "_KNOWN", dict(facts.known()))

    class Mine(facts.Real):
        facts = facts.Facts(domain=(REAL,), values=REAL, means=lambda x: x - 1)

    for statement in (Rel(Mine(x), "<=", 1), Rel(1 + exp(Mine(x)), ">=", 1), Measure(Mine(x), of="mine")):
        assert claim_key(small_claim(statement, x=Interval(0, 1))) is None
    assert claim_key(small_claim(Rel(x, "<=", 1), x=Interval(0, 1), such_that=Rel(Mine(x), "<=", 1))) is None
    assert claim_key(TRUE) is not None


def test_a_program_that_computes_nothing_of_its_own_is_kept_with_what_its_subroutines_return() -> None:
    y, result = variables("y result")
    keys = set()
    for value, places in ((x, 5), (x, 6), (2 * x, 5)):
        given = Subroutine(says="same", takes=("x",), contract=Rel(result, ">=", 0), value=value, places=places)
        keys.add(claim_key(small_claim(Algorithm(Invoke(y, "same", x), Rel(y, ">=", 0), {"same": given}), x=Interval(0, 1))))
    assert len(keys) == 3 and None not in keys
    assert claim_key(small_claim(Algorithm(Set(y, x), Rel(y, ">=", 0)), x=Interval(0, 1))) is not None


def test_the_code_digest_reads_the_engines_and_not_the_definitions(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    read = unchanged.source_parts
    monkeypatch.setattr(
        unchanged, "source_parts", lambda *a, **k: names.extend(map(bytes.decode, list(read(*a, **k))[::2])) or []
    )
    unchanged.code_digest.__wrapped__()
    for needed in ("kernel/check.py", "kernel/trusted.json", "decide/regions/search.py", "arb/ball.py", "lang/claim.py"):
        assert needed in names
    assert not {"kernel/definitions.json", "papers/__init__.py"} & set(names)
    before = unchanged.code_digest()
    monkeypatch.setattr(unchanged, "versions", lambda: {"sympy": "0"})
    assert unchanged.code_digest.__wrapped__() != before


# -- what is recalled -----------------------------------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The claims that are put to the kernel."""
    trees: list[Any] = []
    kernel = unchanged.check
    monkeypatch.setattr(unchanged, "check", lambda claim, proof: trees.append(claim) or kernel(claim, proof))
    return trees


@pytest.mark.parametrize("claim", [TRUE, FALSE], ids=["true", "false"])
def test_what_was_found_is_recalled_with_its_proof_and_wording(desk: Desk, asked: list[Any], claim: Claim) -> None:
    assert desk.kept.recalled(claim, never) is None
    record = desk.keep(claim)
    found = desk.kept.recalled(replace(claim, states="Other words."), never)
    assert found is not None and found.source == "unchanged"
    assert found.record == replace(record, states="Other words.")
    assert found.verdict.proof
    assert desk.kept.trouble == [] and asked == []


@pytest.mark.parametrize(
    "later", [{"code": "2" * 64}, {"seal": b"t" * 32}, {"code": "2" * 64, "seal": b"t" * 32}], ids=["code", "user", "both"]
)
def test_what_others_found_stands_if_the_kernel_and_the_ledger_agree(desk: Desk, asked: list[Any], later: dict[str, Any]) -> None:
    record = desk.keep(TRUE)
    assert Desk(desk.folder, **later).kept.recalled(TRUE, never) is None
    for _ in range(2):  # the second time it has our seal, and is not our own find
        found = Desk(desk.folder, **later).kept.recalled(TRUE, lambda told: told == record)
        assert found is not None and found.source == "checked" and found.record == record
    assert asked == [unchanged.claim_tree(TRUE)] * 2


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["proof"].clear(),
        lambda data: data.update(proof=None),
        lambda data: data.update(proof={"holds": {"rule": "relation"}, "witness": {}}),
        lambda data: data["verdict"].update(verdict="certified" if data["verdict"]["verdict"] == "proved" else "proved"),
        lambda data: data["verdict"].update(verdict="refuted", counterexample={"kind": "relation"}),
        lambda data: data["verdict"].update(verdict="not_formalised"),
        lambda data: data["verdict"].update(verdict="confirmed"),
    ],
    ids=["empty", "none", "made up", "other word", "contrary", "no verdict", "no proof needed"],
)
def test_a_forged_verdict_is_none(desk: Desk, change: Callable[[dict[str, Any]], object]) -> None:
    desk.keep(TRUE)
    desk.forge(lambda data: data.update(found_by="nobody"))
    assert desk.kept.recalled(TRUE, always) is not None
    desk.forge(change)
    assert desk.kept.recalled(TRUE, always) is None


@pytest.mark.parametrize("detail", [{"witness": 5}, {"bits": "x"}])
def test_forged_details_are_trouble_and_the_claim_is_decided_again(desk: Desk, detail: dict[str, Any]) -> None:
    desk.keep(TRUE)
    desk.forge(lambda data: data["verdict"].update(detail))
    assert desk.kept.recalled(TRUE, always) is None
    assert "damaged" in desk.kept.trouble[0] and desk.kept.trouble[0].endswith("; the claim is decided again")


def test_the_proof_of_one_claim_is_none_of_another(desk: Desk) -> None:
    desk.keep(TRUE)
    desk.move(claim_key(FALSE) or "")
    assert desk.kept.recalled(FALSE, always) is None


def test_a_lemma_that_the_proof_assumes_cannot_be_dropped(desk: Desk) -> None:
    assuming = replace(TRUE, assumes=("neyman-pearson",))
    assert desk.keep(assuming).assumes == ("neyman-pearson",)
    desk.forge(lambda data: data["verdict"].update(assumes=[]))
    assert desk.kept.recalled(assuming, always) is None


def test_what_is_only_confirmed_or_open_is_decided_again_by_other_code(desk: Desk) -> None:
    verdict = decide_claim(TRUE).with_(verdict="undecided", proof=None)
    desk.kept.keep(TRUE, verdict, Record.of(TRUE, verdict))
    assert desk.kept.recalled(TRUE, never) is not None
    assert Desk(desk.folder, "2" * 64).kept.recalled(TRUE, always) is None


def test_what_the_clock_had_a_hand_in_is_not_kept(desk: Desk) -> None:
    verdict = decide_claim(TRUE).with_(stopped=("a rewriting, 60 s",))
    desk.kept.keep(TRUE, verdict, Record.of(TRUE, verdict))
    assert desk.kept.recalled(TRUE, always) is None
