"""k-fold composition of eps0-DP mechanisms on Arb balls: the exact worst case, k-fold randomised response.

With u = e^-eps0, q = u^2, losses l_i = (2i-k) eps0 and weights t_i = C(k,i) u^(k-i)/(1+u)^k (Kairouz, Oh and Viswanath, 2015)
    delta(eps) = sum_i t_i max(0, 1 - e^(eps - l_i)).
In terms of the two sums over i > j at the loss l_j,
    S_j = sum_{i>j} t_i q^(i-j)            D_j = delta(l_j) = sum_{i>j} t_i (1 - q^(i-j)),
which obey, with positive terms only, so that no digits cancel however deep the tail,
    t_{j-1} = t_j u j/(k-j+1),    S_{j-1} = q (t_j + S_j),    D_{j-1} = D_j + (1-q)(t_j + S_j),    S_k = D_k = 0,
the curve between two neighbouring losses is linear in e^eps. From any j with l_{j+1} > eps,
    delta(eps) = D_j - S_j expm1(eps - l_j) + sum_{m <= i <= j} t_i (1 - e^(eps - l_i)),    m the least i with l_i > eps,
    eps        = l_j + log1p((D_j - delta)/S_j)        if D_j >= delta >= D_{j+1},
and for odd k the loss 0, halfway between two of the l_j, gets its own D and S in the same way.

Truncation. t_i is log-concave. The walk down may start at n < k: with r = t_{n+1}/t_n < 1 and 1 - q^i <= i (1-q),
    0 <= S_n <= t_n r/(1-r),    0 <= D_n <= (1-q) t_n r/(1-r)^2.
It may stop at j > m: with r = t_{j-1}/t_j < 1 the sum over m <= i <= j lies between 1 and 1/(1-r) times its last term.
Floating point chooses both ends; the bounds on what is left out are computed in balls.

Balls. A value is first computed on the balls themselves. If that is poor it is replaced by the hull of two exact corners:
delta increases in eps0 and decreases in eps; eps increases in eps0 and decreases in delta.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx

from dplemma.arb.normal import SHARP_BITS
from dplemma.arb.precision import working_precision
from dplemma.arb.roots import first_index, peak_window
from dplemma.arb.series import geometric_rest
from dplemma.base.errors import OutOfBudget

_LONGEST_WALK = 1_000_000
"""Terms summed at up to 256 bits; fewer beyond, in proportion."""
_LARGEST_COUNT = 10**10
_LOSS_RANGE = 1e-200, 1e200
"""Losses eps0 outside this range would spoil the floating-point choice of the window."""


def composed_delta(k: arb, eps0: arb, eps: arb) -> arb:
    """Least delta for which every k-fold composition of eps0-DP mechanisms is (eps, delta)-DP.

    k >= 1 is an exact integer, eps0 > 0 and eps >= 0; exactly 0 where eps >= k eps0 is certain.
    """
    count = _count(k)
    if count is None or not (eps0 > 0 and eps >= 0 and eps0.is_finite() and eps.is_finite()):
        return arb.nan()
    if eps >= count * eps0:
        return arb(0)
    if _narrow(eps0, eps):
        value = _delta_on_balls(count, eps0, eps)
        if _narrow(value) or (eps0.is_exact() and eps.is_exact()):
            return value
    low = composed_delta(k, eps0.lower(), eps.upper())
    return low.union(composed_delta(k, eps0.upper(), eps.lower().max(arb(0))))


def composed_epsilon(k: arb, eps0: arb, delta: arb) -> arb:
    """Least eps >= 0 for which every k-fold composition of eps0-DP mechanisms is (eps, delta)-DP.

    k >= 1 is an exact integer, eps0 > 0 and 0 <= delta < 1; exactly 0 where delta >= composed_delta(k, eps0, 0) is certain.
    """
    count = _count(k)
    if count is None or not (eps0 > 0 and delta >= 0 and delta < 1 and eps0.is_finite()):
        return arb.nan()
    if delta.is_zero():
        return count * eps0
    if _narrow(eps0, delta):
        value = _epsilon_on_balls(count, eps0, delta)
        if _narrow(value) or (eps0.is_exact() and delta.is_exact()):
            return value
    low = composed_epsilon(k, eps0.lower(), delta.upper())
    return low.union(composed_epsilon(k, eps0.upper(), delta.lower().max(arb(0))))


def _narrow(*balls: arb) -> bool:
    return all(ball.is_exact() or ball.rel_accuracy_bits() >= SHARP_BITS for ball in balls)


def _count(k: arb) -> int | None:
    """The integer k >= 1, or None."""
    if not (k.is_exact() and k.is_integer() and k >= 1):
        return None
    if k > _LARGEST_COUNT:
        raise OutOfBudget(f"composition of more than {_LARGEST_COUNT} mechanisms is out of reach")
    return _floor(k)


def _floor(x: arb) -> int:
    """Largest integer <= x, for every number in the ball."""
    with working_precision(64 + ctx.prec):
        whole = x.lower().floor().unique_fmpz()
    if whole is None:
        raise OutOfBudget("a number of compositions is too large for the working precision")
    return int(whole)


@dataclass(kw_only=True)
class _Walk:
    """t_j, S_j and D_j at one index j, moved down one index at a time."""

    k: int
    eps0: arb
    index: int
    weight: arb
    shifted: arb
    excess: arb

    @classmethod
    def start(cls, k: int, eps0: arb, index: int) -> _Walk:
        """At `index`, with what lies above it enclosed."""
        u = (-eps0).exp()
        log_weight = -k * u.log1p() - (k - index) * eps0
        if index < k:
            log_weight += arb(k + 1).lgamma() - arb(index + 1).lgamma() - arb(k - index + 1).lgamma()
        weight = log_weight.exp()
        shifted = excess = arb(0)
        if index < k:
            ratio = (k - index) / (u * (index + 1))
            above = geometric_rest(weight, ratio)
            shifted, excess = above, above / (1 - ratio) * -(-2 * eps0).expm1()
        return cls(k=k, eps0=eps0, index=index, weight=weight, shifted=shifted, excess=excess)

    def descend(self, last: int, arrived: Callable[[arb], bool] | None = None) -> None:
        """Walk down to the index `last`, or to the first one where arrived(D_j)."""
        u = (-self.eps0).exp()
        q, rise = u * u, -(-2 * self.eps0).expm1()
        k, weight, shifted, excess = self.k, self.weight, self.shifted, self.excess
        while self.index > last and not (arrived is not None and arrived(excess)):
            j = self.index
            lump = weight + shifted
            excess = excess + rise * lump
            shifted = q * lump
            weight = weight * u * j / (k - j + 1)
            self.index = j - 1
        self.weight, self.shifted, self.excess = weight, shifted, excess

    def loss(self) -> arb:
        return (2 * self.index - self.k) * self.eps0

    def midway(self) -> tuple[arb, arb]:
        """D and S at the loss l_j - eps0, halfway to the next index."""
        lump = self.weight + self.shifted
        return self.excess - lump * (-self.eps0).expm1(), lump * (-self.eps0).exp()

    def below(self) -> arb:
        """sum_{i<j} t_i, from 0 to its geometric bound."""
        return geometric_rest(self.weight, (-self.eps0).exp() * self.index / (self.k - self.index + 1))


def _delta_on_balls(k: int, eps0: arb, eps: arb) -> arb:
    trivial = arb(0).union(arb(1))
    with working_precision(64 + ctx.prec):
        least = max(k // 2, _floor((eps / eps0 + k) / 2)) + 1
    if least > k:
        return arb(0)
    first, last = _window(k, eps0, least)
    with working_precision(ctx.prec + _guard_bits(k, eps0, last - first)):
        # Only the loss at m itself may be on either side of eps: all later terms must be certainly positive.
        if least < k and not (2 * least + 2 - k) * eps0 > eps:
            return trivial
        walk = _Walk.start(k, eps0, last)
        walk.descend(first)
        with working_precision(2 * ctx.prec):
            gap = walk.loss() - eps
        factor = -(-gap).expm1()
        head = walk.weight if first == least else walk.weight + walk.below()
        value = walk.excess + walk.shifted * factor + head * factor.max(arb(0))
    return value + 0 if value.is_finite() else trivial


def _epsilon_on_balls(k: int, eps0: arb, delta: arb) -> arb:
    last, lowest = _first_needed(k, eps0, delta), (k + 1) // 2
    reach = max(lowest, last - _longest_walk())
    with working_precision(ctx.prec + _guard_bits(k, eps0, last - reach)):
        walk = _Walk.start(k, eps0, last)
        if not walk.excess < delta:
            return arb(0).union(k * eps0)
        walk.descend(reach, lambda excess: not excess < delta)
        if walk.index > lowest and walk.excess < delta:
            raise _too_long(k)
        found: arb | None = None
        while not walk.excess < delta:
            # An undecided D_j leaves the segment open: the next one down may hold the root as well.
            solution = _on_segment(walk.loss(), walk.excess, walk.shifted, delta)
            found = solution if found is None else found.union(solution)
            if walk.excess > delta or walk.index == lowest:
                break
            walk.descend(walk.index - 1)
        if walk.index == lowest and k % 2 and not walk.excess > delta:
            excess, shifted = walk.midway()
            solution = arb(0) if excess <= delta else _on_segment(arb(0), excess, shifted, delta)
            found = solution if found is None else found.union(solution)
        value = arb(0) if found is None else found
    return value + 0


def _on_segment(loss: arb, excess: arb, shifted: arb, delta: arb) -> arb:
    """Root on the segment that starts at `loss`, where delta(eps) = excess; `loss` itself if excess < delta."""
    return loss + ((excess - delta).max(arb(0)) / shifted).log1p()


def _guard_bits(k: int, eps0: arb, steps: int) -> int:
    """Bits lost to the exponents of the first weight and to the length of the walk."""
    return 16 + steps.bit_length() + math.frexp(k * (math.log(k + 1) + _float(eps0)))[1]


def _float(eps0: arb) -> float:
    value = float(eps0.mid())
    if not _LOSS_RANGE[0] < value < _LOSS_RANGE[1]:
        raise OutOfBudget(f"composition with eps0 outside {_LOSS_RANGE} is out of reach")
    return value


def _log_weight(k: int, eps0: arb) -> Callable[[int], float]:
    loss = _float(eps0)
    scale = math.lgamma(k + 1) - k * math.log1p(math.exp(-loss))

    def log_weight(i: int) -> float:
        return scale - math.lgamma(i + 1) - math.lgamma(k - i + 1) - (k - i) * loss if i <= k else -math.inf

    return log_weight


def _peak(k: int, eps0: arb) -> int:
    """Index of about the largest weight."""
    return min(k, int((k + 1) / (1 + math.exp(-_float(eps0)))))


def _drop(k: int) -> float:
    return ctx.prec * math.log(2) + 3 * math.log(k + 1) + 8


def _window(k: int, eps0: arb, least: int) -> tuple[int, int]:
    """First and last index >= least that matter at the working precision."""
    log_weight, peak = _log_weight(k, eps0), _peak(k, eps0)
    longest = _longest_walk()
    window = peak_window(lambda j: least + j >= peak, lambda j: log_weight(least + j), drop=_drop(k), longest=longest)
    if window is None:
        raise _too_long(k)
    return least + window[0], min(k, least + window[1])


def _first_needed(k: int, eps0: arb, delta: arb) -> int:
    """Index above which all weights are negligible against delta."""
    log_weight, peak = _log_weight(k, eps0), _peak(k, eps0)
    floor = float(delta.mid().log()) - _drop(k)
    return min(k, first_index(lambda i: log_weight(i) < floor, peak))


def _longest_walk() -> int:
    return _LONGEST_WALK * 256 // max(256, ctx.prec)


def _too_long(k: int) -> OutOfBudget:
    return OutOfBudget(f"composition of {k} mechanisms needs more than {_longest_walk()} terms")
