"""`dplemma cancel`: where binary64 loses the digits of a quantity or of a user's function, and the cure.

Main definition: `cancel_command`. Exit codes: 1 if a user's function is convicted, 2 for bad input, 3 out of budget.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from fractions import Fraction
from importlib.util import find_spec

from dplemma.audit.spans import option_ends, read_ranges, typed_number
from dplemma.base.exact import fraction_of
from dplemma.cli.output import FINDING, print_json, printed_page, say_it_is_run
from dplemma.cli.values import assignments, is_function
from dplemma.doubles.carried import Unliftable
from dplemma.doubles.coded import forms_of
from dplemma.doubles.fpcore import fpcore
from dplemma.doubles.survey import Candidate, candidates, of_user, over_range, reports_at
from dplemma.doubles.target import parted, user_function
from dplemma.formulas import every_quantity
from dplemma.report.pages.cancel import point_json, point_page, range_json, range_page
from dplemma.report.pictures.picture import picture_file
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput

_MOST_POINTS = 10**6


def cancel_command(arguments: Namespace) -> int:
    if arguments.detector:
        return _detector(arguments)
    if arguments.target is None:
        raise BadInput("name a quantity or FILE.py:FUNCTION. Try: dplemma cancel gaussian.delta eps=10 mu=0.5")
    if arguments.points > _MOST_POINTS:
        raise BadInput(f"--points {str(arguments.points)[:20]}: at most {_MOST_POINTS} are searched")
    given = assignments(arguments.inputs)
    spans = assignments(arguments.range or [])
    found, quantity, names = _target(arguments, given)
    own = is_function(arguments.target)
    if arguments.fpcore:
        sys.stdout.write("".join(_formula(candidate, names, own=own) for candidate in found))
        return 0
    picture = None if arguments.plot is None else picture_file(arguments.plot, arguments.target)  # asked for before the work
    if given and not spans and picture is None:
        inputs = _inputs(given, names, quantity)
        points = reports_at(found, inputs, quantity)
        convicted = any(report.convicted for report in points)
        if arguments.json:
            print_json(point_json(arguments.target, quantity, inputs, points), in_ascii=True)
        else:
            with printed_page() as page:
                point_page(page, arguments.target, quantity, inputs, points)
    else:
        ranges = _ranges(given, spans, names, quantity)
        if picture is not None and all(low == high for low, high in ranges.values()):
            raise BadInput("--plot needs a range: give --range name=low:high")
        reports = over_range(found, ranges, quantity, points=arguments.points, seed=arguments.seed)
        convicted = any(report.convicted for report in reports)
        if arguments.json:
            print_json(range_json(arguments.target, quantity, ranges, reports), in_ascii=True)
        else:
            with printed_page() as page:
                range_page(page, arguments.target, quantity, ranges, reports)
        if picture is not None:
            from dplemma.report.pictures.heat_map import write_heat_map

            write_heat_map(found, ranges, quantity, picture)
            print(f"drawn to {picture}", file=sys.stderr)
    return FINDING if own and convicted else 0


def _formula(candidate: Candidate, names: tuple[str, ...], *, own: bool) -> str:
    """A form as FPCore; one of several that is no single formula is named in a comment."""
    try:
        return fpcore(candidate.call, names, name=candidate.name)
    except Unliftable as error:
        if own:
            raise
        return f'; "{candidate.name}" is left out: {error}\n'


def _detector(arguments: Namespace) -> int:
    """The confusion table of the detector: what it predicts from condition numbers against what is lost."""
    from dplemma.doubles.detector import detect

    found = detect(seed=arguments.seed)
    if arguments.json:
        table = {
            f"{'lost' if lost else 'kept'}_predicted_{'lost' if said else 'kept'}": found.count(predicted=said, measured=lost)
            for lost in (True, False)
            for said in (True, False)
        }
        print_json({"schema": 1, **table, "precision": found.precision, "recall": found.recall})
    else:
        print(found.text())
    return 0


def _target(arguments: Namespace, given: Mapping[str, str]) -> tuple[list[Candidate], str, tuple[str, ...]]:
    """What is judged, the quantity it is compared with (or nothing), and the names of its parameters."""
    if is_function(arguments.target):
        say_it_is_run(parted(arguments.target)[0])
        ready = evaluator(arguments.as_quantity) if arguments.as_quantity else None
        function = user_function(arguments.target, ready)
        return [of_user(function)], "" if ready is None else ready.quantity.name, function.call.names
    quantity = evaluator(arguments.target).quantity.name
    if arguments.as_quantity:
        raise BadInput("--as names the quantity a function is meant to compute; a quantity is itself")
    found = candidates(quantity)
    if find_spec("scipy") is None:
        print("forms that need SciPy are left out. Install it with: pip install scipy", file=sys.stderr)
    if not found:
        without = ", ".join(sorted(name for name in every_quantity() if not forms_of(name)))
        raise BadInput(f"{quantity} has no plain form in doubles; all quantities but {without} have one")
    return found, quantity, tuple(evaluator(quantity).names)


def _inputs(given: Mapping[str, str], names: tuple[str, ...], quantity: str) -> dict[str, float]:
    """Doubles in the order of the parameters: the nearest ones to what was typed; for the noise, to 1/mu."""
    if quantity:
        ready = evaluator(quantity)
        exactly = [fraction_of(value) for value in ready.read(given)]
        return {name: _double(name, own, v) for name, own, v in zip(names, ready.names, exactly, strict=True)}
    _check_names(given, names)
    return {name: float(typed_number(name, given[name])) for name in names}


def _double(name: str, own: str, value: Fraction) -> float:
    """What a parameter of the quantity is passed as: itself, or the noise 1/mu."""
    try:
        return float(value if name == own else 1 / value)
    except (OverflowError, ZeroDivisionError):
        raise BadInput(f"{own if name == own else f'{name} = 1/{own}'} is beyond the doubles") from None


def _check_names(given: Mapping[str, str], names: tuple[str, ...]) -> None:
    unknown = [name for name in given if name not in names]
    missing = [name for name in names if name not in given]
    if unknown:
        raise BadInput(f"unknown parameter {unknown[0][:60]!r}; the function takes {', '.join(names)}")
    if missing:
        raise BadInput(f"{missing[0]} is missing. Try {missing[0]}=1, or --range {missing[0]}=0.1:10")


def _ranges(
    given: Mapping[str, str], spans: Mapping[str, str], names: tuple[str, ...], quantity: str
) -> dict[str, tuple[float, float]]:
    """A range for each parameter: as given, a point, or the ordinary range of the quantity; for the noise, of 1/mu."""
    for name, text in given.items():
        typed_number(name, text)  # a point, and no range
        if name in spans:
            raise BadInput(f"{name} is given twice: as {name}={text[:60]} and by --range")
    asked = {**{name: f"{text}:{text}" for name, text in given.items()}, **spans}
    if quantity:
        return _ranges_of(evaluator(quantity), asked, names)
    found = {name: option_ends(name, text) for name, text in asked.items()}
    _check_names(asked, names)
    return {name: (float(found[name][0]), float(found[name][1])) for name in names}


def _ranges_of(ready: Evaluator, spans: dict[str, str], names: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    found = read_ranges(ready, spans)
    ranges: dict[str, tuple[float, float]] = {}
    for name, own in zip(names, ready.names, strict=True):
        low, high = found[own]
        ends = sorted((_double(name, own, low), _double(name, own, high)))
        ranges[name] = (ends[0], ends[1])
    return ranges
