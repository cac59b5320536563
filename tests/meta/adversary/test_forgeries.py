"""Certificates of false claims never agree, whatever stands in them; bombs are refused before they are evaluated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from dplemma.base.errors import DplemmaError
from dplemma.proofs.replay import replay

from . import forgeries, judge
from .known import Dice
from .pool import OUT, Worker, limited

PAIRS = forgeries.NEIGHBOURS


@pytest.fixture(scope="module")
def replayed() -> Iterator[Worker]:
    """A process that replays certificates, and is ended if one keeps it busy."""
    found = Worker(judge.of_certificate, seconds=10)
    yield found
    found.stop()


@cache
def honest(name: str) -> str:
    return json.dumps(forgeries.honest(PAIRS[name][0]))


@cache
def forged(name: str) -> str:
    return json.dumps(forgeries.speaking_of(*PAIRS[name]))


@pytest.mark.parametrize("name", PAIRS)
def test_an_honest_certificate_agrees(name: str, replayed: Worker) -> None:
    assert replayed.ask(honest(name)) == "agrees"


@pytest.mark.parametrize("name", PAIRS)
def test_the_proof_of_a_neighbour_proves_nothing(name: str, replayed: Worker) -> None:
    assert replayed.ask(forged(name)) in ("rejected", "refused")


@pytest.mark.parametrize("name", PAIRS)
def test_a_proof_refutes_nothing(name: str, replayed: Worker) -> None:
    swapped = forgeries.word_swapped(json.loads(honest(name)))
    assert replayed.ask(json.dumps(swapped)) in ("rejected", "refused")


def test_a_counterexample_certifies_nothing(replayed: Worker) -> None:
    refuted = forgeries.honest(PAIRS["wider"][1])
    assert refuted is not None and replayed.ask(json.dumps(refuted)) == "agrees"
    assert replayed.ask(json.dumps(forgeries.word_swapped(refuted))) in ("rejected", "refused")


@pytest.mark.parametrize("name", PAIRS)
def test_a_verdict_without_a_proof_has_no_certificate_that_agrees(name: str, replayed: Worker) -> None:
    data = forgeries.liar(PAIRS[name][1])
    assert data is None or replayed.ask(json.dumps(data)) != "agrees"


def mutants_that_agree(name: str, count: int) -> list[int]:
    texts = [json.dumps(forgeries.mutated(json.loads(forged(name)), Dice(number), 1 + number % 3)) for number in range(count)]
    return [texts.index(text) for text, status in limited(judge.of_certificate, texts, seconds=20) if status == "agrees"]


@pytest.mark.parametrize("name", ("moved", "wider"))
def test_mutants_of_a_forged_certificate_never_agree(name: str, replayed: Worker) -> None:
    texts = [json.dumps(forgeries.mutated(json.loads(forged(name)), Dice(number))) for number in range(10)]
    assert all(replayed.ask(text) != "agrees" for text in texts)


@pytest.mark.bulk
@pytest.mark.parametrize("name", PAIRS)
def test_many_mutants_of_a_forged_certificate_never_agree(name: str) -> None:
    assert mutants_that_agree(name, 300) == []


def test_a_form_that_agrees_at_the_points_of_an_audit_proves_nothing(replayed: Worker) -> None:
    assert replayed.ask(forgeries.VANISHING.read_text(encoding="utf-8")) in ("rejected", "refused")


@pytest.mark.parametrize("entry", ("engine", "versions", "verdict", "id"))
def test_decorative_fields_are_not_believed(entry: str, replayed: Worker) -> None:
    data = json.loads(honest("wider")) | {entry: "certified by Lean 4"}
    known = entry in ("versions", "id")  # said of the file, never believed
    assert replayed.ask(json.dumps(forgeries.rehashed(data))) == (
        "agrees" if known else "rejected" if entry == "verdict" else "refused"
    )


# -- bombs --------------------------------------------------------------------------------------------------------------------


@pytest.mark.bulk
@pytest.mark.parametrize("name", list(forgeries.BOMBS))
def test_a_bomb_is_refused_wherever_it_is_planted(name: str) -> None:
    texts = [json.dumps(data) for data in forgeries.planted_bombs(json.loads(honest("wider")), forgeries.BOMBS[name])]
    assert OUT not in dict(limited(judge.of_certificate, texts, seconds=10)).values()


@pytest.mark.sample
@pytest.mark.parametrize("name", ("deep", "digits", "dyadic", "tower"))
def test_a_bomb_is_refused_where_the_proof_begins(name: str, replayed: Worker) -> None:
    first = next(forgeries.planted_bombs(json.loads(honest("wider")), forgeries.BOMBS[name]))
    assert replayed.ask(json.dumps(first)) in ("rejected", "refused")


@pytest.mark.parametrize("text", ("[" * 100_000, '{"format":' * 50_000, "9" * 1_000_000, '{"digest": NaN}', ""))
def test_what_is_no_certificate_is_refused(text: str, replayed: Worker) -> None:
    assert replayed.ask(text) == "refused"


@pytest.mark.bulk
def test_a_very_long_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    with path.open("wb") as file:
        file.truncate(300_000_000)
    with pytest.raises(DplemmaError):
        replay(path, lambda _: None)


def line(quantity: str, digits: int = 20, **inputs: str) -> str:
    return json.dumps({"quantity": quantity, "inputs": inputs, "digits": digits})


LINES = {
    "many digits of a tiny profile": line("gaussian.delta", 10_000, eps="1e5000", mu="1e-5000"),
    "a power that is no number": line("gaussian.delta", eps="10**1000000000", mu="1"),
    "a long exponent": line("gaussian.delta", eps="1e1000000000", mu="1"),
    "too many digits": line("gaussian.delta", 100_000_000, eps="1", mu="1"),
    "many steps": line("composed.epsilon", delta="1e-5", sigma="1", q="0.01", steps="1000000000"),
    "a large order": line("subsampled.gaussian_renyi", order="100000000", sigma="1", q="0.01"),
    "many dimensions": line("glrt.delta", eps="1", d="1000000000", mu="1"),
}  # fmt: skip


@pytest.mark.bulk
@pytest.mark.parametrize("name", list(LINES))
def test_the_oracle_answers_every_line(name: str) -> None:
    assert dict(limited(judge.of_line, [LINES[name]], jobs=1, seconds=30))[LINES[name]] in ("answer", "error")
