"""Every error that was ever found stays found: no false claim is proved or certified, no true one refuted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from . import holes, judge
from .by_hand import Build
from .pool import Worker
from .suspected_branches import BRANCHES

OPEN: frozenset[str] = frozenset()

SLOW = frozenset({
    "power with the sign of its exponent open: false", "dip at an irrational point: false", "optimum beyond the edge: false",
    "optimum inside: true", "far tail of Mills: true", "far tail of Mills: false", "equal powers: false", "tiny dip: false",
    "difference of roots at -oo: false", "power of negative exponent: true", "squares at two roots, shifted: false",
    "least value of two wells: false", "root above its tangent's parabola: true", "root over a line of either sign: true",
    "difference of roots at 0: false", "pole under an integral: undefined", "branch at its parameter: false",
    "least value inside: true", "optimum at an end or inside: true", "delta below its value at 0: false", "far quantile: true",
})  # fmt: skip


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """A process in which a claim that hangs is ended."""
    found = Worker(judge.of_hole, seconds=15)
    yield found
    found.stop()


def named(names: dict[str, Build]) -> list:
    """One test for each name; what is still open is expected to fail, and to be struck off the list once it does not."""
    open_, slow = pytest.mark.xfail(strict=True, reason="open hole"), pytest.mark.bulk
    return [pytest.param(name, marks=[open_] * (name in OPEN) + [slow] * (name in SLOW)) for name in names]


@pytest.mark.parametrize("name", named(holes.REPORTED))
def test_what_was_decided_wrongly_once_is_not_again(name: str, worker: Worker) -> None:
    assert not holes.ALL[name]().contradicted_by(worker.ask(name))


@pytest.mark.parametrize("name", named(holes.SUSPECTED))
def test_what_is_suspected_is_not_decided_wrongly(name: str, worker: Worker) -> None:
    assert not holes.ALL[name]().contradicted_by(worker.ask(name))


@pytest.mark.parametrize("name", BRANCHES)
def test_an_unusual_condition_is_no_error(name: str, worker: Worker) -> None:
    """Equalities as conditions, and conditions on bound variables, once ended the search."""
    assert not worker.ask(name).startswith("error")


def test_every_open_hole_has_a_test() -> None:
    assert holes.ALL.keys() >= OPEN | SLOW


def test_no_claim_hides_behind_another_of_its_name() -> None:
    assert len(holes.ALL) == sum(map(len, holes.TABLES))


def test_claims_by_hand_say_whether_they_are_true() -> None:
    for name, build in holes.ALL.items():
        assert build().truth.startswith(name.rsplit(": ", 1)[1])
