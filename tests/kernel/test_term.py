"""Terms: reading is exact and bounded, what is bound has no name of its own, substitution captures nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_trees import term, tree

from dplemma.kernel import term as module
from dplemma.kernel.check import check
from dplemma.kernel.enclose import at_point
from dplemma.kernel.term import (
    ONE,
    ZERO,
    Rejected,
    add,
    check_size,
    div,
    free,
    mul,
    neg,
    opened,
    power,
    put,
    read_term,
    shown,
    sub,
    swap,
    var,
)
from dplemma.proofs.terms import write_term

X, Y = var("x"), var("y")


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "1/3",
        "-7",
        "pi",
        "E",
        "oo",
        "x + y + 1",
        "x*y",
        "x**2",
        "x**y",
        "exp(-x)",
        "Phi(PhiInv(x))",
        "Max(x, y, 0)",
        "Integral(exp(-t*x), (t, 0, oo))",
        "Integral(t*s, (t, 0, s), (s, 0, 1))",
        "Root(t**3 - x, (t, -oo, oo))",
        "Piecewise((1, x < 2), (x, x >= 3), (0, True))",
        "MillsDrop(2, x, y)",
        "NCChi2CDF(x, 3, y)",
        "Heaviside(x, 1/2)",
        "ArgMax(Root(t - s, (t, 0, 1)), (s, 0, 1))",
        "Sum(Sum(k*m, (k, 1, m)), (m, 1, 5))",
    ],
)
def test_terms_survive_writing(text: str) -> None:
    found = term(text)
    assert read_term(write_term(found)) == found


def test_a_derivative_survives_writing() -> None:
    found = read_term(["Derivative", tree("x**3*y"), ["x", "2"], ["y", "1"]])
    assert found == ("Derivative", ("Derivative", term("x**3*y"), "x", 2), "y", 1)
    assert read_term(write_term(found)) == found


def test_only_exact_numbers_are_numbers() -> None:
    assert read_term("6/4") == Fraction(3, 2)
    for text in ("0.5", "1e3", "1/0", "1//2", "", " 1", "1_000", "٣", "0x10", "nan", "--1", "1/-2", "9" * 4001):
        with pytest.raises(Rejected):
            read_term(text)


NOT_TERMS: dict[str, Any] = {
    "number of Python": 5,
    "truth value": True,
    "nothing": None,
    "empty": [],
    "object": {"var": "x"},
    "head that is no text": [["var", "x"]],
    "unknown head": ["Gamma", "1"],
    "eval": ["__import__", "1"],
    "too few": ["Add", "1"],
    "too many": ["exp", "1", "2"],
    "one base": ["Pow", "2"],
    "no name": ["var"],
    "two names": ["var", "x", "y"],
    "number as name": ["var", "1"],
    "dotted name": ["var", "a.b"],
    "long name": ["var", "a" * 65],
    "canonical name": ["var", "@1"],
    "limit of two": ["Integral", "1", ["x", "0"]],
    "limit is no list": ["Integral", "1", "x"],
    "no limit": ["Integral", "1"],
    "derivative of order 0": ["Derivative", ["var", "x"], ["x", "0"]],
    "derivative of order 7": ["Derivative", ["var", "x"], ["x", "7"]],
    "derivative by number": ["Derivative", ["var", "x"], ["1", "1"]],
    "branch without condition": ["Piecewise", ["1"]],
    "no branch": ["Piecewise"],
    "condition that is a term": ["Piecewise", ["1", ["var", "x"]]],
    "condition of another kind": ["Piecewise", ["1", ["~", "1", "2"]]],
    "null condition": ["Piecewise", ["1", None]],
}


@pytest.mark.parametrize("name", NOT_TERMS)
def test_what_is_no_term_is_refused(name: str) -> None:
    with pytest.raises(Rejected) as caught:
        read_term(NOT_TERMS[name])
    assert "\n" not in str(caught.value)


def test_a_false_condition_never_holds() -> None:
    assert read_term(["Piecewise", ["1", False], ["2", True]]) == ("Piecewise", (ONE, ("<", ONE, ZERO)), (Fraction(2), True))


# -- bound variables ------------------------------------------------------------------------------------------------------


def test_names_of_bound_variables_do_not_matter() -> None:
    assert term("Integral(exp(-t), (t, 0, oo))") == term("Integral(exp(-u), (u, 0, oo))")
    assert term("Integral(Integral(t*u, (t, 0, u)), (u, 0, 1))") == term("Integral(Integral(u*t, (u, 0, t)), (t, 0, 1))")
    assert term("Integral(x, (t, 0, 1))") != term("Integral(t, (t, 0, 1))")


def test_several_limits_are_bound_from_the_inside() -> None:
    assert term("Integral(t*s, (t, 0, s), (s, 0, 1))") == term("Integral(Integral(t*s, (t, 0, s)), (s, 0, 1))")


def test_free_variables() -> None:
    assert free(term("Integral(t*x, (t, y, z))")) == {"x", "y", "z"}
    assert free(term("Integral(x, (x, 0, x))")) == {"x"}  # the upper end is outside
    assert free(read_term(["Derivative", "1", ["x", "1"]])) == {"x"}
    assert free(term("Piecewise((1, x < y), (z, True))")) == {"x", "y", "z"}


def test_substitution_captures_nothing() -> None:
    inner = term("Integral(x*t, (t, 0, 1))")
    replaced = put(inner, {"x": var("t")})
    assert free(replaced) == {"t"}
    assert replaced == term("Integral(t*u, (u, 0, 1))")
    nested = put(term("Integral(x + t, (t, 0, 1))"), {"x": term("Integral(y*t, (t, 0, 1))")})
    assert nested == term("Integral(Integral(y*u, (u, 0, 1)) + t, (t, 0, 1))")


def test_what_is_bound_is_not_replaced() -> None:
    assert put(term("Integral(x, (x, 0, x))"), {"x": ONE}) == term("Integral(x, (x, 0, 1))")


def test_substitution_is_simultaneous() -> None:
    assert put(term("x - y"), {"x": Y, "y": X}) == term("y - x")
    assert put(term("Piecewise((x, x < y), (y, True))"), {"x": Y, "y": X}) == term("Piecewise((y, y < x), (x, True))")


@pytest.mark.parametrize("others", [{}, {"y": var("z")}, {"y": ONE}], ids=["alone", "beside a variable", "beside a number"])
def test_what_is_put_in_makes_no_term_of_too_many_parts(others: Any) -> None:
    """150 times 150 parts are more than 20,000; 150 times a variable or a number are not."""
    sum_of, large = ("Add", *[X] * 150), ("Add", *[var("t")] * 150)
    with pytest.raises(Rejected, match="more than 20000 parts when others are put into it"):
        put(sum_of, {"x": large, **others})
    assert put(sum_of, {"x": var("t"), **others}) == large


def test_nothing_is_put_into_a_derivative_by_its_variable() -> None:
    slope = read_term(["Derivative", tree("x*y"), ["x", "1"]])
    with pytest.raises(Rejected, match="into a derivative"):
        put(slope, {"x": ONE})
    assert put(slope, {"y": ONE}) == read_term(["Derivative", tree("x"), ["x", "1"]])


def test_opening_gives_a_name_that_is_new() -> None:
    name, body = opened(term("Integral(t*x1, (t, 0, 1))"), ["x2"])
    assert name == "x3" and body == mul(var("x3"), var("x1"))


def test_swapping_terms() -> None:
    root = term("Root(t**3 - a, (t, 0, 1))")
    assert swap(term("x + Root(s**3 - a, (s, 0, 1))**2"), root, var("r")) == term("x + r**2")
    assert swap(term("Piecewise((x, x < 1), (1, True))"), X, Y) == term("Piecewise((y, y < 1), (1, True))")
    assert swap(term("Integral(exp(x)*t, (t, 0, x))"), X, Y) == term("Integral(exp(y)*t, (t, 0, y))")


# -- constructors -----------------------------------------------------------------------------------------------------------


def test_constructors_keep_what_may_not_exist() -> None:
    assert mul(ZERO, term("log(x)")) == term("0*log(x)")
    assert add(ZERO, X) == X and add() == ZERO and mul() == ONE and mul(ONE, X) == X
    assert sub(X, Y) == ("Add", X, ("Mul", Fraction(-1), Y)) and neg(ONE) == Fraction(-1)
    assert div(X, Y) == ("Mul", X, ("Pow", Y, Fraction(-1))) and power(X, ONE) == X


@given(st.fractions(), st.fractions())
def test_numbers_are_kept(first: Fraction, second: Fraction) -> None:
    assert read_term(["Add", str(first), str(second)]) == ("Add", first, second)


# -- bounds of size -----------------------------------------------------------------------------------------------------------


def nested(times: int, wrap: Any, inner: Any = ("var", "x")) -> Any:
    found: Any = list(inner) if isinstance(inner, tuple) else inner
    for _ in range(times):
        found = wrap(found)
    return found


BOMBS: dict[str, tuple[Any, str]] = {
    "power": (["Pow", "10", "1000000000"], "more than 100000 bits"),
    "negative power": (["Pow", "10", "-1000000000"], "more than 100000 bits"),
    "small base": (["Pow", "1/1000000", "100000"], "more than 100000 bits"),
    "power of a letter": (["Pow", ["var", "x"], "1000000"], "more than 100000 bits"),
    "exponential": (["exp", "1000000"], "more than 100000 bits"),
    "factorial": (["factorial", "1000000000"], "more than 100000 bits"),
    "gamma": (["gamma", "1000000000"], "more than 100000 bits"),
    "binomial": (["binomial", "2000000000", "1000000000"], "more than 100000 bits"),
    "long number": ("7" * 5000, "not an exact number"),
    "many long numbers": (["Mul", *["7" * 4000] * 50], "more than 20000 parts"),
    "many terms": (["Add", *[["var", "x"]] * 30_000], "more than 20000 parts"),
    "many names": (["Add", *[["quantity", "gaussian.delta", "1", "1"]] * 2000], "more than 20000 parts, or"),
    "nested names": (nested(12, lambda t: ["quantity", "gaussian.delta", "1", t]), "more than 20000 parts"),
    "nested integrals": (nested(4, lambda t: ["Integral", t, ["t", "0", "1"]]), "bound one inside the other"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_before_anything_is_computed(name: str) -> None:
    bomb, reason = BOMBS[name]
    with pytest.raises(Rejected, match=reason):
        read_term(bomb)


def test_honest_sizes_are_read() -> None:
    assert read_term(["Pow", "10", "300"]) == ("Pow", Fraction(10), Fraction(300))
    assert len(read_term(["Add", *["1"] * 9000])) == 9001
    assert read_term(nested(3, lambda t: ["Integral", t, ["t", "0", "1"]]))[0] == "Integral"


def test_deep_and_large_trees_are_refused() -> None:
    for wrap in (lambda t: ["exp", t], lambda t: {"inner": t}):
        check_size(nested(module.MAX_DEPTH - 2, wrap))
        with pytest.raises(Rejected, match="nested deeper"):
            check_size(nested(100_000, wrap))
    row = ["1"] * 1000
    with pytest.raises(Rejected, match="larger than"):
        check_size([row] * 5001)


def test_messages_are_short() -> None:
    assert shown(term("x + 1")) == "(x + 1)"
    assert len(shown(read_term(["Add", *[["var", "x"]] * 500]))) == 60


def test_of_several_values_none_may_move_with_a_derivative() -> None:
    slope = ("Derivative", term("x*y*z"), "x", 1)
    for values in ({"y": X, "z": ONE}, {"z": ONE, "y": X}, {"x": ONE}):
        with pytest.raises(Rejected):
            put(slope, values)
    assert put(slope, {"y": ONE, "z": ONE}) == ("Derivative", X, "x", 1)


def test_a_value_that_knows_the_bound_name_is_not_captured() -> None:
    outer = var("@1")
    for values in ({"x": outer}, {"x": outer, "y": Y}, {"x": Y, "y": outer}):
        with pytest.raises(Rejected):
            put(term("Integral(t*x*y, (t, 0, 1))"), values)
    inside = ("Integral", outer, "@1", ZERO, outer)
    assert put(inside, {"@1": Fraction(5)}) == ("Integral", outer, "@1", ZERO, Fraction(5))


def test_what_binds_is_put_in_under_its_canonical_names() -> None:
    inner, whole = term("Integral(s, (s, 0, z))"), term("Integral(t*Integral(s, (s, 0, z))*z, (t, 0, 1))")
    assert put(term("Integral(t*x*y, (t, 0, 1))"), {"x": inner, "y": var("z")}) == whole
    assert swap(term("Integral(t*exp(x)*z, (t, 0, 1))"), term("exp(x)"), inner) == whole
    assert opened(whole, ("z",))[1] == term("x1*Integral(s, (s, 0, z))*z")


@pytest.mark.parametrize(
    "wrong",
    [
        ["Held", "1", "2"],
        ["Held"],
        ["Derivative", ["var", "x"]],
        ["Derivative", ["var", "x"], ["x", "1", "1"]],
        ["Derivative", ["var", "x"], ["x", "7"]],
        ["Derivative", ["var", "x"], ["x", "0"]],
        ["Integral", ["var", "x"], ["x", "0"]],
        ["Integral", ["var", "x"], ["x", "0", "1", "2"]],
        ["Integral", ["var", "x"]],
        ["Piecewise", ["1", ["<", "0", "1", "2"]]],
        ["Piecewise", ["1", ["~", "0", "1"]]],
        ["Piecewise", ["1", True, True]],
        ["Piecewise"],
        ["Pow", "1" + "0" * 1000, "50000"],
        ["Pow", "1/1" + "0" * 1000, "50000"],
        ["exp", "100001"],
        ["Add", "1"],
        ["exp"],
        ["exp", "1", "2"],
        ["var", "x", "y"],
        ["let", "kl", False, ["P", "1/2", "1/2"], ["Q", "1/2", "1/2"]],
        ["let", "a", "b"],
        ["quantity"],
        ["divergence", "kl", True, ["P", "1"]],
        ["divergence", "kl", True, ["P", "1", "0"], ["Q", "1"]],
        ["divergence", "kl", True, ["P"], ["Q"]],
        ["divergence", "kl", "yes", ["P", "1", "0"], ["Q", "1/2", "1/2"]],
        ["divergence", "kl", True, ["P", "1", "0"], ["Q", "1/2", "1/2"], "2"],
        ["divergence", "none", True, ["P", "1", "0"], ["Q", "1/2", "1/2"]],
    ],
)
def test_what_has_a_part_too_many_or_too_few_is_no_term(wrong: Any) -> None:
    with pytest.raises(Rejected):
        read_term(wrong)


def test_a_chance_of_0_in_a_closed_row_counts_as_nothing() -> None:
    rows = [["P", "1", "0"], ["Q", "1/2", "1/2"]]
    closed, open_ = (read_term(["divergence", "kl", told, *rows]) for told in (True, False))
    assert abs(at_point(sub(closed, term("log(2)")), {}, 64)) < 1e-15
    assert not at_point(open_, {}, 64).is_finite()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Integral(1 + 0*t, (t, x, y))", ["x", "y"]),
        ("Piecewise((x, y < z), (1, True))", ["x", "y", "z", "1"]),
        ("Max(x, y, 2)", ["x", "y", "2"]),
        ("x", []),
    ],
)
def test_the_parts_of_a_term(text: str, parts: list[str]) -> None:
    """Of what binds the body and both ends; no head, no name, no relation is one."""
    found = list(module.children(term(text)))
    assert found[-len(parts) :] == [term(part) for part in parts] if parts else found == []
    assert all(isinstance(part, (tuple, Fraction)) for part in module.nodes(term(text)))


def test_what_was_found_is_found_again_for_the_next_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof shows the same whatever was asked before it: `check` begins by forgetting."""
    asked: list[int] = []
    monkeypatch.setattr(module, "_REMEMBERED", list(module._REMEMBERED))
    ask = module.remembered(4)(lambda n: asked.append(n) or n)
    assert [ask(1), ask(1), ask(2)] == [1, 1, 2]
    assert asked == [1, 2]
    claim = {"region": {"intervals": [], "such_that": []}, "statement": ["Rel", "1", "<", "2"]}
    check(claim, {"holds": {"rule": "relation", "proof": {"rule": "sign"}}, "witness": {}})
    assert ask(1) == 1
    assert asked == [1, 2, 1]
