"""Each rule of a proof on its own: where it holds it is accepted, where a condition is missing it is rejected."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hand_proofs import CLOSED, HALF, INNER, POSITIVE, STEP, box, boxes, certified, leaf, replayed
from small_claims import small_claim
from sympy import Abs, Expr, S

from dplemma.decide.regions.existence import reaches_all_values
from dplemma.kernel.boxes import tiles
from dplemma.kernel.equal import Tally
from dplemma.kernel.goal import check_goal
from dplemma.kernel.replay import Rejected
from dplemma.lang import Integral, Interval, Max, PhiInv, Piecewise, Rational, Region, Rel, exp, log, oo, variables
from dplemma.lang.judgements import Monotone
from dplemma.lang.nodes import Held, Root
from dplemma.lang.statements import Implies
from dplemma.proofs.rules import Below, Boxes, Cases, Contact, Cut, Face, Goal, NumberSign, Proof, SignForm, Through, Whole, Zero

x, y, t, a, n = variables("x y t a n")

# -- rules on their own -------------------------------------------------------------------------------------------------

ROOT = Root(exp(t) - 1 - a, (t, 0, oo))
LOGARITHM = Goal(a - ROOT, Region(a=Interval(HALF, 2)), False)
CROSSES = boxes(exp(a) - 1 - a, leaf("face", "155945/1048576", a=(HALF, 2), faces={"a": (True, 0)}), slopes={"a": (exp(a) - 1,)})
BELOW = Below(
    True,
    boxes(exp(t), leaf("value", "1", t=(0, None))),
    boxes(a, leaf("value", "1/2", a=(HALF, 2))),
    boxes(a, leaf("value", "1/2", a=(HALF, 2))),
    CROSSES,
)
THROUGH = Through(
    "a",
    boxes(
        INNER,
        leaf("contact", "1", t=(0, None), pieces=(box(t=(0, None)),)),
        contacts=(Contact("t", True, (INNER, exp(t) - 1, exp(t))),),
    ),
)


@pytest.mark.parametrize("proof", [BELOW, THROUGH], ids=["below", "through"])
def test_rules_for_roots(proof: Proof) -> None:
    check_goal(LOGARITHM, proof)
    with pytest.raises(Rejected):
        check_goal(Goal(HALF - ROOT, LOGARITHM.region, False), proof)


def test_a_root_on_the_wrong_side_is_rejected() -> None:
    with pytest.raises(Rejected, match=r"not c \(R - root\)"):
        check_goal(Goal(ROOT - a, LOGARITHM.region, False), BELOW)


def test_a_root_must_exist_for_every_value() -> None:
    parabola = Root(t**2 - a, (t, "-oo", oo))
    assert not reaches_all_values(Goal(parabola, Region(a=Interval(-5, 5)), False), parabola, "a", "test")
    assert reaches_all_values(Goal(ROOT, Region(a=Interval(1, 5)), False), ROOT, "a", "test")
    assert not reaches_all_values(Goal(ROOT, Region(a=Interval(-5, 5)), False), ROOT, "a", "test")


def test_that_a_root_exists_by_limits_is_not_called_checked() -> None:
    for region in (LOGARITHM.region, Region(a=Interval(-HALF, 2))):  # in the second it does not exist everywhere
        tally = Tally()
        check_goal(Goal(a - ROOT, region, False), THROUGH, tally)
        assert tally.unchecked == ["that the root exists for every a: it rests on limits that a search found"]


def test_the_equation_of_a_root_must_exist() -> None:
    late = Root(log(t - 1) - a, (t, 0, oo))
    with pytest.raises(Rejected, match="continuous"):
        check_goal(Goal(a - late, LOGARITHM.region, False), BELOW)


def test_a_slope_at_integers_is_no_slope() -> None:
    goal = Goal(n, Region(n=Interval.integers(0, 3)), False)
    with pytest.raises(Rejected, match="integer"):
        check_goal(goal, Face("n", True, False, "symbolic", boxes(S.One, leaf("value", "1", n=(0, 3))), Zero()))


@pytest.mark.parametrize(
    ("gap", "reason"),
    [
        (Piecewise((x - 3, x >= 1), (x, True)), "may jump"),
        (Integral(exp(-x * t), (t, 0, oo)), "may jump"),
        (log(x), "exist up to the face"),
    ],
    ids=["jump", "under the integral sign", "no value on the face"],
)
def test_what_a_slope_cannot_show(gap: Expr, reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        check_goal(Goal(gap, Region(x=Interval.open(0, 2)), False), Face("x", True, False, "symbolic", Zero(), Zero()))


def test_a_corner_needs_a_proof() -> None:
    goal = Goal(Max(x, 0) + 1, Region(x=CLOSED), True)
    check_goal(goal, boxes(Max(x, 0) + 1, leaf("value", "1", x=(-1, 1))))
    with pytest.raises(Rejected, match="not in the claim"):
        check_goal(goal, boxes(Max(x, 0, x**3 / 2 - 1) + 1, leaf("value", "1", x=(-1, 1))))


CUBE = (1 - x) ** 3


def cubic(factor: int) -> Boxes:
    derivatives = tuple(factor * d for d in (CUBE, -3 * (1 - x) ** 2, 6 - 6 * x, S(-6)))
    contact = Contact("x", False, derivatives)
    return boxes(factor * CUBE, leaf("contact", "6", x=(0, 1), pieces=(box(x=(0, 1)),)), contacts=(contact,))


def test_the_sign_at_an_upper_contact() -> None:
    region = Region(x=Interval.ropen(0, 1))
    check_goal(Goal(CUBE, region, True), cubic(1))
    with pytest.raises(Rejected, match="sign is not shown"):
        check_goal(Goal(-CUBE, region, True), cubic(-1))


UNFIT = {
    "edge of a domain": (1 / x, Interval(0, 1), boxes(1 / x, leaf("value", "1", x=(0, 1))), "edge of a domain"),
    "negative factor": (
        x * (x + 2), CLOSED,
        Boxes(64, (SignForm("divided", "quotient", x + 2, (x,)),), (leaf("value", "1", x=(-1, 1)),)), "not positive"),
    "slope of a corner": (
        Abs(x) + 1, CLOSED, boxes(Abs(x) + 1, leaf("value", "1", x=(-1, 1)), slopes={"x": (S.One,)}), "may jump"),
    "mean value without end": (
        x, POSITIVE, boxes(x, leaf("mean", "0", x=(0, None), slopes={"x": 0}), slopes={"x": (S.One,)}), "without end"),
    "face without end": (
        x, Interval("-oo", 0),
        boxes(x, leaf("face", "0", x=(None, 0), faces={"x": (True, 0)}), slopes={"x": (S.One,)}), "no such end"),
    "sign missing": (x, CLOSED, boxes(x, leaf("value", "-1", x=(-1, 1))), "sign is not shown"),
    "not zero": (x, CLOSED, Zero(), "vanish"),
    "not a number": (x, POSITIVE, NumberSign(64), "not a number"),
    "number of bits": (S.One, POSITIVE, NumberSign(5), "5 bits"),
    "negative number": (-S.One, POSITIVE, NumberSign(64), "sign is not shown"),
    "no cases": (x, POSITIVE, Cases(()), "nothing to distinguish"),
    "no root": (x, POSITIVE, Through("x", Zero()), "no root"),
    "no integers": (x, POSITIVE, Whole("x", (), Zero()), "integers"),
    "no such variable": (x, POSITIVE, Cut("y", Fraction(1), Zero(), Zero()), "no variable"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNFIT)
def test_rules_that_do_not_fit(name: str) -> None:
    gap, interval, proof, reason = UNFIT[name]
    with pytest.raises(Rejected, match=reason):
        check_goal(Goal(gap, Region(x=interval), False), proof)


def test_a_name_may_not_be_bound_and_free() -> None:
    goal = Goal(x + Integral(exp(-(x**2)), (x, 0, 1)), Region(x=Interval(0, 1)), False)
    with pytest.raises(Rejected, match="bound by an integral"):
        check_goal(goal, Face("x", True, False, "symbolic", Zero(), Zero()))


def test_a_tiny_difference_is_seen() -> None:
    """(x - 1/7)^2 - 10^-100 is negative at 1/7 only; a form without the last term agrees everywhere else to 100 digits."""
    bump, tiny = (x - Rational(1, 7)) ** 2, Rational(1, 10**100)
    form = SignForm("forged", "equal", bump + tiny)
    with pytest.raises(Rejected, match="differ at"):
        check_goal(Goal(bump - tiny, Region(x=Interval(0, 1)), False), Boxes(64, (form,), (leaf("value", "0", x=(0, 1)),)))


TILINGS = {
    "itself": ([((0, 2), (0, 2))], True),
    "pinwheel has no straight cut": (
        [((0, 1), (0, 2)), ((1, 3), (0, 1)), ((2, 3), (1, 3)), ((0, 2), (2, 3)), ((1, 2), (1, 2))], False),
    "cut twice": ([((0, 1), (0, 2)), ((1, 2), (0, 1)), ((1, 2), (1, 2))], True),
    "gap": ([((0, 1), (0, 2)), ((1, 2), (0, 1))], False),
    "twice the same": ([((0, 2), (0, 2)), ((0, 2), (0, 2))], False),
    "overlap": ([((0, 1), (0, 2)), ((Fraction(1, 2), 2), (0, 2))], False),
    "beyond": ([((0, 1), (0, 2)), ((1, 3), (0, 2))], False),
    "nothing": ([], False),
}  # fmt: skip


@pytest.mark.parametrize("name", TILINGS)
def test_tilings(name: str) -> None:
    parts, good = TILINGS[name]
    size = 3 if name.startswith("pinwheel") else 2
    assert tiles(box(x=(0, size), y=(0, size)), [box(x=first, y=second) for first, second in parts]) is good


def test_tilings_of_the_line() -> None:
    line = box(x=(None, None))
    assert tiles(line, [box(x=(None, 0)), box(x=(1, None)), box(x=(0, 1))])
    assert not tiles(line, [box(x=(None, 0)), box(x=(1, None))])
    assert not tiles(line, [box(x=(None, 5)), box(x=(0, None))])


def test_a_claim_about_nothing_is_rejected(tmp_path: Path) -> None:
    nowhere = small_claim(Rel(x, ">", 5), x=Interval(0, 1), such_that=Rel(x, ">", 1))
    outside = boxes(x - 5, leaf("outside", "", x=(0, 1)))
    assert "no point could be certified" in replayed(certified(nowhere, outside), tmp_path).reason
    never = small_claim(Implies(Rel(x, ">", 1), Rel(x, ">", 5)), x=Interval(0, 1))
    assert "premise" in replayed(certified(never, outside), tmp_path).reason


def test_agreement_at_one_point_is_too_little() -> None:
    goal = Goal(x - HALF, Region(x=Interval(1, 1)), True)
    with pytest.raises(Rejected, match="agree at 1 points only"):
        check_goal(goal, boxes(x**2 - HALF, leaf("value", "1/2", x=(1, 1))))


def test_no_slope_under_an_integral_sign(tmp_path: Path) -> None:
    claim = small_claim(Monotone(Integral(exp(-x * t), (t, 0, oo)), x, "decreasing"), x=POSITIVE)
    assert "a slope says too little" in replayed(certified(claim, Zero()), tmp_path).reason


NOWHERE = Root(t**2 + 1, (t, "-oo", oo))
ROOTS_IN_CLAIMS = {
    "cancels": (Rel(NOWHERE, ">=", NOWHERE), Zero(), "is not shown to exist"),
    "in a premise": (Implies(Rel(ROOT, ">", 0), Rel(a, ">", 0)), boxes(a, leaf("value", "1/2", a=(HALF, 2))), "is not shown"),
    "two of one name": (Rel(log(1 + ROOT - Root(t - a, (t, 0, oo))), ">=", -9), Zero(), "is not shown to have a value"),
    "below a bound": (Rel(ROOT, "<=", a), BELOW, ""),
    "through": (Rel(ROOT, "<=", a), THROUGH, "rests on limits"),
}


@pytest.mark.parametrize("name", ROOTS_IN_CLAIMS)
def test_roots_in_claims_must_exist(name: str, tmp_path: Path) -> None:
    statement, proof, reason = ROOTS_IN_CLAIMS[name]
    report = replayed(certified(small_claim(statement, a=Interval(HALF, 2)), proof), tmp_path)
    assert (report.status == "agrees") is (reason == "")
    assert reason in report.reason


def test_a_bound_beyond_the_end_shows_no_root() -> None:
    short = Root(exp(t) - 1 - a, (t, 0, Rational(1, 4)))
    with pytest.raises(Rejected, match="might not exist"):
        check_goal(Goal(a - short, LOGARITHM.region, False), BELOW)


@pytest.mark.parametrize("proof", [Zero(), boxes(S.Zero, leaf("value", "0"))], ids=["zero", "boxes"])
def test_roots_do_not_vanish(proof: Proof) -> None:
    with pytest.raises(Rejected, match="not shown to exist"):
        check_goal(Goal(NOWHERE * 0 + Held(NOWHERE) - NOWHERE, Region(), False), proof)


def test_sides_must_exist(tmp_path: Path) -> None:
    claim = small_claim(Rel(x + log(x) - log(x), ">=", x * log(x) / log(x)), x=Interval(2, 3))
    assert replayed(certified(claim, Zero()), tmp_path).status == "agrees"
    claim = small_claim(Rel(PhiInv(x) + 9, ">", PhiInv(x)), x=Interval(0, 1))
    report = replayed(certified(claim, NumberSign(64)), tmp_path)
    assert "not shown to have a value" in report.reason


def test_values_shown_on_boxes(tmp_path: Path) -> None:
    claim = small_claim(Rel(log(x**2 - x + 1), ">=", log(x**2 - x + 1)), x=Interval(0, 1))
    halves = (box(x=(0, HALF)), box(x=(HALF, 1)))
    assert replayed(certified(claim, Zero(), defined=halves), tmp_path).status == "agrees"
    claim = small_claim(Rel(STEP, ">=", STEP), x=CLOSED)
    assert replayed(certified(claim, Zero(), defined=(box(x=(-1, 1)),)), tmp_path).status == "agrees"
