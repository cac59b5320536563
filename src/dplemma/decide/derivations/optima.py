"""Roots put back into their equation, optima at a turning point, over parts of a range, and above one value.

A continuous function that rises up to a point and falls after it is greatest there; strict slopes on both sides, which `ArgMax`
and `ArgMin` need, make it so nowhere else. Where the slope keeps one sign, the least upper bound is the limit at an end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sympy import Expr, Max, Min, Piecewise, S, diff

from dplemma.decide.derivations.basic import only_equality
from dplemma.decide.derivations.ends import end_value
from dplemma.decide.derivations.ground import Ground, chosen, contrary, single
from dplemma.decide.derivations.ranges import Misapplied, within
from dplemma.lang.derivation import Step
from dplemma.lang.nodes import ArgMax, ArgMin, Inf, Root, Sup
from dplemma.lang.rules import AtPoint, Inside, RootOf, SplitOptimum, TurningPoint
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
    if isinstance(node, (Sup, Inf)):
        first, second = f"{first}=", f"{second}="
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


def at_point(ground: Ground, rule: AtPoint, before: Expr, step: Step) -> None:
    """f(c) <= Sup f over a range that holds c; f(c) >= Inf f."""
    kind = {"<=": Sup, ">=": Inf}.get(step.rel)
    if kind is None or not isinstance(step.expr, kind):
        raise Misapplied("the rule leads by <= to a least upper bound, or by >= to a greatest lower one")
    node = chosen(step.expr, rule.of, kind)
    variable, lower, upper, inner = ground.range_of(node)
    if variable in rule.at.free_symbols or rule.at.is_infinite:
        raise Misapplied(f"{to_text(rule.at)} is no point of the range of {variable}")
    ground.require_defined("the function", node.function, inner)
    for end, rel in ((lower, ">="), (upper, "<=")):
        if not end.is_infinite:
            ground.require("the point lies in the range", Rel(rule.at, rel, end))
    ground.equal_around_integrals(before, node.function.subs(variable, rule.at), "the value at the point")


def split(ground: Ground, rule: SplitOptimum, before: Expr, step: Step) -> None:
    """Sup over (a, b) is the greater of Sup over (a, c) and Sup over (c, b); Inf is the lesser."""
    after = only_equality(step)
    node = chosen(before, rule.of, (Sup, Inf))
    variable, lower, upper, _ = ground.range_of(node)
    if variable in rule.at.free_symbols:
        raise Misapplied(f"the point may not depend on {variable}")
    _inside(ground, rule.at, lower, upper, "the point lies inside")
    pieces = [node.func(node.function, (variable, *ends)) for ends in ((lower, rule.at), (rule.at, upper))]
    better = (Max if isinstance(node, Sup) else Min)(*pieces)
    ground.equal_around_integrals(before.xreplace({node: better}), after, "the better of both parts")


def inside(rules: Mapping[type, Callable[..., None]]) -> Callable[[Ground, Inside, Expr, Step], None]:
    """The check of `Inside`: the inner rule leads from one function to the other on the open range.

    Both are continuous, so they agree at an end of the range as well wherever they exist there.
    """

    def check(ground: Ground, rule: Inside, before: Expr, step: Step) -> None:
        after = only_equality(step)
        kinds = (Sup, Inf, ArgMax, ArgMin, Root)
        node, other = chosen(before, rule.of, kinds), chosen(after, rule.of, kinds)
        if type(node) is not type(other) or single(node) != single(other):
            raise Misapplied(f"{to_text(other)} is not of the same kind, over the same range of {rule.of}")
        variable, lower, upper, _ = ground.range_of(node)
        if node.has(Piecewise) or other.has(Piecewise):
            raise Misapplied("a function that may jump at an end of the range is not treated inside")
        inner = replace(ground, region=within(ground.region, variable, lower, upper), existing=set())
        rules[type(rule.rule)](inner, rule.rule, node.function, Step("=", other.function, rule.rule, step.because))
        ground.equal_around_integrals(before.xreplace({node: other}), after)

    return check


def _inside(ground: Ground, value: Expr, lower: Expr, upper: Expr, what: str) -> None:
    if value.is_infinite:
        raise Misapplied(f"{what}: {to_text(value)} is no number")
    if not lower.is_infinite:
        ground.require(what, Rel(value, ">", lower))
    if not upper.is_infinite:
        ground.require(what, Rel(value, "<", upper))


CHECKS = {RootOf: root, TurningPoint: turning_point, AtPoint: at_point, SplitOptimum: split}
