"""Every form a quantity is evaluated by is equal to its definition, and a wrong one is found out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flint import arb
from sympy import And, Eq, Not, Or

import dplemma.lang as L
from dplemma.arb import gaussian as kernel
from dplemma.decide.forms import check_form
from dplemma.formulas import gaussian, quantities
from dplemma.lang.quantity import PLAIN, Form
from dplemma.lang.quantity import quantity as quantity_of

X, HALF = L.variables("x"), L.Rational(1, 2)

FORMS = [(q, form) for q in quantities().values() for form in q.ways if form.name != PLAIN]
PROVED = {
    ("gaussian.delta", "mills"), ("gaussian.one_minus_delta", "mills"), ("gaussian.log_one_minus_delta", "mills"),
    ("gaussian.log_one_minus_delta", "complement"),
}  # fmt: skip


@pytest.mark.parametrize(("quantity", "form"), FORMS, ids=[f"{q.name}-{form.name}" for q, form in FORMS])
def test_form_equals_the_definition(quantity: Any, form: Form) -> None:
    verdict = check_form(quantity, form)
    wanted = ("proved",) if (quantity.name, form.name) in PROVED else ("proved", "certified", "confirmed")
    assert verdict.verdict in wanted, (verdict.remark, verdict.counterexample)


def _mixed_up(eps: Any, mu: Any) -> Any:
    a, b = eps / mu - mu / 2, eps / mu + mu / 2
    return L.phi(b) * (L.Mills(a) - L.Mills(b))


def test_a_wrong_expression_is_refuted_where_the_definition_can_be_evaluated() -> None:
    form = Form(name="wrong", because="test", when=lambda eps, mu: eps > 1, body=_mixed_up)
    assert check_form(gaussian.delta, form).verdict == "refuted"


def test_a_wrong_expression_far_out_is_refuted() -> None:
    form = next(f for f in gaussian.delta.forms if f.name == "mills")
    assert check_form(gaussian.delta, replace(form, body=_mixed_up)).verdict == "refuted"


def test_a_wrong_kernel_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "mu", lambda eps, delta: _right(eps, delta) * (1 + arb(2) ** -60))
    assert check_form(gaussian.mu, gaussian.mu.forms[0]).verdict == "refuted"


_right = kernel.mu


def test_a_form_is_used_only_where_its_condition_holds() -> None:
    """Conditions are exact at the boundary: laplace.delta is exactly 0 from eps0 on."""
    from dplemma import value

    assert value("laplace.delta", eps="0.1", eps0="0.1").form == "zero"
    assert value("laplace.delta", eps="0.0999999999999999999999", eps0="0.1").form == "plain"
    assert value("gaussian.delta", eps="700", mu="1e-8").form == "mills"
    assert value("gaussian.delta", eps="1", mu="1").form == "plain"


def distance(*forms: Form) -> Any:
    """abs(x - 1/2) on [0, 1], 5 at 0, with other forms."""

    @quantity_of("mine.distance", role="guarantee", formula="", example={"x": "1/8"}, x=L.Interval(0, 1))
    def define(x: Any) -> Any:
        return L.Piecewise((5, x <= 0), (L.Abs(x - HALF), True))

    define.forms.extend(forms)
    return define


FAR = L.Max(L.Abs(X - HALF), HALF / 2)


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        (lambda x: And(x > 0, Or(x < HALF / 2, x > 3 * HALF / 2)), True),
        (lambda x: And(x > 0, Not(And(x >= HALF / 2, x <= 3 * HALF / 2))), True),
        (lambda x: And(x > 0, Or(x < HALF, x > 3 * HALF / 2)), False),
        (lambda x: Eq(x, HALF / 2), True),
        (lambda x: Eq(x, HALF), False),
    ],
    ids=["or", "not", "or, too wide", "one point", "another point"],
)
def test_a_form_is_asked_for_where_its_condition_holds(when: Any, holds: bool) -> None:
    """max(abs(x - 1/2), 1/4) for abs(x - 1/2): right at a distance of 1/4 and beyond."""
    form = Form(name="far", because="", when=when, body=lambda x: FAR.subs(X, x))
    assert (check_form(distance(form), form).verdict == "refuted") != holds


@pytest.mark.parametrize("first", ["end", "inside"])
def test_an_end_is_served_by_the_form_that_is_tried_first(first: str) -> None:
    inside = Form(name="inside", because="", when=lambda x: x < HALF, body=lambda x: HALF - x)  # false at 0
    end = Form(name="end", because="", when=lambda x: x <= 0, body=lambda x: 5 + x)
    both = distance(*((end, inside) if first == "end" else (inside, end)))
    assert check_form(both, inside).verdict == ("proved" if first == "end" else "refuted")
    assert check_form(both, end).verdict == "proved"


@pytest.mark.parametrize(
    ("interval", "verdict"), [(L.Interval(0, 4), "undecided"), (L.Interval.lopen(0, 4), "proved")], ids=["with 0", "without"]
)
def test_a_condition_without_a_value_is_no_case_to_distinguish(interval: Any, verdict: str) -> None:
    """Both sides are 2 max(1, x), but at 0, where log x has no value."""
    twice = L.Piecewise((2, L.log(X) <= 0), (2 * X, True))

    @quantity_of("mine.twice", role="guarantee", formula="", example={"x": "1/8"}, x=interval)
    def define(x: Any) -> Any:
        return twice.subs(X, x)

    assert check_form(define, Form(name="at least 1", because="", body=lambda x: L.Max(twice, 1).subs(X, x))).verdict == verdict
