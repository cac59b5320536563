"""What the prover of regions must show: lemmas of differential privacy on their full regions, and what it must not show.

Main definitions: `LEMMAS` (true, each with mutants that are false), `BETWEEN` (false, yet true at every nice point), `TOUCHING`
(true, with equality or nearly so at irrational points), `WHOLE` (about integers), `nice_points(region)`,
`fails_at(statement, point)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

from sympy import Abs, Expr, prod

from dplemma.compile.evaluate import compiled
from dplemma.formulas import gaussian, renyi
from dplemma.lang import (
    Chain,
    ForAll,
    Interval,
    Mills,
    Monotone,
    Phi,
    PhiInv,
    Rational,
    Rel,
    Root,
    diff,
    exp,
    log,
    oo,
    pi,
    sqrt,
    variables,
)
from dplemma.lang.statements import Statement

R = Rational
a, alpha, D, delta, eps, mu, n, psi, rdp, v, x, y = variables("a alpha D delta eps mu n psi rdp v x y")
REAL, POSITIVE, NONNEGATIVE = Interval("-oo", "oo"), Interval.open(0, oo), Interval(0, oo)
UNIT, INSIDE, ABOVE_ONE = Interval(0, 1), Interval.open(0, 1), Interval.open(1, oo)
DIGITS = 60


@dataclass(frozen=True)
class Claimed:
    """A statement on a region."""

    statement: Statement
    region: Mapping[str, Interval]


@dataclass(frozen=True)
class Lemma(Claimed):
    """A true statement; every mutant is false somewhere in its region."""

    mutants: Mapping[str, Claimed] = field(default_factory=dict)


def claimed(statement: Statement, **region: Interval) -> Claimed:
    return Claimed(statement, region)


def _lemma(statement: Statement, region: Mapping[str, Interval], **mutants: Statement | Claimed) -> Lemma:
    """A mutant without a region of its own is about the region of the lemma."""
    full = {k: m if isinstance(m, Claimed) else Claimed(m, region) for k, m in mutants.items()}
    return Lemma(statement, region, full)


# -- true on the whole region ------------------------------------------------------------------------------------------------

SPEED = -diff(gaussian.delta.definition(eps, mu), eps) / diff(gaussian.delta.definition(eps, mu), mu)
MU_SLOPE = diff(gaussian.mu.definition(eps, delta), eps)
SHARP = sqrt(pi / 2)
ORDERS, LEVELS = {"eps": NONNEGATIVE, "mu": POSITIVE}, {"eps": NONNEGATIVE, "delta": INSIDE}
PURE_MU = -2 * PhiInv(1 / (1 + exp(eps)))
CHERNOFF = a * (1 - a) * D / (2 * (a * v + 1 - a)) + log(a * v + 1 - a) / 2 - a * log(v) / 2
KL_FORWARD = log(v) / 2 + (1 + D) / (2 * v) - R(1, 2)
KL_BACKWARD = -log(v) / 2 + (v + D) / 2 - R(1, 2)
NORMALS = {"v": POSITIVE, "D": NONNEGATIVE}
TILTED = {"a": UNIT, **NORMALS}
CONVERSIONS = (renyi.epsilon_improved.definition, renyi.epsilon_standard.definition)
IMPROVED, STANDARD = (f(alpha, rdp, delta) for f in CONVERSIONS)
CONVERTED = {"alpha": ABOVE_ONE, "rdp": NONNEGATIVE, "delta": INSIDE}
TINY = R("1e-5")
EXACT = gaussian.epsilon.definition(TINY, psi)
VIA_IMPROVED, VIA_STANDARD = (f(alpha, alpha * psi**2 / 2, TINY) for f in CONVERSIONS)
USUAL = {"psi": Interval("0.1", 6), "alpha": Interval.lopen(1, 64)}

LEMMAS = {
    "speed of the GDP transform, implicit": _lemma(
        Chain(0, "<=", SPEED, "<=", SHARP), ORDERS,
        constant_1_per_cent_smaller=Rel(SPEED, "<=", R("0.99") * SHARP),
        lower_bound_raised=Rel(SPEED, ">=", R("0.01")),
        flipped=Rel(SPEED, ">=", SHARP),
        wider=claimed(Rel(SPEED, "<=", SHARP), eps=Interval(-1, oo), mu=POSITIVE),
    ),
    "speed of the GDP transform, of the quantity": _lemma(
        Chain(0, "<=", MU_SLOPE, "<=", SHARP), LEVELS,
        constant_1_per_cent_smaller=Rel(MU_SLOPE, "<=", R("0.99") * SHARP),
        lower_bound_raised=Rel(MU_SLOPE, ">=", R("0.5")),
        flipped=Rel(MU_SLOPE, "<=", 0),
    ),
    "mu of pure privacy": _lemma(
        Rel(PURE_MU, "<=", SHARP * eps), {"eps": POSITIVE},
        constant_1_per_cent_smaller=Rel(PURE_MU, "<=", R("0.99") * SHARP * eps),
        flipped=Rel(PURE_MU, ">=", SHARP * eps),
        wider=claimed(Rel(PURE_MU, "<=", SHARP * eps), eps=Interval(-1, oo)),
    ),
    "delta increases in mu": _lemma(
        Monotone(gaussian.delta.definition(eps, mu), mu, "increasing"), ORDERS,
        flipped=Monotone(gaussian.delta.definition(eps, mu), mu, "decreasing"),
    ),
    "delta decreases in eps": _lemma(
        Monotone(gaussian.delta.definition(eps, mu), eps, "decreasing"), ORDERS,
        flipped=Monotone(gaussian.delta.definition(eps, mu), eps, "increasing"),
    ),
    "Chernoff below KL": _lemma(
        Rel(CHERNOFF, "<=", KL_FORWARD), TILTED,
        flipped=Rel(CHERNOFF, ">=", KL_FORWARD),
        strict=Rel(CHERNOFF, "<", KL_FORWARD),
        half=Rel(CHERNOFF, "<=", KL_FORWARD / 2),
        wider_tilt=claimed(Rel(CHERNOFF, "<=", KL_FORWARD), a=Interval(-1, 1), **NORMALS),
        wider_distance=claimed(Rel(CHERNOFF, "<=", KL_FORWARD), a=UNIT, v=POSITIVE, D=Interval(-4, oo)),
    ),
    "Chernoff below the other KL": _lemma(
        Rel(CHERNOFF, "<=", KL_BACKWARD), TILTED,
        flipped=Rel(CHERNOFF, ">=", KL_BACKWARD),
        half=Rel(CHERNOFF, "<=", KL_BACKWARD / 2),
    ),
    "Chernoff below KL, for all tilts": _lemma(
        ForAll({"a": UNIT}, Rel(CHERNOFF, "<=", KL_FORWARD)), NORMALS,
        flipped=ForAll({"a": UNIT}, Rel(CHERNOFF, ">=", KL_FORWARD)),
    ),
    "improved conversion below standard": _lemma(
        Rel(IMPROVED, "<", STANDARD), CONVERTED,
        a_half_less=Rel(IMPROVED, "<", STANDARD - R(1, 2)),
        a_hundredth_less=Rel(IMPROVED, "<", STANDARD - R(1, 100)),
        flipped=Rel(IMPROVED, ">=", STANDARD),
        wider=claimed(Rel(IMPROVED, "<", STANDARD), alpha=POSITIVE, rdp=NONNEGATIVE, delta=INSIDE),
    ),
    "exact below standard conversion": _lemma(
        Rel(EXACT, "<", VIA_STANDARD), USUAL,
        half=Rel(EXACT, "<", VIA_STANDARD / 2),
        flipped=Rel(EXACT, ">=", VIA_STANDARD),
        order_one_included=claimed(Rel(EXACT, "<", VIA_STANDARD), psi=USUAL["psi"], alpha=Interval(1, 64)),
        wider=claimed(Rel(EXACT, "<", VIA_STANDARD), psi=USUAL["psi"], alpha=Interval.lopen(0, 64)),
    ),
    "exact below improved conversion": _lemma(
        Rel(EXACT, "<", VIA_IMPROVED), USUAL,
        a_twentieth_less=Rel(EXACT, "<", VIA_IMPROVED - R(1, 20)),
        flipped=Rel(EXACT, ">=", VIA_IMPROVED),
    ),
}  # fmt: skip

# -- false, but at no nice point ---------------------------------------------------------------------------------------------

_C = R("0.7390851")
_NICE_ROOTS = [R(0), R(1), R(1, 2), R(1, 4), R(3, 4), R(1, 3), R(2, 3), R(1, 10), R(9, 10)]


def _spike(*distances: Expr) -> Expr:
    return 1 / (1 + sum(d**2 for d in distances))


BETWEEN = {
    "squares around nice roots": claimed(
        Rel(prod([(x - r) ** 2 for r in _NICE_ROOTS]) * ((x - _C) ** 2 - R(1, 10**6)), ">=", 0), x=UNIT
    ),
    "a narrow dip": claimed(Rel((x - _C) ** 2, ">=", R(1, 10**8)), x=UNIT),
    "a narrow spike": claimed(Rel(1, ">=", 2 * _spike(1000 * (x - _C))), x=UNIT),
    "a spike on a half line": claimed(Rel(2 - exp(-x), ">=", 4 * _spike(1000 * (x - R("2.7182819")))), x=NONNEGATIVE),
    "far out": claimed(Rel((x - R("271828.1828459")) ** 2, ">", R(1, 10**4)), x=NONNEGATIVE),
    "a level of Phi": claimed(Rel((Phi(x) - _C) ** 2, ">", R(1, 10**10)), x=REAL),
    "a quantile": claimed(Rel((PhiInv(x) - R("0.3141592")) ** 2, ">=", R(1, 10**9)), x=INSIDE),
    "a level of the Mills ratio": claimed(Rel(Abs(Mills(x) - R("0.7071067")), ">", R(1, 10**6)), x=NONNEGATIVE),
    "a dip in the square": claimed(Rel((x - _C) ** 2 + (y - R("0.5671433")) ** 2, ">", R(1, 10**8)), x=UNIT, y=UNIT),
    "a dip in a quadrant": claimed(
        Rel((x - R("1.2020569")) ** 2 + (exp(-y) - R("0.5671433")) ** 2, ">", R(1, 10**8)), x=NONNEGATIVE, y=NONNEGATIVE
    ),
    "a spike above Phi": claimed(
        Rel(Phi(x + y), ">=", 2 * _spike(200 * (x - R("1.7724539")), 200 * (y - R("0.5772157")))),
        x=Interval(0, 3), y=Interval(0, 3),
    ),
    "a ridge": claimed(Rel(1 + x * y, ">=", 2 * (1 + x * y) * _spike(1000 * (x - y - R("0.4142136")))), x=Interval(0, 2), y=UNIT),
    "a level of delta": claimed(
        Rel((gaussian.delta.definition(eps, mu) - R("0.1234567")) ** 2 + (eps - R("0.6931471")) ** 2, ">=", R(1, 10**8)),
        eps=Interval(0, 4), mu=Interval.lopen(0, 4),
    ),
}  # fmt: skip

# -- true, with equality or nearly so where no halving ends --------------------------------------------------------------------

TOUCHING = {
    "a square in exp": claimed(Rel(exp(2 * x) - 4 * exp(x) + 4, ">=", 0), x=UNIT),
    "a square in log": claimed(Rel(log(x) ** 2 - 2 * log(x) + 1, ">=", 0), x=Interval(1, 10)),
    "a square of a quadratic": claimed(Rel(x**4 - 4 * x**2 + 4, ">=", 0), x=Interval(0, 3)),
    "a tangent": claimed(Rel(exp(x - sqrt(2) / 4), ">=", x + 1 - sqrt(2) / 4), x=UNIT),
    "Young's inequality": claimed(Rel(x * y, "<=", exp(x) + y * log(y) - y), x=NONNEGATIVE, y=Interval(1, oo)),
    "a hair above zero": claimed(Rel(exp(2 * x) - 4 * exp(x) + 4 + R(1, 10**40), ">", 0), x=UNIT),
    "a hair above a curve": claimed(Rel(exp(2 * x) - 2 * exp(x) * (y + 2) + (y + 2) ** 2 + R(1, 10**12), ">", 0), x=UNIT, y=UNIT),
}

# -- integers: true for them, and whether it is true for the reals between them ------------------------------------------------

_HALF = Rel((n - R(1, 2)) ** 2, ">=", R(1, 4))
WHOLE = {
    "logarithm": (claimed(Rel(n * log(1 + 1 / n), "<", 1), n=Interval.integers(1, oo)), True),
    "exponential": (claimed(Rel(exp(-n), "<=", 1 / (1 + n)), n=Interval.integers(0, oo)), True),
    "enumerated": (claimed(Rel(Phi(n) * (1 + exp(-n)), ">", R(4, 5)), n=Interval.integers(1, 40)), True),
    "not between 0 and 1, finite": (claimed(_HALF, n=Interval.integers(0, 50)), False),
    "not between 0 and 1, infinite": (claimed(_HALF, n=Interval.integers(0, oo)), False),
    "not between 3 and 4": (claimed(Rel(2**n, ">=", n**2 - 1), n=Interval.integers(0, oo)), False),
    "with a real variable": (
        claimed(Rel((n - R(1, 2)) ** 2 + x**2, ">=", R(1, 4)), n=Interval.integers(0, 20), x=Interval(-1, 1)), False,
    ),
}  # fmt: skip
WHOLE_BUT_FALSE = {
    "at one of many": claimed(Rel((n - 17) ** 2, ">", 0), n=Interval.integers(0, 50)),
    "at one of infinitely many": claimed(Rel((n - 12345) ** 2, ">", 0), n=Interval.integers(0, oo)),
}

# -- judging points by mpmath --------------------------------------------------------------------------------------------------


def nice_points(region: Mapping[str, Interval]) -> Iterator[dict[str, Fraction]]:
    """Integers, halves, quarters, tenths and thirds at the ends, and midpoints; fewer where there are two variables."""
    chosen = [list(dict.fromkeys(_nice_values(interval, 40 if len(region) == 1 else 4))) for interval in region.values()]
    for values in product(*chosen):
        yield dict(zip(region, values, strict=True))


def _nice_values(interval: Interval, reach: int) -> Iterator[Fraction]:
    start = floor(interval.lo) if interval.lo is not None else -reach
    offsets = [Fraction(k, 4) for k in range(4 * reach + 1)] + [Fraction(1, 10), Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)]
    middle = [(interval.lo + interval.hi) / 2] if interval.lo is not None and interval.hi is not None else []
    yield from (value for value in [*(start + offset for offset in offsets), *middle] if value in interval)


def fails_at(statement: Statement, point: Mapping[str, Fraction]) -> bool:
    """mpmath contradicts a relation of the statement at the point, by far more than its own error."""
    return any(_violated(part, point) for part in statement.walk() if isinstance(part, Rel))


def _violated(relation: Rel, point: Mapping[str, Fraction]) -> bool:
    left, right = (_value(side, point) for side in (relation.lhs, relation.rhs))
    gap = left - right if ">" in relation.rel else right - left
    noise = (abs(left) + abs(right) + 1) * _tolerance(left)
    return bool(gap < -noise) or (gap == 0 and "=" not in relation.rel)


def _value(expr: Expr, point: Mapping[str, Fraction]) -> Any:
    """By mpmath, with the roots of equations found here by bisection."""
    for node in expr.atoms(Root):
        expr, point = expr.xreplace({node: node.bound[0]}), {**point, node.bound[0].name: _bisected(node, point)}
    return compiled(expr).mp(point, DIGITS)


def _bisected(node: Root, point: Mapping[str, Fraction]) -> Fraction:
    """The root of an equation with one change of sign on the positive axis."""

    def sign(place: Fraction) -> bool:
        return bool(compiled(node.function).mp({**point, node.bound[0].name: place}, DIGITS) > 0)

    low, high = Fraction(1, 2**20), Fraction(2**10)
    assert sign(low) != sign(high)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if sign(middle) == sign(low) else (low, middle)
    return low


def _tolerance(sample: Any) -> Any:
    return type(sample)(10) ** (20 - DIGITS)
