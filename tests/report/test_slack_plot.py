"""Pictures of slack: what is evaluated where, what a figure holds, and when there is none."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dplemma import Claim, Interval, Region, Verdict, check
from dplemma.formulas import gaussian
from dplemma.lang import All, Chain, Implies, Monotone, Rational, Rel, exp, log, oo, variables
from dplemma.ledger.verdict import Counterexample
from dplemma.report.pictures.slack import inequalities, slack_over, slice_of
from dplemma.report.pictures.slack_plot import draw_slack, plot_files, write_slack

mu, eps, q, x, k = variables("mu eps q x k")
POSITIVE = Interval.open(0, oo)


def claim(lhs: Any, rel: str, rhs: Any, **region: Any) -> Claim:
    return Claim(id="mine/a", where="", kind="inequality", states="", lhs=lhs, rel=rel, rhs=rhs, on=Region(**region))


def saying(statement: Any, kind: str = "inequality", **region: Any) -> Claim:
    return Claim(id="mine/a", where="", kind=kind, states="", holds=statement, on=Region(**region))


def held(**witness: str) -> Verdict:
    return Verdict(verdict="certified", engine="balls", witness=witness)


def refuted(**point: str) -> Verdict:
    found = Counterexample(kind="relation", point=point, lhs="0.76024993890652326884", rhs="0.75000000000000000000")
    return Verdict(verdict="refuted", engine="refuter", counterexample=found, witness=point)


def legend(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.get_legend().get_texts()]


def sampled(lemma: Claim, verdict: Verdict) -> tuple[Any, Any]:
    drawn = inequalities(lemma)
    where = slice_of(drawn, verdict)
    return where, slack_over(drawn.relations[0], drawn.region, where)


def test_a_curve_has_the_sign_of_the_slack_and_marks_the_counterexample() -> None:
    lemma = claim(gaussian.auc(mu), "<=", Rational(1, 2) + mu / 4, mu=POSITIVE)
    verdict = check(lemma)
    where, slack = sampled(lemma, verdict)
    (axis,) = where.axes
    assert axis.log
    assert (axis.values[0], axis.values[-1]) == (Fraction(1, 1000), 100)
    assert (slack.values[axis.floats < 1.2] < 0).all()
    assert (slack.values[axis.floats > 1.3] > 0).all()
    assert slack.at_marks["counterexample"] == pytest.approx(0.75 - 0.76024993890652326884)
    figure = draw_slack(lemma, verdict)
    (axes,) = figure.axes
    assert figure.get_suptitle() == lemma.text()
    assert figure.get_supxlabel() == "refuted (by refuter): at mu = 1: left side 0.76024994 > right side 0.75"
    assert (axes.get_xlabel(), axes.get_xscale(), axes.get_yscale()) == ("mu", "log", "symlog")
    assert legend(axes) == ["violated", "counterexample: mu = 1"]


def test_the_other_direction_is_left_minus_right() -> None:
    lemma = claim(x**2, ">=", 2 * x - 1, x=Interval("-oo", oo))
    where, slack = sampled(lemma, held(x="1"))
    assert (slack.values >= 0).all()
    assert slack.values[0] == 121.0
    (axes,) = draw_slack(lemma, held(x="1")).axes
    assert axes.get_ylabel() == "left side - right side"
    assert (axes.get_xscale(), axes.get_yscale(), legend(axes)) == ("linear", "linear", ["witness: x = 1"])
    assert where.marks.keys() == {"witness"}


def test_a_map_of_two_variables_has_the_zero_line_and_leaves_out_what_is_outside() -> None:
    lemma = saying(
        Implies(Rel(eps, ">", mu), Rel(gaussian.delta(eps, mu), "<=", Rational(1, 5))), eps=Interval(0, oo), mu=POSITIVE
    )
    verdict = refuted(eps="5", mu="3")
    where, slack = sampled(lemma, verdict)
    across, up = (axis.floats for axis in where.axes)
    outside = across[:, None] <= up[None, :]
    assert np.isnan(slack.values[outside]).all()
    assert not np.isnan(slack.values[~outside]).any()
    assert np.nanmin(slack.values) < 0 < np.nanmax(slack.values)
    axes, bar = draw_slack(lemma, verdict).axes
    assert legend(axes) == ["slack 0; red: violated", "outside the region, or no value", "counterexample: eps = 5, mu = 3"]
    assert bar.get_ylabel() == "right side - left side"


def test_more_than_two_variables_stand_at_the_counterexample_and_the_caption_says_so() -> None:
    lemma = claim(q * gaussian.delta(eps, mu), "<=", q * mu / 3, eps=Interval(0, 4), mu=Interval(1, 2), q=Interval(0, 1))
    figure = draw_slack(lemma, refuted(eps="0", mu="1", q="1/4"))
    assert "drawn at q = 1/4" in figure.get_supxlabel()
    assert (figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()) == ("eps", "mu")


def test_a_contrary_point_that_is_no_fraction_is_not_marked() -> None:
    contrary = Counterexample(kind="relation", point={"x": "log(2)"})
    verdict = Verdict(verdict="refuted", engine="refuter", counterexample=contrary, witness={"x": "1/2"})
    drawn = inequalities(claim((exp(x) - 2) ** 2, ">", 0, x=Interval(0, 1)))
    assert drawn is not None
    assert slice_of(drawn, verdict).marks == {"witness": {"x": Fraction(1, 2)}}


def test_a_variable_that_does_not_matter_is_not_drawn() -> None:
    lemma = claim(q, "<=", 1, eps=Interval(0, 4), q=Interval(0, 1))
    where, _ = sampled(lemma, held(eps="1", q="1/2"))
    assert ([axis.name for axis in where.axes], where.fixed) == (["q"], {})


def test_sides_of_many_sizes_are_compared_by_their_share() -> None:
    lemma = claim(exp(-(x**2)), "<=", exp(-x), x=Interval(1, 60))
    _, slack = sampled(lemma, held(x="2"))
    assert slack.relative
    assert slack.at_marks["witness"] == pytest.approx(1 - np.exp(-2))
    (axes,) = draw_slack(lemma, held(x="2")).axes
    assert axes.get_ylabel() == "(right side - left side) / larger side"


@pytest.mark.parametrize(
    ("interval", "ends", "log"),
    [
        (Interval(0, 1), ("0", "1"), False),
        (Interval.open(0, 1), ("1/500", "499/500"), False),
        (Interval(0, oo), ("0", "10"), False),
        (POSITIVE, ("1/1000", "100"), True),
        (Interval(2, oo), ("2", "200"), True),
        (Interval("-oo", 3), ("-7", "3"), False),
        (Interval("1/1000", 1000), ("1/1000", "1000"), True),
        (Interval.integers(1, 5), ("1", "5"), False),
    ],
    ids=str,
)
def test_the_range_drawn_is_the_interval_or_a_sensible_part(interval: Interval, ends: tuple[str, str], log: bool) -> None:
    inside = {False: "1/2", True: "3"}[Fraction("1/2") not in interval]
    where, _ = sampled(claim(x, "<=", x + 1, x=interval), held(x=inside))
    (axis,) = where.axes
    assert (axis.values[0], axis.values[-1], axis.log) == (Fraction(ends[0]), Fraction(ends[1]), log)
    assert Fraction(inside) in axis.values
    assert all(value in interval for value in axis.values)


def test_the_range_reaches_the_counterexample_wherever_it_is() -> None:
    for point, logarithmic in (("1/1000000", True), ("5000", True), ("0", False)):
        where, _ = sampled(claim(x, "<", 0, x=Interval(0, oo)), refuted(x=point))
        (axis,) = where.axes
        assert Fraction(point) in axis.values
        assert axis.log is logarithmic


def test_whole_numbers_are_points() -> None:
    where, slack = sampled(claim((1 + 1 / k) ** k, "<", Rational(27, 10), k=Interval.integers(1, 100)), refuted(k="100"))
    (axis,) = where.axes
    assert axis.values == tuple(Fraction(n) for n in range(1, 101))
    assert [n for n, value in zip(axis.values, slack.values, strict=True) if value < 0] == list(range(74, 101))


def test_a_chain_has_a_panel_for_each_link_and_a_long_one_the_smallest() -> None:
    chain = saying(Chain(1 - 1 / (1 + x), "<=", log(1 + x), "<=", x), x=Interval(0, oo))
    figure = draw_slack(chain, held(x="1"))
    assert [axes.get_title() for axes in figure.axes] == ["1 - 1/(x + 1) <= log(x + 1)", "log(x + 1) <= x"]
    many = saying(All(*(Rel(x, "<=", n + x) for n in range(5, 0, -1))), x=Interval(0, 1))
    (axes,) = draw_slack(many, held(x="1/2")).axes
    assert axes.get_title() == "the 5 inequalities together"
    assert set(axes.lines[1].get_ydata()) == {1.0}


def test_what_is_left_out_of_a_conjunction_is_said() -> None:
    both = saying(All(Rel(x, "=", x), Rel(x, "<=", 1)), x=Interval(0, 1))
    figure = draw_slack(both, held(x="1/2"))
    assert "only its inequalities are drawn" in figure.get_supxlabel()
    assert len(figure.axes) == 1


@pytest.mark.parametrize(
    ("lemma", "reason"),
    [
        (claim(x, "=", x, x=Interval(0, 1)), "its statement (a relation with =) is not an inequality"),
        (
            saying(Monotone(x**2, x, "increasing"), "monotonicity", x=Interval(0, 1)),
            "its statement (Monotone) is not an inequality",
        ),
        (claim(0, "<", 1), "its inequality has no variable"),
        (claim(x, "<", 1, x=Interval(0, 0)), "its inequality has no variable"),
    ],
    ids=["identity", "monotone", "constant", "one point"],
)
def test_there_is_a_reason_where_there_is_no_picture(lemma: Claim, reason: str, tmp_path: Path) -> None:
    assert write_slack(lemma, held(), tmp_path / "a.png") == reason
    assert not list(tmp_path.iterdir())


def test_the_same_picture_is_the_same_file_and_nothing_global_is_touched(tmp_path: Path) -> None:
    import matplotlib

    before = dict(matplotlib.rcParams)
    lemma = claim(x * log(1 / x), "<=", Rational(1, 3), x=Interval.open(0, 1))
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        assert write_slack(lemma, refuted(x="1/2"), tmp_path / name) == ""
    for suffix in ("svg", "png"):
        assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()
    assert dict(matplotlib.rcParams) == before


def test_files_are_named_after_claims() -> None:
    assert plot_files("", ["mine/a", "mine/a/amended"]) == {
        "mine/a": Path("mine_a.png"),
        "mine/a/amended": Path("mine_a_amended.png"),
    }
    assert plot_files("s.svg", ["mine/a"]) == {"mine/a": Path("s.svg")}
    assert plot_files("s.svg", ["mine/a", "m/b"]) == {"mine/a": Path("s_mine_a.svg"), "m/b": Path("s_m_b.svg")}
