"""The GLRT adversary on Arb balls: ROC curves, privacy profiles and epsilon of two chi-square laws.

The statistic T is central chi-square with d degrees of freedom under H0 and noncentral with noncentrality lam = mu^2 under H1
(tails SF_c, CDF_c and SF_nc, CDF_nc). The likelihood ratio LR(t) = f_nc(t)/f_c(t) increases in t, so tests that reject for
large T are optimal and
    roc(x)               = SF_nc(SF_c^-1(x))          roc_reversed(x) = CDF_c(CDF_nc^-1(x))
    delta_forward(eps)   = sup_t [SF_nc(t) - e^eps SF_c(t)],     attained where log LR(t) = eps
    delta_reversed(eps)  = sup_t [CDF_c(t) - e^eps CDF_nc(t)],   attained where log LR(t) = -eps; 0 if eps >= lam/2
    delta(eps)           = the larger of the two, epsilon(delta) its inverse.

Optimum. At an exact m near the optimum t*, with m(1+q) <= t* <= m e^q (`glrt_ratio`), the gain D(m) is a lower bound. Between
m and t*, log LR differs from its value at t* by at most |q| N, so
    0 <= D(t*) - D(m) <= s (e^{|q| N} - 1) m (e^{|q|} - 1) sup f_c,     s = e^eps (forward) or 1 (reversed),
second order in q: t* is needed to half the working precision only. The difference of the two tails loses about
-log2(LR'/LR . r) bits, r the mean distance of T beyond the optimum; they are added in advance, and once more if that was not
enough and the arguments are exact.

Epsilon. d delta_forward/d eps = -e^eps SF_c(t*), d delta_reversed/d eps = -e^eps CDF_nc(t*). The unknown is t: at an exact m the
curve passes through (log LR(m), D(m)) without any inner search. Newton steps on log D locate the root; then interval Newton in
eps proves it: N(X) = eps_m + (D(m) - delta)/w(X), X an interval around eps_m. The tail in the slope w(X) is the one at m changed
by at most |t - m| times the largest density. N(X) inside X proves that the root, unique since the curves decrease, lies in N(X).
The larger of the two roots is epsilon; a value of one curve below delta at the root of the other shows which one that is.

Balls. roc and roc_reversed increase in x and mu; delta decreases in eps and epsilon in delta, both increase in mu: for lower mu,
scaling a Gaussian vector and adding noise turns one pair of laws into the other. Poor values are replaced by hulls over corners.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb, ctx

from dplemma.arb.chi_square import chi2_cdf, chi2_isf, chi2_sf, ncx2_cdf, ncx2_ppf, ncx2_sf
from dplemma.arb.glrt_ratio import Level, degrees_of_freedom, level, log2, log_0f1, slope_estimate
from dplemma.arb.glrt_ratio import log_likelihood_ratio as log_likelihood_ratio
from dplemma.arb.glrt_ratio import log_likelihood_ratio_and_slope as log_likelihood_ratio_and_slope
from dplemma.arb.normal import SHARP_BITS, norm_isf
from dplemma.arb.precision import working_precision
from dplemma.base.errors import OutOfBudget

_HALF = arb(0.5)
_QUARTER = arb(0.25)
_COMPARE_BITS = 40
_SEARCH_BITS = 53
_LONGEST_SEARCH = 80
_LARGEST_RATIO = 200_000
_LARGEST_NONCENTRALITY = 2.5e7
_ROUGH_BITS = 64
_BEYOND = arb(1.01)
"""How far a step may pass eps = 0 before delta is compared with delta(0)."""
_MOST_EXTRA_BITS = 6000
"""A difference that loses more bits than this is returned as a wide ball."""


def roc(fpr: arb, d: arb, mu: arb) -> arb:
    """Largest power SF_nc(SF_c^-1(fpr)) of a test with false-positive rate fpr in [0, 1]."""
    laws = _laws(d, mu)
    if laws is None:
        return arb.nan()
    if laws.lam > _LARGEST_NONCENTRALITY and ctx.prec > _ROUGH_BITS:
        with working_precision(_ROUGH_BITS):
            rough = roc(fpr, d, mu)
        if not rough.rad() < 0.25:  # the sum is out of reach; with more digits the quantile would only take longer
            return rough
    with working_precision(ctx.prec + _quantile_guard(laws)):
        value = ncx2_sf(chi2_isf(fpr, laws.k), laws.k, laws.lam)
    return value + 0


def roc_reversed(fpr: arb, d: arb, mu: arb) -> arb:
    """The curve with the hypotheses exchanged: CDF_c(CDF_nc^-1(fpr)), fpr in [0, 1]."""
    laws = _laws(d, mu)
    if laws is None:
        return arb.nan()
    if laws.lam > _LARGEST_NONCENTRALITY:
        raise OutOfBudget(f"the quantile at noncentrality {laws.lam.str(3, radius=False)} needs too many terms")
    with working_precision(ctx.prec + _quantile_guard(laws)):
        value = chi2_cdf(ncx2_ppf(fpr, laws.k, laws.lam), laws.k)
    return value + 0


def delta_forward(eps: arb, d: arb, mu: arb) -> arb:
    """sup_t [SF_nc(t) - e^eps SF_c(t)] for eps >= 0."""
    return _on_balls(lambda e, laws: _profile(e, laws, upper=True), eps, d, mu)


def delta_reversed(eps: arb, d: arb, mu: arb) -> arb:
    """sup_t [CDF_c(t) - e^eps CDF_nc(t)] for eps >= 0; exactly 0 if eps >= mu^2/2."""
    return _on_balls(lambda e, laws: _profile(e, laws, upper=False), eps, d, mu)


def delta(eps: arb, d: arb, mu: arb) -> arb:
    """The larger of `delta_forward` and `delta_reversed`; `OutOfBudget` where it is below about 10^-10^10."""
    if mu > 0 and eps > mu * _LARGEST_RATIO:
        raise OutOfBudget("eps/mu is too large: the tails of the chi-square laws have no digits so far out")
    return _on_balls(_larger_profile, eps, d, mu)


def epsilon(delta: arb, d: arb, mu: arb) -> arb:
    """The eps >= 0 with delta(eps) = delta, for delta in (0, 1); exactly 0 if delta >= delta(0)."""
    if not (delta > 0 and delta < 1):
        return arb.nan()
    return _on_balls(_larger_root, delta, d, mu)


@dataclass(frozen=True, kw_only=True)
class _Laws:
    """Degrees of freedom, as an integer and a ball, and noncentrality."""

    d: int
    k: arb
    lam: arb

    @property
    def exact(self) -> bool:
        return self.lam.is_exact()

    @property
    def centre(self) -> _Laws:
        """The same laws with the midpoint of lam."""
        return self if self.exact else _Laws(d=self.d, k=self.k, lam=self.lam.mid())


def _laws(d: arb, mu: arb) -> _Laws | None:
    degrees = degrees_of_freedom(d)
    if degrees is None or not (mu > 0 and mu.is_finite()):
        return None
    # An exact mu gives an exact lam: a rounded one would cost the sums several bits.
    with working_precision(max(ctx.prec, 2 * mu.bits() + 2)):
        return _Laws(d=degrees, k=arb(degrees), lam=mu * mu)


def _on_balls(function: Callable[[arb, _Laws], arb], x: arb, d: arb, mu: arb) -> arb:
    """A function that decreases in x >= 0 and increases in mu: directly if the balls are narrow, else over two corners."""
    laws = _laws(d, mu)
    if laws is None or not (x >= 0 and x.is_finite()):
        return arb.nan()
    exact = x.is_exact() and mu.is_exact()
    if exact or min(mu.rel_accuracy_bits(), x.rel_accuracy_bits()) >= SHARP_BITS:
        value = function(x, laws)
        if exact or value.rel_accuracy_bits() >= SHARP_BITS:
            return value
    corners = (x.upper(), mu.lower()), (x.lower().max(arb(0)), mu.upper())
    low, high = (_on_balls(function, corner, d, mu_end) for corner, mu_end in corners)
    return low.union(high)


def _quantile_guard(laws: _Laws) -> int:
    """Bits that the size of t costs a tail at an inexact t."""
    return 12 + math.frexp(laws.d + float(laws.lam.mid()) + ctx.prec)[1]


def _larger_profile(eps: arb, laws: _Laws) -> arb:
    # At eps = 0 both are the total variation distance.
    if eps.is_zero() or eps >= laws.lam * _HALF:
        return _profile(eps, laws, upper=True)
    return _profile(eps, laws, upper=True).max(_profile(eps, laws, upper=False))


def _profile(eps: arb, laws: _Laws, *, upper: bool) -> arb:
    """delta_forward (upper) or delta_reversed, on narrow balls."""
    value = eps if upper else -eps
    with working_precision(4 * ctx.prec):
        reach = value + laws.lam * _HALF
    if not reach > 0:
        # Only the reversed profile ends; where that is undecided nothing better is said.
        return arb(0) if reach <= 0 else arb(0).union(arb(1))
    bits, exact = ctx.prec, laws.exact and eps.is_exact()
    goal = bits
    best = arb(0).union(arb(1))
    for _ in range(3):
        place = level(value, laws.d, laws.lam, lambda t, goal=goal: goal / 2 + 6 + _spread_bits(t, laws, upper=upper))
        with working_precision(goal + 8 + _lost_bits(place.t, laws, upper=upper)):
            factor = eps.exp()
            gain = _gain(place.t, factor, laws.centre, upper=upper)[0]
            gain += _shortfall(place, factor if upper else arb(1), laws) + _drift(place, factor if upper else arb(1), laws)
        if gain.is_finite():
            best = gain + 0
        missing = bits - 4 - best.rel_accuracy_bits()
        if missing <= 0 or not exact:
            break
        goal += missing + 8
    return best if best > 0 else best.max(arb(0))


def _gain(t: arb, factor: arb, laws: _Laws, *, upper: bool) -> tuple[arb, arb]:
    """What the test at t gains, SF_nc - e^eps SF_c or CDF_c - e^eps CDF_nc, and the tail that is multiplied by e^eps."""
    if upper:
        tail = chi2_sf(t, laws.k)
        return ncx2_sf(t, laws.k, laws.lam) - factor * tail, tail
    tail = ncx2_cdf(t, laws.k, laws.lam)
    return chi2_cdf(t, laws.k) - factor * tail, tail


def _shortfall(place: Level, scale: arb, laws: _Laws) -> arb:
    """[0, b] with b the most that the optimum can exceed the gain at place.t."""
    with working_precision(_SEARCH_BITS):
        reach = place.q.abs_upper()
        if not reach < _HALF:
            return _anything()
        moved = place.t * reach.expm1()
        bound = scale * (reach * place.mean).expm1() * moved * _largest_density(place.t, reach, laws.d)
        return arb(0).union(bound.abs_upper())


def _drift(place: Level, scale: arb, laws: _Laws) -> arb:
    """Change of the gain at place.t while lam runs through its ball: d SF_nc/d lam = (2N/lam) LR f_c at every t."""
    if laws.exact:
        return arb(0)
    with working_precision(_SEARCH_BITS):
        reach = (place.q * place.mean).abs_upper()
        speed = scale * reach.exp() * 2 * place.mean / laws.lam * _largest_density(place.t, arb(0), laws.d)
        return arb(0, (speed * laws.lam.rad()).abs_upper())


def _largest_density(t: arb, reach: arb, d: int) -> arb:
    """Bound on the central density where t (1 - reach) <= s <= t e^reach, reach < 1/2: there |log(s/t)| <= 2 reach."""
    half, shape = t * _HALF, arb(d) * _HALF
    with working_precision(_SEARCH_BITS + 2 * max(0, math.frexp(float(t.mid()))[1]) + 16):
        exponent = (shape - 1) * half.log() - half - shape.lgamma()
    slack = 2 * reach * abs(shape - 1) + half * (2 * reach).expm1()
    return ((exponent + slack).exp() * _HALF).abs_upper()


def _mean_distance(t: arb, d: int, *, upper: bool) -> float:
    """About E|T - t| given that T lies beyond t, for a central T."""
    size = max(float(t.mid()), 1e-300)
    steepness = max(abs(0.5 - d / 2 / size), 1 / (math.sqrt(2 * d) + 2))
    inside = max(0.0, d - size if upper else size - d)
    return inside + 1 / steepness


def _spread_bits(t: arb, laws: _Laws, *, upper: bool) -> float:
    """log2 of t over the distance on which the tails change."""
    return max(0.0, math.log2(max(float(t.mid()), 1e-300) / _mean_distance(t, laws.d, upper=upper)))


def _lost_bits(t: arb, laws: _Laws, *, upper: bool) -> int:
    """Bits about that the difference of the two tails loses."""
    kept = slope_estimate(t, laws.d, laws.lam) * _mean_distance(t, laws.d, upper=upper)
    return min(_MOST_EXTRA_BITS, max(0, math.ceil(-math.log2(kept))) + 4)


@dataclass(frozen=True, kw_only=True)
class _Point:
    """A point of a profile, given by its optimum t: there delta(eps) = gain, and the derivative in eps is -e^eps tail."""

    t: arb
    eps: arb
    gain: arb
    tail: arb
    mean: arb

    @property
    def weight(self) -> arb:
        return self.eps.exp() * self.tail


def _point(t: arb, laws: _Laws, *, upper: bool) -> _Point:
    with working_precision(ctx.prec + 8 + _lost_bits(t, laws, upper=upper)):
        reached, mean = log_0f1(laws.lam * t * _QUARTER, laws.d)
        ratio = reached - laws.lam * _HALF
        eps = ratio if upper else -ratio
        gain, tail = _gain(t, eps.exp(), laws, upper=upper)
    return _Point(t=t, eps=eps, gain=gain, tail=tail, mean=mean)


def _larger_root(target: arb, laws: _Laws) -> arb:
    """epsilon on narrow balls."""
    # T is a function of a Gaussian vector, so delta(0) is at most the total variation 2 Phi(mu/2) - 1 of the vectors.
    if (laws.lam / 8).sqrt().erf() <= target:
        return arb(0)
    forward = _root(target, laws, upper=True)
    if forward.is_zero() or _root_is_below(forward.lower(), target, laws, upper=False):
        return forward
    reverse = _root(target, laws, upper=False)
    if reverse.is_zero() or _root_is_below(reverse.lower(), target, laws, upper=True):
        return reverse
    return forward.max(reverse)


def _root_is_below(eps: arb, target: arb, laws: _Laws, *, upper: bool) -> bool:
    """Whether one profile certainly passes below target before eps."""
    if not eps > 0:
        return False
    with working_precision(min(_COMPARE_BITS, ctx.prec)):
        return bool(_profile(eps, laws, upper=upper) < target)


def _root(target: arb, laws: _Laws, *, upper: bool) -> arb:
    """The eps >= 0 where one profile equals target; 0 if it starts below target."""
    full = ctx.prec
    goal = full
    root = arb(0)
    for _ in range(3):
        with working_precision(goal):
            root = _signed_root(target, laws, upper=upper)
        missing = full - 4 - root.rel_accuracy_bits()
        if root <= 0 or missing <= 0 or not (laws.exact and target.is_exact()):
            break
        goal += missing + 8
    return (root if root > 0 else root.max(arb(0))) + 0


def _signed_root(target: arb, laws: _Laws, *, upper: bool) -> arb:
    """As `_root`, but the ball may reach below 0, where the profiles go on, if the sign of the root is undecided."""
    full = ctx.prec
    edge = level(arb(0), laws.d, laws.lam, lambda _: 20).t
    t = _root_seed(target, edge, laws, upper=upper)
    bits = min(full, _SEARCH_BITS)
    for _ in range(_LONGEST_SEARCH):
        with working_precision(bits):
            point = _point(t, laws, upper=upper)
            move = _newton_step(point, target, upper=upper) if point.gain > 0 else arb.nan()
            if not move.is_finite():
                # Most often the loss of bits was underestimated; a gain that stays undecided comes from wide arguments.
                if bits > 4 * full + _MOST_EXTRA_BITS:
                    return _anything()
                bits *= 2
                continue
            accuracy = min(full, -log2(abs(move)))
            if bits >= full and 2 * accuracy > full:
                image = _proved_image(point, target, laws, upper=upper)
                if image is not None or not (laws.exact and target.is_exact()):
                    return image if image is not None else _anything()
        # The error after the step is about its square, the next evaluation must resolve the square of that.
        bits = max(bits, min(full, 4 * int(accuracy) + 16))
        with working_precision(bits):
            t = (t * move.exp()).mid()
        if (edge > t * _BEYOND) if upper else (t > edge * _BEYOND):
            with working_precision(min(full, _COMPARE_BITS)):
                if _profile(arb(0), laws, upper=True) <= target:
                    return arb(0)
            t = edge
    raise OutOfBudget("no certified epsilon after the allowed number of steps")


def _anything() -> arb:
    return arb(0, math.inf)


def _newton_step(point: _Point, target: arb, *, upper: bool) -> arb:
    """Change of log t in a Newton step on log delta: in sqrt(t) for the forward profile, in log t for the reversed one."""
    change = ((point.gain / target).log() * point.gain / (point.mean * point.weight)).mid()
    return (2 * (change * _HALF).max(-_HALF).log1p()).mid() if upper else -change


def _proved_image(point: _Point, target: arb, laws: _Laws, *, upper: bool) -> arb | None:
    """Interval Newton in eps from a point of the profile: an enclosure of the root, or None if it is not proved."""
    excess = point.gain - target
    # All is relative to the eps of the point, which may be known to many more bits than the working precision.
    window = arb(0, (4 * (excess / point.weight).abs_upper()).abs_upper())
    reach = (window / point.mean).abs_upper()
    if not reach < _HALF:
        return None
    density = _largest_density(point.t, reach, laws.d)
    if not upper:
        # f_nc = f_c LR, and LR = e^-eps on the curve.
        density = density * (-point.eps - window).exp()
    moved = (point.t * reach.expm1() * density).abs_upper()
    shift = excess / (point.weight * window.exp() * (1 + arb(0, (moved / point.tail).abs_upper())))
    return point.eps + shift if window.contains_interior(shift) else None


def _root_seed(target: arb, edge: arb, laws: _Laws, *, upper: bool) -> arb:
    """Approximate optimum of the test whose gain is target, from the concentration of sqrt(T), or the power of t far left."""
    with working_precision(_SEARCH_BITS):
        normal = norm_isf(target.mid())
        if upper:
            root = ((laws.lam + laws.d).sqrt() + normal).mid().max(arb(0))
            return (root * root).max(edge).mid()
        root = (laws.k.sqrt() - normal).mid().max(arb(0))
        shape = laws.k * _HALF
        power = 2 * ((target.mid().log() + (shape + 1).lgamma()) / shape).exp()
        return (root * root).max(power).min(edge).mid()
