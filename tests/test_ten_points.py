"""Ten points that a user meets, from a built wheel in an empty environment (`ten_points.py`)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from ten_points import POINTS, NotInstallable, Site, install


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    try:
        return install(tmp_path_factory.mktemp("points"))
    except NotInstallable as error:
        pytest.skip(f"pip has nothing to install the libraries from: {error}")


@pytest.mark.bulk
@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.__name__)
def test_a_point_shows(point: Callable[[Site], None], site: Site) -> None:
    point(site)


@pytest.mark.sample
def test_there_are_ten() -> None:
    assert len({point.__name__ for point in POINTS}) == 10
