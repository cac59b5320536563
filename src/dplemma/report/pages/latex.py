"""Claims as LaTeX: what `dplemma show --latex` prints, and a document of its own.

Main definitions: `display`, `claim_latex`, `claim_document`, `formula_lines`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dplemma.base.errors import DplemmaError
from dplemma.base.page import latex_words
from dplemma.lang.paper import Paper
from dplemma.ledger.phrases import verdict_phrase
from dplemma.ledger.record import Record
from dplemma.ledger.store import Records
from dplemma.report.pages.show import counterexample_lines, harm_phrase, source_line

_PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{amsmath,amssymb}
\usepackage[margin=2cm]{geometry}
\begin{document}
\sloppy"""


def formula_lines(formula: str) -> list[str]:
    """A formula with its region, and the parts of a conjunction, on lines of their own where no bracket is cut."""
    parts = re.split(r" \\qquad | (?=\\;\\wedge\\;)", formula)
    whole = all(part.count("{") == part.count("}") and part.count(r"\left") == part.count(r"\right") for part in parts)
    if len(parts) == 1 or not whole or r"\begin" in formula:
        return [formula]
    return [r"\begin{gathered}", *(part + r" \\" for part in parts[:-1]), parts[-1], r"\end{gathered}"]


def display(formula: str) -> str:
    """A displayed formula, to be pasted between paragraphs; it needs amsmath and nothing else."""
    return "\n".join([r"\[", *formula_lines(formula), r"\]"])


def claim_latex(record: Record) -> str:
    """The statement of a claim and nothing else."""
    if not record.statement:
        raise DplemmaError(f"{record.id} has no statement to print: it is not formalised ({record.not_formalised})")
    return display(record.statement)


def claim_document(record: Record, records: Records, papers: Mapping[str, Paper]) -> str:
    """A document that compiles: the paper's words, the statement, the verdict with its evidence, and the right form."""
    parts = [_PREAMBLE, rf"\section*{{{latex_words(record.id)}}}", latex_words(source_line(record, papers)) + "."]
    parts += _told("The paper says", record.states)
    parts += [_headed("Statement"), claim_latex(record)]
    parts += [*_told("Reading", record.reading), *_told("Verdict", verdict_phrase(record))]
    parts += [*_told("Counterexample", "; ".join(counterexample_lines(record))), *_told("Why", record.why)]
    parts += _told("Harm", harm_phrase(record))
    for title, companion in (("Amendment", record.amendment), ("Sharpened", record.sharpened)):
        if companion is not None and (line := records.get(companion.id)) is not None:
            parts += [
                *_told(title, f"{line.states} ({verdict_phrase(line)})"),
                claim_latex(line),
                *_told("Reading", line.reading),
            ]
    return "\n\n".join([*parts, r"\end{document}"])


def _told(title: str, words: str) -> list[str]:
    return [f"{_headed(title)} {latex_words(words)}"] if words else []


def _headed(title: str) -> str:
    return rf"\paragraph{{{title}.}}"
