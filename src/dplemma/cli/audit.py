"""`dplemma audit MODULE:FUNCTION --as QUANTITY`: test another implementation against certified values.

Main definition: `audit`. Exit codes: 0 it passes, 1 it fails, 2 bad input, 3 no point has a certified value.
"""

from __future__ import annotations

import json
import shlex
import sys
from argparse import Namespace
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

from dplemma.cli.values import assignments
from dplemma.errors import DplemmaError
from dplemma.lang.parameters import PARAMETERS
from dplemma.oracle.audit import SIDES, AuditReport, Judge, Ranges, plain
from dplemma.oracle.audit import audit as search
from dplemma.oracle.calls import bind
from dplemma.oracle.evaluator import Evaluator, evaluator
from dplemma.oracle.exact import BadInput, exact
from dplemma.oracle.formula_text import parse
from dplemma.precision.target import user_function
from dplemma.report.audit import audit_markdown, audit_page
from dplemma.report.terminal import Page

FINDING = 1
ROLE_SIDES = {
    "guarantee": "below",
    "tradeoff": "above",
    "calibration-lower": "below",
    "calibration-upper": "above",
    "neutral": "",
}


def audit(arguments: Namespace) -> int:
    ready = evaluator(arguments.as_quantity)
    ranges = read_ranges(ready, assignments(arguments.range or []))
    mapped = {name: parse(text, ready.names) for name, text in assignments(arguments.arg or []).items()}
    print(f"importing {arguments.target.rpartition(':')[0]}: it is your code", file=sys.stderr)
    function = user_function(arguments.target)
    call = bind(function.call, ready, mapped)
    side = ROLE_SIDES[arguments.role] if arguments.role else SIDES.get(ready.quantity.unsafe, "")
    judge = Judge(ready, call, arguments.promise, arguments.rtol, side)
    report = search(
        judge, ranges, implementation=arguments.target, examples=arguments.examples, seed=arguments.seed,
        progress=_progress(arguments),
    )  # fmt: skip
    report.reproduce = reproduce_line(arguments)
    _print(arguments, report, ranges)
    if arguments.report:
        _write(Path(arguments.report), audit_markdown(report, ranges_phrase(ranges), version("dplemma")))
    return 0 if report.passes else FINDING


def read_ranges(ready: Evaluator, given: dict[str, str]) -> dict[str, tuple[Fraction, Fraction]]:
    """The ordinary range of every parameter, or what was asked for; both ends inside the domain."""
    found = {name: (Fraction(PARAMETERS[name].low), Fraction(PARAMETERS[name].high)) for name in ready.names}
    for name, text in given.items():
        canonical = name if name in ready.names else ready.quantity.aliases.get(name)
        if canonical is None:
            raise BadInput(f"--range {name[:60]}=...: {ready.quantity.name} has {', '.join(ready.names)}")
        found[canonical] = _span(name, text)
    for end in (0, 1):
        ready.read({name: str(ends[end]) for name, ends in found.items()})
    return found


def _span(name: str, text: str) -> tuple[Fraction, Fraction]:
    low, colon, high = text.partition(":")
    if not colon:
        raise BadInput(f"--range {name}={text[:60]}: expected low:high, e.g. --range {name}=0.01:20")
    ends = tuple(Fraction(int(value.p), int(value.q)) for value in (exact(low, name), exact(high, name)))
    if ends[0] > ends[1]:
        raise BadInput(f"--range {name}={text[:60]}: the low end is above the high end")
    return ends[0], ends[1]


def ranges_phrase(ranges: Ranges) -> str:
    return ", ".join(f"{name} in [{plain(low)}, {plain(high)}]" for name, (low, high) in ranges.items())


def reproduce_line(arguments: Namespace) -> str:
    options = [f"--range {shlex.quote(text)}" for text in arguments.range or []]
    options += [f"--arg {shlex.quote(text)}" for text in arguments.arg or []]
    if arguments.promise != "exact":
        options.append(f"--promise {arguments.promise}")
    if arguments.role:
        options.append(f"--role {arguments.role}")
    options += [f"--rtol {arguments.rtol:g}", f"--examples {arguments.examples}", f"--seed {arguments.seed}"]
    return " ".join(["dplemma audit", shlex.quote(arguments.target), "--as", arguments.as_quantity, *options])


def _progress(arguments: Namespace):
    """A count on stderr every hundred points, on a terminal only."""
    if arguments.json or not sys.stderr.isatty():
        return lambda done: None

    def show(done: int) -> None:
        if done % 100 == 0:
            print(f"\r{done} of about {arguments.examples} points", end="", file=sys.stderr, flush=True)

    return show


def _print(arguments: Namespace, report: AuditReport, ranges: Ranges) -> None:
    if arguments.json:
        print(json.dumps(report.to_json(), indent=2))
        return
    page = Page.of(sys.stdout)
    audit_page(page, report, ranges_phrase(ranges))
    sys.stdout.write(page.text())


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise DplemmaError(f"cannot write {path}: {error.strerror or error}") from None
    print(f"written to {path}", file=sys.stderr)
