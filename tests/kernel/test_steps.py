"""The rules of a chain, one call each: where one of its conditions fails, no step is made."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from kernel_trees import region, rel, term, tree

from dplemma.kernel.derivation import Derived, Theorem
from dplemma.kernel.enclose import at_point
from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.steps import EQUALITIES, continuous_in, flat, same, value_in_range
from dplemma.kernel.term import ZERO, Rejected, nodes

LINE, RAY = region(a="(-oo, oo)", b="(-oo, oo)"), region(a="(0, oo)", b="(0, oo)")
CLOSED = region(a="[0, oo)", b="(-oo, oo)")
ORDER = region(["a < b"], a="(-oo, oo)", b="(-oo, oo)")


def made(rule: str, old: str, new: str, on: Region = LINE, lemmas: Any = (), **parameters: Any) -> None:
    """Make a step. Texts among the parameters that are terms are written as trees."""
    names = ("variable", "lemma", "falling", "turned", "rule")
    given = {
        key.replace("_", " "): value if key in names or not isinstance(value, str) else tree(value)
        for key, value in parameters.items()
    }
    checker = Derived()
    checker.theorems |= dict(lemmas)
    EQUALITIES[rule](checker, term(old), term(new), on, given, "test")


def refused(rule: str, old: str, new: str, on: Region = LINE, because: str = "", lemmas: Any = (), **parameters: Any) -> None:
    with pytest.raises(Rejected, match=because or None):
        made(rule, old, new, on, lemmas, **parameters)


# -- what a rule is about ---------------------------------------------------------------------------------------------------

NEEDED: dict[str, dict[str, Any]] = {
    "antiderivative": {"variable": "s", "function": "s"},
    "substitution": {"variable": "s", "value": "s"},
    "split": {"variable": "s", "at": "1/2", "left": "1", "right": "1"},
    "linearity": {"variable": "s", "parts": [["1", "1"]]},
    "leibniz": {"variable": "s", "majorant": "1"},
    "root": {"variable": "s"},
    "turning": {"variable": "s", "at": "1/2"},
    "split bound": {"variable": "s", "at": "1/2"},
    "inside": {"variable": "s", "inner": {"rule": "equal"}},
}
HEADS = {"root": ("Root",), "turning": ("Sup", "Inf"), "split bound": ("Sup", "Inf"), "inside": ("Sup", "Inf"), "leibniz": ()}


@pytest.mark.parametrize("rule", NEEDED)
@pytest.mark.parametrize("head", ["Integral", "Sum", "Root", "ArgMin", "ArgMax", "Sup", "Inf"])
def test_a_rule_is_for_its_own_nodes(rule: str, head: str) -> None:
    if head not in HEADS.get(rule, ("Integral",)):
        node = f"{head}(1 + 0*t, (t, 0, 1))"
        refused(rule, node, node, because="is not one of", **NEEDED[rule])
    refused(rule, "a", "a", because="is not one of", **NEEDED[rule])
    refused(rule, "1", "1", because="is not one of", **NEEDED[rule])


# -- equal ------------------------------------------------------------------------------------------------------------------


def test_equal_terms() -> None:
    made("equal", "(a + b)**2", "a**2 + 2*a*b + b**2")
    refused("equal", "(a + b)**2", "a**2 + b**2")
    refused("equal", "a*b/b", "a")  # the old one does not exist at b = 0
    made("equal", "a*b/b", "a", RAY)
    assert same(term("a"), term("a"), LINE) and same(term("a"), term("a*b/b"), RAY)
    assert not same(term("a"), term("a*b/b"), LINE) and not same(term("a"), term("b"), LINE)


J = "Integral(1/(1 + exp(t**3)), (t, 0, a))"


def matched(old: str, new: str, **more: Any) -> list[Any]:
    return [{"old": tree(old), "new": tree(new), **more}]


def test_a_matched_node_that_may_be_0_is_no_denominator() -> None:
    made("equal", f"{J}*{J}/{J}", J, RAY, matched=matched(J, J))
    refused("equal", f"{J}*{J}/{J}", J, CLOSED, matched=matched(J, J))
    refused("equal", J, "1", RAY, matched=matched(J, J), because="no part of the next line")


@pytest.mark.parametrize(
    ("old", "new", "on"),
    [
        ("Sup(t*a, (t, 0, 1))", "Inf(t*a, (t, 0, 1))", LINE),
        ("Sum(t*a, (t, 0, 1))", "Sum(a*t, (t, 0, 1))", LINE),
        ("Integral(t**2/t, (t, -1, 1))", "Integral(t, (t, -1, 1))", LINE),
        ("Integral(t*a, (t, 0, 1))", "Integral(t*b, (t, 0, 1))", LINE),
        ("Integral(t, (t, 0, a))", "Integral(t, (t, 0, b))", ORDER),
        ("Integral(exp(-t), (t, 0, oo))", "Integral(exp(-t), (t, 0, 1))", LINE),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(exp(-t), (t, 0, oo))", LINE),
        ("Integral(t, (t, 0, b*a/a))", "Integral(t, (t, 0, b))", CLOSED),
        ("Sup(sign(t), (t, 0, 1))", "Sup(1, (t, 0, 1))", LINE),
        ("Inf(sign(t), (t, 0, 1))", "Inf(1, (t, 0, 1))", LINE),
    ],
)
def test_nodes_that_do_not_match(old: str, new: str, on: Region) -> None:
    refused("equal", old, new, on, matched=matched(old, new))


def test_nodes_that_match() -> None:
    old, new = "Integral((t + 1)**2*a, (t, 0, 1 + 1))", "Integral(a*(t**2 + 2*t + 1), (t, 0, 2))"
    made("equal", f"1 + {old}", f"{new} + 1", matched=matched(old, new))
    made("equal", "Integral(sign(t)*exp(-t**3), (t, 0, 1))", "Integral(exp(-t**3), (t, 0, 1))",
         matched=matched("Integral(sign(t)*exp(-t**3), (t, 0, 1))", "Integral(exp(-t**3), (t, 0, 1))"))  # fmt: skip


def test_integrals_over_one_point_match_and_bounds_do_not() -> None:
    """For a = 0 the integrals are 0, whatever their integrands are there; nothing lies between the ends of the bounds."""
    for head, on in (("Integral", CLOSED), ("Integral", RAY), ("Sup", RAY), ("Inf", RAY)):
        old, new = f"{head}((t + 1)**2, (t, 0, a))", f"{head}(t**2 + 2*t + 1, (t, 0, a))"
        made("equal", old, new, on, matched=matched(old, new))
        if head != "Integral":
            refused("equal", old, new, CLOSED, matched=matched(old, new), because="may be one point")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Max(a, Max(b, 1))", "Max(1, a, b)"),
        ("Max(b, a)", "Max(a, b)"),
        ("Max(a, a)", "a"),
        ("Max(Max(a, a), a)", "a"),
        ("Min(a, Max(b, a))", "Min(a, Max(a, b))"),
        ("Max(a, Min(b, a))", "Max(a, Min(a, b))"),
        ("b**3", "b**3"),
        ("a + a", "a + a"),
        ("b - a", "b - a"),
        ("1/b", "1/b"),
        ("exp(Max(b, a))", "exp(Max(a, b))"),
        ("Piecewise((b, a < b), (a, True))", "Piecewise((b, a < b), (a, True))"),
        ("Integral(t**3, (t, 0, a))", "Integral(t**3, (t, 0, a))"),
    ],
)
def test_maxima_are_made_flat_and_nothing_else(text: str, expected: str) -> None:
    assert flat(term(text)) == flat(term(expected))
    if "M" not in text:
        assert flat(term(text)) == term(text)
    point = {"a": Fraction(2), "b": Fraction(3)}
    assert abs(at_point(flat(term(text)), point, 128) - at_point(term(text), point, 128)) < 1e-15
    assert len(list(nodes(flat(term(text))))) == len(list(nodes(term(expected))))


def test_a_lemma_that_is_an_equality() -> None:
    def lemma(relation: str, conditional: bool = False) -> Any:
        left, sign, right = relation.split(" ")
        return {"it": Theorem(LINE, (term(left), term(right)), (sign,), conditional)}

    made("lemma", "a", "b", lemmas=lemma("a = b"), lemma="it")
    made("lemma", "b", "a", lemmas=lemma("a = b"), lemma="it", turned=True)
    made("lemma", "a", "b", lemmas=lemma("a = b", True), lemma="it")
    refused("lemma", "b", "a", lemmas=lemma("a = b", True), lemma="it", turned=True)
    refused("lemma", "b", "a", lemmas=lemma("a = b"), lemma="it")
    refused("lemma", "a", "b", lemmas=lemma("a = b"), lemma="it", turned=True)
    refused("lemma", "a", "b", lemmas=lemma("a <= b"), lemma="it")
    refused("lemma", "a", "b", lemmas=lemma("a < b"), lemma="it")


# -- integrals --------------------------------------------------------------------------------------------------------------


def test_antiderivatives() -> None:
    made("antiderivative", "Integral(2*t, (t, a, b))", "b**2 - a**2", ORDER, variable="s", function="s**2")
    made("antiderivative", "Integral(exp(-t), (t, 0, oo))", "1", variable="s", function="-exp(-s)")


@pytest.mark.parametrize(
    ("old", "new", "function"),
    [
        ("Integral(1 + 0*t, (t, -1, 1))", "4", "s + (s**2)**(1/2)/s"),  # jumps at 0, where it has no value
        ("Integral(t/t, (t, -1, 1))", "2", "s"),
        ("Integral(1/t**2, (t, -1, 1))", "-2", "-1/s"),
        ("Integral(1/t, (t, 0, 1))", "0", "log(s)"),
        ("Integral(1/t, (t, 1, oo))", "0", "log(s)"),
        ("Integral(2*t, (t, 0, 1))", "2", "s**2"),
        ("Integral(2*t, (t, 0, 1))", "1", "s**3"),
        ("Integral(2*t, (t, 0, 1))", "1 + c", "s**2 + c"),
        ("Integral(2*t, (t, 1, 0))", "-1", "s**2"),
        ("Integral(sign(t), (t, -1, 1))", "0", "Abs(s)"),
        ("Integral(0*t, (t, -1, 1))", "2", "sign(s)"),
        ("Integral(0*t, (t, -1, 1))", "1", "Heaviside(s, 0)"),
        ("Integral(2*t, (t, 0, 1))", "a/a", "s**2"),
    ],
)
def test_no_antiderivative(old: str, new: str, function: str) -> None:
    refused("antiderivative", old, new, variable="s", function=function)


def test_substitutions() -> None:
    made("substitution", "Integral(exp(-t), (t, 0, oo))", "Integral(2*exp(-2*t), (t, 0, oo))", variable="s", value="2*s")
    made("substitution", "Integral(exp(-t), (t, 0, 1))", "Integral(exp(t), (t, -1, 0))", variable="s", value="-s", falling=True)
    made("substitution", "Integral(exp(-t), (t, 0, oo))", "Integral(2*t*exp(-t**2), (t, 0, oo))", variable="s", value="s**2")


@pytest.mark.parametrize(
    ("old", "new", "value", "more"),
    [
        ("Integral(exp(-t), (t, 0, oo))", "Integral(exp(-2*t), (t, 0, oo))", "2*s", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(2*exp(-2*t), (t, 0, 1))", "2*s", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(2*exp(-2*t), (t, 1, 1/2))", "2*s", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(-exp(t), (t, -1, 0))", "-s", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(exp(t), (t, -1, 0))", "-s", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(2*t*exp(-t**2), (t, -1, 1))", "s**2", {}),
        ("Integral(exp(-t), (t, 1, 1))", "Integral(2*t*exp(-t**2), (t, -1, 1))", "s**2", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(exp(-Abs(t)), (t, 0, 1))", "Abs(s)", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(exp(-t*a/a), (t, 0, 1))", "s*a/a", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(c*exp(-t*c), (t, 0, 1/c))", "s*c", {}),
        ("Integral(sign(t - 1/2), (t, 0, 1))", "Integral(2*sign(2*t - 1/2), (t, 0, 1/2))", "2*s", {}),
        ("Integral(exp(-t), (t, 0, oo))", "Integral(exp(-t/(1 - t))/(1 - t)**2, (t, 0, 2))", "s/(1 - s)", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(exp(-t), (t, 0, 1))", "s", {"falling": True}),
        ("Integral(exp(-t), (t, 0, 1))", "Integral(exp(-t)*t/t, (t, 0, oo))", "s", {}),
        ("Integral(exp(-t)*(t - 1/2)/(t - 1/2), (t, 0, 1))", "Integral(2*exp(-2*t), (t, 0, 1/2))", "2*s", {}),
        ("Sup(exp(-t), (t, 0, 1))", "Integral(2*exp(-2*t), (t, 0, 1/2))", "2*s", {}),
        ("Integral(exp(-t), (t, 0, 1))", "Sup(2*exp(-2*t), (t, 0, 1/2))", "2*s", {}),
        ("Integral(1 + 0*t, (t, -2, 2))", "Integral(1 + 0*t, (t, -1, 1))", "s + (s**2)**(1/2)/s", {}),
    ],
)
def test_no_substitution(old: str, new: str, value: str, more: dict[str, Any]) -> None:
    refused("substitution", old, new, variable="s", value=value, **more)


def test_splits() -> None:
    old = "Integral(Abs(t), (t, -1, 1))"
    made("split", old, "Integral(-t, (t, -1, 0)) + Integral(t, (t, 0, 1))", variable="s", at="0", left="-s", right="s")
    made("split", "Integral(Max(t, 0), (t, -1, 1))", "Integral(t, (t, 0, 1))", variable="s", at="0", left="0", right="s")
    refused("split", old, "Integral(-t, (t, -1, 0)) + Integral(2*t, (t, 0, 1))", variable="s", at="0", left="-s", right="2*s")
    refused("split", old, "Integral(-t, (t, -1, 2)) + Integral(t, (t, 2, 1))", variable="s", at="2", left="-s", right="s")
    refused("split", old, "Integral(-t, (t, -1, -2)) + Integral(t, (t, -2, 1))", variable="s", at="-2", left="-s", right="s")
    refused("split", old, "Integral(-t, (t, -1, 0))", variable="s", at="0", left="-s", right="s")
    refused("split", old, "Integral(-t, (t, -1, 0)) + Integral(t, (t, 0, 1))", variable="s", at="0", left="s", right="s")
    refused("split", "Integral(Abs(t)/t, (t, -1, 1))", "Integral(-1, (t, -1, 0)) + Integral(1, (t, 0, 1))",
            variable="s", at="0", left="-1", right="1")  # fmt: skip
    refused(
        "split", old, "Integral(-t, (t, -1, 0*a/a)) + Integral(t, (t, 0*a/a, 1))", variable="s", at="0*a/a", left="-s", right="s"
    )
    refused("split", old, "Integral(-t, (t, -1, 0)) + Integral(t*b/b, (t, 0, 1))", variable="s", at="0", left="-s", right="s*b/b")
    refused(
        "split", old, "Integral(-t, (t, -1, 0)) + Integral(t + 0*c, (t, 0, 1))", variable="s", at="0", left="-s", right="s + 0*c"
    )


def linear(old: str, new: str, parts: list[tuple[str, str]], on: Region = LINE) -> None:
    made("linearity", old, new, on, variable="s", parts=[[tree(c), tree(f)] for c, f in parts])


def test_linearity() -> None:
    old = "Integral(a*t + b, (t, 0, 1))"
    linear(old, "a*Integral(t, (t, 0, 1)) + b*Integral(1, (t, 0, 1))", [("a", "s"), ("b", "1")])
    for new, parts in (
        ("a*Integral(t, (t, 0, 1)) + b*Integral(1, (t, 0, 1))", [("a", "s"), ("b", "2")]),
        ("a*Integral(t, (t, 0, 1)) + b*Integral(2, (t, 0, 1))", [("a", "s"), ("b", "2")]),
        ("a*Integral(t, (t, 0, 1)) + b*Integral(1, (t, 0, 2))", [("a", "s"), ("b", "1")]),
        ("a*Integral(t, (t, 0, 1))", [("a", "s"), ("b", "1")]),
        ("a*Integral(t, (t, 0, 1)) + b*c/c*Integral(1, (t, 0, 1))", [("a", "s"), ("b*c/c", "1")]),
        ("s*Integral(a, (t, 0, 1)) + b*Integral(1, (t, 0, 1))", [("s", "a"), ("b", "1")]),
        ("a*Integral(t**2/t, (t, 0, 1)) + b*a/a*Integral(1, (t, 0, 1))", [("a", "s**2/s"), ("b*a/a", "1")]),
        ("0", []),
    ):
        with pytest.raises(Rejected):
            linear(old, new, parts)
    made("linearity", "Integral(0*t, (t, 0, 1))", "0*Integral(1, (t, 0, 1))", variable="s", parts=[["0", "1"]])
    for jump in ("sign(s - 1/2)", "Heaviside(s - 1/2, 0)"):
        with pytest.raises(Rejected):
            linear("Integral(t, (t, 0, 1))", "x", [("1", f"s + {jump}"), ("-1", jump)])


def under(old: str, new: str, majorant: str, on: Region = RAY, **more: Any) -> None:
    made("leibniz", old, new, on, variable="s", majorant=majorant, **more)


def test_differentiation_under_the_integral() -> None:
    old, new = "Derivative(Integral(exp(-t)*a, (t, 0, 1)), (a, 1))", "Integral(exp(-t), (t, 0, 1))"
    under(old, new, "exp(-s)")
    for bad in (
        lambda: under(old, new, "exp(-s)/2"),  # less than the slope
        lambda: under(old.replace("a,", "-a,").replace("*a", "*(-a)"), new.replace("exp(-t)", "-exp(-t)"), "0"),
        lambda: under(old, "Integral(2*exp(-t), (t, 0, 1))", "2*exp(-s)"),
        lambda: under(old, "Integral(exp(-t), (t, 0, 2))", "exp(-s)"),
        lambda: under(old, new, "exp(-s)", region(a="[0, 1]", b="(0, 1)")),  # no neighbourhood of an end
        lambda: under(old, new, "exp(-s)", region(a="[0, 1)", b="(0, 1)")),
        lambda: under(old, new, "exp(-s)", region(a="(0, 1]", b="(0, 1)")),
        lambda: under(old, new, "exp(-s)", Region({"a": Interval(ZERO, integer=True), "b": Interval()})),
        lambda: under(old, new, "exp(-s)", Region(RAY.intervals, (), (rel("a < 1"),))),
        lambda: under(old, "Sup(exp(-t), (t, 0, 1))", "exp(-s)"),
        lambda: under(old.replace("Integral", "Sup"), new, "exp(-s)"),
        lambda: under(old.replace("(a, 1)", "(a, 2)"), new, "exp(-s)"),
        lambda: under(  # the integral diverges for every a
            "Derivative(Integral(1 + a*exp(-t), (t, 0, oo)), (a, 1))", "Integral(exp(-t), (t, 0, oo))", "exp(-s)"
        ),
        lambda: under(old, new, "exp(-s)", region(["a < b"], a="(0, 1)", b="(0, 1)")),
        lambda: under(old, new, "exp(-s)*(1 + a)"),
        lambda: under(old, new, "exp(-s) + 0*c"),
        lambda: under(old, new, "1/s**2"),  # not integrable
        lambda: under("Derivative(Integral(exp(-t)*a, (t, 0, 1)), (a, 2))", "Integral(0*t, (t, 0, 1))", "exp(-s)"),
        lambda: under("Derivative(Integral(exp(-t), (t, a, 1 + b)), (a, 1))", "Integral(0*t, (t, a, 1 + b))", "exp(-s)"),
        lambda: under("Derivative(Integral(exp(-t), (t, 0, a)), (a, 1))", "Integral(0*t, (t, 0, a))", "exp(-s)"),
        lambda: under("Derivative(Integral(Abs(t - a), (t, 0, 1)), (a, 1))", "Integral(sign(a - t), (t, 0, 1))", "1"),
        lambda: under("Derivative(Integral(exp(-t)*a, (t, 0, 1)), (c, 1))", "Integral(0*t, (t, 0, 1))", "exp(-s)"),
        lambda: under("Derivative(Integral(a/t, (t, 0, 1)), (a, 1))", "Integral(1/t, (t, 0, 1))", "1/s"),
    ):
        with pytest.raises(Rejected):
            bad()


def derivative_lemma(says: str, on: Region, conditional: bool = False) -> Any:
    left, right = says.split(" == ")
    return {"it": Theorem(on, (term(left), term(right)), ("=",), conditional)}


def test_terms_with_the_same_derivative() -> None:
    known = derivative_lemma("Derivative(a**2, (a, 1)) == 2*a", LINE)
    value = {"rule": "relation"}
    made("same derivative", "a**2", "a*a", lemmas=known, lemma="it", variable="a", at="0", value=value)
    inner = region(a="(0, 1)", b="(-oo, oo)")
    made("same derivative", "a**2", "a*a", inner, lemmas=known, lemma="it", variable="a", at="0", value=value)
    good: dict[str, Any] = {"lemma": "it", "variable": "a", "at": "0", "value": value}
    refused("same derivative", "a**2", "a*a + 1", lemmas=known, **good)
    refused("same derivative", "a**2", "2*a*a", lemmas=known, **good)
    refused("same derivative", "a**3", "a*a", lemmas=known, **good)
    refused("same derivative", "a**2", "a*a", **good)  # no lemma
    refused("same derivative", "a**2", "a*a", lemmas=derivative_lemma("Derivative(a**2, (a, 1)) == 2*a", LINE, True), **good)
    narrow = derivative_lemma("Derivative(a**2, (a, 1)) == 2*a", region(a="(1, 2)", b="(-oo, oo)"))
    refused("same derivative", "a**2", "a*a", lemmas=narrow, **good)
    refused("same derivative", "a**2", "a*a", region(a="(1, 2)", b="(-oo, oo)"), lemmas=narrow, **good)  # 0 is not in (1, 2)
    premised = derivative_lemma("Derivative(a**2, (a, 1)) == 2*a", region(["a != 1"], a="(-oo, oo)", b="(-oo, oo)"))
    refused("same derivative", "a**2", "a*a", lemmas=premised, **good)
    less = {"it": Theorem(LINE, (term("Derivative(a**2, (a, 1))"), term("2*a")), ("<=",))}
    refused("same derivative", "a**2", "a*a", lemmas=less, **good)
    refused("same derivative", "a**2", "a*a + sign(a)", lemmas=known, **good)  # the same slope but for a jump
    refused("same derivative", "a**2", "a*a*b/b", lemmas=known, **good)
    refused("same derivative", "a**2", "a*a", lemmas=narrow, **{**good, "at": "3/2"})  # the region goes beyond the lemma's
    whole = Region({"a": Interval(ZERO, lo_open=False, integer=True), "b": Interval()})
    stepped = derivative_lemma("Derivative(a**2, (a, 1)) == 2*a", whole)
    refused("same derivative", "a**2", "a*a", whole, lemmas=stepped, **good)
    others = derivative_lemma("Derivative(a**2, (a, 1)) == 2*a", Region(LINE.intervals, (), (rel("a != 1"),)))
    refused("same derivative", "a**2", "a*a", lemmas=others, **good)
    fewer = derivative_lemma("Derivative(a**2, (a, 1)) == 2*a", region(a="(-oo, oo)"))
    refused("same derivative", "a**2", "a*a", lemmas=fewer, **good)


# -- roots and bounds -------------------------------------------------------------------------------------------------------


def test_roots() -> None:
    made("root", "Root(t**3 + t - a**3 - a, (t, -oo, oo))", "a", variable="s")
    made("root", "Root(a - t, (t, -oo, oo))", "a", variable="s", falling=True)
    made("root", "Root(t - a, (t, 0, oo))", "a", RAY, variable="s")
    refused("root", "Root(t - a, (t, 0, oo))", "a", variable="s")  # a may be negative
    refused("root", "Root(t - a, (t, -oo, 0))", "a", variable="s")
    refused("root", "Root(t - a, (t, -oo, oo))", "a", variable="s", falling=True)
    refused("root", "Root(t - a, (t, -oo, oo))", "a + 1", variable="s")
    refused("root", "Root(t - a, (t, -oo, oo))", "a*b/b", variable="s")
    refused("root", "Root(t**2 - a**2, (t, -oo, oo))", "a", variable="s")
    refused("root", "Root(t - a + sign(t), (t, 0, oo))", "a - 1", RAY, variable="s")
    refused("root", "Root(t - 2*sign(t), (t, -oo, oo))", "2", variable="s")  # and -2
    refused("root", "Root(1/t - 1/a, (t, -oo, oo))", "a", RAY, variable="s", falling=True)


def test_bounds_at_a_turning_point() -> None:
    made("turning", "Sup(-(t**2), (t, -1, 2))", "0", variable="s", at="0")
    made("turning", "Inf(t**2, (t, -1, 2))", "0", variable="s", at="0")
    made("turning", "Sup(t*a, (t, 0, 1))", "a", RAY, variable="s", at="1")
    made("turning", "Sup(1 - exp(-t), (t, 0, oo))", "1", variable="s", at="oo")
    made("turning", "Sup(t*(t**2)**(1/2), (t, 0, 1))", "1", variable="s", at="1", slope="2*s")
    refused("turning", "Sup(t*(t**2)**(1/2), (t, -1, 1))", "1", variable="s", at="1", slope="2*(s**2)**(1/2)", because="needs")
    refused("turning", "Sup(t**2, (t, -1, 2))", "0", variable="s", at="0")
    refused("turning", "Inf(-(t**2), (t, -1, 2))", "0", variable="s", at="0")
    refused("turning", "Sup(-(t**2), (t, -1, 2))", "1", variable="s", at="0")
    refused("turning", "Sup(-(t**2), (t, -1, 2))", "-1", variable="s", at="1")
    refused("turning", "Sup(t, (t, -1, 2))", "3", variable="s", at="3")
    refused("turning", "Sup(t, (t, 0, oo))", "0", variable="s", at="oo")
    refused("turning", "Sup(t*a, (t, 0, 1))", "a", variable="s", at="1")
    refused("turning", "Sup(t*a, (t, 0, 1))", "a*b/b", region(a="(0, oo)", b="(-oo, oo)"), variable="s", at="1")
    refused("turning", "Sup(-Abs(t), (t, -1, 2))", "0", variable="s", at="0")
    refused("turning", "Sup(1/t, (t, -1, 2))", "1/2", variable="s", at="2")
    refused("turning", "Sup(t, (t, -1, 2))", "2", variable="s", at="2", slope="2")
    refused("turning", "Sup(-(t**2), (t, -1, 2))", "0", variable="s", at="0*c")


def at_place(before: str, relation: str, after: str, place: str, on: Region = LINE) -> None:
    step = {"variable": "s", "at": tree(place)}
    value_in_range(Derived(), term(before), relation, term(after), on, step, "test")


def test_a_value_is_on_its_side_of_a_bound() -> None:
    at_place("a", "<=", "Sup(a*t, (t, 0, 1))", "1")
    at_place("a*(1/2)", ">=", "Inf(a*t, (t, 0, 1))", "1/2")
    for bad in (
        ("a", ">=", "Sup(a*t, (t, 0, 1))", "1"),
        ("a", "<=", "Inf(a*t, (t, 0, 1))", "1"),
        ("a", "=", "Sup(a*t, (t, 0, 1))", "1"),
        ("a*2", "<=", "Sup(a*t, (t, 0, 1))", "2"),
        ("a*(-1)", "<=", "Sup(a*t, (t, 0, 1))", "-1"),
        ("a", "<=", "Sup(a*t, (t, 0, 1))", "1/2"),
        ("sign(0)", ">=", "Inf(sign(t), (t, 0, 1))", "0"),
        ("1", "<=", "Sup(1/t, (t, -1, 1))", "1"),
        ("a*b", "<=", "Sup(a*t, (t, 0, 1))", "b"),
        ("a*c", "<=", "Sup(a*t, (t, 0, 1))", "c"),
        ("a*(b/b)", "<=", "Sup(a*t, (t, 0, 1))", "b/b"),
        *(("1", ">=", f"{head}(t, (t, 0, 1))", "1") for head in ("Integral", "Sum", "ArgMin", "Root")),
    ):
        with pytest.raises(Rejected):
            at_place(*bad)


def test_a_bound_over_two_parts() -> None:
    old = "Sup(t**2, (t, -1, 2))"
    made("split bound", old, "Max(Sup(t**2, (t, -1, 0)), Sup(t**2, (t, 0, 2)))", variable="s", at="0")
    refused("split bound", old, "Min(Sup(t**2, (t, -1, 0)), Sup(t**2, (t, 0, 2)))", variable="s", at="0")
    refused("split bound", old, "Max(Sup(t**2, (t, -1, 0)), Sup(t**2, (t, 1, 2)))", variable="s", at="0")
    refused("split bound", old, "Max(Sup(t**2, (t, -1, 3)), Sup(t**2, (t, 3, 2)))", variable="s", at="3")
    refused("split bound", old, "Max(Sup(t**2, (t, -1, -2)), Sup(t**2, (t, -2, 2)))", variable="s", at="-2")
    refused("split bound", "Sup(Heaviside(t, 9), (t, -1, 2))",
            "Max(Sup(Heaviside(t, 9), (t, -1, 0)), Sup(Heaviside(t, 9), (t, 0, 2)))", variable="s", at="0")  # fmt: skip
    refused("split bound", "Sup(1/t, (t, -1, 2))", "Max(Sup(1/t, (t, -1, 0)), Sup(1/t, (t, 0, 2)))", variable="s", at="0")
    refused("split bound", "Sup(t**2, (t, -1, a))", "Max(Sup(t**2, (t, -1, 0)), Sup(t**2, (t, 0, a)))", variable="s", at="0")
    power = "((t - 1)**2)**t"  # has a value at 1, where its exponent is a number, and none as a function of t
    parts = f"Max(Sup({power}, (t, 0, 1)), Sup({power}, (t, 1, 2)))"
    refused("split bound", f"Sup({power}, (t, 0, 2))", parts, because="may jump", variable="s", at="1")


def test_what_is_bounded_is_rewritten_inside() -> None:
    inner = {"rule": "equal"}
    made("inside", "Sup((t + 1)**2, (t, 0, 1))", "Sup(t**2 + 2*t + 1, (t, 0, 1))", variable="s", inner=inner)
    refused("inside", "Sup((t + 1)**2, (t, 0, 1))", "Inf(t**2 + 2*t + 1, (t, 0, 1))", variable="s", inner=inner)
    refused("inside", "Sup((t + 1)**2, (t, 0, 1))", "Sup(t**2 + 2*t + 1, (t, 0, 2))", variable="s", inner=inner)
    refused("inside", "Sup((t + 1)**2, (t, 0, 1))", "Sup(t**2 + 2*t + 2, (t, 0, 1))", variable="s", inner=inner)
    refused("inside", "Sup(sign(t), (t, 0, 1))", "Sup(1, (t, 0, 1))", variable="s", inner=inner)
    refused("inside", "Sup((t + 1)**2, (t, 0, 1))", "a", variable="s", inner=inner)


@pytest.mark.parametrize(
    ("text", "found"),
    [("exp(s)*a", True), ("sign(s)", False), ("Heaviside(s, 0)", False), ("Piecewise((1, s < 0), (2, True))", False),
     ("Integral(t, (t, 0, s))", True), ("Integral(t, (t, s, 1))", True), ("Integral(t*s, (t, 0, 1))", False),
     ("Integral(t*s, (t, 0, s))", False), ("Sup(t*s, (t, 0, 1))", False), ("Sup(t, (t, 0, s))", False),
     ("Root(t - s, (t, 0, 1))", False), ("Derivative(s**2, (s, 1))", False), ("s*Sup(t, (t, 0, 1))", True),
     ("s*Integral(t, (t, 0, 1))", True), ("s*Derivative(a**2, (a, 1))", True)],
)  # fmt: skip
def test_what_is_continuous_in_a_variable(text: str, found: bool) -> None:
    assert continuous_in(term(text), "s") is found
