"""A composition in a small file.

    delta = "1e-5"                 # or eps; numbers as texts or TOML numbers, both read exactly
    adjacency = "add-remove"

    [[mechanism]]
    kind = "subsampled_gaussian"
    sigma = 1.1
    q = "256/60000"
    count = 14063

Main definitions: `question_from_file`, `KINDS`.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, time
from io import StringIO
from pathlib import Path
from typing import Any

from flint import fmpq

from dplemma.account.accountant import WIDTH
from dplemma.account.mechanisms import (
    Approximate,
    Composition,
    DiscreteGaussian,
    DominatingPair,
    Gaussian,
    Laplace,
    Points,
    RandomizedResponse,
    SubsampledGaussian,
    SubsampledLaplace,
)
from dplemma.base.errors import DplemmaError, clipped, unknown
from dplemma.base.files import bounded_bytes
from dplemma.values.accounting import Question
from dplemma.values.exact import BadInput, exact_number, short_text
from dplemma.values.training import ADD_REMOVE, checked_adjacency, checked_sampling

_MOST_COUNT = 10**9
MOST_BYTES = 1 << 22
"""Of a file, and of a table of points that it names; larger ones are not read."""
_TOP = ("delta", "eps", "adjacency", "sampling", "mechanism", "title")


@contextmanager
def _placed(place: str) -> Iterator[None]:
    """A complaint inside says where."""
    try:
        yield
    except DplemmaError as error:
        raise type(error)(f"{place}: {error}") from None


def _number(given: Any, name: str) -> fmpq:
    """An exact number; the other kinds that TOML has are none."""
    if isinstance(given, date | time | list | dict):
        kind = {list: "an array", dict: "a table"}.get(type(given), f"the date or time {given}")
        raise BadInput(f"{name} must be a number, got {kind}. Try {name.split(': ')[-1]} = 1")
    return exact_number(given, name)


class _Table:
    """One [[mechanism]], read key by key; what is left over is a mistake."""

    def __init__(self, given: Mapping[str, Any], place: str, folder: Path) -> None:
        self.given, self.place, self.folder = dict(given), place, folder

    def take(self, name: str) -> Any:
        if name not in self.given:
            raise BadInput(f"{self.place}: {name} is missing")
        return self.given.pop(name)

    def positive(self, name: str) -> fmpq:
        number = _number(self.take(name), f"{self.place}: {name}")
        if not number > 0:
            raise BadInput(f"{self.place}: {name} must be > 0, got {short_text(number)}")
        return number

    def rate(self, name: str, *, zero: bool = False) -> fmpq:
        number = _number(self.take(name), f"{self.place}: {name}")
        if not (0 < number <= 1 or (zero and number == 0)):
            raise BadInput(f"{self.place}: {name} must be in {'[' if zero else '('}0, 1], got {short_text(number)}")
        return number

    def finish(self, kind: str) -> None:
        for name in self.given:
            raise BadInput(f"{self.place}: {kind} has no {name}")


def _of_noise(table: _Table, name: str, noise: str) -> fmpq:
    """The parameter of a mechanism of unit sensitivity; whoever gives its noise is told the number to write."""
    if name not in table.given and noise in table.given:
        asked = table.positive(noise)
        raise BadInput(
            f"{table.place}: {name} = sensitivity/{noise} is asked for, not {noise}: "
            f'write {name} = "{short_text(1 / asked)}" for {noise} = {short_text(asked)} at sensitivity 1'
        )
    return table.positive(name)


def _randomized_response(table: _Table) -> DominatingPair:
    if "exp_eps0" in table.given:
        if "eps0" in table.given:
            raise BadInput(f"{table.place}: give eps0, or exp_eps0 = e^eps0, not both")
        ratio = table.positive("exp_eps0")
        if not ratio > 1:
            raise BadInput(f"{table.place}: exp_eps0 must be > 1, got {short_text(ratio)}")
        return RandomizedResponse(ratio=ratio)
    return RandomizedResponse(table.positive("eps0"))


def _approximate(table: _Table) -> DominatingPair:
    eps = _number(table.take("eps"), f"{table.place}: eps")
    if eps < 0:
        raise BadInput(f"{table.place}: eps must be >= 0, got {short_text(eps)}")
    return Approximate(eps, table.rate("delta", zero=True))


def _points(table: _Table) -> DominatingPair:
    """The pairs of a CSV file, beside the file that names it: its columns eps and delta, or its two; # begins a comment."""
    name = str(table.take("file"))
    path = table.folder / name
    try:
        text = StringIO(bounded_bytes(path, MOST_BYTES).decode("utf-8-sig"), newline="")
        cells = [row for row in csv.reader(text) if row and not row[0].startswith("#")]
    except (OSError, ValueError, csv.Error) as error:  # a path with a zero byte is a ValueError, like bytes that are no text
        raise BadInput(f"{table.place}: cannot read {clipped(name)}: {getattr(error, 'strerror', None) or error}") from None
    names = [cell.strip().lower() for cell in cells[0]] if cells else []
    named = {"eps", "delta"} <= {*names}
    rows, places = (cells[1:], (names.index("eps"), names.index("delta"))) if named else (cells, (0, 1))
    if not rows or any(len(row) <= max(places) or (len(row) > 2 and not named) for row in rows):
        raise BadInput(f"{table.place}: {path.name} needs the columns eps and delta")
    with _placed(f"{table.place}: {path.name}"):
        pairs = tuple((exact_number(row[places[0]], "eps"), exact_number(row[places[1]], "delta")) for row in rows)
    if any(eps < 0 or not 0 <= delta <= 1 for eps, delta in pairs):
        raise BadInput(f"{table.place}: {path.name} needs eps >= 0 and delta in [0, 1] in every row")
    return Points(pairs)


KINDS: dict[str, Callable[[_Table], DominatingPair]] = {
    "gaussian": lambda table: Gaussian(_of_noise(table, "mu", "sigma")),
    "laplace": lambda table: Laplace(_of_noise(table, "eps0", "scale")),
    "randomized_response": _randomized_response,
    "subsampled_gaussian": lambda table: SubsampledGaussian(table.positive("sigma"), table.rate("q")),
    "subsampled_laplace": lambda table: SubsampledLaplace(table.positive("eps0"), table.rate("q")),
    "approx": _approximate,
    "discrete_gaussian": lambda table: DiscreteGaussian(table.positive("sigma")),
    "discrete_laplace": lambda table: RandomizedResponse(1 / table.positive("scale")),
    "points": _points,
}
_KEYS = ("kind", "count", "mu", "eps0", "exp_eps0", "sigma", "q", "eps", "delta", "scale", "file")
_SAMPLED = ("subsampled_gaussian", "subsampled_laplace")


def question_from_file(path: str, width: float = WIDTH) -> Question:
    """The composition that a file describes, and what it asks for."""
    data = _read(path)
    for name in data:
        if name not in _TOP:
            with _placed(path):
                raise unknown("key", name, _TOP, hint="At the top stand delta or eps, adjacency and [[mechanism]] tables.")
    tables = data.get("mechanism")
    if not isinstance(tables, list) or not tables:
        raise BadInput(f'{path} has no [[mechanism]]. Try [[mechanism]] kind = "gaussian" mu = 1')
    steps = tuple(_step(given, f"{path}, mechanism {n}", Path(path).parent) for n, given in enumerate(tables, 1))
    with _placed(path):
        adjacency = _adjacency(str(data.get("adjacency", ADD_REMOVE)), tables)
        sampling = checked_sampling(str(data.get("sampling", "poisson"))) if _is_sampled(tables) else "no"
        delta, eps = _asked_for(data)
    inputs = {"file": Path(path).name, "mechanisms": [_echo(table) for table in tables]}
    return Question(
        composition=Composition(steps, adjacency=adjacency), inputs=inputs, delta=delta, eps=eps, width=width, sampling=sampling
    )


def _read(path: str) -> dict[str, Any]:
    try:
        text = bounded_bytes(Path(path), MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DplemmaError(f"cannot read {clipped(path)}: {getattr(error, 'strerror', None) or error}") from None
    try:
        return tomllib.loads(text, parse_float=str)
    except RecursionError:
        raise BadInput(f"{path}: nested too deep for a composition") from None
    except ValueError as error:  # of TOML, or an integer of more digits than Python reads
        raise BadInput(f"{path}: {' '.join(str(error).split())[:200]}") from None


def _step(given: Any, place: str, folder: Path) -> tuple[DominatingPair, int]:
    if not isinstance(given, dict):
        raise BadInput(f"{place}: expected a table")
    for name in given:
        if name not in _KEYS:
            with _placed(place):
                raise unknown("key", name, _KEYS, hint=f"Known are {', '.join(_KEYS)}.")
    table = _Table(given, place, folder)
    kind = str(table.take("kind")).replace("randomised", "randomized")
    if kind not in KINDS:
        with _placed(place):
            raise unknown("kind", kind, KINDS, hint=f"Known are {', '.join(KINDS)}.")
    count = _number(table.given.pop("count", 1), f"{place}: count")
    if count.q != 1 or not 1 <= count <= _MOST_COUNT:
        raise BadInput(f"{place}: count must be a whole number from 1 to {_MOST_COUNT}, got {short_text(count)}")
    mechanism = KINDS[kind](table)
    table.finish(kind)
    return mechanism, int(count.p)


def _is_sampled(tables: list[Any]) -> bool:
    return any(isinstance(table, dict) and table.get("kind") in _SAMPLED for table in tables)


def _adjacency(text: str, tables: list[Any]) -> str:
    """Any adjacency for mechanisms whose parameters are stated for it; sampled ones need add-remove."""
    if _is_sampled(tables):
        return checked_adjacency(text)
    plain = text.lower().replace("_", "-")
    if plain not in (ADD_REMOVE, "replace-one"):
        raise BadInput(f"adjacency {clipped(text)!r} is none of add-remove, replace-one")
    return plain


def _asked_for(data: Mapping[str, Any]) -> tuple[fmpq | None, fmpq | None]:
    if ("delta" in data) == ("eps" in data):
        raise BadInput('needs delta or eps at the top, and not both. Try delta = "1e-5"')
    if "eps" in data:
        eps = _number(data["eps"], "eps")
        if eps < 0:
            raise BadInput(f"eps must be >= 0, got {short_text(eps)}")
        return None, eps
    delta = _number(data["delta"], "delta")
    if not 0 <= delta < 1:
        raise BadInput(f"delta must be in [0, 1), got {short_text(delta)}")
    return delta, None


def _echo(table: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in table.items()}
