"""What lifted code may do: count with whole numbers, sum exactly, use the normal quantile; and what is refused, and why."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest
from scipy.optimize import brentq
from scipy.stats import chi2

from dplemma.doubles.bound import bits_bound
from dplemma.doubles.carried import Unliftable
from dplemma.doubles.trace import trace


def exact_sum(x):
    return math.fsum([x, 1e16, -1e16])


def plain_sum(x):
    return x + 1e16 - 1e16


def choose(k, x):
    return math.comb(int(k), 2) * x


def quantile(p):
    return NormalDist().inv_cdf(p)


def golden(x):
    """A constant built from constants: each is made once."""
    low, high = 0.0, 1.0
    for _ in range(60):
        low = low + (math.sqrt(5) - 1) / 2 * (high - low) / 2
    return low + x


def decided_by_rounding(x):
    return 1.0 if (x + 1) - 1 > x else 2.0


def corrected(p):
    """A Newton step removes the error of the quantile: both come from the same rounding."""
    z = NormalDist().inv_cdf(p)
    return z - (0.5 * math.erfc(-z / math.sqrt(2)) - p) * math.sqrt(2 * math.pi) * math.exp(z * z / 2)


def with_infinity(x):
    return x if x < math.inf else 0.0


def root(p):
    return brentq(lambda x: x * x - p, 0, 10)


def chi_square(x):
    return chi2.sf(x, 3)


@pytest.mark.parametrize(
    ("function", "inputs"), [(exact_sum, (0.3,)), (choose, (7.0, 0.1)), (quantile, (0.2,)), (golden, (0.5,))]
)
def test_the_trace_computes_what_the_code_does(function, inputs) -> None:
    assert trace(function, inputs).result == float(function(*inputs))


def test_an_exact_sum_loses_nothing() -> None:
    assert trace(exact_sum, (0.3,)).predicted_bits < 1 == trace(exact_sum, (0.3,)).result / 0.3
    assert trace(plain_sum, (0.3,)).predicted_bits > 50


def test_errors_by_two_ways_may_cancel() -> None:
    assert trace(corrected, (0.45,)).predicted_bits < 4


@pytest.mark.parametrize(
    ("function", "inputs", "reason"),
    [
        (decided_by_rounding, (0.1,), "decides by rounding errors"), (root, (2.0,), "calls back"),
        (chi_square, (2.0,), "chi2_gen.sf cannot be followed"), (choose, (7.5, 0.1), "plain float or integer"),
    ],
)  # fmt: skip
def test_what_cannot_be_followed_is_refused(function, inputs, reason: str) -> None:
    with pytest.raises(Unliftable, match=reason):
        trace(function, inputs)


def test_an_infinity_in_the_code_has_no_bound() -> None:
    assert bits_bound(with_infinity, {"x": (1.0, 2.0)}, good=1.0, boxes=10).bits == math.inf
