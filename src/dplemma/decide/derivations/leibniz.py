"""Derivatives under the integral sign, and functions that are equal because their derivatives and one value are.

Leibniz: if |df/dp (t, p)| <= g(t) for all p of an interval, g integrable, and f(t, p) is integrable for each p, then the integral
of f is differentiable in p and its derivative is the integral of df/dp. At a closed end of the interval it is one-sided.
"""

from __future__ import annotations

from sympy import Abs, Derivative, Expr, Integral, Piecewise, Symbol, diff, preorder_traversal

from dplemma.decide.derivations.basic import only_equality
from dplemma.decide.derivations.ground import Condition, Ground, covers, same
from dplemma.decide.derivations.integrals import integrate_by
from dplemma.decide.derivations.ranges import Misapplied
from dplemma.lang.derivation import Step
from dplemma.lang.facts import of_shape
from dplemma.lang.interval import exact
from dplemma.lang.region import Region
from dplemma.lang.rules import ExchangeDerivative, Majorant, SameDerivative
from dplemma.lang.statements import Rel
from dplemma.lang.text import to_text

Limits = tuple[Symbol, Expr, Expr]


def exchange(ground: Ground, rule: ExchangeDerivative, before: Expr, step: Step) -> None:
    after = only_equality(step)
    node = _derivative_of_integral(before, rule.parameter)
    integral = node.expr
    variable, lower, upper, inner = ground.range_of(integral)
    if rule.parameter in (lower.free_symbols | upper.free_symbols):
        raise Misapplied(f"an end of the range depends on {rule.parameter}")
    ungapped(ground.region, rule.parameter)
    if integral.function.has(*of_shape("corner", "jump"), Piecewise):
        raise Misapplied("the integrand has corners: split the integral first")
    slope = diff(integral.function, rule.parameter)
    ground.require_defined("the integrand", integral.function, inner)
    for function, majorant, what in (
        (slope, rule.majorant, f"d/d{rule.parameter} of the integrand"),
        (integral.function, rule.integrand or rule.majorant, "the integrand"),
    ):
        _dominated(ground, majorant, function, (variable, lower, upper), inner, rule.parameter, what)
    exchanged = Integral(slope, (variable, lower, upper))
    ground.equal_around_integrals(before.xreplace({node: exchanged}), after, "the derivative under the integral")


def _derivative_of_integral(expr: Expr, parameter: Symbol) -> Derivative:
    found = []
    for node in preorder_traversal(expr):
        if isinstance(node, Derivative) and isinstance(node.expr, Integral) and node.variables == (parameter,):
            found.append(node)
    if len(set(found)) != 1:
        raise Misapplied(f"the line before has {len(set(found))} derivatives in {parameter} of an integral; the rule needs one")
    return found[0]


def ungapped(region: Region, variable: Symbol) -> None:
    """The variable runs over a whole interval, whatever the others are: no side condition cuts it."""
    if variable.name not in region.names:
        raise Misapplied(f"{variable} is no variable of the region {region.text()}")
    if any(variable.name in condition.free_names() for condition in region.such_that):
        raise Misapplied(f"a side condition of the region cuts the interval of {variable}")
    if region.intervals[variable.name].integer:
        raise Misapplied(f"{variable} runs over integers")


def _dominated(
    ground: Ground, majorant: Majorant, function: Expr, limits: Limits, inner: Region, parameter: Symbol, what: str
) -> None:  # fmt: skip
    if parameter in majorant.function.free_symbols:
        raise Misapplied(f"the majorant {to_text(majorant.function)} depends on {parameter}: it must serve all of them at once")
    ground.require(f"{what} is dominated", Rel(Abs(function), "<=", majorant.function), inner)
    value = integrate_by(ground, majorant.antiderivative, majorant.function, limits, inner)
    ground.note(f"the majorant is integrable: its integral is {to_text(value)}", "antiderivative")


def same_derivative(ground: Ground, rule: SameDerivative, before: Expr, step: Step) -> None:
    """f' = h by the lemma, g' = h, and f = g at one point of the interval on which f' = h is shown."""
    after = only_equality(step)
    lemma, region, verdict = ground.lemmas[rule.derivative]
    shown = lemma.conclusion
    if verdict.verdict not in ("proved", "certified"):
        raise Misapplied(f"lemma {rule.derivative!r} is not shown")
    if not isinstance(shown, Rel) or shown.rel != "=" or not same(shown.lhs, Derivative(before, rule.variable)):
        raise Misapplied(f"lemma {rule.derivative!r} must say what the derivative of {to_text(before)} in {rule.variable} is")
    ground.conditions.append(Condition(f"lemma {rule.derivative}: {shown.text()}", verdict))
    ungapped(region, rule.variable)
    covers(region, ground.region, ground, f"lemma {rule.derivative}")
    if not rule.at.is_Rational or exact(rule.at) not in region.intervals[rule.variable.name]:
        raise Misapplied(f"{rule.variable} = {to_text(rule.at)} is not in the interval of the lemma")
    ground.require_defined("the right side", after, region)
    ground.equal(f"derivative of the right side in {rule.variable}", diff(after, rule.variable), shown.rhs, region)
    here = {rule.variable: rule.at}
    rest = region.without(rule.variable.name)
    left, right = before.subs(here), after.subs(here)
    if rule.value:
        known, where, its = ground.lemmas[rule.value]
        says = known.conclusion
        if its.verdict not in ("proved", "certified"):
            raise Misapplied(f"lemma {rule.value!r} is not shown")
        if not isinstance(says, Rel) or says.rel != "=" or not same(says.lhs, left):
            raise Misapplied(f"lemma {rule.value!r} must say what {to_text(left)} is")
        covers(where, rest, ground, f"lemma {rule.value}")
        ground.conditions.append(Condition(f"lemma {rule.value}: {says.text()}", its))
        left = says.rhs
    elif left.has(Integral):
        raise Misapplied(f"name the lemma that says what {to_text(left)} is")
    ground.equal(f"value at {rule.variable} = {to_text(rule.at)}", left, right, rest)


CHECKS = {ExchangeDerivative: exchange, SameDerivative: same_derivative}
