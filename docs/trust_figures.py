"""The figures of docs/trust.md, from the sources and the recorded runs: between `<!-- begin name -->` and `<!-- end name -->`.

    python docs/trust_figures.py            print them (`make trust`)
    python docs/trust_figures.py --write    write them into docs/trust.md

Main definitions: `with_figures(text)`, `FIGURES`.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import dplemma
from dplemma.base.page import markdown_table
from dplemma.lang.trusted import TRUSTED
from dplemma.ledger import store as ledger
from dplemma.ledger.phrases import verdict_word
from dplemma.mutants.make import KINDS
from dplemma.mutants.result import SURVIVING, MutantResult, ResultFile, outcome_counts, share_refuted
from dplemma.proofs.checker.write import code_lines
from dplemma.rocq.table import WAITS, read_rows

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "trust.md"
MUTANTS = ROOT / "tests" / "meta" / "mutants.jsonl"
SURVIVORS = ROOT / "tests" / "meta" / "mutant_survivors.json"
SOUNDNESS = ROOT / "tests" / "meta" / "soundness.jsonl"
KERNEL_MUTANTS = ROOT / "tests" / "meta" / "kernel_mutants.json"
KERNEL_SURVIVORS = ROOT / "tests" / "meta" / "kernel_survivors.json"
NUMERIC = ROOT / "tests" / "meta" / "numeric_survivors.json"
_PART = re.compile(r"<!-- begin (\w+) -->\n.*?<!-- end \1 -->", re.DOTALL)
_SOURCE = Path(dplemma.__file__).parent


def with_figures(text: str) -> str:
    """The page with every figure written anew."""

    def renewed(match: re.Match[str]) -> str:
        name = match[1]
        return f"<!-- begin {name} -->\n{FIGURES[name]()}\n<!-- end {name} -->" if name in FIGURES else match[0]

    return _PART.sub(renewed, text)


# -- the trusted base -------------------------------------------------------------------------------------------------------


def trusted_modules() -> dict[str, Path]:
    """The modules of the kernel and all of ours that they import, by name."""
    found = {f"dplemma.kernel.{path.stem}": path for path in sorted((_SOURCE / "kernel").glob("*.py"))}
    waiting = list(found.values())
    while waiting:
        for name in _imported(waiting.pop()):
            path = _SOURCE.joinpath(*name.split(".")[1:]).with_suffix(".py")
            if name not in found and path.exists():
                found[name] = path
                waiting.append(path)
    return found


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dplemma"):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("dplemma"))


def base_figures() -> str:
    rows = []
    for room, what in (
        ("kernel", "terms, statements, rules"),
        ("arb", "balls and intervals over FLINT"),
        ("base", "errors, exact numbers"),
    ):
        paths = [path for name, path in trusted_modules().items() if name.split(".")[1] == room]
        lines = sum(code_lines(path.read_text(encoding="utf-8")) for path in paths)
        rows.append((f"`{room}`", what, str(len(paths)), f"{lines:,}"))
    total = sum(int(row[3].replace(",", "")) for row in rows)
    rows.append(("together", "", str(sum(int(row[2]) for row in rows)), f"{total:,}"))
    return markdown_table(("room", "what it trusts there", "modules", "lines of code"), rows)


def stands_on_figures() -> str:
    definitions = json.loads((_SOURCE / "kernel" / "definitions.json").read_text(encoding="utf-8"))
    names = ", ".join(f"`{name}`" for name in TRUSTED)
    text = (
        "Below it: python-flint with the FLINT it brings, and CPython (versions: `constraints.txt`). Beside it: "
        f"{len(definitions)} definitions of quantities (`kernel/definitions.json`) and {len(TRUSTED)} trusted lemmas "
        f"(`lang/trusted.py`): {names}."
    )
    return textwrap.fill(text, 128, break_on_hyphens=False)


# -- verdicts ---------------------------------------------------------------------------------------------------------------


def verdict_figures() -> str:
    records = ledger.read().values()
    counts = Counter((record.verdict, record.engine) for record in records)
    assuming = Counter((record.verdict, record.engine) for record in records if record.assumes)
    rows = [(verdict_word(key[0]), key[1], str(count), str(assuming[key])) for key, count in sorted(counts.items())]
    return markdown_table(("verdict", "engine", "claims and companions", "of them assuming a trusted lemma"), rows)


# -- mutants ----------------------------------------------------------------------------------------------------------------

_COLUMNS = ("refuted", "slack", "survived", "late", "error", "accepted")


def mutant_results() -> list[MutantResult]:
    """Of the recorded run, as far as the claims still read as they did."""
    known = ledger.read()
    found = ResultFile(MUTANTS).read().values()
    return [one for one in found if one.outcome != "none" and one.claim in known and known[one.claim].digest == one.digest]


def _score(name: str, results: Iterable[MutantResult]) -> tuple[str, ...]:
    counts = outcome_counts(results)
    share = share_refuted(counts)
    total = sum(counts[column] for column in _COLUMNS)
    return (name, f"{total:,}", *(f"{counts[column]:,}" for column in _COLUMNS), "-" if share is None else f"{100 * share:.1f} %")


def mutant_figures() -> str:
    results = mutant_results()
    head = ("mutants", "refuted", "true (slack)", "open", "late", "error", "accepted though false", "refuted of those not true")
    kinds = [_score(f"`{kind}`", [r for r in results if r.kind == kind]) for kind in KINDS]
    engines = [_score(engine, [r for r in results if r.engine == engine]) for engine in sorted({r.engine for r in results})]
    claims = len({result.claim for result in results})
    told = f"{len(results):,} mutants of {claims:,} claims."
    by_kind = markdown_table(("kind", *head), [*kinds, _score("all", results)])
    return "\n\n".join([told, by_kind, markdown_table(("engine of the claim", *head), engines)])


def survivor_figures() -> str:
    """The survivors by the reason that was found for each group of them."""
    reasons = survivor_reasons()
    open_ = [result for result in mutant_results() if result.outcome in SURVIVING]
    counts = Counter(reason_of(result, reasons) for result in open_)
    rows = [(reason, str(count)) for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    return markdown_table(("why it is open", "mutants"), rows)


def survivor_reasons() -> dict[str, dict[str, str]]:
    """Reasons by the id of a mutant that was looked at, and by the words of a search."""
    return json.loads(SURVIVORS.read_text(encoding="utf-8"))


def reason_of(result: MutantResult, reasons: dict[str, dict[str, str]]) -> str:
    """The reason listed for this mutant, else that of what the search said, by its words; `not judged` where there is none."""
    if result.id in reasons["mutants"]:
        return reasons["mutants"][result.id]
    return next((reason for words, reason in reasons["words"].items() if words in result.why), "not judged")


# -- mutants of the numerics and the formulas ---------------------------------------------------------------------------------


def numeric_figures() -> str:
    """The mutants of `arb`, `compile` and `formulas` by module, and what is said of the survivors."""
    found = json.loads(NUMERIC.read_text(encoding="utf-8"))
    counts = {(room, module): row for room, rows in found["counts"].items() for module, row in rows.items()}
    rows = [_numeric_row(room, f"`{module}`", [row]) for (room, module), row in counts.items()]
    rows.append(_numeric_row("together", "", list(counts.values())))
    by_reason = Counter(survivor["reason"] for survivor in found["survivors"])
    reasons = [(found["reasons"][reason], f"{count:,}") for reason, count in by_reason.most_common()]
    by_module = markdown_table(("room", "module", "mutants", "run", "killed", "survived"), rows)
    return "\n\n".join([by_module, markdown_table(("what the survivors do", "mutants"), reasons)])


def _numeric_row(room: str, module: str, rows: list[dict[str, int]]) -> tuple[str, ...]:
    made, run, killed = (sum(row[key] for row in rows) for key in ("mutants", "run", "killed"))
    return (room, module, f"{made:,}", f"{run:,}", f"{killed:,}", f"{run - killed:,}")


# -- numerics ---------------------------------------------------------------------------------------------------------------


def kernel_mutant_figures() -> str:
    """The recorded run by module, and the reasons why the survivors that are listed do not matter."""
    counts = json.loads(KERNEL_MUTANTS.read_text(encoding="utf-8"))
    rows = [(f"`{name}`", *(f"{n:,}" for n in numbers)) for name, numbers in sorted(counts.items())]
    rows.append(("together", *(f"{sum(column):,}" for column in zip(*counts.values(), strict=True))))
    listed = json.loads(KERNEL_SURVIVORS.read_text(encoding="utf-8"))
    by = Counter(survivor["reason"] for survivor in listed["survivors"])
    told = [(listed["reasons"][reason], f"{count:,}") for reason, count in by.most_common()]
    head = ("module", "mutants", "run", "killed", "survived")
    return "\n\n".join([markdown_table(head, rows), markdown_table(("why a survivor does not matter", "listed"), told)])


def soundness_figures() -> str:
    lines = [json.loads(line) for line in SOUNDNESS.read_text(encoding="utf-8").splitlines()]
    by: Counter[str] = Counter()
    for line in lines:
        by.update(line["by"])
    violations = Counter(text.partition(":")[0] for line in lines for text in line["violations"])
    rows = [(f"`{name}`", f"{count:,}", str(violations[name])) for name, count in sorted(by.items())]
    rows.append(("together", f"{sum(by.values()):,}", str(sum(violations.values()))))
    subjects = len({line["subject"] for line in lines})
    refused = sum(line["refused"] for line in lines)
    told = f"{subjects} nodes, functions and quantities; {refused:,} more evaluations were refused or gave no finite ball."
    return "\n\n".join([markdown_table(("property", "evaluations", "violations"), rows), told])


# -- the second kernel ------------------------------------------------------------------------------------------------------


def rocq_figures() -> str:
    """What coqc said of the certificates whose statements still read as they did."""
    known = ledger.read()
    rows = [row for row in read_rows().values() if row.id in known and known[row.id].digest == row.statement]
    kinds = {"refutations": "refuted", "proofs that it holds": "holds"}
    counts = Counter((row.shows, row.outcome) for row in rows)
    outcomes = ("accepted", "refused", WAITS, "not exported")
    lines = [(name, *(str(counts[shows, outcome]) for outcome in outcomes)) for name, shows in kinds.items()]
    lines.append(("together", *(str(sum(int(line[n]) for line in lines)) for n in range(1, len(outcomes) + 1))))
    return markdown_table(("certificates", "accepted by coqc", "refused", WAITS, "not exported"), lines)


FIGURES = {
    "base": base_figures, "stands_on": stands_on_figures, "verdicts": verdict_figures, "mutants": mutant_figures,
    "survivors": survivor_figures, "kernel_mutants": kernel_mutant_figures, "numeric_mutants": numeric_figures,
    "soundness": soundness_figures, "rocq": rocq_figures,
}  # fmt: skip


def main() -> int:
    if "--write" in sys.argv[1:]:
        PAGE.write_text(with_figures(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    for name, figures in FIGURES.items():
        print(f"## {name.replace('_', ' ')}\n\n{figures()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
