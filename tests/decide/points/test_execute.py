"""Printed algorithms run on exact inputs: refuted by a trace, confirmed at most, undecided when nothing was judged.

The machine beneath them: every order of what is shuffled, subroutines that keep their contract, certified comparisons, an end.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

import pytest
from flint import arb, fmpq
from small_claims import verdict_of
from sympy import Abs, Rational, sqrt

from dplemma.base.errors import BadClaim, EngineDisagreement
from dplemma.decide.points.execute import orders
from dplemma.formulas import gaussian
from dplemma.lang import Algorithm, All, Implies, Interval, Rel, Subroutine, exp, variables

x, y, n, low, high, eps, delta, mu, result = variables("x y n low high eps delta mu result")
NO_SUBROUTINE: Any = abs
MU = gaussian.mu(eps, delta)
UP = Subroutine(
    says="mu_GDP^+", takes=("eps", "delta"), value=MU, round="up", places=6,
    contract=All(Rel(result, ">=", MU), Rel(result - MU, "<=", Fraction(1, 10**6))),
)  # fmt: skip


def algorithm(run: Any, promise: Any, outputs: tuple[str, ...] = ("y",)) -> Algorithm:
    return Algorithm("y <- f(x)", run, outputs, promise)


def test_confirmed_at_most() -> None:
    verdict = verdict_of(algorithm(lambda x: {"y": x * x}, Rel(y, ">=", 0)), x=Interval(-1, 1))
    assert (verdict.verdict, verdict.engine) == ("confirmed", "execute")
    assert verdict.points is not None and verdict.points >= 10
    assert verdict.witness


def test_refuted_by_a_trace() -> None:
    verdict = verdict_of(algorithm(lambda x: {"y": x * x}, Rel(y, ">=", x)), x=Interval(0, 2))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    assert found.kind == "trace"
    at = Fraction(found.point["x"])
    assert at * at < at
    assert found.trace == (f"x = {at}", f"y = {at * at}")


def test_outputs_may_be_balls() -> None:
    def run(x: Fraction) -> dict[str, Any]:
        return {"y": arb(fmpq(x.numerator, x.denominator)).exp()}

    assert verdict_of(algorithm(run, Rel(y, "=", exp(x))), x=Interval(0, 1)).verdict in ("confirmed", "undecided")
    assert verdict_of(algorithm(run, Rel(y, ">", x)), x=Interval(0, 1)).verdict == "confirmed"
    assert verdict_of(algorithm(run, Rel(y, "<", 2)), x=Interval(0, 1)).verdict == "refuted"


def test_inputs_are_exact_and_inside_the_region() -> None:
    seen: list[Fraction] = []

    def run(n: Fraction) -> dict[str, Any]:
        seen.append(n)
        return {"y": n}

    verdict_of(algorithm(run, Rel(y, ">", 0)), n=Interval.integers(1, 50), such_that=Rel(n, "!=", 2))
    assert len(seen) == len(set(seen)) > 5
    assert all(isinstance(value, Fraction) and value.denominator == 1 and 1 <= value <= 50 and value != 2 for value in seen)


def test_a_promise_that_is_never_put_to_the_test_is_not_confirmed() -> None:
    vacuous = Implies(Rel(y, "<", 0), Rel(y, ">", 5))
    assert verdict_of(algorithm(lambda x: {"y": x}, vacuous), x=Interval(1, 2)).verdict == "undecided"


def test_a_run_that_cannot_be_judged_is_undecided() -> None:
    hidden = Rel(y, "<", sqrt(3 + 2 * sqrt(2)) - sqrt(2))  # the right side is 1, which no ball can force
    verdict = verdict_of(algorithm(lambda x: {"y": Fraction(1)}, hidden), x=Interval(0, 1))
    assert verdict.verdict == "undecided"


def test_a_missing_output_is_an_error() -> None:
    with pytest.raises(BadClaim, match="returned no z"):
        verdict_of(algorithm(lambda x: {"y": x}, All(Rel(y, "=", x), Rel(variables("z"), "=", x)), ("y", "z")), x=Interval(0, 1))


def test_without_inputs_it_runs_once() -> None:
    assert verdict_of(algorithm(lambda: {"y": Fraction(1, 2)}, Rel(y, "<", 1))).verdict == "confirmed"
    assert verdict_of(algorithm(lambda: {"y": Fraction(3, 2)}, Rel(y, "<", 1))).verdict == "refuted"


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

    def run(n: Fraction, machine: Any) -> dict[str, Any]:
        best = n
        for item in machine.shuffle([n + k for k in range(items)]):
            if item > best or not (keep_the_larger or item < best - 2):
                best = item
                machine.step(f"best <- {best}")
        return {"y": best}

    return Algorithm("shuffle S; for s in S: keep", run, ("y",), Rel(y, "=", n + items - 1))


@pytest.mark.parametrize("items", [3, 8])
def test_a_fault_that_the_given_order_hides_is_found_by_shuffling(items: int) -> None:
    verdict = verdict_of(running_maximum(items, keep_the_larger=False), n=Interval.integers(1, 9))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    at = int(found.point["n"])
    shuffled = next(line for line in found.trace if line.startswith("shuffled: "))
    order = [int(item) for item in shuffled.removeprefix("shuffled: ").split(", ")]
    assert sorted(order) == list(range(at, at + items)) != order
    best = at
    for item in order:
        best = item if item > best or item >= best - 2 else best
    assert found.trace[-1] == f"y = {best}"
    assert best < at + items - 1
    right = verdict_of(running_maximum(items, keep_the_larger=True), n=Interval.integers(1, 9))
    assert right.verdict == "confirmed"
    assert right.points == 9 * len(orders(items, "any"))


# -- bisection with certified comparisons ------------------------------------------------------------------------------------


def square_root(swapped: bool, rounds: int = 12) -> Algorithm:
    """Bisection for the square root of x in [0, 2]; the faulty one moves the wrong end."""

    def run(x: Fraction, machine: Any) -> dict[str, Any]:
        ends = [Fraction(0), Fraction(2)]
        for _ in range(rounds):
            middle = sum(ends, Fraction(0)) / 2
            above = machine.holds(Rel(y * y, ">", variables("x")), x=x, y=middle)
            ends[above != swapped] = middle
            machine.step(f"[{ends[0]}, {ends[1]}]")
        return {"low": ends[0], "high": ends[1]}

    promise = All(Rel(low, "<=", sqrt(x)), Rel(sqrt(x), "<=", high), Rel(high - low, "<=", Fraction(2, 2**rounds)))
    return Algorithm("m <- (a + b)/2; if m^2 > x then b <- m else a <- m", run, ("low", "high"), promise)


def test_bisection_that_moves_the_wrong_end_is_refuted_with_input_and_trace() -> None:
    verdict = verdict_of(square_root(swapped=True), x=Interval.open(0, 4))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    at = Fraction(found.point["x"])
    lowest, highest = (Fraction(line.split(" = ")[1]) for line in found.trace[-2:])
    assert lowest**2 > at or highest**2 < at
    assert found.trace[0] == f"x = {at}"
    assert len(found.trace) == 1 + 12 + 2
    assert found.lhs is not None and found.rhs is not None and float(found.lhs) > float(found.rhs)
    assert "does not hold" in found.note


def test_the_corrected_bisection_is_confirmed() -> None:
    verdict = verdict_of(square_root(swapped=False), x=Interval.open(0, 4))
    assert (verdict.verdict, verdict.engine) == ("confirmed", "execute")


# -- subroutines -----------------------------------------------------------------------------------------------------------


def worst_index(subroutine: Subroutine) -> Algorithm:
    def run(eps: Fraction, delta: Fraction, machine: Any) -> dict[str, Any]:
        return {"mu": machine.call("mu_up", eps, delta)}

    return Algorithm("mu <- mu_GDP^+(eps, delta)", run, ("mu",), Rel(gaussian.delta(eps, mu), ">=", delta), {"mu_up": subroutine})


SQUARE = {"eps": Interval(0, 3), "delta": Interval("1e-6", "1/2")}


def test_a_subroutine_is_a_certified_value_rounded_to_the_safe_side() -> None:
    verdict = verdict_of(worst_index(UP), **SQUARE)
    assert verdict.verdict == "confirmed"
    down = Subroutine(says="mu_GDP^-", takes=("eps", "delta"), value=MU, round="down", places=6, contract=Rel(result, "<=", MU))
    found = verdict_of(worst_index(down), **SQUARE).counterexample
    assert found is not None and found.trace is not None
    assert Fraction(found.trace[-1].removeprefix("mu = ")).denominator <= 10**7


@pytest.mark.parametrize("side", ["up", "down", "nearest"])
def test_a_subroutine_has_as_many_places_as_it_says(side: str) -> None:
    close = Rel(Abs(result - MU), "<=", Rational(1, 10**40))
    precise = Subroutine(says="mu", takes=("eps", "delta"), value=MU, round=side, places=40, contract=close)

    def run(eps: Fraction, delta: Fraction, machine: Any) -> dict[str, Any]:
        return {"mu": machine.call("mu", eps, delta)}

    verdict = verdict_of(Algorithm("mu <- mu(eps, delta)", run, ("mu",), Rel(mu, ">", 0), {"mu": precise}), **SQUARE)
    assert verdict.verdict == "confirmed"


def test_a_subroutine_that_breaks_its_contract_is_our_error() -> None:
    wrong = Subroutine(says="a guess", takes=("eps", "delta"), compute=lambda eps, delta: delta, contract=UP.contract)
    with pytest.raises(EngineDisagreement, match=r"mu_up at eps = .*, delta = .* gives .*, against its contract: result >= "):
        verdict_of(worst_index(wrong), **SQUARE)


def test_a_subroutine_nobody_declared_is_refused() -> None:
    with pytest.raises(BadClaim, match="calls nothing, which is not among"):
        verdict_of(algorithm(lambda x, machine: {"y": machine.call("nothing", x)}, Rel(y, ">", 0)), x=Interval(0, 1))


def test_a_subroutine_is_given_what_it_takes() -> None:
    def run(eps: Fraction, machine: Any) -> dict[str, Any]:
        return {"y": machine.call("mu_up", eps)}

    calling = Algorithm("y <- mu_GDP^+(eps)", run, ("y",), Rel(y, ">", 0), {"mu_up": UP})
    with pytest.raises(BadClaim, match="takes eps, delta, but 1 values were given"):
        verdict_of(calling, eps=Interval(0, 1))


# -- algorithms that do not end --------------------------------------------------------------------------------------------


def halving(state: bool, ends: bool) -> Algorithm:
    """Newton's step for a double root, never met; or two values that replace each other for ever."""

    def run(x: Fraction, machine: Any) -> dict[str, Any]:
        value = x
        while value != 0:
            value = 1 - value if state else value / 2
            machine.step(f"x <- {value}", state=value if state else None)
        return {"y": value}

    return Algorithm("while x != 0 do ...", run, ("y",), Rel(y, "=", 0), steps=50, ends=ends)


def test_an_algorithm_that_does_not_end_is_stopped_and_undecided() -> None:
    verdict = verdict_of(halving(state=False, ends=True), x=Interval.open(0, 1))
    assert verdict.verdict == "undecided"
    assert "stopped after 50 steps" in verdict.remark


def test_comparisons_and_calls_count_as_steps() -> None:
    def run(x: Fraction, machine: Any) -> dict[str, Any]:
        while machine.holds(Rel(variables("x"), ">", 0), x=x):
            pass
        return {"y": x}

    endless = Algorithm("while x > 0 do nothing", run, ("y",), Rel(y, ">", 0), steps=20)
    assert "stopped after 20 steps" in verdict_of(endless, x=Interval.open(0, 1)).remark


def test_a_state_that_returns_refutes_the_promise_to_end() -> None:
    verdict = verdict_of(halving(state=True, ends=True), x=Interval.open(0, 1))
    found = verdict.counterexample
    assert found is not None and found.trace is not None
    assert "never ends" in found.note
    assert found.trace[-1] in found.trace[:-1]
    without_promise = verdict_of(halving(state=True, ends=False), x=Interval.open(0, 1))
    assert without_promise.verdict == "undecided"
    assert "never ends" in without_promise.remark


def test_a_comparison_that_no_ball_decides_leaves_the_run_unjudged() -> None:
    def run(x: Fraction, machine: Any) -> dict[str, Any]:
        return {"y": Fraction(machine.holds(Rel(sqrt(3 + 2 * sqrt(2)) - sqrt(2), ">", 1)))}

    verdict = verdict_of(algorithm(run, Rel(y, ">=", 0)), x=Interval(0, 1))
    assert verdict.verdict == "undecided"
    assert "could not be decided" in verdict.remark


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Algorithm("y <- x", lambda x: {}, (), Rel(y, "=", x)), "names of its outputs"),
        (lambda: Algorithm("y <- x", lambda x: {}, ("y",), y > x), "is not a statement"),
        (lambda: Algorithm("y <- x", lambda x: {}, ("y",), Rel(y, "=", x), {"f": NO_SUBROUTINE}), "f is not a Subroutine"),
        (lambda: Algorithm("y <- x", lambda x: {}, ("y",), Rel(y, "=", x), steps=0), "whole number >= 1"),
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


def test_contracts_are_part_of_the_mathematics() -> None:
    looser = Subroutine(says="mu_GDP^+", takes=("eps", "delta"), value=MU, round="up", contract=Rel(result, ">=", MU))
    assert worst_index(UP).canonical() != worst_index(looser).canonical()
