"""A function is added in two places: its class with the record, and its numerics. Here both are this file.

`LogOdds(p)` = log(p/(1 - p)) on (0, 1) and its inverse `Logistic` are declared for the tests of this file only.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import read_back
from flint import arb
from meeting import meet
from mpmath import mp
from sympy import Expr, S, exp, latex

from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import Unsupported
from dplemma.compile.evaluate import compiled
from dplemma.decide.decide import Case, decide
from dplemma.decide.regions.enclosures import defined
from dplemma.ground.domain import undefined_part
from dplemma.lang import Integral, Interval, Region, Rel, facts, variables
from dplemma.lang.facts import Facts, Real, inverse_pairs
from dplemma.lang.interval import REAL, UNIT
from dplemma.lang.tree import written

p, q, x = variables("p q x")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


# -- the numerics -----------------------------------------------------------------------------------------------------------


def log_odds(p: arb) -> arb:
    return p.log() - (-p).log1p()


def logistic(x: arb) -> arb:
    return 1 / (1 + (-x).exp())


def mpmath_log_odds(p: Any) -> Any:
    return 2 * mp.atanh(2 * p - 1)


def mpmath_logistic(x: Any) -> Any:
    return (1 + mp.tanh(x / 2)) / 2


# -- the classes ------------------------------------------------------------------------------------------------------------


class Toys(NamedTuple):
    LogOdds: Any
    Logistic: Any


def declared() -> Toys:
    class LogOdds(Real):
        """log(p/(1 - p))."""

        facts = Facts(
            domain=(UNIT,), values=REAL, moves="+", natural=True, inverse="Logistic", latex=r"\operatorname{logit}",
            tape="log_odds", numerics=__name__, by_ends=True,
        )  # fmt: skip

        def fdiff(self, argindex: int = 1) -> Expr:
            return 1 / (self.args[0] * (1 - self.args[0]))

    class Logistic(Real):
        """1/(1 + e^-x)."""

        facts = Facts(
            domain=(REAL,), values=UNIT, moves="+", inverse="LogOdds", at_infinity=(S.Zero, S.One), tape="logistic",
            means=lambda x: 1 / (1 + exp(-x)), numerics=__name__, by_ends=True,
        )  # fmt: skip

        def fdiff(self, argindex: int = 1) -> Expr:
            return self * (1 - self)

    return Toys(LogOdds, Logistic)


@pytest.fixture(scope="module")
def toys() -> Iterator[Toys]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts, "_KNOWN", dict(facts.known()))
        yield declared()


# -- what follows -----------------------------------------------------------------------------------------------------------


def test_it_runs_on_balls_and_agrees_with_mpmath(toys: Toys) -> None:
    for function, place in ((toys.LogOdds, THIRD), (toys.Logistic, Fraction(-7, 2))):
        tape = compiled(function(p))
        with working_precision(128), mp.workdps(40):
            ball, second = tape.ball({"p": place}, 128), tape.mp({"p": place}, 40)
            assert ball.rel_accuracy_bits() > 100
            assert abs(ball - arb(mp.nstr(second, 38))) < arb("1e-34")


def test_it_runs_on_intervals_end_by_end(toys: Toys) -> None:
    run = compiled(toys.LogOdds(p)).at("interval", 64)
    image = run(RealInterval(Fraction(1, 4), Fraction(1, 2), True))
    assert image.contains(arb(-1)) and image.lo_open and not image.hi_open and not image.partial and not image.at_limit
    assert 0 <= image.hi < 1e-15 and image.width() < 1.1
    assert run(RealInterval(HALF, 2)).partial and run(RealInterval(HALF, 1)).at_limit
    assert run(RealInterval(0, 1, True, True)).lo == arb.neg_inf() and not run(RealInterval(0, 1, True, True)).at_limit
    with pytest.raises(Unsupported, match="log_odds is undefined on all of"):
        run(RealInterval(2, 3))
    everywhere = compiled(toys.Logistic(x)).at("interval", 64)(RealInterval.from_fractions(None, None))
    assert everywhere.is_positive() and everywhere < 1


def test_carriers_without_numerics_refuse(toys: Toys) -> None:
    for carrier, words in (("series", "power series"), ("binary64", "binary64")):
        with pytest.raises(Unsupported, match=f"log_odds is not available in {words}"):
            compiled(toys.LogOdds(p)).at(carrier, 53)(arb(0.5))


def test_under_an_integral_it_is_not_taken_for_a_function_of_complex_numbers(toys: Toys) -> None:
    with pytest.raises(Unsupported, match="logistic cannot be integrated in the complex plane"):
        compiled(Integral(toys.Logistic(x), (x, 0, 1))).ball({}, 64)


def test_it_is_differentiated(toys: Toys) -> None:
    slope = compiled(toys.LogOdds(p).diff(p)).ball({"p": Fraction(1, 4)}, 64)
    assert meet(slope, arb(16) / 3)
    assert toys.Logistic(2 * x).diff(x) == 2 * toys.Logistic(2 * x) * (1 - toys.Logistic(2 * x))


def test_certificates_hold_it(toys: Toys) -> None:
    expr = toys.LogOdds(toys.Logistic(x, evaluate=False) / 2, evaluate=False) + 1
    tree = written(expr)
    assert ["LogOdds", ["Mul", "1/2", ["Logistic", ["var", "x"]]]] in tree
    assert read_back.expression(json.loads(json.dumps(tree))) == expr


def test_its_domain_is_respected(toys: Toys) -> None:
    inside, wide = Region(p=UNIT), Region(p=Interval(0, 1))
    assert defined([toys.LogOdds(p)], inside) is not None and defined([toys.LogOdds(p)], wide) is None
    assert defined([toys.Logistic(p)], Region(p=REAL)) is not None
    assert undefined_part(toys.LogOdds(p), {"p": Fraction(3, 2)}) == "LogOdds(p) needs p in (0, 1)"
    assert undefined_part(toys.LogOdds(p), {"p": Fraction(1)}) and not undefined_part(toys.LogOdds(p), {"p": HALF})


def test_engines_use_its_facts(toys: Toys) -> None:
    assert (toys.LogOdds, toys.Logistic) in inverse_pairs()
    assert toys.Logistic(x).is_positive and toys.LogOdds(p).is_positive is None


def test_claims_about_it_are_confirmed_at_most(toys: Toys) -> None:
    """The kernel does not know it, so nothing can be proved of it, nor refuted."""
    below_one, below_five = Rel(toys.Logistic(x), "<", S.One), Rel(toys.LogOdds(p), "<", S(5))
    assert decide(below_one, Case(Region(x=REAL), "toy")).verdict == "confirmed"
    assert decide(below_five, Case(Region(p=Interval.lopen(0, HALF)), "toy")).verdict == "confirmed"
    assert decide(below_five, Case(Region(p=UNIT), "toy")).proof is None


def test_it_is_printed(toys: Toys) -> None:
    assert latex(toys.LogOdds(p)) == r"\operatorname{logit}{\left(p \right)}"
    assert str(toys.Logistic(x)) == "Logistic(x)"


def test_other_files_do_not_know_it(toys: Toys) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(facts._KNOWN, toys.Logistic)
        with pytest.raises(Unsupported, match="Logistic cannot be evaluated"):
            compiled.__wrapped__(toys.Logistic(x))


def test_a_function_that_is_not_monotone_has_no_ends_to_be_taken_at() -> None:
    from dplemma.arb.by_ends import by_ends

    with pytest.raises(Unsupported, match="bump is not monotone"):
        by_ends("bump", log_odds, (REAL,), REAL, ".")


def test_two_arguments_are_least_and_greatest_at_opposite_corners() -> None:
    from dplemma.arb.by_ends import by_ends

    quotient = by_ends("quotient", lambda a, b: a / b, (Interval(0, "oo"), Interval.open(0, "oo")), Interval(0, "oo"), "+-")
    with working_precision(53):
        image = quotient(RealInterval(1, 2), RealInterval(4, 8, False, True))
        assert image.lo == 0.125 and image.lo_open and image.hi == 0.5 and not image.hi_open
        assert quotient(RealInterval(-1, 2), RealInterval(4, 8)).partial
        unbounded = quotient(RealInterval(1, 2), RealInterval(0, 1, True))
        assert unbounded.hi == arb.pos_inf() and unbounded.lo == 1
        with pytest.raises(Unsupported, match="no binary fraction"):
            by_ends("part", lambda a: a, (Interval(0, Fraction(1, 3)),), REAL, "+")(RealInterval(0, 1))
