"""Hypothesis strategies of inputs: where an implementation of a quantity is likely to be wrong.

    @given(inputs("gaussian.delta", eps=(0.01, 20), mu="[0.05, 8]"))
    def test_my_delta(x):                      # {"eps": 0.3, "mu": 2.0}
        assert_matches(my_delta, "gaussian.delta", at=x)

Main definitions: `inputs`, `numbers`.

A parameter is drawn log-uniformly on its range and on its ordinary range, near finite ends, at ends, and at subnormals and other
places where doubles change; together they are also drawn at contact points and at recorded hard points. Numbers shrink to few
digits and to powers of ten.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from dplemma.audit.contact_points import CONTACTS
from dplemma.audit.hard_points import HARD_POINTS
from dplemma.audit.spans import Span, spans
from dplemma.base.errors import DplemmaError
from dplemma.lang.parameters import PARAMETERS
from dplemma.values.evaluator import Evaluator, evaluator

try:
    from hypothesis import strategies as st
    from hypothesis.strategies import SearchStrategy
except ModuleNotFoundError:
    raise DplemmaError("dplemma.testing needs Hypothesis: pip install 'dplemma[pytest]'") from None

Numbers = dict[str, float | int]
_LEAST, _LEAST_NORMAL = 5e-324, 2.0**-1022
_SIMPLE = (1.0, 2.0, 0.5, 5.0, 0.1, 10.0, 20.0, 0.01, 100.0, 1e-3, 0.0, 1e-5, 1e-9)
"""What a failure shrinks to, if it fails there."""
_ODD = (_LEAST, math.nextafter(_LEAST_NORMAL, 0), _LEAST_NORMAL, 2.0**-53, 1 - 2.0**-53, 1 + 2.0**-52)
"""Doubles at which code changes: the ends of the subnormal numbers, the neighbours of one."""
_GRID_BITS, _GRID_STEPS = 16, 1 << 21
_CORNERS = 64


def inputs(quantity: str, /, within: str = "domain", **ranges: Any) -> SearchStrategy[Numbers]:
    """Inputs of a quantity by name: floats, and ints where it takes integers.

    `within` is "domain" or "ordinary", where people use the quantity; `ranges` narrow single parameters (aliases count): a pair,
    a text such as "(0, 1)" or "0.01:20", or one number.
    """
    ready = evaluator(quantity)
    return within_spans(ready, spans(ready, within, ranges))


def within_spans(ready: Evaluator, narrowed: Mapping[str, Span]) -> SearchStrategy[Numbers]:
    """The same for spans that are settled."""
    alone = st.fixed_dictionaries({name: numbers(span, name) for name, span in narrowed.items()})
    ways = [alone]
    hard = hard_inputs(ready, narrowed)
    if hard:
        ways.append(st.sampled_from(hard))
    contacts = CONTACTS.get(ready.quantity.name, ())
    if contacts:
        step = st.sampled_from((0, 1, -1))
        ways.append(st.builds(_touching, alone, st.sampled_from(contacts), step, st.just(narrowed)))
    drawn = st.one_of(ways).map(lambda point: {name: point[name] for name in narrowed})
    return drawn if ready.quantity.such_that is None else drawn.filter(lambda point: admissible(ready, point))


def admissible(ready: Evaluator, point: Mapping[str, Any]) -> bool:
    try:
        ready.read(point)
    except DplemmaError:
        return False
    return True


def corners(ready: Evaluator, narrowed: Mapping[str, Span]) -> list[Numbers]:
    """The corners of the range, as far as they are few and in the domain."""
    axes = [list(dict.fromkeys((_typed(span.low, span), _typed(span.high, span)))) for span in narrowed.values()]
    points = [dict(zip(narrowed, corner, strict=True)) for corner in product(*axes)]
    return [point for point in points[:_CORNERS] if admissible(ready, point)]


def hard_inputs(ready: Evaluator, narrowed: Mapping[str, Span]) -> list[Numbers]:
    """The recorded hard points inside the range, rounded to doubles, simple ones first."""
    found = []
    for point in HARD_POINTS.get(ready.quantity.name, []):
        values = dict(zip(ready.names, (_as_double(text) for text in point), strict=True))
        if all(values[name] in span for name, span in narrowed.items()):
            found.append({name: _typed(values[name], span) for name, span in narrowed.items()})
    return sorted((point for point in found if admissible(ready, point)), key=_length)


def _as_double(text: str) -> float:
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom) if bottom and len(bottom) < 300 else (1.0 if bottom else float(text))


def _length(point: Mapping[str, Any]) -> int:
    return sum(len(repr(value)) for value in point.values())


def _typed(value: float, span: Span) -> float | int:
    return int(value) if span.whole else float(value)


def _touching(
    point: Numbers, contact: tuple[str, Callable[[Mapping[str, Any]], float]], step: int, narrowed: Mapping[str, Span]
) -> Numbers:
    """The point moved to a contact, or to a double next to it; the point itself where that is outside the range."""
    name, place = contact
    try:
        value = place(point)
    except (ArithmeticError, ValueError):
        return point
    value = math.nextafter(value, math.inf * step) if step else value
    return {**point, name: value} if value in narrowed[name] else point


# -- one number -----------------------------------------------------------------------------------------------------------


def numbers(span: Span, name: str = "") -> SearchStrategy[Any]:
    """Numbers of a span, drawn where they matter."""
    if span.low == span.high:
        return st.just(_typed(span.low, span))
    if span.whole:
        return _integers(int(span.low), int(span.high))
    simple = [value for value in (*_SIMPLE, span.low, span.high) if value in span]
    odd = [value for value in (*_ODD, math.nextafter(span.low, math.inf), math.nextafter(span.high, -math.inf)) if value in span]
    ways = [st.sampled_from(list(dict.fromkeys(simple))), *_sized(span, name), *_near_ends(span)]
    return st.one_of([*ways, st.sampled_from(list(dict.fromkeys(odd)))] if odd else ways)


def _integers(low: int, high: int) -> SearchStrategy[int]:
    small = st.integers(low, min(high, low + 16))
    if low < 0 or high <= low + 16:
        return small if high <= low + 16 else st.integers(low, high)
    sizes = _log_uniform(max(low, 1), high).map(lambda x: min(max(round(x), low), high))
    return st.one_of(small, sizes, st.sampled_from((low, high)))


def _sized(span: Span, name: str) -> Iterable[SearchStrategy[float]]:
    """By size: on the ordinary range, on the whole span, and evenly where both ends are of one size."""
    if name in PARAMETERS and PARAMETERS[name].log:
        low, high = max(span.low, float(PARAMETERS[name].low)), min(span.high, float(PARAMETERS[name].high))
        if 0 < low < high:
            yield _log_uniform(low, high)
    if span.high > 0:
        yield _log_uniform(max(span.low, _LEAST), span.high)
    if span.low < 0:
        yield _log_uniform(max(-span.high, _LEAST), -span.low).map(lambda x: -x)
    if span.high - span.low <= 16:
        yield _uniform(span.low, span.high)


def _log_uniform(low: float, high: float) -> SearchStrategy[float]:
    """Powers of ten with evenly spread exponents, rounded to few digits or not; shrinks to 1, or to the end next to it."""
    first, last = math.log10(low), math.log10(high)
    bits = _GRID_BITS
    while bits and (last - first) * (1 << bits) > _GRID_STEPS:
        bits -= 1
    start, stop = math.ceil(first * (1 << bits)), math.floor(last * (1 << bits))
    if start > stop:
        return st.floats(low, high)
    return st.builds(
        lambda index, digits: _rounded(10.0 ** (index / (1 << bits)), digits, low, high),
        st.integers(start, stop),
        st.sampled_from((1, 2, 17, 17)),
    )


def _uniform(low: float, high: float) -> SearchStrategy[float]:
    steps = 1 << _GRID_BITS
    return st.builds(
        lambda index, digits: _rounded(low + (high - low) * (index / steps), digits, low, high),
        st.integers(0, steps),
        st.sampled_from((1, 2, 17, 17)),
    )


def _rounded(value: float, digits: int, low: float, high: float) -> float:
    return min(max(float(f"{value:.{digits - 1}e}"), low), high)


def _near_ends(span: Span) -> Iterable[SearchStrategy[float]]:
    """Within any distance of an end that is not 0: 1 - 1e-12 for a rate."""
    room = (span.high - span.low) / 2
    for end, side in ((span.low, 1), (span.high, -1)):
        least = math.ulp(end)
        if end != 0 and abs(end) < 1e15 and abs(end) > 1e-15 and least < room:
            yield _log_uniform(least, room).map(lambda gap, end=end, side=side: min(max(end + side * gap, span.low), span.high))
