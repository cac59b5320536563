"""A checked derivation as a page of HTML: formulas in MathML, which browsers show by themselves; nothing is fetched.

Main definitions: `derivation_html`, `derivation_html_page`, `DerivationReport`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from dplemma.decide.derivations.check import CheckedChain, CheckedDerivation
from dplemma.report.mathematics.prose import prose_html
from dplemma.report.mathematics.scripts import to_mathml
from dplemma.report.pages.derivation_latex import LINKS, conclusion_words, derivation_latex, is_chain
from dplemma.report.pages.derivation_lines import (
    abbreviation_lines,
    contrary_words,
    latex_line,
    link_of,
    notation_words,
    region_line,
    rule_words,
)

_STYLE = """<style>
.derivation{font-family:Georgia,serif;max-width:60em;line-height:1.45}
.derivation table{border-collapse:collapse;margin:.4em 0 1.1em 1.2em}
.derivation td{padding:.3em .5em;vertical-align:middle;border:none;text-align:left;background:none}
.derivation td.r{text-align:right;width:1.6em}
.derivation td.w{font-size:.88em;color:#444;padding-left:1.4em;max-width:26em}
.derivation .v{color:#1b7837;font-variant:small-caps}.derivation .x,.derivation .x *{color:#b2182b}
.derivation math{font-size:1.05em}
</style>"""


def derivation_html(checked: CheckedDerivation) -> str:
    """The derivation as one element, with its style."""
    return "\n".join([_STYLE, '<div class="derivation">', *_parts(checked), "</div>"])


def derivation_html_page(checked: CheckedDerivation) -> str:
    """A whole page."""
    head = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(checked.derivation.title)}</title></head>'
    )
    return f"{head}\n<body>\n{derivation_html(checked)}\n</body>\n</html>"


def _parts(checked: CheckedDerivation) -> Iterator[str]:
    derivation = checked.derivation
    yield f"<h2>{prose_html(derivation.title)}</h2>"
    of = f" of <code>{escape(derivation.proves)}</code>" if derivation.proves else ""
    about = f", which says in another form what <code>{escape(derivation.about)}</code> says" if derivation.about else ""
    short = [to_mathml(f"{name} = {meaning}") for name, meaning in abbreviation_lines(derivation)]
    said = [*short, *notation_words(derivation, prose_html, lambda node: to_mathml(latex_line(node)))]
    where = f" Here {', '.join(said)}." if said else ""
    yield f"<p>Derivation <code>{escape(derivation.id)}</code>{of}{about}.{where}</p>"
    for chain in checked.chains:
        yield from _chain_table(chain)
    yield from _printed_table(checked)
    yield f"<p><b>{escape(conclusion_words(checked))}</b></p>"


def _chain_table(chain: CheckedChain) -> Iterator[str]:
    title = f"<b>Lemma ({prose_html(chain.name)}).</b> {prose_html(chain.says)}." if chain.name else "<b>Derivation.</b>"
    region = f" For {to_mathml(region_line(chain.region))}." if chain.region.names else ""
    yield f"<p>{title}{region}</p>\n<table>"
    if chain.start is not None:
        yield _row("", latex_line(chain.start), "", "")
    for step in chain.steps:
        word = step.verdict.verdict if step.status == "holds" else f"{step.status}: {step.why()}"
        why = f"{prose_html(step.step.because)} ({prose_html(rule_words(chain, step, latex=True))}; "
        mark = "v" if step.status == "holds" else "x"
        yield _row(link_of(step), latex_line(step.step.expr), f'{why}<span class="{mark}">{escape(word)}</span>)', "")
    yield "</table>"


def _row(link: str, formula: str, words: str, mark: str) -> str:
    sign = to_mathml(LINKS.get(link, link)) if LINKS.get(link, link) else ""
    style = f' class="{mark}"' if mark else ""
    return f'<tr{style}><td class="r">{sign}</td><td>{to_mathml(formula, display=True)}</td><td class="w">{words}</td></tr>'


def _printed_table(checked: CheckedDerivation) -> Iterator[str]:
    proof = checked.derivation.printed
    if proof is None:
        return
    false = checked.false_printed_step()
    yield f"<p><b>As printed</b> ({escape(proof.where)}).</p>\n<table>"
    if is_chain(checked):
        yield _row("", latex_line(proof.start), "", "")
    for number, (step, verdict) in enumerate(checked.printed, start=1):
        wrong = false is not None and number == false[0]
        said = f" <b>The first false step:</b> {contrary_words(verdict, prose_html, escape)}" if wrong else ""
        words = f"{prose_html(step.says)} ({escape(verdict.verdict)}){said}"
        yield _row(step.rel, latex_line(step.expr), words, "x" if wrong else "")
    yield "</table>"


@dataclass(frozen=True, repr=False)
class DerivationReport:
    """A checked derivation for a notebook: HTML there, LaTeX where a paper is made of it, one line elsewhere."""

    checked: CheckedDerivation

    def __repr__(self) -> str:
        return f"<derivation {self.checked.derivation.id}: {conclusion_words(self.checked)}>"

    def _repr_html_(self) -> str:
        return derivation_html(self.checked)

    def _repr_latex_(self) -> str:
        return derivation_latex(self.checked)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        """HTML before LaTeX: a notebook would show the latter, which has more than formulas in it, as a formula."""
        return {"text/plain": repr(self), "text/html": self._repr_html_()}
