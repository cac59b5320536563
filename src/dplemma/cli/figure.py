"""`dplemma figure PAPER/FIGURE`: a figure of a paper, redrawn from certified values. It imports neither SymPy nor mpmath.

Main definition: `figure_command`.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from dplemma.base.errors import DplemmaError, clipped
from dplemma.base.page import Page, plural
from dplemma.cli.output import print_json, printed_page
from dplemma.cli.parser import UsageError
from dplemma.ledger import store as ledger
from dplemma.report.figures import find_figure, paper_figures
from dplemma.report.figures.compute import computed, csv_text, figure_record, summary
from dplemma.report.figures.model import PaperFigure
from dplemma.report.pages.search import select
from dplemma.report.records import SCHEMA


def figure_command(arguments: Namespace) -> int:
    """List the figures, print one as data, or draw what was asked for to files."""
    if arguments.list:
        return _list(arguments.names, as_json=arguments.json)
    if not arguments.names:
        raise UsageError("which figure? E.g. dplemma figure glrt/figure-1. See: dplemma figure --list")
    chosen = _chosen(arguments.names)
    if arguments.json:
        records = [figure_record(computed(figure)) for figure in chosen]
        print_json(records[0] if len(records) == 1 else records)
        return 0
    return _draw(chosen, arguments.out)


def _chosen(names: list[str]) -> list[PaperFigure]:
    """The figures of these names, in which `*` stands for anything."""
    found: dict[str, PaperFigure] = {}
    for name in names:
        if "*" in name or "?" in name:
            figures = paper_figures()
            found |= {key: figures[key] for key in select(figures, [name], kind="figure")}
        else:
            found[find_figure(name).name] = find_figure(name)
    return list(found.values())


def _draw(chosen: list[PaperFigure], out: str) -> int:
    from dplemma.report.figures.draw import FORMATS, paper_picture
    from dplemma.report.pictures.picture import need_matplotlib

    path = Path(out)
    one_file = path.suffix in FORMATS
    if one_file and len(chosen) > 1:
        raise DplemmaError(f"--out {clipped(out)} is one file, and {len(chosen)} figures are asked for: name a folder")
    if path.suffix and not one_file and not path.is_dir():
        raise DplemmaError(
            f"--out {clipped(out)}: a file must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}, a folder must be there"
        )
    if not (path.parent if one_file else path).is_dir():
        raise DplemmaError(f"--out {clipped(out)}: there is no folder {clipped(str(path.parent if one_file else path))}")
    if path.suffix == ".csv":
        path.write_text(csv_text(computed(chosen[0])), encoding="utf-8")
        print(f"{chosen[0].name}: {path}", flush=True)
        return 0
    need_matplotlib("drawing")
    for figure in chosen:
        picture = paper_picture(figure.name)
        stem = path / figure.name.replace("/", "-")
        files = [path] if one_file else [stem.with_name(stem.name + suffix) for suffix in FORMATS]
        for file in files:
            picture.save(file)
        print(f"{figure.name}: {', '.join(map(str, files))}", flush=True)
    return 0


def _list(globs: list[str], *, as_json: bool) -> int:
    figures = paper_figures()
    shown = [figures[key] for key in select(figures, globs, kind="figure")]
    if as_json:
        print_json({"schema": SCHEMA, "figures": [summary(figure) for figure in shown]})
        return 0
    with printed_page() as page:
        for figure in shown:
            _listed(page, figure)
        page.line(f"{plural(len(shown), 'figure')}; draw one with: dplemma figure {shown[0].name}" if shown else "no such figure")
    return 0


def _listed(page: Page, figure: PaperFigure) -> None:
    lines = ledger.read()
    refuted = sum(lines[claim].verdict == "refuted" for claim in figure.all_claims if claim in lines)
    count = f"{plural(len(figure.all_claims), 'claim')}, {refuted} refuted"
    page.line(f"{page.paint(figure.name, 'bold')}  {figure.where}; {count}")
    page.wrapped(figure.caption, indent="    ", first="    ")
