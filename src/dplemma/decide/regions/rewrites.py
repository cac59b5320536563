"""Forms of a gap that intervals like better: equal expressions, and expressions of the same sign.

Main definitions: `forms(goal, seed)`, `same_value(form, gap, region, seed)`.

The raw difference is often the worst form: a variable that occurs twice is taken for two. Tried are the expanded and the
simplified expression, the factored one over a positive denominator, tails written with the Mills ratio (Phi(u) = phi(u) M(-u),
so that exponentials meet and cancel), powers of e^-x where x goes to infinity, the ratio of logarithms of two positive sides, and
an inverse function moved to the other side. SymPy's rewriting is believed only after balls of both forms overlap at points of
the region.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from sympy import (
    Add,
    Dummy,
    Expr,
    Mul,
    Pow,
    S,
    Symbol,
    exp,
    expand,
    expand_log,
    factor,
    factor_terms,
    fraction,
    log,
)  # fmt: skip

from dplemma.base.errors import DplemmaError
from dplemma.compile.evaluate import compiled
from dplemma.decide.regions.equals import MAX_OPERATIONS, equals, factored, released, with_mills, within_time
from dplemma.ground.equal import by_erf
from dplemma.ground.points import certified_points
from dplemma.lang.exact import rational_of
from dplemma.lang.facts import facts_of, inverse_pairs, known, rational_ends
from dplemma.lang.region import Region
from dplemma.ledger.verdict import Hint
from dplemma.proofs.rules import Contact, Goal, SignForm, may_jump

AUDIT_POINTS, AUDIT_BITS = 4, 256
MAX_ORDER = 4


@dataclass(frozen=True)
class _Candidate:
    name: str
    rule: str
    gap: Expr
    positive: tuple[Expr, ...] = ()


def forms(goal: Goal, seed: str, hint: Hint = frozenset()) -> Iterator[SignForm]:
    """Forms of the gap with their contacts and plain slopes, from cheap to dear; each one audited by balls.

    Equal forms that the hint mentions, those that won last time, come first.
    """
    seen: set[Expr] = set()
    hinted = [_Candidate(name, "equal", expr) for name, expr in equals(goal.gap, goal.region, hint)] if hint else []
    for candidate in chain(hinted, _candidates(goal)):
        if candidate.gap in seen or not candidate.gap.free_symbols or candidate.gap.has(S.NaN, S.ComplexInfinity):
            continue
        seen.add(candidate.gap)
        if candidate.gap is goal.gap or _audited(candidate, goal, seed):
            yield _finished(candidate, goal.region)


def with_more_slopes(form: SignForm, region: Region, seed: str) -> SignForm:
    """The form with every expression of its slopes that was found, the plain derivative first."""
    better = {}
    for name, (raw, *_) in form.slopes.items():
        others = (slope for slope in _slopes(form.gap, Symbol(name, real=True), region) if slope != raw)
        better[name] = (raw, *(slope for slope in dict.fromkeys(others) if same_value(slope, raw, region, seed)))
    return replace(form, slopes=better)


def _finished(candidate: _Candidate, region: Region) -> SignForm:
    slopes: dict[str, tuple[Expr, ...]] = {}
    contacts: list[Contact] = []
    if not candidate.gap.has(*may_jump()):
        for symbol in sorted(candidate.gap.free_symbols, key=str):
            slope = candidate.gap.diff(symbol)
            if not slope.has(*may_jump()):
                slopes[symbol.name] = (slope,)
        ends = [(name, low) for name in slopes for low in (True, False)]
        contacts = [c for name, low in ends if (c := contact(candidate.gap, name, low, region)) is not None]
    return SignForm(candidate.name, candidate.rule, candidate.gap, candidate.positive, slopes, tuple(contacts))


def _candidates(goal: Goal) -> Iterator[_Candidate]:
    gap, region = goal.gap, goal.region
    for name, expr in equals(gap, region):
        yield _Candidate(name, "equal", expr)
    yield from _quotients(gap)
    yield from _inverses(gap)
    yield from _log_ratios(gap, region)


# -- expressions of the same sign -------------------------------------------------------------------------------------------


def _quotients(gap: Expr) -> Iterator[_Candidate]:
    """The numerator of the factored gap, over its denominator; a common exponential taken out."""
    for name, rewrite in (("numerator", factored), ("common factor removed", _exponential_out)):
        for whole in within_time(rewrite, gap, name) if gap.count_ops() <= MAX_OPERATIONS else ():
            above, below = fraction(whole) if name == "numerator" else _split_exponential(whole)
            if below != 1 and below.free_symbols:
                yield _Candidate(name, "quotient", above, (1 / below,) if name == "numerator" else (below,))


def _exponential_out(gap: Expr) -> Expr:
    bare, back = released(gap)
    return factor_terms(with_mills(bare)).xreplace(back)


def _split_exponential(whole: Expr) -> tuple[Expr, Expr]:
    factors = Mul.make_args(whole)
    outside = [f for f in factors if _always_positive(f) or (isinstance(f, Pow) and f.exp == -1)]
    return (Mul(*(f for f in factors if f not in outside)), Mul(*outside)) if outside else (whole, S.One)


def _always_positive(factor_: Expr) -> bool:
    facts = facts_of(factor_)
    return facts is not None and facts.positive


def _log_ratios(gap: Expr, region: Region) -> Iterator[_Candidate]:
    """log A - log B for A > B > 0, logarithms of products taken apart, tails through Mills ratios."""
    bare, _ = released(gap)
    if bare.has(log) or bare.count_ops() > MAX_OPERATIONS:
        return
    terms = Add.make_args(gap)
    numbers = Add(*(term for term in terms if term.is_number))
    negative = Add(*(term for term in terms if term.could_extract_minus_sign()))
    splits = [(numbers, numbers - gap)] if numbers.is_positive else []
    splits += [(gap - negative, -negative)] if negative not in (0, gap) else []
    for larger, smaller in dict.fromkeys(splits):
        for name, way in (("log-ratio", lambda e: e), ("log-ratio, Mills ratios", _exponential_out)):
            above, below = within_time(way, larger, name), within_time(way, smaller, name)
            if not above or not below:
                continue
            for form in within_time(lambda e, a=above[0]: _logarithm(a, region) - _logarithm(e, region), below[0], name):
                yield _Candidate(name, "log-ratio", form, (above[0], below[0]))
                for better in within_time(_factored_rational_part, form, f"{name}, factored"):
                    yield _Candidate(f"{name}, factored", "log-ratio", better, (above[0], below[0]))


def _logarithm(side: Expr, region: Region) -> Expr:
    """log of a side with the factors of a product taken apart; exponentials of what is held included."""
    bare, back = released(side)
    there = region.assumed_symbols()
    back |= {v: k for k, v in there.items()}
    terms = []
    for item in Mul.make_args(bare):
        base, power = item.as_base_exp()
        terms.append(item.args[0] if isinstance(item, exp) else power * log(base) if power.is_number else log(item))
    return expand_log(Add(*terms).xreplace(there)).xreplace(back)


def _factored_rational_part(expr: Expr) -> Expr:
    """The rational terms of a sum factored together: x^2/8 - x as x (x/8 - 1), a square as a square."""
    bare, back = released(expr)
    terms = Add.make_args(expand(bare))
    rational_ = [t for t in terms if t.free_symbols and t.is_rational_function(*t.free_symbols)]
    rest = Add(*(t for t in terms if t not in rational_))
    return (factor(Add(*rational_)) + rest).xreplace(back)


def _inverses(gap: Expr) -> Iterator[_Candidate]:
    """k (f(u) - v) > 0 iff u > g(v), for increasing f with inverse g; its logarithm as well."""
    for outer, inner in inverse_pairs():
        for node in sorted(gap.atoms(outer), key=str):
            place = Dummy("node", real=True)
            linear = gap.xreplace({node: place})
            k = linear.diff(place)
            if not k.is_number or k.is_zero or linear.xreplace({place: S.Zero}).has(node):
                continue
            v = -linear.xreplace({place: S.Zero}) / k
            u = node.args[0]
            name = f"{outer.__name__} moved over"
            moved = within_time(lambda e, g=inner: g(e), v, name)  # e^(c log q) may be a power that takes for ever
            if not moved:
                continue
            sides = (u, moved[0]) if k.is_positive else (moved[0], u)
            yield _Candidate(name, "inverse", sides[0] - sides[1], _in_domain(outer, u))


def _in_domain(function: type[Expr], u: Expr) -> tuple[Expr, ...]:
    """What is positive just where a function of one argument, of an open domain, exists at u."""
    low, high = rational_ends(known()[function].domain[0])
    return (*(() if low is None else (u - low,)), *(() if high is None else (high - u,)))


# -- slopes and contacts ----------------------------------------------------------------------------------------------------


def _slopes(gap: Expr, symbol: Symbol, region: Region) -> Iterator[Expr]:
    """Expressions of the derivative; what is held is differentiated by the chain rule, each partial rewritten on its own."""
    bare, back = released(gap)
    partials = [(bare.diff(symbol), S.One)] + [(bare.diff(dummy), node.args[0].diff(symbol)) for dummy, node in back.items()]
    outer = [[form for _, form in equals(partial, region)] for partial, _ in partials]
    inner = [[form for _, form in equals(factor_, region)] for _, factor_ in partials]
    shortest = [min(ins, key=lambda e: e.count_ops()) for ins in inner]
    choices = [[min(outs, key=lambda e: e.count_ops()) for outs in outer]]
    choices += [[outs[min(k, len(outs) - 1)] for outs in outer] for k in range(max(map(len, outer)))]
    for chosen in choices:
        slope = Add(*(out.xreplace(back) * into for out, into in zip(chosen, shortest, strict=True)))
        if not slope.has(S.NaN, S.ComplexInfinity):
            yield slope


def contact(gap: Expr, name: str, low: bool, region: Region) -> Contact | None:
    """The contact at a finite end of a variable; None if the gap does not vanish there or to too high an order."""
    interval, symbol = region.intervals[name], Symbol(name, real=True)
    end = interval.lo if low else interval.hi
    if end is None:
        return None
    derivatives = [gap]
    while len(derivatives) <= MAX_ORDER + 1:
        value = derivatives[-1].subs(symbol, rational_of(end))
        if value.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
            return None
        if value != 0 and not _vanishes(value, region):
            return Contact(name, low, tuple(derivatives)) if len(derivatives) > 1 else None
        derivative = derivatives[-1].diff(symbol)
        if derivative.has(*may_jump()) or derivative.count_ops() > 600:
            return None
        derivatives.append(derivative)
    return None


def _vanishes(value: Expr, region: Region) -> bool:
    """Zero at two points by balls, then as an expression."""
    try:
        points = certified_points(region, "face", 2, tries=20)
        if not all(compiled(value, region.names).ball(point, AUDIT_BITS).contains(0) for point in points):
            return False
    except DplemmaError:
        return False
    return any(form is True for form in within_time(lambda v: by_erf(v, S.Zero), value, "contact"))  # type: ignore[arg-type]


# -- audit ------------------------------------------------------------------------------------------------------------------


def _audited(candidate: _Candidate, goal: Goal, seed: str) -> bool:
    """Balls agree with the rule that ties the form to the gap."""
    if candidate.rule == "equal":
        return same_value(candidate.gap, goal.gap, goal.region, seed)
    if candidate.rule == "quotient":
        return same_value(candidate.gap * candidate.positive[0], goal.gap, goal.region, seed)
    return _same_sign(candidate.gap, goal.gap, goal.region, seed)


def same_value(form: Expr, gap: Expr, region: Region, seed: str) -> bool:
    return _at_points(form, gap, region, seed, lambda a, b: a.is_finite() and b.is_finite() and a.overlaps(b))


def _same_sign(form: Expr, gap: Expr, region: Region, seed: str) -> bool:
    return _at_points(form, gap, region, seed, lambda a, b: not ((a > 0 and b < 0) or (a < 0 and b > 0)))


def _at_points(form: Expr, gap: Expr, region: Region, seed: str, agree: Callable[..., bool]) -> bool:
    names = region.names
    try:
        tapes = [compiled(expr, names) for expr in (form, gap)]
        points = certified_points(region, f"{seed}/form", AUDIT_POINTS, tries=200)
        balls = [[tape.ball(point, AUDIT_BITS) for tape in tapes] for point in points]
    except DplemmaError:
        return False
    return all(agree(first, second) for first, second in balls)
