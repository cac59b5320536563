"""One settled claim for each seed and number: a family in turn, its dice thrown, and perhaps a harmless statement around it.

Main definition: `known(seed, number)`.
"""

from __future__ import annotations

from dataclasses import replace

from sympy import exp

from dplemma import Region
from dplemma.lang import All, Either, Implies, Interval, Obligations, Rel, variables
from dplemma.lang.statements import Statement

from . import constants, corners, domains, identities, inequalities, limits, logic, shapes, solvers  # noqa: F401  (enter their families)
from .known import FAMILIES, Dice, Known

w = variables("w")


def known(seed: int, number: int, family: str = "") -> Known:
    """The claim of this seed and number: the same on every machine, and in every order; of a family, or of the one in turn."""
    dice = Dice(f"{seed}/{number}")
    name = family or sorted(FAMILIES)[number % len(FAMILIES)]
    found = replace(FAMILIES[name](dice), family=name)
    return wrapped(dice, found) if dice.random() < 0.3 else found


def wrapped(dice: Dice, inner: Known) -> Known:
    """The same truth in more words: with a second variable that does not matter, or a statement that settles nothing."""
    region = Region(such_that=inner.region.such_that, **{**inner.region.intervals, "w": Interval(0, dice.positive())})
    return replace(inner, statement=_around(dice, inner.statement), region=region)


def _around(dice: Dice, statement: Statement) -> Statement:
    true, false = Rel(exp(w), ">", 0), Rel(w, ">", w + 1)
    frames = [All(statement, true), All(true, statement), Obligations(first=true, second=statement)]
    if statement.pointwise:
        frames += [Implies(true, statement), Either(false, statement), Either(statement, false)]
    return dice.choice(frames)
