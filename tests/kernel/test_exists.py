"""Existence on regions: each demand, where it is met and where it is not."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from kernel_trees import interval, region, rel, term, tree

from dplemma.kernel.calculus import polynomial
from dplemma.kernel.exists import _Search, box_of, carried_out, exists, must_exist, parts_that_exist
from dplemma.kernel.normal import equal
from dplemma.kernel.statement import Region
from dplemma.kernel.term import Fraction, Rejected, read_term

UNIT, OPEN, LINE = {"x": "[0, 1]"}, {"x": "(0, 1)"}, {"x": "(-oo, oo)"}

EXIST: dict[str, tuple[str, dict[str, Any]]] = {
    "polynomial": ("x**3 - 2*x + 1", LINE),
    "reciprocal on an open interval": ("1/x", OPEN),
    "reciprocal of a sum of squares": ("1/(x**2 + 1)", LINE),
    "reciprocal of a negative": ("1/(x - 2)", UNIT),
    "square root at its end": ("x**(1/2)", UNIT),
    "negative root": ("x**(-1/2)", OPEN),
    "logarithm": ("log(x)", OPEN),
    "logarithm of a square plus": ("log(1 + x**2)", LINE),
    "quantile": ("PhiInv(x)", OPEN),
    "quantile of a probability": ("PhiInv(Phi(x))", LINE),
    "quantile on a part": ("PhiInv(x)", {"x": "[1/10, 9/10]"}),
    "inverse error function": ("erfinv(x)", OPEN),
    "power": ("x**y", {"x": "(0, 1)", "y": "(-oo, oo)"}),
    "gamma": ("gamma(x)", OPEN),
    "gamma at a number": ("gamma(5/2)", {}),
    "factorial": ("factorial(n)", {"n": "the integers of [0, oo)"}),
    "binomial": ("binomial(n, k)", {"n": "the integers of [0, 9]", "k": "the integers of [0, oo)"}),
    "chi-square": ("Chi2CDF(x, 3)", UNIT),
    "noncentral": ("NCChi2SF(x, 1, x)", UNIT),
    "given": ("1/x", {"x": "[0, 1]", "given": ["x > 1/3"]}),
    "given with the term itself": ("log(x - 1/2)", {"x": "[0, 1]", "given": ["log(x - 1/2) < 5"]}),
    "given as different from 0": ("1/(x - y)", {"x": "[0, 1]", "y": "[0, 1]", "given": ["x != y"]}),
    "branch that guards": ("Piecewise((log(x), x > 0), (0, True))", LINE),
    "last branch guarded by the others": ("Piecewise((0, x <= 0), (1/x, True))", LINE),
    "conditions that cover": ("Piecewise((1, x < 2), (2, x >= 2))", LINE),
    "conditions that cover the region": ("Piecewise((1, x < 2), (2, x > 5))", UNIT),
    "Max is total": ("Max(x, -x, 0)", LINE),
    "root": ("Root(t**3 + t - x, (t, -oo, oo))", LINE),
    "root between numbers": ("Root(t - x, (t, 0, 1))", OPEN),
    "root for each parameter": ("Root(exp(t) - 1 - x, (t, 0, oo))", {"x": "(0, 5]"}),
    "falling root": ("Root(x - t - t**3, (t, -oo, oo))", LINE),
    "root that is a number": ("Root(t**3 - 2, (t, 0, 5))", {}),
    "optimum": ("ArgMin(exp(t) - x*t, (t, -oo, oo))", {"x": "(0, 5]"}),
    "greatest place": ("ArgMax(log(t) - x*t, (t, 0, oo))", {"x": "(0, 5]"}),
    "bounds": ("Sup(exp(t*x), (t, 0, 1))", UNIT),
    "sum": ("Sum(x**k, (k, 0, 5))", LINE),
    "sum of reciprocals": ("Sum(1/(x + k), (k, 1, 5))", UNIT),
    "integral of a continuous function": ("Integral(exp(t*x), (t, 0, 1))", LINE),
    "integral to a letter": ("Integral(t**2, (t, 0, x))", UNIT),
    "exponential tail": ("Integral(exp(-x*t), (t, 0, oo))", OPEN),
    "normal tail": ("Integral(t**4*phi(t - x), (t, -oo, oo))", LINE),
    "greatest of bounded factors": ("Integral(exp(-t)*Max(Phi(t), Q(t)), (t, 0, oo))", LINE),
    "root of a bounded factor": ("Integral(exp(-t)*Phi(t)**(1/2), (t, 0, oo))", LINE),
    "bounded factor": ("Integral(Phi(t*x)*exp(-t**2), (t, -oo, oo))", LINE),
    "tail at -oo": ("Integral(exp(t), (t, -oo, x))", UNIT),
    "integral over a point": ("Integral(1/t, (t, x, x))", {"x": "(0, 1]"}),
    "quantile under the integral": ("Integral(Phi(x + PhiInv(t)), (t, 0, 1))", LINE),
    "nested": ("log(1 + PhiInv(Phi(x))**2)**(1/2)", LINE),
    "root in a logarithm": ("log(Root(t**3 - x, (t, 0, 5)))", {"x": "[1, 8]"}),
}

ABSENT: dict[str, tuple[str, dict[str, Any]]] = {
    "unbounded factor": ("Integral(exp(-t)*sinh(2*t), (t, 0, oo))", LINE),
    "greatest of an unbounded factor": ("Integral(exp(-t)*Max(Phi(t), sinh(2*t)), (t, 0, oo))", LINE),
    "reciprocal of a bounded factor": ("Integral(exp(t)*Phi(t)**(-1), (t, -oo, 0))", LINE),
    "reciprocal": ("1/x", UNIT),
    "cancelled reciprocal": ("x/x", UNIT),
    "times zero": ("0*log(x)", UNIT),
    "to the power 0": ("(1/x)**0", UNIT),
    "negative base": ("x**(1/2)", {"x": "[-1, 1]"}),
    "root of zero below": ("x**(-1/2)", UNIT),
    "logarithm at 0": ("log(x)", UNIT),
    "logarithm of a difference": ("log(x - y)", {"x": "[0, 1]", "y": "[0, 1]"}),
    "quantile at 0": ("PhiInv(x)", {"x": "[0, 1/2]"}),
    "quantile at 1": ("PhiInv(x)", {"x": "[1/2, 1]"}),
    "quantile beyond": ("PhiInv(2*x)", OPEN),
    "quantile that cancels": ("PhiInv(x) - PhiInv(x)", UNIT),
    "complement quantile": ("QInv(x)", UNIT),
    "inverse error function": ("erfinv(2*x)", OPEN),
    "power of zero": ("x**y", {"x": "[0, 1]", "y": "(0, 1)"}),
    "power of a negative": ("x**y", {"x": "[-1, -1/2]", "y": "[1, 2]"}),
    "irrational power": ("x**pi", UNIT),
    "gamma at 0": ("gamma(x)", UNIT),
    "factorial of a real": ("factorial(x)", UNIT),
    "factorial below 0": ("factorial(n)", {"n": "the integers of [-1, 5]"}),
    "binomial of reals": ("binomial(x, 2)", UNIT),
    "degrees of freedom": ("Chi2CDF(1, x)", UNIT),
    "moment of a letter": ("MillsMoment(x, 1)", UNIT),
    "chi-square below 0": ("Chi2PDF(x, 3)", {"x": "[-1, 1]"}),
    "infinity": ("oo", UNIT),
    "infinity in a sum": ("x + oo", UNIT),
    "given with weaker relation": ("1/x", {"x": "[0, 1]", "given": ["x >= 0"]}),
    "given of another term": ("1/x", {"x": "[-1, 1]", "given": ["x**2 >= 0"]}),
    "Piecewise with a gap": ("Piecewise((1 + x, x < 2))", {"x": "[0, 3]"}),
    "Piecewise with a point missing": ("Piecewise((1, x < 2), (2, x > 2))", {"x": "[0, 3]"}),
    "branch not guarded": ("Piecewise((log(x), x > -1), (0, True))", LINE),
    "condition that does not exist": ("Piecewise((1, log(x) > 0), (0, True))", LINE),
    "last branch not guarded": ("Piecewise((0, x < 0), (1/x, True))", LINE),
    "last condition an equality": ("Piecewise((1, x < 2), (2, x == 2))", {"x": "[0, 2]"}),
    "no root": ("Root(t**2 + 1, (t, -oo, oo))", {}),
    "root outside": ("Root(t - 2 - y, (t, 0, 1))", {"y": "[0, 1]"}),
    "root at the edge": ("Root(t - x, (t, 0, 1))", UNIT),
    "two roots": ("Root(t**2 - x, (t, -oo, oo))", OPEN),
    "root for some parameters": ("Root(exp(t) - 1 - x, (t, 0, oo))", {"x": "[-1/2, 2]"}),
    "root across a pole": ("Root(1/(t - x), (t, -oo, oo))", OPEN),
    "root of a jump": ("Root(sign(t - x), (t, -oo, oo))", OPEN),
    "root with a turned range": ("Root(t - x, (t, 1, 0))", OPEN),
    "root on a range that may be empty": ("Root(t, (t, -x, y))", {"x": "[-1, 1]", "y": "[-1, 1]"}),
    "rising with a pole": ("Root(t - 1/(t - 1) - x, (t, -oo, oo))", LINE),
    "root of a logarithm beyond its domain": ("Root(log(t) - x, (t, -1, oo))", LINE),
    "asymptote": ("Root(exp(-t) + 0*x, (t, 0, oo))", LINE),
    "two valleys": ("ArgMin((t**2 - 1)**2 + x*t/10, (t, -2, 3))", OPEN),
    "optimum at the end": ("ArgMin(t + x, (t, 0, 1))", OPEN),
    "optimum of the other kind": ("ArgMax(exp(t) - x*t, (t, -oo, oo))", OPEN),
    "optimum at a corner": ("ArgMin(Abs(t - x), (t, -oo, oo))", OPEN),
    "optimum for some parameters": ("ArgMin(exp(t) - x*t, (t, -oo, oo))", UNIT),
    "bounds of an unbounded function": ("Sup(1/t, (t, 0, 1))", {}),
    "bounds on an infinite range": ("Inf(exp(-t), (t, 0, oo))", {}),
    "bounds of a jump": ("Sup(sign(t - x), (t, 0, 1))", UNIT),
    "bounds to a letter": ("Sup(t, (t, 0, x))", UNIT),
    "integral over a point without a value": ("Integral(1/t, (t, x, x))", UNIT),
    "infinite sum": ("Sum(1/k**2, (k, 1, oo))", {}),
    "sum to a letter": ("Sum(k, (k, 1, n))", {"n": "the integers of [1, 9]"}),
    "sum with a pole": ("Sum(1/(x - k), (k, 0, 3))", UNIT),
    "long sum": ("Sum(x**k, (k, 0, 1000))", UNIT),
    "divergent power": ("Integral(t**x, (t, 0, 1))", {"x": "(-3, 3)"}),
    "divergent at the end": ("Integral(1/t, (t, 0, 1))", {}),
    "divergent inside": ("Integral(1/(t - 1/2)**2, (t, 0, 1))", {}),
    "divergent at infinity": ("Integral(1/t, (t, 1, oo))", {}),
    "no decay": ("Integral(exp(-x*t), (t, 0, oo))", UNIT),
    "growth": ("Integral(exp(x*t), (t, 0, oo))", OPEN),
    "one side only": ("Integral(exp(-t), (t, -oo, oo))", {}),
    "bounded alone": ("Integral(Phi(t), (t, 0, oo))", {}),
    "square of the wrong sign": ("Integral(exp(x*t**2 - t), (t, 0, oo))", OPEN),
    "reciprocal against decay": ("Integral((exp(-t) - exp(-2*t))/t, (t, 0, oo))", {}),
    "jump under the integral": ("Integral(sign(t - x), (t, 0, 1))", UNIT),
    "growth after the substitution": ("Integral(exp(PhiInv(t)**2), (t, 0, 1))", {}),
    "divergent and cancelled": ("Integral(1/t, (t, 0, 1)) - Integral(1/t, (t, 0, 1))", {}),
    "integrand of an outer letter": ("Integral(log(x), (t, 0, 1))", UNIT),
    "variable of nobody": ("x + y", UNIT),
    "nested": ("exp(Phi(log(x)))", UNIT),
    "nested in a bound": ("Integral(t, (t, 0, log(x)))", UNIT),
}


def on(about: dict[str, Any]) -> Region:
    return region(**about)


@pytest.mark.parametrize("name", EXIST)
def test_what_exists_is_shown(name: str) -> None:
    text, about = EXIST[name]
    must_exist(term(text), on(about))


@pytest.mark.parametrize("name", ABSENT)
def test_what_does_not_exist_everywhere_is_rejected(name: str) -> None:
    text, about = ABSENT[name]
    with pytest.raises(Rejected, match="defined") as caught:
        must_exist(term(text), on(about))
    assert "\n" not in str(caught.value)


def slope(text: str, *times: Any) -> Any:
    return read_term(["Derivative", tree(text), *([name, str(n)] for name, n in times or (("x", 1),))])


DERIVATIVES: dict[str, tuple[Any, dict[str, Any], bool]] = {
    "of a polynomial": (slope("x**3"), UNIT, True),
    "of a root inside": (slope("x**(1/2)"), OPEN, True),
    "of a root at its end": (slope("x**(1/2)"), UNIT, False),
    "of a cube root at 0": (slope("x**(1/3)"), UNIT, False),
    "of a logarithm": (slope("log(x)"), OPEN, True),
    "of a quantile": (slope("PhiInv(x)"), OPEN, True),
    "at a corner": (slope("Abs(x)"), {"x": "[-1, 1]"}, False),
    "at a corner of Max": (slope("Max(x, 1/2)"), UNIT, False),
    "at a jump": (slope("sign(x - 1/2)"), UNIT, False),
    "of a Piecewise": (slope("Piecewise((x, x < 1), (2, True))"), {"x": "[0, 2]"}, False),
    "twice": (slope("x**4", ("x", 2)), UNIT, True),
    "twice of a power": (slope("x**(3/2)", ("x", 2)), UNIT, False),
    "in an integer": (slope("n**2", ("n", 1)), {"n": "the integers of [0, 3]"}, False),
    "in nobody's variable": (slope("x*y", ("y", 1)), UNIT, False),
    "in two variables": (slope("x**2*y**2", ("x", 1), ("y", 1)), {"x": "[0, 1]", "y": "[0, 1]"}, True),
    "of a domain that is only given": (slope("x**(1/2)"), {"x": "[-1, 1]", "given": ["x >= 0"]}, False),
    "of a root that is given": (slope("x**(1/2)"), {"x": "[0, 1]", "given": ["x**(1/2) >= 0"]}, False),
    "of what does not exist": (slope("log(x)"), UNIT, False),
}


@pytest.mark.parametrize("name", DERIVATIVES)
def test_derivatives_exist_where_the_function_is_differentiable(name: str) -> None:
    found, about, held = DERIVATIVES[name]
    assert exists(found, on(about)) is held


def test_tiles_show_what_the_whole_box_does_not() -> None:
    gap, box = term("log(x**2 - x + 3/10)"), region(x="[0, 1]")
    ends = [Fraction(n, 16) for n in range(17)]
    tiles = [{"x": pair} for pair in itertools.pairwise(ends)]
    must_exist(gap, box, tiles)
    with pytest.raises(Rejected):
        must_exist(term("log(x**2 - x + 1/4)"), box, tiles)


def test_what_is_given_must_be_a_part_that_exists() -> None:
    """That Piecewise((log(x), x > 5), (0, True)) < 1 holds says nothing of log(x)."""
    given = ["Piecewise((log(x), x > 5), (0, True)) < 1"]
    assert not exists(term("log(x)"), region(given, x="[-1, 1]"))
    assert exists(term("log(x)"), region(["x + log(x) < 1"], x="[-1, 1]"))
    assert term("log(x)") not in list(parts_that_exist(term("Integral(log(x), (t, 0, 1))")))


def test_derivatives_are_carried_out() -> None:
    assert equal(carried_out(slope("x**3")), term("3*x**2"), region(x="[0, 1]"))
    assert equal(carried_out(slope("x**3", ("x", 2))), term("6*x"), region(x="[0, 1]"))
    assert carried_out(term("x**3 + 1")) == term("x**3 + 1")


def test_coefficients_of_polynomials() -> None:
    box = region(x="[0, 1]", a="[0, 1]")
    found = polynomial(term("(x + a)**2 + 3"), "x", 2)
    assert found is not None and len(found) == 3
    assert all(equal(mine, term(text), box) for mine, text in zip(found, ("a**2 + 3", "2*a", "1"), strict=True))
    for text in ("exp(x)", "1/x", "x**3", "x**a", "x**(1/2)"):
        assert polynomial(term(text), "x", 2) is None


# -- boxes and ranges -------------------------------------------------------------------------------------------------------

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("written", "ends", "closed", "open_ends"),
    [
        ("(0, 1)", None, (), (True, True)),
        ("[0, 1]", None, (), (False, False)),
        ("(0, 1)", (0, HALF), (), (True, False)),  # the tile ends inside the region
        ("(0, 1)", (HALF, 1), (), (False, True)),
        ("(0, 1)", (HALF, HALF), (), (False, False)),
        ("(0, 1)", (0, 0), (), (False, False)),  # a face
        ("(0, 1)", (1, 1), (), (False, False)),
        ("(0, 1)", (0, 1), {("x", True)}, (False, True)),
        ("(0, 1)", (0, 1), {("x", False)}, (True, False)),
        ("(0, 1)", (0, 1), {("y", True), ("y", False)}, (True, True)),
        ("(-oo, oo)", (None, 0), (), (True, False)),
        ("(-oo, oo)", (0, None), (), (False, True)),
        ("(-oo, 1)", (None, 1), {("x", False)}, (True, False)),
    ],
)
def test_the_ends_of_a_box_are_open_where_those_of_the_region_are(
    written: str, ends: Any, closed: Any, open_ends: tuple[bool, bool]
) -> None:
    box = None if ends is None else {"x": tuple(None if end is None else Fraction(end) for end in ends)}
    found = box_of(region(x=written), box, closed)["x"]
    assert (found.lo_open, found.hi_open) == open_ends


def test_a_tile_ends_at_a_point_of_the_region() -> None:
    """1/(x - 1/2) on (0, 1): no tile shows that it exists at 1/2."""
    tiles = [{"x": (Fraction(0), HALF)}, {"x": (HALF, Fraction(1))}]
    with pytest.raises(Rejected):
        must_exist(term("log((x - 1/2)**2)"), region(x="(0, 1)"), tiles)
    must_exist(term("log((x - 1/2)**2 + 1)"), region(x="(0, 1)"), tiles)


@pytest.mark.parametrize(
    ("text", "closed", "expected"),
    [
        ("Sup(t, (t, 0, 1))", True, "[0, 1]"),
        ("Sup(t, (t, 0, 1))", False, "(0, 1)"),
        ("Sup(t, (t, 0, oo))", True, "[0, oo)"),
        ("Sup(t, (t, -oo, 1))", True, "(-oo, 1]"),
        ("Sup(t, (t, -oo, oo))", True, "(-oo, oo)"),
        ("Sup(t, (t, a, b))", True, ["x1 >= a", "x1 <= b"]),
        ("Sup(t, (t, a, b))", False, ["x1 > a", "x1 < b"]),
        ("Sup(t, (t, a, oo))", False, ["x1 > a"]),
        ("Sup(t, (t, -oo, b))", True, ["x1 <= b"]),
    ],
)
def test_the_range_of_what_is_bound(text: str, closed: bool, expected: Any) -> None:
    here = region(["a < b"], a="(-oo, oo)", b="(-oo, oo)")
    name, body, wide = _Search(here, ())._range(term(text), here, closed)
    assert body == term(name)
    if isinstance(expected, str):
        assert wide.intervals[name] == interval(expected) and wide.given == here.given
    else:
        assert list(wide.given) == [*here.given, *(rel(part.replace("x1", name)) for part in expected)]


@pytest.mark.parametrize(
    "text",
    [
        "MillsMoment(-1, x)",
        "MillsMoment(1/2, x)",
        "factorial(1/2)",
        "factorial(-1)",
        "binomial(5, -1)",
        "binomial(5/2, 2)",
        "MillsDrop(-1, x, 1)",
        "MillsMoment(x, 1)",
        "Integral(1/t, (t, 0, 1))",
        "Integral(log(t)/t, (t, 0, x))",
        "Integral(1/(1 - t), (t, 0, 1))",
        "ArgMin(-(t**2), (t, -1, 1))",
        "ArgMax(t**2, (t, -1, 1))",
        "Root(t, (t, 0, 1))",
    ],
)
def test_what_exists_nowhere(text: str) -> None:
    assert not exists(term(text), region(x="(0, oo)"))


@pytest.mark.parametrize(
    "text", ["MillsMoment(2, x)", "factorial(3)", "binomial(5, 2)", "ArgMin(t**2 + x*t, (t, -oo, oo))", "Sup(t*x, (t, 0, 1))",
             "ArgMax(x*t - t**2, (t, -oo, oo))", "Root(t - x, (t, 0, oo))", "Integral(exp(-t*x), (t, 0, oo))"],
)  # fmt: skip
def test_what_exists(text: str) -> None:
    assert exists(term(text), region(x="(0, oo)"))


# -- one condition less -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "about", "found"),
    [
        ("Integral(t, (t, 0, log(x)))", {"x": "(-1, 1)"}, False),
        ("Integral(t, (t, 0, log(x)))", {"x": "(1, 2)"}, True),
        ("Integral(t, (t, 0, x**2 + 0*log(x)))", {"x": "(-1, 1)"}, False),
        ("Sup(t, (t, 1, 0))", {}, False),
        ("Sup(t, (t, 1, 1))", {}, False),
        ("Sup(t, (t, 0, 1))", {}, True),
        ("Root(t - 5, (t, oo, 0))", {}, False),
        ("Root(t + 5, (t, 0, -oo))", {}, False),
        ("Root(t - 5, (t, 9, 0))", {}, False),
        ("Root(t - 5, (t, 0, oo))", {}, True),
        ("Integral(exp(t**3), (t, x, y))", {}, False),
        ("Integral(exp(t**3), (t, x, y))", {"given": ["x <= y"]}, True),
        ("Root(2*t - x - y, (t, x, y))", {"given": ["x < y"]}, True),
        ("Root(2*t - x - y, (t, x, y))", {"given": ["x <= y"]}, False),
        ("Root(t - t**3 + 1/10, (t, -2, 2))", {}, False),  # three of them
        ("Root(t**3 - t - 1/10, (t, -2, 2))", {}, False),
        ("ArgMin((t - 1/2)**2 + 0*log(t - 2), (t, 0, 1))", {}, False),
        ("ArgMin((t - 1/2)**2 - 9*Heaviside(t - 3/4, 0), (t, 0, 1))", {}, False),
        ("ArgMin((t - 1/2)**2, (t, 0, 1))", {}, True),
        ("Sum(k, (k, 1/2, 5/2))", {}, False),
        ("Sum(k*x, (k, 1, 3))", {}, True),
        ("Integral(1, (t, log(x), log(x)))", {"x": "[-2, -1]"}, False),  # over one point that is none
        ("Integral(1, (t, log(x), log(x)))", {"x": "[1, 2]"}, True),
        ("Integral(exp(-t*x), (t, oo, 0))", {"x": "(0, 1)"}, True),  # turned around
        ("Integral(exp(t*x), (t, 0, -oo))", {"x": "(0, 1)"}, True),
        ("Integral(exp(-t*x), (t, 0, -oo))", {"x": "(0, 1)"}, False),
        ("erfinv(x)", {"x": "(-1, 1)"}, True),
        ("erfinv(x)", {"x": "(-3/2, 0)"}, False),
        ("erfinv(x)", {"x": "(0, 3/2)"}, False),
        ("Derivative(log(x), (x, 1))", {"x": "[-2, -1]"}, False),
        ("Derivative(x**(3/2), (x, 1))", {"x": "[0, 1]"}, False),
        ("Derivative(x**(3/2), (x, 1))", {"x": "(0, 1]"}, True),
        ("Derivative(MarcumQHalf(1, x), (x, 1))", {"x": "[0, 1]"}, False),
        ("Derivative(MarcumQHalf(1, x), (x, 1))", {"x": "(0, 1]"}, True),
        ("Derivative(Root((2001/2000 - x)*t - 1, (t, -oo, oo)), (x, 1))", {"x": "[0, 1]"}, False),  # not a little beyond 1
        ("Derivative(Root((2001/2000 - x)*t - 1, (t, -oo, oo)), (x, 1))", {"x": "[0, 1)"}, True),
        ("Derivative(Root((1/2000 + x)*t - 1, (t, -oo, oo)), (x, 1))", {"x": "[0, 1]"}, False),
        ("Derivative(Root((1/2000 + x)*t - 1, (t, -oo, oo)), (x, 1))", {"x": "(0, 1]"}, True),
        ("Derivative(Root(exp(x)*t - 1, (t, -oo, oo)), (x, 1))", {}, True),
        ("Derivative(Root(exp(x)*t - 1, (t, -oo, oo)), (y, 1))", {}, True),
    ],
)
def test_existence(text: str, about: dict[str, Any], found: bool) -> None:
    here = region(
        about.get("given", ()), **{"x": "(-oo, oo)", "y": "(-oo, oo)", **{k: v for k, v in about.items() if k != "given"}}
    )
    assert exists(term(text), here) is found


@pytest.mark.parametrize(
    ("text", "intervals", "reason"),
    [
        ("Root(36 - (t - 10)**2, (t, oo, 5))", {}, "range of .* is empty or turned around"),
        ("Root((t + 10)**2 - 36, (t, -5, -oo))", {}, "range of .* is empty or turned around"),
        ("Root(t - x/2, (t, 0, x))", {"x": "[0, 1]"}, "range of .* may be empty"),
        ("Integral(log(t), (t, 0, x))", {"x": "[0, 1]"}, "range of .* may be empty"),
        ("Root(t + (t**2)**(1/2)/2 - x, (t, -2, 2))", {"x": "[0, 1]"}, r"\^2\)\^1/2\) needs \(.*\^2\) > 0"),  # a corner
        ("ArgMin((t**2)**(1/2) + x*t, (t, -2, 2))", {"x": "[0, 1]"}, r"\^2\)\^1/2\) needs \(.*\^2\) > 0"),
        ("Derivative(Root(t + (t**2)**(1/2)/2 - x, (t, -2, 2)), (x, 1))", {"x": "[0, 1]"}, r"\^2\)\^1/2\) needs \(.*\^2\) > 0"),
        ("Derivative(Root(t - x**(3/2), (t, -2, 2)), (x, 1))", {"x": "[0, 1]"}, "needs x > 0"),
        ("Derivative(Root(t + Abs(t)/2 - x, (t, -2, 2)), (x, 1))", {"x": "[0, 1]"}, "may not exist on both sides of an end"),
    ],
)
def test_what_is_missing_is_said_first(text: str, intervals: dict[str, str], reason: str) -> None:
    with pytest.raises(Rejected, match=reason):
        must_exist(term(text), region(**intervals))
