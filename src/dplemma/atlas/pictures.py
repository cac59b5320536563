"""The data of the pictures, kept by digest: what did not change is not computed again.

Main definitions: `PictureCache`, `plot_of`, `slack_of`, `values_digest`.

A plot has midpoints of certified values; a picture of slack has midpoints of balls, on a coarse grid: good to look at, never
evidence. The folder is `atlas` in that of the cache (`DPLEMMA_CACHE`).
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import dplemma
from dplemma.base.errors import DplemmaError
from dplemma.lang.parameters import PARAMETERS
from dplemma.ledger.cache import cache_folder
from dplemma.values.certified import value

if TYPE_CHECKING:
    from dplemma.lang.claim import Claim
    from dplemma.lang.quantity import Quantity
    from dplemma.ledger.record import Record

_POINTS = 41
_COUNTS = {(1, False): 80, (1, True): 24, (2, False): 26, (2, True): 10}  # by axes and whether a side is an integral or a root
_DEEPEST = 1e-15  # of the largest value: deeper tails would flatten the rest of a logarithmic picture
_LOG_FROM = 300.0
_ROOMS = ("arb", "account", "formulas", "values", "_tapes")
_CURVES = {
    "mu": ("0.5", "1", "2"), "eps0": ("0.5", "1", "2"), "sigma": ("1", "2", "5"), "delta": ("1e-8", "1e-5", "1e-3"),
    "eps": ("0.5", "1", "2"), "fpr": ("0.001", "0.01", "0.1"), "beta": ("0.5", "1", "2"), "q": ("0.01", "0.1", "1"),
    "rho": ("0.1", "0.5", "1"), "d": ("1", "10", "100"), "rdp": ("0.1", "0.5", "1"),
}  # fmt: skip


class PictureCache:
    """What was computed before, one JSON file a digest; nothing is kept where the cache is switched off."""

    def __init__(self, folder: Path | None = None) -> None:
        home = cache_folder()
        self._folder = folder or (home / "atlas" if home else None)

    def get(self, key: str, make: Callable[[], Any]) -> Any:
        """The data of this key; made, and kept, where it is not there yet."""
        file = self._folder / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.json" if self._folder else None
        if file is None:
            return make()
        if not file.is_file():
            made = json.dumps(make())
            file.parent.mkdir(parents=True, exist_ok=True)
            part = file.with_suffix(".part")
            part.write_text(made, encoding="utf-8")
            part.replace(file)
        return json.loads(file.read_text(encoding="utf-8"))


def files_digest(places: Iterable[Path]) -> str:
    """Of files, and of the Python files of folders."""
    told = hashlib.sha256()
    for file in sorted(file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))):
        told.update(file.read_bytes())
    return told.hexdigest()


@cache
def values_digest() -> str:
    """Of the code that computes values and of this module."""
    package = Path(dplemma.__file__).parent
    return files_digest([Path(__file__), *(package / room for room in _ROOMS)])


@cache
def _drawing_digest() -> str:
    """Of the code that samples slack."""
    return files_digest([Path(__file__), Path(dplemma.__file__).parent / "report" / "pictures" / "slack.py"])


def slack_digest(record: Record) -> str:
    """Of what the picture of a claim shows: its statement, its marked points, how they are sampled."""
    marked = record.counterexample.to_json() if record.counterexample else dict(record.witness)
    return " ".join([record.id, record.digest, json.dumps(marked, sort_keys=True), _drawing_digest()])


# -- quantities ---------------------------------------------------------------------------------------------------------------


def plot_of(quantity: Quantity) -> dict[str, Any] | None:
    """Curves over the ordinary range of the first parameter, for three values of the second; None if nothing has a value."""
    first, *others = quantity.params
    second = next((name for name in others if name in _CURVES), "")
    fixed = {name: quantity.example[name] for name in others if name != second and name in quantity.example}
    xs = _ordinary_points(first, whole=quantity.params[first].integer)
    curves = [
        {"label": f"{second} = {text}" if second else "", "values": _values(quantity.name, first, xs, {**fixed, **chosen})}
        for text in (_CURVES[second] if second else ("",))
        for chosen in [{second: text} if second else {}]
    ]
    return _plot(quantity.name, first, xs, curves, fixed)


def _ordinary_points(name: str, *, whole: bool) -> list[str]:
    own = PARAMETERS[name]
    low, high = float(own.low), float(own.high)
    shares = [k / (_POINTS - 1) for k in range(_POINTS)]
    found = [low * (high / low) ** share if own.log else low + (high - low) * share for share in shares]
    return list(dict.fromkeys(str(round(x)) if whole else f"{x:.6g}" for x in found))


def _values(name: str, first: str, xs: Sequence[str], others: Mapping[str, str]) -> list[float | None]:
    return [_middle(name, {first: x, **others}) for x in xs]


def _middle(name: str, inputs: Mapping[str, str]) -> float | None:
    try:
        middle = float(value(name, digits=10, **inputs).mid)
    except DplemmaError:
        return None
    return _short(middle) if math.isfinite(middle) else None


def _short(number: float) -> float:
    return float(f"{number:.5g}")


def _plot(
    name: str, first: str, xs: Sequence[str], curves: list[dict[str, Any]], fixed: Mapping[str, str]
) -> dict[str, Any] | None:
    known = [y for curve in curves for y in curve["values"] if y is not None]
    if not known:
        return None
    log = min(known) >= 0 and max(known) > _LOG_FROM * min(known)
    floor = max(known) * _DEEPEST if log else -math.inf
    for curve in curves:
        curve["values"] = [None if y is None or (log and y <= floor) else y for y in curve["values"]]
    axis = {"name": first, "log": PARAMETERS[first].log, "values": [float(x) for x in xs]}
    return {"name": name, "x": axis, "log": log, "curves": curves, "fixed": dict(fixed)}


# -- claims -------------------------------------------------------------------------------------------------------------------


def slack_of(claim: Claim, record: Record) -> dict[str, Any] | None:
    """The slack of the inequality of a claim that leaves least room, over one or two of its variables; None if there is none."""
    from dplemma.ledger.verdict import Verdict
    from dplemma.report.pictures.slack import inequalities, slack_over, slice_of

    drawn = inequalities(claim)
    if not drawn.relations:
        return None
    seen = Verdict(
        verdict=record.verdict, engine=record.engine, witness=record.witness, counterexample=record.counterexample,
        measured=record.measured,
    )  # fmt: skip
    where = slice_of(drawn, seen, _COUNTS)
    slacks = [slack_over(relation, drawn.region, where) for relation in drawn.relations]
    tightest = min(slacks, key=lambda slack: _least(slack.values.flatten().tolist()))
    numbers = [_known(value) for value in tightest.values.flatten().tolist()]
    if sum(number is not None for number in numbers) < len(numbers) / 4:
        return None
    return _picture(where, tightest, numbers)


def _least(values: Iterable[float]) -> float:
    return min((value for value in values if math.isfinite(value)), default=math.inf)


def _known(number: float) -> float | None:
    return _short(number) if math.isfinite(number) else None


def _picture(where: Any, slack: Any, numbers: list[float | None]) -> dict[str, Any]:
    axes = [{"name": axis.name, "log": axis.log, "values": [float(x) for x in axis.values]} for axis in where.axes]
    height = len(axes[1]["values"]) if len(axes) == 2 else 0
    rows = [numbers[i : i + height] for i in range(0, len(numbers), height)] if height else numbers
    marks = [
        {"kind": kind, "at": [float(point[axis["name"]]) for axis in axes], "slack": _known(slack.at_marks[kind])}
        for kind, point in where.marks.items()
    ]
    measure = "room, as a share of the larger side" if slack.relative else "room between the two sides"
    return {"axes": axes, "values": rows, "marks": marks, "measure": measure, "caption": _caption(where, marks, numbers, measure)}


def _caption(where: Any, marks: Sequence[Mapping[str, Any]], numbers: Sequence[float | None], measure: str) -> str:
    """What is seen, where the other variables stand, and what the point is."""
    broken = any(number is not None and number < 0 for number in numbers)
    shades = "a stronger colour is more" if len(where.axes) == 2 else "below the dashed line it is violated"
    parts = [f"{measure[0].upper()}{measure[1:]}; {shades}."]
    if broken and len(where.axes) == 2:
        parts.append("Red: violated.")
    if where.fixed:
        parts.append("At " + ", ".join(f"{name} = {float(value):.6g}" for name, value in where.fixed.items()) + ".")
    if marks:
        parts.append(f"The point is the {marks[0]['kind']}.")
    return " ".join([*parts, "Midpoints of balls: a picture, not evidence."])
