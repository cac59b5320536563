"""The rules of a derivation: each leads where it should, and a wrong application is rejected with the reason."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Abs, Derivative, Expr, Integral, Max, Piecewise, Rational, S, exp, log, oo, sqrt

from dplemma.base.errors import BadClaim
from dplemma.decide.derivations.check import CheckedDerivation, check
from dplemma.lang import (
    POSITIVE,
    REAL,
    UNIT,
    Algebra,
    Antiderivative,
    Bound,
    ByLemma,
    Decided,
    Definition,
    Derivation,
    ExchangeDerivative,
    Inf,
    Interval,
    Lemma,
    Linearity,
    Logic,
    Phi,
    PrintedProof,
    PrintedStep,
    Q,
    Region,
    Rel,
    Root,
    RootOf,
    SameDerivative,
    SplitIntegral,
    Step,
    Substitute,
    Sup,
    Trusted,
    TurningPoint,
    phi,
    variables,
)
from dplemma.lang.region import Region as Where
from dplemma.lang.rules import Rule

a, b, p, t, u, x, y = variables("a b p t u x y")
LINE, RAY = Region(a=REAL), Region(a=POSITIVE)
UPWARDS = Interval.open(1, oo)


def one_step(start: Any, rel: str, end: Any, rule: Rule, on: Where = LINE, lemmas: tuple[Lemma, ...] = ()) -> CheckedDerivation:
    steps = (Step(rel, end, rule, "because"),)
    return check(Derivation(id="test", title="a test", on=on, start=start, steps=steps, lemmas=lemmas))


def reason(found: CheckedDerivation) -> str:
    failing = found.failing()
    return "" if failing is None else failing[2]


square = Integral(x**2, (x, 0, a))
tail = Integral(exp(-x), (x, 0, oo))
bell = Integral(phi(t), (t, -oo, oo))
moved = Integral(phi(t - a), (t, -oo, oo))
hump = x * (a - x)

HOLDS: dict[str, tuple[Any, str, Any, Rule, Where]] = {
    "algebra": ((a + 1) ** 2, "=", a**2 + 2 * a + 1, Algebra(), LINE),
    "algebra of logarithms": (log(a) + log(1 + a**2), "=", log(a + a**3), Algebra(), RAY),
    "algebra inside an integral": (
        log(moved) + a, "=", a + log(Integral(exp(-(u**2) / 2 + a * u - a**2 / 2) / sqrt(2 * S.Pi), (u, -oo, oo))),
        Algebra(), LINE,
    ),
    "algebra of what is given to be positive": (
        log(a**2 - b), "=", log((a**2 - b) ** 3) / 3, Algebra(),
        Region(a=REAL, b=REAL, such_that=Rel(a**2 - b, ">", 0)),
    ),
    "definition": (phi(a) / Q(a), "=", exp(-(a**2) / 2) / sqrt(2 * S.Pi) / (1 - Phi(a)), Definition(), LINE),
    "substitution, then nothing to integrate": (
        Integral(Phi(log(x)) / x, (x, 1, exp(a))), "=", Integral(Phi(t), (t, 0, a)), Substitute(x, t, exp(t)), RAY,
    ),
    "decreasing substitution": (
        Integral(exp(-x), (x, 0, 1)), "=", Integral(exp(-1 / t) / t**2, (t, 1, oo)), Substitute(x, t, 1 / t), LINE,
    ),
    "antiderivative": (square, "=", a**3 / 3, Antiderivative(x**3 / 3, x), RAY),
    "antiderivative to infinity": (a * tail, "=", a, Antiderivative(-exp(-x), x), LINE),
    "antiderivative that decays": (
        Integral(x * phi(x), (x, a, oo)), "=", phi(a), Antiderivative(-phi(x), x), LINE,
    ),
    "split": (
        Integral(Max(x, 0), (x, -a, a)), "=", Integral(x, (x, 0, a)), SplitIntegral(x, 0, left=0, right=x), RAY,
    ),
    "split of an absolute value": (
        Integral(Abs(x), (x, -a, a)), "=", Integral(-x, (x, -a, 0)) + Integral(x, (x, 0, a)),
        SplitIntegral(x, 0, left=-x, right=x), RAY,
    ),
    "linearity": (
        Integral(a * x + a**2 * exp(x), (x, 0, 1)), "=", a * Integral(x, (x, 0, 1)) + a**2 * Integral(exp(x), (x, 0, 1)),
        Linearity(x), LINE,
    ),
    "linearity inside": (
        exp(Integral(a * x, (x, 0, 1))), "=", exp(a * Integral(x, (x, 0, 1))),
        Linearity(x, into=a * Integral(x, (x, 0, 1))), LINE,
    ),
    "root": (Root(exp(x) - a, (x, -oo, oo)), "=", log(a), RootOf(x, log(a)), RAY),
    "greatest value": (Sup(hump, (x, 0, a)), "=", a**2 / 4, TurningPoint(x, a / 2), RAY),
    "bound at an end": (Inf(exp(-x), (x, 0, oo)), "=", 0, TurningPoint(x, oo), LINE),
    "bound": (Phi(a), "<", 1, Bound(), LINE),
    "decided": (a**2, ">=", 2 * a - 1, Decided(), LINE),
    "logic": (Rel(a, ">", 1), "implies", Rel(a**2, ">", a), Logic(), LINE),
}  # fmt: skip


def as_lemma(start: Any, rel: str, end: Any, rule: Rule, on: Where) -> CheckedDerivation:
    """The step as a lemma: there the last line may still have integrals, which whoever uses it evaluates."""
    lemma = Lemma(name="it", says="a step", on=on, start=start, steps=(Step(rel, end, rule, "because"),))
    return check(Derivation(id="test", title="a test", on=on, lemmas=(lemma,)))


@pytest.mark.parametrize(("start", "rel", "end", "rule", "on"), HOLDS.values(), ids=HOLDS.keys())
def test_a_right_step_holds(start: Any, rel: str, end: Any, rule: Rule, on: Where) -> None:
    found = as_lemma(start, rel, end, rule, on)
    assert found.failing() is None
    assert found.verdict.verdict == "proved"
    assert all(step.conditions for chain in found.chains for step in chain.steps)


# start, relation, end, rule, region, and what the reason says
REJECTED: dict[str, tuple[Any, str, Any, Rule, Where, str]] = {
    "false algebra": (a**2, "=", a**3, Algebra(), LINE, "left side"),
    "strict where it touches": (a**2, ">", 2 * a - 1, Bound(), LINE, "left side 1"),
    "wrong Jacobian": (
        tail, "=", Integral(exp(-2 * t), (t, 0, oo)), Substitute(x, t, 2 * t), LINE, "left side 1",
    ),
    "right value, wrong substitution": (
        tail, "=", Integral(2 * exp(-2 * t), (t, 0, oo)), Substitute(x, t, 3 * t), LINE, "new integrand",
    ),
    "not monotone": (
        Integral(x**2, (x, -1, 1)), "=", Integral(x**2, (t, -1, 1)).subs(x, t), Substitute(x, t, 2 * t**3 - t), LINE, "monotone",
    ),
    "ends that are not reached": (
        Integral(x - 1, (x, 0, 2)), "=", Integral(t - 1, (t, 0, 2)), Substitute(x, t, t + 1), LINE, "tends to 1, not 0",
    ),
    "an infinite end that is not reached": (
        bell, "=", Integral(phi(x), (x, -oo, oo)), Substitute(t, x, Phi(x)), LINE, "tends to 0, not -oo",
    ),
    "not an antiderivative": (square, "=", a**3 / 3, Antiderivative(x**3 / 3 + x * (x - 2) * (x - 1), x), RAY, "derivative of"),
    "antiderivative with a jump": (
        Integral(1 / x**2, (x, -1, 1)), "=", -2, Antiderivative(-1 / x, x), LINE, "needs x != 0",
    ),
    "antiderivative in pieces": (
        square, "=", a**3 / 3, Antiderivative(Piecewise((x**3 / 3, x < 1), (x**3 / 3 + 1, True)), x), RAY, "no limit of",
    ),
    "no limit at the end": (Integral(1 / x, (x, 1, oo)), "=", 5, Antiderivative(log(x), x), LINE, "grows beyond every bound"),
    "limit of the wrong sign": (
        Integral(a * exp(a * x), (x, 0, oo)), "=", -1, Antiderivative(exp(a * x), x), LINE, "",
    ),
    "split outside": (
        Integral(Abs(x), (x, 1, 2)), "=", Integral(x, (x, 1, 3)) + Integral(x, (x, 3, 2)), SplitIntegral(x, 3, left=x, right=x),
        LINE, "order: 3 <= 2",
    ),
    "wrong piece": (
        Integral(Abs(x), (x, -1, 2)), "=", Integral(x, (x, -1, 0)) + Integral(x, (x, 0, 2)) + 1,
        SplitIntegral(x, 0, left=x, right=x), LINE, "not shown to be x on the left",
    ),
    "pieces of another integral": (
        Integral(Abs(x), (x, -1, 2)), "=", Integral(-x, (x, -1, 0)) + Integral(x, (x, 0, 2)) + 0 * x + 1,
        SplitIntegral(x, 0, left=-x, right=x), LINE, "not shown to equal",
    ),
    "not linear": (
        Integral(x**2, (x, 0, 1)), "=", Integral(x, (x, 0, 1)) ** 2 + Rational(1, 12), Linearity(x), LINE,
        "constant times one integral",
    ),
    "another range": (
        Integral(2 * x, (x, 0, 1)), "=", Integral(x / 2, (x, 0, 2)), Linearity(x), LINE, "over the same range",
    ),
    "root outside": (Root(x**2 - a, (x, 0, oo)), "=", -sqrt(a), RootOf(x, -sqrt(a)), RAY, "above low"),
    "no root": (Root(exp(x) - a, (x, -oo, oo)), "=", log(a), RootOf(x, 2 * log(a)), RAY, "to be a root"),
    "several roots": (Root(x**3 - x, (x, -2, 2)), "=", 0, RootOf(x, 0), LINE, "monotone"),
    "turns elsewhere": (Sup(hump, (x, 0, a)), "=", a**2 / 4, TurningPoint(x, a / 3), RAY, "above: "),
    "wrong slope": (Sup(hump, (x, 0, a)), "=", a**2 / 4, TurningPoint(x, a / 2, slope=a - 3 * x), RAY, "the slope"),
    "no implication": (Rel(a, ">", 1), "implies", Rel(a, ">", 2), Logic(), LINE, "no proof"),
    "equality by an inequality's rule": (Integral(x, (x, 0, 1)), "<=", 1, Antiderivative(x**2 / 2, x), LINE, "shows an equality"),
    "a variable from nowhere": (square, "=", a**3 / 3, Antiderivative(x**3 / 3 + b, x), RAY, "no limit of"),
    "a line that does not exist": (1 / a + tail, "=", 1 / a + 1, Antiderivative(-exp(-x), x), LINE, "needs a != 0"),
    "a range out of order": (square, "=", a**3 / 3, Antiderivative(x**3 / 3, x), LINE, "order: 0 <= a"),
}  # fmt: skip


@pytest.mark.parametrize("name", REJECTED)
def test_a_wrong_step_is_rejected_with_the_reason(name: str) -> None:
    start, rel, end, rule, on, says = REJECTED[name]
    found = one_step(start, rel, end, rule, on)
    assert found.status in ("fails", "undecided")
    assert found.failing()[:2] == ("", 1)  # type: ignore[index]
    assert says in reason(found)
    assert found.verdict.verdict == "undecided"


def test_convergence_of_an_integral_in_the_last_line_is_not_taken_for_granted() -> None:
    found = one_step(Integral(1 / x, (x, 1, oo)), "=", Integral(1 / t, (t, 1, oo)), Algebra())
    assert "not shown to exist on the whole region" in reason(found)


# -- Leibniz ----------------------------------------------------------------------------------------------------------------

gauss = Integral(Phi(a + t) * phi(t), (t, -oo, oo))
under = Integral(phi(a + t) * phi(t), (t, -oo, oo))


def exchanged(rule: ExchangeDerivative, end: Expr = under, start: Expr = gauss, on: Where = LINE) -> CheckedDerivation:
    return as_lemma(Derivative(start, a), "=", end, rule, on)


def test_a_derivative_passes_under_a_dominated_integral() -> None:
    assert exchanged(ExchangeDerivative(a, phi(t))).failing() is None


@pytest.mark.parametrize("majorant", [phi(t) / 9, S.One, phi(t) * (1 + a**2)])
def test_a_bad_majorant_is_rejected(majorant: Expr) -> None:
    assert reason(exchanged(ExchangeDerivative(a, majorant)))


def test_the_derivative_itself_must_be_right_and_the_range_fixed() -> None:
    assert exchanged(ExchangeDerivative(a, phi(t)), end=2 * under).status == "fails"
    wrong = exchanged(ExchangeDerivative(a, phi(t)), Integral(phi(a + t), (t, 0, a)), Integral(Phi(a + t), (t, 0, a)), RAY)
    assert wrong.status == "fails"
    corner = exchanged(ExchangeDerivative(a, phi(t)), Integral(0 * t, (t, -oo, oo)), Integral(Abs(a) * phi(t), (t, -oo, oo)))
    assert corner.status == "fails"


def by_derivative(at: Any, value: Any, interval: Interval = REAL) -> CheckedDerivation:
    """Phi(a) by its derivative: the left side is the integral of the density up to a, from below."""
    left = Integral(phi(t + a), (t, -oo, 0))
    slope = Lemma(
        name="slope", says="its derivative", on=Region(a=interval), start=Derivative(left, a),
        steps=(
            Step("=", Integral(-(a + t) * phi(a + t), (t, -oo, 0)), ExchangeDerivative(a, phi(t)), "no"),
            Step("=", phi(a), Antiderivative(phi(a + t), t), "the antiderivative"),
        ),
    )  # fmt: skip
    known = Lemma(name="value", says="its value", on=Region(), holds=Rel(S.Half, "=", value))
    step = Step("=", Phi(a), SameDerivative(a, at, "slope", "value"), "same slope")
    return check(Derivation(id="test", title="a test", on=Region(a=interval), lemmas=(slope, known), start=left, steps=(step,)))


def test_a_lemma_that_fails_proves_nothing() -> None:
    """phi(t) does not dominate (a + t) phi(a + t) for every a."""
    found = by_derivative(0, S.Half)
    assert found.failing()[:2] == ("slope", 1)  # type: ignore[index]
    assert "no lemma says what the derivative" in found.chains[-1].steps[0].failure


def area(at: Any = 0, half: Any = S.Half, end: Any = None, interval: Interval = REAL) -> CheckedDerivation:
    slope = Lemma(
        name="slope", says="its derivative", on=Region(a=interval), start=Derivative(gauss, a),
        steps=(
            Step("=", under, ExchangeDerivative(a, phi(t)), "dominated"),
            Step("=", phi(a / sqrt(2)) / sqrt(2), Antiderivative(phi(a / sqrt(2)) * Phi(sqrt(2) * t + a / sqrt(2)) / sqrt(2), t),
                 "a Gaussian integral"),
        ),
    )  # fmt: skip
    known = Lemma(
        name="value", says="its value at 0", on=Region(), start=Integral(Phi(t) * phi(t), (t, -oo, oo)),
        steps=(Step("=", half, Antiderivative(Phi(t) ** 2 / 2, t), "the antiderivative"),),
    )  # fmt: skip
    step = Step("=", Phi(a / sqrt(2)) if end is None else end, SameDerivative(a, at, "slope", "value"), "same slope")
    return check(Derivation(id="test", title="a test", on=RAY, lemmas=(slope, known), start=gauss, steps=(step,)))


def test_functions_of_one_derivative_and_one_value_are_equal() -> None:
    assert area().failing() is None
    assert area(half=Rational(1, 3)).failing()[:2] == ("value", 1)  # type: ignore[index]
    assert "the lemma says" in reason(area(at=1))
    assert "is not joined" in reason(area(interval=POSITIVE))
    assert area(end=Phi(a)).status == "fails"


# -- lemmas -----------------------------------------------------------------------------------------------------------------

triple = Lemma(name="cube", says="for large y", on=Region(y=UPWARDS), holds=Rel(y**3, ">", y))
whole = Lemma(
    name="bell", says="the normal density", on=Region(b=REAL), start=Integral(phi(t - b), (t, -oo, oo)),
    steps=(Step("=", 1, Antiderivative(Phi(t - b), t), "Phi runs from 0 to 1"),),
)  # fmt: skip


def test_the_line_names_the_sign_that_a_factor_lacks() -> None:
    """a < 1 times a is strict only where a > 0."""
    less = Lemma(name="less", says="by the region", on=Region(y=Interval.open(0, 1)), holds=Rel(y, "<", 1))
    on = Region(a=Interval(0, 1), y=Interval.open(0, 1))
    assert "a > 0 is not shown" in reason(one_step(a * y, "<", a, ByLemma("less", y=y).times(a), on, (less,)))


def test_a_line_of_which_a_part_may_be_lost_is_open() -> None:
    root, both = sqrt(a**2 * y), Interval(-1, 1)
    found = one_step(root, "=", root + 0, Algebra(), Region(a=both, y=both))
    assert found.verdict.verdict == "undecided" and "SymPy writes a root as" in reason(found)
    assert "SymPy writes" not in reason(one_step(root, "=", root + 0, Algebra(), Region(a=both, y=Interval(0, 1))))


def test_a_lemma_is_used_at_values_inside_its_region() -> None:
    lemmas = (triple, whole)
    on = Region(a=POSITIVE)
    assert one_step((1 + a) ** 3, ">", 1 + a, ByLemma("cube", y=1 + a), on, lemmas).failing() is None
    assert one_step(a + moved, "=", a + 1, ByLemma("bell", b=a), on, lemmas).failing() is None
    assert "a > 1 is not shown" in reason(one_step(a**3, "<", 1 + a**3, ByLemma("cube", y=a), Region(a=REAL), lemmas))
    assert "no variable z" in reason(one_step(a**3, "<", a**3 + 1, ByLemma("cube", z=a), on, lemmas))
    assert "no value for it" in reason(one_step(a**3, "<", a**3 + 1, ByLemma("cube"), on, lemmas))
    assert one_step(a + moved, "=", a + 2, ByLemma("bell", b=a), on, lemmas).failing() is not None


def test_a_trusted_lemma_is_named_among_what_is_assumed() -> None:
    """Merging two outputs; any other inequality is no instance, and a lemma that is no statement has none."""
    rule = Trusted("data-processing", alpha=2, p1=1, p2=a, q1=1, q2=2 * a)
    left, right = (1 + a) ** 2 / (1 + 2 * a), 1 + a / 2
    found = one_step(left, "<=", right, rule, RAY)
    assert found.verdict.verdict == "proved"
    assert found.verdict.assumes == ("data-processing",)
    assert one_step(left, "<=", right + 1, rule, RAY).status == "fails"
    with pytest.raises(BadClaim, match="no step can be an instance"):
        Trusted("hockey-stick")


def test_linearity_into_divergent_integrals_shows_nothing() -> None:
    whole = Integral((exp(-t) - exp(-2 * t)) / t, (t, 0, oo))
    apart = Integral(exp(-t) / t, (t, 0, oo)) - Integral(exp(-2 * t) / t, (t, 0, oo))
    steps = (Step("=", apart, Linearity(t), "apart"), Step("=", 0, Algebra(), "they cancel"))
    found = check(Derivation(id="test", title="a test", on=LINE, start=whole, steps=steps))
    assert found.status == "fails" and found.verdict.verdict == "undecided"


# -- other things -------------------------------------------------------------------------------------------------------------


def test_the_first_false_step_of_a_printed_proof_is_named() -> None:
    printed = PrintedProof(
        where="page 1", start=a**2 - 1,
        steps=(
            PrintedStep("=", (a - 1) * (a + 1), "factored"),
            PrintedStep("<=", a**2 - 2, "smaller"),
            PrintedStep("<", 0, "so"),
        ),
    )  # fmt: skip
    steps = (Step("<", a**2, Bound(), "obvious"),)
    found = check(Derivation(id="test", title="a test", on=LINE, start=a**2 - 1, steps=steps, printed=printed))
    assert found.status == "holds"  # the printed proof is beside the derivation, not part of it
    number, step, verdict = found.false_printed_step()  # type: ignore[misc]
    assert (number, step.says, verdict.verdict) == (2, "smaller", "refuted")


def test_integrals_of_several_terms_are_matched_one_to_one() -> None:
    start = Integral(exp(-x), (x, 0, oo)) - 2 * Integral(phi(x), (x, -oo, oo))
    end = Integral(1 / exp(t), (t, 0, oo)) - 2 * Integral(exp(-(t**2) / 2) / sqrt(2 * S.Pi), (t, -oo, oo))
    assert as_lemma(start, "=", end, Algebra(), LINE).failing() is None
    other = Integral(1 / exp(t), (t, 0, oo)) - 2 * Integral(exp(-(t**2)) / sqrt(2 * S.Pi), (t, -oo, oo))
    assert as_lemma(start, "=", other, Algebra(), LINE).failing() is not None


def test_unit_is_an_open_interval() -> None:
    """A variable of (0, 1) may stand in a quantile."""
    assert one_step(p / (1 - p), ">", p, Bound(), Region(p=UNIT)).failing() is None
