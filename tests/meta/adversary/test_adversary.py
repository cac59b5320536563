"""The adversary by seed: no false claim is proved or certified, no true one refuted, nothing undefined proved.

`make test` decides a claim of each family, a quarter always and the others in their turn, and derivations; `make test-all`
thousands, of other seeds. A claim that takes longer than its CPU seconds counts as undecided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from dplemma.lang import statements

from . import generator, judge, run
from .derivations import CHAINS, derived
from .known import FAMILIES, TRUE, TRUTHS, UNDEFINED
from .pool import OUT, limited

SAMPLE, SAMPLE_PARTS, QUICK, SECONDS = len(FAMILIES), 8, 2, 4
BULK = [(seed, part) for seed in (11, 12, 13) for part in range(4)]
PART = 3 * len(FAMILIES)  # claims of each part of the bulk: about three thousand together
MENDED_PLACES = (
    (1, 10, "derivatives"), (1, 60, "several_roots"), (1, 61, "side_conditions"), (1, 116, "missing_branches"),
    (1, 126, "order_of_parameters"), (1, 149, "two_wells"), (1, 263, "integrals_with_parameter"),
    (1, 292, "roots_with_parameters"), (101, 1450, "optima"), (101, 2698, "optima"),
)  # fmt: skip  # once decided wrongly; named, because the turn of a family changes with their number
MENDED_CHAINS = ("linearity_into_divergent",)


def decided_wrongly(seed: int, first: int, count: int, seconds: int, jobs: int) -> list[str]:
    """The mistakes on a part of the claims of a seed."""
    places = [(seed, number) for number in range(first, first + count)]
    return run.wrong(run.outcomes(places, jobs=jobs, seconds=seconds))


def test_a_contrary_point_of_a_part_without_all_variables_is_no_error() -> None:
    """The search meets one where a premise had eliminated a variable; the claim is false."""
    assert judge.of_generated((101, 313, "alternatives")) in ("refuted", "confirmed", "undecided")


@pytest.mark.parametrize("part", [pytest.param(k, marks=[pytest.mark.sample] * (k == QUICK)) for k in range(SAMPLE_PARTS)])
def test_no_claim_of_the_sample_is_decided_wrongly(part: int) -> None:
    first, end = (SAMPLE * k // SAMPLE_PARTS for k in (part, part + 1))
    assert decided_wrongly(seed=1, first=first, count=end - first, seconds=SECONDS, jobs=1) == []


@pytest.mark.bulk
@pytest.mark.parametrize(("seed", "part"), BULK)
def test_no_claim_is_decided_wrongly(seed: int, part: int) -> None:
    assert decided_wrongly(seed, part * PART, PART, seconds=2, jobs=2) == []


@pytest.mark.parametrize("place", MENDED_PLACES)
def test_what_was_decided_wrongly_once_is_not_again(place: run.Place) -> None:
    assert run.wrong(run.outcomes([place], jobs=1, seconds=15)) == []


# -- derivations ------------------------------------------------------------------------------------------------------------


def proved_with_a_wrong_step(seed: int, rounds: int, seconds: int) -> list[str]:
    places = [(seed, number) for number in range(rounds * len(CHAINS))]
    found = limited(judge.of_derivation, places, seconds=seconds)
    return [
        f"{name_of(number)}, seed {s}, number {number}"
        for (s, number), word in found
        if _is_wrong(derived(s, number).holds, word)
    ]


def _is_wrong(holds: bool, word: str) -> bool:
    return word in ("proved", "certified") and not holds


def name_of(number: int) -> str:
    return sorted(CHAINS)[number % len(CHAINS)]


def test_no_derivation_with_a_wrong_step_is_proved() -> None:
    assert proved_with_a_wrong_step(seed=1, rounds=1, seconds=6) == []


@pytest.mark.bulk
def test_no_derivation_of_many_with_a_wrong_step_is_proved() -> None:
    assert proved_with_a_wrong_step(seed=2, rounds=12, seconds=20) == []


@pytest.mark.parametrize("name", MENDED_CHAINS)
def test_chains_that_were_proved_once_are_not_again(name: str) -> None:
    number = sorted(CHAINS).index(name)
    places = [(1, number + turn * len(CHAINS)) for turn in range(6)]
    assert [
        place for place, word in limited(judge.of_derivation, places, seconds=20) if _is_wrong(derived(*place).holds, word)
    ] == []


def test_right_derivations_are_proved() -> None:
    """Otherwise the wrong ones would be rejected for nothing."""
    places = [(3, number) for number in range(len(CHAINS)) if derived(3, number).holds]
    assert "proved" in dict(limited(judge.of_derivation, places[:4], jobs=1, seconds=20)).values()


# -- the generator ------------------------------------------------------------------------------------------------------------


def digests(count: int) -> Counter[str]:
    return Counter(generator.known(5, number).claim("it").digest() for number in range(count))


def test_claims_are_distinct() -> None:
    assert len(digests(300)) > 0.97 * 300


@pytest.mark.bulk
def test_ten_thousand_distinct_claims_can_be_made() -> None:
    assert len(digests(13_000)) >= 10_000


def test_a_claim_depends_on_its_seed_and_number_alone() -> None:
    later = generator.known(1, 40)
    assert generator.known(1, 40) == later
    assert generator.known(2, 40) != later


def test_claims_of_every_truth_and_kind_are_made() -> None:
    made = [generator.known(1, number) for number in range(4 * len(FAMILIES))]
    assert {claim.truth for claim in made} == set(TRUTHS)
    kinds = {type(part).__name__ for claim in made for part in claim.statement.walk()}
    assert kinds >= {*statements.__all__, "Limit", "Monotone", "Number", "Obligations"} - {"Statement"}
    relations = {part.rel for claim in made for part in claim.statement.walk() if isinstance(part, statements.Rel)}
    assert relations == set(statements.RELATIONS)


def test_a_verdict_that_contradicts_the_truth_is_seen() -> None:
    for number in range(len(FAMILIES)):
        claim = generator.known(1, number)
        assert claim.contradicted_by("refuted") == (claim.truth == TRUE)
        assert claim.contradicted_by("proved") == claim.contradicted_by("certified") == (claim.truth != TRUE)
        assert not any(claim.contradicted_by(word) for word in ("confirmed", "undecided", OUT))
    assert UNDEFINED in TRUTHS


def _spins(task: int) -> str:
    while task:
        pass
    return "done"


def test_what_hangs_is_ended_and_the_rest_is_done() -> None:
    assert dict(limited(_spins, [0, 1], jobs=1, seconds=1)) == {0: "done", 1: OUT}


def test_a_run_that_was_ended_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the file is not decided again, a line cut short is, and other seeds stay."""
    asked: list[run.Place] = []

    def decided(_: object, places: list[run.Place], *__: int) -> Iterator[tuple[run.Place, str]]:
        asked.extend(places)
        yield from ((place, "undecided") for place in places)

    monkeypatch.setattr(run, "limited", decided)
    record = tmp_path / "verdicts"
    record.write_text('[1, 0, "proved"]\n[7, 3, "refuted"]\n[1, 1, "cert', encoding="utf-8")
    found = run.continued([(1, 0), (1, 1), (1, 2)], 1, 1, record)
    assert asked == [(1, 1), (1, 2)]
    assert found == {(1, 0): "proved", (1, 1): "undecided", (1, 2): "undecided", (7, 3): "refuted"}
    assert run.recorded(record) == found


def test_the_table_counts_every_claim() -> None:
    found = {(1, number): "undecided" for number in range(len(FAMILIES))}
    lines = run.table(found).splitlines()
    assert len(lines) == 2 + len(FAMILIES) + len(TRUTHS)
    assert sum(line.count("| 1 |") for line in lines[2 : 2 + len(FAMILIES)]) == len(FAMILIES)
