"""Signs of terms on regions: what is decided, how strongly, and what must stay open."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from ball_values import evaluated, points, random_term

from dplemma.kernel.bounds import OF_RELATION
from dplemma.kernel.signs import positive, sign
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import HALF, MINUS, ONE, TWO, ZERO, Term, add, bind, call, div, mul, neg, power, sub, var

x, y, z, t = map(var, "xyzt")
LINE, POSITIVE, CLOSED = Interval(), Interval(ZERO), Interval(ZERO, lo_open=False)
UNIT, FULL = Interval(ZERO, ONE), Interval(ZERO, ONE, False, False)
NEGATIVE = Interval(None, ZERO)
REAL = Region({"x": LINE, "y": LINE, "z": LINE})
THOUSANDTH = Fraction(1, 1000)


def on(interval: Interval) -> Region:
    return Region({"x": interval, "y": interval, "z": interval})


def f(head: str, term: Term) -> Term:
    return call(head, term)


square = power(x, TWO)
DECIDED = {
    "variable": (x, on(POSITIVE), ">"),
    "closed end": (x, on(CLOSED), ">="),
    "below": (x, on(NEGATIVE), "<"),
    "no sign": (x, REAL, ""),
    "square": (square, REAL, ">="),
    "never 0": (add(square, ONE), REAL, ">"),
    "quadratic": (add(square, x, ONE), REAL, ">"),
    "quadratic that touches": (add(square, mul(TWO, x), ONE), REAL, ">="),
    "quadratic that crosses": (sub(add(square, mul(TWO, x)), THOUSANDTH), REAL, ""),
    "two variables": (add(square, mul(x, y), power(y, TWO)), REAL, ">="),
    "bounded": (sub(ONE, x), on(UNIT), ">"),
    "both ends closed": (sub(add(ONE, x), mul(x, y)), on(FULL), ">"),
    "one end touched": (sub(ONE, mul(x, y)), on(FULL), ">="),
    "beyond the end": (sub(add(ONE, THOUSANDTH), x), on(FULL), ">"),
    "short of the end": (sub(sub(ONE, THOUSANDTH), x), on(FULL), ""),
    "exp": (f("exp", x), REAL, ">"),
    "exp above 1": (sub(f("exp", x), ONE), on(POSITIVE), ">"),
    "exp against another": (sub(f("exp", x), f("exp", y)), REAL.extended(Rel(x, ">", y)), ">"),
    "exp with a factor": (sub(mul(TWO, f("exp", x)), f("exp", y)), REAL.extended(Rel(x, ">=", y)), ">"),
    "log": (f("log", x), on(Interval(ONE)), ">"),
    "log below 1": (f("log", x), on(UNIT), "<"),
    "sum of logs": (sub(f("log", add(x, TWO)), f("log", add(x, ONE))), on(POSITIVE), ">"),
    "log of a number": (sub(f("log", add(TWO, x)), f("log", TWO)), on(POSITIVE), ">"),
    "Phi": (f("Phi", x), REAL, ">"),
    "Phi below 1": (sub(f("Phi", x), ONE), REAL, "<"),
    "Phi above 1/2": (sub(f("Phi", x), HALF), on(POSITIVE), ">"),
    "Phi against another": (sub(f("Phi", x), f("Phi", y)), REAL.extended(Rel(x, "<=", y)), "<="),
    "PhiInv": (f("PhiInv", mul(HALF, x)), on(UNIT), "<"),
    "PhiInv against another": (sub(f("PhiInv", x), f("PhiInv", y)), on(UNIT).extended(Rel(x, "<", y)), "<"),
    "root": (power(x, HALF), REAL, ">="),
    "root of a positive": (power(x, HALF), on(POSITIVE), ">"),
    "root above 1": (sub(power(x, HALF), ONE), on(Interval(ONE)), ">"),
    "Abs": (f("Abs", x), REAL, ">="),
    "Abs off 0": (f("Abs", x), REAL.extended(Rel(x, "!=", ZERO)), ">"),
    "Mills": (f("Mills", x), REAL, ">"),
    "pi": (sub("pi", Fraction(355, 113)), REAL, "<"),
    "a small difference": (sub(f("Mills", Fraction(3000)), Fraction(1, 3000)), REAL, "<"),
    "constants that are equal": (sub(power(Fraction(8), HALF), mul(TWO, power(TWO, HALF))), REAL, "="),
    "constants in coefficients": (sub(mul("pi", x), mul(Fraction(3), x)), on(POSITIVE), ">"),
    "reciprocal": (power(x, MINUS), REAL.extended(Rel(x, ">", ZERO)), ">"),
    "not 0": (sub(x, y), REAL.extended(Rel(x, "!=", y)), "!="),
    "given": (sub(x, y), REAL.extended(Rel(x, ">=", y)), ">="),
    "given, the other way": (sub(x, y), REAL.extended(Rel(x, "<", y)), "<"),
    "given with a factor": (mul(z, sub(x, y)), on(POSITIVE).extended(Rel(div(x, z), ">", div(y, z))), ">"),
    "given through log": (sub(x, y), on(POSITIVE).extended(Rel(f("log", x), ">", f("log", y))), ">"),
    "two premises": (sub(x, z), REAL.extended(Rel(x, ">=", y), Rel(y, ">", z)), ">"),
    "weighed premises": (sub(z, add(mul(x, HALF), mul(y, HALF))), REAL.extended(Rel(x, "<=", z), Rel(y, "<", z)), ">"),
    "premise and interval": (sub(mul(TWO, x), y), on(POSITIVE).extended(Rel(x, ">", y)), ">"),
    "premise that does not help": (sub(x, z), REAL.extended(Rel(x, ">=", y)), ""),
    "integral": (bind("Integral", div(ONE, add(ONE, f("exp", mul(x, t)))), "t", ZERO, ONE), REAL, ">"),
    "integral of unknown order": (bind("Integral", div(ONE, add(ONE, f("exp", mul(x, t)))), "t", y, z), REAL, ""),
    "integral over nothing": (bind("Integral", div(ONE, add(ONE, f("exp", t))), "t", y, z), REAL.extended(Rel(y, "<=", z)), ">="),
    "inside an integral": (sub(z, y), REAL.extended(Rel(y, "<=", z)), ">="),
    "root in its interval": (bind("Root", sub(power(t, Fraction(3)), x), "t", ONE, TWO), REAL, ">"),
    "gamma": (call("gamma", x), on(POSITIVE), ">"),
    "gamma where it exists": (call("gamma", x), REAL, ">"),
    "linear in a factor that may vanish": (x, Region({"x": LINE, "y": CLOSED}, (Rel(mul(x, y), ">=", ZERO),)), ""),
    "thin region": (neg(div(ONE, add(ONE, power(x, HALF)))), Region({"x": Interval(ONE, ONE, False, False)}), "<"),
}


@pytest.mark.parametrize("name", DECIDED)
def test_the_strongest_sign(name: str) -> None:
    term, region, expected = DECIDED[name]
    assert sign(term, region) == expected


def test_positive_by_cases() -> None:
    """|x| + |y| >= |x + y|, and not with a little less."""
    gap = sub(add(call("Abs", x), call("Abs", y)), call("Abs", add(x, y)))
    assert positive(gap, REAL, strict=False)
    assert not positive(gap, REAL, strict=True)
    assert not positive(sub(gap, THOUSANDTH), REAL, strict=False)


def test_branches_that_are_not_reached_make_no_cases() -> None:
    """log x does not exist for x < 0, where the first branch holds: its sign does not cut the region."""
    term = ("Piecewise", (x, ("<", x, ZERO)), (call("Abs", call("log", x)), True))
    assert not positive(term, REAL, strict=False)


INTERVALS = [
    UNIT,
    FULL,
    Interval(-ONE, TWO, False),
    POSITIVE,
    Interval(ONE, lo_open=False),
    LINE,
    Interval(None, ZERO, hi_open=False),
]


@pytest.mark.parametrize("seed", range(250))
def test_no_sign_is_contradicted_by_balls(seed: int) -> None:
    generator = random.Random(seed)
    names = ("x", "y", "z")[: generator.randint(1, 3)]
    rels = tuple(OF_RELATION)
    given = tuple(
        Rel(random_term(generator, names, 2), generator.choice(rels), random_term(generator, names, 1)) for _ in range(seed % 3)
    )
    region = Region({name: generator.choice(INTERVALS) for name in names}, given)
    term = random_term(generator, names, generator.randint(1, 4))
    found = sign(term, region)
    for point in points(region, generator, 20) if found else ():
        value = evaluated(term, point)
        wrong = {">": value <= 0, "<": value >= 0, ">=": value < 0, "<=": value > 0, "=": value != 0, "!=": value.is_zero()}
        assert not (value.is_finite() and wrong[found]), (found, term, region, point, value)
