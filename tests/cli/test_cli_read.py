"""`list`, `show`, `find` and `findings`: what a reader of the ledger sees."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cli_world import AUC, ORDERING, REMARK, SLOPE, TABLE, TAIL, UPPER, World

import dplemma.ledger.verdict
from dplemma.lang.trusted import TRUSTED
from dplemma.ledger import store as ledger
from dplemma.ledger.phrases import failure_phrase, verdict_phrase
from dplemma.ledger.verdict import VERDICTS, Counterexample
from dplemma.report.pages.show import counterexample_lines


def ids(out: str, key: str, name: str = "id") -> list[str]:
    return [entry[name] for entry in json.loads(out)[key]]


def sections(out: str) -> dict[str, str]:
    """Title -> body of a `show` page."""
    blocks = [block.split("\n", 1) for block in out.rstrip().split("\n\n")[1:]]
    return {title: " ".join(body.split()) for title, body in blocks}


class TestList:
    def test_everything_in_the_order_of_the_papers(self, world: World) -> None:
        code, out, _ = world.run("list")
        assert code == 0
        places = [out.index(paper.title) for paper in world.papers.values()]
        assert places == sorted(places)
        assert all(identifier in out for identifier in world.claims)
        assert "counterexample" not in out

    @pytest.mark.parametrize("verdict", VERDICTS)
    def test_by_verdict(self, world: World, verdict: str) -> None:
        _, out, _ = world.run("list", "--verdict", verdict, "--json")
        wanted = {key for key, record in world.records().items() if record.verdict == verdict}
        assert set(ids(out, "claims")) == wanted

    def test_a_star_marks_what_rests_on_the_literature(self, world: World) -> None:
        lines = world.run("list")[1].splitlines()
        assert [line.split()[1] for line in lines if line.startswith("  proved*")] == [AUC]
        assert sum(line.startswith("* assuming") for line in lines) == 1
        assert "*" not in world.run("list", "gdp_bridge/*")[1]

    def test_globs_cross_slashes(self, world: World) -> None:
        _, out, _ = world.run("list", "*upper*", "--json")
        assert ids(out, "claims") == [UPPER, f"{UPPER}/amended"]

    def test_nothing_with_that_verdict_is_not_an_error(self, world: World) -> None:
        assert world.run("list", "glrt/*", "--verdict", "proved") == (0, "no claim here is proved\n", "")

    def test_quantities(self, world: World) -> None:
        code, out, _ = world.run("list", "--quantities")
        assert code == 0
        assert "gaussian.delta(eps, mu)" in out
        assert "eps in [0, oo), mu in (0, oo); guarantee" in out
        assert "d: integers in [1, 64]" in out
        assert "not a DP guarantee" in out
        _, out, _ = world.run("list", "--quantities", "gaussian.*", "--json")
        assert ids(out, "quantities", "name") == ["gaussian.delta"]

    def test_quantities_need_no_ledger(self, bare_world: World) -> None:
        assert bare_world.run("list", "--quantities")[0] == 0
        code, _, err = bare_world.run("list")
        assert (code, err.count("\n")) == (2, 1)
        assert "dplemma verify --update-ledger" in err


class TestShow:
    def test_a_refuted_claim_in_full(self, world: World) -> None:
        code, out, _ = world.run("show", UPPER)
        assert code == 0
        assert "A bridge to Gaussian privacy. Emmy Noether (2022), Theorem 4.2 (right)" in out
        assert "papers/gdp_bridge/topic.py:41" in out
        page = sections(out)
        assert page["The paper says"] == "d mu_GDP(eps,delta)/d eps <= sqrt(2)*pi/2."
        assert page["Statement"].startswith("d mu/d eps <= sqrt(2)*pi/2")
        assert page["Verdict"] == "refuted (by balls)"
        assert "up to 128 bits" in page["Evidence"]
        assert "2.41234567890123456789012345678901e0 (> right side)" in page["Counterexample"]
        assert "delta = 1/10, eps = 1" in page["Counterexample"]
        assert page["Why it fails"] == "The factor pi belongs under the root."
        assert page[f"Amendment: {UPPER}/amended"].endswith("certified by balls")
        assert page["Reproduce"] == f"dplemma verify {UPPER}"

    @pytest.mark.parametrize(
        ("identifier", "title", "body"),
        [
            (SLOPE, "Verdict", "proved by symbolic"),
            (
                SLOPE,
                "Evidence",
                "audited with balls and mpmath at points of the region; form: expand "
                "witness inside the region: delta = 1/10, eps = 1",
            ),
            (AUC, "Evidence", "second opinion mpmath"),
            (AUC, "Reading", "AUC is taken over all tests."),
            (
                TABLE,
                "Evidence",
                "Arb: 30 digits at 64 points; second opinion none working precision up to 192 bits",
            ),
            (TABLE, f"Sharpened: {TABLE}/sharpened", "mu in [5.281, 5.282] certified by balls"),
            (TAIL, "Verdict", "undecided (tried: limit)"),
            (REMARK, "Verdict", "not formalised"),
            (REMARK, "Not formalised because", "a remark on people, not on mathematics"),
            (f"{UPPER}/amended", "In words", "The rate is bounded by sqrt(2 pi)."),
        ],
    )
    def test_parts(self, world: World, identifier: str, title: str, body: str) -> None:
        assert sections(world.run("show", identifier)[1])[title] == body

    def test_a_mechanism_is_shown_in_full(self, world: World) -> None:
        body = sections(world.run("show", ORDERING)[1])["Counterexample"]
        assert "P: 1/2, 1/4, 1/4 Q: 1/4, 1/4, 1/2" in body
        assert "told apart better" in body

    def test_what_a_verdict_assumes_is_told_in_full(self, world: World) -> None:
        body = sections(world.run("show", AUC)[1])["Verdict"]
        lemma = TRUSTED["neyman-pearson"]
        assert body.startswith("proved, assuming neyman-pearson (by derivation) neyman-pearson: ")
        assert body.endswith(f"{lemma.says} ({lemma.cites})")

    def test_the_parts_of_a_claim_are_listed_with_their_verdicts(self, world: World) -> None:
        records = world.records()
        result, step = UPPER.rpartition("/")[0], f"{UPPER}/amended"
        records[result] = replace(records[SLOPE], id=result)
        ledger.write(records, world.ledger_file)
        parts = sections(world.run("show", result)[1])["Parts"]
        assert parts == f"refuted {UPPER} (Theorem 4.2 (right))"
        assert step not in parts
        assert "Parts" not in sections(world.run("show", UPPER)[1])

    @pytest.mark.parametrize(
        ("engine", "assumes", "phrase"),
        [
            ("confirm", (), "confirmed (sampled)"),
            ("confirm", ("hockey-stick",), "confirmed (sampled), assuming hockey-stick"),
            ("execute", (), "confirmed by execute"),
        ],
    )
    def test_confirmed_says_that_points_were_sampled(
        self, world: World, engine: str, assumes: tuple[str, ...], phrase: str
    ) -> None:
        assert verdict_phrase(replace(world.records()[TABLE], engine=engine, assumes=assumes)) == phrase

    @pytest.mark.parametrize(
        ("note", "told"),
        [("x = y fails here", False), ("x < y fails here", True), ("division by zero", True)],
    )
    def test_a_note_that_repeats_the_statement_is_left_out(self, world: World, note: str, told: bool) -> None:
        failure = Counterexample(kind="relation", point={"x": "1"}, lhs="1", rhs="2", note=note)
        record = replace(world.records()[UPPER], text="x = y, for x in (0, oo)", counterexample=failure)
        assert (note in counterexample_lines(record)) is told

    def test_an_equivalence_has_only_one_kind_of_sides(self, world: World) -> None:
        note = "left side is true, right side is false; psi <= mu fails here"
        failure = Counterexample(kind="equivalence", point={"mu": "1", "psi": "2"}, lhs="2.0", rhs="1.0", note=note)
        lines = counterexample_lines(replace(world.records()[UPPER], counterexample=failure))
        assert lines[-2:] == [note, "the failing relation: 2.0 > 1.0"]
        assert failure_phrase(failure) == f"at mu = 1, psi = 2: {note}; the failing relation: 2.0 > 1.0"

    def test_latex_is_never_broken(self, world: World) -> None:
        records = world.records()
        formula = r"\frac{a}{b} + " * 20 + "1"
        records[UPPER] = replace(records[UPPER], statement=formula)
        ledger.write(records, world.ledger_file)
        assert world.run("show", UPPER, "--latex")[1] == f"\\[\n{formula}\n\\]\n"

    def test_latex_and_bibtex(self, world: World) -> None:
        out = world.run("show", UPPER, "--latex")[1]
        assert out.startswith("\\[\n") and out.endswith("\n\\]\n") and r"\leq" in out
        document = world.run("show", UPPER, "--latex", "--standalone")[1]
        assert document.startswith(r"\documentclass") and document.count(r"\leq") == 2
        assert world.run("show", UPPER, "--standalone")[0] == 2
        assert "ask for one of them" in world.run("show", UPPER, "--bibtex", "--latex")[2]
        assert world.run("show", UPPER, "--bibtex")[1] == world.papers["gdp_bridge"].bibtex() + "\n"

    def test_expand_writes_the_definitions(self, world: World) -> None:
        page = sections(world.run("show", UPPER, "--expand")[1])
        assert page["Statement"].startswith("d Root(x_mu)/d eps <= sqrt(2)*pi/2")
        assert "Root(x_mu)" in page[f"Amendment: {UPPER}/amended"]
        assert "Root" in world.run("show", UPPER, "--expand", "--latex")[1]

    def test_an_amendment_shows_how_it_is_read(self, world: World) -> None:
        records, better = world.records(), f"{UPPER}/amended"
        records[better] = replace(records[better], reading="mu is the transform.")
        ledger.write(records, world.ledger_file)
        assert "read as: mu is the transform." in sections(world.run("show", UPPER)[1])[f"Amendment: {better}"]

    def test_json(self, world: World) -> None:
        data = json.loads(world.run("show", UPPER, "--json", "--bibtex")[1])
        assert data["verdict"] == "refuted"
        assert data["source"]["title"] == "A bridge to Gaussian privacy"
        assert data["bibtex"].startswith("@article{gdp_bridge")

    def test_a_quantity(self, bare_world: World) -> None:
        code, out, _ = bare_world.run("show", "gaussian.delta")
        page = sections(out)
        assert code == 0
        assert page["Domain"] == "eps in [0, oo) mu in (0, oo)"
        assert page["Aliases"] == "epsilon means eps psi means mu"
        assert page["Example"] == "dplemma value gaussian.delta eps=1 mu=1"
        assert page["Role"] == "guarantee; too small is unsafe"
        assert json.loads(bare_world.run("show", "gaussian.delta", "--json")[1])["params"]["mu"] == "(0, oo)"
        assert "not a DP guarantee" in bare_world.run("show", "glrt.roc")[1]

    @pytest.mark.parametrize(
        ("argv", "said"),
        [
            (["gausian.delta"], "gaussian.delta"),
            (["gdp_bridge/theorem-4-2/uper"], UPPER),
            (["gaussian.delta", "--latex", "--standalone"], "--standalone is for claims"),
            (["gaussian.delta", "--expand"], "--expand is for claims"),
        ],
    )
    def test_bad_input_is_one_line(self, world: World, argv: list[str], said: str) -> None:
        code, out, err = world.run("show", *argv)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert said in err


class TestFind:
    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("5.28", [TABLE, f"{TABLE}/sharpened"]),  # 5.281 begins so
            ("5.280", [TABLE]),
            ("1e-5", [TABLE]),
            ("0.00001", [TABLE]),
            ("10^-5", [TABLE]),
            ("10**-5", [TABLE]),
            ("1/100000", [TABLE]),
            ("5.2", []),
            ("5.27", []),
            ("5.29", []),
            ("28", []),
            ("RENYI attacker", [AUC]),
            ("rényi slope", []),
            ("practitioners", [REMARK]),
            ("people mathematics", [REMARK]),
            ("theorem 4.2", [UPPER, f"{UPPER}/amended"]),
            ("ψ/√", []),
            ("noether upper", [UPPER, f"{UPPER}/amended"]),
            ("https://doi.org/10.1000/xyz.123", [SLOPE, AUC]),
            ("10.1000/XYZ.123", [SLOPE, AUC]),
            ("arXiv:2301.00001v3", [TAIL, ORDERING, REMARK]),
            ("sensitivity index", [SLOPE, AUC]),
            ("likelihood attacker", ["glrt.roc", AUC]),
            ("neyman-pearson", [AUC]),
            ("greatest power", [AUC]),
            ("upper", [UPPER, f"{UPPER}/amended"]),
            ("theorem", [UPPER, f"{UPPER}/amended", AUC]),
            ("epsilon", ["gaussian.delta"]),
            ("ψ", ["gaussian.delta", SLOPE, AUC]),
        ],
    )
    def test_hits(self, world: World, query: str, wanted: list[str]) -> None:
        code, out, _ = world.run("find", *query.split(), "--json")
        assert code == 0
        assert ids(out, "hits") == wanted

    def test_names_come_before_words_and_words_before_formulas(self, world: World) -> None:
        world.claims[TAIL] = replace(world.claims[TAIL], states="As in the remark.")
        world.claims[SLOPE] = replace(world.claims[SLOPE], formula="remark = 1")
        ledger.write(world.records(), world.ledger_file)
        assert ids(world.run("find", "remark", "--json")[1], "hits") == [REMARK, TAIL, SLOPE]

    def test_small_constants_of_formulas_are_found_only_if_nothing_else_is(self, world: World) -> None:
        for key in (TAIL, SLOPE):
            world.claims[key] = replace(world.claims[key], printed=("8", "8/3", "88"))
        ledger.write(world.records(), world.ledger_file)
        assert ids(world.run("find", "8", "--json")[1], "hits") == [TAIL, SLOPE]
        world.claims[REMARK] = replace(world.claims[REMARK], states="Take 8 or 8/3 or 88.")
        ledger.write(world.records(), world.ledger_file)
        assert ids(world.run("find", "8", "--json")[1], "hits") == [REMARK]
        assert ids(world.run("find", "8/3", "--json")[1], "hits") == [REMARK]
        assert ids(world.run("find", "88", "--json")[1], "hits") == [REMARK, TAIL, SLOPE]

    def test_text_shows_verdict_id_and_snippet(self, world: World) -> None:
        _, out, _ = world.run("find", "5.280")
        assert out.splitlines() == [
            f"confirmed  {TABLE}",
            "           At delta = 10^-5 the table prints mu = 5.28.",
            "1 hit. Details: dplemma show NAME",
        ]

    def test_nothing_found_is_not_an_error(self, world: World) -> None:
        assert world.run("find", "lemmma") == (0, "nothing found for 'lemmma'. Try: lemma\n", "")
        assert json.loads(world.run("find", "zzzz", "--json")[1])["hits"] == []

    @pytest.mark.parametrize("query", ["1e999999999", "(((", "[a-z", "\\d+", "*", "-5.28"])
    def test_odd_queries_are_only_text(self, world: World, query: str) -> None:
        code, out, err = world.run("find", query)
        assert (code, err) == (0, "")
        assert TABLE not in out

    def test_an_empty_query_is_bad_input(self, world: World) -> None:
        code, _, err = world.run("find", " ")
        assert (code, err.count("\n")) == (2, 1)


class TestFindings:
    def test_worst_first(self, world: World) -> None:
        _, out, _ = world.run("findings", "--json")
        assert ids(out, "findings") == [UPPER, ORDERING]
        _, out, _ = world.run("findings")
        assert out.index(UPPER) < out.index(ORDERING)
        assert "fails    at delta = 1/10, eps = 1: left side 2.4123" in out
        assert "right    The rate is bounded by sqrt(2 pi)." in out
        assert "right    no amendment yet" in out

    def test_each_paper_has_a_part_and_the_end_counts(self, world: World) -> None:
        lines = world.run("findings")[1].splitlines()
        assert lines.index(UPPER.partition("/")[0]) < lines.index(ORDERING.partition("/")[0])
        assert lines[-1].startswith("2 refuted claims: ")

    def test_globs(self, world: World) -> None:
        _, out, _ = world.run("findings", "glrt/*", "--json")
        assert ids(out, "findings") == [ORDERING]
        assert world.run("findings", "sensitivity_index/*")[:2] == (0, "none of these claims is refuted\n")

    def test_markdown_escapes_what_is_not_markup(self, world: World) -> None:
        _, out, _ = world.run("findings", "--markdown")
        assert out.startswith("# Findings\n\n**For authors.** ")
        assert "\n\n2 refuted claims" in out
        assert r"\*never\* weaker than f\_mu" in out
        assert "```math\n" in out
        assert f"`{UPPER}/amended`, certified by balls." in out


READERS = [
    ["list"],
    ["list", "--quantities"],
    ["list", "--json"],
    ["show", UPPER],
    ["show", SLOPE, "--bibtex"],
    ["show", "gaussian.delta"],
    ["find", "5.28"],
    ["findings"],
    ["findings", "--markdown"],
    ["--help"],
]


@pytest.mark.parametrize("argv", READERS, ids=" ".join)
def test_readers_never_import_sympy(world: World, argv: list[str]) -> None:
    """A fresh interpreter with the real papers and quantities; only the ledger is ours."""
    script = (
        "import sys\n"
        "from dplemma.cli import main\n"
        "try:\n    code = main(sys.argv[1:])\nexcept SystemExit as stop:\n    code = stop.code\n"
        "heavy = 'sympy' in sys.modules\n"
        "sys.exit('SymPy was imported' if heavy else code)\n"
    )
    source = str(Path(dplemma.ledger.verdict.__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-c", script, *argv],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": source, "DPLEMMA_LEDGER": str(world.ledger_file)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
