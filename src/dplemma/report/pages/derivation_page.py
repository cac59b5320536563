"""A checked derivation as text, LaTeX and JSON.

Main definitions: `derivation_page`, `derivation_latex`, `derivation_record`.
"""

from __future__ import annotations

from typing import Any

from dplemma.base.page import Page, plural
from dplemma.decide.derivations.check import CheckedChain, CheckedDerivation, CheckedStep
from dplemma.lang.region import Region
from dplemma.lang.rules import Decided
from dplemma.lang.statements import Statement
from dplemma.lang.text import to_latex, to_text
from dplemma.ledger.phrases import failure_phrase, verdict_phrase
from dplemma.ledger.verdict import Verdict
from dplemma.report.records import SCHEMA

_LATEX_LINKS = {"<=": r"\leq", ">=": r"\geq", "implies": r"\Rightarrow", "iff": r"\iff"}


def _text(line: Any) -> str:
    return line.text() if isinstance(line, Statement) else to_text(line)


def _latex(line: Any) -> str:
    return line.latex() if isinstance(line, Statement) else to_latex(line)


def _where(region: Region) -> str:
    return region.text() or "no variables"


# -- text -----------------------------------------------------------------------------------------------------------------


def derivation_page(page: Page, checked: CheckedDerivation, *, conditions: bool = False) -> None:
    """Every chain with its lines, and under each line its verdict, its rule and the reason."""
    derivation = checked.derivation
    page.line(page.paint(derivation.title, "bold"))
    page.wrapped(f"derivation {derivation.id}" + (f" of {derivation.proves}" if derivation.proves else ""))
    if derivation.about:
        page.wrapped(f"says in another form what {derivation.about} says")
    if derivation.uses:
        page.wrapped(f"uses {', '.join(derivation.uses)}")
    for chain in checked.chains:
        page.line()
        if chain.name:
            page.line(page.paint(f"Lemma {chain.name}", "bold") + f": {chain.says}")
        else:
            page.line(page.paint("Derivation", "bold"))
        page.wrapped(f"for {_where(chain.region)}")
        page.line()
        _chain(page, chain, conditions=conditions)
    _printed(page, checked)
    page.line()
    _verdict(page, checked)


def _chain(page: Page, chain: CheckedChain, *, conditions: bool) -> None:
    width = max([len(_link(step)) for step in chain.steps] + [1])
    blank = " " * (width + 3)
    if chain.start is not None:
        page.wrapped(_text(chain.start), indent=blank + "  ", first=blank)
    for step in chain.steps:
        page.wrapped(_text(step.step.expr), indent=blank + "  ", first=f"  {_link(step):>{width}} ")
        word = step.verdict.verdict if step.status == "holds" else step.status
        lead = page.paint(f"[{word}: {step.step.rule.says()}]", step.verdict.verdict)
        page.wrapped(f"{lead} {step.step.because}", indent=blank + "    ")
        if step.status != "holds":
            page.wrapped(page.paint(f"line {step.number} {_stuck(step)}: {step.why()}", "error"), indent=blank + "    ")
        for condition in step.conditions if conditions else ():
            page.wrapped(f"- {condition.says} ({condition.verdict.verdict})", indent=blank + "      ", first=blank + "    ")


def _link(step: CheckedStep) -> str:
    return "" if isinstance(step.step.rule, Decided) else step.step.rel


def _stuck(step: CheckedStep) -> str:
    return "fails" if step.status == "fails" else "is undecided"


def _printed(page: Page, checked: CheckedDerivation) -> None:
    """The proof as printed, with the first step that is refuted."""
    proof = checked.derivation.printed
    if proof is None:
        return
    page.line()
    page.line(page.paint("The printed proof", "bold") + f": {proof.where}")
    page.line()
    blank = " " * 4
    page.wrapped(_text(proof.start), indent=blank + "  ", first=blank)
    for step, verdict in checked.printed:
        page.wrapped(_text(step.expr), indent=blank + "  ", first=f"  {step.rel} ")
        page.wrapped(f"{page.paint(f'[{verdict.verdict}]', verdict.verdict)} {step.says}", indent=blank + "    ")
    false = checked.false_printed_step()
    if false is not None:
        number, step, verdict = false
        page.wrapped(f"first false step: {number}, {step.says}; {failure_phrase(verdict.counterexample)}")


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


# -- LaTeX ----------------------------------------------------------------------------------------------------------------


def derivation_latex(checked: CheckedDerivation) -> str:
    """An align* environment for each chain, its steps numbered, and a list of the reasons under it."""
    derivation = checked.derivation
    lines = [rf"\paragraph{{{_prose(derivation.title)}}}"]
    for chain in checked.chains:
        title = f"Lemma ({_prose(chain.name)}): {_prose(chain.says)}, for" if chain.name else "Derivation, for"
        lines += ["", rf"{title} ${chain.region.latex()}$:" if chain.region.names else f"{title} no variables:"]
        lines += [r"\begin{align*}"]
        if chain.start is not None:
            lines.append(rf"  & {_latex(chain.start)} \\")
        for step in chain.steps:
            link = _link(step)
            end = "" if step is chain.steps[-1] else r" \\"
            lines.append(rf"  {_LATEX_LINKS.get(link, link)} {{}}& {_latex(step.step.expr)} && \text{{({step.number})}}{end}")
        lines += [r"\end{align*}", r"\begin{enumerate}"]
        for step in chain.steps:
            word = step.verdict.verdict if step.status == "holds" else step.status
            lines.append(rf"  \item {_prose(step.step.because)} ({_prose(step.step.rule.shown())}; {word})")
        lines.append(r"\end{enumerate}")
    return "\n".join(lines)


def _prose(text: str) -> str:
    """Letters that LaTeX would take for commands; what stands between dollars is left alone."""
    parts = text.split("$")
    for i in range(0, len(parts), 2):
        for letter, shown in (("&", r"\&"), ("%", r"\%"), ("#", r"\#"), ("_", r"\_"), ("^", r"\^{}")):
            parts[i] = parts[i].replace(letter, shown)
    return "$".join(parts)


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
    return None if line is None else {"expr": _text(line), "latex": _latex(line)}


def _chain_record(chain: CheckedChain) -> dict[str, Any]:
    return {
        "name": chain.name, "says": chain.says, "on": chain.region.text(), "verdict": chain.verdict.verdict,
        "start": _line_record(chain.start), "steps": [_step_record(step) for step in chain.steps],
    }  # fmt: skip


def _step_record(checked: CheckedStep) -> dict[str, Any]:
    step, verdict = checked.step, checked.verdict
    return {
        "n": checked.number, "rel": _link(checked), "expr": _text(step.expr), "latex": _latex(step.expr),
        "rule": step.rule.says(), "because": step.because, "on": checked.region.text(),
        "verdict": verdict.verdict, "status": checked.status, "engine": verdict.engine,
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
            "n": number, "rel": step.rel, "expr": _text(step.expr), "latex": _latex(step.expr), "says": step.says,
            "verdict": verdict.verdict, "engine": verdict.engine,
            "counterexample": verdict.counterexample.to_json() if verdict.counterexample else None,
        }
        for number, (step, verdict) in enumerate(checked.printed, start=1)
    ]  # fmt: skip
    first = None if false is None else false[0]
    return {"where": proof.where, "start": _line_record(proof.start), "steps": steps, "first_false_step": first}
