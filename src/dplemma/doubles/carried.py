"""A number of some arithmetic inside ordinary Python code: every operation is handed to the algebra it belongs to.

A coded form is a plain function of floats. `lift` makes it run on `Carried` numbers unchanged, so that one piece of code is
evaluated in traced binary64, in mpmath at any precision, in Arb balls, or into a tree.
Main definitions: `CarriedAlgebra`, `Carried`, `Unliftable`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from dplemma.base.errors import DplemmaError

PlainNumber = int | float | Fraction
RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class Unliftable(DplemmaError):
    """The code does something that cannot be followed through other arithmetics."""


class CarriedAlgebra(Protocol):
    """What operators and functions mean for one kind of carried number."""

    def constant(self, value: PlainNumber) -> Carried:
        """An exact number of the code."""
        ...

    def named_constant(self, name: str) -> Carried:
        """pi or e, as a real number."""
        ...

    def apply(self, name: str, args: tuple[Carried, ...], plain: Callable[..., Any] | None) -> Carried:
        """An operator or function of the table; `plain` is the library function the code called."""
        ...

    def compare(self, relation: str, left: Carried, right: Carried) -> bool: ...

    def whole(self, number: Carried) -> int | None:
        """The number, if it is known exactly and whole: it may then count or index."""
        ...


def _binary(name: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Carried, other: Any) -> Any:
        return self._with(name, self, other)

    def backward(self: Carried, other: Any) -> Any:
        return self._with(name, other, self)

    return forward, backward


def _comparison(relation: str) -> Callable[..., Any]:
    def compare(self: Carried, other: Any) -> Any:
        pair = self._carried(other)
        return NotImplemented if pair is None else self.algebra.compare(relation, self, pair)

    return compare


class Carried:
    """`value` is whatever the algebra keeps for a number."""

    __slots__ = ("algebra", "value")
    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None  # NumPy scalars leave the operation to us

    def __init__(self, algebra: CarriedAlgebra, value: Any) -> None:
        self.algebra = algebra
        self.value = value

    def _carried(self, other: Any) -> Carried | None:
        if isinstance(other, Carried):
            return other
        if isinstance(other, Constant):
            return other.carried(self.algebra)
        plain = plain_number(other)
        return None if plain is None else self.algebra.constant(plain)

    def _with(self, name: str, left: Any, right: Any) -> Any:
        one, two = self._carried(left), self._carried(right)
        return NotImplemented if one is None or two is None else self.algebra.apply(name, (one, two), None)

    __add__, __radd__ = _binary("+")
    __sub__, __rsub__ = _binary("-")
    __mul__, __rmul__ = _binary("*")
    __truediv__, __rtruediv__ = _binary("/")
    __pow__, __rpow__ = _binary("**")
    __lt__, __le__, __gt__, __ge__, __eq__, __ne__ = map(_comparison, RELATIONS)  # type: ignore[assignment]

    def __neg__(self) -> Carried:
        return self.algebra.apply("neg", (self,), None)

    def __pos__(self) -> Carried:
        return self

    def __abs__(self) -> Carried:
        return self.algebra.apply("abs", (self,), None)

    def __bool__(self) -> bool:
        return self.algebra.compare("!=", self, self.algebra.constant(0))

    def _refuse(self, *_: Any) -> Any:
        raise Unliftable("the code turns a number into a plain float or integer, or calls a function that is not known here")

    def _whole(self) -> int:
        whole = self.algebra.whole(self)
        return self._refuse() if whole is None else whole

    __int__ = __index__ = _whole
    __float__ = __complex__ = __floordiv__ = __mod__ = __round__ = __iter__ = __len__ = _refuse


class Constant(float):
    """A float that stands for a real number, pi or sqrt(2): it becomes that number as soon as it meets a carried one.

    `recipe` is the name of the constant, or a function of the table with its arguments.
    """

    recipe: tuple[str, tuple[Any, ...]]
    made: Carried | None = None  # for the algebra that asked last: constants built from constants share their parts

    def __new__(cls, plain: float, name: str, *args: Any) -> Constant:
        made = super().__new__(cls, plain)
        made.recipe = (name, args)
        return made

    def carried(self, algebra: CarriedAlgebra) -> Carried:
        if self.made is None or self.made.algebra is not algebra:
            self.made = self._carried(algebra)
        return self.made

    def _carried(self, algebra: CarriedAlgebra) -> Carried:
        name, args = self.recipe
        if not args:
            return algebra.named_constant(name)
        carried = (arg.carried(algebra) if isinstance(arg, Constant) else algebra.constant(arg) for arg in args)
        return algebra.apply(name, tuple(carried), lambda *_: float(self))


def _on_constants(name: str, plain: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def made(left: Any, right: Any) -> Any:
        if isinstance(left, Carried) or isinstance(right, Carried):
            return NotImplemented
        result = plain(float(left), float(right))
        exact = all(isinstance(side, (int, float)) for side in (left, right)) and isinstance(result, float)
        return Constant(result, name, left, right) if exact else result

    return (lambda self, other: made(self, other)), (lambda self, other: made(other, self))


for _name, _word, _plain in (
    ("+", "add", operator.add), ("-", "sub", operator.sub), ("*", "mul", operator.mul), ("/", "truediv", operator.truediv),
    ("**", "pow", operator.pow),
):  # fmt: skip
    for _prefix, _method in zip(("__", "__r"), _on_constants(_name, _plain), strict=True):
        setattr(Constant, f"{_prefix}{_word}__", _method)
Constant.__neg__ = lambda self: Constant(-float(self), "neg", self)


def plain_number(value: Any) -> PlainNumber | None:
    """An int, float or Fraction as it is; a NumPy scalar as the Python number; None if it is no real number."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (int, float, Fraction)):
        return value
    item = getattr(value, "item", None)
    scalar = item() if item is not None and getattr(value, "shape", None) == () else None
    return scalar if isinstance(scalar, (int, float)) else None
