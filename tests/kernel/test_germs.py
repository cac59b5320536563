"""Sums of rates with a remainder: nothing that was left out is forgotten."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dplemma.kernel.germs import Germ, Germs, Rate, TooShort, constant, raised, s_to_the
from dplemma.kernel.statement import Interval, Region
from dplemma.kernel.term import ONE, ZERO, Rejected, var

germs = Germs(Region({"a": Interval()}), 4)
s = [s_to_the(Fraction(n)) for n in range(20)]


def test_the_largest_remainder_counts() -> None:
    assert germs.gathered([], s[2], None, s[1], s[3]).rest == s[1]
    assert germs.sum(Germ(((s[0], ONE),), s[3]), Germ(((s[1], ONE),), s[1])) == Germ(((s[0], ONE), (s[1], ONE)), s[1])
    assert germs.gathered([(s[2], ONE)], s[1]) == Germ((), s[1])


def test_terms_that_are_cut_off_leave_a_remainder() -> None:
    whole = germs.gathered([(rate, ONE) for rate in s[:10]])
    assert whole.rest is None and len(whole.terms) == 10
    cut = germs.gathered([(rate, ONE) for rate in s[:12]])
    assert cut.rest == s[9] and len(cut.terms) == 10


def test_products_carry_their_remainders() -> None:
    first, second = Germ(((s[0], ONE),), s[2]), Germ(((s[1], ONE),), s[4])
    assert germs.product(first, second) == Germ(((s[1], ONE),), s[3])
    assert germs.product(first, Germ()) == germs.product(Germ(), first) == Germ()
    assert germs.product(Germ((), s[2]), second).rest == s[3]


def test_zero_has_no_negative_power() -> None:
    assert germs.power(Germ(), Fraction(1, 2)) == Germ()
    for exponent in (Fraction(-1), Fraction(-1, 2)):
        with pytest.raises(Rejected):
            germs.power(Germ(), exponent)
    with pytest.raises(TooShort):
        germs.power(Germ((), s[1]), Fraction(1, 2))


def test_a_root_needs_a_positive_coefficient() -> None:
    for c in (Fraction(-1), var("a")):
        with pytest.raises(Rejected):
            germs.power(constant(c), Fraction(1, 2))
    with pytest.raises(Rejected):
        germs.power(constant(var("a")), Fraction(-1))


def test_the_logarithm_of_a_logarithm_has_a_remainder() -> None:
    found = germs.log(Germ(((Rate((), ONE), ONE),)))
    assert found.terms == () and found.rest is not None
    assert germs.compare(found.rest, Rate((), Fraction(1, 32))) == -1 and germs.compare(found.rest, s[0]) == 1


def test_the_remainder_decides_whether_there_is_a_limit() -> None:
    assert germs.end(Germ(((s[0], ONE),), s[0])) == ONE
    assert germs.end(Germ((), s[0])) == ZERO
    with pytest.raises(TooShort):
        germs.end(Germ((), s_to_the(Fraction(-1))))
    with pytest.raises(TooShort):
        germs.stripped(Germ((), s[2]))
    assert germs.stripped(Germ()) == ("=", Germ())


def test_rates_in_order() -> None:
    powers, log = s_to_the(Fraction(-1)), Rate((), ONE)
    exponential = Rate((((ONE, ZERO), ONE),))
    assert germs.compare(exponential, powers) == germs.compare(powers, log) == germs.compare(log, s[0]) == 1
    assert germs.compare(s[1], s[0]) == -1 and germs.compare(log, log) == 0
    with pytest.raises(Rejected):
        germs.compare(Rate((((ONE, ZERO), var("a")),)), s[0])


def test_an_exponent_that_is_no_number_is_no_key() -> None:
    assert Rate((((ZERO, ONE), Fraction(3)),), Fraction(2)).key() == (Fraction(3), Fraction(2))
    for rate in (Rate((((ZERO, ONE), var("a")),)), Rate((((ONE, ZERO), ONE),))):
        with pytest.raises(Rejected):
            rate.key()


def test_powers_of_coefficients() -> None:
    assert raised(Fraction(2), Fraction(-3)) == Fraction(1, 8)
    assert raised(ONE, Fraction(1, 2)) == ONE
    with pytest.raises(Rejected):
        raised(Fraction(3), Fraction(10**9))
