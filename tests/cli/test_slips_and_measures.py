"""Slips have a list of their own, a measured claim shows its number, and both are counted as what they are."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from cli_world import ORDERING, SLOPE, TAIL, UPPER, FakeClaim, World

from dplemma.ledger.verdict import Counterexample, Verdict

LITERAL = f"{SLOPE}/as-extracted"
POINT = Counterexample(kind="relation", point={"psi": "2"}, lhs="0.3", rhs="0.2")


@pytest.fixture
def told(world: World) -> World:
    """The world with a slip, and a claim that is measured."""
    literal = FakeClaim(id=LITERAL, where="Lemma 4", formula="R = Phi^2", amends=SLOPE)
    world.claims[SLOPE] = replace(world.claims[SLOPE], as_extracted=literal, reading="The exponent is a footnote mark.")
    world.claims[LITERAL] = literal
    world.verdicts[LITERAL] = Verdict(verdict="refuted", engine="refuter", counterexample=POINT)
    world.verdicts[TAIL] = Verdict(verdict="measured", engine="measure", measured="within 8.1 %")
    assert world.run("verify", "--jobs", "1", "--update-ledger")[0] == 0
    return world


def test_verify_decides_the_literal_text_with_its_claim(told: World) -> None:
    _, out, _ = told.run("verify", "--jobs", "1", SLOPE, "--json")
    claim, literal = json.loads(out)["claims"]
    assert literal["id"] == LITERAL
    assert claim["as_extracted"]["statement"] == "R = Phi^2"
    assert claim["as_extracted"]["verdict"] == "refuted"
    assert claim["as_extracted"]["counterexample"]["point"] == {"psi": "2"}


def test_a_slip_is_no_finding(told: World) -> None:
    data = json.loads(told.run("findings", "--json")[1])
    assert [entry["id"] for entry in data["findings"]] == [UPPER, ORDERING]
    assert [entry["id"] for entry in data["slips"]] == [SLOPE]
    page = told.run("findings")[1]
    assert page.index("2 refuted claims") < page.index("Slips") < page.index(SLOPE)
    assert "refuted (by refuter): at psi = 2: left side 0.3 > right side 0.2" in page
    assert "reading      The exponent is a footnote mark." in page
    markdown = told.run("findings", "--markdown")[1]
    assert "## Slips\n\n1 slip. The text as extracted is not what is meant" in markdown
    assert "```math\nR = Phi^2\n```" in markdown


def test_without_slips_there_is_no_list_of_them(world: World) -> None:
    assert "Slips" not in world.run("findings")[1] + world.run("findings", "--markdown")[1]


def test_show_tells_of_the_literal_text_and_of_the_number(told: World) -> None:
    assert f"As extracted: {LITERAL}" in told.run("show", SLOPE)[1]
    assert "the claim is its evident print" in told.run("show", LITERAL)[1]
    assert "measured: within 8.1 %" in told.run("show", TAIL)[1]


def test_list_shows_the_number(told: World) -> None:
    lines = told.run("list", "--verdict", "measured")[1].splitlines()
    row = next(n for n, line in enumerate(lines) if TAIL in line)
    assert lines[row].split()[0] == "measured"
    assert lines[row + 1].strip() == "within 8.1 %"


def test_totals(told: World) -> None:
    totals = json.loads(told.run("verify", "--jobs", "1", "--json")[1])["totals"]
    assert totals["slips"]["refuted"] == 1
    assert totals["by_verdict"]["measured"] == 1
    assert totals["by_verdict"]["refuted"] == 2  # the literal text is not among them
    core = {"items": 8, "decided": 5, "settled": 4, "decided_percent": 62.5, "settled_percent": 50.0}
    prose = {"items": 3, "decided": 1, "settled": 0, "decided_percent": 33.3, "settled_percent": 0.0}
    assert totals["coverage"] == {"core": core, "prose": prose}
    page = told.run("verify", "--jobs", "1")[1]
    assert "prose: 1 of 3 statements decided (33.3 %), 0 settled (0.0 %)" in page


def test_findings_carry_a_class(told: World) -> None:
    told.claims[UPPER] = replace(told.claims[UPPER], class_="condition")
    told.run("verify", "--jobs", "1", "--update-ledger")
    assert json.loads(told.run("findings", "--json")[1])["findings"][0]["class"] == "condition"
    assert "class    condition: it is true only under a condition" in told.run("findings")[1]
    assert "| condition | unsafe |" in told.run("findings", "--markdown")[1]
