"""An implementation against certified values, inside a test-suite.

    assert_matches(my_delta, "gaussian.delta", rtol=1e-12)                     # searches the ordinary range
    assert_matches(my_delta, "gaussian.delta", at={"eps": 1.0, "mu": 2.0})     # at one point, e.g. inside @given
    assert_matches(my_bound, "gaussian.epsilon", side="never_below")           # an upper bound, however loose

Main definitions: `assert_matches`, `Matcher`, `CheckedCall`.

`never_below` and `never_above` compare with the truth itself, without any slack on the forbidden side, and with the tolerance, if
one is given, on the other. The search is Hypothesis': seeded, guided towards the worst error, and shrunk.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb
from hypothesis import currently_in_test_context, reject, target
from hypothesis.errors import HypothesisException, InvalidArgument

from dplemma.arb.precision import working_precision
from dplemma.audit.hunt import hunt
from dplemma.audit.spans import Span, spans
from dplemma.base.errors import OutOfBudget
from dplemma.base.page import aligned
from dplemma.testing.checks import agrees, quick_truth
from dplemma.testing.session import CallTally, current
from dplemma.testing.strategies import Numbers, corners, hard_inputs, within_spans
from dplemma.testing.tolerance import BITS, DEFAULT_RTOL, Tolerance, tolerance
from dplemma.values.calls import Call, bind, name_of
from dplemma.values.comparison import Comparison, compared
from dplemma.values.evaluator import Evaluator, evaluator
from dplemma.values.exact import BadInput
from dplemma.values.formula_text import parse_formula

SIDE = ("any", "never_below", "never_above")
_ROWS = 5


@dataclass(frozen=True, kw_only=True)
class CheckedCall(Comparison):
    """One call and what is right."""

    inputs: Mapping[str, float | int]
    failed: bool
    error: Exception | None = None  # what was raised instead

    @property
    def raised(self) -> str:
        return (
            ""
            if self.error is None
            else f"{type(self.error).__name__}: {' '.join(str(self.error).split())[:80]}".removesuffix(": ")
        )


@dataclass(frozen=True)
class Matcher:
    """One implementation beside one quantity, with what passes."""

    ready: Evaluator
    call: Call
    name: str
    allowed: Tolerance | None
    side: str
    spoken: str  # the arguments that reproduce it

    def at(self, inputs: Mapping[str, float | int]) -> CheckedCall:
        """`OutOfBudget` where there is no certified value, `BadInput` outside the domain."""
        settled = self.call.settled({name: Fraction(value) for name, value in inputs.items()})
        plain = all(settled[name] == value for name, value in inputs.items())  # no 1/x was passed in place of x
        near = quick_truth(self.ready, inputs.values()) if plain else None
        got, error = self._called(settled)
        if near is not None and self._relative and agrees(near, got, self._relative):
            return CheckedCall.nearby(got, near, inputs=inputs, failed=False)
        place = self.ready.read(settled)
        exact, _, _ = self.ready.enclose(place, BITS)
        found = compared(got, exact)
        return CheckedCall(**vars(found), inputs=inputs, failed=self._fails(found, exact, place), error=error)

    @property
    def _relative(self) -> float:
        """The relative tolerance if it decides alone, else 0."""
        alone = self.side == "any" and self.allowed is not None and self.allowed.kind == "rtol"
        return self.allowed.size if alone and self.allowed is not None else 0.0

    def _called(self, inputs: Mapping[str, Fraction]) -> tuple[float, Exception | None]:
        try:
            return self.call(inputs), None
        except HypothesisException:
            raise
        except Exception as error:
            return math.nan, error

    def _fails(self, found: Comparison, exact: arb, place: Any) -> bool:
        if found.direction == "nan" or (self.side != "any" and self._on_the_wrong_side(found.got, exact)):
            return True
        if self.allowed is None or found.direction == "exact":
            return False
        if math.isinf(found.got) or math.isinf(found.want):
            return True
        with working_precision(BITS):
            return not abs(arb(found.got) - exact) <= self.allowed.allowed(self.ready, place, exact, found.want)

    def _on_the_wrong_side(self, got: float, exact: arb) -> bool:
        """Certainly beyond the truth; a value that is a double to all digits that are known counts as reached."""
        if math.isinf(got):
            return (got > 0) == (self.side == "never_above")
        with working_precision(BITS):
            return bool(arb(got) < exact) if self.side == "never_below" else bool(arb(got) > exact)

    def tally(self, checked: Iterable[CheckedCall]) -> None:
        for one in checked:
            place = ", ".join(f"{name}={value!r}" for name, value in one.inputs.items())
            tally = CallTally(1, int(one.failed), one.relative, one.bits, place)
            current().matched(self.ready.quantity.name, self.name, tally)


def assert_matches(
    function: Callable[..., Any],
    quantity: str,
    /,
    *,
    at: Mapping[str, Any] | None = None,
    rtol: float | None = None,
    ulps: float | None = None,
    condition: float | None = None,
    side: str = "any",
    args: Mapping[str, str] | None = None,
    within: str = "ordinary",
    ranges: Mapping[str, Any] | None = None,
    examples: int | None = None,
    seed: int | None = None,
) -> None:
    """`AssertionError` with a table of the worst points unless the function is the quantity, within the tolerance.

    With `at` the function is called there alone. Without, Hypothesis looks for the worst input within the ordinary range
    (`within="domain"`: the whole domain) narrowed by `ranges`. Arguments are passed by name where the signature has the names
    (aliases count), made-up names in order; `args={"sigma": "1/mu"}` maps. The default tolerance is rtol=1e-9.
    """
    __tracebackhide__ = True
    if side not in SIDE:
        raise BadInput(f"side must be one of {', '.join(SIDE)}, got {side!r}")
    if not callable(function):
        raise BadInput(f"assert_matches takes a function, got {function!r}")
    size = (rtol, ulps, condition)
    matcher = _matcher(function, quantity, size, side, tuple(sorted((args or {}).items())))
    if at is not None:
        _at_one(matcher, at)
        return
    if currently_in_test_context():
        raise BadInput(f'inside @given give the point: assert_matches({matcher.name}, "{quantity}", at=x)')
    narrowed = spans(matcher.ready, within, ranges or {})
    session = current()
    _search(matcher, narrowed, _count(examples, session.examples), session.seed if seed is None else seed)


def _count(given: int | None, usual: int) -> int:
    if given is None:
        return usual
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        raise BadInput(f"examples must be a whole number >= 1, got {given!r}")
    return given


def _matcher(
    function: Callable[..., Any], quantity: str, size: tuple[Any, Any, Any], side: str, args: tuple[tuple[str, str], ...]
) -> Matcher:
    try:
        return _prepared(function, quantity, size, side, args)
    except TypeError:  # a callable object or an argument without a hash
        return _prepared.__wrapped__(function, quantity, size, side, args)


@lru_cache(maxsize=64)
def _prepared(
    function: Callable[..., Any], quantity: str, size: tuple[Any, Any, Any], side: str, args: tuple[tuple[str, str], ...]
) -> Matcher:
    ready = evaluator(quantity)
    allowed = tolerance(*size)
    if allowed is None and side == "any":
        allowed = Tolerance("rtol", DEFAULT_RTOL)
    call = bound_call(function, ready, dict(args))
    spoken = [str(allowed)] if allowed is not None else []
    spoken += [f"side={side!r}"] if side != "any" else []
    spoken += [f"args={dict(args)!r}"] if args else []
    return Matcher(ready, call, name_of(function), allowed, side, ", ".join(spoken))


def bound_call(function: Callable[..., Any], ready: Evaluator, args: Mapping[str, str] | None = None) -> Call:
    """How the function takes the quantity's parameters: as `audit` and `cancel` call it."""
    mapped = {name: parse_formula(text, ready.names, ready.quantity.aliases) for name, text in (args or {}).items()}
    return bind(function, ready, mapped, say='args={{"{}": "{}"}}')


def _at_one(matcher: Matcher, at: Mapping[str, Any]) -> None:
    __tracebackhide__ = True
    if not isinstance(at, Mapping):
        raise BadInput(f'at takes the inputs by name, e.g. at={{"eps": 1.0, "mu": 2.0}}, got {at!r}')
    inputs = _numbers(matcher.ready, at)
    try:
        checked = matcher.at(inputs)
    except OutOfBudget:
        if currently_in_test_context():
            reject()
        raise
    _aim(matcher, checked)
    matcher.tally([checked])
    if checked.failed:
        raise AssertionError(failure(matcher, [checked], 1)) from checked.error


def _numbers(ready: Evaluator, at: Mapping[str, Any]) -> Numbers:
    """The inputs as doubles and integers, by canonical name; texts are read exactly and rounded."""
    pairs = zip(ready.names, ready.read(at), strict=True)
    try:
        return {name: int(value.p) if name in ready.whole else int(value.p) / int(value.q) for name, value in pairs}
    except OverflowError:
        raise BadInput(f"an input is beyond the doubles: {dict(at)!r}") from None


def _aim(matcher: Matcher, checked: CheckedCall) -> None:
    """Guide Hypothesis to where bits are lost; a test that compares twice is guided by the first."""
    if currently_in_test_context():
        with suppress(InvalidArgument):
            target(float(checked.bits), label=f"bits of error of {matcher.name} as {matcher.ready.quantity.name}")


# -- the search -----------------------------------------------------------------------------------------------------------


class _Mismatch(Exception):
    """What Hypothesis shrinks."""

    def __init__(self, checked: CheckedCall) -> None:
        super().__init__("mismatch")
        self.checked = checked


def _search(matcher: Matcher, narrowed: Mapping[str, Span], examples: int, start: int) -> None:
    __tracebackhide__ = True
    seen: list[CheckedCall] = []
    beyond = [0]

    def look(inputs: Numbers) -> CheckedCall | None:
        try:
            checked = matcher.at(inputs)
        except OutOfBudget:
            beyond[0] += 1
            return None
        seen.append(checked)
        return checked

    def explore(point: Numbers) -> CheckedCall:
        checked = look(point)
        if checked is None:
            reject()
        _aim(matcher, checked)
        return checked

    def attempt(point: Numbers) -> None:
        checked = explore(point)
        if checked.failed:
            raise _Mismatch(checked)

    sure = [*corners(matcher.ready, narrowed), *hard_inputs(matcher.ready, narrowed)]
    for point in sure[: max(1, examples // 3)]:
        look(point)
    strategy = within_spans(matcher.ready, narrowed)
    smallest = hunt(attempt, strategy, examples, start, _Mismatch)
    if smallest is not None:  # it stopped at the first: see how bad it gets
        hunt(lambda point: explore(point) and None, strategy, examples, start, _Mismatch)
    if not seen:
        raise OutOfBudget(f"no point of the range has a certified value ({beyond[0]} tried)")
    matcher.tally(seen)
    failed = [checked for checked in seen if checked.failed]
    if failed:
        worst = sorted(failed, key=lambda checked: (checked.relative, checked.bits), reverse=True)
        first = [smallest.checked] if smallest is not None else []
        rows = _distinct([*first, *worst])
        raise AssertionError(failure(matcher, rows, len(seen), len(failed))) from rows[0].error


def _distinct(checked: list[CheckedCall]) -> list[CheckedCall]:
    found: dict[tuple[Any, ...], CheckedCall] = {}
    for one in checked:
        found.setdefault(tuple(one.inputs.values()), one)
    return list(found.values())[:_ROWS]


# -- what is printed ------------------------------------------------------------------------------------------------------


def failure(matcher: Matcher, rows: list[CheckedCall], points: int, failed: int = 1) -> str:
    """The table of points and a line that reproduces each."""
    quantity = matcher.ready.quantity
    unsafe = quantity.unsafe_side
    heading = [*rows[0].inputs, "got", "certified want", "relative", "bits", "direction"]
    cells = [heading]
    for row in rows:
        direction = f"{row.direction} (unsafe)" if row.is_on(unsafe) else row.direction
        numbers = [repr(value) for value in row.inputs.values()]
        cells.append([*numbers, row.raised or repr(row.got), repr(row.want), f"{row.relative:.2g}", f"{row.bits:.1f}", direction])
    table = [f"  {line}" for line in aligned(cells)]
    share = f"at {failed} of {points} points" if points > 1 else "here"
    promise = {"any": "", "never_below": ", never below the truth", "never_above": ", never above the truth"}[matcher.side]
    asked = f"{matcher.allowed or 'no tolerance on the other side'}{promise}"
    first = "; the first is shrunk, the others are the worst" if len(rows) > 1 else ""
    again = [_again(matcher, row) for row in rows]
    verdict = f"{matcher.name} is not {quantity.name} {share} ({asked}){first}:"
    called = f"called as {matcher.call.phrase(matcher.name)}; to reproduce:"
    return "\n".join([verdict, "", *table, "", called, *again])


def _again(matcher: Matcher, row: CheckedCall) -> str:
    spoken = f", {matcher.spoken}" if matcher.spoken else ""
    return f'  assert_matches({matcher.name}, "{matcher.ready.quantity.name}", at={dict(row.inputs)!r}{spoken})'
