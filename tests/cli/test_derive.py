"""`dplemma derive`: what is printed, what is returned, and one clear line for what is not there."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from sympy import Rational

from dplemma.base.page import Page
from dplemma.cli import main
from dplemma.decide.derivations import chains as engine
from dplemma.decide.derivations.check import check
from dplemma.lang import (
    Antiderivative,
    Derivation,
    Integral,
    Lemma,
    PrintedProof,
    PrintedStep,
    Region,
    Rel,
    Step,
    exp,
    oo,
    variables,
)
from dplemma.lang import derivation_files as derivations
from dplemma.lang.interval import POSITIVE
from dplemma.report.pages.derivation_html import DerivationReport, derivation_html
from dplemma.report.pages.derivation_latex import derivation_latex
from dplemma.report.pages.derivation_page import derivation_page, derivation_record
from dplemma.report.pages.printed_proof import printed_proof_page, printed_record

a, x = variables("a x")
GOOD = Derivation(
    id="decay", title="An exponential tail", on=Region(a=POSITIVE), start=Integral(exp(-a * x), (x, 0, oo)),
    lemmas=(Lemma(name="sign", says="it falls", holds=Rel(-a, "<", 0)),),
    steps=(Step("=", 1 / a, Antiderivative(-exp(-a * x) / a, x), "it falls from 1/a to 0 & stays"),),
    printed=PrintedProof(where="page 3", start=1 / a, steps=(PrintedStep("=", a, "inverted"),)),
)  # fmt: skip


def bad(**change: Any) -> Derivation:
    return replace(GOOD, steps=(replace(GOOD.steps[0], **change),))


@pytest.fixture
def derive(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command on one derivation given to it."""

    def run(derivation: Derivation, *options: str) -> tuple[int, str, str]:
        entry = derivations.ListedDerivation(
            derivation.id, derivation.title, derivation.proves, derivation.about, Path("decay.py")
        )
        monkeypatch.setattr(derivations, "index", lambda: {derivation.id: entry})
        monkeypatch.setattr(derivations, "load", lambda _: derivation)
        code = main(["derive", *options])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_every_line_with_its_verdict_rule_and_reason(derive: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = derive(GOOD, "decay", "--conditions", "--ascii")
    assert code == 0
    for line in (
        "An exponential tail",
        "Lemma sign: it falls",
        "    Integral(exp(-a*x), (x, 0, oo))",
        "  = 1/a",
        "        [proved: antiderivative -exp(-a*x)/a] it falls from 1/a to 0 & stays",
        "        - the kernel accepts: antiderivative, equal (proved)",
        "The printed proof: page 3",
        "proved by derivation; 2 steps, all hold",
    ):
        assert line in out.splitlines()
    assert "first false step: 1, inverted; at a = 2: left side 0.5" in out
    assert "the kernel accepts" not in derive(GOOD, "decay")[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"expr": Rational(51, 50) / a}, "fails at a = 1: left side 1.0000000000000000000, right side 1.02"),
        ({"rule": Antiderivative(-exp(-a * x), x)}, "is not shown to be the integrand"),
    ],
)
def test_a_failing_line_is_named_and_exit_code_1(
    derive: Callable[..., tuple[int, str, str]], change: dict[str, Any], said: str
) -> None:
    code, out, _ = derive(bad(**change), "decay")
    assert code == 1
    assert "[fails: antiderivative" in out
    assert "\nfails at line 1: " in out
    assert said in " ".join(out.split())


def test_an_undecided_line_is_exit_code_3(derive: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def unsure(walk: Any, rule: Any, before: Any, step: Any) -> None:
        raise engine.Open("a hard one is not shown")

    monkeypatch.setitem(engine.RULES, Antiderivative, unsure)
    code, out, _ = derive(GOOD, "decay")
    assert code == 3
    assert "undecided at line 1: undecided (a hard one is not shown)" in out


def test_json_has_the_promised_fields(derive: Callable[..., tuple[int, str, str]]) -> None:
    data = json.loads(derive(GOOD, "decay", "--json")[1])
    assert {"schema", "id", "title", "proves", "on", "verdict", "assumes", "steps"} <= set(data)
    assert (data["schema"], data["verdict"], data["failing"], data["printed"]["first_false_step"]) == (1, "proved", None, 1)
    (step,) = data["steps"]
    wanted = {"n", "rel", "expr", "latex", "rule", "because", "on", "verdict", "engine", "side_conditions"}
    assert wanted <= set(step)
    assert (step["n"], step["rel"], step["expr"], step["on"]) == (1, "=", "1/a", "a in (0, oo)")
    assert [c["verdict"] for c in step["side_conditions"]] == ["proved"] * len(step["side_conditions"])
    failing = derivation_record(check(bad(expr=2 / a)))["failing"]
    assert (failing["lemma"], failing["n"]) == ("", 1)


def test_the_terminal_gets_unicode_mathematics(derive: Callable[..., tuple[int, str, str]]) -> None:
    out = derive(GOOD, "decay")[1].splitlines()
    for line in (
        "    ∫[0, ∞] exp(−a x) dx",
        "  = 1/a",
        "        [proved: antiderivative −exp(−a x)/a] it falls from 1/a to 0 & stays",
        "  for a ∈ (0, ∞)",
    ):
        assert line in out


def test_a_terminal_without_the_letters_gets_plain_ones(
    derive: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dplemma.cli.derive._shows_unicode", lambda: False)
    assert "    Integral(exp(-a*x), (x, 0, oo))" in derive(GOOD, "decay")[1]
    page = derive(GOOD, "decay", "--html")[1]
    assert page.isascii() and f"&#{ord('∫')};" in page


def test_latex_is_aligned_prose_is_escaped_and_the_false_step_is_red(derive: Callable[..., tuple[int, str, str]]) -> None:
    out = derive(GOOD, "decay", "--latex")[1]
    assert out.count(r"\begin{align*}") == out.count(r"\end{align*}") == 3  # two chains and the printed proof
    assert r"It falls from 1/a to 0 \& stays." in out or r"It falls from $1 / a$ to 0 \& stays." in out
    assert r"= {}& \frac{1}{a} \tag*{(1)}" in out
    assert r"\mathrel{{\color{red!70!black}=}}" in out and r"\textbf{The first false step:} at $a = 2$" in out
    assert derivation_latex(check(GOOD)) + "\n" == out
    whole = derive(GOOD, "decay", "--latex", "--standalone")[1]
    assert whole.startswith(r"\documentclass") and whole.rstrip().endswith(r"\end{document}")


def test_slides_have_one_step_each(derive: Callable[..., tuple[int, str, str]]) -> None:
    out = derive(GOOD, "decay", "--slides")[1]
    # the lemma, the chain and its step, the printed proof and its step, the verdict
    assert out.count(r"\begin{frame}") == out.count(r"\end{frame}") == 6
    assert "step 1 of 1" in out and r"\textbf{False:}" in out


def test_html_and_notebooks(derive: Callable[..., tuple[int, str, str]]) -> None:
    out = derive(GOOD, "decay", "--html")[1]
    assert out.startswith("<!DOCTYPE html>") and "http" not in out
    report = DerivationReport(check(GOOD))
    assert derivation_html(report.checked) == report._repr_html_() and report._repr_html_() in out
    assert '<tr class="x">' in out and "The first false step:" in out and "<mfrac>" in out
    assert report._repr_latex_() == derivation_latex(report.checked)
    assert repr(report) == "<derivation decay: Proved by derivation: 2 steps, all of which the kernel accepts.>"


def test_a_failing_line_is_red_on_paper_and_page() -> None:
    failing = check(bad(expr=Rational(51, 50) / a))
    assert r"{\color{red!70!black}" in derivation_latex(failing) and '<span class="x">fails' in derivation_html(failing)


def test_a_claim_finds_the_derivation_of_its_sharper_form(capsys: pytest.CaptureFixture[str]) -> None:
    from dplemma.report.derivation_named import derivation_id

    assert derivation_id("gdp_bridge/theorem-4-2/upper") == "gdpt-bound"
    assert derivation_id("gdp_bridge/theorem-4-2/upper/sharpened") == "gdpt-slope"


@pytest.mark.bulk
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
@pytest.mark.parametrize("option", ["--latex", "--slides"])
def test_the_documents_compile(option: str, derive: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    (tmp_path / "decay.tex").write_text(derive(GOOD, "decay", option, *["--standalone"] * (option == "--latex"))[1])
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "decay.tex"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "decay.pdf").stat().st_size > 5000


def test_long_lines_are_wrapped() -> None:
    page = Page(width=60)
    long = Derivation(
        id="long", title="Long", on=Region(a=POSITIVE), start=sum(a**k for k in range(30)) * Integral(exp(-x), (x, 0, oo)),
        steps=(Step("=", sum(a**k for k in range(30)), Antiderivative(-exp(-x), x), "one"),),
    )  # fmt: skip
    derivation_page(page, check(long))
    assert max(map(len, page.text().splitlines())) <= 60


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "which derivation? There are auc"),
        (["aucc"], "unknown derivation 'aucc'. Did you mean auc?"),
        (["sensitivity_index/lemma-33"], "Did you mean sensitivity_index/lemma-3"),
        (["sensitivity_index/rates-sum"], "sensitivity_index/rates-sum has no derivation"),
        (["auc", "--printed"], "no printed proof stands beside auc. Those that have one: "),
        (["--graph", "uses.gif"], "--graph uses.gif: the name must end in .dot or .svg"),
        (["--graph", "nodir/uses.svg"], "--graph nodir/uses.svg: there is no folder nodir"),
        (["auc", "--list"], "--list is of all derivations: leave out auc"),
        (["auc", "--graph"], "--graph is of all derivations: leave out auc"),
        (["auc", "--standalone"], "--standalone is for --latex: write dplemma derive ID --latex --standalone"),
        (["zzz"], "See: dplemma derive --list"),
        (["auc", "--latx"], "--latex"),
    ],
)
def test_bad_usage_is_one_line(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", *argv]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.count("\n") == 1


def test_the_list_is_read_not_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "--list"]) == 0
    out = capsys.readouterr().out
    assert "proves sensitivity_index/lemma-3" in out
    assert out.endswith("derivations. Read one with: dplemma derive ID\n")
    assert "uses gdpt-implicit, gdpt-slope" in out
    assert "* beside a printed proof: sensitivity_index, proof of Lemma 4" in out


def test_a_printed_proof_stands_beside_the_derivation(derive: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = derive(GOOD, "decay", "--printed")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "An exponential tail"
    head = next(line for line in lines if line.startswith("derived"))
    assert head.split("|")[1].strip() == "printed"
    assert any(line.startswith("= 1/a") and line.split("|")[1].strip() == "= a" for line in lines)
    assert "first false line: 1, inverted; at a = 2: left side 0.5" in " ".join(lines)
    data = json.loads(derive(GOOD, "decay", "--printed", "--json")[1])
    assert (data["where"], data["first_false_line"]["n"]) == ("page 3", 1)
    assert [line["line"] for line in data["printed"]] == ["1/a", "a"]


def test_on_a_narrow_page_the_proofs_stand_one_below_the_other() -> None:
    page = Page(width=60)
    printed_proof_page(page, check(GOOD))
    assert max(map(len, page.lines)) <= 60
    assert page.lines.index("derived") < page.lines.index("printed")


def test_a_printed_proof_without_a_false_line_says_so() -> None:
    right = replace(GOOD, printed=PrintedProof(where="page 3", start=1 / a, steps=(PrintedStep("=", 2 / (2 * a), "reduced"),)))
    assert printed_record(check(right))["finding"] == "every line holds"


def test_the_graph_of_uses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["derive", "--graph"]) == 0
    lines = capsys.readouterr().out.splitlines()
    place = lines.index("gdpt-bound")
    assert lines[place + 1 : place + 3] == ["  uses gdpt-implicit", "  uses gdpt-slope"]
    assert "on their own: binormal-auc, " in " ".join(lines)
    assert main(["derive", "--graph", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {"from": "gdpt-bound", "uses": "gdpt-slope"} in data["edges"]
    for name in ("uses.dot", "uses.svg"):
        assert main(["derive", "--graph", str(tmp_path / name)]) == 0
    assert '"gdpt-bound" -> "gdpt-slope";' in (tmp_path / "uses.dot").read_text(encoding="utf-8")
    picture = ElementTree.fromstring((tmp_path / "uses.svg").read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(picture.findall(f"{space}line")) == len(data["edges"])
    assert "gdpt-bound" in {text.text for text in picture.iter(f"{space}text")}
    written = capsys.readouterr()
    assert (written.out, written.err.splitlines()) == ("", [f"written to {tmp_path / name}" for name in ("uses.dot", "uses.svg")])
