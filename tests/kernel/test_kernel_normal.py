"""Equality of terms by normal forms: each rule where it holds, and refused where its side condition or a coefficient is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from ball_values import evaluated, points, random_term

from dplemma.kernel.normal import equal, normaliser
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import HALF, MINUS, ONE, TWO, ZERO, Term, add, bind, call, div, mul, neg, power, sub, var

x, y, p, t = map(var, "xypt")
THREE, FOUR = Fraction(3), Fraction(4)
LINE, POSITIVE, CLOSED, UNIT = Interval(), Interval(ZERO), Interval(ZERO, lo_open=False), Interval(ZERO, ONE)
REAL = Region({"x": LINE, "y": LINE, "p": UNIT})
PLUS = Region({"x": POSITIVE, "y": POSITIVE, "p": UNIT})
NOT_MINUS = Region({"x": CLOSED, "y": CLOSED, "p": UNIT})
MIXED = Region({"x": POSITIVE, "y": LINE, "p": UNIT})


def sqrt(term: Term) -> Term:
    return power(term, HALF)


def f(head: str) -> Callable[..., Term]:
    return lambda *terms: call(head, *terms)


exp, log, Phi, Q, phi, PhiInv, Abs = map(f, ("exp", "log", "Phi", "Q", "phi", "PhiInv", "Abs"))
square = power(x, TWO)
GAUSS = bind("Integral", exp(neg(mul(x, power(t, TWO)))), "t", "-oo", "oo")
EXPONENTIAL = bind("Integral", mul(t, exp(neg(mul(x, t)))), "t", ZERO, "oo")
MOMENT = bind("Integral", mul(power(t, TWO), phi(sub(t, x))), "t", "-oo", "oo")
PART = bind("Integral", phi(sub(t, x)), "t", y, "oo")

TRUE = {
    "rational functions": (div(sub(square, ONE), sub(x, ONE)), add(x, ONE), REAL),
    "exp of a sum": (exp(add(x, y)), mul(exp(x), exp(y)), REAL),
    "exp with fractions": (power(exp(div(x, THREE)), THREE), exp(x), REAL),
    "exp over several denominators": (
        mul(exp(div(ONE, mul(x, add(x, ONE)))), exp(div(ONE, add(x, ONE)))),
        exp(div(ONE, x)),
        PLUS,
    ),
    "log of a product": (log(mul(x, y)), add(log(x), log(y)), PLUS),
    "log of exp": (log(exp(x)), x, REAL),
    "exp of log": (exp(log(x)), x, REAL),
    "log of numbers": (log(Fraction(12)), add(mul(TWO, log(TWO)), log(THREE)), REAL),
    "square of a root": (power(sqrt(x), TWO), x, REAL),
    "root of a square": (sqrt(square), x, NOT_MINUS),
    "root of a product": (sqrt(mul(x, y)), mul(sqrt(x), sqrt(y)), NOT_MINUS),
    "root of a product, one positive": (sqrt(mul(x, y)), mul(sqrt(x), sqrt(y)), MIXED),
    "rationalised": (div(ONE, sub(sqrt(TWO), ONE)), add(sqrt(TWO), ONE), REAL),
    "conjugate that vanishes": (div(sub(x, ONE), add(sqrt(x), ONE)), sub(sqrt(x), ONE), PLUS),
    "numbers": (sqrt(Fraction(8)), mul(TWO, sqrt(TWO)), REAL),
    "power of a variable": (mul(power(x, y), power(x, sub(ONE, y))), x, PLUS),
    "cube root": (power(power(x, Fraction(1, 3)), THREE), x, REAL),
    "Phi mirrored": (add(Phi(x), Phi(neg(x))), ONE, REAL),
    "Q": (Q(x), Phi(neg(x)), REAL),
    "phi": (phi(x), div(exp(div(square, Fraction(-2))), sqrt(mul(TWO, "pi"))), REAL),
    "Mills": (mul(call("Mills", x), phi(x)), Q(x), REAL),
    "Phi of PhiInv": (Phi(PhiInv(p)), p, REAL),
    "PhiInv of Phi": (PhiInv(Phi(x)), x, REAL),
    "PhiInv mirrored": (PhiInv(sub(ONE, p)), neg(PhiInv(p)), REAL),
    "QInv": (call("QInv", p), PhiInv(sub(ONE, p)), REAL),
    "erf": (call("erf", div(x, sqrt(TWO))), sub(mul(TWO, Phi(x)), ONE), REAL),
    "erfc": (call("erfc", x), sub(ONE, call("erf", x)), REAL),
    "erfinv": (call("erf", call("erfinv", p)), p, REAL),
    "hyperbolic": (sub(power(call("cosh", x), TWO), power(call("sinh", x), TWO)), ONE, REAL),
    "tanh": (call("tanh", x), div(sub(exp(mul(TWO, x)), ONE), add(exp(mul(TWO, x)), ONE)), REAL),
    "Abs": (Abs(neg(x)), x, NOT_MINUS),
    "Abs of a product": (Abs(mul(x, y)), mul(Abs(x), Abs(y)), REAL),
    "Max": (call("Max", x, neg(y)), x, NOT_MINUS),
    "Max and Min": (add(call("Max", x, y), call("Min", x, y)), add(x, y), REAL),
    "Max by cases": (call("Max", x, y), call("Max", y, x, call("Min", x, y)), REAL),
    "sign": (call("sign", x), ONE, PLUS),
    "Heaviside": (call("Heaviside", neg(x), HALF), ZERO, PLUS),
    "LaplaceCDF": (call("LaplaceCDF", x), sub(ONE, div(exp(neg(x)), TWO)), NOT_MINUS),
    "LaplaceCDF mirrored": (call("LaplaceCDF", x), sub(ONE, call("LaplaceCDF", neg(x))), REAL),
    "branch": (("Piecewise", (x, ("<", x, ZERO)), (y, True)), y, NOT_MINUS),
    "branches by cases": (("Piecewise", (neg(x), ("<", x, ZERO)), (x, True)), Abs(x), REAL),
    "Marcum": (call("MarcumQHalf", x, y), add(Phi(sub(x, y)), Q(add(x, y))), REAL),
    "Mills moment": (call("MillsMoment", TWO, x), sub(call("Mills", x), mul(x, call("MillsMoment", ONE, x))), REAL),
    "Mills drop": (call("MillsDrop", ZERO, x, y), sub(call("Mills", x), call("Mills", add(x, y))), REAL),
    "chi-square, one degree": (call("Chi2SF", square, ONE), mul(TWO, Q(x)), PLUS),
    "chi-square, two degrees": (call("Chi2CDF", x, TWO), sub(ONE, exp(div(x, Fraction(-2)))), PLUS),
    "chi-square, k + 2": (
        sub(call("Chi2CDF", x, THREE), call("Chi2CDF", x, Fraction(5))),
        mul(TWO, call("Chi2PDF", x, Fraction(5))),
        PLUS,
    ),
    "non-central": (call("NCChi2SF", square, ONE, power(y, TWO)), call("MarcumQHalf", y, x), PLUS),
    "non-central, three degrees": (
        sub(call("NCChi2CDF", x, ONE, y), call("NCChi2CDF", x, THREE, y)),
        mul(TWO, call("NCChi2PDF", x, THREE, y)),
        PLUS,
    ),
    "chi-square quantile": (call("Chi2CDF", call("Chi2SFInv", p, x), x), sub(ONE, p), PLUS),
    "quantile, one degree": (call("Chi2SF", call("Chi2Inv", p, ONE), ONE), sub(ONE, p), PLUS),
    "gamma": (call("gamma", Fraction(5, 2)), mul(Fraction(3, 4), sqrt("pi")), REAL),
    "binomial": (call("binomial", FOUR, TWO), call("factorial", THREE), REAL),
    "sum": (bind("Sum", power(x, t), "t", ZERO, TWO), add(ONE, x, square), REAL),
    "Gaussian integral": (GAUSS, sqrt(div("pi", x)), PLUS),
    "exponential integral": (EXPONENTIAL, power(x, Fraction(-2)), PLUS),
    "second moment": (MOMENT, add(ONE, square), REAL),
    "part of a Gaussian": (PART, Phi(sub(x, y)), REAL),
    "polynomial": (bind("Integral", power(t, TWO), "t", ZERO, x), div(power(x, THREE), THREE), REAL),
    "what stays an integral": (
        bind("Integral", div(mul(x, exp(t)), add(ONE, exp(t))), "t", ZERO, y),
        mul(x, bind("Integral", sub(ONE, div(ONE, add(ONE, exp(t)))), "t", ZERO, y)),
        REAL,
    ),
    "derivative": (("Derivative", Phi(mul(x, y)), "x", 1), mul(y, phi(mul(x, y))), REAL),
    "second derivative": (("Derivative", exp(mul(x, y)), "x", 2), mul(power(y, TWO), exp(mul(x, y))), REAL),
    "implicit derivative": (
        ("Derivative", bind("Root", sub(power(t, THREE), x), "t", ZERO, "oo"), "x", 1),
        div(ONE, mul(THREE, power(bind("Root", sub(power(t, THREE), x), "t", ZERO, "oo"), TWO))),
        PLUS,
    ),
    "derivative that is kept": (
        mul(TWO, ("Derivative", Abs(x), "x", 1)),
        add(("Derivative", Abs(x), "x", 1), ("Derivative", Abs(x), "x", 1)),
        REAL,
    ),
    "constants": (exp(mul(TWO, log(THREE))), Fraction(9), REAL),
    "E": (power("E", TWO), exp(TWO), REAL),
}
FALSE = {
    "log of a product of unknown signs": (log(mul(x, y)), add(log(x), log(y)), Region({"x": Interval(None, ZERO), "y": LINE})),
    "log of a square": (log(square), mul(TWO, log(x)), Region({"x": Interval(None, ZERO)})),
    "root of a square": (sqrt(square), x, REAL),
    "root of a product": (sqrt(mul(x, y)), mul(sqrt(neg(x)), sqrt(y)), REAL),
    "fourth root of a square": (power(square, Fraction(1, 4)), sqrt(x), Region({"x": Interval(None, ZERO, hi_open=False)})),
    "Abs": (Abs(x), x, REAL),
    "Abs on the wrong side": (Abs(x), x, Region({"x": Interval(-ONE, ONE)})),
    "Max": (call("Max", x, y), x, PLUS),
    "Min": (call("Min", x, y), neg(call("Max", x, y)), REAL),
    "sign at 0": (call("sign", x), ONE, NOT_MINUS),
    "Heaviside at 0": (call("Heaviside", x, HALF), ONE, NOT_MINUS),
    "LaplaceCDF": (call("LaplaceCDF", x), div(exp(x), TWO), NOT_MINUS),
    "wrong branch": (("Piecewise", (x, ("<", x, ZERO)), (y, True)), x, NOT_MINUS),
    "branch at its border": (("Piecewise", (x, ("<=", x, ZERO)), (y, True)), y, NOT_MINUS),
    "no branch": (("Piecewise", (x, ("<", x, ONE))), y, REAL),
    "Phi mirrored": (Phi(neg(x)), Phi(x), REAL),
    "PhiInv": (PhiInv(sub(ONE, p)), PhiInv(p), REAL),
    "coefficient": (exp(add(x, y)), mul(Fraction(1001, 1000), exp(x), exp(y)), REAL),
    "exponent": (exp(mul(TWO, x)), power(exp(x), Fraction(2001, 1000)), REAL),
    "Gaussian of unknown width": (GAUSS, sqrt(div("pi", Abs(x))), REAL),
    "Gaussian constant": (GAUSS, sqrt(div(mul(TWO, "pi"), x)), PLUS),
    "exponential of the wrong rate": (EXPONENTIAL, power(x, Fraction(-2)), Region({"x": Interval(None, ZERO)})),
    "integral split": (
        bind("Integral", div(sub(exp(neg(t)), exp(mul(Fraction(-2), t))), t), "t", ZERO, "oo"),
        sub(
            bind("Integral", div(exp(neg(t)), t), "t", ZERO, "oo"),
            bind("Integral", div(exp(mul(Fraction(-2), t)), t), "t", ZERO, "oo"),
        ),
        REAL,
    ),
    "integral with another end": (PART, bind("Integral", phi(sub(t, x)), "t", x, "oo"), REAL),
    "root in another interval": (
        bind("Root", sub(power(t, TWO), ONE), "t", ZERO, TWO),
        bind("Root", sub(power(t, TWO), ONE), "t", -TWO, ZERO),
        REAL,
    ),
    "derivative in a variable not seen yet": (
        ("Derivative", bind("Root", sub(power(t, THREE), x), "t", ZERO, "oo"), "x", 1),
        ZERO,
        PLUS,
    ),
    "derivative at a corner": (("Derivative", Abs(x), "x", 1), ONE, NOT_MINUS),
    "derivative where the region is thin": (
        ("Derivative", ("Piecewise", (x, ("=", x, y)), (sub(mul(Fraction(5), x), mul(FOUR, y)), True)), "x", 1),
        ("Derivative", ("Piecewise", (x, ("=", x, y)), (sub(mul(Fraction(7), x), mul(Fraction(6), y)), True)), "x", 1),
        Region({"x": LINE, "y": LINE}, (Rel(x, "=", y),)),
    ),
    "chi-square": (call("Chi2SF", square, ONE), mul(TWO, Q(x)), Region({"x": Interval(None, ZERO)})),
    "degrees": (call("NCChi2CDF", x, THREE, y), call("NCChi2CDF", x, ONE, y), PLUS),
    "quantile of other degrees": (call("Chi2CDF", call("Chi2Inv", p, x), y), p, PLUS),
    "infinity": (sub("oo", "oo"), ZERO, REAL),
    "no number": (power(ZERO, MINUS), power(ZERO, -TWO), REAL),
    "digits": (power(Fraction(7), Fraction(300)), add(power(Fraction(7), Fraction(300)), ONE), REAL),
}


@pytest.mark.parametrize("name", TRUE)
def test_rules_hold(name: str) -> None:
    assert equal(*TRUE[name])


@pytest.mark.parametrize("name", TRUE)
def test_no_rule_hides_a_difference(name: str) -> None:
    left, right, region = TRUE[name]
    assert not equal(left, add(right, Fraction(1, 10**9)), region)


@pytest.mark.parametrize("name", FALSE)
def test_misuse_is_refused(name: str) -> None:
    assert not equal(*FALSE[name])


# -- premises -------------------------------------------------------------------------------------------------------------------


def test_a_premise_gives_a_sign() -> None:
    above = REAL.extended(Rel(x, ">=", y))
    assert equal(Abs(sub(x, y)), sub(x, y), above)
    assert not equal(Abs(sub(x, y)), sub(x, y), REAL.extended(Rel(x, "<=", y)))


def test_a_chain_of_premises_gives_a_sign() -> None:
    region = REAL.extended(Rel(x, ">", add(y, p)))
    assert equal(Abs(sub(x, y)), sub(x, y), region)


def test_an_equation_is_put_in_and_the_interval_is_kept() -> None:
    region = Region({"x": POSITIVE, "y": LINE}, (Rel(x, "=", mul(TWO, y)),))
    assert equal(Abs(y), div(x, TWO), region)
    assert not equal(Abs(y), div(x, TWO), Region({"x": LINE, "y": LINE}, region.given))


def test_an_equation_does_not_move_what_a_derivative_holds_still() -> None:
    region = Region({"x": LINE, "y": LINE}, (Rel(y, "=", x),))
    assert not equal(("Derivative", mul(x, y), "x", 1), mul(TWO, x), region)
    assert equal(("Derivative", mul(x, y), "x", 1), y, region)


def test_premises_about_a_bound_variable_say_nothing_outside() -> None:
    """For y = x the integral is over nothing, and no t lies between."""
    region = REAL.extended(Rel(x, ">=", y))
    between = bind("Integral", div(ONE, add(ONE, exp(Abs(sub(t, y))))), "t", y, x)
    assert not equal(add(call("sign", sub(x, y)), between), add(ONE, between), region)


# -- bounds ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bomb",
    [
        power(add(x, y, p, ONE), Fraction(100_000)),
        power(add(x, y, p, ONE), Fraction(500)),
        exp(mul(Fraction(1, 10**9 + 7), x)),
        power(add(x, power(Fraction(10), Fraction(3000))), Fraction(400)),
        mul(*(add(call("gamma", add(x, Fraction(n))), log(add(y, call("cosh", mul(Fraction(n), x))))) for n in range(80))),
        bind("Sum", power(x, t), "t", ZERO, Fraction(10**9)),
    ],
)
def test_bombs_end_undecided(bomb: Term) -> None:
    assert not equal(add(bomb, exp(x)), mul(bomb, exp(y)), PLUS)


def test_a_normaliser_is_used_again_and_emptied_when_full() -> None:
    region = Region({"x": POSITIVE})
    for n in range(1, 120):
        assert equal(mul(TWO, call("gamma", add(x, Fraction(n)))), add(*2 * [call("gamma", add(x, Fraction(n)))]), region)
    assert len(normaliser(region).atoms) <= 60


# -- random identities -----------------------------------------------------------------------------------------------

REWRITINGS: list[Callable[[Term, Term], tuple[Term, Term]]] = [
    lambda a, b: (exp(add(a, b)), mul(exp(a), exp(b))),
    lambda a, b: (log(mul(a, b)), add(log(a), log(b))),
    lambda a, b: (sqrt(mul(a, b)), mul(sqrt(a), sqrt(b))),
    lambda a, b: (sqrt(power(a, TWO)), a),
    lambda a, b: (sqrt(power(a, -TWO)), power(a, MINUS)),
    lambda a, b: (power(power(a, TWO), Fraction(1, 4)), sqrt(a)),
    lambda a, b: (call("Max", a, b), a),
    lambda a, b: (Abs(mul(a, b)), mul(Abs(a), b)),
    lambda a, b: (Phi(neg(a)), sub(ONE, Phi(a))),
    lambda a, b: (power(a, b), exp(mul(b, log(a)))),
    lambda a, b: (div(ONE, sub(sqrt(a), sqrt(b))), div(add(sqrt(a), sqrt(b)), sub(a, b))),
    lambda a, b: (call("LaplaceCDF", a), sub(ONE, div(exp(neg(a)), TWO))),
    lambda a, b: (mul(a, call("sign", a)), Abs(a)),
    lambda a, b: (log(power(a, TWO)), mul(TWO, log(a))),
    lambda a, b: (call("Chi2CDF", power(a, TWO), ONE), sub(mul(TWO, Phi(a)), ONE)),
    lambda a, b: (call("NCChi2CDF", a, THREE, b), call("NCChi2CDF", a, ONE, b)),
]
INTERVALS = [
    UNIT,
    Interval(ZERO, ONE, False, False),
    Interval(-ONE, TWO, False),
    POSITIVE,
    LINE,
    Interval(None, ZERO, hi_open=False),
]


@pytest.mark.parametrize("seed", range(150))
def test_nothing_is_equal_that_balls_tell_apart(seed: int) -> None:
    """Identities with and without their side conditions, at random terms, regions and premises; some with one number changed."""
    generator = random.Random(seed)
    names = ("x", "y")
    given = (Rel(random_term(generator, names, 1), generator.choice((">", ">=", "=")), random_term(generator, names, 1)),)
    region = Region({name: generator.choice(INTERVALS) for name in names}, given if seed % 2 else ())
    depth = seed % 3
    first, second = generator.choice(REWRITINGS)(random_term(generator, names, depth), random_term(generator, names, depth))
    if generator.random() < 0.3:
        second = add(second, Fraction(1, 1000))
    if equal(first, second, region):
        for point in points(region, generator, 25):
            left, right = evaluated(first, point), evaluated(second, point)
            assert not (left.is_finite() and right.is_finite()) or left.overlaps(right), (first, second, region, point)
