"""Numerical tools of the second opinion, over mpmath: quadrature, root finding, maximisation and the list of quantities.

Quadrature is the trapezoidal rule after a substitution that makes the integrand decay at least exponentially at both ends of
the real line, where the rule converges exponentially: the step is halved until two sums agree, and because halving squares
the error (or better) the last sum is much nearer to the integral than to its predecessor.

    line_integral        the real line itself
    half_line_integral   y = scale exp(u - exp(-u)), y from 0 to infinity
    interval_integral    y = length / (1 + exp(-pi sinh u)), y from 0 to length

Roots are bracketed and closed in by Chandrupatla's method (inverse quadratic interpolation, bisection where that is unsafe).
A root is first found at half the precision, so only the last few steps are paid for at full precision. Maxima of unimodal
functions are roots of a central difference with step 10^(-dps/3): the place is then right to 2/3 of the digits and the value,
flat at its maximum, to all of them.

Nothing here bounds its own error: `second_opinion` compares two precisions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from mpmath import mp, mpf

# Digits that `one_minus_exp` may lose.
SPARE_DIGITS = 12

INDEPENDENT: dict[str, Callable[..., mpf]] = {}

Real = Callable[[mpf], mpf]


class NoAnswer(ArithmeticError):
    """The second opinion could not be formed: no bracket, no convergence or no agreement."""


def quantity(name: str) -> Callable[[Callable[..., mpf]], Callable[..., mpf]]:
    """Enter a function of exact fractions into INDEPENDENT under the name of its quantity."""

    def enter(function: Callable[..., mpf]) -> Callable[..., mpf]:
        INDEPENDENT[name] = function
        return function

    return enter


def real(value: Fraction | int) -> mpf:
    """The fraction rounded to the working precision."""
    value = Fraction(value)
    return mpf(value.numerator) / value.denominator


def digits_below(lost: float = 0) -> mpf:
    """10^-(dps - lost), the size of `lost` digits above the rounding error."""
    return mpf(10) ** (lost - mp.dps)


def negligible_exponent() -> mpf:
    """A number x for which exp(-x) disappears beside 1 at the working precision."""
    return mp.log(10) * (mp.dps + 8)


def one_minus_exp(size: mpf) -> Real:
    """x -> 1 - exp(-x) for many x of about this size: expm1 is slow, a plain difference needs digits when x is small.

    The plain difference is offered for sizes above 10^-10 and the caller works with SPARE_DIGITS more.
    """
    return (lambda x: 1 - mp.exp(-x)) if size > mpf(10) ** -10 else (lambda x: -mp.expm1(-x))


def log_odds(probability: Fraction) -> mpf:
    """log(p / (1 - p)), both parts taken from the exact fraction."""
    return mp.log(real(probability)) - mp.log(real(1 - probability))


def log_of_part(part: mpf, rest: mpf) -> mpf:
    """log(part) where part + rest = 1, to full relative precision even if part is nearly 1."""
    return mp.log(part) if part < rest else mp.log1p(-rest)


# Quadrature


def _sweep(integrand: Real, offset: mpf, step: mpf) -> mpf:
    """Sum of the integrand over offset + step Z, outwards until three terms in a row are lost in the sum."""
    smallest = digits_below(-5)
    total = mpf(0)
    for direction, place in ((step, offset), (-step, offset - step)):
        lost = 0
        while lost < 3:
            term = integrand(place)
            total += term
            lost = lost + 1 if abs(term) <= smallest * abs(total) else 0
            place += direction
    return total


def halved_until_stable(sum_of_grid: Callable[[mpf, mpf], mpf], step: mpf) -> mpf:
    """Trapezoidal rule: sum_of_grid(offset, step) sums over offset + step Z; the step is halved until the sums agree."""
    accepted = mpf(10) ** (-mpf("0.55") * mp.dps - 2)
    total = sum_of_grid(mpf(0), step)
    for _ in range(14):
        refined = total + sum_of_grid(step / 2, step)
        step /= 2
        if abs(refined - 2 * total) <= accepted * abs(refined):
            return refined * step
        total = refined
    raise NoAnswer(f"the trapezoidal rule did not settle at {mp.dps} digits")


def line_integral(integrand: Real, step: Fraction | int = 1) -> mpf:
    """Integral over the real line of an analytic function with its mass within a few units of 0."""
    return halved_until_stable(lambda offset, h: _sweep(integrand, offset, h), real(step))


@lru_cache(maxsize=100_000)
def _half_line_node(_precision: int, place: mpf) -> tuple[mpf, mpf]:
    falling = mp.exp(-place)
    node = mp.exp(place - falling)
    return node, node * (1 + falling)


@lru_cache(maxsize=100_000)
def _interval_node(_precision: int, place: mpf) -> tuple[mpf, mpf]:
    growing = mp.exp(-mp.pi * mp.sinh(place))
    return 1 / (1 + growing), mp.pi * mp.cosh(place) * growing / (1 + growing) ** 2


def half_line_integral(integrand: Real, scale: mpf) -> mpf:
    """Integral from 0 to infinity of a function that dies like exp(-y / scale) or faster."""

    def substituted(place: mpf) -> mpf:
        node, weight = _half_line_node(mp.prec, place)
        return integrand(scale * node) * weight

    return scale * halved_until_stable(lambda offset, h: _sweep(substituted, offset, h), mpf(1) / 2)


def interval_integral(integrand: Real, length: mpf) -> mpf:
    """Integral from 0 to length of a function that is smooth inside."""

    def substituted(place: mpf) -> mpf:
        node, weight = _interval_node(mp.prec, place)
        return integrand(length * node) * weight

    return length * halved_until_stable(lambda offset, h: _sweep(substituted, offset, h), mpf(1) / 2)


def decay_scale(integrand: Real) -> mpf:
    """A distance from 0 over which a falling integrand loses a factor between about e and e^4."""
    with mp.workdps(15):
        start, scale = integrand(mpf(0)), mpf(1)
        while integrand(scale) < start * mp.exp(-4):
            scale /= 2
        while integrand(scale) > start * mp.exp(-1):
            scale *= 2
        return scale


# Roots and maxima


def _chandrupatla(function: Real, left: tuple[mpf, mpf], right: tuple[mpf, mpf]) -> mpf:
    """Root between two points (x, f(x)) of opposite sign."""
    (near, at_near), (far, at_far) = right, left
    share = mpf(1) / 2
    for _ in range(40 * mp.dps):
        place = near + share * (far - near)
        value = function(place)
        if (value > 0) == (at_near > 0):
            old, at_old = near, at_near
        else:
            old, at_old, far, at_far = far, at_far, near, at_near
        near, at_near = place, value
        best = near if abs(at_near) < abs(at_far) else far
        smallest_share = digits_below(1) * max(abs(best), digits_below()) / abs(far - near)
        if value == 0 or smallest_share > 0.5:
            return place if value == 0 else best
        spread, rise = (near - far) / (old - far), (at_near - at_far) / (at_old - at_far)
        share = mpf(1) / 2
        if rise**2 < spread and (1 - rise) ** 2 < 1 - spread:
            share = at_near / (at_far - at_near) * at_old / (at_far - at_old)
            share += (old - near) / (far - near) * at_near / (at_old - at_near) * at_far / (at_old - at_far)
        share = min(max(share, smallest_share), 1 - smallest_share)
    raise NoAnswer("the root finder did not close its bracket")


def _two_steps(function: Real, left: tuple[mpf, mpf], right: tuple[mpf, mpf]) -> mpf:
    """Linear, then inverse quadratic interpolation in a bracket so short (half the digits) that this leaves no error in sight."""
    (a, fa), (b, fb) = left, right
    c = a - fa * (b - a) / (fb - fa)
    fc = function(c)
    if fc in (0, fa, fb):
        return c
    return a * fb * fc / ((fa - fb) * (fa - fc)) + b * fa * fc / ((fb - fa) * (fb - fc)) + c * fa * fb / ((fc - fa) * (fc - fb))


def root(function: Real, low: mpf, high: mpf) -> mpf:
    """The place in [low, high] where the function changes sign."""
    if mp.dps >= 24:
        half = mp.dps // 2
        try:
            with mp.workdps(half):
                rough = root(function, low, high)
        except NoAnswer:
            rough = None
        for lost in (4, 12) if rough is not None else ():
            radius = mpf(10) ** (lost - half) * max(1, abs(rough))
            left, right = max(low, rough - radius), min(high, rough + radius)
            at_left, at_right = function(left), function(right)
            if (at_left > 0) != (at_right > 0):
                close_in = _two_steps if lost == 4 else _chandrupatla
                return close_in(function, (left, at_left), (right, at_right))
    at_low, at_high = function(low), function(high)
    if at_low == 0 or at_high == 0:
        return low if at_low == 0 else high
    if (at_low > 0) == (at_high > 0):
        raise NoAnswer("no change of sign between the ends")
    return _chandrupatla(function, (low, at_low), (high, at_high))


def root_on_line(function: Real, furthest: int = 10**7) -> mpf:
    """Root of a function that is negative far to the left and positive far to the right."""
    with mp.workdps(15):
        place, step = mpf(0), 1
        rightwards = function(place) < 0
        while abs(place) < furthest:
            before, place = place, place + (step if rightwards else -step)
            if (function(place) < 0) != rightwards:
                break
            step *= 2
        else:
            raise NoAnswer("no change of sign within reach")
    # One unit of slack on both sides: the walk was done at low precision.
    return root(function, min(before, place) - 1, max(before, place) + 1)


def positive_root(function: Real) -> mpf:
    """Root x > 0 of a function that is negative near 0 and positive near infinity, to full relative precision."""
    return mp.exp(root_on_line(lambda place: function(mp.exp(place))))


def _falling(function: Real) -> Real:
    """Negated central difference, negative before the maximum of a unimodal function and positive after it."""

    def difference(place: mpf) -> mpf:
        step = mpf(10) ** (-mp.dps // 3)
        return function(place - step) - function(place + step)

    return difference


def maximum_between(function: Real, low: mpf, high: mpf) -> tuple[mpf, mpf]:
    """(place, value) of the maximum of a unimodal function on [low, high]; it may sit at an end."""
    falling = _falling(function)
    if falling(low) >= 0:
        place = low
    elif falling(high) <= 0:
        place = high
    else:
        place = root(falling, low, high)
    return place, function(place)


def maximum_on_line(function: Real) -> tuple[mpf, mpf]:
    """(place, value) of the maximum of a unimodal function on the real line."""
    place = root_on_line(_falling(function))
    return place, function(place)
