"""Germs of functions near a point: limits that are so, and what must not be taken for one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from kernel_trees import interval, term

from dplemma.kernel.near import Near
from dplemma.kernel.normal import equal
from dplemma.kernel.statement import Region
from dplemma.kernel.term import Rejected, Term

LINE, POSITIVE = (Region({name: interval(text) for name in "xab"}) for text in ("(-oo, oo)", "(0, oo)"))


def limit(text: str, to: str, side: str, region: Region = LINE) -> Term:
    near = Near("x", term(to), side, region, 4)
    return near.end(near.of(term(text)))


@pytest.mark.parametrize(
    ("text", "to", "side", "expected"),
    [
        ("log(2*x) - log(x)", "oo", "-", "log(2)"),
        ("Mills(x)", "2", "+", "Mills(2)"),
        ("x*Mills(x)", "oo", "-", "1"),
        ("Phi(x)", "2", "-", "Phi(2)"),
        ("Phi(x)", "oo", "-", "1"),
        ("PhiInv(x)", "1/3", "-", "PhiInv(1/3)"),
        ("LaplaceCDF(x)", "0", "-", "1/2"),
        ("LaplaceCDF(x)", "2", "-", "1 - exp(-2)/2"),
        ("LaplaceCDF(x)", "-2", "-", "exp(-2)/2"),
        ("NCChi2CDF(x, 3, 4)", "1", "+", "NCChi2CDF(1, 3, 4)"),
        ("NCChi2CDF(1, 3, x)", "0", "+", "Chi2CDF(1, 3)"),
        ("Chi2CDF(x, 3)", "0", "+", "Chi2CDF(0, 3)"),
        ("MillsMoment(2, x)", "1", "-", "MillsMoment(2, 1)"),
        ("Max(a, b + 1/x)", "oo", "-", "Max(a, b)"),
        ("Max(a, a + 1/x)", "oo", "-", "a"),
        ("Min(x, 2*x)", "1", "+", "1"),
        ("Abs(x)/x", "0", "-", "-1"),
        ("Piecewise((1, x < 2), (3, True))", "2", "+", "3"),
        ("Piecewise((1, x <= 2), (3, True))", "2", "-", "1"),
        ("Piecewise((1, x == 2), (3, x != 5))", "2", "-", "3"),
        ("sign(x)", "0", "+", "1"),
        ("(1 + x)**(1/x)", "0", "+", "E"),
        ("(exp(x) - 1 - x)/x**2", "0", "+", "1/2"),
        ("x**a*exp(-x)", "oo", "-", "0"),
        ("(x + a)**2 - x**2 - 2*a*x", "oo", "-", "a**2"),
    ],
)
def test_a_limit(text: str, to: str, side: str, expected: str) -> None:
    assert equal(limit(text, to, side), term(expected), LINE)


@pytest.mark.parametrize(
    ("text", "to", "side"),
    [
        ("log(x*log(x)) - log(x)", "oo", "-"),  # log log x, which is not 0
        ("(x - x)**-1", "oo", "-"),
        ("1/(a*x - a*x)", "1", "+"),
        ("PhiInv(x)", "2", "-"),
        ("PhiInv(x)", "oo", "-"),
        ("PhiInv(x)", "1", "+"),
        ("PhiInv(x)", "0", "-"),
        ("PhiInv(a + 1/x)", "oo", "-"),
        ("Chi2CDF(x, a)", "1", "+"),  # a may be negative
        ("Chi2CDF(x, 3)", "0", "-"),
        ("Chi2CDF(x, 3)", "-1", "+"),
        ("Chi2PDF(x, 1)", "0", "+"),
        ("gamma(x)", "0", "+"),
        ("MillsMoment(x, 1)", "2", "+"),  # at integers only
        ("MillsMoment(1/2, x)", "2", "+"),
        ("factorial(x)", "2", "+"),
        ("exp(x**a)/exp(x**b)", "oo", "-"),
        ("x**(a - b)", "oo", "-"),
        ("exp(a*x)", "oo", "-"),
        ("log(a + 1/x)", "oo", "-"),
        ("log(x)", "0", "-"),
        ("x**(1/2)", "0", "-"),
        ("(a + 1/x)**(1/2)", "oo", "-"),
        ("1/(a + 1/x)", "oo", "-"),
        ("Piecewise((1, x > a), (3, True))", "2", "+"),
        ("Piecewise((1, x < 2))", "2", "+"),
        ("sign(a + x)", "0", "+"),
        ("Heaviside(x, 1)", "0", "+"),
        ("c*x", "1", "+"),  # no such variable
        ("1/a + x", "1", "+"),
        ("Derivative(x**2, (x, 1))", "1", "+"),
        ("Sup(t*x, (t, 0, 1))", "1", "+"),
    ],
)
def test_no_limit_is_given(text: str, to: str, side: str) -> None:
    with pytest.raises(Rejected):
        limit(text, to, side)


@pytest.mark.parametrize(("to", "side"), [("oo", "+"), ("-oo", "-"), ("1", "0"), ("1", ""), ("1/a", "+"), ("c", "+")])
def test_a_point_that_cannot_be_approached(to: str, side: str) -> None:
    with pytest.raises(Rejected):
        Near("x", term(to), side, LINE, 4)


def test_a_limit_beyond_all_bounds() -> None:
    assert limit("x**2 - x", "oo", "-") == "oo" and limit("1/x", "0", "-") == "-oo"
    assert limit("a*x", "oo", "-", POSITIVE) == "oo"
    assert limit("exp(x)/x**5", "oo", "-") == "oo"


def test_all_known_terms_cancel() -> None:
    """What is left of an expansion is not zero because no term of it is known."""
    with pytest.raises(Rejected):
        limit("(exp(x) - 1 - x - x**2/2 - x**3/6 - x**4/24)/x**5", "0", "+")
    assert limit("(exp(x) - 1)/x", "0", "+") == Fraction(1)
