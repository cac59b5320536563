"""Inclusion, measured: `python tests/meta/soundness.py --record FILE --evaluations 1000000`.

For every word of a tape, every kind of node and every quantity, random boxes with a random point inside, from many decades:

- `inside`: the value at the point, from 300 bits, lies in the interval of the box and in the ball of the box, both at 53 bits;
- `point`: it lies in the interval of the point alone (inf-sup contains ball);
- `split`: it lies in the interval of the half of the box that holds the point; the halves together are no wider than the whole;
- `refine`: the ball of 64 bits overlaps that of 300 bits, which is no wider up to rounding (integrals and solvers have a
  budget of evaluations, after which a ball is wide: of them only the overlap is asked);
- `forms`: every form of a quantity that applies at the point gives a ball that overlaps that of the others;
- `mpmath`: at some of the points mpmath, at three times the digits of the ball, lands in it.

A carrier that refuses (a pole, no rule) is counted and says nothing. What is done for a subject is a line of the file, with the
seed: a run that was ended goes on. `soundness.jsonl` beside this file is the run that docs/trust.md tells of.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
from flint import arb, fmpq
from sympy import Abs, Expr, Max, Min, Piecewise, Rational, exp, log, sqrt

from dplemma.arb.exact import ball_of
from dplemma.arb.intervals import RealInterval
from dplemma.arb.precision import working_precision
from dplemma.base.errors import DplemmaError
from dplemma.base.limiter import TimeUp, work_limit
from dplemma.compile.evaluate import Tape, compiled
from dplemma.formulas import quantities
from dplemma.lang.facts import known
from dplemma.lang.functions import Phi, Q, variables
from dplemma.lang.interval import NONNEGATIVE, POSITIVE, REAL, Interval
from dplemma.lang.quantity import Quantity
from dplemma.values.evaluator import evaluator

RECORD = Path(__file__).with_name("soundness.jsonl")
WORKING, FINER, REFERENCE = 53, 64, 300  # bits
FINER_DIGITS = 19
MPMATH_EVERY, MPMATH_DIGITS = 25, 3 * FINER_DIGITS
WIDENED = 40  # bits to which halves and whole must agree
LARGEST_WHOLE = 12
ROUNDING = 16  # bits that rounding may cost: erfc(-20), next to 2, is known better at 64 bits than 300 bits can tell
SECONDS_OF_A_DRAW = 2.0  # at work; a root inside a root over a wide box may take any time
DECADES = (-12, 3)
_REFUSED = (DplemmaError, ArithmeticError, ValueError, TypeError, mpmath.libmp.NoConvergence)

Found = dict[str, Fraction]


@dataclass(frozen=True)
class Subject:
    """Something that is evaluated: its tape, and where each argument may lie; a quantity has other forms as well."""

    name: str
    tape: Tape
    domain: tuple[Interval, ...]
    quantity: Quantity | None = None


@dataclass
class Tally:
    """Evaluations by property, what was refused, and every violation in words."""

    done: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    violations: list[str] = field(default_factory=list)

    def check(self, what: str, subject: Subject, point: Any, holds: bool) -> None:
        self.done[what] += 1
        if not holds:
            self.violations.append(f"{what}: {subject.name} at {point}")


# -- subjects ---------------------------------------------------------------------------------------------------------------

x, y = variables("x y")
_NODES: dict[str, tuple[Expr, tuple[Interval, ...]]] = {
    "sum": (x + y, (REAL, REAL)), "difference": (x - y, (REAL, REAL)), "product": (x * y, (REAL, REAL)),
    "quotient": (x / y, (REAL, POSITIVE)), "square": (x**2, (REAL,)), "cube": (x**3, (REAL,)), "inverse": (1 / x, (POSITIVE,)),
    "fourth power": (x**4, (REAL,)), "inverse cube": (x**-3, (POSITIVE,)), "root": (sqrt(x), (NONNEGATIVE,)),
    "inverse root": (1 / sqrt(x), (POSITIVE,)), "cube root": (x ** Rational(1, 3), (POSITIVE,)),
    "power": (x**y, (POSITIVE, REAL)), "log1p": (log(1 + x), (NONNEGATIVE,)), "scaled tail": (Q(3 * x), (REAL,)),
    "Phi of a sum": (Phi(x - y), (REAL, REAL)),
    "bell": (exp(-(x**2) / 2), (REAL,)), "branches": (Piecewise((x, x < 1), (2 - x, True)), (REAL,)),
    "larger": (Max(x, y), (REAL, REAL)), "smaller": (Min(x, y), (REAL, REAL)), "size": (Abs(x - y), (REAL, REAL)),
    "constants": (Rational(1, 3) * x + sqrt(2), (REAL,)),
}  # fmt: skip


def subjects() -> Iterator[Subject]:
    """Every kind of node, every function with a record that a tape can call, every quantity with a definition on a tape."""
    for name, (expr, domain) in _NODES.items():
        yield Subject(f"node {name}", compiled(expr, tuple("xy"[: len(domain)])), domain)
    for function, facts in known().items():
        if facts.tape and not facts.several and not facts.indexed:
            names = variables(" ".join(f"a{n}" for n in range(len(facts.domain))))
            arguments = names if isinstance(names, (list, tuple)) else [names]
            expr = function(*arguments)
            yield Subject(f"function {function.__name__}", compiled(expr, tuple(s.name for s in arguments)), facts.domain)
    for name, quantity in quantities().items():
        tape = _definition(quantity)
        if tape is not None:
            yield Subject(f"quantity {name}", tape, tuple(quantity.params.values()), quantity)


def _definition(quantity: Quantity) -> Tape | None:
    """None where the definition is only a kernel."""
    names = [variables(name) for name in quantity.params]
    try:
        return compiled(quantity.definition(*names), tuple(quantity.params))
    except DplemmaError:
        return None


# -- draws ------------------------------------------------------------------------------------------------------------------


def draw(rng: random.Random, interval: Interval) -> tuple[Fraction, Fraction, Fraction]:
    """The ends of a box inside the interval, and a point of it, which may be an end."""
    if interval.integer:
        low = int(interval.lo or 0)
        value = Fraction(rng.randint(low, low + LARGEST_WHOLE))
        return value, value, value
    ends = sorted(_value(rng, interval) for _ in range(3))
    if rng.random() < 0.3:  # a narrow box
        ends[0], ends[2] = (ends[1] + (ends[0] - ends[1]) / 2**20, ends[1] + (ends[2] - ends[1]) / 2**20)
    return ends[0], rng.choice(ends), ends[2]


def _value(rng: random.Random, interval: Interval) -> Fraction:
    """Log-uniform over decades, measured from a finite end; both ends of a bounded interval get their share."""
    size = Fraction(rng.randint(1, 2**20), 2**20) * Fraction(10) ** rng.randint(*DECADES)
    low, high = interval.lo, interval.hi
    if low is not None and high is not None:
        share = size / (1 + size)
        return low + (high - low) * share if rng.random() < 0.5 else high - (high - low) * share
    if low is not None:
        return low + size
    return high - size if high is not None else rng.choice((1, -1)) * size


# -- checks -----------------------------------------------------------------------------------------------------------------


def look(subject: Subject, rng: random.Random, tally: Tally, *, with_mpmath: bool) -> None:
    """One box with one point."""
    drawn = [draw(rng, interval) for interval in subject.domain]
    point = [inside for _, inside, _ in drawn]
    if subject.quantity is not None and subject.quantity.such_that is not None and not subject.quantity.such_that(*point):
        return
    reference = _ball(subject, [ball_of_exact(value) for value in point], REFERENCE, tally)
    if reference is None:
        return
    shown = ", ".join(f"[{low}, {high}] with {inside}" for low, inside, high in drawn)
    _on_boxes(subject, drawn, reference, tally, shown)
    _by_precision(subject, point, reference, tally, shown)
    if subject.quantity is not None:
        _by_forms(subject, point, reference, tally, shown)
    if with_mpmath:
        _by_mpmath(subject, point, tally, shown)


def ball_of_exact(value: Fraction) -> Callable[[], arb]:
    """A ball made at the precision that is in force when it is asked for."""
    return lambda: ball_of(value)


def _ball(subject: Subject, arguments: Sequence[Callable[[], arb]], bits: int, tally: Tally) -> arb | None:
    """The ball of the tape, None where it refuses or has no finite value."""
    try:
        with working_precision(bits):
            value = arb(subject.tape.at("ball", bits)(*(make() for make in arguments)))
    except _REFUSED:
        value = arb.nan()
    if value.is_finite():
        return value
    tally.refused += 1
    return None


def _interval(
    subject: Subject, ends: Sequence[tuple[Fraction, Fraction]], tally: Tally, bits: int = WORKING
) -> RealInterval | None:
    try:
        with working_precision(bits):
            return subject.tape.at("interval", bits)(*(RealInterval.from_fractions(low, high) for low, high in ends))
    except _REFUSED:
        tally.refused += 1
        return None


def holds_inside(result: RealInterval, value: arb) -> bool:
    """Whether the value may lie in the interval: certainly outside is a violation."""
    below = value < result.lo or (result.lo_open and value <= result.lo)
    above = value > result.hi or (result.hi_open and value >= result.hi)
    return not below and not above


def _on_boxes(subject: Subject, drawn: Sequence[tuple[Fraction, ...]], reference: arb, tally: Tally, shown: str) -> None:
    whole = _interval(subject, [(low, high) for low, _, high in drawn], tally)
    if whole is not None:
        tally.check("inside", subject, shown, holds_inside(whole, reference))
        _on_halves(subject, drawn, reference, tally, shown)
    alone = _interval(subject, [(inside, inside) for _, inside, _ in drawn], tally)
    if alone is not None:
        tally.check("point", subject, shown, holds_inside(alone, reference))
    wide = _ball(subject, [_hull(low, high) for low, _, high in drawn], WORKING, tally)
    if wide is not None:
        tally.check("inside", subject, shown, bool(wide.overlaps(reference)))


def _hull(low: Fraction, high: Fraction) -> Callable[[], arb]:
    return lambda: ball_of(low).union(ball_of(high))


def _on_halves(subject: Subject, drawn: Sequence[tuple[Fraction, ...]], reference: arb, tally: Tally, shown: str) -> None:
    """The box is cut where it is widest; the half with the point holds the value, and both are inside what the whole gave.

    The latter at the finer precision: what rounding adds at 53 bits may be anything where a small number divides.
    """
    cut = max(range(len(drawn)), key=lambda i: drawn[i][2] - drawn[i][0])
    low, inside, high = drawn[cut]
    if low == high:
        return
    middle, whole = (low + high) / 2, _interval(subject, [(a, b) for a, _, b in drawn], tally, REFERENCE)
    for half in ((low, middle), (middle, high)):
        ends = [half if i == cut else (a, b) for i, (a, _, b) in enumerate(drawn)]
        part, finer = _interval(subject, ends, tally), _interval(subject, ends, tally, REFERENCE)
        if part is not None and half[0] <= inside <= half[1]:
            tally.check("split", subject, shown, holds_inside(part, reference))
        if whole is not None and finer is not None:
            tally.check("split", subject, shown, _is_part(finer, whole))


def _is_part(part: RealInterval, whole: RealInterval) -> bool:
    """Whether the part is inside the whole, up to rounding."""
    with working_precision(2 * REFERENCE):
        slack = arb(2) ** -WIDENED
        size = 1 + (abs(whole.lo).max(abs(whole.hi)) if whole.is_finite() else arb(0))  # a small value may be a small difference
        return not part.lo < whole.lo - slack * size and not part.hi > whole.hi + slack * size


def _by_precision(subject: Subject, point: Sequence[Fraction], reference: arb, tally: Tally, shown: str) -> None:
    coarse = _ball(subject, [ball_of_exact(value) for value in point], FINER, tally)
    if coarse is not None:
        rounding = (1 + abs(reference).upper()) * arb(2) ** -(REFERENCE - ROUNDING)
        finer = bool(reference.rad() <= 2 * coarse.rad()) or bool(reference.rad() <= rounding)
        bounded = subject.tape.costly  # a quadrature that has spent its evaluations is wide, and says so
        tally.check("refine", subject, shown, (finer or bounded) and bool(coarse.overlaps(reference)))


def _by_forms(subject: Subject, point: Sequence[Fraction], reference: arb, tally: Tally, shown: str) -> None:
    """Every form that applies, as values are computed from it."""
    assert subject.quantity is not None
    inputs = tuple(fmpq(value.numerator, value.denominator) for value in point)
    for way in evaluator(subject.quantity.name)._ways:
        if way.when is not None and not way.when(*inputs):
            continue
        try:
            value = way.at(inputs, FINER)
        except _REFUSED:
            value = arb.nan()
        if value.is_finite():
            tally.check("forms", subject, f"{shown} by {way.name}", bool(value.overlaps(reference)))
        else:
            tally.refused += 1


def _by_mpmath(subject: Subject, point: Sequence[Fraction], tally: Tally, shown: str) -> None:
    """mpmath at three times the digits of a ball lands in it, but for the digits that mpmath itself has lost."""
    named: Found = dict(zip(subject.tape.names, point, strict=True))
    ball = _ball(subject, [ball_of_exact(value) for value in point], FINER, tally)
    if ball is None:
        return
    for digits in (MPMATH_DIGITS, 6 * MPMATH_DIGITS):  # once more where terms cancel
        try:
            value = subject.tape.mp(named, digits)
        except _REFUSED:
            break
        if not mpmath.isfinite(value):
            break
        if _lands(value, ball, digits):
            tally.check("mpmath", subject, shown, True)
            return
    else:
        tally.check("mpmath", subject, shown, False)
        return
    tally.refused += 1


def _lands(value: Any, ball: arb, digits: int) -> bool:
    with working_precision(8 * digits):
        exact = arb(mpmath.nstr(value, digits))
        return bool(abs(exact - ball).lower() <= abs(ball).upper().max(arb(10) ** -300) * arb(10) ** -(2 * FINER_DIGITS))


# -- the run ----------------------------------------------------------------------------------------------------------------


def measured(subject: Subject, seed: str, evaluations: int, seconds: float) -> dict[str, Any]:
    """So many evaluations of a subject, or as many as the seconds at work allow, and what they showed."""
    rng, tally, draws = random.Random(f"{seed}/{subject.name}"), Tally(), 0
    started = time.process_time()
    while sum(tally.done.values()) < evaluations and time.process_time() - started < seconds and draws < evaluations:
        try:
            with work_limit(SECONDS_OF_A_DRAW, subject.name):
                look(subject, rng, tally, with_mpmath=draws % MPMATH_EVERY == 0)
        except TimeUp:
            tally.refused += 1
        draws += 1
    counts = {"draws": draws, "evaluations": sum(tally.done.values()), "by": dict(sorted(tally.done.items()))}
    return {"subject": subject.name, "seed": seed, **counts, "refused": tally.refused, "violations": tally.violations}


def recorded_soundness(path: Path) -> list[dict[str, Any]]:
    """The lines of a run; a line that was torn by its end is left out."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in lines]


def soundness_summary(found: Sequence[dict[str, Any]]) -> str:
    by: Counter[str] = Counter()
    for line in found:
        by.update(line["by"])
    violations = [violation for line in found for violation in line["violations"]]
    told = [f"{name}: {count:,}" for name, count in sorted(by.items())]
    names = len({line["subject"] for line in found})
    return "\n".join([f"{sum(by.values()):,} evaluations of {names} subjects, {len(violations)} violations", *told, *violations])


def main() -> int:
    parser = argparse.ArgumentParser(description="inclusion of the numerics, measured")
    parser.add_argument("--record", type=Path, required=True, help="file of results, one JSON line a subject and seed")
    parser.add_argument("--evaluations", type=int, default=1_000_000, help="of all subjects together")
    parser.add_argument("--seconds", type=float, default=60.0, help="at work, for each subject")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--list", action="store_true", help="run nothing: print what the file says")
    asked = parser.parse_args()
    if not asked.list:
        every = list(subjects())
        done = {(line["subject"], line["seed"]) for line in recorded_soundness(asked.record)}
        for subject in every:
            if (subject.name, asked.seed) not in done:
                line = measured(subject, asked.seed, -(-asked.evaluations // len(every)), asked.seconds)
                with asked.record.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(line) + "\n")
    found = recorded_soundness(asked.record)
    print(soundness_summary(found))
    return 1 if any(line["violations"] for line in found) else 0


if __name__ == "__main__":
    sys.exit(main())
