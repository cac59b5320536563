"""The search of a calibration: what it need not ask the accountant, what it says, and where it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from flint import fmpq

from dplemma.base.errors import OutOfBudget
from dplemma.values import calibration
from dplemma.values.calibration import Judgement, Target, calibrated
from dplemma.values.training import TrainingRun, training_run

RUN = training_run({"noise_multiplier": "0.001", "steps": "1000"}, left_out="sample_rate")


def test_what_one_event_refutes_is_not_put_to_the_accountant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step that draws the record shows it: delta is at least 1 - (1-q)^1000, far above 1e-5."""
    monkeypatch.delattr(calibration, "Accountant")
    found = Target(eps=fmpq(2), delta=fmpq(1, 10**5)).judge(
        training_run({"noise_multiplier": "0.001", "sample_rate": "1e-6", "steps": "1000"})
    )
    assert found.side == 1 and 4.5 < found.score < 4.7  # log(1e-3/1e-5)


@dataclass(frozen=True, kw_only=True)
class Scripted(Target):
    """A target that an accountant of our own judges."""

    answer: Judgement

    def judge(self, run: TrainingRun, say: Callable[[str], None] | None = None) -> Judgement:
        if say is not None:
            say("a lattice follows")
        return self.answer


@pytest.mark.parametrize("name", ["sample_rate", "noise_multiplier", "steps"])
def test_where_nothing_is_known_the_search_says_what_it_tries_and_ends(name: str) -> None:
    told: list[str] = []
    target = Scripted(answer=Judgement(0, 1.0, "of delta no more is known than that it is at most 0.5"))
    with pytest.raises(OutOfBudget, match=f"no {name} was found: at .*, trial 3, of delta no more is known"):
        calibrated(RUN, name, target, say=told.append)
    assert [line.split(",")[0] for line in told] == ["trial 1", "trial 2", "trial 3"]
    assert all(line.endswith(": a lattice follows") and f", {name} " in line for line in told)
