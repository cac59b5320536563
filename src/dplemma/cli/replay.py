"""`dplemma replay FILE ...`: check certificates without the search that found them.

Main definition: `replay`. Exit codes: 0 all agree, 1 one is rejected, 2 a file is no certificate, 3 one is out of time.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict

from dplemma.report.records import SCHEMA

_CODES = {"rejected": 1, "out of time": 3}  # a rejected one outranks one that is out of time


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
    agreeing = sum(report.status == "agrees" for report in reports)
    if arguments.json:
        print(json.dumps({"schema": SCHEMA, "reports": [asdict(report) for report in reports]}, indent=2, ensure_ascii=False))
    elif len(reports) > 1:
        print(f"{agreeing} of {len(reports)} certificates agree")
    return next((code for status, code in _CODES.items() if any(report.status == status for report in reports)), 0)
