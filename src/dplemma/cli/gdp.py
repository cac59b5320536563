"""The command `gdp`: which kind of profile was named, and its page. It imports neither SymPy nor mpmath."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from dplemma.base.errors import OutOfBudget
from dplemma.base.page import Page, aligned
from dplemma.cli.output import print_json, printed_page, say_it_is_run
from dplemma.cli.values import assignments, is_function
from dplemma.values.exact import BadInput, short_text
from dplemma.values.gdp import GdpMeasure, curves, interval_text, measure_function, measure_guarantees, measure_quantity


def gdp_command(arguments: Namespace) -> int:
    """Measure, print, draw; exit code 3 if the steps ran out."""
    picture = _picture(arguments)
    measure = _measured(arguments)
    if arguments.json:
        print_json(measure.to_json(refine=arguments.refine))
    else:
        with printed_page() as page:
            _gdp_page(page, measure, refine=arguments.refine)
    if picture is not None:
        from dplemma.report.pictures.gdp_plot import draw_gdp

        draw_gdp(measure, curves(measure), picture)
        print(f"drawn to {picture}", file=sys.stderr)
    return 0 if measure.head.reached else OutOfBudget.exit_code


def _picture(arguments: Namespace) -> Path | None:
    """The file to draw to; complaints come before the work."""
    if arguments.plot is None:
        return None
    from dplemma.report.pictures.picture import picture_file

    return picture_file(arguments.plot, f"gdp-{arguments.profile}")


def _measured(arguments: Namespace) -> GdpMeasure:
    given, target = assignments(arguments.inputs), arguments.profile
    options: dict[str, Any] = {name: getattr(arguments, name) for name in ("until", "digits", "max_steps", "tail_mu")}
    if target.endswith(".csv"):
        _refuse_parameters(given, "a table")
        from dplemma.values.guarantees import read_guarantees

        return measure_guarantees(read_guarantees(Path(target)), name=Path(target).name, **options)
    if is_function(target):
        _refuse_parameters(given, "a function of eps alone")
        from dplemma.doubles.target import imported, parted

        say_it_is_run(parted(target)[0])
        return measure_function(imported(target), name=target, **options)
    return measure_quantity(target, given, **options)


def _refuse_parameters(given: dict[str, str], kind: str) -> None:
    if given:
        raise BadInput(f"{', '.join(given)}: parameters are for a quantity; {kind} has none")


def _gdp_page(page: Page, measure: GdpMeasure, *, refine: bool) -> None:
    fixed = ", ".join(f"{name} = {text}" for name, text in measure.inputs.items())
    title = f"The least mu of {measure.profile}" + (f" at {fixed}" if fixed else "")
    page.line(page.paint(title, "bold"))
    head = measure.head
    rows = [("head", f"{interval_text(measure.ends)} for eps up to {short_text(head.until)}, near eps = {short_text(head.at)}")]
    if measure.whole is None:
        rows.append(("whole", f"not known: {measure.tail}"))
    else:
        rows.append(("whole", f"{interval_text(measure.whole)}: {measure.tail}"))
    rows.append(("tail", measure.limit.says))
    rows += [("note", text) for text in (measure.remark, head.label) if text]
    if not head.reached:
        rows.append(("note", f"the {head.steps} steps ran out before the digits were reached; both ends hold all the same"))
    for name, text in rows:
        page.wrapped(text, indent=" " * 9, first=f"  {name:<7}")
    if refine:
        _refined_table(page, measure)


def _refined_table(page: Page, measure: GdpMeasure) -> None:
    page.heading("The best profile that these guarantees imply")
    rows = [[point.eps, point.given or "", point.implied] for point in measure.refined()]
    head, *lines = aligned([["eps", "delta given", "delta implied"], *rows], "   ")
    page.line(page.paint(f"  {head}", "dim"))
    for line in lines:
        page.line(f"  {line}")
