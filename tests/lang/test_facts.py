"""Every record of a function against numbers: domain, values, directions, inverse, complement, limits, derivative and so on.

Engines prove by these facts, so each is held against balls at points all over the domain; none is believed as it is declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from meeting import meet
from sympy import Derivative, Expr, Rational, S, Symbol, erf, erfinv, exp, factorial, gamma, log, polygamma, sign

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.doubles.functions import FUNCTIONS
from dplemma.lang import (
    Chi2CDF,
    NCChi2Inv,
    NCChi2SFInv,
    Phi,
    PhiInv,
    QInv,
    nodes,
    phi,
    variables,
)
from dplemma.lang.facts import WHOLE, Facts, facts_of, inverse_pairs, known, named, of_shape, register, written_in_erf
from dplemma.lang.interval import REAL, UNIT, Interval
from dplemma.lang.text import to_latex

BITS = 200
STEP = Fraction(1, 2**24)
FAR = Fraction(10**4)
assert nodes.Held in known()
NAMED = [pytest.param(function, facts, id=function.__name__) for function, facts in known().items()]
NOT_EVALUATED = (sign, erfinv, factorial)


def some(interval: Interval) -> list[Fraction]:
    """Points all over an interval, its closed ends among them."""
    if interval.integer:
        return [Fraction(n) for n in (0, 1, 2, 5)]
    if interval.lo is None and interval.hi is None:
        return [Fraction(n) for n in ("-7", "-2", "-1/3", "0", "1/5", "3/2", "8")]
    if interval.hi is None:
        assert interval.lo is not None
        places = [interval.lo + Fraction(n) for n in ("0", "1/50", "1/3", "1", "9/2", "20")]
    else:
        assert interval.lo is not None
        shares = [Fraction(n) for n in ("0", "1/10000", "1/10", "1/2", "4/5", "9999/10000", "1")]
        places = [interval.lo + (interval.hi - interval.lo) * share for share in shares]
    return [place for place in places if place in interval]


def domain(facts: Facts) -> tuple[Interval, ...]:
    return facts.domain * 2 if facts.several else facts.domain


def points(facts: Facts) -> Iterator[tuple[Fraction, ...]]:
    """A grid over the domain, thinned out where there are three arguments."""
    grid = list(product(*(some(interval) for interval in domain(facts))))
    yield from grid[:: 7 if len(grid) > 100 else 1]


def applied(function: Any, facts: Facts, point: tuple[Any, ...]) -> tuple[Expr, dict[str, Any]]:
    """The function of variables, with whole numbers as they stand, and the values of the variables."""
    names = [Symbol(f"a{i}", real=True) for i in range(len(point))]
    given = [
        Rational(value) if interval == WHOLE else name for name, value, interval in zip(names, point, domain(facts), strict=True)
    ]
    return function(*given, evaluate=False), {s.name: v for s, v in zip(names, point, strict=True) if s in given}


def value(expr: Expr, at: dict[str, Any]) -> arb:
    """By the engines; by SymPy's digits for the few functions that they do not evaluate."""
    if not isinstance(expr, NOT_EVALUATED):
        return compiled(expr, tuple(at)).ball(at, BITS)
    number = expr.func(*(a.xreplace({Symbol(k, real=True): Rational(v) for k, v in at.items()}) for a in expr.args))
    return arb(str(number.evalf(40))) * arb(1, 1e-30)


def of(function: Any, facts: Facts, point: tuple[Any, ...]) -> arb:
    return value(*applied(function, facts, point))


def as_ball(number: Fraction) -> arb:
    return arb(fmpq(number.numerator, number.denominator))


def lies_in(ball: arb, interval: Interval) -> bool:
    """Certainly inside; an end that is attained may be touched."""
    above = interval.lo is None or ball > as_ball(interval.lo) or (not interval.lo_open and not ball < as_ball(interval.lo))
    below = interval.hi is None or ball < as_ball(interval.hi) or (not interval.hi_open and not ball > as_ball(interval.hi))
    return bool(above and below)


@pytest.mark.parametrize(("function", "facts"), NAMED)
def test_it_has_a_value_in_its_range_everywhere_in_the_domain(function: Any, facts: Facts) -> None:
    for point in points(facts):
        ball = of(function, facts, point)
        assert ball.is_finite(), point
        assert lies_in(ball, facts.values), (point, ball)


@pytest.mark.parametrize(("function", "facts"), [p for p in NAMED if set(p.values[1].moves) - {"."}])
def test_it_moves_the_way_it_says_in_each_argument(function: Any, facts: Facts) -> None:
    grid = list(points(facts))
    for place, move in enumerate(facts.moves):
        for point in grid if move != "." else ():
            line = [(*point[:place], other, *point[place + 1 :]) for other in some(facts.domain[place])]
            for first, second in pairwise(of(function, facts, other) for other in line):
                assert (first < second) if move == "+" else (first > second), (place, point, first, second)


INVERTED = [p for p in NAMED if p.values[1].inverse and not {p.values[0], named(p.values[1].inverse)} & {*NOT_EVALUATED}]


@pytest.mark.parametrize(("function", "facts"), INVERTED)
def test_the_inverse_undoes_it(function: Any, facts: Facts) -> None:
    inverse = named(facts.inverse)
    assert facts_of(inverse).inverse == function.__name__
    assert facts_of(inverse).moves[0] == facts.moves[0]
    for point in points(facts):
        inside = of(function, facts, point)
        back = value(*applied(inverse, facts_of(inverse), (inside, *point[1:])))
        assert not back.is_finite() or meet(back, as_ball(point[0])), (point, back)


@pytest.mark.parametrize(("function", "facts"), INVERTED)
def test_the_inverse_is_sharp_somewhere(function: Any, facts: Facts) -> None:
    """The test above is not content with balls that hold everything."""
    inverse = named(facts.inverse)
    middle = {REAL: Fraction(1, 5), UNIT: Fraction(1, 3)}.get(facts.domain[0], Fraction(2))
    rest = tuple(Fraction(2) for _ in facts.domain[1:])
    back = value(*applied(inverse, facts_of(inverse), (of(function, facts, (middle, *rest)), *rest)))
    assert meet(back, as_ball(middle)) and back.rel_accuracy_bits() > 50


@pytest.mark.parametrize(("function", "facts"), [p for p in NAMED if p.values[1].complement])
def test_the_complement_is_one_minus_it(function: Any, facts: Facts) -> None:
    other = named(facts.complement)
    assert facts_of(other).complement == function.__name__ and facts_of(other).domain == facts.domain
    for point in points(facts):
        total = of(function, facts, point) + of(other, facts, point)
        assert total.contains(1) and total.rad() < 1e-12, point


@pytest.mark.parametrize(("function", "facts"), [p for p in NAMED if p.values[1].at_infinity != (None, None)])
def test_limits_at_infinity(function: Any, facts: Facts) -> None:
    for direction, limit in zip((-1, 1), facts.at_infinity, strict=True):
        for point in points(facts) if limit is not None else ():
            near, far = (of(function, facts, (direction * reach, *point[1:])) for reach in (FAR / 100, FAR))
            if limit.is_infinite:
                assert (far > near and far > 9) if limit is S.Infinity else (far < near and far < -9), point
            else:
                assert abs(far - arb(int(limit))) < arb("2e-4"), (point, far)


@pytest.mark.parametrize(("function", "facts"), [p for p in NAMED if p.values[1].natural])
def test_outside_a_natural_domain_there_is_no_value(function: Any, facts: Facts) -> None:
    (interval,) = facts.domain
    edges = [end for end in (interval.lo, interval.hi) if end is not None]
    outside = [
        e for end in edges for e in (end, end - Fraction(1, 9), end - 3, end + Fraction(1, 9), end + 3) if e not in interval
    ]
    assert outside
    for place in outside if function is not erfinv else ():
        assert not of(function, facts, (place,)).is_finite(), place


def slopes(expr: Expr) -> dict[str, Expr]:
    """The derivatives in the arguments, as far as there are formulas that the engines evaluate."""
    found = {symbol.name: expr.diff(symbol) for symbol in expr.free_symbols}
    return {name: slope for name, slope in found.items() if not slope.has(Derivative, polygamma)}


DIFFERENTIABLE = [p for p in NAMED if p.values[1].shape in ("smooth", "once") and p.values[1].domain[-1] != WHOLE]
UNIVARIATE = [p for p in NAMED if p.values[0] not in NOT_EVALUATED and len(domain(p.values[1])) == 1]


@pytest.mark.parametrize(("function", "facts"), [p for p in DIFFERENTIABLE if p.values[0] not in NOT_EVALUATED])
def test_the_derivative_is_the_derivative(function: Any, facts: Facts) -> None:
    """(f(x + h) - f(x))/h is f' somewhere between, so it meets the ball of f' over [x, x + h], which is narrow."""
    narrow: set[str] = set()
    for point in points(facts):
        expr, at = applied(function, facts, point)
        intervals = dict(zip((f"a{i}" for i in range(len(point))), facts.domain, strict=True))
        for name, slope in slopes(expr).items():
            if at[name] + STEP not in intervals[name]:
                continue
            quotient = (value(expr, {**at, name: at[name] + STEP}) - value(expr, at)) / as_ball(STEP)
            stretch = as_ball(at[name]).union(as_ball(at[name] + STEP))
            tangent = compiled(slope, tuple(at)).ball({**at, name: stretch}, BITS)
            if tangent.is_finite():
                assert meet(tangent, quotient), (point, name, tangent, quotient)
                narrow |= {name} if tangent.rad() < 1e-2 * abs(tangent).upper() else set()
    assert narrow == set(slopes(applied(function, facts, point)[0]))


@pytest.mark.parametrize(("function", "facts"), DIFFERENTIABLE)
def test_a_smooth_function_has_smooth_derivatives(function: Any, facts: Facts) -> None:
    expr, _ = applied(function, facts, next(points(facts)))
    twice = [slope.diff(symbol) for slope in slopes(expr).values() for symbol in expr.free_symbols]
    assert any(slope.has(*of_shape("corner", "jump")) for slope in twice) == (facts.shape == "once")


@pytest.mark.parametrize(("function", "facts"), [p for p in NAMED if p.values[0] not in (*NOT_EVALUATED, nodes.Held)])
def test_the_second_opinion_agrees(function: Any, facts: Facts) -> None:
    """Where mpmath reaches; for the dear inverses of non-central laws at one point only."""
    dear = function in (NCChi2Inv, NCChi2SFInv)
    reached = 0
    for point in [(Fraction(1, 2), Fraction(2), Fraction(1))] if dear else list(points(facts))[::5]:
        expr, at = applied(function, facts, point)
        second = compiled(expr, tuple(at)).mp(at, 20 if dear else 40)
        if (facts.shape == "jump" and point[0] == 0) or not mpmath.isfinite(second):
            continue  # nothing is claimed where it jumps
        first, wanted = value(expr, at), arb(mpmath.nstr(second, 30))
        assert abs(first - wanted) <= abs(wanted) * arb("1e-10") + arb("1e-25"), (point, first, wanted)
        reached += 1
    assert reached


@pytest.mark.parametrize(("function", "facts"), [p for p in NAMED if p.values[1].means])
def test_it_is_what_it_means(function: Any, facts: Facts) -> None:
    for point in points(facts):
        expr, at = applied(function, facts, point)
        assert meet(value(facts.means(*expr.args), at), value(expr, at)), point


@pytest.mark.parametrize(("function", "facts"), UNIVARIATE)
def test_points_of_an_interval_land_in_its_image(function: Any, facts: Facts) -> None:
    expr, at = applied(function, facts, next(points(facts)))
    run = compiled(expr, tuple(at)).at("interval", 64)
    for low, high in pairwise(some(facts.domain[0]) if at else ()):
        try:
            image = run(RealInterval(low, high))
        except Unsupported:
            assert function is gamma
            continue
        for place in (low, low + (high - low) / 3, high):
            assert image.contains(value(expr, dict.fromkeys(at, place))), (low, high, place)
            assert not image.partial


@pytest.mark.parametrize(("function", "facts"), [p for p in NAMED if p.values[1].double])
def test_the_function_of_doubles_is_the_same_function(function: Any, facts: Facts) -> None:
    for point in points(facts):
        with working_precision(BITS):
            assert meet(FUNCTIONS[facts.double].ball(*map(as_ball, point)), of(function, facts, point)), point


@pytest.mark.parametrize("function", NOT_EVALUATED)
def test_what_has_no_word_is_not_evaluated(function: Any) -> None:
    with pytest.raises(Unsupported, match="cannot be evaluated"):
        compiled(function(Symbol("x", real=True)))


def test_a_function_with_another_number_of_arguments_is_not_evaluated() -> None:
    """SymPy keeps the base of a logarithm as a second argument if it must not evaluate."""
    with pytest.raises(Unsupported, match="log cannot be evaluated"):
        compiled(log(Symbol("x", real=True), 2, evaluate=False))


# -- what is derived from the records ---------------------------------------------------------------------------------------

x, y, k = variables("x y k")


def test_the_lists_that_engines_use() -> None:
    assert inverse_pairs() == [(PhiInv, Phi), (log, exp), (erfinv, erf)]  # in the order in which a search tries them
    assert {f.__name__ for f in of_shape("corner")} == {"Abs", "Max", "Min"}
    assert {f.__name__ for f in of_shape("jump")} == {"sign", "Heaviside"}
    assert {f.__name__ for f in written_in_erf()} == {"phi", "Phi", "Q", "Mills", "MarcumQHalf", "MillsMoment", "MillsDrop"}


def test_a_name_belongs_to_one_function() -> None:
    with pytest.raises(ValueError, match="there is a function Phi already"):
        register(type("Phi", (), {}), facts_of(Phi))


def test_directions_are_given_for_each_argument() -> None:
    with pytest.raises(ValueError, match="for each of 1 arguments"):
        Facts(domain=(REAL,), values=REAL, moves="+-")


@pytest.mark.parametrize(
    ("expr", "latex"),
    [
        (PhiInv(x), r"\Phi^{-1}{\left(x \right)}"), (PhiInv(x) ** 2, r"\left(\Phi^{-1}{\left(x \right)}\right)^{2}"),
        (Phi(x) ** 2, r"\Phi^{2}{\left(x \right)}"), (QInv(x), r"Q^{-1}{\left(x \right)}"),
        (Chi2CDF(x, k), r"\operatorname{Chi2CDF}{\left(x,k \right)}"), (phi(x), r"\varphi{\left(x \right)}"),
    ],
    ids=str,
)  # fmt: skip
def test_names_in_latex(expr: Expr, latex: str) -> None:
    assert to_latex(expr) == latex
