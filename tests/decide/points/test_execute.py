"""Printed algorithms run on exact inputs: refuted by a run that the kernel repeats, confirmed at most, undecided when nothing was
judged. Every order of what is shuffled, subroutines that keep their contract, certified conditions, an end."""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

import pytest
from small_claims import verdict_of
from sympy import Abs, Max, Rational, cbrt, sqrt

from dplemma.base.errors import BadClaim, EngineDisagreement
from dplemma.decide.points.execute import orders
from dplemma.formulas import gaussian
from dplemma.kernel.program import MOST_LINES
from dplemma.lang import Algorithm, All, Each, Implies, Interval, Invoke, Rel, Set, Subroutine, When, variables

x, y, n, k, low, high, middle, best, eps, delta, mu, result = variables("x y n k low high middle best eps delta mu result")
NO_SUBROUTINE: Any = abs
MU = gaussian.mu(eps, delta)
UP = Subroutine(
    says="mu_GDP^+", takes=("eps", "delta"), value=MU, round="up", places=6,
    contract=All(Rel(result, ">=", MU), Rel(result - MU, "<=", Fraction(1, 10**6))),
)  # fmt: skip
SQUARED = Set(y, x * x)


def test_confirmed_at_most() -> None:
    verdict = verdict_of(Algorithm(SQUARED, Rel(y, ">=", 0)), x=Interval(-1, 1))
    assert (verdict.verdict, verdict.engine) == ("confirmed", "execute")
    assert verdict.points is not None and verdict.points >= 10
    assert verdict.witness


def test_refuted_by_a_run_that_the_kernel_repeats() -> None:
    verdict = verdict_of(Algorithm(SQUARED, Rel(y, ">=", x)), x=Interval(0, 2))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    assert (verdict.verdict, found.kind) == ("refuted", "trace")
    at = Fraction(found.point["x"])
    assert at * at < at
    assert found.trace == (f"x = {at}", f"y <- {at * at}", f"y = {at * at}")
    assert verdict.proof == {"fails": {"point": {"x": str(at)}, "results": [], "orders": []}}


def test_inputs_are_exact_and_inside_the_region() -> None:
    verdict = verdict_of(Algorithm(Set(y, n), Rel(y, ">", 0)), n=Interval.integers(1, 50), such_that=Rel(n, "!=", 2))
    assert verdict.verdict == "confirmed" and verdict.points is not None and verdict.points > 5
    wrong = verdict_of(Algorithm(Set(y, n), Rel(y, "<", 49)), n=Interval.integers(1, 50), such_that=Rel(n, "!=", 50))
    assert wrong.counterexample is not None and wrong.counterexample.point == {"n": "49"}


def test_a_promise_that_is_never_put_to_the_test_is_not_confirmed() -> None:
    vacuous = Implies(Rel(y, "<", 0), Rel(y, ">", 5))
    assert verdict_of(Algorithm(Set(y, x), vacuous), x=Interval(1, 2)).verdict == "undecided"


HIDDEN_ONE = cbrt(2 + sqrt(5)) - cbrt(sqrt(5) - 2)  # it is 1, which neither balls nor normal forms see


def test_a_run_that_cannot_be_judged_is_undecided() -> None:
    verdict = verdict_of(Algorithm(Set(y, 1 + 0 * x), Rel(y, "<", HIDDEN_ONE)))
    assert verdict.verdict == "undecided"


def test_a_run_that_ends_without_its_output_is_not_judged() -> None:
    a, out = variables("a out")
    found = verdict_of(Algorithm(When(Rel(a, ">", 0), Set(out, 1)), Rel(out, ">=", 0)), a=Interval(-1, 1))
    assert found.verdict == "undecided" and "the program ends without setting out" in found.remark


def test_without_inputs_it_runs_once() -> None:
    assert verdict_of(Algorithm(Set(y, Rational(1, 2)), Rel(y, "<", 1))).verdict == "confirmed"
    assert verdict_of(Algorithm(Set(y, Rational(3, 2)), Rel(y, "<", 1))).verdict == "refuted"


def test_only_rational_numbers_are_set() -> None:
    verdict = verdict_of(Algorithm(Set(y, sqrt(x)), Rel(y, ">", 0)), x=Interval(1, 2))
    assert verdict.verdict == "undecided"
    assert "is not a rational number" in verdict.remark or "no integral power" in verdict.remark


# -- orders ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("items", range(1, 7))
def test_few_items_are_taken_in_every_order(items: int) -> None:
    found = orders(items, "demo")
    assert len(set(found)) == len(found) == factorial(items)
    assert found[0] == tuple(range(items))


def test_many_items_are_taken_in_twenty_orders_that_depend_on_the_seed_only() -> None:
    found = orders(9, "demo")
    assert found == orders(9, "demo") != orders(9, "other")
    assert len(set(found)) == len(found) == 20
    assert all(sorted(order) == list(range(9)) for order in found)


def running_maximum(items: int, keep_the_larger: bool) -> Algorithm:
    """The largest of n, n + 1, ...; the faulty one keeps what it saw last unless it is much smaller."""
    update = Set(best, Max(best, k)) if keep_the_larger else When(Rel(k, ">=", best - 2), Set(best, k))
    return Algorithm((Set(best, n), Each(k, n, n + items - 1, update, shuffled=True)), Rel(best, "=", n + items - 1))


@pytest.mark.parametrize("items", [3, 8])
def test_a_fault_that_the_given_order_hides_is_found_by_shuffling(items: int) -> None:
    verdict = verdict_of(running_maximum(items, keep_the_larger=False), n=Interval.integers(1, 9))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    at = int(found.point["n"])
    met = [int(line.removeprefix("k <- ")) for line in found.trace if line.startswith("k <- ")]
    assert sorted(met) == list(range(at, at + items)) != met
    kept = at
    for item in met:
        kept = item if item >= kept - 2 else kept
    assert found.trace[-1] == f"best = {kept}"
    assert kept < at + items - 1
    right = verdict_of(running_maximum(items, keep_the_larger=True), n=Interval.integers(1, 9))
    assert right.verdict == "confirmed"
    assert right.points == 9 * len(orders(items, "any"))


# -- bisection with certified comparisons ------------------------------------------------------------------------------------


def square_root(swapped: bool, rounds: int = 12) -> Algorithm:
    """Bisection for the square root of x in [0, 2]; the faulty one moves the wrong end."""
    ends = (Set(low, middle), Set(high, middle)) if swapped else (Set(high, middle), Set(low, middle))
    halve = (Set(middle, (low + high) / 2), When(Rel(middle * middle, ">", x), *ends))
    promise = All(Rel(low, "<=", sqrt(x)), Rel(sqrt(x), "<=", high), Rel(high - low, "<=", Fraction(2, 2**rounds)))
    return Algorithm((Set(low, 0), Set(high, 2), Each(k, 1, rounds, halve)), promise)


def test_bisection_that_moves_the_wrong_end_is_refuted_with_input_and_trace() -> None:
    verdict = verdict_of(square_root(swapped=True), x=Interval.open(0, 4))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    at = Fraction(found.point["x"])
    lowest, highest = (Fraction(line.split(" = ")[1]) for line in found.trace[-2:])
    assert lowest**2 > at or highest**2 < at
    assert found.trace[0] == f"x = {at}"
    assert len(found.trace) == 1 + 2 + 3 * 12 + 2
    assert found.lhs is not None and found.rhs is not None and float(found.lhs) > float(found.rhs)
    assert "does not hold" in found.note


def test_the_corrected_bisection_is_confirmed() -> None:
    verdict = verdict_of(square_root(swapped=False), x=Interval.open(0, 4))
    assert (verdict.verdict, verdict.engine) == ("confirmed", "execute")


# -- subroutines -----------------------------------------------------------------------------------------------------------


def worst_index(subroutine: Subroutine) -> Algorithm:
    return Algorithm(Invoke(mu, "mu_up", eps, delta), Rel(gaussian.delta(eps, mu), ">=", delta), {"mu_up": subroutine})


SQUARE = {"eps": Interval(0, 3), "delta": Interval("1e-6", "1/2")}


def test_a_subroutine_is_a_certified_value_rounded_to_the_safe_side() -> None:
    verdict = verdict_of(worst_index(UP), **SQUARE)
    assert verdict.verdict == "confirmed"
    down = Subroutine(says="mu_GDP^-", takes=("eps", "delta"), value=MU, round="down", places=6, contract=Rel(result, "<=", MU))
    refuted = verdict_of(worst_index(down), **SQUARE)
    found = refuted.counterexample
    assert found is not None and found.trace is not None
    told = Fraction(found.trace[-1].removeprefix("mu = "))
    assert told.denominator <= 10**7
    assert refuted.proof["fails"]["results"] == [str(told)]


@pytest.mark.parametrize("side", ["up", "down", "nearest"])
def test_a_subroutine_has_as_many_places_as_it_says(side: str) -> None:
    close = Rel(Abs(result - MU), "<=", Rational(1, 10**40))
    precise = Subroutine(says="mu", takes=("eps", "delta"), value=MU, round=side, places=40, contract=close)
    verdict = verdict_of(Algorithm(Invoke(mu, "mu", eps, delta), Rel(mu, ">", 0), {"mu": precise}), **SQUARE)
    assert verdict.verdict == "confirmed"


def test_a_subroutine_that_breaks_its_contract_is_our_error() -> None:
    wrong = Subroutine(says="a guess", takes=("eps", "delta"), compute=lambda eps, delta: delta, contract=UP.contract)
    with pytest.raises(EngineDisagreement, match=r"mu_up at eps = .*, delta = .* gives .*, against its contract: result >= "):
        verdict_of(worst_index(wrong), **SQUARE)


def test_a_program_that_is_too_long_is_not_judged() -> None:
    long = Algorithm((Set(y, 0), Each(k, 1, MOST_LINES, Set(y, y + 1))), Rel(y, ">", 0))
    verdict = verdict_of(long)
    assert verdict.verdict == "undecided"
    assert "lines are run" in verdict.remark


def test_a_condition_that_no_ball_decides_leaves_the_run_unjudged() -> None:
    verdict = verdict_of(Algorithm(When(Rel(HIDDEN_ONE, ">", 1), Set(y, 1), Set(y, 0)), Rel(y, ">=", 0)))
    assert verdict.verdict == "undecided"
    assert "could not be decided" in verdict.remark


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Algorithm(Set(y, x), Rel(x, "=", x)), "speaks of nothing that the program sets"),
        (lambda: Algorithm(Set(y, x), y > x), "is not a statement"),
        (lambda: Algorithm(lambda x: {"y": x}, Rel(y, "=", x)), "is not a line of a program"),
        (lambda: Algorithm((Set(y, x), x), Rel(y, "=", x)), "is not a line of a program"),
        (lambda: Algorithm(Set(y, x), Rel(y, "=", x), {"f": NO_SUBROUTINE}), "f is not a Subroutine"),
        (lambda: Algorithm(Invoke(y, "nothing", x), Rel(y, ">", 0)), "calls nothing, which is not among"),
        (lambda: Algorithm(Invoke(y, "up", x), Rel(y, ">", 0), {"up": UP}), "takes eps, delta, but 1 values are given"),
        (lambda: Set(y, 0.5), r"float 0\.5"),
        (lambda: When(x > 1, Set(y, 1)), "is not a statement"),
        (lambda: Subroutine(says="f", takes=("x",), contract=Rel(result, ">", x)), "needs a value or a function"),
        (lambda: Subroutine(says="f", takes=("x",), value=x, round="sideways", contract=Rel(result, ">", x)), "rounds up, down"),
        (lambda: Subroutine(says="f", takes=("x",), value=x + y, contract=Rel(result, ">", x)), "speaks of y"),
        (lambda: Subroutine(says="f", takes=("x",), value=0.5, contract=Rel(result, ">", x)), r"float 0\.5"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_in_one_line(build: Any, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        build()
    assert "\n" not in str(error.value)


def test_contracts_and_lines_are_part_of_the_mathematics() -> None:
    looser = Subroutine(says="mu_GDP^+", takes=("eps", "delta"), value=MU, round="up", contract=Rel(result, ">=", MU))
    assert worst_index(UP).canonical() != worst_index(looser).canonical()
    assert Algorithm(Set(y, x), Rel(y, ">", 0)).canonical() != Algorithm(Set(y, 2 * x), Rel(y, ">", 0)).canonical()


def test_a_program_is_printed_as_it_runs() -> None:
    said = running_maximum(3, keep_the_larger=False).text()
    assert said == (
        "the program {best <- n; for k = n, ..., n + 2, in any order {if k >= best - 2 {best <- k}}} promises best = n + 2"
    )
