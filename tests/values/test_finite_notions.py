"""Finite mechanisms in every notion: numbers by hand and by mpmath, the chain on random mechanisms, impossible ones refused."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from dplemma.values.exact import BadInput
from dplemma.values.finite_notions import FiniteMechanism, NotionLevel, read_finite_mechanism

EXAMPLE = (["1/2", "1/3", "1/6"], ["1/4", "1/4", "1/2"])


def table(first: list[str], second: list[str], **options: object) -> dict[str, NotionLevel]:
    return {row.name: row for row in FiniteMechanism(first, second).notions(**options)}  # type: ignore[arg-type]


def floats(texts: list[str]) -> list[mpmath.mpf]:
    return [mpmath.mpf(Fraction(text).numerator) / Fraction(text).denominator for text in texts]


def test_divergences_agree_with_mpmath() -> None:
    rows = table(*EXAMPLE, eps=["0.1"], orders=["2", "3.5"], digits=25)
    with mpmath.workdps(40):
        p, q = floats(EXAMPLE[0]), floats(EXAMPLE[1])
        kl = sum(a * mpmath.log(a / b) for a, b in zip(p, q, strict=True))
        order = mpmath.mpf("3.5")
        renyi = mpmath.log(sum(a**order * b ** (1 - order) for a, b in zip(p, q, strict=True))) / (order - 1)
        stick = sum(max(a - mpmath.exp(mpmath.mpf("0.1")) * b, 0) for a, b in zip(p, q, strict=True))
        for text, wanted in (
            (rows["KL-DP"].forward, kl),
            (rows["Rényi DP, order 3.5"].forward, renyi),
            (rows["(eps, delta)-DP at eps = 0.1"].forward, stick),
            (rows["pure DP, eps"].level, mpmath.log(3)),
        ):
            assert abs(mpmath.mpf(text) / wanted - 1) < mpmath.mpf(10) ** -24


def test_chernoff_and_capacity_agree_with_a_search() -> None:
    rows = table(*EXAMPLE, digits=18)
    with mpmath.workdps(40):
        pairs = list(zip(floats(EXAMPLE[0]), floats(EXAMPLE[1]), strict=True))

        def slope(a: mpmath.mpf) -> mpmath.mpf:
            return sum(p**a * q ** (1 - a) * mpmath.log(p / q) for p, q in pairs)

        best = mpmath.findroot(slope, (mpmath.mpf("0.3"), mpmath.mpf("0.7")), solver="anderson")
        chernoff = -mpmath.log(sum(p**best * q ** (1 - best) for p, q in pairs))

        def told(w: mpmath.mpf) -> mpmath.mpf:
            mixed = [(p, q, w * p + (1 - w) * q) for p, q in pairs]
            return sum(w * p * mpmath.log(p / m) + (1 - w) * q * mpmath.log(q / m) for p, q, m in mixed)

        prior = mpmath.findroot(lambda w: mpmath.diff(told, w), mpmath.mpf("0.5"))
        assert abs(mpmath.mpf(rows["Chernoff-DP"].level) / chernoff - 1) < mpmath.mpf(10) ** -17
        assert abs(mpmath.mpf(rows["MI-DP, capacity"].level) / told(prior) - 1) < mpmath.mpf(10) ** -17


def test_randomised_response_is_what_pure_privacy_allows() -> None:
    """With chances 3/4 and 1/4 the mechanism is log 3-DP, and every bound through pure DP is an equality."""
    rows = table(["3/4", "1/4"], ["1/4", "3/4"], orders=["2"], digits=12)
    for name in ("Rényi DP, order 2", "GDP, mu", "KL-DP"):
        assert abs(float(rows[name].allowed) / float(rows[name].level) - 1) < 1e-10
    assert rows["delta-DP, total variation"].level == "0.500000000000"


def random_row(rng: random.Random, size: int, zeros: bool) -> list[str]:
    parts = [rng.randint(0 if zeros else 1, 9) for _ in range(size)]
    parts[0] += 1
    return [f"{part}/{sum(parts)}" for part in parts]


@pytest.mark.parametrize("zeros", [False, True])
def test_no_level_exceeds_what_a_stronger_notion_allows(zeros: bool) -> None:
    rng = random.Random(17)
    for _ in range(25):
        size = rng.randint(2, 5)
        for row in FiniteMechanism(random_row(rng, size, zeros), random_row(rng, size, zeros)).notions(digits=12):
            if row.allowed and row.allowed != "infinite":
                assert row.level != "infinite" and Fraction(row.level) <= Fraction(row.allowed) * (1 + Fraction(1, 10**10)), row


def test_the_same_chances_tell_nothing() -> None:
    assert {row.level for row in FiniteMechanism(["1/2", "1/2"], ["1/2", "1/2"]).notions()} == {"0"}


def test_outputs_of_one_database_only() -> None:
    rows = table(["1/2", "1/2", "0"], ["1/2", "0", "1/2"], eps=["3"])
    for name in ("pure DP, eps", "GDP, mu", "KL-DP", "Rényi DP, order 2"):
        assert rows[name].level == "infinite"
    assert rows["(eps, delta)-DP at eps = 3"].level == "0.5000000000"
    assert rows["Chernoff-DP"].level.startswith("0.69314718")  # log 2: half of the outputs are shared, with the same chances
    assert table(["1", "0"], ["0", "1"])["Chernoff-DP"].level == "infinite"
    assert table(["1", "0"], ["0", "1"])["MI-DP, capacity"].level.startswith("0.69314718")


def test_a_peak_at_an_end_of_the_exponents() -> None:
    """Where Q has outputs of its own and P is the larger elsewhere, the divergence falls from -log Q(shared) on."""
    rows = table(["2/3", "1/3", "0"], ["2/5", "1/4", "7/20"])
    assert abs(float(rows["Chernoff-DP"].level) + float(mpmath.log(mpmath.mpf(13) / 20))) < 1e-9


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (["1/2", "1/2"], ["1"], "2 chances on one database and 1 on the other"),
        (["1"], ["1"], "2 to 1000 outputs, got 1"),
        (["1/2", "1/3"], ["1/2", "1/2"], "the chances P add up to 5/6"),
        (["3/2", "-1/2"], ["1/2", "1/2"], "a chance must be from 0 to 1, got P = 1.5"),
    ],
)
def test_impossible_mechanisms_are_refused(first: list[str], second: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        FiniteMechanism(first, second)


def test_impossible_questions_are_refused() -> None:
    mechanism = FiniteMechanism(*EXAMPLE)
    for options, said in (
        ({"eps": ["-1"]}, "eps must be >= 0"),
        ({"orders": ["1"]}, "order must be > 1"),
        ({"digits": 1001}, "from 1 to 1000"),
    ):
        with pytest.raises(BadInput, match=said):
            mechanism.notions(**options)  # type: ignore[arg-type]


def test_a_file_with_names_header_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "m.csv"
    file.write_text("# coin\noutput,P,Q\nheads,1/2,1/4\ntails,0.5,0.75\n", encoding="utf-8")
    assert read_finite_mechanism(file).to_json() == {"P": ["0.5", "0.5"], "Q": ["0.25", "0.75"]}
    file.write_text("1/2,1/4\n0.5\n", encoding="utf-8")
    file.write_text("name,P,Q\nyes,1/2,1/4\nno,1/2,3/4\n", encoding="utf-8-sig")
    assert read_finite_mechanism(file).to_json() == {"P": ["0.5", "0.5"], "Q": ["0.25", "0.75"]}
    file.write_text("P,Q\nyes,1/2,1/4,1/4\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv, line 2: expected P,Q, or a name before them, got"):
        read_finite_mechanism(file)
    file.write_text("P,Q\n1\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv, line 2: expected P,Q"):
        read_finite_mechanism(file)
    file.write_text("1/2,two\n1/2,1\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv, line 1"):
        read_finite_mechanism(file)
    file.write_text("output,before,after\nyes,1/2,1/4\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv, line 1: P must .* If this is a header, write P,Q$"):
        read_finite_mechanism(file)
    file.write_text("P,Q\n1/2,two\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"m\.csv, line 2: .* got 'two'$"):
        read_finite_mechanism(file)
    with pytest.raises(BadInput, match="cannot be read"):
        read_finite_mechanism(tmp_path / "gone.csv")
