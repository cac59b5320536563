"""One table says which side is unsafe; rounding, audits, cancellation and tests all read it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from dplemma.audit.judge import Judge
from dplemma.base.errors import BadClaim
from dplemma.base.sides import ROLES, Side
from dplemma.cli.audit import role_side
from dplemma.doubles.survey import Candidate, reports_at
from dplemma.formulas import find, quantities
from dplemma.lang.interval import Interval
from dplemma.lang.quantity import quantity
from dplemma.testing.matches import assert_matches
from dplemma.testing.session import Session, started
from dplemma.values.calls import Call
from dplemma.values.certified import value
from dplemma.values.evaluator import evaluator

ERRORS = {Side.BELOW: -0.125, Side.ABOVE: 0.125}


def off(name: str, side: Side) -> Callable[..., float]:
    """An implementation that errs to one side by an eighth of the value at the quantity's example."""
    right = float(value(name, **find(name).example))
    wrong = right + ERRORS[side] * (abs(right) or 1.0)
    return lambda *_: wrong


def doubles_of(name: str) -> dict[str, float]:
    return {parameter: float(Fraction(text)) for parameter, text in find(name).example.items()}


def test_the_table_has_every_role_and_both_sides() -> None:
    assert set(ROLES.values()) == set(Side)
    assert {q.role for q in quantities().values()} <= set(ROLES)
    assert {side: side.safe_rounding for side in Side} == {Side.BELOW: "up", Side.ABOVE: "down", Side.NEITHER: "nearest"}


def test_a_role_without_a_side_is_refused() -> None:
    with pytest.raises(BadClaim, match="role 'promise' is none of guarantee, tradeoff"):
        quantity("toy.number", role="promise", formula="x", x=Interval(0, 1))(lambda x: x)


@pytest.mark.parametrize("name", sorted(quantities()))
def test_rounding_agrees(name: str) -> None:
    found = value(name, **find(name).example)
    ends = {Side.BELOW: found.upper, Side.ABOVE: found.lower, Side.NEITHER: float(found)}
    assert found.safe == ends[find(name).unsafe_side]
    assert found.text("safe") == found.text(find(name).unsafe_side.safe_rounding)


@pytest.mark.parametrize("side", ERRORS)
@pytest.mark.parametrize("name", sorted(quantities()))
def test_audit_cancellation_and_testing_agree(name: str, side: Side) -> None:
    """An error to one side is called unsafe by all three exactly if the table says so."""
    ready, wrong, dangerous = evaluator(name), off(name, side), side is find(name).unsafe_side
    exact = {parameter: Fraction(text) for parameter, text in find(name).example.items()}
    judged = Judge(ready, Call(wrong, tuple(ready.names), {}, frozenset()), unsafe_side=role_side(ready, None)).at(exact)
    assert judged.failed and judged.unsafe is dangerous
    (report,) = reports_at([Candidate("off", wrong)], doubles_of(name), name)
    assert report.unsafe is dangerous
    with started(Session()), pytest.raises(AssertionError) as caught:
        assert_matches(wrong, name, at=doubles_of(name))
    assert ("(unsafe)" in str(caught.value)) is dangerous
