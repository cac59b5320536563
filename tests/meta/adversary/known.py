"""A claim whose truth is settled by its construction, and the dice that the families throw.

Main definitions: `Known`, `family`, `FAMILIES`, `Dice`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from sympy import Expr, Rational

from dplemma import Claim, Region
from dplemma.lang import Interval, variables
from dplemma.lang.judgements import Limit, Monotone, Number, Obligations
from dplemma.lang.statements import Statement

TRUE, FALSE, UNDEFINED = "true", "false", "undefined in part"
TRUTHS = (TRUE, FALSE, UNDEFINED)
_KIND = {Limit: "limit", Monotone: "monotonicity", Number: "number", Obligations: "definition"}

x, y, z, n, a, b, p, t, s = variables("x y z n a b p t s")


@dataclass(frozen=True)
class Known:
    """A statement on a region, whether it is true there, and why that is known.

    A statement that is undefined at a point of its region does not hold there, so `UNDEFINED` is a kind of false.
    """

    truth: str
    why: str
    statement: Statement
    region: Region
    family: str = ""

    def __post_init__(self) -> None:
        if self.truth not in TRUTHS:
            raise ValueError(f"{self.truth!r} is not one of {', '.join(TRUTHS)}")

    @property
    def holds(self) -> bool:
        return self.truth == TRUE

    def claim(self, name: str) -> Claim:
        kind = _KIND.get(type(self.statement), "equivalence")
        return Claim(id=f"adversary/{name}", where="here", kind=kind, states=self.why, holds=self.statement, on=self.region)

    def contradicted_by(self, verdict: str) -> bool:
        """Whether the verdict is an error: a false claim proved, or a true one refuted."""
        return verdict == "refuted" if self.holds else verdict in ("proved", "certified")


Family = Callable[["Dice"], Known]
FAMILIES: dict[str, Family] = {}


def family(make: Family) -> Family:
    """Enter a function into the list of families, under its own name."""
    FAMILIES[make.__name__] = make
    return make


class Dice(Random):
    """Random exact numbers; the same seed gives the same claim on every machine."""

    def rational(self, lo: int, hi: int, denominators: int = 12) -> Rational:
        """A fraction of [lo, hi] with a small denominator."""
        q = self.randint(1, denominators)
        return Rational(self.randint(lo * q, hi * q), q)

    def positive(self, hi: int = 4, denominators: int = 12) -> Rational:
        """A fraction of (0, hi]."""
        q = self.randint(1, denominators)
        return Rational(self.randint(1, hi * q), q)

    def nonzero(self, hi: int = 4) -> Rational:
        """A fraction of [-hi, hi] other than 0."""
        return self.positive(hi) * self.choice((-1, 1))

    def tiny(self, least: int = 3, most: int = 12) -> Rational:
        """The size of a violation: between 10^-most and 10^-least."""
        return Rational(self.randint(1, 9), 10 ** self.randint(least + 1, most))

    def truth(self) -> bool:
        return self.random() < 0.4  # false claims are the better test, and true ones keep the engines honest

    def around(self, centre: Expr) -> Interval:
        """A closed interval with a rational centre well inside."""
        return Interval(centre - self.positive(3), centre + self.positive(3))

    def surd(self) -> tuple[Expr, Interval]:
        """An irrational number, and a closed interval that has it inside."""
        from sympy import exp, floor, log, pi, sqrt

        value = self.choice((sqrt(self.choice((2, 3, 5, 6, 7))), pi, exp(1), log(self.choice((2, 3, 5))), 1 + sqrt(2)))
        value = value * self.positive(3, 7) + self.rational(-2, 2, 5)
        below = int(floor(value))
        return value, Interval(below - self.randint(0, 2), below + 1 + self.randint(0, 2))


def case(truth: bool, why: str, statement: Statement, **region: Interval | object) -> Known:
    """A settled claim, true or false."""
    return Known(TRUE if truth else FALSE, why, statement, Region(**region))  # type: ignore[arg-type]


def partial(why: str, statement: Statement, **region: Interval | object) -> Known:
    """A claim that is undefined at a point of its region."""
    return Known(UNDEFINED, why, statement, Region(**region))  # type: ignore[arg-type]
