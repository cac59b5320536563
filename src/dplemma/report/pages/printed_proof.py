"""A printed proof beside the derivation of the same result, line by line, with the first false line and its counterexample.

Main definitions: `printed_proof_page`, `printed_record`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from dplemma.base.page import Page
from dplemma.decide.derivations.check import CheckedDerivation
from dplemma.report.pages.derivation_lines import contrary_words
from dplemma.report.pages.derivation_page import PLAIN, Script
from dplemma.report.records import SCHEMA

_GAP = " | "
_NARROW = 80  # below this two columns have no room for mathematics


def printed_proof_page(page: Page, checked: CheckedDerivation, script: Script = PLAIN) -> None:
    """Two columns: what is derived, and what the paper prints; on a narrow page one below the other."""
    proof = checked.derivation.printed
    assert proof is not None
    page.line(page.paint(script.prose(checked.derivation.title), "bold"))
    page.wrapped(f"derivation {checked.derivation.id}, beside {proof.where}")
    page.line()
    width = (page.width - len(_GAP)) // 2 if page.width >= _NARROW else page.width
    columns = [_column("derived", _derived(checked, script), width), _column("printed", _printed(checked, script), width)]
    for line in _beside(columns, width) if page.width >= _NARROW else [*columns[0], "", *columns[1]]:
        page.line(line)
    page.line()
    page.wrapped(_finding(checked, script), indent="", first="")


def _derived(checked: CheckedDerivation, script: Script = PLAIN) -> Iterator[tuple[str, str, str]]:
    """Link, line and remark of the last chain, which is the main one if there is one."""
    chain = checked.chains[-1]
    if chain.start is not None:
        yield "", script.formula(chain.start), ""
    for step in chain.steps:
        link = script.link(step.step.rel) if chain.start is not None else ""
        yield link, script.formula(step.step.expr), f"[{step.status}] {script.prose(step.step.because)}"


def _printed(checked: CheckedDerivation, script: Script = PLAIN) -> Iterator[tuple[str, str, str]]:
    proof = checked.derivation.printed
    assert proof is not None
    if any(step.rel != "says" for step in proof.steps):
        yield "", script.formula(proof.start), ""
    for step, verdict in checked.printed:
        link = "" if step.rel == "says" else script.link(step.rel)
        yield link, script.formula(step.expr), f"[{verdict.verdict}] {script.prose(step.says)}"


def _column(title: str, lines: Iterator[tuple[str, str, str]], width: int) -> list[str]:
    found = [title, "-" * len(title)]
    for link, line, remark in lines:
        found += _wrapped(f"{link} {line}".strip(), width, "    " if link else "  ")
        found += _wrapped(remark, width, "      ", "      ") if remark else []
    return found


def _wrapped(text: str, width: int, indent: str, first: str = "") -> list[str]:
    return textwrap.wrap(text, width=width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)


def _beside(columns: list[list[str]], width: int) -> list[str]:
    return [f"{left:<{width}}{_GAP}{right}" for left, right in zip_longest(*columns, fillvalue="")]


def _finding(checked: CheckedDerivation, script: Script = PLAIN) -> str:
    """The first false line and what contradicts it; else what is known of the lines."""
    false = checked.false_printed_step()
    if false is None:
        open_ = [
            str(n) for n, (_, verdict) in enumerate(checked.printed, start=1) if verdict.verdict not in ("proved", "certified")
        ]
        return f"no line is refuted; open: {', '.join(open_)}" if open_ else "every line holds"
    number, step, verdict = false
    contrary = contrary_words(verdict, script.prose)
    return f"first false line: {number}, {script.prose(step.says)}; {contrary}"


def printed_record(checked: CheckedDerivation) -> dict[str, Any]:
    """The same as data."""
    proof, false = checked.derivation.printed, checked.false_printed_step()
    assert proof is not None
    sides = {"derived": _derived(checked), "printed": _printed(checked)}
    return {
        "schema": SCHEMA, "id": checked.derivation.id, "title": checked.derivation.title, "where": proof.where,
        "claims": list(proof.claims),
        **{name: [dict(zip(("link", "line", "remark"), line, strict=True)) for line in lines] for name, lines in sides.items()},
        "first_false_line": None if false is None else {
            "n": false[0], "says": false[1].says,
            "counterexample": false[2].counterexample.to_json() if false[2].counterexample else None,
        },
        "finding": _finding(checked),
    }  # fmt: skip
