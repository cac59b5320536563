"""Numbers as a paper prints them, and what each way of printing claims.

`Printed("5.28")` claims a value within half a unit of the last digit shown, ends included.
`Printed.about("0.7")` is the same for numbers given in words; `Printed.order("1e-43")` claims a power of ten within half
a decade; `Printed.dash()` claims that no admissible value exists.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from dplemma.base.errors import BadClaim

MODES = ("rounded", "order", "dash")


@dataclass(frozen=True)
class Printed:
    """A printed number and the way it is meant."""

    text: str
    mode: str = "rounded"

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise BadClaim(f"a printed number is one of {', '.join(MODES)}, not {self.mode!r}")
        if not isinstance(self.text, str):
            raise BadClaim(f"a printed number is text as it stands in the paper, got {self.text!r}")
        if self.mode != "dash":
            try:
                finite = Decimal(self.text).is_finite()
            except InvalidOperation:
                finite = False
            if not finite:
                raise BadClaim(f"printed number {self.text!r} is not a decimal such as 5.28 or 1e-5")
            if self.mode == "order" and Decimal(self.text) <= 0:
                raise BadClaim(f"an order of magnitude is positive, not {self.text!r}")

    @classmethod
    def about(cls, text: str) -> Printed:
        return cls(text)

    @classmethod
    def order(cls, text: str) -> Printed:
        return cls(text, "order")

    @classmethod
    def dash(cls) -> Printed:
        return cls("-", "dash")

    @property
    def value(self) -> Fraction:
        return Fraction(Decimal(self.text))

    @property
    def unit(self) -> Fraction:
        """One unit of the last digit shown."""
        exponent = Decimal(self.text).as_tuple().exponent
        return Fraction(10) ** int(exponent)

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
