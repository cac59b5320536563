"""What the engines know of a function: one record on its class, and no table anywhere else.

Main definitions: `Facts`, the record; `facts_of(function)`; `known()`, every function with its record; `comparison`.

A class of ours derives from `Real` and carries its record as `facts`; SymPy's own functions have theirs in `elementary`. From
the record come the domain that is asked of the arguments, the sign, comparisons through strictly monotone functions, inverses,
complements and limits, the head in a certificate (the name of the class), the LaTeX name, and the word a tape calls. How the
word is evaluated stands in the numerics; `compile/backends.py` finds it there, for each carrier of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from sympy import Expr, Function, Rational, erfc
from sympy.core.basic import Basic

from dplemma.lang.exact import rational_of
from dplemma.lang.interval import REAL, Interval

__all__ = [
    "WHOLE", "Facts", "Real", "facts_of", "inverse_pairs", "known", "named", "of_shape", "rational_ends",
    "register", "total_inverse", "written_in_erf",
]  # fmt: skip

WHOLE = Interval.integers(0, "oo")


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Claims about a function that every engine may use; tests/lang/test_facts.py holds each one against numbers.

    `moves` has one letter an argument: "+" strictly rising in it on the whole domain, "-" strictly falling, "." nothing is said.
    `natural`: outside the domain there is no real value; otherwise there may be one, which no engine knows.
    `shape`: "smooth", analytic where it exists; "once", `fdiff` is the derivative everywhere, but may have corners; "corner", no
    more than continuous; "jump", not even that.
    `inverse` names the function that undoes this one in its first argument, `complement` the one that is 1 minus it.
    `at_infinity`: the limits in the first argument at -oo and at oo; None where there is none.
    `means`: the function in terms of simpler ones.
    """

    domain: tuple[Interval, ...]
    values: Interval
    moves: str = "."
    shape: Literal["smooth", "once", "corner", "jump"] = "smooth"
    natural: bool = False
    several: bool = False  # any number of arguments, each as the one that is described
    indexed: bool = False  # the first argument is one of the numbers 0, 1, 2, ... as it stands
    inverse: str = ""
    complement: str = ""
    at_infinity: tuple[Any, Any] = (None, None)
    means: Callable[..., Expr] | None = None
    latex: str = ""
    tape: str = ""  # the word for it on a tape; without one it is evaluated as what it means, or not at all
    numerics: str = ""  # the module that evaluates the word, if the libraries of the carriers do not have it
    by_ends: bool = False  # on intervals it is evaluated at their ends; it must be monotone in every argument
    double: str = ""  # its name among the functions of doubles, dplemma.doubles.functions

    def __post_init__(self) -> None:
        if len(self.moves) != len(self.domain) or set(self.moves) - set("+-."):
            raise ValueError(f"moves {self.moves!r}: one of + - . for each of {len(self.domain)} arguments")

    @property
    def total(self) -> bool:
        """Defined for all real arguments."""
        return all(interval == REAL for interval in self.domain)

    @property
    def positive(self) -> bool:
        """Every value is positive."""
        return self.values.sign == "positive"

    @property
    def bounded(self) -> bool:
        return self.values.lo is not None and self.values.hi is not None


_KNOWN: dict[type[Basic], Facts] = {}


def register(function: type[Basic], facts: Facts) -> None:
    """Make a record known; the name of a function is its head in certificates and must be one function's only."""
    if any(other.__name__ == function.__name__ for other in _KNOWN):
        raise ValueError(f"there is a function {function.__name__} already")
    _KNOWN[function] = facts


def known() -> Mapping[type[Basic], Facts]:
    """Every function with its record, in the order they were declared."""
    return MappingProxyType(_KNOWN)


def facts_of(function: Any) -> Facts | None:
    """The record of a function or of a function applied to arguments; None if there is none."""
    return _KNOWN.get(function if isinstance(function, type) else type(function))


def named(name: str) -> Any:
    """The function of this name."""
    return next(function for function in _KNOWN if function.__name__ == name)


def total_inverse(function: type[Basic]) -> Any:
    """The inverse of a function if it has one that exists everywhere, else None."""
    facts = _KNOWN.get(function)
    inverse = named(facts.inverse) if facts is not None and facts.inverse else None
    return inverse if inverse is not None and _KNOWN[inverse].total else None


def inverse_pairs() -> list[tuple[Any, Any]]:
    """Strictly rising functions f of one argument with their inverses g, where g exists everywhere: f(u) > v just if u > g(v)."""
    rising = [(function, total_inverse(function)) for function, facts in _KNOWN.items() if facts.moves == "+"]
    pairs = [(f, g) for f, g in rising if g is not None]
    return sorted(pairs, key=lambda pair: not issubclass(pair[0], Real))  # ours first, whichever was declared first


def of_shape(*shapes: str) -> tuple[Any, ...]:
    """The functions of these shapes."""
    return tuple(function for function, facts in _KNOWN.items() if facts.shape in shapes)


def written_in_erf() -> list[Any]:
    """The functions that `rewrite(erf)` knows how to write."""
    return [function for function in _KNOWN if issubclass(function, Real) and hasattr(function, "_eval_rewrite_as_erf")]


def rational_ends(interval: Interval) -> tuple[Rational | None, Rational | None]:
    """The finite ends of an interval as SymPy's numbers."""
    low, high = interval.lo, interval.hi
    return (
        None if low is None else rational_of(low),
        None if high is None else rational_of(high),
    )


def _visibly_in(argument: Expr, interval: Interval) -> bool:
    """SymPy's assumptions put the argument into the interval."""
    low, high = rational_ends(interval)
    above = low is None or (argument - low).is_positive or (not interval.lo_open and (argument - low).is_nonnegative)
    below = high is None or (high - argument).is_positive or (not interval.hi_open and (high - argument).is_nonnegative)
    return bool(argument.is_real and above and below and (argument.is_integer or not interval.integer))


class Real(Function):
    """A real-valued function of real arguments with a record."""

    facts: ClassVar[Facts]

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "facts" in vars(cls):
            register(cls, cls.facts)

    def _eval_evalf(self, prec: int) -> Expr | None:
        """Numbers, so that SymPy can order constants; through forms that lose nothing in the tails."""
        other = self.rewrite(erfc)
        return other._evalf(prec) if other != self else None

    def _eval_is_extended_real(self) -> bool | None:
        return True if all(a.is_extended_real for a in self.args) else None

    def _eval_is_positive(self) -> bool | None:
        return True if self.facts.positive and self._visibly_defined() else None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.facts.values.sign in ("positive", "nonnegative") and self._visibly_defined() else None

    def _eval_is_finite(self) -> bool | None:
        return True if self.facts.total and self.facts.bounded and all(a.is_extended_real for a in self.args) else None

    def _visibly_defined(self) -> bool:
        return all(_visibly_in(argument, interval) for argument, interval in zip(self.args, self.facts.domain, strict=True))

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        """As SymPy prints a function, with the record's name; a power of an inverse in brackets, for it has a superscript."""
        name = self.facts.latex or printer._hprint_Function(type(self).__name__)
        inside = rf"{{\left({','.join(printer._print(argument) for argument in self.args)} \right)}}"
        if exp is None:
            return name + inside
        return rf"\left({name}{inside}\right)^{{{exp}}}" if "^" in name else f"{name}^{{{exp}}}{inside}"
