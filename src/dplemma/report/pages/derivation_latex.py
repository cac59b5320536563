r"""A checked derivation for paper and for slides: aligned formulas broken to the page, prose with mathematics in it.

Main definitions: `derivation_latex`, `derivation_document`, `derivation_slides`.

The printed proof stands after the right one, its first false step in red with the counterexample. What cannot be broken and is
too wide is made smaller by `\fit`, which the document defines and a fragment brings along.
"""

from __future__ import annotations

from collections.abc import Iterator

from dplemma.base.page import latex_words
from dplemma.decide.derivations.check import CheckedChain, CheckedDerivation, CheckedStep
from dplemma.lang.derivation import Derivation
from dplemma.ledger.phrases import verdict_phrase
from dplemma.ledger.verdict import Verdict
from dplemma.report.mathematics.prose import prose_latex
from dplemma.report.mathematics.scripts import broken_latex, fits
from dplemma.report.pages.derivation_lines import (
    abbreviation_lines,
    contrary_words,
    latex_line,
    link_of,
    notation_words,
    region_line,
    rule_words,
)

PAGE, SLIDE = 62.0, 40.0
"""Letters of a formula that fit a line: of a page of A4 with margins of 2.5 cm, and of a slide."""
MOST_ROWS = 3  # displayed rows of a slide that fit as they are
LINKS = {"<=": r"\leq", ">=": r"\geq", "implies": r"\Rightarrow", "iff": r"\iff", "says": "", "": ""}
_FIT = r"""\providecommand{\fit}[2][\linewidth]{{\ifmmode\else\leavevmode\fi\setbox0=\hbox{$\displaystyle #2$}%
  \ifdim\wd0>#1\resizebox{#1}{!}{\box0}\else\box0\fi}}"""
_DOCUMENT = rf"""\documentclass[11pt,a4paper]{{article}}
\usepackage[T1]{{fontenc}}
\usepackage[utf8]{{inputenc}}
\usepackage{{lmodern,microtype,amsmath,amssymb,graphicx,xcolor}}
\usepackage[margin=2.5cm]{{geometry}}
\setlength{{\parindent}}{{0pt}}\setlength{{\parskip}}{{0.5em}}
\allowdisplaybreaks
{_FIT}
\begin{{document}}"""
_SLIDES = rf"""\documentclass[aspectratio=169,14pt]{{beamer}}
\usepackage[T1]{{fontenc}}
\usepackage[utf8]{{inputenc}}
\usepackage{{lmodern,amsmath,amssymb,graphicx}}
\setbeamertemplate{{navigation symbols}}{{}}
\setbeamertemplate{{footline}}[frame number]
\setbeamerfont{{frametitle}}{{size=\large}}
\setbeamercolor{{frametitle}}{{fg=black}}\setbeamercolor{{title}}{{fg=black}}
{_FIT}
\begin{{document}}"""


# -- on paper ---------------------------------------------------------------------------------------------------------------


def derivation_latex(checked: CheckedDerivation) -> str:
    r"""A fragment to be put into a document that has amsmath, graphicx and xcolor."""
    return "\n".join([_FIT, *_body(checked)])


def derivation_document(checked: CheckedDerivation) -> str:
    """A document that compiles."""
    return "\n".join([_DOCUMENT, *_body(checked), r"\end{document}"])


def _body(checked: CheckedDerivation) -> Iterator[str]:
    derivation = checked.derivation
    yield rf"\section*{{{prose_latex(derivation.title)}}}"
    yield rf"\emph{{{latex_words(_source(checked))}}}"
    yield from _where(derivation)
    for chain in checked.chains:
        yield from _chain(chain)
    yield from _printed(checked)
    yield ""
    yield rf"\medskip\textbf{{Verdict.}} {latex_words(conclusion_words(checked))}"


def _where(derivation: Derivation) -> Iterator[str]:
    """What is abbreviated, a line each, and a sentence on the functions."""
    lines = abbreviation_lines(derivation)
    if lines:
        yield r"Here"
        yield r"\begin{align*}"
        yield " \\\\\n".join(rf"  {short} &= {meaning}" for short, meaning in lines)
        yield r"\end{align*}"
    words = notation_words(derivation, prose_latex, lambda node: f"${latex_line(node)}$")
    if words:
        yield rf"{'And' if lines else 'Here'} {', '.join(words)}."


def _source(checked: CheckedDerivation) -> str:
    derivation = checked.derivation
    said = f", which says in another form what {derivation.about} says" if derivation.about else ""
    return f"Derivation {derivation.id}" + (f" of {derivation.proves}" if derivation.proves else "") + said + "."


def conclusion_words(checked: CheckedDerivation) -> str:
    """What is proved, or where it stops, in a sentence."""
    failing = checked.failing()
    if failing is None:
        proved = Verdict(verdict="proved", engine="derivation", assumes=checked.verdict.assumes)
        count = sum(len(chain.steps) for chain in checked.chains)
        return f"{verdict_phrase(proved)[0].upper()}{verdict_phrase(proved)[1:]}: {count} steps, all of which the kernel accepts."
    name, number, why = failing
    word = "Fails" if checked.status == "fails" else "Undecided"
    return f"{word} at line {number}{f' of lemma {name}' if name else ''}: {why}."


def _region(chain: CheckedChain) -> str:
    parts = region_line(chain.region).split(r",\; ")
    return f"For {', '.join(f'${part}$' for part in parts)}." if chain.region.names else ""


def _chain(chain: CheckedChain) -> Iterator[str]:
    yield ""
    title = rf"\textbf{{Lemma ({prose_latex(chain.name)}).}} {_sentence(chain.says)}" if chain.name else r"\textbf{Derivation.}"
    yield f"{title} {_region(chain)}".rstrip()
    yield r"\begin{align*}"
    rows = [] if chain.start is None else list(_rows("", latex_line(chain.start), ""))
    for step in chain.steps:
        rows += _rows(LINKS.get(link_of(step), link_of(step)), latex_line(step.step.expr), str(step.number))
    yield " \\\\\n".join(rows)
    yield r"\end{align*}"
    yield r"\begin{list}{}{\setlength{\leftmargin}{2.2em}\setlength{\itemsep}{0pt}\setlength{\parsep}{0pt}\small}"
    yield from (rf"  \item[({step.number})] {_reason(chain, step)}" for step in chain.steps)
    yield r"\end{list}"


def _rows(link: str, formula: str, number: str) -> Iterator[str]:
    """The rows of an align environment for one line: the relation, then the pieces; the last one has the number."""
    pieces = broken_latex(formula, PAGE)
    for place, piece in enumerate(pieces):
        lead = f"  {link} {{}}& " if place == 0 else r"  & \qquad "
        set_piece = piece if fits(piece, PAGE) else rf"\fit[0.86\linewidth]{{{piece}}}"
        tag = rf" \tag*{{({number})}}" if number and place == len(pieces) - 1 else ""
        yield f"{lead}{set_piece}{tag}"


def _sentence(text: str) -> str:
    """With a full stop; a letter that begins it is raised, unless it is a formula."""
    shown = prose_latex(text)
    return (shown[0].upper() + shown[1:] if shown[:1].isalpha() else shown) + "."


def _reason(chain: CheckedChain, step: CheckedStep) -> str:
    said = rf"{_sentence(step.step.because)} \emph{{({prose_latex(rule_words(chain, step, latex=True))}: {_word(step)})}}"
    return said if step.status == "holds" else _red(f"{said} {latex_words(step.why())}.")


def _word(step: CheckedStep) -> str:
    return step.verdict.verdict if step.status == "holds" else step.status


def _red(text: str) -> str:
    return rf"{{\color{{red!70!black}}{text}}}"


def is_chain(checked: CheckedDerivation) -> bool:
    """Whether the printed proof is a chain from its first line, not statements that stand by themselves."""
    return any(step.rel != "says" for step, _ in checked.printed)


def _printed(checked: CheckedDerivation) -> Iterator[str]:
    """The proof as printed, in the same form, with the first step that is refuted in red."""
    proof = checked.derivation.printed
    if proof is None:
        return
    false = checked.false_printed_step()
    wrong = 0 if false is None else false[0]
    yield ""
    yield rf"\bigskip\textbf{{As printed}} ({latex_words(proof.where)})."
    yield r"\begin{align*}"
    rows = list(_rows("", latex_line(proof.start), "")) if is_chain(checked) else []
    for number, (step, _) in enumerate(checked.printed, start=1):
        link = LINKS.get(step.rel, step.rel)
        red = rf"\mathrel{{{_red(link)}}}" if number == wrong and link else link
        rows += _rows(red, latex_line(step.expr), str(number))
    yield " \\\\\n".join(rows)
    yield r"\end{align*}"
    yield r"\begin{list}{}{\setlength{\leftmargin}{2.2em}\setlength{\itemsep}{0pt}\setlength{\parsep}{0pt}\small}"
    for number, (step, verdict) in enumerate(checked.printed, start=1):
        said = rf"{_sentence(step.says)} \emph{{({verdict.verdict})}}"
        if number == wrong:
            said = _red(rf"{said} \textbf{{The first false step:}} {contrary_words(verdict, prose_latex, latex_words)}.")
        yield rf"  \item[({number})] {said}"
    yield r"\end{list}"


# -- slides -----------------------------------------------------------------------------------------------------------------


def derivation_slides(checked: CheckedDerivation) -> str:
    """Beamer, one step a slide: the line before, the new line, and why."""
    derivation = checked.derivation
    title = rf"\title{{{prose_latex(derivation.title)}}}\author{{{latex_words(_source(checked))}}}\date{{}}"
    frames = [_frame("Notation", *shown) for shown in _notation_frames(derivation)]
    frames += [frame for chain in checked.chains for frame in _chain_frames(chain)]
    last = _frame("Verdict", latex_words(conclusion_words(checked)))
    return "\n".join([_SLIDES, title, r"\frame{\titlepage}", *frames, *_printed_frames(checked), last, r"\end{document}"])


def _notation_frames(derivation: Derivation) -> Iterator[list[str]]:
    """The abbreviations, a line each, a few on a slide; on the last one the functions in words."""
    rows = [_display("", f"{short} = {meaning}") for short, meaning in abbreviation_lines(derivation)]
    words = notation_words(derivation, prose_latex, lambda node: f"${latex_line(node)}$")
    rows += [rf"{{\small Here {', '.join(words)}.}}"] if words else []
    yield from (rows[start : start + MOST_ROWS] for start in range(0, len(rows), MOST_ROWS))


def _frame(title: str, *body: str) -> str:
    """A slide, in the middle of which its lines stand; made smaller if they are many."""
    rows = sum(part.count(r"\fit[") for part in body) + sum(len(part) for part in body if r"\fit[" not in part) // 160
    return "\n".join([rf"\begin{{frame}}{'[shrink]' if rows > MOST_ROWS else ''}{{{title}}}", *body, r"\end{frame}"])


def _display(link: str, formula: str, *, pale: bool = False) -> str:
    """A displayed line of a slide, made smaller where it is too wide after it is broken."""
    colour = r"\color{gray}" if pale else ""
    pieces = broken_latex(formula, SLIDE)
    rows = [f"{colour}{link + ' ' if place == 0 and link else ''}{piece}" for place, piece in enumerate(pieces)]
    return "\n".join([r"\begin{center}", *(rf"\fit[0.97\linewidth]{{{row}}}\\[1.2ex]" for row in rows), r"\end{center}"])


def _chain_frames(chain: CheckedChain) -> Iterator[str]:
    title = f"Lemma: {prose_latex(chain.name)}" if chain.name else "Derivation"
    says = [_sentence(chain.says)] if chain.name else []
    before = chain.start
    if before is not None:
        region = rf"{{\small {_region(chain)}}}" if chain.region.names else ""
        yield _frame(title, *says, "", _display("", latex_line(before)), region)
    for step in chain.steps:
        link = link_of(step)
        shown = [] if before is None else [_display("", latex_line(before), pale=True)]
        name = rf"{title}\hfill{{\normalsize step {step.number} of {len(chain.steps)}}}"
        yield _frame(name, *shown, _display(LINKS.get(link, link), latex_line(step.step.expr)), _reason(chain, step))
        before = step.step.expr


def _printed_frames(checked: CheckedDerivation) -> Iterator[str]:
    proof = checked.derivation.printed
    if proof is None:
        return
    false = checked.false_printed_step()
    before = proof.start
    if is_chain(checked):
        yield _frame("As printed", rf"{latex_words(proof.where)} begins with", _display("", latex_line(before)))
    for number, (step, verdict) in enumerate(checked.printed, start=1):
        wrong = false is not None and number == false[0]
        said = _sentence(step.says)
        if wrong:
            said = _red(rf"{said} \textbf{{False:}} {contrary_words(verdict, prose_latex, latex_words)}.")
        shown = [] if step.rel == "says" else [_display("", latex_line(before), pale=True)]
        lines = (*shown, _display(LINKS.get(step.rel, step.rel), latex_line(step.expr)))
        yield _frame(rf"As printed\hfill{{\normalsize step {number} of {len(checked.printed)}, {verdict.verdict}}}", *lines, said)
        before = step.expr
