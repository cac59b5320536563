"""Everything that follows from the claims, the registry of quantities and the ledger, so that it cannot go stale.

    python docs/build.py            write docs/quantities/*.md, findings.md, laws.md, the tables of README.md, the inventory of
                                    the tests, renew the outputs that README.md and the other pages show, and drop from the
                                    recorded runs what is about statements that the ledger has no more
    python docs/build.py --check    write nothing; exit code 1 and a list if a file on disk differs

Verdicts on forms are remembered (`decided.py`): what did not change is not decided again.

A page of a family has the text of its module, and for each quantity the formula, domain, role, the forms it is evaluated by
with the verdict that each equals the definition, the working precision it needs, and an example that was run. Nothing depends
on time or on chance: the same sources give the same pages.
Main definitions: `pages`, `family_page`, `index_page`.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from decided import Current, Remembered
from inventory_file import inventory_text
from law_page import laws_page
from quantity_doubles import doubles_section
from quantity_latex import definition_latex
from quantity_links import related_lines
from readme_parts import with_parts
from recorded_runs import mutant_rows, rocq_page, rocq_rows
from shown import fenced, printed_by, renewed
from sympy import And
from trust_figures import MUTANTS, with_figures

from dplemma.audit.hard_points import HARD_POINTS
from dplemma.base.errors import OutOfBudget
from dplemma.cli import rocq_table
from dplemma.decide.forms import check_form
from dplemma.formulas import every_quantity, quantities
from dplemma.lang.functions import variables
from dplemma.lang.parameters import FOR_MU, PARAMETERS
from dplemma.lang.quantity import PLAIN, STATUSES, Form, Quantity
from dplemma.ledger.verdict import Verdict
from dplemma.rocq.table import TABLE
from dplemma.values.certified import MAX_DIGITS, value_at
from dplemma.values.evaluator import evaluator

FOLDER = Path(__file__).resolve().parent
README, INVENTORY = FOLDER.parent / "README.md", FOLDER.parent / "tests" / "papers" / "inventory.json"
WITHOUT_LEDGER = {
    "value", "convert", "table", "gdp", "notions", "cancel", "audit", "check", "replay", "oracle", "dpsgd", "account",
}  # fmt: skip
NOT_RUN = "<!-- outputs are not run again: "
WIDTH, EXAMPLE_DIGITS, LONGEST_NUMBER = 120, 50, 34
GENERATED = "<!-- written by docs/build.py from the registry: edit the module of the family, not this file -->"
GENERATED_FINDINGS = "<!-- written by docs/build.py from the ledger: run `make docs` after `dplemma verify --update-ledger` -->"
NOTATION = (
    "Notation of the formulas: Phi is the distribution function of the standard normal law, phi its density, Q = 1 - Phi, "
    "PhiInv the inverse of Phi, M = Q/phi the Mills ratio, C(k, i) a binomial coefficient, log the natural logarithm, SF = "
    "1 - CDF. mu, sigma and the other parameters are explained in the table of each quantity."
)
_TIE = "\0"  # a blank at which no line is broken

Decide = Callable[[Quantity, Form], Verdict]


# -- pieces of Markdown -------------------------------------------------------------------------------------------------


def wrapped(text: str, indent: str = "") -> str:
    """The text in lines of `WIDTH`, those after the first one indented; none begins with what Markdown takes for a list."""
    tied = re.sub(r" (?=(?:[-+*=<>#]+|\d+[.)])(?: |$))", _TIE, " ".join(text.split()))
    lines = textwrap.fill(tied, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return lines.replace(_TIE, " ")


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def anchor(name: str) -> str:
    """What GitHub makes of the heading of a quantity."""
    return name.replace(".", "")


def link(name: str, from_index: bool = False) -> str:
    family = name.partition(".")[0]
    return f"[`{name}`]({family}.md#{anchor(name)})" if from_index else f"[{name}]({family}.md#{anchor(name)})"


def sentence(text: str) -> str:
    """The text with a capital letter, unless it begins with a formula, and a full stop."""
    first = text.split()[0]
    begun = text[0].upper() + text[1:] if first.isalpha() and len(first) > 1 and first not in PARAMETERS else text
    return begun if begun.endswith(".") else f"{begun}."


# -- one family ---------------------------------------------------------------------------------------------------------


def family_text(family: str) -> str:
    return (import_module(f"dplemma.formulas.{family}").__doc__ or "").strip()


def family_title(family: str) -> str:
    """The first sentence of the text; an abbreviation has no blank after its full stop."""
    first = " ".join(family_text(family).split("\n\n")[0].split())
    return re.split(r"(?<=\.) ", first)[0].rstrip(".")


def family_markdown(family: str) -> str:
    """The text of the module: paragraphs wrapped, indented lines kept as they are."""
    parts: list[str] = []
    for paragraph in family_text(family).split("\n\n"):
        for indented, lines in _runs(paragraph.splitlines()):
            parts.append(fenced(textwrap.dedent("\n".join(lines))) if indented else wrapped("\n".join(lines)))
    return "\n\n".join(parts)


def _runs(lines: list[str]) -> Iterator[tuple[bool, list[str]]]:
    """Neighbouring lines that are all indented or all not."""
    run: list[str] = []
    for line in lines:
        if run and run[-1].startswith(" ") != line.startswith(" "):
            yield run[-1].startswith(" "), run
            run = []
        run.append(line)
    if run:
        yield run[-1].startswith(" "), run


def of_family(family: str) -> list[Quantity]:
    return [quantity for quantity in quantities().values() if quantity.family == family]


def families() -> list[str]:
    return list(dict.fromkeys(quantity.family for quantity in quantities().values()))


def family_page(family: str, decide: Decide = check_form) -> str:
    mine = of_family(family)
    contents = "\n".join(wrapped(f"- [{q.name}](#{anchor(q.name)}): {q.summary}", indent="  ") for q in mine)
    sections = [quantity_section(quantity, decide) for quantity in mine]
    back = "[All quantities](README.md) | [How values are certified](../values.md)"
    return "\n\n".join([GENERATED, f"# {family}", back, family_markdown(family), contents, *sections]) + "\n"


# -- one quantity -------------------------------------------------------------------------------------------------------


def _other_names(quantity: Quantity) -> str:
    return f" Also called {', '.join(f'`{name}`' for name in quantity.also)}." if quantity.also else ""


def quantity_section(quantity: Quantity, decide: Decide) -> str:
    label = f"Status: **{STATUSES[quantity.status]}**." if quantity.label else "Status: exact."
    parts = [
        f"## {quantity.name}",
        wrapped(f"`{signature(quantity)}`: {sentence(quantity.summary)}{_other_names(quantity)}"),
        fenced(wrapped(quantity.formula)),
        definition_latex(quantity),
        wrapped(f"{label} {_role(quantity)}"),
        _note(quantity),
        "**Domain**",
        _domain(quantity),
        wrapped(f"Also needed: {sentence(quantity.needs)}") if quantity.needs else "",
        "**Evaluation**",
        _regimes(quantity, decide),
        _accuracy(quantity),
        "**Example**",
        _example(quantity),
        doubles_section(quantity.name, table, wrapped, fenced),
        wrapped(related_lines(quantity.name, link)),
    ]
    return "\n\n".join(part for part in parts if part)


def signature(quantity: Quantity) -> str:
    return f"{quantity.name}({', '.join(quantity.params)})"


def _role(quantity: Quantity) -> str:
    side = _safe_rounding(quantity)
    inside = quantity.values
    possible = f" Every value lies in {inside} or is exactly a finite end of it." if inside is not None else ""
    return f"Role: {quantity.role}; {quantity.unsafe}, so `safe` rounds {side}.{possible}"


def _safe_rounding(quantity: Quantity) -> str:
    side = quantity.unsafe_side.safe_rounding
    return "to nearest" if side == "nearest" else side


def _note(quantity: Quantity) -> str:
    """The note, unless it only repeats the label."""
    repeats = re.findall(r"\w+", quantity.note) == re.findall(r"\w+", quantity.label)
    return "" if repeats or not quantity.note else wrapped(f"Note: {sentence(quantity.note)}")


def _domain(quantity: Quantity) -> str:
    rows = []
    for name, interval in quantity.params.items():
        parameter = PARAMETERS[name]
        others = [f"`{alias}`" for alias, canonical in quantity.aliases.items() if canonical == name]
        if name == "mu" and "sigma" not in quantity.params:
            others.append("or give " + ", ".join(f"`{other}`" for other in FOR_MU))
        usual = f"{parameter.low} to {parameter.high}"
        rows.append((f"`{name}`", parameter.meaning, str(interval), ", ".join(others) or "none", usual))
    return table(("parameter", "meaning", "interval", "other names", "ordinary range"), rows)


def _regimes(quantity: Quantity, decide: Decide) -> str:
    ways = quantity.ways
    rows = []
    for form in ways:
        used = condition_text(quantity, form) or ("everywhere else" if len(ways) > 1 else "everywhere")
        kind = f"`{form.name}` (kernel)" if form.kernel else f"`{form.name}`"
        known = "is the definition" if form.name == PLAIN else verdict_text(decide(quantity, form))
        rows.append((kind, used, form.because, known))
    lead = "The first form whose condition holds is used. If it gets nowhere, the next one that applies is tried.\n\n"
    return (lead if len(ways) > 1 else "") + table(("form", "used where", "why, or how", "equal to the definition"), rows)


def condition_text(quantity: Quantity, form: Form) -> str:
    if form.when is None:
        return ""
    condition = form.when(*(variables(name) for name in quantity.params))
    return " and ".join(f"`{part}`" for part in sorted(map(str, And.make_args(condition))))


def verdict_text(verdict: Verdict) -> str:
    assuming = f", assuming {', '.join(verdict.assumes)}" if verdict.assumes else ""
    if verdict.verdict == "confirmed":
        return f"confirmed at {verdict.points} points to {verdict.digits} digits{assuming}"
    if verdict.verdict in ("proved", "certified"):
        return f"{verdict.verdict} ({verdict.engine}){assuming}"
    return f"**{verdict.verdict}** {verdict.remark}".rstrip()


class Need(NamedTuple):
    """The working precision that gave the digits of the example, at one point."""

    bits: int
    point: tuple[str, ...]
    form: str


def needs_at(quantity: Quantity, points: list[tuple[str, ...]]) -> tuple[list[Need], int]:
    """What each point needed, and how many were out of budget."""
    ready, needs, missed = evaluator(quantity.name), [], 0
    for point in points:
        inputs = ready.read(dict(zip(ready.names, point, strict=True)))
        try:
            value = value_at(ready, inputs, EXAMPLE_DIGITS)
        except OutOfBudget:
            missed += 1
            continue
        needs.append(Need(value.bits, point, value.form))
    return needs, missed


def _accuracy(quantity: Quantity) -> str:
    example = tuple(quantity.example[name] for name in quantity.params)
    (ordinary,), _ = needs_at(quantity, [example])
    points = HARD_POINTS[quantity.name]
    needs, missed = needs_at(quantity, points)
    hardest = max(needs, key=lambda need: need.bits)  # the first of equals
    if hardest.bits > ordinary.bits:
        at = ", ".join(f"{name}={_clipped(text)}" for name, text in zip(quantity.params, hardest.point, strict=True))
        worst = f"the hardest of its {len(points)} hard points ({at}; form `{hardest.form}`) takes {hardest.bits} bits"
    else:
        worst = f"none of its {len(points)} hard points takes more"
    out = f" {missed} of the hard points are out of budget: they end with an error, not with a wrong digit." if missed else ""
    return wrapped(
        f"Guaranteed: every digit asked for, up to {MAX_DIGITS}, or an error (exit code 3). "
        f"Measured: {EXAMPLE_DIGITS} digits of the example take {ordinary.bits} bits of working precision; {worst}.{out} "
        f"Certified values: [reference table](../../reference/{quantity.name}.csv)."
    )


def _clipped(number: str) -> str:
    """A long decimal or fraction cut in the middle."""
    half = LONGEST_NUMBER // 2
    return number if len(number) <= LONGEST_NUMBER else f"{number[: half - 5]}...{number[5 - half :]}"


def _example(quantity: Quantity) -> str:
    inputs = [f"{name}={quantity.example[name]}" for name in quantity.params]
    command = f"dplemma value {quantity.name} {' '.join(inputs)} --digits {EXAMPLE_DIGITS}"
    texts = "".join(f'{name}="{quantity.example[name]}", ' for name in quantity.params)
    python = f'dplemma.value("{quantity.name}", {texts}digits={EXAMPLE_DIGITS})'
    return fenced(f"$ {command}\n{printed_by(command)}", "console") + "\n\n" + fenced(python, "python")


# -- index --------------------------------------------------------------------------------------------------------------


def index_page() -> str:
    known = quantities()
    lead = (
        f"{len(known)} quantities in {len(families())} families. The role says which side of a rounding error is unsafe; "
        "the status says what the number is for the mechanism."
    )
    meanings = {**STATUSES, "exact": "neither larger nor smaller than it must be"}
    meaning = table(("status", "meaning"), [(f"`{name}`", text) for name, text in meanings.items()])
    more = sorted(set(every_quantity()) - set(known))
    by_algorithm = f"{len(more)} more have no expression and no page here: {', '.join(f'`{name}`' for name in more)}; see"
    parts = [GENERATED, "# Quantities", wrapped(lead), wrapped(f"{by_algorithm} [accounting](../accounting.md#as-quantities).")]
    parts += [meaning, wrapped(NOTATION)]
    for family in families():
        rows = [
            (link(q.name, from_index=True), f"`{signature(q)}`", q.summary, q.role, q.unsafe, _safe_rounding(q), q.status)
            for q in of_family(family)
        ]
        parts += [f"## {family}", wrapped(f"[{family_title(family)}]({family}.md).")]
        parts.append(
            table(("quantity", "signature", "what it is", "role", "which side is unsafe", "`safe` rounds", "status"), rows)
        )
    return "\n\n".join(parts) + "\n"


# -- findings -----------------------------------------------------------------------------------------------------------


def findings_page() -> str:
    """What `dplemma findings --markdown` prints."""
    return f"{GENERATED_FINDINGS}\n\n{printed_by('dplemma findings --markdown')}\n"


# -- all pages ----------------------------------------------------------------------------------------------------------


class Made(NamedTuple):
    """A generated file, what makes its text, and whether that reads the claims or the ledger."""

    file: Path
    text: Callable[[], str]
    reads_ledger: bool


def made(decide: Decide) -> Iterator[Made]:
    """Every generated file."""
    for family in families():
        yield Made(FOLDER / "quantities" / f"{family}.md", lambda family=family: family_page(family, decide), False)
    yield Made(FOLDER / "quantities" / "README.md", index_page, False)
    yield Made(FOLDER / "findings.md", findings_page, True)
    yield Made(FOLDER / "laws.md", laws_page, True)
    yield Made(TABLE, rocq_rows, True)
    yield Made(rocq_table.PAGE, rocq_page, True)
    yield Made(MUTANTS, mutant_rows, True)
    for page in written_by_hand():
        text = page.read_text(encoding="utf-8")
        yield Made(page, lambda text=text: renewed(with_figures(text)), not set(commands_in(text)) <= WITHOUT_LEDGER)
    yield Made(README, lambda: renewed(with_parts(README.read_text(encoding="utf-8"))), True)
    yield Made(INVENTORY, lambda: inventory_text(INVENTORY.read_text(encoding="utf-8")), True)


def pages(decide: Decide = check_form) -> Iterator[tuple[Path, str]]:
    """Every generated file with the text it must have."""
    for item in made(decide):
        yield item.file, item.text()


def commands_in(text: str) -> list[str]:
    """The commands a page shows; a Python block that prints counts as one that may read anything."""
    return re.findall(r"^\$ dplemma (\w+)", text, flags=re.MULTILINE) + (["python"] if "```\n\n```text" in text else [])


def written_by_hand() -> list[Path]:
    """The pages that nobody generates and whose outputs are: all but those that say why theirs are not run again."""
    generated = {"findings.md", "laws.md"}
    found = [page for page in sorted(FOLDER.glob("*.md")) if page.name not in generated]
    return [page for page in found if NOT_RUN not in page.read_text(encoding="utf-8")]


def strangers() -> list[Path]:
    """Files beside the generated pages that no family owns."""
    owned = {"README.md", *(f"{family}.md" for family in families())}
    return [file for file in sorted((FOLDER / "quantities").iterdir()) if file.name not in owned]


def main() -> int:
    parser = argparse.ArgumentParser(description="Write or check the pages of the quantities.")
    parser.add_argument("--check", action="store_true", help="compare with the files on disk instead of writing")
    check = parser.parse_args().check
    different = [f"{file.name} belongs to no family" for file in strangers()]
    different += _checked() if check else _written()
    if check:
        for line in different:
            print(line, file=sys.stderr)
    return 1 if check and different else 0


def _checked() -> list[str]:
    """A line for each file that is not what it must be."""
    stale = [file for file, text in pages() if not file.exists() or file.read_text(encoding="utf-8") != text]
    return [f"{file.relative_to(FOLDER.parent).as_posix()} is not what the registry says; run: make docs" for file in stale]


def _written() -> list[str]:
    """Write what is not what it must be; what stands as it was left, with the same sources, is not made again."""
    current, decide = Current(), Remembered()
    for file, text, reads_ledger in made(decide):
        if current.holds(file, reads_ledger=reads_ledger):
            continue
        new = text()
        if not file.exists() or file.read_text(encoding="utf-8") != new:
            file.parent.mkdir(exist_ok=True)
            file.write_text(new, encoding="utf-8", newline="\n")
            print(f"wrote {file.relative_to(FOLDER.parent).as_posix()}", flush=True)
        current.note(file, reads_ledger=reads_ledger)
    return []


if __name__ == "__main__":
    raise SystemExit(main())
