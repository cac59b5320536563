"""The site of a part of the ledger: it agrees with the ledger, every link leads somewhere, nothing comes from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from site_pages import PART, ReadPage, all_pages, page_of, small_atlas, target_of

from dplemma.atlas import assets, site
from dplemma.atlas.formula_lines import lines_of_formula
from dplemma.atlas.site import WrittenSite, write_site
from dplemma.base.errors import DplemmaError
from dplemma.ledger.store import read

ROOT = Path(__file__).parents[2]
LARGEST = 300_000
PAPER = "A unified interpretation of the Gaussian mechanism for differential privacy through the sensitivity index"
REFUTED, TRUE = "sensitivity_index/lemma-1", "sensitivity_index/lemma-3"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> WrittenSite:
    return write_site(small_atlas(), tmp_path_factory.mktemp("atlas") / "site", interpreter=False)


@pytest.fixture(scope="module")
def pages(written: WrittenSite) -> dict[str, ReadPage]:
    return dict(all_pages(written.folder))


def shown(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.sample
def test_the_numbers_are_those_of_the_ledger(written: WrittenSite, pages: dict[str, ReadPage]) -> None:
    records = read()
    data = json.loads((written.folder / "atlas.json").read_text(encoding="utf-8"))
    claims = [records[key] for key in data["claims"] if not records[key].is_companion]
    refuted = [record for record in claims if record.verdict == "refuted"]
    decided = [record for record in claims if record.verdict not in ("undecided", "not_formalised")]
    assert len(claims) > 20 and refuted
    assert (data["headline"]["claims"], data["headline"]["decided"]) == (len(claims), len(decided))
    assert data["headline"]["refuted"] == len(refuted) == len(data["findings"])
    for key, entry in data["claims"].items():
        assert {name: entry[name] for name in records[key].to_json()} == records[key].to_json()
    assert f"{len(decided)} of {len(claims)} claims decided" in pages["index.html"].text
    assert f"{len(refuted)} claims of papers that are refuted" in pages["findings.html"].text


def test_every_claim_has_a_page_at_its_id_with_its_verdict(pages: dict[str, ReadPage]) -> None:
    for key, entry in small_atlas()["claims"].items():
        page = pages[f"{key}.html"]
        assert entry["verdict"] in page.text.replace("not formalised", "not_formalised"), key
        assert f"dplemma verify {key}" in page.text
        if entry["statement"]:
            assert set(lines_of_formula(entry["statement"])) <= set(page.formulas), key


def test_a_refuted_claim_shows_the_counterexample_and_the_right_form(pages: dict[str, ReadPage]) -> None:
    claim, page = small_atlas()["claims"][REFUTED], pages[f"{REFUTED}.html"]
    assert claim["counterexample"]["lhs"] in page.text
    assert {"counterexample", "right", "reproduce", "cite", "contest", "reading"} <= set(page.ids)
    right = small_atlas()["claims"][claim["amendment"]["id"]]
    assert set(lines_of_formula(right["statement"])) <= set(page.formulas)


def test_a_claim_names_its_derivation_and_what_rests_on_it(pages: dict[str, ReadPage]) -> None:
    page = pages[f"{TRUE}.html"]
    assert "../derivation/auc.html" in page.links
    assert "../gaussian.roc.html" in page.links


def test_every_link_leads_somewhere(written: WrittenSite, pages: dict[str, ReadPage]) -> None:
    anchors = {(written.folder / address).resolve(): set(page.ids) for address, page in pages.items()}
    broken = []
    for address, page in pages.items():
        for link in [*page.links, *page.loads]:
            if link.startswith(("https://doi.org/", "https://arxiv.org/")):
                continue
            file, anchor = target_of(written.folder, address, link)
            if not file.is_file() or (anchor and anchor not in anchors[file]):
                broken.append((address, link))
    assert broken == []


def test_links_are_relative_and_nothing_is_loaded_from_elsewhere(written: WrittenSite, pages: dict[str, ReadPage]) -> None:
    for address, page in pages.items():
        assert not [link for link in [*page.links, *page.loads] if link.startswith("/")], address
        assert not [link for link in page.loads if ":" in link], address
    for file in (written.folder / "assets").glob("*.*s"):
        text = file.read_text(encoding="utf-8").partition("window.ATLAS_SEARCH")[0]
        assert not re.search(r"""(?:fetch|import|url)\(?["' ]*https?://""", text), file.name


def test_pages_are_small_and_say_what_they_are(written: WrittenSite, pages: dict[str, ReadPage]) -> None:
    assert written.pages == len(pages)
    assert written.largest == max((written.folder / address).stat().st_size for address in pages) < LARGEST
    titles = [re.search(r"<title>(.*?)</title>", (written.folder / one).read_text(encoding="utf-8")) for one in pages]
    assert all(titles)
    for address, page in pages.items():
        if (target := page.tags[1][1].get("http-equiv")) is None and address.removesuffix(".html") not in small_atlas()["moved"]:
            assert [tag for tag, _ in page.tags].count("h1") == 1, (address, target)
            assert ("html", {"lang": "en", "data-root": "../" * address.count("/")}) in page.tags


def test_nothing_is_shown_that_only_a_program_understands(pages: dict[str, ReadPage]) -> None:
    for address, page in pages.items():
        assert not re.search(r"built-in method|object at 0x|jinja2|Undefined", page.text), address


def test_ids_are_used_once_on_a_page(pages: dict[str, ReadPage]) -> None:
    for address, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), address


def test_fields_of_forms_have_names(pages: dict[str, ReadPage]) -> None:
    """A label around it, or one of its own."""
    for address, page in pages.items():
        for place, (tag, named) in enumerate(page.tags):
            if tag in ("input", "select"):
                around = [other for other, _ in page.tags[max(0, place - 1) : place]]
                assert "label" in around or "aria-label" in named, (address, named)
            assert tag != "img" or named.get("alt"), (address, named)


def test_an_old_name_leads_to_the_new_one(written: WrittenSite) -> None:
    text = (written.folder / "gaussian.advantage.html").read_text(encoding="utf-8")
    assert 'content="0; url=gaussian.tv.html"' in text


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(DplemmaError, match="something else in it"):
        write_site(small_atlas(), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_pages_that_no_longer_exist_are_removed(written: WrittenSite) -> None:
    stale = written.folder / "sensitivity_index" / "lemma-99.html"
    stale.write_text("old", encoding="utf-8")
    write_site(small_atlas(), written.folder, interpreter=False)
    assert not stale.exists()
    assert (written.folder / f"{REFUTED}.html").exists()


def test_without_katex_it_is_said_once_and_formulas_are_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "bundled_katex", lambda: None)
    made = write_site(small_atlas(), tmp_path / "plain", interpreter=False)
    assert made.without == ["KaTeX is not there, so formulas are shown as text: make katex"]
    page = page_of(made.folder / f"{REFUTED}.html")
    assert shown(small_atlas()["claims"][REFUTED]["text"]) in page.text
    assert not [load for load in page.loads if "katex" in load]
    assert "made without KaTeX" in page.text


def test_what_is_bundled_is_whole_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "tool_folder", lambda _: tmp_path)
    assert assets.bundled_katex() is None and assets.bundled_interpreter() == []
    (tmp_path / "python_flint-0.9.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl").write_bytes(b"")
    assert assets.bundled_interpreter() == []


def test_every_formula_is_one_that_katex_takes(pages: dict[str, ReadPage]) -> None:
    module = ROOT / ".katex" / "node_modules" / "katex" / "dist" / "katex.mjs"
    if shutil.which("node") is None or not module.is_file():
        pytest.skip("node or KaTeX is not there: make katex")
    formulas = {f"{address} {n}": formula for address, page in pages.items() for n, formula in enumerate(page.formulas)}
    check = ROOT / "tests" / "report" / "katex_check.mjs"
    lines = "".join(json.dumps(item) + "\n" for item in formulas.items())
    done = subprocess.run(["node", check, module], input=lines, capture_output=True, text=True, check=True)
    assert len(formulas) > 100
    assert done.stdout == ""


def searched(folder: Path, *queries: tuple[str, dict[str, str]]) -> list[list[str]]:
    """What the search of the page finds, the best first."""
    check = Path(__file__).with_name("search_check.mjs")
    lines = "".join(json.dumps(query) + "\n" for query in queries)
    scripts = [folder / "assets" / "search.js", folder / "assets" / "search-data.js"]
    done = subprocess.run(["node", check, *scripts], input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def node() -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")


@pytest.mark.usefixtures("node")
def test_a_printed_number_finds_its_claim_also_when_it_is_cut(written: WrittenSite) -> None:
    exact, cut, longer, other = searched(written.folder, ("1.771", {}), ("1.77", {}), ("1.7710", {}), ("1.76", {}))
    wanted = "gdp_bridge/section-5-2/mu-1-771"
    assert wanted in exact and wanted in cut and wanted in longer
    assert wanted not in other


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("lemma 1", REFUTED),
        ("gaussian.delta", "gaussian.delta"),
        ("tangent intercept", "derivation/tangent-intercept"),
        ("arxiv:2109.10528v2", PAPER),
        ("opacus", "opacus"),
        ("safe rounding", "safe rounding"),
    ],
)  # fmt: skip
def test_the_best_hit_is_what_is_meant(written: WrittenSite, query: str, best: str) -> None:
    (hits,) = searched(written.folder, (query, {}))
    assert hits[0] == best


@pytest.mark.usefixtures("node")
def test_latex_signs_and_filters(written: WrittenSite) -> None:
    latex, sign, spelled, nothing = searched(
        written.folder, (r"\frac{\psi}{2}", {}), ("ψ", {"verdict": "refuted"}), ("psi", {"verdict": "refuted"}), ("zebra", {})
    )
    assert REFUTED in latex
    assert REFUTED in sign and sign == spelled
    assert all(small_atlas()["claims"][key]["verdict"] == "refuted" for key in sign)
    assert nothing == []


def test_the_readme_names_three_pages_of_the_site(pages: dict[str, ReadPage]) -> None:
    named = re.findall(r"\]\(site/([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(named) == 3
    assert set(named) <= set(pages)


def test_the_part_is_what_was_asked_for() -> None:
    papers = {pattern.partition("/")[0] for pattern in PART}
    assert set(small_atlas()["papers"]) == papers


def keys_of(entries: Any) -> set[str]:
    return set(next(iter(entries.values())) if isinstance(entries, dict) else entries[0])


def test_the_schema_is_documented() -> None:
    told = (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8")
    data = small_atlas()
    sections = {"claims", "papers", "quantities", "derivations", "libraries", "lemmas", "glossary", "notation"}
    expected = set(data) | {key for section in sections for key in keys_of(data[section])}
    documented = set(re.findall(r"`(\w+)`", told))
    assert expected - documented == set()
    table = told.partition("## atlas.json")[2].partition("\n\nA paper:")[0]
    assert {key for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)} == set(data)


def test_entries_of_a_kind_have_the_same_keys() -> None:
    for section in ("claims", "papers", "quantities", "derivations", "libraries"):
        entries = list(small_atlas()[section].values())
        assert entries and all(set(entry) == set(entries[0]) for entry in entries), section
