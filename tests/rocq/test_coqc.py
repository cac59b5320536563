"""Rocq itself on a few small files: true ones are accepted, forged ones refused. Skipped where there is no coqc."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from small_certificates import (
    ABSENT,
    CHOSEN,
    EXHIBITED,
    FALSE,
    NUMBER,
    ONE_DEGREE,
    PHI,
    REFUTATION,
    SATURATED,
    SECOND,
    SLOPE,
    TRUE,
    UPPER_TAIL,
    X,
    bell_at_most,
    both_tails,
    by_factors,
    equal_sides,
    falls,
    half_line,
    log_of_product,
    there_and_back,
)

from dplemma.rocq.coqc import assumptions, axioms_in, checked, find_coqc
from dplemma.rocq.export import exported

needs_coqc = pytest.mark.skipif(find_coqc() is None, reason="no coqc; on Debian: apt-get install coq libcoq-interval")


@needs_coqc
@pytest.mark.sample
def test_a_refutation_is_accepted() -> None:
    found = checked(exported(REFUTATION))
    assert found.accepted and found.seconds > 0, found.reason


KINDS = {
    "integrals": PHI, "branches": CHOSEN, "region": TRUE, "digits": NUMBER, "two points": SECOND, "slope": SLOPE,
    "absent": ABSENT, "exhibited": EXHIBITED, "logarithms": log_of_product("2"), "factors": by_factors("1/4"),
    "monotone": falls(SATURATED), "bell": bell_at_most("17/10"), "half line": half_line("1"), "tails": both_tails("1"),
    "equal sides": equal_sides("1"), "inverse": there_and_back("1"), "slope of Phi": falls(UPPER_TAIL), "one degree": ONE_DEGREE,
}  # fmt: skip
WRONG = {
    "logarithms": log_of_product("3"), "factors": by_factors("6/25"), "monotone": falls(["Add", X, SATURATED]),
    "region": FALSE, "half line": half_line("2"), "tails": both_tails("2"), "inverse": there_and_back("1/2"),
    "equal sides": equal_sides("2"),
    "slope of Phi": falls(["Phi", X]),
}  # fmt: skip


@needs_coqc
@pytest.mark.bulk
@pytest.mark.parametrize("certificate", KINDS.values(), ids=KINDS)
def test_other_kinds_are_accepted(certificate: dict[str, Any]) -> None:
    found = checked(exported(certificate))
    assert found.accepted, found.reason


FORGED = {
    "the claim is another one": ("(/ x) <= 1)).", "(/ x) <= 2))."),
    "the point is another one": ("(1 / 2)", "(3 / 2)"),
    "a fact is not one": ("Lemma fact_1 : (1 / 2) > 0", "Lemma fact_1 : (1 / 2) > 1"),
    "the end is admitted": ("Theorem refuted : ~ claim.\nProof.", "Theorem refuted : claim.\nProof."),
}


@needs_coqc
@pytest.mark.bulk
@pytest.mark.parametrize(("old", "new"), FORGED.values(), ids=FORGED)
def test_a_file_changed_by_hand_is_refused(old: str, new: str) -> None:
    text = exported(REFUTATION)
    assert old in text
    found = checked(text.replace(old, new))
    assert not found.accepted and found.reason.startswith("line ")


@needs_coqc
@pytest.mark.sample
def test_a_false_claim_is_refused() -> None:
    """1/x <= 1 for all x > 0, with a proof object that says so: the file is written, and Rocq refuses it."""
    assert not checked(exported(FALSE)).accepted


@needs_coqc
@pytest.mark.bulk
@pytest.mark.parametrize("certificate", WRONG.values(), ids=WRONG)
def test_a_false_statement_on_a_region_is_refused(certificate: dict[str, Any]) -> None:
    assert not checked(exported(certificate)).accepted


@needs_coqc
@pytest.mark.bulk
def test_the_axioms_are_those_of_the_real_numbers_and_of_the_processor(tmp_path: Path) -> None:
    assert checked(exported(REFUTATION), folder=tmp_path, name="one").accepted
    found = assumptions(tmp_path, {"one": "refuted"})
    assert found is not None and "63-bit integers" in found and all(name.split(".")[0] in REALS for name in found)


REALS = ("63-bit integers", "binary64 floats", "ClassicalDedekindReals", "Classical_Prop", "FunctionalExtensionality")


@needs_coqc
@pytest.mark.bulk
def test_a_file_that_takes_too_long_is_ended() -> None:
    found = checked("Fixpoint f n := match n with O => O | S m => f m + f m end.\nCompute f 40.\n", max_seconds=1)
    assert not found.accepted and found.reason == "not within 1 s"


def test_axioms_are_read_from_what_rocq_prints() -> None:
    printed = """Axioms:
Uint63.add_spec
  : forall x y : PrimInt63.int, Uint63.to_Z x = Uint63.to_Z y
PrimInt63.add : PrimInt63.int -> PrimInt63.int -> PrimInt63.int
Classical_Prop.classic : forall P : Prop, P \\/ ~ P
ClassicalDedekindReals.sig_forall_dec
  : forall P : nat -> Prop, P 0
"""
    assert axioms_in(printed) == ("63-bit integers", "ClassicalDedekindReals.sig_forall_dec", "Classical_Prop.classic")
    assert axioms_in("Closed under the global context\n") == ()
