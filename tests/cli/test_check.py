"""`dplemma check FILE.py`: what is collected from a file, what is printed, and the exit codes."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from dplemma.cli import main
from dplemma.cli.parser import build

HEAD = """\
from dplemma import Claim, Interval, Region
from dplemma.formulas import gaussian
from dplemma.lang import Rational, amended, oo, pi, sqrt, variables

mu, x = variables("mu x")


def bound(name, rhs, **more):
    return Claim(
        id=f"mine/{name}", where="my notes", kind="inequality", states="A bound of the AUC.",
        lhs=gaussian.auc(mu), rel="<=", rhs=rhs, on=Region(mu=Interval.open(0, oo)), **more,
    )


"""
TRUE = "Rational(1, 2) + mu / (2 * sqrt(pi))"
FALSE = "Rational(1, 2) + mu / 4"
QUANTITY = """
from dplemma.lang.quantity import quantity


@quantity("mine.square", x=Interval(0, oo), role="neutral", formula="x^2 - 1", example={"x": "2"})
def square(x):
    '''A square less one.'''
    return x**2 - 1


"""


@dataclass
class Run:
    code: int
    out: str
    err: str


class Desk:
    """A folder with a file `mine.py` in it, and the command run on it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def check(self, body: str, *options: str, name: str = "mine.py", head: str = HEAD) -> Run:
        (self.folder / name).write_text(head + body, encoding="utf-8")
        return self.run(name, *options)

    def run(self, *arguments: str) -> Run:
        code = main(["check", *arguments])
        captured = self._capsys.readouterr()
        return Run(code, captured.out, captured.err)

    def printed(self) -> str:
        return self._capsys.readouterr().out

    def ids(self, body: str, **more: str) -> list[str]:
        return [record["id"] for record in json.loads(self.check(body, "--json", **more).out)["claims"]]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path, capsys)


def test_a_refuted_claim_is_shown_in_full(desk: Desk) -> None:
    run = desk.check(f"lemma = bound('auc', {FALSE})\n")
    assert run.code == 1
    assert run.err == "running mine.py: it is your code\n"
    for line in (
        "mine/auc",
        "  inequality; my notes; mine.py:9",
        "  A bound of the AUC.",
        "  gaussian.auc(mu) <= mu/4 + 1/2, for mu in (0, oo)",
        "  at mu = 1",
        "  left side  0.76024993890652326884  (> right side)",
        "1 claim: 1 refuted",
    ):
        assert line in run.out.splitlines()


def test_the_mended_claim_is_certified(desk: Desk) -> None:
    desk.check(f"lemma = bound('auc', {FALSE})\n")
    run = desk.check(f"lemma = bound('auc', {TRUE})\n")
    assert run.code == 0
    assert "  proved by symbolic; " in run.out
    assert run.out.endswith("\n1 claim: 1 proved\n")


def test_a_quick_edit_is_seen_and_no_byte_code_is_left(desk: Desk) -> None:
    assert desk.check("lemma = bound('auc', Rational(1, 2) + mu / 4)\n").code == 1
    assert desk.check("lemma = bound('auc', Rational(1, 2) + mu / 2)\n").code == 0
    assert [path.name for path in desk.folder.iterdir()] == ["mine.py"]


def test_an_amendment_follows_its_claim_and_the_finding_stays(desk: Desk) -> None:
    run = desk.check(
        "better = amended('mine/auc', where='my notes', kind='inequality', states='Sharp.', lhs=gaussian.auc(mu), rel='<=',\n"
        f"                 rhs={TRUE}, on=Region(mu=Interval.open(0, oo)))\n"
        f"lemma = bound('auc', {FALSE}, amend=better, why='The slope at 0 is larger.')\n"
    )
    assert run.code == 1
    assert "Amendment\n  mine/auc/amended: proved by symbolic\n" in run.out
    assert "Why it fails\n  The slope at 0 is larger.\n" in run.out
    assert run.out.index("\nmine/auc/amended\n") > run.out.index("Amendment\n")
    assert run.out.endswith("1 claim: 1 refuted; 1 better form: 1 proved\n")
    assert "verified 2/2" in run.err


def test_an_amendment_takes_place_and_kind_from_its_claim(desk: Desk) -> None:
    better = (
        f"amended('mine/auc', states='Sharp.', lhs=gaussian.auc(mu), rel='<=', rhs={TRUE}, on=Region(mu=Interval.open(0, oo)))"
    )
    data = json.loads(desk.check(f"lemma = bound('auc', {FALSE}, amend={better})\n", "--json").out)
    claim, amendment = data["claims"]
    assert amendment["id"] == "mine/auc/amended"
    assert (amendment["where"], amendment["kind"]) == (claim["where"], claim["kind"]) == ("my notes", "inequality")
    assert amendment["place"].startswith("mine.py:15")


def test_claims_are_found_in_containers_once_and_in_order(desk: Desk) -> None:
    body = (
        "def small(n):\n"
        "    return Claim(id=f'mine/c{n}', where='', kind='inequality', states='', lhs=0, rel='<', rhs=n, on=Region())\n"
        "last = small(3)\n"
        "box = {'two': [small(2)], 'one': (small(1), last)}\n"
        "box['itself'] = box\n"
        "again = last\n"
    )
    assert desk.ids(body) == ["mine/c3", "mine/c2", "mine/c1"]


def test_two_claims_of_one_id_are_an_error_that_names_both_places(desk: Desk) -> None:
    claim = "Claim(id='mine/a', where='', kind='inequality', states='', lhs=0, rel='<', rhs=1, on=Region())"
    run = desk.check(f"first = {claim}\nsecond = {claim}\n")
    assert (run.code, run.out) == (2, "")
    assert "two claims have the id 'mine/a': mine.py:15 and mine.py:16" in run.err


def test_json_has_the_records_of_verify_and_quantities(desk: Desk) -> None:
    run = desk.check(f"lemma = bound('auc', {FALSE})\n", "--json")
    data = json.loads(run.out)
    assert run.code == 1
    assert list(data) == ["schema", "claims", "totals", "quantities", "errors"]
    (record,) = data["claims"]
    assert (record["verdict"], record["counterexample"]["point"], record["place"]) == ("refuted", {"mu": "1"}, "mine.py:9")
    assert data["totals"]["refuted_without"] == ["mine/auc"]
    assert "plot" not in record


def test_what_the_file_prints_does_not_disturb_the_json(desk: Desk) -> None:
    run = desk.check(f"print('hello')\nlemma = bound('auc', {TRUE})\n", "--json")
    assert json.loads(run.out)["totals"]["claims"] == 1
    assert "hello\n" in run.err


def test_forms_of_a_quantity_are_compared_with_its_definition(desk: Desk) -> None:
    good = "@square.form('product', because='no cancellation at 1')\ndef _product(x):\n    return (x - 1) * (x + 1)\n"
    bad = "@square.form('other', because='a slip')\ndef _other(x):\n    return (x - 1) ** 2\n"
    run = desk.check(QUANTITY + good)
    assert run.code == 0
    assert "  proved     product: no cancellation at 1\n" in run.out
    assert run.out.endswith("\n1 form of 1 quantity: 1 proved\n")
    run = desk.check(QUANTITY + good + bad, "--json")
    (quantity,) = json.loads(run.out)["quantities"]
    assert run.code == 1
    assert [form["verdict"] for form in quantity["forms"]] == ["proved", "refuted"]
    assert (quantity["name"], quantity["place"]) == ("mine.square", "mine.py:19")


def test_imported_quantities_are_not_the_users(desk: Desk) -> None:
    run = desk.check(f"from dplemma.formulas.gaussian import delta\nlemma = bound('auc', {TRUE})\n", "--json")
    assert json.loads(run.out)["quantities"] == []


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (
            "@square.form('f', because='')\ndef f(x):\n    return x.nonsense\n",
            "mine.py:25: quantity mine.square, form f: AttributeError",
        ),
        ("@square.form('f', because='')\ndef f(x):\n    return 0.5 * x\n", "quantity mine.square, form f: float 0.5"),
        ("square.example.clear()\n@square.form('f', because='')\ndef f(x):\n    return x\n", "needs an example with x"),
    ],
    ids=["raises", "float", "no example"],
)
def test_a_form_that_means_nothing_is_bad_input(desk: Desk, form: str, said: str) -> None:
    run = desk.check(QUANTITY + form)
    assert run.code == 2
    assert said in run.err
    assert "Traceback" not in run.err
    assert "  error      f: it could not be compared\n" in run.out
    assert "1 could not be checked" in run.out


LINE_15 = {
    "syntax": ("lemma = (", "mine.py:15: '(' was never closed"),
    "name": ("lemma = boond('a', 1)", "mine.py:15: boond is not defined. If it is a variable, write: boond = variables('boond')"),
    "inside": ("1 / 0", "mine.py:15: ZeroDivisionError"),
    "field": ("Claim(id='mine/a')", "mine.py:15: Claim(...) needs where, kind, and states as well"),
    "id": ("bound('a b', 1)", "mine.py:9: claim 'mine/a b': an id is paper/name, without spaces"),
    "float": ("bound('a', 0.5)", "mine.py:9: claim 'mine/a': float 0.5 in a claim"),
    "region": ("Region(mu=1)", "mine.py:15: region: mu needs an Interval, got 1"),
    "exit": ("raise SystemExit(0)", "mine.py:15: it ends the program while it is imported"),
    "value": ("import dplemma; dplemma.value('gaussian.nothing', mu='1')", "mine.py:15: unknown quantity"),
    "module": ("import no_such_module_here", "mine.py:15: ModuleNotFoundError"),
    "empty": ("", "mine.py: no claims in it"),
    "mute": ("class Mute:\n    def __getattribute__(self, name): 1 / 0\nmute = Mute()", "mine.py: no claims in it"),
    "deep": ("nested = []\nfor _ in range(10**5): nested = [nested]", "mine.py: RecursionError"),
    "max": ("bound('a', max(mu, 1))", "mine.py:15: Python's max compares numbers, not expressions: write Max(a, b)"),
    "min": ("bound('a', min(mu, 1))", "mine.py:15: Python's min compares numbers, not expressions: write Min(a, b)"),
    "math": ("import math; bound('a', math.exp(mu))", "mine.py:15: an expression is not a number. Write exp of dplemma.lang"),
    "numpy": (
        "import numpy as np; bound('a', np.log(mu))",
        "mine.py:15: an expression is not a number. Write log of dplemma.lang",
    ),
    "if": ("bound('a', 1 if mu > 1 else 2)", "mine.py:15: a comparison of expressions is not true or false"),
    "power": ("bound('a', mu^2)", "mine.py:15: a power is written a**b, not a^b"),
    "keyword": ("bound('a', 1, stats='x')", "mine.py:9: Claim(...) has no part 'stats'. Did you mean states=?"),
    "position": ("Claim('mine/a')", "mine.py:15: a Claim takes its parts by name: Claim(id="),
    "not imported": ("bound('a', exp(mu))", "mine.py:15: exp is not defined. Write: from dplemma.lang import exp"),
    "family": ("laplace.auc(mu)", "mine.py:15: laplace is not defined. Write: from dplemma.formulas import laplace"),
    "quantity": ("gaussian.acu(mu)", "mine.py:15: there is no quantity gaussian.acu. Did you mean gaussian.auc?"),
    "family not there": (
        "from dplemma.formulas import gausian",
        "mine.py:15: there is no gausian in dplemma.formulas. Did you mean g",
    ),
    "word not there": (
        "from dplemma.lang import Ratonal",
        "mine.py:15: there is no Ratonal in dplemma.lang. Did you mean Rational?",
    ),
    "part not there": ("from dplemma import Intervall", "mine.py:15: there is no Intervall in dplemma. Did you mean Interval?"),
    "by name": ("gaussian.auc(mu=mu)", "mine.py:15: a quantity in a claim takes its parameters in their order"),
    "relation": (
        "Claim(id='mine/a', where='', kind='inequality', states='', holds=mu < 2, on=Region(mu=Interval(0, 1)))",
        "mine.py:15: claim 'mine/a': mu < 2 is not a statement; write holds=Rel(mu, '<', 2), not a SymPy relation",
    ),
}


@pytest.mark.parametrize(("body", "said"), LINE_15.values(), ids=LINE_15)
def test_a_bad_file_is_one_line_that_names_the_place(desk: Desk, body: str, said: str) -> None:
    run = desk.check(f"{body}\n")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"running mine.py: it is your code\ndplemma: {said}")
    assert run.err.count("\n") == 2


def test_a_quantity_of_dplemma_is_not_defined_anew(desk: Desk) -> None:
    run = desk.check(QUANTITY.replace("mine.square", "gaussian.auc") + f"lemma = bound('a', {TRUE})\n")
    assert (run.code, run.out) == (2, "")
    assert "mine.py:19: 'gaussian.auc' is a quantity of dplemma already; give this one a name of its own" in run.err


@pytest.mark.parametrize(
    ("name", "said"),
    [("absent.py", "absent.py: no such file"), ("folder", "folder is a folder"), ("notes.txt", "its name must end in .py")],
)
def test_what_is_no_python_file_is_refused_before_anything_runs(desk: Desk, name: str, said: str) -> None:
    (desk.folder / "folder").mkdir()
    (desk.folder / "notes.txt").write_text("text", encoding="utf-8")
    run = desk.run(name)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert said in run.err


def test_certificates_go_to_a_folder(desk: Desk) -> None:
    run = desk.check(f"a = bound('a', {FALSE})\n", "--certificates", "mine.py")
    assert (run.code, run.out) == (2, "")
    assert run.err.endswith("\ndplemma: cannot write certificates to mine.py: it is a file, not a folder\n")


def test_bytes_that_are_no_text_are_one_line(desk: Desk) -> None:
    (desk.folder / "mine.py").write_bytes(b"x = '\xff\xfe'\n")
    run = desk.run("mine.py")
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 2)


def test_an_empty_region_is_reported_and_the_rest_goes_on(desk: Desk) -> None:
    empty = "Region(mu=Interval.open(0, 1), such_that=Rel(mu, '>', 2))"
    run = desk.check(
        "from dplemma.lang import Rel\n"
        f"void = Claim(id='mine/void', where='', kind='inequality', states='', lhs=mu, rel='<', rhs=3, on={empty})\n"
        f"lemma = bound('auc', {FALSE})\n"
    )
    assert run.code == 2
    assert "mine.py:16: claim 'mine/void': no point could be certified inside the region" in run.err
    assert run.out.endswith("1 claim: 1 refuted; 1 could not be checked\n")


UNDECIDED = (
    "from dplemma.lang import Implies, Rel\n"
    "never = Claim(id='mine/never', where='', kind='inequality', states='', on=Region(x=Interval(0, 1)),\n"
    "              holds=Implies(Rel(x, '>', 2), Rel(x, '<', 1)))\n"
)


def test_undecided_is_3_and_a_finding_outranks_it(desk: Desk) -> None:
    run = desk.check(UNDECIDED)
    assert run.code == 3
    assert "on none the implication says nothing" in run.out
    assert desk.check(f"{UNDECIDED}lemma = bound('auc', {FALSE})\n").code == 1


def test_the_folder_is_importable_while_the_file_runs_and_the_path_is_restored(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = desk.folder / "elsewhere"
    folder.mkdir()
    (folder / "neighbour_of_mine.py").write_text("SLOPE = 4\n", encoding="utf-8")
    (folder / "mine.py").write_text(
        HEAD + "from neighbour_of_mine import SLOPE\nlemma = bound('auc', Rational(1, 2) + mu / SLOPE)\n", encoding="utf-8"
    )
    before = list(sys.path)
    assert desk.run("elsewhere/mine.py").code == 1
    assert sys.path == before
    assert "_dplemma_user_file" not in sys.modules
    monkeypatch.delitem(sys.modules, "neighbour_of_mine")


def test_a_file_may_be_named_like_a_standard_module(desk: Desk) -> None:
    run = desk.check(f"import random\nrandom.seed(1)\nlemma = bound('auc', {TRUE})\n", name="random.py")
    assert (run.code, run.err) == (0, "running random.py: it is your code\n")


@dataclass(frozen=True)
class Sharpened:
    where: str
    printed: str
    best_low: str
    best_high: str
    sharp: bool
    refuted_at: dict[str, str] | None
    note: str


SHARP = Sharpened("the right side", "sqrt(pi/2) = 1.2533141", "", "", True, {"eps": "0", "mu": "1/1000"}, "0.999 times it fails")
LOOSE = Sharpened("mu", "1/2", "0.28209", "0.28211", False, None, "")


def test_sharpness_is_printed_and_in_the_json(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("dplemma.decide.sharpen")
    vars(module)["sharpen"] = lambda claim, verdict: [SHARP, LOOSE] if verdict.verdict == "proved" else []
    monkeypatch.setitem(sys.modules, module.__name__, module)
    run = desk.check(f"lemma = bound('auc', {TRUE})\n", "--sharpen")
    assert run.code == 0
    assert (
        "Sharpness\n"
        "  constant sqrt(pi/2) = 1.2533141 of the right side: sharp; 0.999 times it fails at eps = 0, mu = 1/1000\n"
        "  constant 1/2 of mu: the best is between 0.28209 and 0.28211\n"
    ) in run.out
    (record,) = json.loads(desk.run("mine.py", "--sharpen", "--json").out)["claims"]
    assert [item["sharp"] for item in record["sharpness"]] == [True, False]
    assert record["sharpness"][0]["refuted_at"] == {"eps": "0", "mu": "1/1000"}


def test_a_refuted_claim_is_mended(desk: Desk) -> None:
    square = (
        "Claim(id='mine/sq', where='', kind='inequality', states='', lhs=2 * x, rel='<=', rhs=1, on=Region(x=Interval(0, 1)))"
    )
    run = desk.check(f"lemma = {square}\n", "--sharpen")
    assert run.code == 1
    assert "Mended\n  it holds for x in [0, 0.5]; it fails at x = 0.501\n" in run.out
    assert "it holds with 2 in place of the constant 1 of the right side; 1.996 fails at x = 1\n" in run.out
    (record,) = json.loads(desk.run("mine.py", "--sharpen", "--json").out)["claims"]
    assert [item["kind"] for item in record["mended"]] == ["region", "constant"]


def test_each_verdict_is_printed_as_it_falls(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from dplemma.cli import check

    printed: list[str] = []  # before each decision
    whole = check._decided
    monkeypatch.setattr(check, "_decided", lambda *about: printed.append(desk.printed()) or whole(*about))
    assert desk.check(f"a = bound('a', {FALSE})\nb = bound('b', {TRUE})\n", "--no-cache").code == 1
    assert printed[0] == ""
    assert printed[1].startswith("mine/a\n") and "refuted" in printed[1]


def test_limit_is_another_name_of_max_seconds() -> None:
    from dplemma.cli.parser import parse_arguments

    assert parse_arguments(["check", "mine.py", "--limit", "7"]).max_seconds == 7


def test_certificates_are_written_where_asked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(claim: object, verdict: object, directory: Path) -> Path | None:
        return directory / "it.json" if getattr(verdict, "verdict", "") == "refuted" else None

    module = ModuleType("dplemma.proofs.certificates")
    vars(module)["write_certificate"] = write
    monkeypatch.setitem(sys.modules, module.__name__, module)
    run = desk.check(f"a = bound('a', {FALSE})\nb = bound('b', {TRUE})\n", "--certificates", "out")
    assert "Certificate\n  out/it.json\n" in run.out
    assert "Certificate\n  none: a verdict proved by symbolic has none\n" in run.out


def test_a_plot_is_named_after_the_claim(desk: Desk) -> None:
    run = desk.check(f"lemma = bound('auc', {FALSE})\n", "--plot")
    assert "Picture\n  mine_auc.png\n" in run.out
    assert (desk.folder / "mine_auc.png").read_bytes().startswith(b"\x89PNG")


def test_several_plots_get_the_id_appended_and_an_identity_has_none(desk: Desk) -> None:
    same = "Claim(id='mine/same', where='', kind='identity', states='', lhs=mu, rel='=', rhs=mu, on=Region(mu=Interval(0, 1)))"
    run = desk.check(f"lemma = bound('auc', {FALSE})\nsame = {same}\n", "--plot", "slack.svg", "--json")
    first, second = json.loads(run.out)["claims"]
    assert (first["plot"], second["plot"]) == ("slack_mine_auc.svg", None)
    assert "<svg" in (desk.folder / "slack_mine_auc.svg").read_text(encoding="utf-8")
    assert "none: its statement (a relation with =) is not an inequality" in desk.run("mine.py", "--plot", "slack.svg").out


@pytest.mark.parametrize(("path", "said"), [("slack.pdf", "must end in .png or .svg"), ("no/slack.png", "there is no folder no")])
def test_a_bad_plot_path_is_refused(desk: Desk, path: str, said: str) -> None:
    run = desk.check(f"lemma = bound('auc', {FALSE})\n", "--plot", path)
    assert (run.code, run.out) == (2, "")
    assert said in run.err


def test_without_matplotlib_the_install_line_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    run = desk.check(f"lemma = bound('auc', {FALSE})\n", "--plot")
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert "pip install 'dplemma[plot]'" in run.err


def test_the_examples_of_the_help_work(desk: Desk) -> None:
    lines = [line.split("   ")[0].split() for line in build()[1]["check"].format_help().splitlines() if "  dplemma check" in line]
    examples = [words[2:] for words in lines if words[:2] == ["dplemma", "check"]]
    assert len(examples) >= 2
    for arguments in examples:
        run = desk.check(f"lemma = bound('auc', {TRUE})\n", *arguments[1:])
        assert (run.code, run.err) == (0, "running mine.py: it is your code\n")
