"""The documentation says what the registry says: pages are rendered again, examples run again, relations computed."""

from __future__ import annotations

import importlib.util
import io
import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from mpmath import exp, mp, mpf

from dplemma import value
from dplemma.base.sides import ROLES, Side
from dplemma.cli import main
from dplemma.decide.forms import AGREEING_BITS, POINTS, check_form
from dplemma.formulas import find, quantities
from dplemma.lang.quantity import Form, Quantity
from dplemma.ledger import store as ledger
from dplemma.ledger.verdict import Verdict
from dplemma.values import certified as values
from dplemma.values import evaluator, exact, grid

DOCS = Path(__file__).parent.parent / "docs"
FAMILIES = sorted({quantity.family for quantity in quantities().values()})
PAGES = sorted(DOCS.rglob("*.md"))
SLOW_KERNELS = {
    "glrt.delta", "glrt.epsilon", "glrt.mixed_delta", "glrt.mixed_roc", "glrt.roc_symmetric", "glrt.subsampled_delta",
    "subsampled.gaussian_renyi",
}  # fmt: skip
"""Comparing these with their definitions takes many seconds and is done by `tests/formulas/test_forms.py`."""


def _load() -> ModuleType:
    """docs/build.py under a name of its own: another folder has a build.py too."""
    sys.path.insert(0, str(DOCS))
    try:
        spec = importlib.util.spec_from_file_location("docs_build", DOCS / "build.py")
        assert spec is not None and spec.loader is not None
        module = sys.modules["docs_build"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(DOCS))


build = _load()
LINKS = sys.modules["quantity_links"].LINKS


def decide(quantity: Quantity, form: Form) -> Verdict:
    """The verdict on a form; of a slow kernel the only one with which the tests of the forms pass."""
    if form.kernel and quantity.name in SLOW_KERNELS:
        return Verdict(verdict="confirmed", engine="confirm", points=POINTS, digits=int(AGREEING_BITS / 3.33))
    return check_form(quantity, form)


def on_disk(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


# -- generated pages ----------------------------------------------------------------------------------------------------


def test_the_findings_are_those_of_the_ledger() -> None:
    page = on_disk("findings.md")
    refuted = [key for key, line in ledger.read().items() if line.verdict == "refuted" and not line.is_companion]
    assert page == build.findings_page(), "the ledger has changed: run make docs"
    findings, _, _ = page.partition("\n## Slips\n")  # what a machine misread is told apart, under the ids of the claims
    assert refuted and sorted(re.findall(r"^### `(.*)`$", findings, flags=re.MULTILINE)) == sorted(refuted)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_page_of_a_family_is_what_the_registry_says(family: str) -> None:
    assert build.family_page(family, decide) == on_disk(f"quantities/{family}.md"), "run: python docs/build.py"


def test_the_index_and_the_examples_are_current() -> None:
    assert build.index_page() == on_disk("quantities/README.md"), "run: python docs/build.py"
    for page in ("values.md", "convert.md", "gdp.md", "notions.md"):
        assert build.renewed(on_disk(page)) == on_disk(page), "run: python docs/build.py"
    assert not build.strangers()


def test_all_pages_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page, README.md and the inventory are written, or say why their outputs are not run again."""
    monkeypatch.setattr(build, "family_page", lambda family, decide: "")
    monkeypatch.setattr(build, "renewed", lambda text: text)
    written = {file for file, _ in build.pages()}
    silent = {page for page in PAGES if build.NOT_RUN in page.read_text(encoding="utf-8")}
    assert set(PAGES) - written == silent - {build.rocq_table.PAGE}
    assert {build.README, build.INVENTORY} <= written


def test_the_tables_of_the_readme_and_the_inventory_are_current() -> None:
    for file, made in ((build.README, build.with_parts), (build.INVENTORY, build.inventory_text)):
        text = file.read_text(encoding="utf-8")
        assert made(text) == text, "run: make docs"


def test_the_recorded_runs_are_about_claims_of_the_ledger_as_they_read() -> None:
    for file, left in (
        (build.TABLE, build.rocq_rows),
        (build.rocq_table.PAGE, build.rocq_page),
        (build.MUTANTS, build.mutant_rows),
    ):
        assert left() == file.read_text(encoding="utf-8"), "run: make docs"


def test_a_row_about_a_claim_that_is_gone_or_reads_otherwise_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = build.TABLE.read_text(encoding="utf-8").splitlines(keepends=True)
    gone, changed = (json.loads(row)["id"] for row in rows[:2])
    statements = sys.modules["recorded_runs"].statements_of_the_ledger()
    left = {identifier: digest for identifier, digest in statements.items() if identifier != gone} | {changed: "of another text"}
    monkeypatch.setattr(sys.modules["recorded_runs"], "statements_of_the_ledger", lambda: left)
    assert build.rocq_rows() == "".join(rows[2:])
    assert {json.loads(row)["claim"] for row in build.mutant_rows().splitlines()}.isdisjoint({gone, changed})
    page = build.rocq_page()
    assert page != build.rocq_table.PAGE.read_text(encoding="utf-8") and f"| {gone} |" not in page


def test_a_new_claim_puts_itself_on_the_inventory() -> None:
    entries = json.loads(build.INVENTORY.read_text(encoding="utf-8"))
    lost = [entry for entry in entries if entry["id"] == "sensitivity_index/lemma-5"]
    shorter = json.dumps([{**entry, "states": "Reworded."} if entry in lost else entry for entry in entries[1:]])
    again = json.loads(build.inventory_text(shorter))
    assert len(lost) == 1 and sorted(entry["id"] for entry in again) == sorted(entry["id"] for entry in entries)
    assert next(entry for entry in again if entry["id"] == lost[0]["id"]) == lost[0]


def test_a_form_that_did_not_change_is_not_decided_again(tmp_path: Path) -> None:
    asked: list[str] = []

    def decide(quantity: Quantity, form: Form) -> Verdict:
        asked.append(form.name)
        return Verdict(verdict="confirmed", engine="confirm", points=7, digits=9)

    quantity = find("gaussian.delta")
    first, second = quantity.forms[:2]
    file = tmp_path / "cache" / "forms.json"
    for _ in range(2):
        remembered = build.Remembered(file, decide)
        assert remembered(quantity, first).points == 7
    remembered(quantity, second)
    assert asked == [first.name, second.name]


def test_a_page_that_stands_as_it_was_left_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, made = tmp_path / "page.md", []
    item = build.Made(page, lambda: made.append(1) or "new\n", False)
    monkeypatch.setattr(build, "made", lambda decide: [item])
    monkeypatch.setattr(build, "FOLDER", tmp_path / "docs")
    monkeypatch.setattr(build, "Current", lambda: sys.modules["decided"].Current(tmp_path / "cache" / "pages.json"))
    for wanted in (1, 1):
        build._written()
        assert len(made) == wanted and page.read_text(encoding="utf-8") == "new\n"
    page.write_text("edited\n", encoding="utf-8")
    build._written()
    assert len(made) == 2 and page.read_text(encoding="utf-8") == "new\n"


def test_a_stale_page_is_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = on_disk("quantities/pure.md")
    monkeypatch.setattr(sys, "argv", ["build.py", "--check"])
    monkeypatch.setattr(build, "pages", lambda: [(DOCS / "quantities/pure.md", text)])
    assert build.main() == 0
    monkeypatch.setattr(build, "pages", lambda: [(DOCS / "quantities/pure.md", text + "x")])
    assert build.main() == 1
    assert "quantities/pure.md" in capsys.readouterr().err.replace("\\", "/")
    assert on_disk("quantities/pure.md") == text


def test_a_stale_output_is_renewed() -> None:
    stale = "```console\n$ dplemma value laplace.delta eps=2 eps0=1\n7\n```\n\n```python\nprint(1 + 1)\n```\n\n```text\n3\n```\n"
    assert build.renewed(stale) == stale.replace("\n7\n", "\n0\n").replace("\n3\n", "\n2\n")


def test_an_output_that_differs_in_time_only_stays() -> None:
    page = "```python\nprint('took', 3, 's')\n```\n\n```text\ntook 7.25 s\n```\n"
    assert build.renewed(page) == page


def test_an_excerpt_stays_while_its_lines_are_printed() -> None:
    page = "```python\nprint('a\\nb\\nc')\n```\n\n```text\na\n...\nc\n```\n"
    assert build.renewed(page) == page
    assert "...\n" not in build.renewed(page.replace("\nc\n", "\nd\n"))


def test_a_file_is_changed_where_the_page_changes_it(tmp_path: Path) -> None:
    shown = sys.modules["shown"]
    shown.write_block("# mine.py\na = 1\nb = 2\n", tmp_path)
    shown.write_block("# mine.py, lines 2-2\na = 5\n", tmp_path)
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == "# mine.py\na = 5\nb = 2\n"


@pytest.mark.parametrize("name", quantities())
def test_every_quantity_has_a_section(name: str) -> None:
    quantity = find(name)
    section = re.split(r"^## ", on_disk(f"quantities/{quantity.family}.md"), flags=re.MULTILINE)
    mine = [text for text in section if text.startswith(f"{name}\n")]
    assert len(mine) == 1
    for needed in ("**Domain**", "**Evaluation**", "**Example**", "Role: ", "Status: ", "Guaranteed: ", "Measured: "):
        assert needed in mine[0], needed
    assert all(f"| `{form.name}`" in mine[0] for form in quantity.ways)
    assert all(f"| `{parameter}` |" in mine[0] for parameter in quantity.params)
    assert quantity.label in mine[0]
    assert f"`{build.signature(quantity)}`" in on_disk("quantities/README.md")


def test_no_form_is_refuted_or_undecided() -> None:
    for family in FAMILIES:
        assert not re.search(r"\*\*(refuted|undecided|not_formalised)\*\*", on_disk(f"quantities/{family}.md"))
    assert build.verdict_text(Verdict(verdict="undecided", engine="", remark="why")) == "**undecided** why"


# -- examples -----------------------------------------------------------------------------------------------------------


def examples() -> Iterator[tuple[str, str]]:
    """Commands of the console blocks of docs/values.md with what is printed below each."""
    for block in re.findall(r"```console\n(.*?)```", on_disk("values.md"), flags=re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield command, printed


@pytest.mark.parametrize(("command", "printed"), list(examples()))
def test_a_shown_command_prints_what_the_page_says(command: str, printed: str) -> None:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        code = main(shlex.split(command)[1:])
    assert out.getvalue() == printed
    assert code == (0 if not printed.startswith("dplemma: ") else 3 if "000" in command else 2)


def test_the_limits_named_are_the_real_ones() -> None:
    page = on_disk("values.md")
    limits = (evaluator.MAX_BITS, evaluator.MAX_KERNEL_BITS, exact.LARGEST_EXPONENT, grid.MAX_ROWS, values.MAX_DIGITS)
    assert all(re.search(rf"\b{limit}\b", page) for limit in limits)
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `")]
    words = {Side.BELOW: "too small", Side.ABOVE: "too large", Side.NEITHER: "neither"}
    stated = {row[0].strip("|` "): tuple(row[1:3]) for row in rows}
    assert all(stated[role] == (words[side], side.safe_rounding) for role, side in ROLES.items())


# -- links and form -----------------------------------------------------------------------------------------------------


def _anchors(page: Path) -> set[str]:
    """What GitHub makes of the headings: lower case, letters, digits, `_` and `-`, blanks as hyphens."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_links_lead_somewhere_and_lines_are_short(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), target
        assert not anchor or anchor in _anchors(there), target
    prose = re.sub(r"```(?:console|text).*?```", "", text, flags=re.DOTALL)  # what a command prints is as long as it is
    long = [line for line in prose.splitlines() if len(line) > 130 and not line.startswith(("| ", "$$"))]
    assert not long or page.name == "findings.md"  # there a paragraph is a line: what papers and LaTeX say is not wrapped


@pytest.mark.parametrize("family", [*FAMILIES, "README"])
def test_no_wrapped_line_becomes_a_list(family: str) -> None:
    text = re.sub(r"```.*?```", "", on_disk(f"quantities/{family}.md"), flags=re.DOTALL)
    assert not re.search(r"^\s*(?:[-+*] (?!\[)|\d+[.)] |> |=+$)", text, flags=re.MULTILINE)


def test_every_family_is_on_the_entry_page() -> None:
    assert {f"(quantities/{family}.md)" for family in FAMILIES} <= set(
        re.findall(r"\(quantities/\w+\.md\)", on_disk("README.md"))
    )


# -- relations between quantities ---------------------------------------------------------------------------------------

RESULT = {
    "epsilon": "eps", "composed_epsilon": "eps", "epsilon_for_fbeta": "eps0", "delta": "delta", "composed_delta": "delta",
    "mu": "mu", "mu_for_auc": "mu", "mu_for_tv": "mu", "mu_for_tpr": "mu", "mu_for_fbeta": "mu", "auc": "auc", "tv": "tv",
    "roc": "tpr", "fbeta": "f", "rho": "rho", "epsilon_for_auc": "eps0", "epsilon_for_tv": "eps0", "epsilon_for_tpr": "eps0",
    "laplace_cut": "cut", "laplace_fpr": "fpr", "gaussian_cut": "cut", "gaussian_fpr": "fpr",
}  # fmt: skip
"""The parameter that the value of a quantity is."""


def _at(name: str, inputs: dict[str, Any]) -> Any:
    quantity = find(name)
    return mpf(str(value(name, digits=50, **{parameter: inputs[parameter] for parameter in quantity.params})))


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link.left}-{link.right}")
def test_a_relation_holds(link: Any) -> None:
    """Inverses, complements, logarithms and special cases, to 40 digits at an example."""
    left, right = find(link.left), find(link.right)
    shared = {**right.example, **left.example}
    special = re.match(r"case (\w+) = (\d+) of", link.words)
    with mp.workdps(60):
        if link.words.startswith("inverse of"):
            found = str(value(link.left, digits=50, **left.example))
            without = dict.fromkeys(("corr_prior", "corr_record", "corr_time"), "0")
            pair = (
                _at(link.right, {**without, **left.example, RESULT[link.left.partition(".")[2]]: found}),
                mpf(left.example[RESULT[link.right.partition(".")[2]]]),
            )
        elif link.words == "1 minus":
            pair = _at(link.left, right.example), 1 - _at(link.right, right.example)
        elif link.words == "logarithm of":
            pair = exp(_at(link.left, shared)), _at(link.right, shared)
        elif link.words == "reciprocal of":
            pair = _at(link.left, shared), 1 / _at(link.right, shared)
        elif special:
            pair = _at(link.left, shared), _at(link.right, {**shared, special[1]: special[2]})
        else:
            return
        assert abs(pair[0] / pair[1] - 1) < mpf(10) ** -40


def test_relations_of_every_kind_are_computed() -> None:
    words = [link.words for link in LINKS]
    for start in ("inverse of", "1 minus", "logarithm of", "reciprocal of", "case eps = 0 of"):
        assert any(text.startswith(start) for text in words)
