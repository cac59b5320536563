"""Every derivation holds, proves the claim it names, and fails at the line that is changed, whatever the line."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest
from line_mutants import Mutant, check_link, mutants

import tiers
from dplemma.decide.derivations.check import CheckedDerivation, check
from dplemma.kernel import check as kernel
from dplemma.lang import Claim, Derivation, Rational, Rel, variables
from dplemma.lang import derivation_files as derivations
from dplemma.lang.derivation_uses import needed
from dplemma.lang.statement_tree import region_to_tree, written_statement
from dplemma.ledger import store as ledger
from dplemma.papers import load_claims

IDS = list(derivations.index())


@cache
def mutants_of(derivation_id: str) -> dict[str, Mutant]:
    return {mutant.id: mutant for mutant in mutants(derivations.load(derivation_id))}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The mutants of every derivation; where the dear tests take turns, of those whose turn it is: to name them is dear, too."""
    if "mutant" in metafunc.fixturenames:
        turn = metafunc.config.getoption("--rotation")
        chosen = [key for key in IDS if turn is None or tiers.chain_class(key) == int(turn)]
        found = {name: mutant for key in chosen for name, mutant in mutants_of(key).items()}
        metafunc.parametrize("mutant", found.values(), ids=found)


def claim_of(derivation: Derivation) -> Claim | None:
    return load_claims()[derivation.proves] if derivation.proves else None


@cache
def checked(derivation_id: str) -> CheckedDerivation:
    derivation = derivations.load(derivation_id)
    return check(derivation, claim_of(derivation))


@pytest.mark.parametrize("derivation_id", IDS)
def test_every_line_holds(derivation_id: str) -> None:
    found = checked(derivation_id)
    assert found.failing() is None
    assert found.status == "holds"
    assert (found.verdict.verdict, found.verdict.engine) == ("proved", "derivation")
    assert all(condition.solid for chain in found.chains for step in chain.steps for condition in step.conditions)
    if found.claim is not None:
        claim = {"region": region_to_tree(found.claim.on), "statement": written_statement(found.claim.statement)}
        assert kernel.check(claim, json.loads(json.dumps(found.proof))).verdict == "proved"


def test_a_line_that_is_changed_or_left_out_fails_and_is_named(mutant: Mutant) -> None:
    known = checked(mutant.original.id)
    step = check_link(known, mutant)
    if step.status != "holds":
        assert step.why(), "no reason is given"
        return
    found = check(mutant.derivation, known.claim, all_lines=False)  # true as it stands: what rests on it fails, and at once
    failing = found.failing()
    assert failing is not None, "the change was not noticed"
    chain, number = mutant.line
    at_once = [(chain, number), (chain, number + 1), ("", 0)]
    assert failing[:2] in at_once or (chain and not failing[0]), f"noticed at {failing}, not at {mutant.line}"
    assert failing[2], "no reason is given"
    assert found.verdict.verdict == "undecided"


@pytest.mark.parametrize("derivation_id", ["bayes-precision", "subsampling", "partial-order"])
def test_the_line_alone_fails_where_the_derivation_does(derivation_id: str) -> None:
    for mutant in mutants_of(derivation_id).values():
        step, failing = check_link(checked(derivation_id), mutant), check(mutant.derivation, all_lines=False).failing()
        assert step.status == "holds" or (failing is not None and failing == (*mutant.line, step.why())), mutant.id


@pytest.mark.parametrize("derivation_id", IDS)
def test_every_line_has_mutants(derivation_id: str) -> None:
    """Each line of each chain is changed, and so is each statement that the engines decide: the test above leaves none out."""
    derivation = derivations.load(derivation_id)
    changed = [mutant.line for mutant in mutants_of(derivation_id).values()]
    lines = {("", number) for number in range(1, len(derivation.steps) + 1)}
    for lemma in derivation.lemmas:
        lines |= {(lemma.name, number) for number in range(1, max(len(lemma.steps), 1) + 1)}
    assert lines <= set(changed)
    assert len(changed) >= 2 * len(lines) - len(derivation.lemmas)


def test_the_index_read_as_text_agrees_with_the_derivations() -> None:
    for derivation_id, entry in derivations.index().items():
        derivation = derivations.load(derivation_id)
        assert (entry.id, entry.title) == (derivation.id, derivation.title)
        assert (entry.proves, entry.about, entry.uses) == (derivation.proves, derivation.about, derivation.uses)
        assert entry.printed == ("" if derivation.printed is None else derivation.printed.where)
        assert derivation.proves or derivation.about, "a derivation belongs to a claim"
        assert entry.file.stem.replace("_", "-") == derivation.id
        assert {derivation.proves, derivation.about} - {""} <= set(load_claims())


def test_claims_with_a_derivation_are_proved_in_the_ledger() -> None:
    records = ledger.read()
    for claim_id in derivations.claimed():
        assert records[claim_id].verdict == "proved", claim_id


PRINTED = [key for key, entry in derivations.index().items() if entry.printed]


@pytest.mark.parametrize("derivation_id", PRINTED)
def test_a_printed_proof_has_a_false_line_with_a_counterexample(derivation_id: str) -> None:
    found = checked(derivation_id)
    false = found.false_printed_step()
    assert false is not None, [verdict.verdict for _, verdict in found.printed]
    assert false[2].counterexample is not None
    assert all(verdict.verdict != "undecided" for _, verdict in found.printed)


def test_every_refuted_step_of_a_printed_proof_is_encoded() -> None:
    """What the ledger calls a false step of a proof stands in a printed proof, and what such a proof names is refuted."""
    records = ledger.read()
    named = {claim for key in PRINTED if (proof := derivations.load(key).printed) is not None for claim in proof.claims}
    assert {claim: records[claim].verdict for claim in named} == dict.fromkeys(named, "refuted")
    steps = {key for key, record in records.items() if record.verdict == "refuted" and record.class_ == "proof"}
    assert steps <= named


def test_what_is_used_is_used_by_a_rule() -> None:
    for derivation_id in IDS:
        derivation = derivations.load(derivation_id)
        assert {name.partition(": ")[0] for name in needed(derivation)} >= set(derivation.uses), derivation_id


def test_a_claim_that_says_something_else_is_not_proved_by_it() -> None:
    """Same id, same derivation, another right side or a larger region: the ends are compared with the claim itself."""
    derivation = derivations.load("auc")
    claim = claim_of(derivation)
    assert claim is not None
    other = Claim(
        id=claim.id, where="x", kind="identity", states="x", lhs=claim.lhs, rel="=", rhs=claim.rhs + variables("psi") / 10**9,
        on=claim.on,
    )  # fmt: skip
    found = check(derivation, other, all_lines=False)
    assert found.end_failure is not None and found.end_failure[0] == len(derivation.steps) and found.proof is None
    from dplemma.lang import REAL, Region

    wider = Claim(id=claim.id, where="x", kind="identity", states="x", lhs=claim.lhs, rel="=", rhs=claim.rhs, on=Region(psi=REAL))
    found = check(derivation, wider, all_lines=False)
    assert found.end_failure is not None and "no chain of the derivation concludes" in found.end_failure[1]


def test_a_claim_about_a_root_is_tied_to_the_derivation_with_the_root_as_a_variable() -> None:
    """d mu/d eps at fixed delta becomes a quotient of slopes; another constant or another quantity is not what is derived."""
    derivation = derivations.load("gdpt-slope")
    claim = claim_of(derivation)
    assert claim is not None
    speed = claim.statement.parts()[0]
    assert isinstance(speed, Rel)
    for other in (Rel(speed.lhs, "<=", speed.rhs * Rational(99, 100)), Rel(2 * speed.lhs, "<=", speed.rhs)):
        twin = Claim(id="x/y", where="x", kind="inequality", states="x", holds=other, on=claim.on.without("mu"))
        found = check(derivation, twin, all_lines=False)
        assert found.end_failure is not None and "no chain of the derivation concludes" in found.end_failure[1]


def test_listing_and_showing_need_no_sympy() -> None:
    code = (
        "import sys; from dplemma.cli import main\n"
        "assert main(['derive', '--list', '--json']) == 0 and main(['show', 'sensitivity_index/lemma-3']) == 0\n"
        "assert main(['show', 'hypothesis_testing/eq-12/upper-branch']) == 0\n"
        "assert 'sympy' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "dplemma derive sensitivity_index/lemma-3" in done.stdout
    assert "dplemma derive hypothesis_testing/eq-12/upper-branch" in done.stdout
    assert "auc" in {row["id"] for row in json.loads(done.stdout.partition("\n}\n")[0] + "\n}")["derivations"]}
