"""Second opinion on the length test in high dimension: moments of one squared coordinate by quadrature."""

from __future__ import annotations

from fractions import Fraction

from independent_gaussian import normal_density, normal_tails, upper_quantile
from independent_information import normal_mean
from independent_numeric import half_line_integral, interval_integral, quantity, real
from mpmath import mp, mpf


def coordinate(d: Fraction, mu: Fraction) -> tuple[mpf, mpf, mpf]:
    """(shift, mean, variance) of one squared coordinate."""
    shift = real(mu) / mp.sqrt(real(d))
    mean = normal_mean(lambda v: (v + shift) ** 2)
    return shift, mean, normal_mean(lambda v: ((v + shift) ** 2 - mean) ** 2)


@quantity("high_dimension.mu")
def high_dimension_mu(d: Fraction, mu: Fraction) -> mpf:
    """The distance of the two means in units of the deviation without the record."""
    (_, _, variance), (shift, _, _) = coordinate(d, Fraction(0)), coordinate(d, mu)
    gained = normal_mean(lambda v: shift * (2 * v + shift))
    return real(d) * gained / mp.sqrt(real(d) * variance)


@quantity("high_dimension.roc")
def high_dimension_roc(fpr: Fraction, d: Fraction, mu: Fraction) -> mpf:
    if fpr in (0, 1):
        return real(fpr)
    (_, mean0, variance0), (_, mean1, variance1) = coordinate(d, Fraction(0)), coordinate(d, mu)
    threshold = upper_quantile(fpr) * mp.sqrt(real(d) * variance0) + real(d) * mean0
    return normal_tails((threshold - real(d) * mean1) / mp.sqrt(real(d) * variance1))[1]


@quantity("high_dimension.distance")
def high_dimension_distance(d: Fraction, mu: Fraction) -> mpf:
    """0.4748 times the third absolute moment, integrated on both sides of each zero, over variance^(3/2) sqrt(d)."""
    shift, _, variance = coordinate(d, mu)
    edge = mp.sqrt(1 + shift**2)

    def cube(v: mpf) -> mpf:
        return abs((v + shift) ** 2 - edge**2) ** 3 * normal_density(v)

    inside = interval_integral(lambda y: cube(y - edge - shift), 2 * edge)
    outside = half_line_integral(lambda y: cube(edge - shift + y) + cube(-edge - shift - y), mpf(1))
    return real(Fraction("0.4748")) * (inside + outside) / mp.sqrt(variance**3 * real(d))
