"""Statements: their words, their free variables, and what cannot be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import Derivative, Rational, oo

from dplemma.base.errors import BadClaim
from dplemma.lang import (
    Algorithm,
    All,
    Chain,
    Either,
    Exists,
    ForAll,
    Iff,
    Implies,
    Inference,
    Integral,
    Interval,
    Limit,
    Max,
    Member,
    Monotone,
    Not,
    Number,
    Obligations,
    Phi,
    PhiInv,
    Printed,
    Q,
    QInv,
    Region,
    Rel,
    Root,
    Set,
    asymptotic,
    exp,
    log,
    phi,
    variables,
)
from dplemma.lang.mechanism import Mechanism
from dplemma.lang.statements import Statement
from dplemma.lang.unfolding import unfold

x, y, eps, psi, p, q = variables("x y eps psi p q")
UNIT = Interval(0, 1)
LESS, MORE = Rel(x, "<", 1), Rel(y, ">=", 2)


def algorithm() -> Algorithm:
    return Algorithm(Set(y, x), Rel(y, "=", x))


SHOWN: list[tuple[Statement, str, str]] = [
    (LESS, "x < 1", "x < 1"),
    (Rel(Phi(x), "!=", exp(eps)), "Phi(x) != exp(eps)", r"\Phi{\left(x \right)} \neq e^{\varepsilon}"),
    (Rel(PhiInv(x), "<=", QInv(x)), "PhiInv(x) <= QInv(x)", r"\Phi^{-1}{\left(x \right)} \leq Q^{-1}{\left(x \right)}"),
    (Rel(phi(x), ">=", Q(x)), "phi(x) >= Q(x)", r"\varphi{\left(x \right)} \geq Q{\left(x \right)}"),
    (All(LESS, MORE), "x < 1 and y >= 2", r"x < 1 \;\wedge\; y \geq 2"),
    (Chain(0, "<=", x, "<", 1, "=", 1), "0 <= x < 1 = 1", r"0 \leq x < 1 = 1"),
    (Either(LESS, MORE), "x < 1 or y >= 2", r"x < 1 \;\vee\; y \geq 2"),
    (Not(LESS), "not (x < 1)", r"\neg\left(x < 1\right)"),
    (Implies(LESS, MORE), "x < 1 implies y >= 2", r"x < 1 \;\Rightarrow\; y \geq 2"),
    (Implies(LESS, All(MORE, LESS)), "x < 1 implies (y >= 2 and x < 1)", r"x < 1 \;\Rightarrow\; (y \geq 2 \;\wedge\; x < 1)"),
    (Iff(LESS, MORE), "x < 1 iff y >= 2", r"x < 1 \iff y \geq 2"),
    (ForAll({"y": UNIT}, Rel(y, "<=", x)), "for all y in [0, 1]: y <= x", r"\forall y \in [0, 1]:\; y \leq x"),
    (Exists({"eps": UNIT}, Rel(eps, ">", x)), "there is eps in [0, 1] with eps > x",
     r"\exists \varepsilon \in [0, 1]:\; \varepsilon > x"),
    (Member((x, y), (UNIT, UNIT)), "(x, y) in [0, 1] x [0, 1]", r"\left(x, y\right) \in [0, 1] \times [0, 1]"),
    (
        Member((x, y), (Interval.open(0, oo), Interval.integers(0, oo))), "(x, y) in (0, oo) x the integers of [0, oo)",
        r"\left(x, y\right) \in (0, \infty) \times (\mathbb{Z} \cap [0, \infty))",
    ),
    (Monotone(x**2, x, "increasing"), "x**2 is strictly increasing in x", r"x^{2} \text{ is strictly increasing in } x"),
    (Monotone(-psi, psi, "decreasing", strict=False), "-psi is decreasing (weakly) in psi",
     r"- \psi \text{ is decreasing (weakly) in } \psi"),
    (Limit(1 / x, x, 0, oo), "limit as x -> 0+ of 1/x = oo", r"\lim_{x \to 0^+} \frac{1}{x} = \infty"),
    (Limit(1 / x, x, oo, 0), "limit as x -> oo of 1/x = 0", r"\lim_{x \to \infty} \frac{1}{x} = 0"),
    (asymptotic(x + 1, x, x, oo), "limit as x -> oo of (x + 1)/x = 1", r"\lim_{x \to \infty} \frac{x + 1}{x} = 1"),
    (Number(exp(1), Printed("2.72")), "E is printed as 2.72", r"e \approx 2.72"),
    (Inference((LESS,), MORE, "one point"), "from x < 1 follows y >= 2 [model: one point]",
     r"x < 1 \;\vdash\; y \geq 2 \quad \text{(model: one point)}"),
    (Inference((Either(LESS, MORE), LESS), MORE, "one point"),
     "from (x < 1 or y >= 2) and x < 1 follows y >= 2 [model: one point]",
     r"(x < 1 \;\vee\; y \geq 2) \;\wedge\; x < 1 \;\vdash\; y \geq 2 \quad \text{(model: one point)}"),
    (Obligations(not_vacuous=LESS, defined=MORE), "not vacuous: x < 1; defined: y >= 2",
     r"\text{not vacuous: } x < 1,\quad \text{defined: } y \geq 2"),
    (algorithm(), "the program {y <- x} promises y = x", r"\text{the algorithm promises } y = x"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "text", "latex"), SHOWN, ids=[f"{type(s[0]).__name__}-{i}" for i, s in enumerate(SHOWN)])
def test_words(statement: Statement, text: str, latex: str) -> None:
    assert statement.text() == text
    assert statement.latex() == latex


def test_every_kind_of_statement_is_shown_above() -> None:
    import dplemma.lang.judgements as judgements
    import dplemma.lang.statements as statements

    concrete = {getattr(m, n) for m in (judgements, statements) for n in m.__all__} - {Statement}
    assert {c for c in concrete if isinstance(c, type)} == {type(s[0]) for s in SHOWN}


@pytest.mark.parametrize(
    ("statement", "names"),
    [
        (All(LESS, MORE), {"x", "y"}),
        (ForAll({"y": UNIT}, Rel(y, "<=", x)), {"x"}),
        (Exists({"x": UNIT, "y": UNIT}, Rel(y, "<=", x)), set()),
        (Limit(x * y, x, 0, 0), {"y"}),
        (algorithm(), {"x"}),
        (Rel(Integral(exp(-y), (y, 0, x)), "<", 1), {"x"}),
        (Rel(Root(y - x, (y, 0, 1)), "<", 1), {"x"}),
        (Monotone(x * y, x, "increasing"), {"x", "y"}),
        (Number(Phi(1), Printed("0.84")), set()),
    ],
)
def test_free_names(statement: Statement, names: set[str]) -> None:
    assert statement.free_names() == names


def test_walk_visits_every_part_once() -> None:
    inner = Implies(LESS, MORE)
    assert list(Not(All(inner, LESS)).walk()) == [Not(All(inner, LESS)), All(inner, LESS), inner, LESS, MORE, LESS]


def test_sides_are_kept_apart_and_unevaluated() -> None:
    assert Rel(x, "<=", x).text() == "x <= x"
    assert Rel(1, "<", 0).text() == "1 < 0"


def test_member_relations_close_and_open_ends() -> None:
    member = Member((x, y), (Interval.lopen(0, 1), Interval("-1/2", oo)))
    assert [r.text() for r in member.relations()] == ["x > 0", "x <= 1", "y >= -1/2"]


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Rel(x, "=<", 1), "unknown relation '=<'"),
        (lambda: Rel(x, "<", 0.5), r"float 0\.5"),
        (lambda: Rel("x", "<", 1), "text 'x'"),
        (lambda: Rel(Derivative(x**2, (x, y)), "<", 1), r"x\*\*2 is differentiated a number of times"),
        (lambda: All(), "All"),
        (lambda: All(x < 1), "is not a statement"),
        (lambda: Chain(x, "<"), "a chain is"),
        (lambda: Chain(x, "<", 1, "<"), "a chain is"),
        (lambda: Either(LESS), "two statements"),
        (lambda: Either(LESS, x < 1), "is not a statement"),
        (lambda: Not(x < 1), "statement"),
        (lambda: Implies(LESS, x < 1), "statement"),
        (lambda: Iff(x < 1, LESS), "statement"),
        (lambda: Inference((x < 1,), LESS, "m"), "statement"),
        (lambda: Inference((), LESS, "m"), "without one, state the conclusion"),
        (lambda: ForAll({}, LESS), "needs an Interval"),
        (lambda: ForAll({"x": (0, 1)}, LESS), "needs an Interval"),
        (lambda: ForAll({x: UNIT}, LESS), "for the name of each variable it binds, ForAll"),
        (lambda: ForAll([("x", UNIT)], LESS), "needs an Interval"),
        (lambda: Exists({"y": UNIT}, LESS), "binds y, which its statement does not use"),
        (lambda: Exists({"x": UNIT}, x < 1), "statement"),
        (lambda: Member((0.5,), (UNIT,)), r"float 0\.5"),
        (lambda: Monotone(x, x, "up"), "direction is increasing or decreasing"),
        (lambda: Monotone(y, x, "increasing"), "does not depend on x"),
        (lambda: Limit(y, x, 0, 0), "does not depend on x"),
        (lambda: Limit(x, x, 0, 0, "?"), "from . or -"),
        (lambda: Limit(x, x, 0, 0.5), r"float 0\.5"),
        (lambda: Limit(x * y, x, 0, x), "x depends on x, which the limit leaves behind"),
        (lambda: Limit(x * y, x, x + y, 0), "depends on x, which the limit leaves behind"),
        (lambda: Member((), ()), "Member of nothing says nothing"),
        (lambda: Member((x,), ()), "Member of nothing says nothing"),
        (lambda: Number(x, Printed("1")), "cannot depend on x"),
        (lambda: Number(Phi(1), "0.84"), "compared with Printed"),
        (lambda: Obligations(), "at least one obligation"),
        (lambda: Obligations(one=x < 1), "is not a statement"),
        (lambda: Mechanism([1], [1]), "two or more outputs"),
        (lambda: Mechanism([p, 1 - p], [q, q]), "must add up to 1"),
        (lambda: Mechanism([p, 1 - p, 0], [q, 1 - q]), "same two or more outputs"),
        (lambda: Mechanism([0.5, 0.5], [q, 1 - q]), r"float 0\.5"),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_refused_in_one_line(build: Any, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        build()
    assert "\n" not in str(error.value)


def test_infinite_limits_have_the_side_they_can_have() -> None:
    assert Limit(x, x, oo, oo, "+").side == "-"
    assert Limit(x, x, -oo, -oo, "-").side == "+"


def test_mechanism_quantities() -> None:
    half, tenth = Rational(1, 2), Rational(1, 10)
    mechanism = Mechanism.binary(half, tenth)
    assert list(mechanism.Q) == [tenth, Rational(9, 10)]
    assert mechanism.reversed().P == mechanism.Q
    assert unfold(mechanism.hockey_stick(0)) == Rational(2, 5)
    assert unfold(mechanism.renyi_infinite()) == log(5)
    assert unfold(mechanism.renyi(2)) == log(Rational(1, 4) * 10 + Rational(1, 4) / Rational(9, 10))
    assert unfold(mechanism.loss_at_least(log(5))) == half
    assert unfold(mechanism.hockey_stick(eps)).atoms(Max)


def test_a_premise_that_would_reach_further_stands_in_brackets() -> None:
    """(for all y: y <= x) implies x >= 1 is not: for all y, y <= x implies x >= 1."""
    each, inner, outer = ForAll({"y": UNIT}, Rel(y, "<=", x)), Rel(x, ">=", 1), Rel(x, ">=", 5)
    assert Implies(each, inner).text() == "(for all y in [0, 1]: y <= x) implies x >= 1"
    assert Implies(Implies(inner, outer), outer).text() == "(x >= 1 implies x >= 5) implies x >= 5"
    assert Implies(inner, outer).text() == "x >= 1 implies x >= 5"
    assert Implies(each, inner).latex().startswith("(")


RISES, TENDS = Monotone(x, x, "increasing"), Limit(x, x, oo, oo)


@pytest.mark.parametrize(
    "build",
    [
        lambda part: Implies(part, Rel(x, ">", 0)),
        lambda part: Implies(Rel(x, ">", 0), part),
        lambda part: Iff(Rel(x, ">", 0), part),
        lambda part: Either(Rel(x, ">", 0), part),
        lambda part: Not(Not(part)),
        lambda part: Not(All(Rel(x, ">", 0), part)),
        lambda part: Region(x=UNIT, such_that=part),
        lambda part: Implies(All(part), Rel(x, ">", 0)),
        lambda part: Exists({"x": UNIT}, part),
        lambda part: ForAll({"x": UNIT}, All(part)),
    ],
)
@pytest.mark.parametrize("part", [RISES, TENDS], ids=["monotone", "limit"])
def test_a_condition_is_about_what_holds_at_each_point(build: Callable[[Statement], object], part: Statement) -> None:
    with pytest.raises(BadClaim, match=rf"at each point, not {type(part).__name__}; .*such_that"):
        build(part)


def test_what_speaks_of_a_whole_region_may_be_denied() -> None:
    assert not Not(RISES).pointwise and not All(Not(TENDS)).pointwise
    each = ForAll({"y": UNIT}, Rel(y, "<=", x))
    assert Not(Implies(Rel(x, ">", 0), All(Rel(x, ">", 1), Exists({"y": UNIT}, Rel(y, "<", x))))).pointwise
    assert Implies(Rel(x, ">", 1), each).pointwise
