"""`dplemma replay FILE ...`: check certificates without the search that found them; `--rocq OUT.v` writes one for Rocq,
`--checker DIR` a program of its own that checks them and nothing else.

Main definition: `replay_command`. Exit codes: 0 all agree, 1 one is rejected, 2 a file is no certificate or cannot be said in
Rocq, 3 one was not checked in time.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dplemma.base.errors import DplemmaError, clipped, in_one_line
from dplemma.base.process import OutOfTime, step
from dplemma.base.workers import Worker
from dplemma.cli.output import FINDING, output_file, print_json, say_it_is_run
from dplemma.report.records import SCHEMA

if TYPE_CHECKING:
    from dplemma.lang.claim import Claim
    from dplemma.proofs.replay import Report

_CODES = {"rejected": FINDING, "out of time": 3}  # a rejected one outranks the others
_LONGEST = 600  # characters of what a file says of itself


def replay_command(arguments: Namespace) -> int:
    """Check every file and say of each whether it proves its claim."""
    from dplemma.cli.user_file import load_definitions, python_file

    if arguments.rocq and len(arguments.files) != 1:
        raise DplemmaError(f"--rocq is for one certificate, not for {len(arguments.files)}: dplemma replay FILE --rocq OUT.v")
    if arguments.rocq:
        output_file("--rocq", arguments.rocq, (".v",))
    claims: dict[str, Claim] = {}
    if arguments.claims:
        path = python_file(arguments.claims)
        say_it_is_run(path.name, how="running")
        claims = load_definitions(path).claims
    reports: list[Report] = []
    late: list[str] = []
    with Worker(partial(_checked, claims=claims), arguments.max_seconds) as worker:
        for file in arguments.files:
            step(file)
            try:
                reports.append(worker.ask(file))
            except OutOfTime as error:
                late.append("out of time")
                print(f"dplemma: {file}: {error}", file=sys.stderr)
                continue
            if not arguments.json:
                print(_in_lines(reports[-1]).text(), flush=True)
    statuses = [*(report.status for report in reports), *late]
    agree = set(statuses) == {"agrees"}
    written = {"rocq": _for_rocq(arguments.files[0], arguments.rocq)} if arguments.rocq and agree else {}
    if arguments.checker and agree:
        written["checker"] = _own_checker(arguments.files, Path(arguments.checker), arguments.max_seconds)
    elif arguments.checker:
        print("dplemma: no checker is written, because not every certificate agrees", file=sys.stderr)
    if arguments.json:
        print_json({"schema": SCHEMA, "reports": [asdict(report) for report in reports], **written})
    else:
        _print_end(statuses, written)
    return next((code for status, code in _CODES.items() if status in statuses), 0)


def _in_lines(report: Report) -> Report:
    """The report with what the file says of itself kept in its line: nothing in it can look like a report."""
    told = {name: clipped(in_one_line(getattr(report, name)), _LONGEST) for name in ("id", "verdict", "reason")}
    return replace(report, **told)


def _print_end(statuses: list[str], written: dict[str, dict[str, Any]]) -> None:
    """How many agree, and what was written of them."""
    if len(statuses) > 1:
        print(f"{statuses.count('agrees')} of {len(statuses)} certificates agree")
    if rocq := written.get("rocq"):
        print(f"  for Rocq   {rocq['file']}, {rocq['lemmas']} lemmas; check it with coqc {rocq['file']}")
    if own := written.get("checker"):
        which = "it" if len(statuses) == 1 else "them"
        print(
            f"  checker    {own['folder']}: {own['lines']:,} lines of code, in {own['modules']} modules, and it accepts {which}"
        )
        print(f"             run it again: python {own['folder']} FILE")


def _checked(file: str, claims: Mapping[str, Claim]) -> Report:
    from dplemma.proofs.replay import replay

    return replay(file, known=partial(_known, claims))


def _known(own: Mapping[str, Claim], id_: str) -> Any:
    """The claim of the user's file, or of a paper: building those takes seconds, and only a certificate of one pays for it."""
    from dplemma.papers import load_claims, papers
    from dplemma.proofs.certificates import claim_tree

    of_a_paper = id_ not in own and id_.partition("/")[0] in papers()
    claim = load_claims().get(id_) if of_a_paper else own.get(id_)
    if claim is None:
        return None
    if (tree := claim_tree(claim)) is None:
        raise DplemmaError(f"claim: {id_[:80]} is measured, and has no certificate")
    return tree


def _for_rocq(file: str, out: str) -> dict[str, Any]:
    """Write the certificate as a file that Rocq checks."""
    from dplemma.kernel.certificate import read
    from dplemma.rocq.export import exported

    text = exported(read(file))
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise DplemmaError(f"{out}: cannot be written: {error.strerror or error}") from None
    return {"file": out, "lemmas": text.count("\nLemma ")}


def _own_checker(files: list[str], folder: Path, max_seconds: float | None) -> dict[str, Any]:
    """Write the part of the kernel that these certificates need, and have it check them."""
    from dplemma.proofs.checker.write import must_accept, small_checker, write_checker

    step("writing a checker")
    seconds = None if max_seconds is None else max_seconds * len(files)
    checker = small_checker(files, seconds)
    write_checker(checker, folder)
    must_accept(folder, files, seconds)
    return {"folder": str(folder), "lines": checker.lines, "modules": checker.modules}
