"""Expressions as JSON trees: the way there and back changes nothing, and what is not on the list is refused in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest
import read_back
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import Add, Dummy, Float, Integral, Mul, Piecewise, Pow, Rational, S, Symbol, exp, log, oo, srepr

from dplemma.base.errors import Unsupported
from dplemma.formulas import gaussian, quantities
from dplemma.lang import POSITIVE, ArgMin, Derivative, Mechanism, Phi, PhiInv, Root, functions, let, nodes, variables
from dplemma.lang import tree as tree_module
from dplemma.lang.quantity import quantity
from dplemma.lang.tree import MAX_DEPTH, written
from dplemma.lang.unfolding import portable

x, t = variables("x t")
HEADS = tree_module.plain_heads()


def through_json(expr: Any) -> Any:
    return read_back.expression(json.loads(json.dumps(written(expr), sort_keys=True)))


def assert_same(again: Any, expr: Any) -> None:
    assert again == expr
    assert srepr(again) == srepr(expr)


@pytest.mark.parametrize("name", quantities())
def test_every_quantity_comes_back(name: str) -> None:
    quantity = quantities()[name]
    arguments = [Symbol(parameter, real=True) for parameter in quantity.params]
    for build in (quantity, *(form.body for form in quantity.forms if form.body)):
        expr = build(*arguments)
        assert_same(through_json(expr), expr)


UNEVALUATED = [
    Mul(2, x + 1, evaluate=False),
    Mul(x, Pow(x, -1, evaluate=False), evaluate=False),
    Add(log(x), Mul(-1, log(x), evaluate=False), evaluate=False),
    Add(x, 0, Rational(1, 2), Rational(1, 2), evaluate=False),
    Pow(Pow(x, 2, evaluate=False), Rational(1, 2), evaluate=False),
    Pow(S.Exp1, x, evaluate=False),
    Pow(4, Rational(1, 2), evaluate=False),
    Pow(10, Pow(10, 2, evaluate=False), evaluate=False),
    exp(log(x, evaluate=False), evaluate=False),
    exp(0, evaluate=False),
    Phi(PhiInv(Rational(1, 3), evaluate=False), evaluate=False),
    sp.Max(1, 2, evaluate=False),
    sp.Heaviside(-1, evaluate=False),
    sp.Abs(sp.sign(-3, evaluate=False), evaluate=False),
    Piecewise((1, sp.Lt(1, 2, evaluate=False)), (2, True), evaluate=False),
    Piecewise((1, sp.Eq(x, 0)), (2, sp.Ne(x, 1)), (x, x > 5), evaluate=False),
    Integral(Mul(2, t + 1, evaluate=False), (t, 0, oo)),
    Integral(Piecewise((t, t < x), (1, True)) * x, (t, -oo, x)),
    Integral(x * t, (x, 0, t), (t, 0, 1)),
    sp.Sum(sp.binomial(x, t) / sp.factorial(t), (t, 0, 5)),
    Root(exp(t) - x, (t, 0, 1)) + ArgMin((t - x) ** 2, (t, -oo, oo)),
    Derivative(Phi(x * t), (x, 2), t),
    nodes.Held(x + 1) * (x + 1),
    sp.erfinv(x) + sp.gamma(x) * sp.sinh(x) / sp.cosh(x) + sp.tanh(sp.pi) ** sp.E - sp.erf(x) * sp.erfc(x),
]  # fmt: skip


@pytest.mark.parametrize("expr", UNEVALUATED, ids=str)
def test_forms_sympy_would_rewrite_come_back(expr: Any) -> None:
    assert_same(through_json(expr), expr)


def test_every_function_and_node_of_the_language_has_a_head() -> None:
    known = {*tree_module.plain_heads(), *tree_module.LIMITED}
    assert {*functions.__all__, *nodes.__all__} - {"variables"} <= known
    for name, (cls, arity) in tree_module.plain_heads().items():
        expr = cls(*(Symbol(f"a{i}", real=True) for i in range(arity)), evaluate=False)
        assert written(expr)[0] == name
        assert_same(through_json(expr), expr)


@pytest.mark.parametrize(
    ("expr", "says"),
    [
        (Symbol("x"), r"symbol x was not made by variables\('x'\)"),
        (Symbol("x", positive=True) + 1, r"was not made by variables"),
        (Dummy("x", real=True), r"was not made by variables"),
        (Integral(Symbol("t"), (Symbol("t"), 0, 1)), r"was not made by variables"),
        (Symbol("x y", real=True), r"variable name 'x y' cannot be written"),
        (Symbol("points", real=True), r"variable name 'points' cannot be written"),
        (Float("0.1") * x, r"Float.* cannot be written as an exact tree"),
        (S.NaN, r"NaN.* cannot be written"),
        (S.ComplexInfinity, r"ComplexInfinity.* cannot be written"),
        (S.ImaginaryUnit * x, r"ImaginaryUnit.* cannot be written"),
        (sp.Function("f")(x), r"cannot be written"),
        (sp.sin(x), r"sin.* cannot be written"),
        (Piecewise((1, (x < 1) & (x > 0)), (0, True)), r"And.* cannot be written"),
        (sp.Integer(10) ** 5000, r"more than 4000 digits"),
    ],
)  # fmt: skip
def test_what_cannot_travel_is_refused_when_written(expr: Any, says: str) -> None:
    with pytest.raises(Unsupported, match=says) as error:
        written(expr)
    assert "\n" not in str(error.value)


def test_too_deep_an_expression_is_refused_when_written() -> None:
    expr = x
    for _ in range(MAX_DEPTH + 1):
        expr = exp(expr, evaluate=False)
    with pytest.raises(Unsupported, match="nested deeper than"):
        written(expr)


NAMES = st.sampled_from(["x", "y", "eps", "mu_0", "lambda", "E", "pi"])
ATOMS = st.one_of(
    st.fractions().map(str), st.sampled_from(["pi", "E", "oo", "-oo", "0", "1", "-1"]), NAMES.map(lambda name: ["var", name])
)


def _larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    limits = st.tuples(NAMES, inner, inner).map(list)
    conditions = st.one_of(st.booleans(), st.tuples(st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner, inner).map(list))
    pairs = st.lists(st.tuples(inner, conditions).map(list), min_size=1, max_size=3)
    orders = st.tuples(NAMES, st.integers(1, 3).map(str)).map(list)
    plain = st.sampled_from(sorted(HEADS)).flatmap(lambda head: st.tuples(st.just(head), *[inner] * HEADS[head][1]))
    several = st.tuples(st.sampled_from(["Add", "Mul"]), inner, inner, inner)
    lattice = st.tuples(st.sampled_from(["Max", "Min"]), st.lists(inner, min_size=2, max_size=3, unique_by=repr))
    limited = st.tuples(st.sampled_from(sorted(tree_module.LIMITED)), inner, limits)
    return st.one_of(
        *(shape.map(list) for shape in (plain, several, limited)),
        lattice.map(lambda node: [node[0], *node[1]]),
        pairs.map(lambda found: ["Piecewise", *found]),
        st.tuples(inner, orders).map(lambda node: ["Derivative", *node]),
    )


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # of the strategy, when a draw is retried
@given(st.recursive(ATOMS, _larger, max_leaves=12))
def test_random_trees_mean_one_expression_each(tree: Any) -> None:
    expr = read_back.expression(tree)
    again = written(expr)
    assert sorted(json.dumps(again)) == sorted(json.dumps(tree))  # Max and Min keep their arguments in SymPy's own order
    assert_same(read_back.expression(again), expr)


VALUES = st.recursive(
    st.one_of(st.sampled_from([x, t, S.Pi, S.Exp1]), st.builds(Rational, st.integers(-9, 9), st.integers(1, 9))),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
        st.tuples(inner, st.integers(1, 3)).map(lambda pair: pair[0] ** pair[1]),
        inner.map(Phi),
        inner.map(exp),
        st.tuples(inner, inner).map(lambda pair: sp.Max(*pair)),
        inner.map(lambda body: Integral(body, (t, 0, 1))),
    ),
    max_leaves=8,
)  # fmt: skip


@given(VALUES)
def test_random_evaluated_expressions_come_back(expr: Any) -> None:
    assert_same(through_json(expr), expr)


NAMED = [
    gaussian.mu(x, t), 2 * gaussian.delta(x, 1 + t) ** 2, let("c", x + gaussian.auc(t), latex=r"\gamma"),
    Mechanism.binary(x, t).renyi(3), Mechanism.generic(3, closed=True).kl(), Integral(gaussian.roc(t, x), (t, 0, 1)),
]  # fmt: skip


@pytest.mark.parametrize("expr", NAMED, ids=str)
def test_names_come_back_as_names(expr: Any) -> None:
    assert_same(through_json(expr), expr)


def test_a_quantity_of_another_file_does_not_travel_by_name() -> None:
    for name in ("mine.twice", "gaussian.auc"):
        foreign = quantity(name, mu=POSITIVE, role="neutral", formula="2 mu")(lambda mu: 2 * mu)
        with pytest.raises(Unsupported, match="cannot be written by its name"):
            written(foreign(x))
        assert written(portable(foreign(x) + gaussian.auc(x))) == written(nodes.Held(2 * x) + gaussian.auc(x))
