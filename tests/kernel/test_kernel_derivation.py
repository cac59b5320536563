"""The kernel's rules for derivations: each leads where it should, and each is misused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from kernel_trees import rel, term
from kernel_trees import tree as tree_from
from sympy import Abs, Derivative, Heaviside, Integral, Max, Piecewise, Rational, S, exp, log, oo, sqrt

from dplemma.kernel.check import Statements
from dplemma.kernel.derivation import Derived, _put, trusted_lemmas
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import Interval as KernelInterval
from dplemma.kernel.statement import Limit
from dplemma.kernel.statement import Region as KernelRegion
from dplemma.kernel.statement import Rel as Rel_of
from dplemma.kernel.term import ONE, ZERO, Rejected, put, read_term
from dplemma.lang import POSITIVE, REAL, UNIT, Inf, Interval, Phi, Region, Rel, Root, Sup, phi, variables
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.lang.tree import written
from dplemma.lang.trusted import TRUSTED

a, b, s, t, u, x = variables("a b s t u x")
LINE, RAY, NONE = Region(a=REAL), Region(a=POSITIVE), Region()
Json = Any


def step(line: Any, rule: str, rel: str = "=", **parameters: Any) -> Json:
    """A step; expressions among its parameters are written as trees."""
    trees = {key.replace("_", " "): written(S(value)) if not isinstance(value, (str, dict, list, bool)) else value
             for key, value in parameters.items()}  # fmt: skip
    return {"rel": rel, "line": tree_of(line), "rule": rule, **trees}


def tree_of(line: Any) -> Json:
    return line if isinstance(line, list) else written(S(line))


def chain(start: Any, *steps: Json, on: Region = LINE, name: str = "it", **more: Any) -> Json:
    return {"name": name, "region": region_to_tree(on), "start": tree_of(start), "steps": list(steps), **more}


def shows(*chains: Json) -> Derived:
    checker = Derived()
    for tree in chains:
        checker.chain(json.loads(json.dumps(tree)), "test")
    return checker


def rejected(*chains: Json) -> str:
    with pytest.raises(Rejected) as error:
        shows(*chains)
    return str(error.value)


def falls(start: Any = None, end: Any = 1, function: Any = None, on: Region = LINE) -> Json:
    integral = Integral(exp(-x), (x, 0, oo)) if start is None else start
    return chain(integral, step(end, "antiderivative", variable="x", function=-exp(-x) if function is None else function), on=on)


# -- the two that were accepted ------------------------------------------------------------------------------------------


def test_linearity_into_integrals_that_diverge_shows_nothing() -> None:
    """int_0^oo (e^-t - e^-2t)/t dt = log 2, not 0."""
    frullani = Integral((exp(-t) - exp(-2 * t)) / t, (t, 0, oo))
    first, second = Integral(exp(-t) / t, (t, 0, oo)), Integral(exp(-2 * t) / t, (t, 0, oo))
    parts = [["1", written(exp(-t) / t)], ["-1", written(exp(-2 * t) / t)]]
    apart = step(first - second, "linearity", variable="t", parts=parts)
    apart["line"] = ["Add", written(first), ["Mul", "-1", written(second)]]
    moved = {**apart, "line": ["Add", written(first), ["Mul", "-1", written(first)]], "rule": "substitution", "variable": "s",
             "value": written(s / 2), "context": ["Add", written(first), ["Mul", "-1", ["var", "hole"]]], "hole": "hole",
             "old": written(second), "new": written(first), "old range": {}}  # fmt: skip
    assert "singular end" in rejected(chain(frullani, apart, moved, step(0, "equal"), on=NONE))
    assert "defined" in rejected(chain(frullani, apart, on=NONE))


def test_a_trusted_name_is_tied_to_its_statement() -> None:
    """x >= 1e-9 on (0, 1) by a name of a lemma."""
    for name in TRUSTED:
        proof = {"rule": "lemma", "trusted": name, "values": {}}
        bad = chain(x, step(Rational(1, 10**9), "proof", ">=", proof=proof), on=Region(x=UNIT))
        assert "trusted lemma" in rejected(bad) or "no value" in rejected(bad)


@pytest.mark.parametrize("lines", [[2, 0], [1, 0], [1, 1], [-1, 1], [0, 3]])
def test_a_lemma_speaks_of_two_of_its_lines_in_their_order(lines: list[int]) -> None:
    """Between a line and one before it there is no link, and no equality."""
    lemma = chain(
        a, step(a + 1, "proof", "<=", proof={"rule": "relation"}), step(a + 2, "proof", "<=", proof={"rule": "relation"})
    )
    used = {"rule": "lemma", "lemma": "it", "lines": lines}
    other = chain(a + 2, step(a, "proof", "=", proof=used), name="other")
    assert "no such two lines" in rejected(lemma, other)


def test_an_instance_of_a_trusted_lemma_is_assumed() -> None:
    left = (1 + a) ** 2 / (2 * a)
    right = 1 + a**2 / (2 * a - 1)
    values = {"alpha": "2", "p1": "1", "p2": written(a), "q1": "1", "q2": written(2 * a - 1)}
    proof = {"rule": "lemma", "trusted": "data-processing", "values": values}
    on = Region(a=Interval.open(1, oo))
    checker = shows(chain(left, step(right, "proof", "<=", proof=proof), on=on))
    assert checker.assumes == {"data-processing"}
    outside = {**proof, "values": {**values, "alpha": "1/2"}}
    assert "the sign of" in rejected(chain(left, step(right, "proof", "<=", proof=outside), on=on))
    assert "the lemma says" in rejected(chain(left, step(right - 1, "proof", "<=", proof=proof), on=on))
    assert "the sign of" in rejected(chain(left, step(right, "proof", "<=", proof=proof), on=RAY))
    assert set(trusted_lemmas()) <= set(TRUSTED)


# -- existence ------------------------------------------------------------------------------------------------------------


def test_the_last_line_exists() -> None:
    assert "needs a != 0" in rejected(chain(2 / a, step((1 + a**2) / a - (a**2 - 1) / a, "equal")))
    divergent = Integral(1 / x, (x, 1, oo))
    assert "defined" in rejected(chain(divergent, step(Integral(1 / t, (t, 1, oo)) + 0 * a, "equal"), step(divergent, "equal")))


def test_a_conditional_chain_is_used_in_its_direction_only() -> None:
    """If the last line exists so does the first; nothing is said where it does not."""
    divergent = Integral(1 / x, (x, 1, oo))
    open_one = chain(2 * divergent, step(["Add", written(divergent), written(divergent)], "equal"), conditional=True, name="open")
    assert "defined" in rejected(open_one)
    known = chain(Sup(-x, (x, 0, oo)), step(Sup(-t, (t, 0, oo)), "equal", matched=[]), on=NONE, conditional=True, name="known")
    checker = shows(known)
    proof = {"rule": "lemma", "lemma": "known"}
    with pytest.raises(Rejected, match="not shown to exist"):
        checker.statement(
            read_statement(written_statement(Rel(Sup(-x, (x, 0, oo)), "=", 0))), read_region(region_to_tree(NONE)), proof, "x"
        )


def test_a_matched_integral_must_stand_in_the_next_line() -> None:
    divergent = Integral(1 / x, (x, 1, oo))
    pair = [{"old": written(divergent), "new": written(divergent)}]
    assert "no part of the next line" in rejected(
        chain(0 * a + divergent - 2 * divergent, step(0, "equal", matched=pair), on=NONE)
    )


# -- equality, lemmas ------------------------------------------------------------------------------------------------------


def test_equal_terms() -> None:
    shows(chain((a + 1) ** 2, step(a**2 + 2 * a + 1, "equal")))
    assert "not shown to equal" in rejected(chain(a**2, step(a**3, "equal")))
    assert "no rule" in rejected(chain(a**2, step(a**2 + 1, "equal", "<=")))
    assert "uses b" in rejected(chain(a, step(a + b - b + b, "equal")))


def test_matched_integrals_have_equal_ends_and_bodies() -> None:
    first, second = Integral(exp(-Abs(x)), (x, a, oo)), Integral(exp(-x), (x, a, oo))
    pair = [{"old": written(first), "new": written(second)}]
    shows(chain(1 + first, step(1 + second, "equal", matched=pair), on=RAY))
    assert "between the ends" in rejected(chain(1 + first, step(1 + second, "equal", matched=pair), on=LINE))
    third = Integral(exp(-x), (x, 2 * a, oo))
    pair = [{"old": written(first), "new": written(third)}]
    assert "the end" in rejected(chain(first, step(third, "equal", matched=pair), on=RAY))


def test_a_lemma_needs_values_inside_its_region() -> None:
    bell = chain(Integral(phi(t - b), (t, -oo, oo)), step(1, "antiderivative", variable="t", function=Phi(t - b)),
                 on=Region(b=POSITIVE), name="bell")  # fmt: skip
    moved = Integral(phi(t - a), (t, -oo, oo))
    shows(bell, chain(moved, step(1, "lemma", lemma="bell", values={"b": written(a)}), on=RAY))
    assert "sign" in rejected(bell, chain(moved, step(1, "lemma", lemma="bell", values={"b": written(a)}), on=LINE))
    assert "is not" in rejected(bell, chain(moved, step(1, "lemma", lemma="bell", values={"b": written(2 * a)}), on=RAY))
    assert "no lemma" in rejected(chain(moved, step(1, "lemma", lemma="bell", values={"b": written(a)}), on=RAY))
    assert "no variable" in rejected(bell, chain(moved, step(1, "lemma", lemma="bell", values={"c": written(a)}), on=RAY))


def test_no_value_is_put_under_a_derivative_that_would_see_it_move() -> None:
    """d/da (a b) = b says nothing of b = a."""
    product = chain(Derivative(a * b, a), step(b, "equal"), on=Region(a=REAL, b=REAL), name="product")
    checker = shows(product)
    for values in ({"b": ["var", "a"]}, {"a": "2"}):
        with pytest.raises(Rejected, match="into a derivative"):
            checker.instance({"lemma": "product", "values": values}, read_region(region_to_tree(Region(a=REAL, b=REAL))), "x")


def test_what_surrounds_a_part_is_the_same_and_takes_no_derivative() -> None:
    tail = Integral(exp(-x), (x, 0, oo))
    parts = {"context": ["Add", ["var", "a"], ["var", "b"]], "hole": "b", "old": written(tail), "new": "1"}
    start, end = (["Add", ["var", "a"], part] for part in (written(tail), "1"))
    shows(chain(start, step(end, "antiderivative", variable="x", function=-exp(-x), **parts)))
    assert "context" in rejected(chain(start, step(a + 2, "antiderivative", variable="x", function=-exp(-x), **parts)))
    squares = [["Derivative", ["Pow", part, "2"], ["a", "1"]] for part in (["var", "b"], ["var", "a"], ["var", "a"])]
    under = {"context": squares[0], "hole": "b", "old": ["var", "a"], "new": ["var", "a"]}
    assert "differentiated" in rejected(chain(squares[1], step(squares[2], "equal", **under)))


# -- integrals --------------------------------------------------------------------------------------------------------------


def test_antiderivative() -> None:
    shows(falls())
    assert "derivative of" in rejected(falls(function=-2 * exp(-x)))
    assert "not shown to be" in rejected(falls(end=2))
    assert "grows" in rejected(falls(Integral(1 / x, (x, 1, oo)), 5, log(x)))
    assert "!= 0" in rejected(falls(Integral(1 / x**2, (x, -1, 1)), -2, -1 / x))
    pieces = Piecewise((x**2 / 2, x < 1), (x**2 / 2 + 1, True))
    assert "jump" in rejected(falls(Integral(x, (x, 0, 2)), 3, pieces))
    assert "jump" in rejected(falls(Integral(x, (x, 0, 2)), 3, x**2 / 2 + Heaviside(x - 1, 0)))
    assert "order" in rejected(falls(Integral(x, (x, 0, a)), a**2 / 2, x**2 / 2))
    assert "no limit" in rejected(falls(Integral(a * exp(a * x), (x, 0, oo)), -1, exp(a * x)))
    assert "does not have" in rejected(falls(function=-exp(-x) + b))


def test_substitution() -> None:
    def moved(value: Any, end: Any, start: Any, falling: bool = False) -> Json:
        return chain(start, step(end, "substitution", variable="s", value=value, falling=falling, old_range={}), on=RAY)

    tail = Integral(exp(-x), (x, 0, oo))
    last = Integral(2 * exp(-2 * s), (s, 0, oo))
    shows(moved(2 * s, last, tail))
    shows(moved(1 / s, Integral(exp(-1 / s) / s**2, (s, 1, 2)), Integral(exp(-x), (x, Rational(1, 2), 1)), falling=True))
    assert "new integrand" in rejected(moved(2 * s, Integral(exp(-2 * s), (s, 0, oo)), tail))
    assert "tends to" in rejected(moved(s + 1, Integral(exp(-s - 1), (s, 0, oo)), tail))
    square = Integral(x**2, (x, -1, 1))
    assert "monotone" in rejected(moved(2 * s**3 - s, Integral((2 * s**3 - s) ** 2 * (6 * s**2 - 1), (s, -1, 1)), square))
    jumps = Integral(Heaviside(x - 1, 0) * exp(-x), (x, 0, oo))
    assert "jump" in rejected(moved(2 * s, Integral(2 * Heaviside(2 * s - 1, 0) * exp(-2 * s), (s, 0, oo)), jumps))


def test_split_and_linearity() -> None:
    def split(at: Any, left: Any, right: Any, end: Any) -> Json:
        tree = step(end, "split", variable="x", at=at, left=left, right=right, left_range={}, right_range={})
        return chain(Integral(Max(x, 0), (x, -1, 2)), tree, on=NONE)

    shows(split(0, S(0), x, Integral(x, (x, 0, 2))))
    assert "on the left" in rejected(split(0, x, x, Integral(x, (x, -1, 0)) + Integral(x, (x, 0, 2))))
    assert "order" in rejected(split(3, Max(x, 0), x, Integral(Max(x, 0), (x, -1, 3)) + Integral(x, (x, 3, 2))))
    assert "sum of the two" in rejected(split(0, S(0), x, 2 * Integral(x, (x, 0, 2))))
    whole = Integral(a * x + x**2, (x, 0, 1))
    parts = [[written(a), written(x)], ["1", written(x**2)]]
    tree = step(0, "linearity", variable="x", parts=parts)
    tree["line"] = ["Add", ["Mul", ["var", "a"], written(Integral(x, (x, 0, 1)))], written(Integral(x**2, (x, 0, 1)))]
    shows(chain(whole, tree))
    wrong = {**tree, "parts": [[written(a), written(x)], ["2", written(x**2)]]}
    assert "not that sum" in rejected(chain(whole, wrong))
    moving = {**tree, "parts": [[written(x), written(a + 0 * x)], ["1", written(x**2)]]}
    assert "factors without the variable" in rejected(chain(whole, moving))


area = Integral(Phi(a + t) * phi(t), (t, -oo, oo))
under = Integral(phi(a + t) * phi(t), (t, -oo, oo))
BELOW = {"rule": "relation", "proof": {"rule": "product", "factors": [
    {"term": written(phi(t)), "proof": {"rule": "sign"}},
    {"term": written(1 - phi(a + t)), "proof": {"rule": "inner", "variable": "w", "inner": written(a + t),
     "interval": "(-oo, oo)", "gap": ["Add", "1", ["Mul", "-1", ["phi", ["var", "w"]]]], "outer": {"rule": "sign"}}},
]}}  # fmt: skip


def leibniz(majorant: Any = None, end: Any = under, start: Any = area, on: Region = LINE, **proofs: Any) -> Json:
    tree = step(
        end, "leibniz", variable="t", majorant=phi(t) if majorant is None else majorant, dominated=proofs.get("below", BELOW)
    )
    return chain(Derivative(start, a), tree, on=on, name="slope")


def test_a_derivative_passes_under_an_integral_only_if_dominated() -> None:
    shows(leibniz())
    assert "converge" in rejected(leibniz(majorant=S(1)))
    assert rejected(leibniz(majorant=phi(t) / 9))
    assert "depends on a" in rejected(leibniz(majorant=phi(t) * (1 + a**2)))
    assert "not shown to be the derivative" in rejected(leibniz(end=Integral(2 * phi(a + t) * phi(t), (t, -oo, oo))))
    assert "open interval" in rejected(leibniz(on=Region(a=Interval(0, 1))))
    corner = Integral(Abs(a) * phi(t), (t, -oo, oo))
    assert "corner" in rejected(leibniz(start=corner, end=Integral(phi(t), (t, -oo, oo))))


def test_same_derivative_needs_the_same_value_at_a_place_that_is_reached() -> None:
    slope = leibniz()
    slope["steps"].append(step(phi(a / sqrt(2)) / sqrt(2), "antiderivative", variable="t",
                               function=phi(a / sqrt(2)) * Phi(sqrt(2) * t + a / sqrt(2)) / sqrt(2)))  # fmt: skip
    half = step(Rational(1, 2), "antiderivative", variable="t", function=Phi(t) ** 2 / 2)
    value = chain(Integral(Phi(t) * phi(t), (t, -oo, oo)), half, on=NONE, name="value")

    def last(at: str = "0", end: Any = None, on: Region = RAY) -> Json:
        proof = {"rule": "lemma", "lemma": "value"}
        end = Phi(a / sqrt(2)) if end is None else end
        return chain(area, step(end, "same derivative", variable="a", lemma="slope", at=at, value=proof), on=on, name="last")

    shows(slope, value, last())
    assert "the lemma says" in rejected(slope, value, last(at="1"))
    assert "derivative of" in rejected(slope, value, last(end=Phi(a)))
    assert "the lemma says" in rejected(slope, value, last(end=Phi(a / sqrt(2)) + Rational(1, 10**9)))
    narrow = {**slope, "region": region_to_tree(RAY)}
    assert "not joined" in rejected(narrow, value, last())


# -- roots and bounds ---------------------------------------------------------------------------------------------------------


def test_roots() -> None:
    def root(equation: Any, ends: tuple[Any, Any], value: Any, on: Region = RAY) -> Json:
        return chain(Root(equation, (x, *ends)), step(value, "root", variable="x"), on=on)

    shows(root(exp(x) - a, (-oo, oo), log(a)))
    assert "to be a root" in rejected(root(exp(x) - a, (-oo, oo), 2 * log(a)))
    assert "above low" in rejected(root(x**2 - a, (0, oo), -sqrt(a)))
    assert "monotone" in rejected(root(x**3 - x, (-2, 2), S(0), NONE))


def test_turning_points() -> None:
    def bound(function: Any, ends: tuple[Any, Any], at: Any, value: Any, kind: Any = Sup, **more: Any) -> Json:
        tree = step(value, "turning", variable="x", at=at, below_range={}, above_range={}, **more)
        return chain(kind(function, (x, *ends)), tree, on=RAY)

    hump = x * (a - x)
    shows(bound(hump, (0, a), a / 2, a**2 / 4))
    shows(bound(exp(-x), (0, oo), oo, S(0), Inf))
    assert "above" in rejected(bound(hump, (0, a), a / 3, 2 * a**2 / 9))
    assert "below" in rejected(bound(hump, (0, a), a / 2, a**2 / 4, Inf))
    assert "not shown to be" in rejected(bound(hump, (0, a), a / 2, a**2 / 3))
    assert "the slope" in rejected(bound(hump, (0, a), a / 2, a**2 / 4, slope=a - 3 * x))
    assert "order" in rejected(bound(x, (0, a), 2 * a, 2 * a))
    assert "jump" in rejected(bound(Abs(x - a), (0, 3 * a), 3 * a, 2 * a))


def test_a_value_is_bounded_by_the_bound_of_its_range() -> None:
    def at(place: Any, rel: str = "<=", kind: Any = Sup) -> Json:
        body = phi(x)
        bound = kind(body, (x, 1, 2))
        return chain(body.subs(x, place), step(bound, "at", rel, variable="x", at=place), on=Region(a=Interval(1, 2)))

    shows(at(a))
    shows(at(a, ">=", Inf))
    assert "other side" in rejected(at(a, ">="))
    assert "high" in rejected(at(2 * a))


def test_a_bound_is_split_at_a_place_where_the_function_is_continuous() -> None:
    def split(body: Any, place: Any = 1) -> Json:
        parts = ["Max", written(Sup(body, (x, 0, place))), written(Sup(body, (x, place, 2)))]
        return chain(
            Sup(body, (x, 0, 2)), {**step(0, "split bound", variable="x", at=S(place)), "line": parts}, on=NONE, conditional=True
        )

    shows(split(exp(-x)))
    assert "jump" in rejected(split(Heaviside(x - 1, 0) + Heaviside(1 - x, 0)))
    assert "high" in rejected(split(exp(-x), 3))


def test_inside_a_bound() -> None:
    inner = step(0, "equal")
    tree = step(Sup(x**2 + 2 * x + 1, (x, 0, 1)), "inside", variable="x", inner=inner)
    shows(chain(Sup((x + 1) ** 2, (x, 0, 1)), tree, on=NONE))
    other = step(Sup(x**2 + 2 * x + 1, (x, 0, 2)), "inside", variable="x", inner=inner)
    assert "range" in rejected(chain(Sup((x + 1) ** 2, (x, 0, 1)), other, on=NONE))
    false = step(Sup(x**2 + 2 * x + 2, (x, 0, 1)), "inside", variable="x", inner=inner)
    assert "not shown to equal" in rejected(chain(Sup((x + 1) ** 2, (x, 0, 1)), false, on=NONE))


# -- statements ---------------------------------------------------------------------------------------------------------------


def test_a_statement_is_derived_by_chains() -> None:
    statement, region = written_statement(Rel(Integral(exp(-x), (x, 0, oo)), "=", 1)), region_to_tree(NONE)
    proof = {"rule": "derived", "lemmas": [falls(on=NONE)], "inner": {"rule": "lemma", "lemma": "it"}}
    Statements().statement(read_statement(statement), read_region(region), proof, "proof")
    other = written_statement(Rel(Integral(exp(-x), (x, 0, oo)), "=", 2))
    with pytest.raises(Rejected, match="the lemma says"):
        Statements().statement(read_statement(other), read_region(region), proof, "proof")
    with pytest.raises(Rejected, match="lacks its chains"):
        Statements().statement(read_statement(statement), read_region(region), {**proof, "lemmas": []}, "proof")


def test_a_chain_that_goes_up_and_down_says_nothing() -> None:
    up = step(a + 1, "proof", "<=", proof={"rule": "relation"})
    down = step(a - 1, "proof", ">=", proof={"rule": "relation"})
    assert "up and down" in rejected(chain(a, up, down))
    shows(chain(a, up, step(a + 2, "proof", "<", proof={"rule": "relation"})))


# -- goals that derivations brought ------------------------------------------------------------------------------------------


def goal(gap: Any, proof: Json, on: Region, strict: bool = False) -> None:
    relation = Rel(gap, ">" if strict else ">=", 0)
    Statements().statement(
        read_statement(written_statement(relation)), read_region(region_to_tree(on)), {"rule": "relation", "proof": proof}, "x"
    )


def test_what_falls_to_its_limit_is_above_it() -> None:
    """phi(x) - x Q(x) falls to 0; e^-x - 1 falls to -1; a rising function is not above its limit."""
    tail = phi(x) - x * (1 - Phi(x))
    proof = {"rule": "end", "name": "x", "high": True, "strict_slope": True, "slope": {"rule": "sign"}}
    goal(tail, proof, Region(x=POSITIVE), strict=True)
    for gap in (exp(-x) - 1, -exp(-x)):
        with pytest.raises(Rejected):
            goal(gap, proof, Region(x=POSITIVE))
    with pytest.raises(Rejected):
        goal(tail, {**proof, "strict_slope": False}, Region(x=POSITIVE), strict=True)
    with pytest.raises(Rejected, match="open end"):
        goal(1 - x, proof, Region(x=Interval(0, 1)))


def test_a_maximum_is_bounded_part_by_part() -> None:
    on = Region(a=REAL, b=REAL, u=REAL, such_that=[Rel(u, ">=", a), Rel(u, ">=", b)])
    given = [{"rule": "given", "relation": written_statement(Rel(u, ">=", part))} for part in (a, b)]
    most = Max(a, b)
    tree = {"rule": "greatest", "greatest": written(most), "other": written(u)}
    parts = [given[0] if part == ["var", "a"] else given[1] for part in written(most)[1:]]
    goal(u - most, {**tree, "parts": parts}, on)
    with pytest.raises(Rejected):
        goal(u - most, {**tree, "parts": parts[:1]}, on)
    with pytest.raises(Rejected, match="does not say"):
        goal(u - most, {**tree, "parts": parts[::-1]}, on)
    above = Region(a=REAL, b=REAL, u=REAL, such_that=[Rel(u, ">=", most)])
    proof = {**tree, "above": {"rule": "given", "relation": written_statement(Rel(u, ">=", most))}}
    goal(u - a, proof, above)
    with pytest.raises(Rejected, match="less a part"):
        goal(u - a - 1, proof, above)


# -- ranges and captures ----------------------------------------------------------------------------------------------------

ENDS = KernelRegion({name: KernelInterval() for name in "ab"}, (rel("a < b"),))


@pytest.mark.parametrize(
    ("text", "closed", "interval", "given"),
    [
        ("Sup(t, (t, a, b))", True, KernelInterval(), ["s >= a", "s <= b"]),
        ("Sup(t, (t, a, b))", False, KernelInterval(), ["s > a", "s < b"]),
        ("Sup(t, (t, a, oo))", True, KernelInterval(), ["s >= a"]),
        ("Sup(t, (t, -oo, b))", False, KernelInterval(), ["s < b"]),
        ("Sup(t, (t, 0, 1))", True, KernelInterval(ZERO, ONE, False, False), []),
        ("Sup(t, (t, 0, 1))", False, KernelInterval(ZERO, ONE), []),
        ("Sup(t, (t, 0, oo))", True, KernelInterval(ZERO, None, False, True), []),
        ("Sup(t, (t, -oo, 1))", True, KernelInterval(None, ONE, True, False), []),
        ("Sup(t, (t, -oo, oo))", True, KernelInterval(), []),
    ],
)
def test_the_range_of_a_bound_variable(text: str, closed: bool, interval: KernelInterval, given: list[str]) -> None:
    body, wide = Derived().range(term(text), "s", ENDS, {}, "test", closed=closed)
    assert body == term("s") and wide.intervals["s"] == interval
    assert list(wide.given) == [*ENDS.given, *map(rel, given)]


@pytest.mark.parametrize(
    ("text", "name"),
    [("Sup(t, (t, 1, 1))", "s"), ("Sup(t, (t, b, a))", "s"), ("Sup(t, (t, 1, 0))", "s"), ("Sup(t, (t, oo, 1))", "s"),
     ("Sup(t, (t, 1, -oo))", "s"), ("Sup(t, (t, a, b))", "a"), ("Sup(t*s, (t, a, b))", "s"), ("Sup(t, (t, 1/a, oo))", "s"),
     ("Sup(t, (t, -oo, log(b)))", "s")],
)  # fmt: skip
def test_no_range(text: str, name: str) -> None:
    with pytest.raises(Rejected):
        Derived().range(term(text), name, ENDS, {}, "test")


def test_of_several_values_none_may_be_captured() -> None:
    slope = read_term(["Derivative", tree_from("x*y"), ["x", "1"]])
    for values in ({"y": term("x**2"), "z": ONE}, {"z": ONE, "x": term("2*z")}):
        with pytest.raises(Rejected):
            _put(Rel_of(slope, "=", ONE), values, "test")
    assert _put(Rel_of(slope, "=", ONE), {"y": term("z"), "z": ONE}, "test") == Rel_of(put(slope, {"y": term("z")}), "=", ONE)
    tends = Limit(term("x*y"), "x", "oo", term("y"), "-")
    for values in ({"y": term("x"), "z": ONE}, {"z": ONE, "x": term("z")}):
        with pytest.raises(Rejected):
            _put(tends, values, "test")
