"""Derivations by the existing rules: right ones, and ones with one wrong step whose conclusion is false or does not exist.

Main definitions: `KnownDerivation`, `CHAINS`, `derived(seed, number)`. A right derivation may be left undecided; one with a wrong
step must never be `proved`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Integral, Max, Rational, exp, expand, log, oo, sqrt

from dplemma import Region
from dplemma.lang import (
    POSITIVE,
    REAL,
    Algebra,
    Antiderivative,
    ArgMin,
    Bound,
    ByCases,
    ByLemma,
    Definition,
    Derivation,
    Derivative,
    ExchangeDerivative,
    Interval,
    Lemma,
    Linearity,
    Logic,
    Phi,
    Q,
    Rel,
    Root,
    RootOf,
    SameDerivative,
    SplitIntegral,
    Step,
    Substitute,
    Sup,
    TurningPoint,
    phi,
)
from dplemma.lang.rules import Rule

from .known import Dice, a, s, t, x, y


@dataclass(frozen=True)
class KnownDerivation:
    """A derivation, whether its conclusion follows and is true, and why that is known."""

    holds: bool
    why: str
    derivation: Derivation
    family: str = ""


CHAINS: dict[str, Callable[[Dice], KnownDerivation]] = {}


def chain(make: Callable[[Dice], KnownDerivation]) -> Callable[[Dice], KnownDerivation]:
    """Enter a family of derivations under its own name."""
    CHAINS[make.__name__] = make
    return make


def derived(seed: int, number: int) -> KnownDerivation:
    """The derivation of this seed and number."""
    name = sorted(CHAINS)[number % len(CHAINS)]
    return CHAINS[name](Dice(f"{seed}/{number}"))


def steps_of(holds: bool, why: str, start: Any, *steps: tuple[str, Any, Rule], lemmas: Any = (), **on: Any) -> KnownDerivation:
    """A derivation of one chain; each step is relation, expression and rule."""
    chain = tuple(Step(rel, expr, rule, "so it is said") for rel, expr, rule in steps)
    return KnownDerivation(
        holds, why, Derivation(id="adversary", title="a chain", on=Region(**on), start=start, steps=chain, lemmas=lemmas)
    )


def lemma(name: str, start: Any, *steps: tuple[str, Any, Rule], **on: Any) -> Lemma:
    lines = tuple(Step(rel, expr, rule, "so it is said") for rel, expr, rule in steps)
    return Lemma(name=name, says="a lemma", on=Region(**on), start=start, steps=lines)


@chain
def algebra_off_by_little(dice: Dice) -> KnownDerivation:
    """A product multiplied out; the wrong one has a term that vanishes at every quarter."""
    holds, extra = dice.truth(), Rational(1, 10 ** dice.randint(6, 40))
    for quarter in range(-8, 9):
        extra *= x - Rational(quarter, 4)
    product = (dice.nonzero() * x + dice.nonzero()) * (dice.nonzero() * x**2 + dice.nonzero())
    last = expand(product) + (0 if holds else extra)
    return steps_of(holds, "multiplied out", product, ("=", last, Algebra()), x=Interval(-2, 2))


@chain
def cancelled_pole(dice: Dice) -> KnownDerivation:
    """(x^2 - r^2)/(x - r) = x + r, except at r, where the left side does not exist."""
    r, holds = dice.nonzero(), dice.truth()
    region = Interval.lopen(r, r + 2) if holds else Interval(r - 1, r + 1)
    return steps_of(holds, "the quotient does not exist at r", (x**2 - r**2) / (x - r), ("=", x + r, Algebra()), x=region)


@chain
def logarithms_of_negatives(dice: Dice) -> KnownDerivation:
    """log(x^2) = 2 log x needs x > 0."""
    c, holds = dice.positive(), dice.truth()
    region = Interval.lopen(0, c) if holds else dice.choice((Interval(-c, -c / 2), Interval.lopen(-c, c)))
    return steps_of(holds, "log x needs x > 0", log(x**2), ("=", 2 * log(x), Algebra()), x=region)


@chain
def antiderivative(dice: Dice) -> KnownDerivation:
    """int_0^a c t^k dt = c a^(k+1)/(k+1); wrong by a small multiple."""
    c, k, holds = dice.positive(), dice.randint(1, 4), dice.truth()
    factor = 1 if holds else 1 + dice.tiny()
    value = c * factor * a ** (k + 1) / (k + 1)
    rule = Antiderivative(c * t ** (k + 1) / (k + 1) * (1 if dice.random() < 0.5 else factor), t)
    return steps_of(holds, "the antiderivative is known", Integral(c * t**k, (t, 0, a)), ("=", value, rule), a=Interval(0, 3))


@chain
def antiderivative_over_a_pole(dice: Dice) -> KnownDerivation:
    """The antiderivative -1/(t - r) of (t - r)^-2 jumps at r: no integral over r, one beside it."""
    r, c, holds = dice.rational(-1, 1), dice.positive(), dice.truth()
    low, high = (r + c, r + 2 * c) if holds else (r - c, r + c)
    value = 1 / (low - r) - 1 / (high - r)
    rule = Antiderivative(-1 / (t - r), t)
    return steps_of(holds, "divergent over r", Integral((t - r) ** -2, (t, low, high)), ("=", value, rule), a=Interval(0, 1))


@chain
def linearity_into_divergent(dice: Dice) -> KnownDerivation:
    """int (e^-t - e^-ct)/t = log c; split into two divergent integrals it would be 0."""
    c = dice.randint(2, 9)
    whole = Integral((exp(-t) - exp(-c * t)) / t, (t, 0, oo))
    one, two = Integral(exp(-t) / t, (t, 0, oo)), Integral(exp(-c * t) / t, (t, 0, oo))
    scale = lemma("scale", two, ("=", Integral(exp(-s) / s, (s, 0, oo)), Substitute(t, s, s / c)), ("=", one, Algebra()), a=REAL)
    split, cancelled = ("=", one - two, Linearity(t)), ("=", 0, ByLemma("scale"))
    return steps_of(False, "the parts diverge; the integral is log c", whole, split, cancelled, lemmas=(scale,), a=REAL)


@chain
def linearity(dice: Dice) -> KnownDerivation:
    """int (c t + d e^-t) over [0, 1] in two parts, each with its antiderivative."""
    c, d, holds = dice.positive(), dice.positive(), dice.truth()
    one, two = Integral(t, (t, 0, 1)), Integral(exp(-s), (s, 0, 1))
    middle = c * one + d * (1 if holds else 1 + dice.tiny()) * Integral(exp(-t), (t, 0, 1))
    start = Integral(c * t + d * exp(-t), (t, 0, 1))
    end = c / 2 + d * (1 - exp(-1))
    return steps_of(
        holds, "the second part gained a factor", start, ("=", middle, Linearity(t)), ("=", c * one + d * two, Algebra()),
        ("=", c / 2 + d * two, Antiderivative(t**2 / 2, t)), ("=", end, Antiderivative(-exp(-s), s)), a=Interval(0, 1),
    )  # fmt: skip


@chain
def substitution(dice: Dice) -> KnownDerivation:
    """t = c s in int_0^c e^-t: the factor c may be a little wrong."""
    c, holds = dice.positive(), dice.truth()
    factor = c if holds else c * (1 + dice.tiny())
    middle = Integral(factor * exp(-c * s), (s, 0, 1))
    value = factor / c * (1 - exp(-c))
    rule = Antiderivative(-factor / c * exp(-c * s), s)
    start = Integral(exp(-t), (t, 0, c))
    return steps_of(holds, "the factor of the substitution", start, ("=", middle, Substitute(t, s, c * s)), ("=", value, rule),
                    a=Interval(0, 1))  # fmt: skip


@chain
def bound_moved(dice: Dice) -> KnownDerivation:
    """e^x >= 1 + x by `Bound`, moved or strict at the contact."""
    r = dice.rational(-1, 1)
    how = "weak" if dice.truth() else dice.choice(("strict", "moved"))
    right = exp(r) * (1 + x - r) + (dice.tiny() if how == "moved" else 0)
    step = (">" if how == "strict" else ">=", right, Bound())
    return steps_of(how == "weak", "equality at r", exp(x), step, x=Interval(r - 1, r + 1))


@chain
def split_at_the_wrong_place(dice: Dice) -> KnownDerivation:
    """int |t - r| is split at r; at r + h the pieces are wrong in between."""
    r, holds = dice.rational(1, 2), dice.truth()
    at = r if holds else r + dice.tiny(2, 6)
    left, right = Integral(r - t, (t, 0, at)), Integral(s - r, (s, at, 4))
    both = Integral(r - t, (t, 0, at)) + Integral(t - r, (t, at, 4))
    value = (r**2 - (at - r) ** 2 + (4 - r) ** 2 - (at - r) ** 2) / 2
    return steps_of(
        holds, "the integrand is |t - r|", Integral(Abs(t - r), (t, 0, 4)),
        ("=", both, SplitIntegral(t, at, left=r - t, right=t - r)), ("=", left + right, Algebra()),
        ("=", expand(r * at - at**2 / 2) + right, Antiderivative(r * t - t**2 / 2, t)),
        ("=", value, Antiderivative((s - r) ** 2 / 2, s)), a=Interval(0, 1),
    )  # fmt: skip


@chain
def wrong_root(dice: Dice) -> KnownDerivation:
    """The root of x^2 = y is sqrt y in (0, 3); not y, not off by a little, and none if y > 9."""
    how = "right" if dice.truth() else dice.choice(("shifted", "outside", "negative"))
    region = Interval(1, 4) if how != "outside" else Interval(1, 9 + dice.tiny(1, 6))
    value = sqrt(y) + (dice.tiny() if how == "shifted" else 0)
    interval = (-3, 3) if how == "negative" else (0, 3)
    start = Root(x**2 - y, (x, *interval))
    return steps_of(how == "right", "one root, in the interval", start, ("=", value, RootOf(x, value)), y=region)


@chain
def local_optimum(dice: Dice) -> KnownDerivation:
    """Where the slope vanishes need not be where the function is least: two wells, or a turning point outside the range."""
    c = dice.positive()
    how = "right" if dice.truth() else dice.choice(("wells", "greatest", "outside"))
    wells, bottom = expand((x**2 - 1) ** 2 + x / 100), Root(4 * x**3 - 4 * x + Rational(1, 100), (x, Rational(9, 10), 2))
    f, at, range_ = {
        "right": (expand(c * (x - 1) ** 2), Rational(1), (0, 3)),
        "wells": (wells, bottom, (-3, 3)),
        "greatest": (expand(-c * (x - 1) ** 2), Rational(1), (0, 3)),
        "outside": (expand(c * (x - 1) ** 2), Rational(1), (2, 3)),
    }[how]
    step = ("=", at, TurningPoint(x, at))
    return steps_of(how == "right", "a turning point of the whole range", ArgMin(f, (x, *range_)), step, a=Interval(0, 1))


@chain
def greatest_value(dice: Dice) -> KnownDerivation:
    """sup of x(y - x) on (0, 1) is y^2/4 only if y <= 2."""
    holds = dice.truth()
    region = Interval.lopen(0, 2 if holds else 2 + dice.tiny(1, 6))
    start, step = Sup(x * y - x**2, (x, 0, 1)), ("=", y**2 / 4, TurningPoint(x, y / 2))
    return steps_of(holds, "the turning point lies in the range or not", start, step, y=region)


@chain
def lemma_out_of_its_region(dice: Dice) -> KnownDerivation:
    """A lemma for x <= 1 does not speak of 1 + h."""
    holds, c = dice.truth(), dice.positive()
    shown = lemma("square", c * x**2, ("<=", c * x, Bound()), x=Interval(0, 1))
    region = Interval(0, 1 if holds else 1 + dice.tiny(2, 9))
    return steps_of(holds, "x^2 <= x up to 1 only", c * y**2, ("<=", c * y, ByLemma("square", x=y)), lemmas=(shown,), y=region)


@chain
def cases_with_a_gap(dice: Dice) -> KnownDerivation:
    """Two lemmas on both sides of r must not leave a point out."""
    r, holds = dice.rational(-1, 1), dice.truth()
    whole = Interval(r - 1, r + 1)
    value = Max(x - r, r - x)
    second = dice.choice((Rel(x, ">", r), Rel(x, ">=", r + dice.tiny(2, 9)))) if not holds else Rel(x, ">=", r)
    low = lemma("low", value, (">" if not holds else ">=", 0, Bound()), x=whole, such_that=Rel(x, "<" if not holds else "<=", r))
    high = lemma("high", value, (">" if not holds else ">=", 0, Bound()), x=whole, such_that=second)
    step = (">" if not holds else ">=", 0, ByCases("low", "high"))
    return steps_of(holds, "zero at r, which neither lemma reaches", value, step, lemmas=(low, high), x=whole)


@chain
def same_derivative(dice: Dice) -> KnownDerivation:
    """log(c x) = log x + log c: same slope, same value at 1; another constant has the same slope only."""
    c, holds = dice.positive(), dice.truth()
    slope = lemma("slope", Derivative(log(c * x), x), ("=", 1 / x, Algebra()), x=POSITIVE)
    last = log(x) + log(c) + (0 if holds else dice.tiny())
    rule = SameDerivative(x, at=1, derivative="slope")
    return steps_of(holds, "the values at 1 differ", log(c * x), ("=", last, rule), lemmas=(slope,), x=POSITIVE)


@chain
def same_derivative_across_a_gap(dice: Dice) -> KnownDerivation:
    """|x|/x and 1 have the slope 0 wherever x is not 0, and the same value at 1; on the left they differ."""
    gap = Rel(x, "!=", 0)
    slope = lemma("slope", Derivative(Abs(x) / x, x), ("=", 0, Algebra()), x=REAL, such_that=gap)
    rule = SameDerivative(x, at=1, derivative="slope")
    return steps_of(False, "-1 for negative x", dice.positive() * Abs(x) / x / 1, ("=", dice.positive(), rule), lemmas=(slope,),
                    x=REAL, such_that=gap)  # fmt: skip


@chain
def strict_logic(dice: Dice) -> KnownDerivation:
    """x^2 <= m iff x <= sqrt m for x >= 0; a strict link differs at sqrt m."""
    m, holds = dice.choice((2, 3, 5, 7)), dice.truth()
    end = Rel(x, "<=" if holds else "<", sqrt(m))
    return steps_of(holds, "they differ at sqrt m", Rel(x**2, "<=", m), ("iff", end, Logic()), x=Interval(0, 4))


@chain
def definitions_swapped(dice: Dice) -> KnownDerivation:
    """Q = 1 - Phi and phi = exp(-x^2/2)/sqrt(2 pi), with the right argument."""
    from sympy import pi

    c, holds = dice.positive(), dice.truth()
    d = c if holds else c + dice.tiny()
    end = exp(-((d * x) ** 2) / 2) / sqrt(2 * pi) + 1 - Phi(c * x)
    return steps_of(holds, "the argument of the density", phi(c * x) + Q(c * x), ("=", end, Definition()), x=REAL)


@chain
def derivative_without_majorant(dice: Dice) -> KnownDerivation:
    """d/da int_0^oo a e^(-a t) dt under the integral: the integral is 1, its slope 0; a majorant must hold for every a."""
    c, holds = dice.positive(), dice.truth()
    region = Interval.open(c, c + 1)
    inside = Integral(exp(-a * t) * (-t), (t, 0, oo))
    value = -1 / a**2 if holds else -1 / a**2 - dice.tiny()
    rate = c if holds else c + 2
    exchange = ExchangeDerivative(a, t * exp(-rate * t))
    start, rule = Derivative(Integral(exp(-a * t), (t, 0, oo)), a), Antiderivative((t / a + a**-2) * exp(-a * t), t)
    why = "the majorant falls below the integrand, and the value is another one"
    return steps_of(holds, why, start, ("=", inside, exchange), ("=", value, rule), a=region)


@chain
def positive_name_for_a_negative(dice: Dice) -> KnownDerivation:
    """sqrt(v^2) = v for positive v; x - r is not positive left of r."""
    r, holds = dice.rational(-1, 1), dice.truth()
    region = Interval.lopen(r, r + 1) if holds else Interval(r - dice.tiny(1, 6), r + 1)
    start = sqrt((x - r) ** 2 * (1 + x**2))
    return steps_of(holds, "x - r may be negative", start, ("=", (x - r) * sqrt(1 + x**2), Algebra()), x=region)
