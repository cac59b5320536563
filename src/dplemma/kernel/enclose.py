"""Enclosures of terms: on boxes by inf-sup intervals, at points by balls. The kernel's own walk over the tree.

Main definitions: `image(term, box, bits)`, `at_point(term, point, bits)`, `flagged(image)`, `Walk`.

An image without flags says that every part of the term exists at every point of the box, closed ends included, and that the
values lie in it. A finite ball at a point says that the term exists there: what does not exist gives no number. Nodes that bind
a variable are evaluated at points only: an integral by certified quadrature with a bound of its tails; roots and optima by
`solve`, which shows that they exist and are unique.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import acb, arb, fmpq

from dplemma.arb import chi_square, mills, normal
from dplemma.arb.ball import NAMES as BALLS
from dplemma.arb.exact import ball_of, fmpq_of
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget, Unsupported
from dplemma.kernel.statement import Interval
from dplemma.kernel.term import BINDERS, MAX_POWER_BITS, MINUS, ONE, ZERO, Term, children, free

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
_FLAGGED = ("log", "erfinv", "PhiInv", "QInv", "gamma", "factorial", "binomial")  # their enclosures see to their domain
LONGEST_SUM = 2000
_BROKEN = (Unsupported, OutOfBudget, ValueError, ZeroDivisionError, OverflowError, RecursionError)


def flagged(value: RealInterval) -> bool:
    """Does a part reach the edge of its domain, or beyond?"""
    return value.partial or value.at_limit


def image(term: Term, box: Mapping[str, RealInterval], bits: int) -> RealInterval | None:
    """Enclosure of the term on a box; None where none can be given."""
    try:
        with working_precision(bits):
            value = Walk(box).value(term)
            return value if isinstance(value, RealInterval) else RealInterval.from_ball(arb(value))
    except _BROKEN:
        return None


def at_point(term: Term, point: Mapping[str, Fraction | arb], bits: int) -> arb:
    """Enclosure of the term at a point; not finite where it does not exist or cannot be evaluated."""
    try:
        with working_precision(bits):
            value = Walk({name: ball_of(x) for name, x in point.items()}).value(term)
            return value if isinstance(value, arb) else value.to_ball() if not flagged(value) else arb.nan()
    except _BROKEN:
        return arb.nan()


class Walk:
    """One walk over a term with values for its variables: balls, complex balls or intervals; equal parts are evaluated once."""

    def __init__(self, values: Mapping[str, Any], room: int = LONGEST_SUM) -> None:
        self.values, self.room = values, room  # the terms that sums may have, one inside the other, together
        self.known: dict[int, Any] = {}

    def value(self, term: Term) -> Any:
        """A part that is not a finite ball leaves no number: what would be made of it, such as exp(-oo), does not exist."""
        for number, (head, term_, places) in enumerate(plan := steps(term)):
            found = self._step(head, term_, [self.known[place] for place in places])
            if isinstance(found, (arb, acb)) and not found.is_finite():
                return type(found)(arb.nan())
            self.known[number] = found
        return self.known[len(plan) - 1]

    def _step(self, head: str, term: Term, parts: list[Any]) -> Any:
        if head == "number":
            return ball_of(term)
        if head == "var":
            if term[1] not in self.values:
                raise Unsupported(f"{term[1]} has no value")
            return self.values[term[1]]
        if head in ("Root", "ArgMin", "ArgMax", "Integral", "Sum", "Sup", "Inf"):
            return self._bound(term)
        if head == "Piecewise":
            return self._piecewise(term)
        return _RULES[head](term, parts) if head in _RULES else _function(head, parts)

    def _bound(self, term: Term) -> Any:
        """At points only, where all that the node depends on is a ball."""
        from dplemma.kernel import solve

        if term[0] == "Sum":
            return self._sum(term)
        outer: dict[str, Any] = {name: self.values.get(name) for name in free(term)}
        if not all(isinstance(value, arb) for value in outer.values()):
            raise Unsupported(f"{term[0]} on a box, or of a variable without value")
        return solve.EVALUATE[term[0]](term, outer)

    def _sum(self, term: Term) -> Any:
        """Term by term, between ends that are integers."""
        _, body, name, low, high = term
        whole = all(isinstance(end, Fraction) and end.denominator == 1 for end in (low, high))
        if not whole or not 0 <= high - low < self.room:
            raise Unsupported("a sum of an unknown number of terms, or of too many")
        total: Any = ball_of(0)
        room = self.room // int(high - low + 1)
        for n in range(int(low), int(high) + 1):
            value = Walk({**self.values, name: ball_of(n)}, room).value(body)
            total = value + total if isinstance(value, RealInterval) else total + value
        return total

    def _piecewise(self, term: Term) -> Any:
        """The branch that applies; where conditions are open, the hull of the branches that may."""
        hull = None
        for branch, condition in term[1:]:
            holds = True if condition is True else self._holds(condition)
            if holds is False:
                continue
            value = Walk(self.values, self.room).value(branch)
            if hull is not None and (isinstance(hull, acb) or isinstance(value, acb)):
                return acb(arb.nan())
            hull = value if hull is None else _hull(hull, value)
            if holds is True:
                return hull
        raise Unsupported("no branch of a Piecewise is certain to apply")

    def _holds(self, condition: Any) -> bool | None:
        rel, left, right = condition
        a, b = (_real(Walk(self.values, self.room).value(side)) for side in (left, right))
        if any(isinstance(x, RealInterval) and flagged(x) for x in (a, b)) or any(
            isinstance(x, arb) and not x.is_finite() for x in (a, b)
        ):
            raise Unsupported("a condition that does not exist")
        return compared(a, rel, b)


def _hull(first: Any, second: Any) -> Any:
    if isinstance(first, arb) and isinstance(second, RealInterval):
        return second.union(first)
    return first.union(second)


def _real(x: Any) -> Any:
    return x.real if isinstance(x, acb) else x


def compared(a: Any, rel: str, b: Any) -> bool | None:
    """Is a rel b for all values in the enclosures (True), for none (False), or is it open (None)?"""
    if rel in ("=", "!="):
        if a < b or a > b:
            return rel == "!="
        same = all(x.is_point() if isinstance(x, RealInterval) else x.is_exact() for x in (a, b)) and a <= b and a >= b
        return rel == "=" if same else None
    yes = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[rel]
    no = {"<": a >= b, "<=": a > b, ">": a <= b, ">=": a < b}[rel]
    return True if yes else False if no else None


@lru_cache(maxsize=20_000)
def steps(term: Term) -> tuple[tuple[str, Term, tuple[int, ...]], ...]:
    """The parts of a term, inner ones first, equal ones once, with the places of their operands."""
    found: list[tuple[str, Term, tuple[int, ...]]] = []
    places: dict[Term, int] = {}

    def visit(part: Term) -> int:
        if part in places:
            return places[part]
        head, inside = _head_and_parts(part)
        step = (head, part, tuple(map(visit, inside)))
        found.append(step)
        places[part] = len(found) - 1
        return places[part]

    visit(term)
    return tuple(found)


def _head_and_parts(term: Term) -> tuple[str, tuple[Term, ...]]:
    if isinstance(term, Fraction):
        return "number", ()
    if isinstance(term, str):
        return term, ()
    if term[0] in BINDERS or term[0] in ("var", "Piecewise"):
        return term[0], ()
    if term[0] == "Pow" and isinstance(term[2], Fraction):
        return "power", (term[1],)
    if term[0] == "Mul":
        above, below = _quotient(term)
        return "Mul", (*above, *below)
    if term[0] == "log" and isinstance(term[1], tuple) and term[1][0] == "Add" and ONE in term[1][1:]:
        rest = [part for n, part in enumerate(term[1][1:]) if n != term[1][1:].index(ONE)]
        return "log1p", (rest[0] if len(rest) == 1 else ("Add", *rest),)
    return term[0], tuple(children(term))


def _quotient(term: Term) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Numerator and denominator of a product."""
    above, below = [], []
    for factor in term[1:]:
        inverse = isinstance(factor, tuple) and factor[0] == "Pow" and isinstance(factor[2], Fraction) and factor[2] < 0
        (below if inverse else above).append(
            factor if not inverse else factor[1] if factor[2] == MINUS else ("Pow", factor[1], -factor[2])
        )
    return tuple(above), tuple(below)


# -- one step -----------------------------------------------------------------------------------------------------------


def _sum(term: Term, parts: list[Any]) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _product(term: Term, parts: list[Any]) -> Any:
    above = len(_quotient(term)[0])
    value = parts[0] if above else ball_of(1)
    for part in parts[1:above]:
        value = value * part
    for part in parts[above:]:
        value = _over(value, part)
    return value


def _over(above: Any, below: Any) -> Any:
    if isinstance(above, arb) and isinstance(below, RealInterval):
        return RealInterval.from_ball(above) / below
    return above / below


def _rational_power(term: Term, parts: list[Any]) -> Any:
    return _to_the(parts[0], term[2])


def _to_the(base: Any, exponent: Fraction) -> Any:
    """Rational powers: of any number for integers, of numbers >= 0 (> 0 if negative) else."""
    if exponent.denominator == 1:
        n = int(exponent)
        if n == 0 and not isinstance(base, RealInterval) and not base.is_finite():
            return arb.nan()  # nan^0 would be 1
        return base**n if n >= 0 or isinstance(base, RealInterval) else 1 / base**-n
    if isinstance(base, RealInterval):
        return base ** fmpq_of(exponent)
    if isinstance(base, acb):
        return (base.log(analytic=True) * ball_of(exponent)).exp()
    root = base.sqrt() if exponent.denominator == 2 else base ** fmpq(1, exponent.denominator)
    return _to_the(root, Fraction(exponent.numerator))


def _general_power(term: Term, parts: list[Any]) -> Any:
    base, exponent = parts
    logarithm = base.log(analytic=True) if isinstance(base, acb) else base.log()
    return (exponent * logarithm).exp()


def _larger(term: Term, parts: list[Any]) -> Any:
    return _of_several(BALLS["g_maximum"], parts)


def _smaller(term: Term, parts: list[Any]) -> Any:
    return _of_several(BALLS["g_minimum"], parts)


def _of_several(choose: Callable[[Any, Any], Any], parts: list[Any]) -> Any:
    value = parts[0]
    for part in parts[1:]:
        value = choose(value, part)
        if isinstance(value, arb) and not all(part.is_finite() for part in parts if isinstance(part, arb)):
            return arb.nan()
    return value


def _infinite(term: Term, parts: list[Any]) -> Any:
    raise Unsupported("infinity is not a number")


def _derivative(term: Term, parts: list[Any]) -> Any:
    raise Unsupported("a derivative that was not carried out")


_RULES: dict[str, Callable[[Term, list[Any]], Any]] = {
    "pi": lambda term, parts: arb.pi(), "E": lambda term, parts: arb(1).exp(), "oo": _infinite, "-oo": _infinite,
    "Add": _sum, "Mul": _product, "power": _rational_power, "Pow": _general_power, "Max": _larger, "Min": _smaller,
    "Derivative": _derivative,
}  # fmt: skip


def _density(x: Any) -> Any:
    return (-(x**2) / 2).exp() / (2 * arb.pi()).sqrt()


def _normal_cdf(x: Any) -> Any:
    if isinstance(x, RealInterval):
        return x.norm_cdf()
    return normal.norm_cdf(x) if isinstance(x, arb) else (-x / arb(2).sqrt()).erfc() / 2


def _quantile(x: Any) -> Any:
    return x.norm_ppf() if isinstance(x, RealInterval) else _only_real(normal.norm_ppf)(x)


def _laplace(x: Any) -> Any:
    if isinstance(x, arb) and not x.is_finite():
        return arb.nan()
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


def _positive_gamma(x: arb) -> arb:
    """The gamma function at positive numbers; elsewhere it is not part of the language."""
    return x.gamma() if x > 0 else arb.nan()


def _sign_of(x: Any) -> Any:
    if isinstance(x, acb):
        raise Unsupported("a jump in the complex plane")
    if isinstance(x, RealInterval):
        one = x**0  # with the gaps of x
        return one if x.is_positive() else -one if x.is_negative() else one * RealInterval(-1, 1)
    return arb(1) if x > 0 else arb(-1) if x < 0 else arb(0) if x.is_zero() else arb.nan()


def _step_function(x: Any, at_zero: Any) -> Any:
    if not at_zero.is_finite():
        return arb.nan()
    return arb(1) if x > 0 else arb(0) if x < 0 else at_zero if isinstance(x, arb) and x.is_zero() else arb.nan()


def _chosen(n: arb, k: arb) -> arb:
    """Of so many bits only as numbers may have."""
    top, bottom = (x.unique_fmpz() if x.is_integer() else None for x in (n, k))
    if top is None or bottom is None or min(abs(bottom), abs(top - bottom)) * top.bit_length() > MAX_POWER_BITS:
        return arb.nan()
    return BALLS["binomial"](n, k)


_INSIDE: dict[str, Callable[[arb], bool]] = {"pdf": lambda x: x > 0, "cdf": lambda x: x >= 0, "sf": lambda x: x >= 0,
                                             "ppf": lambda p: p > 0 and p < 1, "isf": lambda p: p > 0 and p < 1}  # fmt: skip
"""Where the functions of the chi-square laws are part of the language; beyond, the numerics extend them."""


def _chi_square(word: str) -> Callable[..., Any]:
    function, inside = getattr(chi_square, word), _INSIDE[word.split("_")[1]]
    return _only_real(lambda x, *parameters: function(x, *parameters) if inside(x) else arb.nan())


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: BALLS[f"g_{name}"] for name in ("exp", "log", "log1p", "erf", "erfc", "sinh", "cosh", "tanh")},
    "Abs": BALLS["g_absolute"], "erfinv": _erfinv, "phi": _density, "Phi": _normal_cdf, "Q": lambda x: _normal_cdf(-x),
    "PhiInv": _quantile, "QInv": lambda p: -_quantile(p), "Mills": _mills, "LaplaceCDF": _laplace,
    "MarcumQHalf": _only_real(chi_square.marcum_q_half),
    "MillsMoment": lambda n, x: _indexed(mills.mills_moment, n, x), "MillsDrop": lambda n, x,
    h: _indexed(mills.mills_drop, n, x, h),
    "gamma": _only_real(_positive_gamma),
    "factorial": _only_real(lambda n: _positive_gamma(n + 1) if n.is_integer() else arb.nan()),
    "binomial": _only_real(_chosen), "sign": _sign_of, "Heaviside": _only_real(_step_function),
    **{head: _chi_square(word) for head, word in {
        "Chi2PDF": "chi2_pdf", "Chi2CDF": "chi2_cdf", "Chi2SF": "chi2_sf", "Chi2Inv": "chi2_ppf", "Chi2SFInv": "chi2_isf",
        "NCChi2PDF": "ncx2_pdf", "NCChi2CDF": "ncx2_cdf", "NCChi2SF": "ncx2_sf", "NCChi2Inv": "ncx2_ppf",
        "NCChi2SFInv": "ncx2_isf",
    }.items()},
}  # fmt: skip


def _function(head: str, parts: list[Any]) -> Any:
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
            room = (_real(value) - ball_of(end)) * side
            if not (room > 0 or (not is_open and room >= 0)):
                return False
    return True
