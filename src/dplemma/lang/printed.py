"""Numbers as a paper prints them, and what each way of printing claims.

`Printed("5.28")` claims a value within half a unit of the last digit shown, ends included. `decimals=2` is the width of the
table: `Printed("3", decimals=2)` is 3.00. A number that is a promise says so: `promise="least"` for a least eps or a sufficient
mu (its safe side is up), `promise="largest"` for a largest eps (its safe side is down). It may be rounded to nearest or to its
safe side, and, where the table uses one, to the `grid`. `Printed.about("0.7")` is the same for numbers given in words;
`Printed.order("1e-43")` claims a power of ten within half a decade; `dash(over, admissible)` that no admissible value exists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from dplemma.base.errors import BadClaim
from dplemma.lang.interval import LARGEST_EXPONENT, Interval
from dplemma.lang.statements import ForAll, Rel

__all__ = ["Printed", "dash"]

MODES = ("rounded", "least", "largest", "order")
PROMISES = ("least", "largest")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,18})?", re.ASCII)
_OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}


@dataclass(frozen=True, init=False)
class Printed:
    """A printed number and the way it is meant: `mode` is `rounded`, `order`, or the promise that it is."""

    text: str
    mode: str
    grid: str

    def __init__(
        self, text: str, mode: str = "rounded", *, decimals: int | None = None, promise: str = "", grid: str = ""
    ) -> None:
        if promise and (mode != "rounded" or promise not in PROMISES):
            raise BadClaim(f"a promise is one of {', '.join(PROMISES)}, not {promise!r}")
        object.__setattr__(self, "text", text if decimals is None else _padded(text, decimals))
        object.__setattr__(self, "mode", promise or mode)
        object.__setattr__(self, "grid", grid)
        self._check()

    def _check(self) -> None:
        if self.mode not in MODES:
            raise BadClaim(f"a printed number is one of {', '.join(MODES)}, not {self.mode!r}")
        value = _decimal(self.text)
        if self.mode == "order" and value <= 0:
            raise BadClaim(f"an order of magnitude is positive, not {self.text!r}")
        if self.grid and self.mode not in PROMISES:
            raise BadClaim("only a promise is rounded to a grid: say promise='least' or 'largest'")
        if self.grid and (_decimal(self.grid) <= 0 or self.value % self.step):
            raise BadClaim(f"{self.text} is not on the grid of {self.grid}")

    @classmethod
    def about(cls, text: str) -> Printed:
        return cls(text)

    @classmethod
    def order(cls, text: str) -> Printed:
        return cls(text, "order")

    @property
    def promise(self) -> str:
        """What the number promises, in words; nothing for a plain one."""
        grid = f" on a grid of {self.grid}" if self.grid else ""
        return f"a {self.mode} value{grid}" if self.mode in PROMISES else ""

    @property
    def value(self) -> Fraction:
        return Fraction(Decimal(self.text))

    @property
    def unit(self) -> Fraction:
        """One unit of the last digit shown."""
        exponent = Decimal(self.text).as_tuple().exponent
        return Fraction(10) ** int(exponent)

    @property
    def step(self) -> Fraction:
        """How far a promise may be rounded to its safe side: to the next value of the grid, or the next of so many digits."""
        return Fraction(Decimal(self.grid)) if self.grid else self.unit

    @property
    def low(self) -> Fraction:
        """The least value that fair rounding prints so; for a least value it is itself printed otherwise."""
        return min(self.value - self.unit / 2, self.value - self.step if self.mode == "least" else self.value)

    @property
    def high(self) -> Fraction:
        """The greatest value that fair rounding prints so; for a largest value it is itself printed otherwise."""
        return max(self.value + self.unit / 2, self.value + self.step if self.mode == "largest" else self.value)

    def readings(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Closed intervals by convention: what is claimed first, then the usual slips."""
        toward = self.unit if self.value >= 0 else -self.unit
        truncated = sorted((self.value, self.value + toward))
        raised = sorted((self.value - toward, self.value))
        half = self.unit / 2
        return {
            "rounded": (self.value - half, self.value + half),
            "truncated": (truncated[0], truncated[1]),
            "rounded up": (raised[0], raised[1]),
        }

    def __str__(self) -> str:
        return f"~{self.text}" if self.mode == "order" else self.text


def dash(over: Mapping[str, Interval], admissible: Rel) -> ForAll:
    """A dash in a table: no value is admissible, so the contrary of the relation holds for every one."""
    if not isinstance(admissible, Rel) or admissible.rel not in _OPPOSITE:
        raise BadClaim("a dash needs what would be admissible: dash({'eps': POSITIVE}, Rel(score, '<=', bound))")
    return ForAll(over, Rel(admissible.lhs, _OPPOSITE[admissible.rel], admissible.rhs))


def _decimal(text: str) -> Decimal:
    if not isinstance(text, str):
        raise BadClaim(f"a printed number is text as it stands in the paper, got {text!r}")
    if not _NUMBER.fullmatch(text):
        raise BadClaim(f"printed number {text!r} is not a decimal such as 5.28 or 1e-5")
    value = Decimal(text)
    if abs(value.adjusted()) > LARGEST_EXPONENT or abs(int(value.as_tuple().exponent)) > LARGEST_EXPONENT:
        raise BadClaim(f"printed number {text[:40]!r} has digits beyond 10^{LARGEST_EXPONENT}")
    return value


def _padded(text: str, decimals: int) -> str:
    """The number with the digits of its table: 3 in a table of two decimals is 3.00."""
    shown = -int(_decimal(text).as_tuple().exponent)
    if "e" in text.lower() or shown > decimals:
        raise BadClaim(f"{text} has more digits than a table of {decimals} decimals")
    return text + ("." if shown <= 0 < decimals else "") + "0" * (decimals - max(shown, 0))
