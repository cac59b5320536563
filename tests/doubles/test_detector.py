"""The detector as a detector: precision and recall of its predictions, and what they would be for a blind one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dplemma.doubles.detector import Detection, detect
from dplemma.doubles.diagnose import LIMIT_BITS, SUMS, amplified_bits
from dplemma.doubles.trace import Trace

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # SciPy's, where a form breaks down


def without_sums(found: Trace) -> float:
    """A predictor that knows nothing of cancellation."""
    return max((amplified_bits(operation) for operation in found.operations if operation.name not in SUMS), default=0.0)


@pytest.fixture(scope="module")
def detections() -> tuple[Detection, Detection]:
    """Of the predictor, and of the one that ignores sums, on the same points."""
    blind: list[float] = []

    def both(found: Trace) -> float:
        blind.append(without_sums(found))
        return found.predicted_bits

    seen = detect(points=14, seed=3, predictor=both)
    return seen, Detection(tuple(replace(s, predicted=b) for s, b in zip(seen.sightings, blind, strict=True)), seen.untraced)


def test_precision_and_recall(detections: tuple[Detection, Detection]) -> None:
    seen, _ = detections
    print(seen.text())
    assert len({s.form for s in seen.sightings}) > 3 * len(seen.untraced) > 0  # three in four forms are traced
    assert sum(s.measured > LIMIT_BITS for s in seen.sightings) > 80
    assert seen.precision > 0.9
    assert seen.recall > 0.9


def test_misjudged_points_are_near_the_limit(detections: tuple[Detection, Detection]) -> None:
    """No great loss is overlooked, and no good form is accused of one."""
    seen, _ = detections
    assert all(s.measured < LIMIT_BITS + 4 for s in seen.worst_misses)
    assert all(s.predicted < LIMIT_BITS + 4 for s in seen.worst_alarms)


def test_a_predictor_that_ignores_sums_misses_a_third(detections: tuple[Detection, Detection]) -> None:
    """Functions of a large argument lose digits too, so it sees the rest."""
    seen, blind = detections
    assert blind.recall < 0.67 < 0.9 < seen.recall


def test_a_predictor_that_convicts_all_is_imprecise(detections: tuple[Detection, Detection]) -> None:
    seen, _ = detections
    all_guilty = Detection(tuple(replace(s, predicted=64.0) for s in seen.sightings), ())
    assert all_guilty.recall == 1 and all_guilty.precision < 0.2


def test_the_table_counts_every_sighting(detections: tuple[Detection, Detection]) -> None:
    seen, _ = detections
    cells = [seen.count(predicted=p, measured=m) for p in (True, False) for m in (True, False)]
    assert sum(cells) == len(seen.sightings)
    assert f"precision {seen.precision:.3f}, recall {seen.recall:.3f}" in seen.text()
