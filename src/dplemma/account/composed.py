"""Composed steps as functions of exact numbers, to the working precision: what the quantities `composed.*` are computed by.

Main definitions: `epsilon`, `delta`.

Only ways that reach any width are asked: closed forms, and the contour integral. Where these are out of budget there is no value.
"""

from __future__ import annotations

from flint import arb, ctx, fmpq

from dplemma.account.accountant import Accountant, Enclosure
from dplemma.account.mechanisms import Composition, SubsampledGaussian

_SPARE_BITS = 6


def _accountant(sigma: fmpq, q: fmpq, steps: fmpq) -> Accountant:
    """Poisson sampling with rate q, add or remove one record."""
    composition = Composition(((SubsampledGaussian(sigma, q), int(steps.p)),))
    return Accountant(composition, 2.0 ** (_SPARE_BITS - ctx.prec), sharp=True)


def _hull(found: Enclosure) -> arb:
    return found.lower.union(found.upper)


def epsilon(delta: fmpq, sigma: fmpq, q: fmpq, steps: fmpq) -> arb:
    """The least eps >= 0 for which the steps are (eps, delta)-DP."""
    return _hull(_accountant(sigma, q, steps).epsilon(delta))


def delta(eps: fmpq, sigma: fmpq, q: fmpq, steps: fmpq) -> arb:
    """The least delta for which the steps are (eps, delta)-DP."""
    return _hull(_accountant(sigma, q, steps).delta(eps))
