"""Names of quantities in expressions: they unfold to the definitions, capture nothing, and SymPy leaves them alone."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from meeting import meet
from sympy import Abs, Derivative, Integral, Max, Piecewise, Rational, diff, exp, log, sqrt

from dplemma import check
from dplemma.base.errors import BadClaim
from dplemma.compile.evaluate import enclose
from dplemma.formulas import gaussian, laplace, pure, quantities, renyi
from dplemma.lang import (
    POSITIVE,
    REAL,
    UNIT,
    Algorithm,
    All,
    Chain,
    Claim,
    Either,
    Exists,
    ForAll,
    Held,
    Iff,
    Implies,
    Inference,
    Interval,
    Invoke,
    Limit,
    Mechanism,
    Member,
    Monotone,
    Not,
    Number,
    Obligations,
    Phi,
    Printed,
    Region,
    Rel,
    Root,
    Set,
    Statement,
    Subroutine,
    When,
    expanded,
    let,
    oo,
    unfold,
    variables,
)
from dplemma.lang.divergences import FORMULAS, Divergence
from dplemma.lang.named import Named, Row, unfolded
from dplemma.lang.quantity import quantity
from dplemma.lang.text import to_latex, to_text
from dplemma.lang.unfolding import portable

eps, delta, mu, x, p, q = variables("eps delta mu x p q")
x_mu, chernoff_exponent = variables("x_mu chernoff_exponent")
PROFILE = gaussian.delta(eps, mu)
PLAIN = Phi(mu / 2 - eps / mu) - exp(eps) * Phi(-mu / 2 - eps / mu)


@pytest.mark.parametrize("name", quantities())
def test_a_quantity_unfolds_to_what_its_body_builds(name: str) -> None:
    quantity = quantities()[name]
    symbols = [variables(parameter) for parameter in quantity.params]
    node = quantity(*symbols)
    assert isinstance(node, Named) and node.args == tuple(symbols)
    assert unfolded(node) == unfolded(quantity.define(*symbols)) == quantity.definition(*symbols)
    assert not unfolded(node).has(Named, Row)
    assert pickle.loads(pickle.dumps(node)) == node


def test_a_name_unfolds_inside_everything_that_binds() -> None:
    for wrap in (
        lambda e: Integral(e, (eps, 0, 1)),
        lambda e: Root(e - delta, (eps, 0, oo)),
        lambda e: Derivative(e, mu),
        lambda e: Piecewise((e, eps > 0), (0, True)),
        lambda e: Max(0, e, 1 - e),
        lambda e: Abs(e - delta) + sqrt(e) / (1 + e) - e * x,
    ):
        assert unfolded(wrap(PROFILE)) == wrap(PLAIN)


CLASHES = {
    "root": gaussian.mu(eps, x_mu),
    "optimum": renyi.order_best(variables("t_order"), delta),
    "greatest": Mechanism.binary(chernoff_exponent, q).chernoff_information(),
}


@pytest.mark.parametrize("node", CLASHES.values(), ids=CLASHES)
def test_nothing_is_captured(node: Any) -> None:
    """A variable with the name that the definition binds is as good as any other."""
    [clashing] = node.free_symbols - {eps, delta, q}
    assert unfolded(node).free_symbols == node.free_symbols
    others = {str(symbol): Fraction(1, 10) for symbol in node.free_symbols - {clashing}}
    there = enclose(node, {**others, str(clashing): Fraction(1, 3)}, 20)
    here = enclose(node.subs(clashing, mu), {**others, "mu": Fraction(1, 3)}, 20)
    assert meet(there, here)


def test_a_captured_root_would_be_another_number() -> None:
    nested = unfolded(gaussian.mu(eps, x_mu / 4))
    assert nested.free_symbols == {eps, x_mu}
    assert nested.bound[0] != x_mu
    assert nested.xreplace({x_mu: delta, nested.bound[0]: x_mu}) == gaussian.mu.definition(eps, delta / 4)


def test_sympy_assumes_nothing_of_a_name() -> None:
    for node in (PROFILE, gaussian.delta(1, 1), laplace.mu(1), let("c", 2), Mechanism.binary(Rational(1, 2), p).tv()):
        assert node.is_commutative
        assert (node.is_real, node.is_positive, node.is_zero, node.is_finite) == (None,) * 4
        assert isinstance(node > 0, type(x > 0))
        assert Max(0, node).args and Abs(node).args and sqrt(node**2) != node
    assert PROFILE - PROFILE == 0  # the same number, whatever it is


def test_values_are_put_into_the_arguments() -> None:
    assert PROFILE.subs(eps, 1) == gaussian.delta(1, mu) == PROFILE.xreplace({eps: Rational(1)})
    assert unfolded(PROFILE.subs(eps, 1)) == PLAIN.subs(eps, 1)
    assert PROFILE.free_symbols == {eps, mu}


def test_a_derivative_waits_or_is_that_of_the_definition() -> None:
    waiting = Derivative(gaussian.mu(eps, delta), eps)
    assert waiting.expr == gaussian.mu(eps, delta)
    assert diff(PROFILE, eps) == diff(PLAIN, eps)
    assert waiting.doit() == unfolded(waiting).doit()
    assert let("c", eps**2).diff(eps) == 2 * eps


def test_an_abbreviation_stands_for_its_value() -> None:
    c = let("c", PROFILE + 1, latex=r"\gamma")
    assert unfolded(c**2) == (PLAIN + 1) ** 2
    assert c.subs(mu, 1).definition() == gaussian.delta(eps, 1) + 1
    with pytest.raises(BadClaim, match="named by one word"):
        let("two words", eps)
    with pytest.raises(BadClaim, match="float"):
        let("c", 0.5)


@pytest.mark.parametrize("name", FORMULAS)
def test_a_divergence_is_named_and_unfolds(name: str) -> None:
    mechanism = Mechanism.binary(p, q)
    node = getattr(mechanism, name)(*([x] * FORMULAS[name].parameters))
    assert isinstance(node, Divergence)
    assert not unfolded(node).has(Named, Row)
    assert unfolded(node).free_symbols == node.free_symbols
    assert getattr(mechanism.reversed().reversed(), name)(*([x] * FORMULAS[name].parameters)) == node


BELOW = Rel(PROFILE, "<=", delta)
REGION = Region(eps=POSITIVE, delta=UNIT, mu=POSITIVE, such_that=Rel(delta, "<", gaussian.tv(mu)))
STATEMENTS: list[Statement] = [
    BELOW, Chain(0, "<", PROFILE, "<=", gaussian.tv(mu)), All(BELOW, BELOW), Either(BELOW, Rel(eps, ">", 1)), Not(BELOW),
    Implies(BELOW, Rel(laplace.delta(eps, mu), ">", 0)), Iff(BELOW, BELOW), ForAll({"eps": POSITIVE}, BELOW),
    Exists({"eps": POSITIVE}, BELOW), Member((PROFILE, pure.mu(eps)), (UNIT, POSITIVE)), Monotone(PROFILE, mu, "increasing"),
    Limit(PROFILE, mu, oo, gaussian.auc(0)), Number(gaussian.delta(1, 1), Printed("0.13")), Inference((BELOW,), BELOW, "a model"),
    Obligations(defined=BELOW), Algorithm(
        (Invoke(variables("m"), "up", eps), When(BELOW, Set(variables("m"), 0))),
        Rel(variables("m"), "<=", gaussian.mu(eps, delta)),
        {"up": Subroutine(says="up", takes=("eps",), value=pure.mu(eps), contract=Rel(variables("result"), ">=", pure.mu(eps)))},
    ),
]  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda s: type(s).__name__)
def test_statements_unfold_and_still_print_as_written(statement: Statement) -> None:
    plain = unfold(statement)
    assert type(plain) is type(statement)
    assert not any(e.has(Named) for part in plain.walk() for e in part.expressions())
    assert (plain.text(), plain.latex()) == (statement.text(), statement.latex())
    assert expanded(statement) == plain
    assert "Phi" in expanded(statement).text() or "PhiInv" in expanded(statement).text()
    assert unfold(plain) is plain


def test_subroutines_and_regions_unfold() -> None:
    algorithm = unfold(STATEMENTS[-1])
    assert isinstance(algorithm, Algorithm)
    assert algorithm.uses["up"].value == pure.mu.definition(eps)
    assert unfold(REGION).such_that == (Rel(delta, "<", gaussian.tv.definition(mu)),)
    assert unfold(Region(eps=POSITIVE)) == Region(eps=POSITIVE)
    chance = gaussian.roc(p, 1)
    assert unfold(Mechanism([chance, 1 - chance], [q, 1 - q])).P[0] == gaussian.roc.definition(p, 1)


def bound(rhs: Any, **more: Any) -> Claim:
    return Claim(id="mine/bound", where="", kind="inequality", states="", lhs=PROFILE, rel="<=", rhs=rhs, on=REGION, **more)


def test_the_hash_knows_the_words_and_the_definitions() -> None:
    claim = bound(delta)
    assert claim.digest() == bound(delta).digest()
    written_out = replace(claim, lhs=PLAIN, holds=None)
    assert unfold(claim).statement == written_out.statement
    assert claim.digest() != written_out.digest()


def test_another_definition_is_another_hash() -> None:
    def half(factor: Any) -> Any:
        @quantity("mine.half", x=POSITIVE, role="neutral", formula="x/2")
        def define(x: Any) -> Any:
            return x / factor

        return define(eps)

    claims = [replace(bound(delta), lhs=half(factor), holds=None) for factor in (2, 3)]
    assert claims[0].text() == claims[1].text()
    assert claims[0].digest() != claims[1].digest()


def test_a_claim_without_a_value_is_refused_when_built() -> None:
    with pytest.raises(BadClaim, match="has no value"):
        replace(bound(delta), lhs=gaussian.delta(eps, 0), holds=None)
    with pytest.raises(BadClaim, match="binds x_mu"):
        Claim(
            id="mine/clash", where="", kind="inequality", states="", lhs=gaussian.mu(eps, delta), rel="<=", rhs=x_mu,
            on=Region(eps=POSITIVE, delta=UNIT, x_mu=Interval(0, 1)),
        )  # fmt: skip


def test_logarithms_and_powers_of_names_are_those_of_the_definitions() -> None:
    assert unfolded(log(exp(let("c", eps)))) == eps
    assert unfolded(sqrt(let("c", exp(eps)) ** 2)) == exp(eps)


@pytest.mark.parametrize(
    ("node", "wanted"),
    [
        (gaussian.mu(eps, delta), r"\mu_G(\varepsilon, \delta)"),
        (gaussian.delta(eps, mu) ** 2, r"\delta_{\mu}(\varepsilon)^{2}"),
        (gaussian.delta(eps, x / mu), r"\delta{\left(\varepsilon;\, \frac{x}{\mu}\right)}"),
        (gaussian.fbeta(2, mu), r"F^{*}_{2}(\mu)"),
        (Derivative(gaussian.mu(eps, delta), eps), r"\frac{\partial}{\partial \varepsilon} \mu_G(\varepsilon, \delta)"),
        (Mechanism.binary(p, q).chernoff_information(), "C(P, Q)"),
        (Mechanism.binary(p, q).reversed().renyi(variables("alpha")), r"D_{\alpha}(Q \,\|\, P)"),
        (let("c_mu", eps), r"c_{\mu}"),
        (let("c", eps, latex=r"\gamma"), r"\gamma"),
    ],
)
def test_latex_has_the_signs_of_the_field(node: Any, wanted: str) -> None:
    assert to_latex(node) == wanted


@pytest.mark.parametrize("name", quantities())
def test_every_quantity_has_a_sign_with_its_parameters(name: str) -> None:
    quantity = quantities()[name]
    assert sorted(re.findall(r"<(\w+)>", quantity.latex)) == sorted(quantity.params)


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        (Derivative(gaussian.mu(eps, delta), eps), "d/d eps gaussian.mu(eps, delta)"),
        (Derivative(x**2 * eps, x, x), "d^2/d x^2 eps*x**2"),
        (Derivative(x * eps + 1, x, eps), "d^2/(d x d eps) (eps*x + 1)"),
        (-Derivative(PROFILE, eps) / Derivative(PROFILE, mu),
         "-(d/d eps gaussian.delta(eps, mu))/(d/d mu gaussian.delta(eps, mu))"),
        (1 - Held(eps + 1) * 2, "1 - 2*(eps + 1)"),
        (Mechanism.binary(p, q).hockey_stick(eps), "H(eps; P, Q)"),
    ],
)  # fmt: skip
def test_text_reads_like_mathematics(expr: Any, wanted: str) -> None:
    assert to_text(expr) == wanted


# -- quantities of the user's own, on the way to the kernel ------------------------------------------------------------------


def _own(name: str, define: Any, **params: Interval) -> Any:
    return quantity(f"mine.{name}", role="neutral", formula=name, **params)(define)


def test_sympy_cancels_nothing_across_a_quantity_that_is_printed_by_its_name() -> None:
    """f(x) = x: sqrt(x) sqrt(f(x)) has no value at -1, f(x)/x none at 0, 0 times log x none at -1."""
    same, none = _own("same", lambda u: u, u=REAL), _own("none", lambda u: 0 * u, u=REAL)
    ratio = _own("ratio", lambda u, v: u / v, u=REAL, v=REAL)
    for expr, part in (
        (sqrt(eps) * sqrt(same(eps)), sqrt(eps)), (same(eps) / eps, 1 / eps), (none(log(eps)), log(eps)),
        (log(eps) * none(eps), log(eps)), (ratio(eps, eps), Held(eps)), (ratio(eps, same(eps)), eps),
    ):  # fmt: skip
        assert portable(expr).has(part), expr
    assert portable(gaussian.auc(eps) + eps) == gaussian.auc(eps) + eps


@pytest.mark.parametrize(
    ("lhs", "low"),
    [
        (lambda same, none: sqrt(eps) * sqrt(same(eps)) - eps, -2),
        (lambda same, none: same(eps) / eps - 1, -1),
        (lambda same, none: none(log(eps)), -2),
        (lambda same, none: log(eps) * none(eps), -1),
    ],
)
def test_what_does_not_exist_is_not_proved_of_a_quantity_of_ones_own(lhs: Any, low: int) -> None:
    same, none = _own("same", lambda u: u, u=REAL), _own("none", lambda u: 0 * u, u=REAL)
    on = Region(eps=Interval(low, 1))
    claim = Claim(id="mine/a", where="", kind="inequality", states="", lhs=lhs(same, none), rel="<=", rhs=0, on=on)
    assert check(claim).verdict in ("undecided", "refuted")


def test_a_true_claim_of_a_quantity_of_ones_own_is_proved() -> None:
    twice = _own("twice", lambda u: 2 * u, u=REAL)
    on = Region(eps=Interval(0, 1))
    claim = Claim(id="mine/a", where="", kind="inequality", states="", lhs=eps, rel="<=", rhs=twice(eps), on=on)
    assert check(claim).verdict == "proved"
