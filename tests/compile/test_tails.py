"""Integrands cut into bounded and decaying factors: their product is the term, the slope that of a logarithm."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from meeting import meet
from sympy import Expr, Integral, Rational, S, exp, log, oo, sqrt, tanh

from dplemma.compile.evaluate import compiled
from dplemma.compile.tails import DecayTerm, decay_terms, oriented, straightened
from dplemma.lang.functions import Phi, PhiInv, Q, QInv, phi, variables

x, y, t = variables("x y t")
AT = {"x": Fraction(3, 2), "y": Fraction(7, 5), "t": Fraction(11, 5)}
half = Rational(1, 2)


def value(expr: Expr) -> arb:
    return compiled(S(expr), ("t", "x", "y")).ball(AT, 128)


def at_tail(expr: Expr, place: Fraction) -> arb:
    return compiled(S(expr), ("t", "x", "y")).ball({**AT, "t": place}, 128)


BODIES: dict[str, tuple[Expr, Expr]] = {  # what decays in the first term, by hand
    "an exponential": (exp(-x * t), exp(-x * t)),
    "a power of the variable": (t**3 * exp(-x * t), t**3 * exp(-x * t)),
    "a square that moves": (exp(-((t - x) ** 2) / 2), exp(-((t - x) ** 2) / 2)),
    "a density": (phi(t - x) * Phi(y * t), phi(t - x).in_exp()),
    "a density and a factor without the variable": (sqrt(x) * y * phi(t), phi(t).in_exp() * sqrt(2) * sqrt(S.Pi)),
    "a root of a polynomial": (sqrt(1 + t) * exp(-t), sqrt(1 + t) * exp(-t)),
    "one over a root of a polynomial": (1 / sqrt(x + t**2), 1 / sqrt(x + t**2)),
    "a power of a number": (x ** (-2 * t), x ** (-2 * t)),
    "a shifted exponential": (1 / sqrt(3 + y * exp(x * t)), 1 / sqrt(3 + y * exp(x * t))),
    "a shifted exponential that falls": (exp(-t) * (2 + exp(-x * t)) ** half, exp(-t) * (2 + exp(-x * t)) ** half),
    "what is bounded": (tanh(t) * exp(-t), exp(-t)),
    "what moves in base and exponent": (t**t * exp(-t), exp(-t)),
    "a shifted exponential with an exponent that moves": ((2 + exp(-x * t)) ** t * exp(-3 * t), exp(-3 * t)),
    "a polynomial with an exponent that moves": ((2 + t) ** (-t) * exp(-t), exp(-t)),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_term_is_cut_without_loss(name: str) -> None:
    body, decaying = BODIES[name]
    [term] = decay_terms(body, t)
    assert meet(value(term.bounded * term.decay), value(body))
    assert meet(value(term.log_derivative), value(decaying.diff(t) / decaying))
    assert t in term.decay.free_symbols


@pytest.mark.parametrize("name", BODIES)
def test_the_slope_is_that_of_the_decaying_factor(name: str) -> None:
    """And its sign far out is known, where it is known at all."""
    [term] = decay_terms(BODIES[name][0], t)
    assert meet(value(term.log_derivative), value(term.decay.diff(t) / term.decay))
    assert at_tail(term.decay, Fraction(9)) > 0


@pytest.mark.parametrize("inner", [t * exp(x * t), exp(x * t) * tanh(t), exp(x * t) + t, exp(x * t) * exp(t**2) * t])
def test_a_root_of_more_than_one_exponential_is_cut_rightly_or_not_at_all(inner: Expr) -> None:
    [term] = decay_terms(exp(-t) / sqrt(3 + inner), t)
    assert meet(value(term.bounded * term.decay), value(exp(-t) / sqrt(3 + inner)))
    assert meet(value(term.log_derivative), value(term.decay.diff(t) / term.decay))


def test_a_sum_has_a_term_each_and_all_of_them_are_there() -> None:
    body = (1 + t) * exp(-t) + phi(t) * Phi(t)
    terms = decay_terms(body, t)
    assert len(terms) == 3
    assert meet(sum((value(term.bounded * term.decay) for term in terms), arb(0)), value(body))


def test_without_anything_that_decays_all_of_it_is_bounded() -> None:
    [term] = decay_terms(Phi(t) * x, t)
    assert term == DecayTerm(x * Phi(t), S.One, S.Zero)


@pytest.mark.parametrize(
    ("ends", "wanted"),
    [
        ((S.Zero, oo), (exp(-t), S.Zero, oo)), ((oo, S.Zero), (-exp(-t), S.Zero, oo)), ((x, y), (exp(-t), x, y)),
        ((S.One, -oo), (-exp(-t), -oo, S.One)), ((x, x), (S.Zero, S.Zero, S.One)), ((-oo, oo), (exp(-t), -oo, oo)),
    ],
)  # fmt: skip
def test_infinite_ends_stand_in_their_order(ends: tuple[Expr, Expr], wanted: tuple[Expr, Expr, Expr]) -> None:
    body, variable, lower, upper = oriented(Integral(exp(-t), (t, *ends)))
    assert variable == t
    assert (body, lower, upper) == wanted


@pytest.mark.parametrize("body", [PhiInv(t) ** 2, QInv(t) * exp(t), PhiInv(1 - t) * t, Phi(y + PhiInv(t))])
def test_a_quantile_of_the_variable_is_straightened(body: Expr) -> None:
    """t = Phi(z): the integrand at Phi(z) times the density, from quantile to quantile."""
    rebuilt, z, lower, upper = straightened(Integral(body, (t, x / 9, y / 2)))
    assert z != t and (lower, upper) == (PhiInv(x / 9), PhiInv(y / 2))
    place = Fraction(2, 7)
    there = compiled(rebuilt.subs(z, t), ("t", "y"))
    wanted = compiled(body.subs(t, Phi(t)) * phi(t), ("t", "y"))
    at = {"t": place, "y": AT["y"]}
    assert meet(there.ball(at, 128), wanted.ball(at, 128))


@pytest.mark.parametrize("body", [exp(-t), PhiInv(x) * t, PhiInv(t / 2), QInv(1 - t / 3) * t])
def test_what_has_no_quantile_of_the_variable_stays_as_it_is(body: Expr) -> None:
    assert straightened(Integral(body, (t, 0, x))) == (body, t, 0, x)


LINES: dict[str, tuple[Expr, Expr]] = {
    "a density to the left": (Integral(phi(t), (t, -oo, x)), Phi(x)),
    "a density to the right": (Integral(phi(t), (t, x, oo)), Q(x)),
    "a density to the left of a negative number": (Integral(phi(t), (t, -oo, -x)), Q(x)),
    "against its direction": (Integral(phi(t), (t, oo, x)), -Q(x)),
    "a shifted exponential": (Integral(exp(-t) * sqrt(2 + exp(-t)), (t, 0, oo)), (6 * sqrt(3) - 4 * sqrt(2)) / 3),
    "a polynomial and an exponential": (Integral((1 + t) ** 2 * exp(-x * t), (t, 0, oo)), (x**2 + 2 * x + 2) / x**3),
    "a power of a number": (Integral(x ** (-t), (t, 0, oo)), 1 / log(x)),
    "of a quantile": (Integral(PhiInv(t) ** 2, (t, 0, 1)), S.One),
    "a wide density": (Integral(exp(-(t**2) / 200), (t, -oo, oo)), sqrt(200 * S.Pi)),
    "a narrow density": (Integral(exp(-50 * (t - x) ** 2), (t, -oo, oo)), sqrt(S.Pi / 50)),
}


@pytest.mark.parametrize("name", LINES)
def test_an_integral_over_an_infinite_range_holds_its_value(name: str) -> None:
    integral, wanted = LINES[name]
    found = value(integral)
    assert found.rel_accuracy_bits() > 90
    assert meet(found, value(wanted))
