"""Measure every coded form against certified values into `measured.json`: `python -m dplemma.doubles.remeasure [GLOB ...]`.

Worst bits are rounded up to a tenth. `equal` is the verdict on form = definition; `bound`, where there is one, holds at every
point of the range under its assumption.
"""

from __future__ import annotations

import json
import math
import sys
import warnings
from fnmatch import fnmatch
from importlib.metadata import version
from platform import python_version
from typing import Any

from dplemma.doubles.coded import CodedForm, coded_forms
from dplemma.doubles.equal_forms import equality
from dplemma.doubles.measure import Measured, measure, side_that_is_unsafe, truth_of
from dplemma.doubles.measured import FILE
from dplemma.doubles.survey import useful_bound

SEEDS, POINTS = (1, 2), 1000  # points for each seed, besides those of the local search
STARTS, STEPS = 20, 60
_BOXES = 400


def measured_form(form: CodedForm, points: int, seed: int, starts: int = 3, steps: int = 40) -> Measured:
    """The search of `measure` over the range of the form."""
    return measure(
        form.code, form.on, truth_of(form.code, form.quantity, tuple(form.on)), points=points, seed=seed,
        unsafe=side_that_is_unsafe(form.quantity), whole=form.whole_parameters, starts=starts, steps=steps,
    )  # fmt: skip


def record(form: CodedForm) -> dict[str, Any]:
    """One entry of the file."""
    seen = [measured_form(form, POINTS, seed, STARTS, STEPS) for seed in SEEDS]
    worst = max(seen, key=lambda found: found.worst_bits)
    points = sum(found.points for found in seen)
    verdict = equality(form)
    return {
        "on": {name: [repr(low), repr(high)] for name, (low, high) in form.on.items()},
        "points": points,
        "seeds": list(SEEDS),
        "worst_bits": math.ceil(10 * worst.worst_bits) / 10,
        "worst": {name: repr(value) for name, value in zip(form.on, worst.worst, strict=True)},
        "mean_bits": round(sum(found.total_bits for found in seen) / points, 2),
        "unsafe_share": round(sum(found.unsafe for found in seen) / points, 3),
        "raised_share": round(sum(found.raised for found in seen) / points, 4),
        "outside_domain": sum(found.out_of_reach for found in seen),
        "equal": {"verdict": verdict.verdict, "engine": verdict.engine, "points": verdict.points or 0, "remark": verdict.remark},
        "bound": _bound(form),
    }


def _bound(form: CodedForm) -> dict[str, Any] | None:
    bound = useful_bound(form.code, form.on, form.whole_parameters, _BOXES)
    return bound and {"bits": math.ceil(10 * bound.bits) / 10, "boxes": bound.boxes, "assumes": bound.assumes}


def main(patterns: list[str]) -> None:
    warnings.simplefilter("ignore")  # SciPy's, at points where a form breaks down
    known = json.loads(FILE.read_text(encoding="utf-8"))["forms"] if FILE.is_file() and patterns else {}
    forms = coded_forms()
    for name, form in forms.items():
        if not patterns or any(fnmatch(name, pattern) for pattern in patterns):
            print(f"{name} ...", file=sys.stderr, flush=True)
            known[name] = record(form)
    versions = {"python": python_version(), **{name: version(name) for name in ("numpy", "scipy")}}
    content = {"versions": versions, "forms": {name: known[name] for name in forms if name in known}}
    FILE.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
