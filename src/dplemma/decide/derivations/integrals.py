"""Rules for integrals: substitution, antiderivative, splitting the range, linearity, comparing integrands.

Each shows that the integrals of the line before exist if those of the next line do, and gives the one from the other.
"""

from __future__ import annotations

from sympy import Add, Expr, Integral, Mul, S, Symbol, diff

from dplemma.decide.derivations.basic import only_equality
from dplemma.decide.derivations.ends import end_value, limit_at_infinity
from dplemma.decide.derivations.ground import Ground, chosen, contrary, in_variable, integrals, single
from dplemma.decide.derivations.ranges import Misapplied, within
from dplemma.lang.derivation import Step
from dplemma.lang.judgements import Limit
from dplemma.lang.region import Region
from dplemma.lang.rules import Antiderivative, BoundIntegrand, Linearity, SplitIntegral, Substitute
from dplemma.lang.statements import Rel
from dplemma.lang.text import to_text


def substitute(ground: Ground, rule: Substitute, before: Expr, step: Step) -> None:
    """integral of f(x) dx = integral of f(v(t)) |v'(t)| dt, v strictly monotone and continuous from the new range onto the old.

    An increasing v takes the lower end to the lower end; a decreasing one takes it to the upper end.
    """
    after = only_equality(step)
    old, new = chosen(before, rule.variable), chosen(after, rule.new)
    _, lower, upper, range_before = ground.range_of(old)
    _, start, stop, inner = ground.range_of(new)
    unknown = rule.value.free_symbols - {rule.new} - {Symbol(name, real=True) for name in ground.region.names}
    if rule.new not in rule.value.free_symbols or unknown:
        raise Misapplied(f"{to_text(rule.value)} is not a function of {rule.new} and the variables of the region")
    ground.require_defined("the integrand", old.function, range_before)
    ground.require_defined(f"{rule.variable} as a function of {rule.new}", rule.value, inner)
    slope = diff(rule.value, rule.new)
    rising = contrary(Rel(slope, ">", 0), inner) is None
    ground.require("strictly monotone", Rel(slope, ">" if rising else "<", S.Zero), inner)
    for end, wanted, low in ((start, lower if rising else upper, True), (stop, upper if rising else lower, False)):
        _same_end(ground, rule, end, wanted, lower=low)
    factor = slope if rising else -slope
    body = old.function.subs(rule.variable, rule.value) * factor
    ground.equal("integrand with the factor " + to_text(factor), body, new.function, inner)
    ground.equal_around_integrals(before.xreplace({old: new}), after)


def _same_end(ground: Ground, rule: Substitute, end: Expr, wanted: Expr, *, lower: bool) -> None:
    """The value at an end of the new range is an end of the old one."""
    where = f"end: {rule.variable} = {to_text(rule.value)} reaches {to_text(wanted)} at {rule.new} = {to_text(end)}"
    if not wanted.is_infinite:
        reached = end_value(ground, rule.value, rule.new, end, lower=lower)
        ground.equal(where, reached, wanted)
    elif end.is_infinite and limit_at_infinity(rule.value, rule.new, end, ground.region) == wanted:
        ground.note(where, "composed limits")
    elif end.is_Rational:
        ground.require("end", Limit(rule.value, rule.new, end, wanted, "+" if lower else "-"))
    else:
        raise Misapplied(f"it is not shown that, at the {where}")


def antiderivative(ground: Ground, rule: Antiderivative, before: Expr, step: Step) -> None:
    """integral of f = F(upper end) - F(lower end), F' = f on the open range, F continuous there with limits at the ends."""
    after = only_equality(step)
    integral = chosen(before, rule.of)
    variable, lower, upper, inner = ground.range_of(integral)
    value = integrate_by(ground, rule.function, integral.function, (variable, lower, upper), inner)
    ground.equal_around_integrals(before.xreplace({integral: value}), after, "the difference of the end values")


def integrate_by(ground: Ground, function: Expr, integrand: Expr, limits: tuple[Symbol, Expr, Expr], inner: Region) -> Expr:
    """The difference of the end values of an antiderivative, once it is shown to be one."""
    variable, lower, upper = limits
    ground.require_defined("antiderivative", function, inner)
    ground.equal(f"its derivative in {variable} is the integrand", diff(function, variable), integrand, inner)
    low = end_value(ground, function, variable, lower, lower=True)
    high = end_value(ground, function, variable, upper, lower=False)
    return high - low


def split(ground: Ground, rule: SplitIntegral, before: Expr, step: Step) -> None:
    """The integral over (a, c) plus the one over (c, b), each with an integrand equal to the old one there."""
    after = only_equality(step)
    integral = chosen(before, rule.of)
    variable, lower, upper, _ = ground.range_of(integral)
    for low, high in ((lower, rule.at), (rule.at, upper)):
        if not (low.is_infinite or high.is_infinite):
            ground.require("the point lies inside", Rel(low, "<", high))
    pieces = []
    for given, low, high in ((rule.left, lower, rule.at), (rule.right, rule.at, upper)):
        body = integral.function if given is None else given
        ground.equal("integrand on the piece", integral.function, body, within(ground.region, variable, low, high))
        pieces.append(S.Zero if body == 0 else Integral(body, (variable, low, high)))
    ground.equal_around_integrals(before.xreplace({integral: Add(*pieces)}), after)


def linearity(ground: Ground, rule: Linearity, before: Expr, step: Step) -> None:
    """One integral becomes a linear combination of integrals over the same range whose integrands combine to the old one."""
    after = only_equality(step)
    integral = chosen(before, rule.of)
    variable, lower, upper, inner = ground.range_of(integral)
    into = rule.into
    if into is None:
        if before != integral:
            raise Misapplied("the integral stands inside an expression: say what becomes of it with into=")
        into = after
    total = S.Zero
    for term in Add.make_args(into):
        parts = [factor for factor in Mul.make_args(term) if isinstance(factor, Integral)]
        rest = Mul(*(factor for factor in Mul.make_args(term) if not isinstance(factor, Integral)))
        if len(parts) != 1 or rest.has(Integral) or variable in rest.free_symbols:
            raise Misapplied(f"{to_text(term)} is not a constant times one integral")
        piece = in_variable(parts[0], variable, ground.region)
        if single(piece)[1:] != (lower, upper):
            raise Misapplied(f"{to_text(parts[0])} is not over the range from {to_text(lower)} to {to_text(upper)}")
        if rest == 0:
            raise Misapplied("a factor 0 makes the integral vanish")
        total += rest * piece.function
    ground.equal("the integrands combined", integral.function, total, inner)
    ground.equal_around_integrals(before.xreplace({integral: into}), after)


def bound_integrand(ground: Ground, rule: BoundIntegrand, before: Expr, step: Step) -> None:
    """0 <= f <= g on the range: the integral of f exists if that of g does, and is at most that."""
    after = step.expr
    if step.rel != "<=" or len(integrals(after)) != 1 or before not in integrals(before):
        raise Misapplied("the rule leads from one integral, by <=, to another over the same range")
    integral = chosen(before, rule.of)
    variable, lower, upper, inner = ground.range_of(integral)
    other = in_variable(integrals(after)[0], variable, ground.region)
    if other != after or single(other)[1:] != (lower, upper):
        raise Misapplied(f"{to_text(after)} is not one integral over the range from {to_text(lower)} to {to_text(upper)}")
    ground.require("the integrand is not negative", Rel(integral.function, ">=", S.Zero), inner)
    ground.require("integrands", Rel(integral.function, "<=", other.function), inner)


CHECKS = {
    Substitute: substitute, Antiderivative: antiderivative, SplitIntegral: split, Linearity: linearity,
    BoundIntegrand: bound_integrand,
}  # fmt: skip
