"""Ordinary Python code on other numbers: `lift` replaces the functions of `math`, NumPy and SciPy inside a function.

The code of the function stays as it is. It gets other globals: a known module becomes a `Namespace` whose functions hand
`Carried` numbers to their algebra and everything else to the library; functions of the user's own are lifted with it.
Main definitions: `lift`, `Arranged`, `is_lifted_frame`.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from math import isfinite
from statistics import NormalDist
from types import BuiltinFunctionType, CellType, FrameType, FunctionType, ModuleType
from typing import Any

from dplemma.doubles.carried import Carried, Constant, Unliftable
from dplemma.doubles.functions import CONSTANTS, LIBRARIES
from dplemma.values.calls import name_of

_MARK = "__dplemma_lifted__"
_ROOTS = ("math", "numpy", "scipy", "statistics")


@dataclass(frozen=True)
class Arranged:
    """A function of the numbers of a point: each is passed on as it is, in order or by name, beside fixed numbers.

    `names` are the numbers of the point; those in `whole` are passed as integers.
    """

    function: Callable[..., Any]
    names: tuple[str, ...]
    ordered: tuple[str | float, ...]
    named: Mapping[str, str | float]
    whole: frozenset[str] = frozenset()

    @property
    def __name__(self) -> str:
        return name_of(self.function)

    def __call__(self, *values: Any) -> Any:
        point = dict(zip(self.names, values, strict=True))
        point |= {name: int(point[name]) for name in self.whole if isinstance(point[name], float)}
        ordered = [point[source] if isinstance(source, str) else source for source in self.ordered]
        named = {key: point[source] if isinstance(source, str) else source for key, source in self.named.items()}
        return self.function(*ordered, **named)


def lift(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same code, for `Carried` numbers as well as floats."""
    if isinstance(function, Arranged):
        return replace(function, function=lift(function.function))
    if not isinstance(function, FunctionType):
        raise Unliftable(f"{getattr(function, '__name__', function)!r} is not a Python function: only its results can be judged")
    return _Lifting().function(function)


def is_lifted_frame(frame: FrameType) -> bool:
    return _MARK in frame.f_globals


class Known:
    """A library function that knows what it is called in the table."""

    def __init__(self, name: str, plain: Callable[..., Any]) -> None:
        self.name = name
        self.plain = plain

    def __call__(self, *args: Any, **options: Any) -> Any:
        carried = next((arg for arg in args if isinstance(arg, Carried)), None)
        if carried is None:
            return self._on_plain(args, options)
        if options:
            raise Unliftable(f"{self.name} is called with {', '.join(options)}=...; only plain arguments can be followed")
        lifted = [carried._carried(arg) for arg in args]
        if None in lifted:
            raise Unliftable(f"{self.name} is called with something that is not a number")
        return carried.algebra.apply(self.name, tuple(arg for arg in lifted if arg is not None), self.plain)

    def _on_plain(self, args: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """sqrt(2) in the code means the real number, not its rounding."""
        result = self.plain(*args, **options)
        numbers = all(isinstance(arg, (int, float)) and not isinstance(arg, bool) for arg in args)
        is_real = numbers and not options and isinstance(result, float) and isfinite(result)
        return Constant(float(result), self.name, *args) if is_real else result


class Unknown:
    """A library function that has no entry in the table: fine on floats, refused on carried numbers."""

    def __init__(self, path: str, plain: Callable[..., Any]) -> None:
        self.path = path
        self.plain = plain

    def __call__(self, *args: Any, **options: Any) -> Any:
        if any(isinstance(arg, Carried) for arg in (*args, *options.values())):
            raise Unliftable(f"{self.path} cannot be followed; known are {', '.join(sorted(LIBRARIES[_nearest(self.path)]))}")
        if any(isinstance(arg, FunctionType) and _MARK in arg.__globals__ for arg in (*args, *options.values())):
            raise Unliftable(
                f"{self.path} calls back into the code, which cannot be followed through it: only the results can be judged"
            )
        return self.plain(*args, **options)


def _nearest(path: str) -> str:
    owner = path.rpartition(".")[0]
    return owner if owner in LIBRARIES else "math"


class Namespace:
    """A library module, or `scipy.stats.norm`, seen through the table."""

    def __init__(self, path: str, plain: Any) -> None:
        self._path = path
        self._plain = plain

    def __getattr__(self, name: str) -> Any:
        return seen(f"{self._path}.{name}", getattr(self._plain, name))


def seen(path: str, plain: Any) -> Any:
    """What lifted code sees in place of a member of a library."""
    owner, _, name = path.rpartition(".")
    if path in SPECIAL:
        return SPECIAL[path]
    if name in LIBRARIES.get(owner, {}):
        return Known(LIBRARIES[owner][name], plain)
    if name in CONSTANTS and owner in ("math", "numpy"):
        return Constant(plain, CONSTANTS[name])
    if isinstance(plain, ModuleType) or path in LIBRARIES or path == "scipy.stats.norm":
        return Namespace(path, plain)
    if isinstance(plain, type) or not callable(plain):
        return plain
    return Unknown(path, plain)


def _where(condition: Any, one: Any, other: Any) -> Any:
    return one if condition else other


def _square(x: Any) -> Any:
    return x * x


def _clip(x: Any, low: Any, high: Any) -> Any:
    return _largest(low, _least(x, high))


def _largest(*args: Any) -> Any:
    return _chosen("max", builtins.max, args)


def _least(*args: Any) -> Any:
    return _chosen("min", builtins.min, args)


def _chosen(name: str, plain: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    items = tuple(args[0]) if len(args) == 1 else args
    if not any(isinstance(item, Carried) for item in items):
        return plain(*items)
    found = items[0]
    for item in items[1:]:
        found = Known(name, plain)(found, item)
    return found


def _sum(items: Any, start: Any = 0) -> Any:
    total = start
    for item in items:
        total = total + item
    return total


def _exact_sum(items: Any) -> Any:
    items = tuple(items)
    if not any(isinstance(item, Carried) for item in items):
        return math.fsum(items)
    return Known("fsum", lambda *terms: math.fsum(terms))(*items)


def _normal(*args: Any, **options: Any) -> Any:
    """`NormalDist()` is known as the standard normal distribution; another one is left as it is."""
    plain = NormalDist(*args, **options)
    return plain if args or options else Namespace("statistics.NormalDist", plain)


SPECIAL: dict[str, Callable[..., Any]] = {
    "numpy.where": _where, "numpy.square": _square, "numpy.clip": _clip, "numpy.float64": lambda x: x, "math.fsum": _exact_sum,
    "numpy.asarray": lambda x, *_, **__: x, "statistics.NormalDist": _normal,
}  # fmt: skip


class _FloatLike(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, (builtins.float, Carried))


class _Float(metaclass=_FloatLike):
    """`float` in lifted code: carried numbers pass through it, and count as its instances."""

    def __new__(cls, value: Any = 0.0) -> Any:
        return value if isinstance(value, Carried) else builtins.float(value)


class _Lifting:
    """One lifting: each function of the user's code is made once."""

    def __init__(self) -> None:
        self.made: dict[int, Any] = {}
        self.spaces: dict[int, dict[str, Any]] = {}

    def function(self, function: FunctionType) -> FunctionType:
        if id(function) not in self.made:
            cells = tuple(CellType() for _ in function.__closure__ or ())
            space = self.namespace(function.__globals__)
            made = FunctionType(function.__code__, space, function.__name__, function.__defaults__, cells)
            made.__kwdefaults__ = function.__kwdefaults__
            self.made[id(function)] = made  # before the cells are filled: a closure may hold the function itself
            for cell, plain in zip(cells, function.__closure__ or (), strict=True):
                cell.cell_contents = self.seen(plain.cell_contents)
        return self.made[id(function)]

    def namespace(self, plain: dict[str, Any]) -> dict[str, Any]:
        if id(plain) not in self.spaces:
            space = self.spaces[id(plain)] = Globals(plain, self)
            space[_MARK] = True
            space["__builtins__"] = {**vars(builtins), **self.builtins()}
        return self.spaces[id(plain)]

    def builtins(self) -> dict[str, Any]:
        return {"__import__": self.imported, "float": _Float, "max": _largest, "min": _least, "sum": _sum, "abs": abs}

    def imported(self, name: str, *args: Any, **options: Any) -> Any:
        module = builtins.__import__(name, *args, **options)
        return self.seen(module)

    def seen(self, value: Any) -> Any:
        """What lifted code sees under a name that holds this value."""
        if isinstance(value, ModuleType):
            return Namespace(value.__name__, value) if value.__name__.partition(".")[0] in _ROOTS else Own(self, value)
        path = _path(value)
        if path and path.partition(".")[0] in _ROOTS:
            return seen(path, value)
        if isinstance(value, FunctionType):
            owner = value.__module__ or ""
            return Unknown(f"{owner}.{value.__name__}", value) if owner.partition(".")[0] in _ROOTS else self.function(value)
        kind = type(value)
        if kind.__module__.partition(".")[0] == "scipy" and not isinstance(value, type):  # a distribution of scipy.stats
            return Namespace(f"{kind.__module__}.{kind.__name__}", value)
        return value


class Own:
    """Another module of the user's: its functions are lifted when they are asked for."""

    def __init__(self, lifting: _Lifting, module: ModuleType) -> None:
        self._lifting = lifting
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return self._lifting.seen(getattr(self._module, name))


class Globals(dict):
    """The globals of lifted code: taken over as they were, known libraries replaced."""

    def __init__(self, plain: dict[str, Any], lifting: _Lifting) -> None:
        super().__init__(plain)
        for name, value in plain.items():
            if not name.startswith("__"):
                self[name] = _Later(lifting, value) if isinstance(value, FunctionType) else lifting.seen(value)


class _Later:
    """A function of the user's own, lifted when it is first called: two may call each other."""

    def __init__(self, lifting: _Lifting, function: FunctionType) -> None:
        self.lifting = lifting
        self.function = function

    def __call__(self, *args: Any, **options: Any) -> Any:
        return self.lifting.seen(self.function)(*args, **options)


def _path(value: Any) -> str:
    """Where a function lives, for `from math import exp` and NumPy's and SciPy's universal functions."""
    if isinstance(value, BuiltinFunctionType) and value.__module__ in _ROOTS:
        return f"{value.__module__}.{value.__name__}"
    if type(value).__name__ == "ufunc":
        for owner in ("numpy", "scipy.special"):
            try:
                if getattr(import_module(owner), value.__name__, None) is value:
                    return f"{owner}.{value.__name__}"
            except ImportError:
                continue
    if type(value).__name__ == "norm_gen":
        return "scipy.stats.norm"
    if value is NormalDist:
        return "statistics.NormalDist"
    return ""
