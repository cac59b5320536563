"""`dplemma replay FILE ...`: check certificates without the search that found them; `--rocq OUT.v` writes one for Rocq, `--code`
names the functions of the kernel that a verdict rests on.

Main definition: `replay_command`. Exit codes: 0 all agree, 1 one is rejected, 2 a file is no certificate or cannot be said in
Rocq, 3 one was not checked in time.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from itertools import groupby
from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any

from dplemma.base.errors import DplemmaError
from dplemma.base.page import Page
from dplemma.base.process import OutOfTime, step
from dplemma.base.workers import Worker
from dplemma.cli.output import FINDING, print_json, say_it_is_run
from dplemma.report.records import SCHEMA

if TYPE_CHECKING:
    from dplemma.kernel.certificate import Report
    from dplemma.lang.claim import Claim
    from dplemma.proofs.rests_on import Ran

_CODES = {"rejected": FINDING, "out of time": 3}  # a rejected one outranks the others


def replay_command(arguments: Namespace) -> int:
    """Check every file and say of each whether it proves its claim."""
    from dplemma.cli.user_file import load_definitions, python_file

    if arguments.rocq and len(arguments.files) != 1:
        raise DplemmaError(f"--rocq is for one certificate, not for {len(arguments.files)}: dplemma replay FILE --rocq OUT.v")
    claims: dict[str, Claim] = {}
    if arguments.claims:
        path = python_file(arguments.claims)
        say_it_is_run(path.name, how="running")
        claims = load_definitions(path).claims
    checks: list[tuple[Report, list[Ran]]] = []
    late: list[str] = []
    with Worker(partial(_checked, claims=claims, code=arguments.code), arguments.max_seconds) as worker:
        for file in arguments.files:
            step(file)
            try:
                checks.append(worker.ask(file))
            except OutOfTime as error:
                late.append("out of time")
                print(f"dplemma: {file}: {error}", file=sys.stderr)
                continue
            if not arguments.json:
                print(
                    "\n".join([checks[-1][0].text(), *_code_lines(checks[-1][1], listed=len(arguments.files) == 1)]), flush=True
                )
    statuses = [*(report.status for report, _ in checks), *late]
    written = {"rocq": _for_rocq(arguments.files[0], arguments.rocq)} if arguments.rocq and statuses == ["agrees"] else {}
    if arguments.json:
        print_json({"schema": SCHEMA, "reports": [_entry(report, code, arguments.code) for report, code in checks], **written})
    elif written:
        print(f"  for Rocq   {arguments.rocq}, {written['rocq']['lemmas']} lemmas; check it with coqc {arguments.rocq}")
    elif len(statuses) > 1:
        print(f"{statuses.count('agrees')} of {len(statuses)} certificates agree{_sizes([code for _, code in checks if code])}")
    return next((code for status, code in _CODES.items() if status in statuses), 0)


def _checked(file: str, claims: Mapping[str, Claim], code: bool) -> tuple[Report, list[Ran]]:
    """The report, and on request what of the kernel ran to accept the certificate."""
    from dplemma.kernel.certificate import check_certificate, read, replay

    report = replay(file, known=partial(_known, claims))
    if not code or report.status != "agrees":
        return report, []
    from dplemma.proofs.rests_on import functions_run

    return report, functions_run(partial(check_certificate, read(file)))[1]


def _code_lines(code: list[Ran], *, listed: bool) -> list[str]:
    """How much of the kernel ran, and if wanted what: a line a module."""
    from dplemma.proofs.rests_on import total_lines

    if not code:
        return []
    page = Page.of(sys.stdout)
    page.line(f"  rests on   {total_lines(code):,} lines of the kernel, in {len(code)} functions")
    for module, functions in groupby(code if listed else (), key=lambda ran: ran.module):
        names = ", ".join(f"{ran.name} {ran.first}-{ran.last}" for ran in functions)
        page.wrapped(f"{module}.py: {names}", indent=" " * 15, first=" " * 13)
    return page.lines


def _sizes(codes: list[list[Ran]]) -> str:
    from dplemma.proofs.rests_on import total_lines

    if not codes:
        return ""
    sizes = [total_lines(code) for code in codes]
    return f"; each rests on {min(sizes):,} to {max(sizes):,} lines of the kernel, half of them on {median_low(sizes):,} at most"


def _entry(report: Report, code: list[Ran], wanted: bool) -> dict[str, Any]:
    from dplemma.proofs.rests_on import total_lines

    found = {"lines": total_lines(code), "functions": [ran._asdict() for ran in code]}
    return {**asdict(report), **({"code": found} if wanted else {})}


def _known(own: Mapping[str, Claim], id_: str) -> Any:
    """The claim of the user's file, or of a paper: building those takes seconds, and only a certificate of one pays for it."""
    from dplemma.papers import load_claims, papers
    from dplemma.proofs.certificates import claim_tree

    of_a_paper = id_ not in own and id_.partition("/")[0] in papers()
    claim = load_claims().get(id_) if of_a_paper else own.get(id_)
    return None if claim is None else claim_tree(claim)


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
