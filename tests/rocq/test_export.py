"""What is exported for Rocq says the claim, existence of its sides included; what cannot be said is refused in one line."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from meeting import meet
from small_certificates import (
    ABSENT,
    CHOSEN,
    EXHIBITED,
    INVERSE,
    NUMBER,
    PHI,
    POSITIVE,
    REFUTATION,
    SECOND,
    SLOPE,
    TRUE,
    X,
    bell_at_most,
    both_tails,
    equal_sides,
    half_line,
    log_of_product,
    made,
    refuted_at,
    shown,
)

from dplemma.kernel.enclose import at_point
from dplemma.kernel.reading import read_region, read_statement
from dplemma.kernel.statement import Rel
from dplemma.kernel.term import ZERO, read_term
from dplemma.rocq.export import exported
from dplemma.rocq.logic import Arrow, Atom
from dplemma.rocq.statements import claim, printed_digits
from dplemma.rocq.terms import NotExported, conditions, plain, term_text


@pytest.mark.parametrize(
    ("tree", "text", "needs"),
    [
        (INVERSE, "(/ x)", [("!=", "0")]),
        (["Pow", X, "-2"], "(/ (x ^ 2))", [("!=", "0")]),
        (["Pow", X, "1/2"], "(sqrt x)", [(">=", "0")]),
        (["Pow", X, "-3/2"], "(/ ((sqrt x) ^ 3))", [(">", "0")]),
        (["Pow", X, "1/3"], "(Rpower x (1 / 3))", [(">", "0")]),
        (["Pow", "2", X], "(Rpower 2 x)", []),
        (["log", X], "(ln x)", [(">", "0")]),
        (["PhiInv", X], "(PhiInv x)", [(">", "0"), ("<", "1")]),
        (["Add", "-1/2", ["Mul", "3", "pi", ["exp", X]]], "((- 1 / 2) + (3 * PI * (exp x)))", []),
        (["Max", X, "0", "E"], "(Rmax x (Rmax 0 (exp 1)))", []),
        (["Q", X], "(1 + ((- 1) * (Phi x)))", []),
    ],
)
def test_a_term_is_written_with_the_conditions_under_which_it_exists(tree: Any, text: str, needs: list[tuple[str, str]]) -> None:
    term = plain(read_term(tree))
    assert term_text(term) == text
    assert conditions(term) == [Atom(Rel(("var", "x"), rel, read_term(end))) for rel, end in needs]


def test_a_branch_is_asked_to_exist_only_where_it_is_taken() -> None:
    term = read_term(["Piecewise", ["0", ["<=", X, "0"]], [["log", X], True]])
    x = ("var", "x")
    assert term_text(term) == "(if Rle_dec x 0 then 0 else (ln x))"
    assert conditions(term) == [Arrow(Atom(Rel(x, ">", ZERO)), Atom(Rel(x, ">", ZERO)))]


def test_a_piecewise_without_a_branch_has_no_value() -> None:
    term = read_term(["Piecewise", ["1", ["<", X, "0"]]])
    (condition,) = conditions(term)
    assert condition == Arrow(Atom(Rel(("var", "x"), ">=", ZERO)), Atom(Rel(read_term("1"), "<", ZERO)))


def test_a_refutation_states_the_claim_the_point_and_that_both_sides_exist_there() -> None:
    text = exported(REFUTATION)
    assert "Definition claim : Prop :=\n  (forall x : R, x > 0 -> (x <> 0 /\\ (/ x) <= 1)).\n" in text
    assert "((1 / 2) > 0 /\\ (1 / 2) <> 0 /\\ (~ ((1 / 2) <> 0 /\\ (/ (1 / 2)) <= 1)))" in text
    assert "Theorem refuted : ~ claim.\n" in text


def test_what_is_given_and_integers_are_premises() -> None:
    whole, given = ["n", "the integers of [1, oo)"], ["Rel", ["log", ["var", "n"]], "<", "9"]
    region = read_region({"intervals": [whole], "such_that": [given]})
    statement = read_statement(["Implies", ["Rel", ["Pow", ["var", "n"], "-1"], "<", "1"], ["Rel", ["var", "n"], ">", "1"]])
    text = exported(made(["Rel", "1", "<", "0"], {"fails": {"point": {"n": "2"}}}, [whole]))
    assert "forall n : R, n >= 1 -> (exists k : Z, n = IZR k) -> 1 < 0" in text
    assert len(claim(region, statement).premises) == 4  # pyright: ignore[reportAttributeAccessIssue]


def test_where_a_part_cannot_be_said_the_part_that_fails_is_exported() -> None:
    statement = ["All", [["Rel", ["Chi2CDF", X, "2"], ">", "0"], ["Rel", INVERSE, "<=", "1"]]]
    text = exported(made(statement, {"fails": {"part": 1, "inner": {"point": {"x": "1/2"}}}}, POSITIVE))
    assert "refuted (its part 2 of 2)" in text and "(x <> 0 /\\ (/ x) <= 1)" in text


def test_monotony_is_about_two_points() -> None:
    text = exported(SECOND)
    pairs = "(forall x_next : R, x_next >= (- 1) -> x_next <= 1 -> x < x_next -> (x ^ 2) < (x_next ^ 2))"
    assert pairs in text and "specialize (H (1 / 2))" in text


def test_a_derivative_must_exist_and_is_a_lemma() -> None:
    text = exported(SLOPE)
    assert "(ex_derive (fun x : R => (ln (x + 1))) x)" in text and "rewrite (is_derive_unique _ _ _ (derived_" in text


def test_a_side_off_its_domain_refutes() -> None:
    assert "Theorem refuted : ~ claim." in exported(ABSENT)


def test_what_exists_is_exhibited_and_a_wrong_value_is_not_exported() -> None:
    assert "exists 2; exists 4; " in exported(EXHIBITED)
    wrong = {**EXHIBITED, "proof": {"holds": {"rule": "exhibit", "values": {"x": "1", "y": "1"}}, "witness": {}}}
    with pytest.raises(NotExported, match="not seen to be so at the values"):
        exported(wrong)


def test_a_relation_on_a_region_is_a_lemma_with_what_is_given_of_its_variables() -> None:
    text = exported(shown(["All", [["Rel", X, ">", "-1"], ["Rel", ["var", "y"], "<", "9"]]], [["x", "(0, oo)"], ["y", "[1, 2]"]]))
    assert "Lemma leaf_1 : (forall x : R, x > 0 -> x > (- 1))." in text
    assert "Lemma leaf_2 : (forall y : R, y >= 1 -> y <= 2 -> y < 9)." in text and "apply (leaf_2 y); assumption" in text


def test_normal_forms_are_asserted_and_not_believed() -> None:
    text = exported(log_of_product("2"))
    assert "by_logarithms" in text and "assert (E1 : (ln (4 * (x ^ 2) * (exp y))) = " in text


def test_what_is_rewritten_by_is_asserted_first() -> None:
    text = exported(equal_sides("1"))
    assert -1 < text.index("assert (E1 : ") < text.index("apply Req_ge; rewrite ?E")


@pytest.mark.parametrize("name", ["H", "z", "E", "x_"])
def test_a_variable_is_out_of_the_way_of_tactics_and_constants(name: str) -> None:
    text = exported(shown(["Rel", ["var", name], ">", "-1"], [[name, "(0, oo)"]]))
    assert f"(forall {name}_ : R, {name}_ > 0 -> {name}_ > (- 1))" in text


def test_a_sum_is_written_out() -> None:
    total = ["Sum", ["Mul", ["binomial", "3", ["var", "k"]], X], ["k", "1", "3"]]
    text = exported(refuted_at(["Rel", total, "<", "1"], POSITIVE, x="1"))
    assert "((3 * x) + (3 * x) + (1 * x)) < 1" in text


def test_integrals_are_lemmas_of_their_own() -> None:
    text = exported(PHI)
    assert "Definition Phi (x : R) : R := 1 / 2 + Gauss x / sqrt (2 * PI)." in text and "Definition PhiInv" in text
    assert text.count("unfold Gauss; integral with") == 3  # Phi at the point, and on both sides of the quantile


def test_an_integral_must_converge_and_has_a_closed_form() -> None:
    text = exported(bell_at_most("17/10"))
    assert "(ex_RInt_gen (fun z1_ : R => (exp ((- 1) * x * (z1_ ^ 2)))) (Rbar_locally m_infty) (Rbar_locally p_infty))" in text
    assert "rewrite (integral_value _ _ _ _ integrated_" in text and "apply (bell_integral " in text
    assert "Lemma Gauss_square" in text and "apply exp_up" in exported(half_line("1"))


def test_the_normal_law_is_known_on_regions_where_it_is_used() -> None:
    assert "by_law" in exported(both_tails("1")) and "Lemma Phi_reflected" in exported(both_tails("1"))
    assert "Phi_reflected" not in exported(TRUE) and "Phi_reflected" not in exported(PHI)


@pytest.mark.parametrize("x", ["1/3", "2", "9"])
def test_a_chi_square_law_of_one_degree_is_that_of_a_square(x: str) -> None:
    """What is written out has the value of the kernel's function."""
    for tree in (["Chi2CDF", x, "1"], ["Chi2SF", x, "1"], ["Chi2PDF", x, "1"], ["NCChi2CDF", x, "1", "5/4"],
                 ["NCChi2SF", x, "1", "5/4"], ["NCChi2PDF", x, "1", "5/4"]):  # fmt: skip
        term = read_term(tree)
        assert "Phi" in str(plain(term)) or "exp" in str(plain(term))
        written, meant = (at_point(each, {}, 200) for each in (plain(term), term))
        assert meet(written, meant) and written.rel_accuracy_bits() > 100, tree


def test_the_part_that_is_taken_is_chosen_by_lemmas() -> None:
    text = exported(CHOSEN)
    assert "destruct (Rlt_dec (- 3) 0) as [_ | N]" in text and "rewrite (Rabs_turned (- 3) fact_" in text
    assert "rewrite (Rmax_left ((- 1) * (- 3)) 0 fact_" in text


def test_only_what_is_used_is_defined() -> None:
    assert "Gauss" not in exported(REFUTATION) and "PhiInv" not in exported(REFUTATION)
    assert "Ltac broken" in exported(TRUE) and "Ltac broken" not in exported(NUMBER)


def test_printed_digits_are_read_as_the_kernel_reads_them() -> None:
    text = exported(NUMBER)
    assert "((exp 1) >= (543 / 200) /\\ (exp 1) <= (109 / 40))" in text
    order = printed_digits(read_statement(["Number", "7", ["1e1", "order"]]))  # pyright: ignore[reportArgumentType]
    assert isinstance(order, Rel) and order.rel == "<="


_STEEP = ["exp", ["Pow", ["var", "t"], "3"]]


@pytest.mark.parametrize(
    ("certificate", "why"),
    [
        (refuted_at(["Rel", ["Chi2CDF", X, "2"], "<", "0"], POSITIVE, x="1"), "a chi-square law of more than one degree"),
        (refuted_at(["Rel", ["gamma", X], "<", "0"], POSITIVE, x="1"), "gamma has no definition in Rocq here"),
        (refuted_at(["Rel", ["Integral", "1", ["t", "0", "oo"]], "<", "0"]), "an integral without a closed form here"),
        (refuted_at(["Rel", ["Integral", ["log", ["var", "t"]], ["t", "1", "2"]], "<", "0"]), "where its body may not exist"),
        (refuted_at(["Rel", ["Integral", _STEEP, ["t", "0", "1"]], "<", "0"]), "an integral without a closed form here"),
        (bell_at_most("18/10"), "the statement is not seen to fail at the point"),
        (refuted_at(["Monotone", X, "x", "decreasing", True], POSITIVE, x="1"), "the statement is not seen to fail at the point"),
        (refuted_at(["Rel", INVERSE, "<=", "1"], POSITIVE, x="2"), "the statement is not seen to fail at the point"),
        (refuted_at(["Rel", INVERSE, "<=", "1"], POSITIVE, x="-1"), "the statement is not seen to fail at the point"),
        (made(["Rel", X, ">", "1"], {"fails": {"proof": {}, "point": {"x": "1"}}}, POSITIVE), "a refutation by a proof"),
        (refuted_at(["Rel", ["Pow", X, "1/3"], "<", "1"], [["x", "[-1, 1]"]], x="0"), "a side is not certain not to exist"),
        (
            refuted_at(["Rel", ["Derivative", ["Abs", X], ["x", "1"]], "=", "0"], POSITIVE, x="1"),
            "a derivative of what has a corner",
        ),
        (shown(["Exists", [["y", "[0, 1]"]], ["Rel", ["var", "y"], ">", "1"]], POSITIVE), "a part of the kind Some"),
        (
            refuted_at(["Rel", X, ">", "9"], POSITIVE, [["Rel", ["Pow", X, "1/3"], "<", "1"]], x="1/2"),
            "a premise with a real power",
        ),
        (refuted_at(["Rel", ["Pow", X, "1000"], "<", "1"], POSITIVE, x="1"), "a power of degree 1000"),
    ],
)
def test_what_cannot_be_exported_says_so_in_one_line(certificate: dict[str, Any], why: str) -> None:
    with pytest.raises(NotExported, match=why) as caught:
        exported(certificate)
    assert "\n" not in str(caught.value)


def test_the_exporter_imports_no_sympy() -> None:
    code = "import sys; import dplemma.rocq.build, dplemma.rocq.table; print('sympy' in sys.modules, 'mpmath' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
