"""The grammar of `--arg`: what it reads, what it refuses, and that nothing is run as code."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplemma.values.exact import BadInput
from dplemma.values.formula_text import NoArgument, parse_formula

NAMES = ("eps", "mu")
VALUES = {"eps": Fraction(3), "mu": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/mu", 2), ("mu", Fraction(1, 2)), ("eps - mu - 1", Fraction(3, 2)), ("eps/mu/2", 3), ("-eps", -3), ("2*-mu", -1),
        ("mu**2", Fraction(1, 4)), ("2**-3", Fraction(1, 8)), ("-2**2", -4), ("2**3**2", 512), ("(eps+1)*2", 8),
        ("1e-3", Fraction(1, 1000)),
        (".5", Fraction(1, 2)), ("0.1", Fraction(1, 10)), (" 1 / mu ", 2),
    ],
)  # fmt: skip
def test_rational_formulas_are_exact(text: str, value: Fraction) -> None:
    assert parse_formula(text, NAMES).at(VALUES) == value


def test_functions_are_doubles() -> None:
    assert parse_formula("sqrt(2*eps)", NAMES).at(VALUES) == Fraction(math.sqrt(6))
    assert parse_formula("exp(eps)", NAMES).at(VALUES) == Fraction(math.exp(3))
    assert parse_formula("log(1/mu)", NAMES).at(VALUES) == Fraction(math.log(2))
    assert parse_formula("mu**0.5", NAMES).at(VALUES) == Fraction(math.sqrt(0.5))


def test_aliases_are_other_names() -> None:
    formula = parse_formula("1/psi", NAMES, {"psi": "mu"})
    assert formula.names == {"mu"} and formula.at(VALUES) == 2


@pytest.mark.parametrize(
    "text",
    ["", "1/", "mu)", "(mu", "1//mu", "nu", "mu.real", "open('x')", "exit()", "__import__('os')", "lambda: 1", "mu if 1 else 2",
     "1;2", "'a'", "mu mu", "mu,eps", "2e", "x=1", "1" * 300, "(" * 60 + "1" + ")" * 60, "-" * 60 + "1"],
)  # fmt: skip
def test_everything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as error:
        parse_formula(text, NAMES)
    assert len(str(error.value).splitlines()) == 1 and len(str(error.value)) < 400


@pytest.mark.parametrize("text", ["1/(mu-mu)", "log(0*mu)", "sqrt(-mu)", "exp(1000*eps)", "0**-1"])
def test_a_formula_without_a_value_says_so(text: str) -> None:
    with pytest.raises(NoArgument, match="has no value there"):
        parse_formula(text, NAMES).at(VALUES)


@given(st.text(alphabet="em upsxqrt0123456789.+-*/() \t", max_size=30))
def test_no_text_breaks_the_reader(text: str) -> None:
    try:
        formula = parse_formula(text, NAMES)
    except BadInput:
        return
    assert formula.names <= set(NAMES)


@pytest.mark.parametrize("text", ["1/mu", "2*mu/3", "eps - mu", "1 - 2/(3 + mu)", "sqrt(mu)", "eps/mu", "-mu", "eps*(mu - 1)"])
def test_a_name_that_occurs_once_is_solved_for(text: str) -> None:
    formula, wanted = parse_formula(text, NAMES), Fraction(5, 7)
    found = formula.solve("mu", wanted, VALUES)
    assert found is not None
    value = formula.at({**VALUES, "mu": found})
    assert value == wanted or (text == "sqrt(mu)" and found == wanted**2)


@pytest.mark.parametrize("text", ["mu*mu", "exp(mu)", "mu**2", "eps", "0*mu", "0/mu"])
def test_what_has_no_rational_solution_is_left_alone(text: str) -> None:
    assert parse_formula(text, NAMES).solve("mu", Fraction(5, 7), VALUES) is None
