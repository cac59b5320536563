"""Roots put back into their equation, and optima at a turning point.

A continuous function that rises up to a point and falls after it is greatest there, and nowhere else: strict slopes on both
sides make the optimum unique. Where the slope keeps one sign, the least upper bound is the limit at an end.
"""

from __future__ import annotations

from sympy import Expr, S, diff

from dplemma.engines.derivations.basic import only_equality
from dplemma.engines.derivations.ends import end_value
from dplemma.engines.derivations.ground import Ground, chosen, contrary
from dplemma.engines.derivations.ranges import Misapplied, within
from dplemma.lang.derivation import Step
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.rules import RootOf, TurningPoint
from dplemma.lang.statements import Rel
from dplemma.lang.text import to_text

_GREATEST = (Sup, ArgMax)


def root(ground: Ground, rule: RootOf, before: Expr, step: Step) -> None:
    """The value satisfies the equation, lies in the interval, and the equation has no other root there."""
    after = only_equality(step)
    node = chosen(before, rule.of, Root)
    variable, lower, upper, inner = ground.range_of(node)
    if variable in rule.value.free_symbols:
        raise Misapplied(f"the root may not depend on {variable}")
    ground.require_defined("the equation", node.function, inner)
    ground.equal("put back into the equation", node.function.subs(variable, rule.value), S.Zero)
    _inside(ground, rule.value, lower, upper, "the root lies in the interval")
    slope = diff(node.function, variable)
    rising = contrary(Rel(slope, ">", 0), inner) is None
    ground.require("the equation is strictly monotone", Rel(slope, ">" if rising else "<", S.Zero), inner)
    ground.equal_around_integrals(before.xreplace({node: rule.value}), after)


def turning_point(ground: Ground, rule: TurningPoint, before: Expr, step: Step) -> None:
    """Rising before and falling after (or the reverse, for a least value)."""
    after = only_equality(step)
    node = chosen(before, rule.of, (Sup, Inf, ArgMax, ArgMin))
    variable, lower, upper, inner = ground.range_of(node)
    if variable in rule.at.free_symbols:
        raise Misapplied(f"the turning point may not depend on {variable}")
    ground.require_defined("the function", node.function, inner)
    slope = diff(node.function, variable)
    if rule.slope is not None:
        ground.equal("the slope", slope, rule.slope, inner)
        slope = rule.slope
    first, second = (">", "<") if isinstance(node, _GREATEST) else ("<", ">")
    ends = rule.at in (lower, upper)
    if ends and isinstance(node, (ArgMax, ArgMin)):
        raise Misapplied("the ends do not belong to the interval: nothing is attained there")
    if not ends:
        _inside(ground, rule.at, lower, upper, "the turning point lies inside")
    if rule.at != lower:
        ground.require("the slope before it", Rel(slope, first, S.Zero), within(ground.region, variable, lower, rule.at))
    if rule.at != upper:
        ground.require("the slope after it", Rel(slope, second, S.Zero), within(ground.region, variable, rule.at, upper))
    if isinstance(node, (ArgMax, ArgMin)):
        value = rule.at
    elif ends:
        value = end_value(ground, node.function, variable, rule.at, lower=rule.at == lower)
    else:
        value = node.function.subs(variable, rule.at)
    ground.equal_around_integrals(before.xreplace({node: value}), after, "the optimum")


def _inside(ground: Ground, value: Expr, lower: Expr, upper: Expr, what: str) -> None:
    if value.is_infinite:
        raise Misapplied(f"{what}: {to_text(value)} is no number")
    if not lower.is_infinite:
        ground.require(what, Rel(value, ">", lower))
    if not upper.is_infinite:
        ground.require(what, Rel(value, "<", upper))


CHECKS = {RootOf: root, TurningPoint: turning_point}
