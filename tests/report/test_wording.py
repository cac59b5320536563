"""Numbers that are looked for: by value, and loosely by what they are cut or rounded to."""

from __future__ import annotations

import pytest

from dplemma.report.pages.wording import Wanted


@pytest.mark.parametrize(
    ("typed", "text", "exactly", "loosely"),
    [
        ("1.771", "is 1.771-GDP", True, True),
        ("1.77", "is 1.771-GDP", False, True),  # it begins so
        ("1.78", "mu = 1.775", False, True),  # it rounds so
        ("1.78", "mu = 1.771", False, False),
        ("1.7", "is 1.771-GDP", False, False),  # one decimal is too common
        ("-1.77", "slope -1.771", False, True),
        ("-1.77", "slope 1.771", False, False),
        ("1.77", "slope -1.771", False, True),  # without a sign either sign is meant
        ("0.10", "at 0.1", True, True),
        ("1e-5", "delta = 0.0000149", False, False),
    ],
)
def test_a_number_is_found_by_its_first_decimals(typed: str, text: str, exactly: bool, loosely: bool) -> None:
    wanted = Wanted(typed)
    assert (wanted.within([text]), wanted.within([text], loosely=True)) == (exactly, loosely)
