"""The bare names a tape calls, for Arb balls at exact points. SymPy, mpmath and NumPy stay out: shipped tapes run on this.

Names with the prefix `g_` accept any number of the family (balls, complex balls inside an integral, intervals on its tails).
Functions with a branch cut answer on complex balls only where they are analytic, else without a value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import acb, arb, fmpq, fmpz

from dplemma.arb import normal
from dplemma.base.errors import OutOfBudget, Unsupported

METHODS = ("exp", "erf", "erfc", "sinh", "cosh", "tanh", "sqrt", "log", "log1p", "gamma")
_CUT = ("sqrt", "log", "log1p")  # functions with a branch cut, unsafe inside complex quadrature
_NOWHERE, _NOTHING = acb(arb.nan()), arb.nan()
_LONGEST_SUM = 100_000


# -- comparisons and branches: three-valued for enclosures ------------------------------------------------------------


def _lt(a: Any, b: Any) -> Any:
    return _decided(a, b, lambda x, y: True if x < y else (False if x >= y else None))


def _le(a: Any, b: Any) -> Any:
    return _decided(a, b, lambda x, y: True if x <= y else (False if x > y else None))


def _gt(a: Any, b: Any) -> Any:
    return _lt(b, a)


def _ge(a: Any, b: Any) -> Any:
    return _le(b, a)


def _decided(a: Any, b: Any, compare: Callable[[Any, Any], bool | None]) -> Any:
    """True or False where it is certain, None where it is open, no value where a side has none or a complex ball leaves it open.

    Complex balls are compared by their real part: what holds on the whole ball chooses one analytic branch there. What is open
    there may change within the ball, and then no function of it is analytic, constant branches included. A side that is no
    number decides nothing, and no branch applies; nor does an interval speak for the points where the side does not exist.
    """
    if any(getattr(x, "partial", False) or getattr(x, "at_limit", False) for x in (a, b)):
        raise Unsupported("a condition that does not exist everywhere")
    answer = compare(_real(a), _real(b))
    if answer is not None:
        return answer
    if isinstance(a, acb) or isinstance(b, acb):
        return _NOWHERE
    return _NOTHING if _is_no_number(a) or _is_no_number(b) else None


def _is_no_number(x: Any) -> bool:
    """A ball of which nothing is known, not even that there is a value; an exact infinity is a limit."""
    return isinstance(x, arb) and not x.is_finite() and not x.is_exact()


def _real(x: Any) -> Any:
    return x.real if isinstance(x, acb) else x


def _piecewise(pieces: list[tuple[Any, Callable[[], Any]]]) -> Any:
    """Value of the branch that applies; the hull of all that may apply when conditions are undecided, of real numbers only."""
    hull = None
    for condition, branch in pieces:
        if condition is False:
            continue
        if condition is _NOWHERE or condition is _NOTHING:
            return condition
        value = branch()
        if hull is not None and (isinstance(hull, acb) or isinstance(value, acb)):
            return _NOWHERE
        hull = value if hull is None else hull.union(value)
        if condition is True:
            return hull
    raise Unsupported("a Piecewise without a final branch has no value here")


def _absolute(x: Any) -> Any:
    """|x|; on a complex ball the analytic branch of the side it lies on, and no value across zero."""
    if isinstance(x, acb):
        return x if x.real > 0 else -x if x.real < 0 else _NOWHERE
    return abs(x)


def _greater(a: Any, b: Any, sign: int = 1) -> Any:
    """The maximum (minimum for sign -1) of any two numbers; no value where complex balls leave it open."""
    if isinstance(a, acb) or isinstance(b, acb):
        difference = sign * (acb(a) - acb(b)).real
        return a if difference > 0 else b if difference < 0 else _NOWHERE
    from dplemma.arb.intervals import RealInterval

    if isinstance(a, RealInterval) or isinstance(b, RealInterval):
        first = a if isinstance(a, RealInterval) else RealInterval.from_ball(a)
        return first.max(b) if sign > 0 else first.min(b)
    return a.max(b) if sign > 0 else a.min(b)


def _step(x: Any) -> Any:
    """Heaviside's step, the slope of max(0, x): 0 or 1, all between where the sign is open, no value if so on a complex ball."""
    if not isinstance(x, (arb, acb)):
        return x.step()
    side = _real(x)
    if side > 0 or side < 0:
        return arb(1) if side > 0 else arb(0)
    return _NOWHERE if isinstance(x, acb) else _NOTHING if _is_no_number(x) else arb(0).union(arb(1))


def _real_only(function: Callable[..., Any], on_intervals: bool = False) -> Callable[..., Any]:
    def guarded(*arguments: Any) -> Any:
        if any(isinstance(x, acb) for x in arguments):
            raise Unsupported("this function cannot be integrated in the complex plane")
        if not on_intervals and any(hasattr(x, "lo_open") for x in arguments):
            raise Unsupported("this function is not enclosed on intervals")
        return function(*arguments)

    return guarded


def _ball_laplace_cdf(x: Any) -> Any:
    if isinstance(x, acb):
        return x.exp() / 2 if x.real < 0 else 1 - (-x).exp() / 2 if x.real > 0 else _NOWHERE
    if not isinstance(x, arb):
        return x.laplace_cdf()
    if x < 0:
        return x.exp() / 2
    if x >= 0:
        return 1 - (-x).exp() / 2
    if not x.is_finite():
        return arb.nan()
    return _ball_laplace_cdf(arb(x.lower())).union(_ball_laplace_cdf(arb(x.upper())))


# -- Arb ----------------------------------------------------------------------------------------------------------------


def _method(name: str) -> Callable[[Any], Any]:
    """Call the method of this name; on complex balls, functions with a cut answer only where they are analytic."""

    def call(x: Any) -> Any:
        if isinstance(x, acb) and name in _CUT:
            return (1 + x).log(analytic=True) if name == "log1p" else getattr(x, name)(analytic=True)
        if not hasattr(x, name):
            raise Unsupported(f"{name} is not enclosed on intervals")
        return getattr(x, name)()

    return call


def _generic_mills(x: Any) -> Any:
    return x.mills_ratio() if not isinstance(x, (arb, acb)) else _real_only(normal.mills_ratio)(x)


def _generic_ppf(x: Any) -> Any:
    if isinstance(x, acb):
        raise Unsupported("PhiInv cannot be integrated in the complex plane")
    return normal.norm_ppf(x) if isinstance(x, arb) else x.norm_ppf()


def _root(value: Callable[[arb], arb], slope: Callable[[arb], arb], lower: arb, upper: arb) -> arb:
    """A root strictly inside an interval at whose ends the function need not exist: ends are moved in until it does."""
    from dplemma.arb.roots import bracketed_root

    ends = []
    for end, other in ((lower, upper), (upper, lower)):
        towards = other if other.is_finite() else end + (1 if end is lower else -1)
        inner, share = end, arb(2) ** -48
        while end.is_finite() and not value(inner).is_finite() and share < 1:
            inner, share = end + (towards - end) * share, share * 4
        ends.append(arb(inner.mid()))
    root = bracketed_root(value, slope, *ends)
    image = value(root)  # a change of sign across a pole or a jump is no root
    wide = image.rad() > root.rad() * arb(2) ** 40
    return arb.nan() if not image.is_finite() or (wide and _jumps(value, slope, root)) else root


def _jumps(value: Callable[[arb], arb], slope: Callable[[arb], arb], place: arb) -> bool:
    """From end to end of the place the function moves by more than its slope there allows."""
    low, high = arb(place.lower()), arb(place.upper())
    return bool(abs(value(high) - value(low)) > abs(slope(place)).upper() * (high - low))


def _optimum(sign: int) -> Callable[..., arb]:
    """Where a derivative vanishes with the second derivative of this sign: a certified local optimum."""

    def solve(derivative: Callable[[arb], arb], second: Callable[[arb], arb], lower: arb, upper: arb) -> arb:
        root = _root(derivative, second, lower, upper)
        return root if root.is_finite() and sign * second(root) > 0 else arb.nan()

    return solve


def _infinity(sign: int) -> arb:
    return arb.pos_inf() if sign > 0 else arb.neg_inf()


def _total(term: Callable[[arb], arb], lower: arb, upper: arb) -> arb:
    """Sum of term(i) over the integers from lower to upper; no value if an end is not a certain integer."""
    first, last = lower.unique_fmpz(), upper.unique_fmpz()
    if first is None or last is None:
        return arb.nan()
    if last - first > _LONGEST_SUM:
        raise OutOfBudget(f"a sum of more than {_LONGEST_SUM} terms")
    total = arb(0)
    for i in range(int(first), int(last) + 1):
        total += term(arb(i))
    return total


def _binomial(n: arb, k: arb) -> arb:
    top, bottom = n.unique_fmpz(), k.unique_fmpz()
    if top is None or bottom is None or top < 0 or bottom < 0:
        return arb.nan()
    return arb(fmpz.bin_uiui(int(top), int(bottom)))


def _light() -> dict[str, Any]:
    """The names whose kernels cost nothing to import."""
    names: dict[str, Any] = {name: getattr(arb, name) for name in METHODS}
    names |= {f"g_{name}": _method(name) for name in METHODS}
    names |= {
        "absolute": _absolute, "maximum": arb.max, "minimum": arb.min, "norm_ppf": normal.norm_ppf, "g_norm_ppf": _generic_ppf,
        "mills_ratio": normal.mills_ratio, "g_mills_ratio": _generic_mills, "binomial": _binomial,
        "laplace_cdf": _ball_laplace_cdf, "rational": lambda p, q: arb(fmpq(p, q)), "fraction": fmpq,
        "pi": arb.pi, "infinity": _infinity,
        "root": _root, "argmin": _optimum(1), "argmax": _optimum(-1), "total": _total, "g_maximum": _greater, "step": _step,
        "g_minimum": lambda a, b: _greater(a, b, -1),
    }  # fmt: skip
    return generic({**BRANCHES, **names})


def _heavy() -> dict[str, Any]:
    """Integrals, suprema and all that the kernels of a law offer, imported when a tape asks for one of them."""
    from dplemma.arb import chi_square, mills
    from dplemma.arb.optimise import supremum
    from dplemma.arb.quadrature import integral

    names: dict[str, Any] = {name: getattr(law, name) for law in (chi_square, mills, normal) for name in law.__all__}
    names |= {f"g_{name}": _real_only(names[name], on_intervals=name in mills.__all__) for name in tuple(names)}
    names |= {"integral": integral, "sup": supremum, "inf": lambda f, a, b: -supremum(lambda t: -f(t), a, b)}
    return generic(names)


def generic(names: dict[str, Any]) -> dict[str, Any]:
    """The names, and each again with the prefix `g_` unless it has a generic version of its own."""
    return {**{f"g_{name}": value for name, value in names.items() if not name.startswith("g_")}, **names}


class _Names(dict[str, Any]):
    def __missing__(self, name: str) -> Any:
        self.update({**_heavy(), **self})
        if name not in self:
            raise KeyError(name)
        return self[name]


def all_names() -> dict[str, Any]:
    """Every name a tape may call."""
    return {**_heavy(), **NAMES}


BRANCHES: dict[str, Any] = {"lt": _lt, "le": _le, "gt": _gt, "ge": _ge, "piecewise": _piecewise}
NAMES = _Names(_light())
"""The names by which shipped tapes find their functions; heavy kernels are imported at the first use of one."""
