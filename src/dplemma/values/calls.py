"""How `audit`, `cancel` and `testing` call a function: by name where its signature has the names, the rest in order.

Main definitions: `Call`, `bind`, `number_from`.

Doubles are passed, so the certified value is taken at exactly those doubles: a parameter passed as it is becomes the nearest
double, and where a formula is passed (sigma = 1/mu) the parameter is solved for from the double that the function gets.
"""

from __future__ import annotations

import inspect
import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dplemma.lang.parameters import FOR_EPS0, FOR_MU, meaning_of
from dplemma.values.evaluator import Evaluator
from dplemma.values.exact import BadInput
from dplemma.values.formula_text import NoArgument, WrittenFormula, parse_formula

_ORDERED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_FEWER_BITS = (26, 17, 13)  # squares, cubes and fourth powers of such numbers are doubles
Source = str | WrittenFormula


class NotANumber(Exception):
    """What a function returned instead of a number; the text is a phrase such as `returned tuple`."""


@dataclass(frozen=True)
class Call:
    """A function with its arguments as formulas of the quantity's parameters, in order or by name."""

    function: Callable[..., Any]
    ordered: tuple[Source, ...]  # passed in order: a parameter of the quantity, or a formula of them
    named: Mapping[str, Source]  # the same by the name of the argument
    whole: frozenset[str]

    def arguments(self, inputs: Mapping[str, Fraction]) -> tuple[list[float | int], dict[str, float | int]]:
        def number(source: Source) -> float | int:
            if isinstance(source, str):
                return int(inputs[source]) if source in self.whole else float(inputs[source])
            value = source.at(inputs)
            return int(value) if value.denominator == 1 and source.whole(self.whole) else _double(source, value)

        return [number(source) for source in self.ordered], {key: number(source) for key, source in self.named.items()}

    def __call__(self, inputs: Mapping[str, Fraction]) -> float:
        ordered, named = self.arguments(inputs)
        return number_from(self.function(*ordered, **named))

    def settled(self, inputs: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """The inputs that the doubles passed stand for: where 1/x is passed, x is the reciprocal of the double."""
        sources = (*self.ordered, *self.named.values())
        uses = Counter(name for source in sources for name in ([source] if isinstance(source, str) else source.names))
        direct = {source for source in sources if isinstance(source, str)}
        found = {name: Fraction(float(value)) if name in direct - self.whole else value for name, value in inputs.items()}
        for source in sources:
            if isinstance(source, WrittenFormula):
                free = [name for name in sorted(source.names) if uses[name] == 1 and name not in self.whole]
                found |= _solved(source, free, found)
        return found

    def phrase(self, name: str) -> str:
        """The call as Python writes it, e.g. `delta(epsilon=eps, sigma=1/mu)`."""
        shown = [str(source) for source in self.ordered] + [f"{key}={source}" for key, source in self.named.items()]
        return f"{name}({', '.join(shown)})"


def _double(formula: WrittenFormula, value: Fraction) -> float:
    try:
        return float(value)
    except OverflowError:
        raise NoArgument(f"{formula.text!r} is beyond the doubles there") from None


def _solved(formula: WrittenFormula, free: list[str], values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """A parameter moved by less than a rounding so that the formula's value is exactly a double; nothing where none does it."""
    for name in free:
        wanted = Fraction(_double(formula, formula.at(values)))
        exact = formula.solve(name, wanted, values)
        if exact is not None:
            return {name: exact}
    for bits in _FEWER_BITS if formula.exact else ():
        tried = {name: _rounded(values[name], bits) for name in free}
        value = formula.at({**values, **tried})
        if Fraction(_double(formula, value)) == value:
            return tried
    return {}


def _rounded(value: Fraction, bits: int) -> Fraction:
    mantissa, exponent = math.frexp(float(value))
    return Fraction(math.ldexp(round(math.ldexp(mantissa, bits)), exponent - bits))


def number_from(value: Any) -> float:
    """The double that a returned object is: Python and NumPy numbers, and arrays of one; `NotANumber` for anything else."""
    size = getattr(value, "size", 1)
    phrase = f"returned {type(value).__name__}" + (f" of {size} numbers" if isinstance(size, int) and size != 1 else "")
    if size == 1 and callable(getattr(value, "item", None)):
        value = value.item()  # NumPy scalars and arrays of one
    if isinstance(value, bool) or not hasattr(type(value), "__float__"):
        raise NotANumber(phrase.replace("NoneType", "None"))
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    except (TypeError, ValueError):
        raise NotANumber(phrase) from None


# -- binding --------------------------------------------------------------------------------------------------------------


def bind(function: Callable[..., Any], ready: Evaluator, mapped: Mapping[str, WrittenFormula], say: str = "--arg {}={}") -> Call:
    """How the function takes the quantity's parameters: formulas of `mapped`, then names and aliases, then the rest in order.

    A function that wants `sigma` or `noise_multiplier` for a quantity of mu gets 1/mu, at sensitivity 1. In order goes only what
    has a made-up name: a name that means something else is refused. `say` is how a formula is asked for where `bind` is used.
    """
    whole = ready.whole
    parameters = _parameters(function)
    if parameters is None and not mapped:
        return Call(function, tuple(ready.names), {}, whole)
    parameters = parameters or []
    _check_mapped(parameters, mapped, say)
    found: dict[str, Source] = dict(mapped)
    left = [name for name in ready.names if not any(name in formula.names for formula in mapped.values())]
    _by_name(parameters, found, left, ready)
    known = frozenset(found)
    free = [p.name for p in parameters if p.kind in _ORDERED and p.name not in known]
    for own, name in zip(free, left, strict=False):
        _refuse_another_meaning(own, name, function, say)
    if not mapped and len(free) < len(left) and _takes_any_number(parameters, known):
        return Call(function, tuple(ready.names), {}, whole)
    found |= dict(zip(free, left, strict=False))
    if any(p.kind is p.VAR_KEYWORD for p in parameters):
        found |= {name: name for name in left[len(free) :]}
    _check_complete(parameters, found, ready, say)
    return _call(function, parameters, found, whole, made_up=not known)


def name_of(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", None) or type(function).__name__


def _parameters(function: Callable[..., Any]) -> list[inspect.Parameter] | None:
    """None where a function written in C has no signature."""
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return None


def _takes_any_number(parameters: list[inspect.Parameter], known: frozenset[str]) -> bool:
    """`*args`, no name before it that says what it is, nothing that must be named; `**` is called by name, which is safer."""
    kinds = {p.kind for p in parameters}
    before = any(p.kind in _ORDERED and p.name in known for p in parameters)
    needed = any(p.kind is p.KEYWORD_ONLY and p.default is p.empty for p in parameters)
    return inspect.Parameter.VAR_POSITIONAL in kinds and inspect.Parameter.VAR_KEYWORD not in kinds and not (before or needed)


def _check_mapped(parameters: list[inspect.Parameter], mapped: Mapping[str, WrittenFormula], say: str) -> None:
    names = _names(parameters)
    for name in mapped:
        if name not in names and not any(p.kind is p.VAR_KEYWORD for p in parameters):
            has = ", ".join(names) or "no named parameter"
            raise BadInput(f"{say.format(name[:60], '...')}: the function has no parameter {name[:60]!r}; it has {has}")


def _check_complete(parameters: list[inspect.Parameter], found: Mapping[str, Source], ready: Evaluator, say: str) -> None:
    """Every parameter of the quantity is passed, and every one of the function that has no default is given."""
    passed = {name for source in found.values() for name in ([source] if isinstance(source, str) else source.names)}
    needed = [p.name for p in parameters if p.kind not in _VARIABLE and p.default is p.empty and p.name not in found]
    if needed or not passed.issuperset(ready.names):
        takes = ", ".join(_names(parameters)) or "nothing"
        how = say.format("sigma", "1/mu")
        raise BadInput(f"{ready.quantity.name} has {', '.join(ready.names)}, the function takes {takes}. Say how, e.g. {how}")


def _names(parameters: list[inspect.Parameter]) -> list[str]:
    return [p.name for p in parameters if p.kind not in _VARIABLE]


def _refuse_another_meaning(own: str, name: str, function: Callable[..., Any], say: str) -> None:
    """A parameter whose name says what it is gets nothing else by its position."""
    meaning = meaning_of(own)
    if meaning:
        raise BadInput(f"{own} of {name_of(function)} means {meaning}, not {name}. Pass it by {say.format(own, '...')}")


def _by_name(parameters: list[inspect.Parameter], found: dict[str, Source], left: list[str], ready: Evaluator) -> None:
    """Give every parameter whose name says what it is its source, and strike that from `left`; own names before other ones."""
    stands_for_eps0 = {name: "eps0" for name in FOR_EPS0 if "eps" not in ready.names}
    for names in ({name: name for name in ready.names}, ready.quantity.aliases, stands_for_eps0):
        for parameter in parameters:
            own = names.get(parameter.name, "")
            if parameter.name not in found and parameter.kind not in _VARIABLE and own in left:
                found[parameter.name] = own
                left.remove(own)
    _as_noise(parameters, found, left, ready)


def _as_noise(parameters: list[inspect.Parameter], found: dict[str, Source], left: list[str], ready: Evaluator) -> None:
    """1/mu for the first of `sigma` and `noise_multiplier`; then the sensitivity is 1, whatever its default."""
    given = any(isinstance(found.get(name), WrittenFormula) for name in FOR_MU)
    wanted = {p.name: p for p in parameters if p.name in FOR_MU and p.name not in found}
    sensitivity = wanted.pop("sensitivity", None)
    as_noise = bool(wanted) and "mu" in left and "sigma" not in ready.names
    if as_noise:
        found[next(iter(wanted))] = parse_formula("1/mu", ready.names)
        left.remove("mu")
    if sensitivity is not None:
        missing = (given or as_noise) and sensitivity.default is sensitivity.empty
        if missing or (as_noise and sensitivity.default != 1):
            found["sensitivity"] = parse_formula("1.0", ready.names)


def _call(
    function: Callable[..., Any],
    parameters: list[inspect.Parameter],
    found: dict[str, Source],
    whole: frozenset[str],
    *,
    made_up: bool,
) -> Call:
    """By name, except parameters that have none to call by; in order if no name of the signature says what it is."""
    ordered: list[Source] = []
    for parameter in parameters:
        if parameter.name not in found or not (made_up or parameter.kind is parameter.POSITIONAL_ONLY):
            break
        if parameter.kind in _ORDERED:
            ordered.append(found.pop(parameter.name))
    return Call(function, tuple(ordered), found, whole)
