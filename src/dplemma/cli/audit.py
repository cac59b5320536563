"""`dplemma audit MODULE:FUNCTION --as QUANTITY`: test another implementation against certified values.

Main definition: `audit_command`. Exit codes: 0 it passes, 1 it fails, 2 bad input, 3 no point has a certified value.
"""

from __future__ import annotations

import io
import os
import platform
import shlex
import sys
import warnings
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from dplemma.audit.hunt_errors import AuditReport, hunt_errors, input_text
from dplemma.audit.judge import DEFAULT_RTOL, SLOW_SECONDS, Judge
from dplemma.audit.plain_points import find_plain_failures
from dplemma.audit.search import Ranges
from dplemma.audit.spans import read_ranges, typed_number
from dplemma.base.errors import DplemmaError
from dplemma.base.sides import ROLES, Side
from dplemma.base.version import VERSION
from dplemma.cli.output import FINDING, StatusLine, print_json, printed_page, say_it_is_run
from dplemma.cli.values import assignments
from dplemma.doubles.target import imported, parted
from dplemma.report.pages.audit import audit_page
from dplemma.report.pages.audit_markdown import audit_markdown
from dplemma.report.pictures.picture import NO_MATPLOTLIB, PICTURES, picture_file
from dplemma.values.calls import bind
from dplemma.values.comparison import LEAST_NORMAL
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput
from dplemma.values.formula_text import parse_formula

_MOST_EXAMPLES = 10**6


def audit_command(arguments: Namespace) -> int:
    ready = evaluator(arguments.as_quantity)
    ranges = read_ranges(ready, assignments(arguments.range or []))
    at = _read_at(ready, assignments(arguments.at or []), plotted=arguments.plot is not None)
    aliases = ready.quantity.aliases
    mapped = {name: parse_formula(text, ready.names, aliases) for name, text in assignments(arguments.arg or []).items()}
    side = role_side(ready, arguments.role)
    if arguments.examples > _MOST_EXAMPLES:
        raise BadInput(f"--examples {str(arguments.examples)[:20]}: at most {_MOST_EXAMPLES} calls are made")
    document = _writable(arguments.report, "--report") if arguments.report else None
    picture = _picture(arguments, document, ranges)
    rtol = DEFAULT_RTOL[arguments.promise] if arguments.rtol is None else arguments.rtol
    atol = LEAST_NORMAL if arguments.atol is None else arguments.atol
    say_it_is_run(parted(arguments.target)[0])
    function = imported(arguments.target)
    _prepare_peer(arguments.target.rpartition(":")[0])
    judge = Judge(ready, bind(function, ready, mapped), arguments.promise, rtol, side, arguments.limit, atol)
    with _hushed() as said, StatusLine(sys.stderr, silent=arguments.json) as line:

        def progress(done: int) -> None:
            if done % 100 == 0:
                line.show(f"{done} of about {arguments.examples} points")

        report = hunt_errors(
            judge, ranges, implementation=arguments.target, examples=arguments.examples, seed=arguments.seed, progress=progress
        )
        report.reproduce = reproduce_line(arguments)
        find_plain_failures(judge, ranges, report)
        versions = _versions(arguments.target.rpartition(":")[0])  # before a picture brings libraries of its own
        if picture is not None:
            from dplemma.report.pictures.audit_map import write_audit_map

            write_audit_map(judge, report, ranges, at, picture)
    if said.tell():
        print(f"{arguments.target} prints; what it printed is not shown", file=sys.stderr)
    _print(arguments, report, ranges)
    if picture is not None:
        print(f"drawn to {picture}", file=sys.stderr)
    if document is not None:
        drawn = "" if picture is None else relative_link(picture, document)
        text = audit_markdown(
            report, _ranges_phrase(ranges), versions["dplemma"], call=judge.call, versions=versions, picture=drawn
        )  # fmt: skip
        _write(document, text)
    return 0 if report.passes else FINDING


# -- what was asked -------------------------------------------------------------------------------------------------------


def role_side(ready: Evaluator, role: str | None) -> Side:
    """Which side of the truth is unsafe: by the quantity's role, or by the one that was asked for."""
    own = ready.quantity.unsafe_side
    if role is None:
        return own
    if role == "calibration":
        if not ready.quantity.role.startswith("calibration"):
            raise BadInput("--role calibration: say calibration-lower (too small is unsafe) or calibration-upper (too large is)")
        return own
    return ROLES[role]


def _read_at(ready: Evaluator, given: Mapping[str, str], *, plotted: bool) -> dict[str, Fraction]:
    """Where the parameters stand that the picture does not draw."""
    if given and not plotted:
        raise BadInput("--at says where the other parameters stand in a picture: give it with --plot")
    found = {ready.canonical(name): typed_number(name, text) for name, text in given.items()}
    for name, value in found.items():
        if value not in ready.quantity.params[name]:
            raise BadInput(f"--at {name}={input_text(value)}: {name} must be in {ready.quantity.params[name]}")
    return found


def _prepare_peer(place: str) -> None:
    """An adapter's library is imported as `peers` does it, not inside the first call, whose time is limited."""
    if not hasattr(sys.modules.get(place), "PEER"):
        return
    from dplemma.peers.league.declare import load_peer
    from dplemma.peers.league.worker import import_library

    try:
        import_library(load_peer(place))
    except (Exception, SystemExit) as error:
        raise DplemmaError(f"{place} has no library here: {type(error).__name__}: {' '.join(str(error).split())[:200]}") from None


def _picture(arguments: Namespace, document: Path | None, ranges: Ranges) -> Path | None:
    """Where to draw: as asked, else beside a report if anything moves and it can be drawn."""
    if arguments.plot is not None:
        return picture_file(arguments.plot, arguments.target)
    if document is None or document.suffix in PICTURES or all(low == high for low, high in ranges.values()):
        return None
    if find_spec("matplotlib") is None:
        print(f"no picture: it {NO_MATPLOTLIB}", file=sys.stderr)
        return None
    return document.with_suffix(PICTURES[0])


def relative_link(picture: Path, document: Path) -> str:
    """How a document points to a picture."""
    return Path(os.path.relpath(picture, document.parent)).as_posix()


def _ranges_phrase(ranges: Ranges) -> str:
    return ", ".join(f"{name} in [{input_text(low)}, {input_text(high)}]" for name, (low, high) in ranges.items())


def reproduce_line(arguments: Namespace) -> str:
    """The command with everything that the result depends on."""
    options = [f"--range {shlex.quote(text)}" for text in arguments.range or []]
    options += [f"--arg {shlex.quote(text)}" for text in arguments.arg or []]
    if arguments.promise != "exact":
        options.append(f"--promise {arguments.promise}")
    if arguments.role:
        options.append(f"--role {arguments.role}")
    if arguments.rtol is not None:
        options.append(f"--rtol {arguments.rtol!r}")
    if arguments.atol is not None:
        options.append(f"--atol {arguments.atol!r}")
    if arguments.limit != SLOW_SECONDS:
        options.append(f"--limit {arguments.limit!r}")
    options += [f"--examples {arguments.examples}", f"--seed {arguments.seed}"]
    return " ".join(["dplemma audit", shlex.quote(arguments.target), "--as", arguments.as_quantity, *options])


def _versions(place: str) -> dict[str, str]:
    """Versions that a bug report needs: the audited package, what it computes with, and this one."""
    top = place.partition(".")[0]
    module = sys.modules.get(top)
    own = [] if place.endswith(".py") else metadata.packages_distributions().get(top, [])
    peer = getattr(sys.modules.get(place), "PEER", None)
    own = own if peer is None else [peer.distribution]
    found = {name: metadata.version(name) for name in dict.fromkeys(own)}
    if not found and isinstance(getattr(module, "__version__", None), str):
        found[top] = sys.modules[top].__version__
    found |= {name: metadata.version(name) for name in ("numpy", "scipy") if name in sys.modules}
    found |= {"dplemma": VERSION, "python-flint": metadata.version("python-flint")}
    return {**found, "Python": platform.python_version(), platform.system(): platform.machine()}


# -- while it runs, and after ---------------------------------------------------------------------------------------------


@contextmanager
def _hushed() -> Iterator[io.StringIO]:
    """What the function prints must not stand among the results; neither do its warnings."""
    with redirect_stdout(io.StringIO()) as said, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield said


def _print(arguments: Namespace, report: AuditReport, ranges: Ranges) -> None:
    if arguments.json:
        print_json(report.to_json(), in_ascii=True)
        return
    with printed_page() as page:
        audit_page(page, report, _ranges_phrase(ranges))


def _writable(asked: str, option: str) -> Path:
    path = Path(asked)
    if not path.parent.is_dir() or path.is_dir():
        why = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
        raise BadInput(f"{option} {asked[:60]}: {why}")
    return path


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise DplemmaError(f"cannot write {path}: {error.strerror or error}") from None
    print(f"written to {path}", file=sys.stderr)
