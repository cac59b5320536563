"""Every quantity by two engines that share no code: the certified ball must hold the independent value, over the whole domain.

Points are drawn from each quantity's own intervals: log-uniform over many decades, next to 0 and 1 for rates, ordinary
decimals and fractions, closed ends, and integers up to `LARGEST_INTEGER`. The ball is widened by nothing but the second
opinion's own error estimate, and the same ball moved by 10^-24 of its size must miss, so that every comparison could fail.
A second opinion that finds no answer is counted, and at least four points in five must have been compared.

`DPLEMMA_DEEP=1 pytest tests/values/test_two_engines.py` takes fresh points, and many more of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from flint import arb
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from independent import INDEPENDENT, second_opinion
from mpmath import mp, mpf

import dplemma
from dplemma.arb.precision import working_precision
from dplemma.formulas import quantities
from dplemma.lang.interval import Interval
from dplemma.lang.quantity import Quantity

DEEP = os.environ.get("DPLEMMA_DEEP", "") not in ("", "0")
DEEPER = 12
DIGITS, SECOND_DIGITS = 25, 32
COMPARED_SHARE = Fraction(4, 5)
COMPARING_BITS = 4096
LARGEST_INTEGER = {"k": 300, "d": 200, "steps": 10**6}
SMALLEST, LARGEST = -30, 6
"""Decades of a parameter that is not bounded."""

Point = tuple[Fraction, ...]


@dataclass(frozen=True, kw_only=True)
class Reach:
    """Where one of the two engines stops, and why: decades of a parameter, or a condition on the point."""

    reason: str
    decades: dict[str, tuple[int, int]] = field(default_factory=dict)
    where: Callable[..., bool] | None = None


_CANCELS = "mpmath integrates terms of order mu whose sum is of order mu^2: hundreds of digits for tiny mu, and minutes"
_LENGTHS = "the likelihood ratio is a power series of about mu r terms at every node; tails below 10^(-10^9) are out of budget"
_ENTROPIES = "the difference of two entropies of the order of 1, each by quadrature, cancels where they are nearly the same"
_APART = "the logarithm of an integral next to 1: all of its digits cancel where the two laws are nearly the same"
_MODERATE = {"mu0": (-4, 2), "mu1": (-4, 2), "sigma0": (-2, 2), "sigma1": (-2, 2)}

EXCLUDED: dict[str, Reach] = {
    "detector.gaussian_exponent": Reach(
        reason="the tilt at which the exponent is greatest is searched within 10^7 of 0",
        decades={"threshold": (-6, 2), "mu": (-3, 2)},
    ),
    "detector.laplace_exponent": Reach(
        reason="the tilt grows beyond all bounds as the threshold nears eps0, and the terms of order eps0 cancel",
        decades={"eps0": (-2, 2)},
    ),
    "distortion.rate": Reach(reason=_ENTROPIES, decades={"variance": (-9, 4), "reach": (-9, 4)}),
    "glrt.mixed_delta": Reach(reason=_LENGTHS, decades={"eps": (-6, 1), "mu": (-3, 1)}),
    "glrt.mixed_roc": Reach(reason=_LENGTHS, decades={"mu": (-6, 1)}),
    "glrt.roc_symmetric": Reach(reason=_LENGTHS, decades={"mu": (-6, 1)}),
    "glrt.subsampled_delta": Reach(reason=_LENGTHS, decades={"eps": (-6, 1), "mu": (-3, 1), "q": (-3, 0)}),
    "high_dimension.roc": Reach(reason="a tail at 10^9 deviations has more digits than memory", decades={"mu": (-12, 3)}),
    "laplace.chernoff": Reach(reason=_CANCELS, decades={"eps0": (-8, 4)}),
    "rectified.delta": Reach(
        reason="the crossing is searched among tails at eps0/mu deviations",
        decades={"eps": (-3, 1), "mu": (-3, 1), "eps0": (-3, 1)},
        where=lambda eps, mu, eps0: eps < eps0,
    ),
    "two_gaussians.chernoff": Reach(reason=_APART, decades=_MODERATE),
    "two_gaussians.chernoff_exponent": Reach(reason=_APART, decades=_MODERATE),
    "two_gaussians.kl": Reach(reason=_APART, decades={"mu0": (-6, 3), "mu1": (-6, 3), "sigma0": (-3, 3), "sigma1": (-3, 3)}),
    "gaussian.kl": Reach(reason=_CANCELS, decades={"mu": (-12, 6)}),
    "gaussian.chernoff": Reach(reason=_CANCELS, decades={"mu": (-8, 4)}),
    "gaussian.mu_for_fbeta": Reach(
        reason="next to its floor and to 1 the score is searched by differences of tails", decades={"beta": (-2, 2), "f": (-6, 0)}
    ),
    "gaussian.mu_for_auc": Reach(reason="the edge of the half plane nears its mean as auc nears 1/2", decades={"auc": (-20, 0)}),
    "dpsgd.mu_clt_poisson": Reach(
        reason="mpmath carries the digits of e^(1/sigma^2), 2/sigma^2 of them cancel for a large sigma",
        decades={"sigma": (-12, 6)},
    ),
    "renyi.gaussian": Reach(
        reason="the logarithm of an integral next to 1 over order - 1: all of its digits cancel",
        decades={"order": (-9, 4), "mu0": (-9, 4), "mu1": (-9, 4), "sigma0": (-9, 4), "sigma1": (-9, 4)},
    ),
    "laplace.epsilon": Reach(
        reason="1 - delta is a width that is searched for from eps0: both must be in sight", decades={"eps0": (-30, 3)}
    ),
    "laplace.epsilon_for_fbeta": Reach(
        reason="the score leaves its floor at eps ~ beta^2, which a search by differences does not see", decades={"beta": (-6, 6)}
    ),
    "laplace.epsilon_for_auc": Reach(
        reason="the logarithm of an area that nears 1/2 is searched by its digits next to log 2", decades={"auc": (-20, 0)}
    ),
    "laplace.mu": Reach(reason="the supremum over eps is searched by differences of order eps0", decades={"eps0": (-20, 4)}),
    "glrt.delta": Reach(reason=_LENGTHS, decades={"eps": (-9, 3), "mu": (-6, 2)}, where=lambda eps, d, mu: eps <= 1000 * mu),
    "glrt.epsilon": Reach(reason=_LENGTHS, decades={"mu": (-4, 1)}),
    "glrt.roc": Reach(reason=_LENGTHS, decades={"mu": (-12, 2)}),
    "glrt.roc_reversed": Reach(reason=_LENGTHS, decades={"mu": (-12, 1)}),
    "subsampled.gaussian_renyi": Reach(
        reason="a trapezoidal sum over order/sigma units, and a scan in double precision for which 1 - q must not be 0",
        decades={"order": (-6, 2), "sigma": (-1, 3), "q": (-12, 0)},
        where=lambda order, sigma, q: order <= 100 * sigma,
    ),
}

EXAMPLES: dict[str, int] = {
    name: count
    for count, names in {
        5: "gaussian.chernoff gaussian.fbeta gaussian.fbeta_fpr gaussian.mu_for_auc glrt.epsilon glrt.roc_reversed "
        "gaussian.mu_for_fbeta gaussian.mu_for_tpr zcdp.rho laplace.epsilon_for_auc "
        "laplace.mu pure.mu detector.gaussian_exponent detector.laplace_exponent glrt.roc_symmetric glrt.subsampled_delta "
        "glrt.mixed_delta glrt.mixed_roc "
        "rectified.delta two_gaussians.chernoff two_gaussians.chernoff_exponent laplace.chernoff",
        8: "gaussian.epsilon gaussian.mu gaussian.mu_for_tv gaussian.sigma glrt.roc laplace.epsilon_for_fbeta "
        "laplace.epsilon_for_tpr laplace.epsilon_for_tv subsampled.gaussian_renyi detector.gaussian_cut detector.gaussian_ratio "
        "high_dimension.distance high_dimension.roc rectified.roc",
        12: "gaussian.roc gaussian.tradeoff glrt.delta laplace.epsilon laplace.roc laplace.tradeoff renyi.gaussian",
        20: "dpsgd.mu_clt_poisson dpsgd.mu_clt_uniform gaussian.auc gaussian.delta gaussian.kl gaussian.log_delta "
        "gaussian.log_one_minus_delta gaussian.one_minus_delta gaussian.tv laplace.auc laplace.kl laplace.tv "
        "pure.composed_epsilon subsampled.gaussian_delta subsampled.laplace_delta detector.gaussian_fpr "
        "detector.gaussian_precision detector.gaussian_tpr detector.laplace_cut detector.laplace_fpr detector.laplace_precision "
        "detector.laplace_ratio detector.laplace_tpr distortion.information distortion.least_reach "
        "distortion.most_variance distortion.rate "
        "high_dimension.mu two_gaussians.kl",
        40: "gaussian.renyi laplace.delta laplace.renyi renyi.epsilon_best renyi.order_best",
    }.items()
    for name in names.split()
}
"""Points for each quantity whose second opinion is slow; the others get `MOST_EXAMPLES`."""
MOST_EXAMPLES = 60


# -- points -----------------------------------------------------------------------------------------------------------


def positive(low: int = SMALLEST, high: int = LARGEST) -> st.SearchStrategy[Fraction]:
    """Positive numbers between 10^low and 10^high."""
    spread = st.builds(lambda m, e: m * Fraction(10) ** e, st.integers(1, 9999), st.integers(low, high - 4))
    ordinary = st.integers(1, 20_000).map(lambda n: Fraction(n, 1000))
    fractions = st.builds(Fraction, st.integers(1, 60), st.integers(1, 60))
    inside = st.one_of(ordinary, spread, fractions, ordinary)
    return inside.filter(lambda x: Fraction(10) ** low <= x <= Fraction(10) ** high)


def shares(low: int = SMALLEST) -> st.SearchStrategy[Fraction]:
    """Numbers between 0 and 1: next to either, ordinary decimals, fractions."""
    small = st.builds(lambda m, e: m * Fraction(10) ** e, st.integers(1, 99), st.integers(low, -3))
    ordinary = st.integers(1, 999).map(lambda n: Fraction(n, 1000))
    fractions = st.builds(lambda p, q: Fraction(p, p + q), st.integers(1, 60), st.integers(1, 60))
    return st.one_of(ordinary, small, fractions, small.map(lambda x: 1 - x))


def numbers(name: str, interval: Interval, decades: tuple[int, int]) -> st.SearchStrategy[Fraction]:
    """The whole interval, closed ends included."""
    low, high = interval.lo, interval.hi
    if interval.integer:
        top = LARGEST_INTEGER[name]
        return st.one_of(st.integers(1, 12), st.integers(1, top), st.sampled_from([1, 2, top])).map(Fraction)
    if low is None:
        return st.one_of(st.just(Fraction(0)), positive(*decades), positive(*decades).map(lambda x: -x))
    if high is None:
        inside = positive(*decades).map(lambda x: low + x)
        return inside if interval.lo_open else st.one_of(st.just(low), inside, inside, inside, inside, inside)
    inside = shares(decades[0]).map(lambda x: low + (high - low) * x)
    closed = [end for end, open_ in ((low, interval.lo_open), (high, interval.hi_open)) if not open_]
    return st.one_of(*([st.sampled_from(closed)] if closed else []), *[inside] * 5)


def correlated(quantity: Quantity) -> st.SearchStrategy[Point]:
    """Correlations that leave kappa = (2 - p)(1 - c)(1 - t) - 1 positive, each drawn from what is left."""
    part = st.one_of(st.just(Fraction(0)), shares())
    own = [numbers(name, interval, reach(quantity, name)) for name, interval in list(quantity.params.items())[:2]]

    def point(first: Fraction, second: Fraction, prior: Fraction, record: Fraction, time: Fraction) -> Point:
        record *= 1 - 1 / (2 - prior)
        time *= 1 - 1 / ((2 - prior) * (1 - record))
        return first, second, prior, record, time

    return st.builds(point, *own, part, part, part)


def within_the_losses(quantity: Quantity) -> st.SearchStrategy[Point]:
    """Thresholds between -eps0 and eps0."""
    share = st.builds(lambda size, sign: size * sign, shares(-3), st.sampled_from([-1, 0, 1]))
    return st.builds(lambda part, eps0: (part * eps0, eps0), share, positive(*reach(quantity, "eps0")))


def attainable_scores(quantity: Quantity) -> st.SearchStrategy[Point]:
    """epsilon_for_fbeta, mu_for_fbeta: scores from (1 + beta^2)/(2 + beta^2), the least one, on."""

    def point(share: Fraction, beta: Fraction) -> Point:
        least = (1 + beta**2) / (2 + beta**2)
        return least + share * (1 - least), beta

    nearest = reach(quantity, "f")[0]
    return st.builds(point, st.one_of(st.just(Fraction(0)), shares(nearest), shares(nearest)), positive(*reach(quantity, "beta")))


def better_than_guessing(quantity: Quantity) -> st.SearchStrategy[Point]:
    """Rates with fpr < tpr."""
    both = st.builds(lambda x, y: (max(x, y), min(x, y)), shares(-20), shares(-20))
    return both.filter(lambda pair: pair[0] > pair[1])


JOINT: dict[str, Callable[[Quantity], st.SearchStrategy[Point]]] = {
    "laplace.fbeta": correlated,
    "detector.gaussian_precision": correlated,
    "detector.laplace_precision": correlated,
    "detector.laplace_exponent": within_the_losses,
    "laplace.epsilon_for_fbeta": attainable_scores,
    "gaussian.mu_for_fbeta": attainable_scores,
    "gaussian.mu_for_tpr": better_than_guessing,
    "laplace.epsilon_for_tpr": better_than_guessing,
}
"""Quantities whose domain is no product of intervals and that independent draws would hit too seldom."""


def reach(quantity: Quantity, parameter: str) -> tuple[int, int]:
    narrowed = EXCLUDED.get(quantity.name)
    return narrowed.decades.get(parameter, (SMALLEST, LARGEST)) if narrowed else (SMALLEST, LARGEST)


def points(quantity: Quantity) -> st.SearchStrategy[Point]:
    """Points of the domain, the quantity's own example among them."""
    if quantity.name in JOINT:
        drawn = JOINT[quantity.name](quantity)
    else:
        drawn = st.tuples(*(numbers(name, interval, reach(quantity, name)) for name, interval in quantity.params.items()))
    own = st.just(tuple(Fraction(quantity.example[name]) for name in quantity.params))
    narrowed = EXCLUDED.get(quantity.name)
    conditions = [quantity.such_that, narrowed.where if narrowed else None]
    return st.one_of(own, *[drawn] * 12).filter(lambda point: all(test is None or test(*point) for test in conditions))


# -- comparison -------------------------------------------------------------------------------------------------------


def dyadic(x: arb) -> mpf:
    mantissa, exponent = x.man_exp()
    return mp.ldexp(mpf(int(mantissa)), int(exponent))


def holds(ball: arb, value: mpf, error: mpf) -> bool:
    """True if the ball, widened by the error estimate alone, contains the value."""
    with mp.workprec(COMPARING_BITS):
        return bool(abs(value - dyadic(ball.mid())) <= dyadic(ball.rad()) + error)


def moved(ball: arb) -> arb:
    """The ball shifted by 10^-24 of its size: ten units of the last certified digit."""
    with working_precision(COMPARING_BITS):
        return ball * (1 + arb(10) ** -24)


@dataclass
class Tally:
    seen: int = 0
    unanswered: list[str] = field(default_factory=list)


def compare(quantity: Quantity, point: Point, tally: Tally) -> None:
    tally.seen += 1
    ball = dplemma.value(quantity.name, digits=DIGITS, **dict(zip(quantity.params, point, strict=True))).ball
    try:
        value, error = second_opinion(quantity.name, *point, digits=SECOND_DIGITS)
    except ArithmeticError as failure:  # NoAnswer is one
        tally.unanswered.append(f"{tuple(map(str, point))}: {failure!r}")
        return
    assert holds(ball, value, error), f"ball {ball.str(40)}, second opinion {mp.nstr(value, 40)} +/- {mp.nstr(error, 3)}"
    assert ball.is_zero() or not holds(moved(ball), value, error), "a comparison that cannot fail"


@pytest.mark.parametrize("name", quantities())
def test_the_ball_holds_the_second_opinion(name: str) -> None:
    quantity, tally = quantities()[name], Tally()
    assert name in INDEPENDENT, f"{name} has no second opinion in tests/shared/independent*.py"

    @settings(
        max_examples=EXAMPLES.get(name, MOST_EXAMPLES) * (DEEPER if DEEP else 1),
        derandomize=not DEEP,
        deadline=None,
        database=None,
        print_blob=DEEP,
        suppress_health_check=list(HealthCheck),
    )
    @given(points(quantity))
    def run(point: Point) -> None:
        compare(quantity, point, tally)

    run()
    assert len(tally.unanswered) <= (1 - COMPARED_SHARE) * tally.seen, "\n".join(tally.unanswered)


def test_exclusions_name_known_quantities_and_say_why() -> None:
    assert set(EXCLUDED) | set(EXAMPLES) | set(JOINT) <= set(quantities())
    assert all(len(reach.reason) > 20 for reach in EXCLUDED.values())


def test_there_are_no_second_opinions_on_nothing() -> None:
    assert set(INDEPENDENT) == set(quantities())


@pytest.mark.parametrize("name", ["gaussian.delta", "laplace.renyi", "pure.composed_epsilon", "zcdp.delta", "renyi.order_best"])
def test_a_wrong_ball_fails(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quantity = quantities()[name]
    right: Any = dplemma.value(name, digits=DIGITS, **quantity.example)

    class Wrong:
        ball = moved(right.ball)

    monkeypatch.setattr(dplemma, "value", lambda *_, **__: Wrong)
    with pytest.raises(AssertionError, match="second opinion"):
        compare(quantity, tuple(Fraction(quantity.example[parameter]) for parameter in quantity.params), Tally())
