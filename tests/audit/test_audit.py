"""One call against the certified value, the search, and the counts of the report."""

from __future__ import annotations

import json
import math
import random
import signal
import sys
from fractions import Fraction

import pytest
from flint import arb
from meeting import meet
from mpmath import mp, mpf

from dplemma.audit.hunt_errors import MOST_SLOW, AuditReport, hunt_errors, input_text
from dplemma.audit.judge import Judge, Judged, timed
from dplemma.audit.search import Space, refine, starting_points
from dplemma.base.errors import OutOfBudget
from dplemma.base.sides import Side
from dplemma.cli.audit import read_ranges
from dplemma.values.calls import bind
from dplemma.values.evaluator import certified, evaluator
from dplemma.values.exact import BadInput, exact_number

DELTA, SIGMA, AUC = evaluator("gaussian.delta"), evaluator("gaussian.sigma"), evaluator("gaussian.auc")


def judge(function, ready=DELTA, promise="exact", rtol=1e-9, side="below", limit=2.0) -> Judge:
    return Judge(ready, bind(function, ready, {}), promise, rtol, side, limit)


def report_of(function, ready=AUC, examples=60, seed=0, **more) -> AuditReport:
    return hunt_errors(
        judge(function, ready, **more), read_ranges(ready, {}), implementation="mine:it", examples=examples, seed=seed
    )


def auc(mu):
    return 0.5 * math.erfc(-mu / 2)


# -- one number ---------------------------------------------------------------------------------------------------------


def test_subnormal_results_fail_but_are_not_the_worst() -> None:
    """0 for 2^-1060 is 2^14 spacings off, an error of 100 %; it weighs less than 1e-6 of a normal double."""
    judge = Judge(evaluator("gaussian.auc"), bind(abs, evaluator("gaussian.auc"), {}))
    small, normal = judge.judged({}, 0.0, arb(2) ** -1060), judge.judged({}, 1 + 1e-6, arb(1))
    assert small.failed and normal.failed
    assert (small.relative, small.weight) == (1.0, 2.0**-38)
    assert normal.weight == normal.relative > small.weight
    assert judge.judged({}, -1e5, arb(0)).weight == sys.float_info.max  # finite: a search can climb on it


# -- what a verdict means -------------------------------------------------------------------------------------------------

TABLE = [
    # promise, unsafe side, got relative to the truth, failed, unsafe, loose
    ("exact", "below", 0.9, True, True, False),
    ("exact", "below", 1.1, True, False, False),
    ("exact", "above", 1.1, True, True, False),
    ("exact", "", 0.9, True, False, False),
    ("upper", "below", 0.9, True, True, False),
    ("upper", "below", 1.1, False, False, True),
    ("upper", "below", 1e9, False, False, True),
    ("upper", "above", 1.1, False, False, True),  # it promises that side: the user knows
    ("lower", "below", 0.9, False, False, True),
    ("lower", "below", 1.1, True, False, False),
    ("lower", "above", 1.1, True, True, False),
    ("estimate", "below", 0.9, True, True, False),
    ("exact", "below", 1 - 1e-10, False, False, False),
    ("upper", "below", 1 - 1e-10, False, False, False),
]


@pytest.mark.parametrize(("promise", "side", "factor", "failed", "unsafe", "loose"), TABLE)
def test_an_error_is_judged_by_the_promise(promise, side, factor, failed, unsafe, loose) -> None:
    found = judge(lambda mu: factor * auc(mu), AUC, promise=promise, side=side).at({"mu": Fraction(1)})
    assert (found.failed, found.unsafe, found.loose) == (failed, unsafe, loose)


def test_a_missing_number_fails_every_promise_and_is_not_unsafe() -> None:
    for promise in ("exact", "upper", "lower", "estimate"):
        found = judge(lambda mu: math.nan, AUC, promise=promise).at({"mu": Fraction(1)})
        assert found.failed and not found.unsafe and not found.loose and found.direction == "nan"


def test_an_infinite_upper_bound_is_loose_not_wrong() -> None:
    found = judge(lambda mu: math.inf, AUC, promise="upper").at({"mu": Fraction(1)})
    assert found.loose and not found.failed


def test_unsafe_by_counts_errors_on_the_unsafe_side_whatever_the_tolerance() -> None:
    report = report_of(lambda mu: auc(mu) * (1 - 1e-5), rtol=1e-3)
    assert report.passes and report.unsafe == 0
    assert report.unsafe_by == {"1e-9": report.points, "1e-6": report.points, "1e-2": 0}


def test_the_certified_value_agrees_with_mpmath() -> None:
    found = judge(lambda mu: 1.0, AUC).at({"mu": Fraction(0.3)})
    with mp.workdps(40):
        want = mp.ncdf(mpf(0.3) / mp.sqrt(2))
        assert found.want == float(want)
        assert found.relative == pytest.approx(float((1 - want) / want), rel=1e-12)


# -- what comes back ------------------------------------------------------------------------------------------------------


def test_exceptions_are_counted_with_their_first_message() -> None:
    def raises(mu):
        if mu > 1:
            raise ValueError(f"no  way\n{'' if mu < 2 else 'at all'}")
        return auc(mu) if mu > 0.1 else sys.exit(3)

    report = report_of(raises)
    assert not report.passes and set(report.errors) == {"ValueError", "SystemExit"}
    assert report.raised == sum(report.errors.values()) == report.failed
    assert report.messages["ValueError"].startswith("no way") and report.nan == 0


def test_an_error_of_dplemma_inside_the_function_is_one_of_the_function() -> None:
    def asks(mu):
        raise OutOfBudget("digits")

    assert report_of(asks).errors == {"OutOfBudget": 60}


def test_some_that_are_not_numbers_are_counted_and_all_of_them_refused() -> None:
    assert report_of(lambda mu: None if mu > 1 else auc(mu)).errors.keys() == {"returned None"}
    with pytest.raises(BadInput, match="mine:it returned tuple, not a number"):
        report_of(lambda mu: (auc(mu), 1))
    with pytest.raises(BadInput, match="returned str"):
        report_of(lambda mu: "0.5", examples=2)


def test_a_call_that_hangs_is_stopped_and_many_end_the_search() -> None:
    def hangs(mu):
        while mu > 1:
            pass
        return auc(mu)

    report = report_of(hangs, examples=200, limit=0.02)
    assert report.slow == report.failed == MOST_SLOW and report.raised == 0 and not report.passes
    assert report.stopped == f"{MOST_SLOW} calls ran out of time (0.02 s each)"


def test_a_function_that_swallows_the_alarm_is_too_slow_all_the_same() -> None:
    def stubborn(inputs):
        try:
            while True:
                pass
        except BaseException:
            return 0.5

    got, raised, *_ = timed(stubborn, {}, 0.02)
    assert math.isnan(got) and raised == "slow"


def test_a_quick_call_leaves_no_alarm_behind() -> None:
    assert timed(lambda inputs: 1.0, {}, 60)[:2] == (1.0, "")
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_absolute_tolerance_forgives_what_is_nearer() -> None:
    """1e-7 below the truth of 0.76: no failure and not unsafe from a tolerance of 1e-7 on; no tolerance forgives a NaN."""
    for atol, forgiven in ((0.0, False), (0.9e-7, False), (1.1e-7, True)):
        wanted = Judge(AUC, bind(lambda mu: auc(mu) - 1e-7, AUC, {}), unsafe_side=Side.BELOW, atol=atol)
        found = wanted.at({"mu": Fraction(1)})
        assert (found.failed, found.unsafe, found.on_unsafe_side, found.loose) == (
            (False, False, False, True) if forgiven else (True, True, True, False)
        )
    assert Judge(AUC, bind(lambda mu: math.nan, AUC, {}), atol=1e9).at({"mu": Fraction(1)}).failed


def test_failures_above_and_below_are_counted_apart() -> None:
    report = report_of(lambda mu: math.nan if mu > 4 else auc(mu) * (1.1 if mu > 1 else 0.9), examples=200)
    assert report.failed_above > 20 and report.failed_below > 20 and report.nan > 5
    assert report.failed_above + report.failed_below + report.nan == report.failed == 200
    found = report.to_json()
    assert (found["failed_above"], found["failed_below"]) == (report.failed_above, report.failed_below)
    assert report.failed_below == report.unsafe


# -- where it looks -------------------------------------------------------------------------------------------------------


def test_the_ends_are_the_doubles_of_the_numbers_typed() -> None:
    """0.3 and 0.01 are tested, not the next double inside the range of decimals, which nobody types."""
    for low, high in (("0.1", "0.7"), ("0.3", "1.1"), ("1/3", "2/3"), ("1e-5", "0.01")):
        seen: list[float] = []
        wanted = judge(lambda mu, seen=seen: seen.append(mu) or auc(mu), AUC)
        hunt_errors(wanted, read_ranges(AUC, {"mu": f"{low}:{high}"}), implementation="mine:it", examples=80)
        assert (min(seen), max(seen)) == (float(Fraction(low)), float(Fraction(high)))


def test_an_end_that_rounding_takes_out_of_the_domain_moves_inward() -> None:
    ready = evaluator("gaussian.epsilon")
    nearly_one = "0." + "9" * 30
    space = Space(ready, read_ranges(ready, {"delta": f"0.5:{nearly_one}"}))
    assert space.ranges["delta"] == (Fraction(1, 2), Fraction(math.nextafter(1, 0)))


def test_a_single_point_is_looked_at_once_at_the_nearest_double() -> None:
    seen: list[float] = []
    wanted = judge(lambda mu: seen.append(mu) or auc(mu), AUC)
    report = hunt_errors(wanted, read_ranges(AUC, {"mu": "0.1:0.1"}), implementation="mine:it", examples=80)
    assert seen == [0.1] and report.points == 1 and report.passes


def test_all_integers_of_a_small_range_are_looked_at() -> None:
    seen: set[int] = set()
    ready = evaluator("glrt.roc")
    ranges = read_ranges(ready, {"fpr": "0.5:0.5", "mu": "1:1", "d": "1:12"})
    hunt_errors(judge(lambda fpr, d, mu: seen.add(d) or 0.5, ready), ranges, implementation="mine:it", examples=100)
    assert seen == set(range(1, 13))


def test_the_default_range_is_the_ordinary_one() -> None:
    ready = evaluator("subsampled.gaussian_delta")
    space = Space(ready, read_ranges(ready, {}))
    ends = {"eps": ("0.01", "20"), "sigma": ("0.4", "20"), "q": ("1e-4", "1")}
    for name, (low, high) in ends.items():
        assert space.ranges[name] == (Fraction(float(low)), Fraction(float(high)))


@pytest.mark.parametrize("name", ["gaussian.delta", "laplace.fbeta", "renyi.gaussian", "glrt.epsilon", "gaussian.mu_for_auc"])
def test_starting_points_lie_in_the_range_and_fill_it(name: str) -> None:
    ready = evaluator(name)
    space = Space(ready, read_ranges(ready, {}))
    points = starting_points(space, random.Random(3), 600)
    found = [next(points) for _ in range(600)]
    for _, point in found:
        for parameter, value in point.items():
            low, high = space.ranges[parameter]
            assert low <= value <= high and (value.denominator == 1 or parameter not in space.ready.whole)
            assert Fraction(float(value)) == value
    for parameter in space.moving:
        units = sorted(space.unit(parameter, point[parameter]) for kind, point in found if kind == "spread")
        widest = max(b - a for a, b in zip([0.0, *units], [*units, 1.0], strict=True))
        assert widest < (0.2 if parameter in space.ready.whole else 0.03)


def test_a_range_from_zero_on_is_looked_at_over_many_decades() -> None:
    seen: list[float] = []
    wanted = judge(lambda eps, mu: seen.append(eps) or 0.5)
    hunt_errors(wanted, read_ranges(DELTA, {"eps": "0:20"}), implementation="mine:it", examples=200)
    for low, high in ((0, 1e-9), (1e-9, 1e-6), (1e-6, 1e-3), (1e-3, 1), (1, 10), (10, 20.1)):
        assert sum(low <= eps < high for eps in seen) >= 10
    assert 0.0 in seen and 20.0 in seen


def test_coordinates_and_values_are_inverse() -> None:
    for quantity, given in (
        ("gaussian.delta", {"eps": "0:20"}),
        ("laplace.fbeta", {}),
        ("gaussian.auc", {}),
        ("renyi.gaussian", {}),
    ):
        ready = evaluator(quantity)
        space = Space(ready, read_ranges(ready, given))
        for name in set(space.moving) - space.ready.whole:
            for unit in (0.0, 0.25, 0.5, 0.9, 1.0):
                assert space.unit(name, space.at(name, unit)) == pytest.approx(unit, abs=1e-9)


def test_a_climb_finds_the_top_of_a_hill() -> None:
    space = Space(DELTA, read_ranges(DELTA, {}))

    def height(point) -> float:
        return -abs(space.unit("eps", point["eps"]) - 0.9) - abs(space.unit("mu", point["mu"]) - 0.2)

    best = [-9.0]

    def look(point) -> float:
        best[0] = max(best[0], height(point))
        return height(point)

    start = {"eps": Fraction(1), "mu": Fraction(1)}
    refine(space, random.Random(1), start, height(start), look, 150)
    assert best[0] > -0.01


def test_points_without_a_value_are_said_not_judged() -> None:
    ready = evaluator("laplace.epsilon_for_fbeta")
    report = hunt_errors(judge(lambda f, beta: 1.0, ready), read_ranges(ready, {}), implementation="mine:it", examples=120)
    assert report.points == 120 and report.out_of_reach == 0  # draws outside the domain are drawn again
    with pytest.raises(BadInput, match=r"no point of the range is in the domain: .* needs f >="):
        hunt_errors(
            judge(lambda f, beta: 1.0, ready),
            read_ranges(ready, {"f": "0.7:0.71", "beta": "3:4"}),
            implementation="x",
            examples=20,
        )


# -- the report -----------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_report() -> None:
    def wrong(eps, mu):
        return 0.5

    def shown(seed: int) -> str:
        report = hunt_errors(judge(wrong), read_ranges(DELTA, {}), implementation="mine:it", examples=150, seed=seed)
        return json.dumps(report.to_json())

    assert shown(1) == shown(1) != shown(2)


def test_the_fields_are_those_of_the_contract() -> None:
    found = report_of(lambda mu: 0.9 * auc(mu)).to_json()
    assert list(found) == [
        "quantity", "implementation", "promise", "points", "rtol", "pass", "failed", "unsafe", "loose", "nan", "raised", "slow",
        "unsafe_by", "worst", "worst_unsafe", "reproduce", "called", "atol", "failed_above", "failed_below", "mildest",
        "worst_typed",
    ]  # fmt: skip
    assert list(found["worst"]) == list(found["worst_unsafe"]) == ["inputs", "got", "want", "rel", "bits", "direction"]
    assert list(found["unsafe_by"]) == ["1e-9", "1e-6", "1e-2"]
    assert report_of(auc).to_json()["worst_unsafe"] is None


def test_json_is_valid_with_infinite_and_missing_numbers() -> None:
    for value in (math.inf, math.nan):
        text = json.dumps(report_of(lambda mu, value=value: value).to_json(), allow_nan=False)
        assert json.loads(text)["worst"]["rel"] == "inf"


def test_shares_are_those_of_points_drawn_before_the_climb() -> None:
    """The upper half of the range fails; the climb stays in it, a share must not."""
    report = report_of(lambda mu: auc(mu) * (1.1 if mu > math.sqrt(0.4) else 1.0), examples=400)
    assert report.drawn == 280 and report.failed / report.points > 0.55
    assert report.failed_share == pytest.approx(0.5, abs=0.1) and report.unsafe_share == 0


def test_a_text_of_an_input_is_read_back() -> None:
    for value in (Fraction(3), Fraction(0.1), Fraction(1, 3), 1 / Fraction(0.3), Fraction(10**30), Fraction(2, 7)):
        text = input_text(value)
        number = exact_number(text, "x")
        again = Fraction(int(number.p), int(number.q))
        assert float(again) == float(value) and float(1 / again) == float(1 / value)


def test_a_judged_point_keeps_what_the_peers_need() -> None:
    found = judge(auc, AUC).at({"mu": Fraction(1)})
    assert isinstance(found, Judged) and not found.failed and found.badness == (False, False, found.relative)
    assert meet(certified(AUC, {"mu": Fraction(1)}), arb("0.76024993890652326884061682"))
