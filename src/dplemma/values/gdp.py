"""`dplemma gdp`: the least mu of a profile given as a quantity, as a function or as a table of guarantees, head and whole.

    measure_quantity("laplace.delta", {"eps0": "1"})
    measure_function(lambda eps: 0.1 * math.exp(-eps), until="5")      # of doubles, or of balls
    measure_guarantees(read_guarantees(Path("points.csv")))

The head is the supremum of the GDP transform G(eps) = gaussian.mu(eps, delta(eps)) on [0, until] (`dplemma.values.gdpt`). The
whole is known where the profile is 0 at the end, or lies below that of a Gaussian mechanism beyond it: one whose outputs are
post-processed or subsampled, or one that the user names. Main definitions: `GdpMeasure`, `Curves`, `measure_*`, `curves`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.values.evaluator import Evaluator, Inputs, evaluator
from dplemma.values.exact import BadInput, exact_number, plain_text, short_text
from dplemma.values.gdpt import BITS, MAX_DIGITS, MAX_STEPS, Enclosed, Supremum, falling, mu_ends, profile_of, supremum
from dplemma.values.guarantees import Guarantees
from dplemma.values.mechanism import rational_text
from dplemma.values.rounding import decimal_of, double_above, double_below, exact_ends
from dplemma.values.tail_limit import TailLimit, tail_quotient

DIGITS, HEAD = 4, "10"
SHOWN_DIGITS, GRID, STAIRS = 10, 200, 16

_ROUNDING_OF_DOUBLES = (arb(2) ** -20, arb(2) ** -40)
_BY_DOUBLES = "the doubles that the function returns are taken at their word"
_BY_GUARANTEES = (
    "the upper end holds for every mechanism with these guarantees, the lower end for the worst of them: yours may need less"
)

# Where a profile is 0, and the mu of a Gaussian mechanism whose profile it exceeds at no eps and whose tail limit it has.
_ENDS: Mapping[str, Callable[..., fmpq]] = {
    "laplace.delta": lambda eps0, **_: eps0,
    "pure.delta": lambda eps0, **_: eps0,
    "pure.composed_delta": lambda k, eps0, **_: k * eps0,
    "subsampled.laplace_delta": lambda eps0, **_: eps0,
    "rectified.delta": lambda eps0, **_: eps0,
}
_TAILS: Mapping[str, Callable[..., fmpq]] = {
    "gaussian.delta": lambda mu, **_: mu,
    "glrt.delta": lambda mu, **_: mu,
    "glrt.subsampled_delta": lambda mu, **_: mu,
    "subsampled.gaussian_delta": lambda sigma, **_: 1 / sigma,
}


class RefinedPoint(NamedTuple):
    """A given guarantee beside the delta that all of them imply at its eps, rounded up."""

    eps: str
    given: str | None
    implied: str

    def to_json(self) -> dict[str, str | None]:
        return self._asdict()


class Curves(NamedTuple):
    """What is drawn, as doubles: the profile and its transform on a grid, both staircases on a coarse one, given points."""

    eps: list[float]
    delta: list[float]
    transform: list[float]
    stairs: list[float]
    below: list[float]
    above: list[float]
    points: list[tuple[float, float]]


@dataclass(frozen=True, kw_only=True)
class GdpMeasure:
    """The least mu: of the head, and of the whole profile where its tail is known."""

    profile: str
    inputs: Mapping[str, str] = field(default_factory=dict)
    delta: Enclosed
    head: Supremum
    tail_mu: fmpq | None = None
    tail_is_gaussian: bool = False
    remark: str = ""
    at_doubles: bool = False
    guarantees: Guarantees | None = None
    end: fmpq | None = None
    """An eps at which the profile is known to be 0."""

    @property
    def zero_from(self) -> fmpq:
        """The least eps at which the profile is known to be 0, if it is so at the end of the head."""
        return self.head.until if self.end is None or self.end > self.head.until else self.end

    @property
    def ends(self) -> tuple[arb, arb]:
        return exact_ends(self.head.ball)

    @property
    def whole(self) -> tuple[arb, arb] | None:
        """Both ends of the least mu for all eps; None where nothing is known beyond the head."""
        low, high = self.ends
        if self.head.complete:
            return low, high
        if self.tail_mu is None:
            return None
        with working_precision(BITS):
            tail = arb(self.tail_mu).upper()
        return low, max(high, tail)

    @property
    def tail(self) -> str:
        """What is known beyond the head, in words."""
        end = short_text(self.head.until)
        if self.head.complete:
            return f"the profile is 0 from eps = {short_text(self.zero_from)} on"
        if self.tail_mu is not None:
            said = "" if self.tail_is_gaussian else ", you say"
            return (
                f"beyond eps = {end} it is below the profile of the Gaussian mechanism with mu = {short_text(self.tail_mu)}{said}"
            )
        return f"nothing is known beyond eps = {end}: a larger eps may need a larger mu"

    @property
    def limit(self) -> TailLimit:
        """The tail limit mu_t: whether the mechanism is GDP at all."""
        if self.head.complete:
            return TailLimit.ended(self.zero_from)
        if self.tail_mu is not None:
            return (TailLimit.of_gaussian_kind if self.tail_is_gaussian else TailLimit.below_gaussian)(self.tail_mu)
        if self.guarantees is not None:
            return TailLimit.of_constant(self.guarantees.last[1])
        with working_precision(BITS):
            return TailLimit.unknown(self.head.until, tail_quotient(self.head.until, self.delta(self.head.until)))

    def refined(self) -> list[RefinedPoint]:
        """Every given guarantee, and eps = 0, with what all of them imply."""
        known = self.guarantees or _guarantees_on_grid(self)
        least: dict[fmpq, fmpq | None] = {fmpq(0): None}
        for eps, delta in sorted(known.given, reverse=True):
            least[eps] = delta
        return [RefinedPoint(plain_text(eps), _raised(given), _implied(known, eps)) for eps, given in sorted(least.items())]

    def to_json(self, *, refine: bool = False) -> dict[str, Any]:
        found = {
            "schema": 1, "profile": self.profile, "inputs": dict(self.inputs), "until": plain_text(self.head.until),
            "mu": _interval(self.ends), "near": plain_text(self.head.at), "whole": self.whole and _interval(self.whole),
            "tail": self.tail, "tail_limit": self.limit.to_json(), "reached": self.head.reached, "steps": self.head.steps,
            "label": self.head.label, "remark": self.remark,
        }  # fmt: skip
        return found | ({"refined": [point.to_json() for point in self.refined()]} if refine else {})


def measure_quantity(
    name: str, given: Mapping[str, Any], *, until: Any = None, digits: int = DIGITS, max_steps: int = MAX_STEPS,
    tail_mu: Any = None,
) -> GdpMeasure:  # fmt: skip
    """A profile of the registry with its other parameters fixed; by default up to where it is 0, else a head of eps <= 10."""
    delta, ready = profile_of(name, given), evaluator(name)
    fixed = _fixed(ready, given)
    last = _ENDS[name](**fixed) if name in _ENDS else None
    end = _until(until, HEAD if last is None else last)
    own = _TAILS[name](**fixed) if name in _TAILS else None
    told = _told(tail_mu, delta, end) if own is None else _own_tail(tail_mu, own, name)
    head = _head(delta, end, digits, max_steps, ready.quantity.label, most=own)
    inputs = {parameter: plain_text(x) for parameter, x in fixed.items()}
    return GdpMeasure(
        profile=name,
        inputs=inputs,
        delta=delta,
        head=head,
        tail_mu=told,
        tail_is_gaussian=own is not None,
        end=last,
    )


def measure_function(
    function: Callable[..., Any], *, name: str = "profile", until: Any = None, digits: int = DIGITS, max_steps: int = MAX_STEPS,
    tail_mu: Any = None,
) -> GdpMeasure:  # fmt: skip
    """A function of balls (python-flint's arb), certified on both sides; or of doubles, evaluated at doubles only."""
    end = _until(until, HEAD)
    if takes_balls(function):
        delta = profile_of(function, {})
        told = _told(tail_mu, delta, end)
        return GdpMeasure(profile=name, delta=delta, head=_head(delta, end, digits, max_steps, ""), tail_mu=told)
    delta, end = _of_doubles(function, name), _snapped(end)
    told = _told(tail_mu, delta, end)
    head = _head(delta, end, digits, max_steps, "", _snapped)
    return GdpMeasure(profile=name, delta=delta, head=head, tail_mu=told, remark=_BY_DOUBLES, at_doubles=True)


def measure_guarantees(
    guarantees: Guarantees, *, name: str = "guarantees", until: Any = None, digits: int = DIGITS, max_steps: int = MAX_STEPS,
    tail_mu: Any = None,
) -> GdpMeasure:  # fmt: skip
    """The best profile that the guarantees imply, by default up to the largest eps among those that count."""
    last, least = guarantees.last
    end = _until(until, last if last > 0 else HEAD)

    def delta(eps: fmpq) -> arb:
        with working_precision(BITS + 64):
            return guarantees.profile(eps)

    head = _head(delta, end, digits, max_steps, "")
    return GdpMeasure(
        profile=name, delta=delta, head=head, tail_mu=_tail(tail_mu), remark=_BY_GUARANTEES, guarantees=guarantees,
        end=last if least == 0 else None,
    )  # fmt: skip


def curves(measure: GdpMeasure) -> Curves:
    """The profile, G, and the staircases mu(x_i, delta(x_i+1)) <= G <= mu(x_i+1, delta(x_i)) between x_i and x_i+1."""
    snap = _snapped if measure.at_doubles else lambda point: point
    fine, coarse = ([snap(measure.head.until * n / count) for n in range(count + 1)] for count in (GRID, STAIRS))
    with working_precision(BITS):
        deltas, levels = [measure.delta(x) for x in fine], [measure.delta(x) for x in coarse]
        transform = [double_above(mu_ends(x, delta)[1]) for x, delta in zip(fine, deltas, strict=True)]
        steps = list(zip(coarse, coarse[1:], levels, levels[1:], strict=False))
        below = [double_below(mu_ends(left, after)[0]) for left, _, _, after in steps]
        above = [double_above(mu_ends(right, before)[1]) for _, right, before, _ in steps]
    given = measure.guarantees.given if measure.guarantees else ()
    return Curves(
        eps=[_double(x) for x in fine], delta=[double_above(delta.upper()) for delta in deltas], transform=transform,
        stairs=[_double(x) for x in coarse], below=below, above=above, points=[(_double(e), _double(d)) for e, d in given],
    )  # fmt: skip


# -- inputs ----------------------------------------------------------------------------------------------------------------


def _until(asked: Any, otherwise: Any) -> fmpq:
    end = exact_number(otherwise if asked is None else asked, "until")
    if not end > 0:
        raise BadInput(f"until must be > 0, got {short_text(end)}. Try --until 10")
    return end


def _tail(asked: Any) -> fmpq | None:
    if asked is None:
        return None
    tail = exact_number(asked, "tail-mu")
    if not tail > 0:
        raise BadInput(f"tail-mu must be > 0, got {short_text(tail)}. Try --tail-mu 1")
    return tail


def _told(asked: Any, delta: Enclosed, end: fmpq) -> fmpq | None:
    """What the user says of the tail; refused where the transform at the end of the head, where the tail begins, is above it.

    Profiles are continuous, so it is then above it beyond the end, too. Guarantees are bounds: their transform refutes nothing.
    """
    told = _tail(asked)
    if told is None:
        return None
    with working_precision(BITS):
        seen = mu_ends(end, delta(end))[0]
        if seen > arb(told):
            needed = decimal_of(seen, SHOWN_DIGITS, "down")
            raise BadInput(
                f"tail-mu = {short_text(told)} is not true: the profile at eps = {short_text(end)}, where the tail begins, needs "
                f"mu >= {needed}. Leave --tail-mu out, or say a mu that you can prove"
            )
    return told


def _own_tail(asked: Any, own: fmpq, name: str) -> fmpq:
    """The tail limit of a quantity, which is known: a word of the user's below it is false, and one above it says less."""
    told = _tail(asked)
    if told is not None and told < own:
        raise BadInput(
            f"tail-mu = {short_text(told)} is not true: the tail of {name} needs mu >= mu_t = {short_text(own)} here, which is "
            "known without --tail-mu"
        )
    return own


def _head(
    delta: Enclosed, end: fmpq, digits: int, max_steps: int, label: str, snap: Callable[[fmpq], fmpq] = lambda point: point,
    most: fmpq | None = None,
) -> Supremum:  # fmt: skip
    if not 1 <= digits <= MAX_DIGITS:
        raise BadInput(f"digits must be between 1 and {MAX_DIGITS}, got {digits}")
    return supremum(delta, end, digits=digits, max_steps=max_steps, label=label, snap=snap, most=most)


def _fixed(ready: Evaluator, given: Mapping[str, Any]) -> dict[str, fmpq]:
    """The parameters but eps, as the quantity reads them."""
    values: Inputs = ready.read({**given, "eps": "1"})
    return {name: x for name, x in zip(ready.names, values, strict=True) if name != "eps"}


def takes_balls(function: Callable[..., Any]) -> bool:
    """Whether it gives a ball for a ball; a function of doubles raises or gives something else."""
    try:
        with working_precision(BITS):
            return isinstance(function(arb(1)), arb)
    except Exception:  # whatever a function of doubles does with a ball
        return False


def _of_doubles(function: Callable[..., Any], name: str) -> Enclosed:
    """What the function returns at doubles, as exact numbers."""

    def delta(eps: fmpq) -> arb:
        try:
            value = exact_number(float(function(_double(eps))), name)
        except BadInput:
            raise
        except Exception as error:
            said = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise BadInput(f"{name} at eps = {short_text(eps)} raised {said}") from None
        if value < 0:
            raise BadInput(f"{name} at eps = {short_text(eps)} is {short_text(value)}: a delta is never below 0")
        if value > 1:
            raise BadInput(f"{name} at eps = {short_text(eps)} is {short_text(value)}: a delta is never above 1")
        return arb(value)

    return falling(delta, _ROUNDING_OF_DOUBLES)


def _snapped(point: fmpq) -> fmpq:
    return fmpq(*_double(point).as_integer_ratio())


def _double(point: fmpq) -> float:
    return int(point.p) / int(point.q)


# -- texts -----------------------------------------------------------------------------------------------------------------


def _guarantees_on_grid(measure: GdpMeasure) -> Guarantees:
    """The upper ends of the profile on a coarse grid, as guarantees."""
    points = [_snapped(measure.head.until * n / STAIRS) for n in range(STAIRS + 1)]
    with working_precision(BITS):
        return Guarantees((x, min(measure.delta(x).upper().fmpq(), fmpq(1))) for x in points)


def _raised(number: fmpq | None) -> str | None:
    """Rounded up where it is no short decimal."""
    return None if number is None else rational_text(number, SHOWN_DIGITS, "up")


def _implied(known: Guarantees, eps: fmpq) -> str:
    """What follows at eps, rounded up."""
    exact = _raised(known.exactly(eps))
    if exact is not None:
        return exact
    with working_precision(BITS + 64):
        high = known.profile(eps).upper()
        return decimal_of(high, SHOWN_DIGITS, "up") or "1"


def _interval(ends: tuple[arb, arb]) -> dict[str, str]:
    low, high = (decimal_of(end, SHOWN_DIGITS, mode) for end, mode in zip(ends, ("down", "up"), strict=True))
    return {"lower": low or "0", "upper": high or "inf"}


def interval_text(ends: tuple[arb, arb]) -> str:
    """[lower, upper], each rounded outwards."""
    found = _interval(ends)
    return f"[{found['lower']}, {found['upper']}]"
