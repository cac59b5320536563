"""Sources of tapes made from small quantities: run, they give the value of the form; rational ones stay rational."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import read_back
from flint import arb, fmpq
from meeting import meet
from sympy import Integral, Max, Rational, exp, pi, sqrt

import dplemma
from dplemma.compile import definitions, tapes
from dplemma.formulas import gaussian
from dplemma.lang.functions import Phi, variables
from dplemma.lang.interval import Interval
from dplemma.lang.quantity import Form, Quantity, quantity

ANY = Interval(1, 9)
T = variables("t")


def _made(define: Any, *forms: Form, kernel: str = "") -> Quantity:
    made = quantity("small.one_more", role="guarantee", formula="a test", kernel=kernel, eps=ANY, mu=ANY)(define)
    made.forms.extend(forms)
    return made


def _form(name: str, body: Any, when: Any = lambda eps, mu: eps > 2) -> Form:
    return Form(name=name, because="a test", when=when, body=body)


def _run(source: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(source, names)  # the source under test
    return names


def _rational(eps: Any, mu: Any) -> Any:
    return (eps**2 - Rational(2, 3) * mu) / (mu + 5)


NOT_RATIONAL = {
    "a function": lambda eps, mu: exp(eps) + mu,
    "a root": lambda eps, mu: sqrt(eps) + mu,
    "a constant": lambda eps, mu: pi * eps + mu,
    "a root of a number": lambda eps, mu: eps + mu * sqrt(2),
    "a constant beside a number": lambda eps, mu: pi * eps + mu / 3,
    "a root of a number beside a power": lambda eps, mu: eps**2 + mu * sqrt(2),
    "a value of a function": lambda eps, mu: exp(2) * eps + mu,
    "an integral": lambda eps, mu: Integral(eps * T, (T, 0, mu)),
    "the greater": lambda eps, mu: Max(eps, mu),
}


@pytest.mark.parametrize("name", NOT_RATIONAL)
def test_what_needs_more_than_the_four_operations_is_not_rational(name: str) -> None:
    assert not tapes.is_rational(_made(NOT_RATIONAL[name]), _form("some", NOT_RATIONAL[name]))
    source = tapes.quantity_source(_made(NOT_RATIONAL[name]))
    assert "fraction(" not in source and _run(source)["RATIONAL"] == set()


def test_tapes_lie_in_the_package() -> None:
    wanted = Path(dplemma.__file__).parent / "_tapes" / "small_one_more.py"
    assert tapes.FOLDER / tapes.file_name(_made(_rational)) == wanted


def test_what_needs_only_the_four_operations_is_evaluated_in_rationals() -> None:
    made = _made(_rational)
    assert tapes.is_rational(made, made.ways[0])
    module = _run(tapes.quantity_source(made))
    assert module["RATIONAL"] == {"plain"}
    found = module["plain"]()(fmpq(7, 2), fmpq(3))
    wanted = (Fraction(49, 4) - 2) / 8
    assert isinstance(found, fmpq) and (int(found.p), int(found.q)) == wanted.as_integer_ratio()


def test_every_form_with_an_expression_is_a_function_of_its_own() -> None:
    forms = [
        _form("far-out", lambda eps, mu: Phi(eps) * mu),
        _form("on-the-left", _rational),
        Form(name="k", because="", kernel="x.y"),
    ]
    made = _made(lambda eps, mu: exp(eps) - mu, *forms[:2])
    source = tapes.quantity_source(made)
    module = _run(source)
    assert module["RATIONAL"] == {"on_the_left"}
    at = arb(1.5), arb(2)
    assert meet(module["plain"]()(*at), arb(1.5).exp() - 2)
    assert meet(module["far_out"]()(*at), 2 * (1 - (arb(1.5) / arb(2).sqrt()).erfc() / 2))
    assert module["on_the_left"]()(fmpq(3), fmpq(1)) == fmpq(25, 18)
    assert source.startswith('"""Generated from small.one_more in dplemma/formulas')
    assert [line for line in source.splitlines() if line.startswith("def ")] == [
        "def far_out():",
        "def on_the_left():",
        "def plain():",
    ]


def test_a_kernel_for_the_whole_domain_needs_no_tape() -> None:
    made = _made(lambda eps, mu: eps, kernel="gaussian.mu")
    assert tapes.quantity_source(made) == ""
    made.forms.append(_form("here", lambda eps, mu: exp(mu)))
    assert [line for line in tapes.quantity_source(made).splitlines() if line.startswith("def ")] == ["def here():"]


def test_a_form_in_names_of_quantities_is_written_out() -> None:
    made = _made(lambda eps, mu: gaussian.delta(eps, mu))
    found = tapes.form_expression(made, made.ways[0])
    eps, mu = variables("eps mu")
    wanted = Phi(mu / 2 - eps / mu) - exp(eps) * Phi(-mu / 2 - eps / mu)
    assert found == wanted


def test_only_names_that_a_tape_calls_are_bound() -> None:
    source = tapes.quantity_source(_made(lambda eps, mu: exp(eps) + mu / 3))
    bound = [line.partition(" = ")[0] for line in source.splitlines() if "NAMES[" in line]
    assert bound == ["[exp, rational]"]
    assert "NAMES[" not in tapes.quantity_source(_made(lambda eps, mu: eps * mu))


def test_tapes_are_written_and_old_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "made"
    monkeypatch.setattr(tapes, "FOLDER", folder)
    with_tape, without = _made(_rational), _made(lambda eps, mu: eps, kernel="gaussian.mu")
    monkeypatch.setattr(tapes, "quantities", lambda: {"one": with_tape})
    tapes.write_tapes()
    assert {path.name for path in folder.iterdir()} == {"__init__.py", "small_one_more.py"}
    assert _run((folder / "small_one_more.py").read_text(encoding="utf-8"))["RATIONAL"] == {"plain"}
    (folder / "left_over.py").write_text("")
    (folder / "_kept.py").write_text("")
    monkeypatch.setattr(tapes, "quantities", lambda: {"one": without})
    tapes.write_tapes()
    assert {path.name for path in folder.iterdir()} == {"__init__.py", "_kept.py"}


def test_a_definition_for_the_kernel_has_the_parameters_in_order_and_the_term_written_out() -> None:
    made = _made(lambda eps, mu: gaussian.kl(mu) / eps)
    found = definitions.definition(made)
    assert found["parameters"] == ["eps", "mu"]
    assert str(read_back.expression(found["term"])) == "mu**2/(2*eps)"


def test_the_table_for_the_kernel_does_not_depend_on_the_order_of_the_quantities(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = _made(lambda eps, mu: eps), _made(lambda eps, mu: mu)
    monkeypatch.setattr(definitions, "quantities", lambda: {"a": one, "b": two})
    text = definitions.definitions()
    monkeypatch.setattr(definitions, "quantities", lambda: {"b": two, "a": one})
    assert definitions.definitions() == text
    assert {name: row["parameters"] for name, row in json.loads(text).items()} == {"a": ["eps", "mu"], "b": ["eps", "mu"]}
