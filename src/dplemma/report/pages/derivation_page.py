"""A checked derivation as text, in Unicode or plain, and as JSON.

Main definitions: `derivation_page`, `derivation_record`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from dplemma.base.page import Page, plural
from dplemma.decide.derivations.check import CheckedChain, CheckedDerivation, CheckedStep
from dplemma.lang.derivation import Derivation
from dplemma.lang.region import Region
from dplemma.ledger.phrases import verdict_phrase
from dplemma.ledger.verdict import Verdict
from dplemma.report.mathematics.prose import prose_unicode
from dplemma.report.mathematics.scripts import to_unicode
from dplemma.report.pages.derivation_lines import (
    abbreviations,
    contrary_words,
    latex_line,
    link_of,
    notation_words,
    region_line,
    rule_words,
    text_line,
)
from dplemma.report.records import SCHEMA


class Script(NamedTuple):
    """How formulas, relations, regions and reasons are written."""

    formula: Callable[[Any], str]
    link: Callable[[str], str]
    region: Callable[[Region], str]
    prose: Callable[[str], str]


PLAIN = Script(text_line, str, Region.text, str)
UNICODE = Script(
    formula=lambda line: to_unicode(latex_line(line)),
    link=lambda link: {"<=": "≤", ">=": "≥", "implies": "⇒", "iff": "⟺"}.get(link, link),
    region=lambda region: to_unicode(region_line(region)),
    prose=prose_unicode,
)


# -- text -----------------------------------------------------------------------------------------------------------------


def derivation_page(page: Page, checked: CheckedDerivation, *, conditions: bool = False, script: Script = PLAIN) -> None:
    """Every chain with its lines, and under each line its verdict, its rule and the reason."""
    derivation = checked.derivation
    page.line(page.paint(script.prose(derivation.title), "bold"))
    page.wrapped(f"derivation {derivation.id}" + (f" of {derivation.proves}" if derivation.proves else ""))
    if derivation.about:
        page.wrapped(f"says in another form what {derivation.about} says")
    if derivation.uses:
        page.wrapped(f"uses {', '.join(derivation.uses)}")
    for line in _where(derivation, script):
        page.wrapped(line, indent="    ", first="  ")
    for chain in checked.chains:
        page.line()
        if chain.name:
            page.line(page.paint(f"Lemma {chain.name}", "bold") + f": {script.prose(chain.says)}")
        else:
            page.line(page.paint("Derivation", "bold"))
        if chain.region.names:
            page.wrapped(f"for {script.region(chain.region)}")
        page.line()
        _chain(page, chain, conditions=conditions, script=script)
    _printed(page, checked, script)
    page.line()
    _verdict(page, checked)


def _where(derivation: Derivation, script: Script) -> Iterator[str]:
    """What the names and functions of the lines are."""
    for short, meaning in abbreviations(derivation):
        yield f"where {script.formula(short)} = {script.formula(meaning)}"
    words = notation_words(derivation, script.prose, script.formula)
    if words:
        yield f"where {', '.join(words)}"


def _chain(page: Page, chain: CheckedChain, *, conditions: bool, script: Script) -> None:
    width = max([len(script.link(link_of(step))) for step in chain.steps] + [1])
    blank = " " * (width + 3)
    if chain.start is not None:
        page.wrapped(script.formula(chain.start), indent=blank + "  ", first=blank)
    for step in chain.steps:
        link = script.link(link_of(step))
        page.wrapped(script.formula(step.step.expr), indent=blank + "  ", first=f"  {link:>{width}} ")
        word = step.verdict.verdict if step.status == "holds" else step.status
        rule = script.prose(rule_words(chain, step, latex=script is not PLAIN))
        lead = page.paint(f"[{word}: {rule}]", step.verdict.verdict)
        page.wrapped(f"{lead} {script.prose(step.step.because)}", indent=blank + "    ")
        if step.status != "holds":
            page.wrapped(page.paint(f"line {step.number} {_stuck(step)}: {step.why()}", "error"), indent=blank + "    ")
        for condition in step.conditions if conditions else ():
            page.wrapped(f"- {condition.says} ({condition.verdict.verdict})", indent=blank + "      ", first=blank + "    ")


def _stuck(step: CheckedStep) -> str:
    return "fails" if step.status == "fails" else "is undecided"


def _printed(page: Page, checked: CheckedDerivation, script: Script) -> None:
    """The proof as printed, with the first step that is refuted."""
    proof = checked.derivation.printed
    if proof is None:
        return
    page.line()
    page.line(page.paint("The printed proof", "bold") + f": {proof.where}")
    page.line()
    blank = " " * 4
    if any(step.rel != "says" for step in proof.steps):
        page.wrapped(script.formula(proof.start), indent=blank + "  ", first=blank)
    for step, verdict in checked.printed:
        link = " " if step.rel == "says" else script.link(step.rel)
        page.wrapped(script.formula(step.expr), indent=blank + "  ", first=f"  {link} ")
        page.wrapped(f"{page.paint(f'[{verdict.verdict}]', verdict.verdict)} {script.prose(step.says)}", indent=blank + "    ")
    false = checked.false_printed_step()
    if false is not None:
        number, step, verdict = false
        contrary = contrary_words(verdict, script.prose)
        page.wrapped(f"first false step: {number}, {script.prose(step.says)}; {contrary}")


def _verdict(page: Page, checked: CheckedDerivation) -> None:
    count = sum(len(chain.steps) for chain in checked.chains)
    failing = checked.failing()
    if failing is None:
        proved = Verdict(verdict="proved", engine="derivation", assumes=checked.verdict.assumes)
        what = f"{checked.derivation.proves}: " if checked.derivation.proves else ""
        page.wrapped(f"{what}{verdict_phrase(proved)}; {plural(count, 'step')}, all hold", indent="", first="")
        return
    name, number, why = failing
    line = f"line {number}" + (f" of lemma {name}" if name else "")
    word = "fails" if checked.status == "fails" else "undecided"
    page.wrapped(page.paint(f"{word} at {line}: {why}", "error"), indent="", first="")


# -- JSON -----------------------------------------------------------------------------------------------------------------


def derivation_record(checked: CheckedDerivation) -> dict[str, Any]:
    """All of it as data; `steps` is the main chain, each lemma has its own."""
    derivation, failing = checked.derivation, checked.failing()
    main = next((chain for chain in checked.chains if not chain.name), None)
    return {
        "schema": SCHEMA,
        "id": derivation.id,
        "title": derivation.title,
        "proves": derivation.proves or None,
        "about": derivation.about or None,
        "uses": list(derivation.uses),
        "on": derivation.on.text(),
        "verdict": checked.verdict.verdict,
        "status": checked.status,
        "assumes": list(checked.verdict.assumes),
        "failing": None if failing is None else dict(zip(("lemma", "n", "why"), failing, strict=True)),
        "lemmas": [_chain_record(chain) for chain in checked.chains if chain.name],
        "start": _line_record(derivation.start),
        "steps": [] if main is None else [_step_record(step) for step in main.steps],
        "ends": [{"says": c.says, "verdict": c.verdict.verdict, "engine": c.verdict.engine} for c in checked.ends],
        "printed": _printed_record(checked),
    }


def _line_record(line: Any) -> dict[str, str] | None:
    return None if line is None else {"expr": text_line(line), "latex": latex_line(line)}


def _chain_record(chain: CheckedChain) -> dict[str, Any]:
    return {
        "name": chain.name, "says": chain.says, "on": chain.region.text(), "verdict": chain.verdict.verdict,
        "start": _line_record(chain.start), "steps": [_step_record(step) for step in chain.steps],
    }  # fmt: skip


def _step_record(checked: CheckedStep) -> dict[str, Any]:
    step, verdict = checked.step, checked.verdict
    return {
        "n": checked.number, "rel": link_of(checked), "expr": text_line(step.expr), "latex": latex_line(step.expr),
        "rule": step.rule.says(), "of": None if step.of is None else text_line(step.of), "because": step.because,
        "on": checked.region.text(), "verdict": verdict.verdict, "status": checked.status, "engine": verdict.engine,
        "why": "" if checked.status == "holds" else checked.why(),
        "counterexample": verdict.counterexample.to_json() if verdict.counterexample else None,
        "side_conditions": [
            {"says": c.says, "verdict": c.verdict.verdict, "engine": c.verdict.engine, "form": c.verdict.form}
            for c in checked.conditions
        ],
    }  # fmt: skip


def _printed_record(checked: CheckedDerivation) -> dict[str, Any] | None:
    proof = checked.derivation.printed
    if proof is None:
        return None
    false = checked.false_printed_step()
    steps = [
        {
            "n": number, "rel": step.rel, "expr": text_line(step.expr), "latex": latex_line(step.expr), "says": step.says,
            "verdict": verdict.verdict, "engine": verdict.engine,
            "counterexample": verdict.counterexample.to_json() if verdict.counterexample else None,
        }
        for number, (step, verdict) in enumerate(checked.printed, start=1)
    ]  # fmt: skip
    first = None if false is None else false[0]
    return {"where": proof.where, "start": _line_record(proof.start), "steps": steps, "first_false_step": first}
