"""One piece of code on every carrier: plain doubles, traced doubles, mpmath, balls and trees give the same number."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import user_formulas as user
from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.doubles.algebras import BallAlgebra, MpAlgebra, Undecided, decided_by_balls, run_in, tree
from dplemma.doubles.carried import Unliftable
from dplemma.doubles.fpcore import fpcore
from dplemma.doubles.lift import Arranged, lift
from dplemma.doubles.trace import trace

CASES = [
    (user.complement, (0.25,)), (user.log_of_sum, (0.5,)), (user.quadratic_root, (3.0, 2.0)), (user.profile, (1.0, 1.0)),
    (user.with_numpy, (2.0,)), (user.with_numpy, (0.5,)), (user.with_local_import, (0.125,)), (user.scaled, (0.5,)),
    (user.branching, (0.25,)), (user.branching, (0.75,)), (user.hypotenuse, (3.0, 4.0)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "inputs"), CASES)
def test_all_carriers_agree(function, inputs) -> None:
    plain = float(function(*inputs))
    assert trace(function, inputs).result == plain
    assert float(run_in(function, MpAlgebra(300), inputs).value) == pytest.approx(plain, rel=1e-13)
    with working_precision(300):
        ball = run_in(function, BallAlgebra(), inputs).value
    assert ball.rel_accuracy_bits() > 200 or ball.is_exact()
    assert float(ball.mid()) == pytest.approx(plain, rel=1e-13)


@pytest.mark.parametrize(("function", "inputs"), CASES)
def test_mpmath_and_balls_carry_the_same_real_number(function, inputs) -> None:
    context = MpAlgebra(400)
    seen = run_in(function, context, inputs).value
    with working_precision(300):
        ball = run_in(function, BallAlgebra(), inputs).value
        assert abs(arb(context.context.nstr(seen, 110)) - ball) < abs(ball) * arb(2) ** -280


def test_the_code_itself_is_left_alone() -> None:
    before = user.math, user.exp, user.phi_of
    lift(user.profile)
    assert (user.math, user.exp, user.phi_of) == before
    assert lift(user.profile)(1.0, 1.0) == user.profile(1.0, 1.0)


def test_arranged_arguments_are_followed_as_they_are_passed() -> None:
    """A point (b, c) reaches c / (b + sqrt(b^2 - c)) by name and in another order, in every arithmetic."""
    arranged = Arranged(user.quadratic_root_well, ("c", "b"), ("b",), {"c": "c"})
    assert (arranged.__name__, arranged(1.0, 3.0)) == ("quadratic_root_well", user.quadratic_root_well(3.0, 1.0))
    here, there = trace(arranged, (1.0, 3.0)), trace(user.quadratic_root_well, (3.0, 1.0))
    assert [(op.source, op.operands) for op in here.operations] == [(op.source, op.operands) for op in there.operations]
    assert here.error_bits == there.error_bits and here.predicted_bits == there.predicted_bits
    assert fpcore(arranged, ("c", "b")).splitlines()[-1] == fpcore(user.quadratic_root_well, ("b", "c")).splitlines()[-1]


def test_fixed_numbers_and_counts_are_passed_beside_a_point() -> None:
    arranged = Arranged(lambda n, x, scale: scale * x**n, ("x", "n"), ("n",), {"x": "x", "scale": 2.0}, frozenset({"n"}))
    kinds = Arranged(lambda *args: args, ("x", "n"), ("n", "x"), {}, frozenset({"n"}))(1.5, 3.0)
    assert [type(kind) for kind in kinds] == [int, float]
    assert arranged(1.5, 3.0) == trace(arranged, (1.5, 3.0)).result == 6.75


def test_what_is_no_python_function_is_not_followed() -> None:
    with pytest.raises(Unliftable, match="'hypot' is not a Python function"):
        lift(Arranged(math.hypot, ("x", "y"), ("x", "y"), {}))


def test_a_root_of_two_means_the_real_number() -> None:
    with working_precision(300):
        ball = run_in(user.phi_of, BallAlgebra(), (1,)).value
        assert abs(ball - (arb(-1) / arb(2).sqrt()).erfc() / 2) < arb(2) ** -280
    assert float(arb(2).sqrt().mid()) != Fraction(2)


def test_what_cannot_be_followed_is_said() -> None:
    with pytest.raises(Unliftable, match="plain float or integer"):
        trace(user.to_integer, (2.5,))
    with pytest.raises(Unliftable, match="nextafter cannot be followed"):
        trace(user.unknown_function, (1.0,))
    with pytest.raises(Unliftable, match="not a Python function"):
        lift(max)
    with pytest.raises(Unliftable, match="branches"):
        tree(user.branching, ("x",))


def test_balls_never_guess_a_branch() -> None:
    assert (
        decided_by_balls("<", arb(1), arb(2))
        and not decided_by_balls(">=", arb(1), arb(2))
        and decided_by_balls("==", arb(2), arb(2))
    )
    with pytest.raises(Undecided):
        decided_by_balls("<", arb(1, 1), arb(1))


def test_fpcore_says_what_the_code_does() -> None:
    assert fpcore(user.quadratic_root, ("b", "c"), name="root", ranges={"b": ("1", "9"), "c": ("0", "1")}) == (
        '(FPCore (b c)\n :name "root"\n :precision binary64\n :pre (and (<= 1 b 9) (<= 0 c 1))\n (- b (sqrt (- (* b b) c))))\n'
    )
