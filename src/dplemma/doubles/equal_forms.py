"""Is a coded form the quantity it is meant to compute? Decided like any claim.

A form without branches is an expression, which the engines compare with the quantity's definition on the whole domain (the
definition itself needs no engine: points audit it). A form
with branches or loops that can be followed is run in balls at many points and must overlap the certified value there; a form
that cannot be followed is judged by its results, which must agree with the certified values as far as doubles do: all but a
few points of a cure to `CURE_BITS` of error, half the points of any other form to `OTHER_BITS`. Points are evidence
(`confirmed`), never proof.
Main definition: `equality(form)`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.compile.evaluate import decimal
from dplemma.decide.forms import check_form
from dplemma.doubles.algebras import BallAlgebra, Undecided, run_in
from dplemma.doubles.carried import Carried, Unliftable
from dplemma.doubles.coded import CodedForm
from dplemma.doubles.expression import expression_of
from dplemma.doubles.measure import Point, sample, truth_of
from dplemma.doubles.survey import called
from dplemma.formulas import find
from dplemma.lang.functions import variables
from dplemma.lang.quantity import Form
from dplemma.ledger.verdict import PASSING, Counterexample, Verdict
from dplemma.values.comparison import bits_of_error

POINTS = 24
BALL_BITS, AGREEING_BITS = 400, 50
OPERATIONS = 300
_TRIES = 3  # points without a value in balls after which the results are judged
CURE_BITS, OTHER_BITS = 16.0, 32.0
_CURE_SHARE, _OTHER_SHARE = 0.95, 0.5


def equality(form: CodedForm) -> Verdict:
    """The verdict on `definition = form`, by the strongest way that reaches it."""
    try:
        expression = expression_of(form.code, tuple(form.on))
    except Unliftable:
        return _by_points(form)
    quantity = find(form.quantity)
    if expression == quantity.definition(*(variables(name) for name in quantity.params)):
        audit = _by_points(form)
        return Verdict(verdict="proved", engine="symbolic", form="identical") if audit.verdict in PASSING else audit
    verdict = check_form(quantity, Form(name=form.name, because="coded form", body=lambda *_: expression))
    return verdict if verdict.verdict in (*PASSING, "refuted") else _by_points(form)


def _points(form: CodedForm) -> Iterator[tuple[Point, arb]]:
    truth = truth_of(form.code, form.quantity, tuple(form.on))
    for point in sample(form.on, form.whole_parameters, random.Random(form.id), 3 * POINTS):
        try:
            yield point, truth(point)
        except DplemmaError:  # outside the domain
            continue


def _by_points(form: CodedForm) -> Verdict:
    """In balls if the code can be followed, by its results if it cannot."""
    agreed = failed = 0
    for point, truth in _points(form):
        try:
            meant = _in_balls(form, point)
        except Unliftable:
            return _by_results(form)
        if meant is None:
            failed += 1
            if failed >= _TRIES and not agreed:
                return _by_results(form)
            continue
        if not meant.overlaps(truth) and not _nearly(meant, truth):
            return _refuted(form, point, truth, decimal(meant, 30))
        agreed += 1
        if agreed == POINTS:
            return Verdict(verdict="confirmed", engine="confirm", points=agreed, digits=int(AGREEING_BITS / 3.33))
    return _by_results(form)


def _in_balls(form: CodedForm, point: Point) -> arb | None:
    """The real number the code stands for; None where the balls decide no branch or have no digits."""
    with working_precision(BALL_BITS):
        try:
            value = run_in(form.code, _Counting(), point).value
        except (Undecided, OutOfBudget):
            return None
    return value if value.is_exact() or value.rel_accuracy_bits() >= AGREEING_BITS else None


class _Counting(BallAlgebra):
    """Balls for so many operations: a search is not followed to its end."""

    def __init__(self) -> None:
        self.done = 0

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        self.done += 1
        if self.done > OPERATIONS:
            raise OutOfBudget(f"more than {OPERATIONS} operations")
        return super().apply(name, args, plain)


def _nearly(meant: arb, truth: arb) -> bool:
    """A series or a search that was cut off where doubles end."""
    return bool(abs(meant - truth) <= abs(truth) * arb(2) ** -AGREEING_BITS)


def _by_results(form: CodedForm) -> Verdict:
    """The doubles themselves against the certified values."""
    limit, share = (CURE_BITS, _CURE_SHARE) if form.cure else (OTHER_BITS, _OTHER_SHARE)
    seen = [(point, truth, called(form.code, point)[0]) for point, truth in _points(form)]
    good = [bits_of_error(result, truth) <= limit for _, truth, result in seen]
    if seen and sum(good) >= share * len(seen):
        return Verdict(
            verdict="confirmed", engine="confirm", points=len(seen), digits=int((53 - limit) / 3.33),
            remark=f"by its results: {sum(good)} of {len(seen)} points to {limit:g} bits of error",
        )  # fmt: skip
    if not seen:
        return Verdict(verdict="undecided", engine="confirm", remark="no point of its range has a certified value")
    point, truth, result = seen[good.index(False)]
    return _refuted(form, point, truth, repr(result))


def _refuted(form: CodedForm, point: Point, truth: arb, got: str) -> Verdict:
    where = {name: repr(value) for name, value in zip(form.on, point, strict=True)}
    apart = Counterexample(kind="relation", point=where, lhs=decimal(truth, 30), rhs=got)
    return Verdict(verdict="refuted", engine="refuter", counterexample=apart)
