"""Names mean to the kernel what they mean to the language: quantities by its file of definitions, divergences by its formulas."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from sympy.core.symbol import Str

from dplemma.compile.definitions import definitions
from dplemma.formulas import quantities
from dplemma.kernel.normal import equal
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import HALF, ONE, RELATIONS, SEVERAL, TWO, ZERO, Rejected, bind, free, mul, put, read_term, var
from dplemma.lang import variables
from dplemma.lang.divergences import FORMULAS, divergence
from dplemma.lang.named import Row, unfolded
from dplemma.lang.tree import Json, written

a, b, c, d, s = variables("a b c d s")
P, Q = Row(Str("P"), a, b), Row(Str("Q"), c, d)


def test_the_file_is_what_the_formulas_define() -> None:
    written = (files("dplemma.kernel") / "definitions.json").read_text(encoding="utf-8")
    assert written == definitions(), "run: make definitions"


def same(ours: Any, theirs: Any) -> bool:
    """The same data up to the order of sums and products and the sides of conditions, which SymPy chooses."""
    if not isinstance(ours, tuple) or not isinstance(theirs, tuple):
        return ours == theirs
    if ours[0] in RELATIONS and theirs[0] in RELATIONS:
        first, second = Rel(ours[1], ours[0], ours[2]), Rel(theirs[1], theirs[0], theirs[2])
        factors = (ONE, TWO, HALF)
        return first.strict == second.strict and any(equal(mul(k, first.gap), second.gap, Region()) for k in factors)
    sides = [sorted(term, key=repr) if term[0] in SEVERAL else term for term in (in_order(ours), in_order(theirs))]
    return len(ours) == len(theirs) and all(same(a, b) for a, b in zip(*sides, strict=True))


def in_order(term: Any) -> Any:
    if not isinstance(term, tuple):
        return term
    head, *parts = map(in_order, term)
    return (head, *(sorted(parts, key=repr) if head in SEVERAL else parts))


LETTERS = {
    "turned around": lambda names: list(reversed(names)),
    "others": lambda names: [f"a{n}" for n in range(len(names))],
    "the name that a root binds": lambda names: ["x_eps", *(f"a{n}" for n in range(1, len(names)))],
}


@pytest.mark.parametrize("choice", LETTERS)
def test_a_quantity_is_unfolded_as_the_language_does(choice: str) -> None:
    for name, quantity in quantities().items():
        arguments = [variables(letter) for letter in LETTERS[choice](list(quantity.params))]
        ours = read_term(["quantity", name, *map(written, arguments)])
        assert same(ours, read_term(written(unfolded(quantity(*arguments))))), name


PEAKS = {"chernoff_information": "chernoff", "capacity": "mutual_information"}


@pytest.mark.parametrize(
    ("name", "closed"), [(name, closed) for name in FORMULAS for closed in (False, True)[: 2 - (name in PEAKS)]]
)
def test_a_divergence_is_unfolded_as_the_language_does(name: str, closed: bool) -> None:
    node = divergence(name, P, Q, *[s][: FORMULAS[name].parameters], closed=closed)
    ours, theirs = read_term(written(node)), read_term(written(unfolded(node)))
    assert same(ours, theirs) or equal(ours, theirs, Region({letter: Interval(ZERO, ONE) for letter in "abcds"}))


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("name", PEAKS)
def test_the_greatest_value_is_that_at_the_peak(name: str, closed: bool) -> None:
    curve = read_term(written(divergence(PEAKS[name], P, Q, s, closed=closed)))
    greatest = read_term(written(divergence(name, P, Q, closed=closed)))
    assert greatest == put(curve, {"s": bind("ArgMax", curve, "s", ZERO, ONE)})


def test_the_comparison_sees_a_difference() -> None:
    assert not same(read_term(["Add", ["var", "x"], "1"]), read_term(["Add", ["var", "x"], "2"]))
    first, second = (read_term(["Piecewise", ["1", [rel, ["var", "x"], "0"]], ["0", True]]) for rel in ("<", "<="))
    assert not same(first, second)
    assert same(first, read_term(["Piecewise", ["1", [">", "0", ["Mul", "2", ["var", "x"]]]], ["0", True]]))


def test_no_other_number_of_names_is_known_to_the_kernel() -> None:
    from dplemma.kernel.definitions import _FORMULAS, _PARAMETERS

    assert {name: formula.parameters for name, formula in FORMULAS.items()} == _PARAMETERS
    assert _FORMULAS.keys() == FORMULAS.keys()


X: Json = ["var", "x"]
COIN: Json = [["P", "1/2", "1/2"], ["Q", "1/4", "3/4"]]
UNKNOWN: dict[str, tuple[Any, str]] = {
    "quantity": (["quantity", "gaussian.nothing", X], "no quantity 'gaussian.nothing'"),
    "quantity of another number": (["quantity", "gaussian.tv", X, X], "with 2 arguments"),
    "name that is no text": (["quantity", ["gaussian.tv"], X], "no quantity"),
    "nameless": (["quantity"], "no name of the kind"),
    "argument that is no term": (["quantity", "gaussian.tv", "2.5"], "is not an exact number"),
    "divergence": (["divergence", "renyi_two", True, *COIN], "no divergence 'renyi_two'"),
    "divergence without parameter": (["divergence", "renyi", True, *COIN], "with 0 parameters"),
    "openness that is no truth value": (["divergence", "kl", "yes", *COIN], "no divergence"),
    "rows of two lengths": (["divergence", "kl", True, COIN[0], ["Q", "1"]], "two rows of as many chances"),
    "no chances": (["divergence", "kl", True, ["P"], ["Q"]], "two rows of as many chances"),
    "row without name": (["divergence", "kl", True, ["1/2", "1/2"], ["Q", "1"]], "not the name"),
    "let without value": (["let", "c", "c"], "no name of the kind 'let'"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_names_are_refused(name: str) -> None:
    tree, reason = UNKNOWN[name]
    with pytest.raises(Rejected, match=reason):
        read_term(tree)


def test_an_abbreviation_stands_for_its_value() -> None:
    assert read_term(["let", "c", "c", ["Add", X, "1"]]) == ("Add", var("x"), ONE)


def test_what_a_quantity_binds_captures_no_argument() -> None:
    """The root of gaussian.epsilon is bound as x_eps; an argument of that name stays free."""
    term = read_term(["quantity", "gaussian.epsilon", ["var", "x_eps"], "1"])
    assert free(term) == {"x_eps"}
    assert term != read_term(["quantity", "gaussian.epsilon", ["var", "x"], "1"])
