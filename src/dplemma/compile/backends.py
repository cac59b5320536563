"""The namespaces a tape runs in, one for each carrier of numbers: where words become functions.

`ball` (Arb, certified at points), `interval` (inf-sup with Arb ends, certified on boxes), `series` (Arb power series in one
variable), `mpmath` (independent second opinion), `binary64` (what a plain program would print). Each gives the same bare
names the tape calls; names with the prefix `g_` accept any number type of that family (see `lowering`).

A carrier has a library: the words that every tape may use, and functions of its own. The word of any other function is looked
for in the module that its record names as `numerics`: `word` for balls, `interval_word`, `series_word`, `mpmath_word` and
`binary64_word` for the others, of which only the first must be there. What a carrier has not, it refuses.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib import import_module
from operator import methodcaller
from typing import Any

import mpmath
from flint import acb, arb, arb_series, fmpq

from dplemma.arb import ball, normal
from dplemma.arb.by_ends import by_ends
from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import Unsupported
from dplemma.compile import second_opinion
from dplemma.lang.facts import Facts, known

_SOLVERS = ("integral", "root", "argmin", "argmax", "sup", "inf", "total")
_IN_WORDS = {"ball": "balls", "interval": "intervals", "series": "power series"}


def _unsupported(carrier: str, name: str) -> Callable[..., Any]:
    def refuse(*_: Any) -> Any:
        raise Unsupported(f"{name} is not available in {_IN_WORDS.get(carrier, carrier)}")

    return refuse


def _interval() -> dict[str, Any]:
    return {
        "absolute": abs, "maximum": RealInterval.max, "minimum": RealInterval.min,
        "sqrt": RealInterval.sqrt, "log1p": RealInterval.log1p,
        "infinity": _unsupported("interval", "an infinite constant"),
        "rational": lambda p, q: RealInterval.from_fraction(Fraction(p, q)),
        "pi": lambda: RealInterval.from_ball(arb.pi()),
    }  # fmt: skip


def _erfc(x: arb) -> arb:
    """erfc of a ball; far out, where Arb's own has no digits unless the ball is exact, by the Mills ratio."""
    value = x.erfc()
    return value if value.rel_accuracy_bits() >= normal.SHARP_BITS else 2 * normal.norm_sf(x * arb(2).sqrt())


def _ball() -> dict[str, Any]:
    return {**ball.all_names(), "erfc": _erfc}


def _series_ppf(p: Any) -> Any:
    """PhiInv of a power series by Newton's method on Phi(y) = p, doubling the correct terms each time."""
    if not isinstance(p, arb_series):
        return normal.norm_ppf(p)
    y = arb_series([normal.norm_ppf(p[0])], p.prec)
    root2 = arb(2).sqrt()
    for _ in range(max(1, p.prec.bit_length())):
        density = (-(y * y) / 2).exp() / (2 * arb.pi()).sqrt()
        y = y - ((-y / root2).erfc() / 2 - p) / density
    return y


def _series() -> dict[str, Any]:
    return {
        **{name: methodcaller(name) for name in ("exp", "erf", "erfc", "sqrt", "log", "gamma")},
        "sinh": lambda x: (x.exp() - (-x).exp()) / 2, "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
        "tanh": lambda x: 1 - 2 / ((2 * x).exp() + 1), "log1p": lambda x: (1 + x).log(), "norm_ppf": _series_ppf,
        "rational": lambda p, q: arb(fmpq(p, q)), "pi": arb.pi,
        "infinity": lambda sign: arb.pos_inf() if sign > 0 else arb.neg_inf(),
    }  # fmt: skip


def _plain_piecewise(pieces: list[tuple[bool, Callable[[], Any]]]) -> Any:
    for condition, branch in pieces:
        if condition:
            return branch()
    raise Unsupported("a Piecewise without a final branch has no value here")


_PLAIN_BRANCHES: dict[str, Any] = {
    "piecewise": _plain_piecewise,
    "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}  # fmt: skip


def _mp() -> dict[str, Any]:
    mp = mpmath.mp
    return {
        **_PLAIN_BRANCHES, "sqrt": mp.sqrt, "log1p": mp.log1p, "infinity": lambda s: s * mp.inf,
        "rational": lambda p, q: mp.mpf(p) / q, "pi": lambda: +mp.pi,
    }  # fmt: skip


def _binary64() -> dict[str, Any]:
    return {
        **_PLAIN_BRANCHES, "sqrt": math.sqrt, "log1p": math.log1p,
        "absolute": abs, "maximum": max, "minimum": min, "norm_ppf": statistics.NormalDist().inv_cdf,
        "laplace_cdf": lambda x: math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2,
        "mills_ratio": lambda x: math.erfc(x / math.sqrt(2)) * math.exp(x * x / 2) * math.sqrt(math.pi / 2),
        "rational": lambda p, q: p / q, "pi": lambda: math.pi, "infinity": lambda s: s * math.inf,
    }  # fmt: skip


_LIBRARIES = {"ball": _ball, "interval": _interval, "series": _series, "mpmath": _mp, "binary64": _binary64}
_OWN_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "interval": (RealInterval,), "mpmath": (second_opinion, mpmath.mp), "binary64": (math,),
}  # fmt: skip
CARRIERS = tuple(_LIBRARIES)


def _evaluation(carrier: str, facts: Facts) -> Callable[..., Any]:
    """The function of a record in the numerics it names, or one that refuses."""
    module = import_module(facts.numerics) if facts.numerics else None
    found = getattr(module, facts.tape if carrier == "ball" else f"{carrier}_{facts.tape}", None)
    if found is None and carrier == "interval" and facts.by_ends:
        return by_ends(facts.tape, _evaluation("ball", facts), facts.domain, facts.values, facts.moves)
    return found or _unsupported(carrier, facts.tape)


def _on_any(facts: Facts) -> Callable[..., Any]:
    """The function on balls and on intervals; on complex balls nothing is known of it."""
    on_balls, on_intervals = _evaluation("ball", facts), _evaluation("interval", facts)

    def call(*numbers: Any) -> Any:
        if any(isinstance(x, acb) for x in numbers):
            raise Unsupported(f"{facts.tape} cannot be integrated in the complex plane")
        return (on_intervals if any(isinstance(x, RealInterval) for x in numbers) else on_balls)(*numbers)

    return call


def namespace(carrier: str) -> dict[str, Any]:
    """Every name a tape may call, for one carrier."""
    if carrier not in _LIBRARIES:
        raise Unsupported(f"unknown carrier {carrier!r}; use one of {', '.join(CARRIERS)}")
    return _namespace(carrier, tuple(known()))  # functions may have been declared since


@cache
def _namespace(carrier: str, _: tuple[Any, ...]) -> dict[str, Any]:
    names = {**ball.BRANCHES, **_LIBRARIES[carrier]()}
    words = {facts.tape: facts for facts in known().values() if facts.tape}
    for word in (*words, *_SOLVERS):
        own = (getattr(library, word, None) for library in _OWN_FUNCTIONS.get(carrier, ()))
        names[word] = names.get(word) or next(filter(None, own), None)
        if names[word] is None:
            names[word] = _evaluation(carrier, words[word]) if word in words else _unsupported(carrier, word)
            if carrier == "ball":
                names[f"g_{word}"] = _on_any(words[word])
    return ball.generic(names)
