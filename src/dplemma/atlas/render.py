"""The pages of the atlas, made from its data by Jinja2 templates.

Main definitions: `pages_of` (address and text of every page), `Site` (what this copy of the site has).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from dplemma.atlas.addresses import root_of_site
from dplemma.atlas.drawing import claim_picture, quantity_plot
from dplemma.atlas.formula_lines import lines_of_formula
from dplemma.atlas.prose import prose
from dplemma.ledger.phrases import verdict_word
from dplemma.ledger.verdict import VERDICTS

MENU = (
    ("Papers", "papers.html"), ("Findings", "findings.html"), ("Quantities", "quantities.html"), ("Libraries", "libraries.html"),
    ("Derivations", "derivations.html"), ("Words", "glossary.html"), ("Trust", "trust.html"),
)  # fmt: skip
_SINGLE = ("index", "papers", "findings", "quantities", "libraries", "derivations", "glossary", "trust", "search")
_WORDS = {"not_formalised": "not formalised"}
_KEPT = {"keeps": "kept", "breaks": "broken", "gaps": "gaps"}
_LINKS = {"<=": r"\leq", ">=": r"\geq", "!=": r"\neq", "implies": r"\Rightarrow", "iff": r"\iff"}


@dataclass(frozen=True, kw_only=True)
class Site:
    """What a copy of the site has beside its pages: KaTeX, and the interpreter that computes values."""

    katex: bool
    interpreter: bool
    menu: tuple[tuple[str, str], ...] = MENU


def pages_of(atlas: Mapping[str, Any], site: Site) -> Iterator[tuple[str, str]]:
    """Address and text of every page."""
    page = _pages(atlas, site)
    quantities = _quantities_of_claims(atlas)
    for name in _SINGLE:
        yield f"{name}.html", page(name, f"{name}.html")
    for paper in atlas["papers"].values():
        yield paper["address"], page("paper", paper["address"], paper=paper, **_paper_choices(atlas, paper))
    for claim in atlas["claims"].values():
        about = {"quantities": quantities.get(claim["id"], []), "paper": atlas["papers"][claim["paper"]]}
        yield claim["address"], page("claim", claim["address"], claim=claim, **about)
    for kind in ("quantity", "library", "derivation"):
        for entry in atlas[_plural(kind)].values():
            yield entry["address"], page(kind, entry["address"], **{kind: entry})
    for old, new in atlas["moved"].items():
        yield f"{old}.html", page("moved", f"{old}.html", old=old, new=new, address=f"{new}.html")


def _plural(kind: str) -> str:
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def _pages(atlas: Mapping[str, Any], site: Site) -> Callable[..., str]:
    """What makes one page: a template at an address."""
    environment = Environment(
        loader=PackageLoader("dplemma.atlas"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["prose"] = prose
    environment.globals.update(_helpers(atlas), atlas=atlas, site=site, **_choices(atlas))

    def page(template: str, here: str, **more: Any) -> str:
        return environment.get_template(f"{template}.html").render(root=root_of_site(here), here=here, **more)

    return page


# -- what the templates call ------------------------------------------------------------------------------------------------


def _helpers(atlas: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "verdict_words": lambda word: _WORDS.get(word, word) or "not decided yet",
        "counted": lambda counts: ", ".join(f"{number} {_WORDS.get(word, word)}" for word, number in _ordered(counts)),
        "ordered": _ordered,
        "thousands": lambda number: f"{number:,}".replace(",", "\N{THIN SPACE}"),
        "kept": lambda word: _KEPT.get(word, word),
        "link_sign": lambda sign: _LINKS.get(sign, sign),
        "families": lambda quantities: [
            (name, list(mine)) for name, mine in groupby(quantities.values(), lambda one: one["family"])
        ],
        "grouped": lambda entries: [(name, list(mine)) for name, mine in groupby(entries, lambda one: one["group"])],
        "example_inputs": lambda quantity: "".join(f" {name}={value}" for name, value in quantity["example"].items()),
        "lines_of_formula": lines_of_formula,
        "markdown": _markdown,
        "claim_picture": lambda claim: Markup(claim_picture(claim["picture"])),
        "quantity_plot": lambda quantity: Markup(quantity_plot(quantity["plot"])),
        "papers_first": sorted(atlas["papers"].values(), key=lambda paper: paper["collection"]),
        "assumed": Counter(name for claim in atlas["claims"].values() if not claim["of"] for name in claim["trusted"]),
    }


def _ordered(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(word, counts[word]) for word in VERDICTS if counts.get(word)]


def _choices(atlas: Mapping[str, Any]) -> dict[str, list[tuple[str, str]]]:
    """What the filters offer: what occurs, and nothing else."""
    claims, findings = atlas["claims"].values(), [atlas["claims"][key] for key in atlas["findings"]]
    return {
        "finding_papers": [(key, key) for key in atlas["papers"] if any(one["paper"] == key for one in findings)],
        "finding_classes": _occurring(findings, "class"),
        "finding_harms": _occurring(findings, "harm"),
        "search_verdicts": [(word, verdict_word(word)) for word in VERDICTS if any(one["verdict"] == word for one in claims)],
        "search_kinds": [*_occurring(claims, "kind"), ("quantity", "quantity"), ("library", "library"), ("word", "word")],
        "search_papers": [(key, paper["title"][:60]) for key, paper in atlas["papers"].items()],
    }


def _paper_choices(atlas: Mapping[str, Any], paper: Mapping[str, Any]) -> dict[str, list[tuple[str, str]]]:
    claims = [atlas["claims"][key] for topic in paper["topics"] for key in topic["claims"]]
    return {
        "paper_verdicts": [(word, _WORDS.get(word, word)) for word, _ in _ordered(paper["counts"])],
        "paper_kinds": _occurring(claims, "kind"),
    }


def _occurring(entries: Any, key: str) -> list[tuple[str, str]]:
    return [(word, word) for word in dict.fromkeys(one[key] for one in entries) if word]


def _quantities_of_claims(atlas: Mapping[str, Any]) -> dict[str, list[str]]:
    """The quantities that each claim is about."""
    found: dict[str, list[str]] = {}
    for name, quantity in atlas["quantities"].items():
        for claim in quantity["claims"]:
            found.setdefault(claim, []).append(name)
    return found


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def _markdown(text: str) -> Markup:
    """A text of docs/ as HTML: headings one level down, tables that scroll, no links to files that are not in the site."""
    bare = re.sub(r"\[([^\]]+)\]\((?!https?://)[^)]*\)", r"\1", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))
    html = _MARKDOWN.render(bare)
    return Markup(html.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>"))
