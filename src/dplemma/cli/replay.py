"""`dplemma replay FILE ...`: check certificates without the search that found them.

Main definition: `replay`. Exit codes: 0 all agree, 1 one is rejected, 2 a file is no certificate, 3 one was not checked
in time.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict

from dplemma.report.records import SCHEMA

_CODES = {"rejected": 1, "out of time": 3}  # a rejected one outranks the others


def replay(arguments: Namespace) -> int:
    """Check every file and say of each whether it proves its claim."""
    from dplemma.cli.user_file import load, python_file
    from dplemma.kernel.certificate import replay as check
    from dplemma.papers import load_claims
    from dplemma.proofs.certificates import claim_tree

    claims = load_claims()
    if arguments.claims:
        path = python_file(arguments.claims)
        print(f"running {path.name}: it is your code", file=sys.stderr)
        claims |= load(path).claims
    reports = []
    for file in arguments.files:
        reports.append(check(file, lambda id_: claim_tree(claims[id_]) if id_ in claims else None))
        if not arguments.json:
            print(reports[-1].text(), flush=True)
    statuses = [report.status for report in reports]
    if arguments.json:
        print(json.dumps({"schema": SCHEMA, "reports": [asdict(report) for report in reports]}, indent=2, ensure_ascii=False))
    elif len(reports) > 1:
        print(f"{statuses.count('agrees')} of {len(reports)} certificates agree")
    return next((code for status, code in _CODES.items() if status in statuses), 0)
