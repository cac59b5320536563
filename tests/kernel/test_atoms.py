"""Polynomials over atoms: what is done in a smaller ring, or by derivatives, is what the whole ring says."""

from __future__ import annotations

import random
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from flint import fmpq

from dplemma.kernel.atoms import GENERATORS, NAMES, ONE_POLY, RING, ZERO_POLY, Budget, Table, by_degree, factored, times, used
from dplemma.kernel.check import check
from dplemma.kernel.signs import sign
from dplemma.kernel.statement import Region
from dplemma.kernel.term import Rejected, add, call, mul, sub

PLACES = (0, 1, 7, 33, 63)


def some_poly(rng: random.Random) -> Any:
    """Up to five terms in a few generators, the last ones of the ring among them."""
    return sum(
        (
            prod((GENERATORS[rng.choice(PLACES)] for _ in range(rng.randint(0, 4))), start=RING.constant(rng.randint(-3, 3)))
            for _ in range(rng.randint(1, 5))
        ),
        ZERO_POLY,
    )


@pytest.mark.parametrize("seed", range(40))
def test_factors_of_the_small_ring_are_those_of_the_whole_one(seed: int) -> None:
    rng = random.Random(seed)
    poly = prod((some_poly(rng) for _ in range(3)), start=ONE_POLY) / 7
    if poly.is_zero():
        poly = GENERATORS[0] * 2 - 2
    content, factors = poly.factor()
    assert factored(poly, str(poly)) == (content, [(factor, int(count)) for factor, count in factors])


@pytest.mark.parametrize("seed", range(40))
def test_coefficients_by_degree_make_the_polynomial(seed: int) -> None:
    rng = random.Random(seed)
    poly = some_poly(rng) * some_poly(rng) * (1 + GENERATORS[7] ** (20 * (seed % 2)))
    for place in PLACES:
        parts = by_degree(poly, place)
        assert sum((part * GENERATORS[place] ** power for power, part in parts.items()), ZERO_POLY) == poly
        assert not any(part.is_zero() or place in used(part) for part in parts.values())


def test_generators_that_occur() -> None:
    poly = GENERATORS[1] * GENERATORS[63] ** 2 + 1
    assert [NAMES[n] for n in used(poly)] == ["g1", "g63"]
    assert used(ZERO_POLY) == used(ONE_POLY) == []


def test_a_form_is_an_atom_if_it_is_nothing_more() -> None:
    table = Table()
    a, b = (table.form(table.get("var", name)) for name in "ab")
    assert a.atom is table.find("var", "a")
    assert [form.atom for form in (a * 2, a / b, a + b, a * a, 1 / a, table.form_of(1))] == [None] * 6


def test_forms_that_are_the_same() -> None:
    table = Table()
    a = table.form(table.get("var", "a"))
    root = table.scaled("root", a, fmpq(1, 3))
    assert (1 / (1 + root)).same(1 / (1 + root))
    assert not (1 / (1 + root)).same(1 / (2 + root))
    assert not a.same(a + 1)
    assert (root**3).same(a) and not (root**2).same(a)
    two = table.scaled("root", table.form_of(2), fmpq(1, 3))
    over, freed = 1 / (1 + two), (1 - two + two**2) / 3  # (1 + r)(1 - r + r^2) = 1 + 2
    assert over.same(freed) and freed.same(over)
    assert not over.same(-over) and not over.same(-freed)


def test_a_product_of_too_high_a_degree_is_not_taken() -> None:
    """2,500 is the highest."""
    high = GENERATORS[0] ** 1300
    assert times(GENERATORS[0] ** 1200, high).total_degree() == 2500
    with pytest.raises(Budget, match="degree too high"):
        times(high, high)


# -- one argument, many exponents -----------------------------------------------------------------------------------------

X = ["var", "x"]


def part_of_x(parts: int) -> Any:
    return ["exp", ["Mul", f"1/{parts}", X]]


@pytest.mark.parametrize(
    ("left", "rel", "right", "rest"),
    [
        (["log", ["exp", X]], "=", ["Mul", "1/3599", X], X),
        (["exp", X], "<", part_of_x(61), X),
        (["exp", ["Mul", "-1", X]], ">", ["exp", ["Mul", "-1/61", X]], X),
        ("E", "<", "2", "1"),
    ],
)
def test_a_power_too_high_is_not_its_root(left: Any, rel: str, right: Any, rest: Any) -> None:
    """Beside exp(x/61) and exp(x/59), exp(x) was taken for their common root exp(x/3599), which has its argument."""
    beside = [["exp", ["Mul", f"1/{parts}", rest]] for parts in (61, 59)]
    statement = ["Rel", ["Add", left, *beside], rel, ["Add", right, *beside]]
    claim = {"region": {"intervals": [["x", "(0, 1)"]], "such_that": []}, "statement": statement}
    with pytest.raises(Rejected, match="not shown"):
        check(claim, {"holds": {"rule": "relation"}, "witness": {"x": "1/2"}})


def test_a_power_that_is_not_too_high() -> None:
    """exp(x/2) and exp(x/3) are powers of exp(x/6)."""
    statement = ["Rel", ["Mul", part_of_x(2), part_of_x(3), part_of_x(6)], "=", ["exp", X]]
    claim = {"region": {"intervals": [["x", "(0, 1)"]], "such_that": []}, "statement": statement}
    assert check(claim, {"holds": {"rule": "relation"}, "witness": {"x": "1/2"}}).verdict == "proved"


def test_what_was_asked_before_does_not_change_a_number() -> None:
    """Questions about e^(1/61) and e^(1/59) leave a fine scale behind them: log(18 e pi) is still 1 + log(18 pi)."""
    gap = sub(add(Fraction(1), call("log", mul(Fraction(18), "pi"))), call("log", mul(Fraction(18), "E", "pi")))
    for parts in (61, 59):
        assert sign(sub(call("exp", Fraction(1, parts)), Fraction(1)), Region()) == ">"
    assert sign(gap, Region()) == "="
    assert sign(sub("E", Fraction(2)), Region()) == ">"
