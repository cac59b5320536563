"""Certified doubles in bulk: a quantity on NumPy arrays.

    found = value_array("gaussian.delta", eps=numpy.linspace(0, 8, 1000), mu=1.0)
    found.value                        # correctly rounded doubles
    found.lower, found.upper           # the greatest double not above each value, the least one not below it
    found.safe                         # the side that the role of the quantity demands

Every double is the one that `value` gives at the same inputs. Where a routine on whole arrays has a proved bound of its error
(`bulk_profile`), it decides most of them; what it leaves open, and every other quantity, is rounded from balls one by one.
Main definitions: `value_array`, `ValueArray`, `doubles_if_quick`, `needed_numpy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import prod
from typing import Any

from dplemma.base.errors import DplemmaError, OutOfBudget
from dplemma.base.process import FORKS
from dplemma.base.sharing import answers_in_order
from dplemma.values.certified import value_at
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput
from dplemma.values.rounding import rounding_direction

FLOAT_DIGITS = 20
"""Enough digits for most doubles to be decided at once."""
_PIECE = 8192
"""Points of a call of an array routine: their words stay in the cache."""
_SHARE = 256
"""Points that a process is given at a time."""
_ROUTINES = {"gaussian.delta": "profile_doubles"}
"""Quantities that `bulk_profile` knows, in the order of their parameters."""
Doubles = tuple[float, float, float]


@dataclass(frozen=True, kw_only=True, eq=False)
class ValueArray:
    """Doubles of a quantity at every point, as float64 arrays of the shape that the inputs have together."""

    quantity: str
    value: Any
    lower: Any
    upper: Any
    role: str
    status: str
    safe_side: str

    @property
    def safe(self) -> Any:
        """The directed doubles on the side the role demands; the nearest ones for a neutral quantity."""
        return {"up": self.upper, "down": self.lower}.get(self.safe_side, self.value)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """The nearest doubles: what NumPy's functions take."""
        found = self.value if dtype is None else self.value.astype(dtype)
        return found.copy() if copy and found is self.value else found


def value_array(quantity: str, /, *, jobs: int = 1, **inputs: Any) -> ValueArray:
    """A quantity at the points of arrays, which are broadcast; numbers and exact texts may stand beside them.

    `jobs` processes share what is computed one by one. A bad input is one `BadInput` with the index of the first bad point.
    """
    ready, numpy = evaluator(quantity), needed_numpy("value_array needs")
    points = _Points(numpy, ready, inputs)
    points.check()
    nearest, below, above = (numpy.empty(points.count) for _ in range(3))
    open_points = points.by_routine(nearest, below, above)
    for index, doubles in points.one_by_one(open_points, _processes(jobs)):
        nearest[index], below[index], above[index] = doubles
    own = ready.quantity
    value, lower, upper = (found.reshape(points.shape) for found in (nearest, below, above))
    return ValueArray(
        quantity=own.name, value=value, lower=lower, upper=upper, role=own.role, status=own.status,
        safe_side=rounding_direction("safe", own.unsafe_side),
    )  # fmt: skip


def needed_numpy(who_needs: str) -> Any:
    """NumPy, or one line that says how to get it."""
    try:
        return import_module("numpy")
    except ImportError:
        raise DplemmaError(f"{who_needs} NumPy: pip install 'dplemma[plot]'") from None


def _processes(jobs: int) -> int:
    if not hasattr(jobs, "__index__") or isinstance(jobs, bool) or jobs < 1:
        raise BadInput(f"jobs must be a whole number >= 1, got {jobs!r}")
    return int(jobs) if FORKS else 1


def _routine(ready: Evaluator) -> Callable[..., Any] | None:
    """What rounds the quantity on whole arrays, and says where it is decided; None if nothing does."""
    name = _ROUTINES.get(ready.quantity.name)
    return None if name is None else getattr(import_module("dplemma.values.bulk_profile"), name)


def _inside(ready: Evaluator, columns: Sequence[Any]) -> Any:
    """Where doubles are seen to be inside the domain; its ends and NaN are not."""
    inside = True
    for column, (low, high) in zip(columns, ready.double_ends, strict=True):
        inside = inside & (low < column) & (column < high)
    return inside


def doubles_if_quick(ready: Evaluator, points: Sequence[Sequence[float]]) -> list[Doubles | None]:
    """The nearest, lower and upper doubles at points in the quantity's order; None where no array routine decides them."""
    routine = _routine(ready) if find_spec("numpy") else None
    if routine is None or not points:
        return [None for _ in points]
    numpy = import_module("numpy")
    columns = numpy.array(points, dtype=float).T
    nearest, below, above, decided = (column.tolist() for column in routine(*columns))
    known = (numpy.array(decided) & _inside(ready, columns)).tolist()
    return [(x, low, high) if sure else None for x, low, high, sure in zip(nearest, below, above, known, strict=True)]


def _column(numpy: Any, value: Any) -> Any:
    """An array of what was given, as doubles where these are the same numbers; texts and large integers stay exact."""
    array = numpy.asarray(value)
    kind, size = array.dtype.kind, array.dtype.itemsize
    if kind == "U":
        return array.astype(object)  # texts of Python
    small = kind in "iu" and (size < 8 or not array.size or max(abs(int(array.min())), abs(int(array.max()))) <= 2**53)
    return array.astype(float) if small or (kind == "f" and size <= 8) else array


class _Points:
    """The inputs of all points, flat: by name an array of doubles, of integers, or of what else is an exact number."""

    def __init__(self, numpy: Any, ready: Evaluator, inputs: Mapping[str, Any]) -> None:
        self._numpy, self._ready = numpy, ready
        given = {name: _column(numpy, value) for name, value in inputs.items()}
        try:
            self.shape = numpy.broadcast_shapes(*(array.shape for array in given.values()))
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in given.items())
            raise BadInput(f"the shapes of the inputs do not fit together: {shapes}") from None
        self.count = prod(self.shape)
        ready.resolved(dict.fromkeys(given, 1))  # names that are unknown, missing or said twice
        self._given = {name: numpy.broadcast_to(array, self.shape).reshape(-1) for name, array in given.items()}

    def check(self) -> None:
        """`BadInput` that names the first point outside the domain."""
        for index in self._doubtful():
            self.exact(int(index))

    def exact(self, index: int) -> Any:
        """The exact inputs of a point, inside the domain."""
        try:
            return self._ready.read({name: array[index] for name, array in self._given.items()})
        except (BadInput, OutOfBudget) as error:
            raise type(error)(f"{self._place(index)}{error}") from None

    def _place(self, index: int) -> str:
        place = [int(i) for i in self._numpy.unravel_index(index, self.shape)] if self.shape else []
        return f"at index {place[0] if len(place) == 1 else tuple(place)}: " if place else ""

    def _doubles(self) -> list[Any] | None:
        """The inputs in the quantity's order where all of them are doubles; None where something is not."""
        named = {self._ready.canonical(name): name for name in self._given if not self._ready.stands_for_mu(name)}
        columns = [self._given[named[name]] for name in self._ready.names if name in named]
        known = len(columns) == len(self._ready.names) and all(column.dtype == float for column in columns)
        return columns if known else None

    def _doubtful(self) -> Sequence[int]:
        """Points that comparisons of doubles do not show to be inside the domain."""
        columns = self._doubles()
        if columns is None or self._ready.quantity.such_that is not None:
            return range(self.count)
        return self._numpy.flatnonzero(~_inside(self._ready, columns))

    def by_routine(self, *results: Any) -> Sequence[int]:
        """Fill in what a routine on arrays decides; the points it leaves open."""
        columns, routine = self._doubles(), _routine(self._ready)
        if columns is None or routine is None:
            return range(self.count)
        decided = self._numpy.empty(self.count, dtype=bool)
        for start in range(0, self.count, _PIECE):
            piece = slice(start, start + _PIECE)
            found = routine(*(column[piece] for column in columns))
            for array, part in zip((*results, decided), found, strict=True):
                array[piece] = part
        return self._numpy.flatnonzero(~decided)

    def one_by_one(self, indices: Sequence[int], jobs: int) -> Iterator[tuple[int, Doubles]]:
        """The doubles of the points, from balls."""
        shares = [range(start, min(start + _SHARE, len(indices))) for start in range(0, len(indices), _SHARE)]

        def serve(share: range) -> list[Doubles]:
            return [self._from_ball(int(indices[k])) for k in share]

        found = answers_in_order(serve, shares, workers=jobs, seconds=None) if jobs > 1 else map(serve, shares)
        for share, doubles in zip(shares, found, strict=True):
            if isinstance(doubles, OutOfBudget):  # the system ended its process
                raise doubles
            yield from zip((int(indices[k]) for k in share), doubles, strict=True)

    def _from_ball(self, index: int) -> Doubles:
        inputs = self.exact(index)
        try:
            return value_at(self._ready, inputs, FLOAT_DIGITS).doubles()
        except OutOfBudget as error:
            raise OutOfBudget(f"{self._place(index)}{error}") from None
