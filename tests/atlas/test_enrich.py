"""Certificates and figures are offered where they belong, and nowhere else."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from site_pages import small_atlas

from dplemma.atlas import enrich
from dplemma.atlas.enrich import add_certificates, add_figures
from dplemma.atlas.pictures import PictureCache
from dplemma.atlas.render import Site, pages_of
from dplemma.base.errors import DplemmaError
from dplemma.kernel.certificate import FORMAT, VERSION
from dplemma.ledger.store import read

CLAIM = "sensitivity_index/lemma-1"


def certificate(folder: Path, claim: str, verdict: str) -> Path:
    told = {
        "format": FORMAT,
        "version": VERSION,
        "id": claim,
        "verdict": verdict,
        "claim": {},
        "proof": {},
        "digest": "",
        "versions": {},
    }
    file = folder / f"{claim.replace('/', '__')}.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    return file


def test_a_certificate_is_offered_by_the_claim_that_it_names(tmp_path: Path) -> None:
    atlas, proofs, out = deepcopy(small_atlas()), tmp_path / "proofs", tmp_path / "site"
    proofs.mkdir()
    file = certificate(proofs, CLAIM, "refuted")
    certificate(proofs, "sensitivity_index/lemma-2", "refuted")  # another verdict than that of the ledger
    certificate(proofs, "nobody/knows", "proved")
    assert atlas["claims"]["sensitivity_index/lemma-2"]["verdict"] != "refuted"
    assert add_certificates(atlas, proofs, out) == 1
    assert (out / atlas["claims"][CLAIM]["certificate"]).read_bytes() == file.read_bytes()
    page = dict(pages_of(atlas, Site(katex=False, interpreter=False)))[f"{CLAIM}.html"]
    assert f'href="../certificate/{file.name}"' in page


def test_what_is_no_certificate_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DplemmaError, match="no such folder"):
        add_certificates({}, tmp_path / "proofs", tmp_path)
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DplemmaError, match="not a certificate"):
        add_certificates({"claims": {}}, tmp_path, tmp_path)


def test_figures_of_a_paper_stand_on_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figure = SimpleNamespace(
        name="glrt/figure-1",
        paper="glrt",
        where="Fig. 1",
        caption="Curves.",
        chosen="",
        panels=(1,),
        all_claims=["glrt/fig-1/npo"],
    )
    modules = {"dplemma.report.figures": ModuleType("figures"), "dplemma.report.figures.draw": ModuleType("draw")}
    vars(modules["dplemma.report.figures"])["paper_figures"] = lambda: {figure.name: figure}
    vars(modules["dplemma.report.figures.draw"]).update(
        paper_picture=lambda name, words: f"{name} words={words}",
        write_figure=lambda picture, file: file.write_text(f"<svg>{picture}</svg>", encoding="utf-8"),
    )
    monkeypatch.setattr(enrich, "find_spec", lambda name: SimpleNamespace(submodule_search_locations=[]))
    monkeypatch.setattr(enrich, "import_module", modules.__getitem__)
    atlas, told, kept = deepcopy(small_atlas()), [], PictureCache(tmp_path / "cache")
    add_figures(atlas, read(), tmp_path, told.append, kept)
    assert told == ["figure glrt/figure-1"]
    assert (tmp_path / "figure" / "glrt" / "figure-1.svg").read_text(encoding="utf-8") == "<svg>glrt/figure-1 words=False</svg>"
    page = dict(pages_of(atlas, Site(katex=False, interpreter=False)))["glrt.html"]
    assert 'src="figure/glrt/figure-1.svg"' in page and "redrawn from certified values" in page
