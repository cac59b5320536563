"""Verdicts: what may be built, what survives JSON, and what a conjunction is worth."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dplemma.ledger.verdict import DECIDED, PASSING, SETTLED, VERDICTS, Counterexample, Verdict, weakest

CONTRARY = Counterexample(kind="relation", point={"eps": "1/3"}, lhs="0.25", rhs="0.2", note="left is larger")


def verdict(word: str, **fields: object) -> Verdict:
    counterexample, measured = (CONTRARY if word == "refuted" else None), ("within 8.1 %" if word == "measured" else "")
    own = {"verdict": word, "engine": "balls", "counterexample": counterexample, "measured": measured}
    return Verdict(**{**own, **fields})  # pyright: ignore[reportArgumentType]


def through_json(value: Verdict) -> Verdict:
    return Verdict.from_json(json.loads(json.dumps(value.to_json())))


@pytest.mark.parametrize("word", VERDICTS)
def test_json_round_trip_keeps_everything(word: str) -> None:
    full = verdict(
        word,
        form="half-angle",
        assumes=("neyman-pearson", "blackwell"),
        digits=30,
        bits=256,
        points=7,
        witness={"eps": "1", "mu": "1/2"},
        second_opinion="mpmath",
        remark="a remark",
        seconds=1.25,
        versions={"python-flint": "0.9"},
        stopped=("a rewriting, 60 s",),
    )
    assert through_json(full) == full
    assert isinstance(through_json(full).assumes, tuple)


@pytest.mark.parametrize(
    "counterexample",
    [
        CONTRARY,
        Counterexample(kind="mechanism", mechanism={"P": ["1/2", "1/2"], "Q": ["1/3", "2/3"]}),
        Counterexample(kind="trace", trace=("read 0.1", "return 0.2")),
    ],
    ids=lambda c: c.kind,
)
def test_counterexamples_survive_json(counterexample: Counterexample) -> None:
    again = through_json(verdict("refuted", counterexample=counterexample))
    assert again.counterexample == counterexample


def test_counterexample_json_leaves_out_what_is_absent() -> None:
    assert Counterexample(kind="trace", trace=("stop",), point={"n": "2"}).to_json() == {
        "kind": "trace",
        "point": {"n": "2"},
        "trace": ["stop"],
    }


@pytest.mark.parametrize("word", VERDICTS)
def test_a_verdict_is_not_a_truth_value(word: str) -> None:
    with pytest.raises(TypeError, match=word):
        bool(verdict(word))


@pytest.mark.parametrize("word", VERDICTS)
def test_holds_is_none_unless_somebody_knows(word: str) -> None:
    wanted = True if word in PASSING else False if word == "refuted" else None
    assert verdict(word).holds is wanted


def test_refuted_needs_a_counterexample() -> None:
    with pytest.raises(ValueError, match="refuted needs a counterexample"):
        Verdict(verdict="refuted", engine="balls")


@pytest.mark.parametrize("word", [word for word in VERDICTS if word != "refuted"])
def test_nothing_else_has_a_counterexample(word: str) -> None:
    with pytest.raises(ValueError, match="refuted needs a counterexample"):
        Verdict(verdict=word, engine="balls", counterexample=CONTRARY)


def test_unknown_words_are_rejected() -> None:
    with pytest.raises(ValueError, match="true"):
        Verdict(verdict="true", engine="balls")
    with pytest.raises(ValueError, match="hunch"):
        Counterexample(kind="hunch")


def test_measured_needs_its_number_and_nothing_else_has_one() -> None:
    for word, number in (("measured", ""), ("proved", "within 8.1 %")):
        with pytest.raises(ValueError, match="measured needs its number"):
            Verdict(verdict=word, engine="balls", measured=number)


def test_measured_is_decided_but_neither_settled_nor_a_pass() -> None:
    assert "measured" in DECIDED
    assert "measured" not in (*PASSING, *SETTLED)


STRONG_TO_WEAK = ("proved", "certified", "confirmed", "measured", "undecided")


@pytest.mark.parametrize("strong", range(5))
@pytest.mark.parametrize("weak", range(5))
def test_a_conjunction_is_as_weak_as_its_weakest_part(strong: int, weak: int) -> None:
    parts = [verdict(STRONG_TO_WEAK[strong]), verdict(STRONG_TO_WEAK[weak])]
    assert weakest(parts).verdict == STRONG_TO_WEAK[max(strong, weak)]


@given(st.lists(st.sampled_from(STRONG_TO_WEAK)), st.lists(st.sampled_from(STRONG_TO_WEAK)))
def test_one_refuted_part_refutes_the_conjunction(before: list[str], after: list[str]) -> None:
    parts = [verdict(word) for word in (*before, "refuted", *after)]
    assert weakest(parts).counterexample == CONTRARY


def test_a_conjunction_adds_up_its_parts() -> None:
    joined = weakest(
        [
            verdict("proved", assumes=("a", "b"), form="x", seconds=1.0, bits=64),
            verdict("certified", assumes=("b", "c"), form="y", seconds=0.5, bits=128, stopped=("u", "v")),
            verdict("proved", form="x", stopped=("v", "w"), remark="falls short"),
        ]
    )
    assert joined.remark == "falls short"
    assert (joined.verdict, joined.assumes, joined.form) == ("certified", ("a", "b", "c"), "x; y")
    assert (joined.seconds, joined.bits, joined.stopped) == (1.5, 128, ("u", "v", "w"))


def test_a_conjunction_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing"):
        weakest([])


def test_a_point_is_one_of_fractions_or_it_is_none() -> None:
    assert CONTRARY.fractions == {"eps": Fraction(1, 3)}
    assert Counterexample(kind="relation").fractions == {}
    assert Counterexample(kind="relation", point={"x": "1", "y": "log(2)"}).fractions is None
