"""Expressions as JSON trees: the way there and back changes nothing, and what is not on the list is refused in one line."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from sympy import Add, Dummy, Float, Integral, Mul, Piecewise, Pow, Rational, S, Symbol, exp, log, oo, srepr

from dplemma.base.errors import BadClaim, Unsupported
from dplemma.formulas import gaussian, quantities
from dplemma.lang import POSITIVE, ArgMin, Derivative, Mechanism, Phi, PhiInv, Root, functions, let, nodes, variables
from dplemma.lang import tree as tree_module
from dplemma.lang.quantity import quantity
from dplemma.lang.tree import MAX_DEPTH, expr_from_tree, parse, to_tree
from dplemma.lang.unfolding import portable

x, t = variables("x t")
X = ["var", "x"]
HEADS = tree_module.plain_heads()


def through_json(expr: Any) -> Any:
    return expr_from_tree(parse(json.dumps(to_tree(expr), sort_keys=True)))


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


@pytest.mark.parametrize(
    "tree",
    [
        ["Pow", "10", "1000000000"], ["Pow", "1/10", "-1000000"], ["Pow", ["var", "x"], "10000000"],
        ["Pow", "10", ["Pow", "10", "10"]], ["Pow", ["Pow", "10", "100000"], "100"], ["Pow", ["Mul", "2", "3"], "600000"],
        ["Pow", "10", ["Mul", "1000", "10000"]], ["Add", ["exp", ["Pow", ["Add", "2", "3"], "900000"]], "1"],
        ["factorial", "1000000"], ["gamma", "1000001/2"], ["binomial", "1000000", "500000"],
    ],
    ids=str,
)  # fmt: skip
def test_what_is_small_to_write_and_huge_to_compute_is_refused(tree: Any) -> None:
    with pytest.raises(BadClaim, match=r"at most 1000000 bits|at most 100000$") as caught:
        expr_from_tree(tree)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("tree", [["Pow", "2", "100000"], ["Pow", ["var", "x"], "1000"], ["Pow", "E", "1000000"]], ids=str)
def test_large_powers_that_can_be_computed_are_read(tree: Any) -> None:
    assert to_tree(expr_from_tree(tree)) == tree


def test_rebuilt_nodes_work_as_sympy_built_them() -> None:
    for expr in (Integral(exp(-x * t), (t, 0, 1)), Root(exp(t) - x, (t, 0, 1)), Piecewise((x**2, x < 0), (x, True)), Phi(x) / x):
        again = through_json(expr)
        assert again.is_commutative
        assert again.diff(x) == expr.diff(x)
        assert again.subs(x, 2) == expr.subs(x, 2)
        assert sp.latex(again) == sp.latex(expr)


def test_every_function_and_node_of_the_language_has_a_head() -> None:
    known = {*tree_module.plain_heads(), *tree_module._LIMITED}
    assert {*functions.__all__, *nodes.__all__} - {"variables"} <= known
    for name, (cls, arity) in tree_module.plain_heads().items():
        expr = cls(*(Symbol(f"a{i}", real=True) for i in range(arity)), evaluate=False)
        assert to_tree(expr)[0] == name
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
        (Integral(x, x), r"has 1 entries instead of 3"),
        (log(x, 2, evaluate=False), r"has 3 entries instead of 2"),
    ],
)  # fmt: skip
def test_what_cannot_travel_is_refused_when_written(expr: Any, says: str) -> None:
    with pytest.raises((Unsupported, BadClaim), match=says) as error:
        to_tree(expr)
    assert "\n" not in str(error.value)


def test_too_deep_an_expression_is_refused_when_written() -> None:
    expr = x
    for _ in range(MAX_DEPTH + 1):
        expr = exp(expr, evaluate=False)
    with pytest.raises(Unsupported, match="nested deeper than"):
        to_tree(expr)


def nested(depth: int) -> Any:
    tree: Any = X
    for _ in range(depth):
        tree = ["exp", tree]
    return tree


GARBAGE = [
    (["__import__", "os"], r"expression: unknown head '__import__'"),
    (["exp", ["eval", "1"]], r"expression\[1\]: unknown head 'eval'"),
    (["Symbol", "x"], r"unknown head 'Symbol'"),
    (["Add", "1", ["Lambda", X, X]], r"expression\[2\]: unknown head 'Lambda'"),
    (["var", "x; import os"], r"expression\[1\]: .* is not a variable name"),
    (["var", "x\n"], r"is not a variable name"),
    (["var", ""], r"is not a variable name"),
    (["var", "1x"], r"is not a variable name"),
    (["var", "such_that"], r"is not a variable name"),
    (["var", "x" * 65], r"is not a variable name"),
    (["var", 3], r"is not a variable name"),
    (["var", ["x"]], r"is not a variable name"),
    (["var", "x", "y"], r"has 3 entries instead of 2"),
    ("nan", r"'nan' is not an exact number"),
    ("zoo", r"is not an exact number"),
    ("inf", r"is not an exact number"),
    ("0.1", r"is not an exact number"),
    ("1e5", r"is not an exact number"),
    ("x", r"is not an exact number"),
    ("1+1", r"is not an exact number"),
    ("١", r"is not an exact number"),
    ("", r"is not an exact number"),
    ("1/0", r"divides by zero"),
    ("2/4", r"is not in lowest terms"),
    ("-0", r"is not in lowest terms"),
    ("007", r"is not in lowest terms"),
    ("9" * 5000, r"more than 4000 digits"),
    (1, r"1 is not a node"),
    (0.5, r"0.5 is not a node"),
    (None, r"None is not a node"),
    (True, r"True is not a node"),
    ({"int": "1"}, r"is not a node"),
    ([], r"is not a node"),
    ([["exp"], "1"], r"is not a node"),
    (["exp"], r"has 1 entries instead of 2"),
    (["exp", "1", "2"], r"has 3 entries instead of 2"),
    (["log", "8", "2"], r"has 3 entries instead of 2"),
    (["Mills", X, X], r"has 3 entries instead of 2"),
    (["NCChi2CDF", X, X], r"has 3 entries instead of 4"),
    (["Add", "1"], r"has 1 arguments; it needs 2 or more"),
    (["Max", X, X], r"Max with an argument repeated"),
    (["<", X, "1"], r"unknown head '<'"),
    (["exp", True], r"expression\[1\]: True is not a node"),
    (["Integral", X], r"needs 2 or more"),
    (["Integral", X, "t"], r"expression\[2\]: 't' is not a list"),
    (["Integral", X, ["t"]], r"expression\[2\]: has 1 entries instead of 3"),
    (["Integral", X, [X, "0", "1"]], r"expression\[2\]\[0\]: .* is not a variable name"),
    (["Integral", X, ["t", "0", "nan"]], r"expression\[2\]\[2\]: 'nan'"),
    (["Root", X, ["t", "0", "1"], ["x", "0", "1"]], r"Root has one limit, not 2"),
    (["Derivative", X, ["x", "-1"]], r"a derivative is taken 1 to 100 times"),
    (["Derivative", X, ["x", "1000000000"]], r"a derivative is taken 1 to 100 times"),
    (["Derivative", X, ["x", X]], r"is not an exact number"),
    (["Piecewise"], r"needs 1 or more"),
    (["Piecewise", ["1", "true"]], r"expression\[1\]\[1\]: 'true' is not a node"),
    (["Piecewise", ["1", ["in", X, "1"]]], r"a condition is true or one of"),
    (["Piecewise", ["1", ["<", X]]], r"has 2 entries instead of 3"),
    (nested(MAX_DEPTH), r"expression: nested deeper than"),
    (["Add", *["1"] * tree_module.MAX_NODES], r"expression: more than .* nodes"),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "says"), GARBAGE, ids=lambda value: str(value)[:40])
def test_garbage_is_refused_in_one_line(tree: Any, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        expr_from_tree(tree)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250


def test_the_deepest_tree_allowed_is_read() -> None:
    assert to_tree(expr_from_tree(nested(MAX_DEPTH - 2))) == nested(MAX_DEPTH - 2)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", r"file: not JSON"),
        ("", r"not JSON"),
        ("[1.5]", r"the number 1\.5 is not exact"),
        ("[1e400]", r"is not exact"),
        ("[NaN]", r"the number NaN is not exact"),
        ("[-Infinity]", r"is not exact"),
        ("9" * 5000, r"not JSON"),
        ('{"a": "1", "a": "2"}', r"repeats a key"),
        ("[" * 100_000, r"nested deeper than|not JSON"),
    ],
    ids=lambda value: value[:20],
)
def test_text_that_is_no_tree_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadClaim, match=says) as error:
        parse(text)
    assert "\n" not in str(error.value)


def test_a_huge_text_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_module, "MAX_CHARACTERS", 10)
    assert parse('["1234"]') == ["1234"]
    with pytest.raises(BadClaim, match="11 characters; at most 10 are read"):
        parse('["1234567"]')


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
    limited = st.tuples(st.sampled_from(sorted(tree_module._LIMITED)), inner, limits)
    return st.one_of(
        *(shape.map(list) for shape in (plain, several, limited)),
        lattice.map(lambda node: [node[0], *node[1]]),
        pairs.map(lambda found: ["Piecewise", *found]),
        st.tuples(inner, orders).map(lambda node: ["Derivative", *node]),
    )


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # of the strategy, when a draw is retried
@given(st.recursive(ATOMS, _larger, max_leaves=12))
def test_random_trees_mean_one_expression_each(tree: Any) -> None:
    expr = expr_from_tree(tree)
    again = to_tree(expr)
    assert sorted(json.dumps(again)) == sorted(json.dumps(tree))  # Max and Min keep their arguments in SymPy's own order
    assert_same(expr_from_tree(again), expr)


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


@pytest.mark.parametrize(
    ("tree", "said"),
    [
        (["quantity", "gaussian.nothing", X], r"expression\[1\]: unknown quantity 'gaussian.nothing'"),
        (["quantity", "gaussian.advantage", X], r"expression\[1\]: 'gaussian.advantage' is not the name of a quantity"),
        (["quantity", ["gaussian.mu"], X, X], r"expression\[1\]: .* is not the name of a quantity"),
        (["quantity", "gaussian.mu", X], "has 3 entries instead of 4"),
        (["let", "two words", "c", X], "is not a variable name"),
        (["let", "c", ["c"], X], r"expression\[2\]: .* is not a text"),
        (["divergence", "nothing", False, ["P", X, X], ["Q", X, X]], "'nothing' with 0 parameters is not a divergence"),
        (["divergence", "renyi", False, ["P", X, X], ["Q", X, X]], "'renyi' with 0 parameters is not a divergence"),
        (["divergence", "kl", "no", ["P", X, X], ["Q", X, X]], "is not a divergence"),
        (["divergence", "kl", False, ["P", X, X], ["Q", X]], "not of one length"),
        (["divergence", "kl", False, ["P"], ["Q", X]], "it needs 2 or more"),
    ],
)
def test_a_name_nobody_knows_is_refused(tree: Any, said: str) -> None:
    with pytest.raises(BadClaim, match=said):
        expr_from_tree(tree)


def test_a_quantity_of_another_file_does_not_travel_by_name() -> None:
    for name in ("mine.twice", "gaussian.auc"):
        foreign = quantity(name, mu=POSITIVE, role="neutral", formula="2 mu")(lambda mu: 2 * mu)
        with pytest.raises(Unsupported, match="cannot be written by its name"):
            to_tree(foreign(x))
        assert to_tree(portable(foreign(x) + gaussian.auc(x))) == to_tree(2 * x + gaussian.auc(x))
