"""Convergence at an infinite end: what falls like an exponential, and what must not be taken for it."""

from __future__ import annotations

import pytest
from kernel_trees import interval, term

from dplemma.kernel.convergence import falls
from dplemma.kernel.statement import Region

POSITIVE, LINE = Region({"a": interval("(0, oo)")}), Region({"a": interval("(-oo, oo)")})


@pytest.mark.parametrize(
    "text",
    ["exp(-x)", "x**3*exp(-x)", "exp(-a*x)", "exp(5*x - x**2)", "phi(x)", "phi(x)*exp(7*x)", "exp(-x)*Phi(x)",
     "exp(-x)*tanh(x)**2", "exp(-x)*Abs(erf(x))", "exp(-x)*(Phi(x) + a)", "phi(x)**(1/2)", "exp(x)**-1",
     "exp(-x)**(1/2)*exp(a - x)", "exp(-x)*Max(erf(x), a)", "phi(x + a)*exp(exp(a))"],
)  # fmt: skip
def test_a_bounded_factor_times_a_polynomial_times_a_falling_exponential(text: str) -> None:
    assert falls(term(text), "x", 1, POSITIVE)


@pytest.mark.parametrize(
    "text",
    ["exp(x)", "x", "exp(-x)*cosh(x)**2", "exp(-x)*exp(x**2/9)", "exp(-x)*cosh(x)", "Max(exp(-x), 1)", "exp(-x) + 1",
     "exp(-x)*(1 + cosh(x)*Phi(x))", "exp(-x)**-1", "phi(x)**(-1/2)", "exp(x**3)", "exp(-x)*x**x", "exp(-x)*tanh(x)**-1",
     "exp(-x**2 + x**2)", "exp(-x)*exp(x)", "Phi(x)", "Min(exp(-x), 1)", "Abs(exp(-x) - 1)", "exp(-x)*Min(cosh(x), sinh(x))"],
)  # fmt: skip
def test_nothing_else(text: str) -> None:
    assert not falls(term(text), "x", 1, POSITIVE)


def test_the_rate_is_negative_on_the_whole_region() -> None:
    assert not falls(term("exp(-a*x)"), "x", 1, LINE)
    assert not falls(term("exp(-a*x**2 - x)"), "x", 1, LINE)
    assert falls(term("exp(-a**2*x - x)"), "x", 1, LINE)


def test_the_end_counts() -> None:
    assert falls(term("exp(x)"), "x", -1, POSITIVE)
    assert not falls(term("exp(-x)"), "x", -1, POSITIVE)
    assert all(falls(term("exp(x - x**2)"), "x", end, POSITIVE) for end in (-1, 1))
