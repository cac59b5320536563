"""One function per command: fetch the data, call, print. SymPy is imported by `verify` alone, to decide."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from dplemma.base.errors import DplemmaError, unknown
from dplemma.base.page import plural
from dplemma.cli.output import certificate_folder, print_json, printed_page
from dplemma.lang.paper import Paper
from dplemma.lang.quantity import Quantity
from dplemma.ledger import history
from dplemma.ledger import store as ledger
from dplemma.ledger.phrases import verdict_word
from dplemma.ledger.record import Record
from dplemma.report.pages import findings as refutations
from dplemma.report.pages import latex, search
from dplemma.report.pages import show as pages
from dplemma.report.pages.slips import slips, slips_page
from dplemma.report.pages.verification import assess, claims_table, summary_table, verification_page
from dplemma.report.records import SCHEMA, paper_record, quantity_record

if TYPE_CHECKING:
    from dplemma.base.cluster import Cluster
    from dplemma.cli import runner

_LONGEST_QUERY = 1000


def verify_command(arguments: Namespace) -> int:
    from dplemma.cli import runner
    from dplemma.ledger.last_run import whole_digest

    whole_digest()  # of the sources that are about to be loaded: an edit while it runs is none of this run
    old = ledger.read() if ledger.path().exists() else {}
    folder = certificate_folder(arguments.certificates)
    recall = "nothing" if arguments.no_cache else "own" if arguments.update_ledger else "all"
    effort = "large" if arguments.effort else "usual" if arguments.update_ledger else ""
    told = None
    if folder is None and arguments.cluster is None:
        told = runner.unchanged_run(arguments.globs, old, recall=recall, effort=effort)
    run = told or _verified(arguments, old, recall, effort, folder)
    return _told_of(run, arguments, old, folder)


def _verified(arguments: Namespace, old: ledger.Records, recall: str, effort: str, folder: Path | None) -> runner.Run:
    """Look at the claims one by one, and decide what has to be."""
    from dplemma.cli import runner
    from dplemma.papers import load_claims

    registry = load_claims()
    if not registry:
        raise DplemmaError("there are no claims to verify")
    ids = runner.with_companions(search.select(registry, arguments.globs), runner.families_of(registry))
    quiet = arguments.json and not sys.stderr.isatty()
    certify = None if folder is None else runner.CertificateFolder(folder)
    memory = runner.open_memory(old, recall=recall)
    with open_cluster(arguments.cluster) as cluster, runner.Progress(total=len(ids), stream=sys.stderr, silent=quiet) as progress:
        outcomes = runner.run_claims(
            ids, old=old, jobs=arguments.jobs, on_outcome=progress.advance, registry=registry, memory=memory,
            seconds=arguments.max_seconds, certify=certify, effort=effort, cluster=cluster,
        )  # fmt: skip
    runner.say_trouble(outcomes)
    run = runner.Run(outcomes, list(registry))
    runner.keep_run(run, old, effort)
    return run


def _told_of(verified: runner.Run, arguments: Namespace, old: ledger.Records, folder: Path | None) -> int:
    """Compare with the ledger, print, and return the exit code."""
    outcomes = verified.outcomes
    run = assess(
        {outcome.id: outcome.record for outcome in outcomes if outcome.record is not None},
        failures=[outcome.failure for outcome in outcomes if outcome.failure is not None],
        stopped={outcome.id: outcome.stopped for outcome in outcomes if outcome.stopped},
        rejected={outcome.id: outcome.rejected for outcome in outcomes if outcome.rejected},
        old=old,
        registry=set(verified.known) if len(outcomes) == len(verified.known) else None,
        accept=arguments.update_ledger,
        papers=_papers(),
        sources=Counter(outcome.source for outcome in outcomes if outcome.record is not None),
    )
    if arguments.update_ledger:
        # the history first: a run that is ended in between finds the same change once more
        history.write_history(history.extended_history(history.read_history(), old, run.records))
        _write_ledger(run.merged)
    if arguments.json:
        print_json(run.to_json())
    else:
        with printed_page() as page:
            verification_page(page, run, _papers(), strict=arguments.strict, globs=arguments.globs)
            if folder is not None:
                count = len(list(folder.glob("*.json")))
                page.line(f"certificates: {count} in {arguments.certificates}; check one with dplemma replay FILE")
    return run.exit_code(strict=arguments.strict)


def open_cluster(address: str | None, digest: Callable[[], str] | None = None) -> AbstractContextManager[Cluster | None]:
    """The cluster whose workers are to decide, by the same code as here; none without an address."""
    if address is None:
        return nullcontext()
    from dplemma.base.cluster import Cluster
    from dplemma.cli.cluster_tasks import verdict_digest

    return Cluster(address, digest or verdict_digest)


def list_command(arguments: Namespace) -> int:
    if arguments.quantities:
        return _list_quantities(arguments)
    if arguments.changed_since:
        return _list_changes(arguments)
    records, papers = ledger.read(), _papers()
    place = {key: number for number, key in enumerate(papers)}
    chosen = [records[key] for key in search.select(records, arguments.globs)]
    chosen.sort(key=lambda record: place.get(record.paper, len(place)))
    if arguments.verdict:
        chosen = [record for record in chosen if record.verdict == arguments.verdict]
    if arguments.json:
        print_json({"schema": SCHEMA, "claims": [record.to_json() for record in chosen]})
        return 0
    with printed_page() as page:
        if chosen:
            claims_table(page, chosen, papers, seconds=False)
            page.line()
            summary_table(page, {record.id: record for record in chosen})
        else:
            page.line(f"no claim here is {verdict_word(arguments.verdict)}" if arguments.verdict else "the ledger is empty")
    return 0


def _list_changes(arguments: Namespace) -> int:
    """The verdicts that changed after a version, with the reason."""
    chosen = set(search.select(ledger.read(), arguments.globs))
    steps = [step for step in history.changes_since(arguments.changed_since) if step.id in chosen]
    if arguments.json:
        print_json({"schema": SCHEMA, "changes": [asdict(step) for step in steps]})
        return 0
    with printed_page() as page:
        for step in steps:
            change = f"{page.paint(verdict_word(step.before), step.before)} -> {page.paint(verdict_word(step.after), step.after)}"
            page.line(f"{page.paint(step.id, 'bold')}  {change}  in {step.version}")
            if step.why:
                page.wrapped(step.why, indent=" " * 4)
        page.line(f"{plural(len(steps), 'verdict')} changed after {arguments.changed_since}")
    return 0


def _list_quantities(arguments: Namespace) -> int:
    for option in ("verdict", "changed_since"):
        if getattr(arguments, option):
            raise DplemmaError(f"--{option.replace('_', '-')} is for claims: a quantity has no verdict")
    known = _quantities()
    chosen = [known[name] for name in search.select(known, arguments.globs, kind="quantity")]
    if arguments.json:
        print_json({"schema": SCHEMA, "quantities": [quantity_record(quantity) for quantity in chosen]})
        return 0
    with printed_page() as page:
        for quantity in chosen:
            pages.quantity_entry(page, quantity)
        page.line(f"{plural(len(chosen), 'quantity', 'quantities')}. Details: dplemma show NAME")
    return 0


def show_command(arguments: Namespace) -> int:
    if arguments.standalone and not arguments.latex:
        raise DplemmaError("--standalone is for --latex: write dplemma show ID --latex --standalone")
    if arguments.bibtex and arguments.latex:
        raise DplemmaError("--bibtex is the entry of the paper and --latex the claim: ask for one of them")
    found, _ = search.namesakes(arguments.name)
    if len(found) > 1 and not (arguments.latex or arguments.bibtex):
        return _print_hits(arguments, arguments.name, [search.thing_hit(thing) for thing in found])
    record, records = search.look_up(arguments.name)
    if not isinstance(record, Record):
        return _show_quantity(record, arguments)
    papers = _papers()
    paper = papers.get(record.paper)
    if arguments.bibtex and paper is None:
        raise unknown("paper", record.paper, papers)
    if arguments.json:
        source = {"source": paper_record(paper)} if paper else {}
        entry = {"bibtex": paper.bibtex()} if paper and arguments.bibtex else {}
        print_json({**record.to_json(), **source, **entry, **pages.rocq_entry(record)})
    elif arguments.bibtex and paper:
        print(paper.bibtex().strip())
    elif arguments.latex:
        print(_claim_as_latex(record, records, papers, arguments))
    else:
        with printed_page() as page:
            pages.claim_page(page, record, records, papers, latex=False, expand=arguments.expand)
    return 0


def _claim_as_latex(record: Record, records: ledger.Records, papers: Mapping[str, Paper], arguments: Namespace) -> str:
    if arguments.expand:
        records = {key: line.unfolded() for key, line in records.items()}
        record = records[record.id]
    return latex.claim_document(record, records, papers) if arguments.standalone else latex.claim_latex(record)


def _show_quantity(quantity: Quantity, arguments: Namespace) -> int:
    for option in ("standalone", "bibtex", "expand"):
        if getattr(arguments, option):
            raise DplemmaError(f"--{option} is for claims: {quantity.name} is a quantity")
    if arguments.json:
        typeset = {"latex": quantity.formula_latex()} if arguments.latex else {}
        print_json({**quantity_record(quantity), **typeset})
    elif arguments.latex:
        print(latex.display(quantity.formula_latex()))
    else:
        with printed_page() as page:
            pages.quantity_page(page, quantity)
    return 0


def find_command(arguments: Namespace) -> int:
    query = " ".join(arguments.words)
    if not query.strip():
        raise DplemmaError("nothing to look for: give a word or a number, e.g. dplemma find tangent")
    if len(query) > _LONGEST_QUERY:
        raise DplemmaError(f"{len(query)} characters to look for; at most {_LONGEST_QUERY} are read")
    records, quantities = ledger.read(), _quantities()
    hits = search.find_hits(query, records=records, papers=_papers(), quantities=quantities)
    return _print_hits(arguments, query, hits, search.suggestions(query, records, quantities))


def _print_hits(arguments: Namespace, query: str, hits: list[search.Hit], near: Sequence[str] = ()) -> int:
    if arguments.json:
        print_json({"schema": SCHEMA, "query": query, "hits": [hit.to_json() for hit in hits]})
        return 0
    with printed_page() as page:
        for hit in hits:
            page.line(f"{page.paint(f'{verdict_word(hit.verdict):<10}', hit.verdict)} {page.paint(hit.id, 'bold')}")
            if hit.snippet:
                page.wrapped(hit.snippet, indent=" " * 11)
        if hits:
            page.line(f"{plural(len(hits), 'hit')}. Details: dplemma show NAME")
        else:
            page.line(f"nothing found for {query!r}." + (f" Try: {', '.join(near)}" if near else ""))
    return 0


def findings_command(arguments: Namespace) -> int:
    records = ledger.read()
    ids = search.select(records, arguments.globs)
    found, slipped = refutations.findings(records, ids), slips(records, ids)
    if arguments.json:
        data = {"findings": [record.to_json() for record in found], "slips": [record.to_json() for record in slipped]}
        print_json({"schema": SCHEMA, **data})
    elif arguments.markdown:
        sys.stdout.write(refutations.findings_markdown(found, records, _papers(), slipped))
    else:
        with printed_page() as page:
            refutations.findings_page(page, found, records, _papers())
            slips_page(page, slipped, records)
    return 0


def _write_ledger(records: ledger.Records) -> None:
    try:
        ledger.write(records)
    except OSError as error:
        raise DplemmaError(f"cannot write the ledger {ledger.path()}: {error.strerror or error}") from None


def _papers() -> Mapping[str, Paper]:
    from dplemma.papers import papers

    return papers()


def _quantities() -> Mapping[str, Quantity]:
    from dplemma.formulas import every_quantity

    return every_quantity()
