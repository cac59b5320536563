"""Best constants: what is called sharp fails just beyond, by mpmath as well; a loose one has the best in its bracket."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import pytest
from small_claims import small_claim
from sympy import Expr, sympify

from dplemma.compile.evaluate import compiled
from dplemma.decide import constants
from dplemma.decide import sharpen as engine
from dplemma.decide.decide import decide_claim
from dplemma.decide.regions.balls import BallsOutcome
from dplemma.decide.sharpen import Sharpened, sharpen
from dplemma.formulas import gaussian
from dplemma.lang import Interval, Mills, Monotone, Rational, Region, Rel, diff, exp, log, oo, pi, sqrt, variables
from dplemma.lang.statements import All, Chain, ForAll, Implies, Statement
from dplemma.ledger.verdict import Verdict
from dplemma.report.pages.check_page import sharpness_line

x, y, mu, eps = variables("x y mu eps")
POSITIVE, NONNEGATIVE, REAL = Interval.open(0, oo), Interval(0, oo), Interval("-oo", "oo")
HALF = Rational(1, 2)
DELTA = gaussian.delta.definition(eps, mu)
GDPT_SLOPE = -diff(DELTA, eps) / diff(DELTA, mu)


def best(statement: Statement, **region: Any) -> list[Sharpened]:
    claim = small_claim(statement, **region)
    verdict = decide_claim(claim)
    assert verdict.verdict in ("proved", "certified")
    return sharpen(claim, verdict)


def by_mpmath(expr: Expr, point: dict[str, str]) -> Any:
    """The second opinion, in 50 digits."""
    return compiled(expr).mp({name: Fraction(value) for name, value in point.items()}, 50)


def refuted_at(found: Sharpened) -> dict[str, str]:
    assert found.refuted_at is not None
    return found.refuted_at


# -- sharp constants ----------------------------------------------------------------------------------------------------------

LESS, MORE = Rational("0.999"), Rational("1.001")
SHARP = {
    "at a closed end": (Rel(Mills(x), "<=", sqrt(pi / 2)), {"x": NONNEGATIVE}, LESS),
    "towards an open end": (Rel(gaussian.tv.definition(mu), "<", mu / sqrt(2 * pi)), {"mu": POSITIVE}, LESS),
    "towards infinity": (Rel(x / (1 + x), "<", 1), {"x": NONNEGATIVE}, LESS),
    "a lower bound": (Rel(2 * x - x**2, ">=", x), {"x": Interval(0, 1)}, MORE),
    "inside": (Rel(x * exp(1 - x), "<=", 1), {"x": NONNEGATIVE}, LESS),
}


@pytest.mark.parametrize("name", SHARP)
def test_a_sharp_constant_fails_just_beyond(name: str) -> None:
    statement, region, factor = SHARP[name]
    (found,) = best(statement, **region)
    assert found.sharp
    point = refuted_at(found)
    left, right = by_mpmath(statement.lhs, point), by_mpmath(factor * statement.rhs, point)
    assert left > right if factor == LESS else left < right
    assert all(Fraction(value) in region[variable] for variable, value in point.items())


def test_the_derivative_of_the_gdp_transform_is_tight_in_its_corner() -> None:
    (found,) = best(Rel(GDPT_SLOPE, "<=", sqrt(pi / 2)), eps=NONNEGATIVE, mu=POSITIVE)
    assert (found.where, found.printed) == ("the right side", "sqrt(pi/2) = 1.2533141")
    point = refuted_at(found)
    assert 0 <= Fraction(point["eps"]) < Fraction(point["mu"]) < Fraction(1, 100)
    assert by_mpmath(GDPT_SLOPE, point) > by_mpmath(LESS * sqrt(pi / 2), point)
    assert sharpness_line(found) == (
        "constant sqrt(pi/2) = 1.2533141 of the right side: sharp; 0.999 times it fails at eps = 0, mu = 1/1000"
    )


def test_a_tangent_is_sharp_on_both_sides() -> None:
    constant, slope = best(Rel(exp(x), ">=", 1 + x), x=REAL)
    assert (constant.printed, constant.where, constant.sharp) == ("1", "the constant term", True)
    at = refuted_at(constant)
    assert by_mpmath(exp(x), at) < by_mpmath(Rational("1.001") + x, at)
    assert (slope.printed, slope.where, slope.sharp) == ("1", "x", True)
    at = refuted_at(slope)
    assert by_mpmath(exp(x), at) < by_mpmath(1 + x * Rational("1.001"), at)
    assert slope.note.startswith("0.999 times it fails at x = -")
    below = {"x": slope.note.partition("x = ")[2].partition(",")[0]}
    assert by_mpmath(exp(x), below) < by_mpmath(1 + x * Rational("0.999"), below)


def test_the_same_tangent_on_a_half_line_is_bounded_from_one_side_only() -> None:
    _, slope = best(Rel(exp(x), ">=", 1 + x), x=NONNEGATIVE)
    assert (slope.sharp, slope.note) == (True, "1.001 times it fails")


# -- loose constants ----------------------------------------------------------------------------------------------------------


def ends(found: Sharpened) -> tuple[Any, Any]:
    return mpmath.mpf(found.best_low), mpmath.mpf(found.best_high)


UNIT, QUARTER = Interval(0, 1), Rational(1, 4)
LOOSE: dict[str, tuple[Statement, dict[str, Any], list[tuple[str, str, Any]]]] = {
    "a square": (Rel(x**2, "<=", 4), {"x": UNIT}, [("the right side", "4", 1)]),
    "irrational": (Rel(x * exp(-x), "<=", HALF), {"x": NONNEGATIVE}, [("the right side", "1/2", exp(-1))]),
    "irrational as printed": (Rel(sqrt(x), "<=", sqrt(2)), {"x": UNIT}, [("the right side", "sqrt(2) = 1.4142136", 1)]),
    "beyond zero": (Rel(x**2 + 1, ">=", -4), {"x": REAL}, [("the right side", "-4", 1)]),
    "zero itself": (Rel(x**2, ">=", -4), {"x": REAL}, [("the right side", "-4", 0)]),
    "a million times too large": (Rel(x, "<=", 10**6), {"x": UNIT}, [("the right side", "1000000", 1)]),
    "the left side": (Rel(x**2 - x / 2, ">=", 0), {"x": Interval(1, 5)}, [("x**2", "1", HALF), ("x", "-1/2", -1)]),
    "strict": (Rel(x, "<", 2), {"x": UNIT}, [("the right side", "2", 1)]),
    "numbers alone": (Rel(sqrt(2), "<=", Rational(3, 2)), {}, [("the right side", "3/2", sqrt(2))]),
    "both directions": (Rel(x**2 + 1, ">=", x), {"x": REAL}, [("x, downwards", "1", -2), ("x, upwards", "1", 2)]),
    "two variables": (
        Rel(x * y, "<=", x**2 + y**2), {"x": Interval(1, 2), "y": Interval(1, 2)},
        [("x**2", "1", QUARTER), ("y**2", "1", QUARTER)],
    ),
    "integers": (Rel(x * (3 - x), "<=", 3), {"x": Interval(0, 3, integer=True)}, [("the right side", "3", 2)]),
    "a premise": (Implies(Rel(x, ">=", 1), Rel(x**2, ">=", x / 3)), {"x": NONNEGATIVE}, [("x", "1/3", 1)]),
    "a side condition": (
        Rel(x, ">", Rational(1, 9)), {"x": UNIT, "such_that": Rel(exp(x), ">", Rational(3, 2))},
        [("the right side", "1/9", log(Rational(3, 2)))],
    ),
    "a quantifier": (ForAll({"y": UNIT}, Rel(x * y, "<=", 5)), {"x": Interval(0, 2)}, [("the right side", "5", 2)]),
    "a conjunction": (
        All(Rel(x, ">=", -2), Rel(x, "<=", 3)), {"x": Interval(-1, 1)},
        [("the right side (inequality 1)", "-2", -1), ("the right side (inequality 2)", "3", 1)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOSE)
def test_a_loose_constant_is_bracketed_by_the_best_one(name: str) -> None:
    statement, region, wanted = LOOSE[name]
    found = best(statement, **region)
    assert [(item.where, item.printed, item.sharp) for item in found] == [(where, printed, False) for where, printed, _ in wanted]
    for item, (_, _, expected) in zip(found, wanted, strict=True):
        (low, high), value = ends(item), by_mpmath(sympify(expected), {})
        assert low <= value <= high
        assert high - low <= max(1, abs(value)) / 1000


def test_the_slope_of_the_auc() -> None:
    constant, slope = best(Rel(gaussian.auc.definition(mu), "<=", HALF + mu / 2), mu=POSITIVE)
    assert (constant.where, constant.sharp) == ("the constant term", True)
    assert (slope.where, slope.printed, slope.sharp) == ("mu", "1/2", False)
    low, high = ends(slope)
    with mpmath.workdps(30):
        assert mpmath.mpf("0.2820") <= low <= 1 / (2 * mpmath.sqrt(mpmath.pi)) <= high <= mpmath.mpf("0.2822")
    refuted = HALF + mu * Rational(slope.best_low)
    assert by_mpmath(gaussian.auc.definition(mu), refuted_at(slope)) > by_mpmath(refuted, refuted_at(slope))
    assert slope.note == f"{slope.best_low} fails"


def test_in_a_chain_every_inequality_is_looked_at_and_equations_are_not() -> None:
    first, second = best(Chain(0, "<=", x**2, "=", x * x, "<=", x, "<=", 3), x=Interval(0, 1))
    assert (first.where, first.sharp) == ("x (inequality 2)", True)
    assert (second.where, second.sharp, second.best_high) == ("the right side (inequality 3)", False, "1")


# -- nothing to say, and what stays open --------------------------------------------------------------------------------------

SILENT = {
    "a sign": (Rel(exp(x), ">", 0), {"x": REAL}),
    "a sign, the other way round": (Rel(0, "<", exp(x)), {"x": REAL}),
    "an equation": (Rel((x + 1) ** 2, "=", x**2 + 2 * x + 1), {"x": REAL}),
    "monotonicity": (Monotone(exp(x), x, "increasing"), {"x": REAL}),
}


@pytest.mark.parametrize("name", SILENT)
def test_a_claim_without_constants(name: str) -> None:
    statement, region = SILENT[name]
    assert best(statement, **region) == []


def test_only_a_claim_that_is_shown_is_sharpened() -> None:
    false = small_claim(Rel(x**2, "<=", HALF), x=Interval(0, 1))
    refuted = decide_claim(false)
    assert refuted.verdict == "refuted"
    assert sharpen(false, refuted) == []
    true = small_claim(Rel(x**2, "<=", 4), x=Interval(0, 1))
    for word in ("undecided", "confirmed", "not_formalised"):
        assert sharpen(true, Verdict(verdict=word, engine="confirm")) == []


def test_without_proofs_the_bracket_ends_at_the_printed_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Statement] = []

    def out_of_boxes(statement: Statement, *_: Any) -> BallsOutcome:
        asked.append(statement)
        return BallsOutcome(open_boxes=[{}], tried=1)

    monkeypatch.setattr(engine.balls, "certify", out_of_boxes)
    monkeypatch.setattr(engine.objects, "by_tactics", lambda *_: None)
    (found,) = best_given_certified(Rel(x**2, "<=", 4), x=Interval(0, 1))
    assert (found.best_high, found.sharp) == ("4", False)
    assert mpmath.mpf("0.99999") < mpmath.mpf(found.best_low) < 1
    assert found.note == f"what lies between is undecided; {found.best_low} fails"
    assert 0 < len(asked) <= engine.DECISIONS


def test_only_plain_fractions_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """exp(c log(3)) is a power of 3: it must not be an enormous one."""
    asked: list[Expr] = []
    certify = engine.balls.certify

    def spied(statement: Rel, *rest: Any) -> BallsOutcome:
        asked.append(statement.lhs)
        return certify(statement, *rest)

    monkeypatch.setattr(engine.balls, "certify", spied)
    monkeypatch.setattr(engine.objects, "by_tactics", lambda *_: None)
    best_given_certified(Rel(exp(x), "<=", 3 * log(3)), x=UNIT)
    factors = [number for expr in asked for number in expr.atoms(Rational)]
    assert any(not number.is_integer for number in factors)
    assert all(number.q < 10**5 for number in factors)


def test_a_point_that_only_the_proof_search_finds_moves_the_bracket(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best constant is set by a needle between the points that are tried first."""
    needle = Rational(1, 3) + Rational(1, 777)
    bump = 1 / (1 + 10**8 * (x - needle) ** 2)
    for module in (constants, engine):
        monkeypatch.setattr(module, "climbed", lambda point, *_: point)
    (found,) = best_given_certified(Rel(bump, "<=", 2), x=Interval(0, 1))
    low, high = ends(found)
    assert low < 1 <= high < low + mpmath.mpf("1e-3")
    assert by_mpmath(bump, refuted_at(found)) > low


def best_given_certified(statement: Statement, **region: Any) -> list[Sharpened]:
    return sharpen(small_claim(statement, **region), Verdict(verdict="certified", engine="balls"))


def test_rounding_is_outwards() -> None:
    (found,) = best(Rel(x, "<=", pi), x=Interval(0, 3))
    assert found.printed == "pi = 3.1415927"
    low, high = ends(found)
    assert low <= 3 <= high < mpmath.pi
    (sharp,) = best(Rel(Mills(x), "<=", sqrt(pi / 2)), x=NONNEGATIVE)
    with mpmath.workdps(30):
        assert mpmath.mpf(sharp.best_low) < mpmath.sqrt(mpmath.pi / 2) < mpmath.mpf(sharp.best_high)


def test_the_same_question_has_the_same_answer() -> None:
    claim = small_claim(Rel(gaussian.tv.definition(mu), "<", mu / 2), mu=POSITIVE)
    verdict = decide_claim(claim)
    assert sharpen(claim, verdict) == sharpen(claim, verdict)
    assert claim.on == Region(mu=POSITIVE)
