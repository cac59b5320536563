"""The harness of the profile tests: certified values from the definition, bits of error, and points that are hard.

Bits of error are log2(1 + n), n the number of doubles from the correctly rounded value to the result: 0 is correctly rounded,
3 bits are 7 doubles away. Where the certified ball does not decide the rounding, the farther of the two doubles counts.
"""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Callable, Iterable, Iterator
from itertools import product

from flint import arb

from dplemma.arb import gaussian
from dplemma.arb.precision import working_precision

Point = tuple[float, float]
"""eps and mu."""
Routine = Callable[[float, float], float]

EPS, MU = (1e-12, 700.0), (1e-8, 100.0)
NORMAL = 2.0**-1022
LOST = 64.0
"""The bits of error of a result that is no positive double."""
_WANTED, _FIRST_TRY = 80, 128
with working_precision(8192):
    _SQRT_HALF = arb(0.5).sqrt()


def certified(form: Callable[[arb, arb], arb], eps: float, mu: float) -> arb:
    """A form at exact doubles, to 80 bits of relative accuracy."""
    bits = _FIRST_TRY
    while True:
        with working_precision(bits):
            value = form(arb(eps), arb(mu))
        accuracy = value.rel_accuracy_bits()
        if accuracy >= _WANTED:
            return value
        bits = bits + _WANTED - accuracy + 8 if accuracy > 0 else 2 * bits
        assert bits < 8192, (eps, mu)


def delta(eps: arb, mu: arb) -> arb:
    """Q(a) - e^eps Q(b), the definition."""
    c, h = eps / mu, mu * 0.5
    return (((c - h) * _SQRT_HALF).erfc() - eps.exp() * ((c + h) * _SQRT_HALF).erfc()) * 0.5


def one_minus_delta(eps: arb, mu: arb) -> arb:
    """Q(-a) + e^eps Q(b)."""
    c, h = eps / mu, mu * 0.5
    return (((h - c) * _SQRT_HALF).erfc() + eps.exp() * ((c + h) * _SQRT_HALF).erfc()) * 0.5


def log_delta(eps: arb, mu: arb) -> arb:
    """The logarithm of the one or of one minus the other; far out by the Mills ratio."""
    c, h = eps / mu, mu * 0.5
    if c - h > 30:
        return gaussian.log_delta(eps, mu)
    return delta(eps, mu).log() if c > h else (-one_minus_delta(eps, mu)).log1p()


def bits_of_error(got: float, value: arb) -> float:
    """log2(1 + the number of doubles between the result and the rounded value); signs must agree."""
    with working_precision(256):  # the ends of a ball are rounded outwards to the working precision
        ends = float(value.lower()), float(value.upper())
    if not math.isfinite(got) or got == 0 or (got > 0) != (ends[0] > 0):
        return 0.0 if got == ends[0] == ends[1] else LOST
    place = _ordinal(got)
    return math.log2(1 + max(abs(place - _ordinal(end)) for end in ends))


def _ordinal(x: float) -> int:
    """Doubles of one sign in order are integers in order."""
    return struct.unpack("<q", struct.pack("<d", abs(x)))[0]


class Worst:
    """The largest and the mean bits of error of a routine over those points where the value is a normal double."""

    def __init__(self, routine: Routine, form: Callable[[arb, arb], arb], points: Iterable[Point]) -> None:
        self.bits, self.point, self.count, self.total = -1.0, (math.nan, math.nan), 0, 0.0
        for eps, mu in points:
            value = certified(form, eps, mu)
            if not abs(value) >= NORMAL:
                continue
            bits = bits_of_error(routine(eps, mu), value)
            self.count += 1
            self.total += bits
            if bits > self.bits:
                self.bits, self.point = bits, (eps, mu)

    def __repr__(self) -> str:
        eps, mu = self.point
        return f"{self.bits:.2f} bits at eps={eps!r}, mu={mu!r}; mean {self.total / self.count:.2f} over {self.count} points"


# -- points -----------------------------------------------------------------------------------------------------------


def inside(points: Iterable[Point]) -> Iterator[Point]:
    """The points of the promised region that may have a normal value (for a > 38 there is none)."""
    for eps, mu in points:
        if EPS[0] <= eps <= EPS[1] and MU[0] <= mu <= MU[1] and eps / mu - mu / 2 < 38:
            yield eps, mu


def log_uniform(count: int, seed: int, levels: Point = EPS) -> Iterator[Point]:
    """Both parameters log-uniform in the region."""
    draw = random.Random(seed)
    made = 0
    while made < count:
        for point in inside([(_log_uniform(draw, *levels), _log_uniform(draw, *MU))]):
            made += 1
            yield point


def along(count: int, seed: int, low: float, high: float, mus: Point = MU) -> Iterator[Point]:
    """a = eps/mu - mu/2 uniform in [low, high], mu log-uniform: every size of the result."""
    draw = random.Random(seed)
    made = 0
    while made < count:
        mu = _log_uniform(draw, *mus)
        for point in inside([(mu * (draw.uniform(low, high) + mu / 2), mu)]):
            made += 1
            yield point


def contact(count: int, seed: int) -> Iterator[Point]:
    """eps = (mu^2/2)(1 + t) with |t| from 1 to 2^-53: a next to 0, where eps/mu and mu/2 cancel."""
    draw = random.Random(seed)
    for _ in range(count):
        mu = _log_uniform(draw, 1.5e-6, 37.0)
        yield from inside([(mu * mu / 2 * (1 + draw.choice((-1, 1)) * 2 ** draw.uniform(-53, 0)), mu)])


def powers_of_two() -> Iterator[Point]:
    return inside((2.0**i, 2.0**j) for i, j in product(range(-39, 10), range(-26, 7)))


def corners() -> Iterator[Point]:
    """Corners and edges of the region, from inside."""
    for eps, mu in product(_inwards(EPS), _inwards(MU)):
        yield from inside([(eps, mu)])
    for k in range(400):
        for eps in _inwards(EPS):
            yield from inside([(eps, MU[0] * (MU[1] / MU[0]) ** (k / 400))])
        for mu in _inwards(MU):
            yield from inside([(EPS[0] * (EPS[1] / EPS[0]) ** (k / 400), mu)])


def boundaries(count: int, seed: int) -> Iterator[Point]:
    """A few doubles around the places where the code changes its mind.

    In terms of c = eps/mu, h = mu/2, a = c - h, b = c + h: h = 1; c = 4; c = 4 h; a = 0; a, -a or b at 4 or halfway between two
    centres of the table; c halfway too; a where the exponent of exp steps.
    """
    draw = random.Random(seed)
    halves = [(j + 0.5) / 8 for j in range(33)] + [4.0]
    steps = [math.sqrt(2 * (k + 0.5) * math.log(2) - math.log(2 * math.pi)) for k in range(1, 1020)]
    for _ in range(count):
        mu, place = _log_uniform(draw, *MU), draw.choice(halves)
        h = mu / 2
        exact = draw.choice(
            (
                (_log_uniform(draw, *EPS), 2.0),
                (4 * mu, mu),
                (2 * mu * mu, mu),
                (mu * h, mu),
                (mu * (place + h), mu),
                (mu * (h - place), mu),
                (mu * (place - h), mu),
                (mu * place, mu),
                (mu * (draw.choice(steps) + h), mu),
            )
        )
        yield from inside([(_nudged(draw, exact[0]), _nudged(draw, exact[1]))])


def _nudged(draw: random.Random, x: float) -> float:
    return x + draw.randint(-3, 3) * math.ulp(x)


def _log_uniform(draw: random.Random, low: float, high: float) -> float:
    return min(max(math.exp(draw.uniform(math.log(low), math.log(high))), low), high)


def _inwards(ends: Point) -> list[float]:
    low, high = ends
    return [low, low + math.ulp(low), low * 1.001, high / 1.001, high - math.ulp(high), high]
