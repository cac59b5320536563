"""Functions of the language on balls, complex balls and intervals, each in its domain.

Main definitions: `DOMAIN`, `function(head, parts)`, `flagged(image)`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import acb, arb

from dplemma.arb import chi_square, mills, normal
from dplemma.arb.ball import NAMES as BALLS
from dplemma.arb.exact import ball_of
from dplemma.arb.intervals import RealInterval
from dplemma.base.errors import Unsupported
from dplemma.kernel.statement import Interval
from dplemma.kernel.term import MAX_POWER_BITS, ONE, ZERO

_UNIT, _POSITIVE, _AT_LEAST_ZERO = Interval(ZERO, ONE), Interval(ZERO), Interval(ZERO, None, lo_open=False)
_LINE, _WHOLE = Interval(), Interval(ZERO, None, lo_open=False, integer=True)
DOMAIN: dict[str, tuple[Interval, ...]] = {
    "log": (_POSITIVE,), "erfinv": (Interval(Fraction(-1), ONE),), "gamma": (_POSITIVE,), "PhiInv": (_UNIT,), "QInv": (_UNIT,),
    "MarcumQHalf": (_LINE, _AT_LEAST_ZERO), "MillsMoment": (_WHOLE, _LINE), "MillsDrop": (_WHOLE, _LINE, _AT_LEAST_ZERO),
    "binomial": (_WHOLE, _WHOLE), "factorial": (_WHOLE,),
    "Chi2PDF": (_POSITIVE, _POSITIVE), "Chi2CDF": (_AT_LEAST_ZERO, _POSITIVE), "Chi2SF": (_AT_LEAST_ZERO, _POSITIVE),
    "Chi2Inv": (_UNIT, _POSITIVE), "Chi2SFInv": (_UNIT, _POSITIVE),
    "NCChi2PDF": (_POSITIVE, _POSITIVE, _AT_LEAST_ZERO), "NCChi2CDF": (_AT_LEAST_ZERO, _POSITIVE, _AT_LEAST_ZERO),
    "NCChi2SF": (_AT_LEAST_ZERO, _POSITIVE, _AT_LEAST_ZERO), "NCChi2Inv": (_UNIT, _POSITIVE, _AT_LEAST_ZERO),
    "NCChi2SFInv": (_UNIT, _POSITIVE, _AT_LEAST_ZERO),
}  # fmt: skip
_FLAGGED = ("log", "erfinv", "PhiInv", "QInv")  # their enclosures see to their domain


def flagged(value: RealInterval) -> bool:
    """Does a part reach the edge of its domain, or beyond?"""
    return value.partial or value.at_limit


def real_part(x: Any) -> Any:
    return x.real if isinstance(x, acb) else x


def _density(x: Any) -> Any:
    return (-(x**2) / 2).exp() / (2 * arb.pi()).sqrt()


def _normal_cdf(x: Any) -> Any:
    if isinstance(x, RealInterval):
        return x.norm_cdf()
    return normal.norm_cdf(x) if isinstance(x, arb) else (-x / arb(2).sqrt()).erfc() / 2


def _quantile(x: Any) -> Any:
    return x.norm_ppf() if isinstance(x, RealInterval) else _only_real(normal.norm_ppf)(x)


def _laplace(x: Any) -> Any:
    return x.laplace_cdf() if isinstance(x, RealInterval) else BALLS["laplace_cdf"](x)


def _mills(x: Any) -> Any:
    return x.mills_ratio() if isinstance(x, RealInterval) else _only_real(normal.mills_ratio)(x)


def _erfinv(x: Any) -> Any:
    return x.erfinv() if isinstance(x, RealInterval) else _only_real(lambda y: y.erfinv())(x)


def _only_real(function: Callable[..., Any]) -> Callable[..., Any]:
    """On balls; an interval that is a point counts as one."""

    def call(*operands: Any) -> Any:
        if any(isinstance(x, acb) for x in operands):
            raise Unsupported("a function that is not integrated in the complex plane")
        if any(isinstance(x, RealInterval) for x in operands):
            if not all(isinstance(x, arb) or (x.is_point() and not flagged(x)) for x in operands):
                raise Unsupported("a function that is not enclosed on boxes")
            return function(*(x.lo if isinstance(x, RealInterval) else x for x in operands))
        return function(*operands)

    return call


def _indexed(function: Callable[..., Any], n: Any, *rest: Any) -> Any:
    index = n.unique_fmpz() if isinstance(n, arb) and n.is_integer() else None
    if index is None or index < 0 or index > 100:
        raise Unsupported("an index that is not one of 0, 1, ..., 100")
    if any(isinstance(x, acb) for x in rest):
        raise Unsupported("a moment in the complex plane")
    if any(isinstance(x, RealInterval) for x in rest):
        rest = tuple(x if isinstance(x, RealInterval) else RealInterval.from_ball(x) for x in rest)
    return function(int(index), *rest)


def _sign_of(x: Any) -> Any:
    if isinstance(x, acb):
        raise Unsupported("a jump in the complex plane")
    if isinstance(x, RealInterval):
        one = x**0  # with the gaps of x
        return one if x.is_positive() else -one if x.is_negative() else one * RealInterval(-1, 1)
    return arb(1) if x > 0 else arb(-1) if x < 0 else arb(0) if x.is_zero() else arb.nan()


def _step_function(x: arb, at_zero: arb) -> arb:
    return arb(1) if x > 0 else arb(0) if x < 0 else at_zero if x.is_zero() else arb.nan()


def _chosen(n: arb, k: arb) -> arb:
    """Of so many bits only as numbers may have."""
    top, bottom = (x.unique_fmpz() if x.is_integer() else None for x in (n, k))
    if top is None or bottom is None or min(abs(bottom), abs(top - bottom)) * top.bit_length() > MAX_POWER_BITS:
        return arb.nan()
    return BALLS["binomial"](n, k)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: BALLS[f"g_{name}"] for name in ("exp", "log", "log1p", "erf", "erfc", "sinh", "cosh", "tanh")},
    "Abs": BALLS["g_absolute"], "erfinv": _erfinv, "phi": _density, "Phi": _normal_cdf, "Q": lambda x: _normal_cdf(-x),
    "PhiInv": _quantile, "QInv": lambda p: -_quantile(p), "Mills": _mills, "LaplaceCDF": _laplace,
    "MarcumQHalf": _only_real(chi_square.marcum_q_half),
    "MillsMoment": lambda *parts: _indexed(mills.mills_moment, *parts),
    "MillsDrop": lambda *parts: _indexed(mills.mills_drop, *parts),
    "gamma": _only_real(arb.gamma), "factorial": _only_real(lambda n: (n + 1).gamma() if n.is_integer() else arb.nan()),
    "binomial": _only_real(_chosen), "sign": _sign_of, "Heaviside": _only_real(_step_function),
    **{head: _only_real(getattr(chi_square, word)) for head, word in {
        "Chi2PDF": "chi2_pdf", "Chi2CDF": "chi2_cdf", "Chi2SF": "chi2_sf", "Chi2Inv": "chi2_ppf", "Chi2SFInv": "chi2_isf",
        "NCChi2PDF": "ncx2_pdf", "NCChi2CDF": "ncx2_cdf", "NCChi2SF": "ncx2_sf", "NCChi2Inv": "ncx2_ppf",
        "NCChi2SFInv": "ncx2_isf",
    }.items()},
}  # fmt: skip


def function(head: str, parts: list[Any]) -> Any:
    """A function in its domain: numerics may know values beyond it, the language does not."""
    if head not in _FUNCTIONS:
        raise Unsupported(f"{head} cannot be evaluated")
    if head in DOMAIN and head not in _FLAGGED and not all(map(_inside, parts, DOMAIN[head])):
        raise Unsupported(f"{head} is not certain to be in its domain")
    return _FUNCTIONS[head](*parts)


def _inside(value: Any, interval: Interval) -> bool:
    """Every point of an enclosure is in the interval; that it is an integer, the function sees to."""
    ends = [(interval.lo, interval.lo_open, 1), (interval.hi, interval.hi_open, -1)]
    for end, is_open, side in ends:
        if end is not None:
            room = (real_part(value) - ball_of(end)) * side
            if not (room > 0 or (not is_open and room >= 0)):
                return False
    return True
