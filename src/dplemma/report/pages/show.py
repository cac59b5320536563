"""One claim or one quantity in full: what `dplemma show` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dplemma.base.page import Page, plural
from dplemma.lang.derivation_files import related
from dplemma.lang.paper import Paper
from dplemma.lang.parameters import PARAMETERS
from dplemma.lang.quantity import STATUSES, Quantity
from dplemma.lang.trusted import TRUSTED
from dplemma.ledger.phrases import failing_relation, observed_relation, point_phrase, verdict_phrase, verdict_word
from dplemma.ledger.record import Companion, Record
from dplemma.ledger.store import Records
from dplemma.report.records import own_aliases
from dplemma.rocq.table import also_checked

MOST_PARTS, FIRST, LAST = 12, 4, 2  # of a conjunction

CLASS = {
    "false": "false: it stays false under every fair reading",
    "condition": "condition: it is true only under a condition that the paper does not state",
    "proof": "proof: a step fails, the result may stand",
}
HARM = {
    "unsafe": "unsafe: code that follows it promises more privacy than it gives",
    "wrong": "wrong: code that follows it returns wrong values",
    "condition": "condition: it holds only under a condition that is not printed",
    "proof": "proof: a step of the proof fails, the result may stand",
    "wording": "wording: the words say something else than what is meant",
}


def claim_page(
    page: Page, record: Record, records: Records, papers: Mapping[str, Paper], *, latex: bool, expand: bool = False
) -> None:  # fmt: skip
    """Everything the ledger knows of one claim, from the paper's words to the line that reproduces the verdict."""
    family = {key: line for key, line in records.items() if f"{key}/".startswith(f"{record.id}/")}
    records = {key: line.unfolded() if expand else abridged(line) for key, line in family.items()}
    record = records[record.id]
    page.line(page.paint(record.id, "bold"))
    page.wrapped(source_line(record, papers))
    details = [f"{record.kind}, {record.tier}" if record.tier else record.kind, record.place]
    page.wrapped("; ".join(part for part in details if part))
    if record.id.endswith("/as-extracted"):
        page.wrapped(f"the text as a machine extracted it; the claim is its evident print, {record.id.rpartition('/')[0]}")
    elif record.is_companion:
        page.wrapped(f"our statement, not the paper's; the printed one is {record.id.rpartition('/')[0]}")
    page.section("In words" if record.is_companion else "The paper says", record.states)
    if latex and record.statement:
        page.heading("Statement")
        page.verbatim(record.statement)
    else:
        page.section("Statement", record.text)
    verdict_sections(page, record, verdict_phrase(record))
    _companion(page, "As extracted", record.as_extracted, record, records, latex=latex)
    _companion(page, "Amendment", record.amendment, record, records, latex=latex)
    _companion(page, "Sharpened", record.sharpened, record, records, latex=latex)
    _parts(page, record, records)
    page.section("Derivation", f"dplemma derive {record.id}" if record.id in related() else "")
    page.section("Reproduce", f"dplemma verify {record.id}")


def abridged(record: Record) -> Record:
    """A conjunction of very many parts by the first and the last of them; `--expand` has them all."""
    said, newline, meant = record.text.partition("\n")
    parts = _conjuncts(said)
    if len(parts) <= MOST_PARTS:
        return record
    left_out = f"... ({len(parts) - FIRST - LAST} more such parts, in `--expand`) ..."
    return replace(record, text=" and ".join([*parts[:FIRST], left_out, *parts[-LAST:]]) + newline + meant)


def _conjuncts(text: str) -> list[str]:
    """What is joined by `and` outside brackets."""
    parts, depth = [""], 0
    for word in text.split(" "):
        if word == "and" and depth == 0:
            parts.append("")
            continue
        depth += word.count("(") + word.count("[") - word.count(")") - word.count("]")
        parts[-1] += f" {word}" if parts[-1] else word
    return parts


def verdict_sections(page: Page, record: Record, phrase: str, stopped: tuple[str, ...] = ()) -> None:
    """How a claim is read, the verdict in words, what the clock stopped on the way, and all that speaks for the verdict."""
    page.section("Reading", record.reading)
    page.section("Verdict", phrase, record.verdict)
    for line in trusted_lines(record):
        page.wrapped(line, indent="    ", first="  ")
    page.section("Out of time", "\n".join(f"the clock stopped {stop}" for stop in stopped))
    page.section("Not formalised because", record.not_formalised)
    page.section("Evidence", "\n".join(evidence_lines(record)))
    page.section("Counterexample", "\n".join(counterexample_lines(record)))
    page.section("Why it fails" if record.verdict == "refuted" else "Why", record.why)
    page.section("Class", class_phrase(record))
    page.section("Harm", harm_phrase(record))


def class_phrase(record: Record) -> str:
    return CLASS.get(record.class_, record.class_)


def harm_phrase(record: Record) -> str:
    return HARM.get(record.harm, record.harm)


def paper_line(key: str, papers: Mapping[str, Paper]) -> str:
    """Title, authors and year; the paper's key where the paper is unknown."""
    paper = papers.get(key)
    return key if paper is None else f"{paper.title}. {_authors(paper.authors)} ({paper.year})"


def source_line(record: Record, papers: Mapping[str, Paper]) -> str:
    """The paper and the place in it."""
    return ", ".join(part for part in (paper_line(record.paper, papers), record.where) if part)


def _authors(names: tuple[str, ...]) -> str:
    if len(names) > 3:
        return f"{names[0]} and others"
    return " and ".join(", ".join(names).rsplit(", ", 1)) if len(names) > 1 else "".join(names)


def evidence_lines(record: Record) -> list[str]:
    lines = []
    form = f"form: {record.form}" if record.form else ""
    if (record.verdict, record.engine) == ("proved", "symbolic"):
        audit = "audited with balls and mpmath at points of the region"
        lines.append(f"{audit}; {form}" if form else audit)
    elif form:
        lines.append(form)
    opinion = f"second opinion {record.second_opinion}" if record.second_opinion else ""
    if record.digits is not None:
        where = f" at {plural(record.points, 'point')}" if record.points is not None else ""
        measured = f"Arb: {plural(record.digits, 'digit')}{where}"
        lines.append(f"{measured}; {opinion}" if opinion else measured)
    elif record.points is not None:
        lines.append(f"{plural(record.points, 'point')} looked at")
    if record.bits is not None:
        lines.append(f"working precision up to {plural(record.bits, 'bit')}")
    if record.witness:
        lines.append(f"witness inside the region: {point_phrase(record.witness)}")
    if opinion and record.digits is None:
        lines.append(opinion)
    if also_checked(record.id, record.digest, record.verdict):
        said = "also checked by Rocq"
        lines[-1:] = [f"{lines[-1]}; {said}"] if lines else [said]
    if record.remark:
        lines.append(f"remark: {record.remark}")
    return lines


def rocq_entry(record: Record) -> dict[str, Any]:
    """What Rocq accepted of the same statement, for JSON; nothing where it did not."""
    row = also_checked(record.id, record.digest, record.verdict)
    return {} if row is None else {"rocq": {"seconds": row.seconds, "axioms": list(row.axioms)}}


def trusted_lines(record: Record) -> list[str]:
    """What each trusted lemma that the verdict rests on says, and where it is from."""
    known = [TRUSTED[name] for name in record.assumes if name in TRUSTED]
    return [f"{lemma.name}: {lemma.says} ({lemma.cites})" for lemma in known]


def counterexample_lines(record: Record) -> list[str]:
    """Every part of a counterexample that a reader needs, all digits; not its note where that only repeats the statement."""
    counterexample = record.counterexample
    if counterexample is None:
        return []
    lines = [f"at {point_phrase(counterexample.point)}"] if counterexample.point else []
    lines += [f"{name}: {', '.join(values)}" for name, values in (counterexample.mechanism or {}).items()]
    lines += [f"run: {'; '.join(counterexample.trace)}"] if counterexample.trace else []
    lhs, rhs, note = counterexample.lhs, counterexample.rhs, counterexample.note
    if counterexample.kind == "equivalence" and lhs is not None and rhs is not None:
        return lines + ([note] if note else []) + [failing_relation(lhs, rhs)]
    relation = observed_relation(lhs, rhs) if lhs is not None and rhs is not None else ""
    if lhs is not None:
        lines.append(f"left side  {lhs}" + (f"  ({relation} right side)" if relation else ""))
    if rhs is not None:
        lines.append(f"right side {rhs}")
    if note and not _repeats(note, record.text):
        lines.append(note)
    return lines


def _repeats(note: str, statement: str) -> bool:
    """True for `A = B fails here` where the statement is `A = B, for ...`; of a longer statement it tells which part."""
    failing = note.removesuffix(" fails here")
    return failing != note and (statement == failing or statement.startswith(f"{failing}, for "))


def _companion(page: Page, title: str, summary: Companion | None, record: Record, records: Records, *, latex: bool) -> None:
    if summary is None:
        return
    line = records.get(summary.id)
    statement = (line.statement if latex else line.text) if line else summary.statement
    verdict = verdict_phrase(line) if line else summary.verdict or "not decided yet"
    page.heading(f"{title}: {summary.id}")
    if line and line.states:
        page.wrapped(line.states)
    if latex or not line:
        page.verbatim(statement)
    else:
        page.wrapped(statement)
    if line and line.reading:
        page.wrapped("read in the same way" if line.reading == record.reading else f"read as: {line.reading}")
    page.wrapped(verdict)


def _parts(page: Page, record: Record, records: Records) -> None:
    """The claims below this one, such as the steps of its printed proof: a result may stand while a step fails."""
    below = [part for key, part in records.items() if key.startswith(f"{record.id}/") and not part.is_companion]
    if below:
        page.heading("Parts")
    for part in below:
        word = page.paint(f"{verdict_word(part.verdict):<10}", part.verdict)
        where = f"({part.where})" if part.where else ""
        fits = len(f"  {'':<10} {part.id}  {where}") <= page.width
        page.line(f"  {word} {part.id}" + (f"  {where}" if fits else ""))
        if where and not fits:
            page.wrapped(where, indent=" " * 13)


def quantity_page(page: Page, quantity: Quantity) -> None:
    """Formula, domain, aliases, the unsafe side and an example of one quantity."""
    page.line(page.paint(signature(quantity), "bold"))
    page.wrapped(quantity.summary)
    page.section("Formula", quantity.formula)
    page.section("Domain", "\n".join([*_domain(quantity), *([f"such that {quantity.needs}"] if quantity.needs else [])]))
    page.section("Parameters", "\n".join(_meanings(quantity)))
    others = {**dict.fromkeys(quantity.also, quantity.name), **own_aliases(quantity)}
    page.section("Aliases", "\n".join(f"{alias} means {name}" for alias, name in others.items()))
    page.section("Role", "; ".join(part for part in (quantity.role, quantity.unsafe) if part))
    page.section("Status", STATUSES.get(quantity.status, quantity.status))
    page.section("Note", quantity.note)
    if quantity.example:
        page.section("Example", " ".join(["dplemma value", quantity.name, *(f"{k}={v}" for k, v in quantity.example.items())]))


def quantity_entry(page: Page, quantity: Quantity) -> None:
    """One quantity in a list: signature, domain, role, summary."""
    domain = ", ".join(_domain(quantity))
    labels = [quantity.role, "" if quantity.status == "exact" else STATUSES.get(quantity.status, quantity.status)]
    page.line(page.paint(signature(quantity), "bold"))
    page.wrapped(quantity.summary)
    page.wrapped("; ".join(part for part in (domain, *labels) if part))
    page.line()


def _domain(quantity: Quantity) -> list[str]:
    ranges = {name: str(interval) for name, interval in quantity.params.items()}
    return [f"{name}: {text}" if text.startswith("integers") else f"{name} in {text}" for name, text in ranges.items()]


def _meanings(quantity: Quantity) -> list[str]:
    lines = [f"{name}: {PARAMETERS[name].meaning}" for name in quantity.params if name in PARAMETERS]
    if "mu" in quantity.params and "sigma" not in quantity.params:
        lines.append("instead of mu: sigma (with sensitivity, else 1), or noise_multiplier")
    return lines


def signature(quantity: Quantity) -> str:
    shown = (f"{name}={quantity.defaults[name]}" if name in quantity.defaults else name for name in quantity.params)
    return f"{quantity.name}({', '.join(shown)})"
