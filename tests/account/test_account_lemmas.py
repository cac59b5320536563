"""Every lemma that an error bound of the accountant names is a claim, and proved."""

from __future__ import annotations

import re
from pathlib import Path

from flint import arb

import dplemma
from dplemma.account.rectangles import _SECOND_HUMP, _largest_sinc
from dplemma.arb.ends import larger
from dplemma.arb.precision import working_precision
from dplemma.ledger import store

SOURCES = Path(dplemma.__file__).parent
NAMED = {
    name: path.name
    for path in [*sorted((SOURCES / "account").glob("*.py")), SOURCES / "values" / "accounting.py"]
    for name in re.findall(r"folklore/[a-z][a-z-]+", path.read_text(encoding="utf-8"))
}


def test_the_bounds_name_their_claims() -> None:
    assert set(NAMED.values()) == {
        "accounting.py", "contour.py", "gauss_cells.py", "hits.py", "lattice.py", "rectangles.py", "shifted_line.py", "split.py",
        "split_contour.py", "subsampled.py",
    }  # fmt: skip


def test_the_named_lemmas_are_settled() -> None:
    records = store.read()
    assert {records[name].verdict for name in NAMED} <= {"proved", "certified"}


def test_the_bound_of_sinc_is_above_it_from_there_on() -> None:
    """At points up to 40, from the right: the largest |sinc| so far is below the bound, and near it at the second hump."""
    with working_precision(64):
        largest = arb(0)
        for j in range(4000, 0, -1):
            x = arb(j) / 100
            largest = larger(largest, abs(x.sin() / x).upper())
            assert largest <= _largest_sinc(x).upper() + arb(2) ** -55
        peak = arb("4.4934")
        assert abs(peak.sin() / peak) > _SECOND_HUMP - arb("0.0005")
