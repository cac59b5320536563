"""One call of another implementation, held against the certified value.

Main definitions: `Judge`, `Judged`, `timed`, `certified_in_time`, `PROMISES`.

Errors are relative to the exact value; what is called worst is weighed against the least normal double where that is larger,
because below it doubles have fewer digits for anyone.
A call promises to be exact, an upper bound, a lower bound or an estimate. What lies on the promised side of the truth is loose,
never failed and never unsafe; every other error beyond the tolerance fails, and it is unsafe if it lies on the side that
promises more privacy than there is. An estimate is judged like an exact value, with a coarser tolerance by default. What is
within the absolute tolerance `atol` neither fails nor is unsafe, however far off it is relatively: it is loose.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dplemma.base.errors import OutOfBudget
from dplemma.base.limiter import TimeUp, time_limit
from dplemma.base.sides import Side
from dplemma.values.calls import Call, NotANumber
from dplemma.values.comparison import LEAST_NORMAL, Comparison, compared
from dplemma.values.evaluator import Evaluator, certified
from dplemma.values.formula_text import NoArgument

PROMISES = ("exact", "upper", "lower", "estimate")
DEFAULT_RTOL = {"exact": 1e-9, "upper": 1e-9, "lower": 1e-9, "estimate": 1e-2}
PROMISED_SIDE = {"upper": Side.ABOVE, "lower": Side.BELOW}
SLOW_SECONDS = 2.0
CERTIFYING_SECONDS = 10.0


@dataclass(frozen=True, kw_only=True)
class Judged(Comparison):
    """One call: what it gave, what is right, and what that means under its promise."""

    inputs: Mapping[str, Fraction]
    failed: bool
    unsafe: bool
    loose: bool
    raised: str = ""  # the exception, "slow", or "returned a ..." instead of a number
    seconds: float = 0.0
    on_unsafe_side: bool = False  # whatever the tolerance
    message: str = ""  # of the exception
    weight: float = 0.0  # the error relative to the exact value or the least normal double, whichever is larger

    def said(self) -> str:
        """`eps = 10, mu = 0.5: 0 instead of 9.8e-89, below the truth`."""
        at = ", ".join(f"{name} = {float(value):g}" for name, value in self.inputs.items())
        return f"{at}: {self.raised or repr(self.got)} instead of {self.want!r}" + ("" if self.raised else f", {self.direction}")

    @property
    def badness(self) -> tuple[bool, bool, float]:
        return self.unsafe, self.failed, self.weight


@dataclass(frozen=True)
class Judge:
    """Calls the implementation at a point and compares."""

    ready: Evaluator
    call: Call
    promise: str = "exact"
    rtol: float = 1e-9
    unsafe_side: Side = Side.NEITHER
    limit: float = SLOW_SECONDS
    atol: float = 0.0

    def at(self, inputs: Mapping[str, Fraction]) -> Judged:
        """`OutOfBudget` or `BadInput` where there is no certified value."""
        settled = self.call.settled(inputs)
        exact = certified_in_time(self.ready, settled)
        got, raised, seconds, message = timed(self.call, settled, self.limit)
        return self.judged(settled, got, exact, raised, seconds, message)

    def judged(
        self, inputs: Mapping[str, Fraction], got: float, exact: arb, raised: str = "", seconds: float = 0.0, message: str = ""
    ) -> Judged:
        found = compared(got, exact)
        allowed = found.is_on(PROMISED_SIDE.get(self.promise)) or abs(got - found.want) <= self.atol
        off = found.relative > self.rtol
        dangerous = found.is_on(self.unsafe_side) and not allowed
        return Judged(
            **vars(found), inputs=inputs, failed=off and not allowed, unsafe=off and dangerous, loose=off and allowed,
            raised=raised, seconds=seconds, on_unsafe_side=dangerous, message=message, weight=_weight(found, exact),
        )  # fmt: skip


def _weight(found: Comparison, exact: arb) -> float:
    """The error relative to the exact value or the least normal double; finite for a finite number, so that it can be climbed."""
    if found.direction == "exact" or not math.isfinite(found.got):
        return 0.0 if found.direction == "exact" else math.inf
    size = abs(exact.mid()).max(arb(LEAST_NORMAL))
    return min(float((abs(arb(found.got) - exact) / size).mid()), sys.float_info.max)


class CertifyingTooSlow(OutOfBudget):
    """A certified value that takes too long: one input of an audit must not hold up the others."""


def certified_in_time(ready: Evaluator, inputs: Mapping[str, Fraction]) -> arb:
    """A certified value, or `CertifyingTooSlow`."""
    try:
        with time_limit(CERTIFYING_SECONDS):
            return certified(ready, inputs)
    except TimeUp:
        raise CertifyingTooSlow(f"{ready.quantity.name}: more than {CERTIFYING_SECONDS:g} s for a certified value") from None


# -- the call -------------------------------------------------------------------------------------------------------------


def timed(
    call: Callable[[Mapping[str, Fraction]], float], inputs: Mapping[str, Fraction], limit: float
) -> tuple[float, str, float, str]:
    """The value, what came instead of one, the seconds and an error's message; what hangs is stopped where the system can."""
    got, raised, message = math.nan, "", ""
    start = time.perf_counter()
    try:
        with time_limit(limit):
            got = call(inputs)
    except NoArgument:
        raise
    except TimeUp:
        raised = "slow"
    except NotANumber as error:
        raised = str(error)
    except (Exception, SystemExit) as error:
        raised, message = type(error).__name__, " ".join(str(error).split())
    seconds = time.perf_counter() - start
    if seconds > limit:  # it caught the alarm, or there is none here
        got, raised = math.nan, "slow"
    return got, raised, seconds, message
