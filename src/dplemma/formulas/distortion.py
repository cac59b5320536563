"""The attack that adds a Gaussian record to the data, and what it costs: information, sensitivity and variance
(privacy-distortion).

The answer is the sum of records with variances that add up to `variance`, before and after a record of standard deviation sigma_a
has been added; `reach` is the sensitivity s, which bounds what the attack adds, so sigma_a <= s. With I the information that
the two sums have of each other
    I = (1/2) log(1 + variance/sigma_a^2) >= (1/2) log(variance/s^2),
and the inequality, solved for s and for sigma_a^2, gives the two bounds. (A factor (2 pi e)^(n-1), n the number of records, does
not belong here: it compares n records with one sum.)
"""

from __future__ import annotations

from typing import Any

import dplemma.lang as L
from dplemma.lang.interval import POSITIVE
from dplemma.lang.quantity import quantity

_SUMS = "of the sums before and after the attack, not of the data sets, which share records without noise"


@quantity(
    "distortion.information", latex=r"I(<variance>, <sigma_a>)",
    variance=POSITIVE, sigma_a=POSITIVE, role="guarantee", example={"variance": "2", "sigma_a": "1"},
    formula="log(1 + variance/sigma_a^2)/2", note=_SUMS,
)  # fmt: skip
def information(variance: Any, sigma_a: Any) -> Any:
    """Mutual information, in nats, of the answers before and after the attack."""
    return L.log(1 + variance / sigma_a**2) / 2


@quantity(
    "distortion.rate", latex=r"R(<variance>, <reach>)",
    variance=POSITIVE, reach=POSITIVE, role="neutral", status="bound", example={"variance": "2", "reach": "1"},
    formula="log(variance/reach^2)/2",
    note="a lower bound on distortion.information for every sigma_a <= reach; the rate of a Gaussian source at distortion "
    "reach^2; negative, and then without content, where reach^2 > variance",
)  # fmt: skip
def rate(variance: Any, reach: Any) -> Any:
    """Information, in nats, that an attack within the sensitivity leaves at least."""
    return L.log(variance / reach**2) / 2


@rate.form(
    "zero", when=lambda variance, reach: (variance >= reach**2) & (variance <= reach**2),
    because="the logarithm is exactly 0, which no enclosure can tell",
)  # fmt: skip
def _rate_zero(variance: Any, reach: Any) -> Any:
    return L.Integer(0)


@quantity(
    "distortion.least_reach", latex=r"s_{\min}(<variance>, <sigma_a>)",
    variance=POSITIVE, sigma_a=POSITIVE, role="calibration-lower", status="bound", example={"variance": "2", "sigma_a": "1"},
    formula="sqrt(variance sigma_a^2/(variance + sigma_a^2))",
    note="a sensitivity that covers the attack is no smaller; sigma_a itself is a larger lower bound",
)  # fmt: skip
def least_reach(variance: Any, sigma_a: Any) -> Any:
    """Lower bound on the sensitivity that the second moments of data and attack give."""
    return L.sqrt(variance * sigma_a**2 / (variance + sigma_a**2))


@quantity(
    "distortion.most_variance", latex=r"\sigma^2_{\max}(<variance>, <reach>)",
    variance=POSITIVE, reach=POSITIVE, role="guarantee", status="bound", example={"variance": "2", "reach": "1"},
    formula="variance/(variance/reach^2 - 1)",
    note="of the attack, that is, of sigma_a^2; it says nothing of detection",
    such_that=lambda variance, reach: reach**2 < variance, needs="reach^2 < variance; there is no bound otherwise",
)  # fmt: skip
def most_variance(variance: Any, reach: Any) -> Any:
    """Upper bound on the variance of the attack that the second moments of the data and the sensitivity give."""
    return variance / (variance / reach**2 - 1)
