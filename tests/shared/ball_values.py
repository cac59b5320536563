"""Values of kernel terms in balls at exact points, and random terms: an independent judge of the kernel's algebra."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from dplemma.arb import chi_square, mills, normal
from dplemma.arb.precision import working_precision
from dplemma.kernel.statement import Interval, Region, Rel
from dplemma.kernel.term import Term

BITS = 200


def _power(base: arb, exponent: Term, value: arb) -> arb:
    """A whole power of anything; any power of what is positive, a positive power of 0."""
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return base ** int(exponent) if exponent >= 0 or not base.contains(0) else arb.nan()
    if base > 0:
        return (base.log() * value).exp()
    return arb(0) if base.is_zero() and value > 0 else arb.nan()


def _phi_inv(p: arb) -> arb:
    return normal.norm_ppf(p) if p > 0 and p < 1 else arb.nan()


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Add": lambda *xs: sum(xs, arb(0)), "exp": arb.exp, "log": arb.log, "erf": arb.erf, "erfc": arb.erfc, "sinh": arb.sinh,
    "cosh": arb.cosh, "tanh": arb.tanh, "gamma": arb.gamma, "Abs": abs, "phi": normal.norm_pdf, "Phi": normal.norm_cdf,
    "Q": normal.norm_sf, "PhiInv": _phi_inv, "QInv": lambda p: -_phi_inv(p), "Mills": normal.mills_ratio,
    "MillsMoment": lambda n, x: mills.mills_moment(int(n.unique_fmpz()), x),
    "MillsDrop": lambda n, x, h: mills.mills_drop(int(n.unique_fmpz()), x, h),
    "Max": lambda x, *xs: x if not xs else FUNCTIONS["Max"](x.max(xs[0]), *xs[1:]),
    "Min": lambda x, *xs: x if not xs else FUNCTIONS["Min"](x.min(xs[0]), *xs[1:]),
    "LaplaceCDF": lambda x: x.exp() / 2 if x < 0 else 1 - (-x).exp() / 2,
    "sign": lambda x: arb(1) if x > 0 else arb(-1) if x < 0 else arb(0) if x.is_zero() else arb.nan(),
    "MarcumQHalf": chi_square.marcum_q_half, "Chi2CDF": chi_square.chi2_cdf, "Chi2SF": chi_square.chi2_sf,
    "Chi2PDF": chi_square.chi2_pdf, "Chi2Inv": chi_square.chi2_ppf, "Chi2SFInv": chi_square.chi2_isf,
    "NCChi2CDF": chi_square.ncx2_cdf, "NCChi2SF": chi_square.ncx2_sf, "NCChi2PDF": chi_square.ncx2_pdf,
    "NCChi2Inv": chi_square.ncx2_ppf, "NCChi2SFInv": chi_square.ncx2_isf,
}  # fmt: skip


def value(term: Term, point: Mapping[str, Fraction]) -> arb:
    """A ball around the value; not finite where the term does not exist."""
    if isinstance(term, Fraction):
        return arb(fmpq(term.numerator, term.denominator))
    if isinstance(term, str):
        return arb.pi() if term == "pi" else arb(1).exp()
    head, *parts = term
    if head == "var":
        return value(point[parts[0]], point)
    inside = [value(part, point) for part in parts]
    if any(not ball.is_finite() for ball in inside):
        return arb.nan()
    if head == "Mul":
        product = arb(1)
        for ball in inside:
            product *= ball
        return product
    return _power(inside[0], parts[1], inside[1]) if head == "Pow" else FUNCTIONS[head](*inside)


def evaluated(term: Term, point: Mapping[str, Fraction]) -> arb:
    with working_precision(BITS):
        return value(term, point)


def points(region: Region, generator: random.Random, count: int) -> list[dict[str, Fraction]]:
    """Points of a region, ends that belong to it among them; few or none if its premises are hard to meet."""
    found: list[dict[str, Fraction]] = []
    for _ in range(8 * count):
        point = {name: _inside(interval, generator) for name, interval in region.intervals.items()}
        if all(holds(rel, point) for rel in region.given):
            found.append(point)
        if len(found) == count:
            break
    return found


def _inside(interval: Interval, generator: random.Random) -> Fraction:
    lo = interval.lo if interval.lo is not None else Fraction(-30)
    hi = interval.hi if interval.hi is not None else max(lo, Fraction(0)) + 30
    ends = [end for end in (interval.lo, interval.hi, Fraction(0), Fraction(1)) if end is not None and end in interval]
    if ends and generator.random() < 0.3:
        return generator.choice(ends)
    return lo + (hi - lo) * Fraction(generator.randint(1, 999), 1000) ** generator.choice((1, 1, 3))


def holds(rel: Rel, point: Mapping[str, Fraction]) -> bool:
    gap = evaluated(rel.left, point) - evaluated(rel.right, point)
    known = {">": gap > 0, "<": gap < 0, ">=": gap >= 0, "<=": gap <= 0, "=": gap.is_zero(), "!=": gap != 0}
    return known[rel.rel]


# -- random terms ----------------------------------------------------------------------------------------------------

UNARY = ("exp", "log", "Phi", "Q", "phi", "PhiInv", "QInv", "Abs", "LaplaceCDF", "sinh", "tanh", "erf", "Mills", "sign")


def random_term(generator: random.Random, names: tuple[str, ...], depth: int) -> Term:
    """Small numbers, variables, sums, products, powers, functions."""
    if depth == 0 or generator.random() < 0.15:
        number = Fraction(generator.randint(-3, 3), generator.choice((1, 1, 2, 3)))
        return generator.choice([("var", generator.choice(names)), ("var", generator.choice(names)), number])
    kind = generator.random()
    inner = lambda: random_term(generator, names, depth - 1)  # noqa: E731
    if kind < 0.35:
        return ("Add", inner(), inner())
    if kind < 0.6:
        return ("Mul", inner(), inner())
    if kind < 0.75:
        exponent = generator.choice([Fraction(2), Fraction(-1), Fraction(1, 2), Fraction(-1, 2), Fraction(3), Fraction(1, 3)])
        return ("Pow", inner(), exponent)
    if kind < 0.82:
        return (generator.choice(("Max", "Min")), inner(), inner())
    return (generator.choice(UNARY), inner())
