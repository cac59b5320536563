"""`dplemma replay FILE ...`: check certificates without the search that found them.

Main definition: `replay`. Exit codes: 0 all agree, 1 one is rejected, 2 a file is no certificate.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict

from dplemma.report.records import SCHEMA

FINDING = 1


def replay(arguments: Namespace) -> int:
    """Check every file and say of each whether it proves its claim."""
    from dplemma.cli.user_file import load, python_file
    from dplemma.engines.replay import replay as check

    claims = None
    if arguments.claims:
        path = python_file(arguments.claims)
        print(f"running {path.name}: it is your code", file=sys.stderr)
        claims = load(path).claims
    reports = []
    for file in arguments.files:
        reports.append(check(file, claims))
        if not arguments.json:
            print(reports[-1].text(), flush=True)
    rejected = [report for report in reports if report.status != "agrees"]
    if arguments.json:
        print(json.dumps({"schema": SCHEMA, "reports": [asdict(report) for report in reports]}, indent=2, ensure_ascii=False))
    elif len(reports) > 1:
        print(f"{len(reports) - len(rejected)} of {len(reports)} certificates agree")
    return FINDING if rejected else 0
