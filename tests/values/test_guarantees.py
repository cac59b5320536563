"""The best profile of a set of guarantees: Theorem 2.1, the linear program it solves, and what a table must be."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import mpmath as mp
import pytest
from flint import arb, fmpq

from dplemma.arb.precision import working_precision
from dplemma.values.exact import BadInput
from dplemma.values.guarantees import Guarantees, read_guarantees


def profile(known: Guarantees, eps: fmpq) -> arb:
    with working_precision(128):
        return known.profile(eps)


@pytest.mark.parametrize(("eps0", "delta0"), [("1", "1e-3"), ("0.2", "0"), ("3", "0.4"), ("0", "0.3")])
def test_one_guarantee_is_theorem_2_1(eps0: str, delta0: str) -> None:
    known = Guarantees([(eps0, delta0)])
    with mp.workdps(30):
        top, d = mp.exp(mp.mpf(eps0)), mp.mpf(delta0)
        for n in range(0, 40, 3):
            want = d + (1 - d) * max(mp.mpf(0), top - mp.exp(mp.mpf(n) / 10)) / (1 + top)
            assert abs(mp.mpf(profile(known, fmpq(n, 10)).mid().str(25, radius=False)) - want) < mp.mpf(10) ** -20


def greatest_gap(points: list[tuple[float, float]], factor: float) -> float:
    """max of y - factor x over the polygon of all (x, y) that the guarantees allow, by its vertices."""
    lines = [(e, d) for e, d in points] + [(1 / e, 1 - (1 - d) / e) for e, d in points] + [(0.0, 1.0)]
    crossings = {0.0, 1.0}
    for (a, c), (b, d) in itertools.combinations(lines, 2):
        if a != b:
            crossings.add((d - c) / (a - b))
    return max(min(slope * x + level for slope, level in lines) - factor * x for x in crossings if 0 <= x <= 1)


def test_many_guarantees_are_the_linear_program() -> None:
    rng = random.Random(5)
    for _ in range(25):
        pairs = sorted((rng.randint(0, 30), rng.randint(0, 400)) for _ in range(rng.randint(1, 6)))
        known = Guarantees([(fmpq(a, 10), fmpq(b, 1000)) for a, b in pairs])
        lines = [(float(mp.exp(a / 10)), b / 1000) for a, b in pairs]
        for n in range(0, 36, 5):
            want = greatest_gap(lines, float(mp.exp(n / 10)))
            assert abs(float(profile(known, fmpq(n, 10))) - want) < 1e-11, (pairs, n)


def test_the_profile_is_below_the_staircase_and_falls() -> None:
    known = Guarantees([("1", "1e-3"), ("0.5", "1e-2"), ("1.5", "9e-4"), ("2", "1e-6"), ("3", "0.5")])
    values = [profile(known, fmpq(n, 20)) for n in range(60)]
    assert all(after.lower() <= before.upper() for before, after in itertools.pairwise(values))
    for n, value in enumerate(values):
        step = known.staircase(fmpq(n, 20))
        assert step is None or value.lower() <= arb(step).upper()
    assert known.staircase(fmpq(2, 5)) is None and known.staircase(fmpq(10)) == fmpq(1, 10**6)
    assert [known.exactly(fmpq(n, 2)) for n in (2, 3, 9)] == [fmpq(1, 1000), None, fmpq(1, 10**6)]
    assert profile(known, fmpq(3, 2)) < arb(fmpq(9, 10000))


def test_a_table_is_read_exactly(tmp_path: Path) -> None:
    file = tmp_path / "points.csv"
    file.write_text("# from our accountant\neps,delta\n0.1,1e-3\n\n1, 1/1000000\n", encoding="utf-8")
    assert read_guarantees(file).given == ((fmpq(1, 10), fmpq(1, 1000)), (fmpq(1), fmpq(1, 10**6)))
    file.write_text("eps,delta,\n1,1e-6,\n", encoding="utf-8-sig")  # as Excel writes it
    assert read_guarantees(file).given == ((fmpq(1), fmpq(1, 10**6)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no .* guarantee"),
        ("eps,delta\n1\n", "line 2: expected eps,delta"),
        ("eps,delta,mu\n1,1e-5,\n2,1e-6,3\n", "line 3: expected eps,delta, got '2,1e-6,3'"),
        ("1,1e-5\n2,x\n", "line 2: delta must be a number"),
        ("-1,0\n", "line 1: eps must be >= 0"),
        ("1,1\n", "delta must be >= 0 and < 1"),
    ],
)
def test_a_bad_table_is_one_line(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "points.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        read_guarantees(file)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        read_guarantees(tmp_path / "gone.csv")
