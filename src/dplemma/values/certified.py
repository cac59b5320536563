"""Certified reference values.

    v = value("gaussian.delta", eps="1", mu="1", digits=50)
    str(v)                     # fifty digits, every one certified
    float(v)                   # correctly rounded double
    v.lower, v.upper, v.safe   # directed doubles; `safe` is the side the role of the quantity demands
    v.ball, v.mid, v.rad       # the enclosure

Main definitions: `value`, `Value`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb

from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, clipped
from dplemma.values.evaluator import Evaluator, Inputs, evaluator
from dplemma.values.exact import BadInput, plain_text, shortened
from dplemma.values.rounding import (
    MODES,
    decimal_between,
    decimal_of,
    double_above,
    double_below,
    exact_ends,
    log10_text,
    nearest_double,
    quick_decimal,
    quick_doubles,
    rounding_direction,
)

DIGITS, MAX_DIGITS = 50, 10_000
_ZIV_ROUNDS = 8
_DEEPEST_SHOWN = arb((1, -(10**20)))  # 2^-10^20
MOST_ROUNDING_BITS = 1 << 11
"""Beyond this accuracy a value is not told from a double or a decimal any more; bounds stay bounds, one unit wider."""


def value(quantity: str, /, *, digits: int = DIGITS, **inputs: Any) -> Value:
    """The certified value of a quantity at exact inputs, given by name or alias; see `dplemma list --quantities`."""
    ready = evaluator(quantity)
    return value_at(ready, ready.read(inputs), digits)


def value_at(ready: Evaluator, inputs: Inputs, digits: int = DIGITS) -> Value:
    """The same for inputs that are already exact, in order and inside the domain."""
    return Value(ready, inputs, digits, *ready.enclose(inputs, needed_bits(digits)))


def needed_bits(digits: int) -> int:
    if not hasattr(digits, "__index__") or isinstance(digits, bool) or digits < 1:
        raise BadInput(f"digits must be a whole number >= 1, got {digits!r}")
    if digits > MAX_DIGITS:
        asked = str(digits) if digits < 10**12 else "more than 10^12"
        raise OutOfBudget(f"{asked} digits asked for; at most {MAX_DIGITS} are computed")
    return int(digits * 3.3219281) + 2


def _checked_mode(mode: str) -> str:
    if mode not in MODES:
        raise BadInput(f"rounding {clipped(str(mode))!r} is none of {', '.join(MODES)}")
    return mode


class Value:
    """A number with a proof: a ball that contains it, and digits and doubles that the ball decides.

    `bits` is the working precision that gave the ball and `form` the name of the form it was computed by.
    """

    __slots__ = ("_evaluator", "ball", "bits", "digits", "exact_inputs", "form")

    def __init__(self, ready: Evaluator, inputs: Inputs, digits: int, ball: arb, bits: int, form: str) -> None:
        self._evaluator = ready
        self.exact_inputs = inputs
        self.digits = int(digits)
        self.ball = ball
        self.bits = bits
        self.form = form

    # -- what it is a value of ------------------------------------------------------------------------------------

    @property
    def quantity(self) -> str:
        return self._evaluator.quantity.name

    @property
    def role(self) -> str:
        return self._evaluator.quantity.role

    @property
    def status(self) -> str:
        return self._evaluator.quantity.status

    @property
    def inputs(self) -> dict[str, str]:
        """The exact inputs as texts."""
        return {name: plain_text(x) for name, x in zip(self._evaluator.names, self.exact_inputs, strict=True)}

    # -- the enclosure --------------------------------------------------------------------------------------------

    @property
    def mid(self) -> arb:
        return self.ball.mid()

    @property
    def rad(self) -> arb:
        return self.ball.rad()

    def _ends(self) -> tuple[arb, arb]:
        """Exact numbers between which the value lies: the ends of the ball, inside the interval of possible values.

        Where that interval is open, an end on its border stands for a number just inside: nearer to it than any decimal or
        double that is asked for, so everything inside rounds as this number does or further in.
        """
        low, high = exact_ends(self.ball)
        possible = self._evaluator.quantity.values
        if possible is None or self.ball.is_exact():
            return low, high
        with working_precision(4 * self.digits + 2048):
            inset = arb(2) ** -(4 * self.digits + 1280)
            if possible.lo is not None and not low > int(possible.lo):
                low = arb(int(possible.lo)) + inset
            if possible.hi is not None and not high < int(possible.hi):
                high = arb(int(possible.hi)) - inset
        return low, high

    def _sharpen(self) -> bool:
        """A smaller ball; False if the budget does not allow one."""
        if self.ball.is_exact():
            return False
        need = max(min(self.ball.rel_accuracy_bits(), self.bits), 53) * 3 // 2 + 32
        if need > MOST_ROUNDING_BITS + needed_bits(self.digits):
            return False
        try:
            self.ball, self.bits, self.form = self._evaluator.enclose(self.exact_inputs, need, self.bits)
        except OutOfBudget:
            return False
        return True

    # -- digits ---------------------------------------------------------------------------------------------------

    def text(self, mode: str = "nearest") -> str:
        """The value to `digits` significant digits: nearest, up, down, or `safe`, the side its role demands.

        Where even many more digits leave the rounding open (a value that is a short decimal, enclosed but not exact),
        the digits are still within one unit of the last place on the asked side.
        """
        mode = rounding_direction(_checked_mode(mode), self._evaluator.quantity.unsafe_side)
        quick = quick_decimal(self.ball, self.digits, mode)
        if quick is not None:
            return quick
        for _ in range(_ZIV_ROUNDS):
            text = decimal_between(*self._ends(), self.digits, mode)
            if text is not None:
                return text
            if not self._sharpen():
                break
        low, high = self._ends()
        text = decimal_of({"up": high, "down": low}.get(mode, self.ball.mid()), self.digits, mode)
        if text is None:
            raise OutOfBudget(f"{self.quantity}: the sign of the value is not certain")
        return text

    def shown(self, mode: str = "nearest") -> str:
        """The same for a reader: 10^(its decimal logarithm, to as many digits) where the exponent has twenty digits or more."""
        if not 0 < self.ball < _DEEPEST_SHOWN:
            return self.text(mode)
        side = rounding_direction(_checked_mode(mode), self._evaluator.quantity.unsafe_side)
        return f"10^({log10_text(self.ball, self.digits, side)})"

    def __str__(self) -> str:
        return self.text()

    def radius(self, mode: str = "nearest") -> str:
        """An upper bound, to two digits, of the distance between the printed value and the true one; 0 if they are equal."""
        text = self.text(mode)
        if self.ball.is_exact() and _is_decimal(self.ball, text):
            return "0"
        with working_precision(self.ball.bits() + 64):
            return decimal_of(abs(self.ball - arb(text)).upper(), 2, "up") or "0"

    # -- doubles --------------------------------------------------------------------------------------------------

    def __float__(self) -> float:
        """The correctly rounded double."""
        quick = quick_doubles(self.ball)
        if quick is not None:
            return quick[0]
        for _ in range(_ZIV_ROUNDS):
            number = nearest_double(*self._ends())
            if number is not None:
                return number
            if not self._sharpen():
                break
        raise OutOfBudget(f"{self.quantity}: the value is too near the middle of two doubles to round it")

    def doubles(self) -> tuple[float, float, float]:
        """`float(v)`, `v.lower` and `v.upper`, rounded from one enclosure where that decides all three."""
        return quick_doubles(self.ball) or (float(self), *self.doubles_around())

    @property
    def lower(self) -> float:
        """The greatest double not above the value."""
        return self.doubles_around()[0]

    @property
    def upper(self) -> float:
        """The least double not below the value."""
        return self.doubles_around()[1]

    def doubles_around(self) -> tuple[float, float]:
        """`v.lower` and `v.upper`."""
        quick = quick_doubles(self.ball)
        return quick[1:] if quick is not None else (self._directed(double_below)[0], self._directed(double_above)[1])

    def _directed(self, rounded: Callable[[arb], float]) -> tuple[float, float]:
        """Both ends rounded one way; they agree unless the value cannot be told from a double."""
        for _ in range(_ZIV_ROUNDS):
            low, high = (rounded(end) for end in self._ends())
            if low == high or not self._sharpen():
                break
        low, high = (rounded(end) for end in self._ends())
        return low, high

    @property
    def safe(self) -> float:
        """The directed double on the side the role demands; the nearest one for a neutral quantity."""
        return self.safe_of(*self.doubles())

    def safe_of(self, nearest: float, below: float, above: float) -> float:
        """The one of its three doubles that is safe."""
        side = rounding_direction("safe", self._evaluator.quantity.unsafe_side)
        return {"up": above, "down": below}.get(side, nearest)

    # -- how it is shown ------------------------------------------------------------------------------------------

    def to_json(self, mode: str = "nearest") -> dict[str, Any]:
        nearest, below, above = (number.hex() for number in self.doubles())
        return {
            "quantity": self.quantity,
            "inputs": self.inputs,
            "digits": self.digits,
            "value": self.text(mode),
            "radius": self.radius(mode),
            "float": nearest,
            "lower": below,
            "upper": above,
            "status": self.status,
            "role": self.role,
        }

    def __format__(self, spec: str) -> str:
        """The certified digits, or the correctly rounded double where a format is given."""
        return format(float(self), spec) if spec else str(self)

    def __eq__(self, other: object) -> bool:
        """True for the same quantity at the same inputs, asked for the same digits."""
        return self._key() == other._key() if isinstance(other, Value) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return self.quantity, self.digits, *self.inputs.items()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and sent to other processes by what defines it, and computed again there."""
        return _again, (self.quantity, self.digits, self.inputs)

    def __repr__(self) -> str:
        inputs = ", ".join(f"{name}={shortened(text)}" for name, text in self.inputs.items())
        label = self._evaluator.quantity.label
        return f"<{self.quantity}({inputs}) = {self.shown()}{f' ({label})' if label else ''}>"

    def _repr_latex_(self) -> str:
        label = self._evaluator.quantity.label
        return f"${_latex_power(self.shown())}$" + (f" ({label})" if label else "")


def _latex_power(text: str) -> str:
    """A decimal with its power of ten, which may be of a decimal with a power of ten."""
    if text.startswith("10^("):
        return f"10^{{{_latex_power(text[4:-1])}}}"
    mantissa, _, exponent = text.partition("e")
    return mantissa + (rf" \cdot 10^{{{exponent}}}" if exponent else "")


def _again(quantity: str, digits: int, inputs: dict[str, str]) -> Value:
    return value(quantity, digits=digits, **inputs)


def _is_decimal(ball: arb, text: str) -> bool:
    """True if an exact ball equals the decimal text."""
    from dplemma.values.exact import exact_number

    if abs(int(ball.man_exp()[1])) > 20_000 or len(text) > 15_000:
        return False
    number = exact_number(text, "value") if abs(int(text.partition("e")[2] or 0)) < 5000 else None
    return number is not None and number == ball.fmpq()
